"""What each option is worth by the book, decision by decision. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from typing import Final

from bocage.geometry.plane import distance2
from bocage.kernel import Decision, Kind, first, option_point, second
from bocage.kernel.appraisal import Chapter, Manner, Parts, judge_by_book, total
from bocage.systems.disposable.book.appraisal import Outlook, aimed, fire_value, look, man_of, worth
from bocage.systems.disposable.model.tables import DISTANCE, FULL, HOLD, MANOEUVRE, MODES, RUN, SLOW, SNEAK
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.accuracy import AIMED, INDIRECT, SNAP
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.bearing import forbid_fire
from bocage.systems.disposable.rules.chances import melee_chance, strikes_first
from bocage.systems.disposable.rules.closecombat import Charge, charge_tally, check_needed, forbid_charge, grenades_used
from bocage.systems.disposable.rules.indirect import forbid_indirect
from bocage.systems.disposable.rules.movement import is_lone, within_arc
from bocage.systems.disposable.rules.moves import nearest_enemy
from bocage.systems.disposable.rules.snap import SnapWindow
from bocage.systems.disposable.rules.turn import Deployment
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, STEADY, WAITING, DisposableState, Unit

FIRE_LATER: Final = 0.4  # a shot that the place would allow next turn
SINGLED_OUT: Final = 0.1  # the best man instead of the one the enemy can spare
FREE_FIRE: Final = 0.4  # men that an evader loses to the attacker's free fire
GROUND_LOST: Final = 0.2  # share of a unit that evading takes: it is pinned, has acted, and is elsewhere
PLAIN_DEEDS: Final = {acts.SPOT: ("spotting", 0.4), acts.JOIN: ("together", 0.8), acts.MOUNT: ("way", -0.5)}
AROUND: Final[tuple[tuple[int, int], ...]] = ((1, 0), (0, 1), (-1, 0), (0, -1))
AT_ONCE: Final = 0.5  # of a charge, for who acts before its prey has rallied


def doctrine(state: DisposableState, decision: Decision, manner: Manner) -> list[Parts] | None:
    return judge_by_book(CHAPTERS, look, state, decision, manner)


# ---- who


def judge_first(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Who fires first pins those who have still to act."""
    return [[("tempo", 1.0 if first(option) == decision.seat else 0.0)] for option in decision.options]


def judge_activate(outlook: Outlook, decision: Decision) -> list[Parts]:
    """The best shot or charge first, then those who rally, then those who have the farthest to go."""
    worth_each: list[Parts] = []
    for option in decision.options:
        unit = outlook.state.units[first(option)]
        shot = best_shot(outlook, unit, HOLD)
        nerve = 0.4 if unit.status != STEADY else 0.0
        far = 0.3 if unit.place in (WAITING, MOUNTED) else 0.0
        threatened = 0.1 * outlook.danger(*outlook.state.centre(unit)) if unit.place == ON_TABLE else 0.0
        charge = AT_ONCE * best_charge(outlook, unit, RUN) if unit.status == STEADY else 0.0
        worth_each.append(
            [("fire", outlook.manner.aggression * shot), ("melee", charge), ("nerve", nerve), ("way", far + threatened)]
        )
    return worth_each


def best_shot(outlook: Outlook, unit: Unit, mode: int) -> float:
    """What its fire may be worth: of squads roughly, from where the leader stands, of teams and vehicles exactly."""
    if unit.status != STEADY or unit.place != ON_TABLE:
        return 0.0
    key = unit.index * len(MODES) + mode
    known = outlook.shots.get(key)
    if known is None:
        known = outlook.shots[key] = find_shot(outlook, unit, mode)
    return known


def find_shot(outlook: Outlook, unit: Unit, mode: int) -> float:
    state = outlook.state
    if state.weapon(unit) is None and state.vehicle(unit) is None:
        leader = unit.figures[0]
        return outlook.targets(unit, outlook.guns(unit, mode), state.x[leader], state.y[leader])
    best = 0.0
    for enemy in state.enemies(unit.seat):
        if forbid_fire(state, unit, enemy, mode, AIMED) is None:
            best = max(best, aimed(state, unit, enemy, mode))
        elif mode == HOLD and forbid_indirect(state, unit, enemy, HOLD) is None:
            best = max(best, fire_value(state, unit, enemy, mode, INDIRECT, 0))
    return best


