"""A battle as a Gymnasium environment: one seat learns, bots play the others."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np

from bocage.bots import Bot, bot
from bocage.env.battle import MOST_STEPS, Battle, battle
from bocage.env.eyes import Seen


class Duel(gymnasium.Env[Seen, Any]):
    """`seat` None: a seat drawn anew for every game. Masks for learners that ask: `action_masks()`."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 as Gymnasium declares it

    def __init__(self, inner: Battle, opponent: str, seat: int | None) -> None:
        self.inner = inner
        self.opponent = opponent
        self.wanted = seat
        self.seat = seat or 0
        self.rival: Bot = bot(opponent, random.Random(0))
        self.render_mode = inner.render_mode
        self.observation_space = inner.observation_space(inner.possible_agents[0])
        self.action_space = inner.action_space(inner.possible_agents[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.inner.reset(int(self.np_random.integers(2**62)))
        self.seat = int(self.np_random.integers(self.inner.seats)) if self.wanted is None else self.wanted
        self.rival = bot(self.opponent, random.Random(int(self.np_random.integers(2**62))))
        self.answer()
        return self.look(), {"seat": self.seat}

    def answer(self) -> None:
        """Let the others play until this seat is asked, or the game is over."""
        game = self.inner.game
        while not game.over and self.inner.decision_of(self.seat) is None and self.inner.steps < MOST_STEPS:
            decision = game.decision
            game.play(self.rival.choose(game, decision.seat), decision.seat)
            self.inner.steps += 1

    def look(self) -> Seen:
        return self.inner.observe(self.inner.possible_agents[self.seat])

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are offered, as booleans."""
        found = np.zeros(self.inner.eyes.options, bool)
        decision = self.inner.decision_of(self.seat)
        if decision is not None:
            found[: len(decision.options)] = True
        return found

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        game = self.inner.game
        decision = self.inner.decision_of(self.seat)
        if decision is None:
            raise gymnasium.error.ResetNeeded("the battle is over: reset it")
        game.play(self.inner.option(action, decision), self.seat)
        self.inner.steps += 1
        self.answer()
        reward = float(self.inner.reward(self.seat)) if game.over else 0.0
        return self.look(), reward, game.over, self.inner.steps >= MOST_STEPS, {"seat": self.seat}

    def render(self) -> Any:
        return self.inner.render()


def duel(
    scenario: str, system: str | None = None, opponent: str = "doctrine", seat: int | None = None, **settings: Any
) -> Duel:
    """One seat of a battle against a bot; settings are those of `battle`."""
    return Duel(battle(scenario, system, **settings), opponent, seat)
