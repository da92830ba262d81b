"""The Supply Phase and its steps."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.model.flags import BLUFF, NO_TOKEN
from systems.normandie.field import Field

FAR = "ge902.fire_group r6c11"


def supply(units: dict[str, str], **position: object) -> Field:
    return Field(units, phase="supply", **position)


@pytest.mark.rule("hon.supply.who.1", "hon.supply.who.3", "hon.act.marker.5")
def test_only_units_that_did_nothing_move() -> None:
    units = {
        "idle": "us8.fire_team r0c0",
        "ordered": "us8.fire_team r2c0 order=1 shown acted",
        "marked": "us8.fire_team r4c0 activated",
        "acted": "us8.fire_team r6c0 acted",
        "g": FAR,
    }
    field = supply(units)
    assert field.targets("supply-move") == {"idle"}
    assert field.why_not("supply-move", "ordered") == ["hon.supply.who.1"]
    assert field.why_not("supply-move", "marked") == ["hon.act.marker.5"]


@pytest.mark.rule("hon.bluff.supply.1", "hon.supply.who.2", "hon.supply.step.2", "hon.bluff.effect.2")
def test_bluffs_are_discarded_before_the_moves() -> None:
    field = supply({"u": "us8.fire_team r0c0 order=bluff", "g": FAR})
    assert field.targets("supply-move") == {"u"}
    assert BLUFF not in [unit.token for unit in field.state.units]


@pytest.mark.rule("hon.supply.step.3")
@pytest.mark.parametrize(("initiative", "first"), [("us", 0), ("de", 1)])
def test_the_side_with_initiative_moves_any_of_its_units_first(initiative: str, first: int) -> None:
    units = {"u": "us8.fire_team r0c0", "v": "us8.fire_team r2c0", "g": FAR, "h": "ge902.fire_group r0c11"}
    field = supply(units, initiative=initiative)
    assert field.decision().seat == first
    mine = sorted(field.targets("supply-move"))
    field.choose("supply-move", mine[0])
    field.choose("stop")
    assert sorted(field.targets("supply-move")) == mine[1:], "each unit once"
    field.choose("done")
    assert field.decision().seat == 1 - first
    field.choose("done")
    assert field.state.round == 2


@pytest.mark.rule("hon.supply.immutable.1")
def test_no_fire_and_no_assault() -> None:
    field = supply({"u": "us8.fire_team r3c3", "g": "ge902.fire_group r3c4 suppressed=1"})
    assert field.verbs() == {"supply-move", "done"}
    assert field.why_not("fire", "g") == ["hon.supply.immutable.1"]
    assert field.why_not("assault", "g") == ["hon.supply.immutable.1"]
    field.choose("supply-move", "u")
    assert field.verbs() == {"step", "stop"}
    assert "r3c4" not in field.places("step")


@pytest.mark.rule("hon.supply.step.4")
def test_one_marker_comes_off_each_unit_after_the_moves() -> None:
    field = supply({"u": "us8.officer r0c0 suppressed=1", "v": "us8.officer r2c0 suppressed=3", "g": FAR})
    assert field.targets("supply-move") == {"u"}, "still slowed"
    field.choose("supply-move", "u")
    field.walk("r0c1", "r0c2")
    field.choose("done")
    assert (field.unit("u").suppressed, field.unit("v").suppressed) == (0, 2)


@pytest.mark.rule("hon.supply.step.8", "hon.order.count.4", "hon.abil.orders.2", "hon.open.dead.order.1")
def test_tokens_are_counted_anew_by_the_sides_that_are_up() -> None:
    """The officer is hit in the Activation Phase: three tokens this round, two in the next."""
    field = Field(
        {"u": "us8.officer r0c0 order=1", "v": "us8.fire_team r2c0", "g": "ge902.fire_group r0c4 order=1"}, [4]
    )
    assert field.state.entitled[0] == 3
    field.choose("pass")
    field.choose("fire", "u")
    assert field.state.entitled[0] == 3
    assert field.state.placed == [1, 1]
    field.choose("done")
    assert field.state.entitled[0] == 2
    assert field.state.placed == [0, 0], "all of them are to be laid again"


@pytest.mark.rule("hon.open.activated.clear.1")
def test_markers_and_tokens_are_cleared_for_the_next_round() -> None:
    units = {
        "u": "us8.officer r0c0 activated",
        "v": "us8.fire_team r2c0 order=1 shown acted",
        "w": "us8.fire_team r4c0",
    }
    field = supply(units | {"g": FAR})
    field.choose("supply-move", "w")
    field.choose("stop")
    field.choose("done")
    assert field.state.round == 2
    for unit in field.state.units:
        assert (unit.activated, unit.acted, unit.moved, unit.shown, unit.token) == (
            False,
            False,
            False,
            False,
            NO_TOKEN,
        )


@pytest.mark.rule("hon.supply.step.9")
def test_the_initiative_passes_every_round() -> None:
    field = supply({"u": "us8.officer r0c0", "g": FAR})
    assert field.state.initiative == 0
    field.choose("done")
    field.choose("done")
    assert field.state.initiative == 1


@pytest.mark.rule("hon.supply.step.5", "hon.ord.smoke.5")
def test_smoke_fades_and_directives_end_when_the_phase_closes() -> None:
    """After the moves and the recovery, before victory is checked."""
    field = supply({"u": "us8.officer r0c0", "g": FAR})
    field.state.smoke = [(20, 4), (40, 2)]
    field.state.staff.directive[0], field.state.staff.herald[0] = 23, field.names["u"]
    field.choose("supply-move", "u")
    field.choose("stop")
    assert len(field.state.smoke) == 2
    assert field.state.staff.directive[0] == 23, "both last through the moves"
    for _ in range(4):
        if field.state.round == 2:
            break
        field.choose("done")
    assert field.state.smoke == [(20, 2)]
    assert field.state.staff.directive == [-1, -1]
