"""The command that says how fair a scenario is: balance."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from bocage import registry
from bocage.analysis import balance as balancing
from bocage.analysis import balance_page, tables
from bocage.analysis.balance import Job, Report, Tuned
from bocage.analysis.balance_page import advice_words, games_words, moment_words, number, percent, side_names, span
from bocage.analysis.match import Result, Run
from bocage.bots import enrol
from bocage.cli.analysis import Teller, bar
from bocage.cli.console import out, print_json, refuse
from bocage.cli.options import FirstSeed, Json, Language, Scenario, System, Workers
from bocage.content import read_text
from bocage.kernel import Text
from bocage.text import Catalogue, catalogue

Tune = Annotated[
    bool, typer.Option("--tune", help="Change the scenario until it is even (50 ± 3 %) on fresh seeds too.")
]
Write = Annotated[
    Path | None,
    typer.Option(
        help="Write the scenario there with what was measured in it (its own file will do), and as --tune changed"
        " it; comments are kept where a line can be changed."
    ),
]


def balance(
    scenario: Scenario,
    games: Annotated[int, typer.Option(min=1, help="Games of each variant.")] = 100,
    player: Annotated[str, typer.Option("--bot", help="The bot that plays both sides.")] = "doctrine",
    system: System = None,
    seed: FirstSeed = 1,
    workers: Workers = 0,
    changes: Annotated[bool, typer.Option("--changes/--no-changes", help="Measure small changes too.")] = True,
    tune: Tune = False,
    write: Write = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with plots.")] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", help="Folder for the games worth watching, and for going on later.")
    ] = None,
    lang: Language = "",
    as_json: Json = False,
) -> None:
    """Win rate with its interval, points by turn, losses, turning points, and the same after small changes.
    With --out, stop it and start it again, and it goes on where it was."""
    refuse_what_does_nothing(tune, html, changes)
    owner = registry.owner(scenario, system)
    enrol(player)
    words = catalogue(registry.system(owner).package, lang)
    check_places(write, html, folder)
    with bar() as progress:
        teller = Teller(progress)

        def tell(what: Text, done: int, of: int) -> None:
            teller(words.render(what), done, of)

        job = Job(owner, scenario, player, games, seed, workers, tell, folder and folder.resolve())
        if tune:
            tuned = balancing.tune(job)
        else:
            made, run, results = balancing.report(job, changes)
    if tune:
        show_tuned(job, tuned, write, words, as_json)
        return
    if write is not None:
        write.write_text(balancing.remeasured(job, read_text(job.file()), tables.summary(results)), "utf-8")
    if html is not None:
        html.write_text(balance_page.page(made, words), "utf-8")
    if folder is not None:
        keep_games(run, results, made, folder / "saves")
    if as_json:
        print_json(made)
    else:
        print_balance(made, words, folder)


def keep_games(run: Run, results: list[Result], made: Report, folder: Path) -> None:
    """Saves of the games worth watching, and of their turning points."""
    tables.keep_saves(run, results, folder)
    balancing.keep_moments(run, results, made.moments, folder)


def refuse_what_does_nothing(tune: bool, html: Path | None, changes: bool) -> None:
    if html is not None and tune:
        refuse("--html: --tune draws no page; let it --write the scenario and balance that")
    if tune and not changes:
        refuse("--no-changes: --tune is made of small changes")


def check_places(write: Path | None, html: Path | None, folder: Path | None) -> None:
    """Before very many games are played: whether what comes of them can be written."""
    for option, path in (("--write", write), ("--html", html)):
        if path is not None:
            try_to_write(option, path)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            refuse(f"--out: {folder}: {error.strerror}")
        try_to_write("--out", folder / "trial")


def try_to_write(option: str, path: Path) -> None:
    new = not path.exists()
    try:
        path.open("ab").close()
    except OSError as error:
        refuse(f"{option}: {path}: {error.strerror}")
    if new:
        path.unlink()


def show_tuned(job: Job, tuned: Tuned, write: Path | None, words: Catalogue, as_json: bool) -> None:
    if write is not None:
        write.write_text(tuned.source, "utf-8")
    if as_json:
        names = ("changes", "outcome", "tried", "share", "interval", "games")
        print_json({name: getattr(tuned, name) for name in names})
        return
    sides, _ = balancing.names_of_sides(job.run())
    nothing = words.say("balance.tuned.same" if tuned.outcome == "even" else "balance.tuned.none")
    told: dict[str, int | str] = {
        "changes": "; ".join(words.render(label) for label in tuned.labels) or nothing,
        "side": words.say(sides[0]),
        "tried": percent(tuned.tried, words),
        "share": percent(tuned.share, words),
        "span": span(tuned.interval, words),
        "n": tuned.games,
    }
    out.print(escape(words.say(f"balance.tuned.{tuned.outcome}", told)), soft_wrap=True)
    if write is not None:
        out.print(escape(words.say("balance.written", {"file": str(write)})), soft_wrap=True)


def print_balance(made: Report, words: Catalogue, folder: Path | None) -> None:
    names = side_names(made, words)
    out.print(escape(games_words(made, words)), soft_wrap=True)
    drawn = f"{words.say('balance.draws')} {made.draws}"
    shown = f"[bold]{escape(names[0])}[/] {percent(made.share, words)} ({span(made.interval, words)}), {escape(drawn)}"
    out.print(shown, soft_wrap=True)
    points = Table(words.say("balance.turn"), *map(escape, names), title=words.say("balance.points"))
    for row in made.points:
        points.add_row(f"{row[0]:.0f}", *(number(value, words) for value in row[1:]))
    out.print(points)
    lost = " · ".join(f"{name} {number(value, words)}" for name, value in zip(names, made.lost, strict=True))
    out.print(escape(words.say("balance.losses", {"lost": lost})), soft_wrap=True)
    if made.changes:
        print_changes(made, names, words)
    if made.moments:
        print_moments(made, words, folder)


def print_changes(made: Report, names: list[str], words: Catalogue) -> None:
    heads = (words.say("balance.change"), escape(names[0]), words.say("balance.interval"))
    table = Table(*heads, title=words.say("balance.changes"))
    for change in made.changes:
        table.add_row(escape(words.render(change.label)), percent(change.share, words), span(change.interval, words))
    out.print(table)
    out.print(escape(advice_words(made, words)), soft_wrap=True)


def print_moments(made: Report, words: Catalogue, folder: Path | None) -> None:
    out.print(f"[bold]{escape(words.say('balance.moments'))}[/]")
    for place, moment in enumerate(made.moments, 1):
        out.print(f"{place}. {escape(moment_words(moment, made, words))}", soft_wrap=True)
        if folder is not None:
            saved = balancing.save_path(folder / "saves", moment.game)
            command = f"bocage replay {quote(str(saved))} --upto {moment.choice}"
            out.print(f"   [dim]{escape(words.say('balance.watch', {'command': command}))}[/]", soft_wrap=True)
    out.print(f"[dim]{escape(words.say('balance.swing'))}[/]", soft_wrap=True)
