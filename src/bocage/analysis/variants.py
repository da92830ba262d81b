"""A scenario with one thing changed: a turn or a point to win by more or less, a unit more or less on one side."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bocage import registry
from bocage.analysis.yamledit import (
    Edit,
    Steps,
    data_of,
    edited,
    value_at,
)
from bocage.content import ContentError
from bocage.kernel.views import Text
from bocage.text import catalogue

CLOCKS = ("turns", "rounds")
SPECIAL = ("ldr", "officer", "_pc", "hero", "medic", "nurse", "scout", "sniper")  # in names: more than a unit
OWN = ("name", "number", "at", "ride", "reserve", "weapons", "shaken", "wounded", "markers", "pick")  # no twin has it
PLACES = ("hex", "area")
LONGEST_NAME = 200  # of a file
OPENINGS = range(1, 5)  # of a tile


class Variant(msgspec.Struct):
    """`name` says the change in the shortest way ("turns +1", "us without us8.rifle"), `label` in words."""

    name: str
    label: Text
    source: str  # the scenario file with the change in it


def file_of(system: str, scenario: str) -> Path:
    return registry.scenario(registry.system(system), scenario).path


def variants(system: str, source: str, home: Path) -> list[Variant]:
    """Every small change of a scenario, whose file is in the folder `home`, that leaves a legal one."""
    found: list[Variant] = []
    for ways in drafts(system, source):
        legal = next((variant for variant in ways if is_legal(system, variant.source, home)), None)
        if legal is not None:
            found.append(legal)
    return found


def is_legal(system: str, source: str, home: Path) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = lay_out(source, home, Path(folder))
        try:
            registry.new(system, str(path), 1, recording=False)
        except ContentError:
            return False
    return True


def lay_out(source: str, home: Path, folder: Path) -> Path:
    """The scenario as a file in another folder. Maps that lie beside it or below go along; others are named in full."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in words_in(data_of(source)):
        if not name or Path(name).is_absolute() or not (home / name).is_file():
            continue
        if ".." in Path(name).parts:
            source = source.replace(name, str((home / name).resolve()))
        else:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(home / name, folder / name)
    path = folder / "scenario.yaml"
    path.write_text(source, "utf-8")
    return path


def words_in(data: Any) -> set[str]:
    """All texts of a file, wherever they stand in it."""
    if isinstance(data, str):
        return {data} if len(data) < LONGEST_NAME else set()
    below = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return {word for value in below for word in words_in(value)}


def drafts(system: str, source: str) -> Iterator[Iterator[Variant]]:
    """For every change the ways to make it, the best first: not every unit can be spared or finds room."""
    record = data_of(source)
    words = Names(system)
    for clock in CLOCKS:
        if isinstance(record.get(clock), int):
            yield from (clock_variant(source, clock, record[clock], by) for by in (-1, 1))
    for number, side in enumerate(record.get("sides") or []):
        lists = rosters(side, ("sides", number))
        yield (one_less(source, words, side, record, at) for roster in lists for at in spare(record, roster))
        yield (way for roster in lists for way in one_more(source, words, side, record, roster))
    need = (record.get("victory") or {}).get("need")
    if isinstance(need, dict) and isinstance(need.get("points"), int):
        yield from (need_variant(source, words, need, by) for by in (-1, 1))


class Names:
    """What the catalogues call nations and units: "@key", or the bare id where they have no word for it."""

    def __init__(self, system: str) -> None:
        self.entries = catalogue(registry.system(system).package, "en").entries

    def unit(self, unit: dict[str, Any]) -> str:
        return self.first(name_of(unit), *(("recruit", "unit") if "option" in unit else ("unit",)))

    def nation(self, name: object) -> str:
        return self.first(str(name), "nation")

    def first(self, name: str, *prefixes: str) -> str:
        keys = (f"{prefix}.{name}" for prefix in prefixes)
        return next((f"@{key}" for key in keys if key in self.entries), name)


def clock_variant(source: str, clock: str, now: int, by: int) -> Iterator[Variant]:
    if now + by >= 2:
        label = Text(f"balance.variant.{clock}", {"n": now + by, "was": now})
        yield Variant(f"{clock} {by:+d}", label, edited(source, Edit("set", (clock,), now + by)))


