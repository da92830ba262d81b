"""The odds of every choice in a position and the risk of a path, from a drill or a save, as the page shows them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bocage import registry
from bocage.analysis.pathrisk import PathRisk, Shot, risk_of_path
from bocage.checks import drills
from bocage.content import ContentError
from bocage.kernel import Decision, Forecast, Refusal, State, Text
from bocage.kernel.system import System
from bocage.kernel.views import Board, Choice
from bocage.text import whole_number


class Line(msgspec.Struct):
    """A modifier behind the odds."""

    value: int
    label: str
    rule: str


class ChoiceOdds(msgspec.Struct):
    """A choice with its odds; `odds` is empty where nothing is rolled at once."""

    choice: int
    label: Text
    verb: str
    rule: str = ""
    need: str = ""
    lines: list[Line] = []
    odds: dict[str, dict[str, float]] = {}


class ShotOdds(msgspec.Struct):
    """A shot at somebody on his way; `harm` is the chance that it does him any."""

    label: Text
    harm: float
    rule: str
    need: str
    lines: list[Line]
    odds: dict[str, dict[str, float]]


class LegOdds(msgspec.Struct):
    """A step of a path, and the chance to have come so far unharmed."""

    place: str
    unharmed: float
    shots: list[ShotOdds]


class PathOdds(msgspec.Struct):
    """`lead` is what is chosen before the first step; `stopped` the first place that cannot be reached."""

    lead: list[Text]
    legs: list[LegOdds]
    stopped: str
    refusals: list[Refusal]
    exact: bool


class Situation:
    """A position that somebody has to decide in."""

    def __init__(self, system: System, state: State, name: str = "odds") -> None:
        self.system = system
        self.state = state
        self.name = name  # of the file it comes from

    @property
    def decision(self) -> Decision:
        if not self.state.pending:
            raise ContentError(self.name, 0, "", "the game is over, there is nothing to decide")
        return self.state.pending[0]

    def choices(self) -> list[Choice]:
        decision = self.decision
        return [self.system.choice(self.state, decision, option) for option in decision.options]

    def take(self, wish: str) -> None:
        """Play a choice on: its number in the list (from 1), or fields as "verb=fire place=G4"."""
        choices = self.choices()
        found = matching(choices, wish)
        if len(found) != 1:
            offered = ", ".join(sorted({choice.verb for choice in choices}))
            raise ContentError(self.name, 0, "choose", f"'{wish}' fits {len(found)} choices (verbs: {offered})")
        self.state.play(self.decision, found[0].id)

    def odds(self) -> list[ChoiceOdds]:
        return [self.of(choice) for choice in self.choices()]

    def path(self, places: list[str]) -> PathOdds:
        """The risk of a path, as far as the seat that decides can know it; places by id or as players call them."""
        board = self.system.board(self.state)
        called = {cell.id: cell.name or cell.id for cell in board.cells}
        ids = {name.upper(): place for place, name in called.items()}
        going = [place if place in called else ids.get(place.upper(), place) for place in places]
        for place in going:
            if place not in called and (board.cells or not is_point(place, board)):
                raise ContentError(self.name, 0, "path", f"'{place}' is no place of this board")
        return path_odds(risk_of_path(self.system, self.state, self.decision.seat, going), called)

    def names(self) -> dict[str, Text]:
        """What the seat that decides calls the pieces that odds are about."""
        view = self.system.position(self.state, self.decision.seat)
        return {f"unit:{piece.id}": piece.name for piece in view.pieces}

    def of(self, choice: Choice) -> ChoiceOdds:
        made = ChoiceOdds(choice.id, choice.label, choice.verb)
        forecast = self.system.forecast(self.state, self.decision, choice.id)
        if forecast is not None:
            made.rule = forecast.rule
            made.need = forecast.need
            made.lines = lines_of(forecast)
            made.odds = forecast.odds
        return made


def is_point(place: str, board: Board) -> bool:
    """Whether "x,y" is a point of a free table."""
    x, _, y = place.partition(",")
    try:
        return 0 <= float(x) <= board.width and 0 <= float(y) <= board.height
    except ValueError:
        return False


def lines_of(forecast: Forecast) -> list[Line]:
    return [Line(line.value, line.label, line.rule) for line in forecast.lines]


def path_odds(found: PathRisk, called: dict[str, str]) -> PathOdds:
    legs = [
        LegOdds(called.get(leg.place, leg.place), leg.unharmed, [shot_odds(shot) for shot in leg.shots])
        for leg in found.legs
    ]
    return PathOdds(
        [choice.label for choice in found.lead],
        legs,
        called.get(found.stopped, found.stopped),
        found.refusals,
        found.exact,
    )


def shot_odds(shot: Shot) -> ShotOdds:
    told = shot.forecast
    return ShotOdds(shot.choice.label, shot.harm, told.rule, told.need, lines_of(told), told.odds)


def matching(choices: list[Choice], wish: str) -> list[Choice]:
    number = whole_number(wish)
    if number is not None:
        return choices[number - 1 : number] if number > 0 else []
    fields: dict[str, str] = {}
    for word in wish.split():
        key, _, value = word.partition("=")
        fields[key if value else "verb"] = value or key
    return [one for one in choices if all(str(getattr(one, key, None)) == value for key, value in fields.items())]


def situation(path: Path, upto: int | None) -> Situation:
    """From a save (.json) or a drill (.yaml); `upto` is how many choices or steps are played first."""
    if path.suffix == ".json":
        game = registry.load(path.read_bytes(), str(path), upto)
        return Situation(game.system, game.state, str(path))
    entries = drills.read(path)
    if len(entries) != 1:
        raise ContentError(str(path), 1, "", "the file holds several drills; give a file with one, or a save")
    state, _ = entries[0].set_up()
    state.recording = False
    if upto:
        raise ContentError(str(path), 1, "", "--upto is for saves; play on in a drill with --choose")
    return Situation(registry.system(entries[0].system), state, str(path))


def words_of(path: str) -> list[str]:
    """ "E5 E6 F6" or "E5-E6-F6"; points of the free table are "12,8"."""
    return path.replace("-", " ").split()
