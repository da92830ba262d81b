"""What is told at the end of a game, and playing it again."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage import bots, registry
from bocage.kernel.game import Game
from bocage.server.story import next_scenario, tell
from bocage.server.timeline import Timeline
from server.helpers import key, look, post, start
from server.test_replay import played_out


def story(client: TestClient, secret: str) -> tuple[int, dict[str, Any]]:
    reply = client.get("/api/game/story", headers=key(secret))
    return reply.status_code, reply.json()


def test_nothing_is_told_before_the_end(client: TestClient) -> None:
    keys = start(client)
    assert story(client, keys["table"])[0] == 403
    assert post(client, keys["table"], "rematch", {})[0] == 403


def test_the_end_tells_losses_and_a_rematch_has_the_same_players(client: TestClient) -> None:
    keys = played_out(client)
    status, told = story(client, keys["table"])
    assert status == 200
    assert len(told["had"]) == len(told["lost"]) == 2
    assert all(0 <= lost <= had for lost, had in zip(told["lost"], told["had"], strict=True))
    before = look(client, keys["table"])
    for swap in (False, True):
        status, again = post(client, keys["table"], "rematch", {"swap": swap})
        assert status == 201
        view = look(client, again["table"])
        assert view["players"] == (before["players"][::-1] if swap else before["players"])
        assert view["seq"] == 0


def played_by_doctrine(system: str, scenario: str, seed: int) -> Game:
    game = registry.new(system, scenario, seed, {})
    players = [bots.bot("doctrine", random.Random(seat)) for seat in range(2)]
    for _ in range(4000):
        if game.over:
            break
        seat = game.decisions[0].seat
        game.play(players[seat].choose(game, seat), seat)
    assert game.over
    game.seats = ["doctrine", "doctrine"]
    return game


@pytest.mark.parametrize(
    ("system", "scenario"), [("lnlt", "boh/first-contact"), ("normandie", "dug-in"), ("disposable", "lesson_guts")]
)
def test_the_moment_that_decided_a_game_rolled_dice_and_served_the_winner(system: str, scenario: str) -> None:
    game = played_by_doctrine(system, scenario, 3)
    found = tell(registry.system(system), game, Timeline(registry.system(system), game))
    assert found.moment >= 0
    assert game.history[found.moment].rolls
    assert sum(found.lost) > 0
    assert all(lost <= had for lost, had in zip(found.lost, found.had, strict=True))


def test_the_next_scenario_is_the_one_after_it_in_the_list() -> None:
    names = [info.id for info in registry.shipped("normandie").values()]
    system = SimpleNamespace(id="normandie")
    assert next_scenario(system, names[0], 2) == names[1]  # type: ignore[arg-type]
    assert next_scenario(system, "nowhere", 2) == ""  # type: ignore[arg-type]
