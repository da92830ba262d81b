"""Decisions, options, markers and dice of the game as numbers.

Verbs of the choices, as drills and typed orders write them (piece and place in brackets):

    rally phase    rally [unit]  medic [medic]  flip [patient]  heal [patient]  hand-over [weapon]  take [taker]
                   combine [half-squad]  hold
    impulse        spot [spotter, hex]  activate [hex]  melee [hex]  withdraw [hex]  pass  hide [Sniper]  fly
                   act-again [Leader]  spring-ambush [holder]
    activation     fire [target hex; path = from, at]  assault-fire [the same]  move [hex]  assault-move [hex]
                   double-time [hex]  low-crawl [hex]  stealth-move [hex]  stealth-assault [hex]  hit-and-run [hex]
                   dismount [hex]  convoy [vehicle]  assault-convoy [vehicle]  snipe [Sniper]  coordinate [Leader]
                   rifle-grenade [unit]  done
    firers         add [unit]  add-weapon [unit]  add-weapons [unit]  direct [leader]  all  done
    movers         add [unit]  all  done
    a move         step [hex]  stop
    enemy's move   opportunity-fire [firing hex]  opportunity-move [holder]  slay [unit]  react-sniper [Sniper]
                   decline
    melee          target [enemy]  add [unit]  all  done
    retreat        retreat [hex]
"""

from __future__ import annotations

from typing import Final

# ---- flags of a unit: its state and the markers on it
SHAKEN: Final = 1
WOUNDED: Final = 2
MOVED: Final = 4
FIRED: Final = 8
ASSAULT: Final = 16
CRAWL: Final = 32
DOUBLE: Final = 64  # always beside MOVED
OPS: Final = 128
TRIED: Final = 256  # has had its rally attempt of this phase
FOUGHT: Final = 512  # has fought a round of Melee this turn
FRESH: Final = 1024  # a created Hero that has not moved: may overstack (lnlt.core.1.3)
MOVING: Final = 2048  # between its first MP and its marker
SPOTTER: Final = 4096  # made this impulse's spotting attempt
STEALTH: Final = 1 << 13  # lnlt.core.6.4
RUNNING: Final = 1 << 14  # Hit and Run (lnlt.core.6.7)
AGAIN: Final = 1 << 25  # has had a second rally attempt
NURSED: Final = 1 << 26  # a Nurse who has helped one unit to rally
NURSED_TWICE: Final = 1 << 27
CREPT: Final = 1 << 28  # beside STEALTH: the whole way, no shot to come
PARACHUTE: Final = 1 << 29  # has come down by parachute this turn (lnlt.sab.22.3u)
SMOKING: Final = 1 << 15  # has laid smoke in this impulse and may still move (lnlt.core.7)
SPENT: Final = 1 << 30  # an Opportunist without his card for the rest of the turn (lnlt.hid.skill.opportunist.f)
SLEW: Final = 1 << 31  # a Slayer who has tried his luck at this step of the enemy
SPRUNG: Final = 1 << 32  # lies in ambush for the rest of the impulse (lnlt.boh.25.2.the-ambush.a)
LOBBED: Final = 1 << 33  # has fired its Tromblon at a hex of its own (lnlt.hid.skill.tromblon.f)
ANOTHER: Final = 1 << 34  # an Ace Gunner's second shot is to come (lnlt.hid.skill.ace-gunner.d)
AIMED: Final = 1 << 35  # a squad that has fired its rocket and may still fire its rifles (lnlt.core.armour.1.1)
SHELTERED: Final = 1 << 40  # has gone from trench to trench, and no other way (lnlt.nosb.21.6g)
ON_THE_RUN: Final = 1 << 41  # in a Hit and Run that is going on
REORGANISED: Final = 1 << 42  # has split or combined in this Rally Phase (lnlt.core.3)
CARD_MARKS: Final = SPENT | SLEW | SPRUNG | LOBBED | ANOTHER | AIMED

MARKED: Final = MOVED | FIRED | ASSAULT | CRAWL | OPS | STEALTH | RUNNING | CREPT
REVEALING: Final = MOVED | FIRED | ASSAULT | RUNNING  # markers that make a hex spotted (lnlt.core.10.1)
TURN_MARKERS: Final = (
    (MARKED | DOUBLE | TRIED | FOUGHT | MOVING | SPOTTER | SMOKING | AGAIN | NURSED | NURSED_TWICE | PARACHUTE)
    | CARD_MARKS
    | SHELTERED
    | ON_THE_RUN
    | REORGANISED
)
NO_OPPORTUNITY: Final = SHAKEN | MOVED | FIRED | CRAWL | MOVING | RUNNING | CREPT

