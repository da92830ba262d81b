"""Steps, drives, retreats and places to be set up in, one condition at a time."""

from __future__ import annotations

import random

import pytest

from bocage.kernel import first, second
from bocage.kernel.decision import Decision
from bocage.systems.normandie.model.flags import INFILTRATOR
from bocage.systems.normandie.model.tables import INFANTRY
from bocage.systems.normandie.rules import acts, vehicles
from bocage.systems.normandie.rules.activation import ban_melee
from bocage.systems.normandie.rules.decisions import PLACE
from bocage.systems.normandie.rules.movement import (
    NOBODY_THERE,
    OUT_OF_REACH,
    approach_options,
    ban_approach,
    ban_assault,
    can_move,
    can_reach,
)
from bocage.systems.normandie.rules.retreat import DrivenBack
from bocage.systems.normandie.rules.setup import (
    IMPASSABLE,
    INFILTRATION,
    NEAR_OBJECTIVE,
    NO_FRONT,
    OUTSIDE_ZONE,
    SCOUTS_ONLY,
    TAKEN,
    Deployment,
    ban_area,
    ban_place,
    ban_ride,
    deployment_area,
    deployment_rule,
    fronts,
    places,
)
from bocage.systems.normandie.rules.zones import (
    DOOR_COVERED,
    ENEMY_THERE,
    NO_PASSAGE,
    NOT_ADJACENT,
    VEHICLE_THERE,
    WALL,
    ZONE,
    ban_step,
    open_steps,
)
from bocage.systems.normandie.rules.zones import IMPASSABLE as CLOSED
from bocage.systems.normandie.state import ABOARD, LOST, RESERVE
from systems.normandie.field import Field, spaces_of
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, LEADER, OWN, SIDE

TANK = {0: "us.sherman", 1: "ge.panzer4"}


# ---- steps

STEPS = pytest.mark.rule(
    "hon.move.inf.1", "hon.move.inf.2", "hon.move.inf.3", "hon.move.inf.4", "hon.move.zoc.3", "hon.move.zoc.6",
    "hon.build.zoc.1", "hon.build.enter.1", "hon.terrain.imp.1", "hon.terrain.nopass.1", "hon.supd.zoc.1",
    "hon.move.zoc.7", "hon.move.zoc.9",
)  # fmt: skip


@BOTH
@STEPS
@pytest.mark.parametrize(
    ("start", "cell", "ban"),
    [
        ("r1c1", "r1c3", NOT_ADJACENT), ("r1c1", "r1c1", NOT_ADJACENT), ("r1c1", "r1c2", None), ("r1c1", "r2c2", None),
        ("r1c1", "r0c1", CLOSED), ("r1c1", "r0c0", None), ("r1c1", "r2c0", NO_PASSAGE), ("r2c1", "r2c0", NO_PASSAGE),
        ("r4c1", "r4c2", VEHICLE_THERE), ("r5c5", "r5c6", ENEMY_THERE), ("r4c5", "r4c6", ZONE), ("r4c5", "r5c5", ZONE),
        ("r4c5", "r3c5", None), ("r3c5", "r4c5", None), ("r1c8", "r1c7", WALL), ("r2c7", "r1c7", None),
        ("r0c7", "r1c7", WALL), ("r1c7", "r0c7", WALL), ("r1c7", "r1c6", None), ("r1c6", "r1c7", None),
        ("r1c7", "r2c7", None), ("r2c6", "r1c7", WALL),
    ],
)  # fmt: skip
def test_what_keeps_a_man_from_a_step(seat: int, start: str, cell: str, ban: object) -> None:
    """House r1c7: doors west and south. A car at r4c2, an enemy at r5c6, a suppressed one at r6c0."""
    units = {
        "a": f"{OWN[seat]} r6c11 order=1", "c": f"{CAR[1 - seat]} r4c2", "e": f"{OWN[1 - seat]} r5c6",
        "s": f"{OWN[1 - seat]} r6c0 suppressed=1",
    }  # fmt: skip
    rows = [".#..........", *["." * 12] * 6]
    no_passage = [[[1, 0], [2, 0]], [[2, 0], [2, 1]], [[1, 1], [2, 1]]]
    house = [{"building": "house_1x1", "at": [1, 7]}]
    game = Field(units, initiative=SIDE[seat], map=rows, no_passage=no_passage, overlays=house)
    found = ban_step(game.state, seat, game.cell(start), game.cell(cell))
    assert found is ban
    assert bool(open_steps(game.state, seat, game.cell(start)) >> game.cell(cell) & 1) is (ban is None)


