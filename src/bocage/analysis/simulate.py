"""Very many games: bots against each other, sides swapped, on all cores or a Ray cluster, to be taken up again.

A run is the list of its games; each game is played by itself from its own seeds, so the table that comes out does not
depend on how many processes play it or on which of them dies.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

from bocage import registry
from bocage.analysis.journal import Journal
from bocage.analysis.match import Result, Run, SimulationError, play
from bocage.bots import enrol

CONNECT_SECONDS = 5  # for the machine of a cluster to answer
JOIN_SECONDS = 20  # for the cluster itself
RETRIES = 8  # of games whose worker died
START = "fork" if "fork" in get_all_start_methods() else "spawn"  # of processes: forked ones share what is read


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
