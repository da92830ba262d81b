"""What a vehicle does with its activation (lnlt.core.armour.5): fire, or board and move."""

from __future__ import annotations

from bocage.kernel import Attempt, Ban, Decision, Procedure, Refusal, Verb, first, second
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, MARKED, MOVED, OPS, SHAKEN, SPOTTER
from bocage.systems.lnlt.model.hull import BUTTONED, CONTINUOUS, GUN_FIRED, HULL_FIRED, IMMOBILE, MG_FIRED, TURNED
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.vehicles import NONE, VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.crews import marks_of
from bocage.systems.lnlt.rules.driving import Driving, allowance, can_drive, can_set_out
from bocage.systems.lnlt.rules.machine_guns import MachineGunFire, bearing_guns, single_gun
from bocage.systems.lnlt.rules.ordnance import bars_hull, place_of, reachable, target_hex, target_vehicle
from bocage.systems.lnlt.rules.reactions import Exposure
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.shots import OrdnanceShot
from bocage.systems.lnlt.rules.smoke_shells import SmokeShell, smoke_targets
from bocage.systems.lnlt.rules.transport import board, boarders, can_unload, riders, shed_riders, unload
from bocage.systems.lnlt.rules.vehicle_fire import may_be_sprayed
from bocage.systems.lnlt.rules.wrecks import abandon
from bocage.systems.lnlt.state import LnltState

MACHINE_GUNS = (acts.MGS_AT_HEX, acts.MGS_AT_VEHICLE, acts.MGS_AT_RIDERS, acts.ONE_MG_AT_HEX, acts.ONE_MG_AT_VEHICLE)
SHOTS = (acts.GUN_AT_VEHICLE, acts.GUN_AT_HEX, *MACHINE_GUNS)
HULL_ALONE = -2
"""As the hex engaged: only the hull gun has fired, the turret is still free to choose."""


def can_button(vehicle: Vehicle) -> bool:  # lnlt.core.open.armour.18, lnlt.core.armour.11.5, lnlt.core.armour.7.3
    return vehicle.type.armoured and not vehicle.type.open_topped and not vehicle.type.fixed  # lnlt.core.open.armour.17


def is_spotter(vehicle: Vehicle) -> bool:
    """It has made this impulse's spotting attempt, and may fire at the hex it spotted and at no other
    (lnlt.core.4.1)."""
    return bool(vehicle.flags & SPOTTER)


def ready_guns(vehicle: Vehicle) -> list[int]:  # lnlt.hid.15.9.1e
    """Those that have not fired (lnlt.core.armour.5.5); in an Assault Move those that may fire in one
    (lnlt.core.armour.5.6)."""
    flags = vehicle.flags
    return [
        number
        for number, gun in enumerate(vehicle.type.guns)
        if not flags & (HULL_FIRED if number else GUN_FIRED) and (gun.assault_fire or not flags & ASSAULT)
    ]


def gun_options(state: LnltState, vehicle: Vehicle, engaged: int) -> list[int]:
    """Each gun at each target it bears on; all that is fired in one impulse goes to one hex (lnlt.core.armour.4.1)."""
    found: list[int] = []
    for number in ready_guns(vehicle):
        gun = vehicle.type.guns[number]
        # A second gun in the hull may pick a target of its own (lnlt.hid.15.9.1c).
        free = number > 0 and not is_spotter(vehicle)
        for target in reachable(state, vehicle.seat, vehicle.hex, gun):
            at = place_of(state, target)
            if (engaged != GONE and at != engaged and not free) or bars_hull(state, vehicle, gun, at):
                continue
            if target >= VEHICLE_IDS:
                found.append(acts.GUN_AT_VEHICLE.act(number, target - VEHICLE_IDS))
            else:
                found.append(acts.GUN_AT_HEX.act(number, at))
    return found


