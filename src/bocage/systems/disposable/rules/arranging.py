"""A player who wants to lays out a move himself: way-points, a formation, and the place of single men."""

from __future__ import annotations

from math import isqrt
from typing import Final

from bocage.geometry.plane import rounded
from bocage.kernel import Ban, Decision, Verb, first, option_piece, option_point
from bocage.systems.disposable.model.tables import BASE
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.layout import Layout
from bocage.systems.disposable.rules.moves import Move, bare_reach, nearest_enemy
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.rules.retreat import home_direction
from bocage.systems.disposable.rules.sheltering import covers_around, take_cover
from bocage.systems.disposable.state import DisposableState, Unit

# Formations: as the unit stands, or drawn up anew.
KEPT: Final = 0
LINE: Final = 1
COLUMN: Final = 2
SKIRMISH: Final = 3
COVER: Final = 4
FORMATIONS: Final = ("kept", "line", "column", "skirmish", "cover")
CLOSE: Final = 11  # tenths from man to man in line and column
LOOSE: Final = 20  # in skirmish order
AT_HAND: Final = 30  # cover so near to the leader is lined up along
PLACES: Final = 6


def way_reach(state: DisposableState, unit: Unit, mode: int, trail: list[list[int]], spent: list[int]) -> Reach:
    """Where a unit may go on to from its last way-point."""
    reach = bare_reach(state, unit, mode)
    if trail:
        start_from(reach, [way[-2] for way in trail], [way[-1] for way in trail], spent)
    return reach


def start_from(reach: Reach, xs: list[int], ys: list[int], spent: list[int]) -> None:
    reach.xs, reach.ys, reach.spent = xs, ys, spent
    reach.form([x - xs[0] for x in xs], [y - ys[0] for y in ys])
    reach.kept = False


def drawn_up(state: DisposableState, unit: Unit, reach: Reach, formation: int, x: int, y: int) -> list[int]:
    """Where the figures stand in a formation whose leader goes to a point; empty where it does not fit."""
    if formation == COVER:
        return along_cover(state, unit, reach, x, y)
    if formation != KEPT:
        ox, oy = offsets(len(reach.xs), reach.command, formation, *ahead(state, unit, reach, x, y))
        reach.form(ox, oy)
        reach.kept = False
    return reach.settle(x, y)


def ahead(state: DisposableState, unit: Unit, reach: Reach, x: int, y: int) -> tuple[int, int]:
    """Toward the enemy, or away from the own edge."""
    foe = nearest_enemy(state, unit)
    if foe >= 0 and (state.x[foe] != x or state.y[foe] != y):
        return state.x[foe] - x, state.y[foe] - y
    hx, hy = home_direction(state, unit.seat)
    return -hx, -hy


