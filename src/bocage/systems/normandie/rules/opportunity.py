"""Opportunity Fire: from terrain with its symbol, or by the ability of a side that is up."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Decision, first
from bocage.systems.normandie.model.tables import INFANTRY, WATCH_ON
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.aiming import GRENADES, RIFLE_GRENADES, SHELLS
from bocage.systems.normandie.rules.fireline import NO_MEN, ban_fire, ban_shot, ban_snipe, ban_suppression
from bocage.systems.normandie.rules.procedures import Asking, Wish
from bocage.systems.normandie.rules.sight import BLOCKED, sight
from bocage.systems.normandie.rules.volley import TOKEN_SHOTS, ban_faust, ban_fausts, ban_pattern, begin_fire
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, is_idle


class OpportunityFire(Asking):
    """The other side may shoot at a unit that has just moved a space."""

    __slots__ = ("declined", "mover")

    def __init__(self, mover: int) -> None:
        super().__init__()
        self.mover = mover
        self.declined = 0  # players who let it pass, as bits

    def advance(self, state: NormandieState) -> None:
        """Each player of the other side is asked until he declines (hon.terrain.opp.3)."""
        mover = state.units[self.mover]
        options = opportunities(state, mover)
        for seat in state.scenario.players[1 - mover.camp]:
            if options and not self.declined >> seat & 1:
                own = [option for option in options if state.units[first(option)].seat == seat]
                if own:
                    state.ask(seat, decisions.OPPORTUNITY, [acts.DECLINE.number, *own])
                    return
        state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.DECLINE:
            self.declined |= 1 << decision.seat
            return
        shooter = state.units[first(option)]
        shoot_out_of_turn(state, shooter, acts.OUT_OF_TURN[verb].on(self.mover), "hon.terrain.opp.3")

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return self.mover

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        unit = wish.unit
        if unit is None or (wish.verb and not wish.verb.startswith("opportunity-")):
            return None
        if unit.seat != decision.seat:
            return NOT_YOURS
        ban = ban_watch(state, unit)
        if ban is None and wish.verb == "opportunity-panzerfaust":
            ban = ban_fausts(state, unit) or ban_faust(state, unit, state.units[self.mover])
        elif ban is None:
            ban = ban_shot(state, unit, state.units[self.mover])
        what = TOKEN_SHOTS.get(wish.verb.removeprefix("opportunity-"), -1)
        if ban is None and what >= 0:
            ban = ban_pattern(state, unit, what, self.mover)
        if ban is None and wish.verb == "opportunity-snipe":
            ban = ban_snipe(state, unit, state.units[self.mover])
        return ban or (ban_suppression(unit) if wish.verb == "opportunity-suppress" else None)


def shoot_out_of_turn(state: NormandieState, shooter: Unit, shot: int, rule: str) -> None:
    """With the first weapon, or a token."""
    state.report("opportunity", rule, shooter)
    begin_fire(state, shooter, shot, first(shot))
    state.lose_token(shooter)  # hon.terrain.opp.6, hon.act.marker.2, hon.abil.opp.3
    shooter.activated = True


NOT_YOURS: Final = Ban("hon.terrain.opp.3", "not-yours")
NOT_ON_WATCH: Final = Ban("hon.terrain.opp.1", "no-opportunity")
BUSY: Final = Ban("hon.terrain.opp.1", "has-acted")


def ban_watch(state: NormandieState, unit: Unit) -> Ban | None:
    """Infantry on terrain with the symbol, or a unit on its watchful side (hon.terrain.opp.1, hon.abil.opp.2).

    It must not yet have been activated by an order or a marker; a Ruse or a machine shoots at nobody.
    """
    if unit.status != FIELD:
        return NOT_ON_WATCH
    if not unit.is_crewed():
        return NO_MEN
    if not is_idle(unit):
        return BUSY
    if unit.face.watch == WATCH_ON:
        return None
    return None if unit.counter.rank == INFANTRY and state.ground.opportunity >> unit.cell & 1 else NOT_ON_WATCH


PATTERN_SHOTS: Final = {
    acts.OPPORTUNITY_THROW: GRENADES, acts.OPPORTUNITY_LAUNCH_GRENADE: RIFLE_GRENADES, acts.OPPORTUNITY_SHELL: SHELLS,
}  # fmt: skip


def opportunities(state: NormandieState, mover: Unit) -> list[int]:
    """Who may shoot at the mover, each once; only at the mover (hon.open.opp.count.1, hon.open.opp.target.1).

    Equipment that grants a shot serves here as well (hon.terrain.opp.5, hon.opt.use.5, hon.opt.use.6).
    """
    options: list[int] = []
    if mover.status != FIELD:  # a Ruse that has been spotted: hon.open.ruse.1
        return options
    for unit in state.units:
        if unit.camp == mover.camp or unit.acted or ban_watch(state, unit) is not None:
            continue
        if ban_fire(state, unit, mover) is None:
            options.append(acts.OPPORTUNITY_FIRE.on(unit.id))
            if ban_suppression(unit) is None:
                options.append(acts.OPPORTUNITY_SUPPRESS.on(unit.id))
            if ban_snipe(state, unit, mover) is None:
                options.append(acts.OPPORTUNITY_SNIPE.on(unit.id))
        if ban_fausts(state, unit) is None and ban_faust(state, unit, mover) is None:
            options.append(acts.OPPORTUNITY_FAUST.on(unit.id))
        if state.tokens and sight(state, unit, mover) != BLOCKED:  # hon.terrain.opp.3
            for verb, what in PATTERN_SHOTS.items():
                if ban_pattern(state, unit, what, mover.id) is None:
                    options.append(verb.on(unit.id))
    return options
