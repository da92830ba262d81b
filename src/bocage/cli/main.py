"""The command line. Exit codes: 0 all went well, 1 something was found wrong, 2 the input was bad."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from bocage import registry
from bocage.analysis.simulate import SimulationError
from bocage.bots import UnknownBot, settings_of
from bocage.checks import bench as benching
from bocage.checks import (
    coverage,
    drills,
    fuzz,
)
from bocage.cli import (
    analysis,
    balance,
)
from bocage.cli.console import (
    MOST_SEED,
    MOST_WORKERS,
    err,
    language_of,
    out,
    print_json,
    refuse,
    whole,
)
from bocage.cli.terminal import Table as TerminalTable
from bocage.cli.terminal import event_words
from bocage.content import ContentError
from bocage.kernel.saves import SaveError
from bocage.kernel.system import BadOption
from bocage.registry import UnknownScenario, UnknownSystem
from bocage.rulebook import UnknownClause
from bocage.rulebook import clause as find_clause
from bocage.text import COMMON, catalogue

BAD_INPUT = (
    ContentError, SaveError, UnknownSystem, UnknownScenario, UnknownClause, BadOption, UnknownBot, SimulationError,
    OSError,
)  # fmt: skip

app = typer.Typer(
    name="bocage",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Squad-level tactical games with the rules enforced and every number explained.",
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON with stable fields instead of a table.")]
Systems = Annotated[list[str] | None, typer.Option("--system", help="Only this system (may be repeated).")]
Language = Annotated[str, typer.Option("--lang", help="Language of what players read: en or fr.")]
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, max=MOST_SEED, help="Seed of the dice; a random one if left out.")
]


def main() -> None:
    """Entry point: bad input becomes one plain line and exit code 2."""
    try:
        app()
    except BAD_INPUT as error:
        refuse(str(error))


def chosen(systems: list[str] | None) -> list[str]:
    names = systems or list(registry.installed())
    for name in names:
        registry.system(name)
    return names


@app.command()
def scenarios(system: Systems = None, lang: Language = "en", as_json: Json = False) -> None:
    """List the scenarios of every system."""
    rows: list[dict[str, Any]] = []
    for name in chosen(system):
        rules = registry.system(name)
        words = catalogue(rules.package, language_of(lang))
        for info in rules.scenarios():
            sides = [words.render(seat) for seat in info.seats]
            rows.append(
                {
                    "system": name,
                    "id": info.id,
                    "title": words.render(info.title),
                    "sides": sides,
                    "turns": info.turns,
                    "about": words.render(info.about),
                }
            )
    if as_json:
        print_json(rows)
        return
    table = Table("system", "id", "title", "sides", "turns")
    for row in rows:
        table.add_row(row["system"], row["id"], row["title"], ", ".join(row["sides"]), str(row["turns"]))
    out.print(table)


@app.command()
def play(
    system: Annotated[str, typer.Argument(help="lnlt, normandie or disposable")],
    scenario: Annotated[str, typer.Argument(help="Scenario id or YAML file; see 'bocage scenarios'.")],
    seat: Annotated[
        list[str] | None, typer.Option("--seat", help="'human' or a bot, one per side in order (human, regular).")
    ] = None,
    seed: Seed = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="A game option as name=value.")] = None,
    resume: Annotated[Path | None, typer.Option("--load", help="Go on with this save.")] = None,
    lang: Language = "en",
) -> None:
    """Play in the terminal against a bot, or hot-seat."""
    if resume is not None:
        game = registry.load(resume.read_bytes(), str(resume))
    else:
        game = registry.new(system, scenario, secrets.randbelow(2**31) if seed is None else seed, parse_options(option))
    sides = len(game.view(-1).seats)
    game.seats = seats_for(sides, seat or game.seats)
    TerminalTable(out, game, language_of(lang)).play()


def seats_for(sides: int, wanted: list[str]) -> list[str]:
    seats = wanted or ["human"]
    if len(seats) > sides:
        refuse(f"--seat: {len(seats)} seats given, the scenario has {sides}")
    for name in seats:
        if name != "human":
            try:
                settings_of(name)
            except UnknownBot as error:
                refuse(f"--seat: '{name}' is neither human nor a bot: {error}")
    return seats + ["regular"] * (sides - len(seats))


def parse_options(given: list[str] | None) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in given or []:
        name, equals, value = pair.partition("=")
        if not equals:
            refuse(f"--option: '{pair}' is not name=value")
        number = whole(value)
        options[name] = {"true": True, "false": False}.get(value, value if number is None else number)
    return options


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for a free one.")] = 8080,
    database: Annotated[
        str, typer.Option(help="SQLite file, or a database URL (PostgreSQL).", envvar="BOCAGE_DATABASE")
    ] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the page."""
    from bocage.server import serve as run_server

    run_server(host, port, database or default_database(), browser)


