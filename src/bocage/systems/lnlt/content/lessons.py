"""Worked examples as lessons: a scenario that names a drill is played from its position, choice by choice.

The prompt says in words what happens in the step and puts the example's choice first; while it is made, the example's
dice fall. Whoever chooses otherwise leaves the example and plays on with dice of his own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from bocage.content import linked, load_yaml
from bocage.kernel import Attempt, Decision, Text, seeded
from bocage.kernel.views import Prompt
from bocage.systems.lnlt.content import positions, scenarios
from bocage.systems.lnlt.content.listing import PACKAGE, SHELF, lesson_path
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.tables import Lesson
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words import position
from bocage.systems.lnlt.words.choices import WORDING


def begin(name: str, seed: int, options: Mapping[str, Any]) -> LnltState | None:
    """The first position of a lesson; None for every other scenario."""
    path = SHELF.path(name)
    spec = SHELF.read(path)
    if not spec.lesson:
        return None
    drill = read(linked(path, lambda _: lesson_path(spec)))
    chosen = scenarios.edition_of_game(options)
    state, _ = positions.build({**drill["position"], "turns": spec.turns})
    if chosen:
        state.scenario.edition = scenarios.edition({**drill["position"].get("options", {}), **options})
        state.edition = state.scenario.edition
    state.dice = seeded(seed)
    state.scenario.id = name
    state.scenario.lesson = script(spec.lesson)
    state.lesson = 0
    return state


def read(path: Path) -> dict[str, Any]:
    return load_yaml(path, dict[str, Any])


@cache
def script(name: str) -> Lesson:
    """The drill played through once: which option each of its choices is, and which dice it rolls."""
    drill = read(PACKAGE / "drills" / f"{name}.yaml")
    state, names = positions.build(drill["position"])
    found = Lesson(name)
    for number, step in enumerate(drill["steps"]):
        state.dice.script, state.dice.cursor = step.get("dice", []), 0
        for wanted in step.get("choose", []):
            decision, option = find(state, names, wanted)
            before = state.dice.cursor
            state.play(decision, option)
            found.seats.append(decision.seat)
            found.options.append(option)
            found.dice.append(step.get("dice", [])[before : state.dice.cursor])
            found.steps.append(number)
        for label, fields in step.get("name", {}).items():
            names[label] = piece(state, names, fields)
    return found


def find(state: LnltState, names: dict[str, int], wanted: dict[str, Any]) -> tuple[Decision, int]:
    given: dict[str, Any] = {key: names[value] if key == "piece" else value for key, value in wanted.items()}
    given.pop("seat", None)
    attempt = Attempt(**given)
    for decision in state.pending:
        if wanted.get("seat", decision.seat) != decision.seat:
            continue
        for option in decision.options:
            if WORDING.choice(state, decision, option).fits(attempt):
                return decision, option
    raise LookupError(f"nothing offered fits {wanted}")


def piece(state: LnltState, names: dict[str, int], fields: dict[str, Any]) -> int:
    """The new piece of this description."""
    known = set(names.values())
    for one in position.position(state, GONE).pieces:
        if one.id not in known and all(getattr(one, key) == value for key, value in fields.items()):
            return one.id
    raise LookupError(f"no new piece fits {fields}")


def words(state: LnltState) -> Text | None:
    """What the lesson says now."""
    lesson = state.scenario.lesson
    if lesson is None:
        return None
    if state.lesson == GONE:
        return Text("lesson.left")
    if state.lesson >= len(lesson.options):
        return Text("lesson.over")
    return Text(f"lesson.{lesson.id}.{lesson.steps[state.lesson]}")


def teach(state: LnltState, decision: Decision, prompt: Prompt) -> Prompt:
    """The step in words, and the example's choice in the first place."""
    lesson = state.scenario.lesson
    if lesson is None or state.lesson == GONE or state.lesson >= len(lesson.options):
        return prompt
    told = words(state)
    if told is not None and lesson.seats[state.lesson] == decision.seat:
        prompt.text = told
        prompt.hint = lesson.options[state.lesson]
        prompt.choices.sort(key=lambda choice: choice.id != prompt.hint)
    return prompt
