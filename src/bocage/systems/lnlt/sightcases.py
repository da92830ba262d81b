"""Drawn cases of lines of sight: a small map, markers on it, two hexes, and the verdict of the rules."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.content import WrongContent
from bocage.kernel.dice import seeded
from bocage.systems.lnlt.content.maps import (
    MapSpec,
    hex_of,
    link_map,
)
from bocage.systems.lnlt.content.numbers import numbers
from bocage.systems.lnlt.model.kinds import BLOCKING, OPEN
from bocage.systems.lnlt.model.tables import Scenario
from bocage.systems.lnlt.rules.board import LOS_BLOCKED
from bocage.systems.lnlt.rules.ground import MARKER_NAMES
from bocage.systems.lnlt.rules.terrain import hindrance, spotted_as
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words.sight import everything

SIZE = {"columns": 12, "rows": 10}


class CaseSpec(msgspec.Struct, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    start: str
    end: str
    map: dict[str, Any] = {}
    ground: dict[str, list[str]] = {}  # markers


def line(situation: dict[str, Any]) -> dict[str, Any]:
    """`los` clear, degraded or blocked; how many things degrade it; what blocks it; whether the far hex is spotted as
    open, degrading or blocking terrain from the near one."""
    case = msgspec.convert(situation, CaseSpec)
    spec = msgspec.convert({"title": "case", **SIZE, **case.map}, MapSpec)
    return verdict(spec, case.ground, case.start, case.end)


def verdict(spec: MapSpec, ground: dict[str, list[str]], start: str, end: str) -> dict[str, Any]:
    board = link_map(spec, 48, [start, end])
    scenario = Scenario("case", board, ["us", "de"], 1, 0)
    scenario.numbers = numbers()
    state = LnltState(scenario, seeded(0))
    for marker, names in ground.items():
        if marker not in MARKER_NAMES:
            raise WrongContent(f"ground.{marker}", f"there is no marker '{marker}'")
        for i, name in enumerate(names):
            state.put_marker(MARKER_NAMES.index(marker), hex_of(board.grid, name, f"ground.{marker}[{i}]"))
    a, b = board.grid.numbers[start], board.grid.numbers[end]
    count = hindrance(state, a, b)
    found = [met for met in everything(state, a, b) if met.what != OPEN]
    return {
        "los": "blocked" if count >= LOS_BLOCKED else "degraded" if count else "clear",
        "degrading": count,
        "by": sorted({f"{met.place} {met.name.split('.')[1]}" for met in found if met.what == BLOCKING}),
        "across": sorted({f"{met.place} {met.name.split('.')[1]}" for met in found if met.what != BLOCKING}),
        "spotted_as": ("open", "degrading", "blocking")[spotted_as(state, a, b)],
    }
