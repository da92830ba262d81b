"""Endings, rallies, riders, arrivals under fire, and what units are called."""

from __future__ import annotations

import pytest

from bocage.kernel.dice import scripted
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records
from bocage.systems.disposable.model.tables import HEAVY, MEDIUM, OPEN
from bocage.systems.disposable.rules import bans, decisions
from bocage.systems.disposable.rules.arranging import LINE, offsets
from bocage.systems.disposable.rules.bearing import pierces
from bocage.systems.disposable.rules.closecombat import contact_spots, in_contact, touching_points
from bocage.systems.disposable.rules.cover import (
    behind_hull,
    cover_of,
    cover_of_spots,
    cover_there,
    hull_beside,
    shared_class,
    shelter_at,
)
from bocage.systems.disposable.rules.moves import bare_reach
from bocage.systems.disposable.rules.rally import nearest_enemy_unit, rally
from bocage.systems.disposable.rules.turn import Battle, forbid_activation
from bocage.systems.disposable.state import FALLING, ON_TABLE, PINNED, ROUTING, STEADY, WAITING, DisposableState
from systems.disposable.field import Field, ground, line, table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]


@pytest.mark.rule("dh.core.turn.seq", "dh.core.victory.points", "dh.core.victory.break", "dh.core.victory.hold")
def test_how_a_battle_ends() -> None:
    for winner in (0, 1, -1):
        state = table([unit("us", 0, 20, 20, men=MEN), FAR])
        state.recording = True
        battle = Battle()
        state.push(battle)
        battle.close(state, winner, "dh.core.victory.points")
        assert state.over
        assert state.winner == winner
        args = state.events[-1].args
        names = [side.name for side in state.scenario.sides]
        seat = max(winner, 0)
        assert (args["first_side"], args["second_side"]) == (names[seat], names[1 - seat])
        assert args["winner"] == (names[winner] if winner >= 0 else "@result.draw")
    for turn, over in ((7, False), (8, True)):
        state = table([unit("us", 0, 20, 20, men=MEN), FAR])
        battle = Battle()
        state.push(battle)
        state.turn = turn
        battle.end_turn(state)
        assert state.over is over
    for seat in (0, 1):
        state = table([unit("us", 0, 20, 20, men=MEN), unit("de", 1, 40, 40, men=MEN)])
        state.units[seat].status = ROUTING
        battle = Battle()
        state.push(battle)
        battle.end_turn(state)
        assert (state.over, state.winner) == (True, 1 - seat)


@pytest.mark.rule(
    "dh.core.rally.pass", "dh.core.rally.fail", "dh.core.rally.attempt", "dh.core.rout.move", "dh.core.veh.guts"
)
def test_every_rally() -> None:
    for status, roll, after, y in (
        (PINNED, 6, STEADY, 20), (PINNED, 7, PINNED, 20), (FALLING, 6, PINNED, 20), (FALLING, 7, FALLING, 14),
        (ROUTING, 0, ROUTING, 11),
    ):  # fmt: skip
        state = table([unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, 20, 40, men=MEN), FAR])
        squad = state.units[0]
        squad.status = status
        state.dice = scripted([roll] if roll else [])
        rally(state, squad)
        assert (squad.status, state.y[squad.figures[0]]) == (after, 10 * y)
        assert nearest_enemy_unit(state, squad) is state.units[1]
        assert nearest_enemy_unit(state, state.units[2]) is squad
    for status, y in ((FALLING, 11), (PINNED, 20)):
        state = table([unit("t", 0, 20, 20, template="sherman", facing=[0, 1]), FAR])
        state.units[0].status = status
        state.dice = scripted([10])
        rally(state, state.units[0])
        assert (state.units[0].status, state.y[state.units[0].figures[0]]) == (status, 10 * y)


@pytest.mark.rule("dh.core.veh.passengers", "dh.fire.acc.1", "dh.core.act.phases")
def test_at_whom_riders_fire() -> None:
    units = [
        unit("ht", 0, 20, 20, template="m3_halftrack", activated=True),
        unit("us", 0, 0, 0, aboard="ht", figures=4),
    ]
    foes = [unit("near", 1, 20, 30, men=MEN), unit("hid", 1, 40, 30, men=MEN), unit("off", 1, 70, 46, men=MEN)]
    field = Field([*units, *foes], terrain=[ground("building", 28, 22, 32, 34)])
    if field.decision.kind is decisions.ACTIVATE:
        field.choose("activate", "us")
    field.choose("hold")
    assert [field.offers("fire", name) for name in ("near", "hid", "off")] == [True, False, False]
    field.roll(*[9] * 40, 1)
    field.choose("fire", "near")
    assert field.event("fire").args["firing"] == 2


