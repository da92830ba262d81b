"""Decisions and their options, as small integers.

Kinds and the verbs of their options:
  DEPLOY    to (a point of the own zone, for the unit that is next)
  FIRST     first (the seat that activates first this turn)
  ACTIVATE  activate (a unit)
  MODE      hold, sneak, manoeuvre, run
  STEP      to (a point for the leader; the others keep formation), fire (at a unit), grenade (one or two throwers, the
            rest fire), charge (a unit), join (a unit), face (toward a unit; a weapon with an arc), done
  SNAP      snap-fire (with a unit), decline
  RESPONSE  stand, snap-fire, evade
  CASUALTY  casualty (a figure)
  SHELTER   cover (the winner of a melee goes to the nearest cover), stay
"""

from __future__ import annotations

from typing import Final

DEPLOY: Final = 0
FIRST: Final = 1
ACTIVATE: Final = 2
MODE: Final = 3
STEP: Final = 4
SNAP: Final = 5
RESPONSE: Final = 6
CASUALTY: Final = 7
SHELTER: Final = 8
KINDS: Final = ("deploy", "first", "activate", "mode", "step", "snap", "response", "casualty", "shelter")

# Options of STEP beside points: a block per verb, the unit inside it.
DONE: Final = 0
FIRE: Final = 1 << 10
GRENADE: Final = 2 << 10  # unit * 4 + throwers
CHARGE: Final = 3 << 10
JOIN: Final = 4 << 10
FACE: Final = 5 << 10
BLOCK: Final = 1 << 10

# Options of SNAP (beside units), RESPONSE and SHELTER.
DECLINE: Final = 999
STAND: Final = 0
SNAP_FIRE: Final = 1
EVADE: Final = 2
GO: Final = 0
STAY: Final = 1

# What dice are rolled for; indices into System.purposes.
DEPLOYMENT_ROLL: Final = 0
INITIATIVE: Final = 1
TO_HIT: Final = 2
WOUND: Final = 3
BLAST: Final = 4
BLAST_APART: Final = 5
GUTS: Final = 6
RALLY: Final = 7
CHARGE_CHECK: Final = 8
MELEE_INITIATIVE: Final = 9
MELEE_HIT: Final = 10
MELEE_KILL: Final = 11
BUNKER_HIT: Final = 12
PURPOSES: Final = (
    "purpose.deployment", "purpose.initiative", "purpose.to-hit", "purpose.wound", "purpose.blast",
    "purpose.blast-apart", "purpose.guts", "purpose.rally", "purpose.charge", "purpose.melee-initiative",
    "purpose.melee-hit", "purpose.melee-kill", "purpose.bunker",
)  # fmt: skip


def block(option: int) -> int:
    """The verb of a STEP option: DONE, FIRE, GRENADE …"""
    return option & ~(BLOCK - 1)


def inner(option: int) -> int:
    return option & (BLOCK - 1)
