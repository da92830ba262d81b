"""Assaults: who, from where, totals, hits, retreat and advance."""

from __future__ import annotations

import pytest

from bocage.kernel.act import first
from bocage.systems.normandie.rules.retreat import retreats
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field, check_forecast

CLOSE = {"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r3c4"}


@pytest.mark.rule("hon.assault.who.1", "hon.abil.assault.1")
def test_only_units_with_the_ability_assault() -> None:
    assert "assault" in Field(CLOSE).verbs()
    field = Field(CLOSE | {"u": "us8.support_team r3c3 order=1"})
    assert "assault" not in field.verbs()
    assert field.why_not("assault", "g") == ["hon.assault.who.1"]


@pytest.mark.rule("hon.assault.launch.3")
def test_a_point_must_be_left_to_enter_the_space() -> None:
    """A fire team moves 3: it reaches a target 3 spaces away, not 4."""
    near = Field({"u": "us8.fire_team r3c0 order=1", "g": "ge902.fire_group r3c3"})
    assert near.targets("approach") == {"g"}
    far = Field({"u": "us8.fire_team r3c0 order=1", "g": "ge902.fire_group r3c4"})
    assert "approach" not in far.verbs()
    assert far.why_not("assault", "g") == ["hon.assault.launch.3"]


@pytest.mark.rule("hon.assault.launch.2", "hon.terrain.diff.1")
def test_the_way_to_the_launch_space_obeys_movement() -> None:
    """Hedges stop the walk, so behind a hedge there is no assault; a lone gap is the only way."""
    shut = Field({"u": "us8.fire_team r1c0 order=1", "g": "ge902.fire_group r1c3"}, map=[".h...", ".h...", ".h..."])
    assert "approach" not in shut.verbs()
    gap = Field({"u": "us8.fire_team r1c0 order=1", "g": "ge902.fire_group r1c3"}, map=[".h...", ".h...", "....."])
    gap.choose("approach", "g")
    assert gap.at("u") == "r2c1", "the only way is taken without asking"


@pytest.mark.rule("hon.assault.launch.1", "hon.move.inf.6")
def test_the_launch_space_must_be_free() -> None:
    """The only space next to the German that can be reached is a friend's."""
    field = Field(
        {"u": "us8.fire_team r0c0 order=1", "friend": "us8.fire_team r0c2", "g": "ge902.fire_group r0c3"}, map=["....."]
    )
    assert "approach" not in field.verbs()


@pytest.mark.rule("hon.assault.zoc.1", "hon.assault.zoc.2")
def test_the_last_step_ignores_zones() -> None:
    """After one step the American is in the zones of B and C and may assault either."""
    units = {"a": "ge902.fire_group r4c2", "b": "ge902.fire_group r1c1", "c": "ge902.fire_group r1c2"}
    field = Field({"u": "us8.officer r3c1 order=1"} | units)
    assert field.targets("approach") >= {"b", "c"}
    field.choose("approach", "c")
    assert "r3c2" not in field.places("step"), "both spaces are in the zone of A"
    field.choose("step", place="r2c1")
    assert "r2c2" not in field.places("step"), "both spaces are in the zones of B and C"
    assert "assault" in field.verbs()


@pytest.mark.rule("hon.assault.announce.1", "hon.assault.announce.2")
def test_an_announced_assault_is_carried_out() -> None:
    field = Field({"u": "us8.fire_team r3c0 order=1", "g": "ge902.fire_group r3c3"})
    events = field.choose("approach", "g")
    assert [e.kind for e in events] == ["assault-announced"]
    assert "stop" not in field.verbs()
    assert field.why_not("step", place="r3c0") == ["hon.assault.announce.2"]
    field.choose("step", place="r3c1")
    assert field.verbs() == {"step"}
    field.choose("step", place="r3c2")
    assert field.verbs() == {"assault"}
    pinned = Field({"u": "us8.fire_team r3c0 order=1", "g": "ge902.fire_group r3c3 suppressed=1"})
    pinned.choose("approach", "g")
    pinned.choose("step", place="r3c1")
    pinned.choose("step", place="r3c2")
    assert pinned.verbs() == {"assault"}, "no zone bars the way around it, but the last point is for the assault"
    plain = Field({"u": "us8.fire_team r3c1 order=1", "g": "ge902.fire_group r3c3"})
    plain.walk("r3c2")
    assert "assault" not in plain.verbs(), "it was not announced"


