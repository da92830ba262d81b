"""The command line. Exit codes: 0 all went well, 1 something was found wrong, 2 the input was bad.

A command's module is imported only when the command is called, so that help comes at once.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated, Final, NamedTuple

import typer

from bocage import __version__
from bocage.cli.console import refuse


class Entry(NamedTuple):
    """Where a command is, and what it does; more about it is in the docstring there."""

    module: str
    function: str
    summary: str


COMMANDS: Final = {
    "scenarios": Entry("scenarios", "list_scenarios", "List the scenarios of every system."),
    "play": Entry("games", "play", "Play in the terminal against a bot, or hot-seat."),
    "serve": Entry("games", "serve", "Serve the page."),
    "backup": Entry("stores", "backup", "Copy the games of a store, also while they are served."),
    "restore": Entry("stores", "restore", "Put a backup in the place of a store that nobody serves."),
    "verify": Entry("games", "verify", "Check the dice of a finished game against the commitment made before it."),
    "replay": Entry("games", "replay", "Play a save again, checking every die and position, and tell what happened."),
    "rules": Entry(
        "checks", "rules", "Show a clause, or how many clauses are implemented, named by a test and proved."
    ),
    "drill": Entry("checks", "drill", "Run drills and worked examples."),
    "validate": Entry("content", "validate", "Check scenarios, maps, armies, data, drills and saves."),
    "schema": Entry("content", "schema", "Write the JSON Schemas of content files, for editors."),
    "fuzz": Entry("checks", "fuzz", "Play random games with every invariant on; a failing game is kept as a save."),
    "clicks": Entry(
        "checks", "clicks", "Click at random on what is not offered: each click is answered with its clause."
    ),
    "bench": Entry("bench", "bench", "Measure random play and copies."),
    "simulate": Entry("analysis", "simulate", "Let bots play very many games."),
    "dataset": Entry("analysis", "dataset", "Write decisions of many games as a table for learning programs."),
    "ladder": Entry("analysis", "ladder", "Every bot against every other on fixed scenarios: Elo with intervals."),
    "balance": Entry("balance", "balance", "How fair a scenario is, and what small changes of it do."),
    "agent": Entry("agent", "agent", "Let a program in any language play a seat, over lines of JSON."),
    "odds": Entry("analysis", "odds", "The exact odds of every choice in a position; or the risk of a path."),
    "review": Entry("analysis", "review", "A saved game looked over: turning points, luck, costly choices."),
    "puzzles": Entry("puzzles", "puzzles", "Look for puzzles in games between bots, and write them down."),
    "advise": Entry("analysis", "advise", "What a bot would do in a saved game: its three best options, and why."),
}


def main() -> None:
    """Entry point: bad input becomes one plain line and exit code 2."""
    try:
        build_app(sys.argv[1:])()
    except Exception as error:
        if not isinstance(error, bad_input()):
            raise
        refuse(str(error))


def build_app(arguments: list[str] | None = None) -> typer.Typer:
    """The command line; with arguments only the command they call is whole, of others no more than help needs."""
    app = typer.Typer(
        name="bocage",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        help="Squad-level tactical games with the rules enforced and every number explained.",
    )
    app.callback()(begin)
    completes = "_BOCAGE_COMPLETE" in os.environ
    called = next((word for word in arguments or [] if not word.startswith("-")), "")
    for name, entry in COMMANDS.items():
        whole = arguments is None or completes or name == called
        function = getattr(import_module(f"bocage.cli.{entry.module}"), entry.function) if whole else begin
        more = f"\n\n{function.__doc__}" if whole and function.__doc__ else ""
        app.command(name=name, help=entry.summary + more)(function)
    return app


def print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bocage {__version__}")
        raise typer.Exit


def begin(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass


def bad_input() -> tuple[type[Exception], ...]:
    """What is wrong with what the user gave; anything else is a fault of the program."""
    from bocage.analysis.match import SimulationError
    from bocage.bots import UnknownBot
    from bocage.checks.coverage import NoTests
    from bocage.content import ContentError
    from bocage.kernel.saves import SaveError
    from bocage.kernel.system import BadOption
    from bocage.registry import UnknownScenario, UnknownSystem
    from bocage.rulebook import UnknownClause

    return (
        ContentError, SaveError, UnknownSystem, UnknownScenario, UnknownClause, BadOption, UnknownBot, SimulationError,
        NoTests, OSError,
    )  # fmt: skip
