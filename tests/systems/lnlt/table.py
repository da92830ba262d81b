"""Small positions for tests: units on an otherwise empty map, choices by verb, dice by script."""

from __future__ import annotations

from typing import Any

from bocage.checks.fuzz import say_odds
from bocage.kernel.decision import Decision
from bocage.kernel.dice import purpose_of, sides_of
from bocage.kernel.enumerate import MOST_RUNS, TooManyRuns
from bocage.kernel.event import Event
from bocage.kernel.forecast import Forecast
from bocage.kernel.game import explain_refusal
from bocage.kernel.views import Attempt, Choice
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.state import LnltState
from bocage.text import LANGUAGES, catalogue
from bots import lnlt_rolls
from bots.rolls import differences
from bots.situations import Situation
from counting import count

ASKED_FOR_ERRATIC = f"asked {acts.ERRATIC_CARD.name}"
PARA = "us.para.squad.2-5-4"
PARA_HALF = "us.para.hs.1-4-4"
GLIDER = "us.glider.squad.1-6-4"
MEDROW = "us.ldr.medrow"
CLARKSON = "us.ldr.clarkson"
US_HERO = "us.hero.para"
US_MEDIC = "us.medic"
M1919 = "us.sw.m1919a4"
FJ = "ge.fj44.squad.2-3-4"
FJ_STRONG = "ge.fj44.squad.3-3-4"
FJ_HALF = "ge.fj.hs.2-2-4"
WEISS = "ge.ldr.weiss"
DE_HERO = "ge.hero.fj"
DE_MEDIC = "ge.medic"
RIFLES = "ge.wehr44.squad.1-6-4"
MG34 = "ge.sw.mg34"
MG42 = "ge.sw.mg42"

# Not dice: somebody or something is drawn from a pool.
DRAWS = (acts.FOR_VICTIM, acts.FOR_SKILL, acts.FOR_HERO_DRAW, acts.FOR_LANDING)


def unit(type_: str, hex_: str, name: str = "", **more: Any) -> dict[str, Any]:
    return {"unit": type_, "hex": hex_, "name": name, **more}


class Table:
    """A position that is played on. Names of units are drill names."""

    def __init__(self, us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> None:
        heroes = more.pop("heroes", {})
        nations = more.pop("nations", ("us", "de"))
        ground = {
            key: more.pop(key)
            for key in ("terrain", "levels", "roads", "railways", "sides", "columns", "rows")
            if key in more
        }
        position = {
            "map": {"title": "test", "columns": 10, "rows": 9, **ground},
            "sides": [
                {"nation": nations[0], "units": us, "heroes": heroes.get(nations[0], [])},
                {"nation": nations[1], "units": de, "heroes": heroes.get(nations[1], [])},
            ],
            **more,
        }
        self.state: LnltState
        self.state, self.names = SYSTEM.drill_position(position)
        self.state.recording = True

    def unit(self, name: str) -> Unit:
        return self.state.units[self.names[name]]

    def hex(self, name: str) -> int:
        return self.state.board.grid.numbers[name]

    def place(self, name: str) -> str:
        hex_ = self.unit(name).hex
        return self.state.board.grid.names[hex_] if hex_ >= 0 else "gone"

    def has(self, name: str, flag: int) -> bool:
        return bool(self.unit(name).flags & flag)

    def is_shaken(self, name: str) -> bool:
        return self.has(name, flags.SHAKEN)

    @property
    def decision(self) -> Decision:
        return self.state.pending[0]

    @property
    def kind(self) -> str:
        name: str = self.decision.kind.name
        return name

    def choices(self) -> list[Choice]:
        return [SYSTEM.choice(self.state, self.decision, option) for option in self.decision.options]

    def verbs(self) -> set[str]:
        return {choice.verb for choice in self.choices()}

    def offers(self, verb: str, who: str = "", where: str = "") -> bool:
        return bool(self.fitting(verb, who, where))

    def fitting(self, verb: str, who: str, where: str) -> list[Choice]:
        return [
            choice
            for choice in self.choices()
            if choice.verb == verb
            and (not who or choice.piece == self.names[who])
            and (not where or where in (choice.place, ">".join(choice.path)))
        ]

    def find(self, verb: str, who: str = "", where: str = "") -> int:
        fitting = self.fitting(verb, who, where)
        assert len(fitting) == 1, f"{len(fitting)} choices fit {verb} {who} {where}: {self.spell()}"
        return fitting[0].id

    def spell(self) -> str:
        return ", ".join(f"{c.verb} {c.piece} {c.place}" for c in self.choices())

    def do(self, verb: str, who: str = "", where: str = "", dice: list[int] | None = None) -> list[Event]:
        """Choose, with exactly these dice; returns the events."""
        option = self.find(verb, who, where)
        self.state.dice.script = dice or []
        self.state.dice.cursor = 0
        self.state.events = []
        self.state.play(self.decision, option)
        assert self.state.dice.cursor == len(dice or []), "dice left over"
        for roll in self.state.dice.log:
            assert sides_of(roll) == 6 or purpose_of(roll) in DRAWS, "the game knows six-sided dice only"
        SYSTEM.check(self.state)
        return self.state.events

    def refusals(self, verb: str, who: str = "", where: str = "") -> list[str]:
        attempt = Attempt(verb, self.names[who] if who else -1, where)
        return [refusal.rule for refusal in explain_refusal(SYSTEM, self.state, self.decision, attempt)]

    def foretells(self, option: int) -> bool:
        return SYSTEM.forecast(self.state, self.decision, option) is not None

    def forecast(self, verb: str, who: str = "", where: str = "") -> Forecast:
        found = SYSTEM.forecast(self.state, self.decision, self.find(verb, who, where))
        assert found is not None
        return found

    def check_forecast(self, verb: str, who: str = "", where: str = "") -> Forecast:
        """Every subject of the forecast against all the dice there are, and against another dice library."""
        found = self.forecast(verb, who, where)
        check_odds(self.state, self.decision, self.find(verb, who, where), found)
        return found


def check_odds(state: LnltState, decision: Decision, option: int, found: Forecast, most: int = MOST_RUNS) -> None:
    """Every subject of a forecast against another dice library, and against all the dice there are unless these are
    too many."""
    here = Situation("", SYSTEM, state, decision, option, found)
    assert differences(found.odds, lnlt_rolls.odds(here)) == []
    for subject, odds in found.odds.items():
        for language in LANGUAGES:
            say_odds(catalogue(SYSTEM.package, language), subject, odds)
    try:
        counted = count(state, decision, option, list(found.odds), most)
    except TooManyRuns:
        return
    for subject, true in counted.items():
        if ASKED_FOR_ERRATIC in true:  # whether the card is played comes between
            continue
        odds = found.odds[subject]
        assert set(true) == {label for label, chance in odds.items() if chance > 1e-9}, subject
        for label, chance in true.items():
            assert abs(chance - odds[label]) < 1e-9, (subject, label)


def event(events: list[Event], kind: str) -> Event:
    found = [one for one in events if one.kind == kind]
    assert found, f"no {kind} among {[one.kind for one in events]}"
    return found[0]


def lines(one: Event) -> dict[str, int]:
    total: dict[str, int] = {}
    for line in one.lines:
        total[line.label] = total.get(line.label, 0) + line.value
    return total