@pytest.mark.rule("hon.assault.roll.1", "hon.assault.roll.2", "hon.assault.roll.4", "hon.assault.roll.5")
@pytest.mark.rule("hon.abil.assault.1")
def test_totals() -> None:
    """Both have Assault: two dice each, the higher one and the bonus of 2."""
    field = Field(CLOSE, [3, 5, 6, 2])
    field.choose("assault", "g")
    event = field.event("assault")
    assert (event.args["attack"], event.args["defense"]) == (7, 8)
    assert event.dice == [3, 5, 6, 2]


@pytest.mark.rule("hon.assault.roll.4")
def test_a_defender_without_assault_has_one_die() -> None:
    field = Field({"u": "ge902.fire_group r3c3 order=1", "g": "us8.support_team r3c4"}, [3, 5, 6], initiative="de")
    field.choose("assault", "g")
    assert field.event("assault").dice == [3, 5, 6]


@pytest.mark.rule("hon.abil.assault.2")
def test_the_assault_value_counts_in_attack_and_defense() -> None:
    units = {"g": "ge902.officer r3c3 order=1", "u": "us8.fire_team r3c4 order=1"}
    field = Field(units, [3, 3, 3, 3], initiative="de")
    field.choose("assault", "u")
    assert field.lines("assault") == {"bonus": 2, "assault-value": 1}
    field = Field(units, [3, 3, 3, 3])
    field.choose("assault", "g")
    assert field.lines("defense") == {"bonus": 2, "assault-value": 1}


@pytest.mark.rule("hon.assault.roll.5", "hon.open.assault.defbonus.1")
def test_only_the_defender_counts_its_terrain() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c1"}, [3, 3, 3, 3], map=["hh..", "...."])
    field.choose("assault", "g")
    assert field.lines("assault") == {"bonus": 2}
    assert field.lines("defense") == {"bonus": 2, "cover": 2}


@pytest.mark.rule("hon.assault.roll.6")
def test_no_terrain_bonus_inside_one_position() -> None:
    overlays = [{"terrain": "position", "spaces": [[0, 0], [0, 1]]}]
    units = {"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c1"}
    field = Field(units, [3, 3, 3, 3], map=["....", "...."], overlays=overlays)
    field.choose("assault", "g")
    assert field.lines("defense") == {"bonus": 2}


@pytest.mark.rule("hon.supd.assault.1", "hon.open.assault.supp.1", "hon.supd.dice.1")
def test_suppression_counts_once_per_marker_on_each_side() -> None:
    units = {"u": "us8.officer r3c3 order=1 suppressed=1", "g": "ge902.fire_group r3c4 suppressed=2"}
    field = Field(units, [6, 6, 6, 6])
    field.choose("assault", "g")
    assert field.lines("assault")["suppressed"] == -2
    assert field.lines("defense")["suppressed"] == -4


@pytest.mark.rule("hon.assault.roll.8", "hon.assault.win.2", "hon.assault.win.3", "hon.assault.win.7")
def test_the_winner_drives_the_defender_back_and_follows() -> None:
    field = Field(CLOSE | {"u": "us8.fire_team r3c3 order=1"}, [6, 1, 1, 1])
    field.choose("assault", "g")
    assert field.decision().seat == 1
    assert field.places("retreat") == {"r2c5", "r3c5", "r4c5"}
    field.choose("retreat", place="r4c5")
    assert (field.at("g"), field.unit("g").side) == ("r4c5", 1)
    assert field.at("u") == "r3c4"


@pytest.mark.rule("hon.assault.win.1", "hon.open.advance.1")
def test_a_defender_on_its_last_step_is_eliminated_and_the_space_taken() -> None:
    field = Field(CLOSE | {"g": "ge902.fire_group r3c4 back"}, [6, 1, 1, 1])
    field.choose("assault", "g")
    assert field.unit("g").status == LOST
    assert field.at("u") == "r3c4"


