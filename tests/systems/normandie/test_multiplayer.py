"""Three and four players: alliances, their order of play, what they share and what they may not do."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.act import Kind
from bocage.kernel.views import Text
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import ACTIVATION, ARMY_SPENT, HEROIC, MOST_ORDERS, SUPPLIES
from bocage.systems.normandie.rules.acts import DONE, GO_NEXT, HOLD
from bocage.systems.normandie.rules.decisions import AGREE, ALLOT, BARRAGE, CARD, DISCARD, ORDER, RANK, SUPPLY, TRADE
from bocage.systems.normandie.rules.orders import entitle, hand_of
from bocage.systems.normandie.rules.victory import end_by_exhaustion
from bocage.systems.normandie.state import LOST, NormandieState
from systems.normandie.field import Field

# Two Americans against one German
PAIR = {"a": "us8.fire_team r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "g": "ge902.fire_group r6c11"}


# The German moves, and the second American holds a card against that
AGAINST: dict[str, Any] = {
    "initiative": "de",
    "army": {"us2": {"hand": ["opportunity_fire"]}},
    "options": {"cards": "on"},
}


def settle(field: Field) -> None:
    """The first choice whenever allies settle something among themselves."""
    while field.state.pending and field.decision().kind in (RANK, ALLOT):
        field.state.play(field.decision(), field.decision().options[0])


def to_next_round(field: Field) -> None:
    """Everybody lets everything pass."""
    for _ in range(100):
        if field.state.round > 1:
            return
        field.state.play(field.decision(), field.decision().options[0 if field.decision().kind != SUPPLY else -1])
    raise AssertionError("the round does not end")


def new(scenario: str, **options: Any) -> NormandieState:
    state: Any = SYSTEM.new(scenario, 1, options)
    state.recording = True
    return state


def seats_asked(state: NormandieState, kind: Kind, most: int = 200) -> list[int]:
    """Who is asked for such decisions, each time it goes over to another seat."""
    found: list[int] = []
    for _ in range(most):
        if state.over or state.pending[0].kind != kind:
            break
        decision = state.pending[0]
        if not found or found[-1] != decision.seat:
            found.append(decision.seat)
        state.play(decision, decision.options[-1])
    return found


# ---- who plays when


@pytest.mark.rule("hon.mp.init.1", "hon.mp.deploy.1")
@pytest.mark.parametrize(("first", "order"), [(0, [0, 2, 1]), (1, [1, 2, 0])])
def test_allies_deploy_in_the_order_they_chose_by_turns_with_the_other_side(first: int, order: list[int]) -> None:
    state = new("pincer")
    assert (state.pending[0].kind, state.pending[0].options) == (RANK, GO_NEXT.on_each([0, 1]))
    assert state.pending[0].seat in (0, 1)
    state.play(state.pending[0], GO_NEXT.on(first))
    found: list[int] = []
    while state.pending[0].kind != RANK:
        seat = state.pending[0].seat
        if not found or found[-1] != seat:
            found.append(seat)
        state.play(state.pending[0], state.pending[0].options[0])
    assert found == order


@pytest.mark.rule("hon.mp.deploy.1")
def test_four_players_deploy_one_after_another_sides_alternating() -> None:
    state = new("crossroads")
    for _ in range(2):
        assert state.pending[0].kind == RANK
        state.play(state.pending[0], state.pending[0].options[1])
    side = state.initiative
    first = {0: [1, 0], 1: [3, 2]}
    found: list[int] = []
    while state.pending[0].kind != RANK:
        seat = state.pending[0].seat
        if not found or found[-1] != seat:
            found.append(seat)
        state.play(state.pending[0], state.pending[0].options[0])
    assert found == [first[side][0], first[1 - side][0], first[side][1], first[1 - side][1]]


@pytest.mark.rule("hon.mp.init.1")
def test_the_order_of_play_is_settled_anew_each_orders_phase_and_told_to_all() -> None:
    field = Field(PAIR, phase="orders")
    assert field.decision().kind == RANK
    assert field.decision().seat == 1, "the one who played last speaks"
    field.choose("rank", player="@player.us.2")
    assert field.state.ranks[0] == [1, 0]
    settle(field)
    assert field.state.sequence == [1, 2, 0]
    to_next_round(field)
    assert field.decision().kind == RANK
    assert field.decision().seat == 0
    assert (
        Text("status.first", {"side": "@nation.us", "player": "@player.us.2"})
        in SYSTEM.position(field.state, -1).status
    )


def activations(field: Field) -> list[str]:
    names = {number: name for name, number in field.names.items()}
    found: list[str] = []
    while field.state.phase == ACTIVATION:
        found += [names[u.id] for u in field.state.units if u.shown and names[u.id] not in found]
        field.state.play(field.decision(), field.decision().options[0])
    return found


@pytest.mark.rule("hon.mp.act.1")
def test_two_pairs_activate_by_turns_in_their_order() -> None:
    units = {
        f"{n}{p}{o}": f"{c} r{r}c{4 * p + o} player={p} order={o}"
        for n, c, r in (("u", "us8.fire_team", 0), ("g", "ge902.fire_group", 6))
        for p in (1, 2)
        for o in (1, 2)
    }
    assert activations(Field(units)) == ["u11", "g11", "u21", "g21", "u12", "g12", "u22", "g22"]


@pytest.mark.rule("hon.mp.limits.3", "hon.mp.act.1")
def test_a_single_player_answers_each_opponent_in_turn() -> None:
    units = {f"s{o}": f"us8.fire_team r0c{2 * o} order={o}" for o in (1, 2, 3, 4)}
    units |= {f"o{p}{o}": f"ge902.fire_group r6c{4 * p + o} player={p} order={o}" for p in (1, 2) for o in (1, 2)}
    assert activations(Field(units)) == ["s1", "o11", "s2", "o21", "s3", "o12", "s4", "o22"]


@pytest.mark.rule("hon.mp.act.1", "hon.mp.limits.3")
def test_an_ally_takes_the_turn_of_one_who_has_no_orders_left() -> None:
    units = {f"s{o}": f"us8.fire_team r0c{2 * o} order={o}" for o in (1, 2, 3)}
    units |= {"o11": "ge902.fire_group r6c0 player=1 order=1"}
    units |= {f"o2{o}": f"ge902.fire_group r6c{4 + o} player=2 order={o}" for o in (1, 2)}
    assert activations(Field(units)) == ["s1", "o11", "s2", "o21", "s3", "o22"]


@pytest.mark.rule("hon.mp.supply.1")
def test_supply_moves_follow_the_order_of_play() -> None:
    units = PAIR | {"h": "ge902.fire_group r5c11"}
    field = Field(units, phase="supply")
    assert seats_asked(field.state, SUPPLY) == [0, 2, 1]
    other = Field(units, phase="supply", initiative="de")
    assert seats_asked(other.state, SUPPLY) == [2, 0, 1]


# ---- what an alliance has in common


@pytest.mark.rule("hon.mp.ally.2", "hon.mp.limits.1")
def test_one_bluff_for_an_alliance_against_a_single_player() -> None:
    field = Field(PAIR, phase="orders")
    field.choose("rank", player="@player.us.1")
    assert field.decision().kind == ALLOT
    assert len(field.offered("allot")) == 2, "it is tied to no player"
    field.choose("allot", player="@player.us.2")
    assert field.decision().kind == ORDER, "there is no second one"
    assert field.state.bluffs == [0, 1, 1]


@pytest.mark.rule("hon.mp.limits.1", "hon.mp.ally.2")
def test_options_add_one_more_bluff_and_at_most_two_special_orders() -> None:
    army = {"us": {"bluffs": 2, "special": 2}, "us2": {"bluffs": 2, "special": 1}, "us-command": {"special": 1}}
    field = Field(PAIR, phase="orders", army=army)
    handed: list[str] = []
    field.choose("rank", player="@player.us.1")
    while field.decision().kind == ALLOT:
        handed.append(str(field.offered("allot")[0].label.args["what"]))
        field.state.play(field.decision(), field.decision().options[0])
    assert handed == ["@shared.bluff"] * 2 + ["@shared.special"] * 2


@pytest.mark.rule("hon.mp.ally.2")
def test_two_pairs_pool_the_bluffs_of_all_players() -> None:
    field = Field(PAIR | {"h": "ge902.fire_group r5c11 player=2"}, phase="orders")
    field.choose("rank", player="@player.us.1")
    for _ in range(2):
        field.choose("allot", player="@player.us.2")
    assert field.state.bluffs[:2] == [0, 2], "one player may take both"


@pytest.mark.rule("hon.mp.limits.1", "hon.mp.limits.2")
def test_ten_numbers_for_an_alliance_and_ten_for_the_single_player() -> None:
    units = {f"u{n}": f"us8.officer r0c{n} player={1 + n % 2}" for n in range(8)}
    units |= {f"g{n}": f"ge902.officer r6c{n}" for n in range(8)}
    field = Field(units, phase="orders")
    state = field.state
    entitle(state)
    assert state.stars(0) + state.stars(1) > MOST_ORDERS
    assert state.entitled == [5, 5, MOST_ORDERS]
    pairs = Field(units | {"x": "ge902.officer r5c5 player=2"}, phase="orders")
    entitle(pairs.state)
    assert sum(pairs.state.entitled[:2]) > MOST_ORDERS, "with two on each side every player has his own limit"


@pytest.mark.rule("hon.mp.limits.2", "hon.mp.limits.1")
def test_the_single_player_keeps_his_own_bluff_and_special_orders() -> None:
    army = {"de": {"bluffs": 2, "special": 2}}
    field = Field(PAIR, phase="orders", army=army)
    settle(field)
    assert (field.state.bluffs[2], field.state.staff.special[2]) == (2, 2)


@pytest.mark.rule("hon.mp.hc.5", "hon.mp.hc.4")
def test_a_shared_planning_is_one_token_for_one_ally_each_round() -> None:
    field = Field(PAIR, phase="orders", army={"us-command": {"orders": 1}})
    before = field.state.entitled[:]
    field.choose("rank", player="@player.us.1")
    field.choose("allot", player="@player.us.2", what="@shared.planning")
    assert [now - had for now, had in zip(field.state.entitled, before, strict=True)] == [0, 1, 0]
    settle(field)
    assert hand_of(field.state, 1) >> before[1] + 1 & 1, "he has a number more to lay"
    to_next_round(field)
    assert field.state.entitled == before, "it lies on its option again"


@pytest.mark.rule("hon.mp.hc.4")
def test_a_shared_bluff_is_one_token_for_one_ally() -> None:
    field = Field(PAIR, phase="orders", army={"us-command": {"bluffs": 1}})
    before = field.state.bluffs[:]
    field.choose("rank", player="@player.us.1")
    field.choose("allot", player="@player.us.2", what="@shared.bluff")
    assert [now - had for now, had in zip(field.state.bluffs, before, strict=True)] == [0, 1, 0]


@pytest.mark.rule("hon.mp.hc.3", "hon.mp.hc.4")
def test_tokens_of_the_high_command_serve_every_ally_and_are_there_once() -> None:
    units = {
        "a": "us8.officer r0c0 player=1 order=1",
        "b": "us8.officer r2c0 player=2 order=1",
        "g": "ge902.fire_group r6c11 order=1",
    }
    for user in ("a", "b"):
        field = Field(units, army={"us-command": {"tokens": {"heroic": 1}}})
        for _ in range(20):
            if field.decision().seat == field.unit(user).seat and field.offered("again"):
                field.choose("again")
                break
            field.state.play(field.decision(), field.decision().options[0])
        assert sum(pool[HEROIC] for pool in field.state.tokens if pool) == 0, "either may use it, and then it is gone"


@pytest.mark.rule("hon.mp.hc.3")
def test_an_initiative_option_of_the_high_command_is_used_once_by_any_ally() -> None:
    field = Field(PAIR, phase="supply", army={"us-command": {"perks": ["initiative"]}})
    while "keep" not in field.verbs():
        field.state.play(field.decision(), field.decision().options[-1])
    assert field.decision().seat == 0
    field.choose("keep")
    assert field.state.initiative == 0
    assert field.state.staff.kept == [True, False]


# ---- friends and foes


@pytest.mark.rule("hon.mp.act.2")
def test_allied_units_are_no_targets() -> None:
    units = {
        "a": "us8.fire_team r3c3 player=1 order=1",
        "b": "us8.fire_team r3c4 player=2",
        "g": "ge902.fire_group r2c3",
    }
    field = Field(units)
    assert field.targets("fire") == {"g"}
    assert field.targets("assault") == {"g"}
    assert field.why_not("fire", "b") == ["hon.mp.act.2"]
    assert field.why_not("assault", "b") == ["hon.mp.act.2"]


@pytest.mark.rule("hon.mp.act.2")
def test_no_pattern_is_aimed_at_spaces_of_an_ally() -> None:
    units = {
        "m": "us.mortar r6c0 back player=1 order=1",
        "b": "us8.fire_team r0c6 player=2",
        "g": "ge902.fire_group r1c7",
        "h": "ge902.fire_group r6c9",
    }
    field = Field(units)
    field.choose("blast")
    aims = {(choice.x, choice.y) for choice in field.offered("aim")}
    assert (8.0, 2.0) in aims, "the German alone"
    assert (7.0, 1.0) not in aims, "the ally stands beside him"
    own = Field({name: text.replace("player=2", "player=1") for name, text in units.items()})
    own.choose("blast")
    assert (7.0, 1.0) in {(choice.x, choice.y) for choice in own.offered("aim")}, "one's own men may be risked"


@pytest.mark.rule("hon.mp.move.1")
def test_units_pass_through_allied_infantry_but_do_not_stop_there() -> None:
    units = {
        "a": "us8.fire_team r3c3 player=1 order=1",
        "b": "us8.fire_team r3c4 player=2",
        "g": "ge902.fire_group r6c11",
    }
    field = Field(units)
    field.walk("r3c4")
    assert "stop" not in field.verbs()
    field.walk("r3c5")
    assert "stop" in field.verbs()


@pytest.mark.rule("hon.mp.victory.1")
def test_the_defeat_of_one_ally_neither_ends_the_game_nor_loses_it() -> None:
    field = Field(PAIR, phase="supply")
    state = field.state
    state.remove(field.unit("a"), LOST)
    state.entitled[0] = 0
    end_by_exhaustion(state)
    assert not state.over
    state.entitled[1] = 0
    end_by_exhaustion(state)
    assert (state.over, state.winner, state.ending) == (True, 2, ARMY_SPENT)


@pytest.mark.rule("hon.mp.victory.1")
def test_allies_win_together() -> None:
    field = Field(PAIR, phase="supply")
    state = field.state
    state.remove(field.unit("g"), LOST)
    end_by_exhaustion(state)
    assert [state.won(seat) for seat in (0, 1, 2)] == [True, True, False]
    position = SYSTEM.position(state, -1)
    assert position.seats[position.winner].side == Text("nation.us")


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
