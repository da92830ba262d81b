"""Break rules on purpose, one at a time, and see that the tests naming their clauses fail.

    python tools/break_rules.py --system lnlt --count 40 --seed 1

A sample of small changes (a number, a comparison, a `not`, an `and`) in functions of a system's rules that cite
clauses; for each, in a copy of the sources, only the tests that name those clauses run. A change that they do not
notice is printed as it stands: either the tests are too thin, or the clause is cited too far from its code.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bocage.coverage import Proofs, collect
from bocage.rulebook import rulebook

TOP = Path(__file__).resolve().parent.parent
SOURCE = TOP / "src"
TIMEOUT = 300  # seconds for the tests of one clause
MOST_TESTS = 40  # of those that name the clauses of one change

OPERATORS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}


class Change(NamedTuple):
    """Columns count bytes, as in `ast`."""

    path: Path
    line: int
    start: int
    end: int
    new: str
    clauses: list[str]


def changes(path: Path, known: set[str]) -> Iterator[Change]:
    """Every small change in functions of this file that cite clauses."""
    text = path.read_text()
    lines = text.splitlines()
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef) or function.name in ("copy", "data", "__init__"):
            continue
        body = "\n".join(lines[function.lineno - 1 : function.end_lineno])
        whole = cited(body, known)
        for node in ast.walk(function):
            change = change_of(node, lines)
            if change is not None:
                line, start, end, new = change
                near = cited(lines[line - 1], known) or whole
                if near:
                    yield Change(path, line, start, end, new, near)


def cited(text: str, known: set[str]) -> list[str]:
    return sorted(set(re.findall(r"[a-z]+(?:\.[A-Za-z0-9_-]+)+", text)) & known)


def change_of(node: ast.AST, lines: list[str]) -> tuple[int, int, int, str] | None:
    """Line, columns and new text."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        if not is_bookkeeping(node):
            return between(node.left, node.comparators[0], lines, OPERATORS.get(type(node.ops[0])))
    elif isinstance(node, ast.BoolOp):
        pair = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        return between(node.values[0], node.values[1], lines, pair)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.lineno, node.col_offset, node.operand.col_offset, ""
    elif isinstance(node, ast.Constant) and type(node.value) is int and node.end_col_offset is not None:
        return node.lineno, node.col_offset, node.end_col_offset, str(node.value + 1)
    return None


def is_bookkeeping(node: ast.Compare) -> bool:
    """`self.step == 1` says how far a procedure has come, not what a rule says."""
    return isinstance(node.left, ast.Attribute) and node.left.attr in ("step", "recording")


def between(
    left: ast.expr, right: ast.expr, lines: list[str], pair: tuple[str, str] | None
) -> tuple[int, int, int, str] | None:
    if pair is None or left.end_lineno != right.lineno or left.end_col_offset is None:
        return None
    gap = lines[right.lineno - 1].encode()[left.end_col_offset : right.col_offset].decode()
    if pair[0] not in gap:
        return None
    return right.lineno, left.end_col_offset, right.col_offset, gap.replace(*pair)


def broken(text: str, change: Change) -> str:
    lines = text.splitlines(keepends=True)
    line = lines[change.line - 1].encode()
    lines[change.line - 1] = (line[: change.start] + change.new.encode() + line[change.end :]).decode()
    return "".join(lines)


def is_noticed(change: Change, copy: Path, proofs: Proofs) -> bool:
    tests = sorted({test for clause in change.clauses for test in proofs.get(clause, [])})[:MOST_TESTS]
    target = copy / change.path.relative_to(SOURCE)
    right = target.read_text()
    target.write_text(broken(right, change))
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests],
            cwd=TOP,
            env=os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
        return run.returncode != 0
    except subprocess.TimeoutExpired:
        return True  # the game hangs: noticed, if slowly
    finally:
        target.write_text(right)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", required=True)
    parser.add_argument("--count", type=int, default=20, help="how many rules to break")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    proofs = collect()
    known = set(rulebook(arguments.system).clauses) & set(proofs)
    folder = SOURCE / "bocage" / "systems" / arguments.system / "rules"
    every = [change for path in sorted(folder.glob("*.py")) for change in changes(path, known)]
    sample = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
    unnoticed = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "src"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for number, change in enumerate(sample, 1):
            noticed = is_noticed(change, copy, proofs)
            unnoticed += not noticed
            place = f"{change.path.relative_to(TOP)}:{change.line}"
            print(f"{number}/{len(sample)} {'noticed' if noticed else 'NOT NOTICED'} {place}", flush=True)
            if not noticed:
                line = broken(change.path.read_text(), change).splitlines()[change.line - 1]
                print(f"    {line.strip()}\n    {', '.join(change.clauses)}", flush=True)
    print(f"{len(sample) - unnoticed} of {len(sample)} noticed; {len(every)} changes are possible")


if __name__ == "__main__":
    main()
