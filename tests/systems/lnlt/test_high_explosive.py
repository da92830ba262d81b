"""HE and shaped charges against men."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.content.vehicles import ordnance_weapons, team_types
from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.vehicles import NONE
from bocage.systems.lnlt.rules.high_explosive import he_tally
from systems.lnlt.armour import DARIUS, EAST, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import PARA, RIFLES, event, lines, unit
from systems.lnlt.test_ordnance import duel

pytestmark = pytest.mark.both_seats


@pytest.mark.rule("lnlt.core.armour.4.5", "lnlt.core.armour.4.1", "lnlt.core.open.armour.4")
def test_he_strikes_everybody_in_the_hex_without_leadership() -> None:
    men = [unit(RIFLES, "F5", "one"), unit(RIFLES, "F5", "two")]
    field = duel(vehicle(SHERMAN, "C5", "S", leader=DARIUS), vehicle(STUG, "J9", "G"), de=men)
    field.order("S")
    events = field.do("shoot-hex", where="F5", dice=[3, 3, 2, 2, 6, 6])
    he = event(events, "he-hits")
    assert lines(he) == {"hit.he": 3}
    assert he.args["difference"] == 3
    assert field.is_shaken("one")
    assert field.is_shaken("two")
    assert not field.vehicle("G").flags & SHAKEN


@pytest.mark.rule("lnlt.core.armour.2.2", "lnlt.hid.21.11h", "lnlt.hid.21.11j", "lnlt.core.armour.4.5")
def test_without_he_nobody_shoots_at_men() -> None:
    gun = team_types()["fr.wt.atg25"].team
    assert gun is not None
    assert gun.gun is not None
    assert gun.gun.he == NONE
    first = side("fr", unit("fr.wt.atg25", "C5", "gun", facing=EAST))
    field = Field(first, side("de", unit(RIFLES, "F5", "men"), vehicle("ge.veh.pz2", "F6", "P", WEST)), module="hid")
    field.do("activate", where="C5")
    field.do("aim", "gun")
    assert field.verbs() == {"shoot"}


@pytest.mark.rule("lnlt.core.option.heat_vs_infantry_needs_cover", "lnlt.core.open.armour.5", "lnlt.core.armour.4.5")
@pytest.mark.parametrize(("terrain", "half"), [("clear", 1), ("brush", 1), ("rubble", 2), ("forest", 2)])
def test_shaped_charges_against_men_behind_cover(terrain: str, half: int) -> None:
    for option in (False, True):
        more: dict[str, Any] = {"options": {"heat_vs_infantry_needs_cover": option}}
        if terrain != "clear":
            more["terrain"] = {terrain: ["E5"]}
        field = Field(side("us", unit(PARA, "C5", "squad")), side("de", unit(RIFLES, "E5", "men")), **more)
        bazooka = ordnance_weapons()["us.sw.bazooka"].ordnance
        assert bazooka is not None
        tally = he_tally(field.state, bazooka, [], field.hex("C5"), field.hex("E5"))
        assert tally.total == (half if option else 2)


@pytest.mark.rule("lnlt.core.option.heat_vs_infantry_needs_cover", "lnlt.core.open.armour.5", "lnlt.core.armour.4.5")
def test_shaped_charges_against_men_in_the_open() -> None:
    for option, he in ((False, 2), (True, 1)):
        first = side("us", unit(PARA, "C5", "squad", weapons=["us.sw.bazooka"]))
        more: dict[str, Any] = {"options": {"heat_vs_infantry_needs_cover": option}}
        field = Field(first, side("de", unit(RIFLES, "E5", "men")), **more)
        field.do("activate", where="C5")
        field.do("aim", "squad")
        assert lines(event(field.do("shoot-hex", where="E5", dice=[2, 2, 1, 6]), "he-misses")) == {"hit.he": he}


@pytest.mark.rule("lnlt.core.option.he_uses_dft_mods")
@pytest.mark.parametrize(("hex_", "adjacent"), [("D5", 2), ("E5", 0)])
def test_he_with_the_modifiers_of_small_arms(hex_: str, adjacent: int) -> None:
    for option in (True, False):
        men = unit(RIFLES, hex_, "men", markers=["moved"])
        field = Field(side("us", vehicle(SHERMAN, "C5", "S")), side("de", men), options={"he_uses_dft_mods": option})
        gun = field.vehicle("S").type.guns[0]
        tally = he_tally(field.state, gun, [field.names["men"]], field.hex("C5"), field.hex(hex_))
        assert tally.total == gun.he + (adjacent + 1 if option else 0)
