"""The lessons of a system: its folder `lessons/`, in the order of their names, with glossary and sequence of play."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from bocage import registry
from bocage.checks.rehearsal import DrillFailure, Rehearsal, as_wanted
from bocage.content import ContentError, Source, load_yaml, near_match, read_text, together
from bocage.kernel.system import BadOption, System
from bocage.lessons.dialect import Allowed, Lesson, Phase, Step, Term
from bocage.lessons.puzzles import PUZZLE, Puzzle, as_lesson

GLOSSARY: Final = "glossary.yaml"
SEQUENCE: Final = "sequence.yaml"
BOTH: Final = ("en", "fr")


class Course:
    """All lessons of a system, by name, in the order they should be taken."""

    def __init__(self, system: str) -> None:
        self.system = system
        self.lessons: dict[str, Lesson] = {}
        self.puzzles: dict[str, Puzzle] = {}
        self.terms: dict[str, Term] = {}
        self.sequence: list[Phase] = []
        folder = registry.system(system).package / "lessons"
        if not folder.is_dir():
            return
        self.terms = load_yaml(folder / GLOSSARY, dict[str, Term])
        self.sequence = load_yaml(folder / SEQUENCE, list[Phase])
        for path in sorted(folder.glob("[0-9]*.yaml")):
            self.lessons[path.stem] = read_lesson(path, registry.system(system), self.terms)
        for path in sorted((folder.parent / PUZZLE).glob("[0-9]*.yaml")):
            self.puzzles[PUZZLE + path.stem] = read_puzzle(path, registry.system(system))

    def find(self, name: str) -> Lesson | None:
        """A lesson, or a puzzle as one."""
        puzzle = self.puzzles.get(name)
        return self.lessons.get(name) if puzzle is None else as_lesson(puzzle)

    def after(self, name: str) -> str:
        """The next lesson, or the next puzzle; empty after the last."""
        names = list(self.puzzles if name in self.puzzles else self.lessons)
        return next(iter(names[names.index(name) + 1 :]), "")


@cache
def course(system: str) -> Course:
    return Course(system)


def read_lesson(path: Path, system: System, terms: dict[str, Term]) -> Lesson:
    """A lesson whose position can be set up and whose names exist; raises ContentError with everything wrong."""
    source = Source(read_text(path), str(path))
    lesson = source.convert(source.data, Lesson, "")
    faults = [source.fault(field, message) for field, message in find_faults(lesson, system, terms)]
    if faults:
        raise together(faults)
    return lesson


def read_puzzle(path: Path, system: System) -> Puzzle:
    """A puzzle whose position can be set up, with choices that can be made there; raises ContentError."""
    source = Source(read_text(path), str(path))
    puzzle = source.convert(source.data, Puzzle, "")
    found = find_faults(as_lesson(puzzle), system, {})
    if not found:
        found = [("best", problem) for problem in [play_through(puzzle, system)] if problem]
    if found:
        raise together([source.fault(field.replace("steps", "best"), message) for field, message in found])
    return puzzle


def play_through(puzzle: Puzzle, system: System) -> str:
    """Choose what solves a puzzle; returns what is wrong with that, or nothing."""
    rehearsal = Rehearsal(system, *system.drill_position(puzzle.position))
    try:
        for wanted in puzzle.best:
            decision, option = rehearsal.find(as_wanted(wanted))
            if decision.seat != puzzle.seat:
                return f"seat {puzzle.seat} has nothing to choose here"
            rehearsal.game.play(option, decision.seat)
            while (forced := alone(rehearsal, puzzle.seat)) is not None:
                rehearsal.game.play(forced, puzzle.seat)
    except DrillFailure as error:
        return str(error)
    return ""


def alone(rehearsal: Rehearsal, seat: int) -> int | None:
    """The only choice of a seat, which it makes before anything that solves a puzzle."""
    for decision in rehearsal.game.decisions:
        if decision.seat == seat and len(decision.options) == 1 and decision.region is None:
            return decision.options[0]
    return None


def find_faults(lesson: Lesson, system: System, terms: dict[str, Term]) -> list[tuple[str, str]]:
    if not lesson.steps:
        return [("steps", "a lesson needs at least one step")]
    try:
        state, names = system.drill_position(lesson.position)
    except ContentError as error:
        return [(f"position.{fault.field}".rstrip("."), fault.message) for fault in error.faults]
    except BadOption as error:
        return [("position.options", str(error))]
    except DrillFailure as error:
        return [("position", str(error))]
    found: list[tuple[str, str]] = []
    cells = {cell.id for cell in system.board(state).cells}
    for number, step in enumerate(lesson.steps):
        where = f"steps[{number}]"
        if not step.allow:
            found.append((f"{where}.allow", "name at least one choice that leads to the goal"))
        for field, name in named(step):
            if name not in names:
                found.append((f"{where}.{field}", f"no piece is called '{name}' (there are: {', '.join(names)})"))
        for name in step.point:
            if name not in names and name not in cells and not re.fullmatch(r"[\d.]+,[\d.]+", name):
                found.append((f"{where}.point", f"'{name}' is neither a piece nor a place"))
        for term in step.terms:
            if term not in terms:
                found.append((f"{where}.terms", f"'{term}' is not in {GLOSSARY}{near_match(term, terms)}"))
    return found


def named(step: Step) -> list[tuple[str, str]]:
    """The pieces that a step names, and where."""
    asked = [("allow", one) for one in step.allow] + [("enemy", one) for one in step.enemy]
    found = [(field, one.piece) for field, one in asked if isinstance(one, Allowed) and one.piece]
    whens = [step.when, *(remark.when for remark in step.after)]
    for when in whens:
        if when is not None:
            found += [("when", name) for name in when.pieces]
            found += [("when", near.piece) for near in when.near]
    return found
