"""A shot on the Ordnance Fire Table (lnlt.core.armour.4): to hit, to penetrate, what becomes of the target."""

from __future__ import annotations

from bocage.kernel import TWO_D6, Event, Forecast, Procedure, Tally, at_most, in_full, shifted
from bocage.systems.lnlt.model.flags import AIMED, ANOTHER, FIRED
from bocage.systems.lnlt.model.hull import CONTINUOUS, EMPLACED, GUN_FIRED, HULL_FIRED, IMMOBILE, TURNED
from bocage.systems.lnlt.model.kinds import SQUAD
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.vehicles import ASPECTS, NONE, TURRET, VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import acts, ordnance
from bocage.systems.lnlt.rules.acquisition import acquire
from bocage.systems.lnlt.rules.fire_cards import spend_opportunist
from bocage.systems.lnlt.rules.high_explosive import Blast
from bocage.systems.lnlt.rules.odds import DIFFERENCES, of_vehicle
from bocage.systems.lnlt.rules.ordnance_cards import NO_ACE, TWO_SHOTS, add_ace, has_ace, longer, roll_ace
from bocage.systems.lnlt.rules.portage import discard
from bocage.systems.lnlt.rules.special import spend_ammunition
from bocage.systems.lnlt.rules.wrecks import destroy, vehicle_morale_check
from bocage.systems.lnlt.state import LnltState


def put_crew_check(found: Forecast, vehicle: Vehicle, bonus: int, p: float) -> None:
    passed = at_most(TWO_D6, vehicle.morale() + bonus)
    found.put(of_vehicle(vehicle), "unhurt", p * passed)
    found.put(of_vehicle(vehicle), "shaken", p * (1 - passed))


