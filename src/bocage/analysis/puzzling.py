"""Puzzles found in games: a position in which one choice is clearly better than the rest, and there is a rest.

Bots play from a ground, not too well, so that things go wrong. Each decision at which a drill can begin is set up again
as a position; there the book has to like one choice by far, and a search that plays on has to agree.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from bocage.analysis.foresight import Foresight, Intention
from bocage.analysis.pathrisk import known_pieces, own_decision
from bocage.bots import Ranked, bot
from bocage.checks.rehearsal import Rehearsal
from bocage.content import ContentError
from bocage.kernel import Decision, State, seeded
from bocage.kernel.game import Game
from bocage.kernel.system import System
from bocage.lessons.coach import fits
from bocage.lessons.dialect import Allowed
from bocage.lessons.puzzles import Ground, Puzzle

PLAYERS: Final = "doctrine:slips=0.15"
BOOK: Final = "doctrine"
SEARCH: Final = "search:nodes={nodes}"
CLEAR: Final = 0.3  # points by which the best has to lead at least,
SHARE: Final = 0.4  # and this much of what it is better by than the average
LEAST_OPTIONS: Final = 3
SAFE: Final = 0.5  # of coming through unharmed: who solves a puzzle does not throw his men away
LONGEST: Final = 4  # choices of a solution
MOST_CHOICES: Final = 400  # of a game


Solution = tuple[list[str | Allowed], float, int]
"""The choices, how clear they are, and how many there are to choose from."""


class Find(msgspec.Struct):
    """A puzzle, how clear it is, and how many options it has."""

    puzzle: Puzzle
    lead: float
    options: int


def find_puzzles(system: System, ground: Ground, seed: int, nodes: int = 3000) -> Iterator[Find]:
    """The puzzles of one game."""
    state, names = system.drill_position(ground.position)
    state.dice = seeded(seed)
    game = Game(system, "puzzle", seed, {}, state, False)
    player = bot(PLAYERS, random.Random(seed))
    for _ in range(MOST_CHOICES):
        if game.over:
            return
        decision = game.decision
        if may_begin(decision):
            found = try_moment(system, ground, game.state, names, nodes)
            if found is not None:
                yield found
        game.play(player.choose(game, decision.seat), decision.seat)


def may_begin(decision: Decision) -> bool:
    kind = decision.kind
    return len(decision.options) >= LEAST_OPTIONS and not (kind.reacts or kind.setup or kind.prepares)


def try_moment(system: System, ground: Ground, state: State, names: dict[str, int], nodes: int) -> Find | None:
    """This moment as a puzzle; None where drills cannot say it, or it is none."""
    asked = state.pending[0]
    position = system.snapshot(ground.position, state, names)
    try:
        again, called = system.drill_position(position)
    except (ContentError, AssertionError, KeyError, IndexError):
        return None
    if not again.pending or (again.pending[0].seat, again.pending[0].kind) != (asked.seat, asked.kind):
        return None
    solution = solve(system, again, called, nodes)
    if solution is None:
        return None
    best, lead, options = solution
    return Find(Puzzle(ground.title, ground.about, position, best=best, seat=asked.seat), lead, options)


def solve(system: System, state: State, names: dict[str, int], nodes: int) -> Solution | None:
    """The choices that are clearly best, until dice are about to fall or a way is to be chosen; None if none are."""
    plan = foresee(system, state)
    if plan.unharmed() < SAFE or plan.is_hopeless(system) or not (plan.route or plan.aim):
        return None
    line = Line(Rehearsal(system, state, names), state.pending[0].seat, nodes)
    for _ in range(LONGEST):
        if not line.go_on():
            break
    return line.found() if line.contested and is_a_deed(system, line.best) else None


class Line:
    """A solution under way."""

    def __init__(self, rehearsal: Rehearsal, seat: int, nodes: int) -> None:
        self.rehearsal = rehearsal
        self.system, self.game, self.seat, self.nodes = rehearsal.system, rehearsal.game, seat, nodes
        self.best: list[str | Allowed] = []
        self.leads: list[float] = []
        self.options = 0
        self.contested = False

    def go_on(self) -> bool:
        """Make the best choice there is; False where dice fall, or from here on it is a matter of taste."""
        decision = own_decision(self.game.state, self.seat)
        if decision is None or decision.kind.reacts or self.chooses_way(decision):
            return False
        option = decision.options[0] if len(decision.options) == 1 else self.choose(decision)
        if option < 0 or self.system.odds(self.game.state, decision, option) is not None:
            return False
        self.game.play(option, self.seat)
        return True

    def choose(self, decision: Decision) -> int:
        """What is clearly best, as a part of the solution; -1 if nothing is."""
        lead, option = lead_of(self.game, self.seat, self.nodes)
        wanted = None if option < 0 else name_choice(self.rehearsal, decision, option)
        if wanted is None:
            return -1
        self.best.append(wanted)
        self.leads.append(lead)
        self.options = max(self.options, len(decision.options))
        self.contested = self.contested or has_rivals(self.system, decision, option)
        return option

    def chooses_way(self, decision: Decision) -> bool:
        """Who goes along, and where to, is left open: many ways lead to the same place."""
        choices = self.system.prompt(self.game.state, decision).choices
        return any(choice.steps or self.system.acts.of(choice.id).leads in (3, 4) for choice in choices)

    def found(self) -> Solution | None:
        return (self.best, min(self.leads), self.options) if self.options >= LEAST_OPTIONS else None


def foresee(system: System, state: State) -> Intention:
    """What the book would do here, as advice tells it."""
    game, seat = Game(system, "puzzle", 0, {}, state, False), state.pending[0].seat
    world = system.redeterminise(state, seat, random.Random(0))
    adviser = bot(BOOK, random.Random(1))
    option = adviser.rank(game, seat)[0].option
    return Foresight(game, world, seat, known_pieces(system, world, seat), adviser).follow(option)


def has_rivals(system: System, decision: Decision, option: int) -> bool:
    """Whether the same could be done by others, or to others: then there is something to think about."""
    name = system.acts.of(option).name
    return sum(system.acts.of(other).name == name for other in decision.options) > 1


def lead_of(game: Game, seat: int, nodes: int) -> tuple[float, int]:
    """By how much book and search like one option best; -1 where they do not agree, or not clearly."""
    book = bot(BOOK, random.Random(1)).rank(game, seat)
    if not is_clear(book):
        return 0.0, -1
    if nodes:
        tried = bot(SEARCH.format(nodes=nodes), random.Random(1)).rank(game, seat)
        if tried[0].option != book[0].option or gap(tried) < CLEAR / 2:
            return 0.0, -1
    return gap(book), book[0].option


def is_clear(ranked: list[Ranked]) -> bool:
    """Whether the first is better than the second by far, measured by how much there is to gain at all."""
    if len(ranked) < 2:
        return False
    others = sum(one.value for one in ranked[1:]) / (len(ranked) - 1)
    return gap(ranked) >= max(CLEAR, SHARE * (ranked[0].value - others))


def gap(ranked: list[Ranked]) -> float:
    return ranked[0].value - ranked[1].value


def is_a_deed(system: System, line: list[str | Allowed]) -> bool:
    """To pass and to stay are no solutions to look for."""
    last = line[-1]
    name = last if isinstance(last, str) else last.verb
    return not any(verb.waits for verb in system.acts.by_name.get(name, []))


def name_choice(rehearsal: Rehearsal, decision: Decision, option: int) -> str | Allowed | None:
    """The shortest way to name it that fits nothing else."""
    choice = rehearsal.system.choice(rehearsal.game.state, decision, option)
    piece = rehearsal.labels.get(choice.piece, "")
    plain: list[dict[str, Any]] = [
        {"place": choice.place} if choice.place else {"piece": piece},
        {"place": choice.place, "piece": piece},
        {"place": choice.place, "piece": piece, "path": choice.path},
        {"place": choice.place, "piece": piece, "path": choice.path, "args": dict(choice.label.args)},
    ]
    offered = rehearsal.system.prompt(rehearsal.game.state, decision).choices
    for fields in plain:
        wanted = Allowed(verb=choice.verb, **{key: value for key, value in fields.items() if value})
        if sum(fits(rehearsal, one, wanted) for one in offered) == 1:
            return choice.verb if not fields else wanted
    return None
