"""Fire at the edges: the last tenth of an inch, the last man, both seats."""

from __future__ import annotations

import pytest

from bocage.kernel.dice import scripted
from bocage.systems.disposable.content import records
from bocage.systems.disposable.model.tables import HOLD, MANOEUVRE, OPEN
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.accuracy import ACC, AIMED, NEVER, NO_SECOND, SNAP, band, is_hit, obstacles_between
from bocage.systems.disposable.rules.acts import AS_PROPOSED, CASUALTY
from bocage.systems.disposable.rules.bearing import (
    crew_of,
    farthest_shot,
    forbid_fire,
    forbid_inside,
    forbid_launch,
    occupants,
    vehicle_of,
    vehicle_weapons,
)
from bocage.systems.disposable.rules.casualties import Casualties, commander_beside
from bocage.systems.disposable.rules.grenades import sees_within, throwers_in_range, throws, touches_cover
from bocage.systems.disposable.rules.indirect import best_sighting, forbid_indirect
from bocage.systems.disposable.rules.snipers import forbid_singling_out, forbid_spotting
from bocage.systems.disposable.rules.volley import aims_at, morale, volley
from bocage.systems.disposable.rules.wounds import Hurt, enclosing, strikes, wound
from bocage.systems.disposable.state import DESTROYED, JOINED, MOUNTED, DisposableState
from systems.disposable.field import Field, ground, line, table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]


@pytest.mark.rule("dh.long.1", "dh.core.measure", "dh.core.range.fig")
def test_range_is_measured_base_to_base_to_the_tenth() -> None:
    for reach in (60, 240):
        normal, far = reach + 10, 2 * reach + 10
        assert [band(d * d, reach, False) for d in (normal, normal + 1, far, far + 1)] == [0, 1, 1, 2]
        assert [band(d * d, reach, True) for d in (normal, normal + 1, far)] == [0, 2, 2]


@pytest.mark.rule("dh.long.1", "dh.open.long_moved", "dh.move.run.3")
def test_a_rifle_reaches_twice_its_range_of_the_moment() -> None:
    rifle, smg, bazooka = (records.armoury()[name] for name in ("kar98k", "mp40", "bazooka"))
    assert [farthest_shot(rifle, mode, AIMED, 0) for mode in range(4)] == [480, 240, 240, 0]
    assert [farthest_shot(smg, mode, AIMED, 0) for mode in range(4)] == [240, 240, 240, 0]
    assert [farthest_shot(bazooka, mode, AIMED, 0) for mode in range(4)] == [120, 120, 120, 0]
    assert farthest_shot(rifle, MANOEUVRE, SNAP, 0) == 240
    for x, offered in ((20 + 49, True), (20 + 49.1, False)):
        state = table([unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, x, 20, figures=1)])
        assert (forbid_fire(state, state.units[0], state.units[1], HOLD, AIMED) is None) is offered
        assert (aims_at(state, state.units[0], 0, state.units[1], 480, False) >= 0) is offered


@pytest.mark.rule("dh.core.range.fig", "dh.core.los.rule")
def test_a_man_aims_at_the_nearest_whom_he_sees() -> None:
    wall = ground("building", 24, 18, 26, 22)
    spots = [[30, 20], [20, 34], [20, 31]]
    state = table([unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, 30, 20, figures=3, places=spots)], [wall])
    us, target = state.units
    assert aims_at(state, us, 0, target, 240, False) == target.figures[2], "the nearest is behind the house"
    assert aims_at(state, us, 0, target, 100, False) == target.figures[2]
    assert aims_at(state, us, 0, target, 99, False) == -1
    us.facing_x, us.facing_y = 0, -1
    assert aims_at(state, us, 0, target, 240, True) == -1, "behind the gun"
    us.facing_x, us.facing_y = 1, 0
    assert aims_at(state, us, 0, target, 240, True) == target.figures[2], "just inside its arc"


