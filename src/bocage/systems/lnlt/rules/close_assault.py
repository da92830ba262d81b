"""Close Assault on vehicles (lnlt.core.armour.7)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import D6, Attempt, Decision, Forecast, Procedure, Refusal, Tally, first
from bocage.systems.lnlt.model.flags import FOUGHT, MARKED, MOVED, MOVING, OPS, SHAKEN, SMOKING
from bocage.systems.lnlt.model.ground import MINES
from bocage.systems.lnlt.model.kinds import FLAMETHROWER, GRENADE, HERO, LEADER, MOLOTOV, READY, SATCHEL
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import acts, melee_strength
from bocage.systems.lnlt.rules.aftermath import use_up
from bocage.systems.lnlt.rules.artillery import shell_men, top_armour
from bocage.systems.lnlt.rules.checks import passes_check
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.obstacles import Minefield
from bocage.systems.lnlt.rules.odds import against, duel, of_unit, of_vehicle, put_check
from bocage.systems.lnlt.rules.reactions import answers, close_window, forbid_shot_at_mover, offer_fire, react
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.skills import TANK_KILLER, has, led
from bocage.systems.lnlt.rules.terrain import is_covered
from bocage.systems.lnlt.rules.traits import MOUNTED
from bocage.systems.lnlt.rules.wrecks import destroy
from bocage.systems.lnlt.state import LnltState

CHARGE_KINDS: Final = (FLAMETHROWER, SATCHEL, MOLOTOV, GRENADE)
# Steps beside 0 (steel themselves), 1 (are fired on) and 2 (choose what to strike, and with what):
COMING: Final = 3  # shells and mines await those who have gone in
ARMED: Final = 4  # no more charges


def can_assault(state: LnltState, unit: Unit) -> bool:
    """Squads, half-squads, heroes and leaders with them; no weapon teams, no crews (lnlt.core.armour.7.1), nobody who
    rides (lnlt.core.6.6)."""
    if unit.flags & SHAKEN or unit.type.team is not None or unit.type.traits & MOUNTED:
        return False
    kind = unit.type.kind
    return kind in (LEADER, HERO) or (kind < LEADER and melee_strength.is_eligible(state, unit))


def entry_tally(state: LnltState, unit: Unit, movers: list[int]) -> Tally:
    """The check before entering an armoured vehicle's hex: cover where it starts, a leader who goes along."""
    tally = Tally(state.recording)
    if is_covered(state, unit.hex):
        tally.add(-2, "rally.cover", "lnlt.core.armour.7.1")
    best = 0
    for number in movers:
        if number != unit.id:
            best = max(best, state.units[number].leadership())
    if best:
        tally.add(-best, "rally.leadership", "lnlt.core.armour.7.1")
    if led(state, unit.seat, unit.hex, TANK_KILLER):
        tally.add(-2, "assault.tank-killer", "lnlt.hid.skill.tank-killer.c")
    return tally


def is_fearless(state: LnltState, unit: Unit, hex_: int) -> bool:  # lnlt.core.armour.7.1
    """No check: against vehicles without armour, and for a Tank Killer (lnlt.hid.skill.tank-killer.b)."""
    if has(unit, TANK_KILLER):
        return True
    return not any(vehicle.type.armoured for vehicle in state.manned_at(1 - unit.seat, hex_))


def dare(state: LnltState, movers: list[int], hex_: int) -> list[int]:
    """Movers who dare to enter the hex of enemy armour, each after a check of his own (lnlt.core.armour.7.1)."""
    return [number for number in movers if is_brave(state, state.units[number], movers, hex_)]


def is_brave(state: LnltState, unit: Unit, movers: list[int], hex_: int) -> bool:
    if is_fearless(state, unit, hex_):
        if has(unit, TANK_KILLER):
            state.tell_of(unit, "fearless", "lnlt.hid.skill.tank-killer.b", hex_=hex_)
        return True
    tally = entry_tally(state, unit, movers)
    kinds, labels = ("assault-nerve", "assault-nerve-fails"), ("goes-in", "stays")
    return passes_check(state, unit, tally, acts.FOR_MORALE, "lnlt.core.armour.7.1", kinds, labels)


