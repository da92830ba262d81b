"""A small battle for tests: units by name, choices by verb, scripted dice."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.decision import Decision
from bocage.kernel.dice import purpose_of, scripted, sides_of
from bocage.kernel.event import Event
from bocage.kernel.forecast import Forecast
from bocage.kernel.game import explain_refusal
from bocage.kernel.views import Attempt, Choice
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.positions import build
from bocage.systems.normandie.rules.acts import FOR_DECK
from bocage.systems.normandie.state import NormandieState, Unit
from counting import count

OPEN = ["." * 12] * 7


class Field:
    """`units` are written "counter place [side] [key=value …]", as in "us8.officer r3c2 order=1 suppressed=2"."""

    def __init__(self, units: dict[str, str], dice: list[int] | None = None, **position: Any) -> None:
        position.setdefault("map", OPEN)
        position["units"] = {name: self.parse(text) for name, text in units.items()}
        self.state: NormandieState
        self.state, self.names = build(position)
        self.state.recording = True
        self.roll(*(dice or []))

    @staticmethod
    def parse(text: str) -> dict[str, Any]:
        counter, at, *rest = text.split()
        unit: dict[str, Any] = {"unit": counter, "at": at}
        for word in rest:
            key, _, value = word.partition("=")
            if key == "back":
                unit["flipped"] = True
            elif value.isdigit():
                unit[key] = int(value)
            else:
                unit[key] = value or True
        return unit

    def roll(self, *dice: int) -> None:
        """The dice to come."""
        self.state.dice = scripted(list(dice))

    def unit(self, name: str) -> Unit:
        return self.state.units[self.names[name]]

    def at(self, name: str) -> str:
        unit = self.unit(name)
        return self.state.board.grid.name(unit.cell) if unit.cell >= 0 else ""

    def cell(self, place: str) -> int:
        cell = self.state.board.grid.named(place)
        assert cell >= 0, place
        return cell

    def decision(self, seat: int = -1) -> Decision:
        return next(d for d in self.state.pending if seat in (-1, d.seat))

    def offered(self, verb: str = "", seat: int = -1) -> list[Choice]:
        if not self.state.pending:
            return []
        choices = SYSTEM.prompt(self.state, self.decision(seat)).choices
        return [choice for choice in choices if verb in ("", choice.verb)]

    def verbs(self) -> set[str]:
        return {choice.verb for choice in self.offered()}

    def places(self, verb: str) -> set[str]:
        return {choice.place for choice in self.offered(verb)}

    def targets(self, verb: str) -> set[str]:
        names = {number: name for name, number in self.names.items()}
        return {names[choice.piece] for choice in self.offered(verb)}

    def find(self, verb: str, piece: str = "", place: str = "", seat: int = -1, **fields: Any) -> Choice:
        found = [
            choice
            for choice in self.offered(verb, seat)
            if (not piece or choice.piece == self.names[piece])
            and (not place or choice.place == place)
            and all(choice.label.args.get(key) == value for key, value in fields.items())
        ]
        assert len(found) == 1, (verb, piece, place, [(c.verb, c.piece, c.place) for c in self.offered("", seat)])
        return found[0]

    def choose(self, verb: str, piece: str = "", place: str = "", seat: int = -1, **fields: Any) -> list[Event]:
        choice = self.find(verb, piece, place, seat, **fields)
        self.state.events = []
        self.state.play(self.decision(seat), choice.id)
        for roll in self.state.dice.log:
            assert sides_of(roll) == 6 or purpose_of(roll) == FOR_DECK, "the game knows six-sided dice only"
        SYSTEM.check(self.state)
        return self.state.events

    def walk(self, *places: str) -> None:
        """Move the active unit step by step."""
        if "move" in self.verbs():
            self.choose("move")
        for place in places:
            self.choose("step", place=place)

    def odds(self, verb: str, piece: str = "") -> Forecast | None:
        """What the player is told beforehand."""
        return SYSTEM.forecast(self.state, self.decision(), self.find(verb, piece).id)

    def event(self, kind: str) -> Event:
        return next(event for event in reversed(self.state.events) if event.kind == kind)

    def lines(self, kind: str) -> dict[str, int]:
        return {line.label.removeprefix("tally."): line.value for line in self.event(kind).lines}

    def why_not(self, verb: str = "", piece: str = "", place: str = "", seat: int = -1) -> list[str]:
        attempt = Attempt(verb, self.names[piece] if piece else -1, place)
        return [refusal.rule for refusal in explain_refusal(SYSTEM, self.state, self.decision(seat), attempt)]


def check_forecast(field: Field, option: int) -> None:
    """The forecast of an option against every run of the dice."""
    decision = field.decision()
    forecast = SYSTEM.forecast(field.state, decision, option)
    assert forecast is not None
    counted = count(field.state, decision, option, list(forecast.odds))
    for subject, odds in forecast.odds.items():
        assert counted[subject] == pytest.approx(odds), subject


def spaces_of(field: Field, name: str) -> list[str]:
    """Front and rear."""
    unit, grid = field.unit(name), field.state.board.grid
    return [grid.name(cell) for cell in (unit.cell, unit.rear) if cell >= 0]


def crossings(field: Field) -> set[tuple[int, int]]:
    """Where a pattern may be aimed, as columns and rows."""
    return {(round(choice.x), round(choice.y)) for choice in field.offered("aim")}
