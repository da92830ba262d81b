"""Spotting (lnlt.core.10.1): what may be looked for, and the attempt."""

from __future__ import annotations

from typing import Final

from bocage.kernel import D6, Ban, Forecast, Procedure, Tally, in_full
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN, SPOTTER
from bocage.systems.lnlt.model.kinds import BLOCKING, NURSE, SCOUT
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, VETERAN, Unit
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.refusing import Tried, forbid_sight
from bocage.systems.lnlt.rules.terrain import hindrance, spotted_as
from bocage.systems.lnlt.state import LnltState

UNFIT: Final = MARKED | SHAKEN


def spotting_options(state: LnltState, seat: int) -> list[int]:
    """Each Good Order, unmarked unit with each hidden enemy hex in its line of sight (lnlt.core.10.1.1)."""
    enemy = 1 - seat
    occupied = state.occupied[enemy] | state.armour[enemy]
    occupied ^= occupied & state.occupied[seat]
    found: list[int] = []
    screened = occupied & state.board.bocage_mask
    occupied = occupied ^ occupied & state.seen_mask(enemy) | screened
    if not occupied:
        return found
    last = GONE  # units of one hex often follow each other
    hidden: list[int] = []
    for unit in state.units:
        hex_ = unit.hex
        if unit.seat != seat or hex_ < 0 or unit.flags & UNFIT:
            continue
        if hex_ != last:
            last = hex_
            mask = state.sight_from(hex_) & occupied
            if mask & screened:
                mask &= ~state.seen_from(hex_, enemy)
            hidden = hexes_in(mask) if mask else []
        if hidden and forbid_spotter(state, unit) is None:
            found += acts.SPOT.from_each(unit.id, hidden)
    return found


def forbid_spotter(state: LnltState, unit: Unit) -> Ban | None:
    if unit.flags & UNFIT:
        return bans.SPOTTER_SHAKEN if unit.flags & SHAKEN else bans.SPOTTER_MARKED
    if unit.type.kind == NURSE:
        return bans.NO_SPOTTER  # lnlt.nosb.11.10g
    return bans.IN_MELEE if state.stacks[1 - unit.seat][unit.hex] else None


def forbid_spotting(state: LnltState, tried: Tried) -> Ban | None:
    """What keeps this unit or vehicle from looking, or from looking there."""
    unit, vehicle = tried.unit, tried.vehicle
    if vehicle is not None:
        if state.in_melee(vehicle.hex):
            return bans.IN_MELEE
        return None if vehicle.is_open() and not vehicle.flags & (SHAKEN | MARKED) else bans.BLIND_VEHICLE
    if unit is None:
        return None
    ban = forbid_spotter(state, unit)
    if ban is not None or tried.hex in (GONE, unit.hex):
        return ban
    enemy = 1 - unit.seat
    if not (state.occupied[enemy] | state.armour[enemy]) >> tried.hex & 1:
        return bans.NOBODY_TO_SPOT
    if state.seen_from(unit.hex, enemy) >> tried.hex & 1:
        return bans.SPOTTED_ALREADY
    return forbid_sight(state, unit.hex, tried.hex)


def spotting_number(state: LnltState, origin: int, target: int) -> int:
    """What the modified die may not exceed: 2 in blocking terrain, 3 in degrading terrain."""
    return 2 if spotted_as(state, origin, target) == BLOCKING else 3


def add_view(tally: Tally, state: LnltState, piece: Unit | Vehicle, target: int) -> None:
    """What lies between, and whether there is a vehicle to be seen."""
    if state.edition.dj_vehicle_spotting and state.armour[1 - piece.seat] >> target & 1:
        tally.add(-1, "spot.vehicle", "lnlt.dj.10.11a")
    degrading = hindrance(state, piece.hex, target)
    if degrading:
        tally.add(degrading, "spot.degrading", "lnlt.core.10.1.1")


def spotting_tally(state: LnltState, unit: Unit, target: int) -> Tally:
    tally = Tally(state.recording)
    leadership = unit.leadership()
    if leadership:
        tally.add(-leadership, "spot.leadership", "lnlt.core.10.1.1")  # lnlt.pac.fr.10.1c, lnlt.boh.24.2ao
    if unit.type.kind == SCOUT:
        tally.add(-2, "spot.scout", "lnlt.core.11.6")  # lnlt.pac.12.11.6b
    if unit.skill == VETERAN:
        tally.add(-1, "spot.veteran", "lnlt.boh.25.2.veteran.b")
    add_view(tally, state, unit, target)
    return tally


def spotting_succeeds(state: LnltState, die: int, modifier: int, number: int) -> bool:  # lnlt.core.10.1.1
    if die == 6 and state.edition.natural_six_fails:  # lnlt.core.option.natural6_spot_fail, lnlt.pac.12.11.6c
        return False
    return die + modifier <= number


def look_for(state: LnltState, piece: Unit | Vehicle, hex_: int, tally: Tally, rule: str) -> None:
    """One die: whoever is in the hex is spotted, or not."""
    number = spotting_number(state, piece.hex, hex_)
    die = state.dice.roll(6, acts.FOR_SPOTTING)
    found = spotting_succeeds(state, die, tally.total, number)
    if found:
        state.spotted[1 - piece.seat] |= 1 << hex_
        state.spot_hex = hex_
        state.stale()
    if state.recording:
        args: dict[str, int | str] = {"unit": piece.title(), "hex": state.board.grid.names[hex_], "number": number}
        args |= {"sum": in_full(die, tally), "total": die + tally.total}
        outcomes = [("spot", "spotted" if found else "unseen")]
        state.tell(hex_, "spot" if found else "spot-fails", rule, args, [die], tally, outcomes)


def foresee_spotting(state: LnltState, rule: str, tally: Tally, number: int) -> Forecast:
    found = Forecast(rule, tally, f"≤ {number - tally.total}")
    chance = sum([p for die, p in D6.items() if spotting_succeeds(state, die, tally.total, number)])
    found.put("spot", "spotted", chance)
    found.put("spot", "unseen", 1 - chance)
    return found


class SpottingAttempt(Procedure[LnltState]):
    """The spotter becomes Ops Complete whatever comes of it."""

    __slots__ = ("hex", "unit")

    def __init__(self, unit: int, hex_: int) -> None:
        super().__init__()
        self.unit = unit
        self.hex = hex_

    def advance(self, state: LnltState) -> None:
        unit = state.units[self.unit]
        state.mark(unit, OPS | SPOTTER)
        look_for(state, unit, self.hex, spotting_tally(state, unit, self.hex), "lnlt.core.10.1.1")
        state.pop()

    def odds(self, state: LnltState) -> Forecast:
        unit = state.units[self.unit]
        number = spotting_number(state, unit.hex, self.hex)
        return foresee_spotting(state, "lnlt.core.10.1.1", spotting_tally(state, unit, self.hex), number)
