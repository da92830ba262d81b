"""Scenario and map files: what is shipped, and what is said about a bad one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bocage.content import ContentError
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.model.flags import SHAKEN

SHIPPED = scenarios.SCENARIOS / "boh" / "first-contact.yaml"


@pytest.mark.rule("lnlt.boh.24.2a")
def test_the_shipped_scenario_starts_from_the_worked_example() -> None:
    state = SYSTEM.new("boh/first-contact", 1, {})
    names = state.board.grid.names
    there = {(u.type.id, names[u.hex], bool(u.flags & SHAKEN)) for u in state.units}
    assert there >= {
        ("ge.ldr.weiss", "E3", False),
        ("ge.fj.hs.2-2-4", "E3", False),
        ("ge.fj44.squad.2-3-4", "F2", False),
        ("ge.fj44.squad.3-3-4", "F2", False),
        ("us.ldr.medrow", "G4", False),
        ("us.para.squad.2-5-4", "G4", False),
        ("us.para.hs.1-4-4", "F5", True),
        ("us.medic", "F6", False),
    }
    assert 5 <= state.scenario.turns <= 7
    assert state.pending[0].seat == 1, "the Germans have the initiative"


def test_terrain_of_the_example() -> None:
    board = scenarios.load_map(scenarios.DATA / "maps" / "orchard-lane.yaml")
    kinds = {name: board.terrain[hex_].id for name, hex_ in board.grid.numbers.items()}
    assert (kinds["E3"], kinds["G4"], kinds["F3"], kinds["F6"]) == ("light-woods", "light-woods", "crops", "clear")
    assert board.terrain[board.grid.numbers["F5"]].sight == 1
    assert kinds["F4"] == kinds["E4"] == "clear"


def changed(tmp_path: Path, **fields: Any) -> Path:
    spec = yaml.safe_load(SHIPPED.read_text())
    spec.update(fields)
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(spec, sort_keys=False))
    return path


def with_unit(**fields: Any) -> list[dict[str, Any]]:
    sides: list[dict[str, Any]] = yaml.safe_load(SHIPPED.read_text())["sides"]
    sides[0]["units"][1].update(fields)
    return sides


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"sides": with_unit(unit="us.para.squad.9-9-9")}, "sides[0].units[1].unit", "no unit 'us.para.squad.9-9-9'"),
        ({"sides": with_unit(unit="ge.ldr.weiss")}, "sides[0].units[1].unit", "does not fight for us"),
        ({"sides": with_unit(hex="Z99")}, "sides[0].units[1].hex", "not on the map"),
        ({"sides": with_unit(hex=4)}, "sides[0].units[1].hex", "expected `str`, got `int`"),
        ({"sides": with_unit(weapons=["bren"])}, "sides[0].units[1].weapons[0]", "no weapon 'bren'"),
        ({"sides": with_unit(weapons=["us.sw.m2hb"] * 3)}, "sides[0].units[1].weapons[2]", "cannot carry"),
        ({"sides": with_unit(colour="green")}, "sides[0].units[1].colour", "unknown field"),
        (
            {"sides": with_unit(markers=["asleep"])},
            "sides[0].units[1].markers[0]",
            "'asleep' is unknown: it must be one of moved",
        ),
        ({"turns": 0}, "turns", "from 1 to 30"),
        ({"turns": "six"}, "turns", "expected `int`"),
        ({"map": "nowhere"}, "map", "no map 'nowhere'"),
        ({"options": {"phase_end": 4}}, "options.phase_end", "must be one of 3, 2, not 4"),
        ({"options": {"natural6_spot_fail": 1}}, "options.natural6_spot_fail", "must be one of true, false, not 1"),
        ({"options": {"magic": True}}, "options.magic", "there is no option 'magic'"),
        ({"victory": {"tie": "fr"}}, "victory.tie", "no side"),
        ({"victory": {"objectives": [{"hex": "M1", "points": 1}]}}, "victory.objectives[0].hex", "not on the map"),
    ],
)
def test_a_bad_scenario_is_refused_with_file_line_and_field(
    tmp_path: Path, fields: dict[str, Any], field: str, words: str
) -> None:
    path = changed(tmp_path, **fields)
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    assert caught.value.file == str(path)
    assert caught.value.field == field
    assert caught.value.line > 0
    assert words in caught.value.message


@pytest.mark.rule("lnlt.core.1.3")
def test_an_overstacked_hex_is_refused(tmp_path: Path) -> None:
    sides = yaml.safe_load(SHIPPED.read_text())["sides"]
    sides[0]["units"] += [{"unit": "us.para.squad.2-5-4", "hex": "G4"}] * 2
    path = changed(tmp_path, sides=sides)
    with pytest.raises(ContentError, match="too many units in G4"):
        SYSTEM.validate(path)


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"terrain": {"lava": ["A1"]}}, "terrain.lava", "no terrain 'lava'"),
        ({"terrain": {"forest": ["A1"], "crops": ["A1"]}}, "terrain.crops[0]", "A1 is forest already"),
        ({"terrain": {"forest": ["A11"]}}, "terrain.forest[0]", "not on the map"),
        ({"roads": [["A1", "C1"]]}, "roads[0][1]", "does not touch A1"),
        ({"columns": 99}, "columns", "from 1 to 26"),
        ({"silhouettes": {"A1": [[[0, 0], [5, 5], [5, 0]]]}}, "silhouettes.A1[0]", "clockwise"),
        ({"silhouettes": {"A1": [[[0, 0], [50, 0], [5, 5]]]}}, "silhouettes.A1[0]", "within its hex"),
    ],
)
def test_a_bad_map_is_refused(tmp_path: Path, fields: dict[str, Any], field: str, words: str) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(yaml.safe_dump({"title": "mine", "columns": 5, "rows": 5, **fields}, sort_keys=False))
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    assert (caught.value.file, caught.value.field) == (str(path), field)
    assert words in caught.value.message


def test_a_scenario_of_ones_own_with_its_own_map_is_played(tmp_path: Path) -> None:
    (tmp_path / "field.yaml").write_text(yaml.safe_dump({"title": "field", "columns": 12, "rows": 10}))
    path = changed(tmp_path, map="field.yaml")
    SYSTEM.validate(path)
    assert SYSTEM.scenario_file(path).title.words["en"] == "First Contact"
    state = SYSTEM.new(str(path), 1, {})
    assert state.pending
    path.write_text(path.read_text().replace("turns: 6", "turns: 5"))
    assert SYSTEM.new(str(path), 1, {}).scenario.turns == 5, "a changed file is read again"


def test_unknown_options_of_a_game_are_refused() -> None:
    with pytest.raises(ContentError, match="there is no option 'dragons'"):
        SYSTEM.new("boh/first-contact", 1, {"dragons": True})
    assert SYSTEM.new("boh/first-contact", 1, {"phase_end": 2}).edition.passes == 2
    assert SYSTEM.new("boh/first-contact", 1, {}).edition.passes == 3
