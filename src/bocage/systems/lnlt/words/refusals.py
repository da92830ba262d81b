"""Why something is not offered, with the clauses that forbid it."""

from __future__ import annotations

from bocage.kernel import Attempt, Decision, Refusal, Text, Verb
from bocage.systems.lnlt.model.kinds import BLOCKING
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.refusing import Tried, forbid_piece
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words import sight
from bocage.systems.lnlt.words.choices import rule_now


def why_not(state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    """What the procedure that asks has against it; at least what the verb takes, or what is decided first."""
    tried = Tried(state, attempt)
    verbs = acts.ACTS.by_name.get(attempt.verb, [])
    now = [verb for verb in verbs if verb in acts.MOMENTS[decision.kind]]
    if verbs and not now:
        return [tell_moment(state, decision, verbs[0])]
    if is_nonsense(tried, attempt, now):
        return [Refusal(rule_now(state, decision), Text("refusal.options-end"), True)]
    ban = forbid_piece(state, decision.seat, tried, now[0] if now else None)
    refusals = tried.refuse(ban) or state.stack[-1].forbid(state, decision, attempt)
    if refusals:
        return [tell_obstacle(state, refusal) for refusal in refusals]
    rule = now[0].rule if now else ""
    verb = now[0] if now else acts.MOMENTS[decision.kind][0]
    return [Refusal(rule or rule_now(state, decision), tell_requirement(verb))]


def is_nonsense(tried: Tried, attempt: Attempt, verbs: list[Verb]) -> bool:
    """Nothing that there is in this game, which knows no points of a table."""
    unknown_piece = attempt.piece >= 0 and tried.unit is None and tried.vehicle is None and tried.weapon is None
    unknown_place = bool(attempt.place) and tried.hex == GONE
    unknown_verb = bool(attempt.verb) and not verbs
    names_something = bool(verbs) or bool(attempt.place) or attempt.piece >= 0
    return unknown_piece or unknown_place or unknown_verb or attempt.x >= 0 or not names_something


def tell_moment(state: LnltState, decision: Decision, verb: Verb) -> Refusal:
    """It belongs to another decision than the one that is to be made now."""
    asked = f"@asked.{decision.kind.name}"
    return Refusal(verb.rule or rule_now(state, decision), Text("refusal.not-now", {"asked": asked}))


def tell_requirement(verb: Verb) -> Text:
    """What the verb takes; headings and facings are all alike."""
    return Text(f"requirement.{verb.name.rstrip('-012345')}")


def tell_obstacle(state: LnltState, refusal: Refusal) -> Refusal:
    """Where sight is blocked, by what."""
    numbers = state.board.grid.numbers
    args = refusal.text.args
    origin, target = numbers.get(str(args.get("origin"))), numbers.get(str(args.get("hex")))
    if refusal.text.key != "refusal.no-sight" or origin is None or target is None:
        return refusal
    for met in sight.everything(state, origin, target):
        if met.what == BLOCKING:
            more = {**args, "what": f"@{met.name}", "place": met.place}
            return Refusal(refusal.rule, Text("refusal.no-sight-past", more))
    return refusal
