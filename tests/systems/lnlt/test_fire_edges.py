"""Fire of men, one condition at a time: who fires at what, who directs it, cards that send it elsewhere; Melee."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.coordination import coordinate_options
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import (
    all_reach,
    astray_hexes,
    defies_markers,
    goes_astray,
    may_aim,
    opportunist,
    second_hexes,
)
from bocage.systems.lnlt.rules.firepower import assaults
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.targets import targets
from bocage.systems.lnlt.rules.vehicle_fire import FireAtVehicle
from systems.lnlt.armour import FAR, Field, side, vehicle
from systems.lnlt.table import CLARKSON, FJ, GLIDER, M1919, MEDROW, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, unit

SEATS = pytest.mark.parametrize("swapped", [False, True])


def line(*us: dict[str, Any], de: list[dict[str, Any]] | None = None, swapped: bool = False, **more: Any) -> Field:
    foes = de or [unit(RIFLES, "E3", "r")]
    return Field(side(more.pop("nation", "us"), *us), side("de", *foes, FAR), swapped=swapped, **more)


def attack(field: Field, opportunity: bool = False, assault: bool = False, at: str = "E3") -> FireAttack:
    seat = field.unit("a").seat
    there = field.hex(at)
    victims = field.state.stacks[1 - seat][there]
    return FireAttack(seat, field.unit("a").hex, there, -1, victims, opportunity, assault)


# ---- at what


@SEATS
@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.4.1", "lnlt.core.6.1", "lnlt.core.10.1")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", {"E3", "G5"}),
        ("moved", set()),
        ("shaken", set()),
        ("assault", {"E3", "G5"}),
        ("ops", set()),
        ("spotter", {"G5"}),
        ("spotter-alone", set()),
        ("hidden", {"G5"}),
        ("melee", {"G5"}),
        ("not-activated", set()),
        ("medic", set()),
        ("far", {"E3"}),
    ],
)
def test_at_what_men_fire(change: str, found: set[str], swapped: bool) -> None:
    who = US_MEDIC if change == "medic" else PARA
    own = [unit(who, "E5", "a")]
    if change == "melee":
        own.append(unit(PARA, "E3", "m"))
    other = "S5" if change == "far" else "G5"
    terrain = {"light-woods": ["E3"]} if change == "hidden" else {}
    foes = [unit(RIFLES, "E3", "r"), unit(RIFLES, other, "s")]
    field = line(*own, de=foes, swapped=swapped, terrain=terrain, columns=20)
    marks = {"moved": flags.MOVED, "shaken": flags.SHAKEN, "assault": flags.ASSAULT, "ops": flags.OPS}
    one = field.unit("a")
    one.flags |= marks.get(change, 0)
    if change.startswith("spotter"):
        one.flags |= flags.OPS | flags.SPOTTER
        field.state.spot_hex = field.hex("G5") if change == "spotter" else -1
    activated = 0 if change == "not-activated" else -1
    names = field.state.board.grid.names
    assert {names[at] for at in targets(field.state, one.seat, one.hex, activated, False)} - {"L9"} == found


@SEATS
@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.5.0")
@pytest.mark.parametrize(
    ("who", "mark", "may"),
    [(PARA, 0, True), (GLIDER, 0, False), (PARA, flags.SHAKEN, False), (PARA, flags.ASSAULT, False)],
)
def test_who_makes_an_assault_fire(who: str, mark: int, may: bool, swapped: bool) -> None:
    field = line(unit(who, "E5", "a"), swapped=swapped)
    one = field.unit("a")
    one.flags |= mark
    assert bool(targets(field.state, one.seat, one.hex, -1, True)) == may


# ---- who


@SEATS
@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.5.3", "lnlt.core.6.1.1", "lnlt.core.4.1")
@pytest.mark.parametrize(
    ("who", "mark", "impulse", "opportunity", "assault"),
    [
        (PARA, 0, True, True, True),
        (PARA, flags.SHAKEN, False, False, False),
        (PARA, flags.MOVED, False, False, False),
        (PARA, flags.FIRED, False, False, False),
        (PARA, flags.OPS, False, True, False),
        (PARA, flags.ASSAULT, True, True, False),
        (GLIDER, 0, True, True, False),
        (US_HERO, 0, True, True, True),
        (US_HERO, flags.MOVED, False, False, False),
        (CLARKSON, 0, True, True, True),
        (CLARKSON, flags.SHAKEN, False, False, False),
    ],
)
def test_who_takes_part(who: str, mark: int, impulse: bool, opportunity: bool, assault: bool, swapped: bool) -> None:
    field = line(unit(who, "E5", "a"), swapped=swapped)
    one = field.unit("a")
    one.flags |= mark
    found = tuple(
        attack(field, by, with_).forbid_firer(field.state, one) is None
        for by, with_ in ((False, False), (True, False), (False, True))
    )
    assert found == (impulse, opportunity, assault)


@SEATS
@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.5.0.1", "lnlt.core.5.0")
@pytest.mark.parametrize(
    ("who", "mark", "impulse", "opportunity"),
    [
        (CLARKSON, 0, True, True),
        (CLARKSON, flags.OPS, True, False),
        (PARA_HALF, 0, False, False),
        (US_MEDIC, 0, False, False),
    ],
)
def test_who_directs_fire(who: str, mark: int, impulse: bool, opportunity: bool, swapped: bool) -> None:
    field = line(unit(PARA, "E5", "a"), unit(who, "E5", "l"), swapped=swapped)
    field.unit("l").flags |= mark
    for by, may in ((False, impulse), (True, opportunity)):
        shot = attack(field, by)
        assert not shot.may_direct(field.state, field.unit("l")), "nobody fires yet"
        shot.add(acts.WITH_OWN.on(field.names["a"]))
        assert shot.may_direct(field.state, field.unit("l")) == may


@SEATS
@pytest.mark.rule("lnlt.core.5.0.1", "lnlt.core.5.2")
def test_one_leader_directs_and_each_fires_once(swapped: bool) -> None:
    field = line(unit(PARA, "E5", "a"), unit(CLARKSON, "E5", "l"), unit(MEDROW, "E5", "m"), swapped=swapped)
    shot = attack(field)
    shot.add(acts.WITH_OWN.on(field.names["a"]))
    shot.add(acts.DIRECTING.on(field.names["l"]))
    assert shot.directed
    left = shot.able_firers(field.state)
    assert all(acts.ACTS.of(option) is not acts.DIRECTING for option in left)
    assert field.names["a"] not in [option & 0xFFFF for option in left] or left == []


@pytest.mark.rule("lnlt.core.6.4", "lnlt.core.6.1", "lnlt.core.6.7")
@pytest.mark.parametrize(
    ("who", "mark", "minus"),
    [
        (PARA, 0, False),
        (PARA, flags.ASSAULT, True),
        (PARA, flags.RUNNING, True),
        (PARA, flags.ON_THE_RUN, True),
        (PARA, flags.STEALTH, True),
        (PARA, flags.MOVED, False),
        ("us.scout", flags.STEALTH, False),
        ("us.scout", flags.ASSAULT, True),
        ("us.scout", 0, False),
    ],
)
def test_who_fires_on_the_move(who: str, mark: int, minus: bool) -> None:
    field = line(unit(PARA, "E5", "a"))
    one = field.unit("a")
    if who != PARA:
        one.type = copy(one.type)
        one.type.kind = kinds.SCOUT
    one.flags = mark
    assert assaults(one) == minus


# ---- cards


@SEATS
@pytest.mark.rule("lnlt.hid.skill.friendly-fire.b", "lnlt.hid.skill.friendly-fire.c", "lnlt.hid.skill.friendly-fire.d")
def test_fire_that_goes_astray(swapped: bool) -> None:
    field = line(
        unit(US_HERO, "E5", "a", skill="friendly-fire"), unit(PARA, "E7", "b"), unit(PARA, "C5", "c"), swapped=swapped
    )
    state, seat = field.state, field.unit("a").seat
    hero, squad = (acts.WITH_OWN.on(field.names[name]) for name in "ab")
    assert goes_astray(state, [hero], 1)
    assert not goes_astray(state, [hero], 2)
    assert not goes_astray(state, [squad], 1), "he takes no part"
    names = state.board.grid.names
    assert {names[hex_] for hex_ in astray_hexes(state, seat, field.hex("E5"))} == {"E7", "C5"}, "not his own"
    state.add_unit(1 - seat, field.unit("r").type, field.hex("C5"), 0, "foe")
    assert {names[hex_] for hex_ in astray_hexes(state, seat, field.hex("E5"))} == {"E7"}, "nobody in Melee"


@SEATS
@pytest.mark.rule("lnlt.hid.skill.opportunist.b", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("mark", "card", "may"),
    [
        (flags.FIRED, 0, True),
        (flags.MOVED, 0, True),
        (flags.SHAKEN, 0, False),
        (flags.FIRED | flags.SLEW, 0, False),
        (flags.MOVING, 0, False),
        (flags.FIRED, flags.SPENT, False),
    ],
)
def test_an_opportunist_defies_his_markers(mark: int, card: int, may: bool, swapped: bool) -> None:
    field = line(unit(PARA, "E5", "a"), unit(CLARKSON, "E5", "l", skill="opportunist"), swapped=swapped)
    field.unit("a").flags |= mark
    field.unit("l").flags |= card
    assert defies_markers(field.state, field.unit("a")) == may
    assert (attack(field, True).forbid_firer(field.state, field.unit("a")) is None) == may
    assert opportunist(field.state, field.unit("l")) == (-1 if card else field.names["l"])


@SEATS
@pytest.mark.rule("lnlt.boh.25.2.plough-the-row.a", "lnlt.boh.25.2.plough-the-row.b", "lnlt.core.5.2")
def test_the_second_hex_is_reached_by_all_who_fire(swapped: bool) -> None:
    foes = [unit(RIFLES, "E3", "r"), unit(RIFLES, "E2", "s")]
    field = line(unit(PARA, "E5", "a"), unit(CLARKSON, "E5", "l", skill="plough-the-row"), de=foes, swapped=swapped)
    state, seat = field.state, field.unit("a").seat
    firers = [acts.WITH_OWN.on(field.names["a"]), acts.DIRECTING.on(field.names["l"])]
    assert all_reach(state, firers, 2)
    assert not all_reach(state, firers, 99)
    assert all_reach(state, firers[1:], 99), "who directs need not reach it"
    assert second_hexes(state, seat, field.hex("E5"), field.hex("E3"), firers) == [field.hex("E2")]
    field.unit("l").skill = 0
    assert second_hexes(state, seat, field.hex("E5"), field.hex("E3"), firers) == []


@SEATS
@pytest.mark.rule("lnlt.hid.skill.aimed-fire.b", "lnlt.core.10.1")
def test_who_aims_at_men_not_spotted(swapped: bool) -> None:
    field = line(
        unit(PARA, "E5", "a"),
        unit(US_HERO, "E5", "h", skill="aimed-fire"),
        swapped=swapped,
        terrain={"light-woods": ["E3"]},
    )
    there = field.hex("E3")
    assert not may_aim(field.state, field.unit("a"), there)
    assert may_aim(field.state, field.unit("h"), there)
    assert attack(field).forbid_firer(field.state, field.unit("a")) is bans.UNSPOTTED
    field.state.spotted[field.unit("r").seat] |= 1 << there
    field.state.stale()
    assert may_aim(field.state, field.unit("a"), there)


@SEATS
@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.1.6")
@pytest.mark.parametrize("ops", [False, True])
def test_opportunity_fire_of_who_is_ops_complete(ops: bool, swapped: bool) -> None:
    field = line(unit(PARA, "E5", "a", weapons=[M1919]), swapped=swapped)
    shot = attack(field, True)
    shot.add(acts.WITH_WEAPON.on(field.names["a"]))
    before = shot.tally(field.state).total
    field.unit("a").flags |= flags.OPS if ops else 0
    assert len(shot.weapons(field.state)) == 1
    assert (shot.tally(field.state).total < before) == ops


# ---- Melee


@SEATS
@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.8.0.1", "lnlt.core.8.1", "lnlt.boh.24.2af")
def test_who_has_fought_is_marked(swapped: bool) -> None:
    field = line(
        unit(PARA, "E3", "a", markers=["moved"]), unit(PARA, "E3", "b"), unit(US_MEDIC, "E3", "m"), swapped=swapped
    )
    state, here = field.state, field.hex("E3")
    melee = Melee(field.unit("a").seat, here, [])
    melee.step = 3
    state.push(melee)
    melee.remove_losses(state)
    assert field.unit("a").flags == flags.MOVED | flags.FOUGHT
    assert field.unit("b").flags == flags.FIRED | flags.FOUGHT
    assert not field.unit("m").flags & flags.FOUGHT
    assert field.unit("r").flags == flags.FIRED | flags.FOUGHT
    assert state.fought >> here & 1


@SEATS
@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.8.1")
@pytest.mark.parametrize(
    ("mine", "theirs", "lost"),
    [(0, 0, ""), (0, flags.SHAKEN, "r"), (flags.SHAKEN, 0, "a"), (flags.SHAKEN, flags.SHAKEN, "")],
)
def test_the_helpless_are_lost_to_those_who_can_fight(mine: int, theirs: int, lost: str, swapped: bool) -> None:
    field = line(unit(PARA, "E3", "a"), swapped=swapped)
    field.unit("a").flags |= mine
    field.unit("r").flags |= theirs
    melee = Melee(field.unit("a").seat, field.hex("E3"), [])
    assert melee.helpless(field.state) == bool(mine and theirs)
    assert [name for name in "ar" if field.place(name) == "gone"] == list(lost)


@SEATS
@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.8.2")
def test_who_may_still_attack(swapped: bool) -> None:
    field = line(
        unit(PARA, "E3", "a"),
        unit(PARA, "E3", "b"),
        unit(CLARKSON, "E3", "l"),
        de=[unit(FJ, "E3", "r")],
        swapped=swapped,
    )
    melee = Melee(field.unit("a").seat, field.hex("E3"), [])
    numbers = {name: field.names[name] for name in ("a", "b", "r")}
    assert set(melee.fighters(field.state)) == {numbers["a"], numbers["b"]}, "a Leader has nothing to fight with"
    melee.attackers = [numbers["a"]]
    assert melee.fighters(field.state) == [numbers["b"]]
    melee.attackers, melee.used = [], [numbers["b"]]
    assert melee.fighters(field.state) == [numbers["a"]]
    melee.used = []
    field.unit("a").flags |= flags.FOUGHT
    field.unit("r").flags |= flags.FOUGHT
    assert melee.fighters(field.state) == [numbers["b"]], "each once, of those whose impulse it is"
    melee.side = 1 - melee.seat
    assert melee.fighters(field.state) == [numbers["r"]], "who is attacked again strikes back again"
    melee.side = melee.seat
    assert melee.untouched(field.state) == [numbers["r"]]
    melee.targeted = [numbers["r"]]
    assert melee.untouched(field.state) == []


# ---- who is seen, who coordinates


@SEATS
@pytest.mark.rule("lnlt.core.10.1", "lnlt.core.6.4")
@pytest.mark.parametrize(
    ("first", "second", "seen"),
    [
        (flags.STEALTH, flags.STEALTH, False),
        (flags.STEALTH, flags.MOVED, True),
        (flags.STEALTH, 0, True),
        (flags.STEALTH | flags.FIRED, flags.STEALTH, True),
    ],
)
def test_who_steals_along_is_seen_with_a_comrade(first: int, second: int, seen: bool, swapped: bool) -> None:
    terrain = {"light-woods": ["E4"]}
    field = line(unit(PARA, "E4", "a"), unit(PARA, "E4", "b"), swapped=swapped, terrain=terrain)
    field.unit("a").flags |= first
    field.unit("b").flags |= second
    field.state.stale()
    seat = field.unit("a").seat
    assert bool(field.state.seen_mask(seat) >> field.hex("E4") & 1) == seen


@SEATS
@pytest.mark.rule("lnlt.hid.skill.coordinated-fire.b")
@pytest.mark.parametrize("change", ["", "shaken", "marked", "not-activated", "no-card", "alone"])
def test_who_coordinates_fire(change: str, swapped: bool) -> None:
    own = [unit(CLARKSON, "E5", "l", skill="coordinated-fire"), unit(PARA, "E5", "a"), unit(PARA, "F5", "b")]
    field = line(*own, swapped=swapped)
    leader = field.unit("l")
    leader.flags |= {"shaken": flags.SHAKEN, "marked": flags.OPS}.get(change, 0)
    if change == "no-card":
        leader.skill = 0
    if change == "alone":
        field.state.eliminate(field.unit("b"))
    activated = -1 & ~(1 << leader.id) if change == "not-activated" else -1
    assert bool(coordinate_options(field.state, leader.seat, leader.hex, activated)) == (not change)


@SEATS
@pytest.mark.rule("lnlt.hid.skill.armor-piercer.b")
def test_what_an_armor_piercer_turns_on_thin_armour(swapped: bool) -> None:
    """Machine guns, carried or of a team, each once; no rifles, and nobody who directs."""
    men = [
        unit("ge.ldr.weiss", "E5", "w", skill="armor-piercer"),
        unit(RIFLES, "E5", "carries", weapons=["ge.sw.mg42"]),
        unit(RIFLES, "E5", "rifles"),
        unit("ge.wt.mg42h", "E5", "team"),
    ]
    tank = vehicle("uk.veh.tetrarch", "G5", "T", markers=["buttoned"])
    field = Field(side("de", *men), side("uk", tank, unit("uk.medic", "A9")), swapped=swapped)
    seat = field.unit("w").seat
    shot = FireAtVehicle(seat, field.hex("E5"), field.hex("G5"), -1, field.vehicle("T").id, False)
    found = {
        (name, verb.name)
        for name in ("w", "carries", "rifles", "team")
        for verb in (acts.WITH_OWN, acts.WITH_WEAPON, acts.DIRECTING)
        if shot.is_machine_gun(field.state, verb.on(field.names[name]))
    }
    own, weapon = acts.WITH_OWN.name, acts.WITH_WEAPON.name
    assert {("carries", weapon), ("team", own)} <= found
    assert not found & {("carries", own), ("rifles", own), ("rifles", weapon), ("w", acts.DIRECTING.name)}
    shot.firers = [acts.WITH_WEAPON.on(field.names["carries"])]
    assert not shot.is_machine_gun(field.state, acts.WITH_WEAPON.on(field.names["carries"]))
