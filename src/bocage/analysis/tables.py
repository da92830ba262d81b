"""What comes out of very many games: shares with their intervals, a table, and the games worth watching."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from bocage import registry
from bocage.analysis.match import Result, Run, SimulationError, recorded


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    p = wins / games
    middle = p + z * z / (2 * games)
    spread = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)


class Summary(msgspec.Struct):
    """Shares count a draw as half a win."""

    games: int
    draws: int
    share: float  # of the first bot
    interval: tuple[float, float]
    first_side: float  # share of the side that sits first, whichever bot plays it
    first_interval: tuple[float, float]
    as_first: float | None  # share of the first bot on each side; None where it did not play there
    as_second: float | None
    decisions: float
    turns: float


def summary(results: list[Result]) -> Summary:
    games = len(results)
    if games == 0:
        raise SimulationError("no games were played")
    wins = sum(result.won_by(0) for result in results)
    first = sum(taken(r, 0) for r in results)
    sides = [[r.won_by(0) for r in results if r.bot_of(0) == side] for side in (0, 1)]
    return Summary(
        games, sum(r.winner < 0 for r in results), wins / games, wilson(wins, games), first / games,
        wilson(first, games), mean(sides[0]), mean(sides[1]), sum(r.decisions for r in results) / games,
        sum(r.turns for r in results) / games,
    )  # fmt: skip


def mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def taken(result: Result, side: int) -> float:
    """1 if that side won, whichever bot it was; one half for a draw."""
    return 0.5 if result.winner < 0 else float(result.winner == side)


def write_table(results: list[Result], run: Run, path: Path) -> None:
    """One row per game, in their order; Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SimulationError("tables need pyarrow (pip install 'bocage[simulate]')") from None
    ordered = sorted(results, key=lambda result: result.number)
    columns: dict[str, list[Any]] = {
        "game": [r.number for r in ordered], "system": [run.system] * len(ordered),
        "scenario": [run.scenario] * len(ordered), "seed": [r.seed for r in ordered],
        "first": [r.first for r in ordered], "second": [r.second for r in ordered],
        "winner": [r.winner for r in ordered], "turns": [r.turns for r in ordered],
        "decisions": [r.decisions for r in ordered], "scores": [r.scores for r in ordered],
        "lost": [r.lost for r in ordered], "by_turn": [r.by_turn for r in ordered],
    }  # fmt: skip
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def worth_watching(results: list[Result]) -> dict[str, Result]:
    """The closest game, the longest, the one that was turned round most, and an upset, where there are such."""
    if not results:
        return {}
    found = {
        "closest": min(results, key=lambda r: (abs(r.scores[0] - r.scores[1]), r.number)),
        "longest": max(results, key=lambda r: (r.decisions, -r.number)),
    }
    turned = max(results, key=turned_by)
    if turned_by(turned) > 0:
        found["turned"] = turned
    usual = summary(results)
    upsets = [r for r in results if is_upset(r, usual)]
    if upsets:
        found["upset"] = upsets[0]
    return found


def turned_by(result: Result) -> float:
    """The greatest swing of a game that was watched; else what its winner had to catch up."""
    return abs(result.moments[0].swing) if result.moments else result.behind()


def is_upset(result: Result, usual: Summary) -> bool:
    """The better bot lost; where a bot plays itself, the better side."""
    if result.first == result.second:
        return taken(result, 0) == (0.0 if usual.first_side > 0.5 else 1.0)
    return result.won_by(0) == (0.0 if usual.share > 0.5 else 1.0)


def keep_saves(run: Run, results: list[Result], folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, result in worth_watching(results).items():
        path = folder / f"{name}.json"
        path.write_bytes(registry.save(recorded(run, result)))
        paths.append(path)
    return paths
