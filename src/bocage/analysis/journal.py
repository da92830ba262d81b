"""The folder of a run that can be stopped and gone on with: what is played, and one line for each finished game."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

from bocage import bots, registry
from bocage.analysis.match import Result, Run, SimulationError, seed_of
from bocage.content import content_hash
from bocage.kernel.system import System

logger = logging.getLogger("bocage.simulate")


class Head(msgspec.Struct):
    """What a folder was begun with: games of other rules, scenarios or bots may not be mixed with its own."""

    run: Run
    version: str
    scenario_hash: str
    bots: str = ""


class Journal:
    """The folder of a run: what is played, one line per finished game."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self.run = run
        self.path = folder / "games.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        head = folder / "run.json"
        mine = head_of(run)
        if head.exists():
            self.compare(head, mine)
        else:
            replace_file(head, msgspec.json.encode(mine))

    def compare(self, head: Path, mine: Head) -> None:
        try:
            found = msgspec.json.decode(head.read_bytes(), type=Head)
        except msgspec.DecodeError:
            raise SimulationError(f"{head} does not say what was begun here; give it another --out") from None
        if found.run != mine.run:
            raise SimulationError(f"{self.folder} holds another run; give it another --out")
        if found.version != mine.version:
            raise SimulationError(
                f"{self.folder} was begun under {self.run.system} rules {found.version}, these are {mine.version};"
                " give it another --out"
            )
        if found.scenario_hash != mine.scenario_hash:
            raise SimulationError(
                f"{self.folder}: the scenario '{self.run.scenario}' has changed since it was begun;"
                " give it another --out"
            )
        if found.bots != mine.bots:
            raise SimulationError(f"{self.folder}: the bots have changed since it was begun; give it another --out")

    def read(self) -> dict[int, Result]:
        """Finished games. A last line that was cut off is thrown away; a bad one before it is told of."""
        found: dict[int, Result] = {}
        if not self.path.exists():
            return found
        data = self.path.read_bytes()
        lines = data.splitlines()
        good: list[bytes] = []
        for number, line in enumerate(lines, 1):
            result = self.finished(line)
            if result is None:
                if number < len(lines):
                    logger.warning("%s:%d: not a game of this run; it is played again", self.path, number)
                continue
            good.append(line + b"\n")
            if result.number < self.run.games:
                found[result.number] = result
        kept = b"".join(good)
        if kept != data:
            replace_file(self.path, kept)
        return dict(sorted(found.items()))

    def finished(self, line: bytes) -> Result | None:
        try:
            result = msgspec.json.decode(line, type=Result)
        except msgspec.DecodeError:
            return None
        ours = result.number >= 0 and result.seed == seed_of(self.run, result.number)
        return result if ours else None

    def write(self, result: Result) -> None:
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")


def head_of(run: Run) -> Head:
    rules = registry.system(run.system)
    # More games may be asked for later, and a file may have been moved: its hash tells whether it is the same.
    name = Path(run.scenario).name if Path(run.scenario).is_file() else run.scenario
    bare = msgspec.structs.replace(run, games=0, scenario=name)
    return Head(bare, rules.version, registry.scenario(rules, run.scenario).hash, mind_of(rules))


def mind_of(rules: System) -> str:
    """A fingerprint of all that bots decide by: their own sources and the books of the system."""
    package = Path(bots.__file__).parent.parent
    own = [path for path in (package / "bots").glob("*.py") if path.stem != "explain"]
    # Sources lie beside what was compiled from them, so both give the same fingerprint.
    files = [*sorted(own), *sorted((rules.package / "book").glob("*.py")), package / "kernel" / "appraisal.py"]
    return content_hash(b"".join(path.read_bytes() for path in files))


def replace_file(path: Path, content: bytes) -> None:
    """All of it or nothing, whenever this process dies."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(content)
    new.replace(path)