@pytest.mark.rule("dh.core.points")
def test_units_of_a_platoon_are_numbered() -> None:
    state = SYSTEM.new("open_field", 1, {})
    assert isinstance(state, DisposableState)
    for seat in (0, 1):
        forces = [force for force in state.scenario.forces if force.seat == seat and force.crew_of < 0]
        by_kind: dict[str, list[str]] = {}
        for force in forces:
            by_kind.setdefault(force.template, []).append(force.name.rpartition(" ")[2])
        for names in by_kind.values():
            if len(names) > 1:
                assert names == [str(k + 1) for k in range(len(names))]
            else:
                assert not names[0].isdigit()


@pytest.mark.rule("dh.cc.contact.1", "dh.open.charge_distance", "dh.core.measure")
def test_where_chargers_come_into_contact() -> None:
    assert all(100 <= (x - 200) ** 2 + (y - 200) ** 2 <= 121 for x, y in touching_points(200, 200, 300, 240))
    first = touching_points(200, 200, 300, 200)[0]
    assert first == (210, 200), "on the side one comes from"
    for x, y in ((20, 26), (26, 20), (15, 16)):
        state = table([unit("us", 0, 20, 20, men=MEN), unit("de", 1, x, y, men=MEN, figures=1)])
        reach = bare_reach(state, state.units[0], 3)
        for crowd in reach.others:
            crowd.foe = False
        spots = contact_spots(state, state.units[0], state.units[1], reach)
        assert in_contact(state, spots, state.units[1])
        for k, f in enumerate(state.units[0].figures):
            assert (spots[2 * k] - state.x[f]) ** 2 + (spots[2 * k + 1] - state.y[f]) ** 2 <= 90**2
    assert not in_contact(state, [0, 0, 100, 100], state.units[1])


@pytest.mark.rule("dh.open.best_cover", "dh.fire.terrain.4", "dh.guts.terrain.4", "dh.open.linear_contact")
def test_the_cover_of_a_unit() -> None:
    assert [shared_class(classes) for classes in ([4], [0, 4], [0, 0, 4], [0, 4, 4], [3, 0, 4, 0], [0, 3, 4, 4])] == [
        4,
        4,
        0,
        4,
        3,
        4,
    ]
    tank = unit("t", 1, 30, 30, template="pz4h")
    state = table([unit("us", 0, 30, 20, men=MEN, figures=1), tank, unit("de", 1, 30, 32.2, men=MEN, figures=1)])
    de = next(u for u in state.units if state.force(u).id == "de")
    assert cover_of(state, de, state.units[0]) == HEAVY
    for y, heavy in ((31.6, True), (32.5, True), (32.6, False)):
        assert behind_hull(state, 300, round(10 * y), 300, 200) is heavy, y
        assert (hull_beside(state, 300, round(10 * y), 10) >= 0) is heavy
        assert (shelter_at(state, 300, round(10 * y)) == HEAVY) is heavy
        assert (cover_of_spots(state, [300, round(10 * y)], 300, 200) == HEAVY) is heavy
        assert (cover_there(state, 1, [300, round(10 * y)]) == HEAVY) is heavy
    assert not behind_hull(state, 300, 322, 300, 400), "from behind"
    assert not behind_hull(state, 300, 322, 300, 305), "out of the hull itself"
    assert hull_beside(state, 300, 300, 10) == -1, "inside it"
    state = table([unit("us", 0, 30, 20, men=MEN, figures=1)], [line("stone_wall", 20, 30, 40, 30)])
    assert [cover_there(state, 1, [300, y]) for y in (306, 310, 311, 294)] == [MEDIUM, MEDIUM, OPEN, OPEN]
    assert [cover_there(state, 0, [300, y]) for y in (306, 294)] == [MEDIUM, MEDIUM], "from whatever side"


@pytest.mark.rule("dh.open.snap_point", "dh.open.snap_check", "dh.open.spot_limits", "dh.snap.2")
def test_a_move_under_snap_fire() -> None:
    two = [{"count": 2, "guts": 6, "weapon": "kar98k"}, {"count": 2, "guts": 5, "weapon": "kar98k"}]
    units = [unit("us", 0, 20, 20, men=two), unit("de", 1, 20, 32, men=MEN, figures=1), FAR]
    for check, end in ((1, 26), (10, None)):
        field = Field(units).choose("manoeuvre")
        field.go(20, 26)
        assert field.decision.kind is decisions.SNAP
        field.choose("snap-fire", "de")
        field.roll(9, check)
        field.play(field.decision.options[0])
        squad = field.unit("us")
        assert squad.status == (STEADY if check == 1 else PINNED)
        assert squad.place == ON_TABLE
        if end:
            assert field.at("us") == (20, end)
            assert field.event("move").args["distance"] == "6.0"
            assert field.event("move").rule == "dh.move.manoeuvre.1"
    field = Field(units).choose("manoeuvre")
    field.go(20, 26)
    field.choose("decline")
    assert field.at("us") == (20, 26)
    field = Field(units).choose("manoeuvre")
    field.go(20, 26)
    field.choose("snap-fire", "de")
    field.roll(1, 2, 1)
    field.play(field.decision.options[0])
    field.choose("as-proposed")
    assert len(field.unit("us").figures) == 3
    assert field.at("us") == (20, 26), "those who are left go on"


