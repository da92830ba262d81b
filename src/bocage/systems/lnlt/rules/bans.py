"""Why things are not offered: the clause, and the key of the words under `refusal.` in the catalogues.

Predicates of the rules return one of these, or None where the thing is allowed.
"""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban

# ---- pieces
GONE_FOR_GOOD: Final = Ban("lnlt.core.5.1", "gone")
NOT_YET_HERE: Final = Ban("lnlt.core.6.0", "not-yet-here")
NOT_YOURS: Final = Ban("lnlt.core.4.0", "not-yours")
YOURS: Final = Ban("lnlt.core.5.0", "yours")
ABANDONED_VEHICLE: Final = Ban("lnlt.core.armour.5.10", "vehicle-lost")
MARKED_ALREADY: Final = Ban("lnlt.core.4.0", "marked")
SPOTTER_ONLY: Final = Ban("lnlt.core.4.1", "marked")
VEHICLE_DONE: Final = Ban("lnlt.core.armour.4.1", "vehicle-done")
IS_SHAKEN: Final = Ban("lnlt.core.1.5", "shaken")
NOT_ACTIVATED: Final = Ban("lnlt.core.4.0", "not-activated")
NOBODY_THERE: Final = Ban("lnlt.core.4.0", "nobody-there")
ELSEWHERE: Final = Ban("lnlt.core.4.0", "elsewhere")

# ---- special rules of scenarios
TOO_DARK: Final = Ban("lnlt.scenario.visibility", "too-dark")
MIRED: Final = Ban("lnlt.scenario.weather", "mired")
NO_RETREAT: Final = Ban("lnlt.scenario.no-retreat", "no-retreat")

# ---- fire and sight
UNARMED: Final = Ban("lnlt.core.5.0", "unarmed")
NO_ENEMY: Final = Ban("lnlt.core.5.0", "no-enemy")
MELEE_THERE: Final = Ban("lnlt.core.8.0", "melee")
UNSPOTTED: Final = Ban("lnlt.core.10.1", "unspotted")
SPOTTED_ALREADY: Final = Ban("lnlt.core.10.1", "already-spotted")
NO_SIGHT: Final = Ban("lnlt.core.10.3", "no-sight")
OTHER_FLOOR: Final = Ban("lnlt.core.10.2", "other-floor")
OUT_OF_ARC: Final = Ban("lnlt.core.21", "out-of-arc")
OUT_OF_RANGE: Final = Ban("lnlt.core.5.4", "range")
MORTAR_COVERED: Final = Ban("lnlt.hon.1.6.4c", "mortar-covered")
TOO_NEAR: Final = Ban("lnlt.hon.1.6.4u", "too-near")
FIRED_ALREADY: Final = Ban("lnlt.core.4.0", "hex-fired")
LAID_SMOKE: Final = Ban("lnlt.pac.12.7.0b", "laid-smoke")
NO_ASSAULT_FIRE: Final = Ban("lnlt.core.6.1.1", "no-assault")
NO_OPPORTUNITY_FIRE: Final = Ban("lnlt.core.5.3", "marked")
NAMED_ALREADY: Final = Ban("lnlt.core.5.2", "named")

# ---- spotting
NO_SPOTTER: Final = Ban("lnlt.core.10.1.1", "no-spotter")
SPOTTER_SHAKEN: Final = Ban("lnlt.core.10.1.1", "shaken")
SPOTTER_MARKED: Final = Ban("lnlt.core.10.1.1", "marked")
ONE_ATTEMPT: Final = Ban("lnlt.core.10.1.1", "one-attempt")
NOBODY_TO_SPOT: Final = Ban("lnlt.core.10.1.1", "no-enemy")
BLIND_VEHICLE: Final = Ban("lnlt.core.armour.5.12", "vehicle-blind")

# ---- Melee
NO_MELEE: Final = Ban("lnlt.core.8.1", "no-melee")
FOUGHT_ALREADY: Final = Ban("lnlt.core.8.1", "fought")
NOBODY_FIT: Final = Ban("lnlt.core.8.1", "nobody-fit")
NO_FIGHTER: Final = Ban("lnlt.core.8.0.1", "no-fighter")
IN_MELEE: Final = Ban("lnlt.core.8.1", "in-melee")

