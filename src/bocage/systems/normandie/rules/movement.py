"""Movement of infantry: steps, zones of control, difficult ground, transports, and the walk to an assault."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban, Decision, Verb, first
from bocage.systems.normandie.model.flags import ACTIVATION, ADVANCED_POSITION, NO_SUPPLY_BLAST, SUPPLIES, TANKBUSTER
from bocage.systems.normandie.model.tables import CROSS, HEAVY
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.abilities import can_conceal, can_turn_over, spot
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.blasts import Detonation
from bocage.systems.normandie.rules.charges import LayCharges, layable
from bocage.systems.normandie.rules.moments import MOVE_ENDS, ask_for_cards
from bocage.systems.normandie.rules.moments import STEPPED as STEPPED_A_SPACE
from bocage.systems.normandie.rules.opportunity import OpportunityFire
from bocage.systems.normandie.rules.options import pool_for, spend
from bocage.systems.normandie.rules.procedures import UnitProcedure, Wish
from bocage.systems.normandie.rules.structures import may_dig, reshape
from bocage.systems.normandie.rules.traits import reach, rough
from bocage.systems.normandie.rules.transport import NO_TRANSPORT, ban_boarding, ban_passenger, boardings, exits
from bocage.systems.normandie.rules.victory import leave, may_leave, may_take, pick_up
from bocage.systems.normandie.rules.volley import ATTACKS, ban_attack, fire_on_the_move, moving_shots
from bocage.systems.normandie.rules.zones import NOT_ADJACENT, ban_step, friends, open_steps
from bocage.systems.normandie.state import ABOARD, CREW, FIELD, NormandieState, Unit, in_play

# Steps of a move
CHOOSING: Final = 0
STEPPED: Final = 1
SPOTTED: Final = 2
ENDED: Final = 3
SETTLED: Final = 4
FOUGHT: Final = 5
FACED: Final = 6
FINISHED: Final = 7
DISPLACING: Final = 8

NOBODY_THERE: Final = Ban("hon.assault.who.1", "no-enemy")
NO_ASSAULT: Final = Ban("hon.assault.who.1", "no-assault")
CANNOT_HARM: Final = Ban("hon.assault.roll.3", "cross")
OUT_OF_REACH: Final = Ban("hon.assault.launch.3", "out-of-reach")
SLOW_GROUND: Final = Ban("hon.terrain.diff.2", "slow-ground")
TOO_SUPPRESSED: Final = Ban("hon.supd.move.2", "cannot-move")
HEMMED_IN: Final = Ban("hon.move.zoc.3", "cannot-move")
NO_POINTS: Final = Ban("hon.move.inf.1", "no-points")
OCCUPIED: Final = Ban("hon.move.inf.6", "occupied")
ANNOUNCED: Final = Ban("hon.assault.announce.2", "assault-announced")
NOT_ANNOUNCED: Final = Ban("hon.assault.announce.1", "not-announced")

LACKING: Final = {
    "conceal": Ban("hon.abil.ambush.1", "no-ambush"),
    "stop-concealed": Ban("hon.abil.ambush.1", "no-ambush"),
    "turn-over": Ban("hon.abil.tripod.1", "no-other-side"),
    "exit": Ban("hon.victory.win.1", "no-exit"),
    "detonate": Ban("hon.eq.goliath.4", "no-goliath"),
    "dig": Ban("hon.eq.pos.1", "cannot-dig"),
    "refuel": Ban("hon.eq.fuel.2", "no-fuel"),
}
"""Why somebody who moves may not do something that his counter, his tokens or the place do not give him."""

STRAIGHT: Final = [0, 2, 4, 6]
"""The directions along rows and columns, which firing arcs keep to (hon.arc.align.1)."""


class Moving(UnitProcedure):
    """A move announced: Fire on the Move, step, spotting test, Opportunity Fire, and again.

    `turned` are the units flipped or spotted in this movement; the points are those of its start, whatever happens on
    the way.
    """

    __slots__ = ("fired", "owes", "points", "taken", "turned")

    def __init__(self, unit: int, points: int) -> None:
        super().__init__(unit)
        self.points = points  # hon.supd.move.3, hon.abil.ambush.13
        self.taken = 0  # spaces travelled
        self.turned = 0
        self.fired = 0  # weapons fired on the move, as bits
        self.owes = True  # a pass of the sequence with 0 spaces is to come before the end

    def advance(self, state: NormandieState) -> None:
        """Step, spotting test, Opportunity Fire (hon.aid.move.1)."""
        unit = state.units[self.unit]
        if self.step == CHOOSING:
            self.ask(state, unit)
        elif self.step == STEPPED:
            self.step = SPOTTED
            self.turned = spot(state, unit, self.turned)  # hon.abil.ambush.8
        elif self.step == SPOTTED:
            self.step = CHOOSING
            self.owes = False
            if state.phase == ACTIVATION:
                ask_for_cards(state, STEPPED_A_SPACE, -1, unit.id)  # after Opportunity Fire
                state.push(OpportunityFire(unit.id))  # hon.terrain.opp.2
        elif self.step == ENDED and self.owes:
            self.owes = False
            if state.phase == ACTIVATION:
                state.push(OpportunityFire(unit.id))  # a move of 0 spaces, or shots in the last one (hon.aid.move.1)
        elif self.step == ENDED and state.staff.cards and self.may_go_on(state, unit):
            self.step = SETTLED
            ask_for_cards(state, MOVE_ENDS, unit.seat, unit.id)
        else:
            self.end(state, unit)

    def ask(self, state: NormandieState, unit: Unit) -> None:
        raise NotImplementedError

    def end(self, state: NormandieState, unit: Unit) -> None:
        """What follows the last step, from ENDED or SETTLED on."""
        raise NotImplementedError

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit, verb = state.units[self.unit], acts.ACTS.of(option)
        if verb is acts.STOP:
            self.step = ENDED
        elif verb is acts.EXIT:
            leave(state, unit)
            self.step = ENDED
        else:
            self.fired = fire_on_the_move(state, unit, option, self.fired)
            self.owes = True  # hon.open.fotm.order.1
            if unit.damage & CREW:  # hon.damage.1
                unit.fired |= self.fired

    def may_go_on(self, state: NormandieState, unit: Unit) -> bool:
        return self.taken > 0 and state.phase == ACTIVATION and unit.status == FIELD and not unit.halted

    def go_on(self, points: int) -> None:
        """A card adds to a move that was over."""
        self.points = points
        self.step = CHOOSING


class Movement(Moving):
    """A move on foot."""

    __slots__ = ("at_once", "origin", "target")

    def __init__(self, unit: int, points: int, target: int = -1, at_once: bool = False) -> None:
        super().__init__(unit, points)
        self.target = target  # the unit to be assaulted, -1 in a plain move
        self.at_once = at_once  # the assault starts from where the unit stands
        self.origin = -1  # the launch space, once an assault is fought

    def end(self, state: NormandieState, unit: Unit) -> None:
        if self.step == FOUGHT:
            advanced = unit.status == FIELD and unit.cell != self.origin
            self.step = STEPPED if advanced else ENDED
        elif self.step == ENDED or self.step == SETTLED:
            self.step = FACED
            unit.halted = False
            if unit.status == FIELD and self.target < 0 and unit.face.has_arc():
                state.ask(unit.seat, decisions.FACE, acts.TURN_TO.on_each(STRAIGHT))  # hon.open.arc.turn.1
        elif self.step == FACED:
            self.step = FINISHED
            pick_up(state, unit)
            if self.target < 0 and layable(state, unit):
                state.push(LayCharges(unit.id))
        else:
            state.pop()

    def may_go_on(self, state: NormandieState, unit: Unit) -> bool:
        return self.target < 0 and super().may_go_on(state, unit)

    def ask(self, state: NormandieState, unit: Unit) -> None:
        if not in_play(unit) or unit.halted or self.origin >= 0:
            self.step = ENDED
            return
        if self.target >= 0 and state.units[self.target].status != FIELD:  # hon.open.assault.multi.1
            self.target = -1
            self.at_once = False
        if self.at_once:
            self.launch(state, unit)
            return
        options = self.options(state, unit)
        if options == [acts.STOP.number]:
            self.step = ENDED
        elif self.target >= 0 and len(options) == 1 and acts.ACTS.of(options[0]) is acts.STEP_TO:
            self.take(state, unit, first(options[0]))  # the one way to the assault
        else:
            state.ask(unit.seat, decisions.STEP, options)

    def options(self, state: NormandieState, unit: Unit) -> list[int]:
        if self.target >= 0:
            return approach_options(state, unit, state.units[self.target], self.points, self.taken)
        if unit.status == ABOARD:
            ways = acts.STEP_TO.on_each(spaces(exits(state, unit))) if self.points > 0 else []
            return [*ways, acts.STOP.number]
        options: list[int] = []
        if self.points > 0:
            options = acts.STEP_TO.on_each(spaces(steps(state, unit, unit.cell, self.points)))
            options += acts.EMBARK.on_each(boardings(state, unit, unit.cell))
            if may_leave(state, unit):
                options.append(acts.EXIT.number)
        if may_detonate(state, unit):
            options.append(acts.DETONATE.number)
        if state.phase == ACTIVATION and self.taken + self.points > 0:
            options.extend(moving_shots(state, unit, self.fired))
        if alone(state, unit):
            self.add_ends(state, unit, options)
        return options

    def add_ends(self, state: NormandieState, unit: Unit, options: list[int]) -> None:
        """Ways to end the move here."""
        options.append(acts.STOP.number)
        if not self.turned >> unit.id & 1:
            if can_conceal(unit):
                options.append(acts.STOP_CONCEALED.number if self.taken else acts.CONCEAL.number)
            if can_turn_over(unit):
                options.append(acts.TURN_OVER.number)
        if state.phase == SUPPLIES and self.taken == 0 and can_dig(state, unit):
            options.append(acts.DIG.number)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit, verb = state.units[self.unit], acts.ACTS.of(option)
        if verb is acts.STEP_TO:
            self.take(state, unit, first(option))
        elif verb is acts.TURN_TO:
            unit.facing = first(option)
            state.report("faces", "hon.arc.align.1", unit, {"direction": f"@direction.{unit.facing}"})
        elif verb is acts.CONCEAL or verb is acts.STOP_CONCEALED or verb is acts.TURN_OVER:
            self.turn(state, unit, verb)
        elif verb is acts.LAUNCH:
            self.launch(state, unit)
        elif verb is acts.EMBARK:
            self.board(state, unit, state.units[first(option)])
        elif verb is acts.DETONATE:
            self.step = ENDED
            state.push(Detonation(unit.id))
        elif verb is acts.DIG:
            self.step = ENDED
            spend(state, unit, ADVANCED_POSITION)
            reshape(state, dug=1 << unit.cell)
            state.report("digs-in", "hon.eq.pos.1", unit)
        else:
            super().choose(state, decision, option)

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        unit = state.units[self.unit]
        if decision.kind is decisions.FACE:
            return None
        if wish.verb in LACKING:
            return ANNOUNCED if self.target >= 0 else LACKING[wish.verb]
        if wish.verb in ATTACKS:
            return ANNOUNCED if self.target >= 0 else ban_attack(state, unit, wish, True)
        if wish.verb == "assault":
            return OUT_OF_REACH if self.target >= 0 else NOT_ANNOUNCED
        if wish.verb == "embark":
            return self.ban_ride(state, unit, wish)
        if wish.verb == "stop":
            return ANNOUNCED if self.target >= 0 else OCCUPIED
        return self.ban_way(state, unit, wish) if wish.verb in ("", "step") and wish.cell >= 0 else None

    def ban_ride(self, state: NormandieState, unit: Unit, wish: Wish) -> Ban | None:
        vehicle = wish.unit
        if vehicle is None or unit.status != FIELD:
            return NO_TRANSPORT
        ban = ban_boarding(state, unit, vehicle, unit.cell)
        return ban or (NO_POINTS if self.points <= 0 else ANNOUNCED if self.target >= 0 else None)

    def ban_way(self, state: NormandieState, unit: Unit, wish: Wish) -> Ban | None:
        """Why the next step does not lead there."""
        cell = wish.cell
        if self.points <= 0:
            return NO_POINTS
        if cell == unit.cell:
            return ANNOUNCED if self.target >= 0 else OCCUPIED
        starts = spaces(state.units[unit.carrier].cells()) if unit.status == ABOARD else [unit.cell]
        bans = [ban_step(state, unit.camp, start, cell) for start in starts]
        if None not in bans:
            near = [ban for ban in bans if ban is not NOT_ADJACENT]
            return near[0] if near else NOT_ADJACENT
        if friends(state, unit) >> cell & 1:
            return OCCUPIED
        return ANNOUNCED if self.target >= 0 else None

    def turn(self, state: NormandieState, unit: Unit, verb: Verb) -> None:
        """At the beginning of a movement the new side's values apply to it, at the end they come too late."""
        self.turned |= 1 << unit.id
        self.owes = True
        state.turn(unit)
        state.report("turns-over" if verb is acts.TURN_OVER else "conceal", verb.rule, unit)
        if self.taken:
            self.step = ENDED
        else:
            self.points = reach(state, unit)

    def board(self, state: NormandieState, unit: Unit, vehicle: Unit) -> None:
        """Getting in is the last point of a move (hon.abil.trans.4)."""
        self.step = ENDED
        state.report("embarks", "hon.abil.trans.4", unit, {"vehicle": "@unit." + vehicle.counter.id}, vehicle.cell)
        state.embark(unit, vehicle)
        if self.target >= 0:  # hon.abil.trans.5
            self.launch(state, unit)

    def take(self, state: NormandieState, unit: Unit, cell: int) -> None:
        difficult = rough(state, unit)
        if difficult >> cell & 1 or (unit.cell >= 0 and difficult >> unit.cell & 1):
            self.points = 0  # hon.terrain.diff.1, hon.terrain.diff.2
        else:
            self.points -= 1
        self.taken += 1
        state.put(unit, cell)
        self.step = STEPPED
        state.report("step", "hon.move.inf.1", unit)

    def launch(self, state: NormandieState, unit: Unit) -> None:
        self.origin = unit.cell if unit.status == FIELD else state.units[unit.carrier].cell
        self.step = FOUGHT
        self.owes = False
        state.push(Assault(unit.id, self.target))


