"""A clause is proved when its code was broken and a test that names it failed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tools import breaking

from bocage.checks import broken, coverage
from bocage.checks.broken import Break, Trial
from bocage.rulebook import rulebook, systems

TOP = Path(__file__).parent.parent.parent
CLAUSE = "lnlt.core.5.1"
CODE = '''"""A chapter."""
MOST: Final = 6  # lnlt.core.5.5
BLAST: Final = ACTS.verb("blast", "lnlt.core.1.6.7", 3)


class Fire:
    """Fire (lnlt.core.5.0)."""

    def hits(self, roll: int) -> bool:
        """lnlt.core.5.1"""
        self.count += 1
        return roll > MOST and not self.smoke and self.flags & SEEN  # lnlt.core.5.2


def lob(verb: Verb) -> bool:
    return verb is acts.BLAST
'''
MEN = "men: {colour: blue, traits: [a, b], he: null}  # colour: lnlt.core.1.1; traits: lnlt.core.1.3; he: lnlt.core.1.4"
DATA = f"""\
# How far (lnlt.core.5.3)
reach: {{value: 6, far: [1, 2], open: true}}

jam: {{value: 1, rule: lnlt.core.1.6.2}}
plain: {{value: 4}}
{MEN}
gun: {{colour: red, fp: 2, range: 6}}  # fp: lnlt.core.1.5
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one module and one data file."""
    for module in (broken, breaking):
        monkeypatch.setattr(module, "PACKAGE", tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "numbers.yaml").write_text(DATA, "utf-8")
    (tmp_path / "fire.py").write_text(CODE, "utf-8")
    return tmp_path


def test_small_changes_are_found_where_clauses_are_cited(package: Path) -> None:
    known = set(rulebook("lnlt").clauses)
    found = {(change.one.name, change.one.new): change.cited for change in breaking.changes(package, known)}
    line = "return roll > MOST and not self.smoke and self.flags & SEEN  # lnlt.core.5.2"
    hits = {"lnlt.core.5.1": "function", "lnlt.core.5.2": "line", "lnlt.core.5.0": "class", "lnlt.core.5.5": "name"}
    assert found == {
        ("MOST", "MOST: Final = 7  # lnlt.core.5.5"): {"lnlt.core.5.5": "line"},
        ("Fire.hits", "pass"): {**hits, "lnlt.core.5.2": "function"},
        ("Fire.hits", "self.count += 2"): {**hits, "lnlt.core.5.2": "function"},
        ("Fire.hits", line.replace(">", ">=")): hits,
        ("Fire.hits", line.replace("MOST and", "MOST or")): hits,
        ("Fire.hits", line.replace("smoke and", "smoke or")): hits,
        ("Fire.hits", line.replace("self.flags", "not self.flags")): hits,
        ("Fire.hits", line.replace("not ", "")): hits,
        ("lob", "return verb is not acts.BLAST"): {"lnlt.core.1.6.7": "name"},
        ("", "reach: {value: 7, far: [1, 2], open: true}"): {"lnlt.core.5.3": "function"},
        ("", "reach: {value: 6, far: [2, 2], open: true}"): {"lnlt.core.5.3": "function"},
        ("", "reach: {value: 6, far: [1, 3], open: true}"): {"lnlt.core.5.3": "function"},
        ("", "reach: {value: 6, far: [1, 2], open: false}"): {"lnlt.core.5.3": "function"},
        ("", "jam: {value: 2, rule: lnlt.core.1.6.2}"): {"lnlt.core.1.6.2": "line"},
        ("", MEN.replace("blue", "red")): {"lnlt.core.1.1": "line"},
        ("", MEN.replace("[a, b]", "[b]")): {"lnlt.core.1.3": "line"},
        ("", MEN.replace("[a, b]", "[a]")): {"lnlt.core.1.3": "line"},
        ("", MEN.replace("null", "1")): {"lnlt.core.1.4": "line"},
        ("", "gun: {colour: red, fp: 3, range: 6}  # fp: lnlt.core.1.5"): {"lnlt.core.1.5": "line"},
    }


def test_what_changed_since_is_not_proved(package: Path) -> None:
    one = Break("fire.py", "lob", 1, "return verb is acts.BLAST", "return verb is not acts.BLAST")
    trial = Trial(broken.fingerprint([one], []), one, "tests/test_fire.py::test_lob")
    proofs = {CLAUSE: ["tests/test_fire.py::test_lob"]}
    assert coverage.is_proved(CLAUSE, proofs, {CLAUSE: trial})
    assert not coverage.is_proved(CLAUSE, {}, {CLAUSE: trial})  # no test names it any more
    broken.lines_of.cache_clear()
    broken.spans.cache_clear()
    (package / "fire.py").write_text(CODE.replace("MOST: Final = 6", "MOST: Final = 8"), "utf-8")
    assert coverage.is_proved(CLAUSE, proofs, {CLAUSE: trial})  # not this function
    broken.lines_of.cache_clear()
    broken.spans.cache_clear()
    (package / "fire.py").write_text(CODE.replace("verb is acts.BLAST", "verb is not None"), "utf-8")
    assert not coverage.is_proved(CLAUSE, proofs, {CLAUSE: trial})
    rest = {one.id: one.reason for one in coverage.remaining(["lnlt"], proofs, {CLAUSE: trial})}
    assert rest[CLAUSE] == "changed since it was proved"


def test_what_went_unnoticed_is_tried_again_once_there_is_another_test(package: Path) -> None:
    one = Break("data/numbers.yaml", "", 0, "plain: {value: 4}", "plain: {value: 5}")
    trial = Trial(broken.fingerprint([one], ["a"]), reason="1 break went unnoticed", unnoticed=[one])
    assert broken.holds(trial, ["a"])
    assert not broken.holds(trial, ["a", "b"])


def test_the_record_is_sorted_and_read_as_written(tmp_path: Path) -> None:
    one = Break("fire.py", "lob", 1, "old", "new")
    record = {"b": Trial("1", one, "test", "line"), "a": Trial("2", reason="none", unnoticed=[one])}
    path = tmp_path / "broken.json"
    broken.write(record, path)
    assert list(json.loads(path.read_text("utf-8"))) == ["a", "b"]
    assert broken.read(path) == record


def test_the_record_is_about_clauses_that_there_are() -> None:
    known = {id_ for system in systems() for id_ in rulebook(system).clauses}
    record = broken.read()
    assert record
    assert sorted(record.keys() - known) == []
    assert all(bool(trial.proof) != bool(trial.reason) for trial in record.values())


def test_recorded_breaks_are_noticed_again() -> None:
    """A sample of each system; what has changed since is left to `make prove`."""
    command = [sys.executable, "-m", "tools.prove", "--recorded", "4", "--seed", "1"]
    run = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("noticed  ") >= 4
