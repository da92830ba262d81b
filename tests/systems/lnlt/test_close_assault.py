"""Close Assault on vehicles; passengers, riders and towed guns."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model.flags import MOVED, SHAKEN
from bocage.systems.lnlt.model.hull import WRECK
from bocage.systems.lnlt.rules.acts import CLOSE_ASSAULT
from bocage.systems.lnlt.rules.artillery import top_armour
from bocage.systems.lnlt.rules.close_assault import assault_tally, assaults, can_assault, entry_tally, may_go_in
from bocage.systems.lnlt.rules.melee_strength import hand_fp
from systems.lnlt.armour import HALFTRACK, PAK, SHERMAN, STUG, TRUCK, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, RIFLES, WEISS, event, lines, unit

pytestmark = pytest.mark.both_seats


def assault(target: dict[str, Any], *men: dict[str, Any], **more: Any) -> Field:
    field = Field(side("de", *men), side("us", target, unit(CLARKSON, "A9", "far")), **more)
    field.do("activate", where="E5")
    field.do("move", where="E5")
    return field


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.check.armour.10", "lnlt.core.open.armour.16")
def test_the_nerve_check_then_one_roll_against_the_lowest_armour() -> None:
    field = assault(vehicle(SHERMAN, "F5", "S", markers=["fired"]), unit(RIFLES, "E5", "men"))
    events = field.do("step", where="F5", dice=[2, 2, 4, 2])
    assert lines(event(events, "assault-nerve")) == {}
    win = event(events, "close-assault-wins")
    assert (win.args["attack"], win.args["defence"]) == (5, 4)
    assert field.vehicle("S").flags == WRECK
    assert field.place("men") == "F5"
    assert field.has("men", MOVED)
    assert len(field.state.units) == 2


@pytest.mark.rule("lnlt.core.armour.7.1")
def test_who_fails_the_check_stays_behind() -> None:
    field = assault(
        vehicle(SHERMAN, "F5", "S", markers=["fired"]), unit(RIFLES, "E5", "men"), unit(WEISS, "K9", "rest")
    )
    assert event(field.do("step", where="F5", dice=[6, 6]), "assault-nerve-fails")
    assert field.place("men") == "E5"
    assert field.has("men", MOVED)


@pytest.mark.rule("lnlt.core.armour.7.1")
def test_no_check_against_a_vehicle_without_armour() -> None:
    field = assault(vehicle(TRUCK, "F5", "T"), unit(RIFLES, "E5", "men"), unit(WEISS, "K9", "rest"))
    assert event(field.do("step", where="F5", dice=[1, 6]), "close-assault-fails")
    assert field.place("men") == "F5"
    assert not field.state.in_melee(field.hex("F5"))


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.armour.7.2")
def test_weapon_teams_and_assault_moves_do_not_assault() -> None:
    field = Field(side("de", unit(PAK, "E5", "gun")), side("us", vehicle(SHERMAN, "F5", "S", markers=["fired"])))
    field.do("activate", where="E5")
    if field.offers("move"):
        field.do("move", where="E5")
    assert not field.offers("step", where="F5")
    men = unit("ge.fj44.squad.2-3-4", "E5", "men")
    field = Field(side("de", men), side("us", vehicle(SHERMAN, "F5", "S", markers=["fired"])))
    field.do("activate", where="E5")
    field.do("assault-move", where="E5")
    assert not field.offers("step", where="F5")


@pytest.mark.rule("lnlt.core.armour.7.3")
def test_without_a_roof_armour_counts_nothing() -> None:
    field = assault(vehicle("us.veh.m10", "F5", "T", markers=["fired"]), unit(RIFLES, "E5", "men"))
    assert event(field.do("step", where="F5", dice=[1, 1, 2, 2]), "close-assault-wins").args["defence"] == 2


@pytest.mark.rule("lnlt.core.armour.7.1")
def test_men_beside_a_vehicle_try_again_without_a_check() -> None:
    men = unit(RIFLES, "F5", "men")
    field = Field(
        side("de", men, unit(WEISS, "K9", "rest")), side("us", vehicle(SHERMAN, "F5", "S", markers=["fired"]))
    )
    field.do("activate", where="F5")
    events = field.do("close-assault", where="F5", dice=[1, 6])
    assert event(events, "close-assault-fails")
    assert field.has("men", MOVED)


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.7.1")
def test_the_vehicle_fires_at_those_who_come() -> None:
    field = assault(vehicle(SHERMAN, "F5", "S"), unit(RIFLES, "E5", "men"), unit(WEISS, "K9", "rest"))
    field.do("step", where="F5", dice=[1, 1])
    assert field.kind == "reaction"
    shot = lines(event(field.do("react-machine-guns", "S", dice=[1, 6, 1, 6]), "mg-misses"))
    assert "fire.adjacent" not in shot, "they are in its own hex"
    assert shot["fire.moving"] == 1


# ---- transport


@pytest.mark.rule("lnlt.core.armour.6.1", "lnlt.core.armour.6.2", "lnlt.core.open.armour.25")
def test_a_squad_boards_rides_and_gets_out() -> None:
    men = [unit(PARA, "D5", "squad"), unit(CLARKSON, "D5", "boss")]
    field = Field(side("us", vehicle(HALFTRACK, "D5", "H"), *men), side("de", unit(WEISS, "L9", "far")))
    field.order("H")
    field.do("load", "squad")
    field.do("load", "boss")
    assert field.place("squad") == "gone"
    field.do("set-out")
    assert event(field.do("forward", where="E5"), "drives").args["spent"] == 9
    field.do("stop")
    carrier = field.vehicle("H")
    assert carrier.passengers == [field.names["squad"], field.names["boss"]]
    field.finish()
    carrier.flags = 0
    field.do("pass")
    field.order("H")
    field.do("unload")
    assert field.place("squad") == "E5"
    assert field.has("squad", MOVED)
    assert not carrier.passengers


@pytest.mark.rule("lnlt.core.armour.6.1")
def test_no_more_than_there_is_room_for() -> None:
    men = [unit(PARA, "D5", "one"), unit(PARA, "D5", "two")]
    field = Field(side("us", vehicle(HALFTRACK, "D5", "H"), *men), side("de", unit(WEISS, "L9", "far")))
    field.order("H")
    field.do("load", "one")
    assert not field.offers("load", "two")


@pytest.mark.rule("lnlt.core.armour.6.4")
def test_a_truck_tows_a_gun() -> None:
    men = [unit("us.wt.atg57", "D5", "gun"), unit(PARA, "D5", "squad"), unit(PARA, "D5", "more")]
    field = Field(side("us", vehicle(TRUCK, "D5", "T"), *men), side("de", unit(WEISS, "L9", "far")))
    field.order("T")
    field.do("load", "gun")
    field.do("load", "squad")
    field.do("load", "more")
    assert len(field.vehicle("T").passengers) == 3


@pytest.mark.rule("lnlt.core.armour.6.3")
def test_riders_jump_off_when_the_gun_fires() -> None:
    tank = vehicle(SHERMAN, "D5", "S", passengers=["squad"])
    field = Field(side("us", tank, unit(PARA, "D5", "squad")), side("de", vehicle(STUG, "H5", "G", WEST)))
    field.order("S")
    field.do("shoot", "G", dice=[6, 6])
    assert field.place("squad") == "D5"
    assert field.has("squad", MOVED)


@pytest.mark.rule("lnlt.core.armour.6.5")
def test_passengers_bail_out_on_an_even_die_and_die_in_a_close_assault() -> None:
    carrier = vehicle(HALFTRACK, "F5", "H", passengers=["one", "boss"])
    men = [unit(PARA, "F5", "one"), unit(CLARKSON, "F5", "boss"), unit(PARA, "A1", "rest")]
    field = Field(side("de", vehicle(STUG, "C5", "G")), side("us", carrier, *men))
    field.order("G")
    events = field.do("shoot", "H", dice=[3, 4, 6, 1, 1, 2, 3])
    assert [one.kind for one in events if one.kind in ("bails-out", "passenger-lost")] == [
        "bails-out",
        "passenger-lost",
    ]
    assert field.place("one") == "F5"
    assert field.is_shaken("one")
    assert field.has("one", MOVED)
    assert field.place("boss") == "gone"
    men[-1]["markers"] = ["assault-move", "fired"]
    field = Field(side("de", unit(RIFLES, "E5", "men"), unit(RIFLES, "L9", "more")), side("us", carrier, *men))
    field.vehicle("H").flags |= 8
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("step", where="F5", dice=[1, 1, 6, 1])
    assert field.place("one") == field.place("boss") == "gone"
    assert not field.vehicle("H").flags & SHAKEN


@pytest.mark.rule("lnlt.core.1.6.8", "lnlt.core.armour.7.1")
def test_a_captured_gun_counts_half_in_a_close_assault() -> None:
    for gun, fp in (("ge.sw.mg42", 3), ("us.sw.m1919a4", 1)):
        field = Field(side("de", unit(RIFLES, "E5", "men", weapons=[gun])), side("us", unit(PARA, "A9", "far")))
        assert hand_fp(field.unit("men"), field.state.weapons[0]) == fp


@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.10.1", "lnlt.core.armour.7.1", "lnlt.core.8.0")
@pytest.mark.parametrize(("infantry", "kind"), [(False, "close-assault"), (True, "melee")])
def test_a_vehicle_alone_is_assaulted_and_men_beside_it_are_fought(infantry: bool, kind: str) -> None:
    company = [unit(PARA, "F5", "guard", markers=["fired"])] if infantry else []
    first = side("de", unit(RIFLES, "E5", "men"), unit(WEISS, "K9", "rest"))
    second = side("us", vehicle(SHERMAN, "F5", "S", markers=["fired"]), *company, unit(CLARKSON, "A9", "far"))
    field = Field(first, second)
    field.do("activate", where="E5")
    field.do("move", where="E5")
    option = field.find("step", where="F5")
    field.state.dice.script = [1] * 8
    field.state.dice.cursor = 0
    field.state.events = []
    field.state.play(field.decision, option)
    if infantry:
        field.state.play(field.decision, field.find("close-in"))
    kinds = [one.kind for one in field.state.events]
    assert any(one.startswith(kind) for one in kinds), kinds
    assert "assault-nerve" in kinds, "the tank frightens them either way"
    assert any(one.startswith("close-assault") for one in kinds) != infantry


# ---- limits


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.6.6")
def test_who_goes_for_a_vehicle() -> None:
    men = [
        unit(RIFLES, "E5", "squad"),
        unit("ge.hero.wehr", "E5", "hero"),
        unit(WEISS, "E5", "leader"),
        unit(RIFLES, "E6", "shaken", shaken=True),
        unit(PAK, "E6", "gun"),
        unit("ge.medic", "E6", "medic"),
        unit("ge.crew", "E7", "crew"),
    ]
    field = Field(side("de", *men), side("us", unit(PARA, "A9", "far")))
    names = ("squad", "hero", "leader", "shaken", "gun", "medic", "crew")
    may = {name for name in names if can_assault(field.state, field.unit(name))}
    assert may == {"squad", "hero", "leader"}
    for group, goes in ((["squad"], True), (["leader"], False), (["squad", "leader"], True), (["squad", "gun"], False)):
        assert may_go_in(field.state, [field.names[name] for name in group]) == goes


@pytest.mark.rule("lnlt.core.armour.7.1")
@pytest.mark.parametrize(
    ("terrain", "leader", "expected"),
    [
        ("brush", True, {"rally.cover": -2, "rally.leadership": -1}),
        ("", True, {"rally.leadership": -1}),
        ("", False, {}),
    ],
)
def test_what_steels_those_who_go_in(terrain: str, leader: bool, expected: dict[str, int]) -> None:
    more: dict[str, Any] = {"terrain": {terrain: ["E5"]}} if terrain else {}
    men = [unit(RIFLES, "E5", "squad"), unit("ge.ldr.plassmann", "E5", "boss")]
    field = Field(side("de", *men), side("us", unit(PARA, "A9", "far")), **more)
    movers = [field.names["squad"], *([field.names["boss"]] if leader else [])]
    tally = entry_tally(field.state, field.unit("squad"), movers)
    assert {line.label: line.value for line in tally.lines} == expected
    own = entry_tally(field.state, field.unit("boss"), movers)
    assert "rally.leadership" not in {line.label for line in own.lines}, "nobody leads himself"


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.armour.11.6", "lnlt.core.8.3")
def test_what_counts_in_a_close_assault() -> None:
    men = [
        unit(RIFLES, "E5", "squad", weapons=["ge.sw.mg42"]),
        unit("ge.wehr44.hs.0-5-4", "E5", "weak"),
        unit("ge.ldr.plassmann", "E5", "boss", weapons=["ge.sw.satchel"]),
        unit("ge.wehr44.hs.0-5-4", "E5", "gunners", weapons=["ge.sw.mg34"]),
    ]
    field = Field(side("de", *men), side("us", unit(PARA, "A9", "far")))

    def found(*names: str) -> dict[str, int]:
        total: dict[str, int] = {}
        charges = [weapon.id for weapon in field.state.weapons]
        for line in assault_tally(field.state, [field.names[name] for name in names], charges).lines:
            total[line.label] = total.get(line.label, 0) + line.value
        return total

    assert found("squad") == {"assault.firepower": 4}
    assert found("weak") == {"assault.firepower": 1, "melee.zero": -1}
    gun, satchel = field.state.weapons[2].type.fp, field.state.weapons[1].type.fp
    assert found("gunners") == {"assault.firepower": gun}, "the gun alone, and no less for it"
    assert found("weak", "boss") == {"assault.firepower": 1, "assault.charge": satchel, "fire.leadership": 1}


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.armour.7.3")
@pytest.mark.parametrize(("dice", "wins"), [([2, 1], False), ([3, 1], True)])
def test_a_tie_fails_against_the_lowest_armour(dice: list[int], wins: bool) -> None:
    """Firepower 1 and two factors of armour."""
    field = assault(vehicle(SHERMAN, "F5", "S", markers=["fired"]), unit(RIFLES, "E5", "men"), unit(WEISS, "K9"))
    armour = field.vehicle("S").type.lowest
    assert top_armour(field.vehicle("S")) == armour
    events = field.do("step", where="F5", dice=[1, 1, dice[0], dice[1] + 2 - armour])
    assert any(one.kind == "close-assault-wins" for one in events) == wins
    half = Field(side("de", unit(RIFLES, "E5", "men")), side("us", vehicle(HALFTRACK, "F5", "H")))
    assert top_armour(half.vehicle("H")) == 0, "no roof"


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.armour.7.1")
def test_those_who_failed_may_try_again() -> None:
    men = [unit(RIFLES, "F5", "squad"), unit(WEISS, "G5", "boss"), unit(RIFLES, "H5", "done", markers=["ops-complete"])]
    tanks = [vehicle(SHERMAN, hex_, hex_, markers=["fired"]) for hex_ in ("F5", "G5", "H5")]
    field = Field(side("de", *men), side("us", *tanks))
    everybody = sum(1 << field.names[name] for name in ("squad", "boss", "done"))
    hexes = sum(1 << field.hex(hex_) for hex_ in ("F5", "G5", "H5", "E5"))
    assert assaults(field.state, 0, hexes, everybody) == [CLOSE_ASSAULT.on(field.hex("F5"))]
    assert not assaults(field.state, 0, hexes, 0), "nobody is activated"


@pytest.mark.rule("lnlt.nosb.1.6.22e", "lnlt.core.armour.11.6", "lnlt.core.armour.7.1")
@pytest.mark.parametrize("used", [0, 1, 2])
def test_each_charge_is_spent_or_kept(used: int) -> None:
    men = unit("su.line.squad.1-4-4-5", "E5", "men", weapons=["su.sw.rpg43", "su.sw.rpg43"])
    far = unit("su.line.squad.1-4-4-5", "L9", "rest")
    field = Field(side("su", men, far), side("de", vehicle(STUG, "F5", "G", markers=["fired"])), module="dj")
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("step", where="F5", dice=[1, 1])
    for number in range(used):
        field.do("use-charge", "men", dice=[1, 6] if number == 1 else [])
    if used < 2:
        field.check_forecast("go-in")
        field.do("go-in", dice=[1, 6])
    assert len([weapon for weapon in field.state.weapons if weapon.owner == field.names["men"]]) == 2 - used


# ---- men and vehicles in one hex


def mixed() -> Field:
    """Two squads, one with a satchel charge, have come upon a squad and a tank."""
    men = [unit(RIFLES, "E5", "a"), unit(RIFLES, "E5", "b", weapons=["ge.sw.satchel"]), unit(RIFLES, "L9")]
    tank = vehicle(SHERMAN, "F5", "S", markers=["fired"])
    field = Field(side("de", *men), side("us", unit(PARA, "F5", "foe", markers=["fired"]), tank, unit(PARA, "A9")))
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("all")
    field.check_forecast("step", where="F5")
    field.do("step", where="F5", dice=[1, 1, 1, 1])
    return field


@pytest.mark.rule("lnlt.core.armour.7.2")
def test_attackers_are_allotted_to_the_men_or_to_the_vehicle() -> None:
    """Who goes for the tank strikes no blow in the Melee, which comes first; he may be struck."""
    field = mixed()
    assert field.kind == "allot"
    field.do("allot", "b")
    field.do("close-in")
    assert (field.kind, field.offers("use-charge", "b")) == ("melee-charges", True)
    field.do("close-in")
    field.do("target", "foe", dice=[1, 1])
    field.do("target", "a")
    field.do("add", "foe", dice=[1, 1])
    assert field.kind == "charges"
    event(field.do("use-charge", "b", dice=[6, 1]), "close-assault-wins")
    assert field.vehicle("S").flags & WRECK


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.armour.7.2")
def test_all_may_fight_the_men_or_all_go_for_the_vehicle() -> None:
    field = mixed()
    field.do("close-in")
    assert field.kind == "melee-charges"
    field = mixed()
    field.do("allot", "a")
    field.do("allot", "b")
    field.do("close-in")
    assert (field.kind, field.decision.seat) == ("melee", 1), "the enemy alone strikes"
