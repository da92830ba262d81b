"""Snipers (lnlt.core.11.4): off the map at first, then one shot a turn at one man of a hex."""

from __future__ import annotations

from bocage.kernel import TWO_D6, Decision, Event, Forecast, Procedure, Tally, first, result_of
from bocage.systems.lnlt.model.flags import FIRED, OPS
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.model.kinds import FATES, SNIPER, UNHURT
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import catch_fire, harm
from bocage.systems.lnlt.rules.damage_odds import put_fates
from bocage.systems.lnlt.rules.fire_cards import defies_markers, spend_opportunist
from bocage.systems.lnlt.rules.firepower import attack_tally, defence_tally, range_factor, targets_moving
from bocage.systems.lnlt.rules.odds import against, duel, of_unit, put_attack_on_vehicle
from bocage.systems.lnlt.rules.ordnance import vehicle_is_moving
from bocage.systems.lnlt.rules.procedures import UnitProcedure
from bocage.systems.lnlt.rules.skills import AIMED_FIRE, ARMOR_PIERCER, has, works_for
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.targets import forbid_fire, forbid_opportunity_fire
from bocage.systems.lnlt.rules.terrain import is_covered
from bocage.systems.lnlt.rules.transport import HoldOn, alight, ridden
from bocage.systems.lnlt.rules.vehicle_fire import SNIPED, strike_vehicle, vehicle_cover
from bocage.systems.lnlt.state import LnltState

# ---- coming onto the map


def may_hide(state: LnltState, sniper: Unit, hex_: int) -> bool:
    """Where there is cover and no enemy, nor flames (lnlt.hid.10.5.6a)."""
    if state.stacks[1 - sniper.seat][hex_] or state.armour[1 - sniper.seat] >> hex_ & 1:
        return False
    if not state.board.terrain[hex_].cost or not is_covered(state, hex_) or state.ground.has(FLAMES, hex_):
        return False
    return forbid_stacking(state, sniper.seat, hex_, [sniper.id]) is None


def hide_options(state: LnltState, seat: int) -> list[int]:
    """Instead of another activation."""
    found: list[int] = []
    for number in state.lurking:
        unit = state.units[number]
        if unit.seat == seat and any(may_hide(state, unit, hex_) for hex_ in range(state.board.size)):
            found.append(acts.HIDE.on(number))
    return found


class HideSniper(UnitProcedure):
    """He is placed, and may shoot at once; that was his activation (lnlt.core.11.4)."""

    __slots__ = ()

    def advance(self, state: LnltState) -> None:
        sniper = state.units[self.unit]
        if self.step == 0:
            hexes = [acts.HIDE_IN.on(hex_) for hex_ in range(state.board.size) if may_hide(state, sniper, hex_)]
            state.ask(sniper.seat, acts.SNIPER_HEX, hexes)
            return
        targets = acts.SNIPE_AT.on_each(sniper_targets(state, sniper)) if self.step == 1 else []
        if self.step == 1:
            targets += acts.PIERCE.on_each(piercing_targets(state, sniper))  # lnlt.hid.skill.armor-piercer.c
        if targets:
            state.ask(sniper.seat, acts.SNIPER_TARGET, [acts.HOLD_FIRE.act(), *targets])
            return
        if not sniper.flags & FIRED:
            state.mark(sniper, OPS)
        state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        sniper = state.units[self.unit]
        verb = acts.ACTS.of(option)
        if verb is acts.HIDE_IN:
            self.step = 1
            state.lurking = [number for number in state.lurking if number != self.unit]
            state.enter(sniper, first(option))
            state.tell_of(sniper, "sniper", "lnlt.core.11.4")
            return
        self.step = 2
        if verb is acts.PIERCE:
            state.push(PiercingShot(sniper.id, first(option)))
        elif verb is acts.SNIPE_AT:
            target = first(option)
            state.push(SniperShot(sniper.id, target, marks(state, 1 - sniper.seat, target)))


# ---- the shot


def in_sights(state: LnltState, sniper: Unit, hex_: int) -> bool:
    """Within his printed range; he has no other (lnlt.core.5.4) but beside a Dead Eye (lnlt.boh.25.2.dead-eye.a)."""
    return 0 < state.board.grid.distances[sniper.hex][hex_] <= sniper.type.range * range_factor(state, sniper)


