"""Play random battles of Lock 'n Load by the book, say how even they are, and fit the price list to them.

    python tools/fit_battles.py --games 3300 --size small                 how often each pair of armies wins
    python tools/fit_battles.py --games 3300 --handicap 0.3 --write       and put fitted prices into data/battles.yaml

A battle is won with the chance 1 / (1 + exp(-x)), where x adds up what the counters of the two sides are worth and what
it is worth to attack. With a handicap the sides differ by up to that share of their points, which shows what a point
is worth. Prices stay near what they were unless many games say otherwise. It needs numpy (the extra `simulate` has it).
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

import bocage
from bocage.bots import bot
from bocage.systems.lnlt.content.battles import drawing, options
from bocage.systems.lnlt.content.battles.data import PATH, battles

TRUST = 0.35  # share of a price by which it may well be wrong
out = Console()


class Fought(NamedTuple):
    plan: options.Plan
    kind: str
    attacker: int
    bought: Counter[str]  # of the Allies, less that of the Axis
    winner: int


def handicap(most: float) -> None:
    """Let the points of both sides differ by chance."""
    usual = drawing.Battle.points

    def points(self: drawing.Battle, seat: int) -> int:
        share = options.chance(self.plan.number, "handicap").uniform(-most, most) / 2
        return round(usual(self, seat) * math.exp(-share if seat else share))

    drawing.Battle.points = points  # type: ignore[method-assign]


def fight(job: tuple[int, dict[str, Any]]) -> Fought:
    number, chosen = job
    plan = options.plan({**chosen, "battle": number}, 0)
    battle = drawing.Battle(plan)
    bought: Counter[str] = Counter()
    for seat, sign in ((0, 1), (1, -1)):
        side = battle.side(seat)
        names = [unit.unit for unit in side.units] + [weapon for unit in side.units for weapon in unit.weapons]
        for name in names + [one.vehicle for one in side.vehicles]:
            bought[name] += sign
    game = bocage.new("lnlt", "random", number, {**chosen, "battle": number}, recording=False)
    players = [bot("doctrine", random.Random(f"{number}/{seat}")) for seat in (0, 1)]
    while not game.over:
        seat = game.decision.seat
        game.play(players[seat].choose(game, seat), seat)
    return Fought(plan, battle.kind, battle.attacker, bought, game.state.winner)


def fit(found: list[Fought]) -> dict[str, int]:
    """Prices as the games say, by Newton's method."""
    names = sorted({name for one in found for name in one.bought})
    kinds: list[str] = sorted(battles().kinds)
    rows = np.zeros((len(found), len(names) + len(kinds)))
    for row, one in zip(rows, found, strict=True):
        for name, number in one.bought.items():
            row[names.index(name)] = number * 100 / battles().sizes[one.plan.size].points
        row[len(names) + kinds.index(one.kind)] = -1 if one.attacker else 1
    won = np.array([one.winner == 0 for one in found], float)
    prices = np.array([battles().prices[name] for name in names], float)
    worth = np.column_stack([rows[:, : len(names)] @ prices, rows[:, len(names) :]])
    point, *attack = settle(worth, won, np.zeros(1 + len(kinds)), np.ones(1 + len(kinds)) * 1e-3)
    for kind, value in zip(kinds, attack, strict=True):
        out.print(f"{kind}: its ratio should be about {100 - round(value / point)}")
    usual = np.concatenate([point * prices, np.zeros(len(kinds))])
    firm = np.concatenate([1 / (point * (TRUST * prices + 1)) ** 2, np.ones(len(kinds))])
    fitted = settle(rows, won, usual, firm)[: len(names)] / point
    return {name: max(1, round(value)) for name, value in zip(names, fitted, strict=True)}


def settle(rows: Any, won: Any, usual: Any, firm: Any) -> Any:
    """The likeliest weights, if each is `usual` but for an error of one over the root of `firm`."""
    weights = usual.copy()
    for _ in range(40):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - chance) - firm * (weights - usual)
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(firm)
        weights += np.linalg.solve(curve, slope)
    return weights


def show(found: list[Fought]) -> None:
    table = Table("", "games", "Allies won")
    groups: dict[str, list[bool]] = {}
    for one in found:
        won = one.winner == 0
        for name in ("all", one.plan.size, f"{one.plan.allies} – {one.plan.axis}"):
            groups.setdefault(name, []).append(won)
        groups.setdefault(f"{one.kind}, the attacker", []).append(one.winner == one.attacker)
    for name, wins in groups.items():
        table.add_row(name, str(len(wins)), f"{sum(wins) / len(wins):.1%}")
    out.print(table)


def write(prices: dict[str, int]) -> None:
    head, rest = PATH.read_text("utf-8").split("\nprices:", 1)
    rest = re.sub(r"(?m)^  (\S+): (\d+)$", lambda line: f"  {line[1]}: {prices.get(line[1], line[2])}", rest)
    PATH.write_text(f"{head}\nprices:{rest}", "utf-8")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=330)
    reader.add_argument("--size", choices=list(battles().sizes))
    reader.add_argument("--handicap", type=float, default=0.0)
    reader.add_argument("--seed", type=int, default=1, help="the number of the first battle")
    reader.add_argument("--workers", type=int, default=2)
    reader.add_argument("--write", action="store_true")
    given = reader.parse_args()
    pairs = list(product(options.armies_of("allies"), options.armies_of("axis")))
    jobs = []
    for number in range(given.games):
        allies, axis = pairs[number % len(pairs)]
        chosen = {"allies": allies, "axis": axis, **({"size": given.size} if given.size else {})}
        jobs.append((given.seed + number, chosen))
    with ProcessPoolExecutor(given.workers, initializer=handicap, initargs=(given.handicap,)) as pool:
        found = list(pool.map(fight, jobs, chunksize=8))
    show(found)
    if given.handicap:
        fitted = fit(found)
        out.print({name: (battles().prices[name], price) for name, price in fitted.items()})
        if given.write:
            write(fitted)


if __name__ == "__main__":
    main()
