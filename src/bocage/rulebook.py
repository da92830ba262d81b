"""The rulebooks: every clause of every installed system, looked up by its id.

A system keeps its clauses in `rulebook/*.yaml`, one file per chapter. Whatever the game says (a modifier, a refusal, a
log line) cites ids from there. `rulebook/<language>/` holds the words of the same chapters in another language.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import msgspec

from bocage.content import Basis, ContentError, fault, load_yaml
from bocage.near import hint
from bocage.registry import GROUP, UnknownSystem
from bocage.text import LANGUAGES, MissingText

Kind = Literal["mechanic", "procedure", "table", "data", "example", "optional", "multiplayer", "open"]

DEFERRED = "deferred.yaml"
SECTIONS = "sections.yaml"
ORIGINAL = "en"  # the language of rulebook/*.yaml
ASIDE = re.compile(r"\s*\((?:estimat|exampl|exempl)[^()]*\)")  # where a value comes from: for editors, not for players


class UnknownClause(LookupError):
    """No rulebook holds this id."""

    def __str__(self) -> str:
        return str(self.args[0])


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    columns: list[str]
    rows: list[list[str]]
    title: str = ""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule. `default` and `why` are our ruling where the rules leave a point open."""

    id: str
    title: str
    section: str
    kind: Kind
    rule: str | list[str]
    tables: list[Table] = []
    values: dict[str, Any] = {}
    basis: Basis | list[Basis] = "seed"
    default: str = ""
    why: str = ""
    affects: list[str] = []
    also: list[str] = []
    notes: str = ""
    document: str = ""
    module: str = ""
    system: str = ""

    @property
    def paragraphs(self) -> list[str]:
        return self.rule if isinstance(self.rule, list) else [self.rule]

    @property
    def text(self) -> str:
        """Everything that is said, for searching."""
        cells = [cell for table in self.tables for row in [table.columns, *table.rows] for cell in row]
        said = [self.id, self.title, self.section, *self.paragraphs, *cells, self.default, self.why, self.notes]
        return "\n".join(said)


def for_players(clause: Clause) -> Clause:
    """The same rule without what its editors note about it."""
    prose = [ASIDE.sub("", paragraph) for paragraph in clause.paragraphs]
    return msgspec.structs.replace(clause, rule=prose, default=ASIDE.sub("", clause.default), notes="", why="")


def is_for_players(clause: Clause) -> bool:
    """Switches and the editors' own checks are none of a player's concern."""
    return not (clause.kind in ("open", "example") or ".check." in clause.id)


class ChapterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    module: str
    document: str
    order: int
    clauses: list[Clause]


class Chapter(msgspec.Struct, frozen=True):
    name: str
    title: str
    module: str
    document: str
    clauses: list[Clause]


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a clause says in another language; all else about it is in the original."""

    title: str
    rule: str | list[str]
    tables: list[Table] = []
    default: str = ""
    why: str = ""
    notes: str = ""


class TranslatedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    clauses: dict[str, _Words]


class Rulebook:
    """The clauses of one system, in reading order."""

    def __init__(self, system: str, chapters: list[Chapter]) -> None:
        self.system = system
        self.chapters = chapters
        self.clauses = {clause.id: clause for chapter in chapters for clause in chapter.clauses}

    def clause(self, id_: str) -> Clause:
        try:
            return self.clauses[id_]
        except KeyError:
            raise UnknownClause(_missing(id_, list(self.clauses), f"the rulebook of {self.system}")) from None

    def search(self, text: str, first: Container[str] = ()) -> list[Clause]:
        """The clauses that hold every word of the text: those named `first`, then those with the words in the title."""
        words = text.lower().split()
        if not words:
            return []
        found = [clause for clause in self.clauses.values() if _holds(clause.text, words)]
        return sorted(found, key=lambda one: (one.id not in first, not _holds(f"{one.id} {one.title}", words)))

    def for_players(self, modules: set[str]) -> Rulebook:
        """What players read, of these modules or of all if none are named."""
        chapters = [
            msgspec.structs.replace(chapter, clauses=[one for one in chapter.clauses if is_for_players(one)])
            for chapter in self.chapters
            if not modules or chapter.module in modules
        ]
        return Rulebook(self.system, [chapter for chapter in chapters if chapter.clauses])


def systems() -> list[str]:
    """The systems that have a rulebook."""
    return [name for name, folder in folders().items() if (folder / "rulebook").is_dir()]


@cache
def folders() -> dict[str, Path]:
    """The folder of every installed system, found without importing the system."""
    found = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        spec = find_spec(point.module)
        if spec and spec.submodule_search_locations:
            found[point.name] = Path(next(iter(spec.submodule_search_locations)))
    return found


def rulebook(system: str, language: str = ORIGINAL) -> Rulebook:
    """The rulebook of a system; raises UnknownSystem, or ContentError where a file is wrong."""
    if system not in systems():
        raise UnknownSystem(f"no rulebook for the system '{system}'{hint(system, systems())}")
    if language not in LANGUAGES:
        raise MissingText(f"no rulebook in the language '{language}' (there are: {', '.join(LANGUAGES)})")
    return _rulebook(system, language)


@cache
def _rulebook(system: str, language: str) -> Rulebook:
    folder = folders()[system] / "rulebook"
    if language == ORIGINAL:
        return read_rulebook(system, folder)
    return translated(_rulebook(system, ORIGINAL), folder / language)


@cache
def sections(system: str) -> dict[str, dict[str, str]]:
    """The sections of a system's documents that state rules, by document, each with what it is about."""
    path = folders()[system] / "rulebook" / SECTIONS
    return load_yaml(path, dict[str, dict[str, str]]) if path.is_file() else {}


