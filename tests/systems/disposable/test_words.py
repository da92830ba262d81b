"""What a player reads: questions, labels, the log and the end, in both languages."""

from __future__ import annotations

import pytest

from bocage.analysis.pathrisk import chance_of
from bocage.kernel.act import point_option
from bocage.kernel.views import Text
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records
from bocage.systems.disposable.model.tables import RUN
from bocage.systems.disposable.rules import acts
from bocage.systems.disposable.rules.turn import Battle
from bocage.systems.disposable.rules.victory import NOBODY, ended_by
from bocage.systems.disposable.state import DESTROYED, ROUTING, DisposableState
from bocage.text import catalogue
from systems.disposable.field import Field, ground, line, unit

ENGLISH, FRENCH = (catalogue(SYSTEM.package, language) for language in ("en", "fr"))
FAR = unit("far", 1, 66, 44)


def asked(field: Field) -> str:
    return ENGLISH.render(SYSTEM.prompt(field.state, field.decision).text)


def label(field: Field, verb: str, name: str = "") -> str:
    choice = field.find(verb, name)
    assert choice is not None
    return ENGLISH.render(choice.label)


def at(field: Field, x: float, y: float) -> tuple[str, str]:
    text = SYSTEM.choice(field.state, field.decision, point_option(round(x * 10), round(y * 10))).label
    return ENGLISH.render(text), FRENCH.render(text)


# The end


def ended(state: DisposableState, winner: int) -> tuple[str, str, str]:
    """The reason, the text of the end and the line of the log."""
    state.events = []
    state.recording = True
    Battle().close(state, winner, "dh.core.victory.break")
    ending = SYSTEM.position(state, 0).ending
    assert ending is not None
    assert FRENCH.render(ending)
    event = state.events[-1]
    return ended_by(state), ENGLISH.render(ending), ENGLISH.say(f"event.{event.kind}", event.args)


@pytest.mark.rule("dh.core.victory.break")
def test_the_end_tells_that_both_sides_are_broken() -> None:
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 40)])
    for side in field.state.units:
        del side.figures[2:]
    reason, ending, log = ended(field.state, NOBODY)
    assert reason == "both-broken"
    assert ending.startswith("Both sides are past their breaking point: US Army has lost ")
    assert "draw" not in ending.lower(), "the page says that already"
    assert log.startswith("A draw: both sides are past their breaking point (US Army 0, German Army 0)")


@pytest.mark.rule("dh.core.victory.break")
def test_the_points_of_the_winner_come_first() -> None:
    field = Field([unit("us", 0, 20, 20), unit("us2", 0, 40, 20), unit("de", 1, 20, 40)])
    state = field.state
    for name in ("us", "us2"):
        field.unit(name).figures.clear()
        field.unit(name).place = DESTROYED
    reason, ending, log = ended(state, 1)
    assert reason == "broken"
    assert ending.endswith("lost. Points: 2 to 0.")
    assert ending.startswith("US Army is past its breaking point")
    assert log == "German Army wins: the enemy is past the breaking point (2 to 0)."
    assert "(2 à 0)" in FRENCH.say("event.over", state.events[-1].args)


def test_other_reasons_for_the_end() -> None:
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 40)])
    field.unit("de").status = ROUTING
    assert ended(field.state, 0)[:2] == ("routing", "Every unit of German Army is routing. Points: 0 to 0.")
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 40)])
    assert ended(field.state, NOBODY)[0] == "equal"
    for name in ("seized", "close", "points"):
        assert {f"ending.{name}", f"why.{name}"} <= set(ENGLISH.entries)


@pytest.mark.rule("dh.core.victory.break")
def test_losses_and_the_breaking_point_are_shown_from_the_start() -> None:
    state = SYSTEM.new("lesson_close_combat", 1, {})
    assert isinstance(state, DisposableState)
    lines = SYSTEM.position(state, 0).status[:2]
    assert [ENGLISH.render(text) for text in lines] == [
        "Red Army: lost 0 of 18, breaks at 10",
        "German Army: lost 0 of 12, breaks at 7",
    ]
    assert FRENCH.render(lines[0]) == "Armée rouge : 0 sur 18 hors de combat, rupture à 10"
    state.remove(state.units[0], state.units[0].figures[-1])
    assert SYSTEM.position(state, 0).status[0].args["lost"] == 1


