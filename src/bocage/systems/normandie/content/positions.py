"""Positions for drills and tests: a small board, units where they are wanted, and a phase to begin in.

    map: ['.....', '.....']          rows of terrain signs
    overlays, no_passage             as in scenarios
    initiative: us                   us or de
    phase: activation                orders, activation or supply
    turn: 1
    turns: 6
    documents: r3c4                  a space where they lie
    options: {orders: alternate}
    units:
      Parks: {unit: us8.officer, at: r1c2, flipped: true, order: 2, suppressed: 1, activated: true, documents: true}

    army:
      us: {special: 1, bluffs: 2, orders: 1, perks: [initiative], traits: [intrepid], tokens: {heroic: 3}, hardened: 1}
      de: {hand: [courage], deck: [nein]}      with options {cards: "on"}
      us2: {...}                               of the second American player; his units have `player: 2`
      us-command: {orders: 1, tokens: {...}}   what a High Command gives all of them

A unit may also have `facing: 2` (0 north to 7), `aboard: <name>`, `damage: [track]`, `charges: 1`, and `values` that
differ from those of the side that is up, named as in units.yaml (a single `bonus` is one against every class).
`smoke: [[[2, 3], 4]]` (an intersection and its penalty) and `wrecks: {r1c2: heavy}` are laid on the board.

`order` is a number, `bluff` or `special`. Every unit belongs to a tile of its side that breaks at `breaking` losses
(default 9), or to one of `tiles: {Support: {side: us, breaking: 2, vp: 1, losses: 1}}` that it names (`tile: Support`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from bocage.content import ContentError, convert, near_match, together
from bocage.kernel import seeded
from bocage.systems.normandie.content.counters import changed, counters
from bocage.systems.normandie.content.files import Event, PlacedUnit, Player, ScenarioRecord, Side, TileUse, Zone
from bocage.systems.normandie.content.linking import Loaded
from bocage.systems.normandie.content.muster import muster, summon
from bocage.systems.normandie.content.options import set_options
from bocage.systems.normandie.content.plans import Overlay, Space
from bocage.systems.normandie.content.records import Nation, copy_values
from bocage.systems.normandie.content.recruits import all_cards, card_numbers, pool_tokens
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.forces import Pool, Scenario, Tile
from bocage.systems.normandie.model.tables import Counter
from bocage.systems.normandie.rules.battle import ACTIVATE, GIVE_ORDERS, RESUPPLY, Battle
from bocage.systems.normandie.rules.orders import entitlement
from bocage.systems.normandie.rules.structures import lay_wreck
from bocage.systems.normandie.state import AWAITED, CREW, EXITED, HULL, PRIMARY, TRACK, NormandieState, Unit

Mustered = tuple[int, Counter, int, int]
NATIONS: tuple[Nation, Nation] = ("us", "de")
PHASES = {
    "orders": (GIVE_ORDERS, flags.ORDERS), "activation": (ACTIVATE, flags.ACTIVATION),
    "supply": (RESUPPLY, flags.SUPPLIES),
}  # fmt: skip


class UnitAt(msgspec.Struct, forbid_unknown_fields=True):
    unit: str
    at: str
    flipped: bool = False
    order: Annotated[int, msgspec.Meta(ge=0, le=10)] | Literal["bluff", "special"] = 0
    shown: bool = False
    suppressed: int = 0
    activated: bool = False
    acted: bool = False
    documents: bool = False
    facing: int = -1
    aboard: str = ""
    player: int = 1  # of several on its side
    damage: list[Literal["crew", "track", "hull", "primary"]] = msgspec.field(default_factory=list)
    charges: int = 0
    values: dict[str, Any] = {}
    tile: str = ""


class TileAt(msgspec.Struct, forbid_unknown_fields=True):
    """A tile or option with losses of its own."""

    side: Nation
    breaking: int
    vp: int
    losses: int = 0


class ArmyAt(msgspec.Struct, forbid_unknown_fields=True):
    """What a side's options give it; tokens and traits are those of its tile."""

    special: int = 0
    bluffs: int = 1
    orders: int = 0
    hardened: int = 0
    perks: list[str] = []
    traits: list[str] = []
    tokens: dict[str, int] = {}
    hand: list[str] = []
    deck: list[str] = []  # the top card is the last


