"""The Activation Phase: orders are revealed in ascending order and their units act."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Ban, Decision, first
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.barrage import Barrage, ban_call
from bocage.systems.normandie.rules.cards import open_window
from bocage.systems.normandie.rules.fireline import NO_ENEMY, ban_foe
from bocage.systems.normandie.rules.moments import BEFORE_ACTION
from bocage.systems.normandie.rules.moments import BETWEEN as BETWEEN_ORDERS
from bocage.systems.normandie.rules.movement import NOBODY_THERE, Movement, ban_approach, ban_assault
from bocage.systems.normandie.rules.multiplayer import after, in_turn
from bocage.systems.normandie.rules.nerve import Steadying
from bocage.systems.normandie.rules.options import pool_for, spend
from bocage.systems.normandie.rules.procedures import UnitProcedure, Wish
from bocage.systems.normandie.rules.sight import distance
from bocage.systems.normandie.rules.specialorders import SmokeBomb
from bocage.systems.normandie.rules.traits import reach
from bocage.systems.normandie.rules.vehicles import ban_setting_out, is_mobile, set_out
from bocage.systems.normandie.rules.victory import pick_up
from bocage.systems.normandie.rules.volley import ATTACKS, Volley, ban_attack, begin_fire, fire_options
from bocage.systems.normandie.state import (
    BOX,
    CREW,
    FIELD,
    NormandieState,
    Unit,
    in_play,
    is_secret,
    known_name,
    takes_orders,
)

NOT_ACTIVATED: Final = Ban("hon.order.place.4", "not-activated")
NO_INTERRUPTION: Final = Ban("hon.special.play.1", "no-special-order")

# Steps of the phase
OPENING: Final = 0
BETWEEN: Final = 1
REVEAL: Final = 2
STEADYING: Final = 3
ACTING: Final = 4
ACTED: Final = 5
READY: Final = 6


class ActivationPhase(UnitProcedure):
    """Sides take turns revealing their lowest number; between two activations other units may act."""

    __slots__ = ("asked", "early", "heroic", "offered", "places", "turn")

    def __init__(self) -> None:
        super().__init__(-1)  # the unit that is activated
        self.turn = 0  # the side that reveals next
        self.places = [0, 0]  # by side: which of its players reveals next
        self.asked = 0  # players who let this pause pass, as bits
        self.offered = False  # cards have had their moment in this pause
        self.heroic = False  # for the second time
        self.early = -1  # the unit that an intrepid one went before

    def advance(self, state: NormandieState) -> None:
        step = self.step
        if step == OPENING:
            self.open(state)
        elif step == BETWEEN:
            self.between(state)
        elif step == REVEAL:
            self.reveal_next(state)
        elif step == READY and state.units[self.unit].status == BOX:
            self.step = ACTED
            state.push(SmokeBomb(self.unit))
        elif step == READY:
            self.step = STEADYING
            open_window(state, BEFORE_ACTION, state.units[self.unit].seat, self.unit)
        elif step == STEADYING:
            self.step = ACTING
            if state.tokens:
                state.push(Steadying(self.unit))
        elif step == ACTING:
            self.step = ACTED
            if state.staff.done == self.unit:  # a card has taken the place of its action
                state.staff.done = -1
                state.units[self.unit].acted = True
            else:
                state.push(Activation(self.unit))
        else:
            self.acted(state)

    def open(self, state: NormandieState) -> None:
        """The side with initiative reveals first (hon.act.start.1)."""
        state.phase = flags.ACTIVATION
        self.turn = state.initiative
        self.step = BETWEEN

    def between(self, state: NormandieState) -> None:
        """Special orders and autonomous units may act, never within an activation (hon.special.play.2).

        The side with initiative is asked first (hon.special.play.3).
        """
        if not self.offered:
            self.offered = True
            open_window(state, BETWEEN_ORDERS, -1, self.unit)  # hon.card.phase.1
            return
        if state.staff.again >= 0:
            self.act_again(state)
            return
        for seat in state.sequence:
            if not self.asked >> seat & 1:
                self.asked |= 1 << seat
                if may_interrupt(state, seat):
                    state.ask(seat, decisions.INTERRUPT, [acts.HOLD.number, *interrupters(state, seat)])
                    return
        self.step = REVEAL

    def act_again(self, state: NormandieState) -> None:
        """A card lets the unit that has just acted do so again."""
        unit = state.units[state.staff.again]
        state.staff.again = -1
        self.activate(unit)
        self.heroic = True

    def reveal_next(self, state: NormandieState) -> None:
        if state.staff.encore >= 0:  # hon.card.override.1
            self.turn = state.scenario.camps[state.staff.encore]
            self.places[self.turn] = state.ranks[self.turn].index(state.staff.encore)
            state.staff.encore = -1
        unit = self.next_order(state, self.turn)
        if unit is None:
            self.turn = 1 - self.turn  # hon.act.alternate.2
            unit = self.next_order(state, self.turn)
        if unit is None:
            state.pop()
            return
        unit = self.first_of_its_number(state, unit)
        if state.scenario.allied:  # hon.mp.act.1
            self.places[unit.camp] = after(state, unit.seat)
        reveal(state, unit, "hon.trait.intrepid.1" if self.early >= 0 else "hon.act.alternate.1")
        if unit.acted:  # an autonomous unit has acted already (hon.open.autonomous.1)
            self.step = BETWEEN
        else:
            self.activate(unit)

    def next_order(self, state: NormandieState, camp: int) -> Unit | None:
        """The lowest number of the player whose turn it is (hon.mp.act.1).

        An ally takes the turn of one who has none left (hon.mp.limits.3).
        """
        for seat in in_turn(state, camp, self.places[camp]):
            unit = lowest_order(state, seat)
            if unit is not None:
                return unit
            state.exhausted[seat] = True
        return None

    def first_of_its_number(self, state: NormandieState, unit: Unit) -> Unit:
        """The unit whose turn it is, or an intrepid enemy with the same number; settles whose turn comes next."""
        if unit.id == self.early:  # its rival has acted, so the side with initiative opens the next number again
            self.early = -1
            self.turn = unit.camp
            return unit
        rival = self.intrepid_rival(state, unit)
        if rival is not None:
            self.early = unit.id
            return rival
        self.early = -1  # whoever was to follow its rival is lost: the numbers go on as ever
        self.turn = 1 - unit.camp  # hon.act.alternate.1
        return unit

    def intrepid_rival(self, state: NormandieState, unit: Unit) -> Unit | None:
        """The enemy's unit with the same number that goes first because it is intrepid (hon.trait.intrepid.1, .2)."""
        if unit.camp != state.initiative or unit.traits & flags.INTREPID:
            return None
        for seat in in_turn(state, 1 - unit.camp, self.places[1 - unit.camp]):
            rival = lowest_order(state, seat)
            if rival is not None:
                return rival if rival.token == unit.token and rival.traits & flags.INTREPID else None
        return None

    def activate(self, unit: Unit) -> None:
        self.unit = unit.id
        self.heroic = False
        self.step = READY

    def acted(self, state: NormandieState) -> None:
        """A Heroic token activates the unit once more, at once (hon.trait.heroic.1 to .3)."""
        unit = state.units[self.unit]
        self.step = BETWEEN
        self.pause()
        state.staff.clear_aid()
        if state.staff.fury:
            unit.suppressed += state.staff.fury if in_play(unit) else 0
            state.staff.fury = 0
        if not self.heroic and in_play(unit) and pool_for(state, unit, flags.HEROIC) >= 0:
            state.ask(unit.seat, decisions.AGAIN, [acts.HOLD.number, acts.ACT_AGAIN.act()])

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.ACT_AGAIN:
            unit = state.units[self.unit]
            spend(state, unit, flags.HEROIC)
            self.activate(unit)  # as any activation, with what may come before the action
            self.heroic = True
            state.report("heroic", "hon.trait.heroic.1", unit)
        elif verb is not acts.HOLD:
            unit = state.units[first(option)]
            interrupt(state, unit)
            self.pause()
            self.activate(unit)

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        asked = decision.kind is decisions.INTERRUPT and wish.unit is not None
        return NO_INTERRUPTION if asked and wish.verb in ("", "special-order", "autonomous") else None

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return -1 if decision.kind is decisions.INTERRUPT else self.unit

    def pause(self) -> None:
        """Everybody has his say again before the next order."""
        self.asked, self.offered = 0, False


