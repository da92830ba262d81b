"""Special rules of scenarios (lnlt.scenario): how far one sees, weather, reinforcements that wait for a die, objectives
that come and go, ground that is kept, ammunition. Secret plans are in `rules.plans`."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Event
from bocage.systems.lnlt.model.pieces import GONE, Weapon
from bocage.systems.lnlt.model.special import Ammunition, Course, Weather, is_open
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.portage import discard
from bocage.systems.lnlt.state import LnltState

VISIBILITY: Final = "lnlt.scenario.visibility"
WEATHER: Final = "lnlt.scenario.weather"
REINFORCEMENTS: Final = "lnlt.scenario.reinforcements"
OBJECTIVES: Final = "lnlt.scenario.objectives"
AMMUNITION: Final = "lnlt.scenario.ammunition"


# ---- turn by turn


def begin_turn(state: LnltState, course: Course) -> None:
    """The light and the weather of the turn, and the objectives that count from now on."""
    if course.begun >= state.turn:
        return
    course.begun = state.turn
    light_up(state, course)
    if state.recording:
        tell_weather(state, course)
    for number, objective in enumerate(state.scenario.objectives):
        if objective.since == state.turn and state.turn > 1:
            open_objective(state, course, number)


def light_up(state: LnltState, course: Course) -> None:  # lnlt.core.20
    """How far one sees in this turn."""
    before = (state.visibility, state.dark)
    state.visibility = course.rules.sight[state.turn]
    state.dark = course.rules.dark[state.turn]
    if before == (state.visibility, state.dark):
        return
    state.stale()
    if state.recording and state.turn > 1:
        kind = "visibility" if state.visibility else "visibility-full"
        state.emit(Event(kind, VISIBILITY, {"hexes": state.visibility, "turn": state.turn}))


def tell_weather(state: LnltState, course: Course) -> None:
    now = course.rules.weather[state.turn]
    before = course.rules.weather[state.turn - 1]
    if now is not before and now is not None:
        state.emit(Event(f"weather-{now.id}", WEATHER, {"turn": state.turn}))
    elif now is not before:
        state.emit(Event("weather-clears", WEATHER, {"turn": state.turn}))


def weather(state: LnltState) -> Weather | None:
    return None if state.course is None else state.course.rules.weather[state.turn]


def is_wet(state: LnltState) -> bool:
    """Fires neither start nor spread (lnlt.scenario.weather)."""
    now = weather(state)
    return now is not None and not now.fires


def is_mired(state: LnltState) -> bool:
    """Nobody runs (lnlt.scenario.weather)."""
    now = weather(state)
    return now is not None and not now.double_time


def drag(state: LnltState, mode: int, hex_: int, to: int) -> int:  # lnlt.core.armour.14.1
    """What a vehicle pays more for a step off the road (lnlt.scenario.weather)."""
    now = weather(state)
    return 0 if now is None or state.board.on_road(hex_, to) else now.off_road[mode - 1]


# ---- objectives that come and go


def open_objective(state: LnltState, course: Course, number: int) -> None:
    """It counts from now on, for whoever stands there."""
    hex_ = state.scenario.objectives[number].hex
    course.closed &= ~(1 << number)
    for seat in (0, 1):
        if state.holders(seat, hex_):
            state.take_control(hex_, seat)
    tell_objective(state, "objective-opens", number, GONE)


def settle_objectives(state: LnltState) -> None:
    """At the end of a turn: those whose time is up, and those that move on once somebody has them."""
    course = state.course
    if course is None:
        return
    objectives = state.scenario.objectives
    for number in [number for number in range(len(objectives)) if is_open(course, number)]:
        objective = objectives[number]
        if objective.until == state.turn:
            award(state, course, number)
        elif objective.then != GONE and state.control[number] != GONE:
            award(state, course, number)
            open_objective(state, course, objective.then)


def award(state: LnltState, course: Course, number: int) -> None:
    """Its points go to whoever has it, and it is none any more."""
    seat = state.control[number]
    course.closed |= 1 << number
    state.control[number] = GONE
    if seat != GONE:
        course.awarded[seat] += state.scenario.objectives[number].points
    tell_objective(state, "objective-won" if seat != GONE else "objective-ends", number, seat)


def tell_objective(state: LnltState, kind: str, number: int, seat: int) -> None:
    if state.recording:
        objective = state.scenario.objectives[number]
        args: dict[str, Arg] = {"hex": state.board.grid.names[objective.hex], "points": objective.points}
        if seat != GONE:
            args["side"] = state.scenario.titles[seat]
        state.tell(objective.hex, kind, OBJECTIVES, args)


# ---- reinforcements that wait for a die


def call_reinforcements(state: LnltState, course: Course) -> None:
    """After the Rally Phase, once a turn: a die for each group that may come and has not."""
    if course.rolled >= state.turn:
        return
    course.rolled = state.turn
    for number, group in enumerate(course.rules.held):
        if group.turn > state.turn or course.called >> number & 1:
            continue
        die = state.dice.roll(6, acts.FOR_REINFORCEMENTS)
        if die >= group.roll:
            course.called |= 1 << number
        if state.recording:
            kind = "reinforcements-come" if die >= group.roll else "reinforcements-late"
            args: dict[str, Arg] = {"side": state.scenario.titles[group.seat], "number": group.roll}
            state.emit(Event(kind, REINFORCEMENTS, args, [die]))


# ---- ground that is kept


def ground_kept(state: LnltState, seat: int, hex_: int) -> int:
    """The hexes that units in this one do not leave (lnlt.scenario.no-retreat), as a mask; 0 where they are free."""
    if state.course is None:
        return 0
    rules = state.course.rules
    until = rules.keep_until[seat]
    return rules.keep[seat] if rules.keep[seat] >> hex_ & 1 and (not until or state.turn <= until) else 0


# ---- ammunition


def spend_ammunition(state: LnltState, weapons: list[Weapon]) -> None:
    """After they have fired: so many shots less, or a die for each (lnlt.scenario.ammunition)."""
    course = state.course
    if course is None:
        return
    for number, entry in enumerate(course.rules.ammunition):
        for weapon in weapons:
            if weapon.owner == GONE or state.units[weapon.owner].seat != entry.seat:
                continue
            if entry.type is None or entry.type is weapon.type:
                spend(state, course, number, entry, weapon)


def spend(state: LnltState, course: Course, number: int, entry: Ammunition, weapon: Weapon) -> None:
    if entry.runs_out:
        die = state.dice.roll(6, acts.FOR_AMMUNITION)
        if die >= entry.runs_out:
            tell_empty(state, weapon, "ammunition-out", [die])
            discard(weapon)
    elif course.shots[number] > 0:
        course.shots[number] -= 1
        if course.shots[number] == 0:
            tell_empty(state, weapon, "last-shot", [])
            for other in state.weapons:
                if other.type is entry.type and other.owner != GONE and state.units[other.owner].seat == entry.seat:
                    discard(other)


def tell_empty(state: LnltState, weapon: Weapon, kind: str, dice: list[int]) -> None:
    if state.recording:
        args: dict[str, Arg] = {"weapon": f"@weapon.{weapon.type.id}"}
        args["side"] = state.scenario.titles[state.units[weapon.owner].seat]
        state.tell(weapon.hex, kind, AMMUNITION, args, dice)
