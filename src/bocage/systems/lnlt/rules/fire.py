"""Fire combat (lnlt.core.5): who may fire, what each adds, the attack itself."""

from __future__ import annotations

from typing import Final

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.lnlt.rules.damage import damage_checks
from bocage.systems.lnlt.rules.kinds import (
    ASSAULT,
    CRAWL,
    DIRECTING,
    FIRED,
    FIRERS,
    FOR_ATTACK,
    FOR_DEFENCE,
    LEADER,
    MARKED,
    MEDIC,
    MOVED,
    MOVING,
    NO_OPPORTUNITY,
    NOTHING,
    OPS,
    SHAKEN,
    SPOTTER,
    SQUAD,
    UNIT,
    WITH_OWN,
    WITH_TWO,
    WITH_WEAPON,
)
from bocage.systems.lnlt.rules.terrain import add_cover, add_hindrance
from bocage.systems.lnlt.state import LnltState, Unit, Weapon

MOST_TM: Final = 6  # lnlt.core.5.5


def half(value: int) -> int:
    """Every halving rounds up (lnlt.core.0.2)."""
    return (value + 1) >> 1


# ---- who may fire


def reach(state: LnltState, unit: Unit) -> int:
    """How far the unit can shoot at all, at twice the printed range (lnlt.core.5.4); 0 = it has no gun."""
    kind = unit.type.kind
    if kind == MEDIC:
        return 0
    far = 0 if kind == LEADER else unit.type.range
    for weapon in state.weapons:
        if weapon.owner == unit.id and weapon.type.range > far:
            far = weapon.type.range
    return 2 * far


def may_fire(unit: Unit, on_spotted: bool) -> bool:
    """In an impulse: unmarked, or after an Assault Move; the spotter only at what was just spotted (lnlt.core.4.1)."""
    flags = unit.flags
    if flags & SHAKEN:
        return False
    marks = flags & MARKED
    if marks == 0 or marks == ASSAULT:
        return True
    return on_spotted and marks == OPS and bool(flags & SPOTTER)


def may_assault_fire(unit: Unit) -> bool:
    return not unit.flags & (MARKED | SHAKEN) and unit.type.assault


def may_opportunity_fire(unit: Unit) -> bool:
    """Ops Complete and Assault Move do not prevent it (lnlt.core.5.3)."""
    return not unit.flags & NO_OPPORTUNITY


def targets(state: LnltState, seat: int, hex_: int, activated: int, assault: bool) -> list[int]:
    """Hexes that activated units in this hex may fire at: seen, spotted, in reach, without Melee (lnlt.core.5.0)."""
    enemy = 1 - seat
    mask = state.seen_from(hex_, enemy) & state.sight_from(hex_) & state.occupied[enemy] & ~state.occupied[seat]
    found: list[int] = []
    if not mask:
        return found
    far = 0
    spotter = 0
    units = state.units
    for number in state.stacks[seat][hex_]:
        if activated >> number & 1:
            unit = units[number]
            if may_assault_fire(unit) if assault else may_fire(unit, False):
                far = max(far, reach(state, unit))
            elif not assault and may_fire(unit, True):
                spotter = max(spotter, reach(state, unit))
    if not far and not spotter:
        return found
    distances = state.board.grid.distances[hex_]
    while mask:
        low = mask & -mask
        mask ^= low
        target = low.bit_length() - 1
        if distances[target] <= far or (target == state.spot_hex and distances[target] <= spotter):
            found.append(target)
    return found


# ---- what each element adds


def weapon_fp(weapon: Weapon, unit: Unit, distance: int, ops: bool) -> int:
    """Halved beyond its range, for a single man, for an enemy's weapon, and for Ops Complete Opportunity Fire."""
    fp = weapon.type.fp
    if distance > weapon.type.range:
        fp = half(fp) if distance <= 2 * weapon.type.range else 0
    if unit.type.smc:
        fp = half(fp)
    if weapon.type.nation != unit.type.nation:
        fp = half(fp)
    return half(fp) if ops else fp


def own_fp(state: LnltState, unit: Unit, distance: int, ops: bool, lead: bool) -> int:
    """Inherent firepower: halved beyond the range, less one or halved when Ops Complete, halved if it does not lead."""
    fp = unit.type.fp
    if distance > unit.type.range:
        fp = half(fp) if distance <= 2 * unit.type.range else 0
    if ops:
        fp = half(fp) if state.edition.ops_halves else max(0, fp - 1)
    return fp if lead or unit.type.glider else half(fp)


