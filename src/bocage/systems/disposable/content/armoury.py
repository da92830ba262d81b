"""Forces bought for a free battle: what there is, a force looked over, and the battle with what players bring."""

from __future__ import annotations

from collections import Counter as Count
from pathlib import Path
from typing import Annotated, Any

import msgspec

from bocage.content import WrongContent, load_yaml, located
from bocage.kernel import Text
from bocage.kernel.system import BadOption
from bocage.kernel.views import Armoury, Fault, Muster, Piece, Sheet, Ware
from bocage.systems.disposable.content.listing import info
from bocage.systems.disposable.content.options import is_flat
from bocage.systems.disposable.content.records import (
    NATIONS,
    PACKAGE,
    cost,
    platoons,
    price,
    supports,
    unit_templates,
    vehicle_types,
)
from bocage.systems.disposable.content.scenarios import SHELF, Linker, figure
from bocage.systems.disposable.model import tables
from bocage.text import catalogue

RULE = "dh.core.points"
MOST_SUPPORT = 12
MOST_POINTS = 2000
OPTIONS = ("armies", "points")


class ForceRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A platoon and what supports it, as the page keeps it; a second platoon is a fault, not a broken record."""

    nation: str  # us uk de su fr it
    tiles: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=4)] = []  # one platoon: [{tile: us_platoon}]
    support: dict[
        str, Annotated[int, msgspec.Meta(ge=0, le=MOST_SUPPORT)]
    ] = {}  # how many of each unit or vehicle beside it

    def platoons(self) -> list[str]:
        return [str(choice.get("tile", "")) for choice in self.tiles]

    def units(self) -> list[str]:
        """The support, one name for each unit."""
        return [name for name, number in self.support.items() for _ in range(number)]


def armoury() -> Armoury:
    return Armoury(
        nations={nation: Text(f"nation.{nation}") for nation in NATIONS},
        tiles=[
            Ware(
                p.id,
                Text(f"platoon.{p.id}"),
                price(p),
                p.nation,
                about=Text(f"platoon.about.{p.id}"),
                units=[sheet(name, number) for name, number in Count(p.units).items()],
            )
            for p in platoons().values()
        ],
        options=[],
        heroes=[],
        support=[
            Ware(name, Text(f"unit.{name}"), cost(name), nation, copies=MOST_SUPPORT, units=[sheet(name)])
            for nation in NATIONS
            for name in supports(nation)
        ],
    )


def sheet(name: str, number: int = 1) -> Sheet:
    """A unit by its men, a vehicle by its hull, as they stand on the table."""
    title = Text(f"unit.{name}")
    vehicle = vehicle_types().get(name)
    if vehicle is not None:
        kind = "vehicle" if vehicle.open_topped else "tank"
        hull = Piece(0, title, 0, vehicle.nations[0], kind, values=[str(dm) for dm in vehicle.dm], model=name)
        hull.corner, hull.radius = str(vehicle.guts), 1.5
        return Sheet(title, [], number, [hull])
    unit = unit_templates()[name]
    men = [
        Piece(0, Text(f"role.{man.role}"), 0, unit.nation, figure(0, man).kind, corner=str(man.guts), radius=0.5)
        for man in unit.figures
        for _ in range(man.count)
    ]
    return Sheet(title, [], number, men)


def read(given: Any) -> ForceRecord:
    try:
        return msgspec.convert(given, ForceRecord)
    except msgspec.ValidationError as error:
        raise BadOption(f"army: {error}") from error


def bill(force: ForceRecord) -> int:
    """What is known has a price; what is not is a fault of its own."""
    known = platoons()
    shop = {name for nation in NATIONS for name in supports(nation)}
    bought = sum(price(known[name]) for name in force.platoons() if name in known)
    return bought + sum(cost(name) for name in force.units() if name in shop)


def faults(force: ForceRecord, points: int) -> list[Fault]:
    """Everything that is wrong: one platoon of the nation, support it may have, and within the points."""
    found: list[Fault] = []
    named = force.platoons()
    if len(named) != 1:
        found.append(Fault("tiles", RULE, Text("army.one-platoon")))
    for i, name in enumerate(named):
        if name not in platoons() or platoons()[name].nation != force.nation:
            found.append(Fault(f"tiles[{i}]", RULE, Text("army.no-platoon", {"nation": nation_of(force)})))
    own = supports(force.nation)
    for name in force.support:
        if name not in own:
            found.append(Fault(f"support.{name}", RULE, Text("army.no-support", {"nation": nation_of(force)})))
    if len(force.units()) > MOST_SUPPORT:
        found.append(Fault("support", RULE, Text("army.much-support", {"n": MOST_SUPPORT})))
    if bill(force) > points:
        found.append(Fault("points", RULE, Text("army.dear", {"cost": bill(force), "points": points})))
    return found


def nation_of(force: ForceRecord) -> str:
    return f"@nation.{force.nation}" if force.nation in NATIONS else force.nation


def audit(army: dict[str, Any], points: int) -> Muster:
    force = read(army)
    return Muster(bill(force), faults(force, points))


def check_force(path: Path) -> None:
    """A force kept in a file; its points are for the battle to limit."""
    force = load_yaml(path, ForceRecord)
    words = catalogue(PACKAGE, "en")
    wrong = [WrongContent(one.field, words.render(one.text)) for one in faults(force, MOST_POINTS) if one.text]
    if wrong:
        raise located(path, wrong)


# The battle


def battle(path: Path, options: dict[str, Any]) -> tables.Scenario:
    """The scenario with the forces that players bring; who brings none has the scenario's own."""
    data = SHELF.read(path)
    if not info(path).points:
        raise BadOption(f"no forces are bought for '{SHELF.name(path)}': options {' and '.join(OPTIONS)} do not fit it")
    points = options.get("points", data.points)
    if not isinstance(points, int) or isinstance(points, bool) or not 0 < points <= MOST_POINTS:
        raise BadOption(f"option points: a number from 1 to {MOST_POINTS}")
    given = options.get("armies", [])
    if not isinstance(given, list) or len(given) > len(data.sides):
        raise BadOption(f"option armies: a list of at most {len(data.sides)} forces")
    sides = data.sides[:]
    for seat, one in enumerate(given):
        if one is None:
            continue
        force = read(one)
        if force.nation != sides[seat].nation:
            raise BadOption(f"option armies[{seat}].nation: '{sides[seat].nation}' fights here, not '{force.nation}'")
        for fault in faults(force, points):
            raise BadOption(f"option armies[{seat}].{fault.field}: not allowed ({fault.rule})")
        sides[seat] = msgspec.structs.replace(sides[seat], platoon=force.platoons()[0], support=force.units())
    return Linker(path, msgspec.structs.replace(data, sides=sides, points=0), is_flat(options)).link()
