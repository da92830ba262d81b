"""The games as environments for learning programs: PettingZoo, Gymnasium, and a world of lines for any language.

    from bocage.env import battle, duel
    env = battle("boh/first-contact")               # PettingZoo AEC: every seat is an agent
    env = duel("godsend", opponent="doctrine")      # Gymnasium: one seat, a bot in the others

Needs the extra `rl` (pip install 'bocage[rl]').
"""

from __future__ import annotations

try:
    import gymnasium
    import numpy
    import pettingzoo
except ImportError as missing:
    raise ImportError("bocage.env needs the extra 'rl': pip install 'bocage[rl]'") from missing

from bocage.env.battle import Battle, battle
from bocage.env.duel import Duel, duel
from bocage.env.eyes import Eyes

__all__ = ["Battle", "Duel", "Eyes", "battle", "duel", "gymnasium", "numpy", "pettingzoo"]
