"""Events of the scenario, for which markers lie on the turn counter, and the reinforcements they bring."""

from __future__ import annotations

from bocage.systems.normandie.model import forces
from bocage.systems.normandie.model.forces import Happening
from bocage.systems.normandie.rules import decisions
from bocage.systems.normandie.rules.abilities import order_tokens
from bocage.systems.normandie.rules.blasts import under
from bocage.systems.normandie.rules.orders import entitle
from bocage.systems.normandie.rules.setup import Deployment, next_to_place, places
from bocage.systems.normandie.rules.specialorders import THICK
from bocage.systems.normandie.rules.victory import crossing_args
from bocage.systems.normandie.state import AWAITED, RESERVE, NormandieState, Unit


def set_off(state: NormandieState, when: int) -> None:
    """What the scenario has for this moment of the round (hon.turn.markers.1, hon.supply.step.1, .5)."""
    if due(state, when) or (when == forces.ON_ROUND and arriving(state)):
        state.push(Events(when))


def due(state: NormandieState, when: int) -> list[Happening]:
    return [one for one in state.scenario.happenings if one.round == state.round and one.when == when]


def arriving(state: NormandieState) -> list[Unit]:
    """Reinforcements whose round has come, those included that found no room in earlier ones."""
    tiles = state.scenario.tiles
    return [unit for unit in state.units if unit.status == AWAITED and tiles[unit.tile].arrives <= state.round]


class Events(Deployment):
    """What the markers of a round bring; reinforcements deploy like everybody before the battle.

    See hon.scenario.reinforcements.
    """

    __slots__ = ("when",)

    def __init__(self, when: int) -> None:
        super().__init__()
        self.when = when

    def advance(self, state: NormandieState) -> None:
        if self.step == 0:
            self.step = 1
            for one in due(state, self.when):
                happen(state, one)
            if self.when == forces.ON_ROUND:
                self.call(state)
        if self.unit >= 0:
            super().advance(state)
            return
        unit = first_to_place(state)
        while unit is not None and not places(state, unit):
            unit.status = AWAITED
            state.report("no-room", "hon.scenario.reinforcements", unit)
            unit = first_to_place(state)
        if unit is not None:
            state.ask(unit.seat, decisions.PLACE, places(state, unit))
            return
        if self.when == forces.ON_ROUND:
            count_orders(state)
        state.pop()

    def call(self, state: NormandieState) -> None:
        """Those who come stand ready beside the board."""
        for unit in arriving(state):
            unit.status = RESERVE
            state.announce("arrives", "hon.scenario.reinforcements", {"unit": "@unit." + unit.counter.id})


def first_to_place(state: NormandieState) -> Unit | None:
    """In the order of play, as before the battle (hon.scenario.reinforcements, hon.setup.deploy.1)."""
    for seat in state.sequence:
        unit = next_to_place(state, seat)
        if unit is not None:
            return unit
    return None


def count_orders(state: NormandieState) -> None:
    """New units bring their stars; tokens that an event grants are for its round alone (hon.scenario.orders)."""
    entitle(state)
    for one in due(state, forces.ON_ROUND):
        if one.kind == forces.MORE_ORDERS:
            seat = state.ranks[one.camp][0]
            state.entitled[seat] = order_tokens(state.entitled[seat] + one.amount)  # hon.scenario.orders


def happen(state: NormandieState, event: Happening) -> None:
    if event.kind == forces.MORE_ORDERS:
        state.announce(
            "more-orders", "hon.scenario.orders", {"side": state.scenario.side(event.camp), "n": event.amount}
        )
    elif event.kind == forces.AWARD:
        state.score[event.camp] += event.amount
        state.announce("award", "hon.scenario.points", {"side": state.scenario.side(event.camp), "vp": event.amount})
    elif event.kind == forces.SMOKE:
        state.smoke = [*state.smoke, (event.place, THICK)]
        state.announce("smoke-rises", "hon.scenario.smoke", crossing_args(state, event.place))
    else:
        shell(state, event.place)


def shell(state: NormandieState, place: int) -> None:
    """Shells from afar pin whoever is in the open around a crossing, friend or foe (hon.scenario.shells)."""
    state.announce("shelling", "hon.scenario.shells", crossing_args(state, place))
    for number in under(state, state.board.crossings[place]):
        unit = state.units[number]
        unit.suppressed += 1
        state.report("shelled", "hon.scenario.shells", unit)
