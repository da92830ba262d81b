"""The Operations Phase (lnlt.core.4): impulses in turn, one spotting attempt, one activation or a pass."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Attempt, Ban, Decision, Event, Procedure, Refusal, Verb, first, second
from bocage.kernel.act import FIRST
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN, SPOTTER, SPRUNG
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.activation import Activation, leads
from bocage.systems.lnlt.rules.air import AirStrike, sortie_options
from bocage.systems.lnlt.rules.airborne import ParachuteDrop, landing_options
from bocage.systems.lnlt.rules.cards import AT_ONCE, Preemption, SpringAmbush, card_impulses, decide, end_ambush
from bocage.systems.lnlt.rules.close_assault import engage
from bocage.systems.lnlt.rules.crews import VehicleSpots, spotting_vehicles
from bocage.systems.lnlt.rules.fire_cards import settle_slayers
from bocage.systems.lnlt.rules.forces import mourn
from bocage.systems.lnlt.rules.gliders import GliderLanding
from bocage.systems.lnlt.rules.guns import gun_choices
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.melee_strength import is_eligible
from bocage.systems.lnlt.rules.orders import can_be_ordered, is_pressed
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.sighting import SpottingAttempt, forbid_spotting, spotting_options
from bocage.systems.lnlt.rules.skills import PREEMPT, THE_AMBUSH
from bocage.systems.lnlt.rules.snipers import HideSniper, hide_options
from bocage.systems.lnlt.rules.targets import FIRES_AFTER, targets
from bocage.systems.lnlt.rules.vehicle_fire import vehicle_targets
from bocage.systems.lnlt.rules.withdrawal import Withdrawal, may_withdraw
from bocage.systems.lnlt.state import LnltState

PHASE_END: Final = "lnlt.core.option.phase_end"
PASSING: Final = acts.PASS.act()
ACTIVATING: Final = acts.ACTIVATE.act()


class Operations(Procedure[LnltState]):
    """Sides alternate until so many passes follow each other (lnlt.core.option.phase_end)."""

    __slots__ = ()

    def advance(self, state: LnltState) -> None:  # lnlt.core.4.0, lnlt.core.2, lnlt.pac.fr.2.0e
        if self.step == 0:
            self.step = 1
            state.impulse = state.initiative
            state.passes = 0
        elif not state.is_present(0) or not state.is_present(1) or state.passes >= state.edition.passes:
            state.pop()
            return
        else:
            state.impulse = 1 - state.impulse  # lnlt.pac.fr.2.0d
        state.push(Impulse(state.impulse))


# ---- impulse


def impulse_options(state: LnltState, seat: int, may_spot: bool) -> list[int]:
    options = [PASSING] if not state.vehicles or not is_pressed(state, seat) else []
    add_hexes(state, seat, options)
    if state.flights[seat]:
        options += landing_options(state, seat)
    if state.skilled & AT_ONCE:
        options += card_impulses(state, seat)
    if state.sorties[seat]:
        options += sortie_options(state, seat)
    if state.lurking:
        options += hide_options(state, seat)
    if may_spot:
        options += spotting_options(state, seat)
        if state.vehicles:
            options += spotting_vehicles(state, seat)
    return options


def add_hexes(state: LnltState, seat: int, options: list[int]) -> None:
    """Hexes that may be activated, and Melees to be fought or left."""
    fighting = state.melee_mask()
    done = 0
    for unit in state.units:
        hex_ = unit.hex
        if unit.seat != seat or hex_ < 0 or done >> hex_ & 1:
            continue
        marks = unit.flags & MARKED
        if fighting >> hex_ & 1:
            done |= 1 << hex_
            add_melee(state, seat, hex_, options)
        elif not marks or ((unit.flags & SPOTTER or marks in FIRES_AFTER) and can_still_fire(state, unit)):
            done |= 1 << hex_
            options.append(ACTIVATING | hex_ << FIRST)
    for vehicle in state.vehicles:
        hex_ = vehicle.hex
        if vehicle.seat == seat and hex_ >= 0 and not done >> hex_ & 1 and can_be_ordered(state, vehicle):
            done |= 1 << hex_
            options.append(ACTIVATING | hex_ << FIRST)


def add_melee(state: LnltState, seat: int, hex_: int, options: list[int]) -> None:  # lnlt.core.8.1, lnlt.core.4.0
    if forbid_fight(state, seat, hex_) is None:
        options.append(acts.FIGHT.on(hex_))
    if forbid_withdrawal(state, seat, hex_) is None:
        options.append(acts.WITHDRAW.on(hex_))


def forbid_activation(state: LnltState, unit: Unit) -> Ban | None:  # lnlt.core.4.0
    """Each unit once a turn, but for those who have a shot left."""
    return None if not unit.flags & MARKED or can_still_fire(state, unit) else bans.MARKED_ALREADY


def forbid_hex(state: LnltState, seat: int, hex_: int) -> Ban | None:  # lnlt.core.4.0, lnlt.core.8.1
    """What keeps the units and vehicles of this hex from being activated."""
    ban: Ban | None = bans.NOBODY_THERE
    if state.in_melee(hex_) and state.stacks[seat][hex_]:
        return forbid_fight(state, seat, hex_) or bans.IN_MELEE
    for vehicle in state.manned_at(seat, hex_):
        if can_be_ordered(state, vehicle):
            return None
        ban = bans.VEHICLE_DONE
    for number in state.stacks[seat][hex_]:
        ban = forbid_activation(state, state.units[number])
        if ban is None:
            return None
    return ban


def forbid_fight(state: LnltState, seat: int, hex_: int) -> Ban | None:
    """One round per hex and turn; to fight or to leave takes somebody not yet activated (lnlt.core.8.1)."""
    if not state.in_melee(hex_):
        return bans.NO_MELEE
    if state.fought >> hex_ & 1:
        return bans.FOUGHT_ALREADY
    for number in state.stacks[seat][hex_]:
        unit = state.units[number]
        if not unit.flags & MARKED and is_eligible(state, unit):
            return None
    return bans.NOBODY_FIT


def forbid_withdrawal(state: LnltState, seat: int, hex_: int) -> Ban | None:
    if not state.in_melee(hex_):
        return bans.NO_MELEE
    return None if may_withdraw(state, seat, hex_) else bans.NOBODY_FIT


def can_still_fire(state: LnltState, unit: Unit) -> bool:
    """After an Assault Move (lnlt.core.6.1), or as the spotter of this impulse (lnlt.core.4.1), with something to shoot
    at."""
    flags = unit.flags
    marks = flags & MARKED
    if flags & SHAKEN or not (marks in FIRES_AFTER or (marks == OPS and flags & SPOTTER)):
        return False
    if marks == OPS and leads(unit) and has_fresh_neighbours(state, unit):
        return True  # he may activate them all the same (lnlt.boh.24.2e)
    alone = 1 << unit.id
    if targets(state, unit.seat, unit.hex, alone, False):
        return True
    if not state.heavy:
        return False
    return bool(vehicle_targets(state, unit.seat, 1 << unit.hex, alone) or gun_choices(state, unit.seat, alone))


def has_fresh_neighbours(state: LnltState, leader: Unit) -> bool:
    for hex_ in state.board.neighbours[leader.hex]:
        for number in state.stacks[leader.seat][hex_]:
            if not state.units[number].flags & MARKED and not state.in_melee(hex_):
                return True
    return False


class Impulse(Procedure[LnltState]):
    __slots__ = ("looked", "seat")

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.looked = False  # the spotting attempt has been made

    def advance(self, state: LnltState) -> None:  # lnlt.pac.fr.2.0d, lnlt.pac.fr.2.0e
        if mourn(state):
            return
        if self.step == 1:
            self.close(state)
            return
        options = impulse_options(state, self.seat, not self.looked)
        if not options or options == [PASSING]:
            self.do_pass(state)
        else:
            state.ask(self.seat, acts.IMPULSE, options)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        number = first(option)
        if verb is acts.PASS:
            self.do_pass(state)
        elif verb is acts.SPRING:
            state.push(SpringAmbush(number))  # it leaves the impulse to be used
        elif verb is acts.SPOT:  # the impulse goes on, found or not (lnlt.boh.24.2ai)
            self.looked = True
            state.push(SpottingAttempt(number, second(option)))
        elif verb is acts.SPOT_FROM_VEHICLE:
            self.looked = True
            state.push(VehicleSpots(number, second(option)))
        else:
            self.step = 1
            if verb is not acts.ACTIVATE:
                state.passes = 0
            self.begin(state, verb, number)
            if state.skilled >> PREEMPT & 1 and (verb is acts.ACTIVATE or verb is acts.FIGHT):
                state.push(Preemption(1 - self.seat))

    def begin(self, state: LnltState, verb: Verb, number: int) -> None:
        """What this impulse is used for."""
        if verb is acts.ACTIVATE:
            state.push(Activation(self.seat, number))
        elif verb is acts.FIGHT:
            melee = Melee(self.seat, number, [])
            if any(state.units[n].flags & SPRUNG for n in state.stacks[self.seat][number]):
                melee.ambush = 2
            engage(state, melee)
        elif verb is acts.WITHDRAW:
            state.push(Withdrawal(self.seat, number))
        elif verb is acts.LAND_GLIDERS:
            state.push(GliderLanding(self.seat))
        elif verb is acts.DROP_PARACHUTISTS:
            state.push(ParachuteDrop(self.seat))
        elif verb is acts.DECIDE:
            decide(state, state.units[number])
        elif verb is acts.FLY:
            state.push(AirStrike(self.seat, number))
        else:
            state.push(HideSniper(number))

    def do_pass(self, state: LnltState) -> None:
        """An impulse in which only spotting was tried is a pass too."""
        state.passes += 1
        self.step = 1
        if state.recording:
            args: dict[str, int | str] = {
                "side": state.scenario.titles[self.seat],
                "passes": state.passes,
                "of": state.edition.passes,
            }
            rule = "lnlt.core.4.0" if state.edition.passes == 3 else PHASE_END
            state.emit(Event("pass", rule, args))

    def close(self, state: LnltState) -> None:
        if self.looked:
            for unit in state.units:
                unit.flags &= ~SPOTTER
            for vehicle in state.vehicles:
                vehicle.flags &= ~SPOTTER
        state.spot_hex = GONE
        if state.slayers:
            settle_slayers(state)
        if state.skilled >> THE_AMBUSH & 1:
            end_ambush(state)
        state.pop()

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        if attempt.verb == acts.SPOT.name:
            return tried.refuse(bans.ONE_ATTEMPT if self.looked else forbid_spotting(state, tried))
        if tried.hex == GONE:
            return []
        if attempt.verb == acts.FIGHT.name:
            return tried.refuse(forbid_fight(state, self.seat, tried.hex))
        if attempt.verb == acts.WITHDRAW.name:
            return tried.refuse(forbid_withdrawal(state, self.seat, tried.hex))
        if attempt.verb in ("", acts.ACTIVATE.name):
            return tried.refuse(forbid_hex(state, self.seat, tried.hex))
        return []
