"""Out of the air, one condition at a time: who lies under a glider, who gets out of it, who comes down where."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.vehicles import STICK, Flight
from bocage.systems.lnlt.rules.airborne import ParachuteDrop, landing_options, meet, overfull, put_down
from bocage.systems.lnlt.rules.gliders import TouchDown, can_shoot_up, flak_range, how_it_lands, landing_tally
from systems.lnlt.armour import FAR, STUG, WEST, Field, rolled, side, vehicle
from systems.lnlt.table import (
    CLARKSON,
    FJ,
    M1919,
    MEDROW,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    US_MEDIC,
    WEISS,
    Table,
    unit,
)

SEATS = pytest.mark.parametrize("swapped", [False, True])


def ground(*us: dict[str, Any], de: list[dict[str, Any]] | None = None, **more: Any) -> Field:
    return Field(side("us", *us, unit(US_MEDIC, "L1")), side("de", *(de or []), FAR), **more)


def down(
    field: Field, end: str = "strays", units: list[int] | None = None, vehicles: list[int] | None = None
) -> TouchDown:
    seat = field.state.units[field.names["far"]].seat
    return TouchDown(1 - seat, field.hex("D5"), 0, end, units or [], vehicles or [])


# ---- gliders


@pytest.mark.rule("lnlt.hon.23.1c", "lnlt.hon.open.1")
@pytest.mark.parametrize(
    ("total", "how"),
    [(7, "lands"), (8, "strays"), (13, "strays"), (14, "breaks-up"), (20, "breaks-up"), (21, "is-lost")],
)
def test_how_a_glider_lands(total: int, how: str) -> None:
    assert how_it_lands(total) == how


@SEATS
@pytest.mark.rule("lnlt.hon.23.2d", "lnlt.sab.22.2.2c", "lnlt.hon.open.2")
@pytest.mark.parametrize(
    ("end", "dice", "hurt"),
    [("strays", [1, 5], False), ("strays", [1, 4, 6], True), ("breaks-up", [2, 5, 6], True), ("lands", [], False)],
)
def test_who_lies_under_a_glider(end: str, dice: list[int], hurt: bool, swapped: bool) -> None:
    field = ground(unit(PARA, "D5", "p"), de=[unit(RIFLES, "D5", "r")], swapped=swapped)
    field.state.eliminate(field.unit("p"))
    rolled(field, dice)
    down(field, end).crush_men(field.state)
    assert field.state.dice.cursor == len(dice)
    assert field.is_shaken("r") == hurt


@SEATS
@pytest.mark.rule("lnlt.hon.23.2e", "lnlt.sab.22.2.2d")
@pytest.mark.parametrize(
    ("end", "die", "lives"), [("strays", 4, True), ("strays", 1, True), ("lands", 0, True), ("breaks-up", 6, True)]
)
def test_what_lies_under_a_glider(end: str, die: int, lives: bool, swapped: bool) -> None:
    """Five with its thinnest armour saves it."""
    field = ground(de=[vehicle(STUG, "D5", "G")], swapped=swapped)
    lowest = field.vehicle("G").type.lowest
    lives = end == "lands" or die + lowest >= 5
    rolled(field, [die] if end != "lands" else [])
    field.state.dice.script = field.state.dice.script + ([] if lives else [1])
    down(field, end).crush_vehicles(field.state)
    assert field.vehicle("G").is_manned() == lives


@SEATS
@pytest.mark.rule("lnlt.hon.23.1x", "lnlt.sab.22.2.1r")
@pytest.mark.parametrize(
    ("who", "mark", "after"),
    [
        (CLARKSON, 0, "wounded"),
        (CLARKSON, flags.WOUNDED, "gone"),
        (US_HERO, 0, "wounded"),
        ("us.wt.m1917", 0, "gone"),
        (PARA, 0, "half"),
        (PARA_HALF, 0, "gone"),
    ],
)
def test_what_a_rough_landing_does(who: str, mark: int, after: str, swapped: bool) -> None:
    field = ground(unit(who, "D5", "p"), swapped=swapped)
    one = field.unit("p")
    one.flags |= mark
    rolled(field, [])
    down(field, "breaks-up", [one.id]).hurt(field.state, [one.id])
    found = "gone" if one.hex < 0 else "wounded" if one.flags & flags.WOUNDED else "half"
    assert found == after
    if after == "half":
        assert one.type.size == 1


@SEATS
@pytest.mark.rule("lnlt.hon.23.1x", "lnlt.sab.22.2.1r")
@pytest.mark.parametrize(("die", "lost"), [(1, "p"), (2, "q"), (3, "S")])
def test_one_of_those_aboard_is_hurt(die: int, lost: str, swapped: bool) -> None:
    field = ground(
        unit(PARA_HALF, "D5", "p"), unit(PARA_HALF, "D5", "q"), vehicle("us.veh.jeep", "D5", "S"), swapped=swapped
    )
    one = down(field, "breaks-up", [], [field.vehicle("S").id])
    rolled(field, [die])
    one.hurt(field.state, [field.names["p"], field.names["q"]])
    assert [field.place(name) == "gone" for name in "pq"] == [lost == "p", lost == "q"]
    assert (one.vehicles == []) == (lost == "S")


@SEATS
@pytest.mark.rule("lnlt.hon.23.0i", "lnlt.hon.23.2a")
@pytest.mark.parametrize(
    ("change", "end", "stands"),
    [
        ("", "lands", True),
        ("", "strays", True),
        ("men", "lands", False),
        ("tank", "lands", False),
        ("forest", "lands", False),
    ],
)
def test_where_a_jeep_rolls_out(change: str, end: str, stands: bool, swapped: bool) -> None:
    foes = {"men": [unit(RIFLES, "D5")], "tank": [vehicle(STUG, "D5")]}.get(change, [])
    jeep = vehicle("us.veh.jeep", "A1", "S", WEST)
    field = ground(jeep, de=foes, terrain={"forest": ["D5"]} if change == "forest" else {}, swapped=swapped)
    one = field.vehicle("S")
    one.hex = -1
    down(field, end).roll_out(field.state, one)
    assert (one.hex >= 0) == stands
    if stands:
        assert (one.hex, one.facing, one.turret) == (field.hex("D5"), 0, 0)
        assert bool(one.flags & flags.SHAKEN) == (end == "strays")
        assert one.flags & flags.MOVED
        assert field.state.armour[one.seat] >> field.hex("D5") & 1


@pytest.mark.rule("lnlt.hon.23.1m", "lnlt.hon.23.1o")
@pytest.mark.parametrize(
    ("type_", "weapon", "far"),
    [
        (PARA, M1919, True),
        (PARA, "us.sw.bazooka", False),
        (PARA, "", False),
        ("us.wt.m1917", "", True),
        ("us.wt.mortar81", "", False),
    ],
)
def test_who_shoots_at_gliders_and_how_far(type_: str, weapon: str, far: bool) -> None:
    field = ground(unit(type_, "D5", "p", weapons=[weapon] if weapon else []))
    one = field.unit("p")
    reach = field.state.weapons[0].type.range if weapon else one.type.range
    assert flak_range(field.state, one) == (reach if far else 0)


@pytest.mark.rule("lnlt.hon.23.1o", "lnlt.hon.23.1m")
@pytest.mark.parametrize(("far", "night", "hits"), [(4, 0, True), (3, 0, False), (4, 3, False), (4, 4, True)])
def test_how_far_one_shoots_at_gliders_by_night(far: int, night: int, hits: bool) -> None:
    more: dict[str, Any] = {"visibility": [{"hexes": night, "cause": "night"}]} if night else {}
    field = ground(**more)
    assert can_shoot_up(field.state, field.hex("D5"), field.hex("H5"), far) == hits


@pytest.mark.rule("lnlt.hon.23.1e", "lnlt.hon.23.1l", "lnlt.hon.23.1i", "lnlt.hon.23.1r")
@pytest.mark.parametrize(
    ("terrain", "marker", "total"),
    [
        ({}, "", -3),
        ({"brush": ["D5"]}, "", -1),
        ({"brush": ["D6"]}, "", -1),
        ({"brush": ["D8"]}, "", -3),
        ({"forest": ["D7"]}, "", 0),
        ({}, "wire", -2),
        ({}, "foxholes", -2),
        ({}, "mines", -1),
        ({"crops": ["D5"]}, "", -2),
    ],
)
def test_what_a_glider_comes_down_on(terrain: dict[str, list[str]], marker: str, total: int) -> None:
    """The hex and the two behind it, northwards: cover adds, clear ground takes off one for each."""
    spec = [{"marker": marker, "hexes": ["D5"], **({"value": 2} if marker == "mines" else {})}] if marker else []
    field = ground(terrain=terrain, ground=spec)
    assert landing_tally(field.state, 0, field.hex("D5"), 0).total == total


# ---- parachutes


@SEATS
@pytest.mark.rule("lnlt.sab.22.3h", "lnlt.sab.22.3n", "lnlt.core.1.3")
@pytest.mark.parametrize(
    ("there", "who", "room"),
    [
        ([PARA, PARA], PARA, True),
        ([PARA, PARA, PARA_HALF], PARA_HALF, True),
        ([PARA, PARA, PARA_HALF], PARA, False),
        ([PARA, PARA, PARA], CLARKSON, True),
        ([CLARKSON, MEDROW], US_HERO, True),
        ([CLARKSON, MEDROW], PARA, True),
    ],
)
def test_room_for_those_who_come_down(there: list[str], who: str, room: bool, swapped: bool) -> None:
    """Single men may be too many, others may not."""
    field = ground(*(unit(type_, "D5") for type_ in there), unit(who, "A1", "p"), swapped=swapped)
    one = field.unit("p")
    field.state.go(one, field.hex("A2"))
    assert overfull(field.state, one, field.hex("D5")) == (not room)
    loner = ground(*(unit(type_, "D5") for type_ in there), unit(who, "A1", "p"), swapped=swapped)
    man = loner.unit("p")
    loner.state.stacks[man.seat][man.hex] = []
    man.hex = -1
    assert put_down(loner.state, man, loner.hex("D5"), flags.PARACHUTE) == room
    if room:
        assert man.flags == flags.PARACHUTE | (flags.FRESH if man.type.smc else 0)


@SEATS
@pytest.mark.rule("lnlt.sab.22.3k", "lnlt.sab.22.3l", "lnlt.sab.22.3m", "lnlt.sab.22.3i")
@pytest.mark.parametrize(
    ("terrain", "by_air", "dice", "shaken"),
    [
        ("clear", True, [], False),
        ("brush", True, [], False),
        ("light-woods", True, [3, 3], False),
        ("light-woods", True, [3, 4], True),
        ("rough", True, [6, 6], True),
        ("stone-building", True, [3, 4], True),
        ("forest", True, [3, 2], False),
        ("forest", True, [3, 3], True),
        ("forest", False, [], False),
    ],
)
def test_a_rough_landing_by_parachute(terrain: str, by_air: bool, dice: list[int], shaken: bool, swapped: bool) -> None:
    """A squad of Morale 6 checks in woods and houses, with one more in a Forest."""
    field = ground(unit(PARA, "A1", "p"), terrain={terrain: ["D5"]} if terrain != "clear" else {}, swapped=swapped)
    one = field.unit("p")
    field.state.stacks[one.seat][one.hex] = []
    one.hex = -1
    rolled(field, dice)
    ParachuteDrop(one.seat).come_down(field.state, [one.id], field.hex("D5"), by_air)
    assert field.state.dice.cursor == len(dice)
    assert (field.place("p"), field.is_shaken("p")) == ("D5", shaken)
    assert bool(one.flags & flags.PARACHUTE) == by_air
    assert bool(one.flags & flags.MOVED) != by_air


@pytest.mark.rule("lnlt.sab.22.3i")
def test_water_drowns_parachutists() -> None:
    field = ground(unit(PARA, "A1", "p", weapons=[M1919]), terrain={"water": ["D5"]})
    one = field.unit("p")
    field.state.stacks[one.seat][one.hex] = []
    one.hex = -1
    field.state.events = []
    ParachuteDrop(one.seat).come_down(field.state, [one.id], field.hex("D5"), True)
    assert field.place("p") == "gone"
    assert [told.args["count"] for told in field.state.events if told.kind == "stick-lands"] == [0], "nobody lands"
    assert field.state.weapons[0].owner == -1


@SEATS
@pytest.mark.rule("lnlt.sab.22.3n", "lnlt.sab.22.3v", "lnlt.hon.23.2h")
@pytest.mark.parametrize(
    ("foe", "mark", "left"),
    [("fit", flags.SHAKEN, False), ("fit", 0, True), ("shaken", flags.SHAKEN, True), ("", 0, True)],
)
def test_whom_parachutists_meet(foe: str, mark: int, left: bool, swapped: bool) -> None:
    foes = [unit(FJ, "D5", "f", shaken=foe == "shaken")] if foe else []
    field = ground(unit(PARA, "D5", "p"), de=foes, swapped=swapped)
    one = field.unit("p")
    one.flags |= mark
    depth = len(field.state.stack)
    meet(field.state, one.seat, field.hex("D5"), [one.id])
    assert (one.hex >= 0) == left
    assert len(field.state.stack) - depth == int(bool(foe) and left)


@SEATS
@pytest.mark.rule("lnlt.sab.22.3b", "lnlt.sab.22.3c", "lnlt.hon.23.0k", "lnlt.sab.22.3a")
@pytest.mark.parametrize(("turn", "due"), [(0, True), (1, True), (2, False)])
def test_who_is_due_to_jump(turn: int, due: bool, swapped: bool) -> None:
    field = ground(unit(PARA, "A1", "p"), unit(PARA, "A2", "q"), swapped=swapped)
    one = field.unit("p")
    field.state.flights[one.seat] = [
        Flight(STICK, turn, [one.id], -1),
        Flight(STICK, 0, [field.names["q"]], field.hex("A2")),
    ]
    drop = ParachuteDrop(one.seat)
    drop.take_off(field.state)
    assert drop.jumpers() == int(due)
    assert [flight.units for flight in field.state.flights[one.seat]] == ([] if due else [[one.id]])
    assert bool(landing_options(field.state, one.seat)) is False
    field.state.flights[one.seat] = [Flight(STICK, turn, [one.id], -1)]
    assert bool(landing_options(field.state, one.seat)) == due


@pytest.mark.rule("lnlt.sab.22.3b", "lnlt.sab.22.3c")
@pytest.mark.parametrize(("sticks", "corner"), [(1, 6), (2, 2), (9, 1), (10, 0)])
def test_a_line_of_sticks_lies_on_the_map(sticks: int, corner: int) -> None:
    """From the corner A9 of a map nine hexes high."""
    table = Table([unit(PARA, "E5")], [unit(WEISS, "F1")], columns=6)
    drop = ParachuteDrop(0)
    drop.flights = [Flight(STICK, 1, [n], -1) for n in range(sticks)]
    assert len(drop.lines(table.state, table.hex("A9"))) == corner