def default_database() -> str:
    """Games of this user; created at the first start."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(base) / "bocage" / "games.sqlite")


@app.command()
def drill(
    files: Annotated[list[Path] | None, typer.Argument(help="Drill files; all that are shipped if left out.")] = None,
    system: Systems = None,
    as_json: Json = False,
) -> None:
    """Run drills and worked examples; those that need rules not played yet are listed with the reason."""
    paths = files or [path for name in chosen(system) for path in drills.shipped(registry.system(name))]
    outcomes = [outcome for path in paths for outcome in drills.run_file(path)]
    failed = [outcome for outcome in outcomes if outcome.status == drills.FAILED]
    if as_json:
        print_json([{"id": o.id, "passed": o.passed, "reason": o.reason, "status": o.status} for o in outcomes])
    else:
        print_drills(outcomes)
    if failed or not outcomes:
        raise typer.Exit(1)


def print_drills(outcomes: list[drills.Outcome]) -> None:
    style = {drills.PASSED: "green", drills.FAILED: "bold red", drills.UNREACHED: "yellow"}
    for outcome in outcomes:
        reason = f"  [dim]{escape(outcome.reason)}[/]" if outcome.reason else ""
        out.print(f"[{style[outcome.status]}]{outcome.status:>9}[/] {escape(outcome.id)}{reason}", soft_wrap=True)
    count = {status: sum(o.status == status for o in outcomes) for status in style}
    passed, failed, unreached = (count[status] for status in style)
    out.print(f"{passed} passed, {failed} failed, {unreached} not reached yet (reasons above)")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    upto: Annotated[int | None, typer.Option(min=0, help="Stop after this many choices.")] = None,
    seat: Annotated[int, typer.Option(min=-1, help="As this seat saw it; -1 a spectator.")] = -1,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Play a save again, checking every die and position, and tell what happened."""
    game = registry.load(file.read_bytes(), str(file), upto)
    last = len(game.view(-1).seats) - 1
    if seat > last:
        refuse(f"--seat: {file} has the seats 0 to {last}, not {seat}")
    if as_json:
        digest = game.state.digest()
        print_json({"choices": len(game.history), "over": game.over, "winner": game.result, "digest": digest})
        return
    words = catalogue(game.system.package, language_of(lang))
    for event in game.events_for(seat):
        out.print(event_words(event, words), soft_wrap=True)
    out.print(f"{len(game.history)} choices replayed; every die and position agrees.")


