"""What the log tells of a Morale Check (lnlt.core.1.5), whatever it is made for."""

from __future__ import annotations

from bocage.kernel import Tally, in_full


def check_args(title: str, dice: int, tally: Tally, morale: int) -> dict[str, int | str]:
    """The dice, their modifiers and the total, and the Morale that the total is compared with."""
    return {"unit": title, "sum": in_full(dice, tally), "total": dice + tally.total, "morale": morale}