# Casualties


def test_who_falls_is_asked_with_the_shot_and_the_count() -> None:
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.roll(*[1] * 3, *[10] * 30)
    choice = field.find("fire", "de")
    assert choice is not None
    forecast = SYSTEM.forecast(field.state, field.decision, choice.id)
    assert forecast is not None
    dice = max(int(hits) for hits in forecast.odds["hits"])
    field.roll(*[1] * 3, *[10] * (dice - 3), 2, 2, 2, 1)
    field.choose("fire", "de")
    us, de = (ENGLISH.argument(field.state.force(field.unit(name)).name) for name in ("us", "de"))
    assert asked(field) == f"Fire from {us} at {de} (1 of 3): choose who falls."
    field.fall(field.unit("de").figures[-1])
    assert asked(field).startswith(f"Fire from {us} at {de} (2 of 3)")
    field.fall(field.unit("de").figures[-1])
    assert "The chances shown are those of the Guts check to come." in asked(field), (
        "odds are on the rows of the last one"
    )
    labels = [ENGLISH.render(choice.label) for choice in field.choices()]
    assert len(set(labels)) == len(labels), "men alike are told apart by where they stand"


@pytest.mark.rule("dh.share.1")
def test_why_men_of_other_units_may_fall_is_told_with_the_clause() -> None:
    near = [unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), unit("two", 1, 26, 30)]
    field = Field(near).choose("hold")
    field.roll(1, 10, 10, 2, 1)
    field.choose("fire", "de")
    assert "Men of one more unit nearby may fall instead." in asked(field)
    assert SYSTEM.prompt(field.state, field.decision).rule == "dh.share.1"
    de, two = field.unit("de"), field.unit("two")
    assert " of " not in label(field, "casualty", "de")
    name = ENGLISH.argument(field.state.force(two).name)
    assert f" of {name}, at " in label(field, "casualty", "two")
    assert len(field.choices()) == 1 + len(de.figures) + len(two.figures)


# Places


def test_a_destination_is_named_by_what_is_there() -> None:
    terrain = [ground("woods", 18, 22, 22, 25), line("hedge", 10, 18, 16, 18)]
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 40)], terrain=terrain).choose("run")
    assert at(field, 20, 23) == (
        "Move: in the woods – medium cover, 3.0″ ahead (20, 23)",
        "Aller : dans le bois – couvert moyen, 3,0″ en avant (20 ; 23)",
    )
    assert at(field, 20, 15)[0] == "Move: in the open, 5.0″ back (20, 15)"
    assert at(field, 26, 20)[0] == "Move: in the open, 6.0″ to the right (26, 20)"
    assert at(field, 15, 17.5)[0].startswith("Move: behind the hedge – medium cover, ")
    assert at(field, 15, 18.5)[0].startswith("Move: at the hedge – in the open, "), "on the side of the enemy"


def test_an_objective_is_named() -> None:
    state = SYSTEM.new("lesson_shooting", 1, {})
    state.play(state.pending[0], acts.MODES[RUN].act())
    text = SYSTEM.choice(state, state.pending[0], point_option(180, 135)).label
    assert ENGLISH.render(text).startswith("Move: objective Gate – behind the hedge – medium cover, ")
    assert FRENCH.render(text).startswith("Aller : à l'objectif Barrière – derrière la haie – couvert moyen, ")


def test_every_terrain_has_words_for_standing_there() -> None:
    for name, terrain in records.terrain_types().items():
        keys = {f"at.{name}", f"behind.{name}"} if terrain.linear else {f"in.{name}"}
        assert keys <= set(ENGLISH.entries), name


# Questions


def test_a_question_names_only_what_is_offered() -> None:
    units = [unit("us", 0, 20, 20), unit("de", 1, 20, 36), FAR]
    assert asked(Field(units).choose("hold")).endswith(": fire or finish.")
    assert asked(Field(units).choose("manoeuvre")).endswith(": move, fire or finish.")
    assert asked(Field(units).choose("run")).endswith(": move or finish.")
    close = [unit("us", 0, 20, 20), unit("de", 1, 20, 27), FAR]
    assert asked(Field(close).choose("run")).endswith(": move, charge or finish.")


