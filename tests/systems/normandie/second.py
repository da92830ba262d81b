"""Lines of sight, shots, assaults and steps worked out a second time, from the document and with other means.

Spaces are (row, column), lines are cut with fractions, and nothing here is taken from the rules of the game but the
values printed on counters and the terrain of a space.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import NamedTuple

from bocage.systems.normandie.model.tables import CROSS, Terrain, Weapon
from bocage.systems.normandie.state import FIELD, Unit
from systems.normandie.field import Field

Space = tuple[int, int]
AHEAD = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
ROWS, COLS = 8, 12
MEN = {
    "us": ["us8.fire_team", "us8.officer", "us8.bazooka", "us8.30cal", "us.ranger_sniper", "us8.support_team"],
    "de": ["ge902.fire_group", "ge902.officer", "ge901.mg42", "ge902.panzerschreck", "ge.pak40"],
}
VEHICLES = {"us": ["us.jeep", "us.sherman", "us.stuart"], "de": ["ge.zundapp", "ge.panzer4", "ge.puma"]}


def draw(seed: int, signs: str, vehicles: int, near: bool = False, men: int = 4, drives: bool = False) -> Field:
    """Random ground of these signs and random units; the first of the side with initiative is about to act."""
    rng = random.Random(seed)
    rows = ["".join(rng.choice(signs) for _ in range(COLS)) for _ in range(ROWS)]
    low = (2, 2, 6, 9) if near else (0, 0, ROWS, COLS)
    free = [(row, col) for row in range(low[0], low[2]) for col in range(low[1], low[3]) if rows[row][col] not in "#~"]
    rng.shuffle(free)
    units: dict[str, str] = {}
    for side in ("us", "de"):
        for number in range(men):
            row, col = free.pop()
            shown = f" suppressed={rng.choice((0, 0, 0, 1, 2))} facing={rng.choice((0, 2, 4, 6))}"
            units[f"{side}{number}"] = f"{rng.choice(MEN[side])} r{row}c{col}{shown}"
        for number in range(vehicles):
            found = [space for space in free if 0 < space[0] < ROWS - 1 and 0 < space[1] < COLS - 1]
            row, col = found[0]
            facing = rng.randrange(8)
            rear = (row - AHEAD[facing][0], col - AHEAD[facing][1])
            if rear in free:
                free.remove((row, col))
                free.remove(rear)
                kind = rng.choice(VEHICLES[side])
                rows[row] = rows[row][:col] + "." + rows[row][col + 1 :]
                rows[rear[0]] = rows[rear[0]][: rear[1]] + "." + rows[rear[0]][rear[1] + 1 :]
                units[f"{side}v{number}"] = f"{kind} r{row}c{col} facing={facing} suppressed={rng.choice((0, 0, 1))}"
    side = rng.choice(("us", "de"))
    own = [name for name in units if name.startswith(side)]
    actor = rng.choice([name for name in own if "v" in name] or own if drives else own)
    units[actor] += " order=1"
    return Field(units, map=rows, initiative=side)


def actor(field: Field) -> Unit:
    return next(unit for unit in field.state.units if unit.shown)


def place(field: Field, cell: int) -> Space:
    return field.state.board.grid.row(cell), field.state.board.grid.col(cell)


def stands(field: Field, unit: Unit) -> list[Space]:
    """Its one or two spaces."""
    return [place(field, cell) for cell in (unit.cell, unit.rear) if cell >= 0]


def ground(field: Field, space: Space) -> Terrain:
    return field.state.board.terrain[field.state.board.grid.named(f"r{space[0]}c{space[1]}")]


def away(a: Space, b: Space) -> int:
    """Spaces by the shortest way, diagonals counting 1."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def cut(a: Space, b: Space, space: Space) -> Fraction | None:
    """How much of the line between two centres lies in a space: nothing, a single point (0), or more."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, way = Fraction(2 * a[axis] + 1, 2), b[axis] - a[axis]
        if way == 0:
            if not space[axis] <= start <= space[axis] + 1:
                return None
            continue
        ends = sorted(((space[axis] - start) / way, (space[axis] + 1 - start) / way))
        low, high = max(low, ends[0]), min(high, ends[1])
    return high - low if low <= high else None


def haze(field: Field, a: Space, b: Space, units: set[Space]) -> int | None:
    """What is taken off a shot along this line, None where it is blocked."""
    total = 0
    corners: dict[Space, list[Space]] = {}
    for row in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
        for col in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
            space = (row, col)
            share = cut(a, b, space)
            if space in (a, b) or share is None:
                continue
            terrain = ground(field, space)
            stops = terrain.blocks or space in units
            if share > 0:
                if stops:
                    return None
                total += terrain.obscure
            elif stops:
                corners.setdefault(corner(a, b, space), []).append(space)
    return None if any(len(both) == 2 for both in corners.values()) else total


def corner(a: Space, b: Space, space: Space) -> Space:
    """The corner of a space that the line touches."""
    row, col = space
    for point in ((row, col), (row + 1, col), (row, col + 1), (row + 1, col + 1)):
        dy, dx = 2 * (b[0] - a[0]), 2 * (b[1] - a[1])
        if dy * (2 * point[1] - 2 * a[1] - 1) == dx * (2 * point[0] - 2 * a[0] - 1):
            return point
    raise AssertionError(space)


class Line(NamedTuple):
    """The best line for a firer: what obstacles and range take off, and the defense it meets."""

    haze: int
    far: int
    defense: int


def armour(target: Unit, a: Space, b: Space) -> int:
    """Front, side or rear by where the shot comes from; the lower of two on a diagonal."""
    front = AHEAD[target.facing]
    dy, dx = a[0] - b[0], a[1] - b[1]
    ahead = dy * front[0] + dx * front[1]
    aside = abs(dx * front[0] - dy * front[1])
    nose, flank, tail = target.face.armour
    if abs(ahead) == aside:
        return min(flank, nose if ahead > 0 else tail)
    if aside > abs(ahead):
        return flank
    return nose if ahead > 0 else tail


def best(field: Field, firer: Unit, target: Unit, weapon: Weapon) -> Line | None:
    """Of all pairs of their spaces the one that serves the firer best."""
    both_men = firer.counter.rank == 0 and target.counter.rank == 0
    others = [unit for unit in field.state.units if unit.status == FIELD and unit not in (firer, target)]
    standing = {space for unit in others if both_men or unit.is_vehicle() for space in stands(field, unit)}
    found: list[tuple[int, Line]] = []
    for a in stands(field, firer):
        for b in stands(field, target):
            dim = haze(field, a, b, standing)
            if dim is None or away(a, b) > weapon.range:
                continue
            if weapon.arc and not is_ahead(firer, a, b):
                continue
            defense = armour(target, a, b) if target.counter.rank == 2 else target.face.defense
            far = 2 if away(a, b) > 7 and not weapon.hawkeye else 0
            found.append((dim + far + defense, Line(dim, far, defense)))
    return min(found, default=(0, None), key=lambda one: one[0])[1]


def clearest(field: Field, firer: Unit, target: Unit) -> int | None:
    """What is taken off along the clearest of their lines; None where all are blocked."""
    both_men = firer.counter.rank == 0 and target.counter.rank == 0
    others = [unit for unit in field.state.units if unit.status == FIELD and unit not in (firer, target)]
    standing = {space for unit in others if both_men or unit.is_vehicle() for space in stands(field, unit)}
    lines = [haze(field, a, b, standing) for a in stands(field, firer) for b in stands(field, target)]
    return min((line for line in lines if line is not None), default=None)


def is_ahead(firer: Unit, a: Space, b: Space) -> bool:
    """A quarter circle to the front."""
    front = AHEAD[firer.facing]
    dy, dx = b[0] - a[0], b[1] - a[1]
    ahead, aside = dy * front[0] + dx * front[1], abs(dx * front[0] - dy * front[1])
    return ahead > 0 and aside <= ahead


def result(field: Field, firer: Unit, target: Unit, weapon: Weapon, factor: int = 1) -> tuple[int, int] | None:
    """What is added to the die, and the defense; None where it cannot fire.

    A sniper (factor 0) suffers from markers and obstacles only.
    """
    if weapon.bonus[target.counter.rank] == CROSS:
        return None
    line = best(field, firer, target, weapon)
    if line is None:
        return None
    cover = ground(field, place(field, target.cell)).defense if target.counter.rank == 0 else 0
    bonus = factor * weapon.bonus[target.counter.rank]
    far = line.far if factor else 0
    return bonus - 2 * firer.suppressed - far - line.haze, line.defense + cover


def dice(number: int) -> dict[int, float]:
    """One die, or the higher of two."""
    if number == 1:
        return dict.fromkeys(range(1, 7), 1 / 6)
    return {face: (face**2 - (face - 1) ** 2) / 36 for face in range(1, 7)}


# ---- assaults


def launches(field: Field, unit: Unit, target: Unit) -> bool:
    """The ability, no cross, the enemy next to it, and a space to go."""
    if not unit.face.assault or unit.face.weapons[0].bonus[target.counter.rank] == CROSS:
        return False
    near = min(away(a, b) for a in stands(field, unit) for b in stands(field, target))
    return near == 1 and unit.face.movement - 2 * unit.suppressed >= 1


def fight(field: Field, unit: Unit, target: Unit) -> dict[int, float]:
    """The chances that the attacker wins (1), loses (-1) or neither (0)."""
    attack = unit.face.weapons[0].bonus[target.counter.rank] + unit.face.assault_value - 2 * unit.suppressed
    number = 1 if target.counter.rank == 2 else 0
    weapons = target.face.weapons
    defense = weapons[number].bonus[unit.counter.rank] if number < len(weapons) else 0
    defense = (0 if defense == CROSS else defense) + target.face.assault_value
    defense += ground(field, place(field, target.cell)).defense if target.counter.rank == 0 else 0
    arc = any(weapon.arc for weapon in weapons)
    flanked = arc and not is_ahead(target, place(field, target.cell), place(field, unit.cell))
    defense -= 2 * (target.suppressed + flanked)
    found = {1: 0.0, 0: 0.0, -1: 0.0}
    for mine, p in dice(2).items():
        for theirs, q in dice(2 if target.face.assault else 1).items():
            score = mine + attack - theirs - defense
            found[(score > 0) - (score < 0)] += p * q
    return found


# ---- steps


def walks(field: Field, unit: Unit, start: Space, points: int) -> set[Space]:
    """Where infantry may step from here with so many spaces left to go."""
    if points < 1:
        return set()
    return {there for there in neighbours(field, unit, start) if may_rest(field, unit, start, there, points)}


def neighbours(field: Field, unit: Unit, start: Space) -> list[Space]:
    """The spaces a single step may lead to."""
    around = [(start[0] + dy, start[1] + dx) for dy, dx in AHEAD]
    return [there for there in around if is_open(field, unit, start, there)]


def is_open(field: Field, unit: Unit, start: Space, there: Space) -> bool:
    if not (0 <= there[0] < ROWS and 0 <= there[1] < COLS) or ground(field, there).closed:
        return False
    for other in field.state.units:
        if other is unit or other.status != FIELD:
            continue
        if there in stands(field, other) and (other.is_vehicle() or other.camp != unit.camp):
            return False
        controls = other.camp != unit.camp and not other.is_vehicle() and not other.suppressed
        here = place(field, other.cell)
        if controls and away(here, start) == 1 and away(here, there) == 1:
            return False
    return True


def may_rest(field: Field, unit: Unit, start: Space, there: Space, points: int) -> bool:
    """Nobody stands there, or it can still go on to where nobody does."""
    friends = {space for other in field.state.units if other is not unit for space in stands(field, other)}
    if there not in friends:
        return True
    left = 0 if ground(field, start).difficult or ground(field, there).difficult else points - 1
    return bool(walks(field, unit, there, left))


def approaches(field: Field, unit: Unit, target: Unit, start: Space, points: int) -> bool:
    """After a step or more it stands alone next to the target, with a point left to go in."""
    if points < 2 or ground(field, start).difficult:
        return False
    friends = {space for other in field.state.units if other is not unit for space in stands(field, other)}
    for there in neighbours(field, unit, start):
        if ground(field, there).difficult:
            continue
        beside = min(away(there, space) for space in stands(field, target)) == 1
        if (beside and there not in friends) or approaches(field, unit, target, there, points - 1):
            return True
    return False


# ---- driving


def moved(unit: Unit, front: Space, rear: Space | None, how: str) -> tuple[Space, Space | None, int]:
    """Front, rear and facing after a manoeuvre."""
    facing = unit.facing + {"left": -1, "swing-left": -1, "right": 1, "swing-right": 1}.get(how, 0)
    facing %= 8
    dy, dx = AHEAD[facing]
    if how == "ahead":
        return (front[0] + dy, front[1] + dx), front if rear else None, facing
    if how == "back" and rear is None:
        return (front[0] - dy, front[1] - dx), None, facing
    if how == "back":
        assert rear is not None
        return rear, (rear[0] - dy, rear[1] - dx), facing
    if rear is None:
        return front, None, facing
    if how.startswith("swing"):
        return (rear[0] + dy, rear[1] + dx), rear, facing
    return front, (front[0] - dy, front[1] - dx), facing


def may_drive(field: Field, unit: Unit, how: str) -> bool:
    """Every space that it enters is on the board, open to its class and free of vehicles."""
    now = stands(field, unit)
    front, rear, _ = moved(unit, now[0], now[1] if len(now) > 1 else None, how)
    if how.startswith("swing") and len(now) == 1:
        return False
    others = [other for other in field.state.units if other is not unit and other.is_vehicle()]
    blocked = {space for other in others for space in stands(field, other)}
    for space in (front, rear):
        if space is None or space in now:
            continue
        if not (0 <= space[0] < ROWS and 0 <= space[1] < COLS) or space in blocked:
            return False
        terrain = ground(field, space)
        if terrain.bars[unit.counter.rank] or (terrain.water and not unit.face.amphibious):
            return False
    return True
