"""Sets of spaces, to the last one: zones, ways, landings and what lies about; none holds a space too many."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.normandie.model.flags import ONE_POOL
from bocage.systems.normandie.model.forces import Goal
from bocage.systems.normandie.rules.blasts import corners_of, drifted, occupants, shared_space, under
from bocage.systems.normandie.rules.card_attacks import run_cells
from bocage.systems.normandie.rules.multiplayer import allied_spaces, is_limited
from bocage.systems.normandie.rules.setup import closed_to, deployment_area, fronts, near_objectives
from bocage.systems.normandie.rules.sight import smoke_on
from bocage.systems.normandie.rules.specialorders import nest_places
from bocage.systems.normandie.rules.structures import structure_at
from bocage.systems.normandie.rules.support import around
from bocage.systems.normandie.rules.transport import exits
from bocage.systems.normandie.rules.vehicles import run_over
from bocage.systems.normandie.rules.victory import documents_spaces
from bocage.systems.normandie.rules.zones import barred_doors, controlled, enemy_zones, friends, landings, open_steps
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, OWN, SIDE

TANK = {0: "us.sherman", 1: "ge.panzer4"}
HOUSE = [{"building": "house_1x1", "at": [2, 4]}]  # doors W and S
LARGE = [{"building": "house_2x2", "at": [2, 4]}]  # two rooms, one above the other; a door between them on the left


def field(seat: int, units: dict[str, str], **more: Any) -> Field:
    return Field(units, initiative=SIDE[seat], **more)


def mask(game: Field, *places: str) -> int:
    return sum(1 << game.cell(place) for place in places)


def ring(game: Field, place: str) -> set[str]:
    row, _, col = place[1:].partition("c")
    near = [(int(row) + a, int(col) + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    return {f"r{r}c{c}" for r, c in near if 0 <= r < 7 and 0 <= c < 12}


def named(game: Field, found: int) -> set[str]:
    return {game.state.board.grid.name(cell) for cell in range(game.state.board.grid.size) if found >> cell & 1}


# ---- zones of control


@BOTH
@pytest.mark.rule(
    "hon.move.zoc.1", "hon.move.zoc.2", "hon.move.zoc.3", "hon.move.zoc.7", "hon.move.zoc.9", "hon.supd.zoc.1",
    "hon.open.zoc.same.1", "hon.move.inf.2", "hon.move.inf.3", "hon.move.inf.4", "hon.move.inf.5",
)  # fmt: skip
def test_the_zones_of_one_side(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r0c1 order=1", "b": f"{OWN[1 - seat]} r5c5", "c": f"{OWN[1 - seat]} r5c8"}
    game = field(seat, units | {"v": f"{CAR[1 - seat]} r2c2 facing=2"})
    state, camp = game.state, seat
    assert named(game, enemy_zones(state, camp)) == ring(game, "r5c5") | ring(game, "r5c8")
    assert named(game, enemy_zones(state, 1 - camp)) == ring(game, "r0c1")
    assert controlled(state, camp, game.cell("r1c1")) == 0, "a car controls nothing"
    assert named(game, controlled(state, camp, game.cell("r5c4"))) == ring(game, "r5c5")
    assert named(game, controlled(state, camp, game.cell("r4c7"))) == ring(game, "r5c8")
    assert named(game, open_steps(state, camp, game.cell("r4c6"))) == ring(game, "r4c6") - ring(game, "r5c5") - {"r5c5"}
    game.unit("b").suppressed = 1
    assert named(game, enemy_zones(state, camp)) == ring(game, "r5c8"), "the suppressed have none"
    assert controlled(state, camp, game.cell("r5c4")) == 0
    state.remove(game.unit("c"), LOST)
    assert enemy_zones(state, camp) == 0
    assert controlled(state, camp, game.cell("r4c7")) == 0
    corner = open_steps(state, camp, game.cell("r0c1"))
    assert named(game, corner) == ring(game, "r0c1")
    assert "r0c0" in named(game, corner)
    assert named(game, open_steps(state, camp, game.cell("r1c1"))) == ring(game, "r1c1") - {"r2c2"}
    assert named(game, open_steps(state, camp, game.cell("r5c4"))) == ring(game, "r5c4") - {"r5c5"}


@BOTH
@pytest.mark.rule("hon.build.zoc.1", "hon.move.zoc.6", "hon.move.zoc.5", "hon.open.building.zoc.2", "hon.build.enter.1")
def test_doors_that_a_zone_outside_closes(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r2c4 order=1", "b": f"{OWN[1 - seat]} r1c2"}
    game = field(seat, units, overlays=HOUSE)
    state = game.state
    assert named(game, barred_doors(state, seat, game.cell("r2c4"))) == {"r2c3"}
    assert named(game, barred_doors(state, seat, game.cell("r2c3"))) == {"r2c4"}
    assert barred_doors(state, seat, game.cell("r3c4")) == 0
    assert barred_doors(state, 1 - seat, game.cell("r2c4")) == 0, "who is inside controls nothing outside"
    game.unit("b").suppressed = 1
    assert barred_doors(state, seat, game.cell("r2c4")) == 0
    assert barred_doors(state, seat, game.cell("r2c3")) == 0


@BOTH
@pytest.mark.rule("hon.mp.move.1", "hon.move.inf.6", "hon.move.veh.11", "hon.abil.trans.10", "hon.abil.trans.13")
def test_where_friends_stand_and_men_can_be_put_down(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r0c0 order=1", "c": f"{OWN[seat]} r1c1", "b": f"{OWN[1 - seat]} r0c2"}
    game = field(seat, units)
    state, man, mate = game.state, game.unit("a"), game.unit("c")
    assert named(game, friends(state, man)) == {"r1c1"}
    state.put(man, game.cell("r1c1"))
    assert named(game, friends(state, man)) == {"r1c1"}, "both of them are there"
    state.put(man, game.cell("r0c0"))
    state.remove(man, LOST)
    assert named(game, friends(state, man)) == {"r1c1"}
    state.put(man, game.cell("r0c0"))
    free = {state.board.grid.name(cell) for cell in landings(state, mate, mask(game, "r1c1"))}
    assert free == ring(game, "r1c1") - {"r0c0", "r0c2"}
    two = {state.board.grid.name(cell) for cell in landings(state, mate, mask(game, "r4c4", "r4c5"))}
    assert two == (ring(game, "r4c4") | ring(game, "r4c5")) - {"r4c4", "r4c5"}


@BOTH
@pytest.mark.rule("hon.open.transport.phase.1", "hon.abil.trans.4", "hon.abil.trans.6")
def test_where_passengers_get_out(seat: int) -> None:
    units = {"h": f"{HALFTRACK[seat]} r1c1 facing=2", "a": f"{OWN[seat]} r6c6 aboard=h order=1"}
    game = field(seat, units | {"c": f"{OWN[seat]} r0c1", "b": f"{OWN[1 - seat]} r6c11"})
    car = game.unit("h")
    spaces = {game.state.board.grid.name(cell) for cell in (car.cell, car.rear) if cell >= 0}
    around_it = set().union(*(ring(game, place) for place in spaces)) - spaces
    assert named(game, exits(game.state, game.unit("a"))) == around_it - {"r0c1"}


# ---- buildings and ground


@BOTH
@pytest.mark.rule(
    "hon.build.adj.1", "hon.build.adj.2", "hon.build.enter.1", "hon.build.enter.2", "hon.open.building.grid.1",
    "hon.open.building.leave.1", "hon.terrain.nopass.1", "hon.move.zoc.1", "hon.move.zoc.2", "hon.move.zoc.5",
    "hon.terrain.imp.1", "hon.los.clear.1", "hon.open.zoc.building.1", "hon.open.passage.1", "hon.terrain.water.1",
)  # fmt: skip
def test_the_ways_in_out_of_and_between_buildings(seat: int) -> None:
    overlays = [{"building": "house_2x2", "at": [2, 4]}, {"building": "house_1x1", "at": [2, 7]}]
    game = field(seat, {"a": f"{OWN[seat]} r6c0 order=1", "b": f"{OWN[1 - seat]} r6c11"}, overlays=overlays)
    ground = game.state.ground
    inside = {"r2c4", "r2c5", "r3c4", "r3c5", "r2c7"}
    assert named(game, ground.indoors) == inside
    assert named(game, ground.gaps()) == {"r2c6"}, "between two that face each other"
    assert not named(game, ground.closed[0]) & {"r2c6"}, "men pass"
    for rank in (1, 2):
        assert named(game, ground.closed[rank]) == inside | {"r2c6"}
    ways = {place: named(game, ground.joined[game.cell(place)]) for place in (*inside, "r2c6", "r0c0", "r3c6")}
    assert ways["r2c4"] == {"r2c5", "r2c3", "r3c4"}, "its room, the door W, the door between the rooms"
    assert ways["r2c5"] == {"r2c4"}
    assert ways["r3c4"] == {"r3c5", "r2c4", "r4c4"}
    assert ways["r3c5"] == {"r3c4", "r3c6"}
    assert ways["r2c7"] == {"r2c6", "r3c7"}
    assert ways["r0c0"] == {"r0c1", "r1c0", "r1c1"}
    assert ways["r2c6"] == ring(game, "r2c6") - {"r2c5", "r3c5"}
    assert ways["r3c6"] == ring(game, "r3c6") - {"r2c5", "r2c7"}
    doors = {place: named(game, ground.doors[game.cell(place)]) for place in ("r2c4", "r3c4", "r3c5", "r2c5", "r0c0")}
    assert doors == {"r2c4": {"r2c3"}, "r3c4": {"r4c4"}, "r3c5": {"r3c6"}, "r2c5": set(), "r0c0": set()}
    assert named(game, ground.zone[game.cell("r2c4")]) == {"r2c5"}, "no zone through a wall or a door"
    assert [ground.building(game.cell(place)) for place in ("r2c4", "r2c7", "r0c0")] == [0, 1, -1]
    assert ground.hazy == ground.difficult == ground.water == ground.opportunity == 0


@pytest.mark.rule(
    "hon.los.clear.1", "hon.terrain.diff.1", "hon.terrain.opp.1", "hon.terrain.water.1", "hon.terrain.def.1",
    "hon.terrain.imp.2", "hon.terrain.obs.1", "hon.abil.ambush.5", "hon.open.passage.1", "hon.open.overlay.1",
)  # fmt: skip
def test_what_the_ground_is_like() -> None:
    rows = ["th.fF~=#xPQR"] + ["." * 12] * 6
    game = Field({"a": "us8.fire_team r6c0 order=1", "b": "ge902.fire_group r6c11"}, map=rows)
    ground = game.state.ground

    def columns(found: int) -> str:
        return "".join(sign for col, sign in enumerate(rows[0]) if found >> col & 1)

    assert columns(ground.hazy) == "tfFQR"
    assert columns(ground.difficult) == "hFxR"
    assert columns(ground.opportunity) == "PQ"
    assert columns(ground.water) == "~"
    assert columns(ground.blocking) == "h#"
    assert columns(ground.elements) == "thfF~#xPQR"
    assert [columns(ground.closed[rank]) for rank in range(3)] == ["#", "hF#xR", "hF#"]
    assert ground.cover[:12] == [1, 2, 0, 1, 2, 0, 0, 0, 0, 2, 2, 2]
    assert "~" not in columns(ground.steps[game.cell("r1c5")]), "nobody wades"
    assert columns(ground.steps[game.cell("r1c1")]) == "th."
    changed = ground.changed()
    changed.passages |= 1 << 1
    changed.dug |= 1 << 2
    changed.build()
    assert [columns(changed.closed[rank]) for rank in range(3)] == ["#", "F#xR", "F#"], "the hedgerow is cut"
    assert columns(changed.opportunity) == ".PQ"
    assert changed.cover[2] == 2
    assert changed.overlay[2] not in changed.overlay[:2] + changed.overlay[3:]
    assert columns(ground.opportunity) == "PQ", "the ground that was stays as it was"
    assert (ground.wrecks, ground.cleared, ground.dug, ground.passages) == ([0, 0], 0, 0, 0)


@BOTH
@pytest.mark.rule("hon.build.gren.2", "hon.terrain.pos.5", "hon.abil.how.5", "hon.abil.blast.1", "hon.abil.blast.2")
def test_whom_a_pattern_or_a_grenade_strikes(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    units = {
        "a": f"{OWN[seat]} r2c4 order=1", "b": f"{OWN[1 - seat]} r2c5", "c": f"{OWN[1 - seat]} r3c4",
        "d": f"{OWN[seat]} r1c4", "v": f"{CAR[1 - seat]} r1c5 facing=2",
    }  # fmt: skip
    game = field(seat, units, overlays=LARGE)
    state = game.state
    room = shared_space(state, game.cell("r2c4"))
    assert named(game, room) == {"r2c4", "r2c5"}

    def names(found: list[int]) -> set[str]:
        return {name for name, number in game.names.items() if number in found}

    assert names(occupants(state, room)) == {"a", "b"}
    everything = mask(game, "r1c4", "r1c5", "r2c4", "r2c5")
    assert names(under(state, everything)) == {"d", "v"}, "a pattern does nothing indoors"
    hidden = game.unit("v")
    monkeypatch.setattr(hidden.face, "concealed", True)
    assert names(under(state, everything)) == {"d"}
    assert under(state, 0) == []


@pytest.mark.rule("hon.terrain.pos.5", "hon.terrain.pos.4")
def test_positions_side_by_side_are_one_place_only_if_they_are_one_tile() -> None:
    overlays = [{"terrain": "position", "spaces": [[1, 1], [1, 2]]}, {"terrain": "position", "spaces": [[1, 3]]}]
    game = Field({"a": "us8.fire_team r1c1 order=1", "b": "ge902.fire_group r6c11"}, overlays=overlays)
    assert named(game, shared_space(game.state, game.cell("r1c1"))) == {"r1c1", "r1c2"}
    assert named(game, shared_space(game.state, game.cell("r1c3"))) == {"r1c3"}


# ---- crossings


@pytest.mark.rule("hon.open.disp.dir.1", "hon.open.disp.off.1", "hon.abil.ind.5", "hon.abil.ind.6", "hon.abil.ind.7")
@pytest.mark.parametrize(
    ("die", "start", "distance", "end"),
    [
        (1, (3, 4), 2, (1, 4)), (2, (3, 4), 2, (3, 6)), (3, (3, 4), 2, (5, 4)), (4, (3, 4), 2, (3, 2)),
        (5, (3, 4), 2, (3, 4)), (6, (3, 4), 2, (3, 4)), (1, (2, 0), 2, (0, 0)), (1, (1, 0), 2, None),
        (3, (5, 12), 2, (7, 12)), (3, (6, 12), 2, None), (2, (0, 10), 2, (0, 12)), (2, (0, 11), 2, None),
        (4, (7, 2), 2, (7, 0)), (4, (7, 1), 2, None), (1, (3, 4), 0, (3, 4)),
    ],
)  # fmt: skip
def test_where_a_pattern_drifts(die: int, start: tuple[int, int], distance: int, end: tuple[int, int] | None) -> None:
    game = Field({"a": "us8.fire_team r0c0 order=1", "b": "ge902.fire_group r6c11"})
    grid = game.state.board.grid
    found = drifted(game.state, grid.intersection(*start), die, distance)
    assert found == (grid.intersection(*end) if end else -1)


@pytest.mark.rule("hon.card.override.1", "hon.abil.ind.5")
@pytest.mark.parametrize(("place", "reach"), [((0, 0), 1), ((3, 4), 2), ((7, 12), 2), ((0, 12), 3), ((4, 4), 0)])
def test_crossings_close_to_another(place: tuple[int, int], reach: int) -> None:
    game = Field({"a": "us8.fire_team r0c0 order=1", "b": "ge902.fire_group r6c11"})
    grid = game.state.board.grid
    rows = [row for row in range(8) if abs(row - place[0]) <= reach]
    cols = [col for col in range(13) if abs(col - place[1]) <= reach]
    expected = [grid.intersection(row, col) for row in rows for col in cols]
    assert around(game.state, grid.intersection(*place), reach) == expected
    assert corners_of(game.state, game.cell("r2c3")) == [
        grid.intersection(2 + a, 3 + b) for a in (0, 1) for b in (0, 1)
    ]


@pytest.mark.rule("hon.open.smoke.size.1", "hon.ord.smoke.4", "hon.ord.smoke.5")
def test_each_smoke_counts_once() -> None:
    game = Field({"a": "us8.fire_team r0c0 order=1", "b": "ge902.fire_group r6c11"}, smoke=[[[2, 2], 4], [[2, 3], 2]])
    state = game.state
    assert smoke_on(state, 0) == 0
    assert smoke_on(state, mask(game, "r0c0", "r5c5")) == 0
    assert smoke_on(state, mask(game, "r1c1", "r2c1")) == 4
    assert smoke_on(state, mask(game, "r1c2")) == 6
    assert smoke_on(state, mask(game, "r2c3")) == 2


@pytest.mark.rule("hon.card.override.1")
def test_a_run_of_spaces_ends_with_the_board() -> None:
    game = Field({"a": "us8.fire_team r0c0 order=1", "b": "ge902.fire_group r6c11"})
    state = game.state
    assert named(game, run_cells(state, game.cell("r1c1"), 2, 3)) == {"r1c1", "r1c2", "r1c3"}
    assert named(game, run_cells(state, game.cell("r1c10"), 2, 3)) == {"r1c10", "r1c11"}
    assert named(game, run_cells(state, game.cell("r5c5"), 4, 3)) == {"r5c5", "r6c5"}
    assert run_cells(state, game.cell("r5c5"), 4, 0) == 0


# ---- deployment, documents, structures


@BOTH
@pytest.mark.rule("hon.abil.scout.1", "hon.abil.scout.2", "hon.setup.deploy.3", "hon.ord.infil.1", "hon.ord.nest.1")
def test_where_scouts_and_nests_may_stand(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = field(seat, {"a": f"{OWN[seat]} r3c1 order=1", "b": f"{OWN[1 - seat]} r3c10"})
    state, scenario, man = game.state, game.state.scenario, game.unit("a")
    columns = {0: range(2), 1: range(10, 12)}
    zones = [mask(game, *(f"r{row}c{col}" for row in range(7) for col in columns[side])) for side in (0, 1)]
    monkeypatch.setattr(scenario, "zones", zones)
    assert near_objectives(state) == 0
    assert deployment_area(state, man) == zones[seat]
    monkeypatch.setattr(man.face, "scout", 2)
    wider = {0: range(4), 1: range(8, 12)}[seat]
    reach = {f"r{row}c{col}" for row in range(7) for col in wider}
    assert named(game, deployment_area(state, man)) == reach
    monkeypatch.setattr(scenario, "goals", [Goal(mask(game, "r3c3", "r3c8"), 1, -1)])
    near = {"r3c3", "r3c8"} | ring(game, "r3c3") | ring(game, "r3c8")
    home = {f"r{row}c{col}" for row in range(7) for col in columns[seat]}
    assert named(game, near_objectives(state)) == near
    assert named(game, deployment_area(state, man)) == reach - near | home
    assert {state.board.grid.name(cell) for cell in nest_places(state, man)} == {
        f"r{row}c{col}" for row in range(7) for col in range(12)
    } - {f"r{row}c{col}" for row in range(7) for col in columns[1 - seat]} - {"r3c1", "r3c10"}


@BOTH
@pytest.mark.rule("hon.move.veh.7", "hon.arc.align.1", "hon.terrain.imp.2", "hon.terrain.water.1", "hon.setup.deploy.3")
def test_how_vehicles_may_stand_when_they_are_set_up(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    rows = ["....#......."] + ["." * 12] * 5 + ["~..........."]
    game = field(seat, {"t": f"{TANK[seat]} r3c4 facing=2 order=1", "b": f"{OWN[1 - seat]} r2c3"}, map=rows)
    state, tank = game.state, game.unit("t")
    assert named(game, closed_to(state, tank)) == {"r0c4", "r6c0"}
    assert fronts(state, tank, game.cell("r3c4")) == [0, 1, 2, 4, 5, 6, 7], "its tail on the enemy's space will not do"
    assert 4 not in fronts(state, tank, game.cell("r1c4")), "nor on rocks"
    assert 1 not in fronts(state, tank, game.cell("r5c1")), "nor in water"
    assert fronts(state, tank, game.cell("r0c11")) == [0, 1, 2], "nor off the board"
    assert fronts(state, game.unit("b"), game.cell("r0c0")) == []
    monkeypatch.setattr(tank.face, "amphibious", True)
    assert named(game, closed_to(state, tank)) == {"r0c4"}
    assert 1 in fronts(state, tank, game.cell("r5c1"))


@BOTH
@pytest.mark.rule("hon.victory.win.1", "hon.trait.tricky.2")
def test_from_where_documents_are_taken(seat: int) -> None:
    game = field(seat, {"a": f"{OWN[seat]} r0c0 order=1", "b": f"{OWN[1 - seat]} r6c11"}, wrecks={"r3c3": "light"})
    state = game.state
    assert documents_spaces(state) == 0
    state.documents_cell = game.cell("r1c1")
    assert named(game, documents_spaces(state)) == {"r1c1"}
    state.documents_cell = game.cell("r3c3")
    assert named(game, documents_spaces(state)) == ring(game, "r3c3") | {"r3c3"}, "out of a wreck from beside it"
    state.documents_place = state.board.grid.intersection(1, 1)
    assert named(game, documents_spaces(state)) == {"r0c0", "r0c1", "r1c0", "r1c1"}
    assert structure_at(state, game.cell("r3c3")) == 0
    assert structure_at(state, game.cell("r0c0")) == -1


@BOTH
@pytest.mark.rule("hon.open.veh.push.1", "hon.move.veh.9", "hon.move.veh.10")
def test_who_is_run_over(seat: int) -> None:
    units = {
        "t": f"{TANK[seat]} r3c4 facing=2 order=1", "a": f"{OWN[seat]} r6c4", "b": f"{OWN[1 - seat]} r6c3",
        "c": f"{OWN[1 - seat]} r0c0",
    }  # fmt: skip
    game = field(seat, units)
    state, tank = game.state, game.unit("t")
    assert run_over(state, tank) == []
    state.put(game.unit("a"), game.cell("r3c4"))
    state.put(game.unit("b"), game.cell("r3c3"))
    assert run_over(state, tank) == [game.names["a"], game.names["b"]], "the mover's own side first"
    state.remove(game.unit("a"), LOST)
    assert run_over(state, tank) == [game.names["b"]]


# ---- allies


@pytest.mark.rule("hon.mp.act.2", "hon.mp.limits.1", "hon.open.mp.pool.1")
def test_what_allies_must_not_fire_at_and_who_has_the_tokens_of_one() -> None:
    units = {
        "a": "us8.fire_team r0c0 player=1 order=1", "b": "us8.fire_team r1c1 player=2", "c": "us8.officer r2c2",
        "g": "ge902.fire_group r6c11",
    }  # fmt: skip
    game = Field(units)
    state = game.state
    assert named(game, allied_spaces(state, game.unit("a"))) == {"r1c1"}
    assert named(game, allied_spaces(state, game.unit("b"))) == {"r0c0", "r2c2"}
    assert allied_spaces(state, game.unit("g")) == 0
    assert [is_limited(state, camp) for camp in (0, 1)] == [True, False]
    state.remove(game.unit("b"), LOST)
    assert allied_spaces(state, game.unit("a")) == 0
    four = Field(units | {"h": "ge902.officer r5c11 player=2"})
    assert [is_limited(four.state, camp) for camp in (0, 1)] == [False, False]
    four.state.readings = ONE_POOL
    assert [is_limited(four.state, camp) for camp in (0, 1)] == [True, True]
    two = Field({"a": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r6c11"})
    two.state.readings = ONE_POOL
    assert [is_limited(two.state, camp) for camp in (0, 1)] == [False, False]