def may_interrupt(state: NormandieState, seat: int) -> bool:
    """It has an autonomous unit to act, or could have laid a special order.

    The other side sees only that the question is put, so it is put for as long as one may lie there: while an
    autonomous unit nobody has seen is about, each concealed unit that may still act could be the one.
    """
    seen = (state.seen[seat] >> flags.SPECIAL).bit_count()
    if state.staff.special[seat] > seen and has_token_down(state, seat):
        return True
    alone = [u for u in state.units if u.face.autonomous and u.seat == seat and takes_orders(u)]
    return bool(alone) and (any(is_ready(u) and not is_secret(u) for u in alone) or hides_autonomous(state, seat))


def hides_autonomous(state: NormandieState, seat: int) -> bool:
    secret = [unit for unit in state.units if unit.seat == seat and takes_orders(unit) and is_secret(unit)]
    return any(unit.face.autonomous for unit in secret) and any(is_ready(unit) for unit in secret)


def has_token_down(state: NormandieState, seat: int) -> bool:
    own = [unit for unit in state.units if unit.seat == seat and takes_orders(unit)]
    return any(unit.token != flags.NO_TOKEN and not unit.shown for unit in own)


def is_ready(unit: Unit) -> bool:
    return not unit.acted and not unit.activated


def interrupters(state: NormandieState, seat: int) -> list[int]:
    found: list[int] = []
    for unit in state.units:
        free = unit.face.autonomous or (flags.is_special(unit.token) and not unit.shown)
        if free and unit.seat == seat and takes_orders(unit) and is_ready(unit):
            verb = acts.ACT_ON_SPECIAL if flags.is_special(unit.token) else acts.ACT_ALONE
            found.append(verb.on(unit.id))
    return found


