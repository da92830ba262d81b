"""Run the stages of `make test` or `make check`, all of them even if one fails, and say at the end how each went.

python tools/stages.py test     everything
python tools/stages.py check    an answer in a minute or so, while one works
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

TOP = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
JOBS = os.environ.get("JOBS", "2")
KEPT: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
PYTHON = ("src", "tests", "tools", "examples")

# Quick, and telling: kernel and geometry, what is read and said, and a game of every system from end to end.
QUICK = (
    "tests/kernel", "tests/geometry", "tests/test_content.py", "tests/test_text.py", "tests/test_looks.py",
    "tests/rulebook/test_rulebook.py", "tests/bots/test_bots.py::test_every_bot_chooses_what_is_offered",
    "tests/properties/test_promises.py", "tests/cli/test_cli.py::test_two_bots_play_to_the_end",
    "tests/cli/test_cli.py::test_a_misspelt_name_is_told_what_is_near",
)  # fmt: skip


class Stage(NamedTuple):
    """`beside`: it takes one core, so it runs beside its like, and what it prints is shown when it ends."""

    name: str
    command: list[str]
    beside: bool = False


class Outcome(NamedTuple):
    stage: Stage
    code: int
    seconds: float
    output: str


def tool(name: str, *arguments: str) -> list[str]:
    return [str(BIN / name), *arguments]


TYPES = Stage("types", tool("mypy"), beside=True)  # first, as it takes longest
STYLE = [
    Stage("style", tool("ruff", "check", "--quiet", *PYTHON), beside=True),
    Stage("layout", tool("ruff", "format", "--check", "--quiet", *PYTHON), beside=True),
]
PAGE = Stage("page", ["make", "lint-js"], beside=True)
STAGES = {
    "lint": [TYPES, *STYLE, PAGE],
    "check": [TYPES, *STYLE, Stage("quick tests", tool("pytest", "-q", "-n", JOBS, "-m", "not timed", *QUICK))],
    "test": [
        TYPES,
        *STYLE,
        PAGE,
        Stage("page tests", ["make", "test-js"], beside=True),
        Stage("tests", tool("pytest", "-n", JOBS, "--dist", "worksteal", "--durations", "20", "-m", "not timed")),
        Stage("timed tests", tool("pytest", "-m", "timed")),
    ],
}


def run(stage: Stage) -> Outcome:
    start = monotonic()
    done = subprocess.run(stage.command, cwd=TOP, check=False, text=True, **(KEPT if stage.beside else {}))
    return Outcome(stage, done.returncode, monotonic() - start, done.stdout or "")


def announce(stage: Stage) -> None:
    words = [Path(word).name if word.startswith("/") else word for word in stage.command]
    print(f"── {stage.name}: {' '.join(words)}", flush=True)


def run_beside(stages: list[Stage]) -> Iterator[Outcome]:
    """As many at once as there are jobs, told in their order."""
    with ThreadPoolExecutor(int(JOBS)) as pool:
        for outcome in pool.map(run, stages):
            announce(outcome.stage)
            print(outcome.output, end="", flush=True)
            yield outcome


def run_alone(stages: list[Stage]) -> Iterator[Outcome]:
    for stage in stages:
        announce(stage)
        yield run(stage)


def main(wanted: str) -> int:
    stages = STAGES[wanted]
    outcomes = [
        *run_beside([stage for stage in stages if stage.beside]),
        *run_alone([stage for stage in stages if not stage.beside]),
    ]
    print("── summary")
    for stage, code, seconds, _ in outcomes:
        print(f"{'ok' if code == 0 else 'FAILED':>7}  {seconds:6.0f} s  {stage.name}")
    return int(any(outcome.code for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
