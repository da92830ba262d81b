"""Compare the speed of this tree with another, say one of an older commit with an environment of its own.

    python tools/compare_speed.py ../old                 interpreted
    python tools/compare_speed.py ../old --compiled      the copies that `make compiled` built in both trees

Both play random games of the same seeds, turn about, in a process each, and are timed by processor time, so that other
work on the machine weighs on both alike. The table gives medians: decisions a second, microseconds a copy of the state,
and this tree beside the other (above 1: this one is faster).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

TOP = Path(__file__).resolve().parent.parent
SCENARIOS = (
    "lnlt:boh/first-contact", "lnlt:hon/landing-ground", "lnlt:dj/state-farm", "lnlt:nosb/partisan-road",
    "normandie:godsend", "normandie:tempest",
)  # fmt: skip
OPTIONS = {"normandie": {"cards": "off"}}  # older trees begin without cards


def play(system: str, scenario: str, seed: int, seconds: float) -> tuple[float, float]:
    """Decisions a second of random play, and microseconds a copy."""
    from bocage import registry

    pick = random.Random(seed).random
    played, number, spent = 0, 0, 0.0
    copies: list[float] = []
    while spent < seconds:
        game = registry.new(system, scenario, seed * 1000 + number, OPTIONS.get(system, {}), recording=False)
        number += 1
        state = game.state
        start = process_time()
        while not state.over:
            options = state.pending[0].options
            game.play(options[int(pick() * len(options))])
            played += 1
            if played % 256 == 0:
                paused = process_time()
                for _ in range(100):
                    state.clone()
                resumed = process_time()
                copies.append((resumed - paused) * 1e4)
                start += resumed - paused
        spent += process_time() - start
    return played / spent, statistics.median(copies)


def answer() -> None:
    """The player of one tree: plays what a line of standard input asks for, until it is closed."""
    for line in sys.stdin:
        print(json.dumps(play(*json.loads(line))), flush=True)


class Player:
    """The process that plays one tree."""

    def __init__(self, tree: Path, compiled: bool) -> None:
        where = str(tree / "build" / "compiled" if compiled else tree / "src")
        command = [str(tree / ".venv" / "bin" / "python"), __file__, "--answer"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": where}
        )

    def play(self, *task: Any) -> tuple[float, float]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(task), file=self.process.stdin, flush=True)
        speed, copy = json.loads(self.process.stdout.readline())
        return speed, copy

    def leave(self) -> None:
        self.process.communicate()


def compare(players: list[Player], name: str, takes: int, seconds: float) -> None:
    system, scenario = name.split(":")
    found = [
        [max(player.play(system, scenario, take, seconds) for _ in range(2)) for player in players]
        for take in range(takes)
    ]  # each take twice: tables are made and lines of sight traced when somebody asks for them first
    (new, new_copy), (old, old_copy) = (
        map(statistics.median, zip(*rows, strict=True)) for rows in zip(*found, strict=True)
    )
    print(
        f"{scenario:22}{new:>10,.0f}{old:>10,.0f}{new / old:>7.2f}"
        f"{new_copy:>9.2f}{old_copy:>8.2f}{old_copy / new_copy:>7.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, nargs="?", help="the other tree")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--scenario", action="append", default=[], metavar="SYSTEM:SCENARIO")
    parser.add_argument("--takes", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time a take, at least")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.answer:
        answer()
        return
    players = [Player(tree, chosen.compiled) for tree in (TOP, chosen.old.resolve())]
    build = "compiled" if chosen.compiled else "interpreted"
    print(f"{build:22}{'new /s':>10}{'old /s':>10}{'':7}{'new µs':>9}{'old µs':>8}")
    for name in chosen.scenario or SCENARIOS:
        compare(players, name, chosen.takes, chosen.seconds)
    for player in players:
        player.leave()


if __name__ == "__main__":
    main()
