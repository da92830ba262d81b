"""Half-squads combine and squads split under a Good Order Leader in the Rally Phase (lnlt.core.3)."""

from __future__ import annotations

from bocage.systems.lnlt.model.flags import REORGANISED, SHAKEN
from bocage.systems.lnlt.model.kinds import HALF_SQUAD, LEADER, SQUAD
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.tables import UnitType
from bocage.systems.lnlt.rules.damage import half_of
from bocage.systems.lnlt.state import LnltState


def partner(state: LnltState, unit: Unit) -> int:  # lnlt.pac.fr.2.0j
    """The other Good Order half-squad of the same type with which it makes a squad, if a Good Order Leader is there."""
    if unit.type.kind != HALF_SQUAD or unit.flags & (SHAKEN | REORGANISED) or squad_of(state, unit) is None:
        return GONE
    if state.in_melee(unit.hex):
        return GONE
    other = GONE
    led = False
    for number in state.stacks[unit.seat][unit.hex]:
        friend = state.units[number]
        if friend.flags & SHAKEN:
            continue
        if friend.type.kind == LEADER:
            led = True
        elif number > unit.id and friend.type is unit.type and other == GONE and not friend.flags & REORGANISED:
            other = number
    return other if led else GONE


def squad_of(state: LnltState, unit: Unit) -> UnitType | None:
    """What two such half-squads make: a squad that their side has brought, before any other (lnlt.core.open.31)."""
    return state.scenario.squads[unit.seat].get(unit.type, unit.type.combined)


def combine(state: LnltState, unit: Unit) -> None:
    """The first half-squad becomes the squad and takes over what the other carried."""
    other = state.units[partner(state, unit)]
    squad = squad_of(state, unit)
    assert squad is not None
    for weapon in state.weapons:
        if weapon.owner == other.id:
            weapon.owner = unit.id
    state.leave(other)
    other.hex = GONE
    unit.type = squad
    unit.flags |= REORGANISED  # once in a phase, or it would never end
    state.tell_of(unit, "combine", "lnlt.core.3")


def may_split(state: LnltState, unit: Unit) -> bool:  # lnlt.pac.fr.2.0j
    """A Good Order squad beside a Good Order Leader, where a second half-squad has a counter."""
    if unit.type.kind != SQUAD or unit.flags & (SHAKEN | REORGANISED) or unit.type.reduced_odd is None:
        return False
    if state.in_melee(unit.hex):
        return False
    for number in state.stacks[unit.seat][unit.hex]:
        friend = state.units[number]
        if friend.type.kind == LEADER and not friend.flags & SHAKEN:
            return True
    return False


def split(state: LnltState, unit: Unit) -> None:  # lnlt.core.1.6, lnlt.core.open.8
    """Two half-squads by the reduction list, a die for each where it asks for one; a weapon goes to each."""
    first = half_of(state, unit.type)
    second = half_of(state, unit.type)
    assert first is not None
    assert second is not None
    title = unit.title()
    unit.type = first
    unit.flags |= REORGANISED
    other = state.add_unit(unit.seat, second, unit.hex, unit.flags, unit.name)
    carried = state.carried(unit)
    if len(carried) > 1:
        carried[1].owner = other.id
    if state.recording:
        state.tell(unit.hex, "split", "lnlt.core.3", {"unit": title})
