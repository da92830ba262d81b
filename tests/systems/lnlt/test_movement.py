"""Movement: costs, roads, slopes, the ways to move, stacking on the way."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.content.scenarios import MapSpec
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.chart import MODES
from bocage.systems.lnlt.model.flags import ASSAULT, CRAWL, DOUBLE, MOVED
from bocage.systems.lnlt.rules.paces import (
    allowance,
    double_time_bonus,
    double_time_core,
    forbid_pace,
    may_double,
    movement_factor,
)
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.steps import forbid_cost
from systems.lnlt.armour import PANZER, Field, side, vehicle
from systems.lnlt.table import (
    CLARKSON,
    FJ,
    GLIDER,
    M1919,
    MEDROW,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    US_MEDIC,
    Table,
    event,
    unit,
)

pytestmark = pytest.mark.both_seats

FAR = [unit("ge.medic", "A1", "far")]


def start(us: list[dict[str, Any]], mode: str = "move", hex_: str = "E5", **more: Any) -> Table:
    table = Table([*us, unit(US_MEDIC, "J9")], more.pop("de", FAR), impulse="us", **more)
    table.do("activate", where=hex_)
    table.do(mode, where=hex_)
    return table


def walk(table: Table, *hexes: str) -> None:
    for hex_ in hexes:
        table.do("step", where=hex_)
        while table.state.pending and table.kind == "opportunity":
            table.do("decline")


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.tec.clear")
def test_a_squad_walks_four_clear_hexes_and_is_marked_moved() -> None:
    table = start([unit(PARA, "E5", "p")])
    walk(table, "E6", "E7", "E8", "E9")
    assert table.place("p") == "E9"
    assert table.has("p", MOVED)
    assert table.kind == "impulse"


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.tec.light-woods", "lnlt.core.tec.forest", "lnlt.core.tec.crops")
def test_terrain_costs() -> None:
    table = start([unit(PARA, "E5", "p")], terrain={"light-woods": ["E6"], "crops": ["E7"], "forest": ["E8"]})
    walk(table, "E6", "E7")
    assert not table.offers("step", where="E8"), "2 of 1 left"
    assert "lnlt.core.6.0" in table.refusals("step", where="E8")
    assert table.offers("step", where="D7")


@pytest.mark.rule("lnlt.core.6.0")
def test_the_least_move_is_one_hex_whatever_it_costs() -> None:
    table = start([unit(MEDROW, "E5", "m", weapons=[M1919])], terrain={"forest": ["E6"]}, levels={2: ["E6"]})
    assert table.offers("step", where="E6")
    slow = start([unit(PARA, "E5", "p")], terrain={"forest": ["E6"]}, levels={2: ["E6"], 1: ["E4"]})
    walk(slow, "E6")
    assert slow.kind == "impulse", "4 of 4"


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.tec.cliff", "lnlt.core.tec.hill", "lnlt.core.tec.water")
@pytest.mark.rule("lnlt.hid.10.8.1b", "lnlt.hid.10.8.1c", "lnlt.hid.10.8.1d", "lnlt.hid.10.8.1e")
def test_slopes_cliffs_and_water() -> None:
    board = scenarios.link_map(MapSpec("t", 10, 9, levels={1: ["E4"], 2: ["E6"], 3: ["D5"]}, terrain={"water": ["F5"]}))
    n = board.grid.numbers
    assert board.step_cost(n["E5"], n["E4"]) == 2, "one up"
    assert board.step_cost(n["E4"], n["E5"]) == 1, "one down"
    assert board.step_cost(n["E5"], n["E6"]) == 3, "two up"
    assert board.step_cost(n["E6"], n["E5"]) == 2, "two down"
    assert board.step_cost(n["E5"], n["D5"]) == 0, "a cliff"
    assert board.step_cost(n["E5"], n["F5"]) == 0, "water"


@pytest.mark.rule("lnlt.core.tec.key")
@pytest.mark.parametrize(
    ("ground", "side", "up", "costs"),
    [
        ("orchard", "", 0, [1, 4, 4, 6]),
        ("orchard", "", 1, [2, 5, 5, 7]),
        ("forest", "", 1, [3, 0, 0, 0]),
        ("orchard", "wall", 0, [2, 5, 6, 0]),
        ("orchard", "wall", 1, [3, 6, 7, 0]),
        ("forest", "wall", 0, [3, 0, 0, 0]),
        ("orchard", "stream-1", 1, [2, 5, 5, 7]),
        ("orchard", "stream-5", 0, [0, 0, 0, 0]),
    ],
)
def test_what_is_prohibited_stays_so_at_any_price(ground: str, side: str, up: int, costs: list[int]) -> None:
    """Ground, hexside and slope add up for each class; what one of them prohibits, the others do not allow."""
    sides = {side: ["E5/E6"]} if side else {}
    board = scenarios.link_map(MapSpec("t", 10, 9, levels={up: ["E6"]}, terrain={ground: ["E6"]}, sides=sides))
    n = board.grid.numbers
    assert [board.step_cost(n["E5"], n["E6"], mode) for mode in range(MODES)] == costs


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.tec.road", "lnlt.core.open.26")
def test_a_road_ignores_the_terrain_only_along_it() -> None:
    table = start(
        [unit(PARA, "E5", "p")], terrain={"forest": ["E6", "E7", "E8", "E9"]}, roads=[["E5", "E6", "E7", "E8", "E9"]]
    )
    walk(table, "E6", "E7", "E8", "E9")
    assert table.place("p") == "E9"
    assert table.kind == "impulse", "a road gives no further movement"
    board = table.state.board
    assert board.step_cost(table.hex("D6"), table.hex("E6")) == 2


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.1.6")
def test_a_stack_moves_at_the_pace_of_its_slowest_and_a_burdened_leader_is_slow() -> None:
    table = start([unit(PARA, "E5", "p"), unit(CLARKSON, "E5", "c")])
    table.do("all")
    walk(table, "E6", "E7", "E8", "E9")
    assert table.place("c") == table.place("p") == "E9"
    assert table.kind == "impulse"
    alone = start([unit(CLARKSON, "E5", "c", weapons=[M1919])])
    events = alone.do("step", where="E6")
    assert event(events, "move").args["allowance"] == 4


@pytest.mark.rule("lnlt.core.1.3", "lnlt.core.6.0")
def test_stacking_holds_in_every_hex() -> None:
    full = [unit(PARA, "E6"), unit(PARA, "E6"), unit(PARA_HALF, "E6")]
    squad = start([unit(PARA, "E5", "p"), *full])
    assert not squad.offers("step", where="E6")
    assert squad.refusals("step", where="E6") == ["lnlt.core.1.3"]
    half = start([unit(PARA_HALF, "E5", "h"), *full])
    assert half.offers("step", where="E6"), "two half-squads are a squad"
    men = start([unit(MEDROW, "E5", "m"), unit(CLARKSON, "E6"), unit("us.ldr.lt82", "E6")])
    assert not men.offers("step", where="E6"), "two single men at most"


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.1.5")
def test_shaken_units_do_not_step_closer_to_an_enemy_they_see() -> None:
    table = start([unit(PARA, "E5", "p", shaken=True)], de=[unit(RIFLES, "E1", "f")])
    assert not table.offers("step", where="E4")
    assert table.offers("step", where="E6")
    assert table.offers("step", where="D6")
    assert "lnlt.core.6.0" in table.refusals("step", where="E4")
    blind = start([unit(PARA, "E5", "p", shaken=True)], de=[unit(RIFLES, "E1", "f")], terrain={"forest": ["E3"]})
    assert blind.offers("step", where="E4"), "nothing in sight"


@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.6.0")
@pytest.mark.parametrize(
    ("who", "mode", "may"),
    [
        (unit(PARA, "E5", "p"), "move", True),
        (unit(PARA, "E5", "p"), "assault-move", False),
        (unit(PARA, "E5", "p"), "low-crawl", False),
        (unit(PARA, "E5", "p", shaken=True), "move", False),
        (unit(MEDROW, "E5", "p"), "move", False),
        (unit(US_MEDIC, "E5", "p"), "move", False),
        (unit(MEDROW, "E5", "p", weapons=[M1919]), "move", True),
    ],
)
def test_who_may_enter_an_enemy_hex(who: dict[str, Any], mode: str, may: bool) -> None:
    table = start([who], mode, de=[unit(FJ, "E4", "f", markers=["fired"])])
    assert table.offers("step", where="E4") == may
    if not may:
        assert "lnlt.core.8.0" in table.refusals("step", where="E4")


# ---- ways to move


@pytest.mark.rule("lnlt.core.6.1", "lnlt.boh.24.2k", "lnlt.boh.24.2ax")
def test_an_assault_move_takes_half_the_movement() -> None:
    table = start([unit(PARA, "E5", "p")], "assault-move")
    walk(table, "E6", "E7")
    assert table.place("p") == "E7"
    assert table.has("p", ASSAULT)
    assert not table.has("p", MOVED)


@pytest.mark.rule("lnlt.core.6.1")
def test_only_units_made_for_it_assault_move_with_single_men_beside_them() -> None:
    table = Table([unit(GLIDER, "E5", "g"), unit(US_MEDIC, "J9")], FAR, impulse="us")
    table.do("activate", where="E5")
    assert not table.offers("assault-move")
    assert table.refusals("assault-move", "g") == ["lnlt.core.6.1"]
    mixed = start([unit(PARA, "E5", "p"), unit(GLIDER, "E5", "g"), unit(MEDROW, "E5", "m")], "assault-move")
    assert not mixed.offers("add", "g")
    assert not mixed.offers("add", "m"), "not before a unit made for it"
    mixed.do("all")
    walk(mixed, "E6")
    assert mixed.place("m") == mixed.place("p") == "E6"
    assert mixed.place("g") == "E5"


@pytest.mark.rule("lnlt.core.6.2")
def test_double_time_with_a_leader_gives_two_more() -> None:
    table = start(
        [unit(PARA, "E2", "p"), unit(PARA, "E2", "s", shaken=True), unit(CLARKSON, "E2", "c")], "double-time", "E2"
    )
    assert table.offers("add", "s"), "Shaken MMCs too"
    table.do("add", "p")
    table.do("done")
    walk(table, "E3", "E4", "E5", "E6", "E7", "E8")
    assert table.place("p") == table.place("c") == "E8"
    assert table.has("p", DOUBLE)
    assert table.has("p", MOVED)


@pytest.mark.rule("lnlt.core.6.2")
@pytest.mark.parametrize("leader", [None, {"shaken": True}, {"markers": ["ops-complete"]}])
def test_no_double_time_without_a_good_order_leader(leader: dict[str, Any] | None) -> None:
    us = [unit(PARA, "E2", "p"), unit(US_MEDIC, "J9")]
    if leader is not None:
        us.append(unit(CLARKSON, "E2", "c", **leader))
    table = Table(us, FAR, impulse="us")
    table.do("activate", where="E2")
    assert not table.offers("double-time")
    assert table.refusals("double-time", "p") == ["lnlt.core.6.2"]


@pytest.mark.rule("lnlt.core.6.2")
def test_no_double_time_with_a_weapon_team_alone() -> None:
    """It gains nothing from it, so there is nobody for the Leader to hurry along."""
    for follower, offered in (("us.wt.m1917", False), (PARA, True)):
        table = Table([unit(follower, "E2", "t"), unit(CLARKSON, "E2", "c")], FAR, impulse="us")
        table.do("activate", where="E2")
        assert table.offers("double-time") is offered


@pytest.mark.rule("lnlt.core.6.3")
def test_a_crawl_is_one_hex_shaken_or_not() -> None:
    table = start([unit(PARA, "E5", "p", shaken=True)], "low-crawl")
    walk(table, "E6")
    assert table.has("p", CRAWL)
    assert table.kind == "impulse"


@pytest.mark.rule("lnlt.core.6.3")
def test_a_step_that_takes_all_movement_cannot_be_crawled() -> None:
    table = start([unit(PARA, "E5", "p")], "low-crawl", terrain={"forest": ["E6"]}, levels={2: ["E6"]})
    assert not table.offers("step", where="E6")
    assert table.refusals("step", where="E6") == ["lnlt.core.6.3"]


@pytest.mark.rule("lnlt.core.6.3", "lnlt.core.10.1")
@pytest.mark.first_seat
def test_crawlers_stay_hidden_in_cover() -> None:
    hidden = start([unit(PARA, "E5", "p")], "low-crawl", terrain={"light-woods": ["E6"]}, de=[unit(RIFLES, "E1", "f")])
    walk(hidden, "E6")
    assert not hidden.state.seen_mask(0) >> hidden.hex("E6") & 1
    walked = start([unit(PARA, "E5", "p")], "move", terrain={"light-woods": ["E6"]}, de=[unit(RIFLES, "E1", "f")])
    walk(walked, "E6")
    walked.do("stop")
    assert walked.state.seen_mask(0) >> walked.hex("E6") & 1


# ---- paces


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.7")
@pytest.mark.parametrize(
    ("who", "weapons", "smoking", "points"),
    [
        (PARA, [], False, 4),
        (PARA, [M1919], False, 4),
        (PARA, [], True, 3),
        (MEDROW, [], False, 6),
        (MEDROW, [M1919], False, 4),
    ],
)
def test_what_slows_men_down(who: str, weapons: list[str], smoking: bool, points: int) -> None:
    table = Table([unit(who, "E5", "a", weapons=weapons)], [unit(FJ, "A1", "f")])
    if smoking:
        table.unit("a").flags |= flags.SMOKING
    assert movement_factor(table.state, table.unit("a")) == points


@pytest.mark.rule("lnlt.core.6.2", "lnlt.hid.13.1.1a", "lnlt.hid.13.4.1a")
@pytest.mark.parametrize(
    ("who", "nation", "bonus"),
    [
        (PARA, "us", 2),
        (MEDROW, "us", 0),
        ("fr.reg.squad.1-6-4", "fr", 1),
        ("nl.squad.1-5-4-5", "nl", 1),
        ("fr.spahi.squad.1-12-4", "fr", 0),
        ("us.wt.m1917", "us", 0),
    ],
)
def test_how_much_double_time_gains(who: str, nation: str, bonus: int) -> None:
    module = "hon" if nation == "us" else "hid"
    table = Table([unit(who, "E5", "a")], [unit(RIFLES, "A1", "f")], nations=(nation, "de"), module=module)
    assert double_time_bonus(table.unit("a")) == bonus
    assert may_double(table.unit("a")) == (bonus > 0)


@pytest.mark.rule("lnlt.core.6.2", "lnlt.hid.13.1.1b")
@pytest.mark.parametrize(
    ("leader", "squad", "names"),
    [
        ({}, {}, ["m", "p"]),
        ({"shaken": True}, {}, []),
        ({}, {"shaken": True}, ["m", "p"]),
        (None, {}, []),
        ({}, None, []),
    ],
)
@pytest.mark.first_seat
def test_double_time_takes_a_good_order_leader_and_a_squad(
    leader: dict[str, bool] | None, squad: dict[str, bool] | None, names: list[str]
) -> None:
    us = [unit(US_HERO, "E5", "h")]
    us += [] if leader is None else [unit(MEDROW, "E5", "m", **leader)]
    us += [] if squad is None else [unit(PARA, "E5", "p", **squad)]
    table = Table(us, [unit(FJ, "A1", "f")])
    assert double_time_core(table.state, table.state.stacks[0][table.hex("E5")]) == [table.names[n] for n in names]


@pytest.mark.rule("lnlt.core.6.1", "lnlt.core.6.2", "lnlt.core.6.3")
def test_who_may_move_how() -> None:
    us = [unit(PARA, "E5", "p"), unit(GLIDER, "E5", "g"), unit(MEDROW, "E5", "m"), unit(PARA, "E6", "s", shaken=True)]
    table = Table(us, [unit(FJ, "A1", "f")])
    modes = (kinds.WALK, kinds.ASSAULTING, kinds.DOUBLING, kinds.CRAWLING)
    found = {name: [forbid_pace(table.state, table.unit(name), mode) is None for mode in modes] for name in "pgms"}
    assert found == {
        "p": [True, True, True, True],
        "g": [True, False, True, True],
        "m": [True, True, True, True],
        "s": [True, False, True, True],
    }


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.2")
def test_a_stack_moves_at_the_pace_of_its_slowest() -> None:
    table = Table([unit(PARA, "E5", "p"), unit(MEDROW, "E5", "m")], [unit(FJ, "A1", "f")])
    both, boss = [table.names["p"], table.names["m"]], [table.names["m"]]
    assert [allowance(table.state, both, mode) for mode in (kinds.WALK, kinds.ASSAULTING, kinds.DOUBLING)] == [4, 2, 6]
    assert [allowance(table.state, boss, mode) for mode in (kinds.WALK, kinds.ASSAULTING)] == [6, 3]


# ---- stacking


@pytest.mark.rule("lnlt.core.1.3")
@pytest.mark.parametrize(
    ("there", "room"),
    [
        ([PARA, PARA], True),
        ([PARA, PARA, PARA], False),
        ([PARA, PARA, PARA_HALF], False),
        ([PARA, PARA, MEDROW, US_HERO], True),
    ],
)
@pytest.mark.first_seat
def test_six_half_squads_and_two_single_men(there: list[str], room: bool) -> None:
    us = [unit(type_, "E5", f"u{n}") for n, type_ in enumerate(there)]
    table = Table([*us, unit(PARA, "E6", "p"), unit(US_HERO, "E6", "h")], [unit(FJ, "A1", "f")])
    here = table.hex("E5")
    assert (forbid_stacking(table.state, 0, here, [table.names["p"]]) is None) == room
    assert (forbid_stacking(table.state, 0, here, [table.names["h"]]) is None) == (MEDROW not in there)


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.armour.7.2")
def test_shaken_units_do_not_step_closer_to_a_tank_they_see() -> None:
    field = Field(side("us", unit(PARA, "B5", "p", shaken=True), unit(PARA, "A1")), side("de", vehicle(PANZER, "F5")))
    field.do("activate", where="B5")
    field.do("move", where="B5")
    assert {choice.place for choice in field.choices()}.isdisjoint({"C5", "C4"})
    assert field.refusals("step", "p", "C5") == ["lnlt.core.6.0"]


@pytest.mark.rule("lnlt.core.6.0")
@pytest.mark.parametrize(
    ("cost", "left", "mode", "spent", "may"),
    [
        (2, 2, kinds.WALK, 0, True),
        (3, 2, kinds.WALK, 0, True),
        (3, 0, kinds.WALK, 0, False),
        (3, 2, kinds.WALK, 1, False),
        (3, 2, kinds.ASSAULTING, 0, False),
        (0, 4, kinds.WALK, 0, False),
    ],
)
def test_who_walks_may_always_take_one_step(cost: int, left: int, mode: int, spent: int, may: bool) -> None:
    assert (forbid_cost(cost, left, mode, spent) is None) == may
