"""Sets of hexes as bit masks: the bit of hex n is 1 << n."""

from __future__ import annotations


def mask_of(hexes: list[int]) -> int:
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def turned_round(masks: list[int]) -> list[list[int]]:
    """For each hex the numbers of the masks that it is in."""
    found: list[list[int]] = [[] for _ in masks]
    for number in range(len(masks)):
        mask = masks[number]
        while mask:
            low = mask & -mask
            mask ^= low
            found[low.bit_length() - 1].append(number)
    return found
