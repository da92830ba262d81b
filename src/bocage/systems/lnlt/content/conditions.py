"""Special rules of a scenario linked into `model.special`: hexes, sides, weapons and turns found by their names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from bocage.content import Basis, Faults, WrongContent, known, load_yaml
from bocage.systems.lnlt.content.deployment import seat_of, sheet
from bocage.systems.lnlt.content.maps import hex_of, hexes_of
from bocage.systems.lnlt.content.special import AmmunitionSpec, NoRetreatSpec, PlanSpec, spans, spell_plan
from bocage.systems.lnlt.content.specs import BattleSpec, ObjectiveSpec
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.special import NIGHT, TWILIGHT, Ammunition, Course, Plan, Rules, Weather
from bocage.systems.lnlt.model.tables import Objective, Scenario
from bocage.systems.lnlt.state import LnltState

PATH = Path(__file__).parent.parent / "data" / "weather.yaml"


class WeatherKindSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    fires: bool
    double_time: bool
    off_road: tuple[int, int, int]  # for tracks, off-road wheels, road wheels
    rule: str
    basis: Basis


@cache
def weathers() -> dict[str, Weather]:
    found: dict[str, Weather] = {}
    for spec in load_yaml(PATH, list[WeatherKindSpec]):
        kind = found[spec.id] = Weather(spec.id)
        kind.fires = spec.fires
        kind.double_time = spec.double_time
        kind.off_road = list(spec.off_road)
    return found


def turns_of(scenario: Scenario, since: int, until: int, field: str) -> range:
    last = until or scenario.turns
    if not 1 <= since <= scenario.turns:
        raise WrongContent(f"{field}.since", "there is no such turn")
    if not since <= last <= scenario.turns:
        raise WrongContent(f"{field}.until", "there is no such turn")
    return range(since, last + 1)


# ---- objectives


def link_objectives(scenario: Scenario, spec: BattleSpec, faults: Faults) -> None:
    """Those of the victory conditions, with the hexes that they move to, and those of secret plans."""
    for i, objective in enumerate(spec.victory.objectives):
        with faults:
            link_objective(scenario, objective, f"victory.objectives[{i}]")
    for seat, side in enumerate(spec.sides):
        for p, plan in enumerate(side.plans):
            for i, goal in enumerate(plan.objectives):
                with faults:
                    field = f"sides[{seat}].plans[{p}].objectives[{i}].hex"
                    found = Objective(hex_of(scenario.board.grid, goal.hex, field), goal.points)
                    found.seat = seat
                    found.plan = p
                    scenario.objectives.append(found)


def link_objective(scenario: Scenario, spec: ObjectiveSpec, field: str) -> None:
    grid = scenario.board.grid
    found = Objective(hex_of(grid, spec.hex, f"{field}.hex"), spec.points)
    turns_of(scenario, spec.since or 1, spec.until, field)
    if spec.then and spec.until:
        raise WrongContent(f"{field}.until", "an objective that moves when it is taken has no last turn")
    found.since = spec.since
    found.until = spec.until
    scenario.objectives.append(found)
    for i, name in enumerate(spec.then):
        after = Objective(hex_of(grid, name, f"{field}.then[{i}]"), spec.points)
        scenario.objectives[-1].then = len(scenario.objectives)
        scenario.objectives.append(after)


# ---- everything else


def link_special(state: LnltState, spec: BattleSpec, rules: Rules, faults: Faults) -> None:
    """Leaves the state without a course where the scenario has no special rules."""
    scenario = state.scenario
    for i, seen in enumerate(spans(spec)):
        with faults:
            if seen.hexes < 1:
                raise WrongContent(f"visibility[{i}].hexes", "one sees at least one hex far")
            for turn in turns_of(scenario, seen.since, seen.until, f"visibility[{i}]"):
                rules.sight[turn] = seen.hexes
                rules.dark[turn] = {"night": NIGHT, "fog": 0}.get(seen.cause, TWILIGHT)
    for i, weather in enumerate(spec.weather):
        with faults:
            for turn in turns_of(scenario, weather.since, weather.until, f"weather[{i}]"):
                rules.weather[turn] = weathers()[weather.kind]
    for i, kept in enumerate(spec.no_retreat):
        with faults:
            link_kept(state, kept, rules, f"no_retreat[{i}]")
    for i, entry in enumerate(spec.ammunition):
        with faults:
            rules.ammunition.append(link_ammunition(scenario, entry, f"ammunition[{i}]"))
    for seat, side in enumerate(spec.sides):
        for p, plan in enumerate(side.plans):
            with faults:
                field = f"sides[{seat}].plans"
                rules.plans[seat].append(link_plan(state, plan, list(side.areas), f"{field}[{p}]"))
                if len(side.plans) < 2:
                    raise WrongContent(field, "a side picks from two plans or more")
    begin_course(state, rules)


def begin_course(state: LnltState, rules: Rules) -> None:
    course = Course(rules)
    course.shots = [entry.shots for entry in rules.ammunition]
    moving = [objective.then for objective in state.scenario.objectives]
    for number, objective in enumerate(state.scenario.objectives):
        if objective.since > 1 or number in moving:
            course.closed |= 1 << number
            state.control[number] = GONE
    timed = any(objective.until or objective.then >= 0 for objective in state.scenario.objectives)
    parts = (any(rules.sight), any(rules.weather), rules.held, any(rules.keep), rules.ammunition, any(rules.plans))
    if any(parts) or course.closed or timed:
        state.course = course


def link_kept(state: LnltState, spec: NoRetreatSpec, rules: Rules, field: str) -> None:
    seat = seat_of(state.scenario, spec.side, f"{field}.side")
    board = state.board
    if rules.keep[seat]:
        raise WrongContent(f"{field}.side", "one entry for each side is enough")
    turns_of(state.scenario, 1, spec.until, field)
    hexes = [hex_ for h, name in enumerate(spec.hexes) for hex_ in hexes_of(board.grid, name, f"{field}.hexes[{h}]")]
    hexes += [place.number for place in board.places if place.base in hexes]
    rules.keep[seat] = sum(1 << hex_ for hex_ in set(hexes))
    rules.keep_until[seat] = spec.until


def link_ammunition(scenario: Scenario, spec: AmmunitionSpec, field: str) -> Ammunition:
    seat = seat_of(scenario, spec.side, f"{field}.side")
    if bool(spec.shots) == bool(spec.runs_out):
        raise WrongContent(field, "say either how many shots there are, or on what die a weapon runs out")
    if spec.shots < 0:
        raise WrongContent(f"{field}.shots", "no shots less than one")
    if spec.shots and not spec.weapon:
        raise WrongContent(f"{field}.weapon", "say which weapon the shots are for")
    if spec.runs_out and not 2 <= spec.runs_out <= 6:
        raise WrongContent(f"{field}.runs_out", f"must be from 2 to 6, not {spec.runs_out}")
    _, weapons = sheet(scenario.module)
    type_ = known("weapon", spec.weapon, weapons, f"{field}.weapon") if spec.weapon else None
    return Ammunition(seat, type_, spec.shots, spec.runs_out)


def link_plan(state: LnltState, spec: PlanSpec, areas: list[str], field: str) -> Plan:
    if not spec.objectives and not spec.areas:
        raise WrongContent(field, "a plan has objectives or areas")
    laid: dict[str, list[int]] = {}
    for name, hexes in spec.areas.items():
        known("area", name, dict.fromkeys(areas), f"{field}.areas.{name}")
        found = [
            h for i, one in enumerate(hexes) for h in hexes_of(state.board.grid, one, f"{field}.areas.{name}[{i}]")
        ]
        if not any(state.board.terrain[hex_].cost for hex_ in found):
            raise WrongContent(f"{field}.areas.{name}", "nobody can stand anywhere in it")
        laid[name] = found
    return Plan(laid, spell_plan(spec))
