"""The course of a battle: deployment, then rounds of three phases."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Procedure
from bocage.systems.normandie.model.flags import ORDERS
from bocage.systems.normandie.model.forces import ON_ROUND
from bocage.systems.normandie.rules.activation import ActivationPhase
from bocage.systems.normandie.rules.cards import open_window
from bocage.systems.normandie.rules.events import set_off
from bocage.systems.normandie.rules.moments import AT_ORDERS
from bocage.systems.normandie.rules.multiplayer import settle_order
from bocage.systems.normandie.rules.orders import OrdersPhase
from bocage.systems.normandie.rules.setup import Deployment
from bocage.systems.normandie.rules.supply import SupplyPhase
from bocage.systems.normandie.rules.victory import place_documents
from bocage.systems.normandie.state import NormandieState

DEPLOY: Final = 0
GIVE_ORDERS: Final = 1
ACTIVATE: Final = 2
RESUPPLY: Final = 3


class Battle(Procedure[NormandieState]):
    """Orders Phase, Activation Phase, Supply Phase, round after round (hon.round.phases.1)."""

    __slots__ = ()

    def advance(self, state: NormandieState) -> None:
        if self.step == DEPLOY:
            self.step = GIVE_ORDERS
            state.push(Deployment())
        elif self.step == GIVE_ORDERS:
            self.step = ACTIVATE
            self.start_round(state)
            state.push(OrdersPhase())
            open_window(state, AT_ORDERS)  # hon.card.phase.1
            settle_order(state, True)  # hon.mp.init.1
            set_off(state, ON_ROUND)
        elif self.step == ACTIVATE:
            self.step = RESUPPLY
            state.push(ActivationPhase())
        else:
            self.step = GIVE_ORDERS
            state.push(SupplyPhase())

    def start_round(self, state: NormandieState) -> None:
        state.round += 1
        state.phase = ORDERS
        state.announce("round", "hon.round.phases.1", {"n": state.round, "side": state.scenario.side(state.initiative)})
        if state.round == state.scenario.documents_round:
            place_documents(state)
