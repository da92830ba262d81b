"""What allies share, trade and leave to each other, at its limits."""

from __future__ import annotations

import pytest

from bocage.kernel import first
from bocage.systems.normandie.model.flags import MOST_ORDERS, ONE_POOL
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.multiplayer import (
    A_BLUFF,
    A_SPECIAL,
    PLANNED_ORDER,
    CardExchange,
    OrderOfPlay,
    after,
    allied_spaces,
    exchange,
    hand_size,
    has_units,
    hold_to_limit,
    in_turn,
    is_limited,
    may_have_special,
    may_take,
    next_in_sequence,
    settle_order,
    speaker,
)
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field

TRIO = {"a": "us8.officer r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "g": "ge902.fire_group r6c11"}
FOUR = TRIO | {"g": "ge902.officer r6c11 player=1", "h": "ge902.fire_group r4c11 player=2"}


def start(units: dict[str, str]) -> Field:
    game = Field(units, phase="orders")
    game.state.pending.clear()
    return game


@pytest.mark.rule("hon.mp.limits.1", "hon.mp.limits.2", "hon.open.mp.pool.1")
def test_which_alliance_is_held_to_the_tokens_of_one() -> None:
    three, four = start(TRIO).state, start(FOUR).state
    assert [is_limited(three, camp) for camp in (0, 1)] == [True, False]
    assert [is_limited(four, camp) for camp in (0, 1)] == [False, False]
    four.readings |= ONE_POOL
    assert [is_limited(four, camp) for camp in (0, 1)] == [True, True]
    two = Field({"a": "us8.officer r0c0", "g": "ge902.officer r6c11"}).state
    two.readings |= ONE_POOL
    assert [is_limited(two, camp) for camp in (0, 1)] == [False, False]


@pytest.mark.rule("hon.mp.limits.1", "hon.order.count.1")
@pytest.mark.parametrize(
    ("before", "after_"),
    [
        ([6, 6, 9], [5, 5, 9]),
        ([7, 5, 9], [5, 5, 9]),
        ([5, 5, 12], [5, 5, 12]),
        ([9, 3, 1], [7, 3, 1]),
        ([5, 6, 1], [5, 5, 1]),
    ],
)
def test_the_surplus_comes_off_who_has_most(before: list[int], after_: list[int]) -> None:
    state = start(TRIO).state
    state.entitled = before[:]
    hold_to_limit(state)
    assert state.entitled == after_
    assert sum(state.entitled[:2]) <= MOST_ORDERS


@pytest.mark.rule("hon.mp.act.1", "hon.mp.limits.3", "hon.mp.init.1")
def test_turns_of_allies() -> None:
    state = start(FOUR).state
    first_two, last_two = state.ranks
    for seats, camp in ((first_two, 0), (last_two, 1)):
        assert in_turn(state, camp, 0) == seats
        assert in_turn(state, camp, 1) == seats[::-1]
        assert [after(state, seat) for seat in seats] == [1, 0]
        assert speaker(state, camp) == seats[-1]
    assert [next_in_sequence(state, seat) for seat in state.sequence] == [*state.sequence[1:], state.sequence[0]]
    alone = start(TRIO).state
    assert in_turn(alone, 1, 0) == alone.ranks[1]


@pytest.mark.rule("hon.mp.cards.3", "hon.open.mp.hand.1")
def test_how_many_cards_a_player_holds() -> None:
    three, four = start(TRIO).state, start(FOUR).state
    assert [hand_size(three, seat, 4) for seat in range(3)] == [3, 3, 6]
    assert [hand_size(four, seat, 4) for seat in range(4)] == [3, 3, 3, 3]
    assert hand_size(Field({"a": "us8.officer r0c0", "g": "ge902.officer r6c11"}).state, 0, 4) == 4


@pytest.mark.rule("hon.mp.act.2")
def test_spaces_of_allies_only() -> None:
    game = start(FOUR | {"c": "us8.fire_team r3c3 player=1"})
    assert allied_spaces(game.state, game.unit("a")) == 1 << game.unit("b").cell
    assert allied_spaces(game.state, game.unit("b")) == 1 << game.unit("a").cell | 1 << game.unit("c").cell
    game.state.remove(game.unit("b"), LOST)
    assert allied_spaces(game.state, game.unit("a")) == 0


@pytest.mark.rule("hon.special.cap.1", "hon.mp.limits.1")
@pytest.mark.parametrize(
    ("units", "held", "may"),
    [
        (TRIO, [1, 0, 2], [True, True, False]), (TRIO, [1, 1, 1], [False, False, True]),
        (TRIO, [2, 0, 0], [False, False, True]),
        (FOUR, [1, 1, 2, 0], [True, True, False, True]), (FOUR, [2, 1, 0, 0], [False, True, True, True]),
    ],
)  # fmt: skip
def test_one_more_special_order(units: dict[str, str], held: list[int], may: list[bool]) -> None:
    state = start(units).state
    state.staff.special = held
    assert [may_have_special(state, seat) for seat in range(len(held))] == may


@pytest.mark.rule("hon.order.count.3", "hon.mp.limits.1", "hon.mp.hc.4", "hon.mp.hc.5")
def test_who_may_take_what_is_shared() -> None:
    game = start(FOUR)
    state = game.state
    state.bluffs, state.staff.special, state.entitled = [1, 2, 0, 0], [2, 1, 0, 0], [9, 10, 0, 0]
    assert [may_take(state, seat, A_BLUFF) for seat in (0, 1)] == [True, False]
    assert [may_take(state, seat, A_SPECIAL) for seat in (0, 1)] == [False, True]
    assert [may_take(state, seat, PLANNED_ORDER) for seat in (0, 1)] == [True, False]
    three = start(TRIO).state
    three.entitled = [4, 5, 3]
    assert may_take(three, 0, PLANNED_ORDER)
    three.entitled = [5, 5, 3]
    assert not may_take(three, 0, PLANNED_ORDER), "ten for both together"
    state.remove(game.unit("a"), LOST)
    assert not has_units(state, 0)
    assert not may_take(state, 0, A_BLUFF), "nobody is left to use it"


@pytest.mark.rule("hon.mp.hc.4", "hon.mp.hc.5", "hon.mp.init.1")
def test_what_is_shared_is_handed_out_one_by_one() -> None:
    game = start(FOUR)
    state = game.state
    state.stack.clear()
    pool = state.scenario.pools[0]
    pool.orders, pool.bluffs, pool.special = 1, 1, 1
    state.entitled, state.bluffs, state.staff.special = [2, 2, 2, 2], [0, 0, 1, 1], [0, 0, 0, 0]
    state.push(OrderOfPlay([0], True))
    state.advance()
    assert game.decision().kind is decisions.RANK
    assert game.decision().seat == 1, "who played last speaks"
    state.play(game.decision(), acts.GO_NEXT.on(1))
    assert state.ranks[0] == [1, 0]
    assert game.event("order-of-play").args["player"] == "@" + state.scenario.names[1]
    given = []
    while state.pending and game.decision().kind is decisions.ALLOT:
        given.append(game.decision().options[:])
        state.play(game.decision(), game.decision().options[-1])
    assert [{first(option) for option in options} for options in given] == [{0, 1}] * 3
    assert (state.entitled[:2], state.bluffs[:2], state.staff.special[:2]) == ([3, 2], [1, 0], [1, 0])
    assert state.sequence[0] == (1 if state.initiative == 0 else state.ranks[1][0])
    pool.orders = pool.bluffs = pool.special = 0


@pytest.mark.rule("hon.mp.hc.4", "hon.mp.hc.5")
def test_who_is_alone_gets_it_unasked_and_what_nobody_can_use_is_left() -> None:
    game = start(FOUR)
    state = game.state
    state.stack.clear()
    pool = state.scenario.pools[0]
    pool.orders, pool.bluffs, pool.special = 0, 3, 1
    try:
        state.remove(game.unit("a"), LOST)
        state.round = 1
        state.push(OrderOfPlay([0], True))
        state.advance()
        assert not state.pending or game.decision().kind is not decisions.ALLOT
        assert state.bluffs[:2] == [0, 2]
        assert state.staff.special[:2] == [0, 1], "what comes after the bluff that is left is handed out"
    finally:
        pool.orders = pool.bluffs = pool.special = 0


@pytest.mark.rule("hon.mp.init.1")
def test_only_alliances_settle_an_order() -> None:
    for units, camps in ((TRIO, [0]), (FOUR, [0, 1])):
        for initiative in (0, 1):
            state = start(units).state
            state.stack.clear()
            state.initiative = initiative
            settle_order(state, False)
            top = state.stack[-1]
            assert isinstance(top, OrderOfPlay)
            assert top.camps == (camps if initiative == 0 else camps[::-1])
    two = Field({"a": "us8.officer r0c0", "g": "ge902.officer r6c11"}).state
    depth = len(two.stack)
    settle_order(two, False)
    assert len(two.stack) == depth


@pytest.mark.rule("hon.mp.cards.4", "hon.mp.abil.1")
def test_trades_of_allies() -> None:
    """Each of one's cards for each of the ally's; refused once, it is not asked for again; as many as one holds."""
    army = {"us": {"hand": ["courage", "no"]}, "us2": {"hand": ["relay"]}}
    game = Field(TRIO, phase="supply", army=army, options={"cards": "on"})
    state = game.state
    state.pending.clear()
    state.stack.clear()
    held = [hand[:] for hand in state.staff.hands]
    state.push(CardExchange([0, 1]))
    state.advance()
    assert (game.decision().seat, game.decision().kind) == (0, decisions.TRADE)
    offers = game.decision().options
    assert len(offers) == 1 + 2 * 1
    state.play(game.decision(), offers[1])
    assert (game.decision().seat, game.decision().kind) == (1, decisions.AGREE)
    state.play(game.decision(), acts.REFUSE.act())
    assert state.staff.hands == held
    assert offers[1] not in game.decision().options
    state.play(game.decision(), offers[2])
    state.play(game.decision(), acts.AGREED.act())
    assert state.staff.hands[0] == [held[0][0], held[1][0]]
    assert state.staff.hands[1] == [held[0][1]]
    assert game.decision().seat == 0, "one more trade"
    state.play(game.decision(), acts.DONE.act())
    assert game.decision().seat == 1
    state.play(game.decision(), acts.DONE.act())
    assert not state.pending
    exchange(state, 0, acts.OFFER.act(0, 0, 1))
    assert state.staff.hands[1] == [held[0][0]]
