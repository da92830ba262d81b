"""Disposable Heroes: single figures on a free table, ten-sided dice."""

from typing import TYPE_CHECKING, Any

from bocage.systems.disposable.content.listing import LISTING as LISTING

if TYPE_CHECKING:
    from bocage.systems.disposable.system import SYSTEM as SYSTEM


def __getattr__(name: str) -> Any:
    """The rules are loaded with the system: they are not needed to list its scenarios."""
    if name != "SYSTEM":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bocage.systems.disposable.system import SYSTEM

    return SYSTEM
