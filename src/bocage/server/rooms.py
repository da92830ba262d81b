"""Rooms: one running game each, with its bots and viewers. A choice is stored before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from bocage import registry
from bocage.bots import LEVELS, UnknownBot, settings_of
from bocage.content import ContentError
from bocage.kernel import saves
from bocage.kernel.decision import Decision
from bocage.kernel.dice import result_of
from bocage.kernel.game import CannotUndo, Game, IllegalChoice
from bocage.kernel.system import BadOption, ScenarioInfo, System
from bocage.kernel.views import Position
from bocage.server.problems import Problem
from bocage.server.storage import Header, Key, Storage
from bocage.server.thinking import Opinions, Question, Thinkers, question_of
from bocage.server.timeline import Timeline
from bocage.server.words import Words, rolls_since

logger = logging.getLogger("bocage.server")

SPECTATOR: Final = -1
NEVER: Final = -1
TABLE: Final = -2  # plays every human seat, one after the other, at the same screen

BAD_SETUP: Final = (BadOption, ContentError)  # what options of a client may cause

# Content is read by one thread at a time: two that meet a type for the first time together can crash the decoder.
LOADING: Final = threading.RLock()

HUMAN: Final = "human"
BOTS: Final = (*LEVELS, "random")
LONG: Final = 2.0  # seconds of search that come nearer to the elite's than to the veteran's
NODES: Final = 4500  # steps of a search that stand for a second
CARELESS: Final = 0.15  # slips that come nearer to the recruit's than to none
# What takes long and stays in this process has threads of its own, few at a time: whoever plays gets the others.
THINKERS: Final = ThreadPoolExecutor(2, "bot")
MOST_NEWS: Final = 8  # lines on the curtain
MOST_ROOMS: Final = 200  # games kept in memory; the rest are replayed when somebody comes back


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
    moments: int
    position: dict[str, Any]
    prompt: dict[str, Any] | None
    events_from: int
    events: list[dict[str, Any]]
    news: list[dict[str, Any]]  # at one screen: what came of the last player's choice, as far as both may read it


class Wish:
    """A seat would like to take back its last choice although dice or others have spoken since."""

    def __init__(self, seat: int, to: int) -> None:
        self.seat = seat
        self.to = to  # how many choices stay
        self.agreed: set[int] = set()


class Viewer:
    """One open page. It is told that something changed and then asks for the newest view, so none can lag behind."""

    def __init__(self, seat: int, language: str) -> None:
        self.seat = seat
        self.language = language
        self.shown = SPECTATOR
        self.sent = 0
        self.changed = asyncio.Event()


class Room:
    def __init__(self, header: Header, game: Game, storage: Storage, thinkers: Thinkers) -> None:
        self.id = header.id
        self.revision = header.revision
        self.begun = header.created
        self.game = game
        self.system: System = game.system
        self.storage = storage
        self.thinkers = thinkers
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.humans: list[int] = []
        self.bots: list[int] = []
        self.sit_down()
        self.wish: Wish | None = None
        self.timeline: Timeline | None = None
        self.opinions = Opinions(thinkers)
        self.at_table = self.humans[0] if self.humans else SPECTATOR
        self.had_secrets = False
        self.thinking: asyncio.Task[None] | None = None
        self.lost = False
        self.stuck_at = NEVER  # the number at which a bot's choice failed
        self.asked: dict[int, tuple[Decision, int]] = {}  # by seat: since which number its decision stands
        self.number_decisions()

    def sit_down(self) -> None:
        """Who decides for each seat, from the players of the game."""
        game = self.game
        self.humans = [seat for seat, player in enumerate(game.seats) if player == HUMAN]
        self.bots = [seat for seat, player in enumerate(game.seats) if player != HUMAN]

    # What a key may see and do

    def seat_of(self, key_seat: int) -> int:
        """The seat whose eyes a key sees with: at the table, that of the player who has to decide."""
        if key_seat != TABLE:
            return key_seat
        for decision in self.game.decisions:
            if decision.seat in self.humans:
                self.at_table = decision.seat
                break
        return self.at_table

    def tells_all(self, key_seat: int) -> bool:
        """Whether every choice is open to a key: at the end to all; before, where only bots play, to the table."""
        return self.game.over or (key_seat == TABLE and not self.humans)

    def may_know(self, key_seat: int, chooser: int) -> bool:
        """Whether a key may know what a seat chose, and why."""
        return self.tells_all(key_seat) or chooser == self.seat_of(key_seat)

    def decision_of(self, key_seat: int) -> Decision:
        seat = self.seat_of(key_seat)
        if seat not in self.humans:
            raise Problem(403, "not-yours", "this link only watches")
        try:
            return self.game.pending(seat)
        except IllegalChoice as error:
            raise Problem(409, "over" if self.game.over else "not-your-turn", str(error)) from error

    def expect(self, seq: int, deciding: int | None = None) -> None:
        """The client has seen the newest number, or a key is deciding what it already had to decide at that one."""
        if seq != self.revision and (deciding is None or not self.stands(deciding, seq)):
            raise Problem(409, "stale", f"the game has moved on (it is at {self.revision}, you were at {seq})")

    def stands(self, key_seat: int, seq: int) -> bool:
        """Whether only others have decided since, such as one who lays orders at the same time."""
        if key_seat == TABLE and len(self.humans) > 1:
            return False  # one key, several seats: the choice may have been meant for another
        asked = self.asked.get(self.seat_of(key_seat))
        return asked is not None and asked[1] <= seq <= self.revision

    def number_decisions(self) -> None:
        before, self.asked = self.asked, {}
        for decision in self.game.decisions:
            known = before.get(decision.seat, (None, 0))
            self.asked[decision.seat] = (decision, known[1] if known[0] is decision else self.revision)

    # Changes: inside the lock, off the event loop

    async def play(self, key_seat: int, seq: int, option: int) -> int:
        async with self.lock:
            self.expect(seq, key_seat)
            decision = self.decision_of(key_seat)
            if not decision.allows(option):
                raise Problem(409, "not-offered", "this is not among the choices offered")
            await asyncio.to_thread(self.play_and_store, option, decision.seat)
            self.wish = None
            self.announce()
        self.wake_bots()
        return self.revision

    def play_and_store(self, option: int, seat: int) -> None:
        game = self.game
        game.play(option, seat)
        played = game.history[-1]
        dice = [result_of(roll) for roll in played.rolls]
        choice = saves.Choice(played.seat, played.option, dice, played.digest)
        try:
            self.storage.add(self.id, len(game.history) - 1, choice, self.revision + 1)
        except SQLAlchemyError as error:
            raise self.lose(error) from error
        self.revision += 1
        self.number_decisions()

    async def undo(self, key_seat: int, seq: int) -> int:
        async with self.lock:
            self.expect(seq)
            if not self.can_undo(key_seat):
                raise Problem(409, "no-undo", "there is nothing to take back")
            await asyncio.to_thread(self.undo_and_store)
            self.after_taking_back()
            return self.revision

    def after_taking_back(self) -> None:
        self.asked = {}  # a choice on its way was made before: no decision is the one it was, even if it looks the same
        self.number_decisions()
        self.wish = None
        for viewer in self.viewers:
            viewer.sent = min(viewer.sent, len(self.game.log))
        self.announce()

    def can_undo(self, key_seat: int) -> bool:
        if not self.game.can_undo():
            return False
        last = self.game.history[-1].seat
        return last in self.humans and key_seat in (TABLE, last)

    def undo_and_store(self) -> None:
        try:
            self.game.undo()
        except CannotUndo as error:
            raise Problem(409, "no-undo", str(error)) from error
        try:
            self.storage.take_back(self.id, len(self.game.history), self.revision + 1)
        except SQLAlchemyError as error:
            raise self.lose(error) from error
        self.revision += 1

    # Taking back more than undo does, if the others agree

    def last_own(self, key_seat: int) -> int | None:
        """The number of the last choice that this key made."""
        seats = self.humans if key_seat == TABLE else [key_seat] if key_seat in self.humans else []
        history = self.game.history
        return next((n for n in range(len(history) - 1, -1, -1) if history[n].seat in seats), None)

    async def ask_undo(self, key_seat: int, seq: int) -> int:
        """Bots always agree, and so do players at one table: then it is done at once."""
        async with self.lock:
            self.expect(seq)
            to = self.last_own(key_seat)
            if to is None:
                raise Problem(409, "no-undo", "there is nothing to take back")
            self.wish = Wish(self.game.history[to].seat, to)
            if key_seat == TABLE or self.humans == [key_seat]:
                await self.grant()
            else:
                self.announce()
        self.wake_bots()
        return self.revision

    async def answer_undo(self, key_seat: int, seq: int, agree: bool) -> int:
        async with self.lock:
            self.expect(seq)
            wish = self.wish
            if wish is None or key_seat not in self.askable(wish):
                raise Problem(409, "no-wish", "nobody asks you to take anything back")
            wish.agreed.add(key_seat)
            if not agree:
                self.wish = None
                self.announce()
            elif not self.askable(wish):
                await self.grant()
        self.wake_bots()
        return self.revision

    def askable(self, wish: Wish) -> list[int]:
        """Who has not answered yet."""
        return [seat for seat in self.humans if seat != wish.seat and seat not in wish.agreed]

    async def grant(self) -> None:
        assert self.wish is not None
        await asyncio.to_thread(self.rewind_and_store, self.wish.to)
        self.after_taking_back()

    def rewind_and_store(self, to: int) -> None:
        """The choices that stay are played again from the start."""
        game = self.replayed(to)
        try:
            self.storage.rewind(self.id, to, self.revision + 1)
        except SQLAlchemyError as error:
            raise self.lose(error) from error
        self.game = game
        self.revision += 1

    def replayed(self, upto: int) -> Game:
        """A game of its own with the first choices of this one."""
        scenario = registry.scenario(self.system, self.game.scenario)
        return saves.replay(self.system, saves.to_save(self.game, scenario.hash), scenario.hash, "this game", upto)

    # Bots that take over, and hand back

    async def reseat(self, key_seat: int, seat: int, player: str) -> int:
        async with self.lock:
            if seat not in self.keeps(key_seat):
                raise Problem(403, "not-yours", "only the seat's own link or the table's may do this")
            seats = [player if n == seat else other for n, other in enumerate(self.game.seats)]
            check_players(seats)
            await asyncio.to_thread(self.storage.reseat, self.id, seats)
            self.game.seats = seats
            self.sit_down()
            self.stuck_at = NEVER  # another player may choose something else
            self.wish = None
            self.announce()
        self.wake_bots()
        return self.revision

    def keeps(self, key_seat: int) -> list[int]:
        return [seat for seat in range(len(self.game.seats)) if key_seat in (TABLE, seat)]

    def lose(self, error: Exception) -> Problem:
        """Memory is ahead of what is stored: nobody may see this room again; the next visitor gets the stored game."""
        self.lost = True
        logger.error("game %s could not be stored: %s", self.id, error)
        return Problem(503, "not-stored", "the choice could not be stored and does not count")

    def announce(self) -> None:
        for viewer in self.viewers:
            viewer.changed.set()

    # Bots

    @property
    def stuck(self) -> bool:
        """Until something is taken back or the seat gets another player."""
        return self.stuck_at == self.revision

    def wake_bots(self) -> None:
        if self.bots and not self.stuck and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self.run_bots())
            self.thinking.add_done_callback(report_failure)

    async def run_bots(self) -> None:
        """Bots think about a copy, outside the lock, and think again if the game moved meanwhile."""
        while not self.stuck:
            async with self.lock:
                seat = next((d.seat for d in self.game.decisions if d.seat in self.bots), None)
                if seat is None:
                    return
                copy, revision = self.game.clone(), self.revision
                question = question_of(self.id, self.game, seat)
            try:
                await self.let_decide(question, copy, revision)
            except Problem:  # not stored (see `lose`): whoever watches comes back to what is
                self.announce()
                return
            except Exception:
                self.fail(revision, seat)

    async def let_decide(self, question: Question, copy: Game, revision: int) -> None:
        option = await self.thinkers.option(question, copy, THINKERS)
        async with self.lock:
            if self.revision == revision and question.seat in self.bots:
                await asyncio.to_thread(self.play_and_store, option, question.seat)
                self.announce()

    def fail(self, revision: int, seat: int) -> None:
        """The rules failed at a bot's choice, which changed nothing: say so, or everybody would wait for it."""
        logger.exception("game %s cannot go on: the choice of seat %d failed at %d", self.id, seat, revision)
        self.stuck_at = revision
        self.announce()

    def idle(self) -> bool:
        """Nobody watches, decides or thinks."""
        return not self.viewers and not self.lock.locked() and (self.thinking is None or self.thinking.done())

    async def stop(self) -> None:
        if self.thinking is not None and not self.thinking.done():
            self.thinking.cancel()
            await asyncio.gather(self.thinking, return_exceptions=True)

    # Views

    def view(self, viewer: Viewer) -> View:
        game = self.game
        seat = self.seat_of(viewer.seat)
        words = Words(self.system, viewer.language)
        news: list[dict[str, Any]] = []
        if seat != viewer.shown:
            news = self.lines(words, viewer.sent, viewer.shown, seat)[-MOST_NEWS:] if viewer.sent else []
            viewer.shown, viewer.sent = seat, 0
        position = game.view(seat)
        prompt = game.prompt(seat) if seat in self.humans else None
        first = sum(1 for event in game.log[: viewer.sent] if event.seen_by(seat))
        events = self.lines(words, viewer.sent, seat, seat)
        viewer.sent = len(game.log)
        return View(
            seq=self.revision,
            seat=seat,
            mine=prompt is not None,
            table=viewer.seat == TABLE and len(self.humans) > 1,
            secret=self.hides_something(),
            can_undo=self.can_undo(viewer.seat),
            waiting=[words.plain(position.seats[d.seat].name) for d in game.decisions],
            thinking=not self.stuck and any(d.seat in self.bots for d in game.decisions),
            stuck=self.stuck,
            players=game.seats,
            keeps=self.keeps(viewer.seat),
            can_ask=not self.can_undo(viewer.seat) and self.last_own(viewer.seat) is not None,
            wish=self.wish_for(viewer.seat, position, words),
            tells_all=self.tells_all(viewer.seat),
            moments=len(game.history),
            position=words.position(position),
            prompt=None if prompt is None else words.plain(prompt),
            events_from=first,
            events=events,
            news=news,
        )

    def lines(self, words: Words, start: int, seat: int, other: int) -> list[dict[str, Any]]:
        """The log from a number on, as far as both of them may read it."""
        rolls = rolls_since(self.game, start)
        return [
            words.event(event, rolls[number])
            for number, event in enumerate(self.game.log[start:], start)
            if event.seen_by(seat) and event.seen_by(other)
        ]

    def wish_for(self, key_seat: int, position: Position, words: Words) -> dict[str, Any] | None:
        if self.wish is None:
            return None
        name = words.plain(position.seats[self.wish.seat].name)
        back = len(self.game.history) - self.wish.to
        return {"seat": self.wish.seat, "name": name, "back": back, "answer": key_seat in self.askable(self.wish)}

    def hides_something(self) -> bool:
        """From the first time that two players at this table know different things."""
        if not self.had_secrets and len(self.humans) > 1:
            views = [msgspec.json.encode(self.game.view(seat)) for seat in self.humans]
            self.had_secrets = any(view != views[0] for view in views)
        return self.had_secrets


