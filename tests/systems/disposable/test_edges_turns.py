"""Close combat, Guts and the turn at their edges: every step, the last man, both seats."""

from __future__ import annotations

import pytest

from bocage.kernel.dice import scripted
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.model.tables import MANOEUVRE, RUN, SNEAK
from bocage.systems.disposable.rules import bans, decisions
from bocage.systems.disposable.rules.accuracy import SNAP
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.closecombat import Melee, charge_tally, check_needed, forbid_charge, grenades_used
from bocage.systems.disposable.rules.guts import check_due, guts_tally, next_step, passes, suffer
from bocage.systems.disposable.rules.snap import forbid_snap
from bocage.systems.disposable.rules.turn import Activations, Battle, Deployment, forbid_activation, initiative_tally
from bocage.systems.disposable.rules.victory import beyond, broken, ended_by, holder, losses, points, winner_by_points
from bocage.systems.disposable.state import (
    DESTROYED,
    FALLING,
    MAY_SNAP,
    MOUNTED,
    ON_TABLE,
    PINNED,
    ROUTING,
    SNAPPED_NOW,
    SNAPPED_OUT,
    STEADY,
    WAITING,
    DisposableState,
)
from systems.disposable.field import Field, ground, table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]


@pytest.mark.rule(*(f"dh.cc.guts.{n}" for n in range(1, 10)), "dh.open.charge_other_cover", "dh.open.charge_grenades")
def test_the_number_to_charge() -> None:
    for own, enemy, grenades, kind, total in (
        (4, 4, 0, "", 6), (4, 2, 0, "", 8), (2, 4, 0, "", 4), (4, 4, 2, "", 8), (4, 4, 0, "field", 6),
        (4, 4, 0, "bushes", 4), (4, 4, 0, "rubble", 3), (4, 4, 0, "foxholes", 2), (4, 4, 0, "sandbags", 1),
    ):  # fmt: skip
        men, foes = ([{"count": n, "guts": 6, "weapon": "kar98k"}] for n in (own, enemy))
        pieces = [ground(kind, 10, 26, 40, 40)] if kind else []
        state = table([unit("us", 0, 20, 20, men=men), unit("de", 1, 20, 30, men=foes)], pieces)
        assert charge_tally(state, state.units[0], state.units[1], grenades, False).total == total
    state = table([unit("us", 0, 20, 20, men=MEN, grenades=3), unit("de", 1, 20, 30, men=MEN, grenades=1)])
    assert [grenades_used(state, one) for one in state.units] == [2, 1]
    state.units[0].figures = state.units[0].figures[:1]
    assert grenades_used(state, state.units[0]) == 1, "no more than men"
    for status in (STEADY, PINNED, FALLING, ROUTING):
        state.units[1].status = status
        assert check_needed(state.units[1]) is (status == STEADY)


@pytest.mark.rule("dh.cc.contact.1", "dh.open.charge_distance")
@pytest.mark.parametrize(("mode", "most"), [(SNEAK, 3), (MANOEUVRE, 6), (RUN, 9)])
def test_how_far_one_charges(mode: int, most: int) -> None:
    spots = [[20, 20], [21.5, 20]]
    for extra, ban in ((1.0, None), (1.1, bans.CHARGE_DISTANCE)):
        chargers = unit("us", 0, 20, 20, men=MEN, figures=2, places=spots)
        state = table([chargers, unit("de", 1, 20, 20 + most + extra, men=MEN, figures=1)])
        assert forbid_charge(state, state.units[0], state.units[1], mode) is ban


