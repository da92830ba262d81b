"""Assaults, retreats and shots out of turn on the edge of their conditions."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.tables import HEAVY_WEAPON
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.abilities import uncover
from bocage.systems.normandie.rules.assault import ROLLED, Assault
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.moments import ASSAULT_ROLLED
from bocage.systems.normandie.rules.movement import OUT_OF_REACH, TOO_SUPPRESSED, ban_approach, can_move
from bocage.systems.normandie.rules.opportunity import OpportunityFire, opportunities
from bocage.systems.normandie.rules.retreat import DrivenBack
from bocage.systems.normandie.rules.sight import blockers_between
from bocage.systems.normandie.rules.victory import pick_up
from bocage.systems.normandie.state import ABOARD, LOST, OFF
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, LEADER, OWN, SIDE


def close(seat: int, dice: list[int], **more: str) -> Field:
    units = {"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r3c4", "l": f"{LEADER[seat]} r6c0"}
    return Field(units | more, dice, initiative=SIDE[seat], options={"cards": "off"})


# ---- dice that stand, and who is hit


@BOTH
@pytest.mark.rule("hon.trait.vet.1", "hon.trait.vet.2", "hon.card.phase.1")
@pytest.mark.parametrize("veterans", range(4))
@pytest.mark.parametrize("stand", range(4))
def test_who_is_asked_about_the_dice_of_an_assault(seat: int, veterans: int, stand: int) -> None:
    """The attacker, then the defender, each until he lets them stand; then come the cards, once."""
    tokens = {SIDE[who]: {"tokens": {"veteran": 1}} for who in (0, 1) if veterans >> (who != seat) & 1}
    units = {"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r3c4"}
    game = Field(units, army=tokens, initiative=SIDE[seat], options={"cards": "on"})
    state = game.state
    state.pending.clear()
    assault = Assault(game.unit("a").id, game.unit("b").id)
    assault.dice, assault.replies, assault.step, assault.stand = [2, 3], [4, 5], ROLLED, stand
    state.push(assault)
    assault.advance(state)
    asked = veterans & ~stand
    if asked:
        decision = game.decision()
        assert decision.kind is decisions.REROLL
        assert decision.seat == (seat if asked & 1 else 1 - seat)
        return
    window = state.stack[-1]
    assert isinstance(window, CardWindow)
    assert (window.when, assault.step) == (ASSAULT_ROLLED, ROLLED)
    state.pop()
    assault.advance(state)
    assert assault.step != ROLLED, "once only"


@BOTH
@pytest.mark.rule("hon.abil.sub.1", "hon.assault.win.1", "hon.assault.lose.1")
@pytest.mark.parametrize("wins", [False, True])
def test_nobody_takes_a_hit_of_an_assault_for_another(monkeypatch: pytest.MonkeyPatch, seat: int, wins: bool) -> None:
    game = close(seat, [6, 6, 1, 1] if wins else [1, 1, 6, 6], s=f"{LEADER[seat]} r4c3", t=f"{LEADER[1 - seat]} r3c5")
    for name in "st":
        monkeypatch.setattr(game.unit(name).face, "substitute", True)
    for name in "ab":
        monkeypatch.setattr(game.unit(name).counter, "outline", HEAVY_WEAPON)
    game.choose("assault", "b")
    assert "take-hit" not in game.verbs()
    assert [game.unit(name).side for name in "ab"] == ([0, 1] if wins else [1, 0])
    assert LOST not in [game.unit(name).status for name in "ab"], "one hit"


# ---- after a retreat


@BOTH
@pytest.mark.rule("hon.open.terr.order.1", "hon.terrain.opp.3", "hon.open.opp.count.1", "hon.assault.win.3")
@pytest.mark.parametrize("phase", ["activation", "supply"])
def test_whoever_falls_back_is_shot_at_in_the_activation_phase_only(seat: int, phase: str) -> None:
    game = close(seat, [6, 6, 1, 1], w=f"{LEADER[seat]} r0c8")
    state = game.state
    state.ground = state.ground.changed()
    state.ground.build()
    state.ground.opportunity |= 1 << game.cell("r0c8")
    state.phase = flags.ACTIVATION if phase == "activation" else flags.SUPPLIES
    state.pending.clear()
    assault = Assault(game.unit("a").id, game.unit("b").id)
    assault.winner, assault.step = 1, 2
    assault.space = game.unit("b").cell
    state.push(assault)
    game.state.advance()
    assert game.decision().kind is decisions.RETREAT
    game.choose("retreat", place="r3c5")
    shot = isinstance(state.stack[-1], OpportunityFire)
    assert shot is (phase == "activation")
    if shot:
        assert game.targets("opportunity-fire") == {"w"}
        assert game.decision().seat == seat


@BOTH
@pytest.mark.rule("hon.card.override.1", "hon.victory.win.1", "hon.assault.win.3")
def test_whoever_is_driven_back_onto_the_documents_takes_them(seat: int) -> None:
    game = close(seat, [])
    state, unit = game.state, game.unit("b")
    state.documents_cell = game.cell("r3c5")
    state.pending.clear()
    state.push(DrivenBack(unit.id, game.cell("r3c2")))
    state.advance()
    game.choose("retreat", place="r3c5")
    assert state.documents_unit == unit.id


@BOTH
@pytest.mark.rule("hon.victory.win.1")
def test_documents_that_are_taken_lie_nowhere_any_more(seat: int) -> None:
    game = close(seat, [])
    state, unit = game.state, game.unit("a")
    state.documents_place = state.board.grid.intersection(3, 3)
    pick_up(state, unit)
    assert (state.documents_unit, state.documents_place, state.documents_cell) == (unit.id, -1, OFF)


# ---- who may move and assault at all


@BOTH
@pytest.mark.rule("hon.supd.move.2", "hon.abil.trans.4")
@pytest.mark.parametrize(("movement", "may"), [(3, True), (2, False), (1, False)])
def test_who_is_too_suppressed_does_not_get_in(
    monkeypatch: pytest.MonkeyPatch, seat: int, movement: int, may: bool
) -> None:
    """Rocks all around: there is nothing but the transport to go to."""
    units = {
        "a": f"{OWN[seat]} r0c0 order=1", "t": f"{HALFTRACK[seat]} r0c1 facing=2", "b": f"{OWN[1 - seat]} r6c11",
    }  # fmt: skip
    rows = ["............", "##..........", *["............"] * 5]
    game = Field(units, initiative=SIDE[seat], map=rows)
    unit = game.unit("a")
    unit.suppressed = 1
    monkeypatch.setattr(unit.face, "movement", movement)
    assert (unit.points() > 0) is may
    assert can_move(game.state, unit) is may


@BOTH
@pytest.mark.rule("hon.assault.launch.2", "hon.assault.launch.3", "hon.supd.move.2")
@pytest.mark.parametrize(("points", "ban"), [(0, TOO_SUPPRESSED), (1, OUT_OF_REACH), (2, None)])
def test_a_walk_to_an_assault_takes_two_points(seat: int, points: int, ban: object) -> None:
    units = {"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r3c5"}
    game = Field(units, initiative=SIDE[seat])
    assert ban_approach(game.state, game.unit("a"), game.unit("b"), points) is ban


# ---- shots out of turn, and from a transport


@BOTH
@pytest.mark.rule("hon.opt.use.5", "hon.terrain.opp.3", "hon.open.opp.count.1", "hon.open.opp.target.1")
@pytest.mark.parametrize("sniper", [False, True])
def test_a_sniper_on_watch_may_snipe(monkeypatch: pytest.MonkeyPatch, seat: int, sniper: bool) -> None:
    units = {"a": f"{OWN[seat]} r3c3 order=1", "w": f"{OWN[1 - seat]} r3c7", "l": f"{LEADER[1 - seat]} r6c11"}
    overlays = [{"terrain": "position", "spaces": [[3, 7]]}]
    game = Field(units, initiative=SIDE[seat], overlays=overlays)
    watcher = game.unit("w")
    for weapon in watcher.face.weapons:
        monkeypatch.setattr(weapon, "sniper", sniper)
    found = opportunities(game.state, game.unit("a"))
    assert acts.OPPORTUNITY_FIRE.on(watcher.id) in found
    assert (acts.OPPORTUNITY_SNIPE.on(watcher.id) in found) is sniper


@BOTH
@pytest.mark.rule("hon.los.block.2", "hon.open.transport.fire.1")
def test_a_passengers_own_vehicle_is_not_in_his_way(seat: int) -> None:
    units = {
        "a": f"{OWN[seat]} r5c3", "t": f"{HALFTRACK[seat]} r3c3 facing=2", "v": f"{CAR[1 - seat]} r3c8",
        "c": f"{CAR[seat]} r3c6", "b": f"{OWN[1 - seat]} r6c8",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat])
    state = game.state
    state.embark(game.unit("a"), game.unit("t"))
    assert game.unit("a").status == ABOARD
    blockers = blockers_between(state, game.unit("a"), game.unit("v"))
    own, others = game.unit("t").cells() | game.unit("v").cells(), game.unit("c").cells()
    assert (blockers & own, blockers & others) == (0, others)
    men = blockers_between(state, game.unit("a"), game.unit("b"))
    assert men & game.unit("t").cells() == 0


@BOTH
@pytest.mark.rule("hon.open.ruse.1", "hon.order.loss.1")
def test_a_ruse_that_is_given_away_holds_no_order(seat: int) -> None:
    ruse = {0: "us.ruse", 1: "ge.ruse"}[seat]
    units = {"r": f"{ruse} r3c1 back order=2", "a": f"{OWN[seat]} r6c0 order=1", "b": f"{OWN[1 - seat]} r3c9"}
    game = Field(units, initiative=SIDE[seat])
    uncover(game.state, game.unit("r"), "hon.open.ruse.1")
    assert game.unit("r").token == flags.NO_TOKEN
    assert len(game.state.lost[seat]) == 1, "the other side has not seen which"
    assert game.unit("r").status != LOST


@BOTH
@pytest.mark.rule("hon.open.assault.multi.1", "hon.assault.announce.1")
def test_an_assault_from_where_one_stands_begins_at_once(seat: int) -> None:
    game = close(seat, [4, 1, 4, 1])
    game.choose("assault", "b")
    assert game.event("assault").args["unit"]
    assert game.unit("a").acted
