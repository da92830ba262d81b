"""Decisions in words: the question, what it is about, and its choices."""

from __future__ import annotations

from bocage.kernel import Arg, Decision, Text, first, second
from bocage.kernel.views import Prompt
from bocage.systems.normandie.model.flags import PHASES
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.activation import Activation, ActivationPhase
from bocage.systems.normandie.rules.aiming import Aiming
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.barrage import Barrage
from bocage.systems.normandie.rules.blasts import Blast, Contained
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.charges import LayCharges
from bocage.systems.normandie.rules.damage import Evacuation, Hit
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.rules.multiplayer import CardExchange
from bocage.systems.normandie.rules.opportunity import OpportunityFire
from bocage.systems.normandie.rules.retreat import DrivenBack
from bocage.systems.normandie.rules.setup import Deployment, next_to_place
from bocage.systems.normandie.rules.specialorders import LateArrivals, SmokeBomb
from bocage.systems.normandie.rules.splitfire import SplitFire
from bocage.systems.normandie.rules.structures import Collapse
from bocage.systems.normandie.rules.support import Salvo, Strike
from bocage.systems.normandie.rules.vehicles import Drive
from bocage.systems.normandie.rules.volley import Volley
from bocage.systems.normandie.state import NormandieState, Unit, name_of
from bocage.systems.normandie.words.choices import build_choice
from bocage.systems.normandie.words.naming import card_name, held_card, seen_name


def build_prompt(state: NormandieState, decision: Decision) -> Prompt:
    unit = subject_of(state, decision)
    declining = (option for option in decision.options if acts.ACTS.of(option) in acts.DECLINING)
    return Prompt(
        seat=decision.seat,
        kind=decision.kind.name,
        text=question(state, decision),
        rule="hon.mp.cards.4" if isinstance(state.stack[-1], CardExchange) else decision.kind.rule,
        choices=[build_choice(state, decision, option) for option in decision.options],
        pieces=[] if unit is None else [unit.id],
        decline=next(declining, -1) if decision.kind.reacts else -1,
        setup=decision.kind.setup,
    )


def subject_of(state: NormandieState, decision: Decision) -> Unit | None:
    """The unit a decision is about."""
    if decision.kind is decisions.PLACE:
        return next_to_place(state, decision.seat)
    number = subject_number(state, decision)
    return state.units[number] if number >= 0 else None


UNIT_TURNS = (
    Activation,
    Movement,
    Volley,
    SplitFire,
    Aiming,
    LayCharges,
    Deployment,
    DrivenBack,
    SmokeBomb,
    LateArrivals,
)


def subject_number(state: NormandieState, decision: Decision) -> int:
    match state.stack[-1]:
        case OpportunityFire() as reaction:
            return reaction.mover
        case Assault() as fight if (
            decision.kind is decisions.REROLL and state.units[fight.attacker].seat == decision.seat
        ):
            return fight.attacker
        case Assault() as fight:
            return fight.defender
        case Drive() as drive:
            return drive.pushed[0] if decision.kind is decisions.LAND else drive.unit
        case Shot() as shot:
            return shot.target if decision.kind is decisions.SHIELD else shot.firer
        case Strike() as strike:
            return strike.target
        case Collapse() as collapse:
            return collapse.order[0]
        case Evacuation() as evacuation:
            return evacuation.left[0]
        case Hit() | Barrage() | Blast() as asking if decision.kind is decisions.AGREE:
            return asking.wanted
        case Hit() as hit:
            return hit.unit
        case ActivationPhase() as phase if decision.kind is not decisions.INTERRUPT:
            return phase.unit
    top = state.stack[-1]
    return top.unit if isinstance(top, UNIT_TURNS) else -1


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
    else:
        return {}
    names = [seen_name(state.units[number], seat) for number in pair if number >= 0]
    return dict(zip(("unit", "target"), names, strict=False)) if len(names) == len(pair) else {}


def question_of_ally(state: NormandieState, decision: Decision) -> Text:
    """What an ally asks for."""
    top = state.stack[-1]
    if isinstance(top, CardExchange):
        seat = top.seats[0]
        args: dict[str, Arg] = {
            "player": "@" + state.scenario.names[seat],
            "card": held_card(state, seat, first(top.offer)),
            "other": held_card(state, decision.seat, second(top.offer)),
        }
        return Text("prompt.agree-exchange", args)
    assert isinstance(top, (Barrage, Hit, Blast))
    what = "barrage" if isinstance(top, Barrage) else "substitute" if isinstance(top, Hit) else "spotter"
    return Text(f"prompt.agree-{what}", {"unit": name_of(state.units[top.wanted])})
