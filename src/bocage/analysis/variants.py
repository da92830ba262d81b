"""Scenarios with one thing changed, as their system knows to change them: the files, and which of them are legal."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from bocage import registry
from bocage.content import ContentError
from bocage.content.edits import data_of, edited
from bocage.kernel import Text

LONGEST_NAME = 200  # of a file


class Variant(msgspec.Struct):
    """`name` says the change in the shortest way ("turns +1", "us without us8.rifle"), `label` in words."""

    name: str
    label: Text
    source: str  # the scenario file with the change in it


def file_of(system: str, scenario: str) -> Path:
    return registry.scenario(registry.system(system), scenario).path


def variants(system: str, source: str, home: Path) -> list[Variant]:
    """Every small change of a scenario, whose file is in the folder `home`, that leaves a legal one."""
    found: list[Variant] = []
    for ways in registry.system(system).variations(data_of(source)):
        drafts = (Variant(way.name, way.label, edited(source, way.edit)) for way in ways)
        legal = next((variant for variant in drafts if is_legal(system, variant.source, home)), None)
        if legal is not None:
            found.append(legal)
    return found


def is_legal(system: str, source: str, home: Path) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = lay_out(source, home, Path(folder))
        try:
            registry.new(system, str(path), 1, recording=False)
        except ContentError:
            return False
    return True


def lay_out(source: str, home: Path, folder: Path) -> Path:
    """The scenario as a file in another folder. Maps that lie beside it or below go along; others are named in full."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in words_in(data_of(source)):
        if not name or Path(name).is_absolute() or not (home / name).is_file():
            continue
        if ".." in Path(name).parts:
            source = source.replace(name, str((home / name).resolve()))
        else:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(home / name, folder / name)
    path = folder / "scenario.yaml"
    path.write_text(source, "utf-8")
    return path


def words_in(data: Any) -> set[str]:
    """All texts of a file, wherever they stand in it."""
    if isinstance(data, str):
        return {data} if len(data) < LONGEST_NAME else set()
    below = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return {word for value in below for word in words_in(value)}
