"""What each option is worth by the book, decision by decision. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel.appraisal import Manner, Parts, total
from bocage.kernel.decision import Decision
from bocage.kernel.forecast import Forecast
from bocage.systems.normandie.book.appraisal import (
    FLIPPED,
    PAPERS,
    Outlook,
)
from bocage.systems.normandie.rules import kinds
from bocage.systems.normandie.rules.activation import Activation, ActivationPhase
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.kinds import UNITS
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.rules.opportunity import OpportunityFire
from bocage.systems.normandie.rules.retreat import DrivenBack
from bocage.systems.normandie.rules.setup import next_to_place
from bocage.systems.normandie.rules.traits import reach
from bocage.systems.normandie.rules.victory import at_documents
from bocage.systems.normandie.rules.volley import Volley, fire_options
from bocage.systems.normandie.state import CREW, FIELD, NormandieState, Unit
from bocage.systems.normandie.words import forecast

# What an outcome of a forecast takes from a unit, as a share of its worth
LOSSES: Final = {
    "outcome.miss": 0.0,
    "outcome.flip": FLIPPED,
    "outcome.eliminated": 1.0,
    "outcome.suppressed": 0.25,
    "outcome.suppressed-twice": 0.4,
    "outcome.flip-suppressed": 0.65,
    "outcome.located": 0.5,
    "outcome.wrecked": 1.0,
}
UNKNOWN_SHOT: Final = 0.6  # where tokens may still change the odds
SHOOTING: Final = (kinds.FIRE, kinds.SUPPRESS, kinds.SNIPE, kinds.FAUST)


def doctrine(state: NormandieState, decision: Decision, manner: Manner) -> list[Parts] | None:
    chapter = CHAPTERS.get(decision.kind)
    if chapter is None:
        return None
    return chapter(Outlook(state, decision.seat, manner), decision)


# ---- shots and assaults


def toll(outlook: Outlook, odds: Forecast | None) -> float:
    """What a forecast takes from the enemy, less what it takes from us."""
    if odds is None:
        return UNKNOWN_SHOT
    state = outlook.state
    value = 0.0
    for subject, row in odds.odds.items():
        if not subject.startswith("unit:"):
            continue
        unit = state.units[int(subject[5:])]
        ours = unit.camp == outlook.camp
        share = -outlook.manner.caution if ours else outlook.manner.aggression
        for label, p in row.items():
            value += share * p * LOSSES.get(label, 0.0) * outlook.worth(unit)
            if label == "outcome.retreat" or label == "outcome.driven-off":
                value += share * p * 0.3
    return value


def shot(outlook: Outlook, firer: Unit, option: int, moving: bool) -> float:
    action = option // UNITS % kinds.ACTIONS
    if action in SHOOTING:
        target = outlook.state.units[option % UNITS]
        value = toll(outlook, forecast.shot(outlook.state, forecast.aimed(outlook.state, firer, option, moving), True))
        if outlook.state.documents_unit == target.id:
            value *= 1.5
        return value
    if action in (kinds.SPLIT, kinds.SPLIT_SUPPRESS):
        return 0.7 * outlook.manner.aggression
    if action in (kinds.BLAST, kinds.THROW, kinds.LAUNCH_GRENADE, kinds.SHELL):
        return 0.6 * outlook.manner.aggression
    if action == kinds.DEMOLISH:
        return 0.1
    return 0.5


def assault(outlook: Outlook, unit: Unit, target: Unit) -> float:
    odds = forecast.fight(outlook.state, unit, target, True)
    if odds is None:
        return -0.1
    value = toll(outlook, odds)
    row = odds.odds.get("assault", {})
    won = sum([p for label, p in row.items() if "attacker" in label])
    value += 0.3 * won
    if outlook.state.documents_unit == target.id:
        value += won * PAPERS * 0.5
    return value


def best_shot(outlook: Outlook, unit: Unit) -> float:
    best = 0.0
    for option in fire_options(outlook.state, unit):
        best = max(best, shot(outlook, unit, option, False))
    return best


# ---- moves


def blocked(outlook: Outlook) -> int:
    """Spaces that nobody walks through."""
    return outlook.state.standing[1 - outlook.camp] | outlook.state.vehicles


def room(outlook: Outlook, unit: Unit) -> int:
    """Spaces where friends do not stand already."""
    friends = 0
    for friend in outlook.friends:
        if friend is not unit:
            friends |= friend.cells()
    return ~friends


def within(outlook: Outlook, start: int, points: int, free: int) -> int:
    """The spaces that can be reached on foot."""
    ground = outlook.state.ground
    front = seen = 1 << start
    for step in range(points):
        ahead = 0
        for cell in spaces(front):
            if step == 0 or not ground.difficult >> cell & 1:
                ahead |= ground.steps[cell]
        if step and ground.difficult >> start & 1:
            break
        front = ahead & free & ~seen
        seen |= front
    return seen


def plan(outlook: Outlook, unit: Unit, start: int, points: int, first: list[int]) -> dict[int, Parts]:
    """For every space that the move could begin with: what the best end of the move that way is worth."""
    difficult = outlook.state.ground.difficult
    free, vacant = ~blocked(outlook), room(outlook, unit)
    found: dict[int, Parts] = {}
    for step in first:
        left = 0 if (difficult >> step & 1 or difficult >> start & 1) else points - 1
        reached = within(outlook, step, left, free & ~(1 << start)) & vacant
        found[step] = best_end(outlook, unit, reached)[1]
    return found


def best_end(outlook: Outlook, unit: Unit, reached: int) -> tuple[float, Parts]:
    """The most promising spaces first, until the rest cannot be better."""
    best: tuple[float, Parts] = (-9.0, [("way", -9.0)])
    promises = sorted([(-outlook.promise(unit, cell) - papers(outlook, unit, cell), cell) for cell in spaces(reached)])
    for promise, cell in promises:
        if -promise <= best[0]:
            break
        end = ending(outlook, unit, cell)
        if end[0] > best[0]:
            best = end
    return best


def ending(outlook: Outlook, unit: Unit, cell: int) -> tuple[float, Parts]:
    """To stand there; the papers are picked up at the end of a move."""
    key = unit.id << 10 | cell
    found = outlook.ends.get(key)
    if found is None:
        parts = find_ending(outlook, unit, cell)
        found = outlook.ends[key] = (total(parts), parts)
    return found


def find_ending(outlook: Outlook, unit: Unit, cell: int) -> Parts:
    parts = outlook.place(unit, cell)
    found = papers(outlook, unit, cell)
    return [*parts, ("papers", found)] if found else parts


def papers(outlook: Outlook, unit: Unit, cell: int) -> float:
    """What lies there to be picked up."""
    state = outlook.state
    if unit.is_vehicle() or not unit.is_crewed() or not at_documents(state, cell):
        return 0.0
    if state.scenario.finder not in (-1, outlook.camp):
        return 0.0
    return 0.8 * PAPERS * outlook.manner.objective


def move_gain(outlook: Outlook, unit: Unit) -> float:
    """What the best move of a unit gains over standing still."""
    state = outlook.state
    if unit.status != FIELD:
        return 0.3
    points = reach(state, unit)
    if points <= 0:
        return 0.0
    if unit.is_vehicle():
        return 0.3
    reached = within(outlook, unit.cell, points, ~blocked(outlook)) & room(outlook, unit) & ~(1 << unit.cell)
    gain = best_end(outlook, unit, reached)[0] - total(outlook.place(unit, unit.cell)) if reached else 0.0
    if state.documents_unit == unit.id and state.scenario.edges[outlook.camp] >> unit.cell & 1:
        gain = max(gain, 2 * PAPERS)
    elif state.scenario.exits[outlook.camp] and state.scenario.edges[outlook.camp] >> unit.cell & 1:
        gain = max(gain, float(state.scenario.exits[outlook.camp][0]))
    return gain


def urgency(outlook: Outlook, unit: Unit) -> float:
    """What an order would be worth to it now."""
    if unit.status != FIELD:
        return 0.3
    gain = max(best_shot(outlook, unit), move_gain(outlook, unit))
    return gain + 0.2 * outlook.danger(unit, unit.cell)


# ---- chapters


def place(outlook: Outlook, decision: Decision) -> list[Parts] | None:
    unit = next_to_place(outlook.state, decision.seat)
    if unit is None:
        return None
    found: list[Parts] = []
    for option in decision.options:
        if option >= kinds.ABOARD_OF:
            found.append([("together", 0.5)])
            continue
        cell, side = option // 2, option % 2
        near = 0
        for friend in outlook.friends:
            if outlook.state.board.grid.distance[friend.cell * outlook.state.board.grid.size + cell] <= 1:
                near += 1
        parts = outlook.place(unit, cell)
        found.append([*parts, ("hidden", 0.4 if side else 0.0), ("crowding", -0.05 * near)])
    return found


def order(outlook: Outlook, decision: Decision) -> list[Parts]:
    """The lowest numbers to those who have most to do; bluffs to those who have nothing to do."""
    wants: dict[int, float] = {}
    found: list[Parts] = []
    for option in decision.options:
        if option == kinds.LEAVE:
            found.append([("orders", -0.05)])
            continue
        token, number = option // UNITS, option % UNITS
        if number not in wants:
            wants[number] = urgency(outlook, outlook.state.units[number])
        want = wants[number]
        if kinds.BLUFF <= token <= kinds.SECOND_BLUFF:
            found.append([("bluff", 0.2 - 0.1 * want)])
        else:
            early = 1.2 if token > kinds.SECOND_BLUFF else 1.0 - 0.05 * token
            found.append([("orders", 0.1 + early * want)])
    return found


def act(outlook: Outlook, decision: Decision) -> list[Parts]:
    state = outlook.state
    top = state.stack[-1]
    unit = state.units[top.unit] if isinstance(top, Activation | Volley) else outlook.friends[0]
    found: list[Parts] = []
    for option in decision.options:
        if option == kinds.DONE:
            found.append([("tempo", 0.0)])
            continue
        action = option // UNITS % kinds.ACTIONS
        if action == kinds.PASS:
            handy = unit.is_crewed() and not unit.is_vehicle()
            taken = handy and at_documents(state, unit.cell) and state.documents_unit < 0
            found.append([("papers", 0.8 * PAPERS)] if taken else [("tempo", 0.0)])
        elif action == kinds.MOVE:
            found.append([("objective", move_gain(outlook, unit))])
        elif action in (kinds.ASSAULT, kinds.APPROACH):
            less = 0.1 if action == kinds.APPROACH else 0.0
            found.append([("melee", assault(outlook, unit, state.units[option % UNITS]) - less)])
        else:
            found.append([("fire", shot(outlook, unit, option, False))])
    return found


def step(outlook: Outlook, decision: Decision) -> list[Parts] | None:
    state = outlook.state
    top = state.stack[-1]
    if not isinstance(top, Movement):
        return None
    unit = state.units[top.unit]
    if unit.status != FIELD:
        return [outlook.place(unit, option) if option < kinds.STOP else [("tempo", 0.0)] for option in decision.options]
    cells = [option for option in decision.options if option < kinds.STOP]
    ways = plan(outlook, unit, unit.cell, top.points, cells)
    here = ending(outlook, unit, unit.cell)[1]
    found: list[Parts] = []
    for option in decision.options:
        if option < kinds.STOP:
            found.append(ways[option])
        elif option == kinds.EXIT:
            bearer = state.documents_unit == unit.id
            found.append([("objective", 1000.0 if bearer else 20.0)])
        elif option == kinds.LAUNCH:
            found.append([("melee", 50.0)])
        elif option in (kinds.CONCEAL, kinds.STOP_CONCEALED):
            found.append([*here, ("hidden", 0.3)])
        elif option >= kinds.SHOOT:
            found.append([*here, ("fire", shot(outlook, unit, option - kinds.SHOOT, True))])
        else:
            found.append([*here, ("tempo", -0.2 if option != kinds.STOP else 0.0)])
    return found


def opportunity(outlook: Outlook, decision: Decision) -> list[Parts]:
    """A shot in the enemy's turn costs little."""
    state = outlook.state
    top = state.stack[-1]
    found: list[Parts] = []
    for option in decision.options:
        if option == 0 or not isinstance(top, OpportunityFire):
            found.append([("hold", 0.05)])
        else:
            aim = option // UNITS * UNITS + top.mover
            found.append([("fire", shot(outlook, state.units[option % UNITS], aim, False))])
    return found


