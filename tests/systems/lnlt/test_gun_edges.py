"""Guns and rockets, one condition at a time: what is added to the dice, whom they reach, what they acquire and hit."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import BUTTONED, CONTINUOUS, MG_FIRED
from bocage.systems.lnlt.model.vehicles import BEHIND, FRONT, NONE, SIDE, VEHICLE_IDS, bearing
from bocage.systems.lnlt.rules.acquisition import acquire, acquired, lose_aim
from bocage.systems.lnlt.rules.machine_guns import APART, bearing_guns, mg_firepower, needs_turning, single_gun
from bocage.systems.lnlt.rules.ordnance import (
    armour_at,
    aspect,
    bars_hull,
    hits,
    is_ahead,
    is_turret_hit,
    lent_leadership,
    may_shoot,
    reachable,
    target_hex,
    to_hit_tally,
)
from bocage.systems.lnlt.rules.vehicle_fire import farthest, vehicle_targets
from systems.lnlt.armour import DARIUS, EAST, FAR, SHERMAN, STUG, TRUCK, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, MEDROW, PARA, RIFLES, unit

BAZOOKA = "us.sw.bazooka"
SEATS = pytest.mark.parametrize("swapped", [False, True])


def duel(*us: dict[str, Any], de: list[dict[str, Any]] | None = None, swapped: bool = False, **more: Any) -> Field:
    """A Sherman in D5 that looks east, and a StuG in G5 that looks west."""
    spec = more.pop("spec", {})
    foes = [vehicle(STUG, "G5", "G", WEST)] if de is None else de
    first = side("us", vehicle(SHERMAN, "D5", "S", EAST, **spec), *us)
    return Field(first, side("de", *foes, FAR), swapped=swapped, **more)


def odds_of(field: Field, opportunity: bool = False, turned: bool = False, at: str = "G") -> dict[str, int]:
    target = field.names[at] if len(at) == 1 else target_hex(field.hex(at))
    men = [] if len(at) == 1 else field.state.stacks[1 - field.vehicle("S").seat][field.hex(at)]
    tally = to_hit_tally(field.state, field.names["S"], 0, target, men, opportunity, turned)
    found: dict[str, int] = {}
    for line in tally.lines:
        found[line.label] = found.get(line.label, 0) + line.value
    assert tally.total == sum(found.values())
    return found


# ---- to hit


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.armour.3", "lnlt.core.armour.5.6", "lnlt.core.armour.5.11")
@pytest.mark.parametrize(
    ("mark", "leader", "opportunity", "wanted"),
    [
        (0, False, False, {"hit.open": -1}),
        (0, False, True, {"hit.open": -1}),
        (BUTTONED, False, False, {}),
        (flags.ASSAULT, False, False, {"hit.open": -1, "hit.assault": 1}),
        (flags.OPS, False, False, {"hit.open": -1}),
        (flags.OPS, False, True, {"hit.open": -1, "hit.ops-complete": 2}),
        (0, True, False, {"hit.open": -1, "hit.armour-leader": -1}),
    ],
)
def test_what_the_firing_vehicle_adds(
    mark: int, leader: bool, opportunity: bool, wanted: dict[str, int], swapped: bool
) -> None:
    field = duel(spec={"leader": DARIUS} if leader else {}, swapped=swapped)
    field.vehicle("S").flags |= mark
    assert odds_of(field, opportunity) == wanted


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.armour.5.5", "lnlt.core.armour.4.6")
def test_what_the_target_and_the_way_add(swapped: bool) -> None:
    plain = {"hit.open": -1}
    for mark in (flags.MOVED, flags.ASSAULT, flags.MOVING, CONTINUOUS):
        field = duel(swapped=swapped)
        field.vehicle("G").flags |= mark
        assert odds_of(field) == {**plain, "hit.moving": 1}
    assert odds_of(duel(swapped=swapped), turned=True) == {**plain, "hit.turned": 1}
    field = duel(swapped=swapped)
    for level in (1, 2, 2):
        acquire(field.state, field.names["S"], 0, field.names["G"])
        assert odds_of(field) == {**plain, "hit.acquired": -level}


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.3")
@pytest.mark.parametrize("mark", [0, flags.MOVED, flags.ASSAULT])
def test_men_who_have_moved_are_harder_to_hit(mark: int, swapped: bool) -> None:
    field = duel(de=[unit(RIFLES, "G5", "r")], swapped=swapped)
    field.unit("r").flags |= mark
    assert odds_of(field, at="G5") == {"hit.open": -1, **({"hit.moving": 1} if mark else {})}


@SEATS
@pytest.mark.rule("lnlt.core.armour.1.1", "lnlt.core.armour.1.5", "lnlt.core.6.4", "lnlt.core.open.armour.7")
@pytest.mark.parametrize(
    ("mark", "opportunity", "wanted"),
    [
        (0, False, {}),
        (flags.ASSAULT, False, {"hit.assault": 1}),
        (flags.STEALTH, False, {"hit.assault": 1}),
        (flags.OPS, False, {}),
        (flags.OPS, True, {"hit.ops-complete": 2}),
        (0, True, {}),
    ],
)
def test_what_the_owner_of_a_rocket_adds(mark: int, opportunity: bool, wanted: dict[str, int], swapped: bool) -> None:
    own = side("us", unit(PARA, "D5", "a", weapons=[BAZOOKA]), unit(PARA, "D5", "b", weapons=["ge.sw.panzerschreck"]))
    field = Field(own, side("de", vehicle(STUG, "F5", "G", WEST), FAR), swapped=swapped)
    captured = {"hit.captured": 1}
    for name, weapon, more in (("a", 0, {}), ("b", 1, captured)):
        field.unit(name).flags |= mark
        tally = to_hit_tally(field.state, field.names[name], weapon, field.names["G"], [], opportunity, False)
        assert {line.label: line.value for line in tally.lines} == {**wanted, **more}
        assert field.state.weapons[weapon].owner == field.names[name]


@SEATS
@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.open.armour.7")
def test_whose_leadership_a_gun_has(swapped: bool) -> None:
    own = side("us", unit(PARA, "D5", "a", weapons=[BAZOOKA]), unit(MEDROW, "D5", "m"), unit(CLARKSON, "D5", "c"))
    field = Field(own, side("de", vehicle(STUG, "F5", "G", WEST), FAR), swapped=swapped)
    state, squad, there = field.state, field.unit("a"), field.hex("F5")
    best = max(field.unit("m").leadership(), field.unit("c").leadership())
    assert best > 0
    assert lent_leadership(state, squad, there) == best, "the better of two, not both"
    for name in "mc":
        field.unit(name).flags |= flags.OPS
    assert lent_leadership(state, squad, there) == 0
    field.unit("m").flags |= flags.SPOTTER
    assert lent_leadership(state, squad, there) == 0, "he spotted another hex"
    state.spot_hex = there
    assert lent_leadership(state, squad, there) == field.unit("m").leadership()
    assert lent_leadership(state, field.unit("m"), there) == 0, "nobody leads himself"


@pytest.mark.rule("lnlt.core.armour.4.2", "lnlt.core.armour.4.3")
def test_two_always_hits_and_twelve_never() -> None:
    assert [hits(natural, 0, 8) for natural in (2, 8, 9, 12)] == [True, True, False, False]
    assert [hits(natural, -9, 8) for natural in (2, 11, 12)] == [True, True, False]
    assert [hits(natural, 9, 8) for natural in (2, 3, 12)] == [True, False, False]
    assert [hits(7, modifier, 8) for modifier in (1, 2)] == [True, False]


# ---- acquisition


@pytest.mark.rule("lnlt.core.armour.4.6", "lnlt.hid.15.9.1d", "lnlt.core.open.armour.8")
def test_two_guns_share_what_they_have_acquired_and_each_leaves_it_alone() -> None:
    state = duel().state
    acquire(state, 500, 0, 7)
    acquire(state, 500, 1, 7)
    assert acquired(state, 500, 7) == 2, "both guns at one target"
    assert [aim.level for aim in state.aims] == [2, 2]
    acquire(state, 500, 1, 8)
    assert (acquired(state, 500, 7), acquired(state, 500, 8)) == (2, 1), "the twin keeps its own"
    acquire(state, 500, 0, 8)
    assert (acquired(state, 500, 7), acquired(state, 500, 8)) == (0, 2)
    acquire(state, 501, 0, 8)
    assert (acquired(state, 500, 8), acquired(state, 501, 8)) == (2, 1), "each firer for himself"
    lose_aim(state, 501)
    assert (acquired(state, 500, 8), acquired(state, 501, 8)) == (2, 0)
    lose_aim(state, 8)
    assert state.aims == []


# ---- whom they reach


def reached(field: Field, hex_: str = "D5", seat: int = 0, **more: Any) -> set[str]:
    gun = more.pop("gun", field.vehicle("S").type.guns[0])
    names = field.state.board.grid.names
    found = set()
    for target in reachable(field.state, seat, field.hex(hex_), gun, **more):
        one = target >= VEHICLE_IDS
        found.add(f"tank {names[field.state.vehicles[target - VEHICLE_IDS].hex]}" if one else names[-1 - target])
    return found


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.2.2", "lnlt.core.armour.1.3", "lnlt.hon.1.6.5b")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", {"tank G5", "H5"}),
        ("wreck", {"H5"}),
        ("hidden-men", {"tank G5"}),
        ("unseen", {"tank G5", "H5"}),
        ("wall", set()),
        ("short", set()),
        ("longer", {"tank G5"}),
        ("no-he", {"tank G5"}),
        ("own-men", {"tank G5"}),
        ("above", set()),
        ("below", {"tank G5", "H5"}),
    ],
)
def test_whom_a_gun_reaches(change: str, found: set[str], swapped: bool) -> None:
    more: dict[str, Any] = {"terrain": {}}
    if change in ("hidden-men", "unseen"):
        more["terrain"] = {"light-woods": ["H5"]}
    if change == "wall":
        more["terrain"] = {"stone-building": ["E5", "E4", "F4", "F5", "F6"]}
    if change in ("above", "below"):
        more["levels"] = {1: ["D5"] if change == "above" else ["G5", "H5"]}
    foes = [vehicle(STUG, "G5", "G", WEST, markers=["wreck"] if change == "wreck" else []), unit(RIFLES, "H5", "r")]
    own = [unit(PARA, "H5", "p")] if change == "own-men" else []
    field = duel(*own, de=foes, swapped=swapped, **more)
    gun = field.vehicle("S").type.guns[0]
    asked: dict[str, Any] = {"unseen": True} if change == "unseen" else {}
    if change in ("short", "longer", "no-he", "above", "below"):
        gun = copy(gun)
        distance = field.state.board.grid.distances[field.hex("D5")]
        if change in ("short", "longer"):
            gun.limits = [distance[field.hex("G5")] - 1]
            asked["longer_by"] = 1 if change == "longer" else 0
        elif change == "no-he":
            gun.he = NONE
        else:
            gun.no_fire_down = True
    assert reached(field, gun=gun, seat=field.vehicle("S").seat, **asked) - {"L9"} == found


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.4.1")
@pytest.mark.parametrize(
    ("mark", "opportunity", "spotted", "may"),
    [
        (0, False, False, True),
        (flags.ASSAULT, False, False, True),
        (flags.SHAKEN, False, False, False),
        (flags.MOVED, False, False, False),
        (flags.FIRED, False, False, False),
        (flags.FIRED | flags.ANOTHER, False, False, True),
        (flags.OPS, False, False, False),
        (flags.OPS, True, False, True),
        (flags.OPS | flags.SPOTTER, False, False, False),
        (flags.OPS, False, True, False),
        (flags.OPS | flags.SPOTTER, False, True, True),
        (flags.MOVED, True, False, False),
    ],
)
def test_who_may_shoot_a_gun(mark: int, opportunity: bool, spotted: bool, may: bool) -> None:
    assert may_shoot(mark, opportunity, spotted) == may


@SEATS
@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.5.8")
def test_how_far_small_arms_reach_a_vehicle(swapped: bool) -> None:
    own = side("us", unit(PARA, "A5", "a"), unit(PARA, "A5", "b"))
    field = Field(own, side("de", vehicle(TRUCK.replace("us", "ge"), "J5", "T", WEST), FAR), swapped=swapped)
    state = field.state
    seat = field.unit("a").seat
    far = field.unit("a").type.range * 2
    both = 1 << field.names["a"] | 1 << field.names["b"]
    here = field.hex("A5")
    assert farthest(state, seat, here, both, False) == far
    assert farthest(state, seat, here, 0, False) == 0, "nobody activated"
    for name in "ab":
        field.unit(name).flags |= flags.OPS
    assert farthest(state, seat, here, both, False) == 0
    field.unit("b").flags |= flags.SPOTTER
    assert farthest(state, seat, here, both, True) == far
    assert farthest(state, seat, here, 1 << field.names["a"], True) == 0


@SEATS
@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.5.8")
@pytest.mark.parametrize(("hex_", "may"), [("K5", True), ("L5", False)])
def test_men_fire_at_vehicles_within_twice_their_range(hex_: str, may: bool, swapped: bool) -> None:
    own = side("us", unit(PARA, "A5", "a"))
    field = Field(own, side("de", vehicle("ge.veh.truck", hex_, "T", WEST), FAR), swapped=swapped)
    seat = field.unit("a").seat
    far = field.state.board.grid.distances[field.hex("A5")][field.hex(hex_)] <= 2 * field.unit("a").type.range
    assert far == may
    assert bool(vehicle_targets(field.state, seat, 1 << field.hex("A5"), 1 << field.names["a"])) == may


# ---- arcs and armour


@pytest.mark.rule("lnlt.core.armour.5.2", "lnlt.core.option.facing")
def test_the_fans_around_a_vehicle() -> None:
    field = duel()
    grid, here = field.state.board.grid, field.hex("D5")
    around = [grid.neighbours[here][direction] for direction in range(6)]
    for facing in range(6):
        seen = [bearing(grid, here, facing, around[(facing + turn) % 6]) for turn in range(6)]
        assert seen == [FRONT, FRONT, SIDE, BEHIND, BEHIND, SIDE]
        seen = [bearing(grid, here, facing, around[(facing + turn) % 6], True) for turn in range(6)]
        assert seen == [FRONT, FRONT, SIDE, BEHIND, SIDE, FRONT]
    assert bearing(grid, here, 0, here) == SIDE, "its own hex is in no arc"


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.hid.15.9.1g", "lnlt.core.armour.5.2")
def test_a_gun_in_the_hull_fires_to_the_front(swapped: bool) -> None:
    field = duel(swapped=swapped)
    stug, sherman = field.vehicle("G"), field.vehicle("S")
    assert not bars_hull(field.state, stug, stug.type.guns[0], field.hex("D5"))
    assert bars_hull(field.state, stug, stug.type.guns[0], field.hex("I5"))
    assert not bars_hull(field.state, sherman, sherman.type.guns[0], field.hex("A5")), "a turret turns"
    assert is_ahead(field.state, sherman.hex, EAST, field.hex("G5"))
    assert not is_ahead(field.state, sherman.hex, EAST, sherman.hex)
    assert not is_ahead(field.state, sherman.hex, EAST, field.hex("A5"))


@pytest.mark.rule("lnlt.core.armour.4.4", "lnlt.core.armour.5.1", "lnlt.core.armour.11.5", "lnlt.hid.15.7a")
def test_where_a_hit_goes_and_how_thick_it_is() -> None:
    field = duel()
    state, sherman, stug = field.state, field.vehicle("S"), field.vehicle("G")
    origin = stug.hex
    assert [is_turret_hit(state, sherman, n, origin) for n in range(2, 12)] == [
        n > 2 and n % 2 == 0 for n in range(2, 12)
    ]
    assert not any(is_turret_hit(state, stug, n, sherman.hex) for n in range(2, 12)), "no turret"
    assert aspect(state, sherman, False, origin) == FRONT
    assert aspect(state, sherman, False, sherman.hex) == BEHIND, "from within its hex"
    sherman.turret = WEST
    assert aspect(state, sherman, True, origin) == BEHIND
    assert aspect(state, sherman, False, origin) == FRONT
    printed = sherman.type.armour
    assert [armour_at(sherman, False, one) for one in (FRONT, SIDE, BEHIND)] == [printed[0], printed[2], printed[4]]
    assert [armour_at(sherman, True, one) for one in (FRONT, SIDE, BEHIND)] == [printed[1], printed[3], printed[5]]
    truck = Field(side("us", vehicle(TRUCK, "D5", "T")), side("de", FAR)).vehicle("T")
    assert armour_at(truck, False, FRONT) == NONE


@pytest.mark.rule("lnlt.core.option.natural_two", "lnlt.core.armour.4.4")
def test_a_two_may_go_where_it_hurts_most() -> None:
    field = duel(options={"natural_two": "owner-worst"})
    sherman = field.vehicle("S")
    hull = armour_at(sherman, False, aspect(field.state, sherman, False, field.hex("G5")))
    turret = armour_at(sherman, True, aspect(field.state, sherman, True, field.hex("G5")))
    assert is_turret_hit(field.state, sherman, 2, field.hex("G5")) == (turret < hull)
    sherman.turret = WEST
    behind = armour_at(sherman, True, BEHIND)
    assert is_turret_hit(field.state, sherman, 2, field.hex("G5")) == (behind < hull)
    assert behind < hull


# ---- machine guns of vehicles

BREN = "uk.veh.bren"


def carrier(at: str, swapped: bool = False, type_: str = BREN, **more: Any) -> Field:
    own = side("uk", vehicle(type_, "D5", "S", EAST))
    return Field(own, side("de", unit(RIFLES, at, "r"), FAR), swapped=swapped, columns=18, **more)


@pytest.mark.rule("lnlt.hid.15.9.3b", "lnlt.hid.15.9.3c", "lnlt.core.armour.5.5")
def test_two_machine_guns_together_or_one_after_the_other() -> None:
    field = carrier("G5")
    state, one = field.state, field.vehicle("S")
    ahead, back = field.hex("G5"), field.hex("B5")
    together, far = one.type.together_fp, one.type.together_range
    assert mg_firepower(state, one, ahead) == together
    assert [mg_firepower(state, one, ahead, number) for number in (0, 1)] == [gun.fp for gun in one.type.mgs]
    assert len(bearing_guns(state, one, back)) == 1, "the one in the hull fires to the front"
    distances = state.board.grid.distances[one.hex]
    front = [hex_ for hex_ in range(state.board.hexes) if is_ahead(state, one.hex, EAST, hex_)]
    ring = {distances[hex_]: hex_ for hex_ in front}
    reach = one.type.mgs[0].range
    assert mg_firepower(state, one, ring[far]) == together
    assert mg_firepower(state, one, ring[far + 1]) == (together + 1) // 2
    assert mg_firepower(state, one, ring[reach], 0) == one.type.mgs[0].fp
    assert mg_firepower(state, one, ring[reach + 1], 0) == (one.type.mgs[0].fp + 1) // 2
    assert single_gun(state, one, ahead) == 0
    one.flags |= APART[0]
    assert single_gun(state, one, ahead) == 1
    one.flags |= APART[1]
    assert single_gun(state, one, ahead) == NONE
    one.flags &= ~(APART[0] | APART[1])
    assert single_gun(state, one, back) == 1
    one.flags |= MG_FIRED
    assert single_gun(state, one, ahead) == NONE


@pytest.mark.rule("lnlt.hid.15.9.3c")
def test_ordinary_machine_guns_do_not_fire_apart() -> None:
    field = duel()
    assert field.vehicle("S").type.together_fp == 0
    assert single_gun(field.state, field.vehicle("S"), field.hex("G5")) == NONE


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.5")
def test_a_turret_that_looks_elsewhere_has_to_turn(swapped: bool) -> None:
    field = duel(swapped=swapped)
    one = field.vehicle("S")
    assert not needs_turning(field.state, one, field.hex("G5"))
    assert needs_turning(field.state, one, field.hex("A5"))
    one.turret = WEST
    assert needs_turning(field.state, one, field.hex("G5"))
    assert not needs_turning(field.state, one, one.hex)
