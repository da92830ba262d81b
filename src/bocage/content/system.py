"""What all systems do alike whose scenarios and data are files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from bocage.content.kinds import FileKind, check_file, kind_of
from bocage.content.shelf import Listing
from bocage.kernel import Procedure, State
from bocage.kernel.system import GameSystem, ScenarioInfo

S = TypeVar("S", bound=State)


class ContentSystem(GameSystem[S]):
    """A system says what kinds of files it has, and what lists its scenarios."""

    file_kinds: Sequence[FileKind]
    listing: Listing

    def open(self, state: S, first: Procedure[S]) -> S:
        """Play up to the first decision; what happens before it is told."""
        state.recording = True
        state.push(first)
        state.advance()
        state.recording = False
        return state

    def scenarios(self) -> list[ScenarioInfo]:
        return self.listing.scenarios()

    def scenario_file(self, path: Path) -> ScenarioInfo:
        return self.listing.describe(path)

    def validate(self, path: Path) -> None:
        check_file(path, self.file_kinds)

    def kind_of(self, path: Path) -> str:
        kind = kind_of(path, self.file_kinds)
        return "" if kind is None else kind.name

    def schemas(self) -> dict[str, type[msgspec.Struct]]:
        return {kind.name: kind.written for kind in self.file_kinds if kind.written is not None}
