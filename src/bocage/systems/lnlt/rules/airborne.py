"""What comes down out of the air, and parachute drops (lnlt.sab.22.3); gliders are in `gliders.py`."""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import NOWHERE
from bocage.kernel import D6, Attempt, Ban, Decision, Event, Forecast, Procedure, Refusal, Tally, first
from bocage.systems.lnlt.model.flags import FRESH, MOVED, PARACHUTE, SHAKEN
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.model.kinds import HERO
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.vehicles import GLIDER_LOAD, STICK, Flight
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.acts import head
from bocage.systems.lnlt.rules.checks import check_args
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.melee_strength import is_eligible
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.stacking import MOST_HALF_SQUADS
from bocage.systems.lnlt.state import LnltState

LANDING_FP: Final = 4
DEADLY: Final = ("forest", "water", "marsh")  # and every building (lnlt.hon.23.2f)
ROUGH_LANDING: Final = ("forest", "light-woods", "rough", "bridge")  # and every building (lnlt.sab.22.3k)
DRIFT: Final[tuple[int, ...]] = (0, 1, 1, 2, 2, 3)  # by the coloured die (lnlt.sab.22.3f)


def landing_options(state: LnltState, seat: int) -> list[int]:
    """All that is due comes down in one and the same impulse (lnlt.hon.23.0k, lnlt.sab.22.3a)."""
    for kind, verb in ((GLIDER_LOAD, acts.LAND_GLIDERS), (STICK, acts.DROP_PARACHUTISTS)):
        if any(flight.kind == kind and flight.turn <= state.turn for flight in state.flights[seat]):
            return [verb.act()]
    return []


def put_down(state: LnltState, unit: Unit, hex_: int, flags: int) -> bool:
    """On the map under a marker; single men may be too many for the hex, others must find room
    (lnlt.sab.22.3h, lnlt.sab.22.3i, lnlt.sab.22.3n, lnlt.core.1.3). Nobody stays in flames (lnlt.hid.10.5.6a)."""
    if state.ground.has(FLAMES, hex_) or (not unit.type.smc and overfull(state, unit, hex_)):
        return False
    state.enter(unit, hex_)
    state.mark(unit, flags | (FRESH if unit.type.smc else 0))
    return True


def overfull(state: LnltState, unit: Unit, hex_: int) -> bool:
    size = unit.type.size
    for number in state.stacks[unit.seat][hex_]:
        size += state.units[number].type.size
    return size > MOST_HALF_SQUADS


def lose(state: LnltState, number: int) -> None:
    unit = state.units[number]
    state.count_loss(unit.seat, unit.type)
    for weapon in state.weapons:
        if weapon.owner == number:
            weapon.owner = -1
            weapon.hex = -1


def meet(state: LnltState, seat: int, hex_: int, landed: list[int]) -> None:  # lnlt.sab.22.3n, lnlt.sab.22.3v
    """Good Order enemies finish the Shaken and fight the others (lnlt.hon.23.2h); who lands fit to fight among helpless
    enemies finishes them (lnlt.core.8.0); where nobody can, those on the ground retreat as after Melee, to a hex that
    their owner chooses (lnlt.hon.23.2j)."""
    enemies = state.stacks[1 - seat][hex_]
    if any(is_eligible(state, state.units[number]) for number in enemies):
        for number in landed:
            if state.units[number].flags & SHAKEN:
                state.eliminate(state.units[number])
    left = [number for number in landed if state.units[number].hex == hex_]
    if enemies and left:
        state.push(Melee(seat, hex_, [number for number in left if is_eligible(state, state.units[number])]))


# ---- parachutes


NOT_IN_THE_AIR: Final = Ban("lnlt.sab.22.3b", "not-in-the-air")


