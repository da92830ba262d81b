"""Random walks through games, shared by tests. Every loop is bounded."""

from __future__ import annotations

import random
from collections.abc import Iterator

import bocage
from bocage.kernel.game import Game

SYSTEMS = ("lnlt", "normandie", "disposable")
MOST_DECISIONS = 20_000


# The scenario that tests of promises play, in which everything comes to pass soon.
SCENARIO = {"lnlt": "boh/first-contact", "normandie": "carnage", "disposable": "crossroads"}


def first_scenario(system: str) -> str:
    return SCENARIO[system]


def fresh(system: str, seed: int, recording: bool = True) -> Game:
    return bocage.new(system, first_scenario(system), seed=seed, recording=recording)


def step(game: Game, rng: random.Random) -> None:
    """One random choice of a random pending seat; on the free table sometimes any legal point."""
    decision = rng.choice(game.decisions)
    if decision.region is not None and rng.random() < 0.3:
        game.play(decision.region.sample(rng), decision.seat)
    else:
        game.play(rng.choice(decision.options), decision.seat)


def walk(game: Game, rng: random.Random, most: int = MOST_DECISIONS) -> Iterator[Game]:
    """The game before each choice, and at its end."""
    for _ in range(most):
        yield game
        if game.over:
            return
        step(game, rng)


def advanced(system: str, seed: int, decisions: int, choices: int = 0) -> Game:
    """A game some random decisions old (or at its end); with so many choices to make, if that is asked for."""
    game, rng = fresh(system, seed), random.Random(seed)
    for _ in walk(game, rng, decisions):
        pass
    for _ in walk(game, rng, 200):
        if game.over or len(game.decision.options) >= choices:
            break
    return game
