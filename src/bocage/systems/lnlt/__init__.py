"""Lock 'n Load Tactical."""

from typing import TYPE_CHECKING, Any

from bocage.systems.lnlt.content.listing import LISTING as LISTING

if TYPE_CHECKING:
    from bocage.systems.lnlt.system import SYSTEM as SYSTEM


def __getattr__(name: str) -> Any:
    """The rules are loaded with the system: they are not needed to list its scenarios."""
    if name != "SYSTEM":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bocage.systems.lnlt.system import SYSTEM

    return SYSTEM
