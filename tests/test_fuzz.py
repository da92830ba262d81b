"""Random games count what they use."""

from __future__ import annotations

import random

from bocage import registry
from bocage.checks import fuzz
from bocage.kernel.event import Event
from bocage.kernel.tally import Tally


def test_marks_are_what_events_cite_and_name() -> None:
    tally = Tally(True)
    tally.add(1, "tally.bonus", "a.2")
    event = Event("fire", "a.1", {"unit": "@unit.x", "n": 3, "place": "B2"}, tally=tally)
    marks: set[str] = set()
    fuzz.mark_events([event], marks)
    assert marks == {"event:fire", "a.1", "a.2", "fire:@unit.x"}


def test_a_sign_with_a_dot_stands_for_a_whole_section() -> None:
    assert fuzz.shows("a.1.", {"a.1.3"})
    assert not fuzz.shows("a.1.", {"a.1", "a.12"})
    assert fuzz.shows("event:fire", {"event:fire"})
    assert not fuzz.shows("event:fire", {"event:fires"})


def test_what_no_game_used_is_named() -> None:
    system = registry.system("normandie")
    everything = {name for names in fuzz.unused(system, set()).values() for name in names}
    assert {"machine-gunner", "grenade", "veteran", "smoke", "ram"} <= everything
    left = fuzz.unused(system, {"event:splits", "card-played:@action.ram.title"})
    assert "machine-gunner" not in left["ability"]
    assert "ram" not in left["card"]
    assert "sniper" in left["ability"]


def test_a_curious_game_with_drawn_options_marks_its_features() -> None:
    work = fuzz.jobs(["normandie"], 2, 3, drawn=True, only=["free", "dug-in"])
    assert [job[1] for job in work] == ["dug-in", "free"]
    assert work == fuzz.jobs(["normandie"], 2, 3, drawn=True, only=["free", "dug-in"]), "the same seed, the same games"
    report = next(fuzz.run(work[:1], 1))
    assert not report.error, report.error
    assert {"verb:move", "event:activate", "procedure:Movement", "in-play:stars"} <= report.marks
    missing = fuzz.unused(registry.system("normandie"), report.marks)
    assert "orders" not in missing["ability"]
    assert "goliath" in missing["equipment"]


def test_options_are_drawn_from_those_a_system_offers() -> None:
    for name in registry.installed():
        system = registry.system(name)
        scenario = system.scenarios()[0].id
        drawn = system.draw_options(scenario, random.Random(1))
        assert {option.name for option in system.options()} <= set(drawn) | {"cards"}
        registry.new(name, scenario, seed=1, options=drawn)
