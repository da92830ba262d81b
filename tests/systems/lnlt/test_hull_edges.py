"""Hulls, wrecks and passengers, one condition at a time: where a vehicle goes, who has a seat, who gets out alive."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.dice import scripted
from bocage.systems.lnlt.content.vehicles import vehicle_types
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import ABANDONED, BUTTONED, CONTINUOUS, WRECK
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.acquisition import acquired
from bocage.systems.lnlt.rules.driving import allowance, can_drive, can_overrun, forbid_entry, forbid_point
from bocage.systems.lnlt.rules.rally import stand_rule
from bocage.systems.lnlt.rules.transport import boarders, can_unload, has_seat
from bocage.systems.lnlt.rules.wrecks import abandon, add_crew, bail_out, destroy, shake, vehicle_fate
from systems.lnlt.armour import DARIUS, EAST, FAR, HALFTRACK, PANZER, SHERMAN, STUG, TRUCK, Field, side, vehicle
from systems.lnlt.table import CLARKSON, MEDROW, PARA, PARA_HALF, RIFLES, US_HERO, Table, unit

pytestmark = pytest.mark.both_seats

CREW = "us.crew"


def stand(type_: str = SHERMAN, *others: dict[str, Any], de: list[dict[str, Any]] | None = None, **more: Any) -> Field:
    spec = more.pop("spec", {})
    return Field(side("us", vehicle(type_, "D5", "S", EAST, **spec), *others), side("de", *(de or []), FAR), **more)


def tank(field: Field) -> Vehicle:
    return field.vehicle("S")


# ---- where it goes


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.4", "lnlt.core.armour.5.9")
@pytest.mark.parametrize(
    ("change", "ban"),
    [
        ("", None),
        ("enemy-tank", bans.VEHICLE_THERE),
        ("enemy-wreck", None),
        ("one-friend", None),
        ("two-friends", bans.VEHICLES_FULL),
        ("men", None),
        ("men-in-forest", bans.NO_OVERRUN),
        ("men-assault", bans.NO_OVERRUN),
        ("men-shaken", bans.NO_OVERRUN),
    ],
)
def test_what_keeps_a_vehicle_out_of_a_hex(change: str, ban: object) -> None:
    friends = {"one-friend": 1, "two-friends": 2}.get(change, 0)
    foes: list[dict[str, Any]] = [unit(RIFLES, "E5", "r")] if change.startswith("men") else []
    if change.startswith("enemy"):
        foes = [vehicle(STUG, "E5", "G", markers=["wreck"] if change == "enemy-wreck" else [])]
    terrain = {"forest": ["E5"]} if change == "men-in-forest" else {}
    field = stand(SHERMAN, *(vehicle(SHERMAN, "E5", f"T{n}") for n in range(friends)), de=foes, terrain=terrain)
    tank(field).flags |= flags.SHAKEN if change == "men-shaken" else 0
    assert forbid_entry(field.state, tank(field), field.hex("E5"), change == "men-assault") is ban


@pytest.mark.rule("lnlt.core.armour.5.9")
@pytest.mark.parametrize(
    ("type_", "terrain", "may"),
    [(SHERMAN, "clear", True), (TRUCK, "clear", False), (SHERMAN, "brush", True), (SHERMAN, "rough", False)],
)
def test_what_may_be_overrun(type_: str, terrain: str, may: bool) -> None:
    field = stand(type_, terrain={terrain: ["E5"]} if terrain != "clear" else {})
    assert can_overrun(field.state, tank(field), field.hex("E5"), False) == may
    assert not can_overrun(field.state, tank(field), field.hex("E5"), True)


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.7", "lnlt.core.armour.5.6")
def test_what_a_point_of_movement_buys() -> None:
    field = stand(terrain={"light-woods": ["E5"], "water": ["E4"]}, de=[unit(RIFLES, "H5", "r")])
    state, one = field.state, tank(field)
    woods, water, back = field.hex("E5"), field.hex("E4"), field.hex("C5")
    cost = state.board.terrain[woods].costs[one.type.mode]
    assert forbid_point(state, one, water, False, False, 99) is bans.NO_GROUND
    assert forbid_point(state, one, woods, False, False, cost) is None
    assert forbid_point(state, one, woods, False, False, cost - 1) is bans.VEHICLE_TOO_FAR
    assert forbid_point(state, one, back, True, False, 2) is None
    assert forbid_point(state, one, back, True, False, 1) is bans.VEHICLE_TOO_FAR, "backwards costs twice"
    one.flags |= flags.SHAKEN
    assert forbid_point(state, one, woods, False, False, 99) is bans.VEHICLE_CLOSER
    assert forbid_point(state, one, back, True, False, 99) is None
    assert (allowance(one, True), allowance(one, False)) == ((one.type.move + 1) // 2, one.type.move)


@pytest.mark.rule("lnlt.core.armour.5.3")
@pytest.mark.parametrize(("hex_", "ban"), [("E4", bans.NO_GROUND), ("A1", bans.OFF_COURSE), ("D4", bans.OFF_COURSE)])
def test_why_it_does_not_drive_there(hex_: str, ban: Any) -> None:
    field = stand(terrain={"water": ["E4"]})
    field.order("S")
    field.do("set-out")
    assert field.refusals("forward", where=hex_) == [ban.rule]


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.6")
def test_with_its_first_point_a_vehicle_always_drives_on() -> None:
    """However steep: a hex that costs more than it has may be the only one it enters."""
    field = stand(TRUCK, terrain={"orchard": ["E4", "E5"]})
    field.order("S")
    field.do("set-out")
    one = tank(field)
    assert field.offers("forward", where="E5")
    field.do("forward", where="E5")
    spent = field.state.board.terrain[field.hex("E5")].costs[one.type.mode]
    assert one.hex == field.hex("E5")
    assert spent > 0


@pytest.mark.rule("lnlt.core.armour.5.10", "lnlt.core.armour.5.3")
def test_what_can_drive() -> None:
    for marks, may in (([], True), (["immobilised"], False), (["abandoned"], False), (["wreck"], False)):
        assert can_drive(tank(stand(spec={"markers": marks}))) == may


@pytest.mark.rule("lnlt.core.armour.11.5", "lnlt.core.armour.5.7", "lnlt.core.armour.5.4")
def test_how_a_vehicle_stands_at_the_start() -> None:
    spec = {"shaken": True, "turret": 3, "leader": DARIUS}
    field = stand(SHERMAN, vehicle(HALFTRACK, "E7", "H", shaken=True), spec=spec)
    one = tank(field)
    assert (one.facing, one.turret, one.leadership() > 0) == (EAST, 3, True)
    assert one.flags & (flags.SHAKEN | BUTTONED) == flags.SHAKEN | BUTTONED
    assert field.vehicle("H").flags & (flags.SHAKEN | BUTTONED) == flags.SHAKEN
    turrets = [name for name, type_ in vehicle_types().items() if type_.fixed]
    nation = vehicle_types()[turrets[0]].nation
    fort = Field(side(nation, vehicle(turrets[0], "D5", "T")), side("de", FAR))
    assert fort.vehicle("T").flags & BUTTONED


# ---- seats


@pytest.mark.rule("lnlt.core.armour.6.1", "lnlt.core.armour.6.2")
@pytest.mark.parametrize("change", ["", "marked", "shaken", "elsewhere", "enemy"])
def test_who_finds_a_seat(change: str) -> None:
    men = unit(PARA_HALF, "E5" if change == "elsewhere" else "D5", "b", shaken=change == "shaken")
    men["markers"] = ["fired"] if change == "marked" else []
    field = stand(HALFTRACK, men, de=[unit(RIFLES, "D5", "r")] if change == "enemy" else [])
    assert bool(boarders(field.state, tank(field))) == (change == "")


@pytest.mark.rule("lnlt.core.armour.6.1")
def test_how_much_room_there_is() -> None:
    men = [unit(PARA, "E5", "s"), unit(PARA_HALF, "E5", "h"), unit(CLARKSON, "E5", "l"), unit(MEDROW, "E5", "m")]
    field = stand(HALFTRACK, *men)
    carrier = tank(field)
    room = carrier.type.inside + carrier.type.riders
    for load, size in (("h", 1), ("s", 2)):
        assert has_seat(field.state, carrier, field.unit(load)) == (size <= room)
    carrier.passengers = [field.names["s"]]
    assert has_seat(field.state, carrier, field.unit("h")) == (room >= 3)
    assert has_seat(field.state, carrier, field.unit("l")), "single men besides"
    carrier.passengers = [field.names["l"]]
    assert has_seat(field.state, carrier, field.unit("m")) == (room >= 2)


@pytest.mark.rule("lnlt.core.armour.6.2", "lnlt.core.1.3")
@pytest.mark.parametrize("change", ["", "empty", "enemy", "full"])
def test_where_they_can_get_out(change: str) -> None:
    crowd = [unit(PARA, "D5") for _ in range(3)] if change == "full" else []
    spec = {} if change == "empty" else {"passengers": ["b"]}
    men = [unit(PARA_HALF, "D5" if change != "empty" else "E9", "b"), *crowd]
    field = stand(HALFTRACK, *men, spec=spec, de=[unit(RIFLES, "D5", "r")] if change == "enemy" else [])
    assert can_unload(field.state, tank(field)) == (change == "")


# ---- wrecks and crews


@pytest.mark.rule("lnlt.core.armour.13", "lnlt.core.armour.5.8")
@pytest.mark.parametrize("armoured", [False, True])
def test_the_rows_of_vehicles(armoured: bool) -> None:
    fates = [vehicle_fate(armoured, 5, total) for total in (5, 6, 9, 10, 14, 15)]
    assert fates[0] == 0
    assert fates == sorted(fates)
    assert fates[1] == fates[2]
    assert fates[3] == fates[4]


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.5.6")
@pytest.mark.parametrize(("type_", "shut"), [(SHERMAN, True), (HALFTRACK, False)])
def test_a_shaken_vehicle_shuts_its_hatches_and_stops(type_: str, shut: bool) -> None:
    field = stand(type_)
    one = tank(field)
    one.flags |= CONTINUOUS
    shake(field.state, one)
    assert one.flags & flags.SHAKEN
    assert bool(one.flags & BUTTONED) == shut
    assert not one.flags & CONTINUOUS


@pytest.mark.rule("lnlt.core.armour.5.10", "lnlt.core.armour.4.4", "lnlt.core.armour.6.5")
@pytest.mark.parametrize(
    ("dice", "crew", "rider"), [([2, 2], True, True), ([1, 1], False, False), ([4, 3], True, False)]
)
def test_who_lives_when_it_is_destroyed(dice: list[int], crew: bool, rider: bool) -> None:
    field = stand(HALFTRACK, unit(PARA_HALF, "D5", "b"), spec={"passengers": ["b"], "leader": ""})
    one = tank(field)
    field.state.dice = scripted(dice)
    losses = field.state.losses[0]
    destroy(field.state, one, "lnlt.core.armour.13", True)
    assert one.flags == WRECK
    assert one.passengers == []
    assert any(u.type.id == CREW and u.flags & flags.SHAKEN for u in field.state.units) == crew
    assert (field.place("b") == "D5") == rider
    if rider:
        assert field.unit("b").flags & (flags.SHAKEN | flags.MOVED) == flags.SHAKEN | flags.MOVED
    assert field.state.losses[0] >= losses + field.state.scenario.casualty_points


@pytest.mark.rule("lnlt.core.armour.5.10", "lnlt.core.armour.6.5")
def test_nobody_lives_in_what_is_assaulted() -> None:
    field = stand(HALFTRACK, unit(PARA_HALF, "D5", "b"), spec={"passengers": ["b"]})
    field.state.dice = scripted([])
    destroy(field.state, tank(field), "lnlt.core.armour.7.1", False)
    assert field.place("b") == "gone"
    assert not any(u.type.id == CREW for u in field.state.units)


@pytest.mark.rule("lnlt.core.armour.6.5")
@pytest.mark.parametrize(
    ("who", "marks"),
    [
        (PARA_HALF, flags.SHAKEN | flags.MOVED),
        (US_HERO, flags.WOUNDED | flags.MOVED),
        (CLARKSON, flags.SHAKEN | flags.MOVED),
    ],
)
def test_how_passengers_get_out(who: str, marks: int) -> None:
    field = stand(HALFTRACK, unit(who, "D5", "b"), spec={"passengers": ["b"]})
    field.state.dice = scripted([2])
    tank(field).passengers = []
    bail_out(field.state, field.names["b"], field.hex("D5"))
    assert field.place("b") == "D5"
    assert field.unit("b").flags & (flags.SHAKEN | flags.MOVED | flags.WOUNDED) == marks


@pytest.mark.rule("lnlt.core.armour.5.10", "lnlt.core.1.3")
@pytest.mark.parametrize("shaken", [False, True])
def test_a_vehicle_is_left_to_itself(shaken: bool) -> None:
    men = unit(PARA_HALF, "D5", "b")
    field = stand(HALFTRACK, men, spec={"passengers": ["b"], "markers": ["assault-move"]})
    one = tank(field)
    abandon(field.state, one, shaken)
    assert one.flags & ABANDONED
    assert not one.flags & flags.ASSAULT
    assert one.passengers == []
    assert (field.place("b"), field.has("b", flags.MOVED)) == ("D5", True)
    crews = [u for u in field.state.units if u.type.id == CREW]
    assert [bool(u.flags & flags.SHAKEN) for u in crews] == [shaken]
    assert [bool(u.flags & flags.MOVED) for u in crews] == [not shaken]


@pytest.mark.rule("lnlt.core.armour.5.10", "lnlt.core.1.3")
@pytest.mark.parametrize("change", ["", "enemy", "full"])
def test_a_crew_needs_room(change: str) -> None:
    crowd = [unit(PARA, "D5") for _ in range(3)] if change == "full" else []
    field = stand(SHERMAN, *crowd, de=[unit(RIFLES, "D5", "r")] if change == "enemy" else [])
    assert add_crew(field.state, tank(field), 0) == (change == "")


@pytest.mark.rule("lnlt.core.armour.4.6", "lnlt.hid.15.9.1d")
def test_an_aim_is_that_of_one_firer_on_one_target() -> None:
    foes = [vehicle(STUG, "H5", "G"), vehicle(PANZER, "H7", "P")]
    field = stand(SHERMAN, vehicle(SHERMAN, "D7", "T"), de=foes)
    field.order("S")
    field.do("shoot", "G", dice=[6, 6])
    one, other = field.names["S"], field.names["T"]
    assert acquired(field.state, one, field.names["G"]) == 1
    assert acquired(field.state, one, field.names["P"]) == 0
    assert acquired(field.state, other, field.names["G"]) == 0


# ---- machine guns in the hex itself


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.7.1")
def test_men_who_stay_in_its_hex_are_fired_at_from_near() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", leader=DARIUS)), side("de", unit(RIFLES, "D5", "r"), FAR))
    field.order("S")
    found = field.check_forecast("machine-guns", where="D5")
    assert {line.label: line.value for line in found.lines}["fire.adjacent"] == 2


# ---- last stands


@pytest.mark.rule("lnlt.hid.13.1.2i", "lnlt.hon.13.3.1a")
def test_the_reason_of_a_last_stand() -> None:
    table = Table(
        [unit("fr.cf.squad.2-3-4", "E5", "p"), unit("fr.reg.squad.1-6-4", "E6", "o")],
        [unit("ge.ss44.squad.2-6-4", "A9", "f")],
        nations=("fr", "de"),
    )
    clauses = ("lnlt.hon.13.3.1a", "lnlt.hid.13.1.2i", "other")
    found = {name: stand_rule(table.state, table.unit(name), clauses) for name in "pof"}
    assert found["p"] == "lnlt.hid.13.1.2i"
    assert found["o"] == "other"
    assert found["f"] not in ("lnlt.hid.13.1.2i", "other")
