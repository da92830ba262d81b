"""Fire on the Move: shots taken in a space before the unit leaves it (chapter Abilities)."""

from __future__ import annotations

from bocage.systems.normandie.rules.firing import REGULAR, SUPPRESSIVE, Shot, can_fire, can_suppress
from bocage.systems.normandie.rules.kinds import (
    ACTIONS,
    FIRE,
    SHOOT,
    SPLIT,
    SPLIT_SUPPRESS,
    SUPPRESS,
    UNITS,
)
from bocage.systems.normandie.rules.traits import moving_penalty
from bocage.systems.normandie.rules.volley import SplitFire, begin_special, equipment_options, replaced, split_options
from bocage.systems.normandie.state import CREW, FIELD, NormandieState, Unit


def moving_shots(state: NormandieState, unit: Unit, fired: int) -> list[int]:
    """One shot per weapon with the ability in a movement (hon.fire.multi.4, hon.abil.fotm.1, hon.open.fotm.order.1)."""
    options: list[int] = []
    if fired and unit.damage & CREW:  # hon.damage.1
        return options
    for number, weapon in enumerate(unit.face.weapons):
        if fired >> number & 1 or (weapon.on_the_move < 0 and moving_penalty(state, unit, weapon) < 0):
            continue
        for enemy in state.units:
            if enemy.camp == unit.camp or enemy.status != FIELD or not can_fire(state, unit, enemy, number):
                continue
            options.append(SHOOT + (number * ACTIONS + FIRE) * UNITS + enemy.id)
            if can_suppress(unit, number):
                options.append(SHOOT + (number * ACTIONS + SUPPRESS) * UNITS + enemy.id)
        if weapon.gunner:  # hon.aid.shot.3, hon.aid.shot.5
            options.extend([SHOOT + option for option in split_options(state, unit, number, True)])
    if state.tokens and not fired and unit.face.weapons and moving_penalty(state, unit, unit.face.weapons[0]) >= 0:
        options.extend([SHOOT + option for option in equipment_options(state, unit)])  # hon.opt.use.6
    return options


def fire_on_the_move(state: NormandieState, unit: Unit, option: int, fired: int) -> int:
    """Begin the shot; returns the weapons fired in this movement."""
    action = option // UNITS % ACTIONS
    number = option // UNITS // ACTIONS
    if action in (SPLIT, SPLIT_SUPPRESS):
        state.push(SplitFire(unit.id, number, action == SPLIT_SUPPRESS, True))
    elif action in (FIRE, SUPPRESS):
        shot = Shot(unit.id, number, option % UNITS, SUPPRESSIVE if action == SUPPRESS else REGULAR)
        shot.moving = True
        state.push(shot)
    else:
        begin_special(state, unit, action, 0, option % UNITS, True)
        return fired | replaced(unit, action)
    return fired | 1 << number
