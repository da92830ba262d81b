"""Raising an army: what may be bought, and what is wrong with an army or deck."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.content import ContentError
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.army import (
    AllianceRecord,
    ArmyRecord,
    alliance_violations,
    cards,
    cost,
    heroes,
    options,
    share,
    tiles,
    usual_deck,
    violations,
)
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.draft import random_army
from bocage.systems.normandie.content.ground import grid_of
from bocage.systems.normandie.content.recruits import enlist, equip
from bocage.systems.normandie.model.flags import TOKENS
from bocage.systems.normandie.model.forces import Scenario
from bocage.systems.normandie.model.tables import Board, Terrain
from bocage.systems.normandie.state import NormandieState, Unit


def army(*choices: Any, nation: str = "us", **fields: Any) -> ArmyRecord:
    """Tiles as ("us8", {1: "us8.rifle"}); an option may be a pair of its id and the tokens picked."""
    bought = []
    for tile, fitted in choices:
        rows = []
        for slot, option in fitted.items():
            name, pick = option if isinstance(option, tuple) else (option, [])
            rows.append({"slot": slot, "option": name, "pick": pick})
        bought.append({"tile": tile, "options": rows})
    return msgspec.convert({"nation": nation, "tiles": bought, **fields}, ArmyRecord)


def wrong(record: ArmyRecord, points: int = 0) -> set[str]:
    return {violation.rule for violation in violations(record, points)}


def plain_deck(nation: str, size: int) -> dict[str, int]:
    """That many cards which need no order."""
    deck: dict[str, int] = {}
    for card in cards().values():
        if nation in card.nations and card.category in ("common", "national") and size:
            deck[card.id] = min(card.copies, size)
            size -= deck[card.id]
    return deck


def battle_of(record: ArmyRecord) -> NormandieState:
    """The units of one army on a bare board, in reserve."""
    from bocage.kernel.dice import seeded

    plain = Terrain("open", 0, 0)
    scenario = Scenario("test", Board(grid_of(3, 9), [plain] * 27, [-1] * 27, []), 6, 0, ["us", "de"])
    known = counters()
    state_units = []
    for number, (name, tile) in enumerate(enlist(scenario, 0, record)):
        counter = known.get(name) or known["us8.fire_team"]
        state_units.append(Unit(number, 0, counter, tile, ""))
    state = NormandieState(scenario, seeded(1))
    state.units = state_units
    equip(state)
    for cell, unit in enumerate(state.units):
        state.put(unit, cell)
    return state


LEGAL = army(
    ("us8", {1: "us8.rifle", 2: "ammo", 3: "us.willys", 4: "us.stuart"}),
    ("us.fc", {1: "planning", 2: "bluff"}),
    heroes=["rock"],
)


@pytest.mark.rule("hon.army.points.1", "hon.army.tile.2", "hon.comp.option.1")
def test_the_whole_cost_counts_against_the_budget() -> None:
    everything = [*tiles().values(), *options().values(), *heroes().values()]
    prices = {one.id: one.cost for one in everything}
    bought = [tile.tile for tile in LEGAL.tiles] + [fitted.option for tile in LEGAL.tiles for fitted in tile.options]
    assert cost(LEGAL) == sum(prices[name] for name in bought + LEGAL.heroes)
    assert wrong(LEGAL, cost(LEGAL)) == set()
    assert wrong(LEGAL, cost(LEGAL) - 1) == {"hon.army.points.1"}
    two = army(("us8", {}), ("us22", {}), ("us8", {}))
    assert wrong(two, 2 * prices["us8"] + prices["us22"]) == set(), "as many tiles as the budget allows"


@pytest.mark.rule("hon.army.tile.1")
def test_an_army_needs_a_tile() -> None:
    assert wrong(army(heroes=["rock"])) == {"hon.army.tile.1"}


@pytest.mark.rule("hon.army.slot.1", "hon.army.slot.2", "hon.army.slot.3")
def test_an_option_fits_an_opening_of_its_size_and_colour() -> None:
    assert wrong(army(("us8", {2: "us8.rifle"}))) == {"hon.army.slot.1", "hon.army.slot.2"}
    assert wrong(army(("us8", {1: "us.stuart"}))) == {"hon.army.slot.2"}, "black into green"
    assert wrong(army(("us8", {4: "us.stuart"}))) == set(), "one band that matches is enough"
    assert wrong(army(("us8", {5: "ammo"}))) == {"hon.army.slot.1"}, "there is no fifth opening"
    assert wrong(army(("us22", {1: "us8.rifle"}))) == {"hon.army.slot.2"}, "a squad of the other regiment"
    assert wrong(army(("us8", {4: "ge.tiger"}))) == {"hon.army.slot.2"}, "the other nation"
    twice = army(("us8", {2: "ammo"}))
    twice.tiles[0].options.append(msgspec.convert({"slot": 2, "option": "grenade"}, type(twice.tiles[0].options[0])))
    assert wrong(twice) == {"hon.army.slot.3"}


@pytest.mark.rule("hon.army.types.1", "hon.army.support.1", "hon.army.trait.1", "hon.comp.option.1")
def test_the_four_types_of_options() -> None:
    assert {option.type for option in options().values()} == {"support", "equipment", "trait", "order"}
    for option in options().values():
        assert option.cost > 0 or option.points > 0
        assert bool(option.units) or option.type != "support"
        assert all(token in TOKENS.names for token in option.tokens)
    kinds = {counters()[name].kind for o in options().values() for name in o.units if name in counters()}
    assert "rifle" in kinds


@pytest.mark.rule("hon.army.order.1", "hon.special.source.2")
def test_orders_need_an_officer_tile() -> None:
    platoon = {1: "us8.rifle"}
    rows = [{"slot": 1, "option": "planning"}]
    alone = msgspec.convert({"nation": "us", "tiles": [{"tile": "us8", "options": rows}]}, ArmyRecord)
    assert "hon.army.order.1" in wrong(alone)
    assert wrong(army(("us8", platoon), ("us.fc", {1: "battleplan"}))) == set()
    rows[0]["option"] = "battleplan"
    alone = msgspec.convert({"nation": "us", "tiles": [{"tile": "us8", "options": rows}]}, ArmyRecord)
    assert "hon.special.source.2" in wrong(alone)


@pytest.mark.rule("hon.army.hero.1", "hon.army.hero.2", "hon.army.hero.3", "hon.comp.hero.1", "hon.counter.insignia.1")
def test_heroes_take_no_opening_but_need_their_insignia(monkeypatch: pytest.MonkeyPatch) -> None:
    full = army(("us8", {1: "us8.rifle", 2: "ammo", 3: "grenade", 4: "us.stuart"}), heroes=["clint", "rock"])
    assert wrong(full) == set()
    assert wrong(army(("us8", {}), heroes=["otto"])) == {"hon.army.hero.2"}
    ranger = msgspec.structs.replace(heroes()["rock"], id="ranger", insignia="2rb")
    monkeypatch.setitem(heroes(), "ranger", ranger)
    assert wrong(army(("us8", {}), heroes=["ranger"])) == {"hon.army.hero.3"}
    divisional = msgspec.structs.replace(ranger, insignia=tiles()["us8"].insignia)
    monkeypatch.setitem(heroes(), "ranger", divisional)
    assert wrong(army(("us8", {}), heroes=["ranger"])) == set()
    assert wrong(army(("us.fc", {}), heroes=["ranger"])) == {"hon.army.hero.3"}
    assert wrong(army(("ge901", {}))) == {"hon.counter.insignia.1"}


@pytest.mark.rule("hon.trait.nazi.1")
def test_the_trait_that_adds_points() -> None:
    bought = army(("ge901", {1: "ge901.pzg", 2: "nazi"}), nation="de")
    assert wrong(bought, cost(bought) - 30) == set()
    assert wrong(bought, cost(bought) - 31) == {"hon.army.points.1"}


@pytest.mark.rule("hon.ord.infil.2")
def test_american_infiltration_fits_one_tile_only() -> None:
    assert wrong(army(("us.fc", {1: "infil"}))) == {"hon.ord.infil.2"}
    assert wrong(army(("ge.fk", {1: "infil"}), nation="de")) == set()


@pytest.mark.rule(
    "hon.ord.planning.1", "hon.ord.bluff.1", "hon.ord.plan.1", "hon.special.cap.1", "hon.trait.hardened.1"
)
def test_orders_that_options_grant() -> None:
    scenario = battle_of(army(("us8", {2: "hardened"}), ("us.fc", {1: "planning", 2: "bluff"}))).scenario
    assert (scenario.orders, scenario.bluffs, scenario.special) == ([1, 0], [2, 1], [0, 0])
    assert [tile.hardened for tile in scenario.tiles] == [1, 0]
    plans = battle_of(army(("us.fc", {1: "battleplan", 2: "battleplan"}), ("us.fc", {1: "battleplan"})))
    assert plans.scenario.special == [2, 0]


@pytest.mark.rule("hon.setup.deck.1", "hon.setup.deck.2", "hon.card.copies.1", "hon.comp.cards.1")
def test_a_deck_has_forty_cards_of_its_faction_and_no_more_copies_than_printed() -> None:
    assert wrong(army(("us8", {}), deck=plain_deck("us", 40))) == set()
    assert wrong(army(("us8", {}), deck=plain_deck("us", 39))) == {"hon.setup.deck.1"}
    assert wrong(army(("us8", {}), deck=plain_deck("us", 40) | {"schnell": 1})) == {"hon.setup.deck.2"}
    assert wrong(army(("us8", {}), deck=plain_deck("us", 40) | {"burst_into_action": 5})) == {"hon.card.copies.1"}
    assert wrong(army(("us8", {}), deck=plain_deck("us", 40) | {"snow": 1})) == {"hon.comp.cards.1"}


@pytest.mark.rule("hon.setup.deck.3", "hon.setup.deck.4", "hon.card.command.1", "hon.ord.air.1", "hon.ord.art.1")
def test_command_cards_need_their_order_and_do_not_count() -> None:
    def with_order(order: str, deck: dict[str, int]) -> set[str]:
        return wrong(army(("us8", {}), ("us.fc", {1: order}), deck=deck))

    forty = plain_deck("us", 40)
    assert with_order("air2", forty | {"p47": 2}) == set()
    assert with_order("air1", forty | {"p47": 2}) == {"hon.ord.air.1"}
    assert with_order("art1", forty | {"m101": 2}) == {"hon.ord.art.1"}
    assert with_order("air2", forty | {"m101": 1}) == {"hon.setup.deck.3"}
    assert with_order("air2", plain_deck("us", 39) | {"p47": 2}) == {"hon.setup.deck.4"}


@pytest.mark.rule("hon.open.deck.76.1")
@pytest.mark.parametrize("nation", ["us", "de"])
def test_each_faction_has_76_cards(nation: str) -> None:
    assert sum(card.copies for card in cards().values() if nation in card.nations) == 76
    assert cards()["smoke_grenades"].copies + cards()["second_wind"].copies == 2, "the two that no public list names"
    assert all(card.basis == "estimate" for card in cards().values()), "hon.open.cards.effect.1"


@pytest.mark.rule("hon.box.us.1", "hon.box.ge.1")
def test_each_side_has_one_officer_tile_and_two_platoons() -> None:
    box = [tile for tile in tiles().values() if tile.id != "us.rangers"]  # sold apart: hon.ord.infil.2
    for nation in ("us", "de"):
        kinds = sorted(tile.kind for tile in box if tile.nation == nation)
        assert kinds == ["command", "officer", "platoon", "platoon"]


def test_the_usual_deck_is_legal() -> None:
    for order in ("air2", "art1", "planning"):
        bought = army(("us8", {}), ("us.fc", {1: order}))
        bought.deck = usual_deck("us", [order])
        assert wrong(bought) == set()


ALLIES: dict[str, Any] = {
    "alliance": "Two American platoons",
    "points": 300,
    "armies": [{"nation": "us", "tiles": [{"tile": "us8"}]}, {"nation": "us", "tiles": [{"tile": "us22"}]}],
    "deck_nation": "us",
    "deck": plain_deck("us", 50),
}


def wrong_alliance(**changes: Any) -> set[str]:
    record = msgspec.convert(ALLIES | changes, AllianceRecord)
    return {violation.rule for violation in alliance_violations(record)}


@pytest.mark.rule("hon.mp.army.2", "hon.mp.army.3", "hon.mp.ally.1")
def test_allies_share_the_points_equally() -> None:
    assert (share(500, 2), share(500, 1)) == (250, 250 * 2)
    assert wrong_alliance() == set()
    dearest = max(tiles()["us8"].cost, tiles()["us22"].cost)
    assert wrong_alliance(points=2 * dearest) == set()
    assert wrong_alliance(points=2 * dearest - 2) == {"hon.army.points.1"}, "not enough for one of the platoons"


@pytest.mark.rule("hon.mp.army.2", "hon.mp.hc.2", "hon.army.points.1")
def test_who_pays_all_his_points_for_the_high_command_buys_nothing_else() -> None:
    command: dict[str, Any] = {"tile": "us.hc", "options": [{"slot": 1, "option": "planning"}]}
    price = 35
    for shares, points in (([0, price], 2 * price), ([1, price - 1], 2 * price - 4)):
        found = wrong_alliance(command=command | {"shares": shares}, points=points)
        assert found == {"hon.army.points.1"}
    cheap = {"nation": "us", "tiles": [{"tile": "us8"}]}
    record = msgspec.convert(
        ALLIES | {"command": command | {"shares": [0, price]}, "points": 2 * price, "armies": [cheap, cheap]},
        AllianceRecord,
    )
    assert [v.field for v in alliance_violations(record)] == ["armies[0].points", "armies[1].points"]


@pytest.mark.rule("hon.mp.army.1")
def test_each_ally_buys_a_tile_with_units() -> None:
    empty = {"nation": "us", "tiles": []}
    assert wrong_alliance(armies=[ALLIES["armies"][0], empty]) == {"hon.mp.army.1", "hon.army.tile.1"}


@pytest.mark.rule("hon.mp.hc.1", "hon.mp.hc.2", "hon.mp.hc.6", "hon.mp.cards.2")
def test_a_high_command_is_paid_by_shares_and_takes_orders_of_its_nation() -> None:
    command: dict[str, Any] = {"tile": "us.hc", "options": [{"slot": 1, "option": "planning"}], "shares": [25, 10]}
    assert wrong_alliance(command=command) == set()
    assert wrong_alliance(command=command | {"shares": [10, 10]}) == {"hon.mp.hc.2"}
    assert wrong_alliance(command=command | {"tile": "us8"}) == {"hon.mp.hc.1"}
    nest = [{"slot": 1, "option": "mgnest"}]
    assert wrong_alliance(command=command | {"options": nest, "shares": [25, 20]}) == {"hon.mp.hc.6"}
    assert wrong(army(("us8", {}), ("us.hc", {}))) == {"hon.mp.hc.1"}, "for alliances only"
    assert wrong_alliance(deck_nation="de", deck=plain_deck("de", 50)) == {"hon.mp.cards.2"}


@pytest.mark.rule("hon.mp.cards.1", "hon.open.deck.mp.1")
def test_an_alliance_has_one_deck_of_fifty_or_more() -> None:
    assert wrong_alliance(deck=plain_deck("us", 49)) == {"hon.mp.cards.1"}
    assert wrong_alliance(deck=plain_deck("us", 51)) == set()


BAD = """\
army: A bad bargain
nation: us
points: 100
tiles:
  - tile: us8
    options:
      - {slot: 2, option: us8.rifle}
      - {slot: 3, option: planning}
