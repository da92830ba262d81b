"""Opportunity Fire: from terrain with its symbol, or by the ability of a side that is up."""

from __future__ import annotations

from bocage.kernel.act import first
from bocage.kernel.decision import Decision
from bocage.kernel.state import Procedure
from bocage.systems.normandie.model.tables import (
    INFANTRY,
    WATCH_ON,
)
from bocage.systems.normandie.rules.acts import (
    ACTS,
    DECLINE,
    OPPORTUNITY_FAUST,
    OPPORTUNITY_FIRE,
    OPPORTUNITY_SNIPE,
    OPPORTUNITY_SUPPRESS,
    OUT_OF_TURN,
)
from bocage.systems.normandie.rules.decisions import OPPORTUNITY
from bocage.systems.normandie.rules.fireline import ban_fire, ban_snipe, can_suppress
from bocage.systems.normandie.rules.volley import begin_fire, can_faust, has_faust
from bocage.systems.normandie.state import FIELD, NormandieState, Unit


class OpportunityFire(Asking):
    """The other side may shoot at a unit that has just moved a space (hon.terrain.opp.3, hon.aid.move.1)."""

    __slots__ = ("declined", "mover")

    def __init__(self, mover: int) -> None:
        super().__init__()
        self.mover = mover
        self.declined = 0  # players who let it pass, as bits

    def advance(self, state: NormandieState) -> None:
        mover = state.units[self.mover]
        options = opportunities(state, mover) if mover.status == FIELD else []
        for seat in state.scenario.players[1 - mover.camp]:
            if options and not self.declined >> seat & 1:
                own = [option for option in options if state.units[first(option)].seat == seat]
                if own:
                    state.ask(seat, OPPORTUNITY, [DECLINE.act(), *own])
                    return
        state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = ACTS.of(option)
        if verb is DECLINE:
            self.declined |= 1 << decision.seat
            return
        shooter = state.units[first(option)]
        shoot_out_of_turn(state, shooter, OUT_OF_TURN[verb].on(self.mover), "hon.terrain.opp.3")

    def copy(self) -> OpportunityFire:
        twin = OpportunityFire(self.mover)
        twin.step = self.step
        twin.declined = self.declined
        return twin

    def data(self) -> list[object]:
        return [self.step, self.mover, self.declined]


def shoot_out_of_turn(state: NormandieState, shooter: Unit, shot: int, rule: str) -> None:
    """With the first weapon, or a token."""
    if state.recording:
        state.report("opportunity", rule, shooter, {}, shooter.cell)
    begin_fire(state, shooter, shot)
    state.lose_token(shooter)  # hon.terrain.opp.6, hon.act.marker.2, hon.abil.opp.3
    shooter.activated = True


def may_use_opportunity(state: NormandieState, unit: Unit) -> bool:
    """Infantry on terrain with the symbol, or a unit on its watchful side (hon.terrain.opp.1, hon.abil.opp.2).

    It must not yet have been activated by an order or a marker.
    """
    if unit.status != FIELD or not is_idle(unit):
        return False
    if unit.face.watch == WATCH_ON:
        return True
    return unit.counter.rank == INFANTRY and bool(state.ground.opportunity >> unit.cell & 1)


def is_idle(unit: Unit) -> bool:
    return not (unit.shown or unit.activated or unit.acted)


def opportunities(state: NormandieState, mover: Unit) -> list[int]:
    """Who may shoot at the mover, each once; only at the mover (hon.open.opp.count.1, hon.open.opp.target.1).

    Equipment that grants a shot at one unit serves here as well (hon.terrain.opp.5, hon.opt.use.5, hon.opt.use.6).
    """
    options: list[int] = []
    for unit in state.units:
        if unit.camp == mover.camp or not may_use_opportunity(state, unit):
            continue
        if ban_fire(state, unit, mover) is None:
            options.append(OPPORTUNITY_FIRE.on(unit.id))
            if ban_suppression(unit) is None:
                options.append(OPPORTUNITY_SUPPRESS.on(unit.id))
            if ban_snipe(state, unit, mover) is None:
                options.append(OPPORTUNITY_SNIPE.on(unit.id))
        if has_faust(state, unit) and can_faust(state, unit, mover):
            options.append(OPPORTUNITY_FAUST.on(unit.id))
    return options
