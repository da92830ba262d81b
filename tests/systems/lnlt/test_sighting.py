"""Spotting and line of sight."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.geometry.hex import NOWHERE
from bocage.kernel.act import first, second
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.content.scenarios import MapSpec
from bocage.systems.lnlt.model.flags import OPS
from bocage.systems.lnlt.model.kinds import BLOCKING, OPEN
from bocage.systems.lnlt.model.tables import LOS_BLOCKED, Board
from bocage.systems.lnlt.rules.sighting import spotting_number, spotting_options, spotting_succeeds, spotting_tally
from systems.lnlt.armour import FAR, SHERMAN, Field, side, vehicle
from systems.lnlt.table import FJ, FJ_HALF, PARA, PARA_HALF, WEISS, Table, event, lines, unit

pytestmark = pytest.mark.both_seats


def spotting(target: str, spotter: str = PARA, **more: Any) -> Table:
    return Table(
        [unit(spotter, "G4", "p")],
        [unit(FJ, "E3", "f")],
        impulse="us",
        terrain={target: ["E3"]} | more.pop("also", {}),
        **more,
    )


@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.pac.fr.10.1a", "lnlt.pac.fr.10.1b", "lnlt.boh.24.2b")
@pytest.mark.parametrize(
    ("terrain", "die", "found"),
    [("light-woods", 3, True), ("light-woods", 4, False), ("forest", 2, True), ("forest", 3, False)],
)
@pytest.mark.first_seat
def test_spotting_numbers(terrain: str, die: int, found: bool) -> None:
    table = spotting(terrain)
    table.do("spot", "p", "E3", dice=[die])
    assert bool(table.state.spotted[1]) == found
    assert table.has("p", OPS), "whatever the result"


@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.pac.fr.10.1c", "lnlt.core.11.1.1", "lnlt.core.check.infantry.2")
def test_a_leader_subtracts_his_own_leadership() -> None:
    table = Table([unit(PARA, "E3", "p")], [unit(WEISS, "G4", "w")], impulse="de", terrain={"light-woods": ["E3"]})
    happened = event(table.do("spot", "w", "E3", dice=[4]), "spot")
    assert lines(happened) == {"spot.leadership": -1}
    assert happened.args["sum"] == "4 − 1 = 3"


@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.pac.fr.10.1d")
def test_degrading_hexes_on_the_way_add_one_each() -> None:
    table = spotting("light-woods", also={"brush": ["F4"]})
    happened = event(table.do("spot", "p", "E3", dice=[3]), "spot-fails")
    assert lines(happened) == {"spot.degrading": 1}
    assert happened.args["sum"] == "3 + 1 = 4"


@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.core.option.natural6_spot_fail", "lnlt.pac.12.11.6c")
@pytest.mark.parametrize(("option", "kind"), [(True, "spot-fails"), (False, "spot")])
@pytest.mark.first_seat
def test_a_natural_six_fails_in_the_newer_edition(option: bool, kind: str) -> None:
    table = Table(
        [unit(PARA, "E3", "p")],
        [unit("ge.ldr.wehrcpt", "G4", "w")],
        impulse="de",
        terrain={"light-woods": ["E3"]},
        options={"natural6_spot_fail": option},
    )
    # Leadership 2 brings a 6 to 4, still over 3; a made-up leader of 3 would tell: use the number instead.
    table.state.units[1].type.lm, before = 3, table.state.units[1].type.lm
    try:
        assert event(table.do("spot", "w", "E3", dice=[6]), kind)
    finally:
        table.state.units[1].type.lm = before


@pytest.mark.rule("lnlt.core.10.1.1")
def test_one_attempt_an_impulse_and_only_by_fresh_good_order_units() -> None:
    table = Table(
        [
            unit(PARA, "G4", "p"),
            unit(PARA, "G5", "q"),
            unit(PARA, "H4", "s", shaken=True),
            unit(PARA, "H5", "m", markers=["moved"]),
        ],
        [unit(FJ, "E3", "f")],
        impulse="us",
        terrain={"light-woods": ["E3"]},
    )
    assert not table.offers("spot", "s")
    assert not table.offers("spot", "m")
    assert table.refusals("spot", "s", "E3") == ["lnlt.core.10.1.1"]
    table.do("spot", "p", "E3", dice=[5])
    assert not table.offers("spot")
    assert table.refusals("spot", "q", "E3") == ["lnlt.core.10.1.1"]


# ---- spotted status


@pytest.mark.rule("lnlt.core.10.1", "lnlt.core.5.0")
@pytest.mark.parametrize(
    ("terrain", "markers", "seen"),
    [
        ("clear", [], True),
        ("light-woods", [], False),
        ("forest", [], False),
        ("light-woods", ["fired"], True),
        ("light-woods", ["moved"], True),
        ("light-woods", ["assault-move"], True),
        ("light-woods", ["low-crawl"], False),
        ("light-woods", ["ops-complete"], False),
    ],
)
def test_what_makes_a_hex_spotted(terrain: str, markers: list[str], seen: bool) -> None:
    table = Table(
        [unit(PARA, "G4", "p")],
        [unit(FJ, "E3", "f", markers=markers)],
        impulse="us",
        terrain={terrain: ["E3"]} if terrain != "clear" else {},
    )
    table.do("activate", where="G4")
    assert table.offers("fire", where="E3") == seen
    if not seen:
        assert "lnlt.core.10.1" in table.refusals("fire", "p", "E3")


@pytest.mark.rule("lnlt.core.10.1")
@pytest.mark.parametrize(("shaken", "seen"), [(False, True), (True, False)])
def test_adjacent_to_a_good_order_enemy_is_spotted(shaken: bool, seen: bool) -> None:
    table = Table(
        [unit(PARA, "G4", "p"), unit(PARA_HALF, "E4", "near", shaken=shaken)],
        [unit(FJ, "E3", "f")],
        impulse="us",
        terrain={"forest": ["E3"]},
    )
    table.do("activate", where="G4")
    assert table.offers("fire", where="E3") == seen


@pytest.mark.rule("lnlt.core.10.1")
@pytest.mark.first_seat
def test_a_spotted_marker_goes_when_everybody_leaves() -> None:
    table = Table(
        [unit(PARA, "A1", "p")], [unit(FJ, "E3", "f")], impulse="de", terrain={"forest": ["E3"]}, spotted=["E3"]
    )
    assert table.state.spotted[1]
    table.do("activate", where="E3")
    table.do("low-crawl", where="E3")
    table.do("step", where="E4")
    assert not table.state.spotted[1]


# ---- line of sight


def board(**ground: Any) -> Board:
    return scenarios.link_map(MapSpec("test", 10, 9, **ground))


def look(on: Board, a: str, b: str) -> int:
    return on.view(on.grid.numbers[a]).degrading[on.grid.numbers[b]]


@pytest.mark.rule("lnlt.core.10.3", "lnlt.boh.24.2y")
def test_degrading_hexes_count_and_the_third_blocks() -> None:
    for between, count in (([], 0), (["E3"], 1), (["E3", "E4"], 2), (["E3", "E4", "E5"], LOS_BLOCKED)):
        ground = board(terrain={"brush": between} if between else {})
        assert look(ground, "E2", "E6") == count


@pytest.mark.rule("lnlt.core.10.3")
def test_blocking_terrain_blocks_but_not_in_the_end_hexes() -> None:
    assert look(board(terrain={"forest": ["E4"]}), "E2", "E6") == LOS_BLOCKED
    assert look(board(terrain={"forest": ["E2", "E6"]}), "E2", "E6") == 0
    assert look(board(terrain={"forest": ["E4", "E5"]}), "E4", "E5") == 0, "neighbours always see each other"


@pytest.mark.rule("lnlt.core.10.3")
def test_only_the_silhouette_counts_not_the_whole_hex() -> None:
    """From E2 to G5 the line clips a corner of a house's hex; the house itself stands clear of it."""
    grid = board().grid
    n = grid.numbers
    clipped = list(grid.trace(n["C2"], n["H6"]).crossed)
    missed = 0
    for hex_ in clipped:
        house = board(terrain={"wooden-building": [grid.names[hex_]]})
        field = board(terrain={"crops": [grid.names[hex_]]})
        assert look(field, "C2", "H6") == 1, "a field fills its hex"
        missed += look(house, "C2", "H6") == 0
    assert 0 < missed < len(clipped)


