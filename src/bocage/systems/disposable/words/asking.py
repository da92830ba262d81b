"""The arguments of a question: what can be done now, and of a casualty whose fire it was and how many are to fall."""

from __future__ import annotations

from bocage.kernel.views import Choice
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.closecombat import Melee
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.state import MOUNTED, WAITING, DisposableState, Unit

DEEDS = {
    "move": ("to", "arrange"),
    "stand": ("stand",),
    "fire": ("fire", "launch", "grenade", "single-out", "indirect", "inside", "pick", "snap-fire"),
    "spot": ("spot",),
    "charge": ("charge",),
    "join": ("join",),
    "mount": ("mount",),
    "turn": ("face",),
    "evade": ("evade",),
    "finish": ("done",),
}


def deeds(unit: Unit | None, choices: list[Choice]) -> str:
    """Everything that is offered, and nothing else: "move or fire or finish"."""
    verbs = {choice.verb for choice in choices}
    found = [deed for deed, names in DEEDS.items() if not verbs.isdisjoint(names)]
    if unit is not None and found[:1] == ["move"] and unit.place in (WAITING, MOUNTED):
        found[0] = "enter" if unit.place == WAITING else "dismount"
    return " @deed.or ".join(f"@deed.{deed}" for deed in found)


def asked(state: DisposableState, top: Casualties, choices: list[Choice]) -> dict[str, int | str]:
    """`others` says why men of other units are among the choices, `check` what the chance on them is."""
    unit = state.units[top.unit]
    others = [choice.rule for choice in choices if choice.piece not in unit.figures]
    why = "" if not others else "@prompt.shared" if "dh.share.1" in others else "@prompt.commander"
    check = "@prompt.check-follows" if any(choice.odds for choice in choices) else ""
    return {"unit": state.force(unit).name, "shot": shot(state, top, unit), "others": why, "check": check}


def shot(state: DisposableState, top: Casualties, unit: Unit) -> str:
    """What the men fall to, and which of how many is asked for."""
    below = state.stack[-2] if len(state.stack) > 1 else None
    name = state.force(unit).name
    left = top.ones + top.common + top.free
    if isinstance(below, Shooting):
        fallen = below.before - len(unit.figures) + state.shared_losses + state.attached
        shooter = state.force(state.units[below.shooter]).name
        return f"@shot.by {shooter} @shot.at {name} ({fallen + 1} @shot.of {fallen + left})"
    return f"@shot.{'melee' if isinstance(below, Melee) else 'blast'} {name} – @shot.left {left}"
