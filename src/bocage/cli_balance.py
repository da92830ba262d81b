"""The command that says how fair a scenario is: balance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from bocage import balance as balancing
from bocage import registry, simulate, variants
from bocage.cli_analysis import Json, Language, Scenario, Seed, System, Teller, Workers, bar
from bocage.console import find_scenario, language_of, out, print_json
from bocage.text import Catalogue, catalogue


def register(app: typer.Typer) -> None:
    app.command(name="balance")(balance_command)


def balance_command(
    scenario: Scenario,
    games: Annotated[int, typer.Option(min=1, help="Games of each variant.")] = 100,
    player: Annotated[str, typer.Option("--bot", help="The bot that plays both sides.")] = "doctrine",
    system: System = None,
    seed: Seed = 1,
    workers: Workers = 0,
    changes: Annotated[bool, typer.Option("--changes/--no-changes", help="Measure small changes too.")] = True,
    tune: Annotated[bool, typer.Option("--tune", help="Change the scenario until it is even (50 ± 3 %).")] = False,
    write: Annotated[Path | None, typer.Option(help="Where --tune writes the changed scenario.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with plots.")] = None,
    folder: Annotated[Path | None, typer.Option("--out", help="Folder for the saves worth watching.")] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """How fair a scenario is: win rate with its interval, points by turn, losses, turning points, small changes."""
    owner = find_scenario(scenario, system)
    words = catalogue(registry.system(owner).package, language_of(lang))
    with bar() as progress:
        tell = Teller(progress)
        if tune:
            tuned = balancing.tune(owner, scenario, player, games, seed, workers, tell)
        else:
            made, run, results = balancing.report(owner, scenario, player, games, seed, workers, changes, tell)
    if tune:
        show_tuned(tuned, write, as_json)
        return
    names = [words.render(seat) for seat in registry.scenario(registry.system(owner), scenario).seats]
    if html is not None:
        heads = {key: words.say(f"balance.{key}") for key in ("games", "share", "points", "changes")}
        html.write_text(balancing.page(made, names, heads), "utf-8")
    if folder is not None:
        simulate.keep_saves(run, results, folder)
    if as_json:
        print_json(made)
    else:
        print_balance(made, names, words)


def show_tuned(tuned: balancing.Tuned, write: Path | None, as_json: bool) -> None:
    if write is not None:
        variants.write(tuned.record, write)
    if as_json:
        print_json({"changes": tuned.changes, "share": tuned.share, "interval": tuned.interval})
        return
    low, high = tuned.interval
    what = ", ".join(tuned.changes) or "nothing to change"
    out.print(f"{escape(what)}: {tuned.share:.1%} ({low:.1%} – {high:.1%})")


def print_balance(made: balancing.Report, names: list[str], words: Catalogue) -> None:
    low, high = made.interval
    out.print(words.say("balance.games", {"n": made.games, "bot": made.bot}))
    drawn = f"{words.say('balance.draws')} {made.draws}"
    out.print(f"[bold]{escape(names[0])}[/] {made.share:.1%} ({low:.1%} – {high:.1%}), {drawn}")
    points = Table(words.say("balance.turn"), *names, title=words.say("balance.points"))
    for row in made.points:
        points.add_row(f"{row[0]:.0f}", *(f"{value:.1f}" for value in row[1:]))
    out.print(points)
    lost = " · ".join(f"{name} {value:.1f}" for name, value in zip(names, made.lost, strict=True))
    out.print(f"{words.say('balance.lost')}: {escape(lost)}")
    if made.changes:
        table = Table(words.say("balance.change"), names[0], "95 %", title=words.say("balance.changes"))
        for change in made.changes:
            table.add_row(change.name, f"{change.share:.1%}", f"{change.interval[0]:.1%} – {change.interval[1]:.1%}")
        out.print(table)
        out.print(words.say("balance.advice", {"change": made.advice}) if made.advice else words.say("balance.keep"))
    for moment in made.moments:
        args: dict[str, int | str] = {"turn": moment.turn, "choice": moment.choice, "swing": f"{moment.swing:+.1f}"}
        out.print(words.say("balance.moment", args))
