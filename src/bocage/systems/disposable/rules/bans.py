"""Why things are not offered: the clause, and the key of the words under `refusal.` in the catalogues.

The predicates of the rules return one of these, or None where the thing is allowed.
"""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban

# Points
TOO_FAR: Final = [  # by mode
    Ban("dh.move.sneak.1", "too-far"), Ban("dh.move.sneak.1", "too-far"), Ban("dh.move.manoeuvre.1", "too-far"),
    Ban("dh.move.run.1", "too-far"), Ban("dh.core.veh.move", "too-far"), Ban("dh.core.veh.move", "too-far"),
]  # fmt: skip
OFF_TABLE: Final = Ban("dh.core.scale.table", "off-table")
BLOCKED: Final = Ban("dh.core.move.terrain", "blocked")
OCCUPIED: Final = Ban("dh.core.measure", "occupied")
CONTACT: Final = Ban("dh.cc.contact.1", "contact")
GROUND: Final = Ban("dh.core.move.terrain", "ground")
OUT_OF_ZONE: Final = Ban("dh.core.deploy", "out-of-zone")
SCATTERED: Final = Ban("dh.cmd.distance.2", "scattered")
ADVANCE: Final = Ban("dh.move.single.1", "advance")
NO_MOVE: Final = Ban("dh.core.act.hold", "no-move")
TOO_CLOSE: Final = Ban("dh.core.sniper.hidden", "too-close")
BEHIND: Final = Ban("dh.core.veh.move", "behind")
NO_MOVE_NOW: Final = Ban("dh.core.act.phases", "no-move-now")
TOO_FINE: Final = Ban("dh.core.measure", "finer-than-tenths")

# Units
GONE: Final = Ban("dh.core.victory.points", "gone")
NOT_YOURS: Final = Ban("dh.core.turn.seq", "not-yours")
ACTIVATED: Final = Ban("dh.core.turn.once", "activated")
NOT_ARRIVED: Final = Ban("dh.core.deploy", "not-arrived")
BY_ITS_LEADER: Final = Ban("dh.core.turn.seq", "by-its-leader")
OWN_SIDE: Final = Ban("dh.core.act.order", "own-side")
ENEMY: Final = Ban("dh.core.act.order", "enemy")

# Modes
CLOSE_UP: Final = Ban("dh.open.coherency_measure", "close-up")
RALLIED: Final = Ban("dh.core.rally.pass", "rallied")
ROUGH: Final = Ban("dh.core.move.terrain", "rough")
GUN_CREW: Final = Ban("dh.core.crew", "gun-crew")
ON_FOOT: Final = Ban("dh.core.veh.move", "on-foot")
IN_VEHICLE: Final = Ban("dh.core.veh.move", "in-vehicle")
VEHICLE_STAYS: Final = Ban("dh.core.veh.guts", "vehicle-stays")
ABOARD: Final = Ban("dh.core.veh.passengers", "aboard")
COMES_IN: Final = Ban("dh.core.deploy", "comes-in")
SHOWS_ITSELF: Final = Ban("dh.core.sniper.hidden", "shows-itself")

NO_FORMATION: Final = Ban("dh.cmd.distance.2", "no-formation")
ON_THE_WAY: Final = Ban("dh.open.way", "on-the-way")

