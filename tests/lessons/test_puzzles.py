"""Every shipped puzzle stands under the engine of today: it can be solved, and its solution is clearly the best."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bocage import registry
from bocage.analysis.puzzling import find_puzzles, is_clear
from bocage.bots import bot
from bocage.checks.rehearsal import Rehearsal, as_wanted
from bocage.cli.main import build_app
from bocage.content import ContentError, load_yaml
from bocage.files import check
from bocage.kernel.system import LESSON, POSITION
from bocage.lessons import PUZZLE, Coach, Ground, Puzzle, course
from bocage.lessons.shelf import alone

PUZZLES = [(system, name) for system in registry.installed() for name in course(system).puzzles]
GROUNDS = [
    (system, path)
    for system, one in registry.systems().items()
    for path in (one.package / PUZZLE / "grounds").iterdir()
]
LEAST = 8  # of each system
each_puzzle = pytest.mark.parametrize(("system", "name"), PUZZLES)


def begin(system: str, puzzle: Puzzle) -> Rehearsal:
    owner = registry.system(system)
    state, names = owner.drill_position(puzzle.position)
    state.recording = False
    return Rehearsal(owner, state, names)


@pytest.mark.parametrize("system", registry.installed())
def test_there_are_enough_for_each_system(system: str) -> None:
    found = course(system).puzzles.values()
    assert len(found) >= LEAST
    assert len({str(puzzle.position) for puzzle in found}) == len(found)
    assert {puzzle.seat for puzzle in found} == {0, 1}, "both sides are to be played"


@each_puzzle
def test_the_solution_is_clearly_the_best_of_several(system: str, name: str) -> None:
    puzzle = course(system).puzzles[name]
    rehearsal = begin(system, puzzle)
    for wanted in puzzle.best:
        decision, option = rehearsal.find(as_wanted(wanted))
        ranked = bot("doctrine", random.Random(1)).rank(rehearsal.game, decision.seat)
        assert decision.seat == puzzle.seat
        assert ranked[0].option == option
        assert is_clear(ranked)
        rehearsal.game.play(option, decision.seat)
        while (forced := alone(rehearsal, puzzle.seat)) is not None:
            rehearsal.game.play(forced, puzzle.seat)


@each_puzzle
def test_the_coach_takes_the_solution_and_nothing_else(system: str, name: str) -> None:
    puzzle, lesson = course(system).puzzles[name], course(system).find(name)
    assert lesson is not None
    coach = Coach(registry.system(system), lesson)
    rehearsal = coach.rehearse()
    decision, option = rehearsal.find(as_wanted(puzzle.best[0]))
    assert coach.look([(decision.seat, option)]).step == 1
    others = [other for other in decision.options if other != option]
    assert len(others) >= 1
    assert all(coach.look([(decision.seat, other)]).erred for other in others)
    game = registry.new(system, LESSON + name, 0, {POSITION: puzzle.position})
    assert game.pending(puzzle.seat).options == decision.options


@each_puzzle
def test_a_puzzle_is_told_in_both_languages(system: str, name: str) -> None:
    puzzle = course(system).puzzles[name]
    for said in (puzzle.title, puzzle.about):
        assert said.en.strip()
        assert said.fr.strip()


@pytest.mark.parametrize(("system", "path"), GROUNDS)
def test_games_can_begin_on_every_ground(system: str, path: Path) -> None:
    assert check(path) == []
    ground = load_yaml(path, Ground)
    state, _ = registry.system(system).drill_position(ground.position)
    assert state.pending


def test_puzzles_are_found_in_games() -> None:
    """The same seed finds the same ones; the book alone is asked, for the search takes its time."""
    system = registry.system("disposable")
    ground = load_yaml(system.package / PUZZLE / "grounds" / "copse.yaml", Ground)
    once, again = (list(find_puzzles(system, ground, 1, nodes=0)) for _ in range(2))
    assert once
    assert once == again
    assert all(found.lead > 0 and found.options > 1 for found in once)


def test_the_command_writes_what_can_be_read(tmp_path: Path) -> None:
    ground = registry.system("disposable").package / PUZZLE / "grounds" / "copse.yaml"
    folder = tmp_path / "disposable" / "puzzles"
    arguments = ["puzzles", str(ground), "--games", "2", "--most", "2", "--nodes", "0", "--out", str(folder)]
    told = CliRunner().invoke(build_app(arguments), arguments)
    assert told.exit_code == 0, told.output
    written = sorted(folder.glob("*.yaml"))
    assert len(written) == 2
    assert all(check(path, "disposable") == [] for path in written)


def test_a_puzzle_whose_solution_is_not_offered_is_refused(tmp_path: Path) -> None:
    name, puzzle = next(iter(course("disposable").puzzles.items()))
    read = registry.system("disposable").package / f"{name}.yaml"
    wrong = tmp_path / "puzzles" / "01-wrong.yaml"
    wrong.parent.mkdir()
    head = read.read_text(encoding="utf-8").partition("best:")[0]
    wrong.write_text(head + "best: [{verb: fly}]\nseat: " + str(puzzle.seat) + "\n", encoding="utf-8")
    with pytest.raises(ContentError, match="fly"):
        check(wrong, "disposable")
