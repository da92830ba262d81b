"""A game with gliders, artillery and vehicles is saved, and another process plays it again to the same checksum."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import bocage
from bocage.kernel.game import Game
from bocage.systems.lnlt.rules.acts import ACTS

CHECK = """
import sys
import bocage
print(bocage.load(open(sys.argv[1], "rb").read()).state.digest())
"""
MOST = 20_000
HEAVY = ("land-gliders", "call-artillery", "command", "set-out")


def heavy_game() -> Game:
    """Random play, but whoever can lands gliders, calls artillery or commands a vehicle."""
    game = bocage.new("lnlt", "hon/landing-ground", seed=5)
    rng = random.Random(5)
    for number in range(MOST):
        if game.over or number > 700:
            break
        decision = game.decisions[0]
        wanted = [option for option in decision.options if ACTS.of(option).name in HEAVY]
        game.play(wanted[0] if wanted and rng.random() < 0.5 else rng.choice(decision.options), decision.seat)
    return game


def test_a_save_replays_to_the_same_checksum_in_a_new_process(tmp_path: Path) -> None:
    game = heavy_game()
    kinds = {event.kind for event in game.log}
    assert {"glider", "drift", "drives"} <= kinds, "the game has what it is about"
    path = tmp_path / "game.json"
    path.write_bytes(bocage.save(game))
    run = subprocess.run(
        [sys.executable, "-c", CHECK, str(path)], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == game.state.digest()
