"""Moves at the edges: the last tenth of an inch, hulls, formations, forced moves, both seats."""

from __future__ import annotations

from itertools import pairwise
from math import cos, isqrt, radians, sin

import pytest

from bocage.geometry.ways import FINE
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable import state as houses
from bocage.systems.disposable.model.tables import FULL, MANOEUVRE, RUN, SLOW, SNEAK
from bocage.systems.disposable.rules import bans, retreat
from bocage.systems.disposable.rules.arranging import COLUMN, LINE, SKIRMISH, offsets
from bocage.systems.disposable.rules.command import lent_guts, spread_out
from bocage.systems.disposable.rules.movement import forbid_joining, is_lone, join, touching, within_arc
from bocage.systems.disposable.rules.moves import bare_reach, deployment_reach, entry_reach, reach_of, stops
from bocage.systems.disposable.rules.retreat import away, evade, fall_back, rout, vehicle_reach, withdraw
from bocage.systems.disposable.rules.walking import NO_WAY, ground_cost
from bocage.systems.disposable.state import DESTROYED, HOUSES, JOINED, ON_TABLE, WAITING, DisposableState, Unit
from systems.disposable.field import Field, ground, line, table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]


def place(state: DisposableState, one: Unit, k: int = 0) -> tuple[float, float]:
    return state.x[one.figures[k]] / 10, state.y[one.figures[k]] / 10


def cost(pieces: list[dict[str, object]], ax: int, ay: int, bx: int, by: int, run: bool = False) -> float:
    """In inches; -1 where there is no way."""
    made = table([], pieces).scenario.table
    found = ground_cost(made.slow, made.barriers, ax, ay, bx, by, run, 5)
    return -1 if found == NO_WAY else found / FINE / 10


@pytest.mark.rule("dh.core.move.terrain")
def test_what_ground_costs() -> None:
    wood, scrub = ground("woods", 20, 10, 24, 30), ground("scrub", 26, 10, 28, 30)
    assert cost([], 100, 200, 160, 200) == pytest.approx(6)
    assert cost([wood], 180, 200, 260, 200) == pytest.approx(8 + 2), "half as much again in the wood"
    assert cost([wood, scrub], 180, 200, 300, 200) == pytest.approx(12 + 3)
    assert cost([wood], 210, 150, 210, 250) == pytest.approx(15), "all of it"
    assert cost([wood], 180, 200, 190, 200) == pytest.approx(1)
    assert cost([wood], 180, 200, 260, 200, True) == -1, "nobody runs through it"
    assert cost([wood], 180, 200, 190, 200, True) == pytest.approx(1)
    house = ground("building", 20, 10, 24, 30)
    walls = (
        cost([house], 180, 200, 260, 200) - 8,
        cost([house], 180, 200, 220, 200) - 4,
        cost([house], 210, 200, 230, 200) - 2,
    )
    assert walls == pytest.approx((2 * walls[1], walls[1], 0)), "a wall out, a wall in, none inside"
    assert walls[1] > 0
    assert cost([line("fence", 20, 10, 20, 30)], 180, 200, 220, 200) == pytest.approx(4 + 2)
    assert cost([line("bocage", 20, 10, 20, 30)], 180, 200, 220, 200) == pytest.approx(4 + 4)
    assert cost([line("fence", 20, 10, 20, 30)], 180, 310, 220, 310) == pytest.approx(4), "past its end"
    fences = [line("fence", 20, 10, 20, 30), line("hedge", 22, 10, 22, 30)]
    assert cost(fences, 180, 200, 240, 200) == pytest.approx(6 + 4)
    water = ground("water", 20, 10, 24, 30)
    assert cost([water], 180, 200, 260, 200) == -1
    assert cost([water], 180, 306, 260, 306) == pytest.approx(8)
    assert cost([water], 180, 304, 260, 304) == -1, "half a base in the water"


