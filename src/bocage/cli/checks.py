"""Commands that look for faults in the rules: rules, drill, fuzz, clicks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import Progress

from bocage import registry
from bocage.checks import clicks as clicking
from bocage.checks import coverage, drills
from bocage.checks import fuzz as fuzzing
from bocage.cli.console import MOST_SEED, chosen, err, out, print_json, print_table, refuse
from bocage.cli.options import Json, Language, Scenarios, Systems, Workers
from bocage.rulebook import clause as find_clause
from bocage.text import COMMON, catalogue


def drill(
    files: Annotated[list[Path] | None, typer.Argument(help="Drill files; all that are shipped if left out.")] = None,
    system: Systems = None,
    sections: Annotated[
        bool, typer.Option("--sections", help="Count the drills of each section of the documents instead.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Each fails alone; those that need rules not played yet are listed with the reason."""
    names = chosen(system)
    if sections:
        return print_sections([row for name in names for row in drills.count_sections(name)], as_json)
    paths = files or [path for name in names for path in drills.shipped(registry.system(name))]
    outcomes = [outcome for path in paths for outcome in drills.run_file(path, names if system else None)]
    if not outcomes:
        refuse(f"there are no drills of {', '.join(names)} here")
    failed = [outcome for outcome in outcomes if outcome.status == drills.FAILED]
    if as_json:
        print_json([{"id": o.id, "passed": o.passed, "reason": o.reason, "status": o.status} for o in outcomes])
    else:
        print_drills(outcomes)
    if failed:
        raise typer.Exit(1)


def print_sections(rows: list[drills.Row], as_json: bool) -> None:
    if as_json:
        return print_json(rows)
    heads = drills.Row.__struct_fields__
    print_table(heads, [[str(getattr(row, head)) for head in heads] for row in rows])
    empty = sum(not row.situations for row in rows)
    out.print(f"{len(rows)} sections, {empty} without a situation")


def print_drills(outcomes: list[drills.Outcome]) -> None:
    style = {drills.PASSED: "green", drills.FAILED: "bold red", drills.UNREACHED: "yellow"}
    for outcome in outcomes:
        reason = f"  [dim]{escape(outcome.reason)}[/]" if outcome.reason else ""
        out.print(f"[{style[outcome.status]}]{outcome.status:>9}[/] {escape(outcome.id)}{reason}", soft_wrap=True)
    count = {status: sum(o.status == status for o in outcomes) for status in style}
    passed, failed, unreached = (count[status] for status in style)
    out.print(f"{passed} passed, {failed} failed, {unreached} not reached yet (reasons above)")


def rules(
    clause: Annotated[str | None, typer.Argument(help="Show this clause.")] = None,
    system: Systems = None,
    summary: Annotated[bool, typer.Option("--summary", help="One line for each system.")] = False,
    remaining: Annotated[
        bool, typer.Option("--remaining", help="List the clauses that are not proved, with the reason.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Note down which test names which clause, for the package.")
    ] = False,
    lang: Language = "",
    as_json: Json = False,
) -> None:
    """A clause is named by a test, and proved once its code was broken and such a test failed ('make prove')."""
    if clause is not None:
        show_clause(clause, lang, as_json)
        return
    if record:
        coverage.write_record()
        out.print(f"written: {escape(str(coverage.RECORD))}", soft_wrap=True)
        return
    names = chosen(system)
    if remaining:
        print_remaining(coverage.remaining(names), as_json)
        return
    rows = coverage.summary(names) if summary else coverage.rows(names)
    if as_json:
        return print_json(rows)
    heads = [head for head in coverage.Row.__struct_fields__ if not (summary and head == "module")]
    print_table(heads, [[str(getattr(row, head)) for head in heads] for row in rows])


def print_remaining(rest: list[coverage.Remaining], as_json: bool) -> None:
    if as_json:
        return print_json(rest)
    for one in rest:
        out.print(f"{escape(one.id)}  [dim]{escape(one.reason)}[/]", soft_wrap=True)


def show_clause(name: str, language: str, as_json: bool) -> None:
    found = find_clause(name, language)
    if as_json:
        return print_json(found)
    out.print(f"[bold]{escape(found.id)}[/]  {escape(found.title)}")
    for paragraph in found.paragraphs:
        out.print(escape(paragraph))
    words = catalogue(COMMON, language)
    for label, text in (("ruling", found.default), ("why", found.why), ("notes", found.notes)):
        if text:
            out.print(f"[dim]{words.say(f'cli.{label}')}[/] {escape(text)}")


