"""The shelf of scenarios: how many there are, of what size, and that nothing in the data is met nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import get_args, get_type_hints

import pytest

from bocage.content import Words, load_yaml
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content.deployment import sheet
from bocage.systems.lnlt.content.maps import hexsides, terrains
from bocage.systems.lnlt.content.scenarios import ScenarioSpec
from bocage.systems.lnlt.content.special import spans
from bocage.systems.lnlt.content.specs import GroundSpec
from bocage.systems.lnlt.content.vehicles import armour_leaders, vehicle_types
from bocage.systems.lnlt.model.tables import UnitType
from bocage.systems.lnlt.state import LnltState

Battle = tuple[ScenarioSpec, LnltState]

LEAST = 36
HOPEFUL = range(35, 66)  # per cent for the first side
MET_NOWHERE = {
    "cave": "no battle of these armies in these years was fought in caves",
    "smoke": "laid in play",
    "fire": "lit in play",
}


PATHS = {info.id: info.path for info in SYSTEM.scenarios() if info.path and not info.path.stem.startswith("lesson-")}


@cache
def battle(name: str) -> Battle:
    return load_yaml(PATHS[name], ScenarioSpec), SYSTEM.new(name, 1, {})


def battles() -> list[Battle]:
    return [battle(name) for name in PATHS]


def becomes(type_: UnitType) -> list[UnitType]:
    """What a counter turns into in play."""
    ways = (type_.reduced_odd, type_.reduced_even, type_.dismounted, *type_.among.values())
    return [other for other in ways if other is not None]


def counters_of(state: LnltState) -> set[str]:
    """Counters on foot and weapons, with what they turn into, and the crews that may bail out."""
    todo = [unit.type for unit in state.units] + [hero for side in state.scenario.heroes for hero in side]
    met: set[str] = {weapon.type.id for weapon in state.weapons}
    met |= {weapon.id for issued in state.scenario.issued.values() for weapon in issued.values()}
    for nation in {vehicle.type.nation for vehicle in state.vehicles}:
        crew = state.scenario.crews.get(nation)
        met |= {crew.id} if crew is not None else set()
    while todo:
        type_ = todo.pop()
        if type_.id not in met:
            met.add(type_.id)
            todo += becomes(type_)
    return met


def vehicles_of(state: LnltState) -> set[str]:
    leaders = {vehicle.leader.id for vehicle in state.vehicles if vehicle.leader is not None}
    return leaders | {vehicle.type.id for vehicle in state.vehicles}


def ground_of(spec: ScenarioSpec, state: LnltState) -> set[str]:
    board = state.board
    there = {terrain.id for terrain in board.terrain} | {side.id for side in board.sides.values()}
    return there | {place.kind for place in spec.inside} | {laid.marker for laid in spec.ground}


def missing(data: Iterable[str], met: Iterable[set[str]]) -> set[str]:
    return set(data) - set().union(*met) - set(MET_NOWHERE)


def test_there_are_enough_of_every_size() -> None:
    assert len(battles()) >= LEAST
    sizes = [len(state.units) + len(state.vehicles) for _, state in battles()]
    short = [spec.turns <= 5 and len(state.units) <= 20 for spec, state in battles()]
    assert sum(short) >= 5, "small ones, good for newcomers"
    assert sum(size >= 28 for size in sizes) >= 5, "large ones"


def test_every_counter_and_weapon_is_met() -> None:
    units, weapons = sheet("hid")
    counters = dict.fromkeys(type_.id for type_ in units.values())  # one of a division is the same counter
    assert not missing([*counters, *weapons], [counters_of(state) for _, state in battles()])


def test_every_vehicle_and_armour_leader_is_met() -> None:
    assert not missing([*vehicle_types(), *armour_leaders()], [vehicles_of(state) for _, state in battles()])


def test_every_terrain_hexside_marker_and_place_is_met() -> None:
    markers = get_args(get_type_hints(GroundSpec)["marker"])
    ground = [*terrains(), *hexsides(), *markers, "bunker", "rooftop", "cave"]
    assert not missing(ground, [ground_of(spec, state) for spec, state in battles()])


def test_what_is_met_nowhere_is_met_nowhere() -> None:
    met = set().union(*(ground_of(spec, state) for spec, state in battles()))
    assert not met & set(MET_NOWHERE), "off the list"


TWICE: dict[str, Callable[[ScenarioSpec, LnltState], bool]] = {
    "gliders": lambda spec, _: any(side.gliders for side in spec.sides),
    "parachutes": lambda spec, _: any(side.drops for side in spec.sides),
    "night": lambda spec, _: any(span.cause == "night" for span in spans(spec)),
    "bunkers": lambda spec, _: any(place.kind == "bunker" for place in spec.inside),
    "turrets": lambda _, state: any(vehicle.type.fixed for vehicle in state.vehicles),
    "aircraft": lambda spec, _: any(side.aircraft for side in spec.sides),
    "off-board artillery": lambda spec, _: any(side.artillery for side in spec.sides),
    "exits": lambda spec, _: bool(spec.victory.exits),
    "the last man": lambda spec, _: spec.victory.last_man,
}


@pytest.mark.parametrize("feature", TWICE)
def test_two_scenarios_or_more_have(feature: str) -> None:
    having = [name for name in PATHS if TWICE[feature](*battle(name))]
    assert len(having) >= 2, having


@pytest.mark.parametrize("name", PATHS)
def test_a_scenario_tells_its_story_in_both_languages(name: str) -> None:
    spec, _ = battle(name)
    assert spec.module != "core"
    for text in (spec.title, spec.about):
        assert isinstance(text, Words)
        assert text.en
        assert text.fr
    victory = spec.victory
    assert victory.objectives or victory.exits or victory.last_man, "a reason to attack"


@pytest.mark.parametrize("name", PATHS)
def test_no_scenario_is_beyond_hope(name: str) -> None:
    measured = battle(name)[0].measured
    if measured is not None:
        assert measured.first in HOPEFUL, measured.lopsided
