"""Any file of the project or of a designer checked by the reader of its kind, which its place or content tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from bocage import registry
from bocage.checks import drills
from bocage.content import ContentError, Source, source, together, untranslated
from bocage.kernel.system import System
from bocage.lessons import GLOSSARY, SEQUENCE, Ground, Phase, Term, read_lesson, read_puzzle
from bocage.looks import Looks
from bocage.rulebook import DEFERRED, SECTIONS, ChapterFile, TranslatedFile
from bocage.text import COMMON, LANGUAGES, PLURAL, flatten

CATALOGUE = re.compile(rf"({'|'.join(LANGUAGES)})(-[\w-]+)?")


def files_in(path: Path) -> Iterator[Path]:
    """The file itself, or all content files of a folder."""
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*")):
        if file.suffix in (".yaml", ".yml") or (file.suffix == ".json" and b'"scenario_hash"' in file.read_bytes()):
            yield file


def check(path: Path, system: str | None = None) -> list[str]:
    """Raise ContentError, or SaveError, with everything wrong; returns what is not wrong but worth knowing."""
    if path.suffix == ".json":
        registry.load(path.read_bytes(), str(path))
        return []
    read = source(path)
    if is_catalogue(path):
        check_catalogue(read)
    elif "rulebook" in path.parts[-3:-1]:
        check_chapter(path, read)
    elif path.name == "looks.yaml":
        read.read(Looks)
    elif path.resolve().parent.name == "lessons":
        check_lesson(path, system)
    elif path.resolve().parent.name == "grounds":
        read.read(Ground)
    elif path.resolve().parent.name == "puzzles":
        read_puzzle(path, registry.system(system) if system is not None else owner_of(path))
    elif is_drill(read):
        check_drill(path)
    else:
        owner = registry.system(system) if system is not None else owner_of(path)
        owner.validate(path)
        if owner.kind_of(path) == "scenario":
            return untranslated(read.data)
    return []


def owner_of(path: Path) -> System:
    """The only system that such a file can belong to."""
    owners = registry.owners(path)
    if len(owners) != 1:
        raise ContentError(str(path), 0, "", "say which system it belongs to with --system")
    return registry.system(owners[0])


def is_catalogue(path: Path) -> bool:
    home = path.resolve().parent
    return CATALOGUE.fullmatch(path.stem) is not None and (home.name == "text" or home == COMMON)


def check_catalogue(read: Source) -> None:
    """Every entry is a text with well-formed arguments."""
    if not isinstance(read.data, dict):
        raise ContentError(read.name, 1, "", "a catalogue is a mapping of keys to texts")
    faults = []
    for key, text in flatten("", read.data):
        try:
            list(Formatter().parse(PLURAL.sub("", text)))
        except ValueError as error:
            faults.append(read.wrong(key.split("."), f"{error} (an argument is {{name}}, a plural {{n|one|many}})"))
    if faults:
        raise together(faults)


def check_chapter(path: Path, read: Source) -> None:
    if path.name == DEFERRED:
        read.read(dict[str, str])
    elif path.name == SECTIONS:
        read.read(dict[str, dict[str, str]])
    elif path.parent.name == "rulebook":
        read.read(ChapterFile)
    else:
        read.read(TranslatedFile)


def check_lesson(path: Path, system: str | None) -> None:
    """A lesson together with the glossary beside it."""
    glossary = path.parent / GLOSSARY
    terms = source(glossary).read(dict[str, Term]) if glossary.is_file() else {}
    if path.name == SEQUENCE:
        source(path).read(list[Phase])
    elif path.name != GLOSSARY:
        read_lesson(path, registry.system(system) if system is not None else owner_of(path), terms)


def is_drill(read: Source) -> bool:
    if isinstance(read.data, list):
        return all(isinstance(case, dict) and ("expect" in case or "steps" in case) for case in read.data)
    return isinstance(read.data, dict) and not read.data.keys().isdisjoint(("steps", "expect", "cases"))


def check_drill(path: Path) -> None:
    """Drills can be read, and their positions set up; `bocage drill` plays them."""
    faults: list[ContentError] = []
    for entry in drills.read(path):
        try:
            entry.rehearse()
        except ContentError as error:
            faults.extend(error.faults)
    if faults:
        raise together(faults)
