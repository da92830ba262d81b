"""What each option is worth by the book, decision by decision. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from typing import Final

from bocage.kernel import TWO_D6, Decision, Verb, at_least, first, second
from bocage.kernel.appraisal import Manner, Parts, judge_by_book, total
from bocage.systems.lnlt.book.appraisal import losses, objectives_now, worth
from bocage.systems.lnlt.book.moves import FIRE_LATER, KILLS, Book
from bocage.systems.lnlt.book.outlook import Group, are_healers, guns_of
from bocage.systems.lnlt.book.rally import last_stand, rally
from bocage.systems.lnlt.book.vehicles import crews, driving
from bocage.systems.lnlt.model.flags import MARKED, SHAKEN
from bocage.systems.lnlt.model.kinds import ASSAULTING, CRAWLING, DOUBLING, LEADER, STEALING, WALK
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.activation import Activation
from bocage.systems.lnlt.rules.close_assault import charges as carried_charges
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.firepower import attack_tally, defence_tally
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.melee_strength import column, eligible, total_fp
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.paces import free_to_move
from bocage.systems.lnlt.rules.setup import SetUp
from bocage.systems.lnlt.rules.sighting import spotting_number, spotting_tally
from bocage.systems.lnlt.state import LnltState

MODES_OF: Final = {
    acts.MOVE: WALK,
    acts.ASSAULT_MOVE: ASSAULTING,
    acts.DOUBLE_TIME: DOUBLING,
    acts.LOW_CRAWL: CRAWLING,
    acts.STEALTH_MOVE: STEALING,
    acts.STEALTH_ASSAULT: ASSAULTING,
}
SPECIALS: Final = {
    acts.LAND_GLIDERS: 3.0,
    acts.DROP_PARACHUTISTS: 3.0,
    acts.DECIDE: 1.5,
    acts.FLY: 1.2,
    acts.SPRING: 1.0,
    acts.HIDE: 0.6,
}
COMMANDED: Final = 0.8  # whatever a vehicle does
RARELY_GOOD: Final = (acts.HIT_AND_RUN, acts.DISMOUNT, acts.SEND_UP, acts.LOB, acts.LOB_TOGETHER)


def doctrine(state: LnltState, decision: Decision, manner: Manner) -> list[Parts] | None:
    return judge_by_book(CHAPTERS, Book, state, decision, manner)


# ---- chapters


def impulse(book: Book, decision: Decision) -> list[Parts]:
    found: list[Parts] = []
    for option in decision.options:
        verb, number = acts.ACTS.of(option), first(option)
        if verb is acts.PASS:
            found.append([("tempo", 0.0)])
        elif verb is acts.SPOT:
            found.append(spotting(book, number, second(option)))
        elif verb is acts.SPOT_FROM_VEHICLE:
            found.append([("spotting", 0.1)])
        elif verb is acts.ACTIVATE:
            found.append(activation_value(book, number))
        elif verb is acts.FIGHT:
            found.append([("melee", fight(book, number))])
        elif verb is acts.WITHDRAW:
            found.append([("melee", -1.2 * fight(book, number) - 0.6)])
        else:
            found.append([("tempo", SPECIALS.get(verb, 0.3))])
    return found


def fight(book: Book, hex_: int) -> float:
    return book.melee(eligible(book.state, book.seat, hex_), hex_)


def spotting(book: Book, spotter: int, hex_: int) -> Parts:
    """Worth what the others could then fire at it."""
    state = book.state
    unit = state.units[spotter]
    need = spotting_number(state, unit.hex, hex_) - spotting_tally(state, unit, hex_).total
    chance = max(0, min(5, need)) / 6
    best = 0.0
    for own in {u.hex for u in state.units if u.seat == book.seat and u.hex >= 0 and not u.flags & (MARKED | SHAKEN)}:
        if not state.sight_from(own) >> hex_ & 1:
            continue
        rest = [n for n in state.stacks[book.seat][own] if n != spotter or own == unit.hex]
        guns = guns_of(state, rest)
        if guns.elements:
            edge = guns.at(book.board.grid.distances[own][hex_]) - defence_tally(state, own, hex_).total
            edge -= book.board.view(own).degrading[hex_]
            best = max(best, losses(state, state.stacks[book.enemy][hex_], edge))
    leader = 0.35 if unit.type.kind == LEADER and any(
        n != spotter for n in state.stacks[book.seat][unit.hex]
    ) else 0.1  # fmt: skip
    return [("spotting", book.manner.aggression * 0.9 * chance * best), ("tempo", -leader)]


def activation_value(book: Book, hex_: int) -> Parts:
    """The best that the hex can do; with a Leader, some of what those around him can do too."""
    state = book.state
    stack = state.stacks[book.seat][hex_]
    activated = 0
    leader = False
    for number in stack:
        unit = state.units[number]
        if not unit.flags & MARKED or unit.flags & SHAKEN == 0:
            activated |= 1 << number
        leader = leader or (unit.type.kind == LEADER and not unit.flags & (SHAKEN | MARKED))
    best = hex_value(book, hex_, activated)
    if state.vehicles:
        best = best + [("vehicles", COMMANDED)] * len(state.manned_at(book.seat, hex_))
    if leader:
        along = 0.0
        for other in book.board.neighbours[hex_]:
            if state.stacks[book.seat][other] and not state.stacks[book.enemy][other]:
                mask = 0
                for number in state.stacks[book.seat][other]:
                    mask |= 1 << number
                along += max(0.0, total(hex_value(book, other, mask)))
        best = [*best, ("together", 0.6 * along)]
    return best


def hex_value(book: Book, hex_: int, activated: int) -> Parts:
    fire = book.manner.aggression * book.best_fire(hex_, activated)
    best: Parts = [("fire", fire)]
    if free_to_move(book.state, book.seat, hex_, activated):
        move = book.best_move(hex_, activated, WALK)
        # A Medic who is activated has to go; so he had better not be, where he is well placed.
        if move and (total(move) > fire or are_healers(book.state, book.movers(hex_, activated, WALK))):
            best = move
    return best


def activation(book: Book, decision: Decision) -> list[Parts]:
    state = book.state
    top = state.stack[-1]
    assert isinstance(top, Activation)
    activated = top.activated
    moves: dict[tuple[int, int], Parts] = {}
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            found.append([("tempo", 0.02)])
        elif verb is acts.FIRE_AT_VEHICLE or verb is acts.FIRE_AT_RIDERS:
            found.append([("fire", 0.4)])
        elif verb is acts.FIRE or verb is acts.ASSAULT_FIRE:
            origin = first(option)
            assault = verb is acts.ASSAULT_FIRE
            value = book.fire(origin, second(option), activated, assault)
            follow = 0.25 * max(0.0, total(book.best_move(origin, activated, ASSAULTING))) if assault else 0.0
            found.append([("fire", book.manner.aggression * value), ("way", follow)])
        elif verb in MODES_OF:
            found.append(move_value(book, first(option), MODES_OF[verb], activated, moves))
        else:
            found.append(special_action(book, verb))
    return found


def move_value(book: Book, hex_: int, mode: int, activated: int, moves: dict[tuple[int, int], Parts]) -> Parts:
    key = (hex_, mode)
    if key not in moves:
        moves[key] = book.best_move(hex_, activated, mode) or [("way", -1.0)]
    return moves[key]


def special_action(book: Book, verb: Verb) -> Parts:
    if verb is acts.COMMAND:
        return [("vehicles", COMMANDED)]
    if verb is acts.SHOOT or verb is acts.SHELL or verb is acts.CALL:
        return [("guns", 1.2 * book.manner.aggression)]
    if verb is acts.LAY_SMOKE:
        return [("smoke", -0.1)]
    return [("fire", -0.05 if verb in RARELY_GOOD else 0.5)]


def firers(book: Book, decision: Decision) -> list[Parts]:
    """The strongest leads, everybody joins, a leader directs."""
    state = book.state
    top = state.stack[-1]
    if not isinstance(top, FireAttack):
        return [[("fire", 0.0 if acts.ACTS.of(option) is acts.DONE else 1.0)] for option in decision.options]
    now = top.tally(state).total if top.firers else 0
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            found.append([("fire", 0.0)])
            continue
        if verb is acts.ALL:  # one by one it comes to the same, without those who add nothing
            found.append([("fire", -0.2)])
            continue
        joined = [*top.firers, option]
        after = attack_tally(state, top.origin, top.target, joined, top.victims, top.opportunity, top.assault)
        added = after.total - now
        unit = state.units[first(option)]
        lead = 0.0 if top.firers else 0.1 * unit.type.fp
        found.append([("fire", 0.3 * added + lead if added > 0 else -0.2)])
    return found


def charges(book: Book, decision: Decision) -> list[Parts]:
    """A vehicle is worth what men carry for it, and so are their lives."""
    return [[("guns", 1.0 if acts.ACTS.of(option) is acts.USE_CHARGE else 0.0)] for option in decision.options]


def allot(book: Book, decision: Decision) -> list[Parts]:
    """Those who carry something against vehicles go for it; the others are needed against the men."""
    found: list[Parts] = []
    for option in decision.options:
        value = 0.0
        if acts.ACTS.of(option) is acts.ALLOT_TO_VEHICLE:
            value = 0.5 if carried_charges(book.state, book.state.units[first(option)]) else -0.5
        found.append([("melee", value)])
    return found


def movers(book: Book, decision: Decision) -> list[Parts]:
    """All who are in Good Order go together; a guard stays on an objective that the enemy is near."""
    state = book.state
    top = state.stack[-1]
    if not isinstance(top, Movement):  # beside a vehicle (lnlt.core.6.5): whoever can keep up
        return [[("together", 0.5 if acts.ACTS.of(option) is acts.ADD else 0.2)] for option in decision.options]
    everyone = top.everyone(state)
    steady = [n for n in everyone if not state.units[n].flags & SHAKEN]
    guard = guard_of(book, top.hex, steady + top.movers)
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            value = 0.2
        elif verb is acts.ALL:
            value = 1.0 if len(steady) in (0, len(everyone)) and guard == GONE else -1.0
        else:
            number = first(option)
            unit = state.units[number]
            value = 0.5 + 0.1 * unit.type.fp
            if (unit.flags & SHAKEN and steady) or number == guard:
                value = -0.5
        found.append([("together", value)])
    return found


def guard_of(book: Book, hex_: int, group: list[int]) -> int:
    """Who stays: the weakest holder on an objective of ours, if others go and the enemy could come."""
    state = book.state
    for i, objective in objectives_now(state):
        if objective.hex == hex_ and state.control[i] == book.seat:
            holders = [n for n in state.stacks[book.seat][hex_] if state.units[n].holds()]
            going = [n for n in group if state.units[n].holds()]
            if len(going) > 1 and len(holders) == len(going) and book.pressure(hex_) > 0.2:
                return min(going, key=lambda n: state.units[n].type.fp)
    return GONE


def step(book: Book, decision: Decision) -> list[Parts]:
    state = book.state
    top = state.stack[-1]
    assert isinstance(top, Movement)
    hexes = [first(option) for option in decision.options if acts.ACTS.of(option) is acts.STEP_TO]
    ways = book.plan(Group(state, top.movers), top.mode, top.hex, top.spent, hexes)
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.RUN_FIRE:  # on the run, before it is over
            found.append([("fire", book.manner.aggression * book.fire(top.hex, second(option), -1, True, False))])
            continue
        way = ways.get(GONE if verb is acts.STOP else first(option))
        found.append([("way", -9.0)] if way is None else way.parts())
    return found


def opportunity(book: Book, decision: Decision) -> list[Parts]:
    """Fire, unless the same men have something better to shoot at in their own impulse."""
    state = book.state
    top = state.stack[-1]
    if not isinstance(top, Movement):
        return [[("fire", 0.0 if acts.ACTS.of(option) is acts.DECLINE else 0.5)] for option in decision.options]
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.DECLINE:
            found.append([("hold", 0.05)])
        elif verb is not acts.OPPORTUNITY_FIRE:
            found.append([("fire", 0.5)])
        else:
            origin = first(option)
            value = book.manner.aggression * book.fire(origin, top.hex, -1, False, True)
            fresh = 0
            for number in state.stacks[book.seat][origin]:
                if not state.units[number].flags & MARKED:
                    fresh |= 1 << number
            later = book.best_fire(origin, fresh) if fresh and state.turn <= state.scenario.turns else 0.0
            found.append([("fire", value), ("hold", -0.6 * later)])
    return found


def melee_attack(book: Book, decision: Decision) -> list[Parts]:
    """Everybody together on the enemy that can be killed with the best odds."""
    state = book.state
    top = state.stack[-1]
    assert isinstance(top, Melee)
    mine = total_fp(state, eligible(state, book.seat, top.hex))
    found: list[Parts] = []
    for option in decision.options:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            value = 0.0
        elif verb is acts.ALL:
            value = 2.0
        elif verb is acts.TARGET:
            aimed = [*top.targets, first(option)]
            kill = at_least(TWO_D6, KILLS[column(mine, total_fp(state, aimed))])
            before = 0.0
            if top.targets:
                held = at_least(TWO_D6, KILLS[column(mine, total_fp(state, top.targets))])
                before = held * sum([worth(state, state.units[n]) for n in top.targets])
            value = kill * sum([worth(state, state.units[n]) for n in aimed]) - before
            value = 2.0 + value if top.targets and value > 0 else value
        else:
            value = 1.0
        found.append([("melee", value)])
    return found


def retreat(book: Book, decision: Decision) -> list[Parts]:
    return [[("exposure", -book.danger(first(option)))] for option in decision.options]


def placing(book: Book, decision: Decision) -> list[Parts]:
    """Near what is wanted, in cover, not all in one place."""
    state = book.state
    top = state.stack[-1]
    assert isinstance(top, SetUp)
    if state.scenario.arrivals[top.number].vehicle >= 0:
        return [[("cover", 0.15 * book.board.tm[first(option)])] for option in decision.options]
    unit = state.units[state.scenario.arrivals[top.number].unit]
    group = Group(state, [unit.id])
    found: list[Parts] = []
    for option in decision.options:
        hex_ = first(option)
        parts = book.place(group, hex_, FIRE_LATER).parts()
        crowd = len(state.stacks[book.seat][hex_])
        lead = 0.4 if leads_there(state, unit, hex_) else 0.0
        found.append([*parts, ("cover", 0.15 * book.board.tm[hex_]), ("crowding", -0.15 * crowd), ("together", lead)])
    return found


def leads_there(state: LnltState, unit: Unit, hex_: int) -> bool:
    """A Leader with men, or men with their Leader."""
    kinds = [state.units[n].type.kind == LEADER for n in state.stacks[unit.seat][hex_]]
    return bool(kinds) and (unit.type.kind == LEADER) != any(kinds)


CHAPTERS: Final = {
    acts.RALLY: rally,
    acts.IMPULSE: impulse,
    acts.ACTIVATION: activation,
    acts.FIRERS: firers,
    acts.MOVERS: movers,
    acts.STEP: step,
    acts.OPPORTUNITY: opportunity,
    acts.REACTION: opportunity,
    acts.MELEE_ATTACK: melee_attack,
    acts.RETREAT: retreat,
    acts.PLACE: placing,
    acts.CREWS: crews,
    acts.DRIVING: driving,
    acts.CHARGES: charges,
    acts.MELEE_CHARGES: charges,
    acts.ALLOT: allot,
    acts.LAST_STAND: last_stand,
}
