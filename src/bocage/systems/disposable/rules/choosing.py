"""A player who wants to picks his firing figures."""

from __future__ import annotations

from bocage.kernel import Ban, Decision, Verb, first
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.accuracy import AIMED
from bocage.systems.disposable.rules.bearing import farthest_shot, forbid_bearing
from bocage.systems.disposable.rules.movement import max_firing
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.state import DisposableState, Unit


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
