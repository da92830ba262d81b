"""Why something is not offered, with the clauses that forbid it."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Arg
from bocage.kernel.views import Attempt, Refusal, Text
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.activation import Activation
from bocage.systems.lnlt.rules.chart import LEG
from bocage.systems.lnlt.rules.fire import FireAttack, forbid_fire
from bocage.systems.lnlt.rules.firepower import reach
from bocage.systems.lnlt.rules.forces import forbid_mixing, may_leave
from bocage.systems.lnlt.rules.medics import patients
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.operations import Impulse
from bocage.systems.lnlt.rules.paces import allowance, any_shaken, is_made_for
from bocage.systems.lnlt.rules.rally import has_help, leader_waits, self_rallies
from bocage.systems.lnlt.rules.stacking import MOST_HALF_SQUADS, MOST_SMC, forbid_stacking
from bocage.systems.lnlt.rules.steps import comes_closer, may_attack
from bocage.systems.lnlt.rules.terrain import step_cost
from bocage.systems.lnlt.rules.traits import MOUNTED
from bocage.systems.lnlt.state import GONE, LnltState, Unit
from bocage.systems.lnlt.words import (
    armour_refusals,
    sight,
)
from bocage.systems.lnlt.words.choices import WORDING

FIRE_VERBS = (
    "fire",
    "assault-fire",
    "opportunity-fire",
    "add",
    "add-weapon",
    "add-other-weapon",
    "help-fire",
    "add-weapons",
    "direct",
)
MOVE_VERBS = ("move", "assault-move", "double-time", "low-crawl", "hit-and-run", "dismount")

# The decision at which each verb can be offered at all, with the clause that says so.
MOMENTS = {
    "rally": (acts.RALLY, "lnlt.core.3"),
    "medic": (acts.RALLY, "lnlt.core.11.3"),
    "hand-over": (acts.RALLY, "lnlt.core.1.6"),
    "combine": (acts.RALLY, "lnlt.core.3"),
    "hold": (acts.RALLY, "lnlt.core.3"),
    "spot": (acts.IMPULSE, "lnlt.core.10.1.1"),
    "activate": (acts.IMPULSE, "lnlt.core.4.0"),
    "melee": (acts.IMPULSE, "lnlt.core.8.1"),
    "withdraw": (acts.IMPULSE, "lnlt.core.8.1"),
    "pass": (acts.IMPULSE, "lnlt.core.4.0"),
    "fire": (acts.ACTIVATION, "lnlt.core.5.0"),
    "assault-fire": (acts.ACTIVATION, "lnlt.core.6.1.1"),
    "move": (acts.ACTIVATION, "lnlt.core.6.0"),
    "assault-move": (acts.ACTIVATION, "lnlt.core.6.1"),
    "double-time": (acts.ACTIVATION, "lnlt.core.6.2"),
    "low-crawl": (acts.ACTIVATION, "lnlt.core.6.3"),
    "hit-and-run": (acts.ACTIVATION, "lnlt.core.6.7"),
    "dismount": (acts.ACTIVATION, "lnlt.core.6.6"),
    "convoy": (acts.ACTIVATION, "lnlt.core.6.5"),
    "step": (acts.STEP, "lnlt.core.6.0"),
    "stop": (acts.STEP, "lnlt.core.6.0"),
    "opportunity-fire": (acts.OPPORTUNITY, "lnlt.core.5.3"),
    "target": (acts.MELEE_ATTACK, "lnlt.core.8.0.1"),
    "direct": (acts.FIRERS, "lnlt.core.5.0.1"),
}


class Reasons:
    """Collects refusals that speak of one unit and one hex."""

    def __init__(self, state: LnltState, attempt: Attempt) -> None:
        self.found: list[Refusal] = []
        self.args: dict[str, Arg] = {"unit": "", "hex": attempt.place}
        self.unit: Unit | None = None
        self.hex = state.board.grid.numbers.get(attempt.place, GONE)
        if 0 <= attempt.piece < len(state.units):
            self.unit = state.units[attempt.piece]
            self.args["unit"] = self.unit.title()

    def no(self, rule: str, key: str, **more: Arg) -> None:
        vague = key in {"not-now", "options-end"}
        self.found.append(Refusal(rule, Text(f"refusal.{key}", {**self.args, **more}), vague))


def why_not(state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    if is_offered(state, decision, attempt):
        return []
    heavy = armour_refusals.why_not(state, decision, attempt)
    if heavy:
        return heavy
    reasons = Reasons(state, attempt)
    unit = reasons.unit
    if unit is not None and unit.hex == GONE:
        reasons.no("lnlt.core.5.1", "gone")
        return reasons.found
    if unit is not None and unit.seat != decision.seat and attempt.verb != "target":
        reasons.no("lnlt.core.4.0", "not-yours")
        return reasons.found
    explain(state, decision, attempt, reasons)
    moment = MOMENTS.get(attempt.verb)
    if not reasons.found and moment is not None and moment[0] != decision.kind:
        reasons.no(moment[1], "not-now")
    if not reasons.found:
        reasons.no(decision.kind.rule, "options-end")
    return reasons.found


def is_offered(state: LnltState, decision: Decision, attempt: Attempt) -> bool:
    for option in decision.options:
        choice = WORDING.choice(state, decision, option)
        if choice.verb == attempt.verb and attempt.piece in (-1, choice.piece) and attempt.place in ("", choice.place):
            return True
    return False


# What a click most likely meant, by the decision it was made at.
MEANT = {
    acts.RALLY: ("rally", "medic"),
    acts.IMPULSE: ("activate", "spot"),
    acts.ACTIVATION: ("fire", "move"),
    acts.FIRERS: ("add",),
    acts.STEP: ("step",),
    acts.OPPORTUNITY: ("opportunity-fire",),
}


def guesses(state: LnltState, decision: Decision, attempt: Attempt) -> list[Attempt]:
    """An enemy piece stands for its place; who acts is whoever is active."""
    unit = state.units[attempt.piece] if 0 <= attempt.piece < len(state.units) else None
    piece = attempt.piece
    if unit is None or unit.seat != decision.seat:
        piece = acting(state, decision)
    return [Attempt(verb, piece, attempt.place) for verb in MEANT.get(decision.kind, ())]


def acting(state: LnltState, decision: Decision) -> int:
    """Somebody of the stack that is active now, if there is one."""
    top = state.stack[-1]
    if isinstance(top, Activation):
        return next(iter(state.stacks[decision.seat][top.hex]), -1)
    return -1


def explain(state: LnltState, decision: Decision, attempt: Attempt, reasons: Reasons) -> None:
    verb = attempt.verb
    unit = reasons.unit
    if verb == "activate" and unit is not None:
        if unit.flags & flags.MARKED:
            reasons.no("lnlt.core.4.0", "marked")
    elif verb == "rally" and unit is not None:
        why_no_rally(state, unit, reasons)
    elif verb == "medic" and unit is not None:
        if unit.flags & flags.TRIED:
            reasons.no("lnlt.core.11.3", "tried")
        elif not patients(state, unit):
            reasons.no("lnlt.core.11.3", "no-medic-work")
    elif verb == "spot" and unit is not None:
        why_no_spot(state, unit, reasons)
    elif verb in FIRE_VERBS:
        why_no_fire(state, decision, unit, reasons)
    elif verb in MOVE_VERBS and unit is not None:
        why_no_move(state, unit, verb, reasons)
    elif verb == "step" and isinstance(state.stack[-1], Movement):
        why_no_step(state, state.stack[-1], reasons)


def why_no_rally(state: LnltState, unit: Unit, reasons: Reasons) -> None:
    if not unit.flags & flags.SHAKEN:
        reasons.no("lnlt.core.3", "not-shaken")
    elif unit.flags & flags.TRIED:
        reasons.no("lnlt.core.3", "tried")
    elif unit.type.kind != kinds.LEADER and leader_waits(state, unit):
        reasons.no("lnlt.core.3", "leader-first")
    elif not self_rallies(state, unit) and not has_help(state, unit):
        reasons.no("lnlt.core.3", "no-help")


def why_no_spot(state: LnltState, unit: Unit, reasons: Reasons) -> None:
    rule = "lnlt.core.10.1.1"
    enemy = 1 - unit.seat
    if unit.flags & flags.SHAKEN:
        reasons.no(rule, "shaken")
    if unit.flags & flags.MARKED:
        reasons.no(rule, "marked")
    if isinstance(state.stack[-1], Impulse) and state.stack[-1].looked:
        reasons.no(rule, "one-attempt")
    if reasons.hex == GONE:
        return
    if not state.stacks[enemy][reasons.hex]:
        reasons.no(rule, "no-enemy")
    elif state.seen_from(unit.hex, enemy) >> reasons.hex & 1:
        reasons.no("lnlt.core.10.1", "already-spotted")
    if not state.sight_from(unit.hex) >> reasons.hex & 1:
        blocked(state, unit, reasons.hex, reasons)


def why_no_fire(state: LnltState, decision: Decision, unit: Unit | None, reasons: Reasons) -> None:
    """Everything that stands in the way, of the unit and of the target."""
    top = state.stack[-1]
    target = top.target if isinstance(top, FireAttack) else reasons.hex
    if target != GONE:
        reasons.args["hex"] = state.board.grid.names[target]
    if unit is not None:
        if unit.flags & flags.SHAKEN:
            reasons.no("lnlt.core.1.5", "shaken")
        elif forbid_fire(unit, target == state.spot_hex) is not None:
            reasons.no("lnlt.core.4.1" if unit.flags & flags.OPS else "lnlt.core.4.0", "marked")
        if not reach(state, unit) and unit.type.kind != kinds.LEADER:
            reasons.no("lnlt.core.5.0", "unarmed")
        elif isinstance(top, Activation) and not top.activated >> unit.id & 1:
            reasons.no("lnlt.core.4.0", "not-activated")
        if target != GONE:
            why_no_sight(state, unit, target, reasons)
    if target == GONE or isinstance(top, Movement):
        return
    enemy = 1 - decision.seat
    if not state.stacks[enemy][target]:
        reasons.no("lnlt.core.5.0", "no-enemy")
    elif state.in_melee(target):
        reasons.no("lnlt.core.8.0", "melee")
    elif not (state.seen_from(unit.hex, enemy) if unit is not None else state.seen_mask(enemy)) >> target & 1:
        reasons.no("lnlt.core.10.1", "unspotted")


def blocked(state: LnltState, unit: Unit, target: int, reasons: Reasons) -> None:
    """No line of sight, and what is in its way."""
    walled = sight.indoors(state.board, unit.hex, target)
    if walled:
        reasons.no(sight.INDOORS[walled], walled)
        return
    met = [met for met in sight.everything(state, unit.hex, target) if met.what == kinds.BLOCKING]
    if met:
        reasons.no("lnlt.core.10.3", "no-sight-past", what=f"@{met[0].name}", place=met[0].place)
    else:
        reasons.no("lnlt.core.10.3", "no-sight")


def why_no_sight(state: LnltState, unit: Unit, target: int, reasons: Reasons) -> None:
    if not state.sight_from(unit.hex) >> target & 1:
        blocked(state, unit, target, reasons)
    elif 0 < reach(state, unit) < state.board.grid.distances[unit.hex][target]:
        reasons.no("lnlt.core.5.4", "range")
    if state.in_melee(unit.hex):
        reasons.no("lnlt.core.8.0", "melee")


def why_no_move(state: LnltState, unit: Unit, verb: str, reasons: Reasons) -> None:
    if state.in_melee(unit.hex):
        reasons.no("lnlt.core.8.1", "melee")
    if unit.flags & flags.MARKED:
        reasons.no("lnlt.core.4.0", "marked")
    if verb == "assault-move":
        if not unit.type.assault:
            reasons.no("lnlt.core.6.1", "no-assault")
        if unit.flags & flags.SHAKEN:
            reasons.no("lnlt.core.6.1", "shaken")
    if verb == "hit-and-run" and not is_made_for(state, unit, kinds.HITTING):
        reasons.no("lnlt.core.6.7", "no-hit-and-run")
    if verb == "dismount" and unit.type.dismounted is None:
        reasons.no("lnlt.core.6.6", "not-mounted")
    if verb == "low-crawl" and unit.type.traits & MOUNTED:
        reasons.no("lnlt.core.6.6", "mounted")
    if verb == "double-time" and not any(
        state.units[n].type.kind == kinds.LEADER and not state.units[n].flags & (flags.SHAKEN | flags.MARKED)
        for n in state.stacks[unit.seat][unit.hex]
    ):
        reasons.no("lnlt.core.6.2", "no-leader")


def why_no_step(state: LnltState, move: Movement, reasons: Reasons) -> None:
    to = reasons.hex
    if to == GONE:
        return
    board = state.board
    if to not in board.neighbours[move.hex]:
        reasons.no("lnlt.core.6.0", "not-adjacent")
        return
    cost = step_cost(state, LEG, move.hex, board.neighbours[move.hex].index(to))
    left = allowance(state, move.movers, move.mode) - move.spent
    if cost == 0:
        reasons.no(board.terrain[to].rule, "prohibited")
    elif move.mode == kinds.CRAWLING and cost >= left:
        reasons.no("lnlt.core.6.3", "crawl-cost")
    elif cost > left:
        rule = "lnlt.core.6.1" if move.mode in (kinds.ASSAULTING, kinds.AFTER_FIRE) else "lnlt.core.6.0"
        reasons.no(rule, "too-far", cost=cost, left=left)
    shaken = any_shaken(state, move.movers)
    if state.stacks[1 - move.seat][to] and (move.peaceful or shaken or not may_attack(state, move.movers, move.mode)):
        reasons.no("lnlt.core.8.0", "enemy-hex")
    if shaken and comes_closer(state, move.seat, move.hex, to):
        reasons.no("lnlt.core.6.0", "closer")
    if forbid_stacking(state, move.seat, to, move.movers) is not None:
        reasons.no(stacking_rule(state, move.seat, to, move.movers), "stacking")
    if state.scenario.cramped and not may_leave(state, move.seat, move.hex, move.movers):
        reasons.no("lnlt.nosb.13.53c", "leaderless")


def stacking_rule(state: LnltState, seat: int, hex_: int, movers: list[int]) -> str:
    """The clause that keeps these from standing there together."""
    numbers = [*state.stacks[seat][hex_], *movers]
    types = [state.units[number].type for number in numbers]
    if sum(type_.size for type_ in types) > MOST_HALF_SQUADS or sum(type_.smc for type_ in types) > MOST_SMC:
        return "lnlt.core.1.3"
    if forbid_mixing(state, state.stacks[seat][hex_], movers) is not None:
        return "lnlt.nosb.13.5c" if len({type_.force for type_ in types if type_.apart}) > 1 else "lnlt.nosb.13.53c"
    return "lnlt.core.21" if hex_ >= state.board.hexes else "lnlt.core.6.6"
