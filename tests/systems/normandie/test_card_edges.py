"""Cards whose target is under way: blasts, grenades, dice and moves, one condition at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel import Procedure, first
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.tables import HAND_GRENADE, RED, RIFLE_GRENADE
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.blasts import Blast, Contained, Detonation
from bocage.systems.normandie.rules.cards import EFFECTS, CardWindow, deal
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.moments import BLAST_LANDED
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.rules.support import Salvo, Support
from bocage.systems.normandie.state import ABOARD, LOST
from systems.normandie.field import Field
from systems.normandie.test_card_aims import acts as targets
from systems.normandie.test_card_aims import aims
from systems.normandie.test_card_attacks import shooting
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, LEADER, OWN
from systems.normandie.test_cards import field, hand, play, supply_field

pytestmark = pytest.mark.rule("hon.card.override.1")
RUSE = {0: "us.ruse", 1: "ge.ruse"}


def over(game: Field, below: Procedure[Any]) -> Field:
    """A moment for cards above something under way."""
    game.state.pending.clear()
    game.state.push(below)
    game.state.push(CardWindow(BLAST_LANDED, 0, -1, -1))
    return game


def battle(seat: int, **more: str) -> Field:
    units = {"a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r0c11"}
    return field([], units=units | more)


def effect(game: Field, seat: int, name: str, unit: int = -1) -> list[int]:
    card = next(one for one in game.state.scenario.cards if one.effect == name)
    return EFFECTS[name].targets(game.state, seat, card, unit)


# ---- blasts


@BOTH
@pytest.mark.parametrize(("scatter", "there"), [(0, False), (1, True), (2, True)])
def test_a_spotted_shot_keeps_from_drifting_only_where_it_may_drift(seat: int, scatter: int, there: bool) -> None:
    game = battle(seat)
    firer = game.unit("a").id
    over(game, Blast(firer, 0, RED, scatter))
    assert effect(game, seat, "no-dispersal") == ([acts.ON_UNIT.on(firer)] if there else [])
    assert effect(game, 1 - seat, "no-dispersal") == [], "it is the other's shot"


@BOTH
def test_nothing_but_a_pattern_drifts(seat: int) -> None:
    for below in (Contained(0, 1), Detonation(0), Hit(0, 1, ""), Movement(0, 3)):
        game = over(battle(seat), below)
        assert effect(game, seat, "no-dispersal") == []


@BOTH
@pytest.mark.parametrize(("attack", "there"), [(HAND_GRENADE, True), (RIFLE_GRENADE, True), (RED, False)])
def test_only_grenades_are_thrown_back_and_only_by_the_other_side(seat: int, attack: int, there: bool) -> None:
    game = battle(seat)
    over(game, Blast(game.unit("a").id, 0, attack))
    grid = game.state.board.grid
    around = [acts.ON_CROSSING.on(grid.intersection(row, col)) for row in (3, 4) for col in (3, 4)]
    assert effect(game, 1 - seat, "redirect-grenade") == (around if there else [])
    assert effect(game, seat, "redirect-grenade") == []
    game.state.remove(game.unit("a"), LOST)
    assert effect(game, 1 - seat, "redirect-grenade") == [], "the thrower is gone"


@BOTH
def test_a_grenade_in_a_room_comes_back_into_the_throwers_room(seat: int) -> None:
    house = [{"building": "house_1x1", "at": [3, 3]}]
    units = {"a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r0c11"}
    game = field([], units=units, overlays=house)
    over(game, Contained(game.unit("a").id, 1))
    assert effect(game, 1 - seat, "redirect-grenade") == [acts.ON_ROOM.on(game.cell("r3c3"))]
    other = over(battle(seat), Hit(0, 1, ""))
    assert effect(other, 1 - seat, "redirect-grenade") == [], "a hit is no grenade"


@BOTH
def test_the_dice_that_may_be_rolled_again(seat: int) -> None:
    game = battle(seat)
    blast = Blast(game.unit("a").id, 0, RED, 2)
    over(game, blast)
    assert effect(game, seat, "reroll-own") == [], "none has been rolled"
    blast.die = 3
    assert effect(game, seat, "reroll-own") == [acts.ON_DICE.on(1)]
    assert effect(game, 1 - seat, "reroll-own") == []
    for roller, whose in ((game.unit("a").id, seat), (game.unit("b").id, 1 - seat), (-1, -1)):
        hit = Hit(game.unit("l").id, 1, "", roller)
        hit.dice = [2, 5]
        game.state.stack[-2] = hit
        for player in (0, 1):
            expected = acts.ON_DICE.on_each([1, 2, 3]) if player == whose else []
            assert effect(game, player, "reroll-own") == expected


@BOTH
@pytest.mark.parametrize(("amount", "spread"), [(1, 0), (3, 2)])
def test_a_salvo_brings_so_many_blasts(monkeypatch: pytest.MonkeyPatch, seat: int, amount: int, spread: int) -> None:
    game = battle(seat)
    state = game.state
    number = next(n for n, card in enumerate(state.scenario.cards) if card.effect == "artillery")
    card = state.scenario.cards[number]
    monkeypatch.setattr(card, "amount", amount)
    monkeypatch.setattr(card, "spread", spread)
    centre = state.board.grid.intersection(3, 5)
    state.pending.clear()
    salvo = Salvo(seat, number, centre)
    state.push(salvo)
    depth = len(state.stack)
    salvo.advance(state)
    landed = []
    while len(state.stack) > depth:
        blast = state.stack.pop()
        assert isinstance(blast, Support)
        landed.append(blast.place)
        salvo.advance(state)
        if state.pending:
            places = {divmod(first(option), state.board.grid.cols + 1) for option in state.pending[0].options}
            assert places == {(row, col) for row in range(1, 6) for col in range(3, 8)}
            decision = state.pending.pop()
            assert decision.seat == seat
            salvo.choose(state, decision, decision.options[0])
    assert landed[0] == centre
    assert len(landed) == amount


# ---- men against vehicles


@BOTH
def test_who_is_no_man_attacks_no_vehicle(seat: int) -> None:
    more = {
        "c": f"{CAR[seat]} r3c5 facing=2", "h": f"{HALFTRACK[seat]} r6c6 facing=2", "r": f"{RUSE[seat]} r2c4",
        "v": f"{CAR[1 - seat]} r3c4",
    }  # fmt: skip
    game = battle(seat, **more)
    for card in ("geballte_ladung", "captured_panzerfaust"):
        assert aims(game, seat, card, "a") == {"v"}
        assert aims(game, seat, card, "c") == set(), "a vehicle"
        assert aims(game, seat, card, "r") == set(), "nobody is there"
        assert aims(game, 1 - seat, card, "a") == set()
    game.state.remove(game.unit("a"), LOST)
    assert aims(game, seat, "geballte_ladung", "a") == set()


@BOTH
def test_men_aboard_act_from_their_vehicle(seat: int) -> None:
    game = battle(seat, h=f"{HALFTRACK[seat]} r3c6 facing=2", v=f"{CAR[1 - seat]} r3c7")
    game.state.embark(game.unit("a"), game.unit("h"))
    assert game.unit("a").status == ABOARD
    assert aims(game, seat, "geballte_ladung", "a") == {"v"}
    cols = game.state.board.grid.cols + 1
    smoke = {divmod(first(act), cols) for act in targets(game, seat, "smoke_grenades")}
    cells = spaces_below(game, "h")
    assert {(row + a, col + b) for row, col in cells for a in (0, 1) for b in (0, 1)} <= smoke


def spaces_below(game: Field, name: str) -> list[tuple[int, int]]:
    grid = game.state.board.grid
    return [(grid.row(cell), grid.col(cell)) for cell in game.state.spaces_of(game.unit(name))]


@BOTH
@pytest.mark.rule("hon.abil.trans.6", "hon.supd.move.3")
def test_courage_is_for_ones_own_in_play_and_not_for_the_mover(seat: int) -> None:
    game = battle(seat, h=f"{HALFTRACK[seat]} r3c6 facing=2")
    for name in "alb":
        game.unit(name).suppressed = 1
    game.state.embark(game.unit("a"), game.unit("h"))
    assert aims(game, seat, "courage") == {"a", "l"}
    assert aims(game, 1 - seat, "courage") == {"b"}
    game.state.remove(game.unit("l"), LOST)
    game.unit("l").suppressed = 1
    assert aims(game, seat, "courage") == {"a"}
    over(game, Movement(game.unit("a").id, 3))
    assert aims(game, seat, "courage", "a") == set(), "his side moves"
    assert aims(game, 1 - seat, "courage", "a") == {"b"}
    assert aims(game, seat, "courage") == {"a"}, "nobody's move"


# ---- windows


@pytest.mark.rule("hon.card.phase.1")
def test_a_player_who_can_play_nothing_may_be_spared_once() -> None:
    units = {"u": "us8.officer r0c0 order=1 suppressed=1", "g": "ge902.officer r0c11 order=1 suppressed=1"}
    able = field(["courage", "no"], units=units)
    assert able.verbs() == {"hold", "card"}
    unable = field(["no"], units=units, more={"deck": ["courage"]})
    assert unable.verbs() == {"hold", "spare"}, "a Courage might be in his hand"
    window = unable.state.stack[-1]
    assert isinstance(window, CardWindow)
    twin = unable.state.clone()
    unable.choose("spare")
    assert unable.state.staff.spared[0] == [window.when.name]
    assert not (unable.state.pending and unable.state.stack[-1] is window), "it goes on"
    twin.staff.spared[0] = [window.when.name]
    assert [acts.ACTS.of(one) for one in window.offers(twin, 0)] == [acts.HOLD], "not twice"


@pytest.mark.rule("hon.card.phase.1", "hon.card.simul.2")
@pytest.mark.parametrize("verb", [acts.HOLD, acts.SPARE])
def test_who_plays_no_card_leaves_it_to_the_other(verb: Any) -> None:
    units = {"u": "us8.officer r0c0 order=1 suppressed=1", "g": "ge902.officer r0c11 order=1 suppressed=1"}
    game = field(["no"], units=units, more={"deck": ["courage"]})
    window, decision = game.state.stack[-1], game.state.pending.pop()
    assert isinstance(window, CardWindow)
    window.cards, window.seats, window.aims = [0], [1], [acts.ON_NOTHING.act()]
    assert (window.turn, window.passes) == (0, 0)
    window.choose(game.state, decision, verb.act())
    assert (window.turn, window.passes) == (1, 1), "though a card has been played since"
    assert game.state.staff.spared[0] == ([window.when.name] if verb is acts.SPARE else [])


@pytest.mark.rule("hon.card.simul.2", "hon.card.limit.1")
def test_the_other_side_may_answer_each_card_before_the_next() -> None:
    units = {"u": "us8.officer r0c0 suppressed=2", "v": "us8.fire_team r2c0 suppressed=2", "g": "ge902.officer r0c11"}
    game = field(["courage"] * 3, ["nein"], units=units)
    asked = []
    for _ in range(3):
        asked.append(game.decision().seat)
        play(game, "courage") if game.decision().seat == 0 else game.choose("hold")
        if game.verbs() == {"target"}:
            game.choose("target", "u" if len(asked) == 1 else "v")
    assert asked == [0, 1, 0]


@BOTH
def test_more_movement_before_an_action_or_after_a_move_of_ones_own(seat: int) -> None:
    game = battle(seat, h=f"{HALFTRACK[seat]} r3c6 facing=2")
    mover = game.unit("a")
    assert aims(game, seat, "burst_into_action", "a") == {"a"}
    assert aims(game, 1 - seat, "burst_into_action", "a") == set()
    over(game, Movement(mover.id, 0))
    assert aims(game, seat, "burst_into_action", "a") == {"a"}
    assert aims(game, 1 - seat, "burst_into_action", "a") == set(), "it is the other's move"
    game.state.embark(mover, game.unit("h"))
    assert aims(game, seat, "burst_into_action", "a") == set(), "it has got in"


@BOTH
@pytest.mark.rule("hon.abil.immutable.1", "hon.trait.tricky.2", "hon.comp.light.1")
def test_whom_a_card_turns_over(seat: int) -> None:
    recon = {0: "us8.recon_team", 1: "ge902.recon_group"}
    more = {
        "c": f"{recon[seat]} r1c1", "d": f"{recon[1 - seat]} r1c8", "r": f"{RUSE[seat]} r2c4 back",
        "h": f"{HALFTRACK[seat]} r3c6 facing=2", "p": f"{recon[seat]} r5c5",
    }  # fmt: skip
    game = battle(seat, **more)
    game.state.embark(game.unit("p"), game.unit("h"))
    assert aims(game, seat, "speed_setup") == {"c"}, "not aboard, no Ruse, no vehicle, not with a damaged back"
    assert aims(game, 1 - seat, "speed_setup") == {"d"}
    assert aims(game, seat, "speed_setup", "a") == {"c"}, "nobody moves"
    over(game, Movement(game.unit("a").id, 3))
    assert aims(game, seat, "speed_setup", "a") == set(), "his side moves"
    assert aims(game, 1 - seat, "speed_setup", "a") == {"d"}
    assert aims(game, seat, "speed_setup") == {"c"}


@pytest.mark.rule("hon.setup.deck.5", "hon.open.mp.hand.1")
def test_decks_are_shuffled_before_the_first_cards_are_drawn() -> None:
    orders = set()
    for seed in range(4):
        state = SYSTEM.new("carnage", seed, {"cards": "on"})
        for camp in (0, 1):
            dealt = [*state.staff.decks[camp], *reversed(state.staff.hands[camp])]
            assert sorted(dealt) == sorted(state.scenario.decks[camp])
            assert dealt != state.scenario.decks[camp], "in another order than they lie in the box"
        orders.add(tuple(state.staff.decks[0]))
        before = state.scenario.decks[0][:]
        deal(state)
        assert state.scenario.decks[0] == before
        assert [len(one) for one in state.staff.hands] == [4, 4], "a hand is never more than full"
    assert len(orders) == 4


@pytest.mark.rule("hon.supply.step.3", "hon.mp.supply.1")
def test_what_helped_one_supply_move_does_not_help_the_next() -> None:
    game = Field({"u": "us8.officer r0c0", "v": "us8.fire_team r4c0", "g": "ge902.officer r6c11"}, phase="supply")
    game.choose("supply-move", "u")
    game.state.staff.aided = game.unit("v").id
    game.state.staff.aid = [1] * 6
    game.choose("stop")
    assert (game.state.staff.aided, game.state.staff.aid) == (-1, [0] * 6)


@pytest.mark.rule("hon.card.stack.1")
def test_a_card_changes_what_is_under_way_in_its_own_game_only() -> None:
    game = shooting(["second_chance"], [], [1, 6])
    twin = game.state.clone()
    before, stack = twin.data(), [procedure for procedure in twin.stack if isinstance(procedure, Shot)]
    rolled = [shot.rolled[:] for shot in stack]
    play(game, "second_chance")
    assert game.unit("g").status == LOST
    assert (twin.data(), [shot.rolled for shot in stack]) == (before, rolled) == (before, [[1]])


@pytest.mark.rule("hon.break.place.1", "hon.supply.step.1")
def test_a_deserter_counts_as_eliminated() -> None:
    units = {
        "u": "us8.officer r0c0 acted",
        "g": "ge902.officer r0c11 acted",
        "h": "ge902.fire_group r3c11 suppressed=2",
    }
    game = supply_field(["desertion"], units)
    assert hand(game) == {"desertion"}
    play(game, "desertion")
    assert game.unit("h").status == LOST
    assert game.state.losses == [0, 1]
