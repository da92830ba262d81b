"""Lock 'n Load Tactical."""

from bocage.systems.lnlt.system import LnltSystem

SYSTEM = LnltSystem()
