"""Heroes of Normandie."""

from bocage.systems.normandie.system import NormandieSystem

SYSTEM = NormandieSystem()
