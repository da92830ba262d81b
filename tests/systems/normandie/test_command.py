"""Special orders, autonomous and intrepid units, traits and orders that work through tokens."""

from __future__ import annotations

import random

import pytest

from bocage.kernel.act import first
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import (
    CHARGE,
    DOUBLE_TIME,
    HARDBOILED,
    HEROIC,
    NO_TOKEN,
    SECOND_BLUFF,
    SPECIAL,
)
from bocage.systems.normandie.rules.activation import interrupters, may_interrupt
from bocage.systems.normandie.rules.acts import ACT_ALONE, GIVE_ORDER
from bocage.systems.normandie.rules.orders import entitlement, full_hand, hand_of, obliged
from bocage.systems.normandie.rules.specialorders import veil
from bocage.systems.normandie.rules.traits import directed
from bocage.systems.normandie.state import CREW, LOST
from systems.normandie.field import Field

FAR = "ge902.fire_group r6c11"


def acting(field: Field) -> str:
    """The unit that is asked for its action."""
    top = field.state.stack[-1]
    names = {number: name for name, number in field.names.items()}
    return names[top.unit]  # type: ignore[attr-defined]


@pytest.mark.rule("hon.special.play.1", "hon.special.play.3", "hon.special.play.2", "hon.open.special.time.1")
@pytest.mark.parametrize("initiative", ["us", "de"])
def test_special_orders_act_before_order_one_the_side_with_initiative_first(initiative: str) -> None:
    units = {
        "u1": "us8.fire_team r0c0 order=special",
        "u2": "us8.fire_team r2c0 order=1",
        "g1": "ge902.fire_group r0c11 order=special",
        "g2": "ge902.fire_group r2c11 order=1",
    }
    army = {"us": {"special": 1}, "de": {"special": 1}}
    field = Field(units, initiative=initiative, army=army)
    first = 0 if initiative == "us" else 1
    order = []
    for seat in (first, 1 - first):
        assert field.decision().seat == seat
        field.choose("special-order")
        order.append(acting(field))
        assert field.verbs() >= {"pass"}, "no interruption of an activation"
        field.choose("pass")
    ours, theirs = ("u", "g") if initiative == "us" else ("g", "u")
    order.append(acting(field))
    field.choose("pass")
    order.append(acting(field))
    assert order == [ours + "1", theirs + "1", ours + "2", theirs + "2"]


@pytest.mark.rule("hon.special.play.1", "hon.order.place.3")
def test_a_special_order_may_wait_and_its_unit_holds_no_other_token() -> None:
    units = {"u1": "us8.fire_team r0c0 order=special", "u2": "us8.fire_team r2c0 order=1", "g2": FAR + " order=1"}
    field = Field(units, army={"us": {"special": 1}})
    field.choose("hold")
    assert acting(field) == "u2"
    field.choose("pass")
    field.choose("hold")
    assert acting(field) == "g2"
    field.choose("pass")
    field.choose("special-order", "u1")
    assert acting(field) == "u1"


@pytest.mark.rule("hon.special.cap.1", "hon.open.special.count.1", "hon.ord.plan.1", "hon.ord.bluff.1")
def test_tokens_of_a_side() -> None:
    assert full_hand(10, 2, 2).bit_count() == 14, "special orders do not count towards the ten"
    units = {"u": "us8.officer r0c0", "v": "us8.fire_team r2c0", "w": "us8.fire_team r4c0", "g": "ge902.officer r6c11"}
    field = Field(units, phase="orders", army={"us": {"special": 1, "bluffs": 2}})
    assert {choice.verb for choice in field.offered()} == {"order", "bluff", "special"}
    assert hand_of(field.state, 0) >> SPECIAL & 1
    assert hand_of(field.state, 0) >> SECOND_BLUFF & 1
    field.choose("special", "v")
    assert field.unit("v").token == SPECIAL
    assert "v" not in field.targets("order") | field.targets("bluff"), "one token per unit"
    told = [event for event in field.state.events if event.kind == "special"]
    assert [told[0].seen_by(seat) for seat in (0, 1, -1)] == [True, False, False]


