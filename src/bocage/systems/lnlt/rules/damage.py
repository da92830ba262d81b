"""Damage Checks (lnlt.core.5.1), wounds, reduction to half-squads, and Heroes born of them (lnlt.core.11.2.1)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Event, Tally
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.flags import DOUBLE, FRESH, MARKED, MOVED, MOVING, SHAKEN, WOUNDED
from bocage.systems.lnlt.model.pieces import GONE, LEADER_HERO, Unit
from bocage.systems.lnlt.model.tables import UnitType, same_force
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.acquisition import lose_aim
from bocage.systems.lnlt.rules.checks import check_args
from bocage.systems.lnlt.rules.portage import issue
from bocage.systems.lnlt.rules.skills import DIE_HARD, NAMES, STIFF_UPPER_LIP, may_hold, works_for
from bocage.systems.lnlt.rules.traits import MOUNTED, NO_HERO, PARTISAN
from bocage.systems.lnlt.state import LnltState

COLUMNS: Final = 3
HURT: Final = SHAKEN | WOUNDED
FATE_TABLE: Final[list[int]] = []
"""The rows of `data/damage.yaml` one after the other: four for each kind, by its flags."""


def check_order(state: LnltState, victims: list[int]) -> list[int]:
    """Leaders first, so that it is known who still leads the others (lnlt.core.5.0); then single men, then the rest."""
    if len(victims) < 2:
        return victims
    leaders: list[int] = []
    singles: list[int] = []
    others: list[int] = []
    for number in victims:
        type_ = state.units[number].type
        if type_.kind == kinds.LEADER or state.units[number].skill == LEADER_HERO:
            leaders.append(number)
        elif type_.smc:
            singles.append(number)
        else:
            others.append(number)
    return leaders + singles + others


def fate(kind: int, flags: int, morale: int, total: int) -> int:
    """Past Morale, from twice Morale, from three times Morale; a row for each kind of unit, Shaken or wounded."""
    if total <= morale:
        return kinds.UNHURT
    return FATE_TABLE[((kind << 2) + (flags & HURT)) * COLUMNS + column(morale, total)]


def column(morale: int, total: int) -> int:
    if total >= 3 * morale:
        return 2
    return 1 if total >= 2 * morale else 0


def damage_checks(state: LnltState, victims: list[int], difference: int) -> None:
    for number in check_order(state, victims):
        damage_check(state, state.units[number], difference)


def damage_tally(state: LnltState, unit: Unit, difference: int) -> Tally:
    tally = Tally(state.recording)
    tally.add(difference, "damage.difference", "lnlt.core.5.0")  # lnlt.pac.12.5.0g, lnlt.pac.fr.5.0c
    leadership = state.best_leadership(unit.seat, unit.hex, unit.id)
    if leadership:
        tally.add(-leadership, "damage.leadership", "lnlt.core.5.0.1")  # lnlt.pac.12.5.0h
    if works_for(state, unit, STIFF_UPPER_LIP):
        tally.add(-1, "damage.stiff-upper-lip", "lnlt.hid.skill.stiff-upper-lip.b")
    if is_die_hard(state, unit):
        tally.add(0, "damage.die-hard", "lnlt.boh.25.2.die-hard.a")
    return tally


def damage_dice(state: LnltState, unit: Unit) -> list[int]:
    """Who stands with a Die Hard rolls two and keeps the better one, Shaken or not (lnlt.boh.25.2.die-hard.a)."""
    dice = [state.dice.roll(6, acts.FOR_DAMAGE)]
    if is_die_hard(state, unit):
        dice.append(state.dice.roll(6, acts.FOR_DAMAGE))
    return dice


def is_die_hard(state: LnltState, unit: Unit) -> bool:
    """The Leader's own state does not matter to the card."""
    if not state.skilled >> DIE_HARD & 1:
        return False
    return any(state.units[number].skill == DIE_HARD for number in state.stacks[unit.seat][unit.hex])


def damage_check(state: LnltState, unit: Unit, difference: int) -> None:
    tally = damage_tally(state, unit, difference)
    dice = damage_dice(state, unit)
    die = min(dice)
    total = tally.total + die
    morale = unit.morale()
    result = fate(unit.type.kind, unit.flags, morale, total)
    if state.recording:
        args = check_args(unit.title(), die, tally, morale)
        args["fate"] = f"@fate.{kinds.FATES[result]}"
        outcomes = [(f"unit:{unit.id}", kinds.FATES[result])]
        state.tell(unit.hex, "damage", "lnlt.core.5.1", args, dice, tally, outcomes)
    hex_ = unit.hex
    suffer(state, unit, result)
    if die == 1 and may_raise_hero(state, unit):
        hero_check(state, unit, hex_)


def suffer(state: LnltState, unit: Unit, result: int) -> None:
    if result == kinds.ELIMINATED:
        state.eliminate(unit)
    elif result == kinds.CASUALTIES:
        reduce(state, unit)
    elif result == kinds.GETS_SHAKEN:
        state.mark(unit, SHAKEN)
    elif result == kinds.GETS_WOUNDED:
        state.mark(unit, WOUNDED)
    elif result == kinds.WOUNDED_SHAKEN:
        state.mark(unit, WOUNDED | SHAKEN)
    if unit.flags & SHAKEN:
        lose_aim(state, unit.id)  # lnlt.core.armour.4.6


