"""Random clicks on what is not offered: none raises, few are answered vaguely, and the clause named was consulted."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from types import FrameType
from typing import Any, Final

import msgspec

from bocage import registry
from bocage.kernel import Attempt, Ban, Decision, Refusal
from bocage.kernel.game import Game, is_offered
from bocage.kernel.system import System
from bocage.kernel.views import Board, Position, Prompt

PER_DECISION: Final = 4  # clicks at a decision where we stop
STOP: Final = 0.06  # share of decisions where we do
MOST_DECISIONS: Final = 3_000
MOST_VAGUE: Final = 0.05  # share of answers
SHOWN: Final = 8  # faults of a kind
WITH_VERB: Final = 0.5  # share of clicks that name a verb, as typed orders do
NONSENSE: Final = (
    Attempt("xyzzy"), Attempt(piece=999_999), Attempt(place="nowhere"), Attempt(x=9_999.0, y=9_999.0),
    Attempt(x=float("nan"), y=float("inf")), Attempt("step", piece=999_999, place="nowhere", x=0.0, y=0.0),
)  # fmt: skip


class Report(msgspec.Struct):
    """What the clicks of one game, or of several, were answered."""

    system: str
    clicks: int = 0
    vague: int = 0
    unfounded: int = 0  # a clause was named that nothing consulted
    errors: list[str] = msgspec.field(default_factory=list)
    vague_at: Counter[str] = msgspec.field(default_factory=Counter)  # decision and verb
    unfounded_at: Counter[str] = msgspec.field(default_factory=Counter)  # clause and decision

    def add(self, other: Report) -> None:
        self.clicks += other.clicks
        self.vague += other.vague
        self.unfounded += other.unfounded
        self.errors += other.errors
        self.vague_at += other.vague_at
        self.unfounded_at += other.unfounded_at


Job = tuple[str, str, int, dict[str, Any], int]
"""System, scenario, seed and game options of a random game, and how many clicks to try in it."""


def click(system: str, scenario: str, seed: int, options: dict[str, Any], clicks: int) -> Report:
    """Play a random game and click about in it; at its end another begins, until all clicks are done."""
    report = Report(system)
    rng = random.Random(f"{scenario} {seed} clicks")
    for number in range(seed, seed + 1 + clicks):
        game = registry.new(system, scenario, number, options, recording=False)
        for _ in range(MOST_DECISIONS):
            if game.over or report.clicks >= clicks:
                break
            decision = rng.choice(game.decisions)
            if rng.random() < STOP:
                try_clicks(game, decision, rng, report)
            game.play(rng.choice(decision.options), decision.seat)
        if report.clicks >= clicks:
            break
    return report


def try_clicks(game: Game, decision: Decision, rng: random.Random, report: Report) -> None:
    prompt = game.system.prompt(game.state, decision)
    position = game.view(decision.seat)
    board = game.system.board(game.state)
    verbs = sorted(verbs_of(game.system) | {choice.verb for choice in prompt.choices})
    for attempt in (*draw(position, board, verbs, rng), rng.choice(NONSENSE)):
        if not is_taken(prompt, decision, attempt):
            answer(game, decision, prompt, attempt, report)


def verbs_of(system: System) -> set[str]:
    acts = getattr(system, "acts", None)
    return set() if acts is None else set(acts.by_name)


def draw(position: Position, board: Board, verbs: list[str], rng: random.Random) -> Iterator[Attempt]:
    """Clicks as the page makes them, and typed orders, which name a verb."""
    for _ in range(PER_DECISION):
        verb = rng.choice(verbs) if rng.random() < WITH_VERB else ""
        places = [cell.id for cell in board.cells]
        what = rng.random()
        if what < 0.5 and position.pieces:
            piece = rng.choice(position.pieces)
            yield Attempt(verb, piece.id, piece.place if not verb else "")
        elif places:
            yield Attempt(verb, place=rng.choice(places))
        else:
            yield Attempt(verb, x=round(rng.uniform(0, board.width), 1), y=round(rng.uniform(0, board.height), 1))


def is_taken(prompt: Prompt, decision: Decision, attempt: Attempt) -> bool:
    """Offered; without a verb, a click takes what is offered for a piece or for the place it stands on."""
    if is_offered(prompt, decision, attempt):
        return True
    if attempt.verb:
        return False
    return any(
        (attempt.piece >= 0 and choice.piece == attempt.piece) or (attempt.place and choice.place == attempt.place)
        for choice in prompt.choices
    )


def answer(game: Game, decision: Decision, prompt: Prompt, attempt: Attempt, report: Report) -> None:
    """Ask why not, and judge the answer. What makes no sense at all may be answered vaguely."""
    report.clicks += 1
    consulted = Consulted(game.system.id)
    try:
        refusals = consulted.during(game, attempt, decision.seat)
    except Exception as error:
        report.errors.append(f"{prompt.kind}, {attempt}: {type(error).__name__}: {error}")
        return
    if not refusals:
        report.errors.append(f"{prompt.kind}, {attempt}: not offered, and nothing is said against it")
    elif all(refusal.vague for refusal in refusals):
        if attempt not in NONSENSE:
            report.vague += 1
            report.vague_at[f"{prompt.kind}/{attempt.verb or '-'}"] += 1
    else:
        known = consulted.rules | {prompt.rule, decision.kind.rule, *rules_of(game.system, attempt.verb)}
        if not any(refusal.rule in known for refusal in refusals if not refusal.vague):
            report.unfounded += 1
            report.unfounded_at[f"{refusals[0].rule} at {prompt.kind}"] += 1


def rules_of(system: System, verb: str) -> set[str]:
    """The clauses that a verb is declared with."""
    acts = getattr(system, "acts", None)
    return set() if acts is None else {found.rule for found in acts.by_name.get(verb, ())}


class Consulted:
    """The clauses of the bans that functions of a system's rules gave or were given while a question was answered."""

    def __init__(self, system_id: str) -> None:
        self.room = f"bocage.systems.{system_id}.rules."
        self.rules: set[str] = set()

    def during(self, game: Game, attempt: Attempt, seat: int) -> list[Refusal]:
        sys.setprofile(self.watch)
        try:
            return game.why_not(attempt, seat)
        finally:
            sys.setprofile(None)

    def watch(self, frame: FrameType, event: str, value: object) -> None:
        if event not in ("call", "return") or not frame.f_globals["__name__"].startswith(self.room):
            return
        for given in frame.f_locals.values() if event == "call" else (value,):
            if isinstance(given, Ban):
                self.rules.add(given.rule)