class PositionRecord(msgspec.Struct, forbid_unknown_fields=True):
    units: dict[str, UnitAt]
    map: list[str] = msgspec.field(default_factory=lambda: ["." * 9] * 7)
    overlays: list[Overlay] = []
    no_passage: list[tuple[Space, Space]] = []
    low_walls: list[tuple[Space, Space]] = []
    initiative: Nation = "us"
    phase: Literal["orders", "activation", "supply"] = "activation"
    turn: int = 1
    turns: int = 6
    breaking: int = 9
    documents: str = ""
    smoke: list[tuple[Space, int]] = msgspec.field(default_factory=list)
    wrecks: dict[str, Literal["light", "heavy"]] = msgspec.field(default_factory=dict)
    options: dict[str, Any] = {}
    army: dict[str, ArmyAt] = {}
    tiles: dict[str, TileAt] = {}
    events: list[Event] = []


def build(position: dict[str, Any]) -> tuple[NormandieState, dict[str, int]]:
    """The state at its first decision, and the piece ids by drill name."""
    record = convert(position, PositionRecord, "position")
    check_units(record)
    state, names = prepared(record)
    state.advance()
    return state, names


def check_units(record: PositionRecord) -> None:
    """What only a look at the counters, cards and options can tell, each with the name that may have been meant."""
    for name, unit in record.units.items():
        refuse_unknown(unit.unit, list(counters()), f"units.{name}.unit")
        if not re.fullmatch(r"r\d+c\d+", unit.at):
            raise ContentError("position", 0, f"units.{name}.at", f"'{unit.at}' is no space; write r2c5")
        if unit.tile:
            refuse_unknown(unit.tile, list(record.tiles), f"units.{name}.tile")
        if unit.aboard:
            refuse_unknown(unit.aboard, list(record.units), f"units.{name}.aboard")
            if not counters()[record.units[unit.aboard].unit].faces[0].transport:
                raise ContentError("position", 0, f"units.{name}.aboard", f"'{unit.aboard}' carries nobody")
    cards = [card.id for card in all_cards()]
    names = {"perks": flags.PERKS.names, "traits": flags.TRAITS.names, "tokens": flags.TOKENS.names}
    names.update({"hand": cards, "deck": cards})
    for name, army in record.army.items():
        for key, known in names.items():
            for word in getattr(army, key):
                refuse_unknown(word, known, f"army.{name}.{key}")


def refuse_unknown(name: str, known: Sequence[str], field: str) -> None:
    if name not in known:
        raise ContentError("position", 0, field, f"there is no '{name}'{near_match(name, known)}")


def name_the_unit(record: PositionRecord, field: str) -> str:
    """ "units.Parks.at" for the "sides[0].tiles[0].units[0].at" that it was made into."""
    there = re.match(r"sides\[(\d)\](?:\.players\[(\d)\])?\.tiles(?:\[0\]\.units\[(\d+)\](.*))?", field)
    if there is None:
        return field
    if there[3] is None:
        return "units"
    side, player = NATIONS[int(there[1])], int(there[2] or 0) + 1
    own = [name for name, unit in record.units.items() if nation_of(unit.unit) == side and unit.player == player]
    return f"units.{own[int(there[3])]}{there[4]}"


def changed_unit(record: PositionRecord, name: str, made: Mustered) -> Mustered:
    """The unit with the values the drill wants on it."""
    wanted = record.units[name]
    if not wanted.values:
        return made
    try:
        return made[0], changed(wanted.unit, wanted.flipped, wanted.values), made[2], made[3]
    except ContentError as error:
        raise ContentError("position", 0, f"units.{name}.values.{error.field}", error.message) from None


def prepared(record: PositionRecord) -> tuple[NormandieState, dict[str, int]]:
    loaded = link(record)
    scenario = loaded.scenario
    seats = give_options(scenario, record)
    own_tiles = {name: add_tile(scenario, name, wanted) for name, wanted in record.tiles.items()}
    state = NormandieState(scenario, seeded(1))
    for name, number in own_tiles.items():
        state.losses[number] = record.tiles[name].losses
    set_options(state, record.options)
    names = in_order(record)
    muster(state, [changed_unit(record, name, loaded.units[number]) for name, number in names.items()])
    summon(state, loaded.summoned, EXITED)
    summon(state, loaded.awaited, AWAITED)
    for name, seat in seats.items():
        state.staff.hands[seat] = card_numbers(record.army[name].hand)
        state.staff.decks[scenario.camps[seat]] += card_numbers(record.army[name].deck)
    for name, number in names.items():
        set_unit(state, number, record.units[name])
        if record.units[name].tile:
            state.units[number].tile = own_tiles[record.units[name].tile]
    for name, number in names.items():
        if record.units[name].aboard:
            state.embark(state.units[number], state.units[names[record.units[name].aboard]])
    lay_ground(state, record)
    begin(state, record)
    return state, names


