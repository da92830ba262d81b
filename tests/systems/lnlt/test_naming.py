"""Pieces that would read alike are told apart where they can be chosen."""

from __future__ import annotations

import pytest

from bocage.kernel.views import Choice, Text
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules.reorganise import split
from bocage.systems.lnlt.words.naming import known_as, tell_apart
from bocage.text import LANGUAGES, catalogue
from systems.lnlt.table import FJ, MEDROW, PARA, US_HERO, Table, unit


def test_the_halves_of_a_squad_are_numbered_while_both_are_there() -> None:
    table = Table([unit(PARA, "E5", "p"), unit(MEDROW, "E5", "m")], [unit(FJ, "A1", "f")])
    state = table.state
    squad = state.units[0]
    squad.name = "D"
    assert known_as(state, squad) == squad.title()
    state.dice.script, state.dice.cursor = [1, 1], 0
    split(state, squad)
    other = state.units[-1]
    assert other.title() == squad.title()
    assert [known_as(state, one).rpartition(" ")[2] for one in (squad, other)] == ["(1)", "(2)"]
    names = [piece.name.args["name"] for piece in SYSTEM.position(state, 0).pieces if piece.seat == 0]
    assert len(set(names)) == len(names) == 3
    state.leave(other)
    other.hex = GONE
    assert known_as(state, squad) == squad.title()


def test_two_heroes_without_names_are_numbered_and_leaders_never() -> None:
    us = [unit(US_HERO, "E5"), unit(US_HERO, "E5"), unit(MEDROW, "E6")]
    table = Table(us, [unit(FJ, "A1", "f")])
    for one in table.state.units[:2]:
        one.name = ""
    first, second, leader = (known_as(table.state, one) for one in table.state.units[:3])
    assert first.endswith("(1)")
    assert second.endswith("(2)")
    assert not leader.endswith(")")


@pytest.mark.parametrize("language", LANGUAGES)
def test_guns_of_one_vehicle_at_one_target_are_numbered(language: str) -> None:
    choices = [Choice(n, "shoot-hex", Text("choice.shoot-hex", {"hex": "G6", "gun": n}), "") for n in (1, 2)]
    choices.append(Choice(3, "shoot-hex", Text("choice.shoot-hex", {"hex": "G7", "gun": 1}), ""))
    choices += [Choice(4 + n, "react-gun", Text("choice.react-gun", {"unit": "B1", "hex": "A5"}), "") for n in (1, 2)]
    tell_apart(choices)
    words = [catalogue(SYSTEM.package, language).render(choice.label) for choice in choices]
    assert len(set(words)) == 5
    assert words[0].endswith("1")
    assert words[2].endswith("G7")
