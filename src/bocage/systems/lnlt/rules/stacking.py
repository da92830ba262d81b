"""Stacking (lnlt.core.1.3): three squads or their equivalent and two single men, per side and hex, at all times."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban
from bocage.systems.lnlt.model.chart import BUNKER
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.forces import forbid_mixing
from bocage.systems.lnlt.rules.traits import MOUNTED
from bocage.systems.lnlt.state import LnltState

MOST_HALF_SQUADS: Final = 6
MOST_SMC: Final = 2
MOST_MOUNTED: Final = 4  # half-squads among them that ride (lnlt.core.6.6)


def forbid_stacking(state: LnltState, seat: int, hex_: int, movers: list[int]) -> Ban | None:  # lnlt.core.1.3
    """What keeps the movers from standing in this hex beside their friends there."""
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
        return bans.FULL
    return forbid_crowding(state, seat, hex_, movers) if state.scenario.cramped else None


def forbid_crowding(state: LnltState, seat: int, hex_: int, movers: list[int]) -> Ban | None:
    """What only some games ask for: forces that stand apart, horses (lnlt.core.6.6), small places (lnlt.core.21)."""
    stack = state.stacks[seat][hex_]
    ban = forbid_mixing(state, stack, movers)
    if ban is not None:
        return ban
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
        return None if mounted <= MOST_MOUNTED else bans.TOO_MANY_RIDERS
    if mounted:
        return bans.TOO_MANY_RIDERS  # nobody rides in
    for number in movers:
        team = state.units[number].type.team
        if team is not None and team.gun is not None:
            return bans.NO_GUN_INSIDE  # nor gets a gun in (lnlt.core.armour.11.1)
    fits = place.kind != BUNKER or (squads <= 2 * place.squads and teams <= 1)
    return None if fits else bans.BUNKER_FULL
