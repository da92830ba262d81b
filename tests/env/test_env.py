"""Environments for learning programs: what PettingZoo and Gymnasium say of them, what they show and keep secret."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from bocage import registry
from bocage.env import Eyes, battle, duel
from bocage.env.battle import Battle
from bocage.kernel import MOST
from bocage.kernel.act import operand
from bocage.kernel.game import Game

BATTLES = [
    ("boh/first-contact", "lnlt"),
    ("godsend", "normandie"),
    ("free4", "normandie"),
    ("crossroads", "disposable"),
]
EVERY_BATTLE = pytest.mark.parametrize(("scenario", "system"), BATTLES)


def shown(seen: dict[str, Any]) -> dict[str, Any]:
    return {name: values.tolist() for name, values in seen.items()}


def walk(env: Battle, seed: int, steps: int) -> None:
    """Random choices, a new battle after each that ends."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.integers(int(mask.sum()))))
        if env.game.over:
            env.reset()


@EVERY_BATTLE
def test_pettingzoo_finds_nothing_wrong(scenario: str, system: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would rather see one array than several
        api_test(battle(scenario, system), num_cycles=40)
        seed_test(lambda: battle(scenario, system), num_cycles=40)


@EVERY_BATTLE
def test_gymnasium_finds_nothing_wrong(scenario: str, system: str) -> None:
    env = duel(scenario, system, opponent="random", lenient=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


@EVERY_BATTLE
def test_what_a_seat_cannot_tell_apart_looks_the_same(scenario: str, system: str) -> None:
    env = battle(scenario, system)
    rng = random.Random(5)
    compared = 0
    for seed in range(3):
        walk(env, seed, 60)
        for _ in range(40):
            state = env.game.state
            for seat in range(env.seats):
                other = env.rules.redeterminise(state, seat, rng)
                own = next((d for d in state.pending if d.seat == seat), None)
                mine = next((d for d in other.pending if d.seat == seat), None)
                assert shown(env.eyes.look(other, seat, mine)) == shown(env.eyes.look(state, seat, own))
                compared += 1
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
            if env.game.over:
                break
    assert compared > 50


def test_a_hidden_order_is_seen_by_its_own_side_alone() -> None:
    """Heroes of Normandie: the other seat sees that a token lies there, not which."""
    env = battle("godsend", "normandie")
    outline = env.eyes.outline
    token = outline.piece.index("token")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(400):
        for unit in env.game.state.units:
            if unit.token > 0 and not unit.shown and env.game.state.tokens_down:
                rows = [env.observe(agent)["pieces"] for agent in env.possible_agents]
                found = [next(r for r in seen if r[0] == 0 and r[1] == unit.id)[token] for seen in rows]
                assert found[unit.seat] == unit.token
                assert found[1 - unit.seat] == -1
                return
        env.step(int(rng.integers(int(env.observe(env.agent_selection)["action_mask"].sum()))))
    raise AssertionError("no order lay face down within 400 choices")


@EVERY_BATTLE
def test_rows_and_names_agree(scenario: str, system: str) -> None:
    """Every row of every position is as long as the outline says: a row too long would shift all that follow."""
    env = battle(scenario, system)
    width = len(env.eyes.outline.piece)
    for seed in range(2):
        walk(env, seed, 150)
        env.rules.observe(env.game.state, 0, env.eyes.out)
        assert len(env.eyes.out.pieces) % width == 0
        assert len(env.eyes.out.world) == len(env.eyes.outline.world)
        assert len(env.eyes.out.masks) == len(env.eyes.outline.masks)
        categories = env.eyes.rows()[:, 0]
        assert set(categories.tolist()) <= {0, 1, 2, 3}


@EVERY_BATTLE
def test_a_factored_action_is_the_row_that_describes_it(scenario: str, system: str) -> None:
    env = battle(scenario, system, factored=True)
    flat = battle(scenario, system)
    env.reset(seed=3)
    flat.reset(seed=3)
    for number in range(60):
        offered = env.game.decision.options
        chosen = number * 7 % len(offered)
        row = env.observe(env.agent_selection)["options"][chosen]
        verb = env.rules.acts.of(offered[chosen])
        assert row[0] == verb.number
        assert row[1 : 1 + len(verb.operands)].tolist() == [
            operand(offered[chosen], i) for i in range(len(verb.operands))
        ]
        env.step(row)
        flat.step(chosen)
        assert env.game.state.digest() == flat.game.state.digest()
        if env.game.over:
            break


def test_what_is_not_offered_is_refused() -> None:
    env = battle("godsend", "normandie")
    env.reset(seed=1)
    offered = len(env.game.decision.options)
    with pytest.raises(ValueError, match=f"action {offered} is not among the {offered} options"):
        env.step(offered)
    factored = battle("godsend", "normandie", factored=True)
    factored.reset(seed=1)
    with pytest.raises(ValueError, match="is not among"):
        factored.step([0, MOST, MOST, MOST])


def test_the_winner_is_rewarded_and_the_loser_pays() -> None:
    env = battle("boh/first-contact")
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(5000):
        if env.game.over:
            break
        env.step(int(rng.integers(len(env.game.decision.options))))
    winner = env.game.state.winner
    wanted = [0, 0] if winner < 0 else [1 if seat == winner else -1 for seat in range(2)]
    assert [env.rewards[agent] for agent in env.possible_agents] == wanted
    assert all(env.terminations.values())


def test_a_duel_is_played_to_its_end_against_a_bot() -> None:
    env = duel("godsend", "normandie", opponent="random", seat=1)
    _, info = env.reset(seed=4)
    assert info == {"seat": 1}
    rng = np.random.default_rng(4)
    for _ in range(3000):
        masks = env.action_masks()
        _, reward, over, cut, _ = env.step(int(rng.choice(np.flatnonzero(masks))))
        if over:
            assert reward == env.inner.reward(1)
            return
        assert not cut
        assert reward == 0
    raise AssertionError("the battle did not end")


def test_a_battle_is_rendered_in_words() -> None:
    env = battle("boh/first-contact", render_mode="ansi")
    env.reset(seed=1)
    told = env.render()
    assert told is not None
    assert "Cpl Medrow" in told
    assert "turn 1 of 6" in told


def test_a_system_without_an_outline_says_so() -> None:
    rules = registry.system("lnlt")
    game: Game = registry.new("lnlt", "boh/first-contact", 1, recording=False)
    blind = type("Blind", (type(rules),), {"outline": None})()
    with pytest.raises(ValueError, match="declares no outline"):
        Eyes(blind, game.state)
