"""Shooting at vehicles: hits, penetration, the hull damage chart and the crew's nerve."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Decision, Event, Forecast, Odds, Tally, first, plus
from bocage.systems.disposable.model.weapons import Vehicle, Weapon
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.accuracy import AIMED, INDIRECT, NEVER, How, Shot, is_hit
from bocage.systems.disposable.rules.bearing import armour_number, crew_of
from bocage.systems.disposable.rules.chances import binomial, chance_to_hit, forecast_volley, put_numbers
from bocage.systems.disposable.rules.cover import cover_of
from bocage.systems.disposable.rules.guts import check_under_fire, guts_number, roll_check, under_fire
from bocage.systems.disposable.rules.retreat import withdraw
from bocage.systems.disposable.rules.vehicles import abandon, brew_up
from bocage.systems.disposable.rules.volley import Firing, morale, spend, volley
from bocage.systems.disposable.rules.wounds import Hurt, burst, inflict
from bocage.systems.disposable.state import FALLING, PINNED, DisposableState, Unit

FAST: Final = 120  # tenths (dh.core.veh.hit)
SHAKEN_GUTS: Final = -2


class Damage:
    """A row of the hull damage chart."""

    __slots__ = ("name", "up_to")

    def __init__(self, name: str, up_to: int) -> None:
        self.name: Final = name
        self.up_to: Final = up_to  # the highest modified roll that means this


SHAKEN: Final = Damage("shaken", 2)
WEAPON_OUT: Final = Damage("weapon-out", 4)
IMMOBILISED: Final = Damage("immobilised", 6)
CREW_LOSS: Final = Damage("crew-loss", 7)
BAIL_OUT: Final = Damage("bail-out", 9)
BREW_UP: Final = Damage("brew-up", 99)
CHART: Final = [SHAKEN, WEAPON_OUT, IMMOBILISED, CREW_LOSS, BAIL_OUT, BREW_UP]

# Steps.
FIRE: Final = 0
NERVE: Final = 1
HURT: Final = 2


def read_chart(total: int) -> Damage:
    """The row of a modified roll (dh.core.veh.hull.chart, dh.core.veh.hull.top, dh.core.veh.hull.bail)."""
    for damage in CHART:
        if total <= damage.up_to:
            return damage
    return BREW_UP


def chart_tally(tally: Tally, number: int, natural: int, flame: bool, soft: bool) -> None:
    """What is added to the d10: `number` is AP + DM, `natural` the penetration die (dh.core.veh.hull.mods)."""
    if number >= 10:
        tally.add(1, "label.overmatch", "dh.core.veh.hull.mods")
    if natural == 1:
        tally.add(1, "label.natural-one", "dh.core.veh.hull.mods")
    if flame:
        tally.add(2, "label.flamethrower", "dh.core.veh.hull.mods")
    if soft:
        tally.add(1, "label.soft", "dh.core.veh.hull.mods")


def penetrates(roll: int, number: int, flame: bool) -> bool:
    """A flamethrower always does (dh.flame.2); nothing with AP + DM below 1 (dh.core.veh.pen, dh.open.dm_sign)."""
    return flame or roll <= number


def lobbed(shot: Shot, vehicle: Vehicle, how: How) -> bool:
    """Lands inside an open-topped vehicle: hand grenades and indirect hits (dh.grenade.6, dh.core.veh.open)."""
    return vehicle.open_topped and (how is INDIRECT or (shot.weapon.blast and shot.weapon.id == "hand_grenade"))


def moving_target(tally: Tally, target: Unit) -> None:
    """+1 at a vehicle that did not move, -1 at a fast one (dh.core.veh.hit)."""
    if target.speed == 0:
        tally.add(1, "label.stationary", "dh.core.veh.hit")
    elif target.speed > FAST:
        tally.add(-1, "label.fast", "dh.core.veh.hit")


def shots_at_vehicle(
    state: DisposableState, unit: Unit, target: Unit, mode: int, how: How, throwers: int, explain: bool,
    launch: bool = False,
) -> list[Shot]:  # fmt: skip
    """What is fired at a vehicle: only what could harm it."""
    vehicle = state.vehicle(target)
    assert vehicle is not None
    harmful: list[Shot] = []
    for shot in volley(state, unit, target, mode, how, throwers, explain, None, launch):
        number = armour_number(state, shot.figure, shot.weapon, target)
        if shot.need == NEVER:
            continue
        if number < 1 and not shot.weapon.flame and not lobbed(shot, vehicle, how):
            continue
        if how is AIMED and not shot.far and not shot.blind:
            moving_target(shot.tally, target)
            shot.need = shot.tally.total
        harmful.append(shot)
    return harmful


class Penetration:
    """One hit that went through: AP + DM, the die, and whether it was fire."""

    __slots__ = ("flame", "natural", "number")

    def __init__(self, number: int, natural: int, flame: bool) -> None:
        self.number, self.natural, self.flame = number, natural, flame

    def data(self) -> list[object]:
        return [self.number, self.natural, self.flame]


class VehicleShooting(Firing):
    """One unit fires at a vehicle."""

    __slots__ = ("checks", "damage", "lost", "riders", "shaken")

    def __init__(self, shooter: int, target: int, mode: int, how: How, throwers: int, launch: bool = False) -> None:
        super().__init__(shooter, target, mode, how, throwers, launch)
        self.damage: list[Penetration] = []
        self.checks = self.shaken = False
        self.lost = 0  # men of the crew
        self.riders: list[int] = []  # units in a blast, and how many men they had

    def advance(self, state: DisposableState) -> None:
        target = state.units[self.target]
        if self.step == FIRE:
            self.step = NERVE
            self.fire(state, target)
        elif self.step == NERVE:
            self.step = HURT
            self.check_riders(state)
        elif self.step == HURT and self.damage and target.figures:
            self.hurt(state, target, self.damage.pop(0))
        else:
            state.pop()
            if self.checks and target.figures:
                self.check(state, target)

    def shots(self, state: DisposableState, explain: bool) -> list[Shot]:
        unit, target = state.units[self.shooter], state.units[self.target]
        return shots_at_vehicle(state, unit, target, self.mode, self.how, self.throwers, explain, self.launch)

    def odds(self, state: DisposableState) -> Forecast | None:
        """Hits, and how many of them go through."""
        target = state.units[self.target]
        vehicle = state.vehicle(target)
        assert vehicle is not None
        shots = self.shots(state, True)
        forecast = forecast_volley("dh.core.veh.hit", shots)
        hits: Odds = {0: 1.0}
        through: Odds = {0: 1.0}
        for shot in shots:
            p = chance_to_hit(shot.need)
            number = armour_number(state, shot.figure, shot.weapon, target)
            q = 1.0
            if not lobbed(shot, vehicle, self.how):
                q = sum([penetrates(roll, number, shot.weapon.flame) for roll in range(1, 11)]) / 10
            hits = plus(hits, binomial(shot.dice, p))
            through = plus(through, binomial(shot.dice, p * q))
        put_numbers(forecast, "hits", hits, len(hits))
        put_numbers(forecast, "penetrations", through, len(through))
        return forecast

    def fire(self, state: DisposableState, target: Unit) -> None:
        unit = state.units[self.shooter]
        vehicle = state.vehicle(target)
        assert vehicle is not None
        shots = self.shots(state, state.recording)
        self.mm = morale(shots)
        begun = len(state.dice.log)
        to_hit: list[int] = []
        hits, inside = 0, 0
        for shot in shots:
            for _ in range(shot.dice):
                roll = state.dice.roll(10, acts.FOR_HIT)
                to_hit.append(roll)
                if not is_hit(roll, shot.need):
                    continue
                hits += 1
                if lobbed(shot, vehicle, self.how):
                    inside += 1
                    self.damage.append(Penetration(0, 0, False))  # dh.cas.blast.opentop.2
                else:
                    self.pierce(state, shot, target)
        spend(state, shots)
        if state.recording:
            args: dict[str, int | str] = {
                "unit": state.force(unit).name, "target": state.force(target).name, "dice": len(to_hit),
                "hits": hits, "penetrations": len(self.damage),
            }  # fmt: skip
            outcomes = [("hits", str(hits)), ("penetrations", str(len(self.damage)))]
            tally = shots[0].tally if shots else None
            fallen = state.dice.log[begun:]
            rule, place, origin = "dh.core.veh.hit", state.spot(target), state.spot(unit)
            state.emit(Event("fire-at-vehicle", rule, args, None, tally, outcomes, place, rolls=fallen, origin=origin))
        self.checks = len(self.damage) > 0  # dh.guts.when.1
        state.shared, state.shared_losses = -1, 0
        if inside:
            self.blast_inside(state, target, shots[-1].weapon, inside)

    def pierce(self, state: DisposableState, shot: Shot, target: Unit) -> None:
        number = armour_number(state, shot.figure, shot.weapon, target)
        flame = shot.weapon.flame
        roll = 0 if flame else state.dice.roll(10, acts.FOR_PENETRATION)
        if penetrates(roll, number, flame):
            self.damage.append(Penetration(number, roll, flame))

    def blast_inside(self, state: DisposableState, target: Unit, weapon: Weapon, times: int) -> None:
        """A blast among all passengers (dh.cas.blast.opentop.1)."""
        for riders in state.passengers(target):
            self.riders += [riders.index, len(riders.figures)]
            hurt = Hurt()
            for _ in range(times):
                burst(state, riders, weapon.ap, hurt)
            total = min(hurt.total(), len(riders.figures))
            args: dict[str, Arg] = {"unit": state.force(riders).name, "casualties": total}
            state.announce("blast-inside", "dh.cas.blast.opentop.1", args, hurt.wounds)
            inflict(state, riders.index, hurt, total, False)

    def check_riders(self, state: DisposableState) -> None:
        """Passengers among whom a blast went off have been shot at (dh.guts.when.3)."""
        for k in range(0, len(self.riders), 2):
            riders = state.units[self.riders[k]]
            if riders.figures:
                losses = self.riders[k + 1] - len(riders.figures)
                check_under_fire(state, riders, losses, self.mm, state.units[self.shooter])

    def hurt(self, state: DisposableState, target: Unit, through: Penetration) -> None:
        vehicle = state.vehicle(target)
        assert vehicle is not None
        tally = Tally(state.recording)
        chart_tally(tally, through.number, through.natural, through.flame, vehicle.soft)
        roll = state.dice.roll(10, acts.FOR_HULL)
        damage = read_chart(roll + tally.total)
        args: dict[str, Arg] = {"unit": state.force(target).name, "effect": f"@effect.{damage.name}"}
        state.announce("hull-damage", "dh.core.veh.hull.chart", args, [roll], tally)
        self.apply(state, target, vehicle, damage)

    def apply(self, state: DisposableState, target: Unit, vehicle: Vehicle, damage: Damage) -> None:
        if damage is SHAKEN:
            target.activated = self.shaken = True
        elif damage is WEAPON_OUT:
            left = [i for i in range(len(vehicle.weapons)) if not target.out >> i & 1]
            if len(left) == 1:
                target.out |= 1 << left[0]
            elif left:
                state.ask(1 - target.seat, decisions.DAMAGE, acts.WEAPON_OUT.on_each(left))
        elif damage is IMMOBILISED:
            target.immobile = True
        elif damage is CREW_LOSS:
            crew = crew_of(state, target)
            crew.figures.pop()
            self.lost += 1
            if not crew.figures:
                abandon(state, target)
        elif damage is BAIL_OUT:
            abandon(state, target)
        else:
            brew_up(state, target)

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        """The attacker names the weapon that is lost."""
        state.units[self.target].out |= 1 << first(option)

    def check(self, state: DisposableState, target: Unit) -> None:
        tally = vehicle_guts(state, target, self.lost, self.mm, self.shaken, state.units[self.shooter], state.recording)
        if not roll_check(state, target, tally, acts.FOR_GUTS, "guts", "dh.guts.when.1", {}):
            lose_nerve(state, target)


def vehicle_guts(
    state: DisposableState, target: Unit, lost: int, mm: int, shaken: bool, cause: Unit, explain: bool
) -> Tally:
    """The crew's Guts, the cover the vehicle stands in, men lost, MM, and -2 where it is shaken."""
    tally = Tally(explain)
    vehicle = state.vehicle(target)
    assert vehicle is not None
    guts_number(tally, vehicle.guts, 0, cover_of(state, target, cause))
    under_fire(tally, lost, mm)
    if shaken:
        tally.add(SHAKEN_GUTS, "label.shaken", "dh.core.veh.hull.chart")
    return tally


def lose_nerve(state: DisposableState, target: Unit) -> None:
    """Pinned, then 9 inches back, then abandoned (dh.core.veh.guts)."""
    target.activated = True
    if target.status < PINNED:
        target.status = PINNED
        state.report("pinned", "dh.core.veh.guts", target)
    elif target.status == PINNED:
        target.status = FALLING
        withdraw(state, target)
        state.report("fall-back", "dh.core.veh.guts", target)
    else:
        state.report("abandoned", "dh.core.veh.guts", target)
        abandon(state, target)