def can_dig(state: NormandieState, unit: Unit) -> bool:
    """Instead of moving in the Supply Phase, by a unit not activated (hon.eq.pos.1)."""
    if not unit.is_crewed() or pool_for(state, unit, ADVANCED_POSITION) < 0:
        return False
    return may_dig(state.ground, unit.cell)


def may_detonate(state: NormandieState, unit: Unit) -> bool:
    """At any moment of its movement (hon.eq.goliath.4); of a supply move too is open (hon.open.goliath.supply.1)."""
    return unit.face.detonate and not (state.phase == SUPPLIES and state.readings & NO_SUPPLY_BLAST)


def alone(state: NormandieState, unit: Unit) -> bool:
    """Two infantry units may not end in one space (hon.move.inf.6); nor a Goliath on an enemy."""
    bit = 1 << unit.cell
    if unit.face.detonate and state.standing[1 - unit.camp] & bit:
        return False
    return not friends(state, unit) & bit


def steps(state: NormandieState, unit: Unit, cell: int, points: int) -> int:
    """The spaces a unit may step to; a friend's only where it can go on from there (hon.move.inf.5, .6)."""
    found = open_steps(state, unit.camp, cell)
    if may_detonate(state, unit):  # hon.eq.goliath.3
        found |= state.ground.steps[cell] & state.standing[1 - unit.camp]
    shared = found & friends(state, unit)
    if not shared:
        return found
    found ^= shared
    left = 0 if rough(state, unit) >> cell & 1 else points - 1
    for other in spaces(shared):
        if can_go_on(state, unit, other, left):
            found |= 1 << other
    return found


