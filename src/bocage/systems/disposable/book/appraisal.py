"""What men, ground and fire are worth to one side: the figures that `doctrine` decides by, in victory points."""

from __future__ import annotations

from math import isqrt
from typing import Final

from bocage.kernel.appraisal import Manner, Parts
from bocage.systems.disposable.model.tables import BASE, HEAVY, HOLD, MODES, Objective
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules.accuracy import ACC, AIMED, COVER_ACC, NEVER, How, Shot
from bocage.systems.disposable.rules.bearing import armour_number, arms_of
from bocage.systems.disposable.rules.casualties import blast_dice
from bocage.systems.disposable.rules.guts import guts_tally
from bocage.systems.disposable.rules.movement import effective_range, max_firing, rate_of_fire
from bocage.systems.disposable.rules.victory import holder
from bocage.systems.disposable.rules.volley import morale, volley
from bocage.systems.disposable.rules.wounds import enclosing
from bocage.systems.disposable.state import DESTROYED, JOINED, ON_TABLE, PINNED, STEADY, DisposableState, Unit

MAN: Final = 1.0  # one figure, beside what its unit is worth: a side breaks that has lost half of them
# By status: steady, pinned, falling back, routing.
NERVE: Final[tuple[float, ...]] = (1.0, 0.75, 0.6, 0.35)  # share of a unit that counts
FRIGHT: Final[tuple[float, ...]] = (0.1, 0.2, 0.5, 0.2)  # share of a unit that a failed check takes
ACTIVATION: Final[tuple[float, ...]] = (0.25, 0.12, 0.0, 0.0)  # more if it had still to act
PACE: Final = 60  # tenths a turn
TEAM: Final = 5  # so few men cannot hold what they take


def worth(state: DisposableState, unit: Unit) -> float:
    """A unit with the men it has left: what its loss gives away, and what its weapons can do."""
    if state.vehicle(unit) is not None:
        return state.scenario.vp_vehicle + 1.5
    gun = 0.0 if state.weapon(unit) is None else 0.8
    return points_of(state, unit) + gun + MAN * len(unit.figures)


def points_of(state: DisposableState, unit: Unit) -> int:
    """What the loss of men costs in victory points."""
    return state.scenario.vp_commander if state.force(unit).commander else state.scenario.vp_unit


def man_of(state: DisposableState, unit: Unit) -> float:
    """One man of it; the last ones take the whole unit with them."""
    return MAN + points_of(state, unit) / max(1, len(unit.figures))


# ---- fire


def hit_share(need: int) -> float:
    return 0.0 if need == NEVER else max(1, min(9, need)) / 10


def expected_casualties(shots: list[Shot], men: int) -> float:
    """Of the same volley that the dice are rolled for."""
    fallen = 0.0
    for shot in shots:
        targets = blast_dice(men) if shot.weapon.blast else 1
        fallen += shot.dice * hit_share(shot.need) * targets * min(10, shot.weapon.ap) / 10
    return min(fallen, float(men))


def fire_value(
    state: DisposableState, unit: Unit, target: Unit, mode: int, how: How, throwers: int, launch: bool = False
) -> float:
    """Casualties, and the Guts check that whoever is shot at takes."""
    if state.vehicle(target) is not None:
        return vehicle_fire_value(state, unit, target, mode)
    shots = volley(state, unit, target, mode, how, throwers, False, None, launch)
    lost = expected_casualties(shots, len(target.figures))
    if lost <= 0.02:
        return 0.0
    return lost * man_of(state, target) + fails(state, unit, target, lost, shots) * fright(state, target)


def fails(state: DisposableState, unit: Unit, target: Unit, lost: float, shots: list[Shot]) -> float:
    """The chance that the check goes wrong; the garrison of a bunker takes none without losses."""
    number = guts_tally(state, target, 0, morale(shots), unit, False).total - lost
    house = enclosing(state, target)
    due = min(1.0, lost) if house is not None and house.bunker else 1.0
    return due * max(0.1, min(0.9, 1.0 - number / 10))


def fright(state: DisposableState, target: Unit) -> float:
    """What a failed check takes: the activation to come, time to rally, at last the unit (dh.guts.fail.1)."""
    value = worth(state, target)
    lost = FRIGHT[target.status] + (0.0 if target.activated else ACTIVATION[target.status])
    return lost * value


