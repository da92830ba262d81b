"""What an army, an alliance and a random battle are made of, one condition at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.content import ContentError
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content import army as armies
from bocage.systems.normandie.content.armoury import fits
from bocage.systems.normandie.content.recruits import enlist
from bocage.systems.normandie.content.scenarios import SCENARIOS, SHELF, drawn, load
from bocage.systems.normandie.state import EXITED
from systems.normandie.field import Field
from systems.normandie.test_army import ALLIES, army, plain_deck, wrong_alliance

BOARDS = 14  # spaces along two boards
TWO = {"u": "us8.officer r0c0", "g": "ge902.officer r0c11"}


@pytest.mark.rule("hon.mp.cards.2", "hon.mp.hc.1")
@pytest.mark.parametrize(("tile", "wrong"), [("us.hc", True), ("", False)])
def test_the_deck_is_of_the_nation_of_the_high_command(tile: str, wrong: bool) -> None:
    """An ally's nation will do only where there is none."""
    german = {"nation": "de", "tiles": [{"tile": "ge902"}]}
    changes = {"armies": [ALLIES["armies"][0], german], "deck_nation": "de", "deck": plain_deck("de", 50)}
    if tile:
        changes["command"] = {"tile": tile, "options": [{"slot": 1, "option": "planning"}], "shares": [25, 10]}
    assert ("hon.mp.cards.2" in wrong_alliance(**changes)) is wrong
    changes |= {"deck_nation": "us", "deck": plain_deck("us", 50)}
    assert "hon.mp.cards.2" not in wrong_alliance(**changes)


@pytest.mark.rule("hon.army.finish.1", "hon.mp.army.1")
def test_a_hero_serves_one_of_the_allies() -> None:
    def with_heroes(first: list[str], second: list[str]) -> list[dict[str, object]]:
        return [
            {"nation": "us", "tiles": [{"tile": "us8"}], "heroes": first},
            {"nation": "us", "tiles": [{"tile": "us22"}], "heroes": second},
        ]

    assert "hon.army.finish.1" not in wrong_alliance(armies=with_heroes(["rock"], ["clint"]), points=600)
    assert "hon.army.finish.1" in wrong_alliance(armies=with_heroes(["rock"], ["rock"]), points=600)


@pytest.mark.rule("hon.army.slot.1", "hon.army.slot.2", "hon.army.order.1", "hon.special.source.2")
def test_what_an_opening_takes() -> None:
    """As far as it is not a matter of the army as a whole: an order takes an officer."""
    tile = armies.tiles()["us8"]
    taken = {
        number: [name for name, option in armies.options().items() if fits(tile, slot, option)]
        for number, slot in enumerate(tile.slots)
    }
    for number, slot in enumerate(tile.slots, 1):
        for name in armies.options():
            record = armies.ArmyRecord(nation="us", tiles=[armies.TileChoice("us8", [armies.Fitted(number, name)])])
            found = {one.rule for one in armies.violations(record) if one.field.endswith(".option")}
            alone = {"hon.army.order.1", "hon.special.source.2"}
            assert (name in taken[number - 1]) == (found <= alone), (slot, name, found)
    assert "us8.rifle" in taken[0]


@pytest.mark.rule("hon.comp.tile.3", "hon.open.hero.loss.1", "hon.break.alloc.1")
def test_a_hero_brings_no_stars_on_a_tile_of_his_own() -> None:
    scenario = Field(TWO).state.scenario
    before = len(scenario.tiles)
    enlisted = enlist(scenario, 0, army(("us8", {1: "us8.rifle"}), heroes=["rock"]))
    platoon, rifle, hero = scenario.tiles[before:]
    record = armies.heroes()["rock"]
    assert (hero.id, hero.stars, hero.breaking_point, hero.vp) == ("rock", 0, record.breaking_point, record.vp)
    assert rifle.stars == 0
    printed = armies.tiles()["us8"]
    assert platoon.stars == printed.stars + printed.slots[0].stars
    assert [tile for name, tile in enlisted if name == record.unit] == [before + 2]


