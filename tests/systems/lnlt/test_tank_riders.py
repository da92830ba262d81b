"""Men who ride on vehicles (lnlt.core.armour.6.3): getting off, and being fired at."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model.flags import FIRED, MOVED
from bocage.systems.lnlt.model.hull import MG_FIRED
from bocage.systems.lnlt.rules.ordnance import cover_tally
from bocage.systems.lnlt.rules.wrecks import abandon
from systems.lnlt.armour import SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, RIFLES, US_HERO, event, lines, unit

pytestmark = pytest.mark.both_seats


def crowded(squads: int) -> Field:
    """A tank with a squad on it, and others in its hex."""
    beside = [unit(PARA, "E5", name) for name in "abc"[:squads]]
    tank = vehicle(SHERMAN, "E5", "S", passengers=["r"])
    return Field(side("us", unit(PARA, "E5", "r"), *beside, tank), side("de", unit(RIFLES, "K9")))


@pytest.mark.rule("lnlt.core.1.3", "lnlt.core.armour.5.10")
def test_who_finds_no_room_beside_an_abandoned_tank_is_lost() -> None:
    roomy, full = crowded(2), crowded(3)
    abandon(roomy.state, roomy.vehicle("S"), True)
    assert roomy.place("r") == "E5"
    assert roomy.has("r", MOVED)
    abandon(full.state, full.vehicle("S"), True)
    assert full.place("r") == "gone"
    assert not full.vehicle("S").passengers


@pytest.mark.rule("lnlt.core.1.3", "lnlt.core.armour.5.10")
def test_no_crew_bails_out_of_its_own_will_where_its_riders_find_no_room() -> None:
    for squads in (2, 3):
        field = crowded(squads)
        field.order("S")
        assert field.offers("bail-out") == (squads == 2)


# ---- under fire


def ridden(enemy: dict[str, Any], **more: Any) -> Field:
    """Germans about to act see a buttoned Sherman with a squad on it."""
    tank = vehicle(SHERMAN, "H5", "S", WEST, passengers=["r"], markers=["buttoned"])
    return Field(side("de", enemy, unit(RIFLES, "A1")), side("us", unit(PARA, "H5", "r"), tank), **more)


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.armour.5.5")
def test_machine_guns_of_a_vehicle_fire_at_riders() -> None:
    field = ridden(vehicle(STUG, "E5", "G", markers=[]))
    field.order("G")
    assert not field.offers("machine-guns-vehicle", "S"), "buttoned"
    field.check_forecast("machine-guns-riders", "S")
    events = field.do("machine-guns-riders", "S", dice=[6, 1, 1])
    hit = event(events, "riders-hit")
    assert hit.rule == "lnlt.core.armour.6.3"
    assert lines(hit)["fire.machine-guns"] == sum(gun.fp for gun in field.vehicle("G").type.mgs)
    assert hit.args["defence"] == 1 + cover_tally(field.state, field.hex("E5"), field.hex("H5"), False).total
    assert event(events, "damage").args["unit"] == field.unit("r").title()
    assert field.vehicle("G").flags & MG_FIRED
    bare = Field(
        side("de", vehicle(STUG, "E5", "G")), side("us", vehicle(SHERMAN, "H5", "S", WEST, markers=["buttoned"]))
    )
    bare.order("G")
    assert not bare.offers("machine-guns-riders")


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.armour.5.11")
def test_machine_guns_react_to_riders_who_come_by() -> None:
    for passengers in (["r"], []):
        tank = vehicle(SHERMAN, "H5", "S", WEST, passengers=passengers, markers=["buttoned"])
        field = Field(side("us", unit(PARA, "H5", "r"), tank), side("de", vehicle(STUG, "E5", "G")))
        field.order("S")
        field.do("set-out")
        field.do("forward", where=next(c.place for c in field.choices() if c.verb == "forward"))
        assert field.offers("react-machine-guns-riders", "G") == bool(passengers)
        assert not field.offers("react-machine-guns", "G")
        if passengers:
            events = field.do("react-machine-guns-riders", "G", dice=[1, 6])
            assert lines(event(events, "riders-missed"))["fire.moving"] == 1


def astray(hero: dict[str, Any], target: dict[str, Any], *friends: dict[str, Any]) -> Field:
    return Field(side("us", hero, *friends), side("de", target, unit(RIFLES, "A1")))


@pytest.mark.rule("lnlt.hid.skill.friendly-fire.b", "lnlt.hid.skill.friendly-fire.c", "lnlt.hid.skill.friendly-fire.e")
@pytest.mark.first_seat
def test_friendly_fire_goes_astray_from_a_vehicle_too() -> None:
    truck = vehicle("ge.veh.truck", "H5", "T", WEST)
    field = astray(unit(US_HERO, "E5", "h", skill="friendly-fire"), truck, unit(PARA, "E7", "p"), unit(PARA, "D9", "q"))
    field.do("activate", where="E5")
    field.check_forecast("fire-at-vehicle", "T")
    field.do("fire-at-vehicle", "T", dice=[1])
    assert (field.kind, field.decision.seat) == ("friendly-hex", 1)
    twin = field.state.clone()
    assert twin.digest() == field.state.digest()
    events = field.do("strays-to", where="E7", dice=[6, 1, 6])
    assert event(events, "damage").outcomes[0][0] == f"unit:{field.names['p']}"
    assert field.has("h", FIRED)
    assert "fire.moving" not in lines(event(events, "fire-hits"))


@pytest.mark.rule("lnlt.hid.skill.friendly-fire.d")
def test_with_no_friend_in_sight_the_shots_at_a_vehicle_are_wasted() -> None:
    field = astray(unit(US_HERO, "E5", "h", skill="friendly-fire"), vehicle("ge.veh.truck", "H5", "T", WEST))
    field.do("activate", where="E5")
    events = field.do("fire-at-vehicle", "T", dice=[1])
    assert event(events, "fire-astray").args["target"] == field.vehicle("T").title()
    assert field.has("h", FIRED)


@pytest.mark.rule("lnlt.hid.skill.slayer.b")
def test_a_slayer_marks_the_hex_of_a_vehicle_he_fired_at() -> None:
    field = astray(unit(US_HERO, "E5", "h", skill="slayer"), vehicle("ge.veh.truck", "H5", "T", WEST))
    field.do("activate", where="E5")
    field.do("fire-at-vehicle", "T", dice=[2, 6])
    assert [marker[:2] for marker in field.state.slayers] == [(field.names["h"], field.hex("H5"))]


@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.armour.6.3")
@pytest.mark.parametrize("beside", [False, True])
def test_the_odds_of_a_sniper_count_those_who_ride(beside: bool) -> None:
    """Each is as likely to be hit, and a Leader who rides lends his help to riders alone."""
    tank = vehicle(SHERMAN, "H5", "S", WEST, passengers=["r", "led"], markers=["buttoned"])
    men = [unit(PARA, "H5", "r"), unit(CLARKSON, "H5", "led")] + ([unit(PARA, "H5", "foot")] if beside else [])
    field = Field(side("de", unit("ge.sniper", "E5", "s"), unit(RIFLES, "A1")), side("us", *men, tank))
    field.do("activate", where="E5")
    field.do("snipe", "s")
    found = field.check_forecast("snipe-at", where="H5")
    assert set(found.odds[f"unit:{field.unit('r').id}"]) > {"unhurt", "shaken"}
