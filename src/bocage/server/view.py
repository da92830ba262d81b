"""What a viewer of a game is shown, and who is looking."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bocage.server.players import SPECTATOR


class View(msgspec.Struct):
    """What a viewer is shown; `events` continue the log at number `events_from`."""

    seq: int
    seat: int
    mine: bool  # this viewer has to decide now
    table: bool  # several seats share this screen
    secret: bool  # the seats know different things: draw the curtain between them
    can_undo: bool
    waiting: list[str]
    thinking: bool  # those are bots
    stuck: bool  # the choice of one of them failed: from here the game does not go on
    players: list[str]
    keeps: list[int]  # seats this viewer may hand to a bot and take back
    can_ask: bool  # may ask the others to take back more than undo does
    wish: dict[str, Any] | None  # somebody asks for that
    tells_all: bool  # why others chose as they did is no secret for this viewer
    whole: bool  # this viewer may save the whole game, and branch off
    dice: dict[str, Any]  # how they come about, see `Rights.dice`
    open: list[int]  # seats to which nobody has come yet
    carried: list[str] | None  # rules version it was begun under and the one that it is played under now
    moments: int
    position: dict[str, Any]
    prompt: dict[str, Any] | None
    events_from: int
    events: list[dict[str, Any]]
    scenes: list[dict[str, Any]]  # the choices behind these events, see `Scenes.tell`
    news: list[dict[str, Any]]  # at one screen: what came of the last player's choice, as far as both may read it
    coach: dict[str, Any] | None  # in a lesson: what the coach says now, see `LessonRoom.tell`


class Wish(msgspec.Struct, frozen=True):
    """A seat would like to take back its last choice although dice or others have spoken since."""

    seat: int
    to: int  # how many choices stay
    agreed: list[int] = []


class Viewer:
    """One open page. It is told that something changed and then asks for the newest view, so none can lag behind."""

    def __init__(self, seat: int, language: str) -> None:
        self.seat = seat
        self.language = language
        self.shown = SPECTATOR
        self.sent = 0
        self.moment = -1  # choices that it has been shown, -1 before the first view
        self.changed = asyncio.Event()
