"""Armour at the edges: fans of every facing, the second seat, the last point, the first shell."""

from __future__ import annotations

from math import atan2, degrees, sqrt
from typing import Any

import pytest

from bocage.systems.lnlt.model.flags import FIRED, MOVED, SHAKEN
from bocage.systems.lnlt.model.vehicles import BEHIND, FRONT, SIDE, VEHICLE_IDS, Aim, bearing
from bocage.systems.lnlt.rules.driving import can_stand
from bocage.systems.lnlt.rules.ordnance import reachable, target_hex, target_vehicle
from bocage.systems.lnlt.rules.transport import riders
from systems.lnlt.armour import DARIUS, FAR, HALFTRACK, PAK, SHERMAN, STUG, TRUCK, WEST, Field, drive, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, PARA_HALF, RIFLES, WEISS, Table, event, lines, unit

# ---- facing


@pytest.mark.rule("lnlt.core.armour.5.2", "lnlt.core.option.facing")
@pytest.mark.parametrize("hexside", [False, True])
def test_sixty_degrees_to_either_hand_are_in_front_and_behind(hexside: bool) -> None:
    grid = Field(side("us", vehicle(SHERMAN, "F5", "S")), side("de", FAR)).state.board.grid
    here = grid.numbers["F5"]
    for facing in range(6):
        faced = (90 if hexside else 60) - 60 * facing
        for to in range(len(grid.names)):
            if to == here:
                continue
            angle = degrees(atan2(sqrt(3) * (grid.ys[here] - grid.ys[to]), grid.xs[to] - grid.xs[here]))
            off = abs((angle - faced + 180) % 360 - 180)
            fan = FRONT if off < 60.001 else BEHIND if off > 120.001 else SIDE
            assert bearing(grid, here, facing, to, hexside) == fan, (facing, grid.names[to])


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.2")
@pytest.mark.parametrize(("way", "start", "end"), [("pivot-right", 5, 0), ("pivot-left", 0, 5)])
def test_a_pivot_goes_round_the_clock(way: str, start: int, end: int) -> None:
    field = drive(facing=start)
    field.do(way)
    assert field.vehicle("S").facing == end


# ---- acquisition


@pytest.mark.rule("lnlt.core.armour.4.6")
@pytest.mark.parametrize(("way", "kept"), [("pivot-left", {"by G"}), ("forward", set())])
def test_a_turn_costs_its_own_aim_and_a_move_that_of_others_too(way: str, kept: set[str]) -> None:
    field = drive(de=[vehicle(STUG, "H5", "G", WEST, markers=["fired"])], swapped=True)
    tank, gun = field.names["S"], field.names["G"]
    field.state.aims = [Aim(tank, 0, gun, 1), Aim(gun, 0, tank, 1)]
    field.do(way, where="E5" if way == "forward" else "")
    assert {"by G" if aim.firer == gun else "by S" for aim in field.state.aims} == kept


# ---- where vehicles stand, and who gets in and out


@pytest.mark.rule("lnlt.core.armour.14.1", "lnlt.core.armour.5.4")
@pytest.mark.parametrize(
    ("type_", "terrain", "may"),
    [(SHERMAN, "light-woods", True), (TRUCK, "light-woods", False), (SHERMAN, "stone-building", False)],
)
def test_on_what_ground_a_vehicle_stands(type_: str, terrain: str, may: bool) -> None:
    roads = [["B2", "B3"]]
    field = Field(side("us", vehicle(type_, "A1", "S")), side("de", FAR), terrain={terrain: ["E5", "B2"]}, roads=roads)
    kind = field.vehicle("S").type
    assert can_stand(field.state, kind, field.hex("E5")) == may
    assert can_stand(field.state, kind, field.hex("B2")), "a road leads through"


@pytest.mark.rule("lnlt.core.armour.6.2")
def test_getting_out_twice_takes_all_the_movement() -> None:
    carrier = vehicle(HALFTRACK, "F5", "H", 2, passengers=["gun"])
    first = side("us", carrier, unit("us.wt.atg57", "F5", "gun", facing=5), unit(PARA_HALF, "F5", "b"))
    field = Field(first, side("de", FAR))
    field.order("H")
    field.do("unload")
    assert field.unit("gun").facing == 2, "it is turned as the vehicle is"
    field.do("load", "b")
    field.do("unload")
    assert not field.verbs() & {"load", "unload", "set-out", "set-out-assaulting"}