def vehicle_fire_value(state: DisposableState, unit: Unit, target: Unit, mode: int) -> float:
    """A rough chance to go through: half the shots hit."""
    best = 0
    if state.vehicle(unit) is not None or state.weapon(unit) is not None:
        for figure, weapon in arms_of(state, unit, mode):
            best = max(best, armour_number(state, figure, weapon, target))
    chance = 0.5 * min(9, best) / 10
    return 0.15 + 0.6 * chance * worth(state, target)


class Guns:
    """What a unit can fire at a place, as casualties by distance and cover."""

    __slots__ = ("barrels", "farthest", "unit", "x", "y")

    def __init__(self, state: DisposableState, unit: Unit, mode: int) -> None:
        self.unit = unit
        self.x, self.y = state.centre(unit)
        self.farthest = 0
        self.barrels: list[tuple[int, float, bool]] = []  # range, casualties per hit chance, long range too
        arms = arms_of(state, unit, mode)
        if state.vehicle(unit) is None:
            arms.sort(key=lambda arm: -arm[1].rof * arm[1].ap)
            del arms[max_firing(len(unit.figures)) :]
        for _, weapon in arms:
            self.add(weapon, HOLD if state.vehicle(unit) is not None else mode)

    def add(self, weapon: Weapon, mode: int) -> None:
        dice = rate_of_fire(weapon, mode)
        reach = effective_range(weapon, mode)
        if dice and reach:
            force = dice * min(10, weapon.ap) / 10 * (2.5 if weapon.blast else 1.0)
            self.farthest = max(self.farthest, BASE + (reach if weapon.no_long else 2 * reach))
            for k in range(len(self.barrels)):  # most men carry the same
                if self.barrels[k][0] == reach and self.barrels[k][2] != weapon.no_long:
                    self.barrels[k] = (reach, self.barrels[k][1] + force, not weapon.no_long)
                    return
            self.barrels.append((reach, force, not weapon.no_long))

    def at(self, distance: int, cover: int) -> float:
        casualties = 0.0
        near = max(1, ACC + COVER_ACC[cover]) / 10
        for reach, force, far in self.barrels:
            if distance <= reach + BASE:
                casualties += near * force
            elif far and distance <= 2 * reach + BASE and cover < HEAVY:
                casualties += 0.1 * force
        return casualties


# ---- ground


