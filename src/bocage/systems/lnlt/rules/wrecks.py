"""Vehicle morale, Damage Checks, wrecks, crews and bailing out (lnlt.core.armour.4.4, 5.7, 5.10, 6.5, 13)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Tally
from bocage.systems.lnlt.model.flags import ASSAULT, MOVED, MOVING, SHAKEN, WOUNDED
from bocage.systems.lnlt.model.ground import SMOKE
from bocage.systems.lnlt.model.ground import WRECK as WRECKS
from bocage.systems.lnlt.model.hull import ABANDONED, BUTTONED, CONTINUOUS, WRECK
from bocage.systems.lnlt.model.kinds import HERO
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.acquisition import lose_aim, lower_aim
from bocage.systems.lnlt.rules.checks import check_args, passes_check
from bocage.systems.lnlt.rules.damage import COLUMNS, column
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.state import LnltState

# What a marker of a wreck stands for; a hex with both is closed to vehicles (lnlt.hon.23.0j)
VEHICLE_WRECK: Final = 1
GLIDER_WRECK: Final = 2

# Results of a vehicle's Damage Check
UNHURT: Final = 0
GETS_SHAKEN: Final = 1
GETS_ABANDONED: Final = 2
GETS_DESTROYED: Final = 3
VEHICLE_FATES: Final = ("unhurt", "shaken", "abandoned", "destroyed")
VEHICLE_TABLE: Final[list[int]] = []
"""Two rows of `data/damage.yaml`: without armour and with it."""


def vehicle_fate(armoured: bool, morale: int, total: int) -> int:
    """The vehicle rows of the Damage Check Table (lnlt.core.armour.13)."""
    if total <= morale:
        return UNHURT
    return VEHICLE_TABLE[(COLUMNS if armoured else 0) + column(morale, total)]


def vehicle_damage_tally(state: LnltState, vehicle: Vehicle, difference: int) -> Tally:
    tally = Tally(state.recording)
    tally.add(difference, "damage.difference", "lnlt.core.armour.13")
    if vehicle.leadership():
        tally.add(-vehicle.leadership(), "hit.armour-leader", "lnlt.core.armour.3")
    return tally


def vehicle_damage_check(state: LnltState, vehicle: Vehicle, difference: int, armoured: bool) -> bool:
    """Tells whether it passed (lnlt.core.armour.13)."""
    tally = vehicle_damage_tally(state, vehicle, difference)
    die = state.dice.roll(6, acts.FOR_DAMAGE)
    total = tally.total + die
    result = vehicle_fate(armoured, vehicle.morale(), total)
    if state.recording:
        name = VEHICLE_FATES[result]
        args = check_args(vehicle.title(), die, tally, vehicle.morale())
        args["fate"] = f"@fate.{name}"
        outcomes = [(f"unit:{VEHICLE_IDS + vehicle.id}", name)]
        state.tell(vehicle.hex, "damage", "lnlt.core.armour.13", args, [die], tally, outcomes)
    if result == GETS_SHAKEN:
        shake(state, vehicle)
    elif result == GETS_ABANDONED:
        abandon(state, vehicle, True)
    elif result == GETS_DESTROYED:
        destroy(state, vehicle, "lnlt.core.armour.13", True)
    return result == UNHURT


def shake(state: LnltState, vehicle: Vehicle) -> None:
    """Shaken and Buttoned, and it no longer keeps moving (lnlt.core.armour.5.7)."""
    state.mark_vehicle(vehicle, SHAKEN if vehicle.type.open_topped else SHAKEN | BUTTONED)
    vehicle.flags &= ~CONTINUOUS
    lower_aim(state, VEHICLE_IDS + vehicle.id)  # lnlt.core.armour.4.6


def vehicle_morale_check(state: LnltState, vehicle: Vehicle, difference: int) -> None:
    """After a hit that did not go through: the more armour was left, the easier (lnlt.core.armour.4.4)."""
    tally = Tally(state.recording)
    tally.add(-difference, "hit.bounce", "lnlt.core.armour.4.4")
    kinds, labels = ("crew-holds", "crew-shaken"), ("unhurt", "shaken")
    if passes_check(state, vehicle, tally, acts.FOR_MORALE, "lnlt.core.armour.4.4", kinds, labels):
        return
    if vehicle.flags & SHAKEN and state.edition.second_fail_abandons:  # lnlt.core.option.second_fail_abandons
        abandon(state, vehicle, True)
    else:
        shake(state, vehicle)


# ---- losses


def count_loss(state: LnltState, vehicle: Vehicle) -> None:
    """A vehicle is worth as much as a squad."""
    state.losses[vehicle.seat] += state.scenario.casualty_points


def add_crew(state: LnltState, vehicle: Vehicle, flags: int) -> bool:
    """The men who got out stand in the hex, if there is room and no enemy on foot to take them."""
    crew = state.scenario.crews.get(vehicle.type.nation)
    hex_ = vehicle.hex
    if crew is None or state.stacks[1 - vehicle.seat][hex_] or state.board.terrain[hex_].cost == 0:
        return False
    unit = state.add_unit(vehicle.seat, crew, hex_, flags, vehicle.name)
    if forbid_stacking(state, vehicle.seat, hex_, []) is None:
        return True
    state.eliminate(unit)
    return False


def destroy(state: LnltState, vehicle: Vehicle, rule: str, survivors: bool) -> None:
    """A Wreck takes its place (lnlt.core.armour.5.10); an even die saves the crew, Shaken (lnlt.core.armour.4.4), and
    each passenger rolls too (lnlt.core.armour.6.5)."""
    hex_ = vehicle.hex
    count_loss(state, vehicle)
    vehicle.flags = WRECK
    vehicle.leader = None
    forget(state, vehicle)
    state.put_marker(WRECKS, hex_, state.ground.value(WRECKS, hex_) | VEHICLE_WRECK)
    if state.edition.wreck_smoke:
        state.put_marker(SMOKE, hex_)  # lnlt.core.option.wreck_smoke
    state.count_vehicles()
    if state.recording:
        outcomes = [(f"unit:{VEHICLE_IDS + vehicle.id}", "destroyed")]
        state.tell(hex_, "destroyed", rule, {"vehicle": vehicle.title()}, outcomes=outcomes)
    passengers = vehicle.passengers
    vehicle.passengers = []
    if not survivors:
        for number in passengers:
            lose_passenger(state, number)
        return
    save_crew(state, vehicle)
    for number in passengers:
        bail_out(state, number, hex_)


def save_crew(state: LnltState, vehicle: Vehicle) -> None:
    die = state.dice.roll(6, acts.FOR_CREW)
    saved = die % 2 == 0 and add_crew(state, vehicle, SHAKEN)
    state.tell_of(vehicle, "crew-survives" if saved else "crew-lost", "lnlt.core.armour.4.4", dice=[die])


def bail_out(state: LnltState, number: int, hex_: int) -> None:
    """Even: in the hex, Shaken and Moved; odd: lost (lnlt.core.armour.6.5)
    (lnlt.core.armour.5.10, lnlt.core.armour.6.1, lnlt.core.armour.6.3)."""
    unit = state.units[number]
    die = state.dice.roll(6, acts.FOR_BAILOUT)
    saved = die % 2 == 0 and forbid_stacking(state, unit.seat, hex_, [number]) is None
    if saved:
        state.enter(unit, hex_)
        state.mark(unit, MOVED | (0 if unit.type.kind == HERO or unit.type.team is not None else SHAKEN))
        if unit.type.kind == HERO:
            unit.flags |= WOUNDED
    else:
        lose_passenger(state, number)
    state.tell_of(unit, "bails-out" if saved else "passenger-lost", "lnlt.core.armour.6.5", hex_=hex_, dice=[die])


def lose_passenger(state: LnltState, number: int) -> None:
    """What it carried is lost with it."""
    unit = state.units[number]
    state.count_loss(unit.seat, unit.type)
    for weapon in state.weapons:
        if weapon.owner == number:
            weapon.owner = GONE
            weapon.hex = GONE


def abandon(state: LnltState, vehicle: Vehicle, shaken: bool) -> None:
    """The crew leaves, the vehicle stays inert (lnlt.core.armour.5.10); passengers get out too, and who finds no room
    in the hex is lost (lnlt.core.1.3)."""
    vehicle.flags &= ~(SHAKEN | BUTTONED | CONTINUOUS | MOVING | ASSAULT)
    vehicle.flags |= ABANDONED
    vehicle.leader = None
    forget(state, vehicle)
    state.count_vehicles()
    passengers = vehicle.passengers
    vehicle.passengers = []
    for number in passengers:
        if forbid_stacking(state, vehicle.seat, vehicle.hex, [number]) is None:
            state.enter(state.units[number], vehicle.hex)
            state.mark(state.units[number], MOVED)
        else:
            lose_passenger(state, number)
    add_crew(state, vehicle, SHAKEN if shaken else MOVED)
    state.tell_of(
        vehicle, "abandoned", "lnlt.core.armour.5.10", outcomes=[(f"unit:{VEHICLE_IDS + vehicle.id}", "abandoned")]
    )


def forget(state: LnltState, vehicle: Vehicle) -> None:
    lose_aim(state, VEHICLE_IDS + vehicle.id)
