"""What every command prints with: two consoles, one way to refuse bad input, one way to write JSON."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.markup import escape

from bocage import registry
from bocage.text import LANGUAGES

MOST_SEED = 2**53 - 1  # what a JSON number holds exactly, as on the page
MOST_WORKERS = 1024

out = Console()
err = Console(stderr=True)


def refuse(message: str) -> NoReturn:
    err.print(f"[bold red]error:[/] {escape(message)}", soft_wrap=True)
    raise SystemExit(2)


def whole(text: str) -> int | None:
    """The number that was typed, if it is one that anybody could mean."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def language_of(lang: str) -> str:
    if lang not in LANGUAGES:
        refuse(f"--lang: no language '{lang}' (there are: {', '.join(LANGUAGES)})")
    return lang


def print_json(data: Any) -> None:
    typer.echo(json.dumps(msgspec.to_builtins(data), indent=1, ensure_ascii=False))


def find_scenario(name: str, system: str | None) -> str:
    """The system that a scenario belongs to: the one named, or the only one that has it."""
    if system is not None:
        registry.scenario(registry.system(system), name)
        return system
    found = [own for own in registry.installed() if name in registry.shipped(own)]
    if len(found) != 1:
        refuse(f"scenario '{name}': say which system it belongs to with --system (see 'bocage scenarios')")
    return found[0]
