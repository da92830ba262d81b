"""One game between two bots: what is to be played, what came of it, and the same game with its history."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from bocage import registry
from bocage.bots import bot, enrol
from bocage.kernel.appraisal import Manner, total
from bocage.kernel.game import Game
from bocage.kernel.views import Position

LOOK_EVERY = 8  # choices between two looks at the score
MOMENTS = 3  # turning points kept of a game


class SimulationError(Exception):
    """A run that cannot be started or gone on with; the message says why."""


class Run(msgspec.Struct, frozen=True):
    """What is to be played: `games` games, two and two with the same dice and the sides swapped."""

    system: str
    scenario: str
    games: int
    bots: tuple[str, str]
    seed: int = 1
    options: dict[str, Any] = {}
    watch: bool = False  # appraise every position, to find the turning points


class Moment(msgspec.Struct):
    """A choice that changed the position much: `swing` is what the first side gained by it."""

    choice: int  # the first is 1
    turn: int
    swing: float


class Result(msgspec.Struct):
    """One game. What is told of sides is told of two: allied seats are one."""

    number: int
    seed: int
    first: str  # the bot of each side
    second: str
    winner: int  # the side, -1 for a draw
    turns: int
    decisions: int
    scores: list[int]
    lost: list[int]  # of the pieces at the start
    by_turn: list[list[int]] = []  # turn and scores
    moments: list[Moment] = []
    choices: list[list[int]] = []  # seat and option, to play it again

    def won_by(self, side: int) -> float:
        """1 if the run's bot `side` won (0 the first named), one half for a draw."""
        if self.winner < 0:
            return 0.5
        return 1.0 if self.bot_of(self.winner) == side else 0.0

    def bot_of(self, side: int) -> int:
        return side if self.number % 2 == 0 else 1 - side

    def behind(self) -> int:
        """By how many points the winner once was behind, at the end of a turn."""
        if self.winner < 0:
            return 0
        return max((row[2 - self.winner] - row[1 + self.winner] for row in self.by_turn), default=0)


def sides_of(run: Run, number: int) -> list[str]:
    """The bot of each side; they are swapped in every other game."""
    return list(run.bots) if number % 2 == 0 else list(reversed(run.bots))


def camps_of(position: Position) -> list[int]:
    """The first or the second side, for every seat; allied seats are one."""
    return [one.camp if one.camp >= 0 else seat % 2 for seat, one in enumerate(position.seats)]


def scores_of(position: Position) -> list[int]:
    """The points of both sides; every seat of a side has all of them."""
    camps = camps_of(position)
    return [position.seats[camps.index(side)].score for side in (0, 1)]


def seed_of(run: Run, number: int) -> int:
    """Two games share a seed; not where a bot plays itself, for then it would be one game played twice."""
    return run.seed + (number if run.bots[0] == run.bots[1] else number // 2)


def play(run: Run, number: int) -> Result:
    """One game of a run."""
    for name in run.bots:
        enrol(name)  # this may be another process than the one that was started
    seed = seed_of(run, number)
    game = registry.new(run.system, run.scenario, seed, run.options, recording=False)
    names = sides_of(run, number)
    opening = game.view(-1)
    camps = camps_of(opening)
    players = [bot(names[camp], random.Random(f"{seed}/{seat}/{names[camp]}")) for seat, camp in enumerate(camps)]
    result = Result(number, seed, names[0], names[1], -1, 0, 0, [], [])
    scribe = Scribe(game, run.watch)
    while not game.over:
        seat = game.decision.seat
        option = players[seat].choose(game, seat)
        game.play(option, seat)
        result.choices.append([seat, option])
        scribe.after(game)
    closing = game.view(-1)
    result.winner = camps[game.state.winner] if game.state.winner >= 0 else -1
    result.turns = closing.turn
    result.decisions = len(result.choices)
    result.scores = scores_of(closing)
    result.lost = [len(pieces(opening, side) - pieces(closing, side)) for side in (0, 1)]
    result.by_turn = scribe.finish(game)
    result.moments = scribe.moments()
    return result


def pieces(position: Position, side: int) -> set[int]:
    camps = camps_of(position)
    return {piece.id for piece in position.pieces if piece.seat >= 0 and camps[piece.seat] == side}


class Scribe:
    """Notes the score turn by turn, and the choices that changed the position most."""

    def __init__(self, game: Game, watch: bool) -> None:
        self.choices = 0
        self.turns: dict[int, list[int]] = {}
        self.watch = watch
        self.found: list[Moment] = []
        self.turn = 0
        self.note(game)
        self.value = self.appraised(game) if watch else 0.0

    def note(self, game: Game) -> None:
        position = game.view(-1)
        self.turn = position.turn
        self.turns[position.turn] = scores_of(position)

    def appraised(self, game: Game) -> float:
        return total(game.system.appraise(game.state, 0, Manner()))

    def after(self, game: Game) -> None:
        self.choices += 1
        if game.over:
            return
        turn = self.turn
        if self.watch or self.choices % LOOK_EVERY == 0:
            self.note(game)
        if self.watch:
            value = self.appraised(game)
            self.found.append(Moment(self.choices, turn, round(value - self.value, 3)))
            self.value = value

    def finish(self, game: Game) -> list[list[int]]:
        self.note(game)
        return [[turn, *scores] for turn, scores in sorted(self.turns.items())]

    def moments(self) -> list[Moment]:
        return sorted(self.found, key=lambda moment: -abs(moment.swing))[:MOMENTS]


def recorded(run: Run, result: Result, upto: int | None = None) -> Game:
    """The game with its history, played again from its choices."""
    game = registry.new(run.system, run.scenario, result.seed, run.options)
    names = sides_of(run, result.number)
    game.seats = [names[camp] for camp in camps_of(game.view(-1))]
    for seat, option in result.choices[:upto]:
        game.play(option, seat)
    return game
