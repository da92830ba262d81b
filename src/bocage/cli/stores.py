"""Commands for the store of a server: backup, restore."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.console import out, refuse
from bocage.cli.games import default_database
from bocage.server import files
from bocage.server.storage import file_of, shown

Database = Annotated[
    str, typer.Option(help="SQLite file of the store, if not the usual one.", envvar="BOCAGE_DATABASE")
]


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to make; it must not exist yet.")], database: Database = ""
) -> None:
    """A whole copy, also while a server writes to the store."""
    try:
        files.back_up(path_of(database), file)
    except OSError as error:
        refuse(str(error))
    out.print(f"The games are copied to {file}.", soft_wrap=True)


def restore(
    file: Annotated[Path, typer.Argument(help="A copy that 'bocage backup' made.")], database: Database = ""
) -> None:
    """What was in the store before is kept beside it, with '.before' at the end of its name."""
    path = path_of(database)
    if not file.is_file():
        refuse(f"there is no backup at {file}")
    try:
        files.restore(file, path)
    except OSError as error:
        refuse(f"{path}: {error}")
    out.print(f"{path} has the games of {file} again.", soft_wrap=True)


def path_of(database: str) -> Path:
    path = file_of(database or default_database())
    if path is None:
        refuse(f"{shown(database)} is no SQLite file: copy it with the tools of its own server (pg_dump)")
    return path
