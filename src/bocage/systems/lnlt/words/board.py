"""The board as the page draws it: cells, silhouettes, roads, railways, hexsides."""

from __future__ import annotations

import math

from bocage.geometry.hex import CORNER_X, CORNER_Y, DIRECTIONS, FINE, NOWHERE
from bocage.kernel import Text
from bocage.kernel.views import Board, Cell, Feature, Row
from bocage.systems.lnlt.model import board as static_board
from bocage.systems.lnlt.model.chart import Place, Terrain

HALF_HEIGHT = math.sqrt(3) / 2


def x_of(lattice: float) -> float:
    """Board units: a hex of side 1, its left corner of column A at 0."""
    return round(lattice / 2 + 1, 4)


def y_of(lattice: float) -> float:
    return round(lattice * HALF_HEIGHT, 4)


def board(static: static_board.Board) -> Board:
    grid = static.grid
    cells = [
        Cell(grid.names[h], x_of(grid.xs[h]), y_of(grid.ys[h]), static.terrain[h].id, static.levels[h])
        for h in range(grid.hexes)
    ]
    cells += [inner_cell(static, place) for place in static.places]
    legend = {name: Text(f"terrain.{name}") for name in sorted({terrain.id for terrain in static.terrain})}
    legend |= {name: Text(f"hexside.{name}") for name in sorted({side.id for side in static.sides.values()})}
    if static.railways:
        legend["railway"] = Text("terrain.railway")
    return Board(
        "hex",
        x_of(3 * grid.columns - 1),
        y_of(2 * grid.rows + 1),
        cells,
        [
            *silhouettes(static),
            *ways(static, "road", static.roads),
            *ways(static, "railway", static.railways),
            *sides(static),
        ],
        legend,
        {terrain.id: card(terrain) for terrain in static.terrain},
    )


SIGHT = ("open", "degrading", "blocking")


def card(terrain: Terrain) -> list[Row]:
    """Its line of the Terrain Effects Chart."""
    costs = " / ".join(str(cost) if cost else "–" for cost in terrain.costs)
    rows = [
        Row(Text("ground.tm"), f"{terrain.tm:+d}" if terrain.tm else "0"),
        Row(Text("ground.sight"), Text(f"ground.{SIGHT[terrain.sight]}")),
        Row(Text("ground.costs"), costs),
    ]
    if terrain.height:
        rows.append(Row(Text("ground.height"), str(terrain.height)))
    return rows


CORNERS = ((0.5, -0.36), (0.5, 0.36), (-0.5, -0.36), (-0.5, 0.36))
"""Where floors, rooftops, bunkers and caves lie in their hex."""


def inner_cell(static: static_board.Board, place: Place) -> Cell:
    grid = static.grid
    number = place.number
    right, down = CORNERS[place.kind]
    x, y = x_of(grid.xs[number]) + right, y_of(grid.ys[number]) + down
    return Cell(
        place.name, round(x, 4), round(y, 4), static.terrain[number].id, static.levels[number],
        within=grid.names[place.base],
    )  # fmt: skip


def silhouettes(static: static_board.Board) -> list[Feature]:
    """The very polygons that lines of sight are traced against."""
    found: list[Feature] = []
    for hex_, shapes in enumerate(static.shapes):
        for shape in shapes:
            points = [(x_of(x / FINE), y_of(y / FINE)) for x, y in zip(shape.xs, shape.ys, strict=True)]
            found.append(Feature(static.terrain[hex_].id, points, id=static.grid.names[hex_]))
    return found


def ways(static: static_board.Board, kind: str, lines: list[list[int]]) -> list[Feature]:
    grid = static.grid
    return [
        Feature(kind, [(x_of(grid.xs[h]), y_of(grid.ys[h])) for h in line], line=True, id=f"{kind}-{number + 1}")
        for number, line in enumerate(lines)
    ]


def sides(static: static_board.Board) -> list[Feature]:
    grid = static.grid
    found: list[Feature] = []
    for key in sorted(static.sides):
        hex_, direction = divmod(key, DIRECTIONS)
        other = grid.neighbours[hex_][direction]
        if other != NOWHERE and other < hex_:
            continue
        points = []
        for corner in (direction, (direction + 1) % DIRECTIONS):
            points.append((x_of(grid.xs[hex_] + CORNER_X[corner]), y_of(grid.ys[hex_] + CORNER_Y[corner])))
        name = f"{grid.names[hex_]}/{grid.names[other]}"
        found.append(Feature(static.sides[key].id, points, line=True, id=name))
    return found