def read_rulebook(system: str, folder: Path) -> Rulebook:
    """The chapters of a folder, in the order they state."""
    files = [path for path in sorted(folder.glob("*.yaml")) if path.name not in (DEFERRED, SECTIONS)]
    read = sorted(((load_yaml(path, ChapterFile), path) for path in files), key=lambda pair: pair[0].order)
    seen: dict[str, Path] = {}
    chapters = []
    for chapter, path in read:
        for number, clause in enumerate(chapter.clauses):
            if clause.id in seen:
                raise fault(path, f"clauses[{number}].id", f"{clause.id} stands in {seen[clause.id].name} already")
            seen[clause.id] = path
        clauses = [
            msgspec.structs.replace(
                clause, system=system, module=chapter.module, document=clause.document or chapter.document
            )
            for clause in chapter.clauses
        ]
        chapters.append(Chapter(path.stem, chapter.title, chapter.module, chapter.document, clauses))
    return Rulebook(system, chapters)


def translated(book: Rulebook, folder: Path) -> Rulebook:
    """The same clauses in the words of the folder's files; what they lack stays as it is."""
    chapters = []
    for chapter in book.chapters:
        path = folder / f"{chapter.name}.yaml"
        chapters.append(_translated_chapter(chapter, path) if path.is_file() else chapter)
    return Rulebook(book.system, chapters)


def _translated_chapter(chapter: Chapter, path: Path) -> Chapter:
    words = load_yaml(path, TranslatedFile)
    known = {clause.id for clause in chapter.clauses}
    for id_ in words.clauses:
        if id_ not in known:
            # not by `fault`: ids hold dots, its fields are parted by them
            raise ContentError(str(path), 0, id_, f"the chapter {chapter.name} has no such clause")
    clauses = [
        msgspec.structs.replace(clause, **msgspec.structs.asdict(words.clauses[clause.id]))
        if clause.id in words.clauses
        else clause
        for clause in chapter.clauses
    ]
    return msgspec.structs.replace(chapter, title=words.title, clauses=clauses)


def clause(id_: str, language: str = ORIGINAL) -> Clause:
    """The clause with this id, whichever system it belongs to."""
    for system in systems():
        if id_ in rulebook(system).clauses:
            return rulebook(system, language).clauses[id_]
    every = [known for system in systems() for known in rulebook(system).clauses]
    raise UnknownClause(_missing(id_, every, "any rulebook"))


def _holds(text: str, words: list[str]) -> bool:
    lower = text.lower()
    return all(word in lower for word in words)


def _missing(id_: str, known: list[str], where: str) -> str:
    return f"there is no clause '{id_}' in {where}{hint(id_, known, 'search them on the page')}"
