"""Opportunity fire by and against vehicles and guns (lnlt.core.armour.5.11)."""

from __future__ import annotations

from bocage.kernel import Attempt, Ban, Decision, Procedure, Refusal, first, second
from bocage.kernel.act import FIRST
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, MARKED, NO_OPPORTUNITY
from bocage.systems.lnlt.model.hull import CONTINUOUS, GUN_FIRED, HULL_FIRED, MG_FIRED, TURNED
from bocage.systems.lnlt.model.kinds import LEADER, WALK
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.vehicles import NONE, VEHICLE_IDS, Ordnance, Vehicle
from bocage.systems.lnlt.rules import acts, bans, ordnance
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import defies_markers, end_of_step, ready_slayers
from bocage.systems.lnlt.rules.firepower import reach, shoots
from bocage.systems.lnlt.rules.machine_guns import MachineGunFire, bearing_guns
from bocage.systems.lnlt.rules.ordnance_cards import longer
from bocage.systems.lnlt.rules.refusing import Tried, forbid_sight
from bocage.systems.lnlt.rules.shots import OrdnanceShot
from bocage.systems.lnlt.rules.skills import OP_MOVEMENT, OPPORTUNIST, has
from bocage.systems.lnlt.rules.slayer import SlayerCheck
from bocage.systems.lnlt.rules.snipers import PiercingShot, SniperShot, piercing_reactions, sniper_reactions
from bocage.systems.lnlt.rules.targets import forbid_opportunity_fire
from bocage.systems.lnlt.rules.transport import riders, shed_riders
from bocage.systems.lnlt.rules.vehicle_fire import FireAtRiders, FireAtVehicle, may_be_sprayed, may_pierce
from bocage.systems.lnlt.state import LnltState


def reactions(state: LnltState, seat: int, hex_: int, vehicle: int) -> list[int]:
    """What vehicles, guns and rockets of a side may fire at a mover in this hex (lnlt.core.5.3,
    lnlt.core.armour.5.11): a vehicle, or (-1) men. Those in the hex that a vehicle enters may fire too, before it
    overruns them (lnlt.core.armour.5.9)."""
    found: list[int] = []
    sight = state.watchers(hex_) & ~state.melee_mask()  # lnlt.core.8.0
    for own in state.vehicles:
        if own.seat == seat and own.is_manned() and sight >> own.hex & 1:
            add_machine_guns(state, own, hex_, vehicle, found)
            add_guns(state, own, hex_, vehicle, found)
    sight = sight | 1 << hex_ if vehicle >= 0 else sight & ~(1 << hex_)
    sight &= ~state.melee_mask()  # nor out of the hex that is entered
    for unit in state.units:
        if unit.type.team is not None and unit.seat == seat and unit.hex >= 0 and sight >> unit.hex & 1:
            add_team(state, unit, hex_, vehicle, found)
    add_rockets(state, seat, hex_, vehicle, sight, found)
    return found


def add_team(state: LnltState, unit: Unit, hex_: int, vehicle: int, found: list[int]) -> None:
    """In one and the same hex facing does not matter (lnlt.core.armour.5.2)."""
    team = unit.type.team
    if team is None or team.gun is None or not may_answer(state, unit):
        return
    swings = state.edition.gun_swing_fire or unit.hex == hex_ or ordnance.is_ahead(state, unit.hex, unit.facing, hex_)
    if swings and suits(state, team.gun, unit.hex, hex_, vehicle):
        found.append(acts.REACT_TEAM.on(unit.id))


def add_rockets(state: LnltState, seat: int, hex_: int, vehicle: int, sight: int, found: list[int]) -> None:
    # lnlt.core.5.3, lnlt.core.armour.1.1, lnlt.core.armour.7.1
    for weapon in state.weapons:
        gun = weapon.type.ordnance
        if gun is None or weapon.owner < 0:
            continue
        owner = state.units[weapon.owner]
        if owner.seat != seat or owner.hex < 0 or not sight >> owner.hex & 1:
            continue
        extra = longer(state, owner.id, weapon.id)
        if may_answer(state, owner) and suits(state, gun, owner.hex, hex_, vehicle, extra):
            found.append(acts.REACT_WEAPON.on(weapon.id))


