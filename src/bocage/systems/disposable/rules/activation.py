"""The activation of one unit: rally, mode, then moving, firing and charging in the order the player likes."""

from __future__ import annotations

from math import isqrt

from bocage.kernel.act import is_point, option_point
from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.systems.disposable.model.tables import (
    DISTANCE,
    FULL,
    HOLD,
    MANOEUVRE,
    MODES,
    ROUGH,
    RUN,
    SLOW,
    SNEAK,
)
from bocage.systems.disposable.rules import kinds
from bocage.systems.disposable.rules.accuracy import AIMED, INDIRECT, INSIDE
from bocage.systems.disposable.rules.armour import VehicleShooting
from bocage.systems.disposable.rules.choosing import Arrange, PickFirers
from bocage.systems.disposable.rules.closecombat import Charge, contact_spots
from bocage.systems.disposable.rules.command import coherent
from bocage.systems.disposable.rules.formation import Reach, edge_point
from bocage.systems.disposable.rules.grenades import can_be_thrown_at, throwers_in_range
from bocage.systems.disposable.rules.indirect import can_fire_indirectly
from bocage.systems.disposable.rules.movement import can_join, is_lone, join
from bocage.systems.disposable.rules.moves import CANDIDATES, Move, ambush_reach, entry_reach, reach_of, report_move
from bocage.systems.disposable.rules.rally import rally
from bocage.systems.disposable.rules.retreat import drive, home_direction, put
from bocage.systems.disposable.rules.shooting import Shooting, can_fire, can_launch, inside_firers, occupants
from bocage.systems.disposable.rules.snap import SnapWindow, triggers
from bocage.systems.disposable.rules.snipers import may_single_out, may_spot, spot
from bocage.systems.disposable.rules.vehicles import Mounting, can_mount, dismount_reach
from bocage.systems.disposable.state import (
    DESTROYED,
    JOINED,
    MOUNTED,
    ON_TABLE,
    PINNED,
    STEADY,
    WAITING,
    DisposableState,
    Unit,
)


def in_rough(state: DisposableState, unit: Unit) -> bool:
    """Nobody runs through rough ground: with a figure in it a unit cannot set out at a run (dh.core.move.terrain)."""
    for area in state.scenario.table.slow:
        if area.move == ROUGH:
            for figure in unit.figures:
                if area.shape.contains(state.x[figure], state.y[figure]):
                    return True
    return False


