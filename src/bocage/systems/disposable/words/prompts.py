"""Questions in words: what is asked, and of a casualty whose fire it was and how many are to fall."""

from __future__ import annotations

from bocage.kernel import Decision, Text, first
from bocage.kernel.views import Arc, Choice, Placed, Prompt
from bocage.systems.disposable.model.tables import HOLD, RADIUS
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.arranging import Arrange, joined
from bocage.systems.disposable.rules.bearing import arms_of
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.closecombat import Melee
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.movement import effective_range
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.rules.snap import SnapWindow
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, WAITING, DisposableState, Unit
from bocage.systems.disposable.words.choices import WORDING, acting, in_inches
from bocage.systems.disposable.words.position import bearing


def prompt(state: DisposableState, decision: Decision) -> Prompt:
    kind = decision.kind
    unit = acting(state, decision)
    choices = [WORDING.choice(state, decision, option) for option in decision.options]
    return Prompt(
        seat=decision.seat, kind=kind.name, rule=prompt_rule(state, decision), choices=choices, setup=kind.setup,
        text=Text(prompt_key(state, decision, choices), prompt_args(state, unit, choices)),
        region=[] if decision.region is None else decision.region.outline(),
        pieces=[] if unit is None else acting_pieces(unit, kind.setup),
        decline=acts.DECLINE.act() if kind.reacts else -1, hand=hand(decision), arcs=arcs(state, decision, unit),
        track=track(state), placed=placed(state, unit),
    )  # fmt: skip


def hand(decision: Decision) -> int:
    """Who is put on a point by hand to lay out a move of his unit."""
    region = decision.region
    if decision.kind is not decisions.STEP or not isinstance(region, Reach) or not region.coherent:
        return -1
    return region.by_hand if len(region.xs) > 1 else -1


def arcs(state: DisposableState, decision: Decision, unit: Unit | None) -> list[Arc]:
    """Where weapons that fire to their front only reach, for who may fire now or chooses where to face
    (dh.move.hmg.2, dh.move.mortar.2)."""
    top = state.stack[-1]
    turns = decision.kind is decisions.FACING
    fires = isinstance(top, Activation) and not top.fired and decision.kind is decisions.STEP
    if unit is None or unit.place != ON_TABLE or not (turns or fires):
        return []
    mode = top.mode if isinstance(top, Activation) else HOLD
    found: list[Arc] = []
    for f, weapon in arms_of(state, unit, mode):
        reach = effective_range(weapon, mode)
        if weapon.arc and reach:
            facing = bearing(unit.facing_x, unit.facing_y)
            least = weapon.min_range / 10
            found.append(Arc(state.x[f] / 10, state.y[f] / 10, (reach + RADIUS) / 10, facing, least, turns))
    return found


def track(state: DisposableState) -> list[tuple[float, float]]:
    """The way of the leader of those who draw snap fire."""
    top = state.stack[-1]
    return [(stop[0] / 10, stop[1] / 10) for stop in top.stops] if isinstance(top, SnapWindow) else []


def placed(state: DisposableState, unit: Unit | None) -> list[Placed]:
    """The move that is being laid out, man by man."""
    top = state.stack[-1]
    if not isinstance(top, Arrange) or unit is None:
        return []
    ways = joined(top.trail, top.reach(state).routes(top.spots))
    return [Placed(f, *way[-1], way) for f, way in zip(unit.figures, map(in_inches, ways), strict=True)]


def acting_pieces(unit: Unit, setup: bool) -> list[int]:
    """Its figures on the table; while it is deployed, the piece beside the table that stands for it."""
    return unit.figures[:] if unit.place == ON_TABLE else unit.figures[:1] if setup else []


def prompt_key(state: DisposableState, decision: Decision, choices: list[Choice]) -> str:
    """The text of a lesson where one fits, else the plain question."""
    top = state.stack[-1]
    if isinstance(top, Casualties) and top.ones:
        return "prompt.casualty-one"
    name = decision.kind.name
    for lesson in state.scenario.lessons:
        if (
            lesson.kind == name
            and lesson.turn <= max(state.turn, 1)
            and lesson.seat in (-1, decision.seat)
            and (not lesson.offers or any(offered.verb == lesson.offers for offered in choices))
        ):
            return lesson.key
    return f"prompt.{name}"


def prompt_args(state: DisposableState, unit: Unit | None, choices: list[Choice]) -> dict[str, int | str]:
    top = state.stack[-1]
    if isinstance(top, Casualties):
        return casualty_args(state, top, choices)
    args: dict[str, int | str] = {"deeds": deeds(unit, choices)}
    if unit is not None:
        args["unit"] = state.force(unit).name
    return args


def prompt_rule(state: DisposableState, decision: Decision) -> str:
    """Of casualties the clause that lets men of others fall, where they may (dh.share.1, dh.core.pc.activation)."""
    top = state.stack[-1]
    rule: str = decision.kind.rule
    if not isinstance(top, Casualties):
        return rule
    if top.ones:
        return "dh.open.one_kills"
    rules = [top.rule(state, first(option)) for option in decision.options if acts.ACTS.of(option) is acts.CASUALTY]
    return next((other for other in ("dh.share.1", "dh.core.pc.activation") if other in rules), rule)


DEEDS = {
    "move": ("to", "via"), "stand": ("stand",),
    "fire": ("fire", "launch", "grenade", "single-out", "indirect", "inside", "pick", "snap-fire"),
    "spot": ("spot",), "charge": ("charge",), "join": ("join",), "mount": ("mount",), "turn": ("face",),
    "evade": ("evade",), "finish": ("done",),
}  # fmt: skip


def deeds(unit: Unit | None, choices: list[Choice]) -> str:
    """Everything that is offered, and nothing else: "move, fire or finish"."""
    verbs = {choice.verb for choice in choices}
    offered = [deed for deed, names in DEEDS.items() if not verbs.isdisjoint(names)]
    if unit is not None and offered[:1] == ["move"] and unit.place in (WAITING, MOUNTED):
        offered[0] = "enter" if unit.place == WAITING else "dismount"
    keys = [f"@deed.{deed}" for deed in offered]
    return " @deed.or ".join(one for one in (", ".join(keys[:-1]), *keys[-1:]) if one)


def casualty_args(state: DisposableState, top: Casualties, choices: list[Choice]) -> dict[str, int | str]:
    """`others` says why men of other units are among the choices, `check` what the chance on them is about."""
    unit = state.units[top.unit]
    others = [choice.rule for choice in choices if choice.piece >= 0 and choice.piece not in unit.figures]
    why = "" if not others else "@prompt.shared" if "dh.share.1" in others else "@prompt.commander"
    check = "@prompt.check-follows" if check_follows(state, top) else ""
    return {"unit": state.force(unit).name, "shot": shot(state, top, unit), "others": why, "check": check}


def check_follows(state: DisposableState, top: Casualties) -> bool:
    """Whether the Guts check of the unit that was hit comes next."""
    below = state.stack[-2] if len(state.stack) > 1 else None
    last = top.ones + top.common + top.free == 1 and len(state.units[top.unit].figures) > 1
    return last and isinstance(below, Shooting) and not below.spared and not state.shared_losses


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
