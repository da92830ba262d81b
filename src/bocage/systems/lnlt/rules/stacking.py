"""Stacking (lnlt.core.1.3): three squads or their equivalent and two single men, per side and hex, at all times."""

from __future__ import annotations

from typing import Final

from bocage.systems.lnlt.state import LnltState

MOST_HALF_SQUADS: Final = 6
MOST_SMC: Final = 2


def has_room(state: LnltState, seat: int, hex_: int, movers: list[int]) -> bool:
    """Whether the movers may stand in this hex beside their friends there."""
    units = state.units
    half_squads = 0
    singles = 0
    for number in movers:
        size = units[number].type.size
        if size:
            half_squads += size
        else:
            singles += 1
    for number in state.stacks[seat][hex_]:
        size = units[number].type.size
        if size:
            half_squads += size
        else:
            singles += 1
    return half_squads <= MOST_HALF_SQUADS and singles <= MOST_SMC
