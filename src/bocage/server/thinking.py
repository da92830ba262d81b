"""Where bots think: in processes of their own, so that no game waits while another one's bot ponders.

A position goes there as the header and choices of its game. A worker keeps the games it was asked about last and plays
only what is new. What a bot decides depends on the game and its seed alone, not on who works it out or how often.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

import msgspec

from bocage import registry
from bocage.bots import Ranked, bot, settings_of
from bocage.kernel.draft import Draft
from bocage.kernel.fair import open_with, telling
from bocage.kernel.game import Game
from bocage.kernel.system import System

logger = logging.getLogger("bocage.server")

TRIES: Final = 2  # of a thought whose worker dies, before the server thinks itself
KEPT: Final = 16  # games a worker remembers, and opinions a game does
MOST_PLANNED: Final = 500  # choices of one plan
POLITE: Final = 5  # by how much bots that search stand back when the machine is busy

Answer = TypeVar("Answer")


class Question(msgspec.Struct, frozen=True):
    """What does this player take, or think of the options, in this seat of that position?"""

    game: str
    system: str
    scenario: str
    seed: int
    options: dict[str, Any]
    choices: list[tuple[int, int]]  # seat and option
    faces: list[int] | None  # fair dice as they fell, up to there; None: they come from the seed
    digest: str  # of the position they lead to
    seat: int
    player: str


class Differs(Exception):
    """The choices led to another position than the server's."""


def question_of(name: str, game: Game, seat: int, upto: int | None = None) -> Question:
    """About the newest position, or the one after so many choices."""
    history = game.history[:upto]
    return Question(
        name, game.system.id, game.scenario, game.seed, game.options,
        [(played.seat, played.option) for played in history], faces_before(game, len(history)),
        history[-1].digest if history else game.opening, seat, game.seats[seat],
    )  # fmt: skip


def faces_before(game: Game, number: int) -> list[int] | None:
    """The fair dice of the first choices: all that a thinker needs, and nothing of those to come."""
    if game.pledge is None:
        return None
    return game.pledge.faces[: game.pledge.opening + sum(len(played.rolls) for played in game.history[:number])]


def luck_of(question: Question) -> random.Random:
    """The bot's own generator for this decision: whoever asks again gets the same thoughts."""
    return random.Random(f"{question.seed}/{question.seat}/{len(question.choices)}")


def decide(question: Question, game: Game) -> int:
    """A bot that fails must not leave the others waiting: any choice stands in for its own."""
    seat = question.seat
    rng = luck_of(question)
    try:
        return bot(question.player, rng).choose(game, seat)
    except Exception:
        logger.exception("game %s: the bot of seat %d failed", question.game, seat)
        return bot("random", rng).choose(game, seat)


def complete(question: Question, game: Game, draft: Draft) -> None:
    """Let the player take all that is left of a plan, knowing no more than its seat does."""
    for _ in range(MOST_PLANNED):
        if draft.decision is None:
            return
        taken = [*question.choices, *((draft.seat, option) for option in draft.options)]
        there = Game(game.system, game.scenario, game.seed, game.options, draft.state.clone(), False)
        draft.add(decide(msgspec.structs.replace(question, choices=taken), there))


def rank(question: Question, game: Game) -> list[Ranked]:
    return bot(question.player, luck_of(question)).rank(game, question.seat)


# ---- in a worker


class Known:
    """A game that a worker was asked about, and the choices it has played of it."""

    def __init__(self, question: Question) -> None:
        self.told = None if question.faces is None else telling(question.seed, question.faces[:])
        self.game = self.open(question)
        self.choices: list[tuple[int, int]] = []

    def open(self, question: Question) -> Game:
        if self.told is None:
            return registry.new(question.system, question.scenario, question.seed, question.options, recording=False)
        system = registry.system(question.system)
        state, self.told = open_with(self.told, system, question.scenario, question.options)
        return Game(system, question.scenario, question.seed, question.options, state, False)

    def leads_to(self, question: Question) -> bool:
        rolled = self.game.state.dice.draws
        return self.choices == question.choices[: len(self.choices)] and (
            self.told is None or (question.faces is not None and self.told.faces[:rolled] == question.faces[:rolled])
        )

    def follow(self, question: Question) -> None:
        if self.told is not None and question.faces is not None:
            self.told.faces = question.faces[:]
        for seat, option in question.choices[len(self.choices) :]:
            self.game.play(option, seat)
            self.choices.append((seat, option))


KNOWN: OrderedDict[str, Known] = OrderedDict()


def position(question: Question) -> Game:
    """The position asked about, on from what is known of its game."""
    known = KNOWN.pop(question.game, None)
    if known is None or not known.leads_to(question):  # a new game, or something was taken back
        known = Known(question)
    known.follow(question)
    if known.game.state.digest() != question.digest:
        raise Differs(question.game)
    KNOWN[question.game] = known
    while len(KNOWN) > KEPT:
        KNOWN.popitem(last=False)
    return known.game.clone()


def think(question: Question) -> int:
    return decide(question, position(question))


def weigh(question: Question) -> list[Ranked]:
    return rank(question, position(question))


