"""What happened between two views of a page, choice by choice, so that the page can show one thing after another."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from bocage.kernel import State
from bocage.kernel.game import Game
from bocage.server.words import Known, Words

FEW: Final = 12  # positions in words that are remembered
MOST: Final = 200  # choices that a page can be behind; of what lies further back it sees only the outcome


class Scenes:
    """The states after the last choices, kept while somebody watches."""

    def __init__(self) -> None:
        self.kept: deque[tuple[int, State]] = deque(maxlen=MOST)
        self.shown: dict[tuple[int, int, str], dict[str, Any]] = {}  # positions by number, seat and language
        self.pieces: dict[tuple[int, str], Known] = {}  # by seat and language

    def keep(self, game: Game) -> None:
        self.kept.append((len(game.history), game.state.clone()))

    def tell(self, game: Game, words: Words, seat: int, since: int) -> list[dict[str, Any]]:
        """Of each choice after the first `since`: how many lines of the log it added, and what the board then showed.

        The last scene is the view itself and has no position of its own. A choice of which this seat notices nothing
        makes no scene: not even that somebody has chosen may be known.
        """
        told: list[dict[str, Any]] = []
        if since < 0:
            return told
        before: dict[str, Any] | None = None
        known = since
        for number, state in self.kept:
            if number < since:
                continue
            position = self.show(number, state, words, seat)
            lines = count_lines(game, seat, known, number)
            if number > since and (lines or position != before):
                told.append({"events": lines, "position": position})
            before, known = position, number
        if told:
            told[-1]["position"] = None
        return told

    def show(self, number: int, state: State, words: Words, seat: int) -> dict[str, Any]:
        """What a seat sees after so many choices; the last ones are remembered, as each is asked for several times."""
        key = number, seat, words.catalogue.language
        if key not in self.shown:
            while len(self.shown) >= FEW:
                del self.shown[next(iter(self.shown))]
            known = self.pieces.setdefault(key[1:], {})
            self.shown[key] = words.render_position(words.system.position(state, seat), known)
        return self.shown[key]

    def forget(self) -> None:
        self.kept.clear()
        self.shown.clear()
        self.pieces.clear()


def count_lines(game: Game, seat: int, first: int, last: int) -> int:
    """The lines of the log that the choices between two numbers added for a seat: one, or a whole plan."""
    history = game.history
    start, end = (history[n].events if n < len(history) else len(game.log) for n in (first, last))
    return sum(1 for event in game.log[start:end] if event.seen_by(seat))
