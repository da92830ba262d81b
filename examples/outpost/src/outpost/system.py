"""The system: joins rules, words and content, and tells bots how a position stands."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from bocage.kernel import Decision, Forecast, Text, seeded
from bocage.kernel import enumerate as dice_runs
from bocage.kernel.appraisal import Manner, Parts
from bocage.kernel.system import BadOption, GameSystem, ScenarioInfo, listed
from bocage.kernel.views import Board, Choice, Position, Prompt
from outpost import content, words
from outpost.acts import ACTS, PURPOSES
from outpost.rules import Turns
from outpost.state import GONE, OutpostState


class Outpost(GameSystem[OutpostState]):
    id = "outpost"
    title = Text("title")
    version = "1"
    package = content.PACKAGE
    acts = ACTS
    purposes = PURPOSES.keys

    def scenarios(self) -> list[ScenarioInfo]:
        return listed([content.read_info(path) for path in content.SHELF.paths()])

    def scenario_file(self, path: Path) -> ScenarioInfo:
        return content.read_info(path)

    def validate(self, path: Path) -> None:
        content.open_scenario(path, seeded(0))

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> OutpostState:
        if options:
            raise BadOption(f"options: there is no option '{next(iter(options))}'")
        return begin(content.open_scenario(content.SHELF.path(scenario), seeded(seed)))

    def board(self, state: OutpostState) -> Board:
        return words.build_board(state)

    def position(self, state: OutpostState, seat: int) -> Position:
        return words.build_position(state, seat)

    def prompt(self, state: OutpostState, decision: Decision) -> Prompt:
        return words.build_prompt(state, decision)

    def choice(self, state: OutpostState, decision: Decision, option: int) -> Choice:
        return words.WORDING.choice(state, decision, option)

    def forecast(self, state: OutpostState, decision: Decision, option: int) -> Forecast | None:
        return dice_runs.forecast(state, decision, option) if state.known else None

    def redeterminise(self, state: OutpostState, seat: int, rng: random.Random) -> OutpostState:
        """The other side's stance is not known before both are chosen, and dice to come never are."""
        twin = state.clone()
        if not twin.known:
            twin.pressing[1 - seat] = rng.random() < 0.5
        twin.dice = seeded(rng.getrandbits(32))
        return twin

    def wounds(self, state: OutpostState, pieces: list[int]) -> list[int]:
        return [2 if state.units[n].space == GONE else int(state.units[n].shaken) for n in pieces]

    def appraise(self, state: OutpostState, seat: int, manner: Manner) -> Parts:
        """Men, and how near they are to the house."""
        own, enemy = (sum(1.0 - 0.4 * unit.shaken for unit in state.alive(side)) for side in (seat, 1 - seat))
        near = [state.field.distance(unit.space, state.field.goal) for unit in state.alive(seat)]
        ground = -0.2 * min(near, default=9) * manner.objective
        return [("material", own * manner.caution - enemy * manner.aggression), ("ground", ground)]

    def check(self, state: OutpostState) -> None:
        spaces = [unit.space for unit in state.units if unit.space != GONE]
        assert len(set(spaces)) == len(spaces), "two units in one space"

    def drill_position(self, position: dict[str, Any]) -> tuple[OutpostState, dict[str, int]]:
        """A drill describes a scenario of its own, and may name those who are shaken."""
        given = dict(position)
        shaken = given.pop("shaken", [])
        data = msgspec.convert(given, content.ScenarioData)
        state = content.link(data, Path("drill"), seeded(0))
        for unit in state.units:
            unit.shaken = unit.name in shaken
        return begin(state), {unit.name: unit.number for unit in state.units}


def begin(state: OutpostState) -> OutpostState:
    state.push(Turns())
    state.advance()
    return state


SYSTEM = Outpost()
