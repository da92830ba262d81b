"""Forces that stand apart (lnlt.core.13): who may not stack with whom, and the Partisans (lnlt.nosb.13.53)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Decision, Procedure, first
from bocage.systems.lnlt.model.kinds import LEADER
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.traits import PARTISAN
from bocage.systems.lnlt.state import LnltState

MOST_LEADERLESS: Final = 2  # Partisan MMCs in a hex without a Leader (lnlt.nosb.13.53c)


def forbid_mixing(state: LnltState, stack: list[int], movers: list[int]) -> Ban | None:
    """Soviets of different colours do not stack (lnlt.nosb.13.5c); more than two Partisan MMCs need a Leader."""
    force = -1  # those whose colour all of them share
    partisans = 0
    led = False
    for group in (stack, movers):
        for number in group:
            type_ = state.units[number].type
            if type_.apart:
                force &= type_.force  # a Commissar is of two, but no Partisan (lnlt.nosb.11.9a)
                if not force:
                    return bans.APART
            if type_.kind == LEADER:
                led = True
            elif type_.mmc and type_.traits & PARTISAN:
                partisans += 1
    return None if led or partisans <= MOST_LEADERLESS else bans.TOO_MANY_PARTISANS


def may_leave(state: LnltState, seat: int, hex_: int, movers: list[int]) -> bool:
    """A Leader does not walk away from Partisans who could not stay without him (lnlt.nosb.13.53c)."""
    rest = [number for number in state.stacks[seat][hex_] if number not in movers]
    return forbid_mixing(state, rest, []) is None


def at_home_in_woods(state: LnltState, hex_: int) -> bool:
    """Partisans, who stack with nobody else, hide better there (lnlt.nosb.13.53o, lnlt.nosb.13.53p)."""
    for seat in (0, 1):
        for number in state.stacks[seat][hex_]:
            if state.units[number].type.traits & PARTISAN:
                return True
    return False


def has_run_away(state: LnltState, seat: int, hex_: int) -> bool:
    return forbid_mixing(state, state.stacks[seat][hex_], []) is not None


class Disband(Procedure[LnltState]):
    """Their Leader dead, three Partisan MMCs lose one, which their player picks (lnlt.nosb.13.53d)."""

    __slots__ = ("hex", "seat")

    def __init__(self, seat: int, hex_: int) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_

    def advance(self, state: LnltState) -> None:  # lnlt.nosb.13.53c
        options: list[int] = []
        if has_run_away(state, self.seat, self.hex):
            for number in state.stacks[self.seat][self.hex]:
                if state.units[number].type.mmc:
                    options.append(acts.DISBAND_UNIT.on(number))
        if options:
            state.ask(self.seat, acts.DISBAND, options)
        else:
            state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        unit: Unit = state.units[first(option)]
        state.tell_of(unit, "disbands", "lnlt.nosb.13.53d", hex_=self.hex)
        state.eliminate(unit)


def mourn(state: LnltState) -> bool:
    """After a Leader's death: push the loss of those who followed him, if any. Tells whether it did."""
    while state.bereaved:
        hex_, seat = state.bereaved.pop()
        if has_run_away(state, seat, hex_):
            state.push(Disband(seat, hex_))
            return True
    return False
