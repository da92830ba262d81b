"""Retreats: where a beaten or driven unit can go, and being driven back by fire."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.geometry.square import bits, spaces
from bocage.kernel import Ban, Decision, first
from bocage.systems.normandie.model.flags import ANY_ZONE_BARS, CRAWLS_BACK
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.abilities import spot
from bocage.systems.normandie.rules.procedures import UnitProcedure
from bocage.systems.normandie.rules.transport import boardings
from bocage.systems.normandie.rules.victory import pick_up
from bocage.systems.normandie.rules.zones import enemy_zones, open_steps
from bocage.systems.normandie.state import FIELD, NormandieState, Unit


def retreats(state: NormandieState, launch: int, defender: Unit) -> list[int]:
    """Where a beaten defender can step to as an ordinary move of one space (hon.assault.win.4, .6).

    A unit that cannot move any more has none (hon.open.retreat.hit.1); which zones of control bar it is open too
    (hon.open.retreat.zoc.1).
    """
    if defender.points() <= 0 and not state.readings & CRAWLS_BACK:
        return []
    allowed = open_steps(state, defender.camp, defender.cell) & ~state.standing[defender.camp]
    if state.readings & ANY_ZONE_BARS:
        allowed &= ~enemy_zones(state, defender.camp)
    around = state.board.grid.around[defender.cell]
    d = state.board.grid.direction(launch, defender.cell)
    behind = [around[(d + 7) % 8], around[d], around[(d + 1) % 8]]  # hon.open.retreat.three.1
    far = bits([cell for cell in behind if cell >= 0])
    options = acts.RETREAT_TO.on_each(spaces(allowed & far))
    for vehicle in boardings(state, defender, defender.cell):  # hon.open.retreat.terrain.1
        if state.units[vehicle].cells() & far:
            options.append(acts.EMBARK.on(vehicle))
    return options


def step_back(state: NormandieState, unit: Unit, option: int, rule: str) -> None:
    """Into a space, or a transport (hon.abil.trans.5)."""
    cell = first(option)
    if acts.ACTS.of(option) is acts.EMBARK:
        vehicle = state.units[first(option)]
        state.embark(unit, vehicle)
        cell = vehicle.cell
    else:
        state.put(unit, cell)
    state.report("retreat", rule, unit, place=cell)


AWAY: Final = Ban("hon.open.retreat.three.1", "retreat-away")


class DrivenBack(UnitProcedure):
    """A card drives a unit that was hit a space away from the firer; without room it is suppressed."""

    __slots__ = ("start",)

    bans: ClassVar = {decisions.RETREAT: (AWAY, ())}

    def __init__(self, unit: int, start: int) -> None:
        super().__init__(unit)
        self.start = start  # the space the fire comes from

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        if self.step == 0:
            self.step = 1
            options = retreats(state, state.board.grid.line(self.start, unit.cell)[-2], unit)
            if len(options) > 1:
                state.ask(unit.seat, decisions.RETREAT, options)
            elif options:
                step_back(state, unit, options[0], "hon.card.override.1")
            else:
                unit.suppressed += 1
                state.report("no-retreat", "hon.card.override.1", unit)
            return
        state.pop()
        if unit.status == FIELD:
            spot(state, unit, 0)
            pick_up(state, unit)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        step_back(state, state.units[self.unit], option, "hon.card.override.1")
