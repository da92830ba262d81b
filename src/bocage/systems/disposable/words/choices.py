"""Decisions in words: what is asked, what can be chosen, and where the numbers on it come from."""

from __future__ import annotations

from bocage.kernel.act import is_point, option_point
from bocage.kernel.decision import Decision
from bocage.kernel.views import Choice, Prompt, Text
from bocage.systems.disposable.model.tables import (
    HOLD,
    MODES,
    RUN,
    Weapon,
)
from bocage.systems.disposable.rules import kinds
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.armour import VehicleShooting
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.choosing import Arrange, PickFirers
from bocage.systems.disposable.rules.closecombat import Charge, Melee
from bocage.systems.disposable.rules.movement import effective_range, rate_of_fire
from bocage.systems.disposable.rules.snap import SnapWindow
from bocage.systems.disposable.rules.turn import Deployment
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, STEADY, WAITING, DisposableState, Unit
from bocage.systems.disposable.words.asking import (
    asked,
    deeds,
)
from bocage.systems.disposable.words.forecast import (
    forecast,
    rally_forecast,
)
from bocage.systems.disposable.words.places import (
    inches,
    spot,
    way,
)

RULES = {
    kinds.DEPLOY: "dh.core.deploy", kinds.FIRST: "dh.core.turn.seq", kinds.ACTIVATE: "dh.core.turn.seq",
    kinds.MODE: "dh.core.act.order.effects", kinds.STEP: "dh.core.act.order", kinds.SNAP: "dh.snap.2",
    kinds.RESPONSE: "dh.cc.evade.1", kinds.CASUALTY: "dh.cas.small.3", kinds.SHELTER: "dh.melee.end.1",
    kinds.DAMAGE: "dh.core.veh.hull.chart", kinds.FIRER: "dh.open.fire_half", kinds.FIGURE: "dh.cmd.distance.2",
}  # fmt: skip


def acting(state: DisposableState, decision: Decision) -> Unit | None:
    """The unit a decision is about, where it is about one."""
    top = state.stack[-1]
    if isinstance(top, (Activation, PickFirers, Arrange)):
        return state.units[top.unit]
    if isinstance(top, VehicleShooting):
        return state.units[top.target]
    if isinstance(top, Deployment):
        return top.next_unit(state, decision.seat)
    if isinstance(top, SnapWindow):
        return state.units[top.mover]
    if isinstance(top, Charge):
        return state.units[top.target]
    if isinstance(top, Melee):
        return state.units[top.winner]
    return None


def prompt(state: DisposableState, decision: Decision) -> Prompt:
    kind = kinds.KINDS[decision.kind]
    unit = acting(state, decision)
    choices = [choice(state, decision, option) for option in decision.options]
    return Prompt(
        seat=decision.seat,
        kind=kind,
        text=Text(prompt_key(state, decision, choices), prompt_args(state, unit, choices)),
        rule=prompt_rule(state, decision),
        choices=choices,
        region=[] if decision.region is None else decision.region.outline(),
        pieces=[] if unit is None else acting_pieces(unit, decision.kind),
        decline=kinds.DECLINE if decision.kind == kinds.SNAP else -1,
        setup=decision.kind == kinds.DEPLOY,
    )


def acting_pieces(unit: Unit, kind: int) -> list[int]:
    """Its figures on the table; while it is deployed, the piece beside the table that stands for it."""
    return unit.figures[:] if unit.place == ON_TABLE else unit.figures[:1] if kind == kinds.DEPLOY else []


def prompt_key(state: DisposableState, decision: Decision, choices: list[Choice]) -> str:
    """The text of a lesson where one fits, else the plain question."""
    top = state.stack[-1]
    if isinstance(top, Casualties) and top.ones:
        return "prompt.casualty-one"
    kind = kinds.KINDS[decision.kind]
    for lesson in state.scenario.lessons:
        if (
            lesson.kind == kind
            and lesson.turn <= max(state.turn, 1)
            and lesson.seat in (-1, decision.seat)
            and (not lesson.offers or any(found.verb == lesson.offers for found in choices))
        ):
            return lesson.key
    return f"prompt.{kind}"


def prompt_args(state: DisposableState, unit: Unit | None, choices: list[Choice]) -> dict[str, int | str]:
    top = state.stack[-1]
    if isinstance(top, Casualties):
        return asked(state, top, choices)
    args: dict[str, int | str] = {"deeds": deeds(unit, choices)}
    if unit is not None:
        args["unit"] = state.force(unit).name
    return args


