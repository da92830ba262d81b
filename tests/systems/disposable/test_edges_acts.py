"""What an activation offers and does, deed by deed; data flags; sight remembered."""

from __future__ import annotations

import random

import pytest

from bocage.systems.disposable.content import records
from bocage.systems.disposable.content.scenarios import SHELF, load_scenario
from bocage.systems.disposable.model.tables import HOLD, MANOEUVRE
from bocage.systems.disposable.rules import bans, decisions
from bocage.systems.disposable.rules.accuracy import AIMED, SNAP
from bocage.systems.disposable.rules.bearing import forbid_arms, forbid_fire, joined_by_others
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.rally import may_rally
from bocage.systems.disposable.rules.retreat import fall_back
from bocage.systems.disposable.rules.sheltering import go_to_cover
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.state import DESTROYED, FALLING, MAY_SNAP, PINNED, ROUTING, SNAPPED_NOW, SNAPPED_OUT
from systems.disposable.field import Field, ground, line, table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]


@pytest.mark.rule("dh.open.long_weapons", "dh.core.weapon.ranges", "dh.special.2", "dh.move.hmg.1", "dh.move.hmg.2")
def test_what_every_class_of_weapon_can_do() -> None:
    for name, weapon in records.armoury().items():
        data = records.weapon_data()[name]
        kind = data.kind
        assert weapon.range == 10 * data.range
        assert weapon.flame is (kind == "flamethrower")
        assert weapon.mortar is (kind == "mortar")
        assert weapon.gun is (kind == "gun")
        assert weapon.one_shot is (kind == "at_one_shot")
        assert weapon.semi is (kind == "semi_auto")
        assert weapon.arc is (kind in ("hmg", "mortar", "gun"))
        assert weapon.move_and_fire is (kind not in ("hmg", "mortar", "gun"))
        assert weapon.special is (kind in ("lmg", "hmg", "at_reloadable", "rifle_grenade", "mortar"))
        assert weapon.scoped is (kind == "sniper_rifle")
        assert weapon.blast is (data.effect == "blast")
        assert weapon.at_ap == (data.at_ap or data.ap)


@pytest.mark.rule("dh.core.los.rule", "dh.core.los.building")
def test_sight_is_remembered_for_the_right_pair() -> None:
    ground_ = load_scenario(SHELF.path("crossroads")).table
    rng = random.Random(3)
    spots = [(rng.randrange(721), rng.randrange(481)) for _ in range(70)]
    for _ in range(2):
        for a in spots:
            for b in spots:
                assert ground_.sees(*a, *b) == ground_.traced(*a, *b)


@pytest.mark.rule("dh.core.los.building")
def test_a_house_with_a_wing_is_seen_through_once() -> None:
    """A U: a man at the inner wall of one arm sees into the yard, not into the other arm."""
    corners = [[20, 10], [30, 10], [30, 20], [27, 20], [27, 13], [23, 13], [23, 20], [20, 20]]
    made = table([], [{"id": "u", "type": "building", "polygon": corners}]).scenario.table
    assert made.sees(225, 180, 250, 180), "out into the yard"
    assert not made.sees(225, 180, 275, 180), "two stretches of walls"
    assert not made.sees(225, 180, 350, 180), "through the other arm"
    assert made.sees(225, 180, 225, 190)


@pytest.mark.rule("dh.core.act.phases", "dh.grenade.1", "dh.open.fire_half", "dh.core.act.order")
def test_what_is_offered_close_to_the_enemy() -> None:
    foe = unit("de", 1, 20, 25, men=MEN, figures=2)
    field = Field([unit("us", 0, 20, 20, figures=6), foe, FAR]).choose("manoeuvre")
    grenades = {choice.place for choice in field.choices() if choice.verb == "grenade"}
    assert grenades == {"1", "2"}
    launches = {choice.place for choice in field.choices() if choice.verb == "launch"}
    assert launches in (set(), {"0", "1", "2"})
    assert {choice.place for choice in field.choices() if choice.verb == "charge"} == {"0", "1", "2"}
    for thrown in ("1", "2"):
        field = Field([unit("us", 0, 20, 20, figures=6), foe, FAR]).choose("manoeuvre")
        field.roll(*[9] * 60, *[1] * 4)
        field.choose("grenade", "de", thrown)
        assert not field.offers("fire", "de")
        assert not field.offers("charge", "de"), "grenades were thrown to kill"
        assert field.refusal("charge", "de") == "dh.cc.pre.3"
    field = Field([unit("us", 0, 20, 20, figures=6), foe, FAR]).choose("manoeuvre")
    field.roll(*[9] * 60, *[1] * 4)
    field.choose("fire", "de")
    assert field.offers("charge", "de"), "fire before the charge"
    squad = unit("us", 0, 20, 20, template="us_rifle_squad")
    field = Field([squad, unit("de", 1, 20, 26, men=MEN, figures=2), FAR]).choose("hold")
    assert {choice.place for choice in field.choices() if choice.verb == "launch"} == {"0", "1", "2"}
    assert not field.offers("charge", "de")


