"""A game: a state, its header and its choices. The one way in for page, command line, bots, simulator and tests."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

from bocage.kernel.act import MOST, is_point
from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.fair import Pledge
from bocage.kernel.forecast import Forecast
from bocage.kernel.state import State
from bocage.kernel.system import System
from bocage.kernel.views import Attempt, Position, Prompt, Refusal, Text

FEW: Final = 4  # options that a game shows of a decision


class IllegalChoice(Exception):
    """The option is not among those offered, or it is not this seat's decision. Nothing was changed."""


class CannotUndo(Exception):
    """There is nothing to take back up to the last die, revelation or other seat's choice."""


class Played:
    """One choice of the history: who, what, the dice it rolled, and the checksum of the state after it."""

    __slots__ = ("digest", "events", "option", "rolls", "seat")

    def __init__(self, seat: int, option: int, rolls: list[int], digest: str, events: int) -> None:
        self.seat = seat
        self.option = option
        self.rolls = rolls
        self.digest = digest
        self.events = events  # how many events the log held before this choice


class Game:
    """`recording` keeps history, log and undo; without it `play` only advances the state (simulation, search)."""

    __slots__ = (
        "history", "log", "opening", "options", "past", "pledge", "recording", "scenario", "seats", "seed", "state",
        "system",
    )  # fmt: skip

    def __init__(
        self, system: System, scenario: str, seed: int, options: dict[str, Any], state: State, recording: bool
    ) -> None:
        self.system = system
        self.scenario = scenario
        self.seed = seed
        self.options = options
        self.seats: list[str] = []
        self.state = state
        self.recording = recording
        self.history: list[Played] = []
        self.log: list[Event] = []
        self.past: list[State] = []  # states that undo may go back to
        self.opening = ""
        self.pledge: Pledge | None = None  # whoever plays with fair dice; a copy never has it
        if recording:
            state.recording = True
            self.log.extend(state.events)
            state.events = []
            self.opening = state.digest()

    def __repr__(self) -> str:
        if self.over:
            stands = "a draw" if self.result == -1 else f"won by seat {self.result}"
        else:
            stands = "; ".join(self.describe(decision) for decision in self.decisions)
        return f"<Game {self.system.id} {self.scenario}, seed {self.seed}: {stands}>"

    def describe(self, decision: Decision) -> str:
        """A decision with its first options as they were declared: "seat 0 decides action: step 12, fire 2, …"."""
        options = [self.system.acts.describe(option) for option in decision.options[:FEW]]
        more = ["…"] if len(decision.options) > FEW or decision.region is not None else []
        return f"seat {decision.seat} decides {decision.kind.name}: {', '.join(options + more)}"

    @property
    def decisions(self) -> list[Decision]:
        """Every pending decision; several seats may have to decide at once."""
        return self.state.pending

    @property
    def decision(self) -> Decision:
        """The first pending decision."""
        if not self.state.pending:
            raise IllegalChoice("the game is over")
        return self.state.pending[0]

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def result(self) -> int | None:
        """The winning seat, -1 for a draw, None while the game goes on."""
        return self.state.winner if self.state.over else None

    def pending(self, seat: int) -> Decision:
        """The decision this seat has to take."""
        for decision in self.state.pending:
            if decision.seat == seat:
                return decision
        raise IllegalChoice("the game is over" if self.state.over else "it is not this seat's decision")

    def play(self, option: int, seat: int = -1) -> list[Event]:
        """Take a decision (the first pending one if no seat is named) and go on to the next; returns the new events."""
        state = self.state
        pending = state.pending
        if seat < 0 and pending and option in pending[0].options:  # as most choices are
            decision = pending[0]
        else:
            decision = self.offering(option, seat)
        if self.recording:
            return self.play_recorded(decision, option)
        state.play(decision, option)
        return []

    def offering(self, option: int, seat: int) -> Decision:
        """The decision (of this seat, or the first) that offers the option."""
        pending = self.state.pending
        decision = pending[0] if seat < 0 and pending else self.pending(seat)
        if decision.allows(option):
            return decision
        raise IllegalChoice(f"option {option} is not offered")

    def play_recorded(self, decision: Decision, option: int) -> list[Event]:
        before = self.state.clone()
        state = self.state
        draws = state.dice.draws
        state.revealed = False
        state.events = []
        try:
            state.play(decision, option)
        except BaseException:
            self.go_back(before)  # a failed choice changes nothing
            raise
        events = state.events
        state.events = []
        self.history.append(Played(decision.seat, option, state.dice.log[:], state.digest(), len(self.log)))
        self.log.extend(events)
        if state.dice.draws != draws or state.revealed:
            self.past.clear()
        else:
            if self.past and self.history[-2].seat != decision.seat:
                self.past.clear()
            self.past.append(before)
        return events

    def can_undo(self, seat: int = -1) -> bool:
        return bool(self.past) and (seat < 0 or self.history[-1].seat == seat)

    def undo(self, seat: int = -1) -> None:
        """Take back the last choice, never across a die, a revelation or another seat's choice."""
        if not self.can_undo(seat):
            raise CannotUndo("there is nothing to take back")
        self.go_back(self.past.pop())
        played = self.history.pop()
        del self.log[played.events :]

    def go_back(self, before: State) -> None:
        before.dice = self.state.dice.rejoin(before.dice)
        self.state = before

    def clone(self) -> Game:
        """An independent copy that goes on by itself, without history."""
        return Game(self.system, self.scenario, self.seed, self.options, self.state.clone(), False)

    def prompt(self, seat: int) -> Prompt | None:
        """This seat's decision in words, or None if it has none."""
        for decision in self.state.pending:
            if decision.seat == seat:
                return self.system.prompt(self.state, decision)
        return None

    def view(self, seat: int) -> Position:
        return self.system.position(self.state, seat)

    def events_for(self, seat: int, since: int = 0) -> list[Event]:
        return [event for event in self.log[since:] if event.seen_by(seat)]

    def forecast(self, option: int, seat: int = -1) -> Forecast | None:
        return self.system.forecast(self.state, self.offering(option, seat), option)

    def why_not(self, attempt: Attempt, seat: int = -1) -> list[Refusal]:
        """The clauses that forbid what was tried; empty if it is offered."""
        decision = self.decision if seat < 0 else self.pending(seat)
        return explain_refusal(self.system, self.state, decision, attempt)


