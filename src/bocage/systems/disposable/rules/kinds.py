"""Decisions and their options, as small integers.

Kinds and the verbs of their options:
  DEPLOY    to (a point of the own zone, for the unit that is next)
  FIRST     first (the seat that activates first this turn)
  ACTIVATE  activate (a unit)
  MODE      hold, sneak, manoeuvre, run; of vehicles hold, slow, full; of passengers hold, manoeuvre (dismount)
  STEP      to (a point for the leader; the others keep formation), fire (at a unit), grenade (one or two throwers, the
            rest fire), launch (the same with rifle grenades and Panzerfausts), single-out (a sniper's fire), indirect,
            inside (at the men in an open-topped vehicle), spot (a sniper), charge (a unit), join (a unit), mount (a
            vehicle), face (toward a unit; a weapon with an arc), pick (firing figures), arrange (figures), done
  SNAP      snap-fire (with a unit), single-out (with a sniper), decline
  RESPONSE  stand, snap-fire, single-out (a sniper), evade
  CASUALTY  casualty (a figure)
  SHELTER   cover (the winner of a melee goes to the nearest cover), stay
  DAMAGE    weapon-out (a weapon of a penetrated vehicle)
  FIRER     firer (a figure), enough
  FIGURE    to (a point for the next figure)
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
DAMAGE: Final = 9
FIRER: Final = 10
FIGURE: Final = 11
KINDS: Final = (
    "deploy", "first", "activate", "mode", "step", "snap", "response", "casualty", "shelter", "damage", "firer",
    "figure",
)  # fmt: skip

# Options of STEP beside points: a block per verb, the unit inside it.
DONE: Final = 0
FIRE: Final = 1 << 10
GRENADE: Final = 2 << 10  # unit * 8 + throwers + LAUNCH
CHARGE: Final = 3 << 10
JOIN: Final = 4 << 10
FACE: Final = 5 << 10
SPOT: Final = 6 << 10
MARK: Final = 7 << 10  # fire at the figure of the highest Guts
INDIRECT: Final = 8 << 10
INSIDE: Final = 9 << 10  # fire at the men in an open-topped vehicle
MOUNT: Final = 10 << 10
PICK: Final = 11 << 10  # choose the firing figures one by one
ARRANGE: Final = 12 << 10  # place each figure
BLOCK: Final = 1 << 10
LAUNCH: Final = 4  # rifle grenades and Panzerfausts fire too
SINGLED: Final = 8  # a sniper has named his man

# Options of SNAP (beside units), RESPONSE and SHELTER.
DECLINE: Final = 999
STAND: Final = 0
SNAP_FIRE: Final = 1
EVADE: Final = 2
SNAP_MARK: Final = 3  # snap fire at the figure of the highest Guts
GO: Final = 0
STAY: Final = 1
ENOUGH: Final = 9999  # no more firing figures

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
SPOTTING: Final = 13
FUEL: Final = 14
EXPLOSION: Final = 15
GUN_DAMAGE: Final = 16
PENETRATION: Final = 17
HULL: Final = 18
CONFIRM: Final = 19
PURPOSES: Final = (
    "purpose.deployment", "purpose.initiative", "purpose.to-hit", "purpose.wound", "purpose.blast",
    "purpose.blast-apart", "purpose.guts", "purpose.rally", "purpose.charge", "purpose.melee-initiative",
    "purpose.melee-hit", "purpose.melee-kill", "purpose.bunker", "purpose.spotting", "purpose.fuel",
    "purpose.explosion", "purpose.gun-damage", "purpose.penetration", "purpose.hull", "purpose.confirm",
)  # fmt: skip


def block(option: int) -> int:
    """The verb of a STEP option: DONE, FIRE, GRENADE …"""
    return option & ~(BLOCK - 1)


def inner(option: int) -> int:
    return option & (BLOCK - 1)