@pytest.mark.rule("dh.core.act.phases", "dh.core.turn.seq", "dh.open.snap_limits", "dh.core.rally.attempt")
def test_an_activation_begins() -> None:
    for snapped, after in ((SNAPPED_NOW, MAY_SNAP), (SNAPPED_OUT, SNAPPED_OUT), (MAY_SNAP, MAY_SNAP)):
        field = Field([unit("us", 0, 20, 20), unit("two", 0, 50, 4), unit("de", 1, 20, 44), FAR])
        field.unit("de").snapped = snapped
        field.choose("activate", "us")
        assert field.unit("de").snapped == after
        assert field.decision.kind is decisions.MODE
        assert not field.happened("rally")
    for status, lent, may in (
        (PINNED, False, True),
        (FALLING, False, True),
        (ROUTING, False, False),
        (ROUTING, True, True),
    ):
        units = [unit("us", 0, 20, 20, men=MEN), FAR]
        if lent:
            units.append(unit("hq", 0, 24, 20, template="us_pc"))
        state = table(units)
        state.units[0].status = status
        assert may_rally(state, state.units[0]) is may


@pytest.mark.rule("dh.core.act.phases", "dh.core.veh.move", "dh.core.veh.hit")
def test_a_drive_turns_the_hull_and_sets_its_speed() -> None:
    for x, y, facing, speed in ((20, 29, (0, 1), 90), (29, 20, (1, 0), 90), (20, 11, (0, 1), 90), (24, 23, (4, 3), 50)):
        field = Field([unit("t", 0, 20, 20, template="sherman", facing=[0, 1]), unit("de", 1, 66, 20), FAR]).choose(
            "slow"
        )
        field.go(x, y)
        tank = field.unit("t")
        assert tank.facing_x * facing[1] == tank.facing_y * facing[0]
        assert tank.facing_x * facing[0] + tank.facing_y * facing[1] > 0
        assert tank.speed == speed
        assert (tank.left, tank.low) == (x * 10, y * 10)
    field = Field([unit("t", 0, 20, 20, template="sherman", facing=[0, 1]), unit("de", 1, 66, 20), FAR])
    field.unit("t").speed = 90
    field.choose("hold")
    assert field.unit("t").speed == 0


@pytest.mark.rule("dh.move.single.1", "dh.move.single.2", "dh.open.single_towards", "dh.core.act.phases")
def test_a_lone_man_advances_only_to_join() -> None:
    friend = unit("two", 0, 26, 24, men=MEN, figures=3)
    foe = unit("de", 1, 20, 40, men=MEN, figures=2)
    field = (
        Field([unit("us", 0, 20, 20, men=MEN, figures=1), foe, friend, FAR])
        .choose("activate", "us")
        .choose("manoeuvre")
    )
    assert field.may_go(20, 15)
    assert not field.may_go(14, 22), "nearer to the enemy, far from his friends"
    field.roll(*[9] * 30, *[1] * 4)
    field.go(23, 23)
    assert field.offers("join", "two")
    assert not field.offers("done"), "he came nearer: now he joins"
    field.choose("join", "two")
    assert len(field.unit("two").figures) == 4
    joined = field.unit("two")
    assert joined_by_others(field.state, joined, field.state.force(joined))
    alone = field.unit("de")
    assert not joined_by_others(field.state, alone, field.state.force(alone))


