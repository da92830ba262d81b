"""Snap fire: shooting out of turn at an enemy that manoeuvres or runs close by."""

from __future__ import annotations

import random
from typing import Final

from bocage.kernel import Ban, Decision, Region, Verb, first, option_point, point_option
from bocage.systems.disposable.model.tables import BASE, HOLD, MANOEUVRE, SNEAK
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.accuracy import SNAP
from bocage.systems.disposable.rules.bearing import forbid_fire
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.rules.retreat import put
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.rules.snipers import forbid_singling_out
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.state import HOUSE_GUNS, ON_TABLE, STEADY, DisposableState, Unit

SNAP_DISTANCE: Final = 120
SNAP_STEP: Final = 15  # tenths: how far the points of a way are apart at most at which a mover may be fired at


def triggers(mode: int) -> bool:
    """Manoeuvre and Run only (dh.snap.2, dh.snap.3); a charge is named on its own (dh.cc.snap.1)."""
    return mode not in (HOLD, SNEAK)


def forbid_snap(state: DisposableState, unit: Unit, mover: Unit) -> Ban | None:
    """Not pinned, not yet this turn, within twelve inches, with something to fire (dh.snap.1, dh.snap.2)."""
    if unit.seat == mover.seat:
        return bans.NOT_YOURS
    if unit.place != ON_TABLE:
        return bans.NOT_ON_TABLE
    if unit.status != STEADY:
        return bans.SNAP_PINNED
    if unit.snapped:
        return bans.SNAPPED
    weapon = state.scenario.forces[unit.index].weapon
    if weapon is not None and weapon.gun and state.house & HOUSE_GUNS:
        return bans.SNAP_WEAPON
    if not state.units_within(unit, mover, SNAP_DISTANCE):
        return bans.SNAP_DISTANCE
    return forbid_fire(state, unit, mover, MANOEUVRE, SNAP)


def could_snap(state: DisposableState, mover: Unit, reach: int) -> bool:
    """A quick look whether any enemy might get a shot on a move of this length."""
    limit = SNAP_DISTANCE + BASE + reach
    for unit in state.units:
        ready = unit.place == ON_TABLE and unit.status == STEADY and not unit.snapped
        if unit.seat != mover.seat and ready and not unit.beyond(mover, limit):
            return True
    return False


class Stops(Region):
    """The points of a way at which the mover can be fired at: where its leader is then."""

    __slots__ = ("line", "numbers", "spots")

    def __init__(self, numbers: list[int], line: list[list[int]]) -> None:
        self.line = line  # the figures of the mover at every point of its way, x and y in turn
        self.numbers = numbers  # the points at which it can be fired at, the best first
        self.spots = [line[number] for number in numbers]

    def find(self, x: int, y: int) -> int:
        for k in range(len(self.spots)):
            if self.spots[k][0] == x and self.spots[k][1] == y:
                return k
        return -1

    def contains(self, x: int, y: int) -> bool:
        return self.find(x, y) >= 0

    def sample(self, rng: random.Random) -> int:
        return rng.choice(self.candidates(len(self.spots)))

    def candidates(self, n: int) -> list[int]:
        return [point_option(spots[0], spots[1]) for spots in self.spots[:n]]

    def outline(self) -> list[list[tuple[float, float]]]:
        """The leader's way."""
        return [[(spots[0] / 10, spots[1] / 10) for spots in self.line]]

    def formation(self, option: int) -> list[tuple[float, float]]:
        x, y = option_point(option)
        spots = self.spots[self.find(x, y)]
        return [(spots[i] / 10, spots[i + 1] / 10) for i in range(0, len(spots), 2)]


