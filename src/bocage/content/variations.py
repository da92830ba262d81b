"""A scenario with one thing changed: a turn more or less, a unit more or less on one side.

A system derives from `Variations` to say how its files name clock, units and places.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from bocage.content.edits import value_at
from bocage.kernel import Text
from bocage.kernel.variation import Edit, Steps, Variation
from bocage.text import catalogue

Unit = dict[str, Any]


class Variations:
    """The changes of one scenario file, given as plain data."""

    clock: ClassVar[str] = "turns"
    lists: ClassVar[tuple[str, ...]] = ("units",)  # of a side, which hold its units
    title: ClassVar[str] = "unit"  # the field of a unit that says what it is
    prefixes: ClassVar[tuple[str, ...]] = ("unit",)  # of catalogue keys that name it
    special: ClassVar[tuple[str, ...]] = ()  # in names: leaders and the like, which are more than a unit
    own: ClassVar[tuple[str, ...]] = ()  # fields that no twin has
    places: ClassVar[tuple[str, ...]] = ()  # fields that say where a unit is

    def __init__(self, record: dict[str, Any], package: Path) -> None:
        self.record = record
        self.entries = catalogue(package, "en").entries

    def __iter__(self) -> Iterator[Iterator[Variation]]:
        """For every change the ways to make it, the best first: not every unit can be spared or finds room."""
        now = self.record.get(self.clock)
        if isinstance(now, int):
            yield from (self.change_clock(now, by) for by in (-1, 1))
        for number, side in enumerate(self.record.get("sides") or []):
            rosters = self.rosters(side, ("sides", number))
            yield (self.take_one(at) for roster in rosters for at in self.spare(roster))
            yield (way for roster in rosters for way in self.add_one(roster))
        yield from self.others()

    def others(self) -> Iterator[Iterator[Variation]]:
        """Changes that only this system knows."""
        yield from ()

    # ---- the clock

    def change_clock(self, now: int, by: int) -> Iterator[Variation]:
        if now + by >= 2:
            label = Text(f"balance.variant.{self.clock}", {"n": now + by, "was": now})
            yield Variation(f"{self.clock} {by:+d}", label, Edit("set", (self.clock,), now + by))

    # ---- units

    def rosters(self, holder: dict[str, Any], at: Steps) -> list[Steps]:
        """Where the lists are that hold the units of a side."""
        return [(*at, key) for key in self.lists if isinstance(holder.get(key), list)]

    def take_one(self, at: Steps) -> Variation:
        name = self.name_of(value_at(self.record, at))
        label = Text("balance.variant.less", self.words(int(at[1]), name))
        return Variation(f"{self.side_name(int(at[1]))} without {name}", label, Edit("drop", at))

    def add_one(self, roster: Steps) -> Iterator[Variation]:
        """A twin of a plain unit where that one is, or else where another one of the list is."""
        units = value_at(self.record, roster)
        side = int(roster[1])
        for at in self.plain(units):
            name = self.name_of(units[at])
            label = Text("balance.variant.more", self.words(side, name))
            for twin in self.twins(units, units[at]):
                edit = Edit("add", (*roster, len(units) - 1), twin)
                yield Variation(f"{self.side_name(side)} with one more {name}", label, edit)

    def spare(self, roster: Steps) -> list[Steps]:
        """Units that may be missed; never the first of a list."""
        return [(*roster, at) for at in self.plain(value_at(self.record, roster)) if at > 0]

    def plain(self, units: list[Unit]) -> list[int]:
        """Those that are no leaders and the like, the last squad first."""
        found = [at for at in range(len(units) - 1, -1, -1) if self.is_plain(units[at])]
        return sorted(found, key=lambda at: "squad" not in self.name_of(units[at]))

    def is_plain(self, unit: Unit) -> bool:
        return not any(word in self.name_of(unit) for word in self.special)

    def twins(self, units: list[Unit], unit: Unit) -> Iterator[Unit]:
        bare = {key: value for key, value in unit.items() if key not in self.own}
        yield bare
        rest = {key: value for key, value in bare.items() if key not in self.places}
        seen = [{key: bare[key] for key in self.places if key in bare}]
        for other in reversed(units):
            spot = {key: other[key] for key in self.places if key in other}
            if spot and spot not in seen:
                seen.append(spot)
                yield {**rest, **spot}

    # ---- names

    def name_of(self, unit: Unit) -> str:
        return str(unit.get(self.title) or "unit")

    def side_name(self, number: int) -> str:
        """The nation of a side; with its number where both are of one."""
        nations = [str(side.get("nation")) for side in self.record["sides"]]
        return nations[number] if nations.count(nations[number]) == 1 else f"{nations[number]} {number + 1}"

    def words(self, side: int, name: str) -> dict[str, int | str]:
        nation = str(self.record["sides"][side].get("nation"))
        return {"side": self.word(nation, "nation"), "unit": self.word(name, *self.prefixes)}

    def word(self, name: str, *prefixes: str) -> str:
        """What the catalogues call it: "@key", or the bare name where they have no word for it."""
        keys = (f"{prefix}.{name}" for prefix in prefixes)
        return next((f"@{key}" for key in keys if key in self.entries), name)
