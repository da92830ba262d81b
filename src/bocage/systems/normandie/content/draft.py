"""A random legal army of so many points, the same for the same seed."""

from __future__ import annotations

import random

from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.records import Nation

RECKONED = {"platoon": 88, "officer": 38}
"""Points meant for a tile when it is settled how many an army has; none costs more."""
REST = (0.05, 0.55)
"""The least and the most of its points that an army keeps for options and heroes."""
SPARE = 4
"""Points that may be left over."""
TRIES = 6
"""Drafts until one leaves no more; else the one is taken that leaves the fewest."""


def random_army(
    nation: Nation, points: int, rng: random.Random, units: set[str], once: bool = False
) -> army.ArmyRecord:
    """An army that spends its points; only `units` may serve. `once`: no option twice (hon.open.copies.1)."""
    best = draft_once(nation, points, rng, units, once)
    for _ in range(TRIES - 1):
        if left(best) <= SPARE:
            break
        best = min(best, draft_once(nation, points, rng, units, once), key=left)
    best.deck = random_deck(best, rng)
    return best


def shapes(points: int) -> list[list[str]]:
    """The tiles an army may have: a matter of points alone, so both nations bring as many."""
    least, most = (share * points for share in REST)
    numbers = [(n, officers) for n in range(1, points // RECKONED["platoon"] + 1) for officers in (0, 1)]
    found = [["platoon"] * platoons + ["officer"] * officers for platoons, officers in numbers]
    return [shape for shape in found if least <= points - reckoned(shape) <= most] or [["platoon"]]


def reckoned(shape: list[str]) -> int:
    return sum(RECKONED[kind] for kind in shape)


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
    buy_tiles(drafted, rng, units, once)
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


def buy_tiles(drafted: army.ArmyRecord, rng: random.Random, units: set[str], once: bool) -> None:
    shape = rng.choice(shapes(drafted.points))
    for number, kind in enumerate(shape, 1):
        had = [choice.tile for choice in drafted.tiles] if once else []
        wares = [tile for tile in on_sale(drafted.nation, kind, units) if tile.id not in had]
        wares = [tile for tile in wares if tile.cost <= left(drafted) - reckoned(shape[number:])]
        if wares:
            drafted.tiles.append(army.TileChoice(rng.choice(wares).id))


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
