"""Moving a unit over the table: where it may go, good places to offer, and the move itself with its interruptions."""

from __future__ import annotations

from math import isqrt
from typing import Final

from bocage.geometry.plane import Polygon, distance2
from bocage.geometry.ways import FINE, at_part, length
from bocage.kernel import Event, Procedure
from bocage.systems.disposable.model.tables import COVERS, DISTANCE, MODES, SHELTER_CELL
from bocage.systems.disposable.rules import retreat
from bocage.systems.disposable.rules.command import Haven, command_distance, highest_guts
from bocage.systems.disposable.rules.cover import cover_there
from bocage.systems.disposable.rules.driving import VehicleReach
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.movement import is_lone, takes_in
from bocage.systems.disposable.rules.retreat import home_direction, note_bases, put, standing_reach
from bocage.systems.disposable.rules.room import SPOTS
from bocage.systems.disposable.rules.snap import SNAP_STEP, SnapWindow, could_snap, triggers
from bocage.systems.disposable.state import ON_TABLE, STEADY, DisposableState, Unit

AMBUSH: Final = 60
CANDIDATES: Final = 9
NOWHERE: Final[list[tuple[int, int, int]]] = []


def reach_of(state: DisposableState, unit: Unit, mode: int) -> Reach:
    """Where a unit may move in this mode, with good places to offer."""
    reach = bare_reach(state, unit, mode)
    reach.wishes = [(haven.xs[0], haven.ys[0]) for haven in reach.havens] + wishes(state, unit, reach.allowance)
    return reach


def bare_reach(state: DisposableState, unit: Unit, mode: int) -> Reach:
    """The same without the places to offer."""
    if state.scenario.forces[unit.index].vehicle is not None:
        return retreat.vehicle_reach(state, unit, mode)
    reach = retreat.standing_reach(state, unit, mode, DISTANCE[mode])
    reach.by_hand = unit.figures[0]
    reach.look_around()
    note_bases(state, unit, reach, DISTANCE[mode] + 50)
    if is_lone(state, unit):
        mark_foes(state, unit, reach)
    return reach


def mark_foes(state: DisposableState, unit: Unit, reach: Reach) -> None:
    """The enemies a lone model sees and may not approach, and the units to which it may go all the same
    (dh.move.single.1, dh.open.single_towards)."""
    x, y = reach.xs[0], reach.ys[0]
    for enemy in state.enemies(unit.seat):
        for f in enemy.figures:
            if state.scenario.table.sees(x, y, state.x[f], state.y[f]):
                reach.foe_x.append(state.x[f])
                reach.foe_y.append(state.y[f])
    for friend in state.friends(unit.seat):
        if takes_in(state, unit, friend):
            xs, ys = [state.x[f] for f in friend.figures], [state.y[f] for f in friend.figures]
            reach.havens.append(Haven(command_distance(highest_guts(state, friend)), xs, ys))


def wishes(state: DisposableState, unit: Unit, allowance: int) -> list[tuple[int, int]]:
    """Points worth going to: objectives, cover in reach, the enemy, ahead, aside, back."""
    leader = unit.figures[0]
    x, y = state.x[leader], state.y[leader]
    points = [(objective.x, objective.y) for objective in state.scenario.objectives]
    if state.scenario.forces[unit.index].vehicle is None:
        points.extend(shelters(state, x, y, allowance))
    foe = nearest_enemy(state, unit)
    if foe >= 0:
        points.append((state.x[foe], state.y[foe]))
    hx, hy = home_direction(state, unit.seat)
    far = allowance * 2
    return points + [(x + dx * far, y + dy * far) for dx, dy in ((-hx, -hy), (hy, -hx), (-hy, hx), (hx, hy))]


