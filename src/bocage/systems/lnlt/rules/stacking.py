"""Stacking (lnlt.core.1.3): three squads or their equivalent and two single men, per side and hex, at all times."""

from __future__ import annotations

from typing import Final

from bocage.systems.lnlt.rules.chart import BUNKER
from bocage.systems.lnlt.rules.forces import fit_together
from bocage.systems.lnlt.rules.traits import MOUNTED
from bocage.systems.lnlt.state import LnltState

MOST_HALF_SQUADS: Final = 6
MOST_SMC: Final = 2
MOST_MOUNTED: Final = 4  # half-squads among them that ride (lnlt.core.6.6)


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
    if half_squads > MOST_HALF_SQUADS or singles > MOST_SMC:
        return False
    return not state.scenario.cramped or is_in_order(state, seat, hex_, movers)


def is_in_order(state: LnltState, seat: int, hex_: int, movers: list[int]) -> bool:
    """What only some games ask for: forces that stand apart, horses (lnlt.core.6.6), small places (lnlt.core.21)."""
    stack = state.stacks[seat][hex_]
    if not fit_together(state, stack, movers):
        return False
    mounted = 0
    squads = 0
    teams = 0
    for group in (stack, movers):
        for number in group:
            type_ = state.units[number].type
            if type_.traits & MOUNTED:
                mounted += type_.size
            if type_.team is not None:
                teams += 1
            else:
                squads += type_.size
    place = state.board.place(hex_)
    if place is None:
        return mounted <= MOST_MOUNTED
    if mounted:
        return False  # nobody rides in
    for number in movers:
        team = state.units[number].type.team
        if team is not None and team.gun is not None:
            return False  # nor gets a gun in (lnlt.core.armour.11.1)
    return place.kind != BUNKER or (squads <= 2 * place.squads and teams <= 1)
