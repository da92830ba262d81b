"""Cards that help a unit of one's own, bring one, or rid the enemy of one."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import first, second
from bocage.systems.normandie.model.flags import NO_TOKEN
from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.model.staff import AID_MOVE, AID_MOVING_FIRE, AID_OPEN, AID_ROUGH, AID_SHOT, AID_SURPRISE
from bocage.systems.normandie.model.tables import HEAVY, HERO, OFFICER, PLAIN
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.moments import (
    ANY_PHASE,
    AT_ASSAULT,
    AT_SHOT,
    AT_SUPPLY,
    BEFORE_ACTION,
    BETWEEN,
    IN_SUPPLY,
    MOVE_ENDS,
    STEPPED,
    Effect,
)
from bocage.systems.normandie.rules.movement import Moving, can_move, steps
from bocage.systems.normandie.rules.traits import reach
from bocage.systems.normandie.rules.vehicles import can_manoeuvre, is_mobile, set_out
from bocage.systems.normandie.rules.victory import eliminate
from bocage.systems.normandie.rules.zones import barred, enemy_zones
from bocage.systems.normandie.state import EXITED, FIELD, LOST, NormandieState, Unit, in_play


def own_units(state: NormandieState, seat: int) -> list[Unit]:
    """In play, of this player alone (hon.mp.cards.5): passengers keep their orders and moves (hon.abil.trans.6)."""
    return [unit for unit in state.units if unit.seat == seat and in_play(unit)]


def seen_enemies(state: NormandieState, seat: int) -> list[Unit]:
    camp = state.scenario.camps[seat]
    return [unit for unit in state.units if unit.camp != camp and unit.status == FIELD and not unit.face.concealed]


def shaken(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Markers on the side that moves do not count before its move is over (hon.supd.move.3)."""
    if is_under_way(state) and unit >= 0 and state.units[unit].seat == seat:
        return []
    return acts.ON_UNIT.on_each([u.id for u in own_units(state, seat) if u.suppressed > 0])


def is_under_way(state: NormandieState) -> bool:
    """The window interrupts a move."""
    return len(state.stack) > 1 and isinstance(state.stack[-2], Moving)


