"""The board as it is printed: spaces, features and what each terrain does."""

from __future__ import annotations

from bocage.geometry.square import bits
from bocage.kernel import Text
from bocage.kernel.views import Board, Cell, Feature, Row
from bocage.systems.normandie.model.tables import Terrain
from bocage.systems.normandie.state import NormandieState


def build_board(state: NormandieState) -> Board:
    plan = state.board
    grid = plan.grid
    cells = [
        Cell(grid.name(c), grid.col(c) + 0.5, grid.row(c) + 0.5, plan.terrain[c].id, name=grid.label(c))
        for c in range(grid.size)
    ]
    features: list[Feature] = []
    kinds_there = sorted({terrain.id for terrain in plan.terrain})
    for kind in kinds_there:
        if kind == "open":
            continue
        covered = bits([c for c in range(grid.size) if plan.terrain[c].id == kind])
        for number, ring in enumerate(grid.outlines(covered)):
            features.append(Feature(kind, ring, label=Text(f"terrain.{kind}"), id=f"{kind}-{number}"))
    features.extend(draw_zones(state))
    features.extend(draw_openings(state))
    for place in state.scenario.objectives:
        x, y = float(place % (grid.cols + 1)), float(place // (grid.cols + 1))
        ring = [(x - 0.3, y), (x, y - 0.3), (x + 0.3, y), (x, y + 0.3)]
        features.append(Feature("objective", ring, label=Text("feature.location"), id=f"location-{place}"))
    terrains = {kind: Text(f"terrain.{kind}") for kind in kinds_there}
    cards = {terrain.id: ground_card(terrain) for terrain in plan.terrain}
    return Board("square", float(grid.cols), float(grid.rows), cells, features, terrains, cards)


def draw_zones(state: NormandieState) -> list[Feature]:
    """Where each player deploys; allies may have one zone in common."""
    scenario = state.scenario
    found: list[Feature] = []
    for seat, name in enumerate(scenario.names):
        camp = scenario.camps[seat]
        together = [ally for ally in scenario.players[camp] if scenario.zones[ally] == scenario.zones[seat]]
        if together[0] != seat:
            continue
        side = f"@{name}" if len(together) == 1 else f"@nation.{scenario.nations[camp]}"
        for number, ring in enumerate(state.board.grid.outlines(scenario.zones[seat])):
            label = Text("feature.zone", {"side": side})
            found.append(Feature("zone", ring, label=label, id=f"zone-{seat}-{number}"))
    return found


def draw_openings(state: NormandieState) -> list[Feature]:
    """Doors, windows, low walls and No Passage symbols, as strokes on the edges of spaces."""
    plan = state.board
    edges = [(edge, "low-wall") for edge in plan.borders] + [(edge, "no-passage") for edge in plan.no_passage]
    for building in plan.buildings:
        edges += [(edge, "door") for edge in building.doors + building.inner]
        edges += [(edge, "window") for edge in building.openings if edge not in building.doors]
    found: list[Feature] = []
    for edge, kind in edges:
        row, col = plan.grid.row(edge // 2), plan.grid.col(edge // 2)
        start = (float(col), row + 1.0) if edge % 2 else (col + 1.0, float(row))
        stroke = [start, (col + 1.0, row + 1.0)]
        found.append(Feature(kind, stroke, line=True, label=Text(f"feature.{kind}"), id=f"{kind}-{edge}"))
    return found


def ground_card(terrain: Terrain) -> list[Row]:
    """What the terrain does to those on it, to shots over it and to movement."""
    rows = [Row(Text("ground.defense"), f"+{terrain.defense}" if terrain.defense else "0")]
    sight = Text("ground.blocking") if terrain.blocks else Text("ground.obscures", {"n": terrain.obscure})
    rows.append(Row(Text("ground.sight"), sight if terrain.blocks or terrain.obscure else Text("ground.open")))
    if terrain.difficult:
        rows.append(Row(Text("ground.move"), Text("ground.difficult")))
    for name, bars in zip(("foot", "light", "heavy"), terrain.bars, strict=True):
        if bars:
            rows.append(Row(Text("ground.closed"), Text(f"ground.{name}")))
    if terrain.opportunity:
        rows.append(Row(Text("ground.opportunity"), "✓"))
    return rows
