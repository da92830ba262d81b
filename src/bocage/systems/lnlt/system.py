"""Lock 'n Load Tactical as the kernel sees it."""

from __future__ import annotations

import random
from typing import Any

from bocage.content.system import ContentSystem
from bocage.kernel import Attempt, Decision, Dice, Text, enumerate, seeded
from bocage.kernel.system import IN_VAIN
from bocage.kernel.views import Board, OptionInfo, OptionValue, Position, Prompt
from bocage.systems.lnlt.book import appraisal, doctrine, observation, pathrisk
from bocage.systems.lnlt.content import checks, lessons, positions, snapshots
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
    version = "9"
    package = LISTING.package
    file_kinds = checks.KINDS
    listing = LISTING
    acts = ACTS
    even = ("boh/first-contact", "dj/railway-cutting", "dj/state-farm", "hon/merderet-bridge", "sab/orne-bridge")
    in_vain = IN_VAIN | {"unseen", "bounces", "stays", "tie", "spared"}
    sought = ("rallied",)
    purposes = PURPOSES.keys
    outline = observation.OUTLINE

    # What other rooms do for the kernel
    choice = staticmethod(WORDING.choice)
    forecast = staticmethod(enumerate.forecast)
    outlook = staticmethod(foresee_best_attack)
    why_not = staticmethod(refusals.why_not)
    sight = staticmethod(sightview.sight)
    field = staticmethod(sightview.field)
    wounds = staticmethod(pathrisk.wounds)
    unharmed = staticmethod(pathrisk.unharmed)
    observe = staticmethod(observation.observe)
    appraise = staticmethod(appraisal.appraise)
    doctrine = staticmethod(doctrine.doctrine)
    check = staticmethod(invariants.check)
    features = staticmethod(usage.features)
    in_play = staticmethod(usage.in_play)
    drill_position = staticmethod(positions.build)
    snapshot = staticmethod(snapshots.snapshot)

    def modules(self, state: LnltState) -> set[str]:
        """The newer modules of document 004 build on Band of Heroes."""
        own = set(state.scenario.module.split("+"))
        return own | {"core", "pac", "scenario"} | ({"boh"} if own & {"sab", "nosb", "dj"} else set())

    def clock(self, state: LnltState) -> tuple[int, int]:
        return state.turn, state.scenario.turns

    def places(self, state: LnltState) -> tuple[int, int]:
        return state.board.grid.columns, state.board.grid.rows

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
        return self.open(content.open_scenario(scenario, options, seeded(seed)), Turns())

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

    def guesses(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Attempt]:
        """None: a bare click is understood as it is."""
        return []

    def redeterminise(self, state: LnltState, seat: int, rng: random.Random) -> LnltState:
        """The dice to come are unknown, and the plan that the enemy has not shown (lnlt.scenario.secret)."""
        twin = state.clone()
        if twin.course is not None:
            twin.course.imagine(seat, rng.random())
        twin.dice = Dice(rng.getrandbits(64), twin.dice.draws)
        twin.lesson = GONE
        return twin


def option_values(name: str, values: dict[Any, Any]) -> list[OptionValue]:
    normal = getattr(Edition(), content.SWITCHES[name][0])
    ordered = sorted(values, key=lambda value: values[value] != normal)
    words = {True: "yes", False: "no"}
    return [
        OptionValue(value, Text(f"option.{name}.{words[value] if isinstance(value, bool) else value}"))
        for value in ordered
    ]


SYSTEM = LnltSystem()
