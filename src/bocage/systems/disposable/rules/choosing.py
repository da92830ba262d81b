"""A player who wants to: picks his firing figures, or places each figure of a move himself."""

from __future__ import annotations

from bocage.geometry.plane import within
from bocage.kernel import Ban, Decision, Verb, first, option_point
from bocage.systems.disposable.model.tables import BASE, RUN, Area, Barrier, Table
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.accuracy import AIMED
from bocage.systems.disposable.rules.bearing import farthest_shot, forbid_bearing
from bocage.systems.disposable.rules.formation import SPOTS, Reach
from bocage.systems.disposable.rules.movement import affordable, max_firing
from bocage.systems.disposable.rules.moves import Move, reach_of
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.state import DisposableState, Unit

PLACES = 6


class PickFirers(Question):
    """One figure after another until half of them are named or it is enough (dh.open.fire_half)."""

    __slots__ = ("chosen", "mode", "target", "unit")

    def __init__(self, unit: int, target: int, mode: int) -> None:
        super().__init__()
        self.unit, self.target, self.mode = unit, target, mode
        self.chosen: list[int] = []

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        options: list[int] = []
        if self.step == 0 and len(self.chosen) < max_firing(len(unit.figures)):
            options = acts.FIRER.on_each(self.able(state, unit))
        if not options:
            state.pop()
            shooting = Shooting(self.unit, self.target, self.mode, AIMED)
            shooting.chosen = self.chosen
            state.push(shooting)
            return
        if self.chosen:
            options.append(acts.ENOUGH.act())
        state.ask(unit.seat, decisions.FIRER, options)

    def able(self, state: DisposableState, unit: Unit) -> list[int]:
        """Figures after the last one named that reach and see the target."""
        return [f for f in sorted(unit.figures) if self.forbid_firer(state, unit, f) is None]

    def forbid_unit(
        self, state: DisposableState, decision: Decision, verb: Verb | None, unit: Unit, figure: int
    ) -> Ban | None:
        if verb is acts.ENOUGH:
            return None
        return bans.NOT_OF_THE_UNIT if unit.index != self.unit else self.forbid_firer(state, unit, figure)

    def forbid_verb(self, state: DisposableState, decision: Decision, verb: Verb) -> Ban | None:
        return bans.NOBODY_FIRES if verb is acts.ENOUGH and not self.chosen else None

    def forbid_firer(self, state: DisposableState, unit: Unit, figure: int) -> Ban | None:
        if self.chosen and figure <= self.chosen[-1]:
            return bans.NAMED_IN_ORDER
        weapon = state.scenario.figures[figure].weapon
        reach = farthest_shot(weapon, self.mode, AIMED, state.house)
        return forbid_bearing(state, unit, figure, weapon, state.units[self.target], reach)

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.ENOUGH:
            self.step = 1
        else:
            self.chosen = [*self.chosen, first(option)]


class FigureReach(Reach):
    """Where one figure may go while its comrades before it have their places."""

    __slots__ = ("figure", "placed")

    def __init__(self, table: Table, xs: list[int], ys: list[int], mode: int, allowance: int, command: int) -> None:
        super().__init__(table, xs, ys, mode, allowance, command)
        self.figure = 0
        self.placed: list[int] = []

    def settle(self, x: int, y: int) -> list[int]:
        """The legality of one figure: distance, ground, bases and the command distance to those placed before."""
        self.why = None
        i = self.figure
        dx, dy = x - self.xs[i], y - self.ys[i]
        if dx * dx + dy * dy > self.allowance * self.allowance:
            return self.refuse(bans.TOO_FAR[self.mode])
        self.note_others(x, y, x, y)
        why = self.stands(x, y)
        if why is None and not (dx == 0 and dy == 0):
            why = self.walks(i, x, y, self.slow, self.barriers)
        if why is None and not self.free(self.placed, x, y):
            why = bans.OCCUPIED
        for k in range(0, len(self.placed), 2):
            if why is None and not within(x, y, self.placed[k], self.placed[k + 1], self.command + BASE):
                why = bans.SCATTERED
        return [x, y] if why is None else self.refuse(why)

    def walks(self, i: int, px: int, py: int, slow: list[Area], barriers: list[Barrier]) -> Ban | None:
        """Every point may be tried, but the way there costs what it costs (dh.core.move.terrain)."""
        ok = affordable(slow, barriers, self.xs[i], self.ys[i], px, py, self.allowance, self.mode == RUN)
        return None if ok else bans.GROUND


class Arrange(Question):
    """Every figure gets a point of its own; where one finds none the unit keeps its formation (dh.cmd.distance.2)."""

    __slots__ = ("mode", "spots", "unit")

    def __init__(self, unit: int, mode: int) -> None:
        super().__init__()
        self.unit, self.mode = unit, mode
        self.spots: list[int] = []

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        if self.step == 1:
            state.pop()
            return
        if len(self.spots) == 2 * len(unit.figures):
            self.step = 1
            state.push(Move(self.unit, self.mode, unit.figures[:], self.spots))
            return
        reach = self.reach(state, unit)
        options = reach.candidates(PLACES)
        if options:
            state.ask(unit.seat, decisions.FIGURE, options, reach)
        else:
            self.step = 1  # no room for this one: nobody moves

    def reach(self, state: DisposableState, unit: Unit) -> FigureReach:
        plain = reach_of(state, unit, self.mode)
        reach = FigureReach(plain.table, plain.xs, plain.ys, self.mode, plain.allowance, plain.command)
        reach.figure = len(self.spots) // 2
        reach.placed = self.spots
        reach.anywhere = True
        reach.slow, reach.barriers = plain.slow, plain.barriers
        reach.enemies, reach.friends = plain.enemies, plain.friends
        x, y = plain.xs[reach.figure], plain.ys[reach.figure]
        reach.wishes = [(x, y)]
        if self.spots:
            reach.wishes += [(self.spots[0] + dx, self.spots[1] + dy) for dx, dy in SPOTS]
        reach.wishes += plain.wishes
        return reach

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        x, y = option_point(option)
        self.spots = [*self.spots, x, y]
