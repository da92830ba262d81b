"""Machine guns of vehicles (lnlt.core.armour.5.5): which of them bear, how strong they are, their fire."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Forecast, Procedure, Tally
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, OPS
from bocage.systems.lnlt.model.hull import GUN_FIRED, HULL_FIRED, MG_FIRED, TURNED
from bocage.systems.lnlt.model.vehicles import ALL_ROUND, BEHIND, FRONT, HULL, NONE, REAR, TURRET, MachineGun, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import catch_fire, harm
from bocage.systems.lnlt.rules.firepower import add_targets, half
from bocage.systems.lnlt.rules.odds import against, foresee_attack, put_attack_on_vehicle
from bocage.systems.lnlt.rules.ordnance import cover_tally, facing_to, fan, vehicle_is_moving
from bocage.systems.lnlt.rules.strikes import strike
from bocage.systems.lnlt.rules.terrain import add_hindrance
from bocage.systems.lnlt.rules.transport import HoldOn
from bocage.systems.lnlt.rules.vehicle_fire import is_soft, spray_riders, strike_vehicle, vehicle_cover
from bocage.systems.lnlt.state import LnltState

APART: Final[tuple[int, ...]] = (HULL_FIRED, GUN_FIRED)
"""Which of two machine guns has fired by itself."""


def bears(state: LnltState, vehicle: Vehicle, gun: MachineGun, at: int) -> bool:
    """Within twice the range and in the arc of the mount."""
    return state.board.grid.distances[vehicle.hex][at] <= 2 * gun.range and points_at(state, vehicle, gun, at)


def points_at(state: LnltState, vehicle: Vehicle, gun: MachineGun, at: int) -> bool:
    """A turret turns, a hull gun fires to the front (lnlt.core.armour.5.5), a pintle needs an open hatch; guns at the
    back have arcs where the players want them (lnlt.core.option.rear_mgs)."""
    if at == vehicle.hex or gun.mount == TURRET:
        return True
    if gun.mount == ALL_ROUND:
        return vehicle.is_open()
    side = fan(state, vehicle.hex, vehicle.facing, at)
    if gun.mount == HULL:
        return side == FRONT
    if not state.edition.rear_mgs:
        return True
    return side == BEHIND if gun.mount == REAR else side != FRONT


def bearing_guns(state: LnltState, vehicle: Vehicle, at: int) -> list[MachineGun]:  # lnlt.core.armour.5.5
    """Two that fire together reach further than one alone (lnlt.hid.15.9.3b)."""
    type_ = vehicle.type
    if type_.together_fp and state.board.grid.distances[vehicle.hex][at] <= 2 * type_.together_range:
        pointed = [gun for gun in type_.mgs if points_at(state, vehicle, gun, at)]
        if len(pointed) == len(type_.mgs):
            return pointed
    return [gun for gun in type_.mgs if bears(state, vehicle, gun, at)]


def needs_turning(state: LnltState, vehicle: Vehicle, at: int) -> bool:
    if at == vehicle.hex:
        return False
    for gun in bearing_guns(state, vehicle, at):
        if gun.mount == TURRET and fan(state, vehicle.hex, vehicle.turret, at) != FRONT:
            return True
    return False


def single_gun(state: LnltState, vehicle: Vehicle, at: int) -> int:
    """The first machine gun that may still fire apart from its twin and bears, NONE if none does: the fixed one is
    marked like a hull gun, the other like a turret gun (lnlt.hid.15.9.3c)."""
    if not vehicle.type.together_fp or len(vehicle.type.mgs) != 2 or vehicle.flags & MG_FIRED:
        return NONE
    for number, gun in enumerate(vehicle.type.mgs):
        if not vehicle.flags & APART[number] and bears(state, vehicle, gun, at):
            return number
    return NONE


def mg_firepower(state: LnltState, vehicle: Vehicle, at: int, single: int = NONE) -> int:
    """All that bear on the hex add up, or one alone fires; halved beyond their range."""
    distance = state.board.grid.distances[vehicle.hex][at]
    if single != NONE:
        gun = vehicle.type.mgs[single]
        return gun.fp if distance <= gun.range else half(gun.fp)
    guns = bearing_guns(state, vehicle, at)
    if vehicle.type.together_fp and len(guns) == len(vehicle.type.mgs):
        fp = vehicle.type.together_fp
        return fp if distance <= vehicle.type.together_range else half(fp)
    total = 0
    for gun in guns:
        total += gun.fp if distance <= gun.range else half(gun.fp)
    return total


def mg_tally(state: LnltState, vehicle: Vehicle, at: int, opportunity: bool, moving: bool, single: int = NONE) -> Tally:
    """What is added to the attack die (lnlt.core.armour.5.5)."""
    tally = Tally(state.recording)
    tally.add(mg_firepower(state, vehicle, at, single), "fire.machine-guns", "lnlt.core.armour.5.5")
    if vehicle.leadership():
        tally.add(vehicle.leadership(), "hit.armour-leader", "lnlt.core.armour.3")
    if vehicle.flags & ASSAULT:
        tally.add(-2, "fire.assault", "lnlt.core.armour.5.6")
    if opportunity and vehicle.flags & OPS:
        tally.add(-1, "fire.ops-complete", "lnlt.core.armour.5.11")
    if vehicle.flags & TURNED:
        tally.add(-1, "fire.turned", "lnlt.core.armour.5.5")
    # Not at men who are just coming at the vehicle (lnlt.core.armour.7.1), but at those who stay in its hex.
    if state.board.grid.distances[vehicle.hex][at] <= 1 and not (opportunity and at == vehicle.hex):
        tally.add(2, "fire.adjacent", "lnlt.core.5.0.2")
    if at != vehicle.hex:
        add_hindrance(tally, state, vehicle.hex, at, -1)
    if moving:
        tally.add(1, "fire.moving", "lnlt.core.5.0.2")
    return tally


class MachineGunFire(Procedure[LnltState]):
    """All machine guns of a vehicle that bear (lnlt.core.armour.5.5), at the men in a hex, at another vehicle or at its
    riders; or one of two (lnlt.hid.15.9.3c)."""

    __slots__ = ("at_riders", "hex", "opportunity", "seat", "single", "target", "vehicle", "victims")

    def __init__(self, seat: int, vehicle: int, hex_: int, target: int, victims: list[int], opportunity: bool) -> None:
        super().__init__()
        self.single = NONE  # one machine gun of two (lnlt.hid.15.9.3c)
        self.at_riders = False  # at those on the target
        self.seat = seat
        self.vehicle = vehicle
        self.hex = hex_
        self.target = target  # a vehicle, or -1 for the men in the hex
        self.victims = victims
        self.opportunity = opportunity

    def advance(self, state: LnltState) -> None:  # lnlt.core.10.5
        vehicle = state.vehicles[self.vehicle]
        if self.step == 0:
            self.step = 1
            if needs_turning(state, vehicle, self.hex):
                vehicle.turret = facing_to(state, vehicle.hex, self.hex, vehicle.turret)
                vehicle.flags |= TURNED
        tally = self.tally(state)
        die = state.dice.roll(6, acts.FOR_ATTACK)
        if self.at_riders:
            difference = spray_riders(state, state.vehicles[self.target], vehicle.hex, tally, [die])
            if difference > 0:
                state.push(HoldOn(self.target, difference))
        elif self.target >= 0:
            strike_vehicle(state, state.vehicles[self.target], vehicle.hex, tally, "lnlt.core.armour.5.8", [die])
        else:
            self.strike_men(state, vehicle, tally, die)
        state.mark_vehicle(vehicle, FIRED | (MG_FIRED if self.single == NONE else APART[self.single]))
        state.retire(self)
        if self.target >= 0:
            catch_fire(state, self.hex, die)

    def tally(self, state: LnltState) -> Tally:
        moving = self.target >= 0 and vehicle_is_moving(state.vehicles[self.target])
        tally = mg_tally(state, state.vehicles[self.vehicle], self.hex, self.opportunity, moving, self.single)
        if self.target < 0:
            add_targets(tally, state, self.hex, self.victims)
        return tally

    def cover(self, state: LnltState) -> Tally:
        return cover_tally(state, state.vehicles[self.vehicle].hex, self.hex, False)

    def strike_men(self, state: LnltState, vehicle: Vehicle, tally: Tally, die: int) -> None:
        tm = self.cover(state).total
        kinds, rule = ("mg-hits", "mg-misses"), "lnlt.core.armour.5.5"
        name = vehicle.title()
        difference = strike(state, vehicle.hex, self.hex, tally, [die], tm, kinds, rule, self.victims, firer=name)
        catch_fire(state, self.hex, die)
        if difference > 0:
            harm(state, 1 - self.seat, self.hex, self.victims, difference)

    def odds(self, state: LnltState) -> Forecast:
        tally = self.tally(state)
        origin = state.vehicles[self.vehicle].hex
        if self.target < 0 or self.at_riders:
            rule = "lnlt.core.armour.6.3" if self.at_riders else "lnlt.core.armour.5.5"
            return foresee_attack(rule, tally, self.cover(state).total)
        target = state.vehicles[self.target]
        cover = vehicle_cover(state, target, origin).total
        found = Forecast("lnlt.core.armour.5.8", tally, against(tally.total, cover))
        put_attack_on_vehicle(found, state, target, tally.total - cover, not is_soft(state, target, origin))
        return found
