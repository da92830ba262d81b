"""Who can aim at whom, with what, and what a man of the lists carries: each direction, each seat, each table."""

from __future__ import annotations

import pytest

from bocage.content import WrongContent
from bocage.kernel.tally import Tally
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records
from bocage.systems.disposable.content.scenarios import figure
from bocage.systems.disposable.model.tables import FULL, HOLD, MANOEUVRE, OPEN, RUN, SLOW, SNEAK
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.accuracy import AIMED, AT_EVADER, INDIRECT, INSIDE, SNAP, weapon_dice, weapon_range
from bocage.systems.disposable.rules.armour import shots_at_vehicle
from bocage.systems.disposable.rules.bearing import armour_number, forbid_bearing, forbid_fire, pierces, struck_side
from bocage.systems.disposable.rules.casualties import alike, can_share, kit, rolled_apart
from bocage.systems.disposable.rules.grenades import forbid_throwing, throw_number, throws
from bocage.systems.disposable.rules.movement import effective_range, halved, rate_of_fire
from bocage.systems.disposable.rules.snap import could_snap, triggers
from bocage.systems.disposable.rules.volley import shielded, volley
from bocage.systems.disposable.state import (
    HOUSE_BUNKER,
    HOUSE_SNAP_RANGE,
    MOUNTED,
    PINNED,
    SNAPPED_NOW,
    WAITING,
    DisposableState,
)
from systems.disposable.field import ground, line, table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def pair(dx: float, dy: float, *pieces: dict[str, object]) -> DisposableState:
    """A man in the middle of the table, and an enemy so far from him."""
    one = unit("us", 0, 36, 24, men=MEN, figures=1)
    return table([one, unit("de", 1, 36 + dx, 24 + dy, men=MEN, figures=1)], list(pieces))


@pytest.mark.rule("dh.core.range.fig", "dh.long.1", "dh.core.measure", "dh.core.los.rule")
@pytest.mark.parametrize(("dx", "dy"), SIDES)
def test_a_weapon_reaches_as_far_to_every_side(dx: int, dy: int) -> None:
    for far, ban in ((16, None), (16.1, bans.OUT_OF_RANGE)):
        state = table(
            [unit("us", 0, 36, 24, men=MEN, figures=1), unit("de", 1, 36 + dx * far, 24 + dy * far, figures=1)]
        )
        shooter, target = state.units
        assert forbid_bearing(state, shooter, 0, records.armoury()["mp40"], target, 150) is ban
        assert forbid_bearing(state, target, target.figures[0], records.armoury()["mp40"], shooter, 150) is ban
    wall = ground("building", 36 + 5 * dx - 2, 24 + 5 * dy - 2, 36 + 5 * dx + 2, 24 + 5 * dy + 2)
    state = table(
        [unit("us", 0, 36, 24, men=MEN, figures=1), unit("de", 1, 36 + dx * 12, 24 + dy * 12, figures=1)], [wall]
    )
    assert forbid_bearing(state, state.units[0], 0, records.armoury()["mp40"], state.units[1], 150) is bans.NO_SIGHT
    assert forbid_fire(state, state.units[0], state.units[1], HOLD, AIMED) is bans.NO_SIGHT


@pytest.mark.rule("dh.move.hmg.2", "dh.core.range.fig")
def test_the_arc_of_a_gun_to_the_degree() -> None:
    for at, ban in (((26, 20), None), ((26, 19.9), bans.OUT_OF_ARC), ((14, 20), None), ((14, 19.9), bans.OUT_OF_ARC)):
        gun = unit("mg", 0, 20, 20, template="us_mmg", facing=[0, 1])
        state = table([gun, unit("de", 1, *at, figures=1)])
        assert forbid_fire(state, state.units[0], state.units[1], HOLD, AIMED) is ban
    two = unit("de", 1, 20, 10, figures=2, places=[[20, 10], [20, 30]])
    for wall, ban in (([], None), ([ground("building", 18, 24, 22, 26)], bans.NO_SIGHT)):
        state = table([unit("mg", 0, 20, 20, template="us_mmg", facing=[0, 1]), two], wall)
        assert forbid_fire(state, state.units[0], state.units[1], HOLD, AIMED) is ban, "one behind it, one before it"


