"""Terrain boards laid edge to edge (hon.box.boards.1), at random for free battles."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import msgspec

from bocage.content import Faults, WrongContent, known, load_yaml, settle
from bocage.systems.normandie.content.plans import terrains
from bocage.systems.normandie.content.records import DATA, Record

SIZE = 7


class BoardRecord(Record):
    id: str  # its name and face, such as C1_A
    rows: list[str]  # seven rows of seven signs of terrain


class Boards(msgspec.Struct, forbid_unknown_fields=True):
    boards: list[BoardRecord]  # both faces of every board


# Both faces of every board; C1_A and C1_B are one piece of cardboard.
boards = cache(lambda: {record.id: record.rows for record in load_yaml(DATA / "boards.yaml", Boards).boards})


def check_boards(path: Path) -> None:
    """Every board is a square of known terrain."""
    faults = Faults()
    for number, board in enumerate(load_yaml(path, Boards).boards):
        with faults:
            if len(board.rows) != SIZE:
                raise WrongContent(f"boards[{number}].rows", f"a board has {SIZE} rows, not {len(board.rows)}")
        for r, row in enumerate(board.rows):
            field = f"boards[{number}].rows[{r}]"
            with faults:
                if len(row) != SIZE:
                    raise WrongContent(field, f"a row has {SIZE} spaces, not {len(row)}")
                for sign in row:
                    known("terrain", sign, terrains(), field)
    settle(faults, path)


def turned(rows: list[str], quarters: int) -> list[str]:
    """A board turned clockwise by so many quarters."""
    for _ in range(quarters):
        rows = ["".join(row[col] for row in reversed(rows)) for col in range(len(rows[0]))]
    return rows


def laid(names: list[list[str]], quarters: list[list[int]]) -> list[str]:
    """One map of boards in rows and columns."""
    found: list[str] = []
    for line, turns in zip(names, quarters, strict=True):
        parts = [turned(boards()[name], turn) for name, turn in zip(line, turns, strict=True)]
        found += ["".join(part[row] for part in parts) for row in range(SIZE)]
    return found


def random_map(rng: random.Random, rows: int, cols: int) -> list[str]:
    """Different boards, either face up, turned any way."""
    pieces = sorted({name.split("_")[0] for name in boards()})
    drawn = rng.sample(pieces, rows * cols)
    faces = [f"{piece}_{rng.choice('AB')}" for piece in drawn]
    turns = [rng.randrange(4) for _ in faces]
    lines = range(0, rows * cols, cols)
    return laid([faces[at : at + cols] for at in lines], [turns[at : at + cols] for at in lines])
