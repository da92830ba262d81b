"""Teaching scenarios: what they tell, and when."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bocage.content import ContentError
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import scenarios
from bocage.systems.disposable.state import DisposableState
from bocage.text import catalogue

LESSONS = ("lesson_shooting", "lesson_guts", "lesson_close_combat")


def told(scenario: str, seed: int) -> list[str]:
    """The keys of the prompts in one game, in order."""
    state = SYSTEM.new(scenario, seed, {})
    rng = random.Random(seed)
    keys: list[str] = []
    for _ in range(600):
        if state.over:
            return keys
        decision = state.pending[0]
        prompt = SYSTEM.prompt(state, decision)
        keys.append(prompt.text.key)
        for language in ("en", "fr"):
            assert catalogue(SYSTEM.package, language).render(prompt.text)
        charges = [choice.id for choice in prompt.choices if choice.verb in ("charge", "grenade", "fire")]
        state.play(decision, rng.choice(charges if charges and rng.random() < 0.5 else decision.options))
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize("scenario", LESSONS)
def test_every_text_of_a_lesson_is_met_in_play(scenario: str) -> None:
    state = SYSTEM.new(scenario, 1, {})
    assert isinstance(state, DisposableState)
    wanted = {lesson.key for lesson in state.scenario.lessons}
    assert len(wanted) == len(state.scenario.lessons) > 6
    met: set[str] = set()
    for seed in range(40):
        met |= set(told(scenario, seed))
        if wanted <= met:
            return
    raise AssertionError(sorted(wanted - met))


def test_a_lesson_speaks_first_of_the_way_and_later_of_firing() -> None:
    keys = told("lesson_shooting", 3)
    assert keys[0] == "lesson.lesson_shooting.mode", "one squad a side: the first question is how it moves"
    later = keys.index("lesson.lesson_shooting.fire")
    assert "lesson.lesson_shooting.fire_first" in keys[:later]


def test_other_scenarios_ask_plainly() -> None:
    state = SYSTEM.new("crossroads", 1, {})
    assert SYSTEM.prompt(state, state.pending[0]).text.key == "prompt.deploy"


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [("kind: snap", "kind: sing", "lesson[4].kind"), ("shooting.snap,", "shooting.snapp,", "lesson[4].id")],
)
def test_faults_of_lessons_are_named(tmp_path: Path, old: str, new: str, field: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(scenarios.SHELF.path("lesson_shooting").read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    assert caught.value.field == field
