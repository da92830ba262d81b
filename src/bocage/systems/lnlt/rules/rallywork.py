"""All the rally work of one side (lnlt.core.3), in the order it likes."""

from __future__ import annotations

from bocage.kernel import Attempt, Decision, Event, Procedure, Refusal, Verb, first
from bocage.systems.lnlt.model.flags import FRESH, SHAKEN, TRIED
from bocage.systems.lnlt.model.kinds import HALF_SQUAD, MEDIC, NURSE, SQUAD
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts, bans, rally
from bocage.systems.lnlt.rules.crews import VehicleRally, rallying_vehicles
from bocage.systems.lnlt.rules.damage import draw, heroes_left
from bocage.systems.lnlt.rules.medics import MedicCheck, forbid_medic
from bocage.systems.lnlt.rules.portage import flip, is_steady, may_flip, takers
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.reorganise import combine, may_split, partner, split
from bocage.systems.lnlt.rules.skills import INSPIRATIONAL, NO_SKILL, has
from bocage.systems.lnlt.rules.traits import MOTHERLAND
from bocage.systems.lnlt.state import LnltState


class RallyWork(Procedure[LnltState]):
    """Until the side holds."""

    __slots__ = ("seat", "weapon")

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.weapon = GONE

    def advance(self, state: LnltState) -> None:  # lnlt.pac.fr.2.0b
        if self.weapon != GONE:
            found = takers(state, state.weapons[self.weapon], self.seat)
            if len(found) == 1:
                self.hand_over(state, found[0])
            else:
                state.ask(self.seat, acts.TAKER, acts.TAKE.on_each(found))
            return
        options = self.options(state)
        if len(options) == 1:
            state.pop()
        else:
            state.ask(self.seat, acts.RALLY, options)

    def options(self, state: LnltState) -> list[int]:
        options = [acts.HOLD.number]
        troubled = bool(state.vehicles)
        for unit in state.units:
            if unit.seat == self.seat and unit.hex != GONE:
                if unit.flags & SHAKEN:
                    troubled = True
                    shaken_options(state, unit, options)
                else:
                    steady_options(state, unit, options)
        for weapon in state.weapons:
            if weapon.handed or (weapon.owner != GONE and not is_steady(state.units[weapon.owner], self.seat)):
                continue
            if takers(state, weapon, self.seat):
                options.append(acts.HAND_OVER.on(weapon.id))
            if may_flip(state, weapon, self.seat):
                options.append(acts.TURN_OVER.on(weapon.id))
        if troubled:
            options += inspired_hexes(state, self.seat)
        if state.vehicles:
            options += rallying_vehicles(state, self.seat)
        return options

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        what = acts.ACTS.of(option)
        number = first(option)
        if what is acts.HOLD:
            state.pop()
        elif what is acts.TAKE:
            self.hand_over(state, number)
        elif what in ATTEMPTS:
            state.push(rally.RallyAttempt(number, ATTEMPTS[what] if not heard(state, number, what) else rally.SUNG))
        elif what is acts.MEDIC_TRIES:
            state.push(MedicCheck(number))
        elif what is acts.RALLY_VEHICLE:
            state.push(VehicleRally(number))
        elif what is acts.HAND_OVER:
            self.weapon = number
        elif what is acts.COMBINE:
            combine(state, state.units[number])
        elif what is acts.SPLIT:
            split(state, state.units[number])
        elif what is acts.RAISE:
            inspire(state, self.seat, number)
        elif what is acts.TURN_OVER:
            flip(state, state.weapons[number])
        elif what is acts.SING:
            sing(state, state.units[number])
        else:
            create_hero(state, state.units[number])

    def hand_over(self, state: LnltState, taker: int) -> None:
        weapon = state.weapons[self.weapon]
        self.weapon = GONE
        weapon.owner = taker
        weapon.handed = True
        if state.recording:
            args: dict[str, int | str] = {"unit": state.units[taker].title(), "weapon": f"@weapon.{weapon.type.id}"}
            state.emit(Event("take-weapon", "lnlt.core.1.6", args, place=state.board.grid.names[weapon.hex]))

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        if decision.kind is not acts.RALLY:
            return []
        if tried.vehicle is not None and attempt.verb in ("", acts.RALLY_VEHICLE.name):
            return tried.refuse(bans.TRIED_ALREADY if tried.vehicle.flags & SHAKEN else bans.VEHICLE_STEADY)
        if tried.unit is None or tried.unit.hex < 0:
            return []
        if attempt.verb == acts.MEDIC_TRIES.name:
            return tried.refuse(forbid_medic(state, tried.unit))
        if attempt.verb in ("", acts.RALLY_UNIT.name):
            return tried.refuse(rally.forbid_rally(state, tried.unit))
        return []


