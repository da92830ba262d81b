"""A scenario with one thing changed: a turn more or less, a unit less on one side, a point more to win by."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import msgspec
import yaml

from bocage import registry

CLOCKS = ("turns", "rounds")


class Variant(msgspec.Struct):
    """`name` says the change in the shortest way: "turns +1", "us without us.para.squad.2-5-4"."""

    name: str
    record: dict[str, Any]


def record_of(system: str, scenario: str) -> dict[str, Any]:
    """The scenario file as plain data."""
    path = registry.scenario(registry.system(system), scenario).path
    data: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return data


def write(record: dict[str, Any], path: Path) -> Path:
    path.write_text(yaml.safe_dump(record, sort_keys=False, allow_unicode=True, width=120), "utf-8")
    return path


def variants(record: dict[str, Any]) -> list[Variant]:
    """Every small change of a scenario."""
    return [*clock_variants(record), *unit_variants(record), *need_variants(record)]


def clock_variants(record: dict[str, Any]) -> list[Variant]:
    found: list[Variant] = []
    for clock in CLOCKS:
        if isinstance(record.get(clock), int):
            for change in (-1, 1):
                if record[clock] + change >= 2:
                    twin = copy.deepcopy(record)
                    twin[clock] += change
                    found.append(Variant(f"{clock} {change:+d}", twin))
    return found


def need_variants(record: dict[str, Any]) -> list[Variant]:
    """Points that one side must reach."""
    found: list[Variant] = []
    need = (record.get("victory") or {}).get("need")
    if isinstance(need, dict) and isinstance(need.get("points"), int):
        for change in (-1, 1):
            twin = copy.deepcopy(record)
            twin["victory"]["need"]["points"] += change
            found.append(Variant(f"need {change:+d}", twin))
    return found


def unit_variants(record: dict[str, Any]) -> list[Variant]:
    """One plain unit less, for each side."""
    found: list[Variant] = []
    for number, side in enumerate(record.get("sides", [])):
        for roster, place in rosters(side):
            at = last_plain(roster)
            if at is None:
                continue
            twin = copy.deepcopy(record)
            mirrored = rosters(twin["sides"][number])[place][0]
            gone = mirrored.pop(at)
            found.append(Variant(f"{side.get('nation', number)} without {name_of(gone)}", twin))
            break
    return found


def rosters(side: dict[str, Any]) -> list[tuple[list[dict[str, Any]], int]]:
    """The lists that hold a side's units, whatever the system calls them."""
    lists: list[list[dict[str, Any]]] = []
    for key in ("units", "forces"):
        if isinstance(side.get(key), list):
            lists.append(side[key])
    for tile in side.get("tiles") or []:
        if isinstance(tile, dict) and isinstance(tile.get("units"), list):
            lists.append(tile["units"])
    for tile in (side.get("army") or {}).get("tiles") or []:
        if isinstance(tile, dict) and isinstance(tile.get("options"), list):
            lists.append(tile["options"])
    return [(roster, place) for place, roster in enumerate(lists)]


def last_plain(roster: list[dict[str, Any]]) -> int | None:
    """The last unit that is no leader, and that nothing else in the list refers to."""
    riders = {str(unit.get("ride", "")) for unit in roster}
    for at in range(len(roster) - 1, 0, -1):
        name = name_of(roster[at])
        special = any(word in name for word in ("ldr", "officer", "_pc", "hero", "medic"))
        if not special and str(roster[at].get("id", "-")) not in riders:
            return at
    return None


def name_of(unit: dict[str, Any]) -> str:
    return str(unit.get("unit") or unit.get("template") or unit.get("option") or unit.get("id") or "unit")
