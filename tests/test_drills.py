"""Every shipped drill and every golden case, each naming the clauses it proves; and the runner itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

import bocage
from bocage.checks import drills
from bocage.checks.drills import Entry, Outcome
from bocage.checks.rehearsal import Rehearsal
from bocage.rulebook import sections
from walks import SYSTEMS

WALKTHROUGH = bocage.system("lnlt").package / "drills" / "walkthrough-24-2.yaml"


def case_files(system: str) -> list[Path]:
    """The golden cases of the documents."""
    return sorted((Path(__file__).parent / "systems" / system / "cases").glob("*.yaml"))


ENTRIES = [
    (path, entry)
    for name in SYSTEMS
    for path in [*drills.shipped(bocage.system(name)), *case_files(name)]
    for entry in drills.read(path)
]


def played(entry: Entry) -> list[str]:
    """The clauses it proves: those it names, and those of the verbs it chooses."""
    if entry.drill is None or not entry.rules:
        return entry.rules
    verbs = bocage.system(entry.system).acts.by_name
    chosen = {one if isinstance(one, str) else one.verb for step in entry.drill.steps for one in step.choose}
    more = {verb.rule for name in sorted(chosen) for verb in verbs.get(name, []) if verb.rule}
    return [*entry.rules, *sorted(more - set(entry.rules))]


EXAMPLES = [
    (entry, step.example)
    for _, entry in ENTRIES
    if entry.drill is not None
    for step in entry.drill.steps
    if step.example
]


@cache
def outcomes(where: tuple[str, str]) -> dict[str, Outcome]:
    entry = next(entry for _, entry in ENTRIES if (entry.source.name, entry.id) == where)
    return {outcome.id: outcome for outcome in entry.run()}


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        *(pytest.param(e, e.id, id=e.id, marks=[pytest.mark.rule(*played(e))] if e.rules else []) for _, e in ENTRIES),
        *(pytest.param(e, example, id=example) for e, example in EXAMPLES),
    ],
)
def test_drill(entry: Entry, name: str) -> None:
    outcome = outcomes((entry.source.name, entry.id)).get(name)
    assert outcome is not None, "an earlier step failed"
    assert outcome.passed, outcome.reason


@pytest.mark.parametrize("system", [name for name in SYSTEMS if sections(name)])
def test_every_section_of_a_document_has_a_situation(system: str) -> None:
    rows = drills.count_sections(system)
    assert [f"{row.document} {row.section}" for row in rows if not row.situations] == []


@pytest.mark.parametrize("system", [name for name in SYSTEMS if sections(name)])
def test_a_drill_of_a_document_names_one_of_its_sections(system: str) -> None:
    listed = sections(system)
    for path in drills.shipped(bocage.system(system)):
        for entry in drills.read(path):
            drill = entry.sound()
            if drill.document in listed:
                parts = drill.section.split(", ")
                assert any(drills.find_section(listed[drill.document], part) for part in parts), entry.id


def test_no_two_drills_share_an_id() -> None:
    ids = [entry.id for _, entry in ENTRIES] + [example for _, example in EXAMPLES]
    assert len(ids) == len(set(ids))


def test_a_wrong_figure_fails_a_drill(tmp_path: Path) -> None:
    """The runner itself: a drill whose expectation is spoilt does not pass."""
    good = WALKTHROUGH.read_text("utf-8")
    spoilt = tmp_path / "spoilt.yaml"
    spoilt.write_text(good.replace("total: 5", "total: 6", 1), "utf-8")
    assert all(outcome.passed for outcome in drills.run_file(WALKTHROUGH))
    assert not all(outcome.passed for outcome in drills.run_file(spoilt))


def test_a_crash_of_the_rules_fails_its_drill_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "two.yaml"
    unit = "{unit: us.para.squad.2-5-4, at: E5}"
    path.write_text(
        f"""
system: lnlt
position: {{units: {{A: {unit}}}}}
cases:
- {{id: broken, choose: [{{verb: activate, place: E5}}], expect: {{over: false}}}}
- {{id: sound, expect: {{over: false}}}}
""",
        "utf-8",
    )
    monkeypatch.setattr(Rehearsal, "find", lambda rehearsal, wanted: 1 // 0)
    broken, sound = drills.run_file(path)
    assert "the rules crashed: ZeroDivisionError" in broken.reason
    assert sound.passed


HEAD = "id: x\nsystem: lnlt\n"
OVER = "\nexpect: {over: false}"
FLAWS = {
    f"{HEAD}titel: y{OVER}": "3: titel: unknown field: did you mean 'title'?",
    f"id: x\nsystem: lnltt{OVER}": "2: system: no system 'lnltt'",
    f"id: x{OVER}": "say which system this is for",
    f"{HEAD}position: {{mapp: {{}}}}{OVER}": "3: position.mapp: unknown field: did you mean 'map'?",
    f"{HEAD}position: {{map: {{}}}}": "the drill expects nothing",
    f"{HEAD}choose: [{{verbs: a}}]{OVER}": "3: choose[0].verbs: unknown field: did you mean 'verb'?",
    f"{HEAD}choose: [a]\nsteps: [{{expect: {{over: false}}}}]": "belong into the steps",
    "system: lnlt\ncases: [{title: y, expect: {over: false}}]": "missing required field `id`",
    HEAD + OVER: "the drill has no position",
    f"{HEAD}position: {{map: {{}}}}\nexpect: {{pieces: {{A: {{}}}}}}": "no piece is called 'A'",
    f"{HEAD}position: {{map: {{}}}}\ndice: [6]{OVER}": "only 0 of the 1 dice were rolled",
}


@pytest.mark.parametrize(("text", "reason"), FLAWS.items())
def test_what_is_wrong_is_said_of_its_drill(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, "utf-8")
    (outcome,) = drills.run_file(path)
    assert not outcome.passed
    assert reason in outcome.reason


def test_one_malformed_case_leaves_the_others_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    good = {"id": "good", "system": "lnlt", "position": {"map": {}}, "expect": {"over": False}}
    path.write_text(yaml.safe_dump([good, {**good, "id": "bad", "dise": [1]}, 5, {**good, "id": "last"}]), "utf-8")
    assert [(outcome.id, outcome.passed) for outcome in drills.run_file(path)] == [
        ("good", True),
        ("bad", False),
        ("[2]", False),
        ("last", True),
    ]


def test_only_the_drills_of_a_system_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    expects = {"position": {"map": {}}, "expect": {"over": False}}
    path.write_text(yaml.safe_dump([{"id": "a", "system": "lnlt", **expects}, {"id": "b", **expects}]), "utf-8")
    assert [outcome.id for outcome in drills.run_file(path, ["lnlt"])] == ["a", "b"]
    assert all(outcome.passed for outcome in drills.run_file(path, ["lnlt"]))
    assert [(o.id, o.passed) for o in drills.run_file(path, ["lnlt", "normandie"])] == [("a", True), ("b", False)]


def test_the_example_of_the_guide_passes(tmp_path: Path) -> None:
    guide = (Path(__file__).parent.parent / "docs" / "drills.md").read_text("utf-8")
    path = tmp_path / "example.yaml"
    path.write_text(guide.split("```yaml\n")[1].split("```")[0], "utf-8")
    assert [outcome.reason for outcome in drills.run_file(path)] == [""]
