"""Shooting, long range, grenades and casualties."""

from __future__ import annotations

import pytest

from bocage.kernel.dice import scripted
from bocage.kernel.tally import Tally
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.model.tables import HEAVY, HOLD, MANOEUVRE, OPEN
from bocage.systems.disposable.rules import decisions
from bocage.systems.disposable.rules.accuracy import AIMED, NEVER, bunker_number, is_hit, long_number
from bocage.systems.disposable.rules.acts import CASUALTY
from bocage.systems.disposable.rules.casualties import Casualties, can_share
from bocage.systems.disposable.rules.cover import cover_of, shelter_of
from bocage.systems.disposable.rules.grenades import throwers_in_range, touches_cover
from bocage.systems.disposable.rules.guts import guts_tally
from bocage.systems.disposable.rules.volley import aims_at, volley
from bocage.systems.disposable.rules.wounds import Hurt, burst, enclosing, roll_volley, strikes
from bocage.systems.disposable.state import WAITING, DisposableState
from systems.disposable.field import Field, ground, line, number_to_hit, plain_unit, table, unit

pytestmark = pytest.mark.rule(
    "dh.core.act.phases", "dh.fire.acc.1", "dh.cas.small.3", "dh.open.one_kills", "dh.open.blast_minimum"
)
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)


def shots(state: DisposableState, mode: int = HOLD, throwers: int = 0) -> list[tuple[int, int, int]]:
    """Figure, dice and number of everything the first unit fires at the second."""
    found = volley(state, state.units[0], state.units[1], mode, AIMED, throwers, True)
    return [(shot.figure, shot.dice, shot.need) for shot in found]


@pytest.mark.rule("dh.fire.half.1", "dh.fire.half.2", "dh.open.fire_half", "dh.fire.acc.1")
def test_half_of_the_squad_fires_rounded_up_and_it_is_the_better_half() -> None:
    state = table([unit("us", 0, 20, 20, figures=11), unit("de", 1, 20, 35)])
    fired = shots(state)
    assert len(fired) == 6
    assert fired[0][:2] == (1, 4), "the BAR is among them"
    assert {need for _, _, need in fired} == {5}


@pytest.mark.rule("dh.open.fire_half", "dh.core.crew")
def test_a_team_fires_its_weapon_and_nothing_else() -> None:
    team = unit("mg", 0, 20, 20, template="us_mmg", facing=[0, 1])
    assert [s[1] for s in shots(table([team, unit("de", 1, 20, 40)]))] == [6]
    alone = unit("mg", 0, 20, 20, template="us_mmg", facing=[0, 1], figures=1)
    assert [s[1] for s in shots(table([alone, unit("de", 1, 20, 40)]))] == [3]


@pytest.mark.rule("dh.core.range.fig")
def test_figures_out_of_range_or_sight_do_not_fire() -> None:
    """Six men; three of them look at a wall."""
    places = [[20, 20], [21.5, 20], [23, 20], [20, 22], [21.5, 22], [23, 22]]
    wall = ground("building", 14, 24, 26, 25)
    squad = unit("us", 0, 20, 20, figures=6, places=places)
    state = table([squad, unit("de", 1, 40, 30, figures=1)], [wall])
    seeing = [
        f for f in state.units[0].figures
        if state.scenario.table.sees(state.x[f], state.y[f], 400, 300)
    ]  # fmt: skip
    assert 0 < len(seeing) < 6
    assert {s[0] for s in shots(state)} <= set(seeing)


@pytest.mark.rule("dh.core.range.fig", "dh.move.hmg.2")
def test_a_weapon_with_an_arc_aims_at_the_nearest_man_within_it() -> None:
    team = unit("mg", 0, 20, 20, template="us_mmg", facing=[0, 1])
    astride = unit("de", 1, 20, 15, figures=2, places=[[20, 15], [20, 26]])
    state = table([team, astride])
    gunner = state.units[0].figures[0]
    behind, ahead = state.units[1].figures
    assert aims_at(state, state.units[0], gunner, state.units[1], 300, True) == ahead
    assert aims_at(state, state.units[0], gunner, state.units[1], 300, False) == behind


@pytest.mark.rule("dh.fire.acc.1", "dh.fire.cover.3", "dh.fire.linear.1", "dh.core.linear.cumulative")
def test_cover_and_obstacles_are_taken_from_the_table() -> None:
    terrain = [ground("rubble", 10, 30, 30, 40), line("fence", 10, 25, 30, 25)]
    field = Field([unit("us", 0, 20, 20, figures=2), unit("de", 1, 20, 34, figures=2), FAR], terrain=terrain)
    field.choose("hold")
    field.roll(*[9] * 7, 1)
    field.choose("fire", "de")
    lines = {line.label: line.value for line in field.event("fire").lines}
    assert lines == {"label.acc": 5, "cover.medium": -3, "label.obstacles": -1}


