"""Coordinated movement (lnlt.core.6.5): men and a vehicle move together."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.appraisal import Manner, total
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.flags import ASSAULT, MOVED
from bocage.text import LANGUAGES, catalogue

from .armour import SHERMAN, Field, side, vehicle
from .table import CLARKSON, DE_MEDIC, GLIDER, PARA, RIFLES, event, unit

pytestmark = pytest.mark.both_seats


def group(*men: dict[str, Any], enemy: dict[str, Any] | None = None, **more: Any) -> Field:
    """A tank in E8 that faces north, with men beside it."""
    return Field(
        side("us", vehicle(SHERMAN, "E8", "tank", facing=5), *men, unit(PARA, "A9")),
        side("de", enemy or unit(DE_MEDIC, "L1")),
        **more,
    )


def set_out(field: Field, verb: str = "convoy") -> None:
    field.do("activate", where="E8")
    field.do(verb, "tank")
    while field.kind == "movers":
        adds = [choice for choice in field.choices() if choice.verb == "add"]
        field.state.play(field.decision, adds[0].id)


@pytest.mark.rule("lnlt.core.6.5")
def test_they_start_and_end_together_at_the_slower_pace() -> None:
    field = group(unit(PARA, "E8", "p"), unit(CLARKSON, "E8", "c"))
    set_out(field)
    for hex_ in ("E7", "E6", "E5"):
        events = field.do("forward", where=hex_)
        assert event(events, "drives").args["hex"] == event(events, "move").args["hex"] == hex_
    assert field.offers("forward", where="E4")
    field.do("forward", where="E4")
    assert not field.offers("forward"), "the squad has spent its four points, the tank has more"
    field.do("stop")
    assert (field.where("tank"), field.place("p"), field.place("c")) == ("E4", "E4", "E4")
    assert field.has("p", MOVED)
    assert field.has("c", MOVED)
    assert field.vehicle("tank").flags & MOVED
    assert field.kind == "impulse"


@pytest.mark.rule("lnlt.core.6.5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_goes_along_is_asked_in_words(language: str) -> None:
    field = group(unit(PARA, "E8", "p"), unit(PARA, "E8", "q"))
    field.do("activate", where="E8")
    field.do("convoy", "tank")
    assert field.kind == "movers"
    asked = SYSTEM.prompt(field.state, field.decision).text
    assert "E8" in catalogue(SYSTEM.package, language).render(asked)


def test_a_bot_takes_along_whoever_can_keep_up() -> None:
    field = group(unit(PARA, "E8", "p"), unit(PARA, "E8", "q"))
    field.do("activate", where="E8")
    field.do("convoy", "tank")
    for _ in range(2):
        scores = SYSTEM.doctrine(field.state, field.decision, Manner())
        assert scores is not None
        best = max(range(len(scores)), key=lambda i: total(scores[i]))
        field.state.play(field.decision, field.decision.options[best])
    assert field.kind == "driving"
    field.do("forward", where="E7")
    assert (field.where("tank"), field.place("p"), field.place("q")) == ("E7", "E7", "E7")


@pytest.mark.rule("lnlt.core.6.5")
def test_they_do_not_go_into_melee_or_overrun() -> None:
    field = group(unit(PARA, "E8", "p"), enemy=unit(DE_MEDIC, "E7"))
    set_out(field)
    assert not field.offers("forward", where="E7")
    assert field.offers("forward", where="D8")


@pytest.mark.rule("lnlt.core.6.5", "lnlt.core.5.3")
def test_both_draw_fire_and_whoever_is_hit_stays_behind() -> None:
    field = group(unit(PARA, "E8", "p"), unit(PARA, "E8", "q"), enemy=unit(RIFLES, "E4", "f"))
    set_out(field)
    field.do("forward", where="E7")
    while field.kind == "reaction":
        field.do("decline")
    assert field.kind == "opportunity"
    field.do("opportunity-fire", where="E4", dice=[3, 1, 4, 2])
    assert field.is_shaken("p") != field.is_shaken("q")
    field.do("forward", where="E6")
    while field.kind in ("reaction", "opportunity"):
        field.do("decline")
    field.do("stop")
    left = [name for name in ("p", "q") if field.is_shaken(name)]
    assert [field.place(name) for name in left] == ["E7"]
    assert field.where("tank") == "E6"


@pytest.mark.rule("lnlt.core.6.5", "lnlt.core.6.1")
def test_those_who_can_make_an_assault_move_together() -> None:
    field = group(unit(PARA, "E8", "p"), unit(GLIDER, "E8", "g"))
    set_out(field, "assault-convoy")
    field.do("forward", where="E7")
    field.do("forward", where="E6")
    assert not field.offers("forward"), "half the squad's movement"
    field.do("stop")
    assert field.has("p", ASSAULT)
    assert field.place("g") == "E8", "gliders have no Assault Move"
    assert field.vehicle("tank").flags & ASSAULT


@pytest.mark.rule("lnlt.core.6.5")
def test_nobody_beside_it_no_convoy() -> None:
    field = group(unit(PARA, "E6", "p"))
    field.do("activate", where="E8")
    assert not field.offers("convoy")
    shaken = group(unit(PARA, "E8", "p", shaken=True))
    shaken.do("activate", where="E8")
    assert not shaken.offers("convoy")


@pytest.mark.rule("lnlt.core.6.5")
@pytest.mark.parametrize("markers", [[], ["immobilised"], ["moved"]])
def test_a_vehicle_that_cannot_set_out_leads_no_convoy(markers: list[str]) -> None:
    tank = vehicle(SHERMAN, "E8", "tank", facing=5, markers=markers)
    field = Field(side("us", tank, unit(PARA, "E8", "p"), unit(PARA, "A9")), side("de", unit(DE_MEDIC, "L1")))
    field.do("activate", where="E8")
    assert field.offers("convoy") == (not markers)
