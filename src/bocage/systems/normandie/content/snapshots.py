"""A later moment of a game, said as the position of a drill: the board as it was, the units as they are."""

from __future__ import annotations

from typing import Any

from bocage.systems.normandie.content.positions import NATIONS
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.state import FIELD, NormandieState, Unit


def snapshot(position: dict[str, Any], state: NormandieState, names: dict[str, int]) -> dict[str, Any]:
    called = {number: name for name, number in names.items()}
    decides = state.pending[0].seat if state.pending else 0
    found = position | {
        "phase": "activation",
        "turn": state.round,
        "turns": state.scenario.rounds,
        "initiative": NATIONS[state.scenario.camps[decides]],
        "units": {called[unit.id]: describe(state, unit) for unit in state.units if unit.status == FIELD},
    }
    if state.documents_cell >= 0:
        found["documents"] = state.board.grid.name(state.documents_cell)
    return found


def describe(state: NormandieState, unit: Unit) -> dict[str, Any]:
    found: dict[str, Any] = {"unit": unit.counter.id, "at": state.board.grid.name(unit.cell)}
    if unit.side:
        found["flipped"] = True
    if unit.token:
        found["order"] = order_of(unit.token)
    if unit.facing >= 0:
        found["facing"] = unit.facing
    if state.documents_unit == unit.id:
        found["documents"] = True
    return found | {
        field: value for field in ("shown", "suppressed", "activated", "acted") if (value := getattr(unit, field))
    }


def order_of(token: int) -> int | str:
    return "bluff" if flags.is_bluff(token) else "special" if flags.is_special(token) else token
