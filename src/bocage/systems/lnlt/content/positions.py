"""Positions of drills: a scenario's fields, and where in the turn the drill begins."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.content import Faults, WrongContent, convert, linked
from bocage.kernel.dice import seeded
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.content.scenarios import (
    BattleSpec,
    MapSpec,
)
from bocage.systems.lnlt.model.tables import Board
from bocage.systems.lnlt.rules.operations import Impulse, Operations
from bocage.systems.lnlt.rules.sequence import Turns
from bocage.systems.lnlt.state import GONE, LnltState


class PositionSpec(BattleSpec, forbid_unknown_fields=True, kw_only=True):
    """`phase` operations begins with an impulse of `impulse`; rally begins a turn (initiative rolled from turn 2)."""

    map: str | MapSpec  # a shipped map, or one of the drill's own
    turns: int = 30
    initiative: str = ""  # the first side unless given
    turn: int = 1
    phase: str = "operations"
    impulse: str = ""
    spotted: list[str] = msgspec.field(default_factory=list)


def build(position: dict[str, Any]) -> tuple[LnltState, dict[str, int]]:
    spec = convert(position, PositionSpec, "position")
    if not spec.initiative and spec.sides:
        spec.initiative = spec.sides[0].nation

    def link(faults: Faults) -> tuple[LnltState, dict[str, int]]:
        scenario = scenarios.link_scenario(spec, "drill", board_of(spec), faults)
        made = scenarios.set_up(spec, scenario, seeded(0), faults)
        if not faults.found:
            arrange(made[0], spec)
        return made

    state, names = linked("position", link)
    state.advance()
    return state, names


def board_of(spec: PositionSpec) -> Board:
    if isinstance(spec.map, MapSpec):
        return scenarios.link_map(spec.map, inside=tuple(spec.inside))
    return scenarios.load_map(scenarios.find_map(spec.map, None), tuple(spec.inside))


def arrange(state: LnltState, spec: PositionSpec) -> None:
    """Put the procedures of that moment on the stack."""
    state.turn = spec.turn
    for i, name in enumerate(spec.spotted):
        hex_ = scenarios.hex_of(state.board.grid, name, f"spotted[{i}]")
        for seat in (0, 1):
            if state.stacks[seat][hex_]:
                state.spotted[seat] |= 1 << hex_
    turns = Turns()
    state.push(turns)
    if spec.phase == "rally":
        return
    if spec.phase != "operations":
        raise WrongContent("phase", f"must be rally or operations, not {spec.phase}")
    seat = state.initiative
    if spec.impulse:
        if spec.impulse not in state.scenario.nations:
            raise WrongContent("impulse", f"'{spec.impulse}' is no side here")
        seat = state.scenario.nations.index(spec.impulse)
    turns.step = 4
    state.phase = 1
    state.impulse = seat
    operations = Operations()
    operations.step = 1
    state.push(operations)
    state.push(Impulse(seat))
    state.spot_hex = GONE
