"""The rules, as procedures named after their chapter. The predicates that offer are those that refuse."""

from __future__ import annotations

from bocage.kernel import (
    NOBODY,
    TWO_D6,
    Attempt,
    Ban,
    Decision,
    Event,
    Forecast,
    Procedure,
    Refusal,
    Tally,
    Text,
    all_but,
    at_least,
    first,
    in_full,
    only,
)
from outpost.acts import (
    ACTION,
    ACTIVATE,
    ACTS,
    BRACE,
    DONE,
    FAR,
    FIRE,
    FOR_FIRE,
    HAS_ACTED,
    HAS_MOVED,
    HOLD,
    IS_SHAKEN,
    OCCUPIED,
    OUT_OF_RANGE,
    OWN_SIDE,
    PRESS,
    REACTION,
    SHOOT,
    STANCE,
    STEP,
    TIRED,
    TURN,
)  # fmt: skip
from outpost.state import GONE, OutpostState, Unit

PACES = 2
RANGE = 4
NEED = 8


def ban_step(state: OutpostState, unit: Unit, space: int, paces: int) -> Ban | None:
    if state.field.distance(unit.space, space) != 1:
        return FAR
    if paces == 0:
        return TIRED
    return OCCUPIED if state.at(space) is not None else None


def ban_fire(state: OutpostState, unit: Unit, target: Unit, moved: bool) -> Ban | None:
    if target.seat == unit.seat:
        return OWN_SIDE
    if unit.shaken:
        return IS_SHAKEN
    if moved:
        return HAS_MOVED
    far = target.space == GONE or state.field.distance(unit.space, target.space) > RANGE
    return OUT_OF_RANGE if far else None


def ban_activation(state: OutpostState, unit: Unit, seat: int) -> Ban | None:
    return HAS_ACTED if unit.acted or unit.seat != seat or unit.space == GONE else None


def refuse(ban: Ban | None) -> list[Refusal]:
    return [] if ban is None else [Refusal(ban.rule, Text(f"refusal.{ban.key}"))]


