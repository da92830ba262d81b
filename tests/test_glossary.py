"""The terms of the glossary are those of the catalogues, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bocage import registry
from bocage.text import catalogue

FILE = Path(__file__).parent.parent / "docs" / "glossary.md"
GAMES = {"Heroes of Normandie": "normandie", "Disposable Heroes": "disposable"}


def rows(game: str) -> list[tuple[str, str]]:
    """English and French of each line of a game's tables."""
    part = FILE.read_text(encoding="utf-8").partition(f"\n# {game}\n")[2].partition("\n# ")[0]
    lines = [line.split("|")[1:3] for line in part.splitlines() if line.startswith("| ") and "English" not in line]
    return [(english.strip(), french.strip()) for english, french in lines]


def terms(text: str) -> list[str]:
    """Without what is bracketed, and articles."""
    plain = re.sub(r" \([^)]*\)", "", text)
    return [re.sub(r"^(to|the|les|s')\s*", "", term.strip()).lower() for term in plain.split(",")]


@pytest.mark.parametrize("game", GAMES)
def test_every_term_is_one_of_the_catalogue(game: str) -> None:
    assert len(rows(game)) > 12
    home = registry.system(GAMES[game]).package
    for column, language in enumerate(("en", "fr")):
        said = "\n".join(catalogue(home, language).entries.values()).lower()
        said += "\n".join(path.read_text(encoding="utf-8") for path in (home / "lessons").glob("*.yaml")).lower()
        missing = [term for row in rows(game) for term in terms(row[column]) if term not in said]
        assert not missing, f"{language}: {missing}"


@pytest.mark.parametrize("game", GAMES)
def test_each_term_has_its_counterpart(game: str) -> None:
    """As many words for one line in French as in English, or one for all of them."""
    for english, french in rows(game):
        assert len(terms(french)) in (1, len(terms(english))) or "(" in french, (english, french)
