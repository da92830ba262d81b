"""The risk of a whole path: against every run of dice, against plays, and without a word of what is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import bocage
from bocage import registry
from bocage.analysis import odds
from bocage.analysis.pathrisk import Leg, PathRisk, Walk, World, known_pieces, own_decision, risk_of_path
from bocage.cli.main import build_app
from bocage.kernel.decision import Decision
from bocage.kernel.dice import Dice, seeded
from bocage.kernel.enumerate import TooManyRuns, outcomes
from bocage.kernel.event import Event
from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.kernel.system import System

LIVELY = {"lnlt": "boh/first-contact", "normandie": "rex", "disposable": "lesson_guts"}
DRILLS = {name: registry.system(name).package / "drills" for name in LIVELY}
PLAYS = 5_000


def about_to_step(system: str, games: int, options: dict[str, Any] | None = None) -> Iterator[Game]:
    """Positions of random games in which somebody may take a step."""
    for seed in range(games):
        game = bocage.new(system, LIVELY[system], seed=seed, options=options or {})
        rng = random.Random(seed)
        for _ in range(220):
            if game.over:
                break
            choices = game.system.prompt(game.state, game.decision).choices
            steps = [choice for choice in choices if choice.steps]
            if steps:
                yield game.clone()
            going = rng.choice(steps) if steps and rng.random() < 0.8 else rng.choice(choices)
            game.play(going.id)


def first_step(game: Game, rng: random.Random) -> str:
    decision = game.decision
    choices = [game.system.choice(game.state, decision, option) for option in decision.options]
    step = rng.choice([choice for choice in choices if choice.steps])
    return step.place or f"{step.x},{step.y}"


def said(found: PathRisk) -> bytes:
    return msgspec.json.encode(odds.path_odds(found, {}))


class Told(Walk):
    """Remembers from which world each shot was fired."""

    def __init__(self, system: System, state: State, seat: int) -> None:
        super().__init__(system, state, seat)
        self.fired: list[tuple[State, Decision, int, float]] = []

    def tell(self, world: World, decision: Decision, option: int, told: Leg | None, harm: float) -> None:
        self.fired.append((world.state, decision, option, harm))
        super().tell(world, decision, option, told, harm)

    def label(self, after: State, _: list[Event]) -> str:
        return str(self.is_unharmed(after))


def test_the_harm_of_a_shot_is_that_of_every_run_of_its_dice() -> None:
    compared = 0
    rng = random.Random(7)
    for game in about_to_step("lnlt", 8):
        if compared >= 5:
            break
        walk = Told(game.system, game.state.clone(), game.decision.seat)
        walk.along([first_step(game, rng)])
        for state, decision, option, harm in walk.fired:
            try:
                counted = outcomes(state, decision, option, walk.label, 1500)
            except TooManyRuns:
                continue
            assert 1 - counted.get("True", 0.0) == pytest.approx(harm, abs=1e-9)
            compared += harm > 0
    assert compared >= 3


def test_the_harm_to_a_stack_is_that_of_many_plays() -> None:
    """Three check, and who is hurt no longer leads the others."""
    here = odds.situation(DRILLS["lnlt"] / "walkthrough-24-2.yaml", None)
    walk = Told(here.system, here.state, here.decision.seat)
    walk.along(["G4", "F4"])
    assert len(walk.movers) == 3
    dice = seeded(5)
    for state, decision, option, harm in walk.fired:
        unharmed = 0
        for _ in range(1200):
            after = state.clone()
            after.dice = dice
            after.play(decision, option)
            unharmed += walk.is_unharmed(after)
        assert unharmed / 1200 == pytest.approx(1 - harm, abs=4 * (harm * (1 - harm) / 1200) ** 0.5)


def play_along(walk: Walk, state: State, places: list[str], dice: Dice, answers: dict[str, Any]) -> int:
    """How many steps of a path are made unharmed with these dice."""
    state = state.clone()
    for done, place in enumerate(places):
        state.dice = dice
        option = walk.step_option(state, place)
        decision = own_decision(state, walk.seat)
        if option is None or decision is None:
            return done
        answer: Any = (decision, option)
        while answer is not None:
            state.play(*answer)
            if not walk.is_unharmed(state):
                return done
            state.dice = Dice(0, 0)
            key = state.digest()
            if key not in answers:
                found = walk.answer(World(state, 1.0))
                answers[key] = None if found is None else found[1]
            state.dice = dice
            answer = None if answers[key] is None else (state.pending[0], answers[key])
    return len(places)


@pytest.mark.parametrize(
    ("system", "drill", "first", "path"),
    [
        ("lnlt", "walkthrough-24-2.yaml", ["verb=activate place=F6", "move"], ["F5", "F4"]),
        ("normandie", "opportunity.yaml", ["move"], ["r3c2", "r3c3"]),
        ("disposable", "snap-and-charge.yaml", ["manoeuvre"], ["20,17.9"]),
    ],
)
def test_the_chance_to_come_through_is_that_of_many_plays(
    system: str, drill: str, first: list[str], path: list[str]
) -> None:
    here = odds.situation(DRILLS[system] / drill, None)
    for wish in first:
        here.take(wish)
    seat = here.decision.seat
    walk = Walk(here.system, here.state, seat)
    found = walk.along(path)
    assert found.exact
    assert found.legs[-1].unharmed < 1
    dice = seeded(11)
    answers: dict[str, Any] = {}
    arrived = [play_along(walk, here.state, path, dice, answers) for _ in range(PLAYS)]
    for number, leg in enumerate(found.legs, 1):
        share = sum(steps >= number for steps in arrived) / PLAYS
        assert share == pytest.approx(leg.unharmed, abs=4 * (0.25 / PLAYS) ** 0.5)


def test_a_whole_stack_sets_out_and_is_shot_at() -> None:
    here = odds.situation(DRILLS["lnlt"] / "walkthrough-24-2.yaml", None)
    found = here.path(["G4", "F4"])
    assert [text.key for text in found.lead] == ["choice.activate", "choice.move", "choice.all"]
    shots = found.legs[0].shots
    assert {shot.label.args["hex"] for shot in shots} == {"E3", "F2"}
    assert all(shot.lines and shot.rule == "lnlt.core.5.0" for shot in shots)
    through = 1.0
    for shot in shots:
        through *= 1 - shot.harm
    assert found.legs[0].unharmed == pytest.approx(through)


def test_what_is_hidden_does_not_change_the_risk() -> None:
    """Order tokens, hands and concealed fronts drawn anew: not a letter of the answer differs."""
    met = 0
    rng = random.Random(3)
    for game in about_to_step("normandie", 10, {"cards": "on"}):
        if met >= 25:
            break
        seat = game.decision.seat
        path = [first_step(game, rng)]
        other = game.system.redeterminise(game.state, seat, random.Random(99))
        if other.digest() == game.state.digest():
            continue
        met += 1
        found = risk_of_path(game.system, game.state, seat, path)
        assert said(found) == said(risk_of_path(game.system, other, seat, path))
    assert met >= 25


def test_concealed_enemies_are_not_known() -> None:
    met = 0
    for game in about_to_step("normandie", 6):
        seat = game.decision.seat
        veiled = {p.id for p in game.view(seat).pieces if p.kind == "concealed" and p.seat != seat}
        known = known_pieces(game.system, game.state, seat)
        assert not veiled & known
        assert known
        met += bool(veiled)
    assert met


def test_who_lies_concealed_does_not_fire() -> None:
    """The same man, seen and unseen: what he is stays his owner's secret."""
    shots = []
    for concealed in (False, True):
        watcher = {"unit": "ge902.recon_group", "at": "r0c0", "flipped": concealed}
        position = {
            "map": ["P.....", "......", "......", "......"],
            "units": {"Parks": {"unit": "us8.officer", "at": "r3c1", "order": 1}, "Watcher": watcher},
        }
        system = registry.system("normandie")
        state, _ = system.drill_position(position)
        found = risk_of_path(system, state, 0, ["r3c1", "r3c2"])
        shots.append(len(found.legs[0].shots))
    assert shots == [1, 0]


