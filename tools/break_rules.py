"""Break rules on purpose, one at a time, and see that the tests naming their clauses fail.

    python tools/break_rules.py --system lnlt --count 40 --seed 1

A sample of small changes (a number, a comparison, a `not`, an `and`) in functions of a system's rules that cite
clauses; for each, only the tests that name those clauses run. A change that they do not notice is printed as it
stands: either the tests are too thin, or the clause is cited too far from its code, or the change is no change at all.

No file is touched: the tests are collected once, and each change lives in a process of its own, forked from there,
in which the function has got new code.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import random
import re
import signal
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from bocage.rulebook import rulebook

TOP = Path(__file__).resolve().parent.parent
SOURCE = TOP / "src"
TIMEOUT = 60  # seconds of computing for the tests of one change

OPERATORS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}
PRESENT: dict[type[ast.cmpop], tuple[str, str]] = {ast.Lt: ("<", ">="), ast.GtE: (">=", "<")}


class Change(NamedTuple):
    """Columns count bytes, as in `ast`."""

    path: Path
    function: str  # with its class
    line: int
    start: int
    end: int
    new: str
    clauses: list[str]


def changes(path: Path, known: set[str]) -> Iterator[Change]:
    """Every small change in functions of this file that cite clauses."""
    text = path.read_text()
    lines = text.splitlines()
    for name, function in functions(ast.parse(text)):
        body = "\n".join(lines[function.lineno - 1 : function.end_lineno])
        whole = cited(body, known)
        for node in rules_in(function):
            change = change_of(node, lines)
            if change is not None:
                line, start, end, new = change
                near = cited(lines[line - 1], known) or whole
                if near:
                    yield Change(path, name, line, start, end, new, near)


def functions(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def cited(text: str, known: set[str]) -> list[str]:
    return sorted(set(re.findall(r"[a-z]+(?:\.[A-Za-z0-9_-]+)+", text)) & known)


def rules_in(node: ast.AST) -> Iterator[ast.AST]:
    """Everything below, but for bookkeeping."""
    if not is_bookkeeping(node):
        yield node
        inside = ast.iter_child_nodes(node)
        for inner in islice(inside, 1) if is_presence(node) else inside:
            if not is_nobody(inner) or is_modifier(node):
                yield from rules_in(inner)


def is_bookkeeping(node: ast.AST) -> bool:
    """How far a procedure has come (`self.step == 1`), a place in a mask (`1 << 5`), how choices are numbered
    (`option >= FIRE`), what an event tells, what is left out of a call and which dice the game has: no rule says so."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Attribute) and node.test.attr == "recording"
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "roll"
    if isinstance(node, ast.arguments):
        return True
    if isinstance(node, ast.FunctionDef):
        return node.name in ("copy", "data", "__init__", "report", "tell")
    if isinstance(node, ast.Compare):
        left = node.left
        if isinstance(left, ast.Name):
            return left.id == "option"
        return isinstance(left, ast.Attribute) and left.attr in ("step", "recording")
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Attribute) and target.attr == "step" for target in node.targets)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.LShift) and is_number(node.left, 1)
    return False


def is_nobody(node: ast.AST) -> bool:
    """`-1` is nobody, nowhere or nothing, unless it modifies a roll."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and is_number(node.operand, 1)


def is_modifier(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add"


def is_presence(node: ast.AST) -> bool:
    """Whether something is in a mask (`mask >> hex_ & 1`), whether there is anybody (`hex_ >= 0`), whether a number is
    that of a hex (`hex_ < board.hexes`)."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitAnd) and is_number(node.right, 1)
    if not isinstance(node, ast.Compare) or type(node.ops[0]) not in PRESENT:
        return False
    limit = node.comparators[0]
    return is_number(limit, 0) or (isinstance(limit, ast.Attribute) and limit.attr == "hexes")


