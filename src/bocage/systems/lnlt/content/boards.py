"""Maps laid edge to edge, as one map.

Geomorphic maps have twelve columns and ten rows; roads leave them at A5, L6, F1 and G10, which meet in
whatever way the maps lie.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bocage.content import WrongContent, load_yaml
from bocage.systems.lnlt.content.listing import find_map
from bocage.systems.lnlt.content.maps import MapSpec, grid_of, link_map, load_map
from bocage.systems.lnlt.content.specs import PartSpec, PlaceSpec
from bocage.systems.lnlt.model.board import Board

MOST_SIDE = 48
"""Columns or rows of the whole: four of the geomorphic maps side by side."""


def turned(spec: MapSpec) -> MapSpec:
    """Half a turn. The columns must be even in number, or the half-hex steps would not fit."""
    if spec.columns % 2:
        raise WrongContent("boards", f"'{spec.title}' has an odd number of columns and cannot be rotated")
    return moved(spec, spec.columns, spec.rows, 0, 0, True)


def moved(spec: MapSpec, columns: int, rows: int, right: int, down: int, turn: bool) -> MapSpec:
    """The same map as a part of a larger one."""
    grid = grid_of(spec.columns, spec.rows)
    large = grid_of(columns, rows)

    def new(name: str) -> str:
        if name not in grid.numbers:
            return name  # linking says that it is not there
        column, row = divmod(grid.numbers[name], spec.rows)
        if turn:
            column, row = spec.columns - 1 - column, spec.rows - 1 - row
        return large.names[(column + right) * rows + row + down]

    def all_new(names: list[str]) -> list[str]:
        """Hexes, or the two hexes of a side."""
        return ["/".join(map(new, name.split("/"))) for name in names]

    sign = -1 if turn else 1
    return MapSpec(
        spec.title,
        columns,
        rows,
        spec.default,
        {kind: all_new(names) for kind, names in spec.terrain.items()},
        {level: all_new(names) for level, names in spec.levels.items()},
        [all_new(way) for way in spec.roads],
        [all_new(way) for way in spec.railways],
        {kind: all_new(names) for kind, names in spec.sides.items()},
        {
            new(name): [[(sign * x, sign * y) for x, y in points] for points in shapes]
            for name, shapes in spec.silhouettes.items()
        },
    )


def joined(parts: list[list[MapSpec]], turns: list[list[bool]]) -> MapSpec:
    """Rows of maps laid edge to edge; all of one row are equally high, all rows equally wide."""
    check_fit(parts)
    first = parts[0][0]
    columns, rows = first.columns * len(parts[0]), first.rows * len(parts)
    for what, number in (("columns", columns), ("rows", rows)):
        if number > MOST_SIDE:
            raise WrongContent("boards", f"{number} {what} of hexes, a battle has at most {MOST_SIDE}")
    whole = MapSpec(" + ".join(part.title for row in parts for part in row), columns, rows, first.default)
    whole.terrain, whole.levels, whole.roads, whole.railways = {}, {}, [], []
    whole.sides, whole.silhouettes = {}, {}
    for r, row in enumerate(parts):
        for c, part in enumerate(row):
            lay(whole, moved(part, columns, rows, c * first.columns, r * first.rows, turns[r][c]))
    whole.roads += seams(whole.roads, first, columns, rows)
    whole.railways += seams(whole.railways, first, columns, rows)
    return whole


def check_fit(parts: list[list[MapSpec]]) -> None:
    first = parts[0][0]
    for r, row in enumerate(parts):
        for c, part in enumerate(row):
            field = f"boards[{r}][{c}]"
            if (part.columns, part.rows) != (first.columns, first.rows) or len(row) != len(parts[0]):
                raise WrongContent(field, "maps side by side must be of one size, every row as long")
            if part.default != first.default:
                raise WrongContent(field, f"its ground is {part.default}, that of the first {first.default}")
    if first.columns % 2:
        raise WrongContent("boards", "maps with an odd number of columns do not fit side by side")


def lay(whole: MapSpec, piece: MapSpec) -> None:
    for kind, names in piece.terrain.items():
        whole.terrain.setdefault(kind, []).extend(names)
    for level, names in piece.levels.items():
        whole.levels.setdefault(level, []).extend(names)
    for kind, names in piece.sides.items():
        whole.sides.setdefault(kind, []).extend(names)
    whole.roads += piece.roads
    whole.railways += piece.railways
    whole.silhouettes.update(piece.silhouettes)


def seams(ways: list[list[str]], part: MapSpec, columns: int, rows: int) -> list[list[str]]:
    """Roads that end on either side of a seam go on across it."""
    grid = grid_of(columns, rows)
    ends = sorted({grid.numbers[name] for way in ways for name in (way[0], way[-1]) if name in grid.numbers})
    found: list[list[str]] = []
    for one in ends:
        for other in grid.neighbours[one]:
            if other > one and other in ends and part_of(one, part, rows) != part_of(other, part, rows):
                found.append([grid.names[one], grid.names[other]])
    return found


def part_of(hex_: int, part: MapSpec, rows: int) -> tuple[int, int]:
    column, row = divmod(hex_, rows)
    return column // part.columns, row // part.rows


def load_boards(
    boards: list[list[PartSpec]], folder: Path | None, streams: int, inside: tuple[PlaceSpec, ...]
) -> Board:
    """Maps laid edge to edge; `streams` makes all streams of one type (lnlt.core.10.5)."""
    rows = [[(find_map(part.map, folder), part.rotated) for part in row] for row in boards]
    if not rows or not all(rows):
        raise WrongContent("boards", "there must be at least one map in every row")
    files = tuple(tuple((path, path.stat().st_mtime_ns, turn) for path, turn in row) for row in rows)
    return join_maps(files, streams, inside)


@cache
def join_maps(
    rows: tuple[tuple[tuple[Path, int, bool], ...], ...], streams: int, inside: tuple[PlaceSpec, ...]
) -> Board:
    for path in {path for row in rows for path, _, _ in row}:
        load_map(path)
    specs = [[load_yaml(path, MapSpec) for path, _, _ in row] for row in rows]
    whole = joined(specs, [[turn for _, _, turn in row] for row in rows])
    if streams:
        flowing = [kind for kind in whole.sides if kind.startswith("stream-")]
        hexes = [side for kind in flowing for side in whole.sides.pop(kind)]
        whole.sides[f"stream-{streams}"] = hexes
    return link_map(whole, MOST_SIDE, inside)