def smoke_options(state: LnltState, vehicle: Vehicle) -> list[int]:
    """Smoke shells from each gun that has not fired (lnlt.core.armour.4.7)."""
    found: list[int] = []
    if not state.edition.smoke_shells or is_spotter(vehicle):  # lnlt.core.option.smoke_shells
        return found
    for number in ready_guns(vehicle):
        gun = vehicle.type.guns[number]
        for at in smoke_targets(state, vehicle.seat, vehicle.hex, gun):
            if not bars_hull(state, vehicle, gun, at):
                found.append(acts.SMOKE_AT.act(number, at))
    return found


def mg_options(state: LnltState, vehicle: Vehicle, engaged: int) -> list[int]:
    """Men who are spotted and vehicles that are open or soft; its own hex too (lnlt.core.armour.5.5)."""
    found: list[int] = []
    if not vehicle.type.mgs:
        return found
    enemy = 1 - vehicle.seat
    hex_ = vehicle.hex
    two = bool(vehicle.type.together_fp)  # they may fire apart (lnlt.hid.15.9.3c)
    apart = two and bool(vehicle.flags & (HULL_FIRED | GUN_FIRED))
    mask = (state.occupied[enemy] | state.armour[enemy]) & state.sight_from(hex_) & state.seen_armour_from(hex_, enemy)
    men = state.occupied[enemy] & state.seen_from(hex_, enemy) & ~state.occupied[vehicle.seat]
    if is_spotter(vehicle):
        mask &= 1 << engaged
    for at in hexes_in(mask):
        if two and single_gun(state, vehicle, at) != NONE:  # the other is still free to fire at another hex
            add_sprayed(state, vehicle, at, men, acts.ONE_MG_AT_HEX, acts.ONE_MG_AT_VEHICLE, found)
        if not apart and engaged in (GONE, at) and bearing_guns(state, vehicle, at):
            add_sprayed(state, vehicle, at, men, acts.MGS_AT_HEX, acts.MGS_AT_VEHICLE, found)
    return found


def add_sprayed(
    state: LnltState, vehicle: Vehicle, at: int, men: int, at_men: Verb, at_armour: Verb, found: list[int]
) -> None:  # lnlt.core.armour.5.5, lnlt.core.armour.5.8
    """What machine guns may be fired at in a hex; one of two alone does not go for those who ride."""
    enemy = 1 - vehicle.seat
    if men >> at & 1:
        found.append(at_men.on(at))
    if at == vehicle.hex or not state.armour[enemy] >> at & 1:
        return
    for target in state.manned_at(enemy, at):
        if may_be_sprayed(state, target, vehicle.hex):
            found.append(at_armour.on(target.id))
        if at_armour is acts.MGS_AT_VEHICLE and riders(target):
            found.append(acts.MGS_AT_RIDERS.on(target.id))


def orders(state: LnltState, vehicle: Vehicle, engaged: int, acted: bool, spent: int) -> list[int]:
    """Everything the vehicle may do now; `engaged` is the hex it has fired at in this activation. Fire, or board and
    move (lnlt.core.armour.5.6, lnlt.core.armour.6.2), hatches before either (lnlt.core.armour.5.7); the crew may get
    out (lnlt.core.armour.5.10)."""
    if not vehicle.is_manned():
        return []
    found = shots(state, vehicle, engaged)
    flags = vehicle.flags
    marks = marks_of(vehicle)
    if marks == MOVED and acted and not flags & (SHAKEN | FIRED) and can_unload(state, vehicle):
        found.append(acts.UNLOAD.act())  # at the end of its move (lnlt.core.armour.6.2)
    if marks or engaged != GONE:
        return found
    found += departures(state, vehicle, spent)
    if flags & SHAKEN:
        return found
    if not flags & (CONTINUOUS | IMMOBILE) and spent + allowance(vehicle, True) <= allowance(vehicle, False):
        found += acts.LOAD.on_each(boarders(state, vehicle))
        if can_unload(state, vehicle):
            found.append(acts.UNLOAD.act())
    return found if acted else found + hatch_options(state, vehicle)


