"""Setup: who has the initiative, and deployment."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban, Decision, first, second
from bocage.systems.normandie.model.flags import INFILTRATOR
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.cards import deal
from bocage.systems.normandie.rules.movement import STRAIGHT
from bocage.systems.normandie.rules.multiplayer import settle_order
from bocage.systems.normandie.rules.orders import entitle
from bocage.systems.normandie.rules.procedures import UnitProcedure, Wish
from bocage.systems.normandie.rules.transport import NO_TRANSPORT, ban_passenger
from bocage.systems.normandie.rules.zones import IMPASSABLE
from bocage.systems.normandie.state import FIELD, RESERVE, NormandieState, Unit

INFILTRATION: Final = 6

TAKEN: Final = Ban("hon.move.inf.6", "occupied")
NO_FRONT: Final = Ban("hon.move.veh.7", "no-front")
NEAR_OBJECTIVE: Final = Ban("hon.abil.scout.2", "near-objective")
OUTSIDE_ZONE: Final = Ban("hon.setup.deploy.3", "outside-zone")
SCOUTS_ONLY: Final = Ban("hon.abil.scout.4", "scouts-only")
ANOTHER_FIRST: Final = Ban("hon.setup.deploy.1", "another-first")
NO_CONCEALMENT: Final = Ban("hon.abil.ambush.2", "no-ambush")


class Deployment(UnitProcedure):
    """Everybody deploys his force in turn."""

    __slots__ = ("turn",)

    def __init__(self) -> None:
        super().__init__(-1)  # a unit that stands, and must still be given a front
        self.turn = 0  # a place in the order of play

    def advance(self, state: NormandieState) -> None:
        """The side with initiative deploys its whole force, then the other (hon.setup.deploy.1, hon.setup.deploy.2).

        Of allies each deploys his own in the order of play, by turns with the other side (hon.mp.deploy.1).
        """
        if self.step == 0:
            self.step = 1
            settle_initiative(state)
            if state.staff.cards:
                deal(state)
            if state.scenario.allied:
                settle_order(state, False)
                return
        if self.unit >= 0:
            placed = state.units[self.unit]
            state.ask(placed.seat, decisions.FRONT, acts.TURN_TO.on_each(fronts(state, placed, placed.cell)))
            return
        unit = next_to_place(state, state.sequence[self.turn])
        while unit is None and self.turn + 1 < len(state.sequence):
            self.turn += 1
            unit = next_to_place(state, state.sequence[self.turn])
        if unit is None:
            entitle(state)
            state.pop()
        else:
            state.ask(unit.seat, decisions.PLACE, places(state, unit))

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.TURN_TO:
            unit = state.units[self.unit]
            unit.facing = first(option)
            state.put(unit, unit.cell)  # hon.arc.align.1
            self.unit = -1
            return
        unit = state.units[self.subject(state, decision)]
        if verb is acts.SET_UP_ABOARD:
            state.embark(unit, state.units[first(option)])  # hon.abil.scout.4
            return
        if first(option) != unit.side:
            unit.flip()
        cell = second(option)
        facings = fronts(state, unit, cell)
        if facings:
            unit.facing = facings[0]  # hon.arc.align.1
        state.put(unit, cell)
        if len(facings) > 1:
            self.unit = unit.id
        state.report("deploy", deployment_rule(state, unit), unit)

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        unit = next_to_place(state, decision.seat)
        if decision.kind is decisions.FRONT or unit is None:
            return None
        if wish.verb == "place-aboard":
            return NO_TRANSPORT if wish.unit is None else ban_ride(state, wish.unit, unit)
        if wish.verb not in ("", "place", "place-concealed"):
            return None
        if wish.cell < 0:
            return None if wish.unit is None else ANOTHER_FIRST
        ban = ban_place(state, unit, wish.cell) or ban_area(state, unit, wish.cell)
        return NO_CONCEALMENT if ban is None and wish.verb == "place-concealed" else ban

    def subject(self, state: NormandieState, decision: Decision) -> int:
        unit = next_to_place(state, decision.seat) if decision.kind is decisions.PLACE else None
        return self.unit if unit is None else unit.id


def settle_initiative(state: NormandieState) -> None:
    camp = state.scenario.initiative
    dice: list[int] = []
    if camp < 0:
        dice.append(state.dice.roll(6, acts.FOR_INITIATIVE))
        camp = (dice[0] + 1) % 2
    state.lead(camp)
    state.announce("initiative", "hon.setup.deploy.1", {"side": state.scenario.side(camp)}, dice)


def next_to_place(state: NormandieState, seat: int) -> Unit | None:
    """Vehicles of two spaces first: they need the room."""
    for size in (2, 1):
        for unit in state.units:
            if unit.seat == seat and unit.status == RESERVE and unit.counter.size == size:
                return unit
    return None


def places(state: NormandieState, unit: Unit) -> list[int]:
    """Free spaces of its zone, for scouts some beyond it, or a transport; either side up where both are undamaged."""
    taken = state.standing[0] | state.standing[1]
    cells = spaces(deployment_area(state, unit) & ~taken & ~closed_to(state, unit))
    if unit.is_vehicle():
        cells = [cell for cell in cells if fronts(state, unit, cell)]
    faces = unit.counter.faces
    backs = (acts.SET_UP_CONCEALED if faces[1].concealed else acts.SET_UP).from_each(1, cells)
    options = backs
    if unit.counter.kind != "ruse":
        options = (acts.SET_UP_CONCEALED if faces[0].concealed else acts.SET_UP).from_each(0, cells)
        if faces[1].white and not unit.is_vehicle():  # hon.setup.deploy.4, .5, hon.abil.ambush.2, hon.abil.scout.3
            options = [option for pair in zip(options, backs, strict=True) for option in pair]
    for vehicle in state.units:
        if vehicle.face.transport and ban_ride(state, vehicle, unit) is None:
            options.append(acts.SET_UP_ABOARD.on(vehicle.id))  # hon.abil.scout.4
    return options


def ban_ride(state: NormandieState, vehicle: Unit, unit: Unit) -> Ban | None:
    """A transport beyond its zone carries only scouts (hon.abil.scout.4)."""
    if vehicle.seat != unit.seat or vehicle.status != FIELD:
        return NO_TRANSPORT
    at_home = vehicle.cells() & ~state.scenario.zones[vehicle.seat] == 0
    return ban_passenger(state, vehicle, unit) or (None if at_home or scout_of(unit) > 0 else SCOUTS_ONLY)


def scout_of(unit: Unit) -> int:
    """As printed, or 6 for infiltrators on foot (hon.ord.infil.1)."""
    infiltrates = unit.traits & INFILTRATOR and not unit.is_vehicle()
    return max(unit.face.scout, INFILTRATION) if infiltrates else unit.face.scout


def deployment_rule(state: NormandieState, unit: Unit) -> str:
    """The clause that lets it stand where it does."""
    if unit.cells() & ~state.scenario.zones[unit.seat] == 0:
        return "hon.setup.deploy.3"
    return "hon.ord.infil.1" if scout_of(unit) > unit.face.scout else "hon.abil.scout.1"


def deployment_area(state: NormandieState, unit: Unit) -> int:
    """Its zone, for scouts some spaces more."""
    zone = state.scenario.zones[unit.seat]
    scout = scout_of(unit)
    if scout:  # hon.abil.scout.1
        zone |= state.board.grid.within(zone, scout) & ~near_objectives(state)
    return zone


def ban_place(state: NormandieState, unit: Unit, cell: int) -> Ban | None:
    """Why a space of the area will not do."""
    if (state.standing[0] | state.standing[1]) >> cell & 1:
        return TAKEN
    if closed_to(state, unit) >> cell & 1:
        return IMPASSABLE
    return NO_FRONT if unit.is_vehicle() and not fronts(state, unit, cell) else None


def ban_area(state: NormandieState, unit: Unit, cell: int) -> Ban | None:
    if deployment_area(state, unit) >> cell & 1:
        return None
    scout = scout_of(unit)
    near = scout > 0 and state.board.grid.within(state.scenario.zones[unit.seat], scout) >> cell & 1
    return NEAR_OBJECTIVE if near else OUTSIDE_ZONE


def closed_to(state: NormandieState, unit: Unit) -> int:
    """Impassable to its class, and water (hon.terrain.imp.2, hon.terrain.water.1)."""
    closed = state.ground.closed[unit.counter.rank]
    return closed if unit.face.amphibious else closed | state.ground.water


def fronts(state: NormandieState, unit: Unit, cell: int) -> list[int]:
    """The ways it may face there: vehicles all 8, firing arcs the 4 straight ones (hon.arc.align.1)."""
    if not unit.counter.turns:
        return []
    if not unit.is_vehicle():
        return STRAIGHT if unit.face.has_arc() else []
    if unit.counter.size == 1:
        return list(range(8))
    taken = (state.standing[0] | state.standing[1]) & ~unit.cells()
    zone = state.scenario.zones[unit.seat] & ~closed_to(state, unit) & ~taken
    rears = [state.board.grid.around[cell][(facing + 4) % 8] for facing in range(8)]
    return [facing for facing, rear in enumerate(rears) if rear >= 0 and zone >> rear & 1]


def near_objectives(state: NormandieState) -> int:
    """The spaces around every objective and those beside them (hon.abil.scout.2)."""
    grid = state.board.grid
    area = 0
    for place in state.scenario.objectives:
        area |= grid.touching(place)
    for goal in state.scenario.goals:
        area |= goal.cells
    return grid.within(area, 1)
