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
    rng: random.Random, seat: int = -1,
) -> Parts:  # fmt: skip
    """The expected verdict right after an option: exact if at most `runs` runs of dice are possible, else sampled.

    Whoever chooses judges it, or the seat that is named.
    """
    judge = decision.seat if seat < 0 else seat
    exact = enumerated(system, state, decision, option, manner, runs, seat)
    if exact is not None:
        return exact
    sums: dict[str, float] = {}
    for _ in range(samples):
        twin = state.clone()
        twin.dice = Dice(rng.getrandbits(64), 0)
        twin.play(decision, option)
        add(sums, verdict(system, twin, judge, manner), 1.0 / samples)
    return list(sums.items())


def enumerated(
    system: System, state: State, decision: Decision, option: int, manner: Manner, runs: int, seat: int = -1
) -> Parts | None:
    """Every run of dice, or None where there are too many."""
    judge = decision.seat if seat < 0 else seat

    def play(script: list[int]) -> Parts:
        twin = state.clone()
        twin.dice = scripted(script)
        twin.play(decision, option)
        return verdict(system, twin, judge, manner)

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
