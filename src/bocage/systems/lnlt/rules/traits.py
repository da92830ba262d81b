"""What sets troops apart from each other, as marks of a counter (lnlt.core.13 and the module chapters 13).

A rule asks for the mark and never for the module: which counters bear it is data.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

ASSAULT_MOVE: Final = 1 << 0  # the red box (lnlt.core.6.1)
STEALTH: Final = 1 << 1  # lnlt.core.6.4
HIT_AND_RUN: Final = 1 << 2  # lnlt.core.6.7
ASSAULTERS: Final = 1 << 3  # A superscript (lnlt.core.5.6)
MELEE_BONUS: Final = 1 << 4  # M superscript (lnlt.core.8.5)
GLIDER: Final = 1 << 5  # lnlt.boh.13.92a
ENCUMBERED: Final = 1 << 6  # lnlt.hid.13.1.1a
HINDEREN: Final = 1 << 7  # lnlt.hid.13.4.1a
PAIRS: Final = 1 << 8  # SRP (lnlt.core.3.1)
PANACHE: Final = 1 << 9  # lnlt.hid.13.1.2i
NO_HERO: Final = 1 << 10  # lnlt.hid.13.1.2m
HORSE: Final = 1 << 11  # lnlt.core.6.6
MOTORCYCLE: Final = 1 << 12  # lnlt.core.6.6
AMBUSH: Final = 1 << 13  # lnlt.core.8.4
HOME_AMBUSH: Final = 1 << 14  # only where the scenario says so (lnlt.hid.13.3.1a)
WOODSMEN: Final = 1 << 15  # lnlt.hid.13.3.2a
FANATICISM: Final = 1 << 16  # lnlt.hon.13.3.1a
DEDICATED: Final = 1 << 17  # lnlt.hon.13.3.2a
MOTHERLAND: Final = 1 << 18  # lnlt.nosb.13.51a
PARTISAN: Final = 1 << 19  # lnlt.nosb.13.53e
COMMISSAR: Final = 1 << 20  # lnlt.nosb.11.9a
GLIDER_MAJORITY: Final = 1 << 21  # half-squads that count as gliders in Melee (lnlt.boh.13.92g)

# Modules that print the rules of the SS under numbers of their own; all others go by those of Normandy.
SS_CLAUSES: Final = {
    ("hid", "lnlt.hon.13.3.1a"): "lnlt.hid.13.2.1a",
    ("hid", "lnlt.hon.13.3.1g"): "lnlt.hid.13.2.1b",
    ("hid", "lnlt.hon.13.3.1d"): "lnlt.hid.13.2.1e",
    ("hid", "lnlt.hon.13.3.2a"): "lnlt.hid.13.2.2a",
    ("boh", "lnlt.hon.13.3.1a"): "lnlt.boh.13.81a",
    ("boh", "lnlt.hon.13.3.1g"): "lnlt.boh.13.81b",
    ("boh", "lnlt.hon.13.3.1d"): "lnlt.boh.13.81d",
    ("boh", "lnlt.hon.13.3.2a"): "lnlt.boh.13.81g",
}

MOUNTED: Final = HORSE | MOTORCYCLE

MARKS: Final = (
    "assault-move", "stealth", "hit-and-run", "assaulters", "melee-bonus", "glider", "encumbered", "hinderen",
    "pairs", "panache", "no-hero", "horse", "motorcycle", "ambush", "home-ambush", "woodsmen", "fanaticism",
    "dedicated", "motherland", "partisan", "commissar", "glider-majority",
)  # fmt: skip
NAMES: Final = {name: 1 << bit for bit, name in enumerate(MARKS)}


def marks(names: Iterable[str]) -> int:
    """All of these together."""
    found = 0
    for name in names:
        found |= NAMES[name]
    return found


def cite(module: str, rule: str) -> str:
    """The clause as the module in play prints it."""
    return SS_CLAUSES.get((module, rule), rule)
