"""What every system promises, whatever its rules: determinism, true copies, undo, saves, secrets."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bocage
from bocage.kernel.event import Event
from bocage.kernel.game import Game
from walks import SYSTEMS, advanced, fresh, step, walk

SOME = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
SEEDS = st.integers(0, 10_000)
AGES = st.integers(0, 400)
EVERY_SYSTEM = pytest.mark.parametrize("system", SYSTEMS)


@EVERY_SYSTEM
@SOME
@given(seed=SEEDS, age=AGES)
def test_same_header_and_choices_give_the_same_state_and_save(system: str, seed: int, age: int) -> None:
    one, two = advanced(system, seed, age), advanced(system, seed, age)
    assert one.state.digest() == two.state.digest()
    assert bocage.save(one) == bocage.save(two)


@EVERY_SYSTEM
@SOME
@given(seed=SEEDS, age=AGES)
def test_a_clone_and_its_original_never_affect_each_other(system: str, seed: int, age: int) -> None:
    game = advanced(system, seed, age)
    before = game.state.digest()
    copy = game.clone()
    assert copy.state.digest() == before
    for _ in walk(copy, random.Random(seed), 60):
        pass
    assert game.state.digest() == before
    copy = game.clone()
    for _ in walk(game, random.Random(seed + 1), 60):
        pass
    assert copy.state.digest() == before


@EVERY_SYSTEM
@SOME
@given(seed=SEEDS, age=AGES)
def test_undo_restores_the_exact_state(system: str, seed: int, age: int) -> None:
    game = advanced(system, seed, age)
    rng = random.Random(seed)
    undone = 0
    for _ in range(60):
        if game.over:
            break
        before, events, draws = game.state.digest(), len(game.log), game.state.dice.draws
        step(game, rng)
        if game.can_undo():
            assert game.state.dice.draws == draws, "undo would cross a die"
            game.undo()
            assert game.state.digest() == before
            assert len(game.log) == events
            undone += 1
            step(game, rng)
    assert undone or game.over


@EVERY_SYSTEM
@SOME
@given(seed=SEEDS, age=AGES)
def test_a_loaded_save_equals_the_game(system: str, seed: int, age: int) -> None:
    game = advanced(system, seed, age)
    again = bocage.load(bocage.save(game))
    assert again.state.digest() == game.state.digest()
    assert again.state.data() == game.state.data()
    assert bocage.save(again) == bocage.save(game)
    assert [e.kind for e in again.log] == [e.kind for e in game.log]


def seen(game: Game, seat: int) -> dict[str, Any]:
    """Everything that may reach a seat: position, prompt with its choices, odds and what is logged."""
    prompt = game.prompt(seat) if seat >= 0 else None
    odds = []
    for choice in prompt.choices[:12] if prompt else []:
        forecast = game.forecast(choice.id, seat)
        odds.append(None if forecast is None else (forecast.odds, [line.value for line in forecast.lines]))
    return {
        "position": msgspec.to_builtins(game.view(seat)),
        "prompt": msgspec.to_builtins(prompt),
        "board": msgspec.to_builtins(game.system.board(game.state)),
        "odds": odds,
        "waiting": sorted((d.seat, d.kind.name) for d in game.decisions),
    }


@EVERY_SYSTEM
@SOME
@given(seed=SEEDS, age=AGES)
def test_hidden_facts_do_not_show(system: str, seed: int, age: int) -> None:
    """States that differ only in what a seat may not know look the same to it, now and after its own next choice."""
    check_secrets(advanced(system, seed, age), seed)


@pytest.mark.parametrize(("scenario", "players"), [("bestdef", 2), ("free3", 3), ("crossroads", 4), ("free31", 4)])
@settings(SOME, max_examples=4)
@given(seed=SEEDS, age=AGES)
def test_nor_do_hands_of_cards_and_tokens_of_allies(scenario: str, players: int, seed: int, age: int) -> None:
    game = bocage.new("normandie", scenario, seed=seed)
    for _ in walk(game, random.Random(seed), age):
        pass
    state: Any = game.state
    assert state.staff.cards
    assert all(state.scenario.decks)
    assert len(game.view(-1).seats) == players
    check_secrets(game, seed)


def check_secrets(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for seat in range(-1, len(game.view(-1).seats)):
        other = game.clone()
        other.state = game.system.redeterminise(game.state, seat, rng)
        assert seen(other, seat) == seen(game, seat)
        mine = [d for d in game.decisions if d.seat == seat]
        if mine:
            option = rng.choice(mine[0].options)
            assert heard(game, seat, option) == heard(other, seat, option)


def heard(game: Game, seat: int, option: int) -> list[tuple[str, dict[str, Any]]] | None:
    """What the seat is told right after its own choice, where neither a die nor a revelation tells more."""
    copy = game.clone()
    copy.state.recording = True
    copy.state.revealed = False
    draws = copy.state.dice.draws
    copy.state.events = []
    copy.play(option, seat)
    if copy.state.dice.draws != draws or copy.state.revealed:
        return None
    events: list[Event] = copy.state.events
    return [(event.kind, dict(event.args)) for event in events if event.seen_by(seat)]


@EVERY_SYSTEM
def test_hidden_facts_are_really_varied(system: str) -> None:
    """The test above means something only if the other state differs at all."""
    game = advanced(system, 3, 40)
    rng = random.Random(1)
    others = [game.system.redeterminise(game.state, seat, rng).digest() for seat in (0, 1) for _ in range(5)]
    assert sum(other != game.state.digest() for other in others) > 5


@EVERY_SYSTEM
def test_every_random_game_ends(system: str) -> None:
    for seed in range(5):
        game = fresh(system, seed, recording=False)
        for _ in walk(game, random.Random(seed)):
            game.system.check(game.state)
        assert game.over
        assert game.result is not None
