"""A finished game looked over: who stood better when, what luck did, and which choices cost most.

How a side stands is what bots appraise, in victory points of the scenario. A swing is what a choice changed: what it
was worth with all the dice it might have rolled is the decision, the rest is luck. What a choice cost is how far it
lies behind the best by the book; what looks dear by the book is played on, from both, before anybody is blamed for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from bocage.bots import bot
from bocage.bots.base import Budget, Ranked
from bocage.bots.search import SearchBot
from bocage.kernel import State, Text, result_of, seeded
from bocage.kernel.appraisal import Manner, total
from bocage.kernel.fair import reopen
from bocage.kernel.game import Game
from bocage.kernel.system import System

TRIALS = 12  # of the dice of a choice
MOST = 3  # turning points, and costly choices of each seat
SMALL = 0.05  # victory points: less is no swing and no mistake
JUDGE = "doctrine"
DOUBTED = 6  # choices of each seat that are played on
NODES = 1200  # states that this takes for each of them, at most
PASSES = 8  # how often the word passes meanwhile: a blunder is not always punished at once
BOOK = 1 / 3  # what the book's opinion counts beside that: what did no harm this time may still have been a mistake


class Swing(msgspec.Struct):
    """A choice and what came of it, from the first seat's side; `cost` is from that of whoever chose."""

    at: int  # its number in the game
    seat: int
    label: Text
    before: float
    after: float
    decision: float
    luck: float
    cost: float
    best: Text | None = None  # what the judge would have done, where that is something else
    clock: tuple[int, int] = (0, 0)  # the turn, and how many there are
    tried: bool = False  # whether both were played on

    @property
    def change(self) -> float:
        return self.after - self.before


class Review(msgspec.Struct):
    curve: list[float]  # how the first seat stood before each choice, and at the end
    swings: list[Swing]

    def turning_points(self) -> list[Swing]:
        """The largest swings, in the order they came."""
        large = sorted((one for one in self.swings if abs(one.change) >= SMALL), key=lambda one: -abs(one.change))
        return sorted(large[:MOST], key=lambda one: one.at)

    def costly(self, seat: int) -> list[Swing]:
        """The choices of a seat that cost it most, the dearest first."""
        return dearest(self.swings, seat, tried=True)[:MOST]

    def luck(self) -> float:
        """What the dice gave the first seat in all."""
        return sum(one.luck for one in self.swings)


def review(game: Game, tell: Callable[[int, int], None] = lambda done, of: None) -> Review:
    """Look over a recorded game; `tell` hears how far it has come."""
    system = game.system
    state = reopen(game.pledge, system, game.scenario, game.seed, game.options).clone()
    state.recording = False
    swings: list[Swing] = []
    doubted: dict[int, State] = {}  # by number
    curve = [stand(system, state)]
    for number in range(len(game.history)):
        tell(number, len(game.history))
        swing, after = look_at(game, state, number, curve[-1])
        swings.append(swing)
        curve.append(swing.after)
        if swing.cost >= SMALL:
            doubted[number] = state
            for one in dearest(swings, swing.seat)[DOUBTED:]:
                doubted.pop(one.at, None)
        state = after
    for number, before in doubted.items():
        play_on(game, before, swings[number])
    return Review([round(value, 3) for value in curve], swings)


def dearest(swings: list[Swing], seat: int, tried: bool = False) -> list[Swing]:
    """What cost a seat something, the dearest first; if wanted only what was played on."""
    own = [one for one in swings if one.seat == seat and one.cost >= SMALL and one.tried >= tried]
    return sorted(own, key=lambda one: -one.cost)


def look_at(game: Game, state: State, number: int, before: float) -> tuple[Swing, State]:
    """A choice as it was made, and the state after it; the one given stays as it was."""
    system, played = game.system, game.history[number]
    decision = next(one for one in state.pending if one.seat == played.seat)
    after = state.clone()
    after.dice.script, after.dice.cursor = [result_of(roll) for roll in played.rolls], 0  # as they fell
    after.play(decision, played.option)
    after.dice.script = None
    reached = stand(system, after)
    expected = reached if after.dice.draws == state.dice.draws else expect(system, state, played.seat, played.option)
    label = system.choice(state, decision, played.option).label
    luck = reached - expected
    cost, best = judge(game, state, number)
    better = None if best is None else system.choice(state, decision, best).label
    position = system.position(state, -1)
    clock = position.turn, position.turns
    return Swing(number, played.seat, label, before, reached, expected - before, luck, cost, better, clock), after


def play_on(game: Game, state: State, swing: Swing) -> None:
    """Try the choice and the best of the others, and tell anew what it cost."""
    copy = Game(game.system, game.scenario, game.seed, game.options, state.clone(), False)
    option = game.history[swing.at].option
    judge = SearchBot(random.Random(swing.at), budget=Budget(0.0, NODES), passes=PASSES)
    ranked = judge.compare(copy, swing.seat, option)
    behind = sum(ranked[0].value - one.value for one in ranked if one.option == option)
    swing.cost = BOOK * swing.cost + (1.0 - BOOK) * behind
    swing.tried = True


def stand(system: System, state: State) -> float:
    """How much better the first seat stands than its enemies."""
    seats = system.position(state, -1).seats
    camps = [seat.camp for seat in seats]
    other = next((n for n, camp in enumerate(camps) if n and (camp < 0 or camp != camps[0])), 0)
    manner = Manner()
    if state.over:
        return float(seats[0].score - seats[other].score) + (0.0 if state.winner < 0 else won(state))
    return (total(system.appraise(state, 0, manner)) - total(system.appraise(state, other, manner))) / 2


def won(state: State) -> float:
    return 1.0 if state.won(0) else -1.0


def expect(system: System, state: State, seat: int, option: int) -> float:
    """What a choice is worth with other dice."""
    values = []
    for trial in range(TRIALS):
        world = state.clone()
        world.dice = seeded(trial * 7919 + state.dice.draws)
        decision = next(one for one in world.pending if one.seat == seat)
        world.play(decision, option)
        values.append(stand(system, world))
    return sum(values) / len(values)


def judge(game: Game, state: State, number: int) -> tuple[float, int | None]:
    """How far the choice lies behind the best, and the best if that is another one."""
    played = game.history[number]
    copy = Game(game.system, game.scenario, game.seed, game.options, state.clone(), False)
    try:
        ranked: list[Ranked] = bot(JUDGE, random.Random(number)).rank(copy, played.seat)
    except NotImplementedError:  # a system that no bot has learned to judge
        return 0.0, None
    taken = next((one for one in ranked if one.option == played.option), None)
    if taken is None or len(ranked) < 2:
        return 0.0, None
    cost = ranked[0].value - taken.value
    return cost, ranked[0].option if cost >= SMALL else None
