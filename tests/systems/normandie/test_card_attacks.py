"""Action cards that attack, or answer an attack."""

from __future__ import annotations

import pytest

from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import HOLD_YOUR_GROUND, SHIELDING
from bocage.systems.normandie.rules.cards import shot_down
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field
from systems.normandie.test_cards import OVERRIDE, SHOT, field, hand, play


@pytest.mark.rule("hon.aaa.check.1", "hon.aaa.check.2", "hon.aaa.check.3", "hon.abil.aaa.1")
@pytest.mark.parametrize(
    ("die", "guns", "down"), [(4, 0, False), (5, 0, True), (4, 1, True), (3, 1, False), (2, 3, True)]
)
def test_the_anti_aircraft_check(die: int, guns: int, down: bool) -> None:
    units = {"u": "us8.fire_team r0c0", "g": "ge902.officer r6c11"}
    units |= {f"h{n}": f"ge902.fire_group r{n}c11" for n in range(guns)}
    game = Field(units, [die])
    face = game.unit("h0").face if guns else None
    card = next(card for card in Field(units).state.scenario.cards if card.id == "p47")
    try:
        if face is not None:
            face.aaa = True
        assert shot_down(game.state, 0, card) is down
    finally:
        if face is not None:
            face.aaa = False


def shooting(us: list[str], de: list[str], dice: list[int], units: dict[str, str] | None = None) -> Field:
    """The Americans hold their cards until they shoot."""
    game = field(us, de, units=units or SHOT)
    game.roll(*dice)
    while game.verbs() == {"hold", "card"} or game.verbs() == {"hold"}:
        game.choose("hold")
    game.choose("fire", "g")
    return game


@OVERRIDE
def test_hit_the_dirt_adds_to_the_defense() -> None:
    game = shooting([], ["hit_the_dirt"], [3])
    assert game.decision().seat == 1
    play(game, "hit_the_dirt")
    event = next(e for e in game.state.events if e.kind == "fire")
    assert event.args["defense"] == 4 + 2
    assert game.state.staff.guard == 0, "for this shot only"


@OVERRIDE
def test_a_second_chance_rolls_again() -> None:
    game = shooting(["second_chance"], [], [1, 6])
    play(game, "second_chance")
    fired = [e.dice for e in game.state.events if e.kind == "fire"]
    assert fired == [[6]]
    assert game.unit("g").status == LOST


@OVERRIDE
def test_thank_the_helmet_turns_a_hit_into_a_marker() -> None:
    game = shooting([], ["thank_the_helmet"], [2])
    play(game, "thank_the_helmet")
    assert (game.unit("g").side, game.unit("g").suppressed) == (0, 1)
    missed = shooting([], ["thank_the_helmet"], [1])
    assert hand(missed) == set(), "a miss needs no helmet"
    killed = shooting([], ["thank_the_helmet"], [6])
    assert hand(killed) == set(), "and it does not help against a kill shot"


@pytest.mark.rule("hon.aaa.check.1", "hon.aaa.check.2")
@pytest.mark.parametrize(("die", "down"), [(4, False), (5, True)])
def test_an_aircraft_waits_for_the_anti_aircraft_check(die: int, down: bool) -> None:
    game = field(["p51"], units=SHOT)
    game.roll(die, *([] if down else [6]))
    play(game, "p51")
    run = next(c for c in game.offered("target") if c.place == "r1c4" and c.label.args["direction"] == "@direction.2")
    game.state.events = []
    game.state.play(game.decision(), run.id)
    seen = [e.kind for e in game.state.events]
    assert ("card-shot-down" in seen) is down
    assert ("support" in seen) is not down
    assert (game.unit("g").status == LOST) is not down


@OVERRIDE
def test_artillery_drifts_and_attacks_everybody_under_it() -> None:
    game = field(["m101"], units=SHOT)
    game.roll(5, 6)
    play(game, "m101")
    point = next(c for c in game.offered("target") if (c.x, c.y) == (4.0, 1.0))
    game.state.play(game.decision(), point.id)
    assert game.unit("g").status == LOST
    lost = field(["m101"], units=SHOT)
    lost.roll(1)
    play(lost, "m101")
    corner = next(c for c in lost.offered("target") if (c.x, c.y) == (4.0, 1.0))
    lost.state.play(lost.decision(), corner.id)
    assert lost.unit("g").status != LOST, "it drifted off the board"


@OVERRIDE
def test_the_flak_needs_an_observer() -> None:
    game = field([], ["flak18"], units=SHOT, initiative="de")
    game.roll(6)
    play(game, "flak18")
    assert game.unit("u").status == LOST
    blind = field([], ["flak18"], units=SHOT, initiative="de", map=["......", "..#...", "..#..."])
    assert hand(blind) == set()


@OVERRIDE
def test_close_attacks_on_vehicles_take_the_place_of_an_action() -> None:
    units = {"u": "us.jeep r1c2 order=2", "g": "ge902.fire_group r1c1 order=1", "v": "us8.officer r2c9"}
    game = field([], ["geballte_ladung"], units=units, initiative="de")
    game.roll(6)
    play(game, "geballte_ladung")
    assert game.unit("u").status == LOST
    assert game.unit("g").acted
    far = {"u": "us8.fire_team r1c1 order=1", "g": "ge.zundapp r1c5"}
    faust = field(["captured_panzerfaust"], units=far)
    faust.roll(6)
    play(faust, "captured_panzerfaust")
    assert faust.unit("g").status == LOST


@pytest.mark.rule("hon.ord.guardian.1", "hon.ord.direct.8", "hon.terrain.def.1")
def test_attacks_of_cards_meet_the_whole_defense_of_their_target() -> None:
    units = {"u": "us8.fire_team r1c1", "o": "us8.officer r2c0", "g": "ge902.officer r1c4 order=1"}
    wood = ["......", ".t....", "......"]
    for perks, directed, more in (([], False, 1), (["guardian"], False, 2), (["guardian"], True, 3)):
        game = field([], ["flak18"], units=units, initiative="de", map=wood, more={"perks": perks})
        if directed:
            game.state.staff.directive[0] = HOLD_YOUR_GROUND
            game.state.staff.herald[0] = game.names["o"]
        game.roll(1)
        printed = game.unit("u").face.defense
        play(game, "flak18")
        game.choose("target", "u")
        assert game.event("support").args["defense"] == printed + more


@pytest.mark.rule("hon.eq.shield.3", "hon.eq.shield.4")
def test_shielding_helps_against_the_attack_of_a_card() -> None:
    units = {"t": "us.sherman r1c2 facing=2", "g": "ge902.officer r1c5 order=1"}
    tokens = {"tokens": {"additional_shielding": 2}}
    game = field([], ["flak18"], units=units, initiative="de", map=["......"] * 3, more=tokens)
    game.roll(1)
    play(game, "flak18")
    assert [choice.label.args["n"] for choice in game.offered("shield")] == [0, 1, 2]
    assert (game.decision().seat, SYSTEM.prompt(game.state, game.decision()).pieces) == (0, [game.names["t"]])
    twin = game.state.clone()
    assert twin.data() == game.state.data()
    game.choose("shield", n=2)
    assert game.event("support").args["defense"] == game.unit("t").face.armour[0] + 2
    assert game.state.tokens[0][SHIELDING] == 0
