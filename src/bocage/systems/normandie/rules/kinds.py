"""The decisions of Heroes of Normandie and how their options are packed into integers.

| kind        | options                                      | verbs offered                                          |
|-------------|----------------------------------------------|--------------------------------------------------------|
| PLACE       | space * 2 + side                             | place, place-concealed                                 |
| ORDER       | token * UNITS + unit, or LEAVE               | order, bluff, leave (this token), done (no bluff)      |
| ACT         | action * UNITS + target                      | pass, move, fire, suppress, assault, approach          |
| STEP        | space, or STOP, CONCEAL, STOP_CONCEALED, …   | step, stop, conceal, stop-concealed, exit, assault     |
| OPPORTUNITY | 0, or action * UNITS + the unit that shoots  | decline, opportunity-fire, opportunity-suppress        |
| RETREAT     | space                                        | retreat                                                |
| SUPPLY      | unit, or DONE                                | supply-move, done                                      |
| FACE        | direction                                    | face                                                   |
| VOLLEY      | as ACT, or DONE                              | fire, suppress, …, done                                |
| BOOST       | token, or DONE                               | spend, done                                            |
| SHIELD      | number of tokens                             | shield                                                 |
| WAVES       | die                                          | location                                               |
| SUBSTITUTE  | unit                                         | take-hit                                               |
| LAND        | space                                        | land                                                   |
| SHARE       | bonus * UNITS + target, or DONE              | share, done                                            |
| AIM         | intersection, or ROOM + space                | aim, throw-in                                          |
| LAY         | token * UNITS + target, or DONE              | stick, charge, done                                    |
| BARRAGE     | unit, or DONE                                | barrage, done                                          |

`assault` starts the fight from where the unit stands, `approach` announces one and walks to a launch space first.
"""

from __future__ import annotations

from typing import Final

PLACE: Final = 0
ORDER: Final = 1
ACT: Final = 2
STEP: Final = 3
OPPORTUNITY: Final = 4
RETREAT: Final = 5
SUPPLY: Final = 6
FACE: Final = 7
VOLLEY: Final = 8
BOOST: Final = 9
SHIELD: Final = 10
WAVES: Final = 11
SUBSTITUTE: Final = 12
LAND: Final = 13
SHARE: Final = 14
AIM: Final = 15
LAY: Final = 16
BARRAGE: Final = 17

NAMES: Final = (
    "place",
    "order",
    "act",
    "step",
    "opportunity",
    "retreat",
    "supply",
    "face",
    "volley",
    "boost",
    "shield",
    "waves",
    "substitute",
    "land",
    "share",
    "aim",
    "lay",
    "barrage",
)

UNITS: Final = 64  # more than any battle has units; packs a pair as a * UNITS + unit

# Actions of ACT, VOLLEY and OPPORTUNITY; weapon * ACTIONS + action for the weapons after the first
ACTIONS: Final = 32
PASS: Final = 0
MOVE: Final = 1
FIRE: Final = 2
SUPPRESS: Final = 3
ASSAULT: Final = 4
APPROACH: Final = 5
SNIPE: Final = 6
SPLIT: Final = 7  # Machine Gunner
SPLIT_SUPPRESS: Final = 8
BLAST: Final = 9  # howitzer or indirect fire
THROW: Final = 10  # a grenade
LAUNCH_GRENADE: Final = 11
FAUST: Final = 12
SHELL: Final = 13  # HE
DEMOLISH: Final = 14  # fire at a structure
CALL: Final = 15  # a barrage

# Options of STEP and SUPPLY that are no space and no unit
STOP: Final = 10_000
CONCEAL: Final = 10_001
STOP_CONCEALED: Final = 10_002
EXIT: Final = 10_003
LAUNCH: Final = 10_004
DONE: Final = 10_005
AHEAD: Final = 10_006  # a vehicle drives
BACK: Final = 10_007
LEFT: Final = 10_008  # turns about its front, or its one space
RIGHT: Final = 10_009
SWING_LEFT: Final = 10_010  # turns about its rear
SWING_RIGHT: Final = 10_011
TURN_OVER: Final = 10_012  # a tripod, or the Opportunity Fire side
DETONATE: Final = 10_013
REFUEL: Final = 10_014
DIG: Final = 10_015
EMBARK: Final = 11_000  # + vehicle
SHOOT: Final = 100_000  # + an option of ACT: Fire on the Move
ABOARD_OF: Final = 20_000  # of PLACE: + vehicle
ROOM: Final = 30_000  # of AIM: + space, through an opening

LEAVE: Final = 0  # of ORDER: this token is not placed

# Order tokens: 0 is none, 1 to 10 are numbers
NO_TOKEN: Final = 0
MOST_ORDERS: Final = 10
BLUFF: Final = 11

# What dice are rolled for; indexes of PURPOSES
FOR_INITIATIVE: Final = 0
FOR_DOCUMENTS: Final = 1
FOR_SHOT: Final = 2
FOR_ASSAULT: Final = 3
FOR_DEFENCE: Final = 4
FOR_LOCATION: Final = 5
FOR_SNIPER: Final = 6
FOR_DESTRUCTION: Final = 7
FOR_DISPERSAL: Final = 8
FOR_DECK: Final = 9
FOR_AAA: Final = 10
FOR_MUSTER: Final = 11
PURPOSES: Final = (
    "purpose.initiative",
    "purpose.documents",
    "purpose.shot",
    "purpose.assault",
    "purpose.defence",
    "purpose.location",
    "purpose.sniper",
    "purpose.destruction",
    "purpose.dispersal",
    "purpose.deck",
    "purpose.aaa",
    "purpose.muster",
)

