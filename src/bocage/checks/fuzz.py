"""Random games with every invariant on: each ends, nothing raises, copies are true, saves replay, words exist."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from bocage import registry
from bocage.kernel import Decision, Event
from bocage.kernel.game import Game
from bocage.kernel.system import System
from bocage.kernel.views import Prompt
from bocage.text import LANGUAGES, Catalogue, catalogue

MOST_DECISIONS = 20_000
TRY_ALL = 0.02  # share of decisions at which every option is tried on a copy
CURIOUS = 0.3  # share of decisions of a curious game that are made by what is said of them
LOOK = 25  # decisions from one look at what is in play to the next
SPEAK = 0.05  # share of decisions at which every view is put into words


class Report(msgspec.Struct):
    """What one random game showed; `error` is empty when all went well."""

    system: str
    scenario: str
    seed: int
    decisions: int
    winner: int
    verbs: set[str]
    procedures: set[str]
    marks: set[str] = msgspec.field(default_factory=set)
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    error: str = ""
    save: bytes = b""


Job = tuple[str, str, int, dict[str, Any], bool]
"""System, scenario, seed and game options of one random game, and whether it is curious."""


def play(system: str, scenario: str, seed: int, options: dict[str, Any] | None = None, curious: bool = False) -> Report:
    """One game, recorded, with all checks; an error is reported with the save that leads to it."""
    game = registry.new(system, scenario, seed=seed, options=options)
    report = Report(system, scenario, seed, 0, -1, set(), set(), options=options or {})
    try:
        play_checked(game, random.Random(seed), report, curious)
    except Exception as error:
        report.error = f"{type(error).__name__}: {error}"
        report.save = registry.save(game)
    report.decisions = len(game.history)
    report.winner = game.state.winner
    return report


def play_checked(game: Game, rng: random.Random, report: Report, curious: bool = False) -> None:
    report.procedures.update(type(procedure).__name__ for procedure in game.state.stack)
    for _ in range(MOST_DECISIONS):
        if game.over:
            break
        decision = rng.choice(game.decisions)
        assert decision.options, "a decision without options"
        assert len(set(decision.options)) == len(decision.options), "an option is offered twice"
        game.state.entered = report.procedures
        if rng.random() < TRY_ALL:
            try_all(game, rng)
        if rng.random() < SPEAK:
            report.verbs.update(speak(game))
        option = rng.choice(decision.options)
        if curious and rng.random() < CURIOUS:
            option = curious_option(game, decision, rng, report.marks)
        mark_choice(game, decision, option, report.marks)
        play_option(game, decision, option, rng.random() < TRY_ALL)
        game.system.check(game.state)
    mark_events(game.log, report.marks)
    report.marks.update(f"procedure:{name}" for name in report.procedures)
    assert game.over, f"no end after {MOST_DECISIONS} decisions"
    speak(game)
    again = registry.load(registry.save(game))
    assert again.state.digest() == game.state.digest(), "the save does not replay"


def play_option(game: Game, decision: Decision, option: int, undo_too: bool) -> None:
    before = game.state.digest()
    game.play(option, decision.seat)
    if undo_too and game.can_undo():
        game.undo()
        assert game.state.digest() == before, "undo does not restore the state"
        game.play(option, decision.seat)


def curious_option(game: Game, decision: Decision, rng: random.Random, marks: set[str]) -> int:
    """By what is said of it, so that what is offered seldom is tried too; what was not done in this game goes first."""
    by_label: dict[str, list[int]] = {}
    for choice in game.system.prompt(game.state, decision).choices:
        by_label.setdefault(choice.label.key, []).append(choice.id)
    fresh = sorted(label for label in by_label if label not in marks)
    return rng.choice(by_label[rng.choice(fresh or sorted(by_label))])


def mark_choice(game: Game, decision: Decision, option: int, marks: set[str]) -> None:
    """What the system's features are told by, before the choice is played (see System.features)."""
    if not game.system.features():
        return
    choice = game.system.choice(game.state, decision, option)
    marks.update((f"verb:{choice.verb}", choice.label.key, choice.rule))
    if len(game.history) % LOOK == 0:
        marks.update(game.system.in_play(game.state))


def mark_events(events: list[Event], marks: set[str]) -> None:
    for event in events:
        marks.update((f"event:{event.kind}", event.rule))
        marks.update(line.rule for line in event.lines)
        marks.update(f"{event.kind}:{value}" for value in event.args.values() if str(value).startswith("@"))


