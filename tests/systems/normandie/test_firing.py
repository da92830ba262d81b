"""Shots, kill shots, cover, Suppressive Fire and Opportunity Fire."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.model.flags import NO_TOKEN
from bocage.systems.normandie.rules.acts import FIRE, SUPPRESS
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field, check_forecast

PAIR = {"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c4"}


@pytest.mark.rule("hon.shot.roll.1", "hon.shot.roll.2", "hon.counter.bonus.1", "hon.counter.defense.1")
def test_a_die_and_the_bonus_against_infantry() -> None:
    field = Field(PAIR, [3])
    field.choose("fire", "g")
    event = field.event("fire")
    assert field.lines("fire") == {"bonus": 2}
    assert (event.args["result"], event.args["defense"]) == (5, 4)


@pytest.mark.rule("hon.shot.hit.1", "hon.shot.effect.2", "hon.counter.hit.1", "hon.comp.inf.1")
@pytest.mark.parametrize(("die", "side"), [(1, 0), (2, 1), (5, 1)])
def test_a_result_of_the_defense_or_more_flips(die: int, side: int) -> None:
    field = Field(PAIR, [die])
    field.choose("fire", "g")
    assert field.unit("g").side == side
    assert field.unit("g").face.defense == (5 if side else 4), "the side that is up is in force"


@pytest.mark.rule("hon.shot.effect.1")
def test_a_hit_on_the_last_step_eliminates() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c4 back"}, [3])
    field.choose("fire", "g")
    assert field.unit("g").status == LOST
    assert field.event("fire").outcome(f"unit:{field.names['g']}") == "outcome.eliminated"


@pytest.mark.rule("hon.shot.kill.1")
@pytest.mark.parametrize(("die", "lost"), [(5, True), (4, False)])
def test_twice_the_defense_eliminates_outright(die: int, lost: bool) -> None:
    """Support team +3: 5 + 3 = 8 is twice 4."""
    field = Field({"u": "us8.support_team r0c0 order=1", "g": "ge902.fire_group r0c4"}, [die])
    field.choose("fire", "g")
    assert (field.unit("g").status == LOST) == lost
    assert lost or field.unit("g").side == 1


@pytest.mark.rule("hon.terrain.def.1", "hon.terrain.forest.2", "hon.terrain.hedge.4", "hon.terrain.thicket.1")
@pytest.mark.parametrize(("sign", "defense"), [(".", 4), ("t", 5), ("f", 5), ("F", 6), ("h", 6), ("P", 6)])
def test_terrain_adds_to_the_defense(sign: str, defense: int) -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c2"}, [1], map=[f"..{sign}"])
    field.choose("fire", "g")
    assert field.event("fire").args["defense"] == defense


@pytest.mark.rule("hon.terrain.pos.2", "hon.terrain.scope.1")
def test_a_position_protects_except_from_inside() -> None:
    position = [{"terrain": "position", "spaces": [[0, 1], [0, 2]]}]
    inside = Field(
        {"u": "us8.fire_team r0c1 order=1", "g": "ge902.fire_group r0c2"}, [1], map=["...."], overlays=position
    )
    inside.choose("fire", "g")
    assert inside.event("fire").args["defense"] == 4
    outside = Field(
        {"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c2"}, [1], map=["...."], overlays=position
    )
    outside.choose("fire", "g")
    assert outside.event("fire").args["defense"] == 6


@pytest.mark.rule("hon.shot.roll.3", "hon.aid.shot.8", "hon.supd.dice.1", "hon.supd.dice.2", "hon.terrain.obs.2")
def test_penalties_come_off_the_result() -> None:
    units = {"u": "us8.support_team r0c0 order=1 suppressed=1", "g": "ge902.fire_group r0c9"}
    field = Field(units, [6], map=[".t........"])
    field.choose("fire", "g")
    assert field.lines("fire") == {"bonus": 3, "suppressed": -2, "long-range": -2, "obscured": -1}
    assert field.event("fire").args["result"] == 4


@pytest.mark.rule("hon.open.supp.min.1")
def test_results_may_fall_below_one() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1 suppressed=3", "g": "ge902.fire_group r0c4"}, [1])
    field.choose("fire", "g")
    assert field.event("fire").args["result"] == -3
    assert field.unit("g").side == 0


@pytest.mark.rule("hon.abil.supp.1", "hon.aid.shot.1")
def test_only_some_fire_suppressively() -> None:
    assert "suppress" not in Field(PAIR).verbs()
    assert Field(PAIR).why_not("suppress", "g") == ["hon.abil.supp.1"]
    assert "suppress" in Field({"u": "us8.support_team r0c0 order=1", "g": "ge902.fire_group r0c4"}).verbs()


@pytest.mark.rule("hon.abil.supp.2", "hon.abil.supp.3", "hon.abil.supp.4", "hon.aid.shot.6", "hon.open.supp.kill.1")
@pytest.mark.parametrize(("die", "markers"), [(1, 1), (2, 2), (6, 2)])
def test_suppressive_fire_doubles_the_bonus_and_only_suppresses(die: int, markers: int) -> None:
    field = Field({"u": "us8.support_team r0c0 order=1", "g": "ge902.fire_group r0c4 order=1"}, [die])
    field.choose("suppress", "g")
    assert field.lines("suppress") == {"bonus": 3, "doubled": 3}
    assert field.event("suppress").args["result"] == 6 + die
    assert (field.unit("g").suppressed, field.unit("g").side) == (markers, 0)


@pytest.mark.rule("hon.abil.supp.2", "hon.open.range.text.1")
def test_penalties_are_not_doubled() -> None:
    units = {"u": "us8.support_team r0c0 order=1 suppressed=1", "g": "ge902.fire_group r0c9"}
    field = Field(units, [1])
    field.choose("suppress", "g")
    assert field.lines("suppress") == {"bonus": 3, "doubled": 3, "suppressed": -2, "long-range": -2}


@pytest.mark.rule("hon.abil.supp.7")
def test_cover_counts_against_suppressive_fire() -> None:
    field = Field({"u": "us8.support_team r0c0 order=1", "g": "ge902.fire_group r0c2"}, [1], map=["..h"])
    field.choose("suppress", "g")
    assert field.event("suppress").args["defense"] == 6
    assert field.unit("g").suppressed == 1


@pytest.mark.rule("hon.abil.supp.5")
def test_markers_pile_up() -> None:
    field = Field({"u": "us8.support_team r0c0 order=1", "g": "ge902.fire_group r0c4 order=1 suppressed=4"}, [6])
    field.choose("suppress", "g")
    assert field.unit("g").suppressed == 6


# Opportunity Fire: the German holds a position at r0c0, the American walks past.
WATCHED = {"u": "us8.officer r2c1 order=1", "g": "ge902.fire_group r0c0 order=3"}
PLAN = ["P.....", "......", "......"]


@pytest.mark.rule("hon.terrain.opp.1", "hon.terrain.pos.3", "hon.terrain.opp.3", "hon.aid.move.1")
def test_a_unit_in_a_position_may_shoot_at_a_mover() -> None:
    field = Field(WATCHED, map=PLAN)
    field.walk("r2c2")
    assert field.decision().seat == 1
    assert field.verbs() == {"decline", "opportunity-fire"}
    field.choose("decline")
    assert field.decision().seat == 0
    field.walk("r2c3")
    assert "opportunity-fire" in field.verbs(), "after every space anew"


@pytest.mark.rule("hon.terrain.opp.1")
@pytest.mark.parametrize("state", ["activated", "acted", "order=1 shown"])
def test_not_after_its_own_activation(state: str) -> None:
    field = Field({"u": "us8.officer r2c1 order=1", "g": f"ge902.fire_group r0c0 {state}"}, map=PLAN)
    field.walk("r2c2")
    assert field.decision().seat == 0


@pytest.mark.rule("hon.terrain.opp.1")
def test_not_from_open_ground() -> None:
    field = Field({"u": "us8.officer r2c1 order=1", "g": "ge902.fire_group r0c1 order=3"}, map=PLAN)
    field.walk("r2c2")
    assert field.decision().seat == 0


@pytest.mark.rule("hon.terrain.opp.3")
def test_not_without_line_of_sight() -> None:
    field = Field(WATCHED, map=["P.....", "hhh...", "......"])
    field.walk("r2c2")
    assert field.decision().seat == 0


@pytest.mark.rule("hon.terrain.opp.6", "hon.act.marker.1", "hon.act.marker.2", "hon.order.loss.1")
def test_the_shot_costs_the_order_and_gives_a_marker() -> None:
    field = Field(WATCHED, [1], map=PLAN)
    field.walk("r2c2")
    events = field.choose("opportunity-fire", "g")
    assert field.unit("g").activated
    assert field.unit("g").token == NO_TOKEN
    assert not any("3" in str(e.args.get("n", "")) for e in events), "the number is not shown"


@pytest.mark.rule("hon.act.marker.3", "hon.open.opp.count.1", "hon.act.marker.5")
def test_a_marked_unit_does_nothing_more_this_round() -> None:
    field = Field(WATCHED | {"idle": "us8.fire_team r2c5"}, [1], map=PLAN)
    field.walk("r2c2")
    field.choose("opportunity-fire", "g")
    field.walk("r2c3")
    assert field.decision().seat == 0, "no second shot"
    field.choose("stop")
    assert field.targets("supply-move") == {"idle"}, "the Germans had only the lost order"
    field.choose("done")
    assert field.state.round == 2, "and their unit has no supply move"


@pytest.mark.rule("hon.terrain.opp.7", "hon.terrain.opp.5")
def test_the_target_goes_on_though_hit() -> None:
    field = Field(WATCHED, [4], map=PLAN)
    field.walk("r2c2")
    field.choose("opportunity-fire", "g")
    assert field.unit("u").side == 1
    field.walk("r2c3", "r2c4", "r2c5")
    assert field.at("u") == "r2c5"


@pytest.mark.rule("hon.open.opp.count.1", "hon.open.opp.target.1")
def test_several_units_may_each_shoot_once_at_the_mover_only() -> None:
    units = WATCHED | {"h": "ge902.fire_group r0c5", "other": "us8.fire_team r2c0"}
    field = Field(units, [1, 1], map=["P....P", "......", "......"])
    field.walk("r2c2")
    assert field.targets("opportunity-fire") == {"g", "h"}
    field.choose("opportunity-fire", "h")
    assert field.targets("opportunity-fire") == {"g"}
    field.choose("opportunity-fire", "g")
    assert field.decision().seat == 0
    assert field.unit("other").side == 0


@pytest.mark.rule("hon.terrain.opp.2", "hon.open.supply.zoc.1", "hon.supply.immutable.1")
def test_no_shot_in_the_supply_phase() -> None:
    field = Field({"u": "us8.officer r2c1", "g": "ge902.fire_group r0c0"}, map=PLAN, phase="supply")
    field.choose("supply-move", "u")
    field.walk("r2c2")
    assert field.decision().seat == 0
    field.choose("stop")
    assert field.decision().seat == 1


@pytest.mark.parametrize("target", ["r0c2", "r0c4", "r0c9 back", "r1c3"])
@pytest.mark.parametrize("firer", ["us8.support_team", "us8.support_team back", "us8.recon_team back"])
def test_forecasts_of_shots_are_exact(firer: str, target: str) -> None:
    counter, *side = firer.split()
    units = {"u": " ".join([counter, "r0c0 order=1", *side]), "g": f"ge902.fire_group {target}"}
    field = Field(units, map=[".t..h.....", "...F......"])
    check_forecast(field, FIRE.act(field.names["g"]))
    if "suppress" in field.verbs():
        check_forecast(field, SUPPRESS.act(field.names["g"]))


def test_forecast_of_opportunity_fire_is_exact() -> None:
    field = Field(WATCHED, map=PLAN)
    field.walk("r2c2")
    check_forecast(field, field.find("opportunity-fire", "g").id)


@pytest.mark.rule("hon.aid.shot.2")
@pytest.mark.parametrize(("target", "rank"), [("ge902.fire_group r3c5", 0), ("ge.zundapp r3c5", 1)])
def test_a_shot_begins_with_the_bonus_against_the_class_of_its_target(target: str, rank: int) -> None:
    field = Field({"u": "us8.fire_team r3c2 order=1", "g": target}, [1])
    bonus = field.unit("u").face.weapons[0].bonus[rank]
    field.choose("fire", "g")
    first = field.event("fire").lines[0]
    assert (first.label, first.value) == ("tally.bonus", bonus)
