"""Snipers: spotting them, the man they single out, hidden units."""

from __future__ import annotations

import pytest

from bocage.kernel.tally import Tally
from bocage.systems.disposable.model.tables import COVERS
from bocage.systems.disposable.rules.guts import passes
from bocage.systems.disposable.rules.snipers import spot_number
from systems.disposable.field import Field, ground, unit

pytestmark = pytest.mark.rule("dh.spot.1", "dh.fire.sniper.1", "dh.core.act.phases")
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)


def sniper(**more: object) -> dict[str, object]:
    return unit("sniper", 1, 20, 40, template="de_sniper", **more)


@pytest.mark.rule("dh.spot.1", "dh.open.spot_limits")
def test_a_sniper_must_be_spotted_before_anybody_fires_at_him() -> None:
    field = Field([unit("us", 0, 20, 20), unit("b", 0, 40, 20), sniper(), unit("de", 1, 28, 40)])
    field.choose("activate", "us").choose("hold")
    assert not field.offers("fire", "sniper")
    assert field.refusal("fire", "sniper") == "dh.spot.1"
    field.roll(10)
    field.choose("spot", "sniper")
    assert not field.offers("fire", "sniper")
    assert not field.offers("spot", "sniper"), "one attempt in an activation"
    assert field.refusal("spot", "sniper") == "dh.open.spot_limits"
    assert field.offers("fire", "de"), "another target is free"
    walls = [ground("building", 14, 30, 26, 32)]
    hidden = Field([unit("us", 0, 20, 20), unit("b", 0, 40, 20), sniper(), unit("de", 1, 28, 40)], terrain=walls)
    hidden.choose("activate", "us").choose("manoeuvre")
    assert not hidden.offers("spot", "sniper"), "nobody looks through a house"
    assert not hidden.offers("spot", "de"), "only snipers are looked for"
    for spotted in (False, True):
        near = Field([unit("us", 0, 20, 36), sniper(spotted=spotted), FAR]).choose("hold")
        assert near.offers("grenade", "sniper", "1") == spotted, "nor throws at him"


@pytest.mark.rule("dh.spot.1", "dh.spot.2", "dh.open.spot_limits")
def test_a_spotted_sniper_stays_spotted_until_he_moves() -> None:
    terrain = [ground("rubble", 15, 36, 25, 44)]
    field = Field([unit("us", 0, 20, 20), sniper(), FAR], terrain=terrain).choose("hold")
    field.roll(1)
    field.choose("spot", "sniper")
    lines = {line.label: line.value for line in field.event("spot").lines}
    assert lines == {"label.acc": 5, "cover.medium": -3}
    assert field.offers("fire", "sniper")
    field.roll(9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1)
    field.choose("fire", "sniper")
    field.choose("activate", "sniper").choose("sneak")
    assert field.unit("sniper").spotted
    field.go(21, 40)
    assert not field.unit("sniper").spotted


@pytest.mark.rule("dh.spot.1", "dh.open.spot_limits")
@pytest.mark.parametrize("house", [False, True])
def test_each_unit_spots_for_itself_but_by_a_house_rule_one_for_all(house: bool) -> None:
    units = [unit("us", 0, 20, 20), unit("b", 0, 30, 20), sniper(), unit("de", 1, 28, 40)]
    field = Field(units, options={"house_spotted": house}).choose("activate", "us").choose("hold")
    field.roll(1)
    field.choose("spot", "sniper")
    assert field.offers("fire", "sniper")
    field.choose("done").choose("activate", "de").choose("hold").choose("done").choose("hold")
    assert field.offers("fire", "sniper") is house
    assert field.offers("spot", "sniper") is not house


@pytest.mark.rule("dh.spot.2", "dh.open.spot_camouflage")
@pytest.mark.parametrize("house", [False, True])
def test_camouflage_counts_in_the_spot_check_only_by_a_house_rule(house: bool) -> None:
    field = Field([unit("us", 0, 20, 20), sniper(), FAR], options={"house_camouflage": house}).choose("hold")
    field.roll(10)
    field.choose("spot", "sniper")
    assert field.total("spot") == (4 if house else 5)


@pytest.mark.rule("dh.spot.2", "dh.open.spot_camouflage")
@pytest.mark.parametrize("cover", range(6))
def test_the_spot_number(cover: int) -> None:
    for camouflaged in (False, True):
        tally = Tally(False)
        spot_number(tally, cover, camouflaged)
        assert tally.total == 5 - cover - (1 if camouflaged and COVERS[cover] not in ("heavy", "prepared") else 0)
    assert [passes(roll, -2) for roll in (1, 2)] == [True, False]
    assert [passes(roll, 12) for roll in (9, 10)] == [True, False]


def shooter(terrain: list[dict[str, object]], places: list[list[float]]) -> Field:
    units = [
        unit("sniper", 0, 20, 10, template="us_sniper"),
        unit("x", 0, 60, 4, activated=True),
        unit("de", 1, 20, 30, figures=3, places=places),
        unit("far", 1, 66, 44),
    ]
    return Field(units, terrain=terrain).choose("hold")


@pytest.mark.rule("dh.fire.sniper.1", "dh.sniper.2", "dh.open.sniper_choice", "dh.open.share_who")
def test_a_sniper_names_the_figure_of_the_highest_guts() -> None:
    field = shooter([], [[20, 30], [22, 30], [24, 30]])
    leader = field.unit("de").figures[0]
    field.roll(7, 7, 1)
    field.choose("single-out", "de")
    assert field.unit("de").figures[0] == leader, "a 7 hits with the scope but does not wound"
    field = shooter([], [[20, 30], [22, 30], [24, 30]])
    field.roll(7, 6, 1)
    field.choose("single-out", "de")
    assert leader not in field.unit("de").figures, "the owner is not asked"
    assert field.decision.kind != 7


@pytest.mark.rule("dh.open.sniper_choice")
def test_only_a_man_he_sees_can_be_singled_out() -> None:
    field = shooter([ground("building", 12, 20, 21, 24)], [[18, 30], [24, 30], [26, 30]])
    assert field.offers("fire", "de")
    assert not field.offers("single-out", "de")
    assert field.refusal("single-out", "de") == "dh.fire.sniper.1"


@pytest.mark.rule("dh.core.sniper.hidden")
def test_a_hidden_unit_is_placed_when_it_acts_and_not_close_to_an_enemy() -> None:
    units = [unit("us", 0, 20, 42), unit("x", 0, 60, 4), unit("hidden", 1, 0, 0, template="de_sniper", hidden=True)]
    field = Field(units, first=1)
    assert field.unit("hidden").place == 0, "nothing is on the table yet"
    assert not field.may_go(20, 10), "outside of its zone"
    assert field.refusal(x=20.0, y=47.3) == "dh.core.sniper.hidden", "within six inches of an enemy"
    assert field.may_go(40, 47.3)
    field.go(40, 47.3)
    assert field.unit("hidden").place == 1
    assert field.offers("fire", "us"), "it is placed when it fires"
    assert not field.unit("hidden").spotted, "and must still be spotted"


@pytest.mark.rule("dh.core.sniper.hidden")
def test_a_hidden_unit_may_wait() -> None:
    units = [unit("us", 0, 20, 20), unit("x", 0, 60, 4), unit("hidden", 1, 0, 0, template="de_sniper", hidden=True)]
    field = Field(units, first=1).choose("done")
    assert field.unit("hidden").place == 0
    assert field.unit("hidden").activated