# ---- how


def judge_mode(outlook: Outlook, decision: Decision) -> list[Parts]:
    """The shot that the mode leaves, and the best place in its reach."""
    state = outlook.state
    top = state.stack[-1]
    assert isinstance(top, Activation)
    unit = state.units[top.unit]
    modes = [acts.MODES.index(acts.ACTS.of(option)) for option in decision.options]
    return [[*mode_value(outlook, unit, how), ("melee", best_charge(outlook, unit, how))] for how in modes]


def best_charge(outlook: Outlook, unit: Unit, how: int) -> float:
    """What there is to gain by charging in this mode, if anything."""
    state = outlook.state
    if unit.place != ON_TABLE or how == HOLD or state.vehicle(unit) is not None or is_lone(state, unit):
        return 0.0
    best = 0.0
    for enemy in state.enemies(unit.seat):
        if state.vehicle(enemy) is None and state.units_within(unit, enemy, DISTANCE[how]):
            value = charge_value(outlook, unit, enemy, grenades_used(state, unit))
            if value > best and forbid_charge(state, unit, enemy, how) is None:
                best = value
    return best


def mode_value(outlook: Outlook, unit: Unit, how: int) -> Parts:
    state = outlook.state
    if unit.place == WAITING:
        return [("way", 1.0 if how in (MANOEUVRE, FULL) else 0.8)]
    if unit.place == MOUNTED:
        return dismount_value(outlook, unit, how)
    x, y = state.x[unit.figures[0]], state.y[unit.figures[0]]
    guns = outlook.guns(unit, HOLD)
    here = outlook.place(unit, x, y, guns, FIRE_LATER)
    shot = outlook.manner.aggression * best_shot(outlook, unit, SNEAK if how == SLOW else how) if how != RUN else 0.0
    if how == HOLD:
        return [("fire", shot)]
    there = outlook.place(unit, *promising(outlook, unit, wishes(outlook, unit, DISTANCE[how])), guns, FIRE_LATER)
    gain = max(0.0, total(there) - total(here))
    risk = snap_risk(outlook, unit, how)
    return [("fire", shot), ("objective", gain), ("exposure", -outlook.manner.caution * risk)]


def snap_risk(outlook: Outlook, unit: Unit, how: int) -> float:
    """Who walks upright near the enemy is shot at."""
    if how < MANOEUVRE or outlook.state.vehicle(unit) is not None:
        return 0.0
    x, y = outlook.state.centre(unit)
    ready = [guns for guns in outlook.threatened_by() if guns.unit.status == STEADY and not guns.unit.snapped]
    return 0.12 * sum([distance2(guns.x, guns.y, x, y) < 160 * 160 for guns in ready])


def dismount_value(outlook: Outlook, unit: Unit, how: int) -> Parts:
    """Get down where there is something to take, or where the vehicle draws fire."""
    state = outlook.state
    carrier = state.units[unit.carrier]
    if carrier.place != ON_TABLE:
        return [("way", 0.0)]
    x, y = state.centre(carrier)
    pull = outlook.pull(unit, x, y)
    if how == HOLD:
        return [("way", 0.9 if not carrier.activated else 0.2)]
    return [("objective", 0.5 * pull)]


def promising(outlook: Outlook, unit: Unit, places: list[tuple[int, int]]) -> tuple[int, int]:
    """The one that is worth a closer look: near what is wanted, or in cover."""
    table = outlook.state.scenario.table
    best, most = places[0], -1.0
    for place in places:
        first_sight = outlook.pull(unit, *place) + 0.2 * table.cover_at(*place)
        if first_sight > most:
            best, most = place, first_sight
    return best