@BOTH
@STEPS
@pytest.mark.parametrize(("suppressed", "where"), [(0, "r1c5"), (1, "r1c5"), (0, "r3c5")])
def test_a_zone_over_the_doorstep_closes_the_door(seat: int, suppressed: int, where: str) -> None:
    units = {"a": f"{OWN[seat]} r6c11 order=1", "e": f"{OWN[1 - seat]} {where} suppressed={suppressed}"}
    if not suppressed:
        units["e"] = f"{OWN[1 - seat]} {where}"
    house = [{"building": "house_1x1", "at": [1, 7]}]
    game = Field(units, initiative=SIDE[seat], overlays=house)
    closed = suppressed == 0 and where == "r1c5"
    for start, cell in (("r1c7", "r1c6"), ("r1c6", "r1c7")):
        assert ban_step(game.state, seat, game.cell(start), game.cell(cell)) is (DOOR_COVERED if closed else None)
    assert ban_step(game.state, seat, game.cell("r1c7"), game.cell("r2c7")) is None, "the other door"


@STEPS
@pytest.mark.parametrize("seed", range(6))
def test_a_ban_is_told_for_every_step_that_is_not_open(seed: int) -> None:
    rng = random.Random(seed)
    rows = ["".join(rng.choice("....t.#h~") for _ in range(10)) for _ in range(7)]
    spots = rng.sample([f"r{row}c{col}" for row in range(7) for col in range(10) if rows[row][col] == "."], 6)
    kinds = ["us8.fire_team", "us8.officer", "us.jeep", "ge902.fire_group", "ge902.officer", "ge.zundapp"]
    units = {f"u{n}": f"{kind} {spot}" for n, (kind, spot) in enumerate(zip(kinds, spots, strict=True))}
    units["u4"] += " suppressed=1"
    edges = [[[2, 2], [2, 3]], [[4, 4], [5, 4]], [[1, 6], [1, 7]]]
    game = Field(units, map=rows, no_passage=edges)
    grid = game.state.board.grid
    for camp in (0, 1):
        for start in range(grid.size):
            free = open_steps(game.state, camp, start)
            for cell in range(grid.size):
                assert (ban_step(game.state, camp, start, cell) is None) is bool(free >> cell & 1)


# ---- setting up

DEPLOY = pytest.mark.rule(
    "hon.setup.deploy.3", "hon.move.inf.6", "hon.terrain.imp.1", "hon.move.veh.7", "hon.abil.scout.1",
    "hon.abil.scout.2", "hon.ord.infil.1", "hon.arc.align.1",
)  # fmt: skip


@BOTH
@DEPLOY
@pytest.mark.parametrize("kind", [OWN, CAR, TANK], ids=["men", "car", "tank"])
def test_a_ban_is_told_for_every_place_that_is_not_offered(seat: int, kind: dict[int, str]) -> None:
    rows = ["." * 12] * 2 + ["..#......#.."] + ["." * 12] * 4
    units = {"a": f"{kind[seat]} r3c5 facing=2", "l": f"{LEADER[seat]} r1c0", "b": f"{OWN[1 - seat]} r1c11"}
    if kind is OWN:
        units["a"] = f"{OWN[seat]} r3c5"
    game = Field(units, initiative=SIDE[seat], map=rows)
    state, unit = game.state, game.unit("a")
    state.remove(unit, RESERVE)
    offered = {second(option) for option in places(state, unit)}
    assert offered
    for cell in range(state.board.grid.size):
        ban = ban_place(state, unit, cell) or ban_area(state, unit, cell)
        assert (ban is None) is (cell in offered)
    blocked = game.cell("r2c2" if seat == 0 else "r2c9")
    assert ban_place(state, unit, blocked) is IMPASSABLE
    assert ban_place(state, unit, game.unit("l").cell) is TAKEN
    assert ban_place(state, unit, game.unit("b").cell) is TAKEN


