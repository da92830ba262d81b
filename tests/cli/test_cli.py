"""The command line: stable JSON, exit codes, one clear message for bad input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

import bocage
from bocage import registry
from bocage.checks import bench, coverage
from bocage.cli import console
from bocage.kernel.game import Game
from cli.command import data, run
from walks import SYSTEMS, advanced, first_scenario


def saved(game: Game, path: Path) -> Path:
    path.write_bytes(bocage.save(game))
    return path


def test_the_command_is_installed() -> None:
    command = [sys.executable, "-m", "bocage"]
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, timeout=240, check=True)
    assert "play" in done.stdout
    bad = subprocess.run([*command, "play", "chess", "x"], capture_output=True, text=True, timeout=240, check=False)
    assert (bad.returncode, bad.stderr.count("\n")) == (2, 1)


def test_every_command_has_help() -> None:
    overview = run("--help").stdout
    for command in ("play", "serve", "drill", "replay", "rules", "validate", "scenarios", "bench", "fuzz"):
        assert command in overview
        assert len(run(command, "--help").stdout) > 100


def test_help_and_version_have_their_usual_names() -> None:
    assert run("-h").stdout == run("--help").stdout
    assert run("play", "-h").stdout == run("play", "--help").stdout
    assert run("--version").stdout == f"bocage {bocage.__version__}\n"


def test_shells_can_complete_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda *_: ("bash", "/bin/bash"))  # whatever runs the tests
    assert "complete" in run("--show-completion").stdout
    monkeypatch.setenv("_BOCAGE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "bocage simulate --wor")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert run().stdout.strip() == "--workers"


def test_help_loads_no_rules() -> None:
    """What takes time to import is imported by the commands that need it."""
    seen = "import sys; from bocage.cli.main import build_app; build_app(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, timeout=240, check=True)
    loaded = set(done.stdout.split())
    assert "bocage.cli.main" in loaded
    assert not loaded & {"bocage.registry", "bocage.kernel.state", "bocage.content", "msgspec", "yaml", "litestar"}


def test_a_list_of_scenarios_loads_no_system() -> None:
    seen = "import sys; from bocage.cli.scenarios import list_scenarios; list_scenarios(lang='en'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, timeout=240, check=True)
    loaded = set(done.stdout.split())
    for name in registry.installed():
        assert f"bocage.systems.{name}.content" in loaded
        assert not loaded & {f"bocage.systems.{name}.{part}" for part in ("system", "words", "book")}
        assert [info.id for info in registry.listing(name).scenarios()] == [
            info.id for info in registry.system(name).scenarios()
        ]


@pytest.mark.timed
def test_help_comes_at_once_and_scenarios_soon() -> None:
    """As ratios to what Python and its libraries take by themselves, so that a slow machine changes nothing."""
    usual = median_seconds("-c", "import typer, rich.table, rich.panel")
    assert median_seconds("-m", "bocage", "--help") < 2.5 * usual
    assert median_seconds("-m", "bocage", "scenarios") < 8 * usual


def median_seconds(*arguments: str) -> float:
    times = []
    for _ in range(5):
        start = perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, timeout=240)
        times.append(perf_counter() - start)
    return median(times)


@pytest.mark.parametrize("width", [80, 60])
def test_ids_are_never_cut(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.out, "_width", width)
    shown = run("scenarios").stdout
    assert all(row["id"] in shown for row in data("scenarios"))


@pytest.mark.parametrize(
    ("args", "near"),
    [
        (("play", "lnl", "x"), "lnlt"),
        (("play", "lnlt", "first-contct"), "boh/first-contact"),
        (("simulate", "godsent"), "godsend"),
        (("simulate", "godsend", "--bots", "doctrin,random"), "doctrine"),
        (("simulate", "godsend", "--bots", "doctrine:cation=2,random"), "caution"),
        (("scenario",), "scenarios"),
        (("rules", "lnt.core.5.0.2"), "lnlt.core.5.0.2"),
    ],
)
def test_a_misspelt_name_is_told_what_is_near(args: tuple[str, ...], near: str) -> None:
    told = run(*args, code=2).stderr
    assert "id you mean" in told
    assert near in told


def test_the_language_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    told = {}
    for lang in ("fr_BE.UTF-8", "en_GB.UTF-8", "C", "xx"):
        monkeypatch.setenv("LANG", lang)
        told[lang] = data("scenarios", "--system", "lnlt")[0]["about"]
    assert told["en_GB.UTF-8"] == told["C"] == told["xx"] != told["fr_BE.UTF-8"]
    assert data("scenarios", "--system", "lnlt", "--lang", "en")[0]["about"] == told["C"]


def test_scenarios_in_both_languages() -> None:
    rows = data("scenarios")
    assert {row["system"] for row in rows} == set(SYSTEMS)
    french = data("scenarios", "--lang", "fr")
    assert [row["id"] for row in french] == [row["id"] for row in rows]
    assert [row["about"] for row in french] != [row["about"] for row in rows]
    assert "no language 'xx'" in run("scenarios", "--lang", "xx", code=2).stderr


def test_bench_has_stable_fields() -> None:
    few = [word for system in SYSTEMS for word in ("--scenario", first_scenario(system))]
    rows = data("bench", "--seconds", "0.05", "--takes", "1", *few)
    fields = {"system", "scenario", "mode", "decisions_per_s", "clone_us", "calibration"}
    assert all(set(row) == fields for row in rows)
    assert {row["system"] for row in rows} == set(SYSTEMS)
    assert {row["mode"] for row in rows} <= {"interpreted", "compiled"}


def test_bench_tells_how_long_a_bot_thinks() -> None:
    few = ("--system", "normandie", "--bot", "search:nodes=20", "--decisions", "8")
    (row, *_) = data("bench", *few)
    assert (row["scenario"], row["bot"], row["decisions"]) == ("patrol", "search:nodes=20", 8)
    assert 0 < row["median_s"] <= row["p99_s"] <= row["longest_s"]


def test_bench_reports_each_kind_of_decision() -> None:
    system = SYSTEMS[0]
    scenario = first_scenario(system)
    rows = data("bench", "--system", system, "--scenario", scenario, "--seconds", "0.05", "--kinds")
    mine = [row for row in rows if row["mode"] == bench.mode()]
    assert mine
    assert {row["scenario"] for row in mine} == {scenario}
    assert len({row["kind"] for row in mine}) == len(mine)
    assert sum(row["share"] for row in mine) == pytest.approx(1.0, abs=0.01)
    assert all(row["decisions"] > 0 and row["decisions_per_s"] > 0 for row in mine)


def test_rules_have_stable_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "known_proofs", coverage.read_record)  # collecting the tests takes long
    rows = data("rules")
    assert all(set(row) == {"system", "module", "clauses", "implemented", "named", "proved", "open"} for row in rows)
    assert all(row["clauses"] == row["proved"] + row["open"] for row in rows)
    assert [row["system"] for row in data("rules", "--summary")] == sorted(SYSTEMS)
    rest = data("rules", "--remaining", "--system", "disposable")
    assert len(rest) == sum(row["open"] for row in rows if row["system"] == "disposable")
    assert all(row["reason"] for row in rest)
    assert "named" in run("rules", "--summary").stdout
    assert "lnlt.core.5.0" in run("rules", "lnlt.core.5.0").stdout
    assert "nonsense" in run("rules", "nonsense", code=2).stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_drill_has_stable_fields(system: str) -> None:
    rows = data("drill", "--system", system)
    assert rows
    for row in rows:
        assert {"id", "passed", "reason"} <= set(row)
        assert row["passed"] or row["reason"]


def test_a_failing_drill_exits_with_1(tmp_path: Path) -> None:
    drill = bocage.system("lnlt").package / "drills" / "walkthrough-24-2.yaml"
    spoilt = tmp_path / "spoilt.yaml"
    spoilt.write_text(drill.read_text("utf-8").replace("dice: [5, 5]", "dice: [5, 6]", 1), "utf-8")
    assert spoilt.read_text("utf-8") != drill.read_text("utf-8")
    rows = data("drill", str(spoilt), code=1)
    assert not rows[-1]["passed"]
    assert "step" in rows[-1]["reason"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_replay_agrees_with_the_game(system: str, tmp_path: Path) -> None:
    game = advanced(system, 5, 120)
    path = saved(game, tmp_path / "game.json")
    assert data("replay", str(path))["digest"] == game.state.digest()
    assert "every die and position agrees" in run("replay", str(path), "--lang", "fr").stdout
    assert data("replay", str(path), "--upto", "10")["choices"] == 10


def test_verify_checks_dice_and_commitment(tmp_path: Path) -> None:
    game = registry.new_fair("disposable", "lesson_close_combat")
    path = tmp_path / "game.json"
    for _ in range(1000):
        if game.over:
            break
        game.play(game.decision.options[0])
    path.write_bytes(registry.save(game))
    assert game.pledge is not None
    told = data("verify", str(path), "--commitment", game.pledge.commitment()[:16])
    assert told == {"dice": len(game.pledge.faces), "given": 0, "commitment": game.pledge.commitment()}
    assert "dice are those" in run("verify", str(path)).stdout
    other = "f" if game.pledge.commitment()[0] == "0" else "0"
    assert "exchanged" in run("verify", str(path), "--commitment", other, code=2).stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_playing_in_the_terminal(system: str, tmp_path: Path) -> None:
    """A few choices, odds, a rule, undo, a save and leaving; then going on with the save."""
    file = tmp_path / "mine.json"
    typed = "what\n1\n1\nu\no 1\nr nonsense\n" + "1\n" * 10 + f"s {file}\nq\n"
    shown = run("play", system, first_scenario(system), "--seed", "3", typed=typed).stdout
    assert "Type a number from 1 to" in shown
    assert file.exists()
    again = run("play", system, first_scenario(system), "--load", str(file), "--lang", "fr", typed="q\n").stdout
    assert "Vous avez quitté la partie." in again


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_bots_play_to_the_end(system: str) -> None:
    shown = run("play", system, first_scenario(system), "--seat", "random", "--seat", "random", "--seed", "4").stdout
    assert "Victory:" in shown or "draw" in shown


@pytest.mark.parametrize(
    ("system", "first"),
    [
        ("lnlt", ["boh/first-contact", "boh/lesson-infantry", "boh/lesson-armour", "hid/lock-keeper"]),
        ("normandie", ["patrol", "dug-in", "farmhouse", "hand"]),
        ("disposable", ["crossroads", "lesson_shooting", "lesson_guts", "lesson_close_combat"]),
    ],
)
def test_what_a_newcomer_should_begin_with_is_listed_first(system: str, first: list[str]) -> None:
    assert [row["id"] for row in data("scenarios", "--system", system)][:4] == first


def test_fuzz_reports_every_scenario() -> None:
    scenarios = bocage.system("disposable").scenarios()
    rows = data("fuzz", "--games", str(len(scenarios)), "--workers", "1", "--system", "disposable")
    assert [row["scenario"] for row in rows] == sorted(info.id for info in scenarios)
    assert all(row["failed"] == 0 for row in rows)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("play", "chess", "x"), "no system 'chess'"),
        (("play", "lnlt", "nowhere"), "no scenario 'nowhere'"),
        (("play", "lnlt", "boh/first-contact", "--option", "moonlight=1"), "moonlight"),
        (("play", "lnlt", "boh/first-contact", "--option", "moonlight"), "is not name=value"),
        (("play", "lnlt", "boh/first-contact", "--seat", "genius"), "neither human nor a bot"),
        (("replay", "missing.json"), "missing.json"),
        (("drill", "missing.yaml"), "missing.yaml"),
        (("validate", "missing.yaml", "--system", "lnlt"), "missing.yaml"),
        (("rules", "--system", "chess"), "no system 'chess'"),
    ],
)
def test_bad_words_are_refused_plainly(args: tuple[str, ...], message: str) -> None:
    done = run(*args, code=2)
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_truncated_or_edited_save_is_refused_and_left_alone(system: str, tmp_path: Path) -> None:
    whole = bocage.save(advanced(system, 2, 60))
    path = tmp_path / "spoilt.json"
    for spoilt, field in (
        (whole[: len(whole) // 2], "truncated"),
        (whole.replace(b'"seed": 2', b'"seed": 3', 1), "opening"),
        (whole.replace(b'"scenario": "', b'"scenario": "x', 1), "no scenario"),
    ):
        assert spoilt != whole
        path.write_bytes(spoilt)
        for command in (("replay", str(path)), ("validate", str(path))):
            done = run(*command, code=2)
            assert str(path) in done.stderr
            assert field in done.stderr
        assert path.read_bytes() == spoilt
