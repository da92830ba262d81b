"""Blast patterns on their way and where they land: dispersal, grenades in rooms, and the Goliath."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Decision, Event, Procedure
from bocage.systems.normandie.model.tables import CROSS
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.moments import BLAST_AIMED, BLAST_LANDED, ask_for_cards
from bocage.systems.normandie.rules.outcomes import CONTAINED, PATTERN
from bocage.systems.normandie.rules.sight import clear_to
from bocage.systems.normandie.rules.structures import destruction_dice, structure_at
from bocage.systems.normandie.state import EXITED, FIELD, NormandieState, Unit, name_of

# The bonuses of patterns by colour against the three classes (hon.open.blast.colour.1)
HAND_GRENADE: Final = 5
PATTERN_BONUS: Final = ((0, 0, 0), (1, 1, 0), (2, 2, 1), (3, 3, 2), (4, 4, 3), (2, 1, CROSS))


# Steps of a Blast
AIMED: Final = 0
READY: Final = 5
FLYING: Final = 1
LANDED: Final = 2
STRIKING: Final = 3
DONE: Final = 4


def under(state: NormandieState, cells: int) -> list[int]:
    """Units a pattern over these spaces attacks: not those inside buildings, not concealed ones.

    See hon.abil.how.5, hon.abil.blast.1, hon.abil.blast.2, hon.open.blast.partial.1.
    """
    found: list[int] = []
    open_air = cells & ~state.ground.indoors
    for unit in state.units:
        if unit.status == FIELD and not unit.face.concealed and unit.cells() & open_air:
            found.append(unit.id)
    return found


def every_crossing(state: NormandieState) -> list[int]:
    grid = state.board.grid
    return list(range((grid.rows + 1) * (grid.cols + 1)))


def structures_under(state: NormandieState, cells: int) -> list[int]:
    return [number for number, one in enumerate(state.structures) if one.cells & cells]


def is_indoors(state: NormandieState, intersection: int) -> bool:
    """Every space around it is in one building (hon.build.blast.1)."""
    around = state.board.crossings[intersection]
    return around & ~state.ground.indoors == 0


class Blast(Procedure[NormandieState]):
    """A pattern on its way: dispersal, then every unit and structure under it, each on its own.

    Where only an ally's spotter sees the place, his owner is asked (hon.mp.abil.1).
    """

    __slots__ = (
        "agreed", "aim", "bonus", "destruction", "die", "firer", "left", "moving", "place", "returned", "scatter",
        "wanted",
    )  # fmt: skip

    def __init__(self, firer: int, place: int, bonus: int, scatter: int, destruction: int) -> None:
        super().__init__()
        self.firer = firer
        self.aim = place
        self.place = place  # the intersection where it lands, -1 off the board
        self.die = 0  # of the dispersal, once rolled
        self.bonus = bonus  # index of PATTERN_BONUS
        self.scatter = scatter  # 0 where it cannot disperse
        self.destruction = destruction  # dice against structures
        self.left: list[int] = []  # units still to be attacked
        self.moving = False  # Fire on the Move
        self.returned = False  # thrown back by a card
        self.wanted = -1  # an ally's spotter
        self.agreed = False  # to direct the shot

    def advance(self, state: NormandieState) -> None:
        if self.step == AIMED:
            self.step = READY
            if self.scatter and state.scenario.allied:
                self.ask_ally(state, state.units[self.firer])
        elif self.step == READY:
            self.step = FLYING
            if self.scatter:
                ask_for_cards(state, BLAST_AIMED, state.units[self.firer].seat)
        elif self.step == FLYING:
            self.step = LANDED
            self.fly(state)
            ask_for_cards(state, BLAST_LANDED)
        elif self.step == LANDED:
            self.step = STRIKING
            self.land(state)
        elif self.left:
            target = state.units[self.left.pop(0)]
            bonus = PATTERN_BONUS[self.bonus][target.counter.rank]
            if bonus != CROSS and target.status == FIELD:
                shot = Shot(self.firer, 0, target.id, PATTERN)
                shot.base = bonus
                shot.moving = self.moving
                shot.returned = self.returned
                state.push(shot)
        elif self.step == STRIKING:
            self.step = DONE
            if self.destruction:  # hon.build.blast.2
                hit = structures_under(state, state.board.crossings[self.place])
                for number in reversed(hit):
                    markers = state.units[self.firer].suppressed
                    destruction_dice(state, number, self.destruction, markers, "hon.abil.how.5")
        else:
            state.pop()

    def fly(self, state: NormandieState) -> None:
        self.place = self.aim
        if self.scatter:
            self.die = state.dice.roll(6, acts.FOR_DISPERSAL)
            firer = state.units[self.firer]
            seen = self.agreed or spotted(state, firer, self.aim)
            self.place = disperse(state, firer, self.aim, self.scatter, self.die, seen)

    def ask_ally(self, state: NormandieState, firer: Unit) -> None:
        if spotted(state, firer, self.aim):
            return
        for unit in state.units:
            if unit.camp == firer.camp and spots(state, unit, self.aim):
                self.wanted = unit.id
                state.ask(unit.seat, decisions.AGREE, [acts.REFUSE.act(), acts.AGREED.act()])
                return

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        self.agreed = acts.ACTS.of(option) is acts.AGREED

    def land(self, state: NormandieState) -> None:
        if self.place < 0:
            state.pop()
            return
        self.left = under(state, state.board.crossings[self.place])
        tell_blast(state, state.units[self.firer], self.place)


def tell_blast(state: NormandieState, firer: Unit, place: int) -> None:
    if state.recording:
        cols = state.board.grid.cols + 1
        args: dict[str, int | str] = {"unit": name_of(firer), "row": place // cols, "col": place % cols}
        args["place"] = state.board.grid.crossing(place)
        state.emit(Event("pattern", "hon.abil.how.5", args))


def disperse(state: NormandieState, firer: Unit, place: int, scatter: int, die: int, observed: bool) -> int:
    """Where an indirect shot lands, -1 off the board (hon.abil.ind.5, .6, .7)."""
    distance = dispersal(die, scatter, observed)
    if state.recording:
        args: dict[str, int | str] = {"unit": name_of(firer), "n": distance}
        rule = "hon.abil.spotter.1" if observed else "hon.abil.ind.5"
        state.emit(Event("dispersal", rule, args, dice=[die]))
    return drifted(state, place, die, distance)


def drifted(state: NormandieState, place: int, die: int, distance: int) -> int:
    """The crossing so far away: 1 up, 2 right, 3 down, 4 left; -1 off the board (hon.open.disp.dir.1, .off.1)."""
    grid = state.board.grid
    cols = grid.cols + 1
    row, col = place // cols, place % cols
    if die <= 4:
        row += (-1, 0, 1, 0)[die - 1] * distance
        col += (0, 1, 0, -1)[die - 1] * distance
    return row * cols + col if 0 <= row <= grid.rows and 0 <= col <= grid.cols else -1


def dispersal(die: int, scatter: int, has_spotter: bool) -> int:
    """How far a pattern drifts; a spotter takes one off, not below 0 (hon.abil.spotter.1, hon.open.spot.1)."""
    if die >= 5:
        return 0
    return max(0, scatter - (1 if has_spotter else 0))


def spotted(state: NormandieState, firer: Unit, place: int) -> bool:
    return any(unit.seat == firer.seat and spots(state, unit, place) for unit in state.units)


def spots(state: NormandieState, unit: Unit, place: int) -> bool:
    return unit.status == FIELD and unit.face.spotter and clear_to(state, unit, place)


def inside(state: NormandieState, unit: Unit) -> bool:
    return unit.cell >= 0 and bool(state.ground.indoors >> unit.cell & 1)


def shared_space(state: NormandieState, cell: int) -> int:
    """The room or the position a space belongs to, as a set (hon.build.gren.2, hon.terrain.pos.5)."""
    number = state.ground.building(cell)
    if number >= 0:
        return state.board.buildings[number].room_of(cell)
    overlay = state.ground.overlay[cell]
    mask = 0
    for other, tile in enumerate(state.ground.overlay):
        if tile == overlay:
            mask |= 1 << other
    return mask


def occupants(state: NormandieState, cells: int, camp: int) -> list[int]:
    """Units in a room or position that a grenade would attack; -1 for both sides."""
    found: list[int] = []
    for unit in state.units:
        if unit.status == FIELD and not unit.face.concealed and unit.cells() & cells and camp in (-1, unit.camp):
            found.append(unit.id)
    return found


class Contained(Procedure[NormandieState]):
    """A grenade in a room or a position: everyone inside, nobody outside, no cover, no pattern laid."""

    __slots__ = ("cells", "firer", "left", "moving", "returned")

    def __init__(self, firer: int, cells: int) -> None:
        super().__init__()
        self.firer = firer
        self.cells = cells
        self.left: list[int] = []
        self.moving = False
        self.returned = False  # thrown back by a card

    def advance(self, state: NormandieState) -> None:
        if self.step == AIMED:
            self.step = LANDED
            ask_for_cards(state, BLAST_LANDED)
            return
        if self.step == LANDED:
            self.step = STRIKING
            self.left = occupants(state, self.cells, -1)
        if not self.left:
            state.pop()
            return
        target = state.units[self.left.pop(0)]
        bonus = PATTERN_BONUS[HAND_GRENADE][target.counter.rank]
        if target.status == FIELD and bonus != CROSS:
            shot = Shot(self.firer, 0, target.id, CONTAINED)
            shot.base = bonus
            shot.moving = self.moving
            shot.returned = self.returned
            state.push(shot)


GOLIATH_BONUS: Final = 4


class Detonation(Procedure[NormandieState]):
    """The Goliath explodes in its space and is spent (hon.eq.goliath.4 to .6, hon.open.goliath.att.1)."""

    __slots__ = ("left", "unit")

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit
        self.left: list[int] = []

    def advance(self, state: NormandieState) -> None:
        goliath = state.units[self.unit]
        if self.step == 0:
            self.step = 1
            cells = goliath.cells()
            for other in state.units:
                if other.status == FIELD and other.id != goliath.id and other.cells() & cells:
                    self.left.append(other.id)
            state.report("detonates", "hon.eq.goliath.4", goliath)
        elif self.left:
            target = state.units[self.left.pop(0)]
            if target.status == FIELD:
                shot = Shot(goliath.id, 0, target.id, CONTAINED)
                shot.base = GOLIATH_BONUS
                state.push(shot)
        elif self.step == 1:
            self.step = 2
            number = structure_at(state, goliath.cell)
            if number >= 0:
                destruction_dice(state, number, goliath.face.destruction, goliath.suppressed, "hon.eq.goliath.6")
        else:
            state.lose_token(goliath)
            state.remove(goliath, EXITED)
            state.pop()
