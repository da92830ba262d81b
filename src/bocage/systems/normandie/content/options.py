"""Game options: how orders are laid, action cards, and how open points of the rulebook are read."""

from __future__ import annotations

from typing import Any

from bocage.kernel import Text
from bocage.kernel.system import BadOption
from bocage.kernel.views import OptionInfo, OptionValue
from bocage.systems.normandie.model.flags import READINGS
from bocage.systems.normandie.state import NormandieState

# By name: the clause and what may be chosen, the default first. The second value of a reading sets its flag.
CHOICES = {
    "orders": ("hon.order.place.2", "alternate", "together"),
    "cards": ("hon.card.phase.1", "on", "off"),
    "retreat_zoc": ("hon.open.retreat.zoc.1", "same_unit", "any"),
    "retreat_immobile": ("hon.open.retreat.hit.1", "eliminated", "one_space"),
    "order_pool": ("hon.open.mp.pool.1", "each", "alliance"),
    "copies": ("hon.open.copies.1", "any", "one"),
    "goliath_supply": ("hon.open.goliath.supply.1", "yes", "no"),
    "ammo_guns": ("hon.open.ammo.guns.1", "yes", "no"),
    "conceal": ("hon.open.conceal.view.1", "unseen", "any"),
    "chance_location": ("hon.open.chance.location.1", "no", "yes"),
}
# By the book in turns; but people at one screen would have to look away after every token.
SEVERAL = {"orders": 1}
OF_BATTLE = ("points", "armies")
"""What is fought with, in free battles."""


def known() -> list[OptionInfo]:
    return [
        OptionInfo(
            name,
            Text(f"option.{name}.title"),
            rule,
            [OptionValue(v, Text(f"option.{name}.{v}")) for v in values],
            several=SEVERAL.get(name, 0),
        )
        for name, (rule, *values) in CHOICES.items()
    ]


def is_chosen(options: dict[str, Any], name: str) -> bool:
    """Whether an option has its second value."""
    _, usual, other = CHOICES[name]
    chosen = options.get(name, usual)
    if chosen not in (usual, other):
        raise BadOption(f"option {name}: '{chosen}' is not one of: {usual}, {other}")
    return bool(chosen == other)


def refuse_unknown(options: dict[str, Any], names: list[str]) -> None:
    unknown = sorted(set(options) - set(names))
    if unknown:
        raise BadOption(f"no game option '{unknown[0]}' (there are: {', '.join(names)})")


def set_options(state: NormandieState, options: dict[str, Any]) -> None:
    refuse_unknown(options, [*CHOICES, *OF_BATTLE])
    state.alternate = not is_chosen(options, "orders")
    state.staff.cards = not is_chosen(options, "cards")
    for number, name in enumerate(READINGS.names):
        state.readings |= is_chosen(options, name) << number
