"""A room: one running game with its bots and viewers. A choice is stored before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from bocage import registry
from bocage.kernel import Decision, result_of, saves
from bocage.kernel.draft import Draft, belong_together
from bocage.kernel.fair import FairDice, Pledge, renew
from bocage.kernel.game import CannotUndo, Game, IllegalChoice
from bocage.kernel.system import System
from bocage.server.company import Company
from bocage.server.odds import Weighing
from bocage.server.players import HUMAN, SPECTATOR, TABLE
from bocage.server.problems import Problem
from bocage.server.rights import Rights
from bocage.server.scenes import Scenes
from bocage.server.showing import show
from bocage.server.storage import LEASE, At, Header, Moved, Storage, fair_data
from bocage.server.thinking import Opinions, Question, Thinkers, question_of
from bocage.server.timeline import Timeline
from bocage.server.view import View, Viewer, Wish

logger = logging.getLogger("bocage.server")

NEVER: Final = -1  # as a number at which something happened
# What takes long and stays in this process has threads of its own, few at a time: whoever plays gets the others.
THINKERS: Final = ThreadPoolExecutor(2, "bot")


class Room:
    def __init__(self, header: Header, game: Game, storage: Storage, thinkers: Thinkers) -> None:
        self.id = header.id
        self.revision, self.notes = header.at
        self.begun = header.created
        self.changed = time.monotonic()  # when something was last chosen or taken back, or the room opened
        self.painted = NEVER  # the number of its newest keepsake
        self.carried = header.carried
        self.rights = Rights(self, header.held or [])
        self.company = Company(header)
        self.game = game
        self.system: System = game.system
        self.storage = storage
        self.thinkers = thinkers
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.unseen: set[Viewer] = set()  # of them, those who have not been sent the newest view
        self.herald: Callable[[Room], None] | None = None  # tells those who are not here
        self.scenes = Scenes()
        self.humans: list[int] = []
        self.bots: list[int] = []
        self.sit_down()
        self.wish = None if header.wish is None else msgspec.convert(header.wish, Wish)
        self.timeline: Timeline | None = None
        self.opinions = Opinions(thinkers)
        self.at_table = self.humans[0] if self.humans else SPECTATOR
        self.had_secrets = False
        self.thinking: asyncio.Task[None] | None = None
        self.lost = False
        self.stuck_at = NEVER  # the number at which a bot's choice failed
        self.weighings: dict[int, tuple[int, Weighing]] = {}  # by seat: at which number it was begun
        self.asked: dict[int, tuple[Decision, int]] = {}  # by seat: since which number its decision stands
        self.number_decisions()

    def sit_down(self) -> None:
        """Who decides for each seat, from the players of the game."""
        game = self.game
        self.humans = [seat for seat, player in enumerate(game.seats) if player == HUMAN]
        self.bots = [seat for seat, player in enumerate(game.seats) if player != HUMAN]

    # What a key may see and do

    def seat_of(self, key_seat: int) -> int:
        """The seat whose eyes a key sees with: at the table, that of the player who has to decide.

        Where several have to, whoever sits there stays until he has decided all that is his.
        """
        if key_seat != TABLE:
            return key_seat
        deciding = [decision.seat for decision in self.game.decisions if decision.seat in self.humans]
        if deciding and self.at_table not in deciding:
            self.at_table = deciding[0]
        return self.at_table

    def decision_of(self, key_seat: int) -> Decision:
        seat = self.seat_of(key_seat)
        if seat not in self.humans:
            raise Problem(403, "not-yours", "this link is a spectator's, who decides nothing")
        try:
            return self.game.pending(seat)
        except IllegalChoice as error:
            raise Problem(409, "over" if self.game.over else "not-your-turn", str(error)) from error

    def weigh(self, key_seat: int, seq: int) -> Weighing:
        """The odds of what a key has to decide, kept until something is played or taken back."""
        self.expect(seq, key_seat)
        seat = self.decision_of(key_seat).seat
        known = self.weighings.get(seat)
        if known is None or known[0] != self.revision:
            known = self.weighings[seat] = (self.revision, Weighing(self.game.clone(), seat))
        return known[1]

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
                raise Problem(409, "not-offered", "this is not one of the choices offered")
            await asyncio.to_thread(self.play_and_store, [option], decision.seat)
            self.announce()
        self.wake_bots()
        return self.revision

    def draft(self, key_seat: int, seq: int, options: list[int]) -> Draft:
        """What a key means to choose, on a copy of the game."""
        self.expect(seq, key_seat)
        try:
            draft = Draft(self.game.state, self.decision_of(key_seat).seat)
            for option in options:
                draft.add(option)
        except IllegalChoice as error:
            raise Problem(409, "not-offered", str(error)) from error
        return draft

    async def plan(self, key_seat: int, seq: int, options: list[int]) -> int:
        """All the choices of a plan, or none: whoever else plays hears of it once, when it is complete."""
        async with self.lock:
            draft = await asyncio.to_thread(self.draft, key_seat, seq, options)
            if draft.decision is not None:
                raise Problem(409, "unfinished", "the plan is not complete: there is more to decide")
            await asyncio.to_thread(self.play_and_store, options, draft.seat)
            self.announce()
        self.wake_bots()
        return self.revision

    def play_and_store(self, options: list[int], seat: int) -> None:
        game = self.game
        known = len(game.history)
        try:
            for option in options:
                game.play(option, seat)
        except BaseException:
            while len(game.history) > known:
                game.undo()
            raise
        played = game.history[known:]
        choices = [saves.Choice(p.seat, p.option, [result_of(roll) for roll in p.rolls], p.digest) for p in played]
        settle = partial(self.company.settle, game=game) if game.over else None
        self.store(self.storage.add, game, known, choices, settle, changes=len(choices))
        self.number_decisions()
        if self.viewers:
            self.scenes.keep(game)

    def store(self, write: Callable[..., None], game: Game, *what: Any, changes: int = 1) -> None:
        """Every change is written down under a number of its own, if the store has not moved on without this room."""
        try:
            standing = self.company.standing(game, bool(self.rights.open))
            write(self.id, standing, self.at, self.revision + changes, *what)
        except (SQLAlchemyError, Moved) as error:
            raise self.lose(error) from error
        self.company.adopt(standing)
        self.revision += changes
        self.wish = None
        self.changed = time.monotonic()

    def note(self, **values: Any) -> None:
        """Something about the game that is no choice."""
        try:
            self.storage.change(self.id, self.at, **values)
        except (SQLAlchemyError, Moved) as error:
            raise self.lose(error) from error
        self.notes += 1

    # Other processes that serve the same store

    @property
    def at(self) -> At:
        return self.revision, self.notes

    async def catch_up(self) -> None:
        """Another process may have changed the game: go on to where it is, or give way to a room that does."""
        async with self.lock:
            before = self.at
            await asyncio.to_thread(self.follow_store)
            if self.lost or self.at != before:
                self.announce()

    def follow_store(self) -> None:
        header = self.storage.header(self.id)
        if self.lost or header is None or header.notes != self.notes:
            self.lost = True
            return
        game = self.game
        missed = header.revision - self.revision
        played = self.storage.choices(self.id, len(game.history))[:missed] if missed else []
        if len(played) != missed:  # something was taken back
            self.lost = True
            return
        try:
            for choice in played:
                saves.repeat(game, choice, "this game")
                self.scenes.keep(game)
        except saves.SaveError:
            self.lost = True
            return
        if played:
            self.revision, self.wish = header.revision, None
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
        self.asked = {}  # a choice may be on its way: all pending decisions are new, even if they look alike
        self.number_decisions()
        self.scenes.forget()
        for viewer in self.viewers:
            viewer.sent = min(viewer.sent, len(self.game.log))
            viewer.moment = len(self.game.history)
        self.announce()

    def can_undo(self, key_seat: int) -> bool:
        if not self.game.can_undo():
            return False
        last = self.game.history[-1].seat
        return last in self.humans and key_seat in (TABLE, last)

    def undo_and_store(self) -> None:
        """A plan was confirmed as a whole, and so it is taken back."""
        game = self.game
        self.at_table = game.history[-1].seat
        told = game.over
        try:
            game.undo()
        except CannotUndo as error:
            raise Problem(409, "no-undo", str(error)) from error
        while game.can_undo() and belong_together(game.past[-1], game.state):
            game.undo()
        if told and isinstance(game.state.dice, FairDice):
            game.pledge = renew(game.state.dice)
        self.store(self.storage.rewind, game, len(game.history), game.pledge)

    # Taking back more than undo does, if the others agree

    def last_own(self, key_seat: int) -> int | None:
        """The number of the last choice that this key made."""
        seats = self.humans if key_seat == TABLE else [key_seat] if key_seat in self.humans else []
        history = self.game.history
        return next((n for n in range(len(history) - 1, -1, -1) if history[n].seat in seats), None)

    async def ask_undo(self, key_seat: int, seq: int) -> int:
        """Bots always agree, and so do players at one table: then it is done at once.

        Once people have come by links, each of them is asked, even while a bot sits in his seat.
        """
        async with self.lock:
            self.expect(seq)
            to = self.last_own(key_seat)
            if to is None:
                raise Problem(409, "no-undo", "there is nothing to take back")
            wish = Wish(self.game.history[to].seat, to)
            if self.rights.alone(key_seat):
                await self.grant(wish)
            else:
                await self.keep_wish(wish)
        self.wake_bots()
        return self.revision

    async def answer_undo(self, key_seat: int, seq: int, agree: bool) -> int:
        async with self.lock:
            self.expect(seq)
            wish = self.wish
            if wish is None or key_seat not in self.askable(wish):
                raise Problem(409, "no-wish", "no request to take a choice back waits for your answer")
            agreed = msgspec.structs.replace(wish, agreed=[*wish.agreed, key_seat])
            if not agree:
                await self.keep_wish(None)
            elif not self.askable(agreed):
                await self.grant(agreed)
            else:
                await self.keep_wish(agreed)
        self.wake_bots()
        return self.revision

    async def keep_wish(self, wish: Wish | None) -> None:
        await asyncio.to_thread(partial(self.note, wish=None if wish is None else msgspec.to_builtins(wish)))
        self.wish = wish
        self.announce()

    def askable(self, wish: Wish) -> list[int]:
        """Who has not answered yet."""
        asked = self.rights.held or self.humans
        return [seat for seat in asked if seat != wish.seat and seat not in wish.agreed]

    async def grant(self, wish: Wish) -> None:
        self.at_table = wish.seat
        await asyncio.to_thread(self.rewind_and_store, wish.to)
        self.after_taking_back()

    def rewind_and_store(self, to: int) -> None:
        """The choices that stay are played again from the start; dice that were seen do not come again."""
        old = self.game.pledge
        game = self.replayed(to, None if old is None or self.game.over else old.twin())
        self.store(self.storage.rewind, game, to, game.pledge)
        self.game = game

    def replayed(self, upto: int, pledge: Pledge | None = None) -> Game:
        """A game of its own with the first choices of this one; from there on with dice of this pledge, or new ones."""
        scenario = registry.scenario(self.system, self.game.scenario)
        save = saves.to_save(self.game, scenario.hash)
        if pledge is not None and save.fair is not None:
            pledge.take_back(len(saves.faces_of(save.fair, save.choices[:upto])))
        return saves.replay(self.system, save, scenario.hash, "this game", upto, pledge)

    async def salt(self, key_seat: int, salt: str) -> None:
        """Mix something of a player's own into the dice to come, once, before his first choice."""
        async with self.lock:
            pledge = self.game.pledge
            if pledge is None or key_seat not in self.rights.salting():
                raise Problem(409, "no-salt", "a seat adds to the dice once, before its first choice")
            twin = pledge.twin()
            twin.opening = pledge.opening
            twin.mix(key_seat, salt)
            await asyncio.to_thread(partial(self.note, fair=fair_data(twin)))
            pledge.mix(key_seat, salt)
            self.announce()

    def lose(self, error: Exception) -> Problem:
        """Memory is ahead of what is stored: nobody may see this room again; the next visitor gets the stored game."""
        self.lost = True
        if isinstance(error, Moved):
            return Problem(409, "stale", "somebody else has changed the game at the same moment; look again")
        logger.error("game %s could not be stored: %s", self.id, error)
        return Problem(503, "not-stored", "the choice could not be stored and was not made; try again")

    def announce(self) -> None:
        self.unseen |= self.viewers
        self.whisper()
        if self.herald is not None:
            self.herald(self)

    def whisper(self) -> None:
        """Something beside the board has changed: who is here, what somebody said."""
        for viewer in self.viewers:
            viewer.changed.set()

    # Bots

    @property
    def stuck(self) -> bool:
        """Until something is taken back or the seat gets another player."""
        return self.stuck_at == self.revision

    def unstick(self) -> None:
        self.stuck_at = NEVER

    def wake_bots(self) -> None:
        if self.bots and not self.stuck and not self.thinks:
            self.thinking = asyncio.create_task(self.run_bots())
            self.thinking.add_done_callback(report_failure)

    async def run_bots(self) -> None:
        """Of several processes that have the game open, the bots of one think about it."""
        if self.bot_to_move() is None:
            return
        if not await asyncio.to_thread(self.storage.claim, self.id):
            asyncio.get_running_loop().call_later(LEASE, self.wake_bots)
            return
        await self.let_bots_play()
        await asyncio.to_thread(self.storage.release, self.id)

    def bot_to_move(self) -> int | None:
        return None if self.lost else next((d.seat for d in self.game.decisions if d.seat in self.bots), None)

    async def let_bots_play(self) -> None:
        """Bots think about a copy, outside the lock, and think again if the game moved meanwhile."""
        while not self.stuck:
            async with self.lock:
                seat = self.bot_to_move()
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
                await asyncio.to_thread(self.play_and_store, [option], question.seat)
                self.announce()

    def fail(self, revision: int, seat: int) -> None:
        """The rules failed at a bot's choice, which changed nothing: say so, or everybody would wait for it."""
        logger.exception("game %s cannot go on: the choice of seat %d failed at %d", self.id, seat, revision)
        self.stuck_at = revision
        self.announce()

    def idle(self) -> bool:
        """Nobody watches, decides or thinks."""
        return not self.viewers and not self.lock.locked() and not self.thinks

    @property
    def thinks(self) -> bool:
        return self.thinking is not None and not self.thinking.done()

    async def stop(self) -> None:
        if self.thinking is not None and not self.thinking.done():
            self.thinking.cancel()
            await asyncio.gather(self.thinking, return_exceptions=True)

    def view(self, viewer: Viewer) -> View:
        return show(self, viewer)


def report_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.error("a bot failed", exc_info=task.exception())
