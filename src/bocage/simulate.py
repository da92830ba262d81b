"""Very many games: bots against each other, sides swapped, on all cores or a Ray cluster, to be taken up again.

A run is the list of its games; each game is played by itself from its own seeds, so the table that comes out does not
depend on how many processes play it or on which of them dies.
"""

from __future__ import annotations

import logging
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from math import sqrt
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import Any

import msgspec

from bocage import registry
from bocage.bots import bot, settings_of
from bocage.kernel.appraisal import Manner, total
from bocage.kernel.game import Game
from bocage.kernel.views import Position

logger = logging.getLogger("bocage.simulate")

CONNECT_SECONDS = 5  # for the machine of a cluster to answer
JOIN_SECONDS = 20  # for the cluster itself
LOOK_EVERY = 8  # choices between two looks at the score
MOMENTS = 3  # turning points kept of a game
RETRIES = 8  # of games whose worker died
START = "fork" if "fork" in get_all_start_methods() else "spawn"  # of processes: forked ones share what is read


class SimulationError(Exception):
    """A run that cannot be started or gone on with; the message says why."""


class Run(msgspec.Struct, frozen=True):
    """What is to be played: `games` games, two and two with the same dice and the sides swapped."""

    system: str
    scenario: str
    games: int
    bots: tuple[str, str]
    seed: int = 1
    options: dict[str, Any] = {}
    watch: bool = False  # appraise every position, to find the turning points


class Moment(msgspec.Struct):
    """A choice that changed the position much: `swing` is what the first side gained by it."""

    choice: int
    turn: int
    seat: int
    what: str
    swing: float


class Result(msgspec.Struct):
    """One game."""

    number: int
    seed: int
    first: str  # the bot of each side
    second: str
    winner: int  # the side, -1 for a draw
    turns: int
    decisions: int
    scores: list[int]
    lost: list[int]  # of the pieces at the start, by seat
    by_turn: list[list[int]] = []  # turn and scores
    moments: list[Moment] = []
    choices: list[list[int]] = []  # seat and option, to play it again

    def won_by(self, side: int) -> float:
        """1 if the run's bot `side` won (0 the first named), one half for a draw."""
        if self.winner < 0:
            return 0.5
        return 1.0 if self.bot_of(self.winner) == side else 0.0

    def bot_of(self, seat: int) -> int:
        return seat % 2 if self.number % 2 == 0 else 1 - seat % 2


def seats_of(run: Run, number: int) -> list[str]:
    """Sides are swapped in every other game."""
    return list(run.bots) if number % 2 == 0 else list(reversed(run.bots))


def camp_of(opening: Position, seat: int) -> int:
    """The first or the second side; allied seats are one."""
    camp = opening.seats[seat].camp
    return camp if camp >= 0 else seat % 2