@app.command()
def rules(
    clause: Annotated[str | None, typer.Argument(help="Show this clause.")] = None,
    system: Systems = None,
    summary: Annotated[bool, typer.Option("--summary", help="Only the figures.")] = False,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Show a clause, or how many clauses are implemented and proved by a test, and what is left with the reason."""
    if clause is not None:
        show_clause(clause, language_of(lang), as_json)
        return
    names = chosen(system)
    rows = coverage.rows(names)
    if as_json:
        print_json(rows)
        return
    table = Table("system", "module", "clauses", "implemented", "proved", "open")
    for row in rows:
        figures = (row.clauses, row.implemented, row.proved, row.open)
        table.add_row(row.system, row.module, *(str(n) for n in figures))
    out.print(table)
    if not summary:
        for rest in coverage.remaining(names):
            out.print(f"{escape(rest.id)}  [dim]{escape(rest.reason)}[/]", soft_wrap=True)


def show_clause(name: str, language: str, as_json: bool) -> None:
    found = find_clause(name, language)
    if as_json:
        print_json(found)
        return
    out.print(f"[bold]{escape(found.id)}[/]  {escape(found.title)}")
    for paragraph in found.paragraphs:
        out.print(escape(paragraph))
    words = catalogue(COMMON, language)
    for label, text in (("ruling", found.default), ("why", found.why), ("notes", found.notes)):
        if text:
            out.print(f"[dim]{words.say(f'cli.{label}')}[/] {escape(text)}")


@app.command()
def validate(
    files: Annotated[list[Path], typer.Argument(help="Scenario, map, data or drill files, or saves (.json).")],
    system: Annotated[str | None, typer.Option("--system", help="The system the files belong to.")] = None,
) -> None:
    """Check files; the first thing wrong in each is named with file, line and field."""
    bad = 0
    for path in files:
        try:
            validate_one(path, system)
        except BAD_INPUT as error:
            bad += 1
            err.print(f"[bold red]error:[/] {escape(str(error))}", soft_wrap=True)
        else:
            out.print(f"[green]ok[/] {escape(str(path))}", soft_wrap=True)
    if bad:
        raise typer.Exit(2)


def validate_one(path: Path, system: str | None) -> None:
    if path.suffix == ".json":
        registry.load(path.read_bytes(), str(path))
        return
    if system is not None:
        registry.system(system).validate(path)
        return
    owner = next((s for s in registry.systems().values() if s.package in path.resolve().parents), None)
    if owner is None:
        raise ContentError(str(path), 0, "", "say which system it belongs to with --system")
    owner.validate(path)


@app.command()
def bench(
    system: Systems = None,
    scenario: Annotated[list[str] | None, typer.Option(help="Only this scenario (may be repeated).")] = None,
    seconds: Annotated[float, typer.Option(min=0.001, max=3600, help="Length of a take.")] = 1.0,
    takes: Annotated[int, typer.Option(min=1, max=1000, help="Takes; the median counts.")] = 5,
    kinds: Annotated[bool, typer.Option("--kinds", help="Report each kind of decision by itself.")] = False,
    bot: Annotated[str, typer.Option(help="Measure how long this bot thinks, as 'search:seconds=1'.")] = "",
    decisions: Annotated[int, typer.Option(min=1, help="Decisions of the bot to measure.")] = 100,
    as_json: Json = False,
) -> None:
    """Measure random play and copies; beside the compiled build too where 'make compiled' has been run."""
    names = chosen(system)
    only = scenario or []
    if bot:
        settings_of(bot)
        thoughts = benching.thought_rows(names, only, bot, decisions)
        print_thoughts(thoughts + benching.compiled_thought_rows(names, only, bot, decisions), as_json)
        return
    if kinds:
        found = benching.kind_rows(names, only, seconds) + benching.compiled_kind_rows(names, only, seconds)
        print_kinds(found, as_json)
        return
    rows = benching.rows(names, only, seconds, takes) + benching.compiled_rows(names, only, seconds, takes)
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


@app.command(name="fuzz")
def fuzz_command(
    games: Annotated[int, typer.Option(min=1, help="Random games, spread over all scenarios.")] = 300,
    system: Systems = None,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="First seed.")] = 1,
    workers: Annotated[int, typer.Option(min=0, max=MOST_WORKERS, help="Processes; 0 for one per core.")] = 0,
    failures: Annotated[Path, typer.Option(help="Where saves of failing games go.")] = Path("fuzz-failures"),
    scenario: Annotated[list[str] | None, typer.Option(help="Only this scenario (may be repeated).")] = None,
    usage: Annotated[bool, typer.Option("--usage", help="Draw game options too; name what was never used.")] = False,
    as_json: Json = False,
) -> None:
    """Play random games with every invariant on; a failing game is kept as a save."""
    work = fuzz.jobs(chosen(system), games, seed, usage, scenario)
    reports = []
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task("random games", total=len(work))
        for report in fuzz.run(work, workers or os.cpu_count() or 1):
            reports.append(report)
            progress.advance(task)
            if report.error:
                path = fuzz.keep_failure(report, failures)
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


def fuzz_rows(reports: list[fuzz.Report]) -> list[dict[str, Any]]:
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
    table = Table("system", "scenario", "games", "failed", "decisions", "wins by seat (-1 draw)")
    for row in rows:
        table.add_row(*(str(row[name]) for name in ("system", "scenario", "games", "failed", "decisions", "wins")))
    out.print(table)


def usage_rows(reports: list[fuzz.Report]) -> list[dict[str, Any]]:
    """Features of the systems played that no game has used: abilities, equipment, cards and the like."""
    rows: list[dict[str, Any]] = []
    for name in sorted({r.system for r in reports}):
        marks = {mark for r in reports if r.system == name for mark in r.marks}
        missing = fuzz.unused(registry.system(name), marks)
        for group, features in registry.system(name).features().items():
            rows.append({"system": name, "group": group, "of": len(features), "unused": missing.get(group, [])})
    return rows


def print_usage(rows: list[dict[str, Any]]) -> None:
    table = Table("system", "group", "of", "never used")
    for row in rows:
        table.add_row(str(row["system"]), str(row["group"]), str(row["of"]), ", ".join(row["unused"]))
    out.print(table)


analysis.register(app)
balance.register(app)
