"""A drill under way: a game that is played by named choices and scripted dice, and compared with what was expected.

Nothing here knows a rule: positions come from the system, and everything else goes through `Game` and `System`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Any

import msgspec

from bocage.checks.dialect import (
    ArmyWanted,
    EventWanted,
    Expect,
    MarkerWanted,
    Odds,
    PieceWanted,
    PromptWanted,
    Refused,
    Sight,
    Step,
    Wanted,
)
from bocage.content import near_match
from bocage.kernel import Attempt, Decision, Event, State, TallyLine, Text, point_option, put_option
from bocage.kernel.game import Game
from bocage.kernel.system import System
from bocage.kernel.views import Choice, Piece, Position, SightStep


class DrillFailure(Exception):
    """What came out is not what the drill expects, or it cannot be played as written."""


class Rehearsal:
    """`names` are the pieces by their names in the drill."""

    def __init__(self, system: System, state: State | None, names: dict[str, int]) -> None:
        self.system = system
        self.here = None if state is None else Game(system, "drill", 0, {}, state, True)
        self.names = dict(names)
        self.labels = {number: name for name, number in reversed(names.items())}  # the first of several
        self.events: list[Event] = []

    @property
    def game(self) -> Game:
        if self.here is None:
            raise DrillFailure("the drill has no position")
        return self.here

    def play(self, step: Step) -> None:
        self.events = []
        if self.here is not None:
            dice = self.here.state.dice
            dice.script, dice.cursor = step.dice, 0
        for wanted in step.choose:
            decision, option = self.find(as_wanted(wanted))
            self.events += self.game.play(option, decision.seat)
        rolled = 0 if self.here is None else self.here.state.dice.cursor
        if rolled != len(step.dice):
            raise DrillFailure(f"only {rolled} of the {len(step.dice)} dice were rolled")
        for name, fields in step.name.items():
            self.bind(name, fields)
        self.compare(step.expect)

    # Choices

    def offers(self, seat: int) -> Iterator[tuple[Decision, Choice]]:
        for decision in self.game.decisions:
            if seat in (-1, decision.seat):
                for choice in self.system.prompt(self.game.state, decision).choices:
                    yield decision, choice

    def fitting(self, wanted: Wanted) -> list[tuple[Decision, int]]:
        """Decision and option of every offered choice that fits, points of a region among them."""
        attempt = self.attempt(wanted)
        fits = [(decision, choice.id) for decision, choice in self.offers(wanted.seat) if choice.fits(attempt)]
        if fits or wanted.x < 0:
            return fits
        x, y = round(wanted.x * 10), round(wanted.y * 10)
        option = point_option(x, y) if attempt.piece < 0 else put_option(attempt.piece, x, y)
        return [
            (decision, option)
            for decision in self.game.decisions
            if wanted.seat in (-1, decision.seat)
            and decision.allows(option)
            and self.system.choice(self.game.state, decision, option).fits(attempt)
        ]

    def attempt(self, wanted: Wanted) -> Attempt:
        piece = self.piece_id(wanted.piece) if wanted.piece else -1
        return Attempt(wanted.verb, piece, wanted.place, wanted.x, wanted.y, wanted.path, wanted.args)

    def find(self, wanted: Wanted) -> tuple[Decision, int]:
        """The one offered choice that fits; otherwise say what is offered."""
        fits = self.fitting(wanted)
        if len(fits) == 1:
            return fits[0]
        problem = f"{len(fits)} offered choices fit" if fits else "nothing offered fits"
        offered = ", ".join(self.spell(choice) for _, choice in self.offers(-1)) or "nothing"
        raise DrillFailure(f"{problem} {spell_wanted(wanted)}; offered: {offered}")

    def piece_id(self, name: str) -> int:
        if name not in self.names:
            there = ", ".join(self.names)
            raise DrillFailure(f"no piece is called '{name}'{near_match(name, self.names)} (there are: {there})")
        return self.names[name]

    def spell(self, choice: Choice) -> str:
        piece = self.labels.get(choice.piece, "")
        point = f"{choice.x:g},{choice.y:g}" if choice.x >= 0 and not choice.place else ""
        return " ".join(word for word in (choice.verb, piece, choice.place, point) if word)

    def bind(self, name: str, fields: PieceWanted) -> None:
        """Give a drill name to a piece that play has made (a hero, a half-squad)."""
        fits = [
            number
            for number, piece in self.pieces().items()
            if number not in self.labels and not differences(given(fields), self.piece_data(piece))
        ]
        if len(fits) != 1:
            raise DrillFailure(f"name.{name}: {len(fits)} new pieces fit {given(fields)}")
        self.names[name] = fits[0]
        self.labels[fits[0]] = name

    # What must have come out

    def compare(self, expect: Expect) -> None:
        self.compare_events(expect.events)
        for event in expect.no_events:
            if any(not differences(given(event), self.event_data(one)) for one in self.events):
                raise DrillFailure(f"an event {given(event)} came")
        for name, fields in expect.pieces.items():
            self.compare_piece(name, fields)
        self.compare_markers(expect.markers, True)
        self.compare_markers(expect.no_markers, False)
        if isinstance(expect.prompt, PromptWanted):
            self.compare_prompt(expect.prompt)
        for choice in expect.offered:
            self.compare_offer(as_wanted(choice))
        for refusal in expect.refused:
            self.compare_refusal(refusal if isinstance(refusal, Refused) else Refused(verb=refusal))
        for odds in expect.odds:
            self.compare_odds(odds)
        for line in expect.sight:
            self.compare_sight(line)
        for army in expect.armies:
            self.compare_army(army)
        self.compare_position(expect)

    def compare_events(self, wanted: list[EventWanted]) -> None:
        """The wanted events happened in this order, others may lie between."""
        events = iter(self.events)
        for one in wanted:
            closest: list[str] = []
            for event in events:
                differing = differences(given(one), self.event_data(event))
                if not differing:
                    break
                if event.kind == one.kind:
                    closest = differing
            else:
                came = ", ".join(event.kind for event in self.events) or "none"
                raise DrillFailure("; ".join([f"no event {given(one)} came (there were: {came})", *closest]))

    def event_data(self, event: Event) -> dict[str, Any]:
        return {
            "kind": event.kind,
            "rule": event.rule,
            "place": event.place,
            "args": event.args,
            "dice": event.dice,
            "outcomes": {self.subject(subject): label for subject, label in event.outcomes},
        } | tally_data(event.lines)

    def subject(self, subject: str) -> str:
        kind, _, number = subject.partition(":")
        return f"{kind}:{self.labels[int(number)]}" if number.isdecimal() and int(number) in self.labels else subject

    def pieces(self) -> dict[int, Piece]:
        """Every piece as its owner sees it."""
        pieces: dict[int, Piece] = {}
        for seat, position in enumerate(self.views()):
            for piece in position.pieces:
                if piece.seat == seat or piece.id not in pieces:
                    pieces[piece.id] = piece
        return pieces

    def views(self) -> list[Position]:
        """As each seat sees it: secrets of both sides are there, each in its owner's view."""
        return [self.game.view(seat) for seat in range(len(self.game.view(-1).seats))]

    def piece_data(self, piece: Piece) -> dict[str, Any]:
        data = msgspec.structs.asdict(piece)
        data["badges"] = sorted(badge.kind for badge in piece.badges)
        data["counts"] = {badge.kind: badge.label.args.get("n", 1) for badge in piece.badges}
        data["rows"] = {row.label.key: said(row.value) for row in piece.rows}
        data["carrier"] = self.labels.get(piece.group, "")
        data["of"] = sum(other.group == piece.group for other in self.pieces().values()) if piece.group >= 0 else 1
        return data

    def compare_piece(self, name: str, fields: PieceWanted) -> None:
        piece = self.pieces().get(self.piece_id(name))
        if fields.gone != (piece is None):
            raise DrillFailure(f"{name} is {'still' if fields.gone else 'not'} there")
        if piece is not None:
            must(differences(given(fields), self.piece_data(piece), name))

    def compare_markers(self, wanted: list[MarkerWanted], present: bool) -> None:
        if not wanted:
            return
        markers = [
            msgspec.structs.asdict(marker) | {"args": marker.label.args}
            for position in self.views()
            for marker in position.markers
        ]
        for one in wanted:
            if any(not differences(given(one), marker) for marker in markers) != present:
                raise DrillFailure(f"marker {given(one)} is {'missing' if present else 'there'}")

    def compare_prompt(self, wanted: PromptWanted) -> None:
        prompts = [
            {
                "seat": prompt.seat,
                "kind": prompt.kind,
                "rule": prompt.rule,
                "pieces": [self.labels.get(piece, "?") for piece in prompt.pieces],
            }
            for prompt in (self.system.prompt(self.game.state, decision) for decision in self.game.decisions)
        ]
        if not any(not differences(given(wanted), prompt) for prompt in prompts):
            raise DrillFailure(f"expected the prompt {given(wanted)}, there is {prompts or 'none'}")

    def compare_offer(self, wanted: Wanted) -> None:
        if not self.fitting(wanted):
            self.find(wanted)

    def compare_refusal(self, wanted: Refused) -> None:
        if self.fitting(wanted):
            raise DrillFailure(f"{spell_wanted(wanted)} is offered, but {wanted.rule or 'the drill'} forbids it")
        if not wanted.rule:
            return
        rules = [refusal.rule for refusal in self.game.why_not(self.attempt(wanted), wanted.seat)]
        if wanted.rule not in rules:
            raise DrillFailure(f"{spell_wanted(wanted)} is refused by {', '.join(rules)}, expected {wanted.rule}")

    def compare_odds(self, wanted: Odds) -> None:
        decision, option = self.find(wanted)
        forecast = self.game.forecast(option, decision.seat)
        if forecast is None:
            raise DrillFailure(f"{spell_wanted(wanted)} has no odds")
        got = {
            "rule": forecast.rule,
            "need": forecast.need,
            "odds": {self.subject(subject): odds for subject, odds in forecast.odds.items()},
        } | tally_data(forecast.lines)
        must(differences({key: value for key, value in given(wanted).items() if key in got}, got, wanted.verb))

    def compare_sight(self, wanted: Sight) -> None:
        view = self.system.sight(self.game.state, wanted.start, wanted.end)
        if view is None:
            raise DrillFailure(f"there is no line from {wanted.start} to {wanted.end}")
        got = {
            "from": view.start,
            "to": view.end,
            "clear": view.clear,
            "hampers": view.text.args.get("n", 0),
            "by": sorted({met(step) for step in view.steps if step.blocks}),
            "across": sorted({met(step) for step in view.steps if step.hampers and not step.blocks}),
            "distance": str(view.distance.args.get("n", "")),
            "rule": view.rule,
        }
        must(differences(given(wanted), got, f"sight {wanted.start}-{wanted.end}"))

    def compare_army(self, wanted: ArmyWanted) -> None:
        muster = self.system.audit(wanted.army, wanted.points)
        rules = [fault.rule for fault in muster.faults]
        got = {"cost": muster.cost, "sound": not rules}
        must(differences({key: value for key, value in given(wanted).items() if key in got}, got, "army"))
        for rule in wanted.faults:
            if rule not in rules:
                raise DrillFailure(
                    f"the army does not offend against {rule}, but against: {', '.join(rules) or 'none'}"
                )
        for rule in wanted.no_faults:
            if rule in rules:
                raise DrillFailure(f"the army breaks {rule}")

    def compare_position(self, expect: Expect) -> None:
        wanted = {
            key: value for key, value in given(expect).items() if key in ("turn", "phase", "scores", "over", "winner")
        }
        if wanted:
            view = self.game.view(-1)
            got = msgspec.structs.asdict(view) | {
                "phase": view.phase.key,
                "scores": [seat.score for seat in view.seats],
                "winner": self.game.state.winner,
            }
            must(differences(wanted, got))