def shots(state: LnltState, vehicle: Vehicle, engaged: int) -> list[int]:
    """All that it may fire now (lnlt.core.armour.4.1): before it moves, after an Assault Move, or at the hex it has
    spotted (lnlt.core.4.1)."""
    flags = vehicle.flags
    marks = marks_of(vehicle)
    firing = engaged != GONE
    if is_spotter(vehicle):
        engaged = state.spot_hex
        may_fire = engaged != GONE and (marks == OPS or firing)
    else:
        engaged = GONE if engaged == HULL_ALONE else engaged
        may_fire = not flags & CONTINUOUS and (marks in (0, ASSAULT) or firing)
    if flags & SHAKEN or not may_fire:
        return []
    found = gun_options(state, vehicle, engaged) + smoke_options(state, vehicle)
    return found if flags & MG_FIRED else found + mg_options(state, vehicle, engaged)


def departures(state: LnltState, vehicle: Vehicle, spent: int) -> list[int]:
    # lnlt.core.armour.5.6, lnlt.core.armour.5.3
    found: list[int] = []
    if not can_drive(vehicle):
        return found
    if can_set_out(state, vehicle, False, spent):
        found.append(acts.SET_OUT.act())
    armed = bool(vehicle.type.guns or vehicle.type.mgs)
    if armed and not vehicle.flags & SHAKEN and can_set_out(state, vehicle, True, spent):
        found.append(acts.SET_OUT_ASSAULTING.act())
    return found


def hatch_options(state: LnltState, vehicle: Vehicle) -> list[int]:  # lnlt.core.open.armour.18, lnlt.core.armour.5.7
    found: list[int] = []
    if can_button(vehicle):
        found.append(acts.OPEN_UP.act() if vehicle.flags & BUTTONED else acts.BUTTON.act())
    if may_bail(state, vehicle):
        found.append(acts.BAIL.act())
    return found


def may_bail(state: LnltState, vehicle: Vehicle) -> bool:  # lnlt.core.armour.5.10
    """Not out of a turret in the ground, on the move, among the enemy, or past passengers who cannot get out."""
    if vehicle.type.fixed or vehicle.flags & CONTINUOUS or state.stacks[1 - vehicle.seat][vehicle.hex]:
        return False
    return not vehicle.passengers or can_unload(state, vehicle)


def must_move(state: LnltState, vehicle: Vehicle) -> bool:
    """It keeps moving, so it has to move before the phase is over (lnlt.dj.15.7.1c)."""
    if not vehicle.flags & CONTINUOUS or not can_drive(vehicle):
        return False
    return can_set_out(state, vehicle, False, 0)


def is_pressed(state: LnltState, seat: int) -> bool:
    """Whether the side has a vehicle that must still move: it may not pass (lnlt.dj.15.7.1c)."""
    for vehicle in state.vehicles:
        if vehicle.seat == seat and vehicle.flags & CONTINUOUS and not marks_of(vehicle) and must_move(state, vehicle):
            return True
    return False


