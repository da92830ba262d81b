"""Drafted armies of both nations are built alike: as many tiles for as many points, and nothing left over."""

from __future__ import annotations

import random

import pytest

from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.draft import RECKONED, random_army, shapes
from bocage.systems.normandie.content.records import Nation

NATIONS: list[Nation] = ["us", "de"]
SIZES = [150, 200, 300]


def drafted(nation: Nation, points: int, number: int = 30) -> list[army.ArmyRecord]:
    return [random_army(nation, points, random.Random(seed), set(counters())) for seed in range(number)]


def kinds(raised: army.ArmyRecord) -> list[str]:
    return [army.tiles()[choice.tile].kind for choice in raised.tiles]


@pytest.mark.parametrize("points", SIZES)
def test_both_nations_bring_as_many_platoons_and_officers(points: int) -> None:
    for nation in NATIONS:
        brought = [kinds(raised) for raised in drafted(nation, points)]
        assert all(one in shapes(points) for one in brought), nation
        assert all(shape in brought for shape in shapes(points)), nation


def test_what_is_reckoned_for_a_tile_pays_for_it() -> None:
    """Else one nation would go without a tile that the other brings."""
    for tile in army.tiles().values():
        if tile.kind in RECKONED:
            assert tile.cost <= RECKONED[tile.kind], tile.id


@pytest.mark.parametrize("points", SIZES)
def test_both_nations_spend_their_points(points: int) -> None:
    shares = [sum(map(army.cost, drafted(nation, points))) / 30 / points for nation in NATIONS]
    assert min(shares) > 0.97
    assert abs(shares[0] - shares[1]) < 0.02, "no nation has more to spend than the other"


def test_an_option_that_brings_points_costs_the_most_of_them() -> None:
    """Else every army that has run out of points takes it, for the sake of more."""
    for option in army.options().values():
        assert option.points <= option.cost + 5, option.id
