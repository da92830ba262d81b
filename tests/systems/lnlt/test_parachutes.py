"""Parachutes: sticks that jump, drift, land and fight."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import ContentError
from bocage.systems.lnlt.model.flags import MOVED, PARACHUTE
from bocage.systems.lnlt.model.vehicles import STICK, Flight
from bocage.systems.lnlt.rules.administration import administrate
from bocage.systems.lnlt.rules.airborne import ParachuteDrop
from bocage.systems.lnlt.rules.melee_strength import melee_fp
from bocage.systems.lnlt.rules.targets import forbid_opportunity_fire
from systems.lnlt.armour import Field, side, vehicle
from systems.lnlt.table import RIFLES, WEISS, event, lines, unit
from systems.lnlt.test_gliders import NORTH, SQUAD, cargo, gliders

pytestmark = pytest.mark.both_seats


def jump(dice: list[int], where: str = "D5", heading: str = NORTH, sticks: int = 1, **more: Any) -> Field:
    de = more.pop("de", [unit(WEISS, "L9", "far")])
    drops = [{"units": cargo(f"stick {n + 1}")} for n in range(sticks)]
    field = Field(side("uk", drops=drops), side("de", *de), module="sab", **more)
    field.do("drop-parachutists")
    field.do("land", where=where)
    if sticks == 1:
        field.do(heading, dice=dice)
        return field
    field.do(heading)
    for n in range(sticks - 1):
        both = n == sticks - 2  # the last stick has no choice
        field.do("send-stick", f"stick {n + 1}", dice=dice[2 * n :] if both else dice[2 * n : 2 * n + 2])
    return field


@pytest.mark.rule("lnlt.sab.22.3b", "lnlt.sab.22.3f")
def test_the_owner_chooses_which_stick_jumps_over_which_hex() -> None:
    drops = [{"units": cargo("a")}, {"units": cargo("b")}]
    field = Field(side("uk", unit(SQUAD, "A1", "walker"), drops=drops), side("de", unit(WEISS, "L9", "far")))
    field.do("drop-parachutists")
    field.do("land", where="D5")
    field.do(NORTH)
    field.check_forecast("send-stick", "b")
    assert field.refusals("send-stick", "walker") == ["lnlt.sab.22.3b"]
    field.do("send-stick", "b", dice=[1, 1, 1, 1])
    assert (field.place("b"), field.place("a")) == ("D5", "D4")


@pytest.mark.rule("lnlt.sab.22.0a", *(f"lnlt.sab.22.3{letter}" for letter in "abcdefgju"))
def test_sticks_in_a_line_drift_and_land() -> None:
    field = jump([1, 1, 1, 2, 2, 4], sticks=3)
    assert [field.place(f"stick {n}") for n in (1, 2, 3)] == ["D5", "E3", "F4"]
    assert field.has("stick 1", PARACHUTE)
    assert not field.has("stick 1", MOVED), "under a Parachute marker instead"
    assert not field.is_shaken("stick 1")


@pytest.mark.rule("lnlt.sab.22.3g", "lnlt.sab.open.1")
@pytest.mark.first_seat
def test_who_has_jumped_is_spotted_and_has_had_his_impulse() -> None:
    field = jump([1, 1, 1, 1], terrain={"light-woods": ["D5"]})
    stick = field.unit("stick 1")
    assert field.state.seen_mask(0) >> stick.hex & 1
    assert forbid_opportunity_fire(stick) is not None
    field.do("pass")
    assert not field.offers("activate", where="D5")


@pytest.mark.rule("lnlt.sab.22.3b", "lnlt.sab.22.3t")
@pytest.mark.first_seat
def test_one_team_and_one_single_man_at_most_jump_in_each_stick() -> None:
    boss, team = {"unit": "uk.ldr.absgt"}, {"unit": "uk.wt.vickers"}
    for load, words in (
        ([*cargo("a"), boss, boss], "one single man"),
        ([*cargo("a"), team, team], "one weapon team"),
        ([boss], "at least one squad"),
        (cargo("a", "b", "c", "d"), "three squads"),
    ):
        with pytest.raises(ContentError, match=words) as wrong:
            Field(side("uk", drops=[{"units": load}]), side("de", unit(WEISS, "L9", "far")), module="sab")
        assert "sides[0].drops[0].units" in str(wrong.value)
    jeep = {"units": cargo("a"), "vehicles": [{"vehicle": "uk.veh.jeep"}]}
    with pytest.raises(ContentError, match="by parachute"):
        Field(side("uk", drops=[jeep]), side("de", unit(WEISS, "L9", "far")), module="sab")


@pytest.mark.rule("lnlt.sab.22.3f")
def test_how_far_they_drift() -> None:
    for die, hex_ in ((1, "D5"), (2, "D6"), (3, "D6"), (4, "D7"), (5, "D7"), (6, "D8")):
        assert jump([3, die]).place("stick 1") == hex_


@pytest.mark.rule("lnlt.sab.22.3h")
@pytest.mark.first_seat
def test_off_the_map_they_walk_in_next_turn() -> None:
    field = jump([6, 6], "D2")
    assert field.place("stick 1") == "gone"
    flight = field.state.flights[0][0]
    assert (flight.turn, flight.hex) == (2, field.hex("D1"))


@pytest.mark.rule("lnlt.sab.22.3i", *(f"lnlt.sab.22.3{letter}" for letter in "klm"))
def test_water_drowns_and_woods_shake() -> None:
    assert jump([1, 1], terrain={"water": ["D5"]}).place("stick 1") == "gone"
    field = jump([1, 1, 3, 3], terrain={"light-woods": ["D5"]})
    assert not field.is_shaken("stick 1")
    morale = field.unit("stick 1").type.morale
    low, high = morale // 2, morale - morale // 2
    assert not jump([1, 1, low, high], terrain={"light-woods": ["D5"]}).is_shaken("stick 1")
    assert jump([1, 1, low, high], terrain={"forest": ["D5"]}).is_shaken("stick 1")
    assert not jump([1, 1, low, high - 1], terrain={"forest": ["D5"]}).is_shaken("stick 1"), "one more, and no two"
    assert jump([1, 1, low, high + 1], terrain={"stone-building": ["D5"]}).is_shaken("stick 1")


@pytest.mark.rule(*(f"lnlt.sab.22.3{letter}" for letter in "novw"))
def test_among_enemies_they_fight_at_one_or_die() -> None:
    men = [unit(RIFLES, "D5", "men"), unit(WEISS, "L9", "far")]
    field = jump([1, 1, 1, 1, 1, 1], de=men)
    assert field.state.in_melee(field.hex("D5"))
    field.state.units[field.names["stick 1"]].flags |= PARACHUTE
    assert melee_fp(field.state, field.unit("stick 1")) == 1
    field = jump([1, 1, 6, 6], de=men, terrain={"light-woods": ["D5"]})
    assert field.place("stick 1") == "gone"


@pytest.mark.rule(*(f"lnlt.sab.22.3{letter}" for letter in "pqrsyz"))
def test_fire_at_those_who_have_just_landed() -> None:
    field = jump([1, 1], de=[unit(RIFLES, "F5", "men"), vehicle("ge.veh.stug3g", "G5", "G", 4)])
    field.do("activate", where="F5")
    shot = field.do("fire", where="D5", dice=[1, 6])
    attack = [one for one in shot if "fire.parachute" in lines(one)]
    assert attack
    assert lines(attack[0])["fire.parachute"] == 2
    field = jump([1, 1], de=[vehicle("ge.veh.stug3g", "G5", "G", 4)])
    field.order("G")
    events = field.do("shoot-hex", where="D5", dice=[1, 2, 1, 6])
    assert "fire.parachute" not in lines(event(events, "shot-hits"))
    assert lines(next(one for one in events if one.kind.startswith("he-")))["fire.parachute"] == 2
    administrate(field.state)
    assert not field.has("stick 1", PARACHUTE)


@pytest.mark.rule("lnlt.sab.22.3t", "lnlt.sab.22.3x")
def test_a_team_and_a_single_man_may_jump_too_and_fight_normally_later() -> None:
    drop = {"units": [*cargo("squad"), {"unit": "uk.wt.vickers", "name": "team"}]}
    field = Field(side("uk", drops=[drop]), side("de", unit(WEISS, "L9", "far")), module="sab")
    field.do("drop-parachutists")
    field.do("land", where="D5")
    field.do(NORTH, dice=[1, 1])
    assert field.place("team") == "D5"
    assert melee_fp(field.state, field.unit("squad")) == 1
    administrate(field.state)
    assert melee_fp(field.state, field.unit("squad")) > 1


@pytest.mark.rule("lnlt.sab.22.3u", "lnlt.sab.22.3h")
@pytest.mark.first_seat
def test_who_walks_in_has_no_parachute_and_no_rough_landing() -> None:
    field = jump([6, 6], "D2", terrain={"forest": ["D1"]})
    field.state.turn = 2
    drop = ParachuteDrop(0)
    drop.drop(field.state, field.state.flights[0][0], 0)
    assert field.place("stick 1") == "D1"
    assert field.has("stick 1", MOVED)
    assert not field.has("stick 1", PARACHUTE)
    assert not field.is_shaken("stick 1")


@pytest.mark.rule("lnlt.sab.22.3u", "lnlt.sab.22.3i")
def test_a_stick_lands_whole_or_is_lost() -> None:
    field = Field(
        side("uk", unit(SQUAD, "A1", "rest"), drops=[{"units": cargo("a", "b", "c")}]),
        side("de", unit(WEISS, "L9", "far")),
        module="sab",
    )
    field.do("drop-parachutists")
    field.do("land", where="D5")
    landed = event(field.do(NORTH, dice=[1, 1]), "stick-lands")
    assert landed.args["count"] == 3
    assert field.has("c", PARACHUTE)


@pytest.mark.rule("lnlt.sab.22.3h", "lnlt.sab.22.3c")
@pytest.mark.first_seat
def test_who_walks_in_needs_no_drop_zone() -> None:
    field = jump([6, 6], "D2", de=[unit(WEISS, "L9", "far")])
    field.state.turn = 2
    field.state.pending = []
    field.state.push(ParachuteDrop(0))
    field.state.advance()
    assert field.place("stick 1") == "D1"
    assert not field.has("stick 1", PARACHUTE)
    assert field.has("stick 1", MOVED)


@pytest.mark.rule("lnlt.sab.22.3h", "lnlt.sab.22.3c", "lnlt.sab.22.3b")
def test_the_line_is_as_long_as_those_who_jump() -> None:
    drop = ParachuteDrop(0)
    field = gliders(cargo("one"))
    drop.flights = [Flight(STICK, 1, [0], -1), Flight(STICK, 1, [0], field.hex("D1"))]
    assert drop.jumpers() == 1
    assert drop.lines(field.state, field.hex("A1")) == list(range(6)), "a single hex"
