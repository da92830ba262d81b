"""Rally and orders to vehicles, one condition at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel import first, second
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import BUTTONED, CONTINUOUS, GUN_FIRED, HULL_FIRED, MG_FIRED, TURNED
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.crews import Momentum, marks_of, rallying_vehicles, vehicle_rally_tally
from bocage.systems.lnlt.rules.orders import VehicleOrders, activated_vehicles, departures, may_bail, mg_options, shots
from bocage.systems.lnlt.rules.rally import (
    DEDICATION,
    FORCED,
    NORMAL,
    STANDING,
    SUNG,
    RallyAttempt,
    charisma,
    forbid_rally,
    has_leader,
    is_waiting,
    leader_waits,
    may_hear_song,
    may_sing,
    rally_morale,
    self_rallies,
)
from systems.lnlt.armour import DARIUS, EAST, FAR, HALFTRACK, SHERMAN, TRUCK, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, MEDROW, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, unit

SEATS = pytest.mark.parametrize("swapped", [False, True])
FRENCH = "fr.reg.squad.1-6-4"


def camp(*us: dict[str, Any], swapped: bool = False, **more: Any) -> Field:
    foes = more.pop("de", [FAR])
    return Field(side(more.pop("nation", "us"), *us), side("de", *foes), swapped=swapped, **more)


# ---- men


@SEATS
@pytest.mark.rule("lnlt.core.3", "lnlt.nosb.13.5b", "lnlt.core.check.infantry.9")
@pytest.mark.parametrize(
    ("helper", "helper_mark", "mark", "where", "ban"),
    [
        (CLARKSON, 0, 0, "E5", bans.STEADY),
        (CLARKSON, 0, flags.SHAKEN, "E5", None),
        (US_HERO, 0, flags.SHAKEN, "E5", None),
        (CLARKSON, 0, flags.SHAKEN, "E6", bans.NO_HELP),
        (PARA_HALF, 0, flags.SHAKEN, "E5", bans.NO_HELP),
        (US_MEDIC, 0, flags.SHAKEN, "E5", bans.NO_HELP),
        (CLARKSON, flags.SHAKEN, flags.SHAKEN, "E5", bans.LEADER_FIRST),
        (CLARKSON, flags.SHAKEN | flags.TRIED, flags.SHAKEN, "E5", bans.NO_HELP),
        (CLARKSON, 0, flags.SHAKEN | flags.TRIED, "E5", bans.TRIED_ALREADY),
        (CLARKSON, flags.WOUNDED, flags.SHAKEN, "E5", None),
    ],
)
def test_who_may_try_to_rally(helper: str, helper_mark: int, mark: int, where: str, ban: object, swapped: bool) -> None:
    field = camp(unit(PARA, "E5", "s"), unit(helper, where, "h"), swapped=swapped)
    field.unit("s").flags |= mark
    field.unit("h").flags |= helper_mark
    assert forbid_rally(field.state, field.unit("s")) is ban


@SEATS
@pytest.mark.rule("lnlt.core.3")
def test_nobody_rallies_in_melee_or_off_the_map(swapped: bool) -> None:
    us = [unit(PARA, "E5", "s", shaken=True), unit(CLARKSON, "E5", "h"), unit(PARA, "E5", "friend")]
    field = camp(*us, swapped=swapped, de=[unit(RIFLES, "E5", "r"), FAR])
    assert forbid_rally(field.state, field.unit("s")) is bans.NO_RALLY_IN_MELEE
    field.state.eliminate(field.unit("r"))
    assert is_waiting(field.state, field.unit("s"))
    assert not is_waiting(field.state, field.unit("friend"))
    field.state.eliminate(field.unit("s"))
    assert not is_waiting(field.state, field.unit("s"))


@pytest.mark.rule("lnlt.core.3", "lnlt.core.option.self_rally_smc", "lnlt.core.check.infantry.9")
@pytest.mark.parametrize(("new", "medic"), [("all", True), ("leaders", False)])
def test_who_rallies_by_himself(new: str, medic: bool) -> None:
    us = [unit(CLARKSON, "E5", "l"), unit(PARA, "E6", "s"), unit("us.wt.m1917", "E7", "t"), unit(US_MEDIC, "E8", "m")]
    field = camp(*us, options={"self_rally_smc": new})
    assert [self_rallies(field.state, field.unit(name)) for name in "lstm"] == [True, False, True, medic]


@SEATS
@pytest.mark.rule("lnlt.core.3", "lnlt.hid.skill.charismatic.a")
@pytest.mark.parametrize(
    ("where", "mark", "helps"), [("E5", 0, True), ("E6", 0, True), ("E7", 0, False), ("E6", flags.SHAKEN, False)]
)
def test_a_charismatic_leader_reaches_next_door(where: str, mark: int, helps: bool, swapped: bool) -> None:
    field = camp(unit(PARA, "E5", "s", shaken=True), unit(CLARKSON, where, "c", skill="charismatic"), swapped=swapped)
    field.unit("c").flags |= mark
    assert has_leader(field.state, field.unit("s")) == helps
    expected = field.unit("c").leadership() if where == "E6" and helps else -1
    assert charisma(field.state, field.unit("s")) == expected
    assert not leader_waits(field.state, field.unit("s")) or (mark and where == "E5")


@pytest.mark.rule("lnlt.core.3", "lnlt.hid.skill.la-marseillaise.b", "lnlt.hon.13.3.2a", "lnlt.nosb.11.9b")
@pytest.mark.parametrize(
    ("kind", "mark"),
    [
        (NORMAL, flags.TRIED),
        (SUNG, flags.TRIED | flags.AGAIN),
        (FORCED, flags.TRIED | flags.AGAIN),
        (DEDICATION, flags.TRIED),
        (STANDING, 0),
    ],
)
def test_how_an_attempt_is_noted(kind: int, mark: int) -> None:
    field = camp(unit(PARA, "E5", "s", shaken=True))
    one = field.unit("s")
    RallyAttempt(one.id, kind).note(field.state, one)
    assert one.flags & (flags.TRIED | flags.AGAIN) == mark
    assert bool(field.state.perks[one.seat]) == (kind == DEDICATION)
    assert rally_morale(field.state, one, kind) == one.morale() + (1 if kind == FORCED else 0)


@SEATS
@pytest.mark.rule("lnlt.hid.skill.la-marseillaise.b")
@pytest.mark.parametrize("change", ["", "steady", "gone", "other-nation"])
def test_who_is_moved_by_a_song(change: str, swapped: bool) -> None:
    us = [unit("fr.hero", "E5", "h", skill="la-marseillaise"), unit(FRENCH, "E7", "s", shaken=change != "steady")]
    field = camp(*us, swapped=swapped, nation="fr", module="hid")
    singer, squad = field.unit("h"), field.unit("s")
    if change == "gone":
        field.state.eliminate(squad)
    if change == "other-nation":
        squad.seat = 1 - squad.seat
    assert may_sing(field.state, singer) == (not change)
    assert not may_sing(field.state, squad), "he has no such card"
    squad.seat = singer.seat
    assert not may_hear_song(field.state, squad), "nobody has sung"
    field.state.perks[singer.seat] |= 2
    assert may_hear_song(field.state, squad) == (change in ("", "other-nation"))
    squad.flags |= flags.AGAIN
    assert not may_hear_song(field.state, squad), "once"


# ---- vehicles


def tank(type_: str = SHERMAN, swapped: bool = False, foes: list[dict[str, Any]] | None = None, **more: Any) -> Field:
    spec = more.pop("spec", {})
    own = side("us", vehicle(type_, "D5", "S", EAST, **spec), *more.pop("us", []))
    return Field(own, side("de", *(foes or []), FAR), swapped=swapped, **more)


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.3", "lnlt.core.1.5")
def test_which_vehicles_rally(swapped: bool) -> None:
    field = tank(swapped=swapped, spec={"leader": DARIUS}, terrain={"light-woods": ["D5"]})
    one = field.vehicle("S")
    for mark, may in ((0, False), (flags.SHAKEN, True), (flags.SHAKEN | flags.TRIED, False)):
        one.flags = mark
        assert bool(rallying_vehicles(field.state, one.seat)) == may
        assert rallying_vehicles(field.state, 1 - one.seat) == []
    found = {line.label: line.value for line in vehicle_rally_tally(field.state, one).lines}
    assert found == {"rally.cover": -2, "hit.armour-leader": -1}
    open_ground = tank(swapped=swapped)
    assert vehicle_rally_tally(open_ground.state, open_ground.vehicle("S")).total == 0


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.dj.15.7.1a")
@pytest.mark.parametrize(
    ("mark", "may"),
    [
        (flags.MOVED, True),
        (flags.ASSAULT, True),
        (0, False),
        (flags.OPS, False),
        (flags.MOVED | flags.FIRED, False),
        (flags.MOVED | flags.SHAKEN, False),
    ],
)
def test_which_vehicles_keep_moving(mark: int, may: bool, swapped: bool) -> None:
    field = tank(swapped=swapped)
    one = field.vehicle("S")
    one.flags = mark | CONTINUOUS
    momentum = Momentum(one.seat)
    field.state.pending = []
    field.state.push(momentum)
    momentum.advance(field.state)
    assert not one.flags & CONTINUOUS, "said anew each turn"
    assert bool(field.state.pending) == may
    if may:
        momentum.choose(field.state, field.decision, acts.GO_ON.on(one.id))
        assert one.flags & CONTINUOUS


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.4.0")
def test_one_that_keeps_moving_wears_the_marker_of_the_last_turn() -> None:
    one = tank().vehicle("S")
    for mark, found in (
        (flags.MOVED, flags.MOVED),
        (flags.MOVED | CONTINUOUS, 0),
        (flags.ASSAULT | CONTINUOUS, 0),
        (flags.FIRED | CONTINUOUS, flags.FIRED),
        (flags.OPS, flags.OPS),
        (flags.SHAKEN, 0),
    ):
        one.flags = mark
        assert marks_of(one) == found


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.4.1", "lnlt.core.armour.5.5")
@pytest.mark.parametrize(
    ("mark", "engaged", "found"),
    [
        (0, "", {"G5", "G4"}),
        (flags.ASSAULT, "", {"G5", "G4"}),
        (flags.MOVED, "", set()),
        (flags.FIRED, "", set()),
        (flags.FIRED | GUN_FIRED, "G5", {"G5"}),
        (flags.SHAKEN, "", set()),
        (CONTINUOUS, "", set()),
        (flags.FIRED | GUN_FIRED | MG_FIRED, "G5", set()),
    ],
)
def test_at_which_hexes_a_vehicle_fires(mark: int, engaged: str, found: set[str], swapped: bool) -> None:
    field = tank(swapped=swapped, foes=[unit(RIFLES, "G5", "r"), unit(RIFLES, "G4", "s")], terrain={"forest": ["L9"]})
    one = field.vehicle("S")
    one.flags = mark
    at = field.hex(engaged) if engaged else -1
    names = field.state.board.grid.names
    options = shots(field.state, one, at)
    at_hex = acts.GUN_AT_HEX
    assert {names[second(one) if acts.ACTS.of(one) is at_hex else first(one)] for one in options} == found


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.8", "lnlt.core.armour.6.3")
@pytest.mark.parametrize(
    ("foe", "found"),
    [
        (unit(RIFLES, "G5", "r"), {"machine-guns"}),
        (vehicle("ge.veh.truck", "G5", "T", WEST), {"machine-guns-vehicle"}),
        (vehicle("ge.veh.stug3g", "G5", "T", WEST), {"machine-guns-vehicle"}),
        (vehicle("ge.veh.stug3g", "G5", "T", WEST, markers=["buttoned"]), set()),
        (vehicle("ge.veh.stug3g", "G5", "T", WEST, markers=["wreck"]), set()),
        (unit(RIFLES, "D5", "r"), {"machine-guns"}),
    ],
)
def test_what_machine_guns_are_turned_on(foe: dict[str, Any], found: set[str], swapped: bool) -> None:
    field = tank(swapped=swapped, foes=[foe], terrain={"forest": ["L9"]})
    one = field.vehicle("S")
    assert {acts.ACTS.of(option).name for option in mg_options(field.state, one, -1)} == found
    assert mg_options(field.state, one, field.hex("A1")) == [], "engaged elsewhere"


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.core.armour.5.3")
@pytest.mark.parametrize(
    ("type_", "mark", "found"),
    [
        (SHERMAN, 0, {"set-out", "set-out-assaulting"}),
        (SHERMAN, flags.SHAKEN, {"set-out"}),
        (TRUCK, 0, {"set-out"}),
        (HALFTRACK, 0, {"set-out", "set-out-assaulting"}),
    ],
)
def test_how_a_vehicle_sets_out(type_: str, mark: int, found: set[str], swapped: bool) -> None:
    field = tank(type_, swapped)
    field.vehicle("S").flags |= mark
    assert {acts.ACTS.of(option).name for option in departures(field.state, field.vehicle("S"), 0)} == found


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.10")
@pytest.mark.parametrize("change", ["", "continuous", "enemy", "full"])
def test_when_a_crew_gets_out(change: str, swapped: bool) -> None:
    us = [unit(PARA, "D5", f"p{n}") for n in range(3)] if change == "full" else []
    foes = [unit(RIFLES, "D5", "r")] if change == "enemy" else []
    riders = {"passengers": ["q"]} if change == "full" else {}
    extra = [unit(PARA, "D5", "q")] if change == "full" else []
    field = tank(HALFTRACK, swapped, foes, us=[*us, *extra], spec=riders)
    field.vehicle("S").flags |= CONTINUOUS if change == "continuous" else 0
    assert may_bail(field.state, field.vehicle("S")) == (not change)


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.6", "lnlt.core.armour.5.7")
@pytest.mark.parametrize(
    ("spent", "mark", "after"), [(0, 0, flags.OPS), (1, 0, flags.MOVED), (0, flags.FIRED, flags.FIRED)]
)
def test_how_orders_end(spent: int, mark: int, after: int, swapped: bool) -> None:
    field = tank(swapped=swapped)
    one = field.vehicle("S")
    one.flags = mark | GUN_FIRED | HULL_FIRED | MG_FIRED | TURNED | BUTTONED
    orders = VehicleOrders(one.seat, one.id)
    orders.spent = spent
    field.state.push(orders)
    orders.close(field.state, one)
    assert one.flags == after | BUTTONED
    assert orders not in field.state.stack


@SEATS
@pytest.mark.rule("lnlt.core.armour.3", "lnlt.core.4.0")
@pytest.mark.parametrize(
    ("leader", "mark", "found"),
    [(True, 0, {"S", "T"}), (False, 0, {"S"}), (True, flags.SHAKEN, {"S"}), (True, flags.FIRED, {"S"})],
)
def test_whom_an_armour_leader_brings_along(leader: bool, mark: int, found: set[str], swapped: bool) -> None:
    us = [
        vehicle(SHERMAN, "D4", "T"),
        vehicle(SHERMAN, "D2", "U"),
        vehicle(SHERMAN, "E5", "W", markers=["wreck"]),
        unit(MEDROW, "D5", "foot"),
    ]
    field = tank(swapped=swapped, us=us, spec={"leader": DARIUS} if leader else {})
    field.vehicle("S").flags |= mark
    mask = activated_vehicles(field.state, field.vehicle("S").seat, field.hex("D5"))
    assert {name for name in "STUW" if mask >> field.vehicle(name).id & 1} == found


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.7", "lnlt.core.armour.5.7", "lnlt.core.armour.4.1")
def test_after_smoke_its_machine_guns_may_still_fire(swapped: bool) -> None:
    field = tank(swapped=swapped, foes=[unit(RIFLES, "G5", "r")], options={"smoke_shells": True})
    field.order("S")
    one = field.vehicle("S")
    orders = VehicleOrders(one.seat, one.id)
    orders.choose(field.state, field.decision, acts.SMOKE_AT.act(0, field.hex("H5")))
    one.flags |= flags.FIRED | GUN_FIRED
    found = {acts.ACTS.of(option).name for option in shots(field.state, one, orders.engaged)}
    assert found == {"machine-guns"}
    orders.engaged = field.hex("G5")
    orders.choose(field.state, field.decision, acts.SMOKE_AT.act(0, field.hex("H5")))
    assert orders.engaged == field.hex("G5"), "what it has engaged stays so"