def sniper_targets(state: LnltState, sniper: Unit) -> list[int]:
    """Spotted enemy hexes in sight and range, without Melee; with Aimed Fire others too
    (lnlt.hid.skill.aimed-fire.b)."""
    enemy = 1 - sniper.seat
    men, vehicles = state.occupied[enemy], state.armour[enemy]
    if not works_for(state, sniper, AIMED_FIRE):
        men &= state.seen_from(sniper.hex, enemy)
        vehicles &= state.seen_armour_from(sniper.hex, enemy)
    mask = men
    for hex_ in hexes_in(vehicles & ~men):
        if ridden(state, enemy, hex_):
            mask |= 1 << hex_  # lnlt.core.armour.6.3
    mask &= state.sight_from(sniper.hex) & ~state.occupied[sniper.seat]
    found: list[int] = []
    for hex_ in hexes_in(mask):
        if in_sights(state, sniper, hex_):
            found.append(hex_)
    return found


def marks(state: LnltState, seat: int, hex_: int) -> list[int]:
    """Whom he may hit there: men on foot, and those who ride on vehicles (lnlt.core.armour.6.3)."""
    found = state.stacks[seat][hex_]
    for vehicle in ridden(state, seat, hex_) if state.armour[seat] >> hex_ & 1 else []:
        found = found + vehicle.passengers
    return found


def carrier(state: LnltState, seat: int, hex_: int, number: int) -> Vehicle | None:
    """What he rides on there; None if he is on foot."""
    if state.units[number].hex == GONE:
        for vehicle in ridden(state, seat, hex_):
            if number in vehicle.passengers:
                return vehicle
    return None


def piercing_targets(state: LnltState, sniper: Unit) -> list[int]:
    """Armoured vehicles that an Armor Piercer may shoot at, whatever their armour (lnlt.hid.skill.armor-piercer.c)."""
    if not has(sniper, ARMOR_PIERCER):
        return []
    enemy = 1 - sniper.seat
    mask = state.seen_armour_from(sniper.hex, enemy) & state.sight_from(sniper.hex) & state.armour[enemy]
    return [
        vehicle.id
        for vehicle in state.vehicles
        if vehicle.seat == enemy
        and vehicle.is_manned()
        and vehicle.type.armoured
        and mask >> vehicle.hex & 1
        and in_sights(state, sniper, vehicle.hex)
    ]


def snipe_options(state: LnltState, seat: int, activated: int) -> list[int]:  # lnlt.pac.12.11.4a
    found: list[int] = []
    for unit in state.units:
        if unit.type.kind != SNIPER or unit.seat != seat or unit.hex < 0 or not activated >> unit.id & 1:
            continue
        targets = sniper_targets(state, unit) + [state.vehicles[n].hex for n in piercing_targets(state, unit)]
        if any(forbid_fire(unit, hex_ == state.spot_hex) is None for hex_ in targets):
            found.append(acts.SNIPE.on(unit.id))
    return found


def sniper_reactions(state: LnltState, seat: int, hex_: int) -> list[int]:  # lnlt.pac.12.11.4a, lnlt.core.5.3
    """Snipers who may fire at a mover in this hex."""
    found: list[int] = []
    sight = state.watchers(hex_)
    for unit in state.units:
        if unit.type.kind != SNIPER or unit.seat != seat or unit.hex < 0 or not sight >> unit.hex & 1:
            continue
        if may_react(state, unit) and in_sights(state, unit, hex_):
            found.append(acts.REACT_SNIPER.on(unit.id))
    return found


def may_react(state: LnltState, sniper: Unit) -> bool:
    """Not in Melee, and unmarked or led by an Opportunist (lnlt.hid.skill.opportunist.c)."""
    if state.in_melee(sniper.hex):
        return False
    return forbid_opportunity_fire(sniper) is None or defies_markers(state, sniper)


