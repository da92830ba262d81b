"""Special rules of scenarios: a small situation for each, and what the enemy must not learn of a secret plan."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.systems.lnlt.armour import SHERMAN, Field, side, vehicle
from tests.systems.lnlt.table import M1919, PARA, RIFLES, Table, event, unit

import bocage
from bocage.content import ContentError
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.chart import LEG
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import Retreat, catch_fire
from bocage.systems.lnlt.rules.driving import hex_cost
from bocage.systems.lnlt.rules.gliders import landing_tally
from bocage.systems.lnlt.rules.terrain import step_cost
from bocage.text import LANGUAGES, catalogue

pytestmark = pytest.mark.both_seats

A = unit(PARA, "D5", "A")
FOE = unit(RIFLES, "H5", "foe")


def words(table: Table, viewer: int = 0) -> list[str]:
    return [line.key for line in SYSTEM.position(table.state, viewer).status]


def end_turn(table: Table, dice: list[int]) -> list[Any]:
    """Pass until the next Rally Phase, or whatever else comes first, has been dealt with."""
    told: list[Any] = []
    for _ in range(3):
        rolled = dice if table.state.passes == 2 else []
        told += table.do("pass", dice=rolled)
    return told


# ---- visibility


@pytest.mark.rule("lnlt.scenario.visibility")
def test_nobody_sees_beyond_the_limit() -> None:
    for hexes, seen in ((3, False), (4, True)):
        table = Table([A], [FOE], visibility=[{"hexes": hexes, "cause": "fog"}])
        sight = table.state.sight_from(table.hex("D5"))
        assert bool(sight >> table.hex("H5") & 1) == seen
        assert "special.fog" in words(table)


@pytest.mark.rule("lnlt.scenario.visibility", "lnlt.core.20")
def test_flashes_show_in_the_dark_and_not_in_fog() -> None:
    for cause, shows in (("night", True), ("dawn", True), ("dusk", True), ("fog", False)):
        fired = unit(RIFLES, "H5", "foe", markers=["fired"])
        table = Table([A], [fired], visibility=[{"hexes": 2, "cause": cause}])
        assert bool(table.state.sight_from(table.hex("D5")) >> table.hex("H5") & 1) == shows
        assert bool(table.state.dark) == shows


@pytest.mark.rule("lnlt.scenario.visibility")
def test_who_cannot_see_so_far_is_told_so() -> None:
    table = Table([A], [FOE], visibility=[{"hexes": 2, "cause": "fog"}])
    table.do("activate", where="D5")
    assert table.refusals("fire", "A", "H5") == ["lnlt.scenario.visibility"]
    line = SYSTEM.sight(table.state, "D5", "H5")
    assert line is not None
    assert (line.clear, line.rule) == (False, "lnlt.scenario.visibility")


@pytest.mark.rule("lnlt.scenario.visibility", "lnlt.hon.23.1k")
def test_gliders_land_worse_by_night_alone() -> None:
    for cause, worse in (("night", True), ("dawn", False), ("fog", False)):
        table = Table([A], [FOE], visibility=[{"hexes": 2, "cause": cause}])
        tally = landing_tally(table.state, 0, table.hex("D5"), 0)
        assert ("landing.night" in [line.label for line in tally.lines]) == worse


@pytest.mark.rule("lnlt.scenario.visibility")
def test_it_gets_light_in_its_turn() -> None:
    table = Table([A], [FOE], visibility=[{"hexes": 2, "cause": "dawn", "until": 1}])
    assert table.state.visibility == 2
    told = end_turn(table, [3, 3])
    assert table.state.turn == 2
    assert table.state.visibility == 0
    assert event(told, "visibility-full").rule == "lnlt.scenario.visibility"


# ---- weather


@pytest.mark.rule("lnlt.scenario.weather")
@pytest.mark.parametrize(("kind", "burns"), [("rain", False), ("snow", False), ("mud", True)])
def test_in_rain_and_snow_nothing_catches_fire(kind: str, burns: bool) -> None:
    table = Table([A], [FOE], weather=[{"kind": kind}], terrain={"forest": ["H5"]})
    table.state.dice.script = [6]
    catch_fire(table.state, table.hex("H5"), 6)
    assert table.state.dice.cursor == burns
    assert f"special.{kind}" in words(table)


@pytest.mark.rule("lnlt.scenario.weather")
@pytest.mark.parametrize(("kind", "runs"), [("rain", True), ("mud", False), ("snow", False)])
def test_nobody_runs_in_mud_and_snow(kind: str, runs: bool) -> None:
    table = Table([A, unit("us.ldr.medrow", "D5", "M")], [FOE], weather=[{"kind": kind}])
    table.do("activate", where="D5")
    assert table.offers("double-time", where="D5") == runs
    if not runs:
        assert table.refusals("double-time", "A") == ["lnlt.scenario.weather"]


@pytest.mark.rule("lnlt.scenario.weather", "lnlt.core.armour.14.1", "lnlt.core.6.0")
def test_vehicles_pay_for_mud_off_the_road() -> None:
    costs = {}
    for weather in ([], [{"kind": "mud"}]):
        tank = vehicle(SHERMAN, "D5", "S")
        field = Field(side("us", tank), side("de", unit(RIFLES, "L9")), weather=weather, roads=[["D5", "E5"]])
        for to in ("E5", "D4"):
            costs[to, bool(weather)] = hex_cost(field.state, field.vehicle("S"), field.hex(to))
        assert {step_cost(field.state, LEG, field.hex("D5"), way) for way in range(6)} == {1}
    assert costs["E5", True] == costs["E5", False], "along the road"
    assert costs["D4", True] == costs["D4", False] + 1


# ---- reinforcements


@pytest.mark.rule("lnlt.scenario.reinforcements")
def test_reinforcements_wait_for_their_die() -> None:
    group = {"turn": 2, "area": "west", "roll": 4, "units": [{"unit": PARA, "name": "B"}]}
    first = side("us", A, areas={"west": ["A1"]}, reinforcements=[group])
    table = Field(first, side("de", FOE))
    told = end_turn(table, [3, 3, 3])
    assert event(told, "reinforcements-late").dice == [3]
    assert table.unit("B").hex == GONE
    told = end_turn(table, [3, 3, 4])
    assert event(told, "reinforcements-come").rule == "lnlt.scenario.reinforcements"
    assert table.place("B") == "A1"
    end_turn(table, [3, 3])
    assert "special.reinforcements" in words(table)


# ---- objectives


def with_objectives(*objectives: dict[str, Any], **more: Any) -> Table:
    return Table([A], [FOE], victory={"objectives": list(objectives)}, **more)


@pytest.mark.rule("lnlt.scenario.objectives")
@pytest.mark.first_seat
def test_an_objective_counts_from_its_turn() -> None:
    table = with_objectives({"hex": "D5", "points": 3, "since": 2})
    assert table.state.score(0) == 0
    assert not [m for m in SYSTEM.position(table.state, 0).markers if m.kind == "objective"]
    told = end_turn(table, [3, 3])
    assert table.state.score(0) == 3
    assert event(told, "objective-opens").place == "D5"
    assert "special.objective-since" in words(table)


@pytest.mark.rule("lnlt.scenario.objectives")
@pytest.mark.first_seat
def test_an_objective_is_paid_for_at_the_end_of_its_last_turn() -> None:
    table = with_objectives({"hex": "D5", "points": 3, "until": 1})
    told = end_turn(table, [3, 3])
    assert event(told, "objective-won").rule == "lnlt.scenario.objectives"
    assert table.state.score(0) == 3
    table.state.go(table.unit("A"), table.hex("A1"))
    table.state.go(table.unit("foe"), table.hex("D5"))
    assert (table.state.score(0), table.state.score(1)) == (3, 0), "for good"


@pytest.mark.rule("lnlt.scenario.objectives")
@pytest.mark.first_seat
def test_an_objective_moves_on_when_it_is_taken() -> None:
    table = with_objectives({"hex": "D5", "points": 2, "then": ["H5", "J5"]})
    assert table.state.score(1) == 0, "the next hex is none yet"
    end_turn(table, [3, 3])
    assert (table.state.score(0), table.state.score(1)) == (2, 2), "who stands in the next one has it at once"
    shown = [m.place for m in SYSTEM.position(table.state, 0).markers if m.kind == "objective"]
    assert shown == ["H5"]


# ---- no retreat


@pytest.mark.rule("lnlt.scenario.no-retreat")
def test_nobody_leaves_the_ground_that_is_kept() -> None:
    table = Table([A], [FOE], no_retreat=[{"side": "us", "hexes": ["D5:D6"]}])
    table.do("activate", where="D5")
    table.do("move", where="D5")
    assert table.offers("step", where="D6")
    assert not table.offers("step", where="D4")
    assert table.refusals("step", where="D4") == ["lnlt.scenario.no-retreat"]
    assert "special.no-retreat" in words(table)


@pytest.mark.rule("lnlt.scenario.no-retreat")
def test_a_vehicle_stays_too_until_the_time_is_up() -> None:
    for until, stays in ((0, True), (1, True), (2, True)):
        kept = [{"side": "us", "hexes": ["D5"], "until": until}]
        field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", unit(RIFLES, "L9")), no_retreat=kept)
        field.order("S")
        field.do("set-out")
        assert field.offers("forward") != stays
    late = [{"side": "us", "hexes": ["D5"], "until": 1}]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", FOE), no_retreat=late, turn=2)
    field.order("S")
    field.do("set-out")
    assert field.offers("forward")


@pytest.mark.rule("lnlt.scenario.no-retreat", "lnlt.core.1.6.3")
@pytest.mark.first_seat
def test_who_would_have_to_retreat_is_lost() -> None:
    for hexes, lost in ((["D5"], True), (["D5:D6"], False)):
        table = Table([A], [FOE], no_retreat=[{"side": "us", "hexes": hexes}])
        table.state.events = []
        table.state.pending = []
        table.state.push(Retreat(0, table.hex("D5"), [table.names["A"]]))
        table.state.advance()
        assert table.place("A") == ("gone" if lost else "D6")
        if lost:
            assert event(table.state.events, "no-refuge").rule == "lnlt.scenario.no-retreat"


# ---- ammunition


@pytest.mark.rule("lnlt.scenario.ammunition")
@pytest.mark.parametrize(("die", "empty"), [(4, False), (5, True)])
def test_a_weapon_runs_out_on_its_die(die: int, empty: bool) -> None:
    gunner = unit(PARA, "D5", "A", weapons=[M1919])
    table = Table([gunner], [FOE], ammunition=[{"side": "us", "runs_out": 5}])
    table.state.recording = True
    play_fire(table, [1, 6, die])
    assert (table.state.weapons[0].owner == GONE) == empty
    assert "special.runs-out" in words(table)


@pytest.mark.rule("lnlt.scenario.ammunition")
def test_the_other_side_has_enough() -> None:
    gunner = unit(PARA, "D5", "A", weapons=[M1919])
    table = Table([gunner], [FOE], ammunition=[{"side": "de", "runs_out": 2}])
    play_fire(table, [1, 6])
    assert table.state.weapons[0].owner != GONE


@pytest.mark.rule("lnlt.scenario.ammunition")
def test_shots_are_counted() -> None:
    gunner = unit(PARA, "D5", "A", weapons=[M1919])
    table = Table([gunner], [FOE], ammunition=[{"side": "us", "weapon": M1919, "shots": 1}])
    assert {"special.shots", "special.shots-left"} <= set(words(table))
    told = play_fire(table, [1, 6])
    assert event(told, "last-shot").rule == "lnlt.scenario.ammunition"
    assert table.state.weapons[0].owner == GONE


def play_fire(table: Table, dice: list[int]) -> list[Any]:
    """A fires at the enemy with rifles and gun."""
    state = table.state
    table.do("activate", where="D5")
    state.events = []
    state.dice.script = dice
    state.dice.cursor = 0
    for verb in ("fire", "with-both", "all", "done"):
        if state.dice.cursor == 0 and table.verbs() & {verb}:
            state.play(table.decision, table.fitting(verb, "", "")[0].id)
    assert state.dice.cursor == len(dice), "dice left over"
    return state.events


# ---- secret plans

PLANS = [
    {"objectives": [{"hex": "D5", "points": 4}]},
    {"objectives": [{"hex": "A1", "points": 4}], "areas": {"west": ["A9"]}},
]


def secret() -> Field:
    late = {"turn": 2, "area": "west", "units": [{"unit": PARA, "name": "B"}]}
    first = side("us", A, areas={"west": ["A2"]}, reinforcements=[late], plans=PLANS)
    return Field(first, side("de", FOE), phase="rally", victory={"casualty_points": 1})


@pytest.mark.rule("lnlt.scenario.secret")
@pytest.mark.first_seat
def test_only_the_side_itself_knows_its_plan() -> None:
    tables = []
    for number in (0, 1):
        table = secret()
        assert table.kind == "plan"
        assert [choice.label.args["plan"] for choice in table.choices()] == ["D5 (4)", "A1 (4) · A9"]
        table.state.events = []
        table.state.play(table.decision, table.decision.options[number])
        tables.append(table)
    for viewer, alike in ((0, False), (1, True), (-1, True)):
        views = [SYSTEM.position(table.state, viewer) for table in tables]
        told = [[e.args for e in table.state.events if e.seen_by(viewer)] for table in tables]
        assert (views[0] == views[1]) == alike
        assert (told[0] == told[1]) == alike
    assert tables[0].state.score(0) == 4
    assert SYSTEM.position(tables[0].state, 0).seats[0].score == 4
    assert SYSTEM.position(tables[0].state, 1).seats[0].score == 0


@pytest.mark.rule("lnlt.scenario.secret")
@pytest.mark.first_seat
def test_the_enemy_imagines_every_plan() -> None:
    table = secret()
    table.state.play(table.decision, table.decision.options[1])
    worlds = [SYSTEM.redeterminise(table.state, 1, random.Random(seed)) for seed in range(20)]
    assert {world.course.picked[0] for world in worlds if world.course is not None} == {0, 1}
    own = SYSTEM.redeterminise(table.state, 0, random.Random(1))
    assert own.course is not None
    assert own.course.picked[0] == 1


@pytest.mark.rule("lnlt.scenario.secret")
def test_a_plan_shows_when_its_area_is_used() -> None:
    table = secret()
    table.state.play(table.decision, table.decision.options[1])
    told = end_turn(table, [3, 3])
    assert table.place("B") == "A9"
    assert event(told, "plan-shown").args["plan"] == "A1 (4) · A9"
    assert "special.plan-of" in words(table, 1)
    scores = [[seat.score for seat in SYSTEM.position(table.state, viewer).seats] for viewer in (0, 1)]
    assert scores[0] == scores[1] == [0, 0]


@pytest.mark.rule("lnlt.scenario.secret")
@pytest.mark.first_seat
def test_a_plan_is_shown_at_the_end() -> None:
    table = secret()
    table.state.play(table.decision, table.decision.options[0])
    table.state.turn = table.state.scenario.turns
    table.state.waiting = []
    told = end_turn(table, [])
    assert event(told, "plan-shown").seen_by(1)
    assert table.state.winner == 0


@pytest.mark.rule("lnlt.scenario.secret")
def test_an_enemys_plan_gives_nobody_else_points() -> None:
    table = secret()
    table.state.play(table.decision, table.decision.options[0])
    table.state.go(table.unit("A"), table.hex("D8"))
    table.state.go(table.unit("foe"), table.hex("D5"))
    assert (table.state.score(0), table.state.score(1)) == (0, 0)


@pytest.mark.rule("lnlt.scenario.secret")
@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_the_enemy_sees_depends_on_the_plan(seed: int) -> None:
    """Through a whole game: what seat and spectator see, are asked and are told of odds fits every plan."""
    game = bocage.new("lnlt", "nosb/rail-war", seed)
    rng = random.Random(seed)
    while not game.over:
        for viewer in (1, -1):
            other = game.clone()
            other.state = SYSTEM.redeterminise(game.state, viewer, rng)
            assert other.view(viewer) == game.view(viewer)
            assert other.prompt(viewer) == game.prompt(viewer)
        decision = game.decision
        option = rng.choice(decision.options)
        if decision.seat == 1 and rng.random() < 0.1:
            mine, imagined = (SYSTEM.forecast(one.state, decision, option) for one in (game, other))
            assert (mine and mine.odds) == (imagined and imagined.odds)
        game.play(option)
    hidden = [one for one in game.log if one.kind == "plan-picked"]
    assert len(hidden) == 1
    assert not hidden[0].seen_by(1)
    assert not hidden[0].seen_by(-1)


# ---- files and words

WRONG = [
    ({"visibility": [{"hexes": 0}]}, r"visibility\[0\].hexes"),
    ({"visibility": [{"hexes": 2, "since": 40}]}, r"visibility\[0\].since"),
    ({"weather": [{"kind": "hail"}]}, r"weather\[0\].kind"),
    ({"weather": [{"kind": "mud", "since": 3, "until": 2}]}, r"weather\[0\].until"),
    ({"no_retreat": [{"side": "fr", "hexes": ["D5"]}]}, r"no_retreat\[0\].side"),
    ({"no_retreat": [{"side": "us", "hexes": ["Z5"]}]}, r"no_retreat\[0\].hexes\[0\]"),
    ({"no_retreat": [{"side": "us", "hexes": ["D5"]}] * 2}, r"no_retreat\[1\].side"),
    ({"ammunition": [{"side": "us"}]}, r"ammunition\[0\]"),
    ({"ammunition": [{"side": "us", "shots": 3}]}, r"ammunition\[0\].weapon"),
    ({"ammunition": [{"side": "us", "runs_out": 7}]}, r"ammunition\[0\].runs_out"),
    ({"ammunition": [{"side": "us", "weapon": "us.sw.bow", "runs_out": 6}]}, r"ammunition\[0\].weapon"),
    ({"victory": {"objectives": [{"hex": "D5", "points": 1, "since": 31}]}}, r"objectives\[0\].since"),
    ({"victory": {"objectives": [{"hex": "D5", "points": 1, "until": 2, "then": ["D6"]}]}}, r"objectives\[0\].until"),
    ({"victory": {"objectives": [{"hex": "D5", "points": 1, "then": ["Z9"]}]}}, r"objectives\[0\].then\[0\]"),
]


@pytest.mark.parametrize(("wrong", "field"), WRONG)
def test_what_is_wrong_is_named_with_its_field(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(ContentError, match=field):
        Table([A], [FOE], **wrong)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"plans": [{"objectives": [{"hex": "D5", "points": 1}]}]}, r"plans"),
        ({"plans": [{}, {}]}, r"plans\[0\]"),
        ({"plans": [{"areas": {"east": ["A1"]}}] * 2}, r"plans\[0\].areas.east"),
        ({"plans": [{"objectives": [{"hex": "Z1", "points": 1}]}] * 2}, r"plans\[0\].objectives\[0\].hex"),
        (
            {"areas": {"w": ["A1"]}, "reinforcements": [{"turn": 1, "area": "w", "roll": 9}]},
            r"reinforcements\[0\].roll",
        ),
    ],
)
def test_what_is_wrong_with_a_side_is_named_too(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(ContentError, match=field):
        Field(side("us", A, **wrong), side("de", FOE))


USED = {
    "special.visibility": ("special.night", "special.dawn", "special.dusk", "special.fog"),
    "special.weather": ("special.rain", "special.mud", "special.snow"),
    "special.reinforcements": ("special.reinforcements",),
    "special.objectives": ("special.objective-since", "special.objective-until", "special.objective-moves"),
    "special.secret": ("special.secret",),
    "special.no-retreat": ("special.no-retreat",),
    "special.ammunition": ("special.shots", "special.runs-out"),
}


def test_every_rule_is_met_in_a_shipped_scenario_and_told_beforehand() -> None:
    told = {rule.key for info in SYSTEM.scenarios() for rule in info.rules}
    assert [name for name, keys in USED.items() if not told & set(keys)] == []
    for language in LANGUAGES:
        words_of = catalogue(SYSTEM.package, language)
        assert all(words_of.render(rule) for info in SYSTEM.scenarios() for rule in info.rules)


def test_dice_of_special_rules_have_names() -> None:
    named = [SYSTEM.purposes[number] for number in (acts.FOR_REINFORCEMENTS, acts.FOR_AMMUNITION)]
    assert named == ["dice.reinforcements", "dice.ammunition"]
