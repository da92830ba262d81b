"""Disposable Heroes as the kernel sees it."""

from __future__ import annotations

import random
from typing import Any

from bocage.content.system import ContentSystem
from bocage.kernel import Attempt, Decision, Dice, Text
from bocage.kernel.system import IN_VAIN
from bocage.systems.disposable.book import appraisal, doctrine, observation, pathrisk
from bocage.systems.disposable.content import armoury as muster
from bocage.systems.disposable.content import battles, checks, room, snapshots
from bocage.systems.disposable.content import scenarios as content
from bocage.systems.disposable.content.listing import LISTING
from bocage.systems.disposable.content.options import is_flat, known, set_options
from bocage.systems.disposable.content.positions import drill_state
from bocage.systems.disposable.content.variations import DisposableVariations
from bocage.systems.disposable.rules.acts import ACTS, PURPOSES
from bocage.systems.disposable.rules.invariants import check_state
from bocage.systems.disposable.rules.odds import foretell
from bocage.systems.disposable.rules.turn import Battle
from bocage.systems.disposable.state import DisposableState
from bocage.systems.disposable.words import position as present
from bocage.systems.disposable.words import prompts
from bocage.systems.disposable.words import sight as sightview
from bocage.systems.disposable.words.choices import WORDING


class DisposableSystem(ContentSystem[DisposableState]):
    id = "disposable"
    title = Text("system.title")
    version = "9"
    package = LISTING.package
    file_kinds = checks.KINDS
    listing = LISTING
    purposes = PURPOSES.keys
    acts = ACTS
    outline = observation.OUTLINE
    even = ("crossroads", "bunker_line", "lesson_guts")
    in_vain = IN_VAIN | {"defender", "spared"}
    sought = ("rallied",)
    counted = ("casualties",)

    def clock(self, state: DisposableState) -> tuple[int, int]:
        return state.turn, state.scenario.turns

    def new(self, scenario: str, seed: int, options: dict[str, Any]) -> DisposableState:
        path = content.SHELF.path(scenario)
        drawn = content.SHELF.read(path).drawn
        own = battles.NAMES if drawn else muster.OPTIONS
        rules = {name: value for name, value in options.items() if name not in own}
        if drawn:
            linked = battles.begin(path, options, seed)
        elif rules == options:
            linked = content.load_scenario(path, is_flat(options))
        else:
            linked = muster.battle(path, options)
        state = room.opening(linked, seed)
        set_options(state, rules)
        return self.open(state, Battle())

    board = staticmethod(present.board)
    position = staticmethod(present.position)
    prompt = staticmethod(prompts.prompt)
    choice = staticmethod(WORDING.choice)
    forecast = staticmethod(foretell)
    options = staticmethod(known)
    armoury = staticmethod(muster.armoury)
    audit = staticmethod(muster.audit)
    sight = staticmethod(sightview.sight)
    field = staticmethod(sightview.field)
    wounds = staticmethod(pathrisk.wounds)
    unharmed = staticmethod(pathrisk.unharmed)
    observe = staticmethod(observation.observe)
    appraise = staticmethod(appraisal.appraise)
    doctrine = staticmethod(doctrine.doctrine)
    check = staticmethod(check_state)
    drill_position = staticmethod(drill_state)
    snapshot = staticmethod(snapshots.snapshot)

    def guesses(self, state: DisposableState, decision: Decision, attempt: Attempt) -> list[Attempt]:
        """None: a bare click is understood as it is."""
        return []

    def draw_options(self, scenario: str, rng: random.Random) -> dict[str, Any]:
        """What is fought over too, where the options say that."""
        drawn = content.SHELF.read(content.SHELF.path(scenario)).drawn
        return {**super().draw_options(scenario, rng), **(battles.draw_options(rng) if drawn else {})}

    def variations(self, record: dict[str, Any]) -> DisposableVariations:
        return DisposableVariations(record, self.package)

    def redeterminise(self, state: DisposableState, seat: int, rng: random.Random) -> DisposableState:
        """Only the dice to come are unknown."""
        twin = state.clone()
        twin.dice = Dice(rng.getrandbits(64), twin.dice.draws)
        return twin


SYSTEM = DisposableSystem()