class Activation(Procedure[DisposableState]):
    """dh.core.act.phases"""

    __slots__ = ("fired", "joining", "looked", "mode", "moved", "rallied", "unit")

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit
        self.mode = -1
        self.rallied = False
        self.moved = False
        self.fired = False
        self.joining = False  # came nearer to the enemy, which only those do who join (dh.open.single_towards)
        self.looked = False  # has tried to spot a sniper (dh.open.spot_limits)

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        if self.step == 0:
            self.step = 1
            self.begin(state, unit)
        elif self.step == 1:
            modes = self.modes(state, unit)
            if len(modes) == 1:
                self.set_mode(state, unit, modes[0])
            else:
                state.ask(unit.seat, kinds.MODE, modes)
        elif not self.able(state, unit):
            self.finish(state, unit)
        else:
            self.go_on(state, unit)

    def able(self, state: DisposableState, unit: Unit) -> bool:
        """Still there, and steady; a pinned vehicle may fire (dh.core.veh.guts)."""
        if not unit.figures or unit.place == JOINED or unit.place == DESTROYED:
            return False
        return unit.status == STEADY or (unit.status == PINNED and state.vehicle(unit) is not None)

    def begin(self, state: DisposableState, unit: Unit) -> None:
        if state.recording:
            state.emit(Event("activate", "dh.core.turn.seq", {"unit": state.force(unit).name}))
        if unit.status != STEADY:
            self.rallied = True
            if not rally(state, unit) and not (unit.status == PINNED and state.vehicle(unit) is not None):
                self.finish(state, unit)

    def modes(self, state: DisposableState, unit: Unit) -> list[int]:
        """No Run after rallying (dh.core.rally.pass); a scattered unit has to close up (dh.open.coherency_measure)."""
        if state.vehicle(unit) is not None:
            return self.vehicle_modes(unit)
        if unit.place == MOUNTED:
            return [HOLD, MANOEUVRE]  # stay or get down (dh.core.veh.passengers)
        if unit.place == WAITING:
            return [HOLD] if state.force(unit).hidden else [MANOEUVRE, RUN]
        options = [HOLD] if coherent(state, unit) else []
        weapon = state.weapon(unit)
        if weapon is not None and weapon.gun:  # by hand, by two men at least (dh.core.crew)
            return [HOLD, SNEAK] if len(unit.figures) >= 2 or not options else options
        options += [SNEAK, MANOEUVRE]
        if not self.rallied and not in_rough(state, unit):
            options.append(RUN)
        return options

    def vehicle_modes(self, unit: Unit) -> list[int]:
        if unit.place == WAITING:
            return [SLOW, FULL]
        if unit.immobile or unit.status != STEADY:
            return [HOLD]
        return [HOLD, SLOW] if self.rallied else [HOLD, SLOW, FULL]

    def go_on(self, state: DisposableState, unit: Unit) -> None:
        reach = self.reach(state, unit)
        options = [] if reach is None else reach.candidates(CANDIDATES)
        if not options:
            reach = None
        if unit.place == ON_TABLE:
            if state.each and reach is not None and len(unit.figures) > 1 and coherent(state, unit):
                options.append(kinds.ARRANGE)
            self.add_deeds(state, unit, options)
        elif unit.place == MOUNTED and not self.fired and self.may_fire_from(state, unit):
            for enemy in state.units:
                if enemy.seat != unit.seat and enemy.place == ON_TABLE and can_fire(state, unit, enemy, HOLD, AIMED):
                    options.append(kinds.FIRE + enemy.index)
        if not options:
            self.finish(state, unit)
            return
        if not (self.joining and kinds.JOIN in [kinds.block(option) for option in options]):
            options.append(kinds.DONE)
        state.ask(unit.seat, kinds.STEP, options, reach)

    def reach(self, state: DisposableState, unit: Unit) -> Reach | None:
        """Where it may go now, if anywhere."""
        if self.moved:
            return None
        if unit.place == WAITING:
            return ambush_reach(state, unit) if state.force(unit).hidden else entry_reach(state, unit, self.mode)
        if self.mode == HOLD:
            return None
        return dismount_reach(state, unit) if unit.place == MOUNTED else reach_of(state, unit, self.mode)

    def may_fire_from(self, state: DisposableState, unit: Unit) -> bool:
        """Passengers fire only out of open-topped vehicles, half of them (dh.core.veh.passengers)."""
        vehicle = state.vehicle(state.units[unit.carrier])
        return self.mode == HOLD and vehicle is not None and vehicle.open_topped

    def add_deeds(self, state: DisposableState, unit: Unit, options: list[int]) -> None:
        """Firing, throwing, charging, joining, turning: whatever is open now (dh.core.act.order)."""
        vehicle = state.vehicle(unit) is not None
        ready = vehicle or self.moved or coherent(state, unit)
        may_fire = not self.fired and self.mode != RUN and ready
        may_charge = not self.moved and not self.rallied and self.mode != HOLD and ready and not vehicle
        turning = not self.moved and self.mode != HOLD and self.has_arc(state, unit)
        for enemy in state.units:
            if enemy.seat == unit.seat or enemy.place != ON_TABLE:
                continue
            if may_fire:
                self.add_fire(state, unit, enemy, options)
            if (
                may_charge
                and state.vehicle(enemy) is None
                and contact_spots(state, unit, enemy, self.mode, DISTANCE[self.mode])
            ):
                options.append(kinds.CHARGE + enemy.index)
            if turning:
                options.append(kinds.FACE + enemy.index)
        self.add_friends(state, unit, options)

    def add_friends(self, state: DisposableState, unit: Unit, options: list[int]) -> None:
        lone = is_lone(state, unit)  # dh.move.single.2
        mounting = self.mode == MANOEUVRE and not self.moved and not self.fired
        if not lone and not mounting:
            return
        for friend in state.units:
            if friend.seat != unit.seat:
                continue
            if lone and can_join(state, unit, friend):
                options.append(kinds.JOIN + friend.index)
            if mounting and can_mount(state, unit, friend, self.mode):
                options.append(kinds.MOUNT + friend.index)

    def add_fire(self, state: DisposableState, unit: Unit, enemy: Unit, options: list[int]) -> None:
        index = enemy.index
        mode = self.mode
        force = state.scenario.forces[unit.index]
        launching = force.launchers and can_launch(state, unit, enemy, mode)
        if can_fire(state, unit, enemy, mode, AIMED):
            options.append(kinds.FIRE + index)
            if state.vehicle(enemy) is None:
                if may_single_out(state, unit, enemy):
                    options.append(kinds.MARK + index)
                if state.each and len(unit.figures) > 1 and state.weapon(unit) is None and state.vehicle(unit) is None:
                    options.append(kinds.PICK + index)
        elif not self.looked and may_spot(state, unit, enemy):
            options.append(kinds.SPOT + index)
        if launching:
            options.append(kinds.GRENADE + index * 8 + kinds.LAUNCH)
        if force.grenades and can_be_thrown_at(state, enemy):
            for n in range(len(throwers_in_range(state, unit, enemy))):
                options.append(kinds.GRENADE + index * 8 + n + 1)
                if launching:
                    options.append(kinds.GRENADE + index * 8 + kinds.LAUNCH + n + 1)
        if mode == HOLD and force.weapon is not None and can_fire_indirectly(state, unit, enemy, mode):
            options.append(kinds.INDIRECT + index)
        if state.vehicle(enemy) is not None and inside_firers(state, unit, enemy, mode):
            options.append(kinds.INSIDE + index)

    def has_arc(self, state: DisposableState, unit: Unit) -> bool:
        weapon = state.weapon(unit)
        return weapon is not None and weapon.arc

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        if decision.kind == kinds.MODE:
            self.set_mode(state, unit, option)
        elif is_point(option):
            reach = decision.region
            assert isinstance(reach, Reach)
            self.moved = True
            x, y = option_point(option)
            self.joining = len(reach.foe_x) > 0 and reach.advances(x, y)
            self.go(state, unit, reach.settle(x, y))
        else:
            self.act(state, unit, option)

    def set_mode(self, state: DisposableState, unit: Unit, mode: int) -> None:
        self.mode = mode
        self.step = 2
        if state.vehicle(unit) is not None:
            unit.speed = 0
        if state.recording:
            args: dict[str, int | str] = {"unit": state.force(unit).name, "mode": f"@mode.{MODES[mode]}"}
            state.emit(Event("mode", "dh.core.act.order.effects", args))

    def go(self, state: DisposableState, unit: Unit, spots: list[int]) -> None:
        if state.vehicle(unit) is not None:
            self.drive(state, unit, spots)
        elif unit.place == WAITING:
            arrive(state, unit, spots)
            self.be_seen(state)
        elif unit.place == MOUNTED:
            carrier = state.units[unit.carrier]
            unit.carrier = -1
            arrive(state, unit, spots)
            unit.facing_x = carrier.facing_x
            unit.facing_y = carrier.facing_y
            self.be_seen(state)
        else:
            state.push(Move(self.unit, self.mode, unit.figures[:], spots))

    def be_seen(self, state: DisposableState) -> None:
        """Whoever comes in or gets down at a Manoeuvre or Run draws snap fire like any other (dh.snap.2)."""
        if triggers(self.mode):
            state.push(SnapWindow(self.unit, False, -1))

    def drive(self, state: DisposableState, unit: Unit, spots: list[int]) -> None:
        """The hull turns into the way it goes; slowly it may go in reverse (dh.core.veh.move)."""
        hull = unit.figures[0]
        x = state.x[hull]
        y = state.y[hull]
        entering = unit.place == WAITING
        if entering:
            arrive(state, unit, spots)
            x, y = edge_point(state.scenario.table, state.scenario.sides[unit.seat].edge, spots[0], spots[1])
            unit.speed = abs(spots[0] - x) + abs(spots[1] - y)
        else:
            dx = spots[0] - x
            dy = spots[1] - y
            forward = unit.facing_x * dx + unit.facing_y * dy >= 0
            unit.facing_x = dx if forward else -dx
            unit.facing_y = dy if forward else -dy
            unit.speed = isqrt(dx * dx + dy * dy)
        drive(state, unit, spots[0], spots[1])
        if state.recording and not entering:
            report_move(state, unit, self.mode, x, y, "dh.core.veh.move")

    def act(self, state: DisposableState, unit: Unit, option: int) -> None:
        verb = kinds.block(option)
        which = kinds.inner(option)
        if verb == kinds.DONE:
            self.finish(state, unit)
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
        elif verb == kinds.MOUNT:
            self.moved = True
            self.fired = True
            state.push(Mounting(self.unit, self.mode, unit.figures[:], which))
        elif verb == kinds.SPOT:
            self.looked = True
            spot(state, unit, state.units[which])
        elif verb == kinds.ARRANGE:
            self.moved = True
            state.push(Arrange(self.unit, self.mode))
        elif verb == kinds.FACE:  # turning is moving (dh.open.hmg_pivot)
            self.moved = True
            ex, ey = state.centre(state.units[which])
            x, y = state.centre(unit)
            unit.facing_x = ex - x
            unit.facing_y = ey - y
        else:
            self.fired = True
            self.shoot(state, verb, which)

    def shoot(self, state: DisposableState, verb: int, which: int) -> None:
        how = AIMED
        throwers = 0
        if verb == kinds.GRENADE:
            throwers = which % 8
            which //= 8
        elif verb == kinds.MARK:
            throwers = kinds.SINGLED
        elif verb == kinds.INDIRECT:
            how = INDIRECT
        target = state.units[which]
        if verb == kinds.INSIDE:
            state.push(Shooting(self.unit, occupants(state, target).index, self.mode, INSIDE, 0, False))
        elif verb == kinds.PICK:
            state.push(PickFirers(self.unit, which, self.mode))
        elif state.vehicle(target) is not None:
            state.push(VehicleShooting(self.unit, which, self.mode, how, throwers))
        else:
            state.push(Shooting(self.unit, which, self.mode, how, throwers, False))

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
        twin.joining = self.joining
        twin.looked = self.looked
        return twin

    def data(self) -> list[object]:
        return [self.step, self.unit, self.mode, self.rallied, self.moved, self.fired, self.joining, self.looked]


def arrive(state: DisposableState, unit: Unit, spots: list[int]) -> None:
    """Put a unit on the table, facing away from its own edge."""
    put(state, unit, spots)
    unit.place = ON_TABLE
    hx, hy = home_direction(state, unit.seat)
    unit.facing_x = -hx
    unit.facing_y = -hy
    if state.recording:
        state.emit(Event("arrive", "dh.core.deploy", {"unit": state.force(unit).name}))