def fuzz(
    games: Annotated[int, typer.Option(min=1, help="Random games, spread over all scenarios.")] = 300,
    system: Systems = None,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="First seed.")] = 1,
    workers: Workers = 0,
    failures: Annotated[Path, typer.Option(help="Where saves of failing games go.")] = Path("fuzz-failures"),
    scenario: Scenarios = None,
    usage: Annotated[bool, typer.Option("--usage", help="Draw game options too; name what was never used.")] = False,
    as_json: Json = False,
) -> None:
    work = fuzzing.jobs(chosen(system), games, seed, usage, scenario)
    reports = []
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task("random games", total=len(work))
        for report in fuzzing.run(work, workers or os.cpu_count() or 1):
            reports.append(report)
            progress.advance(task)
            if report.error:
                path = fuzzing.keep_failure(report, failures)
                what = f"{report.scenario} seed {report.seed}: {report.error} ({path})"
                err.print(f"[bold red]failed:[/] {escape(what)}", soft_wrap=True)
    rows = fuzz_rows(reports)
    unused = usage_rows(reports) if usage else []
    if as_json:
        print_json({"games": rows, "usage": unused} if usage else rows)
    else:
        print_fuzz(rows)
        if usage:
            print_usage(unused)
    if any(report.error for report in reports):
        raise typer.Exit(1)


def fuzz_rows(reports: list[fuzzing.Report]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for key in sorted({(r.system, r.scenario) for r in reports}):
        mine = [r for r in reports if (r.system, r.scenario) == key]
        rows.append(
            {
                "system": key[0],
                "scenario": key[1],
                "games": len(mine),
                "failed": sum(bool(r.error) for r in mine),
                "decisions": sum(r.decisions for r in mine),
                "wins": {str(seat): sum(r.winner == seat for r in mine) for seat in sorted({r.winner for r in mine})},
                "verbs": sorted({verb for r in mine for verb in r.verbs}),
                "procedures": sorted({name for r in mine for name in r.procedures}),
            }
        )
    return rows


def print_fuzz(rows: list[dict[str, Any]]) -> None:
    names = ("system", "scenario", "games", "failed", "decisions", "wins")
    print_table([*names[:-1], "wins by seat (-1 draw)"], [[str(row[name]) for name in names] for row in rows])


def usage_rows(reports: list[fuzzing.Report]) -> list[dict[str, Any]]:
    """Features of the systems played that no game has used: abilities, equipment, cards and the like."""
    rows: list[dict[str, Any]] = []
    for name in sorted({r.system for r in reports}):
        marks = {mark for r in reports if r.system == name for mark in r.marks}
        missing = fuzzing.unused(registry.system(name), marks)
        for group, features in registry.system(name).features().items():
            rows.append({"system": name, "group": group, "of": len(features), "unused": missing.get(group, [])})
    return rows


def print_usage(rows: list[dict[str, Any]]) -> None:
    cells = [(row["system"], row["group"], str(row["of"]), ", ".join(row["unused"])) for row in rows]
    print_table(("system", "group", "of", "never used"), cells)


def clicks(
    number: Annotated[int, typer.Option("--clicks", min=1, help="Clicks, spread over all scenarios.")] = 10_000,
    system: Systems = None,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="First seed of the games.")] = 1,
    workers: Workers = 0,
    scenario: Scenarios = None,
    as_json: Json = False,
) -> None:
    """A click fails that raises an error, is not answered, or is answered with a clause that nothing consulted. Of
    each system at most 5 % may be answered vaguely."""
    work = clicking.jobs(chosen(system), number, seed, scenario)
    reports = clicking.sum_up(list(clicking.run(work, workers or os.cpu_count() or 1)))
    if as_json:
        print_json(list(reports.values()))
    else:
        print_clicks(list(reports.values()))
    if any(clicking.faults(report) for report in reports.values()):
        raise typer.Exit(1)


def print_clicks(reports: list[clicking.Report]) -> None:
    rows = []
    for report in reports:
        shares = [f"{count / max(1, report.clicks):.1%}" for count in (report.vague, report.unfounded)]
        rows.append([report.system, str(report.clicks), str(len(report.errors)), *shares])
    print_table(("system", "clicks", "errors", "vague", "clause not consulted"), rows)
    for report in reports:
        for fault in clicking.faults(report):
            err.print(f"[bold red]failed:[/] {escape(f'{report.system}: {fault}')}", soft_wrap=True)
