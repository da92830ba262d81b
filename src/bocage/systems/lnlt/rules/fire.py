"""Fire combat (lnlt.core.5): who may fire, what each adds, the attack itself."""

from __future__ import annotations

from typing import Final

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.lnlt.model import same_force
from bocage.systems.lnlt.rules.aftermath import fire_check, harm, use_up
from bocage.systems.lnlt.rules.ground import BUNKER
from bocage.systems.lnlt.rules.kinds import (
    ASSAULT,
    CRAWL,
    DIRECTING,
    FIRED,
    FIRERS,
    FLAMETHROWER,
    FOR_ATTACK,
    FOR_DEFENCE,
    GRENADE,
    LEADER,
    MARKED,
    MEDIC,
    MG,
    MOLOTOV,
    MORTAR,
    MOVED,
    MOVING,
    NO_OPPORTUNITY,
    NOTHING,
    NURSE,
    OPS,
    PARACHUTE,
    READY,
    RUNNING,
    SATCHEL,
    SCOUT,
    SHAKEN,
    SNIPER,
    SPOTTER,
    SQUAD,
    STEALTH,
    UNIT,
    WITH_OWN,
    WITH_TWO,
    WITH_WEAPON,
)
from bocage.systems.lnlt.rules.skills import ASSAULTER, DEAD_EYE, DEADLY, led, works_for
from bocage.systems.lnlt.rules.terrain import add_cover, add_hindrance
from bocage.systems.lnlt.rules.traits import ASSAULTERS, MOTORCYCLE, MOUNTED, PARTISAN
from bocage.systems.lnlt.rules.traits import STEALTH as STEALTHY
from bocage.systems.lnlt.state import LEADER_HERO, LnltState, Unit, Weapon

MOST_TM: Final = 6  # lnlt.core.5.5
UNARMED: Final = (MEDIC, NURSE, SNIPER)  # a Sniper fires by himself (lnlt.core.11.4); gun teams have no range here
CLOSE_WEAPONS: Final = (FLAMETHROWER, SATCHEL, MOLOTOV)
OVERHEAD: Final = ("forest", "jungle")  # no mortar fires from under trees
FIRES_AFTER: Final = (ASSAULT, STEALTH)  # marks that leave a shot to come


def half(value: int) -> int:
    """Every halving rounds up (lnlt.core.0.2)."""
    return (value + 1) >> 1


# ---- who may fire


def reach(state: LnltState, unit: Unit) -> int:
    """How far the unit can shoot at all, at twice the printed range (lnlt.core.5.4); 0 = it has no gun."""
    kind = unit.type.kind
    if kind in UNARMED:
        return 0
    far = 0 if kind == LEADER else 2 * unit.type.range
    for weapon in state.weapons:
        if weapon.owner == unit.id and fires_directly(weapon, unit):
            farthest = weapon_reach(weapon)
            if farthest > far:
                far = farthest
    return 2 * far if state.skilled and works_for(state, unit, DEAD_EYE) else far


def shoots(state: LnltState, unit: Unit, distance: int, opportunity: bool) -> bool:
    """Whether it has something that can be fired just so far now."""
    kind = unit.type.kind
    if kind in UNARMED:
        return False
    if kind != LEADER and distance <= 2 * unit.type.range * range_factor(state, unit):
        return True
    return bool(in_reach(state, unit, distance, opportunity))


def weapon_reach(weapon: Weapon) -> int:
    """Machine guns shoot at twice their range (lnlt.core.5.4); what is thrown, squirted or lobbed does not."""
    return 2 * weapon.type.range if weapon.type.kind == MG else weapon.type.range


def fires_directly(weapon: Weapon, unit: Unit) -> bool:
    """Ready, and on the Direct Fire Table; riders fire at most a light machine gun (lnlt.core.6.6)."""
    type_ = weapon.type
    if weapon.side != READY or type_.kind == GRENADE or type_.ordnance is not None:
        return False
    if not unit.type.traits & MOUNTED:
        return True
    return bool(unit.type.traits & MOTORCYCLE) and type_.fp <= 2 and type_.kind == MG


def range_factor(state: LnltState, unit: Unit) -> int:
    """Dead Eye doubles the range (lnlt.boh.25.2.dead-eye.a)."""
    return 2 if state.skilled and works_for(state, unit, DEAD_EYE) else 1