# ---- kinds of unit
SQUAD: Final = 0
HALF_SQUAD: Final = 1
LEADER: Final = 2
HERO: Final = 3
MEDIC: Final = 4
SNIPER: Final = 5
SCOUT: Final = 6
NURSE: Final = 7
ARMOR_LEADER: Final = 8  # the last of the single men
CREW: Final = 9
WEAPON_TEAM: Final = 10

# ---- sides of a support weapon
READY: Final = 0
PACKED: Final = 1  # a tripod gun or mortar that can be carried and not fired
JAMMED: Final = 2
IN_HAND: Final = 3  # a charge that is spent in this round of Melee

# ---- kinds of support weapon
MG: Final = 0
FLAMETHROWER: Final = 1
SATCHEL: Final = 2
MOLOTOV: Final = 3
GRENADE: Final = 4  # RPG-43: in Close Assault alone
MORTAR: Final = 5
RIFLE_GRENADE: Final = 6  # the Tromblon, part of its holder (lnlt.hid.skill.tromblon.b)
WEAPON_KINDS: Final = ("mg", "flamethrower", "satchel", "molotov", "grenade", "mortar", "rifle-grenade")

# ---- classes of terrain for line of sight
OPEN: Final = 0
DEGRADING: Final = 1
BLOCKING: Final = 2

# ---- decisions
RALLY: Final = 0
MEDIC_HELP: Final = 1
IMPULSE: Final = 2
ACTIVATION: Final = 3
FIRERS: Final = 4
MOVERS: Final = 5
STEP: Final = 6
OPPORTUNITY: Final = 7
MELEE_ATTACK: Final = 8
WITHDRAWERS: Final = 9
RETREAT: Final = 10
TAKER: Final = 11
CREWS: Final = 12  # what a vehicle does
AIMING: Final = 13  # whom a gun or rocket fires at
DRIVING: Final = 14
REACTION: Final = 15  # vehicles, guns and men fire at a mover, or at a vehicle on the move
SPOTTING_ROUND: Final = 16
MISSION: Final = 17
CORRECTION: Final = 18
LANDING: Final = 19
BARRAGE: Final = 20  # the next hex of a barrage
PLANE: Final = 21
FALL_BACK: Final = 22
ERRATIC_CARD: Final = 23
MANEUVER_CARD: Final = 24
SMOKE_HEX: Final = 25
STARSHELL_HEX: Final = 26
SNIPER_HEX: Final = 27
PREEMPTION: Final = 28
DISBAND: Final = 29
FRIENDLY_HEX: Final = 30
SECOND_HEX: Final = 31
PLACE: Final = 32  # where a unit sets up or arrives
LOB_HEX: Final = 33
SNIPER_TARGET: Final = 34
GROUP_HEX: Final = 35  # whom a coordinated group fires at
RUN_THROUGH: Final = 36
LAST_STAND: Final = 37  # rally or die before a Melee, though comrades hold the hex
CHARGES: Final = 38  # what goes along into a Close Assault
MELEE_CHARGES: Final = 39  # what is spent in a round of Melee
ALLOT: Final = 40  # who goes for a vehicle among its men
KINDS: Final = (
    "rally",
    "medic",
    "impulse",
    "activation",
    "firers",
    "movers",
    "step",
    "opportunity",
    "melee",
    "withdraw",
    "retreat",
    "taker",
    "crews",
    "aiming",
    "driving",
    "reaction",
    "spotting-round",
    "mission",
    "correction",
    "landing",
    "barrage",
    "plane",
    "fall-back",
    "erratic",
    "maneuver",
    "smoke-hex",
    "starshell-hex",
    "sniper-hex",
    "preempt",
    "disband",
    "friendly-hex",
    "second-hex",
    "place",
    "lob-hex",
    "sniper-target",
    "group-hex",
    "run-through",
    "last-stand",
    "charges",
    "melee-charges",
    "allot",
)

# ---- options; a base says what is done, the rest is a hex or a unit
NOTHING: Final = 0  # hold, pass, done, stop, decline: whatever ends this decision
ALL: Final = 1
PLAY_CARD: Final = 2
STRIDE: Final = 1 << 10  # more than there are hexes or units

RALLY_UNIT: Final = 1 * STRIDE  # + unit
MEDIC_TRIES: Final = 2 * STRIDE  # + medic
HAND_OVER: Final = 3 * STRIDE  # + weapon
COMBINE: Final = 4 * STRIDE  # + half-squad
SPLIT: Final = 5 * STRIDE  # + squad
TRY_PAIRS: Final = 6 * STRIDE  # + unit: self-rally by pairs (lnlt.core.3.1)
DEDICATE: Final = 7 * STRIDE  # + unit: the attempt that SS Dedication grants
RAISE: Final = 8 * STRIDE  # + hex: For the Motherland
FIGHT_OR_DIE: Final = 9 * STRIDE  # + unit: a Commissar's second try
TURN_OVER: Final = 10 * STRIDE  # + weapon
REPAIR: Final = 11 * STRIDE  # + weapon
SING: Final = 12 * STRIDE  # + unit: La Marseillaise
INSPIRE: Final = 13 * STRIDE  # + Hero
RALLY_VEHICLE: Final = 20 * STRIDE  # + vehicle
FLIP: Final = 1 * STRIDE  # + patient
HEAL: Final = 2 * STRIDE  # + patient

