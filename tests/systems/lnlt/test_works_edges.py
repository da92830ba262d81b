"""Mines and wire, room in a hex, steps and what they cost: one condition at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel import Ban
from bocage.systems.lnlt.content.deployment import sheet
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.ground import AT_MINES, MINES, SMOKE, THIN_SMOKE, TRENCH, WIRE
from bocage.systems.lnlt.model.hull import IMMOBILE
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.events import show_up
from bocage.systems.lnlt.rules.forces import forbid_mixing
from bocage.systems.lnlt.rules.obstacles import drive_on_mines, entered_works, tear_wire, tread_on_mines
from bocage.systems.lnlt.rules.paces import woodcraft, woodsmanship
from bocage.systems.lnlt.rules.smoke import may_lay_smoke, settle_smoke, thin_smoke
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.steps import can_begin, forbid_cost, forbid_neighbour
from bocage.systems.lnlt.rules.traits import MOUNTED, PARTISAN, WOODSMEN
from systems.lnlt.armour import EAST, FAR, SHERMAN, STUG, TRUCK, Field, rolled, side, vehicle
from systems.lnlt.table import CLARKSON, FJ, MEDROW, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, Table, unit

SEATS = pytest.mark.parametrize("swapped", [False, True])
LINE, GUARD, PARTISANS = "su.line.squad.1-4-4-5", "su.guard.squad.2-2-4-5", "su.partisan.squad.0-4-4"
BAND_LEADER = "su.ldr.partisan"


def mined(*us: dict[str, Any], kind: str = "mines", value: int = 2, **more: Any) -> Field:
    ground = [{"marker": kind, "hexes": ["D5"], **({"value": value} if "mines" in kind else {})}]
    return Field(side("us", *us), side("de", FAR), ground=ground, **more)


# ---- mines and wire


@SEATS
@pytest.mark.rule("lnlt.core.21")
@pytest.mark.parametrize(("dice", "hurt"), [([1, 3], False), ([2, 3, 6], True), ([1, 2, 6], True), ([3, 5], False)])
def test_mines_against_men(dice: list[int], hurt: bool, swapped: bool) -> None:
    """One die and 2 against one die, whatever the cover; the mines stay."""
    field = mined(unit(PARA, "D5", "p"), terrain={"forest": ["D5"]}, swapped=swapped)
    rolled(field, dice)
    tread_on_mines(field.state, field.hex("D5"), [field.names["p"]])
    assert field.state.dice.cursor == len(dice)
    assert field.is_shaken("p") == hurt
    assert field.state.ground.has(MINES, field.hex("D5"))


@SEATS
@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.11.2")
@pytest.mark.parametrize(
    ("type_", "kind", "dice", "hit"),
    [
        (TRUCK, "mines", [3, 5], False),
        (TRUCK, "mines", [4, 5, 6], True),
        (SHERMAN, "at-mines", [3, 5], False),
        (SHERMAN, "at-mines", [4, 5, 6], True),
        (TRUCK, "wire", [], False),
    ],
)
def test_mines_against_vehicles(type_: str, kind: str, dice: list[int], hit: bool, swapped: bool) -> None:
    """Armour helps against mines for men alone; who is Shaken stands still."""
    field = mined(vehicle(type_, "D5", "S", EAST), kind=kind, swapped=swapped)
    one = field.vehicle("S")
    rolled(field, dice)
    drive_on_mines(field.state, one)
    assert field.state.dice.cursor == len(dice)
    changed = not one.is_manned() or bool(one.flags & flags.SHAKEN)
    assert changed == hit
    assert bool(one.flags & IMMOBILE) == (hit and one.is_manned())


@pytest.mark.rule("lnlt.core.21", "lnlt.core.armour.11.2")
def test_armour_against_mines_for_men() -> None:
    """The lowest side of a Sherman has armour: the same dice that hit by anti-tank mines do nothing."""
    field = mined(vehicle(SHERMAN, "D5", "S", EAST))
    lowest = field.vehicle("S").type.lowest
    assert lowest > 0
    rolled(field, [4, 6 - lowest])
    drive_on_mines(field.state, field.vehicle("S"))
    assert not field.vehicle("S").flags & flags.SHAKEN
    dead = mined(vehicle(SHERMAN, "D5", "S", EAST, markers=["wreck"]), kind="at-mines")
    rolled(dead, [])
    drive_on_mines(dead.state, dead.vehicle("S"))
    assert dead.state.dice.cursor == 0, "nobody is in it"


@pytest.mark.rule("lnlt.core.armour.11.2")
def test_who_was_shaken_before_is_not_stopped_for_good() -> None:
    field = mined(vehicle(SHERMAN, "D5", "S", EAST, shaken=True), kind="at-mines", value=1)
    rolled(field, [6, 6, 1])
    drive_on_mines(field.state, field.vehicle("S"))
    assert not field.vehicle("S").flags & IMMOBILE
    assert field.state.ground.has(AT_MINES, field.hex("D5"))


@pytest.mark.rule("lnlt.core.armour.11.7", "lnlt.core.21")
@pytest.mark.parametrize(
    ("type_", "hex_", "torn"), [(SHERMAN, "D5", True), (TRUCK, "D5", False), (SHERMAN, "D6", False)]
)
def test_tracks_tear_wire(type_: str, hex_: str, torn: bool) -> None:
    field = mined(vehicle(type_, "D5", "S", EAST), kind="wire")
    tear_wire(field.state, field.vehicle("S"), field.hex(hex_))
    assert field.state.ground.has(WIRE, field.hex("D5")) != torn


@pytest.mark.rule("lnlt.nosb.21.6g", "lnlt.core.21")
@pytest.mark.parametrize(
    ("origin", "to", "sets_out", "before", "sheltered"),
    [
        ("D5", "D6", True, 0, True),
        ("D5", "D6", False, 0, False),
        ("D5", "D6", False, flags.SHELTERED, True),
        ("D5", "D4", True, 0, False),
        ("D5", "D4", False, flags.SHELTERED, False),
        ("D4", "D5", True, 0, False),
    ],
)
def test_who_goes_from_trench_to_trench(origin: str, to: str, sets_out: bool, before: int, sheltered: bool) -> None:
    ground = [{"marker": "trench", "hexes": ["D5", "D6"]}, {"marker": "wire", "hexes": ["D4"]}]
    table = Table([unit(PARA, origin, "p")], [unit(RIFLES, "J9")], ground=ground)
    table.unit("p").flags |= before
    assert table.state.ground.has(TRENCH, table.hex("D5"))
    caught = entered_works(table.state, [table.names["p"]], table.hex(origin), table.hex(to), sets_out)
    assert caught == (to == "D4")
    assert table.has("p", flags.SHELTERED) == sheltered


# ---- room in a hex


@SEATS
@pytest.mark.rule("lnlt.core.1.3")
@pytest.mark.parametrize(
    ("there", "mover", "ban"),
    [
        ([PARA, PARA], PARA, None),
        ([PARA, PARA, PARA], PARA_HALF, bans.FULL),
        ([PARA, PARA, PARA_HALF], PARA_HALF, None),
        ([PARA, PARA, PARA_HALF], PARA, bans.FULL),
        ([PARA, PARA, PARA, CLARKSON], MEDROW, None),
        ([CLARKSON, MEDROW], US_HERO, bans.FULL),
        ([CLARKSON, MEDROW], PARA, None),
        ([PARA, PARA, PARA], US_MEDIC, None),
    ],
)
def test_how_many_stand_in_a_hex(there: list[str], mover: str, ban: Ban | None, swapped: bool) -> None:
    field = Field(side("us", *(unit(t, "D5") for t in there), unit(mover, "D6", "m")), side("de", FAR), swapped=swapped)
    one = field.unit("m")
    assert forbid_stacking(field.state, one.seat, field.hex("D5"), [one.id]) is ban


@SEATS
@pytest.mark.rule("lnlt.nosb.13.5c", "lnlt.nosb.13.53c")
@pytest.mark.parametrize(
    ("there", "mover", "ban"),
    [
        ([LINE], LINE, None),
        ([LINE], GUARD, bans.APART),
        ([GUARD], PARTISANS, bans.APART),
        (["su.wt.atg45"], GUARD, None),
        (["su.wt.atg45", LINE], GUARD, bans.APART),
        ([LINE], "su.ldr.commissar", None),
        ([PARTISANS], PARTISANS, None),
        ([PARTISANS, PARTISANS], PARTISANS, bans.TOO_MANY_PARTISANS),
        ([PARTISANS, BAND_LEADER, PARTISANS], PARTISANS, None),
        ([PARTISANS, PARTISANS], BAND_LEADER, None),
    ],
)
def test_which_soviets_stand_together(there: list[str], mover: str, ban: Ban | None, swapped: bool) -> None:
    facing = {"facing": 0}
    men = [unit(t, "D5", f"u{i}", **(facing if "atg" in t else {})) for i, t in enumerate(there)]
    field = Field(side("su", *men, unit(mover, "D8", "m")), side("de", FAR), module="nosb", swapped=swapped)
    one = field.unit("m")
    stack = field.state.stacks[one.seat][field.hex("D5")]
    assert forbid_mixing(field.state, stack, [one.id]) is ban
    assert forbid_stacking(field.state, one.seat, field.hex("D5"), [one.id]) is ban


@pytest.mark.rule("lnlt.core.6.6", "lnlt.core.1.3")
@pytest.mark.parametrize(
    ("there", "hex_", "ban"),
    [(1, "D5", None), (2, "D5", bans.TOO_MANY_RIDERS), (0, "E5.1", bans.TOO_MANY_RIDERS), (0, "E5", None)],
)
def test_room_for_riders(there: int, hex_: str, ban: Ban | None) -> None:
    spahi = next(
        id_
        for id_, type_ in sheet("hid")[0].items()
        if id_.startswith("fr.") and type_.traits & MOUNTED and type_.size == 2
    )
    men = [unit(spahi, "D5", f"r{i}") for i in range(there)]
    field = Field(
        side("fr", *men, unit(spahi, "D8", "m")), side("de", FAR), module="hid", terrain={"tall-stone-building": ["E5"]}
    )
    one = field.unit("m")
    assert forbid_stacking(field.state, one.seat, field.hex(hex_), [one.id]) is ban


# ---- steps


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.2", "lnlt.core.6.3")
@pytest.mark.parametrize(
    ("cost", "left", "mode", "spent", "ban"),
    [
        (0, 4, kinds.WALK, 0, bans.PROHIBITED),
        (4, 4, kinds.WALK, 1, None),
        (5, 4, kinds.WALK, 1, bans.TOO_FAR),
        (5, 4, kinds.WALK, 0, None),
        (5, 1, kinds.WALK, 0, None),
        (5, 0, kinds.WALK, 0, bans.TOO_FAR),
        (5, 4, kinds.DOUBLING, 0, bans.TOO_FAR),
        (3, 2, kinds.ASSAULTING, 0, bans.TOO_FAR_BY_HALF),
        (2, 2, kinds.ASSAULTING, 0, None),
        (3, 2, kinds.AFTER_FIRE, 0, bans.TOO_FAR_BY_HALF),
        (1, 2, kinds.CRAWLING, 0, None),
        (2, 2, kinds.CRAWLING, 0, bans.CRAWL_COST),
        (3, 2, kinds.CRAWLING, 0, bans.CRAWL_COST),
    ],
)
def test_who_can_pay_for_a_step(cost: int, left: int, mode: int, spent: int, ban: Ban | None) -> None:
    assert forbid_cost(cost, left, mode, spent) is ban


@SEATS
@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.8.0", "lnlt.core.armour.7.2")
@pytest.mark.parametrize(
    ("foe", "mover", "mode", "harmless", "ban"),
    [
        ("", PARA, kinds.WALK, False, None),
        ("men", PARA, kinds.WALK, False, None),
        ("men", PARA, kinds.DOUBLING, False, None),
        ("men", PARA, kinds.WALK, True, bans.ENEMY_HEX),
        ("men", PARA, kinds.ASSAULTING, False, bans.ENEMY_HEX),
        ("men", PARA, kinds.CRAWLING, False, bans.ENEMY_HEX),
        ("men", US_MEDIC, kinds.WALK, False, bans.ENEMY_HEX),
        ("tank", PARA, kinds.WALK, False, None),
        ("tank", PARA, kinds.WALK, True, bans.ENEMY_VEHICLE),
        ("tank", PARA, kinds.ASSAULTING, False, bans.ENEMY_VEHICLE),
        ("tank", US_MEDIC, kinds.WALK, False, bans.ENEMY_VEHICLE),
        ("both", PARA, kinds.WALK, False, None),
        ("both", PARA, kinds.CRAWLING, False, bans.ENEMY_HEX),
    ],
)
def test_who_steps_up_to_the_enemy(
    foe: str, mover: str, mode: int, harmless: bool, ban: Ban | None, swapped: bool
) -> None:
    foes = {"men": [unit(FJ, "E5")], "tank": [vehicle(STUG, "E5")], "both": [unit(FJ, "E5"), vehicle(STUG, "E5")]}
    field = Field(side("us", unit(mover, "D5", "m")), side("de", *foes.get(foe, []), FAR), swapped=swapped)
    one = field.unit("m")
    here, there = field.hex("D5"), field.hex("E5")
    assert forbid_neighbour(field.state, one.seat, here, there, [one.id], mode, harmless) is ban


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.2", "lnlt.core.6.3")
@pytest.mark.parametrize(
    ("who", "mode", "may"),
    [
        ([PARA], kinds.WALK, True),
        ([PARA], kinds.ASSAULTING, True),
        (["us.glider.squad.1-6-4"], kinds.ASSAULTING, False),
        ([PARA], kinds.DOUBLING, False),
        ([CLARKSON], kinds.DOUBLING, False),
        ([CLARKSON, PARA], kinds.DOUBLING, True),
        ([PARA], kinds.CRAWLING, True),
        (["us.wt.m1917"], kinds.CRAWLING, False),
        (["us.wt.m1917"], kinds.WALK, True),
        ([PARA], kinds.STEALING, False),
    ],
)
def test_who_can_begin_a_move(who: list[str], mode: int, may: bool) -> None:
    table = Table([unit(t, "E5") for t in who], [unit(RIFLES, "A1")])
    free = list(range(len(who)))
    for clear in (False, True):
        assert can_begin(table.state, 0, table.hex("E5"), free, mode, clear) == may
    boxed = Table([unit(t, "A1") for t in who], [unit(RIFLES, "J9")], terrain={"water": ["A2", "B1", "B2"]})
    assert not can_begin(boxed.state, 0, boxed.hex("A1"), free, mode, False)


@pytest.mark.rule("lnlt.hid.13.3.2a", "lnlt.nosb.13.53k", "lnlt.nosb.13.53l")
@pytest.mark.parametrize(
    ("terrain", "marks", "woods", "cost"),
    [
        ("light-woods", WOODSMEN, 0, 1),
        ("light-woods", PARTISAN, 3, 1),
        ("forest", PARTISAN, 0, 1),
        ("forest", PARTISAN, 1, 2),
        ("marsh", PARTISAN, 0, 1),
        ("marsh", PARTISAN, 2, 2),
        ("forest", WOODSMEN, 0, 2),
        ("rough", PARTISAN, 0, 2),
    ],
)
def test_what_woods_cost_those_who_know_them(terrain: str, marks: int, woods: int, cost: int) -> None:
    table = Table([unit(PARA, "E5")], [unit(RIFLES, "A1")], terrain={terrain: ["E4"]})
    board = table.state.board
    plain = board.terrain[table.hex("E4")].cost
    assert woodcraft(table.state, table.hex("E5"), table.hex("E4"), plain, woods, marks) == cost
    assert woodcraft(table.state, table.hex("E5"), table.hex("E4"), plain + 1, woods, marks) == cost + 1, "uphill"


@pytest.mark.rule("lnlt.hid.13.3.2a", "lnlt.nosb.13.53k")
def test_all_of_a_stack_must_know_the_woods() -> None:
    men = [unit(PARTISANS, "D5", "p"), unit(BAND_LEADER, "D5", "l"), unit(LINE, "D8", "line")]
    field = Field(side("su", *men), side("de", FAR), module="nosb")
    band = [field.names["p"], field.names["l"]]
    assert woodsmanship(field.state, band) == PARTISAN
    assert woodsmanship(field.state, [*band, field.names["line"]]) == 0


# ---- smoke and events


@pytest.mark.rule("lnlt.core.7", "lnlt.pac.12.7.0a", "lnlt.nosb.13.53a")
@pytest.mark.parametrize(
    ("type_", "mark", "may"),
    [
        (PARA, 0, True),
        (PARA_HALF, 0, True),
        (CLARKSON, 0, False),
        ("us.wt.m1917", 0, False),
        (US_HERO, 0, False),
        (PARA, flags.SHAKEN, False),
        (PARA, flags.FIRED, False),
        (PARA, flags.OPS, False),
        (PARA, flags.SMOKING, False),
    ],
)
def test_who_lays_smoke(type_: str, mark: int, may: bool) -> None:
    table = Table([unit(type_, "E5", "p")], [unit(RIFLES, "A1")])
    table.unit("p").flags |= mark
    assert may_lay_smoke(table.unit("p")) == may


@pytest.mark.rule("lnlt.core.7", "lnlt.pac.12.7.0d")
@pytest.mark.parametrize(
    ("mark", "after"),
    [(flags.SMOKING, flags.SMOKING | flags.OPS), (flags.SMOKING | flags.MOVED, flags.SMOKING | flags.MOVED), (0, 0)],
)
def test_who_laid_smoke_and_did_no_more_is_done(mark: int, after: int) -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(RIFLES, "A1")])
    table.unit("p").flags |= mark
    settle_smoke(table.state, table.unit("p"))
    assert table.unit("p").flags == after


@pytest.mark.rule("lnlt.core.7", "lnlt.core.9")
def test_smoke_thins_and_goes() -> None:
    ground = [{"marker": "smoke", "hexes": ["D5", "D6"]}]
    table = Table([unit(PARA, "A5", "p")], [unit(RIFLES, "A1")], ground=ground)
    table.state.put_marker(THIN_SMOKE, table.hex("E5"))
    both = 1 << table.hex("D5") | 1 << table.hex("D6")
    for left in (both, 0):
        thin_smoke(table.state)
        assert [table.state.ground.masks[kind] for kind in (SMOKE, THIN_SMOKE)] == [0, left]


@pytest.mark.rule("lnlt.core.1.8")
@pytest.mark.parametrize(("blocked", "place"), [([], "D5"), (["D5"], "D4"), (["D5", "D4"], "E4")])
@pytest.mark.parametrize("by", ["men", "tanks", "water", "friends"])
def test_where_somebody_shows_up(blocked: list[str], place: str, by: str) -> None:
    """In the hex, or in the first one beside it without an enemy and with room."""
    foes = [unit(RIFLES, hex_) if by == "men" else vehicle(STUG, hex_) for hex_ in blocked if by in ("men", "tanks")]
    friends = [unit(PARA, hex_) for hex_ in blocked for _ in range(3) if by == "friends"]
    terrain = {"water": blocked} if by == "water" else {}
    field = Field(side("us", unit(PARA, "A1", "p"), *friends), side("de", *foes, FAR), terrain=terrain)
    field.state.eliminate(field.unit("p"))
    show_up(field.state, field.unit("p"), field.hex("D5"))
    assert field.place("p") == place
