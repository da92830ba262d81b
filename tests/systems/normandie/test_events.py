"""Events of scenarios, and what scenarios lay on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.content import ContentError
from bocage.systems.normandie.content.scenarios import SCENARIOS, load
from bocage.systems.normandie.state import AWAITED, FIELD
from systems.normandie.field import Field

MEN = {"u": "us8.fire_team r3c1", "g": "ge902.fire_group r3c10"}
OFFICERS = {"u": "us8.officer r3c1", "g": "ge902.officer r3c10"}


def opening(units: dict[str, str], *events: dict[str, Any], **position: Any) -> Field:
    """The start of round 2."""
    return Field(units, events=list(events), phase="orders", turn=2, **position)


def awaited(field: Field) -> list[str]:
    return [unit.counter.id for unit in field.state.units if unit.status == AWAITED]


@pytest.mark.rule("hon.scenario.reinforcements", "hon.turn.markers.1")
def test_reinforcements_deploy_as_their_round_begins() -> None:
    event = {"round": 2, "side": "us", "reinforcements": [{"recruit": "us.jeep"}, {"recruit": "clint"}]}
    field = opening(OFFICERS, event)
    assert awaited(field) == []
    assert field.decision().kind.name == "place"
    for place in ("r0c0", "r1c0"):
        field.choose("place", place=place)
        if "face" in field.verbs():
            field.state.play(field.decision(), field.decision().options[0])
    assert {u.counter.id for u in field.state.units if u.status == FIELD} >= {"us.jeep", "us.clint"}
    assert field.decision().kind.name == "order"


@pytest.mark.rule("hon.scenario.reinforcements")
def test_reinforcements_wait_for_their_round_and_for_room() -> None:
    event = {"round": 3, "side": "us", "reinforcements": [{"recruit": "clint"}]}
    field = opening(OFFICERS, event)
    assert awaited(field) == ["us.clint"]
    full = opening({"u": "us8.officer r0c0", "g": "ge902.officer r0c1"}, {**event, "round": 2}, map=[".."])
    assert awaited(full) == ["us.clint"]
    assert full.decision().kind.name == "order"


@pytest.mark.rule("hon.scenario.reinforcements", "hon.order.count.1")
def test_stars_of_reinforcements_count_from_their_round_on() -> None:
    event = {"round": 2, "side": "us", "reinforcements": [{"recruit": "us22", "units": ["us22.officer"]}]}
    before = opening(OFFICERS, {**event, "round": 3}).state.entitled[0]
    field = opening(OFFICERS, event)
    field.choose("place", place="r0c0")
    assert field.state.entitled[0] == before + 3, "one of the tile, two of the officer"


@pytest.mark.rule("hon.scenario.orders")
def test_an_event_gives_orders_for_one_round() -> None:
    event = {"round": 2, "side": "de", "orders": 2}
    usual = opening(OFFICERS).state.entitled
    assert opening(OFFICERS, event).state.entitled == [usual[0], usual[1] + 2]
    assert opening(OFFICERS, {**event, "round": 1}).state.entitled == usual
    assert opening(OFFICERS, {**event, "orders": 20}).state.entitled[1] == 10


@pytest.mark.rule("hon.scenario.points", "hon.supply.step.1", "hon.supply.step.5")
@pytest.mark.parametrize("when", ["start", "supply", "close"])
def test_an_event_scores_at_its_moment(when: str) -> None:
    event = {"round": 2, "side": "de", "points": 3, "when": when}
    assert opening(MEN, event).state.score == ([0, 3] if when == "start" else [0, 0])
    field = Field(MEN, events=[event], phase="supply", turn=2)
    assert field.state.score == ([0, 3] if when == "supply" else [0, 0])
    field.choose("done")
    field.choose("done")
    assert field.state.score == ([0, 0] if when == "start" else [0, 3])


@pytest.mark.rule("hon.scenario.smoke")
def test_smoke_rises_thick_and_clears() -> None:
    field = Field(MEN, events=[{"round": 2, "smoke": [3, 5], "when": "supply"}], phase="supply", turn=2)
    crossing = field.state.board.grid.intersection(3, 5)
    assert field.state.smoke == [(crossing, 4)]
    field.choose("done")
    field.choose("done")
    assert field.state.smoke == [(crossing, 2)]


@pytest.mark.rule("hon.scenario.shells")
def test_shells_pin_both_sides_in_the_open() -> None:
    units = {
        "near": "us8.fire_team r2c4",
        "foe": "ge902.fire_group r3c5",
        "inside": "us8.fire_team r2c5",
        "hidden": "us8.recon_team r3c4 back",
        "far": "us8.fire_team r2c3",
    }
    overlays = [{"building": "house_1x1", "at": [2, 5]}]
    field = opening(units, {"round": 2, "shells": [3, 5]}, overlays=overlays)
    assert {name: field.unit(name).suppressed for name in units} == {
        "near": 1, "foe": 1, "inside": 0, "hidden": 0, "far": 0,
    }  # fmt: skip


@pytest.mark.rule("hon.scenario.end", "hon.turn.markers.1")
@pytest.mark.parametrize(("round", "die", "over"), [(2, 4, True), (2, 3, False), (1, 6, False)])
def test_from_the_end_marker_on_a_die_may_end_the_battle(round: int, die: int, over: bool) -> None:
    dice = [die] if round == 2 else []
    field = Field(OFFICERS, dice, events=[{"round": 2, "end": 4}], phase="supply", turn=round)
    field.choose("done")
    field.choose("done")
    assert field.state.over == over


@pytest.mark.parametrize(
    ("event", "field", "words"),
    [
        ("{round: 2, side: us}", "events[0]", "does one thing"),
        ("{round: 2, side: us, orders: 1, points: 1}", "events[0]", "does one thing"),
        ("{round: 9, side: us, orders: 1}", "events[0].round", "from 1 to 5"),
        ("{round: 2, orders: 1}", "events[0].side", "for one side"),
        ("{round: 2, side: us, orders: 1, when: close}", "events[0].when", "as a round begins"),
        ("{round: 2, smoke: [20, 3]}", "events[0].smoke", "off the board"),
        ("{round: 2, end: 7}", "events[0].end", "1 to 6"),
        ("{round: 2, side: us, reinforcements: [{recruit: us.shermann}]}", "recruit", "did you mean 'us.sherman'"),
        ("{round: 2, side: us, reinforcements: [{recruit: ge.tiger}]}", "recruit", "does not fight for"),
        ("{round: 2, side: us, reinforcements: [{recruit: ammo}]}", "recruit", "has no units"),
        ("{round: 2, side: us, reinforcements: [{recruit: us8, units: [ge.hj]}]}", "units[0]", "does not fight"),
    ],
)
def test_events_are_checked(tmp_path: Path, event: str, field: str, words: str) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text((SCENARIOS / "dug-in.yaml").read_text() + f"events: [{event}]\n")
    with pytest.raises(ContentError, match=words) as caught:
        load(path)
    assert field in caught.value.field


# ---- bunkers and bridges

BUNKER = [{"building": "bunker_1x1", "at": [3, 5]}]


@pytest.mark.rule("hon.scenario.bunker")
def test_men_in_a_bunker_are_on_watch() -> None:
    units = {"u": "us8.fire_team r1c3 order=1", "g": "ge902.fire_group r3c5"}
    field = Field(units, overlays=BUNKER)
    field.walk("r1c4")
    assert field.targets("opportunity-fire") == {"g"}


@pytest.mark.rule("hon.scenario.bunker")
def test_a_bunker_protects_better_than_a_house() -> None:
    units = {"u": "us8.fire_team r1c5 order=1", "g": "ge902.fire_group r3c5"}
    for overlay, cover in (("bunker_1x1", 4), ("house_1x1", 3)):
        field = Field(units, [1], overlays=[{"building": overlay, "at": [3, 5]}])
        field.choose("fire", "g")
        assert field.event("fire").args["cover"] == cover


@pytest.mark.rule("hon.scenario.bunker", "hon.build.enter.1")
@pytest.mark.parametrize(("quarters", "door"), [(0, "r4c5"), (1, "r3c4"), (2, "r2c5"), (3, "r3c6")])
def test_a_bunker_is_entered_from_behind_and_may_be_turned(quarters: int, door: str) -> None:
    field = Field(MEN, overlays=[{**BUNKER[0], "quarters": quarters}])
    grid, ground = field.state.board.grid, field.state.ground
    beside = [grid.name(cell) for cell in range(grid.size) if ground.joined[field.cell("r3c5")] >> cell & 1]
    assert beside == [door]


@pytest.mark.rule("hon.eq.pos.2")
def test_nobody_digs_in_inside_a_bunker() -> None:
    from bocage.systems.normandie.rules.structures import may_dig

    field = Field(MEN, overlays=BUNKER)
    assert not may_dig(field.state.ground, field.cell("r3c5"))
    assert may_dig(field.state.ground, field.cell("r3c4"))


@pytest.mark.rule("hon.scenario.bridge", "hon.terrain.water.1")
def test_a_bridge_lets_everybody_over_water() -> None:
    river = ["............"] * 3 + ["~~~~=~~~~~~~"] + ["............"] * 3
    field = Field({"u": "us8.fire_team r2c4 order=1", "g": "ge902.fire_group r6c11"}, map=river)
    field.choose("move")
    assert {"r3c3", "r3c5"}.isdisjoint(field.places("step"))
    field.walk("r3c4", "r4c4")
    assert field.at("u") == "r4c4"


@pytest.mark.rule("hon.scenario.deck", "hon.setup.deck.1")
def test_a_scenario_says_which_cards_there_are(tmp_path: Path) -> None:
    text = (SCENARIOS / "carnage.yaml").read_text().replace("    edge: left", "    edge: left\n    deck: {courage: 2}")
    path = tmp_path / "few.yaml"
    path.write_text(text.replace("    edge: right", "    edge: right\n    deck: {}"))
    scenario = load(path).scenario
    assert [len(deck) for deck in scenario.decks] == [2, 0]
    path.write_text(text.replace("courage: 2", "courag: 2"))
    with pytest.raises(ContentError, match="did you mean 'courage'"):
        load(path)
