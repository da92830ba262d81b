"""Disposable Heroes as the kernel sees it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from bocage.content import fault, load_yaml
from bocage.kernel.appraisal import Manner, Parts
from bocage.kernel.decision import Decision
from bocage.kernel.dice import Dice, seeded
from bocage.kernel.forecast import Forecast
from bocage.kernel.system import GameSystem, ScenarioInfo, listed
from bocage.kernel.views import (
    Armoury,
    Attempt,
    Board,
    Choice,
    Muster,
    OptionInfo,
    Position,
    Prompt,
    Refusal,
    SightView,
    Text,
)
from bocage.systems.disposable.book import (
    appraisal,
    doctrine,
    pathrisk,
)
from bocage.systems.disposable.cases import run_case
from bocage.systems.disposable.content import (
    armoury as muster,
)
from bocage.systems.disposable.content import (
    records,
)
from bocage.systems.disposable.content import (
    scenarios as content,
)
from bocage.systems.disposable.content.options import (
    known,
    set_options,
)
from bocage.systems.disposable.content.positions import drill_state
from bocage.systems.disposable.model.tables import Scenario
from bocage.systems.disposable.rules import kinds
from bocage.systems.disposable.rules.invariants import check_state
from bocage.systems.disposable.rules.moves import deployment_reach
from bocage.systems.disposable.rules.turn import Battle, Deployment, deploy
from bocage.systems.disposable.state import MOUNTED, DisposableState, fresh
from bocage.systems.disposable.words import (
    choices,
    forecast,
    refusals,
)
from bocage.systems.disposable.words import (
    position as present,
)
from bocage.systems.disposable.words import (
    sight as sightview,
)


class DisposableSystem(GameSystem[DisposableState]):
    id = "disposable"
    title = Text("system.title")
    version = "5"
    package = records.PACKAGE
    purposes = kinds.PURPOSES

    def scenarios(self) -> list[ScenarioInfo]:
        return listed([content.info(path) for path in content.SHELF.paths()])

    def scenario_file(self, path: Path) -> ScenarioInfo:
        return content.info(path)

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> DisposableState:
        path = content.SHELF.path(scenario)
        rules = {name: value for name, value in options.items() if name not in muster.OPTIONS}
        if rules == options:
            linked = content.load_scenario(path)
        else:
            linked = muster.battle(path, options)
        state = opening(linked, seed)
        set_options(state, rules)
        state.recording = True
        state.push(Battle())
        state.advance()
        state.recording = False
        return state

    def validate(self, path: Path) -> None:
        if path.name == "weapons.yaml":
            load_yaml(path, records.Armoury)
        elif path.name == "terrain.yaml":
            load_yaml(path, records.TerrainFile)
        elif path.name == "units.yaml":
            records.read_units(path)
        elif path.name == "vehicles.yaml":
            records.read_vehicles(path)
        elif path.name == "platoons.yaml":
            load_yaml(path, records.PlatoonFile)
        else:
            check_room(path, content.load_scenario(path))

    def board(self, state: DisposableState) -> Board:
        return present.board(state)

    def position(self, state: DisposableState, seat: int) -> Position:
        return present.position(state, seat)

    def prompt(self, state: DisposableState, decision: Decision) -> Prompt:
        return choices.prompt(state, decision)

    def choice(self, state: DisposableState, decision: Decision, option: int) -> Choice:
        return choices.choice(state, decision, option)

    def forecast(self, state: DisposableState, decision: Decision, option: int) -> Forecast | None:
        return forecast.forecast(state, decision, option)

    def why_not(self, state: DisposableState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        return refusals.why_not(state, decision, attempt)

    def guesses(self, state: DisposableState, decision: Decision, attempt: Attempt) -> list[Attempt]:
        return refusals.guesses(attempt)

    def options(self) -> list[OptionInfo]:
        return known()

    def armoury(self) -> Armoury | None:
        return muster.armoury()

    def audit(self, army: dict[str, Any], points: int) -> Muster:
        return muster.audit(army, points)

    def sight(self, state: DisposableState, start: str, end: str) -> SightView | None:
        return sightview.sight(state, start, end)

    def field(self, state: DisposableState, place: str) -> list[str]:
        return sightview.field(state, place)

    def redeterminise(self, state: DisposableState, seat: int, rng: random.Random) -> DisposableState:
        """Only the dice to come are unknown."""
        twin = state.clone()
        twin.dice = Dice(rng.getrandbits(64), twin.dice.draws)
        return twin

    def wounds(self, state: DisposableState, pieces: list[int]) -> list[int]:
        return pathrisk.wounds(state, pieces)

    def unharmed(self, state: DisposableState, decision: Decision, option: int) -> tuple[float, list[int]] | None:
        return pathrisk.unharmed(state, decision, option)

    def appraise(self, state: DisposableState, seat: int, manner: Manner) -> Parts:
        return appraisal.appraise(state, seat, manner)

    def doctrine(self, state: DisposableState, decision: Decision, manner: Manner) -> list[Parts] | None:
        return doctrine.doctrine(state, decision, manner)

    def check(self, state: DisposableState) -> None:
        check_state(state)

    def drill_position(self, position: dict[str, Any]) -> tuple[DisposableState, dict[str, int]]:
        return drill_state(position)

    def run_case(self, case: dict[str, Any]) -> dict[str, Any]:
        return run_case(case)


def opening(scenario: Scenario, seed: int) -> DisposableState:
    """Before anybody deploys: who has a given place stands there, who rides sits in his vehicle."""
    state = fresh(scenario, seeded(seed))
    for force in scenario.forces:
        if force.ride >= 0:
            state.units[force.index].place = MOUNTED
            state.units[force.index].carrier = force.ride
        if force.at is not None:
            deploy(state, state.units[force.index], [v for spot in content.formation(force) for v in spot])
    return state


def check_room(path: Path, scenario: Scenario) -> None:
    """Packed closely, all units of a side must fit into its zone (dh.core.deploy)."""
    state = opening(scenario, 0)
    for unit in state.units:
        if not Deployment().waits(state, unit):
            continue
        reach = deployment_reach(state, unit)
        found: list[int] = []
        reach.search(1, found)
        if not found:
            raise fault(path, f"sides[{unit.seat}].zone", f"has no room left for {state.force(unit).id}")
        deploy(state, unit, reach.settle(found[0], found[1]))
