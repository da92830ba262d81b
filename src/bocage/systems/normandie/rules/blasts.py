"""Blast patterns on their way and where they land: dispersal, grenades in rooms, and the Goliath."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import bits
from bocage.kernel import Decision
from bocage.systems.normandie.model.tables import CROSS, GOLIATH, HAND_GRENADE
from bocage.systems.normandie.rules import acts, decisions, traits
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.moments import BLAST_AIMED, BLAST_LANDED, ask_for_cards
from bocage.systems.normandie.rules.outcomes import CONTAINED, PATTERN
from bocage.systems.normandie.rules.procedures import Asking
from bocage.systems.normandie.rules.sight import clear_to_pattern
from bocage.systems.normandie.rules.structures import Destruction, structure_at
from bocage.systems.normandie.rules.victory import crossing_args
from bocage.systems.normandie.state import EXITED, FIELD, NormandieState, Unit, name_of

# Steps of a Blast
AIMED: Final = 0
READY: Final = 5
FLYING: Final = 1
ARRIVED: Final = 6
LANDED: Final = 2
STRIKING: Final = 3
DONE: Final = 4


def under(state: NormandieState, cells: int) -> list[int]:
    """Units a pattern over these spaces attacks: not those inside buildings, not concealed ones.

    See hon.abil.how.5, hon.abil.blast.1, hon.abil.blast.2, hon.open.blast.partial.1.
    """
    return occupants(state, cells & ~state.ground.indoors)


def corners_of(state: NormandieState, cell: int) -> list[int]:
    """The crossings around a space."""
    grid = state.board.grid
    row, col = grid.row(cell), grid.col(cell)
    return [grid.intersection(row + a, col + b) for a in (0, 1) for b in (0, 1)]


class Burst(Asking):
    """Something that goes off among several units, and attacks each on its own."""

    __slots__ = ("firer", "left", "moving", "returned", "stood")

    def __init__(self, firer: int, moving: bool = False) -> None:
        super().__init__()
        self.firer = firer
        self.left: list[int] = []  # units still to be attacked
        self.stood = 0  # structures there were when it went off
        self.moving = moving  # Fire on the Move
        self.returned = False  # thrown back by a card

    def strike_next(self, state: NormandieState, kind: int, attack: int) -> None:
        target = state.units[self.left.pop(0)]
        bonus = state.scenario.attacks[attack].bonus[target.counter.rank]
        if bonus != CROSS and target.status == FIELD:
            shot = Shot(self.firer, 0, target.id, kind, bonus, self.moving)
            shot.returned = self.returned
            state.push(shot)


class Blast(Burst):
    """A pattern on its way: dispersal, then every unit and structure under it, each on its own."""

    __slots__ = ("agreed", "aim", "attack", "destruction", "die", "place", "scatter", "wanted")

    def __init__(
        self, firer: int, place: int, attack: int, scatter: int = 0, destruction: int = 0, moving: bool = False
    ) -> None:
        super().__init__(firer, moving)
        self.aim = place
        self.place = place  # the intersection where it lands, -1 off the board
        self.die = 0  # of the dispersal, once rolled
        self.attack = attack  # its colour, or a grenade
        self.scatter = scatter  # 0 where it cannot disperse
        self.destruction = destruction  # dice against structures
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
                ask_for_cards(state, BLAST_AIMED, state.units[self.firer].seat)  # hon.card.phase.1
        elif self.step == FLYING:
            self.step = ARRIVED
            if self.scatter:
                self.fly(state, state.units[self.firer])
        elif self.step == ARRIVED:
            self.step = LANDED
            if self.scatter:
                self.drift(state, state.units[self.firer])  # hon.abil.ind.5
            ask_for_cards(state, BLAST_LANDED)
        elif self.step == LANDED:
            self.step = STRIKING
            self.land(state)
        elif self.left:
            self.strike_next(state, PATTERN, self.attack)
        elif self.step == STRIKING:
            self.step = DONE
            if self.destruction:  # hon.build.blast.2
                cells = state.board.crossings[self.place]
                batter_under(state, self.firer, cells, self.stood, self.destruction, "hon.abil.how.5")
        else:
            state.pop()

    def fly(self, state: NormandieState, firer: Unit) -> None:
        """Veterans may roll the dispersal again (hon.trait.vet.1)."""
        self.die = self.die or state.dice.roll(6, acts.FOR_DISPERSAL)
        if traits.may_reroll(state, firer):
            state.ask(firer.seat, decisions.REROLL, traits.reroll_options([self.die]))

    def drift(self, state: NormandieState, firer: Unit) -> None:
        observed = self.agreed or spotted(state, firer, self.aim)
        self.place = disperse(state, firer, self.aim, self.scatter, self.die, observed)

    def ask_ally(self, state: NormandieState, firer: Unit) -> None:
        """Where only an ally's spotter sees the place, his owner is asked (hon.mp.abil.1)."""
        if spotted(state, firer, self.aim):
            return
        for unit in state.units:
            if unit.camp == firer.camp and spots(state, unit, self.aim):
                self.wanted = unit.id
                state.ask(unit.seat, decisions.AGREE, [acts.REFUSE.act(), acts.AGREED.act()])
                return

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.ROLL_AGAIN:
            self.step = FLYING  # hon.trait.vet.2
            self.die = traits.reroll(state, state.units[self.firer], [self.die], 1, acts.FOR_DISPERSAL)[0]
        elif decision.kind is decisions.AGREE:
            self.agreed = verb is acts.AGREED

    def land(self, state: NormandieState) -> None:
        if self.place < 0:
            state.pop()
            return
        self.left = under(state, state.board.crossings[self.place])  # hon.abil.ind.11
        self.stood = len(state.structures)
        firer = name_of(state.units[self.firer])
        state.announce("pattern", "hon.abil.how.5", {"unit": firer, **crossing_args(state, self.place)})

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return self.wanted if decision.kind is decisions.AGREE else self.firer


