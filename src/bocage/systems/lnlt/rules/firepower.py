"""What each element adds to an attack (lnlt.core.5.0.2, lnlt.core.5.2): ranges, firepower, modifiers, cover."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Tally, Verb, first
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.flags import (
    AIMED,
    ASSAULT,
    CRAWL,
    LOBBED,
    MOVED,
    MOVING,
    ON_THE_RUN,
    OPS,
    PARACHUTE,
    RUNNING,
    SHELTERED,
    STEALTH,
)
from bocage.systems.lnlt.model.pieces import Unit, Weapon
from bocage.systems.lnlt.model.tables import UNARMED
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.skills import DEAD_EYE, DEADLY, TROMBLON, works_for
from bocage.systems.lnlt.rules.terrain import add_cover, add_hindrance
from bocage.systems.lnlt.rules.traits import ASSAULTERS, MOTORCYCLE, MOUNTED, PARTISAN
from bocage.systems.lnlt.state import LnltState

CLOSE_WEAPONS: Final = (kinds.FLAMETHROWER, kinds.SATCHEL, kinds.MOLOTOV)
UNHALVED: Final = (
    kinds.FLAMETHROWER,
    kinds.SATCHEL,
    kinds.MOLOTOV,
    kinds.RIFLE_GRENADE,
)  # as strong in one man's hands
HANDS: Final = (kinds.LEADER, kinds.HERO, kinds.SCOUT)  # single men who can fire a weapon (lnlt.core.1.6)
OVERHEAD: Final = ("forest", "jungle", "bunker", "cave")  # no mortar fires from under trees


def half(value: int) -> int:  # lnlt.core.5.4, lnlt.core.5.2
    """Every halving rounds up (lnlt.core.0.2)."""
    return (value + 1) >> 1


def reach(state: LnltState, unit: Unit) -> int:
    """How far the unit can shoot at all, at twice the printed range (lnlt.core.5.4); 0 = it has no gun."""
    kind = unit.type.kind
    if kind in UNARMED:
        return 0
    factor = range_factor(state, unit)
    far = max(0, unit.type.reach * factor)
    if unit.flags & AIMED:
        return far  # its rifles alone (lnlt.core.armour.1.1)
    for weapon in state.weapons:
        if weapon.owner == unit.id and fires_directly(weapon, unit):
            farthest = weapon_reach(weapon, factor)
            if farthest > far:
                far = farthest
    return far


def shoots(state: LnltState, unit: Unit, distance: int, opportunity: bool) -> bool:
    """Whether it has something that can be fired just so far now (lnlt.core.5.4), a Dead Eye twice as far
    (lnlt.boh.25.2.dead-eye.a)."""
    type_ = unit.type
    if type_.reach >= 0 and (distance <= type_.reach or distance <= type_.reach * range_factor(state, unit)):
        return True
    return type_.kind not in UNARMED and bool(in_reach(state, unit, distance, opportunity))


def weapon_reach(weapon: Weapon, factor: int = 1) -> int:
    """Machine guns shoot at twice their range (lnlt.core.5.4); what is thrown, squirted or lobbed does not. Nobody
    throws or squirts farther than the next hex, whatever his eyes (lnlt.core.1.6.3)."""
    if weapon.type.kind == kinds.MG:
        return 2 * weapon.type.range * factor
    return weapon.type.range if weapon.type.kind in CLOSE_WEAPONS else weapon.type.range * factor


def fires_directly(weapon: Weapon, unit: Unit) -> bool:
    """Ready (lnlt.core.1.6.1), and on the Direct Fire Table (lnlt.core.5.0); riders fire at most a light machine gun
    (lnlt.core.6.6)."""
    type_ = weapon.type
    if weapon.side != kinds.READY or type_.kind == kinds.GRENADE or type_.ordnance is not None:
        return False
    if not unit.type.traits & MOUNTED:
        return True
    return bool(unit.type.traits & MOTORCYCLE) and type_.fp <= 2 and type_.kind == kinds.MG


def range_factor(state: LnltState, unit: Unit) -> int:
    """Dead Eye doubles the range (lnlt.boh.25.2.dead-eye.a)."""
    return 2 if state.skilled >> DEAD_EYE & 1 and works_for(state, unit, DEAD_EYE) else 1


def brought_near(state: LnltState, unit: Unit, distance: int) -> int:
    """The distance that counts against its printed ranges."""
    return half(distance) if range_factor(state, unit) > 1 else distance


def weapon_fp(weapon: Weapon, unit: Unit, distance: int, ops: bool, helped: bool = False) -> int:
    """Halved beyond its range (lnlt.core.5.4), for a single man without help (lnlt.core.1.6), for an enemy's weapon
    (lnlt.core.1.6.8), and for Ops Complete Opportunity Fire (lnlt.core.5.3).
    What is thrown or squirted is as strong in one man's hands (lnlt.core.1.6.3)."""
    fp = weapon.type.fp
    if distance > weapon.type.range:
        fp = half(fp) if distance <= weapon_reach(weapon) else 0
    if unit.type.smc and not helped and weapon.type.kind not in UNHALVED:
        fp = half(fp)
    if weapon.seat != unit.seat:
        fp = half(fp)
    return half(fp) if ops else fp  # lnlt.pac.12.5.3e