@pytest.mark.rule("dh.fire.natural.1", "dh.fire.natural.2", "dh.fire.bunker.1", "dh.fire.bunker.2", "dh.core.acc.zero")
def test_every_die_to_hit() -> None:
    assert [is_hit(roll, 5) for roll in (1, 5, 6, 10)] == [True, True, False, False]
    assert [is_hit(roll, 12) for roll in (9, 10)] == [True, False]
    assert [is_hit(roll, -3) for roll in (1, 2)] == [True, False]
    state = table([unit("us", 0, 20, 20), FAR])
    cases = [
        ([1, 5], 5, ACC, False, True), ([1, 6], 5, ACC, False, False), ([2], 5, ACC, False, False),
        ([1], 0, NO_SECOND, False, True), ([1, 5], 0, NO_SECOND, True, True), ([1, 6], 0, NO_SECOND, True, False),
        ([1], 1, NO_SECOND, True, True), ([2], 0, NO_SECOND, True, False),
    ]  # fmt: skip
    for dice, need, second, confirm, hit in cases:
        state.dice = scripted(dice)
        state.confirm = confirm
        hurt = Hurt()
        assert strikes(state, need, second, hurt) is hit
        assert hurt.to_hit == dice[:1]
        assert len(state.dice.log) == len(dice)


@pytest.mark.rule("dh.cas.small.2", "dh.open.one_kills")
def test_every_die_to_wound() -> None:
    state = table([unit("us", 0, 20, 20), FAR])
    for roll, ones, free in ((1, 1, 0), (2, 0, 1), (5, 0, 1), (6, 0, 0)):
        state.dice = scripted([roll])
        hurt = Hurt()
        wound(state, 5, hurt)
        assert (hurt.ones, hurt.free, hurt.total(), hurt.wounds) == (ones, free, ones + free, [roll])