@pytest.mark.rule("dh.core.los.rule", "dh.long.1", "dh.move.hmg.2", "dh.core.veh.pen", "dh.cas.blast.gun.2")
def test_why_there_is_no_shot() -> None:
    house = ground("building", 10, 24, 40, 27)
    rifles = [unit("us", 0, 20, 20, men=MEN)]
    assert why(*rifles, unit("de", 1, 20, 34, men=MEN), pieces=[house]) is bans.NO_SIGHT
    assert why(*rifles, unit("de", 1, 20, 34, men=MEN)) is None
    assert why(unit("us", 0, 4, 4, men=MEN), unit("de", 1, 66, 44, men=MEN)) is bans.OUT_OF_RANGE
    gun = unit("us", 0, 20, 20, template="us_mmg", facing=[0, -1])
    assert why(gun, unit("de", 1, 20, 34, men=MEN)) is bans.OUT_OF_ARC
    assert why(gun, unit("de", 1, 20, 34, men=MEN), pieces=[house]) is bans.OUT_OF_ARC
    assert why(*rifles, unit("de", 1, 20, 34, template="pz4h")) is bans.ARMOUR
    assert why(unit("us", 0, 20, 20, template="us_mortar60"), unit("de", 1, 20, 34, men=MEN)) is bans.INDIRECT_ONLY
    state = table([gun, unit("de", 1, 20, 34, men=MEN)])
    assert forbid_fire(state, state.units[0], state.units[1], MANOEUVRE, AIMED) is bans.WEAPON_MOVED
    assert forbid_arms(state, state.units[0], [], state.units[1], HOLD, AIMED, bans.NO_WEAPON) is bans.NO_WEAPON
    state = table(
        [
            unit("t", 0, 20, 20, template="sherman", facing=[0, 1]),
            unit("de", 1, 20, 30, template="pz4h", facing=[0, -1]),
        ]
    )
    hulls = [u for u in state.units if state.vehicle(u) is not None]
    assert forbid_fire(state, hulls[0], hulls[1], HOLD, AIMED) is None
    assert forbid_fire(state, hulls[0], hulls[1], HOLD, SNAP) is bans.ARMOUR, "nobody snap fires at armour"


def why(shooter: dict[str, object], target: dict[str, object], pieces: list[dict[str, object]] | None = None) -> object:
    state = table([shooter, target], pieces or [])
    return forbid_fire(state, state.units[0], next(u for u in state.units if u.seat == 1), HOLD, AIMED)


@pytest.mark.rule("dh.fire.acc.1", "dh.long.1", "dh.long.2", "dh.fire.scoped.1", "dh.flame.1", "dh.core.crew")
def test_the_shots_of_a_volley() -> None:
    for y, far, need in ((30, False, 5), (45, False, 5), (45.1, True, 1)):
        state = table([unit("us", 0, 20, 20, men=MEN), unit("de", 1, 20, y, men=MEN, figures=1)])
        shots = volley(state, state.units[0], state.units[1], HOLD, AIMED, 0, False)
        assert {(shot.far, shot.need, shot.dice, shot.blind) for shot in shots[:1]} == {(far, need, 2, False)}
    for figures, dice in ((3, 6), (2, 6), (1, 3)):
        state = table(
            [unit("us", 0, 20, 20, template="us_mmg", figures=figures, facing=[0, 1]), unit("de", 1, 20, 30, men=MEN)]
        )
        (shot,) = volley(state, state.units[0], state.units[1], HOLD, AIMED, 0, False)
        assert shot.dice == dice, "one man serves it at half speed"
    state = table([unit("us", 0, 20, 20, template="us_sniper"), unit("de", 1, 20, 30, men=MEN)])
    assert [shot.need for shot in volley(state, state.units[0], state.units[1], HOLD, AIMED, 0, False)] == [7]
    state = table(
        [unit("us", 0, 20, 20, template="us_flame"), unit("de", 1, 20, 25, men=MEN)],
        [ground("foxholes", 10, 23, 30, 40)],
    )
    assert [shot.need for shot in volley(state, state.units[0], state.units[1], HOLD, AIMED, 0, False)] == [5]


