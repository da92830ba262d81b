"""Edges of rules, on both sides of each comparison and from both seats."""

from __future__ import annotations

import random

import pytest

from bocage.kernel import first, second
from bocage.kernel.dice import scripted
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import SUPPLIES
from bocage.systems.normandie.rules import acts, outcomes
from bocage.systems.normandie.rules.assault import assault_bonus, loss_label, winner_of
from bocage.systems.normandie.rules.decisions import FRONT, PLACE
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.orders import full_hand
from bocage.systems.normandie.rules.setup import closed_to, fronts
from bocage.systems.normandie.rules.supply import collect_tokens, recover
from bocage.systems.normandie.rules.victory import place_documents
from bocage.systems.normandie.state import ABOARD, FIELD, LOST
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, DE, LEADER, OWN, US
from systems.normandie.test_cards import field
from systems.normandie.test_setup import opening

TANK = {US: "us.sherman", DE: "ge.panzer4"}


# ---- shots


@pytest.mark.rule("hon.abil.sniper.t1", "hon.abil.sniper.t2", "hon.abil.sniper.t3", "hon.abil.sniper.t4")
@pytest.mark.parametrize(("result", "row"), [(-3, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (9, 3)])
def test_every_row_of_the_table_of_snipers(result: int, row: int) -> None:
    assert outcomes.snipe_of(result) == row
    for kind, rolled, hits, kills in (
        (outcomes.SNIPER, row, row >= 2, False),
        (outcomes.SUPPRESSIVE, outcomes.KILL, False, False),
        (outcomes.REGULAR, outcomes.KILL, True, True),
        (outcomes.REGULAR, outcomes.HIT, True, False),
        (outcomes.REGULAR, outcomes.MISS, False, False),
    ):
        shot = Shot(0, 0, 1, kind)
        shot.result = rolled
        assert (shot.hits(), shot.kills()) == (hits, kills), (kind, rolled)


@pytest.mark.rule("hon.shot.hit.1", "hon.shot.kill.1", "hon.shot.kill.2", "hon.abil.supp.3", "hon.abil.supp.4")
@pytest.mark.parametrize("defense", [1, 3, 4, 7])
def test_equal_hits_and_twice_kills(defense: int) -> None:
    found = [outcomes.outcome_of(result, defense) for result in (defense - 1, defense, 2 * defense - 1, 2 * defense)]
    assert found == [outcomes.MISS, outcomes.HIT, outcomes.HIT, outcomes.KILL]


@BOTH
@pytest.mark.rule(
    "hon.shot.effect.1", "hon.shot.effect.2", "hon.shot.effect.3", "hon.shot.effect.4", "hon.shot.kill.2",
    "hon.abil.supp.3", "hon.abil.sniper.t3", "hon.abil.sniper.t4",
)  # fmt: skip
def test_what_an_outcome_means_for_its_target(seat: int) -> None:
    game = Field({
        "a": f"{OWN[seat]} r0c0", "b": f"{OWN[1 - seat]} r0c5", "c": f"{CAR[1 - seat]} r3c5",
        "d": f"{TANK[1 - seat]} r6c6 facing=2", "e": f"{LEADER[1 - seat]} r6c0",
    })  # fmt: skip
    game.state.turn(game.unit("e"))

    def label(name: str, kind: int, outcome: int) -> str:
        return outcomes.outcome_label(game.state, game.unit(name), kind, outcome).removeprefix("outcome.")

    assert [label("b", outcomes.REGULAR, n) for n in range(3)] == ["miss", "flip", "eliminated"]
    assert [label("e", outcomes.REGULAR, n) for n in range(3)] == ["miss", "eliminated", "eliminated"]
    assert [label("c", outcomes.REGULAR, n) for n in range(3)] == ["miss", "wrecked", "wrecked"]
    assert [label("d", outcomes.REGULAR, n) for n in range(3)] == ["miss", "located", "wrecked"]
    assert [label("b", outcomes.SUPPRESSIVE, n) for n in range(3)] == ["miss", "suppressed", "suppressed-twice"]
    assert [label("b", outcomes.SNIPER, n) for n in range(4)] == ["miss", "suppressed", "flip", "flip-suppressed"]
    assert [label("e", outcomes.SNIPER, n) for n in range(4)] == ["miss", "suppressed", "eliminated", "eliminated"]


# ---- assaults


@pytest.mark.rule("hon.open.assault.noweapon.1", "hon.open.assault.xdef.1", "hon.assault.roll.5", "hon.assault.roll.2")
@BOTH
def test_a_cross_or_no_weapon_adds_nothing_to_an_assault(seat: int) -> None:
    game = Field({"a": f"{OWN[seat]} r0c0", "b": f"{OWN[1 - seat]} r0c5", "t": f"{TANK[seat]} r6c6 facing=2"})
    man, enemy, tank = game.unit("a"), game.unit("b"), game.unit("t")
    assert assault_bonus(man, enemy, 0) == man.face.weapons[0].bonus[0] > 0
    assert assault_bonus(man, enemy, 1) == 0, "it has no second weapon"
    assert assault_bonus(enemy, tank, 0) == 0, "a cross"
    assert assault_bonus(tank, enemy, 1) == tank.face.weapons[1].bonus[0]


@pytest.mark.rule("hon.assault.tie.1", "hon.assault.roll.8")
def test_who_wins() -> None:
    assert len({winner_of(5, 5), winner_of(6, 5), winner_of(5, 6)}) == 3
    assert winner_of(7, 6) == winner_of(9, 1)
    assert winner_of(6, 7) == winner_of(1, 9)


@pytest.mark.rule(
    "hon.assault.win.1", "hon.assault.win.2", "hon.assault.win.8", "hon.assault.win.9", "hon.trait.blood.1"
)
def test_what_a_lost_assault_costs() -> None:
    game = Field(
        {"a": "us8.fire_team r0c0", "c": "us.jeep r3c5", "d": "us.sherman r6c6 facing=2", "g": "ge902.officer r0c11"}
    )
    man = game.unit("a")
    assert [loss_label(man, False), loss_label(man, True), loss_label(man, True, 2)] == [
        "outcome.unharmed", "outcome.flip", "outcome.eliminated",
    ]  # fmt: skip
    game.state.turn(man)
    assert loss_label(man, True) == "outcome.eliminated"
    assert loss_label(game.unit("c"), True) == "outcome.wrecked"
    assert loss_label(game.unit("d"), True) == "outcome.located"


# ---- supply


@pytest.mark.rule("hon.supply.step.4", "hon.trait.courage.1")
def test_only_units_in_play_recover_and_one_marker_each() -> None:
    game = Field({
        "a": "us8.fire_team r0c0 suppressed=2", "b": "us8.officer r2c0", "c": "us8.fire_team r4c0 suppressed=1",
        "g": "ge902.officer r0c11 suppressed=3",
    })  # fmt: skip
    game.state.remove(game.unit("c"), LOST)
    game.unit("c").suppressed = 1
    game.state.events = []
    recover(game.state)
    assert [game.unit(name).suppressed for name in "abcg"] == [1, 0, 1, 2]
    told = [event.args["n"] for event in game.state.events if event.kind == "recover"]
    assert told == [1, 2], "nothing is told of the others"


@pytest.mark.rule("hon.supply.step.8", "hon.open.activated.clear.1", "hon.order.count.4", "hon.open.special.highcmd.1")
def test_everything_of_the_round_is_cleared_away() -> None:
    game = Field({"a": "us8.fire_team r0c0 order=1", "b": "us8.officer r2c0", "g": "ge902.officer r0c11 order=1"})
    state = game.state
    for unit in state.units:
        unit.acted = unit.moved = unit.fuelled = unit.activated = unit.shown = True
        unit.fired = 3
    state.staff.special = [2, 1]
    state.placed, state.seen = [3, 2], [7, 7]
    state.filled, state.exhausted = [True, True], [True, True]
    state.lost = [[1], [2]]
    state.tokens_down = True
    collect_tokens(state)
    for unit in state.units:
        assert (unit.token, unit.shown, unit.acted, unit.moved, unit.fuelled, unit.activated, unit.fired) == (
            0, False, False, False, False, False, 0,
        )  # fmt: skip
    assert not state.tokens_down
    assert (state.placed, state.seen, state.filled) == ([0, 0], [0, 0], [False, False])
    assert (state.exhausted, state.lost) == ([False, False], [[], []])
    assert state.staff.special == state.scenario.special
    assert state.entitled == [state.stars(0), state.stars(1)]


@pytest.mark.rule("hon.supply.step.1")
def test_the_phase_begins_with_cards() -> None:
    game = field(["courage"], units={"u": "us8.officer r0c0 suppressed=1", "g": "ge902.officer r0c11"}, phase="supply")
    assert game.state.phase == SUPPLIES
    assert game.verbs() == {"hold", "card"}


# ---- orders


@pytest.mark.rule("hon.order.count.2", "hon.bluff.have.1", "hon.special.cap.1")
@pytest.mark.parametrize(("numbers", "bluffs", "special"), [(0, 0, 0), (3, 1, 0), (5, 2, 1), (10, 2, 2), (1, 3, 3)])
def test_a_hand_of_tokens(numbers: int, bluffs: int, special: int) -> None:
    """The numbers from 1 on, and never more than two bluffs and two special orders."""
    hand = full_hand(numbers, bluffs, special)
    assert hand.bit_count() == numbers + min(2, bluffs) + min(2, special)
    assert not hand & 1
    assert all(hand >> number & 1 for number in range(1, numbers + 1))
    assert not hand >> numbers + 1 & 1 or numbers == 10


# ---- setting up


@pytest.mark.rule("hon.terrain.water.1", "hon.terrain.imp.2", "hon.terrain.imp.3")
@pytest.mark.parametrize(
    ("unit", "water", "hedge", "rocks"),
    [
        ("us.gpa", False, True, True), ("us.jeep", True, True, True), ("us8.officer", True, False, True),
        ("us.sherman", True, True, True), ("us.ranger", True, False, True),
    ],
)  # fmt: skip
def test_where_a_unit_cannot_be_put(unit: str, water: bool, hedge: bool, rocks: bool) -> None:
    ground = ["." * 12] * 3 + ["...~h#......"] + ["." * 12] * 3
    game = Field({"u": f"{unit} r0c5 facing=2", "g": "ge902.officer r0c11"}, map=ground)
    closed = closed_to(game.state, game.unit("u"))
    assert [bool(closed >> game.cell(place) & 1) for place in ("r3c3", "r3c4", "r3c5", "r3c6")] == [
        water, hedge, rocks, False,
    ]  # fmt: skip


@pytest.mark.rule("hon.arc.align.1", "hon.move.veh.1")
def test_the_fronts_a_unit_may_have() -> None:
    units = {
        "m": "us8.officer r0c0",
        "c": "us.jeep r2c5",
        "t": "us.sherman r5c5 facing=2",
        "p": "ge.pak40 r0c9 facing=2",
    }
    game = Field(units)
    state = game.state
    assert fronts(state, game.unit("m"), game.cell("r3c3")) == []
    assert fronts(state, game.unit("p"), game.cell("r3c3")) == [0, 2, 4, 6]
    assert fronts(state, game.unit("c"), game.cell("r3c3")) == list(range(8))
    inside = set(fronts(state, game.unit("t"), game.cell("r3c3")))
    assert all(state.board.grid.around[game.cell("r3c3")][(facing + 4) % 8] >= 0 for facing in inside)
    assert set(fronts(state, game.unit("t"), game.cell("r0c0"))) <= {0, 6, 7}, "its rear must be on the board"


@pytest.mark.rule(
    "hon.setup.deploy.1", "hon.setup.deploy.2", "hon.setup.deploy.3", "hon.setup.deploy.4", "hon.abil.trans.1",
    "hon.abil.ambush.2", "hon.arc.align.1",
)  # fmt: skip
@pytest.mark.parametrize("scenario", ["wheels", "tankhunt", "slaughter"])
@pytest.mark.parametrize("die", [1, 2])
def test_a_unit_stands_where_and_how_it_was_deployed(scenario: str, die: int) -> None:
    state = SYSTEM.new(scenario, die, {"cards": "off"})
    rng = random.Random(die)
    first_seat = state.pending[0].seat
    seats = []
    for _ in range(200):
        decision = state.pending[0]
        if decision.kind not in (PLACE, FRONT):
            break
        piece = SYSTEM.prompt(state, decision).choices[0].piece
        option = rng.choice(decision.options)
        if rng.random() < 0.5:
            aboard = [one for one in decision.options if acts.ACTS.of(one) is acts.SET_UP_ABOARD]
            option = aboard[0] if aboard else option
        verb = acts.ACTS.of(option)
        unit = state.units[piece] if piece >= 0 else state.units[state.stack[-1].unit]  # type: ignore[attr-defined]
        seats.append(decision.seat)
        state.play(decision, option)
        if verb is acts.TURN_TO:
            assert unit.facing == first(option)
        elif verb is acts.SET_UP_ABOARD:
            assert (unit.status, unit.carrier) == (ABOARD, first(option))
        else:
            assert (unit.status, unit.cell, unit.side) == (FIELD, second(option), first(option))
    assert state.round == 1
    assert sorted(seats, key=lambda seat: seat != first_seat) == seats, "one whole force after the other"
    assert all(unit.status in (FIELD, ABOARD) for unit in state.units if not unit.tag.startswith("r"))


@pytest.mark.rule("hon.turn.markers.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_says_where_the_documents_lie_unless_it_is_known(die: int) -> None:
    state = opening(1)
    state.dice = scripted([die])
    place_documents(state)
    assert state.documents_place == state.scenario.locations[die - 1]
    state.scenario.finder, old = 0, state.scenario.finder
    try:
        place_documents(state)
        assert state.documents_place == state.scenario.locations[0], "no die"
    finally:
        state.scenario.finder = old
