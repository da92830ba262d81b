"""Vehicles that come later bring their passengers; which way a vehicle looks on the page."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import ContentError
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.model.pieces import GONE
from systems.lnlt.armour import EAST, PAK, SHERMAN, TRUCK, Field, side, vehicle
from systems.lnlt.table import PARA, RIFLES, unit

pytestmark = pytest.mark.both_seats


def relief(passengers: list[str], **late: Any) -> Field:
    """A truck that comes in turn 1 with these, beside a squad on foot."""
    truck = {"vehicle": TRUCK, "alias": "T", "facing": EAST, "passengers": passengers}
    men = [{"unit": PARA, "name": "a"}, {"unit": PARA, "name": "b"}]
    group = {"turn": 1, "area": "edge", "units": men, "vehicles": [truck], **late}
    us = side("us", unit(PARA, "A1", "here"), areas={"edge": ["A4", "A5", "A6"]}, reinforcements=[group])
    return Field(us, side("de", unit(RIFLES, "K9")), roads=[["A4", "A5", "A6"]], phase="rally")


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.armour.6.1")
def test_reinforcements_come_aboard_their_vehicle() -> None:
    field = relief(["a"])
    assert field.vehicle("T").passengers == [field.names["a"]]
    waiting = [arrival.unit for arrival in field.state.scenario.arrivals if arrival.unit != GONE]
    assert waiting == [field.names["b"]], "who rides needs no hex of his own"
    for _ in range(20):
        if field.kind == "place":
            break
        field.do(field.choices()[0].verb)
    asked = set()
    while field.kind == "place":
        asked.add(field.choices()[0].piece)
        field.state.play(field.decision, field.decision.options[0])
    assert field.names["b"] in asked
    assert field.names["a"] not in asked
    assert field.vehicle("T").hex != GONE
    assert field.unit("a").hex == GONE
    assert field.vehicle("T").passengers == [field.names["a"]]


@pytest.mark.rule("lnlt.core.armour.6.1")
@pytest.mark.parametrize(
    ("passengers", "why"),
    [
        (["nobody"], "no unit named 'nobody'"),
        (["here"], "no unit named 'here'"),
        (["a", "b", "a"], "no unit named 'a'"),
    ],
)
def test_who_cannot_come_aboard(passengers: list[str], why: str) -> None:
    with pytest.raises((ContentError, scenarios.WrongContent), match=why):
        relief(passengers)


@pytest.mark.rule("lnlt.core.armour.6.1")
def test_late_vehicles_have_no_more_seats_than_others() -> None:
    jeep = {"vehicle": "us.veh.jeep", "alias": "T", "passengers": ["a"]}
    with pytest.raises((ContentError, scenarios.WrongContent), match="has no room"):
        relief([], vehicles=[jeep])


@pytest.mark.rule("lnlt.core.option.facing", "lnlt.core.armour.5.2")
@pytest.mark.parametrize(("facing", "arrow"), [("vertex", EAST), ("hexside", EAST + 6)])
def test_the_arrow_of_a_vehicle_points_to_the_corner_or_the_side_it_faces(facing: str, arrow: int) -> None:
    gun = unit(PAK, "H5", "gun", facing=EAST)
    field = Field(side("us", vehicle(SHERMAN, "E5", "S", EAST)), side("de", gun), options={"facing": facing})
    pieces = {piece.id: piece.facing for piece in SYSTEM.position(field.state, 0).pieces}
    assert [pieces[field.names["S"]], pieces[field.names["gun"]]] == [arrow, arrow]
