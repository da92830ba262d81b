"""What a game system offers the kernel. Everything outside `systems` speaks to a system through this class only."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from bocage.kernel.act import Acts
from bocage.kernel.appraisal import Manner, Parts
from bocage.kernel.decision import Decision
from bocage.kernel.dice import seeded
from bocage.kernel.forecast import Forecast
from bocage.kernel.observation import Observation, Outline
from bocage.kernel.state import State
from bocage.kernel.variation import Variation
from bocage.kernel.views import (
    Armoury,
    Attempt,
    Board,
    Choice,
    Muster,
    OptionInfo,
    Position,
    Prompt,
    Refusal,
    SightView,
    Text,
)

S = TypeVar("S", bound=State)

MOST_SEED: Final = 2**63 - 1  # what saves and databases hold
LESSON: Final = "lesson/"  # how the names of games begin that a coach leads; they are no scenarios
POSITION: Final = "position"  # their option: where they begin, as in drills
MOST_LEVELS: Final = 20  # of options within options; armies need five


IN_VAIN: Final = frozenset(("unhurt", "no-effect", "miss", "fails", "failed", "none", "0"))


class ScenarioInfo(msgspec.Struct, omit_defaults=True):
    """A line of the scenario browser."""

    id: str
    title: Text
    about: Text
    seats: list[Text]
    turns: int  # 0 = as many as the options say
    path: Path
    hash: str
    points: int = 0  # a free battle: each side buys its army for so many
    order: int = 50  # place in the list of scenarios
    alone: bool = False  # a lesson for one player, who takes both sides
    own: list[OptionInfo] = []  # game options that this scenario alone has, which say what is fought over
    usual: dict[str, Any] = {}  # game options that this scenario sets, where they are not the usual ones of the game
    rules: list[Text] = []  # its special rules
    module: str = ""  # the box it belongs to, where a system has several
    size: int = 0  # units of both sides; 0 = as many as the options say
    vehicles: bool = False  # whether any of them drives


def listed(scenarios: list[ScenarioInfo]) -> list[ScenarioInfo]:
    """In the order a newcomer should meet them."""
    return sorted(scenarios, key=lambda info: (info.order, info.id))


class GameSystem(Generic[S]):
    """A rules system. Instances hold no game: all that changes is in the `State` they are given."""

    id: str
    title: Text
    version: str  # of the rules; a save of another version is refused
    package: Path  # folder that holds rulebook/, data/, text/, drills/
    purposes: Sequence[str]  # catalogue keys of what dice are rolled for, by number
    acts: Acts  # every verb of the system
    even: tuple[str, ...] = ()  # scenarios to measure bots on: neither side has much the better of them
    in_vain: frozenset[str] = IN_VAIN  # outcomes that leave things as they were
    sought: tuple[str, ...] = ()  # where one of these outcomes is possible, a chance is the chance of it alone
    outline: Outline | None = None  # what `observe` writes; None where learners cannot look
    counted: tuple[str, ...] = ()  # subjects that a chance is about wherever there are odds for them

    def scenarios(self) -> list[ScenarioInfo]:
        raise NotImplementedError

    def scenario_file(self, path: Path) -> ScenarioInfo:
        """The same for a scenario file outside the package; raises ContentError."""
        raise NotImplementedError

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> S:
        """The state at its first decision (already advanced). `scenario` is an id or the path of a YAML file."""
        raise NotImplementedError

    def begin(self, scenario: str, seed: int, options: dict[str, Any]) -> S:
        """The first state of any game, of a scenario or of a lesson."""
        if not scenario.startswith(LESSON):
            return self.new(scenario, seed, options)
        state, _ = self.drill_position(options[POSITION])
        state.dice = seeded(seed)
        return state

    def validate(self, path: Path) -> None:
        """Raise ContentError with everything wrong with a scenario, map or data file."""
        raise NotImplementedError

    def kind_of(self, path: Path) -> str:
        """Which of the system's kinds of files this is ("scenario", "map" …), by its place or content; "" if none."""
        return ""

    def schemas(self) -> dict[str, type[msgspec.Struct]]:
        """The kinds of files that designers write, and what reads each: editors are given schemas of them."""
        return {}

    def board(self, state: S) -> Board:
        raise NotImplementedError

    def position(self, state: S, seat: int) -> Position:
        """Built by naming what the seat may see; seat -1 is a spectator, who sees what everybody sees."""
        raise NotImplementedError

    def clock(self, state: S) -> tuple[int, int]:
        """The turn it is and how many there are, as the position tells them; asked after every choice."""
        position = self.position(state, -1)
        return position.turn, position.turns

    def prompt(self, state: S, decision: Decision) -> Prompt:
        raise NotImplementedError

    def choice(self, state: S, decision: Decision, option: int) -> Choice:
        """One option in words; also for points of a region."""
        raise NotImplementedError

    def forecast(self, state: S, decision: Decision, option: int) -> Forecast | None:
        """Odds as the deciding seat may know them, or None where nothing is rolled at once."""
        raise NotImplementedError

    def outlook(self, state: S, decision: Decision, option: int) -> Forecast | None:
        """Odds at best of what an option begins, where more is chosen before the dice fall (firers, tokens)."""
        return None

    def odds(self, state: S, decision: Decision, option: int) -> Forecast | None:
        """All that can be foretold of an option: its odds, or else its outlook."""
        found = self.forecast(state, decision, option)
        if found is None:
            found = self.outlook(state, decision, option)
            if found is not None:
                found.outlook = True
        return found

    def goal(self, odds: Forecast) -> tuple[str, list[str]]:
        """Whom or what the chance of an option is about, and the outcomes that it adds up."""
        subject = next((one for one in self.counted if odds.odds.get(one)), next(iter(odds.odds)))
        row = odds.odds[subject]
        alone = [label for label in self.sought if label in row]
        return subject, alone or [label for label in row if label.removeprefix("outcome.") not in self.in_vain]

    def why_not(self, state: S, decision: Decision, attempt: Attempt) -> list[Refusal]:
        """The clauses that forbid what is not offered, as the procedure that asks knows them; empty if none speaks."""
        return state.stack[-1].forbid(state, decision, attempt)

    def variations(self, record: dict[str, Any]) -> Iterable[Iterator[Variation]]:
        """Small changes of a scenario file, given as plain data: for every change the ways to make it, best first."""
        return ()

    def options(self) -> list[OptionInfo]:
        """The game options a player may set, for the start form."""
        return []

    def modules(self, state: S) -> set[str]:
        """The modules of the rulebook that this game plays with; empty for all of them."""
        return set()

    def armoury(self) -> Armoury | None:
        """What armies for free battles are bought from."""
        return None

    def audit(self, army: dict[str, Any], points: int) -> Muster:
        """Look over an army of so many points; raises BadOption where it cannot even be read."""
        raise BadOption(f"{self.id} has no armies to buy")

    def sight(self, state: S, start: str, end: str) -> SightView | None:
        """The line of sight between two places (on the plane "x,y" in inches), or None where there is no such line.

        Only what every seat may see counts.
        """
        return None

    def field(self, state: S, place: str) -> list[str]:
        """The places that can be seen from a place; on the plane the points of a one-inch grid."""
        return []

    def guesses(self, state: S, decision: Decision, attempt: Attempt) -> list[Attempt]:
        """What a player may have meant who clicked something without naming a verb; the likeliest first."""
        verbs = dict.fromkeys(choice.verb for choice in self.prompt(state, decision).choices)
        return [msgspec.structs.replace(attempt, verb=verb) for verb in verbs]

    def redeterminise(self, state: S, seat: int, rng: random.Random) -> S:
        """Another full state that this seat could not tell from the true one."""
        raise NotImplementedError

    def wounds(self, state: S, pieces: list[int]) -> list[int]:
        """How badly off each of these pieces is: 0 as good as new, more is worse. For the risk of a path."""
        raise NotImplementedError

    def unharmed(self, state: S, decision: Decision, option: int) -> tuple[float, list[int]] | None:
        """The chance that a shot leaves its targets as they are, with dice that do; None: play all runs of them."""
        return None

    def observe(self, state: S, seat: int, out: Observation) -> None:
        """Write what this seat may know into numbers, as `outline` names them; for learners."""
        raise NotImplementedError

    def places(self, state: S) -> tuple[int, int]:
        """The two sides of the board: place n is at (n // second, n % second). (0, 0) where there are no places."""
        return 0, 0

    def appraise(self, state: S, seat: int, manner: Manner) -> Parts:
        """How well this seat stands, in named parts; bots give it only states that the seat may know (see above)."""
        return []

    def doctrine(self, state: S, decision: Decision, manner: Manner) -> list[Parts] | None:
        """What each option is worth by the book, in named parts; None where looking one step ahead will do."""
        return None

    def check(self, state: S) -> None:
        """Raise AssertionError where an invariant is broken (stacking, ownership, bounds)."""
        raise NotImplementedError

    def draw_options(self, scenario: str, rng: random.Random) -> dict[str, Any]:
        """Game options at random, for random games."""
        return {option.name: rng.choice(option.values).value for option in self.options()}

    def features(self) -> dict[str, dict[str, list[str]]]:
        """What random games should use sooner or later: by group and name, the marks of which any one shows it.

        Marks are what a game leaves behind: clause ids, "event:<kind>", "verb:<verb>", "procedure:<class>", catalogue
        keys among the arguments of events ("card-played:@action.ram.title"), and what `in_play` says. A mark that ends
        in a dot stands for all that begin so ("hon.abil.mg.").
        """
        return {}

    def in_play(self, state: S) -> list[str]:
        """Marks of what works by its mere presence in this position, without an event of its own."""
        return []

    def drill_position(self, position: dict[str, Any]) -> tuple[S, dict[str, int]]:
        """The state that a drill's `position` describes, at its first decision, and the piece ids by drill name."""
        raise NotImplementedError

    def snapshot(self, position: dict[str, Any], state: S, names: dict[str, int]) -> dict[str, Any]:
        """The same position with its units as they are in a later state, as far as drills can say it."""
        raise NotImplementedError


System = GameSystem[Any]
"""Any system, for whoever speaks to all of them."""


class BadOption(Exception):
    """A game option that the system does not know, or a value it does not take."""


def check_options(options: dict[str, Any]) -> None:
    """Refuse what is nested so deeply that whoever walks through it, or writes it down, would fail."""
    level: list[Any] = [options]
    for _ in range(MOST_LEVELS):
        level = [item for value in level for item in inside(value)]
        if not level:
            return
    raise BadOption("options: nested too deeply")


def inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def check_seed(seed: int) -> None:
    if not -MOST_SEED <= seed <= MOST_SEED:
        raise BadOption(f"seed: {seed} has more than 63 bits")
