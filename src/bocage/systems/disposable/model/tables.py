"""What never changes during a game: terrain, the table with its line of sight, figures and forces."""

from __future__ import annotations

from typing import Final

from bocage.geometry.heights import part_below
from bocage.geometry.plane import Inside, Polygon, Polyline, distance2, hits_disc
from bocage.systems.disposable.model.lessons import Lesson
from bocage.systems.disposable.model.weapons import Vehicle, Weapon

# Movement modes (dh.move.*).
HOLD: Final = 0
SNEAK: Final = 1
MANOEUVRE: Final = 2
RUN: Final = 3
SLOW: Final = 4  # of vehicles (dh.core.veh.move)
FULL: Final = 5
MODES: Final[tuple[str, ...]] = ("hold", "sneak", "manoeuvre", "run", "slow", "full")
DISTANCE: Final[tuple[int, ...]] = (0, 30, 60, 90, 90, 180)

# Cover classes, better cover higher (dh.fire.cover.*, dh.guts.cover.*).
OPEN: Final = 0
CONCEALMENT: Final = 1
LIGHT: Final = 2
MEDIUM: Final = 3
HEAVY: Final = 4
PREPARED: Final = 5
COVERS: Final = ("open", "concealment", "light", "medium", "heavy", "prepared")

# What a piece of terrain does to sight and movement (dh.core.los.*, dh.core.move.terrain).
SIGHT_NONE: Final = 0
SIGHT_DEPTH: Final = 1
SIGHT_BLOCK: Final = 2
SIGHT_HIGH: Final = 3
CLEAR: Final = 0
ROUGH: Final = 1
ENTRY: Final = 2
IMPASSABLE: Final = 3

BASE: Final = 10  # two bases touch when their centres are an inch apart
RADIUS: Final = 5
DEPTH_LIMIT: Final = 60
DEPTH_EDGE: Final = 20
WALL_REACH: Final = 10
CELL: Final = 5  # tenths, of the squares in which the table is looked at quickly
FLOOR: Final = 2  # heights are counted in halves of a floor (dh.open.floors)
EYE: Final = 1  # of a man above the floor he stands on
HULL_RADIUS: Final = 15  # a vehicle is a disc 3 inches across
SIGHT_MEMORY: Final = 50_000
BEYOND: Final = 0  # what is found of figures: none within reach, none in sight, or one that is seen
UNSEEN: Final = 1
SEEN: Final = 2
SHELTER_CELL: Final = 60
HOME: Final = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}  # the way to a table edge