@pytest.mark.rule(
    "dh.melee.init.1", "dh.melee.init.2", "dh.melee.init.3", "dh.melee.init.4", "dh.melee.init.5", "dh.open.melee_tie"
)
def test_who_strikes_first() -> None:
    for status, shot_up, dice, first, rule in (
        ((STEADY, STEADY), False, [5, 4], 0, ""), ((STEADY, STEADY), False, [4, 5], 1, ""),
        ((STEADY, STEADY), False, [5, 5, 2, 3], 1, ""), ((PINNED, STEADY), False, [], 1, "dh.melee.init.3"),
        ((STEADY, PINNED), False, [], 0, "dh.melee.init.3"), ((STEADY, STEADY), True, [], 1, "dh.melee.init.4"),
        ((STEADY, PINNED), True, [9, 2], 0, ""), ((PINNED, PINNED), False, [2, 9], 1, ""),
    ):  # fmt: skip
        state = table([unit("us", 0, 20, 20, men=MEN, grenades=0), unit("de", 1, 20, 26, men=MEN, grenades=0)])
        state.recording = True
        for k in (0, 1):
            state.units[k].status = status[k]
        state.dice = scripted(dice)
        melee = Melee(0, 1, shot_up, 0)
        assert melee.strikes_first(state, *state.units) is state.units[first]
        assert len(state.dice.log) == len(dice)
        assert state.events[-1].rule == (rule or "dh.melee.init.1")
    state = table([unit("us", 0, 20, 20, men=MEN, grenades=2), unit("de", 1, 20, 26, men=MEN, grenades=1)])
    for declared, own in ((0, 0), (1, 1), (2, 2)):
        melee = Melee(0, 1, False, declared)
        assert (melee.used(state, state.units[0]), melee.used(state, state.units[1])) == (own, 1)
        state.dice = scripted([7, 7])
        assert melee.total(state, state.units[0]) == 7 + 4 + own
        assert melee.total(state, state.units[1]) == 7 + 4 + 1


@pytest.mark.rule(
    "dh.melee.loop.1",
    "dh.melee.end.2",
    "dh.melee.reply.1",
    "dh.melee.attack.1",
    "dh.melee.attack.2",
    "dh.melee.attack.3",
)
def test_a_melee_goes_on_until_one_side_is_gone() -> None:
    two = [{"count": 2, "guts": 6, "weapon": "kar98k"}]
    for dice, winner, left in (
        ([9, 1, 6, 6, 6, 6], 0, 2), ([1, 9, 6, 6, 6, 6], 1, 2), ([9, 1, 6, 7, 6, 6, 6, 6, 6], 0, 1),
        ([9, 1, 7, 7, 7, 7, 6, 6, 6, 6], 0, 2), ([9, 1, 6, 7, 7, 6, 6, 6, 6], 1, 2),
    ):  # fmt: skip
        state = table([unit("us", 0, 20, 20, men=two, grenades=0), unit("de", 1, 20, 26, men=two, grenades=0)])
        state.dice = scripted([*dice, 6, 6, 6, 6, 6, 6])
        melee = Melee(0, 1, False, 0)
        state.push(melee)
        melee.fight(state)
        loser = state.units[1 - winner]
        assert melee.winner == winner, dice
        assert (loser.place, loser.figures) == (DESTROYED, [])
        assert all(one.activated for one in state.units)
        top = state.stack[-1]
        assert (top.free if isinstance(top, Casualties) else 0) == 2 - left


# Guts


@pytest.mark.rule(
    "dh.guts.natural.1",
    "dh.guts.natural.2",
    "dh.guts.when.2",
    "dh.open.failure_step",
    "dh.guts.flame.1",
    "dh.guts.fail.1",
)
def test_every_step_of_a_failed_check() -> None:
    assert [passes(roll, 5) for roll in (1, 5, 6, 10)] == [True, True, False, False]
    assert [passes(roll, 20) for roll in (9, 10)] == [True, False]
    assert [passes(roll, -2) for roll in (1, 2)] == [True, False]
    assert [next_step(status) for status in (STEADY, PINNED, FALLING, ROUTING)] == [PINNED, FALLING, ROUTING, ROUTING]
    assert [check_due(bunker, lost) for bunker, lost in ((False, 0), (True, 0), (True, 1), (False, 1))] == [
        True,
        False,
        True,
        True,
    ]
    for status, flame, after, moved in (
        (STEADY, False, PINNED, 0), (PINNED, False, FALLING, 60), (FALLING, False, ROUTING, 90),
        (STEADY, True, ROUTING, 90),
    ):  # fmt: skip
        state = table([unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, 20, 30, figures=1)])
        state.units[0].status = status
        suffer(state, state.units[0], state.units[1], flame)
        assert (state.units[0].status, state.units[0].activated) == (after, True)
        assert state.y[state.units[0].figures[0]] == 200 - moved
    state = table([unit("ht", 0, 20, 20, template="m3_halftrack"), unit("us", 0, 0, 0, aboard="ht", figures=2), FAR])
    riders = state.units[2]
    suffer(state, riders, state.units[3], True)
    assert (riders.status, riders.place) == (PINNED, MOUNTED), "men in a vehicle stay in it"
    assert guts_tally(state, riders, 1, 1, state.units[3], False).total == 7 + 4 - 2


