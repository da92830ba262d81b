"""What is wrong with a content file, with file, line and field, and all of it at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TypeVar

from bocage.near import nearest

T = TypeVar("T")

NAMES_SHOWN = 24  # of a list of what there is


class ContentError(Exception):
    """What is wrong in one content file: the first fault, and the others that were found with it.

    Line 0 means the file as a whole, field "" the document as a whole.
    """

    def __init__(self, file: str, line: int, field: str, message: str, others: Sequence[ContentError] = ()) -> None:
        super().__init__(file, line, field, message, others)
        self.file = file
        self.line = line
        self.field = field
        self.message = message
        self.others = others

    @property
    def faults(self) -> list[ContentError]:
        """Each fault by itself, this one first."""
        return [ContentError(self.file, self.line, self.field, self.message), *self.others]

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        first = ": ".join(part for part in (place, self.field, self.message) if part)
        return "\n".join([first, *map(str, self.others)])


def together(faults: Sequence[ContentError]) -> ContentError:
    """Several faults of one file as one error."""
    first = faults[0]
    return ContentError(first.file, first.line, first.field, first.message, faults[1:])


class WrongContent(Exception):
    """A fault that linking found; `field` is its path in the document."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class Faults:
    """Collects what linking finds wrong, so that a designer is told all of it at once:

    for i, unit in enumerate(side.units):
        with faults:  # a fault ends this block alone
            muster(state, unit, f"units[{i}]")
    settle(faults, path)  # one ContentError with all of them
    """

    def __init__(self) -> None:
        self.found: list[WrongContent] = []

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None) -> bool:
        if isinstance(wrong, WrongContent):
            self.found.append(wrong)
            return True
        return False


def known(what: str, name: str, names: Mapping[str, T], field: str) -> T:
    """What this name stands for; raises WrongContent where it stands for nothing."""
    if name not in names:
        raise WrongContent(field, unknown(what, name, names))
    return names[name]


def near_match(name: str, names: Iterable[str]) -> str:
    """ ": did you mean 'events'?" for a misspelt name, or nothing."""
    return "".join(f": did you mean '{near}'?" for near in nearest(name, names))


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The message for a name that stands for nothing; says which one may have been meant, or which there are."""
    names = list(known)
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    there = f" (there are: {', '.join(names[:NAMES_SHOWN])}{more})" if names else ""
    return f"there is no {what} '{name}'" + (near_match(name, names) or there)
