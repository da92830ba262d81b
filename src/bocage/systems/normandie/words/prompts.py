"""Decisions in words: the question, what it is about, and its choices."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.kernel import Arg, Decision, Text, first, second
from bocage.kernel.views import Prompt, Token
from bocage.systems.normandie.model.flags import PHASES
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.barrage import Barrage
from bocage.systems.normandie.rules.blasts import Blast, Contained
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.multiplayer import CardExchange
from bocage.systems.normandie.rules.orders import OrdersPhase
from bocage.systems.normandie.rules.procedures import Asking
from bocage.systems.normandie.rules.support import Salvo
from bocage.systems.normandie.state import NormandieState, Unit, name_of
from bocage.systems.normandie.words.choices import build_choice
from bocage.systems.normandie.words.naming import card_name, held_card, seen_name
from bocage.systems.normandie.words.pieces import name_token


def build_prompt(state: NormandieState, decision: Decision) -> Prompt:
    unit = subject_of(state, decision)
    declining = (option for option in decision.options if acts.ACTS.of(option) in acts.DECLINING)
    kind, trading = decision.kind, isinstance(state.stack[-1], CardExchange)
    return Prompt(
        seat=decision.seat, kind=kind.name, setup=kind.setup, rule="hon.mp.cards.4" if trading else kind.rule,
        text=question(state, decision), pieces=[] if unit is None else [unit.id],
        choices=[build_choice(state, decision, option) for option in decision.options],
        decline=next(declining, -1) if kind.reacts else -1, plans=kind.plans, tokens=hand_of_tokens(state, decision),
    )  # fmt: skip


def hand_of_tokens(state: NormandieState, decision: Decision) -> list[Token]:
    """The order tokens a player has not laid yet."""
    phase = state.stack[-1]
    if not isinstance(phase, OrdersPhase) or decision.kind is decisions.DIRECT:
        return []
    found = []
    for token in spaces(phase.hand[decision.seat]):
        badge = name_token(token)
        found.append(Token(token, badge.kind, badge.label))
    return found


def subject_of(state: NormandieState, decision: Decision) -> Unit | None:
    """The unit a decision is about."""
    top = state.stack[-1]
    number = top.subject(state, decision) if isinstance(top, Asking) else -1
    return state.units[number] if number >= 0 else None


def question(state: NormandieState, decision: Decision) -> Text:
    if decision.kind is decisions.CARD:
        return question_of_window(state, decision.seat)
    if decision.kind is decisions.AGREE:
        return question_of_ally(state, decision)
    if isinstance(state.stack[-1], Salvo):
        return Text("prompt.salvo")
    unit = subject_of(state, decision)
    args: dict[str, Arg] = {} if unit is None else {"unit": seen_name(unit, decision.seat)}
    return Text(f"prompt.{decision.kind.name}", args)


def question_of_window(state: NormandieState, seat: int) -> Text:
    """What a card would answer to: another card, a shot, a move, or the phase itself."""
    window = state.stack[-1]
    assert isinstance(window, CardWindow)
    when = window.when
    if window.cards:
        return Text("prompt.card-answer", {"card": card_name(state, window.cards[-1])})
    if when.fight:
        args = fighters(state, seat)
        if args:
            return Text(f"prompt.card-{when.name}", args)
    elif when.unit and window.unit >= 0:
        return Text(f"prompt.card-{when.unit}", {"unit": seen_name(state.units[window.unit], seat)})
    elif when.unit != when.name:
        return Text(f"prompt.card-{when.name}")
    return Text("prompt.card", {"phase": f"@phase.{PHASES.names[state.phase]}"})


def fighters(state: NormandieState, seat: int) -> dict[str, Arg]:
    """Who fights whom, from what is under way below the window; nothing where it is not known."""
    below = state.stack[-2]
    if isinstance(below, Shot):
        pair = [below.firer, below.target]
    elif isinstance(below, Assault):
        pair = [below.attacker, below.defender]
    elif isinstance(below, (Blast, Contained)):
        pair = [below.firer]
    elif isinstance(below, Hit):
        pair = [below.roller, below.unit]
    else:
        return {}
    names = [seen_name(state.units[number], seat) for number in pair if number >= 0]
    return dict(zip(("unit", "target"), names, strict=False)) if len(names) == len(pair) else {}


def question_of_ally(state: NormandieState, decision: Decision) -> Text:
    """What an ally asks for."""
    top = state.stack[-1]
    if isinstance(top, CardExchange):
        seat = top.seats[0]
        own, other = held_card(state, seat, first(top.offer)), held_card(state, decision.seat, second(top.offer))
        player = "@" + state.scenario.names[seat]
        return Text("prompt.agree-exchange", {"player": player, "card": own, "other": other})
    assert isinstance(top, (Barrage, Hit, Blast))
    what = "barrage" if isinstance(top, Barrage) else "substitute" if isinstance(top, Hit) else "spotter"
    return Text(f"prompt.agree-{what}", {"unit": name_of(state.units[top.wanted])})
