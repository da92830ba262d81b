"""Snipers, light mortars, wire and weather, one condition at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.chart import LEG, TRACKED
from bocage.systems.lnlt.rules.damage import drop_excess
from bocage.systems.lnlt.rules.light_mortar import lob_options, may_direct
from bocage.systems.lnlt.rules.machine_guns import mg_tally
from bocage.systems.lnlt.rules.ordnance import is_fast
from bocage.systems.lnlt.rules.snipers import hide_options, may_hide, snipe_options, sniper_reactions, sniper_targets
from bocage.systems.lnlt.rules.terrain import step_cost
from systems.lnlt.armour import DARIUS, FAR, SHERMAN, TRUCK, Field, side, vehicle
from systems.lnlt.table import FJ, M1919, PARA, RIFLES, WEISS, Table, event, unit

pytestmark = pytest.mark.both_seats

SNIPER = "us.sniper"
ALL = (1 << 12) - 1


def snipers(de: list[dict[str, Any]], **more: Any) -> Table:
    us = [unit(SNIPER, "E5", "sn", **more.pop("own", {})), unit(PARA, "B9", "p")]
    return Table(us, de, **more)


@pytest.mark.rule("lnlt.core.11.4", "lnlt.pac.12.11.4a", "lnlt.core.10.1")
@pytest.mark.parametrize("change", ["", "hidden", "melee", "blocked", "here"])
def test_whom_a_sniper_may_shoot_at(change: str) -> None:
    at = "E5" if change == "here" else "E2"
    de = [unit(RIFLES, at, "r"), unit(WEISS, "A9")]
    terrain = {"hidden": {"light-woods": ["E2"]}, "blocked": {"forest": ["E3"]}}.get(change, {})
    table = snipers(de, terrain=terrain)
    if change == "melee":
        table = Table([unit(SNIPER, "E5", "sn"), unit(PARA, "E2", "p")], de)
    found = sniper_targets(table.state, table.unit("sn"))
    assert (table.hex(at) in found) == (change == "")


@pytest.mark.rule("lnlt.core.11.4", "lnlt.pac.12.11.4a", "lnlt.core.4.1")
@pytest.mark.parametrize(
    ("change", "may"),
    [("", True), ("fired", False), ("inactive", False), ("enemy", False), ("spotter", True), ("spotted-other", False)],
)
def test_when_a_sniper_shoots(change: str, may: bool) -> None:
    table = snipers([unit(RIFLES, "E2", "r"), unit(RIFLES, "C2", "q")])
    sniper = table.unit("sn")
    sniper.flags |= flags.FIRED if change == "fired" else 0
    if change.startswith("spot"):  # he has just spotted a hex, and may fire at that one alone
        sniper.flags |= flags.OPS | flags.SPOTTER
        table.state.spot_hex = table.hex("E2" if change == "spotter" else "A1")
    mask = 0 if change == "inactive" else ALL
    assert bool(snipe_options(table.state, 1 - sniper.seat if change == "enemy" else sniper.seat, mask)) == may


@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.5.3", "lnlt.pac.12.11.4a")
@pytest.mark.parametrize("change", ["", "fired", "ops", "enemy", "blocked"])
def test_a_sniper_shoots_at_movers(change: str) -> None:
    terrain = {"forest": ["E3", "E4"]} if change == "blocked" else {}
    table = snipers([unit(RIFLES, "E2", "r")], terrain=terrain)
    sniper = table.unit("sn")
    sniper.flags |= {"fired": flags.FIRED, "ops": flags.OPS}.get(change, 0)
    seat = 1 - sniper.seat if change == "enemy" else sniper.seat
    found = sniper_reactions(table.state, seat, table.hex("E2"))
    assert bool(found) == (change in ("", "ops"))


@pytest.mark.rule("lnlt.core.11.4")
def test_a_sniper_hides_in_cover_without_enemies() -> None:
    terrain = {"light-woods": ["E2", "E4", "F5"], "water": ["A1"]}
    tank = vehicle("ge.veh.stug3g", "F5", "G")
    field = Field(
        side("us", unit(SNIPER, "B9", "sn"), unit(PARA, "C9")),
        side("de", unit(RIFLES, "E2", "r"), tank),
        terrain=terrain,
    )
    sniper = field.unit("sn")
    for hex_, may in (("E4", True), ("E2", False), ("F5", False), ("D4", False), ("A1", False)):
        assert may_hide(field.state, sniper, field.hex(hex_)) == may, hex_
    field.state.lurking = [sniper.id]
    assert bool(hide_options(field.state, sniper.seat))
    assert hide_options(field.state, 1 - sniper.seat) == [], "he is not theirs"
    bare = Field(side("us", unit(SNIPER, "B9", "sn")), side("de", FAR))
    bare.state.lurking = [bare.names["sn"]]
    assert hide_options(bare.state, bare.unit("sn").seat) == [], "there is no cover"


# ---- light mortars


MORTAR = "uk.sw.mortar51"


def mortars(**more: Any) -> Table:
    """A half-squad with a mortar in E6 behind trees, a friend beside it who sees the enemy in E2."""
    change = more.pop("change", "")
    men = [
        unit("uk.para.hs.1-5-4", "E6", "crew", weapons=[MORTAR], markers=["fired"] if change == "fired" else []),
        unit("uk.para.squad.1-6-4", "H6" if change == "alone" else "F6", "friend", shaken=change == "shaken"),
    ]
    terrain = {} if change == "seen" else {"forest": ["E5"]}
    return Table(men, [unit(RIFLES, "E2", "r")], nations=("uk", "de"), module="sab", terrain=terrain)


@pytest.mark.rule("lnlt.hon.1.6.4j", "lnlt.hon.1.6.4p", "lnlt.sab.1.6.21k", "lnlt.sab.1.6.21p")
@pytest.mark.parametrize("change", ["", "fired", "alone", "shaken", "seen", "inactive", "enemy", "marked"])
def test_a_mortar_is_lobbed_where_a_friend_directs_it(change: str) -> None:
    table = mortars(change=change)
    if change == "marked":
        table.unit("friend").flags |= flags.MOVED
    own = table.unit("crew").seat
    seat = 1 - own if change == "enemy" else own
    found = lob_options(table.state, seat, table.hex("E6"), 0 if change == "inactive" else ALL)
    assert bool(found) == (change == "")


@pytest.mark.rule("lnlt.hon.1.6.4k", "lnlt.hon.1.6.4j")
def test_who_has_just_spotted_the_hex_directs_and_no_other_who_is_marked() -> None:
    table = mortars()
    friend = table.unit("friend")
    target = table.hex("E2")
    assert may_direct(table.state, friend, target)
    friend.flags |= flags.OPS
    assert not may_direct(table.state, friend, target)
    friend.flags |= flags.SPOTTER
    assert not may_direct(table.state, friend, target), "another hex"
    table.state.spot_hex = target
    assert may_direct(table.state, friend, target)
    friend.flags |= flags.SHAKEN
    assert not may_direct(table.state, friend, target)


@pytest.mark.rule("lnlt.hon.1.6.4j", "lnlt.hon.1.6.4n", "lnlt.hon.1.6.4o")
@pytest.mark.parametrize(("defence", "hit"), [(6, False), (1, True)])
def test_what_a_lobbed_shell_does(defence: int, hit: bool) -> None:
    table = mortars()
    table.do("activate", where="E6")
    found = table.check_forecast("lob", "crew") if table.foretells(table.find("lob", "crew")) else None
    events = table.do("lob", "crew", dice=[3, 4, defence, *([2] if hit else [])])
    shot = event(events, "fire-hits" if hit else "fire-misses")
    power = sum(line.value for line in shot.lines)
    assert shot.args["attack"] == power + 4
    assert found is None or found.lines
    assert table.has("crew", flags.FIRED)
    assert table.has("friend", flags.OPS)
    assert (table.is_shaken("r") or table.place("r") == "gone" or table.unit("r").type.id != RIFLES) == hit


# ---- steps over wire, roadblocks and fire


@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.11.7", "lnlt.dj.21.8b", "lnlt.core.armour.11.4", "lnlt.hid.10.5.6a")
@pytest.mark.parametrize(
    ("marker", "mode", "out", "into"),
    [
        ("", LEG, 1, 1),
        ("wire", LEG, 1, 1),
        ("fire", LEG, 1, 0),
        ("fire", TRACKED, 1, 0),
        ("roadblock", LEG, 1, 4),
        ("roadblock", TRACKED, 1, 0),
    ],
)
def test_what_works_make_of_a_step(marker: str, mode: int, out: int, into: int) -> None:
    ground = [{"marker": marker, "hexes": ["E5"]}] if marker else []
    field = Field(side("us", unit(PARA, "A1")), side("de", FAR), ground=ground, roads=[["E4", "E5"]])
    state = field.state
    here, there = field.hex("E5"), field.hex("E4")
    numbers = state.scenario.numbers
    leaving = numbers.wire_leave if marker == "wire" and mode == LEG else 0
    assert step_cost(state, mode, here, state.board.neighbours[here].index(there)) == out + leaving
    assert step_cost(state, mode, there, state.board.neighbours[there].index(here)) == into


@pytest.mark.rule("lnlt.core.armour.11.7")
def test_tracks_pay_for_wire_and_wheels_stay_out() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D9", "S"), vehicle(TRUCK, "C9", "W")),
        side("de", FAR),
        ground=[{"marker": "wire", "hexes": ["E5"]}],
    )
    state = field.state
    here, there = field.hex("E5"), field.hex("E4")
    into = state.board.neighbours[there].index(here)
    outof = state.board.neighbours[here].index(there)
    plain = state.board.costs_of[TRACKED][there][into]
    wheels = field.vehicle("W").type.mode
    assert step_cost(state, TRACKED, there, into) == plain + state.scenario.numbers.wire_tracks
    assert step_cost(state, TRACKED, here, outof) == plain
    assert step_cost(state, wheels, there, into) == 0
    assert step_cost(state, wheels, here, outof) > 0


# ---- what is dropped, what is fast, what machine guns add


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.open.8", "lnlt.core.5.1")
@pytest.mark.parametrize(("guns", "kept"), [([M1919, "us.sw.m2hb"], 1), (["us.sw.m2hb", M1919], 0), ([M1919], 0)])
def test_a_half_squad_keeps_the_stronger_weapon(guns: list[str], kept: int) -> None:
    table = Table([unit(PARA, "E5", "s", weapons=guns)], [unit(FJ, "A9", "f")])
    powers = [weapon.type.fp for weapon in table.state.weapons]
    drop_excess(table.state, table.unit("s"))
    owned = [number for number, weapon in enumerate(table.state.weapons) if weapon.owner >= 0]
    assert owned == [powers.index(max(powers))]
    assert owned == [kept]


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.6", "lnlt.core.armour.5.11", "lnlt.core.armour.3")
@pytest.mark.parametrize(
    ("mark", "opportunity", "at", "labels"),
    [
        (0, False, "G5", {}),
        (flags.ASSAULT, False, "G5", {"fire.assault": -2}),
        (flags.OPS, True, "G5", {"fire.ops-complete": -1}),
        (flags.OPS, False, "G5", {}),
        (0, False, "E5", {"fire.adjacent": 2}),
        (0, True, "E5", {"fire.adjacent": 2}),
        (0, False, "D5", {"fire.adjacent": 2}),
        (0, True, "D5", {}),
    ],
)
def test_what_machine_guns_of_a_vehicle_add(mark: int, opportunity: bool, at: str, labels: dict[str, int]) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", leader=DARIUS)), side("de", unit(RIFLES, "G5", "r"), FAR))
    tank = field.vehicle("S")
    tank.flags |= mark
    tally = mg_tally(field.state, tank, field.hex(at), opportunity, False)
    found = {line.label: line.value for line in tally.lines}
    found.pop("fire.machine-guns")
    assert found.pop("hit.armour-leader") == tank.leadership()
    assert found == labels
    moving = mg_tally(field.state, tank, field.hex("G5"), False, True)
    assert moving.total == mg_tally(field.state, tank, field.hex("G5"), False, False).total + 1


@pytest.mark.rule("lnlt.dj.15.7m", "lnlt.dj.15.7p", "lnlt.core.option.dj_speed_drm")
def test_what_counts_as_fast() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S"), vehicle(TRUCK, "E5", "W")), side("de", FAR))
    tank, truck = field.vehicle("S"), field.vehicle("W")
    assert is_fast(tank) == (tank.type.move >= 16)
    for spent in (1, 2):
        truck.spent = spent
        assert is_fast(truck) == (truck.type.move >= 12 and spent >= 2)


@pytest.mark.rule("lnlt.core.8.4", "lnlt.nosb.13.53g", "lnlt.hid.13.3.1d", "lnlt.core.8.0")
@pytest.mark.parametrize("unseen", [True, False])
def test_who_comes_out_of_the_woods_ambushes(unseen: bool) -> None:
    terrain = {"forest": ["E5", "D4", "F4", "D5", "F5"]} if unseen else {}
    band = [unit("su.partisan.squad.0-4-4", "E6", "p"), unit("su.partisan.ldr", "E6", "l")]
    table = Table(
        band[:1], [unit(FJ, "E4", "f"), unit(WEISS, "A9")], nations=("su", "de"), module="nosb", terrain=terrain
    )
    table.do("activate", where="E6")
    table.do("move", where="E6")
    table.do("step", where="E5")
    if table.kind == "opportunity":
        table.do("decline")
    if not table.offers("step", where="E4"):
        return
    events = table.do("step", where="E4", dice=[6, 6] if unseen else [1, 1, 1, 1])
    attack = event(events, "melee-kills" if unseen else "melee-fails")
    assert ("melee.ambush" in {line.label for line in attack.lines}) == unseen
    assert (table.place("f") == "gone") == unseen
