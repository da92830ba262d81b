"""What several procedures have in common."""

from __future__ import annotations

from typing import ClassVar

from bocage.kernel import Decision, Forecast, Procedure, Tally, first
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.state import LnltState


class UnitProcedure(Procedure[LnltState]):
    """Something one unit does."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Counted(UnitProcedure):
    """It rolls so few dice that every run of them is played and counted."""

    __slots__ = ()
    rule: ClassVar[str] = ""

    def odds(self, state: LnltState) -> Forecast:
        return Forecast(self.rule, Tally(True))


class Lob(UnitProcedure):
    """A shot over what stands between, at a hex that is asked for where there are several."""

    __slots__ = ("target",)

    def __init__(self, unit: int) -> None:
        super().__init__(unit)
        self.target = GONE

    def targets(self, state: LnltState, unit: Unit) -> list[int]:
        raise NotImplementedError

    def resolve(self, state: LnltState, unit: Unit) -> None:
        raise NotImplementedError

    def advance(self, state: LnltState) -> None:
        unit = state.units[self.unit]
        if self.target != GONE:
            self.resolve(state, unit)
            return
        found = self.targets(state, unit)
        if len(found) > 1:
            state.ask(unit.seat, acts.LOB_HEX, acts.LOB_AT.on_each(found))
        else:
            self.target = found[0]

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        self.target = first(option)
