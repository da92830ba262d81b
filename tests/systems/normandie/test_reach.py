"""Nothing of the data lies in the box unused: a scenario or a free battle can bring it all to the table."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.boards import boards
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.draft import random_deck
from bocage.systems.normandie.content.fields import fields
from bocage.systems.normandie.content.files import ScenarioRecord
from bocage.systems.normandie.content.happenings import WORDS
from bocage.systems.normandie.content.plans import building_plans, terrains
from bocage.systems.normandie.content.records import Nation
from bocage.systems.normandie.content.scenarios import MOST_POINTS, SCENARIOS, load

OFFICERS = {"us": "us.fc", "de": "ge.fk"}
PLATOONS = {"us": "us8", "de": "ge901"}
NATIONS: list[Nation] = ["us", "de"]
USUAL = {"any": 76}
"""In place of a deck of its own."""


@cache
def records() -> list[ScenarioRecord]:
    return [load(path).record for path in sorted(SCENARIOS.glob("*.yaml"))]


def sound(raised: army.ArmyRecord) -> bool:
    return not army.violations(raised)


def with_option(nation: Nation, tile: army.TileRecord, slot: int, option: army.OptionRecord) -> army.ArmyRecord:
    """An army with this option in this opening, and with the officer whom orders need."""
    allowed = army.pickable(option, tile.slots[slot - 1], nation)[: option.pick] if option.pick else []
    pick = (allowed * option.pick)[: option.pick]
    choice = army.TileChoice(tile.id, [army.Fitted(slot, option.id, pick)])
    others = [name for name in (PLATOONS[nation], OFFICERS[nation]) if name != tile.id]
    return army.ArmyRecord(nation=nation, points=MOST_POINTS, tiles=[choice, *map(army.TileChoice, others)])


@cache
def buyable() -> dict[str, list[Nation]]:
    """Options by the nations that can buy them."""
    found: dict[str, list[Nation]] = {name: [] for name in army.options()}
    for nation, tile, option in product(NATIONS, army.tiles().values(), army.options().values()):
        if tile.nation == nation and tile.kind != "command" and nation not in found[option.id]:
            slots = range(1, len(tile.slots) + 1)
            if any(sound(with_option(nation, tile, slot, option)) for slot in slots):
                found[option.id].append(nation)
    return found


def test_every_option_can_be_bought_by_every_nation_that_it_is_for() -> None:
    for name, option in army.options().items():
        wanted = NATIONS if option.nation == "any" else [option.nation]
        assert sorted(buyable()[name]) == sorted(wanted), name


def test_every_tile_and_hero_can_be_bought() -> None:
    for tile in army.tiles().values():
        if tile.kind == "command":
            used = [side.command.tile for record in records() for side in record.sides if side.command]
            assert tile.id in used
        else:
            assert sound(army.ArmyRecord(nation=tile.nation, points=MOST_POINTS, tiles=[army.TileChoice(tile.id)]))
    for hero in army.heroes().values():
        tiles = [army.TileChoice(PLATOONS[hero.nation])]
        assert sound(army.ArmyRecord(nation=hero.nation, points=MOST_POINTS, tiles=tiles, heroes=[hero.id])), hero.id


def test_every_counter_takes_the_field() -> None:
    found = {unit for tile in army.tiles().values() for unit in tile.units}
    found |= {hero.unit for hero in army.heroes().values()}
    found |= {card.unit for card in army.cards().values()}
    for record in records():
        for side in record.sides:
            found |= {placed.unit for player in side.forces() for placed in player.extra}
    tokens = {"ruse": "ruse", "horn_of_plenty": "horn", "smoke_bomb": "smoke"}
    for name, nations in buyable().items():
        option = army.options()[name]
        found |= set(option.units)
        for nation, token in product(nations, option.tokens):
            if token in tokens:
                found.add(f"{'us' if nation == 'us' else 'ge'}.{tokens[token]}")
    assert set(counters()) - found == set()


def test_every_card_comes_to_free_battles() -> None:
    """Common and national ones always, command cards with armies that bought orders for them."""
    found: set[str] = set()
    for nation in NATIONS:
        command = army.TileChoice(OFFICERS[nation], [army.Fitted(1, "air2"), army.Fitted(2, "art2")])
        raised = army.ArmyRecord(nation=nation, tiles=[army.TileChoice(PLATOONS[nation]), command])
        for seed in range(40):
            raised.deck = random_deck(raised, random.Random(seed))
            assert sound(raised)
            found |= set(raised.deck)
    assert set(army.cards()) - found == set()


def test_all_ground_is_met_somewhere() -> None:
    overlays = [part for one in fields().overlays for part in one.parts]
    overlays += [part for mission in fields().missions for part in mission.overlays]
    signs = {sign for rows in boards().values() for row in rows for sign in row}
    for record in records():
        overlays += record.overlays
        signs |= {sign for row in record.map for sign in row}
    found = {terrains()[sign].id for sign in signs} | {part.terrain for part in overlays}
    found |= {building_plans()[part.building].terrain for part in overlays if part.building}
    assert {terrain.id for terrain in terrains().values()} - found == set()
    assert set(building_plans()) == {part.building for part in overlays if part.building}


def test_every_word_for_events_is_used() -> None:
    events = [event for record in records() for event in record.events]
    assert {word for word in WORDS for event in events if getattr(event, word)} == set(WORDS) - {"points"}
    assert {event.when for event in events} >= {"start", "supply"}


def test_scenarios_grow_one_thing_at_a_time() -> None:
    """At first no cards and no vehicles, then a few of each; there are plenty of battles."""
    ordered = sorted((record for record in records() if not record.boards), key=lambda record: record.order)
    assert len(ordered) >= 20
    assert len({record.order for record in ordered}) == len(ordered)
    decks = [[sum((USUAL if side.deck is None else side.deck).values()) for side in one.sides] for one in ordered]
    assert decks == sorted(decks)
    assert decks[:3] == [[0, 0]] * 3
    assert not [side for record in ordered[:5] for side in record.sides if side.army], "bought armies come later"
