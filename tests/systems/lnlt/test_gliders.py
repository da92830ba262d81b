"""Gliders: who lands where, flak, crashes, and what they carry."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import ContentError
from bocage.systems.lnlt.model.flags import MOVED, SHAKEN, WOUNDED
from bocage.systems.lnlt.model.ground import BUNKER, FOXHOLES, MINES
from bocage.systems.lnlt.model.ground import WRECK as WRECKS
from bocage.systems.lnlt.model.kinds import HALF_SQUAD, PACKED, READY
from bocage.systems.lnlt.model.kinds import SQUAD as SQUAD_KIND
from bocage.systems.lnlt.rules.driving import forbid_entry
from bocage.systems.lnlt.rules.gliders import TouchDown, approach, how_it_lands, is_shot_at, landing_tally
from systems.lnlt.armour import Field, side, vehicle
from systems.lnlt.table import MG34, RIFLES, WEISS, event, lines, unit

pytestmark = pytest.mark.both_seats

SQUAD = "uk.para.squad.1-6-4"
BREN = "uk.sw.bren"


NORTH = "heading-0"
POINTS = 3  # for a squad or a vehicle that is lost, 2 for less
ONE_NORTH = [6, 5, 1]  # over clear ground: one hex astray, to the north


def cargo(*names: str) -> list[dict[str, Any]]:
    return [{"unit": SQUAD, "name": name} for name in names]


def gliders(*loads: list[dict[str, Any]], **more: Any) -> Field:
    de = more.pop("de", [unit(WEISS, "L9", "far")])
    first = side("uk", gliders=[{"units": load} for load in loads])
    return Field(first, side("de", *de), module="sab", **more)


def land(field: Field, hexes: list[str], dice: list[int], heading: str = NORTH) -> list[Any]:
    field.do("land-gliders")
    field.do(heading)
    for hex_ in hexes[:-1]:
        field.do("land", where=hex_)
    return field.do("land", where=hexes[-1], dice=dice)


@pytest.mark.rule(
    *(f"lnlt.hon.23.0{letter}" for letter in "bcdegk"),
    *(f"lnlt.hon.23.1{letter}" for letter in "abcdlt"),
    "lnlt.hon.23.2a",
    "lnlt.core.armour.12",
    *(f"lnlt.sab.22.1{letter}" for letter in "bcde"),
    "lnlt.sab.22.2a",
    "lnlt.sab.22.2b",
    *(f"lnlt.sab.22.2.1{letter}" for letter in "abciopu"),
    "lnlt.sab.22.2.2a",
)
def test_all_gliders_land_in_one_impulse_with_one_heading() -> None:
    field = gliders(cargo("one"), cargo("two"))
    events = land(field, ["D5", "F5"], [6, 4, 5, 5])
    checks = [one for one in events if one.kind == "glider"]
    assert [one.args["total"] for one in checks] == [7, 7]
    assert lines(checks[0]) == {"landing.clear": -3}
    assert (field.place("one"), field.place("two")) == ("D5", "F5")
    assert field.has("one", MOVED)
    assert not field.is_shaken("one")
    assert field.state.ground.has(WRECKS, field.hex("D5"))
    assert not field.state.flights[0]


@pytest.mark.rule("lnlt.hon.23.1b", "lnlt.sab.22.2.1t")
def test_each_glider_has_a_hex_of_its_own() -> None:
    field = gliders(cargo("one"), cargo("two"))
    field.do("land-gliders")
    field.do(NORTH)
    field.do("land", where="D5")
    assert not field.offers("land", where="D5")


@pytest.mark.rule(
    *(f"lnlt.hon.23.1{letter}" for letter in "defghijl"), *(f"lnlt.sab.22.2.1{letter}" for letter in "defgvw")
)
def test_what_lies_in_the_three_hexes() -> None:
    field = gliders(cargo("one"), terrain={"light-woods": ["D6"], "brush": ["D5"]}, sides={"wall": ["D5/D4"]})
    state, hexes = field.state, [field.hex(name) for name in ("D5", "D6", "D7")]
    assert approach(state, hexes[0], 0) == hexes
    assert landing_tally(state, 0, hexes[0], 0).total == 1 + 1 - 1
    field = gliders(cargo("one"))
    state = field.state
    assert landing_tally(state, 0, hexes[0], 0).total == -3
    for marker, value, total in ((FOXHOLES, 0, -2), (BUNKER, 3 * 8 + 1, 0), (MINES, 4, 1)):
        field = gliders(cargo("one"))
        field.state.put_marker(marker, hexes[0], value)
        assert landing_tally(field.state, 0, hexes[0], 0).total == total
        field = gliders(cargo("one"))
        field.state.put_marker(marker, hexes[1], value)
        assert landing_tally(field.state, 0, hexes[0], 0).total == -3


@pytest.mark.rule(*(f"lnlt.hon.23.1{letter}" for letter in "mpqry"), *(f"lnlt.sab.22.2.1{letter}" for letter in "jmnx"))
def test_machine_guns_in_range_and_the_map_edge() -> None:
    de = [unit(RIFLES, "L5", "men", weapons=[MG34])]
    field = gliders(cargo("one"), de=de, terrain={"stone-building": ["J4", "J5", "J6"]})
    event_ = event(land(field, ["D5"], [1, 1]), "glider")
    assert lines(event_)["landing.flak"] == 2
    assert not field.has("men", 8)
    field = gliders(cargo("one"), de=[unit(RIFLES, "L9", "men", weapons=[MG34])])
    assert "landing.flak" not in lines(event(land(field, ["B2"], [1, 1], "heading-3"), "glider"))
    field = gliders(cargo("one"))
    assert lines(event(land(field, ["D9"], [1, 1]), "glider"))["landing.edge"] == 2


@pytest.mark.rule(
    "lnlt.hon.23.1u",
    *(f"lnlt.hon.23.2{letter}" for letter in "bck"),
    "lnlt.sab.22.2.1q",
    *(f"lnlt.sab.22.2.2{letter}" for letter in "bij"),
)
def test_a_failed_check_strays_and_shakes() -> None:
    field = gliders(cargo("one"))
    events = land(field, ["D5"], [6, 6, 3])
    assert event(events, "glider-strays").args["total"] == 2
    assert field.place("one") == "F6"
    assert field.has("one", SHAKEN)
    assert field.has("one", MOVED)


@pytest.mark.rule("lnlt.hon.23.1v", "lnlt.hon.23.1x", "lnlt.sab.22.2.1r")
def test_twice_morale_hurts_one_passenger() -> None:
    load = [{"unit": "uk.wt.vickers", "name": "team"}]
    field = gliders(load, terrain={"rough": ["D5", "D6", "D7"]}, rows=20)
    land(field, ["D5"], [6, 3, 4])
    assert field.place("team") == "gone"
    field = gliders(load, terrain={"rough": ["D5", "D6", "D7"]}, rows=20)
    land(field, ["D5"], [4, 3, 4])
    assert field.place("team") == "D11"
    field = gliders(cargo("one"), terrain={"rough": ["D5", "D6", "D7"]}, rows=20)
    land(field, ["D5"], [6, 3, 4])
    assert field.unit("one").type.kind == HALF_SQUAD


@pytest.mark.rule("lnlt.hon.23.1w", "lnlt.sab.22.2.1s")
def test_three_times_morale_kills_everybody_and_the_wreck_stays() -> None:
    field = gliders(cargo("one"), terrain={"stone-building": ["D5", "D6", "D7"]}, rows=26)
    field.state.put_marker(MINES, field.hex("D5"), 4)
    land(field, ["D5"], [6, 5, 4])
    assert field.place("one") == "gone"
    assert field.state.ground.masks[WRECKS]


@pytest.mark.rule("lnlt.hon.23.2f", "lnlt.hon.23.2g", "lnlt.sab.22.2.2e", "lnlt.sab.22.2.2f")
def test_crashes_and_the_map_edge() -> None:
    for terrain in ("forest", "stone-building", "water", "marsh"):
        field = gliders(cargo("one"), terrain={terrain: ["D5"]})
        land(field, ["D5"], [1, 1])
        assert field.place("one") == "gone"
        assert field.state.ground.has(WRECKS, field.hex("D5"))
    field = gliders(cargo("one"))
    events = land(field, ["A1"], [6, 6, 1], "heading-3")
    assert event(events, "glider-lost")
    assert field.place("one") == "gone"


@pytest.mark.rule("lnlt.hon.23.1w", "lnlt.hon.23.2f", "lnlt.hon.23.2g", "lnlt.sab.22.2.2f")
@pytest.mark.first_seat
def test_all_who_are_lost_with_a_glider_are_counted() -> None:
    field = horsa()
    land(field, ["A1"], [6, 6, 1], "heading-3")
    assert field.state.losses[0] == POINTS + 2, "a jeep and a gun off the map"
    field = horsa(terrain={"forest": ["F5"]})
    land(field, ["F5"], [1, 1])
    assert field.state.losses[0] == POINTS + 2, "in the trees"
    field = horsa(terrain={"stone-building": ["D5", "D6", "D7"]}, rows=26)
    land(field, ["D5"], [6, 6, 4])
    assert field.state.losses[0] == POINTS + 2, "beyond three times the Morale"
    field = gliders(cargo("one", "two"), victory={"casualty_points": POINTS})
    land(field, ["A1"], [6, 6, 1], "heading-3")
    assert field.state.losses[0] == 2 * POINTS


@pytest.mark.rule("lnlt.hon.23.2d", "lnlt.hon.23.2l", "lnlt.sab.22.2.2c")
def test_those_under_it_are_attacked() -> None:
    field = gliders(cargo("one"), de=[unit(WEISS, "D5", "boss"), unit(WEISS, "L9", "far")], terrain={"brush": ["D5"]})
    events = land(field, ["D6"], [*ONE_NORTH, 2, 4, 1])
    assert event(events, "damage").args["total"] == 2


@pytest.mark.rule("lnlt.hon.23.2e", "lnlt.sab.22.2.2d")
def test_a_vehicle_survives_with_five_or_more() -> None:
    for die, lives in ((2, False), (3, True)):
        tank = vehicle("ge.veh.stug3g", "D5", "G")
        field = gliders(cargo("one"), de=[tank, unit(WEISS, "L9", "far")])
        land(field, ["D6"], [*ONE_NORTH, die] if lives else [*ONE_NORTH, die, 1])
        assert field.vehicle("G").is_manned() == lives


@pytest.mark.rule("lnlt.hon.open.2")
def test_a_glider_that_lands_as_planned_strikes_nobody() -> None:
    field = gliders(cargo("one"), de=[vehicle("ge.veh.stug3g", "D5", "G"), unit(WEISS, "L9", "far")])
    land(field, ["D5"], [1, 1])
    assert field.vehicle("G").is_manned()
    assert field.place("one") == "D5"


@pytest.mark.rule("lnlt.hon.23.2h", "lnlt.hon.23.2i", "lnlt.sab.22.2.2g", "lnlt.sab.22.2.2k")
def test_enemies_in_the_hex_fight_the_steady_and_finish_the_shaken() -> None:
    field = gliders(cargo("one"), de=[unit(RIFLES, "D5", "men"), unit(WEISS, "L9", "far")])
    events = land(field, ["D5"], [1, 1, 1, 1, 1, 1])
    assert any(one.kind.startswith("melee") for one in events)
    field = gliders(cargo("one"), de=[unit(RIFLES, "F6", "men"), unit(WEISS, "L9", "far")])
    land(field, ["D5"], [6, 6, 3, 1, 6])
    assert field.place("one") == "gone"


@pytest.mark.rule("lnlt.hon.23.2j", "lnlt.sab.22.2.2h")
def test_where_all_are_shaken_those_on_the_ground_give_way() -> None:
    field = gliders(cargo("one"), de=[unit(RIFLES, "F6", "men", shaken=True), unit(WEISS, "L9", "far")])
    land(field, ["D5"], [6, 6, 3, 1, 6])
    field.do("retreat", where="F7")
    assert field.place("one") == "F6"
    assert field.place("men") == "F7"


@pytest.mark.rule("lnlt.hon.23.0a", "lnlt.hon.23.0h", "lnlt.hon.23.0l", "lnlt.sab.22.1a", "lnlt.sab.22.1f")
@pytest.mark.first_seat
def test_a_glider_lifts_three_squads() -> None:
    field = gliders(cargo("one", "two", "three"))
    land(field, ["D5"], [1, 1])
    assert field.place("three") == "D5"
    boss = {"unit": "uk.ldr.absgt"}
    armed = {"unit": SQUAD, "weapons": [BREN, BREN]}
    half = {"unit": "uk.para.hs.1-5-4", "weapons": [BREN]}
    for load, words in (
        (cargo("one", "two", "three", "four"), "three squads"),
        ([boss] * 7, "six single men"),
        ([armed, armed, armed], ""),
        ([armed, armed, half, {**boss, "weapons": [BREN]}, {**boss, "weapons": [BREN]}], "six support weapons"),
    ):
        if words:
            with pytest.raises(ContentError, match=words) as wrong:
                gliders(load)
            assert "sides[0].gliders[0].units" in str(wrong.value)
        else:
            gliders(load)


@pytest.mark.rule("lnlt.hon.23.1s", "lnlt.sab.22.2.1y")
def test_at_the_edge_and_facing_it_nothing_is_added() -> None:
    field = gliders(cargo("one"))
    assert landing_tally(field.state, 0, field.hex("D1"), 0).total == -3
    assert landing_tally(field.state, 0, field.hex("D1"), 3).total == -1 + 2


# ---- jeeps, wrecks and the night


def horsa(**more: Any) -> Field:
    load = {"units": [{"unit": "uk.wt.atg57", "name": "gun"}], "vehicles": [{"vehicle": "uk.veh.jeep"}]}
    first = side("uk", unit(SQUAD, "A1", "rest"), gliders=[load])
    more = {"victory": {"casualty_points": POINTS}, **more}
    return Field(first, side("de", unit(WEISS, "L9", "far")), module="sab", **more)


@pytest.mark.rule("lnlt.hon.23.0i", "lnlt.sab.22.1g", "lnlt.sab.22.1h")
def test_a_glider_brings_a_jeep_and_a_gun() -> None:
    field = horsa()
    land(field, ["F5"], [2, 2])
    assert field.place("gun") == "F5"
    assert field.state.board.grid.names[field.state.vehicles[0].hex] == "F5"
    assert field.state.vehicles[0].flags == MOVED
    field = horsa(terrain={"forest": ["F5"]})
    land(field, ["F5"], [1, 1])
    assert field.state.vehicles[0].hex == -1, "lost in the trees"


@pytest.mark.rule("lnlt.hon.23.0i", "lnlt.sab.22.1g")
def test_a_jeep_leaves_no_room_for_men() -> None:
    jeep = {"vehicle": "uk.veh.jeep"}
    loads: list[tuple[dict[str, Any], str]] = [
        ({"units": cargo("men"), "vehicles": [jeep]}, "at most one 57mm gun"),
        ({"units": [{"unit": "uk.wt.vickers"}], "vehicles": [jeep]}, "at most one 57mm gun"),
        ({"vehicles": [jeep, jeep]}, "at most one 57mm gun"),
        ({"units": [{"unit": "uk.wt.atg57"}, {"unit": "uk.wt.atg57"}], "vehicles": [jeep]}, "at most one 57mm gun"),
        ({"vehicles": [{"vehicle": "uk.veh.tetrarch"}]}, "does not fit"),
    ]
    for load, words in loads:
        with pytest.raises(ContentError, match=words):
            Field(side("uk", gliders=[load]), side("de", unit(WEISS, "L9", "far")), module="sab")


@pytest.mark.rule("lnlt.hon.23.0f", "lnlt.hon.23.0j")
def test_a_glider_beside_a_wreck_closes_the_hex_to_vehicles() -> None:
    wreck = vehicle("ge.veh.stug3g", "F5", "W", markers=["wreck"])
    stug = vehicle("ge.veh.stug3g", "E5", "G", 1, markers=["buttoned"])
    first = side("uk", gliders=[{"units": cargo("one")}])
    field = Field(first, side("de", wreck, stug, unit(WEISS, "L9", "far")), module="sab")
    state = field.state
    assert forbid_entry(state, field.vehicle("G"), field.hex("F5"), False) is None
    land(field, ["F5"], [1, 1])
    assert field.place("one") == "F5"
    state.eliminate(field.unit("one"))
    assert forbid_entry(state, field.vehicle("G"), field.hex("F5"), False) is not None


@pytest.mark.rule("lnlt.hon.23.1k", "lnlt.sab.22.2.1h", "lnlt.hon.23.1o", "lnlt.sab.22.2.1l")
@pytest.mark.first_seat
def test_by_night_landing_is_harder_and_flak_sees_less() -> None:
    gun = unit(RIFLES, "F2", "men", weapons=[MG34])
    for visibility, expected in (
        (0, {"landing.clear": -3, "landing.flak": 2}),
        (2, {"landing.clear": -3, "landing.night": 1}),
        (3, {"landing.clear": -3, "landing.night": 1, "landing.flak": 2}),
    ):
        field = gliders(cargo("one"), de=[gun], visibility=visibility)
        tally = landing_tally(field.state, 0, field.hex("F5"), 0)
        assert {line.label for line in tally.lines} == set(expected)
        assert tally.total == sum(expected.values())


@pytest.mark.rule("lnlt.hon.23.1n", "lnlt.sab.22.2.1k")
@pytest.mark.first_seat
def test_flak_in_a_bunker_fires_in_its_arc() -> None:
    for facing, seen in ((5, False), (2, True)):
        bunker = {"hex": "F2", "kind": "bunker", "tm": 4, "facing": facing}
        gun = unit(RIFLES, "F2.bunker", "men", weapons=[MG34])
        field = gliders(cargo("one"), de=[gun], inside=[bunker])
        tally = landing_tally(field.state, 0, field.hex("F5"), 0)
        assert ("landing.flak" in {line.label for line in tally.lines}) == seen


@pytest.mark.rule("lnlt.hon.23.0k", "lnlt.sab.22.3a")
@pytest.mark.first_seat
def test_nothing_lands_before_its_turn() -> None:
    field = Field(
        side("uk", unit(SQUAD, "A1", "rest"), gliders=[{"units": cargo("one")}], drops=[{"units": cargo("two")}]),
        side("de", unit(WEISS, "L9", "far")),
        module="sab",
    )
    field.state.flights[0][1].turn = 2
    assert field.offers("land-gliders")
    assert not field.offers("drop-parachutists")
    land(field, ["D5"], [1, 1])
    assert [flight.units for flight in field.state.flights[0]] == [[field.names["two"]]]


@pytest.mark.rule("lnlt.hon.23.1n", "lnlt.sab.22.2.1k", "lnlt.hon.23.1m", "lnlt.hon.23.1o")
@pytest.mark.parametrize(
    ("hex_", "marker", "flak"), [("D2", "fired", False), ("L6", "ops-complete", True), ("M6", "ops-complete", False)]
)
@pytest.mark.first_seat
def test_flak_in_range_that_may_fire(hex_: str, marker: str, flak: bool) -> None:
    """An MG 34 reaches eight hexes, and the three hexes are D5, D6 and D7."""
    gun = unit(RIFLES, hex_, "men", weapons=[MG34], markers=[marker])
    field = gliders(cargo("one"), de=[gun], columns=14)
    assert field.state.weapons[0].type.range == 8
    tally = landing_tally(field.state, 0, field.hex("D5"), 0)
    assert ("landing.flak" in {line.label for line in tally.lines}) == flak


@pytest.mark.rule("lnlt.hon.23.2j", "lnlt.sab.22.2.2h")
@pytest.mark.parametrize("closed", [False, True])
def test_they_give_way_to_a_hex_without_enemies_where_there_is_room(closed: bool) -> None:
    full = [unit(RIFLES, "F5", f"full {n}") for n in range(3)]
    aloft = {"units": cargo("one")}
    first = side("uk", unit(SQUAD, "G3", "foe"), vehicle("uk.veh.jeep", "G4", "jeep"), gliders=[aloft])
    water = ["E3", "E4", "F3"] if closed else ["E3", "F3"]
    men = unit(RIFLES, "F4", "men", shaken=True)
    field = Field(first, side("de", men, *full), module="sab", terrain={"water": water})
    around = {field.state.board.grid.names[hex_] for hex_ in field.state.board.neighbours[field.hex("F4")]}
    assert around == {"E3", "E4", "F3", "F5", "G3", "G4"}
    land(field, ["F5"], [*ONE_NORTH, 1, 6])
    assert field.place("men") == ("gone" if closed else "E4")
    assert field.place("one") == "F4"


@pytest.mark.rule("lnlt.hon.23.1x", "lnlt.hon.23.1v")
def test_casualties_among_passengers_by_chance() -> None:
    """A single man is wounded, and dies of a second wound; one of several is picked by a die."""
    load = [*cargo("squad"), {"unit": "uk.ldr.abmaj", "name": "boss"}]
    for pick, squad, wounds in ((1, HALF_SQUAD, 0), (2, SQUAD_KIND, WOUNDED)):
        field = gliders(load, terrain={"rough": ["D5", "D6", "D7"]}, rows=20)
        land(field, ["D5"], [6, 3, 4, pick])
        assert field.unit("squad").type.kind == squad
        assert field.unit("boss").flags & WOUNDED == wounds
    touch_down(field, "D5", "breaks-up").hurt(field.state, [field.names["boss"]])
    assert field.place("boss") == "gone"


def touch_down(field: Field, hex_: str, end: str = "lands") -> TouchDown:
    return TouchDown(0, field.hex(hex_), 2, end, [], [])


@pytest.mark.rule("lnlt.hon.23.0i", "lnlt.sab.22.1h")
@pytest.mark.first_seat
def test_a_jeep_is_lost_among_enemies_or_where_it_cannot_stand() -> None:
    field = horsa(terrain={"water": ["F5"]})
    jeep = field.state.vehicles[0]
    for hex_ in ("F5", "L9"):
        touch_down(field, hex_).roll_out(field.state, jeep)
        assert jeep.hex == -1
    assert field.state.losses[0] == 2 * POINTS
    touch_down(field, "H5").roll_out(field.state, jeep)
    assert (jeep.hex, jeep.facing, jeep.turret, jeep.flags) == (field.hex("H5"), 2, 2, MOVED)


@pytest.mark.rule("lnlt.hon.23.1x", "lnlt.sab.22.2.1r", "lnlt.hon.open.1")
@pytest.mark.parametrize(("pick", "lost"), [(1, "gun"), (2, "jeep")])
@pytest.mark.first_seat
def test_chance_takes_the_gun_or_the_jeep(pick: int, lost: str) -> None:
    field = horsa(terrain={"rough": ["D5", "D6", "D7"]}, rows=20)
    land(field, ["D5"], [6, 3, 4, pick])
    assert (field.place("gun") == "gone") == (lost == "gun")
    assert (field.state.vehicles[0].hex == -1) == (lost == "jeep")
    assert field.state.losses[0] == (POINTS if lost == "jeep" else 2)


@pytest.mark.rule("lnlt.hon.open.1")
def test_each_multiple_of_morale_belongs_to_the_worse_band() -> None:
    bands = [(7, "lands"), (8, "strays"), (13, "strays"), (14, "breaks-up"), (20, "breaks-up"), (21, "is-lost")]
    assert [(total, how_it_lands(total)) for total, _ in bands] == bands


@pytest.mark.rule("lnlt.hon.open.3")
@pytest.mark.parametrize(
    ("hex_", "facing", "markers", "flak"),
    [("D3", 3, [], True), ("D3", 3, ["fired"], False), ("D3", 3, ["moved"], False), ("N5", 4, [], False)],
)
@pytest.mark.first_seat
def test_a_vehicle_that_may_fire_shoots_at_gliders(hex_: str, facing: int, markers: list[str], flak: bool) -> None:
    track = vehicle("ge.veh.sdkfz251", hex_, "T", facing, markers=markers)
    field = gliders(cargo("one"), de=[track, unit(WEISS, "L9", "far")], columns=16)
    assert is_shot_at(field.state, 1, [field.hex("D5")]) == flak


@pytest.mark.rule("lnlt.core.8.0", "lnlt.hon.open.2")
def test_who_lands_fit_to_fight_among_the_shaken_finishes_them() -> None:
    field = gliders(cargo("one"), de=[unit(RIFLES, "D5", "men", shaken=True), unit(WEISS, "L9", "far")])
    events = land(field, ["D5"], [1, 2])
    assert event(events, "overrun")
    assert (field.place("men"), field.place("one")) == ("gone", "D5")


@pytest.mark.rule("lnlt.hon.23.1m")
@pytest.mark.parametrize(("turned", "fires"), [(READY, True), (PACKED, False)])
@pytest.mark.first_seat
def test_only_a_machine_gun_that_is_ready_fires_at_gliders(turned: int, fires: bool) -> None:
    field = gliders(cargo("one"), de=[unit(RIFLES, "F5", "men", weapons=[MG34]), unit(WEISS, "L9", "far")])
    field.state.weapons[0].side = turned
    assert is_shot_at(field.state, 1, [field.hex("D5")]) == fires


@pytest.mark.rule("lnlt.hon.23.1r", "lnlt.sab.22.2.1n")
def test_one_hex_inside_is_not_on_the_edge() -> None:
    field = gliders(cargo("one"))
    assert landing_tally(field.state, 0, field.hex("D8"), 0).total == -2
    assert landing_tally(field.state, 0, field.hex("D9"), 0).total == -1 + 2
