"""The book for vehicles: what a crew does and where it drives. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Decision, Verb, first, second
from bocage.kernel.appraisal import Parts
from bocage.systems.lnlt.book.appraisal import FAR, objectives_now, vehicle_worth, way_to, worth_now
from bocage.systems.lnlt.book.outlook import Outlook
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.guns import TurnGun
from bocage.systems.lnlt.state import LnltState

ORDERS: Final[dict[Verb, Parts]] = {
    acts.DONE: [("tempo", 0.0)],
    acts.SET_OUT: [("objective", 0.5)],
    acts.SET_OUT_ASSAULTING: [("objective", 0.45)],
    acts.BAIL: [("exposure", -3.0)],
    acts.BUTTON: [("exposure", -0.1)],
    acts.OPEN_UP: [("tempo", -0.1)],
    acts.LOAD: [("tempo", -0.1)],
    acts.GO_ON: [("tempo", -0.1)],
}


def crews(book: Outlook, decision: Decision) -> list[Parts]:
    """Shoot at what there is; else drive toward the objectives, not into the enemy's arms."""
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb in ORDERS:
            found.append(ORDERS[verb])
        elif verb is acts.UNLOAD:
            found.append([("objective", 0.6 if near_goal(book, book.state) else -0.2)])
        else:
            found.append([("fire", shot_value(book, verb, option))])
    return found


def shot_value(book: Outlook, verb: Verb, option: int) -> float:
    state = book.state
    if verb is acts.GUN_AT_VEHICLE:
        return 2.0 + 0.2 * vehicle_worth(state, state.vehicles[second(option)])
    if verb is acts.GUN_AT_HEX:
        return 1.1 + 0.2 * men_worth(book, second(option))
    if verb is acts.MGS_AT_HEX:
        return 1.0 + 0.2 * men_worth(book, first(option))
    return 0.6


def men_worth(book: Outlook, hex_: int) -> float:
    return sum([worth_now(book.state, book.state.units[n]) for n in book.state.stacks[book.enemy][hex_]])


def near_goal(book: Outlook, state: LnltState) -> bool:
    top = state.stack[-1]
    vehicle = state.vehicles[getattr(top, "vehicle", 0)]
    return book.pull(vehicle.hex, 0) > 1.0 or book.danger(vehicle.hex) > 0.3


def driving(book: Outlook, decision: Decision) -> list[Parts]:
    """Toward the objectives that are not ours, up to where the guns can see them."""
    state = book.state
    top = state.stack[-1]
    at = state.units[top.unit].hex if isinstance(top, TurnGun) else state.vehicles[getattr(top, "vehicle", 0)].hex
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.STOP:
            value = vehicle_place(book, at)
        elif verb.steps:
            value = vehicle_place(book, first(option)) - (0.1 if verb is acts.REVERSE else 0.0)
        else:
            ahead = state.board.grid.neighbours[at][second(option) if isinstance(top, TurnGun) else first(option)]
            value = (vehicle_place(book, ahead) if ahead >= 0 else -5.0) - 0.15
        found.append([("objective", value)])
    return found


def vehicle_place(book: Outlook, hex_: int) -> float:
    """Two or three hexes from the place it wants to support."""
    state = book.state
    value = 0.0
    for i, objective in objectives_now(state):
        way = way_to(book.board, objective.hex)[hex_]
        if way < FAR:
            wanted = objective.points * (0.3 if state.control[i] == book.seat else 1.0)
            value += wanted / (2.0 + abs(way - 3))
    near = (book.board.neighbour_mask[hex_] & state.occupied[book.enemy]).bit_count()
    return value - 0.4 * book.manner.caution * near
