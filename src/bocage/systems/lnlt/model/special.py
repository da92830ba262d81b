"""Special rules of a scenario: what its file says, turn by turn and side by side, and what has come of it so far."""

from __future__ import annotations

from typing import Final

from bocage.systems.lnlt.model.tables import Objective, WeaponType

NONE: Final = -1
TWILIGHT: Final = 1  # starshells light up, flashes show
NIGHT: Final = 2  # the same, and gliders land worse


class Weather:
    """What it does (data/weather.yaml)."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.fires = True  # whether fires start and spread
        self.double_time = True  # whether men can run
        self.off_road: list[int] = []  # movement points more for a vehicle off the road, by movement class


class Held:
    """Reinforcements that wait for a die."""

    def __init__(self, seat: int, turn: int, roll: int) -> None:
        self.seat = seat
        self.turn = turn  # from which it is rolled
        self.roll = roll  # this or more brings them


class Ammunition:
    """How long the weapons of a side last."""

    def __init__(self, seat: int, type_: WeaponType | None, shots: int, runs_out: int) -> None:
        self.seat = seat
        self.type = type_  # None = all of them
        self.shots = shots  # 0 = without limit
        self.runs_out = runs_out  # this or more on a die after firing empties it, 0 = never


class Plan:
    """One of those that a side picks from in secret."""

    def __init__(self, areas: dict[str, list[int]], words: str) -> None:
        self.areas = areas  # in place of those of the side; its objectives are among those of the scenario
        self.words = words  # its hexes as the file names them


class Rules:
    """What never changes; lists by turn begin with a turn 0."""

    def __init__(self, turns: int) -> None:
        self.sight: list[int] = [0] * (turns + 1)  # how far one sees, 0 = without limit
        self.dark: list[int] = [0] * (turns + 1)  # TWILIGHT or NIGHT
        self.weather: list[Weather | None] = [None] * (turns + 1)
        self.held: list[Held] = []
        self.keep: list[int] = [0, 0]  # mask of hexes that a side does not give up
        self.keep_until: list[int] = [0, 0]
        self.ammunition: list[Ammunition] = []
        self.plans: list[list[Plan]] = [[], []]


class Course:
    """The special rules of a game, and what has come of them so far."""

    __slots__ = ("awarded", "begun", "called", "closed", "known", "picked", "rolled", "rules", "shots")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.closed = 0  # mask of objectives that do not count: not yet, or no longer
        self.awarded: list[int] = [0, 0]  # points for objectives that counted until a turn, or moved on
        self.called = 0  # mask of reinforcements whose die has come up
        self.rolled = 0  # the turn in which was last rolled for them
        self.begun = 0  # the turn whose light and weather it is
        self.shots: list[int] = []  # left, by entry of `Rules.ammunition`
        self.picked: list[int] = [NONE, NONE]  # the plan of each side
        self.known: list[bool] = [False, False]  # whether the enemy knows it

    def correct(self, objectives: list[Objective], control: list[int], seat: int) -> int:
        """What a side has more than the objectives it holds: points given before the end, less those of plans that it
        did not pick and of the enemy's."""
        points = self.awarded[seat]
        for i, objective in enumerate(objectives):
            if control[i] != seat or objective.seat == NONE:
                continue
            if objective.seat != seat or objective.plan != self.picked[seat]:
                points -= objective.points
        return points

    def hidden(self, objectives: list[Objective], control: list[int], seat: int) -> int:
        """Points that the enemy does not know of (lnlt.scenario.secret)."""
        if self.known[seat]:
            return 0
        points = 0
        for i, objective in enumerate(objectives):
            if control[i] == seat and objective.seat == seat and objective.plan == self.picked[seat]:
                points += objective.points
        return points

    def imagine(self, viewer: int, chance: float) -> None:
        """Any plan for a side that has not shown its own to the viewer (lnlt.scenario.secret)."""
        for seat in (0, 1):
            if seat != viewer and self.picked[seat] != NONE and not self.known[seat]:
                self.picked[seat] = int(chance * len(self.rules.plans[seat]))

    def copy(self) -> Course:
        twin = Course(self.rules)
        twin.closed = self.closed
        twin.awarded = self.awarded[:]
        twin.called = self.called
        twin.rolled = self.rolled
        twin.begun = self.begun
        twin.shots = self.shots[:]
        twin.picked = self.picked[:]
        twin.known = self.known[:]
        return twin

    def data(self) -> list[object]:
        return [self.closed, self.awarded, self.called, self.rolled, self.begun, self.shots, self.picked, self.known]


def is_open(course: Course | None, number: int) -> bool:
    """Whether an objective is one now (lnlt.scenario.objectives)."""
    return course is None or not course.closed >> number & 1
