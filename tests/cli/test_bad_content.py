"""Bad content on the command line: one message that names file, line and field, exit code 2, nothing overwritten."""

from __future__ import annotations

import re
import shutil
from importlib import import_module
from pathlib import Path

import pytest

import bocage
from bocage import registry
from cli.command import data, run

SHIPPED = {
    "lnlt": "data/scenarios/boh/first-contact.yaml",
    "normandie": "data/scenarios/godsend.yaml",
    "disposable": "data/scenarios/crossroads.yaml",
}

# system, what stands there, what is written instead, the field that the message must name
FAULTS = [
    ("lnlt", "us.ldr.medrow", "us.ldr.nobody", "sides[0].units[0].unit"),  # unknown unit
    ("lnlt", "hex: F6}", "hex: Z99}", "sides[0].units[3].hex"),  # off the map
    ("lnlt", "{unit: ge.medic, hex: C5}", "{unit: ge.medic, hex: G4}", "sides[1].units[8].hex"),  # on the enemy
    ("lnlt", "turns: 6", "turns: six", "turns"),  # wrong type
    ("lnlt", "turns: 6", "turn: 6", "turn"),  # unknown field
    ("lnlt", "map: orchard-lane", "map: nowhere", "map"),
    ("lnlt", "turns: 6", "turns: 6\nvisibility: [{hexes: 3, until: 9}]", "visibility[0].until"),
    ("lnlt", "turns: 6", "turns: 6\nweather: [{kind: hail}]", "weather[0].kind"),
    ("lnlt", "turns: 6", "turns: 6\nno_retreat: [{side: us, hexes: [Z99]}]", "no_retreat[0].hexes[0]"),
    ("lnlt", "turns: 6", "turns: 6\nammunition: [{side: us, runs_out: 1}]", "ammunition[0].runs_out"),
    ("normandie", "{unit: us8.fire_team}", "{unit: us8.nobody}", "sides[0].tiles[0].units[2].unit"),
    ("normandie", "cols: [12, 13]", "cols: [12, 23]", "sides[1].zone[0]"),  # off the board
    ("normandie", "cols: [12, 13]", "cols: [1, 13]", "sides[1].zone[0]"),  # overlaps the enemy's
    ("normandie", "rounds: 6", "rounds: many", "rounds"),
    ("disposable", "template: us_pc", "template: us_nobody", "sides[0].forces[0].template"),
    ("disposable", "[66, 6], [6, 6]]", "[66, 8], [6, -8]]", "sides[0].zone"),  # off the table
    ("disposable", "[6, 40], [66, 40]", "[6, 4], [66, 4]", "sides[1].zone"),  # overlaps the enemy's
    ("disposable", "turns: 8", "turns: [8]", "turns"),
]


@pytest.mark.parametrize(("system", "there", "instead", "field"), FAULTS, ids=[f"{f[0]}-{f[2]}" for f in FAULTS])
def test_a_fault_is_named_with_file_line_and_field(
    system: str, there: str, instead: str, field: str, tmp_path: Path
) -> None:
    good = (bocage.system(system).package / SHIPPED[system]).read_text("utf-8")
    assert there in good
    file = tmp_path / "mine.yaml"
    bad = good.replace(there, instead, 1)
    file.write_text(bad, "utf-8")
    line = good[: good.index(there)].count("\n") + 1
    done = run("validate", str(file), "--system", system, code=2)
    assert done.stderr.count("error:") == 1
    named = re.search(r"mine\.yaml:(\d+): (\S+):", done.stderr)
    assert named, done.stderr
    assert named[2].startswith(field), done.stderr
    assert abs(int(named[1]) - line) <= 2, done.stderr
    assert file.read_text("utf-8") == bad
    assert "mine.yaml" in run("play", system, str(file), code=2).stderr


@pytest.mark.parametrize("system", SHIPPED)
def test_a_good_file_of_ones_own_validates_and_plays(system: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text((bocage.system(system).package / SHIPPED[system]).read_text("utf-8"), "utf-8")
    assert "ok" in run("validate", str(file), "--system", system).stdout
    assert "Victory:" in (shown := run("play", system, str(file), "--seat", "random").stdout) or "draw" in shown


def test_a_broken_yaml_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("title: [unclosed\nturns: 3\n", "utf-8")
    assert "broken.yaml:" in run("validate", str(file), "--system", "lnlt", code=2).stderr
    assert "broken.yaml" in run("drill", str(file), code=2).stderr


def test_every_shipped_file_is_accepted() -> None:
    done = run("validate", str(Path(bocage.__file__).parent))
    assert done.stderr == ""
    assert done.stdout.count("ok ") > 190
    assert "note:" not in done.stdout, "shipped scenarios have French"


@pytest.mark.parametrize("system", SHIPPED)
def test_adding_a_scenario_takes_one_file(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its title in one language, nothing measured: it is listed and played at once, and the lack of French is noted."""
    text = (bocage.system(system).package / SHIPPED[system]).read_text("utf-8")
    text = re.sub(r"^(title|about|measured):.*\n(?:[ \t]+.*\n)*", "", text, flags=re.MULTILINE)
    file = tmp_path / "mine.yaml"
    file.write_text(f"title: The Bridge\nabout: Hold it.\n{text}", "utf-8")
    assert "title and about: no French" in run("validate", str(file)).stdout
    info = bocage.system(system).scenario_file(file)
    assert (info.title.words, info.about.words) == ({"en": "The Bridge"}, {"en": "Hold it."})
    shelf = import_module(f"bocage.systems.{system}.content.scenarios").SHELF
    folder = tmp_path / "scenarios"
    shutil.copytree(shelf.folder, folder)
    shutil.copy(file, folder / "bridge.yaml")
    monkeypatch.setattr(shelf, "folder", folder)
    assert "The Bridge" in [row["title"] for row in data("scenarios", "--system", system, "--lang", "fr")]


def test_a_folder_without_content_is_refused(tmp_path: Path) -> None:
    assert "no content files" in run("validate", str(tmp_path), code=2).stderr


def test_a_save_is_recognised_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(bocage.save(bocage.new("normandie", "godsend", 1)))
    (tmp_path / "other.json").write_text("{}")
    assert run("validate", str(tmp_path)).stdout.count("ok ") == 1


def test_all_faults_of_a_scenario_are_told_at_once_with_near_matches(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    good = (bocage.system("lnlt").package / SHIPPED["lnlt"]).read_text("utf-8")
    file.write_text(good.replace("us.ldr.medrow", "us.ldr.medrov").replace("hex: F6}", "hex: Z99}"), "utf-8")
    told = run("validate", str(file), code=2).stderr
    assert told.count("error:") == 2
    assert "there is no unit 'us.ldr.medrov': did you mean 'us.ldr.medrow'?" in told
    assert "sides[0].units[3].hex" in told


def test_a_scenario_file_tells_its_system(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text((bocage.system("disposable").package / SHIPPED["disposable"]).read_text("utf-8"), "utf-8")
    assert registry.owner(str(file)) == "disposable"
    assert registry.pairs(["lnlt", "disposable"], [str(file)]) == [("disposable", str(file))]
    assert "no scenario" in run("fuzz", "--system", "lnlt", "--scenario", str(file), "--games", "1", code=2).stderr
