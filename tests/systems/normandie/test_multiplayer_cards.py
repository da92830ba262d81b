"""Cards of allies, and what an ally must agree to."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import SUPPLIES
from bocage.systems.normandie.rules.acts import DONE, HOLD
from bocage.systems.normandie.rules.decisions import AGREE, BARRAGE, CARD, DISCARD, SUPPLY, TRADE
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field
from systems.normandie.test_multiplayer import PAIR, new

# The German moves, and the second American holds a card against that
AGAINST: dict[str, Any] = {
    "initiative": "de",
    "army": {"us2": {"hand": ["opportunity_fire"]}},
    "options": {"cards": "on"},
}


# ---- cards


def with_hands(*hands: list[str], phase: str = "supply", **more: Any) -> Field:
    names = ("us", "us2", "de")
    army = {name: {"hand": hand, "deck": ["no"] * 10} for name, hand in zip(names, hands, strict=True)}
    return Field(PAIR | more.pop("units", {}), phase=phase, army=army, options={"cards": "on"}, **more)


@pytest.mark.rule("hon.mp.cards.3", "hon.open.mp.hand.1", "hon.mp.ally.2", "hon.mp.limits.2")
@pytest.mark.parametrize(
    ("scenario", "sizes"), [("pincer", [3, 3, 6]), ("crossroads", [3] * 4), ("free31", [2, 2, 2, 6])]
)
def test_hands_by_the_size_of_the_alliance_from_one_deck(scenario: str, sizes: list[int]) -> None:
    state = new(scenario, cards="on")
    staff = state.staff
    assert [len(hand) for hand in staff.hands] == sizes
    for camp in (0, 1):
        held = sum(len(staff.hands[seat]) for seat in state.scenario.players[camp])
        assert len(staff.decks[camp]) == len(state.scenario.decks[camp]) - held, "all draw from one deck"


@pytest.mark.rule("hon.mp.cards.3", "hon.open.mp.hand.1")
def test_in_the_supply_phase_each_refills_to_his_number() -> None:
    field = with_hands(["courage"], [], ["courage"])
    while field.decision().kind not in (DISCARD, TRADE):
        field.state.play(
            field.decision(), field.decision().options[-1] if field.decision().kind == SUPPLY else HOLD.act()
        )
    while field.decision().kind == DISCARD:
        field.state.play(field.decision(), DONE.act())
    assert [len(hand) for hand in field.state.staff.hands] == [3, 3, 6]


@pytest.mark.rule("hon.mp.cards.4")
def test_allies_see_each_others_hands_and_the_enemy_does_not() -> None:
    field = with_hands(["courage"], ["relay"], ["nein"])

    def shown(seat: int) -> set[str]:
        lines = SYSTEM.position(field.state, seat).status
        return {str(line.args["card"]) for line in lines if line.key == "status.card"}

    us = {"@action.courage.title", "@action.relay.title"}
    assert shown(0) == shown(1) == us
    assert shown(2) == {"@action.nein.title"}
    assert shown(-1) == set()


@pytest.mark.rule("hon.mp.cards.4")
def test_cards_are_exchanged_with_consent_in_the_supply_phase() -> None:
    field = with_hands(["courage"], ["relay"], [])
    assert field.state.phase == SUPPLIES
    kinds = []
    while field.decision().kind != TRADE:
        kinds.append(field.decision().kind)
        option = field.decision().options[-1] if field.decision().kind == SUPPLY else field.decision().options[0]
        field.state.play(field.decision(), DONE.act() if DONE.act() in field.decision().options else option)
    assert DISCARD in kinds, "after the cards of the round have been drawn"
    offer = {"card": "@action.courage.title", "other": "@action.relay.title"}
    field.choose("trade", **offer)
    assert (field.decision().seat, field.decision().kind) == (1, AGREE)
    field.choose("refuse")
    assert field.decision().kind == TRADE
    left = [(c.label.args["card"], c.label.args["other"]) for c in field.offered("trade")]
    assert (offer["card"], offer["other"]) not in left, "it is not offered twice"
    again = field.offered("trade")[0]
    mine, theirs = field.state.staff.hands[0][:], field.state.staff.hands[1][:]
    field.state.play(field.decision(), again.id)
    events = field.choose("agree")
    assert field.state.staff.hands[0] != mine or field.state.staff.hands[1] != theirs
    told = {event.kind: [event.seen_by(seat) for seat in (0, 1, 2, -1)] for event in events}
    assert told["exchange"] == [True, True, False, False]
    assert told["exchange-unseen"] == [False, False, True, False]


@pytest.mark.rule("hon.mp.cards.5")
def test_cards_help_ones_own_units_and_hurt_the_enemy_but_leave_an_ally_alone() -> None:
    units = {"a": PAIR["a"] + " suppressed=1", "b": PAIR["b"] + " suppressed=1", "g": PAIR["g"] + " order=1"}
    field = with_hands(["courage", "communications_scrambled"], [], [], phase="activation", units=units)
    assert (field.decision().kind, field.decision().seat) == (CARD, 0)
    field.choose("card", card="@action.courage.title")
    assert field.unit("a").suppressed == 1
    while field.decision().kind == CARD and field.state.stack[-1].step == 0 and field.unit("a").suppressed:
        field.choose("hold")
    assert field.unit("b").suppressed == 1, "the only target was his own unit"
    assert field.unit("a").suppressed == 0


@pytest.mark.rule("hon.mp.cards.5")
def test_an_ally_may_play_a_card_against_the_enemy_but_not_for_a_teammate() -> None:
    units = {"b": PAIR["b"] + " suppressed=1", "g": PAIR["g"] + " order=1", "u": "us8.fire_team r5c0 player=1 order=1"}
    field = with_hands(["courage", "communications_scrambled"], [], [], phase="activation", units=units)
    offered = {choice.label.args["card"] for choice in field.offered("card")}
    assert offered == {"@action.communications_scrambled.title"}


@pytest.mark.rule("hon.card.phase.1", "hon.mp.cards.5")
@pytest.mark.parametrize("mover", ["u", "t"])
def test_whoever_is_against_the_mover_may_answer_its_steps_whatever_his_seat(mover: str) -> None:
    units = {
        "u": "us8.fire_team r3c2",
        "t": "us.jeep r5c2 facing=2",
        "b": "us8.fire_team r6c5 player=2",
        "g": "ge902.fire_group r3c9",
    }
    units[mover] += " order=1"
    army = {"de": {"hand": ["opportunity_fire", "bogged_down"]}, "us2": {"hand": ["opportunity_fire"]}}
    field = Field(units, army=army, options={"cards": "on"})
    while field.decision().kind == CARD:
        field.choose("hold")
    field.choose("move")
    field.choose("step", place="r3c3") if mover == "u" else field.choose("ahead")
    assert (field.decision().kind, field.decision().seat) == (CARD, 2)
    assert "card" in field.verbs()
    field.choose("hold")
    assert field.decision().kind != CARD, "no ally of the mover is asked"
    back = Field({"u": units["b"], "a": "us8.fire_team r0c0", "g": "ge902.fire_group r3c9 order=1"}, **AGAINST)
    while back.decision().kind == CARD:
        back.choose("hold")
    back.walk("r3c8")
    assert (back.decision().kind, back.decision().seat) == (CARD, 1)


# ---- consent


@pytest.mark.rule("hon.mp.abil.1")
@pytest.mark.parametrize("agreed", [True, False])
def test_a_barrage_uses_an_allied_weapon_if_its_owner_agrees(agreed: bool) -> None:
    units = {"c": "ge.gruber r3c2 player=1 order=1", "a": "ge.pak40 r3c4 facing=2 player=2", "u": "us8.fire_team r3c8"}
    field = Field(units, initiative="de")
    field.choose("call")
    assert (field.decision().kind, field.decision().seat) == (BARRAGE, 1)
    field.choose("barrage", "a")
    assert (field.decision().kind, field.decision().seat) == (AGREE, 2)
    assert SYSTEM.prompt(field.state, field.decision()).rule == "hon.mp.abil.1"
    field.choose("agree" if agreed else "refuse")
    assert field.unit("a").activated is agreed
    if agreed:
        assert field.decision().seat == 2, "he fires it himself"
        assert field.targets("fire") == {"u"}


@pytest.mark.rule("hon.mp.abil.1")
@pytest.mark.parametrize("agreed", [True, False])
def test_an_allied_substitute_takes_a_hit_if_its_owner_agrees(agreed: bool) -> None:
    units = {"m": "us8.bazooka r3c4 player=1", "l": "us.loader r2c5 player=2", "g": "ge902.fire_group r3c8 order=1"}
    field = Field(units, [3], initiative="de")
    field.choose("fire", "m")
    field.choose("take-hit", "l")
    assert (field.decision().kind, field.decision().seat) == (AGREE, 1)
    field.choose("agree" if agreed else "refuse")
    assert (field.unit("l").status == LOST) is agreed
    assert (field.unit("m").status == LOST) is not agreed


@pytest.mark.rule("hon.mp.abil.1")
@pytest.mark.parametrize(("answer", "distance"), [("agree", 1), ("refuse", 2)])
def test_an_allied_spotter_directs_fire_if_its_owner_agrees(answer: str, distance: int) -> None:
    from bocage.systems.normandie.content.counters import counters
    from bocage.systems.normandie.rules.blasts import Blast

    spotter = next(c.id for c in counters().values() if c.nation == "us" and c.faces[0].spotter)
    units = {"m": "us8.fire_team r6c0 player=1", "s": f"{spotter} r0c0 player=2", "g": "ge902.fire_group r0c9 order=1"}
    field = Field(units)
    state = field.state
    state.pending.clear()
    state.push(Blast(field.names["m"], state.board.grid.intersection(1, 5), 1, 2, 0))
    field.roll(2, 1, 1, 1)
    state.advance()
    assert (field.decision().kind, field.decision().seat) == (AGREE, 1)
    field.choose(answer)
    assert field.event("dispersal").args["n"] == distance