@pytest.mark.rule("hon.open.assault.kill.1")
def test_no_kill_in_an_assault() -> None:
    """6 + 2 against 1 + 2 - 8: far more than double, still one hit."""
    field = Field(CLOSE | {"g": "ge902.fire_group r3c4 suppressed=1 order=1"}, [6, 6, 1, 1])
    field.choose("assault", "g")
    assert field.unit("g").side == 1
    assert field.unit("g").status != LOST


@pytest.mark.rule("hon.open.retreat.three.1", "hon.assault.win.3")
@pytest.mark.parametrize(
    ("launch", "spaces"),
    [("r4c4", {"r2c3", "r2c4", "r2c5"}), ("r4c3", {"r2c4", "r2c5", "r3c5"}), ("r2c5", {"r3c3", "r4c3", "r4c4"})],
)
def test_the_three_spaces_away_from_the_attacker(launch: str, spaces: set[str]) -> None:
    field = Field({"u": f"us8.fire_team {launch} order=1", "g": "ge902.fire_group r3c4"}, [6, 1, 1, 1])
    field.choose("assault", "g")
    assert field.places("retreat") == spaces


@pytest.mark.rule("hon.assault.win.4", "hon.assault.win.5")
def test_without_a_space_to_go_the_defender_is_eliminated() -> None:
    field = Field({"u": "us8.fire_team r1c5 order=1", "g": "ge902.fire_group r0c5"}, [6, 1, 1, 1])
    field.choose("assault", "g")
    assert field.unit("g").status == LOST
    assert field.at("u") == "r0c5"


@pytest.mark.rule("hon.assault.win.4")
def test_a_retreat_is_a_legal_move_of_one_space() -> None:
    """Rocks, water and a friend fill the three spaces."""
    units = CLOSE | {"friend": "ge902.fire_group r3c5"}
    plan = ["......"] * 2 + [".....#", "......", ".....~"] + ["......"] * 2
    field = Field(units, [6, 1, 1, 1], map=plan)
    field.choose("assault", "g")
    assert field.unit("g").status == LOST


@pytest.mark.rule("hon.assault.win.6", "hon.open.retreat.zoc.1")
def test_zones_bar_the_retreat() -> None:
    """Another American at r2c5 covers the defender's space and all three behind it but r4c5."""
    field = Field(CLOSE | {"other": "us8.fire_team r2c5"}, [6, 1, 1, 1])
    g = field.unit("g")
    assert [field.state.board.grid.name(first(c)) for c in retreats(field.state, field.cell("r3c3"), g)] == ["r4c5"]
    field.choose("assault", "g")
    assert field.at("g") == "r4c5", "a single space is no decision"
    assert field.at("u") == "r3c4"


@pytest.mark.rule("hon.open.retreat.hit.1")
def test_who_cannot_move_cannot_retreat() -> None:
    field = Field(CLOSE | {"g": "ge902.fire_group r3c4 suppressed=2"}, [6, 1, 1, 1])
    field.choose("assault", "g")
    assert field.unit("g").status == LOST


@pytest.mark.rule("hon.open.retreat.terrain.1")
def test_difficult_ground_takes_a_retreat() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c1"}, [6, 1, 1, 1], map=["..h."])
    field.choose("assault", "g")
    assert field.at("g") == "r0c2"


@pytest.mark.rule("hon.assault.lose.1", "hon.assault.lose.2", "hon.assault.lose.3")
@pytest.mark.parametrize(("side", "lost"), [("", False), ("back", True)])
def test_a_beaten_attacker_is_hit_and_back_in_its_launch_space(side: str, lost: bool) -> None:
    field = Field(CLOSE | {"u": f"us8.fire_team r3c3 order=1 {side}".strip()}, [1, 1, 6, 1])
    field.choose("assault", "g")
    assert (field.unit("u").status == LOST) == lost
    assert lost or (field.at("u"), field.unit("u").side) == ("r3c3", 1)
    assert (field.at("g"), field.unit("g").side) == ("r3c4", 0)