# Phases
DEPLOYMENT: Final = 0
ORDERS: Final = 1
ACTIVATION: Final = 2
SUPPLIES: Final = 3
PHASES: Final = ("phase.deployment", "phase.orders", "phase.activation", "phase.supply")

# Why the game ended
NOT_YET: Final = 0
DOCUMENTS_OUT: Final = 1
DOCUMENTS_HELD: Final = 2
DOCUMENTS_LEFT: Final = 3
ARMY_SPENT: Final = 4
POINTS: Final = 5
GROUND_HELD: Final = 6
DOCUMENTS_KEPT: Final = 7
POINTS_REACHED: Final = 8
ENDINGS: Final = (
    "",
    "out",
    "held",
    "left",
    "spent",
    "points",
    "ground",
    "kept",
    "reached",
)

# Character traits: bits of Unit.traits, given to the units of a tile by the options on it
ACE_DRIVER: Final = 1 << 0
BLOODTHIRSTY: Final = 1 << 1
COURAGEOUS: Final = 1 << 2
FEROCIOUS: Final = 1 << 3
INTREPID: Final = 1 << 4
NAZI_BASTERDS: Final = 1 << 5
SHARPSHOOTER: Final = 1 << 6
TANKBUSTER: Final = 1 << 7
INFILTRATOR: Final = 1 << 8
TRAITS: Final = ("acedriver", "blood", "courageous", "ferocious", "intrepid", "nazi", "sharp", "tankbuster", "infil")

# Order options that serve a whole army: bits of Scenario.perks
GUARDIAN: Final = 1 << 0
IMPROVISATION: Final = 1 << 1
KEEP_INITIATIVE: Final = 1 << 2
PERKS: Final = ("guardian", "improv", "initiative")

# Tokens that lie on an option until spent: indexes of Tile.tokens and of a pool of NormandieState.tokens
TOKENS: Final = (
    "ammo",
    "ammo_belt",
    "apc_shell",
    "additional_shielding",
    "fuel",
    "hardboiled",
    "heroic",
    "veteran",
    "triggerhappy",
    "ruse",
    "passage",
    "demolition_charge",
    "he_shell",
    "horn_of_plenty",
    "panzerfaust",
    "grenade",
    "rifle_grenade",
    "sticky_bomb",
    "magnetic_mine",
    "advanced_position",
    "concealed",
    "smoke_bomb",
    "fire_at_will",
    "charge",
    "double_time",
    "hold_your_ground",
)
AMMO: Final = 0
AMMO_BELT: Final = 1
APC_SHELL: Final = 2
SHIELDING: Final = 3
FUEL: Final = 4
HARDBOILED: Final = 5
HEROIC: Final = 6
VETERAN: Final = 7
TRIGGERHAPPY: Final = 8
RUSE: Final = 9
PASSAGE: Final = 10
DEMOLITION: Final = 11
HE_SHELL: Final = 12
HORN_OF_PLENTY: Final = 13
PANZERFAUST: Final = 14
GRENADE: Final = 15
RIFLE_GRENADE: Final = 16
STICKY_BOMB: Final = 17
MAGNETIC_MINE: Final = 18
ADVANCED_POSITION: Final = 19
CONCEALED_TOKEN: Final = 20
SMOKE_BOMB: Final = 21
FIRE_AT_WILL: Final = 22
CHARGE: Final = 23
DOUBLE_TIME: Final = 24
HOLD_YOUR_GROUND: Final = 25

# Decisions of command, put into words in command.py: special orders, options and cards
INTERRUPT: Final = 32  # HOLD, or unit: a special order or an autonomous unit between activations
AGAIN: Final = 33  # HOLD or SPEND: Heroic
STEADY: Final = 34  # so many Hardboiled tokens
KEEP: Final = 35  # HOLD or SPEND: the Initiative order
DIRECT: Final = 36  # HOLD, or directive * UNITS + officer
CARD: Final = 37  # HOLD, or the place of a card in the hand
CARD_TARGET: Final = 38  # meaning depends on the card
DISCARD: Final = 39  # DONE, or the place of a card in the hand
REROLL: Final = 40  # HOLD, or the dice to roll again, as bits
VEIL: Final = 41  # HOLD, or tile * UNITS + unit: a Concealed token
NEST: Final = 42  # HOLD, or space: where the MG nest is set up
COMMAND_NAMES: Final = (
    "interrupt",
    "again",
    "steady",
    "keep",
    "direct",
    "card",
    "card-target",
    "discard",
    "reroll",
    "veil",
    "nest",
)
# Decisions of allies, put into words in alliancewords.py
RANK: Final = 64  # the player who goes first, or next
ALLOT: Final = 65  # shared token * SEATS + the player who gets it this round
TRADE: Final = 66  # DONE, or (own card * 16 + the ally's) * SEATS + ally
AGREE: Final = 67  # HOLD or SPEND: to what an ally asks for
ALLIED_NAMES: Final = ("rank", "allot", "trade", "agree")
SEATS: Final = 4
HOLD: Final = 9_999
SPEND: Final = 1

# More order tokens: a second bluff and special orders, which act before any number (hon.special.play.1)
SECOND_BLUFF: Final = 12
SPECIAL: Final = 13
SECOND_SPECIAL: Final = 14
NUMBERS: Final = (1 << BLUFF) - 2
"""The numbered tokens, as bits."""
MOST_SPECIAL: Final = 2