def own_fp(state: LnltState, unit: Unit, distance: int, ops: bool, lead: bool) -> int:  # lnlt.pac.12.5.2c
    """Inherent firepower: halved beyond the range (lnlt.core.5.4), less one or halved when Ops Complete
    (lnlt.core.5.3), halved if it does not lead (lnlt.core.5.2, lnlt.boh.24.2f, lnlt.core.check.infantry.12)."""
    fp = unit.type.fp
    if distance > unit.type.range:
        fp = half(fp) if distance <= 2 * unit.type.range else 0
    if ops:
        fp = half(fp) if state.edition.ops_halves else max(0, fp - 1)  # lnlt.core.option.ops_complete_of
    if lead or unit.type.glider:  # lnlt.hon.13.1.1a, lnlt.hon.13.1.1b, lnlt.pac.12.5.2a, lnlt.boh.13.92b
        return fp
    return 1 if unit.type.traits & PARTISAN else half(fp)  # lnlt.nosb.13.53e, lnlt.pac.12.5.2b


def in_reach(state: LnltState, unit: Unit, distance: int, opportunity: bool = False) -> list[Weapon]:
    """Weapons it can fire so far (lnlt.core.5.4); a mortar not too near, and never by opportunity (lnlt.hon.1.6.4u,
    lnlt.hon.1.6.4q)."""
    found: list[Weapon] = []
    if unit.flags & AIMED:
        return found
    number = unit.id
    for weapon in state.weapons:
        if weapon.owner != number or distance > weapon_reach(weapon, range_factor(state, unit)):
            continue
        if not fires_directly(weapon, unit) or distance < weapon.type.min_range:
            continue
        if weapon.type.kind == kinds.RIFLE_GRENADE and unit.flags & LOBBED:
            continue
        if weapon.type.kind != kinds.MORTAR or (not opportunity and may_lob(state, unit.hex)):
            found.append(weapon)
    return found


def may_lob(state: LnltState, hex_: int) -> bool:
    """Not from under a roof or trees (lnlt.hon.1.6.4c, lnlt.sab.1.6.21d)."""
    terrain = state.board.terrain[hex_]
    return not terrain.building and terrain.id not in OVERHEAD


def modes(state: LnltState, unit: Unit, distance: int, opportunity: bool) -> list[Verb]:
    """The ways in which a unit can shoot that far (portage table of lnlt.core.1.6)."""
    found: list[Verb] = []
    kind = unit.type.kind
    if kind in UNARMED:
        return found
    weapons = in_reach(state, unit, distance, opportunity)
    own = unit.type.reach >= 0 and distance <= unit.type.reach * range_factor(state, unit)
    # Nobody has to throw or squirt what he carries; other weapons do no harm to who fires them.
    spends = bool(weapons) and any(weapon.type.kind in CLOSE_WEAPONS for weapon in weapons)
    if own and (not weapons or kind != kinds.SQUAD or spends):  # lnlt.nosb.1.6.22c
        found.append(acts.WITH_OWN)
    if weapons:
        found.append(acts.WITH_WEAPON)
        if len(weapons) > 1 and spends:
            found.append(acts.WITH_OTHER)
        if len(weapons) > 1 and kind == kinds.SQUAD:
            found.append(acts.WITH_TWO)
    return found


def best_weapons(state: LnltState, unit: Unit, mode: Verb, distance: int, ops: bool, opportunity: bool) -> list[Weapon]:
    """What it fires in this way (portage table of lnlt.core.1.6): the strongest weapon, the other one
    (lnlt.nosb.1.6.22c), or two."""
    if mode is acts.WITH_OWN or mode is acts.DIRECTING or mode is acts.HELPING:
        return []
    weapons = in_reach(state, unit, distance, opportunity)
    if weapons and mode is not acts.WITH_TWO:
        near = brought_near(state, unit, distance)
        best = max(weapons, key=lambda weapon: weapon_fp(weapon, unit, near, ops))
        if mode is acts.WITH_WEAPON:
            return [best]
        return [weapon for weapon in weapons if weapon is not best][:1]
    return weapons