heroes: [otto]
deck: {burst_into_action: 5, schnell: 1}
"""


def test_a_bad_army_file_is_refused_with_every_violation(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(BAD, "utf-8")
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(path)
    rules = [fault.message.rpartition("(")[2].rstrip(")") for fault in caught.value.faults]
    assert rules == [
        "hon.army.slot.1",
        "hon.army.slot.2",
        "hon.army.slot.2",
        "hon.army.order.1",
        "hon.army.hero.2",
        "hon.army.points.1",
        "hon.card.copies.1",
        "hon.setup.deck.2",
        "hon.setup.deck.1",
    ]
    assert "bad.yaml:7: tiles[0].options[0].option: " in str(caught.value)
    good = tmp_path / "good.yaml"
    good.write_text("army: Fine\nnation: us\npoints: 100\ntiles: [{tile: us8}]\n", "utf-8")
    SYSTEM.validate(good)


@pytest.mark.parametrize("points", [80, 150, 200, 300, 500])
def test_random_armies_are_legal_and_the_same_for_a_seed(points: int) -> None:
    everything = {name for tile in tiles().values() for name in tile.units}
    everything |= {name for option in options().values() for name in option.units} | {h.unit for h in heroes().values()}
    seen = set()
    for seed in range(30):
        for nation in ("us", "de"):
            made = random_army(nation, points, random.Random(seed), everything)
            assert violations(made) == []
            assert made == random_army(nation, points, random.Random(seed), everything)
            assert cost(made) >= points * 0.5
            seen |= {fitted.option for tile in made.tiles for fitted in tile.options}
    assert len(seen) > 15 or points == 80


@pytest.mark.rule("hon.open.cards.effect.1")
def test_card_effects_are_our_own_and_the_renamed_card_is_there() -> None:
    """A scenario that speaks of the other name means this card."""
    assert all(card.basis == "estimate" for card in cards().values())
    assert "dont_stop" in cards()
    assert "make_it_or_break_it" not in cards()


@pytest.mark.rule("hon.open.faq.1")
def test_make_it_or_break_it_is_dont_stop() -> None:
    army = ArmyRecord(nation="us", tiles=[], deck={"make_it_or_break_it": 2, "relay": 1})
    assert army.deck == {"dont_stop": 2, "relay": 1}
    assert "hon.comp.cards.1" not in {violation.rule for violation in violations(army)}, "the card is known"
