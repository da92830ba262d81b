"""What a vehicle may be ordered to do, one condition at a time; what it is told instead; convoys."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import BUTTONED, CONTINUOUS, IMMOBILE
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.driving import firepower
from bocage.systems.lnlt.rules.operations import forbid_hex
from bocage.systems.lnlt.rules.orders import can_button, hatch_options, is_pressed, may_bail, must_move, orders
from bocage.systems.lnlt.rules.vehicle_fire import vehicle_targets
from systems.lnlt.armour import (
    DARIUS,
    EAST,
    FAR,
    HALFTRACK,
    PANZER,
    SHERMAN,
    STUG,
    TRUCK,
    WEST,
    Field,
    drive,
    side,
    vehicle,
)
from systems.lnlt.table import CLARKSON, MEDROW, PARA, PARA_HALF, RIFLES, event, lines, unit


def ready(type_: str = SHERMAN, enemies: list[dict[str, Any]] | None = None, **spec: Any) -> Field:
    """A vehicle S in D5 that is about to be commanded."""
    men = spec.pop("men", [])
    more = spec.pop("more", {"terrain": {"forest": ["L9"]}})
    start = vehicle(type_, "D5", "S", EAST, **spec)
    field = Field(side("us", start, *men), side("de", *(enemies or []), FAR), **more)
    field.do("activate", where="D5")
    return field


def commanded(type_: str = SHERMAN, enemies: list[dict[str, Any]] | None = None, **spec: Any) -> Field:
    field = ready(type_, enemies, **spec)
    field.do("command", "S")
    return field


DRIVE = {"set-out", "set-out-assaulting"}


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.6", "lnlt.core.armour.5.7", "lnlt.core.armour.5.10")
@pytest.mark.parametrize(
    ("type_", "spec", "verbs"),
    [
        (SHERMAN, {}, {*DRIVE, "button", "bail-out"}),
        (SHERMAN, {"markers": ["buttoned"]}, {*DRIVE, "open-up", "bail-out"}),
        (SHERMAN, {"markers": ["immobilised"]}, {"button", "bail-out"}),
        (SHERMAN, {"shaken": True}, {"set-out"}),
        (HALFTRACK, {}, {*DRIVE, "bail-out"}),
        (TRUCK, {}, {"set-out", "bail-out"}),
    ],
)
def test_what_a_vehicle_may_do_with_nobody_in_sight(type_: str, spec: dict[str, Any], verbs: set[str]) -> None:
    assert commanded(type_, **spec).verbs() == verbs


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.4.1", "lnlt.core.armour.5.8", "lnlt.core.armour.5.6")
@pytest.mark.parametrize(
    ("foe", "verbs"),
    [
        ([unit(RIFLES, "G5", "r")], {"shoot-hex", "machine-guns"}),
        ([vehicle(STUG, "G5", "r", WEST)], {"shoot", "machine-guns-vehicle"}),
        ([vehicle(STUG, "G5", "r", WEST, markers=["buttoned"])], {"shoot"}),
        ([vehicle(STUG, "G5", "r", WEST, markers=["wreck"])], set()),
        ([vehicle(STUG, "G5", "r", WEST, passengers=["x"]), unit(RIFLES, "G5", "x")], None),
    ],
)
def test_what_it_may_fire_at(foe: list[dict[str, Any]], verbs: set[str] | None) -> None:
    field = commanded(enemies=foe)
    found = {verb for verb in field.verbs() if verb.startswith(("shoot", "machine"))}
    if verbs is None:
        assert "machine-guns-riders" in found
    else:
        assert found == verbs


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.4.1")
def test_gun_and_machine_guns_go_to_one_hex_and_then_it_is_over() -> None:
    field = commanded(enemies=[unit(RIFLES, "G5", "r"), unit(RIFLES, "G6", "q")])
    field.do("shoot-hex", where="G5", dice=[6, 6])
    assert field.verbs() == {"done", "machine-guns"}
    assert {choice.place for choice in field.choices() if choice.verb == "machine-guns"} == {"G5"}
    shot = event(field.do("machine-guns", where="G5", dice=[1, 6]), "mg-misses")
    assert shot.rule == "lnlt.core.armour.5.5"
    assert field.vehicle("S").flags & flags.MARKED == flags.FIRED
    assert field.kind != "crews"


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.11", "lnlt.core.armour.4.3")
def test_its_own_fire_is_no_opportunity_fire() -> None:
    near = commanded(enemies=[unit(RIFLES, "E5", "r")])
    found = near.check_forecast("machine-guns", where="E5")
    assert {"fire.adjacent"} <= {line.label for line in found.lines}
    assert "mg.ops-complete" not in {line.label for line in found.lines}


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.open.armour.18")
def test_hatches_are_shut_once_and_before_anything_else() -> None:
    field = commanded(enemies=[unit(RIFLES, "G5", "r")])
    assert event(field.do("button"), "buttons")
    assert field.vehicle("S").flags & BUTTONED
    assert not field.verbs() & {"button", "open-up", "bail-out"}
    assert field.offers("done")
    assert field.offers("shoot-hex", where="G5")
    field.do("done")
    assert field.vehicle("S").flags & flags.MARKED == flags.OPS


@pytest.mark.rule(
    "lnlt.core.open.armour.18", "lnlt.core.armour.7.3", "lnlt.core.armour.11.5", "lnlt.core.open.armour.17"
)
def test_who_has_hatches() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S"), vehicle(HALFTRACK, "E5", "H"), vehicle(TRUCK, "F5", "W")),
        side("de", FAR),
    )
    assert [can_button(field.vehicle(name)) for name in "SHW"] == [True, False, False]
    assert [len(hatch_options(field.state, field.vehicle(name))) for name in "SHW"] == [2, 1, 1]


@pytest.mark.rule("lnlt.core.armour.5.10")
@pytest.mark.parametrize(("change", "may"), [("", True), ("continuous", False), ("enemy", False), ("passengers", True)])
def test_when_a_crew_may_get_out(change: str, may: bool) -> None:
    men = [unit(PARA_HALF, "D5", "b")] if change == "passengers" else []
    spec: dict[str, Any] = {"passengers": ["b"]} if men else {}
    start = vehicle(HALFTRACK, "D5", "S", EAST, **spec)
    foe = [unit(RIFLES, "D5", "r")] if change == "enemy" else []
    field = Field(side("us", start, *men), side("de", *foe, FAR))
    field.vehicle("S").flags |= CONTINUOUS if change == "continuous" else 0
    assert may_bail(field.state, field.vehicle("S")) == may


@pytest.mark.rule("lnlt.dj.15.7.1c", "lnlt.core.option.continuous_movement")
@pytest.mark.parametrize("change", ["", "still", "done", "immobile", "enemy"])
def test_who_keeps_moving_has_to(change: str) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S"), vehicle(SHERMAN, "D7", "T")), side("de", FAR))
    tank = field.vehicle("S")
    tank.flags |= 0 if change == "still" else CONTINUOUS
    tank.flags |= {"done": flags.OPS, "immobile": IMMOBILE}.get(change, 0)
    assert is_pressed(field.state, 1 if change == "enemy" else 0) == (change == "")
    assert must_move(field.state, tank) == (change in ("", "done", "enemy"))
    tank.type = copy(tank.type)
    tank.type.move = 1
    assert must_move(field.state, tank) == (change in ("", "done", "enemy")), "with a single point it enters one hex"


# ---- why not


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.5.5", "lnlt.core.armour.5.2", "lnlt.core.10.1")
def test_why_it_does_not_fire_there() -> None:
    enemies = [unit(RIFLES, "G5", "ahead"), unit(RIFLES, "G3", "hidden"), unit(RIFLES, "A9", "behind")]
    field = commanded(enemies=enemies, more={"terrain": {"light-woods": ["G3"]}})
    assert field.refusals("shoot-hex", where="G4") == [bans.NO_ENEMY.rule]
    assert field.refusals("shoot-hex", where="G3") == [bans.UNSPOTTED.rule]
    assert field.offers("shoot-hex", where="G5")


@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.core.armour.5.3", "lnlt.core.armour.5.7")
@pytest.mark.parametrize(
    ("spec", "verb", "ban"),
    [
        ({"markers": ["immobilised"]}, "set-out", bans.VEHICLE_IMMOBILE),
        ({"shaken": True}, "set-out-assaulting", bans.VEHICLE_SHAKEN),
    ],
)
def test_why_it_does_not_set_out(spec: dict[str, Any], verb: str, ban: Any) -> None:
    assert commanded(**spec).refusals(verb, "S") == [ban.rule]


# ---- small arms at vehicles


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.6.3", "lnlt.core.4.1")
@pytest.mark.parametrize(
    ("spec", "at", "riders", "open_"),
    [
        ({}, "F5", False, True),
        ({"markers": ["buttoned"]}, "F5", False, False),
        ({"markers": ["wreck"]}, "F5", False, False),
        ({"passengers": ["x"]}, "F5", True, True),
    ],
)
def test_vehicles_that_rifles_may_fire_at(spec: dict[str, Any], at: str, riders: bool, open_: bool) -> None:
    men = [unit(RIFLES, at, "x")] if riders else []
    enemies = side("de", vehicle(PANZER, at, "P", WEST, **spec), *men, FAR)
    own = [unit(PARA, "D5", "s"), vehicle(HALFTRACK, "E5", "own")]
    field = Field(side("us", *own), enemies)
    crew = 1 << field.names["s"]
    found = vehicle_targets(field.state, 0, 1 << field.hex("D5"), crew)
    assert len(found) == int(open_) + int(riders)
    assert vehicle_targets(field.state, 0, 1 << field.hex("D5"), 0) == [], "nobody is activated"
    field.unit("s").flags |= flags.FIRED
    assert vehicle_targets(field.state, 0, 1 << field.hex("D5"), crew) == []


# ---- loading


@pytest.mark.rule("lnlt.core.armour.6.2", "lnlt.core.armour.6.1")
@pytest.mark.parametrize(("change", "may"), [("", True), ("shaken", False), ("moved", False), ("away", False)])
def test_who_gets_in(change: str, may: bool) -> None:
    men = [
        unit(
            PARA_HALF,
            "E5" if change == "away" else "D5",
            "b",
            shaken=change == "shaken",
            markers=["moved"] if change == "moved" else [],
        )
    ]
    field = ready(HALFTRACK, men=men)
    field.do("command", "S")
    assert field.offers("load", "b") == may
    if may:
        field.do("load", "b")
        assert field.vehicle("S").passengers == [field.names["b"]]
        assert field.offers("set-out")
        assert not field.offers("button")
        field.do("set-out")
        spent = field.state.stack[-1].spent  # type: ignore[attr-defined]
        assert spent == (field.vehicle("S").type.move + 1) // 2


@pytest.mark.rule("lnlt.core.armour.6.2")
def test_after_a_move_men_get_out_where_it_stops() -> None:
    field = drive(HALFTRACK, us=[unit(PARA_HALF, "D5", "b")], spec={"passengers": ["b"]})
    field.do("forward", where="E5")
    field.do("stop")
    assert field.offers("unload")
    assert not field.offers("load")
    field.do("unload")
    assert field.place("b") == "E5"
    assert field.vehicle("S").passengers == []
    field.finish()
    assert field.vehicle("S").flags & flags.MARKED == flags.MOVED


# ---- convoys


def convoy(assault: bool = False, **more: Any) -> Field:
    men = more.pop("men", [unit(PARA, "D5", "s")])
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", EAST, leader=DARIUS), *men), side("de", *more.pop("de", []), FAR), **more
    )
    field.do("activate", where="D5")
    field.do("assault-convoy" if assault else "convoy", "S")
    return field


@pytest.mark.rule("lnlt.core.6.5")
@pytest.mark.parametrize("swapped", [False, True])
def test_men_and_a_tank_go_together_as_fast_as_the_men(swapped: bool) -> None:
    field = convoy(swapped=swapped)
    for to in ("E5", "F5"):
        assert {c.place for c in field.choices() if c.verb == "forward"} == {to, "E4" if to == "E5" else "F6"}
        field.do("forward", where=to)
        assert field.where("S") == field.place("s") == to
    field.do("pivot-left")
    assert field.offers("stop")
    field.do("stop")
    assert field.vehicle("S").flags & flags.MARKED == flags.MOVED
    assert field.unit("s").flags & flags.MARKED == flags.MOVED
    assert not field.vehicle("S").flags & flags.MOVING
    assert not field.has("s", flags.MOVING)


@pytest.mark.rule("lnlt.core.6.5")
def test_the_way_ends_with_the_mens_movement() -> None:
    field = convoy()
    for _ in range(field.unit("s").type.move):
        to = next(c.place for c in field.choices() if c.verb == "forward")
        field.do("forward", where=to)
    assert not field.offers("forward")
    assert {"stop", "pivot-left", "pivot-right"} == field.verbs(), "the tank may still turn"


@pytest.mark.rule("lnlt.core.6.5", "lnlt.core.6.1")
def test_an_assault_convoy_goes_half_the_way() -> None:
    field = convoy(assault=True)
    for _ in range((field.unit("s").type.move + 1) // 2):
        to = next(c.place for c in field.choices() if c.verb == "forward")
        field.do("forward", where=to)
    assert not field.offers("forward")
    field.do("stop")
    assert field.vehicle("S").flags & flags.MARKED == flags.ASSAULT
    assert field.unit("s").flags & flags.MARKED == flags.ASSAULT


@pytest.mark.rule("lnlt.core.6.5")
@pytest.mark.parametrize("change", ["", "shaken", "marked", "tank-shaken", "tank-marked", "immobile", "nobody"])
def test_who_may_form_a_convoy(change: str) -> None:
    men = unit(
        PARA,
        "E9" if change == "nobody" else "D5",
        "s",
        shaken=change == "shaken",
        markers=["fired"] if change == "marked" else [],
    )
    marks = {"tank-marked": ["fired"], "immobile": ["immobilised"]}.get(change, [])
    tank = vehicle(SHERMAN, "D5", "S", EAST, markers=marks, shaken=change == "tank-shaken")
    field = Field(side("us", tank, men, unit(CLARKSON, "A9")), side("de", FAR))
    if not field.offers("activate", where="D5"):
        return
    field.do("activate", where="D5")
    assert field.offers("convoy", "S") == (change == "")
    assert field.offers("assault-convoy", "S") == (change == "")


@pytest.mark.rule("lnlt.core.6.5", "lnlt.core.8.0")
def test_a_convoy_attacks_nobody() -> None:
    field = convoy(de=[unit(RIFLES, "E5", "r", markers=["fired"])])
    assert not field.offers("forward", where="E5")
    assert field.offers("forward", where="E4")


@pytest.mark.rule("lnlt.core.6.5")
def test_several_come_along_one_by_one() -> None:
    field = convoy(men=[unit(PARA, "D5", "s"), unit(PARA, "D5", "t"), unit(MEDROW, "D5", "m")])
    assert field.verbs() == {"add"}
    field.do("add", "s")
    assert field.verbs() == {"add", "done"}
    field.do("add", "m")
    field.do("done")
    field.do("forward", where="E5")
    assert [field.place(n) for n in "stm"] == ["E5", "D5", "E5"]


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.hid.15.9.1f", "lnlt.core.armour.5.1")
def test_what_an_overrun_counts() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S"), vehicle(TRUCK, "E5", "W")), side("de", FAR))
    tank = field.vehicle("S").type
    assert firepower(field.vehicle("S")) == sum(g.fp for g in tank.mgs) + sum(max(0, g.he) for g in tank.guns)
    assert firepower(field.vehicle("W")) == 0


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.3")
@pytest.mark.parametrize("swapped", [False, True])
def test_a_vehicle_rallies(swapped: bool) -> None:
    tank = vehicle(SHERMAN, "D5", "S", EAST, shaken=True, leader=DARIUS)
    woods = {"light-woods": ["D5"]}
    field = Field(side("us", tank), side("de", FAR), phase="rally", terrain=woods, swapped=swapped)
    found = field.check_forecast("rally", "S")
    value = sum(line.value for line in found.lines)
    need = field.vehicle("S").morale() - value
    assert found.need == f"≤ {need}"
    rolled = event(field.do("rally", "S", dice=[1, 1]), "vehicle-rallies")
    assert lines(rolled) == {line.label: line.value for line in found.lines}
    assert not field.vehicle("S").flags & flags.SHAKEN


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.6", "lnlt.core.4.0")
def test_orders_of_a_vehicle_that_has_acted() -> None:
    enemies = [unit(RIFLES, "G5", "r"), FAR]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", leader=DARIUS), unit(MEDROW, "L1")), side("de", *enemies))
    tank = field.vehicle("S")
    for mark, fires in (
        (0, True),
        (flags.MOVED, False),
        (flags.FIRED, False),
        (flags.OPS, False),
        (flags.ASSAULT, True),
    ):
        tank.flags = tank.flags & ~flags.MARKED | mark
        found = orders(field.state, tank, -1, False, 0)
        assert bool(found) == fires, mark


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.armour.5.5")
@pytest.mark.parametrize(("mark", "ban"), [([], None), (["fired"], bans.VEHICLE_DONE), (["wreck"], bans.NOBODY_THERE)])
def test_whether_the_hex_of_a_vehicle_may_be_activated(mark: list[str], ban: object) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", markers=mark), unit(PARA, "A1")), side("de", FAR))
    assert forbid_hex(field.state, 0, field.hex("D5")) is ban
