"""The search bot: the best options of the book, tried out by playing on.

Sequential halving: all candidates are played on equally often, then the worse half is dropped, and so on. Every round
plays each candidate in the same imagined world with the same dice, so that luck does not decide between them. A trial
follows the book for both sides until the word has passed a few times, and the position there is appraised. Trials are
believed by their number and by how much they scatter. Whoever has no prospect left of overtaking the leader by what
matters is dropped too, so a choice that is plain, or that makes no odds, takes little time.
"""

from __future__ import annotations

import random
from math import ceil, erfc, exp, log2, pi, sqrt, tanh
from typing import Final

from bocage.bots.base import MANNER, Bot, Budget, Ranked, Setting, information, manner_of, ordered
from bocage.bots.doctrine import by_the_book
from bocage.bots.lookahead import expectation, verdict
from bocage.kernel import Decision, Dice, State
from bocage.kernel.appraisal import Manner, total
from bocage.kernel.game import Game
from bocage.kernel.system import System

CANDIDATES: Final = 5
MARGIN: Final = 2.5  # points behind the book's favourite that no trial makes up for
PASSES: Final = 3  # how often the word passes from side to side before a trial is judged
HORIZON: Final = 40  # decisions at most, not counting those that only prepare
FURTHEST: Final = 120  # decisions at most, counting all
BOOK_ERROR: Final = 0.7  # points that the book is usually wrong by
SCATTER: Final = 2.0  # points that trials scatter by, as far as is known before the first
FIRST: Final = 4.0  # trials that this counts for
DOUBT: Final = 8.0  # trials that it takes to believe half of what they say, however they scatter
PROSPECT: Final = 0.03  # points: who may hope to gain less on the leader by more trials gets none
ENOUGH: Final = 6  # trials before anybody is dropped for that
FEW: Final = 8  # options that a trial looks one step ahead for
WON: Final = 20.0  # points that a won game is worth; positions never reach it


class Candidate:
    __slots__ = ("book", "option", "parts", "plays", "squares", "sum")

    def __init__(self, ranked: Ranked, best: float) -> None:
        self.option = ranked.option
        self.parts = ranked.parts
        self.book = ranked.value - best  # how far behind the book's favourite
        self.sum = 0.0
        self.squares = 0.0
        self.plays = 0

    def note(self, value: float) -> None:
        self.sum += value
        self.squares += value * value
        self.plays += 1

    def average(self) -> float:
        return self.sum / self.plays if self.plays else self.book

    def value(self, doubt: float) -> float:
        """The book's opinion, and as much of the trials' as their number bears out."""
        return (doubt * self.book + self.sum) / (doubt + self.plays)

    def reasons(self, doubt: float) -> list[tuple[str, float]]:
        """The book's parts, and as one more what the trials make of them."""
        return [*self.parts, ("trials", self.value(doubt) - self.book)] if self.plays else self.parts


