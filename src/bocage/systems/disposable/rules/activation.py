"""The activation of one unit: rally, mode, then moving, firing and charging in the order the player likes."""

from __future__ import annotations

from bocage.kernel.decision import Decision, is_point
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.systems.disposable import kinds
from bocage.systems.disposable.model import DISTANCE, HOLD, MANOEUVRE, MODES, RUN, SNEAK
from bocage.systems.disposable.rules.closecombat import Charge, contact_spots
from bocage.systems.disposable.rules.command import coherent
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.movement import can_join, is_lone, join
from bocage.systems.disposable.rules.moves import Move, entry_reach, reach_of
from bocage.systems.disposable.rules.rally import rally
from bocage.systems.disposable.rules.retreat import home_direction, put
from bocage.systems.disposable.rules.shooting import AIMED, Shooting, can_fire, throwers_in_range
from bocage.systems.disposable.state import JOINED, ON_TABLE, STEADY, WAITING, DisposableState, Unit

CANDIDATES = 12


class Activation(Procedure[DisposableState]):
    """dh.core.act.phases"""

    __slots__ = ("fired", "mode", "moved", "rallied", "unit")

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit
        self.mode = -1
        self.rallied = False
        self.moved = False
        self.fired = False

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        if self.step == 0:
            self.step = 1
            self.begin(state, unit)
        elif self.step == 1:
            state.ask(unit.seat, kinds.MODE, self.modes(state, unit))
        elif unit.place == JOINED or unit.status != STEADY or (unit.place != ON_TABLE and unit.place != WAITING):
            self.finish(state, unit)
        else:
            self.go_on(state, unit)

    def begin(self, state: DisposableState, unit: Unit) -> None:
        if state.recording:
            state.emit(Event("activate", "dh.core.turn.seq", {"unit": state.force(unit).name}))
        if unit.status != STEADY:
            self.rallied = True
            if not rally(state, unit):
                self.finish(state, unit)

    def modes(self, state: DisposableState, unit: Unit) -> list[int]:
        """No Run after rallying (dh.core.rally.pass); a scattered unit has to close up (dh.open.coherency_measure)."""
        if unit.place == WAITING:
            return [MANOEUVRE, RUN]
        options = [HOLD] if coherent(state, unit) else []
        options += [SNEAK, MANOEUVRE]
        if not self.rallied:
            options.append(RUN)
        return options

    def go_on(self, state: DisposableState, unit: Unit) -> None:
        reach: Reach | None = None
        options: list[int] = []
        if not self.moved and self.mode != HOLD:
            reach = entry_reach(state, unit, self.mode) if unit.place == WAITING else reach_of(state, unit, self.mode)
            options = reach.candidates(CANDIDATES)
            if not options:
                reach = None
        if unit.place == ON_TABLE:
            self.add_deeds(state, unit, options)
        if not options:
            self.finish(state, unit)
            return
        options.append(kinds.DONE)
        state.ask(unit.seat, kinds.STEP, options, reach)

    def add_deeds(self, state: DisposableState, unit: Unit, options: list[int]) -> None:
        """Firing, throwing, charging, joining, turning: whatever is open now (dh.core.act.order)."""
        ready = self.moved or coherent(state, unit)
        may_fire = not self.fired and self.mode != RUN and ready
        may_charge = not self.moved and not self.rallied and self.mode != HOLD and ready
        turning = not self.moved and self.mode != HOLD and self.has_arc(state, unit)
        for enemy in state.units:
            if enemy.seat == unit.seat or enemy.place != ON_TABLE:
                continue
            if may_fire:
                self.add_fire(state, unit, enemy, options)
            if may_charge and contact_spots(state, unit, enemy, self.mode, DISTANCE[self.mode]):
                options.append(kinds.CHARGE + enemy.index)
            if turning:
                options.append(kinds.FACE + enemy.index)
        if is_lone(state, unit):  # dh.move.single.2
            for friend in state.units:
                if can_join(state, unit, friend):
                    options.append(kinds.JOIN + friend.index)

    def add_fire(self, state: DisposableState, unit: Unit, enemy: Unit, options: list[int]) -> None:
        if can_fire(state, unit, enemy, self.mode, AIMED):
            options.append(kinds.FIRE + enemy.index)
        for n in range(len(throwers_in_range(state, unit, enemy))):
            options.append(kinds.GRENADE + enemy.index * 4 + n + 1)

    def has_arc(self, state: DisposableState, unit: Unit) -> bool:
        weapon = state.scenario.forces[unit.index].weapon
        return weapon is not None and weapon.arc

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        if decision.kind == kinds.MODE:
            self.mode = option
            self.step = 2
            if state.recording:
                args: dict[str, int | str] = {"unit": state.force(unit).name, "mode": f"@mode.{MODES[option]}"}
                state.emit(Event("mode", "dh.core.act.order.effects", args))
        elif is_point(option):
            reach = decision.region
            assert isinstance(reach, Reach)
            self.moved = True
            self.go(state, unit, reach.settle_option(option))
        else:
            self.act(state, unit, option)

    def go(self, state: DisposableState, unit: Unit, spots: list[int]) -> None:
        if unit.place == WAITING:
            arrive(state, unit, spots)
        else:
            state.push(Move(self.unit, self.mode, unit.figures[:], spots))

    def act(self, state: DisposableState, unit: Unit, option: int) -> None:
        verb = kinds.block(option)
        which = kinds.inner(option)
        if verb == kinds.DONE:
            self.finish(state, unit)
        elif verb == kinds.FIRE:
            self.fired = True
            state.push(Shooting(self.unit, which, self.mode, AIMED, 0, False))
        elif verb == kinds.GRENADE:
            self.fired = True
            state.push(Shooting(self.unit, which // 4, self.mode, AIMED, which % 4, False))
        elif verb == kinds.CHARGE:
            self.moved = True
            self.fired = True
            state.push(Charge(self.unit, which, self.mode))
        elif verb == kinds.JOIN:
            join(state, unit, state.units[which])
            if state.recording:
                names: dict[str, int | str] = {
                    "unit": state.force(unit).name, "other": state.force(state.units[which]).name,
                }  # fmt: skip
                state.emit(Event("join", "dh.move.single.2", names))
        else:  # turning is moving (dh.open.hmg_pivot)
            self.moved = True
            ex, ey = state.centre(state.units[which])
            x, y = state.centre(unit)
            unit.facing_x = ex - x
            unit.facing_y = ey - y

    def finish(self, state: DisposableState, unit: Unit) -> None:
        unit.activated = True
        state.pop()

    def copy(self) -> Activation:
        twin = Activation(self.unit)
        twin.step = self.step
        twin.mode = self.mode
        twin.rallied = self.rallied
        twin.moved = self.moved
        twin.fired = self.fired
        return twin

    def data(self) -> list[object]:
        return [self.step, self.unit, self.mode, self.rallied, self.moved, self.fired]


def arrive(state: DisposableState, unit: Unit, spots: list[int]) -> None:
    """Put a unit on the table, facing away from its own edge."""
    put(state, unit, spots)
    unit.place = ON_TABLE
    hx, hy = home_direction(state, unit.seat)
    unit.facing_x = -hx
    unit.facing_y = -hy
    if state.recording:
        state.emit(Event("arrive", "dh.core.deploy", {"unit": state.force(unit).name}))
