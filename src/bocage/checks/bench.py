"""Speed: random play and copies, as medians of several takes beside a calibration loop in the same run; thinking."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import ClassVar, TypeVar

import msgspec

from bocage import registry
from bocage.bots import bot
from bocage.kernel import state as kernel_state
from bocage.kernel.game import Game

COMPILED = Path(__file__).parents[3] / "build" / "compiled"


class Line(msgspec.Struct):
    """What every row of a table says first."""

    heads: ClassVar[tuple[str, ...]]
    system: str
    scenario: str
    mode: str

    def figures(self) -> tuple[str, ...]:
        raise NotImplementedError


class Row(Line):
    """`calibration` is how many million steps a second a bare Python loop made beside this row."""

    heads = ("decisions/s", "clone µs", "calibration M/s")
    decisions_per_s: int
    clone_us: float
    calibration: float

    def figures(self) -> tuple[str, ...]:
        return f"{self.decisions_per_s:,}", f"{self.clone_us:.1f}", f"{self.calibration:.1f}"


class KindRow(Line):
    """One kind of decision: how many of all decisions it makes up, and what playing one costs."""

    heads = ("kind of decision", "played", "share", "decisions/s")
    kind: str
    decisions: int
    share: float
    decisions_per_s: int

    def figures(self) -> tuple[str, ...]:
        return self.kind, f"{self.decisions:,}", f"{self.share:.1%}", f"{self.decisions_per_s:,}"


class ThoughtRow(Line):
    """How long a bot thinks about a choice, in seconds."""

    heads = ("bot", "decisions", "median s", "99 % within s", "longest s")
    bot: str
    decisions: int
    median_s: float
    p99_s: float
    longest_s: float

    def figures(self) -> tuple[str, ...]:
        times = (self.median_s, self.p99_s, self.longest_s)
        return self.bot, str(self.decisions), *(f"{time:.3f}" for time in times)


L = TypeVar("L", bound=Line)


def mode() -> str:
    return "interpreted" if str(kernel_state.__file__).endswith(".py") else "compiled"


def calibration(seconds: float = 0.2) -> float:
    steps, value = 0, 1
    start = perf_counter()
    while perf_counter() - start < seconds:
        for _ in range(10_000):
            value = value * 69069 + 1 & 0xFFFFFFFF
        steps += 10_000
    return round(steps / (perf_counter() - start) / 1e6, 2)


def random_play(system: str, scenario: str, seconds: float, seed: int) -> tuple[float, list[Game]]:
    """Decisions a second of random play (options, play and new games included), and some positions on the way."""
    rng = random.Random(seed)
    pick = rng.random
    played, number = 0, 0
    kept: list[Game] = []
    spent = 0.0
    while spent < seconds:
        game = registry.new(system, scenario, seed=seed * 1000 + number, recording=False)
        number += 1
        state = game.state
        before = played
        start = perf_counter()
        while not state.over:
            options = state.pending[0].options
            game.play(options[int(pick() * len(options))])
            played += 1
            if played % 64 == 32 and len(kept) < 40:
                kept.append(game.clone())
        spent += perf_counter() - start
        assert played > before, "a game without decisions"
    return played / spent, kept


def measure_kinds(system: str, scenario: str, seconds: float, seed: int = 1) -> list[KindRow]:
    """Random play timed decision by decision: from the choice to the next question, the dearest kinds first."""
    random_play(system, scenario, min(seconds, 0.2), 99)  # warm up tables
    pick = random.Random(seed).random
    times: dict[str, list[float]] = {}
    spent = 0.0
    number = 0
    while spent < seconds:
        game = registry.new(system, scenario, seed=seed * 1000 + number, recording=False)
        number += 1
        state = game.state
        while not state.over:
            decision = state.pending[0]
            option = decision.options[int(pick() * len(decision.options))]
            start = perf_counter()
            game.play(option)
            taken = perf_counter() - start
            times.setdefault(getattr(decision.kind, "name", str(decision.kind)), []).append(taken)
            spent += taken
    total = sum(len(taken) for taken in times.values())
    return [
        KindRow(system, scenario, mode(), kind, len(taken), round(len(taken) / total, 4), int(len(taken) / sum(taken)))
        for kind, taken in sorted(times.items(), key=lambda item: -sum(item[1]))
    ]


def measure_thoughts(system: str, scenario: str, spec: str, decisions: int, seed: int = 1) -> ThoughtRow:
    """The bot plays the first seat and doctrine the others; what leaves no choice is no thought."""
    times: list[float] = []
    number = 0
    while len(times) < decisions:
        game = registry.new(system, scenario, seed=seed * 1000 + number, recording=False)
        number += 1
        thinker, other = bot(spec, random.Random(number)), bot("doctrine", random.Random(-number))
        while not game.over and len(times) < decisions:
            seat = game.decision.seat
            free = len(game.decision.options) > 1
            start = perf_counter()
            option = (other if seat else thinker).choose(game, seat)
            if free and not seat:
                times.append(perf_counter() - start)
            game.play(option, seat)
    times.sort()
    figures = (statistics.median(times), times[int(0.99 * (len(times) - 1))], times[-1])
    return ThoughtRow(system, scenario, mode(), spec, len(times), *(round(figure, 4) for figure in figures))


def clone_time(games: list[Game]) -> float:
    """Microseconds for one copy of the whole state, the median over positions."""
    times = []
    for game in games:
        clone = game.state.clone
        start = perf_counter()
        for _ in range(50):
            clone()
        times.append((perf_counter() - start) / 50 * 1e6)
    return statistics.median(times)


def measure(system: str, scenario: str, seconds: float, takes: int) -> Row:
    random_play(system, scenario, min(seconds, 0.2), 99)  # warm up tables
    speeds, kept = [], []
    for take in range(takes):
        speed, games = random_play(system, scenario, seconds, take + 1)
        speeds.append(speed)
        kept += games[:10]
    return Row(system, scenario, mode(), int(statistics.median(speeds)), round(clone_time(kept), 1), calibration())


def compiled(kind: type[L], systems: list[str], only: list[str], seconds: float, arguments: list[str]) -> list[L]:
    """The same in a process that runs the compiled copy; empty where `make compiled` has not been run."""
    if mode() == "compiled" or not any(COMPILED.glob("bocage/kernel/*.so")):
        return []
    command = [sys.executable, "-m", "bocage", "bench", "--json", "--seconds", str(seconds), *arguments]
    for name in systems:
        command += ["--system", name]
    for scenario in only:
        command += ["--scenario", scenario]
    environment = os.environ | {"PYTHONPATH": str(COMPILED)}
    run = subprocess.run(command, env=environment, check=False, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        return []  # a copy older than these options
    return msgspec.json.decode(run.stdout, type=list[kind])  # type: ignore[valid-type]
