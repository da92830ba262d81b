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
from bocage.systems.normandie.content import (
    Loaded,
    PlacedUnit,
    ScenarioRecord,
    Side,
    TileUse,
    Zone,
    muster,
    read_options,
    summon,
)
from bocage.systems.normandie.kinds import ACTIVATION as ACTIVATING
from bocage.systems.normandie.kinds import BLUFF, ORDERS, PERKS, SPECIAL, SUPPLIES, TOKENS, TRAITS
from bocage.systems.normandie.model import Scenario
from bocage.systems.normandie.plans import Overlay, Space
from bocage.systems.normandie.records import Nation
from bocage.systems.normandie.recruits import all_cards
from bocage.systems.normandie.rules.battle import ACTIVATE, GIVE_ORDERS, RESUPPLY, Battle
from bocage.systems.normandie.rules.orders import entitlement
from bocage.systems.normandie.state import CREW, HULL, PRIMARY, TRACK, WRECK, NormandieState, Structure

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
    army: dict[Nation, ArmyAt] = {}


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
    loaded = Loaded(Path("position"), scenario_of(record), decks_of(record))
    for tile in loaded.scenario.tiles:
        tile.breaking_point = record.breaking if tile.breaking_point else 0
    for nation, army in record.army.items():
        grant(loaded.scenario, 0 if nation == "us" else 1, army)
    state = NormandieState(loaded.scenario, seeded(1))
    state.alternate, state.staff.cards = read_options(record.options)
    muster(state, loaded.units)
    summon(state, loaded.summoned)
    for nation, army in record.army.items():
        hold_cards(state, 0 if nation == "us" else 1, army)
    names = in_order(record)
    for name, number in names.items():
        set_unit(state, number, record.units[name])
    for name, number in names.items():
        if record.units[name].aboard:
            state.embark(state.units[number], state.units[names[record.units[name].aboard]])
    state.initiative = loaded.scenario.initiative
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
    scenario.perks[seat] = sum(1 << PERKS.index(name) for name in army.perks)
    tile = next(tile for tile in scenario.tiles if tile.seat == seat)
    tile.traits = sum(1 << TRAITS.index(name) for name in army.traits)
    tile.tokens = [army.tokens.get(name, 0) for name in TOKENS] if army.tokens else []
    tile.hardened = army.hardened


def hold_cards(state: NormandieState, seat: int, army: ArmyAt) -> None:
    state.staff.hands[seat] = card_numbers(army.hand)
    state.staff.decks[seat] = card_numbers(army.deck)


def card_numbers(names: list[str]) -> list[int]:
    numbers = {card.id: number for number, card in enumerate(all_cards())}
    return [numbers[name] for name in names]


def decks_of(record: PositionRecord) -> list[list[int]]:
    nations: tuple[Nation, Nation] = ("us", "de")
    armies = [record.army.get(nation, ArmyAt()) for nation in nations]
    return [card_numbers(army.deck + army.hand) for army in armies]


def in_order(record: PositionRecord) -> dict[str, int]:
    """American units come first, as in the scenario made of them."""
    names = sorted(record.units, key=lambda name: nation_of(record.units[name].unit) != "us")
    return {name: number for number, name in enumerate(names)}


def nation_of(unit: str) -> Nation:
    return "us" if unit.startswith("us") else "de"


def scenario_of(record: PositionRecord) -> ScenarioRecord:
    zone = Zone((0, len(record.map) - 1), (0, len(record.map[0]) - 1))
    nations: tuple[Nation, Nation] = ("us", "de")
    sides = []
    for nation, tile in zip(nations, ("us8", "ge902"), strict=True):
        units = [PlacedUnit(u.unit, space_of(u.at)) for u in record.units.values() if nation_of(u.unit) == nation]
        sides.append(Side(nation, [zone], [TileUse(tile, units)], "left" if nation == "us" else "right"))
    return ScenarioRecord(
        id="position",
        title="",
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
    unit.charges = wanted.charges
    for name in wanted.damage:
        unit.damage |= {"crew": CREW, "track": TRACK, "hull": HULL, "primary": PRIMARY}[name]
    if wanted.facing >= 0:
        unit.facing = wanted.facing
    state.put(unit, unit.cell)
    unit.known = not unit.face.concealed
    if wanted.documents:
        state.documents_unit = number


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
    """Each side has at least the tokens its units hold."""
    for seat in (0, 1):
        tokens = [u.token for u in state.units if u.seat == seat and u.token]
        numbers = [t for t in tokens if t < BLUFF]
        state.entitled[seat] = max([entitlement(state, seat), *numbers])
        state.placed[seat] = len(tokens)
        state.filled[seat] = True
