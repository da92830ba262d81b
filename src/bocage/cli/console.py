"""What every command prints with: two consoles, one way to refuse bad input, one way to write JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

MOST_SEED = 2**53 - 1  # what a JSON number holds exactly, as on the page
MOST_WORKERS = 1024

out = Console()
err = Console(stderr=True)


def refuse(message: str) -> NoReturn:
    err.print(f"[bold red]error:[/] {escape(message)}", soft_wrap=True)
    raise SystemExit(2)


def language_of(lang: str) -> str:
    """The language that was asked for, or the one of this terminal."""
    from bocage.text import LANGUAGES, language_from

    if lang and lang not in LANGUAGES:
        refuse(f"--lang: no language '{lang}' (there are: {', '.join(LANGUAGES)})")
    return lang or language_from(os.environ)


def print_json(data: Any) -> None:
    import msgspec

    typer.echo(json.dumps(msgspec.to_builtins(data), indent=1, ensure_ascii=False))


def print_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    from rich.table import Table

    table = Table(*heads)
    for row in rows:
        table.add_row(*row)
    out.print(table)


def chosen(systems: list[str] | None) -> list[str]:
    """The systems that were named, or all."""
    from bocage import registry

    names = systems or list(registry.installed())
    for name in names:
        registry.find(name)
    return names
