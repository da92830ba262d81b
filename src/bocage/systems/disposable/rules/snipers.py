"""Snipers: the spot check against them, and the man they single out."""

from __future__ import annotations

from bocage.kernel import Arg, Ban, Forecast, Procedure, Tally
from bocage.systems.disposable.model.tables import MEDIUM, OPEN
from bocage.systems.disposable.rules import acts, bans
from bocage.systems.disposable.rules.accuracy import ACC, COVER_ACC, COVER_RULES
from bocage.systems.disposable.rules.chances import forecast_check
from bocage.systems.disposable.rules.command import highest_figure
from bocage.systems.disposable.rules.cover import cover_of
from bocage.systems.disposable.rules.guts import COVER_LABELS, roll_check
from bocage.systems.disposable.rules.indirect import sees_unit
from bocage.systems.disposable.rules.movement import can_be_aimed_at
from bocage.systems.disposable.state import EVERYBODY, HOUSE_CAMOUFLAGE, HOUSE_SPOTTED, DisposableState, Unit


def forbid_spotting(state: DisposableState, unit: Unit, target: Unit) -> Ban | None:
    """A sniper in sight that this unit has not spotted yet (dh.spot.1)."""
    if can_be_aimed_at(state, unit, target):
        return bans.NO_SNIPER
    return None if sees_unit(state, unit, target) else bans.NO_SIGHT


def spot_number(tally: Tally, cover: int, camouflaged: bool) -> None:
    """ACC and the cover of the sniper's place (dh.spot.2); by a reading of ours camouflage too, where it works."""
    tally.add(ACC, "label.acc", "dh.spot.2")
    if cover != OPEN:
        tally.add(COVER_ACC[cover], COVER_LABELS[cover], COVER_RULES[cover])
    if camouflaged and cover <= MEDIUM:
        tally.add(-1, "label.camouflage", "dh.open.spot_camouflage")


def spot_tally(state: DisposableState, unit: Unit, target: Unit, explain: bool) -> Tally:
    tally = Tally(explain)
    camouflaged = bool(state.house & HOUSE_CAMOUFLAGE) and state.scenario.forces[target.index].camouflaged
    spot_number(tally, cover_of(state, target, unit), camouflaged)
    return tally


def spot(state: DisposableState, unit: Unit, target: Unit) -> None:
    tally = spot_tally(state, unit, target, state.recording)
    more: dict[str, Arg] = {"target": state.force(target).name}
    if roll_check(state, unit, tally, acts.FOR_SPOTTING, "spot", "dh.spot.1", more):
        target.spotted |= EVERYBODY if state.house & HOUSE_SPOTTED else 1 << unit.index


class Spotting(Procedure[DisposableState]):
    """A unit looks for a sniper."""

    __slots__ = ("target", "unit")

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit, self.target = unit, target

    def advance(self, state: DisposableState) -> None:
        spot(state, state.units[self.unit], state.units[self.target])
        state.pop()

    def odds(self, state: DisposableState) -> Forecast | None:
        tally = spot_tally(state, state.units[self.unit], state.units[self.target], True)
        return forecast_check("dh.spot.1", tally, "spot")


def forbid_singling_out(state: DisposableState, unit: Unit, target: Unit) -> Ban | None:
    """A sniper, however he comes to fire, at a man he sees (dh.fire.sniper.1)."""
    sniper = state.scenario.forces[unit.index].sniper
    return None if sniper and singled_out(state, unit, target) >= 0 else bans.SINGLE_OUT


def singled_out(state: DisposableState, sniper: Unit, target: Unit) -> int:
    """The figure of the highest Guts if the sniper sees it, else -1 (dh.fire.sniper.1, dh.open.sniper_choice)."""
    f = highest_figure(state, target)
    eye = sniper.figures[0]
    if state.scenario.table.sees(state.x[eye], state.y[eye], state.x[f], state.y[f]):
        return f
    return -1
