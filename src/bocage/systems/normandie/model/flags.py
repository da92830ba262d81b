"""The small vocabulary of a battle: phases, endings, traits, orders of a whole army, and tokens.

Each is declared once, with the name that data files and catalogues know it by; its number is its place in the list.
"""

from __future__ import annotations

from typing import Final


class Names:
    """Names by number, in the order they are declared."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names: list[str] = []

    def add(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    def bit(self, name: str) -> int:
        """As a flag."""
        return 1 << self.add(name)


PHASES: Final = Names()
DEPLOYMENT: Final = PHASES.add("deployment")
ORDERS: Final = PHASES.add("orders")
ACTIVATION: Final = PHASES.add("activation")
SUPPLIES: Final = PHASES.add("supply")

# Why the game ended
ENDINGS: Final = Names()
NOT_YET: Final = ENDINGS.add("")
DOCUMENTS_OUT: Final = ENDINGS.add("out")
DOCUMENTS_HELD: Final = ENDINGS.add("held")
DOCUMENTS_LEFT: Final = ENDINGS.add("left")
ARMY_SPENT: Final = ENDINGS.add("spent")
POINTS: Final = ENDINGS.add("points")
GROUND_HELD: Final = ENDINGS.add("ground")
DOCUMENTS_KEPT: Final = ENDINGS.add("kept")
POINTS_REACHED: Final = ENDINGS.add("reached")

# Character traits: bits of Unit.traits, given to the units of a tile by the options on it
TRAITS: Final = Names()
ACE_DRIVER: Final = TRAITS.bit("acedriver")
BLOODTHIRSTY: Final = TRAITS.bit("blood")
COURAGEOUS: Final = TRAITS.bit("courageous")
FEROCIOUS: Final = TRAITS.bit("ferocious")
INTREPID: Final = TRAITS.bit("intrepid")
NAZI_BASTERDS: Final = TRAITS.bit("nazi")
SHARPSHOOTER: Final = TRAITS.bit("sharp")
TANKBUSTER: Final = TRAITS.bit("tankbuster")
INFILTRATOR: Final = TRAITS.bit("infil")

# Order options that serve a whole army: bits of Scenario.perks
PERKS: Final = Names()
GUARDIAN: Final = PERKS.bit("guardian")
IMPROVISATION: Final = PERKS.bit("improv")
KEEP_INITIATIVE: Final = PERKS.bit("initiative")

# Open points read in the other way: bits of NormandieState.readings, named as the game option
READINGS: Final = Names()
ANY_ZONE_BARS: Final = READINGS.bit("retreat_zoc")
CRAWLS_BACK: Final = READINGS.bit("retreat_immobile")
ONE_POOL: Final = READINGS.bit("order_pool")
NO_SUPPLY_BLAST: Final = READINGS.bit("goliath_supply")
GUNS_EXPLODE: Final = READINGS.bit("ammo_guns")
HIDES_IN_VIEW: Final = READINGS.bit("conceal")
CHANCE_ON_LOCATIONS: Final = READINGS.bit("chance_location")

# Tokens that lie on an option until spent: indexes of Tile.tokens and of a pool of NormandieState.tokens
TOKENS: Final = Names()
AMMO: Final = TOKENS.add("ammo")
AMMO_BELT: Final = TOKENS.add("ammo_belt")
APC_SHELL: Final = TOKENS.add("apc_shell")
SHIELDING: Final = TOKENS.add("additional_shielding")
FUEL: Final = TOKENS.add("fuel")
HARDBOILED: Final = TOKENS.add("hardboiled")
HEROIC: Final = TOKENS.add("heroic")
VETERAN: Final = TOKENS.add("veteran")
TRIGGERHAPPY: Final = TOKENS.add("triggerhappy")
RUSE: Final = TOKENS.add("ruse")
PASSAGE: Final = TOKENS.add("passage")
DEMOLITION: Final = TOKENS.add("demolition_charge")
HE_SHELL: Final = TOKENS.add("he_shell")
HORN_OF_PLENTY: Final = TOKENS.add("horn_of_plenty")
PANZERFAUST: Final = TOKENS.add("panzerfaust")
GRENADE: Final = TOKENS.add("grenade")
RIFLE_GRENADE: Final = TOKENS.add("rifle_grenade")
STICKY_BOMB: Final = TOKENS.add("sticky_bomb")
MAGNETIC_MINE: Final = TOKENS.add("magnetic_mine")
ADVANCED_POSITION: Final = TOKENS.add("advanced_position")
CONCEALED_TOKEN: Final = TOKENS.add("concealed")
SMOKE_BOMB: Final = TOKENS.add("smoke_bomb")
FIRE_AT_WILL: Final = TOKENS.add("fire_at_will")
CHARGE: Final = TOKENS.add("charge")
DOUBLE_TIME: Final = TOKENS.add("double_time")
HOLD_YOUR_GROUND: Final = TOKENS.add("hold_your_ground")
DIRECTIVES: Final[tuple[int, ...]] = (FIRE_AT_WILL, CHARGE, DOUBLE_TIME, HOLD_YOUR_GROUND)

# Order tokens on units: 1 to 10 are numbers; special orders act before any number (hon.special.play.1)
NO_TOKEN: Final = 0
MOST_ORDERS: Final = 10
BLUFF: Final = 11
SECOND_BLUFF: Final = 12
SPECIAL: Final = 13
SECOND_SPECIAL: Final = 14
NUMBERS: Final = (1 << BLUFF) - 2
"""The numbered tokens, as bits."""
BLUFFS: Final = 1 << BLUFF | 1 << SECOND_BLUFF
SPECIALS: Final = 1 << SPECIAL | 1 << SECOND_SPECIAL


def is_bluff(token: int) -> bool:
    return token in (BLUFF, SECOND_BLUFF)


def is_special(token: int) -> bool:
    return token >= SPECIAL


def token_key(token: int) -> str:
    """The name of an option's token, as an argument of a text."""
    return "@token." + TOKENS.names[token]
