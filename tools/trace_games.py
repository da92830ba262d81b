"""Trace random games of every scenario, to show that a change of the code changes no game.

    python tools/trace_games.py write before.json          on the tree as it was
    python tools/trace_games.py compare before.json        on the tree as it is

Options are drawn by their place in the list, so a trace does not depend on the numbers they are packed into. It holds,
for each choice, who decided what kind of thing among how many options and every die; and every few choices what all
seats see (position), what they are offered (verb, piece, place), and the odds of one option. The four are kept
apart, so that a meant change of words does not hide a change of play.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from bocage import registry
from bocage.kernel.state import State
from bocage.kernel.system import System

EVERY = 25  # choices between two looks at positions, offers and odds
MOST = 4000  # choices of a game, at most
ASPECTS = ("play", "position", "offer", "odds")


def digest(value: Any) -> str:
    return hashlib.blake2b(msgspec.json.encode(value), digest_size=6).hexdigest()


def look(system: System, state: State, rng: random.Random) -> dict[str, str]:
    """What is seen, offered and foretold now."""
    seats = range(-1, len(system.position(state, -1).seats))
    offers = []
    for decision in state.pending:
        prompt = system.prompt(state, decision)
        offers.append([prompt.kind, prompt.rule, [[c.verb, c.piece, c.place, c.rule] for c in prompt.choices]])
    decision = state.pending[0]
    forecast = system.forecast(state, decision, decision.options[rng.randrange(len(decision.options))])
    odds: Any = None
    if forecast is not None:
        shown = {s: {k: round(p, 9) for k, p in row.items()} for s, row in forecast.odds.items()}
        odds = [forecast.rule, forecast.need, [[line.value, line.rule] for line in forecast.lines], shown]
    return {
        "position": digest([system.position(state, seat) for seat in seats]),
        "offer": digest(offers),
        "odds": digest(odds),
    }


def trace(system: System, scenario: str, seed: int) -> dict[str, list[str]]:
    """One random game; game options are drawn too, except with seed 0."""
    rng = random.Random(f"{scenario}/{seed}")
    options = system.draw_options(scenario, rng) if seed else {}
    state = registry.new(system.id, scenario, seed, options, recording=False).state
    found: dict[str, list[str]] = {aspect: [] for aspect in ASPECTS}
    block: list[Any] = []
    for count in range(MOST):
        if state.over:
            break
        decision = state.pending[rng.randrange(len(state.pending))]
        if count % EVERY == 0:
            found["play"].append(digest(block))
            block = []
            for aspect, value in look(system, state, rng).items():
                found[aspect].append(value)
        place = rng.randrange(len(decision.options))
        block.append([decision.seat, len(decision.options), place])
        state.play(decision, decision.options[place])
        block.append(state.dice.log[:])
    found["play"].append(digest([block, state.over, state.winner]))
    return found


def every_game(seeds: int, only: list[str]) -> list[tuple[str, str, int]]:
    names = only or list(registry.systems())
    pairs = [pair for name in names for pair in registry.pairs([name])]
    return [(system, scenario, seed) for system, scenario in pairs for seed in range(seeds)]


def compare(before: dict[str, dict[str, list[str]]], after: dict[str, dict[str, list[str]]]) -> int:
    wrong = dict.fromkeys(ASPECTS, 0)
    for game, old in before.items():
        if game not in after:
            continue
        for aspect in ASPECTS:
            pairs = list(zip(old[aspect], after[game][aspect], strict=False))
            first = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
            if first is None and len(old[aspect]) != len(after[game][aspect]):
                first = len(pairs)
            if first is not None:
                wrong[aspect] += 1
                print(f"{game}: {aspect} differs, first near choice {first * EVERY}")
    compared = len(before.keys() & after.keys())
    print(f"{compared} games compared: " + ", ".join(f"{wrong[a]} differ in {a}" for a in ASPECTS))
    return 1 if any(wrong.values()) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["write", "compare"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--seeds", type=int, default=3, help="games a scenario (default 3)")
    parser.add_argument("--system", action="append", default=[], help="only this system (may be given again)")
    chosen = parser.parse_args()
    traces: dict[str, dict[str, list[str]]] = {}
    for system, scenario, seed in every_game(chosen.seeds, chosen.system):
        traces[f"{system} {scenario} {seed}"] = trace(registry.system(system), scenario, seed)
        print(f"\r{len(traces)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if chosen.action == "write":
        chosen.file.write_text(json.dumps(traces))
        return 0
    return compare(json.loads(chosen.file.read_text()), traces)


if __name__ == "__main__":
    sys.exit(main())
