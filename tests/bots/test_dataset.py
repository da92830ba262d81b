"""Tables of decisions: what is in them, and that they hold nothing a seat could not know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from bocage import registry
from cli.command import run


def lines(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    head, *rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return head["outline"], rows


def few(scenario: str, path: Path, *more: str) -> str:
    settings = ("--games", "2", "--bots", "random,random", "--workers", "1")
    return run("dataset", scenario, str(path), *settings, *more).stdout


def test_every_decision_of_a_game_is_a_row(tmp_path: Path) -> None:
    told = few("godsend", tmp_path / "games.jsonl")
    outline, rows = lines(tmp_path / "games.jsonl")
    assert f"{len(rows)} decisions of 2 games" in told
    width = len(outline["piece"])
    for row in rows:
        assert row["chosen"] in row["options"]
        assert len(row["world"]) == len(outline["world"])
        assert len(row["pieces"]) % width == 0
        assert outline["verbs"][row["chosen"] & 511] == row["verb"]
    again = registry.new("normandie", "godsend", rows[0]["seed"])
    for row in [row for row in rows if row["game"] == 0]:
        again.play(row["chosen"], row["seat"])
    assert again.over
    assert {row["result"] for row in rows if row["game"] == 0 and row["seat"] == again.result} <= {1}


def test_the_same_table_comes_as_parquet(tmp_path: Path) -> None:
    few("boh/first-contact", tmp_path / "games.jsonl", "--odds")
    few("boh/first-contact", tmp_path / "games.parquet", "--odds")
    outline, rows = lines(tmp_path / "games.jsonl")
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert table.to_pylist() == rows
    assert json.loads(table.schema.metadata[b"bocage"]) == outline
    told = [json.loads(row["odds"]) for row in rows]
    sums = [sum(chances.values()) for odds in told for chances in odds.values()]
    assert sums
    assert all(total == pytest.approx(1) for total in sums)


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    told = run("dataset", "godsend", str(tmp_path / "games.csv"), code=2)
    assert "name it .jsonl or .parquet" in told.stderr
