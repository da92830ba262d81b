"""Breaking points, the documents, and how a game ends."""

from __future__ import annotations

import pytest

from bocage.kernel.dice import scripted
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import (
    ARMY_SPENT,
    DOCUMENTS_HELD,
    DOCUMENTS_LEFT,
    DOCUMENTS_OUT,
    ENDINGS,
    POINTS,
)
from bocage.systems.normandie.rules.victory import eliminate, end_by_exhaustion, place_documents
from bocage.systems.normandie.state import EXITED
from bocage.systems.normandie.words.position import ending
from bocage.text import catalogue
from systems.normandie.field import Field

FAR = "ge902.fire_group r6c11"


def pass_on(field: Field, most: int = 40) -> None:
    """Everybody does as little as possible until the round is over or the game ends."""
    start = field.state.round
    for _ in range(most):
        if field.state.over or field.state.round != start:
            return
        verbs = field.verbs()
        field.choose("pass" if "pass" in verbs else "stop" if "stop" in verbs else "done")


@pytest.mark.rule("hon.break.place.1", "hon.break.reach.1", "hon.break.flip.1", "hon.victory.vp.1")
def test_a_tile_breaks_at_its_red_squares_and_scores_at_once() -> None:
    units = {
        "u": "us8.support_team r0c0 order=1",
        "v": "us8.support_team r2c0 order=2",
        "g": "ge902.recon_group r0c3",
        "h": "ge902.recon_group r2c3",
        "far": FAR + " order=1",
    }
    field = Field(units, [6, 6], breaking=2)
    field.choose("fire", "g")
    assert (field.state.losses[1], field.state.broken[1], field.state.score) == (1, False, [0, 0])
    field.choose("pass")
    field.choose("fire", "h")
    assert (field.state.losses[1], field.state.broken[1], field.state.score) == (2, True, [2, 0])
    assert field.event("broken").rule == "hon.break.flip.1"


@pytest.mark.rule("hon.break.bonus.1", "hon.order.count.1")
def test_a_broken_tile_gives_no_star() -> None:
    field = Field({"u": "us8.officer r0c0 order=1", "g": FAR})
    assert field.state.stars(0) == 3
    field.state.broken[0] = True
    assert field.state.stars(0) == 2


@pytest.mark.rule("hon.open.break.option.1")
def test_a_tile_breaks_once() -> None:
    units = {"u": "us8.support_team r0c0 order=1", "g": "ge902.recon_group r0c3", "h": FAR}
    field = Field(units, [6], breaking=1)
    field.choose("fire", "g")
    assert field.state.score == [2, 0]
    eliminate(field.state, field.unit("h"), "hon.shot.effect.1")
    assert field.state.score == [2, 0]


@pytest.mark.rule("hon.victory.win.1")
def test_a_unit_that_ends_its_move_on_the_papers_takes_them() -> None:
    field = Field({"u": "us8.fire_team r3c0 order=1", "g": FAR + " order=1"}, documents="r3c2")
    field.walk("r3c1", "r3c2")
    assert field.state.documents_unit == -1, "passing over them is not enough"
    field.walk("r3c3")
    assert field.state.documents_unit == -1
    field = Field({"u": "us8.fire_team r3c0 order=1", "g": FAR + " order=1"}, documents="r3c2")
    field.walk("r3c1", "r3c2")
    field.choose("stop")
    assert field.state.documents_unit == field.names["u"]
    badges = [b.kind for b in SYSTEM.position(field.state, 1).pieces[0].badges]
    assert "documents" in badges


@pytest.mark.rule("hon.turn.markers.1")
@pytest.mark.parametrize(("die", "row", "col"), [(1, 6, 8), (2, 6, 6), (3, 4, 7), (4, 4, 7), (5, 2, 8), (6, 2, 6)])
def test_a_die_places_the_papers_of_godsend(die: int, row: int, col: int) -> None:
    state = SYSTEM.new("godsend", 1, {})
    assert state.scenario.documents_round == 2
    state.dice = scripted([die])
    place_documents(state)
    assert state.documents_place == state.board.grid.intersection(row, col)
    assert [(m.x, m.y) for m in SYSTEM.position(state, 0).markers] == [(col, row)]


@pytest.mark.rule("hon.victory.win.1")
def test_a_fallen_bearer_drops_them_and_the_winner_of_the_fight_takes_them() -> None:
    units = {"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r3c4 back documents", "h": FAR + " order=1"}
    field = Field(units, [6, 6, 1, 1])
    field.choose("assault", "g")
    assert field.state.documents_unit == field.names["u"]


@pytest.mark.rule("hon.victory.end.1")
def test_carrying_them_off_wins_when_the_round_is_finished() -> None:
    field = Field({"u": "us8.fire_team r3c0 order=1 documents", "v": "us8.fire_team r0c0", "g": FAR + " order=1"})
    field.state.scenario.documents_round = 2
    field.choose("move")
    field.choose("exit")
    assert field.unit("u").status == EXITED
    assert not field.state.over, "the round in progress goes on"
    assert field.decision().seat == 1
    pass_on(field)
    assert (field.state.over, field.state.winner, field.state.ending) == (True, 0, DOCUMENTS_OUT)
    assert field.state.losses[0] == 0, "leaving is no loss"
    told = ending(field.state)
    assert told is not None
    assert told.key == "ending.out"
    over = field.event("end")
    assert (over.rule, over.args["why"]) == ("hon.victory.end.1", "@why.out")


