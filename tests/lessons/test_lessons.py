"""Every lesson is played by a pupil who follows the coach and by one who errs at each goal; words are looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from bocage import registry
from bocage.content import Words
from bocage.lessons import BOTH, Step, course
from bocage.lessons.dialect import Allowed
from tests.lessons.pupil import MOST, Pupil

LESSONS = [(system, name) for system in registry.installed() for name in course(system).lessons]
each_lesson = pytest.mark.parametrize(("system", "name"), LESSONS)


@each_lesson
def test_following_the_coach_ends_the_lesson(system: str, name: str) -> None:
    pupil = Pupil(system, name)
    pupil.follow()
    assert pupil.stand.step == len(pupil.lesson.steps)


@each_lesson
def test_a_mistake_at_each_goal_is_noticed_and_can_be_taken_back(system: str, name: str) -> None:
    pupil = Pupil(system, name)
    seat, erred, forced = pupil.coach.lesson.seat, set(), set()
    for _ in range(MOST):
        stand = pupil.stand
        if pupil.coach.step_of(stand) is None:
            break
        if any(decision.seat == seat for decision in pupil.game.decisions):
            if len(pupil.game.pending(seat).options) == 1:
                forced.add(stand.step)
            for option in pupil.mistakes():
                history = [(one.seat, one.option) for one in pupil.game.history]
                wrong = pupil.coach.look([*history, (seat, option)])
                assert wrong.mistake == len(history)
                assert wrong.step == stand.step
                erred.add(stand.step)
        pupil.go_on(stand)
    free = {number for number, step in enumerate(pupil.lesson.steps) if Allowed() in step.allow}
    assert erred | free | forced == set(range(len(pupil.lesson.steps))), (
        "there is a goal at which nothing can be done wrong"
    )


@each_lesson
def test_a_lesson_is_told_in_both_languages(system: str, name: str) -> None:
    for where, said in texts(msgspec.to_builtins(course(system).lessons[name])):
        assert said["en"].strip(), where
        assert said.get("fr", "").strip(), where


@each_lesson
def test_no_term_is_met_before_it_is_explained(system: str, name: str) -> None:
    """In what the coach says and lists, what the page asks, the numbers of what leads on and the log, step by step."""
    lessons, terms = course(system).lessons, course(system).terms
    pupil = Pupil(system, name, curious=True)
    pupil.follow()
    for language in BOTH:
        explained = {
            term for before in list(lessons)[: list(lessons).index(name)] for term in explained_by(before, system)
        }
        for number, step in enumerate(pupil.lesson.steps):
            explained |= set(step.terms)
            shown = [shown for at, tongue, shown in pupil.screens if (at, tongue) == (number, language)]
            listed = [terms[term].means for term in step.terms]
            said = [getattr(words, language) for words in [*words_of(step), *listed]]
            if number == 0:
                said += [getattr(words, language) for words in (pupil.lesson.title, pupil.lesson.about)]
            if step is pupil.lesson.steps[-1]:
                said.append(getattr(pupil.lesson.end, language))
            unknown = {
                term
                for term, entry in terms.items()
                if term not in explained and is_met(getattr(entry.word, language), " · ".join(said + shown))
            }
            assert not unknown, f"step {number}, {language}: {', '.join(sorted(unknown))}"


@pytest.mark.parametrize("system", registry.installed())
def test_every_term_of_the_glossary_is_explained_somewhere(system: str) -> None:
    terms = {term for name in course(system).lessons for term in explained_by(name, system)}
    assert terms == set(course(system).terms)


def explained_by(name: str, system: str) -> set[str]:
    return {term for step in course(system).lessons[name].steps for term in step.terms}


def is_met(forms: str, text: str) -> bool:
    return any(re.search(rf"\b{re.escape(form)}\b", text, re.IGNORECASE) for form in forms.split("|"))


def words_of(step: Step) -> list[Words]:
    pages = step.say if isinstance(step.say, list) else [step.say]
    return [*pages, step.goal, *(remark.say for remark in step.after), *([step.wrong] if step.wrong else [])]


def texts(value: object, where: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Every text of a lesson, and where it stands."""
    if isinstance(value, dict) and "en" in value:
        yield where, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts(item, f"{where}.{key}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from texts(item, f"{where}[{number}]")
