"""The position in numbers, for learners. Nothing is hidden but a side's secret plan (lnlt.scenario.secret)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Observation, Outline
from bocage.systems.lnlt.model.flags import ASSAULT, CRAWL, FIRED, MOVED, OPS, SHAKEN, STEALTH, WOUNDED
from bocage.systems.lnlt.model.ground import MARKER_NAMES
from bocage.systems.lnlt.model.hull import BUTTONED, DEAD, IMMOBILE
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules.plans import is_shown, public_score
from bocage.systems.lnlt.state import LnltState

# Categories of rows
UNIT: Final = 0
WEAPON: Final = 1
VEHICLE: Final = 2
OBJECTIVE: Final = 3

OUTLINE: Final = Outline(
    world=(
        "turn", "turns", "phase", "own_initiative", "own_impulse", "passes", "own_points", "enemy_points",
        "visibility", "dark",
    ),
    piece=(
        "category", "id", "own", "hex", "kind", "firepower", "range", "movement", "morale", "leadership", "shaken",
        "wounded", "moved", "fired", "assault_moved", "crawled", "ops_complete", "stealthy", "skill", "carrier",
        "facing", "turret", "buttoned", "immobile", "dead", "points",
    ),
    masks=("own", "enemy", "own_spotted", "enemy_spotted", "melee_fought", *MARKER_NAMES),
)  # fmt: skip


def observe(state: LnltState, seat: int, out: Observation) -> None:
    enemy = 1 - seat
    points = [public_score(state, seat, seat), public_score(state, enemy, seat)]
    world = [
        state.turn, state.scenario.turns, state.phase, int(state.initiative == seat), int(state.impulse == seat),
        state.passes, points[0], points[1], state.visibility, state.dark,
    ]  # fmt: skip
    masks = [state.occupied[seat], state.occupied[enemy], state.seen_mask(seat), state.seen_mask(enemy), state.fought]
    out.write(world, masks + state.ground.masks)
    for unit in state.units:
        if unit.hex != GONE:
            add_unit(out.pieces, unit, seat)
    for weapon in state.weapons:
        if weapon.hex != GONE:
            add_weapon(out.pieces, state, weapon, seat)
    for vehicle in state.vehicles:
        if vehicle.hex != GONE:
            add_vehicle(out.pieces, vehicle, seat)
    for number, objective in enumerate(state.scenario.objectives):
        if is_shown(state, number, seat):
            owner = state.control[number]
            held = -1 if owner == GONE else int(owner == seat)
            out.pieces += [OBJECTIVE, number, held, objective.hex, *[0] * 21, objective.points]


def add_unit(rows: list[int], unit: Unit, seat: int) -> None:
    type_, flags = unit.type, unit.flags
    rows += [
        UNIT, unit.id, int(unit.seat == seat), unit.hex, type_.kind, type_.fp, type_.range, type_.move, unit.morale(),
        unit.leadership(), flags & SHAKEN, int(flags & WOUNDED != 0), int(flags & MOVED != 0), int(flags & FIRED != 0),
        int(flags & ASSAULT != 0), int(flags & CRAWL != 0), int(flags & OPS != 0), int(flags & STEALTH != 0),
        unit.skill, -1, unit.facing, 0, 0, 0, 0, 0,
    ]  # fmt: skip


def add_weapon(rows: list[int], state: LnltState, weapon: Weapon, seat: int) -> None:
    """Whose hands it is in counts, not whose it was; nobody's is -1."""
    held = -1 if weapon.owner == GONE else int(state.units[weapon.owner].seat == seat)
    type_ = weapon.type
    rows += [WEAPON, weapon.id, held, weapon.hex, type_.kind, type_.fp, type_.range, *[0] * 12, weapon.owner]
    rows += [0, 0, 0, 0, 0, 0]


def add_vehicle(rows: list[int], vehicle: Vehicle, seat: int) -> None:
    type_, flags = vehicle.type, vehicle.flags
    rows += [
        VEHICLE, vehicle.id, int(vehicle.seat == seat), vehicle.hex, 0, 0, 0, type_.move, vehicle.morale(),
        vehicle.leadership(), flags & SHAKEN, 0, int(flags & MOVED != 0), int(flags & FIRED != 0), 0, 0,
        int(flags & OPS != 0), 0, 0, -1, vehicle.facing, vehicle.turret, int(flags & BUTTONED != 0),
        int(flags & IMMOBILE != 0), int(flags & DEAD != 0), 0,
    ]  # fmt: skip
