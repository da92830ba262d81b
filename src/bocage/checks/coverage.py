"""How much of each rulebook is implemented, named and proved, found by looking: at the sources, at the collected tests
and at the record of what was broken.

A test names clauses in its `rule` markers. A clause is implemented when the system's code cites it or a test names it;
it is proved when breaking its code makes such a test fail (`make prove`). The rest has a reason:
`rulebook/deferred.yaml` says what is left for later, by id or the start of one.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import bocage
from bocage.checks import broken
from bocage.checks.broken import Record
from bocage.content import load_yaml
from bocage.rulebook import DEFERRED, Clause, folders, rulebook
from bocage.rulebook import systems as systems_with_rulebook

T = TypeVar("T")

TIMEOUT = 900  # seconds for collecting the tests: half a minute, on a busy machine many times that
_OUTPUT = "BOCAGE_COLLECT_RULES"  # where the collecting process writes what it found

# Something that looks like an id; `open` tells that it goes on with a placeholder and is only the start of one.
_ID = re.compile(r"(?<![\w./-])(?P<id>[a-z]+(?:\.[A-Za-z0-9_-]+)+)(?P<open>\.?[*{])?")
_FILE = re.compile(r"\.(?:yaml|yml|py|json|md|svg|png|js|css|html|txt|sqlite3?)$")


class NoTests(Exception):
    """The record is made from the project's tests, and an installed package comes without them."""


class CollectionFailed(Exception):
    """pytest could not collect the tests."""


class Row(msgspec.Struct, frozen=True):
    """One line of `bocage rules`."""

    system: str
    module: str
    clauses: int
    implemented: int
    named: int  # by a test
    proved: int  # by a break that such a test noticed
    open: int  # not proved


class Remaining(msgspec.Struct, frozen=True):
    """A clause that is not proved, and why."""

    id: str
    system: str
    module: str
    title: str
    implemented: bool
    named: bool
    reason: str


Proofs = dict[str, list[str]]  # clause id -> the tests that name it
RECORD = Path(__file__).parent / "proofs.json"
"""What the tests named when the package was made; `bocage rules --record` writes it."""


def rows(systems: Iterable[str] | None = None, proofs: Proofs | None = None, record: Record | None = None) -> list[Row]:
    """Counts per system and module."""
    return _each(systems, proofs, record, _rows_of)


def summary(
    systems: Iterable[str] | None = None, proofs: Proofs | None = None, record: Record | None = None
) -> list[Row]:
    """Counts per system."""
    sums: dict[str, list[int]] = {}
    for row in rows(systems, proofs, record):
        counts = (row.clauses, row.implemented, row.named, row.proved, row.open)
        sums[row.system] = [a + b for a, b in zip(sums.get(row.system, [0] * len(counts)), counts, strict=True)]
    return [Row(system, "", *counts) for system, counts in sums.items()]


def remaining(
    systems: Iterable[str] | None = None, proofs: Proofs | None = None, record: Record | None = None
) -> list[Remaining]:
    """Every clause that is not proved, with the reason."""
    return _each(systems, proofs, record, _remaining_of)


def _each(
    systems: Iterable[str] | None,
    proofs: Proofs | None,
    record: Record | None,
    of: Callable[[str, Proofs, Record], list[T]],
) -> list[T]:
    named = known_proofs() if proofs is None else proofs
    tried = broken.read() if record is None else record
    return [one for system in _chosen(systems) for one in of(system, named, tried)]


def _remaining_of(system: str, proofs: Proofs, record: Record) -> list[Remaining]:
    rest = []
    for clause in rulebook(system).clauses.values():
        if not is_proved(clause.id, proofs, record):
            named = clause.id in proofs
            reason = _unproved(clause.id, proofs, record) if named else _unnamed(clause, clause.id in cited(system))
            done = named or clause.id in cited(system)
            rest.append(Remaining(clause.id, system, clause.module, clause.title, done, named, reason))
    return rest


def is_proved(clause: str, proofs: Proofs, record: Record) -> bool:
    """Its code was broken, stands as it did then, and the test that noticed still names the clause."""
    trial = record.get(clause)
    if trial is None or trial.proof is None or clause not in proofs:
        return False
    return trial.by.partition("[")[0] in names_of(proofs[clause]) and broken.holds(trial, [])


def _unproved(clause: str, proofs: Proofs, record: Record) -> str:
    """Why a clause that tests name is not proved."""
    trial = record.get(clause)
    if trial is None:
        return "a test names it, its code was not broken yet ('make prove')"
    if trial.proof:
        return "changed since it was proved"
    return trial.reason if broken.holds(trial, names_of(proofs[clause])) else "changed since it was tried"


@cache
def known_proofs() -> Proofs:
    """As the tests are now, where there are any; else as they were when the package was made."""
    try:
        return collect()
    except NoTests:
        return read_record()


def read_record() -> Proofs:
    proofs: Proofs = {}
    for file, tests in json.loads(RECORD.read_text("utf-8")).items():
        for test, clauses in tests.items():
            for id_ in clauses:
                proofs.setdefault(id_, []).append(f"{file}::{test}")
    return proofs


def write_record() -> None:
    RECORD.write_text(record_of(collect()), "utf-8")


