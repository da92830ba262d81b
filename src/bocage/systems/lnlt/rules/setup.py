"""Set-up (lnlt.core.1.3) and reinforcements (lnlt.core.6.0): units come onto the map one by one, each in its area."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Attempt, Ban, Decision, Event, Procedure, Refusal, first
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.tables import Arrival
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.driving import can_stand
from bocage.systems.lnlt.rules.plans import area_of, show_by_placing
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.state import LnltState

SET_UP: Final = "lnlt.core.1.3"  # what bounds it, besides the areas of the scenario


def next_due(state: LnltState, turn: int) -> int:
    """The arrival that is to be placed next and can be, GONE if there is none. Turn 0 is the set-up."""
    for number in state.waiting:
        arrival = state.scenario.arrivals[number]
        if is_due(state, arrival, turn) and free_hexes(state, arrival, 1):
            return number
    return GONE


def is_due(state: LnltState, arrival: Arrival, turn: int) -> bool:
    """In its turn, or once its die has come up (lnlt.scenario.reinforcements)."""
    if arrival.turn > turn or arrival.group == GONE:
        return arrival.turn <= turn
    return state.course is not None and bool(state.course.called >> arrival.group & 1)


def free_hexes(state: LnltState, arrival: Arrival, enough: int) -> list[int]:
    """Hexes of the area where the unit may stand, at most `enough` of them."""
    found: list[int] = []
    for hex_ in area_of(state, arrival):
        if forbid_place(state, arrival, hex_) is None:
            found.append(hex_)
            if len(found) == enough:
                break
    return found


def forbid_place(state: LnltState, arrival: Arrival, hex_: int) -> Ban | None:  # lnlt.core.1.3
    """No enemy, no fire, ground to stand on, room to stack."""
    enemy = 1 - arrival.seat
    if (state.occupied[enemy] | state.armour[enemy] | state.ground.masks[FLAMES]) >> hex_ & 1:
        return bans.ENEMY_AREA
    if arrival.vehicle >= 0:
        return None if can_stand(state, state.vehicles[arrival.vehicle].type, hex_) else bans.NO_GROUND
    if not state.board.terrain[hex_].cost:
        return bans.PROHIBITED
    alone = not state.stacks[arrival.seat][hex_] and hex_ < state.board.hexes
    return None if alone else forbid_stacking(state, arrival.seat, hex_, [arrival.unit])


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
        arrival = state.scenario.arrivals[self.number]
        hexes = free_hexes(state, arrival, state.board.size)
        if len(hexes) == 1:
            self.place(state, hexes[0])
        else:
            state.ask(arrival.seat, acts.PLACE, acts.PLACE_IN.on_each(hexes))

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
        show_by_placing(state, arrival)

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        arrival = state.scenario.arrivals[self.number]
        expected = state.vehicles[arrival.vehicle] if arrival.vehicle >= 0 else state.units[arrival.unit]
        if attempt.piece >= 0 and tried.unit is not expected and tried.vehicle is not expected:
            return tried.refuse(bans.OTHER_FIRST, {"unit": title_of(state, self.number)})
        if tried.hex == GONE:
            return []
        ban = forbid_place(state, arrival, tried.hex) if tried.hex in area_of(state, arrival) else bans.OUT_OF_AREA
        return tried.refuse(ban, {"unit": title_of(state, self.number)})