def can_go_on(state: NormandieState, unit: Unit, cell: int, points: int) -> bool:
    """From a friend's space a free one can still be reached."""
    if points <= 0 or rough(state, unit) >> cell & 1:
        return False
    found = open_steps(state, unit.camp, cell)
    shared = found & friends(state, unit)
    if found != shared:
        return True
    return any(can_go_on(state, unit, other, points - 1) for other in spaces(shared))


def ban_launch(unit: Unit, target: Unit) -> Ban | None:
    """It needs the ability and no cross against the class (hon.assault.who.1, hon.assault.roll.3).

    Tankbusters assault heavy vehicles in spite of a cross (hon.trait.tank.1, hon.open.tankbuster.1).
    """
    if target.status != FIELD:
        return NOBODY_THERE
    if not unit.face.assault or not unit.face.weapons:
        return NO_ASSAULT
    if target.counter.rank == HEAVY and unit.traits & TANKBUSTER:
        return None
    return CANNOT_HARM if unit.face.weapons[0].bonus[target.counter.rank] == CROSS else None


def beside(state: NormandieState, target: Unit) -> int:
    """The spaces from which one could step into a unit's space."""
    mask = state.ground.joined[target.cell]
    return mask | state.ground.joined[target.rear] if target.rear >= 0 else mask


