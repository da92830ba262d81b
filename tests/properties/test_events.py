"""Events hold the rolls they tell of: every die with its purpose, whenever it fell."""

from __future__ import annotations

import random

import pytest

from bocage import registry
from bocage.kernel.dice import result_of, sides_of
from bocage.kernel.event import Event
from walks import SYSTEMS

DECISIONS = 600


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_die_of_an_event_is_a_roll(system: str) -> None:
    rules = registry.system(system)
    told = 0
    for info in rules.scenarios():
        rng = random.Random(info.id)
        game = registry.new(system, info.id, 7, rules.draw_options(info.id, rng), recording=False)
        game.state.recording = True
        for _ in range(DECISIONS):
            if game.over:
                break
            decision = rng.choice(game.decisions)
            game.play(rng.choice(decision.options), decision.seat)
            for event in game.state.events:
                check(event)
                told += len(event.rolls)
            game.state.events = []
    assert told > 200


def check(event: Event) -> None:
    assert [result_of(roll) for roll in event.rolls] == event.dice, event.kind
    assert all(sides_of(roll) for roll in event.rolls), (
        f"{event.kind} ({event.rule}): {event.dice} were not rolled last"
    )
