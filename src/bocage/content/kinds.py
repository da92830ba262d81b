"""The kinds of files of a system: how each is recognised, and who checks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bocage.content.reading import load_yaml, source

Fits = Callable[[Path, Any], bool]


class FileKind(NamedTuple):
    """`fits` goes by the place of a file and its data; `check` raises ContentError with everything wrong."""

    name: str
    fits: Fits
    check: Callable[[Path], object]
    written: type[msgspec.Struct] | None = None  # by designers: editors get a schema of it


def data_file(name: str, type_: Any, check: Callable[[Path], object] | None = None) -> FileKind:
    """A file of a system's data folder that goes by its name, and of which the shape is checked unless more can be."""
    return FileKind(name, lambda path, _: path.name == f"{name}.yaml", check or (lambda path: load_yaml(path, type_)))


def holding(*fields: str) -> Fits:
    """Goes by the fields of the document."""
    return lambda _, data: isinstance(data, dict) and all(field in data for field in fields)


def kind_of(path: Path, kinds: Sequence[FileKind]) -> FileKind | None:
    data = source(path).data
    return next((kind for kind in kinds if kind.fits(path, data)), None)


def check_file(path: Path, kinds: Sequence[FileKind]) -> None:
    """A file that looks like nothing known is read as the last kind, whose reader says what it lacks."""
    (kind_of(path, kinds) or kinds[-1]).check(path)