ACTIVATE: Final = 1 * STRIDE  # + hex
FIGHT: Final = 2 * STRIDE  # + hex
WITHDRAW: Final = 3 * STRIDE  # + hex
DECIDE: Final = 4 * STRIDE  # + Leader: his second activation (lnlt.boh.25.2.decisive.b)
HIDE: Final = 5 * STRIDE  # + Sniper: he comes onto the map
FLY: Final = 6 * STRIDE  # + sortie
SPRING: Final = 7 * STRIDE  # + holder of The Ambush
LAND: Final = 20 * STRIDE  # + kind of flight
SPOT: Final = 1 << 20  # + unit * STRIDE + hex

MOVE: Final = 1 * STRIDE  # + hex
ASSAULT_MOVE: Final = 2 * STRIDE  # + hex
DOUBLE_TIME: Final = 3 * STRIDE  # + hex
LOW_CRAWL: Final = 4 * STRIDE  # + hex
STEALTH_MOVE: Final = 5 * STRIDE  # + hex
STEALTH_ASSAULT: Final = 6 * STRIDE  # + hex
HIT_AND_RUN: Final = 7 * STRIDE  # + hex
DISMOUNT: Final = 8 * STRIDE  # + hex
LAY_SMOKE: Final = 10 * STRIDE  # + unit
SEND_UP: Final = 12 * STRIDE  # + unit: a starshell
LOB: Final = 13 * STRIDE  # + unit: its light mortar, indirectly
CONVOY: Final = 60 * STRIDE  # + vehicle: with men beside it (lnlt.core.6.5)
CONVOY_ASSAULT: Final = 61 * STRIDE  # + vehicle
DRIVE: Final = 16 * STRIDE  # + vehicle
SHOOT: Final = 17 * STRIDE  # + unit: with its gun, mortar or rocket
SHELL: Final = 18 * STRIDE  # + unit: a mortar
CALL: Final = 19 * STRIDE  # + unit: off-board artillery
ASSAULT_VEHICLE: Final = 20 * STRIDE  # + hex: by men who are there already
SNIPE: Final = 21 * STRIDE  # + Sniper
COORDINATE: Final = 22 * STRIDE  # + Leader: one fire group of the hexes around him
GRENADE_AT: Final = 23 * STRIDE  # + unit: its Tromblon alone
TURN_GUN: Final = 30 * STRIDE  # + unit: turns its gun in the hex
REMAN: Final = 31 * STRIDE  # + unit: a crew gets back into its vehicle
SCUTTLE: Final = 32 * STRIDE  # + unit: destroys an abandoned enemy vehicle
FIRE: Final = 1 << 20  # + from * STRIDE + at
ASSAULT_FIRE: Final = 1 << 21  # + from * STRIDE + at

FIRE_AT_VEHICLE: Final = 1 << 22  # + from * STRIDE + vehicle
FIRE_AT_RIDERS: Final = 1 << 23  # + from * STRIDE + vehicle: at those who ride on it

# A vehicle's own decisions; guns are numbered on the counter
GUN_AT_VEHICLE: Final = 1 << 20  # + gun * STRIDE + vehicle
GUN_AT_HEX: Final = 1 << 21  # + gun * STRIDE + hex
MGS_AT_HEX: Final = 1 << 22  # + hex
MGS_AT_VEHICLE: Final = 1 << 23  # + vehicle
SMOKE_AT: Final = 1 << 24  # + gun * STRIDE + hex: a smoke shell or mortar smoke
ONE_MG_AT_HEX: Final = 1 << 25  # + hex: one of two machine guns that may fire apart
ONE_MG_AT_VEHICLE: Final = 1 << 26  # + vehicle
MGS_AT_RIDERS: Final = 1 << 27  # + vehicle: at those who ride on it
BUTTON: Final = 1 * STRIDE
OPEN_UP: Final = 2 * STRIDE
SET_OUT: Final = 3 * STRIDE
SET_OUT_ASSAULTING: Final = 4 * STRIDE
BAIL: Final = 5 * STRIDE
LOAD: Final = 6 * STRIDE  # + unit
UNLOAD: Final = 7 * STRIDE
GO_ON: Final = 8 * STRIDE  # keep moving into the next turn

FORWARD: Final = 1 * STRIDE  # + hex
REVERSE: Final = 2 * STRIDE  # + hex
PIVOT: Final = 3 * STRIDE  # + facing

