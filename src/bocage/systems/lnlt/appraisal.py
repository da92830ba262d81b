"""What ground, fire and men are worth to one side: the figures that `doctrine` decides by, in victory points."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from bocage.kernel.appraisal import Manner, Parts
from bocage.systems.lnlt.model import Board
from bocage.systems.lnlt.rules.chart import LEG
from bocage.systems.lnlt.rules.damage import fate
from bocage.systems.lnlt.rules.fire import may_opportunity_fire
from bocage.systems.lnlt.rules.firepower import UNARMED, fires_directly, half, weapon_reach
from bocage.systems.lnlt.rules.ground import FOXHOLES, TRENCH
from bocage.systems.lnlt.rules.kinds import (
    CASUALTIES,
    ELIMINATED,
    GETS_SHAKEN,
    GETS_WOUNDED,
    HALF_SQUAD,
    HERO,
    LEADER,
    MARKED,
    MEDIC,
    OPS,
    SHAKEN,
    SQUAD,
    UNHURT,
    WEAPON_TEAM,
    WOUNDED,
    WOUNDED_SHAKEN,
)
from bocage.systems.lnlt.rules.terrain import step_cost
from bocage.systems.lnlt.state import LnltState, Unit
from bocage.systems.lnlt.vehicles import Vehicle

# ---- men

SHARE_LOST: Final = {
    UNHURT: 0.0,
    GETS_SHAKEN: 0.35,
    GETS_WOUNDED: 0.35,
    WOUNDED_SHAKEN: 0.6,
    CASUALTIES: 0.65,
    ELIMINATED: 1.0,
}
SHAKEN_SHARE: Final = 0.6  # what a Shaken unit is still worth
AVERAGE_MORALE: Final = 5
PACE: Final = 4  # movement points a turn
MARCH: Final = 24  # movement points from which an objective draws
FAR: Final = 99


def worth(state: LnltState, unit: Unit) -> float:
    """A unit in Good Order: what it can do, and the points its loss gives away."""
    type_ = unit.type
    points = state.scenario.casualty_points
    if type_.kind == SQUAD:
        return 1.2 + 0.25 * type_.fp + points
    lost = (points + 1) // 2
    if type_.kind == HALF_SQUAD:
        return 0.5 + 0.2 * type_.fp + lost
    if type_.kind == LEADER:
        return 0.8 + 0.5 * type_.lm + lost
    if type_.kind == HERO:
        return 0.8 + 0.2 * type_.fp + lost
    if type_.kind == WEAPON_TEAM:
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
        own = 0 if kind == LEADER else max(0, unit.type.fp - less)
        if weapons and kind == HALF_SQUAD:
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


STEP_MEMO: dict[int, list[list[tuple[int, int]]]] = {}


def steps_on_foot(state: LnltState) -> list[list[tuple[int, int]]]:
    """By hex: the neighbours one could walk to, with the movement points it takes."""
    board = state.board
    if state.ground.hinders():
        return [
            [(to, cost) for i, to in enumerate(board.neighbours[hex_]) if (cost := step_cost(state, LEG, hex_, i))]
            for hex_ in range(board.size)
        ]
    found = STEP_MEMO.get(id(board))
    if found is None:
        BOARDS[id(board)] = board
        found = STEP_MEMO[id(board)] = [
            [(to, cost) for to, cost in zip(board.neighbours[hex_], board.costs[hex_], strict=True) if cost]
            for hex_ in range(board.size)
        ]
    return found


def cover(state: LnltState, hex_: int) -> int:
    """Cover against fire from anywhere: hexsides apart."""
    tm = state.board.tm[hex_]
    masks = state.ground.masks
    for kind in (FOXHOLES, TRENCH):
        if masks[kind] >> hex_ & 1:
            tm += state.scenario.numbers.marker_tm[kind]
    return tm


class Threats:
    """The enemy as he stands: who can fire how far, and what was worked out from that."""

    __slots__ = ("dangers", "guns", "tolls", "watchers", "watches")

    def __init__(self) -> None:
        self.guns: list[tuple[int, Guns, float]] = []  # hex, guns, how soon they can be used
        self.watchers: list[tuple[int, Guns, float]] = []
        self.dangers: dict[int, float] = {}
        self.watches: dict[int, float] = {}
        self.tolls: dict[int, float] = {}  # by hex and edge: what an attack takes


def signature(state: LnltState, seat: int) -> tuple[object, ...]:
    """All that tells two positions of a side apart."""
    marks: list[object] = [state.turn, state.spotted[seat], *state.ground.masks]
    for unit in state.units:
        if unit.seat == seat and unit.hex >= 0:
            marks += (unit.hex, unit.flags, unit.type)
    for weapon in state.weapons:
        marks += (weapon.owner, weapon.side)
    for vehicle in state.vehicles:
        if vehicle.seat == seat:
            marks += (vehicle.hex, vehicle.flags)
    return tuple(marks)


class Plans:
    """What was worked out for one position: pulls of hexes, pressure on objectives, moves of stacks."""

    __slots__ = ("moves", "pressures", "pulls")

    def __init__(self) -> None:
        self.pulls: dict[int, float] = {}
        self.pressures: dict[int, float] = {}
        self.moves: dict[tuple[object, ...], Parts] = {}


THREAT_MEMO: dict[tuple[object, ...], Threats] = {}
PLAN_MEMO: dict[tuple[object, ...], Plans] = {}
MOST_KEPT: Final = 200


class Outlook:
    """The field as one side sees it at one decision: threats, targets, goals."""

    __slots__ = (
        "board",
        "drive",
        "enemy",
        "holders_at",
        "known",
        "manner",
        "plans",
        "seat",
        "state",
        "turns_left",
    )

    def __init__(self, state: LnltState, seat: int, manner: Manner) -> None:
        self.state = state
        self.board = state.board
        self.seat = seat
        self.enemy = 1 - seat
        self.manner = manner
        self.turns_left = state.scenario.turns - state.turn + 1
        # The nearer the end, the less men count beside ground; most of all for a side that has to take it.
        must = 0.5 if state.scenario.need_seat == seat else 0.0
        self.drive = 0.9 + must + 0.4 * state.turn / state.scenario.turns
        self.holders_at: dict[int, int] = {}
        theirs = (state.scenario, seat, *signature(state, self.enemy))
        known = THREAT_MEMO.get(theirs)
        if known is None:
            if len(THREAT_MEMO) > MOST_KEPT:
                THREAT_MEMO.clear()
            known = THREAT_MEMO[theirs] = self.look()
        self.known: Threats = known
        likes = (manner.caution, manner.aggression, manner.objective)
        whole = (theirs, signature(state, seat), *state.control, *likes)
        plans = PLAN_MEMO.get(whole)
        if plans is None:
            if len(PLAN_MEMO) > MOST_KEPT:
                PLAN_MEMO.clear()
            plans = PLAN_MEMO[whole] = Plans()
        self.plans: Plans = plans
        for unit in state.units:
            if unit.hex >= 0 and unit.seat == seat and unit.holds():
                self.holders_at[unit.hex] = self.holders_at.get(unit.hex, 0) + 1

    def look(self) -> Threats:
        state = self.state
        known = Threats()
        for hex_ in set_bits(state.occupied[self.enemy]):
            threat = Guns()
            watch = Guns()
            soon = 0.55
            for number in state.stacks[self.enemy][hex_]:
                unit = state.units[number]
                if unit.flags & SHAKEN:
                    continue
                threat.add(state, unit, 0)
                if not unit.flags & MARKED:
                    soon = 1.0
                if may_opportunity_fire(unit):
                    watch.add(state, unit, 1 if unit.flags & OPS else 0)
            mine = (state.sight_from(hex_) & state.occupied[self.seat]).bit_count()
            share = 1.0 / (1.0 + 0.25 * max(0, mine - 1))  # a threat is shared among those it sees
            if threat.elements:
                known.guns.append((hex_, threat, soon * share))
            if watch.elements:
                known.watchers.append((hex_, watch, 1.0))
        for vehicle in state.vehicles:
            if vehicle.seat == self.enemy and vehicle.is_manned():
                self.watch_vehicle(known, vehicle)
        return known

    def watch_vehicle(self, known: Threats, vehicle: Vehicle) -> None:
        guns = Guns()
        power = 2 * len(vehicle.type.guns) + 2 * len(vehicle.type.mgs)
        if power and not vehicle.flags & SHAKEN:
            guns.elements.append((0, 0, [(min(6, power), 8, 16)]))
            known.guns.append((vehicle.hex, guns, 1.0))
            if not vehicle.flags & MARKED:
                known.watchers.append((vehicle.hex, guns, 1.0))

    # ---- exposure

    def hit_share(self, hex_: int, guns: list[tuple[int, Guns, float]], moving: int) -> float:
        """The share of an average squad there that these guns take."""
        found = 0.0
        sight = self.state.sight_from(hex_)
        distances = self.board.grid.distances[hex_]
        degrading = self.board.degrading[hex_]
        shelter = cover(self.state, hex_) - moving
        for at, gun, weight in guns:
            if sight >> at & 1 and at != hex_:
                edge = gun.at(distances[at]) - degrading[at] - shelter
                if edge > -5:
                    found += weight * harm(SQUAD, 0, AVERAGE_MORALE, edge)
        return min(found, 1.2)

    def danger(self, hex_: int) -> float:
        """From everybody who could fire at it in this turn or the next."""
        found = self.known.dangers.get(hex_)
        if found is None:
            found = self.hit_share(hex_, self.known.guns, 0)
            # Who is not seen is not shot at.
            if not self.board.open_mask >> hex_ & 1 and not self.beside_enemy(hex_):
                found *= 0.5
            self.known.dangers[hex_] = found
        return found

    def beside_enemy(self, hex_: int) -> bool:
        return bool(self.board.neighbour_mask[hex_] & self.state.occupied[self.enemy])

    def watched(self, hex_: int) -> float:
        """From those who may fire at a unit that enters it now."""
        found = self.known.watches.get(hex_)
        if found is None:
            found = self.known.watches[hex_] = self.hit_share(hex_, self.known.watchers, 1)
        return found

    def toll(self, hex_: int, edge: int) -> float:
        """What an attack with this edge takes from the enemies in a hex."""
        key = hex_ * 64 + edge + 16
        found = self.known.tolls.get(key)
        if found is None:
            found = self.known.tolls[key] = losses(self.state, self.state.stacks[self.enemy][hex_], edge)
        return found

    # ---- targets

    def best_shot(self, hex_: int, guns: Guns) -> float:
        """What these could take from the best target in sight of a hex."""
        state = self.state
        board = self.board
        best = 0.0
        mask = state.sight_from(hex_) & state.occupied[self.enemy] & ~state.occupied[self.seat]
        seen = state.seen_mask(self.enemy)
        distances = board.grid.distances[hex_]
        while mask:
            low = mask & -mask
            mask ^= low
            at = low.bit_length() - 1
            edge = guns.at(distances[at]) - board.degrading[hex_][at] - cover(state, at)
            if edge <= -5:
                continue
            value = self.toll(at, min(edge, 20))
            if not seen & low and distances[at] > 1:
                value *= 0.4  # has to be spotted first
            if value > best:
                best = value
        return best

    # ---- objectives

    def pull(self, hex_: int, less: int) -> float:
        """What it is worth for one more holder to be there; `less` are the holders of this hex who are meant."""
        key = hex_ * 2 + (1 if less else 0)
        found = self.plans.pulls.get(key)
        if found is None:
            found = self.plans.pulls[key] = self.pull_of(hex_, less)
        return found

    def pull_of(self, hex_: int, less: int) -> float:
        state = self.state
        found = 0.0
        for i, objective in enumerate(state.scenario.objectives):
            way = way_to(self.board, objective.hex)
            others = self.holders_at.get(objective.hex, 0) - (less if objective.hex == hex_ else 0)
            value = float(objective.points)
            if state.control[i] == self.seat:
                value *= 0.25 + 0.5 * self.pressure(objective.hex)
            if others > 0:
                value *= 0.35 / others
            found += value * self.nearness(way[hex_])
        for exit_ in state.scenario.exits:
            way_out = min(way_to(self.board, out)[hex_] for out in exit_.hexes)
            if exit_.seat == self.seat:
                found += 1.5 * exit_.points * self.nearness(way_out)
            else:
                found += 0.4 * exit_.points / (1.0 + abs(way_out - 3))  # stand in their way
        return found

    def nearness(self, way: int) -> float:
        """1 on the spot; less with every step, and little where the time will not do."""
        if way >= FAR:
            return 0.0
        if way > self.turns_left * PACE:
            return 0.2 / (1.0 + 0.3 * way)
        return 0.5 / (1.0 + 0.3 * way) + 0.5 * max(0.0, 1.0 - way / MARCH)

    def pressure(self, hex_: int) -> float:
        """How near the nearest enemy is who could take the place: 1 beside it, 0 far away."""
        found = self.plans.pressures.get(hex_)
        if found is not None:
            return found
        way = way_to(self.board, hex_)
        nearest = FAR
        for at, _, _ in self.known.guns:
            nearest = min(nearest, way[at])
        found = self.plans.pressures[hex_] = max(0.0, 1.0 - nearest / 12.0)
        return found

    # ---- a place for a group

    def guns_of(self, group: list[int]) -> Guns:
        guns = Guns()
        for number in group:
            unit = self.state.units[number]
            if not unit.flags & SHAKEN:
                guns.add(self.state, unit, 0)
        return guns

    def place(self, group: list[int], hex_: int, guns: Guns, fire_weight: float) -> Parts:
        """What it is worth that this group stands there at the end of its move."""
        state = self.state
        men = 0.0
        holders = 0
        hurt = True
        for number in group:
            unit = state.units[number]
            men += worth_now(state, unit)
            hurt = hurt and bool(unit.flags & SHAKEN)
            if unit.holds():
                holders += 1
        here = state.units[group[0]].hex == hex_
        drawn = (1.0 + 0.4 * (holders - 1)) if holders else 0.3
        pull = 0.0 if hurt else self.drive * self.manner.objective * drawn * self.pull(hex_, holders if here else 0)
        danger = self.danger(hex_)
        company = 0.0
        for number in state.stacks[self.seat][hex_]:
            if number not in group:
                company += worth_now(state, state.units[number])
        if hurt and cover(state, hex_) > 0:
            pull += 0.3  # rallies better there
        return [
            ("objective", pull),
            ("exposure", -0.55 * self.manner.caution * danger * men),
            ("crowding", -0.15 * self.manner.caution * danger * company),
            ("fire", fire_weight * self.manner.aggression * self.best_shot(hex_, guns) if guns.elements else 0.0),
        ]


def set_bits(mask: int) -> list[int]:
    found: list[int] = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(low.bit_length() - 1)
    return found


# ---- a whole position


def appraise(state: LnltState, seat: int, manner: Manner) -> Parts:
    """Points on the board, men and their nerves, and how near both sides are to what they still want."""
    enemy = 1 - seat
    points = float(state.score(seat) - state.score(enemy))
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
            if unit.type.kind == MEDIC:
                men[unit.seat] += 0.2
    for vehicle in state.vehicles:
        if vehicle.hex >= 0 and vehicle.is_manned():
            value = vehicle_worth(state, vehicle)
            men[vehicle.seat] += value
            if vehicle.flags & SHAKEN:
                nerves[vehicle.seat] += 0.3 * value
    return [
        ("points", manner.objective * points),
        ("material", manner.caution * men[seat] - manner.aggression * men[enemy]),
        ("nerve", manner.aggression * nerves[enemy] - manner.caution * nerves[seat]),
        ("ground", manner.objective * (ground(state, seat) - ground(state, enemy))),
    ]


def ground(state: LnltState, seat: int) -> float:
    """How near the men of a side are to the objectives they do not hold, and to their exits, by the time left."""
    found = 0.0
    board = state.board
    units = [u for u in state.units if u.seat == seat and u.hex >= 0 and u.holds()]
    if not units:
        return 0.0
    for i, objective in enumerate(state.scenario.objectives):
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
