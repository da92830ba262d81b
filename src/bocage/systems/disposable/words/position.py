"""What players see: the table, the pieces and how the sides stand."""

from __future__ import annotations

from functools import cache
from math import atan2, degrees

from bocage.geometry.plane import Polyline
from bocage.kernel import Text
from bocage.kernel.views import Badge, Board, Feature, Marker, Piece, Position, Row, SeatView
from bocage.systems.disposable.model.tables import COVERS, RADIUS, Area, Barrier
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules.bearing import crew_of
from bocage.systems.disposable.rules.turn import Deployment
from bocage.systems.disposable.rules.victory import NOBODY, breaking_point, ended_by, holder, losses, points
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, STATUSES, STEADY, WAITING, DisposableState, Unit


def corners(shape: Polyline, closed: bool) -> list[tuple[float, float]]:
    n = len(shape.xs) - (1 if closed else 0)
    return [(shape.xs[i] / 10, shape.ys[i] / 10) for i in range(n)]


def circle(x: float, y: float, r: float) -> list[tuple[float, float]]:
    """An octagon is enough to mark an objective."""
    d = r * 0.7071
    return [
        (x + r, y), (x + d, y + d), (x, y + r), (x - d, y + d), (x - r, y), (x - d, y - d), (x, y - r), (x + d, y - d),
    ]  # fmt: skip


def board(state: DisposableState) -> Board:
    table = state.scenario.table
    features = [Feature(area.kind, corners(area.shape, True), id=area.id) for area in table.areas]
    features += [Feature(b.kind, corners(b.shape, False), line=True, id=b.id) for b in table.barriers]
    for i, side in enumerate(state.scenario.sides):
        label = Text("board.zone", {"side": side.name})
        features.append(Feature("zone", corners(side.zone, True), id=f"zone_{i}", label=label))
    for o in state.scenario.objectives:
        label = Text("board.objective", {"name": o.name, "vp": o.vp})
        features.append(Feature("objective", circle(o.x / 10, o.y / 10, o.radius / 10), id=o.id, label=label))
    used = sorted({area.kind for area in table.areas} | {b.kind for b in table.barriers})
    return Board(
        geometry="plane", width=table.width / 10, height=table.height / 10, features=features,
        terrains={kind: Text(f"terrain.{kind}") for kind in used},
        cards={area.kind: area_card(area) for area in table.areas} | {b.kind: barrier_card(b) for b in table.barriers},
    )  # fmt: skip


SIGHTS = ("open", "depth", "blocking", "high")
MOVES = ("clear", "difficult", "entry", "impassable")


def area_card(area: Area) -> list[Row]:
    return card(area.cover, SIGHTS[area.sight]) + [Row(Text("ground.move"), Text(f"ground.{MOVES[area.move]}"))]


def barrier_card(barrier: Barrier) -> list[Row]:
    sight = "high" if barrier.high else "open"
    return card(barrier.cover, sight) + [Row(Text("ground.crossing"), f"{barrier.cost / 10:g}″")]


def card(cover: int, sight: str) -> list[Row]:
    return [
        Row(Text("ground.cover"), Text(f"cover.{COVERS[cover]}")), Row(Text("ground.sight"), Text(f"ground.{sight}")),
    ]  # fmt: skip


def position(state: DisposableState, seat: int) -> Position:
    """Nothing on the table is secret: a hidden unit has no place yet, so every seat sees the same."""
    scenario = state.scenario
    return Position(
        turn=state.turn, turns=scenario.turns, over=state.over, winner=state.winner, ending=ending(state),
        phase=Text("phase.deployment" if state.turn == 0 else "phase.turn", {"turn": state.turn}),
        seats=[SeatView(Text(side.name[1:]), side.nation, points(state, i)) for i, side in enumerate(scenario.sides)],
        pieces=pieces(state), markers=[*[marker(state, i) for i in range(len(scenario.objectives))], *wrecks(state)],
        status=[
            *[standing(state, i) for i in range(len(scenario.sides))], *absent(state), scoring(state), *numbered(state),
        ],
    )  # fmt: skip


