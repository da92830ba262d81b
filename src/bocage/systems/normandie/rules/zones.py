"""Zones of control, and the steps they leave open (chapter Movement)."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.systems.normandie.model.tables import INFANTRY
from bocage.systems.normandie.state import FIELD, NormandieState, Unit


def friends(state: NormandieState, unit: Unit) -> int:
    """The spaces of the other units of its side, those of allies included (hon.mp.move.1)."""
    mask = 0
    for other in state.units:
        if other.camp == unit.camp and other.id != unit.id and other.status == FIELD:
            mask |= other.cells()
    return mask


def controlled(state: NormandieState, camp: int, cell: int) -> int:
    """The spaces barred to a step from here: those in the zone of an enemy whose zone this space is in too.

    Each enemy is tested on its own (hon.move.zoc.3, hon.open.zoc.same.1); a suppressed one has none (hon.supd.zoc.1),
    nor has a vehicle (hon.move.zoc.7).
    """
    zone = state.ground.zone
    barred = 0
    for enemy in state.units:
        if enemy.camp != camp and enemy.status == FIELD and enemy.suppressed == 0 and enemy.counter.rank == INFANTRY:
            ring = zone[enemy.cell]
            if ring >> cell & 1:
                barred |= ring
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


def landings(state: NormandieState, unit: Unit, around: int) -> list[int]:
    """Free spaces next to a set of spaces where infantry could be put down."""
    grid = state.board.grid
    found = 0
    for cell in spaces(around):
        found |= state.ground.steps[cell]
    return spaces(found & ~around & ~state.standing[0] & ~state.standing[1] & ((1 << grid.size) - 1))
