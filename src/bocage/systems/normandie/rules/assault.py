"""Assault: totals, hits, the retreat of a beaten defender and the winner's advance."""

from __future__ import annotations

from typing import Final

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.normandie.kinds import ACTIVATION, FOR_ASSAULT, FOR_DEFENCE, RETREAT
from bocage.systems.normandie.model import CROSS
from bocage.systems.normandie.rules.abilities import spot, uncover
from bocage.systems.normandie.rules.firing import OpportunityFire, cover, opportunities
from bocage.systems.normandie.rules.victory import eliminate, hit, pick_up
from bocage.systems.normandie.rules.zones import open_steps
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, name_of

# Who wins
TIE: Final = 0
ATTACKER: Final = 1
DEFENDER: Final = 2
WINNERS: Final = ("outcome.tie", "outcome.attacker", "outcome.defender")

# Steps
FIGHTING: Final = 0
RETREATING: Final = 1
RETREATED: Final = 2
ADVANCING: Final = 3


class Assault(Procedure[NormandieState]):
    """The attacker stands in the launch space, next to the defender."""

    __slots__ = ("attacker", "defender", "space")

    def __init__(self, attacker: int, defender: int) -> None:
        super().__init__()
        self.attacker = attacker
        self.defender = defender
        self.space = -1  # the defender's, which the winner enters

    def advance(self, state: NormandieState) -> None:
        defender = state.units[self.defender]
        if self.step == FIGHTING:
            self.space = defender.cell
            self.resolve(state, state.units[self.attacker], defender)
        elif self.step == RETREATING:
            self.retreat(state, defender)
        elif self.step == RETREATED:
            self.step = ADVANCING
            spot(state, defender, 0)
            pick_up(state, defender)
            if state.phase == ACTIVATION and opportunities(state, defender):
                state.push(OpportunityFire(defender.id))
        else:
            self.enter(state, state.units[self.attacker])
            state.pop()

    def resolve(self, state: NormandieState, attacker: Unit, defender: Unit) -> None:
        if attacker.face.concealed:
            uncover(state, attacker, "hon.open.ambush.assault.1")
        if defender.face.concealed:
            uncover(state, defender, "hon.open.ambush.assault.1")
        attack = Tally(state.recording)
        attack_tally(attacker, attack)
        defense = Tally(state.recording)
        defense_tally(state, attacker, defender, defense)
        dice = [state.dice.roll(6, FOR_ASSAULT) for _ in range(2)]  # hon.assault.roll.1
        replies = [state.dice.roll(6, FOR_DEFENCE) for _ in range(defense_dice(defender.face.assault))]
        winner = winner_of(max(dice) + attack.total, max(replies) + defense.total)
        if state.recording:
            self.tell(state, attacker, defender, attack, defense, dice, replies, winner)
        if winner == ATTACKER:
            survived = hit(state, defender, "hon.assault.win.1")
            self.step = RETREATING if survived else ADVANCING
            return
        if winner == DEFENDER:
            hit(state, attacker, "hon.assault.lose.1")  # a survivor is back in the launch space: hon.assault.lose.2
        state.pop()

    def retreat(self, state: NormandieState, defender: Unit) -> None:
        """Compulsory, one space away from the attacker; who cannot is eliminated (hon.assault.win.3 to .6)."""
        options = retreats(state, state.units[self.attacker].cell, defender)
        if not options:
            eliminate(state, defender, "hon.assault.win.5")
            self.step = ADVANCING
        elif len(options) == 1:
            self.fall_back(state, defender, options[0])
        else:
            state.ask(defender.seat, RETREAT, options)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        self.fall_back(state, state.units[self.defender], option)

    def fall_back(self, state: NormandieState, defender: Unit, cell: int) -> None:
        state.put(defender, cell)
        self.step = RETREATED
        if state.recording:
            state.report("retreat", "hon.assault.win.3", defender, {}, cell)

    def enter(self, state: NormandieState, attacker: Unit) -> None:
        """The winner enters the space, after a retreat or an elimination (hon.assault.win.7, hon.open.advance.1)."""
        if attacker.status != FIELD:
            return
        state.put(attacker, self.space)
        if state.recording:
            state.report("advance", "hon.assault.win.7", attacker, {}, self.space)

    def tell(
        self,
        state: NormandieState,
        attacker: Unit,
        defender: Unit,
        attack: Tally,
        defense: Tally,
        dice: list[int],
        replies: list[int],
        winner: int,
    ) -> None:
        attack_total = max(dice) + attack.total
        defense_total = max(replies) + defense.total
        args: dict[str, int | str] = {
            "unit": name_of(attacker),
            "target": name_of(defender),
            "attack": attack_total,
            "defense": defense_total,
            "outcome": "@" + WINNERS[winner],
        }
        ends = [("assault", WINNERS[winner])]
        ends.append((f"unit:{attacker.id}", loss_label(attacker, winner == DEFENDER)))
        ends.append((f"unit:{defender.id}", loss_label(defender, winner == ATTACKER)))
        where = state.board.grid.name(defender.cell)
        state.emit(Event("assault", "hon.assault.roll.8", args, dice + replies, attack, ends, where))
        reply: dict[str, int | str] = {"unit": name_of(defender), "total": defense_total}
        state.emit(Event("defense", "hon.assault.roll.5", reply, replies, defense, place=where))

    def copy(self) -> Assault:
        twin = Assault(self.attacker, self.defender)
        twin.step = self.step
        twin.space = self.space
        return twin

    def data(self) -> list[object]:
        return [self.step, self.attacker, self.defender, self.space]


