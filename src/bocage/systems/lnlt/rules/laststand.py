"""Shaken troops who rally or die when an enemy enters their hex: SS Fanaticism, Panache, the Fanatic card.

They try before the Melee, Leaders first; who fails is lost (lnlt.hon.13.3.1a, lnlt.hid.13.1.2i).
"""

from __future__ import annotations

from bocage.kernel import Decision, Procedure, first
from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.kinds import HALF_SQUAD, LEADER, SQUAD
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.rally import BY_PAIRS, STANDING, STANDS, RallyAttempt, fall, has_leader, stand_rule
from bocage.systems.lnlt.rules.skills import FANATIC
from bocage.systems.lnlt.rules.traits import FANATICISM, PANACHE
from bocage.systems.lnlt.state import LnltState


def who_stand(state: LnltState, seat: int, hex_: int, doomed: bool) -> list[int]:
    """Those who may try, Leaders first (lnlt.hon.13.3.1b). Beside comrades who fight for them, and keep them from being
    `doomed`, Panache gives a try (lnlt.hid.13.1.2i), and SS must try (lnlt.core.option.ss_stand)."""
    try_beside = PANACHE | FANATICISM if state.edition.ss_always_stand else PANACHE
    leaders: list[int] = []
    others: list[int] = []
    fanatic = fanatic_leader(state, seat, hex_)
    for number in state.stacks[seat][hex_]:
        unit = state.units[number]
        if not unit.flags & SHAKEN or (not doomed and not unit.type.traits & try_beside):
            continue
        if number == fanatic or (unit.type.traits & FANATICISM and unit.type.kind == LEADER):  # lnlt.boh.13.81b
            leaders.append(number)  # lnlt.boh.25.2.fanatic.b
        elif fanatic != GONE or (unit.type.kind in (SQUAD, HALF_SQUAD) and unit.type.traits & (FANATICISM | PANACHE)):
            others.append(number)
    return leaders + others


def fanatic_leader(state: LnltState, seat: int, hex_: int) -> int:
    """The Leader with the card, Shaken or not (lnlt.boh.25.2.fanatic.a)."""
    if state.skilled:
        for number in state.stacks[seat][hex_]:
            unit = state.units[number]
            if unit.skill == FANATIC and unit.type.kind == LEADER:
                return number
    return GONE


def stands_by_pairs(state: LnltState, unit: Unit) -> bool:
    """Panache needs a pair (lnlt.hid.13.1.2i), but beside a Leader it is an ordinary attempt (lnlt.hid.13.1.2j)."""
    return bool(unit.type.traits & PANACHE) and not has_leader(state, unit)


class LastStand(Procedure[LnltState]):
    __slots__ = ("free", "hex", "seat", "waiting")

    def __init__(self, seat: int, hex_: int, waiting: list[int], free: bool) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.waiting = waiting
        self.free = free  # to stay Shaken instead

    def advance(self, state: LnltState) -> None:
        """One after the other; a roll by pairs that fails kills as well (lnlt.hid.13.1.2k)."""
        if self.step:
            self.step = 0
            self.bury(state)
        if not self.waiting:
            state.pop()
            return
        if self.free and not state.units[self.waiting[0]].type.traits & FANATICISM:
            state.ask(self.seat, acts.LAST_STAND, [acts.KEEP_DOWN.act(), acts.STAND.on(self.waiting[0])])
        else:
            self.stand(state, state.units[self.waiting[0]])

    def stand(self, state: LnltState, unit: Unit) -> None:  # lnlt.core.8.0
        self.step = 1
        if not self.held_by_card(state, unit):
            self.report(state, unit)
            state.push(RallyAttempt(unit.id, BY_PAIRS if stands_by_pairs(state, unit) else STANDING))

    def report(self, state: LnltState, unit: Unit) -> None:
        if state.recording:
            state.tell(self.hex, "stands", stand_rule(state, unit, STANDS), {"unit": unit.title()})

    def bury(self, state: LnltState) -> None:
        unit = state.units[self.waiting[0]]
        self.waiting = self.waiting[1:]
        if unit.hex != GONE and unit.flags & SHAKEN:
            fall(state, unit)

    def held_by_card(self, state: LnltState, unit: Unit) -> bool:
        """If the Fanatic Leader fails, the others may not try; he stood first (lnlt.boh.25.2.fanatic.e)."""
        if unit.type.traits & (FANATICISM | PANACHE) or unit.skill == FANATIC:
            return False
        leader = fanatic_leader(state, self.seat, self.hex)
        return leader == GONE or bool(state.units[leader].flags & SHAKEN)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:  # lnlt.core.8.0
        if acts.ACTS.of(option) is acts.KEEP_DOWN:
            self.waiting = self.waiting[1:]
        else:
            self.stand(state, state.units[first(option)])
