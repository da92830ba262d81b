"""What ground, fire and men are worth to one side: the figures that `doctrine` decides by, in victory points."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from bocage.kernel.appraisal import Manner, Parts
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.chart import LEG
from bocage.systems.lnlt.model.flags import SHAKEN, WOUNDED
from bocage.systems.lnlt.model.ground import FOXHOLES, TRENCH
from bocage.systems.lnlt.model.masks import hexes_in, mask_of
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.special import is_open
from bocage.systems.lnlt.model.tables import UNARMED, Board, Objective
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules.damage import fate
from bocage.systems.lnlt.rules.firepower import fires_directly, half, weapon_reach
from bocage.systems.lnlt.rules.terrain import step_cost
from bocage.systems.lnlt.state import LnltState

# ---- men

SHARE_LOST: Final = {
    kinds.UNHURT: 0.0,
    kinds.GETS_SHAKEN: 0.35,
    kinds.GETS_WOUNDED: 0.35,
    kinds.WOUNDED_SHAKEN: 0.6,
    kinds.CASUALTIES: 0.65,
    kinds.ELIMINATED: 1.0,
}
SHAKEN_SHARE: Final = 0.6  # what a Shaken unit is still worth
FAR: Final = 99
SOON: Final = 2  # turns before an objective counts when one begins to want it


def worth(state: LnltState, unit: Unit) -> float:
    """A unit in Good Order: what it can do, and the points its loss gives away."""
    type_ = unit.type
    points = state.scenario.casualty_points
    if type_.kind == kinds.SQUAD:
        return 1.2 + 0.25 * type_.fp + points
    lost = (points + 1) // 2
    if type_.kind == kinds.HALF_SQUAD:
        return 0.5 + 0.2 * type_.fp + lost
    if type_.kind == kinds.LEADER:
        return 0.8 + 0.5 * type_.lm + lost
    if type_.kind == kinds.HERO:
        return 0.8 + 0.2 * type_.fp + lost
    if type_.kind == kinds.WEAPON_TEAM:
        return 1.6 + lost
    return 0.6 + lost


def vehicle_worth(state: LnltState, vehicle: Vehicle) -> float:
    guns = len(vehicle.type.guns)
    return 1.5 + 1.5 * min(2, guns) + (0.5 if vehicle.type.mgs else 0.0) + state.scenario.casualty_points


def worth_now(state: LnltState, unit: Unit) -> float:
    share = SHAKEN_SHARE if unit.flags & SHAKEN else 1.0
    if unit.flags & WOUNDED:
        share -= 0.2
    return worth(state, unit) * share


# ---- fire

DIFFERENCES: Final = {x: (6 - abs(x)) / 36 for x in range(-5, 6)}
HARM_MEMO: dict[int, float] = {}


def harm(kind: int, flags: int, morale: int, edge: int) -> float:
    """The share of a unit that an attack takes: `edge` is firepower less cover (and less leadership in its hex)."""
    if edge <= -5:
        return 0.0
    edge = min(edge, 14)
    key = ((kind * 4 + (flags & 3)) * 16 + morale) * 32 + edge + 8
    found = HARM_MEMO.get(key)
    if found is None:
        found = 0.0
        for x, p in DIFFERENCES.items():
            if edge + x > 0:
                for die in range(1, 7):
                    found += p / 6 * SHARE_LOST[fate(kind, flags, morale, edge + x + die)]
        HARM_MEMO[key] = found
    return found


def losses(state: LnltState, victims: list[int], edge: int) -> float:
    """What an attack is expected to take from these units."""
    found = 0.0
    for number in victims:
        unit = state.units[number]
        if unit.hex < 0:
            continue
        lead = state.best_leadership(unit.seat, unit.hex, unit.id)
        # Leadership helps in the check, not against the hit; as an edge it counts a little less than in full.
        share = harm(unit.type.kind, unit.flags, max(1, unit.morale() + lead), edge)
        found += worth(state, unit) * share * (0.8 if unit.flags & SHAKEN else 1.0)
    return found


class Guns:
    """Those of one hex who can fire together, as firepower by distance."""

    __slots__ = ("elements", "far", "table")

    def __init__(self) -> None:
        self.elements: list[tuple[int, int, list[tuple[int, int, int]]]] = []
        self.table: list[int] = []
        self.far = 0

    def add(self, state: LnltState, unit: Unit, less: int) -> None:
        kind = unit.type.kind
        if kind in UNARMED:
            return
        weapons: list[tuple[int, int, int]] = []
        for weapon in state.weapons:
            if weapon.owner == unit.id and fires_directly(weapon, unit):
                fp = weapon.type.fp
                weapons.append((half(fp) if unit.type.smc else fp, weapon.type.range, weapon_reach(weapon)))
        own = 0 if kind == kinds.LEADER else max(0, unit.type.fp - less)
        if weapons and kind == kinds.HALF_SQUAD:
            own = 0  # uses its gun instead
        self.elements.append((own, unit.type.range, weapons))

    def at(self, distance: int) -> int:
        """Firepower at a distance, with what being adjacent adds; -9 = out of reach."""
        table = self.table
        if not table:
            self.fill()
            table = self.table
        return table[distance] if distance < len(table) else -9

    def fill(self) -> None:
        far = 1
        for _, range_, weapons in self.elements:
            far = max(far, 2 * range_, max([reach for _, _, reach in weapons], default=0))
        self.table = [self.sum_at(max(1, distance)) for distance in range(far + 1)]

    def sum_at(self, distance: int) -> int:
        best = 0
        total = 0
        reaches = False
        for own, range_, weapons in self.elements:
            fp = own if distance <= range_ else half(own) if distance <= 2 * range_ else 0
            reaches = reaches or fp > 0
            gun = 0
            for power, near, reach in weapons:
                if distance <= reach:
                    gun = max(gun, power if distance <= near else half(power))
                    reaches = True
            total += gun + half(fp)
            best = max(best, fp - half(fp))
        if not reaches:
            return -9
        return total + best + (2 if distance == 1 else 0)


# ---- ground

WAY_MEMO: dict[tuple[int, int], list[int]] = {}
BOARDS: dict[int, Board] = {}


def way_to(board: Board, hex_: int) -> list[int]:
    """Movement points on foot from every hex to this one, markers apart."""
    key = (id(board), hex_)
    found = WAY_MEMO.get(key)
    if found is None:
        BOARDS[id(board)] = board  # keeps the id its own
        found = [FAR] * board.size
        found[hex_] = 0
        heap = [(0, hex_)]
        while heap:
            spent, here = heappop(heap)
            if spent > found[here]:
                continue
            for n in board.neighbours[here]:
                cost = board.costs[n][board.neighbours[n].index(here)]
                if cost and spent + cost < found[n]:
                    found[n] = spent + cost
                    heappush(heap, (found[n], n))
        WAY_MEMO[key] = found
    return found


Steps = list[list[tuple[int, int]]]
STEP_MEMO: dict[int, Steps] = {}


def steps_on_foot(state: LnltState) -> Steps:
    """By hex: the neighbours one could walk to, with the movement points it takes."""
    board = state.board
    found = STEP_MEMO.get(id(board))
    if found is None:
        BOARDS[id(board)] = board
        found = STEP_MEMO[id(board)] = [
            [(to, cost) for to, cost in zip(board.neighbours[hex_], board.costs[hex_], strict=True) if cost]
            for hex_ in range(board.size)
        ]
    hindered = state.ground.hinders()
    return step_round(state, found, hindered) if hindered else found


def step_round(state: LnltState, clear: Steps, hindered: int) -> Steps:
    """The same with markers that change what it costs to go into their hexes or out of them."""
    board = state.board
    changed = hindered
    for hex_ in hexes_in(hindered):
        changed |= mask_of(board.neighbours[hex_])
    found = clear[:]
    for hex_ in hexes_in(changed):
        costs = [(to, step_cost(state, LEG, hex_, i)) for i, to in enumerate(board.neighbours[hex_])]
        found[hex_] = [(to, cost) for to, cost in costs if cost]
    return found


def cover(state: LnltState, hex_: int) -> int:
    """Cover against fire from anywhere: hexsides apart."""
    tm = state.board.tm[hex_]
    masks = state.ground.masks
    for kind in (FOXHOLES, TRENCH):
        if masks[kind] >> hex_ & 1:
            tm += state.scenario.numbers.marker_tm[kind]
    return tm


# ---- a whole position


def appraise(state: LnltState, seat: int, manner: Manner) -> Parts:
    """Points on the board, men and their nerves, and how near both sides are to what they still want."""
    enemy = 1 - seat
    late = min(1.0, state.turn / state.scenario.turns) ** 4
    points = (0.7 + 1.8 * late) * lead(state, seat)
    fight = 1.0 - 0.7 * late  # men win points, and there is less and less time for it
    men = [0.0, 0.0]
    nerves = [0.0, 0.0]
    for unit in state.units:
        if unit.hex >= 0:
            value = worth(state, unit) - 0.5 * state.scenario.casualty_points
            men[unit.seat] += value
            if unit.flags & SHAKEN:
                nerves[unit.seat] += (1.0 - SHAKEN_SHARE) * value
            if unit.flags & WOUNDED:
                nerves[unit.seat] += 0.2 * value
            if unit.type.kind == kinds.MEDIC:
                men[unit.seat] += 0.2
    for vehicle in state.vehicles:
        if vehicle.hex >= 0 and vehicle.is_manned():
            value = vehicle_worth(state, vehicle)
            men[vehicle.seat] += value
            if vehicle.flags & SHAKEN:
                nerves[vehicle.seat] += 0.3 * value
    return [
        ("points", manner.objective * points),
        ("material", fight * (manner.caution * men[seat] - manner.aggression * men[enemy])),
        ("nerve", fight * (manner.aggression * nerves[enemy] - manner.caution * nerves[seat])),
        ("ground", manner.objective * (ground(state, seat) - ground(state, enemy))),
    ]


def lead(state: LnltState, seat: int) -> float:
    """Points ahead of the enemy, or of what one side has to reach."""
    needing = state.scenario.need_seat
    if needing == GONE:
        return float(state.score(seat) - state.score(1 - seat))
    ahead = float(state.score(needing) - state.scenario.need)
    return ahead if needing == seat else -ahead


def objectives_now(state: LnltState) -> list[tuple[int, Objective]]:
    """Objectives by number; those of a scenario's special rules only while they count, or soon will, and those of the
    plans that were picked, as far as one can guess (lnlt.scenario.objectives, lnlt.scenario.secret)."""
    found = list(enumerate(state.scenario.objectives))
    course = state.course
    if course is None:
        return found
    return [
        (i, objective)
        for i, objective in found
        if (is_open(course, i) or state.turn < objective.since <= state.turn + SOON)
        and (objective.seat == GONE or objective.plan == course.picked[objective.seat])
    ]


def ground(state: LnltState, seat: int) -> float:
    """How near the men of a side are to the objectives they do not hold, and to their exits, by the time left."""
    found = 0.0
    board = state.board
    units = [u for u in state.units if u.seat == seat and u.hex >= 0 and u.holds()]
    if not units:
        return 0.0
    for i, objective in objectives_now(state):
        way = way_to(board, objective.hex)
        nearest = min([way[unit.hex] for unit in units])
        share = 0.25 if state.control[i] == seat else 0.5
        found += share * objective.points / (1.0 + 0.3 * nearest)
    for exit_ in state.scenario.exits:
        if exit_.seat == seat:
            for unit in units:
                way_out = min([way_to(board, out)[unit.hex] for out in exit_.hexes])
                found += 0.6 * exit_.points / (1.0 + 0.3 * way_out)
    return found
