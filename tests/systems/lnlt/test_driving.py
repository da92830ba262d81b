"""Vehicles move: costs, facing, Assault Moves, moving on into the next turn, overruns."""

from __future__ import annotations

import pytest

from bocage.kernel.act import Verb
from bocage.rulebook import clause
from bocage.systems.lnlt.content.maps import terrains
from bocage.systems.lnlt.model.chart import LEG, OFF_ROAD, ROAD_BOUND, TRACKED
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, MOVED, SHAKEN
from bocage.systems.lnlt.model.hull import CONTINUOUS, WRECK
from bocage.systems.lnlt.rules.acts import ACTS, FORWARD, PIVOT_LEFT, PIVOT_RIGHT, REVERSE
from bocage.systems.lnlt.rules.aftermath import comes_nearer
from bocage.systems.lnlt.rules.driving import can_overrun, drive_options, firepower, hex_cost
from systems.lnlt.armour import EAST, FAR, HALFTRACK, PAK, SHERMAN, STUG, TRUCK, WEST, Field, drive, side, vehicle
from systems.lnlt.table import PARA, RIFLES, WEISS, event, lines, unit

pytestmark = pytest.mark.both_seats

# ---- movement


@pytest.mark.rule(
    "lnlt.core.armour.5.3", "lnlt.core.armour.5.2", "lnlt.core.open.armour.11", "lnlt.core.open.armour.12"
)
def test_forward_into_two_hexes_back_at_double_cost_and_turns_by_one() -> None:
    field = drive()
    assert {(c.verb, c.place) for c in field.choices()} == {
        ("forward", "E4"),
        ("forward", "E5"),
        ("reverse", "C4"),
        ("reverse", "C5"),
        ("pivot-right", ""),
        ("pivot-left", ""),
    }
    assert event(field.do("reverse", where="C5"), "reverses").args["spent"] == 2
    assert event(field.do("pivot-right"), "pivots").args["spent"] == 3
    assert field.vehicle("S").facing == 2
    assert field.vehicle("S").turret == 2
    field.do("stop")
    assert field.vehicle("S").flags & MOVED


@pytest.mark.rule("lnlt.core.armour.14.1", "lnlt.core.armour.14.2", "lnlt.core.armour.14.3", "lnlt.core.open.armour.23")
def test_costs_follow_the_movement_class() -> None:
    for type_, cost in ((SHERMAN, 4), (HALFTRACK, 4), (TRUCK, None)):
        field = drive(type_, terrain={"light-woods": ["E5"]})
        if cost is None:
            assert not field.offers("forward", where="E5")
        else:
            assert event(field.do("forward", where="E5"), "drives").args["spent"] == cost
    field = drive(sides={"stream-2": ["D5/E5"]})
    assert event(field.do("forward", where="E5"), "drives").args["spent"] == 3
    field = drive(levels={1: ["E5"]})
    assert event(field.do("forward", where="E5"), "drives").args["spent"] == 2


@pytest.mark.rule("lnlt.core.armour.14.1")
@pytest.mark.parametrize(
    ("row", "terrain"),
    [("clear / field", "clear"), ("crops, grain, wheat", "crops"), ("brush", "brush"), ("orchard", "orchard"),
     ("light woods", "light-woods"), ("forest", "forest"), ("rough", "rough"), ("rubble", "rubble"),
     ("shallow stream hex (NOSB)", "shallow-stream"), ("ford (counter)", "ford")],
)  # fmt: skip
def test_the_chart_in_the_rulebook_is_the_chart_that_is_played(row: str, terrain: str) -> None:
    printed = {cells[0]: cells[1:5] for cells in clause("lnlt.core.armour.14.1").tables[0].rows}[row]
    played = terrains()[terrain].costs
    assert printed == [str(played[mode] or "P") for mode in (TRACKED, OFF_ROAD, ROAD_BOUND, LEG)]


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.4", "lnlt.core.open.armour.21")
def test_where_vehicles_may_not_go() -> None:
    assert not drive(terrain={"stone-building": ["E5"]}).offers("forward", where="E5")
    assert not drive(de=[vehicle(STUG, "E5", "G"), FAR]).offers("forward", where="E5")
    full = [vehicle(HALFTRACK, "E5", "one"), vehicle(HALFTRACK, "E5", "two")]
    assert not drive(us=full).offers("forward", where="E5")
    assert drive(us=full[:1]).offers("forward", where="E5")


