"""Commands that weigh things up: simulate, ladder, odds, review, advise; `balance` is one more."""

from __future__ import annotations

import random
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bocage import registry
from bocage.analysis import dataset as tabling
from bocage.analysis import ladder as laddering
from bocage.analysis import odds as odd
from bocage.analysis import review as reviewing
from bocage.analysis import simulate as simulating
from bocage.analysis import tables
from bocage.analysis.match import Result, Run
from bocage.analysis.tables import Summary
from bocage.bots import BUILT_IN, bot, enrol, explain
from bocage.cli.console import err, out, print_json, print_table, refuse
from bocage.cli.options import FirstSeed, Json, Language, Options, Scenario, System, Systems, Workers, parse_options
from bocage.kernel import Text
from bocage.text import Catalogue, catalogue


def bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True)


class Teller:
    """Shows how far a number of runs have come."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.task = progress.add_task("", total=None)

    def __call__(self, what: str, done: int, of: int) -> None:
        self.progress.update(self.task, description=escape(what), completed=done, total=of)


def two_bots(given: str) -> tuple[str, str]:
    names = given.split(",")
    if len(names) != 2:
        refuse(f"--bots: two bots with a comma between them, not '{given}'")
    return names[0], names[1]


def simulate(
    scenario: Scenario,
    games: Annotated[int, typer.Option(help="Games; each seed is played twice, with sides swapped.")] = 100,
    bots: Annotated[
        str, typer.Option(help="Two bots, as 'doctrine,search:seconds=0.5'; your own as 'my_bots:Boldest'.")
    ] = "doctrine,greedy",
    system: System = None,
    seed: FirstSeed = 1,
    workers: Workers = 0,
    ray: Annotated[str, typer.Option(help="Address of a Ray cluster, or 'local' for one of its own.")] = "",
    folder: Annotated[Path | None, typer.Option("--out", help="Folder for table, saves and going on later.")] = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """With --out, stop it and start it again, and it goes on where it was."""
    if games < 1:
        refuse("--games: at least one game")
    run = Run(registry.owner(scenario, system), scenario, games, two_bots(bots), seed, parse_options(option))
    start = perf_counter()
    results: list[Result] = []
    with bar() as progress:
        tell = Teller(progress)
        for result in simulating.simulate(run, workers, ray, folder):
            results.append(result)
            tell(scenario, len(results), games)
    found = tables.summary(results)
    if folder is not None:
        tables.write_table(results, run, folder / "games.parquet")
        tables.keep_saves(run, results, folder / "saves")
    if as_json:
        return print_json(found)
    print_summary(run, found, perf_counter() - start)


def dataset(
    scenario: Scenario,
    file: Annotated[Path, typer.Argument(help="The table: .jsonl, or .parquet.")],
    games: Annotated[int, typer.Option(min=1, help="Games; each seed is played twice, with sides swapped.")] = 20,
    bots: Annotated[str, typer.Option(help="Two bots with a comma between them.")] = "doctrine,doctrine",
    system: System = None,
    seed: FirstSeed = 1,
    workers: Workers = 0,
    odds: Annotated[bool, typer.Option("--odds", help="With the exact odds of each choice; slower.")] = False,
    option: Options = None,
) -> None:
    """Every row is a decision: what the seat knew, what was offered, what it chose, and whether it won."""
    if file.suffix not in {".jsonl", ".parquet"}:
        refuse(f"{file}: name it .jsonl or .parquet")
    run = Run(registry.owner(scenario, system), scenario, games, two_bots(bots), seed, parse_options(option))
    with bar() as progress:
        tell = Teller(progress)
        results: list[Result] = []
        for result in simulating.simulate(run, workers):
            results.append(result)
            tell(scenario, len(results), games)
        results.sort(key=lambda one: one.number)
        count = tabling.write(file, run, results, odds)
    out.print(f"{count} decisions of {games} games in {escape(str(file))}")


def share(found: float | None, of_the_other: bool = False) -> str:
    """Per cent, or a dash where nothing was played."""
    if found is None:
        return "–"
    return f"{1 - found if of_the_other else found:.1%}"


def print_summary(run: Run, found: Summary, seconds: float) -> None:
    low, high = found.interval
    won, lost, between = found.share, 1 - found.share, f"{1 - high:.1%} – {1 - low:.1%}"
    one = (run.bots[0], f"{won:.1%}", f"{low:.1%} – {high:.1%}", share(found.as_first), share(found.as_second))
    other = (run.bots[1], f"{lost:.1%}", between, share(found.as_second, True), share(found.as_first, True))
    print_table(("bot", "won", "95 %", "as first side", "as second side"), (one, other))
    low, high = found.first_interval
    out.print(
        f"{found.games} games, {found.draws} drawn; first side {found.first_side:.1%} ({low:.1%} – {high:.1%});"
        f" {found.decisions:.0f} decisions and {found.turns:.1f} turns a game; {seconds:.1f} s"
    )


def ladder(
    games: Annotated[int, typer.Option(min=1, help="Games of a pairing on a scenario.")] = 20,
    bots: Annotated[str, typer.Option(help="Bots, with commas between them.")] = ",".join(BUILT_IN),
    system: Systems = None,
    seed: FirstSeed = 1,
    workers: Workers = 0,
    folder: Annotated[Path | None, typer.Option("--out", help="Folder for going on later.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table for the documentation.")] = False,
    as_json: Json = False,
) -> None:
    """With --out, stop it and start it again, and it goes on where it was."""
    names = bots.split(",")
    if len(names) < 2:
        refuse("--bots: at least two bots")
    chosen = laddering.fixed_scenarios(system)
    if not chosen:
        refuse("--system: no scenario of the ladder belongs to it")
    with bar() as progress:
        made = laddering.play(names, chosen, games, seed, workers, Teller(progress), folder)
    if as_json:
        return print_json(made)
    if markdown:
        typer.echo(laddering.table(made))
        return
    rows = [(r.bot, f"{r.elo:.0f}", f"{r.low:.0f} – {r.high:.0f}", str(r.games)) for r in made.ratings]
    print_table(("bot", "Elo", "95 %", "games"), rows)
    details = []
    for one in made.pairings:
        span = f"{one.interval[0]:.1%} – {one.interval[1]:.1%}"
        pairing = f"{one.first} – {one.second}"
        details.append((one.system, one.scenario, pairing, f"{one.share:.1%}", span, str(one.draws)))
    print_table(("system", "scenario", "pairing", "won", "95 %", "drawn"), details)


def odds(
    file: Annotated[Path, typer.Argument(help="A drill (.yaml) or a saved game (.json).")],
    choose: Annotated[
        list[str] | None, typer.Option("--choose", help="Play this first: a number, or 'verb=move place=G4'.")
    ] = None,
    upto: Annotated[int | None, typer.Option(min=0, help="Of a save, only so many choices.")] = None,
    path: Annotated[str, typer.Option(help="The risk of going this way instead: 'E5 E6 F6', '12,8'.")] = "",
    lang: Language = "",
    as_json: Json = False,
) -> None:
    """The modifiers behind the odds are shown with their clauses."""
    here = odd.situation(file, upto)
    for wish in choose or []:
        here.take(wish)
    if path.strip():
        walked = here.path(odd.words_of(path))
        if as_json:
            print_json(walked)
        else:
            print_path(walked, catalogue(here.system.package, lang), here.names())
        return
    found = here.odds()
    if as_json:
        return print_json(found)
    words = catalogue(here.system.package, lang)
    for number, one in enumerate(found, 1):
        out.print(f"{number:>3}  {escape(words.render(one.label))}  [dim]{escape(one.need)} {escape(one.rule)}[/]")
        print_odds(one.lines, one.odds, words, here.names())


def print_odds(
    lines: list[odd.Line], odds: dict[str, dict[str, float]], words: Catalogue, names: dict[str, Text]
) -> None:
    for line in lines:
        out.print(f"       [dim]{line.value:+d} {escape(words.say(line.label))} {line.rule}[/]")
    for subject, row in odds.items():
        told = " · ".join(f"{words.word('outcome', label)} {p:.1%}" for label, p in row.items())
        name = words.word("subject", subject) if ":" not in subject else subject
        named = words.render(names[subject]) if subject in names else name
        out.print(f"       {escape(named)}: {escape(told)}", soft_wrap=True)


def print_path(walked: odd.PathOdds, words: Catalogue, names: dict[str, Text]) -> None:
    """Step by step: the chance to be there unharmed, and every shot on the way."""
    for lead in walked.lead:
        out.print(f"     [dim]{escape(words.render(lead))}[/]")
    for number, leg in enumerate(walked.legs, 1):
        told = words.say("path.leg", {"place": leg.place, "chance": f"{leg.unharmed:.1%}"})
        out.print(f"{number:>3}  [bold]{escape(told)}[/]")
        for shot in leg.shots:
            harm = words.say("path.harm", {"chance": f"{shot.harm:.1%}"})
            out.print(f"     {escape(words.render(shot.label))}: {harm}  [dim]{escape(shot.need)} {shot.rule}[/]")
            print_odds(shot.lines, shot.odds, words, names)
    if walked.stopped:
        out.print(escape(words.say("path.stopped", {"place": walked.stopped})))
        for refusal in walked.refusals:
            out.print(f"       {escape(words.render(refusal.text))} [dim]{refusal.rule}[/]")
    out.print(f"[dim]{escape(words.say('path.exact' if walked.exact else 'path.about'))}[/]", soft_wrap=True)


def review(
    file: Annotated[Path, typer.Argument(help="A saved game.")], lang: Language = "", as_json: Json = False
) -> None:
    """Swings are from the first side's view, in victory points; each is what was decided and what the dice did."""
    game = registry.load(file.read_bytes(), str(file))
    with bar() as progress:
        teller = Teller(progress)
        found = reviewing.review(game, lambda done, of: teller(str(file), done, of))
    if as_json:
        return print_json({"curve": found.curve, "swings": found.swings})
    words = catalogue(game.system.package, lang)
    seats = [words.render(seat.name) for seat in game.view(-1).seats]
    out.print(escape(words.say("review.luck", {"side": seats[0], "n": f"{found.luck():+.1f}"})))
    out.print(escape(words.say("review.turning")))
    print_swings(found.turning_points(), seats, words)
    for seat, name in enumerate(seats):
        out.print(escape(words.say("review.costly", {"side": name})))
        print_mistakes(found.costly(seat), words)


