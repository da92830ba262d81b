"""What everybody last saw of a game, in words: shown where a later release can no longer play it again.

A game is opened by playing its choices again. When the rules have changed so far that they no longer fit, it cannot go
on, but it can still be looked at: the board, the position and the log of every seat, as they were.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec

from bocage.server.players import SPECTATOR, TABLE
from bocage.server.room import Room
from bocage.server.view import Viewer
from bocage.server.words import Words

LANGUAGES: Final = ("en", "fr")


class Keepsake(msgspec.Struct):
    """Boards by language, views by language and by what a key opens."""

    boards: dict[str, dict[str, Any]]
    views: dict[str, dict[int, dict[str, Any]]]


def paint(room: Room) -> bytes:
    """To be called with the room locked."""
    keys = [SPECTATOR, *([TABLE] if not room.rights.held else room.rights.held)]
    boards, views = {}, {}
    for language in LANGUAGES:
        words = Words(room.system, language)
        boards[language] = words.render_drawn(room.system.board(room.game.state))
        views[language] = {key: msgspec.to_builtins(room.view(Viewer(key, language))) for key in keys}
    return zlib.compress(msgspec.json.encode(Keepsake(boards, views)))


def look_at(body: bytes, key_seat: int, language: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Board and view of a key; nobody can choose anything any more."""
    kept = msgspec.json.decode(zlib.decompress(body), type=Keepsake)
    views = kept.views[language]
    view = views.get(key_seat, views[SPECTATOR])
    shut: dict[str, Any] = {
        "mine": False,
        "prompt": None,
        "can_undo": False,
        "can_ask": False,
        "thinking": False,
        "keeps": [],
    }
    return kept.boards[language], view | shut
