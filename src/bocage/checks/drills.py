"""Drills: a position, choices, dice, and what must come out. Worked examples and rules bugs are drills.

A drill file holds one position drill (a mapping with `steps`) or a list of golden cases (`given`/`expected`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from bocage import registry
from bocage.content import ContentError, fault, loads_yaml, read_text
from bocage.kernel.decision import Decision
from bocage.kernel.dice import BadScript, DiceExhausted
from bocage.kernel.event import Event
from bocage.kernel.game import explain_refusal
from bocage.kernel.state import State
from bocage.kernel.system import System, Unreached
from bocage.kernel.views import Attempt, Choice, Piece, Position

# What reading a drill or a case may raise that lacks something or has it in another shape.
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError)
PASSED, FAILED, UNREACHED = "passed", "failed", "unreached"


class Step(msgspec.Struct, forbid_unknown_fields=True):
    title: str = ""
    example: str = ""
    choose: list[dict[str, Any]] = []
    dice: list[int] = []
    name: dict[str, dict[str, Any]] = {}
    expect: dict[str, Any] = {}
    notes: list[str] = []


class Drill(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    system: str
    position: dict[str, Any]
    steps: list[Step]
    title: str = ""
    rules: list[str] = []
    notes: list[str] = []


class CaseHead(msgspec.Struct):
    """What every golden case has; the rest is for its system to read."""

    id: str
    rules: list[str] = []


class Outcome(msgspec.Struct):
    """The verdict on a drill, a step of a drill that names an example, or a golden case."""

    id: str
    passed: bool
    reason: str
    status: str
    rules: list[str] = []


class DrillFailure(Exception):
    pass


EXPECTED = (DrillFailure, DiceExhausted, BadScript)


def said(error: Exception) -> str:
    return f"there is no {error}" if isinstance(error, KeyError) else f"{type(error).__name__}: {error}"


def shipped(system: System) -> list[Path]:
    return sorted((system.package / "drills").glob("*.yaml"))


def read(path: Path) -> Drill | list[dict[str, Any]]:
    """A position drill or a list of golden cases; raises ContentError for a file that is neither."""
    text = read_text(path)
    if not is_list(text, path):
        return loads_yaml(text, Drill, str(path))
    cases = loads_yaml(text, list[dict[str, Any]], str(path))
    try:
        msgspec.convert(cases, list[CaseHead])
    except msgspec.ValidationError:
        loads_yaml(text, list[CaseHead], str(path))  # says in which line
    return cases


def run_file(path: Path) -> Iterator[Outcome]:
    """Run every drill or case of a file."""
    content = read(path)
    if isinstance(content, Drill):
        yield from run_drill(content, path)
        return
    system = system_of_cases(path, content)
    for number, case in enumerate(content):
        try:
            outcome = run_case(system, case)
        except MALFORMED as error:
            raise fault(path, f"[{number}]", f"the case '{case['id']}' cannot be played: {said(error)}") from error
        yield outcome


class Entry(msgspec.Struct):
    """What a file holds, without running it; `unreached` is the stated reason why a case is not played."""

    id: str
    rules: list[str]
    unreached: str = ""


def listing(path: Path) -> list[Entry]:
    content = read(path)
    if isinstance(content, Drill):
        return [*(Entry(step.example, []) for step in content.steps if step.example), Entry(content.id, content.rules)]
    return [Entry(str(case["id"]), case.get("rules", []), str(case.get("unreached", ""))) for case in content]


def is_list(text: str, path: Path) -> bool:
    try:
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return False  # loads_yaml gives the message
    if node is None:
        raise ContentError(str(path), 1, "", "the file is empty")
    return isinstance(node, yaml.SequenceNode)


def system_of_cases(path: Path, cases: list[dict[str, Any]]) -> System:
    """Golden cases belong to the system whose folder they lie in, or to the one they name."""
    for system in registry.systems().values():
        if system.package in path.resolve().parents:
            return system
    named = {str(case["system"]) for case in cases if "system" in case}
    if len(named) != 1:
        raise ContentError(str(path), 1, "system", "a list of cases outside a system's folder must name its system")
    return registry.system(named.pop())


def run_case(system: System, case: dict[str, Any]) -> Outcome:
    name = str(case.get("id", "?"))
    rules = [str(rule) for rule in case.get("rules", [])]
    if "unreached" in case:
        return Outcome(name, False, str(case["unreached"]), UNREACHED, rules)
    expected = case.get("expected", case.get("expect"))
    if not expected:
        return Outcome(name, False, "the case expects nothing", FAILED, rules)
    try:
        result = system.run_case(case)
    except Unreached as reason:
        return Outcome(name, False, str(reason), UNREACHED, rules)
    differing = differences(expected, result)
    return Outcome(name, not differing, "; ".join(differing), FAILED if differing else PASSED, rules)


def differences(expected: Any, got: Any, path: str = "") -> list[str]:
    """Where `got` lacks or contradicts something expected; what is not expected is not looked at."""
    if isinstance(expected, dict) and isinstance(got, dict):
        found: list[str] = []
        for key, value in expected.items():
            where = f"{path}.{key}" if path else str(key)
            if key not in got:
                found.append(f"{where}: expected {value!r}, nothing came out")
            else:
                found.extend(differences(value, got[key], where))
        return found
    if isinstance(expected, list) and isinstance(got, (list, tuple)) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return [d for i, (a, b) in pairs for d in differences(a, b, f"{path}[{i}]")]
    if expected == got and isinstance(expected, bool) == isinstance(got, bool):
        return []
    return [f"{path}: expected {expected!r}, came out {got!r}"]


def position_of(drill: Drill, path: Path) -> tuple[State, dict[str, int]]:
    """Where a drill begins, and its pieces by name; what is wrong with it is said of the file."""
    try:
        return registry.system(drill.system).drill_position(drill.position)
    except ContentError as error:
        field = error.field if error.field.startswith("position") else f"position.{error.field}".rstrip(".")
        raise fault(path, field, error.message) from None
    except MALFORMED as error:
        raise fault(path, "position", f"cannot be set up: {said(error)}") from error


def run_drill(drill: Drill, path: Path = Path("drill")) -> Iterator[Outcome]:
    """One outcome for each step that names an example, and one for the whole drill."""
    run = Run(drill, path)
    for number, step in enumerate(drill.steps):
        try:
            run.play(step)
        except Exception as failure:  # a crash of the rules fails its drill and hides none of the others
            told = failure if isinstance(failure, EXPECTED) else f"the rules crashed: {said(failure)}"
            reason = f"step {number} ({step.title}): {told}"
            if step.example:
                yield Outcome(step.example, False, reason, FAILED)
            yield Outcome(drill.id, False, reason, FAILED, drill.rules)
            return
        if step.example:
            yield Outcome(step.example, True, "", PASSED)
    yield Outcome(drill.id, True, "", PASSED, drill.rules)


class Run:
    """A drill under way."""

    def __init__(self, drill: Drill, path: Path = Path("drill")) -> None:
        self.system = registry.system(drill.system)
        self.state, self.names = position_of(drill, path)
        self.state.recording = True
        self.ids = {number: name for name, number in self.names.items()}

    def play(self, step: Step) -> None:
        dice = self.state.dice
        dice.script, dice.cursor = step.dice, 0
        self.state.events = []
        for wanted in step.choose:
            decision, choice = self.find(wanted)
            self.state.play(decision, choice.id)
        if dice.cursor != len(step.dice):
            raise DrillFailure(f"only {dice.cursor} of the {len(step.dice)} dice were rolled")
        for name, fields in step.name.items():
            self.bind(name, fields)
        for key, value in step.expect.items():
            try:
                self.compare(key, value)
            except (*MALFORMED, StopIteration) as error:
                raise DrillFailure(f"expect.{key} cannot be compared: {said(error)}") from error

    def find(self, wanted: dict[str, Any]) -> tuple[Decision, Choice]:
        """The one offered choice that fits; otherwise say what is offered."""
        offered = [
            (decision, choice)
            for decision in self.state.pending
            if wanted.get("seat", decision.seat) == decision.seat
            for choice in self.system.prompt(self.state, decision).choices
        ]
        fitting = [pair for pair in offered if self.fits(pair[1], wanted)]
        if len(fitting) == 1:
            return fitting[0]
        problem = "nothing offered fits" if not fitting else f"{len(fitting)} offered choices fit"
        raise DrillFailure(f"{problem} {wanted}; offered: {', '.join(self.words(c) for _, c in offered)}")

    def fits(self, choice: Choice, wanted: dict[str, Any]) -> bool:
        for field, value in wanted.items():
            if field == "seat":
                continue
            if not hasattr(choice, field):
                raise DrillFailure(f"'{field}' is nothing a choice has")
            got = getattr(choice, field)
            if got != (self.piece_id(value) if field == "piece" else value):
                return False
        return True

    def piece_id(self, name: object) -> int:
        if name not in self.names:
            raise DrillFailure(f"no piece is called {name!r} (there are: {', '.join(self.names)})")
        return self.names[str(name)]

    def words(self, choice: Choice) -> str:
        piece = self.ids.get(choice.piece, "")
        return " ".join(word for word in (choice.verb, piece, choice.place) if word)

    def compare(self, key: str, value: Any) -> None:
        match key:
            case "events":
                self.compare_events(value)
            case "pieces":
                self.compare_pieces(value)
            case "markers":
                self.compare_markers(value, True)
            case "no_markers":
                self.compare_markers(value, False)
            case "prompt":
                self.compare_prompt(value)
            case "offered":
                for wanted in value:
                    self.find(wanted)
            case "refused":
                for wanted in value:
                    self.compare_refusal(wanted)
            case "over" | "winner":
                must(differences({key: value}, {key: getattr(self.state, key)}))
            case _:
                raise DrillFailure(f"'{key}' is nothing a drill can expect")

    def compare_events(self, wanted: list[dict[str, Any]]) -> None:
        """The wanted events happened in this order, others may lie between."""
        events = iter(self.state.events)
        closest: list[str] = []
        for one in wanted:
            closest = []
            for event in events:
                differing = differences(one, self.event_data(event))
                if not differing:
                    break
                if event.kind == one.get("kind"):
                    closest = differing
            else:
                kinds = ", ".join(event.kind for event in self.state.events)
                raise DrillFailure(f"no event {one} came (there were: {kinds}) {'; '.join(closest)}")

    def event_data(self, event: Event) -> dict[str, Any]:
        lines: dict[str, int] = {}
        for line in event.lines:
            lines[line.label] = lines.get(line.label, 0) + line.value
        return {
            "kind": event.kind,
            "rule": event.rule,
            "place": event.place,
            "args": event.args,
            "dice": event.dice,
            "lines": lines,
            "total": sum(lines.values()),
            "outcomes": {self.subject(subject): label for subject, label in event.outcomes},
        }

    def subject(self, subject: str) -> str:
        kind, _, number = subject.partition(":")
        return f"{kind}:{self.ids[int(number)]}" if number.isdecimal() and int(number) in self.ids else subject

    def bind(self, name: str, fields: dict[str, Any]) -> None:
        """Give a drill name to a piece that play has made (a hero, a half-squad)."""
        fitting = [
            number
            for number, piece in self.pieces().items()
            if number not in self.ids and not differences(fields, msgspec.structs.asdict(piece))
        ]
        if len(fitting) != 1:
            raise DrillFailure(f"{len(fitting)} new pieces fit {fields}")
        self.names[name] = fitting[0]
        self.ids[fitting[0]] = name

    def pieces(self) -> dict[int, Piece]:
        """Every piece as its owner sees it."""
        found: dict[int, Piece] = {}
        for seat, position in enumerate(self.full_position()):
            for piece in position.pieces:
                if piece.seat == seat or piece.id not in found:
                    found[piece.id] = piece
        return found

    def full_position(self) -> list[Position]:
        """As each seat sees it: secrets of both sides are there, each in its owner's view."""
        seats = range(len(self.system.position(self.state, -1).seats))
        return [self.system.position(self.state, seat) for seat in seats]

    def compare_pieces(self, wanted: dict[str, dict[str, Any]]) -> None:
        pieces = self.pieces()
        for name, fields in wanted.items():
            piece = pieces.get(self.piece_id(name))
            if fields.get("gone"):
                if piece is not None:
                    raise DrillFailure(f"{name} is still there")
                continue
            if piece is None:
                raise DrillFailure(f"{name} is not there")
            got = msgspec.structs.asdict(piece) | {"badges": sorted(badge.kind for badge in piece.badges)}
            must(differences(fields | ({"badges": sorted(fields["badges"])} if "badges" in fields else {}), got, name))

    def compare_markers(self, wanted: list[dict[str, Any]], present: bool) -> None:
        markers = [msgspec.structs.asdict(m) for position in self.full_position() for m in position.markers]
        for one in wanted:
            if any(not differences(one, marker) for marker in markers) != present:
                raise DrillFailure(f"marker {one} is {'missing' if present else 'there'}")

    def compare_prompt(self, wanted: dict[str, Any]) -> None:
        prompts = [self.system.prompt(self.state, decision) for decision in self.state.pending]
        if not any(not differences(wanted, {"seat": p.seat, "kind": p.kind}) for p in prompts):
            raise DrillFailure(f"expected the prompt {wanted}, there is {[(p.seat, p.kind) for p in prompts]}")

    def compare_refusal(self, wanted: dict[str, Any]) -> None:
        rule = wanted["rule"]
        fields = {key: value for key, value in wanted.items() if key not in {"rule", "seat"}}
        decision = next(d for d in self.state.pending if wanted.get("seat", d.seat) == d.seat)
        if any(self.fits(choice, fields) for choice in self.system.prompt(self.state, decision).choices):
            raise DrillFailure(f"{fields} is offered, but {rule} should forbid it")
        attempt = Attempt(**(fields | ({"piece": self.piece_id(fields["piece"])} if "piece" in fields else {})))
        given = [refusal.rule for refusal in explain_refusal(self.system, self.state, decision, attempt)]
        if rule not in given:
            raise DrillFailure(f"{fields} is refused by {given}, expected {rule}")


def must(differing: list[str]) -> None:
    if differing:
        raise DrillFailure("; ".join(differing))


def states_of(drill: Drill) -> Iterator[State]:
    """The states a drill passes through, for tests that want real positions."""
    run = Run(drill)
    yield run.state.clone()
    for step in drill.steps:
        run.play(step)
        yield run.state.clone()