@DEPLOY
def test_a_tank_needs_room_for_its_rear() -> None:
    rows = ["#" * 12, "#.#########.", *["#" * 12] * 3, "#..#########", "#" * 12]
    units = {"t": "us.sherman r5c2 facing=2", "m": "us8.officer r1c1", "g": "ge902.officer r1c11"}
    game = Field(units, map=rows)
    tank = game.unit("t")
    game.state.remove(tank, RESERVE)
    game.state.remove(game.unit("m"), RESERVE)
    assert ban_place(game.state, tank, game.cell("r1c1")) is NO_FRONT
    assert ban_place(game.state, game.unit("m"), game.cell("r1c1")) is None, "a man has room"
    assert ban_place(game.state, tank, game.cell("r5c1")) is None


@BOTH
@DEPLOY
@pytest.mark.rule("hon.abil.scout.4")
@pytest.mark.parametrize(("scout", "infiltrates"), [(0, False), (1, False), (2, False), (0, True), (9, True)])
def test_how_far_scouts_go_out(monkeypatch: pytest.MonkeyPatch, seat: int, scout: int, infiltrates: bool) -> None:
    units = {
        "a": f"{OWN[seat]} r3c3", "h": f"{HALFTRACK[seat]} r5c5 facing=2", "b": f"{OWN[1 - seat]} r0c8",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat], map=["." * 20] * 7)
    state, unit, car = game.state, game.unit("a"), game.unit("h")
    monkeypatch.setattr(unit.face, "scout", scout)
    unit.traits = 0
    if infiltrates:
        unit.traits = INFILTRATOR
    grid = state.board.grid
    zone = bits_of(range(5)) if seat == 0 else bits_of(range(15, 20))
    zone = sum(1 << row * 20 + col for row in range(7) for col in range(20) if zone >> col & 1)
    state.scenario.zones[seat] = zone
    far = max(scout, INFILTRATION) if infiltrates else scout
    edge, way = (4, 1) if seat == 0 else (15, -1)
    inside, last, beyond = (f"r0c{edge + way * more}" for more in (0, far, far + 1))
    area = deployment_area(state, unit)
    assert area >> game.cell(inside) & 1
    assert area >> game.cell(last) & 1
    assert not area >> game.cell(beyond) & 1
    assert ban_area(state, unit, game.cell(beyond)) is OUTSIDE_ZONE
    if far:
        state.scenario.objectives = [grid.intersection(0, edge + way * far)]
        assert ban_area(state, unit, game.cell(last)) is NEAR_OBJECTIVE
        state.scenario.objectives = []
    for place, rule in (
        (inside, "hon.setup.deploy.3"),
        (last, "hon.ord.infil.1" if far > scout else "hon.abil.scout.1"),
    ):
        state.put(unit, game.cell(place))
        if place != inside or not far:
            rule = rule if far else "hon.setup.deploy.3"
        assert deployment_rule(state, unit) == rule
    state.remove(unit, RESERVE)
    state.put(car, game.cell(f"r5c{edge + way * 3}"))
    assert (ban_ride(state, car, unit) is SCOUTS_ONLY) is (far == 0)
    home = 1 if seat == 0 else 18
    state.put(car, game.cell(f"r5c{home}"))
    assert ban_ride(state, car, unit) is None, "in its zone it carries anybody"


def bits_of(numbers: range) -> int:
    return sum(1 << number for number in numbers)


@DEPLOY
def test_a_vehicle_with_one_way_to_stand_faces_it_unasked() -> None:
    rows = ["#" * 12, *["." * 12] * 4, "#..#########", "#" * 12]
    units = {"t": "us.sherman r3c2 facing=2", "g": "ge902.officer r1c11"}
    game = Field(units, map=rows)
    tank, state = game.unit("t"), game.state
    for cell, ways in (("r5c1", {6}), ("r5c2", {2})):
        state.scenario.zones[0] = 1 << game.cell("r5c1") | 1 << game.cell("r5c2")
        state.remove(tank, RESERVE)
        tank.facing = 0
        assert set(fronts(state, tank, game.cell(cell))) == ways
        deployment = Deployment()
        option = acts.SET_UP.act(0, game.cell(cell))
        deployment.choose(state, Decision(0, PLACE, [option]), option)
        assert ({tank.facing}, spaces_of(game, "t")[0]) == (ways, cell)
        assert deployment.unit == -1, "nothing is left to ask"
    wide = Field(units)
    tank = wide.unit("t")
    wide.state.remove(tank, RESERVE)
    deployment = Deployment()
    option = acts.SET_UP.act(0, wide.cell("r3c2"))
    deployment.choose(wide.state, Decision(0, PLACE, [option]), option)
    assert deployment.unit == tank.id, "its player chooses the front"


