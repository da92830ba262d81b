"""Weapon teams and ordnance support weapons (lnlt.core.armour.1, 2), mortar teams (lnlt.core.armour.8.1)."""

from __future__ import annotations

from bocage.kernel import Decision, Event, Forecast, Procedure, Tally, first, result_of, second
from bocage.systems.lnlt.model.flags import FIRED, MARKED, MOVED, OPS, SHAKEN, SPOTTER
from bocage.systems.lnlt.model.kinds import LEADER, SCOUT
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit, units_in
from bocage.systems.lnlt.model.vehicles import MORTAR_TEAM, VEHICLE_IDS, Barrage, Ordnance
from bocage.systems.lnlt.rules import acts, ordnance
from bocage.systems.lnlt.rules.acquisition import lose_aim
from bocage.systems.lnlt.rules.acts import turn_gun_to
from bocage.systems.lnlt.rules.aftermath import catch_fire
from bocage.systems.lnlt.rules.artillery import hex_cover, roll_attack, shell, strike_men, top_armour
from bocage.systems.lnlt.rules.firepower import add_skills, add_targets, may_lob, range_factor, targets_moving
from bocage.systems.lnlt.rules.light_mortar import may_direct
from bocage.systems.lnlt.rules.odds import HIGHER_OF_TWO, duel, foresee_attack, put_vehicle_damage
from bocage.systems.lnlt.rules.ordnance_cards import longer
from bocage.systems.lnlt.rules.reactions import Exposure
from bocage.systems.lnlt.rules.shots import OrdnanceShot
from bocage.systems.lnlt.rules.skills import AIMED_FIRE, works_for
from bocage.systems.lnlt.rules.smoke_shells import SmokeShell, lay, smoke_targets
from bocage.systems.lnlt.rules.terrain import hindrance
from bocage.systems.lnlt.state import LnltState

# ---- guns and rockets


def weapons_of(state: LnltState, unit: Unit) -> list[int]:
    """Its own gun, and the ordnance it carries."""
    found: list[int] = []
    team = unit.type.team
    if team is not None and team.gun is not None:
        found.append(ordnance.OWN_GUN)
    for weapon in state.weapons:
        if weapon.owner == unit.id and weapon.type.ordnance is not None:
            found.append(weapon.id)
    return found


def aims(state: LnltState, unit: Unit) -> list[int]:
    """Each weapon at each target (lnlt.core.armour.4.1); who has just spotted too (lnlt.core.4.1)."""
    found: list[int] = []
    if not ordnance.may_shoot(unit.flags, False, state.spot_hex != GONE):
        return found
    for weapon in weapons_of(state, unit):
        if weapon == ordnance.OWN_GUN:
            aim_gun(state, unit, found)
        else:
            for target in targets_of(state, unit, weapon, state.weapons[weapon].type.ordnance):
                if target >= VEHICLE_IDS:
                    found.append(acts.ROCKET_AT_VEHICLE.act(weapon, target - VEHICLE_IDS))
                else:
                    found.append(acts.ROCKET_AT_HEX.act(weapon, ordnance.place_of(state, target)))
    return found


def aim_gun(state: LnltState, unit: Unit, found: list[int]) -> None:
    """A gun that may not swing keeps to its arc (lnlt.core.armour.2.3)."""
    gun = ordnance.ordnance_of(state, unit.id, ordnance.OWN_GUN)
    for target in targets_of(state, unit, ordnance.OWN_GUN, gun):
        at = ordnance.place_of(state, target)
        if not state.edition.gun_swing_fire and not ordnance.is_ahead(state, unit.hex, unit.facing, at):
            continue
        if target >= VEHICLE_IDS:
            found.append(acts.GUN_AT_VEHICLE.act(0, target - VEHICLE_IDS))
        else:
            found.append(acts.GUN_AT_HEX.act(0, at))
    if not unit.flags & OPS:  # lnlt.core.option.smoke_shells
        found += acts.SMOKE_AT.from_each(0, smoke_targets(state, unit.seat, unit.hex, gun))


