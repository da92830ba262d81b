"""Small changes of a scenario: turns and units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage.content.edits import value_at
from bocage.content.variations import Unit, Variations
from bocage.kernel.variation import Steps


class DisposableVariations(Variations):
    lists = ("forces",)
    title = "template"
    special = ("officer", "_pc", "hero", "medic", "sniper")
    own = ("number", "at", "ride", "reserve")

    def spare(self, roster: Steps) -> list[Steps]:
        """Nor those whom others ride on."""
        units = value_at(self.record, roster)
        carriers = {unit.get("ride") for unit in units}
        return [at for at in super().spare(roster) if value_at(self.record, at).get("id") not in carriers]

    def twins(self, units: list[Unit], unit: Unit) -> Iterator[Unit]:
        """With an id and a number of its own."""
        taken = {other.get("id") for other in units}
        new: dict[str, Any] = {"id": next(name for n in range(2, 99) if (name := f"{unit['id']}_{n}") not in taken)}
        if "number" in unit:
            same = [other for other in units if self.name_of(other) == self.name_of(unit)]
            new["number"] = 1 + max(other.get("number", 0) for other in same)
        yield from ({**twin, **new} for twin in super().twins(units, unit))
