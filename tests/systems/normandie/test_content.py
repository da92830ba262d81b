"""Scenario files: what is wrong is named with file, line and field."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bocage.content import ContentError
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.state import RESERVE, NormandieState, name_of
from bocage.text import LANGUAGES, catalogue

GOOD = (SYSTEM.package / "data" / "scenarios" / "godsend.yaml").read_text("utf-8")


def broken(tmp_path: Path, old: str, new: str) -> ContentError:
    assert old in GOOD
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    assert caught.value.file == str(path)
    assert caught.value.line > 0
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "field", "words"),
    [
        ("unit: us8.recon_team", "unit: us8.spies", "sides[0].tiles[0].units[1].unit", "no unit 'us8.spies'"),
        (
            "unit: us8.recon_team",
            "unit: ge902.fire_group",
            "sides[0].tiles[0].units[1].unit",
            "does not fight for 'us'",
        ),
        ("{unit: us8.officer}", "{unit: us8.officer, at: [7, 0]}", "sides[0].tiles[0].units[0].at", "off the board"),
        ("{unit: us8.officer}", "{unit: us8.officer, at: r1c1}", "sides[0].tiles[0].units[0].at", "expected `array"),
        ("rounds: 6", "rounds: six", "rounds", "expected `int`"),
        ("rounds: 6", "rounds: 0", "rounds", "must be from 1 to 30, not 0"),
        ("rounds: 6", "rounds: 31", "rounds", "must be from 1 to 30, not 31"),
        ("rounds: 6", "rounds: 6\nweather: fog", "weather", "unknown field"),
        ("tile: us8", "tile: us99", "sides[0].tiles[0].tile", "no tile 'us99'"),
        ("'....t..hhh..t.'", "'....t..hhh..?.'", "map[5]", "'?' is the sign of no terrain"),
        ("'....t..hhh..t.'", "'....t..hhh..t'", "map[5]", "13 spaces"),
        ("nation: de", "nation: us", "sides[1].nation", "both sides"),
        ("rows: [0, 6], cols: [12, 13]", "rows: [0, 9], cols: [12, 13]", "sides[1].zone[0]", "off the board"),
        ("rows: [0, 6], cols: [0, 1]", "rows: [0, 0], cols: [0, 1]", "sides[0].zone", "do not fit"),
        ("faces: [2]", "faces: [1]", "documents.locations[1].faces", "each face"),
        ("faces: [3, 4]", "faces: [3]", "documents.locations", "die of 4"),
        ("intersection: [6, 8]", "intersection: [8, 8]", "documents.locations[0].intersection", "off the board"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, old: str, new: str, field: str, words: str) -> None:
    error = broken(tmp_path, old, new)
    assert error.field == field
    assert words in error.message


def test_units_may_not_overlap(tmp_path: Path) -> None:
    old = "[{unit: us8.officer}, {unit: us8.recon_team}"
    error = broken(tmp_path, old, "[{unit: us8.officer, at: [3, 0]}, {unit: us8.recon_team, at: [3, 0]}")
    assert error.field == "sides[0].tiles[0].units[1].at"
    assert "another unit stands on r3c0" in error.message


def test_overlays_may_not_overlap(tmp_path: Path) -> None:
    overlays = "overlays: [{terrain: position, spaces: [[0, 0]]}, {terrain: thicket, spaces: [[0, 0]]}]\nsides:"
    error = broken(tmp_path, "sides:", overlays)
    assert error.field == "overlays[1].spaces[0]"


def test_no_passage_lies_between_neighbours(tmp_path: Path) -> None:
    assert broken(tmp_path, "sides:", "no_passage: [[[0, 0], [1, 1]]]\nsides:").field == "no_passage[0]"


def test_a_file_of_ones_own_is_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace("{unit: us8.officer}", "{unit: us8.officer, at: [3, 0]}"), "utf-8")
    SYSTEM.validate(path)
    info = SYSTEM.scenario_file(path)
    assert (info.id, info.title.words["en"], info.turns) == (str(path), "Godsend", 6)
    state = SYSTEM.new(str(path), 1, {})
    assert state.board.grid.name(state.units[0].cell) == "r3c0", "placed ready"


@pytest.mark.parametrize(
    "name", ["units.yaml", "tiles.yaml", "terrain.yaml", "scenarios/godsend.yaml", "scenarios/dug-in.yaml"]
)
def test_shipped_files_are_valid(name: str) -> None:
    SYSTEM.validate(SYSTEM.package / "data" / name)


def test_a_data_file_is_checked_too(tmp_path: Path) -> None:
    path = tmp_path / "units.yaml"
    text = (SYSTEM.package / "data" / "units.yaml").read_text("utf-8")
    path.write_text(text.replace("icon: hit", "icon: skull", 1), "utf-8")
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    assert caught.value.field == "units[0].front.icon"


@pytest.mark.rule("hon.counter.example.1", "hon.comp.inf.2")
def test_the_sample_counter_is_as_printed() -> None:
    from bocage.systems.normandie.content.counters import counters

    front, back = counters()["us8.officer"].faces
    gun = front.weapons[0]
    assert (front.movement, gun.bonus[0], front.defense, front.stars, gun.range, front.hit) == (4, 2, 6, 2, 4, True)
    team = counters()["us8.fire_team"].faces
    assert (team[0].defense, team[1].defense) == (4, 5), "a back may defend better than its front"
    assert not back.hit


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_units_of_a_nation_are_called_alike(language: str) -> None:
    """Fire teams of two platoons have letters of one row."""
    words = catalogue(SYSTEM.package, language)
    for scenario in ("clash200", "free3", "mess", "tempest"):
        state = SYSTEM.new(scenario, 11, {})
        assert isinstance(state, NormandieState)
        units = [u for u in state.units if u.status == RESERVE and u.counter.kind != "ruse"]
        names = [(u.counter.nation, words.argument(name_of(u))) for u in units]
        assert len(set(names)) == len(names), scenario


BIG_MAP = "\n".join(f"  - '{'.' * 30}'" for _ in range(30))
FORCES = {"us": ("us8", "us8.fire_team"), "de": ("ge902", "ge902.fire_group")}


def crowded(tmp_path: Path, units: int) -> Path:
    """Two armies of so many units each, face to face on open ground."""
    sides = []
    for nation, (tile, unit) in FORCES.items():
        zone = "{rows: [0, 29], cols: [0, 9]}" if nation == "us" else "{rows: [0, 29], cols: [20, 29]}"
        men = f"{{unit: {tile}.officer}}" + f", {{unit: {unit}}}" * (units - 1)
        sides.append(f"  - {{nation: {nation}, zone: [{zone}], tiles: [{{tile: {tile}, units: [{men}]}}]}}")
    path = tmp_path / "crowd.yaml"
    head = "basis: estimate\nid: crowd\ntitle: A crowd\nrounds: 2\nmap:\n"
    path.write_text(head + BIG_MAP + "\nsides:\n" + "\n".join(sides) + "\n", "utf-8")
    return path


def test_a_battle_of_many_units_gives_orders_to_the_right_ones(tmp_path: Path) -> None:
    path = crowded(tmp_path, 75)
    SYSTEM.validate(path)
    rng = random.Random(1)
    state = SYSTEM.new(str(path), 1, {"cards": "off"})
    names = {(unit.camp, unit.tag) for unit in state.units if not unit.counter.officer}
    assert len(names) == 148, "each has a name of its own"
    for count in range(800):
        if state.over:
            break
        decision = rng.choice(state.pending)
        if count % 40 == 0:
            for choice in SYSTEM.prompt(state, decision).choices:
                if choice.verb in ("order", "bluff", "supply-move"):
                    unit = state.units[choice.piece]
                    assert unit.seat == decision.seat
                    assert choice.label.args["unit"] == name_of(unit)
            SYSTEM.check(state)
        state.play(decision, rng.choice(decision.options))
    assert state.round > 0


def test_too_many_units_or_too_wide_a_map_are_refused(tmp_path: Path) -> None:
    path = crowded(tmp_path, 250)
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    assert caught.value.field == "sides"
    assert "500 units" in caught.value.message
    wide = path.read_text("utf-8").replace("." * 30, "." * 60)
    path.write_text(wide, "utf-8")
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    assert (caught.value.field, caught.value.line > 0) == ("map", True)
