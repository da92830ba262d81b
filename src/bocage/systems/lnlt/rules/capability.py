"""What a nation's troops are more or less good at (lnlt.core.7, lnlt.core.20.2): smoke and starshells."""

from __future__ import annotations

from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.state import LnltState


def succeeds(state: LnltState, unit: Unit, number: int, purpose: int, rule: str, what: str, label: str) -> bool:
    """1d6, not above the capability on the counter. `what` is tried, and said to be `label` if all goes well."""
    die = state.dice.roll(6, purpose)
    success = die <= number
    if state.recording:
        kind = f"{what}-{'succeeds' if success else 'fails'}"
        args: dict[str, int | str] = {"unit": unit.title(), "number": number}
        outcomes = [(what, label if success else "fails")]
        state.tell(unit.hex, kind, rule, args, [die], None, outcomes)
    return success


def appears(state: LnltState, what: str, rule: str, hex_: int) -> None:
    """The marker is in the hex that was picked for it."""
    if state.recording:
        state.tell(hex_, what, rule, {"hex": state.board.grid.names[hex_]})
