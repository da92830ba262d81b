"""Three toy systems, one per geometry, small enough to read: a race with a secret number, dice, undo and refusals."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bocage.kernel.act import Acts, Kind, Verb, is_point, option_point, point_option
from bocage.kernel.decision import Decision, Region
from bocage.kernel.dice import Dice, seeded
from bocage.kernel.event import Event, all_but, only
from bocage.kernel.forecast import Forecast
from bocage.kernel.state import Procedure, State
from bocage.kernel.system import BadOption, ScenarioInfo, System
from bocage.kernel.tally import Tally
from bocage.kernel.views import (
    Attempt,
    Badge,
    Board,
    Cell,
    Choice,
    Feature,
    Marker,
    Piece,
    Position,
    Prompt,
    Refusal,
    Row,
    SeatView,
    Text,
)

PICK, ACT, STEP = Kind("pick", "toy.walk"), Kind("act", "toy.walk"), Kind("act", "toy.walk")
WIDTH, TURNS = 6, 4
PACKAGE = Path(__file__).parent / "toy_package"
HIDDEN = [7001, 7002, 7003]  # the secrets a seat may pick: numbers that occur nowhere else


ACTS = Acts()
WALK, ROLL, REST = (ACTS.verb(name, f"toy.{name}") for name in ("walk", "roll", "rest"))
SECRET = Acts().verb("pick", "toy.pick")


class ToyActs:
    """Secrets are options just as they are, so that tests can look for them in what is sent."""

    verbs = ACTS.verbs
    spot = None

    def of(self, option: int) -> Verb:
        return SECRET if option in HIDDEN or is_point(option) else ACTS.of(option)


class ToyState(State):
    """Each seat has a runner at x; a secret is picked first; every turn a seat walks on or rolls a die."""

    __slots__ = ("plane", "secrets", "turn", "xs")

    def __init__(self, dice: Dice, plane: bool) -> None:
        super().__init__(dice)
        self.plane = plane
        self.secrets = [0, 0]
        self.turn = 1
        self.xs = [0, 0]

    def clone(self) -> ToyState:
        twin = ToyState(self.dice.copy(), self.plane)
        self.copy_kernel(twin)
        twin.secrets = self.secrets[:]
        twin.turn = self.turn
        twin.xs = self.xs[:]
        return twin

    def data(self) -> list[object]:
        return [*super().data(), self.plane, self.secrets, self.turn, self.xs]


class Ahead(Region):
    """The strip in front of a runner, two inches wide."""

    __slots__ = ("x",)

    def __init__(self, x: int) -> None:
        self.x = x

    def contains(self, x: int, y: int) -> bool:
        return self.x * 10 <= x <= self.x * 10 + 20 and 0 <= y <= 60

    def sample(self, rng: random.Random) -> int:
        return point_option(self.x * 10 + rng.randint(0, 20), rng.randint(0, 60))

    def candidates(self, n: int) -> list[int]:
        return [point_option(self.x * 10 + 20, 30)][:n]

    def outline(self) -> list[list[tuple[float, float]]]:
        return [[(self.x, 0), (self.x + 2, 0), (self.x + 2, 6), (self.x, 6)]]


class Race(Procedure[ToyState]):
    __slots__ = ("seat",)

    def __init__(self) -> None:
        super().__init__()
        self.seat = 0

    def advance(self, state: ToyState) -> None:
        if self.step == 0:  # both pick a secret at the same time
            state.ask(0, PICK, HIDDEN)
            state.ask(1, PICK, HIDDEN)
            self.step = 1
        elif state.turn > TURNS:
            state.finish(0 if state.xs[0] > state.xs[1] else 1 if state.xs[1] > state.xs[0] else -1)
        elif state.plane:
            state.ask(self.seat, STEP, [0, 1], Ahead(state.xs[self.seat]))
        else:
            state.ask(self.seat, ACT, [0, 1, 2])

    def choose(self, state: ToyState, decision: Decision, option: int) -> None:
        seat = decision.seat
        if decision.kind is PICK:
            state.secrets[seat] = option
            if state.recording:
                state.emit(Event("picked", "toy.pick", {"number": option}, visible=only(seat)))
                state.emit(Event("hidden", "toy.pick", {"who": f"@seat.{seat}"}, visible=all_but(seat)))
            return
        if is_point(option):
            state.xs[seat] = min(WIDTH, round(option_point(option)[0] / 10))
        elif option == 0:
            state.xs[seat] = min(WIDTH, state.xs[seat] + 1)
        elif option == 1:
            self.roll(state, seat)
        if state.recording:
            state.emit(
                Event("walked", "toy.walk", {"who": f"@seat.{seat}", "x": state.xs[seat]}, place=place(state, seat))
            )
        self.seat = 1 - seat
        if seat == 1:
            state.turn += 1

    def roll(self, state: ToyState, seat: int) -> None:
        face = state.dice.roll(6, 0)
        tally = Tally(state.recording)
        tally.add(-1, "label.mud", "toy.mud")
        state.xs[seat] = max(0, min(WIDTH, state.xs[seat] + (1 if face + tally.total >= 3 else -1)))
        if state.recording:
            outcome = "good" if face + tally.total >= 3 else "bad"
            state.emit(
                Event("rolled", "toy.roll", {"die": face}, [face], tally, [("attack", outcome)], place(state, seat))
            )

    def copy(self) -> Race:
        twin = Race()
        twin.step, twin.seat = self.step, self.seat
        return twin

    def data(self) -> list[object]:
        return [self.step, self.seat]


def place(state: ToyState, seat: int) -> str:
    return "" if state.plane else f"{'ABCDEFG'[state.xs[seat]]}{seat + 1}"


class Toy(System):
    version = "1"
    package = PACKAGE
    purposes = ("purpose.run",)
    acts = ToyActs()

    def __init__(self, geometry: str) -> None:
        self.id = f"toy-{geometry}"
        self.geometry = geometry
        self.title = Text("title", {"geometry": geometry})

    def scenarios(self) -> list[ScenarioInfo]:
        seats = [Text("seat.0"), Text("seat.1")]
        return [ScenarioInfo("races/first", Text("race"), Text("race.about"), seats, TURNS, PACKAGE, "feed")]

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> ToyState:
        if options:
            raise BadOption(f"options: there is no option '{next(iter(options))}'")
        state = ToyState(seeded(seed), self.geometry == "plane")
        state.push(Race())
        state.advance()
        return state

    def board(self, state: State) -> Board:
        terrains = {name: Text(f"terrain.{name}") for name in ("clear", "woods", "building", "wheat", "road")}
        kinds = ["clear", "woods", "building", "wheat", "clear", "road", "clear"]
        if self.geometry == "hex":
            cells = [
                Cell(
                    f"{'ABCDEFG'[c]}{r + 1}", 1 + 1.5 * c, 0.866 * (1 + 2 * r + (c % 2)), kinds[(c + 2 * r) % 7], c // 4
                )
                for c in range(WIDTH + 1)
                for r in range(3)
            ]
            return Board("hex", 11, 6.1, cells, [], terrains)
        if self.geometry == "square":
            cells = [
                Cell(f"{'ABCDEFG'[c]}{r + 1}", c + 0.5, r + 0.5, kinds[(c + 2 * r) % 7])
                for c in range(WIDTH + 1)
                for r in range(3)
            ]
            wall = Feature("hedge", [(2, 0), (2, 2)], line=True)
            return Board("square", 7, 3, cells, [wall], terrains)
        wood = Feature("woods", [(2, 1), (4, 1), (4.5, 2.5), (2.5, 3)], label=Text("terrain.woods"))
        house = Feature("building", [(5, 4), (7, 4), (7, 5.5), (5, 5.5)])
        return Board("plane", 9, 6, [], [wood, house], terrains)

    def position(self, state: State, seat: int) -> Position:
        assert isinstance(state, ToyState)
        pieces = [
            Piece(
                id=n,
                name=Text(f"runner.{n}"),
                seat=n,
                nation="us" if n == 0 else "de",
                kind="squad" if n == 0 else "leader",
                place=place(state, n),
                x=float(state.xs[n]) + 0.5,
                y=1.5 + 3 * n,
                radius=0.5,
                values=["2", "6", "4"],
                corner="5",
                flipped=state.xs[n] == 3,
                badges=[Badge("moved", Text("badge.moved"))] if state.turn > 1 else [],
                rows=[Row(Text("row.secret"), str(state.secrets[n]))] if n == seat and state.secrets[n] else [],
            )
            for n in (0, 1)
        ]
        return Position(
            turn=state.turn,
            turns=TURNS,
            phase=Text("phase.race"),
            seats=[SeatView(Text("seat.0"), "us", state.xs[0]), SeatView(Text("seat.1"), "de", state.xs[1])],
            pieces=pieces,
            markers=[] if state.plane else [Marker("objective", Text("goal"), "G1")],
            over=state.over,
            winner=state.winner,
            ending=Text("ending") if state.over else None,
        )

    def prompt(self, state: State, decision: Decision) -> Prompt:
        choices = [self.choice(state, decision, option) for option in decision.options]
        kind = decision.kind
        region = decision.region.outline() if decision.region else []
        return Prompt(decision.seat, kind.name, Text(f"prompt.{kind.name}"), kind.rule, choices, region)

    def choice(self, state: State, decision: Decision, option: int) -> Choice:
        assert isinstance(state, ToyState)
        if decision.kind is PICK:
            return Choice(option, "pick", Text("choice.pick", {"number": option}), "toy.pick")
        if is_point(option):
            x, y = option_point(option)
            return Choice(option, "walk", Text("choice.walk"), "toy.walk", x=x / 10, y=y / 10)
        if option == 0:
            ahead = f"{'ABCDEFGG'[state.xs[decision.seat] + 1]}{decision.seat + 1}"
            return Choice(0, "walk", Text("choice.walk"), "toy.walk", place="" if state.plane else ahead)
        if option == 1:
            return Choice(1, "roll", Text("choice.roll"), "toy.roll", piece=decision.seat)
        return Choice(2, "rest", Text("choice.rest"), "toy.walk")

    def redeterminise(self, state: State, seat: int, rng: random.Random) -> State:
        return state.clone()

    def forecast(self, state: State, decision: Decision, option: int) -> Forecast | None:
        if decision.kind is PICK or option != 1:
            return None
        tally = Tally(True)
        tally.add(-1, "label.mud", "toy.mud")
        forecast = Forecast("toy.roll", tally, "4+")
        forecast.put("attack", "good", 0.5)
        forecast.put("attack", "bad", 0.5)
        return forecast

    def why_not(self, state: State, decision: Decision, attempt: Attempt) -> list[Refusal]:
        return [Refusal("toy.walk", Text("refusal.far"))]


def toys() -> dict[str, System]:
    return {toy.id: toy for toy in (Toy("hex"), Toy("square"), Toy("plane"))}


def toy_box(real: Callable[[str], System]) -> tuple[Callable[[str], System], Callable[[], dict[str, System]]]:
    """What stands for `registry.system` and `registry.systems`: the toys alone are listed, others can be asked for."""
    found = toys()
    return lambda name: found[name] if name in found else real(name), lambda: found
