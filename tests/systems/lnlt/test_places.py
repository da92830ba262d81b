"""Hexes within a hex: upper floors (lnlt.core.10.2), rooftops and caves (lnlt.core.10.6), bunkers (lnlt.core.21)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import ContentError
from bocage.systems.lnlt.model.chart import TRACKED
from bocage.systems.lnlt.model.flags import CRAWL, MOVED
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.rules.fire import defence_tally
from bocage.systems.lnlt.rules.gliders import is_shot_at
from bocage.systems.lnlt.rules.snipers import sniper_reactions

from .armour import SHERMAN, Field, side, vehicle
from .table import CLARKSON, DE_MEDIC, FJ, MG42, PARA, RIFLES, WEISS, Table, event, unit

pytestmark = pytest.mark.both_seats

HOUSES = {"tall-stone-building": ["E5", "E4"]}


def houses(us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> Table:
    """Two houses with an upper floor side by side, clear ground around them."""
    return Table(us, de, **{"terrain": HOUSES, **more})


def sees(table: Table, a: str, b: str) -> bool:
    return bool(table.state.sight_from(table.hex(a)) >> table.hex(b) & 1)


# ---- upper floors


@pytest.mark.rule("lnlt.core.10.2")
def test_an_upper_floor_is_one_level_above_its_ground() -> None:
    table = houses([unit(PARA, "A1")], [unit(FJ, "J9")], levels={1: ["E4"]})
    board = table.state.board
    assert board.levels[table.hex("E5.1")] == 1
    assert board.levels[table.hex("E4.1")] == 2
    assert "E6.1" not in board.grid.numbers


@pytest.mark.rule("lnlt.core.10.2")
def test_one_looks_further_from_upstairs() -> None:
    """A wood at E7 hides E8 from the ground floor, and not what lies beyond its shadow from the upper one."""
    table = houses([unit(PARA, "A1")], [unit(FJ, "J9")], terrain={**HOUSES, "forest": ["E7"]}, rows=10)
    assert not sees(table, "E5", "E9")
    assert sees(table, "E5.1", "E9")
    assert sees(table, "E9", "E5.1")
    assert not sees(table, "E5.1", "E8"), "right behind the trees"


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.10.3")
def test_floors_of_one_hex_and_different_floors_side_by_side_do_not_see_each_other() -> None:
    table = houses([unit(PARA, "A1")], [unit(FJ, "J9")])
    assert sees(table, "E5", "E4")
    assert sees(table, "E5.1", "E4.1")
    assert not sees(table, "E5.1", "E5")
    assert not sees(table, "E5.1", "E4")
    assert not sees(table, "E4", "E5.1")
    assert sees(table, "E6", "E5.1"), "out of doors one looks up"


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.10.1")
@pytest.mark.parametrize(("where", "spotted"), [("E4.1", True), ("E4", False), ("E6", True), ("E5", False)])
@pytest.mark.first_seat
def test_adjacent_is_judged_floor_by_floor(where: str, spotted: bool) -> None:
    table = houses([unit(PARA, where, "p")], [unit(FJ, "E5.1", "f")])
    assert bool(table.state.seen_mask(1) >> table.hex("E5.1") & 1) == spotted


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.6.0")
def test_stairs_cost_two() -> None:
    table = houses([unit(PARA, "E5", "p")], [unit(DE_MEDIC, "J9")])
    table.do("activate", where="E5")
    table.do("move", where="E5")
    assert event(table.do("step", where="E5.1"), "move").args["spent"] == 2
    assert not table.offers("step", where="E6"), "nobody jumps out of the window"
    assert event(table.do("step", where="E4.1"), "move").args["spent"] == 4
    assert table.place("p") == "E4.1"
    assert table.has("p", MOVED)


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.6.0")
def test_one_floor_is_a_least_move() -> None:
    table = houses([unit(PARA, "E5", "p")], [unit(FJ, "J9")])
    table.unit("p").type = SLOW.type
    table.do("activate", where="E5")
    table.do("move", where="E5")
    assert table.offers("step", where="E5.1")


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.6.3")
def test_one_may_crawl_up_the_stairs() -> None:
    table = houses([unit(PARA, "E5", "p")], [unit(FJ, "J9")])
    table.do("activate", where="E5")
    table.do("low-crawl", where="E5")
    table.do("step", where="E5.1")
    assert table.has("p", CRAWL)
    assert table.place("p") == "E5.1"


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.8.0")
def test_enemies_hold_different_floors_until_one_comes_up() -> None:
    table = houses([unit(PARA, "E5", "p")], [unit(FJ, "E5.1", "f"), unit(FJ, "J9")])
    assert not table.offers("melee")
    table.do("activate", where="E5")
    assert not table.offers("fire", where="E5.1")
    table.do("move", where="E5")
    events = table.do("step", where="E5.1", dice=[1, 1, 1, 1])
    assert event(events, "melee-goes-on").place == "E5.1"


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.5.0")
def test_each_floor_is_a_target_of_its_own() -> None:
    table = houses([unit(PARA, "E8", "p")], [unit(FJ, "E5", "f"), unit(FJ, "E5.1", "g")], spotted=["E5", "E5.1"])
    table.do("activate", where="E8")
    assert table.offers("fire", where="E5")
    table.do("fire", where="E5.1", dice=[6, 1, 6])
    assert (table.is_shaken("g"), table.is_shaken("f")) == (True, False)


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.1.3")
@pytest.mark.first_seat
def test_each_floor_has_room_for_a_full_stack() -> None:
    full = [unit(PARA, "E5", "a"), unit(PARA, "E5", "b"), unit(PARA, "E5", "c")]
    table = houses([*full, unit(PARA, "E5.1", "d")], [unit(FJ, "J9")])
    assert len(table.state.stacks[0][table.hex("E5")]) == 3
    with pytest.raises(ContentError, match="too many units"):
        houses([*full, unit(PARA, "E5")], [unit(FJ, "J9")])


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.4.0", "lnlt.core.3")
def test_a_leader_activates_his_own_level_and_the_one_above_or_below() -> None:
    units = [unit(CLARKSON, "E5.1", "c"), unit(PARA, "E4.1", "a"), unit(PARA, "E5", "b"), unit(PARA, "E4", "d")]
    table = houses([*units, unit(PARA, "E6", "e")], [unit(FJ, "J9")])
    table.do("activate", where="E5.1")
    assert table.offers("move", where="E4.1")
    assert table.offers("move", where="E5")
    assert not table.offers("move", where="E4")
    assert not table.offers("move", where="E6")
    assert table.state.best_leadership(0, table.hex("E5"), table.unit("b").id) == 0, "no help to those downstairs"


@pytest.mark.rule("lnlt.core.10.2", "lnlt.hid.10.5.6b")
def test_a_burning_house_burns_on_all_floors() -> None:
    table = Table(
        [unit(PARA, "E8", "p")],
        [unit(RIFLES, "E5.1", "f", markers=["fired"]), unit(RIFLES, "J9")],
        terrain={"tall-wooden-building": ["E5"]},
    )
    table.do("activate", where="E8")
    table.do("fire", where="E5.1", dice=[6, 6, 5])
    assert table.state.ground.has(FLAMES, table.hex("E5"))
    assert table.place("f") == "gone", "the stairs are on fire"


# ---- bunkers


def bunker(us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> Table:
    """A bunker in E4 that faces south: the corner between south-east and south (2) covers E5 and F5 first."""
    inside = [{"hex": "E4", "kind": "bunker", "tm": 4, "facing": 2}]
    return Table(us, de, inside=inside, **more)


@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.11.1")
def test_those_in_a_bunker_see_and_fire_into_its_arc_alone() -> None:
    table = bunker([unit(PARA, "E7", "p"), unit(PARA, "E2", "q")], [unit(RIFLES, "E4.bunker", "f")], impulse="de")
    assert sees(table, "E4.bunker", "E7")
    assert not sees(table, "E4.bunker", "E2")
    assert sees(table, "E2", "E4.bunker"), "from behind it can be seen, and shot at"
    table.do("activate", where="E4.bunker")
    assert table.offers("fire", where="E7")
    assert not table.offers("fire", where="E2")


@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.11.1", "lnlt.core.open.22", "lnlt.core.open.armour.29")
def test_a_bunker_adds_its_modifier_and_less_from_behind() -> None:
    table = bunker([unit(PARA, "E7", "p")], [unit(RIFLES, "E4.bunker", "f")], terrain={"brush": ["E4"]})
    inside = table.hex("E4.bunker")
    front = defence_tally(table.state, table.hex("E7"), inside)
    rear = defence_tally(table.state, table.hex("E1"), inside)
    assert {line.label: line.value for line in front.lines} == {"fire.terrain": 1, "fire.on-bunker": 4}
    assert {line.label: line.value for line in rear.lines} == {"fire.terrain": 1, "fire.on-bunker": 2}


@pytest.mark.rule("lnlt.core.21", "lnlt.core.5.3")
def test_no_opportunity_fire_out_of_the_arc() -> None:
    table = bunker([unit(PARA, "E2", "q"), unit(PARA, "E7", "p")], [unit(RIFLES, "E4.bunker", "f")])
    table.do("activate", where="E2")
    table.do("move", where="E2")
    table.do("step", where="E3")
    assert table.kind == "step", "past the blind side"
    table.do("stop")
    table.do("pass")
    table.do("activate", where="E7")
    table.do("move", where="E7")
    table.do("step", where="E6")
    assert table.kind == "opportunity"


@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.11.1", "lnlt.core.11.4")
@pytest.mark.parametrize(("hex_", "seen"), [("E7", True), ("E2", False)])
@pytest.mark.first_seat
def test_a_sniper_in_a_bunker_reacts_in_its_arc_alone(hex_: str, seen: bool) -> None:
    table = bunker([unit(PARA, "A9", "p")], [unit("ge.sniper", "E4.bunker", "s")])
    assert bool(sniper_reactions(table.state, 1, table.hex(hex_))) == seen


@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.11.1", "lnlt.core.6.0")
def test_going_in_is_a_step_and_enemies_outside_are_elsewhere() -> None:
    table = bunker([unit(PARA, "E4", "p"), unit(PARA, "E8", "q")], [unit(RIFLES, "E4.bunker", "f"), unit(FJ, "J9")])
    assert not table.offers("melee")
    table.do("activate", where="E4")
    table.do("move", where="E4")
    events = table.do("step", where="E4.bunker", dice=[6, 6, 1, 1])
    assert event(events, "move").args["spent"] == 1
    assert table.place("p") == "E4.bunker"
    assert table.place("f") == "gone"


@pytest.mark.rule("lnlt.core.21", "lnlt.core.4.0")
def test_leaders_and_bunkers() -> None:
    """From beside the hex only those outside; from the hex those inside too; from inside no further than the hex."""
    men = [unit(RIFLES, "E4.bunker", "in"), unit(RIFLES, "E4", "out"), unit(RIFLES, "E5", "by")]
    for where, hexes in (("E5", {"E5", "E4"}), ("E4", {"E4", "E5", "E4.bunker"}), ("E4.bunker", {"E4.bunker", "E4"})):
        table = bunker([unit(PARA, "A9")], [*men, unit(WEISS, where, "w")], impulse="de")
        table.do("activate", where=where)
        assert {c.place for c in table.choices() if c.verb == "move"} == hexes, where


@pytest.mark.rule("lnlt.core.21", "lnlt.core.open.22")
@pytest.mark.first_seat
def test_a_bunker_is_small() -> None:
    crowd = [unit(RIFLES, "E4.bunker", "a"), unit("ge.wt.mg42h", "E4.bunker", "t"), unit(WEISS, "E4.bunker", "w")]
    table = bunker([unit(PARA, "A9")], crowd)
    assert len(table.state.stacks[1][table.hex("E4.bunker")]) == 3
    with pytest.raises(ContentError, match="too many units"):
        bunker([unit(PARA, "A9")], [*crowd, unit("ge.wehr44.hs.1-5-4", "E4.bunker")])


@pytest.mark.rule("lnlt.hon.23.1n", "lnlt.sab.22.2.1k")
@pytest.mark.parametrize(("hexes", "shot"), [(["E6", "E7", "E8"], True), (["E3", "E2", "E1"], False)])
@pytest.mark.first_seat
def test_flak_in_a_bunker_counts_in_its_arc(hexes: list[str], shot: bool) -> None:
    table = bunker([unit(PARA, "A9")], [unit(RIFLES, "E4.bunker", "f", weapons=[MG42])])
    assert is_shot_at(table.state, 1, [table.hex(name) for name in hexes]) == shot


@pytest.mark.rule("lnlt.core.armour.11.1")
def test_vehicles_do_not_overrun_those_inside() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "E6", "tank", facing=5)),
        side("de", unit(RIFLES, "E5.bunker", "f"), unit(RIFLES, "J1")),
        inside=[{"hex": "E5", "kind": "bunker", "tm": 4, "facing": 5}],
    )
    board = field.state.board
    door = board.neighbours[field.hex("E5")].index(field.hex("E5.bunker"))
    assert board.costs_of[TRACKED][field.hex("E5")][door] == 0
    field.order("tank")
    field.do("set-out")
    events = field.do("forward", where="E5")
    assert not [e for e in events if e.kind.startswith("overrun")]
    assert field.where("tank") == "E5"
    assert field.place("f") == "E5.bunker"


@pytest.mark.rule("lnlt.core.armour.11.1")
def test_no_mortar_fires_from_a_bunker() -> None:
    for where, able in (("E4.bunker", False), ("E4", True)):
        table = bunker([unit(PARA, "E8", "p")], [unit("ge.wt.mortar81", where, "m")], impulse="de")
        table.do("activate", where=where)
        assert ("shell" in {c.verb for c in table.choices()}) == able


@pytest.mark.rule("lnlt.core.armour.11.1")
def test_guns_stay_in_the_bunker() -> None:
    table = bunker([unit(PARA, "A9")], [unit("ge.wt.pak75", "E4.bunker", "g")], impulse="de")
    table.do("activate", where="E4.bunker")
    assert not table.offers("move")
    outside = bunker([unit(PARA, "A9")], [unit("ge.wt.pak75", "E4", "g")], impulse="de")
    outside.do("activate", where="E4")
    outside.do("move", where="E4")
    assert outside.offers("step", where="E5")
    assert not outside.offers("step", where="E4.bunker")


# ---- rooftops and caves


@pytest.mark.rule("lnlt.core.10.6")
def test_rooftops_and_caves_are_hexes_within_a_hex() -> None:
    table = Table(
        [unit(PARA, "E5.1", "p"), unit(PARA, "C3.cave", "q")],
        [unit(FJ, "J9")],
        terrain={"tall-stone-building": ["E5"]},
        inside=[{"hex": "E5", "kind": "rooftop"}, {"hex": "C3", "kind": "cave", "tm": 3, "facing": 2}],
    )
    board = table.state.board
    assert board.levels[table.hex("E5.rooftop")] == 2
    assert board.neighbours[table.hex("E5.rooftop")] == [table.hex("E5.1")]
    assert not sees(table, "E5.rooftop", "E5.1")
    assert not sees(table, "C3.cave", "C1")
    assert sees(table, "C3.cave", "C5")
    assert defence_tally(table.state, table.hex("C6"), table.hex("C3.cave")).total == 3
    assert defence_tally(table.state, table.hex("E8"), table.hex("E5.rooftop")).total == 2, "a parapet, and the height"
    table.do("activate", where="E5.1")
    table.do("move", where="E5.1")
    assert event(table.do("step", where="E5.rooftop"), "move").args["spent"] == 2


SLOW = Table([unit("us.medic", "A1", "m")], [unit(FJ, "J9")]).unit("m")


@pytest.mark.rule("lnlt.core.21", "lnlt.core.10.2")
def test_why_those_inside_do_not_see() -> None:
    table = bunker([unit(PARA, "E2", "q")], [unit(RIFLES, "E4.bunker", "f")], impulse="de")
    table.do("activate", where="E4.bunker")
    assert "lnlt.core.21" in table.refusals("fire", "f", "E2")
    upstairs = houses([unit(PARA, "E5.1", "p")], [unit(FJ, "E4", "f")])
    upstairs.do("activate", where="E5.1")
    assert "lnlt.core.10.2" in upstairs.refusals("fire", "p", "E4")
