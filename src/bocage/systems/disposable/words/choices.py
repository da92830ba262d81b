"""Choices in words: what each operand adds, and what only some verbs say."""

from __future__ import annotations

from collections import Counter

from bocage.kernel import NUMBER, Arg, Decision, Procedure, Text, first, option_point, second
from bocage.kernel.views import Choice
from bocage.kernel.wording import Wording, Words
from bocage.systems.disposable.model.tables import HOLD, Weapon
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.armour import VehicleShooting
from bocage.systems.disposable.rules.arranging import FORMATIONS, Arrange
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.choosing import PickFirers
from bocage.systems.disposable.rules.closecombat import Charge, Melee, check_needed
from bocage.systems.disposable.rules.command import unit_of
from bocage.systems.disposable.rules.facing import Facing
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.movement import effective_range, rate_of_fire
from bocage.systems.disposable.rules.rally import may_rally
from bocage.systems.disposable.rules.snap import SnapWindow
from bocage.systems.disposable.rules.turn import Deployment
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, STEADY, WAITING, DisposableState, Unit
from bocage.systems.disposable.words.places import inches, spot, way


def acting(state: DisposableState, decision: Decision) -> Unit | None:
    """The unit a decision is about, where it is about one."""
    top: Procedure[DisposableState] = state.stack[-1]
    if isinstance(top, Deployment):
        return top.next_unit(state, decision.seat)
    if isinstance(top, (Activation, PickFirers, Arrange, Facing)):
        return state.units[top.unit]
    if isinstance(top, (VehicleShooting, Charge)):
        return state.units[top.target]
    if isinstance(top, SnapWindow):
        return state.units[top.mover]
    return state.units[top.winner] if isinstance(top, Melee) else None


# Operands


def describe_unit(state: DisposableState, index: int, choice: Choice, args: dict[str, Arg]) -> None:
    """Clicking the unit's leader chooses it."""
    unit = state.units[index]
    choice.piece = unit.figures[0] if unit.place in (ON_TABLE, MOUNTED) else -1
    args["unit"] = state.force(unit).name


def describe_figure(state: DisposableState, figure: int, choice: Choice, args: dict[str, Arg]) -> None:
    """One man among others of his kind: what he is, and where he stands."""
    choice.piece = figure
    args["figure"] = f"@role.{state.figure(figure).role}"
    args["x"], args["y"] = inches(state.x[figure]), inches(state.y[figure])


def describe_formation(state: DisposableState, formation: int, choice: Choice, args: dict[str, Arg]) -> None:
    choice.place = FORMATIONS[formation]
    args["formation"] = f"@formation.{FORMATIONS[formation]}"


def describe_side(state: DisposableState, seat: int, choice: Choice, args: dict[str, Arg]) -> None:
    choice.place = str(seat)
    args["side"] = state.scenario.sides[seat].name


def describe_weapon(state: DisposableState, index: int, choice: Choice, args: dict[str, Arg]) -> None:
    top = state.stack[-1]
    assert isinstance(top, VehicleShooting)
    vehicle = state.vehicle(state.units[top.target])
    assert vehicle is not None
    choice.place = str(index)
    args["weapon"] = f"@weapon.{vehicle.weapons[index].id}"


def describe_throwers(state: DisposableState, throwers: int, choice: Choice, args: dict[str, Arg]) -> None:
    choice.place = str(throwers)
    args["throwers"] = throwers


# What only some verbs say


def say(choice: Choice, key: str) -> None:
    """The same in other words."""
    choice.label = Text(f"choice.{key}", choice.label.args)