@pytest.mark.rule("lnlt.core.10.3")
@pytest.mark.parametrize(
    ("terrain", "count"),
    [
        ({}, 0),
        ({"crops": ["F4"]}, 0),
        ({"crops": ["F4", "G3"]}, 1),
        ({"wheat": ["F4"]}, 0),
        ({"wheat": ["F4"], "crops": ["G3"]}, 1),
        ({"wheat": ["F4", "G3"]}, LOS_BLOCKED),
    ],
)
def test_a_line_along_a_hexside(terrain: dict[str, list[str]], count: int) -> None:
    assert look(board(terrain=terrain), "F3", "G4") == count


@pytest.mark.rule("lnlt.core.10.3", "lnlt.core.10.2", "lnlt.core.tec.hill")
@pytest.mark.parametrize(
    ("levels", "terrain", "count"),
    [
        ({1: ["E4"]}, {}, LOS_BLOCKED),  # a hill between level ground
        ({1: ["E2", "E4", "E6"]}, {}, 0),  # along a ridge
        ({1: ["E2", "E4"]}, {}, 0),  # from the ridge, down: no shadow two hexes from the lower end
        ({1: ["E2", "E5"]}, {}, LOS_BLOCKED),  # the shadow of the crest next to the lower end
        ({2: ["E2"]}, {"forest": ["E3"]}, 0),  # over a wood far from the lower end
        ({2: ["E2"]}, {"forest": ["E5"]}, LOS_BLOCKED),  # one hex of shadow
        ({1: ["E2", "E6"]}, {"crops": ["E4"]}, 0),  # over a field from hill to hill
        ({1: ["E2", "E6"]}, {"brush": ["E4"]}, 0),
        ({1: ["E4"], 2: ["E2", "E6"]}, {"forest": ["E4"]}, 0),  # a wood that reaches level 2 hides nobody on it
        ({1: ["E2", "E4", "E6"]}, {"forest": ["E4"]}, LOS_BLOCKED),
    ],
)
def test_elevation(levels: dict[int, list[str]], terrain: dict[str, list[str]], count: int) -> None:
    assert look(board(levels=levels, terrain=terrain), "E2", "E6") == count


