"""What a player may buy an army from, and an army looked over: for the army builder of the page."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from bocage.kernel import Arg, Text
from bocage.kernel.system import BadOption
from bocage.kernel.views import Armoury, Fault, Muster, Opening, Sheet, Ware
from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.model.flags import TOKENS
from bocage.systems.normandie.words.pieces import sheet


@cache
def armoury() -> Armoury:
    """Only what can take the field: units that have a counter."""
    known = set(counters())
    tiles = [t for t in army.tiles().values() if t.units and known.issuperset(t.units)]
    options = [o for o in army.options().values() if known.issuperset(o.units)]
    heroes = [h for h in army.heroes().values() if h.unit in known]
    return Armoury(
        nations={nation: Text(f"nation.{nation}") for nation in ("us", "de")},
        tiles=[tile_ware(tile, options) for tile in tiles],
        options=[option_ware(option) for option in options],
        heroes=[hero_ware(hero) for hero in heroes],
        tokens={token: Text(f"token.{token}") for token in TOKENS.names},
        cards=[card_ware(card) for card in army.cards().values()],
    )


def tile_ware(tile: army.TileRecord, options: list[army.OptionRecord]) -> Ware:
    openings = []
    for slot in tile.slots:
        fitting = [option for option in options if fits(tile, slot, option)]
        picks = {o.id: sorted(set(army.pickable(o, slot, tile.nation))) for o in fitting if o.pick}
        colours = " ".join(f"@opening.{colour}" for colour in slot.colours)
        name = Text("opening.name", {"size": f"@opening.{slot.size}", "colours": colours})
        openings.append(Opening(name, [option.id for option in fitting], picks))
    args: dict[str, Arg] = {"units": listed(tile.units), "n": tile.breaking_point, "vp": tile.vp, "stars": tile.stars}
    about = Text("brings.tile", args)
    name = Text(f"tile.{tile.id}")
    return Ware(tile.id, name, tile.cost, tile.nation, about, openings, units=sheets(tile.units))


def option_ware(option: army.OptionRecord) -> Ware:
    """What an option is good for: its units, or what it gives to the tile or the army."""
    about = Text(f"brings.{option.id}")
    if option.type == "support":
        args: dict[str, Arg] = {"units": listed(option.units), "n": option.breaking_point, "vp": option.vp}
        about = Text("brings.support" if option.vp else "brings.men", args)
    nation = "" if option.nation == "any" else option.nation
    name = Text(f"recruit.{option.id}")
    return Ware(option.id, name, option.cost, nation, about, pick=option.pick, units=sheets(option.units))


def hero_ware(hero: army.HeroRecord) -> Ware:
    about = Text("brings.hero", {"vp": hero.vp})
    return Ware(hero.id, Text(f"hero.{hero.id}"), hero.cost, hero.nation, about, units=sheets([hero.unit]))


def card_ware(card: army.CardRecord) -> Ware:
    name, about = Text(f"action.{card.id}.title"), Text(f"action.{card.id}.about")
    nation = "" if len(card.nations) > 1 else card.nations[0]
    command = card.category if card.category in army.ORDER_RULES else ""
    return Ware(card.id, name, 0, nation, about, copies=card.copies, command=command)


def listed(units: list[str]) -> str:
    """Units by name, as an argument of texts."""
    rows = [(f"{number} × " if number > 1 else "") + f"@unit.{name}" for name, number in Count(units).items()]
    return " · ".join(rows)


def sheets(units: list[str]) -> list[Sheet]:
    """The cards of units as they take the field."""
    return [sheet(name, counters()[name], number) for name, number in Count(units).items()]


def fits(tile: army.TileRecord, slot: army.Slot, option: army.OptionRecord) -> bool:
    """Whether the opening takes the option, an officer given (hon.army.slot.1, hon.army.slot.2)."""
    audit = army.Audit(army.ArmyRecord(nation=tile.nation))
    audit.check_fit("", tile, slot, option)
    return not [fault for fault in audit.found if fault.rule not in ("hon.army.order.1", "hon.special.source.2")]


Bought = TypeVar("Bought", army.ArmyRecord, army.AllianceRecord)


def read(given: dict[str, Any], kind: type[Bought], points: int) -> Bought:
    try:
        return msgspec.convert({**given, "points": points}, kind)
    except msgspec.ValidationError as error:
        raise BadOption(f"army: {error}") from error


def brought(
    nations: Sequence[str], given: Any, points: Sequence[int], once: bool = False
) -> list[army.ArmyRecord | None]:
    """The armies that players bring to a free battle, by seat; where there is none, one is drafted at random.

    `once`: of each tile and option there is one.
    """
    if not isinstance(given, list) or len(given) > len(nations):
        raise BadOption(f"option armies: a list of at most {len(nations)} armies")
    armies: list[army.ArmyRecord | None] = [None] * len(nations)
    for seat, one in enumerate(given):
        if one is None:
            continue
        found = armies[seat] = read(one, army.ArmyRecord, points[seat])
        if found.nation != nations[seat]:
            raise BadOption(f"option armies[{seat}].nation: '{nations[seat]}' fights here, not '{found.nation}'")
        for fault in army.violations(found) + (army.doubles(found) if once else []):
            raise BadOption(f"option armies[{seat}].{fault.field}: {fault.message} ({fault.rule})")
    return armies


def audit(given: dict[str, Any], points: int) -> Muster:
    """An army, or an alliance of several (`armies`)."""
    if "armies" in given:
        allied = read(given, army.AllianceRecord, points)
        price = sum(army.cost(one) for one in allied.armies)
        return Muster(price, as_faults(army.alliance_violations(allied)), allied.deck)
    found = read(given, army.ArmyRecord, points)
    deck = found.deck if found.deck is not None else army.usual_deck(found.nation, army.chosen(found))
    return Muster(army.cost(found), as_faults(army.violations(found)), deck)


def as_faults(violations: list[army.Violation]) -> list[Fault]:
    return [Fault(one.field, one.rule, Text(f"fault.{one.rule}", one.args)) for one in violations]
