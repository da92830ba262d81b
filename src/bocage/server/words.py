"""Views, events and forecasts in the reader's language, as plain JSON values. Nothing else is ever sent."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

import msgspec

from bocage.kernel import Event, Forecast, Refusal, TallyLine, Text, purpose_of, result_of, sides_of
from bocage.kernel.system import System
from bocage.kernel.views import Armoury, Board, Piece, Position
from bocage.looks import looks
from bocage.server.telling import tell_need, tell_odds
from bocage.text import Catalogue, MissingText, catalogue

logger = logging.getLogger("bocage.server")

Known = dict[int, tuple[Piece, dict[str, Any]]]
"""Pieces in words, by number, as they were last."""


class Words:
    """One system in one language. A missing text shows its key: a hole in a catalogue must not stop a game."""

    def __init__(self, system: System, language: str) -> None:
        self.system = system
        self.catalogue: Catalogue = catalogue(system.package, language)

    def say(self, key: str, args: dict[str, int | str] | None = None) -> str:
        try:
            return self.catalogue.say(key, args)
        except MissingText as error:
            logger.warning("%s: %s", self.system.id, error)
            return key

    def knows(self, key: str) -> bool:
        return key in self.catalogue.entries

    def word(self, prefix: str, name: str) -> str:
        """The name of a subject or an outcome; one that has no words is shown as it is, and warned of."""
        try:
            return self.catalogue.word(prefix, name)
        except MissingText:
            return self.say(name)

    def render(self, value: Any) -> Any:
        """A view as JSON values: every Text becomes a sentence, defaults stay away."""
        if isinstance(value, Text):
            return self.catalogue.render(value) if value.words else self.say(value.key, dict(value.args))
        if isinstance(value, msgspec.Struct):
            found = {}
            for name, default in shape(type(value)):
                item = getattr(value, name)
                if item != default:
                    found[name] = item if isinstance(item, int | float | str) else self.render(item)
            return found
        if isinstance(value, list | tuple):
            return [self.render(item) for item in value]
        if isinstance(value, dict):
            return {key: self.render(item) for key, item in value.items()}
        return value

    def render_position(self, position: Position, known: Known | None = None) -> dict[str, Any]:
        """With the time of the game in words: turns in one system, rounds in another."""
        found: dict[str, Any] = self.render(msgspec.structs.replace(position, pieces=[]))
        if position.pieces:
            found["pieces"] = [self.render_piece(piece, {} if known is None else known) for piece in position.pieces]
        return found | {"clock": self.clock(position.turn, position.turns)}

    def render_piece(self, piece: Piece, known: Known) -> dict[str, Any]:
        """Most pieces are as they were a choice ago."""
        before = known.get(piece.id)
        if before is None or before[0] != piece:
            before = known[piece.id] = piece, self.render(piece)
        return before[1]

    def render_drawn(self, view: Board | Armoury) -> dict[str, Any]:
        """With the looks of the system: the page draws by them and knows no system's names."""
        found: dict[str, Any] = self.render(view)
        return found | {"looks": msgspec.to_builtins(looks(self.system.package))}

    def clock(self, turn: int, turns: int) -> str:
        return self.say("clock.of" if turn else "clock.before", {"turn": turn, "turns": turns})

    def render_lines(self, lines: list[TallyLine]) -> list[dict[str, Any]]:
        return [{"value": line.value, "label": self.say(line.label), "rule": line.rule} for line in lines]

    def render_die(self, packed: int) -> dict[str, Any]:
        """A die of unknown purpose has no sides (see `Dice.take`)."""
        purposes = self.system.purposes
        number, sides = purpose_of(packed), sides_of(packed)
        purpose = self.say(purposes[number]) if sides and number < len(purposes) else ""
        return {"purpose": purpose, "sides": sides, "result": result_of(packed)}

    def render_event(self, event: Event) -> dict[str, Any]:
        return {
            "kind": event.kind,
            "text": self.say("event." + event.kind, event.args),
            "rule": event.rule,
            "dice": [self.render_die(packed) for packed in event.rolls],
            "lines": self.render_lines(event.lines),
            "total": sum(line.value for line in event.lines) if event.lines else None,
            "place": event.place,
            "origin": event.origin,
        }

    def name_pieces(self, position: Position) -> dict[str, Text]:
        """Subjects that are pieces get the name this seat knows them by."""
        return {f"unit:{piece.id}": piece.name for piece in position.pieces}

    def render_forecast(self, forecast: Forecast, position: Position) -> dict[str, Any]:
        names = self.name_pieces(position)
        odds = [
            {
                "subject": self.render(names.get(subject)) or self.word("subject", subject),
                "rows": [{"label": self.word("outcome", label), "chance": chance} for label, chance in row.items()],
            }
            for subject, row in forecast.odds.items()
        ]
        return {
            "rule": forecast.rule,
            "told": tell_odds(self, forecast, names),
            "need": tell_need(self, forecast.need),
            "lines": self.render_lines(forecast.lines),
            "total": sum(line.value for line in forecast.lines) if forecast.lines else None,
            "odds": odds,
            "outlook": forecast.outlook,
        }

    def render_refusals(self, refusals: list[Refusal]) -> list[dict[str, Any]]:
        return [{"rule": refusal.rule, "text": self.render(refusal.text)} for refusal in refusals]


@cache
def shape(kind: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    """The fields of a view and the defaults that need not be sent; a required field equals no default."""
    return [(field.name, default_of(field)) for field in msgspec.structs.fields(kind)]


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default  # msgspec.NODEFAULT for a required field
