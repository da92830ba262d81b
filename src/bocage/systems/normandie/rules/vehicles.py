"""Movement of vehicles: driving, turning, running over infantry, wrecks and hedgerows (chapter Movement)."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import bits, spaces
from bocage.kernel import Ban, Decision, Verb, first
from bocage.systems.normandie.model.flags import ACTIVATION, FUEL, PASSAGE
from bocage.systems.normandie.model.tables import HEAVY
from bocage.systems.normandie.rules import acts, decisions, movement
from bocage.systems.normandie.rules.movement import DISPLACING, ENDED, LACKING, NO_POINTS, STEPPED, Movement, Moving
from bocage.systems.normandie.rules.options import pool_for, spend
from bocage.systems.normandie.rules.procedures import Wish
from bocage.systems.normandie.rules.structures import demolish, reshape, structure_at
from bocage.systems.normandie.rules.traits import reach, rough
from bocage.systems.normandie.rules.victory import eliminate, may_leave, may_take, pick_up
from bocage.systems.normandie.rules.volley import ATTACKS, ban_attack, moving_shots
from bocage.systems.normandie.rules.zones import NO_PASSAGE, open_steps
from bocage.systems.normandie.state import CREW, FIELD, LOST, TRACK, WRECK, NormandieState, Unit

ONE_SPACE: Final = Ban("hon.open.veh.onespace.1", "one-space")
OFF_BOARD: Final = Ban("hon.open.veh.move.1", "off-board")
VEHICLE_AHEAD: Final = Ban("hon.open.veh.stack.1", "vehicle-ahead")
WATER: Final = Ban("hon.terrain.water.1", "water")
CLOSED_GROUND: Final = Ban("hon.terrain.imp.2", "closed-ground")
WRECK_AHEAD: Final = Ban("hon.open.wreck.cross.1", "wreck-ahead")
ON_A_WRECK: Final = Ban("hon.open.wreck.cross.1", "on-a-wreck")
BESIDE_THE_VEHICLE: Final = Ban("hon.move.veh.11", "land-beside")
DRIVES: Final = Ban("hon.move.veh.2", "drives")


class Drive(Moving):
    """A move of a vehicle, in the same sequence as that of infantry."""

    __slots__ = ("pushed",)

    def __init__(self, unit: int, points: int) -> None:
        super().__init__(unit, points)
        self.pushed: list[int] = []  # infantry to be displaced

    def ask(self, state: NormandieState, unit: Unit) -> None:
        options = self.options(state, unit) if unit.status == FIELD and not unit.halted else [acts.STOP.number]
        if options == [acts.STOP.number]:
            self.step = ENDED
        else:
            state.ask(unit.seat, decisions.STEP, options)

    def end(self, state: NormandieState, unit: Unit) -> None:
        if self.step == DISPLACING:
            self.displace(state)
            return
        self.step = DISPLACING
        unit.halted = False
        pick_up(state, unit)
        self.pushed = run_over(state, unit)

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return self.pushed[0] if decision.kind is decisions.LAND else self.unit

    def options(self, state: NormandieState, unit: Unit) -> list[int]:
        options: list[int] = []
        may_drive = False
        if self.points > 0:
            for manoeuvre in acts.MANOEUVRES:
                if ban_manoeuvre(state, unit, manoeuvre, self.points) is None:
                    options.append(manoeuvre.number)
            may_drive = bool(options)
            if may_leave(state, unit):
                options.append(acts.EXIT.number)
        if self.taken == 0 and may_refuel(state, unit):
            options.append(acts.REFUEL.number)
        if state.phase == ACTIVATION:
            used = unit.fired if unit.damage & CREW else 0  # hon.damage.1: in an earlier action of the round
            options.extend(moving_shots(state, unit, self.fired | used))
        if not may_drive or not unit.cells() & (state.ground.wrecks[0] | state.ground.wrecks[1]):
            # Not on a wreck that is still there while it can drive on (hon.open.wreck.cross.1)
            options.append(acts.STOP.number)
        return options

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit, verb = state.units[self.unit], acts.ACTS.of(option)
        if verb is acts.LAND_ON:
            self.set_down(state, first(option))
        elif verb is acts.REFUEL:
            spend(state, unit, FUEL)  # hon.eq.fuel.2
            unit.fuelled = True
            self.points += 1
            state.report("refuels", "hon.eq.fuel.2", unit)
        elif verb in acts.MANOEUVRES:
            self.drive(state, unit, verb)
        else:
            super().choose(state, decision, option)  # hon.abil.fotm.1

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        unit = state.units[self.unit]
        if decision.kind is decisions.LAND:
            return BESIDE_THE_VEHICLE
        if wish.verb in LACKING:
            return LACKING[wish.verb]
        if wish.verb in ATTACKS:
            return ban_attack(state, unit, wish, True)
        if wish.verb == "stop":
            return ON_A_WRECK
        for manoeuvre in acts.MANOEUVRES:
            if manoeuvre.name == wish.verb:
                return NO_POINTS if self.points <= 0 else ban_manoeuvre(state, unit, manoeuvre, self.points)
        return DRIVES if wish.verb in ("", "step") else None

    def drive(self, state: NormandieState, unit: Unit, manoeuvre: Verb) -> None:
        front, facing = after(state, unit, manoeuvre)
        before = unit.cells()
        difficult = rough(state, unit)
        entered = footprint(state, unit, front, facing) & ~before
        unit.facing = facing
        state.put(unit, front)
        self.taken += 1
        self.points -= 1
        if difficult & (before | entered):
            self.points = 0  # hon.terrain.diff.1, hon.terrain.diff.2
        self.step = STEPPED
        if state.recording:
            turning = manoeuvre is not acts.AHEAD and manoeuvre is not acts.BACK
            kind, rule = ("turns", "hon.move.veh.4") if turning else ("step", "hon.move.veh.2")
            if entered & state.ground.water:
                rule = "hon.abil.amphib.1"
            state.report(kind, rule, unit)
        for cell in spaces(entered):
            self.break_through(state, unit, cell)

    def break_through(self, state: NormandieState, unit: Unit, cell: int) -> None:
        """A wreck under a heavy vehicle, a hedgerow before its cutter (hon.terrain.struct.5, hon.eq.cutter.2)."""
        number = structure_at(state, cell)
        if number >= 0 and state.structures[number].kind == WRECK:
            demolish(state, number, 1, "hon.terrain.struct.5")
        elif state.ground.closed[unit.counter.rank] >> cell & 1:
            spend(state, unit, PASSAGE)  # hon.eq.cutter.3
            reshape(state, passages=1 << cell)
            state.report("cuts", "hon.eq.cutter.2", unit, place=cell)

    def displace(self, state: NormandieState) -> None:
        """Each unit run over goes to a free space its owner picks, or is lost (hon.move.veh.10 to .12)."""
        if not self.pushed:
            state.pop()
            return
        unit = state.units[self.pushed[0]]
        options = refuges(state, unit)
        if not options:
            self.pushed.pop(0)
            rule = "hon.move.veh.12" if unit.face.movement == 0 else "hon.move.veh.11"
            eliminate(state, unit, rule)
        elif len(options) == 1:
            self.set_down(state, options[0])
        else:
            state.ask(unit.seat, decisions.LAND, acts.LAND_ON.on_each(options))

    def set_down(self, state: NormandieState, cell: int) -> None:
        unit = state.units[self.pushed.pop(0)]
        state.put(unit, cell)
        state.report("displaced", "hon.move.veh.10", unit)


def after(state: NormandieState, unit: Unit, manoeuvre: Verb) -> tuple[int, int]:
    """Front space and facing after a manoeuvre; front -1 where it would leave the board (hon.open.veh.move.1)."""
    grid = state.board.grid
    facing = unit.facing
    if manoeuvre is acts.AHEAD:  # hon.move.veh.2
        return grid.around[unit.cell][facing], facing  # hon.open.veh.move.1
    if manoeuvre is acts.BACK:  # hon.move.veh.3
        if unit.rear < 0:
            return grid.around[unit.cell][(facing + 4) % 8], facing
        return unit.rear, facing
    turn = -1 if manoeuvre is acts.LEFT or manoeuvre is acts.SWING_LEFT else 1
    turned = (facing + turn) % 8
    if unit.counter.size == 1:  # hon.open.veh.onespace.1
        return unit.cell, turned
    about_front = manoeuvre is acts.LEFT or manoeuvre is acts.RIGHT  # hon.open.veh.pivot.1
    return grid.swung(unit.cell, facing, turn, about_front), turned


def footprint(state: NormandieState, unit: Unit, front: int, facing: int) -> int:
    """The spaces it would stand in, 0 where a part is off the board."""
    return bits(state.board.grid.footprint(front, facing, unit.counter.size))


def ban_manoeuvre(state: NormandieState, unit: Unit, manoeuvre: Verb, points: int) -> Ban | None:
    """A space ahead or behind, or a turn of 45 degrees, each for a point (hon.move.veh.4 to .6)."""
    if unit.counter.size == 1 and (manoeuvre is acts.SWING_LEFT or manoeuvre is acts.SWING_RIGHT):
        return ONE_SPACE
    front, facing = after(state, unit, manoeuvre)
    if front < 0:
        return OFF_BOARD
    cells = footprint(state, unit, front, facing)
    if cells == 0:
        return OFF_BOARD
    entered = cells & ~unit.cells()
    if entered & state.vehicles:  # hon.open.veh.stack.1
        return VEHICLE_AHEAD
    driving = manoeuvre is acts.AHEAD or manoeuvre is acts.BACK
    if driving and facing % 2 == 0 and entered:
        start = unit.cell if manoeuvre is acts.AHEAD or unit.rear < 0 else unit.rear
        if not state.ground.joined[start] & entered:  # hon.terrain.nopass.1
            return NO_PASSAGE
    return ban_ground(state, unit, entered, points)


def ban_ground(state: NormandieState, unit: Unit, entered: int, points: int) -> Ban | None:
    """Impassable ground and water; a heavy vehicle may crush wrecks and cut hedgerows."""
    ground = state.ground
    if entered & ground.water and not unit.face.amphibious:  # hon.terrain.water.1, hon.abil.amphib.1
        return WATER
    barred = entered & ground.closed[unit.counter.rank]
    if barred and not can_cut(state, unit, barred):
        return CLOSED_GROUND
    wrecks = entered & (ground.wrecks[0] | ground.wrecks[1])
    if not wrecks:
        return None
    # It may stop only on a wreck that this removes, so it needs a way on (hon.open.wreck.cross.1).
    return None if points > 1 or removes(state, wrecks) else WRECK_AHEAD


def can_cut(state: NormandieState, unit: Unit, barred: int) -> bool:
    """A heavy vehicle with a Passage token, one hedgerow space at a time (hon.eq.cutter.1, .2)."""
    if unit.counter.rank != HEAVY or pool_for(state, unit, PASSAGE) < 0:
        return False
    cells = spaces(barred)
    return len(cells) == 1 and state.ground.terrain[cells[0]].id == "hedgerow"


def removes(state: NormandieState, wrecks: int) -> bool:
    numbers = [structure_at(state, cell) for cell in spaces(wrecks)]
    return all(number < 0 or state.markers[number] + 1 >= state.structures[number].value for number in numbers)


def may_refuel(state: NormandieState, unit: Unit) -> bool:
    """A Fuel token is left for it, and a track to use it (hon.eq.fuel.2, hon.damage.2)."""
    if unit.fuelled or unit.damage & TRACK:
        return False
    return pool_for(state, unit, FUEL) >= 0


def run_over(state: NormandieState, unit: Unit) -> list[int]:
    """Infantry in its spaces, the mover's side first (hon.open.veh.push.1); its wreck drives them out as well."""
    wrecks = state.ground.wrecks
    cells = wrecks[0] | wrecks[1] if unit.status == LOST else unit.cells()
    under = [u for u in state.units if u.status == FIELD and not u.is_vehicle() and u.cells() & cells]
    return [other.id for camp in (unit.camp, 1 - unit.camp) for other in under if other.camp == camp]


