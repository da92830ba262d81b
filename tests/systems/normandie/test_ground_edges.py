"""Ground, lines and buildings on the edge of their conditions, and what is left when something falls."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.model.tables import HEAVY_WRECK, RUIN
from bocage.systems.normandie.rules import fireline
from bocage.systems.normandie.rules.aiming import across_openings, throw_ins
from bocage.systems.normandie.rules.firing import cover
from bocage.systems.normandie.rules.sight import BLOCKED, clear_to, leaves_by_opening, line_of_sight
from bocage.systems.normandie.rules.structures import destroy, lay_wreck, reshape, structure_at
from bocage.systems.normandie.rules.transport import NO_PASSENGER, ban_passenger
from bocage.systems.normandie.state import FIELD, HOUSE, WIRE, WRECK
from systems.normandie.field import Field
from systems.normandie.test_buildings import HOUSE as SMALL
from systems.normandie.test_buildings import LONG
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, LEADER, OWN, SIDE

MEN = {"u": "us8.fire_team r5c0 order=1", "g": "ge902.fire_group r5c11"}
TANK = {0: "us.sherman", 1: "ge.panzer4"}
RUSE = {0: "us.ruse", 1: "ge.ruse"}


# ---- what falls


@pytest.mark.rule("hon.open.overlay.1", "hon.terrain.struct.2", "hon.los.clear.1", "hon.terrain.imp.1")
def test_only_the_spaces_of_a_fallen_house_are_ruins() -> None:
    two = [{"building": "house_1x1", "at": [1, 2]}, {"building": "house_2x1", "at": [3, 5]}]
    game = Field(MEN, overlays=two)
    state = game.state
    kinds = state.board.kinds
    houses = [game.cell(place) for place in ("r1c2", "r3c5", "r3c6")]
    assert [state.ground.terrain[cell] is kinds[RUIN] for cell in houses] == [False, False, False]
    destroy(state, structure_at(state, game.cell("r3c6")))
    assert [state.ground.terrain[cell] is kinds[RUIN] for cell in houses] == [False, True, True]
    assert [one is kinds[RUIN] for one in state.ground.terrain].count(True) == 2
    assert state.ground.indoors == 1 << houses[0]
    assert [state.ground.building(cell) for cell in houses] == [0, -1, -1]
    assert line_of_sight(state, game.cell("r3c4"), game.cell("r3c7")) != BLOCKED
    assert line_of_sight(state, game.cell("r1c1"), game.cell("r1c3")) == BLOCKED


@pytest.mark.rule("hon.terrain.struct.2", "hon.comp.wreck.1", "hon.abil.destr.3")
@pytest.mark.parametrize("place", ["r1c2", "r1c4", "r1c6", "r3c8", "r5c5"])
def test_what_is_destroyed_goes_and_everything_else_stays(place: str) -> None:
    rows = ["." * 12, "..x.x.x.....", *["." * 12] * 5]
    game = Field(MEN, map=rows, overlays=[{"building": "house_1x1", "at": [3, 8]}], wrecks={"r5c5": "heavy"})
    state = game.state
    for number in range(len(state.structures)):
        state.markers[number] = number + 1
    everything = {one.cells: (one.kind, marks) for one, marks in zip(state.structures, state.markers, strict=True)}
    assert sorted(kind for kind, _ in everything.values()) == [HOUSE, WRECK, WIRE, WIRE, WIRE]
    gone = structure_at(state, game.cell(place))
    assert gone >= 0
    cells = state.structures[gone].cells
    destroy(state, gone)
    left = {one.cells: (one.kind, marks) for one, marks in zip(state.structures, state.markers, strict=True)}
    assert left == {where: what for where, what in everything.items() if where != cells}
    assert structure_at(state, game.cell(place)) == -1
    assert state.ground.wrecks[1] == (0 if place == "r5c5" else 1 << game.cell("r5c5"))


@pytest.mark.rule("hon.build.adj.1", "hon.build.adj.2", "hon.terrain.imp.2")
@pytest.mark.parametrize(
    ("one", "other", "gap", "men_only"),
    [
        ((2, 4), (2, 6), "r2c5", True), ((2, 4), (4, 4), "r3c4", True), ((2, 4), (4, 6), "r3c5", False),
        ((2, 4), (4, 2), "r3c3", False), ((2, 4), (2, 7), "r2c5", False), ((2, 4), (2, 7), "r2c6", False),
    ],
)  # fmt: skip
def test_only_men_pass_between_houses_that_face_each_other(
    one: tuple[int, int], other: tuple[int, int], gap: str, men_only: bool
) -> None:
    game = Field(MEN, overlays=[{"building": "house_1x1", "at": list(place)} for place in (one, other)])
    ground, cell = game.state.ground, game.cell(gap)
    assert [bool(ground.closed[rank] >> cell & 1) for rank in range(3)] == [False, men_only, men_only]
    destroy(game.state, 0)
    assert not game.state.ground.closed[1] >> cell & 1, "one has fallen"


@pytest.mark.rule("hon.terrain.nopass.1", "hon.terrain.nopass.2", "hon.move.zoc.2", "hon.move.inf.1")
@pytest.mark.parametrize(
    ("edges", "joined"),
    [
        ([], True), ([("r2c2", "r2c3")], True), ([("r2c2", "r3c2")], True),
        ([("r2c2", "r2c3"), ("r3c2", "r3c3")], False),
        ([("r2c2", "r2c3"), ("r2c2", "r3c2")], False), ([("r2c2", "r2c3"), ("r2c3", "r3c3")], True),
        ([("r2c3", "r3c3"), ("r3c2", "r3c3")], False), ([("r2c2", "r3c2"), ("r3c2", "r3c3")], True),
    ],
)  # fmt: skip
def test_a_diagonal_step_needs_one_open_way_around(edges: list[tuple[str, str]], joined: bool) -> None:
    """From r2c2 to r3c3: by r2c3 or by r3c2."""
    closed = [[[int(n) for n in place[1:].split("c")] for place in edge] for edge in edges]
    game = Field(MEN, no_passage=closed)
    ground = game.state.ground
    a, b = game.cell("r2c2"), game.cell("r3c3")
    assert bool(ground.joined[a] >> b & 1) is bool(ground.joined[b] >> a & 1) is joined
    assert bool(ground.zone[a] >> b & 1) is joined, "a zone reaches no further than a step"


GROUND = [  # sign, what it bars (men, light, heavy), difficult, water
    (".", "000", False, False), ("t", "000", False, False), ("h", "011", True, False), ("f", "000", False, False),
    ("F", "011", True, False), ("#", "111", False, False), ("R", "010", True, False), ("w", "110", False, False),
    ("W", "110", False, False), ("~", "000", False, True),
]  # fmt: skip


@pytest.mark.rule(
    "hon.terrain.imp.1", "hon.terrain.imp.2", "hon.terrain.diff.1", "hon.terrain.water.1", "hon.open.passage.1"
)
@pytest.mark.parametrize(("sign", "bars", "difficult", "water"), GROUND)
def test_whom_the_ground_bars(sign: str, bars: str, difficult: bool, water: bool) -> None:
    game = Field(MEN, map=["." * 12] * 3 + [f"...{sign}........"] + ["." * 12] * 3)
    ground, cell = game.state.ground, game.cell("r3c3")
    assert "".join(str(ground.closed[rank] >> cell & 1) for rank in range(3)) == bars
    assert (bool(ground.difficult >> cell & 1), bool(ground.water >> cell & 1)) == (difficult, water)
    walkable = bars[0] == "0" and not water
    assert bool(ground.steps[game.cell("r3c2")] >> cell & 1) is walkable
    reshape(game.state, passages=1 << cell)
    opened = [bool(game.state.ground.closed[rank] >> cell & 1) for rank in range(3)]
    assert opened == [bars[0] == "1", False, False], "a passage is for vehicles"
    assert game.state.ground.closed[1] == ground.closed[1] & ~(1 << cell)


@pytest.mark.rule("hon.open.overlay.1", "hon.comp.light.1", "hon.comp.heavy.1", "hon.open.wreck.los.1")
@pytest.mark.parametrize("heavy", [False, True])
def test_a_wreck_lies_on_top_and_blocks_sight(heavy: bool) -> None:
    game = Field(MEN, map=["...t........", *["." * 12] * 6])
    state, cell = game.state, game.cell("r0c3")
    assert line_of_sight(state, game.cell("r0c0"), game.cell("r0c6")) == 1
    lay_wreck(state, 1 << cell, heavy, 3)
    assert (state.ground.terrain[cell] is state.board.kinds[HEAVY_WRECK]) is heavy
    assert [mask >> cell & 1 for mask in state.ground.wrecks] == [int(not heavy), int(heavy)]
    assert line_of_sight(state, game.cell("r0c0"), game.cell("r0c6")) == BLOCKED
    assert line_of_sight(state, game.cell("r0c0"), cell) != BLOCKED, "up to the wreck"
    assert line_of_sight(state, game.cell("r1c0"), game.cell("r1c6")) == 0


@BOTH
@pytest.mark.rule("hon.abil.ambush.11", "hon.los.block.2", "hon.open.los.infantryblock.1", "hon.open.transport.zoc.1")
def test_who_is_in_the_way(seat: int) -> None:
    recon = {0: "us8.recon_team", 1: "ge902.recon_group"}[seat]
    units = {
        "a": f"{OWN[seat]} r1c1 order=1", "b": f"{OWN[1 - seat]} r5c5", "c": f"{recon} r3c3 back",
        "t": f"{TANK[seat]} r3c8 facing=2", "h": f"{HALFTRACK[seat]} r6c8 facing=2", "p": f"{LEADER[seat]} r6c0",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat])
    state = game.state
    state.embark(game.unit("p"), game.unit("h"))

    def cells(*names: str) -> int:
        mask = 0
        for name in names:
            for cell in state.spaces_of(game.unit(name)):
                mask |= 1 << cell
        return mask

    assert state.vehicles == cells("t", "h")
    assert state.blockers == cells("a", "b", "t", "h")
    assert state.standing[seat] == cells("a", "c", "t", "h")
    assert state.standing[1 - seat] == cells("b")
    assert state.crowded == [0, 0]
    state.put(game.unit("a"), game.unit("c").cell)
    assert state.crowded[seat] == cells("c")
    assert state.crowded[1 - seat] == 0


@BOTH
@pytest.mark.rule("hon.open.ambush.assault.1", "hon.assault.announce.2", "hon.open.ruse.1")
@pytest.mark.parametrize("ruse", [False, True])
def test_a_concealed_unit_that_is_assaulted_shows_itself_and_fights(seat: int, ruse: bool) -> None:
    recon = {0: "us8.recon_team", 1: "ge902.recon_group"}
    units = {
        "a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r6c0", "m": f"{LEADER[1 - seat]} r0c11",
        "b": f"{RUSE[1 - seat] if ruse else recon[1 - seat]} r3c4 back",
    }  # fmt: skip
    game = Field(units, [6, 6, 1, 1], initiative=SIDE[seat], options={"cards": "off"})
    assert game.unit("b").face.concealed
    game.state.revealed = False
    game.choose("assault", "b")
    assert game.state.revealed, "what has been seen is not covered again"
    fought = [event for event in game.state.events if event.kind == "assault"]
    assert len(fought) == int(not ruse), "nobody is behind a Ruse"
    assert not game.unit("b").face.concealed
    assert (game.unit("b").status == FIELD) is (not ruse and game.unit("b").cell >= 0)


@pytest.mark.rule("hon.open.overlay.1", "hon.terrain.obs.2", "hon.ord.smoke.6")
def test_what_play_has_laid_obscures_like_what_is_printed() -> None:
    game = Field(MEN)
    state = game.state
    a, b = game.cell("r0c0"), game.cell("r0c6")
    assert line_of_sight(state, a, b) == 0
    state.ground.veils = [(1 << game.cell("r0c3"), 2), (1 << game.cell("r1c3"), 4), (1 << a, 1)]
    assert line_of_sight(state, a, b) == 2, "in one space on the way"
    state.ground.veils = []
    state.smoke = [(state.board.grid.intersection(1, 3), 4)]
    assert line_of_sight(state, a, b) == 4
    state.smoke = [(state.board.grid.intersection(3, 3), 4)]
    assert line_of_sight(state, a, b) == 0


# ---- lines to a crossing


@pytest.mark.rule("hon.los.clear.1", "hon.abil.how.3", "hon.terrain.nopass.2", "hon.terrain.obs.5")
@pytest.mark.parametrize(
    ("ground", "clear"),
    [
        ({}, True),
        ({"map": ["." * 12] * 2 + ["....h......."] * 3 + ["." * 12] * 2}, False),
        ({"map": ["." * 12] * 2 + ["....t......."] * 3 + ["." * 12] * 2}, False),
        ({"map": ["....h......."] + ["." * 12] * 6}, True),
        ({"no_passage": [[[row, 4], [row, 5]] for row in range(7)]}, False),
        ({"no_passage": [[[0, 4], [0, 5]]]}, True),
        ({"low_walls": [[[row, 4], [row, 5]] for row in range(7)]}, False),
        ({"low_walls": [[[row, 1], [row, 2]] for row in range(7)]}, True),
        ({"low_walls": [[[0, 4], [0, 5]]]}, True),
        ({"smoke": [[[3, 4], 2]]}, False),
        ({"smoke": [[[0, 11], 2]]}, True),
        ({"wrecks": {"r3c4": "heavy", "r2c4": "heavy", "r4c4": "heavy"}}, False),
    ],
)
def test_what_a_line_to_a_crossing_must_not_meet(ground: dict[str, object], clear: bool) -> None:
    game = Field({"u": "us8.fire_team r3c1 order=1", "g": "ge902.fire_group r6c11"}, **ground)
    place = game.state.board.grid.intersection(3, 8)
    assert clear_to(game.state, game.unit("u"), place) is clear


@pytest.mark.rule("hon.open.los.corner.1", "hon.abil.how.3", "hon.los.clear.1")
@pytest.mark.parametrize(
    ("hedges", "clear"),
    [([], True), (["r2c3"], True), (["r3c2"], True), (["r2c3", "r3c2"], False), (["r2c3", "r2c1"], True)],
)
def test_a_line_to_a_crossing_passes_a_corner_with_one_side_open(hedges: list[str], clear: bool) -> None:
    """From the centre of r3c3 over the corners of r2c2 to its far end."""
    rows = [["."] * 12 for _ in range(7)]
    for place in hedges:
        row, col = (int(n) for n in place[1:].split("c"))
        rows[row][col] = "h"
    game = Field({"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r6c11"}, map=["".join(row) for row in rows])
    assert clear_to(game.state, game.unit("u"), game.state.board.grid.intersection(1, 1)) is clear


@BOTH
@pytest.mark.rule(
    "hon.terrain.def.2", "hon.terrain.pos.2", "hon.build.def.1", "hon.assault.roll.6", "hon.terrain.def.1"
)
def test_whom_the_ground_protects(seat: int) -> None:
    """Men, unless both share a position or a building; other ground protects though they share it."""
    ground = [
        {"terrain": "earthwork", "spaces": [[1, 2], [1, 3]]}, {"terrain": "earthwork", "spaces": [[1, 4]]},
        {"terrain": "forest", "spaces": [[3, 2], [3, 3]]}, {"building": "house_2x1", "at": [5, 2]},
    ]  # fmt: skip
    units = {"a": f"{OWN[seat]} r0c0", "b": f"{OWN[1 - seat]} r0c11", "t": f"{TANK[1 - seat]} r3c9 facing=2"}
    game = Field(units, overlays=ground)
    state, attacker, defender = game.state, game.unit("a"), game.unit("b")
    for one, other, bonus in (
        ("r1c2", "r1c3", 0), ("r1c4", "r1c3", 2), ("r0c3", "r1c3", 2), ("r3c2", "r3c3", 1), ("r2c3", "r3c3", 1),
        ("r5c2", "r5c3", 0), ("r5c4", "r5c3", 3), ("r0c0", "r0c1", 0),
    ):  # fmt: skip
        state.put(attacker, game.cell(one))
        state.put(defender, game.cell(other))
        assert cover(state, attacker, defender) == bonus, (one, other)
    state.put(game.unit("t"), game.cell("r1c4"))
    assert cover(state, attacker, game.unit("t")) == 0, "no vehicle"


@pytest.mark.rule("hon.abil.how.3", "hon.los.block.2", "hon.open.how.line.1")
def test_who_stands_in_the_way_of_a_line_to_a_crossing() -> None:
    units = {"u": "us8.fire_team r3c1 order=1", "t": "us.sherman r5c2 facing=2", "g": "ge902.fire_group r6c11"}
    for row, blocks in ((3, True), (6, False)):
        game = Field(units | {"m": f"us8.officer r{row}c4"})
        place = game.state.board.grid.intersection(4, 8)
        game.state.put(game.unit("m"), game.cell("r3c4" if blocks else "r6c4"))
        assert clear_to(game.state, game.unit("u"), place) is not blocks
        assert clear_to(game.state, game.unit("t"), place), "men are in no vehicle's way"
    here = Field(units | {"m": "ge902.officer r3c7"})
    assert clear_to(here.state, here.unit("u"), here.state.board.grid.intersection(3, 8)), "it is aimed at him"


# ---- inside


@pytest.mark.rule("hon.build.fire.1", "hon.build.fire.2", "hon.build.gren.6", "hon.open.building.los.1")
def test_a_line_leaves_a_house_by_an_opening_of_its_own_space() -> None:
    """House r2c4: openings on all four sides; house r2c4 and r2c5: none to the south of r2c5."""
    grid = Field(MEN).state.board.grid
    for overlays, cell, crossing, leaves in (
        (SMALL, "r2c4", (2, 0), True), (SMALL, "r2c4", (2, 4), True), (SMALL, "r2c4", (0, 4), True),
        (LONG, "r2c5", (0, 5), True), (LONG, "r2c5", (6, 5), False), (LONG, "r2c5", (2, 9), True),
        (LONG, "r2c5", (3, 6), True), (LONG, "r2c4", (6, 4), True), (LONG, "r2c4", (2, 4), True),
    ):  # fmt: skip
        game = Field(MEN, overlays=overlays)
        place = grid.intersection(*crossing)
        assert leaves_by_opening(game.state, game.cell(cell), place) is leaves, (cell, crossing)


@pytest.mark.rule("hon.build.gren.6", "hon.build.gren.1", "hon.open.grenade.start.1")
@pytest.mark.parametrize(
    ("cell", "beyond"),
    [
        ("r2c4", {"r1c4", "r3c4"}), ("r2c5", {"r1c5", "r2c6"}), ("r1c4", {"r2c4"}), ("r1c5", {"r2c5"}),
        ("r2c6", {"r2c5"}), ("r3c5", set()), ("r2c3", set()), ("r5c5", set()),
    ],
)  # fmt: skip
def test_what_lies_on_the_other_side_of_openings(cell: str, beyond: set[str]) -> None:
    game = Field(MEN, overlays=LONG)
    grid = game.state.board.grid
    assert {grid.name(one) for one in across_openings(game.state, game.cell(cell))} == beyond
    destroy(game.state, 0)
    assert across_openings(game.state, game.cell(cell)) == []


@BOTH
@pytest.mark.rule("hon.build.gren.1", "hon.eq.gren.5", "hon.eq.rgren.4", "hon.terrain.pos.4", "hon.terrain.pos.5")
@pytest.mark.parametrize(
    ("place", "number"),
    [
        ("r2c3", 1),
        ("r2c2", 1),
        ("r4c6", 0),
        ("r3c3", 0),
        ("r0c6", 1),
        ("r0c7", 1),
        ("r1c6", 0),
        ("r1c8", 1),
        ("r0c5", 0),
    ],
)
def test_into_what_a_grenade_is_thrown(seat: int, place: str, number: int) -> None:
    """A position r3c3 and r3c4, a house r1c6 and r1c7: each is one place to throw into, and never one's own."""
    ground = [{"terrain": "earthwork", "spaces": [[3, 3], [3, 4]]}, {"building": "house_2x1", "at": [1, 6]}]
    game = Field({"a": f"{OWN[seat]} r6c0", "b": f"{OWN[1 - seat]} r6c11"}, overlays=ground)
    game.state.put(game.unit("a"), game.cell(place))
    assert len(throw_ins(game.state, game.unit("a"))) == number


