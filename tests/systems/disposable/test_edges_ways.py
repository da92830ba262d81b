"""Ways and formations to the tenth of an inch: who stands where, what the ground costs, what bars the way."""

from __future__ import annotations

from math import hypot

import pytest

from bocage.geometry.ways import FINE
from bocage.systems.disposable.model.tables import FULL, MANOEUVRE, RUN, SLOW
from bocage.systems.disposable.rules import bans, decisions
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.arranging import COLUMN, LINE, SKIRMISH, offsets
from bocage.systems.disposable.rules.moves import bare_reach, deployment_reach, entry_reach
from bocage.systems.disposable.rules.retreat import (
    TURNS,
    away,
    drive,
    evade,
    forced_reach,
    note_bases,
    standing_reach,
    vehicle_reach,
    withdraw,
)
from bocage.systems.disposable.rules.walking import NO_WAY, Walk, edge_point, ground_cost
from bocage.systems.disposable.state import DESTROYED, MOUNTED, ON_TABLE, WAITING
from systems.disposable.field import Field, ground, line, table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]

FORMED = [  # men, command distance, formation, the way it faces, where they stand beside the leader
    (5, 60, LINE, (0, 50), [(0, 0), (-11, 0), (11, 0), (-22, 0), (22, 0)]),
    (7, 60, LINE, (0, 50), [(0, 0), (-11, 0), (11, 0), (-22, 0), (22, 0), (0, -11), (-11, -11)]),
    (3, 60, LINE, (30, 40), [(0, 0), (-10, 7), (10, -7)]),
    (7, 90, COLUMN, (30, 40), [(0, 0), (-7, -10), (-14, -19), (-22, -29), (-29, -38), (-36, -48), (-43, -58)]),
    (7, 60, COLUMN, (0, 50), [(0, 0), (-11, 0), (0, -11), (-11, -11), (0, -22), (-11, -22), (0, -33)]),
    (1, 60, SKIRMISH, (0, 50), [(0, 0)]),
    (2, 60, SKIRMISH, (0, 50), [(0, 0), (-20, 0)]),
    (4, 60, SKIRMISH, (0, 50), [(0, 0), (-20, 0), (-10, -20), (-30, -20)]),
    (5, 60, SKIRMISH, (0, -50), [(0, 0), (20, 0), (-20, 0), (10, 20), (30, 20)]),
    (3, 30, SKIRMISH, (0, 50), [(0, 0), (-20, 0), (-10, -20)]),
    (
        9, 90, SKIRMISH, (50, 0),
        [(0, 0), (0, 20), (0, -20), (-20, 10), (-20, 30), (-20, -10), (-40, 0), (-40, 20), (-40, -20)],
    ),
]  # fmt: skip


@pytest.mark.rule("dh.cmd.distance.2")
@pytest.mark.parametrize(("men", "command", "formation", "ahead", "places"), FORMED)
def test_who_stands_where_in_a_formation(
    men: int, command: int, formation: int, ahead: tuple[int, int], places: list[tuple[int, int]]
) -> None:
    assert list(zip(*offsets(men, command, formation, *ahead), strict=True)) == places


WOOD, THICKET = ground("woods", 20, 10, 24, 30), ground("scrub", 26, 10, 28, 30)
FENCE = line("fence", 25, 10, 25, 30)


@pytest.mark.rule("dh.core.move.terrain")
@pytest.mark.parametrize(
    ("pieces", "to", "inches"),
    [
        ([], 280, 10), ([FENCE], 280, 12), ([WOOD], 280, 12), ([WOOD, FENCE], 280, 14), ([WOOD, THICKET], 280, 13),
        ([WOOD, THICKET, FENCE], 280, 15), ([WOOD], 220, 5), ([WOOD], 200, 2), ([THICKET, WOOD], 270, 11.5),
    ],
)  # fmt: skip
def test_the_price_of_the_ground_to_the_last_part(pieces: list[dict[str, object]], to: int, inches: float) -> None:
    made = table([], pieces).scenario.table
    for ax, bx in ((180, to), (to, 180)):
        assert ground_cost(made.slow, made.barriers, ax, 200, bx, 200, False, 5) == inches * 10 * FINE


