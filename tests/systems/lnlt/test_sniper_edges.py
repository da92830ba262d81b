"""Snipers, one condition at a time and from either seat: where they hide, at whom they shoot, what a shot counts."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.rules.snipers import (
    PiercingShot,
    SniperShot,
    carrier,
    hide_options,
    marks,
    may_hide,
    may_react,
    piercing_reactions,
    piercing_targets,
    snipe_options,
    sniper_reactions,
    sniper_targets,
)
from systems.lnlt.armour import SHERMAN, WEST, Field, side, sum_lines, vehicle
from systems.lnlt.table import CLARKSON, FJ, PARA, RIFLES, WEISS, event, lines, unit

SNIPER = "ge.sniper"
SEATS = pytest.mark.parametrize("swapped", [False, True])
REST = unit("us.medic", "A9", "rest")


def hunt(
    *us: dict[str, Any], own: dict[str, Any] | None = None, de: list[dict[str, Any]] | None = None, **more: Any
) -> Field:
    """A German sniper in E5, in his side's impulse; who rests is out of his sight."""
    first = side("de", unit(SNIPER, "E5", "sn", **(own or {})), unit(RIFLES, "L9", "far"), *(de or []))
    terrain = {**more.pop("terrain", {}), "orchard": ["A9"]}
    return Field(first, side("us", REST, *us), terrain=terrain, **more)


def found_by(field: Field) -> set[str]:
    return {field.state.board.grid.names[hex_] for hex_ in sniper_targets(field.state, field.unit("sn"))} - {"A9"}


# ---- hiding


@SEATS
@pytest.mark.rule("lnlt.core.11.4", "lnlt.hid.10.5.6a", "lnlt.core.1.3")
@pytest.mark.parametrize("change", ["", "bare", "men", "tank", "flames", "full", "friend", "their-full"])
def test_where_a_sniper_may_hide(change: str, swapped: bool) -> None:
    de = [unit(RIFLES, "C3", f"m{n}") for n in range({"full": 3, "friend": 2}.get(change, 0))]
    us = [unit(PARA, "C3")] if change == "men" else []
    us += [vehicle(SHERMAN, "C3", "S")] if change == "tank" else []
    us += [unit(PARA, "C4", f"t{n}") for n in range(3 if change == "their-full" else 0)]
    field = hunt(
        *us,
        de=de,
        swapped=swapped,
        terrain={} if change == "bare" else {"light-woods": ["C3"]},
        ground=[{"marker": "fire", "hexes": ["C3"]}] if change == "flames" else [],
    )
    may = change in ("", "friend", "their-full", "full")
    assert may_hide(field.state, field.unit("sn"), field.hex("C3")) == may, "a single man finds room"
    sniper = field.unit("sn")
    field.state.lurking = [sniper.id]
    assert bool(hide_options(field.state, sniper.seat)) == may
    assert hide_options(field.state, 1 - sniper.seat) == []


@SEATS
@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.4.1")
@pytest.mark.parametrize("change", ["nobody", "holds", "fires"])
def test_coming_onto_the_map_is_his_activation(change: str, swapped: bool) -> None:
    field = Field(
        side("de", {"unit": SNIPER, "name": "sn"}, unit(RIFLES, "L9", "far")),
        side("us", REST, *([] if change == "nobody" else [unit(PARA, "E2", "p")])),
        terrain={"light-woods": ["E5"], "orchard": ["A9"]},
        swapped=swapped,
    )
    field.do("hide", "sn")
    field.do("hide-in", where="E5")
    if change == "holds":
        field.do("hold-fire")
    if change == "fires":
        field.do("snipe-at", where="E2", dice=[1, 1, 6])
    assert field.state.lurking == []
    assert field.has("sn", flags.OPS) == (change != "fires")
    assert field.has("sn", flags.FIRED) == (change == "fires")
    assert field.kind == "impulse"
    assert field.decision.seat == 1 - field.unit("sn").seat


# ---- at whom


@SEATS
@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.armour.6.3", "lnlt.core.10.1", "lnlt.pac.12.11.4a")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("foot", {"E2"}),
        ("riders", {"E2"}),
        ("tank", set()),
        ("inside", set()),
        ("beside", {"E2"}),
        ("hidden-riders", set()),
        ("own", set()),
        ("near", {"E4"}),
    ],
)
def test_men_on_foot_and_riders_are_his_marks(change: str, found: set[str], swapped: bool) -> None:
    at = "E4" if change == "near" else "E2"
    man = unit(PARA, at, "p")
    carried = {"passengers": ["p"]} if change in ("riders", "hidden-riders", "inside", "near") else {}
    type_ = "us.veh.m3" if change == "inside" else SHERMAN
    tank = vehicle(type_, at, "S", WEST, markers=["buttoned"] if type_ == SHERMAN else [], **carried)
    us = {"foot": [man], "tank": [tank]}.get(change, [man, tank])
    terrain = {"light-woods": ["E2"]} if change == "hidden-riders" else {}
    friends = [unit(RIFLES, "E2", "x")] if change == "own" else []
    field = hunt(*us, de=friends, swapped=swapped, terrain=terrain)
    assert found_by(field) == found


