"""Commands for designers: validate, schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from bocage import files as content
from bocage import registry
from bocage.cli.console import err, out
from bocage.cli.main import bad_input
from bocage.content import ContentError
from bocage.content.schema import schema as schema_of


def validate(
    files: Annotated[
        list[Path], typer.Argument(help="Scenarios, maps, armies, data, drills, saves (.json), or folders of them.")
    ],
    system: Annotated[
        str | None, typer.Option("--system", help="The system the files belong to, where it cannot be told.")
    ] = None,
) -> None:
    """Everything wrong is named with file, line and field."""
    if system is not None:
        registry.system(system)
    checked = bad = 0
    for path in (file for given in files for file in content.files_in(given)):
        checked += 1
        try:
            notes = content.check(path, system)
        except bad_input() as error:
            bad += 1
            for fault in error.faults if isinstance(error, ContentError) else [error]:
                err.print(f"[bold red]error:[/] {escape(str(fault))}", soft_wrap=True)
        else:
            out.print(f"[green]ok[/] {escape(str(path))}", soft_wrap=True)
            for note in notes:
                out.print(f"[yellow]note:[/] {escape(f'{path}: {note}')}", soft_wrap=True)
    if not checked:
        err.print("[bold red]error:[/] there are no content files (.yaml, .json) in there")
    if bad or not checked:
        raise typer.Exit(2)


def schema(
    folder: Annotated[Path, typer.Argument(help="Where the schemas are written.")] = Path("docs/schema"),
) -> None:
    """To use one, begin a file with '# yaml-language-server: $schema=PATH'."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schemas().items():
        (folder / name).write_text(text, "utf-8")
        out.print(f"[green]written[/] {escape(str(folder / name))}", soft_wrap=True)


def schemas() -> dict[str, str]:
    """All schemas by the name of their file."""
    return {
        f"{name}-{kind}.json": schema_of(type_, f"{kind} of {name}")
        for name, system in registry.systems().items()
        for kind, type_ in system.schemas().items()
    }
