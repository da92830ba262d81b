"""Advice as a plan: it follows the rules, tells the risk as the path tool does, and knows no more than its seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from bocage import registry
from bocage.analysis.foresight import HOPELESS
from bocage.analysis.pathrisk import known_pieces
from bocage.bots import bot
from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.kernel.system import System
from bocage.server.intentions import describe_plan, think
from bocage.server.odds import Weighing
from bocage.server.words import Words

LIVELY = {"lnlt": "boh/first-contact", "normandie": "rex", "disposable": "crossroads"}
EVERY_SYSTEM = pytest.mark.parametrize("system", LIVELY)


def decisions(system: str, seed: int = 3, first: int = 20, most: int = 150, every: int = 1) -> Iterator[Game]:
    """Positions of a game by the book in which there is something to choose; each is a game of its own."""
    game = registry.new(system, LIVELY[system], seed)
    player = bot("doctrine", random.Random(seed))
    for number in range(most):
        if game.over:
            return
        decision = game.decision
        if number >= first and number % every == 0 and len(decision.options) > 1 and not decision.kind.setup:
            yield game.clone()
        game.play(player.choose(game, decision.seat), decision.seat)


@EVERY_SYSTEM
def test_a_plan_is_drawn_and_said_in_both_languages(system: str) -> None:
    ways = aims = 0
    for game in decisions(system, every=5):
        weighing = Weighing(game, game.decision.seat)
        before = game.state.digest()
        for one, plan in think(weighing, 1):
            told = [describe_plan(one, plan, weighing, Words(game.system, language)) for language in ("en", "fr")]
            assert all(len(words["sentence"]) > 8 and "because." not in words["sentence"] for words in told)
            assert told[0]["sentence"] != told[1]["sentence"]
            assert len(set(plan.route)) == len(plan.route), "a plan does not walk in circles"
            ways += len(plan.route) > 1
            aims += plan.aim is not None and bool(plan.aim.origin and plan.aim.target)
        assert game.state.digest() == before
    assert ways >= 3
    assert aims >= 3


def test_what_is_hopeless_comes_last_and_says_so() -> None:
    met = 0
    for system in LIVELY:
        for game in decisions(system, every=3):
            weighing = Weighing(game, game.decision.seat)
            found = think(weighing, 1)
            flags = [plan.is_hopeless(game.system) for _, plan in found]
            assert flags == sorted(flags)
            for one, plan in found:
                said = describe_plan(one, plan, weighing, Words(game.system, "en"))
                deadly = plan.risk is not None and bool(plan.risk.legs) and plan.risk.legs[-1].unharmed < HOPELESS
                assert said["risk"].startswith("Be warned") == plan.is_hopeless(game.system)
                assert not deadly or "to arrive unharmed" in said["risk"]
                met += plan.is_hopeless(game.system)
    assert met > 3


def test_the_risk_of_a_plan_is_that_of_its_path() -> None:
    """The tool walks where one may step next, so the two say the same of the same way."""
    met = 0
    for system in LIVELY:
        for game in decisions(system):
            if game.decision.kind.name != "step":
                continue
            weighing = Weighing(game, game.decision.seat)
            for _, plan in think(weighing, 1):
                if plan.risk is None or not plan.route or not plan.deeds[0].steps:
                    continue
                legs = weighing.path(tuple(plan.route[1:])).legs
                assert [leg.unharmed for leg in legs] == [leg.unharmed for leg in plan.risk.legs]
                met += 1
    assert met > 10


def test_the_last_dice_of_a_plan_have_the_odds_of_the_choice() -> None:
    met = 0
    for game in decisions("disposable", every=2):
        weighing = Weighing(game, game.decision.seat)
        for one, plan in think(weighing, 1):
            if plan.aim is not None and plan.aim.choice.id == one.option and len(plan.deeds) == 1:
                odds = weighing.odds(one.option)
                assert odds is not None
                assert odds.odds == plan.aim.odds.odds
                met += 1
    assert met >= 3


@EVERY_SYSTEM
def test_nothing_hidden_shows_in_a_plan(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another truth behind what the seat sees, and the same world imagined, the advice is the same."""
    tried = 0
    for game in decisions(system, first=30, every=9):
        seat = game.decision.seat
        imagined = game.system.redeterminise(game.state, seat, random.Random(7))
        other = game.system.redeterminise(game.state, seat, random.Random(8))
        if other.digest() == game.state.digest():
            continue
        known = known_pieces(game.system, imagined, seat)
        found = []
        with monkeypatch.context() as patch:
            patch.setattr(type(game.system), "redeterminise", imagine(imagined), raising=True)
            for truth in (game.state, other):
                twin = Game(game.system, game.scenario, game.seed, game.options, truth.clone(), False)
                weighing = Weighing(twin, seat)
                weighing.once("known", partial(set, known))
                option = twin.decision.options[0]
                plan = weighing.intend(option, bot("random", random.Random(5)))
                found.append(([choice.id for choice in plan.deeds], plan.route, plan.unharmed()))
        assert found[0] == found[1]
        tried += 1
    assert tried >= 2


def imagine(world: State) -> Callable[[System, State, int, random.Random], State]:
    def redeterminise(system: System, state: State, seat: int, rng: random.Random) -> State:
        return world.clone()

    return redeterminise