UNIT: Final = 1 * STRIDE  # + unit: a mover, a withdrawing unit, an attacker in Melee
TARGET: Final = 2 * STRIDE  # + unit
RUN_FIRE: Final = 2 * STRIDE  # + hex: a shot on the run, among steps
HEX: Final = 1 * STRIDE  # + hex: a step, a firing hex, a retreat
REACT_MG: Final = 8 * STRIDE  # + vehicle
REACT_GUN: Final = 9 * STRIDE  # + vehicle * 4 + gun
REACT_TEAM: Final = 10 * STRIDE  # + unit
REACT_WEAPON: Final = 11 * STRIDE  # + weapon
REACT_MOVE: Final = 12 * STRIDE  # + holder: Opportunity Movement (lnlt.core.6.8)
REACT_SLAYER: Final = 13 * STRIDE  # + unit
REACT_RIDERS: Final = 21 * STRIDE  # + firing hex: at those who ride on the vehicle
REACT_MG_RIDERS: Final = 22 * STRIDE  # + vehicle: its machine guns at those who ride on the other
REACT_SNIPER: Final = 14 * STRIDE  # + Sniper

# How a unit takes part in an attack; the option is UNIT + unit * 8 + mode
WITH_OWN: Final = 0  # inherent firepower alone
WITH_WEAPON: Final = 1  # its best support weapon, with inherent firepower if it keeps it
WITH_TWO: Final = 2  # two support weapons and nothing else
DIRECTING: Final = 3  # a leader lends his modifier
WITH_OTHER: Final = 4  # as with the best weapon, but with the other one
HELPING: Final = 5  # at the weapon of another single man

# ---- ways to move
WALK: Final = 0
ASSAULTING: Final = 1
DOUBLING: Final = 2
CRAWLING: Final = 3
STEALING: Final = 5  # by stealth (lnlt.core.6.4)
STEALING_UP: Final = 6  # half the way by stealth, and a shot
HITTING: Final = 7  # Hit and Run (lnlt.core.6.7)
DISMOUNTING: Final = 8  # and on, on foot (lnlt.core.6.6)
AFTER_FIRE: Final = 4  # the move of Assault Fire (lnlt.core.6.1.1)

# ---- purposes of dice
FOR_INITIATIVE: Final = 0
FOR_RALLY: Final = 1
FOR_MEDIC: Final = 2
FOR_SPOTTING: Final = 3
FOR_ATTACK: Final = 4
FOR_DEFENCE: Final = 5
FOR_DAMAGE: Final = 6
FOR_HERO: Final = 7
FOR_HERO_DRAW: Final = 8
FOR_REDUCTION: Final = 9
FOR_MELEE: Final = 10
FOR_WITHDRAWAL: Final = 11
FOR_TO_HIT: Final = 12
FOR_PENETRATION: Final = 13
FOR_ARMOUR: Final = 14
FOR_CREW: Final = 15
FOR_BAILOUT: Final = 16
FOR_MORALE: Final = 17
FOR_DRIFT: Final = 18
FOR_DIRECTION: Final = 19
FOR_SUPPLY: Final = 20
FOR_CLOSE_ASSAULT: Final = 21
FOR_LANDING: Final = 22
FOR_FLAK: Final = 23
FOR_REPAIR: Final = 24
FOR_FUEL: Final = 25
FOR_SMOKE: Final = 26
FOR_FIRE: Final = 27
FOR_SKILL: Final = 28
FOR_STARSHELL: Final = 29
FOR_VICTIM: Final = 30
FOR_MINES: Final = 31
PURPOSES: Final = (
    "dice.initiative",
    "dice.rally",
    "dice.medic",
    "dice.spotting",
    "dice.attack",
    "dice.defence",
    "dice.damage",
    "dice.hero",
    "dice.hero-draw",
    "dice.reduction",
    "dice.melee",
    "dice.withdrawal",
    "dice.to-hit",
    "dice.penetration",
    "dice.armour",
    "dice.crew",
    "dice.bailout",
    "dice.morale",
    "dice.drift",
    "dice.direction",
    "dice.supply",
    "dice.close-assault",
    "dice.landing",
    "dice.flak",
    "dice.repair",
    "dice.fuel",
    "dice.smoke",
    "dice.fire",
    "dice.skill",
    "dice.starshell",
    "dice.victim",
    "dice.mines",
)

# ---- results of a Damage Check
UNHURT: Final = 0
GETS_SHAKEN: Final = 1
CASUALTIES: Final = 2
GETS_WOUNDED: Final = 3
WOUNDED_SHAKEN: Final = 4
ELIMINATED: Final = 5
FATES: Final = ("unhurt", "shaken", "casualties", "wounded", "wounded-shaken", "eliminated")
