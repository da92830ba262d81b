"""Vehicles on the table: mounting, getting down, bailing out, burning."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban
from bocage.systems.disposable.model.tables import HULL_RADIUS, MANOEUVRE, RADIUS
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.command import command_distance, highest_guts
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.moves import Move, placing_reach
from bocage.systems.disposable.rules.retreat import note_bases, put, standing_reach
from bocage.systems.disposable.rules.room import SPOTS
from bocage.systems.disposable.rules.walking import RING
from bocage.systems.disposable.state import DESTROYED, JOINED, MOUNTED, ON_TABLE, PINNED, DisposableState, Unit

GETTING_UP: Final = 60  # a Manoeuvre move (dh.core.veh.passengers)


def forbid_mounting(state: DisposableState, unit: Unit, other: Unit, mode: int) -> Ban | None:
    """A friendly vehicle within a Manoeuvre move with room for all (dh.core.veh.passengers)."""
    vehicle = state.vehicle(other)
    if vehicle is None or other.seat != unit.seat or other.place != ON_TABLE:
        return bans.NO_VEHICLE
    if mode != MANOEUVRE:
        return bans.NO_MANOEUVRE
    weapon = state.weapon(unit)
    if state.vehicle(unit) is not None or (weapon is not None and weapon.gun):
        return bans.NO_RIDERS
    taken = 0
    for riders in state.passengers(other):
        taken += len(riders.figures)
    if taken + len(unit.figures) > vehicle.room:
        return bans.NO_ROOM
    if not state.units_within(unit, other, GETTING_UP + HULL_RADIUS):
        return bans.MOUNT_DISTANCE
    return None if ways_to(state, unit, other) else bans.MOUNT_DISTANCE


def mount(state: DisposableState, unit: Unit, vehicle: Unit) -> None:
    unit.place = MOUNTED
    unit.carrier = vehicle.index
    hull = vehicle.figures[0]
    for f in unit.figures:
        state.x[f], state.y[f] = state.x[hull], state.y[hull]
    state.enclose(unit)
    state.report("mount", "dh.core.veh.passengers", unit, {"vehicle": state.force(vehicle).name})


class Mounting(Move):
    """A Manoeuvre that ends in a vehicle: on the way there the unit may be fired at (dh.core.veh.passengers,
    dh.snap.2)."""

    __slots__ = ("vehicle",)

    def __init__(self, unit: int, mode: int, figures: list[int], ways: list[list[int]], vehicle: int) -> None:
        super().__init__(unit, mode, figures, ways)
        self.vehicle = vehicle

    def stops(self, state: DisposableState, unit: Unit) -> list[list[int]]:
        """But for the last, in the vehicle."""
        return super().stops(state, unit)[:-1]

    def arrive(self, state: DisposableState, unit: Unit) -> None:
        mount(state, unit, state.units[self.vehicle])


def dismount_reach(state: DisposableState, unit: Unit) -> Reach:
    """Beside the vehicle, no farther than a Manoeuvre move (dh.core.veh.passengers)."""
    hull = state.units[unit.carrier].figures[0]
    x, y = state.x[hull], state.y[hull]
    n = len(unit.figures)
    command = command_distance(highest_guts(state, unit))
    reach = Reach(state.scenario.table, [x] * n, [y] * n, MANOEUVRE, GETTING_UP, command)
    reach.form([dx for dx, _ in SPOTS[:n]], [dy for _, dy in SPOTS[:n]])
    reach.kept, reach.lands = False, True
    reach.look_around()
    note_bases(state, unit, reach, GETTING_UP + 50)
    reach.wishes = ring_around(x, y)
    return reach


def ring_around(x: int, y: int) -> list[tuple[int, int]]:
    return [(x + dx * k, y + dy * k) for k in (4, 5, 3) for dx, dy in RING]


def ways_to(state: DisposableState, unit: Unit, vehicle: Unit) -> list[list[int]]:
    """How every figure gets to the vehicle; empty where somebody cannot (dh.core.veh.passengers)."""
    reach = standing_reach(state, unit, MANOEUVRE, GETTING_UP + HULL_RADIUS + RADIUS)
    reach.look_around()
    note_bases(state, unit, reach, GETTING_UP + 50)
    x, y = vehicle.left, vehicle.low
    reach.walk.bars = [crowd for crowd in reach.walk.bars if crowd.xs != [x] or crowd.ys != [y]]
    ways = reach.routes([x, y] * len(unit.figures))
    return ways if all(ways) else []


def put_down(state: DisposableState, unit: Unit, x: int, y: int) -> bool:
    """Put a unit down at a place that has become free, or close to it; False where there is no room at all."""
    reach = placing_reach(state, unit, 0, 0)
    for k in range(10):
        for dx, dy in RING:
            px, py = x + dx * k, y + dy * k
            if px < 0 or py < 0:
                continue
            spots = reach.place(px, py)
            if spots:
                unit.place = ON_TABLE
                unit.carrier = -1
                put(state, unit, spots)
                return True
            if k == 0:
                break
    return False


def abandon(state: DisposableState, vehicle: Unit) -> None:
    """The crew leaves and is pinned, so do the passengers; the vehicle is lost (dh.core.veh.hull.bail)."""
    hull = vehicle.figures[0]
    x, y = state.x[hull], state.y[hull]
    leavers = state.passengers(vehicle)
    crew = state.units[vehicle.index + 1]
    vehicle.place = DESTROYED
    vehicle.wreck = True
    vehicle.figures.clear()
    state.report("bails-out", "dh.core.veh.hull.bail", vehicle)
    if crew.figures:
        leavers.append(crew)
    else:
        crew.place = JOINED
    for unit in leavers:
        if put_down(state, unit, x, y):
            unit.facing_x, unit.facing_y = vehicle.facing_x, vehicle.facing_y
            unit.status = max(unit.status, PINNED)
            unit.activated = True
        else:
            unit.figures.clear()
            unit.place = JOINED


def brew_up(state: DisposableState, vehicle: Unit) -> None:
    """Crew and passengers die with it (dh.core.veh.hull.top)."""
    state.report("brews-up", "dh.core.veh.hull.top", vehicle)
    for riders in state.passengers(vehicle):
        riders.figures.clear()
        riders.place = DESTROYED
        riders.carrier = -1
    crew = state.units[vehicle.index + 1]
    crew.figures.clear()
    crew.place = JOINED
    vehicle.figures.clear()
    vehicle.place = DESTROYED
    vehicle.wreck = True
