"""The changing part of a game: where figures stand and how units fare."""

from __future__ import annotations

from typing import Final

from bocage.geometry.plane import within
from bocage.kernel import Arg, Dice, Event, State
from bocage.systems.disposable.model.tables import BASE, Figure, Force, Scenario
from bocage.systems.disposable.model.weapons import Vehicle, Weapon

# Status of a unit (dh.core.guts.ladder).
STEADY: Final = 0
PINNED: Final = 1
FALLING: Final = 2
ROUTING: Final = 3
STATUSES: Final = ("steady", "pinned", "fell-back", "routed")

# Where a unit is.
WAITING: Final = 0  # to be deployed or in reserve
ON_TABLE: Final = 1
DESTROYED: Final = 2
JOINED: Final = 3  # its last figure went to another unit, or it was lost inside its vehicle
MOUNTED: Final = 4  # in a vehicle; its figures are where that is

# Whether a unit may still snap fire (dh.open.snap_limits).
MAY_SNAP: Final = 0
SNAPPED_NOW: Final = 1  # not again while the same enemy acts
SNAPPED_OUT: Final = 2  # not again this turn

# Our readings where they bend the print, each a game option of that name behind `house_`, and its bit.
HOUSES: Final = (
    "scope", "spotted", "camouflage", "commander", "rout", "lone", "guns", "bunker", "pursuit", "snap_range",
    "snap_once",
)  # fmt: skip
HOUSE_SCOPE: Final = 1  # a scope helps only who holds (dh.open.scope_hold)
HOUSE_SPOTTED: Final = 2  # a sniper once spotted is spotted for all (dh.open.spot_limits)
HOUSE_CAMOUFLAGE: Final = 4  # camouflage makes spotting harder (dh.open.spot_camouflage)
HOUSE_COMMANDER: Final = 8  # a commander who is not steady lends nothing (dh.open.guts_pc_distance)
HOUSE_ROUT: Final = 16  # routers may not evade and are removed on contact (dh.core.rout.contact)
HOUSE_LONE: Final = 32  # lone members of teams and commanders may advance (dh.open.single_towards)
HOUSE_GUNS: Final = 64  # guns never snap fire (dh.open.snap_limits)
HOUSE_BUNKER: Final = 128  # a bunker asks for two rolls of grenades in contact and shells too (dh.open.bunker_mods)
HOUSE_PURSUIT: Final = 256  # chargers follow an evader with what is left of their move (dh.open.charge_order)
HOUSE_SNAP_RANGE: Final = 512  # snap fire at half range (dh.core.snap.range)
HOUSE_SNAP_ONCE: Final = 1024  # snap fire once a turn at most (dh.open.snap_limits)
EVERYBODY: Final = -1  # all bits of `Unit.spotted`


