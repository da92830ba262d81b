"""Golden cases about armies, decks, orders and cards, answered by the real rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bocage.kernel.dice import seeded
from bocage.systems.normandie.army import (
    AllianceRecord,
    ArmyRecord,
    alliance_violations,
    cards,
    deck_violations,
    share,
    violations,
)
from bocage.systems.normandie.content import counters, grid_of
from bocage.systems.normandie.model import Board, Scenario, Terrain, Tile
from bocage.systems.normandie.rules.victory import eliminate
from bocage.systems.normandie.state import NormandieState, Unit

Given = dict[str, Any]


def points(given: Given) -> dict[str, Any]:
    total = given["points_per_side"]
    return {"each_ally": share(total, given["alliance_players"]), "single": share(total, given["single_players"])}


def command_bands(given: Given) -> dict[str, Any]:
    """A High Command of one ally and an option of another nation: here a German order on an American tile."""
    army = {"nation": "us", "tiles": [{"tile": "us8"}]}
    record = msgspec.convert(
        {
            "alliance": "case",
            "points": 600,
            "armies": [army, army],
            "command": {"tile": "us.hc", "options": [{"slot": 1, "option": "mgnest"}], "shares": [20, 25]},
            "deck_nation": "us",
            "deck": plain_cards("us", 50),
        },
        AllianceRecord,
    )
    return {"legal": not alliance_violations(record)}


def battle_plan(given: Given) -> dict[str, Any]:
    """The order itself fits no opening of a platoon; what counts here is that no officer tile is there."""
    tiles = [{"tile": "us8", "options": [{"slot": 2, "option": "battleplan"}]}]
    found = violations(msgspec.convert({"nation": "us", "tiles": tiles}, ArmyRecord))
    return {"legal": "hon.special.source.2" not in [violation.rule for violation in found]}


def plain_cards(nation: str, size: int) -> dict[str, int]:
    deck: dict[str, int] = {}
    for card in cards().values():
        if nation in card.nations and card.category in ("common", "national") and size:
            deck[card.id] = min(card.copies, size)
            size -= deck[card.id]
    return deck


def command_deck(given: Given) -> dict[str, Any]:
    names = {"airstrike x2": "air2"}
    legal = []
    for case in given["cases"]:
        deck = plain_cards("us", case["common"]) | {"p47": case["command"]}
        legal.append(not deck_violations(deck, "us", [names[name] for name in case["options"]], 40))
    return {"legal": legal}


def copies(given: Given) -> dict[str, Any]:
    card = cards()["burst_into_action"]
    assert card.copies == given["printed_copies"]
    deck = plain_cards("us", 67) | {card.id: given["in_deck"]}
    return {"legal": not deck_violations(deck, "us", [], 40)}


def loss(given: Given) -> dict[str, Any]:
    """A unit that belongs to an option and, through it, to a tile is lost."""
    plain = Terrain("open", 0, 0)
    scenario = Scenario("case", Board(grid_of(1, 2), [plain] * 2, [-1] * 2, []), 6, 0, ["us", "de"])
    for number, key in enumerate(("tile", "option")):
        tile = Tile("us8", 0, 0, given[key]["red_squares"], given[key]["vp"])
        tile.parent = number - 1
        scenario.tiles.append(tile)
    state = NormandieState(scenario, seeded(1))
    state.losses = [given["tile"]["losses"], given["option"]["losses"]]
    unit = Unit(0, 0, counters()["us8.fire_team"], 1, "")
    state.units.append(unit)
    state.put(unit, 0)
    eliminate(state, unit, "hon.shot.kill.1")
    return {
        "option_losses": state.losses[1],
        "option_breaks": state.broken[1],
        "opponent_gains": state.score[1],
        "tile_losses": state.losses[0],
        "tile_breaks": state.broken[0],
    }


BY_ID: dict[str, Callable[[Given], dict[str, Any]]] = {
    "ex.seed.points": points,
    "ex.seed.hcbands": command_bands,
    "ex.seed.battleplan": battle_plan,
    "ex.deck.command": command_deck,
    "ex.deck.copies": copies,
    "ex.br.alloc": loss,
}
