"""Melee (lnlt.core.8): rounds fought at odds, both sides striking before anybody falls."""

from __future__ import annotations

from typing import Final

from bocage.kernel.act import first
from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.forecast import TWO_D6, Forecast, at_least
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally, in_full
from bocage.kernel.views import Attempt, Refusal
from bocage.systems.lnlt.model.flags import FIRED, FOUGHT, MARKED, PARACHUTE, SHAKEN, SPRUNG
from bocage.systems.lnlt.model.kinds import (
    CREW,
    GRENADE,
    HALF_SQUAD,
    HERO,
    IN_HAND,
    LEADER,
    MORTAR,
    READY,
    RIFLE_GRENADE,
    SCOUT,
    SQUAD,
)
from bocage.systems.lnlt.rules.acts import (
    ACTS,
    ADD,
    ALL,
    CLOSE_IN,
    DONE,
    FOR_MELEE,
    MELEE_ATTACK,
    MELEE_CHARGES,
    RETREAT,
    RETREAT_TO,
    TARGET,
    USE_CHARGE,
)
from bocage.systems.lnlt.rules.aftermath import use_up
from bocage.systems.lnlt.rules.bans import ELSEWHERE, NAMED_ALREADY, NO_FIGHTER
from bocage.systems.lnlt.rules.chart import LEG
from bocage.systems.lnlt.rules.firepower import CLOSE_WEAPONS, UNHALVED, half
from bocage.systems.lnlt.rules.laststand import LastStand, who_stand
from bocage.systems.lnlt.rules.odds import of_unit
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.skills import AMBUSHER, led
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.terrain import step_cost
from bocage.systems.lnlt.rules.traits import AMBUSH, GLIDER_MAJORITY, HOME_AMBUSH, MELEE_BONUS
from bocage.systems.lnlt.state import GONE, LnltState, Unit, Weapon

# The Melee Table (lnlt.core.8.0.2): odds columns from 1:4 to 4:1; the 2d6 that kill are in `Numbers.melee_kills`.
COLUMNS: Final = ("1:4", "1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1")
ODDS_FOR: Final = (1, 1, 1, 2, 1, 3, 2, 3, 4)
ODDS_AGAINST: Final = (4, 3, 2, 3, 1, 2, 1, 1, 1)

NO_MELEE: Final = (MORTAR, GRENADE, RIFLE_GRENADE)  # lnlt.hid.skill.tromblon.i
FIGHTERS: Final = (SQUAD, HALF_SQUAD, CREW, HERO, SCOUT)  # whose own firepower counts
ARMING: Final = 6  # a step: each side says what it spends


def is_eligible(state: LnltState, unit: Unit) -> bool:
    """Melee-eligible: Good Order MMCs, Heroes, and Leaders who carry a weapon (lnlt.core.8.0)."""
    return not unit.flags & SHAKEN and could_fight(state, unit)


def could_fight(state: LnltState, unit: Unit) -> bool:
    """Whether it would be Melee-eligible in Good Order: no teams, Medics, Nurses or Snipers."""
    type_ = unit.type
    if type_.kind in FIGHTERS:
        return True
    return type_.kind == LEADER and has_melee_weapon(state, unit)


def has_melee_weapon(state: LnltState, unit: Unit) -> bool:
    return any(weapon.owner == unit.id and melee_weapon(weapon) for weapon in state.weapons)


def melee_weapon(weapon: Weapon) -> bool:
    """Ready weapons of the Direct Fire Table; neither mortars nor RPG-43s (lnlt.dj.1.6.23d)."""
    return weapon.side in (READY, IN_HAND) and weapon.type.ordnance is None and weapon.type.kind not in NO_MELEE


def counts(weapon: Weapon) -> bool:
    """What is thrown or squirted counts in the round in which its owner spends it (lnlt.nosb.1.6.22d)."""
    return melee_weapon(weapon) and (weapon.side == IN_HAND or weapon.type.kind not in CLOSE_WEAPONS)