class VehicleOrders(Procedure[LnltState]):
    """One vehicle's part of an activation: hatches first, then fire, or board and move."""

    __slots__ = ("acted", "changed", "engaged", "seat", "spent", "vehicle")

    def __init__(self, seat: int, vehicle: int) -> None:
        super().__init__()
        self.seat = seat
        self.vehicle = vehicle
        self.engaged = GONE
        self.acted = False
        self.changed = False  # hatches opened or shut
        self.spent = 0

    def advance(self, state: LnltState) -> None:  # lnlt.core.armour.5.5, lnlt.core.armour.5.6
        vehicle = state.vehicles[self.vehicle]
        options = orders(state, vehicle, self.engaged, self.acted or self.changed, self.spent)
        if not options:
            self.close(state, vehicle)
            return
        if (self.acted or self.changed) and not must_move(state, vehicle):
            options.insert(0, acts.DONE.act())
        state.ask(self.seat, acts.CREWS, options)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        vehicle = state.vehicles[self.vehicle]
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            self.close(state, vehicle)
        elif verb is acts.BUTTON or verb is acts.OPEN_UP:
            self.changed = True
            self.hatches(state, vehicle, verb is acts.BUTTON)
        else:
            self.acted = True
            if verb is acts.GUN_AT_VEHICLE:
                self.fire_gun(state, vehicle, first(option), target_vehicle(second(option)))
            elif verb is acts.GUN_AT_HEX:
                self.fire_gun(state, vehicle, first(option), target_hex(second(option)))
            elif verb is acts.SMOKE_AT:
                self.engaged = HULL_ALONE if self.engaged == GONE else self.engaged
                shed_riders(state, vehicle)
                state.push(SmokeShell(self.seat, VEHICLE_IDS + vehicle.id, first(option), second(option)))
            elif verb in MACHINE_GUNS:
                self.fire_machine_guns(state, vehicle, verb, first(option))
            else:
                self.go(state, vehicle, verb, first(option))

    def hatches(self, state: LnltState, vehicle: Vehicle, shut: bool) -> None:
        vehicle.flags = vehicle.flags | BUTTONED if shut else vehicle.flags & ~BUTTONED
        state.stale()
        state.tell_of(vehicle, "buttons" if shut else "opens", "lnlt.core.armour.5.7")

    def fire_gun(self, state: LnltState, vehicle: Vehicle, gun: int, aim: int) -> None:
        """The hex it engages binds what it fires next (lnlt.core.armour.4.1), but for a second gun in the hull
        (lnlt.hid.15.9.1c)."""
        if gun == 0:
            self.engaged = place_of(state, aim)
        elif self.engaged == GONE:
            self.engaged = HULL_ALONE
        shed_riders(state, vehicle)
        state.push(OrdnanceShot(self.seat, VEHICLE_IDS + vehicle.id, gun, aim, False))

    def fire_machine_guns(self, state: LnltState, vehicle: Vehicle, verb: Verb, number: int) -> None:
        """At men, or at a vehicle or those who ride on it; one of two guns binds nothing (lnlt.hid.15.9.3c)."""
        at_men = verb is acts.MGS_AT_HEX or verb is acts.ONE_MG_AT_HEX
        hex_ = number if at_men else state.vehicles[number].hex
        victims = state.stacks[1 - self.seat][hex_] if at_men else []
        fire = MachineGunFire(self.seat, vehicle.id, hex_, -1 if at_men else number, victims, False)
        fire.at_riders = verb is acts.MGS_AT_RIDERS
        self.engaged = hex_
        if verb is acts.ONE_MG_AT_HEX or verb is acts.ONE_MG_AT_VEHICLE:
            fire.single = single_gun(state, vehicle, hex_)
            self.engaged = HULL_ALONE
        state.push(fire)

    def go(self, state: LnltState, vehicle: Vehicle, verb: Verb, number: int) -> None:
        """Drive, or take men in or let them out."""
        half = allowance(vehicle, True)
        if verb is acts.SET_OUT or verb is acts.SET_OUT_ASSAULTING:
            state.push(Driving(self.seat, vehicle.id, verb is acts.SET_OUT_ASSAULTING, self.spent))
        elif verb is acts.BAIL:
            abandon(state, vehicle, False)
        elif verb is acts.UNLOAD:
            passengers = vehicle.passengers
            unload(state, vehicle)
            self.spent += half
            state.push(Exposure(self.seat, vehicle.hex, passengers))
        else:
            board(state, vehicle, state.units[number])
            self.spent = max(self.spent, half)

    def close(self, state: LnltState, vehicle: Vehicle) -> None:
        vehicle.flags &= ~(GUN_FIRED | HULL_FIRED | MG_FIRED | TURNED)
        if vehicle.is_manned() and not marks_of(vehicle):
            state.mark_vehicle(vehicle, MOVED if self.spent else OPS)
        state.pop()

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        vehicle = state.vehicles[self.vehicle]
        name = attempt.verb
        if name in (acts.SET_OUT.name, acts.SET_OUT_ASSAULTING.name):
            return tried.refuse(self.forbid_setting_out(vehicle, name), {"unit": vehicle.title()})
        if tried.hex == GONE or (name and not any(verb.name == name for verb in SHOTS)):
            return []
        if tried.seat(state) == self.seat:
            return tried.refuse(bans.YOURS)
        ban = self.forbid_shot(state, vehicle, tried.hex, not name or name.startswith(acts.GUN_AT_VEHICLE.name))
        firer_at_fault = ban is bans.VEHICLE_SHAKEN or ban is bans.GUN_OUT_OF_ARC
        return tried.refuse(ban, {"unit": vehicle.title() if firer_at_fault or not tried.title() else tried.title()})

    def forbid_setting_out(self, vehicle: Vehicle, name: str) -> Ban | None:
        if marks_of(vehicle) or self.engaged != GONE:
            return bans.VEHICLE_DONE
        if not can_drive(vehicle):
            return bans.VEHICLE_IMMOBILE
        return bans.VEHICLE_SHAKEN if vehicle.flags & SHAKEN and name == acts.SET_OUT_ASSAULTING.name else None

    def forbid_shot(self, state: LnltState, vehicle: Vehicle, hex_: int, gun: bool) -> Ban | None:
        """What keeps the vehicle from firing at this hex."""
        enemy = 1 - self.seat
        if vehicle.flags & SHAKEN:
            return bans.VEHICLE_SHAKEN
        if not (state.occupied[enemy] | state.armour[enemy]) >> hex_ & 1:
            return bans.NO_ENEMY
        if not state.sight_from(vehicle.hex) >> hex_ & 1:
            return bans.VEHICLE_UNSEEN
        if not state.seen_from(vehicle.hex, enemy) >> hex_ & 1:
            return bans.UNSPOTTED
        distance = state.board.grid.distances[vehicle.hex][hex_]
        for ordnance in vehicle.type.guns if gun else []:
            if ordnance.band(distance) == NONE:
                return bans.GUN_OUT_OF_RANGE
            if bars_hull(state, vehicle, ordnance, hex_):
                return bans.GUN_OUT_OF_ARC
        return bans.VEHICLE_DONE if self.acted and self.engaged not in (GONE, hex_) else None


