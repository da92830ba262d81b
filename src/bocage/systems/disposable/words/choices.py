"""Choices in words: what each operand adds, and what only some verbs say."""

from __future__ import annotations

from collections import Counter

from bocage.kernel import NUMBER, Arg, Decision, Procedure, Text, first, option_piece, option_point, second
from bocage.kernel.views import Choice, Mark
from bocage.kernel.wording import Wording, Words
from bocage.systems.disposable.model.tables import COVERS, HOLD
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.armour import VehicleShooting
from bocage.systems.disposable.rules.arranging import FORMATIONS, Arrange
from bocage.systems.disposable.rules.bearing import arms_of
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.choosing import PickFirers
from bocage.systems.disposable.rules.closecombat import Charge, Melee, check_needed
from bocage.systems.disposable.rules.command import unit_of
from bocage.systems.disposable.rules.cover import cover_there
from bocage.systems.disposable.rules.facing import Facing
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.layout import Layout
from bocage.systems.disposable.rules.movement import effective_range, rate_of_fire
from bocage.systems.disposable.rules.rally import may_rally
from bocage.systems.disposable.rules.snap import SnapWindow
from bocage.systems.disposable.rules.turn import Deployment
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, STEADY, WAITING, DisposableState, Unit
from bocage.systems.disposable.words.places import ground, inches, spot, way


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


def standing(state: DisposableState, decision: Decision, option: int) -> list[int]:
    """Where the whole unit will stand; empty where the point is no more than a point."""
    top = state.stack[-1]
    if isinstance(top, Arrange) and top.man >= 0:
        return top.layout(state).put(top.man, *option_point(option))
    region = decision.region
    return region.settle_option(option) if isinstance(region, (Reach, Layout)) else []


def in_inches(spots: list[int]) -> list[tuple[float, float]]:
    return [(spots[i] / 10, spots[i + 1] / 10) for i in range(0, len(spots), 2)]


def say_point(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """A point is told by what is there, and by the way to it."""
    x, y = option_point(option)
    choice.x, choice.y = x / 10, y / 10
    unit = acting(state, decision)
    assert unit is not None
    top = state.stack[-1]
    man = max(option_piece(option), top.man) if isinstance(top, Arrange) else -1
    choice.piece = option_piece(option)
    spots = standing(state, decision, option)
    if man >= 0:
        choice.label = say_man(state, unit, man, (x, y), spots)
        return
    if isinstance(top, Activation):
        choice.rule = acts.MODES[top.mode].rule if top.mode > HOLD else decisions.DEPLOY.rule
    there = spot(state, unit.seat, x, y, spots)
    args: dict[str, Arg] = {"x": inches(x), "y": inches(y), "spot": there}
    key = "place" if decision.kind.setup else "enter" if unit.place == WAITING else "get-down-at"
    if decision.kind is decisions.SNAP_AT or decision.kind is decisions.FACING:
        key = decision.kind.name
    elif unit.place == ON_TABLE:
        leader = unit.figures[0]
        dx, dy = x - state.x[leader], y - state.y[leader]
        args["distance"] = f"{(dx * dx + dy * dy) ** 0.5 / 10:.1f}"
        args["way"] = way(state, unit.seat, dx, dy)
        key = "move-to"
    choice.label = Text(f"choice.{key}", args)


def say_man(state: DisposableState, unit: Unit, man: int, to: tuple[int, int], spots: list[int]) -> Text:
    """Where a single man is put, and what that makes of the cover of his unit."""
    x, y = to
    dx, dy = x - state.x[man], y - state.y[man]
    args: dict[str, Arg] = {
        "figure": f"@role.{state.figure(man).role}", "x": inches(x), "y": inches(y),
        "distance": f"{(dx * dx + dy * dy) ** 0.5 / 10:.1f}", "way": way(state, unit.seat, dx, dy),
        "spot": ground(state, unit.seat, x, y), "cover": f"@cover.{COVERS[cover_there(state, unit.seat, spots)]}",
    }  # fmt: skip
    return Text("choice.put" if dx or dy else "choice.stay-put", args)


def say_form(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """With the cover of the unit as it would stand."""
    top = state.stack[-1]
    assert isinstance(top, Arrange)
    spots = top.form(state, first(option))
    choice.figures = in_inches(spots)
    cover = cover_there(state, state.units[top.unit].seat, spots) if spots else 0
    choice.label.args["cover"] = f"@cover.{COVERS[cover]}"


def say_go(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    top = state.stack[-1]
    assert isinstance(top, Arrange)
    choice.figures = in_inches(top.spots)
    cover = cover_there(state, state.units[top.unit].seat, top.spots)
    choice.label.args["cover"] = f"@cover.{COVERS[cover]}"


def say_charge(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """Without a word of grenades where none are used."""
    check = "-check" if check_needed(state.units[first(option)]) else ""
    say(choice, f"charge{check}" if second(option) else f"charge-bare{check}")


def say_launch(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    if second(option):
        say(choice, "launch-and-throw")
    say_blast(state, decision, option, choice)


def say_blast(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """Who would be under it."""
    target = state.units[first(option)]
    if state.vehicle(target) is None:
        choice.marks = [Mark("blast", target.figures[:])]


def say_fire(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    unit = acting(state, decision)
    if unit is not None and any(weapon.blast for _, weapon in arms_of(state, unit, HOLD)):
        say_blast(state, decision, option, choice)


def say_snap(state: DisposableState, decision: Decision, option: int, choice: Choice) -> None:
    """Where there is one point of the way only at which it can be, that is told too."""
    top = state.stack[-1]
    assert isinstance(top, SnapWindow)
    twin = state.clone()  # the mover is tried at every point
    stops = top.open_to(twin, twin.units[first(option)])
    if len(stops) == 1:
        x, y = top.stops[stops[0]][:2]
        choice.x, choice.y = x / 10, y / 10


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
    falling = top.proposal(state, state.units[top.unit])
    choice.marks = [Mark("falls", falling)]
    roles = Counter(state.figure(f).role for f in falling)
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
        acts.FIRE: say_fire, acts.INDIRECT: say_blast, acts.GRENADE: say_blast, acts.SNAP_FIRE: say_snap,
        acts.FORM: say_form, acts.GO: say_go,
        acts.CHARGE: say_charge, acts.LAUNCH: say_launch, acts.EVADE: say_evade, acts.CASUALTY: say_casualty,
        acts.AS_PROPOSED: say_proposal,
        acts.SNAP_SINGLE_OUT: in_other_words("single-out-snap"), acts.ANSWER_FIRE: in_other_words("snap-fire-charge"),
        acts.ANSWER_SINGLE_OUT: in_other_words("single-out-charge"),
    },
)  # fmt: skip
