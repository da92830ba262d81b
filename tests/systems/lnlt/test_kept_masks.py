"""What the state keeps of sight and spotting is what it would work out anew."""

from __future__ import annotations

import random

import pytest

from bocage import registry
from bocage.systems.lnlt.model.ground import past_markers
from bocage.systems.lnlt.state import LnltState


def worked_out_anew(state: LnltState) -> LnltState:
    twin = state.clone()
    heights = twin.scenario.numbers.marker_height
    twin.sights = [past_markers(twin.board, twin.ground, heights, hex_) for hex_ in range(twin.board.size)]
    twin.stale()
    return twin


@pytest.mark.parametrize("scenario", ["hon/landing-ground", "hon/hedgerow-fight", "dj/state-farm", "hid/heavy-tanks"])
def test_kept_masks_are_those_worked_out_anew(scenario: str) -> None:
    game = registry.new("lnlt", scenario, seed=11, recording=False)
    state = game.state
    assert isinstance(state, LnltState)
    pick = random.Random(11)
    for number in range(500):
        if state.over:
            break
        if number % 20 == 0:
            anew = worked_out_anew(state)
            for hex_ in range(state.board.size):
                assert state.sight_from(hex_) == anew.sight_from(hex_)
            for seat in (0, 1):
                assert state.seen_mask(seat) == anew.seen_mask(seat)
                assert state.found[seat] == anew.found[seat]
            assert state.ground.hindered == anew.ground.hinders()
        game.play(pick.choice(state.pending[0].options))
