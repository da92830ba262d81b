"""What happened between two views of a page, choice by choice, so that the page can show one thing after another."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from bocage.kernel import State
from bocage.kernel.game import Game
from bocage.server.words import Words

MOST: Final = 200  # choices that a page can be behind; of what lies further back it sees only the outcome


class Scenes:
    """The states after the last choices, kept while somebody watches."""

    def __init__(self) -> None:
        self.kept: deque[tuple[int, State]] = deque(maxlen=MOST)

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
            position = words.render_position(game.system.position(state, seat))
            lines = count_lines(game, seat, known, number)
            if number > since and (lines or position != before):
                told.append({"events": lines, "position": position})
            before, known = position, number
        if told:
            told[-1]["position"] = None
        return told

    def forget(self) -> None:
        self.kept.clear()


def count_lines(game: Game, seat: int, first: int, last: int) -> int:
    """The lines of the log that the choices between two numbers added for a seat: one, or a whole plan."""
    history = game.history
    start, end = (history[n].events if n < len(history) else len(game.log) for n in (first, last))
    return sum(1 for event in game.log[start:end] if event.seen_by(seat))
