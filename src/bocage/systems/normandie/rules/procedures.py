"""What several procedures have in common."""

from __future__ import annotations

from bocage.kernel.state import Procedure
from bocage.systems.normandie.state import NormandieState


class UnitProcedure(Procedure[NormandieState]):
    """Something one unit does; nothing but its step needs to be remembered."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit

    def data(self) -> list[object]:
        return [self.step, self.unit]
