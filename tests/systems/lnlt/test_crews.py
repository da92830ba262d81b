"""What a vehicle and its crew may do: whom a leader brings along, what they fire at, who gets in and out."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, MOVED, OPS, SHAKEN, TRIED
from bocage.systems.lnlt.model.hull import CONTINUOUS
from bocage.systems.lnlt.rules.acts import RALLY_VEHICLE
from bocage.systems.lnlt.rules.crews import rallying_vehicles, vehicle_rally_tally
from bocage.systems.lnlt.rules.orders import activated_vehicles, can_be_ordered
from bocage.systems.lnlt.rules.transport import can_unload, has_seat
from systems.lnlt.armour import DARIUS, EAST, FAR, HALFTRACK, SHERMAN, STUG, TRUCK, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, PARA_HALF, RIFLES, event, lines, unit

pytestmark = pytest.mark.both_seats

B1 = "fr.veh.b1bis"
BREN = "uk.veh.bren"


# ---- whom a leader brings along


@pytest.mark.rule("lnlt.core.armour.3")
@pytest.mark.parametrize(
    ("leader", "flags", "names"),
    [(DARIUS, 0, {"S", "T"}), (None, 0, {"S"}), (DARIUS, SHAKEN, {"S"}), (DARIUS, MOVED, {"S"})],
)
@pytest.mark.first_seat
def test_an_armour_leader_brings_along_those_around_him(leader: str | None, flags: int, names: set[str]) -> None:
    spec: dict[str, Any] = {"leader": leader} if leader else {}
    first = side(
        "us",
        vehicle(SHERMAN, "D5", "S", **spec),
        vehicle(SHERMAN, "D4", "T"),
        vehicle(SHERMAN, "E5", "wreck", markers=["wreck"]),
        vehicle(SHERMAN, "D2", "far away"),
    )
    field = Field(first, side("de", vehicle(STUG, "D6", "G")))
    field.vehicle("S").flags |= flags
    mask = activated_vehicles(field.state, 0, field.hex("D5"))
    assert {name for name in ("S", "T", "wreck", "far away", "G") if mask >> field.vehicle(name).id & 1} == names


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.5.6")
@pytest.mark.parametrize(
    ("flags", "may"),
    [(0, True), (ASSAULT, True), (MOVED, False), (OPS, False), (FIRED, False), (FIRED | ASSAULT, False)],
)
def test_after_an_assault_move_it_is_ordered_once_more(flags: int, may: bool) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", vehicle(STUG, "G5", "G")))
    field.vehicle("S").flags |= flags
    assert can_be_ordered(field.state, field.vehicle("S")) == may


# ---- machine guns


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.8")
def test_machine_guns_fire_at_men_and_at_open_vehicles() -> None:
    enemies = [
        unit(RIFLES, "F5", "men"),
        unit(RIFLES, "F6", "held"),
        vehicle(STUG, "G5", "open"),
        vehicle(STUG, "G6", "shut", markers=["buttoned"]),
    ]
    first = side("us", vehicle(SHERMAN, "D5", "S"), unit(PARA, "F6", "own"))
    field = Field(first, side("de", *enemies))
    field.order("S")
    found = {(c.verb, c.place) for c in field.choices() if "machine" in c.verb}
    assert ("machine-guns", "F5") in found
    assert ("machine-guns", "F6") not in found, "own men are there"
    assert {place for verb, place in found if verb != "machine-guns"} == {"G5"}


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.4.1")
def test_what_is_fired_in_one_impulse_goes_to_one_hex() -> None:
    men = [unit(RIFLES, "F5", "one"), unit(RIFLES, "F6", "two")]
    for first, second in (("machine-guns", "shoot-hex"), ("shoot-hex", "machine-guns")):
        field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", *men))
        field.order("S")
        field.do(first, where="F5", dice=[1, 6] if first == "machine-guns" else [6, 6])
        assert field.offers(second, where="F5")
        assert not field.offers(second, where="F6")
        assert not field.offers(first), "once each"


@pytest.mark.rule("lnlt.core.armour.5.5")
def test_a_hull_gun_does_not_bear_on_what_is_behind() -> None:
    for facing, offered in ((EAST, True), (WEST, False)):
        field = Field(side("de", vehicle("ge.veh.sdkfz251", "D5", "H", facing)), side("us", unit(PARA, "G5", "men")))
        if offered:
            field.order("H")
        assert field.offers("machine-guns", where="G5") == offered


@pytest.mark.rule("lnlt.hid.15.9.3c", "lnlt.core.armour.5.5")
def test_the_bren_fires_both_guns_at_one_hex_or_each_at_its_own() -> None:
    enemies = [unit(RIFLES, "F5", "men"), vehicle("ge.veh.truck", "E6", "truck")]
    field = Field(side("uk", vehicle(BREN, "C5", "B")), side("de", *enemies), module="hid")
    field.order("B")
    found = {(c.verb, c.place) for c in field.choices() if "machine" in c.verb}
    assert {verb for verb, place in found if place == "F5"} == {"machine-guns", "one-machine-gun"}
    assert len({verb for verb, place in found if place == "E6"}) == 2
    tank = Field(side("us", vehicle(SHERMAN, "C5", "S")), side("de", *enemies))
    tank.order("S")
    assert not tank.offers("one-machine-gun")


@pytest.mark.rule("lnlt.hid.15.9.1c", "lnlt.core.armour.4.1")
def test_a_hull_gun_leaves_the_turret_its_choice_and_not_the_other_way_round() -> None:
    targets = [vehicle("ge.veh.pz2", "H5", "one", WEST), vehicle("ge.veh.pz2", "H6", "two", WEST)]

    def shoot(gun: int) -> Field:
        field = Field(side("fr", vehicle(B1, "D5", "B")), side("de", *targets), module="hid")
        field.order("B")
        choices = sorted(choice.id for choice in field.fitting("shoot", "one", ""))
        field.state.dice.script = [6, 6]
        field.state.dice.cursor = 0
        field.state.play(field.decision, choices[gun])
        return field

    turret_first = shoot(0)
    assert len(turret_first.fitting("shoot", "two", "")) == 1, "the hull gun is free"
    assert not turret_first.offers("machine-guns", where="H6")
    hull_first = shoot(1)
    assert hull_first.offers("shoot", "two")
    assert hull_first.offers("shoot", "one")
    hull_first.do("shoot", "two", dice=[6, 6])
    assert hull_first.vehicle("B").flags & FIRED


# ---- moving, boarding, hatches


@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.core.armour.6.2", "lnlt.core.armour.5.7")
@pytest.mark.parametrize(
    ("type_", "shaken", "verbs"),
    [
        (SHERMAN, False, {"set-out", "set-out-assaulting", "button", "bail-out"}),
        (SHERMAN, True, {"set-out"}),
        (TRUCK, False, {"set-out", "bail-out"}),
        (HALFTRACK, False, {"set-out", "set-out-assaulting", "bail-out"}),
    ],
)
def test_what_an_idle_vehicle_may_do(type_: str, shaken: bool, verbs: set[str]) -> None:
    field = Field(side("us", vehicle(type_, "D5", "S", shaken=shaken)), side("de", FAR), terrain={"forest": ["L9"]})
    field.order("S")
    assert field.verbs() == verbs


@pytest.mark.rule("lnlt.core.armour.6.2", "lnlt.core.armour.5.10")
def test_nobody_gets_out_among_enemies() -> None:
    carrier = vehicle(HALFTRACK, "F5", "H", passengers=["squad"])
    for foe, may in (("A1", True), ("F5", False)):
        men = [unit(RIFLES, foe, "men")]
        field = Field(side("us", carrier, unit(PARA, "F5", "squad")), side("de", *men))
        field.order("H")
        assert field.offers("unload") == may
        assert field.offers("bail-out") == may


@pytest.mark.rule("lnlt.core.armour.6.2")
def test_boarding_takes_half_the_movement_whoever_boards() -> None:
    """A half-track has eight points: four are left, and they are an Assault Move's too."""
    first = side("us", vehicle(HALFTRACK, "D5", "H"), unit(PARA_HALF, "D5", "a"), unit(PARA_HALF, "D5", "b"))
    field = Field(first, side("de", FAR))
    move = field.vehicle("H").type.move
    half = (move + 1) // 2
    field.order("H")
    field.do("load", "a")
    assert field.offers("load", "b"), "at the same price"
    field.do("load", "b")
    field.do("set-out")
    for left in range(half + 1, move + 1):
        moved = event(field.do("pivot-left"), "pivots")
        assert moved.args["spent"] == left
    assert not field.offers("pivot-left")