def keeps_own(unit: Unit, mode: Verb) -> bool:
    """Only a squad that fires one weapon keeps its inherent firepower beside it (lnlt.core.1.6), no half-squad does
    (lnlt.boh.24.2x, lnlt.core.check.infantry.10) but beside a Tromblon (lnlt.hid.skill.tromblon.g)."""
    if mode is acts.WITH_WEAPON or mode is acts.WITH_OTHER:
        return unit.type.kind == kinds.SQUAD or (unit.skill == TROMBLON and unit.type.mmc)
    return mode is acts.WITH_OWN


def add_element(
    tally: Tally, state: LnltState, unit: Unit, mode: Verb, distance: int, opportunity: bool, lead: bool
) -> None:
    ops = opportunity and bool(unit.flags & OPS)
    near = brought_near(state, unit, distance)
    if range_factor(state, unit) > 1:
        tally.add(0, "fire.dead-eye", "lnlt.boh.25.2.dead-eye.a")
    if keeps_own(unit, mode):
        label = "fire.lead" if lead else "fire.additional"
        tally.add(own_fp(state, unit, near, ops, lead), label, "lnlt.core.5.2")
    for weapon in best_weapons(state, unit, mode, distance, ops, opportunity):  # lnlt.pac.12.5.2d
        tally.add(weapon_fp(weapon, unit, near, ops), "fire.weapon", "lnlt.core.5.2")  # lnlt.boh.24.2an


def help_fp(state: LnltState, firers: list[int], helper: Unit, target: int, opportunity: bool) -> int:
    """What a weapon gains if two single men of a hex fire it together (lnlt.core.1.6); 0 if there is no such weapon."""
    distance = state.board.grid.distances[helper.hex][target]
    for element in firers:
        unit = state.units[first(element)]
        if unit.hex != helper.hex or not unit.type.smc:
            continue
        ops = opportunity and bool(unit.flags & OPS)
        near = brought_near(state, unit, distance)
        for weapon in best_weapons(state, unit, acts.ACTS.of(element), distance, ops, opportunity):
            gain = weapon_fp(weapon, unit, near, ops, True) - weapon_fp(weapon, unit, near, ops)
            if gain:
                return gain
    return 0


def may_help(state: LnltState, firers: list[int], unit: Unit, target: int, opportunity: bool) -> bool:  # lnlt.core.1.6
    """Who can fire a weapon himself, if nobody else of the hex is at it."""
    if unit.type.kind not in HANDS:
        return False
    for element in firers:
        if acts.ACTS.of(element) is acts.HELPING and state.units[first(element)].hex == unit.hex:
            return False
    return help_fp(state, firers, unit, target, opportunity) > 0


def attack_tally(
    state: LnltState, origin: int, target: int, firers: list[int], victims: list[int], opportunity: bool, assault: bool
) -> Tally:
    """Everything that is added to the attack die. `firers` are acts, the first one leads."""
    tally = Tally(state.recording)
    board = state.board
    distance = board.grid.distances[origin][target]
    director = -1
    lead = True
    for element in firers:
        unit = state.units[first(element)]
        mode = acts.ACTS.of(element)
        if mode is acts.DIRECTING:
            director = unit.id
            continue
        if mode is acts.HELPING:
            tally.add(help_fp(state, firers, unit, target, opportunity), "fire.helping", "lnlt.core.1.6")
        else:
            add_element(tally, state, unit, mode, board.grid.distances[unit.hex][target], opportunity, lead)
        lead = False
        assault = assault or assaults(unit)
    if assault:
        if state.edition.assault_halves:
            tally.add(half(tally.total) - tally.total, "fire.assault", "lnlt.core.option.old_assault_fp")
        else:
            tally.add(-2, "fire.assault", "lnlt.core.6.1")
    if director >= 0:  # lnlt.pac.12.5.0b
        tally.add(state.units[director].leadership(), "fire.leadership", "lnlt.core.5.0.1")
    if state.skilled >> DEADLY & 1:
        add_skills(tally, state, firers)
    if only_thrown(state, firers, distance, opportunity):
        return tally  # no other modifier unless an MMC fires too (lnlt.core.1.6.3)
    if distance == 1:  # lnlt.pac.12.5.0c
        add_adjacent(tally, state, firers)
    add_hindrance(tally, state, origin, target, -1)
    add_targets(tally, state, target, victims)
    return tally


def assaults(unit: Unit) -> bool:
    """Fires after an Assault Move, on the run or by stealth; a Scout does the latter without loss (lnlt.core.6.4)."""
    if unit.flags & (ASSAULT | RUNNING | ON_THE_RUN):
        return True
    return bool(unit.flags & STEALTH) and unit.type.kind != kinds.SCOUT