def link(record: PositionRecord) -> Loaded:
    try:
        return Loaded(Path("position"), "position", scenario_of(record), decks_of(record))
    except ContentError as error:
        faults = [ContentError("position", 0, name_the_unit(record, one.field), one.message) for one in error.faults]
        raise together(faults) from None


def give_options(scenario: Scenario, record: PositionRecord) -> dict[str, int]:
    """What the options of armies give; returns the seats of their players by name."""
    for tile in scenario.tiles:
        tile.breaking_point = record.breaking if tile.breaking_point else 0
    scenario.pools = [Pool(), Pool()]
    scenario.bluffs = [1] * len(scenario.camps)
    seats = {name: seat_of(scenario, name) for name in record.army}
    for name, army in record.army.items():
        if seats[name] >= 0:
            grant(scenario, seats[name], army)
        else:
            grant_all(scenario, name, army)
    if scenario.allied:
        pool_tokens(scenario)
    return {name: seat for name, seat in seats.items() if seat >= 0}


def begin(state: NormandieState, record: PositionRecord) -> None:
    """In the phase that is wanted, with the tokens it opens with."""
    state.lead(state.scenario.initiative)
    state.refresh()
    entitle(state)
    battle = Battle()
    battle.step, state.phase = PHASES[record.phase]
    state.round = record.turn - 1 if record.phase == "orders" else record.turn
    state.tokens_down = record.phase != "orders"
    if record.documents:
        state.documents_cell = cell_of(state, record.documents, "documents")
    state.push(battle)


def add_tile(scenario: Scenario, name: str, wanted: TileAt) -> int:
    camp = scenario.nations.index(wanted.side)
    scenario.tiles.append(Tile(name, scenario.players[camp][0], camp, 0, wanted.breaking, wanted.vp))
    return len(scenario.tiles) - 1


def grant(scenario: Scenario, seat: int, army: ArmyAt) -> None:
    scenario.special[seat] = army.special
    scenario.bluffs[seat] = army.bluffs
    scenario.orders[seat] = army.orders
    scenario.perks[seat] = sum(1 << flags.PERKS.names.index(name) for name in army.perks)
    tile = next(tile for tile in scenario.tiles if tile.seat == seat)
    tile.traits = sum(1 << flags.TRAITS.names.index(name) for name in army.traits)
    tile.tokens = tokens_of(army)
    tile.hardened = army.hardened


def tokens_of(army: ArmyAt) -> list[int]:
    return [army.tokens.get(name, 0) for name in flags.TOKENS.names] if army.tokens else []


def seat_of(scenario: Scenario, name: str) -> int:
    """The seat of "us", "us2" and the like; -1 for a High Command."""
    nation, number = name[:2], name[2:]
    known = nation in scenario.nations and (number == "-command" or number in ("", "2", "3"))
    seats = scenario.players[scenario.nations.index(nation)] if known else []
    if not known or (number.isdigit() and int(number) > len(seats)):
        raise ContentError("position", 0, f"army.{name}", "there is no such player")
    return -1 if number == "-command" else seats[int(number or 1) - 1]


def grant_all(scenario: Scenario, name: str, army: ArmyAt) -> None:
    """What a High Command gives its side."""
    camp = scenario.nations.index(name[:2])
    pool = scenario.pools[camp]
    pool.orders, pool.bluffs, pool.special = army.orders, army.bluffs - 1, army.special
    for seat in scenario.players[camp]:
        scenario.perks[seat] |= sum(1 << flags.PERKS.names.index(perk) for perk in army.perks)
    tile = Tile("us.hc" if camp == 0 else "ge.hc", -1, camp)
    tile.tokens = tokens_of(army)
    scenario.tiles.append(tile)


def decks_of(record: PositionRecord) -> list[list[int]]:
    armies = [[army for name, army in record.army.items() if name.startswith(nation)] for nation in NATIONS]
    return [card_numbers([card for army in own for card in army.deck + army.hand]) for own in armies]


