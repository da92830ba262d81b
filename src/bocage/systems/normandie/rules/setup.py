"""Setup: who has the initiative, and deployment."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.systems.normandie.kinds import FOR_INITIATIVE, PLACE
from bocage.systems.normandie.rules.cards import deal
from bocage.systems.normandie.rules.orders import entitlement
from bocage.systems.normandie.state import RESERVE, NormandieState, Unit


class Deployment(Procedure[NormandieState]):
    """The side with initiative deploys its whole force, then the other (hon.setup.deploy.1, hon.setup.deploy.2)."""

    __slots__ = ("turn",)

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0

    def advance(self, state: NormandieState) -> None:
        if self.step == 0:
            self.step = 1
            self.turn = settle_initiative(state)
            if state.staff.cards:
                deal(state)
        unit = next_to_place(state, self.turn)
        if unit is None and self.turn == state.initiative:
            self.turn = 1 - self.turn
            unit = next_to_place(state, self.turn)
        if unit is None:
            for seat in (0, 1):
                state.entitled[seat] = entitlement(state, seat)
            state.pop()
        else:
            state.ask(unit.seat, PLACE, places(state, unit))

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit = next_to_place(state, self.turn)
        assert unit is not None
        if option % 2 != unit.side:
            unit.flip()
        state.put(unit, option // 2)
        if state.recording:
            state.report("deploy", "hon.setup.deploy.3", unit, {}, unit.cell)

    def copy(self) -> Deployment:
        twin = Deployment()
        twin.step = self.step
        twin.turn = self.turn
        return twin

    def data(self) -> list[object]:
        return [self.step, self.turn]


def settle_initiative(state: NormandieState) -> int:
    seat = state.scenario.initiative
    dice: list[int] = []
    if seat < 0:
        dice.append(state.dice.roll(6, FOR_INITIATIVE))
        seat = (dice[0] + 1) % 2
    state.initiative = seat
    if state.recording:
        side = "@nation." + state.scenario.nations[seat]
        state.emit(Event("initiative", "hon.setup.deploy.1", {"side": side}, dice=dice))
    return seat


def next_to_place(state: NormandieState, seat: int) -> Unit | None:
    for unit in state.units:
        if unit.seat == seat and unit.status == RESERVE:
            return unit
    return None


def places(state: NormandieState, unit: Unit) -> list[int]:
    """Free spaces of its zone, for scouts some beyond it; either side up where both are undamaged."""
    options: list[int] = []
    for cell in spaces(deployment_area(state, unit)):
        options.append(cell * 2)
        if unit.counter.faces[1].white:  # hon.setup.deploy.4, hon.setup.deploy.5, hon.abil.ambush.2, hon.abil.scout.3
            options.append(cell * 2 + 1)
    return options


def deployment_area(state: NormandieState, unit: Unit) -> int:
    scenario = state.scenario
    zone = scenario.zones[unit.seat]
    if unit.face.scout:  # hon.abil.scout.1
        zone |= state.board.grid.within(zone, unit.face.scout) & ~near_objectives(state)
    return zone & ~impassable(state) & ~state.standing[0] & ~state.standing[1]


def near_objectives(state: NormandieState) -> int:
    """The spaces around every objective and those beside them (hon.abil.scout.2)."""
    grid = state.board.grid
    area = 0
    for place in state.scenario.objectives:
        area |= grid.touching(place)
    return grid.within(area, 1)


def impassable(state: NormandieState) -> int:
    mask = 0
    for cell, terrain in enumerate(state.board.terrain):
        if terrain.closed:
            mask |= 1 << cell
    return mask
