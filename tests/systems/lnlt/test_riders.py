"""Mounted units (lnlt.core.6.6), Hit and Run (lnlt.core.6.7) and the charge (lnlt.core.8.6)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import ContentError
from bocage.systems.lnlt.model.flags import FIRED, MOVED, RUNNING
from bocage.systems.lnlt.rules.acts import WITH_OWN
from bocage.systems.lnlt.rules.close_assault import can_assault
from bocage.systems.lnlt.rules.damage import may_raise_hero
from bocage.systems.lnlt.rules.firepower import attack_tally, fires_directly
from bocage.systems.lnlt.rules.ordnance import to_hit_tally
from bocage.systems.lnlt.rules.paces import allowance

from .armour import Field, side, vehicle
from .table import MG34, RIFLES, Table, event, lines, unit

pytestmark = pytest.mark.both_seats

SPAHI = "fr.spahi.squad.1-12-4"
SPAHI_FOOT = "fr.spahi.foot.squad.1-4-4"
SPAHI_CHIEF = "fr.ldr.mdl"
REGULAR = "fr.reg.squad.1-6-4"
MOTO = "ge.moto.squad.1-4-20"


def raid(*french: dict[str, Any], de: list[dict[str, Any]] | None = None, **more: Any) -> Table:
    enemies = de if de is not None else [unit("ge.medic", "J1", "m")]
    return Table([*french, unit(REGULAR, "A9")], enemies, nations=("fr", "de"), module="hid", **more)


def go(table: Table, verb: str, hex_: str) -> None:
    table.do("activate", where=hex_)
    table.do(verb, where=hex_)
    while table.kind == "movers":
        table.do("all") if table.offers("all") else table.do("done")


@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.1.3")
def test_two_mounted_squads_of_the_three() -> None:
    table = raid(unit(SPAHI, "E5", "a"), unit(SPAHI, "E5", "b"), unit(SPAHI, "E6", "c"), unit(REGULAR, "E7", "r"))
    go(table, "move", "E6")
    assert not table.offers("step", where="E5")
    table.do("step", where="F6")
    table.do("stop")
    table.do("pass")
    go(table, "move", "E7")
    table.do("step", where="E6")
    assert table.offers("step", where="E5"), "the third may walk"
    with pytest.raises(ContentError, match="do not stack"):
        raid(unit(SPAHI, "E5"), unit(SPAHI, "E5"), unit(SPAHI, "E5"))


@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.5.0.2")
@pytest.mark.parametrize(("markers", "direct"), [([], {"fire.mounted": 1}), (["moved"], {"fire.riding": -1})])
def test_riders_are_hard_to_hit_moving_and_easy_standing(markers: list[str], direct: dict[str, int]) -> None:
    table = raid(unit(SPAHI, "E5", "s", markers=markers), de=[unit(RIFLES, "E2", "f")])
    firers = [WITH_OWN.on(table.unit("f").id)]
    tally = attack_tally(table.state, table.hex("E2"), table.hex("E5"), firers, [table.unit("s").id], False, False)
    assert {line.label: line.value for line in tally.lines if line.label != "fire.lead"} == direct


@pytest.mark.rule("lnlt.core.6.6")
@pytest.mark.parametrize(("markers", "value"), [([], -1), (["moved"], 1)])
@pytest.mark.first_seat
def test_guns_find_it_the_same(markers: list[str], value: int) -> None:
    field = Field(
        side("de", vehicle("ge.veh.pz4d", "E2", "tank", facing=2, markers=["buttoned"])),
        side("fr", unit(SPAHI, "E5", "s", markers=markers)),
        module="hid",
    )
    at = field.hex("E5")
    tally = to_hit_tally(field.state, field.names["tank"], 0, -1 - at, field.state.stacks[1][at], False, False)
    riders = [line.value for line in tally.lines if line.label in ("fire.riding", "fire.mounted")]
    assert riders == [value]


@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.11.2.1")
def test_riders_raise_no_heroes_and_assault_no_vehicles() -> None:
    table = raid(unit(SPAHI, "E5", "s"), unit(SPAHI_FOOT, "E6", "f"))
    for name, able in (("s", False), ("f", True)):
        assert may_raise_hero(table.state, table.unit(name)) == able
        assert can_assault(table.state, table.unit(name)) == able


@pytest.mark.rule("lnlt.core.6.6")
def test_a_single_man_rides_along_with_his_squad() -> None:
    table = raid(unit(SPAHI, "E5", "s"), unit(SPAHI_CHIEF, "E5", "l"))
    squad, chief = table.unit("s").id, table.unit("l").id
    assert allowance(table.state, [squad, chief], 0) == 12
    assert allowance(table.state, [chief], 0) == 6
    go(table, "move", "E5")
    for hex_ in ("E6", "E7", "E8", "D8", "C8", "B8", "B7"):
        table.do("step", where=hex_)
    assert (table.place("s"), table.place("l")) == ("B7", "B7")


@pytest.mark.rule("lnlt.core.6.6")
def test_riders_do_not_crawl_or_run() -> None:
    table = raid(unit(SPAHI, "E5", "s"), unit(SPAHI_CHIEF, "E5", "l"))
    table.do("activate", where="E5")
    assert not table.offers("double-time")
    table.do("low-crawl", where="E5")
    table.do("step", where="E6")
    assert (table.place("s"), table.place("l")) == ("E5", "E6"), "the leader by himself"


@pytest.mark.rule("lnlt.core.6.6")
def test_dismounting_leaves_half_the_way_on_foot() -> None:
    table = raid(unit(SPAHI, "E5", "s"), unit(SPAHI, "E7", "t"))
    table.do("activate", where="E5")
    events = table.do("dismount", where="E5")
    assert event(events, "dismounts")
    assert table.unit("s").type.id == SPAHI_FOOT
    table.do("step", where="E6")
    assert table.offers("step", where="F6")
    table.do("step", where="F6")
    assert table.has("s", MOVED), "two of four points, and no more"
    assert table.place("s") == "F6"
    assert table.unit("t").type.id == SPAHI
    assert table.kind == "impulse"


@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.5.3")
def test_those_who_dismount_may_be_fired_at() -> None:
    table = raid(unit(SPAHI, "E5", "s"), de=[unit(RIFLES, "E2", "f")])
    table.do("activate", where="E5")
    table.do("dismount", where="E5")
    assert table.kind == "opportunity"
    found = event(table.do("opportunity-fire", where="E2", dice=[1, 6]), "opportunity-fire-misses")
    assert lines(found)["fire.moving"] == 1


@pytest.mark.rule("lnlt.core.6.6")
def test_which_weapons_are_fired_from_the_saddle() -> None:
    table = Table(
        [unit(SPAHI, "E5", "s", weapons=["fr.sw.fm2429"]), unit(SPAHI_FOOT, "E6", "t", weapons=["fr.sw.fm2429"])],
        [unit(MOTO, "J1", "m", weapons=[MG34])],
        nations=("fr", "de"),
        module="hid",
    )
    horse, foot, moto = table.state.weapons
    assert not fires_directly(horse, table.unit("s"))
    assert fires_directly(foot, table.unit("t"))
    assert moto.type.fp <= 2
    assert fires_directly(moto, table.unit("m"))
    assert not fires_directly(table.state.weapons[2], table.unit("s")), "no horseman fires it"


@pytest.mark.rule("lnlt.core.8.6", "lnlt.core.6.6", "lnlt.core.8.0")
def test_a_charge_is_an_ordinary_melee() -> None:
    table = raid(unit(SPAHI, "E5", "s"), de=[unit(RIFLES, "E3", "f"), unit("ge.medic", "J1")])
    go(table, "move", "E5")
    table.do("step", where="E4")
    while table.kind == "opportunity":
        table.do("decline")
    events = table.do("step", where="E3", dice=[6, 2, 1, 1])
    found = event(events, "melee-kills")
    assert (found.args["attack"], found.args["defence"], found.args["odds"]) == (1, 1, "1:1")
    assert table.place("s") == "E3"


# ---- Hit and Run


@pytest.mark.rule("lnlt.core.6.7", "lnlt.core.open.23")
def test_ride_up_fire_once_and_ride_off() -> None:
    table = raid(unit(SPAHI, "E8", "s"), de=[unit(RIFLES, "E2", "f", markers=["fired"]), unit("ge.medic", "J1")])
    go(table, "hit-and-run", "E8")
    table.do("step", where="E7")
    table.do("step", where="E6")
    table.do("step", where="E5")
    found = event(table.do("fire", where="E2", dice=[1, 6]), "fire-misses")
    assert lines(found) == {"fire.lead": 1, "fire.assault": -2}
    assert table.kind == "step"
    assert not table.offers("fire")
    moved = event(table.do("step", where="E6"), "hit-and-run")
    assert (moved.args["spent"], moved.args["allowance"], moved.rule) == (4, 12, "lnlt.core.6.7")
    table.do("stop")
    assert table.has("s", RUNNING)
    assert table.has("s", FIRED)
    assert table.kind == "impulse"
    assert table.place("s") == "E6"


@pytest.mark.rule("lnlt.core.6.7")
def test_who_has_run_does_not_fire_by_opportunity_and_is_a_moving_target() -> None:
    table = raid(unit(SPAHI, "E8", "s"), de=[unit(RIFLES, "E1", "f"), unit("ge.medic", "J1")])
    go(table, "hit-and-run", "E8")
    table.do("step", where="E7")
    while table.kind == "opportunity":
        table.do("decline")
    table.do("stop")
    assert table.has("s", RUNNING)
    table.do("activate", where="E1")
    assert table.offers("fire", where="E7"), "it has shown itself"
    table.do("move", where="E1")
    table.do("step", where="E2")
    assert not table.offers("opportunity-fire", where="E7")


@pytest.mark.rule("lnlt.core.6.7")
def test_hit_and_run_is_for_those_who_can_and_single_men_with_them() -> None:
    table = raid(unit(SPAHI, "E8", "s"), unit(SPAHI_CHIEF, "E8", "l"), unit(REGULAR, "E8", "r"))
    table.do("activate", where="E8")
    table.do("hit-and-run", where="E8")
    assert table.kind == "movers"
    table.do("add", "s")
    assert table.offers("add", "l")
    assert not table.offers("add", "r")
    walker = raid(unit(REGULAR, "E8", "r"), unit(SPAHI, "B2", "s"))
    walker.do("activate", where="E8")
    assert not walker.offers("hit-and-run")
    assert not walker.offers("dismount")
    shaken = raid(unit(SPAHI, "E8", "s", shaken=True))
    shaken.do("activate", where="E8")
    assert not shaken.offers("hit-and-run")


@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.6.7")
def test_why_not() -> None:
    table = raid(unit(REGULAR, "E8", "r"), unit(SPAHI, "E8", "s"), unit(SPAHI, "E7", "t"), unit(SPAHI, "E7", "u"))
    table.do("activate", where="E8")
    assert "lnlt.core.6.7" in table.refusals("hit-and-run", "r")
    assert "lnlt.core.6.6" in table.refusals("dismount", "r")
    table.do("move", where="E8")
    table.do("add", "s")
    table.do("done")
    assert table.refusals("step", where="E7") == ["lnlt.core.6.6"]
