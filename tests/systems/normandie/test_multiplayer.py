"""Three and four players: alliances, their order of play, what they share and what they may not do."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.act import Kind
from bocage.kernel.views import Text
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import ACTIVATION, ARMY_SPENT, HEROIC, MOST_ORDERS
from bocage.systems.normandie.rules.acts import GO_NEXT
from bocage.systems.normandie.rules.decisions import ALLOT, ORDER, RANK, SUPPLY
from bocage.systems.normandie.rules.orders import entitle, hand_of
from bocage.systems.normandie.rules.victory import end_by_exhaustion
from bocage.systems.normandie.state import LOST, NormandieState
from systems.normandie.field import Field

# Two Americans against one German
PAIR = {"a": "us8.fire_team r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "g": "ge902.fire_group r6c11"}


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


@pytest.mark.rule("hon.open.mp.pool.1", "hon.mp.ally.2")
@pytest.mark.parametrize(("pool", "orders", "bluffs"), [("each", 18, 2), ("alliance", 10, 1)])
def test_what_two_pairs_share_is_read_in_both_ways(pool: str, orders: int, bluffs: int) -> None:
    units = {f"u{n}": f"us8.officer r0c{n} player={1 + n % 2}" for n in range(8)}
    units |= {"g": "ge902.officer r6c1", "h": "ge902.officer r6c2 player=2"}
    field = Field(units, phase="orders", options={"order_pool": pool})
    entitle(field.state)
    assert sum(field.state.entitled[:2]) == orders
    field.choose("rank", player="@player.us.1")
    handed = 0
    while field.decision().kind == ALLOT:
        handed += 1
        field.state.play(field.decision(), field.decision().options[0])
    assert handed == bluffs
    SYSTEM.check(field.state)


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