def wishes(outlook: Outlook, unit: Unit, reach: int) -> list[tuple[int, int]]:
    """Places to look at within reach: toward each objective, around, and cover."""
    state = outlook.state
    table = state.scenario.table
    x, y = state.x[unit.figures[0]], state.y[unit.figures[0]]
    places: list[tuple[int, int]] = []
    for objective in state.scenario.objectives:
        dx, dy = objective.x - x, objective.y - y
        far = max(1.0, float(dx * dx + dy * dy) ** 0.5)
        step = min(1.0, reach / far)
        places.append((int(x + dx * step), int(y + dy * step)))
    for dx, dy in AROUND:
        places.append((x + dx * reach, y + dy * reach))
    edge_x, edge_y = table.width - 5, table.height - 5
    return [(max(5, min(edge_x, px)), max(5, min(edge_y, py))) for px, py in places]


# ---- what


def judge_step(outlook: Outlook, decision: Decision) -> list[Parts]:
    state = outlook.state
    top = state.stack[-1]
    if not isinstance(top, Activation):
        return [[] for _ in decision.options]
    unit = state.units[top.unit]
    guns = outlook.guns(unit, HOLD) if unit.place == ON_TABLE else None
    here: Parts = []
    if unit.place == ON_TABLE:
        here = outlook.place(unit, state.x[unit.figures[0]], state.y[unit.figures[0]], guns, FIRE_LATER)
    base = total(here)
    worth_each: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.TO:
            x, y = option_point(option)
            there = outlook.place(unit, x, y, guns, FIRE_LATER)
            if not top.fired and top.mode != RUN and unit.place == ON_TABLE:
                # A shot at hand is taken before the unit walks out of it.
                there = [*there, ("hold", -0.5 * best_shot(outlook, unit, top.mode))]
            worth_each.append([*there, ("stay", -base)])
        elif verb is acts.DONE:
            worth_each.append([("tempo", 0.0)])
        else:
            worth_each.append(judge_deed(outlook, unit, top, option))
    return worth_each


def judge_deed(outlook: Outlook, unit: Unit, top: Activation, option: int) -> Parts:
    state = outlook.state
    verb, other = acts.ACTS.of(option), state.units[first(option)]
    keen = outlook.manner.aggression
    if verb is acts.FIRE:
        return [("fire", keen * aimed(state, unit, other, top.mode) + 0.01)]
    if verb is acts.GRENADE or verb is acts.LAUNCH:
        value = fire_value(state, unit, other, top.mode, AIMED, second(option), verb is acts.LAUNCH)
        return [("fire", keen * value - 0.02)]
    if verb is acts.INDIRECT:
        return [("fire", keen * fire_value(state, unit, other, top.mode, INDIRECT, 0))]
    if verb is acts.SINGLE_OUT or verb is acts.INSIDE:
        return [("fire", keen * 0.6)]
    if verb is acts.CHARGE:
        return [("melee", charge_value(outlook, unit, other, second(option)))]
    if verb is acts.FACE:
        foe, own = nearest_enemy(state, unit), unit.figures[0]
        dx, dy = state.x[foe] - state.x[own], state.y[foe] - state.y[own]
        return [("fire", -0.1 if foe < 0 or within_arc(unit.facing_x, unit.facing_y, dx, dy) else 0.3)]
    return [PLAIN_DEEDS.get(verb, ("tempo", -0.3))]


def charge_value(outlook: Outlook, unit: Unit, target: Unit, grenades: int) -> float:
    """The odds of the melee, after what its fire may do to those who come, and of the check before it."""
    state = outlook.state
    a, d = len(unit.figures), len(target.figures)
    passed = 1.0
    if check_needed(target):
        number = charge_tally(state, unit, target, grenades, False).total
        passed = max(1, min(9, number)) / 10
        if not target.snapped:
            a = max(1, a - 1)
    chance = melee_odds(state, unit, target, a, d, grenades)
    gain = outlook.manner.aggression * chance * worth(state, target)
    cost = outlook.manner.caution * (1 - chance) * worth(state, unit)
    return passed * (0.9 * gain - cost) - (0.1 + 0.3 * (1 - passed)) * man_of(state, unit)


