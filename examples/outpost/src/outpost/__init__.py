"""Outpost: two squads a side and a house to hold. A whole game for Bocage, small enough to be read in one sitting.

Read `acts.py` (what can be chosen), `state.py` (what changes), `rules.py` (how it is played), `words.py` (what players
see), `content.py` (scenarios) and `system.py`, which joins them.
"""

from outpost.system import SYSTEM

__all__ = ["SYSTEM"]
