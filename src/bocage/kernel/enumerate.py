"""Exact odds: an option played up to its first die, or with every possible run of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from bocage.kernel.decision import Decision
from bocage.kernel.dice import Dice, DiceExhausted, scripted
from bocage.kernel.event import Event
from bocage.kernel.forecast import Forecast
from bocage.kernel.state import State

MOST_RUNS: Final = 200_000

T = TypeVar("T")
S = TypeVar("S", bound=State)


class TooManyRuns(Exception):
    """The option rolls more dice than can be played through."""


def every_run(
    play: Callable[[list[int]], T], most: int = MOST_RUNS, settled: Callable[[], T | None] | None = None
) -> Iterator[tuple[T, float]]:
    """What `play` gives for every run of dice, with its probability; it takes the script and lets DiceExhausted out.

    Where a die is called for, `settled` may say that it belongs to something else, by giving the result so far.
    """
    runs: list[tuple[list[int], float]] = [([], 1.0)]
    played = 0
    while runs:
        script, probability = runs.pop()
        played += 1
        if played + len(runs) > most:
            raise TooManyRuns(f"more than {most} runs of dice")
        try:
            result: T | None = play(script)
        except DiceExhausted as need:
            result = None if settled is None else settled()
            if result is None:
                share = probability / need.sides
                runs.extend(([*script, face], share) for face in range(1, need.sides + 1))
                continue
        assert result is not None
        yield result, probability


def outcomes(
    state: State, decision: Decision, option: int, observe: Callable[[State, list[Event]], str],
    limit: int = MOST_RUNS, settled: Callable[[State], bool] | None = None,
) -> dict[str, float]:  # fmt: skip
    """The probability of each label that `observe` gives after the option, over all dice until the next decision.

    Where dice are called for in a state that is `settled`, they are for something else and left unrolled."""
    twins: list[State] = [state]  # the copy that is being played

    def play(script: list[int]) -> str:
        twin = twins[0] = state.clone()
        twin.recording = True
        dice = Dice(twin.dice.state, twin.dice.draws)
        dice.script = script
        twin.dice = dice
        twin.play(decision, option)
        return observe(twin, twin.events)

    def leave() -> str | None:
        twin = twins[0]
        return observe(twin, twin.events) if settled is not None and settled(twin) else None

    found: dict[str, float] = {}
    for label, probability in every_run(play, limit, leave):
        found[label] = found.get(label, 0.0) + probability
    return found


def play_scripted(
    state: S, decision: Decision, option: int, script: list[int], recording: bool = False
) -> tuple[S, int]:
    """A copy with the option played with these dice, and the sides of the first die that is missing (0: none is).

    Where one is, the procedure that wants to roll is on top of the stack, with everything chosen.
    """
    twin = state.clone()
    twin.dice = scripted(script)
    twin.recording = recording
    try:
        twin.play(decision, option)
    except DiceExhausted as need:
        return twin, need.sides  # type: ignore[return-value]
    return twin, 0  # type: ignore[return-value]


def play_to_dice(state: S, decision: Decision, option: int) -> tuple[S, bool]:
    """A copy with the option played up to the first die that it asks for, and whether it asks for one."""
    twin, sides = play_scripted(state, decision, option, [], recording=True)
    return twin, sides > 0


def forecast(state: State, decision: Decision, option: int) -> Forecast | None:
    """The odds of an option as the procedure that rolls its first die tells them."""
    ready, rolls = play_to_dice(state, decision, option)
    if not rolls:
        return None
    top = ready.stack[-1]
    found = top.odds(ready)
    if found is not None and not found.odds:
        count_outcomes(state, decision, option, type(top), found)
    return found


def count_outcomes(state: State, decision: Decision, option: int, procedure: type, found: Forecast) -> None:
    """Few dice: every run of them is played, and what the events say is counted."""

    def observe(_: State, events: list[Event]) -> str:
        firsts: dict[str, str] = {}
        for event in events:
            for subject, label in event.outcomes:
                firsts.setdefault(subject, label)
        return "\n".join(f"{subject}\t{label}" for subject, label in firsts.items())

    def settled(twin: State) -> bool:
        """It is over, and what rolls now is something else (the end of a turn, with fires that spread)."""
        going_on = any(isinstance(part, procedure) for part in twin.stack)
        return not going_on and any(event.outcomes for event in twin.events)

    for labels, p in outcomes(state, decision, option, observe, settled=settled).items():
        for line in labels.split("\n"):
            subject, label = line.split("\t")
            found.put(subject, label, p)