@pytest.mark.rule("hon.victory.win.1")
def test_only_the_bearer_leaves_and_only_over_its_own_edge() -> None:
    field = Field({"u": "us8.fire_team r3c0 order=1", "g": FAR})
    field.choose("move")
    assert "exit" not in field.verbs()
    field = Field({"u": "us8.fire_team r3c11 order=1 documents", "g": "ge902.fire_group r6c0"})
    field.choose("move")
    assert "exit" not in field.verbs()


@pytest.mark.rule("hon.victory.rounds.1", "hon.supply.step.7", "hon.victory.win.1")
@pytest.mark.parametrize(("bearer", "winner", "ending"), [(" documents", 0, DOCUMENTS_HELD), ("", -1, DOCUMENTS_LEFT)])
def test_after_the_last_round_the_bearer_wins(bearer: str, winner: int, ending: int) -> None:
    field = Field({"u": "us8.fire_team r3c3" + bearer, "g": FAR}, phase="supply", turn=6)
    field.state.scenario.documents_round = 2
    pass_on(field)
    assert (field.state.over, field.state.winner, field.state.ending) == (True, winner, ending)


@pytest.mark.rule("hon.victory.vp.1", "hon.victory.rounds.1")
@pytest.mark.parametrize(("score", "winner"), [([2, 0], 0), ([0, 2], 1), ([2, 2], -1)])
def test_without_papers_victory_points_decide(score: list[int], winner: int) -> None:
    field = Field({"u": "us8.officer r3c3", "g": FAR}, phase="supply", turn=6)
    field.state.score = score
    pass_on(field)
    assert (field.state.over, field.state.winner, field.state.ending) == (True, winner, POINTS)
    told = ending(field.state)
    assert told is not None
    assert (told.key == "ending.even") == (winner < 0)


@pytest.mark.rule("hon.victory.lose.1", "hon.supply.step.8", "hon.victory.end.2")
def test_a_side_without_units_loses_at_the_end_of_the_round() -> None:
    units = {"u": "us8.support_team r0c0 order=1", "v": "us8.support_team r2c0 order=2", "g": "ge902.recon_group r0c3"}
    field = Field(units, [6])
    field.choose("fire", "g")
    assert not field.state.over
    pass_on(field)
    assert (field.state.over, field.state.winner, field.state.ending) == (True, 0, ARMY_SPENT)


@pytest.mark.rule("hon.victory.lose.1", "hon.victory.end.2")
def test_a_side_without_orders_loses() -> None:
    field = Field({"u": "us8.officer r0c0", "g": FAR}, phase="supply")
    field.state.broken[1] = True
    field.state.scenario.tiles[1].breaking_point = 0
    field.choose("done")
    field.state.play(field.decision(), field.decision().options[-1])
    assert (field.state.over, field.state.winner, field.state.ending) == (True, 0, ARMY_SPENT)


@pytest.mark.rule("hon.open.victory.simul.1")
@pytest.mark.parametrize(
    ("score", "initiative", "winner"), [([2, 0], 1, 0), ([0, 2], 0, 1), ([2, 2], 1, 1), ([0, 0], 0, 0)]
)
def test_when_both_are_spent_points_then_initiative_decide(score: list[int], initiative: int, winner: int) -> None:
    field = Field({"u": "us8.officer r0c0", "g": FAR}, phase="supply")
    field.state.score = score
    field.state.initiative = initiative
    field.state.entitled = [0, 0]
    end_by_exhaustion(field.state)
    assert field.state.winner == winner
    told = ending(field.state)
    assert told is not None
    assert (told.key, told.args["own"], told.args["other"]) == ("ending.both-spent", max(score), min(score))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_end_says_why_in_both_languages(language: str) -> None:
    words = catalogue(SYSTEM.package, language)
    field = Field({"u": "us8.officer r0c0", "g": FAR}, phase="supply")
    for number, name in enumerate(ENDINGS.names[1:], 1):
        for finder in (-1, 0):
            field.state.scenario.finder = finder
            field.state.winner = -1 if name == "left" else 1
            field.state.ending = number
            told = ending(field.state)
            assert told is not None
            assert len(words.render(told)) > 30
        assert words.say(f"why.{name}")


@pytest.mark.rule("hon.victory.win.1", "hon.abil.trans.13")
def test_documents_of_a_passenger_who_cannot_get_out_lie_in_the_wreck() -> None:
    units = {
        "h": "us.jeep r0c0 facing=2",
        "u": "us8.officer r3c5 aboard=h documents",
        "g": "ge902.fire_group r1c1 order=1",
        "i": "ge902.fire_group r0c2",
        "k": "ge902.fire_group r2c0",
    }
    field = Field(units, [6], initiative="de")
    field.choose("fire", "h")
    state = field.state
    assert (state.documents_unit, state.board.grid.name(state.documents_cell)) == (-1, "r0c0")
    assert field.event("documents-fall").place == "r0c0"


@pytest.mark.rule("hon.victory.win.1", "hon.open.wreck.cross.1")
def test_documents_are_taken_out_of_a_wreck_from_beside_it() -> None:
    units = {
        "j": "us.jeep r3c3 documents facing=2",
        "u": "us8.fire_team r3c5 order=2",
        "g": "ge902.fire_group r3c8 order=1",
    }
    field = Field(units, [6], initiative="de")
    field.choose("fire", "j")
    assert field.state.documents_cell == field.cell("r3c3")
    field.choose("move")
    assert "r3c3" not in field.places("step")
    field.choose("step", place="r3c4")
    field.choose("stop")
    assert field.state.documents_unit == field.names["u"]
