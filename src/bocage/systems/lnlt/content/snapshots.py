"""A later moment of a game, said as the position of a drill: the ground as it was, the units as they are."""

from __future__ import annotations

from typing import Any

from bocage.systems.lnlt.content.muster import MARKERS
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.state import LnltState


def snapshot(position: dict[str, Any], state: LnltState, names: dict[str, int]) -> dict[str, Any]:
    called = {number: name for name, number in names.items() if number < len(state.units)}
    nations = [side[0] for side in state.scenario.members]
    decides = state.pending[0].seat if state.pending else state.impulse
    grid = state.board.grid
    return position | {
        "turn": state.turn,
        "turns": state.scenario.turns,
        "initiative": nations[state.initiative],
        "impulse": nations[decides],
        "spotted": [grid.names[hex_] for hex_ in hexes_in(state.spotted[0] | state.spotted[1])],
        "units": {
            called.get(unit.id, f"New{unit.id}"): describe(state, unit) for unit in state.units if unit.hex != GONE
        },
    }


def describe(state: LnltState, unit: Unit) -> dict[str, Any]:
    found: dict[str, Any] = {"unit": unit.type.id, "at": state.board.grid.names[unit.hex]}
    if unit.name:
        found["name"] = unit.name
    weapons = [weapon.type.id for weapon in state.weapons if weapon.owner == unit.id]
    if weapons:
        found["weapons"] = weapons
    found |= {
        field: True for field, flag in (("shaken", flags.SHAKEN), ("wounded", flags.WOUNDED)) if unit.flags & flag
    }
    markers = [name for name, mark in MARKERS.items() if unit.flags & mark == mark]
    if "double-time" in markers:
        markers.remove("moved")
    return found | ({"markers": markers} if markers else {})
