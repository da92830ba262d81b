"""Machine guns of vehicles, and small arms against vehicles (lnlt.core.armour.5.5, 5.8)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Forecast, Tally, first
from bocage.systems.lnlt.model.flags import MARKED, SHAKEN
from bocage.systems.lnlt.model.kinds import FLAMETHROWER
from bocage.systems.lnlt.model.pieces import GONE, Weapon
from bocage.systems.lnlt.model.vehicles import BEHIND, VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import Retreat, catch_fire, use_up
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.firepower import add_limit, only_thrown, reach
from bocage.systems.lnlt.rules.odds import against, of_vehicle, put_attack, put_attack_on_vehicle
from bocage.systems.lnlt.rules.ordnance import cover_tally, fan, vehicle_is_moving
from bocage.systems.lnlt.rules.ordnance_cards import fires_mg, is_thin, mg_reaches, piercer, pierces
from bocage.systems.lnlt.rules.skills import AIMED_FIRE, works_for
from bocage.systems.lnlt.rules.strikes import strike
from bocage.systems.lnlt.rules.targets import forbid_fire, forbid_opportunity_fire
from bocage.systems.lnlt.rules.terrain import add_cover
from bocage.systems.lnlt.rules.transport import HoldOn, is_exposed, riders
from bocage.systems.lnlt.rules.wrecks import abandon, vehicle_damage_check
from bocage.systems.lnlt.state import LnltState

SNIPED: Final = "lnlt.hid.skill.armor-piercer.c"

# ---- vehicles as targets of small arms


def is_soft(state: LnltState, vehicle: Vehicle, origin: int) -> bool:
    """Without armour, or without any behind for fire from there (lnlt.core.armour.5.8)."""
    if not vehicle.type.armoured:
        return True
    if not vehicle.type.no_rear_armour or origin == vehicle.hex:
        return False
    return fan(state, vehicle.hex, vehicle.facing, origin) == BEHIND


def may_be_sprayed(state: LnltState, vehicle: Vehicle, origin: int) -> bool:
    """Small arms do nothing to a buttoned vehicle (lnlt.core.armour.5.7)."""
    if vehicle.type.fixed:
        return False
    return vehicle.is_open() or is_soft(state, vehicle, origin)


def vehicle_cover(state: LnltState, vehicle: Vehicle, origin: int, soft: bool = False, bare: bool = False) -> Tally:
    """Lowest armour factor and terrain (lnlt.core.armour.5.8); `soft` if armour does not help it, `bare` if terrain
    does not."""
    tally = Tally(state.recording)
    if not bare:
        add_cover(tally, state, origin, vehicle.hex, False, False)
        add_limit(tally, state)
    if not soft and not is_soft(state, vehicle, origin):
        tally.add(vehicle.type.lowest, "fire.armour", "lnlt.core.armour.5.8")
    return tally


def strike_vehicle(
    state: LnltState,
    vehicle: Vehicle,
    origin: int,
    tally: Tally,
    rule: str,
    dice: list[int],
    soft: bool = False,
    bare: bool = False,
) -> None:
    """The attack against an open or soft vehicle: attack die against lowest armour and terrain, then its check, and
    that of those inside (lnlt.core.armour.6.5), whom a sniper does not aim at (lnlt.core.11.4)."""
    soft = soft or is_soft(state, vehicle, origin)
    tm = vehicle_cover(state, vehicle, origin, soft, bare).total
    kinds, victims = ("spray-hits", "spray-misses"), [VEHICLE_IDS + vehicle.id]
    difference = strike(state, origin, vehicle.hex, tally, dice, tm, kinds, rule, victims, vehicle.title())
    if difference > 0:
        holds = vehicle_damage_check(state, vehicle, difference, not soft)
        if not holds and is_exposed(vehicle) and rule != SNIPED:
            state.push(HoldOn(vehicle.id, difference))  # lnlt.core.armour.6.5


def spray_riders(state: LnltState, vehicle: Vehicle, origin: int, tally: Tally, dice: list[int]) -> int:
    """The attack against those who ride on a vehicle: no armour for them, but its shelter (lnlt.core.armour.6.3). By
    how much it hits them; then they have to hold on."""
    tm = cover_tally(state, origin, vehicle.hex, False).total
    kinds, rule = ("riders-hit", "riders-missed"), "lnlt.core.armour.6.3"
    who = vehicle.passengers
    return strike(state, origin, vehicle.hex, tally, dice, tm, kinds, rule, who, vehicle.title())


def flee(state: LnltState, vehicle: Vehicle) -> None:  # lnlt.core.armour.11.6
    """Shaken by flames, bottles or charges, the crew gets out and retreats (lnlt.nosb.1.6.22g)."""
    hex_ = vehicle.hex
    before = state.stacks[vehicle.seat][hex_]
    state.tell_of(vehicle, "flees", "lnlt.nosb.1.6.22g", hex_=hex_)
    abandon(state, vehicle, True)
    crew = [number for number in state.stacks[vehicle.seat][hex_] if number not in before]
    state.push(Retreat(vehicle.seat, hex_, crew))


def vehicle_targets(state: LnltState, seat: int, hexes: int, activated: int) -> list[int]:
    """Each hex of activated men with each spotted vehicle that small arms can hurt (lnlt.core.4.1)
    (lnlt.core.armour.5.8, lnlt.core.armour.6.3)."""
    found: list[int] = []
    enemy = 1 - seat
    if not state.armour[enemy]:
        return found
    while hexes:
        low = hexes & -hexes
        hexes ^= low
        origin = low.bit_length() - 1
        far = farthest(state, seat, origin, activated, False)
        spotted = max(far, farthest(state, seat, origin, activated, True)) if state.spot_hex != GONE else far
        mask = armour_in_view(state, seat, origin, activated) if spotted else 0
        for vehicle in state.vehicles if mask else ():
            if vehicle.seat != enemy or not vehicle.is_manned() or not mask >> vehicle.hex & 1:
                continue
            if state.board.grid.distances[origin][vehicle.hex] > (spotted if vehicle.hex == state.spot_hex else far):
                continue
            if may_be_sprayed(state, vehicle, origin) or may_pierce(state, seat, origin, activated, vehicle, False):
                found.append(acts.FIRE_AT_VEHICLE.act(origin, vehicle.id))
            if riders(vehicle):
                found.append(acts.FIRE_AT_RIDERS.act(origin, vehicle.id))
    return found


def armour_in_view(state: LnltState, seat: int, origin: int, activated: int) -> int:
    """Hexes with enemy vehicles that are spotted, or that somebody there fires at unspotted
    (lnlt.hid.skill.aimed-fire.b)."""
    enemy = 1 - seat
    mask = state.armour[enemy] & state.sight_from(origin)
    if state.skilled >> AIMED_FIRE & 1:
        units = [state.units[number] for number in state.stacks[seat][origin] if activated >> number & 1]
        if any(works_for(state, unit, AIMED_FIRE) and forbid_fire(unit, False) is None for unit in units):
            return mask
    return mask & state.seen_armour_from(origin, enemy)


def farthest(state: LnltState, seat: int, origin: int, activated: int, on_spotted: bool) -> int:
    """How far the activated men of a hex can fire; the spotter with them at what was just spotted (lnlt.core.4.1)."""
    far = 0
    for number in state.stacks[seat][origin]:
        unit = state.units[number]
        if activated >> number & 1 and forbid_fire(unit, on_spotted) is None:
            far = max(far, reach(state, unit))
    return far


def may_pierce(state: LnltState, seat: int, origin: int, activated: int, vehicle: Vehicle, opportunity: bool) -> bool:
    """An Armor Piercer in the hex who may direct somebody else's machine gun there, and armour thin enough
    (lnlt.hid.skill.armor-piercer.b)."""
    if not state.skilled or not is_thin(vehicle):
        return False
    leader = piercer(state, seat, origin)
    if leader < 0 or not activated >> leader & 1 or state.units[leader].flags & (MARKED | SHAKEN):
        return False
    distance = state.board.grid.distances[origin][vehicle.hex]
    for number in state.stacks[seat][origin]:
        unit = state.units[number]
        if number == leader or not activated >> number & 1:
            continue
        ban = forbid_opportunity_fire(unit) if opportunity else forbid_fire(unit, vehicle.hex == state.spot_hex)
        if ban is None and mg_reaches(state, unit, distance, opportunity):
            return True
    return False


class FireOnVehicle(FireAttack):
    """Small arms of one hex at a vehicle (lnlt.core.armour.5.8), or at those on it. Cards count as in any attack
    (lnlt.core.12): who fires astray fires at friends, as men do (lnlt.hid.skill.friendly-fire.b)."""

    __slots__ = ("vehicle",)

    def __init__(self, seat: int, origin: int, target: int, activated: int, vehicle: int, opportunity: bool) -> None:
        super().__init__(seat, origin, target, activated, [], opportunity, False)
        self.vehicle = vehicle

    def tally(self, state: LnltState) -> Tally:
        tally = FireAttack.tally(self, state)
        if not self.astray and vehicle_is_moving(state.vehicles[self.vehicle]):
            tally.add(1, "fire.moving", "lnlt.core.5.0.2")
        return tally

    def hit(self, state: LnltState, tally: Tally, dice: list[int], weapons: list[Weapon]) -> None:
        if self.astray:
            FireAttack.hit(self, state, tally, dice, weapons)
            return
        self.mark_firers(state, max(dice))
        self.strike(state, tally, dice, weapons)
        catch_fire(state, self.target, max(dice))

    def report_astray(self, state: LnltState, dice: list[int]) -> None:
        vehicle = state.vehicles[self.vehicle]
        outcomes = [("attack", "astray"), (f"unit:{VEHICLE_IDS + vehicle.id}", "unhurt")]
        rule = "lnlt.hid.skill.friendly-fire.b"
        state.tell(vehicle.hex, "fire-astray", rule, {"target": vehicle.title()}, dice, None, outcomes)

    def strike(self, state: LnltState, tally: Tally, dice: list[int], weapons: list[Weapon]) -> None:
        raise NotImplementedError

    def put_astray(self, found: Forecast, state: LnltState, p: float) -> None:
        found.put("attack", "astray", p)


class FireAtVehicle(FireOnVehicle):
    """At an open or soft vehicle (lnlt.core.armour.5.8)."""

    __slots__ = ()

    def strike(self, state: LnltState, tally: Tally, dice: list[int], weapons: list[Weapon]) -> None:
        vehicle = state.vehicles[self.vehicle]
        rule = "lnlt.core.armour.5.11" if self.opportunity else "lnlt.core.armour.5.8"
        soft = self.goes_through(state)
        if soft:
            rule = "lnlt.hid.skill.armor-piercer.b"
        before = vehicle.flags
        strike_vehicle(state, vehicle, self.origin, tally, rule, dice, soft, self.burns(state, weapons))
        state.retire(self)
        if use_up(state, weapons) and vehicle.is_manned() and vehicle.flags & ~before & SHAKEN:
            flee(state, vehicle)

    def goes_through(self, state: LnltState) -> bool:
        """Machine guns on thin armour, directed by an Armor Piercer (lnlt.hid.skill.armor-piercer.b)."""
        return bool(state.skilled) and pierces(state, self.firers, state.vehicles[self.vehicle])

    def burns(self, state: LnltState, weapons: list[Weapon]) -> bool:
        """Terrain is no help against flamethrowers alone (lnlt.core.armour.11.6)."""
        if not weapons or any(weapon.type.kind != FLAMETHROWER for weapon in weapons):
            return False
        return only_thrown(state, self.firers, 1, self.opportunity)

    def able_firers(self, state: LnltState) -> list[int]:
        """At a vehicle that small arms cannot hurt, machine guns alone, and the Armor Piercer directs them
        (lnlt.hid.skill.armor-piercer.b)."""
        found = FireAttack.able_firers(self, state)
        if not state.skilled or may_be_sprayed(state, state.vehicles[self.vehicle], self.origin):
            return found
        if self.firers and not self.directed:
            self.add(acts.DIRECTING.on(piercer(state, self.seat, self.origin)))
        return [option for option in found if self.is_machine_gun(state, option)]

    def is_machine_gun(self, state: LnltState, element: int) -> bool:
        """What an Armor Piercer turns on it (lnlt.hid.skill.armor-piercer.b), each once."""
        unit = state.units[first(element)]
        mode = acts.ACTS.of(element)
        if mode is acts.DIRECTING or not fires_mg(state, unit) or unit.id in [first(e) for e in self.firers]:
            return False
        if unit.id == piercer(state, self.seat, self.origin):
            return False  # he directs
        return mode is not acts.WITH_OWN or unit.type.team is not None

    def odds(self, state: LnltState) -> Forecast:
        if self.astray:
            return FireAttack.odds(self, state)
        tally = self.tally(state)
        vehicle = state.vehicles[self.vehicle]
        soft = self.goes_through(state)
        cover = vehicle_cover(state, vehicle, self.origin, soft, self.burns(state, self.weapons(state))).total
        found = Forecast("lnlt.core.armour.5.8", tally, against(tally.total, cover))
        dice = self.straight_dice(found, state, self.weapons(state))
        armoured = not soft and not is_soft(state, vehicle, self.origin)
        put_attack_on_vehicle(found, state, vehicle, tally.total - cover, armoured, dice)
        return found

    def put_astray(self, found: Forecast, state: LnltState, p: float) -> None:
        found.put("attack", "astray", p)
        found.put(of_vehicle(state.vehicles[self.vehicle]), "unhurt", p)  # lnlt.hid.skill.friendly-fire.b


class FireAtRiders(FireOnVehicle):
    """At those who ride on a vehicle (lnlt.core.armour.6.3)."""

    __slots__ = ()

    def strike(self, state: LnltState, tally: Tally, dice: list[int], weapons: list[Weapon]) -> None:
        state.retire(self)
        difference = spray_riders(state, state.vehicles[self.vehicle], self.origin, tally, dice)
        thrown = use_up(state, weapons)  # lnlt.nosb.1.6.22d
        if difference > 0:
            state.push(HoldOn(self.vehicle, difference, thrown))

    def odds(self, state: LnltState) -> Forecast:
        if self.astray:
            return FireAttack.odds(self, state)
        tally = self.tally(state)
        cover = cover_tally(state, self.origin, self.target, False).total
        found = Forecast("lnlt.core.armour.6.3", tally, against(tally.total, cover))
        put_attack(found, tally.total - cover, self.straight_dice(found, state, self.weapons(state)))
        return found
