"""The command that lists scenarios; it loads no rules, so that the list comes at once."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from bocage import registry
from bocage.cli.console import chosen, out, print_json
from bocage.cli.options import Json, Language, Systems
from bocage.text import catalogue


def list_scenarios(system: Systems = None, lang: Language = "", as_json: Json = False) -> None:
    rows: list[dict[str, Any]] = []
    for name in chosen(system):
        listing = registry.listing(name)
        words = catalogue(listing.package, lang)
        for info in listing.scenarios():
            rows.append(
                {
                    "system": name,
                    "id": info.id,
                    "title": words.render(info.title),
                    "sides": [words.render(seat) for seat in info.seats],
                    "turns": info.turns,
                    "about": words.render(info.about),
                    "rules": [words.render(rule) for rule in info.rules],
                }
            )
    if as_json:
        print_json(rows)
        return
    table = Table()
    for name in ("system", "id", "title", "sides", "turns"):
        table.add_column(name, no_wrap=name == "id", overflow="fold")
    for row in rows:
        cells = (row["system"], row["id"], row["title"], ", ".join(row["sides"]), str(row["turns"] or "–"))
        table.add_row(*map(Text, cells))
    out.print(table)