def offsets(n: int, command: int, formation: int, dx: int, dy: int) -> tuple[list[int], list[int]]:
    """How far from the leader the men of a formation stand that faces so; it never stretches beyond the command
    distance, so there may be several ranks or files (dh.cmd.distance.2)."""
    close = CLOSE + 1 if dx and dy else CLOSE  # askew, what is rounded to tenths may come closer
    step = LOOSE if formation == SKIRMISH else close
    front = min(n, (command - BASE) // step + 1)
    if formation == SKIRMISH:
        front = min(front, isqrt(n - 1) + 1)
    elif formation == COLUMN:
        front = -(-n // front)
    size = max(1, isqrt(100 * (dx * dx + dy * dy)))
    ox: list[int] = []
    oy: list[int] = []
    for i in range(n):
        rank, file = i // front, i % front
        aside, back = (file + 1) // 2 * step * (1 if file % 2 else -1), rank * step
        if formation == SKIRMISH and rank % 2:
            aside += step // 2
        ox.append(rounded(10 * (-dy * aside - dx * back), size))
        oy.append(rounded(10 * (dx * aside - dy * back), size))
    return ox, oy


def along_cover(state: DisposableState, unit: Unit, reach: Reach, x: int, y: int) -> list[int]:
    """The men line up in the cover that is at hand where the leader goes, sheltered from the nearest enemy."""
    foe = nearest_enemy(state, unit)
    if foe < 0:
        return []
    threat = (state.x[foe], state.y[foe])
    for cover in covers_around(state, x, y, threat):
        if cover.far2 <= AT_HAND * AT_HAND:
            spots = take_cover(state, reach, cover, threat)
            if spots:
                return spots
    return []


class Arrange(Question):
    """A move is laid out before it is made: draw up the unit in a formation, place single men, then go."""

    __slots__ = ("chosen", "man", "mode", "spent", "spots", "trail", "unit", "x", "y")

    def __init__(self, unit: int, mode: int, spots: list[int], trail: list[list[int]], spent: list[int]) -> None:
        super().__init__()
        self.unit, self.mode = unit, mode
        self.spots = spots  # where everybody ends, x and y in turn
        self.trail, self.spent = trail, spent  # the ways so far, and what they have cost
        self.x, self.y = spots[0], spots[1]  # the point chosen for the leader
        self.man = -1  # the figure that is being placed
        self.chosen = KEPT

    def reach(self, state: DisposableState) -> Reach:
        return way_reach(state, state.units[self.unit], self.mode, self.trail, self.spent)

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        if self.step == 1:
            state.pop()
        elif self.man >= 0:
            reach = self.layout(state).reach_of(self.man)
            state.ask(unit.seat, decisions.FIGURE, reach.candidates(PLACES), reach)
        else:
            options = [acts.GO.act()]
            if len(unit.figures) > 1:
                fitting = [k for k in range(len(FORMATIONS)) if k != self.chosen and self.form(state, k)]
                options += acts.FORM.on_each(fitting) + acts.MAN.on_each(unit.figures)
            state.ask(unit.seat, decisions.ARRANGE, options, self.layout(state))

    def form(self, state: DisposableState, formation: int) -> list[int]:
        return drawn_up(state, state.units[self.unit], self.reach(state), formation, self.x, self.y)

    def layout(self, state: DisposableState) -> Layout:
        return Layout(self.reach(state), state.units[self.unit].figures[:], self.spots)

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        unit = state.units[self.unit]
        if verb is acts.FORM:
            self.chosen = first(option)
            self.spots = self.form(state, self.chosen)
        elif verb is acts.MAN:
            self.man = first(option)
        elif verb is acts.TO:
            self.place(state, max(self.man, option_piece(option)), *option_point(option))
        else:
            self.step = 1
            ways = joined(self.trail, self.reach(state).routes(self.spots))
            state.push(Move(self.unit, self.mode, unit.figures[:], ways))

    def place(self, state: DisposableState, man: int, x: int, y: int) -> None:
        """A single man goes elsewhere; without one the whole unit does, in the formation chosen last if that fits."""
        if man >= 0:
            self.spots = self.layout(state).put(man, x, y)
            self.man = self.chosen = -1
            return
        self.x, self.y = x, y
        spots = self.form(state, max(self.chosen, KEPT))
        if not spots:
            self.chosen, spots = KEPT, self.form(state, KEPT)
        self.spots = spots

    def forbid_unit(
        self, state: DisposableState, decision: Decision, verb: Verb | None, unit: Unit, figure: int
    ) -> Ban | None:
        return None if unit.index == self.unit or verb is acts.GO else bans.NOT_OF_THE_UNIT

    def forbid_verb(self, state: DisposableState, decision: Decision, verb: Verb) -> Ban | None:
        return bans.NO_FORMATION if verb is acts.FORM else None


def joined(trail: list[list[int]], ways: list[list[int]]) -> list[list[int]]:
    """The ways on, behind those up to the last way-point."""
    return [trail[i] + ways[i][2:] for i in range(len(ways))] if trail else ways


def prices(reach: Reach, ways: list[list[int]]) -> list[int]:
    """What the ways cost, with what they had cost before."""
    before = reach.spent if reach.spent else [0] * len(ways)
    return [before[i] + reach.walk.price(ways[i]) for i in range(len(ways))]