@pytest.mark.rule("lnlt.core.armour.6.2")
def test_getting_out_costs_half_and_marks_the_vehicle_moved() -> None:
    carrier = vehicle(HALFTRACK, "F5", "H", passengers=["squad"])
    first = side("us", carrier, unit(PARA, "F5", "squad"), unit(PARA_HALF, "F5", "other"))
    field = Field(first, side("de", FAR))
    field.order("H")
    field.do("unload")
    assert field.has("squad", MOVED)
    assert field.offers("load", "other"), "the other half"
    field.do("done")
    assert field.vehicle("H").flags & (MOVED | OPS) == MOVED


@pytest.mark.rule("lnlt.core.armour.6.2", "lnlt.core.armour.6.3")
def test_no_boarding_for_those_who_have_acted_or_are_shaken() -> None:
    men = [
        unit(PARA_HALF, "D5", "fresh"),
        unit(PARA_HALF, "D5", "done", markers=["ops-complete"]),
        unit(PARA_HALF, "D5", "shaken", shaken=True),
    ]
    field = Field(side("us", vehicle(HALFTRACK, "D5", "H"), *men), side("de", FAR))
    field.order("H")
    assert [field.offers("load", name) for name in ("fresh", "done", "shaken")] == [True, False, False]


@pytest.mark.rule("lnlt.core.armour.6.1", "lnlt.core.armour.6.4")
def test_how_much_a_half_track_takes() -> None:
    """Room for two half-squads, and for a single man beside each; a weapon team takes the room of a squad."""
    men = [unit(PARA_HALF, "D5", "a"), unit(PARA_HALF, "D5", "b"), unit("us.wt.m1917", "D5", "team")]
    men += [unit(CLARKSON, "D5", "c"), unit(PARA, "D5", "squad"), unit("us.wt.atg57", "D5", "gun")]
    field = Field(side("us", vehicle(HALFTRACK, "D5", "H"), *men), side("de", FAR))
    carrier = field.vehicle("H")
    room = carrier.type.inside + carrier.type.riders
    assert room == 2

    def fits(*aboard: str, who: str) -> bool:
        carrier.passengers = [field.names[name] for name in aboard]
        return has_seat(field.state, carrier, field.unit(who))

    assert fits("a", who="b")
    assert fits(who="squad")
    assert fits(who="team")
    assert not fits("a", who="squad")
    assert not fits("a", who="team")
    assert fits("a", "b", who="c")
    assert fits("a", "b", who="gun") == carrier.type.tows


