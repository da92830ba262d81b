"""What each option is worth by the book, decision by decision. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import OPERAND_BITS, Decision, Forecast, Kind, first, second
from bocage.kernel.appraisal import Chapter, Manner, Parts, judge_by_book, total
from bocage.systems.normandie.book.appraisal import FLIPPED, PAPERS, Outlook
from bocage.systems.normandie.model.flags import is_bluff, is_special
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.abilities import can_turn_over
from bocage.systems.normandie.rules.activation import Activation, ActivationPhase
from bocage.systems.normandie.rules.aiming import GRENADES, GUN, RIFLE_GRENADES, SHELLS, ban_aim, throw_ins
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.blasts import corners_of, shared_space
from bocage.systems.normandie.rules.cards import EFFECTS, CardWindow
from bocage.systems.normandie.rules.fireline import bearing
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.rules.opportunity import OpportunityFire
from bocage.systems.normandie.rules.orders import leaves
from bocage.systems.normandie.rules.retreat import DrivenBack
from bocage.systems.normandie.rules.setup import next_to_place
from bocage.systems.normandie.rules.traits import reach
from bocage.systems.normandie.rules.victory import at_documents
from bocage.systems.normandie.rules.volley import Volley, aimed, fire_options
from bocage.systems.normandie.state import CREW, FIELD, NormandieState, Unit

# What an outcome of a forecast takes from a unit, as a share of its worth
LOSSES: Final = {
    "outcome.miss": 0.0, "outcome.flip": FLIPPED, "outcome.eliminated": 1.0, "outcome.suppressed": 0.25,
    "outcome.suppressed-twice": 0.4, "outcome.flip-suppressed": 0.65, "outcome.located": 0.5, "outcome.wrecked": 1.0,
}  # fmt: skip
UNKNOWN_SHOT: Final = 0.6  # where tokens may still change the odds
SHOTS: Final = (acts.FIRE, acts.SUPPRESS, acts.SNIPE, acts.FAUST)
SPLITS: Final = (acts.SPLIT, acts.SPLIT_SUPPRESS)
PATTERNS: Final = {acts.BLAST: GUN, acts.THROW: GRENADES, acts.LAUNCH_GRENADE: RIFLE_GRENADES, acts.SHELL: SHELLS}
WASTED: Final = -0.2  # a pattern on nobody


def doctrine(state: NormandieState, decision: Decision, manner: Manner) -> list[Parts] | None:
    return judge_by_book(CHAPTERS, Outlook, state, decision, manner)


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


def shot(outlook: Outlook, firer: Unit, option: int) -> float:
    verb = acts.ACTS.of(option)
    verb = acts.ON_THE_MOVE.get(verb, verb)
    if verb in SHOTS:
        value = toll(outlook, aimed(outlook.state, firer, option).foretell(outlook.state))
        if outlook.state.documents_unit == first(option):
            value *= 1.5
        return value
    if verb in SPLITS:
        return 0.7 * outlook.manner.aggression
    if verb in PATTERNS:
        return 0.6 * outlook.manner.aggression if has_prey(outlook, firer, option) else WASTED
    return 0.1 if verb is acts.DEMOLISH else 0.5


def has_prey(outlook: Outlook, firer: Unit, option: int) -> bool:
    """An enemy that the pattern could be laid on, in the open or in a room next to the firer."""
    state = outlook.state
    verb = acts.ACTS.of(option)
    what = PATTERNS[acts.ON_THE_MOVE.get(verb, verb)]
    number = first(option) if what == GUN else 0
    rooms = throw_ins(state, firer) if what in (GRENADES, RIFLE_GRENADES) else []
    for enemy in outlook.enemies:
        if enemy.face.concealed or enemy.status != FIELD:
            continue
        if any(shared_space(state, room) & enemy.cells() for room in rooms):
            return True
        for cell in spaces(enemy.cells() & ~state.ground.indoors):
            for place in corners_of(state, cell):
                if ban_aim(state, firer, number, what, place) is None:
                    return True
    return False


def assault(outlook: Outlook, unit: Unit, target: Unit) -> float:
    odds = Assault(unit.id, target.id).foretell(outlook.state)
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
    return max([shot(outlook, unit, option) for option in fire_options(outlook.state, unit)] + [0.0])


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
    key = unit.id << OPERAND_BITS | cell
    found = outlook.ends.get(key)
    if found is None:
        parts, worth = outlook.place(unit, cell), papers(outlook, unit, cell)
        if worth:
            parts = [*parts, ("papers", worth)]
        found = outlook.ends[key] = (total(parts), parts)
    return found


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
    ready = outlook.setup(unit) if can_turn_over(unit) else 0.0
    if points <= 0:
        return max(ready, 0.0)
    if unit.is_vehicle():
        return 0.3
    reached = within(outlook, unit.cell, points, ~blocked(outlook)) & room(outlook, unit) & ~(1 << unit.cell)
    gain = best_end(outlook, unit, reached)[0] - total(outlook.place(unit, unit.cell)) if reached else 0.0
    if state.documents_unit == unit.id and state.scenario.edges[outlook.camp] >> unit.cell & 1:
        gain = max(gain, 2 * PAPERS)
    elif state.scenario.exits[outlook.camp] and state.scenario.edges[outlook.camp] >> unit.cell & 1:
        gain = max(gain, float(state.scenario.exits[outlook.camp][0]))
    return max(gain, ready)


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
        if acts.ACTS.of(option) is acts.SET_UP_ABOARD:
            found.append([("together", 0.5)])
            continue
        side, cell = first(option), second(option)
        near = 0
        for friend in outlook.friends:
            if outlook.state.board.grid.distance[friend.cell * outlook.state.board.grid.size + cell] <= 1:
                near += 1
        parts = outlook.place(unit, cell)
        found.append([*parts, guise(unit, side), ("crowding", -0.05 * near)])
    return found


def guise(unit: Unit, side: int) -> tuple[str, float]:
    """Which side up: hidden where it can be; guns and mortars set up, machine guns ready to move."""
    faces = unit.counter.faces
    if faces[side].concealed:
        return "hidden", 0.4
    heavy = faces[0].movement <= 1 or (faces[1].weapons != [] and faces[1].weapons[0].indirect)
    return "fire", 0.3 if side and heavy else 0.0


def order(outlook: Outlook, decision: Decision) -> list[Parts]:
    """The lowest numbers to those who have most to do; bluffs to those who have nothing to do."""
    wants: dict[int, float] = {}
    found: list[Parts] = []
    for option in decision.options:
        if leaves(option):
            found.append([("orders", -0.05)])
            continue
        token, number = first(option), second(option)
        if number not in wants:
            wants[number] = urgency(outlook, outlook.state.units[number])
        want = wants[number]
        if is_bluff(token):
            found.append([("bluff", 0.2 - 0.1 * want)])
        else:
            early = 1.2 if is_special(token) else 1.0 - 0.05 * token
            found.append([("orders", 0.1 + early * want)])
    return found


def act(outlook: Outlook, decision: Decision) -> list[Parts]:
    state = outlook.state
    top = state.stack[-1]
    unit = state.units[top.unit] if isinstance(top, Activation | Volley) else outlook.friends[0]
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            found.append([("tempo", 0.0)])
        elif verb is acts.PASS:
            handy = unit.is_crewed() and not unit.is_vehicle()
            taken = handy and at_documents(state, unit.cell) and state.documents_unit < 0
            found.append([("papers", 0.8 * PAPERS)] if taken else [("tempo", 0.0)])
        elif verb is acts.MOVE:
            found.append([("objective", move_gain(outlook, unit))])
        elif verb is acts.ASSAULT or verb is acts.APPROACH:
            less = 0.1 if verb is acts.APPROACH else 0.0
            found.append([("melee", assault(outlook, unit, state.units[first(option)]) - less)])
        else:
            found.append([("fire", shot(outlook, unit, option))])
    return found


def step(outlook: Outlook, decision: Decision) -> list[Parts] | None:
    state = outlook.state
    top = state.stack[-1]
    if not isinstance(top, Movement):
        return None
    unit = state.units[top.unit]
    if unit.status != FIELD:
        return [
            outlook.place(unit, first(option)) if acts.ACTS.of(option) is acts.STEP_TO else [("tempo", 0.0)]
            for option in decision.options
        ]
    cells = [first(option) for option in decision.options if acts.ACTS.of(option) is acts.STEP_TO]
    ways = plan(outlook, unit, unit.cell, top.points, cells)
    here = ending(outlook, unit, unit.cell)[1]
    return [
        ways[first(option)] if acts.ACTS.of(option) is acts.STEP_TO else halt(outlook, unit, option, here)
        for option in decision.options
    ]


def halt(outlook: Outlook, unit: Unit, option: int, here: Parts) -> Parts:
    """Anything but a step in the course of a move."""
    verb = acts.ACTS.of(option)
    if verb is acts.EXIT:
        return [("objective", 1000.0 if outlook.state.documents_unit == unit.id else 20.0)]
    if verb is acts.LAUNCH:
        return [("melee", 50.0)]
    if verb is acts.CONCEAL or verb is acts.STOP_CONCEALED:
        return [*here, ("hidden", 0.3)]
    if verb is acts.TURN_OVER:
        return [*here, ("fire", outlook.setup(unit))]
    if verb in acts.ON_THE_MOVE:
        return [*here, ("fire", shot(outlook, unit, option))]
    return [*here, ("tempo", 0.0 if verb is acts.STOP else -0.2)]


def opportunity(outlook: Outlook, decision: Decision) -> list[Parts]:
    """A shot in the enemy's turn costs little."""
    state = outlook.state
    top = state.stack[-1]
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.DECLINE or not isinstance(top, OpportunityFire):
            found.append([("hold", 0.05)])
        else:
            aim = acts.OUT_OF_TURN[verb].on(top.mover)
            found.append([("fire", shot(outlook, state.units[first(option)], aim))])
    return found


