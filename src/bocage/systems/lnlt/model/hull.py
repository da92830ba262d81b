"""Flags of a vehicle, beside those of every unit."""

from __future__ import annotations

from typing import Final

BUTTONED: Final = 1 << 16
IMMOBILE: Final = 1 << 17
ABANDONED: Final = 1 << 18
WRECK: Final = 1 << 19
EMPLACED: Final = 1 << 20
CONTINUOUS: Final = 1 << 21  # keeps moving into the next turn (lnlt.core.armour.5.6)
GUN_FIRED: Final = 1 << 22  # in this activation
MG_FIRED: Final = 1 << 23
HULL_FIRED: Final = 1 << 25  # the second gun, in the hull (lnlt.hid.15.9.1)
TURNED: Final = 1 << 24  # the turret was turned for this activation's fire
DEAD: Final = WRECK | ABANDONED