@pytest.mark.rule("dh.core.veh.facing", "dh.core.veh.pen", "dh.open.dm_sign")
@pytest.mark.parametrize("turn", range(4))
def test_which_side_is_struck(turn: int) -> None:
    """Front and rear are a quarter of the circle each, their bounds included."""
    cases = {(0, 9): 0, (9, 9): 0, (-9, 9): 0, (10, 9): 1, (-10, 9): 1, (9, 0): 1, (-9, 0): 1, (10, -9): 1,
             (-10, -9): 1, (9, -9): 2, (-9, -9): 2, (0, -9): 2, (1, -9): 2, (1, 9): 0}  # fmt: skip
    fx, fy = 0, 5
    for (dx, dy), side in cases.items():
        x, y, gx, gy = dx, dy, fx, fy
        for _ in range(turn):
            x, y, gx, gy = -y, x, -gy, gx
        assert struck_side(gx, gy, x, y) == side, (dx, dy)
    state = table([unit("us", 0, 20, 20, template="us_bazooka"), unit("t", 1, 20, 28, template="pz4h", facing=[0, -1])])
    bazooka, tank = records.armoury()["bazooka"], state.units[1]
    dm = records.vehicle_types()["pz4h"].dm
    for facing, side in (((0, -1), 0), ((1, 0), 1), ((-1, 0), 1), ((0, 1), 2)):
        tank.facing_x, tank.facing_y = facing
        assert armour_number(state, 0, bazooka, tank) == bazooka.at_ap + dm[side]
        assert pierces(state, 0, bazooka, tank) is (bazooka.at_ap + dm[side] >= 1)


@pytest.mark.rule("dh.fire.gunshield.1", "dh.open.gunshield_arc")
def test_whom_a_gunshield_covers() -> None:
    rifle, mortar = records.armoury()["kar98k"], records.armoury()["mortar_60"]
    state = table([unit("us", 0, 20, 20), unit("gun", 1, 20, 30, template="de_leig18", facing=[0, -1]), FAR])
    gun = state.units[1]
    for x, y, covered in ((200, 200, True), (300, 300, True), (100, 300, True), (300, 301, False), (200, 400, False)):
        assert shielded(state, gun, rifle, x, y) is covered
        assert not shielded(state, gun, mortar, x, y), "not from a blast"
    gun.out = 1
    assert not shielded(state, gun, rifle, 200, 200), "the gun is gone"
    assert not shielded(state, state.units[0], rifle, 200, 400)


@pytest.mark.rule("dh.open.halving", "dh.move.sneak.2", "dh.move.sneak.3", "dh.move.manoeuvre.2", "dh.move.manoeuvre.3",
                  "dh.move.run.2", "dh.move.run.3", "dh.move.semi.1", "dh.move.semi.2", "dh.move.hmg.1",
                  "dh.snap.4", "dh.core.snap.range", "dh.core.crew", "dh.cc.evade.4")  # fmt: skip