def can_be_ordered(state: LnltState, vehicle: Vehicle) -> bool:
    """Not yet activated, or with something to shoot at after an Assault Move, or where it has just spotted somebody."""
    marks = marks_of(vehicle)
    if not vehicle.is_manned() or (marks and marks != ASSAULT and not is_spotter(vehicle)):
        return False
    if not marks and not vehicle.flags & SHAKEN and can_button(vehicle):
        return True  # it may at least use its hatch
    return bool(orders(state, vehicle, GONE, False, 0))


def forbid_orders(state: LnltState, vehicle: Vehicle) -> Ban | None:
    if can_be_ordered(state, vehicle):
        return bans.NOT_ACTIVATED
    return bans.VEHICLE_DONE if marks_of(vehicle) else bans.VEHICLE_SHAKEN


def activated_vehicles(state: LnltState, seat: int, hex_: int) -> int:
    """Those in the hex; an armour leader there brings along those around him (lnlt.core.armour.3)."""
    mask = 0
    led = False
    for vehicle in state.vehicles:
        if vehicle.seat == seat and vehicle.hex == hex_ and vehicle.is_manned():
            mask |= 1 << vehicle.id
            if vehicle.leader is not None and not vehicle.flags & (SHAKEN | MARKED):
                led = True
    if led:
        for vehicle in state.vehicles:
            if vehicle.seat == seat and vehicle.is_manned() and state.board.neighbour_mask[hex_] >> vehicle.hex & 1:
                mask |= 1 << vehicle.id
    return mask
