"""What is not offered is refused by the predicate that would offer it, with its clause and in words that tell."""

from __future__ import annotations

import pytest

from bocage.kernel.game import explain_refusal
from bocage.kernel.views import Attempt
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.rules import decisions
from bocage.text import catalogue
from systems.disposable.field import Field, unit

pytestmark = pytest.mark.rule("dh.core.act.phases", "dh.core.turn.seq")
"""What all situations below play."""

ENGLISH = catalogue(SYSTEM.package, "en")
FAR = unit("far", 1, 66, 44)


def refusal(field: Field, attempt: Attempt) -> tuple[str, str]:
    """The clause and the key of the only refusal."""
    (found,) = explain_refusal(SYSTEM, field.state, field.decision, attempt)
    assert not found.vague
    return found.rule, found.text.key.removeprefix("refusal.")


def tried(field: Field, verb: str, name: str, k: int = 0) -> tuple[str, str]:
    return refusal(field, Attempt(verb, field.unit(name).figures[k]))


@pytest.mark.rule("dh.core.act.hold", "dh.open.charge_distance", "dh.grenade.1", "dh.open.grenade_range")
def test_a_deed_against_an_enemy_is_refused_by_its_own_clause() -> None:
    near = [unit("us", 0, 20, 20), unit("de", 1, 20, 30), FAR]
    held = Field(near).choose("hold")
    assert tried(held, "charge", "de") == ("dh.core.act.hold", "holding")
    assert tried(held, "grenade", "de") == ("dh.open.grenade_range", "grenade-range")
    assert tried(held, "indirect", "de") == ("dh.indirect.acc.1", "no-indirect")
    assert tried(held, "spot", "de") == ("dh.spot.1", "no-sniper")
    assert tried(held, "single-out", "de") == ("dh.fire.sniper.1", "single-out")
    assert tried(held, "inside", "de") == ("dh.core.veh.open", "not-open")
    assert refusal(held, Attempt("face")) == ("dh.open.hmg_pivot", "no-arc")
    assert tried(Field(near).choose("sneak"), "charge", "de") == ("dh.open.charge_distance", "charge-distance")
    team = Field([unit("us", 0, 20, 20, template="us_mmg", facing=[0, 1]), unit("de", 1, 20, 25), FAR]).choose("hold")
    assert tried(team, "grenade", "de") == ("dh.grenade.1", "no-throwers")


@pytest.mark.rule("dh.move.single.2", "dh.core.veh.passengers")
def test_friends_are_joined_and_mounted_only_by_whom_the_clauses_name() -> None:
    units = [unit("us", 0, 20, 20), unit("ht", 0, 20, 36, template="m3_halftrack"), unit("b", 0, 30, 20), FAR]
    field = Field(units)
    field.choose("activate", "us").choose("manoeuvre")
    assert tried(field, "join", "b") == ("dh.move.single.2", "join")
    assert tried(field, "mount", "b") == ("dh.core.veh.passengers", "no-vehicle")
    assert tried(field, "mount", "ht") == ("dh.core.veh.passengers", "mount")
    assert tried(field, "fire", "b") == ("dh.core.act.order", "own-side")
    assert tried(field, "join", "far") == ("dh.core.act.order", "enemy")


@pytest.mark.rule("dh.snap.2", "dh.snap.1", "dh.open.snap_limits")
def test_who_may_not_snap_fire_is_told_why() -> None:
    units = [
        unit("us", 0, 20, 20, figures=5), unit("de", 1, 20, 30), unit("away", 1, 40, 44),
        unit("gun", 1, 26, 28, template="de_leig18", facing=[0, -1]), unit("pinned", 1, 14, 28, status="pinned"),
    ]  # fmt: skip
    field = Field(units, options={"house_guns": True}).choose("manoeuvre").go(20, 24)
    assert field.decision.kind is decisions.SNAP
    assert tried(field, "snap-fire", "away") == ("dh.snap.2", "snap-distance")
    assert tried(field, "snap-fire", "gun") == ("dh.open.snap_limits", "snap-weapon")
    assert tried(field, "snap-fire", "pinned") == ("dh.snap.1", "snap-pinned")
    assert tried(field, "", "us") == ("dh.core.turn.seq", "not-yours")
    assert tried(field, "", "de", 1) == ("dh.core.turn.seq", "by-its-leader")


@pytest.mark.rule("dh.open.one_kills", "dh.share.1")
def test_who_may_not_fall_is_told_why() -> None:
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.roll(1, 10, 10, 1)
    field.choose("fire", "de")
    assert tried(field, "casualty", "de", -1) == ("dh.open.one_kills", "one-kills")
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30), FAR]).choose("hold")
    field.roll(1, 10, 10, 2)
    field.choose("fire", "de")
    assert tried(field, "casualty", "far") == ("dh.share.1", "not-shared")
    assert tried(field, "", "us") == ("dh.core.turn.seq", "not-yours")


def test_what_belongs_to_another_decision_is_put_off() -> None:
    field = Field([unit("us", 0, 20, 20), unit("b", 0, 40, 20), unit("de", 1, 20, 30)])
    for attempt, rule in (
        (Attempt("fire", field.unit("de").figures[0]), "dh.fire.acc.1"),
        (Attempt("evade"), "dh.cc.evade.1"),
        (Attempt(x=20.0, y=25.0), "dh.core.turn.seq"),
    ):
        (put_off,) = explain_refusal(SYSTEM, field.state, field.decision, attempt)
        assert put_off.rule == rule
        assert ENGLISH.render(put_off.text) == "Not now: first choose a unit to activate."


def test_a_verb_that_is_none_gets_a_vague_answer() -> None:
    field = Field([unit("us", 0, 20, 20), unit("b", 0, 40, 20), FAR])
    (answer,) = explain_refusal(SYSTEM, field.state, field.decision, Attempt("dance"))
    assert (answer.rule, answer.vague) == ("dh.core.turn.seq", True)


def test_a_verb_is_refused_that_is_not_done_like_that() -> None:
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 25), FAR]).choose("hold")
    assert refusal(field, Attempt("fire", x=3.0, y=3.0)) == ("dh.fire.acc.1", "needs-unit")
    assert tried(field, "done", "de") == ("dh.core.act.phases", "needs-no-unit")
    assert refusal(field, Attempt("grenade", field.unit("de").figures[0], "3")) == ("dh.grenade.1", "throwers")
    assert refusal(field, Attempt(piece=999)) == ("dh.core.victory.points", "gone")