class Area:
    """A piece of ground: a wood, a house, a field."""

    def __init__(self, id: str, kind: str, shape: Polygon, cover: int, sight: int, move: int) -> None:
        self.id, self.kind, self.shape = id, kind, shape
        self.cover, self.sight, self.move = cover, sight, move
        self.enclosed = self.bunker = False
        self.floors = 1  # how high it is
        self.corners: list[tuple[int, int]] = []  # where ways round it bend

    def walls_off(self) -> bool:
        """Whether no line of sight at all passes through it."""
        return self.sight == SIGHT_BLOCK and self.shape.convex

    def raises(self) -> int:
        """How much higher than on the ground one's eyes are in it: everybody looks out of the top floor of a
        building; a bunker has none (dh.open.floors)."""
        return (self.floors - 1) * FLOOR if self.enclosed and not self.bunker else 0

    def hides(self, ax: int, ay: int, bx: int, by: int, a_height: int = EYE, b_height: int = EYE) -> bool:
        """Whether it breaks the line of sight a-b that may run through it; over what is lower one looks."""
        shape = self.shape
        inside = shape.inside(ax, ay, bx, by)
        if inside.numerator == 0:
            return False
        a, b = shape.contains(ax, ay), shape.contains(bx, by)
        if a_height + b_height > 2 * EYE and not a and not b:
            part = part_below(ax, ay, a_height, bx, by, b_height, self.floors * FLOOR)
            return part is not None and self.stops(part[0], part[1], part[2], part[3])
        if self.sight == SIGHT_DEPTH:  # dh.core.los.rule
            if inside.longer_than(DEPTH_LIMIT, distance2(ax, ay, bx, by)):
                return True
            return a != b and not shape.near(ax if a else bx, ay if a else by, DEPTH_EDGE)
        return self.walls_in(ax, ay, bx, by, inside, a, b)

    def walls_in(self, ax: int, ay: int, bx: int, by: int, inside: Inside, a: bool, b: bool) -> bool:
        """A figure inside looks out only through the wall that it stands at (dh.core.los.building)."""
        if inside.stretches > 1 or not (a or b):
            return True
        if a and b:
            return inside.numerator != inside.denominator
        if a:
            return not self.shape.through_near_wall(ax, ay, bx, by, WALL_REACH)
        return not self.shape.through_near_wall(bx, by, ax, ay, WALL_REACH)

    def stops(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether a line between two places outside it, no higher than its top, ends at it."""
        inside = self.shape.inside(ax, ay, bx, by)
        if self.sight == SIGHT_DEPTH:
            return inside.longer_than(DEPTH_LIMIT, distance2(ax, ay, bx, by))
        return inside.numerator > 0


class Barrier:
    """A linear obstacle: fence, hedge, wall, bocage (dh.fire.linear.2)."""

    def __init__(self, id: str, kind: str, shape: Polyline, cover: int, high: bool, cost: int) -> None:
        self.id, self.kind, self.shape = id, kind, shape
        self.cover, self.high, self.cost = cover, high, cost
        self.floors = 1
        self.corners: list[tuple[int, int]] = []

    def hides(self, ax: int, ay: int, bx: int, by: int, a_height: int = EYE, b_height: int = EYE) -> bool:
        """Bocage hides whatever does not stand at it (data: los high)."""
        if not self.high or not self.shape.crossed(ax, ay, bx, by):
            return False
        if self.shape.near(ax, ay, WALL_REACH) or self.shape.near(bx, by, WALL_REACH):
            return False
        part = part_below(ax, ay, a_height, bx, by, b_height, self.floors * FLOOR)
        return part is not None and self.shape.crossed(part[0], part[1], part[2], part[3])


class Objective:
    def __init__(self, id: str, name: str, x: int, y: int, radius: int, vp: int) -> None:
        self.id = id
        self.name = name  # an argument for texts
        self.x, self.y = x, y
        self.radius, self.vp = radius, vp


class Table:
    """The ground. Area cover is looked up per point, sight is remembered per pair of points."""

    def __init__(self, width: int, height: int, areas: list[Area], barriers: list[Barrier]) -> None:
        self.width, self.height = width, height
        self.areas, self.barriers = areas, barriers
        self.hiding = [area for area in areas if area.sight != SIGHT_NONE]
        self.roads = [area for area in areas if area.kind == "road"]
        self.tall = [barrier for barrier in barriers if barrier.high]
        self.slow = [area for area in areas if area.move != CLEAR]
        self.solid = [area for area in areas if area.move == IMPASSABLE and area.cover != OPEN]  # wrecks: cover beside
        self.places = (width + 1) * (height + 1)
        self.cover = bytearray(self.places)  # best area cover at each point
        self.raised = bytearray(self.places)  # how much higher than on the ground one's eyes are (dh.open.floors)
        self.rough = bytearray(self.places)  # where nobody runs
        self.shut = bytearray(self.places)  # no base stands here: in a wreck, in water, on a wall
        self.columns = width // CELL + 2
        self.plain: list[int] = []  # how many squares up to here have anything that a move could meet, row by row
        self.veiled = bytearray(self.places)  # inside something that hides or raises
        self.memory: dict[int, bool] = {}
        self.houses = self.find_houses()
        self.shelter: list[tuple[int, int]] = []  # good places in cover, for candidates
        self.shelter_near: dict[int, list[tuple[int, int, int]]] = {}  # the same by square, with the cover
        for area in areas:
            self.paint(area)
        self.shut_off()
        self.count_plain()
        self.find_shelter()

    def find_houses(self) -> list[Area]:
        """Those that nobody looks through or over."""
        highest = EYE + max([area.raises() for area in self.areas], default=0)
        return [area for area in self.hiding if area.walls_off() and area.floors * FLOOR > highest]

    def paint(self, area: Area) -> None:
        stride = self.width + 1
        raised = area.raises()
        for y, first, last in area.shape.rows():
            if not 0 <= y <= self.height:
                continue
            start, end = y * stride + max(first, 0), y * stride + min(last, self.width) + 1
            for at in range(start, end):
                self.cover[at] = max(self.cover[at], area.cover)
                self.raised[at] = max(self.raised[at], raised)
            if area.sight != SIGHT_NONE or raised:
                self.veiled[start:end] = b"\1" * (end - start)
            if area.move == ROUGH:
                self.rough[start:end] = b"\1" * (end - start)

    def shut_off(self) -> None:
        """Where no base stands: none overlaps impassable ground or a wall, hedge or fence (dh.open.way)."""
        for area in self.areas:
            if area.move == IMPASSABLE:
                for y, first, last in area.shape.rows():
                    if 0 <= y <= self.height:
                        for x in range(max(first, 0), min(last, self.width) + 1):
                            self.shut[y * (self.width + 1) + x] = 1
                self.shut_line(area.shape)
        for barrier in self.barriers:
            self.shut_line(barrier.shape)
        for area in self.slow:
            area.corners = self.open_points(area.shape.turning_points(RADIUS + 1))
        for barrier in self.barriers:
            barrier.corners = self.open_points(barrier.shape.turning_points(RADIUS + 1))

    def shut_line(self, line: Polyline) -> None:
        for i in range(1, len(line.xs)):
            ax, ay, bx, by = line.xs[i - 1], line.ys[i - 1], line.xs[i], line.ys[i]
            for y in range(max(0, min(ay, by) - RADIUS), min(self.height, max(ay, by) + RADIUS) + 1):
                for x in range(max(0, min(ax, bx) - RADIUS), min(self.width, max(ax, bx) + RADIUS) + 1):
                    if hits_disc(x, y, ax, ay, bx, by, RADIUS):
                        self.shut[y * (self.width + 1) + x] = 1

    def open_points(self, points: list[tuple[int, int]]) -> list[tuple[int, int]]:
        return sorted({(x, y) for x, y in points if self.on_table(x, y) and not self.is_shut(x, y)})

    def is_shut(self, x: int, y: int) -> bool:
        return self.shut[y * (self.width + 1) + x] != 0

    def count_plain(self) -> None:
        """Count the squares with difficult ground, obstacles or what is shut, so that a box is looked at in no time."""
        rows, columns = self.height // CELL + 2, self.columns
        marked = bytearray(rows * columns)
        for area in self.slow:
            for y, first, last in area.shape.rows():
                if 0 <= y <= self.height:
                    for column in range(max(first, 0) // CELL, min(last, self.width) // CELL + 1):
                        marked[y // CELL * columns + column] = 1
        for y in range(self.height + 1):
            row = self.shut[y * (self.width + 1) : (y + 1) * (self.width + 1)]
            at = row.find(1)
            while at >= 0:
                marked[y // CELL * columns + at // CELL] = 1
                at = row.find(1, (at // CELL + 1) * CELL)
        counts = [0] * (columns + 1)
        self.plain = counts[:]
        for at in range(0, rows * columns, columns):
            row = marked[at : at + columns]
            if row.find(1) >= 0:
                above, counts, total = counts, [0], 0
                for column in range(columns):
                    total += row[column]
                    counts.append(above[column + 1] + total)
            self.plain += counts

    def is_plain(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether a box of the table has nothing in it that a move over it could meet."""
        left, right = x0 // CELL, x1 // CELL + 1
        low, high = y0 // CELL * (self.columns + 1), (y1 // CELL + 1) * (self.columns + 1)
        plain = self.plain
        return plain[high + right] - plain[high + left] == plain[low + right] - plain[low + left]

    def find_shelter(self) -> None:
        """One point every two inches inside cover, and both sides of obstacles that give cover."""
        for y in range(10, self.height - 9, 20):
            for x in range(10, self.width - 9, 20):
                at = y * (self.width + 1) + x
                if self.cover[at] > OPEN and not self.shut[at]:
                    self.shelter.append((x, y))
        for barrier in self.barriers:
            if barrier.cover >= LIGHT:
                self.line_up(barrier)
        for x, y in self.shelter:
            cell = x // SHELTER_CELL * 1000 + y // SHELTER_CELL
            self.shelter_near.setdefault(cell, []).append((x, y, self.cover_at(x, y)))

    def line_up(self, barrier: Barrier) -> None:
        """Places half an inch off the obstacle, every three inches along it."""
        xs, ys = barrier.shape.xs, barrier.shape.ys
        for i in range(len(xs) - 1):
            dx, dy = xs[i + 1] - xs[i], ys[i + 1] - ys[i]
            steps = max(1, max(abs(dx), abs(dy)) // 30)
            off = (8, 0) if abs(dy) > abs(dx) else (0, 8)
            for k in range(steps + 1):
                x, y = xs[i] + dx * k // steps, ys[i] + dy * k // steps
                for sign in (-1, 1):
                    px, py = x + off[0] * sign, y + off[1] * sign
                    if RADIUS <= px <= self.width - RADIUS and RADIUS <= py <= self.height - RADIUS:
                        self.shelter.append((px, py))

    def cover_at(self, x: int, y: int) -> int:
        return self.cover[y * (self.width + 1) + x]

    def on_table(self, x: int, y: int) -> bool:
        return RADIUS <= x <= self.width - RADIUS and RADIUS <= y <= self.height - RADIUS

    def sees(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Line of sight between two points; the same both ways (dh.core.los.rule)."""
        stride = self.width + 1
        a, b = ay * stride + ax, by * stride + bx
        key = a * self.places + b if a < b else b * self.places + a
        known = self.memory.get(key)
        return self.remembered(key, ax, ay, bx, by) if known is None else known

    def find(self, ax: int, ay: int, figures: list[int], x: list[int], y: list[int], far2: int) -> int:
        """What can be made out from a point of these figures, as far as a distance whose square is given."""
        stride, places, memory = self.width + 1, self.places, self.memory
        a = ay * stride + ax
        found = BEYOND
        for f in figures:
            bx, by = x[f], y[f]
            if (bx - ax) * (bx - ax) + (by - ay) * (by - ay) <= far2:
                b = by * stride + bx
                key = a * places + b if a < b else b * places + a
                known = memory.get(key)
                if self.remembered(key, ax, ay, bx, by) if known is None else known:
                    return SEEN
                found = UNSEEN
        return found

    def parts(self, ax0: int, ay0: int, ax1: int, ay1: int, bx0: int, by0: int, bx1: int, by1: int) -> bool:
        """Whether one house stands between all points of two boxes.

        A line that misses it has both ends beyond a straight edge of it, and so has a corner of each box: if it is in
        the way from every corner to every corner, it is in the way everywhere."""
        for area in self.houses:
            shape = area.shape
            if (
                shape.passed(ax0, ay0, bx0, by0)
                and not shape.meets_box(ax0, ay0, ax1, ay1)
                and not shape.meets_box(bx0, by0, bx1, by1)
                and shape.parts((ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1))
            ):
                return True
        return False

    def remembered(self, key: int, ax: int, ay: int, bx: int, by: int) -> bool:
        """A line of sight that is traced for the first time."""
        if len(self.memory) >= SIGHT_MEMORY:
            self.memory.clear()
        seen = self.memory[key] = self.traced(ax, ay, bx, by)
        return seen

    def traced(self, ax: int, ay: int, bx: int, by: int) -> bool:
        x0, x1 = (ax, bx) if ax < bx else (bx, ax)
        y0, y1 = (ay, by) if ay < by else (by, ay)
        stride = self.width + 1
        a, b = ay * stride + ax, by * stride + bx
        outside = not self.veiled[a] and not self.veiled[b]
        for area in self.hiding:
            shape = area.shape
            if shape.x0 > x1 or shape.x1 < x0 or shape.y0 > y1 or shape.y1 < y0:
                continue
            if outside and area.sight != SIGHT_DEPTH:  # a house between two places in the open
                if shape.passed(ax, ay, bx, by):
                    return False
            elif outside:
                if area.stops(ax, ay, bx, by):
                    return False
            elif area.hides(ax, ay, bx, by, EYE + self.raised[a], EYE + self.raised[b]):
                return False
        return not self.hedged(ax, ay, bx, by, EYE + self.raised[a], EYE + self.raised[b])

    def hedged(self, ax: int, ay: int, bx: int, by: int, a_height: int, b_height: int) -> bool:
        """Whether bocage hides one end of a line from the other."""
        x0, x1 = (ax, bx) if ax < bx else (bx, ax)
        y0, y1 = (ay, by) if ay < by else (by, ay)
        for barrier in self.tall:
            if barrier.shape.meets_box(x0, y0, x1, y1) and barrier.hides(ax, ay, bx, by, a_height, b_height):
                return True
        return False

    def eyes_at(self, x: int, y: int) -> int:
        """How high the eyes of a man are who stands there (dh.open.floors)."""
        return EYE + self.raised[y * (self.width + 1) + x]

    def cover_against(self, x: int, y: int, sx: int, sy: int) -> int:
        """The best class at (x, y) against a shooter at (sx, sy) (dh.open.best_cover, dh.open.linear_contact)."""
        best = self.cover_at(x, y)
        for barrier in self.barriers:
            if barrier.cover > best and barrier.shape.near(x, y, WALL_REACH) and barrier.shape.crossed(sx, sy, x, y):
                best = barrier.cover
        for area in self.solid:
            if (
                area.cover > best
                and area.shape.near(x, y, WALL_REACH)
                and area.shape.passed(sx, sy, x, y)
            ):  # fmt: skip
                best = area.cover
        return best

    def shelter_at(self, x: int, y: int) -> int:
        """The best class at a point from whatever side: the ground, or an obstacle within an inch."""
        best = self.cover_at(x, y)
        for barrier in self.barriers:
            if barrier.cover > best and barrier.shape.near(x, y, WALL_REACH):
                best = barrier.cover
        for area in self.solid:
            if area.cover > best and area.shape.near(x, y, WALL_REACH):
                best = area.cover
        return best

    def obstacles(self, sx: int, sy: int, x: int, y: int) -> int:
        """Linear obstacles between shooter and target that count -1 (dh.fire.linear.1, dh.open.linear_contact)."""
        count = 0
        for barrier in self.barriers:
            shape = barrier.shape
            if not shape.meets_box(min(sx, x), min(sy, y), max(sx, x), max(sy, y)) or not shape.crossed(sx, sy, x, y):
                continue
            if shape.near(sx, sy, WALL_REACH) or (barrier.cover > OPEN and shape.near(x, y, WALL_REACH)):
                continue
            count += 1
        return count

    def area_at(self, x: int, y: int) -> Area | None:
        """The piece of ground with the best cover at a point; of equals the first by id, whatever was drawn first."""
        best: Area | None = None
        for area in self.areas:
            if area.shape.contains(x, y) and (
                best is None or area.cover > best.cover or (area.cover == best.cover and area.id < best.id)
            ):
                best = area
        return best


class Figure:
    """One man: what he carries and what he is worth. Where he stands is in the state."""

    def __init__(self, unit: int, role: str, kind: str, guts: int, weapon: Weapon, leader: bool) -> None:
        self.unit, self.role, self.kind = unit, role, kind
        self.guts, self.weapon, self.leader = guts, weapon, leader
        self.special = weapon.special
        self.launcher: Weapon | None = None  # rifle grenade or Panzerfaust beside his own weapon
        self.radio = False


class Force:
    """A unit of the roster."""

    def __init__(self, index: int, id: str, seat: int, name: str, nation: str, template: str) -> None:
        self.index, self.id, self.seat = index, id, seat
        self.name = name  # an argument for texts: "@unit.us_rifle_squad 1"
        self.nation, self.template = nation, template
        self.figures: list[int] = []
        self.weapon: Weapon | None = None  # of a team, which fires that alone (dh.open.fire_half)
        self.commander = self.camouflaged = self.sniper = False
        self.observer = False  # forward observer (dh.indirect.acc.6)
        self.recon = False  # dh.indirect.acc.5
        self.hidden = False  # placed when it first acts (dh.core.sniper.hidden)
        self.vehicle: Vehicle | None = None
        self.crew_of = -1  # the vehicle whose crew this is while it has not bailed out
        self.ride = -1  # the vehicle it comes in
        self.grenades = 0  # figures that may throw (dh.grenade.1)
        self.launchers = False  # somebody has a rifle grenade or a Panzerfaust
        self.reaches = [0] * len(MODES)  # by mode: no weapon of the unit reaches farther, long range included
        self.throws = [0] * len(MODES)  # the same of launchers and grenades
        self.reserve = 0  # turn of arrival, 0 for the start
        self.at: tuple[int, int] | None = None  # given place of the leader
        self.basis = ""


class Side:
    def __init__(self, name: str, nation: str, edge: str, zone: Polygon) -> None:
        self.name, self.nation = name, nation
        self.edge = edge  # north, south, west, east: the own table edge
        self.zone = zone


class Scenario:
    """A linked scenario; shared by every state of its games."""

    def __init__(self, id: str, table: Table, sides: list[Side], turns: int, grenade: Weapon) -> None:
        self.id, self.table, self.sides = id, table, sides
        self.turns, self.grenade = turns, grenade
        self.battle = 0  # the number of a battle that was drawn
        self.forces: list[Force] = []
        self.figures: list[Figure] = []
        self.hulls: list[int] = []  # the forces that are vehicles
        self.commanders: list[list[int]] = [[], []]  # by seat: figures of platoon commanders
        self.objectives: list[Objective] = []
        self.first_deployer = -1  # -1: the loser of a die roll
        self.vp_unit = 1
        self.vp_commander = self.vp_vehicle = self.draw_margin = 2
        self.first_seat = -1  # who activates first on turn 1, -1: by initiative
        self.lessons: list[Lesson] = []
        self.defender = -1  # the seat that holds objectives where nobody stands
        self.all_objectives = -1  # the seat that wins at once with all objectives, -1: none
        self.vp_beyond = (-1, 0, 0)  # seat, y, points for each of its unpinned units beyond that line