@pytest.mark.rule("dh.fire.natural.1", "dh.fire.natural.2", "dh.open.acc_below_one")
def test_one_hits_and_ten_misses_whatever_the_number() -> None:
    assert [is_hit(roll, -3) for roll in (1, 2)] == [True, False]
    assert [is_hit(roll, 12) for roll in (9, 10)] == [True, False]


@pytest.mark.rule("dh.fire.camo.1", "dh.fire.camo.2")
@pytest.mark.parametrize(
    ("cover", "need"), [("open", 4), ("concealment", 3), ("light", 2), ("medium", 1), ("heavy", 1), ("prepared", 0)]
)
def test_camouflage_counts_up_to_medium_cover(cover: str, need: int) -> None:
    assert number_to_hit(cover, camouflaged=True) == need


@pytest.mark.rule("dh.fire.bunker.1", "dh.fire.bunker.2", "dh.fire.bunker.3", "dh.open.bunker_mods")
def test_a_bunker_wants_a_one_and_a_second_roll() -> None:
    state, _ = plain_unit(5, 0)
    for rolls, hit in (([1, 5], True), ([1, 6], False), ([2], False), ([1, 10], False), ([1, 1], True)):
        state.dice = scripted(rolls)
        assert strikes(state, 0, bunker_number(0, 5), Hurt()) is hit
        assert state.dice.cursor == len(rolls)
    assert bunker_number(-2, 5) == 3, "two obstacles lower it"


@pytest.mark.rule("dh.open.sandbags")
def test_sandbags_are_no_bunker() -> None:
    for kind, bunker in (("sandbags", False), ("bunker", True)):
        state = table([unit("us", 0, 20, 20, figures=3)], [ground(kind, 15, 15, 25, 25)])
        house = enclosing(state, state.units[0])
        assert (house is not None and house.bunker) is bunker


@pytest.mark.rule("dh.long.1", "dh.long.2", "dh.open.long_moved", "dh.move.manoeuvre.3")
def test_long_range_reaches_twice_the_range_of_the_mode() -> None:
    hold = [(24, HOLD, {5}), (25, HOLD, {1}), (48, HOLD, {1}), (49, HOLD, set())]
    for apart, mode, needs in [*hold, (24, MANOEUVRE, {1})]:
        men = unit("us", 0, 10, 20, figures=1)
        state = table([men, unit("de", 1, 11 + apart, 20, figures=1)])
        assert {need for _, _, need in shots(state, mode)} == needs, apart


@pytest.mark.rule("dh.long.3", "dh.long.4", "dh.long.5", "dh.open.long_other_mods")
def test_long_range_ignores_cover_up_to_medium_and_cannot_hit_heavy() -> None:
    assert [long_number(Tally(False), cover) for cover in range(6)] == [1, 1, 1, 1, NEVER, NEVER]


@pytest.mark.rule("dh.long.4", "dh.long.6", "dh.guts.when.3")
def test_who_cannot_be_hit_still_checks() -> None:
    men, foe = unit("us", 0, 10, 20, figures=2), unit("de", 1, 45, 20, figures=3)
    field = Field([men, foe, FAR], terrain=[ground("foxholes", 40, 15, 50, 25)]).choose("hold")
    field.roll(2)
    field.choose("fire", "de")
    assert field.event("fire").args["dice"] == 0
    assert field.happened("guts")


@pytest.mark.rule("dh.cas.small.1", "dh.cas.small.2")
def test_each_hit_rolls_against_ap() -> None:
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.roll(5, 3, 6, 5, 6, 1)  # a Garand: two hits; one wound, one not; check passed
    field.choose("fire", "de").fall(field.unit("de").figures[-1])
    assert (field.event("fire").args["hits"], field.event("fire").args["casualties"]) == (2, 1)
    assert len(field.unit("de").figures) == 8


@pytest.mark.rule("dh.cas.small.3")
def test_the_owner_picks_whom_he_loses() -> None:
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.roll(5, 6, 6, 5, 1)
    field.choose("fire", "de")
    assert field.decision.seat == 1
    assert field.decision.kind is decisions.CASUALTY
    assert field.men() == field.unit("de").figures
    leader = field.men()[0]
    field.fall(leader)
    assert leader not in field.unit("de").figures


