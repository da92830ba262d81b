"""Which way a team or a vehicle faces: chosen where it comes onto the table, after a move, and by turning in place."""

from __future__ import annotations

import random
from typing import Final

from bocage.geometry.plane import along, distance2
from bocage.kernel import Ban, Decision, Region, Verb, option_point, point_option
from bocage.systems.disposable.model.tables import Table
from bocage.systems.disposable.rules import bans, decisions
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.state import ON_TABLE, STEADY, DisposableState, Unit

OFFERED: Final = 5
AHEAD: Final = 60


def has_front(state: DisposableState, unit: Unit) -> bool:
    """Whether it matters where a unit on foot faces: weapons with an arc, and shields
    (dh.move.hmg.2, dh.move.mortar.2, dh.open.gunshield_arc)."""
    weapon = state.weapon(unit)
    return weapon is not None and (weapon.arc or weapon.gunshield)


class Heading(Region):
    """Any point but the one where the unit stands: toward it the unit will face. A hull turns by 90 degrees at most."""

    __slots__ = ("facing_x", "facing_y", "points", "table", "x", "y")

    def __init__(self, table: Table, x: int, y: int, facing_x: int, facing_y: int) -> None:
        self.table = table
        self.x, self.y = x, y
        self.facing_x, self.facing_y = facing_x, facing_y  # 0, 0: it may turn as it likes
        self.points: list[tuple[int, int]] = []  # worth facing

    def contains(self, x: int, y: int) -> bool:
        if not (0 <= x <= self.table.width and 0 <= y <= self.table.height) or (x == self.x and y == self.y):
            return False
        return self.facing_x * (x - self.x) + self.facing_y * (y - self.y) >= 0

    def candidates(self, n: int) -> list[int]:
        found: list[int] = []
        for x, y in self.points:
            option = point_option(x, y) if x >= 0 and y >= 0 else -1
            if option >= 0 and len(found) < n and option not in found and self.contains(x, y):
                found.append(option)
        return found

    def sample(self, rng: random.Random) -> int:
        for _ in range(60):
            x, y = rng.randint(0, self.table.width), rng.randint(0, self.table.height)
            if self.contains(x, y):
                return point_option(x, y)
        return self.candidates(1)[0]

    def outline(self) -> list[list[tuple[float, float]]]:
        width, height = self.table.width / 10, self.table.height / 10
        return [[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]]


class Facing(Question):
    """A unit that has moved, come onto the table or turns in place chooses where it faces."""

    __slots__ = ("turning", "unit")

    def __init__(self, unit: int, turning: bool = False) -> None:
        super().__init__()
        self.unit = unit
        self.turning = turning  # a hull turns in place

    def advance(self, state: DisposableState) -> None:
        """Whoever is still there and steady (dh.open.hmg_pivot)."""
        unit = state.units[self.unit]
        if self.step == 1 or unit.place != ON_TABLE or unit.status != STEADY:
            state.pop()
            return
        heading = self.heading(state, unit)
        options = heading.candidates(OFFERED)
        if options:
            state.ask(unit.seat, decisions.FACING, options, heading)
        else:
            self.step = 1

    def heading(self, state: DisposableState, unit: Unit) -> Heading:
        """The nearest enemies, straight ahead, and the objectives are offered."""
        x, y = state.x[unit.figures[0]], state.y[unit.figures[0]]
        fx, fy = unit.facing_x, unit.facing_y
        heading = Heading(state.scenario.table, x, y, fx if self.turning else 0, fy if self.turning else 0)
        foes: list[tuple[int, int, int]] = []
        for foe in state.enemies(unit.seat):
            ex, ey = state.centre(foe)
            foes.append((distance2(x, y, ex, ey), ex, ey))
        foes.sort()
        table = state.scenario.table
        ax, ay = along(x, y, x + fx, y + fy, AHEAD)
        heading.points = [(ex, ey) for _, ex, ey in foes[:3]]
        heading.points.append((max(0, min(ax, table.width)), max(0, min(ay, table.height))))
        heading.points += [(objective.x, objective.y) for objective in state.scenario.objectives]
        return heading

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        """Toward a point (dh.open.hmg_pivot, dh.core.veh.move)."""
        self.step = 1
        unit = state.units[self.unit]
        x, y = option_point(option)
        unit.facing_x, unit.facing_y = x - state.x[unit.figures[0]], y - state.y[unit.figures[0]]

    def forbid_verb(self, state: DisposableState, decision: Decision, verb: Verb) -> Ban | None:
        return bans.TURNED_TOO_FAR if self.turning else None
