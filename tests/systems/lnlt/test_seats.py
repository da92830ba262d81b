"""Rules know no seat: every drill comes out the same with the sides in each other's place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from bocage.checks import drills
from bocage.checks.dialect import EventWanted, Step, Wanted
from bocage.checks.drills import Entry
from bocage.checks.rehearsal import Rehearsal
from bocage.kernel.decision import Decision
from bocage.kernel.dice import purpose_of
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.state import LnltState
from systems.lnlt.table import check_odds

CASES = Path(__file__).parent / "cases"
FILES = [*drills.shipped(SYSTEM), CASES / "examples.yaml"]
ENTRIES = [entry for path in FILES for entry in drills.read(path) if not entry.unreached]
NAMING = [pytest.param(e, id=e.id, marks=[pytest.mark.rule(*e.rules)] if e.rules else []) for e in ENTRIES]


def swapped(position: dict[str, Any]) -> dict[str, Any]:
    """The side that was first is second; whoever began begins."""
    state, _ = SYSTEM.drill_position(position)
    assert isinstance(state, LnltState)
    given = list(position.get("sides", []))
    nations = state.scenario.nations
    sides = [*given, *({"nation": nation} for nation in nations[len(given) :])]
    return {**position, "sides": sides[::-1], "initiative": position.get("initiative") or nations[0]}


def turned(step: Step, purposes: list[int]) -> Step:
    """The same step, with the seats of everybody in it changed, and the dice of both sides for the initiative."""
    step = msgspec.convert(msgspec.to_builtins(step), Step)
    expect = step.expect
    choices = [*step.choose, *expect.offered, *expect.refused, *expect.odds]
    seated: list[Any] = [one for one in choices if isinstance(one, Wanted)]
    seated += [*expect.pieces.values(), *step.name.values(), *expect.markers, *expect.no_markers]
    seated += [] if expect.prompt is UNSET else [expect.prompt]
    for one in seated:
        one.seat = 1 - one.seat if one.seat in (0, 1) else one.seat
    expect.winner = 1 - expect.winner if expect.winner in (0, 1) else expect.winner
    expect.scores = UNSET if expect.scores is UNSET else expect.scores[::-1]
    for event in expect.events:
        turn_dice(event)
    at = 0
    while acts.FOR_INITIATIVE in purposes[at:]:
        at = purposes.index(acts.FOR_INITIATIVE, at)
        step.dice[at : at + 2] = step.dice[at : at + 2][::-1]
        at += 2
    return step


def turn_dice(event: EventWanted) -> None:
    if event.kind == "initiative" and event.dice is not UNSET:
        event.dice = event.dice[::-1]


def told(rehearsal: Rehearsal) -> list[dict[str, Any]]:
    """All that has happened in the step, but for pieces that have no name."""
    found = []
    for event in rehearsal.events:
        data = rehearsal.event_data(event)
        data["outcomes"] = {name: label for name, label in data["outcomes"].items() if not name[-1].isdecimal()}
        if event.kind == "initiative":
            data["dice"] = sorted(data["dice"])
        if event.kind == "draw":  # of two who have not won, either comes first
            data["args"] = {}
        found.append(data)
    return found


def seen(rehearsal: Rehearsal) -> dict[str, Any]:
    """Every named piece as its owner sees it, and what is offered to whom."""
    pieces = rehearsal.pieces()
    shown = {}
    for name, number in rehearsal.names.items():
        if number in pieces:
            data = rehearsal.piece_data(pieces[number])
            shown[name] = {key: data[key] for key in ("place", "facing", "values", "badges", "counts", "flipped")}
    offers = sorted(rehearsal.spell(choice) for _, choice in rehearsal.offers(-1))
    return {"pieces": shown, "offers": [offer for offer in offers if offer]}


@pytest.mark.parametrize("entry", NAMING)
def test_the_sides_of_a_drill_may_change_places(entry: Entry) -> None:
    drill = entry.sound()
    here = entry.rehearse()
    there = Rehearsal(SYSTEM, *SYSTEM.drill_position(swapped(drill.position)))
    assert seen(here) == seen(there)
    for step in drill.steps:
        played = len(here.game.history)
        here.play(step)
        purposes = [purpose_of(roll) for move in here.game.history[played:] for roll in move.rolls]
        there.play(turned(step, purposes))
        assert told(here) == told(there)
        assert seen(here) == seen(there)


class Weighing(Rehearsal):
    """Before each choice the odds of every kind of choice that is offered are compared with the dice."""

    def find(self, wanted: Wanted) -> tuple[Decision, int]:
        verbs: set[str] = set()
        for decision, choice in self.offers(-1):
            if choice.verb not in verbs:
                found = SYSTEM.forecast(self.game.state, decision, choice.id)
                if found is not None:
                    verbs.add(choice.verb)
                    check_odds(self.game.state, decision, choice.id, found, 300)
        return super().find(wanted)


@pytest.mark.parametrize("entry", NAMING)
def test_the_odds_at_every_step_of_a_drill_are_true(entry: Entry) -> None:
    weighing = Weighing(SYSTEM, *entry.set_up())
    for step in entry.sound().steps:
        weighing.play(step)
