"""Fire on the Move: shots taken in a space before the unit leaves it (chapter Abilities)."""

from __future__ import annotations

from bocage.kernel import first, second
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.fireline import ban_fire
from bocage.systems.normandie.rules.splitfire import SplitFire
from bocage.systems.normandie.rules.traits import moving_penalty
from bocage.systems.normandie.rules.volley import aimed, begin_special, equipment_options, replaced, split_options
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
            if enemy.camp == unit.camp or enemy.status != FIELD or ban_fire(state, unit, enemy, number) is not None:
                continue
            options.append(acts.MOVING_FIRE.act(enemy.id, number))
            if weapon.suppressive:
                options.append(acts.MOVING_SUPPRESS.act(enemy.id, number))
        if weapon.gunner:  # hon.aid.shot.3, hon.aid.shot.5
            options.extend(split_options(state, unit, number, True))
    if state.tokens and not fired and unit.face.weapons and moving_penalty(state, unit, unit.face.weapons[0]) >= 0:
        options.extend(equipment_options(state, unit, True))  # hon.opt.use.6
    return options


def fire_on_the_move(state: NormandieState, unit: Unit, option: int, fired: int) -> int:
    """Begin the shot; returns the weapons fired in this movement."""
    verb = acts.ON_THE_MOVE[acts.ACTS.of(option)]
    if verb is acts.SPLIT or verb is acts.SPLIT_SUPPRESS:
        state.push(SplitFire(unit.id, first(option), verb is acts.SPLIT_SUPPRESS, True))
        return fired | 1 << first(option)
    if verb is acts.FIRE or verb is acts.SUPPRESS:
        state.push(aimed(state, unit, option))
        return fired | 1 << second(option)
    begin_special(state, unit, option, True)
    return fired | replaced(unit, verb)
