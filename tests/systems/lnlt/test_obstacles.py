"""Fortifications (lnlt.core.21): wire, mines, trenches, foxholes, roadblocks, for men and vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import load_yaml
from bocage.systems.lnlt.content.numbers import PATH
from bocage.systems.lnlt.model.chart import LEG, OFF_ROAD, ROAD_BOUND, TRACKED
from bocage.systems.lnlt.model.flags import CRAWL, MOVED, SHAKEN
from bocage.systems.lnlt.model.ground import MINES, ROADBLOCK, WIRE
from bocage.systems.lnlt.model.hull import EMPLACED, IMMOBILE, WRECK
from bocage.systems.lnlt.model.vehicles import Barrage
from bocage.systems.lnlt.rules.administration import administrate
from bocage.systems.lnlt.rules.terrain import step_cost

from .armour import PANZER, SHERMAN, TRUCK, Field, side, vehicle
from .table import CLARKSON, DE_MEDIC, FJ, FJ_HALF, PARA, PARA_HALF, RIFLES, Table, event, lines, unit

pytestmark = pytest.mark.both_seats


def laid(marker: str, *hexes: str, value: int = 0) -> dict[str, Any]:
    return {"marker": marker, "hexes": list(hexes), "value": value}


def walk(table: Table, *hexes: str, dice: list[int] | None = None) -> Any:
    """From the first hex to the next ones; the dice are those of the last step."""
    table.do("activate", where=hexes[0])
    table.do("move", where=hexes[0])
    while table.kind == "movers":
        table.do("all")
    events: Any = []
    for hex_ in hexes[1:]:
        events = table.do("step", where=hex_, dice=dice if hex_ == hexes[-1] else None)
        while table.kind == "opportunity" and hex_ != hexes[-1]:
            table.do("decline")
    return events


def alone(*us: dict[str, Any], ground: list[dict[str, Any]], **more: Any) -> Table:
    return Table([*us, unit(PARA, "A9")], [unit(FJ, "J1", "f")], ground=ground, **more)


# ---- wire


@pytest.mark.rule("lnlt.core.21", "lnlt.core.open.22")
def test_wire_ends_a_move_and_costs_one_more_to_leave() -> None:
    table = alone(unit(PARA, "E8", "p"), ground=[laid("wire", "E7")])
    walk(table, "E8", "E7")
    assert table.has("p", MOVED), "no step is left"
    assert table.place("p") == "E7"
    inside = alone(unit(PARA, "E7", "p"), ground=[laid("wire", "E7")])
    assert event(walk(inside, "E7", "E6"), "move").args["spent"] == 2
    assert load_yaml(PATH, dict[str, Any])["wire_leave"]["basis"] == "estimate"


@pytest.mark.rule("lnlt.core.21")
@pytest.mark.parametrize("wired", [False, True])
def test_who_has_not_the_points_to_leave_wire_is_not_offered_the_step(wired: bool) -> None:
    """An Assault Move of two points: light woods take them all, with wire they take three."""
    ground = [laid("wire", "E7")] if wired else []
    table = alone(unit(PARA, "E7", "p"), terrain={"light-woods": ["E6"]}, ground=ground)
    table.do("activate", where="E7")
    table.do("assault-move", where="E7")
    assert table.offers("step", where="E8")
    assert table.offers("step", where="E6") is not wired


@pytest.mark.rule("lnlt.core.21")
def test_one_may_crawl_under_wire_and_it_gives_no_cover() -> None:
    table = alone(unit(PARA, "E8", "p"), ground=[laid("wire", "E7")])
    table.do("activate", where="E8")
    table.do("low-crawl", where="E8")
    table.do("step", where="E7")
    assert table.has("p", CRAWL)
    assert table.state.ground.at(table.hex("E7")) == [WIRE]
    open_field = Table([unit(PARA, "E8", "p")], [unit(FJ, "E5", "f")], ground=[laid("wire", "E5")])
    open_field.do("activate", where="E8")
    assert not [e for e in open_field.do("fire", where="E5", dice=[1, 6]) if e.kind == "cover"]


@pytest.mark.rule("lnlt.core.armour.11.7", "lnlt.core.open.armour.29")
def test_wire_and_vehicles() -> None:
    table = alone(unit(PARA, "E8", "p"), ground=[laid("wire", "E7")])
    way = table.state.board.neighbours[table.hex("E8")].index(table.hex("E7"))
    cost = [step_cost(table.state, mode, table.hex("E8"), way) for mode in (LEG, TRACKED, OFF_ROAD, ROAD_BOUND)]
    assert cost == [1, 2, 0, 0]


def drive(field: Field, name: str, *steps: tuple[str, str], dice: list[int] | None = None) -> Any:
    field.order(name)
    field.do("set-out")
    events: Any = []
    for verb, hex_ in steps:
        events = field.do(verb, where=hex_, dice=dice if (verb, hex_) == steps[-1] else None)
        while field.kind == "reaction":
            events += field.do("decline")
    return events


@pytest.mark.rule("lnlt.core.armour.11.7", "lnlt.core.open.armour.29")
def test_tracks_tear_wire_down_when_they_leave() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "E6", "tank", facing=5), unit(PARA, "A9")),
        side("de", unit(DE_MEDIC, "L1")),
        ground=[laid("wire", "E5")],
    )
    drive(field, "tank", ("forward", "E5"))
    assert field.state.ground.has(WIRE, field.hex("E5"))
    found = field.do("forward", where="E4")
    assert event(found, "wire-torn").place == "E5"
    assert not field.state.ground.has(WIRE, field.hex("E5"))


# ---- mines


@pytest.mark.rule("lnlt.core.21", "lnlt.core.open.22", "lnlt.core.armour.11.2")
def test_mines_attack_whoever_comes_in_and_stay() -> None:
    table = alone(unit(PARA, "E8", "p"), ground=[laid("mines", "E7", value=3)], terrain={"stone-building": ["E7"]})
    found = event(walk(table, "E8", "E7", dice=[4, 2, 6]), "mines-hit")
    assert (found.args["attack"], found.args["defence"], found.args["difference"]) == (7, 2, 5), "no cover helps"
    assert lines(found) == {"mines.firepower": 3}
    assert table.is_shaken("p")
    assert table.has("p", MOVED)
    assert table.state.ground.value(MINES, table.hex("E7")) == 3


@pytest.mark.rule("lnlt.core.21")
def test_the_odds_of_mines_are_known_beforehand() -> None:
    table = alone(unit(PARA, "E8", "p"), unit(CLARKSON, "E8", "c"), ground=[laid("mines", "E7", value=2)])
    table.do("activate", where="E8")
    table.do("move", where="E8")
    table.do("all")
    table.check_forecast("step", where="E7")
    melee = Table(
        [unit(PARA, "E8", "p"), unit(PARA, "A9")], [unit(RIFLES, "E7", "f")], ground=[laid("mines", "E7", value=2)]
    )
    melee.do("activate", where="E8")
    melee.do("move", where="E8")
    assert set(melee.forecast("step", where="E7").odds) == {"attack", f"unit:{melee.names['p']}"}


@pytest.mark.rule("lnlt.core.21")
def test_mines_attack_again_on_the_way_out() -> None:
    table = alone(unit(PARA, "E7", "p"), ground=[laid("mines", "E7", value=1)])
    assert event(walk(table, "E7", "E6", dice=[1, 6]), "mines-miss")
    assert table.place("p") == "E6"
    table = alone(unit(PARA, "E7", "p"), ground=[laid("mines", "E7", value=3)])
    walk(table, "E7", "E6", dice=[6, 1, 4])
    assert table.is_shaken("p")
    assert table.place("p") == "E7", "stopped before he was out"


@pytest.mark.rule("lnlt.core.21")
def test_mines_hurt_those_who_move_and_nobody_else() -> None:
    table = alone(unit(PARA, "E8", "p"), unit(PARA, "E7", "q"), ground=[laid("mines", "E7", value=3)])
    walk(table, "E8", "E7", dice=[6, 1, 4])
    assert (table.is_shaken("p"), table.is_shaken("q")) == (True, False)


@pytest.mark.rule("lnlt.core.armour.11.2", "lnlt.core.open.armour.29")
@pytest.mark.parametrize(
    ("marker", "dice", "immobile", "defence"),
    [("mines", [6, 1, 6], True, 1), ("at-mines", [6, 1, 6], True, 1), ("mines", [1, 6], False, 6)],
)
def test_mines_under_a_vehicle(marker: str, dice: list[int], immobile: bool, defence: int) -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "E6", "tank", facing=5), unit(PARA, "A9")),
        side("de", unit(DE_MEDIC, "L1")),
        ground=[laid(marker, "E5", value=4)],
    )
    armour = field.vehicle("tank").type.lowest if marker == "mines" else 0
    events = drive(field, "tank", ("forward", "E5"), dice=dice)
    found = next(e for e in events if e.kind.startswith("mines-"))
    assert found.args["defence"] == defence + armour
    assert bool(field.vehicle("tank").flags & IMMOBILE) == immobile


@pytest.mark.rule("lnlt.core.armour.11.2")
def test_turning_on_mines_sets_them_off_and_men_pass_anti_tank_mines() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "E6", "tank", facing=5), unit(PARA, "A9")),
        side("de", unit(DE_MEDIC, "L1")),
        ground=[laid("at-mines", "E6", value=1)],
    )
    field.order("tank")
    field.do("set-out")
    turn = next(c for c in field.choices() if c.verb == "pivot-right")
    field.state.dice.script = [1, 6]
    field.state.dice.cursor = 0
    field.state.play(field.decision, turn.id)
    assert field.state.dice.cursor == 2
    table = alone(unit(PARA, "E8", "p"), ground=[laid("at-mines", "E7", value=3)])
    walk(table, "E8", "E7", dice=[])
    assert not table.is_shaken("p")


# ---- trenches


@pytest.mark.rule("lnlt.nosb.21.6g")
@pytest.mark.parametrize(("trenches", "moving"), [(["E8", "E7"], False), (["E8"], True), (["E7"], True)])
def test_from_trench_to_trench_nobody_is_a_moving_target(trenches: list[str], moving: bool) -> None:
    table = Table([unit(PARA, "E8", "p"), unit(PARA, "A9")], [unit(FJ, "E4", "f")], ground=[laid("trench", *trenches)])
    walk(table, "E8", "E7")
    found = table.do("opportunity-fire", where="E4", dice=[1, 6])
    assert ("fire.moving" in lines(event(found, "opportunity-fire-misses"))) == moving


# ---- roadblocks and emplacements


@pytest.mark.rule("lnlt.dj.21.8g", "lnlt.core.armour.11.4", "lnlt.core.21")
def test_nothing_removes_a_roadblock() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "E6", "tank", facing=5), unit(PARA, "E6", "p")),
        side("de", unit(RIFLES, "E5", "f", markers=["fired"])),
        ground=[laid("roadblock", "E5")],
        roads=[["E6", "E5", "E4"]],
    )
    way = field.state.board.neighbours[field.hex("E6")].index(field.hex("E5"))
    cost = [step_cost(field.state, mode, field.hex("E6"), way) for mode in (LEG, TRACKED, OFF_ROAD, ROAD_BOUND)]
    assert cost == [4, 0, 0, 0]
    field.order("tank")
    assert field.offers("shoot-hex", where="E5")
    field.do("shoot-hex", where="E5", dice=[1, 1, 1, 6])
    field.finish()
    administrate(field.state)
    assert field.state.ground.has(ROADBLOCK, field.hex("E5"))


@pytest.mark.rule("lnlt.dj.21.7c")
@pytest.mark.parametrize(("facing", "behind"), [("hexside", 3), ("vertex", 2)])
def test_an_emplaced_tank_backs_out_or_stays(facing: str, behind: int) -> None:
    field = Field(
        side("de", vehicle(PANZER, "E5", "tank", facing=0, markers=["emplaced"]), unit(RIFLES, "A9")),
        side("us", unit(PARA, "L1")),
        options={"facing": facing},
    )
    field.order("tank")
    field.do("set-out")
    verbs = [c.verb for c in field.choices()]
    assert verbs.count("reverse") == behind
    assert set(verbs) == {"reverse"}
    back = next(c for c in field.choices() if c.verb == "reverse")
    field.do("reverse", where=back.place)
    assert not field.vehicle("tank").flags & EMPLACED
    assert not field.vehicle("tank").flags & WRECK


@pytest.mark.rule("lnlt.core.armour.11.2", "lnlt.core.21")
@pytest.mark.parametrize(("marker", "rule"), [("mines", "lnlt.core.21"), ("at-mines", "lnlt.core.armour.11.2")])
def test_a_tie_with_mines_hurts_nobody(marker: str, rule: str) -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "E6", "tank", facing=5), unit(PARA, "A9")),
        side("de", unit(DE_MEDIC, "L1")),
        ground=[laid(marker, "E5", value=4)],
    )
    armour = field.vehicle("tank").type.lowest if marker == "mines" else 0
    found = event(drive(field, "tank", ("forward", "E5"), dice=[2, 6 - armour]), "mines-miss")
    assert found.args["difference"] == 0
    assert [line.rule for line in found.lines] == [rule]
    assert not field.vehicle("tank").flags & (IMMOBILE | SHAKEN)


@pytest.mark.rule("lnlt.core.armour.11.2")
def test_who_was_shaken_before_is_not_immobilised_by_mines() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "E6", "tank", facing=2, shaken=True), unit(PARA, "A9")),
        side("de", unit(DE_MEDIC, "E9")),
        ground=[laid("at-mines", "E5", value=4)],
    )
    drive(field, "tank", ("reverse", "E5"), dice=[2, 1, 3])
    assert field.vehicle("tank").flags & (IMMOBILE | SHAKEN) == SHAKEN


@pytest.mark.rule("lnlt.core.21", "lnlt.hid.10.5.6a", "lnlt.core.armour.11.7")
def test_no_wire_opens_ground_that_is_closed() -> None:
    table = alone(unit(PARA, "E8", "p"), ground=[laid("wire", "E8", "E7")], terrain={"water": ["E7"]})
    way = table.state.board.neighbours[table.hex("E8")].index(table.hex("E7"))
    assert [step_cost(table.state, mode, table.hex("E8"), way) for mode in (LEG, TRACKED)] == [0, 0]


@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.8.2")
def test_no_mine_goes_off_under_those_whom_shells_have_killed() -> None:
    table = alone(unit(PARA_HALF, "E8", "p"), ground=[laid("mines", "E7", value=4)])
    table.state.barrages.append(Barrage(table.hex("E7"), 9, 0, False))
    events = walk(table, "E8", "E7", dice=[6, 1, 6])
    assert table.place("p") == "gone"
    assert [one.kind for one in events if one.kind.startswith("mines")] == []


@pytest.mark.rule("lnlt.core.21", "lnlt.core.8.0")
def test_dead_men_beat_nobody_in_a_mined_hex() -> None:
    """Mines kill the half-squad before it is upon the Shaken enemy: he stays, and has not fought."""
    ground = [laid("mines", "E7", value=9)]
    table = Table(
        [unit(PARA_HALF, "E8", "p"), unit(PARA, "A9")],
        [unit(FJ, "E7", "f", shaken=True), unit(FJ, "J1")],
        ground=ground,
        heroes={},
    )
    walk(table, "E8", "E7", dice=[6, 1, 6])
    assert table.place("p") == "gone"
    assert table.place("f") == "E7"
    assert table.unit("f").flags == SHAKEN


@pytest.mark.rule("lnlt.core.21", "lnlt.core.8.1", "lnlt.core.8.0", "lnlt.core.armour.7.2")
def test_who_is_shaken_on_the_way_in_drives_the_shaken_out() -> None:
    ground = [laid("mines", "E7", value=4)]
    us = [unit(PARA, "E8", "p"), vehicle(SHERMAN, "E6", "S")]
    field = Field(side("us", *us), side("de", unit(FJ, "E7", "f", shaken=True), unit(FJ, "J1")), ground=ground)
    walk(field, "E8", "E7", dice=[3, 2, 2])
    assert field.is_shaken("p")
    assert field.kind == "retreat"
    assert {choice.place for choice in field.choices()} == {"D7", "D8", "F7", "F8", "E8"}, "not to the tank"


@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.8.2", "lnlt.core.armour.7.1")
@pytest.mark.parametrize("danger", ["mines", "shells"])
def test_mines_and_shells_meet_those_who_assault_a_vehicle(danger: str) -> None:
    field = Field(
        side("de", unit(FJ_HALF, "E5", "p"), unit(FJ, "A9")),
        side("us", vehicle(TRUCK, "F5", "T", markers=["fired"])),
        ground=[laid("mines", "F5", value=9)] if danger == "mines" else [],
    )
    if danger == "shells":
        field.state.barrages.append(Barrage(field.hex("F5"), 9, 0, False))
    field.do("activate", where="E5")
    field.do("move", where="E5")
    if danger == "mines":
        field.check_forecast("step", where="F5")
    events = field.do("step", where="F5", dice=[6, 1, 6])
    assert event(events, "mines-hit" if danger == "mines" else "barrage-hits")
    assert field.place("p") == "gone"
    assert field.vehicle("T").is_manned()
