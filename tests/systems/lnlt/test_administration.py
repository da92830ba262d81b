"""The end of a turn and of the game, control of hexes, stacking at set-up."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.flags import FIRED, OPS, SHAKEN, TURN_MARKERS, WOUNDED
from bocage.systems.lnlt.rules.administration import administrate, conclude, has_lost, is_over, leave, leave_map
from bocage.systems.lnlt.rules.damage import reduce
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.words.position import ending
from bocage.text import catalogue
from systems.lnlt.table import FJ, MEDROW, PARA, PARA_HALF, US_HERO, US_MEDIC, Table, event, unit

pytestmark = pytest.mark.both_seats

OBJECTIVE = {"objectives": [{"hex": "E5", "points": 3}], "casualty_points": 2}


@pytest.mark.rule(
    "lnlt.core.9", "lnlt.pac.12.9.0a", "lnlt.pac.fr.2.0f", "lnlt.pac.fr.2.0i", "lnlt.boh.24.2r", "lnlt.boh.24.2bd"
)
@pytest.mark.first_seat
def test_markers_come_off_wounds_and_shaken_sides_stay() -> None:
    table = Table(
        [
            unit(PARA, "E5", "p", markers=["fired"]),
            unit(MEDROW, "E5", "m", wounded=True, shaken=True, markers=["ops-complete"]),
            unit(PARA, "D5", "q", markers=["assault-move"]),
            unit(PARA_HALF, "C5", "c", markers=["low-crawl"]),
            unit(PARA_HALF, "B5", "d", markers=["double-time"]),
        ],
        [unit(FJ, "A1", "f", markers=["moved"]), unit(FJ, "A2", "g")],
        impulse="de",
        spotted=["E5"],
        terrain={"forest": ["E5"]},
        options={"phase_end": 2},
    )
    assert table.state.spotted[0]
    table.do("pass")
    table.do("pass", dice=[1, 1])
    assert table.state.turn == 2
    assert not any(one.flags & TURN_MARKERS for one in table.state.units)
    assert table.unit("m").flags == WOUNDED | SHAKEN
    assert table.state.spotted == [0, 0]


@pytest.mark.rule("lnlt.core.9", "lnlt.core.10.1", "lnlt.boh.24.2bj")
@pytest.mark.first_seat
def test_spotting_lapses_with_the_turn() -> None:
    table = Table(
        [unit(PARA, "E5", "p")], [unit(FJ, "E2", "f", markers=["fired"])], impulse="us", terrain={"forest": ["E2"]}
    )
    assert table.state.seen_mask(1)
    table.do("pass")
    table.do("pass", dice=[6, 1])  # the Germans have nothing to do but pass in between
    assert table.state.turn == 2
    assert not table.state.seen_mask(1)


@pytest.mark.rule("lnlt.core.1.8.1")
@pytest.mark.first_seat
def test_control_goes_to_the_last_good_order_mmc_or_hero() -> None:
    table = Table([unit(PARA, "E5", "p"), unit(US_MEDIC, "J9")], [unit(FJ, "E3", "f")], impulse="us", victory=OBJECTIVE)
    assert table.state.control == [0]
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("step", where="E6")
    table.do("decline")
    table.do("stop")
    assert table.state.control == [0], "nobody took it since"
    assert table.state.score(0) == 3


@pytest.mark.rule("lnlt.core.1.8.1")
@pytest.mark.parametrize(
    ("who", "controls"),
    [
        (unit(US_HERO, "E5"), True),
        (unit(MEDROW, "E5"), False),
        (unit(US_MEDIC, "E5"), False),
        (unit(PARA, "E5", shaken=True), False),
    ],
)
@pytest.mark.first_seat
def test_leaders_medics_and_shaken_units_control_nothing(who: dict[str, object], controls: bool) -> None:
    table = Table([who], [unit(FJ, "A1", "f")], impulse="us", victory=OBJECTIVE)
    assert (table.state.control == [0]) == controls


def play_out(table: Table) -> None:
    """Pass until the end; every turn rolls for initiative."""
    for _ in range(100):
        if table.state.over:
            return
        table.state.dice.script, table.state.dice.cursor = [1, 1, 1, 1], 0
        table.state.play(table.decision, table.decision.options[0])
    raise AssertionError("no end")


def told(table: Table, language: str) -> str:
    """How the game ended, in words."""
    found = ending(table.state)
    assert found is not None
    return catalogue(SYSTEM.package, language).render(found)


@pytest.mark.rule("lnlt.core.9", "lnlt.pac.12.9.0g")
@pytest.mark.first_seat
def test_points_decide_when_turns_are_over() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], turns=2, victory=OBJECTIVE)
    play_out(table)
    assert (table.state.turn, table.state.winner) == (2, 0)
    over = event(table.state.events, "victory-points")
    assert (over.rule, over.args["side"], over.args["own"], over.args["other"]) == ("lnlt.core.9", "@nation.us", 3, 0)
    assert told(table, "en") == "The last turn is over. The Americans win on points, 3 to 0."
    assert "3 à 0" in told(table, "fr")


@pytest.mark.rule("lnlt.core.9")
@pytest.mark.parametrize(("tie", "winner"), [("", -1), ("de", 1)])
@pytest.mark.first_seat
def test_a_tie_goes_where_the_scenario_says(tie: str, winner: int) -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], turns=1, victory={"tie": tie})
    play_out(table)
    assert table.state.winner == winner
    assert ("draw" if winner < 0 else "Germans win") in told(table, "en")


@pytest.mark.rule("lnlt.core.9")
@pytest.mark.first_seat
def test_a_side_without_units_has_lost() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "E4", "f", shaken=True)], impulse="us", victory=OBJECTIVE)
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("step", where="E4")
    assert table.state.over
    assert table.state.winner == 0
    assert table.state.losses == [0, 2]
    assert told(table, "en") == "The Germans have nobody left who can fight: the Americans win, 5 points to 0."


@pytest.mark.rule("lnlt.core.5.1", "lnlt.core.9")
def test_half_a_squad_is_half_a_loss() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], victory=OBJECTIVE)
    reduce(table.state, table.state.units[0])
    assert table.state.losses == [1, 0]


@pytest.mark.rule("lnlt.core.1.3")
@pytest.mark.first_seat
def test_three_squads_or_six_halves_and_two_men() -> None:
    table = Table(
        [unit(PARA, "E5"), unit(PARA, "E5"), unit(PARA_HALF, "E5"), unit(PARA_HALF, "E5"), unit(MEDROW, "E5")],
        [unit(FJ, "A1", "f")],
    )
    state, hex_ = table.state, table.hex("E5")
    assert forbid_stacking(state, 0, hex_, []) is None
    assert forbid_stacking(state, 0, hex_, [2]) is not None, "another half-squad"
    assert forbid_stacking(state, 0, hex_, [4]) is None, "another man"
    assert forbid_stacking(state, 0, hex_, [4, 4]) is not None
    assert forbid_stacking(state, 1, hex_, [5]) is None, "each side counts for itself"


@pytest.mark.rule("lnlt.core.1.3", "lnlt.core.open.7")
@pytest.mark.first_seat
def test_a_created_hero_may_overstack_until_the_stack_moves() -> None:
    table = Table(
        [unit(PARA, "E3", "p"), unit(MEDROW, "E3", "m"), unit(US_MEDIC, "E3", "doc")],
        [unit(FJ, "E5", "f"), unit(FJ, "A9")],
        impulse="de",
        heroes={"us": [US_HERO]},
    )
    table.do("activate", where="E5")
    table.do("fire", where="E5>E3", dice=[2, 3, 2, 2, 1, 2])
    assert len(table.state.stacks[0][table.hex("E3")]) == 4
    table.do("activate", where="E3")
    table.do("move", where="E3")
    assert not table.offers("all"), "four together would be one man too many"


def test_flags_do_not_overlap() -> None:
    assert FIRED & OPS == 0
    assert TURN_MARKERS & (SHAKEN | WOUNDED) == 0


# ---- leaving the map, and the end


@pytest.mark.rule("lnlt.core.6.0")
@pytest.mark.parametrize(("type_", "points"), [(PARA, 5), (PARA_HALF, 3), (MEDROW, 3)])
@pytest.mark.first_seat
def test_smaller_units_are_worth_half_when_they_leave_the_map(type_: str, points: int) -> None:
    table = Table([unit(type_, "E5", "p"), unit(PARA, "J9")], [unit(FJ, "A1", "f")])
    leave(table.state, table.unit("p"), 5)
    assert table.state.exited == [points, 0]
    assert table.place("p") == "gone"


@pytest.mark.rule("lnlt.core.9")
def test_what_the_administrative_phase_clears() -> None:
    table = Table([unit(PARA, "E5", "p", weapons=["us.sw.m1919a4"])], [unit(FJ, "A1", "f")])
    state = table.state
    state.weapons[0].handed = True
    state.fought = 1
    state.perks[:] = [1, 1]
    state.raised[:] = [1, 1]
    state.spotted[:] = [1, 1]
    administrate(state)
    assert not state.weapons[0].handed
    assert (state.fought, state.perks, state.raised, state.spotted) == (0, [0, 0], [0, 0], [0, 0])


@pytest.mark.rule("lnlt.core.9")
@pytest.mark.first_seat
def test_a_side_has_lost_when_nobody_is_left() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")])
    state = table.state
    assert [has_lost(state, seat) for seat in (0, 1)] == [False, False]
    assert not is_over(state)
    state.turn = state.scenario.turns
    assert is_over(state)
    state.turn = 1
    state.eliminate(table.unit("f"))
    assert [has_lost(state, seat) for seat in (0, 1)] == [False, True]
    assert is_over(state)
    conclude(state)
    assert state.winner == 0


@pytest.mark.rule("lnlt.core.9")
@pytest.mark.parametrize(
    ("points", "winner"), [({"us": 3, "de": 0}, 0), ({"us": 0, "de": 3}, 1), ({"us": 2, "de": 2}, -1)]
)
def test_more_points_win(points: dict[str, int], winner: int) -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")])
    table.state.exited[:] = [points["us"], points["de"]]
    conclude(table.state)
    assert table.state.winner == winner


@pytest.mark.rule("lnlt.core.9")
@pytest.mark.parametrize(
    ("gone", "exited", "winner"),
    [("f", [0, 0], 0), ("p", [0, 0], 1), ("p", [2, 0], 0), ("f", [0, 2], 1), ("f", [1, 2], 1)],
)
@pytest.mark.first_seat
def test_who_has_left_the_map_is_not_lost(gone: str, exited: list[int], winner: int) -> None:
    """A side without anybody left loses, unless some of it have left the map: then points count."""
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")])
    table.state.leave(table.unit(gone))
    table.unit(gone).hex = -1
    table.state.exited[:] = exited
    conclude(table.state)
    assert table.state.winner == winner


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.9")
def test_good_order_units_leave_by_their_own_exit() -> None:
    exits = {"exits": [{"side": "us", "hexes": ["E1"], "points": 2}]}
    us = [unit(PARA, "E1", "p", weapons=["us.sw.m1919a4"]), unit(PARA, "E1", "s", shaken=True), unit(PARA, "E2", "q")]
    table = Table([*us, unit(PARA, "J9", "r", weapons=["us.sw.m1919a4"])], [unit(FJ, "A9", "f")], victory=exits)
    leave_map(table.state)
    assert [table.place(name) for name in ("p", "s", "q")] == ["gone", "E1", "E2"]
    assert [weapon.hex >= 0 for weapon in table.state.weapons] == [False, True]


@pytest.mark.rule("lnlt.core.9")
@pytest.mark.parametrize(("points", "winner"), [(4, 1), (5, 0), (6, 0)])
@pytest.mark.first_seat
def test_a_side_that_needs_points_wins_with_as_many(points: int, winner: int) -> None:
    need = {"need": {"side": "us", "points": 5}}
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], victory=need)
    table.state.exited[:] = [points, 9]
    conclude(table.state)
    assert table.state.winner == winner


@pytest.mark.rule("lnlt.core.9")
@pytest.mark.parametrize(
    ("last_man", "shaken", "lost"), [(False, True, False), (True, True, True), (True, False, False)]
)
@pytest.mark.first_seat
def test_where_the_last_man_counts_the_shaken_do_not(last_man: bool, shaken: bool, lost: bool) -> None:
    table = Table([unit(PARA, "E5", "p", shaken=shaken)], [unit(FJ, "A1", "f")], victory={"last_man": last_man})
    assert has_lost(table.state, 0) == lost
    assert not has_lost(table.state, 1)
