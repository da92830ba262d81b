"""The kinds of decision, and the verbs that each may offer."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Kind, Verb
from bocage.systems.disposable.rules import acts

DEPLOY: Final = Kind("deploy", "dh.core.deploy", setup=True)
FIRST: Final = Kind("first", "dh.core.turn.seq")  # who activates first this turn
ACTIVATE: Final = Kind("activate", "dh.core.turn.seq")
MODE: Final = Kind("mode", "dh.core.act.order.effects")
STEP: Final = Kind("step", "dh.core.act.order")  # moving, firing, charging in the order the player likes
SNAP: Final = Kind("snap", "dh.snap.2", reacts=True)
SNAP_AT: Final = Kind("snap-at", "dh.open.snap_point")  # at which point of the way
RESPONSE: Final = Kind("response", "dh.cc.evade.1")  # to a charge
CASUALTY: Final = Kind("casualty", "dh.cas.small.3")
SHELTER: Final = Kind("shelter", "dh.melee.end.1")
DAMAGE: Final = Kind("damage", "dh.core.veh.hull.chart")
FIRER: Final = Kind("firer", "dh.open.fire_half")
FACING: Final = Kind("facing", "dh.open.hmg_pivot")  # a point toward which a unit faces
WAY: Final = Kind("way", "dh.open.way")  # a way-point
ARRANGE: Final = Kind("arrange", "dh.cmd.distance.2")  # formation and single men before the unit goes
FIGURE: Final = Kind("figure", "dh.cmd.distance.2")  # a point for one man

OFFERS: Final[dict[Kind, list[Verb]]] = {
    DEPLOY: [acts.TO],
    FIRST: [acts.FIRST],
    ACTIVATE: [acts.ACTIVATE],
    MODE: acts.MODES,
    STEP: [
        acts.TO, acts.FIRE, acts.SINGLE_OUT, acts.PICK, acts.SPOT, acts.LAUNCH, acts.GRENADE, acts.INDIRECT,
        acts.INSIDE, acts.CHARGE, acts.FACE, acts.JOIN, acts.MOUNT, acts.VIA, acts.DONE,
    ],
    SNAP: [acts.SNAP_FIRE, acts.SNAP_SINGLE_OUT, acts.DECLINE],
    SNAP_AT: [acts.TO],
    RESPONSE: [acts.STAND, acts.ANSWER_FIRE, acts.ANSWER_SINGLE_OUT, acts.EVADE],
    CASUALTY: [acts.AS_PROPOSED, acts.CASUALTY],
    SHELTER: [acts.COVER, acts.STAY],
    DAMAGE: [acts.WEAPON_OUT],
    FIRER: [acts.FIRER, acts.ENOUGH],
    FACING: [acts.TO],
    WAY: [acts.TO],
    ARRANGE: [acts.GO, acts.FORM, acts.MAN, acts.TO],
    FIGURE: [acts.TO],
}  # fmt: skip
