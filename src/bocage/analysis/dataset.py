"""Games as tables for learning programs: a row for every decision, with what the seat knew and what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bocage import registry
from bocage.analysis.match import Result, Run, SimulationError, camps_of
from bocage.kernel import Observation
from bocage.kernel.game import Game

BATCH = 2000  # rows that are written at once


def rows(run: Run, result: Result, odds: bool) -> Iterator[dict[str, Any]]:
    """A game that was played, once more: before each choice what its seat could know, the options and the choice."""
    game = registry.new(run.system, run.scenario, result.seed, run.options, recording=False)
    camps = camps_of(game.view(-1))
    seen = Observation()
    for number, (seat, option) in enumerate(result.choices):
        decision = game.pending(seat)
        game.system.observe(game.state, seat, seen)
        won = 0 if result.winner < 0 else 1 if camps[seat] == result.winner else -1
        row: dict[str, Any] = {
            "game": result.number, "seed": result.seed, "decision": number, "seat": seat,
            "kind": decision.kind.name, "verb": game.system.acts.of(option).name, "options": decision.options[:],
            "chosen": option, "world": seen.world, "pieces": seen.pieces, "masks": [hex(mask) for mask in seen.masks],
            "result": won,
        }  # fmt: skip
        if odds:
            row["odds"] = json.dumps(chances(game, option, seat))
        yield row
        game.play(option, seat)


def chances(game: Game, option: int, seat: int) -> dict[str, dict[str, float]]:
    """What the choice may lead to at once; nothing where no die is rolled."""
    forecast = game.forecast(option, seat)
    return forecast.odds if forecast is not None else {}


def outline(system: str) -> dict[str, Any]:
    """What the columns of `world`, `pieces` and `masks` are called, and the verbs by number."""
    rules = registry.system(system)
    names = rules.outline
    if names is None:
        raise SimulationError(f"{system} has no observations to write: it declares no outline")
    verbs = [verb.name for verb in rules.acts.verbs]
    return {"system": system, "rules": rules.version, "world": names.world, "piece": names.piece, "masks": names.masks,
            "verbs": verbs}  # fmt: skip


def write(path: Path, run: Run, results: Iterable[Result], odds: bool) -> int:
    """Write the rows of these games, as JSON lines or, if the name ends so, as Parquet; how many there were."""
    every = (row for result in results for row in rows(run, result, odds))
    head = outline(run.system)
    return write_parquet(path, head, every) if path.suffix == ".parquet" else write_lines(path, head, every)


def write_lines(path: Path, head: dict[str, Any], every: Iterator[dict[str, Any]]) -> int:
    """The outline first, then a line for each decision."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"outline": head}) + "\n")
        for row in every:
            file.write(json.dumps(row) + "\n")
            count += 1
    return count


def write_parquet(path: Path, head: dict[str, Any], every: Iterator[dict[str, Any]]) -> int:
    """The outline is in the metadata of the file, under "bocage"."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SimulationError(
            "Parquet needs pyarrow (pip install 'bocage[simulate]'); or name the file .jsonl"
        ) from None
    count = 0
    writer = None
    try:
        for batch in batches(every):
            table = pyarrow.Table.from_pylist(batch)
            if writer is None:
                schema = table.schema.with_metadata({"bocage": json.dumps(head)})
                writer = pyarrow.parquet.ParquetWriter(path, schema)
            writer.write_table(table.cast(writer.schema))
            count += len(batch)
    finally:
        if writer is not None:
            writer.close()
    return count


def batches(every: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    for row in every:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
