"""A decision in words: what is asked, about whom, with all its choices."""

from __future__ import annotations

from bocage.kernel import Arg, Decision, Text
from bocage.kernel.views import Prompt
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.convoy import Convoy
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.paces import allowance
from bocage.systems.lnlt.rules.setup import SetUp, title_of
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words.choices import STEP_WORDS, WORDING, rule_now
from bocage.systems.lnlt.words.naming import known_as, tell_apart


def build_prompt(state: LnltState, decision: Decision) -> Prompt:
    choices = [WORDING.choice(state, decision, option) for option in decision.options]
    tell_apart(choices)
    return Prompt(
        decision.seat,
        decision.kind.name,
        ask(state, decision),
        rule_now(state, decision),
        choices,
        pieces=movers(state),
        decline=acts.DECLINE.act() if decision.kind.reacts else -1,
        setup=decision.kind.setup,
    )


def ask(state: LnltState, decision: Decision) -> Text:
    """What is asked, with the place it is about."""
    args: dict[str, Arg] = {"side": state.scenario.titles[decision.seat]}
    top = state.stack[-1]
    names = state.board.grid.names
    hex_ = getattr(top, "target", getattr(top, "hex", GONE))
    if isinstance(hex_, int) and hex_ != GONE:
        args["hex"] = names[hex_]
    if isinstance(top, Convoy):
        args["hex"] = names[state.vehicles[top.vehicle].hex]
    if isinstance(top, SetUp):
        args["unit"] = title_of(state, top.number)
    if isinstance(top, Movement) and top.movers and decision.kind is acts.OPPORTUNITY:
        args["unit"] = known_as(state, state.units[top.movers[0]])
        args["count"] = len(top.movers)
    if isinstance(top, Movement) and decision.kind is acts.STEP:
        args["left"] = max(0, allowance(state, top.movers, top.mode) - top.spent)
        return Text(f"prompt.{STEP_WORDS.get(top.mode, ('step', ''))[0]}", args)
    if isinstance(top, SetUp) and not top.turn:
        return Text("prompt.set-up", args)
    return Text(f"prompt.{decision.kind.name}", args)


def movers(state: LnltState) -> list[int]:
    """The units on the move, whoever is asked."""
    for procedure in reversed(state.stack):
        if isinstance(procedure, Movement):
            return procedure.movers[:]
    return []
