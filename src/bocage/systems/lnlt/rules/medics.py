"""Medics and Nurses in the Rally Phase (lnlt.core.11.3, lnlt.nosb.11.10c)."""

from __future__ import annotations

from bocage.kernel import Ban, Decision, Forecast, first
from bocage.systems.lnlt.model.flags import NURSED, SHAKEN, TRIED, WOUNDED
from bocage.systems.lnlt.model.kinds import MEDIC, NURSE
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.tables import same_force
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.checks import passes_check
from bocage.systems.lnlt.rules.procedures import UnitProcedure
from bocage.systems.lnlt.rules.rally import foresee_morale, morale_tally, rally
from bocage.systems.lnlt.state import LnltState


def patients(state: LnltState, medic: Unit) -> list[int]:  # lnlt.nosb.11.10c, lnlt.nosb.11.10e
    """What a Medic or Nurse may do: flip a Shaken unit that has not tried itself, of his own force like everybody who
    rallies (lnlt.core.13), or heal a wound (lnlt.core.11.3)."""
    found: list[int] = []
    if medic.flags & (SHAKEN | TRIED | NURSED) or state.in_melee(medic.hex):
        return found
    for number in state.stacks[medic.seat][medic.hex]:
        unit = state.units[number]
        flags = unit.flags
        if flags & SHAKEN and not flags & TRIED and same_force(medic.type, unit.type):
            found.append(acts.FLIP.on(number))
        if flags & WOUNDED:
            found.append(acts.HEAL.on(number))
    return found


def forbid_medic(state: LnltState, medic: Unit) -> Ban | None:  # lnlt.core.11.3
    if medic.type.kind not in (MEDIC, NURSE):
        return bans.NO_MEDIC
    if medic.flags & TRIED:
        return bans.MEDIC_TRIED
    return None if patients(state, medic) else bans.NO_PATIENT


class MedicCheck(UnitProcedure):
    """A Medic's Morale Check; if he passes he helps one man."""

    __slots__ = ()

    def advance(self, state: LnltState) -> None:  # lnlt.nosb.11.10c
        medic = state.units[self.unit]
        if self.step == 0:
            self.check(state, medic)
            return
        medic.flags &= ~TRIED
        found = patients(state, medic)
        medic.flags |= TRIED
        if len(found) == 1:
            self.help(state, found[0])
        else:
            state.ask(medic.seat, acts.MEDIC_HELP, found)

    def check(self, state: LnltState, medic: Unit) -> None:
        tally = morale_tally(state, medic)
        state.mark(medic, TRIED)
        kinds, labels = ("medic", "medic-fails"), ("helps", "fails")
        if passes_check(state, medic, tally, acts.FOR_MEDIC, "lnlt.core.11.3", kinds, labels):
            self.step = 1
        else:
            state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        self.help(state, option)

    def help(self, state: LnltState, option: int) -> None:
        patient = state.units[first(option)]
        healed = acts.ACTS.of(option) is acts.HEAL
        if healed:
            state.unmark(patient, WOUNDED)
        else:
            state.mark(patient, TRIED)
            rally(state, patient)
        state.tell_of(patient, "healed" if healed else "flipped", "lnlt.core.11.3")
        state.pop()

    def odds(self, state: LnltState) -> Forecast:
        return foresee_morale(state, state.units[self.unit], "lnlt.core.11.3", "helps", "fails")
