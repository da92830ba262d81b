"""The Orders Phase: tokens, bluff, secrecy, and both ways of laying them."""

from __future__ import annotations

import pytest

from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import BLUFF, MOST_ORDERS, NO_TOKEN
from bocage.systems.normandie.rules.abilities import order_tokens
from bocage.systems.normandie.rules.orders import full_hand
from systems.normandie.field import Field

FOUR = {
    "Parks": "us8.officer r0c0",
    "recon": "us8.recon_team r1c0",
    "fire": "us8.fire_team r2c0",
    "support": "us8.support_team r3c0",
}
ENEMIES = {"Ober": "ge902.officer r0c11", "group": "ge902.fire_group r2c11"}


def orders(units: dict[str, str], **position: object) -> Field:
    """Both sides lay their orders together, unless the test says otherwise."""
    position.setdefault("options", {"orders": "together"})
    return Field(units, phase="orders", **position)


@pytest.mark.rule("hon.order.count.1", "hon.abil.orders.1")
def test_one_order_per_star_of_tile_and_units() -> None:
    """Officer 2, tile 1."""
    field = orders(FOUR | ENEMIES)
    assert field.state.entitled == [3, 3]
    field = orders(FOUR | {"Ober": "ge902.officer r0c11 back"})
    assert field.state.entitled == [3, 2], "a wounded officer has one star less"


@pytest.mark.rule("hon.order.count.2", "hon.order.count.3", "hon.bluff.have.1")
def test_tokens_are_consecutive_at_most_ten_and_one_bluff() -> None:
    assert full_hand(3) == 0b1110 | 1 << BLUFF
    assert order_tokens(7) == 7
    assert order_tokens(14) == MOST_ORDERS == 10
    assert full_hand(10).bit_count() == 11


@pytest.mark.rule("hon.order.place.3")
def test_a_unit_holds_one_token() -> None:
    field = orders(FOUR | ENEMIES)
    field.choose("order", "fire", seat=0, n=1)
    assert field.names["fire"] not in {c.piece for c in field.offered("order", seat=0)}
    assert field.unit("fire").token == 1
    assert field.why_not("order", "fire", seat=0) == ["hon.order.place.3"]


@pytest.mark.rule("hon.order.place.1")
def test_tokens_go_on_own_units_until_all_are_placed() -> None:
    field = orders(FOUR | ENEMIES)
    assert field.targets("order") == set(FOUR)
    assert field.why_not("order", "Ober") == ["hon.order.place.1"]
    for number, name in enumerate(("support", "fire", "recon"), 1):
        assert "done" not in field.verbs(), "numbered tokens must be placed"
        field.choose("order", name, seat=0, n=number)
    assert {d.seat for d in field.state.pending} == {0, 1}
    field.choose("bluff", "Parks", seat=0)
    assert {d.seat for d in field.state.pending} == {1}
    assert [field.unit(name).token for name in FOUR] == [BLUFF, 3, 2, 1]


@pytest.mark.rule("hon.open.place.must.1")
def test_the_bluff_is_optional() -> None:
    field = orders(FOUR | ENEMIES)
    for number, name in enumerate(("support", "fire", "recon"), 1):
        field.choose("order", name, seat=0, n=number)
    field.choose("done", seat=0)
    assert field.unit("Parks").token == NO_TOKEN
    assert {d.seat for d in field.state.pending} == {1}


@pytest.mark.rule("hon.open.place.more.1")
def test_more_tokens_than_units_leaves_some_over() -> None:
    """Three numbers and a bluff for two units: any number may be left, but both units get a token."""
    field = orders(FOUR | ENEMIES)
    for number, name in enumerate(("support", "fire", "recon"), 1):
        field.choose("order", name, seat=0, n=number)
    field.choose("done", seat=0)
    field.choose("order", "Ober", seat=1, n=2)
    assert field.why_not("leave", seat=1) == field.why_not("done", seat=1) == ["hon.open.place.must.1"]
    field.choose("bluff", "group", seat=1)
    assert [field.unit(name).token for name in ENEMIES] == [2, BLUFF]
    assert field.state.phase == 2, "the Activation Phase has begun"