def print_swings(swings: list[reviewing.Swing], seats: list[str], words: Catalogue) -> None:
    rows = [
        [str(one.at + 1), seats[one.seat], words.render(one.label)]
        + [f"{value:+.1f}" for value in (one.change, one.decision, one.luck)]
        for one in swings
    ]
    print_table(["#", "", "", "±", words.say("review.decision"), words.say("review.dice")], rows)


def print_mistakes(swings: list[reviewing.Swing], words: Catalogue) -> None:
    rows = [
        [str(one.at + 1), words.render(one.label), f"{one.cost:.1f}", words.render(one.best) if one.best else ""]
        for one in swings
    ]
    print_table(["#", "", "", words.say("review.instead")], rows)


def advise(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    player: Annotated[str, typer.Option("--bot", help="The bot that is asked.")] = "doctrine",
    upto: Annotated[int | None, typer.Option(min=0, help="Only so many choices of the save.")] = None,
    seed: FirstSeed = 1,
    lang: Language = "",
    as_json: Json = False,
) -> None:
    game = registry.load(file.read_bytes(), str(file), upto)
    if game.over:
        refuse(f"{file}: the game is over, there is nothing to decide")
    seat = game.decision.seat
    enrol(player)
    advice = explain.advice(game, seat, bot(player, random.Random(seed)))
    if as_json:
        return print_json(advice)
    words = catalogue(game.system.package, lang)
    for line in explain.in_words(advice, words):
        out.print(escape(line), soft_wrap=True)