def is_number(node: ast.AST, number: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == number


def change_of(node: ast.AST, lines: list[str]) -> tuple[int, int, int, str] | None:
    """Line, columns and new text."""
    if isinstance(node, ast.BinOp) and is_presence(node):
        return node.right.lineno, node.right.col_offset, node.right.col_offset + 1, "1 ^ 1"
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        pairs = PRESENT if is_presence(node) else OPERATORS
        return between(node.left, node.comparators[0], lines, pairs.get(type(node.ops[0])))
    if isinstance(node, ast.BoolOp):
        pair = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        return between(node.values[0], node.values[1], lines, pair)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.lineno, node.col_offset, node.col_offset + len("not "), ""
    if isinstance(node, ast.Constant) and type(node.value) is int and node.end_col_offset is not None:
        return node.lineno, node.col_offset, node.end_col_offset, str(node.value + 1)
    return None


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


def apply(change: Change) -> None:
    """Give the function in this process its broken code; everybody who has imported it has it."""
    module = importlib.import_module(".".join(change.path.relative_to(SOURCE).with_suffix("").parts))
    found: Any = module
    for name in change.function.split("."):
        found = vars(found)[name]
    if isinstance(found, property):
        found = found.fget
    function = getattr(found, "__func__", found)
    assert isinstance(function, FunctionType), f"{change.function} is compiled: break rules in the sources"
    code = compile(broken(change.path.read_text(), change), str(change.path), "exec")
    function.__code__ = next(one for one in codes(code) if one.co_qualname == change.function)


def codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from codes(inner)


class Breaker:
    """A plugin that breaks rules in the place of running the tests."""

    def __init__(self, sample: argparse.Namespace) -> None:
        self.sample = sample

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        proofs: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for marker in item.iter_markers("rule"):
                for clause in marker.args:
                    proofs.setdefault(clause, []).append(item)
        known = set(rulebook(self.sample.system).clauses) & set(proofs)
        folder = SOURCE / "bocage" / "systems" / self.sample.system / "rules"
        every = [change for path in sorted(folder.glob(self.sample.files)) for change in changes(path, known)]
        chosen = random.Random(self.sample.seed).sample(every, min(self.sample.count, len(every)))
        warm_up(session.items)
        unnoticed = 0
        for number, change in enumerate(chosen, 1):
            wanted = {item for clause in change.clauses for item in proofs[clause]}
            noticed = is_noticed(change, [item for item in session.items if item in wanted])
            unnoticed += not noticed
            place = f"{change.path.relative_to(TOP)}:{change.line}"
            print(f"{number}/{len(chosen)} {'noticed' if noticed else 'NOT NOTICED'} {place}", flush=True)
            if not noticed:
                line = broken(change.path.read_text(), change).splitlines()[change.line - 1]
                print(f"    {line.strip()}\n    {', '.join(change.clauses)}", flush=True)
        print(f"{len(chosen) - unnoticed} of {len(chosen)} noticed; {len(every)} changes are possible")
        return True


def warm_up(items: list[pytest.Item]) -> None:
    """The first test of each file, so that content is read once and not in every process."""
    seen = set()
    for item in items:
        if item.path not in seen:
            seen.add(item.path)
            runtestprotocol(item, log=False, nextitem=None)


def is_noticed(change: Change, tests: list[pytest.Item]) -> bool:
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, TIMEOUT)  # a game that hangs is noticed, if slowly
        apply(change)
        for test in tests:
            if any(report.failed for report in runtestprotocol(test, log=False, nextitem=None)):
                os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", required=True)
    parser.add_argument("--count", type=int, default=20, help="how many rules to break")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", default="*.py", help="chapters to break rules in, such as 'fire*.py'")
    arguments = parser.parse_args()
    tests = [TOP / "tests" / "systems" / arguments.system, TOP / "tests" / "geometry", TOP / "tests" / "test_drills.py"]
    options = ["-q", "--no-header", "-p", "no:cacheprovider", f"--rootdir={TOP}"]
    sys.exit(pytest.main([*options, *map(str, tests)], plugins=[Breaker(arguments)]))


if __name__ == "__main__":
    main()
