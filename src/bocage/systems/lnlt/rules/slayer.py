"""Slayer (lnlt.core.12): the further shots of an expert machine-gunner while the enemy moves."""

from __future__ import annotations

from bocage.kernel import Forecast, Procedure, Tally, first
from bocage.systems.lnlt.model.flags import SLEW
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.checks import passes_check
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import lift_slayer
from bocage.systems.lnlt.rules.firepower import add_element, modes
from bocage.systems.lnlt.rules.rally import foresee_morale, morale_tally
from bocage.systems.lnlt.rules.vehicle_fire import FireAtRiders, FireAtVehicle
from bocage.systems.lnlt.state import LnltState


class SlayerCheck(Procedure[LnltState]):
    """A Morale Check before each further shot; who fails loses the marker (lnlt.hid.skill.slayer.d)."""

    __slots__ = ("at_riders", "hex", "unit", "vehicle", "victims")

    def __init__(self, unit: int, hex_: int, victims: list[int], vehicle: int, at_riders: bool) -> None:
        super().__init__()
        self.unit = unit
        self.hex = hex_
        self.victims = victims
        self.vehicle = vehicle  # on the move there, or -1
        self.at_riders = at_riders

    def advance(self, state: LnltState) -> None:  # lnlt.hid.skill.slayer.f
        unit = state.units[self.unit]
        tally = morale_tally(state, unit)
        state.mark(unit, SLEW)
        kinds, labels = ("slayer", "slayer-fails"), ("goes-on", "fails")
        passed = passes_check(state, unit, tally, acts.FOR_MORALE, "lnlt.hid.skill.slayer.d", kinds, labels)
        state.pop()
        if passed:
            state.push(self.shot(state, unit))
        else:
            lift_slayer(state, unit.id)

    def shot(self, state: LnltState, unit: Unit) -> FireAttack:
        fire: FireAttack
        if self.vehicle < 0:
            fire = SlayerFire(unit.seat, unit.hex, self.hex, -1, self.victims, True, False)
        elif self.at_riders:
            fire = SlayerFireAtRiders(unit.seat, unit.hex, self.hex, -1, self.vehicle, True)
        else:
            fire = SlayerFireAtVehicle(unit.seat, unit.hex, self.hex, -1, self.vehicle, True)
        fire.step = 2
        distance = state.board.grid.distances[unit.hex][self.hex]
        fire.firers = [modes(state, unit, distance, True)[0].on(unit.id)]
        return fire

    def odds(self, state: LnltState) -> Forecast:
        return foresee_morale(state, state.units[self.unit], "lnlt.hid.skill.slayer.d", "goes-on", "fails")


def strip(state: LnltState, tally: Tally, fire: FireAttack) -> Tally:
    """No firepower but all modifiers (lnlt.hid.skill.slayer.e)."""
    own = Tally(False)
    unit = state.units[first(fire.firers[0])]
    distance = state.board.grid.distances[fire.origin][fire.target]
    add_element(own, state, unit, acts.ACTS.of(fire.firers[0]), distance, True, True)
    tally.add(-own.total, "fire.slayer", "lnlt.hid.skill.slayer.e")
    return tally


class SlayerFire(FireAttack):
    """At men on the move; the marker stays where it is."""

    __slots__ = ()

    def tally(self, state: LnltState) -> Tally:
        return strip(state, FireAttack.tally(self, state), self)

    def note_cards(self, state: LnltState, natural: int) -> None:
        pass


class SlayerFireAtVehicle(FireAtVehicle):
    """At a vehicle that small arms can hurt (lnlt.core.armour.5.8)."""

    __slots__ = ()

    def tally(self, state: LnltState) -> Tally:
        return strip(state, FireAtVehicle.tally(self, state), self)

    def note_cards(self, state: LnltState, natural: int) -> None:
        pass


class SlayerFireAtRiders(FireAtRiders):
    """At those who ride on it (lnlt.core.armour.6.3)."""

    __slots__ = ()

    def tally(self, state: LnltState) -> Tally:
        return strip(state, FireAtRiders.tally(self, state), self)

    def note_cards(self, state: LnltState, natural: int) -> None:
        pass
