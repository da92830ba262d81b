"""What `examples/` shows, run: a game and a bot of another package, a bot in a file, a save that is read, HTTP."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import play_over_http
import pytest
import read_save

import bocage
from bocage.text import LANGUAGES, catalogue

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 240  # what a busy machine may need for anything


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the example package is installed, built as anybody would build it."""
    folder = tmp_path_factory.mktemp("outside")
    source = shutil.copytree(EXAMPLES / "outpost", folder / "source")
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(target), str(source)], check=True, timeout=SECONDS)
    path = os.pathsep.join([str(target), os.environ.get("PYTHONPATH", ""), str(Path(bocage.__file__).parents[1])])
    return os.environ | {"PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


def run(outside: dict[str, str], *arguments: str, cwd: Path | None = None) -> str:
    command = [sys.executable, "-m", "bocage", *arguments]
    done = subprocess.run(command, env=outside, cwd=cwd, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_system_of_another_package_is_listed_drilled_and_simulated(outside: dict[str, str]) -> None:
    (scenario,) = json.loads(run(outside, "scenarios", "--system", "outpost", "--json"))
    assert (scenario["id"], scenario["sides"]) == ("ford", ["Americans", "Germans"])
    (drill,) = json.loads(run(outside, "drill", "--system", "outpost", "--json"))
    assert drill["passed"]
    summary = json.loads(
        run(
            outside,
            "simulate",
            "ford",
            "--bots",
            "boldest:nerve=0.5,doctrine",
            "--games",
            "4",
            "--workers",
            "1",
            "--json",
        )
    )
    assert summary["games"] == 4
    assert "Reaction" in run(outside, "rules", "outpost.react.1")


def test_a_path_in_a_system_of_another_package_has_its_risk(outside: dict[str, str]) -> None:
    """Able is led out, steps twice in the open and is shot at each time: 8 or more with one added, twice braced not."""
    drill = EXAMPLES / "outpost" / "src" / "outpost" / "drills" / "crossing.yaml"
    walk = ("--choose", "press", "--choose", "press", "--path", "A1 B1 C1")
    found = json.loads(run(outside, "odds", str(drill), *walk, "--json"))
    assert found["stopped"] == ""
    assert [lead["key"] for lead in found["lead"]] == ["choice.activate"]
    assert [leg["place"] for leg in found["legs"]] == ["B1", "C1"]
    missed = 15 / 36  # 2 to 6 with two dice
    assert [leg["unharmed"] for leg in found["legs"]] == pytest.approx([missed, missed * missed])


@pytest.fixture(scope="module")
def address(outside: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("server") / "games.sqlite"
    command = [sys.executable, "-m", "bocage", "serve", "--port", "0", "--database", str(database)]
    server = subprocess.Popen(command, env=outside, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    line = server.stdout.readline()
    assert "Bocage is at" in line
    yield line.split()[3]
    server.terminate()
    server.wait(20)


def test_the_page_offers_both(address: str) -> None:
    with urlopen(f"{address}api/systems", timeout=SECONDS) as reply:
        found: dict[str, Any] = json.load(reply)
    assert "boldest" in found["players"]
    (outpost,) = (system for system in found["systems"] if system["id"] == "outpost")
    assert [scenario["title"] for scenario in outpost["scenarios"]] == ["The house at the ford"]


def test_a_game_is_played_over_http(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    play_over_http.main(address, "outpost", "ford")
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Press on, or brace yourselves? Press on"
    assert told[-1] == "a draw" or told[-1].endswith(" win")


def test_a_bot_in_a_file_plays(outside: dict[str, str]) -> None:
    few = ("--games", "2", "--workers", "1", "--json")
    summary = json.loads(
        run(outside, "simulate", "lesson_shooting", "--bots", "my_bots:LastBot,random", *few, cwd=EXAMPLES)
    )
    assert summary["games"] == 2


def test_a_save_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = bocage.new("lnlt", "boh/first-contact", seed=3)
    rng = random.Random(3)
    for _ in range(60):
        game.play(rng.choice(game.decision.options))
    path = tmp_path / "game.json"
    path.write_bytes(bocage.save(game))
    for language in LANGUAGES:
        read_save.main(str(path), language)
        told = capsys.readouterr().out
        assert told.splitlines()[-1] == "60 choices; the game goes on"


def test_both_languages_of_the_example_say_the_same() -> None:
    package = EXAMPLES / "outpost" / "src" / "outpost"
    english, french = (catalogue(package, language).entries for language in LANGUAGES)
    assert english.keys() == french.keys()
