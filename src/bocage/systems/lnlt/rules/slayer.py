"""Slayer (lnlt.core.12): the further shots of an expert machine-gunner while the enemy moves."""

from __future__ import annotations

from bocage.kernel import Forecast, Procedure, Tally, first
from bocage.systems.lnlt.model.flags import SLEW
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.checks import passes_check
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import lift_slayer
from bocage.systems.lnlt.rules.firepower import add_element, modes
from bocage.systems.lnlt.rules.rally import foresee_morale, morale_tally
from bocage.systems.lnlt.state import LnltState


class SlayerCheck(Procedure[LnltState]):
    """A Morale Check before each further shot; who fails loses the marker (lnlt.hid.skill.slayer.d)."""

    __slots__ = ("hex", "unit", "victims")

    def __init__(self, unit: int, hex_: int, victims: list[int]) -> None:
        super().__init__()
        self.unit = unit
        self.hex = hex_
        self.victims = victims

    def advance(self, state: LnltState) -> None:  # lnlt.hid.skill.slayer.f
        unit = state.units[self.unit]
        tally = morale_tally(state, unit)
        state.mark(unit, SLEW)
        kinds, labels = ("slayer", "slayer-fails"), ("goes-on", "fails")
        passed = passes_check(state, unit, tally, acts.FOR_MORALE, "lnlt.hid.skill.slayer.d", kinds, labels)
        state.pop()
        if passed:
            distance = state.board.grid.distances[unit.hex][self.hex]
            firer = modes(state, unit, distance, True)[0].on(unit.id)
            state.push(SlayerFire(unit.seat, unit.hex, self.hex, self.victims, [firer]))
        else:
            lift_slayer(state, unit.id)

    def odds(self, state: LnltState) -> Forecast:
        return foresee_morale(state, state.units[self.unit], "lnlt.hid.skill.slayer.d", "goes-on", "fails")


class SlayerFire(FireAttack):
    """At the mover, with no firepower but all modifiers (lnlt.hid.skill.slayer.e)."""

    __slots__ = ()

    def __init__(self, seat: int, origin: int, target: int, victims: list[int], firers: list[int]) -> None:
        super().__init__(seat, origin, target, 0, victims, True, False)
        self.step = 2
        self.firers = firers

    def tally(self, state: LnltState) -> Tally:
        tally = FireAttack.tally(self, state)
        own = Tally(False)
        unit = state.units[first(self.firers[0])]
        distance = state.board.grid.distances[self.origin][self.target]
        add_element(own, state, unit, acts.ACTS.of(self.firers[0]), distance, True, True)
        tally.add(-own.total, "fire.slayer", "lnlt.hid.skill.slayer.e")
        return tally

    def note_cards(self, state: LnltState, natural: int) -> None:
        """The marker stays where it is."""
