"""Positions for drills and tests: a small board, units where they are wanted, and a phase to begin in.

    map: ['.....', '.....']          rows of terrain signs
    overlays, no_passage             as in scenarios
    initiative: us                   us or de
    phase: activation                orders, activation or supply
    round: 1
    rounds: 6
    documents: r3c4                  a space where they lie
    options: {orders: alternate}
    units:
      Parks: {unit: us8.officer, at: r1c2, side: back, order: 2, suppressed: 1, activated: true, documents: true}

    army:
      us: {special: 1, bluffs: 2, orders: 1, perks: [initiative], traits: [intrepid], tokens: {heroic: 3}, hardened: 1}
      de: {hand: [courage], deck: [nein]}      with options {cards: "on"}
      us2: {...}                               of the second American player; his units have `player: 2`
      us-command: {orders: 1, tokens: {...}}   what a High Command gives all of them

A unit may also have `facing: 2` (0 north to 7), `aboard: <name>`, `damage: [track]`, `charges: 1`.
`smoke: [[[2, 3], 4]]` (an intersection and its penalty) and `wrecks: {r1c2: heavy}` are laid on the board.

`order` is a number, `bluff` or `special`. Every unit belongs to a tile of its side that breaks at `breaking` losses
(default 9).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from bocage.content import ContentError
from bocage.kernel.dice import seeded
from bocage.systems.normandie.content.files import (
    PlacedUnit,
    Player,
    ScenarioRecord,
    Side,
    TileUse,
    Zone,
)
from bocage.systems.normandie.content.plans import (
    Overlay,
    Space,
)
from bocage.systems.normandie.content.records import Nation
from bocage.systems.normandie.content.recruits import (
    all_cards,
    pool_tokens,
)
from bocage.systems.normandie.content.scenarios import (
    Loaded,
    muster,
    read_options,
    summon,
)
from bocage.systems.normandie.model.flags import ACTIVATION as ACTIVATING
from bocage.systems.normandie.model.flags import (
    BLUFF,
    ORDERS,
    PERKS,
    SPECIAL,
    SUPPLIES,
    TOKENS,
    TRAITS,
    is_bluff,
    is_special,
)
from bocage.systems.normandie.model.forces import (
    Pool,
    Scenario,
    Tile,
)
from bocage.systems.normandie.rules.battle import ACTIVATE, GIVE_ORDERS, RESUPPLY, Battle
from bocage.systems.normandie.rules.orders import entitlement
from bocage.systems.normandie.state import CREW, HULL, PRIMARY, TRACK, WRECK, NormandieState, Structure, Unit

PHASES = {"orders": (GIVE_ORDERS, ORDERS), "activation": (ACTIVATE, ACTIVATING), "supply": (RESUPPLY, SUPPLIES)}


class UnitAt(msgspec.Struct, forbid_unknown_fields=True):
    unit: str
    at: str
    side: Literal["front", "back"] = "front"
    order: int | Literal["bluff", "special"] = 0
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
    round: int = 1
    rounds: int = 6
    breaking: int = 9
    documents: str = ""
    smoke: list[tuple[Space, int]] = msgspec.field(default_factory=list)
    wrecks: dict[str, Literal["light", "heavy"]] = msgspec.field(default_factory=dict)
    options: dict[str, Any] = {}
    army: dict[str, ArmyAt] = {}


def build(position: dict[str, Any]) -> tuple[NormandieState, dict[str, int]]:
    """The state at its first decision, and the piece ids by drill name."""
    try:
        record = msgspec.convert(position, PositionRecord)
    except msgspec.ValidationError as error:
        raise ContentError("position", 0, "", str(error)) from None
    state, names = prepared(record)
    state.advance()
    return state, names


def prepared(record: PositionRecord) -> tuple[NormandieState, dict[str, int]]:
    loaded = Loaded(Path("position"), "position", scenario_of(record), decks_of(record))
    for tile in loaded.scenario.tiles:
        tile.breaking_point = record.breaking if tile.breaking_point else 0
    scenario = loaded.scenario
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
    state = NormandieState(loaded.scenario, seeded(1))
    state.alternate, state.staff.cards = read_options(record.options)
    muster(state, loaded.units)
    summon(state, loaded.summoned)
    for name, army in record.army.items():
        if seats[name] >= 0:
            hold_cards(state, seats[name], army)
    names = in_order(record)
    for name, number in names.items():
        set_unit(state, number, record.units[name])
    for name, number in names.items():
        if record.units[name].aboard:
            state.embark(state.units[number], state.units[names[record.units[name].aboard]])
    state.lead(scenario.initiative)
    lay_ground(state, record)
    state.refresh()
    entitle(state)
    battle = Battle()
    battle.step, state.phase = PHASES[record.phase]
    state.round = record.round - 1 if record.phase == "orders" else record.round
    state.tokens_down = record.phase != "orders"
    if record.documents:
        state.documents_cell = state.board.grid.named(record.documents)
    state.push(battle)
    return state, names


def grant(scenario: Scenario, seat: int, army: ArmyAt) -> None:
    scenario.special[seat] = army.special
    scenario.bluffs[seat] = army.bluffs
    scenario.orders[seat] = army.orders
    scenario.perks[seat] = sum(1 << PERKS.names.index(name) for name in army.perks)
    tile = next(tile for tile in scenario.tiles if tile.seat == seat)
    tile.traits = sum(1 << TRAITS.names.index(name) for name in army.traits)
    tile.tokens = [army.tokens.get(name, 0) for name in TOKENS.names] if army.tokens else []
    tile.hardened = army.hardened


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
        scenario.perks[seat] |= sum(1 << PERKS.names.index(perk) for perk in army.perks)
    tile = Tile("us.hc" if camp == 0 else "ge.hc", -1, 0, 0, 0)
    tile.camp = camp
    tile.tokens = [army.tokens.get(token, 0) for token in TOKENS.names] if army.tokens else []
    scenario.tiles.append(tile)


def hold_cards(state: NormandieState, seat: int, army: ArmyAt) -> None:
    state.staff.hands[seat] = card_numbers(army.hand)
    state.staff.decks[state.scenario.camps[seat]] += card_numbers(army.deck)


def card_numbers(names: list[str]) -> list[int]:
    numbers = {card.id: number for number, card in enumerate(all_cards())}
    return [numbers[name] for name in names]


def decks_of(record: PositionRecord) -> list[list[int]]:
    nations: tuple[Nation, Nation] = ("us", "de")
    found: list[list[int]] = []
    for nation in nations:
        armies = [army for name, army in record.army.items() if name.startswith(nation)]
        found.append(card_numbers([card for army in armies for card in army.deck + army.hand]))
    return found


def in_order(record: PositionRecord) -> dict[str, int]:
    """American units come first, as in the scenario made of them."""
    units = record.units
    names = sorted(units, key=lambda name: (nation_of(units[name].unit) != "us", units[name].player))
    return {name: number for number, name in enumerate(names)}


def nation_of(unit: str) -> Nation:
    return "us" if unit.startswith("us") else "de"


def scenario_of(record: PositionRecord) -> ScenarioRecord:
    zone = Zone((0, len(record.map) - 1), (0, len(record.map[0]) - 1))
    nations: tuple[Nation, Nation] = ("us", "de")
    sides = []
    for nation, tile in zip(nations, ("us8", "ge902"), strict=True):
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
        rounds=record.rounds,
        map=record.map,
        sides=(sides[0], sides[1]),
        initiative=record.initiative,
        overlays=record.overlays,
        no_passage=record.no_passage,
        low_walls=record.low_walls,
        basis="estimate",
    )


def space_of(name: str) -> Space:
    row, _, col = name[1:].partition("c")
    return int(row), int(col)


def set_unit(state: NormandieState, number: int, wanted: UnitAt) -> None:
    unit = state.units[number]
    if wanted.side == "back":
        unit.flip()
    unit.token = {"bluff": BLUFF, "special": SPECIAL}.get(str(wanted.order)) or int(wanted.order)
    unit.shown = wanted.shown
    unit.suppressed = wanted.suppressed
    unit.activated = wanted.activated
    unit.acted = wanted.acted
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


def lay_ground(state: NormandieState, record: PositionRecord) -> None:
    """Wrecks, smoke and tokens of a position."""
    grid = state.board.grid
    state.smoke = [(grid.intersection(*place), value) for place, value in record.smoke]
    for name, weight in record.wrecks.items():
        heavy = weight == "heavy"
        ground = state.ground.changed()
        ground.wrecks[1 if heavy else 0] |= 1 << grid.named(name)
        ground.build()
        state.ground = ground
        state.structures = [*state.structures, Structure(1 << grid.named(name), 3 if heavy else 2, WRECK, -1)]
        state.markers.append(0)


def entitle(state: NormandieState) -> None:
    """Each player has at least the tokens his units hold."""
    state.bluffs = state.bluffs[:]
    for seat in range(len(state.scenario.camps)):
        tokens = [u.token for u in state.units if u.seat == seat and u.token]
        numbers = [t for t in tokens if t < BLUFF]
        state.entitled[seat] = max([entitlement(state, seat), *numbers])
        state.placed[seat] = len(tokens)
        state.filled[seat] = True
        if len(state.scenario.players[state.scenario.camps[seat]]) > 1:
            state.bluffs[seat] = sum(is_bluff(token) for token in tokens)
            state.staff.special[seat] = sum(is_special(token) for token in tokens)
