"""How badly off a unit is that walks a path, for the risk of it."""

from __future__ import annotations

from bocage.systems.normandie.state import NormandieState, in_play

LOST = 99


def wounds(state: NormandieState, pieces: list[int]) -> list[int]:
    """A hit turns a counter over; to be spotted does so too, without hurting (hon.abil.ambush.8)."""
    found = []
    for number in pieces:
        unit = state.units[number]
        if not in_play(unit):
            found.append(LOST)
        else:
            hit = unit.side == 1 and not unit.counter.faces[1].concealed
            found.append(unit.suppressed + 10 * hit + 20 * bin(unit.damage).count("1"))
    return found
