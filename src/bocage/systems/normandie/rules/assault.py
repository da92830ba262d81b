"""Assault: totals, hits, the retreat of a beaten defender and the winner's advance."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.kernel import D6, Decision, Event, Forecast, Tally, first, pack_rolls
from bocage.systems.normandie.model.flags import ACTIVATION
from bocage.systems.normandie.model.staff import DEFENDING, NO_RAGE
from bocage.systems.normandie.model.tables import CROSS, HEAVY, INFANTRY
from bocage.systems.normandie.rules import acts, decisions, traits
from bocage.systems.normandie.rules.abilities import spot, uncover
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.fireline import covers
from bocage.systems.normandie.rules.firing import cover
from bocage.systems.normandie.rules.moments import ASSAULT_ROLLED, AT_ASSAULT, ask_for_cards
from bocage.systems.normandie.rules.nerve import Steadying, calmable
from bocage.systems.normandie.rules.opportunity import OpportunityFire
from bocage.systems.normandie.rules.outcomes import BEST_OF_TWO
from bocage.systems.normandie.rules.procedures import Asking
from bocage.systems.normandie.rules.retreat import AWAY, retreats, step_back
from bocage.systems.normandie.rules.victory import eliminate, pick_up
from bocage.systems.normandie.state import ABOARD, EXITED, FIELD, NormandieState, Unit, name_of

# Who wins
TIE: Final = 0
ATTACKER: Final = 1
DEFENDER: Final = 2
WINNERS: Final = ("outcome.tie", "outcome.attacker", "outcome.defender")

# Steps
FIGHTING: Final = 0
STRUCK: Final = 1
RETREATING: Final = 2
RETREATED: Final = 3
ADVANCING: Final = 4
TERROR: Final = 5
ROLLED: Final = 6
ROLLING: Final = 7
ENGAGED: Final = 8

CARDS_ASKED: Final = 4
"""In `stand`, above the bits of the two units."""


class Assault(Asking):
    """The attacker stands in the launch space, next to the defender."""

    __slots__ = ("attacker", "defender", "dice", "replies", "space", "stand", "terror", "winner")

    bans: ClassVar = {decisions.RETREAT: (AWAY, ())}

    def __init__(self, attacker: int, defender: int) -> None:
        super().__init__()
        self.attacker, self.defender = attacker, defender
        self.space = -1  # the defender's, which the winner enters
        self.winner = TIE
        self.dice: list[int] = []
        self.replies: list[int] = []
        self.stand = 0  # who lets the dice stand: 1 the attacker, 2 the defender; CARDS_ASKED
        self.terror = 0  # who is Terrifying: 1 the attacker, 2 the defender

    def advance(self, state: NormandieState) -> None:
        attacker, defender = state.units[self.attacker], state.units[self.defender]
        if self.step == FIGHTING:
            self.space = defender.cell
            self.resolve(state, attacker, defender)
        elif self.step == ENGAGED:
            self.engage(state, attacker, defender)
        elif self.step == ROLLING:
            self.roll(state, attacker, defender)
        elif self.step == ROLLED:
            self.rolled(state, attacker, defender)
        elif self.step == STRUCK:
            self.struck(state, attacker, defender)
        elif self.step == RETREATING:
            self.retreat(state, defender)
        elif self.step == RETREATED:
            self.step = ADVANCING
            spot(state, defender, 0)
            pick_up(state, defender)
            if state.phase == ACTIVATION:
                state.push(OpportunityFire(defender.id))
        elif self.step == ADVANCING:
            self.step = TERROR
            self.enter(state, attacker)
        else:
            self.terrify(state, attacker, defender)  # hon.open.terr.order.1
            state.pop()

    def struck(self, state: NormandieState, attacker: Unit, defender: Unit) -> None:
        """Infantry that survived retreats; a vehicle never does (hon.assault.win.10)."""
        if self.winner != ATTACKER and traits.drives_back(attacker, defender):
            # A ferocious attacker who did not win drives the defender back, who stays where there is no room
            # (hon.trait.fero.1, hon.open.assault.ferocious.1, hon.open.assault.ferocious.2).
            room = retreats(state, launch_space(state, attacker, defender), defender)
            self.step = RETREATING if room else TERROR
        elif self.winner != ATTACKER or defender.counter.rank != INFANTRY:
            self.step = TERROR  # the vehicle's space is not vacated: hon.open.advance.2
        else:
            self.step = RETREATING if defender.status == FIELD else ADVANCING

    def resolve(self, state: NormandieState, attacker: Unit, defender: Unit) -> None:
        for unit in (attacker, defender):
            if unit.face.concealed:  # as who is assaulted may be (hon.abil.ambush.12)
                uncover(state, unit, "hon.open.ambush.assault.1")
        if defender.status != FIELD:  # it was a Ruse: hon.open.ruse.1
            self.step = ADVANCING
            return
        self.step = ENGAGED
        ask_for_cards(state, AT_ASSAULT, -1, attacker.id)

    def engage(self, state: NormandieState, attacker: Unit, defender: Unit) -> None:
        self.step = ROLLING
        if surprised(state, attacker, defender):
            defender.suppressed += 1
            state.report("outflanked", "hon.assault.arc.1", defender)
        if state.tokens:  # the attacker is asked first (hon.open.hardboiled.1)
            state.push(Steadying(defender.id))
            state.push(Steadying(attacker.id))

    def roll(self, state: NormandieState, attacker: Unit, defender: Unit) -> None:
        self.terror = (1 if attacker.face.terrifying else 0) | (2 if defender.face.terrifying else 0)
        self.dice = [state.dice.roll(6, acts.FOR_ASSAULT) for _ in range(2)]  # hon.assault.roll.1
        self.replies = [state.dice.roll(6, acts.FOR_DEFENCE) for _ in range(replies_of(state, attacker, defender))]
        self.step = ROLLED

    def rolled(self, state: NormandieState, attacker: Unit, defender: Unit) -> None:
        """Veterans of either side may roll again, the attacker first, until they let it stand (hon.trait.vet.2)."""
        if not self.stand & 1 and traits.may_reroll(state, attacker):
            state.ask(attacker.seat, decisions.REROLL, traits.reroll_options(self.dice))
        elif not self.stand & 2 and traits.may_reroll(state, defender):
            state.ask(defender.seat, decisions.REROLL, traits.reroll_options(self.replies))
        elif not self.stand & CARDS_ASKED:
            self.stand |= CARDS_ASKED
            ask_for_cards(state, ASSAULT_ROLLED, -1, attacker.id)
        else:
            self.conclude(state, attacker, defender)

    def roll_again(self, state: NormandieState, seat: int, option: int) -> None:
        attacker, defender = state.units[self.attacker], state.units[self.defender]
        attacking = seat == attacker.seat
        if acts.ACTS.of(option) is acts.HOLD:
            self.stand |= 1 if attacking else 2
        elif attacking:
            self.dice = traits.reroll(state, attacker, self.dice, first(option), acts.FOR_ASSAULT)
        else:
            self.replies = traits.reroll(state, defender, self.replies, first(option), acts.FOR_DEFENCE)

    def conclude(self, state: NormandieState, attacker: Unit, defender: Unit) -> None:
        attack, defense = Tally(state.recording), Tally(state.recording)
        attack_tally(state, attacker, defender, attack)
        defense_tally(state, attacker, defender, defense)
        self.winner = winner_of(max(self.dice) + attack.total, max(self.replies) + defense.total)
        if state.recording:
            self.tell(state, attacker, defender, attack, defense)
        self.step = STRUCK
        state.staff.rage = NO_RAGE
        if self.winner == ATTACKER:
            hits = traits.hits_of(attacker)
            rule = "hon.trait.blood.1" if hits > 1 else "hon.assault.win.1"
            state.push(Hit(defender.id, hits, rule, attacker.id, assaulted=True))
        elif self.winner == DEFENDER:  # a survivor is back in the launch space: hon.assault.lose.2
            state.push(Hit(attacker.id, 1, "hon.assault.lose.1", defender.id, assaulted=True))

    def odds(self, state: NormandieState) -> Forecast | None:
        """None where Veterans may roll again or markers may come off."""
        if any(calmable(state, state.units[unit]) for unit in (self.attacker, self.defender)):
            return None
        if traits.may_reroll(state, state.units[self.attacker]) or traits.may_reroll(state, state.units[self.defender]):
            return None
        return self.foretell(state)

    def foretell(self, state: NormandieState) -> Forecast | None:
        """The odds if nobody rolls again; None against a concealed unit: its values are its owner's secret."""
        attacker, defender = state.units[self.attacker], state.units[self.defender]
        if defender.face.concealed:
            return None
        if surprised(state, attacker, defender):
            defender = defender.copy()
            defender.suppressed += 1
        attack, defense = Tally(True), Tally(False)
        attack_tally(state, attacker, defender, attack)
        defense_tally(state, attacker, defender, defense)
        reply = BEST_OF_TWO if replies_of(state, attacker, defender) == 2 else D6
        found = Forecast("hon.assault.roll.8", attack)
        for die, p in BEST_OF_TWO.items():
            for answer, q in reply.items():
                winner = winner_of(die + attack.total, answer + defense.total)
                found.put("assault", WINNERS[winner], p * q)
                found.put(f"unit:{attacker.id}", loss_label(attacker, winner == DEFENDER), p * q)
                lost = winner == ATTACKER
                found.put(f"unit:{defender.id}", loss_label(defender, lost, traits.hits_of(attacker)), p * q)
        return found

    def terrify(self, state: NormandieState, attacker: Unit, defender: Unit) -> None:
        """2 markers on a beaten survivor, 1 on whoever beats a Terrifying unit (hon.abil.terr.1, .2)."""
        if self.winner == TIE:
            return
        won, lost = (attacker, defender) if self.winner == ATTACKER else (defender, attacker)
        own, other = (1, 2) if self.winner == ATTACKER else (2, 1)
        if self.terror & own:
            shake(state, lost, 2, "hon.abil.terr.1")
        if self.terror & other:
            shake(state, won, 1, "hon.abil.terr.2")

    def retreat(self, state: NormandieState, defender: Unit) -> None:
        """Compulsory, one space away from the attacker; who cannot is eliminated (hon.assault.win.3 to .6)."""
        options = retreats(state, launch_space(state, state.units[self.attacker], defender), defender)
        if not options:
            eliminate(state, defender, "hon.assault.win.5")
            self.step = ADVANCING
        elif len(options) == 1:
            self.fall_back(state, defender, options[0])
        else:
            state.ask(defender.seat, decisions.RETREAT, options)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if decision.kind is decisions.REROLL:
            self.roll_again(state, decision.seat, option)
        else:
            self.fall_back(state, state.units[self.defender], option)

    def fall_back(self, state: NormandieState, defender: Unit, option: int) -> None:
        self.step = RETREATED
        beaten = self.winner == ATTACKER
        step_back(state, defender, option, "hon.assault.win.3" if beaten else "hon.trait.fero.1")

    def launch(self, state: NormandieState) -> int:
        return launch_space(state, state.units[self.attacker], state.units[self.defender])

    def give_way(self) -> None:
        """A card lets the defender go before the dice; the attacker enters its space all the same."""
        self.winner = ATTACKER
        self.step = RETREATING

    def replace_dice(self, attacking: bool, dice: list[int]) -> None:
        """A card has rolled some of a side's dice again; more cards may follow."""
        if attacking:
            self.dice = dice
        else:
            self.replies = dice
        self.stand &= ~CARDS_ASKED

    def enter(self, state: NormandieState, attacker: Unit) -> None:
        """The winner enters the space, after a retreat or an elimination (hon.assault.win.7, hon.open.advance.1)."""
        if self.winner != ATTACKER and state.units[self.defender].status != EXITED:  # no Ruse: hon.open.ruse.1
            return  # only driven back: the attacker is back in its launch space (hon.open.assault.ferocious.1)
        if attacker.status not in (FIELD, ABOARD):
            return
        state.put(attacker, self.space)
        state.report("advance", "hon.assault.win.7", attacker)

    def tell(self, state: NormandieState, attacker: Unit, defender: Unit, attack: Tally, defense: Tally) -> None:
        outcome, total = WINNERS[self.winner], max(self.replies) + defense.total
        args: dict[str, int | str] = {"unit": name_of(attacker), "target": name_of(defender), "outcome": "@" + outcome}
        args.update({"attack": max(self.dice) + attack.total, "defense": total})
        ends = [("assault", outcome)]
        ends.append((f"unit:{attacker.id}", loss_label(attacker, self.winner == DEFENDER)))
        ends.append((f"unit:{defender.id}", loss_label(defender, self.winner == ATTACKER, traits.hits_of(attacker))))
        where = state.board.grid.name(defender.cell)
        answers = pack_rolls(acts.FOR_DEFENCE, 6, self.replies)
        rolls = pack_rolls(acts.FOR_ASSAULT, 6, self.dice) + answers
        state.emit(Event("assault", "hon.assault.roll.8", args, None, attack, ends, where, rolls=rolls))
        reply: dict[str, int | str] = {"unit": name_of(defender), "total": total}
        state.emit(Event("defense", "hon.assault.roll.5", reply, None, defense, place=where, rolls=answers))

    def subject(self, state: NormandieState, decision: Decision) -> int:
        rolling = decision.kind is decisions.REROLL and state.units[self.attacker].seat == decision.seat
        return self.attacker if rolling else self.defender