ATTEMPTS: dict[Verb, int] = {
    acts.RALLY_UNIT: rally.NORMAL,
    acts.TRY_PAIRS: rally.BY_PAIRS,
    acts.DEDICATE: rally.DEDICATION,
    acts.FIGHT_OR_DIE: rally.FORCED,
}


def heard(state: LnltState, number: int, what: Verb) -> bool:
    """A try that only La Marseillaise gives."""
    return what is acts.RALLY_UNIT and rally.forbid_rally(state, state.units[number]) is not None


def shaken_options(state: LnltState, unit: Unit, options: list[int]) -> None:
    if rally.forbid_rally(state, unit) is None or rally.may_hear_song(state, unit):
        options.append(acts.RALLY_UNIT.on(unit.id))
    traits = unit.type.traits
    if traits:
        if rally.may_try_pairs(state, unit):
            options.append(acts.TRY_PAIRS.on(unit.id))
        if rally.may_dedicate(state, unit):
            options.append(acts.DEDICATE.on(unit.id))
    if unit.flags & TRIED and rally.may_be_forced(state, unit):
        options.append(acts.FIGHT_OR_DIE.on(unit.id))


def steady_options(state: LnltState, unit: Unit, options: list[int]) -> None:
    kind = unit.type.kind
    if kind == SQUAD:
        if may_split(state, unit):
            options.append(acts.SPLIT.on(unit.id))
    elif kind == HALF_SQUAD:
        if partner(state, unit) != GONE:
            options.append(acts.COMBINE.on(unit.id))
    elif kind in (MEDIC, NURSE) and forbid_medic(state, unit) is None:
        options.append(acts.MEDIC_TRIES.on(unit.id))
    if unit.skill != NO_SKILL:
        if rally.may_sing(state, unit):
            options.append(acts.SING.on(unit.id))
        if may_inspire(state, unit):
            options.append(acts.INSPIRE.on(unit.id))


# ---- For the Motherland (lnlt.nosb.13.51a)


def inspired_hexes(state: LnltState, seat: int) -> list[int]:
    """Hexes whose Shaken Soviets may be inspired: one in each Rally Phase, or every one, as the option says."""
    found: list[int] = []
    raised = state.raised[seat]
    if raised and not state.edition.motherland_everywhere:
        return found
    done = raised
    for unit in state.units:
        if unit.seat != seat or not unit.type.traits & MOTHERLAND or not rally.is_waiting(state, unit):
            continue
        if not done >> unit.hex & 1:
            done |= 1 << unit.hex
            found.append(acts.RAISE.on(unit.hex))
    for option in rallying_vehicles(state, seat):
        vehicle = state.vehicles[first(option)]
        if vehicle.type.traits & MOTHERLAND and not done >> vehicle.hex & 1:  # lnlt.nosb.13.51d
            done |= 1 << vehicle.hex
            found.append(acts.RAISE.on(vehicle.hex))
    return found


def inspire(state: LnltState, seat: int, hex_: int) -> None:
    state.raised[seat] |= 1 << hex_
    if state.recording:
        state.tell(hex_, "motherland", "lnlt.nosb.13.51a", {"hex": state.board.grid.names[hex_]})


# ---- cards played in the Rally Phase


def sing(state: LnltState, unit: Unit) -> None:
    """Once in the game (lnlt.hid.skill.la-marseillaise.d)."""
    unit.skill = NO_SKILL
    state.perks[unit.seat] |= rally.USED_SONG
    state.tell_of(unit, "marseillaise", "lnlt.hid.skill.la-marseillaise.b")


def may_inspire(state: LnltState, unit: Unit) -> bool:
    """A Hero who starts the phase with a friendly MMC, even in Melee (lnlt.boh.25.2.inspirational.b)."""
    if not has(unit, INSPIRATIONAL) or not heroes_left(state, unit, unit.hex):
        return False
    return any(state.units[number].type.mmc for number in state.stacks[unit.seat][unit.hex])


def create_hero(state: LnltState, unit: Unit) -> None:
    """One of his own kind (lnlt.sab.13.94c); the new Hero draws no card (lnlt.boh.25.2.inspirational.c)."""
    unit.skill = NO_SKILL
    pool = state.heroes[unit.seat]
    fitting = heroes_left(state, unit, unit.hex)
    type_ = pool.pop(fitting[draw(state, [pool[i] for i in fitting])])
    type_ = type_.among.get(unit.type.service, type_)
    state.add_unit(unit.seat, type_, unit.hex, FRESH, "")
    state.tell_of(unit, "inspired-hero", "lnlt.boh.25.2.inspirational.b")