@pytest.mark.rule("dh.move.sneak.1", "dh.move.manoeuvre.1", "dh.move.run.1", "dh.core.measure", "dh.core.scale.table")
@pytest.mark.parametrize(("mode", "most"), [(SNEAK, 3), (MANOEUVRE, 6), (RUN, 9)])
def test_how_far_a_man_goes(mode: int, most: float) -> None:
    for seat in (0, 1):
        men = unit("one", seat, 20, 20, men=MEN, figures=2, places=[[20, 20], [21.5, 20]])
        state = table([men, unit("far", 1 - seat, 66, 44)])
        reach = reach_of(state, state.units[0], mode)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = 200 + dx * int(10 * most), 200 + dy * int(10 * most)
            assert reach.contains(x, y)
            assert not reach.contains(x + dx, y + dy)
            assert reach.why is bans.TOO_FAR[mode]


@pytest.mark.rule("dh.core.scale.table", "dh.core.measure", "dh.cc.contact.1", "dh.open.way")
def test_where_a_base_may_stand() -> None:
    pieces = [ground("water", 30, 20, 34, 24), line("stone_wall", 30, 30, 34, 30)]
    units = [unit("us", 0, 20, 20, men=MEN, figures=1), unit("own", 0, 24, 20, men=MEN, figures=1)]
    state = table([*units, unit("de", 1, 20, 26, figures=1)], pieces)
    reach = bare_reach(state, state.units[0], RUN)
    reach.allowance = 2000
    for x, y, ban in (
        (5, 100, None), (4, 100, bans.OFF_TABLE), (715, 100, None), (716, 100, bans.OFF_TABLE), (100, 5, None),
        (100, 4, bans.OFF_TABLE), (100, 475, None), (100, 476, bans.OFF_TABLE), (250, 200, None),
        (249, 200, bans.OCCUPIED), (240, 210, None), (211, 260, bans.CONTACT), (210, 260, bans.CONTACT),
        (212, 260, None), (209, 260, bans.OCCUPIED), (294, 220, None), (296, 220, bans.BLOCKED), (320, 306, None),
        (320, 304, bans.BLOCKED), (320, 294, None),
    ):  # fmt: skip
        assert reach.stands(x, y) is ban, (x, y)
    assert reach.free([400, 200, 420, 200], 410, 200)
    assert not reach.free([400, 200, 420, 200], 411, 200)
    assert not reach.free([400, 200], 400, 209)
    assert reach.free([400, 200], 400, 190)


@pytest.mark.rule("dh.core.veh.move", "dh.core.measure", "dh.core.move.terrain", "dh.core.scale.table")
def test_where_a_hull_may_stand() -> None:
    pieces = [ground("water", 30, 20, 34, 24), ground("building", 40, 20, 44, 24), ground("woods", 50, 20, 54, 24)]
    state = table([unit("t", 0, 20, 40, template="sherman", facing=[0, -1]), unit("de", 1, 60, 30, figures=1)], pieces)
    reach = vehicle_reach(state, state.units[0], SLOW)
    reach.others = reach.others or []
    for x, y, ban in (
        (15, 100, None), (14, 100, bans.OFF_TABLE), (705, 100, None), (706, 100, bans.OFF_TABLE), (100, 15, None),
        (100, 14, bans.OFF_TABLE), (100, 465, None), (100, 466, bans.OFF_TABLE), (285, 220, None),
        (286, 220, bans.BLOCKED), (320, 220, bans.BLOCKED), (380, 220, None), (381, 220, bans.BLOCKED),
        (420, 220, bans.BLOCKED), (520, 220, None),
    ):  # fmt: skip
        assert reach.forbid_hull(x, y) is ban, (x, y)