def may_fire(unit: Unit, on_spotted: bool) -> bool:
    """In an impulse: unmarked, or after an Assault Move; the spotter only at what was just spotted (lnlt.core.4.1)."""
    flags = unit.flags
    if flags & SHAKEN:
        return False
    marks = flags & MARKED
    if marks == 0 or marks in FIRES_AFTER:
        return True
    return on_spotted and marks == OPS and bool(flags & SPOTTER)


def may_assault_fire(state: LnltState, unit: Unit) -> bool:
    """Those who may Assault Move, and by stealth those made for it (lnlt.core.6.1.1, lnlt.core.6.4)."""
    return not unit.flags & (MARKED | SHAKEN) and can_assault(state, unit)


def can_assault(state: LnltState, unit: Unit) -> bool:
    """The red box, stealth, or an Assaulter in the hex (lnlt.boh.25.2.assaulter.a)."""
    if unit.type.assault or unit.type.traits & STEALTHY:
        return True
    return state.skilled and led(state, unit.seat, unit.hex, ASSAULTER)


def may_opportunity_fire(unit: Unit) -> bool:
    """Ops Complete and Assault Move do not prevent it (lnlt.core.5.3)."""
    return not unit.flags & NO_OPPORTUNITY


def targets(state: LnltState, seat: int, hex_: int, activated: int, assault: bool) -> list[int]:
    """Hexes that activated units in this hex may fire at: seen, spotted, in reach, without Melee (lnlt.core.5.0)."""
    enemy = 1 - seat
    mask = state.seen_from(hex_, enemy) & state.sight_from(hex_) & state.occupied[enemy] & ~state.occupied[seat]
    found: list[int] = []
    if not mask:
        return found
    firers: list[Unit] = []
    spotters: list[Unit] = []
    units = state.units
    for number in state.stacks[seat][hex_]:
        if activated >> number & 1:
            unit = units[number]
            if may_assault_fire(state, unit) if assault else may_fire(unit, False):
                firers.append(unit)
            elif not assault and may_fire(unit, True):
                spotters.append(unit)
    if not firers and not spotters:
        return found
    distances = state.board.grid.distances[hex_]
    while mask:
        low = mask & -mask
        mask ^= low
        target = low.bit_length() - 1
        distance = distances[target]
        if any_shoots(state, firers, distance):
            found.append(target)
        elif target == state.spot_hex and any_shoots(state, spotters, distance):
            found.append(target)
    return found


def any_shoots(state: LnltState, units: list[Unit], distance: int) -> bool:
    for unit in units:
        if shoots(state, unit, distance, False):
            return True
    return False


# ---- what each element adds


def weapon_fp(weapon: Weapon, unit: Unit, distance: int, ops: bool) -> int:
    """Halved beyond its range, for a single man, for an enemy's weapon, and for Ops Complete Opportunity Fire.
    What is thrown or squirted is as strong in one man's hands (lnlt.core.1.6.3)."""
    fp = weapon.type.fp
    if distance > weapon.type.range:
        fp = half(fp) if distance <= weapon_reach(weapon) else 0
    if unit.type.smc and weapon.type.kind not in CLOSE_WEAPONS:
        fp = half(fp)
    if weapon.type.nation != unit.type.nation:
        fp = half(fp)
    return half(fp) if ops else fp


def own_fp(state: LnltState, unit: Unit, distance: int, ops: bool, lead: bool) -> int:
    """Inherent firepower: halved beyond the range, less one or halved when Ops Complete, halved if it does not lead."""
    fp = unit.type.fp
    if distance > unit.type.range:
        fp = half(fp) if distance <= 2 * unit.type.range else 0
    if ops:
        fp = half(fp) if state.edition.ops_halves else max(0, fp - 1)
    if lead or unit.type.glider:
        return fp
    return 1 if unit.type.traits & PARTISAN else half(fp)  # lnlt.nosb.13.53e


def in_reach(state: LnltState, unit: Unit, distance: int, opportunity: bool) -> list[Weapon]:
    """Weapons it can fire so far; a mortar not too near, and never by opportunity (lnlt.hon.1.6.4q)."""
    found: list[Weapon] = []
    for weapon in state.weapons:
        if weapon.owner != unit.id or distance > weapon_reach(weapon) * range_factor(state, unit):
            continue
        if not fires_directly(weapon, unit) or distance < weapon.type.min_range:
            continue
        if weapon.type.kind != MORTAR or (not opportunity and may_lob(state, unit.hex)):
            found.append(weapon)
    return found


