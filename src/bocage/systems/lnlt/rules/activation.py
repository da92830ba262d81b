"""An activation (lnlt.core.4.0): what the units of one hex, or of the hexes around a Leader, do in an impulse."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Attempt, Ban, Decision, Procedure, Refusal, Verb, first, second
from bocage.kernel.act import FIRST
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.flags import (
    AIMED,
    ANOTHER,
    ASSAULT,
    FIRED,
    LOBBED,
    MARKED,
    OPS,
    SHAKEN,
    SMOKING,
    SPOTTER,
    WOUNDED,
)
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, LEADER_HERO, Unit, units_in
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules import acts, bans, paces
from bocage.systems.lnlt.rules.artillery import FireMission, call_options
from bocage.systems.lnlt.rules.close_assault import CloseAssault, assault_party, assaults
from bocage.systems.lnlt.rules.convoy import Convoy, convoy_options
from bocage.systems.lnlt.rules.coordination import CoordinatedFire, coordinate_options
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import aimed_targets
from bocage.systems.lnlt.rules.firepower import reach
from bocage.systems.lnlt.rules.forces import mourn
from bocage.systems.lnlt.rules.guns import AimedFire, MortarFire, TurnGun, gun_choices
from bocage.systems.lnlt.rules.light_mortar import LobMortar, LobTogether, lob_options
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.night import SendUpStarshell, starshell_options
from bocage.systems.lnlt.rules.orders import VehicleOrders, activated_vehicles, can_be_ordered, forbid_orders
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.salvage import salvage, salvage_options
from bocage.systems.lnlt.rules.skills import AIMED_FIRE, COORDINATED_FIRE, TROMBLON
from bocage.systems.lnlt.rules.smoke import LaySmoke, add_smoke, settle_smoke
from bocage.systems.lnlt.rules.snipers import Snipe, snipe_options
from bocage.systems.lnlt.rules.steps import can_begin, can_step, lies_open
from bocage.systems.lnlt.rules.targets import forbid_fire, forbid_target, targets_among
from bocage.systems.lnlt.rules.traits import STEALTH as STEALTHY
from bocage.systems.lnlt.rules.tromblon import TromblonFire, grenade_options
from bocage.systems.lnlt.rules.vehicle_fire import FireAtRiders, FireAtVehicle, may_be_sprayed, vehicle_targets
from bocage.systems.lnlt.state import LnltState


def leads(unit: Unit) -> bool:
    """A Good Order, unwounded Leader, not yet activated, activates the hexes around him (lnlt.core.11.1.2), even
    after spotting (lnlt.core.4.1); so does a Leader-Hero, whom no wound hinders (lnlt.hid.skill.leader-hero.d)."""
    if unit.skill != LEADER_HERO and (unit.type.kind != kinds.LEADER or unit.flags & (SHAKEN | WOUNDED)):
        return False
    return not unit.flags & MARKED or bool(unit.flags & SPOTTER)


def has_stealth(state: LnltState, seat: int, hex_: int) -> bool:
    for number in state.stacks[seat][hex_]:  # noqa: SIM110 - much faster than any(), and asked often
        if state.units[number].type.traits & STEALTHY:
            return True
    return False


class Activation(Procedure[LnltState]):
    """One hex (lnlt.core.4.0), with those around it if a Leader activates them (lnlt.core.11.1.2); each hex may fire
    once (lnlt.core.5.0), before it moves (lnlt.core.6.1.1) or not, spot (lnlt.core.4.1) and move one stack
    (lnlt.core.6.0, lnlt.core.8.1)."""

    __slots__ = ("acted", "activated", "crews", "fired", "hex", "leader", "moved", "origin", "reached", "seat")

    def __init__(self, seat: int, hex_: int) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.activated = 0  # mask of units
        self.crews = 0  # mask of vehicles that have not had their orders
        self.leader = GONE
        self.reached = False  # the leader has used his range
        self.acted = False
        self.fired = 0  # mask of hexes that have fired
        self.moved = 0  # mask of hexes that have sent out a stack
        self.origin = GONE  # where an Assault Fire was made, until its move

    def advance(self, state: LnltState) -> None:
        if mourn(state):
            return
        if self.step == 0:
            self.begin(state)
            return
        if self.origin != GONE:
            self.move_after_fire(state)
            return
        options = self.options(state)
        if not options:
            self.close(state)
        else:
            if self.acted:
                options.insert(0, acts.DONE.number)
            state.ask(self.seat, acts.ACTIVATION, options)

    def begin(self, state: LnltState) -> None:
        self.step = 1
        for number in state.stacks[self.seat][self.hex]:
            self.activated |= 1 << number  # lnlt.boh.24.2bl
            if leads(state.units[number]):
                self.leader = number
        if self.leader != GONE:
            for hex_ in state.board.neighbours[self.hex]:
                if not state.stacks[1 - self.seat][hex_]:
                    for number in state.stacks[self.seat][hex_]:
                        self.activated |= 1 << number
        if state.vehicles:
            self.crews = activated_vehicles(state, self.seat, self.hex)

    def options(self, state: LnltState) -> list[int]:
        found: list[int] = []
        done = 0
        fighting = state.melee_mask()
        for unit in units_in(self.activated, state.units):
            hex_ = unit.hex
            if hex_ < 0 or (done | fighting) >> hex_ & 1:
                continue
            done |= 1 << hex_
            self.hex_options(state, hex_, found)
        if state.heavy:
            self.heavy_options(state, done, found)
        if state.scenario.snipers:
            found += snipe_options(state, self.seat, self.activated)
        if state.skilled & FIRE_CARDS:
            self.card_options(state, done, found)
        return found

    def card_options(self, state: LnltState, hexes: int, found: list[int]) -> None:
        """Fire that only a skill card allows (lnlt.hid.skill.aimed-fire.b, lnlt.hid.skill.coordinated-fire.b,
        lnlt.hid.skill.tromblon.c)."""
        for hex_ in hexes_in(hexes):
            if state.skilled >> AIMED_FIRE & 1 and not self.fired >> hex_ & 1:
                found += acts.FIRE.from_each(hex_, aimed_targets(state, self.seat, hex_, self.activated))
            if state.skilled >> COORDINATED_FIRE & 1:
                found += coordinate_options(state, self.seat, hex_, self.activated)
            if state.skilled >> TROMBLON & 1:
                found += grenade_options(state, self.seat, hex_, self.activated)

    def heavy_options(self, state: LnltState, hexes: int, found: list[int]) -> None:
        """Vehicles, guns, rockets and callers among the activated, and vehicles as targets (lnlt.core.armour)."""
        found += vehicle_targets(state, self.seat, hexes & ~self.fired, self.activated)
        found += gun_choices(state, self.seat, self.activated)  # lnlt.core.armour.5.2
        found += call_options(state, self.seat, self.activated)
        found += assaults(state, self.seat, hexes, self.activated)  # lnlt.core.armour.7.1
        found += salvage_options(state, self.seat, self.activated)  # lnlt.core.armour.5.10
        if self.crews:
            found += convoy_options(state, self.seat, self.crews, self.activated)  # lnlt.core.6.5
            for vehicle in state.vehicles:
                if self.crews >> vehicle.id & 1 and can_be_ordered(state, vehicle):
                    found.append(acts.COMMAND.on(vehicle.id))

    def hex_options(self, state: LnltState, hex_: int, found: list[int]) -> None:
        if not self.fired >> hex_ & 1:
            mask = state.in_view(hex_, 1 - self.seat)
            if mask:
                self.fire_options(state, hex_, mask, found)
        at = hex_ << FIRST
        free = paces.free_to_move(state, self.seat, hex_, self.activated)
        if free and not self.moved >> hex_ & 1:
            clear = lies_open(state, self.seat, hex_)
            for verb, mode in MOVES if has_stealth(state, self.seat, hex_) else OPEN_MOVES:
                if can_begin(state, self.seat, hex_, free, mode, clear):
                    found.append(verb.number | at)
            if state.scenario.mounted:
                for verb, mode in RIDERS_MOVES:
                    if can_begin(state, self.seat, hex_, free, mode, clear):
                        found.append(verb.number | at)
        if free:
            add_smoke(state, free, found)
        if state.dark:
            found += starshell_options(state, self.seat, hex_, self.activated)
        if state.weapons:
            found += lob_options(state, self.seat, hex_, self.activated)

    def fire_options(self, state: LnltState, hex_: int, mask: int, found: list[int]) -> None:
        found += acts.FIRE.from_each(hex_, targets_among(state, self.seat, hex_, self.activated, False, mask))
        if state.edition.assault_fire and not self.moved >> hex_ & 1:  # lnlt.core.option.assault_fire
            found += acts.ASSAULT_FIRE.from_each(
                hex_, targets_among(state, self.seat, hex_, self.activated, True, mask)
            )

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            self.close(state)
            return
        self.acted = True
        state.passes = 0
        mode = MODE_OF.get(verb)
        if mode is not None:
            hex_ = first(option)
            self.note(hex_)
            self.moved |= 1 << hex_
            state.push(Movement(self.seat, hex_, mode, self.activated))
        elif verb is acts.CLOSE_ASSAULT:
            hex_ = first(option)
            state.push(CloseAssault(self.seat, hex_, hex_, assault_party(state, self.seat, hex_, self.activated)))
        elif verb.operands[0] == acts.ORIGIN:
            self.fire(state, verb, first(option), second(option))
        elif verb.operands[0] == acts.VEHICLE:
            self.drive(state, verb, state.vehicles[first(option)])
        else:
            self.employ(state, verb, state.units[first(option)])

    def fire(self, state: LnltState, verb: Verb, origin: int, target: int) -> None:
        """At a hex, or at a vehicle, or at those who ride on it."""
        self.note(origin)
        self.fired |= 1 << origin  # and those who have not fired do something else (lnlt.boh.24.2al)
        if verb is acts.FIRE_AT_VEHICLE or verb is acts.FIRE_AT_RIDERS:
            attack = FireAtRiders if verb is acts.FIRE_AT_RIDERS else FireAtVehicle
            state.push(attack(self.seat, origin, state.vehicles[target].hex, self.activated, target, False))
            return
        assault = verb is acts.ASSAULT_FIRE
        if assault:
            self.moved |= 1 << origin
            self.origin = origin
        victims = state.stacks[1 - self.seat][target]
        state.push(FireAttack(self.seat, origin, target, self.activated, victims, False, assault))

    def drive(self, state: LnltState, verb: Verb, vehicle: Vehicle) -> None:
        self.note(vehicle.hex)
        self.crews &= ~(1 << vehicle.id)
        if verb is acts.COMMAND:
            state.push(VehicleOrders(self.seat, vehicle.id))
        else:
            self.moved |= 1 << vehicle.hex
            state.push(Convoy(self.seat, vehicle.id, verb is acts.CONVOY_ASSAULT, self.activated))

    def employ(self, state: LnltState, verb: Verb, unit: Unit) -> None:
        """Somebody with something that only he has."""
        self.note(unit.hex)
        if verb in ALONE:
            state.push(ALONE[verb](unit.id))
        elif verb in FOR_SIDE:
            state.push(FOR_SIDE[verb](self.seat, unit.id))
        elif verb is acts.COORDINATE:
            state.push(CoordinatedFire(unit.id, self.activated))
        else:
            salvage(state, verb, unit)

    def note(self, hex_: int) -> None:
        if hex_ != self.hex:
            self.reached = True

    def move_after_fire(self, state: LnltState) -> None:
        """Assault Fire: those who have just fired may now move half their MF (lnlt.core.6.1.1)."""
        origin = self.origin
        self.origin = GONE
        movers: list[int] = []
        for number in state.stacks[self.seat][origin]:
            unit = state.units[number]
            if self.activated >> number & 1 and not unit.flags & SHAKEN and unit.flags & MARKED == ASSAULT_FIRED:
                movers.append(number)
        if movers and can_step(state, self.seat, origin, movers, kinds.AFTER_FIRE, True):
            move = Movement(self.seat, origin, kinds.AFTER_FIRE, self.activated)
            move.movers = movers
            move.step = 1
            state.push(move)

    def close(self, state: LnltState) -> None:
        """A Leader who activated neighbours and did nothing himself has had his activation."""
        for unit in state.units:
            if unit.flags & UNTIL_CLOSE:
                settle_smoke(state, unit)
                unit.flags &= ~UNTIL_CLOSE
        if not self.acted:
            state.passes += 1  # nothing could be done
        elif self.reached and self.leader != GONE:
            leader = state.units[self.leader]
            if leader.hex != GONE and not leader.flags & MARKED:
                state.mark(leader, OPS)
        state.pop()

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        name = attempt.verb
        own = tried.unit if tried.seat(state) == self.seat else None
        verb = next(
            (verb for verb in MODE_OF if verb.name == name), acts.MOVE if own is not None and not name else None
        )
        if verb is not None and own is not None:
            return tried.refuse(self.forbid_move(state, own, MODE_OF[verb]))
        if name in ("", acts.FIRE.name, acts.ASSAULT_FIRE.name):
            return self.refuse_fire(state, tried, own, name == acts.ASSAULT_FIRE.name)
        if tried.vehicle is None:
            return []
        if name == acts.COMMAND.name:
            return tried.refuse(forbid_orders(state, tried.vehicle))
        if name == acts.FIRE_AT_VEHICLE.name and not may_be_sprayed(state, tried.vehicle, tried.vehicle.hex):
            return tried.refuse(bans.VEHICLE_BUTTONED)
        return []

    def forbid_move(self, state: LnltState, unit: Unit, mode: int) -> Ban | None:
        if not self.activated >> unit.id & 1:
            return bans.MARKED_ALREADY if unit.flags & MARKED else bans.NOT_ACTIVATED
        if state.in_melee(unit.hex):
            return bans.IN_MELEE
        if unit.flags & MARKED:
            return bans.MARKED_ALREADY
        if self.moved >> unit.hex & 1:
            return bans.SENT_OUT
        if mode in paces.NEEDS_MARK and not paces.is_made_for(state, unit, mode):
            return paces.NOT_MADE_FOR[mode]
        ban = paces.forbid_pace(state, unit, mode)
        if ban is not None:
            return ban
        if mode == kinds.DOUBLING and not paces.double_time_core(
            state, paces.free_to_move(state, unit.seat, unit.hex, self.activated)
        ):
            return bans.NO_DOUBLE_TIME
        return bans.NOWHERE_TO_GO

    def refuse_fire(self, state: LnltState, tried: Tried, firer: Unit | None, assault: bool) -> list[Refusal]:
        """Of this unit, or of the activated unit that comes nearest to being able to."""
        if firer is None:
            able = [unit for unit in state.units if self.activated >> unit.id & 1 and unit.hex >= 0]
            able.sort(key=lambda unit: (forbid_fire(unit, False) is not None, not reach(state, unit)))
            firer = able[0] if able else None
        if firer is None or tried.hex == GONE:
            return []
        tried.unit, tried.vehicle, tried.weapon = firer, None, None
        ban = bans.NOT_ACTIVATED if not self.activated >> firer.id & 1 else None
        ban = forbid_target(state, firer, tried.hex, assault) if ban is None else ban
        if ban is None and self.fired >> firer.hex & 1:
            ban = bans.FIRED_ALREADY
        return tried.refuse(ban, {"origin": state.board.grid.names[firer.hex]})


MOVES: Final[tuple[tuple[Verb, int], ...]] = (
    (acts.MOVE, kinds.WALK),
    (acts.ASSAULT_MOVE, kinds.ASSAULTING),
    (acts.DOUBLE_TIME, kinds.DOUBLING),
    (acts.LOW_CRAWL, kinds.CRAWLING),
    (acts.STEALTH_MOVE, kinds.STEALING),
    (acts.STEALTH_ASSAULT, kinds.STEALING_UP),
)
OPEN_MOVES: Final[tuple[tuple[Verb, int], ...]] = MOVES[:4]
RIDERS_MOVES: Final[tuple[tuple[Verb, int], ...]] = (
    (acts.HIT_AND_RUN, kinds.HITTING),
    (acts.DISMOUNT, kinds.DISMOUNTING),
)
MODE_OF: Final = dict(MOVES + RIDERS_MOVES)
ASSAULT_FIRED: Final = ASSAULT | FIRED
UNTIL_CLOSE: Final = SMOKING | LOBBED | ANOTHER | AIMED
FIRE_CARDS: Final = 1 << AIMED_FIRE | 1 << COORDINATED_FIRE | 1 << TROMBLON
ALONE: Final[dict[Verb, type[LaySmoke | SendUpStarshell | LobMortar | LobTogether | Snipe | TromblonFire]]] = {
    acts.LAY_SMOKE: LaySmoke, acts.SEND_UP: SendUpStarshell, acts.LOB: LobMortar, acts.LOB_TOGETHER: LobTogether,
    acts.SNIPE: Snipe,
    acts.FIRE_GRENADE: TromblonFire,
}  # fmt: skip
FOR_SIDE: Final[dict[Verb, type[TurnGun | AimedFire | MortarFire | FireMission]]] = {
    acts.TURN_GUN: TurnGun, acts.SHOOT: AimedFire, acts.SHELL: MortarFire, acts.CALL: FireMission,
}  # fmt: skip
