"""What units, ground and shots are worth to one side: the figures that `doctrine` decides by, in victory points."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel.appraisal import Manner, Parts
from bocage.systems.normandie.model.forces import Goal
from bocage.systems.normandie.model.tables import CROSS, INFANTRY, Face, Ground
from bocage.systems.normandie.rules.victory import documents_spaces, holder_of
from bocage.systems.normandie.state import ABOARD, FIELD, NormandieState, Unit, in_play

FAR: Final = 99
LONG_RANGE: Final = 6
PACE: Final = 4  # spaces a round
PAPERS: Final = 8.0  # what the documents are worth
DECISIVE: Final = 6.0  # what ground is worth that decides the battle by itself
FLIPPED: Final = 0.45  # what a hit that a unit survives costs it
IDLE: Final = 0.15  # a weapon on its tripod that can do less has nothing to shoot at
BESIDE: Final = 2  # spaces from what is fought for
PACKED_UP: Final = 0.3  # what it is worth to such a weapon to move again


def worth(state: NormandieState, unit: Unit) -> float:
    """Firepower, orders, and its share of the points that break its tile."""
    face = unit.counter.faces[unit.side]  # whatever a Concealed token shows
    if face.concealed:
        face = unit.counter.faces[0]
    best = 0
    for weapon in face.weapons:
        best = max(best, *[bonus for bonus in weapon.bonus if bonus != CROSS], 0)
    value = 0.8 + 0.15 * best + 0.7 * face.stars + (0.4 if unit.counter.officer else 0.0)
    if unit.counter.rank != INFANTRY:
        value += 1.0
    tile = state.scenario.tiles[unit.tile] if unit.tile >= 0 else None
    if tile is not None and tile.breaking_point > 0 and not state.broken[unit.tile]:
        near = state.losses[unit.tile] + 1 >= tile.breaking_point
        value += tile.vp * (0.8 if near else 0.5 / tile.breaking_point) + 0.4 * tile.stars / tile.breaking_point
    if state.documents_unit == unit.id:
        value += 0.6 * PAPERS
    return value


def worth_now(state: NormandieState, unit: Unit) -> float:
    whole = unit.counter.faces[1].white or unit.side == 0 or unit.face.concealed or unit.face.white
    return worth(state, unit) * (1.0 if whole else 1.0 - FLIPPED) - 0.25 * min(2, unit.suppressed)


CHANCE: Final = [max(0, min(6, 7 - need)) / 6 for need in range(-40, 60)]
"""That a die reaches so much, from -40 on."""


def chance(need: int) -> float:
    return CHANCE[need + 40]


Arms = list[tuple[list[int], int, int]]
"""Of each weapon: bonuses by class, range, and what long range takes from it."""


def arms_of(face: Face) -> Arms:
    return [(weapon.bonus, weapon.range, 0 if weapon.hawkeye else 2) for weapon in face.weapons]


def ease(arms: Arms, rank: int, away: int) -> int:
    """The best bonus against a class at a distance; CROSS if there is none."""
    best = CROSS
    for bonus, reach, far in arms:
        if away <= reach and bonus[rank] != CROSS:
            best = max(best, bonus[rank] - (far if away > LONG_RANGE else 0))
    return best


class Outlook:
    """The board as one side sees it at one decision."""

    def __init__(self, state: NormandieState, seat: int, manner: Manner) -> None:
        self.state, self.seat = state, seat
        self.camp = state.scenario.camps[seat]
        self.manner = manner
        self.rounds_left = state.scenario.rounds - state.round + 1
        self.enemies = [u for u in state.units if u.camp != self.camp and u.status == FIELD]
        self.friends = [u for u in state.units if u.camp == self.camp and u.status == FIELD]
        self.dangers: dict[int, float] = {}
        self.worths: dict[int, float] = {}
        self.arms: dict[int, Arms] = {}
        self.drawn: dict[int, list[tuple[list[int], float]]] = {}
        self.ends: dict[int, tuple[float, Parts]] = {}  # by unit and space: what doctrine has worked out
        self.goals: list[tuple[list[int], float, int]] = []  # way to it, value, cells
        self.find_goals()
        self.lurking = 0.0
        self.shooters: list[tuple[int, float, Arms, int, bool]] = []
        self.marks: list[tuple[int, int, int, float]] = []
        self.find_enemies()
        self.prize = max([mark[3] for mark in self.marks], default=0.0)

    def worth(self, unit: Unit) -> float:
        found = self.worths.get(unit.id)
        if found is None:
            found = self.worths[unit.id] = worth(self.state, unit)
        return found

    # ---- what is wanted

    def find_goals(self) -> None:
        state = self.state
        scenario = state.scenario
        for goal in scenario.goals:
            value = float(goal.vp) or DECISIVE
            if goal.camp not in (-1, self.camp):
                value *= 0.8  # to be denied
            held = any(f.cells() & goal.cells and not f.is_vehicle() and f.is_crewed() for f in self.friends)
            contested = any(e.cells() & goal.cells for e in self.enemies)
            self.goals.append((self.ways(goal.cells), value * (0.55 if held and not contested else 1.0), goal.cells))
        if scenario.documents_round:
            self.find_papers()
        if scenario.exits[self.camp]:
            value = 1.6 * scenario.exits[self.camp][0]
            self.goals.append((self.ways(scenario.edges[self.camp]), value, -1))
        if scenario.exits[1 - self.camp]:
            self.goals.append((self.ways(scenario.edges[1 - self.camp]), 0.3 * scenario.exits[1 - self.camp][0], -1))

    def find_papers(self) -> None:
        """Where the documents are, or are likely to be; who may take them and who may not."""
        state = self.state
        scenario = state.scenario
        grid = state.board.grid
        mine = scenario.finder in (-1, self.camp)
        value = PAPERS if mine else 0.5 * PAPERS
        if state.documents_unit >= 0:
            bearer = state.units[state.documents_unit]
            if bearer.status == FIELD:
                close = 0.35 if bearer.camp == self.camp else 1.0
                self.goals.append((self.ways(bearer.cells()), close * PAPERS, -1))
        elif documents_spaces(state):
            cells = documents_spaces(state)
            self.goals.append((self.ways(cells), value, cells))
        else:
            for place in sorted(set(scenario.locations)):
                if place >= 0:
                    share = scenario.locations.count(place) / len(scenario.locations)
                    self.goals.append((self.ways(grid.touching(place)), 0.6 * value * share, -1))

    def ways(self, cells: int) -> list[int]:
        """Steps on foot from every space to the nearest of these."""
        return ways_to(self.state.ground, self.state.board.grid.size, cells)

    def pull(self, unit: Unit, cell: int) -> float:
        state = self.state
        if state.documents_unit == unit.id:
            home = self.ways(state.scenario.edges[self.camp])[cell]
            return 2.0 * PAPERS / (1.0 + 0.25 * home)
        drawn = self.drawn.get(unit.id)
        if drawn is None:
            drawn = self.drawn[unit.id] = self.draw(unit)
        found = 0.0
        soon = self.rounds_left * PACE
        for way, value in drawn:
            away = way[cell]
            if away < FAR:
                found += value * (0.4 if away > soon else 1.0) / (1.0 + 0.3 * away)
        return found

    def draw(self, unit: Unit) -> list[tuple[list[int], float]]:
        """The goals as this unit sees them: those that a friend has taken draw it less, a vehicle less still."""
        share = 0.5 if unit.is_vehicle() else 1.0
        return [
            (way, share * value * (0.35 if cells > 0 and self.taken(unit, cells) else 1.0))
            for way, value, cells in self.goals
        ]

    def taken(self, unit: Unit, cells: int) -> bool:
        """A friend is there already."""
        for friend in self.friends:
            if friend is not unit and cells >> friend.cell & 1 and not friend.is_vehicle():
                return True
        return False

    # ---- shots

    def find_enemies(self) -> None:
        """Who may shoot from where how well, and what there is to shoot at, in the order of the loops below."""
        ground, size = self.state.ground, self.state.board.grid.size
        for enemy in self.enemies:
            face = enemy.face
            if face.concealed or not face.weapons:
                self.lurking += 0.05
            else:
                ready = 0.25 if enemy.acted or enemy.activated else 0.6
                self.shooters.append((enemy.cell * size, ready, arms_of(enemy.face), enemy.suppressed, face.assault))
            if not face.concealed:
                rank = enemy.counter.rank
                hard = face.defense + (ground.cover[enemy.cell] if rank == INFANTRY else 0)
                self.marks.append((enemy.cell, rank, hard, (FLIPPED if face.hit else 1.0) * self.worth(enemy)))

    def danger(self, unit: Unit, cell: int) -> float:
        """Hits to expect there in a round: from those who see it, and from those who could assault it."""
        rank = unit.counter.rank
        hard = unit.face.defense + (self.state.ground.cover[cell] if rank == INFANTRY else 0)
        key = (cell * 4 + rank) * 32 + hard
        found = self.dangers.get(key)
        if found is not None:
            return found
        sight, distance = self.state.board.sight, self.state.board.grid.distance
        found = self.lurking
        for row, ready, arms, shaken, assaults in self.shooters:
            away = distance[row + cell]
            veil = sight[row + cell]
            if veil >= 0 and away:
                bonus = ease(arms, rank, away)
                if bonus != CROSS:
                    found += ready * chance(hard + veil + shaken - bonus)
            if assaults and away <= 3:
                found += 0.15 * ready
        found = self.dangers[key] = min(found, 1.5)
        return found

    def targets(self, unit: Unit, cell: int) -> float:
        """What the unit could do from there next time; a weapon on a tripod may be set up there first."""
        arms = self.arms.get(unit.id)
        if arms is None:
            arms = self.arms[unit.id] = arms_of(unit.face)
            if unit.face.tripod and not unit.face.deployed:
                arms += arms_of(unit.counter.faces[1 - unit.side])
        return self.fire(unit, cell, arms)

    def fire(self, unit: Unit, cell: int, arms: Arms) -> float:
        """The best that these weapons could do from there."""
        grid = self.state.board.grid
        sight, distance, row = self.state.board.sight, grid.distance, cell * grid.size
        best = 0.0
        for at, rank, hard, value in self.marks:
            veil = sight[row + at]
            if veil >= 0 and at != cell:
                bonus = ease(arms, rank, distance[row + at])
                if bonus != CROSS:
                    best = max(best, chance(hard + veil + unit.suppressed - bonus) * value)
        return best

    def setup(self, unit: Unit) -> float:
        """What it gains by turning its weapon over where it stands: to fire, or to be able to move again."""
        other = unit.counter.faces[1 - unit.side]
        now, then = self.fire(unit, unit.cell, arms_of(unit.face)), self.fire(unit, unit.cell, arms_of(other))
        near = min([way[unit.cell] for way, _, _ in self.goals], default=FAR)
        if unit.face.deployed:
            idle = now < IDLE and near > BESIDE and not unit.face.weapons[0].indirect
            return PACKED_UP if idle else -PACKED_UP
        return self.manner.aggression * 0.35 * (then - now) + (0.1 if near <= BESIDE else -0.05)

    def promise(self, unit: Unit, cell: int) -> float:
        """At most so much is it worth to stand there."""
        manner = self.manner
        cover = 0.05 * manner.caution * self.state.ground.cover[cell]
        return manner.objective * self.pull(unit, cell) + cover + 0.35 * manner.aggression * self.prize

    def place(self, unit: Unit, cell: int) -> Parts:
        """What it is worth that the unit stands there."""
        loss = FLIPPED if unit.face.hit else 1.0
        risk = self.danger(unit, cell) * loss * self.worth(unit)
        return [
            ("objective", self.manner.objective * self.pull(unit, cell)),
            ("exposure", -0.5 * self.manner.caution * risk),
            ("cover", 0.05 * self.manner.caution * self.state.ground.cover[cell]),
            ("fire", 0.35 * self.manner.aggression * self.targets(unit, cell)),
        ]


WAY_MEMO: dict[tuple[int, int], list[int]] = {}
GROUNDS: dict[int, Ground] = {}


def ways_to(ground: Ground, size: int, cells: int) -> list[int]:
    """Steps on foot to the nearest of some spaces; units in the way apart."""
    key = (id(ground), cells)
    found = WAY_MEMO.get(key)
    if found is not None:
        return found
    if len(WAY_MEMO) > 4000:
        WAY_MEMO.clear()
        GROUNDS.clear()
    GROUNDS[id(ground)] = ground  # keeps the id its own
    found = [FAR] * size
    front = cells & ((1 << size) - 1)
    seen = front
    steps = 0
    while front:
        reach = 0
        for cell in spaces(front):
            found[cell] = steps
            reach |= ground.steps[cell]
        front = reach & ~seen
        seen |= reach
        steps += 1
    WAY_MEMO[key] = found
    return found


# ---- a whole position

CLOSE: Final = 4  # men of a side who count toward a goal, the nearest


def appraise(state: NormandieState, seat: int, manner: Manner) -> Parts:
    """Points, men and their state, papers, and how near both sides are to what they want."""
    camp = state.scenario.camps[seat]
    mine, theirs = standing(state, camp), standing(state, 1 - camp)
    points = float(state.score[camp] - state.score[1 - camp]) * weight_of_points(state)
    return [
        ("points", manner.objective * points),
        ("material", manner.caution * mine[0] - manner.aggression * theirs[0]),
        ("nerve", 0.25 * (manner.aggression * theirs[1] - manner.caution * mine[1])),
        ("ground", manner.objective * (mine[2] - theirs[2])),
    ]


def elapsed(state: NormandieState) -> float:
    """How much of the battle is over, from 0 to 1."""
    return min(1.0, state.round / state.scenario.rounds)


def weight_of_points(state: NormandieState) -> float:
    """Points decide at the end, or not at all; what earned them early mostly shows in the men left."""
    scenario = state.scenario
    if scenario.attacker >= 0 or scenario.documents_round:
        return 0.0
    first = 1.0 if scenario.exits[0] or scenario.exits[1] else 0.3
    return first + 2.5 * elapsed(state) ** 3


def standing(state: NormandieState, camp: int) -> tuple[float, float, float]:
    men, suppressed = 0.0, 0.0
    ground = 0.0
    scenario = state.scenario
    units = [u for u in state.units if u.camp == camp and in_play(u)]
    for unit in units:
        men += worth_now(state, unit) + 0.25 * min(2, unit.suppressed)
        suppressed += min(2, unit.suppressed)
    afoot = [u for u in units if u.status == FIELD and not u.is_vehicle()]
    for goal in scenario.goals[:1] if scenario.attacker >= 0 else scenario.goals:
        ground += grip(state, camp, goal, afoot)
    if scenario.documents_round:
        ground += papers(state, camp, afoot)
    return men, suppressed, ground + approach(state, camp, units)


def approach(state: NormandieState, camp: int, units: list[Unit]) -> float:
    """How near they are to the edge where leaving scores, and vehicles to the first goal."""
    scenario, size = state.scenario, state.board.grid.size
    found = 0.0
    if scenario.exits[camp]:
        way = ways_to(state.ground, size, scenario.edges[camp])
        for unit in units:
            cell = unit.cell if unit.status != ABOARD else state.units[unit.carrier].cell
            if cell >= 0:
                found += 0.8 * scenario.exits[camp][1 if unit.is_vehicle() else 0] / (1.0 + 0.25 * way[cell])
    for unit in units:
        if unit.status == FIELD and unit.is_vehicle() and scenario.goals:
            way = ways_to(state.ground, size, scenario.goals[0].cells)
            found += 0.3 / (1.0 + 0.3 * way[unit.cell])
    return found


def grip(state: NormandieState, camp: int, goal: Goal, afoot: list[Unit]) -> float:
    """What a side's men at and near a goal are worth: at first their number, at the end who stands there alone."""
    if not afoot:
        return 0.0
    way = ways_to(state.ground, state.board.grid.size, goal.cells)
    near = sorted([1.0 / (1.0 + 0.4 * way[unit.cell]) for unit in afoot])[-CLOSE:]
    over = elapsed(state)
    late = over**3
    value = (0.3 + 0.9 * over) * sum([one * one for one in near]) + 2.0 * late * near[-1]
    if goal.camp not in (-1, camp):
        return 0.5 * value * goal.vp  # to be denied
    if holder_of(state, goal) == camp:
        value += 1.5 * late
    return value * (float(goal.vp) or DECISIVE)