def may_lob(state: LnltState, hex_: int) -> bool:
    """Not from under a roof or trees (lnlt.hon.1.6.4c, lnlt.sab.1.6.21d)."""
    terrain = state.board.terrain[hex_]
    return not terrain.building and terrain.id not in OVERHEAD and not state.ground.has(BUNKER, hex_)


def modes(state: LnltState, unit: Unit, distance: int, opportunity: bool) -> list[int]:
    """The ways in which a unit can shoot that far (portage table of lnlt.core.1.6)."""
    found: list[int] = []
    kind = unit.type.kind
    if kind in UNARMED:
        return found
    weapons = in_reach(state, unit, distance, opportunity)
    own = kind != LEADER and distance <= 2 * unit.type.range * range_factor(state, unit)
    if own and (not weapons or kind != SQUAD):
        found.append(WITH_OWN)
    if weapons:
        found.append(WITH_WEAPON)
        if len(weapons) > 1 and kind == SQUAD:
            found.append(WITH_TWO)
    return found


def best_weapons(
    state: LnltState, unit: Unit, mode: int, distance: int, ops: bool, opportunity: bool
) -> list[Weapon]:
    if mode in (WITH_OWN, DIRECTING):
        return []
    weapons = in_reach(state, unit, distance, opportunity)
    if mode == WITH_WEAPON and len(weapons) > 1:
        best = weapons[0]
        for weapon in weapons:
            if weapon_fp(weapon, unit, distance, ops) > weapon_fp(best, unit, distance, ops):
                best = weapon
        return [best]
    return weapons


def keeps_own(unit: Unit, mode: int) -> bool:
    """Only a squad that fires one weapon keeps its inherent firepower beside it (lnlt.core.1.6)."""
    return mode == WITH_OWN or (mode == WITH_WEAPON and unit.type.kind == SQUAD)


def add_element(
    tally: Tally, state: LnltState, unit: Unit, mode: int, distance: int, opportunity: bool, lead: bool
) -> None:
    ops = opportunity and bool(unit.flags & OPS)
    if range_factor(state, unit) > 1:
        distance = half(distance) if distance > 1 else 1  # as near again (lnlt.boh.25.2.dead-eye.a)
    if keeps_own(unit, mode):
        label = "fire.lead" if lead else "fire.additional"
        tally.add(own_fp(state, unit, distance, ops, lead), label, "lnlt.core.5.2")
    for weapon in best_weapons(state, unit, mode, distance, ops, opportunity):
        tally.add(weapon_fp(weapon, unit, distance, ops), "fire.weapon", "lnlt.core.5.2")


def attack_tally(
    state: LnltState, origin: int, target: int, firers: list[int], victims: list[int], opportunity: bool, assault: bool
) -> Tally:
    """Everything that is added to the attack die. `firers` are unit * 4 + mode, the first one leads."""
    tally = Tally(state.recording)
    board = state.board
    distance = board.grid.distances[origin][target]
    director = -1
    lead = True
    for element in firers:
        unit = state.units[element >> 2]
        mode = element & 3
        if mode == DIRECTING:
            director = unit.id
            continue
        add_element(tally, state, unit, mode, distance, opportunity, lead)
        lead = False
        assault = assault or assaults(unit)
    if assault:
        if state.edition.assault_halves:
            tally.add(half(tally.total) - tally.total, "fire.assault", "lnlt.core.option.old_assault_fp")
        else:
            tally.add(-2, "fire.assault", "lnlt.core.6.1")
    if director >= 0:
        tally.add(state.units[director].leadership(), "fire.leadership", "lnlt.core.5.0.1")
    if state.skilled:
        add_skills(tally, state, firers)
    if only_thrown(state, firers, distance, opportunity):
        return tally  # no other modifier unless an MMC fires too (lnlt.core.1.6.3)
    if distance == 1:
        add_adjacent(tally, state, firers)
    add_hindrance(tally, state, origin, target, -1)
    if any(state.units[number].flags & PARACHUTE for number in victims):
        tally.add(2, "fire.parachute", "lnlt.sab.22.3q")
    if targets_moving(state, target, victims):
        tally.add(1, "fire.moving", "lnlt.core.5.0.2")
    add_riders(tally, state, victims)
    return tally


def assaults(unit: Unit) -> bool:
    """Fires after an Assault Move, open or by stealth; a Scout does the latter without loss (lnlt.core.6.4)."""
    if unit.flags & (ASSAULT | RUNNING):
        return True
    return bool(unit.flags & STEALTH) and unit.type.kind != SCOUT


