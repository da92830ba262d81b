"""The state of a unit and the markers on it, as bits."""

from __future__ import annotations

from typing import Final

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
NURSED_SQUAD: Final = 1 << 43  # beside NURSED: that unit was an MMC
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

MARKED: Final = MOVED | FIRED | ASSAULT | CRAWL | OPS | STEALTH | RUNNING | CREPT | PARACHUTE
# These make a hex spotted (lnlt.core.10.1); at parachutists too the enemy may fire in any impulse (lnlt.sab.open.1)
REVEALING: Final = MOVED | FIRED | ASSAULT | RUNNING | PARACHUTE
SHOWING: Final = REVEALING | STEALTH  # bears on what is spotted of its own side
TURN_MARKERS: Final = (
    (MARKED | DOUBLE | TRIED | FOUGHT | MOVING | SPOTTER | SMOKING | AGAIN | NURSED | NURSED_TWICE)
    | CARD_MARKS
    | NURSED_SQUAD
    | SHELTERED
    | ON_THE_RUN
    | REORGANISED
)
NO_OPPORTUNITY: Final = SHAKEN | MOVED | FIRED | CRAWL | MOVING | RUNNING | CREPT | PARACHUTE