def ban_assault(state: NormandieState, unit: Unit, target: Unit, points: int) -> Ban | None:
    """From where it stands: next to the target, able to move a space; zones do not matter (hon.assault.zoc.1).

    A transport counts as a free space (hon.abil.trans.5).
    """
    ban = ban_launch(unit, target)
    if ban is not None:
        return ban
    if points < 1:
        return TOO_SUPPRESSED
    launch = state.units[unit.carrier].cells() if unit.status == ABOARD else 1 << unit.cell
    return None if beside(state, target) & launch else OUT_OF_REACH


def ban_approach(state: NormandieState, unit: Unit, target: Unit, points: int) -> Ban | None:
    """By walking first: some launch space can be reached with a point left (hon.assault.launch.2, .3)."""
    ban = ban_launch(unit, target)
    if ban is not None:
        return ban
    if points < 2:
        return TOO_SUPPRESSED if points < 1 else OUT_OF_REACH
    if unit.status == ABOARD:
        launches = beside(state, target) & ~rough(state, unit)
        for cell in spaces(exits(state, unit)):
            if launches >> cell & 1 or can_reach(state, unit, target, cell, points - 1):
                return None
        return OUT_OF_REACH
    if rough(state, unit) >> unit.cell & 1:
        return SLOW_GROUND
    return None if can_reach(state, unit, target, unit.cell, points) else OUT_OF_REACH


