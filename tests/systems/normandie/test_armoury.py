"""What the army builder shows: what everything brings, and what is wrong with an army, in words."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage.kernel.system import BadOption
from bocage.server.words import Words
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.army import ArmyRecord, doubles, options, tiles
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.draft import random_army
from bocage.text import LANGUAGES, catalogue


def armoury(language: str) -> dict[str, Any]:
    found = SYSTEM.armoury()
    assert found is not None
    plain: dict[str, Any] = Words(SYSTEM, language).render(found)
    return plain


def faults(army: dict[str, Any], points: int = 200, language: str = "en") -> dict[str, str]:
    words = catalogue(SYSTEM.package, language)
    found = SYSTEM.audit({"nation": "us", **army}, points).faults
    return {fault.rule: words.render(fault.text) for fault in found if fault.text is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_bought_says_what_it_brings(language: str) -> None:
    found = armoury(language)
    for kind in ("tiles", "options", "heroes", "cards"):
        for ware in found[kind]:
            assert len(ware["about"]) > 8, ware["id"]
            assert "brings." not in ware["about"]
    for ware in found["tiles"] + found["heroes"]:
        assert ware["units"]
        for sheet in ware["units"]:
            assert len(sheet["rows"]) >= 4, "movement, bonuses, defense, hits"


def test_a_tile_lists_its_units_with_their_values() -> None:
    platoon = next(ware for ware in armoury("en")["tiles"] if ware["id"] == "us8")
    assert "Lieutenant Parks · Recon Team" in platoon["about"]
    assert [sheet["name"] for sheet in platoon["units"]][:2] == ["Lieutenant Parks", "Recon Team"]
    rows = {row["label"]: row["value"] for row in platoon["units"][0]["rows"]}
    assert rows["Movement"] == "4"
    assert rows["Attack bonus: infantry / light / heavy vehicles"] == "+2 / +1 / ✕"
    mech = next(ware for ware in armoury("en")["options"] if ware["id"] == "us22.mech")
    assert [(sheet["name"], sheet["number"]) for sheet in mech["units"]] == [("M3 Halftrack", 2)]


@pytest.mark.rule("hon.army.points.1")
def test_over_budget_is_said_with_both_numbers() -> None:
    army = {"tiles": [{"tile": "us8"}] * 3}
    price = 3 * tiles()["us8"].cost
    assert faults(army)["hon.army.points.1"] == f"It costs {price} points, and you have 200."
    assert str(price) in faults(army, language="fr")["hon.army.points.1"]


def fitted(*chosen: tuple[int, str], tile: str = "us8") -> dict[str, Any]:
    return {"tile": tile, "options": [{"slot": slot, "option": option} for slot, option in chosen]}


WRONG: list[dict[str, Any]] = [
    {"tiles": []},
    {"tiles": [{"tile": "us8"}] * 9},
    {"tiles": [{"tile": "no"}, {"tile": "ge901"}, {"tile": "us.hc"}]},
    {"tiles": [fitted((1, "no"), (9, "ammo"), (1, "ammo"), (2, "ammo"), (2, "us22.baz"), (2, "gear3"))]},
    {"tiles": [fitted((1, "infil"), (1, "planning"), (1, "battleplan"), (1, "directive1"), tile="us.fc")]},
    {"tiles": [fitted((2, "infil"), (2, "planning"), (2, "battleplan"))]},
    {"tiles": [{"tile": "us8"}], "heroes": ["no", "otto", "clint", "clint"]},
    {"tiles": [{"tile": "us8"}], "deck": {"none": 1, "nein": 2, "relay": 7, "p51": 1}},
    {"tiles": [{"tile": "us8"}], "deck": {"relay": 1}},
    {"tiles": [fitted((1, "air1"), (2, "art1"), tile="us.fc")], "deck": {"p51": 2, "p47": 2, "m101": 2, "long_tom": 2}},
]
EXPECTED = {
    "hon.army.tile.1", "hon.army.points.1", "hon.comp.tile.1", "hon.counter.insignia.1", "hon.mp.hc.1",
    "hon.army.types.1", "hon.army.slot.1", "hon.army.slot.2", "hon.army.slot.3", "hon.ord.infil.2",
    "hon.army.order.1", "hon.special.source.2", "hon.ord.direct.1", "hon.eq.gear.1", "hon.comp.hero.1",
    "hon.army.hero.2", "hon.army.finish.1", "hon.comp.cards.1", "hon.setup.deck.1", "hon.setup.deck.2",
    "hon.setup.deck.3", "hon.setup.deck.4", "hon.card.copies.1", "hon.ord.air.1", "hon.ord.art.1",
}  # fmt: skip


@pytest.mark.rule(*sorted(EXPECTED))
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_wrong_is_said_in_a_sentence(language: str) -> None:
    said: dict[str, str] = {}
    for army in WRONG:
        said |= faults(army, language=language)
    assert set(said) == EXPECTED
    assert all(text.endswith(".") and len(text) > 15 for text in said.values())
    assert catalogue(SYSTEM.package, language).say("fault.hon.army.hero.3")


def test_nothing_is_explained_that_cannot_be_bought() -> None:
    known = {"tile", "support", "men", "hero"} | set(options())
    words = catalogue(SYSTEM.package, "en").entries
    assert {key.removeprefix("brings.") for key in words if key.startswith("brings.")} <= known


@pytest.mark.rule("hon.open.copies.1")
def test_copies_of_a_tile_are_read_in_both_ways() -> None:
    army = {"nation": "us", "tiles": [{"tile": "us8"}, {"tile": "us8"}]}
    SYSTEM.new("free", 1, {"armies": [army], "points": 450})
    with pytest.raises(BadOption, match=r"armies\[0\].tiles\[1\].tile: there is one 'us8' only \(hon.open.copies.1\)"):
        SYSTEM.new("free", 1, {"armies": [army], "points": 450, "copies": "one"})


@pytest.mark.rule("hon.open.copies.1")
def test_drafted_armies_hold_copies_only_where_they_may() -> None:
    def drafted(once: bool) -> list[ArmyRecord]:
        return [random_army("us", 450, random.Random(seed), set(counters()), once) for seed in range(60)]

    assert any(doubles(army) for army in drafted(False))
    assert not any(doubles(army) for army in drafted(True))
