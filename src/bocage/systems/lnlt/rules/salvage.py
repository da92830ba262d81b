"""Abandoned vehicles (lnlt.core.armour.5.10): a crew gets back in, or the enemy makes an end of them."""

from __future__ import annotations

from bocage.kernel import Verb
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN, SMOKING
from bocage.systems.lnlt.model.hull import ABANDONED, WRECK
from bocage.systems.lnlt.model.kinds import CREW
from bocage.systems.lnlt.model.pieces import GONE, Unit, units_in
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.melee_strength import is_eligible
from bocage.systems.lnlt.rules.wrecks import destroy
from bocage.systems.lnlt.state import LnltState


def abandoned_at(state: LnltState, seat: int, hex_: int) -> Vehicle | None:
    for vehicle in state.vehicles:
        if vehicle.seat == seat and vehicle.hex == hex_ and vehicle.flags & ABANDONED and not vehicle.flags & WRECK:
            return vehicle
    return None


def salvage_options(state: LnltState, seat: int, activated: int) -> list[int]:  # lnlt.core.armour.5.10
    """Crews beside a vehicle of their own, and men who stand beside one of the enemy's, while it is their impulse."""
    found: list[int] = []
    left = 0
    for vehicle in state.vehicles:
        left |= vehicle.flags
    if not left & ABANDONED:
        return found
    for unit in units_in(activated, state.units):
        if unit.seat != seat or unit.hex < 0 or unit.flags & (MARKED | SHAKEN | SMOKING):
            continue
        if state.in_melee(unit.hex):
            continue
        if unit.type.kind == CREW and abandoned_at(state, seat, unit.hex) is not None:
            found.append(acts.REMAN.on(unit.id))
        if is_eligible(state, unit) and abandoned_at(state, 1 - seat, unit.hex) is not None:
            found.append(acts.SCUTTLE.on(unit.id))
    return found


def salvage(state: LnltState, verb: Verb, unit: Unit) -> None:
    if verb is acts.SCUTTLE:
        vehicle = abandoned_at(state, 1 - unit.seat, unit.hex)
        assert vehicle is not None
        state.mark(unit, OPS)
        destroy(state, vehicle, "lnlt.core.armour.5.10", False)
        return
    vehicle = abandoned_at(state, unit.seat, unit.hex)
    assert vehicle is not None
    get_in(state, unit, vehicle)


def get_in(state: LnltState, crew: Unit, vehicle: Vehicle) -> None:
    """It takes the whole impulse of both; what the crew carried stays in the hex."""
    state.leave(crew)
    crew.hex = GONE
    for weapon in state.carried(crew):
        weapon.owner = GONE
    vehicle.flags &= ~ABANDONED
    vehicle.flags |= OPS
    state.count_vehicles()
    if state.recording:
        args: dict[str, int | str] = {"unit": crew.title(), "vehicle": vehicle.title()}
        state.tell(vehicle.hex, "remanned", "lnlt.core.armour.5.10", args)
