"""Support from off the board: artillery, aircraft and other attacks that cards bring."""

from __future__ import annotations

from typing import ClassVar

from bocage.kernel import Arg, Ban, Decision, Event, Procedure, Tally, first
from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.model.tables import CROSS, HEAVY, INFANTRY, SIDE
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.blasts import batter_under, dispersal, drifted, under
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.firing import add_defense, shields
from bocage.systems.normandie.rules.movement import alone
from bocage.systems.normandie.rules.options import spend_shields
from bocage.systems.normandie.rules.outcomes import KILL, MISS, REGULAR, outcome_label, outcome_of
from bocage.systems.normandie.rules.procedures import Asking, UnitProcedure
from bocage.systems.normandie.rules.traits import defense_help, guarded
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, known_name


class Support(Procedure[NormandieState]):
    """Every unit under the attack is rolled for on its own: die and bonus against its defense (hon.card.override.1)."""

    __slots__ = ("armour", "card", "cells", "destruction", "left", "place", "seat", "stood")

    def __init__(self, seat: int, card: int, place: int, cells: int = 0) -> None:
        super().__init__()
        self.seat, self.card = seat, card
        self.place = place  # an intersection that may still drift, or -1
        self.cells = cells
        self.armour = SIDE
        self.destruction = 0
        self.stood = 0  # structures there were when it landed
        self.left: list[int] = []

    def advance(self, state: NormandieState) -> None:
        card = state.scenario.cards[self.card]
        if self.step == 0:
            self.step = 1
            self.land(state, card)
        elif self.left:
            target = state.units[self.left.pop(0)]
            if target.status == FIELD and card.bonus[target.counter.rank] != CROSS:
                state.push(Strike(target.id, self.card, self.armour))
        elif self.step == 1:
            self.step = 2
            if self.destruction:
                batter_under(state, -1, self.cells, self.stood, self.destruction, "hon.abil.destr.1")
        else:
            state.pop()

    def land(self, state: NormandieState, card: Card) -> None:
        if self.place >= 0:
            self.place = drift(state, self.place, card.scatter) if card.scatter else self.place
            self.cells = state.board.grid.touching(self.place) if self.place >= 0 else 0
            self.destruction = card.destruction
        self.left = under(state, self.cells)
        self.stood = len(state.structures)


class Salvo(Asking):
    """The blasts of one card: the first where it was aimed, the others close by, each drifting on its own.

    So it says on the card (hon.card.override.1).
    """

    __slots__ = ("card", "centre", "left", "seat")

    bans: ClassVar = {decisions.AIM: (Ban("hon.card.override.1", "too-far-apart"), ())}

    def __init__(self, seat: int, card: int, centre: int) -> None:
        super().__init__()
        self.seat, self.card, self.centre = seat, card, centre
        self.left = -1  # blasts still to come

    def advance(self, state: NormandieState) -> None:
        card = state.scenario.cards[self.card]
        if self.left < 0:
            self.left = max(card.amount, 1) - 1
            state.push(Support(self.seat, self.card, self.centre))
        elif self.left:
            self.left -= 1
            state.ask(self.seat, decisions.AIM, acts.AIM_AT.on_each(around(state, self.centre, card.spread)))
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        state.push(Support(self.seat, self.card, first(option)))


def around(state: NormandieState, place: int, reach: int) -> list[int]:
    """The crossings so near to another one."""
    grid = state.board.grid
    cols = grid.cols + 1
    row, col = place // cols, place % cols
    rows = range(max(0, row - reach), min(grid.rows, row + reach) + 1)
    return [r * cols + c for r in rows for c in range(max(0, col - reach), min(grid.cols, col + reach) + 1)]


def drift(state: NormandieState, place: int, scatter: int) -> int:
    """As an indirect shot without a spotter (hon.abil.ind.5); off the board it is lost (hon.open.disp.off.1)."""
    die = state.dice.roll(6, acts.FOR_DISPERSAL)
    distance = dispersal(die, scatter, False)
    state.announce("drift", "hon.abil.ind.5", {"n": distance}, [die])
    return drifted(state, place, die, distance)


class Strike(UnitProcedure):
    """One attack of a card on one unit, resolved as a shot without penalties (hon.card.override.1)."""

    __slots__ = ("armour", "card", "covered", "shield")

    def __init__(self, unit: int, card: int, armour: int, covered: bool = True) -> None:
        super().__init__(unit)
        self.card = card
        self.armour = armour  # the value of a heavy vehicle that counts
        self.covered = covered  # a trap has no regard to terrain
        self.shield = 0  # Additional Shielding

    def advance(self, state: NormandieState) -> None:
        target = state.units[self.unit]
        self.step += 1
        if self.step == 1:
            tokens = shields(state, target)
            if tokens:
                state.ask(target.seat, decisions.SHIELD, acts.USE_SHIELDS.on_each(list(range(tokens + 1))))
        elif self.step == 2 and target.status == FIELD:
            self.roll(state, target, state.scenario.cards[self.card])
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        self.shield = first(option)
        spend_shields(state, state.units[self.unit], self.shield)

    def roll(self, state: NormandieState, target: Unit, card: Card) -> None:
        attack = Tally(state.recording)
        attack.add(card.bonus[target.counter.rank], "tally.card", "hon.card.override.1")
        defense = Tally(state.recording)
        self.defend(state, target, defense)
        die = state.dice.roll(6, acts.FOR_SHOT)
        outcome = outcome_of(die + attack.total, defense.total)
        if state.recording:
            state.emit(strike_event(state, target, card, attack, defense, die, outcome))
        if outcome == MISS:
            return
        if card.stops and (target.is_vehicle() or alone(state, target)):
            target.halted = True  # a trap ends the move where the unit may stay
        state.push(Hit(target.id, 1, "hon.shot.effect.1", kill=outcome == KILL))

    def defend(self, state: NormandieState, target: Unit, tally: Tally) -> None:
        """All that it would have against a shot, Additional Shielding included (hon.eq.shield.3)."""
        infantry = target.counter.rank == INFANTRY
        armoured = target.counter.rank == HEAVY
        cover = guarded(state, target, state.ground.cover[target.cell]) if self.covered and infantry else 0
        add_defense(tally, target.face.armour[self.armour] if armoured else target.face.defense, cover)
        defense_help(state, target, tally)
        if self.shield:
            tally.add(self.shield, "tally.shielding", "hon.eq.shield.3")


def strike_event(
    state: NormandieState, target: Unit, card: Card, attack: Tally, defense: Tally, die: int, outcome: int
) -> Event:
    label = outcome_label(state, target, REGULAR, outcome)
    # Who steps into a trap stays concealed: hon.abil.ambush.14
    args: dict[str, Arg] = {"card": f"@action.{card.id}.title", "target": known_name(target), "outcome": "@" + label}
    args |= {"result": die + attack.total, "defense": defense.total}
    where = state.board.grid.name(target.cell)
    return Event("support", "hon.card.override.1", args, [die], attack, [(f"unit:{target.id}", label)], where)


def strike(state: NormandieState, target: Unit, card: Card, armour: int, covered: bool = True) -> None:
    state.push(Strike(target.id, state.scenario.cards.index(card), armour, covered))
