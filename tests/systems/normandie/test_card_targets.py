"""What each card may be played on, by whom and when: what it says on the card prevails, and nothing more."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.decisions import CARD
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field
from systems.normandie.test_cards import field, hand, play

pytestmark = pytest.mark.rule("hon.card.override.1")

US, DE = 0, 1
OWN = {US: "us8.fire_team", DE: "ge902.fire_group"}
LEADER = {US: "us8.officer", DE: "ge902.officer"}
CAR = {US: "us.jeep", DE: "ge.zundapp"}
HALFTRACK = {US: "us22.halftrack", DE: "ge902.halftrack"}
SIDE = {US: "us", DE: "de"}


def windows(game: Field) -> set[tuple[str, str]]:
    """Let everything pass; the moments at which a card could have been played, and which."""
    found = set()
    while game.state.pending and game.decision().kind is CARD:
        window = game.state.stack[-1]
        assert isinstance(window, CardWindow)
        found |= {(window.when.name, card) for card in hand(game)}
        game.choose("hold")
    return found


def battle(seat: int, own: list[str], other: list[str], units: dict[str, str], **more: Any) -> Field:
    """The player in `seat` acts first and holds `own`."""
    hands = (own, other) if seat == US else (other, own)
    return field(*hands, units=units, initiative=SIDE[seat], **more)


def shot(seat: int, own: list[str], other: list[str], die: int, target: str = "", **more: Any) -> Field:
    units = {
        "a": f"{OWN[seat]} r3c2 order=1", "l": f"{LEADER[seat]} r6c0",
        "b": f"{target or OWN[1 - seat]} r3c5", "m": f"{LEADER[1 - seat]} r0c11",
    }  # fmt: skip
    game = battle(seat, own, other, units, **more)
    windows(game)
    game.roll(die, 1, 1)
    game.choose("fire", "b")
    return game


BOTH = pytest.mark.parametrize("seat", [US, DE])


@BOTH
def test_only_infantry_under_fire_hits_the_dirt(seat: int) -> None:
    assert windows(shot(seat, [], ["hit_the_dirt"], 1)) == {("at-shot", "hit_the_dirt")}
    assert windows(shot(seat, ["hit_the_dirt"], [], 1)) == set(), "not who fires"
    assert windows(shot(seat, [], ["hit_the_dirt"], 1, CAR[1 - seat])) == set(), "nor a car"


@BOTH
def test_a_shot_bounces_off_a_vehicle_that_it_hits(seat: int) -> None:
    hit = {("shot-rolled", "bounced")}
    assert windows(shot(seat, [], ["bounced"], 6, CAR[1 - seat])) == hit
    assert windows(shot(seat, [], ["bounced"], 1, CAR[1 - seat])) == set(), "a miss bounces by itself"
    assert windows(shot(seat, ["bounced"], [], 6, CAR[1 - seat])) == set(), "not for who fires"
    assert windows(shot(seat, [], ["bounced"], 6)) == set(), "nor off men"


@BOTH
def test_a_saved_vehicle_is_not_saved_again(seat: int) -> None:
    game = shot(seat, [], ["bounced", "bounced"], 6, CAR[1 - seat])
    play(game, "bounced")
    play(game, "bounced")
    kinds = [event.kind for event in game.state.events]
    assert kinds.count("card-played") == 1
    assert kinds.count("card-void") == 1, "its target is hit no more"
    assert game.unit("b").status != LOST


@BOTH
def test_a_helmet_is_for_infantry_that_is_hit_and_not_killed(seat: int) -> None:
    helmet = {("shot-rolled", "thank_the_helmet")}
    assert windows(shot(seat, [], ["thank_the_helmet"], 3)) == helmet
    assert windows(shot(seat, [], ["thank_the_helmet"], 1)) == set()
    assert windows(shot(seat, [], ["thank_the_helmet"], 6)) == set()
    assert windows(shot(seat, ["thank_the_helmet"], [], 3)) == set()
    assert windows(shot(seat, [], ["thank_the_helmet"], 6, CAR[1 - seat])) == set()
    twice = shot(seat, [], ["thank_the_helmet", "thank_the_helmet"], 3)
    play(twice, "thank_the_helmet")
    play(twice, "thank_the_helmet")
    assert [event.kind for event in twice.state.events].count("card-void") == 1
    assert twice.unit("b").suppressed == 1


@BOTH
def test_infantry_that_was_hit_and_stands_is_driven_back(seat: int) -> None:
    back = {("shot-struck", "driven_back")}
    assert windows(shot(seat, ["driven_back"], [], 3)) == back
    assert windows(shot(seat, ["driven_back"], [], 1)) == set(), "missed"
    assert windows(shot(seat, ["driven_back"], [], 6)) == set(), "gone"
    assert windows(shot(seat, [], ["driven_back"], 3)) == set(), "it is the firer's card"
    assert windows(shot(seat, ["driven_back"], [], 6, HALFTRACK[1 - seat])) == set(), "no vehicle"


def test_a_grenade_drives_nobody_back() -> None:
    units = {"a": "us8.fire_team r3c2 order=1", "l": "us8.officer r6c0", "b": "ge902.fire_group r3c4"}
    game = field(["driven_back"], units=units, more={"tokens": {"grenade": 1}})
    windows(game)
    game.choose("throw")
    point = next(c for c in game.offered() if (c.x, c.y) == (4.0, 3.0))
    game.roll(3, 3, 3, 3)
    game.state.play(game.decision(), point.id)
    assert not {card for _, card in windows(game)}


def assault(seat: int, own: list[str], other: list[str], target: str = "", **more: Any) -> Field:
    units = {
        "a": f"{OWN[seat]} r3c2 order=1", "l": f"{LEADER[seat]} r6c0",
        "b": f"{target or OWN[1 - seat]} r3c3", "m": f"{LEADER[1 - seat]} r0c11",
    }  # fmt: skip
    game = battle(seat, own, other, units, **more)
    windows(game)
    game.roll(*[3] * 8)
    game.choose("assault", "b")
    return game


@BOTH
def test_both_fighters_may_rage_and_only_the_defender_falls_back(seat: int) -> None:
    rage = {("at-assault", "battle_rage")}
    assert windows(assault(seat, ["battle_rage", "fall_back"], [])) == rage
    both = rage | {("at-assault", "fall_back")}
    assert windows(assault(seat, [], ["battle_rage", "fall_back"])) == both


def test_a_vehicle_under_assault_does_not_fall_back() -> None:
    assert windows(assault(US, [], ["battle_rage", "fall_back"], "ge.zundapp")) == {("at-assault", "battle_rage")}


@BOTH
def test_a_second_chance_is_for_ones_own_dice(seat: int) -> None:
    assert windows(shot(seat, ["second_chance"], [], 3)) == {("shot-rolled", "second_chance")}
    assert windows(shot(seat, [], ["second_chance"], 3)) == set()
    rolled = {("assault-rolled", "second_chance")}
    assert windows(assault(seat, ["second_chance"], [])) == rolled
    assert windows(assault(seat, [], ["second_chance"])) == rolled


@BOTH
def test_either_fighter_rolls_his_own_dice_again(seat: int) -> None:
    attacks = assault(seat, ["second_chance"], [])
    while not hand(attacks):
        attacks.choose("hold")
    play(attacks, "second_chance")
    attacks.roll(6)
    attacks.choose("reroll", dice="1")
    assert attacks.event("assault").dice[0] == 6
    defends = assault(seat, [], ["second_chance"])
    while not hand(defends):
        defends.choose("hold")
    play(defends, "second_chance")
    defends.roll(6)
    defends.choose("reroll", dice="1")
    assert defends.event("assault").dice[2] == 6


def drive(seat: int, other: list[str], mover: str, own: list[str] | None = None, **more: Any) -> Field:
    units = {
        "a": f"{mover} r3c4 order=1" + ("" if mover in OWN.values() else " facing=2"),
        "l": f"{LEADER[seat]} r6c0", "m": f"{LEADER[1 - seat]} r0c11",
    }  # fmt: skip
    game = battle(seat, own or [], other, units | more.pop("more_units", {}), **more)
    windows(game)
    game.choose("move")
    if mover in OWN.values():
        game.choose("step", place="r3c5")
    else:
        game.choose("ahead")
    return game


@BOTH
def test_enemy_vehicles_bog_down_once(seat: int) -> None:
    bogged = {("stepped", "bogged_down")}
    assert windows(drive(seat, ["bogged_down"], CAR[seat])) == bogged
    assert windows(drive(seat, ["bogged_down"], OWN[seat])) == set()
    assert windows(drive(seat, [], CAR[seat], ["bogged_down"])) == set(), "not one's own"
    twice = drive(seat, ["bogged_down", "bogged_down"], CAR[seat])
    play(twice, "bogged_down")
    play(twice, "bogged_down")
    assert [event.kind for event in twice.state.events].count("card-void") == 1


ROAD = ["." * 12] * 3 + [".....R......"] + ["." * 12] * 3


def test_mines_catch_all_and_booby_traps_only_infantry() -> None:
    mine, trap = {("stepped", "mine")}, {("stepped", "booby_trapped")}
    held = ["mine", "booby_trapped"]
    assert windows(drive(US, held, "us8.fire_team")) == mine
    assert windows(drive(US, held, "us.jeep")) == mine
    assert windows(drive(US, held, "us8.fire_team", map=ROAD)) == trap
    assert windows(drive(DE, [], "ge902.fire_group", held)) == set(), "not under one's own feet"


@BOTH
def test_idle_men_who_see_the_mover_fire_at_once(seat: int) -> None:
    card = ["opportunity_fire"]
    enemy = f"{OWN[1 - seat]} r3c8"
    offered = {("stepped", "opportunity_fire")}
    far = {"m": f"{LEADER[1 - seat]} r0c11 acted"}
    for text, there in ((enemy, True), (enemy + " acted", False), (enemy + " activated", False)):
        game = drive(seat, card, OWN[seat], more_units={"g": text} | far)
        assert windows(game) == (offered if there else set()), text
    behind = ["." * 12] * 2 + ["......#....."] * 3 + ["." * 12] * 2
    assert windows(drive(seat, card, OWN[seat], more_units={"g": enemy} | far, map=behind)) == set()
    mine = drive(seat, [], OWN[seat], card, more_units={"g": f"{OWN[seat]} r5c5"} | far)
    assert windows(mine) == set(), "not at one's own"


def test_the_hidden_keep_still() -> None:
    more = {"g": "ge901.recon_group r3c8 back", "m": "ge902.officer r0c11 acted"}
    game = drive(US, ["opportunity_fire"], "us8.fire_team", more_units=more)
    if game.unit("g").face.concealed:
        assert windows(game) == set()


@BOTH
@pytest.mark.rule("hon.card.phase.1", "hon.card.override.2")
def test_a_card_waits_for_its_moment(seat: int) -> None:
    """Courage calms before the dice of a shot, not after them; and whoever it is for may open with it."""
    shaken = {"l": f"{LEADER[seat]} r6c0 suppressed=1", "m": f"{LEADER[1 - seat]} r0c11 suppressed=1"}
    units = {"a": f"{OWN[seat]} r3c2 order=1", "b": f"{OWN[1 - seat]} r3c5"} | shaken
    for own, other in ((["courage"], []), ([], ["courage"])):
        game = battle(seat, own, other, units)
        assert ("between", "courage") in windows(game)
        game.roll(1)
        game.choose("fire", "b")
        assert windows(game) & {("shot-rolled", "courage"), ("shot-struck", "courage")} == set()
    ahead = battle(seat, ["courage", "surprise", "dont_stop"], ["surprise"], units)
    assert windows(ahead) == {("between", "courage"), ("before-action", "courage"), ("before-action", "surprise")}


@BOTH
@pytest.mark.rule("hon.abil.sniper.t1", "hon.abil.sniper.t3", "hon.abil.supp.3")
def test_suppression_is_no_hit_and_a_snipers_table_has_its_own(seat: int) -> None:
    firer = {US: "us8.30cal", DE: "ge901.mg42"}[seat]
    units = {"a": f"{firer} r3c2 back order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r3c5"}
    units["m"] = f"{LEADER[1 - seat]} r0c11"
    game = battle(seat, [], ["thank_the_helmet"], units)
    if "suppress" in game.verbs():
        game.roll(6)
        game.choose("suppress", "b")
        assert windows(game) == set()


@pytest.mark.parametrize(("die", "there"), [(3, False), (4, True), (5, True), (6, True)])
@pytest.mark.rule("hon.abil.sniper.t2", "hon.abil.sniper.t3", "hon.abil.sniper.t4")
def test_a_helmet_against_a_sniper(die: int, there: bool) -> None:
    units = {
        "a": "us.ranger_sniper r3c2 order=1",
        "l": "us8.officer r6c0",
        "b": "ge902.fire_group r3c5",
        "m": "ge902.officer r0c11",
    }
    game = battle(US, [], ["thank_the_helmet"], units)
    game.roll(die)
    game.choose("snipe", "b")
    assert windows(game) == ({("shot-rolled", "thank_the_helmet")} if there else set())


@BOTH
@pytest.mark.rule("hon.open.supp.cards.1", "hon.ord.direct.5")
def test_a_weak_point_is_a_vehicles(seat: int) -> None:
    for target, bonus in ((CAR[1 - seat], 2), (OWN[1 - seat], None)):
        units = {"a": f"{OWN[seat]} r3c2 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{target} r3c5"}
        game = battle(seat, ["weak_point"], [], units | {"m": f"{LEADER[1 - seat]} r0c11"})
        while "weak_point" not in hand(game):
            game.choose("hold")
        play(game, "weak_point")
        game.roll(1)
        game.choose("fire", "b")
        assert game.lines("fire").get("card") == bonus
