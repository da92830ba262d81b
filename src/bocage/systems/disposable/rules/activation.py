"""The activation of one unit: rally, mode, then moving, firing and charging in the order the player likes."""

from __future__ import annotations

from math import isqrt

from bocage.kernel import Decision, Verb, first, option_piece, option_point, second
from bocage.systems.disposable.model.tables import HOLD, MODES
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.accuracy import AIMED, INDIRECT, INSIDE
from bocage.systems.disposable.rules.armour import VehicleShooting
from bocage.systems.disposable.rules.arranging import Arrange, joined, prices, start_from
from bocage.systems.disposable.rules.bearing import forbid_fire, forbid_inside, forbid_launch, occupants, quick_reach
from bocage.systems.disposable.rules.choosing import PickFirers
from bocage.systems.disposable.rules.closecombat import Charge, forbid_charge, grenades_used
from bocage.systems.disposable.rules.deeds import Deeds
from bocage.systems.disposable.rules.facing import Facing, has_front
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.grenades import throwers_in_range
from bocage.systems.disposable.rules.indirect import forbid_indirect
from bocage.systems.disposable.rules.movement import forbid_joining, is_lone, join
from bocage.systems.disposable.rules.moves import CANDIDATES, Move, ambush_reach, entry_reach, reach_of, report_move
from bocage.systems.disposable.rules.rally import Rally
from bocage.systems.disposable.rules.retreat import drive, home_direction, put
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.rules.snap import SnapWindow, triggers
from bocage.systems.disposable.rules.snipers import Spotting, forbid_singling_out, forbid_spotting
from bocage.systems.disposable.rules.vehicles import Mounting, dismount_reach, forbid_mounting, ways_to
from bocage.systems.disposable.rules.walking import edge_point
from bocage.systems.disposable.state import (
    MAY_SNAP,
    MOUNTED,
    ON_TABLE,
    PINNED,
    SNAPPED_NOW,
    STEADY,
    WAITING,
    DisposableState,
    Unit,
)


