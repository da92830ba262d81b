"""How men and vehicles move, one condition at a time: paces, who comes along, what a point spent does, convoys."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.content.deployment import sheet
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import EMPLACED
from bocage.systems.lnlt.model.kinds import (
    ASSAULTING,
    CRAWLING,
    DISMOUNTING,
    DOUBLING,
    HITTING,
    STEALING,
    STEALING_UP,
    WALK,
)
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.acquisition import acquire
from bocage.systems.lnlt.rules.convoy import convoy_options, escorts
from bocage.systems.lnlt.rules.driving import Driving
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.paces import (
    allowance,
    double_time_bonus,
    double_time_core,
    forbid_pace,
    free_to_move,
    has_leader,
    may_double,
    movement_factor,
)
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.steps import may_assault, may_attack
from systems.lnlt.armour import EAST, FAR, SHERMAN, Field, side, vehicle
from systems.lnlt.table import CLARKSON, GLIDER, M1919, MEDROW, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, Table, unit

SEATS = pytest.mark.parametrize("swapped", [False, True])
FRENCH = "fr.reg.squad.1-6-4"


def men(*us: dict[str, Any], de: list[dict[str, Any]] | None = None, swapped: bool = False, **more: Any) -> Field:
    return Field(side(more.pop("nation", "us"), *us), side("de", *(de or [FAR])), swapped=swapped, **more)


# ---- how far


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.7", "lnlt.boh.25.2.speedy.a", "lnlt.core.6.0")
def test_how_far_one_man_goes() -> None:
    us = [
        unit(CLARKSON, "E5", "plain"),
        unit(MEDROW, "E6", "armed", weapons=[M1919]),
        unit(PARA, "E6", "squad", weapons=[M1919]),
        unit(US_HERO, "E7", "quick", skill="speedy"),
    ]
    field = men(*us)
    factor = {name: movement_factor(field.state, field.unit(name)) for name in ("plain", "armed", "squad", "quick")}
    move = {name: field.unit(name).type.move for name in factor}
    assert factor["plain"] == move["plain"]
    assert factor["armed"] == move["armed"] - 2
    assert factor["squad"] == move["squad"], "squads carry theirs"
    assert factor["quick"] == move["quick"] + 2
    field.unit("squad").flags |= flags.SMOKING
    assert movement_factor(field.state, field.unit("squad")) == move["squad"] - 1


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.2", "lnlt.boh.24.2k")
def test_a_stack_goes_as_fast_as_its_slowest() -> None:
    field = men(unit(PARA, "E5", "p"), unit(CLARKSON, "E5", "c"), unit("us.wt.m1917", "E5", "t"))
    pace = {name: field.unit(name).type.move for name in "pct"}
    group = {name: field.names[name] for name in "pct"}

    def far(names: str, mode: int) -> int:
        return allowance(field.state, [group[name] for name in names], mode)

    assert far("p", WALK) == pace["p"]
    assert far("pct", WALK) == min(pace.values())
    assert far("p", ASSAULTING) == (pace["p"] + 1) // 2
    assert far("pc", DOUBLING) == min(pace["p"] + 2, pace["c"])
    assert far("p", DOUBLING) == pace["p"], "without a Leader nobody runs"
    field.unit("c").flags |= flags.SHAKEN
    assert far("pc", DOUBLING) == min(pace["p"], pace["c"]), "nor behind a Shaken one"
    assert not has_leader(field.state, [group["p"], group["c"]])


@pytest.mark.rule("lnlt.core.6.2", "lnlt.hid.13.1.1a", "lnlt.hid.13.1.1b", "lnlt.hid.13.4.1a")
@pytest.mark.parametrize(
    ("who", "nation", "bonus", "shaken_too"),
    [
        (PARA, "us", 2, True),
        (PARA_HALF, "us", 2, True),
        (CLARKSON, "us", 0, False),
        ("us.wt.m1917", "us", 0, False),
        (FRENCH, "fr", 1, False),
        ("nl.squad.1-5-4-4", "nl", 1, True),
    ],
)
def test_what_running_adds(who: str, nation: str, bonus: int, shaken_too: bool) -> None:
    module = {"module": "hid"} if nation != "us" else {}
    one = men(unit(who, "E5", "x"), nation=nation, **module).unit("x")
    assert double_time_bonus(one) == bonus
    assert may_double(one) == (bonus > 0)
    one.flags |= flags.SHAKEN
    assert may_double(one) == shaken_too


@SEATS
@pytest.mark.rule("lnlt.core.6.2")
@pytest.mark.parametrize(
    ("leader", "squad", "found"),
    [(0, 0, True), (flags.SHAKEN, 0, False), (0, flags.SHAKEN, True), (None, 0, False), (0, None, False)],
)
def test_who_makes_a_double_time(leader: int | None, squad: int | None, found: bool, swapped: bool) -> None:
    field = men(unit(CLARKSON, "E5", "c"), unit(PARA, "E5", "p"), unit(US_MEDIC, "E5", "m"), swapped=swapped)
    field.unit("c").flags |= leader or 0
    field.unit("p").flags |= squad or 0
    names = [name for name, mark in (("c", leader), ("p", squad), ("m", 0)) if mark is not None]
    free = [field.names[name] for name in names]
    core = double_time_core(field.state, free)
    assert core == ([field.names["c"], field.names["p"]] if found else [])


@pytest.mark.rule("lnlt.core.6.2")
def test_a_steady_squad_runs_before_a_shaken_one() -> None:
    field = men(unit(PARA, "E5", "a", shaken=True), unit(CLARKSON, "E5", "c"), unit(PARA, "E5", "b"))
    numbers = {name: field.names[name] for name in "abc"}
    assert double_time_core(field.state, [numbers[n] for n in "acb"]) == [numbers["c"], numbers["b"]]
    assert double_time_core(field.state, [numbers[n] for n in "bca"]) == [numbers["c"], numbers["b"]]


@SEATS
@pytest.mark.rule("lnlt.core.6.1", "lnlt.core.6.2", "lnlt.core.6.3", "lnlt.core.6.4", "lnlt.core.6.6", "lnlt.core.6.7")
@pytest.mark.parametrize(
    ("who", "shaken", "mode", "ban"),
    [
        (PARA, False, WALK, None),
        (PARA, True, WALK, None),
        (PARA, False, CRAWLING, None),
        (PARA, True, CRAWLING, None),
        ("us.wt.m1917", False, CRAWLING, bans.NO_CRAWLING),
        (PARA, False, DOUBLING, None),
        (PARA, True, DOUBLING, None),
        (CLARKSON, False, DOUBLING, None),
        (CLARKSON, True, DOUBLING, bans.NO_RUNNING),
        ("us.wt.m1917", False, DOUBLING, bans.NO_RUNNING),
        (PARA, False, ASSAULTING, None),
        (PARA, True, ASSAULTING, bans.SHAKEN_ASSAULT),
        (CLARKSON, False, ASSAULTING, None),
        (CLARKSON, True, ASSAULTING, bans.SHAKEN_ASSAULT),
        (PARA, True, STEALING_UP, bans.SHAKEN_ASSAULT),
        (CLARKSON, False, HITTING, None),
        (CLARKSON, False, DISMOUNTING, None),
    ],
)
def test_who_may_move_in_which_way(who: str, shaken: bool, mode: int, ban: object, swapped: bool) -> None:
    field = men(unit(who, "E5", "x", shaken=shaken), swapped=swapped)
    assert forbid_pace(field.state, field.unit("x"), mode) is ban
    assert forbid_pace(field.state, field.unit("x"), WALK) is None


@pytest.mark.rule("lnlt.core.6.1", "lnlt.core.6.4", "lnlt.core.6.7")
def test_who_is_not_made_for_it() -> None:
    field = men(unit(GLIDER, "E5", "g"))
    for mode in (ASSAULTING, STEALING, STEALING_UP, HITTING, DISMOUNTING):
        assert forbid_pace(field.state, field.unit("g"), mode) is not None


@SEATS
@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.8.0", "lnlt.core.armour.7.2", "lnlt.core.6.1")
@pytest.mark.parametrize(
    ("who", "shaken", "mode", "may"),
    [
        (PARA, False, WALK, True),
        (PARA, False, DOUBLING, True),
        (PARA, False, ASSAULTING, False),
        (PARA, False, CRAWLING, False),
        (PARA, True, WALK, False),
        (US_MEDIC, False, WALK, False),
    ],
)
def test_who_goes_at_the_enemy(who: str, shaken: bool, mode: int, may: bool, swapped: bool) -> None:
    field = men(unit(who, "E5", "x", shaken=shaken), de=[unit(RIFLES, "E4", "r")], swapped=swapped)
    assert may_attack(field.state, [field.names["x"]], mode) == may
    assert may_assault(field.state, [field.names["x"]], mode) == may


@SEATS
@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.6.0")
def test_who_is_free_to_move(swapped: bool) -> None:
    field = men(unit(PARA, "E5", "a"), unit(PARA, "E5", "b", markers=["fired"]), unit(PARA, "E6", "c"), swapped=swapped)
    seat, here = field.unit("a").seat, field.hex("E5")
    everybody = -1
    assert free_to_move(field.state, seat, here, everybody) == [field.names["a"]]
    assert free_to_move(field.state, seat, here, 1 << field.names["c"]) == []
    assert free_to_move(field.state, 1 - seat, here, everybody) == []
    assert Movement(seat, here, WALK, everybody).can_join(field.state, [field.names["a"]])
    island = men(unit(PARA, "A1", "a"), swapped=swapped, terrain={"water": ["A2", "B1", "B2"]})
    for mode, may in ((WALK, False), (CRAWLING, False), (DISMOUNTING, True)):
        move = Movement(seat, island.hex("A1"), mode, everybody)
        assert move.can_join(island.state, [island.names["a"]]) == may, "who has nowhere to go stays"


# ---- markers at the end


@SEATS
@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.2", "lnlt.core.6.3", "lnlt.core.6.4", "lnlt.core.6.7")
@pytest.mark.parametrize(
    ("mode", "mark"),
    [
        (WALK, flags.MOVED),
        (ASSAULTING, flags.ASSAULT),
        (DOUBLING, flags.MOVED | flags.DOUBLE),
        (CRAWLING, flags.CRAWL),
        (HITTING, flags.RUNNING),
        (STEALING, flags.MOVED),
    ],
)
def test_the_marker_of_a_move(mode: int, mark: int, swapped: bool) -> None:
    """Who does not steal along himself carries the ordinary marker."""
    field = men(unit(PARA, "E5", "a"), swapped=swapped)
    one = field.unit("a")
    one.flags = flags.MOVING | flags.ON_THE_RUN
    Movement(one.seat, one.hex, mode, -1).stop(field.state, one)
    assert one.flags == mark
    one.flags = flags.MOVING | flags.STEALTH
    Movement(one.seat, one.hex, mode, -1).stop(field.state, one)
    assert one.flags == flags.STEALTH | (flags.CREPT if mode == STEALING else 0)


# ---- what a point does


def drive(swapped: bool = False, **more: Any) -> tuple[Field, Driving]:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", EAST), *more.pop("us", [])), side("de", FAR), swapped=swapped, **more
    )
    one = field.vehicle("S")
    return field, Driving(one.seat, one.id, False, 0)


@SEATS
@pytest.mark.rule("lnlt.hon.10.5q", "lnlt.core.armour.5.3", "lnlt.core.armour.5.2")
def test_bocage_counts_in_the_first_hex_behind_it_alone(swapped: bool) -> None:
    field, driving = drive(swapped, sides={"bocage": ["D5/E5"]})
    one = field.vehicle("S")
    driving.spend(field.state, one, acts.FORWARD.on(field.hex("E5")))
    assert (driving.crossed, driving.entered) == (True, True)
    driving.spend(field.state, one, acts.PIVOT_RIGHT.on((one.facing + 1) % 6))
    assert (driving.crossed, driving.entered) == (False, False)
    assert one.facing == one.turret == (EAST + 1) % 6, "the turret turns with the hull"
    driving.spend(field.state, one, acts.PIVOT_LEFT.on(EAST))
    driving.spend(field.state, one, acts.FORWARD.on(field.hex("F5")))
    assert (driving.crossed, driving.entered) == (False, True)


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.6", "lnlt.core.armour.5.3", "lnlt.core.10.1", "lnlt.dj.21.7d")
def test_what_a_vehicle_leaves_behind(swapped: bool) -> None:
    field, driving = drive(swapped)
    one = field.vehicle("S")
    piece, target = field.names["S"], 77
    here = one.hex
    field.state.spotted[one.seat] |= 1 << here
    one.flags |= EMPLACED
    acquire(field.state, piece, 0, target)
    acquire(field.state, target, 0, piece)
    driving.spend(field.state, one, acts.PIVOT_RIGHT.on(EAST + 1))
    assert [aim.firer for aim in field.state.aims] == [target], "its own aim is lost, not that of who aims at it"
    assert driving.spent == 1
    driving.spend(field.state, one, acts.PIVOT_LEFT.on(EAST))
    driving.spend(field.state, one, acts.FORWARD.on(field.hex("E5")))
    assert field.state.aims == []
    assert not one.flags & EMPLACED
    assert not field.state.spotted[one.seat] >> here & 1
    assert driving.spent == 2 + field.state.board.terrain[one.hex].costs[one.type.mode]
    assert one.flags & flags.MOVING
    driving.spend(field.state, one, acts.REVERSE.on(here))
    assert driving.spent == 2 + 3 * field.state.board.terrain[one.hex].costs[one.type.mode], "backwards: twice"


@pytest.mark.rule("lnlt.core.10.1", "lnlt.core.armour.5.3")
def test_a_hex_stays_spotted_while_somebody_is_left_there() -> None:
    field, driving = drive(us=[unit(PARA, "D5", "p")])
    one = field.vehicle("S")
    here = one.hex
    field.state.spotted[one.seat] |= 1 << here
    driving.spend(field.state, one, acts.FORWARD.on(field.hex("E5")))
    assert field.state.spotted[one.seat] >> here & 1


@pytest.mark.rule("lnlt.dj.15.7p")
@pytest.mark.parametrize(
    ("type_", "roads", "spent"),
    [("us.veh.truck", [["D5", "E5"]], 1), ("us.veh.truck", [], 0), (SHERMAN, [["D5", "E5"]], 0)],
)
def test_points_that_are_spent_on_a_road(type_: str, roads: list[list[str]], spent: int) -> None:
    field = Field(side("us", vehicle(type_, "D5", "S", EAST)), side("de", FAR), roads=roads)
    one = field.vehicle("S")
    Driving(one.seat, one.id, False, 0).spend(field.state, one, acts.FORWARD.on(field.hex("E5")))
    assert one.spent == spent


# ---- convoys


@SEATS
@pytest.mark.rule("lnlt.core.6.5")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", {"convoy", "assault-convoy"}),
        ("glider", {"convoy"}),
        ("shaken-tank", set()),
        ("shaken-man", set()),
        ("moved-man", set()),
        ("moved-tank", set()),
        ("alone", set()),
        ("not-activated", set()),
        ("not-ordered", set()),
    ],
)
def test_what_makes_a_convoy(change: str, found: set[str], swapped: bool) -> None:
    who = GLIDER if change == "glider" else PARA
    tank = vehicle(SHERMAN, "D5", "S", EAST, shaken=change == "shaken-tank")
    field = Field(
        side("us", tank, unit(who, "A1" if change == "alone" else "D5", "p")),
        side("de", FAR, vehicle("ge.veh.stug3g", "L8", "G")),
        swapped=swapped,
    )
    one, man = field.vehicle("S"), field.unit("p")
    man.flags |= {"shaken-man": flags.SHAKEN, "moved-man": flags.MOVED}.get(change, 0)
    one.flags |= flags.MOVED if change == "moved-tank" else 0
    activated = 0 if change == "not-activated" else 1 << man.id
    crews = 0 if change == "not-ordered" else 1 << one.id
    options = convoy_options(field.state, one.seat, crews, activated)
    assert {acts.ACTS.of(option).name for option in options} == found


@pytest.mark.rule("lnlt.core.6.5", "lnlt.core.6.1")
def test_who_goes_along_with_a_tank() -> None:
    table = Table([unit(PARA, "E5", "x")], [unit(RIFLES, "A1")])
    assert table.offers("activate", where="E5")
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", EAST), unit(GLIDER, "D5", "g"), unit(CLARKSON, "D5", "c")),
        side("de", FAR),
    )
    one = field.vehicle("S")
    assert escorts(field.state, one, -1, False) == [field.names["g"], field.names["c"]]
    assert escorts(field.state, one, -1, True) == [], "a Leader alone makes no Assault Move"


@SEATS
@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.1.3")
@pytest.mark.parametrize(
    ("riders", "walkers", "ban"),
    [
        (["squad", "squad"], 0, None),
        (["squad", "squad"], 1, None),
        (["squad", "squad", "half"], 0, bans.TOO_MANY_RIDERS),
        (["squad", "half", "half"], 0, None),
        (["squad", "squad"], 2, bans.FULL),
    ],
)
def test_how_many_ride_in_a_hex(riders: list[str], walkers: int, ban: object, swapped: bool) -> None:
    types = {"squad": "ge.moto.squad.1-4-20", "half": "ge.moto.hs.1-3-20"}
    field = Field(
        side("de", unit(types["half"], "A1", "scenario")), side("us", unit(PARA, "J9")), swapped=swapped, module="hid"
    )
    one = field.unit("scenario")
    shelf, _ = sheet("hid")
    for number, kind in enumerate(riders):
        field.state.add_unit(one.seat, shelf[types[kind]], field.hex("E5"), 0, f"r{number}")
    for number in range(walkers):
        field.state.add_unit(one.seat, shelf["ge.wehr40.squad.1-6-4"], field.hex("E5"), 0, f"w{number}")
    assert forbid_stacking(field.state, one.seat, field.hex("E5"), []) is ban
    assert forbid_stacking(field.state, 1 - one.seat, field.hex("E5"), []) is None
