"""Why something the player tried is not allowed: the clauses behind it."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.views import Attempt, Refusal, Text
from bocage.systems.normandie.model.tables import CROSS
from bocage.systems.normandie.rules import decisions
from bocage.systems.normandie.rules.fireline import in_arc
from bocage.systems.normandie.rules.movement import Movement, may_launch_at
from bocage.systems.normandie.rules.setup import next_to_place
from bocage.systems.normandie.rules.sight import BLOCKED, distance, sight, terrain_between
from bocage.systems.normandie.rules.traits import range_of, reach
from bocage.systems.normandie.rules.zones import barred_doors, controlled
from bocage.systems.normandie.state import FIELD, NormandieState, Unit
from bocage.systems.normandie.words.choices import build_choice
from bocage.systems.normandie.words.prompts import subject_of


def why_not(state: NormandieState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    if any(build_choice(state, decision, option).fits(attempt) for option in decision.options):
        return []
    reasons = particular(state, decision, attempt)
    return reasons or [Refusal(decision.kind.rule, Text("refusal.not-now"), True)]


def guesses(attempt: Attempt) -> list[Attempt]:
    """A click on somebody means to shoot at him, then to assault him, then to go there."""
    return [Attempt(verb, attempt.piece, attempt.place) for verb in ("fire", "assault", "move")]


def refusal(rule: str, reason: str) -> Refusal:
    return Refusal(rule, Text(f"refusal.{reason}"))


def particular(state: NormandieState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    cell = state.board.grid.named(attempt.place)
    unit = state.units[attempt.piece] if 0 <= attempt.piece < len(state.units) else unit_on(state, cell)
    match decision.kind:
        case decisions.PLACE:
            return placing(state, decision, cell)
        case decisions.ORDER:
            return ordering(decision, unit)
        case decisions.ACT:
            acting = subject_of(state, decision)
            assert acting is not None
            return acts(state, acting, unit, attempt.verb)
        case decisions.STEP:
            return stepping(state, cell)
        case decisions.SUPPLY:
            return supplying(state, decision, unit, attempt.verb)
        case decisions.OPPORTUNITY:
            return [refusal("hon.terrain.opp.1", "no-opportunity")]
    return []


def unit_on(state: NormandieState, cell: int) -> Unit | None:
    for unit in state.units:
        if cell >= 0 and unit.status == FIELD and unit.cells() >> cell & 1:
            return unit
    return None


def placing(state: NormandieState, decision: Decision, cell: int) -> list[Refusal]:
    if cell < 0:
        return []
    unit = next_to_place(state, decision.seat)
    assert unit is not None
    if unit_on(state, cell) is not None:
        return [refusal("hon.move.inf.6", "occupied")]
    if state.ground.terrain[cell].closed:
        return [refusal("hon.terrain.imp.1", "impassable")]
    if unit.face.scout and state.board.grid.within(state.scenario.zones[unit.seat], unit.face.scout) >> cell & 1:
        return [refusal("hon.abil.scout.2", "near-objective")]
    return [refusal("hon.setup.deploy.3", "outside-zone")]


def ordering(decision: Decision, unit: Unit | None) -> list[Refusal]:
    if unit is None:
        return []
    if unit.seat != decision.seat:
        return [refusal("hon.order.place.1", "not-yours")]
    return [refusal("hon.order.place.3", "one-token")]


def acts(state: NormandieState, acting: Unit, other: Unit | None, verb: str) -> list[Refusal]:
    if verb in ("fire", "suppress") and other is not None:
        return no_shot(state, acting, other, verb)
    if verb in ("assault", "approach") and other is not None:
        return no_assault(state, acting, other)
    if verb == "move":
        return [refusal("hon.supd.move.2" if reach(state, acting) <= 0 else "hon.move.zoc.3", "cannot-move")]
    if other is not None and other.seat == acting.seat and other.id != acting.id:
        return [refusal("hon.order.place.4", "not-activated")]
    return []


def no_shot(state: NormandieState, firer: Unit, target: Unit, verb: str) -> list[Refusal]:
    found: list[Refusal] = []
    if target.camp == firer.camp and target.seat != firer.seat:
        return [refusal("hon.mp.act.2", "ally")]
    if target.camp == firer.camp or target.status != FIELD:
        return [refusal("hon.los.need.1", "no-enemy")]
    if not firer.face.weapons:
        return [refusal("hon.fire.who.2", "cross")]
    weapon = firer.face.weapons[0]
    if verb == "suppress" and not weapon.suppressive:
        found.append(refusal("hon.abil.supp.1", "no-suppressive"))
    if target.face.concealed:
        found.append(refusal("hon.abil.ambush.3", "concealed"))
    if weapon.bonus[target.counter.rank] == CROSS:
        found.append(refusal("hon.fire.who.2", "cross"))
    if distance(state, firer, target) > range_of(firer, weapon):
        found.append(refusal("hon.abil.lr.1", "too-far"))
    if weapon.arc and not in_arc(state, firer, target):
        found.append(refusal("hon.arc.limited.1", "out-of-arc"))
    if sight(state, firer, target) == BLOCKED:
        lines = [(a, b) for a in state.spaces_of(firer) for b in state.spaces_of(target)]
        by_unit = any(terrain_between(state, a, b) >= 0 for a, b in lines)
        found.append(refusal("hon.los.block.2" if by_unit else "hon.los.block.1", "blocked"))
    return found


def no_assault(state: NormandieState, attacker: Unit, target: Unit) -> list[Refusal]:
    if target.camp == attacker.camp and target.seat != attacker.seat:
        return [refusal("hon.mp.act.2", "ally")]
    if target.camp == attacker.camp or target.status != FIELD:
        return [refusal("hon.assault.who.1", "no-enemy")]
    if not attacker.face.assault:
        return [refusal("hon.assault.who.1", "no-assault")]
    if not may_launch_at(attacker, target):
        return [refusal("hon.assault.roll.3", "cross")]
    if reach(state, attacker) <= 0:
        return [refusal("hon.supd.move.2", "cannot-move")]
    return [refusal("hon.assault.launch.3", "out-of-reach")]


def stepping(state: NormandieState, cell: int) -> list[Refusal]:
    movement = state.stack[-1]
    if not isinstance(movement, Movement):
        return []
    unit = state.units[movement.unit]
    if cell < 0 or unit.status != FIELD:
        return []
    if cell == unit.cell and movement.target >= 0:
        return [refusal("hon.assault.announce.2", "assault-announced")]
    return no_step(state, unit, cell, movement.points, movement.target)


def no_step(state: NormandieState, unit: Unit, cell: int, points: int, target: int) -> list[Refusal]:
    board = state.board
    found: list[Refusal] = []
    other = unit_on(state, cell)
    if not board.grid.ring[unit.cell] >> cell & 1:
        return [refusal("hon.move.inf.1", "not-adjacent")]
    indoors = state.ground.indoors
    if state.ground.terrain[cell].closed:
        found.append(refusal("hon.terrain.imp.1", "impassable"))
    elif not state.ground.joined[unit.cell] >> cell & 1:
        wall = indoors >> cell & 1 or indoors >> unit.cell & 1
        found.append(refusal("hon.build.enter.1", "wall") if wall else refusal("hon.terrain.nopass.1", "no-passage"))
    elif state.ground.doors[unit.cell] and barred_doors(state, unit.camp, unit.cell) >> cell & 1:
        found.append(refusal("hon.build.zoc.1", "door-covered"))
    if other is not None and other.is_vehicle():
        found.append(refusal("hon.move.inf.3", "vehicle-there"))
    elif other is not None and other.camp != unit.camp:
        found.append(refusal("hon.move.inf.4", "enemy-there"))
    elif other is not None:
        found.append(refusal("hon.move.inf.6", "occupied"))
    if controlled(state, unit.camp, cell=unit.cell) >> cell & 1:
        found.append(refusal("hon.move.zoc.3", "zone"))
    if points <= 0:
        found.append(refusal("hon.move.inf.1", "no-points"))
    if target >= 0 and not found:
        found.append(refusal("hon.assault.announce.2", "assault-announced"))
    return found


def supplying(state: NormandieState, decision: Decision, unit: Unit | None, verb: str) -> list[Refusal]:
    if verb in ("fire", "suppress", "assault", "approach"):
        return [refusal("hon.supply.immutable.1", "no-fight")]
    if unit is None or unit.seat != decision.seat:
        return []
    if unit.activated:
        return [refusal("hon.act.marker.5", "has-acted")]
    if unit.shown or unit.acted:
        return [refusal("hon.supply.who.1", "has-acted")]
    if unit.moved:
        return [refusal("hon.supply.step.3", "has-moved")]
    return [refusal("hon.supd.move.2" if reach(state, unit) <= 0 else "hon.move.zoc.3", "cannot-move")]
