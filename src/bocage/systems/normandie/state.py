"""A battle under way. What a seat may see of it is decided in present.py only."""

from __future__ import annotations

from typing import Final

from bocage.kernel.dice import Dice
from bocage.kernel.event import Arg, Event, all_but, only
from bocage.kernel.state import State
from bocage.systems.normandie.kinds import ACTIVATION, DEPLOYMENT, NO_TOKEN, NOT_YET, NUMBERS
from bocage.systems.normandie.model import Board, Counter, Face, Scenario
from bocage.systems.normandie.rules.staff import Staff

OFF: Final = -1
"""As the space of a unit: not on the board."""

# Where a unit is
RESERVE: Final = 0
FIELD: Final = 1
LOST: Final = 2
EXITED: Final = 3


class Unit:
    """A counter in play. `face` is the side that is up, kept in step with `side`."""

    __slots__ = (
        "acted",
        "activated",
        "cell",
        "counter",
        "face",
        "id",
        "moved",
        "seat",
        "shown",
        "side",
        "status",
        "suppressed",
        "tag",
        "tile",
        "token",
        "traits",
    )

    def __init__(self, id: int, seat: int, counter: Counter, tile: int, tag: str) -> None:
        self.id = id
        self.seat = seat
        self.counter = counter
        self.tile = tile
        self.tag = tag  # tells counters of the same name apart
        self.side = 0
        self.face: Face = counter.faces[0]
        self.cell = OFF
        self.status = RESERVE
        self.suppressed = 0
        self.token = NO_TOKEN  # a number, BLUFF or none
        self.shown = False  # the token has been revealed
        self.activated = False  # bears an Activated marker
        self.acted = False  # had its action this round
        self.moved = False  # had its supply move this round
        self.traits = 0  # bits; never change

    def copy(self) -> Unit:
        twin = Unit(self.id, self.seat, self.counter, self.tile, self.tag)
        twin.side = self.side
        twin.face = self.face
        twin.cell = self.cell
        twin.status = self.status
        twin.suppressed = self.suppressed
        twin.token = self.token
        twin.shown = self.shown
        twin.activated = self.activated
        twin.acted = self.acted
        twin.moved = self.moved
        twin.traits = self.traits
        return twin

    def data(self) -> list[object]:
        return [
            self.seat,
            self.counter.id,
            self.side,
            self.cell,
            self.status,
            self.suppressed,
            self.token,
            self.shown,
            self.activated,
            self.acted,
            self.moved,
        ]

    def flip(self) -> None:
        self.side = 1 - self.side
        self.face = self.counter.faces[self.side]

    def points(self) -> int:
        """The movement value, 2 less for each Suppressed marker (hon.supd.move.1)."""
        return self.face.movement - 2 * self.suppressed