def targets_of(state: LnltState, unit: Unit, weapon: int, gun: Ordnance | None) -> list[int]:
    """Whoever has spotted may fire at what he has spotted, and at nothing else (lnlt.core.4.1)."""
    assert gun is not None
    unseen = works_for(state, unit, AIMED_FIRE)
    found = ordnance.reachable(state, unit.seat, unit.hex, gun, longer(state, unit.id, weapon), unseen)
    return (
        [target for target in found if ordnance.place_of(state, target) == state.spot_hex]
        if unit.flags & OPS
        else found
    )


class AimedFire(Procedure[LnltState]):
    """A gun team, or whoever carries a rocket or anti-tank rifle, picks a target (lnlt.core.armour.4.1)."""

    __slots__ = ("seat", "unit")

    def __init__(self, seat: int, unit: int) -> None:
        super().__init__()
        self.seat = seat
        self.unit = unit

    def advance(self, state: LnltState) -> None:  # lnlt.core.armour.4.1, lnlt.core.armour.2.3
        if self.step:
            state.pop()
        else:
            state.ask(self.seat, acts.AIMING, aims(state, state.units[self.unit]))

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        self.step = 1
        verb = acts.ACTS.of(option)
        number = second(option)
        if verb is acts.SMOKE_AT:
            state.push(SmokeShell(self.seat, self.unit, ordnance.OWN_GUN, number))
            return
        at_vehicle = verb is acts.GUN_AT_VEHICLE or verb is acts.ROCKET_AT_VEHICLE
        target = ordnance.target_vehicle(number) if at_vehicle else ordnance.target_hex(number)
        weapon = ordnance.OWN_GUN if verb.operands[0] == acts.GUN else first(option)
        state.push(OrdnanceShot(self.seat, self.unit, weapon, target, False))


# ---- turning a gun


def turns(state: LnltState, unit: Unit) -> int:
    """How many corners a gun may be turned: a movement point for each, and an 88 has no other use for them."""
    team = unit.type.team
    if team is None or team.gun is None or unit.flags & (MARKED | SHAKEN):
        return 0
    return min(3, team.pivots)


class TurnGun(Procedure[LnltState]):
    """A gun is turned in its hex, which is movement (lnlt.core.armour.2.3, lnlt.hid.1.7b)."""

    __slots__ = ("seat", "unit")

    def __init__(self, seat: int, unit: int) -> None:
        super().__init__()
        self.seat = seat
        self.unit = unit

    def advance(self, state: LnltState) -> None:
        unit = state.units[self.unit]
        if self.step:
            state.pop()
            return
        most = turns(state, unit)
        found = [(unit.facing + turn) % 6 for turn in range(1, 6) if min(turn, 6 - turn) <= most]
        state.ask(self.seat, acts.DRIVING, [turn_gun_to(self.unit, facing) for facing in found])

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:  # lnlt.core.armour.5.2
        self.step = 1
        unit = state.units[self.unit]
        unit.facing = second(option)
        lose_aim(state, self.unit)
        state.mark(unit, MOVED)
        state.tell_of(unit, "turns-gun", "lnlt.core.armour.2.3")
        state.push(Exposure(self.seat, unit.hex, [self.unit]))


# ---- mortars


def is_mortar(unit: Unit) -> bool:
    return unit.type.team is not None and unit.type.team.kind == MORTAR_TEAM


def mortar_fp(unit: Unit) -> int:
    assert unit.type.team is not None
    return unit.type.team.fp


def may_shell(state: LnltState, unit: Unit) -> bool:
    """Good Order and not yet activated, in the open: no building, forest or bunker (lnlt.core.armour.8.1)."""
    return not unit.flags & (MARKED | SHAKEN) and may_lob(state, unit.hex)


def aims_blind(state: LnltState, mortar: Unit) -> bool:
    """With Aimed Fire the crew may shell what it sees though nobody has spotted it (lnlt.hid.skill.aimed-fire.b)."""
    return works_for(state, mortar, AIMED_FIRE)