def piercing_reactions(state: LnltState, seat: int, vehicle: Vehicle) -> list[int]:
    """Armor Piercers who may fire at a vehicle on the move (lnlt.hid.skill.armor-piercer.c, lnlt.core.5.3)."""
    sight = state.watchers(vehicle.hex)
    return [
        acts.REACT_SNIPER.on(unit.id)
        for unit in state.units
        if unit.type.kind == SNIPER
        and unit.seat == seat
        and unit.hex >= 0
        and sight >> unit.hex & 1
        and vehicle.type.armoured
        and has(unit, ARMOR_PIERCER)
        and may_react(state, unit)
        and in_sights(state, unit, vehicle.hex)
    ]


def shoot_back(state: LnltState, sniper: Unit, natural: int) -> None:
    """He has fired by opportunity, perhaps as an Opportunist allows (lnlt.hid.skill.opportunist.f)."""
    if forbid_opportunity_fire(sniper) is not None:
        spend_opportunist(state, sniper, natural)


class Snipe(UnitProcedure):
    """A later turn: whom he shoots at."""

    __slots__ = ()

    def advance(self, state: LnltState) -> None:  # lnlt.pac.12.11.4a
        sniper = state.units[self.unit]
        if self.step:
            state.pop()
            return
        targets = [
            hex_ for hex_ in sniper_targets(state, sniper) if forbid_fire(sniper, hex_ == state.spot_hex) is None
        ]
        options = acts.SNIPE_AT.on_each(targets)
        for number in piercing_targets(state, sniper):
            if forbid_fire(sniper, state.vehicles[number].hex == state.spot_hex) is None:
                options.append(acts.PIERCE.on(number))
        state.ask(sniper.seat, acts.SNIPER_TARGET, options)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:  # lnlt.pac.12.11.4b
        self.step = 1
        if acts.ACTS.of(option) is acts.PIERCE:
            state.push(PiercingShot(self.unit, first(option)))
            return
        target = first(option)
        enemy = 1 - state.units[self.unit].seat
        state.push(SniperShot(self.unit, target, marks(state, enemy, target)))