def in_reach(state: LnltState, unit: Unit, distance: int) -> list[Weapon]:
    return [w for w in state.weapons if w.owner == unit.id and distance <= 2 * w.type.range]


def modes(state: LnltState, unit: Unit, distance: int) -> list[int]:
    """The ways in which a unit can shoot that far (portage table of lnlt.core.1.6)."""
    found: list[int] = []
    kind = unit.type.kind
    if kind == MEDIC:
        return found
    weapons = in_reach(state, unit, distance)
    own = kind != LEADER and distance <= 2 * unit.type.range
    if own and (not weapons or kind != SQUAD):
        found.append(WITH_OWN)
    if weapons:
        found.append(WITH_WEAPON)
        if len(weapons) > 1 and kind == SQUAD:
            found.append(WITH_TWO)
    return found


def best_weapons(state: LnltState, unit: Unit, mode: int, distance: int, ops: bool) -> list[Weapon]:
    if mode in (WITH_OWN, DIRECTING):
        return []
    weapons = in_reach(state, unit, distance)
    if mode == WITH_WEAPON and len(weapons) > 1:
        best = weapons[0]
        for weapon in weapons:
            if weapon_fp(weapon, unit, distance, ops) > weapon_fp(best, unit, distance, ops):
                best = weapon
        return [best]
    return weapons


def keeps_own(unit: Unit, mode: int) -> bool:
    """Only a squad that fires one weapon keeps its inherent firepower beside it (lnlt.core.1.6)."""
    return mode == WITH_OWN or (mode == WITH_WEAPON and unit.type.kind == SQUAD)


def add_element(tally: Tally, state: LnltState, unit: Unit, mode: int, distance: int, ops: bool, lead: bool) -> None:
    if keeps_own(unit, mode):
        label = "fire.lead" if lead else "fire.additional"
        tally.add(own_fp(state, unit, distance, ops, lead), label, "lnlt.core.5.2")
    for weapon in best_weapons(state, unit, mode, distance, ops):
        tally.add(weapon_fp(weapon, unit, distance, ops), "fire.weapon", "lnlt.core.5.2")


def attack_tally(
    state: LnltState, origin: int, target: int, firers: list[int], victims: list[int], opportunity: bool, assault: bool
) -> Tally:
    """Everything that is added to the attack die. `firers` are unit * 4 + mode, the first one leads."""
    tally = Tally(state.recording)
    board = state.board
    distance = board.grid.distances[origin][target]
    director = -1
    lead = True
    for element in firers:
        unit = state.units[element >> 2]
        mode = element & 3
        if mode == DIRECTING:
            director = unit.id
            continue
        ops = opportunity and bool(unit.flags & OPS)
        add_element(tally, state, unit, mode, distance, ops, lead)
        lead = False
        assault = assault or bool(unit.flags & ASSAULT)
    if assault:
        if state.edition.assault_halves:
            tally.add(half(tally.total) - tally.total, "fire.assault", "lnlt.core.option.old_assault_fp")
        else:
            tally.add(-2, "fire.assault", "lnlt.core.6.1")
    if director >= 0:
        tally.add(state.units[director].leadership(), "fire.leadership", "lnlt.core.5.0.1")
    if distance == 1:
        tally.add(2, "fire.adjacent", "lnlt.core.5.0.2")
    add_hindrance(tally, state, origin, target, -1)
    if targets_moving(state, target, victims):
        tally.add(1, "fire.moving", "lnlt.core.5.0.2")
    return tally


def targets_moving(state: LnltState, target: int, victims: list[int]) -> bool:
    """Anyone in sight moving or under a marker of movement, Low Crawl apart; standing wheat hides it."""
    if state.board.terrain[target].hides_movement:
        return False
    for number in victims:
        flags = state.units[number].flags
        if flags & (MOVED | ASSAULT) or (flags & MOVING and not flags & CRAWL):
            return True
    return False


def defence_tally(state: LnltState, origin: int, target: int) -> Tally:
    tally = Tally(state.recording)
    add_cover(tally, state, origin, target, False, True)
    if tally.total > MOST_TM:
        tally.add(MOST_TM - tally.total, "fire.most-tm", "lnlt.core.5.5")
    return tally