def foresee_nerve(state: LnltState, movers: list[int], hex_: int) -> Forecast:
    found = Forecast("lnlt.core.armour.7.1", entry_tally(state, state.units[movers[0]], movers))
    for number in movers:
        unit = state.units[number]
        if not is_fearless(state, unit, hex_):
            need = unit.morale() - entry_tally(state, unit, movers).total
            put_check(found, of_unit(number), need, "goes-in", "stays")
    return found


def assault_tally(state: LnltState, attackers: list[int], used: list[int]) -> Tally:
    """`used` are the charges that they spend, in full beside everything else (lnlt.core.armour.11.6)."""
    tally = Tally(state.recording)
    best = 0
    strong = False
    for number in attackers:
        unit = state.units[number]
        best = max(best, unit.leadership())
        for weapon in charges(state, unit):
            if weapon.id in used:
                tally.add(weapon.type.fp, "assault.charge", "lnlt.core.armour.11.6")
                strong = True
        if unit.type.kind == LEADER:
            continue
        armed = [weapon for weapon in state.carried(unit) if melee_strength.melee_weapon(weapon)]
        guns = [melee_strength.hand_fp(unit, weapon) for weapon in armed if weapon.type.kind not in CHARGE_KINDS]
        tally.add(melee_strength.strength(unit, guns), "assault.firepower", "lnlt.core.armour.7.1")
        strong = strong or not melee_strength.is_toothless(state, unit)
    if best:
        tally.add(best, "fire.leadership", "lnlt.core.armour.7.1")
    if not strong:
        tally.add(-1, "melee.zero", "lnlt.core.armour.7.1")
    return tally


def charges(state: LnltState, unit: Unit) -> list[Weapon]:
    """Satchels, bottles, grenades and flames."""
    return [w for w in state.carried(unit) if w.type.kind in CHARGE_KINDS and w.side == READY]


def assault_party(state: LnltState, seat: int, hex_: int, activated: int) -> list[int]:
    """Men in a vehicle's hex who have not acted this turn."""
    found: list[int] = []
    for number in state.stacks[seat][hex_]:
        unit = state.units[number]
        if activated >> number & 1 and not unit.flags & (MARKED | SMOKING) and can_assault(state, unit):
            found.append(number)
    return found


def assaults(state: LnltState, seat: int, hexes: int, activated: int) -> list[int]:
    """Hexes where men who failed before may try again, without a new check (lnlt.core.armour.7.1)."""
    found: list[int] = []
    mask = hexes & state.armour[1 - seat]
    for hex_ in hexes_in(mask) if mask else ():
        party = assault_party(state, seat, hex_, activated)
        if any(state.units[number].type.kind != LEADER for number in party):
            found.append(acts.CLOSE_ASSAULT.on(hex_))
    return found


def may_go_in(state: LnltState, movers: list[int]) -> bool:
    """All of them can, and at least one is no leader."""
    fighters = 0
    for number in movers:
        unit = state.units[number]
        if not can_assault(state, unit):
            return False
        if unit.type.kind != LEADER:
            fighters += 1
    return fighters > 0


