"""Command distance, movement modes, difficult ground, lone models and heavy weapons."""

from __future__ import annotations

from itertools import combinations

import pytest

from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records
from bocage.systems.disposable.model.tables import BASE, HOLD, MANOEUVRE, RUN, SNEAK
from bocage.systems.disposable.rules import decisions
from bocage.systems.disposable.rules.command import coherent, command_distance, highest_guts, spread_out
from bocage.systems.disposable.rules.movement import effective_range, rate_of_fire
from bocage.systems.disposable.state import JOINED
from systems.disposable.field import Field, ground, line, make_weapon, unit

pytestmark = pytest.mark.rule(
    "dh.core.act.phases",
    "dh.move.sneak.1",
    "dh.move.manoeuvre.1",
    "dh.move.run.1",
    "dh.core.move.terrain",
    "dh.open.way",
    "dh.core.measure",
)
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)


@pytest.mark.rule("dh.cmd.distance.1", "dh.core.leader.loss")
def test_command_distance_is_the_highest_guts_and_shrinks_with_the_leader() -> None:
    field = Field([unit("us", 0, 20, 20), FAR])
    squad = field.unit("us")
    assert command_distance(highest_guts(field.state, squad)) == 70
    field.state.remove(squad, squad.figures[0])
    assert command_distance(highest_guts(field.state, squad)) == 60


@pytest.mark.rule("dh.cmd.distance.2", "dh.open.coherency_measure")
def test_a_scattered_unit_has_to_close_up_before_anything_else() -> None:
    apart = [[20, 20], [29, 20]]
    field = Field([unit("us", 0, 20, 20, figures=2, places=apart), FAR, unit("de", 1, 24, 30)])
    assert not coherent(field.state, field.unit("us"))
    assert field.refusal("hold") == "dh.open.coherency_measure"
    field.choose("manoeuvre")
    assert not field.offers("fire", "de")
    field.go(23, 20).choose("decline")
    assert coherent(field.state, field.unit("us"))


@pytest.mark.rule("dh.cmd.distance.2")
def test_the_command_distance_itself_is_not_too_far() -> None:
    """A triangle: only the long side counts, and it is measured between bases."""
    assert not spread_out([0, 70 + BASE, 35], [0, 0, 60], 70)
    assert spread_out([0, 71 + BASE, 35], [0, 0, 60], 70)


@pytest.mark.rule("dh.cmd.distance.2")
def test_every_move_keeps_every_pair_within_command_distance() -> None:
    """Half of the squad cannot follow through the wreck and is placed round the leader."""
    field = Field([unit("us", 0, 20, 20), FAR], terrain=[ground("wreck", 22, 21, 24, 25)])
    field.choose("manoeuvre").go(24, 18.5)
    assert coherent(field.state, field.unit("us"))
    for a, b in combinations(field.unit("us").figures, 2):
        assert field.state.close(a, b, 70)


@pytest.mark.parametrize(
    ("mode", "limit", "rule"),
    [
        pytest.param("sneak", 3.0, "dh.move.sneak.1", marks=pytest.mark.rule("dh.move.sneak.1")),
        pytest.param("manoeuvre", 6.0, "dh.move.manoeuvre.1", marks=pytest.mark.rule("dh.move.manoeuvre.1")),
        pytest.param("run", 9.0, "dh.move.run.1", marks=pytest.mark.rule("dh.move.run.1")),
    ],
)
def test_a_mode_allows_its_inches_and_no_tenth_more(mode: str, limit: float, rule: str) -> None:
    field = Field([unit("us", 0, 20, 20), FAR]).choose(mode)
    assert field.may_go(20, 20 + limit)
    assert not field.may_go(20, 20 + limit + 0.1)
    assert field.refusal("to", x=20, y=20 + limit + 0.1) == rule
    field.go(20, 20 + limit)
    assert field.at("us") == (20, 20 + limit)


@pytest.mark.rule("dh.move.run.2", "dh.move.run.3")
def test_nobody_fires_after_a_run() -> None:
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 30), FAR]).choose("run")
    assert not field.offers("fire")
    assert field.refusal("fire", "de") == "dh.move.run.2"


CLASSES = ["pistol", "smg", "assault_rifle", "flamethrower", "rifle_grenade", "at_reloadable", "at_one_shot"]


