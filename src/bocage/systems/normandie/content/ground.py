"""The map of a scenario: terrain by sign, overlays, buildings and walls, linked into a board."""

from __future__ import annotations

from functools import cache

from bocage.content import Faults, WrongContent, known
from bocage.geometry.square import Grid, bits
from bocage.systems.normandie.content.files import ScenarioRecord, Zone
from bocage.systems.normandie.content.plans import Overlay, Space, building_plans, built, terrains, turned
from bocage.systems.normandie.model.tables import Board, Building, Terrain, first_ground

MOST_SPACES = 42
"""Rows or columns of a map: six boards side by side."""
LOW_WALL = 1
"""What a wall between two spaces takes off a shot across it; an estimate."""


@cache
def grid_of(rows: int, cols: int) -> Grid:
    """Grids of one size are alike, and their lines take a while to trace."""
    return Grid(rows, cols)


class Ground:
    """Links the map of a scenario; what is wrong with a part of it is collected."""

    def __init__(self, record: ScenarioRecord, faults: Faults) -> None:
        self.record = record
        self.faults = faults
        rows = record.map
        if not rows or not rows[0]:
            raise WrongContent("map", "the map is empty")
        if max(len(rows), len(rows[0])) > MOST_SPACES:
            size = f"{len(rows)} x {len(rows[0])}"
            raise WrongContent("map", f"{size} spaces, a map has at most {MOST_SPACES} rows and columns")
        self.grid = grid_of(len(rows), len(rows[0]))

    def board(self) -> Board:
        cells: list[Terrain] = []
        overlay: list[int] = []
        for r, row in enumerate(self.record.map):
            if len(row) != self.grid.cols:
                raise WrongContent(f"map[{r}]", f"this row has {len(row)} spaces, the first has {self.grid.cols}")
            for sign in row:
                cells.append(self.terrain(sign, f"map[{r}]"))
                # A position drawn as a sign is a tile of one space.
                overlay.append(len(self.record.overlays) + len(overlay) if cells[-1].opportunity else -1)
        buildings = self.lay_overlays(cells, overlay)
        no_passage = self.edges("no_passage", self.record.no_passage)
        walls = self.edges("low_walls", self.record.low_walls)
        board = Board(self.grid, cells, overlay, no_passage, dict.fromkeys(walls, LOW_WALL))
        board.buildings = buildings
        board.kinds = [terrains()[name] for name in ("ruin", "wreck_light", "wreck_heavy", "position", "open")]
        board.ground = first_ground(board)
        return board

    def terrain(self, sign: str, field: str) -> Terrain:
        signs = {one: terrain for one, terrain in terrains().items() if len(one) == 1}
        with self.faults:
            if sign not in signs:
                message = f"'{sign}' is the sign of no terrain (there are: {' '.join(sorted(signs))})"
                raise WrongContent(field, message)
        return signs.get(sign, terrains()["open"])

    def lay_overlays(self, cells: list[Terrain], overlay: list[int]) -> list[Building]:
        """An overlay replaces what is printed below it (hon.open.overlay.1)."""
        laid: set[int] = set()
        buildings: list[Building] = []
        for number, tile in enumerate(self.record.overlays):
            field = f"overlays[{number}]"
            with self.faults:
                terrain, spaces = self.overlay(tile, field)
                for i, space in enumerate(spaces):
                    where = f"{field}.spaces[{i}]" if tile.spaces else f"{field}.at"
                    cell = self.space(space, where)
                    if cell in laid:
                        raise WrongContent(where, f"two overlays lie on {self.grid.name(cell)}")
                    laid.add(cell)
                    cells[cell] = terrain
                    overlay[cell] = number
                if tile.building:
                    buildings.append(built(self.grid, turned(building_plans()[tile.building], tile.quarters), tile.at))
        return buildings

    def overlay(self, tile: Overlay, field: str) -> tuple[Terrain, list[Space]]:
        """What an overlay is made of, and the spaces it covers."""
        if tile.building:
            plan = turned(known("building", tile.building, building_plans(), f"{field}.building"), tile.quarters)
            return terrains()[plan.terrain], [(tile.at[0] + row, tile.at[1] + col) for row, col in plan.cells]
        names = {name: terrain for name, terrain in terrains().items() if len(name) > 1}
        return known("terrain", tile.terrain, names, f"{field}.terrain"), tile.spaces

    def edges(self, name: str, pairs: list[tuple[Space, Space]]) -> list[int]:
        """The edges between pairs of neighbouring spaces."""
        edges: list[int] = []
        for number, (a, b) in enumerate(pairs):
            field = f"{name}[{number}]"
            with self.faults:
                edge = self.grid.edge(self.space(a, f"{field}[0]"), self.space(b, f"{field}[1]"))
                if edge < 0:
                    raise WrongContent(field, "the two spaces have no edge in common")
                edges.append(edge)
        return edges

    def space(self, space: Space, field: str) -> int:
        if not self.grid.inside(*space):
            board = f"the board of {self.grid.rows} x {self.grid.cols} spaces"
            raise WrongContent(field, f"[{space[0]}, {space[1]}] is off {board}")
        return self.grid.cell(*space)

    def intersection(self, place: Space, field: str) -> int:
        """A corner where spaces meet."""
        row, col = place
        if not (0 <= row <= self.grid.rows and 0 <= col <= self.grid.cols):
            raise WrongContent(field, f"[{row}, {col}] is off the board")
        return self.grid.intersection(row, col)

    def zone(self, zones: list[Zone], field: str) -> int:
        """The spaces of some rectangles as a mask."""
        mask = 0
        for number, zone in enumerate(zones):
            with self.faults:
                self.space((zone.rows[0], zone.cols[0]), f"{field}[{number}]")
                self.space((zone.rows[1], zone.cols[1]), f"{field}[{number}]")
                for row in range(zone.rows[0], zone.rows[1] + 1):
                    for col in range(zone.cols[0], zone.cols[1] + 1):
                        mask |= 1 << self.grid.cell(row, col)
        return mask

    def edge(self, edge: str) -> int:
        """The outermost spaces on one side."""
        grid = self.grid
        rows, cols = range(grid.rows), range(grid.cols)
        sides = {"left": [grid.cell(row, 0) for row in rows], "right": [grid.cell(row, grid.cols - 1) for row in rows]}
        sides["top"] = [grid.cell(0, col) for col in cols]
        sides["bottom"] = [grid.cell(grid.rows - 1, col) for col in cols]
        return bits(sides[edge])
