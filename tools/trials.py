"""Tests run in forked processes: once to see which lines they run, then with one line broken.

No file is touched: the tests are collected once, content is read once, and each break lives in a process of its own.
"""

from __future__ import annotations

import ast
import importlib
import os
import pickle
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

import bocage.content.reading as reading
from bocage.checks.broken import PACKAGE, Break, line_of, lines_of, spans

Line = tuple[str, int]  # file and number
CANNOT = 2  # exit code of a process that could not break the code
NOTICED = 10  # with the number of the test added
MOST_CODES = 255  # that a process can exit with
READ_INTO = {"content", "model", "geometry"}  # whose code made what is remembered
CONTENT = ("bocage.systems", "bocage.registry", "bocage.server")  # who remembers what was read
MOST_LINES = 3_000  # traced of one function in one test; a long one repeats itself
MOST_SECONDS = 30  # of computing


class Trace(NamedTuple):
    """What one test ran, where it passed."""

    test: pytest.Item
    seconds: float
    lines: set[Line]


class Tracer:
    """Notes the lines of the package that are run."""

    def __init__(self) -> None:
        self.lines: set[Line] = set()
        self.seen: Counter[CodeType] = Counter()
        self.ours: dict[str, bool] = {}

    def call(self, frame: FrameType, event: str, value: object) -> Any:
        file = frame.f_code.co_filename
        if file not in self.ours:
            self.ours[file] = file.startswith(f"{PACKAGE}/systems") or file.startswith(f"{PACKAGE}/geometry")
        return self.line if self.ours[file] and self.seen[frame.f_code] < MOST_LINES else None

    def line(self, frame: FrameType, event: str, value: object) -> Any:
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        self.seen[frame.f_code] += 1
        if self.seen[frame.f_code] >= MOST_LINES:
            frame.f_trace_lines = False
        return self.line


def passes(test: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(test, log=False, nextitem=None))


def traced(test: pytest.Item) -> Trace | None:
    tracer = Tracer()
    start = process_time()
    sys.settrace(tracer.call)
    try:
        passed = passes(test)
    finally:
        sys.settrace(None)
    return Trace(test, process_time() - start, tracer.lines) if passed else None


def warm_up(tests: list[pytest.Item], tracing: bool = True, every: int = 40) -> tuple[Counter[Line], int]:
    """The first test of each file and some of the long ones, so that content is read once and not in every process.

    How many of them run a line tells how common it is, unless they are not to be traced; and how many they are.
    """
    common: Counter[Line] = Counter()
    number = 0
    seen: Counter[Path] = Counter()
    for test in tests:
        seen[test.path] += 1
        if seen[test.path] % every == 1:
            number += 1
            if not tracing:
                passes(test)
            elif trace := traced(test):
                common.update(trace.lines)
    forget("test")  # what a test remembers, a break could not change
    return common, number


def forked(work: Callable[[], int]) -> int:
    """The exit code of a process that does this; below zero if it was killed."""
    child = os.fork()
    if child == 0:
        code = CANNOT
        try:
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def traces(tests: list[pytest.Item]) -> list[Trace]:
    """Of those tests that pass, the quickest first."""
    with tempfile.TemporaryFile() as notes:

        def work() -> int:
            signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
            for number, test in enumerate(tests):
                trace = traced(test)
                if trace is not None:
                    pickle.dump((number, trace.seconds, trace.lines), notes)
                    notes.flush()
            return 0

        forked(work)
        notes.seek(0)
        found = [Trace(tests[number], seconds, lines) for number, seconds, lines in loaded(notes)]
    return sorted(found, key=lambda trace: trace.seconds)


def loaded(notes: Any) -> Iterator[tuple[int, float, set[Line]]]:
    while True:
        try:
            yield pickle.load(notes)
        except (EOFError, pickle.UnpicklingError):  # all of it, or cut off where time ran out
            return


def notice(one: Break, tests: list[pytest.Item], seconds: float) -> pytest.Item | None:
    """The first of the tests that fails on the break; raises ValueError where the code cannot be broken."""

    def work() -> int:
        apply(one)
        for number, test in enumerate(tests):
            signal.setitimer(signal.ITIMER_PROF, seconds)  # a game that hangs is noticed, if slowly
            if not passes(test):
                return min(NOTICED + number, MOST_CODES)
        return 0

    code = forked(work)
    if code == CANNOT:
        raise ValueError(f"cannot be broken: {one.file}: {one.new}")
    if code == 0:
        return None
    return tests[max(code - NOTICED, 0)]


def apply(one: Break) -> None:
    """Break it in this process; everybody who has imported it has it."""
    path = PACKAGE / one.file
    if not one.name:
        apply_datum(path, one)
        return
    module = importlib.import_module(".".join(("bocage", *Path(one.file).with_suffix("").parts)))
    first, last = spans(path)[one.name]
    if isinstance(node := ast.parse("\n".join(lines_of(path)[first - 1 : last]).strip()).body[0], ast.FunctionDef):
        apply_code(module, path, one)
        forget(*(CONTENT if READ_INTO & set(path.parts) else [module.__name__]))
    else:
        apply_table(module, path, one, node)


def broken(path: Path, one: Break) -> list[str]:
    lines = list(lines_of(path))
    number = line_of(one)
    if not number:
        raise ValueError(f"the line is gone: {one.file}: {one.old}")
    line = lines[number - 1]
    lines[number - 1] = line[: len(line) - len(line.lstrip())] + one.new
    return lines


def apply_code(module: ModuleType, path: Path, one: Break) -> None:
    found: Any = module
    for name in one.name.split("."):
        found = vars(found)[name]
    if isinstance(found, property):
        found = found.fget
    found = getattr(found, "__wrapped__", found)  # behind a cache
    function = getattr(found, "__func__", found)
    if not isinstance(function, FunctionType):
        raise TypeError(f"{one.name} is compiled: break rules in the sources")
    code = compile("\n".join(broken(path, one)), str(path), "exec")
    function.__code__ = next(inner for inner in codes(code) if inner.co_qualname == one.name)


def codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from codes(inner)


def apply_table(module: ModuleType, path: Path, one: Break, node: ast.stmt) -> None:
    """A table is made anew and takes the place of the old one in all modules."""
    first, last = spans(path)[one.name]
    scratch = dict(vars(module))
    exec(compile("\n".join(broken(path, one)[first - 1 : last]), str(path), "exec"), scratch)
    old = vars(module)[one.name]
    for other in ours("bocage"):
        if vars(other).get(one.name) is old:
            setattr(other, one.name, scratch[one.name])


def apply_datum(changed: Path, one: Break) -> None:
    text = "\n".join(broken(changed, one)) + "\n"
    read_text = reading.read_text
    reading.read_text = lambda path: text if Path(path) == changed else read_text(path)
    forget(*CONTENT)


def ours(*starts: str) -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.startswith(starts) and module is not None]


def forget(*starts: str) -> None:
    """Empty the caches of all modules whose names start like this."""
    for module in ours(*starts):
        for value in list(vars(module).values()):
            if callable(getattr(value, "cache_clear", None)) and getattr(value, "__module__", "") == module.__name__:
                value.cache_clear()