def shelters(state: DisposableState, x: int, y: int, allowance: int) -> list[tuple[int, int]]:
    """The two best covered places in reach, the nearer the better."""
    table = state.scenario.table
    near: list[tuple[int, int, int, int]] = []
    for column in range((x - allowance) // SHELTER_CELL, (x + allowance) // SHELTER_CELL + 1):
        for row in range((y - allowance) // SHELTER_CELL, (y + allowance) // SHELTER_CELL + 1):
            for sx, sy, cover in table.shelter_near.get(column * 1000 + row, NOWHERE):
                d = (sx - x) * (sx - x) + (sy - y) * (sy - y)
                if 0 < d <= allowance * allowance:
                    near.append((-cover, d, sx, sy))
    near.sort()
    return [(sx, sy) for _, _, sx, sy in near[:2]]


def nearest_enemy(state: DisposableState, unit: Unit) -> int:
    """The leader of the closest enemy unit, or -1."""
    leader = unit.figures[0]
    best, best2 = -1, -1
    for other in state.units:
        if other.seat != unit.seat and other.place == ON_TABLE:
            d = state.gap2(leader, other.figures[0])
            if best < 0 or d < best2:
                best, best2 = other.figures[0], d
    return best


def placing_reach(state: DisposableState, unit: Unit, mode: int, allowance: int) -> Reach:
    """A unit that comes onto the table stands in the plain formation round its leader."""
    kind = Reach if state.scenario.forces[unit.index].vehicle is None else VehicleReach
    xs, ys = [x for x, _ in SPOTS[: len(unit.figures)]], [y for _, y in SPOTS[: len(unit.figures)]]
    reach = kind(state.scenario.table, xs, ys, mode, allowance, command_distance(highest_guts(state, unit)))
    reach.anywhere = True
    note_bases(state, unit, reach, state.scenario.table.width + state.scenario.table.height)
    return reach


def deployment_reach(state: DisposableState, unit: Unit) -> Reach:
    """All figures inside the own zone (dh.core.deploy)."""
    reach = placing_reach(state, unit, 0, 0)
    zone = state.scenario.sides[unit.seat].zone
    reach.zone = zone
    reach.wishes = spread_over(zone)
    return reach


def spread_over(zone: Polygon) -> list[tuple[int, int]]:
    return spread(zone.x0 + 30, zone.y0 + 30, zone.x1 - 30, zone.y1 - 30)


def ambush_reach(state: DisposableState, unit: Unit) -> Reach:
    """A hidden unit shows itself in its zone, not within 6 inches of an enemy, who would have found it before
    (dh.core.sniper.hidden)."""
    reach = deployment_reach(state, unit)
    reach.keep_off = AMBUSH
    reach.wishes = covered_places(state, unit.seat) + reach.wishes
    return reach


def covered_places(state: DisposableState, seat: int) -> list[tuple[int, int]]:
    """Some places in cover of a side's zone."""
    zone = state.scenario.sides[seat].zone
    covered = [(x, y) for x, y in state.scenario.table.shelter if zone.contains(x, y)]
    return covered[:: max(1, len(covered) // CANDIDATES)]


def entry_reach(state: DisposableState, unit: Unit, mode: int) -> Reach:
    """Reserves come in over their edge, no deeper than the mode allows (dh.core.deploy)."""
    reach = placing_reach(state, unit, mode, DISTANCE[mode])
    if isinstance(reach, VehicleReach):
        retreat.set_speed(state, unit, reach)
    reach.edge = state.scenario.sides[unit.seat].edge
    reach.wishes = spread_along_edge(state, unit.seat, DISTANCE[mode] // 2)
    return reach


def spread_along_edge(state: DisposableState, seat: int, depth: int) -> list[tuple[int, int]]:
    zone, table = state.scenario.sides[seat].zone, state.scenario.table
    x0, y0, x1, y1 = zone.x0 + 30, zone.y0 + 30, zone.x1 - 30, zone.y1 - 30
    hx, hy = home_direction(state, seat)
    if hx:
        x0 = x1 = depth if hx < 0 else table.width - depth
    else:
        y0 = y1 = depth if hy < 0 else table.height - depth
    return spread(x0, y0, x1, y1)


def spread(x0: int, y0: int, x1: int, y1: int) -> list[tuple[int, int]]:
    """A dozen points over a rectangle, along its longer side, and some to fall back on."""
    points: list[tuple[int, int]] = []
    wide = x1 - x0 >= y1 - y0
    for row in (2, 0, 4, 1, 3):
        for k in range(9):
            if wide:
                points.append((x0 + (x1 - x0) * k // 8, y0 + (y1 - y0) * row // 4))
            else:
                points.append((x0 + (x1 - x0) * row // 4, y0 + (y1 - y0) * k // 8))
    return points


PARTS: Final = 12  # in which a way is gone back where its end is taken


def spots_after(ways: list[list[int]], part: int, whole: int) -> list[int]:
    """Where the figures are after so many equal parts of their ways (x and y in turn)."""
    spots: list[int] = []
    for way in ways:
        spots += at_part(way, part, whole)
    return spots


def stands_free(state: DisposableState, unit: Unit, spots: list[int]) -> bool:
    """Whether figures of the unit may stand on these spots: on the table, on passable ground, on nobody's feet."""
    reach = standing_reach(state, unit, 0, 0)
    note_bases(state, unit, reach, 150)
    for k in range(0, len(spots), 2):
        if reach.stands(spots[k], spots[k + 1]) is not None or not reach.free(spots[:k], spots[k], spots[k + 1]):
            return False
    return True


def stops(state: DisposableState, unit: Unit, figures: list[int], ways: list[list[int]]) -> list[list[int]]:
    """Where the figures of a unit could be shot at on their ways: every inch and a half at most, wherever they could
    stand, from where they set out to where they end (dh.open.snap_point)."""
    whole = max([-(-length(way) // (SNAP_STEP * FINE)) for way in ways])
    found = [spots_after(ways, 0, 1)]
    for part in range(1, whole):
        spots = spots_after(ways, part, whole)
        if stands_free(state, unit, spots):
            found.append(spots)
    return [*found, spots_after(ways, 1, 1)]


class Move(Procedure[DisposableState]):
    """A chosen move, every figure on its own way. Snap fire may interrupt it anywhere (dh.open.snap_point)."""

    __slots__ = ("figures", "from_x", "from_y", "mode", "seen", "unit", "ways")

    def __init__(self, unit: int, mode: int, figures: list[int], ways: list[list[int]]) -> None:
        super().__init__()
        self.unit, self.mode = unit, mode
        self.figures, self.ways = figures, ways
        self.seen = False  # the enemy may have fired
        self.from_x = 0  # where the leader set out, for the report
        self.from_y = 0

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        if self.step == 0:
            self.step = 1
            self.from_x, self.from_y = state.x[unit.figures[0]], state.y[unit.figures[0]]
            if triggers(self.mode) and could_snap(state, unit, DISTANCE[self.mode]):
                self.seen = True
                state.push(SnapWindow(self.unit, self.figures, self.stops(state, unit)))
        elif self.step == 1:
            self.step = 2
            if unit.place == ON_TABLE and unit.status == STEADY:
                self.arrive(state, unit)
        else:
            state.pop()

    def stops(self, state: DisposableState, unit: Unit) -> list[list[int]]:
        return stops(state, unit, self.figures, self.ways)

    def arrive(self, state: DisposableState, unit: Unit) -> None:
        """To the end of the way, or as far as it is free: under fire somebody may have been driven onto it."""
        ways = [self.ways[k] for k in range(len(self.figures)) if self.figures[k] in unit.figures]
        for part in range(PARTS, -1, -1):
            spots = spots_after(ways, part, PARTS)
            if not self.seen or stands_free(state, unit, spots):
                put(state, unit, spots)
                unit.spotted = 0  # dh.open.spot_limits
                break
        if state.recording:
            report_move(state, unit, self.mode, self.from_x, self.from_y, f"dh.move.{MODES[self.mode]}.1")


def report_move(state: DisposableState, unit: Unit, mode: int, x: int, y: int, rule: str) -> None:
    """How far the leader went, and in what cover the unit stands now."""
    leader = unit.figures[0]
    spots = [v for f in unit.figures for v in (state.x[f], state.y[f])]
    far = isqrt(100 * distance2(x, y, state.x[leader], state.y[leader])) // 10
    args: dict[str, int | str] = {
        "unit": state.force(unit).name, "mode": f"@mode.{MODES[mode]}", "distance": f"{far / 10:.1f}",
        "cover": f"@cover.{COVERS[cover_there(state, unit.seat, spots)]}",
    }  # fmt: skip
    state.emit(Event("move", rule, args))
