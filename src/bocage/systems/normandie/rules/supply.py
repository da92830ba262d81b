"""The Supply Phase in its step order, and the end of the round."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Decision, first
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.forces import ON_CLOSE, ON_SUPPLY
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.cards import CardDraw, open_window
from bocage.systems.normandie.rules.charges import Demolitions, StuckBombs
from bocage.systems.normandie.rules.events import set_off
from bocage.systems.normandie.rules.moments import AT_SUPPLY, BEFORE_ACTION, SUPPLY_ENDS
from bocage.systems.normandie.rules.multiplayer import CardExchange
from bocage.systems.normandie.rules.nerve import calm, calmable
from bocage.systems.normandie.rules.orders import clear_directives, entitle
from bocage.systems.normandie.rules.procedures import Asking, Wish
from bocage.systems.normandie.rules.specialorders import Veiling, call_late_arrivals
from bocage.systems.normandie.rules.vehicles import ban_setting_out, set_out
from bocage.systems.normandie.rules.victory import end_by_exhaustion, end_by_scenario
from bocage.systems.normandie.rules.volley import ATTACKS, NO_FIGHT
from bocage.systems.normandie.state import NormandieState, Unit, in_play

# The steps of the phase by their numbers in the rulebook.
START: Final = 1
DISCARD_BLUFFS: Final = 2
MOVES: Final = 3
RECOVER: Final = 4
CLOSE: Final = 5
CARDS: Final = 6
VICTORY: Final = 7
COLLECT: Final = 8
INITIATIVE: Final = 9
PASS_ON: Final = 10

THIN: Final = 2
"""What smoke takes off on its second side."""


class SupplyPhase(Asking):
    """The third phase of a round: no firing and no assault here, ever."""

    __slots__ = ("mover", "turn")

    def __init__(self) -> None:
        super().__init__()
        self.step = START
        self.turn = 0  # a place in the order of play
        self.mover = -1  # the unit about to move

    def advance(self, state: NormandieState) -> None:
        step = self.step
        if step == START:
            self.step = DISCARD_BLUFFS
            self.open(state)
        elif step == DISCARD_BLUFFS:
            self.step = MOVES
            discard_bluffs(state)
        elif step == MOVES:
            self.moves(state)
        elif step == RECOVER:
            self.step = CLOSE
            recover(state)
        elif step == CLOSE:
            self.step = CARDS
            # Thick smoke thins out, thin smoke is gone (hon.ord.smoke.5)
            state.smoke = [(place, THIN) for place, value in state.smoke if value > THIN]
            clear_directives(state)
            set_off(state, ON_CLOSE)  # the scenario comes last: what is pushed before is played after
            call_late_arrivals(state)  # hon.ord.nest.1
            state.push(StuckBombs())
            open_window(state, SUPPLY_ENDS)  # cards come before options (hon.supply.step.5)
        elif step == CARDS:
            self.step = VICTORY
            if state.staff.cards:
                if state.scenario.allied:
                    state.push(CardExchange(state.sequence))
                state.push(CardDraw())
        elif step == VICTORY:
            self.step = COLLECT
            end_by_scenario(state)
        elif step == COLLECT:
            self.step = INITIATIVE
            collect_tokens(state)
            end_by_exhaustion(state)
        elif step == INITIATIVE:
            self.step = PASS_ON
            keeper = may_keep(state)
            if keeper >= 0:
                state.ask(keeper, decisions.KEEP, [acts.HOLD.act(), acts.KEEP_LEAD.act()])
        else:
            state.lead(1 - state.initiative)  # hon.supply.step.9
            state.pop()

    def open(self, state: NormandieState) -> None:
        state.phase = flags.SUPPLIES
        set_off(state, ON_SUPPLY)
        if state.tokens:
            state.push(Veiling())
        if state.charges:
            state.push(Demolitions())
        open_window(state, AT_SUPPLY)  # cards come before options (hon.supply.step.1)

    def moves(self, state: NormandieState) -> None:
        """The side with initiative moves first, then the other; allies in turn (hon.supply.step.3, hon.mp.supply.1)."""
        if self.mover >= 0:
            mover, self.mover = self.mover, -1
            set_out(state, state.units[mover])
            return
        state.staff.clear_aid()
        seat = state.sequence[self.turn]
        own = [unit for unit in state.units if unit.seat == seat]
        options = acts.SUPPLY_MOVE.on_each([unit.id for unit in own if ban_supply_move(state, unit) is None])
        if state.tokens:  # hon.open.hardboiled.1
            free = [unit for unit in own if ban_supply_turn(unit) is None]
            options += acts.CALM_ONE.on_each([unit.id for unit in free if calmable(state, unit)])
        if options:
            state.ask(seat, decisions.SUPPLY, [*options, acts.DONE.act()])
        else:
            self.next(state)

    def next(self, state: NormandieState) -> None:
        self.turn += 1
        if self.turn == len(state.sequence):
            self.step = RECOVER
            self.turn = 0

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.KEEP_LEAD:
            # Used once; in the round after the initiative passes as usual (hon.ord.init.2).
            state.staff.kept[state.initiative] = True
            state.announce("initiative-kept", "hon.ord.init.1", {"side": state.scenario.side(state.initiative)})
            state.pop()
        elif verb is acts.SUPPLY_MOVE:
            unit = state.units[first(option)]
            unit.moved = True
            self.mover = unit.id
            open_window(state, BEFORE_ACTION, unit.seat, unit.id)  # cards for any time (hon.card.phase.1)
        elif verb is acts.CALM_ONE:
            calm(state, state.units[first(option)], 1)
        elif verb is acts.DONE:
            self.next(state)

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        if decision.kind is not decisions.SUPPLY:
            return None
        if wish.verb in ATTACKS or wish.verb in ("assault", "approach"):  # hon.aid.phases.1
            return NO_FIGHT
        if wish.unit is None or wish.verb not in ("", "supply-move", "move"):
            return None
        return NOT_YOURS if wish.unit.seat != decision.seat else ban_supply_move(state, wish.unit)


GONE: Final = Ban("hon.supply.who.1", "gone")
NOT_YOURS: Final = Ban("hon.supply.step.3", "not-yours")
HAS_MARKER: Final = Ban("hon.act.marker.5", "has-acted")
HAS_ACTED: Final = Ban("hon.supply.who.1", "has-acted")
HAS_MOVED: Final = Ban("hon.supply.step.3", "has-moved")


def ban_supply_move(state: NormandieState, unit: Unit) -> Ban | None:
    """No order, no Activated marker, no action this round (hon.supply.who.1, .3; hon.act.marker.5)."""
    return ban_supply_turn(unit) or ban_setting_out(state, unit)


def ban_supply_turn(unit: Unit) -> Ban | None:
    if not in_play(unit):
        return GONE
    if unit.activated:
        return HAS_MARKER
    if unit.acted or unit.token != flags.NO_TOKEN:
        return HAS_ACTED
    return HAS_MOVED if unit.moved else None


def may_keep(state: NormandieState) -> int:
    """The player of the side with initiative who has its Initiative order left, -1 for nobody (hon.ord.init.1)."""
    if not state.staff.kept[state.initiative]:
        for seat in state.ranks[state.initiative]:
            if state.scenario.perks[seat] & flags.KEEP_INITIATIVE:
                return seat
    return -1


def discard_bluffs(state: NormandieState) -> None:
    """Bluffs go before the moves, so that their units may move (hon.supply.step.2, hon.bluff.supply.1)."""
    for unit in state.units:
        if flags.is_bluff(unit.token):
            unit.token = flags.NO_TOKEN
            state.revealed = True
            state.report("bluff-off", "hon.supply.step.2", unit)


def recover(state: NormandieState) -> None:
    """One Suppressed marker off every unit (hon.supply.step.4), two off courageous ones (hon.trait.courage.1)."""
    for unit in state.units:
        if unit.suppressed > 0 and in_play(unit):
            brave = unit.traits & flags.COURAGEOUS != 0
            unit.suppressed -= min(unit.suppressed, 2 if brave else 1)
            rule = "hon.trait.courage.1" if brave else "hon.supply.step.4"
            state.report("recover", rule, unit, {"n": unit.suppressed})


def collect_tokens(state: NormandieState) -> None:
    """Tokens and Activated markers come off; new tokens by the stars there are now (hon.supply.step.8)."""
    for unit in state.units:
        unit.token = flags.NO_TOKEN
        unit.shown = False
        unit.activated = False  # hon.open.activated.clear.1
        unit.acted = unit.moved = unit.fuelled = False
        unit.fired = 0
    state.tokens_down = False
    entitle(state)  # hon.order.count.4, hon.abil.orders.2
    for seat, name in enumerate(state.scenario.names):
        state.staff.special[seat] = state.scenario.special[seat]  # hon.open.special.highcmd.1
        state.placed[seat] = 0
        state.filled[seat] = False
        state.seen[seat] = 0
        state.exhausted[seat] = False
        state.lost[seat] = []
        state.announce("tokens", "hon.supply.step.8", {"side": "@" + name, "n": state.entitled[seat]})