def seed_of(run: Run, number: int) -> int:
    """Two games share a seed; not where a bot plays itself, for then it would be one game played twice."""
    return run.seed + (number if run.bots[0] == run.bots[1] else number // 2)


def play(run: Run, number: int) -> Result:
    """One game of a run."""
    seed = seed_of(run, number)
    game = registry.new(run.system, run.scenario, seed, run.options, recording=False)
    names = seats_of(run, number)
    opening = game.view(-1)
    camps = [camp_of(opening, seat) for seat in seats(game)]
    players = [bot(names[camp], random.Random(f"{seed}/{seat}/{names[camp]}")) for seat, camp in enumerate(camps)]
    result = Result(number, seed, names[0], names[1], -1, 0, 0, [], [])
    scribe = Scribe(game, run.watch)
    while not game.over:
        seat = game.decision.seat
        option = players[seat].choose(game, seat)
        scribe.before(game, seat, option)
        game.play(option, seat)
        scribe.after(game)
        result.choices.append([seat, option])
    closing = game.view(-1)
    result.winner = camps[game.state.winner] if game.state.winner >= 0 else -1
    result.turns = closing.turn
    result.decisions = len(result.choices)
    result.scores = [side.score for side in closing.seats]
    result.lost = [len(pieces(opening, seat) - pieces(closing, seat)) for seat in seats(game)]
    result.by_turn = scribe.finish(game)
    result.moments = scribe.moments()
    return result


def seats(game: Game) -> range:
    return range(len(game.view(-1).seats))


def pieces(position: Position, seat: int) -> set[int]:
    return {piece.id for piece in position.pieces if piece.seat == seat}


class Scribe:
    """Notes the score turn by turn, and the choices that changed the position most."""

    def __init__(self, game: Game, watch: bool) -> None:
        self.turns: dict[int, list[int]] = {}
        self.watch = watch
        self.found: list[Moment] = []
        self.choices = 0
        self.turn = 0
        self.note(game)
        self.value = self.appraised(game) if watch else 0.0
        self.next: tuple[int, str] = (0, "")

    def note(self, game: Game) -> None:
        position = game.view(-1)
        self.turn = position.turn
        self.turns[position.turn] = [side.score for side in position.seats]

    def appraised(self, game: Game) -> float:
        return total(game.system.appraise(game.state, 0, Manner()))

    def before(self, game: Game, seat: int, option: int) -> None:
        if self.watch:
            self.next = (seat, str(option))

    def after(self, game: Game) -> None:
        self.choices += 1
        if self.choices % LOOK_EVERY == 0 and not game.over:
            self.note(game)
        if self.watch and not game.over:
            value = self.appraised(game)
            seat, what = self.next
            self.found.append(Moment(self.choices, self.turn, seat, what, round(value - self.value, 3)))
            self.value = value

    def finish(self, game: Game) -> list[list[int]]:
        self.note(game)
        return [[turn, *scores] for turn, scores in sorted(self.turns.items())]

    def moments(self) -> list[Moment]:
        return sorted(self.found, key=lambda moment: -abs(moment.swing))[:MOMENTS]


# ---- many of them


def simulate(run: Run, workers: int = 0, ray: str = "", folder: Path | None = None) -> Iterator[Result]:
    """The games as they are finished; those already in the folder come first and are not played again."""
    for name in run.bots:
        settings_of(name)
    journal = Journal(folder, run) if folder is not None else None
    done = journal.read() if journal is not None else {}
    yield from done.values()
    todo = [number for number in range(run.games) if number not in done]
    for result in played(run, todo, workers or os.cpu_count() or 1, ray):
        if journal is not None:
            journal.write(result)
        yield result


def played(run: Run, todo: list[int], workers: int, ray: str) -> Iterator[Result]:
    if ray:
        yield from on_cluster(run, todo, ray)
    elif workers == 1 or len(todo) < 2:
        for number in todo:
            yield play(run, number)
    else:
        yield from on_cores(run, todo, workers)


def on_cores(run: Run, todo: list[int], workers: int) -> Iterator[Result]:
    """In processes of this machine, which share the rules read here; games of one that dies are played again."""
    registry.new(run.system, run.scenario, run.seed, run.options, recording=False)
    left = set(todo)
    for attempt in range(RETRIES + 1):
        try:
            with ProcessPoolExecutor(workers, get_context(START)) as pool:
                for future in as_completed([pool.submit(play, run, number) for number in sorted(left)]):
                    result = future.result()
                    left.remove(result.number)
                    yield result
            return
        except BrokenProcessPool:
            if attempt == RETRIES:
                raise SimulationError("the processes that play keep dying (is there enough memory?)") from None


def on_cluster(run: Run, todo: list[int], address: str) -> Iterator[Result]:
    """The same on Ray; a game whose worker dies is played again."""
    try:
        import ray
    except ImportError:
        raise SimulationError("--ray needs the extra 'cluster' (pip install 'bocage[cluster]')") from None
    if not ray.is_initialized():
        if address != "local":
            look_for_cluster(address)
        try:
            ray.init(address=None if address == "local" else address, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise SimulationError(f"--ray: no cluster at '{address}': {error}") from error
    remote = ray.remote(max_retries=RETRIES)(play)
    waiting = [remote.remote(run, number) for number in todo]
    while waiting:
        ready, waiting = ray.wait(waiting)
        for reference in ready:
            yield ray.get(reference)


PROBE = "import sys, ray; ray.init(address=sys.argv[1], log_to_driver=False, logging_level='ERROR')"


def look_for_cluster(address: str) -> None:
    """Ray waits for minutes where nobody answers, or somebody else does: a process that can be ended tries it first."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    try:
        if colon:
            socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
        subprocess.run([sys.executable, "-c", PROBE, address], check=True, capture_output=True, timeout=JOIN_SECONDS)
    except (OSError, ValueError, OverflowError) as error:
        raise SimulationError(f"--ray: nobody answers at '{address}': {error}") from error
    except subprocess.TimeoutExpired:
        raise SimulationError(f"--ray: what answers at '{address}' is no Ray cluster") from None
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise SimulationError(f"--ray: no cluster at '{address}': {reason}") from None


class Head(msgspec.Struct):
    """What a folder was begun with: games of other rules or of another scenario may not be mixed with its own."""

    run: Run
    version: str
    scenario_hash: str


class Journal:
    """The folder of a run: what is played, one line per finished game."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self.run = run
        self.path = folder / "games.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        head = folder / "run.json"
        mine = head_of(run)
        if head.exists():
            self.compare(head, mine)
        else:
            replace_file(head, msgspec.json.encode(mine))

    def compare(self, head: Path, mine: Head) -> None:
        try:
            found = msgspec.json.decode(head.read_bytes(), type=Head)
        except msgspec.DecodeError:
            raise SimulationError(f"{head} does not say what was begun here; give it another --out") from None
        if found.run != mine.run:
            raise SimulationError(f"{self.folder} holds another run; give it another --out")
        if found.version != mine.version:
            raise SimulationError(
                f"{self.folder} was begun under {self.run.system} rules {found.version}, these are {mine.version};"
                " give it another --out"
            )
        if found.scenario_hash != mine.scenario_hash:
            raise SimulationError(
                f"{self.folder}: the scenario '{self.run.scenario}' has changed since it was begun;"
                " give it another --out"
            )

    def read(self) -> dict[int, Result]:
        """Finished games. A last line that was cut off is thrown away; a bad one before it is told of."""
        found: dict[int, Result] = {}
        if not self.path.exists():
            return found
        data = self.path.read_bytes()
        lines = data.splitlines()
        good: list[bytes] = []
        for number, line in enumerate(lines, 1):
            result = self.finished(line)
            if result is None:
                if number < len(lines):
                    logger.warning("%s:%d: not a game of this run; it is played again", self.path, number)
                continue
            good.append(line + b"\n")
            if result.number < self.run.games:
                found[result.number] = result
        kept = b"".join(good)
        if kept != data:
            replace_file(self.path, kept)
        return dict(sorted(found.items()))

    def finished(self, line: bytes) -> Result | None:
        try:
            result = msgspec.json.decode(line, type=Result)
        except msgspec.DecodeError:
            return None
        ours = result.number >= 0 and result.seed == seed_of(self.run, result.number)
        return result if ours else None

    def write(self, result: Result) -> None:
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")


def head_of(run: Run) -> Head:
    rules = registry.system(run.system)
    bare = msgspec.structs.replace(run, games=0)  # more games may be asked for later
    return Head(bare, rules.version, registry.scenario(rules, run.scenario).hash)


def replace_file(path: Path, content: bytes) -> None:
    """All of it or nothing, whenever this process dies."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(content)
    new.replace(path)


# ---- what comes out


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    p = wins / games
    middle = p + z * z / (2 * games)
    spread = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)


class Summary(msgspec.Struct):
    """Shares count a draw as half a win."""

    games: int
    draws: int
    share: float  # of the first bot
    interval: tuple[float, float]
    first_side: float  # share of the side that sits first, whichever bot plays it
    first_interval: tuple[float, float]
    as_first: float  # share of the first bot on each side
    as_second: float
    decisions: float
    turns: float


def summary(results: list[Result]) -> Summary:
    games = len(results)
    if games == 0:
        raise SimulationError("no games were played")
    wins = sum(result.won_by(0) for result in results)
    first = sum(0.5 if r.winner < 0 else 1.0 - r.winner % 2 for r in results)
    sides = [[r.won_by(0) for r in results if r.bot_of(0) == side] for side in (0, 1)]
    return Summary(
        games,
        sum(r.winner < 0 for r in results),
        wins / games,
        wilson(wins, games),
        first / games,
        wilson(first, games),
        mean(sides[0]),
        mean(sides[1]),
        sum(r.decisions for r in results) / games,
        sum(r.turns for r in results) / games,
    )


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def write_table(results: list[Result], run: Run, path: Path) -> None:
    """One row per game, in their order; Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SimulationError("tables need pyarrow (pip install 'bocage[simulate]')") from None
    ordered = sorted(results, key=lambda result: result.number)
    columns: dict[str, list[Any]] = {
        "game": [r.number for r in ordered],
        "system": [run.system] * len(ordered),
        "scenario": [run.scenario] * len(ordered),
        "seed": [r.seed for r in ordered],
        "first": [r.first for r in ordered],
        "second": [r.second for r in ordered],
        "winner": [r.winner for r in ordered],
        "turns": [r.turns for r in ordered],
        "decisions": [r.decisions for r in ordered],
        "scores": [r.scores for r in ordered],
        "lost": [r.lost for r in ordered],
        "by_turn": [r.by_turn for r in ordered],
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def worth_watching(results: list[Result]) -> dict[str, Result]:
    """The closest game, the longest, the one that was turned round most, and an upset if there is one."""
    if not results:
        return {}
    found = {
        "closest": min(results, key=lambda r: (abs(r.scores[0] - r.scores[1]), r.number)),
        "longest": max(results, key=lambda r: (r.decisions, -r.number)),
    }
    swung = [r for r in results if r.moments]
    if swung:
        found["turned"] = max(swung, key=lambda r: abs(r.moments[0].swing))
    share = summary(results).share
    upsets = [r for r in results if r.won_by(0) == (0.0 if share > 0.5 else 1.0)]
    if upsets:
        found["upset"] = upsets[0]
    return found


def recorded(run: Run, result: Result, upto: int | None = None) -> Game:
    """The game with its history, played again from its choices."""
    game = registry.new(run.system, run.scenario, result.seed, run.options)
    game.seats = seats_of(run, result.number)
    for seat, option in result.choices[:upto]:
        game.play(option, seat)
    return game


def keep_saves(run: Run, results: list[Result], folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, result in worth_watching(results).items():
        path = folder / f"{name}.json"
        path.write_bytes(registry.save(recorded(run, result)))
        paths.append(path)
    return paths
