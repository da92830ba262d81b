"""The Activation Phase: ascending numbers, turns, one action."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.model.flags import ACTIVATION, NO_TOKEN
from bocage.systems.normandie.rules.decisions import ACT
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


@pytest.mark.rule("hon.aid.phases.1")
def test_the_three_phases_in_short() -> None:
    units = {"u": "us8.officer r3c2", "v": "us8.fire_team r5c2", "g": "ge902.officer r3c5"}
    orders = Field(units, phase="orders")
    for seat in (0, 1):
        stars = sum(unit.face.stars for unit in orders.state.units if unit.seat == seat)
        stars += sum(tile.stars for tile in orders.state.scenario.tiles if tile.seat == seat)
        assert orders.state.entitled[seat] == stars > 0, "one star, one order token"
    acting = Field(units | {"u": units["u"] + " order=1"})
    assert acting.verbs() == {"pass", "move", "fire", "approach"}
    supply = Field(units, phase="supply")
    assert "hon.supply.immutable.1" in supply.why_not("fire", "g")
    supply.choose("supply-move", "u")
    assert not supply.verbs() & {"fire", "suppress", "assault", "approach", "moving-fire"}


@pytest.mark.rule("hon.aid.supp.1")
def test_a_suppressed_marker_in_short() -> None:
    """Two less on dice and movement, no zone of control; who is caught in a move walks on."""
    units = {"u": "us8.fire_team r3c2 order=1 suppressed=1", "v": "us8.officer r6c0", "g": "ge902.fire_group r3c5"}
    field = Field(units, [6])
    points = field.unit("u").face.movement
    assert field.unit("u").points() == points - 2
    field.choose("fire", "g")
    assert field.lines("fire")["suppressed"] == -2
    pinned = Field(units | {"u": "us8.fire_team r3c2 order=1 suppressed=3"})
    assert pinned.unit("u").points() <= 0
    assert "move" not in pinned.verbs()
    walking = Field(units | {"u": "us8.fire_team r3c2 order=1"})
    walking.walk("r4c2")
    walking.unit("u").suppressed = 3
    assert walking.offered("step"), "the points are those of its start"
    for markers, barred in ((0, True), (1, False)):
        passing = Field({"u": "us8.fire_team r2c4 order=1", "g": f"ge902.fire_group r3c5 suppressed={markers}"})
        passing.choose("move")
        assert ("r2c5" not in passing.places("step")) is barred
