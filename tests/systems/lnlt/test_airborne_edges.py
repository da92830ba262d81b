"""Gliders at the edges of their rules: every heading, either side's flak, light vehicles, odds."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt.model.flags import MOVED
from bocage.systems.lnlt.rules.gliders import approach, is_shot_at, landing_tally
from systems.lnlt.armour import Field, side, vehicle
from systems.lnlt.table import MG34, RIFLES, WEISS, unit
from systems.lnlt.test_gliders import BREN, NORTH, ONE_NORTH, SQUAD, cargo, gliders, land

pytestmark = pytest.mark.both_seats


@pytest.mark.rule("lnlt.hon.23.1d")
@pytest.mark.parametrize("heading", range(6))
def test_the_approach_lies_straight_behind_whatever_the_heading(heading: int) -> None:
    field = gliders(cargo("one"))
    grid = field.state.board.grid
    hexes = approach(field.state, field.hex("F5"), heading)
    ahead = grid.neighbours[hexes[0]][heading]
    assert [grid.distances[ahead][hex_] for hex_ in hexes] == [1, 2, 3]


@pytest.mark.rule("lnlt.hon.23.1m")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.first_seat
def test_only_the_enemy_shoots_at_gliders(seat: int) -> None:
    gunners = [[unit(SQUAD, "F4", "a", weapons=[BREN])], [unit(RIFLES, "F4", "b", weapons=[MG34])]]
    far = [unit(SQUAD, "A1", "x"), unit(WEISS, "L9", "y")]
    for armed in (0, 1):
        own = [gunners[side_] if side_ == armed else [far[side_]] for side_ in (0, 1)]
        field = Field(side("uk", *own[0]), side("de", *own[1]), module="sab")
        assert is_shot_at(field.state, seat, [field.hex("F5")]) == (armed == seat)
        labels = [line.label for line in landing_tally(field.state, seat, field.hex("F5"), 0).lines]
        assert ("landing.flak" in labels) == (armed != seat)


@pytest.mark.rule("lnlt.hon.23.2e")
@pytest.mark.parametrize(("die", "lives"), [(4, False), (5, True)])
def test_a_vehicle_without_armour_adds_nothing(die: int, lives: bool) -> None:
    truck = vehicle("ge.veh.truck", "D5", "T")
    field = gliders(cargo("one"), de=[truck, unit(WEISS, "L9", "far")])
    land(field, ["D6"], [*ONE_NORTH, die] if lives else [*ONE_NORTH, die, 1])
    assert field.vehicle("T").is_manned() == lives


@pytest.mark.rule("lnlt.hon.23.1c")
def test_the_odds_of_a_landing() -> None:
    field = gliders(cargo("one"))
    field.do("land-gliders")
    field.do(NORTH)
    odds = field.forecast("land", where="D5").odds["glider"]
    assert odds["lands"] == pytest.approx(33 / 36), "over clear ground 10 or less, by two dice"
    assert odds["strays"] == pytest.approx(3 / 36)


@pytest.mark.rule("lnlt.hon.23.2a", "lnlt.hon.23.1u")
@pytest.mark.parametrize(("dice", "shaken"), [([1, 1], False), (ONE_NORTH, True)])
def test_all_get_out_and_heroes_keep_their_nerve(dice: list[int], shaken: bool) -> None:
    field = gliders([*cargo("men"), {"unit": "uk.hero.para", "name": "hero"}])
    land(field, ["D6"], dice)
    assert field.place("men") == field.place("hero") != "gone"
    assert field.has("men", MOVED)
    assert field.has("hero", MOVED)
    assert (field.is_shaken("men"), field.is_shaken("hero")) == (shaken, False)


@pytest.mark.rule("lnlt.hon.23.2a", "lnlt.hon.23.2h")
def test_who_gets_out_among_enemies_fights() -> None:
    field = gliders(cargo("one"), de=[unit(RIFLES, "D5", "men"), unit(WEISS, "L9", "far")])
    events = land(field, ["D5"], [1, 1, 1, 1, 1, 1])
    assert any(one.kind.startswith("melee") for one in events)


@pytest.mark.rule("lnlt.hon.23.1a")
@pytest.mark.first_seat
def test_a_stick_does_not_land_with_the_gliders() -> None:
    first = side("uk", unit(SQUAD, "A1", "rest"), gliders=[{"units": cargo("one")}], drops=[{"units": cargo("two")}])
    field = Field(first, side("de", unit(WEISS, "L9", "far")), module="sab")
    land(field, ["D5"], [1, 1])
    assert (field.place("one"), field.place("two")) == ("D5", "gone")
    assert [flight.units for flight in field.state.flights[0]] == [[field.names["two"]]]
