"""How well a system's appraisal of a position tells who will win, turn by turn, in games that `doctrine` plays.

    python tools/calibrate.py normandie slaughter --games 100

Of two positions of the same turn, one from a game that the first side won and one from a game that it lost, the
appraisal should like the first better: the table says how often it does (1 always, 0.5 no better than chance), and the
same for each of its parts by itself. A part that tells less than chance, or one that tells much while the whole tells
little, is weighed wrongly.
"""

from __future__ import annotations

import argparse
import random

from rich.console import Console
from rich.progress import track
from rich.table import Table

import bocage
from bocage.bots import bot
from bocage.kernel.appraisal import Manner

SHARE = 0.1  # of the positions of a game
LONGEST = 6000  # decisions

Sample = dict[str, float]


def played(system: str, scenario: str, seed: int) -> tuple[list[tuple[int, Sample]], bool | None]:
    """Some positions of one game, with their turn, and whether the first side won; None for a draw."""
    game = bocage.new(system, scenario, seed=seed, recording=False)
    rng = random.Random(seed)
    player = bot("doctrine", rng)
    found: list[tuple[int, Sample]] = []
    for _ in range(LONGEST):
        if game.over:
            break
        decision = game.decision
        if not decision.kind.prepares and rng.random() < SHARE:
            parts = dict(game.system.appraise(game.state, 0, Manner()))
            found.append((game.view(-1).turn, {"all": sum(parts.values())} | parts))
        game.play(player.choose(game, decision.seat), decision.seat)
    return found, game.state.won(0) if game.over and game.state.winner >= 0 else None


def told(won: list[float], lost: list[float]) -> float:
    """How often a won position is liked better than a lost one; a tie counts half."""
    better = sum((one > other) + 0.5 * (one == other) for one in won for other in lost)
    return better / (len(won) * len(lost))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("system")
    asked.add_argument("scenario")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    turns: dict[int, tuple[list[Sample], list[Sample]]] = {}
    for seed in track(range(given.seed, given.seed + given.games), given.scenario, transient=True):
        found, won = played(given.system, given.scenario, seed)
        for turn, sample in found if won is not None else []:
            turns.setdefault(turn, ([], []))[0 if won else 1].append(sample)
    if not turns:
        asked.error("no game was played to a decision; ask for more --games")
    names = list(next((sides[0] + sides[1])[0] for sides in turns.values()))
    table = Table("turn", "positions", *names)
    for turn, (best, worst) in sorted(turns.items()):
        if best and worst:
            rows = [f"{told([s[name] for s in best], [s[name] for s in worst]):.2f}" for name in names]
            table.add_row(str(turn), str(len(best) + len(worst)), *rows)
    Console().print(table)


if __name__ == "__main__":
    main()