def can_reach(state: NormandieState, unit: Unit, target: Unit, start: int, points: int) -> bool:
    """After one step or more a free space next to the target (hon.assault.launch.1).

    A point must be left to enter it (hon.assault.launch.3).
    """
    grid = state.board.grid
    near = grid.distance[start * grid.size + target.cell] <= points
    if not near and (target.rear < 0 or grid.distance[start * grid.size + target.rear] > points):
        return False
    ramps = ramps_to(state, unit, target)
    if points > 1 and ramps >> start & 1:
        return True
    difficult = rough(state, unit)
    goals = beside(state, target) & ~friends(state, unit) & ~difficult
    seen = 1 << start
    front = seen
    for left in range(points - 1, 0, -1):
        ahead = 0
        for cell in spaces(front):
            ahead |= open_steps(state, unit.camp, cell)
        front = ahead & ~seen & ~difficult
        if ahead & goals or (left > 1 and front & ramps):
            return True
        seen |= ahead
    return False


def ramps_to(state: NormandieState, unit: Unit, target: Unit) -> int:
    """The spaces next to a transport beside the target: it counts as a space to assault from (hon.abil.trans.5)."""
    found = 0
    launches = 0
    for vehicle in state.units:
        if vehicle.face.transport and vehicle.seat == unit.seat and vehicle.status == FIELD:
            launches = launches or beside(state, target)
            if vehicle.cells() & launches and ban_passenger(state, vehicle, unit) is None:
                for cell in spaces(vehicle.cells()):
                    found |= state.ground.joined[cell]
    return found


def approach_options(state: NormandieState, unit: Unit, target: Unit, points: int, taken: int) -> list[int]:
    """Steps after which the announced assault can still be made, and the assault itself (hon.assault.announce.2)."""
    options: list[int] = []
    difficult = rough(state, unit)
    if points > 1:
        near = beside(state, target) & ~friends(state, unit)
        aboard = unit.status == ABOARD
        for cell in spaces(exits(state, unit) if aboard else open_steps(state, unit.camp, unit.cell)):
            if difficult >> cell & 1:
                continue
            if near >> cell & 1 or can_reach(state, unit, target, cell, points - 1):
                options.append(acts.STEP_TO.on(cell))
        if not aboard:
            launches = beside(state, target)
            for ride in boardings(state, unit, unit.cell):
                if state.units[ride].cells() & launches:
                    options.append(acts.EMBARK.on(ride))
    if taken and points > 0 and beside(state, target) >> unit.cell & 1 and alone(state, unit):
        options.append(acts.LAUNCH.on(target.id))
    return options or [acts.STOP.number]


def can_move(state: NormandieState, unit: Unit) -> bool:
    """Something is gained by a move: a space, another side or front, or the documents (hon.supd.move.2)."""
    points = reach(state, unit)
    if unit.status == ABOARD:
        return points > 0 and exits(state, unit) != 0
    if points > 0 and open_steps(state, unit.camp, unit.cell) & ~friends(state, unit):  # as most units can
        return True
    if has_business_here(state, unit):
        return True
    way = points > 0 and (may_leave(state, unit) or steps(state, unit, unit.cell, points) != 0)
    return way or (points > 0 and bool(boardings(state, unit, unit.cell)))


def has_business_here(state: NormandieState, unit: Unit) -> bool:
    """It gains by a move that leads nowhere."""
    if can_conceal(unit) or can_turn_over(unit) or unit.face.has_arc() or may_take(state, unit):
        return True
    return may_detonate(state, unit) or bool(layable(state, unit)) or (state.phase == SUPPLIES and can_dig(state, unit))