def loss_label(unit: Unit, lost: bool) -> str:
    if not lost:
        return "outcome.unharmed"
    return "outcome.flip" if unit.face.hit else "outcome.eliminated"


def attack_tally(attacker: Unit, tally: Tally) -> None:
    add_attack(tally, attacker.face.bonus, attacker.face.assault_value, attacker.suppressed)


def add_attack(tally: Tally, bonus: int, value: int, markers: int) -> None:
    """Combat bonus, other bonuses, then penalties (hon.assault.roll.2, hon.open.assault.supp.1)."""
    tally.add(bonus, "tally.bonus", "hon.assault.roll.2")
    if value:
        tally.add(value, "tally.assault-value", "hon.abil.assault.2")
    if markers:
        tally.add(-2 * markers, "tally.suppressed", "hon.supd.dice.1")


def defense_tally(state: NormandieState, attacker: Unit, defender: Unit, tally: Tally) -> None:
    bonus = 0 if defender.face.bonus == CROSS else defender.face.bonus  # hon.open.assault.xdef.1
    terrain = cover(state, attacker, defender)
    add_defense(tally, bonus, defender.face.assault_value, terrain, defender.suppressed)


def add_defense(tally: Tally, bonus: int, value: int, terrain: int, markers: int) -> None:
    """The defender alone adds its terrain (hon.assault.roll.5, hon.open.assault.defbonus.1)."""
    tally.add(bonus, "tally.bonus", "hon.assault.roll.5")
    if value:
        tally.add(value, "tally.assault-value", "hon.abil.assault.2")
    if terrain:
        tally.add(terrain, "tally.cover", "hon.assault.roll.5")
    if markers:
        tally.add(-2 * markers, "tally.suppressed", "hon.supd.assault.1")


def defense_dice(has_assault: bool) -> int:
    return 2 if has_assault else 1  # hon.assault.roll.4, hon.abil.assault.1


def winner_of(attack: int, defense: int) -> int:
    if attack == defense:
        return TIE  # hon.assault.tie.1
    return ATTACKER if attack > defense else DEFENDER  # hon.assault.roll.8


def away(state: NormandieState, launch: int, cell: int) -> list[int]:
    """The three neighbours on the far side from the attacker, -1 off the board (hon.open.retreat.three.1)."""
    grid = state.board.grid
    d = grid.direction(launch, cell)
    around = grid.around[cell]
    return [around[(d + 7) % 8], around[d], around[(d + 1) % 8]]


def retreats(state: NormandieState, launch: int, defender: Unit) -> list[int]:
    """The spaces a beaten defender can step to as an ordinary move of one space (hon.assault.win.4, .6).

    A unit that cannot move any more has none (hon.open.retreat.hit.1).
    """
    if defender.points() <= 0:
        return []
    seat = defender.seat
    allowed = open_steps(state, seat, defender.cell) & ~state.standing[seat]
    options = [cell for cell in away(state, launch, defender.cell) if cell >= 0 and allowed >> cell & 1]
    return sorted(options)
