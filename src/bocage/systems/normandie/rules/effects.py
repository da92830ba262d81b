"""What an effect of action cards is. The chapters beside this one hold them: card_orders, card_units, card_attacks and
card_answers; docs/cards.md tells how to add one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.rules.moments import Moment
from bocage.systems.normandie.state import NormandieState

Targets = Callable[[NormandieState, int, Card, int], list[int]]
"""By state, player, card and the unit that acts or has acted (or -1): what the card could be played on now, as acts.

None: it cannot be played. A card may help units of the player's own and hurt any of the other side; an ally's are
neither (hon.mp.cards.5).
"""
Deed = Callable[[NormandieState, int, Card, int, int], None]
"""By state, player, card, the target chosen and the unit that acts or has acted: what the card does."""


class Effect:
    """An effect by the name that data/cards.yaml knows it by, and the moments at which cards with it may be played.

    The target is looked for again when the card takes effect: it must still be one (hon.card.stack.2). One that
    `answers` is played on another card, at whatever moment that is.
    """

    __slots__ = ("answers", "moments", "name", "perform", "targets")

    def __init__(
        self, name: str, moments: tuple[Moment, ...], targets: Targets, perform: Deed, answers: bool = False
    ) -> None:
        self.name: Final = name
        self.moments: Final = moments
        self.targets: Final = targets
        self.perform: Final = perform
        self.answers: Final = answers
