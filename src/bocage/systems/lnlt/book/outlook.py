"""The field as one side sees it when it decides: threats, targets, goals, and what it is worth to stand somewhere."""

from __future__ import annotations

from typing import Final

from bocage.kernel.appraisal import Manner, Parts
from bocage.systems.lnlt.book.appraisal import FAR, Guns, cover, harm, losses, objectives_now, way_to, worth, worth_now
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN
from bocage.systems.lnlt.model.kinds import MEDIC, NURSE, SQUAD
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules.targets import forbid_opportunity_fire
from bocage.systems.lnlt.state import LnltState

AVERAGE_MORALE: Final = 5
PACE: Final = 4  # movement points a turn


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


def goals(state: LnltState) -> tuple[int, ...]:
    """What tells two courses of the special rules apart, as far as anybody's goals go by them."""
    course = state.course
    return () if course is None else (course.closed, *course.picked)


class Plans:
    """What was worked out for one position: pulls of hexes, pressure on objectives, moves of stacks."""

    __slots__ = ("moves", "pressures", "pulls")

    def __init__(self) -> None:
        self.pulls: dict[int, float] = {}
        self.pressures: dict[int, float] = {}
        self.moves: dict[tuple[int, ...], Parts] = {}


class Stand:
    """What it is worth to stand somewhere at the end of a move."""

    __slots__ = ("crowding", "exposure", "fire", "melee", "objective", "way")

    def __init__(self, objective: float, exposure: float, crowding: float, fire: float, melee: float = 0.0) -> None:
        self.objective = objective
        self.exposure = exposure
        self.crowding = crowding
        self.fire = fire
        self.melee = melee
        self.way = 0.0

    def total(self) -> float:
        return self.objective + self.exposure + self.crowding + self.fire + self.melee + self.way

    def along(self, way: float) -> Stand:
        """The same at the end of a way."""
        found = Stand(self.objective, self.exposure, self.crowding, self.fire, self.melee)
        found.way = way
        return found

    def parts(self, less: Stand | None = None) -> Parts:
        """By name; less what another place is worth."""
        other = less or NOWHERE
        return [
            ("objective", self.objective - other.objective),
            ("exposure", self.exposure - other.exposure),
            ("crowding", self.crowding - other.crowding),
            ("fire", self.fire - other.fire),
            ("melee", self.melee - other.melee),
            ("way", self.way - other.way),
        ]


NOWHERE: Final = Stand(0.0, 0.0, 0.0, 0.0)


def guns_of(state: LnltState, members: list[int]) -> Guns:
    guns = Guns()
    for number in members:
        unit = state.units[number]
        if not unit.flags & SHAKEN:
            guns.add(state, unit, 0)
    return guns


def are_healers(state: LnltState, members: list[int]) -> bool:
    return all(state.units[number].type.kind in (MEDIC, NURSE) for number in members)


class Group:
    """Those who would go together: what they are worth, how much an objective draws them, how they shoot."""

    __slots__ = ("drawn", "guns", "healers", "holders", "home", "hurt", "mask", "members", "men")

    def __init__(self, state: LnltState, members: list[int]) -> None:
        self.members = members
        self.home = state.units[members[0]].hex
        self.guns = guns_of(state, members)
        self.mask = 0
        self.men = 0.0
        self.holders = 0
        self.hurt = True
        self.healers = are_healers(state, members)
        for number in members:
            unit = state.units[number]
            self.mask |= 1 << number
            self.men += worth_now(state, unit)
            if unit.holds():
                self.holders += 1
            if not unit.flags & SHAKEN:
                self.hurt = False
        self.drawn = 1.0 + 0.4 * (self.holders - 1) if self.holders else 0.3


THREAT_MEMO: dict[tuple[object, ...], Threats] = {}
PLAN_MEMO: dict[tuple[object, ...], Plans] = {}
MOST_KEPT: Final = 200


class Outlook:
    """The field as one side sees it at one decision: threats, targets, goals."""

    __slots__ = ("board", "drive", "enemy", "holders_at", "known", "manner", "plans", "seat", "state", "turns_left")

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
        whole = (theirs, signature(state, seat), *state.control, *goals(state), *likes)
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
        for hex_ in hexes_in(state.occupied[self.enemy]):
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
                if forbid_opportunity_fire(unit) is None:
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
        sight = self.state.watchers(hex_)
        distances = self.board.grid.distances[hex_]
        degrading = self.board.view(hex_).degrading
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
            beside = self.board.neighbour_mask[hex_] & self.state.occupied[self.enemy]
            if not self.board.open_mask >> hex_ & 1 and not beside:
                found *= 0.5
            self.known.dangers[hex_] = found
        return found

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
        degrading = board.view(hex_).degrading
        for at in hexes_in(mask):
            edge = guns.at(distances[at]) - degrading[at] - cover(state, at)
            if edge <= -5:
                continue
            value = self.toll(at, min(edge, 20))
            if not seen >> at & 1 and distances[at] > 1:
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
        for i, objective in objectives_now(state):
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
        """1 on the spot; less with every step, most where the time left only just does."""
        if way >= FAR:
            return 0.0
        reach = self.turns_left * PACE
        if way > reach:
            return 0.2 / (1.0 + 0.3 * way)
        return 0.4 / (1.0 + 0.3 * way) + 0.6 * (1.0 - way * way / (reach + 1.0) ** 2)

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

    def place(self, group: Group, hex_: int, fire_weight: float) -> Stand:
        """What it is worth that this group stands there at the end of its move."""
        state = self.state
        manner = self.manner
        pull = 0.0
        if group.healers and not group.hurt:
            pull = self.care(group, hex_)
        elif not group.hurt:
            less = group.holders if group.home == hex_ else 0
            pull = self.drive * manner.objective * group.drawn * self.pull(hex_, less)
        elif cover(state, hex_) > 0:
            pull = 0.3  # rallies better there
        danger = self.danger(hex_)
        company = 0.0
        for number in state.stacks[self.seat][hex_]:
            if not group.mask >> number & 1:
                company += worth_now(state, state.units[number])
        shot = self.best_shot(hex_, group.guns) if group.guns.elements else 0.0
        return Stand(
            pull,
            -0.55 * manner.caution * danger * group.men,
            -0.15 * manner.caution * danger * company,
            fire_weight * manner.aggression * shot,
        )

    def care(self, group: Group, hex_: int) -> float:
        """What a Medic is there for: the one whom he could help most, and to be near the others; no ground draws him
        (lnlt.core.11.3)."""
        state = self.state
        distances = self.board.grid.distances[hex_]
        nearest = FAR
        best = 0.0
        for unit in state.units:
            if unit.seat != self.seat or unit.hex < 0 or group.mask >> unit.id & 1:
                continue
            nearest = min(nearest, distances[unit.hex])
            if unit.hex == hex_:
                best = max(best, worth(state, unit) - worth_now(state, unit))
        return 0.5 * best - 0.1 * nearest
