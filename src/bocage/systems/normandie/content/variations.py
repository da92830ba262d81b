"""Small changes of a scenario: rounds, units on tiles, and what is bought for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage.content.edits import value_at
from bocage.content.variations import Unit, Variations
from bocage.kernel.variation import Steps

OPENINGS = range(1, 5)  # of a tile


class NormandieVariations(Variations):
    clock = "rounds"
    prefixes = ("recruit", "unit")
    special = ("officer", "hero", "medic", "scout", "sniper")
    own = ("pick",)

    def rosters(self, holder: dict[str, Any], at: Steps) -> list[Steps]:
        """Of a side, or of a player of it: tiles with units, and tiles with what was bought for them."""
        found = super().rosters(holder, at)
        for number, tile in enumerate(holder.get("tiles") or []):
            if isinstance(tile, dict) and isinstance(tile.get("units"), list):
                found.append((*at, "tiles", number, "units"))
        for number, tile in enumerate((holder.get("army") or {}).get("tiles") or []):
            if isinstance(tile, dict) and isinstance(tile.get("options"), list):
                found.append((*at, "army", "tiles", number, "options"))
        for number, player in enumerate(holder.get("players") or []):
            found += self.rosters(player, (*at, "players", number))
        return found

    def name_of(self, unit: Unit) -> str:
        return str(unit.get("option") or unit.get("unit") or "unit")

    def is_plain(self, unit: Unit) -> bool:
        """Options without a dot are orders and equipment."""
        return super().is_plain(unit) and ("option" not in unit or "." in self.name_of(unit))

    def spare(self, roster: Steps) -> list[Steps]:
        """The first of a list too where a tile brings others with it."""
        units = value_at(self.record, roster)
        return [(*roster, at) for at in self.plain(units) if at > 0 or "option" in units[at]]

    def twins(self, units: list[Unit], unit: Unit) -> Iterator[Unit]:
        if "slot" not in unit:
            yield from super().twins(units, unit)
            return
        taken = {other.get("slot") for other in units}
        bare = {key: value for key, value in unit.items() if key not in self.own}
        yield from ({**bare, "slot": slot} for slot in OPENINGS if slot not in taken)
