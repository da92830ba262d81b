"""The opening position, and whether all who deploy find room in it."""

from __future__ import annotations

from pathlib import Path

from bocage.content import Faults, WrongContent, settle
from bocage.kernel import seeded
from bocage.systems.disposable.content.scenarios import formation, load_scenario
from bocage.systems.disposable.model.tables import Scenario
from bocage.systems.disposable.rules.moves import deployment_reach
from bocage.systems.disposable.rules.turn import Deployment, deploy
from bocage.systems.disposable.state import MOUNTED, DisposableState, fresh


def opening(scenario: Scenario, seed: int) -> DisposableState:
    """Before anybody deploys: who has a given place stands there, who rides sits in his vehicle."""
    state = fresh(scenario, seeded(seed))
    for force in scenario.forces:
        if force.ride >= 0:
            state.units[force.index].place = MOUNTED
            state.units[force.index].carrier = force.ride
        if force.at is not None:
            deploy(state, state.units[force.index], [v for spot in formation(force) for v in spot])
    return state


def check_scenario(path: Path) -> None:
    """All that linking checks; and packed closely, all units of a side must fit into its zone (dh.core.deploy)."""
    state = opening(load_scenario(path), 0)
    faults = Faults()
    for unit in state.units:
        if not Deployment().waits(state, unit):
            continue
        reach = deployment_reach(state, unit)
        found: list[int] = []
        reach.search(1, found)
        with faults:
            if not found:
                raise WrongContent(f"sides[{unit.seat}].zone", f"has no room left for {state.force(unit).id}")
            deploy(state, unit, reach.settle(found[0], found[1]))
    settle(faults, path)