def papers(state: NormandieState, camp: int, afoot: list[Unit]) -> float:
    size = state.board.grid.size
    if state.goal == camp:
        return 3 * PAPERS
    if state.documents_unit >= 0:
        bearer = state.units[state.documents_unit]
        if bearer.camp != camp or bearer.cell < 0:
            return 0.0
        home = ways_to(state.ground, size, state.scenario.edges[camp])[bearer.cell]
        return PAPERS * (0.6 + 1.0 / (1.0 + 0.25 * home))
    if state.scenario.finder not in (-1, camp) or not afoot:
        return 0.0
    cells = documents_spaces(state)
    if not cells:
        return 0.0
    way = ways_to(state.ground, size, cells)
    return 0.5 * PAPERS / (1.0 + 0.4 * min([way[u.cell] for u in afoot]))


# ---- a unit that walks a path

GONE: Final = 99


def wounds(state: NormandieState, pieces: list[int]) -> list[int]:
    """How badly off units are: a hit turns a counter over; to be spotted does so too, unhurt (hon.abil.ambush.8)."""
    found: list[int] = []
    for number in pieces:
        unit = state.units[number]
        hit = unit.side == 1 and not unit.counter.faces[1].concealed
        found.append(unit.suppressed + 10 * hit + 20 * unit.damage.bit_count() if in_play(unit) else GONE)
    return found