# ---- driving


@BOTH
@pytest.mark.rule("hon.terrain.nopass.1", "hon.move.veh.2", "hon.move.veh.3", "hon.move.veh.8", "hon.open.veh.move.1")
@pytest.mark.parametrize(
    ("facing", "manoeuvre", "cut", "free"),
    [
        (2, "ahead", ("r3c5", "r3c6"), False), (2, "ahead", ("r3c4", "r3c5"), True),
        (2, "back", ("r3c4", "r3c5"), False), (2, "back", ("r3c5", "r3c6"), True),
        (0, "ahead", ("r2c5", "r3c5"), False), (0, "ahead", ("r3c5", "r4c5"), True),
        (1, "ahead", ("r2c5", "r3c5"), True), (1, "ahead", ("r2c6", "r3c6"), True), (2, "left", ("r3c5", "r3c6"), True),
        (2, "right", ("r2c5", "r3c5"), True),
    ],
)  # fmt: skip
def test_no_vehicle_passes_the_symbol_but_diagonally_it_does(
    seat: int, facing: int, manoeuvre: str, cut: tuple[str, str], free: bool
) -> None:
    ends = [[int(one) for one in place[1:].split("c")] for place in cut]
    units = {"c": f"{CAR[seat]} r3c5 facing={facing}", "a": f"{OWN[seat]} r6c0", "b": f"{OWN[1 - seat]} r0c0"}
    game = Field(units, initiative=SIDE[seat], no_passage=[ends])
    verb = next(one for one in acts.MANOEUVRES if one.name == manoeuvre)
    assert (vehicles.ban_manoeuvre(game.state, game.unit("c"), verb, 3) is None) is free
    assert vehicles.ban_manoeuvre(game.state, game.unit("c"), acts.SWING_LEFT, 3) is vehicles.ONE_SPACE


@BOTH
@pytest.mark.rule("hon.open.wreck.cross.1", "hon.terrain.struct.5", "hon.comp.light.1", "hon.comp.heavy.1")
@pytest.mark.parametrize("wreck", ["light", "heavy"])
@pytest.mark.parametrize("points", [1, 2])
def test_only_heavy_vehicles_drive_over_wrecks_of_either_kind(seat: int, wreck: str, points: int) -> None:
    units = {
        "c": f"{CAR[seat]} r1c3 facing=2", "t": f"{TANK[seat]} r5c3 facing=2", "a": f"{OWN[seat]} r6c0",
        "b": f"{OWN[1 - seat]} r0c11",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat], wrecks={"r1c4": wreck, "r5c4": wreck})
    car, tank = game.unit("c"), game.unit("t")
    assert vehicles.ban_manoeuvre(game.state, car, acts.AHEAD, points) is vehicles.CLOSED_GROUND
    ban = vehicles.ban_manoeuvre(game.state, tank, acts.AHEAD, points)
    assert ban is (None if points == 2 else vehicles.WRECK_AHEAD), "it must have a way on"
    number = next(n for n, one in enumerate(game.state.structures) if one.cells >> game.cell("r5c4") & 1)
    game.state.markers[number] = game.state.structures[number].value - 1
    assert vehicles.ban_manoeuvre(game.state, tank, acts.AHEAD, points) is None, "this removes it"
    assert vehicles.ban_manoeuvre(game.state, tank, acts.BACK, points) is None


@BOTH
@pytest.mark.rule("hon.open.veh.push.1", "hon.move.veh.9", "hon.move.veh.10")
@pytest.mark.parametrize("wreck", ["light", "heavy"])
def test_whom_a_vehicle_or_its_wreck_drives_out(seat: int, wreck: str) -> None:
    units = {
        "t": f"{TANK[seat]} r3c4 facing=2", "a": f"{OWN[seat]} r6c4", "b": f"{OWN[1 - seat]} r3c4",
        "x": f"{OWN[1 - seat]} r0c4", "c": f"{CAR[seat]} r0c5",
    }  # fmt: skip
    game = Field(units | {"b": f"{OWN[1 - seat]} r6c7"}, initiative=SIDE[seat], wrecks={"r0c4": wreck})
    state, tank = game.state, game.unit("t")
    assert vehicles.run_over(state, tank) == []
    for name, cell in (("b", tank.cell), ("a", tank.rear)):
        state.put(game.unit(name), cell)
    assert vehicles.run_over(state, tank) == [game.unit(name).id for name in "ab"], "its own side first"
    state.remove(game.unit("a"), LOST)
    assert vehicles.run_over(state, tank) == [game.unit("b").id]
    state.remove(tank, LOST)
    assert vehicles.run_over(state, tank) == [game.unit("x").id], "on a wreck"


