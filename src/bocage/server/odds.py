"""The odds of a decision: each option is played out at most once, whoever asks and however often."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from bocage.analysis.foresight import Foresight, Intention
from bocage.analysis.pathrisk import PathRisk, Walk, known_pieces
from bocage.bots import Bot
from bocage.kernel import Decision, Forecast, State
from bocage.kernel.game import Game
from bocage.kernel.views import Position

T = TypeVar("T")

KEPT: Final = 1000  # answers about one decision; paths and points of a region are without number


class Weighing:
    """One decision of one seat, on a copy of the game that nobody has to wait for. Several threads may ask it."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.decision: Decision = game.pending(seat)
        self.known: dict[Hashable, Future[Any]] = {}
        self.guard = threading.Lock()

    @property
    def options(self) -> list[int]:
        return self.decision.options

    def once(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """What `work_out` gives; who asks while another is at it waits for that one."""
        with self.guard:
            future = self.known.get(key)
            mine = future is None
            if future is None:
                future = Future()
                if len(self.known) < KEPT:
                    self.known[key] = future
        if mine:
            try:
                future.set_result(work_out())
            except BaseException as error:
                future.set_exception(error)
        found: T = future.result()
        return found

    def view(self) -> Position:
        return self.once("view", lambda: self.game.view(self.decision.seat))

    def odds(self, option: int) -> Forecast | None:
        """The odds of an option, or at best what it begins; any point of a region may be asked about."""
        game, decision = self.game, self.decision
        return self.once(option, lambda: game.system.odds(game.state, decision, option))

    def risk(self, option: int) -> float:
        """The chance to come to harm on a step, should every enemy fire who may; of other choices nothing is said."""
        choice = self.game.system.choice(self.game.state, self.decision, option)
        if not choice.steps:
            return 0.0
        point = f"{choice.x},{choice.y}" if choice.x >= 0 else ""
        try:
            legs = self.path((choice.place or point,)).legs
        except NotImplementedError:  # a system that does not say who is hurt
            return 0.0
        return 1.0 - legs[0].unharmed if legs else 0.0

    def path(self, places: tuple[str, ...]) -> PathRisk:
        """The risk of a path, as far as the seat can know it."""
        return self.once(places, lambda: self.walk(list(places)))

    def walk(self, places: list[str]) -> PathRisk:
        world, known = self.imagine()
        return Walk(self.game.system, world.clone(), self.decision.seat, known).along(places)

    def imagine(self) -> tuple[State, set[int]]:
        """A world that the seat could not tell from the true one, and the enemies it knows: what it does not know
        cannot show."""
        game, seat = self.game, self.decision.seat
        world = self.once("world", lambda: game.system.redeterminise(game.state, seat, random.Random(0)))
        return world, self.once("known", lambda: known_pieces(game.system, world, seat))

    def intend(self, option: int, adviser: Bot) -> Intention:
        """What an adviser would do with the unit that an option is about, until dice or the enemy come between."""
        world, known = self.imagine()
        return Foresight(self.game, world, self.decision.seat, known, adviser).follow(option)
