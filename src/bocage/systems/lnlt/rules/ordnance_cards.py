"""Skill cards of gunners (lnlt.core.12): Ace Gunner, Rocket Man, Armor Piercer. The shots are in `ordnance` and
`vehicle_fire`."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Tally, first
from bocage.systems.lnlt.model.flags import ANOTHER
from bocage.systems.lnlt.model.kinds import MG
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.vehicles import MG_TEAM, VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.firepower import in_reach, shoots
from bocage.systems.lnlt.rules.skills import ACE_GUNNER, ARMOR_PIERCER, ROCKET_MAN, has, holder, led
from bocage.systems.lnlt.state import LnltState

NO_ACE: Final = 0
STEADY_AIM: Final = 1  # lnlt.hid.skill.ace-gunner.c
TWO_SHOTS: Final = 2  # lnlt.hid.skill.ace-gunner.d
THIN: Final = 1  # armour that machine guns go through (lnlt.hid.skill.armor-piercer.b)

# ---- Ace Gunner


def has_ace(state: LnltState, seat: int, hex_: int, firer: int) -> bool:
    """He stands in the firer's hex; the second of two shots has no die of its own."""
    flags = state.vehicles[firer - VEHICLE_IDS].flags if firer >= VEHICLE_IDS else state.units[firer].flags
    return not flags & ANOTHER and led(state, seat, hex_, ACE_GUNNER)  # lnlt.hid.skill.ace-gunner.e


def roll_ace(state: LnltState, seat: int, hex_: int) -> int:
    """Odd: two off the roll to hit. Even: two shots."""
    die = state.dice.roll(6, acts.FOR_SKILL)
    ace = STEADY_AIM if die % 2 else TWO_SHOTS
    if state.recording:
        args: dict[str, int | str] = {"unit": state.units[holder(state, seat, hex_, ACE_GUNNER)].title()}
        kind = "ace-steady" if ace == STEADY_AIM else "ace-twice"
        state.tell(hex_, kind, "lnlt.hid.skill.ace-gunner.b", args, [die])
    return ace


def add_ace(tally: Tally, ace: int) -> None:
    if ace == STEADY_AIM:
        tally.add(-2, "hit.ace-gunner", "lnlt.hid.skill.ace-gunner.c")


# ---- Rocket Man


def is_rocket_man(state: LnltState, firer: int, weapon: int) -> bool:
    """With a launcher of the kind that came with his card."""
    if weapon < 0 or firer >= VEHICLE_IDS or not has(state.units[firer], ROCKET_MAN):
        return False
    return state.weapons[weapon].type is state.scenario.issued[state.units[firer].type.nation].get(ROCKET_MAN)


def longer(state: LnltState, firer: int, weapon: int) -> int:
    """Each range column reaches one hex farther (lnlt.boh.25.2.rocket-man.b)."""
    return 1 if is_rocket_man(state, firer, weapon) else 0


# ---- Armor Piercer


def is_thin(vehicle: Vehicle) -> bool:
    return vehicle.type.armoured and not vehicle.type.fixed and max(vehicle.type.armour) <= THIN


def fires_mg(state: LnltState, unit: Unit) -> bool:
    """A machine-gun team, or somebody who carries a machine gun."""
    if unit.type.team is not None:
        return unit.type.team.kind == MG_TEAM
    return any(w.owner == unit.id and w.type.kind == MG and w.type.ordnance is None for w in state.weapons)


def mg_reaches(state: LnltState, unit: Unit, distance: int, opportunity: bool) -> bool:
    if unit.type.team is not None:
        return unit.type.team.kind == MG_TEAM and shoots(state, unit, distance, opportunity)
    return any(weapon.type.kind == MG for weapon in in_reach(state, unit, distance, opportunity))


def piercer(state: LnltState, seat: int, hex_: int) -> int:
    """The Leader who can turn machine guns of his hex on thin armour, GONE without one."""
    leader = holder(state, seat, hex_, ARMOR_PIERCER)
    if leader == GONE or not any(fires_mg(state, state.units[number]) for number in state.stacks[seat][hex_]):
        return GONE
    return leader


def pierces(state: LnltState, firers: list[int], vehicle: Vehicle) -> bool:
    """The Leader directs, and nobody fires without a machine gun (lnlt.hid.skill.armor-piercer.b)."""
    directed = False
    for element in firers:
        unit = state.units[first(element)]
        mode = acts.ACTS.of(element)
        if mode is acts.DIRECTING:
            directed = has(unit, ARMOR_PIERCER)
        elif not fires_mg(state, unit) or (mode is acts.WITH_OWN and unit.type.team is None):
            return False
    return directed and is_thin(vehicle)
