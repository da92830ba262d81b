"""Smoke from guns and mortar teams (lnlt.core.armour.4.7): two options, with the shells that a scenario gives."""

from __future__ import annotations

from typing import ClassVar

from bocage.geometry.hex import NOWHERE
from bocage.kernel import Event, Forecast, Procedure, Tally
from bocage.systems.lnlt.model.flags import FIRED
from bocage.systems.lnlt.model.ground import FLAMES, SMOKE, THIN_SMOKE
from bocage.systems.lnlt.model.hull import GUN_FIRED, HULL_FIRED
from bocage.systems.lnlt.model.vehicles import NONE, VEHICLE_IDS, Ordnance
from bocage.systems.lnlt.rules import acts, ordnance
from bocage.systems.lnlt.rules.acquisition import lose_aim
from bocage.systems.lnlt.rules.terrain import add_hindrance
from bocage.systems.lnlt.state import LnltState


def lay(state: LnltState, hex_: int) -> None:
    """Smoke 1, fresh again where it has thinned; a fire burns it off."""
    if state.ground.has(FLAMES, hex_):
        return
    state.take_marker(THIN_SMOKE, hex_)
    state.put_marker(SMOKE, hex_)


def smoke_targets(state: LnltState, seat: int, hex_: int, gun: Ordnance) -> list[int]:
    """Hexes in sight and range, while the side has shells left and the gun fires HE."""
    found: list[int] = []
    if not state.edition.smoke_shells or state.shells[seat] < 1 or gun.he == NONE:
        return found
    mask = state.sight_from(hex_)
    distances = state.board.grid.distances[hex_]
    for at in range(state.board.hexes):
        if mask >> at & 1 and at != hex_ and distances[at] <= gun.limits[-1]:
            found.append(at)
    return found


def along(state: LnltState, origin: int, at: int, beyond: bool) -> int:
    """The hex just short of the target on the line of sight, or just beyond it; NOWHERE off the map."""
    grid = state.board.grid
    wanted = grid.distances[origin][at] + (1 if beyond else -1)
    dx = grid.xs[at] - grid.xs[origin]
    dy = grid.ys[at] - grid.ys[origin]
    best = NOWHERE
    least = 0
    for to in grid.neighbours[at]:
        if to == NOWHERE or grid.distances[origin][to] != wanted:
            continue
        off = abs(dx * (grid.ys[to] - grid.ys[origin]) - dy * (grid.xs[to] - grid.xs[origin]))
        if best == NOWHERE or off < least:
            best = to
            least = off
    return best


class SmokeShell(Procedure[LnltState]):
    """Rolled to hit like any shot, without the modifiers of the target and without acquisition; a miss falls short on
    an odd number and beyond on an even one, doubles are duds. The firer loses his aim."""

    __slots__ = ("firer", "hex", "seat", "weapon")
    rule: ClassVar[str] = "lnlt.core.armour.4.7"

    def __init__(self, seat: int, firer: int, weapon: int, hex_: int) -> None:
        super().__init__()
        self.seat = seat
        self.firer = firer
        self.weapon = weapon
        self.hex = hex_

    def tally(self, state: LnltState) -> Tally:
        tally = Tally(state.recording)
        if self.firer >= VEHICLE_IDS:
            ordnance.add_vehicle_firer(tally, state.vehicles[self.firer - VEHICLE_IDS], False)
        else:
            ordnance.add_unit_firer(tally, state, state.units[self.firer], self.weapon, self.hex, False)
        add_hindrance(tally, state, ordnance.firer_hex(state, self.firer), self.hex, 1)
        return tally

    def advance(self, state: LnltState) -> None:
        origin = ordnance.firer_hex(state, self.firer)
        gun = ordnance.ordnance_of(state, self.firer, self.weapon)
        need = gun.needs[gun.band(state.board.grid.distances[origin][self.hex])]
        tally = self.tally(state)
        first = state.dice.roll(6, acts.FOR_TO_HIT)
        second = state.dice.roll(6, acts.FOR_TO_HIT)
        hit = ordnance.hits(first + second, tally.total, need)
        fell = self.hex if hit else self.astray(state, origin, first, second)
        self.spend(state)
        if fell != NOWHERE:
            lay(state, fell)
        if state.recording:
            names = state.board.grid.names
            args: dict[str, int | str] = {
                "firer": ordnance.firer_title(state, self.firer),
                "target": names[self.hex],
                "hex": names[fell] if fell != NOWHERE else "–",
                "needed": need - tally.total,
            }
            kind = "smoke-shell" if fell != NOWHERE else "smoke-dud"
            outcomes = [("smoke", "laid" if hit else "fails")]
            state.emit(Event(kind, self.rule, args, [first, second], tally, outcomes, names[self.hex]))
        state.pop()

    def astray(self, state: LnltState, origin: int, first: int, second: int) -> int:
        if first == second:
            return NOWHERE
        fell = along(state, origin, self.hex, (first + second) % 2 == 0)
        return fell if fell != NOWHERE and state.sight_from(origin) >> fell & 1 else NOWHERE

    def spend(self, state: LnltState) -> None:
        state.shells[self.seat] -= 1
        lose_aim(state, self.firer)
        if self.firer >= VEHICLE_IDS:
            used = HULL_FIRED if self.weapon else GUN_FIRED
            state.mark_vehicle(state.vehicles[self.firer - VEHICLE_IDS], FIRED | used)
        else:
            state.mark(state.units[self.firer], FIRED)

    def odds(self, state: LnltState) -> Forecast:
        """Few dice: every run of them is played and counted."""
        return Forecast(self.rule, Tally(True))
