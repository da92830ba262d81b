"""Why something is not offered: the first thing in its way is named, one condition at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel import Ban
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.hull import IMMOBILE
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.activation import Activation
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.orders import VehicleOrders, forbid_orders
from bocage.systems.lnlt.rules.refusing import forbid_sight
from bocage.systems.lnlt.rules.targets import forbid_target
from systems.lnlt.armour import EAST, SHERMAN, STUG, TRUCK, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, FJ, M1919, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, WEISS, Table, unit

# ---- who moves


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.2", "lnlt.core.6.4", "lnlt.core.8.1")
@pytest.mark.parametrize(
    ("change", "mode", "ban"),
    [
        ("", kinds.WALK, bans.NOWHERE_TO_GO),
        ("not-activated", kinds.WALK, bans.NOT_ACTIVATED),
        ("not-activated marked", kinds.WALK, bans.MARKED_ALREADY),
        ("marked", kinds.WALK, bans.MARKED_ALREADY),
        ("melee", kinds.WALK, bans.IN_MELEE),
        ("melee marked", kinds.WALK, bans.IN_MELEE),
        ("sent-out", kinds.WALK, bans.SENT_OUT),
        ("sent-out elsewhere", kinds.WALK, bans.NOWHERE_TO_GO),
        ("", kinds.ASSAULTING, bans.NOWHERE_TO_GO),
        ("rifles", kinds.ASSAULTING, bans.NO_ASSAULT_MOVE),
        ("shaken", kinds.ASSAULTING, bans.SHAKEN_ASSAULT),
        ("", kinds.STEALING, bans.NO_STEALTH),
        ("", kinds.HITTING, bans.NO_HIT_AND_RUN),
        ("", kinds.DISMOUNTING, bans.NOT_MOUNTED),
        ("", kinds.DOUBLING, bans.NO_DOUBLE_TIME),
        ("leader", kinds.DOUBLING, bans.NOWHERE_TO_GO),
        ("", kinds.CRAWLING, bans.NOWHERE_TO_GO),
    ],
)
def test_why_a_unit_does_not_set_out(change: str, mode: int, ban: Ban) -> None:
    """It is asked of what is not offered, so where nothing else is wrong it has nowhere to go."""
    men = "us.glider.squad.1-6-4" if "rifles" in change else PARA
    us = [unit(men, "E5", "p"), unit(PARA, "E6", "q")] + [unit(CLARKSON, "E5", "c")] * ("leader" in change)
    table = Table(us, [unit(FJ, "E5" if "melee" in change else "A1", "f")])
    one = table.unit("p")
    one.flags |= (flags.MOVED if "marked" in change else 0) | (flags.SHAKEN if "shaken" in change else 0)
    activation = Activation(0, table.hex("E5"))
    activation.activated = 0 if "not-activated" in change else 0b111
    if "sent-out" in change:
        activation.moved = 1 << table.hex("E6" if "elsewhere" in change else "E5")
    assert activation.forbid_move(table.state, one, mode) is ban


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.5.2", "lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.3")
@pytest.mark.parametrize(
    ("change", "mode", "ban"),
    [
        ("", kinds.WALK, bans.NOWHERE_TO_GO),
        ("named", kinds.WALK, bans.NAMED_ALREADY),
        ("elsewhere", kinds.WALK, bans.ELSEWHERE),
        ("marked", kinds.WALK, bans.MARKED_ALREADY),
        ("not-activated", kinds.WALK, bans.NOT_ACTIVATED),
        ("not-activated marked", kinds.WALK, bans.MARKED_ALREADY),
        ("shaken", kinds.WALK, bans.NOWHERE_TO_GO),
        ("shaken", kinds.ASSAULTING, bans.SHAKEN_ASSAULT),
        ("team", kinds.CRAWLING, bans.NO_CRAWLING),
    ],
)
def test_why_a_unit_does_not_come_along(change: str, mode: int, ban: Ban) -> None:
    type_ = "us.wt.m1917" if change == "team" else PARA
    table = Table([unit(type_, "E6" if change == "elsewhere" else "E5", "p"), unit(PARA, "E5")], [unit(FJ, "A1", "f")])
    one = table.unit("p")
    one.flags |= (flags.FIRED if "marked" in change else 0) | (flags.SHAKEN if "shaken" in change else 0)
    move = Movement(0, table.hex("E5"), mode, 0b10 if "not-activated" in change else 0b11)
    move.movers = [one.id] if change == "named" else [1]
    assert move.forbid_mover(table.state, one) is ban


# ---- who fires


@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.8.0", "lnlt.core.10.1", "lnlt.core.10.3", "lnlt.core.5.4")
@pytest.mark.parametrize(
    ("change", "ban"),
    [
        ("", None),
        ("shaken", bans.IS_SHAKEN),
        ("marked", bans.MARKED_ALREADY),
        ("medic", bans.UNARMED),
        ("leader", bans.OUT_OF_RANGE),
        ("nobody", bans.NO_ENEMY),
        ("melee-there", bans.MELEE_THERE),
        ("melee-here", bans.MELEE_THERE),
        ("forest-between", bans.NO_SIGHT),
        ("forest-there", bans.UNSPOTTED),
        ("at-the-limit", None),
        ("too-far", bans.OUT_OF_RANGE),
    ],
)
def test_why_a_unit_does_not_fire_at_a_hex(change: str, ban: Ban | None) -> None:
    """A squad of range 5 reaches twice as far."""
    type_ = {"medic": US_MEDIC, "leader": CLARKSON}.get(change, PARA)
    column = {"at-the-limit": "K", "too-far": "L"}.get(change, "E")
    us = [unit(type_, "A5", "p")] + [unit(PARA, "E5")] * (change == "melee-there")
    de = [unit(FJ, "L9" if change == "nobody" else f"{column}5", "f")] + [unit(FJ, "A5")] * (change == "melee-here")
    terrain = {"forest": {"forest-between": ["C5"], "forest-there": ["E5"]}.get(change, [])}
    table = Table(us, de, columns=12, terrain={key: hexes for key, hexes in terrain.items() if hexes})
    one = table.unit("p")
    one.flags |= {"shaken": flags.SHAKEN, "marked": flags.MOVED}.get(change, 0)
    assert forbid_target(table.state, one, table.hex(f"{column}5"), False) is ban


@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.5.0")
@pytest.mark.parametrize(
    ("type_", "mark", "ban"),
    [
        (PARA, 0, None),
        (PARA, flags.SHAKEN, bans.IS_SHAKEN),
        (PARA, flags.ASSAULT, bans.MARKED_ALREADY),
        ("us.glider.squad.1-6-4", 0, bans.NO_ASSAULT_FIRE),
        (US_HERO, 0, bans.NO_ASSAULT_FIRE),
    ],
)
def test_why_a_unit_makes_no_assault_fire(type_: str, mark: int, ban: Ban | None) -> None:
    table = Table([unit(type_, "A5", "p")], [unit(FJ, "C5", "f")])
    table.unit("p").flags |= mark
    assert forbid_target(table.state, table.unit("p"), table.hex("C5"), True) is ban


# ---- vehicles


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.5.7", "lnlt.core.armour.5.6")
@pytest.mark.parametrize(
    ("change", "verb", "ban"),
    [
        ("", acts.SET_OUT, None),
        ("", acts.SET_OUT_ASSAULTING, None),
        ("shaken", acts.SET_OUT, None),
        ("shaken", acts.SET_OUT_ASSAULTING, bans.VEHICLE_SHAKEN),
        ("immobile", acts.SET_OUT, bans.VEHICLE_IMMOBILE),
        ("fired", acts.SET_OUT, bans.VEHICLE_DONE),
        ("engaged", acts.SET_OUT, bans.VEHICLE_DONE),
    ],
)
def test_why_a_vehicle_does_not_set_out(change: str, verb: Any, ban: Ban | None) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", EAST)), side("de", unit(WEISS, "L9")))
    tank = field.vehicle("S")
    tank.flags |= {"shaken": flags.SHAKEN, "immobile": IMMOBILE, "fired": flags.FIRED}.get(change, 0)
    given = VehicleOrders(0, 0)
    given.engaged = field.hex("G5") if change == "engaged" else GONE
    assert given.forbid_setting_out(tank, verb.name) is ban


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.4.2", "lnlt.core.armour.5.5", "lnlt.core.armour.5.7")
@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.10.1", "lnlt.core.10.3")
@pytest.mark.parametrize(
    ("change", "gun", "ban"),
    [
        ("", True, None),
        ("shaken", True, bans.VEHICLE_SHAKEN),
        ("nobody", True, bans.NO_ENEMY),
        ("tank", True, None),
        ("forest-between", True, bans.VEHICLE_UNSEEN),
        ("forest-there", True, bans.UNSPOTTED),
        ("stug", True, None),
        ("stug away", True, bans.GUN_OUT_OF_ARC),
        ("stug away", False, None),
        ("acted here", True, None),
        ("acted elsewhere", True, bans.VEHICLE_DONE),
        ("engaged elsewhere", True, None),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_why_a_vehicle_does_not_fire_at_a_hex(change: str, gun: bool, ban: Ban | None, swapped: bool) -> None:
    mine = vehicle(STUG if "stug" in change else SHERMAN, "D5", "S", WEST if "away" in change else EAST)
    nation, other = ("de", "us") if "stug" in change else ("us", "de")
    foe = vehicle(STUG, "G5") if change == "tank" else unit(PARA if other == "us" else RIFLES, "G5")
    foes = [unit(CLARKSON if other == "us" else WEISS, "L9"), *([] if change == "nobody" else [foe])]
    terrain = {"forest": ["E4", "E5", "F4", "F5"]} if change == "forest-between" else {}
    terrain |= {"forest": ["G5"]} if change == "forest-there" else {}
    field = Field(side(nation, mine), side(other, *foes), terrain=terrain, swapped=swapped)
    tank = field.vehicle("S")
    tank.flags |= flags.SHAKEN if change == "shaken" else 0
    given = VehicleOrders(int(swapped), tank.id)
    given.acted = "acted" in change
    if "acted" in change or "engaged" in change:
        given.engaged = field.hex("H8" if "elsewhere" in change else "G5")
    assert given.forbid_shot(field.state, tank, field.hex("G5"), gun) is ban


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.armour.4.1", "lnlt.core.armour.5.7")
@pytest.mark.parametrize(
    ("flag", "ban"),
    [(0, bans.NOT_ACTIVATED), (flags.MOVED, bans.VEHICLE_DONE), (flags.SHAKEN | IMMOBILE, bans.VEHICLE_SHAKEN)],
)
def test_why_a_vehicle_takes_no_orders(flag: int, ban: Ban) -> None:
    field = Field(side("us", vehicle(TRUCK, "D5", "S", EAST)), side("de", unit(WEISS, "L9")))
    field.vehicle("S").flags |= flag
    assert forbid_orders(field.state, field.vehicle("S")) is ban


# ---- lines of sight


@pytest.mark.rule("lnlt.core.10.2", "lnlt.core.10.3", "lnlt.core.21")
@pytest.mark.parametrize(("forest", "ban"), [([], None), (["D5"], None), (["B4", "B5", "C4", "C5"], bans.NO_SIGHT)])
def test_why_a_hex_is_not_seen(forest: list[str], ban: Ban | None) -> None:
    us = [unit(PARA, "A5", "p", weapons=[M1919]), unit(PARA_HALF, "A6")]
    table = Table(us, [unit(FJ, "D5", "f")], terrain={"forest": forest} if forest else {})
    assert forbid_sight(table.state, table.hex("A5"), table.hex("D5")) is ban