@pytest.mark.rule("lnlt.core.armour.5.3")
def test_one_hex_is_always_possible_whatever_it_costs() -> None:
    slow = Field(
        side("uk", vehicle("uk.veh.matilda1", "D5", "M")),
        side("de", FAR),
        module="hid",
        terrain={"rough": ["E5"]},
        levels={1: ["E5"]},
    )
    slow.order("M")
    slow.do("set-out")
    assert event(slow.do("forward", where="E5"), "drives").args["spent"] == 5


@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.core.open.armour.13", "lnlt.core.open.armour.14")
def test_an_assault_move_is_half_and_leaves_fire_at_a_price() -> None:
    field = drive(assault=True, de=[vehicle(STUG, "H5", "G", WEST, markers=["fired"])])
    events = [field.do("pivot-right"), field.do("pivot-left"), field.do("forward", where="E5")]
    assert event(events[-1], "drives").args["allowance"] == 5
    field.do("stop")
    assert field.vehicle("S").flags & ASSAULT
    assert lines(event(field.do("shoot", "G", dice=[6, 6]), "shot-misses"))["hit.assault"] == 1


@pytest.mark.rule("lnlt.pac.12.9.0f", "lnlt.core.option.continuous_movement")
@pytest.mark.parametrize("option", [True, False])
@pytest.mark.first_seat
def test_after_the_operations_sides_say_which_vehicles_keep_moving(option: bool) -> None:
    stug = vehicle(STUG, "H5", "G", WEST, markers=["moved"])
    field = drive(us=[unit(PARA, "A1")], de=[stug, FAR], options={"continuous_movement": option})
    field.do("pivot-right")
    field.do("stop")
    field.do("pass")
    field.do("pass")
    initiative = [1, 6]
    field.do("pass", dice=[] if option else initiative)
    if option:
        assert (field.kind, field.decision.seat) == ("crews", 0), "who has the initiative is first"
        field.do("done")
        assert (field.kind, field.decision.seat) == ("crews", 1)
        field.do("done", dice=initiative)
    assert field.state.turn == 2


@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.core.option.continuous_movement", "lnlt.pac.12.9.0f")
@pytest.mark.rule(*(f"lnlt.dj.15.7.1{letter}" for letter in "abcde"))
@pytest.mark.first_seat
def test_a_vehicle_may_keep_moving_into_the_next_turn() -> None:
    field = drive(de=[vehicle(STUG, "H5", "G", WEST, markers=["fired"])])
    field.do("pivot-right")
    field.do("stop")
    for _ in range(6):
        if field.kind == "impulse":
            field.do("pass")
    assert field.kind == "crews"
    field.do("keep-moving", "S", dice=[1, 6])
    tank = field.vehicle("S")
    assert tank.flags & CONTINUOUS
    assert tank.flags & MOVED
    for _ in range(4):
        if field.kind == "rally":
            field.do("hold")
    assert field.state.turn == 2
    assert field.decision.seat == 1
    field.order("G")
    shot = field.do("shoot", "S", dice=[6, 6])
    assert lines(event(shot, "shot-misses"))["hit.moving"] == 1, "it counts as moving until it moves"
    field.finish()
    assert field.decision.seat == 0
    field.order("S")
    assert not field.offers("shoot", "G"), "it moves before it fires"
    field.do("set-out-assaulting")
    field.do("pivot-left")
    field.do("stop")
    assert not tank.flags & CONTINUOUS
    assert field.offers("shoot", "G"), "after an Assault Move it may"


@pytest.mark.rule("lnlt.core.option.continuous_movement")
def test_no_vehicle_keeps_moving_where_the_option_is_off() -> None:
    field = drive(de=[vehicle(STUG, "L9", "G", WEST, markers=["fired"])], options={"continuous_movement": False})
    field.do("pivot-right")
    field.do("stop", dice=[1, 6])
    assert field.state.turn == 2
    assert not field.vehicle("S").flags & (CONTINUOUS | MOVED)


