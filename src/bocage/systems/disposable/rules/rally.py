"""Recovery of pinned, falling-back and routing units."""

from __future__ import annotations

from bocage.kernel import Arg, Forecast, Procedure, Tally
from bocage.systems.disposable.model.tables import HEAVY
from bocage.systems.disposable.rules import acts
from bocage.systems.disposable.rules.chances import forecast_check
from bocage.systems.disposable.rules.command import highest_guts, lent_guts
from bocage.systems.disposable.rules.cover import shelter_of
from bocage.systems.disposable.rules.guts import guts_number, roll_check
from bocage.systems.disposable.rules.retreat import fall_back, rout, withdraw
from bocage.systems.disposable.state import FALLING, MOUNTED, PINNED, ROUTING, STATUSES, STEADY, DisposableState, Unit


def rally_tally(state: DisposableState, unit: Unit, explain: bool) -> Tally:
    """Guts and cover, without casualties and MM (dh.core.rally.attempt)."""
    tally = Tally(explain)
    cover = HEAVY if unit.place == MOUNTED else shelter_of(state, unit)
    guts_number(tally, highest_guts(state, unit), lent_guts(state, unit), cover)
    return tally


def may_rally(state: DisposableState, unit: Unit) -> bool:
    """A routing unit needs the commander close by (dh.core.rout.move)."""
    return unit.status in (PINNED, FALLING) or lent_guts(state, unit) != 0


def nearest_enemy_unit(state: DisposableState, unit: Unit) -> Unit:
    """The closest enemy unit, or the unit itself where there is none."""
    best, best2 = unit, -1
    for other in state.enemies(unit.seat):
        a, b = state.nearest(unit, other)
        d = state.gap2(a, b)
        if best2 < 0 or d < best2:
            best, best2 = other, d
    return best


class Rally(Procedure[DisposableState]):
    """The first thing such a unit does when activated; once it is steady it may go on acting (dh.core.rally.pass)."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit

    def advance(self, state: DisposableState) -> None:
        rally(state, state.units[self.unit])
        state.pop()

    def odds(self, state: DisposableState) -> Forecast | None:
        tally = rally_tally(state, state.units[self.unit], True)
        return forecast_check("dh.core.rally.attempt", tally, "rally")


def rally(state: DisposableState, unit: Unit) -> None:
    before = unit.status
    if may_rally(state, unit) and roll_rally(state, unit):
        # One step up: routing to falling back, falling back to pinned, pinned to steady (dh.core.rally.pass)
        unit.status = max(STEADY, before - 1)
    elif state.vehicle(unit) is not None:
        if before == FALLING:
            withdraw(state, unit)
    elif before == FALLING:  # dh.core.rally.fail
        fall_back(state, unit, nearest_enemy_unit(state, unit))
    elif before == ROUTING:  # dh.core.rout.move
        rout(state, unit, nearest_enemy_unit(state, unit))


def roll_rally(state: DisposableState, unit: Unit) -> bool:
    tally = rally_tally(state, unit, state.recording)
    more: dict[str, Arg] = {"status": f"@status.{STATUSES[unit.status]}"}
    return roll_check(state, unit, tally, acts.FOR_RALLY, "rally", "dh.core.rally.attempt", more)
