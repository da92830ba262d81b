"""Odds of Damage Checks made one after the other: what becomes of one may change what helps the next."""

from __future__ import annotations

from bocage.kernel import D6, Forecast, scripted
from bocage.kernel.enumerate import every_run
from bocage.systems.lnlt.model.flags import SHAKEN, WOUNDED
from bocage.systems.lnlt.model.kinds import FATES, LEADER
from bocage.systems.lnlt.model.pieces import LEADER_HERO, Unit
from bocage.systems.lnlt.rules.damage import damage_tally, fate, hero_check, is_die_hard, may_raise_hero, suffer
from bocage.systems.lnlt.rules.odds import LOWER_OF_TWO, of_unit
from bocage.systems.lnlt.rules.skills import NO_SKILL, may_hold
from bocage.systems.lnlt.state import LnltState

Worlds = list[tuple[LnltState, float]]
"""Positions that may have come about, and how likely each is."""


def put_fates(found: Forecast, state: LnltState, order: list[int], difference: int, chance: float) -> None:
    """Everybody hit by so much, in the order of their checks; only who can help others makes a difference to them."""
    worlds: Worlds = [(state, chance)]
    for number in order:
        last = number == order[-1]
        worlds = merged([after for world, p in worlds for after in checked(found, world, number, difference, p, last)])


def checked(found: Forecast, world: LnltState, number: int, difference: int, p: float, last: bool) -> Worlds:
    """Put the odds of one check, and give the positions after it."""
    unit = world.units[number]
    modifier = damage_tally(world, unit, difference).total
    dice = LOWER_OF_TWO if is_die_hard(world, unit) else D6
    ends: dict[int, float] = {}
    for die, q in dice.items():
        end = fate(unit.type.kind, unit.flags, unit.morale(), die + modifier)
        found.put(of_unit(number), FATES[end], p * q)
        ends[end] = ends.get(end, 0.0) + p * q
    if last:
        return []
    if helps(unit):
        return [(suffered(world, number, end), q) for end, q in ends.items()]
    if LEADER_HERO in world.cards[unit.seat] and may_raise_hero(world, unit):
        return with_heroes(world, unit, p, p * dice[1])
    return [(world, p)]


def helps(unit: Unit) -> bool:
    """Leads, or holds a card that others may have the good of."""
    return unit.type.kind == LEADER or (unit.type.smc and unit.skill != NO_SKILL)


def suffered(world: LnltState, number: int, end: int) -> LnltState:
    twin = world.clone()
    suffer(twin, twin.units[number], end)
    return twin


def with_heroes(world: LnltState, unit: Unit, p: float, natural_one: float) -> Worlds:
    """A natural 1 may bring a Hero, who may draw the card that lets him lead (lnlt.core.11.2.1, lnlt.core.12)."""

    def check(script: list[int]) -> LnltState:
        twin = world.clone()
        twin.dice = scripted(script)
        twin.cards = [[], []]
        hero_check(twin, twin.units[unit.id], unit.hex)
        return twin

    found = [(world, p - natural_one)]
    for twin, q in every_run(check):
        found += dealt(world, twin, natural_one * q)
    return found


def dealt(world: LnltState, twin: LnltState, p: float) -> Worlds:
    """The new Hero draws the card that lets him lead, or another: which one bears on nobody's check."""
    twin.cards = [pile[:] for pile in world.cards]
    if len(twin.units) == len(world.units):
        return [(twin, p)]
    hero = twin.units[-1]
    pile = twin.cards[hero.seat]
    fitting = [card for card in pile if may_hold(hero, card)]
    if LEADER_HERO not in fitting:
        return [(twin, p)]
    leads = twin.clone()
    leads.units[-1].skill = LEADER_HERO
    leads.skilled |= 1 << LEADER_HERO
    leads.cards[hero.seat].remove(LEADER_HERO)
    others = [card for card in fitting if card != LEADER_HERO]
    if others:
        pile.remove(others[0])
    share = p / len(fitting)
    return [(leads, share), (twin, p - share)] if others else [(leads, p)]


def merged(worlds: Worlds) -> Worlds:
    """Positions that are alike in everything that checks look at, taken together."""
    found: dict[object, tuple[LnltState, float]] = {}
    for world, p in worlds:
        helpers = [(u.id, u.hex, u.flags & (SHAKEN | WOUNDED), u.skill) for u in world.units if helps(u)]
        cards = [(LEADER_HERO in pile, len(pile)) for pile in world.cards]
        key = (tuple(helpers), tuple(cards), tuple(map(len, world.heroes)))
        found[key] = (world, p + (found[key][1] if key in found else 0.0))
    return list(found.values())