@pytest.mark.rule("dh.core.deploy")
def test_where_the_edge_is_crossed() -> None:
    made = table([]).scenario.table
    crossed = {edge: edge_point(made, edge, 100, 50) for edge in ("south", "north", "west", "east")}
    assert crossed == {"south": (100, 0), "north": (100, 480), "west": (0, 50), "east": (720, 50)}


@pytest.mark.rule("dh.open.way", "dh.core.measure")
def test_the_way_round_the_enemy() -> None:
    """An enemy's base bars the way of another by an inch from middle to middle; one's own men make way."""
    for seat, off, cost in ((1, 10, 100), (1, 9, -1), (1, -10, 100), (1, -9, -1), (0, 0, 100)):
        units = [unit("us", 0, 20, 20, men=MEN, figures=1), unit("x", seat, 25, 20 + off / 10, men=MEN, figures=1)]
        walk = bare_reach(state := table([*units, FAR]), state.units[0], RUN).walk
        found = walk.leg(200, 200, 300, 200)
        assert found == (NO_WAY if cost < 0 else cost * FINE), (seat, off)
        assert walk.leg(300, 200, 200, 200) == found
        way = walk.route(200, 200, 300, 200, 120 * FINE)
        assert (len(way) > 4) is (cost < 0), "straight where that is free"
        assert way[:2] == [200, 200]
        assert way[-2:] == [300, 200]
        assert walk.price(way) == sum(walk.leg(*way[k : k + 4]) for k in range(0, len(way) - 2, 2)) <= 120 * FINE
        assert walk.route(200, 200, 300, 200, 100 * FINE) == ([] if cost < 0 else [200, 200, 300, 200])
        assert walk.route(200, 200, 300, 200, 100 * FINE - 1) == []


@pytest.mark.rule("dh.open.way", "dh.open.away")
def test_a_driven_man_pays_for_no_ground_but_keeps_out_of_the_water() -> None:
    made = table([], [WOOD, FENCE, ground("water", 30, 10, 34, 30)]).scenario.table
    walk = Walk(made, False, 5)
    walk.look_around(0, 0, 720, 480)
    assert walk.leg(180, 200, 280, 200) == 14 * 10 * FINE
    assert walk.leg(280, 200, 360, 200) == NO_WAY
    walk.free = True
    assert walk.leg(180, 200, 280, 200) == 10 * 10 * FINE
    assert walk.leg(280, 200, 360, 200) == NO_WAY
    assert walk.leg(280, 310, 360, 310) == 8 * 10 * FINE


@pytest.mark.rule("dh.core.veh.move", "dh.core.measure", "dh.core.scale.table", "dh.core.deploy")
def test_how_near_hulls_come() -> None:
    units = [unit("t", 0, 20, 40, template="sherman"), unit("o", 0, 30, 30, template="sherman")]
    state = table([*units, unit("de", 1, 40, 30, figures=1)], [ground("building", 10, 4, 14, 8)])
    reach = vehicle_reach(state, state.units[0], FULL)
    reach.anywhere = True
    for x, y, ban in (
        (270, 300, None), (271, 300, bans.OCCUPIED), (300, 330, None), (300, 329, bans.OCCUPIED), (330, 300, None),
        (329, 300, bans.OCCUPIED), (300, 270, None), (300, 271, bans.OCCUPIED), (380, 300, None),
        (381, 300, bans.OCCUPIED), (400, 280, None), (400, 281, bans.OCCUPIED),
    ):  # fmt: skip
        assert reach.forbid_hull(x, y) is ban, (x, y)
        assert reach.place(x, y) == ([] if ban else [x, y])
        assert reach.why is ban
    zone = deployment_reach(state, state.units[0])
    for x, y, ban in ((15, 15, None), (14, 15, bans.OFF_TABLE), (200, 45, None), (200, 46, bans.OUT_OF_ZONE)):
        zone.place(x, y)
        assert zone.why is ban, (x, y)