@pytest.mark.rule(
    "dh.move.exempt.pistol", "dh.move.exempt.smg", "dh.move.exempt.assault_rifle", "dh.move.exempt.flamethrower",
    "dh.move.exempt.rifle_grenade", "dh.move.exempt.at",
)  # fmt: skip
@pytest.mark.parametrize("kind", CLASSES)
def test_exempt_weapons_keep_rof_and_range_but_do_not_run(kind: str) -> None:
    weapon = make_weapon({"class": kind, "rof": 4, "range": 12})
    for mode in (HOLD, SNEAK, MANOEUVRE):
        assert (rate_of_fire(weapon, mode), effective_range(weapon, mode)) == (4, 120)
    assert (rate_of_fire(weapon, RUN), effective_range(weapon, RUN)) == (0, 0)


@pytest.mark.rule(
    "dh.move.sneak.2", "dh.move.sneak.3", "dh.move.manoeuvre.2", "dh.move.manoeuvre.3", "dh.core.act.hold",
    "dh.open.halving",
)  # fmt: skip
def test_rifles_are_halved() -> None:
    weapon = make_weapon({"class": "rifle", "rof": 3, "range": 9})
    assert (rate_of_fire(weapon, HOLD), effective_range(weapon, HOLD)) == (3, 90)
    assert (rate_of_fire(weapon, SNEAK), effective_range(weapon, SNEAK)) == (3, 45)
    assert (rate_of_fire(weapon, MANOEUVRE), effective_range(weapon, MANOEUVRE)) == (2, 45)
    assert rate_of_fire(make_weapon({"class": "rifle", "rof": 1}), MANOEUVRE) == 1


@pytest.mark.rule("dh.move.semi.1", "dh.move.semi.2", "dh.core.semi.range", "dh.open.semi_sneak")
def test_semi_automatics_keep_rof_and_lose_range() -> None:
    weapon = make_weapon({"class": "semi_auto", "rof": 3, "range": 24})
    for mode in (SNEAK, MANOEUVRE):
        assert (rate_of_fire(weapon, mode), effective_range(weapon, mode)) == (3, 120)


MG = unit("mg", 0, 20, 20, template="us_mmg", facing=[0, 1])


@pytest.mark.rule("dh.move.hmg.1", "dh.core.hmg.moved")
def test_a_heavy_machine_gun_moves_or_fires() -> None:
    field = Field([MG, unit("de", 1, 20, 35), FAR])
    field.choose("sneak")
    assert not field.offers("fire", "de")
    assert field.refusal("fire", "de") == "dh.move.hmg.1"
    assert Field([MG, unit("de", 1, 20, 35), FAR]).choose("hold").offers("fire", "de")


@pytest.mark.rule("dh.move.hmg.2", "dh.open.hmg_pivot")
def test_a_heavy_machine_gun_fires_to_its_front_and_turns_instead_of_firing() -> None:
    units = [MG, unit("de", 1, 20, 8), FAR]
    field = Field(units).choose("hold")
    assert field.refusal("fire", "de") == "dh.move.hmg.2"
    field = Field(units).choose("sneak").choose("face").go(*field.at("de"))
    assert field.unit("mg").facing_y < 0
    assert field.unit("mg").activated, "turning is moving: nothing else is left to do"


@pytest.mark.rule("dh.move.hmg.2", "dh.open.hmg_pivot")
def test_a_team_that_has_moved_chooses_where_it_faces() -> None:
    units = [unit("mg", 0, 20, 10, template="us_mmg", facing=[0, 1]), unit("de", 1, 40, 12, figures=2), FAR]
    field = Field(units).choose("sneak").go(20, 12)
    assert field.decision.kind is decisions.FACING
    field.go(40, 12)
    assert (field.unit("mg").facing_x, field.unit("mg").facing_y) == (200, 0)
    squad = Field([unit("us", 0, 20, 10), unit("de", 1, 40, 12, figures=2), FAR]).choose("sneak").go(20, 12)
    assert squad.decision.kind is not decisions.FACING, "men look everywhere"


@pytest.mark.rule("dh.core.veh.move", "dh.core.veh.facing")
def test_a_vehicle_that_holds_may_turn_by_a_quarter() -> None:
    field = Field([unit("v", 0, 20, 10, template="sherman", facing=[0, 1]), unit("de", 1, 40, 12), FAR]).choose("hold")
    field.choose("face")
    assert field.refusal(x=20.0, y=5.0) == "dh.core.veh.move"
    field.go(40, 10)
    assert (field.unit("v").facing_x, field.unit("v").facing_y) == (200, 0)
    assert field.offers("fire", "de")
    assert not field.offers("face")