def absent(state: DisposableState) -> list[Text]:
    """Reserves, then who is hidden, then who rides."""
    waiting = [unit for unit in state.units if unit.place == WAITING]
    riding = [unit for unit in state.units if unit.place == MOUNTED]
    names = [force.name for force in state.scenario.forces]
    return [
        *[Text("status.reserve", {"unit": names[u.index], "turn": u.reserve}) for u in waiting if u.reserve],
        *[Text("status.hidden", {"unit": names[u.index]}) for u in waiting if state.force(u).hidden],
        *[Text("status.aboard", {"unit": names[u.index], "vehicle": names[u.carrier]}) for u in riding],
    ]


def numbered(state: DisposableState) -> list[Text]:
    """A battle that was drawn can be drawn again by its number."""
    number = state.scenario.battle
    return [Text("status.battle", {"number": number})] if number else []


def scoring(state: DisposableState) -> Text:
    """What counts at the end (dh.core.victory.points)."""
    scenario = state.scenario
    args: dict[str, int | str] = {
        "unit": scenario.vp_unit, "commander": scenario.vp_commander, "vehicle": scenario.vp_vehicle,
        "margin": scenario.draw_margin,
    }  # fmt: skip
    return Text("status.scoring" if scenario.draw_margin > 1 else "status.scoring-even", args)


def standing(state: DisposableState, seat: int) -> Text:
    """What a side has lost, and when that breaks it (dh.core.victory.break)."""
    lost, strength = losses(state, seat)
    args: dict[str, int | str] = {
        "side": state.scenario.sides[seat].name, "lost": lost, "of": strength, "limit": breaking_point(strength),
    }  # fmt: skip
    return Text("status.losses", args)


def ending(state: DisposableState) -> Text | None:
    """Why the game is over; the points of the winner come first."""
    if not state.over:
        return None
    seat = 0 if state.winner == NOBODY else state.winner
    args: dict[str, int | str] = {"margin": state.scenario.draw_margin}
    for name, side in (("first", seat), ("second", 1 - seat)):
        args[name] = points(state, side)
        args[f"{name}_side"] = state.scenario.sides[side].name
        args[f"{name}_lost"], args[f"{name}_of"] = losses(state, side)
    return Text(f"ending.{ended_by(state)}", args)


def marker(state: DisposableState, i: int) -> Marker:
    """Who holds it is told by the seat."""
    objective = state.scenario.objectives[i]
    label = Text("marker.objective", {"name": objective.name, "vp": objective.vp})
    seat = holder(state, objective)
    return Marker("objective", label, x=objective.x / 10, y=objective.y / 10, seat=seat)


def wrecks(state: DisposableState) -> list[Marker]:
    """The hulls that stay where vehicles were lost, three inches across."""
    lost = [unit for unit in state.units if unit.wreck]
    return [
        Marker("wreck", Text("marker.wreck", {"unit": state.force(unit).name}), x=unit.left / 10, y=unit.low / 10)
        for unit in lost
    ]


def pieces(state: DisposableState) -> list[Piece]:
    shown: list[Piece] = []
    for unit in state.units:
        if unit.place == ON_TABLE:
            badges = unit_badges(state, unit)
            if state.vehicle(unit) is None:
                shown += [piece(state, unit, f, badges) for f in unit.figures]
            else:
                shown.append(vehicle_piece(state, unit, badges))
    shown += waiting_pieces(state)
    shown.sort(key=lambda p: p.id)
    return shown