@pytest.mark.rule("dh.guts.pinned.2", "dh.open.away", "dh.core.move.terrain", "dh.fire.terrain.4", "dh.core.measure")
def test_where_the_pinned_go() -> None:
    for pieces, shot_from, covered in (
        ([ground("foxholes", 18, 14, 26, 17)], (20, 34), True), ([line("stone_wall", 10, 22, 40, 22)], (20, 34), True),
        ([line("stone_wall", 10, 22, 40, 22)], (20, 6), True), ([ground("wreck", 19, 23, 22, 25)], (20, 40), True),
        ([line("fence", 10, 22, 40, 22)], (20, 34), False), ([], (20, 34), False),
        ([ground("woods", 10, 20.8, 40, 30)], (20, 6), True), ([ground("woods", 10, 24, 40, 30)], (20, 34), True),
    ):  # fmt: skip
        units = [unit("us", 0, 20, 20, men=MEN), unit("de", 1, *shot_from, men=MEN, figures=1)]
        state = table(units, pieces)
        squad, shooter = state.units
        before = [(state.x[f], state.y[f]) for f in squad.figures]
        go_to_cover(state, squad, shooter)
        after = [(state.x[f], state.y[f]) for f in squad.figures]
        sx, sy = state.x[shooter.figures[0]], state.y[shooter.figures[0]]
        classes = sorted(state.scenario.table.cover_against(x, y, sx, sy) for x, y in after)
        assert (classes[2] > 0) is covered, (pieces, after)
        assert (after != before) is covered
        for (ax, ay), (bx, by) in zip(before, after, strict=True):
            assert (ax - bx) ** 2 + (ay - by) ** 2 <= 61**2, "no farther than the command distance"
        pairs = [(a, b) for i, a in enumerate(after) for b in after[:i]]
        assert all((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= 100 for a, b in pairs)


@pytest.mark.rule("dh.guts.fallback.1", "dh.guts.fallback.2", "dh.open.better_cover")
def test_falling_back_from_nobody_left() -> None:
    state = table([unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, 20, 30, figures=1)])
    state.units[1].figures.clear()
    state.units[1].place = DESTROYED
    fall_back(state, state.units[0], state.units[1])
    assert (state.x[0], state.y[0]) == (200, 140), "toward the own edge"


@pytest.mark.rule("dh.open.casualty_order", "dh.cas.small.3", "dh.open.blast_minimum", "dh.open.one_kills")
def test_who_is_proposed() -> None:
    men = [
        {"count": 1, "guts": 8, "weapon": "mp40", "leader": True}, {"count": 1, "guts": 6, "weapon": "mg42_lmg"},
        {"count": 1, "guts": 6, "weapon": "kar98k", "extra": ["panzerfaust"]},
        {"count": 1, "guts": 7, "weapon": "kar98k"},
        {"count": 1, "guts": 6, "weapon": "kar98k", "extra": ["radio"]}, {"count": 2, "guts": 6, "weapon": "kar98k"},
    ]  # fmt: skip
    spots = [[20 + 1.2 * k, 20] for k in range(7)]
    state = table([unit("de", 1, 20, 20, template="de_squad", men=men, places=spots), unit("us", 0, 60, 40)])
    squad = state.units[0]
    order = [6, 5, 4, 3, 2, 1, 0]  # the farther of two riflemen, the radio, better Guts, the launcher, gunner, leader
    for ones, common, free, expected in (
        (0, 0, 7, order), (0, 0, 2, [6, 5]), (1, 0, 0, [1]), (2, 0, 0, [1, 0]), (3, 0, 0, [1, 0, 6]),
        (1, 0, 2, [1, 6, 5]),
        (0, 2, 0, [6, 5]), (0, 6, 0, [6, 5, 4, 3, 2, 1]), (1, 1, 1, [1, 6, 5]), (0, 5, 1, [6, 5, 4, 3, 2, 1]),
    ):  # fmt: skip
        asked = Casualties(0, ones, common, free, False)
        found = [squad.figures.index(f) for f in asked.proposal(state, squad)]
        assert found == expected, (ones, common, free)
    state.spent = [squad.figures[2]]
    found = [squad.figures.index(f) for f in Casualties(0, 0, 0, 3, False).proposal(state, squad)]
    assert found == [6, 5, 2], "his Panzerfaust is gone"