# ---- ways to move
NO_RUNNING: Final = Ban("lnlt.core.6.2", "no-running")
ENCUMBERED: Final = Ban("lnlt.hid.13.1.1b", "encumbered")
NO_DOUBLE_TIME: Final = Ban("lnlt.core.6.2", "no-leader")
NO_CRAWLING: Final = Ban("lnlt.core.6.3", "no-crawling")
WALLED_IN: Final = Ban("lnlt.core.armour.11.1", "walled-in")
RIDES: Final = Ban("lnlt.core.6.6", "mounted")
NOT_MOUNTED: Final = Ban("lnlt.core.6.6", "not-mounted")
NO_ASSAULT_MOVE: Final = Ban("lnlt.core.6.1", "no-assault")
SHAKEN_ASSAULT: Final = Ban("lnlt.core.6.1", "shaken")
NO_STEALTH: Final = Ban("lnlt.core.6.4", "no-stealth")
NO_HIT_AND_RUN: Final = Ban("lnlt.core.6.7", "no-hit-and-run")
SENT_OUT: Final = Ban("lnlt.core.4.0", "sent-out")
NOWHERE_TO_GO: Final = Ban("lnlt.core.6.0", "nowhere-to-go")

# ---- steps
NOT_ADJACENT: Final = Ban("lnlt.core.6.0", "not-adjacent")
PROHIBITED: Final = Ban("lnlt.core.6.0", "prohibited")
BURNING: Final = Ban("lnlt.hid.10.5.6a", "burning")
TOO_STEEP: Final = Ban("lnlt.hid.10.8.1e", "too-steep")
BARRED: Final = Ban("lnlt.dj.21.8b", "barred")
TOO_FAR: Final = Ban("lnlt.core.6.0", "too-far")
TOO_FAR_BY_HALF: Final = Ban("lnlt.core.6.1", "too-far")
CRAWL_COST: Final = Ban("lnlt.core.6.3", "crawl-cost")
ENEMY_HEX: Final = Ban("lnlt.core.8.0", "enemy-hex")
ENEMY_VEHICLE: Final = Ban("lnlt.core.armour.7.2", "enemy-hex")
CLOSER: Final = Ban("lnlt.core.6.0", "closer")
LEADERLESS: Final = Ban("lnlt.nosb.13.53c", "leaderless")

# ---- stacking
FULL: Final = Ban("lnlt.core.1.3", "stacking")
APART: Final = Ban("lnlt.nosb.13.5c", "stacking")
TOO_MANY_PARTISANS: Final = Ban("lnlt.nosb.13.53c", "stacking")
TOO_MANY_RIDERS: Final = Ban("lnlt.core.6.6", "stacking")
NO_GUN_INSIDE: Final = Ban("lnlt.core.armour.11.1", "stacking")
BUNKER_FULL: Final = Ban("lnlt.core.21", "stacking")

# ---- driving
OFF_COURSE: Final = Ban("lnlt.core.armour.5.3", "off-course")
VEHICLE_TOO_FAR: Final = Ban("lnlt.core.armour.5.3", "vehicle-too-far")
NO_GROUND: Final = Ban("lnlt.core.armour.5.3", "prohibited")
DUG_IN: Final = Ban("lnlt.dj.21.7c", "dug-in")
VEHICLES_FULL: Final = Ban("lnlt.core.armour.5.4", "stacking")
VEHICLE_THERE: Final = Ban("lnlt.core.armour.5.9", "enemy-hex")
NO_OVERRUN: Final = Ban("lnlt.core.armour.5.9", "no-overrun")
VEHICLE_CLOSER: Final = Ban("lnlt.core.armour.5.7", "closer")
VEHICLE_SHAKEN: Final = Ban("lnlt.core.armour.5.7", "vehicle-shaken")
VEHICLE_STEADY: Final = Ban("lnlt.core.armour.5.7", "vehicle-steady")
VEHICLE_BUTTONED: Final = Ban("lnlt.core.armour.5.7", "vehicle-buttoned")
VEHICLE_IMMOBILE: Final = Ban("lnlt.core.armour.5.7", "vehicle-immobile")
GUN_OUT_OF_RANGE: Final = Ban("lnlt.core.armour.4.2", "vehicle-far")
GUN_OUT_OF_ARC: Final = Ban("lnlt.core.armour.5.5", "vehicle-arc")
VEHICLE_UNSEEN: Final = Ban("lnlt.core.10.3", "vehicle-unseen")

# ---- rally
STEADY: Final = Ban("lnlt.core.3", "not-shaken")
TRIED_ALREADY: Final = Ban("lnlt.core.3", "tried")
LEADER_FIRST: Final = Ban("lnlt.core.3", "leader-first")
NO_HELP: Final = Ban("lnlt.core.3", "no-help")
NO_RALLY_IN_MELEE: Final = Ban("lnlt.core.3", "in-melee")
MEDIC_TRIED: Final = Ban("lnlt.core.11.3", "tried")
NO_MEDIC: Final = Ban("lnlt.core.11.3", "no-medic")
NO_PATIENT: Final = Ban("lnlt.core.11.3", "no-medic-work")

# ---- set-up
OTHER_FIRST: Final = Ban("lnlt.core.1.3", "other-first")
OUT_OF_AREA: Final = Ban("lnlt.core.1.3", "out-of-area")
ENEMY_AREA: Final = Ban("lnlt.core.1.3", "enemy-there")
