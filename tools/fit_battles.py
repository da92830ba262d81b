"""Play battles of drafted forces by the book, say how even they are, and fit the price list to them.

    python tools/fit_battles.py lnlt --games 3300 --size small             how often each pair of armies wins
    python tools/fit_battles.py lnlt --games 3300 --handicap 0.3 --write   and put fitted prices into the data
    python tools/fit_battles.py normandie --games 1200 --points 150 200 300 --handicap 0.3 --write

A battle is won with the chance 1 / (1 + exp(-x)), where x adds up what the forces of the two sides are worth and, in
Lock 'n Load, what it is worth to attack. With a handicap the sides differ by up to that share of their points, which
shows what a point is worth. Prices stay near what they were unless many games say otherwise. It needs numpy (the extra
`simulate` has it).
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

import bocage
from bocage.bots import bot
from bocage.systems.lnlt.content.battles import drawing, options
from bocage.systems.lnlt.content.battles.data import PATH, battles
from bocage.systems.normandie.content import army, scenarios
from bocage.systems.normandie.content.records import DATA

TRUST = 0.35  # share of a price by which it may well be wrong
out = Console()

Job = tuple[int, dict[str, Any], float]
"""Number of the battle, its options, and the greatest handicap."""


class Fought(NamedTuple):
    groups: list[str]  # what it is counted under
    bought: Counter[str]  # of the first side, less that of the second
    points: int
    won: bool  # by the first side
    attack: tuple[str, int] | None = (
        None  # the kind of battle, and who attacks: 1 for the first side, -1 for the second
    )


def share(number: int, most: float) -> float:
    """By how much the points of both sides differ in this battle."""
    return random.Random(f"{number}/handicap").uniform(-most, most) / 2


def won(game: bocage.Game, number: int) -> bool:
    """Whether the first side wins; an even end counts for it every other time."""
    seats = len(game.view(-1).seats)
    players = [bot("doctrine", random.Random(f"{number}/{seat}")) for seat in range(seats)]
    while not game.over:
        seat = game.decision.seat
        game.play(players[seat].choose(game, seat), seat)
    return bool(game.state.won(0)) if game.state.winner >= 0 else number % 2 == 0


# ---- Lock 'n Load: random battles


def handicap_battles(most: float) -> None:
    usual = drawing.Battle.points

    def points(self: drawing.Battle, seat: int) -> int:
        tilt = share(self.plan.number, most)
        return round(usual(self, seat) * math.exp(-tilt if seat else tilt))

    if most:
        drawing.Battle.points = points  # type: ignore[method-assign]


def fight_lnlt(job: Job) -> Fought:
    number, chosen, _ = job
    plan = options.plan({**chosen, "battle": number}, 0)
    battle = drawing.Battle(plan)
    bought: Counter[str] = Counter()
    for seat, sign in ((0, 1), (1, -1)):
        side = battle.side(seat)
        names = [unit.unit for unit in side.units] + [weapon for unit in side.units for weapon in unit.weapons]
        for name in names + [one.vehicle for one in side.vehicles]:
            bought[name] += sign
    game = bocage.new("lnlt", "random", number, {**chosen, "battle": number}, recording=False)
    groups = [plan.size, f"{plan.allies} – {plan.axis}", f"{battle.kind}, attacked by seat {battle.attacker}"]
    attack = (battle.kind, -1 if battle.attacker else 1)
    return Fought(groups, bought, battles().sizes[plan.size].points, won(game, number), attack)


def jobs_lnlt(given: argparse.Namespace) -> list[Job]:
    pairs = list(product(options.armies_of("allies"), options.armies_of("axis")))
    size = {"size": given.size} if given.size else {}
    chosen = [{"allies": allies, "axis": axis, **size} for allies, axis in pairs]
    return [(given.seed + i, chosen[i % len(chosen)], given.handicap) for i in range(given.games)]


def write_lnlt(prices: dict[str, int]) -> None:
    head, rest = PATH.read_text("utf-8").split("\nprices:", 1)
    rest = re.sub(r"(?m)^  (\S+): (\d+)$", lambda line: f"  {line[1]}: {prices.get(line[1], line[2])}", rest)
    PATH.write_text(f"{head}\nprices:{rest}", "utf-8")


# ---- Heroes of Normandie: free battles


def fight_normandie(job: Job) -> Fought:
    """The armies are drafted here, of points that may differ, and brought to the battle."""
    number, chosen, most = job
    scenario, points = chosen["scenario"], chosen["points"]
    tilt = share(number, most)
    usual, drafted = scenarios.draft, []

    def draft(nation: Any, wanted: int, *rest: Any) -> army.ArmyRecord:
        raised = usual(nation, round(wanted * math.exp(tilt if nation == "us" else -tilt)), *rest)
        drafted.append(raised)
        return raised

    setattr(scenarios, "draft", draft)  # noqa: B010
    try:
        game = bocage.new("normandie", scenario, number, {"points": points, **chosen["options"]}, recording=False)
    finally:
        scenarios.draft = usual
    bought: Counter[str] = Counter()
    for raised in drafted:
        for name in [tile.tile for tile in raised.tiles] + army.chosen(raised) + raised.heroes:
            bought[name] += 1 if raised.nation == "us" else -1
    return Fought([f"{scenario}, {points} points"], bought, points, won(game, number))


def jobs_normandie(given: argparse.Namespace) -> list[Job]:
    own = dict(pair.split("=", 1) for pair in given.option)
    kinds = [{"scenario": s, "points": p, "options": own} for s in given.scenario for p in given.points]
    return [(given.seed + i, kinds[i % len(kinds)], given.handicap) for i in range(given.games)]


def wares() -> dict[str, int]:
    """Tiles, options and heroes with what they cost."""
    listed: list[dict[str, Any]] = [army.tiles(), army.options(), army.heroes()]
    return {one.id: one.cost for kind in listed for one in kind.values()}


def write_normandie(prices: dict[str, int]) -> None:
    for name in ("tiles", "options"):
        path: Path = DATA / f"{name}.yaml"
        text = path.read_text("utf-8")
        for ware, price in prices.items():
            record = re.compile(rf"(?m)(^  - id: {re.escape(ware)}\n(?:    .*\n)*?    cost: )\d+$")
            text = record.sub(rf"\g<1>{price}", text)
        path.write_text(text, "utf-8")


class Trade(NamedTuple):
    """What the fit needs of a system."""

    jobs: Callable[[argparse.Namespace], list[Job]]
    fight: Callable[[Job], Fought]
    prices: Callable[[], dict[str, int]]
    write: Callable[[dict[str, int]], None]
    prepare: Callable[[float], None] = lambda most: None


TRADES = {
    "lnlt": Trade(jobs_lnlt, fight_lnlt, lambda: battles().prices, write_lnlt, handicap_battles),
    "normandie": Trade(jobs_normandie, fight_normandie, wares, write_normandie),
}


# ---- the fit


def fit(found: list[Fought], usual_prices: dict[str, int]) -> dict[str, int]:
    """Prices as the games say, by Newton's method; what costs nothing stays free."""
    names = sorted({name for one in found for name in one.bought if usual_prices[name]})
    kinds = sorted({one.attack[0] for one in found if one.attack})
    rows = np.zeros((len(found), len(names) + len(kinds)))
    for row, one in zip(rows, found, strict=True):
        for name, number in one.bought.items():
            if name in names:
                row[names.index(name)] = number * 100 / one.points
        if one.attack:
            row[len(names) + kinds.index(one.attack[0])] = one.attack[1]
    results = np.array([one.won for one in found], float)
    prices = np.array([usual_prices[name] for name in names], float)
    worth = np.column_stack([rows[:, : len(names)] @ prices, rows[:, len(names) :]])
    point, *attack = settle(worth, results, np.zeros(1 + len(kinds)), np.ones(1 + len(kinds)) * 1e-3)
    for kind, value in zip(kinds, attack, strict=True):
        out.print(f"{kind}: its ratio should be about {100 - round(value / point)}")
    usual = np.concatenate([point * prices, np.zeros(len(kinds))])
    firm = np.concatenate([1 / (point * (TRUST * prices + 1)) ** 2, np.ones(len(kinds))])
    fitted = settle(rows, results, usual, firm)[: len(names)] / point
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
    table = Table("", "games", "first side won", "95 %")
    groups: dict[str, list[bool]] = {}
    for one in found:
        for name in ("all", *one.groups):
            groups.setdefault(name, []).append(one.won)
    for name, wins in groups.items():
        rate = sum(wins) / len(wins)
        off = 1.96 * math.sqrt(rate * (1 - rate) / len(wins))
        table.add_row(name, str(len(wins)), f"{rate:.1%}", f"{max(0.0, rate - off):.1%} – {min(1.0, rate + off):.1%}")
    out.print(table)


def asked() -> argparse.Namespace:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("system", choices=list(TRADES))
    reader.add_argument("--games", type=int, default=330)
    reader.add_argument("--size", choices=list(battles().sizes), help="of lnlt")
    reader.add_argument("--points", type=int, nargs="+", default=[200], help="of normandie")
    reader.add_argument("--scenario", nargs="+", default=["free"], help="of normandie")
    reader.add_argument("--option", action="append", default=[], help="of normandie: a game option as name=value")
    reader.add_argument("--handicap", type=float, default=0.0)
    reader.add_argument("--seed", type=int, default=1, help="the number of the first battle")
    reader.add_argument("--workers", type=int, default=2)
    reader.add_argument("--write", action="store_true")
    return reader.parse_args()


def main() -> None:
    given = asked()
    trade = TRADES[given.system]
    with ProcessPoolExecutor(given.workers, initializer=trade.prepare, initargs=(given.handicap,)) as pool:
        found = list(pool.map(trade.fight, trade.jobs(given), chunksize=8))
    show(found)
    if given.handicap:
        prices = trade.prices()
        fitted = fit(found, prices)
        out.print({name: (prices[name], price) for name, price in fitted.items()})
        if given.write:
            trade.write(fitted)


if __name__ == "__main__":
    main()
