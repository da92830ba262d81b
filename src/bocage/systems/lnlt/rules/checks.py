"""Morale Checks (lnlt.core.1.5), whatever they are made for, and what the log tells of them."""

from __future__ import annotations

from bocage.kernel import Tally, in_full
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.state import LnltState

Either = tuple[str, str]  # if the check is passed, or failed


def check_args(title: str, dice: int, tally: Tally, morale: int) -> dict[str, int | str]:
    """The dice, their modifiers and the total, and the Morale that the total is compared with."""
    return {"unit": title, "sum": in_full(dice, tally), "total": dice + tally.total, "morale": morale}


def passes_check(
    state: LnltState, piece: Unit | Vehicle, tally: Tally, purpose: int, rule: str, kinds: Either, labels: Either
) -> bool:
    """Two dice and the tally, not above Morale; the kind of its event, and the label of its outcome."""
    morale = piece.morale()
    dice = [state.dice.roll(6, purpose), state.dice.roll(6, purpose)]
    passed = sum(dice) + tally.total <= morale
    if state.recording:
        args = check_args(piece.title(), sum(dice), tally, morale)
        args["need"] = morale - tally.total
        number = piece.id if isinstance(piece, Unit) else VEHICLE_IDS + piece.id
        outcomes = [(f"unit:{number}", labels[0] if passed else labels[1])]
        state.tell(piece.hex, kinds[0] if passed else kinds[1], rule, args, dice, tally, outcomes)
    return passed
