"""What an activation leaves behind and who fires in it, one condition at a time and from either seat."""

from __future__ import annotations

from copy import copy

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.activation import has_stealth
from bocage.systems.lnlt.rules.targets import (
    can_assault,
    forbid_assault_fire,
    forbid_fire,
    forbid_opportunity_fire,
    forbid_target,
    targets,
)
from systems.lnlt.table import CLARKSON, DE_MEDIC, GLIDER, MEDROW, PARA, RIFLES, US_HERO, US_MEDIC, WEISS, Table, unit

pytestmark = pytest.mark.both_seats

SCOUT = "us.scout"
ALL = -1


# ---- the end of an activation


@pytest.mark.rule("lnlt.core.11.1.2", "lnlt.core.4.0")
@pytest.mark.parametrize(
    ("change", "done"),
    [("", flags.OPS), ("goes", flags.MOVED), ("idle-neighbour", 0), ("fires", flags.FIRED), ("dies", 0)],
)
def test_a_leader_who_did_something_himself_has_no_marker_besides(change: str, done: int) -> None:
    us = [unit(CLARKSON, "E5", "l"), unit(PARA, "E5", "own"), unit(PARA, "E6", "a"), unit(US_HERO, "A9", "rest")]
    table = Table(us, [unit(DE_MEDIC, "E3" if change == "fires" else "J1", "r")])
    table.do("activate", where="E5")
    if change != "idle-neighbour":
        table.do("move", where="E6")
        table.do("step", where="E7")
        if table.offers("stop"):
            table.do("stop")
    if change in ("goes", "idle-neighbour"):
        table.do("move", where="E5")
        table.do("add", "l" if change == "goes" else "own")
        table.do("done")
        table.do("step", where="D5")
        table.do("stop")
    if change == "fires":
        table.do("fire", where="E5>E3")
        table.do("direct", "l", dice=[1, 6])
    if change == "dies":
        table.state.eliminate(table.unit("l"))
    if table.offers("done"):
        table.do("done")
    assert table.kind == "impulse"
    assert table.unit("l").flags & flags.MARKED == done


@pytest.mark.rule("lnlt.core.11.1.2", "lnlt.core.8.1", "lnlt.core.4.0")
def test_a_leader_does_not_activate_who_is_in_melee() -> None:
    us = [unit(CLARKSON, "E5", "l"), unit(PARA, "E6", "a"), unit(PARA, "E4", "m"), unit(PARA, "E7", "far")]
    table = Table(us, [unit(RIFLES, "E4", "r")])
    table.do("activate", where="E5")
    activated = table.state.stack[-1].activated  # type: ignore[attr-defined]
    assert {name for name in ("l", "a", "m", "far") if activated >> table.names[name] & 1} == {"l", "a"}


@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.6.0", "lnlt.core.4.0")
def test_each_hex_fires_once_and_sends_out_one_stack() -> None:
    us = [unit(CLARKSON, "E5", "l"), unit(PARA, "E5", "b"), unit(PARA, "E5", "c"), unit(PARA, "E6", "a")]
    table = Table(us, [unit(RIFLES, "E2", "r")], options={"fire_ignition": False})
    table.do("activate", where="E5")
    assert {c.place for c in table.choices() if c.verb == "fire"} == {"E2"}
    table.do("fire", where="E5>E2")
    table.do("add", "b")
    table.do("done", dice=[1, 6])
    assert not table.offers("fire", where="E5>E2"), "the hex has fired"
    assert table.offers("fire", where="E6>E2"), "and the other has not"
    assert table.offers("move", where="E5"), "who has not fired may move"
    table.do("move", where="E5")
    table.do("add", "c")
    table.do("done")
    table.do("step", where="D5")
    while table.kind in ("opportunity", "reaction"):
        table.do("decline")
    table.do("stop")
    assert not table.offers("move", where="E5"), "the leader stays where he is"
    assert table.offers("move", where="E6")


# ---- who may fire


