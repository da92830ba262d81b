"""What a procedure that asks says to whoever tries something that it does not offer."""

from __future__ import annotations

from bocage.geometry.plane import tenths
from bocage.kernel import NUMBER, Attempt, Ban, Decision, Procedure, Refusal, Region, Text, Verb
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.command import unit_of
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.layout import Layout
from bocage.systems.disposable.state import DisposableState, Unit


class Question(Procedure[DisposableState]):
    """A procedure that asks: what it does not offer it forbids by the predicates that it offers with."""

    __slots__ = ()

    def forbid(self, state: DisposableState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        verb = None
        if attempt.verb:
            verb = verb_of(decision, attempt.verb)
            if verb is None:
                return postpone(decision, attempt.verb)
        if attempt.x >= 0 and (verb is None or verb is acts.TO):
            return refuse_point(decision, attempt)
        ban: Ban | None = None
        if attempt.piece >= 0:
            unit = unit_of(state, attempt.piece)
            ban = bans.GONE if unit is None else self.forbid_unit(state, decision, verb, unit, attempt.piece)
        if ban is None and verb is not None:
            ban = self.forbid_verb(state, decision, verb)
        if ban is not None:
            return refuse(ban)
        return wait(decision) if verb is None else misuse(decision, verb, attempt)

    def forbid_unit(
        self, state: DisposableState, decision: Decision, verb: Verb | None, unit: Unit, figure: int
    ) -> Ban | None:
        """What speaks against this unit, or this figure of it; without a verb, whatever a click on it would mean."""
        return None

    def forbid_verb(self, state: DisposableState, decision: Decision, verb: Verb) -> Ban | None:
        """What speaks against the verb, whomever it is done to."""
        return None


def refuse(ban: Ban) -> list[Refusal]:
    return [Refusal(ban.rule, Text(f"refusal.{ban.key}"))]


def verb_of(decision: Decision, name: str) -> Verb | None:
    """What is called so in this kind of decision."""
    for verb in decisions.OFFERS[decision.kind]:
        if verb.name == name:
            return verb
    return None


def wait(decision: Decision, rule: str = "") -> list[Refusal]:
    """Something else has to be decided first."""
    text = Text("refusal.first", {"now": f"@decision.{decision.kind.name}"})
    return [Refusal(rule or decision.kind.rule, text)]


def postpone(decision: Decision, name: str) -> list[Refusal]:
    """A verb of another kind of decision; nothing is known of what is no verb at all."""
    known = acts.ACTS.by_name.get(name)
    return [] if known is None else wait(decision, known[0].rule)


def misuse(decision: Decision, verb: Verb, attempt: Attempt) -> list[Refusal]:
    """The verb is offered, but not done like that."""
    takes_piece = acts.UNIT in verb.operands or acts.FIGURE in verb.operands
    if takes_piece and attempt.piece < 0:
        return [Refusal(verb.rule, Text("refusal.needs-unit"))]
    if NUMBER in verb.operands:
        return [Refusal(verb.rule, Text("refusal.throwers"))]
    if not takes_piece and attempt.piece >= 0:
        return [Refusal(verb.rule or decision.kind.rule, Text("refusal.needs-no-unit"))]
    return []


def reach_for(decision: Decision, attempt: Attempt) -> Region | None:
    """What decides about the point that was tried: for the unit, or for one of its men."""
    region = decision.region
    if not isinstance(region, Layout):
        return region
    return region.reach_of(attempt.piece) if attempt.piece in region.figures else region.whole


def movers(decision: Decision) -> list[int]:
    """Who can be put on a point by hand now."""
    region = decision.region
    if isinstance(region, Layout):
        return region.figures
    return [region.by_hand] if isinstance(region, Reach) else []


def refuse_point(decision: Decision, attempt: Attempt) -> list[Refusal]:
    reach = reach_for(decision, attempt)
    if decision.kind is decisions.SNAP_AT:
        return refuse(bans.OFF_THE_WAY)
    if decision.kind is decisions.FACING:
        return refuse(bans.TURNED_TOO_FAR)
    if not isinstance(reach, Reach):
        return refuse(bans.NO_MOVE_NOW) if decision.kind is decisions.STEP else wait(decision)
    if attempt.piece >= 0 and attempt.piece not in movers(decision):
        return refuse(bans.NOT_OF_THE_UNIT if isinstance(decision.region, Layout) else bans.BY_ITS_LEADER)
    try:
        x, y = tenths(attempt.x), tenths(attempt.y)
    except ValueError:
        return refuse(bans.TOO_FINE)
    reach.settle(x, y)
    return [] if reach.why is None else refuse(reach.why)
