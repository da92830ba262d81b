"""Men who ride on vehicles (lnlt.core.armour.6.3): getting off, and being fired at."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt.rules.kinds import MOVED
from bocage.systems.lnlt.rules.wrecks import abandon
from systems.lnlt.armour import SHERMAN, Field, side, vehicle
from systems.lnlt.table import PARA, RIFLES, unit


def crowded(squads: int) -> Field:
    """A tank with a squad on it, and others in its hex."""
    beside = [unit(PARA, "E5", name) for name in "abc"[:squads]]
    tank = vehicle(SHERMAN, "E5", "S", passengers=["r"])
    return Field(side("us", unit(PARA, "E5", "r"), *beside, tank), side("de", unit(RIFLES, "K9")))


@pytest.mark.rule("lnlt.core.1.3", "lnlt.core.armour.5.10")
def test_who_finds_no_room_beside_an_abandoned_tank_is_lost() -> None:
    roomy, full = crowded(2), crowded(3)
    abandon(roomy.state, roomy.vehicle("S"), True)
    assert roomy.place("r") == "E5"
    assert roomy.has("r", MOVED)
    abandon(full.state, full.vehicle("S"), True)
    assert full.place("r") == "gone"
    assert not full.vehicle("S").passengers


@pytest.mark.rule("lnlt.core.1.3", "lnlt.core.armour.5.10")
def test_no_crew_bails_out_of_its_own_will_where_its_riders_find_no_room() -> None:
    for squads in (2, 3):
        field = crowded(squads)
        field.order("S")
        assert field.offers("bail-out") == (squads == 2)
