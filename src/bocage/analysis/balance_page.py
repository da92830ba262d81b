"""What a balance report says: words for terminal and page alike, and the page with its plots drawn in it."""

from __future__ import annotations

from html import escape
from math import ceil, floor

from bocage.analysis.balance import Decisive, Report
from bocage.text import Catalogue

STYLE = """
:root{color-scheme:light dark;--ink:#1c2126;--paper:#fdfcf8;--rule:#c9c7be;--one:#3f6b2f;--two:#2f5f9e}
@media (prefers-color-scheme:dark){:root{--ink:#e6e4dc;--paper:#191c1f;--rule:#474c52;--one:#8fc47a;--two:#86b4ec}}
body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);
max-width:44rem;margin:1.5rem auto;padding:0 1rem;overflow-wrap:break-word}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.8rem 0 .4rem}
table{border-collapse:collapse}td:first-child{overflow-wrap:anywhere;hyphens:auto}
td,th{padding:.25rem .7rem .25rem 0;text-align:left;vertical-align:top}
tr+tr>*{border-top:1px solid var(--rule)}td.n{white-space:nowrap}@media (max-width:30rem){td.n{white-space:normal}}
svg{display:block;width:100%;max-width:32rem;height:auto}svg text{fill:var(--ink);font-size:14px}
.key{display:flex;flex-wrap:wrap;gap:0 1.2rem;margin:.5rem 0;padding:0;list-style:none}
.key li{margin:0}.key svg{display:inline;width:1.9rem}
.axis{stroke:var(--rule)}.one{stroke:var(--one)}.two{stroke:var(--two);stroke-dasharray:6 4}
path.one,path.two{fill:none;stroke-width:2.5}li{margin:.4rem 0}.dim{opacity:.75}
"""
LEFT, RIGHT, TOP, BOTTOM = 44, 388, 34, 190  # of the plot, in a picture of 400 × 226


def percent(share: float, words: Catalogue, digits: int = 1) -> str:
    return words.say("balance.percent", {"n": f"{100 * share:.{digits}f}"})


def number(value: float, words: Catalogue) -> str:
    return words.argument(f"{value:.1f}")


def span(interval: tuple[float, float], words: Catalogue) -> str:
    return f"{percent(interval[0], words)} – {percent(interval[1], words)}"


def listed(names: list[str], words: Catalogue) -> str:
    """ "A", "A and B", "A, B and C"."""
    if len(names) == 1:
        return names[0]
    return words.say("balance.both", {"one": ", ".join(names[:-1]), "other": names[-1]})


def side_names(made: Report, words: Catalogue) -> list[str]:
    """Each side by its seats: "First American and Second American"."""
    return [listed([words.say(seat) for seat in seats], words) for seats in made.seats]


def games_words(made: Report, words: Catalogue) -> str:
    args: dict[str, int | str] = {"n": made.games, "bot": made.bot, "first": made.seed}
    return words.say("balance.games", {**args, "last": made.seed + made.games - 1})


def advice_words(made: Report, words: Catalogue) -> str:
    best = next((change for change in made.changes if change.name == made.advice), None)
    if best is None:
        return words.say("balance.keep")
    return words.say("balance.advice", {"change": words.render(best.label), "share": percent(best.share, words)})


def moment_words(moment: Decisive, made: Report, words: Catalogue) -> str:
    """Who chose what, when, and whom it served."""
    args: dict[str, int | str] = {
        "game": moment.game, "seed": moment.seed, "turn": moment.turn, "choice": moment.choice,
        "who": words.render(moment.who), "question": words.render(moment.question),
        "label": words.render(moment.label), "swing": f"{abs(moment.swing):.1f}",
        "side": side_names(made, words)[0 if moment.swing > 0 else 1],
    }  # fmt: skip
    return words.say("balance.moment", args)


# ---- the page


def page(made: Report, words: Catalogue) -> str:
    """One file that needs no other."""
    names = side_names(made, words)
    title = escape(words.render(made.title))
    body = [
        f"<h1>{title}</h1>",
        f'<p class="dim">{escape(f"{made.system} {made.scenario} · {games_words(made, words)}")}</p>',
        section("share", bar(made, names, words), words),
        section("points", curves(made, names, words), words),
        section(
            "lost", table([[name, number(lost, words)] for name, lost in zip(names, made.lost, strict=True)]), words
        ),
    ]
    if made.changes:
        advice = f"<p>{escape(advice_words(made, words))}</p>"
        body.append(section("changes", changes_table(made, names, words) + advice, words))
    if made.moments:
        lines = "".join(f"<li>{escape(moment_words(moment, made, words))}</li>" for moment in made.moments)
        about = f'<p class="dim">{escape(words.say("balance.swing"))}</p>'
        body.append(section("moments", f"<ol>{lines}</ol>{about}", words))
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def section(key: str, content: str, words: Catalogue) -> str:
    return f"<section>\n<h2>{escape(words.say(f'balance.{key}'))}</h2>\n{content}\n</section>"


