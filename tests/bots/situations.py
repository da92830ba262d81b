"""Situations with odds, drawn from random games of every scenario; for the tests of odds. All loops are bounded."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from bocage import registry
from bocage.checks import fuzz
from bocage.kernel.decision import Decision
from bocage.kernel.dice import DiceExhausted, scripted
from bocage.kernel.forecast import Forecast
from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.kernel.system import System
from bocage.kernel.views import Choice

PER_GAME = 6  # situations taken of one game
PER_KIND = {"lnlt": 0.05, "normandie": 0.2, "disposable": 0.1}  # once a kind has this part of them all,
SELDOM = 0.1  # only this share of what is met of it is taken
LOOK = 0.2  # share of decisions that are looked at
MOST_DECISIONS = 700  # of one game
WINDOWS = 30  # for cards, steps and the like, between a choice and its dice
GAMES = 30  # for every situation wanted, before giving up


class Situation:
    """An option with odds, in some position; `name` says where it comes from."""

    def __init__(
        self, name: str, system: System, state: State, decision: Decision, option: int, forecast: Forecast
    ) -> None:
        self.name = name
        self.system = system
        self.state = state.clone()
        self.decision = decision
        self.option = option
        self.forecast = forecast
        self.kind = kind_of(forecast)

    def __str__(self) -> str:
        return f"{self.name}: option {self.option} of {self.decision.kind}, {self.kind}, {self.forecast.need}"

    def value(self) -> int:
        """What the forecast's lines add up to."""
        return sum(line.value for line in self.forecast.lines)

    def rolling(self) -> State:
        """The position in which the first die falls: the procedure that rolls it is on top of the stack.

        Windows that open before, for cards and the like, are passed by.
        """
        twin = self.state.clone()
        twin.recording = True
        twin.dice = scripted([])
        decision, option = self.decision, self.option
        try:
            for _ in range(WINDOWS):
                twin.play(decision, option)
                decision = twin.pending[0]
                option = passing(self.system, twin, decision)
        except DiceExhausted:
            return twin
        raise AssertionError(f"{self}: no die is rolled")


def passing(system: System, state: State, decision: Decision) -> int:
    """Let the window pass; who is on his way to an assault launches it as soon as he may."""
    prompt = system.prompt(state, decision)
    if prompt.decline in decision.options:
        return prompt.decline
    launches = [choice.id for choice in prompt.choices if choice.verb == "assault"]
    return launches[0] if launches else decision.options[0]


def kind_of(forecast: Forecast) -> str:
    """The clause that is rolled for, and what the odds are about."""
    return " ".join([forecast.rule, *sorted({subject.partition(":")[0] for subject in forecast.odds})])


def drawn(system: str, wanted: int, seed: int = 1, only: list[str] | None = None) -> list[Situation]:
    """So many situations, evenly from all scenarios, or from those named; half of the games have options drawn."""
    found: list[Situation] = []
    kinds: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    rng = random.Random(seed)
    for game, walk in games(system, GAMES * wanted, seed, only):
        of_this_game = 0
        for situation in met(game, walk, verbs):
            if kinds[situation.kind] < PER_KIND[system] * wanted or rng.random() < SELDOM:
                kinds[situation.kind] += 1
                found.append(situation)
                of_this_game += 1
            if len(found) == wanted:
                return found
            if of_this_game == PER_GAME:
                break
    raise AssertionError(f"only {len(found)} situations of {wanted} were met: {kinds}")


def games(system: str, number: int, seed: int, only: list[str] | None) -> Iterator[tuple[Game, random.Random]]:
    """Of all scenarios in turn, every other round with options drawn."""
    for _, scenario, its_seed, options, _ in fuzz.jobs([system], number, seed, True, only):
        game = registry.new(system, scenario, its_seed, options if its_seed % 2 == 0 else {}, recording=False)
        yield game, random.Random(f"{scenario}/{its_seed}")


def met(game: Game, rng: random.Random, verbs: Counter[str]) -> Iterator[Situation]:
    """Those of one random game; now and then it does what was done least so far."""
    for _ in range(MOST_DECISIONS):
        if game.over:
            return
        decision = rng.choice(game.decisions)
        option = rng.choice(decision.options)
        if rng.random() < LOOK:
            choices = game.system.prompt(game.state, decision).choices
            option = least(choices, verbs, rng)
            rolling = [choice for choice in choices if game.forecast(choice.id, decision.seat) is not None]
            yield from look(game, decision, rolling, verbs, rng)
        game.play(option, decision.seat)


def least(choices: list[Choice], verbs: Counter[str], rng: random.Random) -> int:
    """An option of the verb that was taken least."""
    verb = min({choice.verb for choice in choices}, key=lambda verb: (verbs[verb], verb))
    verbs[verb] += 1
    return rng.choice([choice.id for choice in choices if choice.verb == verb])


def look(
    game: Game, decision: Decision, choices: list[Choice], verbs: Counter[str], rng: random.Random
) -> Iterator[Situation]:
    if not choices:
        return
    option = least(choices, verbs, rng)
    forecast = game.system.forecast(game.state, decision, option)
    if forecast is not None and any(len(row) > 1 for row in forecast.odds.values()):
        name = f"{game.scenario} seed {game.seed}"
        yield Situation(name, game.system, game.state, decision, option, forecast)