def explain_refusal(system: System, state: State, decision: Decision, attempt: Attempt) -> list[Refusal]:
    """Why something is not offered, whatever was tried: the clauses, at worst that of the decision. Empty if it is."""
    prompt = system.prompt(state, decision)
    if is_offered(prompt, decision, attempt):
        return []
    not_offered = [Refusal(prompt.rule, Text("refusal.not-offered"), vague=True)]
    if not (isfinite(attempt.x) and isfinite(attempt.y)):
        return not_offered
    refusals = system.why_not(state, decision, attempt)
    if not attempt.verb and all(refusal.vague for refusal in refusals):
        for guess in system.guesses(state, decision, attempt):
            telling = [refusal for refusal in system.why_not(state, decision, guess) if not refusal.vague]
            if telling:
                return telling
    return refusals or not_offered


def is_offered(prompt: Prompt, decision: Decision, attempt: Attempt) -> bool:
    """Whether an offered choice, or a point of the offered region, is what was tried."""
    if any(choice.fits(attempt) for choice in prompt.choices):
        return True
    region = decision.region
    x, y = tenths(attempt.x), tenths(attempt.y)
    if region is None or attempt.place or x < 0 or y < 0:
        return False
    if attempt.verb and all(choice.verb != attempt.verb for choice in prompt.choices if is_point(choice.id)):
        return False
    return region.contains(x, y) if attempt.piece < 0 else region.takes(attempt.piece, x, y)


def tenths(inches: float) -> int:
    """As points of the free table are counted; -1 for what is finer, or on no table."""
    if not 0 <= inches <= MOST / 10:
        return -1
    value = round(inches * 10)
    return value if abs(inches * 10 - value) < 1e-6 else -1
