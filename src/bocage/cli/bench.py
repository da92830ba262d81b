"""The command that measures speed: bench."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Annotated

import typer
from rich.progress import track
from rich.table import Table

from bocage import registry
from bocage.bots import enrol
from bocage.checks import bench as benching
from bocage.cli.console import chosen, err, out, print_json, refuse
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
        print_thoughts(thoughts + benching.compiled_thought_rows(names, only, bot, decisions), as_json)
        return
    pairs = registry.pairs(names, only)
    if kinds:
        found = [row for pair in shown(pairs) for row in benching.measure_kinds(*pair, seconds)]
        print_kinds(found + benching.compiled_kind_rows(names, only, seconds), as_json)
        return
    rows = [benching.measure(*pair, seconds, takes) for pair in shown(pairs)]
    print_rows(rows + benching.compiled_rows(names, only, seconds, takes), as_json)


def shown(pairs: list[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """With a bar on a terminal: all scenarios together take minutes."""
    return track(pairs, f"measuring, {benching.mode()}", console=err, transient=True, disable=not err.is_terminal)


def print_rows(rows: list[benching.Row], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    table = Table("system", "scenario", "mode", "decisions/s", "clone µs", "calibration M/s")
    for row in rows:
        figures = (f"{row.decisions_per_s:,}", f"{row.clone_us:.1f}", f"{row.calibration:.1f}")
        table.add_row(row.system, row.scenario, row.mode, *figures)
    out.print(table)


def print_thoughts(rows: list[benching.ThoughtRow], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    table = Table("system", "scenario", "mode", "bot", "decisions", "median s", "99 % within s", "longest s")
    for row in rows:
        figures = (str(row.decisions), f"{row.median_s:.3f}", f"{row.p99_s:.3f}", f"{row.longest_s:.3f}")
        table.add_row(row.system, row.scenario, row.mode, row.bot, *figures)
    out.print(table)


def print_kinds(rows: list[benching.KindRow], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    table = Table("system", "scenario", "mode", "kind of decision", "played", "share", "decisions/s")
    for row in rows:
        figures = (f"{row.decisions:,}", f"{row.share:.1%}", f"{row.decisions_per_s:,}")
        table.add_row(row.system, row.scenario, row.mode, row.kind, *figures)
    out.print(table)
