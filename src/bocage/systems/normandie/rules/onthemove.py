"""Fire on the Move: shots taken in a space before the unit leaves it (chapter Abilities)."""

from __future__ import annotations

from bocage.kernel import first, second
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.splitfire import SplitFire
from bocage.systems.normandie.rules.traits import moving_penalty
from bocage.systems.normandie.rules.volley import aimed, begin_special, equipment_options, replaced, shots_at_units
from bocage.systems.normandie.state import CREW, NormandieState, Unit


def moving_shots(state: NormandieState, unit: Unit, fired: int) -> list[int]:
    """One shot per weapon with the ability in a movement (hon.fire.multi.4, hon.abil.fotm.1, hon.open.fotm.order.1)."""
    options: list[int] = []
    if fired and unit.damage & CREW:  # hon.damage.1
        return options
    for number, weapon in enumerate(unit.face.weapons):
        if fired >> number & 1 or (weapon.on_the_move < 0 and moving_penalty(state, unit, weapon) < 0):
            continue
        options.extend(shots_at_units(state, unit, number, True))
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
