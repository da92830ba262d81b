"""The ladder: every bot against every other on fixed scenarios, as Elo numbers with intervals."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from math import exp, log
from pathlib import Path

import msgspec

from bocage import registry
from bocage.analysis import simulate, tables
from bocage.analysis.match import Result, Run, SimulationError
from bocage.analysis.tables import wilson
from bocage.bots import enrol

RESAMPLES = 200
PER_ELO = 400 / log(10)

Progress = Callable[[str, int, int], None]
Score = tuple[str, str, float]  # two bots and what the first took of a game
Wins = dict[tuple[str, str], float]  # what each took of its games against another


class Pairing(msgspec.Struct):
    """One bot against another on one scenario, or on all of them (then without a system)."""

    system: str
    scenario: str
    first: str
    second: str
    games: int
    share: float  # of the first, a draw counts half
    interval: tuple[float, float]
    draws: int


class Rating(msgspec.Struct):
    bot: str
    elo: float
    low: float
    high: float
    games: int


class Ladder(msgspec.Struct):
    ratings: list[Rating]
    pairings: list[Pairing]


def fixed_scenarios(systems: list[str] | None = None) -> list[tuple[str, str]]:
    """Where bots are measured: scenarios in which neither side has much the better of it, as their systems say."""
    return [(name, one) for name in systems or registry.installed() for one in registry.system(name).even]


def play(
    bots: list[str], scenarios: list[tuple[str, str]], games: int, seed: int, workers: int, tell: Progress,
    folder: Path | None = None,
) -> Ladder:  # fmt: skip
    """All pairings; with a folder, what was played there before is not played again."""
    for name in bots:
        enrol(name)
    if len(set(bots)) < len(bots):
        raise SimulationError("a bot that is named twice has nobody to be told apart from")
    scores: list[Score] = []
    pairings: list[Pairing] = []
    for one, other in combinations(bots, 2):
        for system, scenario in scenarios:
            run = Run(system, scenario, games, (one, other), seed)
            results: list[Result] = []
            for result in simulate.simulate(run, workers, folder=folder and folder / place_of(run)):
                results.append(result)
                tell(f"{one} – {other} · {scenario}", len(results), games)
            scores += [(one, other, result.won_by(0)) for result in results]
            found = tables.summary(results)
            pairings.append(
                Pairing(system, scenario, one, other, found.games, found.share, found.interval, found.draws)
            )
        pairings.append(together([each for each in pairings if (each.first, each.second) == (one, other)]))
    return Ladder(ratings(bots, scores, seed), pairings)


def together(parts: list[Pairing]) -> Pairing:
    """One bot against another on all scenarios: the number that a gate asks for."""
    games = sum(part.games for part in parts)
    won = sum(part.share * part.games for part in parts)
    draws = sum(part.draws for part in parts)
    return Pairing("", "together", parts[0].first, parts[0].second, games, won / games, wilson(won, games), draws)


def place_of(run: Run) -> str:
    """The name of a pairing's own folder: 'search-seconds=1,doctrine-lnlt-boh-first-contact'."""
    return f"{','.join(run.bots)}-{run.system}-{run.scenario}".replace("/", "-").replace(":", "-")


def ratings(bots: list[str], scores: list[Score], seed: int) -> list[Rating]:
    """Elo by maximum likelihood, the first bot at 0. Intervals: every pairing's true share is drawn again and again
    from what its games allow, which leaves room even where one bot has won them all."""
    wins = won_against(scores)
    elo = fit(bots, wins)
    rng = random.Random(seed)
    drawn: dict[str, list[float]] = {name: [] for name in bots}
    for _ in range(RESAMPLES):
        again = fit(bots, imagined(wins, rng))
        for name in bots:
            drawn[name].append(again[name])
    found: list[Rating] = []
    for name in bots:
        spread = sorted(drawn[name])
        games = sum(name in pair[:2] for pair in scores)
        low, high = spread[int(0.025 * RESAMPLES)], spread[int(0.975 * RESAMPLES)]
        found.append(Rating(name, round(elo[name]), round(low), round(high), games))
    return sorted(found, key=lambda rating: -rating.elo)


def won_against(scores: list[Score]) -> Wins:
    wins: Wins = {}
    for one, other, share in scores:
        wins[one, other] = wins.get((one, other), 0.0) + share
        wins[other, one] = wins.get((other, one), 0.0) + 1.0 - share
    return wins


def imagined(wins: Wins, rng: random.Random) -> Wins:
    """As many games of every pairing, with a share that those played leave possible."""
    drawn: Wins = {}
    for one, other in sorted(pair for pair in wins if pair[0] < pair[1]):
        mine, theirs = wins[one, other], wins[other, one]
        share = rng.betavariate(mine + 0.5, theirs + 0.5)
        drawn[one, other] = share * (mine + theirs)
        drawn[other, one] = (1.0 - share) * (mine + theirs)
    return drawn


def fit(bots: list[str], wins: Wins) -> dict[str, float]:
    """Bradley-Terry strengths; half a game drawn against everybody keeps clean sweeps finite."""
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(200):
        new: dict[str, float] = {}
        for one in bots:
            won = 0.0
            weight = 0.0
            for other in bots:
                if other == one:
                    continue
                mine = wins.get((one, other), 0.0) + 0.25
                theirs = wins.get((other, one), 0.0) + 0.25
                won += mine
                weight += (mine + theirs) / (strength[one] + strength[other])
            new[one] = won / weight
        middle = exp(sum(log(value) for value in new.values()) / len(new))
        strength = {name: value / middle for name, value in new.items()}
    base = log(strength[bots[0]])
    return {name: PER_ELO * (log(value) - base) for name, value in strength.items()}


def table(made: Ladder) -> str:
    """The ladder as a table of a text page."""
    lines = ["| bot | Elo | 95 % | games |", "|---|---:|---|---:|"]
    for rating in made.ratings:
        lines.append(f"| {rating.bot} | {rating.elo:.0f} | {rating.low:.0f} – {rating.high:.0f} | {rating.games} |")
    lines += ["", "| scenario | pairing | games | won | 95 % | drawn |", "|---|---|---:|---:|---|---:|"]
    for one in made.pairings:
        low, high = one.interval
        where = f"{one.system} {one.scenario}" if one.system else f"**{one.scenario}**"
        lines.append(
            f"| {where} | {one.first} – {one.second} | {one.games} | {one.share:.1%} |"
            f" {low:.1%} – {high:.1%} | {one.draws} |"
        )
    return "\n".join(lines)
