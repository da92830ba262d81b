"""What players see and read: board, position, prompts and choices. Every word is in `text/`."""

from __future__ import annotations

from bocage.kernel import Arg, Decision, Text
from bocage.kernel.views import Badge, Board, Cell, Choice, Marker, Piece, Position, Prompt, SeatView
from bocage.kernel.wording import Wording
from outpost.acts import ACTS, HOLD, PLACE, REACTION, UNIT
from outpost.rules import Activation, Reaction
from outpost.state import GONE, OutpostState


def name_unit(state: OutpostState, value: int, choice: Choice, args: dict[str, Arg]) -> None:
    choice.piece = value
    args["unit"] = state.units[value].name


def name_place(state: OutpostState, value: int, choice: Choice, args: dict[str, Arg]) -> None:
    choice.place = args["place"] = state.field.place(value)


WORDING = Wording[OutpostState](ACTS, {UNIT: name_unit, PLACE: name_place}, {})


def build_prompt(state: OutpostState, decision: Decision) -> Prompt:
    kind = decision.kind
    choices = [WORDING.choice(state, decision, option) for option in decision.options]
    found = Prompt(decision.seat, kind.name, Text(f"prompt.{kind.name}"), kind.rule, choices)
    top = state.stack[-1]
    if isinstance(top, Activation):
        found.pieces = [top.unit]
    elif isinstance(top, Reaction):
        found.pieces = [top.mover]
    if kind is REACTION:
        found.decline = HOLD.act()
    return found


def build_board(state: OutpostState) -> Board:
    field = state.field
    cells = [
        Cell(field.place(s), s % field.width + 0.5, s // field.width + 0.5, "woods" if field.is_wooded(s) else "open")
        for s in range(field.width * field.height)
    ]
    terrains = {name: Text(f"terrain.{name}") for name in ("open", "woods")}
    return Board("square", field.width, field.height, cells, [], terrains)


def build_position(state: OutpostState, seat: int) -> Position:
    """A stance is its owner's secret until both are known."""
    field = state.field
    shaken = [Badge("shaken", Text("badge.shaken"))]
    pieces = [
        Piece(unit.number, Text("unit", {"name": unit.name}), unit.seat, field.names[unit.seat], "squad",
              field.place(unit.space), badges=shaken if unit.shaken else [])
        for unit in state.units if unit.space != GONE
    ]  # fmt: skip
    return Position(
        turn=state.turn,
        turns=field.turns,
        phase=Text("phase.actions" if state.known else "phase.stances"),
        seats=[SeatView(Text(f"nation.{field.names[s]}"), field.names[s], state.score(s)) for s in (0, 1)],
        pieces=pieces,
        markers=[Marker("objective", Text("house"), field.place(field.goal))],
        status=[
            stance_words(state, side) for side in (0, 1) if state.known or (side == seat and has_chosen(state, side))
        ],
        over=state.over,
        winner=state.winner,
        ending=Text("ending") if state.over else None,
    )


def has_chosen(state: OutpostState, seat: int) -> bool:
    return all(decision.seat != seat for decision in state.pending)


def stance_words(state: OutpostState, side: int) -> Text:
    stance = "press" if state.pressing[side] else "brace"
    return Text("status", {"side": f"@nation.{state.field.names[side]}", "stance": f"@stance.{stance}"})