def names_of(tests: Iterable[str]) -> list[str]:
    """Tests without what they are run with."""
    return sorted({test.partition("[")[0] for test in tests})


def record_of(proofs: Proofs) -> str:
    """By file and test, one test a line; what a test is run with is left out."""
    files: dict[str, dict[str, set[str]]] = {}
    for id_, tests in proofs.items():
        for test in tests:
            file, _, name = test.partition("::")
            files.setdefault(file, {}).setdefault(name.partition("[")[0], set()).add(id_)
    blocks = []
    for file, named in sorted(files.items()):
        lines = [f"  {json.dumps(name)}: {json.dumps(sorted(clauses))}" for name, clauses in sorted(named.items())]
        blocks.append(f"{json.dumps(file)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def collect(tests: Path | None = None) -> Proofs:
    """The clauses that tests name, from a run of pytest that collects but does not execute."""
    folder = tests or project_tests()
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / "rules.json"
        quiet = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        pytest = [sys.executable, "-m", "pytest", "-p", __name__, "-p", "no:cacheprovider"]
        run = subprocess.run(
            [*pytest, "--collect-only", "-q", str(folder)], cwd=folder.parent, env=quiet | {_OUTPUT: str(output)},
            capture_output=True, text=True, timeout=TIMEOUT, check=False,
        )  # fmt: skip
        if run.returncode not in (0, 5) or not output.is_file():  # 5: there are no tests
            last = "\n".join((run.stdout + run.stderr).strip().splitlines()[-15:])
            raise CollectionFailed(f"the tests in {folder} cannot be collected:\n{last}")
        found: Proofs = json.loads(output.read_text())
        return found


def project_tests() -> Path:
    """The project's tests, seen from the package in src/ or from its compiled copy in build/compiled/."""
    package = Path(bocage.__file__).resolve().parent
    for top in package.parents[:3]:
        if (top / "pyproject.toml").is_file() and (top / "tests").is_dir():
            return top / "tests"
    raise NoTests("this installation comes without the project's tests: use a source checkout")


def pytest_collection_finish(session: Any) -> None:
    """Hook of the collecting process (this module is its plugin): write down which test names which clause."""
    output = os.environ.get(_OUTPUT)
    if not output:
        return
    proofs: Proofs = {}
    for item in session.items:
        # A test that does not run, or may fail, proves nothing.
        if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
            continue
        for marker in item.iter_markers("rule"):
            for id_ in marker.args:
                proofs.setdefault(str(id_), []).append(item.nodeid)
    Path(output).write_text(json.dumps(proofs))


@cache
def cited(system: str) -> frozenset[str]:
    """The clauses that the Python sources of a system cite."""
    known = rulebook(system).clauses
    found = {id_ for path in sorted(folders()[system].rglob("*.py")) for id_, whole in ids_in(path) if whole}
    return frozenset(found & known.keys())


def ids_in(path: Path) -> Iterator[tuple[str, bool]]:
    """What looks like a clause id in a source or content file; False beside it if it is only the start of one.

    In Python only strings and comments count: in code, names with dots are attributes.
    """
    text = path.read_text(encoding="utf-8")
    for piece in _prose(text) if path.suffix == ".py" else [text]:
        for found in _ID.finditer(piece):
            if not _FILE.search(found["id"]):
                yield found["id"], not found["open"]


def _prose(source: str) -> Iterator[str]:
    # Python 3.12 gives f-strings as tokens of their own, whose middle stops at the placeholder.
    fstring = getattr(tokenize, "FSTRING_MIDDLE", None)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            yield token.string
        elif token.type == fstring:
            yield token.string + "{"


def _chosen(systems: Iterable[str] | None) -> list[str]:
    return systems_with_rulebook() if systems is None else list(systems)


def _rows_of(system: str, proofs: Proofs, record: Record) -> list[Row]:
    modules: dict[str, list[Clause]] = {}
    for chapter in rulebook(system).chapters:
        modules.setdefault(chapter.module, []).extend(chapter.clauses)
    result = []
    for module, clauses in modules.items():
        named = sum(clause.id in proofs for clause in clauses)
        proved = sum(is_proved(clause.id, proofs, record) for clause in clauses)
        implemented = sum(clause.id in proofs or clause.id in cited(system) for clause in clauses)
        result.append(Row(system, module, len(clauses), implemented, named, proved, len(clauses) - proved))
    return result


@cache
def deferred(system: str) -> dict[str, str]:
    """What the system leaves for later: id, or the start of one, and the reason."""
    path = folders()[system] / "rulebook" / DEFERRED
    return load_yaml(path, dict[str, str]) if path.is_file() else {}


def covers(start: str, id_: str) -> bool:
    """Whether an id starts with whole numbers and words of another: 1.6 covers 1.6.2 and 1.6a, but not 1.60."""
    rest = id_.removeprefix(start)
    if len(rest) == len(id_):
        return False
    return not rest or rest[0] == "." or (start[-1].isdigit() and rest[0].isalpha())


def _unnamed(clause: Clause, implemented: bool) -> str:
    if implemented:
        return "the code cites it, no test names it yet"
    starts = [start for start in deferred(clause.system) if covers(start, clause.id)]
    if starts:
        return deferred(clause.system)[max(starts, key=len)]
    return "not written yet"
