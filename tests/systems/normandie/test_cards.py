"""Action cards: when they may be played, in which order they take effect, and what they do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage.kernel.game import Game
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.army import cards, usual_deck
from bocage.systems.normandie.model.flags import AMMO, NO_TOKEN
from bocage.systems.normandie.rules.acts import ACTS, DROP_CARD, HOLD, LEAVE_NUMBER, LEAVE_REST
from bocage.systems.normandie.rules.cards import EFFECTS
from bocage.systems.normandie.rules.decisions import CARD_TARGET, ORDER
from bocage.systems.normandie.rules.moments import AT_SUPPLY
from bocage.systems.normandie.state import LOST
from bocage.text import LANGUAGES, catalogue
from systems.normandie.field import Field
from systems.normandie.test_hidden import seen_by

UNITS = {
    "u": "us8.officer r0c0 order=1",
    "v": "us8.fire_team r2c0 order=2",
    "w": "us8.fire_team r4c0",
    "g": "ge902.officer r0c11 order=1",
    "h": "ge902.fire_group r3c11 order=2",
}


def field(us: list[str], de: list[str] | None = None, units: dict[str, str] | None = None, **position: Any) -> Field:
    army = {"us": {"hand": us} | position.pop("more", {}), "de": {"hand": de or []}}
    return Field(units or UNITS, army=army, options={"cards": "on"}, **position)


def hand(field: Field) -> set[str]:
    """The cards that may be played now."""
    return {str(choice.label.args["card"]).split(".")[1] for choice in field.offered("card")}


def play(field: Field, card: str) -> None:
    field.choose("card", card=f"@action.{card}.title")


OVERRIDE = pytest.mark.rule("hon.card.override.1")


@pytest.mark.rule("hon.card.phase.1")
def test_a_card_is_played_in_its_phase_only() -> None:
    cards_held = ["high_command", "courage", "advance", "desertion"]
    suppressed = {name: text + " suppressed=2" for name, text in UNITS.items()}
    seen = {}
    for phase in ("orders", "activation", "supply"):
        units = (
            suppressed if phase != "orders" else {n: t.split(" order")[0] + " suppressed=2" for n, t in UNITS.items()}
        )
        seen[phase] = hand(field(cards_held, units=units, phase=phase))
    assert seen["orders"] == {"high_command", "courage"}
    assert seen["activation"] == {"courage"}, "suppressed units cannot advance far enough"
    assert seen["supply"] == {"courage", "desertion"}
    assert hand(field(["advance", "courage"])) == {"advance"}, "nobody is suppressed"


@pytest.mark.rule("hon.card.limit.1", "hon.card.draw.1")
def test_any_number_of_cards_and_no_refill_before_the_supply_phase() -> None:
    units = UNITS | {"u": UNITS["u"] + " suppressed=2", "v": UNITS["v"] + " suppressed=2"}
    game = field(["courage", "courage", "relay"], units=units, more={"deck": ["no"] * 5})
    for name in ("u", "v"):
        play(game, "courage")
        game.choose("target", name)
    game.choose("hold")
    assert (game.unit("u").suppressed, game.unit("v").suppressed) == (0, 0)
    assert [game.state.scenario.cards[number].id for number in game.state.staff.hands[0]] == ["relay"]


@pytest.mark.rule("hon.card.simul.1", "hon.card.simul.2")
@pytest.mark.parametrize(("initiative", "first"), [("us", 0), ("de", 1)])
def test_the_side_with_initiative_plays_first_and_the_other_reconsiders(initiative: str, first: int) -> None:
    game = field(["communications_scrambled", "no"], ["communications_scrambled", "nein"], initiative=initiative)
    assert game.decision().seat == first
    assert hand(game) == {"communications_scrambled"}, "nothing to cancel yet"
    play(game, "communications_scrambled")
    game.state.play(game.decision(), game.decision().options[0])
    assert game.decision().seat == 1 - first
    assert hand(game) == {"communications_scrambled", "nein" if first == 0 else "no"}
    assert "hold" in game.verbs()


@pytest.mark.rule("hon.card.stack.1", "hon.card.override.1")
def test_the_last_card_is_resolved_first() -> None:
    """The Germans cancel the scrambling, the Americans cancel that: the scrambling works."""
    game = field(["communications_scrambled", "no"], ["nein"])
    play(game, "communications_scrambled")
    game.choose("target", "h")
    play(game, "nein")
    play(game, "no")
    played = [e for e in game.state.events if e.kind in ("card-played", "card-cancelled", "card-void")]
    order = [(e.kind, str(e.args["card"]).split(".")[1]) for e in played]
    assert order == [("card-played", "no"), ("card-cancelled", "nein"), ("card-played", "communications_scrambled")]
    assert game.unit("h").token == NO_TOKEN


@pytest.mark.rule("hon.card.stack.2")
def test_a_card_without_a_valid_target_is_lost_and_says_so() -> None:
    """The Germans answer the scrambling by relaying the token to another unit."""
    units = UNITS | {"h": "ge902.fire_group r3c11"}
    game = field(["communications_scrambled"], ["relay"], units=units)
    play(game, "communications_scrambled")
    play(game, "relay")
    told = [(e.kind, str(e.args["card"]).split(".")[1]) for e in game.state.events if e.kind.startswith("card-")]
    assert told == [("card-played", "relay"), ("card-void", "communications_scrambled")]
    assert (game.unit("g").token, game.unit("h").token) == (NO_TOKEN, 1)


@pytest.mark.rule("hon.special.source.1", "hon.special.cap.1", "hon.open.special.highcmd.1")
def test_high_command_gives_a_special_order_for_this_round() -> None:
    units = {name: text.split(" order")[0] for name, text in UNITS.items()}
    game = field(["high_command"], units=units, phase="orders")
    play(game, "high_command")
    assert game.state.staff.special == [1, 0]
    assert "special" in game.verbs()
    full = field(["high_command"], units=units, phase="orders", more={"special": 2})
    assert hand(full) == set(), "never more than two"
    late = supply_field(["relay"])
    late.state.staff.special = [1, 0]
    late.choose("done")
    assert late.state.round == 2
    assert late.state.staff.special == [0, 0]


def passes(option: int) -> bool:
    return ACTS.of(option) in (HOLD, LEAVE_NUMBER, LEAVE_REST)


@OVERRIDE
def test_initiative_confusion_and_tactician() -> None:
    units = {name: text.split(" order")[0] for name, text in UNITS.items()}
    game = field([], ["initiative"], units=units, phase="orders")
    play(game, "initiative")
    assert game.state.initiative == 1
    game = field(["confusion", "tactician"], units=units, phase="orders")
    rng = random.Random(3)
    while game.state.tokens_down is False or game.decision().kind is ORDER:
        game.state.play(
            game.decision(), rng.choice([o for o in game.decision().options if not passes(o)] or [HOLD.act()])
        )
    assert hand(game) == {"confusion", "tactician"}
    before = {name: game.unit(name).token for name in ("g", "h")}
    play(game, "confusion")
    if game.decision().kind is CARD_TARGET:
        game.state.play(game.decision(), game.decision().options[0])
    game.choose("hold")
    assert {game.unit("g").token, game.unit("h").token} == set(before.values())


@pytest.mark.rule("hon.act.marker.1")
def test_advance_and_go_move_a_unit_and_mark_it() -> None:
    game = field(["advance"])
    play(game, "advance")
    game.choose("step", place="r4c1")
    game.choose("stop")
    assert game.unit("w").activated
    acted = UNITS | {"w": "us8.fire_team r4c0 acted"}
    game = field(["go"], units=acted)
    play(game, "go")
    game.choose("step", place="r4c1")
    game.choose("stop")
    assert game.unit("w").activated


@OVERRIDE
def test_ready_gives_the_next_order_and_fury_another_action() -> None:
    game = field(["ready"], ["fury"])
    game.choose("pass")
    play(game, "ready")
    assert game.unit("v").shown
    game = field([], ["fury"], initiative="de")
    game.choose("pass")
    play(game, "fury")
    assert game.verbs() >= {"pass"}
    game.choose("pass")
    assert game.unit("g").suppressed == 2


@OVERRIDE
def test_relay_moves_a_token() -> None:
    game = field(["relay"])
    play(game, "relay")
    # v is the only one with a token within three spaces of w
    assert (game.unit("v").token, game.unit("w").token) == (NO_TOKEN, 2)


@OVERRIDE
def test_speed_setup_turns_a_unit_over() -> None:
    units = UNITS | {"w": "us8.recon_team r4c0"}
    game = field(["speed_setup"], units=units)
    play(game, "speed_setup")
    assert game.unit("w").side == 1


@OVERRIDE
def test_burst_into_action_adds_movement_to_one_action() -> None:
    game = field(["burst_into_action"])
    assert hand(game) == {"burst_into_action"}
    play(game, "burst_into_action")
    game.walk("r0c1", "r0c2", "r0c3", "r0c4", "r0c5", "r0c6")
    assert game.at("u") == "r0c6"
    assert game.state.staff.aided == -1


def supply_field(us: list[str], units: dict[str, str] | None = None, **fields: Any) -> Field:
    return field(
        us, units=units or {n: t.split(" order")[0] + " acted" for n, t in UNITS.items()}, phase="supply", **fields
    )


def suppressed() -> dict[str, str]:
    """So that Courage opens the window."""
    return {n: t.split(" order")[0] + " acted suppressed=1" for n, t in UNITS.items()}


def replay(game: Field) -> None:
    """Ask again after the position has been changed."""
    game.state.pending.clear()
    game.state.advance()


@pytest.mark.rule("hon.supply.step.1")
def test_supply_cards_come_at_the_start_of_the_phase() -> None:
    game = supply_field(["american_way_of_life"], more={"deck": ["no", "relay", "advance"]})
    play(game, "american_way_of_life")
    assert len(game.state.staff.hands[0]) == 2
    units = {n: t.split(" order")[0] + " acted" for n, t in UNITS.items()} | {
        "h": "ge902.fire_group r3c11 suppressed=2"
    }
    game = supply_field(["desertion"], units)
    play(game, "desertion")
    assert game.unit("h").status == LOST
    assert game.state.losses[1] == 1


@OVERRIDE
def test_resupply_and_uncle_sam() -> None:
    full = supply_field(["resupply"], more={"tokens": {"ammo": 3}})
    assert hand(full) == set(), "nothing is spent"
    game = supply_field(["resupply", "courage"], suppressed(), more={"tokens": {"ammo": 3}})
    game.state.tokens[0][AMMO] = 0
    replay(game)
    play(game, "resupply")
    game.choose("hold")
    assert game.state.tokens[0][AMMO] == 2
    back = supply_field(["uncle_sam", "courage"], suppressed())
    lost = back.unit("w")
    back.state.remove(lost, LOST)
    back.state.losses[0] += 1
    replay(back)
    play(back, "uncle_sam")
    back.choose("target", place="r5c5")
    back.choose("hold")
    assert (back.at("w"), lost.side, back.state.losses[0]) == ("r5c5", 1, 1)


@pytest.mark.rule("hon.supply.step.6", "hon.card.draw.1", "hon.open.deck.empty.1")
def test_cards_are_discarded_and_drawn_late_in_the_supply_phase() -> None:
    game = supply_field(["relay", "advance"], more={"deck": ["no"] * 6})
    assert game.verbs() == {"discard", "done"}
    game.choose("discard", card="@action.relay.title")
    game.choose("done")
    assert [game.state.scenario.cards[n].id for n in game.state.staff.hands[0]] == ["advance", "no", "no", "no"]
    short = supply_field(["relay"], more={"deck": ["no"]})
    short.state.revealed = False
    short.choose("done")
    assert short.state.revealed, "a card that was seen cannot be put back"
    assert len(short.state.staff.hands[0]) == 2, "no reshuffle"


@pytest.mark.rule("hon.ord.improv.1")
def test_improvisation_draws_one_more_and_discards_one() -> None:
    game = supply_field([], more={"deck": ["no"] * 6, "perks": ["improv"]})
    assert game.verbs() == {"discard"}
    assert len(game.state.staff.hands[0]) == 5
    game.state.play(game.decision(), DROP_CARD.on(0))
    assert len(game.state.staff.hands[0]) == 4


@pytest.mark.rule("hon.card.override.2", "hon.supply.immutable.1")
def test_no_card_fires_or_assaults_in_the_supply_phase() -> None:
    peaceful = {"remove-suppressed", "flip-unit", "draw", "eliminate", "return-unit", "return-tokens", "remove-damage"}
    peaceful |= {"deploy-unit", "second-wind"}
    assert {effect.name for effect in EFFECTS.values() if AT_SUPPLY in effect.moments} <= peaceful | {
        "deploy-unit",
        "second-wind",
    }
    game = supply_field([c.id for c in cards().values() if "us" in c.nations and c.effect in EFFECTS])
    offered = hand(game)
    assert "second_wind" in offered
    assert offered <= {
        "american_way_of_life",
        "desertion",
        "resupply",
        "uncle_sam",
        "courage",
        "speed_setup",
        "repairs",
        "second_wind",
    }


@pytest.mark.rule("hon.setup.deck.5", "hon.comp.cards.1")
def test_opening_hands() -> None:
    state = SYSTEM.new("carnage", 7, {"cards": "on"})
    for seat, nation in enumerate(state.scenario.nations):
        deck = usual_deck(nation, [])
        assert len(state.staff.hands[seat]) == 4
        assert len(state.staff.decks[seat]) == sum(deck.values()) - 4
        drawn = state.staff.hands[seat] + state.staff.decks[seat]
        assert all(nation in cards()[state.scenario.cards[number].id].nations for number in drawn)
    assert SYSTEM.new("carnage", 7, {}).staff.hands == state.staff.hands, "they are in play unless one says otherwise"
    assert SYSTEM.new("carnage", 7, {"cards": "off"}).staff.hands == [[], []]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_option_has_its_words(language: str) -> None:
    from bocage.systems.normandie.content.army import heroes, options, tiles

    book = catalogue(SYSTEM.package, language)
    for card in cards():
        assert book.say(f"action.{card}.title")
        assert book.say(f"action.{card}.about")
    for prefix, names in (("recruit", options()), ("hero", heroes()), ("tile", tiles())):
        for name in names:
            assert book.say(f"{prefix}.{name}")


@pytest.mark.rule("hon.order.hidden.1")
@pytest.mark.parametrize("seed", range(6))
def test_hands_and_decks_stay_secret(seed: int) -> None:
    options = {"cards": "on", "orders": ("together", "alternate")[seed % 2]}
    game = Game(SYSTEM, "carnage", seed, options, SYSTEM.new("carnage", seed, options), True)
    rng = random.Random(seed)
    differing = played = 0
    for _ in range(3_000):
        if game.over:
            break
        state = game.state
        if rng.random() < 0.3:
            for seat in (0, 1, -1):
                other = SYSTEM.redeterminise(state, seat, rng)
                SYSTEM.check(other)
                assert seen_by(other, seat) == seen_by(state, seat)
                if seat >= 0:
                    assert other.staff.hands[seat] == state.staff.hands[seat]
                    differing += other.staff.hands[1 - seat] != state.staff.hands[1 - seat]
        decision = rng.choice(state.pending)
        option = rng.choice(decision.options)
        for event in game.play(option, decision.seat):
            played += event.kind == "card-played"
            if event.kind == "drawn":
                assert not event.seen_by(-1)
        SYSTEM.check(game.state)
    assert game.over
    assert differing > 10
    assert played > 0


SHOT = {"u": "us8.fire_team r1c1 order=1", "g": "ge902.fire_group r1c4 order=1"}


@OVERRIDE
def test_infantry_with_a_second_wind_moves_in_the_supply_phase() -> None:
    units = {"u": "us8.officer r0c0", "v": "us8.fire_team r2c0", "g": "ge902.officer r0c11"}
    game = field(["second_wind"], units=units, phase="supply")
    assert hand(game) == set(), "nobody has acted"
    units["v"] += " acted"
    spent = field([], units=units, phase="supply")
    assert spent.targets("supply-move") == {"u"}
    game = field(["second_wind"], units=units, phase="supply")
    play(game, "second_wind")
    assert game.targets("supply-move") == {"u", "v"}


@OVERRIDE
def test_smoke_grenades_and_repairs() -> None:
    game = field(["smoke_grenades"], units=SHOT)
    play(game, "smoke_grenades")
    assert {(c.x, c.y) for c in game.offered("target")} == {(1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (2.0, 2.0)}
    game.state.play(game.decision(), game.decision().options[0])
    assert [penalty for _, penalty in game.state.smoke] == [2]
    units = {"u": "us.sherman r1c3 acted", "v": "us8.officer r5c0 acted", "g": "ge902.officer r1c9 acted"}
    assert hand(supply_field(["repairs"], units)) == set()
    shop = supply_field(["repairs", "courage"], units | {"v": units["v"] + " suppressed=1"})
    shop.unit("u").damage = 5
    replay(shop)
    play(shop, "repairs")
    shop.choose("hold")
    assert shop.unit("u").damage == 4


@OVERRIDE
def test_all_terrain_ignores_difficult_ground() -> None:
    units = {"u": "us8.officer r0c0 order=1", "g": "ge902.officer r2c9"}
    game = field(["all_terrain"], units=units, map=["..h.......", "..h.......", "..h......."])
    play(game, "all_terrain")
    game.walk("r0c1", "r0c2", "r0c3", "r0c4")
    assert game.at("u") == "r0c4"


@pytest.mark.rule("hon.trait.tricky.2")
def test_a_ruse_is_not_set_up_nor_does_it_observe() -> None:
    units = {"r": "us.ruse r1c1 back order=1", "u": "us8.officer r0c0", "g": "ge902.officer r2c5"}
    assert hand(field(["speed_setup", "smoke_grenades"], units=units, phase="activation")) == {"smoke_grenades"}
    spies = {"r": "ge.ruse r1c4 back", "o": "ge902.officer r2c5 order=1", "u": "us8.officer r1c0"}
    screen = ["......", "......", "...##."]
    assert hand(field([], ["flak18"], units=spies, initiative="de", map=screen)) == set()