@pytest.mark.rule("dh.cmd.distance.2")
def test_a_formation_faces_nowhere_in_particular() -> None:
    assert offsets(1, 60, LINE, 0, 0) == ([0], [0])
    ox, oy = offsets(3, 60, LINE, 1, 0)
    assert ox == [0, 0, 0]
    assert sorted(oy) == [-max(oy), 0, max(oy)]


@pytest.mark.rule("dh.core.acc.zero", "dh.core.linear.ruins", "dh.open.fire_half", "dh.open.floors")
def test_variants_are_off_unless_they_are_wanted() -> None:
    for name in ("confirm", "ruins", "each"):
        plain, wanted = SYSTEM.new("crossroads", 1, {}), SYSTEM.new("crossroads", 1, {name: True})
        assert getattr(plain, name) is False
        assert getattr(wanted, name) is True
        assert getattr(SYSTEM.new("crossroads", 1, {name: False}), name) is False
    heights = [max(SYSTEM.new("crossroads", 1, {"flat": flat}).scenario.table.raised) for flat in (False, True)]
    assert heights == [2, 0]


@pytest.mark.rule("dh.core.veh.pen", "dh.flame.2", "dh.open.dm_sign")
def test_what_could_harm_a_vehicle() -> None:
    for weapon, template, facing, harms in (
        ("kar98k", "sdkfz251", [0, -1], False), ("ptrd", "sdkfz251", [0, -1], True), ("ptrd", "pz4h", [0, -1], False),
        ("ptrd", "pz4h", [0, 1], True), ("m2_flamethrower", "pz4h", [0, -1], True), ("kar98k", "truck", [0, -1], True),
    ):  # fmt: skip
        state = table([unit("us", 0, 20, 20, figures=1), unit("t", 1, 20, 25, template=template, facing=facing)])
        arm, target = records.armoury()[weapon], state.units[1]
        assert pierces(state, state.units[0].figures[0], arm, target) is harms, (weapon, template)
        vehicle = state.vehicle(target)
        assert vehicle is not None
        vehicle.dm = (-arm.at_ap, -arm.at_ap, -arm.at_ap)
        assert pierces(state, state.units[0].figures[0], arm, target) is arm.flame, "AP + DM of 0"
        vehicle.dm = (1 - arm.at_ap, 1 - arm.at_ap, 1 - arm.at_ap)
        assert pierces(state, state.units[0].figures[0], arm, target), "of 1"


@pytest.mark.rule("dh.core.oneshot", "dh.snap.2", "dh.open.snap_limits")
def test_a_panzerfaust_fired_at_men_is_spent() -> None:
    armed = {"count": 1, "guts": 6, "weapon": "kar98k", "extra": ["panzerfaust"]}
    men = [{"count": 1, "guts": 7, "weapon": "mp40", "leader": True}, armed]
    units = [unit("de", 1, 20, 20, template="de_squad", men=men), unit("us", 0, 20, 25, men=MEN), unit("o", 0, 60, 4)]
    field = Field(units, first=1).choose("hold")
    field.roll(*[9] * 20, 1)
    field.choose("launch", "us", "0")
    assert field.state.spent == [field.unit("de").figures[1]]


@pytest.mark.rule("dh.core.deploy", "dh.core.turn.once", "dh.core.victory.points", "dh.core.act.order.effects")
def test_riders_act_while_their_vehicle_is_on_the_table() -> None:
    state = table([unit("ht", 0, 20, 20, template="m3_halftrack"), unit("us", 0, 0, 0, aboard="ht", figures=2), FAR])
    hull, riders = state.units[0], next(u for u in state.units if state.force(u).id == "us")
    assert forbid_activation(state, riders) is None
    hull.place = WAITING
    assert forbid_activation(state, riders) is bans.NOT_ARRIVED
    field = Field([unit("t", 0, 20, 20, template="sherman", facing=[0, 1]), unit("de", 1, 66, 20), FAR])
    field.unit("t").speed = 90
    field.choose("hold")
    assert field.unit("t").speed == 0