@pytest.mark.rule("dh.leader.1", "dh.special.1", "dh.special.2", "dh.open.one_kills")
def test_a_one_to_wound_reaches_leader_or_special_weapon() -> None:
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.roll(5, 6, 6, 1, 1)
    field.choose("fire", "de")
    assert field.men() == field.unit("de").figures[:2], "squad leader and machine-gunner"
    near = [unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), unit("two", 1, 26, 30)]
    field = Field(near).choose("hold")
    field.roll(5, 6, 6, 1, 1)
    field.choose("fire", "de")
    assert field.men() == field.unit("de").figures[:2], "a 1 is never shared"
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.unit("de").figures = field.unit("de").figures[2:]
    field.roll(5, 6, 6, 1, 1)
    field.choose("fire", "de")
    assert field.men() == field.unit("de").figures, "none there: an ordinary casualty"


@pytest.mark.rule("dh.leader.1", "dh.special.1", "dh.open.one_kills", "dh.cas.small.3")
def test_whom_a_one_has_struck_is_told_with_its_clause() -> None:
    for fallen, rule in ((0, "dh.leader.1"), (1, "dh.special.1")):
        field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
        field.roll(5, 6, 6, 1, 1)
        field.choose("fire", "de")
        prompt = SYSTEM.prompt(field.state, field.decision)
        assert (prompt.text.key, prompt.rule) == ("prompt.casualty-one", "dh.open.one_kills")
        assert [choice.rule for choice in prompt.choices] == ["dh.open.casualty_order", "dh.leader.1", "dh.special.1"]
        field.fall(field.unit("de").figures[fallen])
        assert field.event("casualty-one").rule == rule
    field = Field([unit("us", 0, 20, 20, figures=1), unit("pc", 1, 20, 30, template="de_pc", figures=1), FAR])
    field.choose("hold")
    field.roll(5, 6, 6, 1)
    field.choose("fire", "pc")
    assert field.event("casualty-one").rule == "dh.leader.1", "the commander alone"
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.roll(5, 6, 6, 2, 1)
    field.choose("fire", "de")
    assert {choice.rule for choice in field.choices()[1:]} == {"dh.cas.small.3"}
    field.fall(field.unit("de").figures[-1])
    assert field.event("casualty").rule == "dh.cas.small.3"


@pytest.mark.rule("dh.cas.blast.1", "dh.cas.blast.2", "dh.cas.blast.3", "dh.open.blast_minimum")
def test_a_blast_rolls_for_everybody_and_at_least_five_dice() -> None:
    for figures, dice in ((8, 8), (3, 5)):
        state, squad = plain_unit(figures, 0)
        state.dice = scripted([3] * dice)
        hurt = Hurt()
        burst(state, squad, 3, hurt)
        assert state.dice.cursor == dice
        assert hurt.common == figures
        assert hurt.free == dice - figures, "surplus dice are the owner's choice"


@pytest.mark.rule("dh.cas.blast.4", "dh.cas.blast.5", "dh.open.blast_specials")
def test_leaders_and_special_weapons_have_their_own_blast_die() -> None:
    state, squad = plain_unit(6, 2)
    state.dice = scripted([3, 4, 9, 9, 9, 9])
    hurt = Hurt()
    burst(state, squad, 3, hurt)
    assert hurt.apart == squad.figures[:1]
    assert hurt.common == 0


@pytest.mark.rule("dh.cas.blast.enclosed.1", "dh.open.enclosed")
def test_a_blast_in_a_building_is_worse() -> None:
    for kind, dead in (("building", 5), ("foxholes", 0)):
        units = [unit("us", 0, 24, 20, figures=1), unit("de", 1, 20, 20, figures=5)]
        state = table(units, [ground(kind, 15, 15, 25, 25)])
        thrown = volley(state, state.units[0], state.units[1], HOLD, AIMED, 1, False)
        state.dice = scripted([1, 4, 4, 4, 4, 4])
        assert roll_volley(state, state.units[1], thrown).total() == dead, "AP 3, in the house 4"


@pytest.mark.rule("dh.share.1", "dh.share.2", "dh.open.share_distance")
def test_wounds_may_go_to_a_second_unit_whose_leader_is_near() -> None:
    for apart, near in ((8.0, True), (8.1, False)):
        state = table([unit("us", 0, 20, 20, figures=2), unit("too", 0, 20 + apart, 20, figures=2)])
        assert can_share(state, state.units[0], state.units[1]) is near
        assert not can_share(state, state.units[0], state.units[0])


