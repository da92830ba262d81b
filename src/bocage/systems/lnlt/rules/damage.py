"""Damage Checks (lnlt.core.5.1), wounds, reduction to half-squads, and Heroes born of them (lnlt.core.11.2.1)."""

from __future__ import annotations

from bocage.kernel.event import Event
from bocage.kernel.tally import Tally
from bocage.systems.lnlt.model import UnitType
from bocage.systems.lnlt.rules.kinds import (
    ARMOR_LEADER,
    CASUALTIES,
    DOUBLE,
    ELIMINATED,
    FATES,
    FOR_DAMAGE,
    FOR_HERO,
    FOR_HERO_DRAW,
    FOR_REDUCTION,
    FRESH,
    GETS_SHAKEN,
    GETS_WOUNDED,
    HERO,
    LEADER,
    MARKED,
    MOVED,
    MOVING,
    SHAKEN,
    SQUAD,
    UNHURT,
    WOUNDED,
    WOUNDED_SHAKEN,
)
from bocage.systems.lnlt.state import GONE, LEADER_HERO, LnltState, Unit


def check_order(state: LnltState, victims: list[int]) -> list[int]:
    """Leaders first, so that it is known who still leads the others (lnlt.core.5.0); then single men, then the rest."""
    if len(victims) < 2:
        return victims
    leaders: list[int] = []
    singles: list[int] = []
    others: list[int] = []
    for number in victims:
        type_ = state.units[number].type
        if type_.kind == LEADER or state.units[number].skill == LEADER_HERO:
            leaders.append(number)
        elif type_.smc:
            singles.append(number)
        else:
            others.append(number)
    return leaders + singles + others


def fate(kind: int, flags: int, morale: int, total: int) -> int:
    """A row of the Damage Check Table: past Morale, from twice Morale, from three times Morale."""
    if total <= morale:
        return UNHURT
    if total >= 3 * morale:
        return ELIMINATED
    heavy = total >= 2 * morale
    shaken = flags & SHAKEN
    if kind == SQUAD:
        return CASUALTIES if heavy or shaken else GETS_SHAKEN
    if LEADER <= kind <= ARMOR_LEADER:
        if kind != HERO and not shaken and not heavy:
            return GETS_SHAKEN
        if flags & WOUNDED:
            return ELIMINATED  # a second wound
        return GETS_WOUNDED if kind == HERO or shaken else WOUNDED_SHAKEN
    return ELIMINATED if heavy or shaken else GETS_SHAKEN


def damage_checks(state: LnltState, victims: list[int], difference: int) -> None:
    for number in check_order(state, victims):
        damage_check(state, state.units[number], difference)


def damage_tally(state: LnltState, unit: Unit, difference: int) -> Tally:
    tally = Tally(state.recording)
    tally.add(difference, "damage.difference", "lnlt.core.5.0")
    leadership = state.best_leadership(unit.seat, unit.hex, unit.id)
    if leadership:
        tally.add(-leadership, "damage.leadership", "lnlt.core.5.0.1")
    return tally


def damage_check(state: LnltState, unit: Unit, difference: int) -> None:
    tally = damage_tally(state, unit, difference)
    die = state.dice.roll(6, FOR_DAMAGE)
    total = tally.total + die
    morale = unit.morale()
    result = fate(unit.type.kind, unit.flags, morale, total)
    if state.recording:
        state.emit(
            Event(
                "damage",
                "lnlt.core.5.1",
                {"unit": unit.title(), "total": total, "morale": morale, "fate": f"@fate.{FATES[result]}"},
                [die],
                tally,
                [(f"unit:{unit.id}", FATES[result])],
                state.board.grid.names[unit.hex],
            )
        )
    suffer(state, unit, result)
    if die == 1 and unit.type.mmc and unit.hex != GONE:
        hero_check(state, unit)


def suffer(state: LnltState, unit: Unit, result: int) -> None:
    if result == ELIMINATED:
        state.eliminate(unit)
    elif result == CASUALTIES:
        reduce(state, unit)
    elif result == GETS_SHAKEN:
        state.mark(unit, SHAKEN)
    elif result == GETS_WOUNDED:
        state.mark(unit, WOUNDED)
    elif result == WOUNDED_SHAKEN:
        state.mark(unit, WOUNDED | SHAKEN)


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
    if half is not None and even is not None and half is not even and state.dice.roll(6, FOR_REDUCTION) % 2 == 0:
        return even
    return half


def drop_excess(state: LnltState, unit: Unit) -> None:
    """A half-squad carries one support weapon (lnlt.core.1.6): the stronger one stays."""
    carried = state.carried(unit)
    if len(carried) < 2:
        return
    best = carried[0]
    for weapon in carried:
        if weapon.type.fp > best.type.fp:
            best = weapon
    for weapon in carried:
        if weapon is not best:
            weapon.owner = GONE


def hero_check(state: LnltState, parent: Unit) -> None:
    """After a natural 1: an even die makes a Hero, who takes over the markers of his MMC (lnlt.core.11.2.1)."""
    pool = state.heroes[parent.seat]
    if not pool:
        return
    die = state.dice.roll(6, FOR_HERO)
    created = die % 2 == 0
    place = state.board.grid.names[parent.hex]
    if created:
        type_ = pool.pop(draw(state, parent.seat))
        flags = parent.flags & (MARKED | DOUBLE) | FRESH
        if parent.flags & MOVING:
            flags |= MOVED
        state.add_unit(parent.seat, type_, parent.hex, flags, "")
    if state.recording:
        kind = "hero" if created else "no-hero"
        state.emit(Event(kind, "lnlt.core.11.2.1", {"unit": parent.title()}, [die], place=place))


def draw(state: LnltState, seat: int) -> int:
    """A random unused Hero counter of the force; no die where all are alike."""
    pool = state.heroes[seat]
    for other in pool:
        if other is not pool[0]:
            return state.dice.roll(len(pool), FOR_HERO_DRAW) - 1
    return 0
