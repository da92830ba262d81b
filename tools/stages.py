"""Run the stages of `make test` or `make check`, all of them even if one fails, and say at the end how each went.

python tools/stages.py test     everything
python tools/stages.py check    an answer in a minute or so, while one works
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import NamedTuple

TOP = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
JOBS = os.environ.get("JOBS", "2")
PYTHON = ("src", "tests", "tools", "examples")

# Quick, and telling: kernel and geometry, what is read and said, and a game of every system from end to end.
QUICK = (
    "tests/kernel", "tests/geometry", "tests/test_content.py", "tests/test_text.py", "tests/test_looks.py",
    "tests/rulebook/test_rulebook.py", "tests/bots/test_bots.py::test_every_bot_chooses_what_is_offered",
    "tests/properties/test_promises.py", "tests/cli/test_cli.py::test_two_bots_play_to_the_end",
    "tests/cli/test_cli.py::test_a_misspelt_name_is_told_what_is_near",
)  # fmt: skip


class Stage(NamedTuple):
    name: str
    command: list[str]


def tool(name: str, *arguments: str) -> list[str]:
    return [str(BIN / name), *arguments]


STYLE = [
    Stage("style", tool("ruff", "check", "--quiet", *PYTHON)),
    Stage("layout", tool("ruff", "format", "--check", "--quiet", *PYTHON)),
    Stage("types", tool("mypy")),
]
STAGES = {
    "lint": [*STYLE, Stage("types of the tools", tool("mypy", "tools")), Stage("page", ["make", "lint-js"])],
    "check": [*STYLE, Stage("quick tests", tool("pytest", "-q", "-n", JOBS, "-m", "not timed", *QUICK))],
    "test": [
        *STYLE,
        Stage("types of the tools", tool("mypy", "tools")),
        Stage("page", ["make", "lint-js"]),
        Stage("page tests", ["make", "test-js"]),
        Stage("tests", tool("pytest", "-n", JOBS, "--dist", "worksteal", "-m", "not timed")),
        Stage("timed tests", tool("pytest", "-m", "timed")),
    ],
}


def main(wanted: str) -> int:
    lines: list[str] = []
    failed = False
    for stage in STAGES[wanted]:
        words = [Path(word).name if word.startswith("/") else word for word in stage.command]
        print(f"── {stage.name}: {' '.join(words)}")
        sys.stdout.flush()
        start = monotonic()
        code = subprocess.run(stage.command, cwd=TOP, check=False).returncode
        failed = failed or code != 0
        lines.append(f"{'ok' if code == 0 else 'FAILED':>7}  {monotonic() - start:6.0f} s  {stage.name}")
    print("── summary", *lines, sep="\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