class ParachuteDrop(Procedure[LnltState]):
    """Drop-zone hexes in a straight line, a stick of the player's choice in each; they drift and come down
    (lnlt.sab.22.3)."""

    __slots__ = ("direction", "first", "flights", "seat", "sent")

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.first = NOWHERE
        self.direction = -1
        self.flights: list[Flight] = []
        self.sent = False  # the next stick has been chosen

    def advance(self, state: LnltState) -> None:  # lnlt.sab.22.3a, lnlt.sab.22.3g, lnlt.sab.22.3t
        if self.step == 0:
            self.step = 1
            self.take_off(state)
        jumps = self.jumpers() > 0
        if jumps and self.first == NOWHERE:
            state.ask(
                self.seat, acts.LANDING, [acts.LAND_IN.on(h) for h in range(state.board.hexes) if self.lines(state, h)]
            )
        elif jumps and self.direction < 0:
            state.ask(self.seat, acts.LANDING, [head(direction) for direction in self.lines(state, self.first)])
        elif self.step > len(self.flights):
            state.pop()
        elif self.jumpers() > self.step and not self.sent:
            state.ask(self.seat, acts.LANDING, acts.SEND_STICK.on_each(self.aboard()))
        else:
            self.sent = False
            self.step += 1
            self.drop(state, self.flights[self.step - 2], self.step - 2)

    def take_off(self, state: LnltState) -> None:
        due = [f for f in state.flights[self.seat] if f.kind == STICK and f.turn <= state.turn]
        state.flights[self.seat] = [f for f in state.flights[self.seat] if f not in due]
        self.flights = [f for f in due if f.hex == NOWHERE] + [f for f in due if f.hex != NOWHERE]

    def jumpers(self) -> int:
        """Sticks that come by air, the first ones; those who drifted off the map walk in (lnlt.sab.22.3h)."""
        return len([flight for flight in self.flights if flight.hex == NOWHERE])

    def aboard(self) -> list[int]:
        """The first man of each stick that has not jumped yet."""
        return [flight.units[0] for flight in self.flights[self.step - 1 : self.jumpers()]]

    def lines(self, state: LnltState, hex_: int) -> list[int]:
        """Directions in which the whole line lies on the map."""
        found: list[int] = []
        for direction in range(6):
            at = hex_
            for _ in range(self.jumpers() - 1):
                if at != NOWHERE:
                    at = state.board.grid.neighbours[at][direction]
            if at != NOWHERE:
                found.append(direction)
        return found

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:  # lnlt.sab.22.3b, lnlt.sab.22.3c
        if self.first == NOWHERE:
            self.first = first(option)
        elif acts.ACTS.of(option) is acts.SEND_STICK:
            self.sent = True
            chosen = self.step - 1 + self.aboard().index(first(option))
            self.flights.insert(self.step - 1, self.flights.pop(chosen))
        else:
            self.direction = first(option)

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        if tried.unit is None or self.direction < 0:
            return []
        return tried.refuse(None if tried.unit.id in self.aboard() else NOT_IN_THE_AIR)

    def odds(self, state: LnltState) -> Forecast | None:  # lnlt.sab.22.3d
        """How far the stick drifts that jumps now."""
        if self.direction < 0 or self.step - 1 > self.jumpers():
            return None
        found = Forecast("lnlt.sab.22.3f", Tally(True))
        for die, p in D6.items():
            found.put("drift", str(DRIFT[die - 1]), p)
        return found

    def drop(self, state: LnltState, flight: Flight, number: int) -> None:
        hex_ = flight.hex
        if hex_ == NOWHERE:
            hex_ = self.first
            for _ in range(number):
                hex_ = state.board.grid.neighbours[hex_][self.direction]
            white = state.dice.roll(6, acts.FOR_DIRECTION)
            coloured = state.dice.roll(6, acts.FOR_DRIFT)
            if state.recording:
                place = state.board.grid.names[hex_]
                args: dict[str, int | str] = {"hex": place, "distance": DRIFT[coloured - 1]}
                outcomes = [("drift", str(DRIFT[coloured - 1]))]
                state.emit(Event("stick-drifts", "lnlt.sab.22.3d", args, [white, coloured], None, outcomes, place))
            for _ in range(DRIFT[coloured - 1]):
                to = state.board.grid.neighbours[hex_][white % 6]
                if to == NOWHERE:
                    # off the map: they walk in next turn, from where they left it (lnlt.sab.22.3h)
                    state.flights[self.seat].append(Flight(STICK, state.turn + 1, flight.units, hex_))
                    return
                hex_ = to
        self.come_down(state, flight.units, hex_, flight.hex == NOWHERE)

    def come_down(self, state: LnltState, units: list[int], hex_: int, by_air: bool) -> None:
        """Water drowns them (lnlt.sab.22.3i), trees and houses make it a rough landing (lnlt.sab.22.3k)."""
        terrain = state.board.terrain[hex_]
        landed: list[int] = []
        for number in units:
            unit = state.units[number]
            if (
                terrain.id == "water"
                or terrain.cost == 0
                or not put_down(state, unit, hex_, PARACHUTE if by_air else MOVED)
            ):
                lose(state, number)
                continue
            landed.append(number)
            if by_air and (terrain.building or terrain.id in ROUGH_LANDING):
                self.check(state, unit, terrain.id == "forest")
        if state.recording:
            place = state.board.grid.names[hex_]
            state.emit(Event("stick-lands", "lnlt.sab.22.3u", {"hex": place, "count": len(landed)}, place=place))
        meet(state, self.seat, hex_, landed)

    def check(self, state: LnltState, unit: Unit, trees: bool) -> None:  # lnlt.sab.22.3m
        tally = Tally(state.recording)
        if trees:
            tally.add(1, "landing.trees", "lnlt.sab.22.3l")
        first = state.dice.roll(6, acts.FOR_MORALE)
        second = state.dice.roll(6, acts.FOR_MORALE)
        total = first + second + tally.total
        passed = total <= unit.morale() or unit.type.kind == HERO
        if not passed:
            state.mark(unit, SHAKEN)
        if state.recording:
            kind = "landing-safe" if passed else "landing-shaken"
            args = check_args(unit.title(), first + second, tally, unit.morale())
            state.tell(unit.hex, kind, "lnlt.sab.22.3k", args, [first, second], tally)
