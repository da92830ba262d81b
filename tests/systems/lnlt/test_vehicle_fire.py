"""Vehicles fire and are fired at: machine guns, small arms, opportunity fire, spotting."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.content.vehicles import vehicle_types
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, OPS, SHAKEN
from bocage.systems.lnlt.model.hull import BUTTONED, GUN_FIRED
from bocage.systems.lnlt.rules.machine_guns import bears, mg_firepower, mg_tally
from bocage.systems.lnlt.rules.orders import gun_options, smoke_options
from bocage.systems.lnlt.rules.vehicle_fire import is_soft, may_be_sprayed, vehicle_cover
from systems.lnlt.armour import DARIUS, EAST, FAR, HALFTRACK, PAK, SHERMAN, STUG, WEST, Field, drive, side, vehicle
from systems.lnlt.table import PARA, RIFLES, event, lines, unit

pytestmark = pytest.mark.both_seats

# ---- small arms


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.5.7", "lnlt.core.check.armour.9")
def test_small_arms_hurt_open_vehicles_and_soft_ones_alone() -> None:
    for spec, type_, offered in (
        ({}, STUG, True),
        ({"markers": ["buttoned"]}, STUG, False),
        ({}, "ge.veh.truck", True),
    ):
        field = Field(side("us", unit(PARA, "D5", "squad")), side("de", vehicle(type_, "F5", "V", **spec)))
        field.do("activate", where="D5")
        assert field.offers("fire-at-vehicle", "V") == offered


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.hid.15.7a", "lnlt.hid.15.7b", "lnlt.hid.15.7c")
def test_no_armour_behind() -> None:
    for type_, nation, enemy in (
        ("ge.veh.pzjager1", "de", "uk"),
        ("ge.veh.sig33", "de", "uk"),
        ("be.veh.t13b3", "be", "de"),
    ):
        squad = {"uk": "uk.bef.squad.1-6-4", "de": RIFLES}[enemy]
        squad = squad if squad in available() else RIFLES
        shooter = side("de" if squad == RIFLES else enemy, unit(squad, "D5", "squad"))
        if squad == RIFLES and nation == "de":
            shooter = side("us", unit(PARA, "D5", "squad"))
        for facing, armour in ((EAST, 0), (WEST, 1)):
            field = Field(shooter, side(nation, vehicle(type_, "F5", "V", facing)), module="hid")
            field.do("activate", where="D5")
            shot = event(field.do("fire-at-vehicle", "V", dice=[1, 6]), "spray-misses")
            assert shot.args["defence"] == 6 + armour


def available() -> set[str]:
    from bocage.systems.lnlt.content.counters import counters

    return set(counters("hid")[0])


@pytest.mark.rule(
    "lnlt.core.armour.7.3", *(f"lnlt.hid.15.8{letter}" for letter in "abcdef"), "lnlt.core.open.armour.17"
)
def test_open_tops_never_button() -> None:
    types = vehicle_types()
    for name in ("uk.veh.bren", "be.veh.t13b3", "ge.veh.pzjager1", "ge.veh.sdkfz8", "ge.veh.sdkfz251", "ge.veh.sig33"):
        assert types[name].open_topped
    field = Field(side("us", vehicle(HALFTRACK, "D5", "H")), side("de", FAR))
    field.order("H")
    assert not field.offers("button")


# ---- machine guns


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.3")
def test_machine_guns_add_up_and_the_turret_turns_at_a_price() -> None:
    for facing, turned in ((EAST, {}), (WEST, {"fire.turned": -1})):
        tank = vehicle(SHERMAN, "D5", "S", facing, leader=DARIUS)
        field = Field(side("us", tank), side("de", unit(RIFLES, "F5", "men"), FAR))
        field.order("S")
        shot = event(field.do("machine-guns", where="F5", dice=[1, 6]), "mg-misses")
        assert lines(shot) == {"fire.machine-guns": 4, "hit.armour-leader": 1, **turned}


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.4.1")
def test_gun_and_machine_guns_fire_at_one_hex_in_an_impulse() -> None:
    men = [unit(RIFLES, "F5", "one"), unit(RIFLES, "F6", "two")]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", *men))
    field.order("S")
    field.do("shoot-hex", where="F5", dice=[6, 6])
    assert {(c.verb, c.place) for c in field.choices()} == {("done", ""), ("machine-guns", "F5")}


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.2")
def test_hull_weapons_fire_to_the_front() -> None:
    for facing, offered in ((EAST, True), (WEST, False)):
        field = Field(side("de", vehicle(STUG, "D5", "G", facing)), side("us", vehicle(SHERMAN, "H5", "S", WEST)))
        field.order("G")
        assert field.offers("shoot", "S") == offered


@pytest.mark.rule(*(f"lnlt.hid.15.9.1{letter}" for letter in "abcdefgh"), "lnlt.core.armour.5.13")
def test_the_b1_bis_and_its_two_guns() -> None:
    type_ = vehicle_types()["fr.veh.b1bis"]
    assert [mg.fp for mg in type_.mgs] == [4]
    assert [gun.he for gun in type_.guns] == [2, 3]
    targets = [vehicle("ge.veh.pz2", "H5", "one", WEST), vehicle("ge.veh.pz2", "H6", "two", WEST)]
    field = Field(side("fr", vehicle("fr.veh.b1bis", "D5", "B")), side("de", *targets), module="hid")
    field.order("B")
    assert len(field.fitting("shoot", "one", "")) == 2
    turret = min(choice.id for choice in field.fitting("shoot", "one", ""))
    field.state.dice.script = [6, 6]
    field.state.dice.cursor = 0
    field.state.play(field.decision, turret)
    assert field.offers("shoot", "two")
    field.do("shoot", "two", dice=[6, 6])
    assert len(field.state.aims) == 2, "each gun keeps what it has acquired"
    rear = Field(side("fr", vehicle("fr.veh.b1bis", "D5", "B", WEST)), side("de", *targets), module="hid")
    rear.order("B")
    assert len(rear.fitting("shoot", "one", "")) == 1
    rush = Field(
        side("fr", vehicle("fr.veh.b1bis", "D5", "B", markers=["assault-move"])), side("de", *targets), module="hid"
    )
    rush.order("B")
    assert len(rush.fitting("shoot", "one", "")) == 1


@pytest.mark.rule(
    "lnlt.hid.15.9.3a", "lnlt.hid.15.9.3b", "lnlt.hid.15.9.3d", "lnlt.hid.15.9.3e", "lnlt.core.armour.5.13"
)
def test_the_bren_carrier() -> None:
    type_ = vehicle_types()["uk.veh.bren"]
    assert [(mg.fp, mg.range) for mg in type_.mgs] == [(1, 7), (1, 7)]
    for facing, fp in ((EAST, 2), (WEST, 1)):
        field = Field(
            side("uk", vehicle("uk.veh.bren", "C5", "B", facing)), side("de", unit(RIFLES, "F5", "men")), module="hid"
        )
        field.order("B")
        shot = field.do("machine-guns", where="F5", dice=[1, 6])
        assert lines(event(shot, "mg-misses"))["fire.machine-guns"] == fp


@pytest.mark.rule("lnlt.hid.15.9.3b")
@pytest.mark.parametrize(("distance", "fp"), [(7, 2), (8, 2), (10, 2), (11, 1), (20, 1), (21, 0)])
def test_both_guns_of_a_bren_carrier_reach_ten_hexes(distance: int, fp: int) -> None:
    carrier = side("uk", vehicle("uk.veh.bren", "C25", "B", facing=0))
    field = Field(carrier, side("de", unit(RIFLES, f"C{25 - distance}", "men")), module="hid", columns=5, rows=26)
    at = field.hex(f"C{25 - distance}")
    assert mg_firepower(field.state, field.vehicle("B"), at) == fp
    field.order("B")
    assert field.offers("machine-guns", where=f"C{25 - distance}") == (fp > 0)


# ---- opportunity fire


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.4.3")
def test_every_point_spent_may_be_fired_on() -> None:
    field = drive(de=[unit(PAK, "H5", "gun", facing=WEST)])
    field.do("pivot-right")
    assert field.kind == "reaction"
    shot = event(field.do("react-gun", "gun", dice=[6, 6]), "shot-misses")
    assert lines(shot)["hit.moving"] == 1
    assert field.has("gun", FIRED)


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.1.1")
def test_ops_complete_firers_hit_less() -> None:
    field = drive(de=[unit(PAK, "H5", "gun", facing=WEST, markers=["ops-complete"])])
    field.do("pivot-right")
    assert lines(event(field.do("react-gun", "gun", dice=[6, 6]), "shot-misses"))["hit.ops-complete"] == 2


@pytest.mark.rule("lnlt.core.armour.5.11")
def test_vehicles_fire_gun_and_machine_guns_at_men_on_the_move() -> None:
    field = Field(side("de", unit(RIFLES, "F5", "men")), side("us", vehicle(SHERMAN, "C5", "S")))
    field.do("activate", where="F5")
    field.do("move", where="F5")
    field.do("step", where="F6")
    assert {"react-gun", "react-machine-guns", "decline"} <= field.verbs()
    field.do("react-gun", "S", dice=[6, 6])
    assert field.offers("react-machine-guns", "S")
    assert not field.offers("react-gun", "S")


# ---- spotting


@pytest.mark.rule(
    "lnlt.core.option.spot_vehicle_bonus",
    "lnlt.core.armour.5.12",
    "lnlt.core.armour.5.7",
    "lnlt.dj.10.11a",
    "lnlt.core.option.dj_vehicle_spotting",
)
def test_open_vehicles_spot_and_vehicles_are_easier_to_spot_by_option() -> None:
    for buttoned in (False, True):
        spec: dict[str, Any] = {"markers": ["buttoned"]} if buttoned else {}
        more: dict[str, Any] = {"terrain": {"brush": ["H5"]}, "options": {"dj_vehicle_spotting": True}}
        field = Field(
            side("us", vehicle(SHERMAN, "D5", "S", **spec)), side("de", vehicle(STUG, "H5", "G", WEST)), **more
        )
        assert field.offers("spot", "S", "H5") != buttoned
        if not buttoned:
            assert lines(event(field.do("spot", "S", "H5", dice=[5]), "spot-fails")) == {"spot.vehicle": -1}


@pytest.mark.rule("lnlt.dj.10.11a", "lnlt.core.option.dj_vehicle_spotting", "lnlt.core.10.1.1")
@pytest.mark.parametrize("option", [False, True])
def test_only_vehicles_are_easier_to_spot_whoever_looks(option: bool) -> None:
    more: dict[str, Any] = {"terrain": {"brush": ["H5", "H7"]}, "options": {"dj_vehicle_spotting": option}}
    hidden = side("de", vehicle(STUG, "H5", "G", WEST), unit(RIFLES, "H7", "men"))
    for looker in ("S", "p"):
        for place, bonus in (("H5", option), ("H7", False)):
            field = Field(side("us", vehicle(SHERMAN, "D5", "S"), unit(PARA, "D5", "p")), hidden, **more)
            found = event(field.do("spot", looker, place, dice=[5]), "spot-fails")
            assert lines(found) == ({"spot.vehicle": -1} if bonus else {})


# ---- refusals


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.5.12", "lnlt.core.armour.4.1")
def test_refusals_name_the_clause() -> None:
    shut = vehicle(STUG, "H5", "G", WEST, markers=["buttoned"])
    field = Field(side("us", unit(PARA, "E5", "squad"), vehicle(SHERMAN, "D5", "S", shaken=True)), side("de", shut))
    assert field.refusals("spot", "S", "H5") == ["lnlt.core.armour.5.12"]
    field.do("activate", where="E5")
    assert field.refusals("fire-at-vehicle", "G") == ["lnlt.core.armour.5.7"]
    field = Field(side("de", vehicle(STUG, "D5", "G", WEST)), side("us", vehicle(SHERMAN, "H5", "S")))
    field.order("G")
    assert field.refusals("shoot", "S") == ["lnlt.core.armour.5.5"]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", markers=["fired"]), unit(PARA, "D5", "men")), side("de", shut))
    field.do("activate", where="D5")
    assert field.refusals("command", "S") == ["lnlt.core.armour.4.1"]


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.6.3", "lnlt.core.armour.5.11", "lnlt.core.11.4")
@pytest.mark.parametrize(
    ("mode", "spotted", "fired_at"), [("move", False, True), ("low-crawl", False, False), ("low-crawl", True, True)]
)
@pytest.mark.first_seat
def test_guns_and_snipers_fire_at_spotted_crawlers_alone(mode: str, spotted: bool, fired_at: bool) -> None:
    for enemy in (unit(PAK, "C5", "gun", facing=EAST), unit("ge.sniper", "C5", "man")):
        first = side("us", unit(PARA, "G5", "men"), unit(PARA, "A9", "rest", markers=["fired"]))
        field = Field(first, side("de", enemy, unit("ge.medic", "L1", "far")), terrain={"brush": ["G5", "G6"]})
        if spotted:
            field.state.spotted[0] |= 1 << field.hex("G6")
            field.state.stale()
        field.do("activate", where="G5")
        field.do(mode, where="G5")
        field.do("step", where="G6")
        assert field.offers("decline") == fired_at


@pytest.mark.rule("lnlt.core.armour.4.7", "lnlt.core.option.smoke_shells")
@pytest.mark.first_seat
def test_smoke_shells_of_a_vehicle_that_has_not_fired_its_gun() -> None:
    for flags, offered in ((0, True), (GUN_FIRED, False), (ASSAULT, True)):
        tank = vehicle(SHERMAN, "D5", "S")
        field = Field(side("us", tank), side("de", FAR), options={"smoke_shells": True}, terrain={"forest": ["L9"]})
        field.vehicle("S").flags |= flags
        field.state.shells[0] = 1
        assert field.vehicle("S").type.guns[0].assault_fire
        assert bool(smoke_options(field.state, field.vehicle("S"))) == offered
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", FAR), options={"smoke_shells": False})
    field.state.shells[0] = 1
    assert not smoke_options(field.state, field.vehicle("S"))


@pytest.mark.rule("lnlt.hid.15.9.1c", "lnlt.core.armour.5.6", "lnlt.core.armour.4.7")
def test_the_hull_gun_of_the_b1_does_not_fire_after_an_assault_move() -> None:
    target = vehicle("ge.veh.pz2", "H5", "P", WEST)
    for flags, guns in ((0, 2), (ASSAULT, 1)):
        field = Field(side("fr", vehicle("fr.veh.b1bis", "D5", "B")), side("de", target), module="hid")
        tank = field.vehicle("B")
        tank.flags |= flags
        assert [gun.assault_fire for gun in tank.type.guns].count(True) == 1
        assert len(gun_options(field.state, tank, -1)) == guns


# ---- limits


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.5.4")
def test_machine_guns_reach_twice_their_range() -> None:
    field = Field(side("us", vehicle(SHERMAN, "A5", "S")), side("de", FAR), columns=26)
    tank = field.vehicle("S")
    gun = tank.type.mgs[0]
    distances = field.state.board.grid.distances[tank.hex]
    half = (gun.fp + 1) // 2
    for distance, fp in ((1, gun.fp), (gun.range, gun.fp), (gun.range + 1, half), (2 * gun.range, half)):
        hexes = [hex_ for hex_ in range(field.state.board.hexes) if distances[hex_] == distance]
        if hexes:
            assert mg_firepower(field.state, tank, hexes[0], 0) == fp
            assert bears(field.state, tank, gun, hexes[0])
    beyond = [hex_ for hex_ in range(field.state.board.hexes) if distances[hex_] == 2 * gun.range + 1]
    assert not beyond or not bears(field.state, tank, gun, beyond[0])


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.6", "lnlt.core.armour.5.11", "lnlt.core.5.0.2")
@pytest.mark.rule("lnlt.core.armour.7.1")
@pytest.mark.parametrize(
    ("flags", "hex_", "opportunity", "moving", "expected"),
    [
        (0, "G5", False, False, {}),
        (0, "E5", False, False, {"fire.adjacent": 2}),
        (0, "D5", False, False, {"fire.adjacent": 2}),
        (0, "E5", True, False, {"fire.adjacent": 2}),
        (0, "D5", True, False, {}),
        (ASSAULT, "G5", False, False, {"fire.assault": -2}),
        (OPS, "G5", False, False, {}),
        (OPS, "G5", True, False, {"fire.ops-complete": -1}),
        (0, "G5", True, False, {}),
        (0, "G5", False, True, {"fire.moving": 1}),
    ],
)
def test_what_counts_for_machine_guns(
    flags: int, hex_: str, opportunity: bool, moving: bool, expected: dict[str, int]
) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", FAR))
    field.vehicle("S").flags |= flags
    tally = mg_tally(field.state, field.vehicle("S"), field.hex(hex_), opportunity, moving)
    found = {line.label: line.value for line in tally.lines}
    found.pop("fire.machine-guns")
    assert found == expected


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.5.7", "lnlt.hid.15.7a")
@pytest.mark.parametrize(
    ("type_", "flags", "origin", "soft", "sprayed"),
    [
        (STUG, 0, "G5", False, True),
        (STUG, BUTTONED, "G5", False, False),
        ("ge.veh.truck", 0, "G5", True, True),
        ("ge.veh.pzjager1", 0, "G5", False, True),
        ("ge.veh.pzjager1", 0, "A5", True, True),
        ("ge.veh.pzjager1", 0, "D5", False, True),
    ],
)
def test_what_is_soft_and_what_is_sprayed(type_: str, flags: int, origin: str, soft: bool, sprayed: bool) -> None:
    field = Field(side("us", unit(PARA, "L1", "p")), side("de", vehicle(type_, "D5", "V", EAST)), module="hid")
    target = field.vehicle("V")
    target.flags |= flags
    assert is_soft(field.state, target, field.hex(origin)) == soft
    assert may_be_sprayed(field.state, target, field.hex(origin)) == sprayed
    cover = {line.label: line.value for line in vehicle_cover(field.state, target, field.hex(origin)).lines}
    assert ("fire.armour" in cover) == (not soft)


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.13")
@pytest.mark.parametrize(("die", "shaken"), [(3, False), (4, True)])
def test_a_tie_does_not_hurt_a_vehicle(die: int, shaken: bool) -> None:
    field = Field(side("us", unit(PARA, "D5", "squad")), side("de", vehicle(STUG, "F5", "V", WEST), FAR))
    lowest = field.vehicle("V").type.lowest
    field.do("activate", where="D5")
    dice = [die, die + 2 - lowest - (1 if shaken else 0), *([6] if shaken else [])]
    shot = event(field.do("fire-at-vehicle", "V", dice=dice), "spray-hits" if shaken else "spray-misses")
    assert shot.args["difference"] == (1 if shaken else 0)
    assert bool(field.vehicle("V").flags & SHAKEN) == shaken
    assert field.has("squad", FIRED)


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.armour.5.7")
@pytest.mark.parametrize(("markers", "more"), [([], {}), (["moved"], {"fire.moving": 1})])
def test_men_fire_better_at_a_vehicle_on_the_move(markers: list[str], more: dict[str, int]) -> None:
    truck = vehicle("ge.veh.truck", "F5", "V", WEST, markers=markers)
    field = Field(side("us", unit(PARA, "D5", "squad")), side("de", truck, FAR))
    field.do("activate", where="D5")
    shot = event(field.do("fire-at-vehicle", "V", dice=[1, 6]), "spray-misses")
    assert lines(shot) == {"fire.lead": 2, **more}
