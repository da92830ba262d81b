"""Heroes of Normandie as the kernel sees it."""

from __future__ import annotations

import random
from typing import Any

from bocage.content.system import ContentSystem
from bocage.kernel import Attempt, Decision, Forecast, Refusal, Text, seeded
from bocage.kernel.appraisal import Manner, Parts
from bocage.kernel.system import IN_VAIN
from bocage.kernel.views import Armoury, Board, Choice, Muster, OptionInfo, OptionValue, Position, Prompt, SightView
from bocage.systems.normandie.book import appraisal, doctrine, pathrisk
from bocage.systems.normandie.content import armoury, army, checks, positions
from bocage.systems.normandie.content import scenarios as content
from bocage.systems.normandie.content.listing import LISTING
from bocage.systems.normandie.content.variations import NormandieVariations
from bocage.systems.normandie.rules import hidden, invariants
from bocage.systems.normandie.rules.acts import ACTS, PURPOSES
from bocage.systems.normandie.rules.battle import Battle
from bocage.systems.normandie.state import NormandieState
from bocage.systems.normandie.words import forecast, refusals, usage
from bocage.systems.normandie.words import sight as sightview
from bocage.systems.normandie.words.board import build_board
from bocage.systems.normandie.words.choices import build_choice
from bocage.systems.normandie.words.position import build_position
from bocage.systems.normandie.words.prompts import build_prompt


class NormandieSystem(ContentSystem[NormandieState]):
    id = "normandie"
    title = Text("system.title")
    version = "6"
    package = LISTING.package
    file_kinds = checks.KINDS
    listing = LISTING
    purposes = PURPOSES.keys
    acts = ACTS
    even = ("godsend", "slaughter", "tempest")
    in_vain = IN_VAIN | {"unharmed", "defender", "tie"}

    def variations(self, record: dict[str, Any]) -> NormandieVariations:
        return NormandieVariations(record, self.package)

    def options(self) -> list[OptionInfo]:
        values = [OptionValue(way, Text(f"option.orders.{way}")) for way in ("alternate", "together")]
        orders = OptionInfo("orders", Text("option.orders.title"), "hon.order.place.2", values)
        played = [OptionValue(way, Text(f"option.cards.{way}")) for way in ("off", "on")]
        return [orders, OptionInfo("cards", Text("option.cards.title"), "hon.card.phase.1", played)]

    def armoury(self) -> Armoury | None:
        return armoury.armoury()

    def audit(self, army: dict[str, Any], points: int) -> Muster:
        return armoury.audit(army, points)

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> NormandieState:
        loaded = content.begin(scenario, seed, options)
        state = NormandieState(loaded.scenario, seeded(seed))
        state.recording = True
        state.alternate, state.staff.cards = content.read_options(options)
        content.muster(state, loaded.units)
        if state.staff.cards:
            content.summon(state, loaded.summoned)
        content.mix(state)
        state.push(Battle())
        state.advance()
        state.recording = False
        return state

    def board(self, state: NormandieState) -> Board:
        return build_board(state)

    def position(self, state: NormandieState, seat: int) -> Position:
        return build_position(state, seat)

    def prompt(self, state: NormandieState, decision: Decision) -> Prompt:
        return build_prompt(state, decision)

    def choice(self, state: NormandieState, decision: Decision, option: int) -> Choice:
        return build_choice(state, decision, option)

    def forecast(self, state: NormandieState, decision: Decision, option: int) -> Forecast | None:
        return forecast.forecast(state, decision, option)

    def outlook(self, state: NormandieState, decision: Decision, option: int) -> Forecast | None:
        return forecast.outlook(state, decision, option)

    def why_not(self, state: NormandieState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        return refusals.why_not(state, decision, attempt)

    def guesses(self, state: NormandieState, decision: Decision, attempt: Attempt) -> list[Attempt]:
        return refusals.guesses(attempt)

    def sight(self, state: NormandieState, start: str, end: str) -> SightView | None:
        return sightview.sight(state, start, end)

    def field(self, state: NormandieState, place: str) -> list[str]:
        return sightview.field(state, place)

    def redeterminise(self, state: NormandieState, seat: int, rng: random.Random) -> NormandieState:
        return hidden.redetermine(state, seat, rng)

    def wounds(self, state: NormandieState, pieces: list[int]) -> list[int]:
        return pathrisk.wounds(state, pieces)

    def appraise(self, state: NormandieState, seat: int, manner: Manner) -> Parts:
        return appraisal.appraise(state, seat, manner)

    def doctrine(self, state: NormandieState, decision: Decision, manner: Manner) -> list[Parts] | None:
        return doctrine.doctrine(state, decision, manner)

    def draw_options(self, scenario: str, rng: random.Random) -> dict[str, Any]:
        """Cards more often than not, and armies of many sizes in free battles."""
        drawn = super().draw_options(scenario, rng)
        drawn["cards"] = rng.choice(("off", "on", "on", "on"))
        if scenario == "free":
            drawn["points"] = rng.choice((150, 250, 350, 450))
        return drawn

    def features(self) -> dict[str, dict[str, list[str]]]:
        return usage.features(army.cards())

    def in_play(self, state: NormandieState) -> list[str]:
        return usage.in_play(state)

    def check(self, state: NormandieState) -> None:
        invariants.check(state)

    def drill_position(self, position: dict[str, Any]) -> tuple[NormandieState, dict[str, int]]:
        return positions.build(position)


SYSTEM = NormandieSystem()
