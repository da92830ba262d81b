"""A bought army turned into tiles, units, traits and tokens of a battle."""

from __future__ import annotations

from functools import cache

from bocage.content import WrongContent, fault
from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.counters import PATTERNS
from bocage.systems.normandie.content.plans import attacks
from bocage.systems.normandie.content.records import DATA, Nation, copy_values
from bocage.systems.normandie.model.flags import ACTIVATION, ORDERS, PERKS, SUPPLIES, TOKENS, TRAITS
from bocage.systems.normandie.model.forces import Card, Scenario, Tile
from bocage.systems.normandie.model.tables import CROSS
from bocage.systems.normandie.rules.cards import EFFECTS
from bocage.systems.normandie.state import NormandieState


def alliance_faults(alliance: army.AllianceRecord, prefix: str) -> list[WrongContent]:
    """What is wrong with the armies of allies, as fields of a scenario, where they are those of its players."""
    violations = army.alliance_violations(alliance)
    for one in violations:
        field = one.field.replace("armies[", "players[").replace("].", "].army.", 1)
        one.field = "points" if field == "points" else prefix + field
    return army.as_faults(violations)


def tile_of(scenario: Scenario, seat: int, name: str) -> Tile:
    """A recruitment tile of one player."""
    record = army.tiles()[name]
    return Tile(name, seat, scenario.camps[seat], record.stars, record.breaking_point, record.vp)


def enlist(scenario: Scenario, seat: int, raised: army.ArmyRecord) -> list[tuple[str, int]]:
    """Add the army's tiles to the scenario; returns its counters, each with the number of the tile it belongs to.

    A unit of a support option belongs to that option (hon.break.alloc.1), a hero to himself (hon.open.hero.loss.1).
    """
    units: list[tuple[str, int]] = []
    for choice in raised.tiles:
        record = army.tiles()[choice.tile]
        home = tile_of(scenario, seat, record.id)
        home.officer = record.kind == "officer"
        number = len(scenario.tiles)
        scenario.tiles.append(home)
        units += [(name, number) for name in record.units]
        for fitted in choice.options:
            option = army.options()[fitted.option]
            home.stars += record.slots[fitted.slot - 1].stars  # hon.comp.tile.3
            grant(scenario, home, option, fitted.pick)
            if option.units:
                units += detach(scenario, seat, option, number)
    for name in raised.heroes:
        hero = army.heroes()[name]
        units.append((hero.unit, len(scenario.tiles)))
        scenario.tiles.append(Tile(hero.id, seat, scenario.camps[seat], 0, hero.breaking_point, hero.vp, "hero"))
    return units


def detach(scenario: Scenario, seat: int, option: army.OptionRecord, parent: int) -> list[tuple[str, int]]:
    """The units of an option, with a tile of their own for their losses."""
    part = Tile(option.id, seat, scenario.camps[seat], 0, option.breaking_point, option.vp, "recruit")
    part.parent = parent
    part.late = option.late
    scenario.tiles.append(part)
    return [(name, len(scenario.tiles) - 1) for name in option.units]


def enlist_command(scenario: Scenario, camp: int, command: army.Command) -> list[tuple[str, int]]:
    """The High Command of an alliance: its options serve all allies (hon.mp.hc.3); units go to the first of them."""
    record = army.tiles()[command.tile]
    home = Tile(record.id, -1, camp, record.stars, record.breaking_point, record.vp)
    number = len(scenario.tiles)
    scenario.tiles.append(home)
    units: list[tuple[str, int]] = []
    for fitted in command.options:
        option = army.options()[fitted.option]
        grant(scenario, home, option, fitted.pick)
        if option.units:
            units += detach(scenario, scenario.players[camp][0], option, number)
    return units


def pool_tokens(scenario: Scenario) -> None:
    """Bluffs and special orders of allies are common; against a player alone no more than his (hon.mp.limits.1)."""
    for camp in (0, 1):
        seats = scenario.players[camp]
        if len(seats) == 1:
            continue
        pool = scenario.pools[camp]
        pool.bluffs += sum(scenario.bluffs[seat] for seat in seats)
        pool.special += sum(scenario.special[seat] for seat in seats)
        for seat in seats:
            scenario.bluffs[seat] = scenario.special[seat] = 0
        most = len(seats)
        if len(scenario.players[1 - camp]) == 1:
            most = 1
            pool.bluffs -= len(seats) - 1  # one to begin with, for all of them
        pool.bluffs = min(2 * most, pool.bluffs)
        pool.special = min(2 * most, pool.special)


