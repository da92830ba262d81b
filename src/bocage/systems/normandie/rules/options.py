"""Recruitment options in play: who may use the tokens of which option."""

from __future__ import annotations

from bocage.systems.normandie.model.flags import AMMO_BELT, SHIELDING
from bocage.systems.normandie.model.tables import INFANTRY
from bocage.systems.normandie.state import NormandieState, Unit


def pool_for(state: NormandieState, unit: Unit, kind: int) -> int:
    """The tile whose option holds such a token for this unit, or -1 (hon.opt.use.1 to .4, hon.army.equip.1 to .3).

    Its own tile first, then the officer tile; a hero takes from any. Tokens lie on the pool of the tile.
    """
    if not state.tokens:
        return -1
    home = home_of(state, unit)
    if has(state, home, kind):
        return home
    for number, pool in enumerate(state.tokens):
        if pool and pool[kind] > 0 and serves(state, number, home, unit):
            return number
    return -1


def serves(state: NormandieState, number: int, home: int, unit: Unit) -> bool:
    tile = state.scenario.tiles[number]
    if tile.seat < 0:
        return tile.camp == unit.camp  # hon.mp.hc.3
    return tile.seat == unit.seat and (tile.officer or state.scenario.tiles[home].kind == "hero")


def home_of(state: NormandieState, unit: Unit) -> int:
    """The tile a unit is related to: an option's unit belongs to the tile under the option (hon.opt.use.1)."""
    parent = state.scenario.tiles[unit.tile].parent
    return unit.tile if parent < 0 else parent


def has(state: NormandieState, tile: int, kind: int) -> bool:
    pool = state.tokens[tile]
    return bool(pool) and pool[kind] > 0


def spend(state: NormandieState, unit: Unit, kind: int) -> bool:
    """Take a token off its option, for good (hon.opt.use.3, hon.army.equip.4)."""
    tile = pool_for(state, unit, kind)
    if tile < 0:
        return False
    state.tokens[tile][kind] -= 1
    return True


def army_pool(state: NormandieState, seat: int, kind: int) -> int:
    """A tile of this side that still has such a token, for what serves the whole army; -1 if none."""
    for number, tile in enumerate(state.scenario.tiles):
        own = tile.seat == seat or (tile.seat < 0 and tile.camp == state.scenario.camps[seat])  # hon.mp.hc.3
        if own and state.tokens and has(state, number, kind):
            return number
    return -1


def spend_shields(state: NormandieState, target: Unit, count: int) -> None:
    for _ in range(count):
        spend(state, target, SHIELDING)  # hon.eq.shield.4
    if count:
        state.report("shielding", "hon.eq.shield.3", target, {"n": count})


def token_bonus(token: int, rank: int) -> int:
    if token == AMMO_BELT:
        return 2 if rank == INFANTRY else 1  # hon.eq.belt.3
    return 1
