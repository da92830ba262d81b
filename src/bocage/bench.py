"""Speed: random play and copies, as medians of several takes beside a calibration loop in the same run."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import msgspec

from bocage import registry
from bocage.kernel import state as kernel_state
from bocage.kernel.game import Game

COMPILED = Path(__file__).parents[2] / "build" / "compiled"


class Row(msgspec.Struct):
    """`calibration` is how many million steps a second a bare Python loop made beside this row."""

    system: str
    scenario: str
    mode: str
    decisions_per_s: int
    clone_us: float
    calibration: float


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


def rows(systems: list[str], seconds: float, takes: int) -> list[Row]:
    return [
        measure(name, info.id, seconds, takes)
        for name in systems
        for info in registry.system(name).scenarios()
    ]


def compiled_rows(systems: list[str], seconds: float, takes: int) -> list[Row]:
    """The same in a process that runs the compiled copy; empty where `make compiled` has not been run."""
    if mode() == "compiled" or not any(COMPILED.glob("bocage/kernel/*.so")):
        return []
    command = [sys.executable, "-m", "bocage.cli", "bench", "--json", "--seconds", str(seconds), "--takes", str(takes)]
    for name in systems:
        command += ["--system", name]
    output = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(COMPILED)}, check=True, capture_output=True, text=True
    ).stdout
    return msgspec.convert(json.loads(output), list[Row])