def may_answer(state: LnltState, unit: Unit) -> bool:
    """With ordnance: unmarked, or led by an Opportunist (lnlt.hid.skill.opportunist.c)."""
    return ordnance.may_shoot(unit.flags, True) or defies_markers(state, unit)


def suits(state: LnltState, gun: Ordnance, origin: int, hex_: int, vehicle: int, extra: int = 0) -> bool:
    if gun.band(state.board.grid.distances[origin][hex_] - extra) == NONE:
        return False
    if ordnance.scorches(state, gun, origin):
        return False
    if gun.no_fire_down and state.board.levels[origin] > state.board.levels[hex_]:
        return False
    return vehicle >= 0 or gun.he != NONE


def may_react(own: Vehicle, used: int) -> bool:
    """In Good Order, neither Moved nor Fired; the gun and the machine guns may both fire at one and the same step. Who
    keeps moving does not fire before it has moved (lnlt.core.armour.5.6)."""
    if own.flags & (used | CONTINUOUS):
        return False
    flags = own.flags
    if flags & (GUN_FIRED | MG_FIRED):
        flags &= ~FIRED  # Fired a moment ago, with its other weapon
    return ordnance.may_shoot(flags, True)


def add_machine_guns(state: LnltState, own: Vehicle, hex_: int, vehicle: int, found: list[int]) -> None:
    # lnlt.core.armour.5.5, lnlt.core.armour.6.3
    soft = vehicle < 0 or may_be_sprayed(state, state.vehicles[vehicle], own.hex)
    ridden = vehicle >= 0 and bool(riders(state.vehicles[vehicle]))
    if (soft or ridden) and may_react(own, MG_FIRED) and bearing_guns(state, own, hex_):
        if soft:
            found.append(acts.REACT_MG.on(own.id))
        if ridden:
            found.append(acts.REACT_MG_RIDERS.on(own.id))


def add_guns(state: LnltState, own: Vehicle, hex_: int, vehicle: int, found: list[int]) -> None:
    # lnlt.core.armour.5.5, lnlt.core.armour.5.6
    if own.hex == hex_ or not may_react(own, GUN_FIRED):
        return
    for number, gun in enumerate(own.type.guns):
        if own.flags & ASSAULT and not gun.assault_fire:
            continue
        if suits(state, gun, own.hex, hex_, vehicle) and not ordnance.bars_hull(state, own, gun, hex_):
            found.append(acts.REACT_GUN.act(own.id, number))


def small_arms(state: LnltState, seat: int, hex_: int, vehicle: int) -> list[int]:
    """Hexes of men that may fire at a vehicle on the move, its own among them (lnlt.core.armour.5.9)."""
    found: list[int] = []
    mover = state.vehicles[vehicle]
    by_card = bool(state.skilled >> OPPORTUNIST & 1)
    mask = (state.watchers(hex_) | 1 << hex_) & state.occupied[seat] & ~state.occupied[1 - seat]
    distances = state.board.grid.distances[hex_]
    for origin in hexes_in(mask):
        sprayed = may_be_sprayed(state, mover, origin) or may_pierce(state, seat, origin, -1, mover, True)
        if not sprayed and not riders(mover):
            continue
        # Who reaches no other hex has no gun at all.
        if has_firer(state, seat, origin, max(1, distances[origin]), by_card):
            if sprayed:
                found.append(acts.OPPORTUNITY_FIRE.on(origin))
            if riders(mover):
                found.append(acts.REACT_RIDERS.on(origin))
    return found


def answers_to_vehicle(state: LnltState, seat: int, vehicle: Vehicle) -> list[int]:
    """All that a side may do about a vehicle on the move (lnlt.core.armour.5.11), by card too."""
    found = small_arms(state, seat, vehicle.hex, vehicle.id)
    if state.slayers:
        found += slay_vehicle(state, seat, vehicle)
    found += reactions(state, seat, vehicle.hex, vehicle.id)
    if state.scenario.snipers:
        found += piercing_reactions(state, seat, vehicle)
    if state.skilled >> OP_MOVEMENT & 1:
        found += op_movers(state, seat, vehicle.hex, found)
    return found