def shake(state: NormandieState, unit: Unit, markers: int, rule: str) -> None:
    if unit.status not in (FIELD, ABOARD):
        return
    unit.suppressed += markers
    state.report("terrified", rule, unit, {"n": markers})


def surprised(state: NormandieState, attacker: Unit, defender: Unit) -> bool:
    """A weapon with an arc that is assaulted from outside it (hon.assault.arc.1)."""
    if not defender.face.has_arc():
        return False
    return not covers(state, defender.facing, defender.cell, launch_space(state, attacker, defender))


def launch_space(state: NormandieState, attacker: Unit, defender: Unit) -> int:
    """Where the attacker comes from; aboard, the space of the vehicle next to the defender."""
    if attacker.status == FIELD:
        return attacker.cell
    grid = state.board.grid
    for cell in state.spaces_of(attacker):
        if grid.ring[cell] & defender.cells():
            return cell
    return state.spaces_of(attacker)[0]


def loss_label(unit: Unit, lost: bool, hits: int = 1) -> str:
    if not lost:
        return "outcome.unharmed"
    if unit.counter.rank != INFANTRY:
        return "outcome.located" if unit.counter.rank == HEAVY else "outcome.wrecked"
    return "outcome.flip" if unit.face.hit and hits == 1 else "outcome.eliminated"


