"""Cards of gunners and of those who wait for the enemy, and who stands or dies: one condition at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS
from bocage.systems.lnlt.rules import acts, skills
from bocage.systems.lnlt.rules.laststand import LastStand, fanatic_leader, stands_by_pairs, who_stand
from bocage.systems.lnlt.rules.ordnance_cards import (
    STEADY_AIM,
    TWO_SHOTS,
    fires_mg,
    has_ace,
    is_rocket_man,
    is_thin,
    longer,
    piercer,
    pierces,
    roll_ace,
)
from bocage.systems.lnlt.rules.reactions import op_group, op_movers
from bocage.systems.lnlt.rules.running_killer import may_run_through
from bocage.systems.lnlt.rules.traits import PANACHE
from systems.lnlt.armour import EAST, FAR, SHERMAN, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, M1919, PARA, RIFLES, US_HERO, US_MEDIC, WEISS, Table, unit

SEATS = pytest.mark.parametrize("swapped", [False, True])
BAZOOKA = "us.sw.bazooka"
FRENCH, ASPIRANT = "fr.reg.squad.1-6-4", "fr.ldr.asp"


def stand(*us: dict[str, Any], de: list[dict[str, Any]] | None = None, **more: Any) -> Field:
    return Field(side("us", *us), side("de", *(de or []), FAR), **more)


# ---- Ace Gunner, Rocket Man, Armor Piercer


@SEATS
@pytest.mark.rule("lnlt.hid.skill.ace-gunner.a", "lnlt.hid.skill.ace-gunner.b", "lnlt.hid.skill.ace-gunner.e")
@pytest.mark.parametrize(
    ("hex_", "mark", "second", "ace"),
    [("D5", 0, False, True), ("D5", flags.SHAKEN, False, False), ("D6", 0, False, False), ("D5", 0, True, False)],
)
def test_whose_ace_gunner_it_is(hex_: str, mark: int, second: bool, ace: bool, swapped: bool) -> None:
    leader = unit(CLARKSON, hex_, "c", skill="ace-gunner")
    men = unit(PARA, "D5", "p", weapons=[BAZOOKA])
    field = stand(vehicle(SHERMAN, "D5", "S", EAST), men, leader, swapped=swapped)
    field.unit("c").flags |= mark
    seat = field.unit("c").seat
    if second:
        field.unit("p").flags |= flags.ANOTHER
        field.vehicle("S").flags |= flags.ANOTHER
    for firer in (field.names["p"], field.names["S"]):
        assert has_ace(field.state, seat, field.hex("D5"), firer) == ace
    assert not has_ace(field.state, 1 - seat, field.hex("D5"), field.names["p"])


@pytest.mark.rule("lnlt.hid.skill.ace-gunner.b", "lnlt.hid.skill.ace-gunner.c", "lnlt.hid.skill.ace-gunner.d")
@pytest.mark.parametrize("die", range(1, 7))
def test_what_an_ace_gunner_rolls(die: int) -> None:
    field = stand(unit(CLARKSON, "D5", "c", skill="ace-gunner"))
    field.state.dice.script, field.state.dice.cursor = [die], 0
    assert roll_ace(field.state, 0, field.hex("D5")) == (STEADY_AIM if die in (1, 3, 5) else TWO_SHOTS)


@pytest.mark.rule("lnlt.boh.25.2.rocket-man.a", "lnlt.boh.25.2.rocket-man.b")
@pytest.mark.parametrize(
    ("skill", "weapon", "mark", "far"),
    [
        ("rocket-man", BAZOOKA, 0, True),
        ("rocket-man", "ge.sw.panzerschreck", 0, False),
        ("rocket-man", BAZOOKA, flags.SHAKEN, False),
        ("deadly", BAZOOKA, 0, False),
    ],
)
def test_whose_rockets_fly_farther(skill: str, weapon: str, mark: int, far: bool) -> None:
    hero = unit(US_HERO, "D5", "h", skill=skill)
    field = stand(hero, unit(PARA, "D5", weapons=[weapon]), vehicle(SHERMAN, "D5", "S"))
    one = field.unit("h")
    one.flags |= mark
    number = next(w.id for w in field.state.weapons if w.type.id == weapon)
    assert is_rocket_man(field.state, one.id, number) == far
    assert longer(field.state, one.id, number) == int(far)
    assert not is_rocket_man(field.state, one.id, GONE), "a gun of a team"
    assert not is_rocket_man(field.state, VEHICLE_IDS, 0), "a tank"


@pytest.mark.rule("lnlt.hid.skill.armor-piercer.b")
@pytest.mark.parametrize(
    ("type_", "thin"), [("ge.veh.sdkfz251", True), ("ge.veh.truck", False), ("ge.veh.pz4h", False)]
)
def test_which_armour_is_thin(type_: str, thin: bool) -> None:
    field = stand(unit(PARA, "D5"), de=[vehicle(type_, "G5", "G", WEST)])
    assert is_thin(field.vehicle("G")) == thin


@SEATS
@pytest.mark.rule("lnlt.hid.skill.armor-piercer.a", "lnlt.hid.skill.armor-piercer.b")
@pytest.mark.parametrize(
    ("friend", "leader", "mark", "able"),
    [
        (unit(PARA, "D5", "p", weapons=[M1919]), "D5", 0, True),
        (unit("us.wt.m1917", "D5", "p"), "D5", 0, True),
        (unit("us.wt.mortar81", "D5", "p"), "D5", 0, False),
        (unit(PARA, "D5", "p"), "D5", 0, False),
        (unit(PARA, "D5", "p", weapons=[BAZOOKA]), "D5", 0, False),
        (unit(PARA, "D5", "p", weapons=[M1919]), "D6", 0, False),
        (unit(PARA, "D5", "p", weapons=[M1919]), "D5", flags.SHAKEN, False),
    ],
)
def test_who_turns_machine_guns_on_armour(
    friend: dict[str, Any], leader: str, mark: int, able: bool, swapped: bool
) -> None:
    field = stand(friend, unit(CLARKSON, leader, "c", skill="armor-piercer"), swapped=swapped)
    boss = field.unit("c")
    boss.flags |= mark
    here = field.hex("D5")
    assert piercer(field.state, boss.seat, here) == (boss.id if able else GONE)
    assert piercer(field.state, 1 - boss.seat, here) == GONE
    gun = M1919 in friend.get("weapons", []) or friend["unit"] == "us.wt.m1917"
    assert fires_mg(field.state, field.unit("p")) == gun


@pytest.mark.rule("lnlt.hid.skill.armor-piercer.b")
@pytest.mark.parametrize(
    ("firers", "through"),
    [
        (["direct", "gun"], True),
        (["direct", "team"], True),
        (["direct", "gun", "team"], True),
        (["gun"], False),
        (["direct", "own"], False),
        (["direct", "gun", "rifles"], False),
        (["other", "gun"], False),
    ],
)
def test_what_goes_through_thin_armour(firers: list[str], through: bool) -> None:
    us = [
        unit(CLARKSON, "D5", "c", skill="armor-piercer"),
        unit("us.ldr.medrow", "D5", "o"),
        unit(PARA, "D5", "p", weapons=[M1919]),
        unit(PARA, "D5", "q"),
        unit("us.wt.m1917", "D6", "t"),
    ]
    field = stand(*us, de=[vehicle("ge.veh.sdkfz251", "G5", "G", WEST), vehicle("ge.veh.pz4h", "G6", "P", WEST)])
    verbs = {
        "direct": acts.DIRECTING.on(field.names["c"]),
        "other": acts.DIRECTING.on(field.names["o"]),
        "gun": acts.WITH_WEAPON.on(field.names["p"]),
        "own": acts.WITH_OWN.on(field.names["p"]),
        "rifles": acts.WITH_OWN.on(field.names["q"]),
        "team": acts.WITH_OWN.on(field.names["t"]),
    }
    chosen = [verbs[name] for name in firers]
    assert pierces(field.state, chosen, field.vehicle("G")) == through
    assert not pierces(field.state, chosen, field.vehicle("P"))


# ---- Opportunity Movement and Running Killer


@SEATS
@pytest.mark.rule("lnlt.core.6.8", "lnlt.hid.skill.op-movement.b", "lnlt.hid.skill.op-movement.c")
@pytest.mark.parametrize(
    ("who", "skill", "mark", "firing", "moves"),
    [
        (CLARKSON, "op-movement", 0, True, True),
        (US_HERO, "op-movement", 0, True, True),
        (CLARKSON, "op-movement", 0, False, False),
        (CLARKSON, "op-movement", flags.OPS, True, False),
        (CLARKSON, "op-movement", flags.FIRED, True, False),
        (CLARKSON, "op-movement", flags.SHAKEN, True, False),
        (CLARKSON, "deadly", 0, True, False),
    ],
)
def test_who_moves_by_opportunity(who: str, skill: str, mark: int, firing: bool, moves: bool, swapped: bool) -> None:
    field = stand(unit(who, "D5", "h", skill=skill), unit(PARA, "D5", "p"), swapped=swapped)
    one = field.unit("h")
    one.flags |= mark
    options = [acts.OPPORTUNITY_FIRE.on(field.hex("D5" if firing else "D6"))]
    found = op_movers(field.state, one.seat, field.hex("F5"), options)
    assert found == ([acts.REACT_MOVE.on(one.id)] if moves else [])
    assert op_movers(field.state, 1 - one.seat, field.hex("F5"), options) == []


@pytest.mark.rule("lnlt.hid.skill.op-movement.c", "lnlt.core.6.8")
def test_a_hero_too_far_away_to_fire_does_not_move_by_opportunity() -> None:
    """Four hexes is as far as he shoots; a Leader has nothing to shoot with."""
    for who, near, far in ((US_HERO, True, False), (CLARKSON, True, True)):
        field = stand(unit(who, "A5", "h", skill="op-movement"), unit(PARA, "A5", "p"))
        options = [acts.OPPORTUNITY_FIRE.on(field.hex("A5"))]
        assert bool(op_movers(field.state, 0, field.hex("E5"), options)) == near
        assert bool(op_movers(field.state, 0, field.hex("F5"), options)) == far


@SEATS
@pytest.mark.rule("lnlt.core.6.8", "lnlt.hid.skill.op-movement.c")
def test_who_comes_along_by_opportunity(swapped: bool) -> None:
    us = [unit(CLARKSON, "D5", "c"), unit(US_HERO, "D5", "h"), unit(PARA, "D5", "p"), unit(PARA, "D5", "q")]
    field = stand(*us, unit(PARA, "D6", "away"), swapped=swapped)
    field.unit("q").flags |= flags.FIRED
    assert op_group(field.state, field.unit("h")) == 1 << field.names["h"]
    assert op_group(field.state, field.unit("c")) == sum(1 << field.names[name] for name in "chp")


@SEATS
@pytest.mark.rule("lnlt.hid.skill.running-killer.b", "lnlt.hid.skill.running-killer.c")
@pytest.mark.rule("lnlt.hid.skill.running-killer.e")
@pytest.mark.parametrize(
    ("change", "spent", "runs"),
    [
        ("", 2, True),
        ("", 5, True),
        ("", 6, False),
        ("shaken", 2, False),
        ("card", 2, False),
        ("company", 2, False),
        ("steady", 2, False),
        ("one-steady", 2, False),
    ],
)
def test_who_runs_through(change: str, spent: int, runs: bool, swapped: bool) -> None:
    """Alone, with his card, among Shaken men only, and with a step left of six."""
    foes = [unit(RIFLES, "D5", "f", shaken=change != "steady"), unit(WEISS, "D5", "w", shaken=change != "one-steady")]
    hero = unit(US_HERO, "D5", "h", skill="deadly" if change == "card" else "running-killer")
    field = Field(side("us", hero, unit(PARA, "D5", "p")), side("de", *foes), swapped=swapped)
    one = field.unit("h")
    one.flags |= flags.SHAKEN if change == "shaken" else 0
    movers = [one.id, field.names["p"]] if change == "company" else [one.id]
    assert may_run_through(field.state, one.seat, field.hex("D5"), movers, spent, 0) == runs


# ---- stand or die


SS, SS_LEADER, WEHR = "ge.ss44.squad.2-6-4", "ge.ldr.ss", "ge.wehr44.squad.1-6-4"


@SEATS
@pytest.mark.rule("lnlt.hon.13.3.1a", "lnlt.hon.13.3.1b", "lnlt.hid.13.1.2i", "lnlt.core.option.ss_stand")
@pytest.mark.rule("lnlt.boh.25.2.fanatic.a", "lnlt.boh.25.2.fanatic.b")
@pytest.mark.parametrize(
    ("doomed", "always", "standing"),
    [(True, True, ["ss"]), (True, False, ["ss"]), (False, True, ["ss"]), (False, False, [])],
)
def test_which_germans_stand(doomed: bool, always: bool, standing: list[str], swapped: bool) -> None:
    de = [
        unit(SS, "D5", "ss", shaken=True),
        unit(WEHR, "D5", "w", shaken=True),
        unit(SS, "D5", "fit"),
        unit("ge.medic", "D5", "doc", shaken=True),
    ]
    more: dict[str, Any] = {"options": {"ss_stand": "always" if always else "alone"}}
    field = Field(side("de", *de), side("us", unit(PARA, "A1")), swapped=swapped, **more)
    found = who_stand(field.state, field.unit("ss").seat, field.hex("D5"), doomed)
    assert found == [field.names[name] for name in standing]


@SEATS
@pytest.mark.rule("lnlt.hid.13.1.2i", "lnlt.hid.13.1.2j")
@pytest.mark.parametrize("led", [False, True])
def test_which_frenchmen_stand_and_how(led: bool, swapped: bool) -> None:
    men = [unit("fr.cf.squad.2-3-4", "D5", "cf", shaken=True), unit(FRENCH, "D5", "r", shaken=True)]
    leader = [unit(ASPIRANT, "D5", "l")] if led else []
    field = Field(side("fr", *men, *leader), side("de", unit(RIFLES, "A1")), module="hid", swapped=swapped)
    seat, here = field.unit("cf").seat, field.hex("D5")
    panache = [name for name in ("cf", "r") if field.unit(name).type.traits & PANACHE]
    assert panache
    for doomed in (False, True):
        assert who_stand(field.state, seat, here, doomed) == [field.names[name] for name in panache]
    assert stands_by_pairs(field.state, field.unit(panache[0])) == (not led)


@SEATS
@pytest.mark.rule("lnlt.boh.25.2.fanatic.a", "lnlt.boh.25.2.fanatic.b", "lnlt.boh.25.2.fanatic.e")
@pytest.mark.parametrize(
    ("card", "mark", "doomed", "standing"),
    [
        ("fanatic", flags.SHAKEN, True, ["w", "a", "b"]),
        ("fanatic", 0, True, ["a", "b"]),
        ("fanatic", 0, False, []),
        ("deadly", flags.SHAKEN, True, []),
    ],
)
def test_whom_a_fanatic_holds(card: str, mark: int, doomed: bool, standing: list[str], swapped: bool) -> None:
    de = [unit(WEHR, "D5", "a", shaken=True), unit(WEHR, "D5", "b", shaken=True), unit(WEISS, "D5", "w", skill=card)]
    field = Field(side("de", *de), side("us", unit(PARA, "A1"), unit(US_MEDIC, "A2")), swapped=swapped)
    boss = field.unit("w")
    boss.flags |= mark
    here = field.hex("D5")
    assert fanatic_leader(field.state, boss.seat, here) == (boss.id if card == "fanatic" else GONE)
    assert who_stand(field.state, boss.seat, here, doomed) == [field.names[name] for name in standing]
    last = LastStand(boss.seat, here, [], False)
    if card == "fanatic":
        assert last.held_by_card(field.state, field.unit("a")) == bool(mark)
        assert not last.held_by_card(field.state, boss)


@pytest.mark.rule("lnlt.core.12")
def test_a_card_that_works_for_nobody() -> None:
    table = Table([unit(CLARKSON, "D5", "c", skill="deadly"), unit(PARA, "D5", "p")], [unit(RIFLES, "A1")])
    for name, skill, works in (("p", skills.DEADLY, True), ("c", skills.DEADLY, True), ("p", skills.DEAD_EYE, False)):
        assert skills.works_for(table.state, table.unit(name), skill) == works
    table.unit("c").flags |= flags.SHAKEN
    assert not skills.works_for(table.state, table.unit("p"), skills.DEADLY)