@pytest.mark.rule("lnlt.dj.15.7.1c", "lnlt.core.armour.5.6")
def test_who_keeps_moving_must_move_before_anything_else() -> None:
    tank = vehicle(SHERMAN, "D5", "S", markers=["keeps-moving"])
    field = Field(side("us", tank), side("de", vehicle(STUG, "H5", "G", WEST)))
    field.order("S")
    assert {"set-out", "set-out-assaulting"} <= field.verbs()
    assert "shoot" not in field.verbs()
    field.do("set-out-assaulting")
    field.do("pivot-left")
    field.do("decline")
    field.do("stop")
    assert field.vehicle("S").flags & (MOVED | ASSAULT | CONTINUOUS) == ASSAULT
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", FAR), options={"continuous_movement": False})
    field.order("S")
    field.do("set-out")
    field.do("pivot-left")
    field.do("stop")
    for _ in range(6):
        if field.kind == "impulse":
            field.do("pass", dice=[3, 3] if field.state.passes == 2 else [])
    assert not field.vehicle("S").flags & (MOVED | CONTINUOUS)


# ---- overrun


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.open.armour.15", "lnlt.core.option.overrun_double")
def test_an_overrun_with_every_weapon() -> None:
    for option, fp in ((False, 7), (True, 14)):
        field = drive(de=[unit(RIFLES, "E5", "men", markers=["fired"]), FAR], options={"overrun_double": option})
        dice = [1, 6, 2, 1] if option else [1, 6, 2]
        attack = event(field.do("forward", where="E5", dice=dice), "overrun-hits")
        assert attack.args["attack"] == fp + 1
        assert attack.args["difference"] == fp - 5
        assert field.where("S") == "E5"
        field.do("stop")
        assert field.vehicle("S").flags & FIRED


@pytest.mark.rule("lnlt.core.armour.5.9")
def test_overruns_need_open_ground_good_order_armour_and_full_movement() -> None:
    men = [unit(RIFLES, "E5", "men", markers=["fired"]), FAR]
    assert drive(de=men).offers("forward", where="E5")
    assert not drive(de=men, assault=True).offers("forward", where="E5")
    assert not drive(TRUCK, de=men).offers("forward", where="E5")
    assert not drive(de=men, terrain={"rough": ["E5"]}).offers("forward", where="E5")


# ---- limits


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.6", "lnlt.dj.21.7c")
def test_the_last_point_and_no_more() -> None:
    field = drive(terrain={"forest": ["L9"]})
    tank = field.vehicle("S")
    move = tank.type.move
    hexes = {choice.place for choice in field.choices() if choice.verb == "forward"}
    assert hexes == {"E4", "E5"}

    def offered(spent: int, assault: bool = False) -> set[Verb]:
        return {ACTS.of(option) for option in drive_options(field.state, tank, assault, spent)}

    assert offered(move - 2) == {FORWARD, REVERSE, PIVOT_LEFT, PIVOT_RIGHT}
    assert offered(move - 1) == {FORWARD, PIVOT_LEFT, PIVOT_RIGHT}, "back costs two"
    assert offered(move) == set()
    half = (move + 1) // 2
    assert offered(half - 1, True) == {FORWARD, PIVOT_LEFT, PIVOT_RIGHT}
    assert offered(half, True) == set()


@pytest.mark.rule("lnlt.core.armour.5.3")
def test_one_hex_is_possible_at_the_start_of_a_whole_move_alone() -> None:
    slow = Field(
        side("uk", vehicle("uk.veh.matilda1", "D5", "M")),
        side("de", FAR),
        module="hid",
        terrain={"rough": ["E5"], "forest": ["L9"]},
        levels={1: ["E5"]},
    )
    tank = slow.vehicle("M")
    cost = hex_cost(slow.state, tank, slow.hex("E5"))
    assert cost == 5 > tank.type.move

    def may(spent: int, assault: bool) -> bool:
        return FORWARD.on(slow.hex("E5")) in drive_options(slow.state, tank, assault, spent)

    assert [may(0, False), may(1, False), may(0, True)] == [True, False, False]