class OrdnanceShot(Procedure[LnltState]):
    """One shot of one weapon at one vehicle, or at everybody in a hex."""

    __slots__ = ("ace", "crossed", "firer", "opportunity", "seat", "target", "turned", "victims", "weapon")

    def __init__(self, seat: int, firer: int, weapon: int, target: int, opportunity: bool) -> None:
        super().__init__()
        self.seat = seat
        self.firer = firer
        self.weapon = weapon
        self.target = target
        self.opportunity = opportunity
        self.victims: list[int] = []  # the movers, by opportunity (lnlt.core.5.3)
        self.turned = False
        self.crossed = False  # the target has just crossed Bocage (lnlt.hon.10.5q)
        self.ace = NO_ACE

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.lay(state)
            self.step = 1
        if self.awaits_ace(state):
            self.ace = roll_ace(state, self.seat, ordnance.firer_hex(state, self.firer))
        tally = self.tally(state)
        need = self.need(state)
        first = state.dice.roll(6, acts.FOR_TO_HIT)
        second = state.dice.roll(6, acts.FOR_TO_HIT)
        natural = first + second
        hit = ordnance.hits(natural, tally.total, need)
        if state.recording:
            self.report(state, tally, need, first, second, hit)
        state.pop()
        if self.opportunity and self.firer < VEHICLE_IDS:
            self.defy(state, state.units[self.firer], natural)
        self.fired(state)
        if not hit:
            return
        if self.target >= VEHICLE_IDS:
            self.strike_vehicle(state, state.vehicles[self.target - VEHICLE_IDS], natural)
        else:
            gun = ordnance.ordnance_of(state, self.firer, self.weapon)
            origin = ordnance.firer_hex(state, self.firer)
            state.push(Blast(1 - self.seat, gun, origin, -1 - self.target, self.men(state), not self.opportunity))

    # ---- before and after the roll

    def lay(self, state: LnltState) -> None:
        """Turn the turret (lnlt.core.armour.5.5) or swing the gun (lnlt.core.armour.2.3) to a target out of its arc."""
        at = ordnance.place_of(state, self.target)
        if self.firer >= VEHICLE_IDS:
            vehicle = state.vehicles[self.firer - VEHICLE_IDS]
            if vehicle.type.guns[self.weapon].mount == TURRET and at != vehicle.hex:
                towards = ordnance.facing_to(state, vehicle.hex, at, vehicle.turret)
                if towards != vehicle.turret:
                    vehicle.turret = towards
                    vehicle.flags |= TURNED
                self.turned = bool(vehicle.flags & TURNED)
        elif self.weapon == ordnance.OWN_GUN:
            unit = state.units[self.firer]
            towards = ordnance.facing_to(state, unit.hex, at, unit.facing)
            self.turned = towards != unit.facing
            unit.facing = towards

    def awaits_ace(self, state: LnltState) -> bool:
        return self.ace == NO_ACE and has_ace(state, self.seat, ordnance.firer_hex(state, self.firer), self.firer)

    def tally(self, state: LnltState) -> Tally:
        men = self.men(state)
        tally = ordnance.to_hit_tally(state, self.firer, self.weapon, self.target, men, self.opportunity, self.turned)
        add_ace(tally, self.ace)
        return tally

    def men(self, state: LnltState) -> list[int]:
        """Whom a shot at a hex concerns: everybody there, but of those who move past others the movers alone."""
        if self.target >= VEHICLE_IDS or self.opportunity:
            return self.victims
        return state.stacks[1 - self.seat][-1 - self.target]

    def band(self, state: LnltState) -> int:
        distance = state.board.grid.distances[ordnance.firer_hex(state, self.firer)][
            ordnance.place_of(state, self.target)
        ]
        distance -= longer(state, self.firer, self.weapon)
        return ordnance.ordnance_of(state, self.firer, self.weapon).band(distance)

    def need(self, state: LnltState) -> int:
        return ordnance.ordnance_of(state, self.firer, self.weapon).needs[self.band(state)]

    def fired(self, state: LnltState) -> None:
        """Markers of the firer (lnlt.core.armour.4.1), one step of acquisition whether it hit or not
        (lnlt.core.armour.4.6); a single shot is used up (lnlt.core.armour.1.2)."""
        acquire(state, self.firer, self.weapon, self.target)
        again = ANOTHER if self.ace == TWO_SHOTS else 0
        if self.firer >= VEHICLE_IDS:
            used = again or (HULL_FIRED if self.weapon else GUN_FIRED)
            state.vehicles[self.firer - VEHICLE_IDS].flags &= ~ANOTHER
            state.mark_vehicle(state.vehicles[self.firer - VEHICLE_IDS], FIRED | used)
            return
        state.units[self.firer].flags &= ~ANOTHER
        state.mark(state.units[self.firer], FIRED | again | self.rifles_left(state))
        if self.weapon == ordnance.OWN_GUN:
            return
        if ordnance.ordnance_of(state, self.firer, self.weapon).single_use:
            discard(state.weapons[self.weapon])
        spend_ammunition(state, [state.weapons[self.weapon]])

    def defy(self, state: LnltState, unit: Unit, natural: int) -> None:
        """Who fires in spite of its markers does so by the grace of an Opportunist (lnlt.hid.skill.opportunist.f)."""
        if not ordnance.may_shoot(unit.flags, True):
            spend_opportunist(state, unit, natural)

    def rifles_left(self, state: LnltState) -> int:
        """A squad keeps its own firepower beside one such weapon, at whatever target (lnlt.core.armour.1.1)."""
        if self.opportunity or self.weapon == ordnance.OWN_GUN or state.units[self.firer].type.kind != SQUAD:
            return 0
        return AIMED

    # ---- what it does

    def strike_vehicle(self, state: LnltState, vehicle: Vehicle, natural: int) -> None:
        origin = ordnance.firer_hex(state, self.firer)
        turret = ordnance.is_turret_hit(state, vehicle, natural, origin)
        side = ordnance.aspect(state, vehicle, turret, origin)
        place = state.board.grid.names[vehicle.hex]
        dug_in = vehicle.flags & EMPLACED and not turret  # lnlt.dj.21.7b, lnlt.dj.21.7g
        if natural == 2 and state.edition.natural_two == 0 and vehicle.type.armoured and not dug_in:
            state.mark_vehicle(vehicle, IMMOBILE)
            vehicle.flags &= ~CONTINUOUS
            if state.recording:
                args: dict[str, int | str] = {"vehicle": vehicle.title()}
                state.emit(Event("immobilised", "lnlt.core.option.natural_two", args, place=place))
            vehicle_morale_check(state, vehicle, 0)
            return
        if dug_in:
            if state.recording:
                args = {"vehicle": vehicle.title()}
                outcomes = [(f"unit:{self.target}", "unhurt")]
                state.emit(Event("emplaced-hull", "lnlt.core.armour.11.3", args, outcomes=outcomes, place=place))
            return
        armour = ordnance.armour_at(vehicle, turret, side)
        if armour == NONE:
            destroy(state, vehicle, "lnlt.core.armour.4.4", True)
            return
        self.penetrate(state, vehicle, armour, turret, side)

    def penetration_tally(self, state: LnltState) -> Tally:
        tally = Tally(state.recording)
        gun = ordnance.ordnance_of(state, self.firer, self.weapon)
        tally.add(gun.penetration[self.band(state)], "hit.penetration", "lnlt.core.armour.4.4")
        if self.crossed:
            tally.add(1, "hit.underside", "lnlt.hon.10.5q")
        return tally

    def penetrate(self, state: LnltState, vehicle: Vehicle, armour: int, turret: bool, side: int) -> None:
        tally = self.penetration_tally(state)
        die = state.dice.roll(6, acts.FOR_PENETRATION)
        armour_die = state.dice.roll(6, acts.FOR_ARMOUR)
        difference = tally.total + die - armour - armour_die
        if state.recording:
            location = "turret" if turret else "hull"
            args: dict[str, int | str] = {
                "vehicle": vehicle.title(),
                "location": f"@location.{location}",
                "aspect": f"@aspect.{ASPECTS[side]}",
                "penetration": tally.total + die,
                "armour": armour + armour_die,
                "factor": armour,
            }
            kind = "penetrates" if difference > 0 else "bounces"
            state.tell(
                vehicle.hex, kind, "lnlt.core.armour.4.4", args, [die, armour_die], tally, [("penetration", kind)]
            )
        if difference > 0:
            destroy(state, vehicle, "lnlt.core.armour.4.4", True)
        else:
            vehicle_morale_check(state, vehicle, -difference)

    def report(self, state: LnltState, tally: Tally, need: int, first: int, second: int, hit: bool) -> None:
        natural = first + second
        args: dict[str, int | str] = {
            "firer": ordnance.firer_title(state, self.firer),
            "target": ordnance.target_title(state, self.target),
            "need": need,
            "needed": need - tally.total,
            "natural": natural,
            "sum": in_full(natural, tally),
            "total": natural + tally.total,
        }
        kind = "shot-hits" if hit else "shot-misses"
        if hit and self.target >= VEHICLE_IDS:
            vehicle = state.vehicles[self.target - VEHICLE_IDS]
            turret = ordnance.is_turret_hit(state, vehicle, natural, ordnance.firer_hex(state, self.firer))
            args["location"] = "@location.turret" if turret else "@location.hull"
        outcomes = [("shot", "hit" if hit else "miss")]
        if not hit and self.target >= VEHICLE_IDS:
            outcomes.append((f"unit:{self.target}", "unhurt"))
        place = ordnance.place_of(state, self.target)
        origin = state.board.grid.names[ordnance.firer_hex(state, self.firer)]
        state.tell(place, kind, "lnlt.core.armour.4.2", args, [first, second], tally, outcomes, origin)

    def odds(self, state: LnltState) -> Forecast:  # lnlt.core.armour.4.3, lnlt.core.armour.4.4, lnlt.core.armour.4.5
        """An Ace Gunner's die comes first: two off the roll, or this shot as it is and another one."""
        tally = self.tally(state)
        need = self.need(state)
        found = Forecast("lnlt.core.armour.4.2", tally, f"≤ {need - tally.total}")
        edges = (0, -2) if self.awaits_ace(state) else (0,)
        for edge in edges:
            for natural, chance in TWO_D6.items():
                hit = ordnance.hits(natural, tally.total + edge, need)
                found.put("shot", "hit" if hit else "miss", chance / len(edges))
                if self.target >= VEHICLE_IDS:
                    vehicle = state.vehicles[self.target - VEHICLE_IDS]
                    self.put_target(found, state, vehicle, natural, hit, chance / len(edges))
        return found

    def put_target(
        self, found: Forecast, state: LnltState, vehicle: Vehicle, natural: int, hit: bool, p: float
    ) -> None:
        turret = ordnance.is_turret_hit(state, vehicle, natural, ordnance.firer_hex(state, self.firer))
        if not hit:
            found.put(of_vehicle(vehicle), "unhurt", p)
            return
        dug_in = vehicle.flags & EMPLACED and not turret
        if natural == 2 and state.edition.natural_two == 0 and vehicle.type.armoured and not dug_in:
            put_crew_check(found, vehicle, 0, p)
            return
        if dug_in:
            found.put(of_vehicle(vehicle), "unhurt", p)
            return
        armour = ordnance.armour_at(
            vehicle, turret, ordnance.aspect(state, vehicle, turret, ordnance.firer_hex(state, self.firer))
        )
        if armour == NONE:
            found.put(of_vehicle(vehicle), "destroyed", p)
            return
        for difference, q in shifted(DIFFERENCES, self.penetration_tally(state).total - armour).items():
            if difference > 0:
                found.put(of_vehicle(vehicle), "destroyed", p * q)
            else:
                put_crew_check(found, vehicle, -difference, p * q)