def interrupt(state: NormandieState, unit: Unit) -> None:
    """A special order acts as order 0 (hon.special.play.1); an autonomous unit needs none (hon.abil.auto.1)."""
    if flags.is_special(unit.token):
        unit.shown = True
        state.seen[unit.seat] |= 1 << unit.token
        state.revealed = True
        rule, kind = "hon.special.play.1", "special-order"
    else:
        rule, kind = "hon.abil.auto.1", "autonomous"
    state.report(kind, rule, unit, {"side": "@nation." + unit.counter.nation})


def lowest_order(state: NormandieState, seat: int) -> Unit | None:
    """The next number still face down; gaps are skipped, bluffs never count (hon.open.alt.1, hon.bluff.effect.1)."""
    found: Unit | None = None
    lowest = flags.BLUFF
    for unit in state.units:
        if unit.seat == seat and flags.NO_TOKEN < unit.token < lowest and not unit.shown and takes_orders(unit):
            found = unit
            lowest = unit.token
    return found


def reveal(state: NormandieState, unit: Unit, rule: str) -> None:
    unit.shown = True
    state.seen[unit.seat] |= 1 << unit.token
    state.revealed = True
    if state.recording:
        state.report("activate", rule, unit, {"n": unit.token, "side": "@nation." + unit.counter.nation})


class Activation(UnitProcedure):
    """One action of a unit."""

    __slots__ = ()

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        if self.step == 0:
            self.step = 1
            if not unit.damage & CREW:  # hon.damage.1: one weapon in all the actions of a round
                unit.fired = 0
            options = actions(state, unit)
            if len(options) > 1:
                state.ask(unit.seat, decisions.ACT, options)
                return
            pick_up(state, unit)
        unit.acted = True
        state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        verb = acts.ACTS.of(option)
        if verb is acts.PASS:
            state.report("pass", "hon.open.act.none.1", unit)
            pick_up(state, unit)
        elif verb is acts.MOVE:
            set_out(state, unit)
        elif verb is acts.CALL:
            state.push(Barrage(unit.id))
        elif verb is acts.ASSAULT or verb is acts.APPROACH:
            target = state.units[first(option)]
            names: dict[str, Arg] = {"unit": known_name(unit), "target": known_name(target)}
            state.announce("assault-announced", "hon.assault.announce.1", names)
            state.push(Movement(unit.id, reach(state, unit), target.id, verb is acts.ASSAULT))
        else:
            state.push(Volley(unit.id))
            begin_fire(state, unit, option)

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        unit, other, verb = state.units[self.unit], wish.unit, wish.verb
        if verb == "move":
            return ban_setting_out(state, unit)
        if verb == "call":
            return ban_call(state, unit)
        if verb in ATTACKS:
            return ban_attack(state, unit, wish)
        if verb == "assault" or verb == "approach":
            return ban_melee(state, unit, other, verb == "approach")
        if verb or other is None:
            return None
        if other.camp == unit.camp:
            return NOT_ACTIVATED if other.id != unit.id else None
        return ban_attack(state, unit, wish)


def ban_melee(state: NormandieState, unit: Unit, target: Unit | None, walking: bool) -> Ban | None:
    ban = ban_foe(unit, target)
    if ban is not None or target is None:
        return NOBODY_THERE if ban is NO_ENEMY else ban
    points = reach(state, unit)
    ban = ban_assault(state, unit, target, points)
    return ban_approach(state, unit, target, points) if walking or ban is None else ban


def actions(state: NormandieState, unit: Unit) -> list[int]:
    """Move or Assault, or Fire (hon.act.choice.1), as options of ACT; or nothing, which is a move of 0."""
    options = [acts.PASS.number]
    if is_mobile(state, unit):
        options.append(acts.MOVE.number)
    options.extend(fire_options(state, unit))
    if unit.is_vehicle():
        return options
    points = reach(state, unit)
    if unit.face.assault:
        for enemy in state.units:
            if enemy.camp == unit.camp or enemy.status != FIELD:
                continue
            if distance(state, unit, enemy) > points:  # out of reach either way
                continue
            if ban_assault(state, unit, enemy, points) is None:
                options.append(acts.ASSAULT.on(enemy.id))
            if ban_approach(state, unit, enemy, points) is None:
                options.append(acts.APPROACH.on(enemy.id))
    if ban_call(state, unit) is None:
        options.append(acts.CALL.number)
    return options
