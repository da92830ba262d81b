"""How fair a scenario is: the same bot on both sides, very many times, and what small changes would do."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from bocage import registry, simulate, variants
from bocage.content import ContentError
from bocage.simulate import Result, Run, Summary

WANTED = 0.03  # a share of 50 ± 3 %
STEPS = 4  # changes in a row that --tune tries

Progress = Callable[[str, int, int], None]


class Change(msgspec.Struct):
    """A small change and what it does to the share of the first side."""

    name: str
    share: float
    interval: tuple[float, float]


class Report(msgspec.Struct):
    """`share` is that of the side that sits first."""

    system: str
    scenario: str
    bot: str
    games: int
    sides: list[str]
    share: float
    interval: tuple[float, float]
    draws: int
    lost: list[float]  # pieces, by side
    points: list[list[float]]  # turn and mean points of each side
    moments: list[simulate.Moment]
    changes: list[Change]
    advice: str  # the change that comes nearest to even, "" where none is better


def measure(run: Run, workers: int, tell: Progress, what: str) -> list[Result]:
    results: list[Result] = []
    for result in simulate.simulate(run, workers):
        results.append(result)
        tell(what, len(results), run.games)
    return sorted(results, key=lambda r: r.number)


def report(
    system: str, scenario: str, bot: str, games: int, seed: int, workers: int, sensitivity: bool, tell: Progress
) -> tuple[Report, Run, list[Result]]:
    run = Run(system, scenario, games, (bot, bot), seed, watch=True)
    results = measure(run, workers, tell, scenario)
    found = simulate.summary(results)
    rules = registry.system(system)
    sides = [seat.key for seat in registry.scenario(rules, scenario).seats]
    changes = try_changes(system, variants.record_of(system, scenario), run, workers, tell) if sensitivity else []
    made = Report(
        system,
        scenario,
        bot,
        found.games,
        sides,
        found.first_side,
        found.first_interval,
        found.draws,
        [sum(r.lost[side] for r in results) / len(results) for side in (0, 1)],
        points_by_turn(results),
        decisive(results),
        changes,
        advice(found, changes),
    )
    return made, run, results


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


def decisive(results: list[Result]) -> list[simulate.Moment]:
    """The greatest swings of all games."""
    moments = [moment for result in results for moment in result.moments]
    return sorted(moments, key=lambda moment: -abs(moment.swing))[:5]


def try_changes(system: str, record: dict[str, Any], run: Run, workers: int, tell: Progress) -> list[Change]:
    found: list[Change] = []
    for variant in variants.variants(record):
        changed = try_variant(system, variant, run, workers, tell)
        if changed is not None:
            found.append(Change(variant.name, changed.first_side, changed.first_interval))
    return found


def try_variant(system: str, variant: variants.Variant, run: Run, workers: int, tell: Progress) -> Summary | None:
    """None where the changed scenario is no longer a legal one."""
    with tempfile.TemporaryDirectory() as folder:
        path = variants.write(variant.record, Path(folder) / "variant.yaml")
        try:
            registry.new(system, str(path), run.seed, run.options, recording=False)
        except ContentError:
            return None
        changed = msgspec.structs.replace(run, scenario=str(path), watch=False)
        return simulate.summary(measure(changed, workers, tell, variant.name))


def advice(found: Summary, changes: list[Change]) -> str:
    """The change that comes nearest to even, if it is nearer than the scenario itself."""
    best = min(changes, key=lambda change: abs(change.share - 0.5), default=None)
    if best is None or abs(best.share - 0.5) >= abs(found.first_side - 0.5) - 0.01:
        return ""
    return best.name


class Tuned(msgspec.Struct):
    changes: list[str]
    share: float
    interval: tuple[float, float]
    record: dict[str, Any]


def tune(system: str, scenario: str, bot: str, games: int, seed: int, workers: int, tell: Progress) -> Tuned:
    """Change by change toward even, as long as a change helps."""
    run = Run(system, scenario, games, (bot, bot), seed)
    record = variants.record_of(system, scenario)
    now = simulate.summary(measure(run, workers, tell, scenario))
    made = Tuned([], now.first_side, now.first_interval, record)
    for _ in range(STEPS):
        if abs(made.share - 0.5) <= WANTED:
            break
        better = best_variant(system, made, run, workers, tell)
        if better is None:
            break
        made = better
    return made


def best_variant(system: str, made: Tuned, run: Run, workers: int, tell: Progress) -> Tuned | None:
    best: Tuned | None = None
    for variant in variants.variants(made.record):
        found = try_variant(system, variant, run, workers, tell)
        if found is None or abs(found.first_side - 0.5) >= abs((best or made).share - 0.5):
            continue
        best = Tuned([*made.changes, variant.name], found.first_side, found.first_interval, variant.record)
    return best


# ---- as a page


def page(made: Report, names: list[str], words: dict[str, str]) -> str:
    """One file with its plots drawn in it; `words` are the headings in the reader's language."""
    rows = "".join(
        f"<tr><td>{change.name}</td><td>{change.share:.0%}</td>"
        f"<td>{change.interval[0]:.0%} – {change.interval[1]:.0%}</td></tr>"
        for change in made.changes
    )
    return (
        f"<!doctype html><meta charset=utf-8><title>{made.scenario}</title>"
        "<style>body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}"
        "td,th{padding:.2rem .8rem;text-align:left}svg{width:100%;height:auto}</style>"
        f"<h1>{made.scenario}</h1><p>{words['games'].format(n=made.games, bot=made.bot)}</p>"
        f"<h2>{words['share']}</h2>{bar(made, names)}"
        f"<h2>{words['points']}</h2>{curves(made, names)}"
        f"<h2>{words['changes']}</h2><table>{rows}</table>"
    )


def bar(made: Report, names: list[str]) -> str:
    low, high = made.interval
    return (
        '<svg viewBox="0 0 400 60" role="img">'
        f"<title>{names[0]} {made.share:.0%} ({low:.0%} – {high:.0%})</title>"
        '<rect x="0" y="10" width="400" height="20" fill="#9aa5b1"/>'
        f'<rect x="0" y="10" width="{400 * made.share:.0f}" height="20" fill="#4b6b3c"/>'
        f'<line x1="{400 * low:.0f}" x2="{400 * high:.0f}" y1="20" y2="20" stroke="#000" stroke-width="3"/>'
        '<line x1="200" x2="200" y1="4" y2="36" stroke="#000" stroke-dasharray="3"/>'
        f'<text x="0" y="52" font-size="13">{names[0]} {made.share:.0%}</text>'
        f'<text x="400" y="52" font-size="13" text-anchor="end">{names[1]} {1 - made.share:.0%}</text></svg>'
    )


def curves(made: Report, names: list[str]) -> str:
    """Points of both sides turn by turn; the second one is dashed."""
    if not made.points:
        return ""
    most = max(max(row[1:]) for row in made.points) or 1.0
    wide = 360 / max(1, len(made.points) - 1)
    lines = ""
    for side, dash in ((1, ""), (2, ' stroke-dasharray="6 4"')):
        spots = " ".join(f"{20 + i * wide:.1f},{150 - 130 * row[side] / most:.1f}" for i, row in enumerate(made.points))
        lines += f'<polyline points="{spots}" fill="none" stroke="#222" stroke-width="2"{dash}/>'
        end = 150 - 130 * made.points[-1][side] / most
        lines += f'<text x="384" y="{end:.0f}" font-size="11" text-anchor="end">{names[side - 1]}</text>'
    return f'<svg viewBox="0 0 400 170" role="img"><title>{names[0]}, {names[1]}</title>{lines}</svg>'
