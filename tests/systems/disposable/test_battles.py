"""Battles by points: whatever is chosen makes a legal battle on a table that is the same for both sides."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import bocage
from bocage.content import ContentError
from bocage.kernel.system import BadOption
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import battles
from bocage.systems.disposable.content.records import (
    armoury,
    cost,
    platoons,
    price,
    supports,
    unit_templates,
    vehicle_types,
)
from bocage.systems.disposable.content.scenarios import SHELF, SIDEARMS, ScenarioData
from bocage.systems.disposable.state import DisposableState
from bocage.text import LANGUAGES, catalogue

FILE = SHELF.path("random")
EVERY = list(product(*battles.values().values()))
LEAST_SPENT = 88  # per cent of the points: the rest buys nothing


def draw(number: int, **chosen: Any) -> ScenarioData:
    return battles.draw_battle(SHELF.read(FILE), {"battle": number, **chosen}, 0)[0]


def begin(number: int, **chosen: Any) -> DisposableState:
    return SYSTEM.new("random", 1, {"battle": number, **chosen})


@pytest.mark.rule("dh.core.points")
def test_all_that_can_be_chosen_makes_a_battle_with_room_for_everybody() -> None:
    for number, chosen in enumerate(random.Random(1).sample(EVERY, 40), 1):
        state = begin(number, **dict(zip(battles.values(), chosen, strict=True)))
        rng = random.Random(number)
        for _ in range(400):
            if state.over or state.turn:
                break
            state.play(state.pending[0], rng.choice(state.pending[0].options))
        assert state.turn == 1, "all are deployed"
        SYSTEM.check(state)
        assert not any(unit.reserve for unit in state.units), "nobody was left without room"


@pytest.mark.parametrize("number", range(1, 5))
def test_they_are_played_to_the_end(number: int) -> None:
    state = begin(number, size="small")
    rng = random.Random(number)
    for count in range(20_000):
        if state.over:
            return
        if count % 100 == 0:
            SYSTEM.check(state)
        state.play(state.pending[0], rng.choice(state.pending[0].options))
    raise AssertionError("it does not end")


def test_the_table_is_the_same_for_both_sides() -> None:
    for number in range(1, 40):
        data = draw(number)
        width, height = data.table.width, data.table.height
        shapes = {(piece.type, frozenset(piece.polygon or piece.line)) for piece in data.terrain}
        for kind, points in shapes:
            assert (kind, frozenset((round(width - x, 1), round(height - y, 1)) for x, y in points)) in shapes
        assert len(data.objectives) == 3
        places = {objective.at: objective.vp for objective in data.objectives}
        for (x, y), vp in places.items():
            assert places[round(width - x, 1), round(height - y, 1)] == vp


@pytest.mark.rule("dh.core.points")
def test_both_sides_spend_what_they_have_and_no_more() -> None:
    for number in range(1, 60):
        for size in battles.battles().sizes:
            for side in draw(number, size=size).sides:
                given = battles.battles().sizes[size].points * battles.battles().worth[side.nation] // 100
                spent = price(platoons()[side.platoon]) + sum(map(cost, side.support))
                assert given * LEAST_SPENT <= spent * 100 <= given * 100
                assert set(side.support) <= set(supports(side.nation))


def test_where_there_are_vehicles_something_helps_against_them() -> None:
    met = 0
    for number in range(1, 60):
        data = draw(number, size="middle")
        if any(name in vehicle_types() for side in data.sides for name in side.support):
            met += 1
            assert all(any(map(battles.is_anti_tank, side.support)) for side in data.sides)
    assert met > 10


def test_the_same_number_draws_the_same_battle_and_a_choice_leaves_the_rest_as_it_was() -> None:
    assert draw(12) == draw(12) != draw(13)
    plain, chosen = draw(12, axis="de"), draw(12, axis="it")
    assert plain.terrain == chosen.terrain
    assert plain.sides[0] == chosen.sides[0]
    game = bocage.new("disposable", "random", seed=5)
    again = bocage.load(bocage.save(game))
    assert again.state.digest() == game.state.digest()


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"axis": "us"}, "options.axis: must be one of any, de, it, not us"),
        ({"battle": 0}, "options.battle: must be a number"),
        ({"weather": "rain"}, "weather"),
    ],
)
def test_what_cannot_be_chosen_is_refused(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        SYSTEM.new("random", 1, chosen)


def test_every_option_has_words_in_both_languages() -> None:
    (info,) = [info for info in SYSTEM.scenarios() if info.id == "random"]
    assert [option.name for option in info.own] == list(battles.NAMES)
    for language in LANGUAGES:
        words = catalogue(SYSTEM.package, language)
        for option in info.own:
            assert all(text.key in words.entries for text in [option.text, *(value.text for value in option.values)])
        number = SYSTEM.position(begin(7), 0).status[-1]
        assert "7" in words.render(number)


def test_faults_of_the_price_list_are_named(tmp_path: Any) -> None:
    path = tmp_path / "battles.yaml"
    for old, new in (("lines: [fence", "lines: [woods"), ("houses: ruin", "houses: castle")):
        path.write_text(battles.PATH.read_text("utf-8").replace(old, new, 1), "utf-8")
        with pytest.raises(ContentError) as caught:
            battles.check_battles(path)
        assert caught.value.field.startswith("countries")


# What the data hold


def met_units() -> set[str]:
    """Everything that takes the field in some scenario, or can be bought for one."""
    met: set[str] = set()
    for info in SYSTEM.scenarios():
        met |= {force.template for side in SHELF.read(info.path).sides for force in side.forces}
    for platoon in platoons().values():
        met |= {*platoon.units, *supports(platoon.nation)}
    return met


def test_every_unit_and_vehicle_is_met_somewhere() -> None:
    assert {*unit_templates(), *vehicle_types()} - met_units() == set()


def test_every_weapon_has_a_carrier() -> None:
    men = [man for unit in unit_templates().values() for man in unit.figures]
    carried = {man.weapon for man in men} | {extra for man in men for extra in man.extra} | set(SIDEARMS.values())
    carried |= {weapon for vehicle in vehicle_types().values() for weapon in vehicle.weapons}
    carried |= {"hand_grenade"} if any(unit.grenade_throwers for unit in unit_templates().values()) else set()
    assert set(armoury()) - carried == set()


def test_six_nations_have_two_platoons_each() -> None:
    nations = [platoon.nation for platoon in platoons().values()]
    assert {nation: nations.count(nation) for nation in nations} == dict.fromkeys(SIDEARMS, 2)
