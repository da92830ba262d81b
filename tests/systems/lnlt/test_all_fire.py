"""What holds for all fire alike: who is hit, what hides or exposes him, fires, cards, spotters and leaders."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.rules.firepower import defence_tally, in_reach
from bocage.systems.lnlt.rules.guns import mortar_tally
from bocage.systems.lnlt.rules.machine_guns import MachineGunFire
from bocage.systems.lnlt.rules.ordnance import OWN_GUN, may_shoot, men_are_moving, target_vehicle, to_hit_tally
from systems.lnlt.armour import EAST, PAK, PANZER, SHERMAN, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, PARA_HALF, RIFLES, WEISS, Table, event, lines, unit

pytestmark = pytest.mark.both_seats

SPAHI = "fr.spahi.squad.1-12-4"
ARDENNAIS = "be.ca.squad.1-5-4"
BRITISH = "uk.para.squad.1-6-4"
MORTAR = "uk.sw.mortar51"


def kinds_of(events: list[Any]) -> list[str]:
    return [one.kind for one in events]


# ---- who is hit


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.armour.4.5")
def test_he_by_opportunity_strikes_the_movers_alone() -> None:
    men = (unit(PARA, "D5", "mover"), unit(PARA, "D4", "bystander"))
    field = Field(side("us", *men), side("de", vehicle(PANZER, "H4", "P", WEST)))
    field.do("activate", where="D5")
    field.do("move", where="D5")
    field.do("step", where="D4")
    events = field.do("react-gun", dice=[1, 2, 6, 1, 6])
    assert [one.outcomes[0][0] for one in events if one.kind == "damage"] == [f"unit:{field.names['mover']}"]


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.armour.4.3")
def test_who_has_moved_there_before_does_not_shelter_the_movers() -> None:
    men = (unit(PARA, "D5", "mover"), unit(PARA, "D4", "bystander", markers=["moved"]))
    field = Field(side("us", *men), side("de", vehicle(PANZER, "H4", "P", WEST, markers=["buttoned"])))
    field.do("activate", where="D5")
    field.do("low-crawl", where="D5")
    field.do("step", where="D4")
    assert "hit.moving" not in lines(event(field.do("react-gun", dice=[6, 6]), "shot-misses"))


# ---- fires


@pytest.mark.rule("lnlt.core.armour.4.5", "lnlt.pac.12.10.5.6a")
@pytest.mark.parametrize(("ignition", "die", "checks"), [(True, 6, True), (True, 5, False), (False, 6, False)])
def test_he_may_set_a_hex_alight(ignition: bool, die: int, checks: bool) -> None:
    men = side("us", unit(PARA, "D4", "men", markers=["fired"]))
    more: dict[str, Any] = {"terrain": {"light-woods": ["D4"]}, "options": {"fire_ignition": ignition}}
    field = Field(men, side("de", vehicle(PANZER, "H4", "P", WEST)), impulse="de", **more)
    field.order("P")
    events = field.do("shoot-hex", where="D4", dice=[1, 2, die, 6, 1, *([1] if checks else [])])
    assert ("fire-dies" in kinds_of(events)) == checks


@pytest.mark.rule("lnlt.pac.12.10.5.6a", "lnlt.core.armour.5.5")
def test_machine_guns_of_a_vehicle_may_set_a_hex_alight() -> None:
    men = side("us", unit(PARA, "D4", "men", markers=["fired"]))
    more: dict[str, Any] = {"terrain": {"light-woods": ["D4"]}}
    field = Field(men, side("de", vehicle(PANZER, "H4", "P", WEST)), impulse="de", **more)
    field.order("P")
    events = field.do("machine-guns", where="D4", dice=[6, 6, 1, 1])
    assert "fire-dies" in kinds_of(events)


@pytest.mark.rule("lnlt.pac.12.10.5.6a", "lnlt.core.armour.5.8")
def test_fire_at_a_vehicle_may_set_its_hex_alight() -> None:
    target = vehicle(PANZER, "F5", "P", WEST, markers=["fired"])
    more: dict[str, Any] = {"terrain": {"light-woods": ["F5"]}}
    field = Field(side("us", unit(PARA, "D5", "men"), vehicle(SHERMAN, "C5", "S")), side("de", target), **more)
    field.do("activate", where="D5")
    assert "fire-dies" in kinds_of(field.do("fire-at-vehicle", "P", dice=[6, 6, 1]))


@pytest.mark.rule("lnlt.pac.12.10.5.6a", "lnlt.core.armour.5.9")
@pytest.mark.parametrize(("ignition", "die", "checks"), [(True, 6, True), (True, 5, False), (False, 6, False)])
def test_an_overrun_may_set_a_hex_alight(ignition: bool, die: int, checks: bool) -> None:
    men = side("us", unit(PARA, "D4", "men", markers=["fired"]))
    more: dict[str, Any] = {"terrain": {"orchard": ["D4"]}, "options": {"fire_ignition": ignition}}
    field = Field(men, side("de", vehicle(PANZER, "E4", "P", WEST)), impulse="de", **more)
    field.order("P")
    field.do("set-out")
    field.check_forecast("forward", where="D4")
    events = field.do("forward", where="D4", dice=[die, 6, *([1] if checks else []), 2])
    assert ("fire-dies" in kinds_of(events)) == checks


# ---- what hides and what exposes


def machine_guns(men: dict[str, Any], **more: Any) -> dict[str, int]:
    field = Field(side("fr", men), side("de", vehicle(PANZER, "H5", "P", WEST, markers=["buttoned"])), **more)
    tally = MachineGunFire(1, 0, field.hex("D5"), -1, [field.names["men"]], False).tally(field.state)
    return {line.label: line.value for line in tally.lines if line.label != "fire.machine-guns"}


@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.armour.5.5")
@pytest.mark.parametrize(("markers", "expected"), [([], {"fire.mounted": 1}), (["moved"], {"fire.riding": -1})])
def test_riders_are_to_machine_guns_of_vehicles_what_they_are_to_rifles(
    markers: list[str], expected: dict[str, int]
) -> None:
    assert machine_guns(unit(SPAHI, "D5", "men", markers=markers), module="hid") == expected


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.tec.wheat", "lnlt.sab.22.3q", "lnlt.core.6.4", "lnlt.nosb.21.6g")
@pytest.mark.parametrize(
    ("flags", "terrain", "expected"),
    [
        (flags.MOVED, "", {"fire.moving": 1}),
        (flags.MOVED, "wheat", {}),
        (flags.MOVED | flags.SHELTERED, "", {}),
        (flags.MOVING | flags.STEALTH, "", {}),
        (flags.RUNNING, "", {"fire.moving": 1}),
        (flags.PARACHUTE, "", {"fire.parachute": 2}),
    ],
)
def test_machine_guns_of_vehicles_and_mortars_count_what_rifles_count(
    flags: int, terrain: str, expected: dict[str, int]
) -> None:
    more: dict[str, Any] = {"terrain": {terrain: ["D5"]}} if terrain else {}
    mortar = unit("ge.wt.mortar81", "I5", "mortar")
    tank = vehicle(PANZER, "H5", "P", WEST, markers=["buttoned"])
    field = Field(side("us", unit(PARA, "D5", "men")), side("de", tank, mortar), **more)
    field.unit("men").flags |= flags
    at = field.hex("D5")
    guns = MachineGunFire(1, 0, at, -1, [field.names["men"]], False).tally(field.state)
    shells = mortar_tally(field.state, field.unit("mortar"), at, False)
    for tally, label in ((guns, "fire.machine-guns"), (shells, "barrage.firepower")):
        assert {line.label: line.value for line in tally.lines if line.label != label} == expected


@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.armour.8.1")
def test_mortars_count_riders() -> None:
    field = Field(
        side("fr", unit(SPAHI, "D5", "men")), side("de", unit("ge.wt.mortar81", "I5", "mortar")), module="hid"
    )
    tally = mortar_tally(field.state, field.unit("mortar"), field.hex("D5"), False)
    assert {line.label: line.value for line in tally.lines if line.label != "barrage.firepower"} == {"fire.mounted": 1}


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.6.4")
@pytest.mark.parametrize(
    ("flags", "moving"), [(flags.MOVING | flags.STEALTH, False), (flags.RUNNING, True), (flags.ASSAULT, True)]
)
def test_who_is_a_moving_target_for_guns(flags: int, moving: bool) -> None:
    field = Field(side("us", unit(PARA, "D5", "men")), side("de", vehicle(PANZER, "H5", "P", WEST)))
    field.unit("men").flags |= flags
    assert men_are_moving(field.state, [field.names["men"]]) == moving


@pytest.mark.rule("lnlt.core.armour.5.10")
@pytest.mark.parametrize(
    ("wreck", "tank", "tm"), [(False, False, 0), (True, False, 1), (False, True, 1), (True, True, 1)]
)
def test_a_wreck_and_a_vehicle_together_shelter_as_one_does(wreck: bool, tank: bool, tm: int) -> None:
    own = [unit(PARA, "D5", "men"), *([vehicle(SHERMAN, "D5", "S")] if tank else [])]
    ground = [{"marker": "wreck", "hexes": ["D5"]}] if wreck else []
    field = Field(side("us", *own), side("de", unit(RIFLES, "H5", "far")), ground=ground)
    assert defence_tally(field.state, field.hex("H5"), field.hex("D5")).total == tm


@pytest.mark.rule("lnlt.hid.skill.tromblon.c")
def test_a_grenade_over_an_obstacle_is_not_hampered_by_it() -> None:
    table = Table(
        [unit("fr.reg.squad.1-6-4", "E5", "g", skill="tromblon")],
        [unit(RIFLES, "E3", "f"), unit(RIFLES, "H5", "k")],
        nations=("fr", "de"),
        terrain={"forest": ["E4"]},
    )
    table.state.spotted[1] |= 1 << table.hex("E3")
    table.do("activate", where="E5")
    table.do("rifle-grenade", "g")
    events = table.do("lob-at", where="E3", dice=[1, 6])
    assert "fire.degrading" not in lines(event(events, "fire-misses"))


# ---- light mortars


@pytest.mark.rule("lnlt.hon.1.6.4h", "lnlt.core.armour.5.8")
def test_a_light_mortar_throws_two_dice_at_vehicles_too() -> None:
    field = Field(
        side("uk", unit(BRITISH, "B5", "men", weapons=[MORTAR]), unit(BRITISH, "A1", "far")),
        side("de", vehicle(PANZER, "F5", "P", WEST)),
        module="hon",
    )
    field.do("activate", where="B5")
    field.check_forecast("fire-at-vehicle", "P")
    assert event(field.do("fire-at-vehicle", "P", dice=[3, 1, 6]), "spray-misses").args["attack"] == 3 + 3


@pytest.mark.rule("lnlt.nosb.21.6d")
@pytest.mark.parametrize(("weapons", "dice", "tm"), [([MORTAR], [1, 1, 6], 1), ([], [1, 6], 2)])
def test_a_trench_helps_less_against_a_mortar(weapons: list[str], dice: list[int], tm: int) -> None:
    table = Table(
        [unit(BRITISH, "B5", "men", weapons=weapons), unit(BRITISH, "A1")],
        [unit(RIFLES, "F5", "dug in"), unit(RIFLES, "J9")],
        nations=("uk", "de"),
        ground=[{"marker": "trench", "hexes": ["F5"]}],
        spotted=["F5"],
    )
    table.do("activate", where="B5")
    table.check_forecast("fire", where="F5")
    assert event(table.do("fire", where="F5", dice=dice), "fire-misses").args["tm"] == tm


# ---- Dead Eye


@pytest.mark.rule("lnlt.boh.25.2.dead-eye.a", "lnlt.core.1.6.3")
def test_a_dead_eye_throws_no_farther() -> None:
    own = [unit(PARA, "D5", "a", weapons=["us.sw.satchel"]), unit(CLARKSON, "D5", "c", skill="dead-eye")]
    table = Table(own, [unit(RIFLES, "D3", "f")])
    assert [bool(in_reach(table.state, table.unit("a"), distance, False)) for distance in (1, 2)] == [True, False]


@pytest.mark.rule("lnlt.boh.25.2.dead-eye.a", "lnlt.hon.1.6.4u")
def test_a_dead_eye_keeps_the_mortar_at_its_least_range() -> None:
    own = [unit(BRITISH, "D5", "a", weapons=[MORTAR]), unit("uk.ldr.ablt", "D5", "c", skill="dead-eye")]
    table = Table(own, [unit(RIFLES, "D3", "f")], nations=("uk", "de"))
    table.do("activate", where="D5")
    table.do("fire", where="D5>D3")
    assert lines(event(table.do("done", dice=[1, 1, 6]), "fire-misses"))["fire.weapon"] == 2


# ---- cards


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.hid.skill.maneuver.b")
@pytest.mark.parametrize(("verb", "shots"), [("machine-guns", [6, 1]), ("shoot-hex", [1, 2, 6, 1])])
@pytest.mark.parametrize(("skill", "checks"), [("erratic", []), ("maneuver", [6, 6])])
def test_cards_soften_what_vehicles_fire(verb: str, shots: list[int], skill: str, checks: list[int]) -> None:
    men = side("us", unit(PARA, "D4", "men"), unit(CLARKSON, "D4", "leader", skill=skill))
    field = Field(men, side("de", vehicle(PANZER, "H4", "P", WEST)), impulse="de")
    field.order("P")
    field.do(verb, where="D4", dice=[*shots, *checks])
    assert field.kind == skill


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.core.armour.8.1")
def test_cards_soften_what_mortars_fire() -> None:
    men = side("us", unit(PARA, "D4", "men"), unit(CLARKSON, "D4", "leader", skill="erratic"))
    field = Field(men, side("de", unit("ge.wt.mortar81", "H4", "mortar")), impulse="de")
    field.do("activate", where="H4")
    field.do("shell", "mortar")
    field.do(field.choices()[0].verb, where="D4", dice=[6, 6, 1])
    assert field.kind == "erratic"


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.hid.skill.maneuver.b", "lnlt.core.armour.5.9")
@pytest.mark.parametrize(("skill", "checks"), [("erratic", []), ("maneuver", [3, 3])])
def test_cards_soften_an_overrun(skill: str, checks: list[int]) -> None:
    men = side("us", unit(PARA, "G4", "men"), unit(CLARKSON, "G4", "leader", skill=skill))
    options = {"overrun_close_assault_reply": True}
    field = Field(men, side("de", vehicle(PANZER, "H4", "P", WEST)), impulse="de", options=options)
    field.order("P")
    field.do("set-out")
    field.do("forward", where="G4")
    field.do("decline", dice=[4, 4, *checks])
    assert field.kind == skill
    if skill == "erratic":
        field.do("play-card", dice=[2])
        assert field.kind == "reaction", "they may answer once it is known who stands"
    else:
        field.do("slip-away", where="F5")
        assert (field.place("men"), field.is_shaken("leader")) == ("F5", False)
        assert field.kind == "driving"


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.hid.skill.maneuver.b", "lnlt.core.armour.6.3")
@pytest.mark.parametrize(("skill", "checks"), [("erratic", []), ("maneuver", [3, 3])])
def test_cards_soften_fire_at_riders(skill: str, checks: list[int]) -> None:
    tank = vehicle(SHERMAN, "D4", "S", passengers=["men", "leader"])
    men = side("us", unit(PARA, "D4", "men"), unit(CLARKSON, "D4", "leader", skill=skill), tank)
    field = Field(men, side("de", vehicle(PANZER, "H4", "P", WEST)), impulse="de")
    field.order("P")
    field.do("machine-guns-riders", "S", dice=[6, 1, *checks])
    assert field.kind == skill
    if skill == "erratic":
        field.do("play-card", dice=[2])
        assert field.vehicle("S").passengers == [field.names["men"], field.names["leader"]]
    else:
        field.do("slip-away", where="C4")
        assert (field.place("leader"), field.vehicle("S").passengers) == ("C4", [])


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.hid.skill.maneuver.b", "lnlt.core.21")
@pytest.mark.parametrize(("skill", "checks"), [("erratic", []), ("maneuver", [5])])
def test_cards_soften_mines(skill: str, checks: list[int]) -> None:
    mines = [{"marker": "mines", "hexes": ["E7"], "value": 3}]
    table = Table([unit(CLARKSON, "E8", "leader", skill=skill)], [unit(RIFLES, "A1", shaken=True)], ground=mines)
    table.do("activate", where="E8")
    table.do("move", where="E8")
    table.do("step", where="E7", dice=[4, 2, *checks])
    assert table.kind == skill
    if skill == "erratic":
        table.do("play-card", dice=[2])
        assert (table.place("leader"), table.kind) == ("E7", "step")
    else:
        table.do("slip-away", where="E8")
        assert table.place("leader") == "E8"
        assert (table.is_shaken("leader"), table.has("leader", flags.MOVED)) == (False, True), "his move is over"


# ---- stealth


@pytest.mark.rule("lnlt.core.6.4")
@pytest.mark.parametrize("enemy", [unit(RIFLES, "D3", "enemy"), vehicle(PANZER, "D3", "enemy", WEST)])
def test_who_steals_along_is_seen_from_near_by_neither_men_nor_crews(enemy: dict[str, Any]) -> None:
    own = side("be", unit(ARDENNAIS, "D5", "b"), unit(ARDENNAIS, "A1", "z"))
    field = Field(own, side("de", enemy), terrain={"light-woods": ["D4"]}, module="hid")
    field.do("activate", where="D5")
    field.do("stealth-move", where="D5")
    field.do("step", where="D4")
    assert not field.state.seen_mask(0) >> field.hex("D4") & 1


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.6.4", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("marks", "may"),
    [
        (flags.STEALTH, True),
        (flags.STEALTH | flags.CREPT, False),
        (flags.RUNNING, False),
        (flags.OPS | flags.SPOTTER, False),
    ],
)
def test_a_whole_move_leaves_no_shot(marks: int, may: bool) -> None:
    assert may_shoot(marks, False) == may
    assert may_shoot(marks, True) == (may or bool(marks & flags.OPS))


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.6.4.1")
def test_after_half_a_move_by_stealth_rockets_hit_less() -> None:
    own = side("be", unit("be.ca.hs.0-5-4", "E5", "h", weapons=["us.sw.bazooka"]), unit(ARDENNAIS, "A1"))
    field = Field(own, side("de", vehicle(PANZER, "E2", "P", WEST)), module="hid")
    for marks, value in ((0, 0), (flags.STEALTH, 1), (flags.ASSAULT, 1)):
        field.unit("h").flags = marks
        tally = to_hit_tally(field.state, field.names["h"], 0, target_vehicle(0), [], False, False)
        assert sum(line.value for line in tally.lines if line.label == "hit.assault") == value


# ---- spotters and leaders


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.4.1")
def test_the_spotter_may_fire_his_rocket_at_what_he_has_spotted() -> None:
    own = side("us", unit(PARA_HALF, "D5", "h", weapons=["us.sw.bazooka"]), unit(PARA, "A1"))
    tanks = side("de", vehicle(PANZER, "F5", "P"), vehicle(PANZER, "D7", "Q", markers=["buttoned"]))
    field = Field(own, tanks, terrain={"light-woods": ["F5"]})
    field.do("spot", "h", "F5", dice=[1])
    field.do("activate", where="D5")
    field.do("aim", "h")
    assert {choice.piece for choice in field.choices()} == {field.names["P"]}, "and at nothing else"
    field.do("shoot", "P", dice=[6, 6])
    assert field.has("h", flags.FIRED)


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.5.12", "lnlt.core.armour.4.1")
def test_the_vehicle_that_has_spotted_may_fire_there_and_nowhere_else() -> None:
    own = side("us", vehicle(SHERMAN, "C5", "S"), unit(PARA, "A1"))
    enemy = side("de", unit(RIFLES, "F5", "hidden"), unit(RIFLES, "F6", "seen"))
    field = Field(own, enemy, terrain={"light-woods": ["F5"]})
    field.do("spot", "S", "F5", dice=[1])
    field.order("S")
    assert {choice.place for choice in field.choices()} == {"F5"}
    field.do("shoot-hex", where="F5", dice=[6, 6])
    assert field.offers("machine-guns", where="F5")


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.5.12")
def test_the_vehicle_that_has_spotted_nobody_has_acted() -> None:
    own = side("us", vehicle(SHERMAN, "C5", "S"), unit(PARA, "A1"))
    enemy = side("de", unit(RIFLES, "F5", "hidden"), unit(RIFLES, "F6", "seen"))
    field = Field(own, enemy, terrain={"light-woods": ["F5"]})
    field.do("spot", "S", "F5", dice=[6])
    assert not field.offers("activate", where="C5")


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.4.3")
@pytest.mark.parametrize(("flags", "helps"), [(0, True), (flags.OPS, False), (flags.OPS | flags.SPOTTER, True)])
def test_an_ops_complete_leader_lends_guns_nothing(flags: int, helps: bool) -> None:
    own = side("de", unit(PAK, "D5", "gun", facing=EAST), unit(WEISS, "D5", "w"))
    field = Field(own, side("us", vehicle(SHERMAN, "H5", "S")))
    field.unit("w").flags |= flags
    field.state.spot_hex = field.hex("H5")
    tally = to_hit_tally(field.state, field.names["gun"], OWN_GUN, target_vehicle(0), [], False, False)
    assert any(line.label == "hit.leadership" for line in tally.lines) == helps
