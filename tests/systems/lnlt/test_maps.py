"""Maps of our own: every terrain, roads that meet at the seams, maps turned and laid side by side."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from bocage.content import Faults, WrongContent, load_yaml
from bocage.systems.lnlt.content import boards, maps
from bocage.systems.lnlt.content.boards import joined, seams
from bocage.systems.lnlt.content.maps import MapSpec, grid_of, hexes_of, link_sides

FILES = sorted((maps.DATA / "maps").glob("*.yaml"))
EXITS = {"A5", "L6", "F1", "G10"}
ALONE = {"orchard-lane", "four-winds", "lock-house", "ruined-works"}  # laid beside no other map
GEOMORPHIC = [path for path in FILES if path.stem not in ALONE]


def spec(path: Path) -> MapSpec:
    return load_yaml(path, MapSpec)


def test_together_the_maps_hold_every_terrain() -> None:
    assert len(GEOMORPHIC) >= 8
    used = {kind for path in FILES for kind in spec(path).terrain}
    assert used | {"clear"} == set(maps.terrains())
    sides = {kind for path in FILES for kind in spec(path).sides}
    assert sides | {f"stream-{n}" for n in range(1, 6)} == set(maps.hexsides())
    assert any(spec(path).railways for path in FILES)
    assert {level for path in FILES for level in spec(path).levels} >= {1, 2, 3}


@pytest.mark.parametrize("path", GEOMORPHIC, ids=lambda path: path.stem)
def test_roads_leave_at_the_same_hexes(path: Path) -> None:
    found = spec(path)
    assert (found.columns, found.rows) == (12, 10)
    ends = {name for road in found.roads for name in (road[0], road[-1])}
    assert ends >= EXITS
    assert not EXITS & {name for names in found.levels.values() for name in names}


@pytest.mark.parametrize(("first", "second"), list(product([False, True], repeat=2)))
@pytest.mark.parametrize("upright", [False, True])
def test_roads_go_on_across_a_seam_however_the_maps_lie(first: bool, second: bool, upright: bool) -> None:
    one, other = spec(GEOMORPHIC[0]), spec(GEOMORPHIC[1])
    parts = [[one], [other]] if upright else [[one, other]]
    turns = [[first], [second]] if upright else [[first, second]]
    whole = joined(parts, turns)
    assert len(seams(whole.roads[: len(one.roads) + len(other.roads)], one, whole.columns, whole.rows)) == 1
    assert len(whole.roads) == len(one.roads) + len(other.roads) + 1


def test_half_a_turn_twice_is_no_turn() -> None:
    for path in GEOMORPHIC:
        once = boards.turned(spec(path))
        twice = boards.turned(once)
        assert once.terrain != twice.terrain
        assert twice.terrain == spec(path).terrain
        assert twice.levels == spec(path).levels
        grid = grid_of(12, 10)
        assert link_sides(twice, grid, Faults()).keys() == link_sides(spec(path), grid, Faults()).keys()


def test_sight_on_a_turned_map_is_the_same() -> None:
    path = next(path for path in FILES if path.stem == "village-square")
    drawn = spec(path)
    for name in [name for names in drawn.terrain.values() for name in names]:
        drawn.silhouettes.pop(name, None)
    plain = {kind: names for kind, names in drawn.terrain.items() if maps.terrains()[kind].shape is None}
    drawn.terrain = plain
    here = maps.link_map(drawn)
    there = maps.link_map(boards.turned(drawn))
    last = here.size - 1
    for a in range(0, here.size, 7):
        for b in range(here.size):
            assert here.view(a).degrading[b] == there.view(last - a).degrading[last - b]


def test_blocks_of_hexes() -> None:
    grid = grid_of(12, 10)
    assert [grid.names[hex_] for hex_ in hexes_of(grid, "B2:C3", "x")] == ["B2", "B3", "C2", "C3"]
    assert hexes_of(grid, "D4", "x") == [grid.numbers["D4"]]
    with pytest.raises(WrongContent, match="upper left"):
        hexes_of(grid, "C3:B2", "x")


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        ({"bocage": ["D4"]}, "two hexes"),
        ({"bocage": ["D4/F4"]}, "does not touch"),
        ({"ditch": ["D4/D5"]}, "no hexside 'ditch'"),
        ({"bocage": ["D4/D5"], "wall": ["D5/D4"]}, "already"),
        ({"wall": ["D4/Z9"]}, "not on the map"),
    ],
)
def test_bad_hexsides_are_refused(sides: dict[str, list[str]], words: str) -> None:
    with pytest.raises(WrongContent, match=words):
        maps.link_map(MapSpec("test", 10, 9, sides=sides))
