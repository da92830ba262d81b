"""Golden cases of three and four players, and of the Supply Phase with all that happens in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.systems.normandie.content.positions import build
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.state import NormandieState

Given = dict[str, Any]

# Steps of the Supply Phase by what is asked or told in them
BY_DECISION = {decisions.CARD: 0, decisions.SUPPLY: 2, decisions.DISCARD: 5}
BY_EVENT = {"bluff-off": 1, "recover": 3, "bomb-blast": 4, "tokens": 7, "round": 8}
STEPS = [
    "start effects: abilities, cards, options, scenario",
    "discard bluffs",
    "moves, initiative player first",
    "remove 1 Suppressed per unit",
    "end effects: abilities, cards, options, scenario",
    "discard any cards, draw to 4",
    "check victory",
    "take order tokens",
    "initiative marker advances and flips",
]
CHECK_VICTORY = 6


def one_against_two(given: Given) -> dict[str, Any]:
    """Each opponent has a number 1 of his own; the single player has two numbers."""
    units: dict[str, Any] = {}
    for number in (1, 2):
        units[f"single {number}"] = {"unit": "us8.fire_team", "at": f"r0c{2 * number}", "order": number}
    for number, opponent in enumerate(given["opponents"], 1):
        units[f"{opponent} 1"] = {"unit": "ge902.fire_group", "at": f"r6c{2 * number}", "order": 1, "player": number}
    initiative = "us" if given["single_has_initiative"] else "de"
    state, numbers = build({"units": units, "initiative": initiative})
    names = {number: name for name, number in numbers.items()}
    sequence: list[str] = []
    while state.phase == flags.ACTIVATION and state.pending:
        shown = [names[unit.id] for unit in state.units if unit.shown and names[unit.id] not in sequence]
        sequence += shown
        state.play(state.pending[0], state.pending[0].options[0])
    return {"sequence": sequence}


def shared_planning(given: Given) -> dict[str, Any]:
    """The allies of a High Command with Planning take up its token, play the round and give it back."""
    units: dict[str, Any] = {"g": {"unit": "ge902.officer", "at": "r6c6"}}
    for number in range(5):  # more than there are tokens, so that some are left to move in the Supply Phase
        units[f"g{number}"] = {"unit": "ge902.fire_group", "at": f"r5c{number}"}
    for number in range(1, given["alliance_players"] + 1):
        units[f"u{number}"] = {"unit": "us8.officer", "at": f"r0c{2 * number}", "player": number}
    army = {"us-command": {"orders": given["options"].count("planning")}}
    state, _ = build({"units": units, "army": army, "phase": "orders"})
    allies = state.scenario.players[0]
    before = [state.entitled[seat] for seat in allies]
    while state.pending[0].kind in (decisions.RANK, decisions.ALLOT):
        state.play(state.pending[0], state.pending[0].options[0])
    extra = [state.entitled[seat] - had for seat, had in zip(allies, before, strict=True)]
    held = play_on(state, flags.SUPPLIES)
    in_supply = [state.entitled[seat] for seat in allies]
    assert held, "the Supply Phase comes"
    assert sum(in_supply) == sum(before) + sum(extra), "it is kept until then"
    play_on(state, flags.ORDERS)
    back = [state.entitled[seat] for seat in allies] == before
    return {
        "extra_order_tokens_for_alliance": sum(extra),
        "extra_per_player": min(extra),
        "returned": "end of the Supply Phase" if back else "never",
    }


def play_on(state: NormandieState, phase: int) -> bool:
    """The first option of every decision until the phase begins; only what happens in between counts."""
    for _ in range(500):
        if state.phase == phase:
            return True
        wanted = state.pending[0]
        state.play(wanted, wanted.options[-1] if wanted.kind == decisions.SUPPLY else wanted.options[0])
    return False


def supply_order(given: Given) -> dict[str, Any]:
    """In one battle all steps show; in another, at its last round, victory ends it after the cards."""
    assert given["phase"] == "supply"
    steps = steps_of(rounds=6)
    ended = steps_of(rounds=1)
    assert CHECK_VICTORY not in steps
    place = ended.index(CHECK_VICTORY)
    assert ended[:place] == steps[:place]
    assert ended[place + 1 :] == []
    return {"steps": [STEPS[step] for step in steps[:place] + [CHECK_VICTORY] + steps[place:]]}


def steps_of(rounds: int) -> list[int]:
    units = {
        "u": {"unit": "us8.fire_team", "at": "r0c0", "suppressed": 1},
        "b": {"unit": "us8.fire_team", "at": "r2c0", "order": "bluff"},
        "t": {"unit": "us.sherman", "at": "r4c2", "charges": 1, "facing": 2, "acted": True},
        "g": {"unit": "ge902.officer", "at": "r6c8"},
    }
    army = {"us": {"hand": ["courage"], "deck": ["no"] * 6}}
    position = {"units": units, "army": army, "phase": "supply", "rounds": rounds, "options": {"cards": "on"}}
    state, _ = build(position)
    state.recording = True
    found: list[int] = []
    movers: list[int] = []
    initiative = state.initiative
    for _ in range(100):
        if state.over or state.phase == flags.ORDERS:
            break
        decision = state.pending[0]
        note(found, BY_DECISION.get(decision.kind, -1))
        if decision.kind == decisions.SUPPLY:
            movers.append(decision.seat)
        done = acts.DONE.act() if acts.DONE.act() in decision.options else decision.options[0]
        state.events = []
        state.play(decision, done)
        for event in state.events:
            note(found, CHECK_VICTORY if event.kind == "end" else BY_EVENT.get(event.kind, -1))
    assert movers == [initiative, 1 - initiative]
    assert state.over or state.initiative == 1 - initiative
    return found


def note(found: list[int], step: int) -> None:
    if step >= 0 and step not in found:
        found.append(step)


BY_ID: dict[str, Callable[[Given], dict[str, Any]]] = {
    "ex.seed.mpalt": one_against_two,
    "ex.seed.planning": shared_planning,
    "ex.proc.supply": supply_order,
}