@pytest.mark.rule("lnlt.core.armour.6.2", "lnlt.core.armour.5.10")
@pytest.mark.parametrize("immobile", [False, True])
def test_nobody_gets_into_a_vehicle_that_cannot_move(immobile: bool) -> None:
    carrier = vehicle(HALFTRACK, "F5", "H", markers=["immobilised"] if immobile else [])
    field = Field(side("us", carrier, unit(PARA_HALF, "F5", "b")), side("de", FAR))
    field.order("H")
    assert field.offers("load", "b") != immobile


@pytest.mark.rule("lnlt.core.armour.6.3")
@pytest.mark.parametrize(("type_", "outside"), [(SHERMAN, True), (HALFTRACK, False), (TRUCK, False)])
def test_only_who_sits_outside_rides(type_: str, outside: bool) -> None:
    field = Field(side("us", vehicle(type_, "F5", "H", passengers=["b"]), unit(PARA_HALF, "F5", "b")), side("de", FAR))
    assert bool(riders(field.vehicle("H"))) == outside


# ---- fire from the second seat


def tank_fire(*enemies: dict[str, Any], **more: Any) -> Field:
    """A tank with a leader in D5 that fires, in the second seat."""
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", leader=DARIUS)), side("de", *enemies, FAR), swapped=True, **more
    )
    field.order("S")
    return field


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.4.2", "lnlt.core.armour.4.3", "lnlt.core.armour.4.4")
def test_a_gun_fires_at_a_vehicle_across_degrading_ground() -> None:
    field = tank_fire(vehicle(STUG, "G5", "G", WEST), terrain={"brush": ["F5", "F6", "E5"]})
    found = field.check_forecast("shoot", "G")
    modifiers = {"hit.open": -1, "hit.armour-leader": -1, "fire.degrading": 2}
    shot = event(field.do("shoot", "G", dice=[5, 6]), "shot-misses")
    assert lines(shot) == modifiers
    assert found.need == f"≤ {shot.args['need']}"


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.8", "lnlt.core.armour.3")
@pytest.mark.parametrize("men", [True, False])
def test_machine_guns_fire_across_degrading_ground(men: bool) -> None:
    foe = unit(RIFLES, "G5", "men") if men else vehicle(STUG, "G5", "G", WEST)
    field = tank_fire(foe, terrain={"brush": ["F5", "F6", "E5"]})
    verb = next(choice.verb for choice in field.choices() if choice.verb.startswith("machine") and choice.place == "G5")
    field.check_forecast(verb, "" if men else "G", "G5" if men else "")
    events = field.do(verb, "" if men else "G", "G5" if men else "", dice=[1, 6])
    shot = event(events, "mg-misses" if men else "spray-misses")
    assert lines(shot)["fire.degrading"] == -2
    assert field.vehicle("S").flags & FIRED
    assert not field.offers(verb), "once"


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.3")
def test_machine_guns_hurt_the_men_they_hit() -> None:
    field = tank_fire(unit(RIFLES, "F5", "men"))
    events = field.do("machine-guns", where="F5", dice=[6, 1, 6])
    assert event(events, "mg-hits")
    assert field.is_shaken("men") or field.place("men") == "gone"


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.4.3")
@pytest.mark.parametrize("done", [False, True])
def test_a_vehicle_that_has_done_its_part_hits_less(done: bool) -> None:
    field = drive(de=[vehicle(STUG, "H5", "G", WEST, markers=["ops-complete"] if done else [])], swapped=True)
    field.do("pivot-right")
    found = lines(event(field.do("react-gun", "G", dice=[6, 6]), "shot-misses"))
    assert found.get("hit.ops-complete", 0) == (2 if done else 0)


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.2.2")
def test_what_a_gun_reaches() -> None:
    enemies = [
        unit(RIFLES, "G5", "open"),
        unit(RIFLES, "G3", "hidden"),
        unit(RIFLES, "D5", "here"),
        vehicle(STUG, "F7", "G"),
        vehicle(STUG, "F8", "wreck", markers=["wreck"]),
    ]
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S")), side("de", *enemies), swapped=True, terrain={"light-woods": ["G3"]}
    )
    gun = field.vehicle("S").type.guns[0]
    found = reachable(field.state, 1, field.hex("D5"), gun)
    assert set(found) == {target_hex(field.hex("G5")), target_vehicle(field.names["G"] - VEHICLE_IDS)}
    blind = reachable(field.state, 1, field.hex("D5"), gun, unseen=True)
    assert set(blind) - set(found) == {target_hex(field.hex("G3"))}


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.1.2")
@pytest.mark.parametrize(("foe", "may"), [("E5", True), ("H5", False)])
def test_a_rocket_has_a_range_and_is_fired_once(foe: str, may: bool) -> None:
    men = unit(RIFLES, "D5", "men", weapons=["ge.sw.panzerfaust"])
    field = Field(side("de", men), side("us", vehicle(SHERMAN, foe, "S"), unit(CLARKSON, "L9")), swapped=True)
    field.do("activate", where="D5")
    assert field.offers("aim", "men") == may
    if may:
        field.do("aim", "men")
        assert event(field.do("shoot", "S", dice=[6, 6]), "shot-misses")
        assert field.has("men", FIRED)
        assert all(weapon.owner < 0 for weapon in field.state.weapons)


