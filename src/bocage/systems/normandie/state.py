"""A battle under way. What a seat may see of it is decided in present.py only."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Dice, Event, State, all_but, only
from bocage.systems.normandie.model.flags import ACTIVATION, CONCEALED_TOKEN, DEPLOYMENT, NO_TOKEN, NOT_YET, NUMBERS
from bocage.systems.normandie.model.forces import Scenario, interleaved
from bocage.systems.normandie.model.staff import Staff
from bocage.systems.normandie.model.tables import INFANTRY, Board, Counter, Face, Ground, first_ground

OFF: Final = -1
"""As the space of a unit: not on the board."""

# Where a unit is
RESERVE: Final = 0
FIELD: Final = 1
LOST: Final = 2
EXITED: Final = 3
ABOARD: Final = 4
BOX: Final = 5  # a smoke bomb that waits for an order
AWAITED: Final = 6  # an event of the scenario will bring it

# Damage of a heavy vehicle, as bits
CREW: Final = 1
TRACK: Final = 2
HULL: Final = 4
PRIMARY: Final = 8


class Unit:
    """A counter in play. `face` is the side that is up, kept in step with `side`."""

    __slots__ = (
        "acted", "activated", "bombs", "camp", "carrier", "cell", "counter", "damage", "face", "facing", "fired",
        "fuelled", "halted", "id", "known", "moved", "rear", "seat", "shown", "side", "status", "suppressed", "tag",
        "tile", "token", "traits", "veil",
    )  # fmt: skip

    def __init__(self, id: int, seat: int, counter: Counter, tile: int, tag: str = "", camp: int = 0) -> None:
        self.id = id
        self.seat = seat  # its player
        self.camp = camp  # the side its player fights on, 0 or 1 (hon.mp.ally.1)
        self.counter, self.tile = counter, tile
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
        self.rear = OFF  # the second space of a vehicle of two; `cell` is its front
        self.facing = 0 if counter.turns else -1  # one of the 8 directions
        self.carrier = -1  # the vehicle it rides in
        self.damage = 0
        self.fired = 0  # weapons used in this round, as bits
        self.bombs: list[int] = []  # stuck on it, each as the unit that laid it; replaced, never changed
        self.fuelled = False  # has had its Fuel token this round
        self.known = False  # has been seen face up
        self.halted = False  # the move in progress has been ended by damage
        self.veil = -1  # the tile whose Concealed token hides it

    def copy(self) -> Unit:
        twin = Unit(self.id, self.seat, self.counter, self.tile, self.tag, self.camp)
        twin.side, twin.face, twin.cell = self.side, self.face, self.cell
        twin.status, twin.suppressed, twin.token = self.status, self.suppressed, self.token
        twin.shown, twin.activated, twin.acted = self.shown, self.activated, self.acted
        twin.moved, twin.traits, twin.rear = self.moved, self.traits, self.rear
        twin.facing, twin.carrier, twin.damage = self.facing, self.carrier, self.damage
        twin.fired, twin.bombs, twin.fuelled = self.fired, self.bombs, self.fuelled
        twin.halted, twin.known, twin.veil = self.halted, self.known, self.veil
        return twin

    def data(self) -> list[object]:
        place = [self.cell, self.rear, self.facing, self.carrier, self.status]
        wear = [self.side, self.suppressed, self.damage, self.bombs, self.veil, self.known]
        turn = [self.token, self.shown, self.activated, self.acted, self.moved, self.fired, self.fuelled, self.halted]
        return [self.seat, self.counter.id, place, wear, turn]

    def flip(self) -> None:
        self.side = 1 - self.side
        self.face = self.counter.faces[self.side]

    def points(self) -> int:
        """The movement value, 2 less for each Suppressed marker (hon.supd.move.1); a broken track ends it."""
        if self.damage & TRACK:  # hon.damage.2, hon.open.damage.track.1
            return 0
        return self.face.movement - 2 * self.suppressed

    def is_crewed(self) -> bool:
        """Men who can handle things: not a Ruse, a Horn of Plenty or a Goliath (hon.trait.tricky.2)."""
        return self.counter.kind not in ("ruse", "horn", "goliath", "smoke")

    def is_vehicle(self) -> bool:
        return self.counter.rank != INFANTRY

    def cells(self) -> int:
        """The spaces it stands in, as a set (hon.move.veh.1, hon.move.veh.7)."""
        mask = 1 << self.cell if self.cell >= 0 else 0
        return mask | 1 << self.rear if self.rear >= 0 else mask  # hon.open.los.diagonal.1


class Structure:
    """Something that can be demolished. Never changed: markers are counted in the state."""

    __slots__ = ("building", "cells", "kind", "value")

    def __init__(self, cells: int, value: int, kind: int, building: int) -> None:
        self.cells = cells
        self.value = value  # demolition points it takes
        self.kind = kind
        self.building = building  # the number of the building, -1 for others


# Kinds of structures
HOUSE: Final = 0
WRECK: Final = 1
WIRE: Final = 2


class NormandieState(State):
    __slots__ = (
        "alternate", "blockers", "bluffs", "board", "broken", "charges", "crowded", "documents_cell", "documents_place",
        "documents_unit", "ending", "entitled", "exhausted", "filled", "goal", "ground", "initiative", "losses", "lost",
        "markers", "phase", "placed", "ranks", "readings", "round", "scenario", "score", "seen", "sequence", "smoke",
        "staff", "standing", "structures", "tokens", "tokens_down", "units", "vehicles",
    )  # fmt: skip

    def __init__(self, scenario: Scenario, dice: Dice) -> None:
        super().__init__(dice)
        self.scenario = scenario
        self.board: Board = scenario.board
        self.units: list[Unit] = []
        self.round = 0
        self.phase = DEPLOYMENT
        seats = len(scenario.camps)
        # The side with initiative, and its order of play; both lists are replaced, never changed
        self.initiative = 0
        self.ranks: list[list[int]] = scenario.players  # by camp: its players, the first to play first
        self.sequence: list[int] = scenario.sequence  # all players in the order of play
        self.score = [0, 0]  # by camp
        self.losses = [0] * len(scenario.tiles)
        self.broken = [False] * len(scenario.tiles)
        self.tokens: list[list[int]] = []  # by tile: tokens left on its options, by kind; empty where it has none
        self.staff = Staff(scenario)
        self.alternate = False  # a game option: order tokens are laid in turns instead of both sides at once
        self.readings = 0  # game options: open points read in the other way, as bits
        # Orders of this round, by seat. The last four tell what the other side has seen of them.
        self.bluffs: list[int] = scenario.bluffs  # bluff tokens; replaced, never changed
        self.entitled = [0] * seats  # numbered tokens
        self.tokens_down = False  # tokens lie on the units for all to see
        self.placed = [0] * seats  # tokens laid
        self.filled = [False] * seats  # every unit has one, so tokens may be left over
        self.seen = [0] * seats  # numbers revealed so far, as bits
        self.exhausted = [False] * seats  # no number is left to reveal
        # per token lost face down: the highest number revealed before that
        self.lost: list[list[int]] = [[] for _ in range(seats)]
        # The scenario's documents
        self.documents_place = -1  # the intersection where they lie
        self.documents_cell = OFF  # the space where their bearer fell
        self.documents_unit = -1  # their bearer
        self.goal = -1  # the side that has carried them off
        self.ending = NOT_YET
        # What play has made of the board
        self.ground: Ground = self.board.ground or first_ground(self.board)
        self.structures: list[Structure] = structures_of(self.board)  # replaced, never changed
        self.markers: list[int] = [0] * len(self.structures)  # demolition points so far
        # Demolition charges: the space of the structure, and the unit that laid it; replaced, never changed
        self.charges: list[tuple[int, int]] = []
        self.smoke: list[tuple[int, int]] = []  # intersection and penalty; replaced, never changed
        # Derived from the units; replaced, never changed
        self.vehicles = 0  # the spaces of all vehicles
        self.standing = [0, 0]  # by camp: the spaces its units stand in
        self.crowded = [0, 0]  # by camp: the spaces where two of them are, one passing through
        self.blockers = 0  # the spaces whose unit is in the way of infantry fire

    def clone(self) -> NormandieState:
        twin = NormandieState(self.scenario, self.dice.copy())
        self.copy_kernel(twin)
        twin.units = [unit.copy() for unit in self.units]
        twin.round, twin.phase, twin.initiative = self.round, self.phase, self.initiative
        twin.ranks, twin.sequence, twin.bluffs = self.ranks, self.sequence, self.bluffs
        twin.score, twin.losses, twin.broken = self.score[:], self.losses[:], self.broken[:]
        if self.tokens:
            twin.tokens = [pool[:] for pool in self.tokens]
        twin.staff = self.staff.copy()
        twin.alternate, twin.entitled, twin.tokens_down = self.alternate, self.entitled[:], self.tokens_down
        twin.readings = self.readings
        twin.placed, twin.filled, twin.seen = self.placed[:], self.filled[:], self.seen[:]
        twin.exhausted = self.exhausted[:]
        twin.lost = [bounds[:] for bounds in self.lost]
        twin.documents_place, twin.documents_cell = self.documents_place, self.documents_cell
        twin.documents_unit, twin.goal, twin.ending = self.documents_unit, self.goal, self.ending
        twin.ground, twin.structures, twin.markers = self.ground, self.structures, self.markers[:]
        twin.charges, twin.smoke, twin.vehicles = self.charges, self.smoke, self.vehicles
        twin.standing, twin.crowded, twin.blockers = self.standing, self.crowded, self.blockers
        return twin

    def data(self) -> list[object]:
        return [
            *super().data(),
            [unit.data() for unit in self.units],
            [self.round, self.phase, self.initiative, self.goal, self.ending, self.tokens_down, self.alternate],
            self.readings,
            [self.score, self.losses, self.broken, self.entitled, self.placed, self.filled, self.seen, self.lost],
            self.tokens,
            self.staff.data(),
            [self.ranks, self.bluffs],
            [self.exhausted, self.documents_place, self.documents_cell, self.documents_unit],
            [[str(one.cells), one.value, one.kind] for one in self.structures],
            [self.markers, self.smoke, self.charges],
            [self.ground.standing, str(self.ground.cleared), str(self.ground.dug), str(self.ground.passages)],
        ]

    def lead(self, camp: int) -> None:
        """A side takes the initiative; its players and the others play by turns (hon.mp.init.1)."""
        self.initiative = camp
        self.sequence = interleaved(self.ranks, camp)

    def won(self, seat: int) -> bool:
        """Allies win together."""
        return self.winner >= 0 and self.scenario.camps[self.winner] == self.scenario.camps[seat]

    def refresh(self) -> None:
        """Work out again who stands where; called whenever a unit moves, is flipped or leaves."""
        standing = [0, 0]
        crowded = [0, 0]
        blockers = 0
        vehicles = 0
        for unit in self.units:
            if unit.status == FIELD:
                bit = 1 << unit.cell
                if unit.rear >= 0:
                    bit |= 1 << unit.rear
                camp = unit.camp
                taken = standing[camp]
                if taken & bit:
                    crowded[camp] |= taken & bit
                standing[camp] = taken | bit
                if not unit.face.concealed:  # hon.abil.ambush.11
                    blockers |= bit
                if unit.counter.rank != INFANTRY:
                    vehicles |= bit
        self.standing, self.crowded = standing, crowded
        self.blockers, self.vehicles = blockers, vehicles

    def put(self, unit: Unit, cell: int) -> None:
        unit.cell = cell
        unit.status = FIELD
        unit.carrier = -1
        if not unit.face.concealed:
            unit.known = True
        if unit.counter.size == 2:
            unit.rear = self.board.grid.around[cell][(unit.facing + 4) % 8]
        self.refresh()

    def turn(self, unit: Unit) -> None:
        if unit.veil >= 0:
            self.unveil(unit)
            return
        unit.known = unit.known or not unit.face.concealed
        unit.flip()
        unit.known = unit.known or not unit.face.concealed
        self.refresh()

    def unveil(self, unit: Unit) -> None:
        """A Concealed token goes back to its tile (hon.ord.conceal.4)."""
        self.tokens[unit.veil][CONCEALED_TOKEN] += 1
        unit.veil = -1
        unit.face = unit.counter.faces[unit.side]
        self.refresh()

    def remove(self, unit: Unit, status: int) -> None:
        if unit.veil >= 0:
            self.unveil(unit)
        unit.status = status
        unit.cell = unit.rear = OFF
        unit.carrier = -1
        self.refresh()

    def embark(self, unit: Unit, vehicle: Unit) -> None:
        """A unit aboard is off the board: no zone, no target, in nobody's way (hon.open.transport.zoc.1)."""
        self.remove(unit, ABOARD)
        unit.carrier = vehicle.id

    def spaces_of(self, unit: Unit) -> list[int]:
        """Where lines to and from a unit begin and end; a passenger's are those of its vehicle."""
        if unit.status == ABOARD:
            unit = self.units[unit.carrier]
        return [unit.cell] if unit.rear < 0 else [unit.cell, unit.rear]

    def place_name(self, unit: Unit) -> str:
        """Its space, or that of the vehicle it rides in; empty off the board."""
        if unit.carrier >= 0:
            unit = self.units[unit.carrier]
        return self.board.grid.name(unit.cell) if unit.cell >= 0 else ""

    def stars(self, seat: int) -> int:
        """One order token per star on the sides that are up and on unbroken tiles.

        See hon.order.count.1, hon.break.bonus.1.
        """
        stars = 0
        for number, tile in enumerate(self.scenario.tiles):
            if tile.seat == seat and not self.broken[number] and tile.arrives <= self.round:
                stars += tile.stars
        for unit in self.units:
            if unit.seat == seat and in_play(unit):
                stars += unit.face.stars  # hon.abil.orders.1
        return stars

    def highest_seen(self, seat: int) -> int:
        numbers = self.seen[seat] & NUMBERS
        return numbers.bit_length() - 1 if numbers else 0

    def lose_token(self, unit: Unit) -> None:
        """A token goes back unseen (hon.order.loss.1); what the other side knew of it stays known."""
        if unit.token != NO_TOKEN and not unit.shown and self.phase == ACTIVATION:
            self.lost[unit.seat].append(self.highest_seen(unit.seat))
        unit.token = NO_TOKEN
        unit.shown = False

    def report(self, kind: str, rule: str, unit: Unit, args: dict[str, Arg] | None = None, place: int = OFF) -> None:
        """Tell an event about one unit, in its space unless told, to whoever records the game.

        Others do not learn the name of a concealed one (hon.abil.ambush.14).
        """
        if not self.recording:
            return
        cell = place if place >= 0 else unit.cell
        where = self.board.grid.name(cell) if cell >= 0 else ""
        named: dict[str, Arg] = {"unit": name_of(unit), **(args or {})}
        if not unit.face.concealed:
            self.emit(Event(kind, rule, named, place=where))
            return
        self.emit(Event(kind, rule, named, place=where, visible=only(unit.seat)))
        self.emit(Event(kind, rule, {**named, "unit": "@unit.concealed"}, place=where, visible=all_but(unit.seat)))