class CloseAssault(Procedure[LnltState]):
    """Steel themselves, go in, be fired on, strike once at one vehicle with as many charges as they like."""

    __slots__ = ("attackers", "hex", "met", "origin", "seat", "target", "used", "waiting")

    def __init__(self, seat: int, origin: int, hex_: int, waiting: list[int]) -> None:
        super().__init__()
        self.seat = seat
        self.origin = origin  # the same hex for men who are there already
        self.hex = hex_
        self.waiting = waiting  # still to check
        self.attackers: list[int] = []
        self.target = GONE  # the vehicle, once it is chosen
        self.used: list[int] = []  # charges that they mean to spend
        self.met = False  # by an Opportunity Movement

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.muster(state)
        elif self.step == 1:
            self.window(state)
        elif self.step == COMING:
            self.come(state)
        elif self.target == GONE:
            self.pick(state)
        else:
            self.arm(state)

    # ---- going in

    def muster(self, state: LnltState) -> None:
        """Who is there already needs no check."""
        coming = self.origin != self.hex
        self.step = COMING if coming else 1
        movers = self.waiting
        passed = dare(state, movers, self.hex) if coming else movers
        fighters = [n for n in passed if state.units[n].type.kind != LEADER]
        if coming:
            for number in movers:
                unit = state.units[number]
                if fighters and number in passed:
                    unit.flags |= MOVING
                    state.go(unit, self.hex)
                else:
                    unit.flags &= ~MOVING
                    state.mark(unit, MOVED)
        self.waiting = []
        self.attackers = passed if fighters else []
        if not self.attackers:
            self.close(state)

    def come(self, state: LnltState) -> None:
        """Fire for effect (lnlt.core.armour.8.2) and mines (lnlt.core.21) meet them as in any hex they enter."""
        self.step = 1
        if state.barrages:
            shell_men(state, self.hex, self.attackers)
        if state.ground.has(MINES, self.hex):
            state.push(Minefield(self.hex, self.attackers[:], GONE))

    def window(self, state: LnltState) -> None:
        """The vehicle and everybody else who sees them may fire at the men who come (lnlt.core.armour.7.1)."""
        self.attackers = [n for n in self.attackers if self.stands(state, n)]
        if self.met and state.occupied[1 - self.seat] >> self.hex & 1:
            self.close(state)  # they have been drawn into a Melee (lnlt.hid.skill.op-movement.c)
            return
        options = answers(state, 1 - self.seat, self.hex) if self.attackers else []
        if not offer_fire(state, 1 - self.seat, options):
            self.step = 2

    def stands(self, state: LnltState, number: int) -> bool:
        unit = state.units[number]
        return unit.hex == self.hex and not unit.flags & SHAKEN

    # ---- striking

    def pick(self, state: LnltState) -> None:  # lnlt.core.armour.7.2, lnlt.core.armour.5.9
        self.attackers = [n for n in self.attackers if self.stands(state, n)]
        targets = state.manned_at(1 - self.seat, self.hex)
        if not any(state.units[n].type.kind != LEADER for n in self.attackers) or not targets:
            self.close(state)
        elif len(targets) == 1:
            self.target = targets[0].id
        else:
            state.ask(self.seat, acts.AIMING, [acts.CHOOSE_VEHICLE.on(vehicle.id) for vehicle in targets])

    def arm(self, state: LnltState) -> None:
        """Each charge is spent or kept, as they like (lnlt.nosb.1.6.22e)."""
        options = [acts.GO_IN.act()]
        alike: list[Weapon] = []
        for number in self.attackers if self.step == 2 else []:
            for weapon in charges(state, state.units[number]):
                if weapon.id in self.used or any(w.owner == number and w.type is weapon.type for w in alike):
                    continue
                alike.append(weapon)
                options.append(acts.USE_CHARGE.on(weapon.id))
        if alike:
            state.ask(self.seat, acts.CHARGES, options)
        else:
            self.strike(state, state.vehicles[self.target])

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.CHOOSE_VEHICLE:
            self.target = first(option)
        elif verb is acts.GO_IN:
            self.step = ARMED
        elif verb is acts.USE_CHARGE:
            self.used.append(first(option))
        elif verb is acts.DECLINE:
            close_window(state, 1 - self.seat)  # lnlt.core.armour.7.1
            self.step = 2
        else:
            self.met = verb is acts.REACT_MOVE
            react(state, 1 - self.seat, option, self.hex, -1, self.attackers[:])

    def strike(self, state: LnltState, vehicle: Vehicle) -> None:
        tally = assault_tally(state, self.attackers, self.used)
        die = state.dice.roll(6, acts.FOR_CLOSE_ASSAULT)
        defence_die = state.dice.roll(6, acts.FOR_CLOSE_ASSAULT)
        armour = top_armour(vehicle)
        success = tally.total + die > armour + defence_die
        if state.recording:
            args: dict[str, int | str] = {
                "vehicle": vehicle.title(),
                "attack": tally.total + die,
                "defence": armour + defence_die,
            }
            label = "destroyed" if success else "unhurt"
            outcomes = [(f"unit:{VEHICLE_IDS + vehicle.id}", label)]
            kind = "close-assault-wins" if success else "close-assault-fails"
            state.tell(self.hex, kind, "lnlt.core.armour.7.1", args, [die, defence_die], tally, outcomes)
        use_up(state, [state.weapons[number] for number in self.used])
        if success:
            destroy(state, vehicle, "lnlt.core.armour.7.1", False)
        self.close(state)

    def close(self, state: LnltState) -> None:
        for number in state.stacks[self.seat][self.hex]:
            unit = state.units[number]
            if number in self.attackers or unit.flags & MOVING:
                unit.flags &= ~MOVING
                if not unit.flags & (MARKED & ~OPS):
                    state.mark(unit, MOVED)
        state.retire(self)

    def odds(self, state: LnltState) -> Forecast | None:
        if self.waiting:
            return foresee_nerve(state, self.waiting, self.hex)
        if self.step == COMING or self.target == GONE:
            return None
        vehicle = state.vehicles[self.target]
        tally = assault_tally(state, self.attackers, self.used)
        armour = top_armour(vehicle)
        found = Forecast("lnlt.core.armour.7.1", tally, against(tally.total, armour))
        for difference, p in duel(D6, tally.total - armour).items():
            found.put(of_vehicle(vehicle), "destroyed" if difference > 0 else "unhurt", p)
        return found

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        return tried.refuse(forbid_shot_at_mover(state, tried, self.hex)) if decision.kind is acts.REACTION else []