def attack_tally(state: NormandieState, attacker: Unit, defender: Unit, tally: Tally) -> None:
    """Combat bonus, other bonuses, then penalties (hon.assault.roll.2, hon.open.assault.supp.1)."""
    tally.add(assault_bonus(attacker, defender, 0), "tally.bonus", "hon.assault.roll.2")
    if attacker.face.assault_value:
        tally.add(attacker.face.assault_value, "tally.assault-value", "hon.abil.assault.2")
    if attacker.suppressed:
        tally.add(-2 * attacker.suppressed, "tally.suppressed", "hon.supd.dice.1")
    traits.attack_help(state, attacker, defender, tally)


def assault_bonus(unit: Unit, other: Unit, number: int) -> int:
    """The combat bonus against the other's class; a cross or no weapon counts 0 (hon.open.assault.xdef.1)."""
    if number >= len(unit.face.weapons):  # hon.open.assault.noweapon.1
        return 0
    bonus = unit.face.weapons[number].bonus[other.counter.rank]
    return 0 if bonus == CROSS else bonus


def defense_tally(state: NormandieState, attacker: Unit, defender: Unit, tally: Tally) -> None:
    """The defender alone adds its terrain (hon.assault.roll.5, hon.open.assault.defbonus.1)."""
    number = 1 if defender.counter.rank == HEAVY else 0  # hon.assault.roll.7
    tally.add(assault_bonus(defender, attacker, number), "tally.bonus", "hon.assault.roll.5")
    if defender.face.assault_value:
        tally.add(defender.face.assault_value, "tally.assault-value", "hon.abil.assault.2")
    terrain = traits.terrain_help(state, attacker, defender, cover(state, attacker, defender))
    if terrain and not traits.is_surprised(state, attacker):
        tally.add(terrain, "tally.cover", "hon.assault.roll.5")
    if defender.suppressed:
        tally.add(-2 * defender.suppressed, "tally.suppressed", "hon.supd.assault.1")  # hon.supp.example.1
    traits.fervour(state, DEFENDING, tally)
    traits.against_nazis(attacker, tally)


def replies_of(state: NormandieState, attacker: Unit, defender: Unit) -> int:
    """Two with the ability, unless a card has surprised it (hon.assault.roll.4, hon.abil.assault.1)."""
    return 2 if defender.face.assault and not traits.is_surprised(state, attacker) else 1


def winner_of(attack: int, defense: int) -> int:
    if attack > defense:
        return ATTACKER  # hon.assault.roll.8
    return DEFENDER if defense > attack else TIE  # hon.assault.tie.1