class Outlook:
    """The table as one side sees it, and all it has found out about it; good until somebody moves or is hurt."""

    __slots__ = (
        "aimers", "company", "dangers", "foes", "looked", "manner", "marks", "needed", "places", "seat", "shots",
        "state", "threats", "turns_left", "xs", "ys",
    )  # fmt: skip

    def __init__(self, state: DisposableState, seat: int, manner: Manner) -> None:
        self.state, self.seat, self.manner = state, seat, manner
        self.turns_left = state.scenario.turns - max(1, state.turn) + 1
        self.threats: list[Guns] = []
        # The enemies on foot: where they are, how many, what a man is worth, and what a failed check takes.
        self.foes: list[tuple[int, int, int, float, float]] = []
        self.looked = False  # whether the enemies have been looked at
        self.aimers: dict[int, Guns] = {}
        self.dangers: dict[int, float] = {}
        self.company: dict[int, int] = {}
        self.places: dict[int, Parts] = {}
        self.shots: dict[int, float] = {}  # the best shot of a unit in a mode
        self.needed: list[float] = []  # by objective
        self.xs, self.ys, self.marks = state.x[:], state.y[:], marks(state)

    def holds(self, state: DisposableState, seat: int, manner: Manner) -> bool:
        """Whether it is the same position that the same player looks at."""
        return (
            self.seat == seat
            and self.manner is manner
            and self.state.scenario is state.scenario
            and self.xs == state.x
            and self.ys == state.y
            and self.marks == marks(state)
        )

    def look(self) -> None:
        """Look at the enemies, once and only where somebody asks."""
        self.looked = True
        state = self.state
        for enemy in state.enemies(self.seat):
            if enemy.status in (STEADY, PINNED):
                self.threats.append(Guns(state, enemy, HOLD))
            if state.vehicle(enemy) is None:
                x, y = state.x[enemy.figures[0]], state.y[enemy.figures[0]]
                self.foes.append((x, y, len(enemy.figures), man_of(state, enemy), fright(state, enemy)))

    def threatened_by(self) -> list[Guns]:
        if not self.looked:
            self.look()
        return self.threats

    def guns(self, unit: Unit, mode: int) -> Guns:
        """What a unit can fire after a move in this mode."""
        key = unit.index * len(MODES) + mode
        known = self.aimers.get(key)
        if known is None:
            known = self.aimers[key] = Guns(self.state, unit, mode)
        return known

    def need(self, objective: Objective) -> float:
        """What it would be worth to hold it, or to keep it."""
        value = float(objective.vp)
        held_by = holder(self.state, objective)
        if held_by == self.seat:
            return value * 0.6
        return value * (1.3 if held_by == 1 - self.seat else 1.0)

    def danger(self, x: int, y: int) -> float:
        """Casualties to expect in a turn of a typical unit there; a threat is shared among those it could choose."""
        key = x * 4096 + y
        casualties = self.dangers.get(key)
        if casualties is not None:
            return casualties
        table = self.state.scenario.table
        casualties = 0.0
        for guns in self.threatened_by():
            dx, dy = guns.x - x, guns.y - y
            distance = isqrt(dx * dx + dy * dy)
            if distance > guns.farthest:
                continue
            leader = guns.unit.figures[0]
            if table.sees(self.state.x[leader], self.state.y[leader], x, y):
                hurt = guns.at(distance, table.cover_against(x, y, guns.x, guns.y))
                casualties += hurt * (0.6 if guns.unit.status == STEADY else 0.25)
        casualties = self.dangers[key] = min(casualties, 4.0)
        return casualties

    def pull(self, unit: Unit, x: int, y: int) -> float:
        """How much the objectives draw the unit there: those that somebody else holds already draw less."""
        state = self.state
        if state.vehicle(unit) is not None:
            return 0.35 * self.nearness(unit, x, y, 60)
        team = len(state.scenario.forces[unit.index].figures) <= TEAM
        return (0.4 if team else 1.0) * self.nearness(unit, x, y, 0)

    def nearness(self, unit: Unit, x: int, y: int, off: int) -> float:
        state = self.state
        if not self.needed:
            self.needed = [self.need(objective) for objective in state.scenario.objectives]
        pull = 0.0
        for number, objective in enumerate(state.scenario.objectives):
            dx, dy = objective.x - x, objective.y - y
            distance = max(0, isqrt(dx * dx + dy * dy) - objective.radius + 3 - off)
            value = self.needed[number]
            key = unit.index * len(self.needed) + number
            others = self.company.get(key, -1)
            if others < 0:
                others = self.company[key] = self.others_at(unit, objective)
            if others:
                value *= 0.3 / others
            late = distance > self.turns_left * PACE
            pull += value * (0.35 if late else 1.0) / (1.0 + distance / 60)
            if distance == 0:
                pull += 0.3 * value
        seat, line, points = state.scenario.vp_beyond
        if seat == self.seat:
            short = max(0, line - y)
            pull += points * (0.35 if short > self.turns_left * PACE else 1.0) / (1.0 + short / 60)
        return pull

    def others_at(self, unit: Unit, objective: Objective) -> int:
        state = self.state
        others = 0
        for friend in state.units:
            if friend.seat != self.seat or friend is unit or friend.place != ON_TABLE or friend.status != STEADY:
                continue
            if friend.figures and state.vehicle(friend) is None:
                leader = friend.figures[0]
                dx, dy = state.x[leader] - objective.x, state.y[leader] - objective.y
                if dx * dx + dy * dy <= (objective.radius + 15) ** 2:
                    others += 1
        return others

    def targets(self, unit: Unit, guns: Guns, x: int, y: int) -> float:
        """What the unit could do to the best target from there."""
        best = 0.0
        if not self.looked:
            self.look()
        table = self.state.scenario.table
        for ex, ey, men, man, scare in self.foes:
            distance = isqrt((ex - x) * (ex - x) + (ey - y) * (ey - y))
            if distance > guns.farthest or min(guns.at(distance, 0), men) * man + 0.6 * scare <= best:
                continue  # not even in the open
            hurt = guns.at(distance, table.cover_against(ex, ey, x, y))
            value = min(hurt, men) * man + 0.6 * scare * min(1.0, hurt)
            if hurt > 0.02 and value > best and table.sees(x, y, ex, ey):
                best = value
        return best

    def place(self, unit: Unit, x: int, y: int, guns: Guns | None, fire_weight: float) -> Parts:
        """What it is worth that the unit stands there; asked with the same guns and weight, if any."""
        key = (unit.index * 4096 + x) * 4096 + y
        known = self.places.get(key)
        if known is None:
            known = self.places[key] = self.look_at_place(unit, x, y, guns, fire_weight)
        return known

    def look_at_place(self, unit: Unit, x: int, y: int, guns: Guns | None, fire_weight: float) -> Parts:
        state = self.state
        hurt = self.danger(x, y)
        hurt = min(hurt, len(unit.figures)) if state.vehicle(unit) is None else 0.3 * hurt
        shelter = state.scenario.table.shelter_at(x, y)
        return [
            ("objective", self.manner.objective * self.pull(unit, x, y)),
            ("exposure", -0.4 * self.manner.caution * hurt * man_of(state, unit)),
            ("cover", 0.06 * self.manner.caution * shelter),
            ("fire", fire_weight * self.manner.aggression * self.targets(unit, guns, x, y) if guns else 0.0),
        ]


