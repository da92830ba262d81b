"""Guts checks and what a failed one does."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Event, Tally
from bocage.systems.disposable.model.tables import COVERS, HEAVY, OPEN
from bocage.systems.disposable.rules import acts
from bocage.systems.disposable.rules.command import highest_guts, lent_guts
from bocage.systems.disposable.rules.cover import cover_of
from bocage.systems.disposable.rules.retreat import fall_back, rout
from bocage.systems.disposable.rules.sheltering import go_to_cover
from bocage.systems.disposable.state import DESTROYED, FALLING, MOUNTED, PINNED, ROUTING, DisposableState, Unit

COVER_RULES: Final = ("", *[f"dh.guts.cover.{n}" for n in range(1, 6)])
COVER_LABELS: Final = ("", *[f"cover.{name}" for name in COVERS[1:]])

EFFECTS: Final = {
    PINNED: ("pinned", "dh.guts.pinned.1"), FALLING: ("fall-back", "dh.guts.fallback.1"),
    ROUTING: ("rout", "dh.guts.rout.1"),
}  # fmt: skip


def passes(roll: int, target: int) -> bool:
    """1 always passes, 10 always fails (dh.guts.natural.1, dh.guts.natural.2, dh.open.spot_limits)."""
    return roll == 1 or (roll != 10 and roll <= target)


def guts_number(tally: Tally, guts: int, lent: int, cover: int) -> None:
    """The base of every check: the better of own and commander's Guts, and cover."""
    if lent > guts:
        tally.add(lent, "label.commander", "dh.guts.pc.1")
    else:
        tally.add(guts, "label.guts", "dh.guts.base.1")
    if cover != OPEN:
        tally.add(cover, COVER_LABELS[cover], COVER_RULES[cover])


def under_fire(tally: Tally, casualties: int, mm: int) -> None:
    if casualties:
        tally.add(-casualties, "label.casualties", "dh.guts.cas.1")
    if mm:
        tally.add(-mm, "label.mm", "dh.guts.mm.1")


def guts_tally(state: DisposableState, unit: Unit, casualties: int, mm: int, cause: Unit, explain: bool) -> Tally:
    tally = Tally(explain)
    cover = cover_of(state, unit, cause) if cause.figures else OPEN
    if unit.place == MOUNTED:
        cover = HEAVY  # dh.core.veh.open
    guts_number(tally, highest_guts(state, unit), lent_guts(state, unit), cover)
    under_fire(tally, casualties, mm)
    return tally


def check_guts(state: DisposableState, unit: Unit, casualties: int, mm: int, cause: Unit) -> bool:
    """Roll the check a unit takes for being shot at (dh.guts.when.3)."""
    tally = guts_tally(state, unit, casualties, mm, cause, state.recording)
    return roll_check(state, unit, tally, acts.FOR_GUTS, "guts", "dh.guts.base.1", {})


def roll_check(
    state: DisposableState, unit: Unit, tally: Tally, purpose: int, kind: str, rule: str, more: dict[str, Arg]
) -> bool:
    """A d10 against a number; `more` is what else the report of this kind tells."""
    roll = state.dice.roll(10, purpose)
    passed = passes(roll, tally.total)
    if state.recording:
        label = "passed" if passed else "failed"
        args: dict[str, Arg] = {
            "unit": state.force(unit).name, "target": tally.total, "result": f"@result.{label}",
        }  # fmt: skip
        state.emit(Event(kind, rule, args | more, [roll], tally, [(kind, label)], state.spot(unit)))
    return passed


def check_due(bunker: bool, casualties: int) -> bool:
    """Whoever is shot at checks; a bunker's garrison only for casualties (dh.guts.when.2, dh.guts.when.3)."""
    return casualties > 0 or not bunker


def next_step(status: int) -> int:
    """Pinned, then Fall Back, then Rout (dh.open.failure_step, dh.core.guts.ladder)."""
    return min(status + 1, ROUTING)


def suffer(state: DisposableState, unit: Unit, cause: Unit, flame: bool = False) -> None:
    """The effect of a failed check (dh.guts.fail.1); after losses to a flamethrower a rout (dh.guts.flame.1)."""
    step = ROUTING if flame else next_step(unit.status)
    if unit.place == MOUNTED:
        step = PINNED  # men in a vehicle stay in it
    unit.status = step
    unit.activated = True  # dh.guts.pinned.3, dh.open.fallback_state
    kind, rule = EFFECTS[step]
    state.report(kind, rule, unit)
    if unit.place == MOUNTED:
        return
    if step == PINNED:
        go_to_cover(state, unit, cause)
    elif step == FALLING:
        fall_back(state, unit, cause)
    else:
        rout(state, unit, cause)


def check_under_fire(
    state: DisposableState, unit: Unit, casualties: int, mm: int, cause: Unit, flame: bool = False
) -> None:
    """One check after a shooting, with the MM of all that fired (dh.open.guts_timing); a unit that shared the
    casualties checks too, and one failure affects both."""
    second = state.units[state.shared] if state.shared_losses else None
    alive = [u for u in (unit, second) if u is not None and u.place != DESTROYED]
    losses = [casualties if u is unit else state.shared_losses for u in alive]
    passed = [check_guts(state, alive[i], losses[i], mm, cause) for i in range(len(alive))]
    if not all(passed):  # dh.share.4
        for u in alive:
            suffer(state, u, cause, flame and casualties > 0)


def check_second(state: DisposableState, mm: int, cause: Unit) -> None:
    """Chargers check no more, but a unit that took some of their casualties does (dh.cc.snap.2, dh.share.3)."""
    if not state.shared_losses:
        return
    second = state.units[state.shared]
    if second.place != DESTROYED and not check_guts(state, second, state.shared_losses, mm, cause):
        suffer(state, second, cause)