# ---- assaults


@BOTH
@pytest.mark.rule("hon.assault.launch.2", "hon.assault.who.1", "hon.los.need.1", "hon.assault.launch.3")
def test_why_no_assault_begins(seat: int) -> None:
    units = {
        "a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r3c4",
        "f": f"{OWN[1 - seat]} r3c9",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat])
    state, man = game.state, game.unit("a")
    assert ban_melee(state, man, game.unit("b"), False) is None
    assert ban_melee(state, man, game.unit("f"), False) is OUT_OF_REACH
    assert ban_melee(state, man, game.unit("f"), True) is OUT_OF_REACH
    assert ban_melee(state, man, None, False) is NOBODY_THERE
    assert ban_melee(state, man, game.unit("l"), False) is NOBODY_THERE
    state.remove(game.unit("b"), LOST)
    state.put(game.unit("f"), game.cell("r3c6"))
    assert ban_melee(state, man, game.unit("f"), False) is OUT_OF_REACH, "not from where it stands"
    assert ban_melee(state, man, game.unit("f"), True) is None, "but it may walk first"


@BOTH
@pytest.mark.rule("hon.assault.launch.1", "hon.assault.launch.3", "hon.abil.trans.5")
@pytest.mark.parametrize(("points", "able"), [(1, False), (2, True), (3, True)])
@pytest.mark.parametrize("own", [True, False])
def test_an_assault_is_launched_over_ones_own_transport(seat: int, points: int, able: bool, own: bool) -> None:
    """A halftrack stands in the only gap: a point to get in, and one to leave it for the enemy's space."""
    rows = ["....#......."] * 3 + ["." * 12] * 2 + ["....#......."] * 2
    units = {
        "a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r3c5",
        "h": f"{HALFTRACK[seat if own else 1 - seat]} r3c4 facing=0",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat], map=rows)
    assert set(spaces_of(game, "h")) == {"r3c4", "r4c4"}
    man, enemy = game.unit("a"), game.unit("b")
    assert can_reach(game.state, man, enemy, man.cell, points) is (able and own)
    assert (ban_approach(game.state, man, enemy, points) is None) is (able and own)


