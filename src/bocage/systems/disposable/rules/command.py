"""Command distance, coherency and the platoon commander."""

from __future__ import annotations

from bocage.geometry.plane import within
from bocage.systems.disposable.model.tables import BASE
from bocage.systems.disposable.state import HOUSE_COMMANDER, MOUNTED, ON_TABLE, DisposableState, Unit


def highest_guts(state: DisposableState, unit: Unit) -> int:
    """dh.guts.base.1; after a leader's loss the next highest counts (dh.core.leader.loss)."""
    figures = state.scenario.figures
    best = 0
    for f in unit.figures:
        guts = figures[f].guts
        if guts > best:
            best = guts
    return best


def highest_figure(state: DisposableState, unit: Unit) -> int:
    """The first living figure of the highest Guts."""
    best = -1
    guts = -1
    for f in unit.figures:
        if state.scenario.figures[f].guts > guts:
            guts = state.scenario.figures[f].guts
            best = f
    return best


def command_distance(guts: int) -> int:
    """Guts read as inches, in tenths (dh.cmd.distance.1)."""
    return guts * 10


class Haven:
    """The figures of a unit and its command distance, within which of all of them a lone model may join it."""

    __slots__ = ("command", "xs", "ys")

    def __init__(self, command: int, xs: list[int], ys: list[int]) -> None:
        self.command = command
        self.xs, self.ys = xs, ys

    def holds(self, x: int, y: int) -> bool:
        return all(within(x, y, self.xs[i], self.ys[i], self.command + BASE) for i in range(len(self.xs)))


def spread_out(xs: list[int], ys: list[int], distance: int) -> bool:
    """Whether two figures of a unit are farther apart than the command distance (dh.cmd.distance.2)."""
    limit = (distance + BASE) * (distance + BASE)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    if width * width + height * height <= limit:
        return False
    for i in range(len(xs)):
        x, y = xs[i], ys[i]
        for j in range(i):
            dx, dy = x - xs[j], y - ys[j]
            if dx * dx + dy * dy > limit:
                return True
    return False


def coherent(state: DisposableState, unit: Unit) -> bool:
    distance = command_distance(highest_guts(state, unit))
    if unit.fits(distance + BASE):
        return True
    return not spread_out([state.x[f] for f in unit.figures], [state.y[f] for f in unit.figures], distance)


def in_play(state: DisposableState, unit: Unit) -> bool:
    """On the table, on foot or in a vehicle."""
    if unit.place == MOUNTED:
        return state.units[unit.carrier].place == ON_TABLE
    return unit.place == ON_TABLE


def commander_of(state: DisposableState, seat: int) -> int:
    """The living platoon commander's figure, or -1 (dh.core.pc.loss)."""
    for f in state.scenario.commanders[seat]:
        unit = unit_of(state, f)
        if unit is not None and in_play(state, unit):
            return f
    return -1


def unit_of(state: DisposableState, figure: int) -> Unit | None:
    """The unit that a living figure belongs to, its own or the one it has joined."""
    figures = state.scenario.figures
    if not 0 <= figure < len(figures):
        return None
    unit = state.units[figures[figure].unit]
    if figure in unit.figures:
        return unit
    for other in state.units:
        if other.place == ON_TABLE and figure in other.figures:
            return other
    return None


def lent_guts(state: DisposableState, unit: Unit) -> int:
    """The commander's Guts where he may lend it, else 0 (dh.guts.pc.1, dh.open.guts_pc_distance)."""
    f = commander_of(state, unit.seat)
    if f < 0:
        return 0
    figure = state.scenario.figures[f]
    home = unit_of(state, f)
    if home is None or home is unit or (home.status and state.house & HOUSE_COMMANDER):
        return 0
    reach = command_distance(figure.guts) + BASE
    for other in unit.figures:
        if within(state.x[f], state.y[f], state.x[other], state.y[other], reach):
            return figure.guts
    return 0


def squad_leader_guts(state: DisposableState, seat: int) -> int:
    """The best Guts among the surviving leaders of a side, 0 without any."""
    men = [f for unit in state.units if unit.seat == seat and in_play(state, unit) for f in unit.figures]
    return max([state.figure(f).guts for f in men if state.figure(f).leader], default=0)
