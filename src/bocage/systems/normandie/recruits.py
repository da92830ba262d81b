"""A bought army turned into tiles, units, traits and tokens of a battle."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bocage.systems.normandie.army import (
    ArmyError,
    ArmyRecord,
    Audit,
    OptionRecord,
    army_tokens,
    cards,
    chosen,
    heroes,
    line_of,
    options,
    tiles,
    usual_deck,
)
from bocage.systems.normandie.kinds import ACTIVATION, ORDERS, PERKS, SUPPLIES, TOKENS, TRAITS
from bocage.systems.normandie.model import BLUE, CROSS, GRAY, GREEN, RED, Card, Scenario, Tile
from bocage.systems.normandie.records import Nation
from bocage.systems.normandie.rules.blasts import PATTERN_BONUS
from bocage.systems.normandie.rules.effectkinds import EFFECTS
from bocage.systems.normandie.state import NormandieState


def refuse_army(path: Path, army: ArmyRecord, prefix: str) -> None:
    found = Audit(army, prefix).run(army.points, True)
    if found:
        lines = [line_of(path, v.field) if path.is_file() else 0 for v in found]
        raise ArmyError(str(path), found, lines)


def enlist(scenario: Scenario, seat: int, army: ArmyRecord) -> list[tuple[str, int]]:
    """Add the army's tiles to the scenario; returns its counters, each with the number of the tile it belongs to.

    A unit of a support option belongs to that option (hon.break.alloc.1), a hero to himself (hon.open.hero.loss.1).
    """
    units: list[tuple[str, int]] = []
    for choice in army.tiles:
        record = tiles()[choice.tile]
        home = Tile(record.id, seat, record.stars, record.breaking_point, record.vp)
        home.officer = record.kind == "officer"
        number = len(scenario.tiles)
        scenario.tiles.append(home)
        units += [(name, number) for name in record.units]
        for fitted in choice.options:
            option = options()[fitted.option]
            home.stars += record.slots[fitted.slot - 1].stars  # hon.comp.tile.3
            grant(scenario, home, option, fitted.pick)
            if option.units:
                part = Tile(option.id, seat, 0, option.breaking_point, option.vp)
                part.kind = "recruit"
                part.parent = number
                part.late = option.late
                units += [(name, len(scenario.tiles)) for name in option.units]
                scenario.tiles.append(part)
    for name in army.heroes:
        hero = heroes()[name]
        own = Tile(hero.id, seat, 0, hero.breaking_point, hero.vp)
        own.kind = "hero"
        units.append((hero.unit, len(scenario.tiles)))
        scenario.tiles.append(own)
    return units


def grant(scenario: Scenario, home: Tile, option: OptionRecord, picks: list[str]) -> None:
    """What an option gives: tokens and traits to its tile, orders to the whole army (hon.army.order.2)."""
    seat = home.seat
    if option.tokens or picks:
        home.tokens = home.tokens or [0] * len(TOKENS)
        for kind, count in enumerate(army_tokens(option, picks)):
            home.tokens[kind] += count
    if option.id in TRAITS:
        home.traits |= 1 << TRAITS.index(option.id)
    if option.id in PERKS:
        scenario.perks[seat] |= 1 << PERKS.index(option.id)
    if option.type == "trait":
        home.hardened += option.orders  # hon.trait.hardened.1
    else:
        scenario.orders[seat] += option.orders  # hon.ord.planning.1
    scenario.bluffs[seat] += option.bluffs  # hon.ord.bluff.1
    scenario.special[seat] = min(2, scenario.special[seat] + option.special_orders)  # hon.ord.plan.1, hon.special.cap.1


def equip(state: NormandieState) -> None:
    """Give the units the traits of their tiles, and lay out the tokens (hon.opt.use.1, hon.opt.use.2)."""
    found = state.scenario.tiles
    shared = [0, 0]
    for tile in found:
        if tile.officer:
            shared[tile.seat] |= tile.traits
    for unit in state.units:
        home = found[unit.tile] if found[unit.tile].parent < 0 else found[found[unit.tile].parent]
        unit.traits = home.traits | shared[unit.seat]
    if any(tile.tokens for tile in found):
        state.tokens = [tile.tokens[:] for tile in found]


PATTERNS = {"blue": BLUE, "green": GREEN, "red": RED, "gray": GRAY}
PHASES = {"order": ORDERS, "activation": ACTIVATION, "supply": SUPPLIES, "any": -1}


@cache
def all_cards() -> list[Card]:
    """Every card by number."""
    found: list[Card] = []
    for record in cards().values():
        bonus = [CROSS if value is None else value for value in record.bonus]
        if record.pattern:
            bonus = list(PATTERN_BONUS[PATTERNS[record.pattern]])
        card = Card(record.id, PHASES[record.phase], EFFECTS.index(record.effect), record.amount, bonus, record.aaa)
        card.scatter = record.scatter
        card.spread = record.spread
        card.destruction = record.destruction
        card.where = record.where
        card.stops = record.stops
        card.unit = record.unit
        found.append(card)
    return found


def deck_of(nation: Nation, army: ArmyRecord | None) -> list[int]:
    """The cards of an army's deck by number; without one of its own it takes the usual deck."""
    deck = army.deck if army is not None and army.deck is not None else None
    if deck is None:
        deck = usual_deck(nation, chosen(army) if army is not None else [])
    numbers = {name: number for number, name in enumerate(cards())}
    return [numbers[name] for name, copies in deck.items() for _ in range(copies)]
