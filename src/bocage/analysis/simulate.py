"""Very many games: bots against each other, sides swapped, on all cores or a Ray cluster, to be taken up again.

A run is the list of its games; each game is played by itself from its own seeds, so the table that comes out does not
depend on how many processes play it or on which of them dies.
"""

from __future__ import annotations

import logging
import os
import random
import signal
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

from bocage import bots, registry
from bocage.bots import bot, enrol
from bocage.content import content_hash
from bocage.kernel.appraisal import Manner, total
from bocage.kernel.game import Game
from bocage.kernel.system import System
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

    choice: int  # the first is 1
    turn: int
    swing: float


class Result(msgspec.Struct):
    """One game. What is told of sides is told of two: allied seats are one."""

    number: int
    seed: int
    first: str  # the bot of each side
    second: str
    winner: int  # the side, -1 for a draw
    turns: int
    decisions: int
    scores: list[int]
    lost: list[int]  # of the pieces at the start
    by_turn: list[list[int]] = []  # turn and scores
    moments: list[Moment] = []
    choices: list[list[int]] = []  # seat and option, to play it again

    def won_by(self, side: int) -> float:
        """1 if the run's bot `side` won (0 the first named), one half for a draw."""
        if self.winner < 0:
            return 0.5
        return 1.0 if self.bot_of(self.winner) == side else 0.0

    def bot_of(self, side: int) -> int:
        return side if self.number % 2 == 0 else 1 - side

    def behind(self) -> int:
        """By how many points the winner once was behind, at the end of a turn."""
        if self.winner < 0:
            return 0
        return max((row[2 - self.winner] - row[1 + self.winner] for row in self.by_turn), default=0)


def sides_of(run: Run, number: int) -> list[str]:
    """The bot of each side; they are swapped in every other game."""
    return list(run.bots) if number % 2 == 0 else list(reversed(run.bots))


def camps_of(position: Position) -> list[int]:
    """The first or the second side, for every seat; allied seats are one."""
    return [one.camp if one.camp >= 0 else seat % 2 for seat, one in enumerate(position.seats)]


def scores_of(position: Position) -> list[int]:
    """The points of both sides; every seat of a side has all of them."""
    camps = camps_of(position)
    return [position.seats[camps.index(side)].score for side in (0, 1)]


