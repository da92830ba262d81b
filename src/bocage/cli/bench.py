"""The command that measures speed: bench."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Annotated

import typer
from rich.progress import track

from bocage import registry
from bocage.bots import enrol
from bocage.checks import bench as benching
from bocage.checks.bench import KindRow, Line, Row, ThoughtRow
from bocage.cli.console import chosen, err, print_json, print_table, refuse
from bocage.cli.options import Json, Scenarios, Systems


def bench(
    system: Systems = None,
    scenario: Scenarios = None,
    seconds: Annotated[float, typer.Option(min=0.001, max=3600, help="Length of a take.")] = 1.0,
    takes: Annotated[int, typer.Option(min=1, max=1000, help="Takes; the median counts.")] = 5,
    kinds: Annotated[bool, typer.Option("--kinds", help="Report each kind of decision by itself.")] = False,
    bot: Annotated[str, typer.Option(help="Measure how long this bot thinks, as 'search:seconds=1'.")] = "",
    decisions: Annotated[int, typer.Option(min=1, help="Decisions of the bot to measure.")] = 100,
    as_json: Json = False,
) -> None:
    """Where 'make compiled' has been run, the compiled build is measured beside this one."""
    if not isfinite(seconds):
        refuse(f"--seconds: {seconds} is no number")
    names = chosen(system)
    only = scenario or []
    if bot:
        enrol(bot)
        pairs = registry.pairs(names, only) if only else [(n, registry.system(n).scenarios()[0].id) for n in names]
        thoughts = [benching.measure_thoughts(*pair, bot, decisions) for pair in shown(pairs)]
        arguments = ["--bot", bot, "--decisions", str(decisions)]
        print_rows(ThoughtRow, thoughts + benching.compiled(ThoughtRow, names, only, 1.0, arguments), as_json)
        return
    pairs = registry.pairs(names, only)
    if kinds:
        found = [row for pair in shown(pairs) for row in benching.measure_kinds(*pair, seconds)]
        print_rows(KindRow, found + benching.compiled(KindRow, names, only, seconds, ["--kinds"]), as_json)
        return
    rows = [benching.measure(*pair, seconds, takes) for pair in shown(pairs)]
    print_rows(Row, rows + benching.compiled(Row, names, only, seconds, ["--takes", str(takes)]), as_json)


def shown(pairs: list[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """With a bar on a terminal: all scenarios together take minutes."""
    return track(pairs, f"measuring, {benching.mode()}", console=err, transient=True, disable=not err.is_terminal)


def print_rows(kind: type[Line], rows: Sequence[Line], as_json: bool) -> None:
    if as_json:
        print_json(rows)
    else:
        cells = [(row.system, row.scenario, row.mode, *row.figures()) for row in rows]
        print_table(("system", "scenario", "mode", *kind.heads), cells)
