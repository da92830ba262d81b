"""Turns and deeds at their edges: who deploys first, what the end tells, what an activation leaves open."""

from __future__ import annotations

import pytest

from bocage.kernel.dice import scripted
from bocage.kernel.tally import Tally
from bocage.systems.disposable.rules.closecombat import charge_number
from bocage.systems.disposable.rules.turn import Battle, Deployment
from bocage.systems.disposable.state import DESTROYED, ON_TABLE, WAITING
from systems.disposable.field import table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]


@pytest.mark.rule("dh.core.deploy")
@pytest.mark.parametrize(
    ("waiting", "dice", "first"),
    [((), [], 0), ((0,), [9, 2], 1), ((1,), [2, 9], 0), ((0, 1), [5, 5, 3, 4], 0), ((0, 1), [5, 5, 4, 3], 1)],
)
def test_dice_say_who_deploys_first_where_anybody_does(waiting: tuple[int, ...], dice: list[int], first: int) -> None:
    state = table([unit("us", 0, 20, 20, men=MEN), unit("de", 1, 40, 40, men=MEN)])
    for one in state.units:
        one.place = WAITING if one.seat in waiting else ON_TABLE
    state.dice = scripted(dice)
    assert Deployment().first_deployer(state) == first
    assert len(state.dice.log) == len(dice)
    for named in (0, 1):
        state.scenario.first_deployer = named
        assert Deployment().first_deployer(state) == named, "the scenario names him"


@pytest.mark.rule("dh.core.turn.seq", "dh.core.victory.points")
@pytest.mark.parametrize("lost", [0, 1])
@pytest.mark.parametrize("winner", [0, 1, -1])
def test_the_end_tells_the_points_of_both(lost: int, winner: int) -> None:
    state = table([unit("us", 0, 20, 20, men=MEN), unit("a", 0, 30, 20), unit("de", 1, 40, 40, men=MEN), FAR])
    state.recording = True
    next(one for one in state.units if one.seat == lost).place = DESTROYED
    battle = Battle()
    state.push(battle)
    battle.close(state, winner, "dh.core.victory.points")
    args = state.events[-1].args
    own = max(winner, 0)
    assert (args["first"], args["second"]) == (int(lost != own), int(lost == own))


@pytest.mark.rule(*(f"dh.cc.guts.{n}" for n in range(3, 10)), "dh.open.charge_other_cover")
@pytest.mark.parametrize(
    ("own", "enemy", "grenades", "cover", "lines"),
    [
        (4, 4, 0, 0, []), (4, 4, 0, 1, []), (5, 4, 0, 0, [("label.more", 1)]), (3, 4, 0, 0, [("label.fewer", -1)]),
        (4, 4, 1, 0, [("label.grenades", 1)]), (4, 4, 0, 2, [("cover.light", -2)]),
        (4, 4, 0, 3, [("cover.medium", -3)]),
        (4, 4, 0, 4, [("cover.heavy", -4)]), (4, 4, 0, 5, [("cover.prepared", -5)]),
    ],
)  # fmt: skip
def test_the_lines_behind_a_charge(
    own: int, enemy: int, grenades: int, cover: int, lines: list[tuple[str, int]]
) -> None:
    tally = Tally(True)
    charge_number(tally, 6, own, enemy, grenades, cover)
    assert [(line.label, line.value) for line in tally.lines] == [("label.guts", 6), *lines]
