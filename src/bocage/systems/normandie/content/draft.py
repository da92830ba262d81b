"""A random legal army of so many points, the same for the same seed."""

from __future__ import annotations

import random

from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.records import Nation

OFFICER_FROM = 180
"""Armies of so many points may take an officer tile, which orders need."""


def random_army(nation: Nation, points: int, rng: random.Random, units: set[str]) -> army.ArmyRecord:
    """Tiles first (hon.army.tile.2), then options and heroes while the budget lasts; only `units` may serve."""
    drafted = army.ArmyRecord(nation=nation, points=points)
    buy_tiles(drafted, rng, units)
    purchases = [(choice, n) for choice in drafted.tiles for n, _ in enumerate(army.tiles()[choice.tile].slots, 1)]
    rng.shuffle(purchases)
    for choice, slot in purchases:
        fit(drafted, choice, slot, rng, units)
    names = sorted(h.id for h in army.heroes().values() if h.nation == nation and h.unit in units)
    for name in rng.sample(names, len(names)):
        if army.heroes()[name].cost <= points - army.cost(drafted) and rng.random() < 0.5:
            drafted.heroes.append(name)
    return drafted


def buy_tiles(drafted: army.ArmyRecord, rng: random.Random, units: set[str]) -> None:
    platoons = on_sale(drafted.nation, "platoon", units)
    rng.shuffle(platoons)
    commanded = drafted.points >= OFFICER_FROM and rng.random() < 0.7
    officers = on_sale(drafted.nation, "officer", units) if commanded else []
    for tile in [platoons[0], *officers, *platoons[1:]]:
        room = drafted.points - army.cost(drafted)
        needed = not drafted.tiles or tile.kind == "officer" or room > 2 * tile.cost
        if (needed or rng.random() < room / drafted.points) and tile.cost <= room:
            drafted.tiles.append(army.TileChoice(tile.id))


def on_sale(nation: Nation, kind: str, units: set[str]) -> list[army.TileRecord]:
    own = [tile for tile in army.tiles().values() if tile.nation == nation and tile.kind == kind]
    return [tile for tile in own if tile.units and units.issuperset(tile.units)]


def fit(drafted: army.ArmyRecord, choice: army.TileChoice, slot: int, rng: random.Random, units: set[str]) -> None:
    """Put a random option into an opening, if one fits and can be paid."""
    found: list[army.Fitted] = []
    for name in sorted(army.options()):
        option = army.options()[name]
        if units.issuperset(option.units) and option.cost <= drafted.points - army.cost(drafted):
            found.append(army.Fitted(slot, name, picks(option, army.tiles()[choice.tile], slot, rng)))
    rng.shuffle(found)
    for fitted in found:
        choice.options.append(fitted)
        if not army.violations(drafted):
            return
        choice.options.pop()


def picks(option: army.OptionRecord, tile: army.TileRecord, slot: int, rng: random.Random) -> list[str]:
    allowed = sorted(army.pickable(option, tile.slots[slot - 1], tile.nation)) if option.pick else []
    return rng.choices(allowed, k=option.pick) if allowed else []