class SearchBot(Bot):
    """It thinks for so many seconds, or, where `nodes` are given, over so many states."""

    settings = (*MANNER, Setting("seconds"), Setting("nodes", least=1, whole=True))

    def __init__(
        self, rng: random.Random, manner: Manner | None = None, budget: Budget | None = None, passes: int = PASSES
    ) -> None:
        super().__init__(rng)
        self.manner = manner or Manner()
        self.budget = budget or Budget(1.0)
        self.passes = passes

    @classmethod
    def make(cls, rng: random.Random, settings: dict[str, float]) -> SearchBot:
        nodes = int(settings.get("nodes", 0))
        return cls(rng, manner_of(settings), Budget(0.0 if nodes else settings.get("seconds", 1.0), nodes))

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        self.budget.start()
        system = game.system
        world, decision = information(system, game.state, seat, self.rng)
        options, scores = by_the_book(system, world, decision, self.manner, self.rng)
        ranked = ordered(options, scores)
        best = ranked[0].value
        field = [Candidate(one, best) for one in ranked[:CANDIDATES] if one.value > best - MARGIN]
        if len(field) == 1:
            return ranked
        tried = self.halve(system, game.state, seat, field)
        doubt = doubt_of(tried)
        found = [Ranked(c.option, best + c.value(doubt), c.reasons(doubt), c.plays) for c in tried]
        return found + ranked[len(field) :]

    def compare(self, game: Game, seat: int, option: int) -> list[Ranked]:
        """An option and the best of the others by the book, tried equally often; the better one first."""
        self.budget.start()
        system = game.system
        world, decision = information(system, game.state, seat, self.rng)
        ranked = ordered(*by_the_book(system, world, decision, self.manner, self.rng))
        best = ranked[0].value
        rival = next((one for one in ranked if one.option != option), ranked[0])
        field = [Candidate(one, best) for one in ranked if one.option in (option, rival.option)]
        places = len(field)
        while places > 1 and self.budget.share() > 0.0 and self.round(system, game.state, seat, field):
            places = contenders(field)
        doubt = doubt_of(field)
        field.sort(key=lambda one: -one.value(doubt))
        return [Ranked(one.option, best + one.value(doubt), one.reasons(doubt), one.plays) for one in field]

    def halve(self, system: System, truth: State, seat: int, field: list[Candidate]) -> list[Candidate]:
        """All of them, the best first; those dropped early come last."""
        dropped: list[Candidate] = []
        stages = max(1, ceil(log2(len(field))))
        for stage in range(stages):
            until = (stages - stage - 1) / stages
            while len(field) > 1 and self.budget.share() > until and self.round(system, truth, seat, field):
                places = contenders(field)
                dropped = field[places:] + dropped
                field = field[:places]
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
        # Told as differences from this field's usual average, so that all stay comparable with those dropped before.
        usual = (sum(candidate.average() for candidate in field) - sum(values)) / len(field)
        for candidate, value in zip(field, values, strict=True):
            candidate.note(value + usual)
        return True

    def trial(self, system: System, world: State, decision: Decision, option: int, seed: int) -> float | None:
        """One game played on by the book; None when the budget ends within it."""
        state = world.clone()
        state.dice = Dice(seed, 0)
        rng = random.Random(seed)
        state.play(decision, option)
        seat = decision.seat
        lowest = len(world.stack)
        passes = decisions = 0
        for _ in range(FURTHEST):
            if state.over or decisions >= HORIZON:
                break
            if not self.budget.spend():
                return None
            asked = state.pending[0]
            depth = len(state.stack)
            prepares = asked.kind.prepares
            decisions += not prepares
            # Who answers within another's action (opportunity fire, a retreat) has not been given the word.
            if depth <= lowest and asked.seat != seat:
                seat = asked.seat
                passes += not prepares
                if passes >= self.passes:
                    break
            lowest = min(lowest, depth)
            state.play(asked, favourite(system, state, asked, self.manner, rng))
        if state.over:
            return 0.0 if state.winner < 0 else WON if state.won(decision.seat) else -WON
        return WON * tanh(total(verdict(system, state, decision.seat, self.manner)) / WON)


def favourite(system: System, state: State, asked: Decision, manner: Manner, rng: random.Random) -> int:
    """The book's choice; where it has none, one step ahead if the options are few, for a trial is no place to think
    long."""
    options = asked.options
    if len(options) == 1:
        return options[0]
    scores = system.doctrine(state, asked, manner)
    if scores is None:
        if len(options) > FEW:
            return rng.choice(options)
        scores = [expectation(system, state, asked, option, manner, 1, 1, rng) for option in options]
    best = 0
    most = total(scores[0])
    for i in range(1, len(options)):
        value = total(scores[i])
        if value > most:
            most = value
            best = i
    return options[best]


def scatter(field: list[Candidate]) -> float:
    """The variance of a trial, over all candidates."""
    count = FIRST
    spread = count * SCATTER * SCATTER
    for one in field:
        if one.plays:
            count += one.plays
            spread += one.squares - one.sum * one.sum / one.plays
    return spread / count


def doubt_of(field: list[Candidate]) -> float:
    """How many trials it takes to believe half of what they say: more, the more they scatter."""
    spread = scatter(field)
    return spread / (BOOK_ERROR * BOOK_ERROR + spread / DOUBT)


def contenders(field: list[Candidate]) -> int:
    """Put the best first and count those worth another trial, the leader among them."""
    doubt = doubt_of(field)
    field.sort(key=lambda candidate: -candidate.value(doubt))
    if field[0].plays < ENOUGH:
        return len(field)
    leader = field[0].value(doubt)
    deviation = sqrt(2.0 * scatter(field) / (doubt + field[0].plays))
    return 1 + sum(prospect(leader - rival.value(doubt), deviation) > PROSPECT for rival in field[1:])


def prospect(behind: float, deviation: float) -> float:
    """What somebody so far behind may be expected to gain on the leader, if the truth were known."""
    z = behind / deviation
    return deviation * (exp(-z * z / 2.0) / sqrt(2.0 * pi) - z * erfc(z / sqrt(2.0)) / 2.0)
