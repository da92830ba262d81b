"""What the shipped scenarios use between them: nothing the game can do is left without a battle that needs it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from bocage.content import load_yaml
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.content.scenarios import ScenarioSpec
from bocage.systems.lnlt.rules.traits import MOUNTED, PARTISAN
from bocage.systems.lnlt.state import LnltState

Battle = tuple[ScenarioSpec, LnltState]


@cache
def battles() -> list[Battle]:
    paths = [info.path for info in SYSTEM.scenarios() if info.path is not None]
    return [(load_yaml(path, ScenarioSpec), SYSTEM.new(str(path), 1, {})) for path in paths]


def has_marker(spec: ScenarioSpec, *names: str) -> bool:
    return set(names) <= {laid.marker for laid in spec.ground}


def has_terrain(state: LnltState, *names: str) -> bool:
    return set(names) <= {terrain.id for terrain in state.board.terrain}


def has_trait(state: LnltState, trait: int) -> bool:
    return any(unit.type.traits & trait for unit in state.units)


def has_vehicle(state: LnltState, *ids: str) -> bool:
    return set(ids) <= {vehicle.type.id for vehicle in state.vehicles}


def has_starshell(state: LnltState) -> bool:
    return all(any(u.seat == seat and u.type.starshell for u in state.units) for seat in (0, 1))


FEATURES: dict[str, Callable[[ScenarioSpec, LnltState], bool]] = {
    "night with starshells": lambda spec, state: spec.visibility > 0 and has_starshell(state),
    "a glider landing": lambda spec, _: any(side.gliders for side in spec.sides),
    "a jeep and a gun in a glider": lambda spec, _: any(g.vehicles for side in spec.sides for g in side.gliders),
    "a parachute drop": lambda spec, _: any(side.drops for side in spec.sides),
    "well-supplied artillery": lambda spec, _: any(b.well_supplied for side in spec.sides for b in side.artillery),
    "a bunker and turret assault": lambda spec, state: (
        any(place.kind == "bunker" for place in spec.inside) and any(v.type.fixed for v in state.vehicles)
    ),
    "a partisan ambush": lambda spec, state: spec.module == "nosb" and has_trait(state, PARTISAN),
    "a Dark July clash with its options and emplaced tanks": lambda spec, _: (
        spec.module == "dj"
        and {"dj_size_drm", "dj_speed_drm", "dj_vehicle_spotting"} <= spec.options.keys()
        and any("emplaced" in v.markers for side in spec.sides for v in side.vehicles)
    ),
    "bocage fighting": lambda _, state: bool(state.board.bocage_mask),
    "a river line with fords": lambda _, state: has_terrain(state, "water", "ford", "bridge"),
    "French heavy tanks": lambda _, state: has_vehicle(state, "fr.veh.b1bis"),
    "a mounted raid": lambda _, state: has_trait(state, MOUNTED),
    "trenches": lambda spec, _: has_marker(spec, "trench"),
    "roadblocks": lambda spec, _: has_marker(spec, "roadblock"),
    "events": lambda spec, _: bool(spec.events),
    "reinforcements with vehicles": lambda spec, _: any(r.vehicles for side in spec.sides for r in side.reinforcements),
    "exit victory": lambda spec, _: bool(spec.victory.exits),
    "casualty victory": lambda spec, _: spec.victory.casualty_points > 0,
    "a lesson": lambda spec, _: bool(spec.lesson),
}


@pytest.mark.parametrize("feature", FEATURES)
def test_some_scenario_has(feature: str) -> None:
    assert any(FEATURES[feature](spec, state) for spec, state in battles()), feature


def test_the_maps_hold_every_terrain_of_the_chart() -> None:
    boards = [scenarios.load_map(path) for path in sorted((scenarios.DATA / "maps").glob("*.yaml"))]
    drawn = {terrain.id for board in boards for terrain in board.terrain}
    listed = {str(line["id"]) for line in load_yaml(scenarios.DATA / "terrain.yaml", list[dict[str, object]])}
    assert listed <= drawn, f"on no map: {sorted(listed - drawn)}"
    assert len(boards) >= 8
