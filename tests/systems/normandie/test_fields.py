"""The ground of free battles: boards, overlays and missions, the same for both sides."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bocage.content import ContentError
from bocage.systems.normandie.content.boards import random_map
from bocage.systems.normandie.content.fields import WIDE, check_fields, covered, draw_field, fields, fit, mirrored
from bocage.systems.normandie.content.linking import Loaded
from bocage.systems.normandie.content.plans import Overlay, building_plans
from bocage.systems.normandie.content.records import DATA
from bocage.systems.normandie.content.scenarios import begin

SEEDS = range(60)


def drawn(seed: int) -> Loaded:
    return begin("free", seed, {})


def test_both_halves_have_the_same_overlays_turned_by_half() -> None:
    for seed in SEEDS:
        overlays = drawn(seed).record.overlays
        there = {(part.building or part.terrain, frozenset(covered(part))) for part in overlays}
        assert there == {(part.building or part.terrain, frozenset(covered(mirrored(part)))) for part in overlays}


def test_overlays_lie_apart_and_outside_the_deployment_zones() -> None:
    for seed in SEEDS:
        spaces = [space for part in drawn(seed).record.overlays for space in covered(part)]
        assert len(spaces) == len(set(spaces))
        assert all(3 <= row <= 10 and 0 <= col < WIDE for row, col in spaces)


def test_men_reach_every_objective_and_every_room_from_either_zone() -> None:
    for seed in SEEDS:
        scenario = drawn(seed).scenario
        ground = scenario.board.ground
        assert ground is not None
        wanted = [goal.cells for goal in scenario.goals]
        wanted += [room for building in scenario.board.buildings for room in building.rooms]
        for zone in scenario.zones:
            reached = 0
            front = zone & ~(ground.closed[0] | ground.water)
            while front:
                reached |= front
                ahead = 0
                for cell in range(scenario.board.grid.size):
                    if front >> cell & 1:
                        ahead |= ground.steps[cell]
                front = ahead & ~reached
            assert all(cells & reached for cells in wanted), seed


def test_everything_in_the_box_comes_up() -> None:
    found: set[str] = set()
    missions: set[int] = set()
    for seed in range(200):
        rng = random.Random(seed)
        overlays, objectives = draw_field(rng, random_map(rng, 2, 2))
        found |= {part.building or part.terrain for part in overlays}
        missions.add([mission.objectives for mission in fields().missions].index(objectives))
    box = {part.building or part.terrain for one in fields().overlays for part in one.parts}
    assert found >= box | set(building_plans())
    assert len(missions) == len({str(mission.objectives) for mission in fields().missions})


def test_an_overlay_without_firm_ground_is_left_out() -> None:
    pond = next(one for one in fields().overlays if one.id == "pond")
    assert fit(pond, random.Random(1), ["~" * WIDE] * WIDE, set()) == []
    parts = fit(pond, random.Random(1), ["." * WIDE] * WIDE, set())
    assert [len(covered(part)) for part in parts] == [4]


def test_a_building_is_mirrored_with_its_doors() -> None:
    assert mirrored(Overlay(building="bunker_2x1", at=(9, 2))) == Overlay(building="bunker_2x1", at=(4, 10), quarters=2)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("building: house_1x1", "building: house_1x9", "did you mean 'house_1x1'"),
        ("terrain: wire", "terrain: wird", "did you mean 'wire'"),
        ("intersection: [4, 7]", "intersection: [5, 7]", "differ for the two sides"),
    ],
)
def test_the_file_is_checked(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "fields.yaml"
    text = (DATA / "fields.yaml").read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(ContentError, match=words):
        check_fields(path)