def add_adjacent(tally: Tally, state: LnltState, firers: list[int]) -> None:
    """+2; with an A superscript among the firers +3, once for the stack (lnlt.core.5.6)."""
    tally.add(2, "fire.adjacent", "lnlt.core.5.0.2")
    for element in firers:
        if state.units[first(element)].type.traits & ASSAULTERS and keeps_own(
            state.units[first(element)], acts.ACTS.of(element)
        ):
            tally.add(1, "fire.assaulters", "lnlt.core.5.6")
            return


def add_skills(tally: Tally, state: LnltState, firers: list[int]) -> None:
    """Deadly raises the attack by one, not each unit (lnlt.boh.25.2.deadly.b)."""
    for element in firers:
        if works_for(state, state.units[first(element)], DEADLY):
            tally.add(1, "fire.deadly", "lnlt.boh.25.2.deadly.a")
            return


def only_thrown(state: LnltState, firers: list[int], distance: int, opportunity: bool) -> bool:
    """Nothing but flamethrowers, satchel charges and bottles: no MMC adds its firepower, no gun fires
    (lnlt.core.1.6.3), which would bring in the other modifiers (lnlt.core.5.0.2)."""
    if distance != 1:
        return False
    for element in firers:
        unit = state.units[first(element)]
        mode = acts.ACTS.of(element)
        if mode is acts.DIRECTING:
            continue
        if keeps_own(unit, mode):
            return False
        for weapon in best_weapons(state, unit, mode, distance, False, opportunity):
            if weapon.type.kind not in CLOSE_WEAPONS:
                return False
    return True


def add_targets(tally: Tally, state: LnltState, target: int, victims: list[int]) -> None:
    """What men do or have just done, as targets of whatever fires on the Direct Fire Table (lnlt.core.5.0.2)."""
    for number in victims:
        if state.units[number].flags & PARACHUTE:
            tally.add(2, "fire.parachute", "lnlt.sab.22.3q")
            break
    if targets_moving(state, target, victims):
        tally.add(1, "fire.moving", "lnlt.core.5.0.2")  # lnlt.boh.24.2n
    add_riders(tally, state, victims)


def add_riders(tally: Tally, state: LnltState, victims: list[int], sign: int = -1) -> None:
    """Mounted units are hard to hit on the move, and easy standing (lnlt.core.6.6): sign -1 on the Direct, +1 on the
    Ordnance Fire Table."""
    for number in victims:
        unit = state.units[number]
        if unit.type.traits & MOUNTED:
            if unit.flags & (MOVED | RUNNING | MOVING):
                tally.add(sign, "fire.riding", "lnlt.core.6.6")
            else:
                tally.add(-sign, "fire.mounted", "lnlt.core.6.6")
            return


def targets_moving(state: LnltState, target: int, victims: list[int]) -> bool:
    """Anyone in sight moving or under a marker of movement, Low Crawl apart; standing wheat hides it."""
    if state.board.terrain[target].hides_movement:
        return False
    for number in victims:
        unit = state.units[number]
        if unit.type.traits & MOUNTED or unit.flags & SHELTERED:
            continue  # riders have their own line (lnlt.core.6.6), trenches hide men (lnlt.nosb.21.6g)
        if is_moving(unit.flags):
            return True
    return False


def is_moving(flags: int) -> bool:
    """On the move or under a marker of movement, but for those who crawl (lnlt.core.6.3) or steal along
    (lnlt.core.6.4)."""
    if flags & (MOVED | ASSAULT | RUNNING):
        return True
    return bool(flags & MOVING) and not flags & (CRAWL | STEALTH)


def add_limit(tally: Tally, state: LnltState) -> None:  # lnlt.core.5.0
    """Modifiers help up to a point (lnlt.core.5.5)."""
    most = state.scenario.numbers.most_tm
    if tally.total > most:
        tally.add(most - tally.total, "fire.most-tm", "lnlt.core.5.5")


def defence_tally(state: LnltState, origin: int, target: int, plunging: bool = False) -> Tally:
    """Cover of men against direct fire; what a mortar adds to it falls into trenches (lnlt.nosb.21.6d)
    (lnlt.core.5.0, lnlt.core.10.4)."""
    tally = Tally(state.recording)
    add_cover(tally, state, origin, target, False, True, plunging)
    add_limit(tally, state)
    return tally


def has_mortar(weapons: list[Weapon]) -> bool:
    for weapon in weapons:  # noqa: SIM110 - much faster than any(), and asked often
        if weapon.type.kind == kinds.MORTAR:
            return True
    return False
