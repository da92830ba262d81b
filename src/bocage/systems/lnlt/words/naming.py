"""What pieces are called where they can be chosen: two that would read alike are numbered."""

from __future__ import annotations

from bocage.kernel import Text
from bocage.kernel.views import Choice
from bocage.systems.lnlt.model.kinds import LEADER
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.state import LnltState

GUNS = ("choice.shoot", "choice.shoot-hex", "choice.shoot-smoke", "choice.react-gun")


def known_as(state: LnltState, unit: Unit) -> str:
    """Halves of a squad have its letter, and Heroes none at all; the number stays while both are there."""
    if unit.type.kind == LEADER and unit.name:
        return unit.title()
    alike = [other for other in state.units if reads_alike(other, unit)]
    if sum(other.hex != GONE or other.id == unit.id for other in alike) < 2:
        return unit.title()
    return f"{unit.title()} ({1 + sum(other.id < unit.id for other in alike)})"


def reads_alike(one: Unit, other: Unit) -> bool:
    """Types of one kind may have the same word."""
    return one.seat == other.seat and one.name == other.name and one.type.kind == other.type.kind


def vehicle_known_as(state: LnltState, vehicle: Vehicle) -> str:
    title = vehicle.title()
    alike = [other for other in state.vehicles if other.seat == vehicle.seat and other.title() == title]
    if sum(other.hex != GONE or other.id == vehicle.id for other in alike) < 2:
        return title
    return f"{title} ({1 + sum(other.id < vehicle.id for other in alike)})"


def tell_apart(choices: list[Choice]) -> None:
    """Several guns of one vehicle at one target are numbered."""
    alike: dict[str, list[Choice]] = {}
    for choice in choices:
        args = choice.label.args
        if choice.label.key in GUNS:
            alike.setdefault(f"{choice.label.key} {args.get('unit')} {args.get('hex')}", []).append(choice)
    for group in alike.values():
        for number, choice in enumerate(group if len(group) > 1 else [], 1):
            args = choice.label.args
            where = "unit" if "unit" in args else "hex"
            choice.label = Text(choice.label.key, {**args, where: f"{args[where]} · @choice.gun {number}"})