@pytest.mark.rule("dh.core.veh.move")
def test_how_a_vehicle_drives() -> None:
    road = ground("road", 10, 18, 70, 22)
    for template, mode, ahead, back in (
        ("sherman", SLOW, 9, 9), ("sherman", FULL, 18, 0), ("m3_halftrack", FULL, 18, 0), ("jeep", FULL, 12, 0),
        ("jeep", SLOW, 9, 9),
    ):  # fmt: skip
        state = table([unit("v", 0, 36, 30, template=template, facing=[1, 0]), FAR])
        reach = vehicle_reach(state, state.units[0], mode)
        assert reach.contains(360 + 10 * ahead, 300)
        assert not reach.contains(360 + 10 * ahead + 1, 300)
        assert reach.why is bans.TOO_FAR[mode]
        assert reach.contains(360 - 10 * back, 300) is bool(back)
        assert reach.contains(360, 330), "a right angle is not behind"
        assert not reach.contains(360, 300)
        assert reach.why is bans.NO_MOVE
        if not back:
            assert not reach.contains(350, 330)
            assert reach.why is bans.BEHIND
    state = table([unit("v", 0, 36, 20, template="jeep", facing=[1, 0]), FAR], [road])
    reach = vehicle_reach(state, state.units[0], FULL)
    assert reach.contains(600, 200), "24 inches from road to road"
    assert not reach.contains(601, 200)
    assert reach.contains(440, 280), "beside it"
    assert not reach.contains(440, 300)


@pytest.mark.rule("dh.core.veh.guts", "dh.core.veh.move", "dh.open.away")
def test_a_vehicle_backs_as_far_as_there_is_room() -> None:
    for wall, end in ((None, 11), (ground("building", 15, 4, 25, 10), 12), (ground("building", 15, 4, 25, 14), 16)):
        state = table([unit("t", 0, 20, 20, template="sherman", facing=[0, 3]), FAR], [wall] if wall else [])
        withdraw(state, state.units[0])
        assert place(state, state.units[0]) == (20, end)
    state = table([unit("t", 0, 20, 20, template="sherman", facing=[0, 3]), FAR])
    state.units[0].immobile = True
    withdraw(state, state.units[0])
    assert place(state, state.units[0]) == (20, 20)


@pytest.mark.rule("dh.open.away")
def test_the_turns_of_forced_moves() -> None:
    degrees = [0, 20, -20, 40, -40, 60, -60, 80, -80]
    assert list(retreat.TURNS) == [(round(1024 * cos(radians(d))), round(1024 * sin(radians(d)))) for d in degrees]


@pytest.mark.rule("dh.open.away", "dh.guts.fallback.1", "dh.guts.rout.1")
def test_the_way_from_the_enemy() -> None:
    for seat, x, y, to in (
        (0, 20, 30, (20, 14)), (0, 20, 10, (20, 26)), (0, 30, 20, (14, 20)), (1, 10, 20, (26, 20)),
        (1, 14, 12, (23.6, 24.8)),
    ):  # fmt: skip
        state = table([unit("one", seat, 20, 20, men=MEN, figures=1), unit("foe", 1 - seat, x, y, men=MEN, figures=1)])
        point = away(state, state.units[0], state.units[1], 0, 60, 60)
        assert abs(point[0] / 10 - to[0]) <= 0.1
        assert abs(point[1] / 10 - to[1]) <= 0.1
        fall_back(state, state.units[0], state.units[1])
        assert place(state, state.units[0]) == (point[0] / 10, point[1] / 10)
    for seat, y in ((0, 14), (1, 26)):
        same = [unit("one", seat, 20, 20, men=MEN, figures=1), unit("foe", 1 - seat, 50, 40, men=MEN, figures=1)]
        state = table(same)
        foe = state.units[1]
        state.x[foe.figures[0]], state.y[foe.figures[0]] = 200, 200
        assert away(state, state.units[0], foe, 0, 60, 60) == (200, 10 * y), "on the same spot: toward the own edge"