@pytest.mark.rule("hon.assault.tie.1")
def test_a_tie_changes_nothing() -> None:
    field = Field(CLOSE, [4, 1, 4, 1])
    field.choose("assault", "g")
    assert (field.at("u"), field.unit("u").side) == ("r3c3", 0)
    assert (field.at("g"), field.unit("g").side) == ("r3c4", 0)


@pytest.mark.rule("hon.act.marker.4", "hon.open.activated.def.1")
def test_a_marked_unit_defends_with_both_dice() -> None:
    field = Field(CLOSE | {"g": "ge902.fire_group r3c4 activated"}, [4, 1, 1, 6])
    field.choose("assault", "g")
    assert field.event("assault").dice == [4, 1, 1, 6]
    assert field.event("assault").args["defense"] == 8


@pytest.mark.rule("hon.abil.ambush.12", "hon.open.ambush.assault.1")
def test_a_concealed_unit_may_be_assaulted_and_is_uncovered() -> None:
    field = Field({"u": "us8.fire_team r3c3 order=1", "g": "ge902.recon_group r3c4 back"}, [1, 1, 6])
    assert field.odds("assault", "g") is None, "its values are a secret"
    field.choose("assault", "g")
    assert not field.unit("g").face.concealed
    assert field.event("uncover").rule == "hon.open.ambush.assault.1"


@pytest.mark.rule("hon.terrain.opp.3", "hon.assault.announce.2")
def test_opportunity_fire_may_stop_an_assault_by_killing_the_attacker() -> None:
    units = {"u": "us8.fire_team r3c0 order=1 back", "g": "ge902.fire_group r3c3", "h": "ge902.fire_group r0c0"}
    field = Field(units, [6], map=["P....."] + ["......"] * 4)
    field.choose("approach", "g")
    field.choose("step", place="r3c1")
    field.choose("opportunity-fire", "h")
    assert field.unit("u").status == LOST
    assert not [e for e in field.state.events if e.kind == "assault"]


@pytest.mark.parametrize(
    "defender", ["ge902.fire_group r3c4", "ge902.recon_group r3c4", "ge902.officer r3c4 suppressed=1"]
)
def test_forecasts_of_assaults_are_exact(defender: str) -> None:
    field = Field(CLOSE | {"g": defender}, map=["......"] * 3 + ["...ht."] + ["......"] * 3)
    check_forecast(field, field.find("assault", "g").id)


def test_forecasts_before_and_after_the_approach_are_exact() -> None:
    field = Field({"u": "us8.fire_team r3c1 order=1", "g": "ge902.fire_group r3c3"})
    announced = field.odds("approach", "g")
    assert announced is not None
    field.choose("approach", "g")
    field.choose("step", place="r3c2")
    check_forecast(field, field.find("assault", "g").id)
    launched = field.odds("assault", "g")
    assert launched is not None
    assert launched.odds == announced.odds


def test_no_odds_for_an_approach_under_fire() -> None:
    units = {"u": "us8.fire_team r3c0 order=1", "g": "ge902.fire_group r3c3", "h": "ge902.fire_group r0c0"}
    field = Field(units, map=["P....."] + ["......"] * 4)
    assert field.odds("approach", "g") is None


@pytest.mark.rule("hon.assault.win.7", "hon.terrain.opp.1")
@pytest.mark.parametrize(("dice", "shot_at"), [([6, 6, 1, 1], True), ([1, 1, 6, 6], False)])
def test_who_advances_is_shot_at_in_the_new_space_and_who_stays_is_not(dice: list[int], shot_at: bool) -> None:
    units = {"u": "us8.fire_team r2c3 order=1", "g": "ge902.fire_group r2c4", "watch": "ge902.fire_group r0c0"}
    field = Field(units, dice, map=["P.......", "........", "........"])
    field.choose("assault", "g")
    if shot_at:
        field.choose("retreat", place="r2c5")
        assert field.at("u") == "r2c4"
    assert bool(field.offered("opportunity-fire")) == shot_at
