"""Guns and those who go along with vehicles, one condition at a time and from either seat."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.kernel import Tally, first
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import BUTTONED, CONTINUOUS, IMMOBILE
from bocage.systems.lnlt.model.vehicles import NONE, VEHICLE_IDS
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.convoy import convoy_options, escorts, joint_steps
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.guns import aims
from bocage.systems.lnlt.rules.machine_guns import MachineGunFire
from bocage.systems.lnlt.rules.ordnance import (
    add_vehicle_target,
    may_shoot,
    men_are_moving,
    reachable,
    scorches,
    target_hex,
    they_ride_by,
    to_hit_tally,
    vehicle_is_moving,
)
from bocage.systems.lnlt.rules.reactions import react
from bocage.systems.lnlt.rules.shots import OrdnanceShot
from bocage.systems.lnlt.rules.snipers import PiercingShot, SniperShot
from bocage.systems.lnlt.rules.vehicle_fire import FireAtRiders, FireAtVehicle
from systems.lnlt.armour import FAR, SHERMAN, STUG, WEST, Field, duel, side, sum_lines, vehicle
from systems.lnlt.table import CLARKSON, GLIDER, PARA, RIFLES, unit

pytestmark = pytest.mark.both_seats

BAZOOKA = "us.sw.bazooka"
ALL = -1


def to_hit(field: Field, at: str, opportunity: bool = False) -> dict[str, int]:
    seat = field.vehicle("S").seat
    men = field.state.stacks[1 - seat][field.hex(at)]
    return sum_lines(to_hit_tally(field.state, field.names["S"], 0, target_hex(field.hex(at)), men, opportunity, False))


# ---- to hit


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.nosb.15.5a", "lnlt.core.armour.11.5", "lnlt.core.armour.5.7")
@pytest.mark.parametrize("change", ["", "buttoned", "one-man", "fixed", "topless", "topless-buttoned"])
def test_an_open_hatch_helps_to_aim(change: str) -> None:
    field = duel(de=[unit(RIFLES, "G5", "r")])
    one = field.vehicle("S")
    one.type = copy(one.type)
    one.type.one_man_turret = change == "one-man"
    one.type.fixed = change == "fixed"
    one.type.open_topped = change.startswith("topless")
    one.flags |= BUTTONED if change.endswith("buttoned") else 0
    helps = change not in ("buttoned", "one-man", "fixed")
    assert to_hit(field, "G5") == ({"hit.open": -1} if helps else {})


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.armour.6.3")
@pytest.mark.parametrize(
    ("change", "by"),
    [("", False), ("rides", False), ("rides-by", True), ("passes", False), ("walks-by", False), ("own", False)],
)
def test_who_rides_by_is_hard_to_hit(change: str, by: bool) -> None:
    """Fire by opportunity is at those on foot alone."""
    rides = change in ("rides", "rides-by")
    tank = vehicle("ge.veh.stug3g", "G5", "G", WEST, **({"passengers": ["r"]} if rides else {}))
    field = duel(de=[unit(RIFLES, "G5", "r"), unit(RIFLES, "G5", "foot"), tank])
    mark = 0 if change in ("", "rides") else flags.MOVED
    if change == "walks-by":
        field.unit("foot").flags |= mark
    elif change == "own":
        field.vehicle("S").flags |= mark
    else:
        field.vehicle("G").flags |= mark
    assert they_ride_by(field.state, field.names["S"], field.hex("G5")) == by
    assert men_are_moving(field.state, [field.names["foot"]]) == (change == "walks-by")
    moving = by or change == "walks-by"
    assert to_hit(field, "G5").get("hit.moving", 0) == moving
    assert to_hit(field, "G5", True).get("hit.moving", 0) == (change == "walks-by")


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.armour.4.3")
def test_riders_of_his_own_side_do_not_ride_by() -> None:
    own = unit(PARA, "F5", "p", weapons=[BAZOOKA])
    tank = vehicle(SHERMAN, "G5", "T", WEST, passengers=["q"])
    field = duel(own, tank, unit(PARA, "G5", "q"), de=[])
    field.vehicle("T").flags |= flags.MOVED
    assert not they_ride_by(field.state, field.names["p"], field.hex("G5"))
    assert not they_ride_by(field.state, field.names["S"], field.hex("G5"))
    assert they_ride_by(field.state, field.names["far"], field.hex("G5"))


@pytest.mark.rule("lnlt.core.armour.4.3")
def test_what_counts_as_a_vehicle_on_the_move() -> None:
    field = duel(de=[])
    one = field.vehicle("S")
    for mark, moving in (
        (0, False),
        (flags.MOVED, True),
        (flags.ASSAULT, True),
        (flags.MOVING, True),
        (CONTINUOUS, True),
        (flags.FIRED | flags.OPS | IMMOBILE, False),
    ):
        one.flags = mark
        assert vehicle_is_moving(one) == moving


@pytest.mark.rule(
    "lnlt.core.armour.4.3", "lnlt.core.option.dj_size_drm", "lnlt.dj.15.7a", "lnlt.core.option.dj_speed_drm",
    "lnlt.core.option.vehicle_tm_on_to_hit", "lnlt.core.open.armour.2", "lnlt.dj.15.7q",
)  # fmt: skip
@pytest.mark.parametrize("size", [0, 1, -1])
@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("option", [False, True])
def test_what_a_vehicle_is_to_aim_at(size: int, moves: bool, option: bool) -> None:
    options = {"dj_size_drm": option, "dj_speed_drm": option, "vehicle_tm_on_to_hit": option}
    field = duel(de=[vehicle(STUG, "G5", "G", WEST)], options=options, terrain={"light-woods": ["G5"]})
    one = field.vehicle("G")
    one.type = copy(one.type)
    one.type.size = size
    one.type.move = 16
    one.flags |= flags.MOVED if moves else 0
    cover = field.state.board.terrain[one.hex].tm
    for origin in ("D5", "G5"):
        tally = Tally(True)
        add_vehicle_target(tally, field.state, one, field.hex(origin))
        wanted = {"hit.fast" if option else "hit.moving": 2 if option else 1} if moves else {}
        wanted |= {"hit.size": size} if option and size else {}
        found = sum_lines(tally)
        ground = sum(value for label, value in found.items() if not label.startswith("hit."))
        assert {label: value for label, value in found.items() if label.startswith("hit.")} == wanted
        assert ground == (cover if option and origin == "D5" else 0)


# ---- whom a gun reaches


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.6.3", "lnlt.core.armour.2.2")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("men", {"G5"}),
        ("tank", {"tank"}),
        ("both", {"tank", "G5"}),
        ("ridden", {"tank", "G5"}),
        ("carried", {"tank"}),
        ("wreck", set()),
        ("ridden-no-he", {"tank"}),
        ("both-own", set()),
        ("here", set()),
    ],
)
def test_what_a_gun_may_aim_at(change: str, found: set[str]) -> None:
    at = "D5" if change == "here" else "G5"
    carried = {"passengers": ["r"]} if change.startswith(("ridden", "carried")) else {}
    type_ = "ge.veh.sdkfz251" if change == "carried" else STUG
    hull = vehicle(type_, at, "G", WEST, markers=["wreck"] if change == "wreck" else [], **carried)
    de = [] if change in ("tank", "wreck") else [unit(RIFLES, at, "r")]
    de += [] if change in ("men", "here") else [hull]
    field = duel(*([unit(PARA, "G5", "p")] if change == "both-own" else []), de=de, columns=12)
    gun = copy(field.vehicle("S").type.guns[0])
    gun.he = NONE if change.endswith("no-he") else gun.he
    seat = field.vehicle("S").seat
    names = field.state.board.grid.names
    targets = reachable(field.state, seat, field.hex("D5"), gun)
    shown = {"tank" if one >= VEHICLE_IDS else names[-1 - one] for one in targets} - {"L9"}
    assert shown == found


@pytest.mark.rule("lnlt.core.option.backblast_ban", "lnlt.core.armour.4.1")
@pytest.mark.parametrize(("ban", "rocket", "building"), [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)])
def test_a_rocket_indoors(ban: int, rocket: int, building: int) -> None:
    field = duel(
        de=[vehicle(STUG, "G5", "G", WEST)],
        options={"backblast_ban": bool(ban)},
        terrain={"stone-building": ["F5"]} if building else {},
    )
    gun = copy(field.vehicle("S").type.guns[0])
    gun.rocket = bool(rocket)
    assert scorches(field.state, gun, field.hex("F5")) == bool(ban and rocket and building)
    found = reachable(field.state, field.vehicle("S").seat, field.hex("F5"), gun)
    assert (field.names["G"] in found) == (not (ban and rocket and building))


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.pac.12.7.0b", "lnlt.core.4.1", "lnlt.hid.skill.ace-gunner.d")
@pytest.mark.parametrize(
    ("mark", "opportunity", "may"),
    [
        (flags.SMOKING, False, False),
        (flags.SMOKING, True, False),
        (flags.SMOKING | flags.OPS, True, True),
        (flags.FIRED | flags.ANOTHER, True, True),
        (flags.FIRED, True, False),
        (flags.CRAWL, True, False),
        (flags.MOVING, False, False),
        (flags.MOVING, True, False),
        (flags.STEALTH, False, True),
        (flags.CREPT, True, False),
        (flags.ANOTHER, False, True),
    ],
)
def test_marks_and_guns(mark: int, opportunity: bool, may: bool) -> None:
    assert may_shoot(mark, opportunity) == may


# ---- men and a vehicle together


def column(*men: dict[str, Any], **more: Any) -> Field:
    tank = vehicle(SHERMAN, "E8", "T", 5, **more.pop("spec", {}))
    return Field(side("us", tank, *men, unit(PARA, "A9", "rest")), side("de", *more.pop("de", []), FAR), **more)


@pytest.mark.rule("lnlt.core.6.5", "lnlt.core.6.1")
@pytest.mark.parametrize(
    ("who", "mark", "walks", "assaults"),
    [
        (PARA, 0, True, True),
        (PARA, flags.SHAKEN, False, False),
        (PARA, flags.OPS, False, False),
        (GLIDER, 0, True, False),
        (CLARKSON, 0, True, False),
        ("us.wt.m1917", 0, True, False),
    ],
)
def test_who_goes_along_with_a_vehicle(who: str, mark: int, walks: bool, assaults: bool) -> None:
    """A single man goes along in an Assault Move, but not without somebody who is made for it."""
    field = column(unit(who, "E8", "m"), unit(PARA, "E7", "near"))
    field.unit("m").flags |= mark
    state, tank, number = field.state, field.vehicle("T"), field.names["m"]
    if who == "us.wt.m1917":
        walks = bool(field.unit("m").type.move)
    assert escorts(state, tank, ALL, False) == ([number] if walks else [])
    assert escorts(state, tank, ALL, True) == ([number] if assaults else [])
    assert escorts(state, tank, 0, False) == [], "nobody is activated"


@pytest.mark.rule("lnlt.core.6.5", "lnlt.core.6.1")
def test_a_leader_goes_along_with_those_who_assault() -> None:
    field = column(unit(PARA, "E8", "p"), unit(CLARKSON, "E8", "l"), unit(GLIDER, "E8", "g"))
    found = escorts(field.state, field.vehicle("T"), ALL, True)
    assert set(found) == {field.names["p"], field.names["l"]}


@pytest.mark.rule("lnlt.core.6.5")
@pytest.mark.parametrize(
    ("change", "verbs"),
    [
        ("", {"convoy", "assault-convoy"}),
        ("glider", {"convoy"}),
        ("nobody", set()),
        ("enemy", set()),
        ("no-orders", set()),
        ("immobile", set()),
        ("shaken", set()),
        ("fired", set()),
        ("wreck", set()),
    ],
)
def test_which_vehicles_lead_a_convoy(change: str, verbs: set[str]) -> None:
    men = [] if change == "nobody" else [unit(GLIDER if change == "glider" else PARA, "E8", "m")]
    markers = ["wreck"] if change == "wreck" else []
    field = column(*men, spec={"markers": markers})
    tank = field.vehicle("T")
    tank.flags |= {"immobile": IMMOBILE, "shaken": flags.SHAKEN, "fired": flags.FIRED}.get(change, 0)
    seat = 1 - tank.seat if change == "enemy" else tank.seat
    crews = 0 if change == "no-orders" else ALL
    found = convoy_options(field.state, seat, crews, ALL)
    assert {acts.ACTS.of(option).name for option in found} == verbs
    assert all(first(option) == tank.id for option in found)


@pytest.mark.rule("lnlt.core.6.5")
def test_both_must_be_able_to_enter() -> None:
    field = column(unit(PARA, "E8", "p"), terrain={"forest": ["E7"]}, de=[unit(RIFLES, "D8", "r")])
    state, tank, number = field.state, field.vehicle("T"), field.names["p"]
    names = state.board.grid.names
    places = {names[first(option)] for option in joint_steps(state, tank, [number], False, 0, 0)}
    assert "E7" not in places, "no tank in the forest"
    assert "D8" not in places, "no Melee"
    assert places
    assert joint_steps(state, tank, [number], False, tank.type.move, 0) == [], "the tank has spent all"
    assert joint_steps(state, tank, [number], False, 0, field.unit("p").type.move) == [], "the men have"
    half = (field.unit("p").type.move + 1) // 2
    assert joint_steps(state, tank, [number], False, 0, half)
    assert joint_steps(state, tank, [number], True, 0, half) == [], "an Assault Move is half as far"


# ---- smoke shells


@pytest.mark.rule("lnlt.core.option.smoke_shells", "lnlt.core.armour.4.7", "lnlt.core.4.1", "lnlt.core.armour.2.3")
@pytest.mark.parametrize(
    ("option", "shells", "mark", "may"),
    [(True, 1, 0, True), (False, 1, 0, False), (True, 0, 0, False), (True, 1, flags.OPS | flags.SPOTTER, False)],
)
def test_when_a_gun_lays_smoke(option: bool, shells: int, mark: int, may: bool) -> None:
    gun, foe = unit("us.wt.atg57", "E7", "gun", facing=5), unit(RIFLES, "E4", "r")
    field = duel(gun, de=[foe], options={"smoke_shells": option, "gun_swing_fire": True})
    one = field.unit("gun")
    field.state.shells[one.seat] = shells
    one.flags |= mark
    field.state.spot_hex = field.hex("E4")
    found = {acts.ACTS.of(option_) for option_ in aims(field.state, one)}
    assert (acts.SMOKE_AT in found) == may
    assert acts.GUN_AT_HEX in found


@pytest.mark.rule("lnlt.core.armour.4.7", "lnlt.core.armour.6.3", "lnlt.core.option.smoke_shells")
def test_nobody_rides_on_a_tank_that_fires_smoke() -> None:
    foe = vehicle(STUG, "L1", "G")
    field = duel(unit(PARA, "D5", "p"), de=[foe], spec={"passengers": ["p"]}, options={"smoke_shells": True})
    field.state.shells[field.vehicle("S").seat] = 2
    field.order("S")
    field.do("shoot-smoke", where="F5", dice=[1, 1])
    assert field.place("p") == "D5"
    assert field.vehicle("S").passengers == []
    assert field.vehicle("S").flags & flags.FIRED
    assert not field.vehicle("G").flags & flags.FIRED
    assert field.state.shells[field.vehicle("S").seat] == 1


# ---- what is pushed by opportunity


@pytest.mark.rule(
    "lnlt.core.5.3", "lnlt.core.armour.5.11", "lnlt.core.armour.5.9", "lnlt.core.11.4", "lnlt.core.armour.6.3"
)
@pytest.mark.parametrize("at_vehicle", [False, True])
@pytest.mark.parametrize("name", ["men", "sniper", "riders", "mg", "mg-riders", "gun", "team", "rocket"])
def test_what_an_answer_becomes(name: str, at_vehicle: bool) -> None:
    own = [
        unit("ge.sniper", "H5", "sn", skill="armor-piercer"),
        unit(RIFLES, "H6", "m", weapons=["ge.sw.panzerschreck"]),
    ]
    own += [vehicle(STUG, "H7", "G", WEST), unit("ge.wt.pak75", "H4", "t", facing=WEST)]
    field = duel(unit(PARA, "D5", "p"), de=own)
    state, tank, seat = field.state, field.vehicle("S"), field.unit("m").seat
    men, here = [field.names["p"]], field.hex("D5")
    stug = field.vehicle("G").id
    option, kind = {
        "men": (acts.OPPORTUNITY_FIRE.on(field.hex("H6")), FireAtVehicle if at_vehicle else FireAttack),
        "sniper": (acts.REACT_SNIPER.on(field.names["sn"]), PiercingShot if at_vehicle else SniperShot),
        "riders": (acts.REACT_RIDERS.on(field.hex("H6")), FireAtRiders),
        "mg": (acts.REACT_MG.on(stug), MachineGunFire),
        "mg-riders": (acts.REACT_MG_RIDERS.on(stug), MachineGunFire),
        "gun": (acts.REACT_GUN.act(stug, 0), OrdnanceShot),
        "team": (acts.REACT_TEAM.on(field.names["t"]), OrdnanceShot),
        "rocket": (acts.REACT_WEAPON.on(0), OrdnanceShot),
    }[name]
    for crossed in (False, True):
        react(state, seat, option, here, tank.id if at_vehicle else NONE, men, crossed)
        shot: Any = state.stack[-1]
        assert type(shot) is kind
        assert shot.opportunity
        if kind is MachineGunFire:
            assert shot.at_riders == (name == "mg-riders")
        if kind is OrdnanceShot:
            assert shot.crossed == crossed
            assert shot.victims == men
            target = field.names["S"] if at_vehicle else target_hex(here)
            firer = {"gun": field.names["G"], "team": field.names["t"], "rocket": field.names["m"]}[name]
            assert (shot.firer, shot.target) == (firer, target)
        if kind is FireAttack:
            assert shot.victims == men
            assert not shot.assault
