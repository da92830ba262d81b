"""Guts checks, their effects, and recovery."""

from __future__ import annotations

import pytest

from bocage.systems.disposable.model.tables import BASE, HEAVY, LIGHT, MEDIUM
from bocage.systems.disposable.rules.command import lent_guts
from bocage.systems.disposable.rules.cover import cover_of, shelter_of
from bocage.systems.disposable.rules.guts import check_due, guts_tally, next_step, passes, suffer
from bocage.systems.disposable.rules.retreat import fall_back, rout
from bocage.systems.disposable.state import (
    DESTROYED,
    FALLING,
    HOUSE_COMMANDER,
    PINNED,
    ROUTING,
    STEADY,
    DisposableState,
)
from systems.disposable.field import Field, ground, line, table, unit

pytestmark = pytest.mark.rule("dh.guts.base.1", "dh.guts.fail.1", "dh.guts.when.3", "dh.open.away")
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)


@pytest.mark.rule("dh.guts.natural.1", "dh.guts.natural.2", "dh.guts.base.1")
def test_one_passes_and_ten_fails() -> None:
    assert [passes(roll, -4) for roll in (1, 2)] == [True, False]
    assert [passes(roll, 14) for roll in (9, 10)] == [True, False]
    assert [passes(roll, 6) for roll in (6, 7)] == [True, False]


@pytest.mark.rule("dh.guts.when.2", "dh.guts.when.3", "dh.long.6")
def test_who_is_shot_at_checks_a_bunker_only_for_casualties() -> None:
    assert check_due(False, 0)
    assert not check_due(True, 0)
    assert check_due(True, 1)


@pytest.mark.rule("dh.guts.cover.1", "dh.guts.cover.2", "dh.guts.cover.3", "dh.guts.cover.4", "dh.guts.cover.5",
                  "dh.open.guts_other_mods")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "bonus"), [("road", 0), ("field", 1), ("bushes", 2), ("rubble", 3), ("foxholes", 4), ("sandbags", 5)]
)
def test_cover_helps_in_a_check_and_fences_do_not(kind: str, bonus: int) -> None:
    fence = {"id": "fence", "type": "fence", "line": [[10, 25], [30, 25]]}
    terrain = [ground(kind, 15, 15, 25, 24), fence]
    state = table([unit("us", 0, 20, 20, figures=4), unit("de", 1, 20, 35)], terrain)
    assert guts_tally(state, state.units[0], 0, 0, state.units[1], False).total == 7 + bonus


@pytest.mark.rule("dh.guts.cas.1", "dh.guts.mm.1")
def test_casualties_and_support_weapons_lower_it() -> None:
    state = table([unit("us", 0, 20, 20), unit("de", 1, 20, 35)])
    assert guts_tally(state, state.units[0], 2, 3, state.units[1], False).total == 7 - 2 - 3


@pytest.mark.rule("dh.guts.mm.1", "dh.open.guts_timing")
def test_one_check_counts_every_weapon_that_fired() -> None:
    field = Field([unit("de", 1, 20, 20), unit("us", 0, 20, 36), unit("too", 0, 60, 5)], first=1).choose("hold")
    field.roll(*[9] * 16, 1)
    field.choose("fire", "us")
    assert [event.kind for event in field.events].count("guts") == 1
    lines = {line.label: line.value for line in field.event("guts").lines}
    assert lines == {"label.guts": 7, "label.mm": -1}, "one MG42 with MM 1"


@pytest.mark.rule("dh.guts.pc.1", "dh.open.guts_pc_distance", "dh.core.pc.loss")
def test_the_commander_lends_his_guts_nearby() -> None:
    def lent(x: float, house: int = 0, **more: object) -> int:
        squad, hq = unit("us", 0, 20, 20, figures=1), unit("hq", 0, x, 20, template="us_pc", figures=1, **more)
        state = table([squad, hq, unit("de", 1, 60, 40)])
        state.house = house
        return lent_guts(state, state.units[0])

    assert lent(29.0) == 8
    assert lent(29.1) == 0
    assert lent(29.0, status="pinned") == 8, "the sheet does not ask how he feels"
    assert lent(29.0, HOUSE_COMMANDER) == 8
    assert lent(29.0, HOUSE_COMMANDER, status="pinned") == 0
    squad, hq = unit("us", 0, 20, 20, figures=1), unit("hq", 0, 26, 20, template="us_pc")
    state = table([squad, hq, unit("de", 1, 60, 40)])
    state.remove(state.units[1], state.units[1].figures[0])
    assert lent_guts(state, state.units[0]) == 0, "the commander is dead"


