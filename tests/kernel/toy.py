"""A tiny system for the kernel's own tests: each round both seats secretly pick a stake, then roll for it.

It has what the kernel must handle: simultaneous secret decisions, an interrupt, dice, a tally, odds, an end.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from bocage.kernel.decision import Decision
from bocage.kernel.dice import seeded
from bocage.kernel.event import Event, all_but, only
from bocage.kernel.forecast import D6, Forecast, at_least, plus
from bocage.kernel.state import NOBODY, Procedure, State
from bocage.kernel.system import ScenarioInfo, System
from bocage.kernel.tally import Tally
from bocage.kernel.views import Attempt, Board, Choice, Position, Prompt, Refusal, SeatView, Text

STAKE, AGAIN = 0, 1
GOAL, ROUNDS = 12, 8


class ToyState(State):
    __slots__ = ("round", "scores", "stakes")

    def __init__(self, dice: Any) -> None:
        super().__init__(dice)
        self.round = 0
        self.scores = [0, 0]
        self.stakes = [0, 0]

    def clone(self) -> ToyState:
        twin = ToyState(self.dice.copy())
        self.copy_kernel(twin)
        twin.round = self.round
        twin.scores = self.scores[:]
        twin.stakes = self.stakes[:]
        return twin

    def data(self) -> list[object]:
        return [super().data(), self.round, self.scores, self.stakes]


class Round(Procedure[ToyState]):
    """Both stake, then both roll; the leader may roll again."""

    __slots__ = ()

    def advance(self, state: ToyState) -> None:
        if self.step == 0:
            self.step = 1
            state.stakes = [0, 0]
            state.ask(0, STAKE, [1, 2, 3])
            state.ask(1, STAKE, [1, 2, 3])
        elif self.step == 1:
            self.step = 2
            state.revealed = True
            for seat in (0, 1):
                roll_for(state, seat)
        elif self.step == 2:
            self.step = 3
            if state.scores[0] != state.scores[1]:
                state.push(RollAgain(0 if state.scores[0] > state.scores[1] else 1))
        else:
            self.step = 0
            state.round += 1
            if max(state.scores) >= GOAL or state.round == ROUNDS:
                a, b = state.scores
                state.finish(NOBODY if a == b else int(b > a))

    def choose(self, state: ToyState, decision: Decision, option: int) -> None:
        state.stakes[decision.seat] = option
        if state.recording:
            state.emit(Event("staked", "toy.1", {"seat": decision.seat, "stake": option}, visible=only(decision.seat)))
            state.emit(Event("staked-hidden", "toy.1", {"seat": decision.seat}, visible=all_but(decision.seat)))

    def copy(self) -> Round:
        twin = Round()
        twin.step = self.step
        return twin

    def data(self) -> list[object]:
        return [self.step]


class RollAgain(Procedure[ToyState]):
    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def advance(self, state: ToyState) -> None:
        state.ask(self.seat, AGAIN, [0, 1])

    def choose(self, state: ToyState, decision: Decision, option: int) -> None:
        state.pop()
        if option:
            roll_for(state, self.seat)

    def copy(self) -> RollAgain:
        twin = RollAgain(self.seat)
        twin.step = self.step
        return twin

    def data(self) -> list[object]:
        return [self.step, self.seat]


def tally_for(state: ToyState, seat: int, explain: bool) -> Tally:
    tally = Tally(explain)
    tally.add(state.stakes[seat], "stake", "toy.2")
    tally.add(-state.round, "tired", "toy.3")
    return tally


def roll_for(state: ToyState, seat: int) -> None:
    tally = tally_for(state, seat, state.recording)
    dice = [state.dice.roll(6, 0), state.dice.roll(6, 0)]
    won = sum(dice) + tally.total >= 7
    state.scores[seat] += won
    if state.recording:
        outcome = "won" if won else "lost"
        state.emit(Event("rolled", "toy.2", {"seat": seat}, dice, tally, [(f"seat:{seat}", outcome)]))


class ToySystem(System):
    id = "toy"
    title = Text("toy")
    version = "1"
    package = Path(__file__).parent
    purposes = ("stake",)

    def scenarios(self) -> list[ScenarioInfo]:
        return [ScenarioInfo("toy", Text("toy"), Text("toy"), [Text("a"), Text("b")], ROUNDS, Path(__file__), "hash")]

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> ToyState:
        state = ToyState(seeded(seed))
        state.push(Round())
        state.advance()
        return state

    def board(self, state: State) -> Board:
        return Board("square", 1, 1)

    def position(self, state: State, seat: int) -> Position:
        assert isinstance(state, ToyState)
        seats = [SeatView(Text("a"), "us", state.scores[0]), SeatView(Text("b"), "de", state.scores[1])]
        mine = [Text("stake", {"stake": state.stakes[seat]})] if seat >= 0 else []
        phase = Text("round")
        return Position(state.round, ROUNDS, phase, seats, [], status=mine, over=state.over, winner=state.winner)

    def prompt(self, state: State, decision: Decision) -> Prompt:
        choices = [self.choice(state, decision, option) for option in decision.options]
        return Prompt(decision.seat, str(decision.kind), Text("prompt"), "toy.1", choices)

    def choice(self, state: State, decision: Decision, option: int) -> Choice:
        return Choice(option, "again" if decision.kind == AGAIN else "stake", Text("n", {"n": option}))

    def forecast(self, state: State, decision: Decision, option: int) -> Forecast | None:
        assert isinstance(state, ToyState)
        if decision.kind != AGAIN or option == 0:
            return None
        tally = tally_for(state, decision.seat, True)
        forecast = Forecast("toy.2", tally)
        win = at_least(plus(D6, D6), 7 - tally.total)
        forecast.put(f"seat:{decision.seat}", "won", win)
        forecast.put(f"seat:{decision.seat}", "lost", 1.0 - win)
        return forecast

    def why_not(self, state: State, decision: Decision, attempt: Attempt) -> list[Refusal]:
        return [Refusal("toy.1", Text("no"))]

    def redeterminise(self, state: State, seat: int, rng: random.Random) -> State:
        twin = state.clone()
        assert isinstance(twin, ToyState)
        if len(twin.pending) == 1 and twin.pending[0].kind == STAKE and twin.pending[0].seat == seat:
            twin.stakes[1 - seat] = rng.randint(1, 3)
        twin.dice = seeded(rng.getrandbits(32))
        return twin

    def check(self, state: State) -> None:
        assert isinstance(state, ToyState)
        assert all(0 <= score <= 2 * ROUNDS for score in state.scores)


TOY = ToySystem()
