"""Riders, unloading under fire, abandoned vehicles, guns that turn (lnlt.core.armour.2.3, 5.10, 6)."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt.model.flags import FIRED, MOVED, OPS
from bocage.systems.lnlt.model.hull import ABANDONED, WRECK
from systems.lnlt.armour import EAST, HALFTRACK, PAK, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import PARA, RIFLES, event, lines, unit

pytestmark = pytest.mark.both_seats

FAR = unit(RIFLES, "L9", "far", markers=["fired"])


def column(*de: dict[str, object], markers: list[str] | None = None) -> Field:
    """A tank with a squad on it; the Germans have the impulse."""
    tank = vehicle(SHERMAN, "F5", "S", WEST, passengers=["squad"], markers=markers or [])
    return Field(side("de", *de), side("us", tank, unit(PARA, "F5", "squad"), unit(PARA, "L1", "rest")))


@pytest.mark.rule("lnlt.core.armour.6.3")
def test_riders_are_fired_at_without_armour_but_sheltered_by_the_tank() -> None:
    field = column(unit(RIFLES, "C5", "men"), markers=["buttoned"])
    field.do("activate", where="C5")
    assert not field.offers("fire-at-vehicle"), "the tank is shut"
    shot = event(field.do("fire-at-riders", "S", dice=[6, 1, 6]), "riders-hit")
    assert shot.args["defence"] == 2, "the vehicle shelters them"
    assert lines(shot) == {"fire.lead": 1}
    assert field.has("men", FIRED)
    assert field.place("squad") == "F5"
    assert field.is_shaken("squad")
    assert not field.vehicle("S").passengers


@pytest.mark.rule("lnlt.core.armour.6.3")
def test_riders_who_are_not_shaken_hold_on() -> None:
    field = column(unit(RIFLES, "C5", "men"))
    field.do("activate", where="C5")
    field.do("fire-at-riders", "S", dice=[3, 1, 2])
    assert field.vehicle("S").passengers == [field.names["squad"]]
    assert field.place("squad") == "gone"


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.armour.5.11")
def test_riders_are_fired_at_on_the_move() -> None:
    tank = vehicle(SHERMAN, "F5", "S", WEST, passengers=["squad"], markers=["buttoned"])
    men = side("us", tank, unit(PARA, "F5", "squad"))
    field = Field(men, side("de", unit(RIFLES, "C5", "men"), FAR))
    field.order("S")
    field.do("set-out")
    field.do("pivot-left")
    shot = event(field.do("opportunity-fire-riders", where="C5", dice=[1, 6]), "riders-missed")
    assert lines(shot) == {"fire.lead": 1, "fire.moving": 1}


@pytest.mark.rule("lnlt.core.armour.6.2")
def test_who_gets_out_is_fired_at_like_men_on_the_move() -> None:
    carrier = vehicle(HALFTRACK, "F5", "H", passengers=["squad"])
    field = Field(side("us", carrier, unit(PARA, "F5", "squad")), side("de", unit(RIFLES, "C5", "men"), FAR))
    field.order("H")
    field.do("unload")
    assert field.kind == "reaction"
    shot = event(field.do("opportunity-fire", where="C5", dice=[6, 1, 6]), "opportunity-fire-hits")
    assert lines(shot)["fire.moving"] == 1
    assert field.is_shaken("squad")


@pytest.mark.rule("lnlt.core.armour.6.2")
def test_men_get_out_at_the_end_of_a_move_too() -> None:
    carrier = vehicle(HALFTRACK, "F5", "H", passengers=["squad"])
    field = Field(side("us", carrier, unit(PARA, "F5", "squad"), unit(PARA, "A1", "rest")), side("de", FAR))
    field.order("H")
    field.do("set-out")
    field.do("forward", where=next(c.place for c in field.choices() if c.verb == "forward"))
    field.do("stop")
    where = field.where("H")
    field.do("unload")
    assert field.place("squad") == where != "F5"
    assert field.has("squad", MOVED)
    assert field.vehicle("H").flags & MOVED


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.armour.5.11")
def test_men_elsewhere_fire_at_those_who_close_in() -> None:
    men = [unit(RIFLES, "E5", "men"), unit(RIFLES, "A1", "rest")]
    guards = [vehicle(SHERMAN, "F5", "S", markers=["fired"]), unit(PARA, "H5", "guard")]
    field = Field(side("de", *men), side("us", *guards))
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("step", where="F5", dice=[1, 1])
    assert field.kind == "reaction"
    assert event(field.do("opportunity-fire", where="H5", dice=[3, 1, 5]), "opportunity-fire-hits")
    assert field.is_shaken("men")


# ---- abandoned vehicles


@pytest.mark.rule("lnlt.core.armour.5.10")
def test_a_crew_gets_back_into_its_vehicle() -> None:
    tank = vehicle(SHERMAN, "F5", "S", markers=["abandoned"])
    field = Field(side("us", tank, unit("us.crew", "F5", "crew"), unit(PARA, "A1", "rest")), side("de", FAR))
    field.do("activate", where="F5")
    field.do("reman", "crew")
    assert field.place("crew") == "gone"
    assert field.vehicle("S").flags == OPS
    assert field.vehicle("S").is_manned()
    wreck = vehicle(SHERMAN, "F5", "S", markers=["wreck"])
    field = Field(side("us", wreck, unit("us.crew", "F5", "crew")), side("de", FAR))
    field.do("activate", where="F5")
    assert not field.offers("reman"), "nobody mans a wreck again"


@pytest.mark.rule("lnlt.core.armour.5.10")
def test_the_enemy_destroys_an_abandoned_vehicle() -> None:
    tank = vehicle(SHERMAN, "F5", "S", markers=["abandoned"])
    men = [unit(RIFLES, "F5", "men"), unit(PAK, "F5", "gun")]
    field = Field(side("de", *men), side("us", tank, unit(PARA, "L9", "rest")))
    field.do("activate", where="F5")
    assert not field.offers("scuttle", "gun"), "a weapon team does not fight hand to hand"
    field.do("scuttle", "men")
    assert field.vehicle("S").flags & (WRECK | ABANDONED) == WRECK
    assert field.has("men", OPS)


# ---- guns


@pytest.mark.rule("lnlt.core.armour.2.3")
def test_a_gun_is_turned_a_corner_for_each_movement_point() -> None:
    field = Field(side("de", unit(PAK, "F5", "gun", facing=WEST)), side("us", vehicle(SHERMAN, "A5", "S", EAST)))
    field.do("activate", where="F5")
    field.do("turn-gun", "gun")
    assert {choice.verb for choice in field.choices()} == {"face-3", "face-5"}, "one movement point"
    field.do("face-5")
    assert field.unit("gun").facing == 5
    assert field.has("gun", MOVED)
    assert field.kind == "reaction", "turning it is moving it"


@pytest.mark.rule("lnlt.hid.1.7a", "lnlt.hid.1.7b", "lnlt.core.armour.2.1")
def test_an_88_turns_but_never_leaves_its_hex() -> None:
    field = Field(side("de", unit("ge.wt.flak88", "F5", "gun", facing=WEST)), side("us", unit(PARA, "L9", "men")))
    field.do("activate", where="F5")
    assert field.verbs() == {"aim", "turn-gun"}, "it does not move"
    field.do("turn-gun", "gun")
    field.do("face-1")
    assert field.unit("gun").facing == EAST


@pytest.mark.rule("lnlt.dj.15.7.1c", "lnlt.core.armour.5.6")
@pytest.mark.first_seat
def test_a_side_does_not_pass_while_a_vehicle_must_move() -> None:
    moving = vehicle(STUG, "F5", "G", WEST, markers=["keeps-moving"])
    field = Field(
        side("de", moving, unit(RIFLES, "A1", "men")), side("us", unit(PARA, "L9", "rest", markers=["fired"]))
    )
    assert not field.offers("pass")
    field.order("G")
    field.do("button")
    assert not field.offers("done"), "shutting the hatches is no move"
    assert not field.offers("bail-out")
    field.do("set-out")
    field.do("pivot-left")
    field.do("stop")
    field.finish()
    assert field.decision.seat == 0
    assert field.offers("pass"), "it has moved"
