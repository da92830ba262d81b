"""Rally rules of the nations: pairs, dedication, Motherland, Commissars, Nurses; splitting; two-sided weapons."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.armour import Field, side, vehicle
from tests.systems.lnlt.table import CLARKSON, PARA, Table, event, lines, unit

from bocage.systems.lnlt.model.flags import TRIED, WOUNDED
from bocage.systems.lnlt.model.kinds import PACKED

pytestmark = pytest.mark.both_seats

CF = "fr.cf.squad.2-3-4"
FRENCH = "fr.reg.squad.1-6-4"
CAPITAINE = "fr.ldr.cne"
SS = "ge.ss44.squad.2-6-4"
SS_LEADER = "ge.ldr.sslt"
LINE = "su.line.squad.1-4-4-5"
GUARD = "su.guard.squad.2-2-4-6"
LINE_LEADER = "su.ldr.linelt"
COMMISSAR = "su.ldr.commissar"
NURSE = "su.nurse"
RIFLES = "ge.wehr44.squad.1-6-4"


def french(units: list[dict[str, Any]], **more: Any) -> Table:
    return Table(
        units, [unit(RIFLES, "A1", "foe")], nations=("fr", "de"), module="hid", phase="rally", initiative="fr", **more
    )


def german(units: list[dict[str, Any]], **more: Any) -> Table:
    return Table([unit(PARA, "A1", "foe")], units, phase="rally", initiative="de", module="hon", **more)


def soviet(units: list[dict[str, Any]], **more: Any) -> Table:
    return Table(
        units, [unit(RIFLES, "A1", "foe")], nations=("su", "de"), module="nosb", phase="rally", initiative="su", **more
    )


@pytest.mark.rule("lnlt.core.3.1", "lnlt.hid.13.1.2c", "lnlt.hid.13.1.2n", "lnlt.hid.13.1.2d")
def test_a_corps_franc_rallies_itself_on_any_pair_whatever_the_terrain() -> None:
    for dice, rallied in (([6, 6], True), ([1, 2], False)):
        table = french([unit(CF, "E5", "cf", shaken=True)], terrain={"forest": ["E5"]})
        assert not table.offers("rally", "cf")
        table.check_forecast("rally-by-pairs", "cf")
        found = event(table.do("rally-by-pairs", "cf", dice=dice), "rally-pair" if rallied else "rally-no-pair")
        assert not found.lines
        assert table.is_shaken("cf") != rallied


@pytest.mark.rule("lnlt.hid.13.1.2g", "lnlt.hid.13.1.2e")
def test_a_corps_franc_has_one_attempt_with_a_french_leader_or_by_pairs() -> None:
    table = french(
        [unit(CF, "E5", "cf", shaken=True), unit(CF, "E5", "other", shaken=True), unit(CAPITAINE, "E5", "c")]
    )
    assert table.offers("rally", "cf")
    table.do("rally", "cf", dice=[6, 5])
    assert table.is_shaken("cf")
    assert not table.offers("rally-by-pairs", "cf")
    assert table.offers("rally-by-pairs", "other")


@pytest.mark.rule("lnlt.hid.13.1.2h")
def test_beside_a_shaken_leader_pairs_are_still_there() -> None:
    table = french([unit(CF, "E5", "cf", shaken=True), unit(CAPITAINE, "E5", "c", shaken=True)])
    assert not table.offers("rally", "cf")
    assert table.offers("rally-by-pairs", "cf")


@pytest.mark.rule("lnlt.hon.13.3.2a", "lnlt.hid.13.2.2a", "lnlt.boh.13.81g", "lnlt.boh.13.81h")
@pytest.mark.rule("lnlt.hon.13.3.2b", "lnlt.hid.13.2.2b")
def test_ss_dedication_gives_one_lone_attempt_a_phase() -> None:
    table = german(
        [unit(SS, "E5", "a", shaken=True), unit(SS, "G5", "b", shaken=True), unit(RIFLES, "I5", "c", shaken=True)]
    )
    assert not table.offers("rally", "a")
    assert table.offers("dedicate", "a")
    assert not table.offers("dedicate", "c")
    table.check_forecast("dedicate", "a")
    table.do("dedicate", "a", dice=[1, 1])
    assert not table.is_shaken("a")
    assert table.kind != "rally" or not table.offers("dedicate", "b")


@pytest.mark.rule("lnlt.hon.13.3.2a", "lnlt.hid.13.2.2a", "lnlt.boh.13.81g")
def test_ss_dedication_may_be_a_second_roll_instead() -> None:
    table = german([unit(SS, "E5", "a", shaken=True), unit(SS_LEADER, "E5", "l"), unit(SS, "G5", "b", shaken=True)])
    assert not table.offers("dedicate", "a"), "a rally-eligible hex has its ordinary attempt"
    table.do("rally", "a", dice=[6, 6])
    assert table.offers("dedicate", "a")
    table.do("dedicate", "a", dice=[1, 2])
    assert not table.is_shaken("a")
    assert table.kind != "rally" or not table.offers("dedicate", "b")


@pytest.mark.rule("lnlt.nosb.13.51a", "lnlt.nosb.13.51b", "lnlt.nosb.13.51c", "lnlt.nosb.13.51d")
def test_for_the_motherland_may_be_read_as_one_hex() -> None:
    units = [unit(LINE, "E5", "a", shaken=True), unit(LINE_LEADER, "E5", "l"), unit(LINE, "G5", "b", shaken=True)]
    table = soviet(units, terrain={"light-woods": ["E5"]}, options={"motherland": "one-hex"})
    table.do("motherland", where="E5")
    assert not table.offers("motherland", where="G5")
    table.check_forecast("rally", "a")
    found = event(table.do("rally", "a", dice=[4, 4]), "rally")
    assert found.args["morale"] == 6
    assert lines(found)["rally.cover"] == -2


@pytest.mark.rule("lnlt.nosb.13.51a")
def test_for_the_motherland_raises_morale_hex_by_hex() -> None:
    units = [unit(LINE, "E5", "a", shaken=True), unit(LINE, "G5", "b", shaken=True)]
    table = soviet(units)
    table.do("motherland", where="E5")
    assert table.offers("motherland", where="G5")


@pytest.mark.rule("lnlt.nosb.13.5b", "lnlt.core.13")
def test_soviet_leaders_rally_only_their_own_colour() -> None:
    for leader, helps in ((LINE_LEADER, False), ("su.ldr.guardlt", True), (COMMISSAR, True)):
        table = soviet([unit(GUARD, "E5", "g", shaken=True), unit(leader, "F5", "l", skill="charismatic")])
        assert (table.kind == "rally" and table.offers("rally", "g")) == helps, "his voice carries to the next hex"
    german_table = german([unit(SS, "E5", "s", shaken=True), unit("ge.ldr.wehrcpt", "E5", "w")])
    assert not german_table.offers("rally", "s")


@pytest.mark.rule("lnlt.nosb.11.9a", "lnlt.nosb.11.9b", "lnlt.nosb.11.9c", "lnlt.nosb.11.9d", "lnlt.nosb.11.9f")
def test_a_commissar_may_force_a_second_try() -> None:
    units = [unit(LINE, "E5", "a", shaken=True), unit(COMMISSAR, "E5", "c")]
    table = soviet(units)
    assert table.offers("rally", "a"), "a Commissar rallies as a Leader does"
    table.do("motherland", where="E5")
    table.do("rally", "a", dice=[6, 5])
    found = table.check_forecast("fight-or-die", "a")
    assert found.need.endswith("8"), "Morale 5, the Motherland and the Commissar, his modifier of 1"
    table.do("fight-or-die", "a", dice=[6, 3])
    assert table.unit("a").type.id == "su.line.hs.1-3-4-5"
    assert not table.offers("fight-or-die", "a") if table.kind == "rally" else True


@pytest.mark.rule("lnlt.nosb.11.9g", "lnlt.nosb.11.9c")
def test_who_passes_the_second_try_is_simply_rallied() -> None:
    table = soviet([unit(LINE, "E5", "a", shaken=True), unit(COMMISSAR, "E5", "c")])
    table.do("rally", "a", dice=[6, 5])
    table.do("fight-or-die", "a", dice=[4, 3])
    assert not table.is_shaken("a")
    assert table.unit("a").type.id == LINE


@pytest.mark.rule("lnlt.nosb.11.9e", "lnlt.nosb.11.9d")
def test_a_twelve_kills_the_commissar_and_half_squads_are_lost() -> None:
    table = soviet([unit("su.line.hs.1-3-4-5", "E5", "a", shaken=True), unit(COMMISSAR, "E5", "c")])
    table.do("rally", "a", dice=[6, 5])
    table.do("fight-or-die", "a", dice=[6, 6])
    assert table.place("c") == "gone"
    assert table.place("a") == "gone"


@pytest.mark.rule("lnlt.nosb.11.10a")
def test_a_nurse_rallies_herself() -> None:
    table = soviet([unit(NURSE, "E5", "n", shaken=True)], options={"self_rally_smc": "leaders"})
    assert table.offers("rally", "n")


@pytest.mark.rule("lnlt.nosb.11.10b", "lnlt.nosb.11.10d", "lnlt.nosb.11.10e", "lnlt.core.11.7")
def test_a_nurse_helps_two_units_to_rally_and_then_heals_nobody() -> None:
    units = [unit(NURSE, "E5", "n"), unit(GUARD, "E5", "a", shaken=True), unit(GUARD, "E5", "b", shaken=True)]
    units += [unit(GUARD, "E5", "d", shaken=True), unit("su.scout", "E5", "s", wounded=True)]
    table = soviet(units)
    assert table.offers("medic", "n")
    found = event(table.do("rally", "a", dice=[2, 2]), "rally")
    assert lines(found)["rally.nurse"] == -1
    assert not table.offers("medic", "n"), "one or the other"
    table.do("rally", "b", dice=[6, 6])
    assert not table.offers("rally", "d")


@pytest.mark.rule("lnlt.nosb.11.10c", "lnlt.nosb.11.10d")
def test_a_nurse_heals_after_a_morale_check_and_then_rallies_nobody() -> None:
    units = [unit(NURSE, "E5", "n"), unit(GUARD, "E5", "a", shaken=True), unit("su.scout", "E5", "s", wounded=True)]
    table = soviet(units)
    table.do("medic", "n", dice=[1, 2])
    table.do("heal", "s")
    assert not table.has("s", WOUNDED)
    assert table.kind != "rally" or not table.offers("rally", "a")


@pytest.mark.rule("lnlt.core.3")
def test_a_squad_splits_under_a_leader_and_its_weapons_with_it() -> None:
    table = Table(
        [unit(PARA, "E5", "a", weapons=["us.sw.m1919a6", "us.sw.m1919a6"]), unit(CLARKSON, "E5", "c")],
        [unit(RIFLES, "A1", "foe")],
        phase="rally",
    )
    table.do("split", "a")
    halves = [u for u in table.state.units if u.type.id == "us.para.hs.1-4-4"]
    assert len(halves) == 2
    assert {w.owner for w in table.state.weapons} == {u.id for u in halves}
    assert not table.offers("combine"), "once in a phase"


@pytest.mark.rule("lnlt.core.3", "lnlt.boh.13.82a")
@pytest.mark.first_seat
def test_each_half_of_a_split_squad_is_rolled_for() -> None:
    table = german([unit(RIFLES, "E5", "a"), unit("ge.ldr.wehrcpt", "E5", "c")])
    table.do("split", "a", dice=[1, 2])
    assert sorted(u.type.id for u in table.state.units if u.seat == 1 and u.type.size) == [
        "ge.wehr44.hs.0-5-4",
        "ge.wehr44.hs.1-5-4",
    ]


@pytest.mark.rule("lnlt.core.1.6.1")
def test_a_tripod_gun_is_set_up_or_packed_in_the_rally_phase_and_left_behind_set_up() -> None:
    table = Table([unit(PARA, "E5", "a", weapons=["us.sw.m2hb"])], [unit(RIFLES, "A1", "foe")], phase="rally")
    gun = table.state.weapons[0]
    table.do("turn-over")
    assert gun.side == PACKED
    assert table.kind != "rally" or not table.offers("turn-over"), "once in a phase"
    moved = Table([unit(PARA, "E5", "a", weapons=["us.sw.m2hb"])], [unit(RIFLES, "A1", "foe")])
    moved.do("activate", where="E5")
    moved.do("move", where="E5")
    moved.do("step", where="E6")
    left = moved.state.weapons[0]
    assert left.owner == -1
    assert moved.state.board.grid.names[left.hex] == "E5"


@pytest.mark.rule("lnlt.core.3", "lnlt.nosb.11.9b")
def test_nobody_is_forced_who_has_not_tried() -> None:
    table = soviet([unit(LINE, "E5", "a", shaken=True), unit(COMMISSAR, "E5", "c")])
    assert not table.offers("fight-or-die", "a")
    assert not table.has("a", TRIED)


@pytest.mark.rule("lnlt.nosb.13.51d", "lnlt.core.armour.5.7")
def test_for_the_motherland_raises_crews_too() -> None:
    tank = vehicle("su.veh.t34", "E5", "T", shaken=True)
    field = Field(side("su", tank), side("de", unit(RIFLES, "A1")), phase="rally", module="nosb")
    assert field.check_forecast("rally", "T").need.endswith("5")
    field.do("motherland", where="E5")
    assert field.check_forecast("rally", "T").need.endswith("6")
    found = event(field.do("rally", "T", dice=[3, 3]), "vehicle-rallies")
    assert found.args["morale"] == 6
    german_tank = vehicle("ge.veh.pz4h", "E5", "T", shaken=True)
    other = Field(side("de", german_tank), side("su", unit(LINE, "A1")), phase="rally", module="nosb")
    assert not other.offers("motherland")
    assert other.kind == "rally"


@pytest.mark.rule("lnlt.nosb.13.51d")
def test_for_the_motherland_raises_weapon_teams_too() -> None:
    table = soviet([unit("su.wt.maxim", "E5", "gun", shaken=True), unit(LINE, "G5")])
    table.do("motherland", where="E5")
    assert event(table.do("rally", "gun", dice=[3, 3]), "rally").args["morale"] == 6