def waiting_pieces(state: DisposableState) -> list[Piece]:
    """Beside the table: the leader of each unit that is still to be deployed stands for it."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Deployment):
        return []
    leaders: list[Piece] = []
    for unit in state.units:
        if top.waits(state, unit):
            vehicle = state.vehicle(unit) is not None
            shown = vehicle_piece(state, unit, []) if vehicle else piece(state, unit, unit.figures[0], [])
            shown.name = Text("name.unit", {"unit": state.force(unit).name})
            shown.x = shown.y = shown.radius = 0.0
            shown.corner = ""  # leaves the room of the counter to the number of the unit
            leaders.append(shown)
    return leaders


def unit_badges(state: DisposableState, unit: Unit) -> list[Badge]:
    marks = [
        (STATUSES[unit.status], unit.status != STEADY),
        ("activated", unit.activated),
        ("unspotted", state.force(unit).sniper and unit.spotted == 0),
        ("immobile", unit.immobile),
        ("weapon-out", unit.out != 0),
    ]
    return [Badge(name, Text(f"status.{name}")) for name, borne in marks if borne]


def vehicle_piece(state: DisposableState, unit: Unit, badges: list[Badge]) -> Piece:
    vehicle = state.vehicle(unit)
    assert vehicle is not None
    f = unit.figures[0]
    front, side, rear = vehicle.dm
    riders = sum(len(riders.figures) for riders in state.passengers(unit))
    rows = [
        Row(Text("row.weapon", {"weapon": f"@weapon.{w.id}"}), str(w.rof))
        for i, w in enumerate(vehicle.weapons)
        if not unit.out >> i & 1
    ]
    rows += [
        Row(Text("row.armour"), f"{front} / {side} / {rear}"),
        Row(Text("row.guts"), str(vehicle.guts)),
        Row(Text("row.crew"), str(len(crew_of(state, unit).figures))),
        Row(Text("row.passengers"), f"{riders} / {vehicle.room}"),
    ]
    return Piece(
        id=f, name=Text(state.force(unit).name.split()[0][1:]), seat=unit.seat, nation=state.force(unit).nation,
        kind="vehicle" if vehicle.open_topped else "tank", x=state.x[f] / 10, y=state.y[f] / 10, radius=1.5,
        values=[str(front), str(side), str(rear)],
        corner=str(vehicle.guts), flipped=unit.status != STEADY, badges=badges, group=unit.index, rows=rows,
        basis=state.force(unit).basis, facing=bearing(unit.facing_x, unit.facing_y), model=vehicle.id,
    )  # fmt: skip


def bearing(x: int, y: int) -> int:
    """Degrees clockwise from north."""
    return round(degrees(atan2(x, y))) % 360


def piece(state: DisposableState, unit: Unit, f: int, badges: list[Badge]) -> Piece:
    figure = state.figure(f)
    force = state.force(unit)
    weapon = figure.weapon
    return Piece(
        id=f, name=Text("name.figure", {"unit": force.name, "role": f"@role.{figure.role}"}), seat=unit.seat,
        nation=force.nation, kind=figure.kind, x=state.x[f] / 10, y=state.y[f] / 10, radius=RADIUS / 10,
        values=[str(weapon.rof), inches(weapon), str(weapon.ap)], corner=str(figure.guts),
        flipped=unit.status != STEADY, badges=badges, group=unit.index,
        rows=figure_rows(weapon, figure.guts, len(unit.figures)), basis=force.basis,
    )  # fmt: skip


@cache
def figure_rows(weapon: Weapon, guts: int, strength: int) -> list[Row]:
    """What is known of a figure; most of a squad share it."""
    return [
        Row(Text("row.weapon", {"weapon": f"@weapon.{weapon.id}"}), str(weapon.rof)),
        Row(Text("row.range"), inches(weapon)), Row(Text("row.ap"), str(weapon.ap)),
        Row(Text("row.mm"), str(weapon.mm)), Row(Text("row.guts"), str(guts)),
        Row(Text("row.strength"), str(strength)),
    ]  # fmt: skip


def inches(weapon: Weapon) -> str:
    return f'{weapon.range // 10}"'
