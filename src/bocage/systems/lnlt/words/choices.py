"""Acts in words: what each operand adds to a choice, and what some verbs say beyond that."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Decision, Text, first, second
from bocage.kernel.views import Choice
from bocage.kernel.wording import Wording
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.pieces import GONE, LEADER_HERO
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, WEAPON_IDS
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.activation import leads
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.operations import PHASE_END
from bocage.systems.lnlt.rules.paces import allowance
from bocage.systems.lnlt.rules.setup import SET_UP, SetUp, title_of
from bocage.systems.lnlt.rules.skills import ASSAULTER, SPEEDY, led, works_for
from bocage.systems.lnlt.rules.traits import cite
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words.naming import known_as, vehicle_known_as

NOBODY: Final = "–"

# By the mode of a move that is under way: the question, and the clause
STEP_WORDS: Final = {
    kinds.ASSAULTING: ("step-assault-move", "lnlt.core.6.1"),
    kinds.DOUBLING: ("step-double-time", "lnlt.core.6.2"),
    kinds.CRAWLING: ("step-low-crawl", "lnlt.core.6.3"),
    kinds.AFTER_FIRE: ("step-after-fire", "lnlt.core.6.1.1"),
    kinds.STEALING: ("step-stealth", "lnlt.core.6.4"),
    kinds.STEALING_UP: ("step-stealth-assault", "lnlt.core.6.4.1"),
    kinds.HITTING: ("step-hit-and-run", "lnlt.core.6.7"),
    kinds.DISMOUNTING: ("step", "lnlt.core.6.6"),
}


def rule_now(state: LnltState, decision: Decision) -> str:
    """The clause of a decision: a step has that of its way to move, the set-up that of the room in a hex."""
    top = state.stack[-1]
    if decision.kind is acts.STEP and isinstance(top, Movement) and top.mode in STEP_WORDS:
        return STEP_WORDS[top.mode][1]
    if decision.kind is acts.PLACE and isinstance(top, SetUp) and not top.turn:
        return SET_UP
    rule: str = decision.kind.rule
    return rule


# ---- operands


def name_hex(state: LnltState, hex_: int) -> str:
    return state.board.grid.names[hex_] if hex_ >= 0 else NOBODY


def describe_unit(state: LnltState, number: int, choice: Choice, args: dict[str, Arg]) -> None:
    unit = state.units[number]
    choice.piece = number
    args["unit"] = known_as(state, unit)
    args["hex"] = name_hex(state, unit.hex)


def describe_vehicle(state: LnltState, number: int, choice: Choice, args: dict[str, Arg]) -> None:
    vehicle = state.vehicles[number]
    choice.piece = VEHICLE_IDS + number
    args["unit"] = vehicle_known_as(state, vehicle)
    args["hex"] = name_hex(state, vehicle.hex)


def describe_target_vehicle(state: LnltState, number: int, choice: Choice, args: dict[str, Arg]) -> None:
    describe_hex(state, state.vehicles[number].hex, choice, args)
    describe_vehicle(state, number, choice, args)


def describe_weapon(state: LnltState, number: int, choice: Choice, args: dict[str, Arg]) -> None:
    weapon = state.weapons[number]
    choice.piece = WEAPON_IDS + number
    args["weapon"] = f"@weapon.{weapon.type.id}"
    args["hex"] = name_hex(state, weapon.hex)
    args["unit"] = known_as(state, state.units[weapon.owner]) if weapon.owner != GONE else NOBODY


def describe_charge(state: LnltState, number: int, choice: Choice, args: dict[str, Arg]) -> None:
    describe_weapon(state, number, choice, args)
    choice.piece = state.weapons[number].owner


def describe_hex(state: LnltState, hex_: int, choice: Choice, args: dict[str, Arg]) -> None:
    choice.place = name_hex(state, hex_)
    args["hex"] = choice.place
    if choice.path:
        choice.path = [*choice.path, choice.place]


def describe_origin(state: LnltState, hex_: int, choice: Choice, args: dict[str, Arg]) -> None:
    args["origin"] = name_hex(state, hex_)
    choice.path = [name_hex(state, hex_)]


def describe_spotted(state: LnltState, hex_: int, choice: Choice, args: dict[str, Arg]) -> None:
    choice.place = name_hex(state, hex_)
    args["target"] = choice.place


# ---- verbs that say more


def say_pass(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    if state.edition.passes != 3:
        choice.rule = PHASE_END


def say_dedicate(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    choice.rule = cite(state.scenario.module, acts.DEDICATE.rule)


def say_stop(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    choice.rule = rule_now(state, decision)


def say_step(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    """What it costs, and whom it meets."""
    choice.rule = rule_now(state, decision)
    move = state.stack[-1]
    if not isinstance(move, Movement):
        return
    hex_ = first(option)
    cost = move.cost(state, hex_)
    key = "choice.step"
    if state.stacks[1 - move.seat][hex_]:
        choice.rule = "lnlt.core.8.0"
        key = "choice.step-melee"
    elif state.armour[1 - move.seat] >> hex_ & 1:
        choice.rule = "lnlt.core.armour.7.1"
        key = "choice.step-assault"
    choice.label = Text(key, {"hex": choice.place, "cost": cost})
    if state.skilled and runs_on(state, move, hex_):
        choice.rule = "lnlt.boh.25.2.speedy.a"


def runs_on(state: LnltState, move: Movement, to: int) -> bool:
    """A step that takes more than the usual points of a stack that is Speedy."""
    usual = allowance(state, move.movers, move.mode) - 2
    speedy = all(works_for(state, state.units[number], SPEEDY) for number in move.movers)
    return speedy and move.spent + move.cost(state, to) > usual


def say_place(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    choice.rule = rule_now(state, decision)
    setup = state.stack[-1]
    if isinstance(setup, SetUp):
        arrival = state.scenario.arrivals[setup.number]
        choice.piece = VEHICLE_IDS + arrival.vehicle if arrival.vehicle >= 0 else arrival.unit
        choice.label = Text("choice.place", {"unit": title_of(state, setup.number), "hex": choice.place})


def say_plan(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    assert state.course is not None
    choice.label = Text("choice.pick-plan", {"plan": state.course.rules.plans[decision.seat][first(option)].words})


def say_sortie(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    choice.label = Text("choice.fly", {"plane": state.scenario.sorties[decision.seat][first(option)].name})


def say_mission(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    battery = state.batteries[decision.seat][first(option)]
    args: dict[str, Arg] = {"battery": battery.name, "fp": battery.fp, "left": battery.left}
    choice.label = Text(choice.label.key, args)


# ---- the clause of the card without which an option would not be offered


def owe_activation(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    there = [state.units[number] for number in state.stacks[decision.seat][first(option)]]
    if state.skilled and any(unit.skill == LEADER_HERO and leads(unit) for unit in there):
        choice.rule = "lnlt.hid.skill.leader-hero.d"


def owe_direction(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    if state.skilled and state.units[first(option)].skill == LEADER_HERO:
        choice.rule = "lnlt.hid.skill.leader-hero.b"


def owe_assault(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    """Assault Move and Assault Fire of those who have it from an Assaulter."""
    hex_ = first(option)
    by_nature = any(state.units[number].type.assault for number in state.stacks[decision.seat][hex_])
    if state.skilled and not by_nature and led(state, decision.seat, hex_, ASSAULTER):
        choice.rule = "lnlt.hid.skill.assaulter.a"


def owe_fire(state: LnltState, decision: Decision, option: int, choice: Choice) -> None:
    """At a hex that nobody has spotted."""
    if state.skilled and not state.seen_from(first(option), 1 - decision.seat) >> second(option) & 1:
        choice.rule = "lnlt.hid.skill.aimed-fire.b"


WORDING: Final = Wording[LnltState](
    acts.ACTS,
    {
        acts.UNIT: describe_unit,
        acts.VEHICLE: describe_vehicle,
        acts.TARGET_VEHICLE: describe_target_vehicle,
        acts.WEAPON: describe_weapon,
        acts.CHARGE: describe_charge,
        acts.HEX: describe_hex,
        acts.ORIGIN: describe_origin,
        acts.SPOTTED: describe_spotted,
    },
    {
        acts.PASS: say_pass,
        acts.DEDICATE: say_dedicate,
        acts.STOP: say_stop,
        acts.STEP_TO: say_step,
        acts.PLACE_IN: say_place,
        acts.PICK: say_plan,
        acts.FLY: say_sortie,
        acts.STANDARD_MISSION: say_mission,
        acts.LOOSE_MISSION: say_mission,
        acts.ACTIVATE: owe_activation,
        acts.DIRECTING: owe_direction,
        acts.ASSAULT_MOVE: owe_assault,
        acts.ASSAULT_FIRE: owe_assault,
        acts.FIRE: owe_fire,
    },
)
