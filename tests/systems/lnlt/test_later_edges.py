"""Cards, spotters and steps that the other edges leave out: one condition at a time and from either seat."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.administration import leave
from bocage.systems.lnlt.rules.aftermath import ErraticCard
from bocage.systems.lnlt.rules.coordination import GroupAttack
from bocage.systems.lnlt.rules.fire_cards import end_of_step
from bocage.systems.lnlt.rules.guns import mortar_targets
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.orders import activated_vehicles
from bocage.systems.lnlt.rules.ordnance import is_turret_hit
from bocage.systems.lnlt.rules.paces import forbid_pace
from bocage.systems.lnlt.rules.reactions import small_arms
from bocage.systems.lnlt.rules.steps import steps
from bocage.systems.lnlt.rules.transport import HoldOn, alight
from bocage.systems.lnlt.rules.vehicle_fire import vehicle_cover
from systems.lnlt.armour import EAST, FAR, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, PARA_HALF, RIFLES, Table, unit
from systems.lnlt.test_gliders import NORTH
from systems.lnlt.test_riders import REGULAR, SPAHI, raid

pytestmark = pytest.mark.both_seats


@pytest.mark.rule("lnlt.boh.25.2.erratic.a")
def test_a_card_that_is_kept_back_is_asked_for_once() -> None:
    table = Table([unit("us.hero.para", "E5", "h", skill="erratic"), unit(PARA, "E5", "p")], [unit(RIFLES, "A1", "r")])
    state, one = table.state, table.unit("h")
    state.pending = []
    state.push(ErraticCard(one.seat, one.hex, [table.names["p"]], 6, False, one.id))
    state.advance()
    assert table.kind == acts.ERRATIC_CARD.name
    table.do("done", dice=[6])
    assert not any(isinstance(one, ErraticCard) for one in state.stack)
    assert table.unit("p").type.id != PARA or table.is_shaken("p")


@pytest.mark.rule("lnlt.core.option.natural_two", "lnlt.core.armour.4.4")
@pytest.mark.parametrize(("hull", "turret", "hit"), [(EAST, WEST, False), (EAST, EAST, True), (WEST, WEST, False)])
def test_a_two_goes_by_what_hull_and_turret_turn_to_the_gun(hull: int, turret: int, hit: bool) -> None:
    """Hull and turret are as thick in front (3), and the turret thinner behind (2 against 3)."""
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", EAST)),
        side("de", vehicle("ge.veh.pz3j", "G5", "P", hull), FAR),
        options={"natural_two": "owner-worst"},
    )
    target = field.vehicle("P")
    target.turret = turret
    assert is_turret_hit(field.state, target, 2, field.hex("D5")) == hit


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.boh.25.2.dead-eye.a")
def test_a_mortar_shells_as_far_as_it_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    men = [unit(RIFLES, hex_, hex_) for hex_ in ("C5", "D5", "E5", "F5")]
    field = Field(side("us", unit("us.wt.mortar81", "A5", "m")), side("de", *men))
    mortar = field.unit("m")
    assert mortar.type.team is not None
    monkeypatch.setattr(mortar.type.team, "range", 4)
    assert {field.state.board.grid.names[hex_] for hex_ in mortar_targets(field.state, mortar)} == {"D5", "E5"}


@pytest.mark.rule("lnlt.hid.skill.coordinated-fire.b", "lnlt.core.4.1")
@pytest.mark.parametrize(("spotted", "may"), [("E2", True), ("F3", False)])
def test_who_has_just_spotted_joins_against_what_he_spotted(spotted: str, may: bool) -> None:
    table = Table([unit(CLARKSON, "E5", "c", skill="coordinated-fire"), unit(PARA, "E5", "a")], [unit(RIFLES, "E2")])
    state, one = table.state, table.unit("a")
    one.flags |= flags.OPS | flags.SPOTTER
    state.spot_hex = table.hex(spotted)
    group = GroupAttack(one.seat, one.hex, table.hex("E2"), 1 << one.id, [])
    assert bool(group.able_firers(state)) == may


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.3", "lnlt.core.1.3")
@pytest.mark.parametrize("friend", [True, False])
@pytest.mark.parametrize("shaken", [True, False])
def test_friends_do_not_open_what_else_is_closed(friend: bool, shaken: bool) -> None:
    """The Shaken come no closer to an enemy whom they see, also where a friend waits."""
    own = [unit(PARA, "E5", "p"), *([unit(PARA, "E4", "m")] if friend else [])]
    table = Table(own, [unit(RIFLES, "E1", "r")])
    one = table.unit("p")
    one.flags |= flags.SHAKEN if shaken else 0
    found = steps(table.state, one.seat, one.hex, [one.id], kinds.WALK, 0, False)
    assert (table.hex("E4") in found) == (not shaken)


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.10.1")
def test_who_comes_beside_an_enemy_shows_himself_and_him() -> None:
    table = Table(
        [unit(PARA, "A9", "p")], [unit(RIFLES, "E2", "r")], terrain={"light-woods": ["E2", "E3"], "forest": ["E4"]}
    )
    state, one, other = table.state, table.unit("p"), table.unit("r")
    assert not (state.seen_mask(other.seat) | state.seen_mask(one.seat)) >> table.hex("E2") & 1
    state.leave(one)
    state.seen_mask(other.seat), state.seen_mask(one.seat)
    state.enter(one, table.hex("E3"))
    assert state.seen_mask(other.seat) >> table.hex("E2") & 1
    assert state.seen_mask(one.seat) >> table.hex("E3") & 1


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.5.5")
def test_cover_helps_a_vehicle_up_to_a_point() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", EAST)),
        side("de", vehicle(STUG, "G5", "G", WEST), FAR),
        terrain={"light-woods": ["G5"]},
    )
    one, most = field.vehicle("G"), field.state.scenario.numbers.most_tm
    before = vehicle_cover(field.state, one, field.hex("D5"), soft=True).total
    assert 0 < before <= most
    field.state.scenario.numbers.most_tm = before - 1
    try:
        assert vehicle_cover(field.state, one, field.hex("D5"), soft=True).total == before - 1
    finally:
        field.state.scenario.numbers.most_tm = most


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.1.3")
@pytest.mark.parametrize(("shaken", "others", "where"), [(False, 3, "rides"), (True, 2, "falls"), (True, 3, "gone")])
def test_who_cannot_hold_on_falls_where_there_is_room(shaken: bool, others: int, where: str) -> None:
    tank = vehicle(SHERMAN, "D5", "S", EAST, passengers=["p"])
    men = [unit(PARA, "D5", f"m{n}") for n in range(others)]
    field = Field(side("us", tank, unit(PARA, "D5", "p"), *men), side("de", FAR))
    state, sherman, rider = field.state, field.vehicle("S"), field.unit("p")
    hold = HoldOn(sherman.id, 0, False)
    alight(state, sherman)
    rider.flags |= flags.SHAKEN if shaken else 0
    hold.hold(state, sherman, rider)
    assert (rider.id in sherman.passengers) == (where == "rides")
    assert (rider.id in state.stacks[rider.seat][field.hex("D5")]) == (where == "falls")
    assert bool(rider.flags & flags.MOVED) == (where == "falls")


@pytest.mark.rule("lnlt.core.armour.3")
@pytest.mark.parametrize("place", ["D5", "E5", "A1"])
def test_only_those_in_the_hex_act_without_an_armour_leader(place: str) -> None:
    tanks = [vehicle(SHERMAN, "G5", "first", EAST), vehicle(SHERMAN, place, "other", EAST)]
    field = Field(side("us", *tanks, vehicle(SHERMAN, "D5", "S", EAST)), side("de", FAR))
    expected = {field.names["S"]} | ({field.names["other"]} if place == "D5" else set())
    mask = activated_vehicles(field.state, field.vehicle("S").seat, field.hex("D5"))
    assert mask == sum(1 << number - VEHICLE_IDS for number in expected)


@pytest.mark.rule("lnlt.hid.skill.opportunist.b", "lnlt.core.armour.5.9")
@pytest.mark.parametrize(("skill", "may"), [("opportunist", True), ("slayer", False)])
def test_an_opportunist_defies_his_markers_for_vehicles_too(skill: str, may: bool) -> None:
    field = Field(
        side("us", unit("us.hero.para", "E5", "h", skill=skill, markers=["moved"])),
        side("de", vehicle("ge.veh.sdkfz8", "F5", "T", WEST), FAR),
    )
    one, truck = field.unit("h"), field.vehicle("T")
    assert bool(small_arms(field.state, one.seat, truck.hex, truck.id)) == may


@pytest.mark.rule("lnlt.core.6.0")
@pytest.mark.parametrize(("points", "squad", "half"), [(1, 1, 1), (2, 2, 1), (3, 3, 2), (4, 4, 2)])
def test_smaller_units_that_leave_are_worth_half(points: int, squad: int, half: int) -> None:
    table = Table([unit(PARA, "E5", "p"), unit(PARA_HALF, "E6", "h")], [unit(RIFLES, "A1", "r")])
    for name, worth in (("p", squad), ("h", half)):
        one = table.unit(name)
        table.state.exited[:] = [0, 0]
        leave(table.state, one, points)
        assert table.state.exited[one.seat] == worth
        assert table.state.exited[1 - one.seat] == 0


@pytest.mark.rule("lnlt.hid.skill.slayer.d", "lnlt.hid.skill.opportunist.e", "lnlt.hid.skill.ace-gunner.d")
@pytest.mark.parametrize("skill", ["slayer", "opportunist"])
def test_who_fired_again_may_do_so_at_the_next_step(skill: str) -> None:
    table = Table([unit("us.hero.para", "E5", "h", skill=skill)], [unit(RIFLES, "A1", "r")])
    one = table.unit("h")
    one.flags |= flags.SLEW | flags.ANOTHER
    end_of_step(table.state)
    assert not one.flags & (flags.SLEW | flags.ANOTHER)


@pytest.mark.rule("lnlt.core.6.7")
def test_a_stack_that_hits_and_runs_fires_once_in_all() -> None:
    """Also where one of them has kept his shot."""
    table = raid(unit(SPAHI, "E5", "s"), unit(SPAHI, "E5", "t"), de=[unit(RIFLES, "E2", "f", markers=["fired"])])
    state, one, other = table.state, table.unit("s"), table.unit("t")
    move = Movement(one.seat, one.hex, kinds.HITTING, 1 << one.id | 1 << other.id)
    move.movers, move.step = [one.id, other.id], 1
    state.pending = []
    state.push(move)
    state.advance()
    assert table.offers("fire", where="E2")
    move.shoot(state, table.hex("E2"))
    state.pop()
    state.pending = []
    state.advance()
    assert table.kind == "step"
    assert not table.offers("fire")


@pytest.mark.rule("lnlt.core.option.correction", "lnlt.core.armour.8.2")
@pytest.mark.parametrize(("who", "reach"), [("us.ldr.clarkson", 1), ("us.ldr.mccauley", 2)])
def test_a_leader_shifts_fire_by_his_leadership(who: str, reach: int) -> None:
    field = Field(
        side("us", unit(who, "D5", "boss"), artillery=[{"name": "105mm", "fp": 5, "missions": 1}]),
        side("de", unit(RIFLES, "L9", "men")),
        options={"correction": "lm"},
    )
    field.do("activate", where="D5")
    field.do("call-artillery", "boss")
    field.do("standard-mission")
    field.do("spotting-round", where="G5", dice=[1, 1])
    row = field.state.board.grid.distances[field.hex("G5")]
    assert max(row[field.hex(one.place)] for one in field.choices() if one.verb == "correct") == reach


@pytest.mark.rule("lnlt.sab.22.3b", "lnlt.sab.22.3c")
@pytest.mark.parametrize(
    ("first", "then", "places"),
    [
        ("b", "c", ("b", "c", "a")),
        ("b", "a", ("b", "a", "c")),
        ("a", "c", ("a", "c", "b")),
        ("c", "b", ("c", "b", "a")),
    ],
)
def test_three_sticks_jump_in_the_order_that_is_chosen(first: str, then: str, places: tuple[str, ...]) -> None:
    drops = [{"units": [{"unit": "uk.para.squad.1-6-4", "name": name}]} for name in "abc"]
    field = Field(side("uk", drops=drops), side("de", unit("ge.ldr.weiss", "L9", "far")), module="sab")
    field.do("drop-parachutists")
    field.do("land", where="D5")
    field.do(NORTH)
    field.do("send-stick", first, dice=[1, 1])
    field.do("send-stick", then, dice=[1, 1, 1, 1])
    assert [field.place(name) for name in places] == ["D5", "D4", "D3"]


@pytest.mark.rule("lnlt.core.6.2", "lnlt.hid.13.1.1a")
@pytest.mark.parametrize(
    ("who", "shaken", "ban"), [("r", True, bans.ENCUMBERED), ("r", False, None), ("w", False, bans.NO_RUNNING)]
)
def test_why_somebody_does_not_run(who: str, shaken: bool, ban: object) -> None:
    table = raid(unit(REGULAR, "E5", "r"), unit("fr.wt.hotchkiss", "E6", "w"))
    one = table.unit(who)
    one.flags |= flags.SHAKEN if shaken else 0
    assert forbid_pace(table.state, one, kinds.DOUBLING) is ban
