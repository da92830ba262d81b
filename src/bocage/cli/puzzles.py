"""The command that looks for puzzles: bots play from a ground, and what is worth solving is written down."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
import yaml
from rich.markup import escape

from bocage import registry
from bocage.analysis.puzzling import Find, find_puzzles
from bocage.cli.console import err, out, refuse
from bocage.cli.options import FirstSeed, System
from bocage.content import load_yaml
from bocage.lessons.puzzles import Ground

WIDTH: Final = 110  # of what is written on one line


def puzzles(
    ground: Annotated[
        Path, typer.Argument(help="A file with title, about and position, as in systems/<id>/puzzles/grounds.")
    ],
    games: Annotated[int, typer.Option(min=1, help="Games that bots play from there.")] = 20,
    most: Annotated[int, typer.Option(min=1, help="Stop after so many puzzles.")] = 20,
    nodes: Annotated[
        int, typer.Option(min=0, help="How far a search plays on before it agrees; 0 for the book alone.")
    ] = 3000,
    folder: Annotated[Path, typer.Option("--out", help="Folder that the puzzles are written to.")] = Path(),
    system: System = None,
    seed: FirstSeed = 1,
) -> None:
    """Positions in which one choice is clearly better than the rest; look at them before you ship them."""
    within = next((part for part in ground.resolve().parts if part in registry.installed()), "")
    if not (system or within):
        refuse(f"{ground}: say which system it belongs to with --system")
    owner = registry.system(system or within)
    read = load_yaml(ground, Ground)
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for number in range(seed, seed + games):
        for found in find_puzzles(owner, read, number, nodes):
            path = folder / f"{ground.stem}-{number}-{written}.yaml"
            path.write_text(in_yaml(found), encoding="utf-8")
            out.print(f"{escape(str(path))}: {found.lead:.2f} points ahead, {found.options} choices")
            written += 1
            if written >= most:
                return
    if not written:
        err.print("no puzzle found; try more games")


def in_yaml(found: Find) -> str:
    """A puzzle file; what fits on a line stands on one."""
    return "".join(spell(key, value, 0) for key, value in bare(msgspec.to_builtins(found.puzzle)).items())


def spell(key: str, value: Any, deep: int) -> str:
    margin = "  " * deep
    line = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10_000)
    line = line.removesuffix("...\n").strip()
    if len(line) <= WIDTH or not isinstance(value, dict):
        return f"{margin}{key}: {line}\n"
    return f"{margin}{key}:\n" + "".join(spell(name, item, deep + 1) for name, item in value.items())


def bare(value: Any) -> Any:
    """Without what goes without saying in a choice."""
    if isinstance(value, dict) and "verb" in value:
        return {key: item for key, item in value.items() if item not in ("", -1, -1.0, [], {}, 0.0)}
    if isinstance(value, dict):
        return {key: bare(item) for key, item in value.items()}
    return [bare(item) for item in value] if isinstance(value, list) else value
