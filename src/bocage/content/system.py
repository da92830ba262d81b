"""What all systems do alike whose scenarios and data are files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bocage.content.kinds import FileKind, check_file, kind_of
from bocage.content.shelf import Shelf
from bocage.kernel import State
from bocage.kernel.system import GameSystem, ScenarioInfo, listed

S = TypeVar("S", bound=State)


class ContentSystem(GameSystem[S]):
    """A system says what kinds of files it has, and what the browser is told of a scenario (`scenario_file`)."""

    file_kinds: Sequence[FileKind]
    shelf: Shelf[Any]

    def scenarios(self) -> list[ScenarioInfo]:
        return listed([self.scenario_file(path) for path in self.shelf.paths()])

    def validate(self, path: Path) -> None:
        check_file(path, self.file_kinds)

    def kind_of(self, path: Path) -> str:
        kind = kind_of(path, self.file_kinds)
        return "" if kind is None else kind.name

    def schemas(self) -> dict[str, type[msgspec.Struct]]:
        return {kind.name: kind.written for kind in self.file_kinds if kind.written is not None}