def charges_in(state: LnltState, seat: int, hex_: int) -> list[Weapon]:
    """Charges, bottles and flames of those who fight there, one of a kind for each; who has just landed has no use of
    them (lnlt.sab.22.3o)."""
    found: list[Weapon] = []
    for weapon in state.weapons:
        if weapon.hex != hex_ or weapon.side != READY or weapon.owner == GONE:
            continue
        owner = state.units[weapon.owner]
        if weapon.type.kind not in CLOSE_WEAPONS or owner.seat != seat or owner.flags & PARACHUTE:
            continue
        if is_eligible(state, owner) and not any(w.owner == weapon.owner and w.type is weapon.type for w in found):
            found.append(weapon)
    return found


def hand_fp(unit: Unit, weapon: Weapon) -> int:
    """Half in the hands of the enemy (lnlt.core.1.6.8) or of a single man (lnlt.core.8.0.1), who throws and squirts as
    well as others (lnlt.core.1.6.3)."""
    fp = half(weapon.type.fp) if weapon.type.nation != unit.type.nation else weapon.type.fp
    return half(fp) if unit.type.smc and weapon.type.kind not in UNHALVED else fp


def eligible(state: LnltState, seat: int, hex_: int) -> list[int]:
    return [number for number in state.stacks[seat][hex_] if is_eligible(state, state.units[number])]


def melee_fp(state: LnltState, unit: Unit) -> int:
    """Inherent firepower and what weapons it may use with it (portage table of lnlt.core.1.6), the best of the ways."""
    if unit.flags & PARACHUTE:
        return 1  # just landed, without support weapons (lnlt.sab.22.3o)
    return strength(unit, [hand_fp(unit, weapon) for weapon in state.carried(unit) if counts(weapon)])


def strength(unit: Unit, weapons: list[int]) -> int:
    """Its firepower hand to hand with weapons of so much."""
    own = unit.type.fp
    if unit.type.traits & MELEE_BONUS:
        own += 1  # lnlt.core.8.5
    if unit.type.mmc and own == 0:
        own = 1  # lnlt.core.8.3
    if not weapons:
        return own
    best = max(weapons)
    if unit.type.kind == SQUAD:
        return max(own + best, sum(weapons))
    # A half-squad that uses its machine gun counts the gun alone; it does so as its owner would.
    return max(own, best)


def column(attack: int, defence: int) -> int:
    """The highest column that is not above the ratio."""
    found = 0
    for i in range(len(ODDS_FOR)):
        if attack * ODDS_AGAINST[i] >= defence * ODDS_FOR[i]:
            found = i
    return found


def shifted_column(state: LnltState, attackers: list[int], targets: list[int], ambush: bool = False) -> int:
    """The column after shifts (lnlt.core.8.0.3): one right for a Hero, one for or against gliders."""
    at = column(attack_fp(state, attackers, ambush), total_fp(state, targets))
    at += hero_shift(state, attackers) + glider_shift(state, attackers) - glider_shift(state, targets)
    return max(0, min(at, len(COLUMNS) - 1))


def attack_fp(state: LnltState, attackers: list[int], ambush: bool) -> int:
    """An ambush triples the firepower of those who spring it (lnlt.core.8.4)."""
    total = 0
    for number in attackers:
        unit = state.units[number]
        fp = melee_fp(state, unit)
        total += 3 * fp if ambush and can_ambush(state, unit) else fp
    return total


def can_ambush(state: LnltState, unit: Unit) -> bool:
    """By nature, on home ground where the scenario says so, or stacked with an Ambusher."""
    if unit.type.traits & AMBUSH or (unit.type.traits & HOME_AMBUSH and state.scenario.home[unit.seat]):
        return True
    return state.skilled and (bool(unit.flags & SPRUNG) or led(state, unit.seat, unit.hex, AMBUSHER))


def total_fp(state: LnltState, numbers: list[int]) -> int:
    total = 0
    for number in numbers:
        total += melee_fp(state, state.units[number])
    return total


def hero_shift(state: LnltState, attackers: list[int]) -> int:
    for number in attackers:
        if state.units[number].type.kind == HERO:
            return 1
    return 0


