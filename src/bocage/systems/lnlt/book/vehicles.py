"""The book for vehicles: what a crew does and where it drives. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from bocage.kernel.appraisal import Parts
from bocage.kernel.decision import Decision
from bocage.systems.lnlt.book.appraisal import (
    FAR,
    vehicle_worth,
    way_to,
    worth_now,
)
from bocage.systems.lnlt.book.outlook import Outlook
from bocage.systems.lnlt.rules.kinds import (
    BAIL,
    BUTTON,
    FORWARD,
    GUN_AT_HEX,
    GUN_AT_VEHICLE,
    MGS_AT_HEX,
    MGS_AT_VEHICLE,
    NOTHING,
    PIVOT,
    REVERSE,
    SET_OUT,
    SET_OUT_ASSAULTING,
    STRIDE,
    UNLOAD,
)
from bocage.systems.lnlt.state import LnltState


def crews(book: Outlook, decision: Decision) -> list[Parts] | None:
    """Shoot at what there is; else drive toward the objectives, not into the enemy's arms."""
    state = book.state
    found: list[Parts] = []
    for option in decision.options:
        number = option % STRIDE
        base = option - number
        if option == NOTHING:
            found.append([("tempo", 0.0)])
        elif option >= MGS_AT_VEHICLE:
            found.append([("fire", 0.6)])
        elif option >= MGS_AT_HEX:
            found.append([("fire", 1.0 + 0.2 * sum([worth_now(state, state.units[n]) for n in
                                                     state.stacks[book.enemy][number]]))])  # fmt: skip
        elif option >= GUN_AT_HEX:
            found.append([("fire", 1.1 + 0.2 * sum([worth_now(state, state.units[n]) for n in
                                                     state.stacks[book.enemy][number]]))])  # fmt: skip
        elif option >= GUN_AT_VEHICLE:
            found.append([("fire", 2.0 + 0.2 * vehicle_worth(state, state.vehicles[number]))])
        elif base == SET_OUT:
            found.append([("objective", 0.5)])
        elif base == SET_OUT_ASSAULTING:
            found.append([("objective", 0.45)])
        elif base in (BAIL, BUTTON):
            found.append([("exposure", -3.0 if base == BAIL else -0.1)])
        elif base == UNLOAD:
            found.append([("objective", 0.6 if near_goal(book, state) else -0.2)])
        else:
            found.append([("tempo", -0.1)])
    return found


def near_goal(book: Outlook, state: LnltState) -> bool:
    top = state.stack[-1]
    vehicle = state.vehicles[getattr(top, "vehicle", 0)]
    return book.pull(vehicle.hex, 0) > 1.0 or book.danger(vehicle.hex) > 0.3


def driving(book: Outlook, decision: Decision) -> list[Parts]:
    """Toward the objectives that are not ours, up to where the guns can see them."""
    state = book.state
    top = state.stack[-1]
    vehicle = state.vehicles[getattr(top, "vehicle", 0)]
    here = vehicle_place(book, vehicle.hex)
    found: list[Parts] = []
    for option in decision.options:
        number = option % STRIDE
        base = option - number
        if option == NOTHING:
            found.append([("objective", here)])
        elif base in (FORWARD, REVERSE):
            less = 0.1 if base == REVERSE else 0.0
            found.append([("objective", vehicle_place(book, number) - less)])
        elif base == PIVOT:
            ahead = state.board.grid.neighbours[vehicle.hex][number]
            turn = vehicle_place(book, ahead) if ahead >= 0 else -5.0
            found.append([("objective", turn - 0.15)])
        else:
            found.append([("objective", here - 0.5)])
    return found


def vehicle_place(book: Outlook, hex_: int) -> float:
    """Two or three hexes from the place it wants to support."""
    state = book.state
    value = 0.0
    for i, objective in enumerate(state.scenario.objectives):
        way = way_to(book.board, objective.hex)[hex_]
        if way < FAR:
            wanted = objective.points * (0.3 if state.control[i] == book.seat else 1.0)
            value += wanted / (2.0 + abs(way - 3))
    near = (book.board.neighbour_mask[hex_] & state.occupied[book.enemy]).bit_count()
    return value - 0.4 * book.manner.caution * near