@SEATS
@pytest.mark.rule("lnlt.hid.skill.aimed-fire.b", "lnlt.core.11.4")
@pytest.mark.parametrize("ridden", [False, True])
def test_with_aimed_fire_he_needs_no_spotting(ridden: bool, swapped: bool) -> None:
    us = [unit(PARA, "E2", "p"), *([vehicle(SHERMAN, "E2", "S", WEST, passengers=["p"])] if ridden else [])]
    for skill, found in (("", set[str]()), ("aimed-fire", {"E2"})):
        leader = unit(WEISS, "E5", "l", **({"skill": skill} if skill else {}))
        field = hunt(*us, de=[leader], swapped=swapped, terrain={"light-woods": ["E2"]})
        assert found_by(field) == found


@SEATS
@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.armour.6.3")
def test_he_may_hit_men_on_foot_and_those_who_ride(swapped: bool) -> None:
    men = [unit(PARA, "E2", "foot"), unit(PARA, "E2", "on"), unit(PARA, "F2", "other")]
    tanks = [vehicle(SHERMAN, "E2", "S", WEST, passengers=["on"]), vehicle(SHERMAN, "F2", "T", passengers=["other"])]
    field = hunt(*men, *tanks, swapped=swapped)
    state, seat, hex_ = field.state, field.unit("foot").seat, field.hex("E2")
    assert marks(state, seat, hex_) == [field.names["foot"], field.names["on"]]
    assert marks(state, 1 - seat, hex_) == []
    assert marks(state, seat, field.hex("F2")) == [field.names["other"]]
    ridden = carrier(state, seat, hex_, field.names["on"])
    assert ridden is field.vehicle("S")
    assert carrier(state, seat, hex_, field.names["foot"]) is None
    assert carrier(state, seat, hex_, field.names["other"]) is None


@SEATS
@pytest.mark.rule("lnlt.hid.skill.armor-piercer.c", "lnlt.core.11.4", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ("", True),
        ("buttoned", True),
        ("plain", False),
        ("truck", False),
        ("wreck", False),
        ("friend", False),
        ("wall", False),
        ("far", False),
        ("here", False),
        ("melee", False),
    ],
)
def test_what_an_armor_piercer_pierces(change: str, may: bool, swapped: bool) -> None:
    at = {"here": "E5", "far": "Z5"}.get(change, "H5")
    markers = [change] if change in ("buttoned", "wreck") else []
    hull = vehicle("us.veh.truck" if change == "truck" else SHERMAN, at, "S", WEST, markers=markers)
    beside = [unit(PARA, "E5", "foe")] if change == "melee" else []
    field = hunt(
        *([] if change == "friend" else [hull]),
        *beside,
        own={} if change == "plain" else {"skill": "armor-piercer"},
        de=[vehicle("ge.veh.stug3g", at, "S")] if change == "friend" else [],
        terrain={"stone-building": ["G5", "F5", "F6", "F4", "G4", "G6"]} if change == "wall" else {},
        columns=26,
        swapped=swapped,
    )
    state, sniper, tank = field.state, field.unit("sn"), field.vehicle("S")
    if change != "melee":
        assert bool(piercing_targets(state, sniper)) == may
        assert bool(snipe_options(state, sniper.seat, -1)) == may
    assert bool(piercing_reactions(state, sniper.seat, tank)) == (may or change in ("wreck", "friend"))
    assert piercing_reactions(state, 1 - sniper.seat, tank) == []


@SEATS
@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.5.3", "lnlt.pac.12.11.4a")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ("", True),
        ("ops", True),
        ("fired", False),
        ("moved", False),
        ("melee", False),
        ("wall", False),
        ("far", False),
        ("gone", False),
    ],
)
def test_when_a_sniper_answers(change: str, may: bool, swapped: bool) -> None:
    at = "Z5" if change == "far" else "E2"
    foes = [unit(PARA, at, "p"), *([unit(PARA, "E5", "x")] if change == "melee" else [])]
    field = hunt(
        *foes,
        de=[unit(FJ, "E6", "plain")],
        swapped=swapped,
        terrain={"forest": ["E3"]} if change == "wall" else {},
        columns=26,
    )
    sniper = field.unit("sn")
    sniper.flags |= {"fired": flags.FIRED, "moved": flags.MOVED, "ops": flags.OPS}.get(change, 0)
    if change == "gone":
        field.state.eliminate(sniper)
    else:
        assert may_react(field.state, sniper) == (may or change in ("wall", "far"))
    assert len(sniper_reactions(field.state, sniper.seat, field.hex(at))) == may, "the sniper alone"
    assert sniper_reactions(field.state, 1 - sniper.seat, field.hex(at)) == []


# ---- the shot


def shot_at(field: Field, opportunity: bool = False) -> SniperShot:
    hex_ = field.hex("E2")
    return SniperShot(field.names["sn"], hex_, marks(field.state, 1 - field.unit("sn").seat, hex_), opportunity)


