"""What was broken on purpose, and whether a test noticed: the record that `make prove` writes.

A clause is proved when breaking the code that plays it, or a datum that states it, makes a test fail that names it. The
record holds a fingerprint of what was broken: where the code has changed since, the proof is to be made again.
"""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

import bocage
from bocage.content import content_hash

PACKAGE = Path(bocage.__file__).resolve().parent
RECORD = Path(__file__).parent / "broken.json"


class Break(NamedTuple):
    """One line of a function (or of a table at the top of a module, or of a data file) and what it was turned into."""

    file: str  # below the package
    name: str  # the function, with its class; the table; nothing in a data file
    at: int  # lines below the first of it; no matter in a data file
    old: str  # without indentation
    new: str


class Trial(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it went with one clause."""

    print: str  # of everything that was broken
    proof: Break | None = None
    by: str = ""  # the test that noticed it
    near: str = ""  # how near the clause is cited; "rare" where nothing cites it and its tests alone run the line
    reason: str = ""  # why the clause is not proved
    unnoticed: list[Break] = []

    @property
    def breaks(self) -> list[Break]:
        return [*self.unnoticed, *([self.proof] if self.proof else [])]


Record = dict[str, Trial]  # by clause


def read(path: Path = RECORD) -> Record:
    return msgspec.json.decode(path.read_bytes(), type=Record) if path.is_file() else {}


def write(record: Record, path: Path = RECORD) -> None:
    """One clause a line, sorted; what was there stays whole if this is interrupted."""
    lines = [
        f"{json.dumps(id_)}: {json.dumps(msgspec.to_builtins(trial), ensure_ascii=False)}"
        for id_, trial in sorted(record.items())
    ]
    scratch = path.with_suffix(".new")
    scratch.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    scratch.replace(path)


def fingerprint(breaks: list[Break], tests: list[str]) -> str:
    """Of the functions that were broken; and of the tests, where they noticed nothing and others may."""
    texts = sorted({_text(one) for one in breaks})
    return content_hash("\n".join([*texts, *sorted(tests)]).encode())


def holds(trial: Trial, tests: list[str]) -> bool:
    """Whether what was broken still stands as it did, and the tests that did not notice are still all there are."""
    return trial.print == fingerprint(trial.breaks, [] if trial.proof else tests)


def _text(one: Break) -> str:
    lines = lines_of(PACKAGE / one.file)
    if not one.name:
        return one.old if one.old in map(str.strip, lines) else ""
    first, last = spans(PACKAGE / one.file).get(one.name, (1, 0))
    return "\n".join(lines[first - 1 : last])


@cache
def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.is_file() else []


@cache
def spans(path: Path) -> dict[str, tuple[int, int]]:
    """First and last line of every function, method and table of a module."""
    found: dict[str, tuple[int, int]] = {}
    for node in ast.parse("\n".join(lines_of(path))).body:
        found |= {name: _lines(node) for name in names(node)}
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    found[f"{node.name}.{inner.name}"] = _lines(inner)
    return found


def names(node: ast.stmt) -> list[str]:
    """What a statement at the top of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _lines(node: ast.stmt) -> tuple[int, int]:
    return node.lineno, node.end_lineno or node.lineno


def line_of(one: Break) -> int:
    """Where the line stands now, from 1; 0 where it is gone."""
    lines = lines_of(PACKAGE / one.file)
    if not one.name:
        return next((number for number, line in enumerate(lines, 1) if line.strip() == one.old), 0)
    line = spans(PACKAGE / one.file).get(one.name, (0, 0))[0] + one.at
    return line if 0 < line <= len(lines) and lines[line - 1].strip() == one.old else 0
