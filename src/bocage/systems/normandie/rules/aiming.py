"""Aiming a blast pattern: howitzers, indirect fire, grenades and HE shells, and where each may go."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban, Decision, first
from bocage.systems.normandie.model.tables import BLUE, GREEN, HAND_GRENADE, RED, RIFLE_GRENADE, UNLIMITED
from bocage.systems.normandie.rules import acts, blasts, decisions
from bocage.systems.normandie.rules.multiplayer import allied_spaces
from bocage.systems.normandie.rules.procedures import UnitProcedure, Wish
from bocage.systems.normandie.rules.sight import clear_to
from bocage.systems.normandie.state import FIELD, NormandieState, Unit

# What is fired
GUN: Final = 0  # the unit's own weapon
GRENADES: Final = 1
RIFLE_GRENADES: Final = 2
SHELLS: Final = 3
GRENADE_REACH: Final = 2
RIFLE_REACH: Final = 7
HORN_REACH: Final = 2

INDOORS: Final = Ban("hon.build.blast.1", "indoors")
BEYOND_THROW: Final = Ban("hon.eq.gren.2", "beyond-throw")
BEYOND_RIFLE: Final = Ban("hon.eq.rgren.2", "beyond-throw")
BEYOND_REACH: Final = Ban("hon.abil.lr.3", "too-far")
UNSEEN_CROSSING: Final = Ban("hon.abil.how.3", "unseen-crossing")
NOTHING_TO_HIT: Final = Ban("hon.abil.how.1", "nothing-to-hit")
ALLY_THERE: Final = Ban("hon.mp.act.2", "ally-there")
AT_CROSSINGS: Final = Ban("hon.abil.how.1", "at-crossings")
NO_ROOM_TO_THROW_IN: Final = Ban("hon.build.gren.1", "no-throw-in")


class Aiming(UnitProcedure):
    """Choose where a pattern goes: an intersection, or through an opening into a room or a position."""

    __slots__ = ("mark", "moving", "number", "what")

    def __init__(self, unit: int, number: int, what: int, moving: bool = False, mark: int = -1) -> None:
        super().__init__(unit)
        self.mark = mark  # the unit it must come down on, -1 for any
        self.number = number  # the weapon
        self.what = what
        self.moving = moving  # Fire on the Move

    def advance(self, state: NormandieState) -> None:
        if self.step == 0:
            self.step = 1
            unit = state.units[self.unit]
            state.ask(unit.seat, decisions.AIM, aims(state, unit, self.number, self.what, self.mark))
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        place = first(option)
        if acts.ACTS.of(option) is acts.THROW_IN:
            state.push(blasts.Contained(unit.id, blasts.shared_space(state, place), self.moving))
            return
        clear = clear_to(state, unit, place)
        colour, scatter, dice = HAND_GRENADE, 0, 0
        if self.what == GUN:
            weapon = unit.face.weapons[self.number]
            colour, dice = colour_of(state, unit, self.number), weapon.destruction
            scatter = 0 if clear or not weapon.indirect else weapon.scatter  # hon.abil.ind.4, hon.abil.ind.8
        elif self.what == SHELLS:
            colour, dice = RED, unit.face.weapons[0].destruction  # hon.eq.he.2
        elif self.what == RIFLE_GRENADES:  # hon.eq.gren.3
            colour = RIFLE_GRENADE
            scatter = 0 if clear else state.scenario.attacks[RIFLE_GRENADE].scatter  # hon.eq.rgren.2
        state.push(blasts.Blast(unit.id, place, colour, scatter, dice, self.moving))

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        unit = state.units[self.unit]
        if wish.crossing < 0:
            return NO_ROOM_TO_THROW_IN if self.what in (GRENADES, RIFLE_GRENADES) else AT_CROSSINGS
        return ban_aim(state, unit, self.number, self.what, wish.crossing) or NOTHING_TO_HIT


def colour_of(state: NormandieState, unit: Unit, number: int) -> int:
    """Its pattern; near a Horn of Plenty blue ones become green (hon.eq.horn.2)."""
    colour = unit.face.weapons[number].pattern
    if colour != BLUE:
        return colour
    grid = state.board.grid
    for horn in state.units:
        if horn.seat != unit.seat or horn.status != FIELD or horn.counter.kind != "horn":
            continue
        if grid.distance[horn.cell * grid.size + unit.cell] <= HORN_REACH:
            return GREEN
    return colour


def aims(state: NormandieState, unit: Unit, number: int, what: int, mark: int = -1) -> list[int]:
    """Every intersection it may be aimed at (hon.abil.how.1, hon.abil.ind.1), and what grenades can be thrown into.

    Opportunity Fire is at the unit that moves, so it must be under the pattern (hon.open.opp.target.1).
    """
    found = acts.AIM_AT.on_each(
        [place for place in in_range(state, unit, what) if ban_aim(state, unit, number, what, place) is None]
    )
    if what in (GRENADES, RIFLE_GRENADES):
        found.extend(acts.THROW_IN.on_each(throw_ins(state, unit)))
    return found if mark < 0 else [option for option in found if comes_down_on(state, option, state.units[mark])]


def comes_down_on(state: NormandieState, option: int, unit: Unit) -> bool:
    """The pattern covers it, or the grenade flies into the room or position where it is (hon.open.opp.target.1)."""
    if acts.ACTS.of(option) is acts.THROW_IN:
        return bool(blasts.shared_space(state, first(option)) & unit.cells())
    return unit.id in blasts.under(state, state.board.crossings[first(option)])


def has_aim(state: NormandieState, unit: Unit, number: int, what: int, mark: int = -1) -> bool:
    if mark >= 0:
        return bool(aims(state, unit, number, what, mark))
    if what in (GRENADES, RIFLE_GRENADES) and throw_ins(state, unit):
        return True
    places = blasts.corners_of(state, state.spaces_of(unit)[0]) + in_range(state, unit, what)  # the likely ones first
    return any(ban_aim(state, unit, number, what, place) is None for place in places)


def in_range(state: NormandieState, unit: Unit, what: int) -> list[int]:
    """The intersections around it, as far as what is thrown can fly."""
    grid = state.board.grid
    reach = (UNLIMITED, GRENADE_REACH + 1, RIFLE_REACH + 1, UNLIMITED)[what]  # one more from behind an opening
    here = state.spaces_of(unit)[0]
    row, col = grid.row(here), grid.col(here)
    rows = range(max(0, row - reach), min(grid.rows, row + 1 + reach) + 1)
    cols = range(max(0, col - reach), min(grid.cols, col + 1 + reach) + 1)
    return [grid.intersection(i, j) for i in rows for j in cols]


def ban_aim(state: NormandieState, unit: Unit, number: int, what: int, place: int) -> Ban | None:
    """Why a pattern may not be aimed at a crossing; on an ally's units it never may."""
    if state.scenario.allied and state.board.crossings[place] & allied_spaces(state, unit):  # hon.mp.act.2
        return ALLY_THERE
    if not state.board.crossings[place] & ~state.ground.indoors:  # hon.abil.how.4, hon.abil.ind.9, hon.build.blast.1
        return INDOORS
    if what == GRENADES:
        return BEYOND_THROW if throw_distance(state, unit, place) > GRENADE_REACH else None  # hon.eq.gren.2
    if what == RIFLE_GRENADES:
        if throw_distance(state, unit, place) > RIFLE_REACH:  # hon.eq.rgren.2
            return BEYOND_RIFLE
        indirect = True
    elif what == GUN:
        weapon = unit.face.weapons[number]
        if away(state, unit, place) > weapon.reach:  # hon.abil.lr.3
            return BEYOND_REACH
        indirect = weapon.indirect
    else:
        indirect = False  # hon.eq.he.2
    if indirect and not blasts.inside(state, unit):  # hon.abil.ind.2, hon.abil.ind.10
        return None
    return None if clear_to(state, unit, place) else UNSEEN_CROSSING  # hon.abil.how.3


