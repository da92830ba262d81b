"""The shape of the house: files and functions that fit on a screen, and few that are hard to follow."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parent.parent
SOURCE = HOUSE / "src" / "bocage"
WRITTEN = [("src/bocage", "*.py"), ("src/bocage/web", "*.js"), ("tests", "*.py"), ("tests", "*.mjs"), ("tools", "*.py")]
MOST_FILE = 500  # lines
MOST_FUNCTION = 50
MOST_COMPLEX = 15
MOST_COMPLEX_FUNCTIONS = 3  # hot loops and lists of assertions; to come down, never to rise

BRANCHES = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.Assert, ast.match_case)


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}", node


def complexity(function: ast.AST) -> int:
    """One, and one more for every branch, further condition of a test, and loop or filter of a comprehension."""
    count = 1
    for node in ast.walk(function):
        if isinstance(node, BRANCHES):
            count += 1
        elif isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += 1 + len(node.ifs)
    return count


def test_no_file_is_long() -> None:
    files = [path for folder, ending in WRITTEN for path in (HOUSE / folder).rglob(ending)]
    lengths = {str(path.relative_to(HOUSE)): len(path.read_text("utf-8").splitlines()) for path in files}
    assert {name: n for name, n in lengths.items() if n > MOST_FILE} == {}


def test_no_function_is_long() -> None:
    lengths = {name: (node.end_lineno or 0) - node.lineno + 1 for name, node in functions()}
    assert {name: n for name, n in lengths.items() if n > MOST_FUNCTION} == {}


def test_few_functions_are_hard_to_follow() -> None:
    hard = {name: n for name, node in functions() if (n := complexity(node)) > MOST_COMPLEX}
    assert len(hard) <= MOST_COMPLEX_FUNCTIONS, "\n".join(f"{n} {name}" for name, n in sorted(hard.items()))


def test_complexity_counts_what_a_reader_must_hold() -> None:
    code = "def f(a, b):\n    if a and b or not a:\n        return [x for x in a if x]\n    return a if b else b\n"
    assert complexity(ast.parse(code)) == 1 + 1 + 2 + 2 + 1
