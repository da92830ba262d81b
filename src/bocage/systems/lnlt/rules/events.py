"""Event markers (lnlt.core.1.8): a unit that comes upon one sets off what the scenario has in store."""

from __future__ import annotations

from bocage.kernel import Event
from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.tables import Paragraph
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.state import LnltState


def meet_event(state: LnltState, seat: int, hex_: int, movers: list[int]) -> None:
    """Good Order movers of the side that it waits for set it off; the marker is removed."""
    for number in state.paragraphs:
        paragraph = state.scenario.paragraphs[number]
        if paragraph.hex != hex_ or paragraph.seat not in (GONE, seat):
            continue
        if any(not state.units[mover].flags & SHAKEN for mover in movers):
            state.paragraphs = [other for other in state.paragraphs if other != number]
            set_off(state, paragraph, seat)


def set_off(state: LnltState, paragraph: Paragraph, seat: int) -> None:
    if state.recording:
        place = state.board.grid.names[paragraph.hex]
        state.emit(Event("event", "lnlt.core.1.8", {"text": paragraph.text, "hex": place}, place=place))
    state.exited[seat] += paragraph.points
    if paragraph.marker >= 0:
        state.put_marker(paragraph.marker, paragraph.hex)
    for number in paragraph.units:
        show_up(state, state.units[number], paragraph.hex)


def show_up(state: LnltState, unit: Unit, hex_: int) -> None:
    """In the hex, or in the first one beside it that has room and no enemy; otherwise not at all."""
    enemy = 1 - unit.seat
    for to in [hex_, *state.board.neighbours[hex_]]:
        if state.stacks[enemy][to] or state.armour[enemy] >> to & 1 or not state.board.terrain[to].cost:
            continue
        if forbid_stacking(state, unit.seat, to, [unit.id]) is None:
            state.enter(unit, to)
            state.tell_of(unit, "arrives", "lnlt.core.1.8", hex_=to)
            return
