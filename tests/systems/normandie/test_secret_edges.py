"""What a player cannot know is drawn again, and nothing else is."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.decisions import CARD, CARD_TARGET
from bocage.systems.normandie.rules.hidden import redeal, redetermine, reshuffle
from bocage.systems.normandie.rules.orders import OrdersPhase
from bocage.systems.normandie.state import swap
from systems.normandie.field import Field
from systems.normandie.test_cards import UNITS, field, play


@pytest.mark.rule("hon.order.hidden.1", "hon.mp.cards.4", "hon.bluff.place.1")
@pytest.mark.parametrize("seat", [0, 1, -1])
def test_tokens_of_others_are_dealt_again_and_ones_own_are_not(seat: int) -> None:
    units = {
        "u": "us8.officer r0c0 order=1", "v": "us8.fire_team r3c0 order=2", "w": "us8.fire_team r6c0 order=bluff",
        "g": "ge902.officer r0c11 order=2", "h": "ge902.fire_group r3c11 order=1",
        "i": "ge902.fire_group r6c11 order=bluff",
    }  # fmt: skip
    game = Field(units)
    rng = random.Random(4)
    drawn: dict[str, Counter[int]] = {name: Counter() for name in units}
    for _ in range(60):
        twin = redetermine(game.state, seat, rng)
        for name in units:
            drawn[name][twin.units[game.names[name]].token] += 1
    for name in units:
        unit = game.unit(name)
        if unit.seat == seat or unit.shown:
            assert set(drawn[name]) == {unit.token}, name
        else:
            assert len(drawn[name]) > 1, name


@pytest.mark.rule("hon.order.hidden.1", "hon.bluff.place.1")
@pytest.mark.parametrize("way", ["together", "alternate"])
@pytest.mark.parametrize("left", [False, True])
def test_tokens_are_dealt_again_while_they_are_laid(way: str, left: bool) -> None:
    """One side has laid one or all; the other sees where they lie only when it is done by turns."""
    units = {f"u{n}": f"us8.fire_team r{n}c0" for n in range(4)} | {"g": "ge902.officer r0c11", "h": "ge.zundapp r3c11"}
    game = Field(units, phase="orders", options={"orders": way, "cards": "off"}, army={"us": {"orders": 2}})
    state = game.state
    phase = state.stack[-1]
    assert isinstance(phase, OrdersPhase)
    count = 3 if left else 1
    while state.placed[0] < count:
        decision = next((one for one in state.pending if one.seat == 0), state.pending[0])
        state.play(decision, decision.options[0 if decision.seat else -1])
    laid = [game.names[f"u{n}"] for n in range(4) if game.unit(f"u{n}").token]
    rng = random.Random(5)
    tokens: dict[int, set[int]] = {number: set() for number in range(4)}
    places = set()
    for _ in range(80):
        twin = redetermine(state, 1, rng)
        own = [twin.units[game.names[f"u{n}"]].token for n in range(4)]
        assert sorted(t for t in own if t) == sorted({t for t in own if t}), "no token twice"
        places.add(tuple(n for n in range(4) if own[n]))
        for n, token in enumerate(own):
            tokens[n].add(token)
        again = twin.stack[-1]
        assert isinstance(again, OrdersPhase)
        rest = again.hand[0] | again.left[0]
        assert not any(rest >> token & 1 for token in own if token), "what lies there is in no hand"
        for decision in twin.pending:
            assert decision.options == again.options(twin, decision.seat)
    deciding = any(decision.seat == 0 for decision in state.pending)
    if way == "alternate":
        assert places == {tuple(n for n in range(4) if game.names[f"u{n}"] in laid)}
        assert all(len(tokens[n] - {0}) > 1 for n in range(4) if game.names[f"u{n}"] in laid)
    elif deciding:
        assert places == {()}, "nothing is down before a side is done"
    else:
        assert len(places) > 1


@pytest.mark.rule("hon.order.hidden.1", "hon.mp.cards.4", "hon.abil.ambush.14")
def test_allies_know_each_others_tokens_but_not_their_concealed_units() -> None:
    units = {
        "a": "us8.officer r0c0 player=1 order=1", "b": "us8.recon_team r2c0 player=2 order=1 back",
        "c": "us.ruse r4c0 player=2 order=2 back", "g": "ge902.officer r0c11 order=1",
        "h": "ge902.fire_group r3c11 order=bluff",
    }  # fmt: skip
    game = Field(units)
    rng = random.Random(2)
    tokens = {"b": set(), "c": set(), "g": set(), "h": set()}  # type: dict[str, set[int]]
    for _ in range(40):
        twin = redetermine(game.state, 0, rng)
        for name in tokens:
            tokens[name].add(twin.units[game.names[name]].token)
    assert [len(tokens[name]) > 1 for name in "bcgh"] == [False, False, True, True]


@pytest.mark.rule("hon.abil.ambush.14", "hon.abil.ambush.2", "hon.setup.deploy.3")
@pytest.mark.parametrize("number", [2, 3])
def test_counters_never_seen_may_be_any_of_those_that_look_alike(number: int) -> None:
    """Every order of them comes up about as often as any other."""
    units = {f"r{n}": f"ge902.recon_group r{2 * n}c11 back" for n in range(number)}
    game = Field(units | {"u": "us8.officer r0c0", "g": "ge902.officer r6c9"})
    state = game.state
    for n in range(number):
        state.units[game.names[f"r{n}"]].tag = "ABC"[n]
    rng = random.Random(7)
    orders: Counter[str] = Counter()
    for _ in range(600):
        twin = redetermine(state, 0, rng)
        orders["".join(twin.units[game.names[f"r{n}"]].tag for n in range(number))] += 1
        assert twin.units[game.names["g"]].counter.id == "ge902.officer"
    ways = 2 if number == 2 else 6
    assert len(orders) == ways
    assert min(orders.values()) > 600 / ways * 0.6
    turned = state.clone()
    swap(turned.units[game.names["r0"]], turned.units[game.names["r1"]])
    reshuffle(turned, 1, random.Random(3))
    twin = state.clone()
    reshuffle(twin, 1, random.Random(3))
    assert [unit.tag for unit in turned.units] == [unit.tag for unit in twin.units], "whoever lies where"
    for n in range(number):
        state.units[game.names[f"r{n}"]].known = True
    before = [unit.tag for unit in state.units]
    reshuffle(state, 1, rng)
    assert [unit.tag for unit in state.units] == before, "they have been seen"


@pytest.mark.rule("hon.card.phase.1", "hon.card.draw.1")
@pytest.mark.parametrize("own", [0, 1, -1])
def test_cards_not_seen_are_dealt_again_whatever_they_are(own: int) -> None:
    us, de = ["courage", "no", "relay"], ["courage", "nein", "relay", "advance"]
    held = {"us": {"hand": us, "deck": ["no"] * 3 + ["go"] * 3}, "de": {"hand": de, "deck": ["nein"] * 3 + ["go"] * 3}}
    game = Field(UNITS, army=held, options={"cards": "on"})
    rng = random.Random(1)
    hands: list[set[tuple[int, ...]]] = [set(), set()]
    decks: list[set[tuple[int, ...]]] = [set(), set()]
    for _ in range(30):
        twin = game.state.clone()
        redeal(twin, own, rng)
        for seat in (0, 1):
            old, new = game.state.staff, twin.staff
            assert sorted(new.hands[seat] + new.decks[seat]) == sorted(old.hands[seat] + old.decks[seat])
            assert len(new.hands[seat]) == len(old.hands[seat])
            hands[seat].add(tuple(new.hands[seat]))
            decks[seat].add(tuple(new.decks[seat]))
    assert [len(one) == 1 for one in hands] == [own == 0, own == 1]
    assert min(map(len, decks)) > 10, "even one's own deck lies in any order"
    swapped = game.state.clone()
    swapped.staff.decks[1].reverse()
    swapped.staff.hands[1].reverse()
    one, other = random.Random(9), random.Random(9)
    twin = game.state.clone()
    redeal(twin, own, one)
    redeal(swapped, own, other)
    assert own == 1 or twin.staff.hands[1] == swapped.staff.hands[1], "the draw tells nothing of the truth"
    assert twin.staff.decks == swapped.staff.decks


@pytest.mark.rule("hon.card.phase.1", "hon.card.override.1")
def test_only_a_question_for_cards_is_put_again_with_another_hand() -> None:
    game = field(["courage"], ["courage"], units={n: t + " suppressed=1" for n, t in UNITS.items()})
    assert isinstance(game.state.stack[-1], CardWindow)
    rng = random.Random(3)
    assert game.decision().kind is CARD
    twin = redetermine(game.state, 1, rng)
    assert twin.pending[0].kind is CARD
    play(game, "courage")
    assert game.decision().kind is CARD_TARGET
    for seat in (0, 1):
        twin = redetermine(game.state, seat, rng)
        decision = twin.pending[0]
        assert (decision.kind, decision.options) == (CARD_TARGET, game.decision().options)