# ---- mixed hexes


def engage(state: LnltState, melee: Melee) -> None:
    """A round of Melee; with a vehicle in the hex the attackers are allotted first (lnlt.core.armour.7.2)."""
    if state.manned_at(1 - melee.seat, melee.hex):
        state.push(Allotment(melee))
    else:
        state.push(melee)


class Allotment(Procedure[LnltState]):
    """Each attacker fights the men, or waits until that is over and goes for the vehicle."""

    __slots__ = ("assaulting", "melee")

    def __init__(self, melee: Melee) -> None:
        super().__init__()
        self.melee = melee
        self.assaulting: list[int] = []

    def advance(self, state: LnltState) -> None:  # lnlt.core.armour.7.1, lnlt.core.8.0
        waiting = self.waiting(state)
        if waiting:
            state.ask(
                self.melee.seat, acts.ALLOT, [acts.CLOSE_IN_ON_VEHICLE.act(), *acts.ALLOT_TO_VEHICLE.on_each(waiting)]
            )
        else:
            self.begin(state)

    def waiting(self, state: LnltState) -> list[int]:
        """Leaders go for no vehicle by themselves (lnlt.core.armour.7.1)."""
        found: list[int] = []
        for number in melee_strength.eligible(state, self.melee.seat, self.melee.hex):
            unit = state.units[number]
            if number in self.assaulting or unit.type.kind == LEADER or unit.flags & FOUGHT:
                continue
            if can_assault(state, unit):
                found.append(number)
        return found

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:  # lnlt.core.armour.7.1
        if acts.ACTS.of(option) is acts.ALLOT_TO_VEHICLE:
            self.assaulting.append(first(option))
        else:
            self.begin(state)

    def begin(self, state: LnltState) -> None:
        """Who was told off goes for the vehicle (lnlt.core.armour.7.1), the others fight; nobody fires at them
        meanwhile (lnlt.core.8.0)."""
        melee = self.melee
        state.pop()
        if self.assaulting:
            assault = CloseAssault(melee.seat, melee.hex, melee.hex, [])
            assault.attackers = self.assaulting[:]
            assault.step = 2
            state.push(assault)
            melee.used = self.assaulting[:]
        state.push(melee)