@pytest.mark.rule("dh.guts.fallback.1", "dh.guts.fallback.2", "dh.open.better_cover", "dh.open.away")
def test_how_far_a_unit_falls_back() -> None:
    men, foe = unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, 20, 30, figures=1)
    for pieces, at, y in (
        ([], 20, 14), ([ground("bushes", 10, 10, 30, 17)], 20, 17), ([ground("bushes", 10, 10, 30, 22)], 20, 14),
        ([ground("foxholes", 10, 10, 30, 16), ground("bushes", 10, 16, 30, 22)], 20, 16),
    ):  # fmt: skip
        state = table([men, foe], pieces)
        fall_back(state, state.units[0], state.units[1])
        assert place(state, state.units[0])[0] == at
        assert place(state, state.units[0])[1] == pytest.approx(y, abs=0.6)
    state = table([unit("us", 0, 20, 3, men=MEN, figures=1), foe])
    fall_back(state, state.units[0], state.units[1])
    assert state.units[0].place == ON_TABLE
    assert place(state, state.units[0]) == (20, 0.5), "the table edge stops it"
    state = table([men, foe], [ground("water", 17, 10, 23, 17)])
    fall_back(state, state.units[0], state.units[1])
    x, y = place(state, state.units[0])
    assert x != 20, "round the water"
    assert isqrt(int(((x - 20) ** 2 + (y - 20) ** 2) * 100)) in range(55, 61)


@pytest.mark.rule("dh.guts.rout.1", "dh.core.rout.leave", "dh.cc.evade.3", "dh.open.evade_try", "dh.open.gun_left")
def test_how_far_a_unit_runs() -> None:
    men, foe = unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, 20, 30, figures=1)
    for run in (rout, evade):
        state = table([men, foe], [ground("foxholes", 10, 10, 30, 18)])
        run(state, state.units[0], state.units[1])
        assert place(state, state.units[0]) == (20, 11)
    for y, gone in ((9.4, True), (9.5, False)):
        state = table([unit("us", 0, 20, y, men=MEN, figures=1), unit("de", 1, 20, 30, figures=1)])
        rout(state, state.units[0], state.units[1])
        assert (state.units[0].place == DESTROYED) is gone
        state = table([unit("us", 0, 20, y, men=MEN, figures=1), unit("de", 1, 20, 30, figures=1)])
        evade(state, state.units[0], state.units[1])
        assert state.units[0].place == ON_TABLE, "whoever evades stays on the table"
    blocked = [men, foe, unit("two", 1, 20, 12, figures=1)]
    state = table(blocked)
    evade(state, state.units[0], state.units[1])
    x, y = place(state, state.units[0])
    assert (x - 20) ** 2 + (y - 12) ** 2 > 2 * 2, "more than an inch from the other enemy"
    gun = unit("gun", 0, 20, 20, template="us_57", facing=[0, 1])
    for run in (rout, evade, fall_back):
        state = table([gun, foe])
        run(state, state.units[0], state.units[1])
        assert state.units[0].out == 1


@pytest.mark.rule("dh.cmd.distance.2")
def test_formations_keep_their_distance() -> None:
    for n in range(1, 13):
        for formation in (LINE, COLUMN, SKIRMISH):
            for dx, dy in ((0, 50), (30, 0), (-30, -40), (267, 267), (-7, 93), (211, -97)):
                ox, oy = offsets(n, 70, formation, dx, dy)
                assert (ox[0], oy[0]) == (0, 0), "the leader goes where he is sent"
                assert not spread_out(ox, oy, 70)
                pairs = [(i, j) for i in range(n) for j in range(i)]
                assert all((ox[i] - ox[j]) ** 2 + (oy[i] - oy[j]) ** 2 >= 100 for i, j in pairs)
                behind = [ox[i] * dx + oy[i] * dy for i in range(n)]
                assert max(behind) <= isqrt(dx * dx + dy * dy) + 1, "nobody ahead of the leader"
    line_x, line_y = offsets(5, 70, LINE, 0, 50)
    assert line_y == [0] * 5
    assert len(set(line_x)) == 5
    column_x, column_y = offsets(5, 70, COLUMN, 0, 50)
    assert column_x == [0] * 5
    assert column_y == sorted(column_y, reverse=True)
    assert len(set(column_y)) == 5
    loose_x, loose_y = offsets(9, 90, SKIRMISH, 0, 50)
    assert len(set(loose_y)) == 3, "three ranks of three"
    gaps = sorted((loose_x[0] - x) ** 2 + (loose_y[0] - y) ** 2 for x, y in zip(loose_x[1:], loose_y[1:], strict=True))
    close_x, close_y = offsets(9, 90, LINE, 0, 50)
    tight = sorted((close_x[0] - x) ** 2 + (close_y[0] - y) ** 2 for x, y in zip(close_x[1:], close_y[1:], strict=True))
    assert gaps[0] > tight[0], "skirmishers stand farther apart"