def slay_vehicle(state: LnltState, seat: int, vehicle: Vehicle) -> list[int]:
    """A vehicle is an enemy unit like another, where small arms can hurt it or its riders (lnlt.hid.skill.slayer.c)."""
    found: list[int] = []
    for unit in ready_slayers(state, seat, vehicle.hex, state.watchers(vehicle.hex) | 1 << vehicle.hex):
        if may_be_sprayed(state, vehicle, unit.hex):
            found.append(acts.REACT_SLAYER.on(unit.id))
        if riders(vehicle):
            found.append(acts.REACT_SLAYER_RIDERS.on(unit.id))
    return found


def firing_hexes(state: LnltState, seat: int, hex_: int, by_card: bool) -> list[int]:
    """Hexes of men who may fire at men in this hex; some cards let those fire who otherwise could not."""
    found: list[int] = []
    verb = acts.OPPORTUNITY_FIRE.number
    mask = state.watchers(hex_) & state.occupied[seat]
    mask ^= mask & state.occupied[1 - seat]
    distances = state.board.grid.distances[hex_]
    while mask:
        low = mask & -mask
        mask ^= low
        origin = low.bit_length() - 1
        if has_firer(state, seat, origin, distances[origin], by_card):
            found.append(verb | origin << FIRST)
    return found


def has_firer(state: LnltState, seat: int, origin: int, distance: int, by_card: bool) -> bool:
    """Whether somebody in a hex may fire so far at who moves."""
    for number in state.stacks[seat][origin]:
        unit = state.units[number]
        if unit.flags & NO_OPPORTUNITY and not (by_card and defies_markers(state, unit)):
            continue  # `forbid_opportunity_fire` says why
        if shoots(state, unit, distance, True):
            return True
    return False


def answers(state: LnltState, seat: int, hex_: int) -> list[int]:
    """All that a side may do about men who show themselves in this hex (lnlt.core.5.3), by card too."""
    found = firing_hexes(state, seat, hex_, bool(state.skilled >> OPPORTUNIST & 1))
    if state.slayers:
        found += acts.REACT_SLAYER.on_each([unit.id for unit in ready_slayers(state, seat, hex_, state.watchers(hex_))])
    if state.heavy:
        found += reactions(state, seat, hex_, -1)
    if state.scenario.snipers:
        found += sniper_reactions(state, seat, hex_)
    if state.skilled >> OP_MOVEMENT & 1:
        found += op_movers(state, seat, hex_, found)
    return found


def op_movers(state: LnltState, seat: int, hex_: int, firing: list[int]) -> list[int]:  # lnlt.core.6.8
    """Unmarked holders among those who could fire at this hex now (lnlt.hid.skill.op-movement.c): the options
    `firing` name the hexes of men who could."""
    found: list[int] = []
    for unit in state.units:
        if unit.skill != OP_MOVEMENT or unit.seat != seat or unit.hex < 0 or not has(unit, OP_MOVEMENT):
            continue
        if unit.flags & MARKED:  # lnlt.hid.skill.op-movement.b, lnlt.boh.25.2.op-movement.a
            continue
        if acts.OPPORTUNITY_FIRE.on(unit.hex) not in firing:
            continue
        distance = state.board.grid.distances[unit.hex][hex_]
        if unit.type.kind == LEADER or shoots(state, unit, distance, True):
            found.append(acts.REACT_MOVE.on(unit.id))
    return found


def op_group(state: LnltState, unit: Unit) -> int:
    """Who moves, as a mask: the Hero alone, or the Leader with everybody stacked with him who is unmarked."""
    if unit.type.kind != LEADER:
        return 1 << unit.id
    mask = 0
    for number in state.stacks[unit.seat][unit.hex]:
        if not state.units[number].flags & MARKED:
            mask |= 1 << number
    return mask


def forbid_shot_at_mover(state: LnltState, tried: Tried, hex_: int) -> Ban | None:
    """What keeps this unit, or those in this hex, from firing at who moves there (lnlt.core.5.3)."""
    unit = tried.unit
    if unit is None and tried.hex != GONE:
        for seat in (0, 1):
            if state.stacks[seat][tried.hex] and not state.stacks[seat][hex_]:
                unit = tried.unit = state.units[state.stacks[seat][tried.hex][0]]
    if unit is None:
        return bans.NOBODY_THERE if tried.vehicle is None else None
    if unit.hex < 0:
        return None
    ban = forbid_opportunity_fire(unit)
    if ban is not None:
        return ban
    if state.in_melee(unit.hex):
        return bans.MELEE_THERE
    tried.place = state.board.grid.names[hex_]
    ban = forbid_sight(state, unit.hex, hex_)
    if ban is None and not shoots(state, unit, state.board.grid.distances[unit.hex][hex_], True):
        ban = bans.OUT_OF_RANGE if reach(state, unit) else bans.UNARMED
    return ban


