"""Forces bought by points: every fault is named, and what is bought takes the field."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage import registry
from bocage.kernel.system import BadOption
from bocage.systems.disposable.content import armoury
from bocage.systems.disposable.content.records import cost, platoons

PLATOON = {"nation": "us", "tiles": [{"tile": "us_platoon"}], "support": {"us_mortar60": 1}}


def fields(army: dict[str, Any], points: int = 550) -> list[str]:
    found = registry.system("disposable").audit(army, points).faults
    assert all(fault.rule == "dh.core.points" for fault in found)
    return [fault.field for fault in found]


@pytest.mark.rule("dh.core.points")
@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({}, []),
        ({"tiles": []}, ["tiles"]),
        ({"tiles": [{"tile": "us_platoon"}] * 2}, ["tiles", "points"]),
        ({"tiles": [{"tile": "de_platoon"}]}, ["tiles[0]"]),
        ({"support": {"pz4h": 1}}, ["support.pz4h"]),
        ({"support": {"sherman": 2}}, ["points"]),
        ({"support": {"us_sniper": 12, "jeep": 1, "nothing": 0}}, ["support.nothing", "support"]),
    ],
)
def test_every_fault_of_a_force_is_named(changed: dict[str, Any], wrong: list[str]) -> None:
    assert fields(PLATOON | changed, 600 if "support" in wrong else 550) == wrong


@pytest.mark.rule("dh.core.points")
def test_a_force_costs_what_its_units_cost() -> None:
    spent = sum(cost(name) for name in platoons()["us_platoon"].units) + cost("us_mortar60")
    assert registry.system("disposable").audit(PLATOON, spent).cost == spent
    assert fields(PLATOON, spent) == []
    assert fields(PLATOON, spent - 1) == ["points"]


def test_all_that_is_offered_can_be_bought() -> None:
    """No ware of the armoury is refused to its own nation."""
    shop = armoury.armoury()
    for platoon in shop.tiles:
        wares = [ware.id for ware in shop.support if ware.nation == platoon.nation]
        assert wares
        for ware in wares:
            army = {"nation": platoon.nation, "tiles": [{"tile": platoon.id}], "support": {ware: 1}}
            assert fields(army, 10_000) == []


def test_what_is_bought_takes_the_field() -> None:
    army = PLATOON | {"support": {"us_sniper": 2, "sherman": 1}}
    game = bocage.new("disposable", "open_field", seed=3, options={"points": 600, "armies": [army, None]})
    names = [force.name for force in game.state.scenario.forces if force.seat == 0 and force.crew_of < 0]  # type: ignore[attr-defined]
    assert names == [
        "@unit.us_pc", "@unit.us_rifle_squad 1", "@unit.us_rifle_squad 2", "@unit.us_rifle_squad 3",
        "@unit.us_sniper 1", "@unit.us_sniper 2", "@unit.sherman",
    ]  # fmt: skip
    again = bocage.load(bocage.save(game))
    assert again.state.digest() == game.state.digest()


@pytest.mark.parametrize(
    ("scenario", "options", "message"),
    [
        ("farm", {"points": 500}, "do not fit"),
        ("open_field", {"points": True}, "a number from 1"),
        ("open_field", {"armies": [None, None, None]}, "at most 2"),
        ("open_field", {"armies": [{"nation": "de"}]}, "'us' fights here"),
        ("open_field", {"armies": [PLATOON | {"support": {"pz4h": 1}}]}, "support.pz4h"),
        ("open_field", {"armies": [{"nation": "us", "heroes": []}]}, "heroes"),
    ],
)
def test_forces_that_do_not_fit_are_refused(scenario: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        bocage.new("disposable", scenario, seed=1, options=options)
