"""Commands that play: play, serve, replay, verify."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from bocage import bots, registry
from bocage.cli.console import MOST_SEED, out, print_json, refuse
from bocage.cli.options import Json, Language, Options, Scenario, parse_options
from bocage.cli.terminal import Table as TerminalTable
from bocage.cli.terminal import event_words
from bocage.kernel import saves
from bocage.text import catalogue


def play(
    system: Annotated[str, typer.Argument(help="lnlt, normandie, disposable or another that is installed.")],
    scenario: Scenario,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", help="'human' or a bot, one per side in order (human, regular).")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=MOST_SEED, help="Seed of the dice; a random one if left out.")
    ] = None,
    option: Options = None,
    resume: Annotated[Path | None, typer.Option("--load", help="Go on with this save.")] = None,
    lang: Language = "",
) -> None:
    if resume is not None:
        game = registry.load(resume.read_bytes(), str(resume))
    else:
        game = registry.new(system, scenario, secrets.randbelow(2**31) if seed is None else seed, parse_options(option))
    game.seats = seats_for(len(game.view(-1).seats), seat or game.seats)
    TerminalTable(out, game, lang).play()


def seats_for(sides: int, wanted: list[str]) -> list[str]:
    seats = wanted or ["human"]
    if len(seats) > sides:
        refuse(f"--seat: {len(seats)} seats given, the scenario has {sides}")
    for name in seats:
        if name != "human":
            try:
                bots.enrol(name)
            except bots.UnknownBot as error:
                refuse(f"--seat: '{name}' is neither human nor a bot: {error}")
    return seats + ["regular"] * (sides - len(seats))


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.", envvar="BOCAGE_HOST")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for a free one.", envvar="BOCAGE_PORT")
    ] = 8080,
    database: Annotated[
        str, typer.Option(help="SQLite file, or a database URL (PostgreSQL).", envvar="BOCAGE_DATABASE")
    ] = "",
    expire: Annotated[
        float,
        typer.Option(
            min=0, help="Remove games that nobody has touched for so many days; 0: keep all.", envvar="BOCAGE_EXPIRE"
        ),
    ] = 0,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Tell Prometheus how it goes, at /metrics.", envvar="BOCAGE_METRICS")
    ] = False,
    proxies: Annotated[
        str,
        typer.Option(
            help="Addresses of the proxies in front, with commas: limits then count those behind them.",
            envvar="BOCAGE_PROXIES",
        ),
    ] = "127.0.0.1",
    log_json: Annotated[
        bool, typer.Option("--log-json", help="Write logs as JSON, one object a line.", envvar="BOCAGE_LOG_JSON")
    ] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = False,
) -> None:
    """Games are kept in a database in the data folder of this user, unless another is named. See docs/hosting.md."""
    from bocage.server import serve as run_server

    store = database or default_database()
    run_server(host, port, store, browser, expire_days=expire, metrics=metrics, proxies=proxies, log_json=log_json)


def default_database() -> str:
    """Games of this user; created at the first start."""
    from platformdirs import user_data_path

    return str(user_data_path("bocage", appauthor=False) / "games.sqlite")


def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    upto: Annotated[int | None, typer.Option(min=0, help="Stop after this many choices.")] = None,
    seat: Annotated[int, typer.Option(min=-1, help="As this seat saw it; -1 a spectator.")] = -1,
    lang: Language = "",
    as_json: Json = False,
) -> None:
    game = registry.load(file.read_bytes(), str(file), upto)
    last = len(game.view(-1).seats) - 1
    if seat > last:
        refuse(f"--seat: {file} has the seats 0 to {last}, not {seat}")
    if as_json:
        digest = game.state.digest()
        print_json({"choices": len(game.history), "over": game.over, "winner": game.result, "digest": digest})
        return
    words = catalogue(game.system.package, lang)
    for event in game.events_for(seat):
        out.print(event_words(event, words), soft_wrap=True)
    out.print(f"{len(game.history)} choices replayed; every die and position agrees.")


def verify(
    file: Annotated[Path, typer.Argument(help="The save of a finished game.")],
    commitment: Annotated[
        str, typer.Option(help="What was shown when the game began; it must be that of the save.")
    ] = "",
    as_json: Json = False,
) -> None:
    data = file.read_bytes()
    checked = registry.verify(data, str(file))
    fair = saves.decode(data, str(file)).fair
    shown = fair.commitment if fair else ""
    if commitment and not shown.startswith(commitment.lower()):
        refuse(f"{file}: fair.commitment: the save has {shown}, which is another game's or was exchanged")
    if as_json:
        print_json({"dice": checked, "given": fair.given if fair else 0, "commitment": shown})
        return
    out.print(f"{checked} dice are those that the commitment {shown} was made for.", soft_wrap=True)
    if fair and fair.given:
        out.print(f"The first {fair.given} were taken over from another game and cannot be checked.")
