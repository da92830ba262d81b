"""What a card window asks, and what a seat may hear of concealed units in it."""

from __future__ import annotations

import random

import pytest

from bocage.kernel.appraisal import Manner
from bocage.kernel.game import Game
from bocage.kernel.views import Text
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.rules import moments
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.decisions import CARD, STEP
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.moments import AT_SHOT, STEPPED
from bocage.systems.normandie.rules.outcomes import REGULAR
from bocage.systems.normandie.words.prompts import question_of_window
from bocage.text import LANGUAGES, catalogue
from systems.normandie.field import Field
from systems.normandie.test_cards import field, play

UNITS = {
    "u": "us8.fire_team r3c2 order=1",
    "v": "us8.officer r6c0",
    "g": "ge902.fire_group r3c8 order=1",
    "h": "ge902.officer r0c11",
}


def begin(seed: int, options: dict[str, str]) -> Game:
    return Game(SYSTEM, "carnage", seed, options, SYSTEM.new("carnage", seed, options), True)


def asked(game: Field) -> Text:
    return SYSTEM.prompt(game.state, game.decision()).text


def said(text: Text, language: str = "en") -> str:
    return catalogue(SYSTEM.package, language).render(text)


def test_every_moment_has_its_words() -> None:
    every = [value for value in vars(moments).values() if isinstance(value, moments.Moment)]
    assert len(every) == 16
    args: dict[str, int | str] = {"unit": "a", "target": "b"}
    for language in LANGUAGES:
        for moment in every:
            for name in filter(None, (moment.name, moment.unit)):
                catalogue(SYSTEM.package, language).say(f"prompt.card-{name}", args)


def test_a_window_names_the_unit_that_moves_and_the_card_that_was_played() -> None:
    game = field([], ["mine"], units=UNITS)
    game.walk("r3c3")
    assert asked(game) == Text("prompt.card-stepped", {"unit": "@unit.us8.fire_team"})
    answered = field(["advance"], ["nein"], units=UNITS)
    assert asked(answered).key == "prompt.card-between"
    play(answered, "advance")
    while answered.decision().kind != CARD:
        answered.state.play(answered.decision(), answered.decision().options[0])
    assert asked(answered) == Text("prompt.card-answer", {"card": "@action.advance.title"})


def test_a_concealed_unit_is_named_to_its_owner_only() -> None:
    game = field([], [], units=UNITS | {"c": "us8.recon_team r5c5 back"})
    hidden = game.unit("c")
    assert hidden.face.concealed
    game.state.push(CardWindow(STEPPED, 0, -1, hidden.id))
    assert question_of_window(game.state, 0).args["unit"] == "@unit.us8.recon_team"
    assert question_of_window(game.state, 1).args["unit"] == "@unit.concealed"
    game.state.pop()
    game.state.push(Shot(game.unit("g").id, 0, hidden.id, REGULAR))
    game.state.push(CardWindow(AT_SHOT, 0, -1, -1))
    for seat, name in ((0, "@unit.us8.recon_team"), (1, "@unit.concealed")):
        text = question_of_window(game.state, seat)
        assert text == Text("prompt.card-at-shot", {"unit": "@unit.ge902.fire_group", "target": name})


@pytest.mark.parametrize("seed", range(3))
def test_windows_of_whole_games_can_be_read(seed: int) -> None:
    game = begin(seed, {"cards": "on"})
    rng = random.Random(seed)
    keys = set()
    for _ in range(400):
        if game.state.over:
            break
        if game.decision.kind == CARD:
            text = SYSTEM.prompt(game.state, game.decision).text
            keys.add(text.key)
            for language in LANGUAGES:
                said(text, language)
        game.play(rng.choice(game.decision.options))
    assert len(keys) > 3
    assert "prompt.card" not in keys


def test_the_losses_of_both_sides_stand_first() -> None:
    game = begin(1, {})
    state = game.state
    first = SYSTEM.position(state, 0).status[0]
    assert first.key == "status.toll"
    assert (first.args["n"], first.args["m"]) == (0, 0)
    number = next(n for n, tile in enumerate(state.scenario.tiles) if tile.breaking_point and not tile.seat)
    state.losses[number] = 99
    state.broken[number] = True
    assert SYSTEM.position(state, 0).status[0].args["n"] == state.scenario.tiles[number].breaking_point
    for language in LANGUAGES:
        said(first, language)


def test_who_plays_no_card_at_steps_is_not_asked_at_another_step_of_the_round() -> None:
    army = {"de": {"hand": ["bogged_down", "nein"], "deck": ["mine"]}}
    game = Field(UNITS, army=army, options={"cards": "on"})
    game.walk("r3c3")
    assert (game.decision().seat, game.verbs()) == (1, {"hold", "spare"}), "a mine might be in his hand"
    twin = game.state.clone()
    game.choose("spare", seat=1)
    assert not game.state.events, "nobody hears of it"
    assert (game.state.staff.spared, twin.staff.spared) == ([[], ["stepped"]], [[], []])
    staff = game.state.staff
    staff.hands[1][0], staff.decks[1][0] = staff.decks[1][0], staff.hands[1][0]
    game.walk("r3c4")
    assert game.decision().kind == STEP, "not even with a mine in his hand: that would tell of it"


def test_who_spared_himself_still_answers_a_card() -> None:
    army = {"us": {"hand": ["no"]}, "de": {"hand": ["mine"]}}
    game = Field(UNITS, army=army, options={"cards": "on"})
    game.state.staff.spared[0] = ["stepped"]
    game.walk("r3c3")
    play(game, "mine")
    assert (game.decision().seat, game.verbs()) == (0, {"hold", "card"})


def test_the_draw_of_cards_ends_being_spared() -> None:
    game = field([], ["bogged_down"], units=UNITS, phase="supply")
    game.state.staff.spared = [["stepped"], ["at-shot"]]
    for _ in range(20):
        if game.state.round == 2:
            break
        game.state.play(game.decision(), game.decision().options[0])
    assert game.state.staff.spared == [[], []]


@pytest.mark.parametrize(("held", "spares"), [("nein", True), ("bogged_down", False)])
def test_a_bot_spares_itself_what_it_has_no_card_for(held: str, spares: bool) -> None:
    """A vehicle may come that could bog down."""
    army = {"de": {"hand": [held], "deck": ["mine"]}}
    game = Field(UNITS, army=army, options={"cards": "on"})
    game.walk("r3c3")
    scores = SYSTEM.doctrine(game.state, game.decision(), Manner())
    assert scores is not None
    values = {game.offered()[n].verb: sum(value for _, value in parts) for n, parts in enumerate(scores)}
    assert (values["spare"] > values["hold"]) is spares
