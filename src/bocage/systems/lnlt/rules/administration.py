"""The Administrative Phase (lnlt.core.9) and the end of the game."""

from __future__ import annotations

from bocage.kernel.event import Event
from bocage.systems.lnlt.rules.kinds import ASSAULT, MOVED, TURN_MARKERS
from bocage.systems.lnlt.state import GONE, LnltState
from bocage.systems.lnlt.vehicles import CONTINUOUS


def administrate(state: LnltState) -> None:
    """Markers of the turn come off; wounds, Shaken sides and Melee stay."""
    for unit in state.units:
        unit.flags &= ~TURN_MARKERS
    for weapon in state.weapons:
        weapon.handed = False
    state.spotted[0] = 0
    state.spotted[1] = 0
    state.fought = 0
    for vehicle in state.vehicles:
        vehicle.flags &= ~(TURN_MARKERS & ~(MOVED | ASSAULT) if vehicle.flags & CONTINUOUS else TURN_MARKERS)
        vehicle.spent = 0
    state.barrages = []
    for seat in (0, 1):
        state.perks[seat] = 0
        state.raised[seat] = 0
    state.stale()
    if state.recording:
        state.emit(Event("administration", "lnlt.core.9", {"turn": state.turn}))


def is_over(state: LnltState) -> bool:
    return state.turn >= state.scenario.turns or not state.is_present(0) or not state.is_present(1)


def conclude(state: LnltState) -> None:
    """The side left alone wins; otherwise more points win, and a tie goes where the scenario says."""
    winner = state.scenario.tie
    if not state.is_present(0) and state.is_present(1):
        winner = 1
    elif not state.is_present(1) and state.is_present(0):
        winner = 0
    elif state.score(0) != state.score(1):
        winner = 0 if state.score(0) > state.score(1) else 1
    if state.recording:
        args: dict[str, int | str] = {"first": state.score(0), "second": state.score(1)}
        if winner == GONE:
            state.emit(Event("draw", "lnlt.core.9", args))
        else:
            args["side"] = f"@nation.{state.scenario.nations[winner]}"
            state.emit(Event("victory", "lnlt.core.9", args))
    state.finish(winner)