@pytest.mark.rule("dh.guts.fail.1", "dh.open.failure_step", "dh.core.guts.ladder")
def test_the_ladder_of_failure() -> None:
    assert [next_step(status) for status in (STEADY, PINNED, FALLING, ROUTING)] == [PINNED, FALLING, ROUTING, ROUTING]


@pytest.mark.rule("dh.guts.pinned.1", "dh.guts.pinned.3")
def test_pinned_in_cover_stays_and_counts_as_activated() -> None:
    state = table([unit("us", 0, 20, 20), unit("de", 1, 20, 35)], [ground("bushes", 15, 15, 25, 25)])
    before = state.x[:], state.y[:]
    suffer(state, state.units[0], state.units[1])
    assert (state.x, state.y) == before
    assert state.units[0].status == PINNED
    assert state.units[0].activated


@pytest.mark.rule("dh.guts.pinned.2")
def test_pinned_in_the_open_goes_to_cover_or_its_command_distance_toward_it() -> None:
    squad = unit("us", 0, 20, 20, figures=4)
    state = table([squad, unit("de", 1, 20, 40)], [ground("bushes", 10, 8, 30, 16)])
    suffer(state, state.units[0], state.units[1])
    assert shelter_of(state, state.units[0]) == LIGHT
    assert all(200 - state.y[f] <= 70 + 13 for f in state.units[0].figures)
    state = table([squad, unit("de", 1, 20, 40)], [ground("bushes", 10, 2, 30, 11)])
    suffer(state, state.units[0], state.units[1])
    assert state.y[state.units[0].figures[0]] == 130, "seven inches toward cover that is farther"


@pytest.mark.rule("dh.guts.pinned.2", "dh.open.away")
@pytest.mark.parametrize("shooter", [10, 34])
def test_the_cover_of_a_pinned_unit_shelters_from_the_shooter(shooter: float) -> None:
    """A wall five inches north: from the south the men go over it, from the north they stop before it."""
    squad = unit("us", 0, 20, 20, figures=4)
    state = table([squad, unit("de", 1, 20, shooter, figures=1)], [line("stone_wall", 10, 25, 30, 25)])
    before = [(state.x[f], state.y[f]) for f in state.units[0].figures]
    suffer(state, state.units[0], state.units[1])
    assert cover_of(state, state.units[0], state.units[1]) == MEDIUM
    for (x, y), f in zip(before, state.units[0].figures, strict=True):
        assert (state.x[f] - x) ** 2 + (state.y[f] - y) ** 2 <= 70**2
    beyond = sum(state.y[f] > 250 for f in state.units[0].figures)
    assert beyond >= 2 if shooter < 20 else beyond == 0


@pytest.mark.rule("dh.guts.pinned.2", "dh.core.measure")
def test_nobody_goes_to_cover_on_the_feet_of_others() -> None:
    """A hedge three inches south whose places are taken but three, even the one that is farthest along it."""
    taken = [k for k in range(-5, 7) if abs(k) > 1]
    friends = [unit(f"friend {k}", 0, 20 + 1.2 * k, 20.7, figures=1) for k in taken]
    squad = unit("us", 0, 20, 23, figures=6)
    state = table([squad, *friends, unit("de", 1, 20, 5)], [line("hedge", 10, 20, 30, 20)])
    suffer(state, state.units[0], state.units[-1])
    assert state.y[state.units[0].figures[0]] == 207, "at the hedge"
    men = [f for u in state.units for f in u.figures]
    assert all(state.gap2(a, b) >= BASE * BASE for a in men for b in men if a < b)