def test_a_path_ends_where_the_rules_forbid_the_next_step() -> None:
    here = odds.situation(DRILLS["normandie"] / "opportunity.yaml", None)
    found = here.path(["B4", "C4", "F4"])  # as players call the spaces
    assert [leg.place for leg in found.legs] == ["C4"]
    assert found.stopped == "F4"
    assert found.refusals[0].rule == "hon.move.inf.1"


@pytest.mark.parametrize(("language", "words"), [("en", "arrive unharmed"), ("fr", "arriver indemne")])
def test_the_command_line_tells_the_risk(language: str, words: str) -> None:
    drill = str(DRILLS["lnlt"] / "walkthrough-24-2.yaml")
    told = CliRunner().invoke(build_app(), ["odds", drill, "--path", "G4-F4", "--lang", language])
    assert told.exit_code == 0
    assert words in told.output
    assert "lnlt.core.5.2" in told.output
    as_json = CliRunner().invoke(build_app(), ["odds", drill, "--path", "G4 F4", "--json"])
    assert msgspec.json.decode(as_json.output)["legs"][0]["place"] == "F4"


def test_a_save_answers_too(tmp_path: Path) -> None:
    game = next(about_to_step("lnlt", 1))
    place = first_step(game, random.Random(1))
    found = odds.Situation(game.system, game.state).path([place])
    assert found.legs[0].place == place
    assert 0 <= found.legs[0].unharmed <= 1
