"""Small changes of a scenario: turns, units, and the points that one side must reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage.content.variations import Variations
from bocage.kernel import Text
from bocage.kernel.variation import Edit, Variation


class LnltVariations(Variations):
    special = ("ldr", "hero", "medic", "nurse", "scout", "sniper")
    own = ("name", "weapons", "shaken", "wounded")
    places = ("hex", "area")

    def others(self) -> Iterator[Iterator[Variation]]:
        need = (self.record.get("victory") or {}).get("need")
        if isinstance(need, dict) and isinstance(need.get("points"), int):
            yield from (self.change_need(need, by) for by in (-1, 1))

    def change_need(self, need: dict[str, Any], by: int) -> Iterator[Variation]:
        now = need["points"]
        side = self.word(str(need.get("side")), "nation")
        label = Text("balance.variant.need", {"side": side, "n": now + by, "was": now})
        yield Variation(f"need {by:+d}", label, Edit("set", ("victory", "need", "points"), now + by))
