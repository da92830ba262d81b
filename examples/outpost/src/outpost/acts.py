"""What can be chosen, what is decided, what dice are for, and what forbids things: each declared once."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Acts, Ban, Kind, Purposes

UNIT: Final = "unit"
PLACE: Final = "place"

ACTS: Final = Acts()
PRESS: Final = ACTS.verb("press", "outpost.stance.1")
BRACE: Final = ACTS.verb("brace", "outpost.stance.1")
ACTIVATE: Final = ACTS.verb("activate", "outpost.turn.2", UNIT, leads=1)
STEP: Final = ACTS.verb("step", "outpost.move.1", PLACE, steps=True)
FIRE: Final = ACTS.verb("fire", "outpost.fire.1", UNIT)
DONE: Final = ACTS.verb("done", "outpost.turn.2", waits=True)
SHOOT: Final = ACTS.verb("shoot", "outpost.react.1", UNIT)
HOLD: Final = ACTS.verb("hold", "outpost.react.1", waits=True)

STANCE: Final = Kind("stance", "outpost.stance.1", prepares=True)
TURN: Final = Kind("turn", "outpost.turn.2")
ACTION: Final = Kind("action", "outpost.move.1")
REACTION: Final = Kind("reaction", "outpost.react.1", reacts=True)

PURPOSES: Final = Purposes()
FOR_FIRE: Final = PURPOSES.add("dice.fire")

FAR: Final = Ban("outpost.move.1", "far")
TIRED: Final = Ban("outpost.move.2", "tired")
OCCUPIED: Final = Ban("outpost.move.3", "occupied")
OUT_OF_RANGE: Final = Ban("outpost.fire.1", "out-of-range")
HAS_MOVED: Final = Ban("outpost.fire.2", "has-moved")
IS_SHAKEN: Final = Ban("outpost.fire.3", "is-shaken")
OWN_SIDE: Final = Ban("outpost.fire.1", "own-side")
HAS_ACTED: Final = Ban("outpost.turn.2", "has-acted")
