"""Mistakes that any player calls mistakes, by rule of thumb: what a bot thinks of them is not asked.

Each looks at the board and at the odds on the buttons only, and tells the choices that make the mistake, or nothing
where there is no occasion for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import hypot

from bocage import registry
from bocage.bots import Bot, bot
from bocage.kernel.game import Game
from bocage.kernel.views import Choice, Piece

GOOD, POOR = 0.6, 0.2  # chances of a shot that nobody lets pass, and of one that nobody takes instead
SCENARIOS = {"lnlt": "boh/first-contact", "normandie": "bestdef", "disposable": "crossroads"}
MOST = 4000  # choices of a game
BESIDE = 1.8  # from the centre of a hex to the next
OPEN = ("clear", "road")
VEHICLES = ("tank", "vehicle", "car")
TARGETS = ("squad", "half-squad")

Mistake = Callable[[Game, int], list[int]]


def copy_of(game: Game) -> Game:
    return Game(game.system, game.scenario, game.seed, game.options, game.state.clone(), False)


def kind(game: Game, seat: int) -> str:
    """The decision that the seat has now, or nothing."""
    return game.decision.kind.name if not game.over and game.decision.seat == seat else ""


def choices(game: Game, seat: int, *verbs: str) -> list[Choice]:
    prompt = game.prompt(seat)
    assert prompt is not None
    return [choice for choice in prompt.choices if choice.verb in verbs]


def chance(game: Game, option: int) -> float:
    """The chance that stands on a button."""
    odds = game.system.odds(game.state, game.decision, option)
    if odds is None or not odds.odds:
        return 0.0
    subject, wanted = game.system.goal(odds)
    return sum(odds.odds[subject].get(label, 0.0) for label in wanted)


def shots(game: Game, seat: int, at_men: bool = False) -> list[tuple[float, int]]:
    """The shots on offer, the poorest first."""
    on_foot = {piece.id for piece in men(game, False) if piece.kind not in VEHICLES} | {-1}
    offered = [choice for choice in choices(game, seat, "fire") if not at_men or choice.piece in on_foot]
    return sorted((chance(game, choice.id), choice.id) for choice in offered)


def men(game: Game, fit: bool = True) -> Iterator[Piece]:
    """Everybody on the board who can do something."""
    for piece in game.system.position(game.state, -1).pieces:
        if piece.kind != "order" and not (fit and piece.flipped):
            yield piece


# ---- any game


def let_a_good_shot_go(game: Game, seat: int) -> list[int]:
    """To do nothing with a good shot in hand."""
    if kind(game, seat) not in ("act", "step", "activation"):
        return []
    idle = choices(game, seat, "pass", "done")
    ready = shots(game, seat)
    moving = choices(game, seat, "to")  # on the way there is time to fire yet
    return [idle[0].id] if idle and ready and ready[-1][0] >= GOOD and not moving else []


def fire_at_the_wrong_target(game: Game, seat: int) -> list[int]:
    """A shot with hardly a chance, where another one would be a good one."""
    if kind(game, seat) not in ("act", "step", "activation"):
        return []
    ready = shots(game, seat, at_men=True)  # a shot at a tank is worth a try
    return [ready[0][1]] if ready and ready[0][0] <= POOR and ready[-1][0] >= GOOD else []


# ---- Lock 'n Load Tactical


def stroll_up_to_the_enemy(game: Game, seat: int) -> list[int]:
    """Out of cover, over open ground, to a place right in front of those who can still fire; and there one stops."""
    starts = choices(game, seat, "activate") if kind(game, seat) == "impulse" else []
    position = game.system.position(game.state, -1)
    if not starts or position.turn >= position.turns:
        return []
    cells = {cell.id: cell for cell in game.system.board(game.state).cells}
    marked = {marker.place for marker in position.markers}
    foes = [
        cells[piece.place]
        for piece in men(game)
        if piece.seat == 1 - seat and piece.kind in TARGETS and piece.place in cells and not piece.badges
    ]

    def is_bare(place: str) -> bool:
        there = cells[place]
        near = [foe for foe in foes if hypot(foe.x - there.x, foe.y - there.y) < BESIDE]
        return bool(near) and there.terrain in OPEN and place not in marked and all(foe.id != place for foe in foes)

    for start in starts:
        if cells[start.place].terrain in OPEN:
            continue
        walk = walk_of(copy_of(game), seat, start, is_bare)
        if walk:
            return walk
    return []


def walk_of(game: Game, seat: int, start: Choice, is_bare: Callable[[str], bool]) -> list[int]:
    """The choices that lead to such a place, in one step."""
    walk: list[int] = []

    def play(option: int) -> None:
        walk.append(option)
        game.play(option, seat)

    play(start.id)
    for verb in ("move", "all"):
        found = choices(game, seat, verb) if kind(game, seat) in ("activation", "movers") else []
        if found:
            play(found[0].id)
    if kind(game, seat) != "step":
        return []
    steps = [choice for choice in choices(game, seat, "step") if is_bare(choice.place)]
    if not steps:
        return []
    play(steps[0].id)
    return walk


def pass_with_everything_in_range(game: Game, seat: int) -> list[int]:
    """To pass, and pass again, before the last turn, while the enemy waits and somebody has a good shot."""
    position = game.system.position(game.state, -1)
    if kind(game, seat) != "impulse" or not game.log or game.log[-1].kind != "pass" or position.turn >= position.turns:
        return []
    for start in choices(game, seat, "activate"):
        tried = copy_of(game)
        tried.play(start.id, seat)
        if kind(tried, seat) == "activation" and any(odds >= GOOD for odds, _ in shots(tried, seat)):
            return [choices(game, seat, "pass")[0].id] * 2
    return []


# ---- Disposable Heroes


def run_at_the_guns(game: Game, seat: int) -> list[int]:
    """To run towards an enemy whom one could have fired at well, and not to fire."""
    if kind(game, seat) != "mode" or not choices(game, seat, "run"):
        return []
    held = copy_of(game)
    held.play(choices(game, seat, "hold")[0].id, seat)
    if kind(held, seat) != "step" or not any(odds >= GOOD for odds, _ in shots(held, seat)):
        return []
    run = choices(game, seat, "run")[0].id
    moved = copy_of(game)
    moved.play(run, seat)
    ways = choices(moved, seat, "to") if kind(moved, seat) == "step" else []
    foes = [piece for piece in men(game) if piece.seat == 1 - seat and piece.x > 0]
    if not ways or not foes:
        return []
    return [run, min(ways, key=lambda way: min(hypot(foe.x - way.x, foe.y - way.y) for foe in foes)).id]


MISTAKES: dict[str, list[Mistake]] = {
    "lnlt": [stroll_up_to_the_enemy, pass_with_everything_in_range, fire_at_the_wrong_target],
    "normandie": [let_a_good_shot_go, fire_at_the_wrong_target],
    "disposable": [let_a_good_shot_go, run_at_the_guns, fire_at_the_wrong_target],
}


class Planted:
    """A game with one such mistake: who made it, which, and with which choices."""

    def __init__(self, system: str, seed: int, mistake: Mistake, player: Bot | None = None) -> None:
        self.rng = random.Random(seed)
        self.game = registry.new(system, SCENARIOS[system], seed)
        self.player = player or bot("doctrine", random.Random(seed))
        self.mistake = mistake
        self.seat = seed % 2
        self.made: list[int] = []
        self.skipped = self.rng.randrange(4)  # occasions that are let pass

    def play(self) -> Planted:
        for _ in range(MOST):
            if self.game.over:
                break
            seat = self.game.decision.seat
            if seat != self.seat or self.made or not self.err():
                self.game.play(self.player.choose(self.game, seat), seat)
        return self

    def err(self) -> bool:
        """Make the mistake if there is an occasion, through to its end; who answers it plays as ever."""
        plan = self.mistake(self.game, self.seat)
        if not plan:
            return False
        self.skipped -= 1
        if self.skipped >= 0:
            return False
        while plan and not self.game.over:
            seat = self.game.decision.seat
            if seat != self.seat:
                self.game.play(self.player.choose(self.game, seat), seat)
            elif plan[0] in self.game.decision.options:
                self.made.append(len(self.game.history))
                self.game.play(plan.pop(0), seat)
            else:
                break
        stops = choices(self.game, self.seat, "stop") if kind(self.game, self.seat) == "step" else []
        if stops and len(self.made) > 1:
            self.made.append(len(self.game.history))
            self.game.play(stops[0].id, self.seat)
        return True
