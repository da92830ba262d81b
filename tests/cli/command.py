"""The command line as a user types it, inside this process: starting Python anew takes longer than most commands."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any, NamedTuple
from unittest.mock import patch

from bocage.cli.main import main


class Done(NamedTuple):
    stdout: str
    stderr: str


def run(*args: str, typed: str = "", code: int = 0) -> Done:
    out, err = StringIO(), StringIO()
    found: object = 0
    with (
        patch.object(sys, "argv", ["bocage", *args]),
        patch.object(sys.modules["__main__"], "__package__", ""),  # usage names it, where pytest runs as a module
        patch.object(sys, "stdin", StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            found = end.code or 0
    done = Done(out.getvalue(), err.getvalue())
    assert found == code, f"exit {found}\n{done.stdout}\n{done.stderr}"
    return done


def data(*args: str, code: int = 0) -> Any:
    return json.loads(run(*args, "--json", code=code).stdout)
