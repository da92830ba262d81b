"""Decisions of command in words: special orders, autonomous units, tokens of traits and orders."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Arg
from bocage.kernel.views import Choice, Prompt, Text
from bocage.systems.normandie.rules import kinds
from bocage.systems.normandie.rules.activation import ActivationPhase
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.effectkinds import (
    ARTILLERY,
    DEPLOY_UNIT,
    RELAY,
    REROLL,
    RETURN_GRENADE,
    RETURN_TOKENS,
    RETURN_UNIT,
    SMOKE,
    STRAFE,
    SWAP_ENEMY,
    SWAP_OWN,
)
from bocage.systems.normandie.rules.kinds import (
    COMMAND_NAMES,
    HOLD,
    INTERRUPT,
    TOKENS,
    UNITS,
)
from bocage.systems.normandie.rules.orders import is_special
from bocage.systems.normandie.state import NormandieState, Unit, known_name, name_of
from bocage.systems.normandie.words import windows

RULES = (
    "hon.special.play.1",
    "hon.trait.heroic.1",
    "hon.trait.hardboiled.1",
    "hon.ord.init.1",
    "hon.ord.direct.2",
    "hon.card.phase.1",
    "hon.card.phase.1",
    "hon.supply.step.6",
    "hon.trait.vet.1",
    "hon.ord.conceal.2",
    "hon.ord.nest.1",
)


def prompt(state: NormandieState, decision: Decision) -> Prompt:
    kind = COMMAND_NAMES[decision.kind - INTERRUPT]
    args: dict[str, Arg] = {}
    unit = activated(state)
    if decision.kind in (kinds.AGAIN, kinds.STEADY) and unit is not None:
        args["unit"] = name_of(unit)
    asked = decision.kind == kinds.CARD
    return Prompt(
        seat=decision.seat,
        kind=kind,
        text=windows.question(state, decision.seat) if asked else Text(f"prompt.{kind}", args),
        rule=RULES[decision.kind - INTERRUPT],
        choices=[choice(state, decision, option) for option in decision.options],
        decline=HOLD if HOLD in decision.options else -1,
    )


def activated(state: NormandieState) -> Unit | None:
    top = state.stack[-1]
    return state.units[top.unit] if isinstance(top, ActivationPhase) and top.unit >= 0 else None


def choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    kind = COMMAND_NAMES[decision.kind - INTERRUPT]
    rule = RULES[decision.kind - INTERRUPT]
    if option == HOLD:
        return Choice(option, "hold", Text(f"choice.{kind}-hold"), rule)
    match decision.kind:
        case kinds.INTERRUPT:
            return on_unit(
                state, option, state.units[option], "special-order" if special(state, option) else "autonomous"
            )
        case kinds.STEADY:
            return Choice(option, "steady", Text("choice.steady", {"n": option}), rule)
        case kinds.REROLL:
            return reroll_choice(option, rule)
        case kinds.DIRECT:
            unit = state.units[option % UNITS]
            label = Text("choice.direct", {"directive": "@token." + TOKENS[option // UNITS], "unit": name_of(unit)})
            return Choice(option, "direct", label, rule, piece=unit.id, place=state.place_name(unit))
        case kinds.CARD | kinds.DISCARD:
            return card_choice(state, decision, option)
        case kinds.VEIL:
            unit = state.units[option % UNITS]
            label = Text("choice.veil", {"unit": name_of(unit)})
            return Choice(option, "veil", label, rule, piece=unit.id, place=state.board.grid.name(unit.cell))
        case kinds.NEST:
            place = state.board.grid.name(option)
            label = Text("choice.nest", {"place": state.board.grid.label(option)})
            return Choice(option, "nest", label, rule, place=place)
        case kinds.CARD_TARGET:
            return target_choice(state, option)
    return Choice(option, kind, Text(f"choice.{kind}"), rule)


def reroll_choice(option: int, rule: str) -> Choice:
    """The dice to roll again, counted from 1."""
    dice = ", ".join(str(place + 1) for place in range(2) if option >> place & 1)
    return Choice(option, "reroll", Text("choice.reroll", {"dice": dice}), rule)


def card_name(state: NormandieState, number: int) -> str:
    return f"@action.{state.scenario.cards[number].id}.title"


def card_choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    verb = COMMAND_NAMES[decision.kind - INTERRUPT]
    rule = RULES[decision.kind - INTERRUPT]
    if option == kinds.DONE:
        return Choice(option, "done", Text("choice.discard-done"), rule)
    number = state.staff.hands[decision.seat][option]
    about = f"@action.{state.scenario.cards[number].id}.about"
    return Choice(option, verb, Text(f"choice.{verb}", {"card": card_name(state, number), "about": about}), rule)


def target_choice(state: NormandieState, option: int) -> Choice:
    """What a card is played on: a unit, two units, a space for a unit, or tokens of a tile."""
    window = state.stack[-1]
    assert isinstance(window, CardWindow)
    effect = state.scenario.cards[window.cards[-1]].effect
    seat = window.seats[-1]
    rule = "hon.card.phase.1"
    if effect == RETURN_TOKENS:
        tile = state.scenario.tiles[option % UNITS]
        args: dict[str, Arg] = {"token": "@token." + TOKENS[option // UNITS], "tile": f"@{tile.kind}.{tile.id}"}
        return Choice(option, "target", Text("choice.target-tokens", args), rule)
    grid = state.board.grid
    if effect == REROLL:
        return reroll_choice(option, rule)
    if option >= kinds.ROOM and effect == RETURN_GRENADE:
        place = grid.name(option - kinds.ROOM)
        label = Text("choice.throw-in", {"place": grid.label(option - kinds.ROOM)})
        return Choice(option, "target", label, rule, place=place)
    if effect in (ARTILLERY, SMOKE, RETURN_GRENADE):
        row, col = option // (grid.cols + 1), option % (grid.cols + 1)
        label = Text("choice.target-point", {"row": row, "col": col, "place": grid.crossing(option)})
        return Choice(option, "target", label, rule, x=float(col), y=float(row))
    if effect == STRAFE:
        place = grid.name(option // 8)
        label = Text("choice.target-line", {"place": grid.label(option // 8), "n": option % 8})
        return Choice(option, "target", label, rule, place=place)
    unit = state.units[option % UNITS]
    name = name_of(unit) if unit.seat == seat else known_name(unit)
    if effect in (RETURN_UNIT, DEPLOY_UNIT):
        place = state.board.grid.name(option // UNITS)
        label = Text("choice.target-place", {"unit": name, "place": grid.label(option // UNITS)})
        return Choice(option, "target", label, rule, place=place)
    where = state.place_name(unit)
    if effect in (SWAP_ENEMY, SWAP_OWN, RELAY):
        other = state.units[option // UNITS]
        first = name_of(other) if other.seat == seat else known_name(other)
        return Choice(option, "target", Text("choice.target-pair", {"unit": first, "other": name}), rule)
    return Choice(option, "target", Text("choice.target", {"unit": name}), rule, piece=unit.id, place=where)


def hand_lines(state: NormandieState, seat: int) -> list[Text]:
    """How many cards each player holds and his side has left; own ones and those of allies by name (hon.mp.cards.4)."""
    lines: list[Text] = []
    if not state.staff.cards:
        return lines
    camps = state.scenario.camps
    for player, name in enumerate(state.scenario.names):
        hand = state.staff.hands[player]
        left = len(state.staff.decks[camps[player]])
        lines.append(Text("status.cards", {"side": f"@{name}", "n": len(hand), "left": left}))
        if seat >= 0 and camps[player] == camps[seat]:
            lines += [Text("status.card", {"card": card_name(state, number)}) for number in hand]
    return lines


def special(state: NormandieState, unit: int) -> bool:
    return is_special(state.units[unit].token)


def on_unit(state: NormandieState, option: int, unit: Unit, verb: str) -> Choice:
    rule = "hon.special.play.1" if verb == "special-order" else "hon.abil.auto.1"
    label = Text(f"choice.{verb}", {"unit": name_of(unit)})
    return Choice(option, verb, label, rule, piece=unit.id, place=state.place_name(unit))