@pytest.mark.rule(
    "lnlt.core.5.0", "lnlt.pac.12.7.0b", "lnlt.core.4.1", "lnlt.hid.skill.tromblon.f", "lnlt.core.armour.1.1"
)
@pytest.mark.parametrize(
    ("mark", "spotted", "ban"),
    [
        (flags.SMOKING, False, bans.LAID_SMOKE),
        (flags.SMOKING, True, bans.LAID_SMOKE),
        (flags.SMOKING | flags.MOVED, False, bans.MARKED_ALREADY),
        (flags.SHAKEN | flags.SMOKING, False, bans.IS_SHAKEN),
        (flags.FIRED | flags.LOBBED, False, None),
        (flags.FIRED | flags.AIMED, False, None),
        (flags.STEALTH | flags.CREPT, False, bans.MARKED_ALREADY),
        (flags.OPS | flags.MOVED, False, bans.SPOTTER_ONLY),
        (flags.MOVED | flags.SPOTTER, True, bans.MARKED_ALREADY),
    ],
)
def test_marks_that_leave_a_shot_and_those_that_do_not(mark: int, spotted: bool, ban: object) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "r")])
    one = table.unit("a")
    one.flags |= mark
    assert forbid_fire(one, spotted) is ban
    if not spotted:
        assert bool(targets(table.state, one.seat, one.hex, ALL, False)) == (ban is None)


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.5.0")
def test_the_spotter_fires_at_what_he_has_just_spotted_alone() -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "E7", "b")], [unit(RIFLES, "E3", "r"), unit(RIFLES, "C4", "s")])
    one = table.unit("a")
    one.flags |= flags.OPS | flags.SPOTTER
    names = table.state.board.grid.names
    assert targets(table.state, one.seat, one.hex, ALL, False) == []
    table.state.spot_hex = table.hex("E3")
    assert [names[hex_] for hex_ in targets(table.state, one.seat, one.hex, ALL, False)] == ["E3"]
    assert targets(table.state, one.seat, one.hex, 0, False) == [], "not activated"
    one.flags &= ~flags.SPOTTER
    assert targets(table.state, one.seat, one.hex, ALL, False) == []


@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.5.4", "lnlt.core.8.0")
@pytest.mark.parametrize(
    ("change", "found"), [("", {"E3", "E1"}), ("friend", {"E1"}), ("short", {"E3"}), ("none", set())]
)
def test_at_which_hexes_men_fire(change: str, found: set[str]) -> None:
    who = US_MEDIC if change == "none" else CLARKSON if change == "short" else PARA
    us = [unit(who, "E5", "a"), *([unit(PARA, "E3", "x")] if change == "friend" else [])]
    us += [unit(US_HERO, "E5", "h")] if change == "short" else []
    table = Table(us, [unit(RIFLES, "E3", "r"), unit(RIFLES, "E1", "s")])
    state, one = table.state, table.unit("a")
    if change == "short":
        table.unit("h").type = type_ = copy(table.unit("h").type)
        type_.reach = 2
    names = state.board.grid.names
    assert {names[hex_] for hex_ in targets(state, one.seat, one.hex, ALL, False)} == found


@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.6.4", "lnlt.boh.25.2.assaulter.a", "lnlt.pac.12.7.0b")
@pytest.mark.parametrize(
    ("who", "mark", "card", "ban"),
    [
        (PARA, 0, False, None),
        (SCOUT, 0, False, None),
        (GLIDER, 0, False, bans.NO_ASSAULT_FIRE),
        (GLIDER, 0, True, None),
        (PARA, flags.SHAKEN, False, bans.IS_SHAKEN),
        (PARA, flags.OPS, False, bans.MARKED_ALREADY),
        (PARA, flags.SMOKING, False, bans.LAID_SMOKE),
    ],
)
def test_who_may_fire_and_then_move(who: str, mark: int, card: bool, ban: object) -> None:
    us = [unit(who, "E5", "a"), unit(CLARKSON, "E5", "l", **({"skill": "assaulter"} if card else {}))]
    table = Table(us, [unit(RIFLES, "E3", "r")])
    one = table.unit("a")
    one.flags |= mark
    assert forbid_assault_fire(table.state, one) is ban
    assert can_assault(table.state, one) == (who != GLIDER or card)
    assert (forbid_target(table.state, one, table.hex("E3"), True) is ban) or who == SCOUT