def retreat(outlook: Outlook, decision: Decision) -> list[Parts] | None:
    top = outlook.state.stack[-1]
    if not isinstance(top, Assault | DrivenBack) or max(decision.options) >= kinds.EMBARK:
        return None
    unit = outlook.state.units[top.defender if isinstance(top, Assault) else top.unit]
    return [outlook.place(unit, option) for option in decision.options]


def supply(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Those who had no order may still walk."""
    found: list[Parts] = []
    for option in decision.options:
        if option == kinds.DONE:
            found.append([("tempo", 0.05)])
        else:
            found.append([("objective", move_gain(outlook, outlook.state.units[option]))])
    return found


def face(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Toward most of the enemy."""
    state = outlook.state
    top = state.stack[-1]
    unit = state.units[top.unit] if isinstance(top, Movement) else outlook.friends[0]
    grid = state.board.grid
    found: list[Parts] = []
    for option in decision.options:
        down = (-1, -1, 0, 1, 1, 1, 0, -1)[option]
        right = (0, 1, 1, 1, 0, -1, -1, -1)[option]
        value = 0.0
        for enemy in outlook.enemies:
            rows, cols = grid.row(enemy.cell) - grid.row(unit.cell), grid.col(enemy.cell) - grid.col(unit.cell)
            if rows * down + cols * right >= abs(cols * down - rows * right):
                value += 1.0 / (1 + grid.distance[unit.cell * grid.size + enemy.cell])
        found.append([("fire", value)])
    return found


def interrupt(outlook: Outlook, decision: Decision) -> list[Parts]:
    """At once if there is something to do at once."""
    found: list[Parts] = []
    for option in decision.options:
        if option == kinds.HOLD:
            found.append([("hold", 0.3)])
        else:
            found.append([("tempo", urgency(outlook, outlook.state.units[option]))])
    return found


def again(outlook: Outlook, decision: Decision) -> list[Parts]:
    top = outlook.state.stack[-1]
    gain = 0.5
    if isinstance(top, ActivationPhase):
        unit = outlook.state.units[top.unit].copy()
        if not unit.damage & CREW:
            unit.fired = 0  # all its weapons may fire again (hon.trait.heroic.1)
        gain = urgency(outlook, unit)
    return [[("hold", 0.4)] if option == kinds.HOLD else [("tempo", gain)] for option in decision.options]


def most(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Tokens are there to be used."""
    return [[("nerve", 0.1 * option)] for option in decision.options]


def boost(outlook: Outlook, decision: Decision) -> list[Parts]:
    return [[("fire", 0.0 if option == kinds.DONE else 0.1)] for option in decision.options]


def aim(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Where most of them and none of us stand."""
    state = outlook.state
    grid = state.board.grid
    found: list[Parts] = []
    for option in decision.options:
        if option >= kinds.ROOM:
            near, wide = 1 << (option - kinds.ROOM), 0
        else:
            near = grid.touching(option)
            wide = grid.within(near, 1) & ~near
        value = 0.0
        for unit in outlook.enemies + outlook.friends:
            share = 0.5 if unit.cells() & near else 0.15 if unit.cells() & wide else 0.0
            sign = -outlook.manner.caution if unit.camp == outlook.camp else outlook.manner.aggression
            value += sign * share * outlook.worth(unit)
        found.append([("fire", value)])
    return found


Chapter = Callable[[Outlook, Decision], list[Parts] | None]
CHAPTERS: Final[dict[int, Chapter]] = {
    kinds.PLACE: place,
    kinds.ORDER: order,
    kinds.ACT: act,
    kinds.VOLLEY: act,
    kinds.STEP: step,
    kinds.OPPORTUNITY: opportunity,
    kinds.RETREAT: retreat,
    kinds.SUPPLY: supply,
    kinds.FACE: face,
    kinds.INTERRUPT: interrupt,
    kinds.AGAIN: again,
    kinds.STEADY: most,
    kinds.BOOST: boost,
    kinds.AIM: aim,
}