# Turn and victory


@pytest.mark.rule("dh.core.victory.hold", "dh.core.victory.points", "dh.core.victory.break")
def test_who_holds_an_objective() -> None:
    goal = [{"id": "goal", "at": [30, 20], "radius": 3, "vp": 2}]
    for us, de, held in (
        ((30, 23.5), (60, 40), 0), ((30, 23.6), (60, 40), -1), ((60, 4), (30, 16.5), 1), ((30, 22), (30, 18), -1),
    ):  # fmt: skip
        field = Field([unit("us", 0, *us, figures=1), unit("de", 1, *de, figures=1)], objectives=goal)
        state = field.state
        assert holder(state, state.scenario.objectives[0]) == held
        assert [points(state, seat) for seat in (0, 1)] == [2 * (held == 0), 2 * (held == 1)]
        assert winner_by_points(state) == held
        state.scenario.defender = 1
        assert holder(state, state.scenario.objectives[0]) == (held if held >= 0 or us == (30, 22) else 1)
        state.units[0].status = PINNED
        state.scenario.defender = -1
        assert holder(state, state.scenario.objectives[0]) == (1 if de[0] == 30 else -1)
    for y, held in ((24.5, -1), (24.6, 1)):
        field = Field([unit("t", 0, 30, y, template="sherman"), unit("de", 1, 30, 18, figures=1)], objectives=goal)
        assert holder(field.state, field.state.scenario.objectives[0]) == held, "a hull contests"


@pytest.mark.rule("dh.core.victory.points", "dh.core.victory.break")
def test_points_and_breaking() -> None:
    units = [
        unit("hq", 0, 20, 20, template="us_pc"),
        unit("us", 0, 30, 20),
        unit("t", 0, 40, 20, template="sherman"),
        FAR,
    ]
    state = table(units)
    assert points(state, 1) == 0
    for name, worth in (("hq", 2), ("us", 1), ("t", 2)):
        one = next(u for u in state.units if state.force(u).id == name)
        before = points(state, 1)
        one.place = DESTROYED
        assert points(state, 1) == before + worth
    assert points(state, 0) == 0
    assert winner_by_points(state) == 1
    state = table([unit("us", 0, 30, 20, men=MEN), unit("de", 1, 30, 40, men=MEN)])
    for lost, over in ((0, False), (2, False), (3, True)):
        state.units[0].figures = state.scenario.forces[0].figures[lost:]
        assert losses(state, 0) == (lost, 4)
        assert broken(state, 0) is over
    assert ended_by(state) == "broken"
    state.units[1].status = ROUTING
    assert ended_by(state) == "both-broken"
    state.units[0].figures = state.scenario.forces[0].figures[:]
    assert ended_by(state) == "routing"
    state.units[1].status = STEADY
    assert ended_by(state) == "equal"
    state.scenario.vp_beyond = (0, 199, 1)
    assert (beyond(state, 0), points(state, 0), ended_by(state)) == (1, 1, "close")
    state.scenario.vp_beyond = (0, 300, 1)
    assert beyond(state, 0) == 0


