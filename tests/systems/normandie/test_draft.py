"""Drafted armies of both nations are built alike: as many tiles for as many points, and nothing left over."""

from __future__ import annotations

import random

import pytest

from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.draft import RECKONED, random_army, shapes
from bocage.systems.normandie.content.records import Nation

NATIONS: list[Nation] = ["us", "de"]
PLATOONS = {150: 1, 200: 2, 300: 3}
"""How many an army of so many points can pay."""


def drafted(nation: Nation, points: int, number: int = 30) -> list[army.ArmyRecord]:
    return [random_army(nation, points, random.Random(seed), set(counters())) for seed in range(number)]


def kinds(raised: army.ArmyRecord) -> list[str]:
    return [army.tiles()[choice.tile].kind for choice in raised.tiles]


def plain_tiles() -> list[army.TileRecord]:
    """All but the Rangers, who are dearer than others, and what only alliances buy."""
    return [tile for tile in army.tiles().values() if tile.kind in RECKONED and tile.id != "us.rangers"]


@pytest.mark.parametrize("points", PLATOONS)
def test_both_nations_bring_as_many_platoons_and_officers(points: int) -> None:
    for nation in NATIONS:
        brought = [kinds(raised) for raised in drafted(nation, points)]
        assert all(one in shapes(points) for one in brought), nation
        assert all(shape in brought for shape in shapes(points)), nation


@pytest.mark.parametrize(("points", "number"), PLATOONS.items())
def test_the_same_points_pay_as_many_platoons_of_every_kind(points: int, number: int) -> None:
    platoons = [tile for tile in plain_tiles() if tile.kind == "platoon"]
    assert {tile.id: points // tile.cost for tile in platoons} == {tile.id: number for tile in platoons}


def test_what_is_reckoned_for_a_tile_pays_for_it() -> None:
    for tile in plain_tiles():
        assert tile.cost <= RECKONED[tile.kind], tile.id


@pytest.mark.parametrize("points", PLATOONS)
def test_both_nations_spend_their_points(points: int) -> None:
    shares = [sum(map(army.cost, drafted(nation, points))) / 30 / points for nation in NATIONS]
    assert min(shares) > 0.97
    assert abs(shares[0] - shares[1]) < 0.02, "no nation has more to spend than the other"


def test_an_option_that_brings_points_costs_the_most_of_them() -> None:
    """Else every army that has run out of points takes it, for the sake of more."""
    for option in army.options().values():
        assert option.points <= option.cost + 5, option.id