@pytest.mark.rule("dh.core.veh.move", "dh.core.move.terrain")
def test_what_a_hull_drives_over() -> None:
    tank = unit("t", 0, 20, 20, template="sherman", facing=[1, 0])
    for pieces, most, why in (
        ([], 90, bans.TOO_FAR[SLOW]), ([line("fence", 24, 10, 24, 30)], 70, bans.GROUND),
        ([ground("woods", 18, 10, 40, 30)], 60, bans.GROUND),
    ):  # fmt: skip
        state = table([tank, FAR], pieces)
        reach = vehicle_reach(state, state.units[0], SLOW)
        assert reach.place(200 + most, 200) == [200 + most, 200]
        assert reach.place(200 + most + 1, 200) == []
        assert reach.why is why
        assert reach.place(200, 210) == [200, 210], "it may turn aside"
        assert reach.why is None
        assert reach.place(210, 200) == [210, 200]
    state = table([tank, FAR], [ground("building", 22, 21.5, 24, 24)])
    reach = vehicle_reach(state, state.units[0], SLOW)
    assert reach.drives(270, 200) is None, "just past the house"
    assert reach.drives(270, 203) is bans.BLOCKED


@pytest.mark.rule("dh.core.deploy", "dh.core.veh.move", "dh.core.move.terrain")
@pytest.mark.parametrize(
    ("edge", "at", "inward"),
    [
        ("south", (360, 0), (0, 1)), ("north", (360, 480), (0, -1)), ("west", (0, 240), (1, 0)),
        ("east", (720, 240), (-1, 0)),
    ],
)  # fmt: skip
def test_who_comes_in_from_each_edge(edge: str, at: tuple[int, int], inward: tuple[int, int]) -> None:
    units = [unit("us", 0, 60, 4, men=MEN, figures=1), unit("t", 0, 50, 4, template="sherman")]
    state = table([*units, unit("de", 1, 66, 44, figures=1)])
    state.scenario.sides[0].edge = edge
    squad, tank = state.units[0], state.units[1]
    for one, mode, depth in ((squad, MANOEUVRE, 60), (squad, RUN, 90), (tank, SLOW, 90), (tank, FULL, 180)):
        one.place = WAITING
        reach = entry_reach(state, one, mode)
        for far, ban in ((depth, None), (depth + 1, bans.TOO_FAR[mode])):
            x, y = at[0] + inward[0] * far, at[1] + inward[1] * far
            assert reach.enters(x, y) is ban, (edge, far)
            assert bool(reach.place(x, y)) is (ban is None)
    deed = Activation(tank.index)
    deed.mode = FULL
    x, y = at[0] + inward[0] * 130, at[1] + inward[1] * 130
    deed.drive(state, tank, [x, y])
    assert (tank.place, tank.speed) == (ON_TABLE, 130)
    assert (state.x[tank.figures[0]], state.y[tank.figures[0]]) == (x, y) == (tank.left, tank.low)


