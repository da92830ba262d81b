"""What an attack comes to at best whose firers are still to be named."""

from __future__ import annotations

from bocage.kernel import Decision, Forecast
from bocage.kernel.enumerate import forecast, play_to_dice
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.state import LnltState


def foresee_best_attack(state: LnltState, decision: Decision, option: int) -> Forecast | None:  # lnlt.core.5.0
    """One more takes part as long as that makes it likelier to hit."""
    best: Forecast | None = None
    ahead = begin(state, decision, option)
    while ahead is not None and len(ahead.pending) == 1 and ahead.pending[0].kind is acts.FIRERS:
        ways = [add_firer(ahead, ahead.pending[0], firer) for firer in ahead.pending[0].options]
        found, beyond = max(ways, key=lambda way: hit_chance(way[0]))
        if found is None or hit_chance(found) <= hit_chance(best):
            break
        best, ahead = found, beyond
    return best


def begin(state: LnltState, decision: Decision, option: int) -> LnltState | None:
    """The position after an option that rolls nothing, None if it rolls."""
    twin, rolls = play_to_dice(state, decision, option)
    return None if rolls else twin


def add_firer(state: LnltState, decision: Decision, option: int) -> tuple[Forecast | None, LnltState | None]:
    """The odds if nobody else takes part after this firer, and the position in which others still may."""
    found = forecast(state, decision, option)
    if found is not None:
        return found, None
    beyond = begin(state, decision, option)
    if beyond is None or not beyond.pending or acts.DONE.act() not in beyond.pending[0].options:
        return None, None
    return forecast(beyond, beyond.pending[0], acts.DONE.act()), beyond


def hit_chance(found: Forecast | None) -> float:
    return -1.0 if found is None else found.odds.get("attack", {}).get("hit", 0.0)
