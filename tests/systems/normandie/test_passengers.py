"""Getting into vehicles, riding, getting out, and what becomes of passengers."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.normandie.model.flags import FIRE_AT_WILL, NO_TOKEN, TOKENS
from bocage.systems.normandie.rules.orders import directives, entitlement, issue
from bocage.systems.normandie.rules.sight import distance
from bocage.systems.normandie.rules.traits import directed
from bocage.systems.normandie.state import ABOARD, FIELD, LOST
from systems.normandie.field import Field


@pytest.mark.rule("hon.abil.trans.1", "hon.abil.trans.2", "hon.abil.trans.4", "hon.open.transport.phase.1")
def test_infantry_gets_in_as_the_last_point_of_its_move() -> None:
    field = Field({"u": "us8.fire_team r3c2 order=1", "j": "us.jeep r3c4", "g": "ge902.fire_group r0c11"})
    field.walk("r3c3")
    field.choose("embark", "j")
    assert (field.unit("u").status, field.unit("u").carrier) == (ABOARD, field.names["j"])
    full = Field(
        {
            "u": "us8.fire_team r3c3 order=1",
            "j": "us.willys r3c4",
            "v": "us8.fire_team r3c5 aboard=j",
            "g": "ge902.fire_group r0c11",
        }
    )
    full.choose("move")
    assert "embark" not in full.verbs(), "2 is the capacity, and 2 are aboard"


@pytest.mark.rule(
    "hon.abil.trans.4",
    "hon.abil.trans.6",
    "hon.open.transport.zoc.1",
    "hon.abil.trans.8",
    "hon.open.transport.orders.1",
)
def test_passengers_ride_get_out_and_shoot() -> None:
    units = {
        "j": "us.jeep r3c4 facing=2 order=1",
        "u": "us8.fire_team r3c5 aboard=j order=2",
        "g": "ge902.fire_group r3c9",
        "h": "ge902.fire_group r0c0 order=1",
    }
    field = Field(units)
    field.choose("move")
    field.choose("ahead")
    field.choose("stop")
    assert "u" not in field.targets("fire"), "nobody shoots at passengers"
    field.choose("pass")
    assert "g" in field.targets("fire"), "from the vehicle"
    field.choose("move")
    assert "r3c6" in field.places("step")
    field.choose("step", place="r3c6")
    assert field.at("u") == "r3c6"


@pytest.mark.rule("hon.abil.trans.9", "hon.abil.trans.10", "hon.abil.trans.12")
def test_passengers_of_a_wreck_are_set_down_suppressed() -> None:
    units = {
        "j": "us.jeep r3c4",
        "u": "us8.fire_team r3c5 aboard=j",
        "z": "ge902.fire_group r3c6",
        "g": "ge902.panzerschreck r0c4 order=1",
    }
    field = Field(units, [3], initiative="de")
    field.choose("fire", "j")
    assert field.decision().seat == 0
    assert field.places("land") == {"r2c3", "r2c4", "r3c3", "r4c3", "r4c4"}, "not in the zone of the group"
    field.choose("land", place="r3c3")
    assert (field.unit("u").status, field.unit("u").suppressed, field.unit("u").side) == (FIELD, 1, 0)


@pytest.mark.rule("hon.abil.trans.11")
def test_a_passenger_comes_out_on_its_plain_side() -> None:
    units = {"j": "us.jeep r3c4", "u": "us8.30cal r3c5 back aboard=j", "g": "ge902.panzerschreck r0c4 order=1"}
    field = Field(units, [3], initiative="de")
    field.choose("fire", "j")
    field.choose("land", place="r3c3")
    assert field.unit("u").side == 0


@pytest.mark.rule("hon.abil.trans.13")
def test_a_passenger_without_room_is_lost() -> None:
    units = {"j": "us.jeep r1c1", "u": "us8.fire_team r1c2 aboard=j", "g": "ge902.panzerschreck r1c3 order=1"}
    field = Field(units, [3], initiative="de", map=["###.", "#...", "####"])
    field.choose("fire", "j")
    assert field.unit("u").status == LOST


@pytest.mark.rule("hon.abil.trans.3")
def test_one_gun_per_vehicle() -> None:
    units = {
        "j": "us22.halftrack r3c4 facing=2",
        "a": "us.57mm r3c6 aboard=j",
        "b": "us.57mm r3c5 order=1",
        "g": "ge902.fire_group r0c11",
    }
    field = Field(units)
    field.choose("move")
    assert "embark" not in field.verbs()


@pytest.mark.rule("hon.abil.trans.5", "hon.assault.launch.1")
def test_an_assault_from_a_transport() -> None:
    units = {"j": "us.jeep r3c4", "u": "us8.fire_team r3c3 aboard=j order=1", "g": "ge902.fire_group r3c5"}
    field = Field(units, [6, 6, 1, 1])
    field.choose("assault", "g")
    field.choose("retreat", place="r3c6")
    assert field.at("u") == "r3c5"
    lost = Field(units, [1, 1, 6, 6])
    lost.choose("assault", "g")
    assert lost.unit("u").status == ABOARD, "a beaten attacker is back where it came from"


@pytest.mark.rule("hon.assault.launch.2", "hon.assault.launch.3")
@pytest.mark.parametrize(("target", "reached"), [("r3c7", True), ("r3c8", False)])
def test_a_passenger_gets_out_and_walks_to_an_assault(target: str, reached: bool) -> None:
    """With three points: one to get out beside the jeep, one to walk on, one to enter."""
    units = {"j": "us.jeep r3c4", "u": "us8.fire_team r3c3 aboard=j order=1", "g": f"ge902.fire_group {target}"}
    assert ("approach" in Field(units).verbs()) == reached


@pytest.mark.rule("hon.open.retreat.terrain.1")
def test_a_retreat_into_a_transport() -> None:
    units = {"u": "us8.fire_team r3c4 order=1", "g": "ge902.fire_group r3c5", "k": "ge.kubelwagen r3c6"}
    field = Field(units, [6, 6, 1, 1])
    field.choose("assault", "g")
    field.choose("embark", "k")
    assert field.unit("g").carrier == field.names["k"]


@pytest.mark.rule("hon.abil.trans.7")
def test_heavy_weapons_do_not_fire_from_a_vehicle() -> None:
    units = {"j": "us.jeep r3c4", "u": "us8.bazooka r3c3 aboard=j order=1", "g": "ge902.fire_group r3c6"}
    assert "fire" not in Field(units).verbs()


@pytest.mark.rule("hon.open.transport.fire.1", "hon.los.block.3")
def test_a_vehicle_does_not_hide_its_own_passengers() -> None:
    units = {
        "j": "us22.halftrack r3c4 facing=2",
        "u": "us8.fire_team r2c3 aboard=j order=1",
        "g": "ge902.fire_group r3c8",
    }
    assert "g" in Field(units).targets("fire"), "from the rear space the line passes the front"


@pytest.mark.rule("hon.abil.trans.5", "hon.abil.trans.4")
def test_a_transport_reached_on_the_way_is_a_space_to_assault_from() -> None:
    rows = ["............", "hhhh.hhhhhhh", "............"]
    units = {
        "u": "us8.fire_team r0c2 order=1",
        "v": "us8.officer r0c0",
        "j": "us22.halftrack r1c4 facing=4",
        "g": "ge902.fire_group r2c4",
    }
    field = Field(units, map=rows)
    assert field.offered("approach"), "by way of the halftrack that fills the gap"
    field.choose("approach", "g")
    while not field.offered("embark"):
        field.choose("step", place="r0c3")
    field.roll(6, 6, 1, 1)
    field.choose("embark", "j")
    assert field.event("assault").args["unit"] == "@unit.us8.fire_team"
    assert field.at("u") == "r2c4", "the winner enters the space"
    riders = {f"p{n}": f"us8.fire_team r0c{n + 5} aboard=j" for n in range(3)}
    assert not Field(units | riders, map=rows).offered("approach"), "not where there is no room aboard"


@pytest.mark.rule("hon.assault.launch.2", "hon.abil.trans.6")
@pytest.mark.parametrize(("suppressed", "place", "offered"), [(0, "r3c7", True), (1, "r3c7", True), (1, "r3c8", False)])
def test_a_passenger_gets_out_to_a_launch_space(suppressed: int, place: str, offered: bool) -> None:
    """With two points left it steps out beside the target and assaults; a space more is too far."""
    units = {
        "u": f"us8.officer r0c0 order=1 aboard=j suppressed={suppressed}",
        "v": "us8.fire_team r6c0",
        "j": "us.willys r3c5 facing=2",
        "g": f"ge902.fire_group {place}",
    }
    field = Field(units)
    assert field.unit("u").points() == (2 if suppressed else 4)
    assert bool(field.offered("approach")) is offered


RIDE = {"h": "us22.halftrack r3c3 facing=2", "g": "ge902.fire_group r3c8", "i": "ge902.fire_group r6c11"}


@pytest.mark.rule("hon.abil.trans.6", "hon.special.play.1")
def test_a_passenger_may_act_on_a_special_order() -> None:
    units = RIDE | {"u": "us8.fire_team r3c5 aboard=h order=special", "v": "us8.fire_team r6c0 order=1"}
    field = Field(units, army={"us": {"special": 1}})
    assert field.targets("special-order") == {"u"}
    field.choose("special-order", "u")
    assert "g" in field.targets("fire")


@pytest.mark.rule("hon.abil.trans.6", "hon.trait.heroic.1", "hon.trait.vet.1")
def test_a_passenger_uses_the_tokens_of_its_traits() -> None:
    units = RIDE | {"u": "us8.fire_team r3c5 aboard=h order=1"}
    heroic = Field(units, [1], army={"us": {"tokens": {"heroic": 1}}})
    heroic.choose("fire", "g")
    heroic.choose("again")
    assert "g" in heroic.targets("fire")
    veteran = Field(units, [1], army={"us": {"tokens": {"veteran": 1}}})
    veteran.choose("fire", "g")
    assert veteran.verbs() == {"hold", "reroll"}


@pytest.mark.rule("hon.abil.trans.6", "hon.abil.personal.1", "hon.trait.hardened.1")
def test_the_orders_of_passengers_count() -> None:
    """A Personal Order, and the Hardened one of a tile whose only unit rides."""
    units = {"h": "ge902.halftrack r3c3 facing=2", "a": "ge.helmut r3c5", "u": "us8.fire_team r0c11"}
    afoot = Field(units, initiative="de", army={"de": {"hardened": 1}})
    aboard = Field(units | {"a": "ge.helmut r3c5 aboard=h"}, initiative="de", army={"de": {"hardened": 1}})
    assert entitlement(aboard.state, 1) == entitlement(afoot.state, 1)
    tile = aboard.state.scenario.tiles[aboard.unit("a").tile]
    tile.hardened = 0
    assert entitlement(aboard.state, 1) == entitlement(afoot.state, 1) - 1


@pytest.mark.rule("hon.ord.direct.2", "hon.ord.direct.3", "hon.abil.trans.6")
def test_directives_reach_into_vehicles_and_out_of_them() -> None:
    """From either space: the halftrack stands in r3c3 and r3c4."""
    car = {"h": "us22.halftrack r3c3 facing=6"}
    units = RIDE | car | {"u": "us8.fire_team r3c5 aboard=h order=1", "o": "us8.officer r6c0"}
    field = Field(units)
    field.state.staff.directive[0] = FIRE_AT_WILL
    field.state.staff.herald[0] = field.names["o"]
    for place, reached in (("r2c7", True), ("r2c8", False), ("r2c0", True)):
        field.state.put(field.unit("o"), field.cell(place))
        assert directed(field.state, field.unit("u"), FIRE_AT_WILL) is reached
        assert directed(field.state, field.unit("h"), FIRE_AT_WILL) is reached
    riding = Field(RIDE | {"o": "us8.officer r3c5 aboard=h", "u": "us8.fire_team r3c6 order=1"}, [1])
    assert directives(riding.state, 0) == []
    riding.state.tokens = [[0] * len(TOKENS.names) for _ in riding.state.scenario.tiles]
    riding.state.tokens[0][FIRE_AT_WILL] = 1
    issue(riding.state, 0, directives(riding.state, 0)[0])
    assert riding.event("directive").place == "r3c3"
    riding.choose("fire", "g")
    assert riding.lines("fire")["directive"] == 1


@pytest.mark.rule("hon.trait.fero.1", "hon.abil.trans.5")
def test_a_ferocious_passenger_drives_the_defender_back() -> None:
    units = {"h": "us22.halftrack r3c3 facing=2", "u": "us8.fire_team r3c5 aboard=h order=1"}
    army = {"us": {"traits": ["ferocious"]}}
    field = Field(units | {"g": "ge902.fire_group r3c4"}, [3, 3, 3, 3], army=army)
    field.choose("assault", "g")
    field.choose("retreat", place="r3c5")
    assert (field.at("g"), field.unit("u").status) == ("r3c5", ABOARD)


@pytest.mark.rule("hon.build.zoc.1", "hon.abil.trans.4")
def test_no_passenger_comes_or_goes_through_a_door_that_is_covered() -> None:
    """The door of the house at r2c4 leads to r2c3."""
    house = [{"building": "house_1x1", "at": [2, 4]}]
    units = {"j": "us.jeep r2c3 facing=2", "u": "us8.fire_team r3c5 aboard=j order=1", "g": "ge902.fire_group r6c11"}
    for group, through in (("r6c11", True), ("r1c2", False)):
        out = Field(units | {"g": f"ge902.fire_group {group}"}, overlays=house)
        out.choose("move")
        assert ("r2c4" in out.places("step")) is through
        inside = units | {"u": "us8.fire_team r2c4 order=1", "g": f"ge902.fire_group {group}"}
        into = Field(inside, overlays=house)
        into.choose("move")
        assert ("embark" in into.verbs()) is through


RIDERS = {
    "j": "us.jeep r3c4 facing=2",
    "u": "us8.fire_team r3c5 aboard=j order=1",
    "v": "us8.officer r3c1 order=2",
    "w": "us8.fire_team r3c8",
    "g": "ge902.officer r0c11 order=1",
}


def with_cards(us: list[str], de: list[str], units: dict[str, str], **position: Any) -> Field:
    army = {"us": {"hand": us}, "de": {"hand": de}}
    return Field(units, army=army, options={"cards": "on"}, **position)


def playable(field: Field) -> set[str]:
    return {str(choice.label.args["card"]).split(".")[1] for choice in field.offered("card")}


@pytest.mark.rule("hon.abil.trans.6", "hon.card.override.1")
def test_a_passenger_that_has_acted_is_helped_by_cards_as_any_unit() -> None:
    ready = with_cards(["ready"], [], RIDERS)
    ready.choose("pass")
    ready.choose("card")
    assert ready.unit("v").shown, "the next order comes at once"
    riders = {"z": "ge.kubelwagen r3c4", "g": "ge902.fire_group r3c5 aboard=z order=1", "u": "us8.officer r0c0"}
    fury = with_cards([], ["fury"], riders, initiative="de")
    fury.choose("pass")
    fury.choose("card")
    fury.choose("pass")
    assert fury.unit("g").suppressed == 2, "it has acted twice"


@pytest.mark.rule("hon.abil.trans.6", "hon.range.count.1")
def test_orders_are_relayed_from_and_to_passengers() -> None:
    units = RIDERS | {"w": "us8.recon_team r3c7", "v": "us8.officer r6c0"}
    away = with_cards(["relay"], [], units)
    away.choose("card")
    away.choose("target", other="@unit.us8.recon_team")
    assert (away.unit("u").token, away.unit("w").token) == (NO_TOKEN, 1)
    there = with_cards(["relay"], [], RIDERS | {"u": "us8.fire_team r3c5 aboard=j", "j": RIDERS["j"] + " acted"})
    there.choose("card")
    assert there.unit("u").token == 2, "the officer is two spaces behind the jeep"


@pytest.mark.rule("hon.abil.trans.6", "hon.abil.trans.8")
def test_other_cards_find_passengers_too() -> None:
    idle = RIDERS | {"u": "us8.fire_team r3c5 aboard=j suppressed=1", "w": "us8.fire_team r6c0 acted"}
    assert playable(with_cards(["courage", "advance"], [], idle)) == {"courage", "advance"}
    orders = with_cards([], ["communications_scrambled"], RIDERS | {"v": "us8.officer r3c1"})
    assert playable(orders) == {"communications_scrambled"}
    lost = RIDERS | {"u": "us8.fire_team r3c5 aboard=j suppressed=2 acted"}
    assert playable(with_cards([], ["desertion"], lost, phase="supply")) == set(), "nobody picks them out"


@pytest.mark.rule("hon.range.count.1", "hon.open.transport.orders.1")
def test_distances_to_a_passenger_are_those_to_its_vehicle() -> None:
    field = Field(RIDERS)
    officer, rider, jeep = field.unit("v"), field.unit("u"), field.unit("j")
    assert distance(field.state, officer, rider) == distance(field.state, officer, jeep)
    assert distance(field.state, rider, officer) == distance(field.state, officer, rider)
