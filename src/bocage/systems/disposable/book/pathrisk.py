"""How badly off those are who move, and the chance that a shot leaves them as they are."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Decision, scripted
from bocage.kernel.enumerate import every_run, play_to_dice
from bocage.systems.disposable.rules import decisions
from bocage.systems.disposable.rules.odds import foretell
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.state import STEADY, DisposableState

LOST: Final = 9
MISS: Final = 10  # a ten never hits


def wounds(state: DisposableState, pieces: list[int]) -> list[int]:
    """By figure: whether its unit is pinned or worse, and whether it still stands."""
    status = {figure: unit.status - STEADY for unit in state.units for figure in unit.figures}
    return [status.get(figure, LOST) for figure in pieces]


def unharmed(state: DisposableState, decision: Decision, option: int) -> tuple[float, list[int]] | None:
    """Nobody falls, and the Guts check of those who were missed is passed."""
    if decision.kind is decisions.SNAP and not play_to_dice(state, decision, option)[1]:
        return None  # first the point of the way is chosen
    forecast = foretell(state, decision, option)
    if forecast is None or "casualties" not in forecast.odds:
        return None
    dice = max(int(hits) for hits in forecast.odds["hits"])
    chance, script = steady_when_missed(state, decision, option, [MISS] * dice)
    return forecast.odds["casualties"].get("0", 0.0) * chance, script


def steady_when_missed(
    state: DisposableState, decision: Decision, option: int, misses: list[int]
) -> tuple[float, list[int]]:
    """The dice of the volley all miss; those of the check that follows show everything."""
    everyone = [figure for unit in state.units if unit.seat != decision.seat for figure in unit.figures]
    before = wounds(state, everyone)
    twins = [state]  # the copy that is being played

    def play(script: list[int]) -> tuple[bool, list[int]]:
        twin = twins[0] = state.clone()
        twin.dice = scripted(misses + script)
        twin.play(decision, option)
        return wounds(twin, everyone) == before, misses + script

    def settled() -> tuple[bool, list[int]] | None:
        """The shooting is over; what rolls now is something else."""
        twin = twins[0]
        if any(isinstance(part, Shooting) for part in twin.stack):
            return None
        script = twin.dice.script
        return wounds(twin, everyone) == before, [] if script is None else script

    chance, passed = 0.0, list[int]()
    for (steady, script), p in every_run(play, settled=settled):
        if steady:
            chance += p
            passed = script
    return chance, passed