def is_secret(unit: Unit) -> bool:
    """Which counter it is has never been seen: it lies concealed, or waits to be deployed and may be."""
    if unit.known:
        return False
    return unit.face.concealed or (unit.status == RESERVE and unit.counter.faces[1].concealed)


def hides(unit: Unit, seat: int) -> bool:
    """Only its owner may look at the front of a concealed unit (hon.abil.ambush.14)."""
    return unit.seat != seat and (unit.face.concealed or is_secret(unit))


def swap(one: Unit, other: Unit) -> None:
    """Two units change places: each takes the other's counter and what belongs to it."""
    one.counter, other.counter = other.counter, one.counter
    one.tile, other.tile = other.tile, one.tile
    one.tag, other.tag = other.tag, one.tag
    one.traits, other.traits = other.traits, one.traits
    one.face = one.counter.faces[one.side]
    other.face = other.counter.faces[other.side]


def in_play(unit: Unit) -> bool:
    """On the board, or aboard a vehicle that is."""
    return unit.status == FIELD or unit.status == ABOARD


def is_idle(unit: Unit) -> bool:
    """Not yet activated in this round, by an order or a marker."""
    return not (unit.shown or unit.activated or unit.acted)


def takes_orders(unit: Unit) -> bool:
    """A unit in play of any class (hon.gloss.unit.1), or a smoke bomb (hon.ord.smoke.2)."""
    return in_play(unit) or unit.status == BOX


def structures_of(board: Board) -> list[Structure]:
    found = [Structure(one.cells, one.structure, HOUSE, number) for number, one in enumerate(board.buildings)]
    for cell, terrain in enumerate(board.terrain):
        if terrain.structure:
            found.append(Structure(1 << cell, terrain.structure, WIRE, -1))
    return found


def known_name(unit: Unit) -> str:
    """Its name as everybody may hear it."""
    return "@unit.concealed" if unit.face.concealed else name_of(unit)


def name_of(unit: Unit) -> str:
    """A unit's name as an argument of a text."""
    name = "@unit." + unit.counter.id
    return name + " " + unit.tag if unit.tag else name
