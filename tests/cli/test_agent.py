"""`bocage agent`: one line of JSON a decision, for programs in any language."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bocage import registry
from bocage.cli.agent import Dialogue
from cli.command import run

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 240  # what a busy machine may need for anything


def say(*requests: object, scenario: str = "boh/first-contact", system: str = "lnlt") -> list[dict[str, Any]]:
    """What comes back until the requests are used up and the program leaves."""
    typed = "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in requests)
    done = run("agent", scenario, "--system", system, "--seed", "3", "--opponent", "random", typed=typed, code=1)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_decision_is_a_line_and_so_is_its_answer() -> None:
    first, second = say({"choose": 0})
    assert (first["say"], first["kind"], first["seat"]) == ("decision", "rally", 0)
    assert [one["number"] for one in first["choices"]] == list(range(len(first["choices"])))
    assert first["choices"][0]["text"] == "Finish rallying"
    assert "Cpl Medrow" in [piece["name"] for piece in first["position"]["pieces"]]
    assert (second["say"], second["game"]) == ("decision", 1)
    assert second["events"]


def test_questions_decide_nothing() -> None:
    asked = say(0, {"rule": "lnlt.core.5.3"}, {"odds": 0}, {"why": {"verb": "fire", "place": "A1"}})
    assert [one["say"] for one in asked] == ["decision", "decision", "rule", "odds", "why"]
    assert asked[2]["title"].startswith("Opportunity Fire")
    assert asked[4]["refusals"][0]["rule"].startswith("lnlt.")


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ("{", "not a line of JSON"),
        ('"fire"', "a request is an object"),
        ({"chose": 1}, 'send one of {"choose": number}'),
        ({"choose": 99}, "numbered from 0; 99 is none of them"),
        ({"choose": True}, "true is none of them"),
        ({"odds": -1}, "-1 is none of them"),
        ({"rule": "nowhere.1"}, "there is no clause 'nowhere.1'"),
        ({"point": [1, 2]}, "is not offered"),
        ({"point": "here"}, "a point is [x, y] in inches"),
        ({"why": {"unit": 1}}, "why takes verb, piece and place"),
        ({"why": {"piece": "Medrow"}}, "piece is a number"),
    ],
)
def test_a_bad_line_is_explained_and_may_be_sent_again(request_: object, words: str) -> None:
    decision, error, again = say(request_, 0)
    assert decision["say"] == "decision"
    assert error["say"] == "error"
    assert words in error["message"]
    assert again["say"] == "decision"


def test_a_point_of_the_free_table_is_chosen_by_its_inches() -> None:
    (first,) = say(scenario="crossroads", system="disposable")
    assert first["free_point"]
    spot = next(one for one in first["choices"] if one["x"] >= 0)
    _, by_number = say(spot["number"], scenario="crossroads", system="disposable")
    _, by_point = say({"point": [spot["x"], spot["y"]]}, scenario="crossroads", system="disposable")
    assert by_point == by_number


def test_a_program_learns_only_what_its_seat_may_know() -> None:
    """Worlds that a seat cannot tell apart read the same, line for line."""
    rng = random.Random(2)
    game = registry.new("normandie", "godsend", 5)
    for _ in range(120):
        if game.over:
            break
        for seat in (0, 1):
            if game.prompt(seat) is None:
                continue
            other = registry.new("normandie", "godsend", 5)
            other.state = game.system.redeterminise(game.state, seat, rng)
            lines = []
            for one in (game, other):
                prompt = one.prompt(seat)
                assert prompt is not None
                talk = Dialogue(one, 1, seat, None, "en")  # type: ignore[arg-type]  # nobody answers here
                talk.told = len(one.log)
                lines.append(talk.describe(prompt))
            assert lines[0] == lines[1]
        decision = game.decision
        game.play(rng.choice(decision.options), decision.seat)


def test_a_seat_that_is_not_there_is_refused() -> None:
    told = run("agent", "boh/first-contact", "--seat", "2", code=2)
    assert "has 2 seats, numbered from 0" in told.stderr


def test_a_program_in_another_language_plays_whole_games() -> None:
    node = Path(sys.executable).with_name("node")
    play = [
        sys.executable,
        "-m",
        "bocage",
        "agent",
        "lesson_shooting",
        "--system",
        "disposable",
        "--opponent",
        "random",
    ]
    done = subprocess.run(
        [str(node), str(EXAMPLES / "agent.mjs"), *play, "--games", "2", "--seed", "1"],
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "game 2:" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("2 games:")