def spotter_for(state: LnltState, mortar: Unit, at: int) -> int:
    """The mortar's own crew if it sees the hex; or a leader or scout anywhere, or an adjacent friend, who does
    (lnlt.core.armour.8.1). Men behind bocage are not spotted for who looks across it (lnlt.hon.10.5e)."""
    enemy = 1 - mortar.seat
    seen = state.sight_from(mortar.hex) & (-1 if aims_blind(state, mortar) else state.seen_from(mortar.hex, enemy))
    if seen >> at & 1:
        return mortar.id
    sight = state.watchers(at)
    distances = state.board.grid.distances[mortar.hex]
    found = GONE
    for unit in state.units:
        if unit.seat != mortar.seat or unit.hex < 0 or not sight >> unit.hex & 1 or not may_direct(state, unit, at):
            continue
        if unit.type.kind in (LEADER, SCOUT) or distances[unit.hex] <= 1:
            if unit.flags & SPOTTER:
                return unit.id  # marked anyway (lnlt.core.4.1)
            if found == GONE:
                found = unit.id
    return found


def mortar_targets(state: LnltState, unit: Unit, enough: int = 0) -> list[int]:
    """Hexes it can shell; no more than `enough`, if that is given."""
    found: list[int] = []
    if not may_shell(state, unit):
        return found
    enemy = 1 - unit.seat
    assert unit.type.team is not None
    mask = state.occupied[enemy] | state.armour[enemy]
    if not aims_blind(state, unit):
        mask &= state.seen_mask(enemy)
    distances = state.board.grid.distances[unit.hex]
    farthest = unit.type.team.range * range_factor(state, unit)  # lnlt.boh.25.2.dead-eye.a
    for at in hexes_in(mask):
        if not unit.type.team.least <= distances[at] <= farthest or state.occupied[unit.seat] >> at & 1:
            continue
        if spotter_for(state, unit, at) != GONE:
            found.append(at)
            if len(found) == enough:
                break
    return found


def mortar_smoke_targets(state: LnltState, unit: Unit) -> list[int]:
    """A smoke round in place of an attack, at what could be attacked (lnlt.core.armour.8.1)."""
    return mortar_targets(state, unit) if state.edition.mortar_smoke else []  # lnlt.core.option.mortar_smoke


def mortar_tally(state: LnltState, unit: Unit, at: int, direct: bool) -> Tally:
    """Modifiers of direct fire; degrading hexes only if there are more than two, leadership never if indirect."""
    tally = Tally(state.recording)
    tally.add(mortar_fp(unit), "barrage.firepower", "lnlt.core.armour.8.1")
    if direct:
        leadership = ordnance.lent_leadership(state, unit, at)
        if leadership:
            tally.add(leadership, "fire.leadership", "lnlt.core.5.0.1")
        degrading = hindrance(state, unit.hex, at)
        if degrading > 2:
            tally.add(-degrading, "fire.degrading", "lnlt.core.armour.8.1")
    add_skills(tally, state, [acts.WITH_OWN.on(unit.id)])
    victims = state.stacks[1 - unit.seat][at]
    add_targets(tally, state, at, victims)
    vehicles = state.manned_at(1 - unit.seat, at)
    if any(ordnance.vehicle_is_moving(vehicle) for vehicle in vehicles) and not targets_moving(state, at, victims):
        tally.add(1, "fire.moving", "lnlt.core.5.0.2")
    return tally