@pytest.mark.rule("dh.core.deploy", "dh.move.mortar.2")
def test_a_team_chooses_where_it_faces_when_it_is_deployed() -> None:
    state = SYSTEM.new("crossroads", 1, {})
    for _ in range(40):
        decision = state.pending[0]
        if decision.kind is decisions.FACING:
            break
        state.play(decision, decision.options[0])
    assert decision.kind is decisions.FACING
    assert state.turn == 0


@pytest.mark.rule("dh.move.single.1", "dh.open.single_towards")
def test_a_lone_model_may_not_advance() -> None:
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 35)]).choose("manoeuvre")
    assert field.refusal("to", x=20, y=24) == "dh.move.single.1"
    assert field.may_go(20, 16)
    commander = unit("hq", 0, 20, 20, template="us_pc", figures=1)
    gunner = unit("mg", 0, 20, 20, template="us_mmg", figures=1)
    for lone in (commander, gunner):
        assert not Field([lone, unit("de", 1, 20, 35)]).choose("manoeuvre").may_go(20, 24), "a single model like others"
        house = Field([lone, unit("de", 1, 20, 35)], options={"house_lone": True}).choose("manoeuvre")
        assert house.may_go(20, 24)


@pytest.mark.rule("dh.move.single.1")
def test_a_lone_model_may_keep_its_distance() -> None:
    field = Field([unit("lone", 0, 20, 20, figures=1), unit("de", 1, 20, 30, figures=1)]).choose("run")
    assert field.may_go(26, 22), "ten inches before and after"
    assert field.refusal(x=26, y=22.1) == "dh.move.single.1"


@pytest.mark.rule("dh.move.single.2")
def test_a_lone_model_joins_a_unit_in_its_activation() -> None:
    units = [unit("lone", 0, 20, 20, figures=1), unit("us", 0, 24, 20, activated=True), FAR]
    field = Field(units).choose("hold").choose("join", "us")
    assert field.unit("lone").place == JOINED
    assert len(field.unit("us").figures) == 13
    units[1] = unit("us", 0, 33, 20, activated=True)
    away = Field(units).choose("manoeuvre")
    assert not away.offers("join"), "not within command distance"
    assert away.refusal("join") == "dh.move.single.2"
    pair = [unit("pair", 0, 20, 20, figures=2), unit("us", 0, 24, 20, activated=True), FAR]
    assert not Field(pair).choose("manoeuvre").offers("join"), "two men are a unit"


@pytest.mark.rule("dh.move.manoeuvre.1", "dh.open.best_cover")
def test_the_report_of_a_move_says_how_far_and_into_what_cover() -> None:
    units = [unit("us", 0, 20, 20, figures=2), FAR]
    field = Field(units, terrain=[ground("rubble", 22, 22, 30, 30)]).choose("manoeuvre").go(23, 23)
    assert field.event("move").args["distance"] == "4.2"
    assert field.event("move").args["cover"] == "@cover.medium"


@pytest.mark.rule("dh.core.act.order", "dh.core.act.hold", "dh.cc.contact.1")
def test_who_holds_or_has_moved_does_not_charge() -> None:
    units = [unit("us", 0, 20, 20), unit("de", 1, 20, 27), FAR]
    assert Field(units).choose("manoeuvre").offers("charge", "de")
    assert not Field(units).choose("hold").offers("charge", "de")
    moved = Field(units, dice=[]).choose("sneak").go(20, 21)
    assert moved.offers("fire", "de"), "firing may follow"
    assert not moved.offers("charge", "de")


@pytest.mark.rule("dh.core.move.terrain")
def test_a_unit_with_a_figure_in_rough_ground_is_not_offered_a_run() -> None:
    field = Field([unit("us", 0, 20, 20), FAR], terrain=[ground("rubble", 19, 15, 30, 30)])
    assert not field.offers("run")
    assert field.refusal("run") == "dh.core.move.terrain"
    assert Field([unit("us", 0, 20, 20), FAR]).offers("run")


@pytest.mark.rule("dh.core.move.terrain")
def test_rough_ground_costs_half_as_much_again_and_cannot_be_run_through() -> None:
    units = [unit("us", 0, 20, 10, figures=2, places=[[20, 10], [21.5, 10]]), FAR]
    rough = [ground("rubble", 10, 12, 30, 30)]
    field = Field(units, terrain=rough).choose("manoeuvre")
    # 2 inches to the edge, then 4 inches left for 2.66 inches of rubble
    assert field.may_go(20, 14.6)
    assert field.refusal("to", x=20, y=14.7) == "dh.core.move.terrain"
    inside = Field(units, terrain=[ground("rubble", 10, 5, 30, 30)]).choose("manoeuvre")
    assert inside.may_go(20, 14), "4 inches are 6"
    assert not inside.may_go(20, 14.1)
    field = Field(units, terrain=rough).choose("run")
    assert field.may_go(20, 12)
    assert field.refusal("to", x=20, y=12.1) == "dh.core.move.terrain"


