"""A later moment of a game, said as the position of a drill: the table as it was, the units as they are."""

from __future__ import annotations

from typing import Any

from bocage.systems.disposable.state import MAY_SNAP, ON_TABLE, STATUSES, STEADY, DisposableState, Unit


def snapshot(position: dict[str, Any], state: DisposableState, names: dict[str, int]) -> dict[str, Any]:
    decides = state.pending[0].seat if state.pending else state.first
    return position | {
        "turn": state.turn,
        "turns": state.scenario.turns,
        "initiative": state.scenario.sides[decides].nation,
        "units": {
            state.scenario.forces[unit.index].id: describe(state, unit, position["units"])
            for unit in state.units
            if unit.place == ON_TABLE and unit.figures
        },
    }


def describe(state: DisposableState, unit: Unit, begun: dict[str, Any]) -> dict[str, Any]:
    """With those of its figures that are left, the leader first; who has fallen may have had another weapon."""
    places = [[state.x[figure] / 10, state.y[figure] / 10] for figure in unit.figures]
    found: dict[str, Any] = begun[state.scenario.forces[unit.index].id] | {
        "at": places[0],
        "places": places,
        "figures": len(unit.figures),
    }
    if unit.status != STEADY:
        found["status"] = STATUSES[unit.status]
    if unit.activated:
        found["activated"] = True
    if unit.snapped != MAY_SNAP:
        found["snapped"] = True
    if unit.facing_x or unit.facing_y:
        found["facing"] = [unit.facing_x, unit.facing_y]
    return found
