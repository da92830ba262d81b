"""Random games with every skill card, Snipers, aircraft and events in play: they end, and nothing breaks."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.systems.lnlt.armour import EAST, SHERMAN, STUG, WEST, Field, side, vehicle
from tests.systems.lnlt.table import M1919, MG42, PARA, RIFLES, unit

from bocage.kernel.dice import seeded
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.rules import skills

LEADERS = {"us": "us.ldr.clarkson", "de": "ge.ldr.weiss", "fr": "fr.ldr.cne", "uk": "uk.ldr.ablt"}
HEROES = {"us": "us.hero.para", "de": "ge.hero.fj", "fr": "fr.hero", "uk": "uk.hero.para"}
SQUADS = {"us": PARA, "de": RIFLES, "fr": "fr.reg.squad.1-6-4", "uk": "uk.para.squad.1-6-4"}
WOODS = ["C3", "D6", "E4", "G5", "H3", "H7", "J4", "K6"]
LIMIT = 3000


def holder(nation: str, card: str, hex_: str) -> list[dict[str, Any]]:
    """Somebody who may hold it, with a squad."""
    kinds = skills.HOLDERS[skills.NAMES.index(card)]
    who = LEADERS if 2 in kinds else HEROES
    squad = unit(
        SQUADS[nation], hex_, f"s{hex_}", weapons=[{"us": M1919, "de": MG42}[nation]] if nation in "usde" else []
    )
    return [unit(who[nation], hex_, f"h{hex_}", skill=card), squad]


def battle(cards: list[str], seed: int) -> Field:
    special = {"la-marseillaise": "fr", "tromblon": "fr", "stiff-upper-lip": "uk"}
    ours = next((special[card] for card in cards if card in special), "us")
    first = [item for i, card in enumerate(cards[:2]) for item in holder(ours, card, f"D{3 + 2 * i}")]
    second = [item for i, card in enumerate(cards[2:]) for item in holder("de", card, f"I{3 + 2 * i}")]
    field = Field(
        side(
            ours,
            *first,
            *([vehicle(SHERMAN, "B4", "S", facing=EAST)] if ours == "us" else []),
            {"unit": f"{ours}.sniper", "name": "sniper"},
            aircraft=[{"name": "P-47", "bomb_fp": 4, "strafe_fp": 3}],
            heroes=[HEROES[ours]] * 2,
        ),
        side("de", *second, vehicle(STUG, "L4", "T", facing=WEST), {"unit": "ge.sniper", "name": "other"}),
        terrain={"light-woods": WOODS},
        turns=3,
        events=[{"hex": "G4", "text": "A cache.", "points": 1, "marker": "smoke"}],
    )
    field.state.recording = False
    field.state.dice = seeded(seed)
    return field


def play(cards: list[str], seed: int) -> int:
    state = battle(cards, seed).state
    chance = random.Random(seed)
    count = 0
    while not state.over:
        count += 1
        assert count < LIMIT, "the game does not end"
        decision = state.pending[0]
        option = chance.choice(decision.options)
        if count % 25 == 0:
            twin = state.clone()
            assert twin.data() == state.data(), "a copy that differs"
            SYSTEM.prompt(state, decision)
        state.play(decision, option)
        SYSTEM.check(state)
    return count


CARDS = [card for card in skills.NAMES[1:] if card not in ("la-marseillaise", "tromblon", "stiff-upper-lip")]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_every_card(seed: int) -> None:
    deck = CARDS[:]
    random.Random(seed).shuffle(deck)
    deck = [*deck, *deck[: -len(deck) % 4]]
    for i in range(0, len(deck), 4):
        assert play(deck[i : i + 4], seed * 100 + i)


def test_random_games_with_the_cards_of_one_nation() -> None:
    assert play(["la-marseillaise", "tromblon", "slayer", "preempt"], 1)
    assert play(["stiff-upper-lip", "maneuver", "the-ambush", "decisive"], 2)