def calm(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    unit = state.units[first(target)]
    unit.suppressed -= min(unit.suppressed, card.amount)


def two_sided(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Men with two undamaged sides (hon.trait.tricky.2): a vehicle's other side is a wreck (hon.comp.light.1).

    Passengers are turned over where they get out.
    """
    if is_under_way(state) and unit >= 0 and state.units[unit].seat == seat:
        return []  # a mover is turned over by its own move, once at most (hon.abil.immutable.1)
    men = [u for u in own_units(state, seat) if u.status == FIELD and u.is_crewed() and not u.is_vehicle()]
    return acts.ON_UNIT.on_each([u.id for u in men if u.face.white and u.counter.faces[1 - u.side].white])


def turn_over(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.turn(state.units[first(target)])


def movers_once_more(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    own = own_units(state, seat)
    return acts.ON_UNIT.on_each([u.id for u in own if u.acted and not u.activated and is_mobile(state, u)])


def idle_infantry(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    idle = [u for u in own_units(state, seat) if not u.acted and not u.activated and u.token == NO_TOKEN]
    return acts.ON_UNIT.on_each([u.id for u in idle if not u.is_vehicle() and can_move(state, u)])


def move_at_once(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    unit = state.units[first(target)]
    state.lose_token(unit)  # hon.act.marker.2
    unit.activated = True  # hon.act.marker.1
    set_out(state, unit)


def just_fired(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """It has just fired as its action, and can still move; heavy vehicles are too slow."""
    if unit < 0:
        return []
    own = state.units[unit]
    fired = own.seat == seat and in_play(own) and own.fired != 0
    return [acts.ON_UNIT.on(unit)] if fired and own.counter.rank != HEAVY and is_mobile(state, own) else []


def run(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    unit = state.units[first(target)]
    set_out(state, unit, min(reach(state, unit), card.amount), unit.fired)


def about_to_act(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    return [acts.ON_UNIT.on(unit)] if unit >= 0 and state.units[unit].seat == seat else []


def without_moving_fire(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    found = about_to_act(state, seat, card, unit)
    if not found or state.units[unit].is_vehicle():
        return []
    return found if any(weapon.on_the_move < 0 for weapon in state.units[unit].face.weapons) else []


AIDS: Final = {
    "move-bonus": AID_MOVE, "ignore-difficult": AID_ROUGH, "assault-surprise": AID_SURPRISE,
    "ignore-terrain-bonus": AID_OPEN, "shot-bonus": AID_SHOT, "gain-fire-on-move": AID_MOVING_FIRE,
}  # fmt: skip
"""What an effect adds to the action of the unit that is about to act."""


def lend_aid(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.staff.aided = first(target)
    state.staff.aid[AIDS[card.effect]] += max(card.amount, 1)


OTHERWISE: Final = ("move-bonus", "gain-fire-on-move")


def about_to_move(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Before its action, or when a move of its own would be over."""
    if is_under_way(state):
        mover = state.units[unit]
        able = mover.status == FIELD and mover.seat == seat and can_go_on(state, mover, card.amount)
        return [acts.ON_UNIT.on(unit)] if able else []
    return about_to_act(state, seat, card, unit)


def hurry(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    move = state.stack[-2]
    if isinstance(move, Moving):
        move.go_on(card.amount)
    else:
        lend_aid(state, seat, card, target, actor)


def can_go_on(state: NormandieState, unit: Unit, points: int) -> bool:
    return can_manoeuvre(state, unit, points) if unit.is_vehicle() else steps(state, unit, unit.cell, points) != 0


def damaged(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    return acts.ON_UNIT.on_each([u.id for u in own_units(state, seat) if u.damage != 0])


def repair(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    unit = state.units[first(target)]
    unit.damage &= unit.damage - 1


def winded(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Infantry that has acted or carries an Activated marker, and so would not move in the Supply Phase."""
    spent = [u for u in own_units(state, seat) if (u.acted or u.activated) and not u.is_vehicle()]
    return acts.ON_UNIT.on_each([u.id for u in spent])


def catch_breath(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    unit = state.units[first(target)]
    unit.acted = unit.activated = False


def deserters(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Plain infantry under enough markers; nothing picks out a passenger (hon.abil.trans.8)."""
    afoot = [unit for unit in seen_enemies(state, seat) if not unit.is_vehicle() and unit.counter.outline == PLAIN]
    return acts.ON_UNIT.on_each([unit.id for unit in afoot if unit.suppressed >= card.amount])


def desert(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    eliminate(state, state.units[first(target)], "hon.card.override.1")


def returns(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """A lost unit, neither officer nor hero."""
    lost = [u for u in state.units if u.seat == seat and u.status == LOST and not u.is_vehicle()]
    return landings_of(state, seat, [u for u in lost if u.counter.outline not in (OFFICER, HERO)])


def reserves(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    camp = state.scenario.camps[seat]
    waiting = [u for u in state.units if u.camp == camp and u.status == EXITED and u.counter.id == card.unit]
    return landings_of(state, seat, waiting)


def landings_of(state: NormandieState, seat: int, units: list[Unit]) -> list[int]:
    """On free spaces of the side's zone or edge, out of enemy zones of control."""
    if not units:
        return []
    camp = state.scenario.camps[seat]
    area = (state.scenario.zones[seat] | state.scenario.edges[camp]) & ~barred(state) & ~enemy_zones(state, camp)
    return [acts.ON_LANDING.act(unit.id, cell) for unit in units for cell in spaces(area)]


def join(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    """It comes on its weakest side; what it cost its tile stays lost."""
    unit = state.units[first(target)]
    unit.seat = seat
    if unit.face.hit:
        unit.flip()
    unit.suppressed = 0
    unit.activated = True
    state.put(unit, second(target))


EFFECTS: Final[list[Effect]] = [
    Effect("remove-suppressed", (*ANY_PHASE, STEPPED, AT_SHOT, AT_ASSAULT), shaken, calm),
    Effect("flip-unit", (*ANY_PHASE, STEPPED), two_sided, turn_over),
    Effect("extra-move", (BETWEEN,), movers_once_more, move_at_once),
    Effect("free-move", (BETWEEN,), idle_infantry, move_at_once),
    Effect("move-after-fire", (BETWEEN,), just_fired, run),
    Effect("move-bonus", (BEFORE_ACTION, MOVE_ENDS), about_to_move, hurry),
    *[Effect(name, (BEFORE_ACTION,), about_to_act, lend_aid) for name in AIDS if name not in OTHERWISE],
    Effect("gain-fire-on-move", (BEFORE_ACTION,), without_moving_fire, lend_aid),
    Effect("remove-damage", IN_SUPPLY, damaged, repair),
    Effect("second-wind", (AT_SUPPLY,), winded, catch_breath),
    Effect("eliminate", IN_SUPPLY, deserters, desert),
    Effect("return-unit", IN_SUPPLY, returns, join),
    Effect("deploy-unit", IN_SUPPLY, reserves, join),
]
