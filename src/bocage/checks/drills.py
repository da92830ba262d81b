"""Drills: a position, choices, dice, and what must come out. Worked examples and rules bugs are drills.

A file holds one drill, a list of them, or `cases` with what they have in common. A drill that is malformed, fails or
crashes does so alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bocage import registry
from bocage.checks.dialect import Drill, DrillFile, Step
from bocage.checks.rehearsal import DrillFailure, Rehearsal
from bocage.content import ContentError, Source, read_text, together
from bocage.kernel import BadScript, DiceExhausted, State
from bocage.kernel.system import BadOption, System
from bocage.rulebook import sections

PASSED, FAILED, UNREACHED = "passed", "failed", "unreached"


class Outcome(msgspec.Struct):
    """The verdict on a drill, or on a step of a drill that names an example."""

    id: str
    passed: bool
    reason: str
    status: str
    rules: list[str] = []


class Row(msgspec.Struct):
    """A section of a document and how many shipped drills are about it."""

    document: str
    section: str
    title: str
    situations: int


class Entry:
    """A drill of a file, or what is wrong with it, and where in the file it stands."""

    def __init__(self, source: Source, where: str, data: Any, system: str) -> None:
        self.source = source
        self.where = where
        self.system = system
        self.drill: Drill | None = None
        self.flaw: ContentError | None = None
        try:
            self.drill = self.read(data)
        except ContentError as error:
            self.flaw = error
        given = data.get("id") if isinstance(data, dict) else None
        self.id = str(given or where or source.name)

    def read(self, data: Any) -> Drill:
        drill = self.source.convert(data, Drill, self.where)
        drill.system = drill.system or self.system
        if drill.system not in registry.installed():
            known = ", ".join(registry.installed())
            message = f"no system '{drill.system}'" if drill.system else "say which system this is for"
            raise self.fault("system", f"{message} (there are: {known})")
        self.system = drill.system
        single = Step("", "", drill.choose, drill.dice, drill.name, drill.expect)
        if drill.steps and single != Step():
            raise self.fault("steps", "choose, dice, name and expect belong into the steps where there are any")
        if not drill.steps:
            drill.steps = [single]
        if not drill.unreached and all(step.expect == Step().expect for step in drill.steps):
            raise self.fault("expect", "the drill expects nothing")
        return drill

    @property
    def rules(self) -> list[str]:
        return [] if self.drill is None else self.drill.rules

    @property
    def unreached(self) -> str:
        return "" if self.drill is None else self.drill.unreached

    def fault(self, field: str, message: str) -> ContentError:
        return self.source.fault(f"{self.where}.{field}".strip("."), message)

    def sound(self) -> Drill:
        if self.flaw is not None:
            raise self.flaw
        assert self.drill is not None
        return self.drill

    def set_up(self) -> tuple[State, dict[str, int]]:
        """Where the drill begins, and its pieces by name; what is wrong with it is said of the file."""
        drill = self.sound()
        try:
            return registry.system(drill.system).drill_position(drill.position)
        except ContentError as error:
            faults = [self.fault(f"position.{one.field}".rstrip("."), one.message) for one in error.faults]
            raise together(faults) from None
        except BadOption as error:
            raise self.fault("position.options", str(error)) from None

    def rehearse(self) -> Rehearsal:
        """The drill before its first step; one without a position has no game."""
        drill = self.sound()
        system = registry.system(drill.system)
        return Rehearsal(system, *self.set_up()) if drill.position else Rehearsal(system, None, {})

    def run(self) -> Iterator[Outcome]:
        """One outcome for each step that names an example, and one for the whole drill."""
        if self.unreached:
            yield Outcome(self.id, False, self.unreached, UNREACHED, self.rules)
            return
        example, title = "", ""
        try:
            rehearsal = self.rehearse()
            for number, step in enumerate(self.sound().steps):
                example, title = step.example, f"step {number} ({step.title}): " if len(self.sound().steps) > 1 else ""
                rehearsal.play(step)
                if example:
                    yield Outcome(example, True, "", PASSED)
        except Exception as failure:  # a crash of the rules fails its drill and hides none of the others
            reason = title + explain(failure)
            if example:
                yield Outcome(example, False, reason, FAILED)
            yield Outcome(self.id, False, reason, FAILED, self.rules)
        else:
            yield Outcome(self.id, True, "", PASSED, self.rules)


def explain(failure: Exception) -> str:
    if isinstance(failure, ContentError):
        return "; ".join(str(fault) for fault in failure.faults)
    if isinstance(failure, (DrillFailure, DiceExhausted, BadScript)):
        return str(failure)
    return f"the rules crashed: {type(failure).__name__}: {failure}"


def shipped(system: System) -> list[Path]:
    return sorted((system.package / "drills").glob("*.yaml"))


def read(path: Path, system: str = "") -> list[Entry]:
    """Every drill of a file, sound or not; `system` is that of drills which name none."""
    source = Source(read_text(path), str(path))
    data = source.data
    if data is None:
        raise ContentError(str(path), 1, "", "the file is empty")
    if isinstance(data, list):
        return [Entry(source, f"[{i}]", case, system) for i, case in enumerate(data)]
    if isinstance(data, dict) and "cases" not in data:
        return [Entry(source, "", data, system)]
    shared = source.convert(data, DrillFile, "")
    common = {"document": shared.document}
    return [
        Entry(source, f"cases[{i}]", common | case | merged(shared, case), shared.system or system)
        for i, case in enumerate(shared.cases)
    ]


def merged(shared: DrillFile, case: dict[str, Any]) -> dict[str, Any]:
    """The position of a case, over what all positions of the file have in common."""
    own = case.get("position", {})
    return {"position": shared.position | own} if shared.position and isinstance(own, dict) else {}


def find_section(listed: dict[str, str], part: str) -> str:
    """The section that a drill names, with or without its paragraph ("22.2.1 8"); empty where none is meant."""
    fitting = [name for name in listed if part == name or part.startswith(f"{name} ")]
    return max(fitting, key=len, default="")


def count_sections(system: str) -> list[Row]:
    """Every section of the system's documents; a drill about several ("13.82, 23.0") counts for each."""
    listed = sections(system)
    number: Counter[tuple[str, str]] = Counter()
    for path in shipped(registry.system(system)):
        for entry in read(path, system):
            drill = entry.sound()
            for part in drill.section.split(", "):
                number[drill.document, find_section(listed.get(drill.document, {}), part)] += 1
    return [
        Row(document, section, title, number[document, section])
        for document, titles in listed.items()
        for section, title in titles.items()
    ]


def run_file(path: Path, systems: list[str] | None = None) -> Iterator[Outcome]:
    """Run the drills of a file, of all systems or of these alone; a single one stands for drills that name none."""
    for entry in read(path, systems[0] if systems and len(systems) == 1 else ""):
        if not systems or entry.system in systems or entry.flaw is not None:
            yield from entry.run()
