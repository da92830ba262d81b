"""Raising an army: tiles, options, heroes and an action deck, and everything that is wrong with one at once."""

from __future__ import annotations

from collections import Counter as Count
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import WrongContent, load_yaml, located, source, unknown
from bocage.systems.normandie.content.records import DATA, Nation, Record
from bocage.systems.normandie.model.flags import TOKENS

Size = Literal["small", "large"]
Colour = Literal["green", "blue", "white", "black", "red"]
DIRECTIVES = ("fire_at_will", "charge", "double_time", "hold_your_ground")
SMALLEST_DECK = 40
SMALLEST_ALLIANCE_DECK = 50


class Slot(msgspec.Struct, forbid_unknown_fields=True):
    """An opening; its stars count only while an option fills it (hon.comp.tile.3)."""

    size: Size
    colours: list[Colour]
    stars: int = 0


class TileRecord(Record):
    id: str
    nation: Nation
    kind: Literal["platoon", "officer", "command"]
    insignia: str
    cost: int
    stars: int
    breaking_point: int
    vp: int
    units: list[str]
    slots: list[Slot]


class Tiles(msgspec.Struct, forbid_unknown_fields=True):
    tiles: list[TileRecord]


class OptionRecord(Record):
    id: str
    type: Literal["support", "equipment", "trait", "order"]
    nation: Literal["us", "de", "any"]
    cost: int
    size: Size
    bands: list[Colour]
    tile: str = ""  # the only tile it fits
    us_tile: str = ""  # the same, for Americans alone
    units: list[str] = msgspec.field(default_factory=list)
    breaking_point: int = 0
    vp: int = 0
    late: bool = False  # its unit is placed in the course of the battle
    tokens: dict[str, int] = msgspec.field(default_factory=dict)
    pick: int = 0  # tokens chosen by the buyer
    pick_from: Literal["", "equipment", "directives"] = ""
    orders: int = 0
    bluffs: int = 0
    special_orders: int = 0
    aviation: int = 0
    artillery: int = 0
    points: int = 0


class HeroRecord(Record):
    id: str
    nation: Nation
    cost: int
    unit: str
    insignia: str
    breaking_point: int
    vp: int


class Options(msgspec.Struct, forbid_unknown_fields=True):
    options: list[OptionRecord]
    heroes: list[HeroRecord]


class CardRecord(Record):
    """`effect` names one of the effects of rules/cards.py; the other fields are its figures."""

    id: str
    nations: list[Nation]
    copies: int
    phase: Literal["order", "activation", "supply", "any"]
    category: Literal["common", "national", "artillery", "aviation"]
    effect: str
    amount: int = 0
    bonus: tuple[int | None, int | None, int | None] = (0, 0, 0)
    aaa: int = 0
    pattern: str = ""
    scatter: int = 0
    spread: int = 0
    destruction: int = 0
    where: list[str] = msgspec.field(default_factory=list)
    stops: bool = False
    unit: str = ""


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    cards: list[CardRecord]


OTHER_NAMES = {"make_it_or_break_it": "dont_stop"}
"""Cards that some texts call otherwise (hon.open.faq.1)."""


# The files of the game itself by id, each read once.
tiles = cache(lambda: {record.id: record for record in load_yaml(DATA / "tiles.yaml", Tiles).tiles})
options = cache(lambda: {record.id: record for record in load_yaml(DATA / "options.yaml", Options).options})
heroes = cache(lambda: {record.id: record for record in load_yaml(DATA / "options.yaml", Options).heroes})
cards = cache(lambda: {record.id: record for record in load_yaml(DATA / "cards.yaml", Cards).cards})


class Fitted(msgspec.Struct, forbid_unknown_fields=True):
    """An option in an opening of a tile; openings are counted from 1."""

    slot: int  # opening of the tile, from 1
    option: str  # an option (data/options.yaml)
    pick: list[str] = []  # tokens chosen for it


class TileChoice(msgspec.Struct, forbid_unknown_fields=True):
    tile: str  # a recruitment tile (data/tiles.yaml)
    options: list[Fitted] = []  # what fills its openings


