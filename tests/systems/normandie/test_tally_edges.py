"""Sums, markers and what is counted, one condition at a time."""

from __future__ import annotations

import random

import pytest

from bocage.systems.normandie.model.flags import BLUFF
from bocage.systems.normandie.model.staff import AID_MOVE
from bocage.systems.normandie.model.tables import CROSS
from bocage.systems.normandie.rules import acts, decisions, outcomes
from bocage.systems.normandie.rules.assault import ATTACKER, DEFENDER, TIE, Assault, winner_of
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.hidden import lay_again
from bocage.systems.normandie.rules.movement import ramps_to
from bocage.systems.normandie.rules.orders import OrdersPhase, hand_of
from bocage.systems.normandie.rules.structures import lay_wreck
from bocage.systems.normandie.rules.support import Support
from bocage.systems.normandie.rules.traits import reach
from bocage.systems.normandie.rules.volley import Volley, fire_options
from bocage.systems.normandie.state import ABOARD, LOST, TRACK
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, HALFTRACK, LEADER, OWN, SIDE
from systems.normandie.test_cards import field

TANK = {0: "us.sherman", 1: "ge.panzer4"}


# ---- assaults


@BOTH
@pytest.mark.rule("hon.abil.terr.1", "hon.abil.terr.2")
@pytest.mark.parametrize("winner", [TIE, ATTACKER, DEFENDER])
@pytest.mark.parametrize("terror", range(4))
def test_whom_a_terrifying_unit_shakes(seat: int, winner: int, terror: int) -> None:
    """Two markers on whoever it beats, one on whoever beats it."""
    game = Field({"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c3"})
    fight = Assault(game.unit("a").id, game.unit("b").id)
    fight.winner, fight.terror = winner, terror
    fight.terrify(game.state, game.unit("a"), game.unit("b"))
    attacker, defender = bool(terror & 1), bool(terror & 2)
    expected = {
        TIE: (0, 0), ATTACKER: (int(defender), 2 * attacker), DEFENDER: (2 * defender, int(attacker)),
    }[winner]  # fmt: skip
    assert (game.unit("a").suppressed, game.unit("b").suppressed) == expected


@pytest.mark.rule("hon.assault.roll.8", "hon.assault.tie.1")
@pytest.mark.parametrize(("attack", "defense", "winner"), [(4, 5, DEFENDER), (5, 5, TIE), (6, 5, ATTACKER)])
def test_who_has_won(attack: int, defense: int, winner: int) -> None:
    assert winner_of(attack, defense) == winner


@BOTH
@pytest.mark.rule("hon.abil.trans.5", "hon.assault.launch.1")
@pytest.mark.parametrize(("where", "there"), [("r3c5", True), ("r3c9", False), ("", False)])
def test_only_a_transport_beside_the_target_serves_for_an_assault(seat: int, where: str, there: bool) -> None:
    units = {"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c6", "c": f"{HALFTRACK[1 - seat]} r1c6 facing=2"}
    if where:
        units["t"] = f"{HALFTRACK[seat]} {where} facing=2"
    game = Field(units)
    found = ramps_to(game.state, game.unit("a"), game.unit("b"))
    around = 0
    if there:
        for cell in range(game.state.board.grid.size):
            if game.unit("t").cells() >> cell & 1:
                around |= game.state.ground.joined[cell]
    assert found == around
    assert bool(found) is there


# ---- movement and fire


@BOTH
@pytest.mark.rule("hon.supd.move.1", "hon.damage.2", "hon.open.damage.track.1")
@pytest.mark.parametrize(("movement", "markers", "track", "points"), [
    (3, 0, False, 3), (3, 1, False, 1), (4, 1, False, 2), (5, 2, False, 1), (5, 0, True, 0), (5, 1, True, 0),
])  # fmt: skip
def test_each_marker_costs_two_points(
    monkeypatch: pytest.MonkeyPatch, seat: int, movement: int, markers: int, track: bool, points: int
) -> None:
    unit = Field({"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c3"}).unit("a")
    monkeypatch.setattr(unit.face, "movement", movement)
    unit.suppressed, unit.damage = markers, TRACK if track else 0
    assert unit.points() == points


@BOTH
@pytest.mark.rule("hon.card.override.1", "hon.damage.2", "hon.ord.direct.7")
@pytest.mark.parametrize(("movement", "points"), [(3, 5), (0, 0)])
def test_a_card_adds_points_to_whom_it_was_played_on(
    monkeypatch: pytest.MonkeyPatch, seat: int, movement: int, points: int
) -> None:
    game = Field({"a": f"{OWN[seat]} r3c2", "c": f"{LEADER[seat]} r5c2", "b": f"{OWN[1 - seat]} r3c3"})
    unit, other = game.unit("a"), game.unit("c")
    before = reach(game.state, other)
    monkeypatch.setattr(unit.face, "movement", movement)
    game.state.staff.aided = unit.id
    aid = list(game.state.staff.aid)
    aid[AID_MOVE] = 2
    game.state.staff.aid = aid
    assert reach(game.state, unit) == points
    assert reach(game.state, other) == before


