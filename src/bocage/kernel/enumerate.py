"""Exact outcomes by playing an option with every possible run of dice: the oracle behind forecasts."""

from __future__ import annotations

from collections.abc import Callable

from bocage.kernel.decision import Decision
from bocage.kernel.dice import Dice, DiceExhausted
from bocage.kernel.event import Event
from bocage.kernel.state import State


class TooManyRuns(Exception):
    """The option rolls more dice than can be played through."""


def outcomes(
    state: State,
    decision: Decision,
    option: int,
    observe: Callable[[State, list[Event]], str],
    limit: int = 200_000,
    settled: Callable[[State], bool] | None = None,
) -> dict[str, float]:
    """The probability of each label that `observe` gives after the option, over all dice until the next decision.

    Where dice are called for in a state that is `settled`, they are for something else and left unrolled."""
    found: dict[str, float] = {}
    runs: list[tuple[list[int], float]] = [([], 1.0)]
    played = 0
    while runs:
        script, probability = runs.pop()
        played += 1
        if played > limit:
            raise TooManyRuns(f"more than {limit} runs of dice")
        twin = state.clone()
        twin.recording = True
        dice = Dice(twin.dice.state, twin.dice.draws)
        dice.script = script
        twin.dice = dice
        try:
            twin.play(decision, option)
        except DiceExhausted as need:
            if settled is not None and settled(twin):
                label = observe(twin, twin.events)
                found[label] = found.get(label, 0.0) + probability
                continue
            share = probability / need.sides
            runs.extend(([*script, face], share) for face in range(1, need.sides + 1))
            continue
        label = observe(twin, twin.events)
        found[label] = found.get(label, 0.0) + probability
    return found
