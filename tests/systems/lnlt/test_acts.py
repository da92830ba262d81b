"""Every option is an act that was declared, done with things that there are."""

from __future__ import annotations

import random

import pytest

from bocage.kernel.act import MOST, operand
from bocage.kernel.decision import Decision
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.state import LnltState

SCENARIOS = [info.id for info in SYSTEM.scenarios()]
MOST_DECISIONS = 250


def limits(state: LnltState, seat: int) -> dict[str, int]:
    """How many there are of each kind of operand."""
    hexes = state.board.size
    guns = max((len(vehicle.type.guns) for vehicle in state.vehicles), default=0)
    return {
        acts.UNIT: len(state.units),
        acts.VEHICLE: len(state.vehicles),
        acts.TARGET_VEHICLE: len(state.vehicles),
        acts.WEAPON: len(state.weapons),
        acts.CHARGE: len(state.weapons),
        acts.ROCKET: len(state.weapons),
        acts.HEX: hexes,
        acts.ORIGIN: hexes,
        acts.SPOTTED: hexes,
        acts.GUN: max(1, guns),
        acts.FACING: 6,
        acts.BATTERY: len(state.batteries[seat]),
        acts.SORTIE: len(state.scenario.sorties[seat]),
    }


def check_options(state: LnltState, decision: Decision) -> None:
    assert len(set(decision.options)) == len(decision.options), f"{decision.kind}: an option twice"
    there_are = limits(state, decision.seat)
    for option in decision.options:
        verb = acts.ACTS.of(option)
        said = acts.ACTS.describe(option)
        for index, kind in enumerate(verb.operands):
            assert operand(option, index) < there_are[kind], f"{decision.kind}: {said}"
        assert option == verb.act(*(operand(option, index) for index in range(len(verb.operands)))), said


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_options_are_declared_acts_with_operands_in_range(scenario: str) -> None:
    rng = random.Random(scenario)
    state = SYSTEM.new(scenario, rng.getrandbits(32), SYSTEM.draw_options(scenario, rng))
    for _ in range(MOST_DECISIONS):
        if state.over:
            return
        for decision in state.pending:
            check_options(state, decision)
        decision = rng.choice(state.pending)
        state.play(decision, rng.choice(decision.options))


def test_the_verbs_fit_into_an_act() -> None:
    names = [verb.name for verb in acts.ACTS.verbs]
    assert len(set(names)) > 130
    for verb in acts.ACTS.verbs:
        assert len(verb.operands) <= 3
        assert verb.act(*(MOST for _ in verb.operands)) < 2**53
        assert acts.ACTS.of(verb.act(*(MOST for _ in verb.operands))) is verb