def prompt_rule(state: DisposableState, decision: Decision) -> str:
    """Of casualties the clause that lets men of others fall, where they may (dh.share.1, dh.core.pc.activation)."""
    top = state.stack[-1]
    if isinstance(top, Casualties):
        if top.ones:
            return "dh.open.one_kills"
        rules = [top.rule(state, option) for option in decision.options]
        return next((rule for rule in ("dh.share.1", "dh.core.pc.activation") if rule in rules), RULES[decision.kind])
    return RULES[decision.kind]


def choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    kind = decision.kind
    if is_point(option):
        return point_choice(state, decision, option)
    if kind == kinds.ACTIVATE:
        unit = state.units[option]
        if rally_forecast(state, unit) is not None:
            return unit_choice(state, option, "activate", unit, "dh.core.turn.seq", True, "rally")
        return unit_choice(state, option, "activate", unit, "dh.core.turn.seq", False)
    if kind == kinds.MODE:
        return mode_choice(state, decision, option)
    if kind == kinds.FIRST:
        side = Text("choice.first", {"side": state.scenario.sides[option].name})
        return Choice(option, "first", side, "dh.core.turn.seq", place=str(option))
    if kind == kinds.CASUALTY:
        return casualty_choice(state, decision, option)
    if kind == kinds.STEP:
        return step_choice(state, option)
    if kind == kinds.DAMAGE:
        label = Text("choice.weapon-out", {"weapon": damaged_weapon(state, option)})
        return Choice(option, "weapon-out", label, RULES[kind], place=str(option))
    if kind == kinds.FIRER:
        return firer_choice(state, decision, option)
    return reaction_choice(state, decision, option)


def casualty_choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    """Men of the unit that was hit, which the question names, and of others."""
    top = state.stack[-1]
    assert isinstance(top, Casualties)
    home = next(u for u in state.units if option in u.figures)
    args = figure_args(state, option)
    key = "choice.casualty"
    if home.index != top.unit:
        key = "choice.casualty-other"
        args["unit"] = state.force(home).name
    odds = forecast(state, decision, option) is not None
    return Choice(option, "casualty", Text(key, args), top.rule(state, option), piece=option, odds=odds)


def figure_args(state: DisposableState, figure: int) -> dict[str, int | str]:
    """One man among others of his kind: what he is, and where he stands."""
    x, y = inches(state.x[figure]), inches(state.y[figure])
    return {"figure": f"@role.{state.figure(figure).role}", "x": x, "y": y}


def mode_choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    mode = MODES[option]
    rule = "dh.core.act.hold" if option == HOLD else f"dh.move.{mode}.1" if option <= RUN else "dh.core.veh.move"
    unit = acting(state, decision)
    assert unit is not None
    if unit.place == MOUNTED:
        return Choice(option, mode, Text("choice.stay-aboard" if option == HOLD else "choice.get-down"), rule)
    return Choice(option, mode, Text(f"choice.{mode}", {"firing": f"@firing.{firing(state, unit, option)}"}), rule)


def firing(state: DisposableState, unit: Unit, mode: int) -> str:
    """What the weapons of a unit keep of their dice and range in a mode (dh.move.semi.1)."""
    team = state.weapon(unit)
    lost = state.force(unit).weapon
    weapons = [team] if team is not None else [state.figure(f).weapon for f in unit.figures]
    found = {kept(weapon, mode) for weapon in weapons if weapon is team or weapon is not lost}
    return "-".join(sorted(found - {"none"})) or "none"


def kept(weapon: Weapon, mode: int) -> str:
    dice, reach = rate_of_fire(weapon, mode), effective_range(weapon, mode)
    if dice == 0:
        return "none"
    if dice < weapon.rof:
        return "half"
    return "range" if reach < weapon.range else "full"