def react(
    state: LnltState, seat: int, option: int, hex_: int, vehicle: int, victims: list[int], crossed: bool = False
) -> None:
    """Push what was chosen: at the vehicle on the move (lnlt.core.armour.5.9), or (-1) at the men (lnlt.core.5.3)."""
    verb = acts.ACTS.of(option)
    number = first(option)
    target = ordnance.target_vehicle(vehicle) if vehicle >= 0 else ordnance.target_hex(hex_)
    if verb is acts.OPPORTUNITY_FIRE and vehicle < 0:
        state.push(FireAttack(seat, number, hex_, -1, victims, True, False))
    elif verb is acts.OPPORTUNITY_FIRE:
        state.push(FireAtVehicle(seat, number, hex_, -1, vehicle, True))
    elif verb is acts.REACT_MOVE:
        from bocage.systems.lnlt.rules.movement import Movement  # men on the move are answered in their turn

        mover = state.units[number]
        state.push(Movement(mover.seat, mover.hex, WALK, op_group(state, mover)))
    elif verb is acts.REACT_SLAYER or verb is acts.REACT_SLAYER_RIDERS:
        state.push(SlayerCheck(number, hex_, victims, vehicle, verb is acts.REACT_SLAYER_RIDERS))
    elif verb is acts.REACT_SNIPER:
        state.push(SniperShot(number, hex_, victims, True) if vehicle < 0 else PiercingShot(number, vehicle, True))
    elif verb is acts.REACT_RIDERS:
        state.push(FireAtRiders(seat, number, hex_, -1, vehicle, True))
    elif verb is acts.REACT_MG or verb is acts.REACT_MG_RIDERS:
        fire = MachineGunFire(seat, number, hex_, vehicle, victims, True)
        fire.at_riders = verb is acts.REACT_MG_RIDERS
        state.push(fire)
    else:
        if verb is acts.REACT_GUN:
            shed_riders(state, state.vehicles[number])
            shot = OrdnanceShot(seat, VEHICLE_IDS + number, second(option), target, True)
        elif verb is acts.REACT_TEAM:
            shot = OrdnanceShot(seat, number, ordnance.OWN_GUN, target, True)
        else:
            shot = OrdnanceShot(seat, state.weapons[number].owner, number, target, True)
        shot.crossed = crossed
        shot.victims = victims
        state.push(shot)


def close_window(state: LnltState, seat: int) -> None:  # lnlt.core.armour.5.11, lnlt.core.5.3
    """The step is over: what fired one weapon has fired."""
    for own in state.vehicles:
        if own.seat == seat:
            own.flags &= ~(GUN_FIRED | HULL_FIRED | MG_FIRED | TURNED)
    if state.skilled:
        end_of_step(state)


def offer_fire(state: LnltState, seat: int, options: list[int]) -> bool:  # lnlt.core.armour.6.2, lnlt.core.armour.7.1
    """Ask a side what it fires at who shows himself; the moment is over where it has nothing to fire."""
    if options:
        state.ask(seat, acts.REACTION, [acts.DECLINE.number, *options])
    else:
        close_window(state, seat)
    return bool(options)


class Exposure(Procedure[LnltState]):
    """Men show themselves otherwise than by a step, getting out of a vehicle or turning a gun: the enemy may fire at
    them as at men on the move (lnlt.core.armour.6.2)."""

    __slots__ = ("hex", "men", "seat")

    def __init__(self, seat: int, hex_: int, men: list[int]) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.men = men

    def advance(self, state: LnltState) -> None:
        self.men = [number for number in self.men if state.units[number].hex == self.hex]
        options = answers(state, 1 - self.seat, self.hex) if self.men else []
        if not offer_fire(state, 1 - self.seat, options):
            state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.DECLINE:
            close_window(state, 1 - self.seat)
            state.pop()
        else:
            react(state, 1 - self.seat, option, self.hex, -1, self.men[:])

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        return tried.refuse(forbid_shot_at_mover(state, tried, self.hex))
