"""Skill cards that change an attack by fire (lnlt.core.12): Aimed Fire, Friendly Fire, Opportunist, Plough the Row,
Slayer. The attack itself is in `fire`."""

from __future__ import annotations

from typing import Final

from bocage.kernel import first
from bocage.systems.lnlt.model.flags import ANOTHER, ASSAULT, MARKED, MOVING, SHAKEN, SLEW, SPENT
from bocage.systems.lnlt.model.kinds import LEADER
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts, skills
from bocage.systems.lnlt.rules.firepower import modes, shoots
from bocage.systems.lnlt.rules.targets import forbid_fire
from bocage.systems.lnlt.state import LnltState

AGAIN: Final = 1 << skills.SLAYER | 1 << skills.OPPORTUNIST | 1 << skills.ACE_GUNNER
"""Cards that let somebody fire again at the same step."""


# ---- Aimed Fire


def unseen_targets(state: LnltState, seat: int, hex_: int) -> int:
    """Enemy hexes in sight that only Aimed Fire may be turned on (lnlt.hid.skill.aimed-fire.b)."""
    enemy = 1 - seat
    mask = state.sight_from(hex_) & state.occupied[enemy] & ~state.occupied[seat]
    return mask & ~state.seen_from(hex_, enemy)


def aimed_targets(state: LnltState, seat: int, hex_: int, activated: int) -> list[int]:
    """Unspotted hexes that activated units in this hex may fire at all the same."""
    found: list[int] = []
    mask = unseen_targets(state, seat, hex_)
    for target in hexes_in(mask):
        distance = state.board.grid.distances[hex_][target]
        for number in state.stacks[seat][hex_]:
            unit = state.units[number]
            if not activated >> number & 1 or unit.flags & MARKED & ~ASSAULT or forbid_fire(unit, False) is not None:
                continue
            if skills.works_for(state, unit, skills.AIMED_FIRE) and shoots(state, unit, distance, False):
                found.append(target)
                break
    return found


def may_aim(state: LnltState, unit: Unit, target: int) -> bool:
    """At a spotted hex anybody, at another one the holder, or who is stacked with a Leader who holds the card."""
    if state.seen_from(unit.hex, 1 - unit.seat) >> target & 1:
        return True
    return skills.works_for(state, unit, skills.AIMED_FIRE)


# ---- Plough the Row


def second_hexes(state: LnltState, seat: int, origin: int, target: int, firers: list[int]) -> list[int]:
    """Hexes beside the target that the same units could attack as well (lnlt.boh.25.2.plough-the-row.b): those of a
    Leader who holds the card, or the Hero who fires alone (lnlt.boh.25.2.plough-the-row.a)."""
    found: list[int] = []
    alone = len(firers) == 1 and skills.has(state.units[first(firers[0])], skills.PLOUGH_THE_ROW)
    if not alone and not skills.led(state, seat, origin, skills.PLOUGH_THE_ROW):
        return found
    enemy = 1 - seat
    mask = state.seen_from(origin, enemy) & state.sight_from(origin) & state.occupied[enemy] & ~state.occupied[seat]
    mask &= state.board.neighbour_mask[target]
    for hex_ in hexes_in(mask):
        if all_reach(state, firers, state.board.grid.distances[origin][hex_]):
            found.append(hex_)
    return found


def all_reach(state: LnltState, firers: list[int], distance: int) -> bool:
    for element in firers:
        mode = acts.ACTS.of(element)
        if mode not in (acts.DIRECTING, acts.HELPING) and mode not in modes(
            state, state.units[first(element)], distance, False
        ):
            return False
    return True


# ---- Friendly Fire


def goes_astray(state: LnltState, firers: list[int], natural: int) -> bool:
    """A natural 1 in an attack that the holder takes part in (lnlt.hid.skill.friendly-fire.b)."""
    if natural != 1 or not state.skilled >> skills.FRIENDLY_FIRE & 1:
        return False
    return any(skills.has(state.units[first(element)], skills.FRIENDLY_FIRE) for element in firers)


