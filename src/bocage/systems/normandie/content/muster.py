"""The units of a battle made of their counters, with tags, traits and tokens."""

from __future__ import annotations

from pathlib import Path

from bocage.geometry.hex import column_letters
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.recruits import equip
from bocage.systems.normandie.model.flags import HORN_OF_PLENTY, RUSE, SMOKE_BOMB
from bocage.systems.normandie.model.tables import Counter
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.state import BOX, EXITED, NormandieState, Unit, is_secret, swap
from bocage.text import catalogue

PACKAGE = Path(__file__).parent.parent


def muster(state: NormandieState, units: list[tuple[int, Counter, int, int]]) -> None:
    """Make the units of a battle; counters of the same name get letters, though their platoons differ."""
    words = catalogue(PACKAGE, "en").entries
    names = [made.nation + words.get(f"unit.{made.id}", made.id) for _, made, _, _ in units]
    for seat, made, tile, cell in units:
        number = len(state.units)
        same = names[:number].count(names[number])
        tag = column_letters(same) if names.count(names[number]) > 1 else ""
        unit = Unit(number, seat, made, tile, tag, state.scenario.camps[seat])
        state.units.append(unit)
        if cell >= 0:
            state.put(unit, cell)
        elif state.scenario.tiles[tile].late:  # hon.ord.nest.1
            unit.status = EXITED
    equip(state)
    deployable(state)


def summon(state: NormandieState, units: list[tuple[int, Counter, int]], status: int) -> None:
    """Units that cards may bring, or events will, wait beside the board."""
    for seat, made, tile in units:
        unit = Unit(len(state.units), seat, made, tile, camp=state.scenario.camps[seat])
        unit.status = status
        state.units.append(unit)


def deployable(state: NormandieState) -> None:
    """Ruses and the Horn of Plenty are tokens that deploy as units (hon.trait.tricky.1, hon.eq.horn.1)."""
    for number, tokens in enumerate(state.tokens):
        tile = state.scenario.tiles[number]
        prefix = "us" if state.scenario.nations[tile.camp] == "us" else "ge"
        for token, name in ((RUSE, "ruse"), (HORN_OF_PLENTY, "horn")):
            for _ in range(tokens[token] if tokens else 0):
                tokens[token] -= 1
                made = counters()[f"{prefix}.{name}"]
                state.units.append(Unit(len(state.units), tile.seat, made, number, camp=tile.camp))
        for _ in range(tokens[SMOKE_BOMB] if tokens else 0):  # hon.ord.smoke.1
            tokens[SMOKE_BOMB] -= 1
            seats = state.scenario.players[tile.camp] if tile.seat < 0 else [tile.seat]
            owner = seats[tokens[SMOKE_BOMB] % len(seats)]  # allies share those of a High Command out
            bomb = Unit(len(state.units), owner, counters()[f"{prefix}.smoke"], number, camp=tile.camp)
            bomb.status = BOX
            state.units.append(bomb)


def mix(state: NormandieState) -> None:
    """Numbers of units must not tell which of those that may lie concealed is which (hon.abil.ambush.14)."""
    for seat in range(len(state.scenario.camps)):
        hidden = [unit for unit in state.units if unit.seat == seat and is_secret(unit)]
        for last in range(len(hidden) - 1, 0, -1):
            swap(hidden[last], hidden[state.dice.roll(last + 1, acts.FOR_MUSTER) - 1])
    state.dice.log.clear()