@pytest.mark.rule("dh.move.single.1", "dh.move.single.2", "dh.open.single_towards")
def test_lone_models() -> None:
    assert [is_lone(s := table([unit("a", 0, 20, 20, men=MEN, figures=n), FAR]), s.units[0]) for n in (1, 2)] == [
        True,
        False,
    ]
    state = table([unit("a", 0, 20, 20, template="sherman"), FAR])
    assert not is_lone(state, state.units[0])
    for template in ("us_sniper", "us_pc", "us_mmg"):
        for house in (0, 32):
            state = table([unit("a", 0, 20, 20, template=template, figures=1), FAR])
            state.house = house
            assert is_lone(state, state.units[0]) is (house == 0)
    men = [{"count": 2, "guts": 6, "weapon": "kar98k"}]
    for x, ban in ((26, None), (27, None), (27.1, bans.JOIN_DISTANCE)):
        state = table([unit("a", 0, 20, 20, men=men, figures=1), unit("b", 0, x, 20, men=men, figures=1), FAR])
        assert forbid_joining(state, state.units[0], state.units[1]) is ban
    state = table(
        [
            unit("a", 0, 20, 20, men=men, figures=1),
            unit("b", 0, 22, 20, men=men),
            unit("s", 0, 20, 23, template="us_sniper"),
            FAR,
        ]
    )
    one, two, sniper, foe = state.units
    assert forbid_joining(state, two, one) is bans.NOT_ALONE
    assert forbid_joining(state, one, one) is bans.TAKES_NOBODY
    assert forbid_joining(state, one, foe) is bans.TAKES_NOBODY
    assert forbid_joining(state, one, sniper) is bans.TAKES_NOBODY
    two.status = 1
    assert forbid_joining(state, one, two) is bans.TAKES_NOBODY
    join(state, one, two)
    assert (one.place, len(one.figures), len(two.figures)) == (JOINED, 0, 3)
    assert (two.left, two.right) == (min(state.x[f] for f in two.figures), max(state.x[f] for f in two.figures))


@pytest.mark.rule("dh.core.measure", "dh.move.hmg.2", "dh.move.mortar.2", "dh.cmd.distance.2")
def test_touching_and_facing() -> None:
    assert touching(0, 0, 11, 0)
    assert not touching(0, 0, 12, 0)
    assert [within_arc(0, 5, x, y) for x, y in ((0, 1), (1, 0), (-1, 0), (1, -1), (0, -1))] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert not spread_out([0, 70], [0, 0], 60)
    assert spread_out([0, 71], [0, 0], 60)
    assert not spread_out([0, 42, 0], [0, 56, 56], 60)
    assert spread_out([0, 42, 43], [0, 56, 57], 60)


@pytest.mark.rule("dh.guts.pc.1", "dh.open.guts_pc_distance", "dh.core.pc.loss")
def test_how_far_a_commander_lends_his_guts() -> None:
    for x, lent in ((29, 8), (29.1, 0)):
        spots = [[40, 40], [x, 20]]
        men = unit("us", 0, 40, 40, men=MEN, figures=2, places=spots)
        state = table([men, unit("hq", 0, 20, 20, template="us_pc", figures=1), FAR])
        assert lent_guts(state, state.units[0]) == lent, "to the nearest figure, in inches of his own Guts"
        assert lent_guts(state, state.units[1]) == 0, "not to himself"
        assert lent_guts(state, state.units[2]) == 0
        state.units[1].status = 1
        assert lent_guts(state, state.units[0]) == lent
        state.house = 8
        assert lent_guts(state, state.units[0]) == 0


