"""How fair a scenario is: the same bot on both sides, very many times, and what small changes would do."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec

from bocage import registry
from bocage.analysis import match, simulate, tables, variants
from bocage.analysis.match import Moment, Result, Run
from bocage.analysis.tables import Summary
from bocage.content import Measured, read_text
from bocage.content.edits import data_of, edited
from bocage.kernel import Text
from bocage.kernel.variation import Edit
from bocage.text import catalogue

WANTED = 0.03  # a share of 50 ± 3 %
FAIR = range(40, 61)  # per cent; a scenario outside says that it is lopsided
STEPS = 4  # changes in a row that --tune tries
MOMENTS = 5  # of all games, the greatest

Progress = Callable[[Text, int, int], None]


class Job(msgspec.Struct, frozen=True):
    """What is to be measured, and how; with a folder, what was played there before is not played again."""

    system: str
    scenario: str
    bot: str
    games: int
    seed: int
    workers: int
    tell: Progress
    folder: Path | None = None

    def run(self) -> Run:
        return Run(self.system, self.scenario, self.games, (self.bot, self.bot), self.seed)

    def file(self) -> Path:
        return variants.file_of(self.system, self.scenario)

    def variants(self, source: str) -> list[variants.Variant]:
        return variants.variants(self.system, source, self.file().parent)

    def place(self, *names: str) -> Path | None:
        """The folder of one of the runs."""
        tidy = [re.sub(r"[^\w.,+-]+", "-", name) for name in names]
        return self.folder.joinpath(*tidy) if self.folder is not None else None


class Change(msgspec.Struct):
    """A small change and what it does to the share of the first side."""

    name: str
    label: Text
    share: float
    interval: tuple[float, float]


class Decisive(msgspec.Struct):
    """A choice that turned a game: `swing` is what the first side gained by it."""

    game: int
    seed: int
    turn: int
    choice: int  # the first is 1
    seat: int
    side: int
    who: Text
    question: Text  # what was to be decided, as its player was asked it
    label: Text
    swing: float


class Report(msgspec.Struct):
    """`share` is that of the side that sits first; what is told of sides is told of two, allied seats being one."""

    system: str
    scenario: str
    title: Text
    bot: str
    games: int
    seed: int
    sides: list[str]  # what each side is called, as a key of the catalogue
    seats: list[list[str]]  # and each of its seats
    share: float
    interval: tuple[float, float]
    draws: int
    lost: list[float]  # pieces, by side
    points: list[list[float]]  # turn and mean points of each side
    moments: list[Decisive]
    changes: list[Change]
    advice: str  # the change that comes nearest to even, "" where none is better


def report(job: Job, sensitivity: bool) -> tuple[Report, Run, list[Result]]:
    run = msgspec.structs.replace(job.run(), watch=True)
    info = registry.scenario(registry.system(job.system), job.scenario)
    results = measure(job, run, info.title, job.place("unchanged"))
    found = tables.summary(results)
    sides, seats = names_of_sides(run)
    changes = try_changes(job) if sensitivity else []
    made = Report(
        job.system,
        job.scenario,
        info.title,
        job.bot,
        found.games,
        job.seed,
        sides,
        seats,
        found.first_side,
        found.first_interval,
        found.draws,
        [sum(r.lost[side] for r in results) / len(results) for side in (0, 1)],
        points_by_turn(results),
        decisive(run, results),
        changes,
        advice(found, changes),
    )
    return made, run, results


def measure(job: Job, run: Run, what: Text, folder: Path | None) -> list[Result]:
    results: list[Result] = []
    for result in simulate.simulate(run, job.workers, folder=folder):
        results.append(result)
        job.tell(what, len(results), run.games)
    return sorted(results, key=lambda r: r.number)


def names_of_sides(run: Run) -> tuple[list[str], list[list[str]]]:
    """What both sides are called, and the seats of each."""
    opening = registry.new(run.system, run.scenario, run.seed, run.options, recording=False).view(-1)
    camps = match.camps_of(opening)
    both = [[seat for seat, camp in zip(opening.seats, camps, strict=True) if camp == side] for side in (0, 1)]
    return [(own[0].side or own[0].name).key for own in both], [[seat.name.key for seat in own] for own in both]


def points_by_turn(results: list[Result]) -> list[list[float]]:
    """Mean points of both sides; a game that is over keeps its last ones."""
    last = max((row[0] for r in results for row in r.by_turn), default=0)
    found: list[list[float]] = []
    for turn in range(1, last + 1):
        known = [max((row for row in r.by_turn if row[0] <= turn), default=None) for r in results]
        rows = [row for row in known if row is not None]
        if rows:
            found.append([turn, *(sum(row[1 + side] for row in rows) / len(rows) for side in (0, 1))])
    return found


# ---- turning points


def decisive(run: Run, results: list[Result]) -> list[Decisive]:
    """The greatest swings of all games, the greatest first."""
    moments = [(moment, result) for result in results for moment in result.moments]
    greatest = sorted(moments, key=lambda pair: -abs(pair[0].swing))[:MOMENTS]
    return [in_words(run, moment, result) for moment, result in greatest]


def in_words(run: Run, moment: Moment, result: Result) -> Decisive:
    """The game is played again up to the choice, which is then put as its player was offered it."""
    game = match.recorded(run, result, moment.choice - 1)
    seat, option = result.choices[moment.choice - 1]
    decision, position = game.pending(seat), game.view(-1)
    return Decisive(
        result.number, result.seed, moment.turn, moment.choice, seat, match.camps_of(position)[seat],
        position.seats[seat].name, game.system.prompt(game.state, decision).text,
        game.system.choice(game.state, decision, option).label, moment.swing,
    )  # fmt: skip


def keep_moments(run: Run, results: list[Result], moments: list[Decisive], folder: Path) -> None:
    """The games that were turned, to be watched."""
    folder.mkdir(parents=True, exist_ok=True)
    turned = {moment.game for moment in moments}
    for result in results:
        if result.number in turned:
            save_path(folder, result.number).write_bytes(registry.save(match.recorded(run, result)))


def save_path(folder: Path, game: int) -> Path:
    return folder / f"game-{game}.json"


# ---- small changes


def try_changes(job: Job) -> list[Change]:
    found: list[Change] = []
    for variant in job.variants(read_text(job.file())):
        changed = tables.summary(try_source(job, job.run(), variant.source, variant.label, "changes", variant.name))
        found.append(Change(variant.name, variant.label, changed.first_side, changed.first_interval))
    return found


def try_source(job: Job, run: Run, source: str, what: Text, *place: str) -> list[Result]:
    """The run with another text of the scenario."""
    with tempfile.TemporaryDirectory() as nowhere:
        folder = job.place(*place)
        path = variants.lay_out(source, job.file().parent, folder or Path(nowhere))
        return measure(job, msgspec.structs.replace(run, scenario=str(path)), what, folder)


def advice(found: Summary, changes: list[Change]) -> str:
    """The change that comes nearest to even, if it is nearer than the scenario itself."""
    best = min(changes, key=lambda change: abs(change.share - 0.5), default=None)
    if best is None or abs(best.share - 0.5) >= abs(found.first_side - 0.5) - 0.01:
        return ""
    return best.name


# ---- tuning


class Trial(msgspec.Struct):
    """A scenario changed so far, its games on the seeds that the changes were chosen by, and those on fresh ones."""

    names: list[str]
    labels: list[Text]
    source: str
    results: list[Result] = []
    fresh: list[Result] = []

    def share(self) -> float:
        """By all that is known of it."""
        return tables.summary(self.results + self.fresh).first_side


class Tuned(msgspec.Struct):
    """`share` comes from games on fresh seeds, which no change was chosen by; `tried` from those it was chosen by."""

    changes: list[str]
    labels: list[Text]
    outcome: Literal["even", "unconfirmed", "unreached"]
    tried: float
    share: float
    interval: tuple[float, float]
    games: int
    source: str  # the changed scenario, with what was measured


def near(share: float) -> bool:
    return round(abs(share - 0.5), 9) <= WANTED


def tune(job: Job) -> Tuned:
    """Change by change toward even, as long as a change helps. The best of several variants looks better than it is,
    so it is played again on fresh seeds; if it fails there, those games are evidence for the next step. What is told
    in the end are all fresh games of what was chosen, not the lot that pleased."""
    games = job.games
    now = tried(job, Trial([], [], read_text(job.file())), games)
    for _ in range(STEPS):
        if near(now.share()):
            now.fresh += on_fresh_seeds(job, now, games)
            games += job.games
            if near(tables.summary(now.fresh).first_side):
                break
        else:
            better = best_variant(job, now, games)
            if better is None:
                break
            now = better
    now.fresh = now.fresh or on_fresh_seeds(job, now, games)
    return tuned(job, now)


def tried(job: Job, trial: Trial, games: int) -> Trial:
    """The trial with its games played."""
    run = msgspec.structs.replace(job.run(), games=games)
    what = trial.labels[-1] if trial.labels else registry.scenario(registry.system(job.system), job.scenario).title
    trial.results = try_source(job, run, trial.source, what, "tried", place_of(trial))
    return trial


def on_fresh_seeds(job: Job, trial: Trial, after: int) -> list[Result]:
    """As many games again, on the seeds that come after those tried."""
    run = msgspec.structs.replace(job.run(), seed=job.seed + after)
    return try_source(job, run, trial.source, Text("balance.fresh"), f"fresh-{run.seed}", place_of(trial))


def place_of(trial: Trial) -> str:
    return ",".join(trial.names) or "unchanged"


def best_variant(job: Job, now: Trial, games: int) -> Trial | None:
    """The one nearest to even; None where none is nearer than what there is."""
    best: Trial | None = None
    for variant in job.variants(now.source):
        trial = Trial([*now.names, variant.name], [*now.labels, variant.label], variant.source)
        share = tried(job, trial, games).share()
        if abs(share - 0.5) < abs((best or now).share() - 0.5):
            best = trial
    return best


def tuned(job: Job, trial: Trial) -> Tuned:
    chosen, found = tables.summary(trial.results).first_side, tables.summary(trial.fresh)
    outcome: Literal["even", "unconfirmed", "unreached"] = "unreached"
    if near(chosen):
        outcome = "even" if near(found.first_side) else "unconfirmed"
    source = remeasured(job, trial.source, found)
    low_high = found.first_interval
    return Tuned(trial.names, trial.labels, outcome, chosen, found.first_side, low_high, found.games, source)


def remeasured(job: Job, source: str, found: Summary) -> str:
    """The scenario file with its `measured` renewed."""
    old = data_of(source).get("measured") or {}
    new = Measured(round(100 * found.first_side), found.games, job.bot)
    if new.first not in FAIR:
        same_way = bool(old.get("lopsided")) and (old.get("first", 50) > 50) == (new.first > 50)
        new.lopsided = old["lopsided"] if same_way else f"for the side of {favoured(job, new.first)}"
    fields = {key: value for key, value in msgspec.to_builtins(new).items() if value != ""}
    return edited(source, Edit("set", ("measured",), fields))


def favoured(job: Job, first: int) -> str:
    """In English, as the files are written."""
    sides, _ = names_of_sides(job.run())
    return catalogue(registry.system(job.system).package, "en").say(sides[0 if first > 50 else 1])
