"""Coordinated movement (lnlt.core.6.5): men and a vehicle go together, hex by hex, as fast as the slower of them."""

from __future__ import annotations

from bocage.kernel import Decision, Procedure, first
from bocage.systems.lnlt.model.flags import ASSAULT, MOVED, MOVING, SHAKEN
from bocage.systems.lnlt.model.kinds import ASSAULTING, WALK
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.crews import marks_of
from bocage.systems.lnlt.rules.driving import Driving, can_drive, drive_options
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.paces import forbid_pace, free_to_move, is_made_for
from bocage.systems.lnlt.rules.steps import steps
from bocage.systems.lnlt.state import LnltState


def escorts(state: LnltState, vehicle: Vehicle, activated: int, assault: bool) -> list[int]:
    """Good Order men beside the vehicle who may go with it (lnlt.core.6.5)."""
    found: list[int] = []
    mode = ASSAULTING if assault else WALK
    for number in free_to_move(state, vehicle.seat, vehicle.hex, activated):
        unit = state.units[number]
        if not unit.flags & SHAKEN and forbid_pace(state, unit, mode) is None:
            found.append(number)
    if assault and not any(is_made_for(state, state.units[number], mode) for number in found):
        return []
    return found


def convoy_options(state: LnltState, seat: int, crews: int, activated: int) -> list[int]:
    """For each vehicle that can set out with somebody beside it (lnlt.core.6.5): at full pace, or in an Assault
    Move."""
    found: list[int] = []
    for vehicle in state.vehicles:
        if not crews >> vehicle.id & 1 or not can_drive(vehicle) or marks_of(vehicle):
            continue
        if vehicle.flags & SHAKEN or not state.stacks[seat][vehicle.hex]:
            continue
        for verb, assault in ((acts.CONVOY, False), (acts.CONVOY_ASSAULT, True)):
            men = escorts(state, vehicle, activated, assault)
            if any(joint_steps(state, vehicle, [number], assault, 0, 0) for number in men):
                found.append(verb.on(vehicle.id))
    return found


def joint_steps(
    state: LnltState, vehicle: Vehicle, movers: list[int], assault: bool, driven: int, walked: int
) -> list[int]:
    """Hexes that both may enter now; nobody is attacked on the way (lnlt.core.6.5)."""
    mode = ASSAULTING if assault else WALK
    near = steps(state, vehicle.seat, vehicle.hex, movers, mode, walked, True)
    options = drive_options(state, vehicle, assault, driven)
    return [option for option in options if acts.ACTS.of(option).steps and first(option) in near]


class Convoy(Procedure[LnltState]):
    """Who goes along; then step by step, each under the fire that both draw (lnlt.core.6.5)."""

    __slots__ = ("activated", "assault", "driven", "movers", "seat", "vehicle", "walked")

    def __init__(self, seat: int, vehicle: int, assault: bool, activated: int) -> None:
        super().__init__()
        self.seat = seat
        self.vehicle = vehicle
        self.assault = assault
        self.activated = activated
        self.movers: list[int] = []
        self.driven = 0
        self.walked = 0

    def advance(self, state: LnltState) -> None:
        vehicle = state.vehicles[self.vehicle]
        if self.step == 0:
            self.choose_movers(state, vehicle)
            return
        self.movers = [number for number in self.movers if self.keeps_up(state, number)]
        if not self.movers or not can_drive(vehicle) or vehicle.flags & SHAKEN:
            self.finish(state, vehicle)
            return
        options = joint_steps(state, vehicle, self.movers, self.assault, self.driven, self.walked)
        options += [o for o in drive_options(state, vehicle, self.assault, self.driven) if not acts.ACTS.of(o).steps]
        if vehicle.flags & MOVING:
            options.insert(0, acts.STOP.act())
        if len(options) > 1 or (options and options[0] != acts.STOP.act()):
            state.ask(self.seat, acts.DRIVING, options)
        else:
            self.finish(state, vehicle)

    def choose_movers(self, state: LnltState, vehicle: Vehicle) -> None:
        able = [n for n in escorts(state, vehicle, self.activated, self.assault) if n not in self.movers]
        able = [n for n in able if joint_steps(state, vehicle, [*self.movers, n], self.assault, 0, 0)]
        if not able or (len(able) == 1 and not self.movers):
            self.movers += able
            self.step = 1
            return
        options = acts.ADD.on_each(able)
        if self.movers:
            options.insert(0, acts.DONE.act())
        state.ask(self.seat, acts.MOVERS, options)

    def keeps_up(self, state: LnltState, number: int) -> bool:
        """Whoever is hit stays behind."""
        unit = state.units[number]
        return unit.hex == state.vehicles[self.vehicle].hex and not unit.flags & SHAKEN

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        vehicle = state.vehicles[self.vehicle]
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            self.step = 1
        elif verb is acts.ADD:
            self.movers.append(first(option))
        elif verb is acts.STOP:
            self.finish(state, vehicle)
        else:
            self.go(state, vehicle, option)

    def go(self, state: LnltState, vehicle: Vehicle, option: int) -> None:
        """The vehicle and the men each make their step as they would alone, and draw the fire they would draw."""
        origin = vehicle.hex
        drive = Driving(self.seat, self.vehicle, self.assault, self.driven)
        drive.single = True
        drive.spend(state, vehicle, option)
        drive.step = 1
        self.driven = drive.spent
        if acts.ACTS.of(option).steps:
            walk = self.march(origin)
            walk.enter(state, vehicle.hex)
            self.walked = walk.spent
            state.push(walk)
        state.push(drive)

    def march(self, origin: int) -> Movement:
        walk = Movement(self.seat, origin, ASSAULTING if self.assault else WALK, self.activated)
        walk.movers = self.movers[:]
        walk.spent = self.walked
        walk.single = True
        walk.peaceful = True
        return walk

    def finish(self, state: LnltState, vehicle: Vehicle) -> None:  # lnlt.core.6.5
        walk = self.march(vehicle.hex)
        walk.finish_marking(state)
        if vehicle.is_manned() and vehicle.flags & MOVING:
            vehicle.flags &= ~MOVING
            state.mark_vehicle(vehicle, ASSAULT if self.assault else MOVED)
        state.pop()
