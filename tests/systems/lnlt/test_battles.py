"""Random battles: whatever is chosen makes a legal battle, the same one each time, and it is played to its end."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import bocage
from bocage.content import ContentError
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.content.battles import data, forces, options, prices
from bocage.systems.lnlt.content.battles.data import YEARS, battles, maps
from bocage.systems.lnlt.content.battles.drawing import Battle, draw_battle
from bocage.systems.lnlt.content.modules import modules, usual_options
from bocage.systems.lnlt.content.specs import ScenarioSpec
from bocage.systems.lnlt.model.kinds import SNIPER
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.state import LnltState
from bocage.text import LANGUAGES, catalogue

PAIRS = [
    (allies, axis, year)
    for allies, axis, year in product(options.armies_of("allies"), options.armies_of("axis"), YEARS)
    if options.is_there(allies, year) and options.is_there(axis, year)
]
SIZES = list(battles().sizes)
CLOSE = 6  # per cent by which what the sides are worth may differ from what they should
FILE = scenarios.SHELF.path("random")


def draw(number: int, **chosen: Any) -> ScenarioSpec:
    return draw_battle(scenarios.SHELF.read(FILE), {"battle": number, **chosen}, 0)[0]


def begin(number: int, **chosen: Any) -> LnltState:
    return SYSTEM.new("random", 1, {"battle": number, **chosen})


def play_out(state: LnltState, seed: object) -> None:
    rng = random.Random(str(seed))
    for number in range(20_000):
        if state.over:
            return
        if number % 50 == 0:
            SYSTEM.check(state)
        state.play(state.pending[0], rng.choice(state.pending[0].options))
    raise AssertionError("it does not end")


def test_every_army_year_and_size_on_every_map_makes_a_legal_battle() -> None:
    every = list(product(PAIRS, SIZES, maps()))
    for number, ((allies, axis, year), size, place) in enumerate(random.Random(1).sample(every, 80), 1):
        state = begin(number, allies=allies, axis=axis, year=year, size=size, map=place)
        assert state.pending, "everybody finds a place"
        nations = [battles().armies[name].nation for name in (allies, axis)]
        assert state.scenario.nations == nations
        assert {unit.type.nation for unit in state.units} == set(nations)
        off = [unit for unit in state.units if unit.type.kind == SNIPER]
        assert len(state.scenario.arrivals) == len(state.units) - len(off) + len(state.vehicles)


@pytest.mark.parametrize("size", SIZES)
def test_every_army_plays_to_the_end(size: str) -> None:
    for number, (allies, axis, year) in enumerate(random.Random(size).sample(PAIRS, 12 if size == "small" else 4), 1):
        play_out(begin(number, allies=allies, axis=axis, year=year, size=size), number)


@pytest.mark.parametrize("place", maps())
def test_every_map_is_played_to_the_end(place: str) -> None:
    for number, size in enumerate(("small", "large"), 1):
        state = begin(number, map=place, size=size)
        assert state.scenario.board.title.startswith(scenarios.load_map(data.DATA / "maps" / f"{place}.yaml").title)
        play_out(state, place)


def test_objectives_are_few_marked_and_reached_by_both_sides() -> None:
    met = set()
    for number in range(1, 70):
        battle = Battle(options.plan({"battle": number}, 0))
        met.add(battle.kind)
        assert 1 <= len(battle.objectives) <= len(battle.size.objectives)
        for seat in (0, 1):
            for area in battle.areas[seat]:
                ways = battle.ground.ways_from(area.hexes)
                assert all(ways[hex_] < 10_000 for hex_ in [*battle.objectives, *battle.exits])
        mine, theirs = ({hex_ for area in battle.areas[seat] for hex_ in area.hexes} for seat in (0, 1))
        assert not mine & theirs
        assert bool(battle.exits) == (battle.kind == "breakthrough")
    assert met == set(battles().kinds)


def worth(side: Any) -> int:
    bought = [unit.unit for unit in side.units] + [weapon for unit in side.units for weapon in unit.weapons]
    guns = {one.name: one.price for army in battles().armies.values() for one in army.batteries}
    vehicles = [one.vehicle for one in side.vehicles]
    return sum(battles().prices[name] for name in bought + vehicles) + sum(guns[one.name] for one in side.artillery)


def test_the_sides_are_worth_what_the_kind_of_battle_gives_them() -> None:
    for number in range(1, 60):
        battle = Battle(options.plan({"battle": number}, 0))
        for seat in (0, 1):
            given = battle.points(seat)
            assert given * (100 - CLOSE) <= 100 * worth(battle.side(seat)) <= given * 100


def test_where_there_are_vehicles_something_helps_against_them() -> None:
    for number in range(1, 60):
        battle = Battle(options.plan({"battle": number}, 0))
        for side in map(battle.side, (0, 1)):
            if not battle.armour:
                assert not side.vehicles
            elif side.nation != "su" and len(side.units) > 3:
                arms = [weapon for unit in side.units for weapon in unit.weapons if forces.is_anti_tank(weapon)]
                guns = [unit for unit in side.units if ".wt." in unit.unit]
                poor = not any(forces.is_anti_tank(ware.take) for ware in battles().armies[army_of(battle, side)].arms)
                assert side.vehicles or arms or guns or poor


def army_of(battle: Battle, side: Any) -> str:
    return battle.plan.axis if side.nation == "de" else battle.plan.allies


def test_the_same_choice_gives_the_same_battle_and_what_is_chosen_is_fought() -> None:
    for number in range(1, 15):
        assert draw(number) == draw(number)
        left = options.plan({"battle": number}, 0)
        chosen = {"allies": left.allies, "axis": left.axis, "year": left.year, "size": left.size, "map": left.map}
        assert draw(number, **chosen) == draw(number), "chance spelt out is the same battle"
        assert draw(number, year=1941) != draw(number, year=1944)
    assert draw(1) != draw(2)


def test_without_a_number_the_seed_of_the_game_draws_the_battle() -> None:
    one, again, other = (SYSTEM.new("random", seed, {}) for seed in (1, 1, 2))
    assert one.data() == again.data()
    assert one.scenario.occasion == again.scenario.occasion != other.scenario.occasion
    number = one.scenario.occasion["number"]
    same = SYSTEM.new("random", 99, {"battle": number})
    assert [unit.type.id for unit in same.units] == [unit.type.id for unit in one.units]


@pytest.mark.parametrize(
    ("chosen", "field", "words"),
    [
        ({"allies": "french", "year": 1943}, "options.year", "french .allies. took the field in 1940"),
        ({"allies": "guards", "year": 1940}, "options.year", "from 1942 to 1944"),
        ({"year": 1939}, "options.year", "must be one of any, 1940, .* not 1939"),
        ({"year": "1944"}, "options.year", "must be one of"),
        ({"axis": "soviets"}, "options.axis", "must be one of any, wehrmacht"),
        ({"size": "huge"}, "options.size", "any, small, middle, large"),
        ({"map": "moon"}, "options.map", "must be one of any, bocage-fields"),
        ({"battle": 0}, "options.battle", "from 1 to 999999"),
        ({"battle": True}, "options.battle", "from 1 to 999999"),
        ({"dragons": 1}, "options.dragons", "there is no option 'dragons'"),
    ],
)
def test_what_does_not_go_together_is_refused_by_its_field(chosen: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(ContentError, match=words) as caught:
        SYSTEM.new("random", 1, chosen)
    assert caught.value.field == field


def test_other_scenarios_do_not_have_its_options() -> None:
    with pytest.raises(ContentError, match="there is no option 'year'"):
        SYSTEM.new("boh/first-contact", 1, {"year": 1944})
    own = {info.id: [option.name for option in info.own] for info in SYSTEM.scenarios()}
    assert [name for name, found in own.items() if found] == ["random"]
    assert own["random"] == list(options.NAMES)


def test_the_form_offers_only_what_goes_together() -> None:
    for option in options.known_options():
        for value in option.values[1:]:
            assert all(value.fits.get("year", YEARS))
            for year in YEARS if option.name in options.SIDES else ():
                if year in value.fits["year"]:
                    begin(1, **{option.name: value.value, "year": year})
                else:
                    with pytest.raises(ContentError):
                        begin(1, **{option.name: value.value, "year": year})


def test_the_newest_edition_is_played_whatever_the_module() -> None:
    for army in battles().armies.values():
        spec = scenarios.SHELF.read(FILE)
        spec.module, was = army.module, spec.module
        assert vars_of(scenarios.edition(usual_options(spec))) == vars_of(scenarios.edition({}))
        spec.module = was
        assert army.module in modules()
    assert begin(1, edition="v3").edition.printing == 2
    assert begin(1).edition.printing == 0


def vars_of(edition: Any) -> dict[str, Any]:
    return {name: getattr(edition, name) for name in dir(edition) if not name.startswith("_")}


def test_a_save_replays() -> None:
    rng = random.Random(5)
    game = bocage.new("lnlt", "random", 5, {"allies": "bef", "size": "small", "battle": 77})
    for _ in range(150):
        if not game.over:
            game.play(rng.choice(game.decision.options))
    again = bocage.load(bocage.save(game))
    assert again.state.digest() == game.state.digest()
    assert again.options == game.options


def test_random_options_are_ones_that_are_taken() -> None:
    rng = random.Random(3)
    named = set()
    for _ in range(60):
        drawn = SYSTEM.draw_options("random", rng)
        named |= set(drawn)
        SYSTEM.new("random", 1, drawn)
    assert set(options.NAMES) <= named


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_which_battle_it_is_and_every_choice_has_words(language: str) -> None:
    words = catalogue(SYSTEM.package, language)
    for number in range(1, 30):
        state = begin(number)
        said = words.render(SYSTEM.position(state, 0).status[-1])
        assert str(number) in said
        assert str(state.scenario.occasion["year"]) in said
    for option in options.known_options():
        assert words.render(option.text)
        assert all(words.render(value.text) for value in option.values)


def test_a_price_list_with_faults_is_refused(tmp_path: Path) -> None:
    text = data.PATH.read_text("utf-8")
    path = tmp_path / "battles.yaml"
    for old, new, fault in (
        ("take: fr.medic", "take: ge.medic", "does not fight for fr"),
        ("take: fr.medic", "take: fr.doctor", "no counter 'fr.doctor'"),
        ("  fr.medic:", "  fr.nobody:", "no price 'fr.medic'"),
        ("  wooden-building: ", "  castle: ", "no terrain 'castle'"),
        ("alone: [orchard-lane", "alone: [moon", "no map 'moon'"),
        ("hero: fr.hero", "hero: fr.medic", "is no Hero"),
    ):
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
        with pytest.raises(ContentError, match=fault):
            SYSTEM.validate(path)
    prices.check(data.PATH)


def test_nobody_stands_where_he_may_not() -> None:
    """Placed at random by both sides, all stand within their areas, and nobody is left beside the map."""
    for number in range(1, 25):
        state = begin(number)
        rng = random.Random(number)
        while state.waiting and not state.over:
            state.play(state.pending[0], rng.choice(state.pending[0].options))
        SYSTEM.check(state)
        assert all(unit.hex != GONE for unit in state.units if unit.type.kind != SNIPER)
        assert all(vehicle.hex != GONE for vehicle in state.vehicles)
