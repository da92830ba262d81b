"""Heroes of Normandie as the kernel sees it."""

from __future__ import annotations

import random
from typing import Any

from bocage.content.system import ContentSystem
from bocage.kernel import Text, seeded
from bocage.kernel.system import IN_VAIN
from bocage.kernel.views import Muster, OptionInfo
from bocage.systems.normandie.book import appraisal, observation
from bocage.systems.normandie.book import doctrine as book
from bocage.systems.normandie.content import armoury as muster
from bocage.systems.normandie.content import army, checks, options, positions, snapshots
from bocage.systems.normandie.content import scenarios as content
from bocage.systems.normandie.content.listing import LISTING
from bocage.systems.normandie.content.muster import mix, summon
from bocage.systems.normandie.content.muster import muster as line_up
from bocage.systems.normandie.content.options import set_options
from bocage.systems.normandie.content.variations import NormandieVariations
from bocage.systems.normandie.rules import hidden, invariants
from bocage.systems.normandie.rules.acts import ACTS, PURPOSES
from bocage.systems.normandie.rules.battle import Battle
from bocage.systems.normandie.state import AWAITED, EXITED, NormandieState
from bocage.systems.normandie.words import forecast as foretell
from bocage.systems.normandie.words import refusals, usage
from bocage.systems.normandie.words import sight as sightview
from bocage.systems.normandie.words.board import build_board
from bocage.systems.normandie.words.choices import build_choice
from bocage.systems.normandie.words.position import build_position
from bocage.systems.normandie.words.prompts import build_prompt


class NormandieSystem(ContentSystem[NormandieState]):
    id = "normandie"
    title = Text("system.title")
    version = "11"
    package = LISTING.package
    file_kinds = checks.KINDS
    listing = LISTING
    purposes = PURPOSES.keys
    acts = ACTS
    outline = observation.OUTLINE
    even = ("godsend", "slaughter", "tempest")
    in_vain = IN_VAIN | {"unharmed", "defender", "tie"}

    # What other rooms do for the kernel
    board = staticmethod(build_board)
    position = staticmethod(build_position)
    prompt = staticmethod(build_prompt)
    choice = staticmethod(build_choice)
    forecast = staticmethod(foretell.forecast)
    outlook = staticmethod(foretell.outlook)
    why_not = staticmethod(refusals.why_not)
    guesses = staticmethod(refusals.guesses)
    armoury = staticmethod(muster.armoury)
    sight = staticmethod(sightview.sight)
    field = staticmethod(sightview.field)
    redeterminise = staticmethod(hidden.redetermine)
    wounds = staticmethod(appraisal.wounds)
    observe = staticmethod(observation.observe)
    appraise = staticmethod(appraisal.appraise)
    doctrine = staticmethod(book.doctrine)
    in_play = staticmethod(usage.in_play)
    check = staticmethod(invariants.check)
    drill_position = staticmethod(positions.build)
    snapshot = staticmethod(snapshots.snapshot)

    def clock(self, state: NormandieState) -> tuple[int, int]:
        return state.round, state.scenario.rounds

    def places(self, state: NormandieState) -> tuple[int, int]:
        return state.board.grid.rows, state.board.grid.cols

    def variations(self, record: dict[str, Any]) -> NormandieVariations:
        return NormandieVariations(record, self.package)

    def options(self) -> list[OptionInfo]:
        return options.known()

    def audit(self, army: dict[str, Any], points: int) -> Muster:
        return muster.audit(army, points)

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> NormandieState:
        loaded = content.begin(scenario, seed, options)
        state = NormandieState(loaded.scenario, seeded(seed))
        set_options(state, options)
        line_up(state, loaded.units)
        if state.staff.cards:
            summon(state, loaded.summoned, EXITED)
        summon(state, loaded.awaited, AWAITED)
        mix(state)
        return self.open(state, Battle())

    def draw_options(self, scenario: str, rng: random.Random) -> dict[str, Any]:
        """Cards more often than not, and armies of many sizes in free battles."""
        drawn = super().draw_options(scenario, rng)
        drawn["cards"] = rng.choice(("off", "on", "on", "on"))
        if scenario == "free":
            drawn["points"] = rng.choice((150, 250, 350, 450))
        return drawn

    def features(self) -> dict[str, dict[str, list[str]]]:
        return usage.features(army.cards())


SYSTEM = NormandieSystem()