class FireAttack(Procedure[LnltState]):
    """One hex fires at another: choose who takes part, roll, check everybody who is hit."""

    __slots__ = ("activated", "assault", "directed", "firers", "opportunity", "origin", "seat", "target", "victims")

    def __init__(
        self, seat: int, origin: int, target: int, activated: int, victims: list[int], opportunity: bool, assault: bool
    ) -> None:
        super().__init__()
        self.seat = seat
        self.origin = origin
        self.target = target
        self.activated = activated
        self.victims = victims
        self.opportunity = opportunity
        self.assault = assault
        self.firers: list[int] = []
        self.directed = False

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.choose_firers(state)
        else:
            self.resolve(state)

    def choose_firers(self, state: LnltState) -> None:
        options = self.candidates(state)
        if not options:
            self.step = 1
        elif len(options) == 1 and not self.firers:
            self.add(options[0])
        else:
            if self.firers:
                options.insert(0, NOTHING)
            state.ask(self.seat, FIRERS, options)

    def candidates(self, state: LnltState) -> list[int]:
        found: list[int] = []
        distance = state.board.grid.distances[self.origin][self.target]
        for number in state.stacks[self.seat][self.origin]:
            if not self.activated >> number & 1:
                continue
            unit = state.units[number]
            if not self.eligible(state, unit):
                continue
            base = UNIT + number * 4
            for mode in modes(state, unit, distance):
                found.append(base + mode)
            if self.firers and not self.directed and self.may_direct(unit):
                found.append(base + DIRECTING)
        return found

    def eligible(self, state: LnltState, unit: Unit) -> bool:
        if self.opportunity:
            return may_opportunity_fire(unit)
        if self.assault:
            return may_assault_fire(unit) or (unit.type.smc and not unit.flags & (MARKED | SHAKEN))
        return may_fire(unit, self.target == state.spot_hex)

    def may_direct(self, unit: Unit) -> bool:
        """One Good Order Leader; in Opportunity Fire not if he is Ops Complete (lnlt.core.5.3)."""
        return unit.type.kind == LEADER and not (self.opportunity and unit.flags & OPS)

    def add(self, option: int) -> None:
        element = option - UNIT
        self.firers.append(element)
        self.activated &= ~(1 << (element >> 2))
        if element & 3 == DIRECTING:
            self.directed = True

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if option == NOTHING:
            self.step = 1
        else:
            self.add(option)

    def tally(self, state: LnltState) -> Tally:
        return attack_tally(state, self.origin, self.target, self.firers, self.victims, self.opportunity, self.assault)

    def resolve(self, state: LnltState) -> None:
        tally = self.tally(state)
        attack_die = state.dice.roll(6, FOR_ATTACK)
        cover = defence_tally(state, self.origin, self.target)
        defence_die = state.dice.roll(6, FOR_DEFENCE)
        difference = tally.total + attack_die - cover.total - defence_die
        if state.recording:
            self.report(state, tally, cover, attack_die, defence_die, difference)
        marker = FIRED | ASSAULT if self.assault else FIRED
        for element in self.firers:
            state.mark(state.units[element >> 2], marker)
        state.pop()
        if difference > 0:
            damage_checks(state, self.victims, difference)

    def report(
        self, state: LnltState, tally: Tally, cover: Tally, attack_die: int, defence_die: int, difference: int
    ) -> None:
        names = state.board.grid.names
        outcomes = [("attack", "hit" if difference > 0 else "no-effect"), ("diff", str(max(0, difference)))]
        if difference <= 0:
            outcomes += [(f"unit:{number}", "unhurt") for number in self.victims]
        args: dict[str, int | str] = {
            "origin": names[self.origin],
            "target": names[self.target],
            "fp": tally.total,
            "attack": tally.total + attack_die,
            "tm": cover.total,
            "defence": cover.total + defence_die,
            "difference": difference,
        }
        kind = "opportunity-fire" if self.opportunity else "fire"
        kind += "-hits" if difference > 0 else "-misses"
        rule = "lnlt.core.5.3" if self.opportunity else "lnlt.core.5.0"
        place = names[self.target]
        if cover.lines:
            state.emit(Event("cover", "lnlt.core.5.0", {"target": place, "tm": cover.total}, tally=cover, place=place))
        state.emit(Event(kind, rule, args, [attack_die, defence_die], tally, outcomes, place))

    def copy(self) -> FireAttack:
        twin = FireAttack(
            self.seat, self.origin, self.target, self.activated, self.victims, self.opportunity, self.assault
        )
        twin.step = self.step
        twin.firers = self.firers[:]
        twin.directed = self.directed
        return twin

    def data(self) -> list[object]:
        return [
            self.step,
            self.seat,
            self.origin,
            self.target,
            hex(self.activated),
            self.victims,
            self.opportunity,
            self.assault,
            self.firers,
            self.directed,
        ]
