"""Ambush: going into concealment, what it protects from, and spotting."""

from __future__ import annotations

import pytest

from bocage.systems.normandie import SYSTEM
from systems.normandie.field import Field

FAR = "ge902.fire_group r6c11"
# From r0c4 the hedge hides r2c0; r3c1 is in sight.
HEDGED = ["......", "..h...", "......", "......"]


@pytest.mark.rule("hon.abil.ambush.1", "hon.comp.inf.3")
def test_a_unit_conceals_itself_at_the_start_or_the_end_of_a_move() -> None:
    field = Field({"u": "us8.recon_team r0c0 order=1", "g": FAR, "idle": "us8.fire_team r6c0"})
    field.choose("move")
    assert "conceal" in field.verbs()
    field.choose("step", place="r1c0")
    field.choose("stop-concealed")
    assert field.unit("u").face.concealed
    field = Field({"u": "us8.recon_team r0c0 order=1", "g": FAR, "idle": "us8.fire_team r6c0"})
    field.choose("move")
    field.choose("conceal")
    field.choose("stop")
    assert field.unit("u").face.concealed, "a move of 0 spaces"
    other = Field({"u": "us8.fire_team r0c0 order=1", "g": FAR})
    other.choose("move")
    assert "conceal" not in other.verbs()


@pytest.mark.rule("hon.abil.ambush.1", "hon.comp.inf.1")
def test_concealed_at_the_start_it_moves_by_its_concealed_side() -> None:
    field = Field({"u": "us8.recon_team r0c0 order=1", "g": FAR, "idle": "us8.fire_team r6c0"})
    field.choose("move")
    field.choose("conceal")
    field.walk("r0c1", "r0c2", "r0c3")
    assert field.unit("u").acted, "3 spaces concealed, 4 in the open"


@pytest.mark.rule("hon.abil.immutable.1", "hon.abil.ambush.8")
def test_turned_once_per_movement() -> None:
    """Concealed at the start in full sight: not spotted in the same movement, and not turned again."""
    field = Field({"u": "us8.recon_team r0c0 order=1", "g": "ge902.fire_group r3c5 order=1"})
    field.choose("move")
    field.choose("conceal")
    assert "conceal" not in field.verbs()
    field.choose("step", place="r1c0")
    assert field.unit("u").face.concealed
    assert "stop-concealed" not in field.verbs()
    field.choose("stop")
    field.walk("r3c4")
    assert not field.unit("u").face.concealed, "the next movement spots it"


@pytest.mark.rule("hon.abil.ambush.3")
def test_concealed_units_are_not_shot_at() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.recon_group r0c3 back"})
    assert "fire" not in field.verbs()
    assert field.why_not("fire", "g") == ["hon.abil.ambush.3"]


@pytest.mark.rule("hon.abil.ambush.4", "hon.abil.ambush.6", "hon.abil.ambush.7")
def test_in_the_open_clear_sight_spots_it_after_an_enemys_step() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.recon_group r0c9 back"})
    field.walk("r0c1")
    assert not field.unit("g").face.concealed
    assert field.event("uncover").rule == "hon.abil.ambush.6"


@pytest.mark.rule("hon.abil.ambush.4")
def test_obscured_sight_does_not_spot() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.recon_group r0c9 back"}, map=["....t....."])
    field.walk("r0c1")
    assert field.unit("g").face.concealed


@pytest.mark.rule("hon.abil.ambush.5", "hon.open.ambush.element.1", "hon.open.ambush.clear.1")
def test_in_cover_the_spotter_must_be_within_two_spaces() -> None:
    field = Field({"u": "us8.officer r0c0 order=1", "g": "ge902.recon_group r0c5 back"}, map=[".....h...."])
    field.walk("r0c1", "r0c2")
    assert field.unit("g").face.concealed, "three spaces away"
    field.walk("r0c3")
    assert not field.unit("g").face.concealed


@pytest.mark.rule("hon.abil.ambush.7")
def test_its_own_step_uncovers_it_too() -> None:
    field = Field({"u": "us8.recon_team r2c0 order=1 back", "g": "ge902.fire_group r0c4"}, map=HEDGED)
    field.walk("r3c1")
    assert not field.unit("u").face.concealed


@pytest.mark.rule("hon.abil.ambush.7")
def test_a_friends_step_does_not() -> None:
    units = {"u": "us8.recon_team r3c5 back", "v": "us8.fire_team r3c0 order=1", "g": "ge902.fire_group r0c2"}
    field = Field(units, map=HEDGED)
    field.walk("r2c0")
    assert field.unit("u").face.concealed


@pytest.mark.rule("hon.abil.ambush.10", "hon.open.ambush.spotter.1")
def test_two_concealed_units_spot_each_other() -> None:
    field = Field({"u": "us8.recon_team r2c0 order=1 back", "g": "ge902.recon_group r0c4 back"}, map=HEDGED)
    field.walk("r3c1")
    assert not field.unit("u").face.concealed
    assert not field.unit("g").face.concealed


@pytest.mark.rule("hon.abil.ambush.13")
def test_spotted_on_the_way_it_keeps_the_concealed_movement() -> None:
    """3 concealed, 4 open: spotted at the first step it still makes three in all."""
    field = Field({"u": "us8.recon_team r0c0 order=1 back", "g": FAR})
    field.walk("r0c1")
    assert not field.unit("u").face.concealed
    field.walk("r0c2", "r0c3")
    assert field.unit("u").acted


@pytest.mark.rule("hon.abil.ambush.15")
def test_firing_uncovers_the_firer() -> None:
    field = Field({"u": "us8.recon_team r0c0 order=1 back", "g": "ge902.fire_group r0c4"}, [1])
    field.choose("fire", "g")
    assert not field.unit("u").face.concealed
    assert field.event("uncover").rule == "hon.abil.ambush.15"


@pytest.mark.rule("hon.abil.ambush.14")
def test_only_the_owner_sees_what_a_concealed_unit_is() -> None:
    field = Field({"u": "us8.recon_team r0c0 order=1 back", "g": FAR, "idle": "us8.fire_team r6c0"}, map=["t" * 12] * 7)
    own = SYSTEM.position(field.state, 0).pieces[0]
    assert own.kind == "recon"
    assert own.values
    for seat in (1, -1):
        seen = SYSTEM.position(field.state, seat).pieces[0]
        assert (seen.kind, seen.name.key, seen.values, seen.corner, seen.rows) == (
            "concealed",
            "unit.concealed",
            [],
            "",
            [],
        )
    field.choose("move")
    events = field.choose("step", place="r1c0")
    assert [e.args["unit"] for e in events if e.seen_by(1)] == ["@unit.concealed"]
    assert [e.args["unit"] for e in events if e.seen_by(0)] == ["@unit.us8.recon_team"]


@pytest.mark.rule("hon.open.ambush.zoc.1")
def test_concealed_units_have_a_zone() -> None:
    field = Field({"u": "us8.fire_team r3c3 order=1", "g": "ge902.recon_group r2c4 back"})
    field.choose("move")
    assert "r3c4" not in field.places("step")


@pytest.mark.rule("hon.open.supply.spot.1", "hon.supply.abil.1")
def test_supply_moves_conceal_and_spot() -> None:
    field = Field({"u": "us8.recon_team r0c0", "g": "ge902.recon_group r0c9 back"}, phase="supply")
    field.choose("supply-move", "u")
    field.choose("step", place="r0c1")
    assert not field.unit("g").face.concealed
    field.choose("stop-concealed")
    assert field.unit("u").face.concealed