class ArmyRecord(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An army as bought. Without points there is no budget; without a deck it takes the usual one."""

    nation: Nation  # us or de
    army: str = ""  # what you call it
    points: int = 0  # what it may cost, 0 for no limit
    tiles: list[TileChoice] = []  # recruitment tiles
    heroes: list[str] = []  # heroes (data/options.yaml)
    deck: dict[str, int] | None = None  # copies of each action card (data/cards.yaml), the usual deck unless given

    def __post_init__(self) -> None:
        if self.deck is not None:
            self.deck = {OTHER_NAMES.get(name, name): copies for name, copies in self.deck.items()}


class Command(msgspec.Struct, forbid_unknown_fields=True):
    """The High Command of an alliance, and what each ally pays for it."""

    tile: str  # a High Command tile
    shares: list[int]  # points that each ally pays
    options: list[Fitted] = []  # what fills its openings


class AllianceRecord(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two or three armies on one side with one deck (hon.mp.ally.1, hon.mp.ally.2)."""

    alliance: str  # what you call it
    points: int  # of all armies together
    armies: list[ArmyRecord]  # two or three
    command: Command | None = None  # the High Command they share
    deck_nation: Nation  # whose cards the deck is of
    deck: dict[str, int]  # copies of each action card


class Violation(msgspec.Struct):
    field: str
    rule: str
    message: str
    args: dict[str, int | str] = msgspec.field(default_factory=dict)  # of the text `fault.<rule>`


def as_faults(violations: list[Violation]) -> list[WrongContent]:
    """Each with the clause that it violates."""
    return [WrongContent(one.field, f"{one.message} ({one.rule})") for one in violations]


class Audit:
    """Collects what is wrong with one army."""

    def __init__(self, army: ArmyRecord, prefix: str = "") -> None:
        self.army = army
        self.prefix = prefix
        self.found: list[Violation] = []
        self.known = [(i, tiles()[t.tile]) for i, t in enumerate(army.tiles) if t.tile in tiles()]

    def wrong(self, field: str, rule: str, message: str, **args: int | str) -> None:
        self.found.append(Violation(self.prefix + field, rule, message, args))

    def run(self, budget: int | None, deck: bool) -> list[Violation]:
        """`budget` is None where there is none; 0 buys nothing, not anything."""
        self.check_tiles()
        for number, choice in enumerate(self.army.tiles):
            if choice.tile in tiles():
                self.check_slots(f"tiles[{number}]", tiles()[choice.tile], choice.options)
        self.check_heroes()
        limit = (budget or 0) + sum(options()[o].points for o in chosen(self.army))  # hon.trait.nazi.1
        if budget is not None and cost(self.army) > limit:  # hon.army.tile.2
            words = f"the army costs {cost(self.army)} points, {limit} are allowed"
            self.wrong("points", "hon.army.points.1", words, cost=cost(self.army), points=limit)
        if deck and self.army.deck is not None:
            bought = chosen(self.army)
            self.found += deck_violations(self.army.deck, self.army.nation, bought, SMALLEST_DECK, self.prefix)
        return self.found

    def check_tiles(self) -> None:
        if not self.army.tiles:
            self.wrong("tiles", "hon.army.tile.1", "an army needs at least one recruitment tile")
        for number, choice in enumerate(self.army.tiles):
            field = f"tiles[{number}].tile"
            if choice.tile not in tiles():
                self.wrong(field, "hon.comp.tile.1", unknown("tile", choice.tile, tiles()))
            elif tiles()[choice.tile].nation != self.army.nation:
                self.wrong(field, "hon.counter.insignia.1", f"'{choice.tile}' belongs to another nation")
            elif tiles()[choice.tile].kind == "command":
                self.wrong(field, "hon.mp.hc.1", "only an alliance may buy a High Command tile")

    def check_slots(self, field: str, tile: TileRecord, fitted: list[Fitted]) -> None:
        taken: set[int] = set()
        for i, choice in enumerate(fitted):
            place = f"{field}.options[{i}]"
            if choice.option not in options():
                self.wrong(f"{place}.option", "hon.army.types.1", unknown("option", choice.option, options()))
                continue
            option = options()[choice.option]
            if not 1 <= choice.slot <= len(tile.slots):
                self.wrong(f"{place}.slot", "hon.army.slot.1", f"'{tile.id}' has no opening {choice.slot}")
                continue
            if choice.slot in taken:
                self.wrong(f"{place}.slot", "hon.army.slot.3", f"opening {choice.slot} holds an option already")
            taken.add(choice.slot)
            self.check_fit(place, tile, tile.slots[choice.slot - 1], option)
            self.check_picks(place, tile.slots[choice.slot - 1], option, choice.pick)

    def check_fit(self, place: str, tile: TileRecord, slot: Slot, option: OptionRecord) -> None:
        field = f"{place}.option"
        if option.size != slot.size:
            self.wrong(field, "hon.army.slot.1", f"'{option.id}' is {option.size}, the opening is {slot.size}")
        if not set(option.bands) & set(slot.colours):
            words = f"'{option.id}' is {'/'.join(option.bands)}, the opening takes {'/'.join(slot.colours)}"
            self.wrong(field, "hon.army.slot.2", words)
        elif option.nation not in ("any", tile.nation):
            rule = "hon.mp.hc.6" if tile.kind == "command" else "hon.army.slot.2"
            self.wrong(field, rule, f"'{option.id}' bears the colours of another nation")
        elif option.tile and option.tile != tile.id:
            self.wrong(field, "hon.army.slot.2", f"'{option.id}' fits only the tile '{option.tile}'")
        elif option.us_tile and tile.nation == "us" and option.us_tile != tile.id:
            self.wrong(field, "hon.ord.infil.2", f"'{option.id}' fits only the tile '{option.us_tile}'")
        commanded = tile.kind == "command" or any(t.kind == "officer" for _, t in self.known)
        if option.type == "order" and not commanded:
            rule = "hon.special.source.2" if option.special_orders else "hon.army.order.1"
            words = f"the order '{option.id}' needs an officer tile in the army"
            self.wrong(field, rule, words, order=f"@recruit.{option.id}")

    def check_picks(self, place: str, slot: Slot, option: OptionRecord, picks: list[str]) -> None:
        rule = "hon.ord.direct.1" if option.pick_from == "directives" else "hon.eq.gear.1"
        allowed = pickable(option, slot, self.army.nation)
        if len(picks) != option.pick:
            self.wrong(f"{place}.pick", rule, f"'{option.id}' takes {option.pick} chosen tokens, not {len(picks)}")
        for token in picks:
            if option.pick and token not in allowed:
                self.wrong(f"{place}.pick", rule, f"'{token}' cannot be chosen here ({', '.join(allowed)})")

    def check_heroes(self) -> None:
        badges = {tile.insignia for _, tile in self.known}
        for i, name in enumerate(self.army.heroes):
            field = f"heroes[{i}]"
            if name not in heroes():
                self.wrong(field, "hon.comp.hero.1", unknown("hero", name, heroes()))
                continue
            hero = heroes()[name]
            if hero.nation != self.army.nation:
                self.wrong(field, "hon.army.hero.2", f"'{name}' fights for another nation")
            elif hero.insignia not in badges | {hero.nation}:
                self.wrong(field, "hon.army.hero.3", f"'{name}' needs a tile with the insignia '{hero.insignia}'")
            if name in self.army.heroes[:i]:
                self.wrong(field, "hon.army.finish.1", f"there is one counter of '{name}' only")


def pickable(option: OptionRecord, slot: Slot, nation: str) -> list[str]:
    """What the buyer of an option with chosen tokens may choose from."""
    if option.pick_from == "directives":
        return list(DIRECTIVES)
    found: list[str] = []
    for other in options().values():
        if other.type == "equipment" and other.nation in ("any", nation) and set(other.bands) & set(slot.colours):
            found += other.tokens
    return found


def chosen(army: ArmyRecord) -> list[str]:
    return [f.option for tile in army.tiles for f in tile.options if f.option in options()]


def cost(army: ArmyRecord) -> int:
    total = sum(tiles()[choice.tile].cost for choice in army.tiles if choice.tile in tiles())
    total += sum(options()[option].cost for option in chosen(army))  # hon.comp.option.1
    return total + sum(heroes()[hero].cost for hero in army.heroes if hero in heroes())


def deck_violations(
    deck: dict[str, int], nation: str, bought: list[str], least: int, prefix: str = ""
) -> list[Violation]:
    """Size, faction, copies and the command cards that the army's orders allow."""
    found: list[Violation] = []
    plain = 0
    command: Count[str] = Count()
    for name, copies in deck.items():
        field = f"{prefix}deck.{name}"
        if name not in cards():
            found.append(Violation(field, "hon.comp.cards.1", unknown("card", name, cards())))
            continue
        card = cards()[name]
        if nation not in card.nations:
            found.append(Violation(field, "hon.setup.deck.2", f"'{name}' is a card of the other faction"))
        if not 1 <= copies <= card.copies:
            words = f"{copies} copies of '{name}', there are {card.copies}"
            found.append(Violation(field, "hon.card.copies.1", words, {"n": copies, "of": card.copies}))
        if card.category in ("artillery", "aviation"):
            command[card.category] += copies
        else:
            plain += copies
    if plain < least:
        rule = "hon.mp.cards.1" if least == SMALLEST_ALLIANCE_DECK else "hon.setup.deck.1"
        if command:
            rule = "hon.setup.deck.4"
        words = f"{plain} cards without command cards, {least} are needed"
        found.append(Violation(f"{prefix}deck", rule, words, {"n": plain, "least": least}))
    allowed = command_cards(bought)
    for category, number in sorted(command.items()):
        if number > allowed[category]:
            rule = "hon.setup.deck.3" if not allowed[category] else ORDER_RULES[category]
            words = f"{number} {category} cards, the army's orders allow {allowed[category]}"
            args: dict[str, int | str] = {"n": number, "of": allowed[category], "kind": f"@fault.{category}"}
            found.append(Violation(f"{prefix}deck", rule, words, args))
    return found


ORDER_RULES = {"aviation": "hon.ord.air.1", "artillery": "hon.ord.art.1"}


def command_cards(bought: list[str]) -> dict[str, int]:
    return {kind: sum(getattr(options()[name], kind) for name in bought) for kind in ORDER_RULES}


def violations(army: ArmyRecord, points: int = 0) -> list[Violation]:
    """Everything wrong with an army, in the order of its file."""
    return Audit(army).run(points or army.points or None, True)


def doubles(army: ArmyRecord) -> list[Violation]:
    """Tiles and options that are bought again, where there is one of each (hon.open.copies.1)."""
    bought: list[tuple[str, str]] = []
    for i, tile in enumerate(army.tiles):
        bought.append((f"tiles[{i}].tile", tile.tile))
        bought += [(f"tiles[{i}].options[{j}].option", fitted.option) for j, fitted in enumerate(tile.options)]
    names = [name for _, name in bought]
    again = [one for number, one in enumerate(bought) if one[1] in names[:number]]
    return [Violation(field, "hon.open.copies.1", f"there is one '{name}' only") for field, name in again]


def share(points: int, players: int) -> int:
    """An alliance divides its points equally (hon.mp.army.2)."""
    return points // players


def alliance_violations(alliance: AllianceRecord) -> list[Violation]:
    found: list[Violation] = []
    budget = share(alliance.points, len(alliance.armies))
    bought: list[str] = []
    for number, army in enumerate(alliance.armies):
        found += ally_violations(alliance, number, army, budget)
        bought += chosen(army)
    command = alliance.command
    if command is not None:
        found += command_violations(alliance, command)
        bought += [f.option for f in command.options if f.option in options()]
    nations = [tiles()[command.tile].nation] if command and command.tile in tiles() else []
    if alliance.deck_nation not in (nations or [army.nation for army in alliance.armies]):
        words = "the deck's nation must be that of the High Command, or of one of the allies"
        found.append(Violation("deck_nation", "hon.mp.cards.2", words))
    return found + deck_violations(alliance.deck, alliance.deck_nation, bought, SMALLEST_ALLIANCE_DECK)


def ally_violations(alliance: AllianceRecord, number: int, army: ArmyRecord, budget: int) -> list[Violation]:
    shares = alliance.command.shares if alliance.command else []
    audit = Audit(army, f"armies[{number}].")
    audit.run(budget - (shares[number] if number < len(shares) else 0), False)
    taken = [hero for other in alliance.armies[:number] for hero in other.heroes]
    for i, hero in enumerate(army.heroes):
        if hero in taken:
            words = f"there is one counter of '{hero}' only, and an ally has it"
            audit.wrong(f"heroes[{i}]", "hon.army.finish.1", words)
    if not any(tile.units for _, tile in audit.known):
        audit.wrong("tiles", "hon.mp.army.1", "each player needs a tile that provides units")
    return audit.found


def command_violations(alliance: AllianceRecord, command: Command) -> list[Violation]:
    if command.tile not in tiles() or tiles()[command.tile].kind != "command":
        return [Violation("command.tile", "hon.mp.hc.1", f"'{command.tile}' is no High Command tile")]
    tile = tiles()[command.tile]
    audit = Audit(ArmyRecord(nation=tile.nation, tiles=[]))
    audit.check_slots("command", tile, command.options)
    price = tile.cost + sum(options()[f.option].cost for f in command.options if f.option in options())
    if sum(command.shares) != price or len(command.shares) != len(alliance.armies):
        words = f"the shares {command.shares} do not make up its cost of {price}"
        audit.wrong("command.shares", "hon.mp.hc.2", words)
    return audit.found


def usual_deck(nation: str, bought: list[str]) -> dict[str, int]:
    """The common and national cards of the faction, and as many command cards as the army's orders allow."""
    deck: dict[str, int] = {}
    left = command_cards(bought)
    for card in cards().values():
        if nation not in card.nations:
            continue
        copies = card.copies
        if card.category in left:
            copies = min(copies, left[card.category])
            left[card.category] -= copies
        if copies:
            deck[card.id] = copies
    return deck


def army_tokens(option: OptionRecord, picks: list[str]) -> list[int]:
    """The tokens placed on an option when it is taken, by kind (hon.army.equip.4)."""
    counts = [option.tokens.get(name, 0) for name in TOKENS.names]
    for name in picks:
        counts[TOKENS.names.index(name)] += 1
    return counts


def check_file(path: Path) -> None:
    """Refuse an army or alliance file with everything that is wrong with it."""
    read = source(path)
    if "alliance" in read.data:
        wrong = as_faults(alliance_violations(read.read(AllianceRecord)))
    else:
        wrong = as_faults(violations(read.read(ArmyRecord)))
    if wrong:
        raise located(path, wrong)
