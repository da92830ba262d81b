"""Casualties: who falls, and who decides it."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.systems.disposable.kinds import CASUALTY
from bocage.systems.disposable.rules.command import command_distance, highest_figure, highest_guts
from bocage.systems.disposable.state import DESTROYED, ON_TABLE, DisposableState, Unit


def blast_dice(figures: int) -> int:
    """One die a figure, at least 5 (dh.cas.blast.1, dh.cas.blast.2)."""
    return max(5, figures)


def rolled_apart(state: DisposableState, figure: int) -> bool:
    """Leaders and special weapons: a 1 to wound reaches them, a blast rolls their die apart
    (dh.leader.1, dh.special.1, dh.cas.blast.4, dh.cas.blast.5)."""
    man = state.scenario.figures[figure]
    return man.leader or man.special


def can_share(state: DisposableState, unit: Unit, other: Unit) -> bool:
    """Whether wounds may be put on a second unit: within the command distance of the unit that was hit, between the
    models of the highest Guts (dh.share.1, dh.share.2, dh.open.share_distance)."""
    if other is unit or other.seat != unit.seat or other.place != ON_TABLE:
        return False
    reach = command_distance(highest_guts(state, unit))
    return state.close(highest_figure(state, unit), highest_figure(state, other), reach)


class Casualties(Procedure[DisposableState]):
    """Take off figures: 1s reach leaders and special weapons, blast dice the common men, the rest is the owner's
    choice (dh.cas.small.3, dh.open.one_kills, dh.open.blast_minimum)."""

    __slots__ = ("common", "free", "ones", "share", "unit")

    def __init__(self, unit: int, ones: int, common: int, free: int, share: bool) -> None:
        super().__init__()
        self.unit = unit
        self.ones = ones
        self.common = common
        self.free = free
        self.share = share

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        left = self.ones + self.common + self.free
        if left == 0 or unit.place == DESTROYED:
            state.pop()
            return
        if left >= len(unit.figures) and not self.partners(state, unit):
            for f in unit.figures[:]:
                self.fall(state, f)
            state.pop()
            return
        options = self.eligible(state, unit)
        if len(options) == 1:
            self.strike(state, options[0])
        else:
            state.ask(unit.seat, CASUALTY, options)

    def eligible(self, state: DisposableState, unit: Unit) -> list[int]:
        if self.ones:
            marked = [f for f in unit.figures if rolled_apart(state, f)]
            if marked:
                return marked
            self.free += self.ones  # none there: ordinary casualties
            self.ones = 0
        if self.common:
            ordinary = [f for f in unit.figures if not rolled_apart(state, f)]
            if ordinary:
                return ordinary
            self.free += self.common
            self.common = 0
        options = unit.figures[:]
        for other in self.partners(state, unit):
            options.extend(other.figures)
        return options

    def partners(self, state: DisposableState, unit: Unit) -> list[Unit]:
        """The second units that may take casualties; once chosen it stays the same one."""
        if not self.share or self.free == 0 or self.ones or self.common:
            return []
        if state.shared >= 0:
            second = state.units[state.shared]
            return [second] if second.place == ON_TABLE else []
        return [other for other in state.units if can_share(state, unit, other)]

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        self.strike(state, option)

    def strike(self, state: DisposableState, figure: int) -> None:
        if self.ones:
            self.ones -= 1
        elif self.common:
            self.common -= 1
        else:
            self.free -= 1
        self.fall(state, figure)

    def fall(self, state: DisposableState, figure: int) -> None:
        unit = state.units[self.unit]
        if figure not in unit.figures:
            unit = self.second(state, figure)
            state.shared = unit.index
            state.shared_losses += 1
        state.remove(unit, figure)
        if state.recording:
            args: dict[str, int | str] = {
                "unit": state.force(unit).name, "figure": f"@role.{state.figure(figure).role}",
            }  # fmt: skip
            state.emit(Event("casualty", "dh.cas.small.3", args))
            if unit.place == DESTROYED:
                state.emit(Event("destroyed", "dh.core.victory.points", {"unit": state.force(unit).name}))

    def second(self, state: DisposableState, figure: int) -> Unit:
        for unit in state.units:
            if figure in unit.figures:
                return unit
        raise AssertionError("a figure without a unit")

    def copy(self) -> Casualties:
        twin = Casualties(self.unit, self.ones, self.common, self.free, self.share)
        twin.step = self.step
        return twin

    def data(self) -> list[object]:
        return [self.step, self.unit, self.ones, self.common, self.free, self.share]
