"""Everything that can be chosen, decided or rolled for in this game, each declared once."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Acts, Kind, Purposes, Verb

# ---- what a verb is done with
UNIT: Final = "unit"
VEHICLE: Final = "vehicle"
WEAPON: Final = "weapon"
CHARGE: Final = "charge"  # a weapon that is spent: its owner stands for it
HEX: Final = "hex"
ORIGIN: Final = "origin"  # the hex that fires
SPOTTED: Final = "spotted"  # the hex that is looked at
TARGET_VEHICLE: Final = "target-vehicle"  # a vehicle, and the hex it is in
GUN: Final = "gun"  # as numbered on the counter; a team's own is 0
ROCKET: Final = "rocket"  # a support weapon that fires shells or rockets
FACING: Final = "facing"
BATTERY: Final = "battery"
SORTIE: Final = "sortie"
PLAN_NUMBER: Final = "plan"

ACTS: Final = Acts()

# ---- to end a decision, or to take all there is
DONE: Final = ACTS.verb("done", "", leads=5, waits=True)
DECLINE: Final = ACTS.verb("decline", "")
STOP: Final = ACTS.verb("stop", "")
HOLD: Final = ACTS.verb("hold", "lnlt.core.3", waits=True)
PASS: Final = ACTS.verb("pass", "lnlt.core.4.0", waits=True)
GO_IN: Final = ACTS.verb("go-in", "lnlt.core.armour.7.1")
CLOSE_IN: Final = ACTS.verb("close-in", "lnlt.core.8.0.1")
CLOSE_IN_ON_VEHICLE: Final = ACTS.verb("close-in", "lnlt.core.armour.7.2")
CALL_OFF: Final = ACTS.verb("call-off", "lnlt.core.armour.8.2")
HOLD_FIRE: Final = ACTS.verb("hold-fire", "lnlt.core.11.4")
ONE_HEX: Final = ACTS.verb("one-hex", "lnlt.boh.25.2.plough-the-row.a")
STAY_AND_FIGHT: Final = ACTS.verb("stay-and-fight", "lnlt.hid.skill.running-killer.b")
KEEP_DOWN: Final = ACTS.verb("keep-down", "lnlt.hid.13.1.2i")
ALL: Final = ACTS.verb("all", "", leads=3)

# ---- set-up
PICK: Final = ACTS.verb("pick-plan", "lnlt.scenario.secret", PLAN_NUMBER)
PLACE_IN: Final = ACTS.verb("place", "", HEX)
DISBAND_UNIT: Final = ACTS.verb("disband", "lnlt.nosb.13.53d", UNIT)

# ---- Rally Phase
RALLY_UNIT: Final = ACTS.verb("rally", "lnlt.core.3", UNIT)
RALLY_VEHICLE: Final = ACTS.verb("rally", "lnlt.core.armour.5.7", VEHICLE)
MEDIC_TRIES: Final = ACTS.verb("medic", "lnlt.core.11.3", UNIT)
FLIP: Final = ACTS.verb("flip", "lnlt.core.11.3", UNIT)
HEAL: Final = ACTS.verb("heal", "lnlt.core.11.3", UNIT)
HAND_OVER: Final = ACTS.verb("hand-over", "lnlt.core.1.6", WEAPON)
TAKE: Final = ACTS.verb("take", "lnlt.core.1.6", UNIT)
TURN_OVER: Final = ACTS.verb("turn-over", "lnlt.core.1.6.1", WEAPON)
ACTS.verb("", "")  # offered no more; saved games know the verbs below by their numbers
COMBINE: Final = ACTS.verb("combine", "lnlt.core.3", UNIT)
SPLIT: Final = ACTS.verb("split", "lnlt.core.3", UNIT)
TRY_PAIRS: Final = ACTS.verb("rally-by-pairs", "lnlt.core.3.1", UNIT)
DEDICATE: Final = ACTS.verb("dedicate", "lnlt.hon.13.3.2a", UNIT)
RAISE: Final = ACTS.verb("motherland", "lnlt.nosb.13.51a", HEX)
FIGHT_OR_DIE: Final = ACTS.verb("fight-or-die", "lnlt.nosb.11.9b", UNIT)
SING: Final = ACTS.verb("sing", "lnlt.hid.skill.la-marseillaise.b", UNIT)
INSPIRE: Final = ACTS.verb("inspire", "lnlt.boh.25.2.inspirational.b", UNIT)

# ---- an impulse
ACTIVATE: Final = ACTS.verb("activate", "lnlt.core.4.0", HEX, leads=1)
FIGHT: Final = ACTS.verb("melee", "lnlt.core.8.1", HEX)
WITHDRAW: Final = ACTS.verb("withdraw", "lnlt.core.8.1", HEX)
SPOT: Final = ACTS.verb("spot", "lnlt.core.10.1.1", UNIT, SPOTTED)
SPOT_FROM_VEHICLE: Final = ACTS.verb("spot", "lnlt.core.armour.5.12", VEHICLE, SPOTTED)
DECIDE: Final = ACTS.verb("act-again", "lnlt.boh.25.2.decisive.b", UNIT)
SPRING: Final = ACTS.verb("spring-ambush", "lnlt.boh.25.2.the-ambush.a", UNIT)
ACT_FIRST: Final = ACTS.verb("preempt", "lnlt.boh.25.2.preempt.b", UNIT)
HIDE: Final = ACTS.verb("hide", "lnlt.core.11.4", UNIT)
HIDE_IN: Final = ACTS.verb("hide-in", "lnlt.core.11.4", HEX)
FLY: Final = ACTS.verb("fly", "lnlt.core.armour.9", SORTIE)
BOMB: Final = ACTS.verb("bomb", "lnlt.core.armour.9", HEX)
STRAFE: Final = ACTS.verb("strafe", "lnlt.core.armour.9", HEX)
LAND_GLIDERS: Final = ACTS.verb("land-gliders", "lnlt.hon.23.1a")
DROP_PARACHUTISTS: Final = ACTS.verb("drop-parachutists", "lnlt.hon.23.1a")
LAND_IN: Final = ACTS.verb("land", "lnlt.hon.23.1a", HEX)
SEND_STICK: Final = ACTS.verb("send-stick", "lnlt.sab.22.3b", UNIT)
HEADINGS: Final = tuple([ACTS.verb(f"heading-{direction}", "", FACING) for direction in range(6)])

# ---- an activation: moving
MOVE: Final = ACTS.verb("move", "lnlt.core.6.0", HEX, leads=2)
ASSAULT_MOVE: Final = ACTS.verb("assault-move", "lnlt.core.6.1", HEX)
DOUBLE_TIME: Final = ACTS.verb("double-time", "lnlt.core.6.2", HEX)
LOW_CRAWL: Final = ACTS.verb("low-crawl", "lnlt.core.6.3", HEX)
STEALTH_MOVE: Final = ACTS.verb("stealth-move", "lnlt.core.6.4", HEX)
STEALTH_ASSAULT: Final = ACTS.verb("stealth-assault", "lnlt.core.6.4", HEX)
HIT_AND_RUN: Final = ACTS.verb("hit-and-run", "lnlt.core.6.7", HEX)
DISMOUNT: Final = ACTS.verb("dismount", "lnlt.core.6.6", HEX)
CONVOY: Final = ACTS.verb("convoy", "lnlt.core.6.5", VEHICLE)
CONVOY_ASSAULT: Final = ACTS.verb("assault-convoy", "lnlt.core.6.5", VEHICLE)
STEP_TO: Final = ACTS.verb("step", "", HEX, steps=True)
RUN_FIRE: Final = ACTS.verb("fire", "lnlt.core.6.7", ORIGIN, HEX)
RUN_ON: Final = ACTS.verb("run-through", "lnlt.hid.skill.running-killer.b")
RETREAT_TO: Final = ACTS.verb("retreat", "lnlt.core.8.1", HEX)
FALL_BACK_TO: Final = ACTS.verb("fall-back", "lnlt.core.1.6.3", HEX)
SLIP_AWAY: Final = ACTS.verb("slip-away", "lnlt.hid.skill.maneuver.b", HEX)
PLAY_ERRATIC: Final = ACTS.verb("play-card", "lnlt.boh.25.2.erratic.a")

# ---- an activation: firing
FIRE: Final = ACTS.verb("fire", "lnlt.core.5.0", ORIGIN, HEX)
ASSAULT_FIRE: Final = ACTS.verb("assault-fire", "lnlt.core.6.1.1", ORIGIN, HEX)
FIRE_AT_VEHICLE: Final = ACTS.verb("fire-at-vehicle", "lnlt.core.armour.5.8", ORIGIN, TARGET_VEHICLE)
FIRE_AT_RIDERS: Final = ACTS.verb("fire-at-riders", "lnlt.core.armour.6.3", ORIGIN, TARGET_VEHICLE)
COORDINATE: Final = ACTS.verb("coordinate", "lnlt.hid.skill.coordinated-fire.b", UNIT)
FIRE_TOGETHER: Final = ACTS.verb("fire-together", "lnlt.hid.skill.coordinated-fire.b", HEX)
PLOUGH: Final = ACTS.verb("plough", "lnlt.boh.25.2.plough-the-row.a", HEX)
STRAY_TO: Final = ACTS.verb("strays-to", "lnlt.hid.skill.friendly-fire.c", HEX)
SNIPE: Final = ACTS.verb("snipe", "lnlt.core.11.4", UNIT)
SNIPE_AT: Final = ACTS.verb("snipe-at", "lnlt.core.11.4", HEX)
PIERCE: Final = ACTS.verb("pierce", "lnlt.core.11.4", VEHICLE)
FIRE_GRENADE: Final = ACTS.verb("rifle-grenade", "lnlt.hid.skill.tromblon.f", UNIT)
LOB: Final = ACTS.verb("lob", "lnlt.hon.1.6.4j", UNIT)
LOB_AT: Final = ACTS.verb("lob-at", "lnlt.hon.1.6.4j", HEX)
LAY_SMOKE: Final = ACTS.verb("lay-smoke", "lnlt.core.7", UNIT)
SMOKE_IN: Final = ACTS.verb("smoke-here", "lnlt.core.7", HEX)
SEND_UP: Final = ACTS.verb("starshell", "lnlt.core.20.2", UNIT)
LIGHT_UP: Final = ACTS.verb("light-up", "lnlt.core.20.2", HEX)

# ---- how a unit takes part: in a move, a Melee, a withdrawal (with its clause), or in an attack by fire
ADD: Final = ACTS.verb("add", "", UNIT, leads=4)
WITH_WEAPON: Final = ACTS.verb("add-weapon", "lnlt.core.5.2", UNIT)  # and its own firepower, if it keeps it
WITH_OTHER: Final = ACTS.verb("add-other-weapon", "lnlt.core.5.2", UNIT)  # not with its best one
WITH_TWO: Final = ACTS.verb("add-weapons", "lnlt.core.5.2", UNIT)  # two weapons and nothing else
DIRECTING: Final = ACTS.verb("direct", "lnlt.core.5.2", UNIT)  # a leader lends his modifier
HELPING: Final = ACTS.verb("help-fire", "lnlt.core.5.2", UNIT)  # at the weapon of another single man
WITH_OWN: Final = ADD  # inherent firepower alone

# ---- Melee
TARGET: Final = ACTS.verb("target", "lnlt.core.8.0.1", UNIT)
STAND: Final = ACTS.verb("stand", "lnlt.hid.13.1.2i", UNIT)
CLOSE_ASSAULT: Final = ACTS.verb("close-assault", "lnlt.core.armour.7.1", HEX)  # by men who are there already
ASSAULT_OVERRUNNER: Final = ACTS.verb("close-assault", "lnlt.core.option.overrun_close_assault_reply", HEX)
CHOOSE_VEHICLE: Final = ACTS.verb("target", "lnlt.core.armour.7.1", VEHICLE)
USE_CHARGE: Final = ACTS.verb("use-charge", "", CHARGE)
ALLOT_TO_VEHICLE: Final = ACTS.verb("allot", "lnlt.core.armour.7.2", UNIT)

# ---- guns, mortars and artillery
SHOOT: Final = ACTS.verb("aim", "lnlt.core.armour.4.1", UNIT)  # with its gun, mortar or rocket
GUN_AT_VEHICLE: Final = ACTS.verb("shoot", "lnlt.core.armour.4.2", GUN, TARGET_VEHICLE)
GUN_AT_HEX: Final = ACTS.verb("shoot-hex", "lnlt.core.armour.4.5", GUN, HEX)
SMOKE_AT: Final = ACTS.verb("shoot-smoke", "lnlt.core.armour.4.7", GUN, HEX)
ROCKET_AT_VEHICLE: Final = ACTS.verb("shoot", "lnlt.core.armour.4.2", ROCKET, TARGET_VEHICLE)
ROCKET_AT_HEX: Final = ACTS.verb("shoot-hex", "lnlt.core.armour.4.5", ROCKET, HEX)
SHELL: Final = ACTS.verb("shell", "lnlt.core.armour.8.1", UNIT)
TURN_GUN: Final = ACTS.verb("turn-gun", "lnlt.core.armour.2.3", UNIT)
FACES: Final = tuple([ACTS.verb(f"face-{side}", "lnlt.core.armour.2.3", UNIT, FACING) for side in range(6)])
CALL: Final = ACTS.verb("call-artillery", "lnlt.core.armour.8.2", UNIT)
STANDARD_MISSION: Final = ACTS.verb("standard-mission", "lnlt.core.armour.8.2", BATTERY)
LOOSE_MISSION: Final = ACTS.verb("loose-mission", "lnlt.core.armour.8.2", BATTERY)
ROUND_IN: Final = ACTS.verb("spotting-round", "lnlt.core.armour.8.2", HEX)
CORRECT: Final = ACTS.verb("correct", "lnlt.core.armour.8.2", HEX)
STRIKE: Final = ACTS.verb("strike", "lnlt.core.armour.8.2", HEX)

# ---- vehicles
COMMAND: Final = ACTS.verb("command", "lnlt.core.armour.5.5", VEHICLE, leads=6)
MGS_AT_HEX: Final = ACTS.verb("machine-guns", "lnlt.core.armour.5.5", HEX)
MGS_AT_VEHICLE: Final = ACTS.verb("machine-guns-vehicle", "lnlt.core.armour.5.8", TARGET_VEHICLE)
MGS_AT_RIDERS: Final = ACTS.verb("machine-guns-riders", "lnlt.core.armour.6.3", TARGET_VEHICLE)
ONE_MG_AT_HEX: Final = ACTS.verb("one-machine-gun", "lnlt.hid.15.9.3c", HEX)
ONE_MG_AT_VEHICLE: Final = ACTS.verb("one-machine-gun-vehicle", "lnlt.hid.15.9.3c", TARGET_VEHICLE)
BUTTON: Final = ACTS.verb("button", "lnlt.core.armour.5.7")
OPEN_UP: Final = ACTS.verb("open-up", "lnlt.core.armour.5.7")
SET_OUT: Final = ACTS.verb("set-out", "lnlt.core.armour.5.3", leads=7)
SET_OUT_ASSAULTING: Final = ACTS.verb("set-out-assaulting", "lnlt.core.armour.5.6")
BAIL: Final = ACTS.verb("bail-out", "lnlt.core.armour.5.10")
LOAD: Final = ACTS.verb("load", "lnlt.core.armour.6.2", UNIT)
UNLOAD: Final = ACTS.verb("unload", "lnlt.core.armour.6.2")
GO_ON: Final = ACTS.verb("keep-moving", "lnlt.core.armour.5.6", VEHICLE)  # into the next turn
FORWARD: Final = ACTS.verb("forward", "lnlt.core.armour.5.3", HEX, steps=True)
REVERSE: Final = ACTS.verb("reverse", "lnlt.core.armour.5.3", HEX, steps=True)
PIVOT_RIGHT: Final = ACTS.verb("pivot-right", "lnlt.core.armour.5.3", FACING)
PIVOT_LEFT: Final = ACTS.verb("pivot-left", "lnlt.core.armour.5.3", FACING)
REMAN: Final = ACTS.verb("reman", "lnlt.core.armour.5.10", UNIT)  # a crew gets back into its vehicle
SCUTTLE: Final = ACTS.verb("scuttle", "lnlt.core.armour.5.10", UNIT)  # destroys an abandoned enemy vehicle

# ---- while the enemy moves
OPPORTUNITY_FIRE: Final = ACTS.verb("opportunity-fire", "", HEX)
REACT_RIDERS: Final = ACTS.verb("opportunity-fire-riders", "lnlt.core.armour.6.3", HEX)
REACT_MG: Final = ACTS.verb("react-machine-guns", "lnlt.core.armour.5.11", VEHICLE)
REACT_MG_RIDERS: Final = ACTS.verb("react-machine-guns-riders", "lnlt.core.armour.6.3", VEHICLE)
REACT_GUN: Final = ACTS.verb("react-gun", "lnlt.core.armour.5.11", VEHICLE, GUN)
REACT_TEAM: Final = ACTS.verb("react-gun", "lnlt.core.armour.5.11", UNIT)
REACT_WEAPON: Final = ACTS.verb("react-gun", "lnlt.core.armour.5.11", WEAPON)
REACT_MOVE: Final = ACTS.verb("opportunity-move", "lnlt.hid.skill.op-movement.c", UNIT)
REACT_SLAYER: Final = ACTS.verb("slay", "lnlt.hid.skill.slayer.c", UNIT)
REACT_SNIPER: Final = ACTS.verb("react-sniper", "lnlt.core.11.4", UNIT)

# ---- declared later: saved games know the verbs above by their numbers, so new ones come last
LOB_TOGETHER: Final = ACTS.verb("lob-together", "lnlt.hon.1.6.4f", UNIT)  # two single men at one mortar
REACT_SLAYER_RIDERS: Final = ACTS.verb("slay-riders", "lnlt.hid.skill.slayer.c", UNIT)


def head(direction: int) -> int:
    """To fly, or to drop, in this direction."""
    return HEADINGS[direction].on(direction)


def turn_gun_to(unit: int, facing: int) -> int:
    return FACES[facing].act(unit, facing)


# ---- decisions
PLAN: Final = Kind("plan", "lnlt.scenario.secret")
PLACE: Final = Kind("place", "lnlt.core.6.0", setup=True)
DISBAND: Final = Kind("disband", "lnlt.nosb.13.53d")
RALLY: Final = Kind("rally", "lnlt.core.3")
MEDIC_HELP: Final = Kind("medic", "lnlt.core.11.3")
TAKER: Final = Kind("taker", "lnlt.core.1.6")
IMPULSE: Final = Kind("impulse", "lnlt.core.4.0")
PREEMPTION: Final = Kind("preempt", "lnlt.boh.25.2.preempt.b")
ACTIVATION: Final = Kind("activation", "lnlt.core.4.0")
FIRERS: Final = Kind("firers", "lnlt.core.5.2")
SECOND_HEX: Final = Kind("second-hex", "lnlt.boh.25.2.plough-the-row.a")
FRIENDLY_HEX: Final = Kind("friendly-hex", "lnlt.hid.skill.friendly-fire.c")
GROUP_HEX: Final = Kind("group-hex", "lnlt.hid.skill.coordinated-fire.b")  # whom a coordinated group fires at
SMOKE_HEX: Final = Kind("smoke-hex", "lnlt.core.7")
STARSHELL_HEX: Final = Kind("starshell-hex", "lnlt.core.20.2")
LOB_HEX: Final = Kind("lob-hex", "lnlt.hon.1.6.4j")
SNIPER_HEX: Final = Kind("sniper-hex", "lnlt.core.11.4")
SNIPER_TARGET: Final = Kind("sniper-target", "lnlt.core.11.4")
MOVERS: Final = Kind("movers", "lnlt.core.6.0")
STEP: Final = Kind("step", "lnlt.core.6.0")
RUN_THROUGH: Final = Kind("run-through", "lnlt.hid.skill.running-killer.b")
OPPORTUNITY: Final = Kind("opportunity", "lnlt.core.5.3", reacts=True)
REACTION: Final = Kind("reaction", "lnlt.core.armour.5.11", reacts=True)  # at a vehicle, or with one
MELEE_ATTACK: Final = Kind("melee", "lnlt.core.8.0.1")
MELEE_CHARGES: Final = Kind("melee-charges", "lnlt.nosb.1.6.22d")  # what is spent in a round of Melee
LAST_STAND: Final = Kind("last-stand", "lnlt.hid.13.1.2i")  # rally or die before a Melee, though comrades hold the hex
WITHDRAWERS: Final = Kind("withdraw", "lnlt.core.8.1")
RETREAT: Final = Kind("retreat", "lnlt.core.8.1")
FALL_BACK: Final = Kind("fall-back", "lnlt.core.1.6.3")
ERRATIC_CARD: Final = Kind("erratic", "lnlt.boh.25.2.erratic.a")
MANEUVER_CARD: Final = Kind("maneuver", "lnlt.hid.skill.maneuver.b")
CREWS: Final = Kind("crews", "lnlt.core.armour.5.5")  # what a vehicle does
AIMING: Final = Kind("aiming", "lnlt.core.armour.4.1")  # whom a gun or rocket fires at
DRIVING: Final = Kind("driving", "lnlt.core.armour.5.3")
CHARGES: Final = Kind("charges", "lnlt.core.armour.11.6")  # what goes along into a Close Assault
ALLOT: Final = Kind("allot", "lnlt.core.armour.7.2")  # who goes for a vehicle among its men
MISSION: Final = Kind("mission", "lnlt.core.armour.8.2")
SPOTTING_ROUND: Final = Kind("spotting-round", "lnlt.core.armour.8.2")
CORRECTION: Final = Kind("correction", "lnlt.core.armour.8.2")
BARRAGE: Final = Kind("barrage", "lnlt.core.armour.8.2")  # the next hex of a barrage
LANDING: Final = Kind("landing", "lnlt.hon.23.1a")
PLANE: Final = Kind("plane", "lnlt.core.armour.9")

# ---- which verbs belong to which decision, the likeliest meaning of a click first
MOMENTS: Final[dict[Kind, tuple[Verb, ...]]] = {
    PLAN: (PICK,),
    PLACE: (PLACE_IN,),
    DISBAND: (DISBAND_UNIT,),
    RALLY: (
        *(RALLY_UNIT, RALLY_VEHICLE, MEDIC_TRIES, HAND_OVER, TURN_OVER, COMBINE, SPLIT, TRY_PAIRS, DEDICATE),
        *(FIGHT_OR_DIE, RAISE, SING, INSPIRE, HOLD),
    ),
    MEDIC_HELP: (FLIP, HEAL),
    TAKER: (TAKE,),
    IMPULSE: (
        *(ACTIVATE, FIGHT, WITHDRAW, SPOT, SPOT_FROM_VEHICLE, DECIDE, SPRING, HIDE, FLY, LAND_GLIDERS),
        *(DROP_PARACHUTISTS, PASS),
    ),
    PREEMPTION: (ACT_FIRST, DECLINE),
    ACTIVATION: (
        *(FIRE, MOVE, ASSAULT_FIRE, ASSAULT_MOVE, DOUBLE_TIME, LOW_CRAWL, STEALTH_MOVE, STEALTH_ASSAULT, HIT_AND_RUN),
        *(DISMOUNT, COMMAND, CONVOY, CONVOY_ASSAULT, SHOOT, SHELL, CALL, TURN_GUN, FIRE_AT_VEHICLE, FIRE_AT_RIDERS),
        *(CLOSE_ASSAULT, REMAN, SCUTTLE, LAY_SMOKE, SEND_UP, LOB, LOB_TOGETHER, SNIPE, COORDINATE, FIRE_GRENADE, DONE),
    ),
    FIRERS: (ADD, WITH_WEAPON, WITH_OTHER, WITH_TWO, DIRECTING, HELPING, ALL, DONE),
    SECOND_HEX: (PLOUGH, ONE_HEX),
    FRIENDLY_HEX: (STRAY_TO,),
    GROUP_HEX: (FIRE_TOGETHER,),
    SMOKE_HEX: (SMOKE_IN,),
    STARSHELL_HEX: (LIGHT_UP,),
    LOB_HEX: (LOB_AT,),
    SNIPER_HEX: (HIDE_IN,),
    SNIPER_TARGET: (SNIPE_AT, PIERCE, HOLD_FIRE),
    MOVERS: (ADD, ALL, DONE),
    STEP: (STEP_TO, RUN_FIRE, STOP),
    RUN_THROUGH: (RUN_ON, STAY_AND_FIGHT),
    OPPORTUNITY: (
        *(OPPORTUNITY_FIRE, REACT_MG, REACT_GUN, REACT_TEAM, REACT_WEAPON, REACT_MOVE, REACT_SLAYER, REACT_SNIPER),
        DECLINE,
    ),
    REACTION: (
        *(OPPORTUNITY_FIRE, REACT_RIDERS, REACT_MG, REACT_MG_RIDERS, REACT_GUN, REACT_TEAM, REACT_WEAPON, REACT_MOVE),
        *(REACT_SLAYER, REACT_SLAYER_RIDERS, REACT_SNIPER, ASSAULT_OVERRUNNER, DECLINE),
    ),
    MELEE_ATTACK: (ADD, TARGET, ALL, DONE),
    MELEE_CHARGES: (USE_CHARGE, CLOSE_IN),
    LAST_STAND: (STAND, KEEP_DOWN),
    WITHDRAWERS: (ADD, ALL, DONE),
    RETREAT: (RETREAT_TO,),
    FALL_BACK: (FALL_BACK_TO,),
    ERRATIC_CARD: (PLAY_ERRATIC, DONE),
    MANEUVER_CARD: (SLIP_AWAY, DONE),
    CREWS: (
        *(GUN_AT_VEHICLE, GUN_AT_HEX, MGS_AT_HEX, MGS_AT_VEHICLE, MGS_AT_RIDERS, ONE_MG_AT_HEX, ONE_MG_AT_VEHICLE),
        *(SMOKE_AT, SET_OUT, SET_OUT_ASSAULTING, LOAD, UNLOAD, BUTTON, OPEN_UP, BAIL, GO_ON, DONE),
    ),
    AIMING: (GUN_AT_VEHICLE, GUN_AT_HEX, ROCKET_AT_VEHICLE, ROCKET_AT_HEX, SMOKE_AT, CHOOSE_VEHICLE),
    DRIVING: (FORWARD, REVERSE, PIVOT_LEFT, PIVOT_RIGHT, *FACES, STOP),
    CHARGES: (USE_CHARGE, GO_IN),
    ALLOT: (ALLOT_TO_VEHICLE, CLOSE_IN_ON_VEHICLE),
    MISSION: (STANDARD_MISSION, LOOSE_MISSION),
    SPOTTING_ROUND: (ROUND_IN,),
    CORRECTION: (CORRECT, CALL_OFF),
    BARRAGE: (STRIKE,),
    LANDING: (LAND_IN, *HEADINGS, SEND_STICK),
    PLANE: (BOMB, STRAFE, *HEADINGS),
}

# ---- dice
PURPOSES: Final = Purposes()
FOR_INITIATIVE: Final = PURPOSES.add("dice.initiative")
FOR_RALLY: Final = PURPOSES.add("dice.rally")
FOR_MEDIC: Final = PURPOSES.add("dice.medic")
FOR_SPOTTING: Final = PURPOSES.add("dice.spotting")
FOR_ATTACK: Final = PURPOSES.add("dice.attack")
FOR_DEFENCE: Final = PURPOSES.add("dice.defence")
FOR_DAMAGE: Final = PURPOSES.add("dice.damage")
FOR_HERO: Final = PURPOSES.add("dice.hero")
FOR_HERO_DRAW: Final = PURPOSES.add("dice.hero-draw")
FOR_REDUCTION: Final = PURPOSES.add("dice.reduction")
FOR_MELEE: Final = PURPOSES.add("dice.melee")
FOR_WITHDRAWAL: Final = PURPOSES.add("dice.withdrawal")
FOR_TO_HIT: Final = PURPOSES.add("dice.to-hit")
FOR_PENETRATION: Final = PURPOSES.add("dice.penetration")
FOR_ARMOUR: Final = PURPOSES.add("dice.armour")
FOR_CREW: Final = PURPOSES.add("dice.crew")
FOR_BAILOUT: Final = PURPOSES.add("dice.bailout")
FOR_MORALE: Final = PURPOSES.add("dice.morale")
FOR_DRIFT: Final = PURPOSES.add("dice.drift")
FOR_DIRECTION: Final = PURPOSES.add("dice.direction")
FOR_SUPPLY: Final = PURPOSES.add("dice.supply")
FOR_CLOSE_ASSAULT: Final = PURPOSES.add("dice.close-assault")
FOR_LANDING: Final = PURPOSES.add("dice.landing")
FOR_FLAK: Final = PURPOSES.add("dice.flak")
FOR_FUEL: Final = PURPOSES.add("dice.fuel")
FOR_SMOKE: Final = PURPOSES.add("dice.smoke")
FOR_FIRE: Final = PURPOSES.add("dice.fire")
FOR_SKILL: Final = PURPOSES.add("dice.skill")
FOR_STARSHELL: Final = PURPOSES.add("dice.starshell")
FOR_VICTIM: Final = PURPOSES.add("dice.victim")
FOR_MINES: Final = PURPOSES.add("dice.mines")
FOR_REINFORCEMENTS: Final = PURPOSES.add("dice.reinforcements")
FOR_AMMUNITION: Final = PURPOSES.add("dice.ammunition")