@pytest.mark.rule("lnlt.core.armour.5.2", "lnlt.core.armour.5.3")
@pytest.mark.parametrize(("way", "facing"), [("pivot-right", 2), ("pivot-left", 0)])
def test_the_turret_keeps_its_angle_to_the_hull(way: str, facing: int) -> None:
    field = drive(spec={"turret": WEST})
    assert event(field.do(way), "pivots").args["spent"] == 1
    assert field.vehicle("S").facing == facing
    assert (field.vehicle("S").turret - facing) % 6 == 3
    assert field.where("S") == "D5"


@pytest.mark.rule("lnlt.core.armour.5.2", "lnlt.core.10.1")
@pytest.mark.parametrize("company", [False, True])
@pytest.mark.first_seat
def test_a_spotted_marker_stays_with_those_who_stay(company: bool) -> None:
    us = [unit(PARA, "D5", "men")] if company else []
    field = drive(us=us, terrain={"brush": ["D5"]})
    field.state.spotted[0] |= 1 << field.hex("D5")
    field.state.stale()
    field.do("pivot-right")
    assert field.state.spotted[0] >> field.hex("D5") & 1, "it is still there"
    field.do("pivot-left")
    field.do("forward", where="E5")
    assert bool(field.state.spotted[0] >> field.hex("D5") & 1) == company


@pytest.mark.rule("lnlt.core.armour.5.7")
def test_shaken_it_does_not_come_closer_to_those_it_sees() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", shaken=True)), side("de", unit(RIFLES, "H5", "men")))
    tank = field.vehicle("S")
    assert [comes_nearer(field.state, tank.seat, tank.hex, field.hex(hex_)) for hex_ in ("E5", "C5")] == [True, False]
    hidden = Field(
        side("us", vehicle(SHERMAN, "D5", "S", shaken=True)),
        side("de", unit(RIFLES, "H5", "men")),
        terrain={"forest": ["F4", "F5", "F6", "G5", "G4", "G6"]},
    )
    tank = hidden.vehicle("S")
    assert not comes_nearer(hidden.state, tank.seat, tank.hex, hidden.hex("E5")), "it does not see them"


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.5.3")
def test_shaken_it_moves_as_far_as_it_can() -> None:
    field = drive(spec={"shaken": True}, de=[unit(WEISS, "A9", "behind")])
    for hex_ in ("E4", "F4"):
        field.do("forward", where=hex_)
    assert field.offers("forward"), "one point after the other"
    field.do("stop")
    assert field.vehicle("S").flags & MOVED


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.5.3")
def test_shaken_on_the_way_it_stops() -> None:
    field = drive(de=[unit(RIFLES, "G5", "men"), FAR])
    field.do("forward", where="E5")
    field.do("opportunity-fire", where="G5", dice=[6, 1, 6])
    assert field.vehicle("S").flags & SHAKEN
    assert field.kind != "driving", "no further point"
    assert field.vehicle("S").flags & MOVED


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.armour.5.11")
@pytest.mark.parametrize("destroyed", [False, True])
def test_who_is_about_to_be_overrun_fires_first(destroyed: bool) -> None:
    men = unit(RIFLES, "E5", "men", weapons=["ge.sw.panzerfaust"])
    field = drive(us=[unit(PARA, "A1")], de=[men, unit(RIFLES, "E5", "others"), FAR])
    field.do("forward", where="E5")
    assert field.kind == "reaction"
    assert field.offers("opportunity-fire", where="E5"), "the tank is open"
    field.check_forecast("react-gun")
    events = field.do("react-gun", dice=[2, 3, 6, 1, 6] if destroyed else [6, 6])
    assert event(events, "penetrates" if destroyed else "shot-misses")
    assert bool(field.vehicle("S").flags & WRECK) == destroyed
    assert (field.kind == "reaction") == (not destroyed), "the others may fire too"
    if not destroyed:
        assert field.has("men", FIRED)
        assert event(field.do("decline", dice=[1, 6, 2, 2]), "overrun-hits")


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.armour.5.2")
def test_a_gun_fires_at_a_tank_that_is_upon_it_whatever_its_facing() -> None:
    for swings in (False, True):
        gun = unit(PAK, "E5", "gun", facing=EAST)
        field = drive(de=[gun, FAR], options={"gun_swing_fire": swings})
        field.do("forward", where="E5")
        assert field.offers("react-gun", "gun")


