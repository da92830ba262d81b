"""Who may shoot at whom: weapons, firing arcs, lines and the armour they meet."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban
from bocage.systems.normandie.model.tables import CROSS, FRONT, HEAVY, HEAVY_WEAPON, INFANTRY, REAR, SIDE, Weapon
from bocage.systems.normandie.rules.sight import BLOCKED, blockers_between, distance, line, sight, terrain_between
from bocage.systems.normandie.rules.traits import long_range, range_of
from bocage.systems.normandie.state import ABOARD, CREW, FIELD, PRIMARY, NormandieState, Unit

NO_ENEMY: Final = Ban("hon.los.need.1", "no-enemy")
CONCEALED: Final = Ban("hon.abil.ambush.3", "concealed")
NO_WEAPON: Final = Ban("hon.fire.who.2", "no-weapon")
WEAPON_OUT: Final = Ban("hon.damage.5", "weapon-out")
NOT_FROM_ABOARD: Final = Ban("hon.abil.trans.7", "not-from-aboard")
CROSSED: Final = Ban("hon.fire.who.2", "cross")
TOO_FAR: Final = Ban("hon.abil.lr.1", "too-far")
OUT_OF_ARC: Final = Ban("hon.arc.limited.1", "out-of-arc")
NO_LINE: Final = Ban("hon.los.need.1", "blocked")
OUT_OF_SIGHT: Final = Ban("hon.los.block.1", "blocked")
BEHIND_A_UNIT: Final = Ban("hon.los.block.2", "blocked")
NOT_SUPPRESSIVE: Final = Ban("hon.abil.supp.1", "no-suppressive")
NO_SNIPER: Final = Ban("hon.abil.sniper.1", "no-sniper")
ONE_WEAPON: Final = Ban("hon.damage.1", "one-weapon")
NO_MEN: Final = Ban("hon.trait.tricky.2", "no-men")
WEAPON_USED: Final = Ban("hon.fire.multi.1", "weapon-used")
ALLY: Final = Ban("hon.mp.act.2", "ally")
SNIPES_INFANTRY: Final = Ban("hon.abil.sniper.3", "snipes-infantry")


def ban_foe(unit: Unit, target: Unit | None) -> Ban | None:
    """Only enemies are attacked, and only on the board (hon.mp.act.2)."""
    if target is not None and target.camp == unit.camp and target.seat != unit.seat:
        return ALLY
    return NO_ENEMY if target is None or target.camp == unit.camp or target.status != FIELD else None


def ban_shooting(unit: Unit) -> Ban | None:
    """With a wounded crew one weapon in all the actions of a round; nobody fires where there are no men."""
    if unit.fired and unit.damage & CREW:  # hon.damage.1
        return ONE_WEAPON
    return None if unit.is_crewed() else NO_MEN


def ban_turn(unit: Unit, number: int) -> Ban | None:
    """Each weapon fires once in an action (hon.fire.multi.1)."""
    return WEAPON_USED if unit.fired >> number & 1 else ban_weapon(unit, number)


def ban_weapon(firer: Unit, number: int) -> Ban | None:
    """The weapon must be there, work and be able to fire from where it is."""
    if number >= len(firer.face.weapons):
        return NO_WEAPON
    if number == 0 and firer.damage & PRIMARY:  # hon.damage.5
        return WEAPON_OUT
    if firer.status != ABOARD:
        return None if firer.status == FIELD else NO_ENEMY
    if firer.counter.outline != HEAVY_WEAPON:  # hon.abil.trans.6
        return None
    return None if firer.face.weapons[number].on_the_move >= 0 else NOT_FROM_ABOARD  # hon.abil.trans.7


def ban_fire(state: NormandieState, firer: Unit, target: Unit, number: int = 0) -> Ban | None:
    """Why a weapon may not fire at a unit. What lies concealed is told of first, and nothing else about it."""
    if target.status != FIELD:
        return NO_ENEMY
    if target.face.concealed:  # hon.abil.ambush.3
        return CONCEALED
    return ban_weapon(firer, number) or ban_aim(state, firer, target, firer.face.weapons[number])


def ban_aim(state: NormandieState, firer: Unit, target: Unit, weapon: Weapon) -> Ban | None:
    """Why a weapon that can fire does not reach a unit in view."""
    if weapon.bonus[target.counter.rank] == CROSS:  # hon.fire.who.2
        return CROSSED
    if firer.rear >= 0 or target.rear >= 0 or firer.carrier >= 0:
        return None if best_line(state, firer, target, weapon) >= 0 else NO_LINE
    if distance(state, firer, target) > range_of(firer, weapon):  # hon.abil.lr.1, hon.range.long.1
        return TOO_FAR
    if weapon.arc and not in_arc(state, firer, target):
        return OUT_OF_ARC
    return NO_LINE if sight(state, firer, target) == BLOCKED else None  # hon.los.need.1


def ban_shot(state: NormandieState, firer: Unit, target: Unit, number: int = 0) -> Ban | None:
    """The same as a player is told it, who wants to know what is in the way."""
    ban = ban_fire(state, firer, target, number)
    return what_blocks(state, firer, target, firer.face.weapons[number]) if ban is NO_LINE else ban


def ban_snipe(state: NormandieState, firer: Unit, target: Unit, number: int = 0) -> Ban | None:
    """Infantry only (hon.abil.sniper.3)."""
    if number >= len(firer.face.weapons) or not firer.face.weapons[number].sniper:
        return NO_SNIPER
    ban = ban_fire(state, firer, target, number)
    return SNIPES_INFANTRY if ban is None and target.counter.rank != INFANTRY else ban


def what_blocks(state: NormandieState, firer: Unit, target: Unit, weapon: Weapon) -> Ban:
    """Why there is no line: range, the arc, terrain, or units in the way (hon.los.block.1, hon.los.block.2)."""
    if distance(state, firer, target) > range_of(firer, weapon):
        return TOO_FAR
    if weapon.arc and not in_arc(state, firer, target):
        return OUT_OF_ARC
    pairs = [(a, b) for a in state.spaces_of(firer) for b in state.spaces_of(target)]
    return BEHIND_A_UNIT if any(terrain_between(state, a, b) >= 0 for a, b in pairs) else OUT_OF_SIGHT


def ban_suppression(firer: Unit, number: int = 0) -> Ban | None:
    has_it = number < len(firer.face.weapons) and firer.face.weapons[number].suppressive
    return None if has_it else NOT_SUPPRESSIVE  # hon.abil.supp.1


def in_arc(state: NormandieState, firer: Unit, target: Unit) -> bool:
    """A quarter circle to the front (hon.arc.limited.1, hon.open.arc.shape.1)."""
    for a in state.spaces_of(firer):
        for b in state.spaces_of(target):
            if covers(state, firer.facing, a, b):
                return True
    return False


def covers(state: NormandieState, facing: int, a: int, b: int) -> bool:
    ahead, aside = bearing(state, facing, a, b)
    return ahead >= 1 and ahead >= abs(aside)


def bearing(state: NormandieState, facing: int, a: int, b: int) -> tuple[int, int]:
    """How far b lies ahead of a and to the side of it, seen along a direction."""
    grid = state.board.grid
    rows, cols = grid.row(b) - grid.row(a), grid.col(b) - grid.col(a)
    down, right = (-1, -1, 0, 1, 1, 1, 0, -1)[facing], (0, 1, 1, 1, 0, -1, -1, -1)[facing]
    return rows * down + cols * right, cols * down - rows * right


def armour_against(state: NormandieState, target: Unit, a: int, b: int) -> int:
    """The defense of a heavy vehicle hit in b from a; on the diagonal the lower value (hon.open.facing.side.1)."""
    armour = target.face.armour
    ahead, aside = bearing(state, target.facing, b, a)
    aside = abs(aside)
    if ahead > aside:
        return armour[FRONT]
    if -ahead > aside:
        return armour[REAR]
    if aside > abs(ahead):
        return armour[SIDE]
    return min(armour[SIDE], armour[FRONT] if ahead > 0 else armour[REAR])


def best_line(state: NormandieState, firer: Unit, target: Unit, weapon: Weapon) -> int:
    """The pair of spaces, a * size + b, that serves the attacker best, who may choose both (hon.los.veh.1 to .3)."""
    size = state.board.grid.size
    if firer.rear < 0 and target.rear < 0 and firer.carrier < 0:  # hon.open.transport.fire.1
        return firer.cell * size + target.cell
    blockers = blockers_between(state, firer, target)
    best = -1
    least: int | None = None
    for a in state.spaces_of(firer):
        for b in state.spaces_of(target):
            obscured = line(state, a, b, blockers)
            spaces = state.board.grid.distance[a * size + b]
            if obscured < 0 or spaces > range_of(firer, weapon):
                continue
            if weapon.arc and not covers(state, firer.facing, a, b):
                continue
            need = obscured + (2 if spaces > long_range(firer) and not weapon.hawkeye else 0)
            if target.counter.rank == HEAVY:
                need += armour_against(state, target, a, b)
            if least is None or need < least:
                best = a * size + b
                least = need
    return best
