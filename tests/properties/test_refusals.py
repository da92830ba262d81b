"""Clicking something that is not offered names a rule, mostly a telling one."""

from __future__ import annotations

import random

import pytest

from bocage.kernel.views import Attempt
from bocage.rulebook import clause
from walks import SYSTEMS, fresh, walk


@pytest.mark.parametrize("system", SYSTEMS)
def test_clicks_are_refused_with_a_clause_that_exists(system: str) -> None:
    told, vague = 0, 0
    for seed in range(2):
        game = fresh(system, seed)
        rng = random.Random(seed)
        for _ in walk(game, rng, 250):
            if game.over:
                break
            seat = game.decision.seat
            pieces = game.view(seat).pieces
            if not pieces:
                continue
            piece = rng.choice(pieces)
            offered = game.prompt(seat)
            assert offered is not None
            if any(piece.id == c.piece or (piece.place and piece.place == c.place) for c in offered.choices):
                continue
            refusals = game.why_not(Attempt(piece=piece.id, place=piece.place), seat)
            for refusal in refusals:
                assert clause(refusal.rule)
            if refusals:
                told += 1
                vague += all(refusal.vague for refusal in refusals)
    assert told > 20
    assert vague < told * 0.7, f"{vague} of {told} refusals say nothing"
