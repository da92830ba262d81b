"""A battle as a PettingZoo environment (AEC): every seat is an agent, and acts when the rules ask it."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from bocage import registry
from bocage.env.eyes import MOST_OPTIONS, Eyes, Seen
from bocage.kernel import MOST, Decision
from bocage.kernel.act import MOST_VERBS
from bocage.kernel.game import Game
from bocage.text import catalogue

MOST_STEPS = 20_000  # decisions of one game, far beyond any


class Battle(AECEnv[str, Seen, Any]):  # type: ignore[misc]  # PettingZoo is untyped
    """`factored`: an action is the row of `options` itself (verb, three operands) in place of its number.
    `lenient`: a number that is not offered stands for one that is, for learners that know no masks.

    A battle is won or lost at its end: 1 for who won, -1 for who lost, 0 for a draw. Hidden orders are laid one seat
    after the other, and no seat learns of the others' before the rules tell it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "bocage_v0", "render_modes": ["ansi"], "is_parallelizable": False,
    }  # fmt: skip

    def __init__(
        self, system: str, scenario: str, options: dict[str, Any], factored: bool, lenient: bool, most_options: int,
        render_mode: str | None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.scenario = scenario
        self.chosen = options
        self.factored = factored
        self.lenient = lenient
        self.render_mode = render_mode
        self.rules = registry.system(system)
        self.rng = np.random.default_rng()
        self.game = self.begin(0)
        self.eyes = Eyes(self.rules, self.game.state, most_options)
        self.seats = len(self.game.view(-1).seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        view = self.eyes.space()
        action: spaces.Space[Any] = spaces.Discrete(most_options)
        if factored:
            action = spaces.MultiDiscrete([MOST_VERBS + 1, MOST + 1, MOST + 1, MOST + 1])
        self.observation_spaces = dict.fromkeys(self.possible_agents, view)
        self.action_spaces = dict.fromkeys(self.possible_agents, action)

    def begin(self, seed: int) -> Game:
        return registry.new(self.rules.id, self.scenario, seed, self.chosen, recording=False)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new battle; with a seed the same dice fall again."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.game = self.begin(int(self.rng.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self.select()

    def select(self) -> None:
        """Whoever is asked now; its mask stands in its info too."""
        if self.game.over:
            return
        self.agent_selection = self.possible_agents[self.game.decision.seat]
        self.infos[self.agent_selection] = {"kind": self.game.decision.kind.name}

    def decision_of(self, seat: int) -> Decision | None:
        for decision in self.game.decisions:
            if decision.seat == seat:
                return decision
        return None

    def observe(self, agent: str) -> Seen:
        seat = self.seat_of[agent]
        return self.eyes.look(self.game.state, seat, self.decision_of(seat))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.play(self.option(action, self.game.decision), self.seat_of[agent])
        self.steps += 1
        if self.game.over:
            self.rewards = {agent: float(self.reward(seat)) for agent, seat in self.seat_of.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.steps >= MOST_STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.select()

    def option(self, action: Any, decision: Decision) -> int:
        """The option that an action stands for; raises ValueError if it is not offered."""
        options = decision.options[: self.eyes.options]
        if self.factored:
            rows = self.eyes.describe(options)[: len(options)]
            matches = np.flatnonzero((rows == np.asarray(action)).all(axis=1))
            number = int(matches[0]) if len(matches) else -1
        else:
            number = int(action) % len(options) if self.lenient else int(action)
        if not 0 <= number < len(options):
            raise ValueError(f"action {action} is not among the {len(options)} options that are offered")
        return options[number]

    def reward(self, seat: int) -> int:
        if self.game.state.winner < 0:
            return 0
        return 1 if self.game.state.won(seat) else -1

    def render(self) -> str | None:
        """What everybody may see, in words."""
        if self.render_mode != "ansi":
            return None
        words = catalogue(self.rules.package, "en")
        position = self.game.view(-1)
        lines = [f"{words.render(position.phase)}, turn {position.turn} of {position.turns}"]
        lines += [f"{words.render(seat.name)}: {seat.score}" for seat in position.seats]
        for piece in position.pieces:
            at = piece.place or f"{piece.x:g},{piece.y:g}"
            lines.append(f"{at:>10}  {words.render(piece.name)} {' '.join(b.kind for b in piece.badges)}".rstrip())
        return "\n".join(lines)

    def close(self) -> None:
        pass


def battle(
    scenario: str, system: str | None = None, options: dict[str, Any] | None = None, *, factored: bool = False,
    lenient: bool = False, most_options: int = MOST_OPTIONS, render_mode: str | None = None,
) -> Battle:  # fmt: skip
    """A battle for as many agents as it has seats; `options` are game options, as the start page offers them."""
    owner = registry.owner(scenario, system)
    return Battle(owner, scenario, options or {}, factored, lenient, most_options, render_mode)
