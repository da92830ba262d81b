"""The commands that weigh things up, as a user types them."""

from __future__ import annotations

from pathlib import Path

import bocage
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
    assert "--system" in run("simulate", "nowhere", code=2).stderr
    assert "at least one game" in run("simulate", "lesson_shooting", "--games", "0", code=2).stderr
    assert "no bot 'martian'" in run("play", "lnlt", "boh/first-contact", "--seat", "martian", code=2).stderr


def test_balance_tells_and_draws(tmp_path: Path) -> None:
    page = tmp_path / "balance.html"
    found = data("balance", "lesson_shooting", "--games", "2", "--workers", "1", "--html", str(page))
    assert 0 <= found["share"] <= 1
    assert any(change["name"] == "turns +1" for change in found["changes"])
    assert "<svg" in page.read_text("utf-8")
    french = run("balance", "lesson_shooting", "--games", "2", "--no-changes", "--lang", "fr").stdout
    assert "parties" in french


def test_tuning_writes_a_scenario_that_is_valid(tmp_path: Path) -> None:
    path = tmp_path / "tuned.yaml"
    run("balance", "lesson_shooting", "--games", "2", "--workers", "1", "--tune", "--write", str(path))
    assert run("validate", str(path), "--system", "disposable").stdout.startswith("ok")


def test_advice_and_odds_of_a_save(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(bocage.save(advanced("lnlt", 3, 30)))
    assert 1 <= len(data("advise", str(path))) <= 3
    assert run("advise", str(path), "--lang", "fr").stdout.startswith("1. ")
    rows = data("odds", str(path))
    assert all({"choice", "verb", "odds"} <= set(row) for row in rows)