@pytest.mark.rule("hon.ord.planning.1", "hon.trait.hardened.2", "hon.order.count.3")
def test_planning_adds_an_order_within_the_cap_of_ten() -> None:
    units = {"u": "us8.officer r0c0", "g": FAR}
    plain = Field(units).state
    assert entitlement(Field(units, army={"us": {"orders": 1}}).state, 0) == entitlement(plain, 0) + 1
    assert entitlement(Field(units, army={"us": {"orders": 9}}).state, 0) == 10
    assert entitlement(Field(units, army={"us": {"hardened": 9}}).state, 0) == 10


@pytest.mark.rule("hon.trait.hardened.1")
def test_the_hardened_order_goes_to_its_own_tile() -> None:
    """Three orders and the hardened one; the last number left must go to a unit of that tile."""
    units = {"u": "us8.officer r0c0", "v": "us8.fire_team r2c0", "w": "us8.fire_team r4c0", "x": "us8.fire_team r6c0"}
    field = Field(units | {"y": "us8.fire_team r6c2", "g": "ge902.officer r6c11"}, phase="orders")
    state = field.state
    state.scenario.tiles[0].hardened = 0
    home = state.scenario.tiles[0]
    other = type(home)("us22", 0, 0, 0, 9, 2)
    other.hardened = 1
    state.scenario.tiles.append(other)
    state.losses.append(0)
    state.broken.append(False)
    field.unit("y").tile = 2
    assert entitlement(state, 0) == 4
    phase = state.stack[-1]
    phase.hand[0] = full_hand(4)  # type: ignore[attr-defined]
    assert len(phase.options(state, 0)) == 5 * 5  # type: ignore[attr-defined]
    for number, name in enumerate(("u", "v", "w"), 1):
        phase.put_down(state, 0, GIVE_ORDER.act(number, field.names[name]))  # type: ignore[attr-defined]
    options = [option for option in phase.options(state, 0) if first(option) == 4]  # type: ignore[attr-defined]
    assert options == [GIVE_ORDER.act(4, field.names["y"])]
    field.unit("y").status = LOST
    assert entitlement(state, 0) == 3, "no unit is left to have it"


@pytest.mark.rule("hon.abil.personal.1")
def test_a_personal_order_is_one_more_and_owed_to_its_unit() -> None:
    units = {"u": "us8.officer r0c0", "v": "us8.support_team r2c0", "w": "us8.fire_team r4c0", "g": FAR}
    field = Field(units)
    face = field.unit("w").face
    free = [field.unit(name) for name in ("u", "v", "w")]
    try:
        plain = entitlement(field.state, 0)
        face.personal = True
        assert entitlement(field.state, 0) == plain + 1
        assert obliged(field.state, 0, free, 2) == free, "another number is left for it"
        assert obliged(field.state, 0, free, 1) == [field.unit("w")]
    finally:
        face.personal = False


@pytest.mark.rule("hon.abil.auto.1", "hon.open.autonomous.1", "hon.supply.who.3", "hon.order.place.4")
def test_an_autonomous_unit_acts_between_activations_once() -> None:
    units = {"u": "us8.officer r0c0 order=1", "v": "us8.fire_team r2c0", "w": "us8.support_team r4c0"}
    field = Field(units | {"g": FAR + " order=1"})
    face = field.unit("v").face
    try:
        face.autonomous = True
        field.choose("pass")
        assert field.targets("autonomous") == {"v"}, "before the German order"
        field.choose("autonomous", "v")
        assert acting(field) == "v"
        field.choose("pass")
        assert acting(field) == "g", "it is asked no more"
        field.choose("pass")
        assert field.state.phase == 3
        assert field.targets("supply-move") == {"w"}
    finally:
        face.autonomous = False