def add_adjacent(tally: Tally, state: LnltState, firers: list[int]) -> None:
    """+2; with an A superscript among the firers +3, once for the stack (lnlt.core.5.6)."""
    tally.add(2, "fire.adjacent", "lnlt.core.5.0.2")
    for element in firers:
        if state.units[element >> 2].type.traits & ASSAULTERS and keeps_own(state.units[element >> 2], element & 3):
            tally.add(1, "fire.assaulters", "lnlt.core.5.6")
            return


def add_skills(tally: Tally, state: LnltState, firers: list[int]) -> None:
    """Deadly raises the attack by one, not each unit (lnlt.boh.25.2.deadly.b)."""
    for element in firers:
        if works_for(state, state.units[element >> 2], DEADLY):
            tally.add(1, "fire.deadly", "lnlt.boh.25.2.deadly.a")
            return


def only_thrown(state: LnltState, firers: list[int], distance: int, opportunity: bool) -> bool:
    """Nothing but flamethrowers, satchel charges and bottles: no MMC adds its firepower, no gun fires."""
    if distance != 1:
        return False
    for element in firers:
        unit = state.units[element >> 2]
        mode = element & 3
        if mode == DIRECTING:
            continue
        if keeps_own(unit, mode):
            return False
        for weapon in best_weapons(state, unit, mode, distance, False, opportunity):
            if weapon.type.kind not in CLOSE_WEAPONS:
                return False
    return True


def add_riders(tally: Tally, state: LnltState, victims: list[int]) -> None:
    """Mounted units are hard to hit on the move, and easy standing (lnlt.core.6.6)."""
    for number in victims:
        unit = state.units[number]
        if unit.type.traits & MOUNTED:
            if unit.flags & (MOVED | RUNNING | MOVING):
                tally.add(-1, "fire.riding", "lnlt.core.6.6")
            else:
                tally.add(1, "fire.mounted", "lnlt.core.6.6")
            return


def targets_moving(state: LnltState, target: int, victims: list[int]) -> bool:
    """Anyone in sight moving or under a marker of movement, Low Crawl apart; standing wheat hides it."""
    if state.board.terrain[target].hides_movement:
        return False
    for number in victims:
        unit = state.units[number]
        flags = unit.flags
        if unit.type.traits & MOUNTED:
            continue  # has its own line (lnlt.core.6.6)
        if flags & (MOVED | ASSAULT | RUNNING) or (flags & MOVING and not flags & (CRAWL | STEALTH)):
            return True
    return False


def defence_tally(state: LnltState, origin: int, target: int) -> Tally:
    tally = Tally(state.recording)
    add_cover(tally, state, origin, target, False, True)
    if tally.total > MOST_TM:
        tally.add(MOST_TM - tally.total, "fire.most-tm", "lnlt.core.5.5")
    return tally


def has_mortar(weapons: list[Weapon]) -> bool:
    return any(weapon.type.kind == MORTAR for weapon in weapons)


def leads_fire(unit: Unit) -> bool:
    return unit.type.kind == LEADER or unit.skill == LEADER_HERO


