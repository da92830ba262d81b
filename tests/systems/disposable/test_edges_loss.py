"""Casualties at their edges: by which clause a man falls, and when the owner is asked."""

from __future__ import annotations

import pytest

from bocage.systems.disposable.rules.acts import AS_PROPOSED, CASUALTY
from bocage.systems.disposable.rules.casualties import Casualties, blast_dice
from bocage.systems.disposable.state import DisposableState
from systems.disposable.field import table, unit

FAR = unit("far", 1, 66, 44)
RIFLES = [{"count": 3, "guts": 6, "weapon": "kar98k"}]
MIXED = [
    {"count": 1, "guts": 8, "weapon": "mp40", "leader": True}, {"count": 1, "guts": 6, "weapon": "mg42_lmg"},
    {"count": 2, "guts": 6, "weapon": "kar98k"},
]  # fmt: skip


def squads() -> DisposableState:
    """A leader, a gunner and two riflemen; the commander within an inch of them; comrades four inches off."""
    units = [
        unit("us", 0, 20, 20, men=MIXED, places=[[20, 20], [21.2, 20], [22.4, 20], [23.6, 20]]),
        unit("hq", 0, 20, 21.5, template="us_pc", figures=1), unit("two", 0, 20, 25, men=RIFLES), FAR,
    ]  # fmt: skip
    state = table(units)
    state.recording = True
    return state


@pytest.mark.rule(
    "dh.cas.small.3", "dh.leader.1", "dh.special.1", "dh.cas.blast.1", "dh.share.1", "dh.core.pc.activation"
)
@pytest.mark.parametrize(
    ("ones", "common", "free", "man", "rule"),
    [
        (1, 0, 0, 0, "dh.leader.1"), (1, 0, 0, 1, "dh.special.1"), (0, 1, 0, 2, "dh.cas.blast.1"),
        (0, 0, 1, 2, "dh.cas.small.3"), (0, 0, 1, 4, "dh.core.pc.activation"), (0, 0, 1, 5, "dh.share.1"),
        (0, 1, 0, 5, "dh.share.1"),
    ],
)  # fmt: skip
def test_the_clause_by_which_a_man_falls(ones: int, common: int, free: int, man: int, rule: str) -> None:
    state = squads()
    figure = state.units[2].figures[0] if man == 5 else man
    asked = Casualties(0, ones, common, free, True)
    assert asked.rule(state, figure) == rule
    asked.strike(state, figure)
    assert state.events[0].rule == rule
    assert state.events[0].kind == ("casualty-one" if ones else "casualty")
    assert (asked.ones, asked.common, asked.free) == (0, 0, 0)
    assert (state.attached, state.shared_losses) == (int(man == 4), int(man == 5))
    assert state.shared == (2 if man == 5 else -1)


@pytest.mark.rule("dh.cas.small.3", "dh.open.one_kills", "dh.leader.1", "dh.special.1")
@pytest.mark.parametrize(("ones", "free", "rules"), [
    (0, 4, ["dh.cas.small.3"] * 4), (1, 3, ["dh.leader.1", *["dh.cas.small.3"] * 3]),
    (2, 2, ["dh.leader.1", "dh.special.1", "dh.cas.small.3", "dh.cas.small.3"]),
])  # fmt: skip
def test_a_whole_unit_falls_by_the_clauses_of_its_dice(ones: int, free: int, rules: list[str]) -> None:
    state = table([unit("us", 0, 20, 20, men=MIXED), FAR])
    state.recording = True
    state.push(Casualties(0, ones, 0, free, False))
    state.advance()
    assert [event.rule for event in state.events if event.kind.startswith("casualty")] == rules
    assert not state.pending


@pytest.mark.rule(
    "dh.open.casualty_order", "dh.open.blast_minimum", "dh.cas.small.3", "dh.cas.blast.1", "dh.cas.blast.2"
)
def test_when_the_owner_is_asked() -> None:
    assert [blast_dice(figures) for figures in (1, 4, 5, 6, 9)] == [5, 5, 5, 6, 9]
    for men, each, asked in ((RIFLES, False, False), (RIFLES, True, True), (MIXED, False, True)):
        state = table([unit("us", 0, 20, 20, men=men), FAR])
        state.each = each
        state.push(Casualties(0, 0, 0, 1, False))
        state.advance()
        assert bool(state.pending) is asked, "men who are alike need no choice, unless the player wants it"
        if asked:
            assert state.pending[0].options == [AS_PROPOSED.act(), *CASUALTY.on_each(state.units[0].figures)]
    state = table([unit("us", 0, 20, 20, men=[MIXED[0], MIXED[2]]), FAR])
    state.push(Casualties(0, 1, 0, 0, False))
    state.advance()
    assert not state.pending, "a 1 reaches the leader alone"
    assert len(state.units[0].figures) == 2
    asked_again = Casualties(0, 2, 0, 0, False)
    assert asked_again.eligible(state, state.units[0]) == state.units[0].figures
    assert (asked_again.ones, asked_again.free) == (0, 2), "nobody left for them: ordinary casualties"