@BOTH
@pytest.mark.rule("hon.eq.ammo.2", "hon.eq.apc.2", "hon.eq.belt.2", "hon.trait.trigger.1", "hon.opt.use.9")
@pytest.mark.parametrize(
    ("kind", "base", "share", "boosted"),
    [
        (outcomes.REGULAR, CROSS, -1, True), (outcomes.SUPPRESSIVE, CROSS, -1, True),
        (outcomes.SNIPER, CROSS, -1, False),
        (outcomes.REGULAR, 3, -1, False), (outcomes.REGULAR, CROSS, 2, False), (outcomes.SUPPRESSIVE, CROSS, 2, False),
        (outcomes.PATTERN, CROSS, -1, False),
    ],
)  # fmt: skip
def test_rounds_are_for_a_shot_of_the_weapon_itself(seat: int, kind: int, base: int, share: int, boosted: bool) -> None:
    units = {"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c5", "l": f"{LEADER[seat]} r6c0"}
    game = Field(units, army={SIDE[seat]: {"tokens": {"ammo": 2}}})
    shot = Shot(game.unit("a").id, 0, game.unit("b").id, kind, base, share=share)
    assert bool(shot.boosts(game.state, game.unit("a"), game.unit("b"))) is boosted


@BOTH
@pytest.mark.rule("hon.fire.multi.1", "hon.fire.multi.3", "hon.fire.who.1", "hon.aid.shot.1")
@pytest.mark.parametrize(("done", "status"), [(False, 0), (True, 0), (False, LOST), (True, LOST)])
def test_the_other_weapons_fire_until_the_player_is_done(seat: int, done: bool, status: int) -> None:
    game = Field({"t": f"{TANK[seat]} r3c3 facing=2", "b": f"{OWN[1 - seat]} r3c8"})
    state = game.state
    assert fire_options(state, game.unit("t"))
    state.pending.clear()
    volley = Volley(game.unit("t").id)
    volley.step = int(done)
    if status:
        state.remove(game.unit("t"), status)
    state.push(volley)
    volley.advance(state)
    asked = not done and not status
    assert [one.kind for one in state.pending] == ([decisions.VOLLEY] if asked else [])
    assert (state.stack[-1] is volley) is asked


@BOTH
@pytest.mark.rule("hon.fire.who.1", "hon.abil.fotm.1", "hon.aid.shot.1", "hon.abil.ambush.3")
@pytest.mark.parametrize(("camp", "status", "concealed", "may"), [
    (1, 0, False, True), (0, 0, False, False), (1, ABOARD, False, False), (1, 0, True, False),
])  # fmt: skip
def test_who_is_shot_at(
    monkeypatch: pytest.MonkeyPatch, seat: int, camp: int, status: int, concealed: bool, may: bool
) -> None:
    who = OWN[1 - seat] if camp else OWN[seat]
    game = Field({"a": f"{OWN[seat]} r3c3", "b": f"{who} r3c5", "l": f"{LEADER[1 - seat]} r6c11"})
    other = game.unit("b")
    monkeypatch.setattr(other.face, "concealed", concealed)
    if status:
        other.status = status
    monkeypatch.setattr(game.unit("a").face, "concealed", False)
    options = fire_options(game.state, game.unit("a"))
    assert (acts.FIRE.act(other.id, 0) in options) is may


# ---- what comes down, what lies there, and hidden orders


@BOTH
@pytest.mark.rule("hon.card.override.1", "hon.open.disp.off.1")
@pytest.mark.parametrize(("die", "hit"), [(1, False), (6, True)])
def test_support_that_drifts_off_the_board_hits_nobody(seat: int, die: int, hit: bool) -> None:
    units = {"a": f"{OWN[seat]} r0c0", "b": f"{OWN[1 - seat]} r6c11"}
    game = field([], units=units)
    state = game.state
    game.roll(die)
    number = next(n for n, card in enumerate(state.scenario.cards) if card.scatter)
    support = Support(seat, number, state.board.grid.intersection(0, 0))
    support.land(state, state.scenario.cards[number])
    assert support.left == ([game.unit("a").id] if hit else [])
    assert bool(support.cells) is hit


@BOTH
@pytest.mark.rule("hon.comp.light.1", "hon.los.clear.1", "hon.terrain.imp.1")
@pytest.mark.parametrize("heavy", [False, True])
def test_no_line_passes_a_wreck(seat: int, heavy: bool) -> None:
    game = Field({"a": f"{OWN[seat]} r0c0", "b": f"{OWN[1 - seat]} r6c11"})
    lay_wreck(game.state, 1 << game.cell("r3c5"), heavy, 2)
    assert game.state.ground.solid == 1 << game.cell("r3c5")


@pytest.mark.rule("hon.order.hidden.1")
def test_who_is_still_deciding_holds_all_his_tokens() -> None:
    units = {"u": "us8.officer r0c0", "v": "us8.fire_team r3c0", "g": "ge902.officer r0c11"}
    game = Field(units, phase="orders", options={"orders": "together", "cards": "off"})
    state = game.state
    phase = state.stack[-1]
    assert isinstance(phase, OrdersPhase)
    game.unit("u").token = 1
    phase.hand[0], phase.left[0], state.placed[0] = 0, 1 << BLUFF, 1
    lay_again(state, phase, 0, random.Random(1))
    assert (phase.hand[0], phase.left[0], state.placed[0]) == (hand_of(state, 0), 0, 0)
    assert game.unit("u").token == 0