class SniperShot(Procedure[LnltState]):
    """Two dice and his firepower; one unit of the hex, at random, takes the Damage Check (lnlt.core.11.4)."""

    __slots__ = ("opportunity", "target", "unit", "victims")

    def __init__(self, unit: int, target: int, victims: list[int], opportunity: bool = False) -> None:
        super().__init__()
        self.unit = unit
        self.target = target
        self.victims = victims
        self.opportunity = opportunity

    def tally(self, state: LnltState) -> Tally:
        origin = state.units[self.unit].hex
        firers = [acts.WITH_OWN.on(self.unit)]
        tally = attack_tally(state, origin, self.target, firers, self.victims, self.opportunity, False)
        if self.rides_by(state) and not targets_moving(state, self.target, self.victims):
            tally.add(1, "fire.moving", "lnlt.core.5.0.2")
        return tally

    def rides_by(self, state: LnltState) -> bool:
        """Whether any of them rides on a vehicle that moves (lnlt.core.armour.6.3)."""
        if all(state.units[number].hex != GONE for number in self.victims):
            return False
        seat = 1 - state.units[self.unit].seat
        return any(vehicle_is_moving(vehicle) for vehicle in ridden(state, seat, self.target))

    def cover(self, state: LnltState) -> Tally:
        return defence_tally(state, state.units[self.unit].hex, self.target)

    def advance(self, state: LnltState) -> None:
        sniper = state.units[self.unit]
        tally = self.tally(state)
        cover = self.cover(state)
        dice = [
            state.dice.roll(6, acts.FOR_ATTACK),
            state.dice.roll(6, acts.FOR_ATTACK),
            state.dice.roll(6, acts.FOR_DEFENCE),
        ]
        rolls = state.dice.log[-3:]
        difference = tally.total + dice[0] + dice[1] - cover.total - dice[2]
        victim = GONE
        if difference > 0:
            chosen = state.dice.roll(len(self.victims), acts.FOR_VICTIM) - 1 if len(self.victims) > 1 else 0
            victim = self.victims[chosen]
        if state.recording:
            self.report(state, sniper, tally, cover, rolls, difference, victim)
        if self.opportunity:
            shoot_back(state, sniper, dice[0] + dice[1])
        state.mark(sniper, FIRED)
        state.pop()
        catch_fire(state, self.target, max(dice[:2]))
        if victim != GONE:
            self.wound(state, 1 - sniper.seat, victim, difference)

    def wound(self, state: LnltState, seat: int, victim: int, difference: int) -> None:
        """Who rides has to hold on (lnlt.core.armour.6.3)."""
        vehicle = carrier(state, seat, self.target, victim)
        if vehicle is None:
            harm(state, seat, self.target, [victim], difference)
        else:
            state.push(HoldOn(vehicle.id, difference, only=victim))

    def report(
        self, state: LnltState, sniper: Unit, tally: Tally, cover: Tally, rolls: list[int], difference: int, victim: int
    ) -> None:
        dice = [result_of(packed) for packed in rolls]
        place = state.board.grid.names[self.target]
        args: dict[str, int | str] = {
            "unit": sniper.title(),
            "target": place,
            "attack": tally.total + dice[0] + dice[1],
            "defence": cover.total + dice[2],
            "difference": difference,
            "victim": state.units[victim].title() if victim != GONE else "",
        }
        outcomes = [("attack", "hit" if difference > 0 else "no-effect"), ("diff", str(max(0, difference)))]
        outcomes += [(f"unit:{number}", "unhurt") for number in self.victims if number != victim]
        kind = "sniper-hits" if difference > 0 else "sniper-misses"
        state.emit(Event(kind, "lnlt.core.11.4", args, dice, tally, outcomes, place, rolls=rolls))

    def odds(self, state: LnltState) -> Forecast:
        """One of the hex, each as likely as the other, is hit."""
        tally = self.tally(state)
        cover = self.cover(state).total
        worlds = [self.before_check(state, number) for number in self.victims]
        found = Forecast("lnlt.core.11.4", tally, f"2d6 {tally.total:+d} > d6 {cover:+d}")
        for difference, p in duel(TWO_D6, tally.total - cover).items():
            found.put("diff", str(max(0, difference)), p)
            found.put("attack", "hit" if difference > 0 else "no-effect", p)
            for number, world in zip(self.victims, worlds, strict=True):
                share = 1 / len(self.victims) if difference > 0 else 0.0
                if share < 1:
                    found.put(of_unit(number), FATES[UNHURT], p * (1 - share))
                if share:
                    put_fates(found, world, [number], difference, p * share)
        return found

    def before_check(self, state: LnltState, victim: int) -> LnltState:
        """The position in which he makes his check: riders are off their vehicle (lnlt.core.armour.6.3)."""
        vehicle = carrier(state, 1 - state.units[self.unit].seat, self.target, victim)
        if vehicle is None:
            return state
        world = state.clone()
        alight(world, world.vehicles[vehicle.id])
        return world


class PiercingShot(UnitProcedure):
    """At a vehicle, as if it had no armour, with one die (lnlt.hid.skill.armor-piercer.d)."""

    __slots__ = ("opportunity", "vehicle")

    def __init__(self, unit: int, vehicle: int, opportunity: bool = False) -> None:
        super().__init__(unit)
        self.vehicle = vehicle
        self.opportunity = opportunity

    def tally(self, state: LnltState) -> Tally:
        vehicle = state.vehicles[self.vehicle]
        firers = [acts.WITH_OWN.on(self.unit)]
        tally = attack_tally(state, state.units[self.unit].hex, vehicle.hex, firers, [], self.opportunity, False)
        if vehicle_is_moving(vehicle):
            tally.add(1, "fire.moving", "lnlt.core.5.0.2")
        return tally

    def advance(self, state: LnltState) -> None:
        sniper = state.units[self.unit]
        tally = self.tally(state)
        die = state.dice.roll(6, acts.FOR_ATTACK)
        strike_vehicle(state, state.vehicles[self.vehicle], sniper.hex, tally, SNIPED, [die], True)
        if self.opportunity:
            shoot_back(state, sniper, die)
        state.mark(sniper, FIRED)
        state.retire(self)
        catch_fire(state, state.vehicles[self.vehicle].hex, die)  # lnlt.pac.12.10.5.6a

    def odds(self, state: LnltState) -> Forecast:
        tally = self.tally(state)
        vehicle = state.vehicles[self.vehicle]
        cover = vehicle_cover(state, vehicle, state.units[self.unit].hex, True).total
        found = Forecast(SNIPED, tally, against(tally.total, cover))
        put_attack_on_vehicle(found, state, vehicle, tally.total - cover, False)
        return found