@pytest.mark.rule("dh.open.gun_left", "dh.open.evade_try", "dh.guts.fallback.1")
def test_a_crew_that_is_driven_off_leaves_its_gun_and_a_pinned_one_stays() -> None:
    gun = unit("gun", 0, 20, 20, template="us_57")
    state = table([gun, unit("de", 1, 20, 35)], [ground("bushes", 10, 8, 30, 16)])
    suffer(state, state.units[0], state.units[1])
    assert (state.units[0].status, state.y[0], state.units[0].out) == (PINNED, 200, 0)
    suffer(state, state.units[0], state.units[1])
    assert (state.units[0].status, state.units[0].out) == (FALLING, 1)
    assert state.y[0] < 200


@pytest.mark.rule("dh.guts.fallback.1", "dh.open.away", "dh.open.fallback_state")
def test_falling_back_is_six_inches_straight_away() -> None:
    state = table([unit("us", 0, 20, 20, status="pinned"), unit("de", 1, 20, 35)])
    suffer(state, state.units[0], state.units[1])
    leader = state.units[0].figures[0]
    assert (state.x[leader], state.y[leader]) == (200, 140)
    assert state.units[0].status == FALLING
    assert state.units[0].activated
    state = table([unit("us", 0, 20, 4, status="pinned"), unit("de", 1, 20, 35)])
    suffer(state, state.units[0], state.units[1])
    assert state.units[0].place != DESTROYED, "it stops at the edge"
    state = table([unit("us", 0, 20, 20, figures=1, status="pinned"), unit("de", 1, 9, 20, figures=1)])
    suffer(state, state.units[0], state.units[1])
    assert (state.x[state.units[0].figures[0]], state.y[state.units[0].figures[0]]) == (260, 200), "due east"


@pytest.mark.rule("dh.guts.fallback.2", "dh.open.better_cover")
def test_falling_back_ends_in_better_cover_only() -> None:
    man = unit("us", 0, 20, 20, figures=1, status="pinned")
    better = [ground("field", 15, 19, 25, 21), ground("bushes", 15, 10, 25, 17)]
    state = table([man, unit("de", 1, 20, 35)], better)
    suffer(state, state.units[0], state.units[1])
    assert state.y[0] == 170
    worse = [ground("rubble", 15, 19, 25, 21), ground("bushes", 15, 10, 25, 17)]
    state = table([man, unit("de", 1, 20, 35)], worse)
    suffer(state, state.units[0], state.units[1])
    assert state.y[0] == 140


@pytest.mark.rule("dh.guts.rout.1", "dh.guts.rout.2")
def test_a_rout_is_nine_inches_past_any_cover() -> None:
    state = table(
        [unit("us", 0, 20, 20, figures=1, status="fell-back"), unit("de", 1, 20, 35)],
        [ground("rubble", 15, 13, 25, 17)],
    )
    suffer(state, state.units[0], state.units[1])
    assert state.y[0] == 110
    assert state.units[0].status == ROUTING


@pytest.mark.rule("dh.core.rout.leave")
def test_a_rout_over_the_edge_destroys_the_unit() -> None:
    state = table([unit("us", 0, 20, 6, status="fell-back"), unit("de", 1, 20, 35)])
    suffer(state, state.units[0], state.units[1])
    assert state.units[0].place == DESTROYED


def rallying(status: str, *dice: int, commander: bool = False) -> Field:
    """The unit is one of two that may be activated."""
    units = [unit("us", 0, 30, 20, status=status), unit("too", 0, 60, 5), unit("de", 1, 30, 45)]
    if commander:
        units.append(unit("hq", 0, 36, 20, template="us_pc", activated=True))
    field = Field(units)
    field.roll(*dice)
    return field.choose("activate", "us")


@pytest.mark.rule("dh.core.rally.attempt", "dh.core.rally.pass")
def test_a_pinned_unit_rallies_and_acts_without_run_or_charge() -> None:
    field = rallying("pinned", 7)
    assert field.unit("us").status == STEADY
    assert field.verbs() == {"hold", "sneak", "manoeuvre"}
    assert field.refusal("run") == "dh.core.rally.pass"


@pytest.mark.rule("dh.core.rally.fail", "dh.core.pinned.acts", "dh.core.turn.once")
def test_a_pinned_unit_that_fails_does_nothing() -> None:
    field = rallying("pinned", 8)
    assert field.unit("us").status == PINNED
    assert field.unit("us").activated
    assert field.at("us") == (30, 20)


