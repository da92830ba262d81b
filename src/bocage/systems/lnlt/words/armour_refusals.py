"""Why a vehicle or a gun may not do something."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.views import Attempt, Refusal, Text
from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.vehicles import (
    BUTTONED,
    DEAD,
    IMMOBILE,
    NONE,
    VEHICLE_IDS,
    Vehicle,
)
from bocage.systems.lnlt.rules.acts import CREWS
from bocage.systems.lnlt.rules.crews import VehicleOrders, marks_of
from bocage.systems.lnlt.rules.ordnance import bars_hull
from bocage.systems.lnlt.rules.vehicle_fire import may_be_sprayed
from bocage.systems.lnlt.state import LnltState

ORDERS = ("command", "set-out", "set-out-assaulting", "rally", "spot")


def why_not(state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    """Clauses that forbid it; nothing where this file knows none."""
    if not VEHICLE_IDS <= attempt.piece < VEHICLE_IDS + len(state.vehicles):
        return []
    vehicle = state.vehicles[attempt.piece - VEHICLE_IDS]
    if vehicle.flags & DEAD:
        return [no("lnlt.core.armour.5.10", "vehicle-lost", vehicle)]
    if attempt.verb == "fire-at-vehicle" and not may_be_sprayed(state, vehicle, vehicle.hex):
        return [no("lnlt.core.armour.5.7", "vehicle-buttoned", vehicle)]
    if attempt.verb == "shoot" and decision.kind == CREWS:
        return shots(state, vehicle)
    if attempt.verb in ORDERS and vehicle.seat == decision.seat:
        return own_orders(vehicle, attempt.verb)
    return []


def own_orders(vehicle: Vehicle, verb: str) -> list[Refusal]:
    found: list[Refusal] = []
    if verb == "rally" and not vehicle.flags & SHAKEN:
        found.append(no("lnlt.core.armour.5.7", "vehicle-steady", vehicle))
    if verb != "rally" and marks_of(vehicle):
        found.append(no("lnlt.core.armour.4.1", "vehicle-done", vehicle))
    if verb == "spot" and vehicle.flags & (BUTTONED | SHAKEN):
        found.append(no("lnlt.core.armour.5.12", "vehicle-blind", vehicle))
    if verb.startswith("set-out") and vehicle.flags & IMMOBILE:
        found.append(no("lnlt.core.armour.5.7", "vehicle-immobile", vehicle))
    if verb == "set-out-assaulting" and vehicle.flags & SHAKEN:
        found.append(no("lnlt.core.armour.5.7", "vehicle-shaken", vehicle))
    return found


def shots(state: LnltState, target: Vehicle) -> list[Refusal]:
    """Against a target that the vehicle with orders may not shoot at."""
    top = state.stack[-1]
    if not isinstance(top, VehicleOrders):
        return []
    firer = state.vehicles[top.vehicle]
    found: list[Refusal] = []
    if firer.flags & SHAKEN:
        found.append(no("lnlt.core.armour.5.7", "vehicle-shaken", firer))
    if not state.sight_from(firer.hex) >> target.hex & 1:
        found.append(no("lnlt.core.10.3", "vehicle-unseen", target))
    distance = state.board.grid.distances[firer.hex][target.hex]
    for gun in firer.type.guns:
        if gun.band(distance) == NONE:
            found.append(no("lnlt.core.armour.4.2", "vehicle-far", target))
        elif bars_hull(state, firer, gun, target.hex):
            found.append(no("lnlt.core.armour.5.5", "vehicle-arc", firer))
    return found


def no(rule: str, key: str, vehicle: Vehicle) -> Refusal:
    return Refusal(rule, Text(f"refusal.{key}", {"unit": vehicle.title()}))
