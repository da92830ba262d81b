"""Odds and ends of terrain, classes and open points that belong to no larger chapter test."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.model.tables import CROSS, HEAVY
from bocage.systems.normandie.rules.acts import ACTS, SET_UP_ABOARD
from bocage.systems.normandie.rules.setup import places
from bocage.systems.normandie.rules.sight import BLOCKED, CLEAR, line_of_sight
from bocage.systems.normandie.state import LOST, RESERVE
from systems.normandie.field import Field


@pytest.mark.rule("hon.terrain.obs.5")
def test_a_low_wall_obscures_except_for_those_beside_it() -> None:
    walls = [[[0, 2], [0, 3]]]
    field = Field(
        {"u": "us8.fire_team r1c0 order=1", "g": "ge902.fire_group r1c5"}, map=["......"] * 2, low_walls=walls
    )

    def sight(a: str, b: str) -> int:
        return line_of_sight(field.state, field.cell(a), field.cell(b))

    assert sight("r0c0", "r0c5") == 1
    assert sight("r0c2", "r0c5") == sight("r0c0", "r0c3") == sight("r0c2", "r0c3") == CLEAR


@pytest.mark.rule("hon.terrain.pos.1")
def test_some_positions_obscure_over_their_whole_tile() -> None:
    tile = [{"terrain": "earthwork", "spaces": [[0, 2], [0, 3]]}]
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c5"}, [6], map=["......"], overlays=tile)
    field.choose("fire", "g")
    assert field.lines("fire")["obscured"] == -2


@pytest.mark.rule("hon.gloss.los.1")
def test_clear_obscured_and_blocked() -> None:
    field = Field({"u": "us8.fire_team r1c0 order=1", "g": "ge902.fire_group r1c5"}, map=["..t.h.", "......"])
    seen = [line_of_sight(field.state, 0, field.cell(place)) for place in ("r0c1", "r0c3", "r0c5")]
    assert seen == [CLEAR, 1, BLOCKED]


@pytest.mark.rule("hon.gloss.unit.1")
def test_every_class_of_counter_takes_orders() -> None:
    units = {
        "u": "us8.fire_team r0c0",
        "j": "us.jeep r1c3",
        "t": "us.sherman r3c4 facing=2",
        "g": "ge902.fire_group r6c9",
    }
    field = Field(units, phase="orders", army={"us": {"orders": 3}})
    assert field.targets("order") == {"u", "j", "t"}


@pytest.mark.rule("hon.counter.bonus.4", "hon.fire.who.2")
def test_a_cross_forbids_the_shot() -> None:
    field = Field({"u": "us8.fire_team r3c1 order=1", "t": "ge.tiger r3c5 facing=2", "g": "ge902.fire_group r0c2"})
    assert field.unit("u").face.weapons[0].bonus[HEAVY] == CROSS
    assert field.targets("fire") == {"g"}
    assert "hon.fire.who.2" in field.why_not("fire", "t")


@pytest.mark.rule("hon.comp.terrain.1", "hon.comp.terrain.2", "hon.open.overlay.1")
def test_printed_ground_and_overlays_upon_it() -> None:
    units = {"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c2"}
    printed = Field(units, [3], map=["..F..."])
    printed.choose("fire", "g")
    assert printed.event("fire").args["cover"] == 2
    covered = Field(units, [3], map=["..F..."], overlays=[{"terrain": "thicket", "spaces": [[0, 2]]}])
    covered.choose("fire", "g")
    assert covered.event("fire").args["cover"] == 1


@pytest.mark.rule("hon.terrain.opp.4", "hon.aid.move.1")
def test_opportunity_fire_answers_after_fire_on_the_move() -> None:
    units = {"t": "us.sherman r3c2 facing=2 order=1", "g": "ge902.panzerschreck r0c5"}
    field = Field(units, map=[".....P..", "........", "........", "........"])
    field.choose("move")
    field.roll(1)
    field.choose("moving-fire-2", "g")
    assert field.decision().seat == 0, "the shot is taken before the step that can be answered"
    field.choose("ahead")
    assert field.decision().seat == 1
    assert "opportunity-fire" in field.verbs()


@pytest.mark.rule("hon.abil.scout.4")
def test_a_scouting_transport_carries_only_scouts() -> None:
    field = Field(
        {
            "j": "us.jeep r3c4",
            "u": "us8.fire_team r0c0",
            "s": "us8.recon_team r0c1 order=1",
            "g": "ge902.fire_group r6c9",
        }
    )
    field.state.scenario.zones[0] = 1 << field.cell("r0c0")
    for name in ("u", "s"):
        field.state.remove(field.unit(name), RESERVE)
    assert not [option for option in places(field.state, field.unit("u")) if ACTS.of(option) is SET_UP_ABOARD]
    assert [option for option in places(field.state, field.unit("s")) if ACTS.of(option) is SET_UP_ABOARD]


@pytest.mark.rule("hon.open.assault.multi.1")
def test_an_assault_without_a_target_ends_as_a_move() -> None:
    field = Field({"u": "us8.officer r3c1 order=1", "g": "ge902.fire_group r3c4", "h": "ge902.fire_group r0c11"})
    field.choose("approach", "g")
    field.choose("step", place="r3c2")
    field.state.remove(field.unit("g"), LOST)
    field.state.losses[1] = 1
    field.state.pending.clear()
    field.state.advance()
    assert {"step", "stop"} <= field.verbs()
    assert "assault" not in field.verbs()


@pytest.mark.rule("hon.open.assault.xdef.1")
def test_a_defender_with_a_cross_has_no_bonus() -> None:
    units = {"g": "ge902.fire_group r3c4 order=1", "u": "us.horn r3c5"}
    field = Field(units, [6, 6, 1], initiative="de")
    field.choose("assault", "u")
    assert field.lines("defense") == {"bonus": 0}


@pytest.mark.rule("hon.open.arc.two.1")
def test_tank_guns_fire_all_round() -> None:
    assert not [c.id for c in counters().values() if c.rank == HEAVY and c.faces[0].has_arc()]
    field = Field({"t": "us.sherman r3c4 facing=2 order=1", "g": "ge902.fire_group r3c0"})
    assert "fire" in field.verbs()
