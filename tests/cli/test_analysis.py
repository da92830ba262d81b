"""The commands that weigh things up, as a user types them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

import bocage
from bocage.analysis import balance, simulate
from cli.command import data, run
from walks import advanced


def test_every_command_has_help() -> None:
    overview = run("--help").stdout
    for command in ("simulate", "balance", "ladder", "odds", "advise"):
        assert command in overview


def test_simulate_writes_table_and_saves(tmp_path: Path) -> None:
    args = ("simulate", "lesson_shooting", "--games", "4", "--bots", "doctrine,random", "--out", str(tmp_path))
    found = data(*args)
    assert found["games"] == 4
    assert (tmp_path / "games.parquet").exists()
    assert list((tmp_path / "saves").glob("*.json"))
    assert data(*args) == found  # nothing is played again, the same comes out
    assert "doctrine" in run(*args).stdout


def test_bad_input_is_refused_with_a_reason() -> None:
    assert "no bot 'nobody'" in run("simulate", "lesson_shooting", "--bots", "nobody,random", code=2).stderr
    assert "two bots" in run("simulate", "lesson_shooting", "--bots", "random", code=2).stderr
    assert "no scenario 'nowhere' in any system" in run("simulate", "nowhere", code=2).stderr
    assert "at least one game" in run("simulate", "lesson_shooting", "--games", "0", code=2).stderr
    assert "no bot 'martian'" in run("play", "lnlt", "boh/first-contact", "--seat", "martian", code=2).stderr


BALANCE = ("balance", "lesson_shooting", "--games", "2", "--workers", "1")


def test_balance_tells_and_draws(tmp_path: Path) -> None:
    page = tmp_path / "balance.html"
    found = data(*BALANCE, "--html", str(page))
    assert 0 <= found["share"] <= 1
    assert any(change["name"] == "turns +1" for change in found["changes"])
    assert "<svg" in page.read_text("utf-8")


def test_a_balance_is_told_in_french() -> None:
    told = run(*BALANCE, "--lang", "fr").stdout
    assert "parties" in told
    assert "5 tours au lieu de 4" in told
    assert "Moments décisifs" in told
    assert not re.search(r"turns|without|Turning|Change\b", told)


def test_a_balance_of_four_players_is_told_by_side(tmp_path: Path) -> None:
    page = tmp_path / "four.html"
    four = ("balance", "crossroads", "--system", "normandie", "--games", "1", "--workers", "1", "--no-changes")
    told = run(*four, "--html", str(page)).stdout
    for side in ("First American and Second American", "First German and Second German"):
        assert side in told
        assert side in page.read_text("utf-8")


def test_the_games_that_were_turned_are_kept(tmp_path: Path) -> None:
    told = run(*BALANCE, "--no-changes", "--out", str(tmp_path)).stdout
    commands = re.findall(r"bocage (replay \S+ --upto \d+)", told)
    assert len(commands) == told.count("(seed ") > 0
    assert "choices replayed" in run(*commands[0].split()).stdout


def test_tuning_writes_a_scenario_that_is_valid(tmp_path: Path) -> None:
    path = tmp_path / "tuned.yaml"
    told = run(*BALANCE, "--tune", "--write", str(path), "--out", str(tmp_path / "runs")).stdout
    assert "in 2 games on fresh seeds" in told
    assert str(path) in told
    assert run("validate", str(path), "--system", "disposable").stdout.startswith("ok")
    assert "games: 2, bot: doctrine" in path.read_text("utf-8")
    assert list((tmp_path / "runs").glob("fresh-*/*/games.jsonl"))


@pytest.mark.parametrize(
    ("outcome", "english", "french"),
    [
        ("even", "Nothing to change: 60.0% for US Army", "Rien à changer"),
        ("unreached", "was not reached", "n'est pas atteint"),
        ("unconfirmed", "was not confirmed", "n'est pas confirmé"),
    ],
)
def test_tuning_says_whether_even_was_reached(
    outcome: Literal["even", "unreached", "unconfirmed"], english: str, french: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tuned = balance.Tuned([], [], outcome, 0.7, 0.6, (0.5, 0.8), 40, "")
    monkeypatch.setattr(balance, "tune", lambda job: tuned)
    assert english in run(*BALANCE, "--tune").stdout
    assert french in run(*BALANCE, "--tune", "--lang", "fr").stdout
    assert data(*BALANCE, "--tune")["outcome"] == outcome


def test_tuning_never_calls_even_what_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "WANTED", -1.0)
    monkeypatch.setattr(balance, "STEPS", 1)
    assert data(*BALANCE, "--tune")["outcome"] == "unreached"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--tune", "--html", "x.html"), "--html: --tune draws no page"),
        (("--tune", "--no-changes"), "--no-changes"),
        (("--html", "FOLDER/none/x.html"), "--html: FOLDER/none/x.html: No such file or directory"),
        (("--html", "FOLDER"), "--html: FOLDER: Is a directory"),
        (("--tune", "--write", "FOLDER/none/x.yaml"), "--write: FOLDER/none/x.yaml: No such file or directory"),
        (("--html", "FOLDER/x.html", "--bot", "nobody"), "no bot 'nobody'"),
        (("--out", "FOLDER/file/deeper"), "--out: FOLDER/file/deeper: Not a directory"),
    ],
)
def test_what_cannot_be_done_is_refused_before_a_game_is_played(
    args: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(simulate, "play", None)
    done = run(*BALANCE, *(arg.replace("FOLDER", str(tmp_path)) for arg in args), code=2)
    assert message.replace("FOLDER", str(tmp_path)) in done.stderr
    assert done.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_advice_and_odds_of_a_save(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(bocage.save(advanced("lnlt", 3, 30)))
    assert 1 <= len(data("advise", str(path))) <= 3
    assert run("advise", str(path), "--lang", "fr").stdout.startswith("1. ")
    rows = data("odds", str(path))
    assert all({"choice", "verb", "odds"} <= set(row) for row in rows)


def test_what_was_measured_is_written_into_the_scenario(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    shipped = (bocage.system("disposable").package / "data/scenarios/lesson_shooting.yaml").read_text("utf-8")
    bare = re.sub(r"^measured:.*\n", "", shipped, flags=re.MULTILINE)
    path.write_text(bare, "utf-8")
    run("balance", str(path), "--system", "disposable", "--no-changes", *BALANCE[2:], "--write", str(path))
    written = path.read_text("utf-8")
    assert re.search(r"^measured: \{first: \d+, games: 2, bot: doctrine", written, re.MULTILINE)
    assert re.sub(r"^measured:.*\n", "", written, flags=re.MULTILINE) == bare, "the rest stays as it was"