@pytest.mark.rule("dh.share.3", "dh.share.4", "dh.open.share_effect", "dh.open.share_who")
def test_shared_wounds_make_both_check_and_one_failure_affects_both() -> None:
    us, de, two = unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), unit("two", 1, 26, 30, status="pinned")
    field = Field([us, de, two]).choose("hold")
    second = field.unit("two").figures[-1]
    field.roll(5, 6, 6, 5, 1, 9)
    field.choose("fire", "de")
    assert field.decision.seat == 1
    field.fall(second)
    assert [event.kind for event in field.events].count("guts") == 2
    assert field.unit("de").status == 1, "it passed, but shares the effect"
    assert field.unit("two").status == 2, "each by its own step"


@pytest.mark.rule("dh.grenade.1", "dh.open.grenade_range", "dh.open.fire_half")
def test_two_figures_throw_within_six_inches_and_use_up_places_of_the_half() -> None:
    us, de = unit("us", 0, 20, 20, figures=10), unit("de", 1, 20, 28)
    field = Field([us, de, FAR]).choose("hold")
    assert field.offers("grenade", "de", "1")
    assert field.offers("grenade", "de", "2")
    assert not field.offers("grenade", "de", "3")
    fired = volley(field.state, field.unit("us"), field.unit("de"), HOLD, AIMED, 2, False)
    assert [shot.weapon.blast for shot in fired] == [False] * 3 + [True] * 2
    for apart, throwers in ((7.0, 1), (7.1, 0)):
        state = table([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20 + apart, 20, figures=1)])
        assert len(throwers_in_range(state, state.units[0], state.units[1])) == throwers
    team = table([unit("mg", 0, 20, 20, template="us_mmg"), unit("de", 1, 23, 20, figures=1)])
    assert throwers_in_range(team, team.units[0], team.units[1]) == [], "no throwers in a team"


@pytest.mark.rule("dh.grenade.2", "dh.grenade.3", "dh.open.grenade_contact")
def test_cover_counts_for_a_grenade_unless_the_thrower_touches_it() -> None:
    for x, need in ((13.0, 2), (13.5, 5)):
        state = table(
            [unit("us", 0, x, 20, figures=1), unit("de", 1, 16, 20, figures=1)], [ground("rubble", 14, 10, 24, 30)]
        )
        thrown = volley(state, state.units[0], state.units[1], HOLD, AIMED, 1, False)
        assert [shot.need for shot in thrown if shot.weapon.blast] == [need]


@pytest.mark.rule("dh.grenade.4", "dh.grenade.5")
def test_grenades_go_where_nobody_looks_on_a_one() -> None:
    wall = ground("wreck", 22, 10, 22.5, 30)
    field = Field([unit("us", 0, 20, 20, figures=2), unit("de", 1, 25, 20, figures=2), FAR], terrain=[wall])
    field.choose("hold")
    assert not field.offers("fire", "de")
    assert field.refusal("fire", "de") == "dh.core.los.rule"
    field.roll(2, 1)
    field.choose("grenade", "de", "1")
    assert field.total("fire") == 1
    assert field.event("fire").args["hits"] == 0


@pytest.mark.rule("dh.open.one_target", "dh.core.act.order")
def test_a_unit_fires_once_and_may_move_before_or_after() -> None:
    units = [unit("us", 0, 20, 20), unit("de", 1, 20, 36), FAR]
    field = Field(units).choose("sneak")
    field.roll(*[9] * 60)
    field.choose("fire", "de")
    assert not field.offers("fire")
    assert field.refusal("fire", "de") == "dh.open.one_target"
    field.go(20, 22)
    assert field.unit("us").activated
    field = Field(units).choose("sneak").go(20, 22)
    assert field.offers("fire", "de")


@pytest.mark.rule("dh.core.act.order.effects", "dh.move.manoeuvre.2")
def test_who_fires_before_moving_is_bound_by_the_mode() -> None:
    units = [unit("de", 1, 20, 20), unit("us", 0, 20, 30), unit("too", 0, 60, 5)]
    dice = []
    for mode in ("hold", "manoeuvre"):
        field = Field(units, first=1).choose(mode)
        field.roll(*[9] * 60)
        field.choose("fire", "us")
        dice.append(field.event("fire").args["dice"])
    assert dice == [6 + 4 + 2 * 3, 4 + 3 + 3], "MG42 6 and 3, MP40 4 and 4, three rifles 2 and 1 each"


@pytest.mark.rule("dh.cas.small.3")
def test_nobody_is_asked_when_all_fall() -> None:
    state, squad = plain_unit(2, 0)
    state.push(Casualties(0, 0, 0, 2, False))
    state.advance()
    assert squad.figures == []
    assert not state.pending


