"""Sets of hexes as bit masks: the bit of hex n is 1 << n."""

from __future__ import annotations


def mask_of(hexes: list[int]) -> int:
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def hexes_in(mask: int) -> list[int]:
    found: list[int] = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(low.bit_length() - 1)
    return found