@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.armour.5.11")
@pytest.mark.parametrize("melee", [False, True])
def test_nobody_fires_rockets_out_of_a_melee(melee: bool) -> None:
    us = [unit(PARA, "F5" if melee else "A1", "hand-to-hand")]
    field = drive(us=us, de=[unit(RIFLES, "F5", "men", weapons=["ge.sw.panzerfaust"]), FAR])
    field.do("pivot-right")
    assert (field.kind == "reaction") == (not melee)


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.5.3")
def test_a_leader_by_himself_has_nothing_to_fire_at_a_tank() -> None:
    field = drive(de=[unit(WEISS, "E5", "boss"), FAR])
    assert event(field.do("forward", where="E5", dice=[1, 6, 2]), "overrun-hits")


@pytest.mark.rule("lnlt.core.armour.5.9")
@pytest.mark.parametrize(
    ("terrain", "may"), [("brush", True), ("forest", False), ("light-woods", True), ("rubble", False)]
)
def test_over_what_ground_a_vehicle_overruns(terrain: str, may: bool) -> None:
    men = [unit(RIFLES, "E5", "men", markers=["fired"]), FAR]
    field = drive(de=men, terrain={terrain: ["E5"]})
    assert can_overrun(field.state, field.vehicle("S"), field.hex("E5"), False) == may
    assert not can_overrun(field.state, field.vehicle("S"), field.hex("E5"), True)
    field.vehicle("S").flags |= SHAKEN
    assert not can_overrun(field.state, field.vehicle("S"), field.hex("E5"), False)


@pytest.mark.rule("lnlt.core.armour.5.9")
def test_a_tie_in_an_overrun_hurts_nobody_and_it_shelters_nobody() -> None:
    field = drive(de=[unit(RIFLES, "E5", "men", markers=["fired"]), FAR], terrain={"brush": ["E5"]})
    assert firepower(field.vehicle("S")) == 7
    missed = event(field.do("forward", where="E5", dice=[1, 6, 1]), "overrun-hits")
    assert (missed.args["attack"], missed.args["defence"]) == (8, 7), "the brush alone"
    weak = drive("us.veh.m3", de=[unit(RIFLES, "E5", "men", markers=["fired"]), FAR])
    fp = firepower(weak.vehicle("S"))
    tie = event(weak.do("forward", where="E5", dice=[6 - fp, 6]), "overrun-misses")
    assert tie.args["difference"] == 0


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.armour.5.3")
def test_no_overrun_backwards_and_none_in_an_assault_move() -> None:
    men = [unit(RIFLES, "C5", "behind", markers=["fired"]), unit(RIFLES, "E5", "ahead", markers=["fired"]), FAR]
    for assault in (False, True):
        field = drive(de=men, assault=assault)
        assert not field.offers("reverse", where="C5")
        assert field.offers("forward", where="E5") != assault


@pytest.mark.rule("lnlt.core.10.1")
@pytest.mark.parametrize("tank", [False, True])
@pytest.mark.first_seat
def test_a_spotted_marker_stays_with_a_vehicle_when_the_men_leave(tank: bool) -> None:
    us = [unit(PARA, "D5", "men"), unit(PARA, "A9", "rest", markers=["fired"])]
    us += [vehicle(SHERMAN, "D5", "S", markers=["fired"])] if tank else []
    field = Field(side("us", *us), side("de", unit("ge.medic", "L9", "far")), terrain={"brush": ["D5"]})
    field.state.spotted[0] |= 1 << field.hex("D5")
    field.state.stale()
    field.do("activate", where="D5")
    field.do("move", where="D5")
    field.do("step", where="D6")
    assert bool(field.state.spotted[0] >> field.hex("D5") & 1) == tank