@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.6.4", "lnlt.boh.25.2.assaulter.a")
def test_a_card_in_another_hex_makes_no_assault() -> None:
    us = [unit(GLIDER, "E5", "a"), unit(CLARKSON, "E6", "l", skill="assaulter"), unit(MEDROW, "E5", "m")]
    table = Table(us, [unit(RIFLES, "E3", "r")])
    assert not can_assault(table.state, table.unit("a"))
    table.state.go(table.unit("l"), table.hex("E5"))
    assert can_assault(table.state, table.unit("a"))
    table.unit("l").flags |= flags.SHAKEN
    assert not can_assault(table.state, table.unit("a"))


@pytest.mark.rule("lnlt.core.5.3")
@pytest.mark.parametrize(
    ("mark", "ban"),
    [
        (flags.CRAWL, bans.NO_OPPORTUNITY_FIRE),
        (flags.MOVING, bans.NO_OPPORTUNITY_FIRE),
        (flags.RUNNING, bans.NO_OPPORTUNITY_FIRE),
        (flags.CREPT, bans.NO_OPPORTUNITY_FIRE),
        (flags.PARACHUTE, bans.NO_OPPORTUNITY_FIRE),
        (flags.SHAKEN | flags.MOVED, bans.IS_SHAKEN),
        (flags.STEALTH, None),
        (flags.SPOTTER | flags.OPS, None),
    ],
)
def test_marks_and_opportunity_fire(mark: int, ban: object) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "r")])
    table.unit("a").flags |= mark
    assert forbid_opportunity_fire(table.unit("a")) is ban


@pytest.mark.rule("lnlt.core.6.4", "lnlt.core.4.0")
def test_a_stack_with_a_scout_may_steal_along() -> None:
    table = Table([unit(SCOUT, "E5", "x"), unit(PARA, "D5", "p")], [unit(RIFLES, "E3", "r")])
    seat = table.unit("x").seat
    assert has_stealth(table.state, seat, table.hex("E5"))
    assert not has_stealth(table.state, seat, table.hex("D5"))
    assert not has_stealth(table.state, 1 - seat, table.hex("E3"))


@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.5.4", "lnlt.core.10.1")
def test_a_leader_alone_has_nothing_to_fire_with() -> None:
    table = Table([unit(CLARKSON, "E5", "l"), unit(PARA, "A9", "p")], [unit(RIFLES, "E3", "r"), unit(WEISS, "J1", "w")])
    one = table.unit("l")
    assert forbid_target(table.state, one, table.hex("E3"), False) is bans.OUT_OF_RANGE


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.5.0", "lnlt.core.6.0", "lnlt.core.11.1.2")
def test_the_first_hex_of_the_map_is_one_like_others() -> None:
    table = Table(
        [unit(CLARKSON, "A1", "l"), unit(PARA, "A2", "a")], [unit(RIFLES, "A3", "r"), unit(RIFLES, "J9", "x")]
    )
    names = table.state.board.grid.names
    table.state.go(table.unit("l"), 0)
    table.do("activate", where=names[0])
    assert table.offers("move", where=names[0])
    table.state.go(table.unit("a"), 0)
    assert has_stealth(table.state, table.unit("l").seat, 0) is False


@pytest.mark.rule("lnlt.hid.skill.aimed-fire.b", "lnlt.core.5.0", "lnlt.core.4.0")
def test_a_hex_that_has_fired_does_not_fire_by_card_either() -> None:
    us = [unit(CLARKSON, "E5", "l", skill="aimed-fire"), unit(PARA, "E5", "a"), unit(PARA, "E5", "b")]
    foes = [unit(RIFLES, "E2", "r"), unit(RIFLES, "C3", "hidden")]
    options = {"fire_ignition": False}
    table = Table(us, foes, terrain={"light-woods": ["C3"]}, options=options)
    table.do("activate", where="E5")
    assert table.offers("fire", where="E5>C3"), "not spotted"
    table.do("fire", where="E5>E2")
    table.do("add", "a")
    table.do("done", dice=[1, 6])
    assert table.has("a", flags.FIRED)
    assert not table.has("b", flags.FIRED)
    assert not table.offers("fire")
