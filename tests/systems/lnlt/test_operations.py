"""Operations Phase: impulses, activation, leaders' range, passes, Ops Complete."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, MOVED, OPS, SHAKEN, SPOTTER
from bocage.systems.lnlt.rules.acts import FIGHT, WITHDRAW
from bocage.systems.lnlt.rules.operations import add_hexes, can_still_fire
from systems.lnlt.table import CLARKSON, FJ, MEDROW, PARA, PARA_HALF, Table, event, unit

pytestmark = pytest.mark.both_seats

FAR_WOODS = {"forest": ["J9"]}
WOODS = {"light-woods": ["E3", "G4"]}


@pytest.mark.rule("lnlt.core.4.0", "lnlt.pac.fr.2.0d")
@pytest.mark.first_seat
def test_sides_alternate_impulses() -> None:
    table = Table([unit(PARA, "E5", "p"), unit(PARA, "F8", "q")], [unit(FJ, "A1", "f")], impulse="us")
    assert table.decision.seat == 0
    table.do("activate", where="E5")
    table.do("low-crawl", where="E5")
    table.do("step", where="E6")
    while table.kind == "opportunity":
        table.do("decline")
    assert (table.kind, table.decision.seat) == ("impulse", 1)


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.option.phase_end", "lnlt.pac.fr.2.0e", "lnlt.core.check.infantry.15")
@pytest.mark.parametrize("passes", [3, 2])
def test_consecutive_passes_end_the_phase(passes: int) -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], impulse="us", options={"phase_end": passes})
    for _ in range(passes - 1):
        table.do("pass")
        assert table.state.turn == 1
    table.do("pass", dice=[1, 1])
    assert table.state.turn == 2


@pytest.mark.rule("lnlt.core.2", "lnlt.core.option.phase_end", "lnlt.core.4.0")
@pytest.mark.parametrize("dice", [[6, 1], [1, 6]])
def test_the_next_phase_begins_with_the_initiative_and_no_passes(dice: list[int]) -> None:
    """From the Operations Phase by way of the Rally Phase into the next one."""
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], impulse="us")
    assert table.state.phase == 1
    for rolled in ([], [], dice):
        table.do("pass", dice=rolled)
    while table.kind != "impulse":
        assert table.state.phase == 0
        table.do("done")
    assert (table.state.turn, table.state.phase, table.state.passes) == (2, 1, 0)
    assert table.decision.seat == (0 if dice[0] > dice[1] else 1)


@pytest.mark.rule("lnlt.core.4.0")
def test_an_activation_breaks_the_run_of_passes() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], impulse="de")
    table.do("pass")
    table.do("activate", where="E5")
    table.do("low-crawl", where="E5")
    table.do("step", where="E6")
    if table.kind == "opportunity":
        table.do("decline")
    assert table.state.passes == 0


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.check.infantry.2")
@pytest.mark.first_seat
def test_spotting_alone_is_a_pass() -> None:
    table = Table([unit(PARA, "G4", "p")], [unit(FJ, "E3", "f")], impulse="us", terrain=WOODS)
    table.do("spot", "p", "E3", dice=[6])
    assert table.state.passes == 1
    assert table.decision.seat == 1


@pytest.mark.rule("lnlt.core.4.0")
def test_a_unit_is_activated_once_a_turn() -> None:
    table = Table(
        [unit(PARA, "E5", "p", markers=["moved"]), unit(PARA, "B8", "q")], [unit(FJ, "A1", "f")], impulse="us"
    )
    assert not table.offers("activate", where="E5")
    assert table.offers("activate", where="B8")
    table.do("activate", where="B8")
    assert table.refusals("move", "p") == ["lnlt.core.4.0"]


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.11.1.2", "lnlt.boh.24.2e", "lnlt.core.check.infantry.3")
def test_a_leader_activates_the_hexes_around_him_shaken_units_too() -> None:
    table = Table(
        [unit(MEDROW, "G4", "m"), unit(PARA, "F5", "p", shaken=True), unit(PARA, "E5", "far")],
        [unit(FJ, "A1", "f")],
        impulse="us",
    )
    table.do("activate", where="G4")
    assert table.offers("low-crawl", where="F5")
    assert not table.offers("low-crawl", where="E5")


@pytest.mark.rule("lnlt.core.11.1.2", "lnlt.core.4.0")
@pytest.mark.parametrize("state", [{"wounded": True}, {"shaken": True}])
def test_a_wounded_or_shaken_leader_activates_only_his_own_hex(state: dict[str, bool]) -> None:
    table = Table([unit(MEDROW, "G4", "m", **state), unit(PARA, "F5", "p")], [unit(FJ, "A1", "f")], impulse="us")
    table.do("activate", where="G4")
    assert not table.offers("move", where="F5")
    assert table.offers("move", where="G4")


@pytest.mark.rule("lnlt.core.4.0")
def test_leaders_do_not_chain() -> None:
    table = Table(
        [unit(MEDROW, "G4", "m"), unit(CLARKSON, "F5", "c"), unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], impulse="us"
    )
    table.do("activate", where="G4")
    assert table.offers("move", where="F5")
    assert not table.offers("move", where="E5")


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.4.1")
def test_a_leader_who_only_activated_others_is_ops_complete() -> None:
    table = Table([unit(MEDROW, "G4", "m"), unit(PARA, "F5", "p")], [unit(FJ, "A9", "f")], impulse="us")
    table.do("activate", where="G4")
    table.do("low-crawl", where="F5")
    table.do("step", where="F6")
    while table.kind == "opportunity":
        table.do("decline")
    table.do("done")
    assert table.has("m", OPS)


@pytest.mark.rule("lnlt.core.4.0")
def test_some_fire_while_others_of_the_hex_move() -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "E5", "b")], [unit(FJ, "E2", "f")], impulse="us")
    table.do("activate", where="E5")
    table.do("fire", where="E5>E2")
    table.do("add", "a")
    table.do("done", dice=[1, 6])
    assert table.offers("move", where="E5")
    assert not table.offers("fire"), "one attack a hex"
    table.do("move", where="E5")
    table.do("step", where="E6")
    assert table.place("b") == "E6"
    assert table.place("a") == "E5"


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.10.1.1", "lnlt.boh.24.2c", "lnlt.boh.24.2z")
def test_ops_complete_units_do_nothing_more() -> None:
    table = Table(
        [unit(PARA, "E5", "p", markers=["ops-complete"]), unit(PARA, "E5", "q")], [unit(FJ, "E2", "f")], impulse="us"
    )
    table.do("activate", where="E5")
    table.do("fire", where="E5>E2", dice=[1, 6])
    assert table.has("q", FIRED)
    assert not table.has("p", FIRED)


@pytest.mark.rule("lnlt.core.4.1", "lnlt.boh.24.2d", "lnlt.core.10.1.1")
def test_the_spotter_may_join_the_fire_on_what_it_spotted_and_on_nothing_else() -> None:
    table = Table(
        [unit(PARA, "G4", "p"), unit(PARA_HALF, "G4", "h")],
        [unit(FJ, "E3", "f"), unit(FJ, "G7", "open")],
        impulse="us",
        terrain=WOODS,
    )
    table.do("spot", "p", "E3", dice=[3])
    table.do("activate", where="G4")
    table.do("fire", where="G4>E3")
    assert table.offers("add", "p")
    assert table.offers("add", "h")
    other = Table(
        [unit(PARA, "G4", "p"), unit(PARA_HALF, "G4", "h")],
        [unit(FJ, "E3", "f"), unit(FJ, "G7", "open")],
        impulse="us",
        terrain=WOODS,
    )
    other.do("spot", "p", "E3", dice=[3])
    other.do("activate", where="G4")
    happened = event(other.do("fire", where="G4>G7", dice=[1, 6]), "fire-misses")
    assert happened.args["fp"] == 1, "the half-squad fires alone"


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.6.1", "lnlt.boh.24.2e")
@pytest.mark.parametrize(
    ("who", "flags", "foe", "may"),
    [
        (PARA, ASSAULT, "E3", True),
        (PARA, ASSAULT, "", False),
        (PARA, ASSAULT | SHAKEN, "E3", False),
        (PARA, MOVED, "E3", False),
        (PARA, OPS, "E3", False),
        (MEDROW, OPS | SPOTTER, "", True),
        (MEDROW, OPS, "", False),
        (PARA, OPS | SPOTTER, "", False),
        (MEDROW, ASSAULT, "", False),
    ],
)
def test_who_can_still_do_something(who: str, flags: int, foe: str, may: bool) -> None:
    """With a fresh squad beside him the spotting leader can: he activates it."""
    table = Table([unit(who, "E5", "a"), unit(PARA, "E6", "fresh")], [unit(FJ, foe or "J9", "f")], terrain=FAR_WOODS)
    table.unit("a").flags |= flags
    assert can_still_fire(table.state, table.unit("a")) == may
    table.unit("fresh").flags |= FIRED
    assert can_still_fire(table.state, table.unit("a")) == (may and bool(foe))


@pytest.mark.rule("lnlt.core.8.1")
@pytest.mark.parametrize(
    ("flags", "fought", "fight"), [(0, False, True), (0, True, False), (FIRED, False, False), (SHAKEN, False, False)]
)
@pytest.mark.first_seat
def test_who_fights_another_round(flags: int, fought: bool, fight: bool) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(FJ, "E5", "f")])
    table.unit("a").flags |= flags
    table.state.fought = 1 << table.hex("E5") if fought else 0
    options: list[int] = []
    add_hexes(table.state, 0, options)
    assert (FIGHT.on(table.hex("E5")) in options) == fight
    assert (WITHDRAW.on(table.hex("E5")) in options) == (not flags)