def prepare(question: Question) -> None:
    """Read the rules and the scenario, so that the next thought begins at once."""
    position(question)


def begin(leash: Connection, stands_back: int) -> None:
    """A worker leaves Ctrl-C to the server, and ends with it, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(stands_back)
    threading.Thread(target=hold, args=(leash,), daemon=True).start()


def hold(leash: Connection) -> None:
    try:
        leash.recv()
    except (EOFError, OSError):
        os._exit(0)


# ---- in the server


class Workers:
    """So many processes, started when they are first needed and again when one of them dies."""

    def __init__(self, count: int, stands_back: int = 0) -> None:
        self.count = count
        self.stands_back = stands_back
        self.pool: ProcessPoolExecutor | None = None
        self.leash: Connection | None = None  # workers end when it is let go
        self.warm = False
        self.broken: ProcessPoolExecutor | None = None  # died while it was made ready

    def started(self) -> ProcessPoolExecutor:
        if self.pool is None:
            held, self.leash = get_context("spawn").Pipe(duplex=False)
            self.pool = ProcessPoolExecutor(self.count, get_context("spawn"), begin, (held, self.stands_back))
            self.warm = False
        return self.pool

    def ready(self, question: Question) -> bool:
        """Whether a thought would begin at once; if not, they are made ready meanwhile."""
        if self.broken is not None:
            self.drop(self.broken)
            self.broken = None
        if self.pool is None:
            pool = self.started()
            pool.submit(prepare, question).add_done_callback(partial(self.warmed, pool))
        return self.warm

    def warmed(self, pool: ProcessPoolExecutor, prepared: Future[None]) -> None:
        """Called by a thread of the pool, which cannot drop itself: the next who asks does that."""
        if prepared.cancelled():
            return
        if isinstance(prepared.exception(), BrokenProcessPool):
            logger.warning("a thinking process died while it was made ready")
            self.broken = pool
            return
        self.warm = pool is self.pool

    async def ask(self, thought: Callable[[Question], Answer], question: Question) -> Answer | None:
        """What comes of a thought, or None where no worker can tell."""
        for _ in range(TRIES):
            pool = self.started()
            try:
                answer = await asyncio.wrap_future(pool.submit(thought, question))
            except BrokenProcessPool:
                logger.warning("game %s: a thinking process died", question.game)
                self.drop(pool)
            except Exception:
                logger.exception("game %s: no thought of a worker", question.game)
                return None
            else:
                self.warm = pool is self.pool
                return answer
        return None

    def drop(self, pool: ProcessPoolExecutor, wait: bool = False) -> None:
        if pool is not self.pool:
            return  # another thought has found out before
        self.pool = None
        self.warm = False
        if self.leash is not None:
            self.leash.close()
        pool.shutdown(wait=wait, cancel_futures=True)

    def close(self) -> None:
        """Wait for the end, which the leash brings at once: what workers share with the server is then given back."""
        if self.pool is not None:
            self.drop(self.pool, wait=True)


QUICK: Final = ("random", "greedy", "doctrine")  # all others may take their time


class Thinkers:
    """Bots that search have workers of their own, so that the others never wait behind them."""

    def __init__(self) -> None:
        self.quick = Workers(1)
        self.deep = Workers(max(1, (os.cpu_count() or 1) // 2), POLITE)

    async def option(self, question: Question, copy: Game, threads: ThreadPoolExecutor) -> int:
        """What the player takes; where workers cannot tell, the server thinks itself, about a copy of the game.

        It does so too while the workers of bots that decide in no time are still getting ready.
        """
        searches = settings_of(question.player)[0] not in QUICK
        workers = self.deep if searches else self.quick
        if is_installed(copy.system) and (searches or workers.ready(question)):
            option = await workers.ask(think, question)
            if option is not None:
                return option
        return await asyncio.get_running_loop().run_in_executor(threads, decide, question, copy)

    async def ranking(self, question: Question, copy: Game, threads: ThreadPoolExecutor) -> list[Ranked]:
        """What the player thinks of its options. No turn waits for it, so it never keeps the quick ones from theirs."""
        if is_installed(copy.system):
            found = await self.deep.ask(weigh, question)
            if found is not None:
                return found
        return await asyncio.get_running_loop().run_in_executor(threads, rank, question, copy)

    def close(self) -> None:
        self.quick.close()
        self.deep.close()


class Opinions:
    """What bots think of the choices of one game: worked out one at a time, and remembered for a while."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.lock = asyncio.Lock()
        self.known: OrderedDict[tuple[int, str, int, str], list[Ranked]] = OrderedDict()

    async def about(self, question: Question, copy: Game, threads: ThreadPoolExecutor) -> list[Ranked]:
        """Who asks again hears the same, though a search by the clock would not come to quite the same."""
        key = (len(question.choices), question.digest, question.seat, question.player)
        if key in self.known:
            return self.known[key]
        async with self.lock:
            if key not in self.known:
                self.known[key] = await self.thinkers.ranking(question, copy, threads)
            while len(self.known) > KEPT:
                self.known.popitem(last=False)
            return self.known[key]


def is_installed(system: System) -> bool:
    """Whether a worker would find the same rules."""
    return system.id in registry.installed()
