"""What somebody tried that is not offered, and the refusals made of the bans that the rules name."""

from __future__ import annotations

from bocage.kernel import Arg, Attempt, Ban, Refusal, Text, Verb
from bocage.systems.lnlt.model.hull import DEAD
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, WEAPON_IDS, Vehicle
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.state import LnltState

PLACES = (acts.HEX, acts.ORIGIN, acts.SPOTTED)


class Tried:
    """The piece and the hex of an attempt; a piece stands for the hex it is in."""

    __slots__ = ("hex", "place", "unit", "vehicle", "weapon")

    def __init__(self, state: LnltState, attempt: Attempt) -> None:
        self.unit: Unit | None = None
        self.vehicle: Vehicle | None = None
        self.weapon: Weapon | None = None
        self.place = attempt.place
        piece = attempt.piece
        if 0 <= piece < min(len(state.units), WEAPON_IDS):
            self.unit = state.units[piece]
        elif 0 <= piece - WEAPON_IDS < min(len(state.weapons), VEHICLE_IDS - WEAPON_IDS):
            self.weapon = state.weapons[piece - WEAPON_IDS]
        elif 0 <= piece - VEHICLE_IDS < len(state.vehicles):
            self.vehicle = state.vehicles[piece - VEHICLE_IDS]
        self.hex = state.board.grid.numbers.get(attempt.place, GONE)
        if not attempt.place:
            self.hex = self.stands_in()
            self.place = state.board.grid.names[self.hex] if self.hex >= 0 else ""

    def stands_in(self) -> int:
        piece = self.unit or self.vehicle or self.weapon
        return GONE if piece is None else piece.hex

    def seat(self, state: LnltState) -> int:
        """Whose piece it is, GONE if nobody's."""
        piece = self.unit or self.vehicle
        if piece is not None:
            return piece.seat
        if self.weapon is not None and self.weapon.owner != GONE:
            return state.units[self.weapon.owner].seat
        return GONE

    def title(self) -> str:
        piece = self.unit or self.vehicle
        if piece is not None:
            return piece.title()
        return f"@weapon.{self.weapon.type.id}" if self.weapon is not None else ""

    def refuse(self, ban: Ban | None, more: dict[str, Arg] | None = None) -> list[Refusal]:
        """The ban in words; nothing where there is none."""
        if ban is None:
            return []
        args: dict[str, Arg] = {"unit": self.title() or self.place, "hex": self.place, **(more or {})}
        return [Refusal(ban.rule, Text(f"refusal.{ban.key}", args))]


def forbid_piece(state: LnltState, seat: int, tried: Tried, verb: Verb | None) -> Ban | None:
    """What speaks against a piece whatever is done with it: it is gone, or belongs to the other side."""
    unit, vehicle = tried.unit, tried.vehicle
    if unit is not None and unit.hex == GONE and not is_carried(state, unit):
        expected = any(state.scenario.arrivals[number].unit == unit.id for number in state.waiting)
        return bans.NOT_YET_HERE if expected or unit.id in state.lurking else bans.GONE_FOR_GOOD
    if vehicle is not None and vehicle.flags & DEAD:
        return bans.ABANDONED_VEHICLE
    owner = tried.seat(state)
    if verb is None or owner == GONE:
        return None
    if wants_enemy(verb):
        return bans.YOURS if owner == seat else None
    if is_about_places(verb):
        return None
    return None if owner == seat else bans.NOT_YOURS


def is_carried(state: LnltState, unit: Unit) -> bool:
    return any(unit.id in vehicle.passengers for vehicle in state.vehicles)


def wants_enemy(verb: Verb) -> bool:
    return acts.TARGET_VEHICLE in verb.operands or verb in (acts.TARGET, acts.CHOOSE_VEHICLE, acts.PIERCE)


def is_about_places(verb: Verb) -> bool:
    """It is done with hexes alone."""
    return bool(verb.operands) and all(kind in PLACES for kind in verb.operands)


def forbid_sight(state: LnltState, origin: int, target: int) -> Ban | None:
    """No line of sight, or none out of the place inside a hex (lnlt.core.10.2, lnlt.core.21)."""
    if state.sight_from(origin) >> target & 1:
        return None
    board = state.board
    if state.visibility and state.look_from(origin) >> target & 1:
        return bans.TOO_DARK
    if max(origin, target) < board.hexes:
        return bans.NO_SIGHT
    if board.is_cut_off(origin, target):
        return bans.OTHER_FLOOR
    place = board.place(origin)
    return bans.OUT_OF_ARC if place is not None and not place.arc >> target & 1 else bans.NO_SIGHT