@pytest.mark.rule("dh.core.rally.pass", "dh.core.rally.fail")
def test_a_unit_falling_back_becomes_pinned_or_goes_on() -> None:
    field = rallying("fell-back", 7)
    assert field.unit("us").status == PINNED
    assert field.at("us") == (30, 20)
    assert field.unit("us").activated
    field = rallying("fell-back", 8)
    assert field.unit("us").status == FALLING
    assert field.at("us")[1] == pytest.approx(14, abs=0.1)


@pytest.mark.rule("dh.core.rout.move", "dh.guts.pc.1")
def test_a_routing_unit_runs_on_unless_the_commander_is_near() -> None:
    field = rallying("routed")
    assert field.unit("us").status == ROUTING
    assert field.at("us")[1] == pytest.approx(11, abs=0.1)
    field = rallying("routed", 8, commander=True)
    assert field.unit("us").status == FALLING
    assert field.at("us") == (30, 20)


@pytest.mark.rule("dh.core.rally.attempt")
def test_cover_helps_to_rally() -> None:
    units = [unit("us", 0, 30, 20, status="pinned"), unit("too", 0, 60, 5), unit("de", 1, 30, 45)]
    field = Field(units, terrain=[ground("bushes", 20, 10, 40, 30)])
    field.roll(9)
    field.choose("activate", "us")
    assert field.unit("us").status == STEADY
    assert field.total("rally") == 9


@pytest.mark.rule("dh.open.away", "dh.guts.fallback.1", "dh.guts.rout.1")
def test_nobody_is_driven_over_impassable_ground() -> None:
    def start(*terrain: dict[str, object]) -> DisposableState:
        return table([unit("us", 0, 20, 20, figures=3), unit("de", 1, 20, 30, figures=3)], list(terrain))

    state = start(ground("water", 0, 15, 72, 18))
    fall_back(state, state.units[0], state.units[1])
    assert all(state.y[f] > 180 for f in state.units[0].figures), "not across the river"
    assert abs(state.x[state.units[0].figures[0]] - 200) > 50, "but along it, the full distance"
    state = start(ground("water", 0, 12, 72, 18))
    rout(state, state.units[0], state.units[1])
    assert all(state.y[f] > 180 for f in state.units[0].figures)
    state = start(ground("water", 16, 10, 24, 18))
    fall_back(state, state.units[0], state.units[1])
    x, y = state.x[state.units[0].figures[0]], state.y[state.units[0].figures[0]]
    assert 58 * 58 <= (x - 200) ** 2 + (y - 200) ** 2 <= 61 * 61, "it bends round the pond and does not stop at it"


@pytest.mark.rule("dh.open.away", "dh.core.rout.leave")
def test_falling_back_ends_at_the_edge_and_a_rout_beyond_it() -> None:
    state = table([unit("us", 0, 20, 3, figures=1), unit("de", 1, 20, 12, figures=3)])
    fall_back(state, state.units[0], state.units[1])
    assert state.y[state.units[0].figures[0]] == 5
    rout(state, state.units[0], state.units[1])
    assert state.units[0].place == DESTROYED
    state = table([unit("us", 0, 20, 6, figures=1), unit("de", 1, 20, 15, figures=3)], [ground("water", 0, 2, 72, 4)])
    rout(state, state.units[0], state.units[1])
    assert state.units[0].place != DESTROYED, "not through the river"


@pytest.mark.rule("dh.guts.pinned.2", "dh.fire.terrain.4")
def test_a_pinned_unit_in_the_open_goes_to_a_vehicle() -> None:
    units = [unit("us", 0, 20, 20, figures=1), unit("v", 0, 20, 25, template="sherman"), unit("de", 1, 40, 20)]
    state = table(units)
    suffer(state, state.units[0], state.units[3])
    assert shelter_of(state, state.units[0]) == HEAVY


@pytest.mark.rule("dh.open.spot_limits")
@pytest.mark.parametrize("status", ["pinned", "fell-back"])
def test_a_sniper_who_is_driven_off_has_to_be_spotted_anew(status: str) -> None:
    sniper = unit("sn", 1, 20, 30, template="de_sniper", spotted=True, status=status)
    state = table([unit("us", 0, 20, 20), sniper])
    suffer(state, state.units[1], state.units[0])
    assert not state.units[1].spotted