@pytest.mark.rule("dh.core.move.terrain")
@pytest.mark.parametrize(
    ("obstacle", "far"), [("fence", 4.0), ("hedge", 4.0), ("stone_wall", 4.0), ("low_wall", 4.0), ("bocage", 2.0)]
)
def test_crossing_an_obstacle_costs_inches(obstacle: str, far: float) -> None:
    units = [unit("us", 0, 20, 10, figures=2, places=[[20, 10], [21.5, 10]]), FAR]
    field = Field(units, terrain=[line(obstacle, 5, 11, 40, 11)]).choose("manoeuvre")
    assert field.may_go(20, 10 + far)
    assert not field.may_go(20, 10.1 + far)


@pytest.mark.rule("dh.core.move.terrain")
def test_a_wall_of_a_building_costs_two_inches_and_a_wreck_cannot_be_entered() -> None:
    units = [unit("us", 0, 20, 10, figures=2, places=[[20, 10], [21.5, 10]]), FAR]
    field = Field(units, terrain=[ground("building", 10, 11, 30, 30)]).choose("manoeuvre")
    assert field.may_go(20, 14)
    assert not field.may_go(20, 14.1)
    field = Field(units, terrain=[ground("wreck", 10, 11, 30, 30)]).choose("manoeuvre")
    assert field.refusal("to", x=20, y=13) == "dh.core.move.terrain"


@pytest.mark.rule("dh.core.measure", "dh.cc.contact.1")
def test_bases_neither_overlap_nor_touch_an_enemy_without_a_charge() -> None:
    man, friend = unit("us", 0, 20, 10, figures=1), unit("too", 0, 20, 14, figures=1, activated=True)
    enemy = unit("de", 1, 25, 10, figures=1)
    field = Field([man, friend, enemy, FAR]).choose("manoeuvre")
    assert field.refusal("to", x=20, y=13.1) == "dh.core.measure"
    field = Field([unit("us", 0, 20, 10, figures=2), enemy, FAR]).choose("manoeuvre")
    assert field.refusal("to", x=24, y=10) == "dh.cc.contact.1"
    assert field.may_go(23.5, 10)


@pytest.mark.rule("dh.core.scale.table", "dh.core.act.hold", "dh.core.measure")
def test_points_are_refused_with_a_reason() -> None:
    field = Field([unit("us", 0, 4, 4), FAR]).choose("manoeuvre")
    assert field.refusal("to", x=0.2, y=4) == "dh.core.scale.table"
    assert field.refusal("to", x=4, y=4) == "dh.core.act.hold"
    assert field.refusal("to", x=4, y=6) == ""
    assert field.refusal("to", x=4.05, y=6) == "dh.core.measure"


def test_every_template_fits_its_command_distance() -> None:
    for name, template in records.unit_templates().items():
        side = 0 if template.nation in ("us", "uk") else 1
        other = unit("other", 1 - side, 60, 40, template="de_squad" if side == 0 else "us_rifle_squad")
        field = Field([unit("it", side, 20, 20, template=name), other], first=side)
        assert coherent(field.state, field.unit("it")), name


@pytest.mark.rule("dh.open.single_towards", "dh.move.single.1", "dh.move.single.2")
def test_a_lone_model_may_go_toward_the_enemy_to_join_a_unit() -> None:
    units = [
        unit("lone", 0, 20, 20, figures=1), unit("us", 0, 20, 32, figures=4, activated=True),
        unit("de", 1, 20, 45, activated=True), FAR,
    ]  # fmt: skip
    field = Field(units).choose("sneak")
    assert field.refusal("to", x=20, y=22.9) == "dh.move.single.1", "not yet close enough to join"
    field = Field(units).choose("manoeuvre")
    assert field.offers("to"), "the way there is among the offered points"
    field.go(20, 25.9)
    assert field.offers("join", "us")
    assert not field.offers("done"), "who came nearer has to join"
    field.choose("join", "us")
    assert len(field.unit("us").figures) == 5
    pinned = [units[0], unit("us", 0, 20, 32, figures=4, activated=True, status="pinned"), *units[2:]]
    field = Field(pinned, turn=2).choose("manoeuvre")
    assert not field.may_go(20, 25.9), "a pinned unit takes nobody in"
