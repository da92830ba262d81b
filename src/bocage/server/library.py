"""What there is to play and to read: systems, their scenarios and their rulebooks."""

from __future__ import annotations

import threading
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery

from bocage import registry, rulebook
from bocage.content import ContentError, text_of
from bocage.kernel.game import Game
from bocage.kernel.system import LESSON, BadOption, ScenarioInfo, System
from bocage.lessons import course
from bocage.server.players import BOTS, FRIEND, HUMAN, SPECTATOR
from bocage.server.problems import Problem
from bocage.server.words import Words

Language = Literal["en", "fr"]
Name = Annotated[str, msgspec.Meta(max_length=200)]

BAD_SETUP: Final = (BadOption, ContentError)  # what options of a client may cause
MOST_HITS: Final = 60

# Content is read by one thread at a time: two that meet a type for the first time together can crash the decoder.
LOADING: Final = threading.RLock()


# Systems and scenarios


def find_system(name: str) -> System:
    try:
        return registry.system(name)
    except registry.UnknownSystem as error:
        raise Problem(404, "no-system", str(error)) from error


@cache
def shipped(system_id: str) -> dict[str, ScenarioInfo]:
    """The scenarios of a system; kept here too, so that only the first visitor can have to wait for the lock."""
    with LOADING:
        return registry.shipped(system_id)


def read_scenarios() -> None:
    """Ahead of the first visitor, who would wait for it."""
    for system in registry.systems():
        shipped(system)


def find_scenario(system: System, name: str) -> ScenarioInfo:
    """Shipped scenarios only: a path sent by a client is never opened."""
    info = shipped(system.id).get(name)
    if info is not None:
        return info
    raise Problem(404, "no-scenario", f"no scenario '{name}' in {system.id}")


def describe_scenario(system_id: str, scenario: str, words: Words) -> tuple[str, str]:
    """Title and description; a scenario that is not shipped has its id alone."""
    lesson = course(system_id).find(scenario.removeprefix(LESSON))
    if lesson is not None:
        return words.render(text_of(lesson.title)), words.render(text_of(lesson.about))
    info = shipped(system_id).get(scenario)
    return (scenario, "") if info is None else (words.render(info.title), words.render(info.about))


def list_terms(system_id: str, words: Words) -> list[dict[str, Any]]:
    """The words of a game that its lessons explain, with the forms they are met in."""
    found = []
    for term in course(system_id).terms.values():
        forms = words.render(text_of(term.word)).split("|")
        found.append({"word": forms[0], "forms": forms, "means": words.render(text_of(term.means))})
    return sorted(found, key=lambda one: str(one["word"]).lower())


def new_game(system: str, scenario: str, seed: int | None, options: dict[str, Any]) -> Game:
    """With the dice of a seed, or with fair ones."""
    with LOADING:
        if seed is None:
            return registry.new_fair(system, scenario, options)
        return registry.new(system, scenario, seed, options)


@get("/systems", sync_to_thread=True)
def list_systems(language: FromQuery[Language] = "en") -> dict[str, Any]:
    """Every system with its scenarios, in the asked language."""
    found = []
    for system in registry.systems().values():
        words = Words(system, language)
        scenarios = [
            {
                "id": info.id,
                "title": words.render(info.title),
                "about": words.render(info.about),
                "rules": words.render(info.rules),
                "seats": words.render(info.seats),
                "points": info.points,
                "alone": info.alone,
                "module": words.say(f"module.{info.module}", {}) if info.module else "",
                "size": info.size,
                "vehicles": info.vehicles,
                "turns": info.turns,
                "usual": info.usual,
                "options": words.render(info.own),
                "length": words.say("clock.length", {"turns": info.turns}) if info.turns else "",
            }
            for info in shipped(system.id).values()
        ]
        found.append(
            {
                "id": system.id,
                "title": words.render(system.title),
                "version": system.version,
                "buys": any(info.points for info in shipped(system.id).values()),
                "scenarios": scenarios,
                "options": words.render(system.options()),
            }
        )
    return {"systems": found, "players": [HUMAN, FRIEND, *BOTS]}


@cache
def opening_of(system: str, scenario: str) -> Game:
    return new_game(system, scenario, 0, {})


@get("/systems/{system_id:str}/preview", sync_to_thread=True)
def preview(
    system_id: FromPath[str], scenario: FromQuery[Name], language: FromQuery[Language] = "en"
) -> dict[str, Any]:
    """The board of a scenario and what everybody may see on it at the start."""
    system = find_system(system_id)
    game = opening_of(system.id, find_scenario(system, scenario).id)
    words = Words(system, language)
    return {
        "board": words.render_drawn(system.board(game.state)),
        "position": words.render_position(game.view(SPECTATOR)),
    }


# Rulebooks


def find_rulebook(system_id: str, language: str) -> rulebook.Rulebook:
    try:
        with LOADING:
            return rulebook.rulebook(system_id, language)
    except (registry.UnknownSystem, ContentError) as error:
        raise Problem(404, "no-rulebook", str(error)) from error


@get("/systems/{system_id:str}/clauses/{clause_id:str}", sync_to_thread=True)
def show_clause(
    system_id: FromPath[str], clause_id: FromPath[str], language: FromQuery[Language] = "en"
) -> rulebook.Clause:
    try:
        return rulebook.for_players(find_rulebook(system_id, language).clause(clause_id))
    except rulebook.UnknownClause as error:
        raise Problem(404, "no-clause", str(error)) from error


@get("/systems/{system_id:str}/rules", sync_to_thread=True)
def search_rules(
    system_id: FromPath[str], words: FromQuery[Name], language: FromQuery[Language] = "en"
) -> list[dict[str, str]]:
    hits = find_rulebook(system_id, language).search(words)[:MOST_HITS]
    return [{"id": clause.id, "title": clause.title, "section": clause.section} for clause in hits]


HANDLERS = [list_systems, preview, show_clause, search_rules]