@pytest.mark.rule("hon.abil.auto.1", "hon.abil.ambush.14")
def test_an_autonomous_unit_under_a_concealed_token_acts_and_is_not_betrayed() -> None:
    units = {"c": "us.clint r3c3", "u": "us8.fire_team r5c5 acted", "v": "us8.fire_team r6c0 order=1", "g": FAR}
    field = Field(units, army={"us": {"tokens": {"concealed": 2}}})
    clint, other = field.unit("c"), field.unit("u")
    veil(field.state, clint, clint.tile)
    assert may_interrupt(field.state, 0)
    assert interrupters(field.state, 0) == [ACT_ALONE.on(clint.id)]
    clint.acted = True
    assert not may_interrupt(field.state, 0), "all know that he has acted"
    veil(field.state, other, other.tile)
    clint.known = other.known = other.acted = False
    assert may_interrupt(field.state, 0), "the other one could be he"
    assert interrupters(field.state, 0) == []
    other.acted = True
    assert not may_interrupt(field.state, 0)


@pytest.mark.rule("hon.trait.intrepid.1")
def test_an_intrepid_unit_goes_first_with_its_number() -> None:
    units = {
        "u1": "us8.fire_team r0c0 order=1",
        "u2": "us8.fire_team r2c0 order=2",
        "g1": "ge902.fire_group r0c11 order=1",
        "g2": "ge902.fire_group r2c11 order=2",
    }
    sequence = {}
    for traits in ({}, {"de": {"traits": ["intrepid"]}}, {n: {"traits": ["intrepid"]} for n in ("us", "de")}):
        field = Field(units, army=traits)
        order = []
        for _ in range(4):
            order.append(acting(field))
            field.choose("pass")
        sequence[len(traits)] = order
    assert sequence[0] == ["u1", "g1", "u2", "g2"]
    assert sequence[1] == ["g1", "u1", "g2", "u2"]
    assert sequence[2] == sequence[0], "hon.trait.intrepid.2"


@pytest.mark.rule("hon.trait.intrepid.2")
def test_between_two_intrepid_units_initiative_decides() -> None:
    units = {"u1": "us8.fire_team r0c0 order=1", "g1": "ge902.fire_group r0c11 order=1"}
    both = {n: {"traits": ["intrepid"]} for n in ("us", "de")}
    assert acting(Field(units, army=both)) == "u1"
    assert acting(Field(units, army=both, initiative="de")) == "g1"
    assert acting(Field(units, army={"us": {"traits": ["intrepid"]}}, initiative="de")) == "u1"


@pytest.mark.rule("hon.trait.intrepid.1", "hon.open.alt.1")
@pytest.mark.parametrize(("traits", "expected"), [([1, 2], ["g1", "g2", "u2", "u3"]), ([1], ["g1", "u2", "g2", "u3"])])
def test_an_intrepid_unit_that_kills_its_rival_leaves_the_later_numbers_as_they_are(
    traits: list[int], expected: list[str]
) -> None:
    units = {
        "u1": "us8.fire_team r3c3 back order=1",
        "u2": "us8.fire_team r5c0 order=2",
        "u3": "us8.fire_team r6c0 order=3",
        "g1": "ge902.fire_group r3c6 order=1",
        "g2": "ge902.fire_group r5c11 order=2",
    }
    field = Field(units, [6], army={"de": {"traits": ["intrepid"]}})
    if 2 not in traits:
        field.unit("g2").traits = 0
    order = [acting(field)]
    field.choose("fire", "u1")
    assert field.unit("u1").status == LOST
    for _ in range(3):
        order.append(acting(field))
        field.choose("pass")
    assert order == expected


@pytest.mark.rule("hon.trait.heroic.1", "hon.trait.heroic.2", "hon.trait.heroic.3", "hon.opt.use.3")
def test_a_heroic_token_activates_a_unit_again_but_never_a_third_time() -> None:
    units = {"u": "us8.fire_team r0c0 order=1", "v": "us8.fire_team r2c0 order=special", "g": FAR + " order=1"}
    field = Field(units, army={"us": {"tokens": {"heroic": 3}, "special": 1}})
    field.choose("hold")
    field.choose("pass")
    assert field.decision().seat == 0
    field.choose("again")
    assert field.state.tokens[0][HEROIC] == 2
    assert acting(field) == "u", "no special order comes between"
    field.choose("pass")
    assert field.verbs() == {"hold", "special-order"}, "no third time"


