"""Lock 'n Load Tactical as the kernel sees it."""

from __future__ import annotations

import random
from typing import Any

from bocage.content.system import ContentSystem
from bocage.kernel import Attempt, Decision, Dice, Forecast, Refusal, Text, enumerate, seeded
from bocage.kernel.appraisal import Manner, Parts
from bocage.kernel.system import IN_VAIN
from bocage.kernel.views import Board, Choice, OptionInfo, OptionValue, Position, Prompt, SightView
from bocage.systems.lnlt.book import appraisal, doctrine, pathrisk
from bocage.systems.lnlt.content import checks, lessons, positions
from bocage.systems.lnlt.content import scenarios as content
from bocage.systems.lnlt.content.battles.options import draw_options
from bocage.systems.lnlt.content.listing import LISTING
from bocage.systems.lnlt.content.variations import LnltVariations
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.tables import Edition
from bocage.systems.lnlt.rules import invariants
from bocage.systems.lnlt.rules.acts import ACTS, PURPOSES
from bocage.systems.lnlt.rules.foresight import foresee_best_attack
from bocage.systems.lnlt.rules.sequence import Turns
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words import board as boardview
from bocage.systems.lnlt.words import position as present
from bocage.systems.lnlt.words import refusals, usage
from bocage.systems.lnlt.words import sight as sightview
from bocage.systems.lnlt.words.choices import WORDING
from bocage.systems.lnlt.words.prompts import build_prompt


class LnltSystem(ContentSystem[LnltState]):
    id = "lnlt"
    title = Text("system.title")
    version = "7"
    package = LISTING.package
    file_kinds = checks.KINDS
    listing = LISTING
    acts = ACTS
    even = ("boh/first-contact", "dj/railway-cutting", "dj/state-farm", "hon/merderet-bridge", "sab/orne-bridge")
    in_vain = IN_VAIN | {"unseen", "bounces", "jammed", "stays", "tie", "spared"}
    sought = ("rallied",)
    purposes = PURPOSES.keys

    def variations(self, record: dict[str, Any]) -> LnltVariations:
        return LnltVariations(record, self.package)

    def options(self) -> list[OptionInfo]:
        """The edition switches, the newest edition's value first."""
        return [
            OptionInfo(name, Text(f"option.{name}.title"), f"lnlt.core.option.{name}", option_values(name, values))
            for name, (_, values) in content.SWITCHES.items()
        ]

    def draw_options(self, scenario: str, rng: random.Random) -> dict[str, Any]:
        """What is fought over too, where the options say that."""
        battle = draw_options(rng) if content.SHELF.read(content.SHELF.path(scenario)).drawn else {}
        return {**super().draw_options(scenario, rng), **battle}

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> LnltState:
        lesson = lessons.begin(scenario, seed, options)
        if lesson is not None:
            return lesson
        state = content.open_scenario(scenario, options, seeded(seed))
        state.recording = True
        state.push(Turns())
        state.advance()
        state.recording = False
        return state

    def board(self, state: LnltState) -> Board:
        return boardview.board(state.board)

    def position(self, state: LnltState, seat: int) -> Position:
        position = present.position(state, seat)
        told = lessons.words(state)
        if told is not None:
            position.status = [*position.status, told]
        return position

    def prompt(self, state: LnltState, decision: Decision) -> Prompt:
        return lessons.teach(state, decision, build_prompt(state, decision))

    def choice(self, state: LnltState, decision: Decision, option: int) -> Choice:
        return WORDING.choice(state, decision, option)

    def forecast(self, state: LnltState, decision: Decision, option: int) -> Forecast | None:
        return enumerate.forecast(state, decision, option)

    def outlook(self, state: LnltState, decision: Decision, option: int) -> Forecast | None:
        return foresee_best_attack(state, decision, option)

    def why_not(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        return refusals.why_not(state, decision, attempt)

    def guesses(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Attempt]:
        """None: a bare click is understood as it is."""
        return []

    def sight(self, state: LnltState, start: str, end: str) -> SightView | None:
        return sightview.sight(state, start, end)

    def field(self, state: LnltState, place: str) -> list[str]:
        return sightview.field(state, place)

    def redeterminise(self, state: LnltState, seat: int, rng: random.Random) -> LnltState:
        """The dice to come are unknown, and the plan that the enemy has not shown (lnlt.scenario.secret)."""
        twin = state.clone()
        if twin.course is not None:
            twin.course.imagine(seat, rng.random())
        twin.dice = Dice(rng.getrandbits(64), twin.dice.draws)
        twin.lesson = GONE
        return twin

    def wounds(self, state: LnltState, pieces: list[int]) -> list[int]:
        return pathrisk.wounds(state, pieces)

    def unharmed(self, state: LnltState, decision: Decision, option: int) -> tuple[float, list[int]] | None:
        return pathrisk.unharmed(state, decision, option)

    def appraise(self, state: LnltState, seat: int, manner: Manner) -> Parts:
        return appraisal.appraise(state, seat, manner)

    def doctrine(self, state: LnltState, decision: Decision, manner: Manner) -> list[Parts] | None:
        return doctrine.doctrine(state, decision, manner)

    def check(self, state: LnltState) -> None:
        invariants.check(state)

    def features(self) -> dict[str, dict[str, list[str]]]:
        return usage.features()

    def in_play(self, state: LnltState) -> list[str]:
        return usage.in_play(state)

    def drill_position(self, position: dict[str, Any]) -> tuple[LnltState, dict[str, int]]:
        return positions.build(position)


def option_values(name: str, values: dict[Any, Any]) -> list[OptionValue]:
    normal = getattr(Edition(), content.SWITCHES[name][0])
    ordered = sorted(values, key=lambda value: values[value] != normal)
    words = {True: "yes", False: "no"}
    return [
        OptionValue(value, Text(f"option.{name}.{words[value] if isinstance(value, bool) else value}"))
        for value in ordered
    ]


SYSTEM = LnltSystem()
