"""Charges laid by hand: sticky bombs and magnetic mines on vehicles, demolition charges at structures."""

from __future__ import annotations

from typing import ClassVar

from bocage.geometry.square import spaces
from bocage.kernel import Ban, Decision, Procedure, first, second
from bocage.systems.normandie.model import tables
from bocage.systems.normandie.model.flags import DEMOLITION, MAGNETIC_MINE, STICKY_BOMB
from bocage.systems.normandie.model.tables import CHARGE
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.options import pool_for, spend
from bocage.systems.normandie.rules.outcomes import BOMB
from bocage.systems.normandie.rules.procedures import UnitProcedure
from bocage.systems.normandie.rules.structures import Destruction, name_of_structure, structure_at
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, name_of


def layable(state: NormandieState, unit: Unit) -> list[int]:
    """Tokens it may lay where its move ends, each with its target (hon.eq.mine.2, hon.eq.demo.2)."""
    options: list[int] = []
    if unit.status != FIELD or unit.is_vehicle() or not unit.is_crewed():
        return options
    ring = state.ground.joined[unit.cell] | state.board.grid.ring[unit.cell] & state.ground.solid
    for token in (STICKY_BOMB, MAGNETIC_MINE):
        if pool_for(state, unit, token) < 0:
            continue
        for enemy in state.units:
            if enemy.camp != unit.camp and enemy.status == FIELD and enemy.is_vehicle() and enemy.cells() & ring:
                options.append(acts.STICK.act(enemy.id, token))
    if pool_for(state, unit, DEMOLITION) >= 0:
        for number, one in enumerate(state.structures):
            if one.cells & (ring | 1 << unit.cell):
                options.append(acts.LAY_CHARGE.on(number))
    return options


class LayCharges(UnitProcedure):
    """One or more tokens, one after the other."""

    __slots__ = ()

    bans: ClassVar = {decisions.LAY: (Ban("hon.eq.mine.2", "no-charge"), ("", "stick", "charge"))}

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        options = layable(state, unit) if self.step == 0 else []
        if options:
            state.ask(unit.seat, decisions.LAY, [acts.DONE.act(), *options])
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            self.step = 1
            return
        unit = state.units[self.unit]
        args: dict[str, int | str] = {}
        if verb is acts.LAY_CHARGE:
            spend(state, unit, DEMOLITION)
            cell = spaces(state.structures[first(option)].cells)[0]
            state.charges = [*state.charges, (cell, unit.id)]
            args["target"] = name_of_structure(state, first(option))
        else:
            spend(state, unit, second(option))
            vehicle = state.units[first(option)]
            vehicle.bombs = [*vehicle.bombs, unit.id]  # carried along: hon.eq.mine.3
            args["target"] = name_of(vehicle)
        state.report("lays-charge", verb.rule, unit, args)


class Demolitions(Procedure[NormandieState]):
    """Demolition charges go off as the Supply Phase begins (hon.eq.demo.3)."""

    __slots__ = ()

    def advance(self, state: NormandieState) -> None:
        if not state.charges:
            state.pop()
            return
        cell, layer = state.charges[0]
        state.charges = state.charges[1:]
        number = structure_at(state, cell)
        if number >= 0:
            dice = state.scenario.attacks[CHARGE].dice
            state.push(Destruction(layer, number, dice, 0, "hon.eq.demo.3"))


class StuckBombs(Procedure[NormandieState]):
    """Bombs on vehicles go off as the Supply Phase closes, one by one (hon.eq.mine.4, hon.eq.mine.5).

    The dice are those of the unit that laid the bomb, and so are Veteran tokens for them (hon.trait.vet.1).
    """

    __slots__ = ()

    def advance(self, state: NormandieState) -> None:
        for unit in state.units:
            if unit.bombs:
                layer = unit.bombs[0]
                unit.bombs = unit.bombs[1:]
                if unit.status == FIELD:
                    where = state.board.grid.name(unit.cell)
                    state.announce("bomb", "hon.eq.mine.4", {"unit": name_of(unit)}, place=where)
                    bonus = state.scenario.attacks[tables.BOMB].bonus[unit.counter.rank]
                    state.push(Shot(layer, 0, unit.id, BOMB, bonus))
                return
        state.pop()