@pytest.mark.rule("dh.open.enclosed")
@pytest.mark.parametrize(("inside", "enclosed"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_unit_is_in_a_house_if_most_of_it_is(inside: int, enclosed: bool) -> None:
    spots = [[21 + 1.5 * k if k < inside else 31 + 1.5 * k, 20] for k in range(4)]
    for kind, wanted in (("building", enclosed), ("bunker", enclosed), ("ruin", False)):
        state = table([unit("us", 0, 21, 20, men=MEN, figures=4, places=spots), FAR], [ground(kind, 20, 18, 28, 22)])
        assert (enclosing(state, state.units[0]) is not None) is wanted
    state.units[0].place = MOUNTED
    assert enclosing(state, state.units[0]) is None


def beside(kind: str, x: float, at: list[float]) -> DisposableState:
    """A thrower at x, y 20 and a target at a place; a piece of ground from x 24 to 30."""
    return table([unit("us", 0, x, 20, figures=1), unit("de", 1, *at, figures=1)], [ground(kind, 24, 16, 30, 24)])


@pytest.mark.rule("dh.open.grenade_contact", "dh.grenade.3")
@pytest.mark.parametrize(("x", "touches"), [(23.4, True), (23.3, False), (24.5, True)])
@pytest.mark.parametrize("kind", ["building", "foxholes", "bushes"])
def test_the_base_of_the_thrower_touches_the_cover_of_the_target(kind: str, x: float, touches: bool) -> None:
    state = beside(kind, x, [27, 20])
    assert touches_cover(state, state.x[0], state.y[0], state.units[1].figures[0]) is touches
    state = beside(kind, x, [27, 26])
    assert not touches_cover(state, state.x[0], state.y[0], state.units[1].figures[0]), "the target has no cover"
    state = beside("road", x, [27, 20])
    assert not touches_cover(state, state.x[0], state.y[0], state.units[1].figures[0]), "a road is none"


@pytest.mark.rule("dh.open.grenade_contact", "dh.grenade.3")
@pytest.mark.parametrize(
    ("kind", "x", "target", "touches"),
    [
        ("stone_wall", 23.4, 25, True), ("stone_wall", 23.3, 25, False), ("stone_wall", 23.4, 25.1, False),
        ("hedge", 23.4, 24.6, True), ("fence", 23.4, 24.6, False),
    ],
)  # fmt: skip
def test_the_base_of_the_thrower_touches_the_wall_of_the_target(
    kind: str, x: float, target: float, touches: bool
) -> None:
    units = [unit("us", 0, x, 20, figures=1), unit("de", 1, target, 20, figures=1)]
    state = table(units, [line(kind, 24, 10, 24, 30)])
    assert touches_cover(state, state.x[0], state.y[0], state.units[1].figures[0]) is touches


@pytest.mark.rule("dh.open.grenade_contact", "dh.fire.terrain.4")
def test_the_base_of_the_thrower_touches_the_wreck_of_the_target() -> None:
    for x, target, touches in ((23.4, 27, True), (23.3, 27, False), (23.4, 27.1, False)):
        units = [unit("us", 0, x, 20, figures=1), unit("de", 1, target, 20, figures=1)]
        state = table(units, [ground("wreck", 24, 19, 26, 21)])
        assert touches_cover(state, state.x[0], state.y[0], state.units[1].figures[0]) is touches
    for x, touches in ((21.9, True), (21.8, False)):
        units = [
            unit("us", 0, x, 20, figures=1),
            unit("de", 1, 26.4, 20, figures=1),
            unit("t", 1, 24, 20, template="pz4h"),
        ]
        state = table(units)
        assert touches_cover(state, state.x[0], state.y[0], state.units[1].figures[0]) is touches


@pytest.mark.rule("dh.grenade.1", "dh.open.grenade_range", "dh.grenade.5", "dh.grenade.4")
def test_who_throws_and_at_whom() -> None:
    spots = [[20, 20], [21.5, 20], [23, 20], [20, 12]]
    for y, number in ((27, 1), (27.1, 0)):
        state = table([unit("us", 0, 20, 20, men=MEN, grenades=2, places=spots), unit("de", 1, 20, y, figures=1)])
        assert len(throwers_in_range(state, state.units[0], state.units[1])) == number
        assert (sees_within(state, 0, state.units[1]) >= 0) is (number > 0)
    for given, expected in ((0, 0), (1, 1), (2, 2), (3, 2)):
        state = table([unit("us", 0, 20, 20, men=MEN, grenades=given, places=spots), unit("de", 1, 20, 23, figures=1)])
        thrown = throwers_in_range(state, state.units[0], state.units[1])
        assert len(thrown) == expected
        assert thrown == sorted(thrown, reverse=True), "the last of the unit first"
        for number in (0, 1, 2):
            shots = throws(state, state.units[0], state.units[1], OPEN, number, False)
            assert len(shots) == min(number, expected)
            assert all((shot.dice, shot.need, shot.far, shot.blind) == (1, 5, False, False) for shot in shots)
    two = [[20, 26.9], [20, 24]]
    state = table([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 24, figures=2, places=two)])
    assert sees_within(state, 0, state.units[1]) == state.units[1].figures[1], "the nearer"


@pytest.mark.rule("dh.core.veh.open")
@pytest.mark.parametrize(("y", "reached"), [(27, True), (27.1, False)])
def test_small_arms_reach_into_an_open_vehicle_from_six_inches(y: float, reached: bool) -> None:
    ride = unit("ht", 1, 20, 20, template="sdkfz251")
    state = table([unit("us", 0, 20, y, figures=1), ride, FAR])
    assert (forbid_inside(state, state.units[0], state.units[1], HOLD) is None) is reached
    assert vehicle_of(state, crew_of(state, state.units[1])) is state.units[1]
    assert occupants(state, state.units[1]) is crew_of(state, state.units[1])
    for template in ("us_mmg", "sherman"):
        state = table([unit("us", 0, 20, 25, template=template, facing=[0, -1]), ride, FAR])
        hull = next(u for u in state.units if state.force(u).id == "ht")
        assert forbid_inside(state, state.units[0], hull, HOLD) is bans.OUT_OF_REACH_INSIDE, (
            "their weapons are no small arms"
        )
    state = table([unit("us", 0, 20, 25, figures=1), unit("t", 1, 20, 20, template="pz4h"), FAR])
    assert forbid_inside(state, state.units[0], state.units[1], HOLD) is bans.NOT_OPEN
    assert forbid_inside(state, state.units[0], state.units[-1], HOLD) is bans.NOT_OPEN, "no vehicle at all"


@pytest.mark.rule("dh.core.veh.move")
def test_what_a_vehicle_fires() -> None:
    state = table([unit("t", 0, 20, 20, template="sherman"), FAR])
    tank = state.units[0]
    names = [weapon.id for weapon in vehicle_weapons(state, tank, HOLD)]
    assert names == [weapon.id for weapon in records_of("sherman")]
    assert [w.id for w in vehicle_weapons(state, tank, 5)] == [w.id for w in records_of("sherman") if not w.blast]
    tank.out = 1
    assert [w.id for w in vehicle_weapons(state, tank, HOLD)] == names[1:]


def records_of(name: str) -> list[object]:
    return [records.armoury()[weapon] for weapon in records.vehicle_types()[name].weapons]


@pytest.mark.rule("dh.core.oneshot", "dh.core.veh.pen", "dh.open.fire_half")
def test_a_launcher_is_fired_once_and_at_what_it_can_harm() -> None:
    men = [
        {"count": 1, "guts": 7, "weapon": "mp40", "leader": True},
        {"count": 2, "guts": 6, "weapon": "kar98k", "extra": ["panzerfaust"]},
    ]
    units = [
        unit("us", 1, 20, 20, template="de_squad", men=men),
        unit("t", 0, 20, 26, template="sherman", facing=[0, -1]),
    ]
    state = table([*units, unit("on", 0, 24, 24, figures=1)])
    squad, tank, man = state.units[0], state.units[1], state.units[-1]
    assert forbid_launch(state, squad, tank, HOLD) is None
    assert forbid_launch(state, squad, man, HOLD) is None
    state.spent = [squad.figures[1]]
    assert forbid_launch(state, squad, tank, HOLD) is None
    state.spent = squad.figures[1:]
    assert forbid_launch(state, squad, tank, HOLD) is bans.SPENT
    assert forbid_launch(state, tank, squad, HOLD) is bans.NO_LAUNCHER


@pytest.mark.rule("dh.core.pc.activation")
def test_when_a_commander_counts_as_one_of_the_unit() -> None:
    units = [unit("us", 0, 20, 20, men=MEN, figures=1), unit("hq", 0, 22, 20, template="us_pc", figures=1), FAR]
    state = table(units)
    squad, hq = state.units[0], state.units[1]
    assert commander_beside(state, squad) == hq.figures[0]
    assert commander_beside(state, hq) == -1, "of his own unit he is one anyway"
    assert commander_beside(state, state.units[2]) == -1, "an enemy's commander"
    squad.place = MOUNTED
    assert commander_beside(state, squad) == -1
    state = table([units[0], unit("hq", 0, 22.1, 20, template="us_pc", figures=1), FAR])
    assert commander_beside(state, state.units[0]) == -1, "more than an inch away"
    state = table(units)
    state.units[1].place = MOUNTED
    assert commander_beside(state, state.units[0]) == -1, "aboard"


def side_by_side(*more: str) -> DisposableState:
    """A leader and a rifleman, and four comrades two inches away."""
    men = [{"count": 1, "guts": 8, "weapon": "mp40", "leader": True}, {"count": 1, "guts": 6, "weapon": "kar98k"}]
    state = table([unit("us", 0, 20, 20, men=men), unit("two", 0, 24, 20, men=MEN), FAR])
    state.recording = True
    return state


@pytest.mark.rule("dh.share.1", "dh.open.share_who", "dh.open.one_kills", "dh.cas.small.3", "dh.open.blast_minimum")
def test_whom_the_dice_may_take() -> None:
    cases = [  # natural 1s, dice of common men, others; shared or not; who is offered
        (1, 0, 0, True, []), (0, 1, 0, True, [1, 2, 3, 4, 5]), (0, 0, 1, True, [0, 1, 2, 3, 4, 5]),
        (0, 0, 1, False, [0, 1]), (0, 1, 0, False, []), (2, 0, 0, True, [1, 2, 3, 4, 5]), (0, 0, 2, False, []),
        (0, 0, 2, True, [0, 1, 2, 3, 4, 5]), (1, 1, 0, False, []), (1, 0, 1, True, [1, 2, 3, 4, 5]),
    ]  # fmt: skip
    for ones, common, free, share, offered in cases:
        state = side_by_side()
        state.push(Casualties(0, ones, common, free, share))
        state.advance()
        asked = state.pending[0].options if state.pending else []
        if offered:
            assert asked == [AS_PROPOSED.act(), *CASUALTY.on_each(offered)], (ones, common, free)
        else:
            assert not asked
            assert len(state.units[0].figures) == 2 - min(2, ones + common + free)


@pytest.mark.rule("dh.share.1", "dh.open.share_who", "dh.core.victory.points", "dh.cas.small.3")
def test_where_a_shared_casualty_is_counted() -> None:
    state = side_by_side()
    state.push(Casualties(0, 0, 0, 3, True))
    state.advance()
    state.play(state.pending[0], CASUALTY.on(3))
    assert (state.shared, state.shared_losses, len(state.units[1].figures)) == (1, 1, 3)
    assert [event.kind for event in state.events] == ["casualty"]
    state.play(state.pending[0], AS_PROPOSED.act())
    assert state.units[0].place == DESTROYED
    assert [event.kind for event in state.events] == ["casualty", "casualty", "casualty", "destroyed"]
    assert (state.shared_losses, len(state.units[1].figures)) == (1, 3)


@pytest.mark.rule("dh.flame.explode.1", "dh.flame.explode.2", "dh.flame.explode.3", "dh.open.flame_carrier_hit")
@pytest.mark.parametrize(("dice", "left"), [([2], 2), ([10], 2), ([1, 3, 4], 1), ([1, 3, 3], 0), ([1, 4, 4], 2)])
def test_a_carrier_falls_and_his_fuel_may_explode(dice: list[int], left: int) -> None:
    state = table([unit("us", 0, 20, 20, template="us_flame", figures=3), FAR])
    team = state.units[0]
    assert state.weapon(team) is not None
    state.dice = scripted(dice)
    carrier = next(f for f in team.figures if state.figure(f).weapon.flame)
    Casualties(0, 0, 0, 1, False).fall(state, carrier, "dh.cas.small.3")
    assert len(team.figures) == left
    assert len(state.dice.log) == len(dice)
    assert state.weapon(team) is None, "the flamethrower is gone with him"


@pytest.mark.rule("dh.open.indirect_stack", *(f"dh.indirect.acc.{n}" for n in range(1, 7)))
def test_the_rows_of_indirect_fire_one_against_another() -> None:
    wall = ground("building", 5, 18, 35, 22)
    mortar = unit("m", 0, 20, 10, template="us_mortar60", facing=[0, 1])
    rows = {"friend_los": "us_mmg", "friend_radio": "us_pc", "recon_radio": "us_recon", "foo_radio": "uk_foo"}
    order = ["no_los", *rows]
    for first in rows:
        for second in rows:
            seers = [unit("s1", 0, 50, 26, template=rows[first]), unit("s2", 0, 50, 32, template=rows[second])]
            state = table([mortar, unit("de", 1, 20, 30, figures=2), *seers], [wall])
            best = max(first, second, key=order.index)
            assert best_sighting(state, state.units[0], state.units[1]).name == best
            state.units[3].status = 1
            assert best_sighting(state, state.units[0], state.units[1]).name == first, "a pinned unit does not call"
            state.units[2].place = MOUNTED
            assert best_sighting(state, state.units[0], state.units[1]).name == "no_los", "nor one that rides"
    for seer, name in (("us_mmg", "own_los"), ("us_pc", "own_los"), ("us_recon", "own_los"), ("uk_foo", "foo_radio")):
        state = table([mortar, unit("de", 1, 20, 30, figures=2), unit("s", 0, 50, 26, template=seer)])
        assert best_sighting(state, state.units[0], state.units[1]).name == name
    enemy = unit("s", 1, 50, 26, template="us_pc")
    state = table([mortar, unit("de", 1, 20, 30, figures=2), enemy], [wall])
    assert best_sighting(state, state.units[0], state.units[1]).name == "no_los", "an enemy does not call either"


@pytest.mark.rule("dh.move.mortar.1", "dh.move.mortar.2", "dh.core.weapon.mortar.light", "dh.indirect.acc.1")
def test_where_a_mortar_reaches() -> None:
    for x, y, ban in (
        (20, 17, None), (20, 16.9, bans.INDIRECT_RANGE), (20, 47, None), (60, 10, bans.INDIRECT_RANGE),
        (57, 10, None), (57.1, 10, bans.INDIRECT_RANGE), (30, 9.9, bans.MORTAR_ARC), (30, 10, None),
    ):  # fmt: skip
        state = table([unit("m", 0, 20, 10, template="us_mortar60", facing=[0, 1]), unit("de", 1, x, y, figures=1)])
        assert forbid_indirect(state, state.units[0], state.units[1], HOLD) is ban, (x, y)
        assert forbid_indirect(state, state.units[1], state.units[0], HOLD) is bans.NO_INDIRECT
        moved = forbid_indirect(state, state.units[0], state.units[1], MANOEUVRE)
        assert moved is bans.MORTAR_MOVED


@pytest.mark.rule("dh.spot.1", "dh.spot.2", "dh.fire.sniper.1", "dh.sniper.2")
def test_who_looks_for_a_sniper_and_whom_he_names() -> None:
    sniper = unit("sn", 1, 20, 30, template="de_sniper")
    state = table([unit("us", 0, 20, 20), sniper, unit("de", 1, 40, 30)])
    us, hidden, squad = state.units
    assert forbid_spotting(state, us, hidden) is None
    assert forbid_spotting(state, us, squad) is bans.NO_SNIPER
    assert forbid_fire(state, us, hidden, HOLD, AIMED) is bans.UNSPOTTED
    hidden.spotted = 1
    assert forbid_fire(state, us, hidden, HOLD, AIMED) is None
    assert forbid_singling_out(state, hidden, us) is None
    assert forbid_singling_out(state, us, hidden) is bans.SINGLE_OUT
    state = table([unit("us", 0, 20, 20), sniper], [ground("building", 10, 23, 30, 26)])
    assert forbid_spotting(state, state.units[0], state.units[1]) is bans.NO_SIGHT
    assert forbid_singling_out(state, state.units[1], state.units[0]) is bans.SINGLE_OUT


@pytest.mark.rule("dh.core.linear.ruins", "dh.fire.linear.1")
def test_ruins_between_count_two_by_the_variant() -> None:
    ruin = ground("ruin", 24, 16, 26, 24)
    state = table(
        [unit("us", 0, 20, 20, figures=1), unit("de", 1, 30, 20, figures=1)], [ruin, line("fence", 28, 10, 28, 30)]
    )
    assert obstacles_between(state, 200, 200, 300, 200) == 1
    state.ruins = True
    assert obstacles_between(state, 200, 200, 300, 200) == 3
    assert obstacles_between(state, 250, 200, 300, 200) == 1, "the shooter is in it"
    assert obstacles_between(state, 200, 200, 250, 200) == 0, "the target is"
    assert obstacles_between(state, 200, 260, 300, 260) == 1, "past it"


@pytest.mark.rule("dh.guts.mm.1", "dh.fire.half.1", "dh.fire.half.2", "dh.open.fire_half")
def test_who_fires_of_a_squad() -> None:
    for number in range(1, 8):
        men = [{"count": 1, "guts": 6, "weapon": "mg42_lmg"}, {"count": number, "guts": 6, "weapon": "kar98k"}]
        state = table([unit("us", 0, 20, 20, men=men), unit("de", 1, 20, 30, figures=2)])
        shots = volley(state, state.units[0], state.units[1], HOLD, AIMED, 0, False)
        assert len(shots) == (number + 2) // 2
        assert shots[0].weapon.id == "mg42_lmg", "the machine gun among them"
        assert morale(shots) == 1
        assert all(shot.need != NEVER for shot in shots)


@pytest.mark.rule("dh.share.3", "dh.share.4", "dh.guts.when.3")
@pytest.mark.parametrize(("dice", "pinned"), [([1, 1], 0), ([10, 1], 2), ([1, 10], 2)])
def test_a_unit_wiped_out_leaves_the_check_to_who_shared(dice: list[int], pinned: int) -> None:
    men = [{"count": 1, "guts": 8, "weapon": "mp40", "leader": True}, {"count": 1, "guts": 6, "weapon": "kar98k"}]
    units = [unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30, men=men), unit("two", 1, 24, 30, men=MEN)]
    field = Field(units).choose("hold")
    field.roll(5, 5, 9, 2, 2, *dice)
    field.choose("fire", "de")
    field.fall(field.unit("two").figures[-1]).fall(field.unit("de").figures[-1])
    assert sum(field.unit(name).status for name in ("de", "two")) == pinned
    field = Field(units).choose("hold")
    field.roll(5, 5, 5, 2, 2, 2, dice[1])
    field.choose("fire", "de")
    field.fall(field.unit("two").figures[-1])
    field.choose("as-proposed")
    assert field.unit("de").place == DESTROYED
    assert field.unit("two").status == (0 if dice[1] == 1 else 1)
    assert JOINED != DESTROYED
