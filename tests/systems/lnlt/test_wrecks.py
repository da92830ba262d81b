"""What becomes of vehicles, crews and passengers that are hit."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model.flags import MOVED, SHAKEN, WOUNDED
from bocage.systems.lnlt.model.ground import SMOKE
from bocage.systems.lnlt.model.ground import WRECK as WRECKS
from bocage.systems.lnlt.model.hull import ABANDONED, BUTTONED, CONTINUOUS, WRECK
from bocage.systems.lnlt.rules.wrecks import (
    VEHICLE_WRECK,
    abandon,
    add_crew,
    bail_out,
    destroy,
    shake,
    vehicle_damage_check,
    vehicle_fate,
    vehicle_morale_check,
)
from systems.lnlt.armour import DARIUS, FAR, HALFTRACK, SHERMAN, Field, side, vehicle
from systems.lnlt.table import M1919, PARA, RIFLES, US_HERO, unit

pytestmark = pytest.mark.both_seats


def tank(*us: dict[str, Any], type_: str = SHERMAN, dice: list[int] | None = None, **more: Any) -> Field:
    spec = more.pop("spec", {})
    de = more.pop("de", [FAR])
    field = Field(side("us", vehicle(type_, "D5", "S", **spec), unit(PARA, "A1"), *us), side("de", *de), **more)
    field.state.dice.script = dice or []
    field.state.dice.cursor = 0
    return field


@pytest.mark.rule("lnlt.core.armour.13")
@pytest.mark.parametrize(("morale", "total"), [(6, 6), (7, 7)])
def test_up_to_its_morale_a_vehicle_is_unhurt(morale: int, total: int) -> None:
    armoured = [vehicle_fate(True, morale, n) for n in (total, total + 1, 3 * morale - 1, 3 * morale)]
    soft = [vehicle_fate(False, morale, n) for n in (total, total + 1, 2 * morale - 1, 2 * morale)]
    assert armoured == [0, 1, 1, 2]
    assert soft == [0, 1, 1, 3]


@pytest.mark.rule("lnlt.core.armour.13", "lnlt.core.armour.5.7", "lnlt.core.armour.5.10")
@pytest.mark.parametrize(
    ("difference", "die", "flags"),
    [(1, 5, 0), (1, 6, SHAKEN | BUTTONED), (12, 5, SHAKEN | BUTTONED), (12, 6, ABANDONED)],
)
def test_the_damage_check_of_a_tank(difference: int, die: int, flags: int) -> None:
    field = tank(dice=[die])
    vehicle_damage_check(field.state, field.vehicle("S"), difference, True)
    assert field.vehicle("S").flags == flags


@pytest.mark.rule("lnlt.core.armour.5.7")
@pytest.mark.parametrize(("type_", "shut"), [(SHERMAN, True), (HALFTRACK, False)])
def test_a_shaken_crew_shuts_its_hatches_if_it_has_any_and_stops(type_: str, shut: bool) -> None:
    field = tank(type_=type_)
    field.vehicle("S").flags |= CONTINUOUS
    shake(field.state, field.vehicle("S"))
    assert field.vehicle("S").flags == (SHAKEN | BUTTONED if shut else SHAKEN)


@pytest.mark.rule("lnlt.core.armour.4.4")
@pytest.mark.parametrize(("left", "dice", "shaken"), [(0, [3, 3], False), (0, [3, 4], True), (1, [3, 4], False)])
def test_the_check_after_a_bounce_is_easier_the_more_armour_was_left(left: int, dice: list[int], shaken: bool) -> None:
    field = tank(dice=dice)
    vehicle_morale_check(field.state, field.vehicle("S"), left)
    assert bool(field.vehicle("S").flags & SHAKEN) == shaken


@pytest.mark.rule("lnlt.core.armour.4.4", "lnlt.core.armour.5.10", "lnlt.core.option.wreck_smoke")
@pytest.mark.parametrize("smoke", [False, True])
def test_a_wreck_takes_its_place(smoke: bool) -> None:
    field = tank(dice=[1], spec={"leader": DARIUS}, options={"wreck_smoke": smoke})
    destroy(field.state, field.vehicle("S"), "lnlt.core.armour.4.4", True)
    here = field.hex("D5")
    assert field.vehicle("S").flags == WRECK
    assert field.vehicle("S").leader is None
    assert field.state.ground.value(WRECKS, here) == VEHICLE_WRECK
    assert field.state.ground.has(SMOKE, here) == smoke
    assert not field.state.armour[0] >> here & 1


@pytest.mark.rule("lnlt.core.armour.4.4", "lnlt.core.armour.5.10")
@pytest.mark.parametrize(("die", "crew"), [(2, True), (3, False)])
def test_an_even_die_saves_the_crew(die: int, crew: bool) -> None:
    field = tank(dice=[die])
    before = len(field.state.units)
    destroy(field.state, field.vehicle("S"), "lnlt.core.armour.4.4", True)
    saved = field.state.units[before:]
    assert bool(saved) == crew
    assert all(one.flags & SHAKEN and one.type.id == "us.crew" for one in saved)


@pytest.mark.rule("lnlt.core.armour.5.10")
def test_no_crew_gets_out_among_enemies_or_where_there_is_no_room() -> None:
    men = [unit(PARA, "D5", f"p{n}") for n in range(3)]
    assert add_crew((field := tank()).state, field.vehicle("S"), MOVED)
    assert not add_crew((field := tank(*men)).state, field.vehicle("S"), MOVED)
    assert not add_crew((field := tank(de=[unit(RIFLES, "D5", "foe"), FAR])).state, field.vehicle("S"), MOVED)


@pytest.mark.rule("lnlt.core.armour.6.5")
@pytest.mark.parametrize(
    ("who", "die", "flags"),
    [(PARA, 2, MOVED | SHAKEN), (PARA, 3, None), (US_HERO, 4, MOVED | WOUNDED), ("us.wt.m1917", 6, MOVED)],
)
def test_each_passenger_rolls_for_himself(who: str, die: int, flags: int | None) -> None:
    weapons = {"weapons": [M1919]} if who == PARA else {}
    field = tank(unit(who, "D5", "man", **weapons), type_=HALFTRACK, spec={"passengers": ["man"]}, dice=[die])
    bail_out(field.state, field.names["man"], field.hex("D5"))
    assert field.place("man") == ("gone" if flags is None else "D5")
    if flags is not None:
        assert field.unit("man").flags & (MOVED | SHAKEN | WOUNDED) == flags
    elif weapons:
        assert field.state.weapons[0].owner == field.state.weapons[0].hex == -1, "lost with its owner"


@pytest.mark.rule("lnlt.core.armour.6.5")
def test_where_nobody_survives_no_die_is_rolled() -> None:
    field = tank(unit(PARA, "D5", "man"), type_=HALFTRACK, spec={"passengers": ["man"]})
    destroy(field.state, field.vehicle("S"), "lnlt.core.armour.7.1", False)
    assert field.state.dice.cursor == 0
    assert field.place("man") == "gone"
    assert not field.vehicle("S").passengers


@pytest.mark.rule("lnlt.core.armour.5.10", "lnlt.core.1.3")
@pytest.mark.parametrize(("crowd", "out"), [(2, True), (3, False)])
def test_passengers_of_an_abandoned_vehicle_get_out_if_there_is_room(crowd: int, out: bool) -> None:
    men = [unit(PARA, "D5", f"p{n}") for n in range(crowd)]
    field = tank(unit(PARA, "D5", "man"), *men, type_=HALFTRACK, spec={"passengers": ["man"], "leader": DARIUS})
    abandon(field.state, field.vehicle("S"), False)
    assert field.place("man") == ("D5" if out else "gone")
    assert field.vehicle("S").flags == ABANDONED
    assert field.vehicle("S").leader is None
    if out:
        assert field.has("man", MOVED)
