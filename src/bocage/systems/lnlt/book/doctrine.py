"""What each option is worth by the book, decision by decision. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from typing import Final

from bocage.kernel.appraisal import Manner, Parts, total
from bocage.kernel.decision import Decision
from bocage.kernel.forecast import TWO_D6, at_least
from bocage.systems.lnlt.book.appraisal import (
    losses,
    worth,
)
from bocage.systems.lnlt.book.moves import (
    FIRE_LATER,
    KILLS,
    Book,
)
from bocage.systems.lnlt.book.outlook import (
    Group,
    are_healers,
    guns_of,
)
from bocage.systems.lnlt.book.rally import (
    last_stand,
    rally,
)
from bocage.systems.lnlt.book.vehicles import (
    crews,
    driving,
)
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS
from bocage.systems.lnlt.rules.activation import Activation
from bocage.systems.lnlt.rules.close_assault import charges as carried_charges
from bocage.systems.lnlt.rules.fire import (
    FireAttack,
)
from bocage.systems.lnlt.rules.firepower import attack_tally, defence_tally
from bocage.systems.lnlt.rules.kinds import (
    ACTIVATE,
    ACTIVATION,
    ALL,
    ALLOT,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    ASSAULTING,
    CALL,
    CHARGES,
    CRAWLING,
    CREWS,
    DECIDE,
    DOUBLE_TIME,
    DOUBLING,
    DRIVE,
    DRIVING,
    FIGHT,
    FIRE,
    FIRE_AT_VEHICLE,
    FIRERS,
    FLY,
    HEX,
    HIDE,
    IMPULSE,
    LAND,
    LAST_STAND,
    LAY_SMOKE,
    LEADER,
    LOW_CRAWL,
    MARKED,
    MELEE_ATTACK,
    MELEE_CHARGES,
    MOVE,
    MOVERS,
    NOTHING,
    OPPORTUNITY,
    PLACE,
    RALLY,
    REACT_MG,
    REACTION,
    RETREAT,
    RUN_FIRE,
    SHAKEN,
    SHELL,
    SHOOT,
    SPOT,
    SPRING,
    STEALING,
    STEALTH_ASSAULT,
    STEALTH_MOVE,
    STEP,
    STRIDE,
    TARGET,
    UNIT,
    WALK,
    WITHDRAW,
)
from bocage.systems.lnlt.rules.melee import Melee, column, eligible, total_fp
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.paces import free_to_move
from bocage.systems.lnlt.rules.setup import SetUp
from bocage.systems.lnlt.rules.sighting import spotting_number, spotting_tally
from bocage.systems.lnlt.state import GONE, LnltState, Unit

MODES_OF: Final = {
    MOVE: WALK,
    ASSAULT_MOVE: ASSAULTING,
    DOUBLE_TIME: DOUBLING,
    LOW_CRAWL: CRAWLING,
    STEALTH_MOVE: STEALING,
    STEALTH_ASSAULT: ASSAULTING,
}
SPECIALS: Final = {LAND: 3.0, DECIDE: 1.5, FLY: 1.2, SPRING: 1.0, HIDE: 0.6}


def doctrine(state: LnltState, decision: Decision, manner: Manner) -> list[Parts] | None:
    chapter = CHAPTERS.get(decision.kind)
    if chapter is None:
        return None
    return chapter(Book(state, decision.seat, manner), decision)


# ---- chapters


def impulse(book: Book, decision: Decision) -> list[Parts]:
    found: list[Parts] = []
    for option in decision.options:
        base, number = option - option % STRIDE, option % STRIDE
        if option == NOTHING:
            found.append([("tempo", 0.0)])
        elif option >= SPOT:
            found.append(spotting(book, option))
        elif base == ACTIVATE:
            found.append(activation_value(book, number))
        elif base == FIGHT:
            found.append([("melee", fight(book, number))])
        elif base == WITHDRAW:
            found.append([("melee", -1.2 * fight(book, number) - 0.6)])
        else:
            found.append([("tempo", SPECIALS.get(base, 0.3))])
    return found


def fight(book: Book, hex_: int) -> float:
    return book.melee(eligible(book.state, book.seat, hex_), hex_)


def spotting(book: Book, option: int) -> Parts:
    """Worth what the others could then fire at it."""
    state = book.state
    spotter, hex_ = (option - SPOT) // STRIDE, option % STRIDE
    if spotter >= VEHICLE_IDS:
        return [("spotting", 0.1)]
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
            edge -= book.board.degrading[own][hex_]
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
    for vehicle in state.manned_at(book.seat, hex_) if state.vehicles else []:
        best = [*best, ("vehicles", vehicle_value(book, vehicle.id))]
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
    moves: dict[int, Parts] = {}
    found: list[Parts] = []
    for option in decision.options:
        if option == NOTHING:
            found.append([("tempo", 0.02)])
        elif option >= FIRE_AT_VEHICLE:
            found.append([("fire", 0.4)])
        elif option >= FIRE:
            assault = option >= ASSAULT_FIRE
            packed = option - (ASSAULT_FIRE if assault else FIRE)
            value = book.fire(packed // STRIDE, packed % STRIDE, activated, assault)
            follow = 0.25 * max(0.0, total(book.best_move(packed // STRIDE, activated, ASSAULTING))) if assault else 0.0
            found.append([("fire", book.manner.aggression * value), ("way", follow)])
        else:
            found.append(plain_action(book, option, activated, moves))
    return found


def plain_action(book: Book, option: int, activated: int, moves: dict[int, Parts]) -> Parts:
    base, number = option - option % STRIDE, option % STRIDE
    mode = MODES_OF.get(base)
    if mode is None:
        return special_action(book, base, number)
    key = number * 8 + mode
    if key not in moves:
        moves[key] = book.best_move(number, activated, mode) or [("way", -1.0)]
    return moves[key]


def special_action(book: Book, base: int, number: int) -> Parts:
    if base == DRIVE:
        return [("vehicles", vehicle_value(book, number))]
    if base in (SHOOT, SHELL, CALL):
        return [("guns", 1.2 * book.manner.aggression)]
    if base == LAY_SMOKE:
        return [("smoke", -0.1)]
    return [("fire", 0.5 if base > CALL else -0.05)]


def vehicle_value(book: Book, number: int) -> float:
    return 0.8


def firers(book: Book, decision: Decision) -> list[Parts]:
    """The strongest leads, everybody joins, a leader directs."""
    state = book.state
    top = state.stack[-1]
    if not isinstance(top, FireAttack):
        return [[("fire", 1.0 if option else 0.0)] for option in decision.options]
    now = top.tally(state).total if top.firers else 0
    found: list[Parts] = []
    for option in decision.options:
        if option == NOTHING:
            found.append([("fire", 0.0)])
            continue
        if option == ALL:  # one by one it comes to the same, without those who add nothing
            found.append([("fire", -0.2)])
            continue
        element = option - UNIT
        added = (
            attack_tally(
                state, top.origin, top.target, [*top.firers, element], top.victims, top.opportunity, top.assault
            ).total
            - now
        )
        unit = state.units[element >> 3]
        lead = 0.0 if top.firers else 0.1 * unit.type.fp
        found.append([("fire", 0.3 * added + lead if added > 0 else -0.2)])
    return found


def charges(book: Book, decision: Decision) -> list[Parts]:
    """A vehicle is worth what men carry for it, and so are their lives."""
    return [[("guns", 0.0 if option == NOTHING else 1.0)] for option in decision.options]


def allot(book: Book, decision: Decision) -> list[Parts]:
    """Those who carry something against vehicles go for it; the others are needed against the men."""
    found: list[Parts] = []
    for option in decision.options:
        armed = option != NOTHING and bool(carried_charges(book.state, book.state.units[option - UNIT]))
        found.append([("melee", 0.0 if option == NOTHING else 0.5 if armed else -0.5)])
    return found


def movers(book: Book, decision: Decision) -> list[Parts]:
    """All who are in Good Order go together; a guard stays on an objective that the enemy is near."""
    state = book.state
    top = state.stack[-1]
    if not isinstance(top, Movement):  # beside a vehicle (lnlt.core.6.5): whoever can keep up
        return [[("together", 0.2 if option == NOTHING else 0.5)] for option in decision.options]
    everyone = top.everyone(state)
    steady = [n for n in everyone if not state.units[n].flags & SHAKEN]
    guard = guard_of(book, top.hex, steady + top.movers)
    found: list[Parts] = []
    for option in decision.options:
        if option == NOTHING:
            value = 0.2
        elif option == ALL:
            value = 1.0 if len(steady) in (0, len(everyone)) and guard == GONE else -1.0
        else:
            number = option - UNIT
            unit = state.units[number]
            value = 0.5 + 0.1 * unit.type.fp
            if (unit.flags & SHAKEN and steady) or number == guard:
                value = -0.5
        found.append([("together", value)])
    return found


def guard_of(book: Book, hex_: int, group: list[int]) -> int:
    """Who stays: the weakest holder on an objective of ours, if others go and the enemy could come."""
    state = book.state
    for i, objective in enumerate(state.scenario.objectives):
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
    first = [option - HEX for option in decision.options if NOTHING != option < RUN_FIRE]
    ways = book.plan(Group(state, top.movers), top.mode, top.hex, top.spent, first)
    found: list[Parts] = []
    for option in decision.options:
        if option >= RUN_FIRE:  # on the run, before it is over
            found.append([("fire", book.manner.aggression * book.fire(top.hex, option - RUN_FIRE, -1, True, False))])
            continue
        way = ways.get(GONE if option == NOTHING else option - HEX)
        found.append([("way", -9.0)] if way is None else way.parts())
    return found


def opportunity(book: Book, decision: Decision) -> list[Parts]:
    """Fire, unless the same men have something better to shoot at in their own impulse."""
    state = book.state
    top = state.stack[-1]
    if not isinstance(top, Movement):
        return [[("fire", 0.0 if option == NOTHING else 0.5)] for option in decision.options]
    found: list[Parts] = []
    for option in decision.options:
        if option == NOTHING:
            found.append([("hold", 0.05)])
        elif option >= REACT_MG:
            found.append([("fire", 0.5)])
        else:
            origin = option - HEX
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
        if option == NOTHING:
            value = 0.0
        elif option == ALL:
            value = 2.0
        elif option >= TARGET:
            aimed = [*top.targets, option - TARGET]
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
    return [[("exposure", -book.danger(option - HEX))] for option in decision.options]


def placing(book: Book, decision: Decision) -> list[Parts]:
    """Near what is wanted, in cover, not all in one place."""
    state = book.state
    top = state.stack[-1]
    assert isinstance(top, SetUp)
    if state.scenario.arrivals[top.number].vehicle >= 0:
        return [[("cover", 0.15 * book.board.tm[option - HEX])] for option in decision.options]
    unit = state.units[state.scenario.arrivals[top.number].unit]
    group = Group(state, [unit.id])
    found: list[Parts] = []
    for option in decision.options:
        hex_ = option - HEX
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
    RALLY: rally,
    IMPULSE: impulse,
    ACTIVATION: activation,
    FIRERS: firers,
    MOVERS: movers,
    STEP: step,
    OPPORTUNITY: opportunity,
    REACTION: opportunity,
    MELEE_ATTACK: melee_attack,
    RETREAT: retreat,
    PLACE: placing,
    CREWS: crews,
    DRIVING: driving,
    CHARGES: charges,
    MELEE_CHARGES: charges,
    ALLOT: allot,
    LAST_STAND: last_stand,
}