def jobs(systems: list[str], clicks: int, seed: int, only: list[str] | None = None) -> list[Job]:
    """The clicks spread evenly over all scenarios, with game options at random."""
    scenarios = registry.pairs(systems, only)
    found: list[Job] = []
    for number, (system, scenario) in enumerate(scenarios):
        share = clicks * (number + 1) // len(scenarios) - clicks * number // len(scenarios)
        rng = random.Random(f"{scenario} {seed}")
        found.append((system, scenario, seed, registry.system(system).draw_options(scenario, rng), share))
    return found


def run(work: list[Job], workers: int) -> Iterator[Report]:
    if workers == 1:
        for job in work:
            yield click(*job)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(click, *zip(*work, strict=True), chunksize=1)


def sum_up(reports: list[Report]) -> dict[str, Report]:
    """One report for each system."""
    found: dict[str, Report] = {}
    for report in reports:
        found.setdefault(report.system, Report(report.system)).add(report)
    return found


def faults(report: Report) -> list[str]:
    """What is wrong with the answers, as far as a reader wants to know."""
    found = report.errors[:SHOWN]
    if report.vague > report.clicks * MOST_VAGUE:
        often = ", ".join(f"{what} {times}" for what, times in report.vague_at.most_common(SHOWN))
        found.append(f"{report.vague} of {report.clicks} answers are vague (decision/verb: {often})")
    if report.unfounded:
        often = ", ".join(f"{what} {times}" for what, times in report.unfounded_at.most_common(SHOWN))
        found.append(f"{report.unfounded} answers name a clause that nothing consulted ({often})")
    return found