def grant(scenario: Scenario, home: Tile, option: army.OptionRecord, picks: list[str]) -> None:
    """What an option gives: tokens and traits to its tile, orders to the whole army (hon.army.order.2)."""
    seats = [home.seat] if home.seat >= 0 else scenario.players[home.camp]
    if option.tokens or picks:
        home.tokens = home.tokens or [0] * len(TOKENS.names)
        for kind, count in enumerate(army.army_tokens(option, picks)):
            home.tokens[kind] += count
    if option.id in TRAITS.names:
        home.traits |= 1 << TRAITS.names.index(option.id)  # hon.army.trait.1
    if option.id in PERKS.names:
        for seat in seats:
            scenario.perks[seat] |= 1 << PERKS.names.index(option.id)
    if home.seat < 0:  # once for all allies (hon.mp.hc.4)
        pool = scenario.pools[home.camp]
        pool.orders += option.orders
        pool.bluffs += option.bluffs
        pool.special += option.special_orders
        return
    seat = home.seat
    if option.type == "trait":
        home.hardened += option.orders  # hon.trait.hardened.1
    else:
        scenario.orders[seat] += option.orders  # hon.ord.planning.1
    scenario.bluffs[seat] += option.bluffs  # hon.ord.bluff.1
    scenario.special[seat] = min(2, scenario.special[seat] + option.special_orders)  # hon.ord.plan.1, hon.special.cap.1


def equip(state: NormandieState) -> None:
    """Give the units the traits of their tiles, and lay out the tokens (hon.opt.use.1, hon.opt.use.2)."""
    found = state.scenario.tiles
    shared = [0] * len(state.scenario.camps)
    for tile in found:
        if tile.seat < 0:
            for seat in state.scenario.players[tile.camp]:
                shared[seat] |= tile.traits
        elif tile.officer:
            shared[tile.seat] |= tile.traits
    for unit in state.units:
        home = found[unit.tile] if found[unit.tile].parent < 0 else found[found[unit.tile].parent]
        unit.traits = home.traits | shared[unit.seat]
    if any(tile.tokens for tile in found):
        state.tokens = [tile.tokens[:] for tile in found]


PHASES = {"order": ORDERS, "activation": ACTIVATION, "supply": SUPPLIES, "any": -1}


@cache
def all_cards() -> list[Card]:
    """Every card by number."""
    found: list[Card] = []
    for number, record in enumerate(army.cards().values()):
        if record.effect not in EFFECTS:
            message = f"there is no effect '{record.effect}' (there are: {', '.join(sorted(EFFECTS))})"
            raise fault(DATA / "cards.yaml", f"cards[{number}].effect", message)
        bonus = [CROSS if value is None else value for value in record.bonus]
        if record.pattern:
            bonus = attacks()[PATTERNS[record.pattern]].bonus
        card = Card(record.id, PHASES[record.phase], record.effect, record.amount, bonus, record.aaa)
        copy_values(record, card, "scatter", "spread", "destruction", "where", "stops", "unit")
        found.append(card)
    return found


def bought_by(armies: list[army.ArmyRecord], command: army.Command | None) -> list[str]:
    """All options of a side."""
    found = [option for raised in armies for option in army.chosen(raised)]
    return found + [fitted.option for fitted in command.options] if command is not None else found


def deck_of(
    nation: Nation, armies: list[army.ArmyRecord | None], deck: dict[str, int] | None, command: army.Command | None
) -> list[int]:
    """The cards of a side's one deck by number; without one of its own it takes the usual deck (hon.mp.ally.2)."""
    bought = [raised for raised in armies if raised is not None]
    if deck is None and len(armies) == 1 and bought:
        deck = bought[0].deck
    if deck is None:
        deck = army.usual_deck(nation, bought_by(bought, command))
    return card_numbers([name for name, copies in deck.items() for _ in range(copies)])


def card_numbers(names: list[str]) -> list[int]:
    numbers = {name: number for number, name in enumerate(army.cards())}
    return [numbers[name] for name in names]
