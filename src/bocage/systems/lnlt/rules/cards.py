"""Skill cards played in an impulse (lnlt.core.12): Decisive, Preempt, The Ambush."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.kernel import Decision, Procedure, first
from bocage.systems.lnlt.model.flags import DOUBLE, MARKED, SHAKEN, SPRUNG
from bocage.systems.lnlt.model.kinds import LEADER
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.activation import Activation
from bocage.systems.lnlt.rules.procedures import Counted
from bocage.systems.lnlt.rules.skills import DECISIVE, NO_SKILL, PREEMPT, THE_AMBUSH, has
from bocage.systems.lnlt.state import LnltState

AT_ONCE: Final = 1 << DECISIVE | 1 << THE_AMBUSH  # cards played at the start of an impulse


def card_impulses(state: LnltState, seat: int) -> list[int]:
    """Cards that a side may play at the start of its impulse."""
    found: list[int] = []
    for unit in state.units:
        if unit.skill == NO_SKILL or unit.seat != seat or unit.hex < 0:
            continue
        if has(unit, DECISIVE) and unit.flags & MARKED and not state.in_melee(unit.hex):
            found.append(acts.DECIDE.on(unit.id))
        elif has(unit, THE_AMBUSH) and near_enemy(state, unit):
            found.append(acts.SPRING.on(unit.id))
    return found


# ---- Decisive


def decide(state: LnltState, leader: Unit) -> None:
    """Once in the game: the markers come off him and his stack, and they act again (lnlt.boh.25.2.decisive.c)."""
    leader.skill = NO_SKILL
    for number in state.stacks[leader.seat][leader.hex]:
        state.unmark(state.units[number], MARKED | DOUBLE)
    state.tell_of(leader, "decisive", "lnlt.boh.25.2.decisive.b")
    state.push(Activation(leader.seat, leader.hex))


# ---- The Ambush


def near_enemy(state: LnltState, unit: Unit) -> bool:
    near = state.board.neighbour_mask[unit.hex] | 1 << unit.hex
    return bool(near & state.occupied[1 - unit.seat])


class SpringAmbush(Counted):
    """Played next to the enemy, or in his hex; one die. What it does is lost in our source; by our own ruling an even
    die makes every Melee of this impulse an ambush (lnlt.core.8.4), of the Hero or of the Leader's stack."""

    __slots__ = ()
    rule: ClassVar[str] = "lnlt.boh.25.2.the-ambush.a"

    def advance(self, state: LnltState) -> None:
        holder = state.units[self.unit]
        die = state.dice.roll(6, acts.FOR_SKILL)
        sprung = die % 2 == 0
        holder.skill = NO_SKILL
        if sprung:
            group = state.stacks[holder.seat][holder.hex] if holder.type.kind == LEADER else [holder.id]
            for number in group:
                state.mark(state.units[number], SPRUNG)
        if state.recording:
            kind = "ambush-sprung" if sprung else "ambush-fails"
            outcomes = [("ambush", "sprung" if sprung else "fails")]
            state.tell(holder.hex, kind, self.rule, {"unit": holder.title()}, [die], None, outcomes)
        state.pop()


def end_ambush(state: LnltState) -> None:
    for unit in state.units:
        unit.flags &= ~SPRUNG  # lnlt.boh.25.2.the-ambush.a


# ---- Preempt


def preempters(state: LnltState, seat: int) -> list[int]:
    """Unmarked holders with something to do (lnlt.boh.25.2.preempt.d)."""
    found: list[int] = []
    for unit in state.units:
        if unit.skill != PREEMPT or unit.seat != seat or unit.hex < 0 or unit.flags & (SHAKEN | MARKED):
            continue
        if not state.in_melee(unit.hex) and early_activation(state, unit).options(state):
            found.append(acts.ACT_FIRST.on(unit.id))
    return found


def early_activation(state: LnltState, unit: Unit) -> Activation:
    """The Leader with all units of his hex that are unmarked, or the Hero alone (lnlt.boh.25.2.preempt.c)."""
    found = Activation(unit.seat, unit.hex)
    found.step = 1
    group = state.stacks[unit.seat][unit.hex] if unit.type.kind == LEADER else [unit.id]
    for number in group:
        if not state.units[number].flags & MARKED:
            found.activated |= 1 << number
    return found


class Preemption(Procedure[LnltState]):
    """The enemy has said who acts; a holder may act before they do (lnlt.boh.25.2.preempt.b)."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def advance(self, state: LnltState) -> None:
        holders = preempters(state, self.seat) if self.step == 0 else []
        if holders:
            state.ask(self.seat, acts.PREEMPTION, [acts.DECLINE.act(), *holders])
        else:
            state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        self.step = 1
        if acts.ACTS.of(option) is acts.DECLINE:
            return
        unit = state.units[first(option)]
        activation = early_activation(state, unit)
        unit.skill = NO_SKILL
        state.tell_of(unit, "preempts", "lnlt.boh.25.2.preempt.b")
        state.push(activation)