def refuges(state: NormandieState, unit: Unit) -> list[int]:
    """Free spaces it could move to from here; none for a unit without movement (hon.move.veh.11, .12)."""
    if unit.face.movement == 0:
        return []
    return spaces(open_steps(state, unit.camp, unit.cell) & ~state.standing[unit.camp])


def can_drive(state: NormandieState, unit: Unit) -> bool:
    points = reach(state, unit) + (1 if may_refuel(state, unit) else 0)
    return can_manoeuvre(state, unit, points) if points > 0 else may_take(state, unit)


def can_manoeuvre(state: NormandieState, unit: Unit, points: int) -> bool:
    return any(ban_manoeuvre(state, unit, manoeuvre, points) is None for manoeuvre in acts.MANOEUVRES)


def is_mobile(state: NormandieState, unit: Unit) -> bool:
    """A move would do something for it, on wheels or on foot."""
    return can_drive(state, unit) if unit.is_vehicle() else movement.can_move(state, unit)


def ban_setting_out(state: NormandieState, unit: Unit) -> Ban | None:
    """Why a unit may not begin a move."""
    if is_mobile(state, unit):
        return None
    return movement.TOO_SUPPRESSED if reach(state, unit) <= 0 else movement.HEMMED_IN


def set_out(state: NormandieState, unit: Unit, points: int = -1, fired: int = 0) -> None:
    """Begin a move, with all its points unless told; `fired` are the weapons that may not fire in it."""
    if points < 0:
        points = reach(state, unit)
    move = Drive(unit.id, points) if unit.is_vehicle() else Movement(unit.id, points)
    move.fired = fired
    state.push(move)
