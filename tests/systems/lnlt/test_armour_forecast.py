"""The odds of shots and assaults against all the dice there are."""

from __future__ import annotations

import pytest

from bocage.kernel import Event, State
from bocage.kernel.enumerate import outcomes
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.vehicles import Barrage
from systems.lnlt.armour import HALFTRACK, PANZER, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, RIFLES, WEISS, unit

pytestmark = pytest.mark.both_seats


@pytest.mark.rule("lnlt.core.armour.4.2", "lnlt.core.armour.4.4")
def test_a_shot_at_a_tank_and_at_soft_and_emplaced_targets() -> None:
    for spec in ({}, {"markers": ["emplaced"]}):
        field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", vehicle(STUG, "G5", "G", WEST, **spec)))
        field.order("S")
        field.check_forecast("shoot", "G")
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", vehicle("ge.veh.truck", "G5", "G", WEST)))
    field.order("S")
    field.check_forecast("shoot", "G")


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.8", "lnlt.core.armour.13")
def test_machine_guns_and_small_arms() -> None:
    de = [vehicle("ge.veh.sdkfz251", "G5", "K", WEST), unit(RIFLES, "G6", "men")]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", *de))
    field.order("S")
    field.check_forecast("machine-guns-vehicle", "K")
    field.check_forecast("machine-guns", where="G6")
    field = Field(side("de", unit(RIFLES, "G6", "men")), side("us", vehicle(HALFTRACK, "E5", "H")))
    field.do("activate", where="G6")
    field.check_forecast("fire-at-vehicle", "H")


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.armour.5.7", "lnlt.core.armour.5.12", "lnlt.core.armour.8.2")
def test_nerve_rally_spotting_and_drift() -> None:
    men = [unit(RIFLES, "E5", "men"), unit(WEISS, "K9", "rest")]
    field = Field(side("de", *men), side("us", vehicle(SHERMAN, "F5", "S")))
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.check_forecast("step", where="F5")
    field.do("step", where="F5", dice=[1, 1])
    field.check_forecast("decline")
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", shaken=True)), side("de", *men), phase="rally")
    field.check_forecast("rally", "S")
    field = Field(side("us", vehicle(SHERMAN, "C5", "S")), side("de", *men), terrain={"brush": ["E5"]})
    field.check_forecast("spot", "S", "E5")
    battery = {"name": "105mm", "fp": 5, "missions": 1}
    field = Field(side("us", unit(CLARKSON, "C5", "boss"), artillery=[battery]), side("de", *men))
    field.do("activate", where="C5")
    field.do("call-artillery", "boss")
    field.do("standard-mission")
    field.check_forecast("spotting-round", where="F5")


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.core.armour.5.8")
def test_a_mortar_team_strikes_men_or_vehicles() -> None:
    for target in (unit(RIFLES, "G5", "X", markers=["fired"]), vehicle(STUG, "G5", "X", WEST)):
        far = unit(RIFLES, "L9", "far")
        field = Field(side("us", unit("us.wt.mortar81", "C5", "mortar")), side("de", target, far))
        field.do("activate", where="C5")
        field.do("shell", "mortar")
        subject = f"unit:{field.names['X']}" if "vehicle" in target else "attack"
        assert set(field.check_forecast("shoot-hex", where="G5").odds) == {subject}


@pytest.mark.rule("lnlt.core.armour.5.9")
def test_an_overrun() -> None:
    men = [unit(RIFLES, "E5", "men", markers=["fired"]), unit(WEISS, "E5", "boss")]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", *men, unit(RIFLES, "L9", "far", shaken=True)))
    field.order("S")
    field.do("set-out")
    field.check_forecast("forward", where="E5")


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.armour.8.2")
def test_no_overrun_is_foretold_where_shells_fall_first() -> None:
    men = [unit(RIFLES, "E5", "men", markers=["fired"]), unit(RIFLES, "L9", "far", shaken=True)]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", *men))
    field.state.barrages.append(Barrage(field.hex("F5"), 5, 0, False))
    field.order("S")
    field.do("set-out")
    field.do("forward", where="E5", dice=[1, 6, 1])
    assert SYSTEM.forecast(field.state, field.decision, field.find("forward", where="F5")) is None


@pytest.mark.rule("lnlt.core.armour.6.3")
def test_men_who_ride_on_a_tank() -> None:
    tank = vehicle(SHERMAN, "F5", "S", WEST, passengers=["squad"])
    men = side("us", tank, unit(PARA, "F5", "squad"), unit(PARA, "L1", "rest"))
    field = Field(side("de", unit(RIFLES, "C5", "men")), men)
    field.do("activate", where="C5")
    field.check_forecast("fire-at-riders", "S")


@pytest.mark.rule("lnlt.hon.23.1c")
def test_a_glider_comes_down() -> None:
    glider = {"units": [unit("us.glider.squad.1-6-4", "", "aboard")]}
    field = Field(side("us", unit(PARA, "A1", "rest"), gliders=[glider]), side("de", unit(RIFLES, "L9", "far")))
    field.do("land-gliders")
    field.do("heading-0")
    assert set(field.check_forecast("land", where="F5").odds["glider"]) == {"lands", "strays"}


@pytest.mark.rule("lnlt.core.armour.4.2", "lnlt.core.armour.4.5", "lnlt.core.5.1")
@pytest.mark.parametrize("terrain", [{}, {"brush": ["D4"]}])
def test_the_chance_that_a_gun_spares_the_movers_is_that_of_all_its_dice(terrain: dict[str, list[str]]) -> None:
    field = Field(side("us", unit(PARA, "D5", "mover")), side("de", vehicle(PANZER, "H4", "P", WEST)), terrain=terrain)
    field.state.heroes = [[], []]  # none comes of a natural 1, or the dice of his cards would be played too
    mover = field.names["mover"]
    field.do("activate", where="D5")
    field.do("move", where="D5")
    field.do("step", where="D4")
    shot = field.find("react-gun")
    found = SYSTEM.unharmed(field.state, field.decision, shot)
    assert found is not None
    before = SYSTEM.wounds(field.state, [mover])

    def spared(after: State, _: list[Event]) -> str:
        return str(SYSTEM.wounds(after, [mover]) == before)

    def is_hurt(after: State) -> bool:
        return spared(after, []) == "False"  # what follows is no part of it

    counted = outcomes(field.state, field.decision, shot, spared, settled=is_hurt)
    assert 0 < counted["True"] < 1
    assert found[0] == pytest.approx(counted["True"], abs=1e-12)