class MortarFire(Procedure[LnltState]):
    """A mortar team shells a spotted hex (lnlt.core.armour.8.1), with smoke if it likes
    (lnlt.core.option.mortar_smoke); the fire stays there until the Administrative Phase."""

    __slots__ = ("hex", "seat", "smoke", "spotter", "unit")

    def __init__(self, seat: int, unit: int) -> None:
        super().__init__()
        self.seat = seat
        self.unit = unit
        self.hex = GONE
        self.spotter = GONE
        self.smoke = False  # a smoke round (lnlt.core.option.mortar_smoke)

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            unit = state.units[self.unit]
            options = acts.GUN_AT_HEX.from_each(0, mortar_targets(state, unit))
            state.ask(self.seat, acts.AIMING, options + acts.SMOKE_AT.from_each(0, mortar_smoke_targets(state, unit)))
        elif self.smoke:
            self.lay_smoke(state)
        else:
            self.resolve(state)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        self.step = 1
        self.smoke = acts.ACTS.of(option) is acts.SMOKE_AT
        self.hex = second(option)
        self.spotter = spotter_for(state, state.units[self.unit], self.hex)

    def tally(self, state: LnltState) -> Tally:
        return mortar_tally(state, state.units[self.unit], self.hex, self.spotter == self.unit)

    def lay_smoke(self, state: LnltState) -> None:
        """Smoke in place of an attack; no fire for effect stays behind."""
        unit = state.units[self.unit]
        lay(state, self.hex)
        state.pop()
        state.mark(unit, FIRED)
        if self.spotter != self.unit:
            state.mark(state.units[self.spotter], OPS)
        state.tell_of(unit, "mortar-smoke", "lnlt.core.option.mortar_smoke", hex_=self.hex)

    def resolve(self, state: LnltState) -> None:
        unit = state.units[self.unit]
        tally = self.tally(state)
        attack = roll_attack(state, True)
        die = result_of(attack)
        if state.recording:
            names = state.board.grid.names
            args: dict[str, int | str] = {
                "unit": unit.title(),
                "hex": names[self.hex],
                "spotter": state.units[self.spotter].title(),
                "die": die,
            }
            state.emit(Event("mortar", "lnlt.core.armour.8.1", args, [], place=names[self.hex]))
        state.pop()
        state.mark(unit, FIRED)
        if self.spotter != self.unit:
            state.mark(state.units[self.spotter], OPS)
        men = state.stacks[1 - self.seat][self.hex]
        catch_fire(state, self.hex, die)
        if men:
            strike_men(state, self.hex, tally, attack, men)
        for vehicle in state.manned_at(1 - self.seat, self.hex):
            shell(state, vehicle, tally, attack)
        state.barrages.append(Barrage(self.hex, mortar_fp(unit), 0, True))

    def odds(self, state: LnltState) -> Forecast:
        """The same attack die strikes men and vehicles; each defends for itself."""
        tally = self.tally(state)
        enemy = 1 - self.seat
        found = Forecast("lnlt.core.armour.8.1", tally, f"{tally.total:+d}")
        if state.stacks[enemy][self.hex]:
            cover = hex_cover(state, self.hex, True).total
            found = foresee_attack("lnlt.core.armour.8.1", tally, cover, HIGHER_OF_TWO)
        for vehicle in state.manned_at(enemy, self.hex):
            edge = tally.total - hex_cover(state, self.hex, False).total - top_armour(vehicle)
            for difference, p in duel(HIGHER_OF_TWO, edge).items():
                put_vehicle_damage(found, state, vehicle, difference, p, vehicle.type.armoured)
        return found


# ---- in an activation


def rocketeers(state: LnltState) -> int:
    """Who carries ordnance, as a mask of units."""
    mask = 0
    for weapon in state.weapons:
        if weapon.type.ordnance is not None and weapon.owner >= 0:
            mask |= 1 << weapon.owner
    return mask


def gun_choices(state: LnltState, seat: int, activated: int) -> list[int]:
    """Teams and rockets of the activated units that have somebody to fire at
    (lnlt.core.armour.4.1, lnlt.core.armour.2.1, lnlt.core.armour.8.1, lnlt.core.armour.1.1)."""
    found: list[int] = []
    carriers = rocketeers(state)
    for unit in units_in(activated, state.units):
        if unit.type.team is None and not carriers >> unit.id & 1:
            continue
        if unit.seat != seat or unit.hex < 0 or state.in_melee(unit.hex):
            continue
        if is_mortar(unit):
            if mortar_targets(state, unit, 1):
                found.append(acts.SHELL.on(unit.id))
            continue
        if weapons_of(state, unit) and aims(state, unit):
            found.append(acts.SHOOT.on(unit.id))
        if turns(state, unit):
            found.append(acts.TURN_GUN.on(unit.id))
    return found