@pytest.mark.rule("hon.trait.heroic.1")
def test_a_heroic_unit_may_fire_twice() -> None:
    units = {"u": "us8.fire_team r3c5 order=1", "g": "ge902.fire_group r3c8", "h": FAR}
    field = Field(units, [1, 1], army={"us": {"tokens": {"heroic": 3}}})
    field.choose("fire", "g")
    field.choose("again")
    field.choose("fire", "g")
    assert field.event("fire").args["unit"] == "@unit.us8.fire_team"


@pytest.mark.rule("hon.card.override.1", "hon.trait.heroic.1")
def test_in_a_fury_a_unit_fires_again_and_is_suppressed_after_that() -> None:
    units = {"u": "us8.fire_team r3c8", "g": "ge902.fire_group r3c5 order=1"}
    army = {"de": {"hand": ["fury"]}}
    field = Field(units, [1, 1], initiative="de", options={"cards": "on"}, army=army)
    field.choose("fire", "u")
    field.choose("card")
    field.choose("fire", "u")
    assert field.unit("g").suppressed == 2


@pytest.mark.rule("hon.damage.1")
@pytest.mark.parametrize("moving", [False, True])
def test_a_reduced_crew_fires_one_weapon_a_round_even_if_heroic(moving: bool) -> None:
    units = {"t": "us.sherman r3c3 facing=2 order=1", "g": "ge902.fire_group r3c8", "h": FAR}
    field = Field(units, [1, 1], army={"us": {"tokens": {"heroic": 3}}})
    field.unit("t").damage = CREW
    if moving:
        field.choose("move")
        field.choose("moving-fire-2", "g")
        field.choose("stop")
    else:
        field.choose("fire-2", "g")
    field.choose("again")
    assert field.verbs() == {"move", "pass"}
    field.choose("move")
    assert not [verb for verb in field.verbs() if verb.startswith("moving")]


@pytest.mark.rule("hon.trait.heroic.1", "hon.trait.hardboiled.1", "hon.card.phase.1")
def test_what_comes_before_an_action_comes_before_the_second_one_too() -> None:
    units = {"u": "us8.fire_team r3c5 order=1", "g": "ge902.fire_group r3c8"}
    army = {"us": {"tokens": {"heroic": 3, "hardboiled": 2}, "hand": ["burst_into_action"]}}
    field = Field(units, [1], options={"cards": "on"}, army=army)
    field.choose("hold")
    field.choose("fire", "g")
    field.unit("u").suppressed = 1
    field.choose("again")
    assert "card" in field.verbs()
    field.choose("hold")
    field.choose("steady", n=1)
    assert (field.unit("u").suppressed, acting(field)) == (0, "u")


@pytest.mark.rule("hon.trait.hardboiled.1")
def test_hardboiled_tokens_take_markers_off() -> None:
    units = {"u": "us8.fire_team r0c0 order=1 suppressed=2", "g": FAR + " order=1"}
    field = Field(units, army={"us": {"tokens": {"hardboiled": 3}}})
    assert [choice.label.args["n"] for choice in field.offered("steady")] == [0, 1, 2]
    field.choose("steady", n=2)
    assert (field.unit("u").suppressed, field.state.tokens[0][HARDBOILED]) == (0, 1)
    assert acting(field) == "u"


@pytest.mark.rule("hon.trait.courage.1")
def test_courageous_units_lose_two_markers() -> None:
    units = {"u": "us8.fire_team r0c0 suppressed=3 acted", "g": FAR + " suppressed=3 acted"}
    field = Field(units, phase="supply", army={"us": {"traits": ["courageous"]}})
    assert (field.unit("u").suppressed, field.unit("g").suppressed) == (1, 2)


