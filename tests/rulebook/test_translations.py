"""The French rulebooks say the same clauses, with the same numbers, in as many paragraphs and table cells."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bocage import rulebook as books
from bocage.cli.main import build_app
from bocage.content import ContentError, load_yaml
from bocage.text import MissingText

SYSTEMS = ["disposable", "lnlt", "normandie"]
CHAPTER = """\
title: Firing
module: base
document: A game
order: 1
clauses:
  - {id: x.fire.1, title: Range, section: '1', kind: open, rule: Count 6 hexes., default: Six., why: Said so.}
  - {id: x.fire.2, title: Height, section: '2', kind: mechanic, rule: Look down., values: {bonus: 2}}
"""
FRENCH = """\
title: Tir
clauses:
  x.fire.1: {title: Portée, rule: Comptez 6 hexagones., default: Six., why: C'est écrit.}
"""


def translation(system: str, chapter: str) -> Path:
    return books.folders()[system] / "rulebook" / "fr" / f"{chapter}.yaml"


def every_chapter() -> list[tuple[str, str]]:
    return [(system, chapter.name) for system in SYSTEMS for chapter in books.rulebook(system).chapters]


def pairs(system: str, name: str) -> list[tuple[books.Clause, books.Clause]]:
    """The clauses of a chapter in both languages."""
    english, french = (
        next(chapter for chapter in books.rulebook(system, language).chapters if chapter.name == name)
        for language in ("en", "fr")
    )
    assert [clause.id for clause in english.clauses] == [clause.id for clause in french.clauses]
    return list(zip(english.clauses, french.clauses, strict=True))


def numbers(clause: books.Clause) -> list[Counter[str]]:
    """Those the rule and its tables state, and those of the ruling."""
    cells = [cell for table in clause.tables for row in table.rows for cell in row]
    return [Counter(re.findall(r"\d+", "\n".join(texts))) for texts in ([*clause.paragraphs, *cells], [clause.default])]


def shape(clause: books.Clause) -> list[object]:
    """What both languages share: paragraphs, which fields are filled, and the size of every table."""
    paragraphs = len(clause.rule) if isinstance(clause.rule, list) else "one text"
    filled = [bool(clause.default), bool(clause.why), bool(clause.notes)]
    tables = [(bool(t.title), len(t.columns), [len(row) for row in t.rows]) for t in clause.tables]
    return [paragraphs, filled, tables]


def untouched(clause: books.Clause) -> list[object]:
    return [clause.section, clause.kind, clause.values, clause.basis, clause.affects, clause.also, clause.module]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_chapter_is_translated(system: str) -> None:
    names = [chapter.name for chapter in books.rulebook(system).chapters]
    assert [name for name in names if not translation(system, name).is_file()] == []


@pytest.mark.parametrize(("system", "chapter"), every_chapter())
def test_every_clause_is_translated(system: str, chapter: str) -> None:
    words = load_yaml(translation(system, chapter), books.TranslatedFile)
    assert [english.id for english, _ in pairs(system, chapter) if english.id not in words.clauses] == []
    assert all(french.title and all(french.paragraphs) for _, french in pairs(system, chapter))


@pytest.mark.parametrize(("system", "chapter"), every_chapter())
def test_clauses_have_one_shape_in_both_languages(system: str, chapter: str) -> None:
    assert [en.id for en, fr in pairs(system, chapter) if shape(en) != shape(fr)] == []
    assert [en.id for en, fr in pairs(system, chapter) if untouched(en) != untouched(fr)] == []


@pytest.mark.parametrize(("system", "chapter"), every_chapter())
def test_no_number_is_lost_or_changed(system: str, chapter: str) -> None:
    assert [en.id for en, fr in pairs(system, chapter) if numbers(en) != numbers(fr)] == []


def test_a_translation_gives_its_words_and_leaves_the_rest(tmp_path: Path) -> None:
    (tmp_path / "fire.yaml").write_text(CHAPTER)
    (tmp_path / "fr").mkdir()
    english = books.read_rulebook("x", tmp_path)
    assert books.translated(english, tmp_path / "fr").chapters == english.chapters  # no file yet
    (tmp_path / "fr" / "fire.yaml").write_text(FRENCH)
    french = books.translated(english, tmp_path / "fr")
    assert [chapter.name for chapter in books.read_rulebook("x", tmp_path).chapters] == ["fire"]
    assert french.chapters[0].title == "Tir"
    assert list(french.clauses) == ["x.fire.1", "x.fire.2"]
    assert french.clause("x.fire.1").rule == "Comptez 6 hexagones."
    assert french.clause("x.fire.1").why == "C'est écrit."
    assert french.clause("x.fire.1").kind == "open"
    assert french.clause("x.fire.2") == english.clause("x.fire.2")


def test_a_translated_clause_must_exist(tmp_path: Path) -> None:
    (tmp_path / "fire.yaml").write_text(CHAPTER)
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "fire.yaml").write_text(FRENCH.replace("x.fire.1", "x.fire.7"))
    with pytest.raises(ContentError, match=r"fire\.yaml: x\.fire\.7: the chapter fire has no such clause"):
        books.translated(books.read_rulebook("x", tmp_path), tmp_path / "fr")


def test_a_clause_is_found_in_either_language() -> None:
    english, french = books.clause("hon.box.boards.1"), books.clause("hon.box.boards.1", "fr")
    assert english == books.clause("hon.box.boards.1", "en")
    assert (english.title, french.title) == ("Terrain boards", "Plateaux de terrain")
    assert books.rulebook("normandie", "fr").search("plateaux de terrain")[0].id == "hon.box.boards.1"


@pytest.mark.parametrize(
    ("language", "title", "label"), [("en", "Missing number", "Ruling:"), ("fr", "Numéro manquant", "Décision :")]
)
def test_the_command_line_shows_either_language(language: str, title: str, label: str) -> None:
    shown = CliRunner().invoke(build_app(), ["rules", "hon.open.alt.1", "--lang", language])
    assert shown.exit_code == 0
    assert f"hon.open.alt.1  {title}\n" in shown.stdout
    assert f"\n{label} " in shown.stdout


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(MissingText, match=r"'de'.*en, fr"):
        books.rulebook("normandie", "de")