@SEATS
@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.5.0.2", "lnlt.core.armour.6.3", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("change", "labels"),
    [
        ("", {}),
        ("moved", {"fire.moving": 1}),
        ("rides", {}),
        ("rides-by", {"fire.moving": 1}),
        ("passes", {}),
        ("both", {"fire.moving": 1}),
    ],
)
def test_what_a_shot_of_a_sniper_counts(change: str, labels: dict[str, int], swapped: bool) -> None:
    """A vehicle that nobody rides on may move as it likes."""
    rides = change in ("rides", "rides-by", "both")
    tank = vehicle(SHERMAN, "E2", "S", WEST, **({"passengers": ["p"]} if rides else {}))
    men = [unit(PARA, "E2", "p", markers=["moved"] if change == "moved" else [])]
    men += [unit(PARA, "E2", "q", markers=["moved"])] if change == "both" else []
    field = hunt(*men, tank, swapped=swapped)
    if change in ("rides-by", "passes", "both"):
        field.vehicle("S").flags |= flags.MOVED
    tally = sum_lines(shot_at(field).tally(field.state))
    assert tally.pop("fire.lead") == field.unit("sn").type.fp
    assert tally == labels


@SEATS
@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.4.1", "lnlt.core.5.3")
def test_who_has_just_spotted_shoots_in_his_impulse_with_all_he_has(swapped: bool) -> None:
    """Only in the enemy's impulse does Ops Complete cost him."""
    field = hunt(unit(PARA, "E2", "p"), swapped=swapped)
    strong = field.unit("sn").type.fp
    field.unit("sn").flags |= flags.OPS | flags.SPOTTER
    assert shot_at(field).tally(field.state).total == strong
    assert shot_at(field, True).tally(field.state).total == max(0, strong - 1)


@SEATS
@pytest.mark.rule("lnlt.core.11.4", "lnlt.pac.12.11.4b", "lnlt.core.10.4")
@pytest.mark.parametrize(("defence", "hit"), [(3, False), (2, True)])
def test_a_shot_must_be_better_than_cover_and_die(defence: int, hit: bool, swapped: bool) -> None:
    field = hunt(
        unit(PARA, "E2", "p"),
        unit(CLARKSON, "E2", "l"),
        swapped=swapped,
        spotted=["E2"],
        terrain={"light-woods": ["E2"]},
    )
    field.do("activate", where="E5")
    field.do("snipe", "sn")
    field.check_forecast("snipe-at", where="E2")
    cover = shot_at(field).cover(field.state).total
    dice = [1, 1 + cover + 1 - field.unit("sn").type.fp, defence, *([2, 6] if hit else [])]
    events = field.do("snipe-at", where="E2", dice=dice)
    shot = event(events, "sniper-hits" if hit else "sniper-misses")
    assert shot.args["difference"] == 3 - defence
    hurt = [one.args["unit"] for one in events if one.kind == "damage"]
    assert hurt == ([field.unit("l").title()] if hit else [])
    assert field.has("sn", flags.FIRED)


@SEATS
@pytest.mark.rule("lnlt.hid.skill.armor-piercer.d", "lnlt.core.5.0.2", "lnlt.core.5.3")
@pytest.mark.parametrize("mark", [0, flags.MOVED])
def test_what_a_piercing_shot_counts(mark: int, swapped: bool) -> None:
    field = hunt(
        vehicle(SHERMAN, "H5", "S", WEST, markers=["buttoned"]), own={"skill": "armor-piercer"}, swapped=swapped
    )
    field.vehicle("S").flags |= mark
    strong = field.unit("sn").type.fp
    shot = PiercingShot(field.names["sn"], field.vehicle("S").id)
    assert shot.tally(field.state).total == strong + bool(mark)
    field.unit("sn").flags |= flags.OPS | flags.SPOTTER
    assert shot.tally(field.state).total == strong + bool(mark)
    answer = PiercingShot(field.names["sn"], field.vehicle("S").id, True)
    assert answer.tally(field.state).total == max(0, strong - 1) + bool(mark)


@SEATS
@pytest.mark.rule("lnlt.hid.skill.armor-piercer.d", "lnlt.core.11.4", "lnlt.core.armour.6.5", "lnlt.pac.12.10.5.6a")
def test_a_piercing_shot_is_at_the_vehicle_alone(swapped: bool) -> None:
    hull = vehicle("us.veh.m3", "H5", "S", WEST, passengers=["in"])
    field = hunt(hull, unit(PARA, "H5", "in"), own={"skill": "armor-piercer"}, swapped=swapped)
    field.do("activate", where="E5")
    field.do("snipe", "sn")
    events = field.do("pierce", "S", dice=[4, 1, 1])
    shot = event(events, "spray-hits")
    assert lines(shot) == {"fire.lead": field.unit("sn").type.fp}
    assert field.vehicle("S").passengers == [field.names["in"]], "nobody has to hold on"
    assert field.has("sn", flags.FIRED)