def glider_shift(state: LnltState, numbers: list[int]) -> int:
    """Glider squads earn it, alone with half-squads of theirs (lnlt.hon.13.1.1j) or as the majority: of the squads
    alone (lnlt.hon.13.1.1h), or with half-squads where their module counts these too (lnlt.boh.13.92g)."""
    counted = 0
    squads = 0
    others = 0
    for number in numbers:
        type_ = state.units[number].type
        if not type_.glider:
            others += 1
        elif type_.kind == SQUAD:
            squads += 1
            counted += 1
        elif type_.traits & GLIDER_MAJORITY:
            counted += 1
    return 1 if squads and (not others or 2 * counted > len(numbers)) else 0


def melee_tally(state: LnltState, hex_: int, attackers: list[int]) -> Tally:
    """What is added to the 2d6: a Good Order Leader; −1 if all attackers have no firepower (lnlt.core.8.3)."""
    tally = Tally(state.recording)
    leadership = state.best_leadership(state.units[attackers[0]].seat, hex_, GONE)
    if leadership:
        tally.add(leadership, "melee.leadership", "lnlt.core.8.0.3")
    if all_toothless(state, attackers):
        tally.add(-1, "melee.zero", "lnlt.core.8.3")
    return tally


def tell_shifts(state: LnltState, tally: Tally, attackers: list[int], targets: list[int]) -> None:
    """Shifts add nothing to the dice; their lines say why the column is not that of the bare odds."""
    if hero_shift(state, attackers):
        tally.add(0, "melee.hero", "lnlt.core.8.0.3")
    if glider_shift(state, attackers):
        tally.add(0, "melee.glider", "lnlt.core.8.0.3")
    if glider_shift(state, targets):
        tally.add(0, "melee.against-glider", "lnlt.core.8.0.3")


def shift_words(state: LnltState, attackers: list[int], targets: list[int]) -> str:
    """The same for the sentence of the log."""
    found = ["hero"] if hero_shift(state, attackers) else []
    if glider_shift(state, attackers):
        found.append("glider")
    if glider_shift(state, targets):
        found.append("against-glider")
    if not found:
        return ""
    return "@melee.shift." + (found[0] if len(found) == 1 else "several")


def all_toothless(state: LnltState, attackers: list[int]) -> bool:
    return all(is_toothless(state, state.units[number]) for number in attackers)


def is_toothless(state: LnltState, unit: Unit) -> bool:
    """An MMC without firepower; one that fires a weapon counts that instead (lnlt.core.8.3)."""
    return unit.type.mmc and not unit.type.fp and not any(counts(weapon) for weapon in state.carried(unit))


def ambush_of(state: LnltState, seat: int, hex_: int, start: int, movers: list[int], reinforcing: bool) -> int:
    """0 none; 1 tripled firepower against those who had no sight of the start of the move; 2 and first to strike
    (lnlt.core.8.4), which reinforcements are not (lnlt.hid.13.3.1d) unless an Ambusher leads them."""
    if state.skilled and any(state.units[number].flags & SPRUNG for number in movers):
        return 2  # The Ambush
    if state.sight_from(hex_) >> start & 1:
        return 0
    if state.skilled and led(state, seat, hex_, AMBUSHER):
        return 2
    if not any(can_ambush(state, state.units[number]) for number in movers):
        return 0
    return 1 if reinforcing else 2