@pytest.mark.rule("dh.move.single.1", "dh.move.single.2", "dh.open.single_towards", "dh.core.act.order")
@pytest.mark.parametrize("mode", ["sneak", "manoeuvre", "run"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_lone_man_joins_in_any_mode(mode: str, seat: int) -> None:
    """He came nearer to the one enemy whom he sees, so that he has to join; who stays away may leave it."""
    units = [
        unit("lone", seat, 20, 20, men=MEN, figures=1), unit("two", seat, 24, 20, men=MEN, figures=2),
        unit("foe", 1 - seat, 20, 40, men=MEN, figures=1),
    ]  # fmt: skip
    for y, bound in ((21, True), (19, False)):
        field = Field(units, first=seat).choose("activate", "lone").choose(mode)
        assert field.offers("join", "two")
        field.roll(*[9] * 9)
        field.go(20, y)
        while field.decision.kind is decisions.SNAP:
            field.choose("decline")
        assert field.offers("join", "two")
        assert field.offers("done") is not bound


@pytest.mark.rule("dh.open.away", "dh.guts.fallback.1", "dh.guts.rout.1")
@pytest.mark.parametrize("far", [60, 90])
def test_a_forced_move_is_never_too_long_and_hardly_shorter(far: int) -> None:
    state = table([unit("us", 0, 36, 24, men=MEN, figures=1), unit("de", 1, 40, 30, men=MEN, figures=1)])
    squad, foe = state.units
    for dx in range(-31, 32, 3):
        for dy in range(-29, 30, 3):
            state.x[foe.figures[0]], state.y[foe.figures[0]] = 360 + dx, 240 + dy
            for turn in range(len(TURNS)):
                x, y = away(state, squad, foe, turn, far, far)
                assert far - 1.72 <= hypot(x - 360, y - 240) <= far, (dx, dy, turn)


@pytest.mark.rule("dh.open.way", "dh.open.away", "dh.open.evade_try")
@pytest.mark.parametrize("at", [(25, 20), (15, 20), (20, 25), (20, 15)])
@pytest.mark.parametrize(
    ("template", "seat", "foe", "near", "bars"),
    [
        ("", 1, True, 10, True), ("", 0, False, 10, False), ("sherman", 0, False, 20, True),
        ("pz4h", 1, False, 20, True), ("wreck", 0, False, 20, True), ("wreck", 1, False, 20, True),
    ],
)  # fmt: skip
def test_who_is_in_the_way(at: tuple[int, int], template: str, seat: int, foe: bool, near: int, bars: bool) -> None:
    other = unit("x", seat, *at, men=MEN, figures=1)
    if template:
        other = unit("x", seat, *at, template="sherman" if template == "wreck" else template)
    state = table([unit("us", 0, 20, 20, men=MEN, figures=1), other, unit("far", 1, 66, 44, men=MEN)])
    if template == "wreck":
        state.units[1].place, state.units[1].wreck = DESTROYED, True
    for shy in (0, 11):
        reach = forced_reach(state, state.units[0], 60, shy)
        (crowd,) = reach.others
        more = shy if seat == 1 and template != "wreck" else 0
        assert (crowd.foe, crowd.reach, reach.walk.bars == [crowd]) == (foe, near + more, bars)
        assert (crowd.xs, crowd.ys) == ([10 * at[0]], [10 * at[1]])
    for margin, seen in ((50, True), (49, False)):
        reach = standing_reach(state, state.units[0], RUN, 90)
        note_bases(state, state.units[0], reach, margin)
        assert bool(reach.others) is seen
    state.units[1].place, state.units[1].wreck = MOUNTED, False
    assert forced_reach(state, state.units[0], 60).others == [], "aboard"


@pytest.mark.rule("dh.core.veh.guts", "dh.core.veh.move")
@pytest.mark.parametrize(
    ("facing", "at"), [((0, 1), (20, 11)), ((0, -1), (20, 29)), ((1, 0), (11, 20)), ((-1, 0), (29, 20))]
)
def test_a_vehicle_backs_with_all_it_carries(facing: tuple[int, int], at: tuple[int, int]) -> None:
    units = [
        unit("ht", 0, 20, 20, template="m3_halftrack", facing=list(facing)),
        unit("us", 0, 0, 0, aboard="ht", figures=3),
    ]
    state = table([*units, unit("on", 0, 40, 40, men=MEN), FAR])
    hull, crew, riders, others = state.units[:4]
    hull.immobile = True
    withdraw(state, hull)
    assert (hull.left, hull.low) == (200, 200), "it cannot move"
    hull.immobile = False
    withdraw(state, hull)
    for one in (hull, crew, riders):
        assert {(state.x[f] / 10, state.y[f] / 10) for f in one.figures} == {at}
        assert (one.left / 10, one.high / 10) == at
    assert others.left != hull.left
    drive(state, hull, 100, 100)
    assert {(state.x[f], state.y[f]) for f in (*crew.figures, *riders.figures)} == {(100, 100)}
    riders.figures.clear()
    drive(state, hull, 120, 100)
    assert (hull.left, crew.left, riders.left) == (120, 120, 100)
    edge = table([unit("t", 0, 2, 20, template="sherman", facing=[1, 0]), FAR])
    withdraw(edge, edge.units[0])
    assert edge.units[0].left == 20, "no room behind it for ten tenths"


@pytest.mark.rule("dh.open.evade_try", "dh.cc.evade.3")
@pytest.mark.parametrize(("off", "straight"), [(2.1, True), (2.0, False), (-2.1, True), (-2.0, False)])
def test_an_evader_keeps_more_than_an_inch_from_others(off: float, straight: bool) -> None:
    units = [unit("us", 0, 20, 24, men=MEN, figures=1), unit("two", 0, 20 + off, 32, men=MEN, figures=1)]
    state = table([*units, unit("de", 1, 20, 25, men=MEN, figures=1)])
    runner = state.units[2]
    evade(state, runner, state.units[0])
    assert (runner.left == 200) is straight
    if straight:
        assert runner.low == 340, "nine inches back"
