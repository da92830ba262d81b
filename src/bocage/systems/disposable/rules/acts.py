"""Everything a player can choose, declared once, and what dice are rolled for.

The words of a verb are under `choice.` in the catalogues; operands are described in `words/choices.py`; who answers
for its odds is said in `odds.py`.
"""

from __future__ import annotations

from typing import Final

from bocage.kernel import NUMBER, Acts, Purposes, Verb

# What operands are.
UNIT: Final = "unit"
FIGURE: Final = "figure"
SIDE: Final = "side"
FORMATION: Final = "formation"
WEAPON: Final = "weapon"  # of the vehicle that is hit

ACTS: Final = Acts()

TO: Final[Verb] = ACTS.point("to", "")  # for a unit its leader goes there; the clause is that of the mode

# The turn
FIRST: Final[Verb] = ACTS.verb("first", "dh.core.turn.seq", SIDE)
ACTIVATE: Final[Verb] = ACTS.verb("activate", "dh.core.turn.seq", UNIT, leads=1)

# Modes, in the order of the modes in model/tables.py; passengers hold or get down in a Manoeuvre
MODES: Final[list[Verb]] = [
    ACTS.verb("hold", "dh.core.act.hold", waits=True),
    ACTS.verb("sneak", "dh.move.sneak.1"),
    ACTS.verb("manoeuvre", "dh.move.manoeuvre.1", leads=2),
    ACTS.verb("run", "dh.move.run.1"),
    ACTS.verb("slow", "dh.core.veh.move"),
    ACTS.verb("full", "dh.core.veh.move"),
]

# Deeds of the unit that acts
FIRE: Final[Verb] = ACTS.verb("fire", "dh.fire.acc.1", UNIT)
SINGLE_OUT: Final[Verb] = ACTS.verb("single-out", "dh.fire.sniper.1", UNIT)  # a sniper names the best man of the unit
PICK: Final[Verb] = ACTS.verb("pick", "dh.open.fire_half", UNIT)  # choose the firing figures one by one
SPOT: Final[Verb] = ACTS.verb("spot", "dh.spot.1", UNIT)
LAUNCH: Final[Verb] = ACTS.verb(
    "launch", "dh.open.fire_half", UNIT, NUMBER
)  # rifle grenades and Panzerfausts, and throwers
GRENADE: Final[Verb] = ACTS.verb("grenade", "dh.grenade.1", UNIT, NUMBER)  # so many throw, the rest fire
INDIRECT: Final[Verb] = ACTS.verb("indirect", "dh.indirect.acc.1", UNIT)
INSIDE: Final[Verb] = ACTS.verb("inside", "dh.core.veh.open", UNIT)  # at the men in an open-topped vehicle
CHARGE: Final[Verb] = ACTS.verb("charge", "dh.cc.guts.1", UNIT, NUMBER)  # with so many grenades
FACE: Final[Verb] = ACTS.verb("face", "dh.open.hmg_pivot")  # a weapon with an arc or a hull turns in place
JOIN: Final[Verb] = ACTS.verb("join", "dh.move.single.2", UNIT)
MOUNT: Final[Verb] = ACTS.verb("mount", "dh.core.veh.passengers", UNIT)
VIA: Final[Verb] = ACTS.verb("via", "dh.open.way")  # the next point is a way-point
FORM: Final[Verb] = ACTS.verb("form", "dh.cmd.distance.2", FORMATION)  # draw the unit up
MAN: Final[Verb] = ACTS.verb("man", "dh.cmd.distance.2", FIGURE)  # place a single man
GO: Final[Verb] = ACTS.verb("go", "dh.cmd.distance.2", steps=True)  # the move that has been laid out
DONE: Final[Verb] = ACTS.verb("done", "dh.core.act.phases", waits=True)
FIRER: Final[Verb] = ACTS.verb("firer", "dh.open.fire_half", FIGURE)
ENOUGH: Final[Verb] = ACTS.verb("enough", "dh.open.fire_half")

# Snap fire at a move, and the answers to a charge
SNAP_FIRE: Final[Verb] = ACTS.verb("snap-fire", "dh.snap.2", UNIT)
SNAP_SINGLE_OUT: Final[Verb] = ACTS.verb("single-out", "dh.fire.sniper.1", UNIT)  # the sniper, not his target
DECLINE: Final[Verb] = ACTS.verb("decline", "dh.snap.2")
STAND: Final[Verb] = ACTS.verb("stand", "dh.cc.contact.1")
ANSWER_FIRE: Final[Verb] = ACTS.verb("snap-fire", "dh.cc.snap.1")
ANSWER_SINGLE_OUT: Final[Verb] = ACTS.verb("single-out", "dh.fire.sniper.1")
EVADE: Final[Verb] = ACTS.verb("evade", "dh.cc.evade.1")

# What comes of it
CASUALTY: Final[Verb] = ACTS.verb("casualty", "dh.cas.small.3", FIGURE, suffers=True)
AS_PROPOSED: Final[Verb] = ACTS.verb("as-proposed", "dh.open.casualty_order", suffers=True)  # all who are still to fall
WEAPON_OUT: Final[Verb] = ACTS.verb("weapon-out", "dh.core.veh.hull.chart", WEAPON, suffers=True)
COVER: Final[Verb] = ACTS.verb("cover", "dh.melee.end.1")  # the winner of a melee goes to the nearest cover
STAY: Final[Verb] = ACTS.verb("stay", "dh.melee.end.1", waits=True)

PURPOSES: Final = Purposes()
FOR_DEPLOYMENT: Final = PURPOSES.add("purpose.deployment")
FOR_INITIATIVE: Final = PURPOSES.add("purpose.initiative")
FOR_HIT: Final = PURPOSES.add("purpose.to-hit")
FOR_WOUND: Final = PURPOSES.add("purpose.wound")
FOR_BLAST: Final = PURPOSES.add("purpose.blast")
FOR_BLAST_APART: Final = PURPOSES.add("purpose.blast-apart")
FOR_GUTS: Final = PURPOSES.add("purpose.guts")
FOR_RALLY: Final = PURPOSES.add("purpose.rally")
FOR_CHARGE: Final = PURPOSES.add("purpose.charge")
FOR_MELEE_INITIATIVE: Final = PURPOSES.add("purpose.melee-initiative")
FOR_MELEE_HIT: Final = PURPOSES.add("purpose.melee-hit")
FOR_MELEE_KILL: Final = PURPOSES.add("purpose.melee-kill")
FOR_BUNKER: Final = PURPOSES.add("purpose.bunker")
FOR_SPOTTING: Final = PURPOSES.add("purpose.spotting")
FOR_FUEL: Final = PURPOSES.add("purpose.fuel")
FOR_EXPLOSION: Final = PURPOSES.add("purpose.explosion")
FOR_GUN_DAMAGE: Final = PURPOSES.add("purpose.gun-damage")
FOR_PENETRATION: Final = PURPOSES.add("purpose.penetration")
FOR_HULL: Final = PURPOSES.add("purpose.hull")
FOR_CONFIRMATION: Final = PURPOSES.add("purpose.confirm")
