"""HE against the men in a hex (lnlt.core.armour.4.5)."""

from __future__ import annotations

from bocage.kernel import Procedure, Tally
from bocage.systems.lnlt.model.flags import PARACHUTE
from bocage.systems.lnlt.model.vehicles import Ordnance, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import catch_fire, harm
from bocage.systems.lnlt.rules.firepower import add_riders, defence_tally, targets_moving
from bocage.systems.lnlt.rules.strikes import strike
from bocage.systems.lnlt.rules.terrain import add_hindrance
from bocage.systems.lnlt.rules.transport import HoldOn, ridden
from bocage.systems.lnlt.state import LnltState


def he_tally(state: LnltState, ordnance: Ordnance, victims: list[int], origin: int, hex_: int) -> Tally:
    """No leadership and none of the modifiers that worked on the to-hit roll."""
    tally = Tally(state.recording)
    he = ordnance.he
    if ordnance.heat and state.edition.heat_needs_cover and state.board.tm[hex_] < 2:
        he = (he + 1) >> 1
    tally.add(he, "hit.he", "lnlt.core.armour.4.5")
    if any(state.units[n].flags & PARACHUTE for seat in (0, 1) for n in state.stacks[seat][hex_]):
        tally.add(2, "fire.parachute", "lnlt.sab.22.3z")
    if state.edition.he_uses_dft_mods:  # lnlt.core.option.he_uses_dft_mods
        add_direct_modifiers(tally, state, victims, origin, hex_)
    return tally


def add_direct_modifiers(tally: Tally, state: LnltState, victims: list[int], origin: int, hex_: int) -> None:
    """What counts for small arms counts for HE too (lnlt.core.option.he_uses_dft_mods) (lnlt.core.armour.4.5)."""
    if state.board.grid.distances[origin][hex_] == 1:
        tally.add(2, "fire.adjacent", "lnlt.core.option.he_uses_dft_mods")
    add_hindrance(tally, state, origin, hex_, -1)
    if targets_moving(state, hex_, victims):
        tally.add(1, "fire.moving", "lnlt.core.option.he_uses_dft_mods")
    add_riders(tally, state, victims)


class Blast(Procedure[LnltState]):
    """What a shot that has hit does to men: one attack after the other, then the Fire Check."""

    __slots__ = ("all", "hex", "left", "ordnance", "origin", "seat", "sixes", "victims")

    def __init__(self, seat: int, ordnance: Ordnance, origin: int, hex_: int, victims: list[int], all_: bool) -> None:
        super().__init__()
        self.seat = seat  # of the victims
        self.ordnance = ordnance
        self.origin = origin
        self.hex = hex_
        self.victims = victims
        self.all = all_  # those who ride on vehicles there too (lnlt.core.armour.6.3), not movers alone
        self.left = ordnance.attacks
        self.sixes = 0

    def advance(self, state: LnltState) -> None:
        living = [number for number in self.victims if state.units[number].hex == self.hex]
        mounts = ridden(state, self.seat, self.hex) if self.all else []
        if self.left and (living or mounts):
            self.left -= 1
            self.attack(state, living, mounts)
            return
        state.pop()
        if self.sixes:
            catch_fire(state, self.hex, 6)

    def attack(self, state: LnltState, living: list[int], mounts: list[Vehicle]) -> None:
        tally = he_tally(state, self.ordnance, living, self.origin, self.hex)
        die = state.dice.roll(6, acts.FOR_ATTACK)
        tm = defence_tally(state, self.origin, self.hex).total
        if die == 6:
            self.sixes += 1
        if living:
            kinds, rule = ("he-hits", "he-misses"), "lnlt.core.armour.4.5"
            difference = strike(state, self.origin, self.hex, tally, [die], tm, kinds, rule, living)
            if difference > 0:
                harm(state, self.seat, self.hex, living, difference)
        for vehicle in mounts:
            self.shake_off(state, vehicle, tally, die, tm)

    def shake_off(self, state: LnltState, vehicle: Vehicle, tally: Tally, die: int, tm: int) -> None:
        """Those who ride on a vehicle are men in the hex and defend for themselves (lnlt.core.armour.6.3)."""
        kinds, rule = ("riders-hit", "riders-missed"), "lnlt.core.armour.6.3"
        men = vehicle.passengers
        difference = strike(state, self.origin, self.hex, tally, [die], tm, kinds, rule, men, vehicle.title())
        if difference > 0:
            state.push(HoldOn(vehicle.id, difference))

    def data(self) -> list[object]:
        return [self.seat, self.ordnance.he, self.origin, self.hex, self.victims, self.left, self.sixes, self.all]
