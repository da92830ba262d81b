"""Choices in words: what each operand adds to them, and the few that say more than their verb and operands."""

from __future__ import annotations

from collections.abc import Callable

from bocage.geometry.square import spaces
from bocage.kernel import NUMBER, Arg, Decision, Text, Verb, first, second, third
from bocage.kernel.views import Choice
from bocage.kernel.wording import Describe, Wording, Words
from bocage.systems.normandie.model.flags import SECOND_BLUFF, SECOND_SPECIAL, token_key
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.acts import ACTS
from bocage.systems.normandie.rules.movement import Movement, Moving
from bocage.systems.normandie.rules.multiplayer import SHARED
from bocage.systems.normandie.rules.setup import next_to_place
from bocage.systems.normandie.rules.structures import name_of_structure
from bocage.systems.normandie.rules.vehicles import Drive, after
from bocage.systems.normandie.rules.victory import at_documents, crossing_args
from bocage.systems.normandie.state import NormandieState, Unit, known_name, name_of
from bocage.systems.normandie.words.naming import card_name, held_card, seen_name

Args = dict[str, Arg]

# ---- operands


def describe_space(state: NormandieState, cell: int, choice: Choice, args: Args) -> None:
    choice.place = state.board.grid.name(cell)
    args["place"] = state.board.grid.label(cell)


def describe_crossing(state: NormandieState, crossing: int, choice: Choice, args: Args) -> None:
    row, col = divmod(crossing, state.board.grid.cols + 1)
    choice.x, choice.y = float(col), float(row)
    args |= crossing_args(state, crossing)


def describe_structure(state: NormandieState, number: int, choice: Choice, args: Args) -> None:
    describe_space(state, spaces(state.structures[number].cells)[0], choice, args)
    args["target"] = name_of_structure(state, number)


def describe_token(state: NormandieState, token: int, choice: Choice, args: Args) -> None:
    choice.token = args["n"] = token


def describe_weapon(state: NormandieState, number: int, choice: Choice, args: Args) -> None:
    """The weapons of a vehicle are told apart by number."""
    if number:
        choice.verb = f"{choice.verb}-{number + 1}"
        args["n"] = number + 1


def piece(key: str, name: Callable[[Unit], str]) -> Describe[NormandieState]:
    """A unit, to be clicked where it is."""

    def describe(state: NormandieState, number: int, choice: Choice, args: Args) -> None:
        unit = state.units[number]
        choice.piece, choice.place = unit.id, state.place_name(unit)
        args[key] = name(unit)

    return describe


def word(key: str, value: Callable[[NormandieState, int], Arg]) -> Describe[NormandieState]:
    """Something that is only said."""

    def describe(state: NormandieState, operand: int, choice: Choice, args: Args) -> None:
        args[key] = value(state, operand)

    return describe


OPERANDS: dict[str, Describe[NormandieState]] = {
    acts.SPACE: describe_space,
    acts.CROSSING: describe_crossing,
    acts.STRUCTURE: describe_structure,
    acts.WEAPON: describe_weapon,
    acts.UNIT: piece("unit", name_of),
    acts.TARGET: piece("target", known_name),
    acts.VEHICLE: piece("vehicle", name_of),
    acts.TILE: word("tile", lambda state, number: state.scenario.tiles[number].key()),
    NUMBER: word("n", lambda state, number: number),
    acts.ORDER_TOKEN: describe_token,
    acts.TOKEN: word("token", lambda state, token: token_key(token)),
    acts.DIRECTIVE: word("directive", lambda state, token: token_key(token)),
    acts.DIRECTION: word("direction", lambda state, direction: f"@direction.{direction}"),
    acts.DICE: word("dice", lambda state, dice: ", ".join(str(place + 1) for place in spaces(dice))),  # from 1
    acts.PLAYER: word("player", lambda state, seat: "@" + state.scenario.names[seat]),
    acts.SHARED: word("what", lambda state, kind: f"@shared.{SHARED[kind]}"),
}

# ---- verbs that say more


def say(choice: Choice, key: str, **args: Arg) -> None:
    """Other words than those of the verb."""
    choice.label = Text(f"choice.{key}", {**choice.label.args, **args})


