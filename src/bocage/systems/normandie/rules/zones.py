"""Zones of control, and the steps they leave open (chapter Movement)."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban
from bocage.systems.normandie.model.tables import INFANTRY
from bocage.systems.normandie.state import FIELD, NormandieState, Unit


def friends(state: NormandieState, unit: Unit) -> int:
    """The spaces of the other units of its side, those of allies included (hon.mp.move.1)."""
    standing = state.standing[unit.camp]
    if unit.status != FIELD:
        return standing
    own = unit.cells()
    return standing & ~own | state.crowded[unit.camp] & own


def controlled(state: NormandieState, camp: int, cell: int) -> int:
    """The spaces barred to a step from here: those in the zone of an enemy whose zone this space is in too.

    Each enemy is tested on its own (hon.move.zoc.3, hon.open.zoc.same.1); a suppressed one has none (hon.supd.zoc.1),
    nor has a vehicle (hon.move.zoc.7).
    """
    if not state.standing[1 - camp] & state.board.grid.ring[cell]:  # most spaces have no enemy beside them
        return 0
    zone = state.ground.zone
    bit = 1 << cell
    barred = 0
    for enemy in state.units:
        near = enemy.camp != camp and enemy.status == FIELD and zone[enemy.cell] & bit
        if near and enemy.suppressed == 0 and enemy.counter.rank == INFANTRY:  # hon.move.zoc.9
            barred |= zone[enemy.cell]
    return barred


def enemy_zones(state: NormandieState, camp: int) -> int:
    """Every space in the zone of control of an enemy of this side."""
    zone = state.ground.zone
    covered = 0
    for enemy in state.units:
        if enemy.camp != camp and enemy.status == FIELD and enemy.suppressed == 0 and enemy.counter.rank == INFANTRY:
            covered |= zone[enemy.cell]
    return covered


def barred_doors(state: NormandieState, camp: int, cell: int) -> int:
    """Doors that an enemy's zone on the outside space closes, going in or out (hon.build.zoc.1, hon.move.zoc.6)."""
    covered = enemy_zones(state, camp)
    beyond = state.ground.doors[cell]
    if state.ground.indoors >> cell & 1:
        return beyond & covered
    return beyond if covered >> cell & 1 else 0


def open_steps(state: NormandieState, camp: int, cell: int) -> int:
    """The neighbouring spaces a step may lead to, friends' ones included (hon.move.inf.2, hon.move.inf.4, .5)."""
    ground = state.ground
    reach = ground.steps[cell] & ~state.standing[1 - camp] & ~controlled(state, camp, cell)
    reach &= ~state.vehicles  # hon.move.inf.3
    if ground.doors[cell]:
        reach &= ~barred_doors(state, camp, cell)
    return reach


NOT_ADJACENT: Final = Ban("hon.move.inf.1", "not-adjacent")
VEHICLE_THERE: Final = Ban("hon.move.inf.3", "vehicle-there")
ENEMY_THERE: Final = Ban("hon.move.inf.4", "enemy-there")
IMPASSABLE: Final = Ban("hon.terrain.imp.1", "impassable")
WALL: Final = Ban("hon.build.enter.1", "wall")
NO_PASSAGE: Final = Ban("hon.terrain.nopass.1", "no-passage")
DOOR_COVERED: Final = Ban("hon.build.zoc.1", "door-covered")
ZONE: Final = Ban("hon.move.zoc.3", "zone")


def ban_step(state: NormandieState, camp: int, start: int, cell: int) -> Ban | None:
    """Which of the masks above keeps a space out of `open_steps`."""
    ground = state.ground
    if not state.board.grid.ring[start] >> cell & 1:
        return NOT_ADJACENT
    if state.vehicles >> cell & 1:
        return VEHICLE_THERE
    if state.standing[1 - camp] >> cell & 1:
        return ENEMY_THERE
    if not ground.steps[start] >> cell & 1:
        if ground.joined[start] >> cell & 1:
            return IMPASSABLE
        indoors = ground.indoors >> cell & 1 or ground.indoors >> start & 1
        return IMPASSABLE if ground.terrain[cell].closed else WALL if indoors else NO_PASSAGE
    if ground.doors[start] and barred_doors(state, camp, start) >> cell & 1:
        return DOOR_COVERED
    return ZONE if controlled(state, camp, start) >> cell & 1 else None


def barred(state: NormandieState) -> int:
    """Where no infantry can be put: units, impassable ground and water."""
    return state.standing[0] | state.standing[1] | state.ground.closed[INFANTRY] | state.ground.water


def landings(state: NormandieState, unit: Unit, around: int) -> list[int]:
    """Free spaces next to a set of spaces where infantry could be put down."""
    found = 0
    for cell in spaces(around):
        found |= state.ground.steps[cell]
    return spaces(found & ~around & ~state.standing[0] & ~state.standing[1])
