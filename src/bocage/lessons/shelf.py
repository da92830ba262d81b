"""The lessons of a system: its folder `lessons/`, in the order of their names, with glossary and sequence of play."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from bocage import registry
from bocage.checks.rehearsal import DrillFailure
from bocage.content import ContentError, Source, load_yaml, near_match, read_text, together
from bocage.kernel.system import BadOption, System
from bocage.lessons.dialect import Allowed, Lesson, Phase, Step, Term

GLOSSARY: Final = "glossary.yaml"
SEQUENCE: Final = "sequence.yaml"
BOTH: Final = ("en", "fr")


class Course:
    """All lessons of a system, by name, in the order they should be taken."""

    def __init__(self, system: str) -> None:
        self.system = system
        self.lessons: dict[str, Lesson] = {}
        self.terms: dict[str, Term] = {}
        self.sequence: list[Phase] = []
        folder = registry.system(system).package / "lessons"
        if not folder.is_dir():
            return
        self.terms = load_yaml(folder / GLOSSARY, dict[str, Term])
        self.sequence = load_yaml(folder / SEQUENCE, list[Phase])
        for path in sorted(folder.glob("[0-9]*.yaml")):
            self.lessons[path.stem] = read_lesson(path, registry.system(system), self.terms)

    def after(self, name: str) -> str:
        """The next lesson; empty after the last."""
        names = list(self.lessons)
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