def as_wanted(choice: str | Wanted) -> Wanted:
    return Wanted(verb=choice) if isinstance(choice, str) else choice


def given(wanted: msgspec.Struct) -> dict[str, Any]:
    """What an expectation says, by key; labels as text."""
    fields: dict[str, Any] = msgspec.to_builtins(wanted)
    fields.pop("gone", None)
    for key in ("outcomes", "rows"):
        if key in fields:
            fields[key] = {name: str(label) for name, label in fields[key].items()}
    for key in ("corner", "distance"):
        if key in fields:
            fields[key] = str(fields[key])
    if "values" in fields:
        fields["values"] = [str(value) for value in fields["values"]]
    for key in ("badges", "by", "across"):
        if key in fields:
            fields[key] = sorted(fields[key])
    return fields


def spell_wanted(wanted: Wanted) -> str:
    fields = msgspec.to_builtins(wanted)
    return " ".join(f"{key}={fields[key]}" for key in Wanted.__struct_fields__ if key in fields) or "anything"


def tally_data(lines: list[TallyLine]) -> dict[str, Any]:
    """Lines of a tally by label, and their sum."""
    by_label: dict[str, int] = {}
    for line in lines:
        by_label[line.label] = by_label.get(line.label, 0) + line.value
    return {"lines": by_label, "total": sum(by_label.values())}