def seed_of(run: Run, number: int) -> int:
    """Two games share a seed; not where a bot plays itself, for then it would be one game played twice."""
    return run.seed + (number if run.bots[0] == run.bots[1] else number // 2)


def play(run: Run, number: int) -> Result:
    """One game of a run."""
    seed = seed_of(run, number)
    game = registry.new(run.system, run.scenario, seed, run.options, recording=False)
    names = sides_of(run, number)
    opening = game.view(-1)
    camps = camps_of(opening)
    players = [bot(names[camp], random.Random(f"{seed}/{seat}/{names[camp]}")) for seat, camp in enumerate(camps)]
    result = Result(number, seed, names[0], names[1], -1, 0, 0, [], [])
    scribe = Scribe(game, run.watch)
    while not game.over:
        seat = game.decision.seat
        option = players[seat].choose(game, seat)
        game.play(option, seat)
        result.choices.append([seat, option])
        scribe.after(game)
    closing = game.view(-1)
    result.winner = camps[game.state.winner] if game.state.winner >= 0 else -1
    result.turns = closing.turn
    result.decisions = len(result.choices)
    result.scores = scores_of(closing)
    result.lost = [len(pieces(opening, side) - pieces(closing, side)) for side in (0, 1)]
    result.by_turn = scribe.finish(game)
    result.moments = scribe.moments()
    return result


def pieces(position: Position, side: int) -> set[int]:
    camps = camps_of(position)
    return {piece.id for piece in position.pieces if piece.seat >= 0 and camps[piece.seat] == side}


class Scribe:
    """Notes the score turn by turn, and the choices that changed the position most."""

    def __init__(self, game: Game, watch: bool) -> None:
        self.choices = 0
        self.turns: dict[int, list[int]] = {}
        self.watch = watch
        self.found: list[Moment] = []
        self.turn = 0
        self.note(game)
        self.value = self.appraised(game) if watch else 0.0

    def note(self, game: Game) -> None:
        position = game.view(-1)
        self.turn = position.turn
        self.turns[position.turn] = scores_of(position)

    def appraised(self, game: Game) -> float:
        return total(game.system.appraise(game.state, 0, Manner()))

    def after(self, game: Game) -> None:
        self.choices += 1
        if game.over:
            return
        turn = self.turn
        if self.watch or self.choices % LOOK_EVERY == 0:
            self.note(game)
        if self.watch:
            value = self.appraised(game)
            self.found.append(Moment(self.choices, turn, round(value - self.value, 3)))
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
        enrol(name)
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
    deaths = 0
    while left:
        try:
            for result in in_processes(run, sorted(left), workers):
                left.remove(result.number)
                deaths = 0
                yield result
        except BrokenProcessPool:
            deaths += 1
            if deaths > RETRIES:
                raise SimulationError("the processes that play keep dying (is there enough memory?)") from None


def in_processes(run: Run, todo: list[int], workers: int) -> Iterator[Result]:
    """Whoever stops asking ends it: what has not begun is not played."""
    pool = ProcessPoolExecutor(workers, get_context(START), initializer=end_when_interrupted)
    try:
        for future in as_completed([pool.submit(play, run, number) for number in todo]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def end_when_interrupted() -> None:
    """Else a process would take Ctrl-C for the failure of one game and go on with the next. A run that is shielded from
    it, as one in the background of a script is, stays so."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


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
            try:
                result: Result = ray.get(reference)
            except ray.exceptions.RayError as error:
                raise SimulationError(f"--ray: a game could not be played: {error}") from error
            yield result


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
    """What a folder was begun with: games of other rules, scenarios or bots may not be mixed with its own."""

    run: Run
    version: str
    scenario_hash: str
    bots: str = ""


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
        if found.bots != mine.bots:
            raise SimulationError(f"{self.folder}: the bots have changed since it was begun; give it another --out")

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
    # More games may be asked for later, and a file may have been moved: its hash tells whether it is the same.
    name = Path(run.scenario).name if Path(run.scenario).is_file() else run.scenario
    bare = msgspec.structs.replace(run, games=0, scenario=name)
    return Head(bare, rules.version, registry.scenario(rules, run.scenario).hash, mind_of(rules))


def mind_of(rules: System) -> str:
    """A fingerprint of all that bots decide by: their own sources and the books of the system."""
    package = Path(bots.__file__).parent.parent
    own = [path for path in (package / "bots").glob("*.py") if path.stem != "explain"]
    # Sources lie beside what was compiled from them, so both give the same fingerprint.
    files = [*sorted(own), *sorted((rules.package / "book").glob("*.py")), package / "kernel" / "appraisal.py"]
    return content_hash(b"".join(path.read_bytes() for path in files))


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
    as_first: float | None  # share of the first bot on each side; None where it did not play there
    as_second: float | None
    decisions: float
    turns: float


def summary(results: list[Result]) -> Summary:
    games = len(results)
    if games == 0:
        raise SimulationError("no games were played")
    wins = sum(result.won_by(0) for result in results)
    first = sum(taken(r, 0) for r in results)
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


def mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def taken(result: Result, side: int) -> float:
    """1 if that side won, whichever bot it was; one half for a draw."""
    return 0.5 if result.winner < 0 else float(result.winner == side)


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
    """The closest game, the longest, the one that was turned round most, and an upset, where there are such."""
    if not results:
        return {}
    found = {
        "closest": min(results, key=lambda r: (abs(r.scores[0] - r.scores[1]), r.number)),
        "longest": max(results, key=lambda r: (r.decisions, -r.number)),
    }
    turned = max(results, key=turned_by)
    if turned_by(turned) > 0:
        found["turned"] = turned
    usual = summary(results)
    upsets = [r for r in results if is_upset(r, usual)]
    if upsets:
        found["upset"] = upsets[0]
    return found


def turned_by(result: Result) -> float:
    """The greatest swing of a game that was watched; else what its winner had to catch up."""
    return abs(result.moments[0].swing) if result.moments else result.behind()


def is_upset(result: Result, usual: Summary) -> bool:
    """The better bot lost; where a bot plays itself, the better side."""
    if result.first == result.second:
        return taken(result, 0) == (0.0 if usual.first_side > 0.5 else 1.0)
    return result.won_by(0) == (0.0 if usual.share > 0.5 else 1.0)


def recorded(run: Run, result: Result, upto: int | None = None) -> Game:
    """The game with its history, played again from its choices."""
    game = registry.new(run.system, run.scenario, result.seed, run.options)
    names = sides_of(run, result.number)
    game.seats = [names[camp] for camp in camps_of(game.view(-1))]
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