class NormandieState(State):
    __slots__ = (
        "alternate",
        "blockers",
        "board",
        "broken",
        "documents_cell",
        "documents_place",
        "documents_unit",
        "ending",
        "entitled",
        "exhausted",
        "filled",
        "goal",
        "initiative",
        "losses",
        "lost",
        "phase",
        "placed",
        "round",
        "scenario",
        "score",
        "seen",
        "staff",
        "standing",
        "tokens",
        "tokens_down",
        "units",
    )

    def __init__(self, scenario: Scenario, dice: Dice) -> None:
        super().__init__(dice)
        self.scenario = scenario
        self.board: Board = scenario.board
        self.units: list[Unit] = []
        self.round = 0
        self.phase = DEPLOYMENT
        self.initiative = 0
        self.score = [0, 0]
        self.losses = [0] * len(scenario.tiles)
        self.broken = [False] * len(scenario.tiles)
        self.tokens: list[list[int]] = []  # by tile: tokens left on its options, by kind; empty where it has none
        self.staff = Staff(scenario)
        self.alternate = False  # a game option: order tokens are laid in turns instead of both sides at once
        # Orders of this round, by seat. The last four tell what the other side has seen of them.
        self.entitled = [0, 0]  # numbered tokens
        self.tokens_down = False  # tokens lie on the units for all to see
        self.placed = [0, 0]  # tokens laid
        self.filled = [False, False]  # every unit has one, so tokens may be left over
        self.seen = [0, 0]  # numbers revealed so far, as bits
        self.exhausted = [False, False]  # no number is left to reveal
        self.lost: list[list[int]] = [[], []]  # per token lost face down: the highest number revealed before that
        # The scenario's documents
        self.documents_place = -1  # the intersection where they lie
        self.documents_cell = OFF  # the space where their bearer fell
        self.documents_unit = -1  # their bearer
        self.goal = -1  # the seat that has carried them off
        self.ending = NOT_YET
        # Derived from the units
        self.standing = [0, 0]  # by seat: the spaces its units stand in
        self.blockers = 0  # the spaces whose unit is in the way of infantry fire

    def clone(self) -> NormandieState:
        twin = NormandieState(self.scenario, self.dice.copy())
        self.copy_kernel(twin)
        twin.units = [unit.copy() for unit in self.units]
        twin.round = self.round
        twin.phase = self.phase
        twin.initiative = self.initiative
        twin.score = self.score[:]
        twin.losses = self.losses[:]
        twin.broken = self.broken[:]
        if self.tokens:
            twin.tokens = [pool[:] for pool in self.tokens]
        twin.staff = self.staff.copy()
        twin.alternate = self.alternate
        twin.entitled = self.entitled[:]
        twin.tokens_down = self.tokens_down
        twin.placed = self.placed[:]
        twin.filled = self.filled[:]
        twin.seen = self.seen[:]
        twin.exhausted = self.exhausted[:]
        twin.lost = [self.lost[0][:], self.lost[1][:]]
        twin.documents_place = self.documents_place
        twin.documents_cell = self.documents_cell
        twin.documents_unit = self.documents_unit
        twin.goal = self.goal
        twin.ending = self.ending
        twin.standing = self.standing[:]
        twin.blockers = self.blockers
        return twin

    def data(self) -> list[object]:
        return [
            *super().data(),
            [unit.data() for unit in self.units],
            [self.round, self.phase, self.initiative, self.goal, self.ending, self.tokens_down, self.alternate],
            [self.score, self.losses, self.broken, self.entitled, self.placed, self.filled, self.seen, self.lost],
            self.tokens,
            self.staff.data(),
            [self.exhausted, self.documents_place, self.documents_cell, self.documents_unit],
        ]

    def refresh(self) -> None:
        """Work out again who stands where; called whenever a unit moves, is flipped or leaves."""
        ours = 0
        theirs = 0
        blockers = 0
        for unit in self.units:
            if unit.status == FIELD:
                bit = 1 << unit.cell
                if unit.seat == 0:
                    ours |= bit
                else:
                    theirs |= bit
                if not unit.face.concealed:  # hon.abil.ambush.11
                    blockers |= bit
        self.standing[0] = ours
        self.standing[1] = theirs
        self.blockers = blockers

    def put(self, unit: Unit, cell: int) -> None:
        unit.cell = cell
        unit.status = FIELD
        self.refresh()

    def turn(self, unit: Unit) -> None:
        unit.flip()
        self.refresh()

    def remove(self, unit: Unit, status: int) -> None:
        unit.status = status
        unit.cell = OFF
        self.refresh()

    def stars(self, seat: int) -> int:
        """One order token per star on unbroken tiles and on the sides that are up (hon.order.count.1)."""
        total = 0
        for number, tile in enumerate(self.scenario.tiles):
            if tile.seat == seat and not self.broken[number]:
                total += tile.stars
        for unit in self.units:
            if unit.seat == seat and unit.status == FIELD:
                total += unit.face.stars
        return total

    def highest_seen(self, seat: int) -> int:
        numbers = self.seen[seat] & NUMBERS
        return numbers.bit_length() - 1 if numbers else 0

    def lose_token(self, unit: Unit) -> None:
        """A token goes back unseen (hon.order.loss.1); what the other side knew of it stays known."""
        if unit.token != NO_TOKEN and not unit.shown and self.phase == ACTIVATION:
            self.lost[unit.seat].append(self.highest_seen(unit.seat))
        unit.token = NO_TOKEN
        unit.shown = False

    def report(self, kind: str, rule: str, unit: Unit, args: dict[str, Arg], place: int = OFF) -> None:
        """Tell an event about one unit; others do not learn the name of a concealed one (hon.abil.ambush.14)."""
        where = self.board.grid.name(place) if place >= 0 else ""
        named: dict[str, Arg] = {"unit": name_of(unit)}
        named.update(args)
        if not unit.face.concealed:
            self.emit(Event(kind, rule, named, place=where))
            return
        hidden: dict[str, Arg] = {"unit": "@unit.concealed"}
        hidden.update(args)
        self.emit(Event(kind, rule, named, place=where, visible=only(unit.seat)))
        self.emit(Event(kind, rule, hidden, place=where, visible=all_but(unit.seat)))


def known_name(unit: Unit) -> str:
    """Its name as everybody may hear it."""
    return "@unit.concealed" if unit.face.concealed else name_of(unit)


def name_of(unit: Unit) -> str:
    """A unit's name as an argument of a text."""
    name = "@unit." + unit.counter.id
    return name + " " + unit.tag if unit.tag else name