def in_order(record: PositionRecord) -> dict[str, int]:
    """American units come first, as in the scenario made of them."""
    ranks = {name: (nation_of(unit.unit) != "us", unit.player) for name, unit in record.units.items()}
    return {name: number for number, name in enumerate(sorted(ranks, key=ranks.__getitem__))}


def nation_of(unit: str) -> Nation:
    return "us" if unit.startswith("us") else "de"


def scenario_of(record: PositionRecord) -> ScenarioRecord:
    zone = Zone((0, len(record.map) - 1), (0, len(record.map[0]) - 1))
    sides = []
    for nation, tile in zip(NATIONS, ("us8", "ge902"), strict=True):
        own = [unit for unit in record.units.values() if nation_of(unit.unit) == nation]
        players: list[Player] = []
        for number in range(1, max([unit.player for unit in own], default=1) + 1):
            units = [PlacedUnit(u.unit, space_of(u.at)) for u in own if u.player == number]
            players.append(Player(tiles=[TileUse(tile, units)]))
        edge: Literal["left", "right"] = "left" if nation == "us" else "right"
        if len(players) == 1:
            sides.append(Side(nation, [zone], players[0].tiles, edge))
        else:
            sides.append(Side(nation, [zone], edge=edge, players=players))
    return ScenarioRecord(
        rounds=record.turns, map=record.map, sides=(sides[0], sides[1]), initiative=record.initiative,
        overlays=record.overlays, no_passage=record.no_passage, low_walls=record.low_walls, events=record.events,
        basis="estimate",
    )  # fmt: skip


def space_of(name: str) -> Space:
    row, _, col = name[1:].partition("c")
    return int(row), int(col)


def set_unit(state: NormandieState, number: int, wanted: UnitAt) -> None:
    unit = state.units[number]
    if wanted.flipped:
        unit.flip()
    unit.token = {"bluff": flags.BLUFF, "special": flags.SPECIAL}.get(str(wanted.order)) or int(wanted.order)
    copy_values(wanted, unit, "shown", "suppressed", "activated", "acted")
    if wanted.charges:
        unit.bombs = [layer_against(state, unit)] * wanted.charges
    for name in wanted.damage:
        unit.damage |= {"crew": CREW, "track": TRACK, "hull": HULL, "primary": PRIMARY}[name]
    if wanted.facing >= 0:
        unit.facing = wanted.facing
    state.put(unit, unit.cell)
    unit.known = not unit.face.concealed
    if wanted.documents:
        state.documents_unit = number


def layer_against(state: NormandieState, vehicle: Unit) -> int:
    """Whose bombs stick on a vehicle of a position: the first of the other side who could have laid them."""
    for unit in state.units:
        if unit.camp != vehicle.camp and not unit.is_vehicle() and unit.is_crewed():
            return unit.id
    raise ContentError("position", 0, "charges", "nobody could have laid them")


def cell_of(state: NormandieState, name: str, field: str) -> int:
    cell = state.board.grid.named(name)
    if cell < 0:
        raise ContentError("position", 0, field, f"'{name}' is no space of the board")
    return cell


def lay_ground(state: NormandieState, record: PositionRecord) -> None:
    """Wrecks, smoke and tokens of a position."""
    grid = state.board.grid
    state.smoke = [(grid.intersection(*place), value) for place, value in record.smoke]
    for name, weight in record.wrecks.items():
        heavy = weight == "heavy"
        lay_wreck(state, 1 << cell_of(state, name, f"wrecks.{name}"), heavy, 3 if heavy else 2)


def entitle(state: NormandieState) -> None:
    """Each player has at least the tokens his units hold."""
    state.bluffs = state.bluffs[:]
    for seat in range(len(state.scenario.camps)):
        tokens = [u.token for u in state.units if u.seat == seat and u.token]
        numbers = [t for t in tokens if t < flags.BLUFF]
        state.entitled[seat] = max([entitlement(state, seat), *numbers])
        state.placed[seat] = len(tokens)
        state.filled[seat] = True
        if len(state.scenario.players[state.scenario.camps[seat]]) > 1:
            state.bluffs[seat] = sum(flags.is_bluff(token) for token in tokens)
            state.staff.special[seat] = sum(flags.is_special(token) for token in tokens)
