"""How badly off those are who move, and the chance that a shot leaves them as they are."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.dice import DiceExhausted, scripted
from bocage.systems.disposable.rules.kinds import GUTS
from bocage.systems.disposable.state import STEADY, DisposableState
from bocage.systems.disposable.words.forecast import forecast

LOST = 9
MISS = 10  # a ten never hits


def wounds(state: DisposableState, pieces: list[int]) -> list[int]:
    """By figure: whether its unit is pinned or worse, and whether it still stands."""
    status = {figure: unit.status - STEADY for unit in state.units for figure in unit.figures}
    return [status.get(figure, LOST) for figure in pieces]


def unharmed(state: DisposableState, decision: Decision, option: int) -> tuple[float, list[int]] | None:
    """Nobody falls, and the Guts check of those who were missed is passed."""
    found = forecast(state, decision, option)
    if found is None or "casualties" not in found.odds:
        return None
    chance, script = steady_when_missed(state, decision, option)
    return found.odds["casualties"].get("0", 0.0) * chance, script


def steady_when_missed(state: DisposableState, decision: Decision, option: int) -> tuple[float, list[int]]:
    """All dice of the volley miss; those of the check show everything."""
    everyone = [figure for unit in state.units if unit.seat != decision.seat for figure in unit.figures]
    before = wounds(state, everyone)
    chance, passed = 0.0, list[int]()
    runs: list[tuple[list[int], float]] = [([], 1.0)]
    while runs:
        script, p = runs.pop()
        twin = state.clone()
        twin.dice = scripted(script)
        try:
            twin.play(decision, option)
        except DiceExhausted as need:
            if need.purpose == GUTS:
                runs += [([*script, face], p / need.sides) for face in range(1, need.sides + 1)]
            else:
                runs.append(([*script, MISS], p))
            continue
        if wounds(twin, everyone) == before:
            chance += p
            passed = script
    return chance, passed
