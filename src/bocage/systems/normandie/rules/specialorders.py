"""Order options in play: Concealed tokens, the MG nest that comes late, and smoke bombs (chapter Special orders)."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban, Decision, first, second
from bocage.systems.normandie.model.flags import CONCEALED_TOKEN, HIDES_IN_VIEW, INFILTRATOR
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.abilities import is_spotted
from bocage.systems.normandie.rules.blasts import dispersal, drifted
from bocage.systems.normandie.rules.movement import STRAIGHT
from bocage.systems.normandie.rules.options import has, home_of
from bocage.systems.normandie.rules.procedures import Asking, UnitProcedure
from bocage.systems.normandie.rules.zones import barred
from bocage.systems.normandie.state import EXITED, FIELD, NormandieState, Unit, known_name

THICK: Final = 4
"""What fresh smoke takes off a shot (hon.ord.smoke.4)."""
SMOKE_SCATTER: Final = 1


class Veiling(Asking):
    """Each may hide units under Concealed tokens as the Supply Phase begins (hon.ord.conceal.2).

    `step` is a place in the order of play.
    """

    __slots__ = ()

    bans: ClassVar = {decisions.VEIL: (Ban("hon.ord.conceal.2", "cannot-hide"), ("", "veil"))}

    def advance(self, state: NormandieState) -> None:
        if self.step >= len(state.sequence):
            state.pop()
            return
        seat = state.sequence[self.step]
        options = veilable(state, seat)
        if options:
            state.ask(seat, decisions.VEIL, [acts.HOLD.act(), *options])
        else:
            self.step += 1

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.HOLD:
            self.step += 1
        else:
            veil(state, state.units[first(option)], second(option))


def veilable(state: NormandieState, seat: int) -> list[int]:
    """Infantry that could ambush where it stands; whether an enemy may see it is open (hon.open.conceal.view.1)."""
    found: list[int] = []
    for unit in state.units:
        if unit.seat != seat or unit.status != FIELD or unit.face.concealed or unit.is_vehicle():
            continue
        tile = veil_pool(state, unit) if unit.is_crewed() else -1
        if tile >= 0 and (state.readings & HIDES_IN_VIEW or not is_spotted(state, unit)):
            found.append(acts.HIDE.act(unit.id, tile))
    return found


def veil_pool(state: NormandieState, unit: Unit) -> int:
    """The tile with a Concealed token for this unit; those of infiltrators are for their own tile (hon.ord.infil.1)."""
    for number, tile in enumerate(state.scenario.tiles):
        own = tile.seat == unit.seat or (tile.seat < 0 and tile.camp == unit.camp)  # hon.mp.hc.3
        if not own or not has(state, number, CONCEALED_TOKEN):
            continue
        if not tile.traits & INFILTRATOR or tile.officer or tile.seat < 0 or home_of(state, unit) == number:
            return number
    return -1


def veil(state: NormandieState, unit: Unit, tile: int) -> None:
    """The token takes the place of the counter on the board (hon.ord.conceal.3)."""
    where = state.board.grid.name(unit.cell)
    state.announce("veiled", "hon.ord.conceal.3", {"unit": known_name(unit)}, place=where)
    state.tokens[tile][CONCEALED_TOKEN] -= 1
    unit.veil = tile
    unit.face = unit.counter.veils[unit.side]
    state.refresh()


class LateArrivals(UnitProcedure):
    """An MG nest may be set up when a Supply Phase ends (hon.ord.nest.1)."""

    __slots__ = ()

    bans: ClassVar = {decisions.NEST: (Ban("hon.ord.nest.1", "no-nest"), ("", "nest"))}

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        self.step += 1
        if self.step == 1:
            state.ask(unit.seat, decisions.NEST, [acts.HOLD.act(), *acts.SET_NEST.on_each(nest_places(state, unit))])
        elif self.step == 2 and unit.status == FIELD and unit.face.has_arc():
            state.ask(unit.seat, decisions.FACE, acts.TURN_TO.on_each(STRAIGHT))
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        verb = acts.ACTS.of(option)
        if verb is acts.TURN_TO:
            unit.facing = first(option)
        elif verb is acts.SET_NEST:
            state.put(unit, first(option))
            state.report("deploy", "hon.ord.nest.1", unit)


def call_late_arrivals(state: NormandieState) -> None:
    for unit in state.units:
        if unit.status == EXITED and state.scenario.tiles[unit.tile].late and nest_places(state, unit):
            state.push(LateArrivals(unit.id))


def nest_places(state: NormandieState, unit: Unit) -> list[int]:
    """Free ground outside the enemy's deployment zone."""
    taken = barred(state)
    for enemy in state.scenario.players[1 - unit.camp]:
        taken |= state.scenario.zones[enemy]
    return spaces((1 << state.board.grid.size) - 1 & ~taken)


class SmokeBomb(UnitProcedure):
    """A smoke bomb whose order has come up: anywhere, a step astray, and thick at first (hon.ord.smoke.3, .4)."""

    __slots__ = ()

    bans: ClassVar = {decisions.AIM: (Ban("hon.ord.smoke.3", "at-crossings"), ("", "aim"))}

    def advance(self, state: NormandieState) -> None:
        if self.step == 0:
            self.step = 1
            places = acts.AIM_AT.on_each(list(range(len(state.board.crossings))))
            state.ask(state.units[self.unit].seat, decisions.AIM, [*places, acts.DONE.act()])
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        unit.acted = True
        if acts.ACTS.of(option) is acts.DONE:
            return
        die = state.dice.roll(6, acts.FOR_DISPERSAL)
        distance = dispersal(die, SMOKE_SCATTER, False)
        place = drifted(state, first(option), die, distance)
        if place >= 0:
            state.smoke = [*state.smoke, (place, THICK)]
        side = "@nation." + unit.counter.nation
        state.announce("smoke", "hon.ord.smoke.4", {"side": side, "n": distance}, [die])
        state.remove(unit, EXITED)