def marks(state: DisposableState) -> list[int]:
    """Whatever of the units may change while nobody moves."""
    found = [state.turn]
    for unit in state.units:
        lead = unit.figures[0] if unit.figures else 0
        bits = (unit.out * 16 + unit.place) * 16 + unit.status * 4 + unit.activated * 2 + unit.snapped
        found.append((bits * 1024 + lead) * 64 + len(unit.figures))
        found.append(unit.facing_x * 8192 + unit.facing_y)
    return found


LAST: Final[list[Outlook]] = []  # the one that somebody had last


def look(state: DisposableState, seat: int, manner: Manner) -> Outlook:
    """The outlook on a position; one activation asks several times for the same."""
    if LAST and LAST[0].holds(state, seat, manner):
        LAST[0].state = state
        return LAST[0]
    LAST[:] = [Outlook(state, seat, manner)]
    return LAST[0]


# ---- a whole position


def appraise(state: DisposableState, seat: int, manner: Manner) -> Parts:
    """Objectives by the time left, men, nerves, and how near both sides are to what they want."""
    sides = [standing(state, 0), standing(state, 1)]
    mine, theirs = sides[seat], sides[1 - seat]
    return [
        ("points", manner.objective * (mine[0] - theirs[0])),
        ("material", manner.caution * mine[1] - manner.aggression * theirs[1]),
        ("nerve", manner.aggression * theirs[2] - manner.caution * mine[2]),
        ("ground", manner.objective * (mine[3] - theirs[3])),
    ]


def standing(state: DisposableState, seat: int) -> tuple[float, float, float, float]:
    scenario = state.scenario
    outlook_left = scenario.turns - max(1, state.turn)
    held = 0.0
    for objective in scenario.objectives:
        if holder(state, objective) == seat:
            held += objective.vp * (1.0 if outlook_left <= 1 else 0.7)
    men = nerve = ground = 0.0
    strength = left = 0
    for unit in state.units:
        if unit.seat != seat:
            continue
        strength += len(scenario.forces[unit.index].figures)
        if unit.place in (DESTROYED, JOINED):
            continue
        left += len(unit.figures)
        value = worth(state, unit)
        men += value
        nerve += (1.0 - NERVE[unit.status]) * value
        if unit.place == ON_TABLE and unit.figures and scenario.forces[unit.index].vehicle is None:
            ground += near(state, unit)
        elif unit.place != ON_TABLE:
            ground += 0.05
    if 4 * (strength - left) > strength:  # on the way to the breaking point
        men -= 6.0 * ((strength - left) / strength - 0.25)
    return held, men, nerve, ground


def near(state: DisposableState, unit: Unit) -> float:
    """How near a unit is to the objectives."""
    nearness = 0.0
    leader = unit.figures[0]
    for objective in state.scenario.objectives:
        distance = isqrt((objective.x - state.x[leader]) ** 2 + (objective.y - state.y[leader]) ** 2)
        nearness += 0.15 * objective.vp / (1.0 + distance / 60)
    seat, line, points = state.scenario.vp_beyond
    if seat == unit.seat:
        nearness += 0.5 * points / (1.0 + max(0, line - state.y[leader]) / 60)
    return nearness


def aimed(state: DisposableState, unit: Unit, target: Unit, mode: int) -> float:
    return fire_value(state, unit, target, mode, AIMED, 0)
