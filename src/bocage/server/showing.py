"""A room as one viewer sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from bocage.server.players import TABLE
from bocage.server.view import View, Viewer
from bocage.server.words import Words

if TYPE_CHECKING:
    from bocage.server.room import Room

MOST_NEWS: Final = 8  # lines on the curtain


def show(room: Room, viewer: Viewer) -> View:
    """The newest view, and what of it this viewer has not been told yet. To be called with the room locked."""
    game = room.game
    seat = room.seat_of(viewer.seat)
    words = Words(room.system, viewer.language)
    news: list[dict[str, Any]] = []
    if seat != viewer.shown:
        news = lines(room, words, viewer.sent, viewer.shown, seat)[-MOST_NEWS:] if viewer.sent else []
        viewer.shown, viewer.sent, viewer.moment = seat, 0, len(game.history)
    position = room.scenes.show(len(game.history), game.state, words, seat)
    prompt = game.prompt(seat) if seat in room.humans else None
    first = sum(1 for event in game.log[: viewer.sent] if event.seen_by(seat))
    events = lines(room, words, viewer.sent, seat, seat)
    scenes = room.scenes.tell(game, words, seat, viewer.moment)
    viewer.sent, viewer.moment = len(game.log), len(game.history)
    return View(
        seq=room.revision,
        seat=seat,
        mine=prompt is not None,
        table=viewer.seat == TABLE and len(room.humans) > 1,
        secret=hides_something(room),
        can_undo=room.can_undo(viewer.seat),
        waiting=[position["seats"][d.seat]["name"] for d in game.decisions],
        thinking=not room.stuck and any(d.seat in room.bots for d in game.decisions),
        stuck=room.stuck,
        players=game.seats,
        keeps=room.rights.keeps(viewer.seat),
        can_ask=not room.can_undo(viewer.seat) and room.last_own(viewer.seat) is not None,
        wish=wish_for(room, viewer.seat, position),
        tells_all=room.rights.tells_all(viewer.seat),
        whole=room.rights.whole(viewer.seat),
        dice=room.rights.dice(viewer.seat),
        open=sorted(room.rights.open),
        carried=room.carried,
        moments=len(game.history),
        position=position,
        prompt=None if prompt is None else words.render(prompt),
        events_from=first,
        events=events,
        scenes=scenes,
        news=news,
        coach=None,
    )


def lines(room: Room, words: Words, start: int, seat: int, other: int) -> list[dict[str, Any]]:
    """The log from a number on, as far as both of them may read it."""
    log = room.game.log[start:]
    return [words.render_event(event) for event in log if event.seen_by(seat) and event.seen_by(other)]


def wish_for(room: Room, key_seat: int, position: dict[str, Any]) -> dict[str, Any] | None:
    if room.wish is None:
        return None
    name = position["seats"][room.wish.seat]["name"]
    back = len(room.game.history) - room.wish.to
    return {"seat": room.wish.seat, "name": name, "back": back, "answer": key_seat in room.askable(room.wish)}


def hides_something(room: Room) -> bool:
    """From the first time that two players at this table know different things."""
    if not room.had_secrets and len(room.humans) > 1:
        views = [msgspec.json.encode(room.game.view(seat)) for seat in room.humans]
        room.had_secrets = any(view != views[0] for view in views)
    return room.had_secrets