class FireAttack(Procedure[LnltState]):
    """One hex fires at another: choose who takes part, roll, check everybody who is hit."""

    __slots__ = ("activated", "assault", "directed", "firers", "opportunity", "origin", "seat", "target", "victims")

    def __init__(
        self, seat: int, origin: int, target: int, activated: int, victims: list[int], opportunity: bool, assault: bool
    ) -> None:
        super().__init__()
        self.seat = seat
        self.origin = origin
        self.target = target
        self.activated = activated
        self.victims = victims
        self.opportunity = opportunity
        self.assault = assault
        self.firers: list[int] = []
        self.directed = False

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.choose_firers(state)
        else:
            self.resolve(state)

    def choose_firers(self, state: LnltState) -> None:
        options = self.candidates(state)
        if not options:
            self.step = 1
        elif len(options) == 1 and not self.firers:
            self.add(options[0])
        else:
            if self.firers:
                options.insert(0, NOTHING)
            state.ask(self.seat, FIRERS, options)

    def candidates(self, state: LnltState) -> list[int]:
        found: list[int] = []
        distance = state.board.grid.distances[self.origin][self.target]
        for number in state.stacks[self.seat][self.origin]:
            if not self.activated >> number & 1:
                continue
            unit = state.units[number]
            if not self.eligible(state, unit):
                continue
            base = UNIT + number * 4
            for mode in modes(state, unit, distance, self.opportunity):
                found.append(base + mode)
            if self.firers and not self.directed and self.may_direct(state, unit):
                found.append(base + DIRECTING)
        return found

    def eligible(self, state: LnltState, unit: Unit) -> bool:
        if self.opportunity:
            return may_opportunity_fire(unit)
        if self.assault:
            return may_assault_fire(state, unit) or (unit.type.smc and not unit.flags & (MARKED | SHAKEN))
        return may_fire(unit, self.target == state.spot_hex)

    def may_direct(self, state: LnltState, unit: Unit) -> bool:
        """One Good Order Leader of their force; in Opportunity Fire not if he is Ops Complete (lnlt.core.5.3)."""
        if not leads_fire(unit) or (self.opportunity and unit.flags & OPS):
            return False
        return any(same_force(state.units[element >> 2].type, unit.type) for element in self.firers)

    def add(self, option: int) -> None:
        element = option - UNIT
        self.firers.append(element)
        self.activated &= ~(1 << (element >> 2))
        if element & 3 == DIRECTING:
            self.directed = True

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if option == NOTHING:
            self.step = 1
        else:
            self.add(option)

    def tally(self, state: LnltState) -> Tally:
        return attack_tally(state, self.origin, self.target, self.firers, self.victims, self.opportunity, self.assault)

    def weapons(self, state: LnltState) -> list[Weapon]:
        """The support weapons that fire in this attack."""
        distance = state.board.grid.distances[self.origin][self.target]
        found: list[Weapon] = []
        for element in self.firers:
            unit = state.units[element >> 2]
            ops = self.opportunity and bool(unit.flags & OPS)
            found += best_weapons(state, unit, element & 3, distance, ops, self.opportunity)
        return found

    def resolve(self, state: LnltState) -> None:
        tally = self.tally(state)
        weapons = self.weapons(state) if state.weapons else []
        dice = [state.dice.roll(6, FOR_ATTACK)]
        if has_mortar(weapons):
            dice.append(state.dice.roll(6, FOR_ATTACK))  # the higher one counts (lnlt.hon.1.6.4h)
        attack_die = max(dice)
        cover = defence_tally(state, self.origin, self.target)
        defence_die = state.dice.roll(6, FOR_DEFENCE)
        difference = tally.total + attack_die - cover.total - defence_die
        if state.recording:
            self.report(state, tally, cover, dice, defence_die, difference)
        marker = self.marker()
        for element in self.firers:
            state.mark(state.units[element >> 2], marker)
        thrown = use_up(state, weapons, dice[0])
        state.pop()
        if attack_die == 6 and state.edition.fire_ignition:
            fire_check(state, self.target)
        if difference > 0:
            harm(state, 1 - self.seat, self.target, self.victims, difference, thrown)

    def marker(self) -> int:
        return FIRED | ASSAULT if self.assault else FIRED

    def report(
        self, state: LnltState, tally: Tally, cover: Tally, dice: list[int], defence_die: int, difference: int
    ) -> None:
        attack_die = max(dice)
        names = state.board.grid.names
        outcomes = [("attack", "hit" if difference > 0 else "no-effect"), ("diff", str(max(0, difference)))]
        if difference <= 0:
            outcomes += [(f"unit:{number}", "unhurt") for number in self.victims]
        args: dict[str, int | str] = {
            "origin": names[self.origin],
            "target": names[self.target],
            "fp": tally.total,
            "attack": tally.total + attack_die,
            "tm": cover.total,
            "defence": cover.total + defence_die,
            "difference": difference,
        }
        kind = "opportunity-fire" if self.opportunity else "fire"
        kind += "-hits" if difference > 0 else "-misses"
        rule = "lnlt.core.5.3" if self.opportunity else "lnlt.core.5.0"
        place = names[self.target]
        if cover.lines:
            state.emit(Event("cover", "lnlt.core.5.0", {"target": place, "tm": cover.total}, tally=cover, place=place))
        state.emit(Event(kind, rule, args, [*dice, defence_die], tally, outcomes, place))

    def copy(self) -> FireAttack:
        twin = FireAttack(
            self.seat, self.origin, self.target, self.activated, self.victims, self.opportunity, self.assault
        )
        twin.step = self.step
        twin.firers = self.firers[:]
        twin.directed = self.directed
        return twin

    def data(self) -> list[object]:
        return [
            self.step,
            self.seat,
            self.origin,
            self.target,
            hex(self.activated),
            self.victims,
            self.opportunity,
            self.assault,
            self.firers,
            self.directed,
        ]