def melee_odds(state: DisposableState, unit: Unit, target: Unit, a: int, d: int, grenades: int) -> float:
    """The chance that so many attackers beat so many defenders."""
    opening = 1.0
    if target.status == STEADY:
        opening = strikes_first(a + grenades - d - grenades_used(state, target))
    return melee_chance(opening, a, d)


def judge_response(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Who is charged stands where he is likely to win, fires first where he may, and else gets away."""
    state = outlook.state
    top = state.stack[-1]
    assert isinstance(top, Charge)
    unit, target = state.units[top.unit], state.units[top.target]
    a, d = len(unit.figures), len(target.figures)
    worth_each: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.EVADE:
            lost = FREE_FIRE * man_of(state, target) + GROUND_LOST * worth(state, target)
            worth_each.append([("melee", -outlook.manner.caution * lost)])
            continue
        lost = melee_odds(state, unit, target, a, d, top.grenades)
        if verb is not acts.STAND:  # a man may fall, and then those who come strike last
            struck = 0.5 * melee_chance(0.0, max(1, a - 1), d) + 0.5 * lost
            lost = min(lost, struck)
        gain = outlook.manner.aggression * (1 - lost) * worth(state, unit)
        worth_each.append([("melee", gain - outlook.manner.caution * lost * worth(state, target))])
    return worth_each


# ---- reactions


def judge_snap(outlook: Outlook, decision: Decision) -> list[Parts]:
    """It costs nothing but the snap fire of this turn."""
    state = outlook.state
    top = state.stack[-1]
    assert isinstance(top, SnapWindow)
    mover = state.units[top.mover]
    worth_each: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.DECLINE:
            worth_each.append([("hold", 0.02)])
        else:
            named = SINGLED_OUT if verb is acts.SNAP_SINGLE_OUT else 0.0
            unit = state.units[first(option)]
            worth_each.append([("fire", fire_value(state, unit, mover, MANOEUVRE, SNAP, 0) + named)])
    return worth_each


def judge_facing(outlook: Outlook, decision: Decision) -> list[Parts]:
    """The nearest enemy first, as they are offered."""
    return [[("fire", -0.01 * k)] for k in range(len(decision.options))]


def judge_casualty(outlook: Outlook, decision: Decision) -> list[Parts]:
    """As the rules propose: riflemen before gunners, gunners before leaders."""
    return [[("material", 0.0 if acts.ACTS.of(option) is acts.AS_PROPOSED else -0.1)] for option in decision.options]


def judge_shelter(outlook: Outlook, decision: Decision) -> list[Parts]:
    return [[("cover", 0.1 if acts.ACTS.of(option) is acts.COVER else 0.0)] for option in decision.options]


def judge_deploy(outlook: Outlook, decision: Decision) -> list[Parts]:
    """Near what is wanted, in cover, apart from one another."""
    state = outlook.state
    top = state.stack[-1]
    assert isinstance(top, Deployment)
    unit = top.next_unit(state, decision.seat)
    worth_each: list[Parts] = []
    for option in decision.options:
        x, y = option_point(option)
        crowd = sum([distance2(*state.centre(friend), x, y) < 80 * 80 for friend in state.friends(decision.seat)])
        worth_each.append([*outlook.place(unit, x, y, None, 0.0), ("crowding", -0.1 * crowd)])
    return worth_each


CHAPTERS: Final[dict[Kind, Chapter[Outlook]]] = {
    decisions.DEPLOY: judge_deploy, decisions.FIRST: judge_first, decisions.ACTIVATE: judge_activate,
    decisions.MODE: judge_mode, decisions.STEP: judge_step, decisions.SNAP: judge_snap,
    decisions.FACING: judge_facing, decisions.SNAP_AT: judge_facing, decisions.CASUALTY: judge_casualty,
    decisions.SHELTER: judge_shelter, decisions.RESPONSE: judge_response,
}  # fmt: skip
