"""The search bot: the best options of the book, tried out by playing on.

Sequential halving: all candidates are played on equally often, then the worse half is dropped, and so on. Every round
plays each candidate in the same imagined world with the same dice, so that luck does not decide between them. A trial
follows the book for both sides up to a horizon, where the position is appraised.
"""

from __future__ import annotations

import random
from math import ceil, log2

from bocage.bots.base import Budget, Ranked, information, ordered
from bocage.bots.doctrine import by_the_book
from bocage.bots.lookahead import verdict
from bocage.kernel.appraisal import Manner, total
from bocage.kernel.decision import Decision
from bocage.kernel.dice import Dice
from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.kernel.system import System

CANDIDATES = 4
TURNS = 4  # how often the word passes from side to side before a trial is judged
HORIZON = 30  # decisions at most
DOUBT = 8.0  # trials that it takes to believe half of what they say


class Candidate:
    __slots__ = ("book", "option", "parts", "plays", "sum")

    def __init__(self, ranked: Ranked, best: float) -> None:
        self.option = ranked.option
        self.parts = ranked.parts
        self.book = ranked.value - best  # how far behind the book's favourite
        self.sum = 0.0
        self.plays = 0

    def value(self) -> float:
        """The book's opinion, and as much of the trials' as their number bears out."""
        return self.book + self.sum / (self.plays + DOUBT)


class SearchBot:
    def __init__(self, rng: random.Random, manner: Manner | None = None, budget: Budget | None = None) -> None:
        self.rng = rng
        self.manner = manner or Manner()
        self.budget = budget or Budget(1.0)

    def choose(self, game: Game, seat: int) -> int:
        return self.rank(game, seat)[0].option

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        self.budget.start()
        system = game.system
        world, decision = information(system, game.state, seat, self.rng)
        options, scores = by_the_book(system, world, decision, self.manner, self.rng)
        ranked = ordered(options, scores)
        if len(ranked) == 1:
            return ranked
        field = [Candidate(one, ranked[0].value) for one in ranked[:CANDIDATES]]
        found = [Ranked(c.option, c.value(), c.parts, c.plays) for c in self.halve(system, game.state, seat, field)]
        return found + ranked[CANDIDATES:]

    def halve(self, system: System, truth: State, seat: int, field: list[Candidate]) -> list[Candidate]:
        """All of them, the best first; those dropped early come last."""
        dropped: list[Candidate] = []
        stages = max(1, ceil(log2(len(field))))
        for stage in range(stages):
            until = (stages - stage - 1) / stages
            while self.budget.share() > until and self.round(system, truth, seat, field):
                pass
            field.sort(key=lambda candidate: -candidate.value())
            if stage < stages - 1:
                half = (len(field) + 1) // 2
                dropped = field[half:] + dropped
                field = field[:half]
        return field + dropped

    def round(self, system: System, truth: State, seat: int, field: list[Candidate]) -> bool:
        """Each candidate once, all in the same world; False when the budget ends within it, which leaves it out."""
        world, decision = information(system, truth, seat, self.rng)
        seed = self.rng.getrandbits(64)
        values: list[float] = []
        for candidate in field:
            value = self.trial(system, world, decision, candidate.option, seed)
            if value is None:
                return False
            values.append(value)
        mean = sum(values) / len(values)
        for candidate, value in zip(field, values, strict=True):
            candidate.sum += value - mean
            candidate.plays += 1
        return True

    def trial(self, system: System, world: State, decision: Decision, option: int, seed: int) -> float | None:
        """One game played on by the book; None when the budget ends within it."""
        state = world.clone()
        state.dice = Dice(seed, 0)
        rng = random.Random(seed)
        state.play(decision, option)
        seat = decision.seat
        turns = 0
        for _ in range(HORIZON):
            if state.over:
                break
            if not self.budget.spend():
                return None
            asked = state.pending[0]
            if asked.seat != seat:
                seat = asked.seat
                turns += 1
                if turns > TURNS:
                    break
            options, scores = by_the_book(system, state, asked, self.manner, rng, 1)
            best = max(range(len(options)), key=[total(parts) for parts in scores].__getitem__)
            state.play(asked, options[best])
        return total(verdict(system, state, decision.seat, self.manner))