@pytest.mark.rule("lnlt.core.10.3")
def test_the_table_agrees_with_the_tracer_on_every_pair_of_the_shipped_map() -> None:
    """The table looks at obstacles only; this walks the whole line, hex by hex and side by side, from either end."""
    ground = scenarios.load_map(scenarios.DATA / "maps" / "orchard-lane.yaml")
    for a in range(0, ground.size, 3):
        for b in range(ground.size):
            one, other = ground.view(a), ground.view(b)
            assert traced(ground, a, b) == one.degrading[b] == other.degrading[a]
            assert (one.sight >> b & 1) == (one.degrading[b] < LOS_BLOCKED) == (other.sight >> a & 1)


def traced(ground: Board, a: int, b: int) -> int:
    line = ground.grid.trace(b, a)
    met = [ground.obstacle(a, b, hex_, False) for hex_ in line.crossed]
    for one, other in zip(line.first, line.second, strict=True):
        met.append(OPEN if other == NOWHERE else ground.along(a, b, one, other))
    if BLOCKING in met or len([what for what in met if what != OPEN]) >= LOS_BLOCKED:
        return LOS_BLOCKED
    return len([what for what in met if what != OPEN])


@pytest.mark.rule("lnlt.core.10.3")
def test_fire_needs_line_of_sight() -> None:
    table = Table([unit(PARA, "E2", "p")], [unit(FJ_HALF, "E6", "f")], impulse="us", terrain={"forest": ["E4"]})
    table.do("activate", where="E2")
    assert not table.offers("fire")
    assert table.refusals("fire", "p", "E6") == ["lnlt.core.10.3"]


