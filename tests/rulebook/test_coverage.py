"""Coverage is counted from collected tests and from what the code cites."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bocage.checks import broken, coverage
from bocage.rulebook import rulebook, systems

MARKED = """\
import pytest

def rule(*ids):
    return pytest.mark.rule(*ids)

@rule("a.1", "a.2")
def test_two(): raise AssertionError("collected, never run")

@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("b.1")), pytest.param(2, marks=rule("b.2"))])
def test_each(n): pass

@rule("c.1")
class TestClass:
    @rule("c.2")
    def test_inside(self): pass

@rule("d.1")
@pytest.mark.skip
def test_skipped(): pass

@rule("d.2")
@pytest.mark.xfail
def test_may_fail(): pass
"""


def project(folder: Path, source: str) -> Path:
    (folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\nmarkers = ["rule(*ids): proved clauses"]\n')
    tests = folder / "tests"
    tests.mkdir()
    (tests / "test_some.py").write_text(source)
    return tests


def test_markers_are_collected_but_not_those_of_tests_that_prove_nothing(tmp_path: Path) -> None:
    proofs = coverage.collect(project(tmp_path, MARKED))
    assert sorted(proofs) == ["a.1", "a.2", "b.1", "b.2", "c.1", "c.2"]
    assert proofs["b.2"] == ["tests/test_some.py::test_each[2]"]


def test_no_tests_at_all_prove_nothing(tmp_path: Path) -> None:
    assert coverage.collect(project(tmp_path, "")) == {}


def test_a_broken_test_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(coverage.CollectionFailed, match=r"test_some\.py"):
        coverage.collect(project(tmp_path, "import nothing_of_that_name"))


def test_an_installation_without_tests_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.__file__", str(tmp_path / "site-packages" / "bocage" / "__init__.py"))
    with pytest.raises(coverage.NoTests, match="source checkout"):
        coverage.collect()


LINE = broken.Break("checks/coverage.py", "covers", 0, "def covers(start: str, id_: str) -> bool:", "pass")


def proved() -> broken.Trial:
    return broken.Trial(broken.fingerprint([LINE], []), LINE, "test")


def test_rows_add_up() -> None:
    proofs = {"lnlt.core.5.1": ["test"], "lnlt.boh.24.2a": ["test"], "lnlt.core.no-such-clause": ["test"]}
    record = {"lnlt.core.5.1": proved(), "lnlt.core.5.2": proved()}
    rows = coverage.rows(["lnlt"], proofs, record)
    by_module = {row.module: row for row in rows}
    assert sum(row.clauses for row in rows) == len(rulebook("lnlt").clauses)
    assert (by_module["core"].named, by_module["core"].proved) == (1, 1)
    assert (by_module["boh"].named, by_module["boh"].proved) == (1, 0)
    assert (by_module["hid"].named, by_module["hid"].proved) == (0, 0)
    for row in rows:
        assert row.open == row.clauses - row.proved
        assert row.proved <= row.named <= row.implemented <= row.clauses
    (summed,) = coverage.summary(["lnlt"], proofs, record)
    assert (summed.clauses, summed.named, summed.proved) == (len(rulebook("lnlt").clauses), 2, 1)


def test_row_fields_are_stable() -> None:
    row = msgspec.to_builtins(coverage.rows(["disposable"], {}, {})[0])
    assert list(row) == ["system", "module", "clauses", "implemented", "named", "proved", "open"]


def test_what_remains_has_a_reason() -> None:
    proofs = {"lnlt.core.5.1": ["test"], "lnlt.core.5.2": ["test"]}
    rest = {r.id: r for r in coverage.remaining(["lnlt"], proofs, {"lnlt.core.5.1": proved()})}
    assert len(rest) == len(rulebook("lnlt").clauses) - 1
    assert "lnlt.core.5.1" not in rest
    assert "not broken yet" in rest["lnlt.core.5.2"].reason
    deferred = {id_: reason for id_, reason in coverage.deferred("lnlt").items() if id_ in rest}
    assert deferred
    for id_, reason in deferred.items():
        assert rest[id_].reason in {reason, "the code cites it, no test names it yet"}
    assert all(r.reason for r in rest.values())


@pytest.mark.parametrize("system", systems())
def test_deferred_entries_name_clauses_that_exist(system: str) -> None:
    known = rulebook(system).clauses
    assert [s for s in coverage.deferred(system) if not any(coverage.covers(s, id_) for id_ in known)] == []


@pytest.mark.parametrize(
    ("start", "id_", "covered"),
    [
        ("lnlt.core.1.6", "lnlt.core.1.6", True),
        ("lnlt.core.1.6", "lnlt.core.1.6.2", True),
        ("lnlt.hid.1.6.3", "lnlt.hid.1.6.3a", True),
        ("lnlt.core.1", "lnlt.core.11.2", False),
        ("hon.open.veh", "hon.open.vehicle.1", False),
        ("lnlt.core.7", "lnlt.core.1.7", False),
    ],
)
def test_a_start_covers_whole_numbers_and_words(start: str, id_: str, covered: bool) -> None:
    assert coverage.covers(start, id_) is covered


def test_ids_are_read_from_strings_and_comments_only(tmp_path: Path) -> None:
    source = tmp_path / "code.py"
    source.write_text(
        'dh.fire.attribute\nRULE = "dh.fire.cover.3"  # see lnlt.core.5.0.2.\n'
        'f"dh.core.weapon.{name}"\nopen("data/dh.maps.yaml")\nimport_me("bocage.systems.lnlt.rules")\n'
    )
    assert [pair for pair in coverage.ids_in(source) if not pair[0].startswith("bocage")] == [
        ("dh.fire.cover.3", True),
        ("lnlt.core.5.0.2", True),
        ("dh.core.weapon", False),
    ]


def test_the_project_itself_can_be_counted() -> None:
    proofs = coverage.collect()
    known = {id_ for system in systems() for id_ in rulebook(system).clauses}
    assert sorted(set(proofs) - known) == []
    assert {row.system for row in coverage.rows(proofs=proofs)} == set(systems())
    same = coverage.RECORD.read_text("utf-8") == coverage.record_of(proofs)
    assert same, "the tests have changed: run 'bocage rules --record'"
    assert coverage.read_record().keys() == proofs.keys()
