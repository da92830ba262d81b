"""A random legal army of so many points, the same for the same seed."""

from __future__ import annotations

import random

from bocage.systems.normandie.content.army import (
    ArmyRecord,
    Fitted,
    OptionRecord,
    TileChoice,
    TileRecord,
    cost,
    heroes,
    options,
    pickable,
    tiles,
    violations,
)
from bocage.systems.normandie.content.records import Nation

OFFICER_FROM = 180
"""Armies of so many points may take an officer tile, which orders need."""


def random_army(nation: Nation, points: int, rng: random.Random, units: set[str]) -> ArmyRecord:
    """Tiles first (hon.army.tile.2), then options and heroes while the budget lasts; only `units` may serve."""
    army = ArmyRecord(nation=nation, points=points)
    buy_tiles(army, rng, units)
    purchases = [(choice, slot) for choice in army.tiles for slot in range(1, len(tiles()[choice.tile].slots) + 1)]
    rng.shuffle(purchases)
    for choice, slot in purchases:
        fit(army, choice, slot, rng, units)
    names = sorted(h.id for h in heroes().values() if h.nation == nation and h.unit in units)
    for name in rng.sample(names, len(names)):
        if heroes()[name].cost <= points - cost(army) and rng.random() < 0.5:
            army.heroes.append(name)
    return army


def buy_tiles(army: ArmyRecord, rng: random.Random, units: set[str]) -> None:
    own = [t for t in tiles().values() if t.nation == army.nation and t.units and units.issuperset(t.units)]
    platoons = [t for t in own if t.kind == "platoon"]
    rng.shuffle(platoons)
    officers = [t for t in own if t.kind == "officer"] if army.points >= OFFICER_FROM and rng.random() < 0.7 else []
    for tile in [platoons[0], *officers, *platoons[1:]]:
        room = army.points - cost(army)
        wanted = not army.tiles or tile.kind == "officer" or room > 2 * tile.cost or rng.random() < room / army.points
        if wanted and tile.cost <= room:
            army.tiles.append(TileChoice(tile.id))


def fit(army: ArmyRecord, choice: TileChoice, slot: int, rng: random.Random, units: set[str]) -> None:
    """Put a random option into an opening, if one fits and can be paid."""
    found: list[Fitted] = []
    for name in sorted(options()):
        option = options()[name]
        if units.issuperset(option.units) and option.cost <= army.points - cost(army):
            found.append(Fitted(slot, name, picks(option, tiles()[choice.tile], slot, rng)))
    rng.shuffle(found)
    for fitted in found:
        choice.options.append(fitted)
        if not violations(army):
            return
        choice.options.pop()


def picks(option: OptionRecord, tile: TileRecord, slot: int, rng: random.Random) -> list[str]:
    allowed = sorted(pickable(option, tile.slots[slot - 1], tile.nation)) if option.pick else []
    return rng.choices(allowed, k=option.pick) if allowed else []
