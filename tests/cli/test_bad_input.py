"""Input that makes no sense: refused with exit code 2 and the reason, never a traceback or silently something else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import bocage
from bocage.analysis import match, simulate
from cli.command import data, run
from walks import advanced

LESSON = "lesson_shooting"
FEW = ("--system", "disposable", "--scenario", LESSON)


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("saves") / "game.json"
    path.write_bytes(bocage.save(advanced("disposable", 2, 12)))
    return str(path)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> str:
    run_ = match.Run("disposable", LESSON, 1, ("random", "random"))
    path = tmp_path_factory.mktemp("saves") / "over.json"
    path.write_bytes(bocage.save(match.recorded(run_, simulate.play(run_, 0))))
    return str(path)


OUT_OF_RANGE = [
    ("bench", *FEW, "--seconds", "0"),
    ("bench", *FEW, "--seconds", "-1"),
    ("bench", *FEW, "--seconds", "nan"),
    ("bench", *FEW, "--seconds", "inf"),
    ("bench", *FEW, "--takes", "0"),
    ("fuzz", *FEW, "--games", "0"),
    ("fuzz", *FEW, "--games", "-1"),
    ("fuzz", *FEW, "--workers", "-1"),
    ("fuzz", *FEW, "--seed", "-1"),
    ("serve", "--port", "99999"),
    ("serve", "--port", "-1"),
    ("simulate", LESSON, "--workers", "-3"),
    ("simulate", LESSON, "--seed", "100000000000000000000000000"),
    ("ladder", "--games", "0"),
    ("balance", LESSON, "--games", "0"),
    ("play", "disposable", LESSON, "--seed", str(2**53)),
    ("replay", "SAVE", "--upto", "-5"),
    ("odds", "SAVE", "--upto", "-5"),
    ("advise", "SAVE", "--upto", "-5"),
    ("replay", "SAVE", "--seat", "-9"),
    ("replay", "SAVE", "--seat", "77"),
]


@pytest.mark.parametrize("args", OUT_OF_RANGE, ids=" ".join)
def test_a_number_out_of_its_range_is_refused(args: tuple[str, ...], unfinished: str) -> None:
    option = [word for word in args if word.startswith("--")][-1]
    done = run(*(unfinished if word == "SAVE" else word for word in args), code=2)
    assert option in done.stderr
    assert done.stdout == ""


def test_help_shows_the_range() -> None:
    assert "0<=x<=65535" in run("serve", "--help").stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("bench", "--scenario", "nope"), "no scenario 'nope'"),
        (("fuzz", "--scenario", LESSON, "--scenario", "nope"), "no scenario 'nope'"),
        (("fuzz", "--system", "lnlt", "--scenario", LESSON), f"no scenario '{LESSON}' in lnlt"),
        (("simulate", LESSON, "--bots", "random,search:seconds=nan"), "'nan' is no number"),
        (("simulate", LESSON, "--bots", "random,search:nodes=inf"), "'inf' is no number"),
        (("simulate", LESSON, "--ray", "127.0.0.1:x"), "'127.0.0.1:x'"),
        (("play", "disposable", "open_field", "--option", "points=²"), "points"),
        (("play", "disposable", "open_field", "--option", f"points={'9' * 5000}"), "points"),
        (("odds", "SAVE", "--path", "nonsense places"), "path: 'nonsense' is no place"),
        (("odds", "SAVE", "--path", "12,8 12,9999"), "path: '12,9999' is no place"),
        (("odds", "SAVE", "--path", "12,nan"), "path: '12,nan' is no place"),
        (("odds", "SAVE", "--choose", "²"), "'²' fits 0 choices"),
        (("odds", "OVER"), "the game is over"),
        (("advise", "OVER"), "the game is over"),
    ],
)
def test_what_makes_no_sense_is_refused(args: tuple[str, ...], message: str, unfinished: str, finished: str) -> None:
    files = {"SAVE": unfinished, "OVER": finished}
    done = run(*(files.get(word, word) for word in args), code=2)
    assert message in done.stderr
    assert done.stdout == ""
    for word in args:
        assert files.get(word, "") in done.stderr


def test_a_place_of_the_board_is_no_nonsense(unfinished: str, tmp_path: Path) -> None:
    assert "stopped" in data("odds", unfinished, "--path", "12,8")
    path = tmp_path / "hexes.json"
    path.write_bytes(bocage.save(advanced("lnlt", 3, 30)))
    assert "stopped" in data("odds", str(path), "--path", "e5-E6")
    assert "'Z99' is no place" in run("odds", str(path), "--path", "E5 Z99", code=2).stderr


@pytest.mark.parametrize("command", ["replay", "validate", "odds", "advise"])
def test_a_save_nested_too_deeply_is_named(command: str, unfinished: str, tmp_path: Path) -> None:
    deep = b'"options": {"a": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"
    path = tmp_path / "deep.json"
    path.write_bytes(Path(unfinished).read_bytes().replace(b'"options": {}', deep))
    for args in ((command, str(path)), ("play", "disposable", LESSON, "--load", str(path))):
        done = run(*args, code=2)
        assert f"{path}: nested too deeply" in done.stderr
        assert done.stderr.count("\n") == 1


def test_random_games_and_what_they_never_used_are_one_document() -> None:
    args = ("fuzz", "--system", "normandie", "--scenario", "godsend", "--games", "1", "--workers", "1")
    found = data(*args, "--usage")
    assert set(found) == {"games", "usage"}
    assert [row["scenario"] for row in found["games"]] == ["godsend"]
    assert all(set(row) == {"system", "group", "of", "unused"} for row in found["usage"])
    assert found["usage"]


@pytest.mark.parametrize("command", ["drill", "replay"])
def test_a_reader_who_has_seen_enough_hears_no_complaint(command: str, finished: str) -> None:
    words = [
        sys.executable,
        "-m",
        "bocage",
        command,
        *([finished] if command == "replay" else ["--system", "disposable"]),
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        assert writer.stdout.read(1)
        writer.stdout.close()
        assert writer.stderr.read() == b""


# ---- drills


HEAD = "system: disposable\nid: mine\nexpect: {over: false}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {id: x, system: disposable, expected: {a: 1}}", ":1: [0].expected: unknown field: did you mean 'expect'?"),
        ("- {id: x, system: disposable, rules: 5}", ":1: [0].rules: expected `array`"),
        ("- {system: disposable, expect: {over: true}}", ":1: [0]: object missing required field `id`"),
        ("- {id: x, system: lnlt, unreached: why}\n- {id: y, system: lnlt, position: 5}", ":2: [1].position: expected"),
        (HEAD + "position: {units: {a: {unit: us_pc, at: [x, 1]}}}", ":4: position.units.a.at[0]: expected `float`"),
        (HEAD + "position: {units: {a: {unit: us_pc, at: [.inf, 1]}}}", ":4: position.units.a.at"),
        (HEAD + "position: {units: {a: {unit: us_pcc, at: [9, 1]}}}", "unknown unit 'us_pcc': did you mean 'us_pc'?"),
        (HEAD + "position: {units: {}, objectives: [{id: a, at: [1, 1], radius: .inf, vp: 1}]}", ":4: position"),
        (HEAD + "position: {units: {a: {unit: us_pc, at: [9, 9], zone: 1}}}", ":4: position.units.a.zone: unknown"),
    ],
)
def test_a_malformed_drill_is_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, "utf-8")
    done = run("drill", str(path), code=1)
    assert "failed " in done.stdout
    assert message in done.stdout
    assert "crashed" not in done.stdout


@pytest.mark.parametrize("command", ["drill", "odds"])
def test_a_file_that_is_no_text_is_named(command: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(b"id: \x9d\xff")
    assert f"{path}: not UTF-8 text" in run(command, str(path), code=2).stderr


@pytest.mark.parametrize(
    ("there", "instead", "reason"),
    [
        ("refused:", "refuse:", "expect.refuse: unknown field: did you mean 'refused'?"),
        ("verb: ", "verbs: ", "verbs: unknown field: did you mean 'verb'?"),
    ],
)
def test_a_step_that_cannot_be_read_fails(there: str, instead: str, reason: str, tmp_path: Path) -> None:
    drills = (bocage.system("lnlt").package / "drills").glob("*.yaml")
    good = next(text for text in (path.read_text("utf-8") for path in sorted(drills)) if "\n      refused:" in text)
    path = tmp_path / "mine.yaml"
    path.write_text(good.replace(there, instead, 1), "utf-8")
    assert reason in run("drill", str(path), code=1).stdout
