"""Who answers for the odds of a choice."""

from __future__ import annotations

from typing import Any, Final

from bocage.kernel import Decision, Event, Forecast, Procedure, Verb
from bocage.kernel.enumerate import play_to_dice
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.armour import VehicleShooting
from bocage.systems.disposable.rules.closecombat import Charge, Melee
from bocage.systems.disposable.rules.rally import Rally
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.rules.snipers import Spotting
from bocage.systems.disposable.state import DisposableState

ANSWERS: Final[dict[Verb, tuple[type[Procedure[Any]], ...]]] = {
    acts.ACTIVATE: (Rally,), acts.SPOT: (Spotting,), acts.CHARGE: (Charge,), acts.STAND: (Melee,),
    **dict.fromkeys((acts.FIRE, acts.LAUNCH, acts.GRENADE, acts.INDIRECT), (Shooting, VehicleShooting)),
    **dict.fromkeys((acts.SINGLE_OUT, acts.INSIDE, acts.FIRER, acts.ENOUGH, acts.EVADE), (Shooting,)),
    **dict.fromkeys((acts.AS_PROPOSED, acts.CASUALTY), (Shooting,)),
    **dict.fromkeys((acts.SNAP_FIRE, acts.SNAP_SINGLE_OUT), (Shooting,)),
    **dict.fromkeys((acts.ANSWER_FIRE, acts.ANSWER_SINGLE_OUT), (Shooting,)),
}  # fmt: skip


SHOT: Final[tuple[type[Procedure[Any]], ...]] = (Shooting,)


def foretell(state: DisposableState, decision: Decision, option: int) -> Forecast | None:
    """The odds of the first dice, as the procedure that rolls them tells; None where others roll than were chosen."""
    answers = SHOT if decision.kind is decisions.SNAP_AT else ANSWERS.get(acts.ACTS.of(option))
    if answers is None:
        return None
    ready, rolls = play_to_dice(state, decision, option)
    if not rolls and ready.pending and ready.pending[0].kind is decisions.SNAP_AT:  # of the best point of the way
        where = ready.pending[0]
        ready, rolls = play_to_dice(ready, where, where.options[0])
    top = ready.stack[-1] if rolls else None
    if top is None or not isinstance(top, answers):
        return tell_certainty(ready.events)
    if isinstance(top, Rally) and option != acts.ACTIVATE.on(top.unit):
        return None  # of the unit that comes next, where nothing is left to this one
    return top.odds(ready)


def tell_certainty(events: list[Event]) -> Forecast | None:
    """What came of a shot without dice, which could hit nobody (dh.long.4, dh.long.5)."""
    for event in events:
        if event.outcomes:
            forecast = Forecast(event.rule, None)
            forecast.lines = event.lines
            for subject, label in event.outcomes:
                forecast.put(subject, label, 1.0)
            return forecast
    return None
