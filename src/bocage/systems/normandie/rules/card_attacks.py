"""Cards that attack by themselves, from off the board or hand to hand, and those that lay smoke."""

from __future__ import annotations

from typing import Final

from bocage.kernel import first, second
from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.model.tables import CROSS, FRONT, HEAVY, SIDE
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.blasts import corners_of
from bocage.systems.normandie.rules.card_units import seen_enemies
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.moments import BEFORE_ACTION, BETWEEN, Effect
from bocage.systems.normandie.rules.sight import distance, sight
from bocage.systems.normandie.rules.support import Salvo, Support, strike
from bocage.systems.normandie.rules.traits import reach
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, in_play

FAUST_REACH: Final = 4
DOWNWARD: Final[tuple[int, ...]] = (1, 2, 3, 4)
"""Of each two opposite directions one is enough to draw every line."""


def anywhere(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    return acts.ON_CROSSING.on_each(list(range(len(state.board.crossings))))


def bombard(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.push(Salvo(seat, state.scenario.cards.index(card), first(target)))


def run_cells(state: NormandieState, cell: int, direction: int, length: int) -> int:
    """The spaces of a run, as far as they are on the board."""
    mask = 0
    for _ in range(length):
        if cell < 0:
            break
        mask |= 1 << cell
        cell = state.board.grid.around[cell][direction]
    return mask


def runs(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Straight lines of the full length with an enemy on them that can be attacked."""
    prey = 0
    for other in seen_enemies(state, seat):
        if card.bonus[other.counter.rank] != CROSS:
            prey |= other.cells()
    found: list[int] = []
    for cell in range(state.board.grid.size):
        for direction in DOWNWARD:
            cells = run_cells(state, cell, direction, card.amount)
            if cells & prey and cells.bit_count() == card.amount:
                found.append(acts.ON_LINE.act(cell, direction))
    return found


def fly_over(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    cells = run_cells(state, first(target), second(target), card.amount)
    state.push(Support(seat, state.scenario.cards.index(card), -1, cells))


def observed(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Enemies in Clear line of sight of one of the side's units."""
    own = [friend for friend in state.units if friend.seat == seat and in_play(friend) and friend.is_crewed()]
    prey = [other for other in seen_enemies(state, seat) if card.bonus[other.counter.rank] != CROSS]
    return [acts.ON_UNIT.on(other.id) for other in prey if any(sight(state, one, other) == 0 for one in own)]


def strike_front(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    strike(state, state.units[first(target)], card, FRONT)


def smoke_places(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """The corners of spaces where the side has infantry, on foot or aboard."""
    found: set[int] = set()
    for own in state.units:
        if own.seat == seat and in_play(own) and not own.is_vehicle() and own.is_crewed():
            for cell in state.spaces_of(own):
                found.update(corners_of(state, cell))
    return acts.ON_CROSSING.on_each(sorted(found))


def lay_smoke(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.smoke = [*state.smoke, (first(target), card.amount)]


def close_vehicles(state: NormandieState, seat: int, card: Card, actor: int) -> list[int]:
    """Enemy vehicles that the infantry about to act can attack: beside it, or as far as a Panzerfaust if seen."""
    most = FAUST_REACH if card.effect == "equipment-shot" else 1
    found: list[int] = []
    if actor < 0:
        return found
    unit = state.units[actor]
    if unit.seat != seat or unit.is_vehicle() or not in_play(unit) or not unit.is_crewed():
        return found
    for other in enemy_vehicles(state, unit):
        near = distance(state, unit, other)
        if near <= most and (near == 1 or sight(state, unit, other) >= 0):
            found.append(acts.ON_UNIT.on(other.id))
    return found


def enemy_vehicles(state: NormandieState, unit: Unit) -> list[Unit]:
    return [other for other in state.units if other.camp != unit.camp and other.status == FIELD and other.is_vehicle()]


def strike_side(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    """In place of the unit's action."""
    strike(state, state.units[first(target)], card, SIDE)
    state.staff.done = actor


def vehicle_ahead(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """The enemy vehicle right in front of a heavy one that can still drive."""
    if unit < 0 or state.units[unit].seat != seat:
        return []
    own = state.units[unit]
    if own.status != FIELD or own.counter.rank != HEAVY or reach(state, own) <= 0:
        return []
    ahead = state.board.grid.around[own.cell][own.facing]
    prey = enemy_vehicles(state, own) if ahead >= 0 else []
    return acts.ON_UNIT.on_each([other.id for other in prey if other.cells() >> ahead & 1])


def ram(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.staff.done = actor
    state.push(Hit(actor, 1, "hon.card.override.1"))
    state.push(Hit(first(target), 1, "hon.card.override.1", actor))


EFFECTS: Final[list[Effect]] = [
    Effect("artillery", (BETWEEN,), anywhere, bombard),
    Effect("strafe", (BETWEEN,), runs, fly_over),
    Effect("offboard-shot", (BETWEEN,), observed, strike_front),
    Effect("place-smoke", (BETWEEN,), smoke_places, lay_smoke),
    Effect("equipment-shot", (BEFORE_ACTION,), close_vehicles, strike_side),
    Effect("adjacent-attack", (BEFORE_ACTION,), close_vehicles, strike_side),
    Effect("ram", (BEFORE_ACTION,), vehicle_ahead, ram),
]
