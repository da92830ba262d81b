"""Melee (lnlt.core.8): rounds fought at odds, both sides striking before anybody falls."""

from __future__ import annotations

from typing import Final

from bocage.kernel import (
    TWO_D6,
    Attempt,
    Decision,
    Event,
    Forecast,
    Procedure,
    Refusal,
    Tally,
    at_least,
    first,
    in_full,
)
from bocage.systems.lnlt.model.chart import LEG
from bocage.systems.lnlt.model.flags import FIRED, FOUGHT, MARKED, SHAKEN, SPRUNG
from bocage.systems.lnlt.model.kinds import IN_HAND, READY
from bocage.systems.lnlt.model.pieces import GONE, Weapon
from bocage.systems.lnlt.rules import acts, bans, melee_strength
from bocage.systems.lnlt.rules.aftermath import use_up
from bocage.systems.lnlt.rules.laststand import LastStand, who_stand
from bocage.systems.lnlt.rules.odds import of_unit
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.skills import AMBUSHER, led
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.terrain import step_cost
from bocage.systems.lnlt.state import LnltState

ARMING: Final = 6  # a step: each side says what it spends


class Melee(Procedure[LnltState]):
    """One round: attacks of the side that entered (or whose impulse it is), attacks of the other, then losses
    (lnlt.core.8.0, lnlt.core.8.0.1), reinforcements (lnlt.core.8.2), and who leaves the hex (lnlt.core.8.1)."""

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
        if any(state.units[n].hex != GONE and melee_strength.is_eligible(state, state.units[n]) for n in self.entering):
            doomed = state.edition.shaken_die_on_entry or not melee_strength.eligible(state, defender, self.hex)
            standing = who_stand(state, defender, self.hex, doomed)
            if standing:
                state.push(LastStand(defender, self.hex, standing, not doomed))
                self.step = 5
                return
        self.sort_out(state)

    def sort_out(self, state: LnltState) -> None:
        """Who cannot fight falls to those who can; those who came may be unfit too, by shells and mines."""
        defender = 1 - self.seat
        if not melee_strength.eligible(state, self.seat, self.hex) and not melee_strength.eligible(
            state, defender, self.hex
        ):
            if not self.helpless(state):
                state.pop()
            return
        if self.entering and state.edition.shaken_die_on_entry:
            for number in state.stacks[defender][self.hex]:
                if state.units[number].flags & SHAKEN:
                    self.lose(state, number, "overrun")
        if not melee_strength.eligible(state, defender, self.hex):
            for number in state.stacks[defender][self.hex]:
                self.lose(state, number, "overrun")
            self.settle_control(state)
            state.pop()
            return
        self.step = ARMING if state.weapons else 1

    def arm(self, state: LnltState) -> None:
        """Nobody has to spend what he carries (lnlt.nosb.1.6.22d)."""
        charges = melee_strength.charges_in(state, self.side, self.hex)
        if charges:
            state.ask(
                self.side,
                acts.MELEE_CHARGES,
                [acts.CLOSE_IN.act()] + [acts.USE_CHARGE.on(weapon.id) for weapon in charges],
            )
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
        for number in melee_strength.eligible(state, self.side, self.hex):
            if number in self.used or number in self.attackers:
                continue
            if self.side == self.seat and state.units[number].flags & FOUGHT:
                continue
            if not melee_strength.melee_fp(state, state.units[number]):
                continue  # a Leader who keeps the only weapon that he has
            found.append(number)
        return found

    def untouched(self, state: LnltState) -> list[int]:
        """Enemies that no attack of this side has been made on."""
        return [
            number
            for number in melee_strength.eligible(state, 1 - self.side, self.hex)
            if number not in self.targeted and number not in self.targets
        ]

    def build_attack(self, state: LnltState) -> None:
        fighters = self.fighters(state)
        if self.attackers:
            if not fighters:
                self.step = 2
            else:
                state.ask(self.side, acts.MELEE_ATTACK, [acts.DONE.act(), *acts.ADD.on_each(fighters)])
            return
        untouched = self.untouched(state)
        if not fighters or not (untouched or self.targets):
            self.other_side(state)
        elif not self.targets and not self.used and len(untouched) == 1:
            self.targets.append(untouched[0])
        elif self.targets and not untouched and len(fighters) == 1:
            self.attackers.append(fighters[0])
        else:
            state.ask(self.side, acts.MELEE_ATTACK, self.attack_options(fighters, untouched))

    def attack_options(self, fighters: list[int], untouched: list[int]) -> list[int]:
        options: list[int] = []
        if self.targets:
            if len(fighters) > 1:
                options.append(acts.ALL.act())
            options += acts.ADD.on_each(fighters)
        elif self.used:
            options.append(acts.DONE.act())  # no further attack
        return options + acts.TARGET.on_each(untouched)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.RETREAT_TO:
            self.retreat(state, first(option))
        elif verb is acts.CLOSE_IN:
            self.armed()
        elif verb is acts.USE_CHARGE:
            state.weapons[first(option)].side = IN_HAND
        elif verb is acts.DONE:
            if self.attackers:
                self.step = 2
            else:
                self.other_side(state)
        elif verb is acts.ALL:
            self.attackers = self.fighters(state)
            self.step = 2
        elif verb is acts.TARGET:
            self.targets.append(first(option))
        else:
            self.attackers.append(first(option))

    def attack(self, state: LnltState) -> None:
        at = melee_strength.shifted_column(state, self.attackers, self.targets, self.ambushes())
        tally = self.tally(state)
        first = state.dice.roll(6, acts.FOR_MELEE)
        second = state.dice.roll(6, acts.FOR_MELEE)
        killed = first + second + tally.total >= state.scenario.numbers.melee_kills[at]  # lnlt.pac.fr.8.0c
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
        found = melee_strength.melee_tally(state, self.hex, self.attackers)
        if state.recording:
            melee_strength.tell_shifts(state, found, self.attackers, self.targets)
        if self.ambushes():
            found.add(0, "melee.ambush", self.ambush_rule(state))
        return found

    def ambush_rule(self, state: LnltState) -> str:
        if any(state.units[number].flags & SPRUNG for number in self.attackers):
            return "lnlt.boh.25.2.the-ambush.a"
        return "lnlt.hid.skill.ambusher.b" if led(state, self.seat, self.hex, AMBUSHER) else "lnlt.core.8.4"

    def report(self, state: LnltState, tally: Tally, at: int, first: int, second: int, killed: bool) -> None:
        attack = melee_strength.attack_fp(state, self.attackers, self.ambushes())
        defence = melee_strength.total_fp(state, self.targets)
        args: dict[str, int | str] = {
            "side": state.scenario.titles[self.side],
            "unit": state.units[self.targets[0]].title(),
            "count": len(self.targets),
            "attack": attack,
            "defence": defence,
            "base": melee_strength.COLUMNS[melee_strength.column(attack, defence)],
            "odds": melee_strength.COLUMNS[at],
            "shift": melee_strength.shift_words(state, self.attackers, self.targets),
            "need": state.scenario.numbers.melee_kills[at],
            "sum": in_full(first + second, tally),
            "total": first + second + tally.total,
        }
        label = "eliminated" if killed else "unhurt"
        outcomes = [(f"unit:{number}", label) for number in self.targets]
        kind = "melee-kills" if killed else "melee-fails"
        state.tell(self.hex, kind, "lnlt.core.8.0.1", args, [first, second], tally, outcomes)

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
        use_up(state, spent)

    def remove_losses(self, state: LnltState) -> None:  # lnlt.boh.24.2af
        self.spend(state)
        self.fall(state)
        state.fought |= 1 << self.hex
        for seat in (0, 1):
            for number in state.stacks[seat][self.hex]:
                unit = state.units[number]
                if melee_strength.is_eligible(state, unit):
                    state.mark(unit, FOUGHT if unit.flags & MARKED else FOUGHT | FIRED)
        if not self.helpless(state):
            self.settle_control(state)
            state.pop()

    def helpless(self, state: LnltState) -> bool:
        """Who cannot fight is lost to those who can; where nobody can, the side that did not come retreats."""
        if not state.in_melee(self.hex):
            return False
        mine = bool(melee_strength.eligible(state, self.seat, self.hex))
        theirs = bool(melee_strength.eligible(state, 1 - self.seat, self.hex))
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
            state.ask(loser, acts.RETREAT, acts.RETREAT_TO.on_each(hexes))
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
        state.tell_of(unit, why, "lnlt.core.8.0" if why == "overrun" else "lnlt.core.8.0.1", hex_=self.hex)
        state.eliminate(unit)

    def settle_control(self, state: LnltState) -> None:
        if state.control:
            for seat in (0, 1):
                if state.holders(seat, self.hex):
                    state.take_control(self.hex, seat)

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        unit = tried.unit
        if decision.kind is not acts.MELEE_ATTACK or unit is None:
            return []
        if unit.hex != self.hex:
            return tried.refuse(bans.ELSEWHERE)
        if not melee_strength.is_eligible(state, unit):
            return tried.refuse(bans.NO_FIGHTER)
        if unit.id in self.used + self.attackers + self.targeted + self.targets:
            return tried.refuse(bans.NAMED_ALREADY)
        return []

    def odds(self, state: LnltState) -> Forecast:
        at = melee_strength.shifted_column(state, self.attackers, self.targets, self.ambushes())
        tally = self.tally(state)
        need = state.scenario.numbers.melee_kills[at] - tally.total
        found = Forecast("lnlt.core.8.0.1", tally, f"{melee_strength.COLUMNS[at]}: ≥ {need}")
        chance = at_least(TWO_D6, need)
        for number in self.targets:
            found.put(of_unit(number), "eliminated", chance)
            found.put(of_unit(number), "unhurt", 1 - chance)
        return found