# ---- mortars and guns


@pytest.mark.rule("lnlt.core.armour.8.1")
def test_a_mortar_shells_men_and_vehicles_under_cover() -> None:
    tube = unit("us.wt.mortar81", "B5", "mortar")
    enemies = [unit(RIFLES, "G5", "men"), vehicle(STUG, "G5", "G")]
    field = Field(side("us", tube), side("de", *enemies), swapped=True, terrain={"light-woods": ["G5"]})
    field.state.spotted[0] |= 1 << field.hex("G5")
    field.state.stale()
    field.do("activate", where="B5")
    field.do("shell", "mortar")
    found = field.check_forecast("shoot-hex", where="G5")
    assert f"unit:{field.names['G']}" in found.odds
    events = field.do("shoot-hex", where="G5", dice=[1, 1, 6, 6])
    assert {one.kind for one in events} >= {"mortar", "barrage-misses"}
    assert field.has("mortar", FIRED)


@pytest.mark.rule("lnlt.core.armour.2.3", "lnlt.core.armour.4.1")
def test_a_gun_team_fires_at_a_vehicle_or_at_men() -> None:
    for verb, name, where in (("shoot", "S", ""), ("shoot-hex", "", "G6")):
        enemies = [vehicle(SHERMAN, "G5", "S", WEST), unit(PARA, "G6", "men")]
        field = Field(side("de", unit(PAK, "D5", "gun", facing=1), WEISS_FAR), side("us", *enemies), swapped=True)
        field.do("activate", where="D5")
        field.do("aim", "gun")
        field.check_forecast(verb, name, where)
        assert event(field.do(verb, name, where, dice=[6, 6]), "shot-misses")
        assert field.has("gun", FIRED)
        assert len(field.state.aims) == 1


WEISS_FAR = unit(WEISS, "L9", "boss")


# ---- overruns and close assaults from the second seat


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.armour.3")
def test_an_overrun_with_an_armour_leader() -> None:
    men = unit(RIFLES, "E5", "men", markers=["fired"])
    field = drive(de=[men, FAR], spec={"leader": DARIUS}, swapped=True)
    attack = event(field.do("forward", where="E5", dice=[1, 6, 1]), "overrun-hits")
    assert lines(attack) == {"overrun.firepower": 7, "hit.armour-leader": 1}
    field.do("forward", where="F5")
    assert field.vehicle("S").hex == field.hex("F5"), "and on, without another"
    field.do("stop")
    assert field.vehicle("S").flags & (MOVED | FIRED) == MOVED | FIRED


@pytest.mark.rule("lnlt.core.armour.7.1")
def test_a_close_assault_from_the_second_seat() -> None:
    tank = vehicle(SHERMAN, "F5", "S")
    field = Field(side("de", unit(RIFLES, "E5", "men"), WEISS_FAR), side("us", tank), swapped=True)
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("step", where="F5", dice=[2, 2])
    assert field.kind == "reaction"
    assert field.offers("react-machine-guns", "S")
    assert event(field.do("decline", dice=[1, 6]), "close-assault-fails")
    assert field.place("men") == "F5"


@pytest.mark.rule("lnlt.hid.skill.tromblon.f", "lnlt.hid.skill.tromblon.g", "lnlt.hid.skill.tromblon.b")
@pytest.mark.parametrize(("die", "hurt"), [(3, False), (4, True), (5, True)])
def test_a_grenade_that_ties_hurts_nobody(die: int, hurt: bool) -> None:
    table = Table(
        [unit(RIFLES, "E3", "f")],
        [unit("fr.reg.squad.1-6-4", "E5", "g", skill="tromblon")],
        nations=("de", "fr"),
        impulse="fr",
        options={"fire_ignition": False},
    )
    table.do("activate", where="E5")
    table.check_forecast("rifle-grenade", "g")
    events = table.do("rifle-grenade", "g", dice=[die, 5, *([6] if hurt else [])])
    assert event(events, "fire-hits" if hurt else "fire-misses").args["difference"] == (die - 3)
    assert bool(table.unit("f").flags & SHAKEN) == hurt
