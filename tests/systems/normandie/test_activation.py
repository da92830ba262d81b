"""The Activation Phase: ascending numbers, turns, one action."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.kinds import ACT, ACTIVATION, NO_TOKEN
from systems.normandie.field import Field


def order_of_play(field: Field) -> list[str]:
    """Everybody passes; who was activated, in order."""
    names = {number: name for name, number in field.names.items()}
    found = []
    for _ in range(20):
        if not field.state.pending or "pass" not in field.verbs():
            break
        top = field.state.stack[-1]
        found.append(names[top.unit])  # type: ignore[attr-defined]
        field.choose("pass")
    return found


UNITS = {
    "u1": "us8.fire_team r0c0 order=1",
    "u3": "us8.fire_team r2c0 order=3",
    "u2": "us8.fire_team r4c0 order=2",
    "bluff": "us8.support_team r6c0 order=bluff",
    "g1": "ge902.fire_group r0c11 order=1",
    "g2": "ge902.fire_group r2c11 order=2",
}


@pytest.mark.rule("hon.act.start.1", "hon.act.alternate.1", "hon.act.alternate.2", "hon.bluff.effect.1")
def test_sides_take_turns_in_ascending_order_and_a_bluff_never_acts() -> None:
    assert order_of_play(Field(UNITS, phase="activation")) == ["u1", "g1", "u2", "g2", "u3"]
    assert order_of_play(Field(UNITS, phase="activation", initiative="de")) == ["g1", "u1", "g2", "u2", "u3"]


@pytest.mark.rule("hon.open.alt.1")
def test_a_missing_number_is_skipped() -> None:
    units = {
        "u1": "us8.fire_team r0c0 order=2",
        "u2": "us8.fire_team r2c0 order=5",
        "g1": "ge902.fire_group r0c11 order=4",
    }
    assert order_of_play(Field(units)) == ["u1", "g1", "u2"]


@pytest.mark.rule("hon.order.place.4")
def test_only_ordered_units_act() -> None:
    field = Field({"ordered": "us8.fire_team r0c0 order=1", "idle": "us8.fire_team r2c0", "g": "ge902.fire_group r0c9"})
    assert order_of_play(field) == ["ordered"]
    field = Field({"ordered": "us8.fire_team r0c0 order=1", "idle": "us8.fire_team r2c0", "g": "ge902.fire_group r0c9"})
    assert field.why_not("", "idle") == ["hon.order.place.4"]


@pytest.mark.rule("hon.act.choice.1", "hon.fire.who.1")
def test_one_action_only() -> None:
    """After its shot the unit neither moves nor fires again; after its move it does not fire."""
    units = {"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c4 order=1"}
    field = Field(units, [1])
    field.choose("fire", "g")
    assert field.unit("u").acted
    assert field.decision().seat == 1
    field = Field(units)
    field.walk("r1c1")
    assert field.verbs() == {"step", "stop"}


@pytest.mark.rule("hon.open.act.none.1")
def test_an_ordered_unit_may_do_nothing_and_its_order_is_used() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c9 order=1"})
    field.choose("pass")
    assert field.unit("u").acted
    assert field.unit("u").shown
    assert field.unit("u").token == 1


@pytest.mark.rule("hon.act.tokens.1")
def test_revealed_tokens_stay_until_the_supply_moves_are_over() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "idle": "us8.fire_team r2c0", "g": "ge902.fire_group r0c9"})
    field.choose("pass")
    assert "supply-move" in field.verbs()
    assert field.unit("u").token == 1
    assert field.targets("supply-move") == {"idle"}
    field.choose("done")
    field.choose("done")
    assert field.unit("u").token == NO_TOKEN


@pytest.mark.rule("hon.order.loss.1")
def test_a_lost_token_is_not_shown() -> None:
    """The target of the shot dies with order 2 face down: nothing tells which token it held."""
    units = {
        "u": "us8.support_team r0c0 order=1",
        "g": "ge902.recon_group r0c3 order=2",
        "h": "ge902.officer r6c11 order=3",
    }
    field = Field(units, [6])
    events = field.choose("fire", "g")
    assert field.state.phase == ACTIVATION
    assert field.unit("g").token == NO_TOKEN
    assert field.state.seen[1] == 1 << 3, "only the officer's order has been revealed"
    assert [e.args["n"] for e in events if "n" in e.args] == [3]


@pytest.mark.rule("hon.round.phases.1")
def test_a_round_is_orders_activation_supply() -> None:
    names = {f"u{row}": f"us8.fire_team r{row}c0" for row in range(6)}
    field = Field(names | {"g": "ge902.officer r0c11"}, phase="orders")
    phases = [field.state.phase]
    for _ in range(60):
        if field.state.phase != phases[-1]:
            phases.append(field.state.phase)
        if len(phases) > 4:
            break
        decision = field.decision()
        field.state.play(decision, decision.options[0 if decision.kind == ACT else -1])
    assert phases == [1, 2, 3, 1, 2]
