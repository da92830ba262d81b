"""The Activation Phase: orders are revealed in ascending order and their units act."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.systems.normandie.kinds import (
    ACT,
    ACTIVATION,
    APPROACH,
    ASSAULT,
    BLUFF,
    FIRE,
    MOVE,
    NO_TOKEN,
    PASS,
    SUPPRESS,
    UNITS,
)
from bocage.systems.normandie.rules.abilities import can_conceal
from bocage.systems.normandie.rules.firing import can_fire, can_suppress, shoot
from bocage.systems.normandie.rules.movement import Movement, can_approach, can_assault, steps
from bocage.systems.normandie.rules.victory import may_leave, pick_up
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, known_name


class ActivationPhase(Procedure[NormandieState]):
    """Sides take turns revealing their lowest number, the one with initiative first (hon.act.start.1)."""

    __slots__ = ("turn",)

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0

    def advance(self, state: NormandieState) -> None:
        if self.step == 0:
            self.step = 1
            state.phase = ACTIVATION
            self.turn = state.initiative
        unit = lowest_order(state, self.turn)
        if unit is None:
            state.exhausted[self.turn] = True
            self.turn = 1 - self.turn  # hon.act.alternate.2
            unit = lowest_order(state, self.turn)
        if unit is None:
            state.exhausted[self.turn] = True
            state.pop()
            return
        self.turn = 1 - unit.seat  # hon.act.alternate.1
        reveal(state, unit)
        state.push(Activation(unit.id))

    def copy(self) -> ActivationPhase:
        twin = ActivationPhase()
        twin.step = self.step
        twin.turn = self.turn
        return twin

    def data(self) -> list[object]:
        return [self.step, self.turn]


def lowest_order(state: NormandieState, seat: int) -> Unit | None:
    """The next number still face down; gaps are skipped, bluffs never count (hon.open.alt.1, hon.bluff.effect.1)."""
    found: Unit | None = None
    lowest = BLUFF
    for unit in state.units:
        if unit.seat == seat and NO_TOKEN < unit.token < lowest and not unit.shown and unit.status == FIELD:
            found = unit
            lowest = unit.token
    return found


def reveal(state: NormandieState, unit: Unit) -> None:
    unit.shown = True
    state.seen[unit.seat] |= 1 << unit.token
    state.revealed = True
    if state.recording:
        args: dict[str, int | str] = {"n": unit.token, "side": "@nation." + unit.counter.nation}
        state.report("activate", "hon.act.alternate.1", unit, args, unit.cell)


class Activation(Procedure[NormandieState]):
    """One action: Move or Assault, or Fire (hon.act.choice.1); doing nothing is a move of 0 (hon.open.act.none.1)."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        if self.step == 0:
            self.step = 1
            options = actions(state, unit)
            if len(options) > 1:
                state.ask(unit.seat, ACT, options)
                return
            pick_up(state, unit)
        unit.acted = True
        state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        action = option // UNITS
        target = state.units[option % UNITS]
        if action == PASS:
            if state.recording:
                state.report("pass", "hon.open.act.none.1", unit, {}, unit.cell)
            pick_up(state, unit)
        elif action in (FIRE, SUPPRESS):
            shoot(state, unit, target, action == SUPPRESS)
        else:
            if action != MOVE and state.recording:
                state.emit(Event("assault-announced", "hon.assault.announce.1", announcement(unit, target)))
            aim = -1 if action == MOVE else target.id
            state.push(Movement(unit.id, unit.points(), aim, action == ASSAULT))

    def copy(self) -> Activation:
        twin = Activation(self.unit)
        twin.step = self.step
        return twin

    def data(self) -> list[object]:
        return [self.step, self.unit]


def announcement(unit: Unit, target: Unit) -> dict[str, int | str]:
    return {"unit": known_name(unit), "target": known_name(target)}


def actions(state: NormandieState, unit: Unit) -> list[int]:
    """Everything the unit may do now, as options of ACT."""
    options = [PASS * UNITS]
    points = unit.points()
    if points > 0:
        if steps(state, unit, unit.cell, points) or can_conceal(unit) or may_leave(state, unit):
            options.append(MOVE * UNITS)
    elif can_conceal(unit):
        options.append(MOVE * UNITS)
    for enemy in state.units:
        if enemy.seat == unit.seat or enemy.status != FIELD:
            continue
        if can_fire(state, unit, enemy):
            options.append(FIRE * UNITS + enemy.id)
            if can_suppress(unit):
                options.append(SUPPRESS * UNITS + enemy.id)
        if can_assault(state, unit, enemy):
            options.append(ASSAULT * UNITS + enemy.id)
        if can_approach(state, unit, enemy, points):
            options.append(APPROACH * UNITS + enemy.id)
    return options
