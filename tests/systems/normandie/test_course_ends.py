"""The end of a move: what follows the last step, an assault or a shot on the way."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.decisions import FACE
from bocage.systems.normandie.state import CREW, EXITED, TRACK
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, LEADER, OWN
from systems.normandie.test_courses import field, is_asked


@BOTH
@pytest.mark.rule("hon.open.arc.turn.1", "hon.arc.align.1", "hon.victory.win.1", "hon.eq.mine.2")
def test_what_follows_the_last_step(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    """A weapon with an arc is turned, then documents are taken, then charges laid."""
    units = {"a": f"{OWN[seat]} r3c2 order=1", "b": f"{CAR[1 - seat]} r3c4 facing=0"}
    game = field(seat, units, {"sticky_bomb": 1}, documents="r3c3")
    man = game.unit("a")
    monkeypatch.setattr(man.face.weapons[0], "arc", True)
    man.facing = 0
    game.choose("move")
    game.choose("step", place="r3c3")
    game.choose("stop")
    assert game.decision().kind is FACE
    assert game.verbs() == {"face"}
    assert game.state.documents_unit == -1, "not yet"
    game.state.play(game.decision(), acts.TURN_TO.on(4))
    assert man.facing == 4
    assert game.state.documents_unit == man.id
    assert game.verbs() == {"stick", "done"}
    game.choose("done")
    assert game.decision().kind is not FACE


@BOTH
@pytest.mark.rule("hon.open.arc.turn.1", "hon.victory.win.1", "hon.eq.mine.2", "hon.open.opp.damage.1")
def test_what_follows_for_others(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    """Nobody without an arc turns; a move that was ended on the spot is over for good; an assault turns nobody."""
    units = {"a": f"{OWN[seat]} r3c2 order=1", "c": f"{OWN[seat]} r6c2 order=2", "b": f"{OWN[1 - seat]} r3c4"}
    game = field(seat, units)
    game.choose("move")
    game.choose("step", place="r4c2")
    game.unit("a").halted = True
    game.choose("stop")
    assert not game.unit("a").halted
    assert game.decision().kind is not FACE
    fight = field(seat, {"a": f"{LEADER[seat]} r3c2 order=1", "b": f"{OWN[1 - seat]} r3c3"})
    monkeypatch.setattr(fight.unit("a").face.weapons[0], "arc", True)
    fight.roll(1, 1, 6, 6)
    fight.choose("assault", "b")
    assert not fight.state.pending or fight.decision().kind is not FACE


@BOTH
@pytest.mark.rule(
    "hon.open.arc.turn.1", "hon.aid.move.1", "hon.assault.win.7", "hon.open.advance.1", "hon.terrain.opp.2"
)
@pytest.mark.parametrize(("dice", "asked"), [([6, 6, 1, 1], True), ([1, 1, 6, 6], False)])
def test_who_advances_after_an_assault_may_be_fired_at_there(seat: int, dice: list[int], asked: bool) -> None:
    rows = ["." * 12] * 3 + ["......P....."] + ["." * 12] * 3
    units = {"a": f"{LEADER[seat]} r3c2 order=1", "b": f"{OWN[1 - seat]} r3c3 back", "w": f"{OWN[1 - seat]} r3c6"}
    game = field(seat, units, map=rows)
    game.roll(*dice)
    game.choose("assault", "b")
    assert is_asked(game, 1 - seat) is asked
    assert (game.at("a") == "r3c3") is asked


@BOTH
@pytest.mark.rule("hon.victory.win.1", "hon.move.inf.1", "hon.damage.1", "hon.open.fotm.order.1")
def test_leaving_the_board_ends_the_move(seat: int) -> None:
    edge = {0: "r3c0", 1: "r3c11"}[seat]
    for mover in (OWN[seat], CAR[seat]):
        game = field(seat, {"a": f"{mover} {edge} facing=2 order=1 documents", "b": f"{OWN[1 - seat]} r0c6"})
        game.choose("move")
        game.choose("exit")
        assert game.unit("a").status == EXITED
        assert game.state.goal == seat


@pytest.mark.rule("hon.damage.1", "hon.open.fotm.order.1", "hon.abil.fotm.1")
@pytest.mark.parametrize(("damage", "fired"), [(CREW, True), (TRACK, False), (0, False)])
def test_a_wounded_crew_remembers_its_shot(damage: int, fired: bool) -> None:
    game = Field({"p": "ge.puma r3c2 facing=2 order=1", "w": "us8.fire_team r3c6"}, [1] * 4, initiative="de")
    car = game.unit("p")
    if damage != TRACK:
        car.damage = damage
    game.choose("move")
    shot = game.offered("moving-fire")[0]
    game.state.play(game.decision(), shot.id)
    assert bool(car.fired) is fired