def astray_hexes(state: LnltState, seat: int, origin: int) -> list[int]:
    """Hexes of friends in the firers' line of sight (lnlt.hid.skill.friendly-fire.c)."""
    mask = state.sight_from(origin) & state.occupied[seat] & ~state.occupied[1 - seat] & ~(1 << origin)
    return hexes_in(mask)


# ---- Opportunist


def opportunist(state: LnltState, unit: Unit) -> int:  # lnlt.core.5.3
    """Who lets this unit fire by opportunity in spite of its markers: himself, or the Leader of its hex."""
    if not state.skilled >> skills.OPPORTUNIST & 1:
        return GONE
    if skills.has(unit, skills.OPPORTUNIST):
        return GONE if unit.flags & SPENT else unit.id
    for number in state.stacks[unit.seat][unit.hex]:
        other = state.units[number]
        if other.type.kind == LEADER and skills.has(other, skills.OPPORTUNIST) and not other.flags & SPENT:
            return number
    return GONE


def defies_markers(state: LnltState, unit: Unit) -> bool:
    """Once at each step of the enemy (lnlt.hid.skill.opportunist.b)."""
    if unit.flags & (SHAKEN | SLEW | MOVING):
        return False
    return opportunist(state, unit) != GONE


def spend_opportunist(state: LnltState, unit: Unit, natural: int) -> None:
    """An even die costs the holder his card for this turn (lnlt.hid.skill.opportunist.f)."""
    holder = opportunist(state, unit)
    state.mark(unit, SLEW)
    if holder == GONE:
        return
    spent = natural % 2 == 0
    if spent:
        state.mark(state.units[holder], SPENT)
    state.tell_of(
        state.units[holder],
        "opportunist-spent" if spent else "opportunist",
        "lnlt.hid.skill.opportunist.f" if spent else "lnlt.hid.skill.opportunist.b",
        hex_=unit.hex,
    )


# ---- Slayer


def mark_slayers(state: LnltState, firers: list[int], target: int) -> None:
    """A Fired Slayer marker on the target, one for each holder (lnlt.hid.skill.slayer.b)."""
    for element in firers:
        unit = state.units[first(element)]
        if skills.has(unit, skills.SLAYER) and acts.ACTS.of(element) is not acts.DIRECTING:
            lift_slayer(state, unit.id)
            state.slayers = [*state.slayers, (unit.id, target, False)]


def lift_slayer(state: LnltState, number: int) -> None:
    state.slayers = [marker for marker in state.slayers if marker[0] != number]


def settle_slayers(state: LnltState) -> None:  # lnlt.hid.skill.slayer.b, lnlt.hid.skill.slayer.g
    """From the next impulse on they may be used (lnlt.hid.skill.slayer.c)."""
    state.slayers = [(number, hex_, True) for number, hex_, _ in state.slayers]


def ready_slayers(state: LnltState, seat: int, hex_: int, sight: int) -> list[Unit]:
    """Those in the hexes of `sight` who may fire again at a mover in, or next to, the hex they fired at
    (lnlt.hid.skill.slayer.b, lnlt.hid.skill.slayer.d, lnlt.hid.skill.slayer.e, lnlt.hid.skill.slayer.g)."""
    found: list[Unit] = []
    for number, at, ready in state.slayers:
        unit = state.units[number]
        if not ready or unit.seat != seat or unit.hex < 0 or unit.flags & (SHAKEN | SLEW):
            continue
        grid = state.board.grid
        if grid.distances[at][hex_] > 1 or not sight >> unit.hex & 1:
            continue
        if not state.in_melee(unit.hex) and shoots(state, unit, max(1, grid.distances[unit.hex][hex_]), True):
            found.append(unit)
    return found


def end_of_step(state: LnltState) -> None:
    """The enemy's step is over: who fired again at it may do so at the next one."""
    if state.skilled & AGAIN:
        for unit in state.units:
            unit.flags &= ~(SLEW | ANOTHER)