@pytest.mark.rule("hon.order.place.2")
def test_at_once_any_token_may_go_anywhere_too() -> None:
    field = orders(FOUR | ENEMIES)
    assert len(field.offered("order", seat=0)) == 3 * 4
    assert [token.id for token in SYSTEM.prompt(field.state, field.decision(0)).tokens] == [1, 2, 3, BLUFF]
    field.choose("bluff", "fire", seat=0)
    field.choose("order", "Parks", seat=0, n=3)
    field.choose("order", "recon", seat=0, n=1)
    field.choose("order", "support", seat=0, n=2)
    assert [field.unit(name).token for name in FOUR] == [3, 1, BLUFF, 2]
    assert {d.seat for d in field.state.pending} == {1}


@pytest.mark.rule("hon.open.order.hidden.1")
def test_the_number_of_choices_does_not_tell_which_tokens_stay() -> None:
    """Three numbers and a bluff for two units: whichever is left over, there are two choices and no more."""
    for first, second in (
        ((1, "order"), (2, "order")),
        ((3, "order"), (BLUFF, "bluff")),
        ((BLUFF, "bluff"), (1, "order")),
    ):
        field = orders(FOUR | ENEMIES)
        field.choose(first[1], "Ober", seat=1, n=first[0])
        field.choose(second[1], "group", seat=1, n=second[0])
        assert {d.seat for d in field.state.pending} == {0}


@pytest.mark.rule("hon.order.hidden.1", "hon.bluff.place.1", "hon.open.order.hidden.1")
def test_others_see_that_a_token_lies_there_but_not_which() -> None:
    field = Field(
        {"Parks": "us8.officer r0c0 order=2", "recon": "us8.recon_team r1c0 order=bluff"}
        | {"Ober": "ge902.officer r0c11 order=1"},
        initiative="de",
    )

    def badges(seat: int) -> dict[int, list[str]]:
        return {p.id: [b.kind for b in p.badges] for p in SYSTEM.position(field.state, seat).pieces}

    assert badges(0)[0] == ["order"]
    assert badges(0)[1] == ["bluff"]
    for other in (1, -1):
        assert badges(other)[0] == badges(other)[1] == ["order-hidden"]
    assert badges(0)[2] == ["order"], "the revealed order is seen by all"


@pytest.mark.rule("hon.order.hidden.1")
def test_while_both_sides_decide_neither_sees_the_others_tokens() -> None:
    field = orders(FOUR | ENEMIES)
    before = SYSTEM.position(field.state, 1), SYSTEM.prompt(field.state, field.decision(1))
    events = field.choose("order", "fire", seat=0, n=1)
    assert (SYSTEM.position(field.state, 1), SYSTEM.prompt(field.state, field.decision(1))) == before
    assert [e for e in events if e.seen_by(1) or e.seen_by(-1)] == []
    assert [e.args["n"] for e in events if e.seen_by(0)] == [1]


@pytest.mark.rule("hon.order.place.1", "hon.order.place.2")
def test_laid_in_turns_the_initiative_starts_and_any_token_may_go_anywhere() -> None:
    field = orders(FOUR | ENEMIES, options={"orders": "alternate"}, initiative="de")
    assert [d.seat for d in field.state.pending] == [1]
    assert len(field.offered("order")) == 3 * 2
    assert len(field.offered("bluff")) == 2
    field.choose("bluff", "Ober")
    assert [d.seat for d in field.state.pending] == [0]
    field.choose("order", "fire", n=3)
    seen = {p.id: [b.kind for b in p.badges] for p in SYSTEM.position(field.state, 0).pieces}
    assert seen[field.names["Ober"]] == ["order-hidden"]
    field.choose("order", "group", n=2)
    assert [d.seat for d in field.state.pending] == [0], "the Germans have no unit left for a token"
    field.choose("order", "Parks", n=1)
    field.choose("order", "recon", n=2)
    field.choose("done")
    assert field.state.phase == 2
