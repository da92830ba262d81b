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


def turned_round(masks: list[int]) -> list[list[int]]:
    """For each hex the numbers of the masks that it is in."""
    found: list[list[int]] = [[] for _ in masks]
    for number in range(len(masks)):
        for hex_ in hexes_in(masks[number]):
            found[hex_].append(number)
    return found