@BOTH
@pytest.mark.rule("hon.assault.launch.1", "hon.assault.launch.3", "hon.abil.trans.5")
@pytest.mark.parametrize(("points", "able"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_step_to_the_transport_costs_a_point_more(seat: int, points: int, able: bool) -> None:
    rows = ["....#......."] * 3 + ["." * 12] * 2 + ["....#......."] * 2
    units = {
        "a": f"{OWN[seat]} r3c2 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r3c5",
        "h": f"{HALFTRACK[seat]} r3c4 facing=0",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat], map=rows)
    man, enemy = game.unit("a"), game.unit("b")
    assert can_reach(game.state, man, enemy, man.cell, points) is able
    steps = approach_options(game.state, man, enemy, points, 0)
    assert (steps != [acts.STOP.number]) is able


@BOTH
@pytest.mark.rule("hon.assault.launch.1", "hon.assault.launch.3", "hon.assault.announce.2", "hon.terrain.diff.1")
@pytest.mark.parametrize(
    ("points", "taken", "steps", "launch"),
    [
        (3, 0, {"r2c4", "r3c4", "r4c4", "r2c3", "r4c3"}, False), (2, 0, {"r2c4", "r3c4", "r4c4"}, False),
        (1, 0, set(), False),
    ],
)  # fmt: skip
def test_an_announced_assault_is_walked_to_in_time(
    seat: int, points: int, taken: int, steps: set[str], launch: bool
) -> None:
    units = {"a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r3c5"}
    game = Field(units, initiative=SIDE[seat])
    man, enemy = game.unit("a"), game.unit("b")
    found = approach_options(game.state, man, enemy, points, taken)
    grid = game.state.board.grid
    assert {grid.name(first(one)) for one in found if acts.ACTS.of(one) is acts.STEP_TO} == steps
    assert any(acts.ACTS.of(one) is acts.LAUNCH for one in found) is launch
    game.state.put(man, game.cell("r3c4"))
    for left, walked, ready in ((1, 1, True), (0, 1, False), (1, 0, False)):
        found = approach_options(game.state, man, enemy, left, walked)
        assert any(acts.ACTS.of(one) is acts.LAUNCH for one in found) is ready
    game.state.put(game.unit("l"), man.cell)
    assert approach_options(game.state, man, enemy, 1, 1) == [acts.STOP.number], "two stand there"


@BOTH
@pytest.mark.rule("hon.aid.move.1", "hon.terrain.opp.2", "hon.terrain.opp.3", "hon.supply.immutable.1")
@pytest.mark.parametrize("phase", ["activation", "supply"])
def test_a_move_of_no_space_draws_fire_in_the_activation_phase_alone(seat: int, phase: str) -> None:
    recon = {0: "us8.recon_team", 1: "ge902.recon_group"}[seat]
    units = {
        "a": f"{recon} r3c3" + (" order=1" if phase == "activation" else ""), "l": f"{LEADER[seat]} r6c0 acted",
        "b": f"{OWN[1 - seat]} r3c8",
    }  # fmt: skip
    rows = ["." * 12] * 3 + ["........P..."] + ["." * 12] * 3
    game = Field(units, initiative=SIDE[seat], map=rows, phase=phase, options={"cards": "off"})
    game.choose("move" if phase == "activation" else "supply-move", "a" if phase == "supply" else "")
    game.choose("stop")
    asked = bool(game.offered("opportunity-fire"))
    assert asked is (phase == "activation")


@BOTH
@pytest.mark.rule("hon.supd.move.2", "hon.open.transport.phase.1", "hon.abil.trans.4")
def test_who_rides_moves_only_where_it_can_get_out(seat: int) -> None:
    units = {
        "a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r6c0", "h": f"{HALFTRACK[seat]} r3c6 facing=2",
        "b": f"{OWN[1 - seat]} r0c11",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat])
    man = game.unit("a")
    game.state.embark(man, game.unit("h"))
    assert man.status == ABOARD
    assert can_move(game.state, man)
    man.suppressed = 9
    assert not can_move(game.state, man)
    man.suppressed = 0
    walls = ["." * 12] * 2 + ["....####....", "....#..#....", "....####...."] + ["." * 12] * 2
    shut = Field(units | {"a": f"{OWN[seat]} r6c3 order=1"}, initiative=SIDE[seat], map=walls)
    shut.state.embark(shut.unit("a"), shut.unit("h"))
    assert not can_move(shut.state, shut.unit("a"))


# ---- being driven back


@BOTH
@pytest.mark.rule("hon.card.override.1", "hon.assault.win.3", "hon.assault.win.4", "hon.abil.ambush.7")
@pytest.mark.parametrize(("closed", "options"), [("...", 3), (".#.", 2), ("#.#", 1), ("###", 0)])
def test_a_driven_unit_takes_the_only_way_or_is_shaken(seat: int, closed: str, options: int) -> None:
    rows = ["." * 12] * 2 + [f"......{sign}....." for sign in closed] + ["." * 12] * 2
    units = {
        "r": f"{('us8.recon_team', 'ge902.recon_group')[seat]} r3c8 back", "a": f"{OWN[seat]} r3c2 order=1",
        "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r3c5",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat], map=rows)
    state, unit = game.state, game.unit("b")
    concealed = game.unit("r")
    assert concealed.face.concealed
    state.pending.clear()
    driven = DrivenBack(unit.id, game.cell("r3c2"))
    state.push(driven)
    driven.advance(state)
    if options > 1:
        assert {first(option) for option in state.pending[0].options} == {
            game.cell(f"r{row}c6") for row, sign in zip((2, 3, 4), closed, strict=True) if sign == "."
        }
        decision = state.pending.pop()
        driven.choose(state, decision, decision.options[0])
    assert unit.suppressed == (0 if options else 1)
    assert (game.at("b") == "r3c5") is (options == 0)
    if options == 1:
        assert game.at("b") == "r3c6"
    depth = len(state.stack)
    driven.advance(state)
    assert len(state.stack) == depth - 1
    assert concealed.face.concealed is (options == 0), "a retreat is a movement: it has spotted him"
    assert unit.counter.rank == INFANTRY
    assert ban_assault(state, game.unit("a"), unit, 3) is OUT_OF_REACH