class SnapWindow(Question):
    """The enemy may interrupt a move with snap fire, one unit after another, each at the point of the way that its
    owner chooses, but never behind the last shot."""

    __slots__ = ("charging", "except_for", "figures", "mover", "reached", "shooter", "singled", "stops")

    def __init__(
        self, mover: int, figures: list[int], stops: list[list[int]], charging: bool = False, except_for: int = -1
    ) -> None:
        super().__init__()
        self.mover, self.charging, self.except_for = mover, charging, except_for
        self.figures = figures  # of the mover when it set out
        self.stops = stops  # where they are at each point of the way, x and y in turn
        self.reached = 0  # the point of the last shot
        self.shooter = -1  # who fires, while the point is chosen
        self.singled = False

    def place_at(self, state: DisposableState, stop: int) -> None:
        """Put the mover where it is at a point of its way."""
        put(state, state.units[self.mover], self.standing(state, stop))

    def standing(self, state: DisposableState, stop: int) -> list[int]:
        """Where those who are left stand at a point of the way (dh.open.snap_point)."""
        living, spots = state.units[self.mover].figures, self.stops[stop]
        if len(living) == len(self.figures):
            return spots
        return [v for k in range(len(self.figures)) if self.figures[k] in living for v in spots[2 * k : 2 * k + 2]]

    def open_to(self, state: DisposableState, unit: Unit) -> list[int]:
        """The points at which a unit may fire, none behind the last shot (dh.open.snap_point)."""
        mover = state.units[self.mover]
        found: list[int] = []
        if unit.index != self.except_for and self.is_ready(unit, mover):
            for stop in range(self.reached, len(self.stops)):
                self.place_at(state, stop)
                if forbid_snap(state, unit, mover) is None:
                    found.append(stop)
            self.place_at(state, self.reached)
        return found

    def is_ready(self, unit: Unit, mover: Unit) -> bool:
        """A quick look, before every point of the way is tried."""
        return unit.seat != mover.seat and unit.place == ON_TABLE and unit.status == STEADY and not unit.snapped

    def opens(self, state: DisposableState, unit: Unit, single_out: bool) -> bool:
        """Whether there is any point at which a unit may fire, at the best man where that is asked
        (dh.open.snap_point)."""
        mover = state.units[self.mover]
        found = False
        for stop in range(self.reached, len(self.stops)):
            self.place_at(state, stop)
            if forbid_snap(state, unit, mover) is None:
                found = not single_out or forbid_singling_out(state, unit, mover) is None
                if found:
                    break
        self.place_at(state, self.reached)
        return found

    def advance(self, state: DisposableState) -> None:
        mover = state.units[self.mover]
        options: list[int] = []
        for unit in state.units if mover.place == ON_TABLE and mover.status == STEADY else ():
            if unit.index != self.except_for and self.is_ready(unit, mover) and self.opens(state, unit, False):
                options.append(acts.SNAP_FIRE.on(unit.index))
                if state.scenario.forces[unit.index].sniper and self.opens(state, unit, True):
                    options.append(acts.SNAP_SINGLE_OUT.on(unit.index))
        if not options:
            state.pop()
            return
        options.append(acts.DECLINE.act())
        state.ask(1 - mover.seat, decisions.SNAP, options)

    def forbid_unit(
        self, state: DisposableState, decision: Decision, verb: Verb | None, unit: Unit, figure: int
    ) -> Ban | None:
        mover = state.units[self.mover]
        if verb is acts.DECLINE:
            return None
        if unit.index == self.except_for:  # answers in its own time (dh.open.charge_order)
            return bans.CHARGED
        ban = self.forbid_anywhere(state, unit, mover)
        if ban is None and verb is acts.SNAP_SINGLE_OUT and not self.opens(state, unit, True):
            ban = bans.SINGLE_OUT
        return bans.BY_ITS_LEADER if ban is None and figure != unit.figures[0] else ban

    def forbid_anywhere(self, state: DisposableState, unit: Unit, mover: Unit) -> Ban | None:
        """Why a unit may fire at no point of the way; what speaks against the last of them tells."""
        ban: Ban | None = None
        for stop in range(self.reached, len(self.stops)):
            self.place_at(state, stop)
            ban = forbid_snap(state, unit, mover)
            if ban is None:
                break
        self.place_at(state, self.reached)
        return ban

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.DECLINE:
            state.pop()
        elif verb is acts.TO:
            x, y = option_point(option)
            region = decision.region
            assert isinstance(region, Stops)
            self.fire(state, region.numbers[region.find(x, y)])
        else:
            self.shooter, self.singled = first(option), verb is acts.SNAP_SINGLE_OUT
            self.ask_where(state)

    def ask_where(self, state: DisposableState) -> None:
        """The points at which this unit may fire, those with the most dice first."""
        unit, mover = state.units[self.shooter], state.units[self.mover]
        ranked: list[tuple[int, int]] = []
        for stop in self.open_to(state, unit):
            self.place_at(state, stop)
            if not self.singled or forbid_singling_out(state, unit, mover) is None:
                shots = volley(state, unit, mover, MANOEUVRE, SNAP, 0, False)
                ranked.append((-sum([shot.dice * shot.weapon.ap for shot in shots]), stop))
        self.place_at(state, self.reached)
        ranked.sort()
        if len(ranked) == 1:
            self.fire(state, ranked[0][1])
            return
        way = [self.standing(state, stop) for stop in range(len(self.stops))]
        region = Stops([stop for _, stop in ranked], way)
        options = list(dict.fromkeys(region.candidates(len(ranked))))
        state.ask(1 - mover.seat, decisions.SNAP_AT, options, region)

    def fire(self, state: DisposableState, stop: int) -> None:
        """At the mover where it is then (dh.open.snap_point, dh.cc.snap.2)."""
        self.reached = stop
        self.place_at(state, stop)
        state.push(Shooting(self.shooter, self.mover, MANOEUVRE, SNAP, 0, self.charging, self.singled))
