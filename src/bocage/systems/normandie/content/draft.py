"""A random legal army of so many points, the same for the same seed."""

from __future__ import annotations

import random

from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.records import Nation

OFFICER_FROM = 180
"""Armies of so many points may take an officer tile, which orders need."""


TRIES = 6
"""Drafts of which the one is taken that leaves the fewest points unspent."""


def random_army(
    nation: Nation, points: int, rng: random.Random, units: set[str], once: bool = False
) -> army.ArmyRecord:
    """An army that spends its points; only `units` may serve. `once`: no option twice (hon.open.copies.1)."""
    best = min([draft_once(nation, points, rng, units, once) for _ in range(TRIES)], key=left)
    best.deck = random_deck(best, rng)
    return best


def random_deck(drafted: army.ArmyRecord, rng: random.Random) -> dict[str, int]:
    """The usual deck, but for the command cards, which are drawn from all there are (hon.ord.air.1, hon.ord.art.1)."""
    bought = army.chosen(drafted)
    deck = army.usual_deck(drafted.nation, [])
    own = [card for card in army.cards().values() if drafted.nation in card.nations]
    for category, number in army.command_cards(bought).items():
        there = [card.id for card in own if card.category == category for _ in range(card.copies)]
        for name in rng.sample(there, min(number, len(there))):
            deck[name] = deck.get(name, 0) + 1
    return deck


def left(drafted: army.ArmyRecord) -> int:
    """Points to spend, those included that an option grants (hon.trait.nazi.1)."""
    granted = sum(army.options()[name].points for name in army.chosen(drafted))
    return drafted.points + granted - army.cost(drafted)


def draft_once(nation: Nation, points: int, rng: random.Random, units: set[str], once: bool) -> army.ArmyRecord:
    """Tiles first, then options and heroes while the budget lasts."""
    drafted = army.ArmyRecord(nation=nation, points=points)
    buy_tiles(drafted, rng, units)
    purchases = [(choice, n) for choice in drafted.tiles for n, _ in enumerate(army.tiles()[choice.tile].slots, 1)]
    rng.shuffle(purchases)
    for choice, slot in purchases:
        fit(drafted, choice, slot, rng, units)
        if once and army.doubles(drafted):
            choice.options.pop()
    names = sorted(h.id for h in army.heroes().values() if h.nation == nation and h.unit in units)
    for name in rng.sample(names, len(names)):
        if army.heroes()[name].cost <= left(drafted) and rng.random() < 0.5:
            drafted.heroes.append(name)
            if army.violations(drafted):  # not of an insignia of ours
                drafted.heroes.pop()
    return drafted


def buy_tiles(drafted: army.ArmyRecord, rng: random.Random, units: set[str]) -> None:
    platoons = on_sale(drafted.nation, "platoon", units)
    rng.shuffle(platoons)
    commanded = drafted.points >= OFFICER_FROM and rng.random() < 0.7
    officers = on_sale(drafted.nation, "officer", units) if commanded else []
    for tile in [platoons[0], *officers, *platoons[1:]]:
        room = left(drafted)
        needed = not drafted.tiles or tile.kind == "officer" or room > 2 * tile.cost
        if (needed or rng.random() < room / drafted.points) and tile.cost <= room:
            drafted.tiles.append(army.TileChoice(tile.id))


def on_sale(nation: Nation, kind: str, units: set[str]) -> list[army.TileRecord]:
    own = [tile for tile in army.tiles().values() if tile.nation == nation and tile.kind == kind]
    return [tile for tile in own if tile.units and units.issuperset(tile.units)]


def fit(drafted: army.ArmyRecord, choice: army.TileChoice, slot: int, rng: random.Random, units: set[str]) -> None:
    """Put a random option into an opening, if one fits and can be paid; what is no unit is taken only once."""
    tile = army.tiles()[choice.tile]
    found: list[army.OptionRecord] = []
    budget, bought = left(drafted), army.chosen(drafted)
    for name in sorted(army.options()):
        option = army.options()[name]
        audit = army.Audit(drafted)
        audit.check_fit("", tile, tile.slots[slot - 1], option)
        again = not option.units and name in bought
        if not audit.found and not again and option.cost <= budget and units.issuperset(option.units):
            found.append(option)
    if found:
        option = rng.choice(found)
        choice.options.append(army.Fitted(slot, option.id, picks(option, tile, slot, rng)))


def picks(option: army.OptionRecord, tile: army.TileRecord, slot: int, rng: random.Random) -> list[str]:
    allowed = sorted(army.pickable(option, tile.slots[slot - 1], tile.nation)) if option.pick else []
    return rng.choices(allowed, k=option.pick) if allowed else []