@pytest.mark.rule(
    "dh.core.turn.seq", "dh.core.turn.init.roll", "dh.core.turn.init.tie", "dh.core.deploy", "dh.open.snap_limits"
)
def test_a_turn_begins() -> None:
    state = table([unit("us", 0, 20, 20), FAR])
    for one in state.units:
        one.activated = True
        one.snapped = SNAPPED_OUT
    battle = Battle()
    state.push(battle)
    state.dice = scripted([4, 4, 9, 2])
    state.turn = 1
    battle.start_turn(state)
    assert state.turn == 2
    assert [(one.activated, one.snapped) for one in state.units] == [(False, MAY_SNAP)] * 2
    assert (state.pending[0].seat, state.pending[0].kind) == (0, decisions.FIRST)
    state.pending[0].options.sort()
    battle.choose(state, state.pending[0], state.pending[0].options[1])
    assert state.first == 1
    for first in (0, 1):
        state = table([unit("us", 0, 20, 20), FAR])
        state.scenario.first_seat = first
        state.turn = 0
        battle = Battle()
        state.push(battle)
        battle.start_turn(state)
        assert (state.first, state.pending) == (first, []), "the scenario says so on turn 1"
        state.dice = scripted([1, 9])
        battle.start_turn(state)
        assert state.pending[0].seat == 1, "and dice afterwards"


@pytest.mark.rule("dh.core.deploy")
def test_who_deploys_first() -> None:
    state = SYSTEM.new("crossroads", 1, {})
    assert isinstance(state, DisposableState)
    for dice, loser in (([3, 8], 0), ([8, 3], 1), ([4, 4, 9, 2], 1)):
        state.dice = scripted(dice)
        assert Deployment().first_deployer(state) == loser
        assert len(state.dice.log) == len(dice)
    waiting = Deployment().waiting(state, 0)
    assert all(one.seat == 0 and one.place == WAITING and one.reserve == 0 for one in waiting)
    reserve = next(one for one in state.units if one.reserve)
    assert not Deployment().waits(state, reserve)
    waiting[0].place = ON_TABLE
    assert not Deployment().waits(state, waiting[0])


@pytest.mark.rule("dh.core.turn.seq", "dh.core.turn.exhausted", "dh.core.turn.once", "dh.core.turn.init.pinned")
def test_who_may_be_activated() -> None:
    state = table([unit("a", 0, 20, 20), unit("b", 0, 40, 20), FAR])
    one = state.units[0]
    assert forbid_activation(state, one) is None
    one.activated = True
    assert forbid_activation(state, one) is bans.ACTIVATED
    one.activated = False
    one.place = DESTROYED
    assert forbid_activation(state, one) is bans.GONE
    one.place = ON_TABLE
    assert initiative_tally(state, 0, False).total - initiative_tally(state, 1, False).total == 0
    one.status = PINNED
    assert initiative_tally(state, 0, False).total == initiative_tally(state, 1, False).total - 1
    one.status = STEADY
    procedure = Activations(0)
    state.push(procedure)
    procedure.advance(state)
    assert (state.pending[0].seat, len(state.pending[0].options)) == (0, 2)
    procedure.activate(state, 0)
    assert procedure.seat == 1


@pytest.mark.rule("dh.snap.1", "dh.snap.2", "dh.open.snap_limits")
def test_who_may_snap_fire() -> None:
    for y, ban in ((33, None), (33.1, bans.SNAP_DISTANCE)):
        state = table([unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, 20, y, men=MEN, figures=1)])
        mover, other = state.units
        assert forbid_snap(state, other, mover) is ban
        assert forbid_snap(state, mover, mover) is bans.NOT_YOURS
    state = table([unit("us", 0, 20, 20, men=MEN, figures=1), unit("de", 1, 20, 30, men=MEN, figures=1)])
    mover, other = state.units
    for snapped, ban in ((SNAPPED_NOW, bans.SNAPPED), (SNAPPED_OUT, bans.SNAPPED), (MAY_SNAP, None)):
        other.snapped = snapped
        assert forbid_snap(state, other, mover) is ban
    other.status = PINNED
    assert forbid_snap(state, other, mover) is bans.SNAP_PINNED
    other.place = MOUNTED
    assert forbid_snap(state, other, mover) is bans.NOT_ON_TABLE
    gun = unit("gun", 1, 20, 30, template="de_pak40", facing=[0, -1])
    for house, ban in ((0, None), (64, bans.SNAP_WEAPON)):
        state = table([unit("us", 0, 20, 20, men=MEN, figures=1), gun])
        state.house = house
        assert forbid_snap(state, state.units[1], state.units[0]) is ban
    assert SNAP.name == "snap"