def hold(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    say(choice, f"{decision.kind.name}-hold")


FINISHED = {decisions.SUPPLY: "supply-done", decisions.DISCARD: "discard-done", decisions.TRADE: "trade-done"}


def finish(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    say(choice, FINISHED.get(decision.kind, "finish"))


def set_up(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    unit = next_to_place(state, decision.seat)
    assert unit is not None
    choice.piece = unit.id
    if first(option) and ACTS.of(option) is acts.SET_UP:
        say(choice, "place-reverse")


def count_token(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    if first(option) in (SECOND_BLUFF, SECOND_SPECIAL):
        say(choice, f"{choice.verb}-second")


def name_weapon(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    if second(option):
        say(choice, f"{ACTS.of(option).name}-with")


def step_to(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    top = state.stack[-1]
    if isinstance(top, Movement) and state.units[top.unit].is_crewed() and at_documents(state, first(option)):
        say(choice, "step-take")


def stop(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    top = state.stack[-1]
    if isinstance(top, Moving):
        choice.place = state.place_name(state.units[top.unit])


def drive(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    """Driving leads to a space one can click."""
    top = state.stack[-1]
    if not isinstance(top, Drive):
        return
    unit, grid = state.units[top.unit], state.board.grid
    if ACTS.of(option) is acts.BACK and unit.rear >= 0:
        choice.place = grid.name(grid.around[unit.rear][(unit.facing + 4) % 8])
    else:
        choice.place = grid.name(after(state, unit, ACTS.of(option))[0])


def name_as_seen(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    """A unit that need not be the player's own."""
    say(choice, ACTS.of(option).name, unit=seen_name(state.units[first(option)], decision.seat))


def tell_card(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    number = state.staff.hands[decision.seat][first(option)]
    about = f"@action.{state.scenario.cards[number].id}.about"
    say(choice, ACTS.of(option).name, card=card_name(state, number), about=about)


def tell_trade(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    mine = held_card(state, decision.seat, first(option))
    say(choice, "trade", card=mine, other=held_card(state, third(option), second(option)))


def pair_up(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    choice.piece, choice.place = -1, ""
    one, other = state.units[first(option)], state.units[second(option)]
    say(choice, "target-pair", unit=seen_name(one, decision.seat), other=seen_name(other, decision.seat))


def land_unit(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    choice.piece = -1
    say(choice, "target-place", unit=seen_name(state.units[first(option)], decision.seat))


OTHER_WORDS = {
    acts.LEAVE_REST: "order-done", acts.SET_UP_ABOARD: "embark", acts.ON_CROSSING: "target-point",
    acts.ON_ROOM: "throw-in", acts.ON_LINE: "target-line", acts.ON_TOKENS: "target-tokens",
}  # fmt: skip


def say_otherwise(state: NormandieState, decision: Decision, option: int, choice: Choice) -> None:
    """A verb whose name has other words elsewhere."""
    say(choice, OTHER_WORDS[ACTS.of(option)])


MORE: dict[Verb, Words[NormandieState]] = {
    acts.HOLD: hold, acts.DONE: finish, acts.SET_UP: set_up, acts.SET_UP_CONCEALED: set_up,
    acts.GIVE_BLUFF: count_token, acts.GIVE_SPECIAL: count_token, acts.FIRE: name_weapon, acts.SUPPRESS: name_weapon,
    acts.MOVING_FIRE: name_weapon, acts.MOVING_SUPPRESS: name_weapon, acts.STEP_TO: step_to, acts.STOP: stop,
    acts.AHEAD: drive, acts.BACK: drive, acts.TAKE_HIT: name_as_seen, acts.JOIN_BARRAGE: name_as_seen,
    acts.PLAY_CARD: tell_card, acts.DROP_CARD: tell_card, acts.OFFER: tell_trade, acts.ON_UNIT: name_as_seen,
    acts.ON_PAIR: pair_up, acts.ON_LANDING: land_unit, **dict.fromkeys(OTHER_WORDS, say_otherwise),
}  # fmt: skip

build_choice = Wording(ACTS, OPERANDS, MORE).choice