def need_variant(source: str, words: Names, need: dict[str, Any], by: int) -> Iterator[Variant]:
    """Points that one side must reach."""
    now = need["points"]
    label = Text("balance.variant.need", {"side": words.nation(need.get("side")), "n": now + by, "was": now})
    yield Variant(f"need {by:+d}", label, edited(source, Edit("set", ("victory", "need", "points"), now + by)))


def one_less(source: str, words: Names, side: dict[str, Any], record: dict[str, Any], at: Steps) -> Variant:
    unit = value_at(record, at)
    label = Text("balance.variant.less", {"side": words.nation(side.get("nation")), "unit": words.unit(unit)})
    name = f"{side_name(record, int(at[1]))} without {name_of(unit)}"
    return Variant(name, label, edited(source, Edit("drop", at)))


def one_more(
    source: str, words: Names, side: dict[str, Any], record: dict[str, Any], roster: Steps
) -> Iterator[Variant]:
    """A twin of a plain unit where that one is, or else where another one of the list is."""
    units = value_at(record, roster)
    for at in plain(units):
        nation = side_name(record, int(roster[1]))
        label = Text("balance.variant.more", {"side": words.nation(side.get("nation")), "unit": words.unit(units[at])})
        for twin in twins(units, units[at]):
            text = edited(source, Edit("add", (*roster, len(units) - 1), twin))
            yield Variant(f"{nation} with one more {name_of(twin)}", label, text)


def side_name(record: dict[str, Any], number: int) -> str:
    """The nation of a side; with its number where both are of one."""
    nations = [str(side.get("nation")) for side in record["sides"]]
    return nations[number] if nations.count(nations[number]) == 1 else f"{nations[number]} {number + 1}"


def twins(units: list[dict[str, Any]], unit: dict[str, Any]) -> Iterator[dict[str, Any]]:
    bare = {key: value for key, value in unit.items() if key not in OWN}
    if "id" in bare:
        taken = {other.get("id") for other in units}
        bare["id"] = next(name for n in range(2, 99) if (name := f"{unit['id']}_{n}") not in taken)
    if "number" in unit:
        bare["number"] = 1 + max(other.get("number", 0) for other in units if name_of(other) == name_of(unit))
    yield from placed(units, bare)


def placed(units: list[dict[str, Any]], bare: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "slot" in bare:
        taken = {other.get("slot") for other in units}
        yield from ({**bare, "slot": slot} for slot in OPENINGS if slot not in taken)
        return
    yield bare
    rest = {key: value for key, value in bare.items() if key not in PLACES}
    seen = [{key: bare[key] for key in PLACES if key in bare}]
    for other in reversed(units):
        spot = {key: other[key] for key in PLACES if key in other}
        if spot and spot not in seen:
            seen.append(spot)
            yield {**rest, **spot}


def rosters(holder: dict[str, Any], at: Steps) -> list[Steps]:
    """Where the lists are that hold the units of a side, or of a player of it, whatever the system calls them."""
    found: list[Steps] = [(*at, key) for key in ("units", "forces") if isinstance(holder.get(key), list)]
    for number, tile in enumerate(holder.get("tiles") or []):
        if isinstance(tile, dict) and isinstance(tile.get("units"), list):
            found.append((*at, "tiles", number, "units"))
    for number, tile in enumerate((holder.get("army") or {}).get("tiles") or []):
        if isinstance(tile, dict) and isinstance(tile.get("options"), list):
            found.append((*at, "army", "tiles", number, "options"))
    for number, player in enumerate(holder.get("players") or []):
        found += rosters(player, (*at, "players", number))
    return found


def spare(record: dict[str, Any], roster: Steps) -> list[Steps]:
    """Units that may be missed; the first of a list only where a tile brings others with it."""
    units = value_at(record, roster)
    riders = {str(unit.get("ride", "")) for unit in units}
    found = [at for at in plain(units) if str(units[at].get("id", "-")) not in riders]
    return [(*roster, at) for at in found if at > 0 or "option" in units[at]]


def plain(units: list[dict[str, Any]]) -> list[int]:
    """Those that are no leaders and the like, the last squad first; options without a dot are orders and equipment."""
    found = []
    for at in range(len(units) - 1, -1, -1):
        name = name_of(units[at])
        if not any(word in name for word in SPECIAL) and ("option" not in units[at] or "." in name):
            found.append(at)
    return sorted(found, key=lambda at: "squad" not in name_of(units[at]))


def name_of(unit: dict[str, Any]) -> str:
    return str(unit.get("unit") or unit.get("template") or unit.get("option") or unit.get("id") or "unit")
