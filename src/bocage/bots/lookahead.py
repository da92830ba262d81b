"""One step ahead: what an option leads to, over all its dice where they are few, over some of them where not."""

from __future__ import annotations

import random

from bocage.kernel.appraisal import Manner, Parts
from bocage.kernel.decision import Decision
from bocage.kernel.dice import Dice, DiceExhausted
from bocage.kernel.state import State
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
    sums: dict[str, float] = {}
    scripts: list[tuple[list[int], float]] = [([], 1.0)]
    played = 0
    while scripts:
        script, probability = scripts.pop()
        played += 1
        if played > runs:
            return None
        twin = state.clone()
        dice = Dice(0, 0)
        dice.script = script
        twin.dice = dice
        try:
            twin.play(decision, option)
        except DiceExhausted as need:
            if played + len(scripts) + need.sides > runs:
                return None
            scripts.extend(([*script, face], probability / need.sides) for face in range(1, need.sides + 1))
            continue
        add(sums, verdict(system, twin, decision.seat, manner), probability)
    return list(sums.items())


def add(sums: dict[str, float], parts: Parts, weight: float) -> None:
    for name, value in parts:
        sums[name] = sums.get(name, 0.0) + weight * value
