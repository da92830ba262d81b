"""Whose turn it is to do something: who is activated and who is not, cards of an impulse, passes, losses that count."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.content import ContentError
from bocage.kernel import first
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.rules.activation import leads
from bocage.systems.lnlt.rules.cards import early_activation, preempters
from bocage.systems.lnlt.rules.close_assault import can_assault
from bocage.systems.lnlt.rules.crews import spotting_vehicles
from bocage.systems.lnlt.rules.driving import drive_options
from bocage.systems.lnlt.rules.salvage import salvage_options
from bocage.systems.lnlt.rules.sighting import spotting_options
from bocage.systems.lnlt.rules.tromblon import grenade_options
from bocage.systems.lnlt.rules.wrecks import abandon, destroy
from systems.lnlt.armour import DARIUS, EAST, FAR, HALFTRACK, SHERMAN, Field, side, vehicle
from systems.lnlt.table import CLARKSON, DE_MEDIC, MEDROW, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, Table, unit

FRENCH = "fr.reg.squad.1-6-4"
SEATS = pytest.mark.parametrize("swapped", [False, True])


def men(us: list[dict[str, Any]], de: list[dict[str, Any]], swapped: bool = False, **more: Any) -> Field:
    return Field(side(more.pop("nation", "us"), *us), side("de", *de), swapped=swapped, **more)


# ---- who is activated


@SEATS
@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.6.0", "lnlt.core.5.0", "lnlt.boh.24.2bl")
def test_who_comes_to_a_friend_does_not_activate_him(swapped: bool) -> None:
    us = [unit(PARA, "E7", "a"), unit(PARA, "E5", "b"), unit(US_MEDIC, "A9", "far")]
    field = men(us, [unit(DE_MEDIC, "J1", "x", shaken=True), unit(RIFLES, "E2", "r")], swapped)
    field.do("activate", where="E7")
    field.do("move", where="E7")
    field.do("step", where="E6")
    field.do("decline")
    field.do("step", where="E5")
    if field.offers("decline"):
        field.do("decline")
    if field.offers("stop"):
        field.do("stop")
    assert field.has("a", flags.MOVED)
    assert not field.has("b", flags.MARKED)
    assert field.kind == "impulse", "the friend is not asked for anything"
    assert field.decision.seat == 1 - field.unit("a").seat


@SEATS
@pytest.mark.rule("lnlt.hid.skill.tromblon.c", "lnlt.hid.skill.tromblon.f", "lnlt.core.4.0")
def test_who_is_offered_a_rifle_grenade(swapped: bool) -> None:
    us = [unit(FRENCH, "E5", "g", skill="tromblon"), unit(FRENCH, "E5", "n")]
    field = men(us, [unit(RIFLES, "E3", "r")], swapped, nation="fr", module="hid")
    state, seat, here = field.state, field.unit("g").seat, field.hex("E5")
    bits = {name: 1 << field.names[name] for name in "gn"}

    def offered(activated: int) -> int:
        return len(grenade_options(state, seat, here, activated))

    assert offered(bits["g"] | bits["n"]) == 1, "the holder alone"
    assert offered(bits["n"]) == 0, "not activated"
    field.unit("g").flags |= flags.LOBBED
    assert offered(bits["g"]) == 0, "once"
    field.unit("g").flags = flags.OPS | flags.SPOTTER
    assert offered(bits["g"]) == 0, "he has spotted, and not this hex"
    field.unit("g").flags = flags.SHAKEN
    assert offered(bits["g"]) == 0
    field.unit("g").flags = 0
    state.units[field.names["r"]].hex = -1
    state.occupied[1 - seat] = 0
    assert offered(bits["g"]) == 0, "nobody to aim at"


@SEATS
@pytest.mark.rule("lnlt.boh.25.2.preempt.b", "lnlt.boh.25.2.preempt.c", "lnlt.boh.25.2.preempt.d")
@pytest.mark.parametrize(
    ("change", "may"),
    [("", True), ("shaken", False), ("moved", False), ("melee", False), ("gone", False), ("idle", False)],
)
def test_who_may_preempt(change: str, may: bool, swapped: bool) -> None:
    us = [unit(CLARKSON, "E5", "c", skill="preempt"), unit(PARA, "E5", "a"), unit(PARA, "A9", "far")]
    foes = [unit(RIFLES, "E5" if change == "melee" else "E3", "r")]
    field = men(us, foes, swapped)
    seat = field.unit("c").seat
    field.unit("c").flags |= {"shaken": flags.SHAKEN, "moved": flags.MOVED}.get(change, 0)
    if change == "gone":
        field.state.eliminate(field.unit("c"))
    if change == "idle":
        field.unit("c").skill = 0
    assert bool(preempters(field.state, seat)) == may
    assert preempters(field.state, 1 - seat) == [], "the other side has no such card"


@pytest.mark.rule("lnlt.boh.25.2.preempt.c", "lnlt.boh.25.2.preempt.d")
@pytest.mark.parametrize(("holder", "group"), [(CLARKSON, {"h", "a"}), (US_HERO, {"h"})])
def test_with_whom_one_preempts(holder: str, group: set[str]) -> None:
    us = [
        unit(holder, "E5", "h", skill="preempt"),
        unit(PARA, "E5", "a"),
        unit(PARA_HALF, "E5", "m", markers=["fired"]),
        unit(PARA, "E6", "next"),
    ]
    field = men(us, [unit(RIFLES, "E3", "r")])
    early = early_activation(field.state, field.unit("h"))
    assert {name for name in ("h", "a", "m", "next") if early.activated >> field.names[name] & 1} == group


@pytest.mark.rule("lnlt.core.11.1.2", "lnlt.core.4.1", "lnlt.hid.skill.leader-hero.d")
@pytest.mark.parametrize(
    ("who", "mark", "skill", "may"),
    [
        (CLARKSON, 0, "", True),
        (CLARKSON, flags.SHAKEN, "", False),
        (CLARKSON, flags.WOUNDED, "", False),
        (CLARKSON, flags.OPS, "", False),
        (CLARKSON, flags.MOVED, "", False),
        (CLARKSON, flags.OPS | flags.SPOTTER, "", True),
        (PARA, 0, "", False),
        (US_HERO, 0, "", False),
        (US_HERO, 0, "leader-hero", True),
        (US_HERO, flags.WOUNDED, "leader-hero", True),
        (US_HERO, flags.OPS, "leader-hero", False),
    ],
)
def test_who_leads_the_hexes_around_him(who: str, mark: int, skill: str, may: bool) -> None:
    more = {"skill": skill} if skill else {}
    table = Table([unit(who, "E5", "l", **more)], [unit(RIFLES, "E3", "r")])
    table.unit("l").flags |= mark
    assert leads(table.unit("l")) == may


# ---- passes


@SEATS
@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.8.1", "lnlt.boh.24.2ai", "lnlt.core.10.1.1")
def test_a_round_of_melee_is_no_pass(swapped: bool) -> None:
    us = [unit(PARA, "E5", "a"), unit(US_MEDIC, "A9", "far")]
    field = men(us, [unit(RIFLES, "E5", "r"), unit(RIFLES, "J1", "x")], swapped)
    field.state.passes = 2
    field.do("melee", where="E5", dice=[1, 1, 1, 1])
    assert field.state.passes == 0


@SEATS
@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.10.1.1", "lnlt.core.armour.5.12")
def test_a_spotting_attempt_alone_does_not_end_the_passes(swapped: bool) -> None:
    us = [unit(MEDROW, "E5", "m"), unit(PARA, "A9", "far")]
    field = men(us, [unit(RIFLES, "E3", "r")], swapped, terrain={"light-woods": ["E3"]})
    field.state.passes = 1
    field.do("spot", "m", "E3", dice=[6])
    assert field.state.passes == 1
    assert not field.offers("spot"), "one attempt"
    field.do("pass")
    assert field.state.passes == 2


# ---- who looks


@SEATS
@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.core.10.1")
def test_the_dead_look_for_nobody(swapped: bool) -> None:
    us = [unit(PARA, "A1", "dead"), unit(PARA, "E5", "a"), unit(PARA, "E5", "t", shaken=True)]
    field = men(us, [unit(RIFLES, "I8", "r"), unit(RIFLES, "L9", "s")], swapped, terrain={"light-woods": ["I8", "L9"]})
    seat = field.unit("a").seat
    field.state.eliminate(field.unit("dead"))
    field.unit("a").flags |= flags.MOVED
    assert spotting_options(field.state, seat) == []
    field.unit("a").flags = 0
    assert len(spotting_options(field.state, seat)) == 2
    assert spotting_options(field.state, 1 - seat) == [], "men in the open are seen"


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.12")
@pytest.mark.parametrize("change", ["", "shaken", "buttoned", "fired", "wreck", "seen"])
def test_which_vehicles_look(change: str, swapped: bool) -> None:
    markers = [change] if change in ("buttoned", "fired", "wreck") else []
    start = vehicle(SHERMAN, "D5", "S", EAST, markers=markers, shaken=change == "shaken")
    terrain = {} if change == "seen" else {"light-woods": ["G5"]}
    field = Field(
        side("us", start, unit(PARA, "A1", "p")),
        side("de", unit(RIFLES, "G5", "r"), vehicle("ge.veh.stug3g", "L9", "G")),
        swapped=swapped,
        terrain=terrain,
    )
    seat = field.vehicle("S").seat
    assert bool(spotting_vehicles(field.state, seat)) == (not change)
    assert spotting_vehicles(field.state, 1 - seat) == []


# ---- losses


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.4", "lnlt.core.armour.5.10", "lnlt.core.armour.6.5", "lnlt.core.1.3")
def test_what_is_lost_with_a_vehicle_counts(swapped: bool) -> None:
    """A vehicle like a squad; passengers who find no room are lost too, with what they carry."""
    crowd = [unit(PARA, "D5", f"p{n}") for n in range(3)]
    rider = unit(PARA, "D5", "man", weapons=["us.sw.m1919a4"])
    start = vehicle(HALFTRACK, "D5", "S", EAST, passengers=["man"], leader=DARIUS)
    victory = {"casualty_points": 2}

    def field() -> Field:
        found = Field(side("us", start, rider, *crowd), side("de", FAR), swapped=swapped, victory=victory)
        found.state.dice.script = [1, 1]
        found.state.dice.cursor = 0
        return found

    left = field()
    seat = left.vehicle("S").seat
    abandon(left.state, left.vehicle("S"), False)
    assert left.state.losses[seat] == 3, "no room for the squad, nor for the crew"
    assert left.place("man") == "gone"
    assert left.state.weapons[0].owner == left.state.weapons[0].hex == -1
    lost = field()
    destroy(lost.state, lost.vehicle("S"), "lnlt.core.armour.4.4", True)
    assert lost.state.losses[seat] == 4, "the vehicle and the squad in it"
    none = field()
    destroy(none.state, none.vehicle("S"), "lnlt.core.armour.7.1", False)
    assert none.state.losses[seat] == 4
    assert none.state.losses[1 - seat] == 0


# ---- how far a vehicle may go at least


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.11.3")
def test_with_a_single_point_a_vehicle_enters_one_hex(swapped: bool) -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", EAST)), side("de", FAR), swapped=swapped, terrain={"light-woods": ["E5"]}
    )
    one = field.vehicle("S")
    one.type = copy(one.type)

    def ways(move: int, assault: bool, spent: int) -> int:
        one.type.move = move
        return len(drive_options(field.state, one, assault, spent))

    assert ways(1, False, 0) == 6, "two ahead, two behind, two turns"
    assert ways(1, False, 1) == 0
    assert ways(0, False, 0) == 0
    assert ways(2, False, 1) == 3, "with its second point: the open hex ahead, and turns"
    assert ways(1, True, 0) == 3, "an Assault Move has no such right"


# ---- abandoned vehicles


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.10")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", {"crew", "squad"}),
        ("moved", set()),
        ("shaken", set()),
        ("manned", set()),
        ("elsewhere", set()),
        ("gone", set()),
        ("not-activated", set()),
        ("melee", set()),
    ],
)
def test_who_mans_or_scuttles_what_was_abandoned(change: str, found: set[str], swapped: bool) -> None:
    mark = {"markers": [] if change == "manned" else ["abandoned"]}
    at = "A1" if change == "elsewhere" else "D5"
    there = "A2" if change == "elsewhere" else "G5"
    us = [vehicle(SHERMAN, "D5", "S", EAST, **mark), unit("us.crew", at, "crew"), unit(PARA, there, "squad")]
    foes = [vehicle("ge.veh.stug3g", "G5", "G", EAST, **mark), unit(RIFLES, "J9", "r")]
    field = Field(side("us", *us), side("de", *foes), swapped=swapped)
    seat = field.unit("crew").seat
    for name in ("crew", "squad"):
        one = field.unit(name)
        one.flags |= {"moved": flags.MOVED, "shaken": flags.SHAKEN}.get(change, 0)
        if change == "gone":
            field.state.eliminate(one)
        if change == "melee":
            field.state.add_unit(1 - seat, field.unit("r").type, one.hex, 0, f"foe of {name}")
    everybody = sum(1 << number for number in range(len(field.state.units)))
    options = salvage_options(field.state, seat, 0 if change == "not-activated" else everybody)
    assert {name for name in ("crew", "squad") if field.names[name] in [first(option) for option in options]} == found


@SEATS
@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.6.6")
@pytest.mark.parametrize(
    ("who", "mark", "may"),
    [
        (PARA, 0, True),
        (PARA, flags.SHAKEN, False),
        ("us.wt.m1917", 0, False),
        ("us.wt.m1917", flags.SHAKEN, False),
        (CLARKSON, 0, True),
        (CLARKSON, flags.SHAKEN, False),
        (US_HERO, 0, True),
        (US_MEDIC, 0, False),
    ],
)
def test_who_goes_for_a_vehicle_on_foot(who: str, mark: int, may: bool, swapped: bool) -> None:
    field = men([unit(who, "E5", "x")], [unit(RIFLES, "J9", "r")], swapped)
    field.unit("x").flags |= mark
    assert can_assault(field.state, field.unit("x")) == may


@pytest.mark.rule("lnlt.core.armour.5.4", "lnlt.core.armour.11.5")
@pytest.mark.parametrize("more", [{"facing": 6}, {"facing": -1}, {"turret": 6}])
def test_a_vehicle_faces_one_of_six_corners(more: dict[str, int]) -> None:
    with pytest.raises(ContentError):
        Field(side("us", {**vehicle(SHERMAN, "D5", "S", EAST), **more}), side("de", FAR))
