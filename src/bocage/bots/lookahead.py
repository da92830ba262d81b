"""One step ahead: what an option leads to, over all its dice where they are few, over some of them where not."""

from __future__ import annotations

import random

from bocage.kernel import Decision, Dice, State, scripted
from bocage.kernel.appraisal import Manner, Parts
from bocage.kernel.enumerate import TooManyRuns, every_run
from bocage.kernel.system import System

WIN = 100.0
"""A won game outweighs every position."""


def verdict(system: System, state: State, seat: int, manner: Manner) -> Parts:
    """The appraisal of a position, or its result where the game is over."""
    if not state.over:
        return system.appraise(state, seat, manner)
    if state.winner < 0:
        return [("result", 0.0)]
    return [("result", WIN if state.won(seat) else -WIN)]


def expectation(
    system: System, state: State, decision: Decision, option: int, manner: Manner, runs: int, samples: int,
    rng: random.Random,
) -> Parts:  # fmt: skip
    """The expected verdict right after an option: exact if at most `runs` runs of dice are possible, else sampled."""
    exact = enumerated(system, state, decision, option, manner, runs)
    if exact is not None:
        return exact
    sums: dict[str, float] = {}
    for _ in range(samples):
        twin = state.clone()
        twin.dice = Dice(rng.getrandbits(64), 0)
        twin.play(decision, option)
        add(sums, verdict(system, twin, decision.seat, manner), 1.0 / samples)
    return list(sums.items())


def enumerated(
    system: System, state: State, decision: Decision, option: int, manner: Manner, runs: int
) -> Parts | None:
    """Every run of dice, or None where there are too many."""

    def play(script: list[int]) -> Parts:
        twin = state.clone()
        twin.dice = scripted(script)
        twin.play(decision, option)
        return verdict(system, twin, decision.seat, manner)

    sums: dict[str, float] = {}
    try:
        for parts, probability in every_run(play, runs):
            add(sums, parts, probability)
    except TooManyRuns:
        return None
    return list(sums.items())


def add(sums: dict[str, float], parts: Parts, weight: float) -> None:
    for name, value in parts:
        sums[name] = sums.get(name, 0.0) + weight * value
