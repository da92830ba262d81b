"""Golden cases about armies, decks, orders and cards, answered by the real rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bocage.kernel.dice import seeded
from bocage.systems.normandie.content.army import (
    AllianceRecord,
    ArmyRecord,
    alliance_violations,
    cards,
    deck_violations,
    share,
    violations,
)
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.positions import build
from bocage.systems.normandie.content.scenarios import grid_of
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.forces import (
    Scenario,
    Tile,
)
from bocage.systems.normandie.model.tables import (
    Board,
    Terrain,
)
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.activation import Activation
from bocage.systems.normandie.rules.cards import RESOLVING, CardWindow
from bocage.systems.normandie.rules.fireline import ban_fire
from bocage.systems.normandie.rules.moments import BETWEEN
from bocage.systems.normandie.rules.supply import fade_smoke, recover
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


def order_zero(given: Given) -> dict[str, Any]:
    """Both sides have a special order and order 1; every pause is used. Within an activation nobody is asked."""
    units: dict[str, Any] = {}
    for side, row in (("US", 0), ("GE", 3)):
        for number, text in enumerate(given[side]):
            token, name = text.split(" on ")
            counter = "us8.fire_team" if side == "US" else "ge902.fire_group"
            order: int | str = "special" if token == "special" else int(token.split()[1])
            units[name] = {"unit": counter, "at": f"r{row}c{5 * number}", "order": order}
    army = {"us": {"special": 1}, "de": {"special": 1}}
    initiative = "us" if given["side_with_initiative"] == "US" else "de"
    state, names = build({"map": ["." * 9] * 4, "units": units, "army": army, "initiative": initiative})
    sequence = []
    interrupted = False
    while state.phase == flags.ACTIVATION and state.pending:
        decision = state.pending[0]
        if decision.kind == decisions.ACT:
            top = state.stack[-1]
            assert isinstance(top, Activation)
            unit = state.units[top.unit]
            name = next(name for name, number in names.items() if number == unit.id)
            what = "special" if unit.token >= flags.SPECIAL else f"order {unit.token}"
            sequence.append(f"{'US' if unit.seat == 0 else 'GE'} {what} {name}")
        else:
            interrupted = interrupted or isinstance(state.stack[-1], Activation)
        state.play(decision, decision.options[-1] if decision.kind == decisions.INTERRUPT else decision.options[0])
    return {"sequence_head": sequence, "may_interrupt_activation": interrupted}


def recovery(given: Given) -> dict[str, Any]:
    units = {}
    for number, markers in enumerate(given["markers"]):
        units[f"u{number}"] = {"unit": "us8.fire_team", "at": f"r0c{number}", "suppressed": markers}
    units["g"] = {"unit": "ge902.fire_group", "at": "r5c5"}
    state, _ = build({"units": units, "phase": "supply"})
    for unit, courageous in zip(state.units, given["courageous"], strict=False):
        unit.traits = flags.COURAGEOUS if courageous else 0
    recover(state)
    return {"markers_after": [unit.suppressed for unit in state.units[: len(given["markers"])]]}


def limited_range(given: Given) -> dict[str, Any]:
    """An officer with Limited Range 4 and a target at each distance."""
    legal = []
    for distance, sharp in zip(given["distances"], given["with_sharpshooters"], strict=True):
        units = {"u": {"unit": "us8.officer", "at": "r0c0"}, "g": {"unit": "ge902.fire_group", "at": f"r0c{distance}"}}
        state, names = build({"units": units, "army": {"us": {"traits": ["sharp"] if sharp else []}}})
        firer = state.units[names["u"]]
        assert firer.face.weapons[0].range == given["limited_range"]
        legal.append(ban_fire(state, firer, state.units[names["g"]]) is None)
    return {"legal": legal}


def with_cards(hand: list[str], deck: list[str], phase: str, other: list[str]) -> NormandieState:
    units = {
        "u": {"unit": "us8.officer", "at": "r0c0", "acted": True},
        "g": {
            "unit": "ge902.officer",
            "at": "r4c6",
            "acted": phase == "supply",
            "order": 0 if phase == "supply" else 1,
        },
        "h": {"unit": "ge902.fire_group", "at": "r5c6", "acted": phase == "supply"},
    }
    army = {"us": {"hand": hand, "deck": deck}, "de": {"hand": other}}
    state, _ = build({"units": units, "phase": phase, "army": army, "options": {"cards": "on"}})
    state.recording = True
    return state


def hand_refill(given: Given) -> dict[str, Any]:
    """Supply step 6 for each hand, with a full deck."""
    draws, after = [], []
    for held, thrown in zip(given["hand"], given["discards"], strict=True):
        state = with_cards(["relay"] * held, ["no"] * 20, "supply", [])
        for _ in range(thrown):
            state.play(state.pending[0], acts.DROP_CARD.on(0))
        before = len(state.staff.decks[0])
        state.play(state.pending[0], acts.DONE.act())
        draws.append(before - len(state.staff.decks[0]))
        after.append(len(state.staff.hands[0]))
    return {"draws": draws, "hand_after": after}


def card_stack(given: Given) -> dict[str, Any]:
    """Three scramblings on one action; the third takes the token that the first is aimed at."""
    state = with_cards(["communications_scrambled", "communications_scrambled"], [], "activation", ["courage"])
    names = given["played_in_order"]
    window = CardWindow(BETWEEN, 0, -1, -1)
    scramble = next(n for n, card in enumerate(state.scenario.cards) if card.id == "communications_scrambled")
    token = next(unit.id for unit in state.units if unit.token)
    state.stack = [window]
    state.pending = []
    window.step = RESOLVING
    window.seats, window.cards, window.aims = [0, 0, 0], [scramble] * 3, [token, token + 1, token]
    state.units[token + 1].token = 2
    order, effects = [], {}
    while window.cards:
        name = names[len(window.cards) - 1]
        state.events = []
        window.advance(state)
        order.append(name)
        effects[name] = state.events[-1].kind == "card-played"
    return {"resolution_order": order, "first_has_effect": effects["first"]}


def fading(given: Given) -> dict[str, Any]:
    """Patterns on different crossings at the close of a Supply Phase."""
    state = with_cards([], [], "activation", [])
    state.smoke = [(place, -value) for place, value in enumerate(given["patterns"])]
    fade_smoke(state)
    left = dict(state.smoke)
    return {"after": [-left[place] if place in left else "removed" for place in range(len(given["patterns"]))]}


BY_ID: dict[str, Callable[[Given], dict[str, Any]]] = {
    "ex.seed.points": points,
    "ex.seed.hcbands": command_bands,
    "ex.seed.battleplan": battle_plan,
    "ex.deck.command": command_deck,
    "ex.deck.copies": copies,
    "ex.br.alloc": loss,
    "ex.proc.order0": order_zero,
    "ex.supply.recover": recovery,
    "ex.supply.hand": hand_refill,
    "ex.proc.cardstack": card_stack,
    "ex.fire.limited": limited_range,
    "ex.smoke.fade": fading,
}
