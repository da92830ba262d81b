"""What the ground does: the chart, cover, hampered fire, hexsides, railways, markers, costs of a step."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from bocage.content import ContentError
from bocage.kernel.tally import Tally
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import maps
from bocage.systems.lnlt.content.maps import MapSpec
from bocage.systems.lnlt.model.board import Board
from bocage.systems.lnlt.model.chart import LEG, OFF_ROAD, ROAD_BOUND, TRACKED
from bocage.systems.lnlt.model.ground import STARSHELL
from bocage.systems.lnlt.model.kinds import DEGRADING, OPEN
from bocage.systems.lnlt.rules.terrain import add_cover, add_hindrance, rallies_in_cover, step_cost

from .table import FJ, PARA, Table, unit

pytestmark = pytest.mark.both_seats

CHART = {"wheat-unripe": "unripe-wheat", "building-light": "wooden-building", "building-heavy": "stone-building"}
SIDES = ("wall", "hedge", "bocage", "cliff")
COLUMNS = ("leg", "tracked", "off_road", "road_bound")


def clauses() -> dict[str, dict[str, Any]]:
    path = SYSTEM.package / "rulebook" / "core-infantry.yaml"
    records = yaml.safe_load(path.read_text("utf-8"))["clauses"]
    return {
        str(r["id"]).removeprefix("lnlt.core.tec."): r["values"]
        for r in records
        if ".tec." in r["id"] and "values" in r
    }


def number(cell: Any) -> int:
    """A cell of the chart: P prohibits, +2 vs fire across is 2."""
    word = str(cell).split()[0]
    return 0 if word == "P" else int(word)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(n, marks=pytest.mark.rule(f"lnlt.core.tec.{n}"))
        for n in clauses()
        if CHART.get(n, n) in maps.terrains() and n not in ("tree-lined-road",)
    ],
)
def test_terrain_is_as_the_chart_says(name: str) -> None:
    values = clauses()[name]
    terrain = maps.terrains()[CHART.get(name, name)]
    assert terrain.costs == [number(values[column]) for column in COLUMNS]
    assert (terrain.tm, terrain.height) == (number(values["tm"]), values["height"])
    assert str(values["los"]).startswith(maps.SIGHTS[terrain.sight])


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.rule(f"lnlt.core.tec.{n}")) for n in SIDES])
def test_hexsides_are_as_the_chart_says(name: str) -> None:
    values = clauses()[name]
    side = maps.hexsides()[name]
    assert side.costs == [-1 if values[column] == "P" else number(values[column]) for column in COLUMNS]
    assert side.tm == number(values.get("tm", 0))


# ---- costs


def board(**ground: Any) -> Board:
    return maps.link_map(MapSpec("test", 10, 9, **ground))


def cost(on: Board, a: str, b: str, mode: int = LEG) -> int:
    return on.step_cost(on.grid.numbers[a], on.grid.numbers[b], mode)


@pytest.mark.rule("lnlt.core.10.5", "lnlt.core.tec.stream")
@pytest.mark.parametrize(
    ("kind", "extra"),
    [(1, [0, 0, 0, 0]), (2, [1, 2, 3, 4]), (3, [2, 4, 6, None]), (4, [4, 8, None, None]), (5, [None] * 4)],
)
def test_streams(kind: int, extra: list[int | None]) -> None:
    ground = board(sides={f"stream-{kind}": ["E4/E5"]})
    dry = [cost(ground, "E3", "E4", mode) for mode in range(4)]
    wet = [cost(ground, "E4", "E5", mode) for mode in range(4)]
    assert wet == [0 if more is None else plain + more for plain, more in zip(dry, extra, strict=True)]
    assert wet == [cost(ground, "E5", "E4", mode) for mode in range(4)]


@pytest.mark.rule(*(f"lnlt.hid.10.8.1{letter}" for letter in "abcde"), "lnlt.core.armour.14.1")
@pytest.mark.parametrize("mode", [LEG, TRACKED, OFF_ROAD, ROAD_BOUND])
@pytest.mark.parametrize(("low", "high", "up", "down"), [(0, 0, 0, 0), (0, 1, 1, 0), (0, 2, 2, 1), (0, 3, None, None)])
def test_slopes(mode: int, low: int, high: int, up: int | None, down: int | None) -> None:
    ground = board(levels={high: ["E5"]}, terrain={"crops": ["E4", "E5"]})
    crops = maps.terrains()["crops"].costs[mode]
    assert cost(ground, "E4", "E5", mode) == (0 if up is None else crops + up)
    assert cost(ground, "E5", "E4", mode) == (0 if down is None else crops + down)


@pytest.mark.rule(
    "lnlt.hid.10.8.2a",
    "lnlt.hid.10.8.2b",
    "lnlt.hid.10.8.2c",
    "lnlt.hid.10.8.2d",
    "lnlt.hid.10.8.2e",
    "lnlt.hid.10.8.2f",
    "lnlt.hid.10.8.2g",
)
def test_orchards() -> None:
    orchard = maps.terrains()["orchard"]
    assert maps.SIGHTS[orchard.sight] == "degrading"
    assert (orchard.height, orchard.tm, orchard.costs) == (1, 1, [1, 4, 4, 6])


@pytest.mark.rule("lnlt.nosb.10.6a", "lnlt.nosb.10.6b", "lnlt.nosb.10.7a")
def test_stream_hexes_fords_and_rough() -> None:
    chart = maps.terrains()
    assert (chart["shallow-stream"].sight, chart["shallow-stream"].tm) == (chart["clear"].sight, 0)
    assert chart["ford"].sight == chart["shallow-stream"].sight
    assert chart["ford"].costs != chart["shallow-stream"].costs
    assert (maps.SIGHTS[chart["rough"].sight], chart["rough"].tm) == ("degrading", 2)


@pytest.mark.rule("lnlt.core.10.5", "lnlt.core.tec.tree-lined-road", "lnlt.core.tec.road")
def test_roads_ignore_the_trees_along_them() -> None:
    ground = board(roads=[["E2", "E3", "E4"]], terrain={"tree-lined-road": ["E3"], "forest": ["E4"]})
    assert cost(ground, "E3", "E4", ROAD_BOUND) == 1
    assert cost(ground, "D4", "E4", ROAD_BOUND) == 0


# ---- cover


def shot(origin: str = "E2", target: str = "E6", **ground: Any) -> Table:
    return Table([unit(PARA, origin, "p")], [unit(FJ, target, "f")], impulse="us", **ground)


def cover(
    table: Table, origin: str = "E2", target: str = "E6", indirect: bool = False, leg: bool = True
) -> dict[str, int]:
    tally = Tally(True)
    add_cover(tally, table.state, table.hex(origin), table.hex(target), indirect, leg)
    return {line.label: line.value for line in tally.lines}


def hampered(table: Table, origin: str = "E2", target: str = "E6", sign: int = -1) -> dict[str, int]:
    tally = Tally(True)
    add_hindrance(tally, table.state, table.hex(origin), table.hex(target), sign)
    return {line.label: line.value for line in tally.lines}


@pytest.mark.rule("lnlt.hon.10.5k", "lnlt.hon.10.5o", "lnlt.core.10.4")
@pytest.mark.parametrize(("side", "tm"), [("bocage", 3), ("wall", 2), ("hedge", 1)])
def test_hexsides_cover_against_direct_fire_across_them(side: str, tm: int) -> None:
    table = shot(sides={side: ["E5/E6"]})
    assert cover(table) == {"fire.hexside": tm}
    assert cover(table, indirect=True) == {}, "no help against mortars and artillery"
    assert cover(table, "E9") == {}, "fire from the other side"
    assert cover(table, "D6") == {}


@pytest.mark.rule("lnlt.hon.10.5l", "lnlt.hon.10.5m")
def test_fire_out_across_bocage() -> None:
    table = shot(sides={"bocage": ["E2/E3"]})
    assert hampered(table) == {"fire.out-of-bocage": -1}
    assert hampered(table, sign=1) == {"fire.out-of-bocage": 1}
    assert hampered(table, "E6", "E2") == {}
    assert hampered(table, "E2", "D2") == {}


@pytest.mark.rule("lnlt.hon.10.5e", "lnlt.hon.10.5g", "lnlt.hon.10.5d")
@pytest.mark.parametrize(("sides", "free"), [(["E5/E6"], False), (["E6/E7"], True)])
def test_units_behind_bocage_are_spotted_before_they_are_fired_on(sides: list[str], free: bool) -> None:
    table = shot(sides={"bocage": sides})
    assert table.offers("spot", "p", "E6") != free
    table.do("activate", where="E2")
    assert table.offers("fire", where="E6") == free
    if not free:
        assert table.refusals("fire", "p", "E6") == ["lnlt.core.10.1"]


@pytest.mark.rule("lnlt.hon.10.5n")
@pytest.mark.parametrize(("enemies", "covered"), [(["E6"], True), (["E6", "E1"], False), (["H9"], True), ([], True)])
def test_rally_behind_bocage(enemies: list[str], covered: bool) -> None:
    table = Table(
        [unit(PARA, "E3", "p", shaken=True)],
        [unit(FJ, hex_, f"f{hex_}") for hex_ in enemies],
        sides={"bocage": ["E3/E4", "E3/F4"]},
    )
    assert rallies_in_cover(table.state, table.unit("p")) == covered


@pytest.mark.rule("lnlt.hon.10.5n", "lnlt.core.20")
@pytest.mark.parametrize(("lit", "covered"), [("E9", False), ("E3", True)])
def test_by_night_bocage_shelters_from_those_who_see_the_hex(lit: str, covered: bool) -> None:
    table = Table(
        [unit(PARA, "E9", "p", shaken=True)], [unit(FJ, "E3", "f")], sides={"bocage": ["E9/D9"]}, visibility=2
    )
    state = table.state
    state.put_marker(STARSHELL, table.hex(lit))
    assert rallies_in_cover(state, table.unit("p")) == covered


@pytest.mark.rule("lnlt.dj.21.9a", "lnlt.dj.21.9b", "lnlt.dj.21.9c", "lnlt.dj.21.9d", "lnlt.dj.21.9e")
def test_railways() -> None:
    track = [["D5", "E4", "F5"], ["D7", "E6", "F7"]]
    table = shot(railways=track, terrain={"forest": ["E6"]})
    assert cover(table) == {"fire.terrain": 2, "fire.railway": 1}
    assert hampered(table) == {"fire.degrading": -1}
    assert hampered(table, sign=1) == {"fire.degrading": 1}
    assert cost(table.state.board, "E5", "E6") == maps.terrains()["forest"].cost
    spotted = table.state.board.spotted_as
    assert [spotted(table.hex(place)) for place in ("E4", "E5")] == [DEGRADING, OPEN], "on the tracks and beside them"


@pytest.mark.rule("lnlt.core.tec.tree-lined-road")
def test_trees_cover_except_along_the_road() -> None:
    table = shot(terrain={"tree-lined-road": ["E6"]}, roads=[["E4", "E5", "E6"]])
    assert cover(table) == {}
    assert cover(table, "C5") == {"fire.terrain": 1}


@pytest.mark.rule("lnlt.core.tec.building-multi-story")
@pytest.mark.parametrize(("house", "tm"), [("tall-wooden-building", 2), ("tall-stone-building", 3)])
def test_tall_houses(house: str, tm: int) -> None:
    table = shot(terrain={house: ["E6"]}, levels={1: ["E2"]})
    assert cover(table) == {"fire.terrain": tm}
    assert [cost(table.state.board, "E7", "E6", mode) for mode in range(4)] == [2, 0, 0, 0]
    assert not table.state.sight_from(table.hex("E2")) >> table.hex("E8") & 1, "two levels high, and so above the hill"


@pytest.mark.rule("lnlt.core.10.3")
def test_between_two_houses() -> None:
    table = shot("F3", "G4", terrain={"stone-building": ["F4", "G3"]})
    assert hampered(table, "F3", "G4") == {"fire.alley": -2}
    assert hampered(table, "F3", "G4", 1) == {"fire.alley": 2}


# ---- markers


def laid(marker: str, *hexes: str, **more: Any) -> list[dict[str, Any]]:
    return [{"marker": marker, "hexes": list(hexes), **more}]


@pytest.mark.rule(
    "lnlt.nosb.21.6a",
    "lnlt.nosb.21.6b",
    "lnlt.nosb.21.6c",
    "lnlt.nosb.21.6d",
    "lnlt.nosb.21.6e",
    "lnlt.core.tec.trench",
)
def test_trenches_cover() -> None:
    table = shot(terrain={"brush": ["E6"]}, ground=laid("trench", "E6"))
    assert cover(table) == {"fire.terrain": 1, "fire.on-trench": 2}
    assert cover(table, indirect=True) == {"fire.terrain": 1, "fire.on-trench": 1}
    assert cover(table, leg=False) == {"fire.terrain": 1}


@pytest.mark.rule("lnlt.nosb.21.6i", "lnlt.nosb.21.6f")
def test_trenches_hide_and_cost_nothing() -> None:
    table = shot(ground=laid("trench", "E6", "E3"))
    assert table.offers("spot", "p", "E6")
    table.do("activate", where="E2")
    assert not table.offers("fire", where="E6")
    state = table.state
    origin = table.hex("E2")
    assert step_cost(state, LEG, origin, state.board.neighbours[origin].index(table.hex("E3"))) == 1


@pytest.mark.rule(
    "lnlt.hid.10.8.3c", "lnlt.hid.10.8.3e", "lnlt.hid.10.8.3f", "lnlt.core.tec.dead-cows", "lnlt.core.10.4",
    "lnlt.core.tec.foxholes",
)  # fmt: skip
def test_covers_of_markers_add_up() -> None:
    ground = laid("dead-cows", "E6") + laid("foxholes", "E6") + laid("wreck", "E6") + laid("smoke", "E6")
    table = shot(terrain={"brush": ["E6"]}, ground=ground)
    assert sum(cover(table).values()) == 1 + 1 + 1 + 1 + 2
    assert cover(table)["fire.on-dead-cows"] == cover(table)["fire.on-foxholes"] == 1
    origin = table.hex("E5")
    neighbours = table.state.board.neighbours[origin]
    assert step_cost(table.state, LEG, origin, neighbours.index(table.hex("E6"))) == 1


@pytest.mark.rule("lnlt.hid.10.8.3a", "lnlt.hid.10.8.3b")
@pytest.mark.parametrize(("terrain", "allowed"), [("clear", True), ("brush", True), ("forest", False)])
def test_dead_cows_lie_in_open_or_degrading_terrain(terrain: str, allowed: bool) -> None:
    if allowed:
        assert shot(terrain={terrain: ["C3"]}, ground=laid("dead-cows", "C3")).state.ground.masks
    else:
        with pytest.raises(ContentError, match="dead cows"):
            shot(terrain={terrain: ["C3"]}, ground=laid("dead-cows", "C3"))


@pytest.mark.rule("lnlt.core.tec.smoke", "lnlt.core.tec.wreck")
def test_fire_across_smoke_and_wrecks() -> None:
    table = shot(ground=laid("smoke", "E3") + laid("wreck", "E4"))
    assert hampered(table) == {"fire.across-smoke": -2, "fire.across-wreck": -1}
    assert hampered(table, sign=1) == {"fire.across-smoke": 2, "fire.across-wreck": 1}


@pytest.mark.rule("lnlt.hid.10.5.6a", "lnlt.core.tec.fire")
def test_nobody_walks_into_a_fire() -> None:
    table = shot(ground=laid("fire", "E3"))
    table.do("activate", where="E2")
    table.do("move", where="E2")
    assert not table.offers("step", where="E3")
    assert table.offers("step", where="D3")
    origin = table.hex("E2")
    index = table.state.board.neighbours[origin].index(table.hex("E3"))
    assert [step_cost(table.state, mode, origin, index) for mode in range(4)] == [0, 0, 0, 0]


@pytest.mark.rule("lnlt.dj.21.8b", "lnlt.dj.21.8c", "lnlt.dj.21.8d", "lnlt.core.tec.roadblock")
def test_roadblocks() -> None:
    table = shot(roads=[["E2", "E3", "E4", "E5", "E6"]], ground=laid("roadblock", "E6"))
    assert cover(table) == {"fire.on-roadblock": 2}
    origin = table.hex("E5")
    index = table.state.board.neighbours[origin].index(table.hex("E6"))
    assert [step_cost(table.state, mode, origin, index) for mode in range(4)] == [4, 0, 0, 0]


@pytest.mark.rule("lnlt.dj.21.8a")
def test_roadblocks_stand_on_roads() -> None:
    with pytest.raises(ContentError, match="no road"):
        shot(ground=laid("roadblock", "E4"))


@pytest.mark.rule("lnlt.dj.10.8d")
def test_unripe_wheat_does_not_hide_movement() -> None:
    chart = maps.terrains()
    assert chart["wheat"].hides_movement
    assert not chart["unripe-wheat"].hides_movement


def test_markers_survive_copies_and_show_in_the_checksum() -> None:
    table = shot()
    before = table.state.data()
    twin = table.state.clone()
    twin.put_marker(2, twin.board.grid.numbers["E4"])
    assert table.state.data() == before != twin.data()
    assert table.state.sight_from(table.hex("E2")) >> table.hex("E6") & 1
    assert not twin.sight_from(table.hex("E2")) >> table.hex("E6") & 1
    twin.take_marker(2, twin.board.grid.numbers["E4"])
    assert twin.sight_from(table.hex("E2")) >> table.hex("E6") & 1


@pytest.mark.rule("lnlt.dj.10.8c", "lnlt.dj.10.8b", "lnlt.core.10.1")
@pytest.mark.parametrize(("terrain", "seen"), [("unripe-wheat", True), ("light-woods", False)])
def test_vehicles_in_unripe_wheat_are_always_spotted(terrain: str, seen: bool) -> None:
    table = shot(terrain={terrain: ["E6", "C6"]})
    state = table.state
    assert not state.seen_mask(1) >> table.hex("E6") & 1, "men must be spotted"
    state.armour[1] |= 1 << table.hex("C6")
    state.stale()
    assert bool(state.seen_mask(1) >> table.hex("C6") & 1) == seen
