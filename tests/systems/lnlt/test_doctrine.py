"""What doctrine makes of decisions that are easily misjudged."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.kernel.appraisal import Manner, total
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.book.appraisal import appraise
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.state import LnltState
from systems.lnlt.table import PARA, RIFLES, US_MEDIC, WEISS, Table, unit

pytestmark = pytest.mark.both_seats

FRANCS = "fr.cf.squad.2-3-4"


def judged(table: Table) -> dict[str, float]:
    """What each choice is worth, by verb and hex."""
    scores = SYSTEM.doctrine(table.state, table.decision, Manner())
    assert scores is not None
    return {f"{c.verb} {c.place}".strip(): total(parts) for c, parts in zip(table.choices(), scores, strict=True)}


def last_stand(leader: bool, enemies: int) -> dict[str, float]:
    """A Shaken squad beside one that fights; a Leader makes its attempt an ordinary one."""
    men = [unit(FRANCS, "E4", "down", shaken=True), unit(FRANCS, "E4", "up"), unit(FRANCS, "A9")]
    men += [unit("fr.ldr.mdl", "E4", "boss")] if leader else []
    foes = [unit(WEISS, "E5", "w"), *(unit("ge.fj44.squad.3-3-4", "E5", f"f{n}") for n in range(enemies))]
    table = Table(men, foes, nations=("fr", "de"), module="hid", impulse="de")
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("all")
    table.do("step", where="E4")
    assert table.kind == "last-stand"
    return judged(table)


@pytest.mark.rule("lnlt.hid.13.1.2i")
def test_doctrine_stands_where_it_is_likely_to_rally_or_else_lost() -> None:
    """A pair comes up once in six; to keep down is better while the comrades may win."""
    calm = last_stand(leader=False, enemies=1)
    assert calm["stand"] < calm["keep-down"]
    assert last_stand(leader=False, enemies=3)["stand"] > calm["stand"]
    led = last_stand(leader=True, enemies=3)
    assert led["stand"] > led["keep-down"]


def medic_moves(hex_: str, **more: Any) -> float:
    """What it is worth to activate a Medic of E8, by the friend whom he has."""
    men = [unit(US_MEDIC, "E8", "m"), unit(PARA, hex_, "p", **more)]
    table = Table(men, [unit(RIFLES, "E1", shaken=True)], victory={"objectives": [{"hex": "E5", "points": 3}]})
    return judged(table)["activate E8"]


@pytest.mark.rule("lnlt.core.11.3")
def test_a_medic_goes_where_he_is_needed_and_else_stays() -> None:
    assert medic_moves("E8", markers=["fired"]) < 0, "he has company, and no ground draws him"
    assert medic_moves("D8", shaken=True) > medic_moves("D8", markers=["fired"])
    assert medic_moves("E4", markers=["fired"]) > 0, "he follows the others"


def points_of(state: LnltState, seat: int) -> float:
    return dict(appraise(state, seat, Manner()))["points"]


def test_a_side_that_needs_points_is_judged_by_its_own_alone() -> None:
    """Whoever has to reach a number gains nothing by taking points from the other, and is behind until it has them."""
    state = bocage.new("lnlt", "boh/first-contact", seed=1).state
    assert isinstance(state, LnltState)
    needing = state.scenario.need_seat
    before = points_of(state, needing)
    assert before < 0
    assert points_of(state, 1 - needing) == -before
    state.losses[needing] += 5  # points of the other side
    assert points_of(state, needing) == before
    state.losses[1 - needing] += 5
    assert points_of(state, needing) > before


def test_points_count_more_and_men_less_as_time_runs_out() -> None:
    state = bocage.new("lnlt", "hon/merderet-bridge", seed=1).state
    assert isinstance(state, LnltState)
    assert state.scenario.need_seat == GONE
    state.losses[1] += 4
    early = dict(appraise(state, 0, Manner()))
    state.turn = state.scenario.turns
    late = dict(appraise(state, 0, Manner()))
    assert late["points"] > early["points"] > 0
    assert abs(late["material"]) < abs(early["material"])