def reduce(state: LnltState, unit: Unit) -> None:
    """Casualties leave a Shaken half-squad, which keeps the markers and as much as it can carry (lnlt.core.5.1)."""
    half = half_of(state, unit.type)
    if half is None:
        state.eliminate(unit)
        return
    state.count_loss(unit.seat, half)
    unit.type = half
    state.mark(unit, SHAKEN)
    drop_excess(state, unit)


def half_of(state: LnltState, type_: UnitType) -> UnitType | None:
    """The half-squad that a squad leaves, by a die where the module says so."""
    half = type_.reduced_odd
    even = type_.reduced_even
    if half is not None and even is not None and half is not even and state.dice.roll(6, acts.FOR_REDUCTION) % 2 == 0:
        return even
    return half


def drop_excess(state: LnltState, unit: Unit) -> None:  # lnlt.core.open.8
    """A half-squad carries one support weapon (lnlt.core.1.6): the stronger one stays."""
    carried = [weapon for weapon in state.carried(unit) if weapon.type.kind != kinds.RIFLE_GRENADE]
    if len(carried) < 2:
        return
    best = carried[0]
    for weapon in carried:
        if weapon.type.fp > best.type.fp:
            best = weapon
    for weapon in carried:
        if weapon is not best:
            weapon.owner = GONE


def may_raise_hero(state: LnltState, unit: Unit) -> bool:
    """Squads and half-squads, but no riders, and none where the nation has no Heroes (lnlt.core.11.2.1); in older
    editions weapon teams too (lnlt.core.option.hero_from)."""
    kind = unit.type.kind
    if kind == kinds.WEAPON_TEAM:  # lnlt.core.option.hero_from.armour
        return state.edition.heroes_from_teams
    return kind in (kinds.SQUAD, kinds.HALF_SQUAD) and not unit.type.traits & (NO_HERO | MOUNTED)


def heroes_left(state: LnltState, parent: Unit, hex_: int) -> list[int]:
    """Unused Hero counters that fit, by place: those of his own troops first (lnlt.hon.13.1.4c), and of no others for
    Commandos (lnlt.sab.13.94c); Partisans take one of the line (lnlt.nosb.13.52f)."""
    pool = state.heroes[parent.seat]
    among = comrade(state, parent, hex_)
    service = "line" if among.traits & PARTISAN else among.service
    kin = [i for i in range(len(pool)) if is_kin(pool[i], parent.type)]
    own = [i for i in kin if pool[i].service == service]
    return own or [i for i in kin if same_force(pool[i], among) and pool[i].service != "commando"]


def comrade(state: LnltState, parent: Unit, hex_: int) -> UnitType:
    """Whose Heroes he raises: a weapon team has no colour and belongs to those it stands with (lnlt.nosb.13.5c)."""
    for number in state.stacks[parent.seat][hex_]:
        type_ = state.units[number].type
        if type_.apart and type_.colour and same_force(type_, parent.type):
            return type_
    return parent.type


def is_kin(hero: UnitType, to: UnitType) -> bool:  # lnlt.core.11.2.1
    """Of the same nation, and of no other division: each has Heroes of its own (lnlt.hon.13.1.4a)."""
    return hero.nation == to.nation and (hero.division == to.division or not hero.division or not to.division)


def hero_check(state: LnltState, parent: Unit, hex_: int) -> None:
    """After a natural 1, whatever became of his MMC (lnlt.pac.12.5.0j): an even die makes a Hero, who takes over its
    markers (lnlt.core.11.2.1)."""
    fitting = heroes_left(state, parent, hex_)
    if not fitting:
        return
    pool = state.heroes[parent.seat]
    created = state.dice.roll(6, acts.FOR_HERO) % 2 == 0
    rolls = state.dice.log[-1:]  # more are drawn before it is told
    place = state.board.grid.names[hex_]
    if created:
        type_ = pool.pop(fitting[draw(state, [pool[i] for i in fitting])])
        type_ = type_.among.get(comrade(state, parent, hex_).service, type_)
        flags = parent.flags & (MARKED | DOUBLE) | FRESH
        if parent.flags & MOVING:
            flags |= MOVED
        hero = state.add_unit(parent.seat, type_, hex_, flags, "")
        draw_card(state, hero)
    if state.recording:
        kind = "hero" if created else "no-hero"
        state.emit(Event(kind, "lnlt.core.11.2.1", {"unit": parent.title()}, place=place, rolls=rolls))


def draw_card(state: LnltState, hero: Unit) -> None:  # lnlt.core.11.2.1
    """A skill at random; a card that he cannot hold is drawn again (lnlt.core.12)."""
    deck = [card for card in state.cards[hero.seat] if may_hold(hero, card)]
    if not deck:
        return
    card = deck[0] if len(deck) == 1 else deck[state.dice.roll(len(deck), acts.FOR_SKILL) - 1]
    for seat in (0, 1):
        if seat == hero.seat or (state.scenario.one_deck and card in state.cards[seat]):
            state.cards[seat].remove(card)
    hero.skill = card
    state.skilled |= 1 << card
    issue(state, hero)
    if state.recording:
        args: dict[str, int | str] = {"unit": hero.title(), "skill": f"@skill.{NAMES[card]}"}
        state.emit(Event("draws-skill", "lnlt.core.12", args, place=state.board.grid.names[hero.hex]))


def draw(state: LnltState, pool: list[UnitType]) -> int:
    """A random unused Hero counter of the force; no die where all are alike."""
    for other in pool:
        if other is not pool[0]:
            return state.dice.roll(len(pool), acts.FOR_HERO_DRAW) - 1
    return 0
