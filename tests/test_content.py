"""Content files: typed, strict, and with errors that name file, line and field."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bocage.cli.content import schemas
from bocage.content import (
    ContentError,
    Faults,
    WrongContent,
    content_hash,
    fault,
    load_yaml,
    loads_yaml,
    settle,
    unknown,
)


class Weapon(msgspec.Struct, forbid_unknown_fields=True):
    fp: int
    range: int = 1


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    fp: int
    weapons: list[Weapon] = []
    by_nation: dict[str, Weapon] = {}
    by_year: dict[int, dict[str, int]] = {}


GOOD = """\
- name: Rifle squad
  fp: 1
  weapons:
    - {fp: 2, range: 6}
- name: Leader
  fp: 0
"""


def error_of(text: str) -> ContentError:
    with pytest.raises(ContentError) as caught:
        loads_yaml(text, list[Unit], "units.yaml")
    return caught.value


def test_reads_typed_structs() -> None:
    units = loads_yaml(GOOD, list[Unit], "units.yaml")
    assert [u.name for u in units] == ["Rifle squad", "Leader"]
    assert units[0].weapons == [Weapon(2, 6)]


def test_wrong_type_names_file_line_and_field() -> None:
    error = error_of(GOOD.replace("range: 6", "range: six"))
    assert str(error) == "units.yaml:4: [0].weapons[0].range: expected `int`, got `str`"


def test_text_is_not_silently_turned_into_a_number() -> None:
    assert error_of(GOOD.replace("fp: 1", "fp: '1'")).line == 2


def test_unknown_field_points_at_the_field() -> None:
    assert str(error_of(GOOD + "  moral: 5\n")) == "units.yaml:7: [1].moral: unknown field"


def test_missing_field_points_at_its_mapping() -> None:
    error = error_of("- name: A\n  fp: 1\n\n- name: B\n")
    assert str(error) == "units.yaml:4: [1]: object missing required field `fp`"


@pytest.mark.parametrize(
    ("tail", "line", "field"),
    [
        ("  by_nation:\n    us: {fp: 1}\n    de: {fp: x}\n", 9, "[1].by_nation.de.fp"),
        ("  by_nation:\n    us: {fp: 1}\n    de: {fq: 1}\n", 9, "[1].by_nation.de"),
        ("  by_year:\n    1940: {a: 1}\n    1944:\n      a: 1\n      b: 1.5\n", 11, "[1].by_year[1944].b"),
        ("  by_year:\n    now: {a: 1}\n", 8, "[1].by_year.now"),
    ],
)
def test_errors_inside_mappings_name_the_key(tail: str, line: int, field: str) -> None:
    error = error_of(GOOD + tail)
    assert error.line == line
    assert error.field.startswith(field)


def test_yaml_syntax_error_has_its_line() -> None:
    error = error_of("- name: A\n  fp: [1\n- name: B\n")
    assert (error.file, error.line) == ("units.yaml", 3)


def test_a_field_given_twice_is_an_error() -> None:
    assert str(error_of("- name: A\n  fp: 1\n  fp: 2\n")) == "units.yaml:3: fp: this field is given twice"


def test_merged_mappings_point_where_the_value_stands() -> None:
    text = "- &base\n  name: A\n  fp: one\n- <<: *base\n  name: B\n"
    assert error_of(text).line == 3


@pytest.mark.parametrize("text", ["", "just text", "a: 1", "- 1"])
def test_the_wrong_kind_of_document(text: str) -> None:
    assert error_of(text).line == 1


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    with pytest.raises(ContentError) as caught:
        load_yaml(path, list[Unit])
    assert str(caught.value) == f"{path}: there is no such file"


def test_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "raw.yaml"
    path.write_bytes(b"- name: \xff\xfe")
    with pytest.raises(ContentError, match="not UTF-8"):
        load_yaml(path, list[Unit])


def test_control_characters_are_refused() -> None:
    assert error_of("- name: \x00\n").file == "units.yaml"


def test_a_fault_seen_by_the_rules_finds_its_line(tmp_path: Path) -> None:
    path = tmp_path / "units.yaml"
    path.write_text(GOOD)
    error = fault(path, "[0].weapons[0].range", "no weapon reaches that far")
    assert str(error) == f"{path}:4: [0].weapons[0].range: no weapon reaches that far"
    path.write_text("units:\n  - hex: A1\n  - hex: Z9\n")
    assert fault(path, "units[1].hex", "off the map").line == 3


def test_content_hash_is_stable_and_short() -> None:
    assert content_hash(b"") == "e4a6a0577479b2b4"
    assert content_hash(b"a") != content_hash(b"b")


def test_all_faults_of_a_file_are_told_at_once() -> None:
    error = error_of("- nam: A\n  fp: x\n- {name: B, fp: 1, weapons: [{fp: 1}, {fp: y, rnge: 2}]}\n")
    assert [str(one).removeprefix("units.yaml:") for one in error.faults] == [
        "1: [0].nam: unknown field: did you mean 'name'?",
        "2: [0].fp: expected `int`, got `str`",
        "3: [1].weapons[1].fp: expected `int`, got `str`",
        "3: [1].weapons[1].rnge: unknown field: did you mean 'range'?",
    ]
    assert str(error).count("units.yaml:") == 4


def test_faults_of_linking_are_collected_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "units.yaml"
    path.write_text("units:\n  - hex: A1\n  - hex: Z9\n")
    faults = Faults()
    for i in (0, 1):
        with faults:
            raise WrongContent(f"units[{i}].hex", "off the map")
    with pytest.raises(ContentError) as caught:
        settle(faults, path)
    assert [one.line for one in caught.value.faults] == [2, 3]
    settle(Faults(), path)  # nothing wrong, nothing raised


def test_a_misspelt_name_is_told_what_it_is_near_to() -> None:
    assert unknown("unit", "rifel", ["rifle", "gun"]) == "there is no unit 'rifel': did you mean 'rifle'?"
    assert unknown("unit", "x", ["rifle", "gun"]) == "there is no unit 'x' (there are: rifle, gun)"
    assert unknown("unit", "?", map(str, range(100))).endswith(" and 76 more)")


def nine(number: int) -> str:
    return f"[{', '.join([f'*a{number}'] * 9)}]"


BOMBS = {
    "brackets": "a: " + "[" * 100_000 + "]" * 100_000,
    "lists": "- " * 100_000,
    "indents": "".join(f"{' ' * n}a:\n" for n in range(2_500)),
    "merge keys": "a0: &a0 {k: v}\n"
    + "".join(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}\n" for n in range(1, 30)),
    "aliases": "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)),
    "a chain of aliases": "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 5_000)),
    "itself": "a: &a [*a]",
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_what_would_fill_memory_or_stack_is_refused(text: str) -> None:
    with pytest.raises(ContentError, match=r"nested deeper|aliases repeat|an alias refers"):
        loads_yaml(text, dict[str, object], "bomb.yaml")


SCHEMAS = schemas()


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_the_schemas_for_editors_are_current(name: str) -> None:
    path = Path(__file__).parents[1] / "docs" / "schema" / name
    assert path.read_text("utf-8") == SCHEMAS[name], "run bocage schema"