class Unit:
    __slots__ = (
        "activated", "carrier", "facing_x", "facing_y", "figures", "high", "immobile", "index", "left", "low", "out",
        "place", "reserve", "right", "seat", "snapped", "speed", "spotted", "status", "wreck",
    )  # fmt: skip

    def __init__(self, index: int, seat: int, figures: list[int]) -> None:
        self.index, self.seat = index, seat
        self.figures = figures  # the living, leader first
        self.status = STEADY
        self.place = WAITING
        self.reserve = 0  # turn of arrival, 0 for the start
        self.activated = False
        self.snapped = MAY_SNAP
        self.facing_x, self.facing_y = 0, 0
        self.spotted = 0  # a bit for each unit that has spotted this sniper and may fire at him (dh.spot.1)
        self.carrier = -1  # the vehicle it sits in
        self.out = 0  # weapons lost, a bit each (dh.cas.blast.gun.2, dh.core.veh.hull.chart)
        self.immobile = False
        self.wreck = False  # burnt out or abandoned: the hull stays where it is
        self.speed = 0  # tenths that a vehicle moved in its last activation (dh.core.veh.hit)
        # A box that holds all figures, for quick looks; the dead leave it as it is.
        self.left = self.right = self.low = self.high = 0

    def beyond(self, other: Unit, reach: int) -> bool:
        """Certainly farther apart than this from centre to centre."""
        return (
            self.left - other.right > reach
            or other.left - self.right > reach
            or self.low - other.high > reach
            or other.low - self.high > reach
        )

    def fits(self, across: int) -> bool:
        """Certainly no two centres farther apart than this."""
        wide, high = self.right - self.left, self.high - self.low
        return wide * wide + high * high <= across * across

    def outside(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Certainly outside this box."""
        return self.right < x0 or self.left > x1 or self.high < y0 or self.low > y1

    def copy(self) -> Unit:
        twin = Unit(self.index, self.seat, self.figures[:])
        twin.status, twin.place, twin.reserve = self.status, self.place, self.reserve
        twin.activated, twin.snapped = self.activated, self.snapped
        twin.facing_x, twin.facing_y = self.facing_x, self.facing_y
        twin.spotted, twin.carrier, twin.out = self.spotted, self.carrier, self.out
        twin.immobile, twin.speed, twin.left = self.immobile, self.speed, self.left
        twin.wreck = self.wreck
        twin.right, twin.low, twin.high = self.right, self.low, self.high
        return twin

    def data(self) -> list[object]:
        return [
            self.figures, self.status, self.place, self.activated, self.snapped, self.facing_x, self.facing_y,
            hex(self.spotted), self.carrier, self.out, self.immobile, self.speed, self.reserve,
            self.wreck,
        ]  # fmt: skip


class DisposableState(State):
    """`x` and `y` hold every figure's place in tenths of an inch; of the dead they keep the last place."""

    __slots__ = (
        "attached", "confirm", "each", "first", "house", "ruins", "scenario", "shared", "shared_losses", "spent",
        "turn", "units", "x", "y",
    )  # fmt: skip

    def __init__(self, scenario: Scenario, dice: Dice, units: list[Unit]) -> None:
        super().__init__(dice)
        self.scenario = scenario
        self.turn = 0
        self.first = 0  # the seat that activates first this turn
        self.shared = -1  # the second unit that takes casualties of the shooting under way (dh.share.1)
        self.shared_losses = 0
        self.attached = 0  # commanders lost in place of men of the unit that is shot at (dh.core.pc.activation)
        self.spent: list[int] = []  # figures that have used their one-shot launcher (dh.core.oneshot)
        self.confirm = False  # variant dh.core.acc.zero
        self.ruins = False  # variant dh.core.linear.ruins
        self.each = False  # players may pick firing figures and place each figure
        self.house = 0  # our readings that are in force, a bit each
        self.x: list[int] = []
        self.y: list[int] = []
        self.units = units

    def clone(self) -> DisposableState:
        twin = DisposableState(self.scenario, self.dice.copy(), [unit.copy() for unit in self.units])
        twin.turn, twin.first, twin.shared = self.turn, self.first, self.shared
        twin.shared_losses, twin.attached, twin.spent = self.shared_losses, self.attached, self.spent[:]
        twin.confirm, twin.ruins, twin.each = self.confirm, self.ruins, self.each
        twin.house, twin.x, twin.y = self.house, self.x[:], self.y[:]
        self.copy_kernel(twin)
        return twin

    def data(self) -> list[object]:
        return [
            *super().data(), self.turn, self.first, self.shared, self.shared_losses, self.x, self.y,
            self.attached, self.spent, self.confirm, self.ruins, self.each,
            self.house, [unit.data() for unit in self.units],
        ]  # fmt: skip

    def report(self, kind: str, rule: str, unit: Unit, args: dict[str, Arg] | None = None) -> None:
        """Tell what befell a unit, where somebody listens."""
        if self.recording:
            self.emit(Event(kind, rule, {"unit": self.force(unit).name, **(args or {})}))

    def force(self, unit: Unit) -> Force:
        return self.scenario.forces[unit.index]

    def figure(self, index: int) -> Figure:
        return self.scenario.figures[index]

    def weapon(self, unit: Unit) -> Weapon | None:
        """The weapon of a team, unless it is destroyed."""
        return None if unit.out else self.scenario.forces[unit.index].weapon

    def vehicle(self, unit: Unit) -> Vehicle | None:
        return self.scenario.forces[unit.index].vehicle

    def passengers(self, vehicle: Unit) -> list[Unit]:
        return [unit for unit in self.units if unit.place == MOUNTED and unit.carrier == vehicle.index]

    def gap2(self, a: int, b: int) -> int:
        """The square of the distance between two figures' centres."""
        dx, dy = self.x[a] - self.x[b], self.y[a] - self.y[b]
        return dx * dx + dy * dy

    def close(self, a: int, b: int, reach: int) -> bool:
        """Whether two bases are at most `reach` apart, edge to edge (dh.core.measure)."""
        return within(self.x[a], self.y[a], self.x[b], self.y[b], reach + BASE)

    def nearest(self, unit: Unit, other: Unit) -> tuple[int, int]:
        """The closest pair of figures of two units; of equals the first."""
        best = -1
        pair = (-1, -1)
        x, y = self.x, self.y
        for a in unit.figures:
            ax, ay = x[a], y[a]
            for b in other.figures:
                dx, dy = ax - x[b], ay - y[b]
                d = dx * dx + dy * dy
                if best < 0 or d < best:
                    best = d
                    pair = (a, b)
        return pair

    def units_within(self, unit: Unit, other: Unit, reach: int) -> bool:
        """Whether some figure of each are at most `reach` apart."""
        if unit.beyond(other, reach + BASE):
            return False
        x, y = self.x, self.y
        limit = (reach + BASE) * (reach + BASE)
        for a in unit.figures:
            ax, ay = x[a], y[a]
            for b in other.figures:
                dx, dy = ax - x[b], ay - y[b]
                if dx * dx + dy * dy <= limit:
                    return True
        return False

    def enclose(self, unit: Unit) -> None:
        """Draw the box round a unit whose figures have moved."""
        xs, ys = [self.x[f] for f in unit.figures], [self.y[f] for f in unit.figures]
        unit.left, unit.right = min(xs), max(xs)
        unit.low, unit.high = min(ys), max(ys)

    def centre(self, unit: Unit) -> tuple[int, int]:
        n = len(unit.figures)
        sx, sy = 0, 0
        for f in unit.figures:
            sx += self.x[f]
            sy += self.y[f]
        return sx // n, sy // n

    def spot(self, unit: Unit) -> str:
        """Where a unit stands, as events name it: the middle of its figures in inches."""
        if not unit.figures:
            return ""
        x, y = self.centre(unit)
        return f"{x / 10:g},{y / 10:g}"

    def enemies(self, seat: int) -> list[Unit]:
        """Enemy units on the table."""
        return [unit for unit in self.units if unit.seat != seat and unit.place == ON_TABLE]

    def friends(self, seat: int) -> list[Unit]:
        return [unit for unit in self.units if unit.seat == seat and unit.place == ON_TABLE]

    def remove(self, unit: Unit, figure: int) -> None:
        """Take a figure off; a unit without figures is destroyed."""
        unit.figures.remove(figure)
        if not unit.figures:
            unit.place = DESTROYED


def fresh(scenario: Scenario, dice: Dice) -> DisposableState:
    """A state with every unit still off the table."""
    units = [Unit(force.index, force.seat, force.figures[:]) for force in scenario.forces]
    for force in scenario.forces:
        units[force.index].reserve = force.reserve
    state = DisposableState(scenario, dice, units)
    state.x, state.y = [0] * len(scenario.figures), [0] * len(scenario.figures)
    return state
