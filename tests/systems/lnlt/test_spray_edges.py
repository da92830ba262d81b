"""Small arms against vehicles and those on them, one condition at a time and from either seat."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.kernel import Tally, first, second
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.transport import HoldOn
from bocage.systems.lnlt.rules.vehicle_fire import (
    SNIPED,
    FireAtVehicle,
    armour_in_view,
    farthest,
    is_soft,
    may_be_sprayed,
    may_pierce,
    strike_vehicle,
    vehicle_cover,
    vehicle_targets,
)
from systems.lnlt.armour import EAST, SHERMAN, WEST, Field, side, vehicle
from systems.lnlt.table import MG42, PARA, RIFLES, US_MEDIC, WEISS, event, unit

pytestmark = pytest.mark.both_seats

TETRARCH = "uk.veh.tetrarch"
HALFTRACK = "us.veh.m3"
TRUCK = "us.veh.truck"
WALL = ["E4", "E5", "F4", "F5", "F6"]
ALL = -1


def range_of(*de: dict[str, Any], us: list[dict[str, Any]] | None = None, **more: Any) -> Field:
    """A German squad in D5, in its impulse; an American vehicle S somewhere."""
    first_ = side("de", unit(RIFLES, "D5", "a", **more.pop("own", {})), unit(RIFLES, "A9", "rest"), *de)
    nation = more.pop("nation", "us")
    far = unit("uk.medic" if nation == "uk" else US_MEDIC, "L9", "far")
    return Field(first_, side(nation, *(us or []), far), **more)


def aims(field: Field, activated: int = ALL, hexes: str = "D5") -> set[str]:
    found = vehicle_targets(field.state, field.unit("a").seat, 1 << field.hex(hexes), activated)
    assert all(first(option) == field.hex(hexes) for option in found)
    assert all(second(option) == field.vehicle("S").id for option in found)
    return {acts.ACTS.of(option).name for option in found}


# ---- at what


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.6.3", "lnlt.core.armour.5.7", "lnlt.core.4.1")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", {"fire-at-vehicle"}),
        ("buttoned", set()),
        ("riders", {"fire-at-riders"}),
        ("open-riders", {"fire-at-vehicle", "fire-at-riders"}),
        ("wreck", set()),
        ("abandoned", set()),
        ("wall", set()),
        ("hidden", set()),
        ("aimed", {"fire-at-vehicle"}),
        ("aimed-shaken", set()),
        ("far", set()),
        ("shaken", set()),
        ("moved", set()),
        ("no-gun", set()),
        ("melee-there", set()),
    ],
)
def test_at_which_vehicles_men_fire(change: str, found: set[str]) -> None:
    at = "Z5" if change == "far" else "G5"
    markers = [change] if change in ("buttoned", "wreck", "abandoned") else ["buttoned"] if change == "riders" else []
    ridden = {"passengers": ["r"]} if change.endswith("riders") else {}
    us = [vehicle(SHERMAN, at, "S", WEST, markers=markers, **ridden)]
    us += [unit(PARA, at, "r")] if change.endswith("riders") or change == "melee-there" else []
    de = [unit(RIFLES, at, "x")] if change == "melee-there" else []
    de += [unit("ge.hero.fj", "D5", "h", skill="aimed-fire")] if change.startswith("aimed") else []
    terrain = {"wall": {"stone-building": WALL}}.get(change, {})
    if change in ("hidden", "aimed", "aimed-shaken"):
        terrain = {"light-woods": ["G5"]}
    field = range_of(*de, us=us, terrain=terrain, columns=26)
    one = field.unit("a")
    one.flags |= {"shaken": flags.SHAKEN, "moved": flags.MOVED}.get(change, 0)
    if change == "aimed-shaken":
        field.unit("h").flags |= flags.SHAKEN
    if change == "no-gun":
        one.type = copy(one.type)
        one.type.reach = -1
    assert aims(field) == found
    assert aims(field, 0) == set(), "nobody is activated"
    assert vehicle_targets(field.state, 1 - one.seat, 1 << field.hex("D5"), ALL) == []


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.5.8")
@pytest.mark.parametrize(
    ("spot", "friend", "found"), [("G5", False, True), ("F5", False, False), ("", False, False), ("F5", True, True)]
)
def test_who_has_just_spotted_fires_at_that_vehicle(spot: str, friend: bool, found: bool) -> None:
    field = range_of(*([unit(RIFLES, "D5", "b")] if friend else []), us=[vehicle(SHERMAN, "G5", "S", WEST)])
    field.unit("a").flags |= flags.OPS | flags.SPOTTER
    field.state.spot_hex = field.hex(spot) if spot else -1
    assert bool(aims(field)) == found


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.5.8", "lnlt.core.5.4")
def test_the_spotter_reaches_as_far_as_he_himself_can() -> None:
    field = range_of(unit("ge.hero.fj", "D5", "h"), us=[vehicle(SHERMAN, "G5", "S", WEST)])
    state, here = field.state, field.hex("D5")
    a, h = field.unit("a"), field.unit("h")
    a.type, h.type = copy(a.type), copy(h.type)
    a.type.reach, h.type.reach = 8, 2
    seat = a.seat
    assert farthest(state, seat, here, ALL, False) == 8
    a.flags |= flags.OPS | flags.SPOTTER
    assert farthest(state, seat, here, ALL, False) == 2
    assert farthest(state, seat, here, ALL, True) == 8
    assert aims(field) == set(), "the other does not reach it"
    state.spot_hex = field.hex("G5")
    assert aims(field) == {"fire-at-vehicle"}
    a.flags |= flags.MOVED
    assert aims(field) == set()


@pytest.mark.rule("lnlt.hid.skill.aimed-fire.b", "lnlt.core.armour.5.8")
@pytest.mark.parametrize(
    ("change", "sees"),
    [("", True), ("plain", False), ("marked", False), ("inactive", False), ("elsewhere", False), ("spotted", True)],
)
def test_who_fires_at_a_vehicle_not_spotted(change: str, sees: bool) -> None:
    card = {} if change in ("plain", "spotted") else {"skill": "aimed-fire"}
    where = "A1" if change == "elsewhere" else "D5"
    field = range_of(
        unit("ge.hero.fj", where, "h", **card),
        us=[vehicle(SHERMAN, "G5", "S", WEST)],
        terrain={"light-woods": ["G5"]},
        spotted=["G5"] if change == "spotted" else [],
    )
    hero = field.unit("h")
    hero.flags |= flags.MOVED if change == "marked" else 0
    activated = ALL ^ (1 << hero.id) if change == "inactive" else ALL
    mask = armour_in_view(field.state, hero.seat, field.hex("D5"), activated)
    assert bool(mask >> field.hex("G5") & 1) == sees


# ---- thin armour


@pytest.mark.rule("lnlt.hid.skill.armor-piercer.b", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("change", "impulse", "opportunity"),
    [
        ("", True, True),
        ("plain", False, False),
        ("thick", False, False),
        ("leader-inactive", False, False),
        ("leader-marked", False, False),
        ("leader-shaken", False, False),
        ("gunner-inactive", False, False),
        ("gunner-fired", False, False),
        ("gunner-ops", False, True),
        ("no-gun", False, False),
        ("own-gun", False, False),
        ("far", False, False),
    ],
)
def test_when_machine_guns_go_through_thin_armour(change: str, impulse: bool, opportunity: bool) -> None:
    gun = {"weapons": [MG42]}
    leader = unit(
        WEISS,
        "D5",
        "l",
        **({} if change == "plain" else {"skill": "armor-piercer"}),
        **(gun if change == "own-gun" else {}),
    )
    thick = change == "thick"
    tank = vehicle(SHERMAN if thick else TETRARCH, "Z5" if change == "far" else "G5", "S", WEST, markers=["buttoned"])
    field = range_of(
        leader,
        us=[tank],
        nation="us" if thick else "uk",
        own={} if change in ("no-gun", "own-gun") else gun,
        columns=26,
    )
    if change == "far":
        field.state.weapons[0].type = copy(field.state.weapons[0].type)
        field.state.weapons[0].type.range = 3
    a, boss, one = field.unit("a"), field.unit("l"), field.vehicle("S")
    boss.flags |= {"leader-marked": flags.FIRED, "leader-shaken": flags.SHAKEN}.get(change, 0)
    a.flags |= {"gunner-fired": flags.FIRED, "gunner-ops": flags.OPS}.get(change, 0)
    activated = ALL
    if change.endswith("inactive"):
        activated ^= 1 << (boss if change.startswith("leader") else a).id
    here = field.hex("D5")
    assert may_pierce(field.state, a.seat, here, activated, one, False) == impulse
    assert may_pierce(field.state, a.seat, here, activated, one, True) == opportunity
    assert not may_pierce(field.state, a.seat, field.hex("A9"), activated, one, False), "another hex"


@pytest.mark.rule("lnlt.hid.skill.armor-piercer.b", "lnlt.core.4.1")
def test_a_gunner_who_spotted_the_vehicle_may_be_directed_at_it() -> None:
    field = range_of(
        unit(WEISS, "D5", "l", skill="armor-piercer"),
        us=[vehicle(TETRARCH, "G5", "S", WEST, markers=["buttoned"])],
        nation="uk",
        own={"weapons": [MG42]},
    )
    a, one, here = field.unit("a"), field.vehicle("S"), field.hex("D5")
    a.flags |= flags.OPS | flags.SPOTTER
    for spot, may in (("F5", False), ("G5", True)):
        field.state.spot_hex = field.hex(spot)
        assert may_pierce(field.state, a.seat, here, ALL, one, False) == may


@pytest.mark.rule("lnlt.hid.skill.armor-piercer.b")
@pytest.mark.parametrize("hatch", ["open", "buttoned"])
def test_against_thin_armour_machine_guns_alone_fire(hatch: str) -> None:
    field = range_of(
        unit(WEISS, "D5", "l", skill="armor-piercer", weapons=[MG42]),
        unit("ge.hero.fj", "D5", "h"),
        us=[vehicle(TETRARCH, "G5", "S", WEST, markers=["buttoned"] if hatch == "buttoned" else [])],
        nation="uk",
        own={"weapons": [MG42]},
    )
    seat = field.unit("a").seat
    fire = FireAtVehicle(seat, field.hex("D5"), field.hex("G5"), ALL, field.vehicle("S").id, False)
    able = {(acts.ACTS.of(option).name, first(option)) for option in fire.able_firers(field.state)}
    names = {name: field.names[name] for name in "alh"}
    machine_gun = (acts.WITH_WEAPON.name, names["a"])
    assert machine_gun in able
    if hatch == "buttoned":
        assert able == {machine_gun}
        fire.add(acts.WITH_WEAPON.on(names["a"]))
        assert fire.able_firers(field.state) == []
        assert fire.directed, "he directs as soon as somebody fires"
        assert fire.goes_through(field.state)
    else:
        assert names["h"] in {number for _, number in able}
        fire.add(acts.WITH_WEAPON.on(names["a"]))
        assert not fire.goes_through(field.state), "nobody directs"


# ---- what armour and ground do


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.11.6", "lnlt.core.5.5")
@pytest.mark.parametrize(
    ("type_", "soft", "bare", "labels"),
    [
        (SHERMAN, False, False, {"armour", "ground"}),
        (SHERMAN, True, False, {"ground"}),
        (SHERMAN, False, True, {"armour"}),
        (SHERMAN, True, True, set()),
        (TRUCK, False, False, {"ground"}),
        (TRUCK, False, True, set()),
    ],
)
def test_what_shelters_a_vehicle(type_: str, soft: bool, bare: bool, labels: set[str]) -> None:
    field = range_of(us=[vehicle(SHERMAN, "G5", "S", WEST)], terrain={"light-woods": ["G5"]})
    one = field.vehicle("S")
    one.type = copy(one.type)
    one.type.armoured = type_ == SHERMAN
    tally = vehicle_cover(field.state, one, field.hex("D5"), soft, bare)
    wanted = one.type.lowest if "armour" in labels else 0
    wanted += field.state.board.terrain[one.hex].tm if "ground" in labels else 0
    assert tally.total == wanted
    assert ("fire.armour" in {line.label for line in tally.lines}) == ("armour" in labels)


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.5.7", "lnlt.core.armour.11.5")
def test_a_turret_in_the_ground_is_not_sprayed() -> None:
    field = range_of(us=[vehicle(HALFTRACK, "G5", "S", WEST)])
    one, here = field.vehicle("S"), field.hex("D5")
    assert may_be_sprayed(field.state, one, here)
    one.type = copy(one.type)
    one.type.fixed = True
    assert not may_be_sprayed(field.state, one, here)


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.hid.15.7a")
@pytest.mark.parametrize(("facing", "origin", "soft"), [(WEST, "D5", False), (EAST, "D5", True), (EAST, "G5", False)])
def test_armour_that_is_open_behind(facing: int, origin: str, soft: bool) -> None:
    field = range_of(us=[vehicle(SHERMAN, "G5", "S", facing)])
    one = field.vehicle("S")
    assert not is_soft(field.state, one, field.hex(origin))
    one.type = copy(one.type)
    one.type.no_rear_armour = True
    assert is_soft(field.state, one, field.hex(origin)) == soft


@pytest.mark.rule("lnlt.core.armour.6.5", "lnlt.core.armour.5.8", "lnlt.core.11.4")
@pytest.mark.parametrize(
    ("rule", "die", "check", "held_on"),
    [
        ("lnlt.core.armour.5.8", 6, [6], True),
        ("lnlt.core.armour.5.8", 6, [1], False),
        (SNIPED, 6, [6], False),
        ("lnlt.core.armour.5.8", 1, [], False),
    ],
)
def test_when_those_inside_have_to_hold_on(rule: str, die: int, check: list[int], held_on: bool) -> None:
    field = range_of(us=[vehicle(HALFTRACK, "G5", "S", WEST, passengers=["in"]), unit(PARA, "G5", "in")])
    state, one = field.state, field.vehicle("S")
    tally = Tally(True)
    tally.add(one.type.lowest, "fire.lead", "lnlt.core.5.2")
    state.dice.script, state.dice.cursor = [min(die, 5), *check], 0
    before = len(state.stack)
    strike_vehicle(state, one, field.hex("D5"), tally, rule, [die])
    assert any(isinstance(step, HoldOn) for step in state.stack[before:]) == held_on


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.armour.5.8", "lnlt.core.armour.6.3")
@pytest.mark.parametrize("verb", ["fire-at-vehicle", "fire-at-riders"])
@pytest.mark.parametrize("moved", [False, True])
def test_a_vehicle_on_the_move_is_hit_better(verb: str, moved: bool) -> None:
    tank = vehicle(SHERMAN, "G5", "S", WEST, passengers=["r"])
    field = range_of(us=[tank, unit(PARA, "G5", "r")])
    field.vehicle("S").flags |= flags.MOVED if moved else 0
    field.do("activate", where="D5")
    field.check_forecast(verb, "S")
    shot = event(field.do(verb, "S", dice=[1, 6]), "spray-misses" if verb == "fire-at-vehicle" else "riders-missed")
    assert ("fire.moving" in {line.label for line in shot.lines}) == moved
    assert field.has("a", flags.FIRED)