class Rooms:
    """Every game, in memory while somebody plays it."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.thinkers = Thinkers()
        self.open: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Lock] = {}

    async def create(
        self, system: System, scenario: ScenarioInfo, seats: list[str], seed: int, options: dict[str, Any]
    ) -> Room:
        check_seats(scenario, seats)
        try:
            game = await asyncio.to_thread(new_game, system.id, scenario.id, seed, options)
        except BAD_SETUP as error:
            raise Problem(400, "bad-options", str(error)) from error
        return await self.adopt(game, scenario, seats)

    async def adopt(self, game: Game, scenario: ScenarioInfo, seats: list[str]) -> Room:
        """Store a game, give out its keys and open its room."""
        game.seats = seats
        save = saves.to_save(game, scenario.hash)
        header = Header(
            id=secrets.token_hex(8),
            system=save.system,
            version=save.version,
            scenario=save.scenario,
            scenario_hash=save.scenario_hash,
            options=save.options,
            seed=save.seed,
            seats=seats,
            opening=save.opening,
            revision=len(save.choices),
        )
        seats_with_keys = [TABLE, SPECTATOR, *range(len(seats))]  # a bot may hand its seat over later
        keys = [Key(secrets.token_urlsafe(24), header.id, seat) for seat in seats_with_keys]
        await asyncio.to_thread(self.storage.create, header, keys, save.choices)
        room = Room(header, game, self.storage, self.thinkers)
        self.open[room.id] = room
        self.forget_idle(room)
        room.wake_bots()
        return room

    async def find(self, secret: str) -> tuple[Room, Key]:
        """The room that a secret opens, restored by replay if it is not open."""
        key = await asyncio.to_thread(self.storage.key, secret)
        if key is None:
            raise Problem(401, "no-key", "this link opens no game")
        async with self.opening.setdefault(key.game, asyncio.Lock()):
            known = self.open.get(key.game)
            if known is None or known.lost:
                room = self.open[key.game] = await asyncio.to_thread(self.restore, key.game)
                if known is not None:
                    known.announce()  # whoever watched the lost one comes to this one
            else:
                room = known
        self.opening.pop(key.game, None)
        room.wake_bots()
        return room, key

    def restore(self, game_id: str) -> Room:
        header = self.storage.header(game_id)
        if header is None:
            raise Problem(404, "not-found", "this game is gone")
        with LOADING:
            return self.replayed(header)

    def replayed(self, header: Header) -> Room:
        try:
            system = registry.system(header.system)
            scenario = registry.scenario(system, header.scenario)
            game = saves.replay(system, self.storage.save(header), scenario.hash, "this game")
        except (saves.SaveError, registry.UnknownSystem, registry.UnknownScenario) as error:
            raise Problem(409, "cannot-restore", str(error)) from error
        return Room(header, game, self.storage, self.thinkers)

    def forget_idle(self, made: Room) -> None:
        """Close the oldest rooms that nobody watches; they come back by replay. Whoever made one is about to come."""
        for room in list(self.open.values()):
            if len(self.open) <= MOST_ROOMS:
                return
            if room is not made and room.idle():
                del self.open[room.id]

    async def close(self) -> None:
        for room in self.open.values():
            await room.stop()
        self.thinkers.close()
        self.storage.close()


def new_game(system: str, scenario: str, seed: int, options: dict[str, Any]) -> Game:
    with LOADING:
        return registry.new(system, scenario, seed, options)


def report_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.error("a bot failed", exc_info=task.exception())


def check_seats(scenario: ScenarioInfo, seats: list[str]) -> None:
    if len(seats) != len(scenario.seats):
        raise Problem(400, "bad-seats", f"seats: {scenario.id} has {len(scenario.seats)} seats, {len(seats)} are given")
    check_players(seats)


def check_players(seats: list[str]) -> None:
    for player in seats:
        if player != HUMAN and player not in BOTS:
            known = ", ".join([HUMAN, *BOTS])
            raise Problem(400, "bad-seats", f"seats: no player '{player}' (there are: {known})")


def nearest(player: str) -> str:
    """The player that the page offers and that plays most like one of a save; nonsense stays what it is."""
    if player in (HUMAN, *BOTS):
        return player
    try:
        name, settings = settings_of(player)
    except UnknownBot:
        return player
    if name == "search":
        seconds = settings["nodes"] / NODES if "nodes" in settings else settings.get("seconds", 1.0)
        return "elite" if seconds > LONG else "veteran"
    careless = settings.get("slips", 0.0) > CARELESS
    return {"random": "random", "greedy": "recruit"}.get(name, "recruit" if careless else "regular")