def point_choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    x, y = option_point(option)
    unit = acting(state, decision)
    assert unit is not None
    rule = "dh.core.deploy"
    top = state.stack[-1]
    if isinstance(top, Activation) and top.mode > HOLD:
        rule = f"dh.move.{MODES[top.mode]}.1" if top.mode <= RUN else "dh.core.veh.move"
    args: dict[str, int | str] = {"x": inches(x), "y": inches(y), "spot": spot(state, unit.seat, x, y)}
    key = "place" if decision.kind == kinds.DEPLOY else "enter" if unit.place == WAITING else "get-down-at"
    if unit.place == ON_TABLE:
        mover = unit.figures[len(top.spots) // 2 if isinstance(top, Arrange) else 0]
        dx, dy = x - state.x[mover], y - state.y[mover]
        args["distance"] = f"{(dx * dx + dy * dy) ** 0.5 / 10:.1f}"
        args["way"] = way(state, unit.seat, dx, dy)
        key = "move-to" if dx or dy else "stay-put"
    return Choice(option, "to", Text(f"choice.{key}", args), rule, x=x / 10, y=y / 10)


def unit_choice(
    state: DisposableState, option: int, verb: str, unit: Unit, rule: str, odds: bool, key: str = ""
) -> Choice:
    """Clicking the unit's leader chooses it."""
    piece = unit.figures[0] if unit.place in (ON_TABLE, MOUNTED) else -1
    label = Text(f"choice.{key or verb}", {"unit": state.force(unit).name})
    return Choice(option, verb, label, rule, piece=piece, odds=odds)


def step_choice(state: DisposableState, option: int) -> Choice:
    verb = kinds.block(option)
    which = kinds.inner(option)
    if verb == kinds.DONE:
        return Choice(option, "done", Text("choice.done"), "dh.core.act.phases")
    if verb == kinds.FIRE:
        return unit_choice(state, option, "fire", state.units[which], "dh.fire.acc.1", True)
    if verb == kinds.GRENADE:
        return thrown_choice(state, option, which)
    if verb == kinds.CHARGE:
        target = state.units[which]
        check = target.status == STEADY
        return unit_choice(state, option, "charge", target, "dh.cc.guts.1", check, "charge-check" if check else "")
    if verb == kinds.JOIN:
        return unit_choice(state, option, "join", state.units[which], "dh.move.single.2", False)
    if verb == kinds.ARRANGE:
        return Choice(option, "arrange", Text("choice.arrange"), "dh.cmd.distance.2")
    name, rule, odds = DEEDS[verb]
    return unit_choice(state, option, name, state.units[which], rule, odds)


DEEDS = {
    kinds.FACE: ("face", "dh.move.hmg.2", False), kinds.SPOT: ("spot", "dh.spot.1", True),
    kinds.MARK: ("single-out", "dh.fire.sniper.1", True), kinds.INDIRECT: ("indirect", "dh.indirect.acc.1", True),
    kinds.INSIDE: ("inside", "dh.core.veh.open", True), kinds.MOUNT: ("mount", "dh.core.veh.passengers", False),
    kinds.PICK: ("pick", "dh.open.fire_half", False),
}  # fmt: skip


def thrown_choice(state: DisposableState, option: int, which: int) -> Choice:
    """Grenades, launchers, or both; the place is the number of throwers."""
    target = state.units[which // 8]
    throwers = which % 4
    launch = bool(which & kinds.LAUNCH)
    key = "choice.launch" if launch and not throwers else "choice.launch-and-throw" if launch else "choice.grenade"
    label = Text(key, {"unit": state.force(target).name, "throwers": throwers})
    verb, rule = ("launch", "dh.open.fire_half") if launch else ("grenade", "dh.grenade.1")
    return Choice(option, verb, label, rule, piece=target.figures[0], place=str(throwers), odds=True)


def damaged_weapon(state: DisposableState, option: int) -> str:
    top = state.stack[-1]
    assert isinstance(top, VehicleShooting)
    vehicle = state.vehicle(state.units[top.target])
    assert vehicle is not None
    return f"@weapon.{vehicle.weapons[option].id}"


def firer_choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    odds = forecast(state, decision, option) is not None
    if option == kinds.ENOUGH:
        return Choice(option, "enough", Text("choice.enough"), "dh.open.fire_half", odds=odds)
    label = Text("choice.firer", figure_args(state, option))
    return Choice(option, "firer", label, "dh.open.fire_half", piece=option, odds=odds)


RESPONSES = (
    ("stand", "stand", "dh.cc.contact.1"), ("snap-fire", "snap-fire-charge", "dh.cc.snap.1"),
    ("evade", "evade", "dh.cc.evade.1"), ("single-out", "single-out-charge", "dh.fire.sniper.1"),
)  # fmt: skip


def reaction_choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    kind = decision.kind
    if kind == kinds.SNAP:
        if option == kinds.DECLINE:
            return Choice(option, "decline", Text("choice.decline"), "dh.snap.2")
        unit = state.units[kinds.inner(option)]
        if kinds.block(option) == kinds.MARK:
            label = Text("choice.single-out-snap", {"unit": state.force(unit).name})
            return Choice(option, "single-out", label, "dh.fire.sniper.1", piece=unit.figures[0], odds=True)
        return unit_choice(state, option, "snap-fire", unit, "dh.snap.2", True)
    if kind == kinds.RESPONSE:
        verb, key, rule = RESPONSES[option]
        odds = forecast(state, decision, option) is not None
        if option == kinds.EVADE and odds:
            key = "evade-shot"
        return Choice(option, verb, Text(f"choice.{key}"), rule, odds=odds)
    verb = "cover" if option == kinds.GO else "stay"
    return Choice(option, verb, Text(f"choice.{verb}"), "dh.melee.end.1")