# Fire
FIRED: Final = Ban("dh.open.one_target", "fired")
RUNNING: Final = Ban("dh.move.run.2", "run-no-fire")
WEAPON_MOVED: Final = Ban("dh.move.hmg.1", "move-or-fire")
MORTAR_MOVED: Final = Ban("dh.move.mortar.1", "move-or-fire")
INDIRECT_ONLY: Final = Ban("dh.core.weapon.mortar.light", "indirect-only")
NO_WEAPON: Final = Ban("dh.cas.blast.gun.2", "no-weapon")
CLOSED_TOP: Final = Ban("dh.core.veh.passengers", "closed-top")
NOT_ON_TABLE: Final = Ban("dh.core.deploy", "not-on-table")
UNSPOTTED: Final = Ban("dh.spot.1", "unspotted")
NO_SIGHT: Final = Ban("dh.core.los.rule", "no-sight")
OUT_OF_RANGE: Final = Ban("dh.long.1", "out-of-range")
OUT_OF_ARC: Final = Ban("dh.move.hmg.2", "arc")
MORTAR_ARC: Final = Ban("dh.move.mortar.2", "arc")
ARMOUR: Final = Ban("dh.core.veh.pen", "armour")
NO_INDIRECT: Final = Ban("dh.indirect.acc.1", "no-indirect")
INDIRECT_RANGE: Final = Ban("dh.core.weapon.mortar.light", "indirect-range")
NO_LAUNCHER: Final = Ban("dh.open.fire_half", "no-launcher")
SPENT: Final = Ban("dh.core.oneshot", "launch")
NO_THROWERS: Final = Ban("dh.grenade.1", "no-throwers")
CLOSED: Final = Ban("dh.grenade.6", "closed")
GRENADE_RANGE: Final = Ban("dh.open.grenade_range", "grenade-range")
NOT_OPEN: Final = Ban("dh.core.veh.open", "not-open")
OUT_OF_REACH_INSIDE: Final = Ban("dh.core.veh.open", "inside")
NO_SNIPER: Final = Ban("dh.spot.1", "no-sniper")
LOOKED: Final = Ban("dh.open.spot_limits", "looked")
SINGLE_OUT: Final = Ban("dh.fire.sniper.1", "single-out")
NOT_MAN_BY_MAN: Final = Ban("dh.open.fire_half", "not-man-by-man")
NOT_BY_HAND: Final = Ban("dh.open.fire_half", "not-by-hand")
NOT_OF_THE_UNIT: Final = Ban("dh.open.fire_half", "not-of-the-unit")
NOBODY_FIRES: Final = Ban("dh.open.fire_half", "nobody-fires")
NAMED_IN_ORDER: Final = Ban("dh.open.fire_half", "named-in-order")

# Snap fire
SNAP_PINNED: Final = Ban("dh.snap.1", "snap-pinned")
SNAPPED: Final = Ban("dh.open.snap_limits", "snapped")
SNAP_WEAPON: Final = Ban("dh.open.snap_limits", "snap-weapon")
SNAP_DISTANCE: Final = Ban("dh.snap.2", "snap-distance")
OFF_THE_WAY: Final = Ban("dh.open.snap_point", "off-the-way")
CHARGED: Final = Ban("dh.open.charge_order", "charged")

# Charging, joining, mounting, turning
MOVED: Final = Ban("dh.core.act.phases", "moved")
HOLDING: Final = Ban("dh.core.act.hold", "holding")
THREW: Final = Ban("dh.cc.pre.3", "threw")
NO_CHARGING_VEHICLES: Final = Ban("dh.cc.contact.1", "no-charging-vehicles")
CHARGE_DISTANCE: Final = Ban("dh.open.charge_distance", "charge-distance")
NOT_ALONE: Final = Ban("dh.move.single.2", "join")
TAKES_NOBODY: Final = Ban("dh.move.single.2", "takes-nobody")
JOIN_DISTANCE: Final = Ban("dh.move.single.2", "join-distance")
NO_MANOEUVRE: Final = Ban("dh.core.veh.passengers", "no-manoeuvre")
NO_VEHICLE: Final = Ban("dh.core.veh.passengers", "no-vehicle")
NO_RIDERS: Final = Ban("dh.core.veh.passengers", "no-riders")
NO_ROOM: Final = Ban("dh.core.veh.passengers", "no-room")
MOUNT_DISTANCE: Final = Ban("dh.core.veh.passengers", "mount")
TURNED_TOO_FAR: Final = Ban("dh.core.veh.move", "turned-too-far")
NO_ARC: Final = Ban("dh.open.hmg_pivot", "no-arc")
MUST_JOIN: Final = Ban("dh.open.single_towards", "must-join")

# Casualties
ONE_KILLS: Final = Ban("dh.open.one_kills", "one-kills")
BLAST_COMMON: Final = Ban("dh.cas.blast.1", "blast-common")
NOT_SHARED: Final = Ban("dh.share.1", "not-shared")
