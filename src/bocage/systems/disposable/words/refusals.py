"""Why something is not offered: the clause that forbids it, in words."""

from __future__ import annotations

from bocage.geometry.plane import tenths
from bocage.kernel.decision import Decision
from bocage.kernel.views import (
    Attempt,
    Choice,
    Refusal,
    Text,
)
from bocage.systems.disposable.model.tables import (
    HOLD,
    RUN,
)
from bocage.systems.disposable.rules.accuracy import AIMED
from bocage.systems.disposable.rules.activation import Activation, in_rough
from bocage.systems.disposable.rules.formation import REFUSALS, Reach
from bocage.systems.disposable.rules.movement import can_be_aimed_at, within_arc
from bocage.systems.disposable.rules.shooting import can_fire
from bocage.systems.disposable.rules.turn import may_activate
from bocage.systems.disposable.state import STEADY, DisposableState, Unit
from bocage.systems.disposable.words.choices import (
    RULES,
    choice,
)


def refusal(rule: str, key: str, args: dict[str, int | str] | None = None) -> list[Refusal]:
    return [Refusal(rule, Text(f"refusal.{key}", args or {}))]


def why_not(state: DisposableState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    """The clause that forbids what was tried; empty where it is offered."""
    for option in decision.options:
        if matches(choice(state, decision, option), attempt):
            return []
    if attempt.x >= 0 and attempt.y >= 0 and attempt.verb in ("", "to"):
        return point_refusal(decision, attempt)
    target = owner_of(state, attempt.piece)
    if attempt.verb == "activate" and target is not None:
        return activation_refusal(state, decision, target)
    top = state.stack[-1]
    if isinstance(top, Activation) and attempt.verb in DEED_REFUSALS:
        return deed_refusal(state, top, attempt.verb, target)
    if attempt.verb == "snap-fire" and target is not None and target.status != STEADY:
        return refusal("dh.snap.1", "snap-pinned")
    return [Refusal(RULES[decision.kind], Text("refusal.not-now"), True)]


def guesses(attempt: Attempt) -> list[Attempt]:
    """A click on a figure means to activate its unit, to shoot at it, or to charge it; on the ground, to go there."""
    if attempt.x >= 0:
        return [Attempt("to", x=attempt.x, y=attempt.y)]
    return [Attempt(verb, attempt.piece, attempt.place) for verb in ("activate", "fire", "charge")]


def matches(found: Choice, attempt: Attempt) -> bool:
    return (
        (not attempt.verb or attempt.verb == found.verb)
        and (attempt.piece < 0 or attempt.piece == found.piece)
        and (not attempt.place or attempt.place == found.place)
        and (attempt.x < 0 or (attempt.x == found.x and attempt.y == found.y))
    )


def owner_of(state: DisposableState, piece: int) -> Unit | None:
    for unit in state.units:
        if piece in unit.figures:
            return unit
    return None


def point_refusal(decision: Decision, attempt: Attempt) -> list[Refusal]:
    reach = decision.region
    if not isinstance(reach, Reach):
        return refusal("dh.core.act.phases", "no-move-now")
    try:
        x, y = tenths(attempt.x), tenths(attempt.y)
    except ValueError:
        return refusal("dh.core.measure", "finer-than-tenths")
    if reach.contains(x, y):
        return []
    return refusal(reach.rule(), REASONS[reach.why])


REASONS = (
    "", "too-far", "off-table", "blocked", "occupied", "contact", "ground", "out-of-zone", "scattered", "advance",
    "no-move", "too-close", "behind",
)  # fmt: skip
assert len(REASONS) == len(REFUSALS)


def activation_refusal(state: DisposableState, decision: Decision, unit: Unit) -> list[Refusal]:
    if unit.seat != decision.seat:
        return refusal("dh.core.turn.seq", "not-yours")
    if unit.activated:
        return refusal("dh.core.turn.once", "activated")
    if not may_activate(state, unit):
        return refusal("dh.core.deploy", "not-arrived")
    return refusal("dh.core.turn.seq", "not-now")


DEED_REFUSALS = (
    "fire", "grenade", "charge", "run", "hold", "join", "face", "launch", "indirect", "single-out", "spot", "mount",
    "inside",
)  # fmt: skip


def deed_refusal(state: DisposableState, top: Activation, verb: str, target: Unit | None) -> list[Refusal]:
    unit = state.units[top.unit]
    if verb == "run" and top.rallied:
        return refusal("dh.core.rally.pass", "rallied")
    if verb == "run" and in_rough(state, unit):
        return refusal("dh.core.move.terrain", "rough")
    if verb == "hold":
        return refusal("dh.open.coherency_measure", "close-up")
    if verb == "join":
        return refusal("dh.move.single.2", "join")
    if verb == "mount":
        return refusal("dh.core.veh.passengers", "mount")
    if top.mode < 0 or target is None or target.seat == unit.seat:
        return refusal("dh.core.act.order.effects", "not-now")
    if verb == "charge":
        if top.rallied:
            return refusal("dh.core.rally.pass", "rallied")
        return refusal("dh.open.charge_distance", "charge-distance")
    return fire_refusal(state, top, unit, target, verb)


def fire_refusal(state: DisposableState, top: Activation, unit: Unit, target: Unit, verb: str) -> list[Refusal]:
    if top.mode == RUN:
        return refusal("dh.move.run.2", "run-no-fire")
    if top.fired:
        return refusal("dh.open.one_target", "fired")
    if verb == "spot":
        return refusal("dh.open.spot_limits", "spot")
    if not can_be_aimed_at(state, target):
        return refusal("dh.spot.1", "unspotted")
    vehicle = state.vehicle(target)
    if verb == "grenade":
        if vehicle is not None and not vehicle.open_topped:
            return refusal("dh.grenade.6", "closed")
        return refusal("dh.open.grenade_range", "grenade-range")
    if verb == "inside":
        return refusal("dh.core.veh.open", "inside")
    if verb == "single-out":
        return refusal("dh.fire.sniper.1", "single-out")
    weapon = state.weapon(unit)
    if weapon is not None and top.mode != HOLD and not weapon.move_and_fire:
        return refusal("dh.move.mortar.1" if weapon.mortar else "dh.move.hmg.1", "move-or-fire")
    if verb == "indirect":
        return indirect_refusal(state, unit, target)
    if verb == "launch":
        return refusal("dh.core.oneshot", "launch")
    sees = any(
        state.scenario.table.sees(state.x[a], state.y[a], state.x[b], state.y[b])
        for a in unit.figures
        for b in target.figures
    )
    if not sees:
        return refusal("dh.core.los.rule", "no-sight")
    if weapon is not None and weapon.arc and not can_fire(state, unit, target, HOLD, AIMED):
        return refusal("dh.move.hmg.2", "arc")
    if vehicle is not None:
        return refusal("dh.core.veh.pen", "armour")
    return refusal("dh.long.1", "out-of-range")


def indirect_refusal(state: DisposableState, unit: Unit, target: Unit) -> list[Refusal]:
    weapon = state.weapon(unit)
    if weapon is None or not weapon.indirect:
        return refusal("dh.indirect.acc.1", "no-indirect")
    tube, f = unit.figures[0], target.figures[0]
    if not within_arc(unit.facing_x, unit.facing_y, state.x[f] - state.x[tube], state.y[f] - state.y[tube]):
        return refusal("dh.move.mortar.2", "arc")
    return refusal("dh.core.weapon.mortar.light", "indirect-range")
