"""Bocage plays squad-level tactical games with the rules enforced and every number explained.

import bocage

game = bocage.new("lnlt", "boh/first-contact", seed=7)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bocage.kernel.game import CannotUndo, Game, IllegalChoice
    from bocage.kernel.saves import SaveError
    from bocage.registry import load, new, save, system

__version__ = "0.3.0.dev0"

__all__ = ["CannotUndo", "Game", "IllegalChoice", "SaveError", "load", "new", "save", "system"]

_HOMES = {
    "CannotUndo": "kernel.game",
    "Game": "kernel.game",
    "IllegalChoice": "kernel.game",
    "SaveError": "kernel.saves",
    "load": "registry",
    "new": "registry",
    "save": "registry",
    "system": "registry",
}


def __getattr__(name: str) -> object:
    """Imported when first asked for: most of what `bocage --help` and the like do needs none of it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'bocage' has no attribute '{name}'")
    found: object = getattr(import_module(f"bocage.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
