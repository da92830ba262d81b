"""Decisions of allies in words: who plays first, who gets what is shared, cards to exchange, consent."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Arg
from bocage.kernel.views import Choice, Prompt, Text
from bocage.systems.normandie.rules import kinds
from bocage.systems.normandie.rules.blasts import Blast
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.kinds import (
    ALLIED_NAMES,
    RANK,
    SEATS,
)
from bocage.systems.normandie.rules.multiplayer import SHARED, CardExchange, offered
from bocage.systems.normandie.rules.volley import Barrage
from bocage.systems.normandie.state import NormandieState, name_of

RULES = ("hon.mp.init.1", "hon.mp.hc.4", "hon.mp.cards.4", "hon.mp.abil.1")


def status(state: NormandieState) -> list[Text]:
    """Who plays before his allies, and what he holds of what they share."""
    lines: list[Text] = []
    scenario = state.scenario
    if not scenario.allied:
        return lines
    for camp in (0, 1):
        if len(scenario.players[camp]) > 1:
            args: dict[str, Arg] = {"side": f"@nation.{scenario.nations[camp]}"}
            lines.append(Text("status.first", {**args, "player": f"@{scenario.names[state.ranks[camp][0]]}"}))
            for seat in state.ranks[camp] if state.round else []:
                held: dict[str, Arg] = {"player": f"@{scenario.names[seat]}", "bluffs": state.bluffs[seat]}
                lines.append(Text("status.shared", {**held, "special": state.staff.special[seat]}))
    return lines


def prompt(state: NormandieState, decision: Decision) -> Prompt:
    kind = ALLIED_NAMES[decision.kind - RANK]
    text = Text(f"prompt.{kind}")
    rule = RULES[decision.kind - RANK]
    if decision.kind == kinds.AGREE:
        text, rule = question(state, decision)
    return Prompt(
        seat=decision.seat,
        kind=kind,
        text=text,
        rule=rule,
        choices=[choice(state, decision, option) for option in decision.options],
        decline=kinds.HOLD if kinds.HOLD in decision.options else -1,
    )


def question(state: NormandieState, decision: Decision) -> tuple[Text, str]:
    """What an ally asks for."""
    top = state.stack[-1]
    rule = RULES[kinds.AGREE - RANK]
    if isinstance(top, CardExchange):
        seat = top.seats[0]
        mine, theirs = offered(top.offer)
        args: dict[str, Arg] = {
            "player": "@" + state.scenario.names[seat],
            "card": card(state, seat, mine),
            "other": card(state, decision.seat, theirs),
        }
        return Text("prompt.agree-exchange", args), "hon.mp.cards.4"
    if isinstance(top, Barrage):
        unit, what = top.wanted, "barrage"
    elif isinstance(top, Hit):
        unit, what = top.wanted, "substitute"
    else:
        assert isinstance(top, Blast)
        unit, what = top.wanted, "spotter"
    return Text(f"prompt.agree-{what}", {"unit": name_of(state.units[unit])}), rule


def card(state: NormandieState, seat: int, place: int) -> str:
    return f"@action.{state.scenario.cards[state.staff.hands[seat][place]].id}.title"


def choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    kind = ALLIED_NAMES[decision.kind - RANK]
    rule = RULES[decision.kind - RANK]
    names = state.scenario.names
    match decision.kind:
        case kinds.RANK:
            return Choice(option, "rank", Text("choice.rank", {"player": "@" + names[option]}), rule)
        case kinds.ALLOT:
            args: dict[str, Arg] = {"player": "@" + names[option % SEATS], "what": f"@shared.{SHARED[option // SEATS]}"}
            return Choice(option, "allot", Text("choice.allot", args), rule)
        case kinds.AGREE:
            verb = "agree" if option == kinds.SPEND else "refuse"
            return Choice(option, verb, Text(f"choice.{verb}"), rule)
    if option == kinds.DONE:
        return Choice(option, "done", Text("choice.trade-done"), rule)
    mine, theirs = offered(option)
    ally = option % SEATS
    trade: dict[str, Arg] = {
        "card": card(state, decision.seat, mine),
        "other": card(state, ally, theirs),
        "player": "@" + names[ally],
    }
    return Choice(option, kind, Text("choice.trade", trade), rule)