@pytest.mark.parametrize(
    ("name", "dice", "inches"),
    [  # holding, sneaking, manoeuvring, running
        ("kar98k", [2, 2, 1, 0], [24, 12, 12, 0]), ("garand", [3, 3, 3, 0], [24, 12, 12, 0]),
        ("mp40", [4, 4, 4, 0], [12, 12, 12, 0]), ("stg44", [4, 4, 4, 0], [18, 18, 18, 0]),
        ("m1911", [2, 2, 2, 0], [6, 6, 6, 0]), ("bazooka", [1, 1, 1, 0], [12, 12, 12, 0]),
        ("mg42_hmg", [8, 0, 0, 0], [36, 0, 0, 0]),
    ],
)  # fmt: skip
def test_dice_and_range_after_every_move(name: str, dice: list[int], inches: list[int]) -> None:
    weapon = records.armoury()[name]
    dice = [weapon.rof if d == max(dice) else d for d in dice]
    inches = [weapon.range // 10 if d == max(inches) else d for d in inches]
    assert [rate_of_fire(weapon, mode) for mode in (HOLD, SNEAK, MANOEUVRE, RUN)] == dice
    assert [effective_range(weapon, mode) // 10 for mode in (HOLD, SNEAK, MANOEUVRE, RUN)] == inches
    assert effective_range(weapon, SLOW) == (weapon.range if weapon.move_and_fire else 0)
    for mode in (HOLD, MANOEUVRE):
        assert weapon_dice(weapon, mode, AIMED, 0) == rate_of_fire(weapon, mode)
        assert weapon_dice(weapon, mode, AIMED, 2) == rate_of_fire(weapon, mode)
        alone = rate_of_fire(weapon, mode)
        assert weapon_dice(weapon, mode, AIMED, 1) == (halved(alone) if alone else 0)
        assert weapon_dice(weapon, mode, SNAP, 0) == halved(weapon.rof)
        assert weapon_dice(weapon, mode, SNAP, 1) == halved(halved(weapon.rof))
        for how in (AIMED, INDIRECT, INSIDE):
            assert weapon_range(weapon, mode, how, HOUSE_SNAP_RANGE) == effective_range(weapon, mode)
    assert [weapon_range(weapon, RUN, SNAP, house) for house in (0, HOUSE_SNAP_RANGE)] == [
        weapon.range,
        weapon.range // 2,
    ]
    after = weapon.range if weapon.move_and_fire else 0
    assert [weapon_range(weapon, HOLD, AT_EVADER, house) for house in (0, HOUSE_SNAP_RANGE)] == [after, after // 2]
    assert [halved(rof) for rof in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]


@pytest.mark.rule("dh.move.exempt.pistol", "dh.move.exempt.smg", "dh.open.long_weapons", "dh.core.weapon.ranges")
def test_what_every_weapon_is_by_its_class() -> None:
    exempt = {
        "pistol",
        "smg",
        "assault_rifle",
        "flamethrower",
        "rifle_grenade",
        "at_reloadable",
        "at_one_shot",
        "grenade",
    }
    short = {"flamethrower", "grenade", "rifle_grenade", "at_one_shot", "mortar"}
    for name, weapon in records.armoury().items():
        data = records.weapon_data()[name]
        assert weapon.exempt is (data.kind in exempt), name
        assert weapon.no_long is (data.kind in short or (data.kind == "at_reloadable" and data.effect == "blast")), name
        assert (weapon.rof, weapon.ap, weapon.mm) == (data.rof, data.ap, data.mm)
        assert (weapon.indirect, weapon.gunshield, weapon.dm) == (data.indirect, data.gunshield, data.dm)
        assert (weapon.min_range, weapon.range) == (10 * data.min_range, 10 * data.range)


@pytest.mark.rule("dh.special.2", "dh.core.points", "dh.indirect.acc.4", "dh.core.pc.loss")
def test_what_a_man_of_the_lists_is() -> None:
    for template, data in records.unit_templates().items():
        for man in data.figures:
            made = figure(0, man)
            special = {records.weapon_data()[name].kind for name in (man.weapon, *man.extra) if name != "radio"}
            named = {"lmg", "hmg", "at_reloadable", "rifle_grenade", "mortar"}
            assert made.special is bool(special & named), (template, man.role)
            assert made.radio is ("radio" in man.extra)
            carried = [name for name in man.extra if name != "radio"]
            assert (made.launcher.id if made.launcher else None) == (carried[-1] if carried else None)
            assert (made.kind == "commander") is (man.role == "platoon-commander")
            if made.kind == "leader":
                assert man.leader
            elif man.leader:
                assert made.kind == "commander"


@pytest.mark.rule("dh.core.points", "dh.core.stats.span")
def test_what_units_cost() -> None:
    def worth(name: str) -> int:
        return records.worth(records.armoury()[name])

    for name, vehicle in records.vehicle_types().items():
        armour = -vehicle.dm[0] - vehicle.dm[1] - vehicle.dm[2]
        arms = sum(worth(weapon) for weapon in vehicle.weapons)
        assert records.cost(name) - arms - 10 == 3 * armour + 2 * vehicle.room
    for name, squad in records.unit_templates().items():
        men = 0
        for man in squad.figures:
            for _ in range(man.count):
                men += man.guts + worth(man.weapon) + sum(worth(one) for one in man.extra if one != "radio")
                men += (5 if man.leader else 0) + (10 if "radio" in man.extra else 0)
        assert records.cost(name) == men
    for guts, fits in ((3, False), (4, True), (11, True), (12, False)):
        if fits:
            records.check_guts("guts", guts)
        else:
            with pytest.raises(WrongContent):
                records.check_guts("guts", guts)


@pytest.mark.rule("dh.core.points")
def test_a_platoon_is_numbered_where_a_unit_comes_twice() -> None:
    state = SYSTEM.new("open_field", 1, {})
    assert isinstance(state, DisposableState)
    for seat, nation in ((0, "us"), (1, "de")):
        forces = [force for force in state.scenario.forces if force.seat == seat and force.crew_of < 0]
        assert [force.id for force in forces] == [f"{nation}_{k + 1}" for k in range(len(forces))]
        templates = [force.template for force in forces]
        for k, force in enumerate(forces):
            number = f" {templates[: k + 1].count(force.template)}" if templates.count(force.template) > 1 else ""
            assert force.name == f"@unit.{force.template}{number}"


# Volleys


@pytest.mark.rule("dh.core.veh.guts", "dh.core.veh.move", "dh.open.fire_half")
def test_what_a_tank_fires_at_men() -> None:
    state = table([unit("t", 0, 20, 20, template="sherman", facing=[0, 1]), unit("de", 1, 20, 28, men=MEN)])
    tank, target = state.units[0], state.units[-1]
    arms = [records.armoury()[name] for name in records.vehicle_types()["sherman"].weapons]
    for mode, status, full in ((HOLD, 0, True), (SLOW, 0, True), (FULL, 0, False), (HOLD, PINNED, False)):
        tank.status = status
        shots = volley(state, tank, target, mode, AIMED, 0, False)
        fired = [weapon for weapon in arms if mode != FULL or not weapon.blast]
        dice = [weapon.rof if full else halved(weapon.rof) for weapon in fired]
        assert [(shot.weapon, shot.dice) for shot in shots] == list(zip(fired, dice, strict=True))
        assert all(shot.need == 5 and not shot.far for shot in shots)


@pytest.mark.rule("dh.open.fire_half", "dh.grenade.1", "dh.fire.half.1", "dh.fire.half.2")
@pytest.mark.parametrize(("figures", "thrown", "fire", "throw"), [
    (4, 0, 2, 0), (4, 1, 1, 1), (4, 2, 0, 2), (5, 2, 1, 2), (2, 2, 0, 1), (1, 1, 0, 1), (6, 1, 2, 1),
])  # fmt: skip
def test_half_of_a_squad_fires_or_throws(figures: int, thrown: int, fire: int, throw: int) -> None:
    men = [{"count": figures, "guts": 6, "weapon": "kar98k"}]
    state = table([unit("us", 0, 20, 20, men=men, grenades=2), unit("de", 1, 20, 23.5, men=MEN, figures=1)])
    shots = volley(state, state.units[0], state.units[1], HOLD, AIMED, thrown, False)
    assert [shot.weapon.id for shot in shots] == ["kar98k"] * fire + ["hand_grenade"] * throw
    assert len({shot.figure for shot in shots}) == len(shots)
    chosen = volley(state, state.units[0], state.units[1], HOLD, AIMED, 0, False, [0])
    assert [shot.figure for shot in chosen] == [0]


@pytest.mark.rule("dh.grenade.2", "dh.grenade.3", "dh.grenade.5", "dh.grenade.6", "dh.spot.1", "dh.open.bunker_mods")
def test_what_a_grenade_needs() -> None:
    for x, pieces, number, plain in (
        (20, [], 5, False), (20, [ground("foxholes", 22, 18, 30, 22)], 1, False),
        (21.4, [ground("foxholes", 22, 18, 30, 22)], 5, True), (20, [line("fence", 22, 10, 22, 30)], 4, False),
        (20, [ground("building", 21, 18, 22, 22)], 1, True),
    ):  # fmt: skip
        units = [unit("us", 0, x, 20, men=MEN, figures=1, grenades=1), unit("de", 1, 24, 20, men=MEN, figures=1)]
        state = table(units, pieces)
        tally = Tally(False)
        seen = state.scenario.table.sees(state.x[0], state.y[0], 240, 200)
        cover = state.scenario.table.cover_against(240, 200, state.x[0], state.y[0])
        at = state.units[1].figures[0] if seen else -1
        assert throw_number(tally, state, 0, state.units[1], at, cover) is plain
        assert tally.total == number
        (shot,) = throws(state, state.units[0], state.units[1], cover, 1, False)
        assert (shot.need, shot.blind, shot.dice) == (number, not seen, 1)
    for grenades, template, ban in (
        (0, "", bans.NO_THROWERS), (2, "", None), (2, "pz4h", bans.CLOSED), (2, "sdkfz251", None),
        (2, "de_sniper", bans.UNSPOTTED),
    ):  # fmt: skip
        foe = unit("de", 1, 20, 24, template=template) if template else unit("de", 1, 20, 24, men=MEN)
        state = table([unit("us", 0, 20, 20, men=MEN, grenades=grenades), foe])
        assert forbid_throwing(state, state.units[0], state.units[1]) is ban, template
    bunker = ground("bunker", 18, 22, 26, 26)
    for house, second in ((0, -98), (HOUSE_BUNKER, 5)):
        thrower = unit("us", 0, 20, 21.5, men=MEN, figures=1, grenades=1)
        state = table([thrower, unit("de", 1, 20, 22.6, men=MEN, figures=1)], [bunker])
        state.house = house
        (shot,) = throws(state, state.units[0], state.units[1], 5, 1, False)
        assert shot.second == second


@pytest.mark.rule("dh.snap.1", "dh.snap.2", "dh.snap.3", "dh.open.snap_limits")
@pytest.mark.parametrize(("dx", "dy"), SIDES)
def test_a_quick_look_misses_no_snap_fire(dx: int, dy: int) -> None:
    assert [triggers(mode) for mode in (HOLD, SNEAK, MANOEUVRE, RUN, SLOW, FULL)] == [
        False,
        False,
        True,
        True,
        True,
        True,
    ]
    for far, may in ((22, True), (22.1, False)):
        state = table(
            [unit("us", 0, 36, 24, men=MEN, figures=1), unit("de", 1, 36 + dx * far, 24 + dy * far, figures=1)]
        )
        mover, other = state.units
        assert could_snap(state, mover, 90) is may
        assert could_snap(state, other, 90) is may
        for name, value in (("status", PINNED), ("snapped", SNAPPED_NOW), ("place", MOUNTED), ("place", WAITING)):
            before = getattr(other, name)
            setattr(other, name, value)
            assert not could_snap(state, mover, 90)
            setattr(other, name, before)
    friends = table([unit("us", 0, 36, 24, men=MEN, figures=1), unit("two", 0, 41, 24, men=MEN), FAR])
    assert not could_snap(friends, friends.units[0], 90), "one's own side does not fire"


# Casualties


@pytest.mark.rule("dh.share.1", "dh.share.2", "dh.open.share_distance")
def test_between_whom_casualties_are_shared() -> None:
    """Between the men of the highest Guts, within the command distance of the unit that was hit."""
    men = [{"count": 1, "guts": 6, "weapon": "kar98k"}, {"count": 1, "guts": 7, "weapon": "kar98k"}]
    for x, shares in ((28, True), (28.1, False)):
        one = unit("a", 0, 10, 20, men=men, places=[[18, 20], [20, 20]])
        two = unit("b", 0, 10, 20, men=men, places=[[20, 24], [x, 20]])
        state = table([one, two, FAR])
        assert can_share(state, state.units[0], state.units[1]) is shares
    low = [{"count": 2, "guts": 5, "weapon": "kar98k"}]
    near = [unit("a", 0, 20, 20, men=men), unit("b", 0, 27, 20, men=low), unit("t", 0, 20, 25, template="sherman")]
    state = table([*near, unit("de", 1, 20, 16, men=MEN)])
    a, b, tank = state.units[:3]
    assert can_share(state, a, b), "seven inches, his own Guts"
    assert not can_share(state, b, a), "five for the other"
    assert not can_share(state, a, a)
    assert not can_share(state, a, tank)
    assert not can_share(state, a, state.units[-1])
    b.place = MOUNTED
    assert not can_share(state, a, b)


@pytest.mark.rule("dh.open.casualty_order", "dh.leader.1", "dh.special.1", "dh.special.2", "dh.cas.blast.4")
def test_who_is_like_whom() -> None:
    rifle = {"count": 1, "guts": 6, "weapon": "kar98k"}
    men = [
        rifle, rifle, rifle | {"guts": 7}, rifle | {"leader": True}, rifle | {"extra": ["panzerfaust"]},
        rifle | {"extra": ["panzerfaust"]}, rifle | {"extra": ["radio"]}, rifle | {"weapon": "g43"},
        rifle | {"weapon": "mg42_lmg"},
    ]  # fmt: skip
    state = table([unit("de", 1, 20, 20, template="de_squad", men=men), unit("us", 0, 60, 40)])
    figures = state.units[0].figures
    same = [[alike(state, [a, b]) for b in figures] for a in figures]
    for i in range(9):
        for j in range(9):
            assert same[i][j] is (i == j or {i, j} in ({0, 1}, {4, 5}))
    assert not alike(state, figures)
    state.spent = [figures[4]]
    assert not alike(state, [figures[4], figures[5]])
    assert alike(state, [figures[0], figures[4]]), "his Panzerfaust is gone"
    assert kit(state, figures[0]) != kit(state, state.units[1].figures[0])
    assert [rolled_apart(state, f) for f in figures] == [k in (3, 8) for k in range(9)]


@pytest.mark.rule("dh.core.veh.hit", "dh.core.veh.pen", "dh.fire.acc.1")
def test_what_a_rifle_is_worth_against_a_lorry() -> None:
    """Small arms fire at a vehicle only where they could harm it; how fast it went counts in a normal shot alone."""
    for template, fires in (("jeep", True), ("pz4h", False)):
        for speed, need in ((0, 6), (100, 5), (121, 4)):
            men = [{"count": 1, "guts": 6, "weapon": "kar98k"}]
            foe = unit("v", 1, 20, 30, template=template, facing=[0, -1])
            state = table([unit("us", 0, 20, 20, men=men), foe])
            state.units[1].speed = speed
            shots = shots_at_vehicle(state, state.units[0], state.units[1], HOLD, AIMED, 0, False)
            assert [shot.need for shot in shots] == ([need] if fires else [])
            state.x[state.units[1].figures[0]] = 600
            state.enclose(state.units[1])
            far = shots_at_vehicle(state, state.units[0], state.units[1], HOLD, AIMED, 0, False)
            assert [(shot.need, shot.far) for shot in far] == ([(1, True)] if fires else [])
    assert OPEN == 0
