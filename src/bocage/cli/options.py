"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bocage.cli.console import MOST_SEED, MOST_WORKERS, language_of, refuse
from bocage.text import whole_number

Json = Annotated[bool, typer.Option("--json", help="Print JSON with stable fields instead of a table.")]
Language = Annotated[
    str,
    typer.Option(
        "--lang", callback=language_of, help="Language of what players read, en or fr; that of LANG if left out."
    ),
]
Systems = Annotated[list[str] | None, typer.Option("--system", help="Only this system (may be repeated).")]
Scenarios = Annotated[list[str] | None, typer.Option("--scenario", help="Only this scenario (may be repeated).")]
Workers = Annotated[int, typer.Option("--workers", min=0, max=MOST_WORKERS, help="Processes; 0 for one per core.")]
FirstSeed = Annotated[
    int, typer.Option("--seed", min=0, max=MOST_SEED, help="First seed; the same seed gives the same table.")
]

# Of commands that weigh up one scenario.
Scenario = Annotated[str, typer.Argument(help="Scenario id or YAML file; see 'bocage scenarios'.")]
System = Annotated[str | None, typer.Option("--system", help="The system, where the scenario does not tell.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="A game option as name=value (may be repeated).")]


def parse_options(given: list[str] | None) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in given or []:
        name, equals, value = pair.partition("=")
        if not equals:
            refuse(f"--option: '{pair}' is not name=value")
        number = whole_number(value)
        options[name] = {"true": True, "false": False}.get(value, value if number is None else number)
    return options
