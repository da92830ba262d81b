"""Variants, and players who pick their firing figures or place each figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.content import ContentError
from bocage.kernel.act import point_option
from bocage.kernel.system import BadOption
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import scenarios
from bocage.systems.disposable.model.tables import MEDIUM
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.accuracy import AIMED
from bocage.systems.disposable.rules.casualties import commander_beside
from bocage.systems.disposable.rules.command import coherent
from bocage.systems.disposable.rules.cover import cover_of
from bocage.systems.disposable.rules.victory import points, seized
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.state import HOUSE_GUNS, DisposableState
from systems.disposable.field import Field, ground, line, table, unit

pytestmark = pytest.mark.rule("dh.core.act.phases", "dh.open.fire_half", "dh.cmd.distance.2", "dh.open.way")
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)
EACH = {"options": {"each": True}}


@pytest.mark.rule("dh.open.fire_half", "dh.fire.half.1")
def test_a_player_may_pick_his_firing_figures() -> None:
    field = Field([unit("us", 0, 20, 20, figures=5), unit("de", 1, 20, 30), FAR], **EACH).choose("hold")
    field.choose("pick", "de")
    squad = field.unit("us").figures
    assert field.men() == squad, "all of them see the target; nobody is named yet"
    field.play(acts.FIRER.on(squad[1]))
    assert field.decision.options == [*acts.FIRER.on_each(squad[2:]), acts.ENOUGH.act()], (
        "only figures after the last one"
    )
    field.play(acts.FIRER.on(squad[3]))
    field.roll(*[9] * 13, 1)
    field.play(acts.FIRER.on(squad[4]))
    assert field.event("fire").args["firing"] == 3, "half of five, and no more is asked"
    plain = Field([unit("us", 0, 20, 20, figures=5), unit("de", 1, 20, 30), FAR]).choose("hold")
    assert not plain.offers("pick", "de"), "only where the option is on"


@pytest.mark.rule("dh.open.fire_half")
def test_one_firing_figure_may_be_enough() -> None:
    field = Field([unit("us", 0, 20, 20, figures=5), unit("de", 1, 20, 30), FAR], **EACH).choose("hold")
    field.choose("pick", "de")
    field.play(acts.FIRER.on(field.unit("us").figures[1]))
    field.roll(*[9] * 4, 1)
    field.choose("enough")
    assert field.event("fire").args == field.event("fire").args | {"firing": 1, "dice": 4}


@pytest.mark.rule("dh.cmd.distance.2", "dh.move.manoeuvre.1")
def test_a_player_may_place_each_figure() -> None:
    field = Field([unit("us", 0, 20, 20, figures=3), FAR], **EACH).choose("manoeuvre").go(20, 26)
    squad = field.unit("us")
    assert field.decision.kind is decisions.ARRANGE
    assert field.at("us") == (20, 20), "nobody has moved yet"
    field.play(acts.MAN.on(squad.figures[1]))
    assert field.decision.region is not None
    assert not field.decision.allows(point_option(200, 260)), "a base is there"
    assert field.refusal(x=20.0, y=17.9) == "dh.cmd.distance.2", "too far from the first"
    assert field.refusal(x=20.0, y=27.5) == "dh.move.manoeuvre.1"
    field.play(point_option(215, 245))
    field.play(acts.MAN.on(squad.figures[2]))
    field.play(point_option(190, 200))
    field.choose("go")
    assert [(field.state.x[f], field.state.y[f]) for f in squad.figures] == [(200, 260), (215, 245), (190, 200)]
    assert coherent(field.state, squad)


@pytest.mark.rule("dh.cmd.distance.2", "dh.open.way")
@pytest.mark.parametrize("name", ["line", "column", "skirmish"])
def test_a_unit_is_drawn_up_in_a_formation(name: str) -> None:
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 44), FAR], **EACH).choose("manoeuvre").go(20, 21)
    field.choose("form", place=name).choose("go")
    squad = field.unit("us")
    wide = max(field.state.x[f] for f in squad.figures) - min(field.state.x[f] for f in squad.figures)
    deep = max(field.state.y[f] for f in squad.figures) - min(field.state.y[f] for f in squad.figures)
    assert {"line": wide > 4 * deep, "column": deep > 4 * wide, "skirmish": 45 < wide < 80}[name], (wide, deep)
    assert coherent(field.state, squad)


@pytest.mark.rule("dh.cmd.distance.2", "dh.open.linear_contact")
def test_a_unit_lines_up_along_cover() -> None:
    wall = [line("stone_wall", 10, 26, 30, 26)]
    field = Field([unit("us", 0, 20, 22, figures=6), unit("de", 1, 20, 44), FAR], terrain=wall, **EACH)
    field.choose("manoeuvre").go(20, 25).choose("form", place="cover").choose("go")
    assert cover_of(field.state, field.unit("us"), field.unit("de")) == MEDIUM
    assert all(field.state.y[f] < 260 for f in field.unit("us").figures)


@pytest.mark.rule("dh.open.way", "dh.move.manoeuvre.1")
def test_a_way_may_have_way_points_and_is_measured_along_its_length() -> None:
    field = Field([unit("us", 0, 20, 20, figures=2), FAR], **EACH).choose("manoeuvre").choose("via")
    assert field.decision.kind is decisions.WAY
    field.go(20, 23)
    assert field.at("us") == (20, 20)
    assert field.may_go(23, 23)
    assert field.refusal(x=23.1, y=23.0) != "", "three inches are left"
    field.go(23, 23).choose("go")
    assert field.at("us") == (23, 23)


@pytest.mark.rule("dh.core.acc.zero")
@pytest.mark.parametrize(("confirm", "dice", "hits"), [(False, [1], "1"), (True, [1, 5], "1"), (True, [1, 6], "0")])
def test_by_a_variant_a_one_is_confirmed_where_no_chance_was_left(confirm: bool, dice: list[int], hits: str) -> None:
    terrain = [ground("sandbags", 15, 28, 25, 34)]
    field = Field(
        [unit("s", 0, 20, 20), unit("de", 1, 20, 30, figures=1), FAR], terrain=terrain, options={"confirm": confirm}
    ).choose("hold")
    field.unit("s").figures = field.unit("s").figures[-1:]
    field.roll(*dice, 10, *([9] if hits == "1" else []), 1)
    field.choose("fire", "de")
    assert field.event("fire").outcome("hits") == hits


@pytest.mark.rule("dh.core.linear.ruins")
@pytest.mark.parametrize(("ruins", "need"), [(False, 5), (True, 3)])
def test_by_a_variant_ruins_between_count_minus_two(ruins: bool, need: int) -> None:
    state = table(
        [unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 32, figures=1)], [ground("ruin", 15, 25, 25, 27)]
    )
    state.ruins = ruins
    (shot,) = volley(state, state.units[0], state.units[1], 0, AIMED, 0, True)
    assert shot.need == need


@pytest.mark.rule("dh.core.acc.zero", "dh.core.linear.ruins")
def test_options_are_switches_and_off() -> None:
    assert [info.values[0].value for info in SYSTEM.options()] == [False] * 15
    state = SYSTEM.new("crossroads", 1, {"confirm": True, "ruins": True, "each": True, "house_guns": True})
    assert state.house == HOUSE_GUNS
    assert isinstance(state, DisposableState)
    assert (state.confirm, state.ruins, state.each) == (True, True, True)
    with pytest.raises(BadOption, match="true or false"):
        SYSTEM.new("crossroads", 1, {"ruins": "maybe"})


@pytest.mark.rule("dh.core.pc.activation")
@pytest.mark.parametrize(("apart", "beside"), [(1.9, True), (2.1, False)])
def test_a_commander_within_an_inch_may_be_picked_as_casualty(apart: float, beside: bool) -> None:
    pc = unit("pc", 1, 20, 30 + apart, template="de_pc", figures=1)
    units = [unit("us", 0, 20, 20), unit("de", 1, 20, 30, figures=1), pc, FAR]
    field = Field(units).choose("hold")
    state = field.state
    assert (commander_beside(state, field.unit("de")) >= 0) is beside
    if not beside:
        return
    field.unit("us").figures = field.unit("us").figures[-1:]
    field.roll(5, 10, 5, 1)
    field.choose("fire", "de")
    picked = [c for c in field.choices() if c.piece == field.unit("pc").figures[0]]
    assert picked
    field.play(picked[0].id)
    assert field.unit("de").figures
    assert {line.label: line.value for line in field.event("guts").lines}["label.casualties"] == -1


@pytest.mark.rule("dh.core.pc.activation")
def test_a_commander_is_a_unit_of_his_own() -> None:
    field = Field([unit("a", 0, 20, 20), unit("pc", 0, 20, 30, template="us_pc"), FAR])
    assert field.offers("activate", "pc")
    assert len(field.unit("pc").figures) == 3


@pytest.mark.rule("dh.core.points")
def test_a_side_may_not_spend_more_than_the_points(tmp_path: Path) -> None:
    good = scenarios.SHELF.path("open_field").read_text("utf-8")
    path = tmp_path / "mine.yaml"
    for old, new, words in (
        ("points: 600", "points: 540", "588 points, 540 are allowed"),
        ("support: [us_mortar60", "support: [de_hmg", "no support"),
        ("platoon: us_platoon", "platoon: de_platoon", "no platoon for 'us' called 'de_platoon'"),
    ):
        path.write_text(good.replace(old, new), "utf-8")
        with pytest.raises(ContentError, match=words):
            SYSTEM.validate(path)
    path.write_text(good, "utf-8")
    SYSTEM.validate(path)


def test_faults_of_rides_are_named(tmp_path: Path) -> None:
    good = scenarios.SHELF.path("crossroads").read_text("utf-8")
    path = tmp_path / "mine.yaml"
    for old, new, words in (
        ("ride: us_ht", "ride: us_hq", "no vehicle"),
        ("template: m3_halftrack", "template: jeep", "room for 3"),
        ("template: m3_halftrack", "template: t34_76", "nation"),
    ):
        path.write_text(good.replace(old, new), "utf-8")
        with pytest.raises(ContentError, match=words):
            SYSTEM.validate(path)


@pytest.mark.rule("dh.core.victory.points", "dh.core.victory.hold")
def test_the_farm_falls_with_all_objectives_and_the_line_is_crossed() -> None:
    state = SYSTEM.new("farm", 1, {})
    assert isinstance(state, DisposableState)
    assert seized(state) == -1
    mine = [u for u in state.units if u.seat == 0 and len(u.figures) > 2][:3]
    for unit_, objective in zip(mine, state.scenario.objectives, strict=True):
        unit_.place = 1
        for k, f in enumerate(unit_.figures):
            state.x[f], state.y[f] = objective.x + k, objective.y
    assert seized(state) == 0
    line = SYSTEM.new("bunker_line", 1, {})
    assert isinstance(line, DisposableState)
    before = points(line, 0)
    squad = next(u for u in line.units if u.seat == 0)
    squad.place = 1
    for f in squad.figures:
        line.x[f], line.y[f] = 100, 450
    assert points(line, 0) == before + 2
    squad.status = 1
    assert points(line, 0) == before


@pytest.mark.rule("dh.core.move.terrain")
@pytest.mark.parametrize(
    ("terrain", "mode", "y"),
    [
        (ground("woods", 0, 21, 72, 30), "run", 22),
        (ground("woods", 0, 21, 72, 30), "manoeuvre", 25.9),
        (line("bocage", 0, 22, 72, 22), "manoeuvre", 24),
        (ground("water", 0, 21, 72, 24), "run", 26),
        (ground("building", 15, 22, 30, 30), "manoeuvre", 25),
    ],
)
def test_a_figure_placed_by_hand_pays_for_the_ground(terrain: dict[str, object], mode: str, y: float) -> None:
    units = [unit("us", 0, 20, 20, figures=3), FAR]
    for ground_there in ([terrain], []):
        field = Field(units, terrain=ground_there, **EACH).choose(mode).go(20.5, 20)
        field.play(acts.MAN.on(field.unit("us").figures[0]))
        assert field.may_go(20, y) is (not ground_there), "on open ground it may"
        if ground_there:
            assert field.refusal("to", x=20, y=y) == "dh.core.move.terrain"
