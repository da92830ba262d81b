"""The drawn cases of lines of sight: the same from either end, and on the map turned and mirrored.

Their verdicts are drills (tests/test_drills.py).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.content import load_yaml
from bocage.geometry.hex import HexGrid
from bocage.kernel.dice import seeded
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import maps
from bocage.systems.lnlt.content.maps import MapSpec, link_map
from bocage.systems.lnlt.content.numbers import numbers
from bocage.systems.lnlt.content.positions import OPEN_MAP
from bocage.systems.lnlt.model.ground import MARKER_NAMES
from bocage.systems.lnlt.model.tables import Scenario
from bocage.systems.lnlt.state import LnltState

CASES: list[dict[str, Any]] = load_yaml(Path(__file__).parent / "cases" / "sight.yaml", dict[str, Any])["cases"]
SMALL = HexGrid(OPEN_MAP["columns"], OPEN_MAP["rows"])
LARGE = HexGrid(13, 13)
CENTRE = ("F5", "G7")
ROTATIONS = 6

Turn = Callable[[int, int], tuple[int, int]]


class Line:
    """A small map, markers on it, and two hexes."""

    def __init__(self, case: dict[str, Any]) -> None:
        position = case.get("position", {})
        self.map = msgspec.convert({**OPEN_MAP, **position.get("map", {})}, MapSpec)
        self.ground = {laid["marker"]: laid["hexes"] for laid in position.get("ground", [])}
        (line,) = (case.get("expect") or case["steps"][0]["expect"])["sight"]
        self.start, self.end = line["from"], line["to"]


def params() -> list[Any]:
    return [pytest.param(Line(case), id=case["id"], marks=pytest.mark.rule(*case["rules"])) for case in CASES]


def verdict(spec: MapSpec, ground: dict[str, list[str]], start: str, end: str) -> tuple[bool, int, int, int]:
    """Whether the line is clear, by how much it is hampered, and how many things block and hamper it."""
    board = link_map(spec, 48)
    scenario = Scenario("case", board, ["us", "de"], 1, 0)
    scenario.numbers = numbers()
    state = LnltState(scenario, seeded(0))
    for marker, names in ground.items():
        for name in names:
            state.put_marker(MARKER_NAMES.index(marker), board.grid.numbers[name])
    view = SYSTEM.sight(state, start, end)
    assert view is not None
    by = {(step.place, step.text.args["terrain"]) for step in view.steps if step.blocks}
    across = {(step.place, step.text.args["terrain"]) for step in view.steps if step.hampers and not step.blocks}
    return view.clear, int(view.text.args.get("n", 0)), len(by), len(across)


@pytest.mark.rule("lnlt.core.10.3")
@pytest.mark.parametrize("line", params())
def test_sight_is_reciprocal(line: Line) -> None:
    there = verdict(line.map, line.ground, line.start, line.end)
    assert verdict(line.map, line.ground, line.end, line.start) == there


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("line", params())
def test_the_same_turned_and_mirrored(line: Line, mirrored: bool) -> None:
    """Whole hexes and hexsides turn by sixths; drawn silhouettes by halves, for the lattice knows no other turns."""
    drawn = any(maps.terrains()[kind].shape is not None for kind in line.map.terrain) or bool(line.map.silhouettes)
    there = verdict(line.map, line.ground, line.start, line.end)
    for sixths in (0, 3) if drawn else range(ROTATIONS):
        found = verdict(*turned(line, sixths, mirrored))
        assert found[:3] == there[:3], (sixths, mirrored)


def turned(line: Line, sixths: int, mirrored: bool) -> tuple[MapSpec, dict[str, list[str]], str, str]:
    spec = line.map

    def new(name: str) -> str:
        """Through axial coordinates around the middle of the map."""
        old, middle = SMALL.numbers[name], SMALL.numbers[CENTRE[0]]
        q = (SMALL.xs[old] - SMALL.xs[middle]) // 3
        r = (SMALL.ys[old] - SMALL.ys[middle] - q) // 2
        if mirrored:
            q, r = -q, r + q
        for _ in range(sixths):
            q, r = -r, q + r
        centre = LARGE.numbers[CENTRE[1]]
        x, y = LARGE.xs[centre] + 3 * q, LARGE.ys[centre] + 2 * r + q
        column = x // 3
        return LARGE.names[column * LARGE.rows + (y + column % 2) // 2 - 1]

    def names(old: list[str]) -> list[str]:
        return [new(name) for name in old]

    silhouettes = {}
    for kind, hexes in spec.terrain.items():
        shape = maps.terrains()[kind].shape
        if shape is not None and maps.terrains()[kind].sight:
            points = list(zip(shape.xs, shape.ys, strict=True))
            for name in hexes:
                silhouettes[new(name)] = [[bend(point, sixths == 3, mirrored) for point in points]]
                if mirrored:
                    silhouettes[new(name)][0].reverse()  # clockwise again
    large = MapSpec(
        "turned",
        LARGE.columns,
        LARGE.rows,
        spec.default,
        {kind: names(hexes) for kind, hexes in spec.terrain.items()},
        {level: names(hexes) for level, hexes in spec.levels.items()},
        [names(way) for way in spec.roads],
        [names(way) for way in spec.railways],
        {kind: ["/".join(names(side.split("/"))) for side in sides] for kind, sides in spec.sides.items()},
        silhouettes,
    )
    ground = {marker: names(hexes) for marker, hexes in line.ground.items()}
    return large, ground, new(line.start), new(line.end)


def bend(point: tuple[int, int], half_turn: bool, mirrored: bool) -> tuple[int, int]:
    x, y = point
    if mirrored:
        x = -x
    return (-x, -y) if half_turn else (x, y)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 60
    assert len({case["id"] for case in CASES}) == len(CASES)