def side_by_side() -> DisposableState:
    return table([unit("us", 1, 20, 20, figures=5), unit("too", 1, 26, 20, figures=5), unit("de", 0, 50, 40)])


@pytest.mark.rule("dh.share.1", "dh.open.share_who", "dh.open.one_kills")
def test_wounds_that_would_take_the_whole_unit_may_be_shared_too() -> None:
    state = side_by_side()
    own, others = state.units[0].figures[:], state.units[1].figures[:]
    state.push(Casualties(0, 1, 0, 4, True))
    state.advance()
    assert state.pending[0].options[1:] == CASUALTY.on_each(own[:2]), "the natural 1 is for the leader or the gunner"
    state.play(state.pending[0], CASUALTY.on(own[0]))
    assert state.pending[0].options[1:] == CASUALTY.on_each(own[1:] + others), "the other four wherever the owner likes"
    state = side_by_side()
    state.push(Casualties(0, 2, 0, 3, False))
    state.advance()
    assert not state.units[0].figures, "nobody is asked where nothing can be shared"


@pytest.mark.rule("dh.share.1", "dh.open.share_who", "dh.cas.blast.1")
def test_wounds_of_a_blast_may_be_shared() -> None:
    state = side_by_side()
    own, others = state.units[0].figures[:], state.units[1].figures[:]
    state.push(Casualties(0, 0, 2, 0, True))
    state.advance()
    left = CASUALTY.on_each(own[2:] + others)
    assert state.pending[0].options[1:] == left, "neither leader nor special weapon: they had their own dice"
    state.play(state.pending[0], CASUALTY.on(others[0]))
    assert (state.shared, state.shared_losses) == (1, 1)


@pytest.mark.rule("dh.core.pc.activation")
def test_a_commander_close_by_is_not_reached_by_the_dice_of_common_men() -> None:
    units = [unit("us", 0, 20, 20, figures=5), unit("hq", 0, 23.2, 20, template="us_pc", figures=1)]
    for common, reached in ((2, False), (0, True)):
        state = table([*units, unit("de", 1, 50, 40)])
        state.each = True
        hq = state.units[1].figures[0]
        state.push(Casualties(0, 0, common, 2 - common, True))
        state.advance()
        assert (CASUALTY.on(hq) in state.pending[0].options) == reached


@pytest.mark.rule("dh.fire.terrain.4", "dh.guts.terrain.4")
def test_behind_a_vehicle_is_heavy_cover() -> None:
    units = [
        unit("us", 0, 20, 20, figures=1), unit("tank", 1, 20, 28, template="pz4h"),
        unit("de", 1, 20, 30.2, figures=1), unit("side", 0, 40, 30.2, figures=1),
    ]  # fmt: skip
    state = table(units)
    us, tank, _, de, side = state.units
    assert cover_of(state, de, us) == HEAVY
    assert shelter_of(state, de) == HEAVY
    assert shots(table([units[0], units[2]]))[0][2] - volley(state, us, de, HOLD, AIMED, 0, True)[0].need == 4
    assert guts_tally(state, de, 0, 0, us, False).total == 11
    assert cover_of(state, de, side) == OPEN, "the tank is not in the way"
    assert cover_of(state, us, tank) == OPEN, "nor in its own"
    assert cover_of(state, de, tank) == OPEN
    state.y[de.figures[0]] = 306
    state.enclose(de)
    assert cover_of(state, de, us) == OPEN, "too far behind it"
    state.y[de.figures[0]] = 302
    state.enclose(de)
    tank.place = WAITING
    assert cover_of(state, de, us) == OPEN


@pytest.mark.rule("dh.fire.terrain.4")
def test_beside_a_wreck_is_heavy_cover() -> None:
    wreck = [ground("wreck", 19, 28, 21, 29.5)]
    state = table([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30.2, figures=1)], wreck)
    assert cover_of(state, state.units[1], state.units[0]) == HEAVY
    assert shelter_of(state, state.units[1]) == HEAVY
    state = table([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30.7, figures=1)], wreck)
    assert cover_of(state, state.units[1], state.units[0]) == OPEN, "too far behind it"


@pytest.mark.rule("dh.grenade.3", "dh.open.grenade_contact")
def test_a_thrower_who_touches_the_vehicle_is_not_troubled_by_it() -> None:
    tank = unit("tank", 1, 20, 28, template="pz4h")
    state = table([unit("us", 0, 20, 26, figures=1), tank, unit("de", 1, 20, 30.2, figures=1)])
    assert touches_cover(state, 200, 260, state.units[3].figures[0])
    assert not touches_cover(state, 200, 257, state.units[3].figures[0])