# ---- who looks, and how well


@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.nosb.11.10g")
@pytest.mark.parametrize(
    ("who", "spec", "may"),
    [
        (PARA, {}, True),
        (PARA, {"shaken": True}, False),
        (PARA, {"markers": ["ops-complete"]}, False),
        (PARA, {"markers": ["moved"]}, False),
    ],
)
@pytest.mark.first_seat
def test_who_may_look(who: str, spec: dict[str, Any], may: bool) -> None:
    more: dict[str, Any] = {"terrain": {"brush": ["E2"], "forest": ["H1", "H2"]}}
    table = Table([unit(who, "E5", "a", **spec)], [unit(FJ, "E2", "f"), unit(FJ, "E8", "open")], **more)
    found = {first(option) for option in spotting_options(table.state, 0)}
    assert found == ({table.names["a"]} if may else set())
    hexes = {second(option) for option in spotting_options(table.state, 0)}
    assert hexes == ({table.hex("E2")} if may else set()), "what is seen already is not looked for"
    assert not spotting_options(table.state, 1), "the squad stands in the open"


@pytest.mark.rule("lnlt.core.10.1.1")
@pytest.mark.parametrize(
    ("terrain", "number"), [("forest", 2), ("stone-building", 2), ("brush", 3), ("light-woods", 3)]
)
def test_what_the_die_may_not_exceed(terrain: str, number: int) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(FJ, "E2", "f")], terrain={terrain: ["E2"]})
    assert spotting_number(table.state, table.hex("E5"), table.hex("E2")) == number


@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.core.option.natural6_spot_fail")
@pytest.mark.parametrize("option", [True, False])
def test_a_natural_six_fails_by_option(option: bool) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(FJ, "E2", "f")], options={"natural6_spot_fail": option})
    found = [spotting_succeeds(table.state, die, modifier, 3) for die, modifier in ((3, 0), (4, 0), (5, -2), (6, -3))]
    assert found == [True, False, True, not option]


@pytest.mark.rule("lnlt.core.11.6", "lnlt.core.10.1.1", "lnlt.boh.25.2.veteran.b")
@pytest.mark.parametrize(
    ("who", "spec", "modifiers"),
    [
        (PARA, {}, {}),
        ("us.scout", {}, {"spot.scout": -2}),
        ("us.ldr.clarkson", {}, {"spot.leadership": -1}),
        ("us.hero.para", {"skill": "veteran"}, {"spot.veteran": -1}),
        ("us.hero.para", {"skill": "deadly"}, {}),
    ],
)
def test_what_helps_a_spotter(who: str, spec: dict[str, Any], modifiers: dict[str, int]) -> None:
    for brush, degrading in (([], {}), (["E4"], {"spot.degrading": 1})):
        table = Table([unit(who, "E5", "a", **spec)], [unit(FJ, "E2", "f")], terrain={"brush": ["E2", *brush]})
        tally = spotting_tally(table.state, table.unit("a"), table.hex("E2"))
        assert {line.label: line.value for line in tally.lines} == {**modifiers, **degrading}


@pytest.mark.rule("lnlt.core.10.1")
@pytest.mark.parametrize(("markers", "seen"), [([], True), (["abandoned"], False), (["buttoned"], False)])
@pytest.mark.first_seat
def test_an_open_crew_sees_into_the_next_hex(markers: list[str], seen: bool) -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", markers=markers), unit(PARA, "A9")),
        side("de", unit(FJ, "D4", "f"), FAR),
        terrain={"forest": ["D4"]},
    )
    assert bool(field.state.seen_mask(1) >> field.hex("D4") & 1) == seen
