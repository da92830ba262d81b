"""The events of a scenario file: what they bring, and when."""

from __future__ import annotations

from bocage.content import Faults, WrongContent, known
from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.files import Event, Reinforcement, ScenarioRecord
from bocage.systems.normandie.content.ground import Ground
from bocage.systems.normandie.model import forces
from bocage.systems.normandie.model.forces import Happening, Scenario, Tile
from bocage.systems.normandie.model.tables import Counter

WHEN = {"start": forces.ON_ROUND, "supply": forces.ON_SUPPLY, "close": forces.ON_CLOSE}
EARLY = ("reinforcements", "orders")
"""What can happen only as a round begins."""
SIDED = ("reinforcements", "orders", "points")
"""What one side gets."""
WORDS = ("reinforcements", "orders", "points", "smoke", "shells", "end")


def check(record: ScenarioRecord, event: Event, field: str) -> str:
    """The one thing it does."""
    does = [word for word in WORDS if getattr(event, word) not in (None, 0, [])]
    if len(does) != 1:
        raise WrongContent(field, f"an event does one thing, one of: {', '.join(WORDS)}")
    if not 1 <= event.round <= record.rounds:
        raise WrongContent(f"{field}.round", f"must be from 1 to {record.rounds}, not {event.round}")
    if does[0] in SIDED and not event.side:
        raise WrongContent(f"{field}.side", f"'{does[0]}' are for one side: say which")
    if does[0] in EARLY and event.when != "start":
        raise WrongContent(f"{field}.when", f"'{does[0]}' come as a round begins")
    return does[0]


def link(record: ScenarioRecord, scenario: Scenario, ground: Ground, faults: Faults) -> None:
    """Everything but reinforcements, which are tiles and units."""
    for number, event in enumerate(record.events):
        field = f"events[{number}]"
        with faults:
            word = check(record, event, field)
            camp = scenario.nations.index(event.side) if event.side else -1
            when = WHEN[event.when]
            if word == "end":
                if not 1 <= event.end <= 6:
                    raise WrongContent(f"{field}.end", f"a die shows 1 to 6, not {event.end}")
                scenario.closing, scenario.closing_roll = event.round, event.end
            elif word == "orders":
                scenario.happenings.append(Happening(forces.MORE_ORDERS, event.round, when, camp, event.orders, -1))
            elif word == "points":
                scenario.happenings.append(Happening(forces.AWARD, event.round, when, camp, event.points, -1))
            elif word != "reinforcements":
                place = ground.intersection(event.smoke or event.shells or (0, 0), f"{field}.{word}")
                kind = forces.SMOKE if word == "smoke" else forces.SHELLS
                scenario.happenings.append(Happening(kind, event.round, when, camp, 0, place))


def reinforcements(record: ScenarioRecord, scenario: Scenario, faults: Faults) -> list[tuple[int, Counter, int]]:
    """The units that events bring, each with its player and the tile that counts its loss."""
    found: list[tuple[int, Counter, int]] = []
    for number, event in enumerate(record.events):
        if not event.side:
            continue
        camp = scenario.nations.index(event.side)
        seat = scenario.players[camp][0]
        for i, group in enumerate(event.reinforcements):
            field = f"events[{number}].reinforcements[{i}]"
            with faults:
                tile, units = raised(group, scenario, seat, field)
                tile.arrives = event.round
                found += [(seat, unit, len(scenario.tiles)) for unit in units]
                scenario.tiles.append(tile)
    return found


def raised(group: Reinforcement, scenario: Scenario, seat: int, field: str) -> tuple[Tile, list[Counter]]:
    """The tile of what arrives, and who belongs to it."""
    camp = scenario.camps[seat]
    everything: dict[str, army.TileRecord | army.OptionRecord | army.HeroRecord] = {
        **army.tiles(),
        **army.options(),
        **army.heroes(),
    }
    record = known("tile, option or hero", group.recruit, everything, f"{field}.recruit")
    kind, stars = "recruit", 0
    if isinstance(record, army.TileRecord):
        kind, stars = "tile", record.stars
    names = group.units or ([record.unit] if isinstance(record, army.HeroRecord) else record.units)
    if isinstance(record, army.HeroRecord):
        kind = "hero"
    if record.nation not in ("any", scenario.nations[camp]):
        raise WrongContent(f"{field}.recruit", f"'{group.recruit}' does not fight for '{scenario.nations[camp]}'")
    if not names:
        raise WrongContent(f"{field}.recruit", f"'{group.recruit}' has no units")
    units = [known("unit", name, counters(), f"{field}.units[{i}]") for i, name in enumerate(names)]
    for i, unit in enumerate(units):
        if unit.nation != scenario.nations[camp]:
            raise WrongContent(f"{field}.units[{i}]", f"'{unit.id}' does not fight for '{scenario.nations[camp]}'")
    return Tile(record.id, seat, camp, stars, record.breaking_point, record.vp, kind), units