@pytest.mark.rule("hon.ord.init.1", "hon.ord.init.2")
def test_the_initiative_order_keeps_the_initiative_once() -> None:
    units = {"u": "us8.officer r0c0 acted", "g": FAR + " acted"}
    field = Field(units, phase="supply", army={"us": {"perks": ["initiative"]}})
    field.choose("keep")
    assert (field.state.initiative, field.state.round, field.state.staff.kept) == (0, 2, [True, False])
    other = Field(units, phase="supply", army={"us": {"perks": ["initiative"]}})
    other.choose("hold")
    assert (other.state.initiative, other.state.staff.kept) == (1, [False, False])
    used = Field(units, phase="supply", army={"de": {"perks": ["initiative"]}})
    assert used.state.initiative == 1, "only its holder keeps it"


@pytest.mark.rule("hon.ord.direct.2", "hon.ord.direct.3", "hon.ord.direct.4", "hon.open.directive.1")
def test_a_directive_lies_on_an_officer_and_reaches_three_spaces() -> None:
    units = {"u": "us8.officer r0c0", "v": "us8.fire_team r0c3", "w": "us8.fire_team r0c4", "g": "ge902.officer r6c11"}
    army = {"us": {"tokens": {"charge": 1, "double_time": 1}}}
    field = Field(units, phase="orders", army=army, options={"orders": "together"})
    rng = random.Random(1)
    while "direct" not in field.verbs():
        field.state.play(field.decision(), rng.choice(field.decision().options))
    assert field.targets("direct") == {"u"}, "an officer with a star"
    assert len(field.offered("direct")) == 2
    field.choose("direct", directive="@token.charge")
    state = field.state
    assert [directed(state, field.unit(name), CHARGE) for name in ("u", "v", "w", "g")] == [True, True, False, False]
    assert not directed(state, field.unit("u"), DOUBLE_TIME)
    assert state.tokens[0][CHARGE] == 0
    for _ in range(200):
        if state.round == 2:
            break
        state.play(field.decision(), field.decision().options[-1 if state.phase == 3 else 0])
    assert not directed(state, field.unit("u"), CHARGE), "discarded when the Supply Phase closes"


@pytest.mark.rule("hon.order.hidden.1", "hon.order.loss.1")
@pytest.mark.parametrize("alternate", ["together", "alternate"])
@pytest.mark.parametrize("seed", range(6))
def test_special_orders_and_second_bluffs_stay_secret(seed: int, alternate: str) -> None:
    from systems.normandie.test_hidden import seen_by

    units = {
        "u": "us8.officer r2c2",
        "v": "us8.fire_team r2c3",
        "w": "us8.fire_team r3c3",
        "x": "us8.support_team r4c3",
    }
    units |= {"g": "ge902.officer r2c6", "h": "ge902.fire_group r2c7", "i": "ge902.fire_group r3c7"}
    side = {"special": 2, "bluffs": 2, "traits": ["intrepid"], "tokens": {"heroic": 1, "charge": 1}}
    field = Field(units, phase="orders", army={"us": side, "de": side}, options={"orders": alternate}, turns=3)
    field.state.dice = type(field.state.dice)(seed * 7919 + 1, 0)
    state = field.state
    rng = random.Random(seed)
    for _ in range(600):
        if state.over:
            break
        for seat in (0, 1, -1):
            other = SYSTEM.redeterminise(state, seat, rng)
            SYSTEM.check(other)
            assert seen_by(other, seat) == seen_by(state, seat)
        decision = rng.choice(state.pending)
        state.play(decision, rng.choice(decision.options))
        state.events = []
        SYSTEM.check(state)
    assert state.over


def test_a_lost_special_order_is_gone() -> None:
    units = {
        "u": "us8.fire_team r0c0 order=special",
        "v": "us8.officer r3c0 order=1",
        "g": "ge902.fire_group r0c4 order=1",
    }
    field = Field(units, [6], army={"us": {"special": 1}}, initiative="de")
    field.choose("hold")
    field.choose("fire", "u")
    assert field.unit("u").token in (NO_TOKEN, SPECIAL)