def met(step: SightStep) -> str:
    """A place on a line of sight and what lies there: "E4 brush"."""
    terrain = str(step.text.args.get("terrain", "")).rpartition(".")[2]
    return f"{step.place} {terrain}".rstrip()


def said(value: str | Text) -> str:
    return value if isinstance(value, str) else value.key


def must(differing: list[str]) -> None:
    if differing:
        raise DrillFailure("; ".join(differing))


def differences(expected: Any, got: Any, path: str = "") -> list[str]:
    """Where `got` lacks or contradicts something expected; what is not expected is not looked at."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return [one for key in expected for one in differences_at(key, expected, got, path)]
    if isinstance(expected, list) and isinstance(got, (list, tuple)) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return [d for i, (a, b) in pairs for d in differences(a, b, f"{path}[{i}]")]
    if isinstance(expected, float) and isinstance(got, (int, float)) and isclose(expected, got, abs_tol=1e-6):
        return []
    if expected == got and isinstance(expected, bool) == isinstance(got, bool):
        return []
    return [f"{path}: expected {expected!r}, came out {got!r}"]


def differences_at(key: Any, expected: dict[Any, Any], got: dict[Any, Any], path: str) -> list[str]:
    where = f"{path}.{key}" if path else str(key)
    if key not in got:
        return [f"{where}: expected {expected[key]!r}, nothing came out"]
    return differences(expected[key], got[key], where)
