"""Odds in words: results first, then what the dice must show."""

from __future__ import annotations

import pytest

from bocage import registry
from bocage.kernel import Forecast, Text
from bocage.server.telling import percent, tell_need, tell_odds
from bocage.server.words import Words

SQUAD = {"unit:4": Text("unit.ge.wehr44.squad.1-6-4")}


def shot() -> Forecast:
    found = Forecast("lnlt.core.5.0", None)
    for subject, row in {
        "diff": {"0": 0.28, "1": 0.72},
        "attack": {"hit": 0.722, "no-effect": 0.278},
        "unit:4": {"unhurt": 0.4, "shaken": 0.39, "casualties": 0.205, "eliminated": 0.005},
    }.items():
        for label, chance in row.items():
            found.put(subject, label, chance)
    return found


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["72 % to hit", "Wehrmacht squad: 39 % Shaken, 20 % casualties"]),
        ("fr", ["72 % de chances de toucher", "Groupe de la Wehrmacht : choqué 39 %, pertes 20 %"]),
    ],
)
def test_results_come_first_and_rare_ones_stay_away(language: str, told: list[str]) -> None:
    assert tell_odds(Words(registry.system("lnlt"), language), shot(), SQUAD) == told


def test_of_a_rally_only_its_success_is_told() -> None:
    found = Forecast("lnlt.core.3", None)
    found.put("unit:4", "rallied", 0.72)
    found.put("unit:4", "shaken", 0.28)
    assert tell_odds(Words(registry.system("lnlt"), "en"), found, SQUAD) == ["Wehrmacht squad: 72 % to rally"]


def test_losses_are_told_by_whether_and_how_many() -> None:
    found = Forecast("dh.fire.acc.1", None)
    for subject, row in {"hits": {"1": 0.5, "2": 0.5}, "casualties": {"0": 0.25, "1": 0.5, "2": 0.25}}.items():
        for label, chance in row.items():
            found.put(subject, label, chance)
    system = registry.system("disposable")
    assert tell_odds(Words(system, "en"), found, {}) == ["75 % to cause casualties, 1.0 on average"]
    assert tell_odds(Words(system, "fr"), found, {}) == ["75 % de chances de faire des pertes, 1,0 en moyenne"]


@pytest.mark.parametrize(
    ("need", "en", "fr"),
    [
        ("≤ 7", "7 or less", "7 ou moins"),
        ("3+", "3 or more", "3 ou plus"),
        ("-2+", "any roll", "n'importe quel résultat"),
        ("4:1: ≥ 4", "4 or more on two dice (column 4:1)", "4 ou plus avec deux dés (colonne 4:1)"),
        ("2d6: a = b", "two dice alike", "deux dés identiques"),
        ("", "", ""),
    ],
)
def test_what_the_dice_must_show_is_said_in_words(need: str, en: str, fr: str) -> None:
    system = registry.system("lnlt")
    assert (tell_need(Words(system, "en"), need), tell_need(Words(system, "fr"), need)) == (en, fr)


def test_where_both_sides_roll_each_die_is_told_with_its_sum() -> None:
    words = Words(registry.system("lnlt"), "en")
    assert tell_need(words, "d6 +2 > d6 +0") == "the attacker's die +2 higher than the defender's die"
    assert tell_need(words, "+1 / -3") == "the attacker's die +1 higher than the defender's die −3"
    assert tell_need(words, "2d6 -1 > d6 +2") == "the attacker's two dice −1 higher than the defender's die +2"


def test_what_is_not_quite_sure_does_not_look_sure() -> None:
    assert [percent(chance) for chance in (0, 0.004, 0.5, 0.996, 1)] == ["0 %", "<1 %", "50 %", ">99 %", "100 %"]
