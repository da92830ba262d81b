"""Scenario files: what is wrong with one is said with file, line and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.content import ContentError
from bocage.kernel.system import BadOption
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records, scenarios
from bocage.text import catalogue

GOOD = scenarios.SHELF.path("crossroads").read_text("utf-8")


def test_the_shipped_scenario_is_listed_and_valid() -> None:
    (info,) = [info for info in SYSTEM.scenarios() if info.id == "crossroads"]
    SYSTEM.validate(info.path)
    for name in ("weapons", "terrain", "units"):
        SYSTEM.validate(records.DATA / f"{name}.yaml")
    assert info.turns == 8
    assert len(info.seats) == 2


FIRST = "{id: us_1, template: us_rifle_squad, number: 1}"
SECOND = "{id: us_2, template: us_rifle_squad, number: 2}"


def placed(force: str, x: int) -> str:
    return force.replace("}", f", at: [{x}, 5]}}")


FAULTS = [
    ("template: us_rifle_squad, number: 1", "template: horse", "sides[0].forces[1].template", "no unit 'horse'"),
    ("template: us_pc", "template: de_pc", "sides[0].forces[0].template", "nation"),
    ("id: us_2", "id: us_1", "sides[0].forces[2].id", "twice"),
    ("type: scrub, polygon: [[46", "type: jungle, polygon: [[46", "terrain[10].type", "no terrain 'jungle'"),
    ("turns: 8", "turns: eight", "turns", "expected `int`"),
    ("turns: 8", "turns: 0", "turns", "must be from 1 to 30, not 0"),
    ("turns: 8", "turns: 999999999999999999999", "turns", "must be from 1 to 30"),
    ("turns: 8", "turnes: 8", "turn", ""),
    ("at: [36, 24]", "at: [36, 99]", "objectives[0].at", "off the table"),
    ("at: [36, 24]", "at: [36.25, 24]", "objectives[0].at", "finer than a tenth"),
    ("line: [[46, 17], [60, 17]]", "line: [[46, 17]]", "terrain[12]", "two points"),
    ("line: [[46, 17], [60, 17]]", "polygon: [[46, 17], [60, 17], [60, 18]]", "terrain[12]", "drawn as a line"),
    ("[[28, 27.5], [33, 27.5], [33, 32], [28, 32]]", "[[28, 27.5], [33, 32], [33, 27.5], [28, 32]]",
     "terrain[2].polygon", "not a simple polygon"),
    (FIRST, FIRST.replace("1}", "1, at: [20, 0.3]}"), "sides[0].forces[1].at", "off the table"),
    (f"{FIRST}\n      - {SECOND}", f"{placed(FIRST, 20)}\n      - {placed(SECOND, 21)}",
     "sides[0].forces[2].at", "overlaps"),
    ("first_deployer: roll", "first_deployer: us", "first_deployer", ""),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "field", "words"), FAULTS)
def test_faults_name_file_line_and_field(tmp_path: Path, old: str, new: str, field: str, words: str) -> None:
    assert old in GOOD
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    assert caught.value.file == str(path)
    assert caught.value.field.startswith(field)
    assert words in caught.value.message
    if field in ("turns", "first_deployer") or "[" in field:
        assert caught.value.line > 1


def test_units_with_given_places_start_there(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace(FIRST, FIRST.replace("1}", "1, at: [20, 4]}")), "utf-8")
    state = SYSTEM.new(str(path), 1, {})
    SYSTEM.check(state)
    mine = [p for p in SYSTEM.position(state, 0).pieces if p.group == 1]
    assert len(mine) == 12
    assert (mine[0].x, mine[0].y) == (20, 4)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadOption, match="weather"):
        SYSTEM.new("crossroads", 1, {"weather": "rain"})


def test_both_catalogues_hold_the_same_keys_and_every_name_of_the_data() -> None:
    english, french = catalogue(SYSTEM.package, "en"), catalogue(SYSTEM.package, "fr")
    assert set(english.entries) == set(french.entries)
    wanted = [f"weapon.{name}" for name in records.armoury()]
    wanted += [f"unit.{name}" for name in records.unit_templates()]
    wanted += [f"role.{man.role}" for unit in records.unit_templates().values() for man in unit.figures]
    wanted += [f"terrain.{name}" for name in records.terrain_types()]
    wanted += list(SYSTEM.purposes)
    assert set(wanted) <= set(english.entries)


def test_the_prices_of_the_manual_are_those_of_the_game() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "disposable.md").read_text("utf-8")
    for name, platoon in records.platoons().items():
        (row,) = [line for line in manual.splitlines() if line.startswith(f"| `{name}` |")]
        assert f"| {sum(records.cost(unit) for unit in platoon.units)} |" in row
        own = [vehicle for vehicle, data in records.vehicle_types().items() if platoon.nation in data.nations]
        for unit in [*platoon.units, *platoon.support, *own]:
            assert f"`{unit}` {records.cost(unit)}" in row


def test_purchases_that_cannot_be_are_refused_with_the_prices(tmp_path: Path) -> None:
    battle = scenarios.SHELF.path("open_field").read_text("utf-8")
    path = tmp_path / "mine.yaml"
    for old, new, field, words in (
        ("support: [us_mortar60", "support: [de_hmg", "sides[0].support[0]", "us_bazooka 46"),
        ("points: 600", "points: 540", "sides[0]", "us_rifle_squad 113"),
        ("platoon: us_platoon", "platoon: de_platoon", "sides[0].platoon", "did you mean 'us_platoon'?"),
    ):
        path.write_text(battle.replace(old, new), "utf-8")
        with pytest.raises(ContentError) as caught:
            SYSTEM.validate(path)
        assert caught.value.field == field
        assert words in caught.value.message
        assert caught.value.line > 1


@pytest.mark.rule("dh.core.deploy")
def test_a_zone_must_hold_its_side(tmp_path: Path) -> None:
    """The American zone of the crossroads, cut down to a corner."""
    data = GOOD.split("zone: ")[1].splitlines()[0]
    path = tmp_path / "tight.yaml"
    path.write_text(GOOD.replace(data, "[[4, 0], [7, 0], [7, 3], [4, 3]]", 1), "utf-8")
    with pytest.raises(ContentError) as error:
        SYSTEM.validate(path)
    assert error.value.field == "sides[0].zone"
    assert "no room" in str(error.value)
    state = SYSTEM.new(str(path), 1, {})
    for _ in range(60):
        state.play(state.pending[0], state.pending[0].options[0])
        SYSTEM.check(state)