@pytest.mark.rule("lnlt.core.armour.6.3")
def test_riders_get_off_when_the_gun_fires_but_not_for_machine_guns() -> None:
    tank = vehicle(SHERMAN, "D5", "S", passengers=["squad"])
    for verb, dice, aboard in (("shoot-hex", [6, 6], False), ("machine-guns", [1, 6], True)):
        field = Field(side("us", tank, unit(PARA, "D5", "squad")), side("de", unit(RIFLES, "G5", "men"), FAR))
        field.order("S")
        field.do(verb, where="G5", dice=dice)
        assert bool(field.vehicle("S").passengers) == aboard
        assert field.place("squad") == ("gone" if aboard else "D5")


@pytest.mark.rule("lnlt.core.armour.6.2")
def test_no_room_no_way_out() -> None:
    carrier = vehicle(HALFTRACK, "F5", "H", passengers=["squad"])
    for full, may in ((2, True), (3, False)):
        crowd = [unit(PARA, "F5", f"p{n}") for n in range(full)]
        field = Field(side("us", carrier, unit(PARA, "F5", "squad"), *crowd), side("de", FAR))
        assert can_unload(field.state, field.vehicle("H")) == may


@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.dj.15.7.1c", "lnlt.core.armour.5.10")
def test_a_crew_stays_in_a_vehicle_that_keeps_moving() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", FAR))
    field.vehicle("S").flags |= CONTINUOUS | MOVED
    field.order("S")
    assert field.verbs() == {"set-out", "set-out-assaulting", "button"}


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.5.6")
def test_after_an_assault_move_it_only_fires() -> None:
    tank = vehicle(SHERMAN, "D5", "S", markers=["assault-move"])
    field = Field(side("us", tank), side("de", vehicle(STUG, "G5", "G")))
    field.order("S")
    assert field.verbs() == {"shoot", "machine-guns-vehicle"}


