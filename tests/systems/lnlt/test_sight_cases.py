"""The drawn cases of lines of sight: their verdicts, from either end, and on the map turned and mirrored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bocage.content import load_yaml
from bocage.geometry.hex import HexGrid
from bocage.systems.lnlt import (
    SYSTEM,
    sightcases,
)
from bocage.systems.lnlt.content import maps
from bocage.systems.lnlt.content.maps import MapSpec
from bocage.systems.lnlt.model import kinds

CASES = load_yaml(SYSTEM.package / "drills" / "sight.yaml", list[dict[str, Any]])
SMALL = HexGrid(12, 10)
LARGE = HexGrid(13, 13)
CENTRE = ("F5", "G7")
ROTATIONS = 6

Turn = Callable[[int, int], tuple[int, int]]


def params() -> list[Any]:
    return [pytest.param(case, id=case["id"], marks=pytest.mark.rule(*case["rules"])) for case in CASES]


@pytest.mark.parametrize("case", params())
def test_the_verdict(case: dict[str, Any]) -> None:
    found = SYSTEM.run_case(case)
    assert {key: found[key] for key in case["expected"]} == case["expected"]


@pytest.mark.rule("lnlt.core.10.3")
@pytest.mark.parametrize("case", params())
def test_sight_is_reciprocal(case: dict[str, Any]) -> None:
    there = SYSTEM.run_case(case)
    situation = {**case["situation"], "from": case["situation"]["to"], "to": case["situation"]["from"]}
    back = SYSTEM.run_case({**case, "situation": situation})
    for key in ("los", "degrading", "by", "across"):
        assert back[key] == there[key]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("case", params())
def test_the_same_turned_and_mirrored(case: dict[str, Any], mirrored: bool) -> None:
    """Whole hexes and hexsides turn by sixths; drawn silhouettes by halves, for the lattice knows no other turns."""
    spec = msgspec.convert({"title": "case", **sightcases.SIZE, **case["situation"].get("map", {})}, MapSpec)
    drawn = any(maps.terrains()[kind].shape is not None for kind in spec.terrain) or bool(spec.silhouettes)
    there = SYSTEM.run_case(case)
    for sixths in (0, 3) if drawn else range(ROTATIONS):
        situation = turned(spec, case["situation"], sixths, mirrored)
        found = sightcases.verdict(*situation)
        for key in ("los", "degrading", "spotted_as"):
            assert found[key] == there[key], (sixths, mirrored, key)
        assert len(found["by"]) == len(there["by"])


def turned(
    spec: MapSpec, situation: dict[str, Any], sixths: int, mirrored: bool
) -> tuple[MapSpec, dict[str, list[str]], str, str]:
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
        if shape is not None and maps.terrains()[kind].sight != kinds.OPEN:
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
    ground = {marker: names(hexes) for marker, hexes in situation.get("ground", {}).items()}
    return large, ground, new(situation["from"]), new(situation["to"])


def bend(point: tuple[int, int], half_turn: bool, mirrored: bool) -> tuple[int, int]:
    x, y = point
    if mirrored:
        x = -x
    return (-x, -y) if half_turn else (x, y)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 60
    assert len({case["id"] for case in CASES}) == len(CASES)