def say_activate(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    unit = state.units[first(option)]
    if unit.status != STEADY and may_rally(state, unit):
        say(choice, "rally")


def say_mode(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    unit = acting(state, decision)
    assert unit is not None
    mode = acts.MODES.index(acts.ACTS.of(option))
    if unit.place == MOUNTED:
        say(choice, "stay-aboard" if mode == HOLD else "get-down")
    else:
        choice.label.args["firing"] = f"@firing.{firing(state, unit, mode)}"


def firing(state: DisposableState, unit: Unit, mode: int) -> str:
    """What the weapons of a unit keep of their dice and range in a mode (dh.move.semi.1)."""
    team = state.weapon(unit)
    lost = state.force(unit).weapon
    weapons = [team] if team is not None else [state.figure(f).weapon for f in unit.figures]
    parts = {kept(weapon, mode) for weapon in weapons if weapon is team or weapon is not lost}
    return "-".join(sorted(parts - {"none"})) or "none"


def kept(weapon: Weapon, mode: int) -> str:
    dice, reach = rate_of_fire(weapon, mode), effective_range(weapon, mode)
    if dice == 0:
        return "none"
    if dice < weapon.rof:
        return "half"
    return "range" if reach < weapon.range else "full"


def standing(decision: Decision, x: int, y: int) -> list[int]:
    """Where the whole unit will stand; empty where the point is no more than a point."""
    region = decision.region
    return region.settle(x, y) if isinstance(region, Reach) else []


def say_point(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """A point is told by what is there, and by the way to it."""
    x, y = option_point(option)
    choice.x, choice.y = x / 10, y / 10
    unit = acting(state, decision)
    assert unit is not None
    top = state.stack[-1]
    if isinstance(top, Activation):
        choice.rule = acts.MODES[top.mode].rule if top.mode > HOLD else decisions.DEPLOY.rule
    there = spot(state, unit.seat, x, y, standing(decision, x, y))
    args: dict[str, Arg] = {"x": inches(x), "y": inches(y), "spot": there}
    key = "place" if decision.kind.setup else "enter" if unit.place == WAITING else "get-down-at"
    if decision.kind is decisions.SNAP_AT or decision.kind is decisions.FACING:
        key = decision.kind.name
    elif unit.place == ON_TABLE:
        mover = top.man if isinstance(top, Arrange) else unit.figures[0]
        dx, dy = x - state.x[mover], y - state.y[mover]
        args["distance"] = f"{(dx * dx + dy * dy) ** 0.5 / 10:.1f}"
        args["way"] = way(state, unit.seat, dx, dy)
        key = "move-to" if dx or dy else "stay-put"
    choice.label = Text(f"choice.{key}", args)


def say_charge(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """Without a word of grenades where none are used."""
    check = "-check" if check_needed(state.units[first(option)]) else ""
    say(choice, f"charge{check}" if second(option) else f"charge-bare{check}")


def say_launch(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    if second(option):
        say(choice, "launch-and-throw")


def in_other_words(key: str) -> Words[DisposableState]:
    """For a verb whose name others have too."""
    return lambda state, decision, option, choice: say(choice, key)


def say_evade(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    top = state.stack[-1]
    if isinstance(top, Charge) and top.draws_fire(state):
        say(choice, "evade-shot")


def say_casualty(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """Men of the unit that was hit, which the question names, and of others."""
    top = state.stack[-1]
    assert isinstance(top, Casualties)
    choice.rule = top.rule(state, first(option))
    home = unit_of(state, first(option))
    if home is not None and home.index != top.unit:
        choice.label.args["unit"] = state.force(home).name
        say(choice, "casualty-other")


def say_proposal(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """Who would fall, those of one role together."""
    top = state.stack[-1]
    assert isinstance(top, Casualties)
    roles = Counter(state.figure(f).role for f in top.proposal(state, state.units[top.unit]))
    men = [f"@role.{role}" + (f" ×{number}" if number > 1 else "") for role, number in roles.items()]
    choice.label.args["men"] = " + ".join(men)


WORDING: Wording[DisposableState] = Wording(
    acts.ACTS,
    {
        acts.UNIT: describe_unit, acts.FIGURE: describe_figure, acts.SIDE: describe_side, acts.WEAPON: describe_weapon,
        acts.FORMATION: describe_formation, NUMBER: describe_throwers,
    },
    {
        acts.TO: say_point, acts.ACTIVATE: say_activate, **dict.fromkeys(acts.MODES, say_mode),
        acts.CHARGE: say_charge, acts.LAUNCH: say_launch, acts.EVADE: say_evade, acts.CASUALTY: say_casualty,
        acts.AS_PROPOSED: say_proposal,
        acts.SNAP_SINGLE_OUT: in_other_words("single-out-snap"), acts.ANSWER_FIRE: in_other_words("snap-fire-charge"),
        acts.ANSWER_SINGLE_OUT: in_other_words("single-out-charge"),
    },
)  # fmt: skip