class Turns(Procedure[OutpostState]):
    """The sequence of play: stances in secret, then one unit after the other, the sides taking turns."""

    __slots__ = ("seat",)

    def __init__(self) -> None:
        super().__init__()
        self.seat = 0

    def advance(self, state: OutpostState) -> None:
        if self.step == 0:
            self.step = 1
            state.known = False
            for seat in (0, 1):
                state.ask(seat, STANCE, [PRESS.act(), BRACE.act()])
        elif self.step == 1:
            self.step = 2
            state.known = state.revealed = True
            if state.recording:
                for seat in (0, 1):
                    stance = "press" if state.pressing[seat] else "brace"
                    told = {"side": f"@nation.{state.field.names[seat]}", "stance": f"@stance.{stance}"}
                    state.emit(Event("stance", "outpost.stance.1", told))
        else:
            self.go_on(state)

    def go_on(self, state: OutpostState) -> None:
        ready = [[u for u in state.alive(seat) if ban_activation(state, u, seat) is None] for seat in (0, 1)]
        if not state.alive(0) or not state.alive(1):
            self.finish(state)
        elif ready[self.seat]:
            state.ask(self.seat, TURN, ACTIVATE.on_each([unit.number for unit in ready[self.seat]]))
        elif ready[1 - self.seat]:
            self.seat = 1 - self.seat
        elif state.turn == state.field.turns:
            self.finish(state)
        else:
            state.turn += 1
            self.step = self.seat = 0
            for unit in state.units:
                unit.acted = False

    def finish(self, state: OutpostState) -> None:
        ours, theirs = state.score(0), state.score(1)
        state.finish(NOBODY if ours == theirs else int(theirs > ours))

    def choose(self, state: OutpostState, decision: Decision, option: int) -> None:
        seat = decision.seat
        if decision.kind is STANCE:
            state.pressing[seat] = ACTS.of(option) is PRESS
            if state.recording:
                stance = f"@stance.{ACTS.of(option).name}"
                state.emit(Event("stance-own", "outpost.stance.1", {"stance": stance}, visible=only(seat)))
                side = f"@nation.{state.field.names[seat]}"
                state.emit(Event("stance-hidden", "outpost.stance.1", {"side": side}, visible=all_but(seat)))
            return
        unit = state.units[first(option)]
        unit.acted = True
        self.seat = 1 - seat
        state.push(Activation(unit.number))

    def forbid(self, state: OutpostState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        if decision.kind is TURN and 0 <= attempt.piece < len(state.units):
            return refuse(ban_activation(state, state.units[attempt.piece], decision.seat))
        return []


class Activation(Procedure[OutpostState]):
    """One unit fires, or moves up to two spaces; enemies may react to every step."""

    __slots__ = ("paces", "unit")

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit
        self.paces = PACES

    def advance(self, state: OutpostState) -> None:
        unit = state.units[self.unit]
        if self.step or unit.space == GONE:
            state.pop()
            return
        steps = [s for s in state.field.beside(unit.space) if ban_step(state, unit, s, self.paces) is None]
        targets = [u.number for u in state.units if ban_fire(state, unit, u, self.paces < PACES) is None]
        state.ask(unit.seat, ACTION, STEP.on_each(steps) + FIRE.on_each(targets) + [DONE.act()])

    def choose(self, state: OutpostState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        verb = ACTS.of(option)
        if verb is STEP:
            self.paces -= 1
            unit.space = first(option)
            if state.recording:
                place = state.field.place(unit.space)
                state.emit(Event("moved", "outpost.move.1", {"unit": unit.name, "place": place}, place=place))
            state.push(Reaction(unit.number))
            return
        self.step = 1
        if verb is FIRE:
            state.push(Shot(unit.number, first(option)))

    def forbid(self, state: OutpostState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        unit = state.units[self.unit]
        space = state.field.space(attempt.place)
        if attempt.verb in ("", STEP.name) and space >= 0:
            return refuse(ban_step(state, unit, space, self.paces))
        if attempt.verb in ("", FIRE.name) and 0 <= attempt.piece < len(state.units):
            return refuse(ban_fire(state, unit, state.units[attempt.piece], self.paces < PACES))
        return []


class Reaction(Procedure[OutpostState]):
    """An enemy who sees the step may shoot at once."""

    __slots__ = ("mover",)

    def __init__(self, mover: int) -> None:
        super().__init__()
        self.mover = mover

    def advance(self, state: OutpostState) -> None:
        mover = state.units[self.mover]
        firers = [unit.number for unit in state.alive(1 - mover.seat) if ban_fire(state, unit, mover, False) is None]
        if self.step or not firers:
            state.pop()
            return
        self.step = 1
        state.ask(1 - mover.seat, REACTION, [*SHOOT.on_each(firers), HOLD.act()])

    def choose(self, state: OutpostState, decision: Decision, option: int) -> None:
        if ACTS.of(option) is SHOOT:
            state.push(Shot(first(option), self.mover))

    def forbid(self, state: OutpostState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        if not 0 <= attempt.piece < len(state.units):
            return []
        unit = state.units[attempt.piece]
        return refuse(ban_fire(state, unit, state.units[self.mover], False))


class Shot(Procedure[OutpostState]):
    """Two dice and what is added to them: with eight or more the target is shaken, or lost if it was already."""

    __slots__ = ("firer", "target")

    def __init__(self, firer: int, target: int) -> None:
        super().__init__()
        self.firer = firer
        self.target = target

    def tally(self, state: OutpostState, explain: bool) -> Tally:
        firer, target = state.units[self.firer], state.units[self.target]
        tally = Tally(explain)
        if state.pressing[firer.seat]:
            tally.add(1, "label.pressing", "outpost.stance.2")
        if not state.pressing[target.seat]:
            tally.add(-1, "label.braced", "outpost.stance.3")
        if state.field.is_wooded(target.space):
            tally.add(-2, "label.woods", "outpost.fire.5")
        return tally

    def advance(self, state: OutpostState) -> None:
        target = state.units[self.target]
        tally = self.tally(state, state.recording)
        place = state.field.place(target.space)
        dice = [state.dice.roll(6, FOR_FIRE), state.dice.roll(6, FOR_FIRE)]
        label = self.outcome(state, sum(dice) + tally.total)
        if label == "eliminated":
            target.space = GONE
        elif label == "shaken":
            target.shaken = True
        if state.recording:
            told = {"unit": target.name, "total": in_full(sum(dice), tally), "outcome": f"@outcome.{label}"}
            outcomes = [(f"unit:{target.number}", label)]
            state.emit(Event("fired", "outpost.fire.4", told, dice, tally, outcomes, place))
        state.pop()

    def outcome(self, state: OutpostState, total: int) -> str:
        if total < NEED:
            return "unhurt"
        return "eliminated" if state.units[self.target].shaken else "shaken"

    def odds(self, state: OutpostState) -> Forecast:
        tally = self.tally(state, True)
        found = Forecast("outpost.fire.4", tally, f"{NEED - tally.total}+")
        hits = at_least(TWO_D6, NEED - tally.total)
        found.put(f"unit:{self.target}", self.outcome(state, NEED), hits)
        found.put(f"unit:{self.target}", "unhurt", 1.0 - hits)
        return found
