"""Single men (lnlt.core.11): Snipers, Scouts, Leaders, Heroes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.armour import PAK, Field, side, vehicle
from tests.systems.lnlt.table import CLARKSON, M1919, PARA, RIFLES, US_HERO, Table, event, lines, unit

from bocage.kernel.views import Text
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.rules.snipers import PiercingShot, SniperShot, in_sights

pytestmark = pytest.mark.both_seats

SNIPER = "us.sniper"
OLD = {"fire_ignition": False}


def hunt(us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> Table:
    return Table([*us, unit("us.medic", "J9", "far")], [*de, unit(RIFLES, "A1", "other")], options=OLD, **more)


@pytest.mark.rule("lnlt.core.11.4", "lnlt.pac.12.11.4a", "lnlt.pac.12.11.4b")
def test_a_sniper_comes_in_cover_and_hits_one_of_the_hex() -> None:
    table = hunt(
        [{"unit": SNIPER, "name": "s"}],
        [unit(RIFLES, "E2", "f"), unit("ge.medic", "E2", "m")],
        terrain={"light-woods": ["E5", "C1"], "forest": ["E2"]},
        spotted=["E2"],
    )
    assert table.place("s") == "gone"
    table.do("hide", "s")
    assert table.offers("hide-in", where="E5")
    assert not table.offers("hide-in", where="E6"), "no cover there"
    assert not table.offers("hide-in", where="E2"), "the enemy is there"
    table.do("hide-in", where="E5")
    table.check_forecast("snipe-at", where="E2")
    events = table.do("snipe-at", where="E2", dice=[4, 3, 2, 2, 4])
    shot = event(events, "sniper-hits")
    assert shot.args["attack"] == 7
    assert [e.args["unit"] for e in events if e.kind == "damage"] == [table.unit("m").title()]
    assert table.has("s", flags.FIRED)
    assert not table.is_shaken("f")


@pytest.mark.rule("lnlt.core.11.4")
def test_a_sniper_never_moves_and_fires_alone() -> None:
    table = hunt([unit(SNIPER, "E5", "s"), unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "f")])
    table.do("activate", where="E5")
    table.do("fire", where="E3", dice=[1, 6])
    assert not table.has("s", flags.FIRED), "he takes no part in the fire of the others"
    table.do("snipe", "s")
    assert event(table.do("snipe-at", where="E3", dice=[1, 1, 6]), "sniper-misses").args["attack"] == 2
    still = hunt([unit(SNIPER, "E5", "s")], [unit(RIFLES, "A3", "f")], spotted=["A3"])
    still.do("activate", where="E5")
    assert not still.offers("move")


@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.open.24")
def test_a_sniper_fires_by_opportunity_once_a_turn() -> None:
    table = hunt([unit(SNIPER, "E5", "s")], [unit(RIFLES, "E2", "f")], impulse="de")
    table.do("activate", where="E2")
    table.do("move", where="E2")
    table.do("step", where="E3")
    shot = event(table.do("react-sniper", "s", dice=[1, 1, 6]), "sniper-misses")
    assert lines(shot)["fire.moving"] == 1
    table.do("step", where="E4")
    assert table.kind == "step"


@pytest.mark.rule("lnlt.core.5.4")
def test_a_sniper_has_no_extended_range() -> None:
    far = hunt([unit(SNIPER, "A9", "s")], [unit(RIFLES, "S1", "f")], columns=20)
    far.do("activate", where="A9")
    far.do("snipe", "s")
    assert far.offers("snipe-at", where="A1")
    assert not far.offers("snipe-at", where="S1")


@pytest.mark.rule("lnlt.core.11.4")
def test_a_sniper_falls_to_whoever_gets_at_him() -> None:
    table = hunt([unit(SNIPER, "E5", "s")], [unit(RIFLES, "E4", "f")], impulse="de", terrain={"light-woods": ["E5"]})
    table.do("activate", where="E4")
    table.do("move", where="E4")
    table.do("step", where="E5")
    assert table.place("s") == "gone"


@pytest.mark.rule("lnlt.core.11.0")
def test_a_sniper_carries_no_weapon() -> None:
    with pytest.raises(Exception, match="cannot carry"):
        Table([unit(SNIPER, "E5", "s", weapons=[M1919])], [unit(RIFLES, "E2")])


@pytest.mark.rule("lnlt.hid.skill.leader-hero.d")
def test_a_leader_hero_activates_the_hexes_around_him() -> None:
    for skill in ("leader-hero", ""):
        table = hunt([unit(US_HERO, "E5", "h", skill=skill, wounded=True), unit(PARA, "E6", "a")], [])
        table.do("activate", where="E5")
        assert table.offers("move", where="E6") == bool(skill)


@pytest.mark.rule("lnlt.core.11.1")
def test_a_leader_has_no_firepower_of_his_own_and_needs_a_weapon_to_fight() -> None:
    bare = hunt([unit(CLARKSON, "E5", "c")], [unit(RIFLES, "E3", "f")])
    bare.do("activate", where="E5")
    assert not bare.offers("fire")
    armed = hunt([unit(CLARKSON, "E5", "c", weapons=[M1919])], [unit(RIFLES, "E3", "f")])
    armed.do("activate", where="E5")
    assert armed.offers("fire", where="E3")


@pytest.mark.rule("lnlt.core.12")
def test_everybody_sees_who_holds_which_card() -> None:
    table = hunt([unit(US_HERO, "E5", "h", skill="deadly")], [])
    piece = next(p for p in SYSTEM.position(table.state, 1).pieces if p.id == table.names["h"])
    assert [row.value for row in piece.rows if row.label.key == "card.skill"] == [Text("skill.deadly")]


@pytest.mark.rule("lnlt.hid.skill.aimed-fire.a", "lnlt.hid.skill.aimed-fire.b")
def test_a_gun_team_aims_at_the_unseen() -> None:
    for skill in ("aimed-fire", ""):
        field = Field(
            side("de", unit(PAK, "E5", "gun", skill=skill)),
            side("us", unit(PARA, "H5", "a"), unit("us.medic", "A9")),
            terrain={"forest": ["H5"]},
        )
        field.do("activate", where="E5")
        if field.offers("aim", "gun"):
            field.do("aim", "gun")
        assert field.offers("shoot-hex", where="H5") == bool(skill)


@pytest.mark.rule("lnlt.core.5.4", "lnlt.core.11.4")
def test_a_sniper_shoots_at_his_neighbours_and_not_beyond_his_range() -> None:
    table = hunt([unit(SNIPER, "A5", "s")], [unit(RIFLES, "A4", "f")], columns=26)
    sniper = table.unit("s")
    distances = table.state.board.grid.distances[sniper.hex]
    for distance, may in ((0, False), (1, True), (sniper.type.range, True), (sniper.type.range + 1, False)):
        hexes = [hex_ for hex_ in range(table.state.board.hexes) if distances[hex_] == distance]
        assert hexes
        assert {in_sights(table.state, sniper, hex_) for hex_ in hexes} == {may}


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.11.4", "lnlt.hid.skill.armor-piercer.d")
@pytest.mark.parametrize(("markers", "moving"), [([], 0), (["moved"], 1), (["fired"], 0)])
def test_a_moving_target_of_a_sniper(markers: list[str], moving: int) -> None:
    table = hunt([unit(SNIPER, "E5", "s")], [unit(RIFLES, "E3", "f", markers=markers)])
    shot = SniperShot(table.names["s"], table.hex("E3"), table.state.stacks[1][table.hex("E3")], False)
    found = {line.label: line.value for line in shot.tally(table.state).lines}
    assert found.pop("fire.moving", 0) == moving
    assert "fire.adjacent" not in found
    truck = vehicle("ge.veh.truck", "F5", "T", markers=markers)
    first = side("us", unit(PARA, "A9", "rest"), unit(SNIPER, "D5", "s", skill="armor-piercer"))
    field = Field(first, side("de", truck))
    tally = PiercingShot(field.names["s"], field.vehicle("T").id).tally(field.state)
    assert {line.label: line.value for line in tally.lines}.get("fire.moving", 0) == moving
