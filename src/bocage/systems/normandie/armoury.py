"""What a player may buy an army from, and an army looked over: for the army builder of the page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from bocage.kernel.system import BadOption
from bocage.kernel.views import Armoury, Fault, Muster, Opening, Text, Ware
from bocage.systems.normandie import army
from bocage.systems.normandie.army import ArmyRecord, OptionRecord, Slot, TileRecord
from bocage.systems.normandie.counters import counters
from bocage.systems.normandie.kinds import TOKENS


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
        options=[
            Ware(o.id, Text(f"recruit.{o.id}"), o.cost, "" if o.nation == "any" else o.nation, pick=o.pick)
            for o in options
        ],
        heroes=[Ware(h.id, Text(f"hero.{h.id}"), h.cost, h.nation) for h in heroes],
        tokens={token: Text(f"token.{token}") for token in TOKENS},
        cards=[
            Ware(
                card.id, Text(f"action.{card.id}.title"), 0, "" if len(card.nations) > 1 else card.nations[0],
                about=Text(f"action.{card.id}.about"), copies=card.copies,
                command=card.category if card.category in army.ORDER_RULES else "",
            )
            for card in army.cards().values()
        ],
    )  # fmt: skip


def tile_ware(tile: TileRecord, options: list[OptionRecord]) -> Ware:
    openings = []
    for slot in tile.slots:
        fitting = [option for option in options if fits(tile, slot, option)]
        picks = {o.id: sorted(set(army.pickable(o, slot, tile.nation))) for o in fitting if o.pick}
        name = Text("opening.name", {"size": f"@opening.{slot.size}", "colours": colours(slot)})
        openings.append(Opening(name, [option.id for option in fitting], picks))
    return Ware(tile.id, Text(f"tile.{tile.id}"), tile.cost, tile.nation, openings=openings)


def colours(slot: Slot) -> str:
    return " ".join(f"@opening.{colour}" for colour in slot.colours)


def fits(tile: TileRecord, slot: Slot, option: OptionRecord) -> bool:
    """Whether the opening takes the option, an officer given (hon.army.slot.1, hon.army.slot.2)."""
    audit = army.Audit(ArmyRecord(nation=tile.nation))
    audit.check_fit("", tile, slot, option)
    return not [fault for fault in audit.found if fault.rule not in ("hon.army.order.1", "hon.special.source.2")]


def read(given: dict[str, Any], points: int) -> ArmyRecord:
    try:
        found = msgspec.convert(given, ArmyRecord)
    except msgspec.ValidationError as error:
        raise BadOption(f"army: {error}") from error
    return msgspec.structs.replace(found, points=points)


def brought(nations: Sequence[str], given: Any, points: Sequence[int]) -> list[ArmyRecord | None]:
    """The armies that players bring to a free battle, by seat; where there is none, one is drafted at random."""
    if not isinstance(given, list) or len(given) > len(nations):
        raise BadOption(f"option armies: a list of at most {len(nations)} armies")
    armies: list[ArmyRecord | None] = [None] * len(nations)
    for seat, one in enumerate(given):
        if one is None:
            continue
        found = armies[seat] = read(one, points[seat])
        if found.nation != nations[seat]:
            raise BadOption(f"option armies[{seat}].nation: '{nations[seat]}' fights here, not '{found.nation}'")
        for fault in army.violations(found):
            raise BadOption(f"option armies[{seat}].{fault.field}: {fault.message} ({fault.rule})")
    return armies


def audit(given: dict[str, Any], points: int) -> Muster:
    found = read(given, points)
    faults = [Fault(violation.field, violation.rule) for violation in army.violations(found)]
    deck = found.deck if found.deck is not None else army.usual_deck(found.nation, army.chosen(found))
    return Muster(army.cost(found), faults, deck)