def unused(system: System, marks: set[str]) -> dict[str, list[str]]:
    """By group: the features that no mark of a run shows."""
    found = {}
    for group, features in system.features().items():
        missing = [name for name, signs in features.items() if not any(shows(sign, marks) for sign in signs)]
        if missing:
            found[group] = missing
    return found


def shows(sign: str, marks: set[str]) -> bool:
    """A sign that ends in a dot stands for every mark that begins so: "hon.abil.mg." for all its clauses."""
    return any(mark.startswith(sign) for mark in marks) if sign.endswith(".") else sign in marks


def try_all(game: Game, rng: random.Random) -> None:
    """Every option works on a copy, and leaves the original alone (a forward-model test)."""
    before = game.state.digest()
    for decision in game.decisions:
        for option in decision.options:
            copy = game.clone()
            assert copy.state.digest() == before, "a copy differs from its original"
            copy.play(option, decision.seat)
            if not copy.over:
                game.system.check(copy.state)
        if decision.region is not None:
            point = decision.region.sample(rng)
            assert decision.allows(point), "the region samples a point it does not contain"
            game.clone().play(point, decision.seat)
    assert game.state.digest() == before, "playing on a copy changed the original"


def speak(game: Game) -> set[str]:
    """Put everything every seat sees into words, in both languages; returns the verbs offered."""
    books = [catalogue(game.system.package, language) for language in LANGUAGES]
    seats = range(-1, len(game.view(-1).seats))
    verbs: set[str] = set()
    for seat in seats:
        position = game.view(seat)
        prompt = game.prompt(seat) if seat >= 0 else None
        for book in books:
            say_all(book, position)
            if prompt is not None:
                say_all(book, prompt)
            for event in game.events_for(seat)[-40:]:
                book.say(f"event.{event.kind}", event.args)
                for line in event.lines:
                    book.say(line.label)
        if prompt is not None:
            verbs.update(choice.verb for choice in prompt.choices)
            speak_odds(game, prompt, books)
    return verbs


def speak_odds(game: Game, prompt: Prompt, books: list[Catalogue]) -> None:
    for choice in prompt.choices[:20]:
        forecast = game.forecast(choice.id, prompt.seat)
        if forecast is None:
            continue
        for subject, odds in forecast.odds.items():
            assert abs(sum(odds.values()) - 1.0) < 1e-9, f"the odds of {subject} do not add up to 1"
        for book in books:
            for line in forecast.lines:
                book.say(line.label)
            for subject, odds in forecast.odds.items():
                say_odds(book, subject, odds)


def say_odds(book: Catalogue, subject: str, odds: dict[str, float]) -> None:
    """Subjects are pieces ("unit:3") or have words of their own; outcomes are numbers or have words."""
    if ":" not in subject:
        book.word("subject", subject)
    for label in odds:
        book.word("outcome", label)


def say_all(book: Catalogue, message: object) -> None:
    """Render every Text inside a message."""
    for key, args in texts(msgspec.to_builtins(message)):
        book.say(key, args)


def texts(tree: object) -> Iterator[tuple[str, dict[str, int | str]]]:
    if isinstance(tree, dict):
        if "key" in tree and set(tree) <= {"key", "args"}:
            yield tree["key"], tree.get("args", {})
        else:
            for value in tree.values():
                yield from texts(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from texts(value)


def jobs(systems: list[str], games: int, seed: int, drawn: bool = False, only: list[str] | None = None) -> list[Job]:
    """The games spread evenly over all scenarios, or over those named; `drawn`: curious, game options at random."""
    scenarios = registry.pairs(systems, only)
    found: list[Job] = []
    for number in range(games):
        system, scenario = scenarios[number % len(scenarios)]
        its_seed = seed + number // len(scenarios)
        rng = random.Random(f"{scenario} {its_seed}")
        options = registry.system(system).draw_options(scenario, rng) if drawn else {}
        found.append((system, scenario, its_seed, options, drawn))
    return found


def run(work: list[Job], workers: int) -> Iterator[Report]:
    if workers == 1:
        for job in work:
            yield play(*job)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, *zip(*work, strict=True), chunksize=1)


def keep_failure(report: Report, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{report.system}-{report.scenario.replace('/', '-')}-{report.seed}.json"
    path.write_bytes(report.save)
    return path
