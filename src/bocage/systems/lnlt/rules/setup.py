"""Set-up (lnlt.core.1.3) and reinforcements (lnlt.core.6.0): units come onto the map one by one, each in its area."""

from __future__ import annotations

from typing import Final

from bocage.kernel.act import first
from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.systems.lnlt.rules.acts import PLACE, PLACE_IN
from bocage.systems.lnlt.rules.driving import can_stand
from bocage.systems.lnlt.rules.ground import FLAMES
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.state import GONE, LnltState

SET_UP: Final = "lnlt.core.1.3"  # what bounds it, besides the areas of the scenario


def next_due(state: LnltState, turn: int) -> int:
    """The arrival that is to be placed next and can be, GONE if there is none. Turn 0 is the set-up."""
    for number in state.waiting:
        if state.scenario.arrivals[number].turn <= turn and free_hexes(state, number):
            return number
    return GONE


def free_hexes(state: LnltState, number: int) -> list[int]:
    """Hexes of the area where the unit may stand: no enemy, no fire, room to stack."""
    arrival = state.scenario.arrivals[number]
    enemies = state.occupied[1 - arrival.seat] | state.armour[1 - arrival.seat] | state.ground.masks[FLAMES]
    found: list[int] = []
    if arrival.vehicle >= 0:
        vehicle = state.vehicles[arrival.vehicle]
        return [hex_ for hex_ in arrival.area if not enemies >> hex_ & 1 and can_stand(state, vehicle.type, hex_)]
    unit = state.units[arrival.unit]
    for hex_ in arrival.area:
        if enemies >> hex_ & 1 or not state.board.terrain[hex_].cost:
            continue
        if forbid_stacking(state, arrival.seat, hex_, [unit.id]) is None:
            found.append(hex_)
    return found


def title_of(state: LnltState, number: int) -> str:
    """Who arrives."""
    arrival = state.scenario.arrivals[number]
    return state.vehicles[arrival.vehicle].title() if arrival.vehicle >= 0 else state.units[arrival.unit].title()


class SetUp(Procedure[LnltState]):
    """Asks for one hex after the other until everybody who is due stands on the map or finds no room."""

    __slots__ = ("number", "turn")

    def __init__(self, turn: int) -> None:
        super().__init__()
        self.turn = turn
        self.number = GONE

    def advance(self, state: LnltState) -> None:
        self.number = next_due(state, self.turn)
        if self.number == GONE:
            state.pop()
            return
        hexes = free_hexes(state, self.number)
        if len(hexes) == 1:
            self.place(state, hexes[0])
        else:
            state.ask(state.scenario.arrivals[self.number].seat, PLACE, PLACE_IN.on_each(hexes))

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        self.place(state, first(option))

    def place(self, state: LnltState, hex_: int) -> None:
        arrival = state.scenario.arrivals[self.number]
        state.waiting = [number for number in state.waiting if number != self.number]
        if arrival.vehicle >= 0:
            state.vehicles[arrival.vehicle].hex = hex_
            state.count_vehicles()
        else:
            state.enter(state.units[arrival.unit], hex_)
        if state.recording:
            args: dict[str, int | str] = {"unit": title_of(state, self.number), "hex": state.board.grid.names[hex_]}
            kind, rule = ("arrives", "lnlt.core.6.0") if self.turn else ("sets-up", SET_UP)
            state.emit(Event(kind, rule, args, place=state.board.grid.names[hex_]))

    def copy(self) -> SetUp:
        twin = SetUp(self.turn)
        twin.number = self.number
        return twin

    def data(self) -> list[object]:
        return [self.turn, self.number]
