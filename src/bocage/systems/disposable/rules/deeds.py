"""What a unit may do in its activation, and what forbids it."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Decision, Verb
from bocage.systems.disposable.model.tables import FULL, HOLD, MANOEUVRE, RUN, SLOW, SNEAK
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.accuracy import AIMED
from bocage.systems.disposable.rules.bearing import forbid_fire, forbid_inside, forbid_launch
from bocage.systems.disposable.rules.closecombat import forbid_charge
from bocage.systems.disposable.rules.command import coherent
from bocage.systems.disposable.rules.grenades import forbid_throwing
from bocage.systems.disposable.rules.indirect import forbid_indirect
from bocage.systems.disposable.rules.movement import forbid_joining, is_lone
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.rules.snipers import forbid_singling_out, forbid_spotting
from bocage.systems.disposable.rules.vehicles import forbid_mounting
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, STEADY, WAITING, DisposableState, Unit

# What forbids a deed against a unit, or with it.
WITH_MODE: Final = {
    acts.CHARGE: forbid_charge, acts.MOUNT: forbid_mounting, acts.LAUNCH: forbid_launch,
    acts.INDIRECT: forbid_indirect, acts.INSIDE: forbid_inside,
}  # fmt: skip
WHATEVER_MODE: Final = {acts.JOIN: forbid_joining, acts.SPOT: forbid_spotting, acts.GRENADE: forbid_throwing}
WALKING: Final = (HOLD, SNEAK, MANOEUVRE, RUN)
DRIVING: Final = (HOLD, SLOW, FULL)


def in_rough(state: DisposableState, unit: Unit) -> bool:
    """Nobody runs through rough ground: with a figure in it a unit cannot set out at a run (dh.core.move.terrain)."""
    table = state.scenario.table
    return any(table.rough[state.y[f] * (table.width + 1) + state.x[f]] for f in unit.figures)


class Deeds(Question):
    """How far a unit has come in its activation, and so what it may still do."""

    __slots__ = ("fired", "joining", "looked", "mode", "moved", "rallied", "spent", "threw", "trail", "unit", "via")

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit
        self.mode = -1
        self.rallied = self.moved = self.fired = False
        self.joining = False  # came nearer to the enemy, which only those do who join (dh.open.single_towards)
        self.via = False  # the next point is a way-point
        self.trail: list[list[int]] = []  # the ways of all figures up to the last way-point, and what they cost
        self.spent: list[int] = []
        self.threw = False  # has thrown grenades to kill
        self.looked = False  # has tried to spot a sniper (dh.open.spot_limits)

    def modes(self, state: DisposableState, unit: Unit) -> list[int]:
        """Those of its kind that are open to it."""
        kinds = DRIVING if state.vehicle(unit) is not None else WALKING
        return [mode for mode in kinds if self.forbid_mode(state, unit, mode) is None]

    def forbid_mode(self, state: DisposableState, unit: Unit, mode: int) -> Ban | None:
        if state.scenario.forces[unit.index].vehicle is not None:
            return self.forbid_speed(unit, mode)
        if mode in DRIVING and mode != HOLD:
            return bans.ON_FOOT
        if unit.place == ON_TABLE:
            return self.forbid_pace(state, unit, mode)
        if unit.place == MOUNTED:  # stay or get down
            return None if mode in (HOLD, MANOEUVRE) else bans.ABOARD
        if state.force(unit).hidden:
            return None if mode == HOLD else bans.SHOWS_ITSELF
        return None if mode in (MANOEUVRE, RUN) else bans.COMES_IN

    def forbid_pace(self, state: DisposableState, unit: Unit, mode: int) -> Ban | None:
        """No Run after rallying (dh.core.rally.pass); a scattered unit has to close up (dh.open.coherency_measure)."""
        weapon = state.weapon(unit)
        if weapon is not None and weapon.gun:  # by hand, by two men at least
            return None if mode == HOLD or (mode == SNEAK and len(unit.figures) >= 2) else bans.GUN_CREW
        if mode == HOLD:
            return None if coherent(state, unit) else bans.CLOSE_UP
        if mode == RUN and self.rallied:
            return bans.RALLIED
        return bans.ROUGH if mode == RUN and in_rough(state, unit) else None

    def forbid_speed(self, unit: Unit, mode: int) -> Ban | None:
        """Of a vehicle (dh.core.veh.move)."""
        if mode not in DRIVING:
            return bans.IN_VEHICLE
        if unit.place == WAITING:
            return bans.COMES_IN if mode == HOLD else None
        if mode != HOLD and (unit.immobile or unit.status != STEADY):
            return bans.VEHICLE_STAYS
        return bans.RALLIED if mode == FULL and self.rallied else None

    # Whatever the target

    def is_ready(self, state: DisposableState, unit: Unit) -> bool:
        """Keeps together, or has closed up already."""
        return self.moved or state.vehicle(unit) is not None or coherent(state, unit)

    def forbid_firing(self, state: DisposableState, unit: Unit, ready: bool) -> Ban | None:
        """Passengers fire only out of open-topped vehicles, half of them (dh.core.veh.passengers)."""
        if unit.place == WAITING:
            return bans.COMES_IN
        if self.fired:
            return bans.FIRED
        if self.mode == RUN:
            return bans.RUNNING
        if unit.place == MOUNTED:
            if self.mode != HOLD:
                return bans.ABOARD
            vehicle = state.vehicle(state.units[unit.carrier])
            return None if vehicle is not None and vehicle.open_topped else bans.CLOSED_TOP
        return None if ready else bans.CLOSE_UP

    def forbid_charging(self, state: DisposableState, unit: Unit, ready: bool) -> Ban | None:
        if self.rallied:
            return bans.RALLIED
        if self.moved:
            return bans.MOVED
        if self.threw:  # those of a charge are declared with it, and kill nobody
            return bans.THREW
        if state.vehicle(unit) is not None:
            return bans.NO_CHARGING_VEHICLES
        if self.mode == HOLD:
            return bans.HOLDING
        return None if ready else bans.CLOSE_UP

    def forbid_turning(self, state: DisposableState, unit: Unit) -> Ban | None:
        """Turning a weapon is moving (dh.open.hmg_pivot); a hull that holds turns in place (dh.core.veh.move)."""
        if self.moved:
            return bans.MOVED
        if state.vehicle(unit) is not None:
            return bans.VEHICLE_STAYS if self.mode != HOLD or unit.immobile or unit.status != STEADY else None
        weapon = state.weapon(unit)
        if weapon is None or not weapon.arc:
            return bans.NO_ARC
        return bans.HOLDING if self.mode == HOLD else None

    def forbid_boarding(self) -> Ban | None:
        if self.mode != MANOEUVRE:
            return bans.NO_MANOEUVRE
        return bans.MOVED if self.moved or self.fired else None

    def forbid_picking(self, state: DisposableState, unit: Unit) -> Ban | None:
        """Firing figures are chosen by a player who wants to, where there is a choice (dh.open.fire_half)."""
        if not state.each:
            return bans.NOT_BY_HAND
        alone = len(unit.figures) == 1 or state.weapon(unit) is not None or state.vehicle(unit) is not None
        return bans.NOT_MAN_BY_MAN if alone else None

    def forbid_arranging(self, state: DisposableState, unit: Unit) -> Ban | None:
        """Whether a move is laid out by hand, with way-points, a formation and the place of single men."""
        if not state.each:
            return bans.NOT_BY_HAND
        if unit.place != ON_TABLE or state.vehicle(unit) is not None or is_lone(state, unit):
            return bans.NOT_MAN_BY_MAN
        return None if coherent(state, unit) else bans.CLOSE_UP

    def forbid_verb(self, state: DisposableState, decision: Decision, verb: Verb) -> Ban | None:
        unit = state.units[self.unit]
        if decision.kind is decisions.MODE:
            return self.forbid_mode(state, unit, acts.MODES.index(verb))
        if verb is acts.DONE:
            return bans.MUST_JOIN if self.joining else None
        if verb is acts.TO or verb is acts.VIA:
            ban = self.forbid_arranging(state, unit) if verb is acts.VIA else None
            return bans.NO_MOVE_NOW if ban is None and decision.region is None else ban
        if verb is acts.CHARGE:
            return self.forbid_charging(state, unit, self.is_ready(state, unit))
        if verb is acts.FACE:
            return self.forbid_turning(state, unit)
        if verb is acts.MOUNT:
            return self.forbid_boarding()
        if verb is acts.JOIN:
            return None if is_lone(state, unit) else bans.NOT_ALONE
        return self.forbid_shooting(state, unit, verb)

    def forbid_shooting(self, state: DisposableState, unit: Unit, verb: Verb) -> Ban | None:
        ban = self.forbid_firing(state, unit, self.is_ready(state, unit))
        if ban is None and verb is acts.SPOT and self.looked:
            return bans.LOOKED
        return self.forbid_picking(state, unit) if ban is None and verb is acts.PICK else ban

    def forbid_unit(
        self, state: DisposableState, decision: Decision, verb: Verb | None, unit: Unit, figure: int
    ) -> Ban | None:
        """A bare click means to shoot at an enemy, to get into a vehicle, or for a lone model to join a friend."""
        if decision.kind is decisions.MODE:
            return None
        mover = state.units[self.unit]
        friendly = unit.seat == mover.seat
        if verb is None:
            verb = acts.FIRE if not friendly else acts.JOIN if state.vehicle(unit) is None else acts.MOUNT
            if verb is acts.JOIN and not is_lone(state, mover):
                return bans.OWN_SIDE
        if acts.UNIT not in verb.operands:
            return None
        if friendly != (verb is acts.JOIN or verb is acts.MOUNT):
            return bans.OWN_SIDE if friendly else bans.ENEMY
        if unit.place != ON_TABLE:
            return bans.NOT_ON_TABLE
        ban = self.forbid_verb(state, decision, verb) or self.forbid_deed(state, mover, verb, unit)
        return bans.BY_ITS_LEADER if ban is None and figure != unit.figures[0] else ban

    def forbid_deed(self, state: DisposableState, unit: Unit, verb: Verb, other: Unit) -> Ban | None:
        """What forbids it against this enemy, or with this friend."""
        if verb in WITH_MODE:
            return WITH_MODE[verb](state, unit, other, self.mode)
        if verb in WHATEVER_MODE:
            return WHATEVER_MODE[verb](state, unit, other)
        ban = forbid_fire(state, unit, other, self.mode, AIMED)
        if ban is None and verb is acts.SINGLE_OUT:
            ban = forbid_singling_out(state, unit, other)
        return ban