def away(state: NormandieState, unit: Unit, place: int) -> int:
    return min([state.board.grid.intersections_away(cell, place) for cell in state.spaces_of(unit)])


def throw_distance(state: NormandieState, unit: Unit, place: int) -> int:
    """From a building the count starts outside an opening (hon.build.gren.6, hon.open.grenade.start.1)."""
    if not blasts.inside(state, unit):
        return away(state, unit, place)
    grid = state.board.grid
    return min([grid.intersections_away(cell, place) for cell in across_openings(state, unit.cell)], default=UNLIMITED)


def across_openings(state: NormandieState, cell: int) -> list[int]:
    """The spaces on the other side of the openings of an indoor space, or of those that lead into a building."""
    grid = state.board.grid
    found: list[int] = []
    for number, building in enumerate(state.board.buildings):
        if not state.ground.standing >> number & 1:
            continue
        for edge in building.openings:
            a = edge // 2
            b = a + (1 if edge % 2 == 0 else grid.cols)
            if cell == a:
                found.append(b)
            elif cell == b:
                found.append(a)
    return found


def throw_ins(state: NormandieState, unit: Unit) -> list[int]:
    """Rooms through an opening beside the unit, and positions next to it.

    See hon.build.gren.1, hon.terrain.pos.4, hon.eq.gren.5, hon.eq.rgren.4.
    """
    found: list[int] = []
    if unit.cell < 0:
        return found
    cells = [cell for cell in across_openings(state, unit.cell) if state.ground.indoors >> cell & 1]
    if not blasts.inside(state, unit):
        cells += spaces(state.ground.joined[unit.cell] & state.ground.opportunity & ~state.ground.indoors)
    seen = 0
    for cell in cells:
        room = blasts.shared_space(state, cell)
        if seen & room or room >> unit.cell & 1:
            continue
        seen |= room
        if not room & allied_spaces(state, unit):  # hon.mp.act.2
            found.append(cell)
    return found