def table(rows: list[list[str]], heads: list[str] | None = None) -> str:
    """The first column is words, the others are numbers."""
    top = "<tr>" + "".join(f'<th scope="col">{escape(head)}</th>' for head in heads) + "</tr>" if heads else ""
    lines = ""
    for first, *rest in rows:
        cells = "".join(f'<td class="n">{escape(cell)}</td>' for cell in rest)
        lines += f"<tr><td>{escape(first)}</td>{cells}</tr>"
    return f"<table>{top}{lines}</table>"


def changes_table(made: Report, names: list[str], words: Catalogue) -> str:
    rows = [[words.render(c.label), percent(c.share, words), span(c.interval, words)] for c in made.changes]
    share = words.say("balance.share")
    heads = [words.say("balance.change"), share, words.say("balance.interval")]
    return f'<p class="dim">{escape(f"{share} ({names[0]})")}</p>{table(rows, heads)}'


def bar(made: Report, names: list[str], words: Catalogue) -> str:
    low, high = made.interval
    said = f"{names[0]} {percent(made.share, words)} ({span(made.interval, words)})"
    drawn = f"{words.say('balance.draws')} {made.draws}"
    return (
        f'<p>{escape(said)}, {escape(drawn)}</p><svg viewBox="0 0 400 66" role="img" aria-label="{escape(said)}">'
        '<rect x="0" y="10" width="400" height="20" fill="var(--two)"/>'
        f'<rect x="0" y="10" width="{400 * made.share:.0f}" height="20" fill="var(--one)"/>'
        f'<line x1="{400 * low:.0f}" x2="{400 * high:.0f}" y1="20" y2="20" stroke="var(--paper)" stroke-width="4"/>'
        '<line x1="200" x2="200" y1="4" y2="36" stroke="var(--ink)" stroke-dasharray="3"/>'
        f'<text x="200" y="50" text-anchor="middle">{percent(0.5, words, 0)}</text>'
        f'<text x="0" y="50">{percent(made.share, words)}</text>'
        f'<text x="400" y="50" text-anchor="end">{percent(1 - made.share, words)}</text></svg>'
        f"{legend(names)}"
    )


def legend(names: list[str]) -> str:
    """Which colour and stroke is whose."""
    marks = "".join(
        f'<li><svg viewBox="0 0 30 10" aria-hidden="true"><path class="{mark}" d="M0 5H30"/></svg> {escape(name)}</li>'
        for mark, name in zip(("one", "two"), names, strict=True)
    )
    return f'<ul class="key">{marks}</ul>'


def curves(made: Report, names: list[str], words: Catalogue) -> str:
    """Points of both sides turn by turn."""
    if not made.points:
        return ""
    values = [value for row in made.points for value in row[1:]]
    steps = scale(min(values), max(values))
    wide = (RIGHT - LEFT - 12) / max(1, len(made.points) - 1)
    across = [LEFT + 8 + i * wide for i in range(len(made.points))]
    lines = ""
    for side, mark in ((1, "one"), (2, "two")):
        spots = [f"{x:.1f} {height(row[side], steps):.1f}" for x, row in zip(across, made.points, strict=True)]
        lines += f'<path class="{mark}" d="M{"L".join(spots)}{"h.1" if len(spots) == 1 else ""}"/>'
    label = escape(f"{words.say('balance.points')}: {', '.join(names)}")
    return (
        f'{legend(names)}<svg viewBox="0 0 400 226" role="img" aria-label="{label}">'
        f"{axes(made, across, steps, words)}{lines}</svg>"
    )


def axes(made: Report, across: list[float], steps: list[int], words: Catalogue) -> str:
    """A line for every mark of the scale, and the number of every turn."""
    found = f'<text x="0" y="16">{escape(words.say("balance.scale"))}</text>'
    for value in steps:
        y = height(value, steps)
        found += f'<line class="axis" x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        found += f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{words.argument(value)}</text>'
    every = max(1, ceil(len(across) / 16))
    for x, row in list(zip(across, made.points, strict=True))[::every]:
        found += f'<text x="{x:.1f}" y="{BOTTOM + 16}" text-anchor="middle">{row[0]:.0f}</text>'
    turn = escape(words.say("balance.turn"))
    return f'{found}<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 33}" text-anchor="middle">{turn}</text>'


def scale(low: float, high: float) -> list[int]:
    """Round numbers around all values, nought among them, at most seven."""
    low, high = min(0.0, low), max(1.0, high)
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10_000) if (high - low) / s <= 5)
    return list(range(step * floor(low / step), step * ceil(high / step) + 1, step))


def height(value: float, steps: list[int]) -> float:
    return BOTTOM - (BOTTOM - TOP) * (value - steps[0]) / (steps[-1] - steps[0])