class Activation(Deeds):
    """One unit acts: it chooses a mode, then moves, fires and charges as it likes."""

    __slots__ = ()

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        if self.step == 0:
            self.step = 1
            self.begin(state, unit)
        elif not self.able(state, unit):
            self.finish(state, unit)
        elif self.step == 1:
            modes = self.modes(state, unit)
            if len(modes) == 1:
                self.set_mode(state, unit, modes[0])
            else:
                state.ask(unit.seat, decisions.MODE, [acts.MODES[mode].number for mode in modes])
        else:
            self.go_on(state, unit)

    def able(self, state: DisposableState, unit: Unit) -> bool:
        """Still there, and steady; a pinned vehicle may fire (dh.core.veh.guts)."""
        if unit.place not in (ON_TABLE, WAITING, MOUNTED):
            return False
        return unit.status == STEADY or (unit.status == PINNED and state.vehicle(unit) is not None)

    def begin(self, state: DisposableState, unit: Unit) -> None:
        state.report("activate", "dh.core.turn.seq", unit)
        for enemy in state.units:
            if enemy.snapped == SNAPPED_NOW:  # at another enemy it may fire again (dh.open.snap_limits)
                enemy.snapped = MAY_SNAP
        if unit.status != STEADY:
            self.rallied = True
            state.push(Rally(self.unit))

    def go_on(self, state: DisposableState, unit: Unit) -> None:
        """Whatever is open to it now (dh.core.act.phases)."""
        reach = self.reach(state, unit)
        options = [] if reach is None else reach.candidates(CANDIDATES)
        if not options:
            reach = None
        if self.via or self.trail:
            self.ask_on_the_way(state, unit, options, reach)
            return
        if unit.place == ON_TABLE:
            if reach is not None and self.forbid_arranging(state, unit) is None:
                options.append(acts.VIA.act())
            self.add_deeds(state, unit, options)
        elif unit.place == MOUNTED:
            self.add_riders_fire(state, unit, options)
        if not options:
            self.finish(state, unit)
            return
        if not (self.joining and acts.JOIN in [acts.ACTS.of(option) for option in options]):
            options.append(acts.DONE.act())
        state.ask(unit.seat, decisions.STEP, options, reach)

    def add_riders_fire(self, state: DisposableState, unit: Unit, options: list[int]) -> None:
        """Out of the vehicle they sit in (dh.core.veh.passengers)."""
        if self.forbid_firing(state, unit, True) is None:
            for enemy in state.enemies(unit.seat):
                if forbid_fire(state, unit, enemy, HOLD, AIMED) is None:
                    options.append(acts.FIRE.on(enemy.index))

    def ask_on_the_way(self, state: DisposableState, unit: Unit, options: list[int], reach: Reach | None) -> None:
        """The points to go on to; another way-point may come first, or the last was the end. Nothing else comes
        between."""
        if not self.via:
            options += [acts.VIA.act(), acts.DONE.act()] if options else [acts.DONE.act()]
        state.ask(unit.seat, decisions.WAY if self.via else decisions.STEP, options, reach)

    def reach(self, state: DisposableState, unit: Unit) -> Reach | None:
        """Where it may go now, if anywhere."""
        if self.moved:
            return None
        if unit.place == WAITING:
            return ambush_reach(state, unit) if state.force(unit).hidden else entry_reach(state, unit, self.mode)
        if self.mode == HOLD:
            return None
        if unit.place == MOUNTED:
            return dismount_reach(state, unit)
        reach = reach_of(state, unit, self.mode)
        if self.trail:
            start_from(reach, [way[-2] for way in self.trail], [way[-1] for way in self.trail], self.spent)
        return reach

    def add_deeds(self, state: DisposableState, unit: Unit, options: list[int]) -> None:
        """Firing, throwing, charging, joining, turning: whatever is open now (dh.core.act.order)."""
        ready = self.is_ready(state, unit)
        may_fire = self.forbid_firing(state, unit, ready) is None
        may_charge = self.forbid_charging(state, unit, ready) is None
        if self.forbid_turning(state, unit) is None:
            options.append(acts.FACE.act())
        forces = state.scenario.forces
        force = forces[unit.index]
        thrown = quick_reach(state, unit, force.throws[self.mode]) if force.launchers or force.grenades else 0
        far = max(thrown, quick_reach(state, unit, force.reaches[self.mode]))
        for enemy in state.units:
            if enemy.seat == unit.seat or enemy.place != ON_TABLE:
                continue
            if may_fire and (forces[enemy.index].sniper or not unit.beyond(enemy, far)):
                self.add_fire(state, unit, enemy, options, thrown)
            if may_charge and forbid_charge(state, unit, enemy, self.mode) is None:
                for grenades in range(grenades_used(state, unit), -1, -1):
                    options.append(acts.CHARGE.act(enemy.index, grenades))
        self.add_friends(state, unit, options)

    def add_friends(self, state: DisposableState, unit: Unit, options: list[int]) -> None:
        lone = is_lone(state, unit)  # dh.move.single.2
        mounting = self.forbid_boarding() is None
        if not lone and not mounting:
            return
        for friend in state.units:
            if friend.seat != unit.seat:
                continue
            if lone and forbid_joining(state, unit, friend) is None:
                options.append(acts.JOIN.on(friend.index))
            if mounting and forbid_mounting(state, unit, friend, self.mode) is None:
                options.append(acts.MOUNT.on(friend.index))

    def add_fire(self, state: DisposableState, unit: Unit, enemy: Unit, options: list[int], thrown: int) -> None:
        index = enemy.index
        mode = self.mode
        force = state.scenario.forces[unit.index]
        armoured = state.scenario.forces[index].vehicle is not None
        if forbid_fire(state, unit, enemy, mode, AIMED) is None:
            options.append(acts.FIRE.on(index))
            if not armoured and (force.sniper or state.each):
                self.add_choosing(state, unit, enemy, options)
        elif state.scenario.forces[index].sniper and not self.looked and forbid_spotting(state, unit, enemy) is None:
            options.append(acts.SPOT.on(index))
        if thrown and not unit.beyond(enemy, thrown):
            self.add_throws(state, unit, enemy, options)
        if mode == HOLD and force.weapon is not None and forbid_indirect(state, unit, enemy, mode) is None:
            options.append(acts.INDIRECT.on(index))
        if armoured and forbid_inside(state, unit, enemy, mode) is None:
            options.append(acts.INSIDE.on(index))

    def add_choosing(self, state: DisposableState, unit: Unit, enemy: Unit, options: list[int]) -> None:
        """To name the man who is fired at, or those who fire."""
        if forbid_singling_out(state, unit, enemy) is None:
            options.append(acts.SINGLE_OUT.on(enemy.index))
        if self.forbid_picking(state, unit) is None:
            options.append(acts.PICK.on(enemy.index))

    def add_throws(self, state: DisposableState, unit: Unit, enemy: Unit, options: list[int]) -> None:
        force = state.scenario.forces[unit.index]
        launching = force.launchers and forbid_launch(state, unit, enemy, self.mode) is None
        if launching:
            options.append(acts.LAUNCH.act(enemy.index, 0))
        if force.grenades:
            for n in range(len(throwers_in_range(state, unit, enemy))):
                options.append(acts.GRENADE.act(enemy.index, n + 1))
                if launching:
                    options.append(acts.LAUNCH.act(enemy.index, n + 1))

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        verb = acts.ACTS.of(option)
        if decision.kind is decisions.MODE:
            self.set_mode(state, unit, acts.MODES.index(verb))
        elif verb is acts.TO:
            reach = decision.region
            assert isinstance(reach, Reach)
            x, y = option_point(option)
            if self.via:
                self.pass_by(reach, reach.settle(x, y))
                return
            self.moved = True
            self.joining = reach.advances(x, y)
            self.go(state, unit, reach, reach.settle(x, y), option_piece(option) >= 0)
        elif verb is acts.DONE:
            self.end_here(state, unit)
        elif verb is acts.VIA:
            self.via = True
        elif verb is acts.FACE:
            self.moved = True
            state.push(Facing(self.unit, state.vehicle(unit) is not None))
        else:
            self.act(state, unit, verb, state.units[first(option)], second(option))

    def pass_by(self, reach: Reach, spots: list[int]) -> None:
        """Note a way-point (dh.open.way)."""
        ways = reach.routes(spots)
        self.spent = prices(reach, ways)
        self.trail = joined(self.trail, ways)
        self.via = False

    def end_here(self, state: DisposableState, unit: Unit) -> None:
        """Finish, at the last way-point where there is one."""
        if not self.trail:
            self.finish(state, unit)
            return
        ways, self.trail = self.trail, []
        self.moved = True
        state.push(Move(self.unit, self.mode, unit.figures[:], ways))

    def set_mode(self, state: DisposableState, unit: Unit, mode: int) -> None:
        self.mode = mode
        self.step = 2
        if state.vehicle(unit) is not None:
            unit.speed = 0
        if state.recording:
            state.report("mode", "dh.core.act.order.effects", unit, {"mode": f"@mode.{MODES[mode]}"})

    def go(self, state: DisposableState, unit: Unit, reach: Reach, spots: list[int], by_hand: bool) -> None:
        if has_front(state, unit) or (state.vehicle(unit) is not None and unit.place == WAITING):
            state.push(Facing(self.unit))  # at the end of the move
        if state.vehicle(unit) is not None:
            self.drive(state, unit, spots)
        elif unit.place == WAITING:
            arrive(state, unit, spots)
            self.be_seen(state)
        elif unit.place == MOUNTED:
            carrier = state.units[unit.carrier]
            unit.carrier = -1
            arrive(state, unit, spots)
            unit.facing_x, unit.facing_y = carrier.facing_x, carrier.facing_y
            self.be_seen(state)
        elif by_hand or self.forbid_arranging(state, unit) is None:
            state.push(Arrange(self.unit, self.mode, spots, self.trail, self.spent))
            self.trail = []
        else:
            state.push(Move(self.unit, self.mode, unit.figures[:], reach.routes(spots)))

    def be_seen(self, state: DisposableState) -> None:
        """Whoever comes in or gets down at a Manoeuvre or Run draws snap fire like any other (dh.snap.2)."""
        if triggers(self.mode):
            unit = state.units[self.unit]
            here = [v for f in unit.figures for v in (state.x[f], state.y[f])]
            state.push(SnapWindow(self.unit, unit.figures[:], [here]))

    def drive(self, state: DisposableState, unit: Unit, spots: list[int]) -> None:
        """The hull turns into the way it goes; slowly it may go in reverse (dh.core.veh.move)."""
        hull = unit.figures[0]
        x, y = state.x[hull], state.y[hull]
        entering = unit.place == WAITING
        if entering:
            arrive(state, unit, spots)
            x, y = edge_point(state.scenario.table, state.scenario.sides[unit.seat].edge, spots[0], spots[1])
            unit.speed = abs(spots[0] - x) + abs(spots[1] - y)
        else:
            dx, dy = spots[0] - x, spots[1] - y
            forward = unit.facing_x * dx + unit.facing_y * dy >= 0
            unit.facing_x, unit.facing_y = (dx, dy) if forward else (-dx, -dy)
            unit.speed = isqrt(dx * dx + dy * dy)
        drive(state, unit, spots[0], spots[1])
        if state.recording and not entering:
            report_move(state, unit, self.mode, x, y, "dh.core.veh.move")

    def act(self, state: DisposableState, unit: Unit, verb: Verb, other: Unit, number: int) -> None:
        """A deed done to another unit; `number` is that of the grenades."""
        if verb is acts.JOIN:
            join(state, unit, other)
            state.report("join", "dh.move.single.2", unit, {"other": state.force(other).name})
        elif verb is acts.SPOT:
            self.looked = True
            state.push(Spotting(self.unit, other.index))
        elif verb is acts.CHARGE:
            self.moved = self.fired = True
            state.push(Charge(self.unit, other.index, self.mode, number))
        elif verb is acts.MOUNT:
            self.moved = self.fired = True
            state.push(Mounting(self.unit, self.mode, unit.figures[:], ways_to(state, unit, other), other.index))
        else:
            self.fired = True
            self.threw = number > 0
            self.shoot(state, verb, other, number)

    def shoot(self, state: DisposableState, verb: Verb, target: Unit, throwers: int) -> None:
        how = INDIRECT if verb is acts.INDIRECT else AIMED
        launch, singled = verb is acts.LAUNCH, verb is acts.SINGLE_OUT
        if verb is acts.INSIDE:
            state.push(Shooting(self.unit, occupants(state, target).index, self.mode, INSIDE))
        elif verb is acts.PICK:
            state.push(PickFirers(self.unit, target.index, self.mode))
        elif state.vehicle(target) is not None:
            state.push(VehicleShooting(self.unit, target.index, self.mode, how, throwers, launch))
        else:
            state.push(Shooting(self.unit, target.index, self.mode, how, throwers, False, singled, launch))

    def finish(self, state: DisposableState, unit: Unit) -> None:
        unit.activated = True
        state.pop()


def arrive(state: DisposableState, unit: Unit, spots: list[int]) -> None:
    """Put a unit on the table, facing away from its own edge."""
    put(state, unit, spots)
    unit.place = ON_TABLE
    hx, hy = home_direction(state, unit.seat)
    unit.facing_x, unit.facing_y = -hx, -hy
    state.report("arrive", "dh.core.deploy", unit)
