"""Random games with invariants after every decision, every text rendered, and forecasts against all dice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage.kernel.event import Event
from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content.positions import drill_state
from bocage.systems.disposable.rules import acts
from bocage.text import catalogue
from counting import count
from systems.disposable.field import Field, by_name, ground, line, unit

pytestmark = pytest.mark.rule("dh.core.turn.seq", "dh.core.act.phases")
"""What all situations below play."""

CATALOGUES = [catalogue(SYSTEM.package, language) for language in ("en", "fr")]
MOST = 3000


def any_verb(game: Game, rng: random.Random) -> int:
    """Every verb is as likely as any other, so that charges are met as often as moves."""
    choices = [SYSTEM.choice(game.state, game.decision, option) for option in game.decision.options]
    verb = rng.choice(sorted({choice.verb for choice in choices}))
    return rng.choice([choice.id for choice in choices if choice.verb == verb])


def play_out(game: Game, seed: int) -> set[str]:
    """Play to the end; the verbs that were used."""
    rng = random.Random(seed)
    used: set[str] = set()
    for _ in range(MOST):
        if game.over:
            return used
        decision = game.decision
        if decision.region is not None and rng.random() < 0.2:
            option = decision.region.sample(rng)
        else:
            option = any_verb(game, rng)
        choice = SYSTEM.choice(game.state, decision, option)
        used.add(choice.verb)
        forecast = game.forecast(option)
        events = game.play(option)
        SYSTEM.check(game.state)
        for words in CATALOGUES:
            words.render(choice.label)
            for event in events:
                words.say(f"event.{event.kind}", event.args)
                for entry in event.lines:
                    words.say(entry.label)
        if forecast is not None:
            agree(forecast.odds, events)
    raise AssertionError("the game does not end")


def agree(odds: dict[str, dict[str, float]], events: list[Event]) -> None:
    for subject, row in odds.items():
        assert sum(row.values()) == pytest.approx(1.0)
        found = [label for event in events if (label := event.outcome(subject)) is not None]
        assert not found or found[0] in row, (subject, found, row)


@pytest.mark.parametrize("seed", range(8))
def test_crossroads_is_played_to_its_end(seed: int) -> None:
    game = Game(SYSTEM, "crossroads", seed, {}, SYSTEM.new("crossroads", seed, {}), True)
    play_out(game, seed)
    assert game.view(-1).over
    for words in CATALOGUES:
        ending = game.view(-1).ending
        assert ending is not None
        words.render(ending)


CLOSE: dict[str, Any] = {
    "table": {"width": 36, "height": 30},
    "turns": 4,
    "terrain": [
        ground("woods", 2, 12, 8, 18), ground("building", 15, 13, 19, 16), ground("rubble", 24, 10, 30, 14),
        ground("water", 31, 16, 34, 20), line("hedge", 9, 14, 14, 14), line("bocage", 20, 15, 26, 16),
    ],
    "objectives": [{"id": "mid", "at": [18, 12], "radius": 3, "vp": 3}],
    "units": [
        unit("a", 0, 9, 10, figures=6), unit("b", 0, 20, 10, figures=7), unit("c", 0, 28, 6, figures=2),
        unit("h", 0, 13, 4, template="us_pc"), unit("m", 0, 22, 4, template="us_mmg"),
        unit("d", 1, 10, 18, figures=6), unit("e", 1, 22, 18, figures=8), unit("f", 1, 30, 25, figures=1),
        unit("g", 1, 15, 25, template="de_pc"), unit("n", 1, 25, 25, template="de_hmg"),
    ],
}  # fmt: skip


def test_close_quarters_use_every_verb() -> None:
    used: set[str] = set()
    for seed in range(40):
        state, _ = drill_state({**CLOSE, "units": by_name(CLOSE["units"])})
        state.dice.state = seed * 7919 + 1
        used |= play_out(Game(SYSTEM, "drill", seed, {}, state, True), seed)
    wanted = {
        "activate", "hold", "sneak", "manoeuvre", "run", "to", "fire", "grenade", "charge", "face", "done", "snap-fire",
        "decline", "stand", "evade", "casualty", "first",
    }  # fmt: skip
    assert wanted <= used, wanted - used


def observed(subject: str) -> Any:
    def label(state: State, events: list[Event]) -> str:
        found = [label for event in events if (label := event.outcome(subject)) is not None]
        return found[0] if found else "never"

    return label


@pytest.mark.parametrize(
    ("terrain", "men"),
    [([], 1), ([], 3), ([ground("rubble", 15, 28, 25, 40)], 3), ([line("fence", 10, 25, 30, 25)], 1)],
)
def test_the_fire_forecast_is_exact(terrain: list[dict[str, Any]], men: int) -> None:
    """One or two manoeuvring rifles against two men: all dice played through."""
    units = [unit("de", 1, 20, 20), unit("us", 0, 20, 31, figures=2), unit("x", 0, 60, 40)]
    field = Field(units, terrain=terrain, first=1).choose("manoeuvre")
    shooters = field.unit("de")
    shooters.figures = shooters.figures[3 : 3 + men]
    choice = field.find("fire", "us")
    assert choice is not None
    forecast = SYSTEM.forecast(field.state, field.decision, choice.id)
    assert forecast is not None
    for subject, exact in count(field.state, field.decision, choice.id, ["hits", "casualties"]).items():
        assert forecast.odds[subject] == pytest.approx(exact), subject


def test_the_check_forecasts_are_exact() -> None:
    units = [unit("a", 0, 20, 20, status="pinned"), unit("b", 0, 40, 8), unit("de", 1, 20, 40)]
    field = Field(units)
    rally = field.find("activate", "a")
    assert rally is not None
    compare(field, rally.id, "rally")
    units = [unit("a", 0, 20, 20, figures=4), unit("de", 1, 20, 27, figures=6), unit("x", 1, 60, 40)]
    field = Field(units).choose("run")
    charge = field.find("charge", "de")
    assert charge is not None
    compare(field, charge.id, "charge")


def compare(field: Field, option: int, subject: str) -> None:
    forecast = SYSTEM.forecast(field.state, field.decision, option)
    assert forecast is not None
    assert forecast.odds[subject] == pytest.approx(count(field.state, field.decision, option, [subject])[subject])


def test_the_melee_forecast_agrees_with_many_melees() -> None:
    """A melee may last for ever, so it is sampled: 4000 of them, within four standard errors."""
    units = [unit("a", 0, 20, 20, figures=3), unit("de", 1, 20, 25, figures=2), unit("x", 1, 60, 40)]
    field = Field(units).choose("run")
    field.roll(1)
    field.choose("charge", "de")
    forecast = SYSTEM.forecast(field.state, field.decision, acts.STAND.act())
    assert forecast is not None
    won = 0
    for seed in range(4000):
        twin = field.state.clone()
        twin.recording = True
        twin.dice.script = None
        twin.dice.state = seed * 0x9E3779B97F4A7C15 % 2**64
        twin.play(twin.pending[0], acts.STAND.act())
        won += observed("melee")(twin, twin.events) == "attacker"
    assert won / 4000 == pytest.approx(forecast.odds["stand"]["fails"], abs=4 * 0.5 / 4000**0.5)


def test_a_region_holds_what_it_offers_and_samples() -> None:
    game = Game(SYSTEM, "crossroads", 3, {}, SYSTEM.new("crossroads", 3, {}), False)
    rng = random.Random(3)
    met = 0
    for _ in range(MOST):
        if game.over or met >= 40:
            break
        decision = game.decision
        if decision.region is not None:
            met += 1
            assert len(decision.options) <= 40
            assert decision.allows(decision.region.sample(rng))
            assert all(decision.region.candidates(5)[i] == option for i, option in enumerate(decision.options[:5])
                       if i < len(decision.region.candidates(5)))  # fmt: skip
            assert all(len(ring) >= 3 for ring in decision.region.outline())
        game.play(rng.choice(decision.options))
    assert met >= 40
