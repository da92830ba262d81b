"""What the page says of victory, of ways to move, of the set-up, of passes and of hits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.kernel.event import Event
from bocage.kernel.views import Text
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.state import LnltState
from bocage.text import LANGUAGES, catalogue

from .table import FJ, PARA, RIFLES, Table, event, unit
from .test_setup import battle, place, start

SHIPPED = [info.id for info in SYSTEM.scenarios()]
HEADER = 4  # lines that stand beside the turn


def lines(state: LnltState) -> list[Text]:
    return SYSTEM.position(state, 0).status


def said(texts: list[Text], language: str = "en") -> list[str]:
    words = catalogue(SYSTEM.package, language)
    return [words.render(text) for text in texts]


def told(one: Event) -> str:
    return catalogue(SYSTEM.package, "en").say(f"event.{one.kind}", one.args)


@pytest.mark.parametrize("scenario", [name for name in SHIPPED if "lesson" not in name])
def test_every_scenario_says_first_what_wins(scenario: str) -> None:
    state = SYSTEM.new(scenario, 1, {})
    keys = [line.key for line in lines(state)]
    if state.scenario.need_seat == GONE:
        assert keys[0] == "status.more-points-tie"
    else:
        assert keys[0] == "status.need"
    assert "status.initiative" in keys[:HEADER]
    assert any(key.startswith("status.losses") for key in keys)
    assert keys.count("status.exits") == len(state.scenario.exits)
    assert ("status.last-man" in keys) is state.scenario.last_man
    for language in LANGUAGES:
        said(lines(state), language)


@pytest.mark.parametrize(
    ("victory", "words"),
    [
        (
            {"casualty_points": 1, "need": {"side": "de", "points": 14}},
            [
                "The Germans need 14 points to win and have 0; otherwise the Americans win",
                "Each enemy unit or vehicle lost: 1 point; the same for a squad reduced to a half-squad",
                "A side that ends a turn with nobody on the map and nobody still to arrive loses",
            ],
        ),
        (
            {"casualty_points": 3, "tie": "us", "last_man": True},
            [
                "The side with more points wins; the Americans win a tie",
                "Each enemy squad or vehicle lost: 3 points; anything smaller, or a squad reduced to a half-squad: "
                "2 points",
                "A side that ends a turn with no vehicle, nobody in Good Order and nobody still to arrive loses",
            ],
        ),
        (
            {"exits": [{"side": "us", "hexes": ["L5", "L6"], "points": 3}]},
            [
                "The side with more points wins; a tie is a draw",
                "Americans: 3 points for each squad that leaves the map by ending a turn in L5, L6, in Good Order and "
                "with no enemies there; 2 for anything smaller",
                "A side that ends a turn with nobody on the map and nobody still to arrive loses",
                "Once any of the Americans have left the map, this no longer applies to them: points decide",
            ],
        ),
    ],
)
def test_victory_in_words(tmp_path: Path, victory: dict[str, Any], words: list[str]) -> None:
    state = start(battle(tmp_path, victory=victory))
    shown = said(lines(state))
    assert [line for line in shown if not line.startswith("Initiative")] == words


def test_a_battle_without_points_says_nothing_of_them() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], impulse="us")
    assert [line.key for line in lines(table.state)] == ["status.initiative", "status.impulse"]


def test_the_set_up_is_called_so_and_links_the_room_in_a_hex(tmp_path: Path) -> None:
    state = start(battle(tmp_path))
    prompt = SYSTEM.prompt(state, state.pending[0])
    assert (prompt.text.key, prompt.rule) == ("prompt.set-up", "lnlt.core.1.3")
    assert {choice.rule for choice in prompt.choices} == {"lnlt.core.1.3"}
    assert SYSTEM.position(state, 0).phase.key == "phase.set-up"
    place(state, "A1")
    place(state, "A1")
    assert SYSTEM.position(state, 0).phase.key == "phase.operations"


@pytest.mark.parametrize(
    ("verb", "rule", "words"),
    [
        ("move", "lnlt.core.6.0", "4 MP left"),
        ("assault-move", "lnlt.core.6.1", "Assault Move, 2 MP left"),
        ("low-crawl", "lnlt.core.6.3", "Low Crawl: to which hex?"),
    ],
)
def test_a_step_is_asked_for_by_the_way_to_move(verb: str, rule: str, words: str) -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], impulse="us")
    table.do("activate", where="E5")
    table.do(verb, where="E5")
    while table.kind != "step":
        table.do("all")
    prompt = SYSTEM.prompt(table.state, table.decision)
    assert prompt.rule == rule
    assert words in said([prompt.text])[0]
    assert rule in {choice.rule for choice in prompt.choices if choice.verb == "step"}
    said([prompt.text], "fr")


@pytest.mark.parametrize(("passes", "rule"), [(3, "lnlt.core.4.0"), (2, "lnlt.core.option.phase_end")])
def test_a_pass_says_how_many_end_the_phase(passes: int, rule: str) -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], impulse="us", options={"phase_end": passes})
    assert table.fitting("pass", "", "")[0].rule == rule
    passed = event(table.do("pass"), "pass")
    assert (told(passed), passed.rule) == (f"The Americans pass (1 of {passes} in a row).", rule)
    assert f"passes in a row: 1 of {passes}" in said(lines(table.state))[1]


@pytest.mark.parametrize("kind", ["he-hits", "spray-hits", "mg-hits", "overrun-hits", "barrage-hits"])
def test_every_hit_says_by_how_much(kind: str) -> None:
    args: dict[str, int | str] = {"origin": "A1", "vehicle": "V", "target": "B2", "attack": 7, "defence": 1}
    for language in LANGUAGES:
        assert "7" in (words := catalogue(SYSTEM.package, language).say(f"event.{kind}", {**args, "difference": 6}))
        assert " 6 (" in words, "the result comes first"


def test_french_catalogues_have_one_kind_of_apostrophe() -> None:
    for path in (SYSTEM.package / "text").glob("fr*.yaml"):
        assert "’" not in path.read_text("utf-8"), path.name


@pytest.mark.rule("lnlt.nosb.13.53k", "lnlt.nosb.13.53l", "lnlt.nosb.13.53m", "lnlt.hid.13.3.2a")
@pytest.mark.parametrize(
    ("kind", "module", "costs"),
    [
        ("su.partisan.squad.0-4-4", "nosb", [1, 1, 2]),
        ("su.line.squad.1-4-4-5", "nosb", [2, 2]),
        ("be.ca.squad.1-5-4", "hid", [1, 2]),
    ],
)
def test_a_step_is_offered_at_what_it_will_cost(kind: str, module: str, costs: list[int]) -> None:
    """Into light woods and twice into forest: the label says what the move then counts."""
    woods = {"light-woods": ["E7"], "forest": ["E6", "E5"]}
    foe = unit("ge.wehr40.squad.1-6-4" if module == "hid" else RIFLES, "A1", markers=["fired"])
    ours = [unit(kind, "E8", "men"), unit(kind, "J9", "rest")]
    table = Table(ours, [foe], nations=(kind[:2], "de"), module=module, terrain=woods)
    table.do("activate", where="E8")
    table.do("move", where="E8")
    spent = 0
    for place_, cost in zip(("E7", "E6", "E5"), costs, strict=False):
        (offered,) = [choice for choice in table.choices() if choice.verb == "step" and choice.place == place_]
        assert offered.label.args["cost"] == cost
        spent += cost
        assert event(table.do("step", where=place_), "move").args["spent"] == spent
