"""Special rules of scenarios as structs: what a designer writes, and what players read of it.

The comments are the descriptions that editors show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from bocage.kernel import Arg, Text

if TYPE_CHECKING:
    from bocage.systems.lnlt.content.specs import BattleSpec, SideSpec


class VisibilitySpec(msgspec.Struct, forbid_unknown_fields=True):
    """How far one sees for some turns (lnlt.scenario.visibility)."""

    hexes: int  # beyond them nobody sees anything
    cause: Literal["night", "dawn", "dusk", "fog"] = "night"  # in fog neither flashes nor starshells show
    since: int = 1  # the first turn
    until: int = 0  # the last turn, to the end unless given


class WeatherSpec(msgspec.Struct, forbid_unknown_fields=True):
    """What it is like for some turns (lnlt.scenario.weather, data/weather.yaml)."""

    kind: Literal["rain", "mud", "snow"]  # what falls, or what has become of the ground
    since: int = 1  # the first turn
    until: int = 0  # the last turn, to the end unless given


class NoRetreatSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Ground that a side does not give up (lnlt.scenario.no-retreat)."""

    side: str  # whose units stay
    hexes: list[str]  # nobody leaves them but for another of them, single hexes or blocks
    until: int = 0  # the last turn, to the end unless given


class AmmunitionSpec(msgspec.Struct, forbid_unknown_fields=True):
    """How long support weapons last (lnlt.scenario.ammunition): so many shots, or a die after each."""

    side: str  # who fires them
    weapon: str = ""  # a support weapon, all unless given
    shots: int = 0  # all weapons of the kind together, 0 for no limit
    runs_out: int = 0  # this or more on the die after firing empties the weapon, 2 to 6, 0 for no die


class PlanObjectiveSpec(msgspec.Struct, forbid_unknown_fields=True):
    hex: str  # which hex
    points: int  # for the side whose plan it is


class PlanSpec(msgspec.Struct, forbid_unknown_fields=True):
    """One of several plans, of which a side picks one in secret before the set-up (lnlt.scenario.secret)."""

    objectives: list[PlanObjectiveSpec] = []  # they count for this side alone
    areas: dict[str, list[str]] = {}  # in place of the side's areas of the same names


# ---- in words


def describe(spec: BattleSpec) -> list[Text]:
    """A line for each special rule of a battle."""
    found = [*describe_conditions(spec), *describe_objectives(spec)]
    for side in spec.sides:
        found += describe_side(side)
    for kept in spec.no_retreat:
        args: dict[str, Arg] = {"side": name_side(spec, kept.side), "hexes": spell(kept.hexes)}
        found.append(during(spec, "special.no-retreat", args, 1, kept.until))
    for entry in spec.ammunition:
        args = {"side": name_side(spec, entry.side), "shots": entry.shots, "die": entry.runs_out}
        args["weapon"] = f"@weapon.{entry.weapon}" if entry.weapon else "@special.weapons"
        found += [Text("special.shots", args)] if entry.shots else []
        found += [Text("special.runs-out", args)] if entry.runs_out else []
    return found


def describe_conditions(spec: BattleSpec) -> Iterator[Text]:
    for seen in spans(spec):
        yield during(spec, f"special.{seen.cause}", {"hexes": seen.hexes}, seen.since, seen.until)
    for weather in spec.weather:
        yield during(spec, f"special.{weather.kind}", {}, weather.since, weather.until)


def describe_objectives(spec: BattleSpec) -> Iterator[Text]:
    for objective in spec.victory.objectives:
        args: dict[str, Arg] = {"hex": objective.hex, "points": objective.points, "turn": objective.until}
        if objective.since > 1:
            yield Text("special.objective-since", {**args, "turn": objective.since})
        if objective.until:
            yield Text("special.objective-until", args)
        if objective.then:
            yield Text("special.objective-moves", {**args, "hexes": spell(objective.then)})


def describe_side(side: SideSpec) -> Iterator[Text]:
    name = f"@nation.{'allies' if side.allies else side.nation}"
    for group in side.reinforcements:
        if group.roll:
            count = len(group.units) + len(group.vehicles)
            args: dict[str, Arg] = {"side": name, "turn": group.turn, "die": group.roll, "count": count}
            yield Text("special.reinforcements", {**args, "hexes": spell(side.areas.get(group.area, []))})
    if side.plans:
        yield Text("special.secret", {"side": name, "count": len(side.plans)})
        yield from (Text("special.plan", {"plan": spell_plan(plan)}) for plan in side.plans)


def spans(spec: BattleSpec) -> list[VisibilitySpec]:
    """A number alone means a night that lasts."""
    if isinstance(spec.visibility, int):
        return [VisibilitySpec(spec.visibility)] if spec.visibility else []
    return spec.visibility


def during(spec: BattleSpec, key: str, args: dict[str, Arg], since: int, until: int) -> Text:
    last = until or spec.turns
    return Text(key, {**args, "turns": f"{since}–{last}" if last > since else str(since)})


def spell(hexes: list[str]) -> str:
    return ", ".join(name.replace(":", "–") for name in hexes)


def spell_plan(plan: PlanSpec) -> str:
    """Its hexes, which players know it by."""
    goals = [f"{objective.hex} ({objective.points})" for objective in plan.objectives]
    return " · ".join([*goals, *(spell(hexes) for hexes in plan.areas.values())])


def name_side(spec: BattleSpec, nation: str) -> str:
    mixed = any(nation in (side.nation, *side.allies) and side.allies for side in spec.sides)
    return f"@nation.{'allies' if mixed else nation}"
