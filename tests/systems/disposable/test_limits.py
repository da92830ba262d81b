"""Large battles play with the right names, and what is larger than the rules can hold is refused by field."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bocage.content import ContentError
from bocage.kernel.act import MOST
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records
from bocage.systems.disposable.content.scenarios import MOST_FORCES, load_scenario
from bocage.systems.disposable.rules import decisions
from bocage.systems.disposable.rules.room import SPOTS

SCENARIO = """
title: {{en: Many}}
about: {{en: Many units.}}
basis: estimate
table: {{width: 120, height: 96}}
turns: 2
sides:
  - {{nation: us, edge: south, zone: [[0, 0], [120, 0], [120, 40], [0, 40]], forces: [{us}]}}
  - {{nation: de, edge: north, zone: [[0, 56], [120, 56], [120, 96], [0, 96]], forces: [{de}]}}
terrain:
  - {{id: house, type: building, polygon: [[50, 45], [60, 45], [60, 50], [50, 50]]}}
  - {{id: far, type: building, polygon: [[{far}, 91], [{far_end}, 91], [{far_end}, 93], [{far}, 93]]}}
objectives: [{{id: middle, at: [60, 48], radius: 3, vp: 3}}]
"""


COMMANDERS = ("us_pc", "de_pc")


def written(path: Path, number: int, templates: tuple[str, str]) -> Path:
    us, de = (
        ", ".join(f"{{id: {template}_{i}, template: {template}, number: {i}}}" for i in range(1, number + 1))
        for template in templates
    )
    path.write_text(SCENARIO.format(us=us, de=de, far=100, far_end=104), "utf-8")
    return path


def test_a_battle_of_150_units_plays_with_the_right_names(tmp_path: Path) -> None:
    path = written(tmp_path / "many.yaml", 75, COMMANDERS)
    SYSTEM.validate(path)
    state = SYSTEM.new(str(path), 1, {})
    assert len(state.units) == 150
    rng = random.Random(1)
    for step in range(300):
        decision = state.pending[0]
        if decision.kind is decisions.ACTIVATE:
            choices = SYSTEM.prompt(state, decision).choices
            owners = [next(unit for unit in state.units if choice.piece in unit.figures) for choice in choices]
            assert all(owner.seat == decision.seat and not owner.activated for owner in owners)
            assert [choice.label.args["unit"] for choice in choices] == [state.force(owner).name for owner in owners]
        state.play(decision, rng.choice(decision.options))
        if step % 25 == 0:
            SYSTEM.check(state)


def test_more_units_than_acts_can_name_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "too-many.yaml", MOST_FORCES // 2 + 1, COMMANDERS)
    with pytest.raises(ContentError, match=f"a battle has at most {MOST_FORCES}") as error:
        SYSTEM.validate(path)
    assert error.value.field == "sides[1]"
    assert MOST_FORCES * len(SPOTS) <= MOST, "then the figures can be named too"


def test_a_unit_that_finds_no_room_round_its_leader_is_refused(tmp_path: Path) -> None:
    good = (records.DATA / "units.yaml").read_text("utf-8")
    path = tmp_path / "units.yaml"
    assert "count: 3" in good
    path.write_text(good.replace("count: 3", "count: 30", 1), "utf-8")
    with pytest.raises(ContentError, match=f"a unit has 1 to {len(SPOTS)} figures") as error:
        SYSTEM.validate(path)
    assert error.value.field.endswith(".figures")


@pytest.mark.rule("dh.core.los.rule")
def test_sight_is_remembered_apart_on_the_largest_table(tmp_path: Path) -> None:
    """More than a million points: no two pairs of them share an entry."""
    table = load_scenario(written(tmp_path / "wide.yaml", 1, COMMANDERS)).table
    stride = table.width + 1
    start, end = 10 * stride + 1020, 950 * stride + 1020  # past the far house
    other = end - 1_000_000
    assert not table.sees(start % stride, start // stride, end % stride, end // stride)
    assert table.sees((start + 1) % stride, start // stride, other % stride, other // stride)
