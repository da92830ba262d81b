"""Bocage plays squad-level tactical games with the rules enforced and every number explained."""

from bocage.kernel.game import CannotUndo, Game, IllegalChoice
from bocage.kernel.saves import SaveError
from bocage.registry import load, new, save, system

__version__ = "0.1.0"

__all__ = ["CannotUndo", "Game", "IllegalChoice", "SaveError", "load", "new", "save", "system"]