# ---- rally


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.3", "lnlt.core.1.5")
@pytest.mark.first_seat
def test_which_vehicles_try_to_rally_and_what_helps() -> None:
    first = side(
        "us",
        vehicle(SHERMAN, "D5", "S", shaken=True, leader=DARIUS),
        vehicle(SHERMAN, "D4", "T"),
        vehicle(SHERMAN, "D3", "tried", shaken=True),
        vehicle(SHERMAN, "D2", "wreck", markers=["wreck"]),
    )
    field = Field(first, side("de", vehicle(STUG, "H5", "G", shaken=True)), terrain={"brush": ["D5"]})
    field.vehicle("tried").flags |= TRIED
    assert rallying_vehicles(field.state, 0) == [RALLY_VEHICLE.on(field.vehicle("S").id)]
    found = {line.label: line.value for line in vehicle_rally_tally(field.state, field.vehicle("S")).lines}
    assert found == {"rally.cover": -2, "hit.armour-leader": -1}
    assert not vehicle_rally_tally(field.state, field.vehicle("T")).total


@pytest.mark.rule("lnlt.core.armour.5.7")
@pytest.mark.parametrize(("dice", "shaken"), [([3, 3], False), ([3, 4], True)])
def test_a_crew_rallies_up_to_its_morale(dice: list[int], shaken: bool) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", shaken=True)), side("de", FAR), phase="rally")
    assert field.vehicle("S").morale() == 6
    field.do("rally", "S", dice=dice)
    assert bool(field.vehicle("S").flags & SHAKEN) == shaken


# ---- spotting


@pytest.mark.rule("lnlt.core.armour.5.12", "lnlt.core.armour.3", "lnlt.core.10.1.1")
def test_who_looks_out_of_which_vehicle() -> None:
    for spec, may in (
        ({}, True),
        ({"markers": ["buttoned"]}, False),
        ({"markers": ["ops-complete"]}, False),
        ({"shaken": True}, False),
    ):
        first = side("us", vehicle(SHERMAN, "D5", "S", **spec), unit(PARA, "A9", "rest"))
        field = Field(first, side("de", unit(RIFLES, "H5", "men")), terrain={"brush": ["H5"]})
        assert field.offers("spot", "S", "H5") == may
    first = side("us", vehicle(SHERMAN, "D5", "S", leader=DARIUS))
    field = Field(first, side("de", unit(RIFLES, "H5", "men"), FAR), terrain={"brush": ["H5", "F5"]})
    found = event(field.do("spot", "S", "H5", dice=[5]), "spot-fails")
    assert lines(found) == {"hit.armour-leader": -1, "spot.degrading": 1}
    assert field.vehicle("S").flags & OPS


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.3")
@pytest.mark.parametrize(("shaken", "clause"), [(False, "lnlt.core.armour.5.7"), (True, "lnlt.core.3")])
def test_why_a_crew_may_not_rally(shaken: bool, clause: str) -> None:
    """It is steady, or has tried."""
    tanks = [vehicle(SHERMAN, "D5", "S", shaken=shaken), vehicle(SHERMAN, "F5", "T", shaken=True)]
    field = Field(side("us", *tanks), side("de", FAR), phase="rally")
    if shaken:
        field.do("rally", "S", dice=[6, 6])
    assert field.refusals("rally", "S") == [clause]
