"""Special abilities that act on their own: Ambush with its spotting test, and the star count of Orders."""

from __future__ import annotations

from typing import Final

from bocage.systems.normandie.model.flags import MOST_ORDERS
from bocage.systems.normandie.model.tables import HEAVY, NO_WATCH
from bocage.systems.normandie.rules.sight import CLEAR, distance, sight
from bocage.systems.normandie.state import EXITED, FIELD, NormandieState, Unit

SPOTTING_IN_COVER: Final = 2
"""Inside a terrain element or overlay a concealed unit is spotted at so many spaces (hon.abil.ambush.5)."""


def can_conceal(unit: Unit) -> bool:
    """It shows its front, and the back is the concealed one (hon.abil.ambush.1)."""
    return unit.face.ambush and not unit.face.concealed and unit.counter.faces[1 - unit.side].concealed


def can_turn_over(unit: Unit) -> bool:
    """Tripods and watchful sides are turned by moving (hon.abil.tripod.1, hon.abil.opp.1)."""
    back = unit.counter.faces[1 - unit.side]
    if unit.face.tripod and back.tripod:
        return True
    return unit.face.watch != NO_WATCH and back.watch != NO_WATCH and unit.face.watch != back.watch


def uncover(state: NormandieState, unit: Unit, rule: str) -> None:
    """Turn a concealed unit face up."""
    state.turn(unit)
    state.revealed = True
    state.report("uncover", rule, unit)
    if unit.counter.kind == "ruse":  # nothing was there, and nothing is lost: hon.open.ruse.1
        state.lose_token(unit)
        state.remove(unit, EXITED)


def spot(state: NormandieState, mover: Unit, turned: int) -> int:
    """The spotting test after each space travelled (hon.abil.ambush.7); returns who was turned in this movement.

    Concealed enemies of the mover are tested against all of its side, the mover against all of theirs; two concealed
    units may spot each other (hon.abil.ambush.10), so all tests come before any counter is turned. The step of a heavy
    vehicle puts no enemy to the test.
    """
    heavy = mover.counter.rank == HEAVY
    spotted: list[Unit] = []
    for unit in state.units:
        if unit.status != FIELD or not unit.face.concealed or turned >> unit.id & 1:
            continue
        tested = unit.id == mover.id or (unit.camp != mover.camp and not heavy)
        if tested and is_spotted(state, unit):
            spotted.append(unit)
    for unit in spotted:
        uncover(state, unit, "hon.abil.ambush.6")
        turned |= 1 << unit.id
    return turned


def is_spotted(state: NormandieState, hidden: Unit) -> bool:
    """An enemy has Clear line of sight to it and, if it lies in an element, is close (hon.abil.ambush.4, .5)."""
    reach = SPOTTING_IN_COVER if state.ground.elements >> hidden.cell & 1 else state.board.grid.size
    for enemy in state.units:
        if enemy.camp == hidden.camp or enemy.status != FIELD or enemy.counter.rank == HEAVY:  # hon.abil.ambush.9
            continue
        if enemy.counter.kind == "ruse":  # nobody is there to look: hon.trait.tricky.2
            continue
        if distance(state, enemy, hidden) <= reach and sight(state, enemy, hidden) == CLEAR:
            return True
    return False


def order_tokens(stars: int) -> int:
    """Numbered tokens 1 to N for N stars, never more than ten (hon.order.count.2, hon.order.count.3)."""
    return min(stars, MOST_ORDERS)
