"""Break the code of every clause and see that a test naming it fails: only then is the clause proved.

    python -m tools.prove --system lnlt            every clause that is not proved yet, or has changed since
    python -m tools.prove --clause lnlt.core.5.3   this one again, telling every break
    python -m tools.prove --sample 40 --seed 1     random breaks instead, printing those that nobody noticed
    python -m tools.prove --recorded 12 --seed 1   some of the recorded proofs once more

What is broken: lines that cite the clause; functions that cite it or use a name whose declaration does; data that cite
it; and where nothing does, the lines that its tests run and few others. A break that goes unnoticed is kept in the
record: the tests are too thin, or the clause is cited too far from its code, or the change is no change at all.

The record is written after each clause, so the work can be stopped at any time and goes on where it was.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from time import monotonic

import pytest
from tools import trials
from tools.breaking import NEAR, Change, changes, is_played
from tools.trials import Line, Trace

from bocage.checks import broken, coverage
from bocage.checks.broken import Break, Record, Trial
from bocage.rulebook import folders, rulebook, systems

TOP = Path(__file__).resolve().parent.parent
MOST_BREAKS = 8  # of one clause
MOST_TESTS = 12  # that name one clause
RARE = 10  # one test in so many runs a line that plays a clause which nothing cites
SAME_FUNCTION = 3  # breaks, where others are there to be broken


class Prover:
    """A plugin that breaks rules in the place of running the tests."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.until = monotonic() + 60 * wanted.minutes
        self.unnoticed = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.naming: dict[str, list[pytest.Item]] = {}
        self.items = [item for item in session.items if counts(item)]
        for item in self.items:
            for clause in sorted({str(id_) for marker in item.iter_markers("rule") for id_ in marker.args}):
                self.naming.setdefault(clause, []).append(item)
        if self.wanted.recorded:
            self.repeat()
            return True
        print(f"{len(self.items)} tests; warming up", flush=True)
        self.common, number = trials.warm_up(self.items, not self.wanted.sample)
        self.rare = number // RARE
        for system in self.wanted.system:
            known = set(rulebook(system).clauses) & self.naming.keys()
            self.changes = changes(folders()[system], known)
            self.by_line: dict[Line, list[Change]] = {}
            self.cites: dict[str, list[Change]] = {id_: [] for id_ in known}
            for change in self.changes:
                for id_ in change.cited:
                    self.cites[id_].append(change)
                for number in {change.line, change.statement}:
                    self.by_line.setdefault((str(change.path), number), []).append(change)
            if self.wanted.sample:
                self.sample()
            else:
                self.prove([id_ for id_ in rulebook(system).clauses if id_ in known])
        return True

    def prove(self, clauses: list[str]) -> None:
        known = {id_ for system in systems() for id_ in rulebook(system).clauses}
        record = {id_: trial for id_, trial in broken.read().items() if id_ in known}
        todo = [id_ for id_ in clauses if id_ in self.wanted.clause]
        if not self.wanted.clause:
            todo = [id_ for id_ in clauses if id_ not in record or not self.stands(id_, record)]
        todo = todo[: self.wanted.limit or None]
        start = monotonic()
        for number, id_ in enumerate(todo, 1):
            if monotonic() > self.until:
                break
            record[id_] = trial = self.trial(id_)
            broken.write(record)
            left = (monotonic() - start) / number * (len(todo) - number)
            said = f"proved ({trial.near}): {shown(trial.proof)}" if trial.proof else f"NOT PROVED: {trial.reason}"
            print(f"{number} of {len(todo)}, {left / 60:.0f} min left  {id_}  {said}", flush=True)
            for one in trial.unnoticed if self.wanted.clause or not trial.proof else ():
                print(f"    not noticed: {one.file} {one.name}: {shown(one)}", flush=True)
        tell(record, clauses)

    def stands(self, clause: str, record: Record) -> bool:
        if record[clause].proof:
            return coverage.is_proved(clause, {clause: self.names(clause)}, record)
        return broken.holds(record[clause], self.names(clause))

    def names(self, clause: str) -> list[str]:
        return coverage.names_of(test.nodeid for test in self.naming[clause])

    def trial(self, clause: str) -> Trial:
        """Break its code until somebody notices."""
        seen = trials.traces(spread(self.naming[clause], MOST_TESTS))
        unnoticed: list[Break] = []
        for change in self.chosen(clause, seen):
            by = self.notice(change, seen)
            if by is not None:
                proved = [*unnoticed, change.one]
                near = change.cited.get(clause, "rare")
                return Trial(broken.fingerprint(proved, []), change.one, by.nodeid, near, "", unnoticed)
            unnoticed.append(change.one)
        reason = f"{len(unnoticed)} breaks went unnoticed" if unnoticed else "its tests run no line that is theirs"
        if not seen:
            reason = "no test that names it passes by itself"
        return Trial(broken.fingerprint(unnoticed, self.names(clause)), None, "", "", reason, unnoticed)

    def chosen(self, clause: str, seen: list[Trace]) -> list[Change]:
        """Where it is cited, by line, function or name; else what its tests run and few others."""
        run = {line for trace in seen for line in trace.lines}
        near = [c for c in self.cites[clause] if is_read(c) or is_run(c, run)]
        rare = {c.one: c for line in run for c in self.by_line.get(line, ()) if self.is_rare(c)}
        pool = near or list(rare.values())
        pool.sort(key=lambda c: (nearness(c, clause), c.crude, self.rarity(c), c.one.file, c.line))
        number: Counter[tuple[str, str]] = Counter()
        turns: list[int] = []  # a few of each function, before there are more of one
        for change in pool:
            turns.append(number[change.one[:2]] // SAME_FUNCTION)
            number[change.one[:2]] += 1
        order = sorted(range(len(pool)), key=lambda k: (nearness(pool[k], clause), turns[k], k))
        return [pool[k] for k in order[:MOST_BREAKS]]

    def is_rare(self, change: Change) -> bool:
        return self.rarity(change) <= self.rare and "words" not in change.path.parts

    def rarity(self, change: Change) -> int:
        return max(self.common[str(change.path), change.line], self.common[str(change.path), change.statement])

    def notice(self, change: Change, seen: list[Trace]) -> pytest.Item | None:
        """Only tests that run the line can notice."""
        inside = [t for t in seen if is_read(change) or is_run(change, t.lines)]
        seconds = min(trials.MOST_SECONDS, 2 + 3 * sum(trace.seconds for trace in inside))
        try:
            return trials.notice(change.one, [trace.test for trace in inside], seconds)
        except ValueError:
            return None

    def sample(self) -> None:
        possible = [change for change in self.changes if change.cited and change.one.name and is_played(change)]
        draw = random.Random(self.wanted.seed).sample(possible, min(self.wanted.sample, len(possible)))
        for number, change in enumerate(draw, 1):
            nearest_first = sorted(change.cited, key=lambda id_: nearness(change, id_))  # they are likely to notice
            tests = list(dict.fromkeys(test for id_ in nearest_first for test in self.naming[id_]))
            by = trials.notice(change.one, tests, trials.MOST_SECONDS)
            self.unnoticed += by is None
            place = f"{change.one.file}:{change.line}"
            print(f"{number} of {len(draw)} {'noticed' if by else 'NOT NOTICED'} {place}", flush=True)
            if by is None:
                print(f"    {change.one.new}\n    {', '.join(sorted(change.cited))}", flush=True)
        print(f"{len(draw) - self.unnoticed} of {len(draw)} noticed; {len(possible)} changes are possible")

    def repeat(self) -> None:
        """Recorded proofs once more, by the test that noticed them."""
        tests = {item.nodeid: item for item in self.items}
        for clause, trial in self.wanted.again.items():
            assert trial.proof is not None
            test = tests.get(trial.by)
            if test is None:  # what it is run with has another name now
                continue
            noticed = trials.traces([test]) and trials.notice(trial.proof, [test], trials.MOST_SECONDS)
            self.unnoticed += not noticed
            print(f"{'noticed' if noticed else 'NOT NOTICED'}  {clause}  {shown(trial.proof)}  {trial.by}", flush=True)


def counts(item: pytest.Item) -> bool:
    """A test that does not run, may fail or goes by the clock proves nothing here."""
    return not any(item.get_closest_marker(name) for name in ("skip", "xfail", "timed"))


def spread(tests: list[pytest.Item], most: int) -> list[pytest.Item]:
    """Not all of very many: one of each function before there are more of one, and from everywhere among them."""
    number: Counter[str] = Counter()
    turns: dict[int, list[pytest.Item]] = {}
    for test in tests:
        function = test.nodeid.partition("[")[0]
        turns.setdefault(number[function], []).append(test)
        number[function] += 1
    found: list[pytest.Item] = []
    for turn in sorted(turns):
        step = max(1, -(-len(turns[turn]) // max(1, most - len(found))))
        found += turns[turn][::step] if len(found) < most else []
    return found


def shown(one: Break) -> str:
    return f"{one.old} -> {one.new}"


def is_run(change: Change, lines: set[Line]) -> bool:
    return (str(change.path), change.line) in lines or (str(change.path), change.statement) in lines


def is_read(change: Change) -> bool:
    """A datum, a table, or what makes something of them: before any test runs."""
    return not change.one.name or change.one.name.isupper() or bool(trials.READ_INTO & set(change.path.parts))


def nearness(change: Change, clause: str) -> int:
    near = change.cited.get(clause)
    return NEAR.index(near) if near else len(NEAR)


def tell(record: Record, clauses: list[str]) -> None:
    mine = [record[id_] for id_ in clauses if id_ in record]
    near = Counter(trial.near for trial in mine if trial.proof)
    ways = ", ".join(f"{near[way]} by {way}" for way in (*NEAR, "rare") if near[way])
    rest = len(mine) - near.total()
    print(f"{len(mine)} of {len(clauses)} named clauses tried: {near.total()} proved ({ways}), {rest} not")


def files_naming(chosen: list[str]) -> list[str]:
    """The files of the tests that name a clause of these systems."""
    known = {id_ for system in chosen for id_ in rulebook(system).clauses}
    proofs = coverage.read_record()
    return sorted({test.partition("::")[0] for id_ in known & proofs.keys() for test in proofs[id_]})


def recorded(chosen: list[str], number: int, seed: int) -> Record:
    """So many recorded proofs of each system that stand as they were."""
    record, proofs = broken.read(), coverage.read_record()
    again: Record = {}
    for system in chosen:
        standing = [id_ for id_ in rulebook(system).clauses if coverage.is_proved(id_, proofs, record)]
        again |= {id_: record[id_] for id_ in random.Random(seed).sample(standing, min(number, len(standing)))}
    return again


def has_one(system: str, clauses: list[str]) -> bool:
    return not rulebook(system).clauses.keys().isdisjoint(clauses)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", action="append", choices=systems(), help="all of them, unless given")
    parser.add_argument("--clause", action="append", default=[], help="prove this one again")
    parser.add_argument("--limit", type=int, default=0, help="at most so many clauses of each system")
    parser.add_argument("--minutes", type=float, default=24 * 60, help="begin no other clause after that")
    parser.add_argument("--sample", type=int, default=0, help="so many random breaks of each system")
    parser.add_argument("--recorded", type=int, default=0, help="so many recorded proofs of each system once more")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    wanted.system = wanted.system or [
        s for s in systems() if not wanted.clause or set(wanted.clause) & set(rulebook(s).clauses)
    ]
    if wanted.recorded:
        wanted.again = recorded(wanted.system, wanted.recorded, wanted.seed)
        tests = sorted({trial.by.partition("::")[0] for trial in wanted.again.values()})
    else:
        tests = files_naming(wanted.system)
    prover = Prover(wanted)
    options = ["-q", "--no-header", "--tb=native", "-p", "no:cacheprovider", f"--rootdir={TOP}"]
    pytest.main([*options, *(str(TOP / test) for test in tests)], plugins=[prover])
    return int(bool(wanted.recorded) and prover.unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main())