def batter_under(state: NormandieState, firer: int, cells: int, stood: int, dice: int, rule: str) -> None:
    """Destruction of every structure in these spaces, the last first: those that fall leave the list.

    Only the first `stood` were there when it went off; the wrecks it has made itself come after (hon.abil.how.5).
    """
    markers = state.units[firer].suppressed if firer >= 0 else 0
    for number in range(stood):
        if state.structures[number].cells & cells:
            state.push(Destruction(firer, number, dice, markers, rule))


def disperse(state: NormandieState, firer: Unit, place: int, scatter: int, die: int, observed: bool) -> int:
    """Where an indirect shot lands, -1 off the board (hon.abil.ind.5, .6, .7)."""
    distance = dispersal(die, scatter, observed)
    rule = "hon.abil.spotter.1" if observed else "hon.abil.ind.5"
    state.announce("dispersal", rule, {"unit": name_of(firer), "n": distance}, [die])
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
    return unit.status == FIELD and unit.face.spotter and clear_to_pattern(state, unit, place)


def inside(state: NormandieState, unit: Unit) -> bool:
    return unit.cell >= 0 and bool(state.ground.indoors >> unit.cell & 1)


def shared_space(state: NormandieState, cell: int) -> int:
    """The room or the position a space belongs to, as a set (hon.build.gren.2, hon.terrain.pos.5)."""
    number = state.ground.building(cell)
    if number >= 0:
        return state.board.buildings[number].room_of(cell)
    overlay = state.ground.overlay
    return bits([other for other, tile in enumerate(overlay) if tile == overlay[cell]])


def occupants(state: NormandieState, cells: int) -> list[int]:
    """Units of both sides in these spaces that a pattern or a grenade would attack."""
    seen = [unit for unit in state.units if unit.status == FIELD and not unit.face.concealed]  # hon.abil.trans.8
    return [unit.id for unit in seen if unit.cells() & cells]


class Contained(Burst):
    """A grenade in a room or a position: everyone inside, nobody outside, no cover, no pattern laid."""

    __slots__ = ("cells",)

    def __init__(self, firer: int, cells: int, moving: bool = False) -> None:
        super().__init__(firer, moving)
        self.cells = cells

    def advance(self, state: NormandieState) -> None:
        if self.step == AIMED:
            self.step = LANDED
            ask_for_cards(state, BLAST_LANDED)
            return
        if self.step == LANDED:
            self.step = STRIKING
            self.left = occupants(state, self.cells)
        if self.left:
            self.strike_next(state, CONTAINED, HAND_GRENADE)
        else:
            state.pop()


class Detonation(Burst):
    """The Goliath explodes in its space and is spent (hon.eq.goliath.4 to .6, hon.open.goliath.att.1)."""

    __slots__ = ()

    def advance(self, state: NormandieState) -> None:
        goliath = state.units[self.firer]
        if self.step == 0:
            self.step = 1
            cells = goliath.cells()
            self.stood = len(state.structures)
            for other in state.units:
                if other.status == FIELD and other.id != goliath.id and other.cells() & cells:
                    self.left.append(other.id)
            state.report("detonates", "hon.eq.goliath.4", goliath)
        elif self.left:
            self.strike_next(state, CONTAINED, GOLIATH)
        elif self.step == 1:
            self.step = 2
            number = structure_at(state, goliath.cell)
            if 0 <= number < self.stood:  # not the wreck it has just made
                dice, markers = goliath.face.destruction, goliath.suppressed
                state.push(Destruction(goliath.id, number, dice, markers, "hon.eq.goliath.6"))
        else:
            state.lose_token(goliath)
            state.remove(goliath, EXITED)
            state.pop()