@pytest.mark.rule("dh.core.deploy", "dh.core.measure")
def test_where_units_are_deployed_and_come_in() -> None:
    state = SYSTEM.new("crossroads", 3, {})
    assert isinstance(state, DisposableState)
    for seat, low, high, inward in ((0, 0, 60, 1), (1, 400, 480, -1)):
        squad = next(
            u for u in state.units if u.seat == seat and len(u.figures) > 6 and u.reserve == 0 and u.place == WAITING
        )
        reach = deployment_reach(state, squad)
        assert reach.contains(360, (low + high) // 2)
        assert not reach.contains(360, 240)
        assert not reach.contains(30, (low + high) // 2), "beside the zone"
        edge = 0 if seat == 0 else 480
        comes = entry_reach(state, squad, MANOEUVRE)
        assert comes.stands(360, edge + inward * 5) is None
        assert comes.walks(0, 360, edge + inward * 60) is None
        assert comes.walks(0, 360, edge + inward * 61) is bans.TOO_FAR[MANOEUVRE]
        assert entry_reach(state, squad, RUN).walks(0, 360, edge + inward * 90) is None
        assert entry_reach(state, squad, RUN).walks(0, 360, edge + inward * 91) is bans.TOO_FAR[RUN]


@pytest.mark.rule("dh.open.snap_point")
def test_the_points_of_a_way() -> None:
    state = table([unit("us", 0, 20, 20, men=MEN, figures=1), FAR])
    squad = state.units[0]
    for tenths, number in ((14, 2), (15, 2), (16, 3), (30, 3), (31, 4), (60, 5), (90, 7)):
        found = stops(state, squad, squad.figures, [[200, 200, 200, 200 + tenths]])
        assert len(found) == number, tenths
        assert found[0] == [200, 200]
        assert found[-1] == [200, 200 + tenths]
        assert max(b[1] - a[1] for a, b in pairwise(found)) <= 15


@pytest.mark.rule(
    "dh.open.scope_hold", "dh.open.spot_limits", "dh.open.spot_camouflage", "dh.open.guts_pc_distance",
    "dh.core.rout.contact", "dh.open.single_towards", "dh.open.snap_limits", "dh.open.bunker_mods",
    "dh.open.charge_order", "dh.core.snap.range",
)  # fmt: skip
@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_every_house_rule_is_a_switch_of_its_own(number: int) -> None:
    state = SYSTEM.new("crossroads", 1, {f"house_{HOUSES[number]}": True})
    assert isinstance(state, DisposableState)
    assert state.house == 1 << number == getattr(houses, f"HOUSE_{HOUSES[number].upper()}")
    assert SYSTEM.new("crossroads", 1, {f"house_{HOUSES[number]}": False}).house == 0


@pytest.mark.rule("dh.core.veh.move", "dh.open.hmg_pivot", "dh.core.act.phases")
def test_who_turns_in_place() -> None:
    for template, mode, offered in (
        ("us_mmg", "hold", False), ("us_mmg", "sneak", True), ("sherman", "hold", True), ("sherman", "slow", False),
        ("us_rifle_squad", "sneak", False),
    ):  # fmt: skip
        field = Field([unit("us", 0, 20, 20, template=template, facing=[0, 1]), unit("de", 1, 20, 40), FAR]).choose(
            mode
        )
        assert field.offers("face") is offered, (template, mode)
    field = Field([unit("us", 0, 20, 20, template="us_mmg", facing=[0, 1]), unit("de", 1, 40, 10), FAR]).choose("sneak")
    field.choose("face").go(40, 20)
    team = field.unit("us")
    assert (team.facing_x > 0, team.facing_y) == (True, 0)
