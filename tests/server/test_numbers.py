"""Chances on the buttons: attacks that are not complete yet, and the risk of a step."""

from __future__ import annotations

import random

import pytest
from litestar.testing import TestClient

from bocage import registry
from bocage.analysis import odds
from bocage.analysis.pathrisk import chance_of, risk_of_path
from bocage.kernel.decision import Decision
from bocage.kernel.forecast import Forecast
from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.server.intentions import describe_path
from bocage.server.numbers import weigh_options
from bocage.server.odds import Weighing
from bocage.server.words import Words
from server.helpers import key, play, post, start_by_link, until_mine


def walks(system: str, scenario: str, games: int = 4, most: int = 250) -> list[Game]:
    """Positions of random games, each as a game of its own."""
    found = []
    for seed in range(games):
        game = registry.new(system, scenario, seed, {})
        rng = random.Random(seed)
        for _ in range(most):
            if game.over:
                break
            found.append(game.clone())
            game.play(rng.choice(game.decision.options))
    return found


def test_an_attack_shows_its_odds_before_its_firers_are_named() -> None:
    met = 0
    for game in walks("lnlt", "boh/first-contact"):
        decision = game.decision
        for option in decision.options:
            found = game.system.odds(game.state, decision, option)
            if found is None or not found.outlook:
                continue
            met += 1
            twin = game.clone()
            twin.play(option, decision.seat)
            alone = [chance_of(game.system, f) for o in twin.decision.options if (f := twin.forecast(o)) is not None]
            assert all(chance_of(game.system, found) >= chance - 1e-9 for chance in alone)
    assert met > 5


def test_a_step_into_fire_shows_its_risk() -> None:
    met = 0
    for game in walks("lnlt", "boh/first-contact", 2, 120):
        decision = game.decision
        if game.system.prompt(game.state, decision).kind != "step":
            continue
        risks = weigh_options(Weighing(game, decision.seat)).risks
        for option in decision.options:
            answers = window_after(game, decision, option)
            if str(option) in risks:
                met += 1
                assert answers
                assert 0 < risks[str(option)] <= 1
            assert str(option) in risks or not any(chance_of(game.system, odds) for odds in answers)
    assert met > 5


def test_the_risk_of_a_step_is_that_of_a_path_of_one() -> None:
    for game in walks("lnlt", "boh/first-contact", 1, 60):
        decision = game.decision
        if game.system.prompt(game.state, decision).kind != "step":
            continue
        risks = weigh_options(Weighing(game, decision.seat)).risks
        for option in decision.options:
            place = game.system.choice(game.state, decision, option).place
            legs = risk_of_path(game.system, game.state, decision.seat, [place]).legs
            assert risks.get(str(option), 0.0) == pytest.approx(1 - legs[0].unharmed if legs else 0.0, abs=1e-4)


def window_after(game: Game, decision: Decision, option: int) -> list[Forecast]:
    """The odds of every shot that an enemy is offered after the step."""
    twin = game.clone()
    twin.play(option, decision.seat)
    if twin.over or twin.decision.seat == decision.seat or twin.system.prompt(twin.state, twin.decision).decline < 0:
        return []
    shots = (twin.system.odds(twin.state, twin.decision, answer) for answer in twin.decision.options)
    return [shot for shot in shots if shot is not None]


@pytest.mark.parametrize("system", ["normandie", "disposable"])
def test_chances_are_chances(system: str) -> None:
    scenario = registry.system(system).scenarios()[0].id
    met = 0
    for game in walks(system, scenario, 2, 200)[::3]:
        found = weigh_options(Weighing(game, game.decision.seat))
        met += len(found.chances)
        assert found.about.keys() == found.chances.keys()
        assert all(found.about.values())
        assert all(0 <= chance <= 1 for chance in (*found.chances.values(), *found.risks.values()))
    assert met > 10


def test_a_chance_leaves_out_what_does_nothing() -> None:
    found = Forecast("rule", None)
    found.put("unit:3", "outcome.miss", 0.75)
    found.put("unit:3", "outcome.flip", 0.25)
    system = registry.system("disposable")
    assert chance_of(system, found) == 0.25
    found.put("casualties", "0", 0.4)
    found.put("casualties", "1", 0.6)
    assert chance_of(system, found) == pytest.approx(0.6)


def test_each_option_is_played_out_once_per_decision(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances of all, then of each again by hovering, in both languages: the rules are asked once."""
    asked: list[int] = []
    system = registry.system("toy-hex")
    foretell = system.forecast

    def count(state: State, decision: Decision, option: int) -> Forecast | None:
        asked.append(option)
        return foretell(state, decision, option)

    monkeypatch.setattr(system, "forecast", count)
    keys = start_by_link(client)
    red, blue = keys["seats"]
    play(client, red, 7001)
    view = play(client, blue, 7002)
    assert asked == [], "a prompt plays nothing out"
    view = until_mine(client, red)
    for language in ("en", "fr"):
        ask = {"headers": key(red), "params": {"language": language}}
        weighed = client.post("/api/game/chances", json={"seq": view["seq"]}, **ask).json()
        assert list(weighed["chances"]) == ["1"]
        for option in (0, 1, 2):
            body = {"seq": view["seq"], "option": option}
            found = client.post("/api/game/forecast", json=body, **ask)
            assert (found.status_code, found.json() is None) == (200, option != 1)
    assert sorted(asked) == [0, 1, 2]
    play(client, red, 1)
    assert sorted(asked) == [0, 1, 2]
    view = until_mine(client, blue)
    post(client, blue, "chances", {"seq": view["seq"]})
    assert sorted(asked) == [0, 0, 1, 1, 2, 2], "another decision"


def test_advice_and_chances_are_for_those_who_decide(client: TestClient) -> None:
    keys = start_by_link(client)
    red = keys["seats"][0]
    view = until_mine(client, red)
    for verb, more in (("chances", {}), ("advice", {}), ("path", {"places": ["A1", "nowhere", "nan,1e999"]})):
        assert post(client, keys["spectator"], verb, {"seq": view["seq"]} | more)[0] == 403
        assert post(client, red, verb, {"seq": view["seq"] + 1} | more)[1]["error"] == "stale"
        assert post(client, red, verb, {"seq": view["seq"]} | more)[0] == 200
    assert post(client, red, "path", {"seq": view["seq"], "places": []})[0] == 400


@pytest.mark.parametrize(("language", "words"), [("en", "Opportunity Fire from"), ("fr", "Tir d'opportunité")])
def test_a_path_comes_in_words(language: str, words: str) -> None:
    here = odds.situation(registry.system("lnlt").package / "drills" / "walkthrough-24-2.yaml", None)
    found = risk_of_path(here.system, here.state, 0, ["G4", "F4", "E4", "A1"])
    told = describe_path(found, Words(here.system, language), here.system.position(here.state, 0))
    assert told["lead"][0]["label"].split()[0] in ("Activate", "Activer")
    assert [leg["place"] for leg in told["legs"]] == ["F4", "E4"]
    shot = told["legs"][0]["shots"][0]
    assert words in shot["label"]
    assert shot["lines"][0]["rule"].startswith("lnlt.")
    assert {"Cpl Medrow", "Parachute squad 1"} & {line["subject"] for line in shot["odds"]} or language == "fr"
    assert told["stopped"] == "A1"
    assert told["refusals"]
    assert len(told["about"]) > 40