# ---- who rides


@BOTH
@pytest.mark.rule("hon.abil.trans.1", "hon.abil.trans.3")
def test_only_men_ride(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    units = {
        "a": f"{OWN[seat]} r3c3 order=1", "h": f"{HALFTRACK[seat]} r3c6 facing=2", "c": f"{CAR[seat]} r1c1 facing=2",
        "t": f"{TANK[seat]} r5c8 facing=2", "r": f"{RUSE[seat]} r6c0", "b": f"{OWN[1 - seat]} r0c11",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat])
    car = game.unit("h")
    monkeypatch.setattr(car.face, "transport", 9)
    assert ban_passenger(game.state, car, game.unit("a")) is None
    assert [ban_passenger(game.state, car, game.unit(name)) for name in "ctr"] == [NO_PASSENGER] * 3


# ---- what is in the way, as a player is told


@pytest.mark.rule("hon.abil.lr.1", "hon.los.block.1", "hon.los.block.2", "hon.arc.limited.1", "hon.trait.sharp.2")
def test_what_a_player_is_told_of_a_blocked_line(monkeypatch: pytest.MonkeyPatch) -> None:
    hedge = ["." * 12] * 3 + ["......h....."] + ["." * 12] * 3
    units = {"u": "us8.fire_team r3c2 order=1", "g": "ge902.fire_group r3c8"}
    between = units | {"m": "us8.officer r3c6"}
    for at, ground, ban in ((units, hedge, fireline.OUT_OF_SIGHT), (between, None, fireline.BEHIND_A_UNIT)):
        game = Field(at, map=ground or ["." * 12] * 7)
        firer, target = game.unit("u"), game.unit("g")
        weapon = firer.face.weapons[0]
        assert fireline.what_blocks(game.state, firer, target, weapon) is ban
        for reach, told in ((6, ban), (5, fireline.TOO_FAR)):
            monkeypatch.setattr(weapon, "range", reach)
            assert fireline.what_blocks(game.state, firer, target, weapon) is told
        monkeypatch.setattr(weapon, "arc", True)
        monkeypatch.setattr(weapon, "range", 6)
        for facing, told in ((2, ban), (6, fireline.OUT_OF_ARC)):
            firer.facing = facing
            assert fireline.what_blocks(game.state, firer, target, weapon) is told
        monkeypatch.undo()
