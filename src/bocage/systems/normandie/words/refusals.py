"""Why something the player tried is not allowed: the clauses behind it.

The procedure that asks answers first, by the predicates it offers with (`Asking.ban`). What it has nothing to say
about is told here: another decision is to be taken, a piece is gone or not the player's, the map is not asked for.
"""

from __future__ import annotations

from bocage.kernel import Attempt, Decision, Refusal, Text
from bocage.kernel.views import Choice
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.procedures import Wish, read_wish
from bocage.systems.normandie.state import RESERVE, NormandieState, takes_orders
from bocage.systems.normandie.words.choices import build_choice


def why_not(state: NormandieState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    choices = [build_choice(state, decision, option) for option in decision.options]
    wish = read_wish(state, attempt)
    found = unknown(decision, attempt, wish) or state.stack[-1].forbid(state, decision, attempt)
    return found or [general(decision, attempt, wish, choices)]


def guesses(state: NormandieState, decision: Decision, attempt: Attempt) -> list[Attempt]:
    """A click on somebody means to shoot at him, then to assault him, then to go there."""
    return [Attempt(verb, attempt.piece, attempt.place) for verb in ("fire", "assault", "move")]


def refusal(decision: Decision, key: str, rule: str = "", vague: bool = False) -> Refusal:
    """Said together with what is being decided."""
    text = Text(f"refusal.{key}", {"now": f"@decision.{decision.kind.name}"})
    return Refusal(rule or decision.kind.rule, text, vague)


def unknown(decision: Decision, attempt: Attempt, wish: Wish) -> list[Refusal]:
    """Something that is not in this game at all."""
    if wish.verb and wish.verb not in acts.ACTS.by_name:
        return [refusal(decision, "unknown-verb")]
    if attempt.place and wish.cell < 0:
        return [refusal(decision, "unknown-place")]
    return []


def general(decision: Decision, attempt: Attempt, wish: Wish, choices: list[Choice]) -> Refusal:
    if wish.verb and wish.verb not in {acts.ACTS.of(option).name for option in decision.options}:
        rule = next((verb.rule for verb in acts.ACTS.by_name[wish.verb] if verb.rule), "")
        return refusal(decision, "other-time", rule)
    if not any(choice.piece >= 0 or choice.place or choice.x >= 0 for choice in choices):
        return refusal(decision, "not-on-the-map")
    return misplaced(decision, attempt, wish, choices)


def misplaced(decision: Decision, attempt: Attempt, wish: Wish, choices: list[Choice]) -> Refusal:
    shown = wish.unit is not None and (takes_orders(wish.unit) or wish.unit.status == RESERVE)
    if attempt.piece >= 0 and not shown:  # whatever else lies beside the board looks alike
        return refusal(decision, "gone-now")
    if wish.unit is not None:
        return refusal(decision, "other-piece" if wish.unit.seat == decision.seat else "not-yours-now")
    if attempt.x >= 0 and all(choice.x < 0 for choice in choices):
        return refusal(decision, "no-crossings")
    if attempt.place and any(choice.piece >= 0 for choice in choices):
        return refusal(decision, "nobody-there")
    return refusal(decision, "not-now", vague=True)
