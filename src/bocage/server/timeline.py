"""A game looked at again: the state before every choice, made by playing on from the nearest kept one."""

from __future__ import annotations

from typing import Final

import msgspec

from bocage.kernel import State, Text
from bocage.kernel.fair import FairDice, reopen, telling
from bocage.kernel.game import Game
from bocage.kernel.system import System

EVERY: Final = 20  # choices between two kept states
SPECTATOR: Final = -1


class Mark(msgspec.Struct):
    """When a choice was made, by whom, and how it stood; `digest` tells whether it is still the same choice."""

    turn: int
    turns: int
    phase: Text
    seat: int
    digest: str
    points: list[int]  # by seat, as everybody may know them: the score, and the pieces that are left
    pieces: list[int]


class Timeline:
    """Follows a game: `catch_up` learns what was played since and forgets what was taken back."""

    def __init__(self, system: System, game: Game) -> None:
        self.system = system
        self.marks: list[Mark] = []
        self.told = None if game.pledge is None else telling(game.seed, [])
        self.kept: list[State] = [reopen(game.pledge, system, game.scenario, game.seed, game.options)]
        self.newest = self.kept[0].clone()  # the state after the last mark

    def catch_up(self, game: Game) -> None:
        if self.told is not None and game.pledge is not None:
            self.told.faces = game.pledge.faces[:]
        same = 0
        for mark, played in zip(self.marks, game.history, strict=False):
            if mark.digest != played.digest:
                break
            same += 1
        if same < len(self.marks):
            del self.marks[same:]
            del self.kept[same // EVERY + 1 :]
            self.newest = self.state(game, same)
        for number in range(same, len(game.history)):
            self.mark(game, number)

    def mark(self, game: Game, number: int) -> None:
        played = game.history[number]
        position = self.system.position(self.newest, SPECTATOR)
        if number % EVERY == 0 and number:
            self.kept.append(self.newest.clone())
        points = [seat.score or 0 for seat in position.seats]
        pieces = [sum(piece.seat == seat for piece in position.pieces) for seat in range(len(position.seats))]
        self.marks.append(
            Mark(position.turn, position.turns, position.phase, played.seat, played.digest, points, pieces)
        )
        self.play(self.newest, played.seat, played.option)

    def state(self, game: Game, number: int) -> State:
        """Before the choice with this number."""
        first = number // EVERY if number // EVERY < len(self.kept) else len(self.kept) - 1
        state = self.kept[first].clone()
        for played in game.history[first * EVERY : number]:
            self.play(state, played.seat, played.option)
        if self.told is not None:
            state.dice = state.dice.copy()  # whoever thinks about it has dice of his own
        return state

    def play(self, state: State, seat: int, option: int) -> None:
        """A choice of the history, with the dice that fell: it was legal then."""
        if self.told is not None:
            state.dice = FairDice(self.told, state.dice.draws)
        decision = next(d for d in state.pending if d.seat == seat)
        state.play(decision, option)
