"""Decisions of command in words: special orders, autonomous units, tokens of traits and orders."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Arg
from bocage.kernel.views import Choice, Prompt, Text
from bocage.systems.normandie import kinds
from bocage.systems.normandie.kinds import COMMAND_NAMES, HOLD, INTERRUPT, TOKENS, UNITS
from bocage.systems.normandie.rules.activation import ActivationPhase
from bocage.systems.normandie.rules.orders import is_special
from bocage.systems.normandie.state import NormandieState, Unit, name_of

RULES = (
    "hon.special.play.1",
    "hon.trait.heroic.1",
    "hon.trait.hardboiled.1",
    "hon.ord.init.1",
    "hon.ord.direct.2",
    "hon.card.phase.1",
    "hon.card.phase.1",
    "hon.supply.step.6",
)


def prompt(state: NormandieState, decision: Decision) -> Prompt:
    kind = COMMAND_NAMES[decision.kind - INTERRUPT]
    args: dict[str, Arg] = {}
    unit = activated(state)
    if decision.kind in (kinds.AGAIN, kinds.STEADY) and unit is not None:
        args["unit"] = name_of(unit)
    return Prompt(
        seat=decision.seat,
        kind=kind,
        text=Text(f"prompt.{kind}", args),
        rule=RULES[decision.kind - INTERRUPT],
        choices=[choice(state, decision, option) for option in decision.options],
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
        case kinds.DIRECT:
            unit = state.units[option % UNITS]
            label = Text("choice.direct", {"directive": "@token." + TOKENS[option // UNITS], "unit": name_of(unit)})
            return Choice(option, "direct", label, rule, piece=unit.id, place=state.board.grid.name(unit.cell))
    return Choice(option, kind, Text(f"choice.{kind}"), rule)


def special(state: NormandieState, unit: int) -> bool:
    return is_special(state.units[unit].token)


def on_unit(state: NormandieState, option: int, unit: Unit, verb: str) -> Choice:
    rule = "hon.special.play.1" if verb == "special-order" else "hon.abil.auto.1"
    label = Text(f"choice.{verb}", {"unit": name_of(unit)})
    return Choice(option, verb, label, rule, piece=unit.id, place=state.board.grid.name(unit.cell))