@pytest.mark.rule("hon.setup.scenario.2")
@pytest.mark.parametrize("seed", range(4))
def test_a_free_battle_is_fought_on_four_boards(seed: int) -> None:
    free = next(SHELF.read(path) for path in SHELF.paths() if SHELF.read(path).boards)
    plan = drawn(free, seed, 150).map
    assert (len(plan), {len(row) for row in plan}) == (BOARDS, {BOARDS})


@pytest.mark.rule("hon.mp.cards.2", "hon.setup.deck.3", "hon.ord.air.1", "hon.ord.art.1")
@pytest.mark.parametrize("buyer", ["nobody", "an ally", "the High Command"])
@pytest.mark.parametrize(("option", "category"), [("air1", "aviation"), ("art1", "artillery")])
def test_whoever_of_the_allies_buys_an_order_the_deck_may_have_its_cards(
    buyer: str, option: str, category: str
) -> None:
    card = next(one.id for one in armies.cards().values() if one.category == category and "us" in one.nations)
    officer = next(one.id for one in armies.tiles().values() if one.nation == "us" and one.kind == "officer")
    fitted = [{"slot": 1, "option": option}]
    with_officer = [{"tile": "us8"}, {"tile": officer, "options": fitted if buyer == "an ally" else []}]
    changes = {
        "points": 900, "deck": plain_deck("us", 50) | {card: 1},
        "armies": [{"nation": "us", "tiles": with_officer}, ALLIES["armies"][1]],
    }  # fmt: skip
    if buyer == "the High Command":
        changes["command"] = {"tile": "us.hc", "options": fitted, "shares": [0, 0]}
    assert ("hon.setup.deck.3" in wrong_alliance(**changes)) is (buyer == "nobody")


@pytest.mark.rule("hon.mp.ally.2", "hon.scenario.deck", "hon.mp.hc.3")
@pytest.mark.parametrize("scenario", ["carnage", "pincer", "crossroads"])
def test_a_unit_that_a_card_brings_waits_on_a_tile_of_its_own(scenario: str) -> None:
    """Its loss breaks nobody; it belongs to the first of the players who share the deck."""
    state = SYSTEM.new(scenario, 3, {"cards": "on"})
    bringing = [number for number, card in enumerate(state.scenario.cards) if card.unit]
    assert bringing
    for camp in (0, 1):
        for number in bringing:
            card = state.scenario.cards[number]
            waiting = [unit for unit in state.units if unit.counter.id == card.unit and unit.camp == camp]
            assert [unit.status for unit in waiting] == [EXITED] * int(number in state.scenario.decks[camp])
            for unit in waiting:
                tile = state.scenario.tiles[unit.tile]
                assert (tile.id, tile.seat, tile.breaking_point) == (card.id, state.scenario.players[camp][0], 0)
                assert [other for other in state.units if other.tile == unit.tile] == [unit]


@pytest.mark.rule("hon.scenario.deck", "hon.mp.ally.2", "hon.ord.art.1")
@pytest.mark.parametrize("bought", [False, True])
def test_the_few_cards_of_a_scenario_obey_the_orders_that_were_bought(tmp_path: Path, bought: bool) -> None:
    card = next(one.id for one in armies.cards().values() if one.category == "artillery" and "us" in one.nations)
    text = (
        (SCENARIOS / "carnage.yaml").read_text().replace("    edge: left", f"    edge: left\n    deck: {{{card}: 1}}")
    )
    last = "            - {slot: 4, option: us.stuart}"
    officer = "        - {tile: us.fc, options: [{slot: 1, option: art1}]}"
    path = tmp_path / "few.yaml"
    path.write_text(text.replace(last, f"{last}\n{officer}") if bought else text)
    if bought:
        assert len(load(path).scenario.decks[0]) == 1
    else:
        with pytest.raises(ContentError, match=r"hon\.setup\.deck\.3"):
            load(path)