def test_the_modes_tell_what_the_weapons_of_the_unit_keep() -> None:
    field = Field([unit("su", 0, 20, 20, template="su_smg_squad"), FAR])
    assert label(field, "manoeuvre") == "Manoeuvre (6″, full ROF and range)"
    field = Field([unit("us", 0, 20, 20, template="us_mmg"), FAR])
    assert label(field, "sneak") == "Sneak (3″, no firing)"
    field = Field([unit("us", 0, 20, 20, template="us_rifle_squad"), FAR])
    assert label(field, "sneak") == "Sneak (3″, full ROF, half range)"
    assert label(field, "manoeuvre") == "Manoeuvre (6″, half range; half ROF, but not for semi-automatic rifles)"
    kept = ("full", "half", "range", "full-half", "full-range", "half-range", "full-half-range", "none")
    assert {f"firing.{name}" for name in kept} <= set(ENGLISH.entries)


def test_the_first_lesson_says_nothing_of_the_turn() -> None:
    said = ENGLISH.say("lesson.lesson_shooting.mode", {"unit": "X"})
    assert "Turn 1" not in said
    assert "hedge" in said


# Numbers


def test_the_number_on_a_reaction_is_what_its_chooser_wants_or_is_named() -> None:
    units = [unit("a", 0, 20, 20, figures=6), unit("de", 1, 20, 25, figures=2), FAR]
    field = Field(units).choose("run")
    assert label(field, "charge", "de").endswith("(Guts check)")
    field.roll(1)
    field.choose("charge", "de")
    stand = SYSTEM.forecast(field.state, field.decision, acts.STAND.act())
    assert stand is not None
    assert chance_of(SYSTEM, stand) == pytest.approx(stand.odds["stand"]["succeeds"])
    assert chance_of(SYSTEM, stand) < 0.5, "two men against six"
    assert label(field, "stand") == "Stand and fight: to win the melee"
    assert label(field, "evade") == "Evade 9″ under fire: risk of casualties"
    for language in (ENGLISH, FRENCH):
        assert language.word("subject", "stand")
        assert language.word("outcome", "succeeds")


def test_the_log_tells_dice_to_hit_from_dice_to_wound() -> None:
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.roll(1, 1, 10, 10, 10, 5)
    field.choose("fire", "de")
    event = field.event("fire")
    assert (event.args["dice"], event.args["wounds"]) == (3, 2)
    assert len(event.dice) == 3 + 2
    assert ENGLISH.say("event.fire", event.args).endswith(
        ": 0 casualties (1 figure, 3 dice to hit: 2 hits; 2 dice to wound)."
    )


def test_french_names_stand_without_an_article() -> None:
    field = Field([unit("a", 0, 20, 20), unit("b", 0, 40, 20), FAR])
    assert FRENCH.render(field.choices()[0].label).startswith("Activer : ")
    assert FRENCH.render(Text("status.pinned")) == "clouée"


def test_units_beside_the_table_show_their_number() -> None:
    state = SYSTEM.new("crossroads", 1, {})
    beside = [piece for piece in SYSTEM.position(state, 0).pieces if not piece.radius]
    assert beside
    assert all(not piece.corner for piece in beside), "the corner would cover the end of the name"


@pytest.mark.rule("dh.open.best_cover")
@pytest.mark.parametrize(("wide", "cover"), [(1, "open"), (9, "medium")])
def test_a_destination_tells_the_cover_of_the_whole_squad(wide: int, cover: str) -> None:
    """The leader is in the wood both times, but his men only if it is wide; the log tells the same."""
    units = [unit("us", 0, 20, 24), unit("de", 1, 20, 46), unit("far", 1, 66, 44)]
    field = Field(units, terrain=[ground("woods", 20 - wide, 25, 20 + wide, 36)]).choose("manoeuvre")
    label = SYSTEM.choice(field.state, field.decision, point_option(200, 270)).label
    assert str(label.args["spot"]).endswith(f"@cover.{cover}")
    field.go(20, 27)
    assert field.event("move").args["cover"] == f"@cover.{cover}"