class Melee(Procedure[LnltState]):
    """One round: attacks of the side that entered (or whose impulse it is), attacks of the other, then losses."""

    __slots__ = ("ambush", "attackers", "doomed", "entering", "hex", "seat", "side", "targeted", "targets", "used")

    def __init__(self, seat: int, hex_: int, entering: list[int]) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.entering = entering  # movers whose entry starts the round; empty in a later turn
        self.side = seat
        self.doomed: list[int] = []
        self.targeted: list[int] = []
        self.used: list[int] = []
        self.targets: list[int] = []
        self.attackers: list[int] = []
        self.ambush = 0  # 1: tripled, 2: and first to strike (lnlt.core.8.4)

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.begin(state)
        elif self.step == 1:
            self.build_attack(state)
        elif self.step == 2:
            self.attack(state)
        elif self.step == 3:
            self.remove_losses(state)
        elif self.step == 5:
            self.sort_out(state)
        elif self.step == ARMING:
            self.arm(state)
        else:
            self.ask_retreat(state)

    def begin(self, state: LnltState) -> None:
        """Shaken and other helpless defenders without a fighting comrade are lost at once (lnlt.core.8.0)."""
        defender = 1 - self.seat
        if any(state.units[n].hex != GONE and is_eligible(state, state.units[n]) for n in self.entering):
            doomed = state.edition.shaken_die_on_entry or not eligible(state, defender, self.hex)
            standing = who_stand(state, defender, self.hex, doomed)
            if standing:
                state.push(LastStand(defender, self.hex, standing, not doomed))
                self.step = 5
                return
        self.sort_out(state)

    def sort_out(self, state: LnltState) -> None:
        """Who cannot fight falls to those who can; those who came may be unfit too, by shells and mines."""
        defender = 1 - self.seat
        if not eligible(state, self.seat, self.hex) and not eligible(state, defender, self.hex):
            if not self.helpless(state):
                state.pop()
            return
        if self.entering and state.edition.shaken_die_on_entry:
            for number in state.stacks[defender][self.hex]:
                if state.units[number].flags & SHAKEN:
                    self.lose(state, number, "overrun")
        if not eligible(state, defender, self.hex):
            for number in state.stacks[defender][self.hex]:
                self.lose(state, number, "overrun")
            self.settle_control(state)
            state.pop()
            return
        self.step = ARMING if state.weapons else 1

    def arm(self, state: LnltState) -> None:
        """Nobody has to spend what he carries (lnlt.nosb.1.6.22d)."""
        charges = charges_in(state, self.side, self.hex)
        if charges:
            state.ask(self.side, MELEE_CHARGES, [CLOSE_IN.act()] + [USE_CHARGE.on(weapon.id) for weapon in charges])
        else:
            self.armed()

    def armed(self) -> None:
        if self.side != self.seat:
            self.step = 1
        self.side = 1 - self.side

    # ---- attacks

    def fighters(self, state: LnltState) -> list[int]:
        """Who may still attack: reinforcements bring along friends that have not fought (lnlt.core.8.2)."""
        found: list[int] = []
        for number in eligible(state, self.side, self.hex):
            if number in self.used or number in self.attackers:
                continue
            if self.side == self.seat and state.units[number].flags & FOUGHT:
                continue
            if not melee_fp(state, state.units[number]):
                continue  # a Leader who keeps the only weapon that he has
            found.append(number)
        return found

    def untouched(self, state: LnltState) -> list[int]:
        """Enemies that no attack of this side has been made on."""
        return [
            number
            for number in eligible(state, 1 - self.side, self.hex)
            if number not in self.targeted and number not in self.targets
        ]

    def build_attack(self, state: LnltState) -> None:
        fighters = self.fighters(state)
        if self.attackers:
            if not fighters:
                self.step = 2
            else:
                state.ask(self.side, MELEE_ATTACK, [DONE.act(), *ADD.on_each(fighters)])
            return
        untouched = self.untouched(state)
        if not fighters or not (untouched or self.targets):
            self.other_side(state)
        elif not self.targets and not self.used and len(untouched) == 1:
            self.targets.append(untouched[0])
        elif self.targets and not untouched and len(fighters) == 1:
            self.attackers.append(fighters[0])
        else:
            state.ask(self.side, MELEE_ATTACK, self.attack_options(fighters, untouched))

    def attack_options(self, fighters: list[int], untouched: list[int]) -> list[int]:
        options: list[int] = []
        if self.targets:
            if len(fighters) > 1:
                options.append(ALL.act())
            options += ADD.on_each(fighters)
        elif self.used:
            options.append(DONE.act())  # no further attack
        return options + TARGET.on_each(untouched)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = ACTS.of(option)
        if verb is RETREAT_TO:
            self.retreat(state, first(option))
        elif verb is CLOSE_IN:
            self.armed()
        elif verb is USE_CHARGE:
            state.weapons[first(option)].side = IN_HAND
        elif verb is DONE:
            if self.attackers:
                self.step = 2
            else:
                self.other_side(state)
        elif verb is ALL:
            self.attackers = self.fighters(state)
            self.step = 2
        elif verb is TARGET:
            self.targets.append(first(option))
        else:
            self.attackers.append(first(option))

    def attack(self, state: LnltState) -> None:
        at = shifted_column(state, self.attackers, self.targets, self.ambushes())
        tally = self.tally(state)
        first = state.dice.roll(6, FOR_MELEE)
        second = state.dice.roll(6, FOR_MELEE)
        killed = first + second + tally.total >= state.scenario.numbers.melee_kills[at]
        if killed:
            self.doomed += self.targets
        if state.recording:
            self.report(state, tally, at, first, second, killed)
        self.used += self.attackers
        self.targeted += self.targets
        self.attackers = []
        self.targets = []
        self.step = 1

    def ambushes(self) -> bool:
        """Only those who came can have sprung it."""
        return self.ambush > 0 and self.side == self.seat

    def tally(self, state: LnltState) -> Tally:
        found = melee_tally(state, self.hex, self.attackers)
        if state.recording:
            tell_shifts(state, found, self.attackers, self.targets)
        if self.ambushes():
            found.add(0, "melee.ambush", self.ambush_rule(state))
        return found

    def ambush_rule(self, state: LnltState) -> str:
        if any(state.units[number].flags & SPRUNG for number in self.attackers):
            return "lnlt.boh.25.2.the-ambush.a"
        return "lnlt.hid.skill.ambusher.b" if led(state, self.seat, self.hex, AMBUSHER) else "lnlt.core.8.4"

    def report(self, state: LnltState, tally: Tally, at: int, first: int, second: int, killed: bool) -> None:
        attack = attack_fp(state, self.attackers, self.ambushes())
        defence = total_fp(state, self.targets)
        args: dict[str, int | str] = {
            "side": f"@nation.{state.scenario.nations[self.side]}",
            "unit": state.units[self.targets[0]].title(),
            "count": len(self.targets),
            "attack": attack,
            "defence": defence,
            "base": COLUMNS[column(attack, defence)],
            "odds": COLUMNS[at],
            "shift": shift_words(state, self.attackers, self.targets),
            "need": state.scenario.numbers.melee_kills[at],
            "sum": in_full(first + second, tally),
            "total": first + second + tally.total,
        }
        label = "eliminated" if killed else "unhurt"
        outcomes = [(f"unit:{number}", label) for number in self.targets]
        place = state.board.grid.names[self.hex]
        kind = "melee-kills" if killed else "melee-fails"
        state.emit(Event(kind, "lnlt.core.8.0.1", args, [first, second], tally, outcomes, place))

    def other_side(self, state: LnltState) -> None:
        self.used = []
        self.targeted = []
        self.targets = []
        if self.side == self.seat:
            self.side = 1 - self.seat
            if self.ambush == 2:
                self.fall(state)  # before they can strike back
        else:
            self.step = 3

    # ---- after the blows

    def fall(self, state: LnltState) -> None:
        for number in self.doomed:
            if state.units[number].hex != GONE:
                self.lose(state, number, "melee-loss")

    def spend(self, state: LnltState) -> None:
        """Those whom an ambush killed had no time for it (lnlt.core.8.4)."""
        spent: list[Weapon] = []
        for weapon in state.weapons:
            if weapon.side == IN_HAND:
                weapon.side = READY
                if weapon.owner != GONE:
                    spent.append(weapon)
        use_up(state, spent, 6)

    def remove_losses(self, state: LnltState) -> None:
        self.spend(state)
        self.fall(state)
        state.fought |= 1 << self.hex
        for seat in (0, 1):
            for number in state.stacks[seat][self.hex]:
                unit = state.units[number]
                if is_eligible(state, unit):
                    state.mark(unit, FOUGHT if unit.flags & MARKED else FOUGHT | FIRED)
        if not self.helpless(state):
            self.settle_control(state)
            state.pop()

    def helpless(self, state: LnltState) -> bool:
        """Who cannot fight is lost to those who can; where nobody can, the side that did not come retreats."""
        if not state.in_melee(self.hex):
            return False
        mine = bool(eligible(state, self.seat, self.hex))
        theirs = bool(eligible(state, 1 - self.seat, self.hex))
        if mine and theirs:
            if state.recording:
                place = state.board.grid.names[self.hex]
                state.emit(Event("melee-goes-on", "lnlt.core.8.0.1", {"hex": place}, place=place))
            return False
        if not mine and not theirs:
            self.step = 4
            return True
        loser = self.seat if theirs else 1 - self.seat
        for number in state.stacks[loser][self.hex]:
            self.lose(state, number, "overrun")
        return False

    def ask_retreat(self, state: LnltState) -> None:
        """The side that did not just arrive leaves for a hex without enemies, or is lost (lnlt.core.8.1)."""
        loser = 1 - self.seat
        group = state.stacks[loser][self.hex]
        hexes: list[int] = []
        board = state.board
        enemies = state.occupied[self.seat] | state.armour[self.seat]
        for i in range(len(board.neighbours[self.hex])):
            to = board.neighbours[self.hex][i]
            if (
                step_cost(state, LEG, self.hex, i)
                and not enemies >> to & 1
                and forbid_stacking(state, loser, to, group) is None
            ):
                hexes.append(to)
        if len(hexes) > 1:
            state.ask(loser, RETREAT, RETREAT_TO.on_each(hexes))
        elif hexes:
            self.retreat(state, hexes[0])
        else:
            for number in group:
                self.lose(state, number, "overrun")
            self.settle_control(state)
            state.pop()

    def retreat(self, state: LnltState, to: int) -> None:
        names = state.board.grid.names
        for number in state.stacks[1 - self.seat][self.hex]:
            unit = state.units[number]
            state.go(unit, to)
            if state.recording:
                args: dict[str, int | str] = {"unit": unit.title(), "hex": names[to]}
                state.emit(Event("retreat", "lnlt.core.8.1", args, place=names[to]))
        self.settle_control(state)
        state.pop()

    def lose(self, state: LnltState, number: int, why: str) -> None:
        unit = state.units[number]
        if state.recording:
            place = state.board.grid.names[self.hex]
            rule = "lnlt.core.8.0" if why == "overrun" else "lnlt.core.8.0.1"
            state.emit(Event(why, rule, {"unit": unit.title()}, place=place))
        state.eliminate(unit)

    def settle_control(self, state: LnltState) -> None:
        if state.control:
            for seat in (0, 1):
                if state.holders(seat, self.hex):
                    state.take_control(self.hex, seat)

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        unit = tried.unit
        if decision.kind is not MELEE_ATTACK or unit is None:
            return []
        if unit.hex != self.hex:
            return tried.refuse(ELSEWHERE)
        if not is_eligible(state, unit):
            return tried.refuse(NO_FIGHTER)
        if unit.id in (*self.used, *self.attackers, *self.targeted, *self.targets):
            return tried.refuse(NAMED_ALREADY)
        return []

    def odds(self, state: LnltState) -> Forecast:
        at = shifted_column(state, self.attackers, self.targets, self.ambushes())
        tally = self.tally(state)
        need = state.scenario.numbers.melee_kills[at] - tally.total
        found = Forecast("lnlt.core.8.0.1", tally, f"{COLUMNS[at]}: ≥ {need}")
        chance = at_least(TWO_D6, need)
        for number in self.targets:
            found.put(of_unit(number), "eliminated", chance)
            found.put(of_unit(number), "unhurt", 1 - chance)
        return found

    def copy(self) -> Melee:
        twin = Melee(self.seat, self.hex, self.entering)
        twin.step = self.step
        twin.side = self.side
        twin.doomed = self.doomed[:]
        twin.targeted = self.targeted[:]
        twin.used = self.used[:]
        twin.targets = self.targets[:]
        twin.attackers = self.attackers[:]
        twin.ambush = self.ambush
        return twin

    def data(self) -> list[object]:
        return [
            self.step,
            self.seat,
            self.hex,
            self.entering,
            self.side,
            self.doomed,
            self.targeted,
            self.used,
            self.targets,
            self.attackers,
            self.ambush,
        ]