def retreat(outlook: Outlook, decision: Decision) -> list[Parts] | None:
    top = outlook.state.stack[-1]
    if not isinstance(top, Assault | DrivenBack) or acts.ACTS.of(decision.options[-1]) is acts.EMBARK:
        return None
    unit = outlook.state.units[top.defender if isinstance(top, Assault) else top.unit]
    return [outlook.place(unit, first(option)) for option in decision.options]


def supply(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Those who had no order may still walk."""
    units = outlook.state.units
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.SUPPLY_MOVE:
            found.append([("objective", move_gain(outlook, units[first(option)]))])
        else:  # markers that come off by themselves are not worth a token
            found.append([("tempo", 0.05 if verb is acts.DONE else 0.0)])
    return found


def face(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Toward most of the enemy."""
    state = outlook.state
    top = state.stack[-1]
    unit = state.units[top.unit] if isinstance(top, Movement) else outlook.friends[0]
    grid = state.board.grid
    found: list[Parts] = []
    for option in decision.options:
        value = 0.0
        for enemy in outlook.enemies:
            ahead, aside = bearing(state, first(option), unit.cell, enemy.cell)
            if ahead >= abs(aside):
                value += 1.0 / (1 + grid.distance[unit.cell * grid.size + enemy.cell])
        found.append([("fire", value)])
    return found


def interrupt(outlook: Outlook, decision: Decision) -> list[Parts]:
    """At once if there is something to do at once."""
    units = outlook.state.units
    return [
        [("hold", 0.3) if acts.ACTS.of(o) is acts.HOLD else ("tempo", urgency(outlook, units[first(o)]))]
        for o in decision.options
    ]


def again(outlook: Outlook, decision: Decision) -> list[Parts]:
    top = outlook.state.stack[-1]
    gain = 0.5
    if isinstance(top, ActivationPhase):
        unit = outlook.state.units[top.unit].copy()
        if not unit.damage & CREW:
            unit.fired = 0  # all its weapons may fire again (hon.trait.heroic.1)
        gain = urgency(outlook, unit)
    return [[("hold", 0.4)] if acts.ACTS.of(option) is acts.HOLD else [("tempo", gain)] for option in decision.options]


def most(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Tokens are there to be used."""
    return [[("nerve", 0.1 * first(option))] for option in decision.options]


def boost(outlook: Outlook, decision: Decision) -> list[Parts]:
    return [[("fire", 0.0 if acts.ACTS.of(option) is acts.DONE else 0.1)] for option in decision.options]


def aim(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Where most of them and none of us stand."""
    state = outlook.state
    grid = state.board.grid
    found: list[Parts] = []
    for option in decision.options:
        near = wide = 0
        if acts.ACTS.of(option) is acts.THROW_IN:
            near = 1 << first(option)
        elif acts.ACTS.of(option) is acts.AIM_AT:
            near = grid.touching(first(option))
            wide = grid.within(near, 1) & ~near
        value = 0.0
        for unit in outlook.enemies + outlook.friends:
            share = 0.5 if unit.cells() & near else 0.15 if unit.cells() & wide else 0.0
            sign = -outlook.manner.caution if unit.camp == outlook.camp else outlook.manner.aggression
            value += sign * share * outlook.worth(unit)
        found.append([("fire", value)])
    return found


def card(outlook: Outlook, decision: Decision) -> list[Parts] | None:
    """Without any card for such a moment it need not be asked again; what a card is worth, the next step tells."""
    window = outlook.state.stack[-1]
    if acts.SPARE.number not in decision.options or not isinstance(window, CardWindow):
        return None
    hand = [outlook.state.scenario.cards[number] for number in outlook.state.staff.hands[decision.seat]]
    spare = not any(window.when in EFFECTS[one.effect].moments for one in hand)
    return [[("hold", float(spare == (option == acts.SPARE.number)))] for option in decision.options]


CHAPTERS: Final[dict[Kind, Chapter[Outlook]]] = {
    decisions.PLACE: place, decisions.FRONT: face, decisions.ORDER: order, decisions.ORDERS: order, decisions.ACT: act,
    decisions.VOLLEY: act, decisions.STEP: step, decisions.OPPORTUNITY: opportunity, decisions.RETREAT: retreat,
    decisions.SUPPLY: supply, decisions.FACE: face, decisions.INTERRUPT: interrupt, decisions.AGAIN: again,
    decisions.STEADY: most, decisions.BOOST: boost, decisions.AIM: aim, decisions.CARD: card,
}  # fmt: skip
