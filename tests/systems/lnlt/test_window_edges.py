"""What is left when a step is over, and machine guns of vehicles: one condition at a time and from either seat."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.kernel import Tally, first
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import CONTINUOUS, GUN_FIRED, HULL_FIRED, MG_FIRED, TURNED
from bocage.systems.lnlt.model.vehicles import NONE, TURRET
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.administration import administrate
from bocage.systems.lnlt.rules.air import flak_fp
from bocage.systems.lnlt.rules.close_assault import CloseAssault
from bocage.systems.lnlt.rules.driving import MOST_VEHICLES, Driving, can_stand
from bocage.systems.lnlt.rules.guns import MortarFire, mortar_tally, spotter_for
from bocage.systems.lnlt.rules.high_explosive import Blast
from bocage.systems.lnlt.rules.machine_guns import MachineGunFire
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.ordnance import cover_tally
from bocage.systems.lnlt.rules.reactions import Exposure
from bocage.systems.lnlt.rules.shots import OrdnanceShot
from bocage.systems.lnlt.rules.slayer import SlayerCheck
from bocage.systems.lnlt.rules.snipers import Snipe
from bocage.systems.lnlt.rules.transport import HoldOn
from systems.lnlt.armour import EAST, FAR, SHERMAN, STUG, WEST, Field, duel, side, sum_lines, vehicle
from systems.lnlt.table import CLARKSON, PARA, RIFLES, WEISS, event, unit

pytestmark = pytest.mark.both_seats


# ---- when a step is over


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.7.1", "lnlt.core.armour.6.2", "lnlt.core.5.3")
@pytest.mark.parametrize("what", ["drives", "assaults", "gets-out"])
def test_who_declines_may_fire_all_his_weapons_again(what: str) -> None:
    field = duel(unit(PARA, "F5", "p"), de=[vehicle(STUG, "G5", "G", WEST)])
    state, seat, man = field.state, field.unit("p").seat, field.names["p"]
    spent = GUN_FIRED | HULL_FIRED | MG_FIRED | TURNED
    field.vehicle("G").flags = flags.FIRED | spent
    field.vehicle("S").flags = spent
    procedure: Any = {
        "drives": lambda: Driving(seat, field.vehicle("S").id, False, 0),
        "assaults": lambda: CloseAssault(seat, field.hex("F5"), field.hex("G5"), [man]),
        "gets-out": lambda: Exposure(seat, field.hex("F5"), [man]),
    }[what]()
    state.push(procedure)
    procedure.choose(state, field.decision, acts.DECLINE.act())
    assert field.vehicle("G").flags == flags.FIRED
    assert field.vehicle("S").flags == spent


@pytest.mark.rule("lnlt.core.11.4", "lnlt.core.4.1", "lnlt.pac.12.11.4a", "lnlt.hid.skill.armor-piercer.c")
@pytest.mark.parametrize("spot", ["D3", "G5"])
def test_a_sniper_who_has_spotted_is_offered_that_hex_alone(spot: str) -> None:
    us = [unit(PARA, "D3", "p"), unit(PARA, "G5", "q"), vehicle(SHERMAN, "G5", "T", WEST)]
    own = side("de", unit("ge.sniper", "D7", "sn", skill="armor-piercer"), unit(RIFLES, "A9", "rest"))
    field = Field(own, side("us", *us), terrain={"orchard": ["A9"]})
    state, sniper = field.state, field.unit("sn")
    sniper.flags |= flags.OPS | flags.SPOTTER
    state.spot_hex = field.hex(spot)
    state.pending = []
    Snipe(sniper.id).advance(state)
    found = {(acts.ACTS.of(option).name, first(option)) for option in state.pending[0].options}
    wanted = {(acts.SNIPE_AT.name, field.hex(spot))}
    assert found == wanted | ({(acts.PIERCE.name, field.vehicle("T").id)} if spot == "G5" else set())


# ---- machine guns of vehicles


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.4.3", "lnlt.core.5.0.2", "lnlt.core.armour.6.3")
@pytest.mark.parametrize("mark", [0, flags.MOVED])
@pytest.mark.parametrize("at", ["vehicle", "riders", "men"])
def test_machine_guns_at_what_moves(at: str, mark: int) -> None:
    tank = vehicle(STUG, "G5", "G", WEST, passengers=["r"])
    field = duel(de=[tank, unit(RIFLES, "G5", "r"), unit(RIFLES, "G5", "foot")])
    if at == "men":
        field.unit("foot").flags |= mark
    else:
        field.vehicle("G").flags |= mark
    shooter, target = field.vehicle("S"), field.vehicle("G").id if at != "men" else NONE
    victims = [field.names["foot"]] if at == "men" else []
    fire = MachineGunFire(shooter.seat, shooter.id, field.hex("G5"), target, victims, False)
    fire.at_riders = at == "riders"
    found = sum_lines(fire.tally(field.state))
    assert found.pop("fire.machine-guns") == sum(gun.fp for gun in shooter.type.mgs)
    assert found == ({"fire.moving": 1} if mark else {})


@pytest.mark.rule("lnlt.core.armour.5.4", "lnlt.core.armour.14.1", "lnlt.core.1.3")
@pytest.mark.parametrize("others", [0, 1, 2])
def test_there_is_room_for_so_many_vehicles(others: int) -> None:
    more = [vehicle(SHERMAN, "G5", f"t{n}") for n in range(others)]
    field = duel(*more, de=[])
    one = field.vehicle("S").type
    assert can_stand(field.state, one, field.hex("G5")) == (others < MOST_VEHICLES)


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.armour.5.5")
@pytest.mark.parametrize(("edge", "held"), [(0, False), (1, True)])
def test_riders_who_are_just_hit_have_to_hold_on(edge: int, held: bool) -> None:
    field = duel(de=[vehicle(STUG, "G5", "G", WEST, passengers=["r"]), unit(RIFLES, "G5", "r")])
    state, shooter = field.state, field.vehicle("S")
    fire = MachineGunFire(shooter.seat, shooter.id, field.hex("G5"), field.vehicle("G").id, [], False)
    fire.at_riders = True
    state.push(fire)
    die = next(die for die in range(1, 7) if 1 <= fire.tally(state).total + die - fire.cover(state).total - edge <= 6)
    state.dice.script = [die, fire.tally(state).total + die - fire.cover(state).total - edge]
    state.dice.cursor = 0
    fire.advance(state)
    assert any(isinstance(step, HoldOn) for step in state.stack) == held
    assert event(state.events, "riders-hit" if held else "riders-missed")
    assert shooter.flags & MG_FIRED


# ---- mortar teams, and the end of a turn


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.core.5.0.1")
@pytest.mark.parametrize("direct", [True, False])
def test_a_leader_helps_a_mortar_that_sees_its_target(direct: bool) -> None:
    field = duel(unit("us.wt.mortar81", "D8", "m"), unit(CLARKSON, "D8", "l"), de=[unit(RIFLES, "D4", "r")])
    fire = MortarFire(field.unit("m").seat, field.names["m"])
    fire.hex = field.hex("D4")
    fire.spotter = field.names["m"] if direct else field.names["l"]
    found = sum_lines(fire.tally(field.state))
    assert found.get("fire.leadership", 0) == (field.unit("l").leadership() if direct else 0)


@pytest.mark.rule("lnlt.core.9", "lnlt.dj.15.7p", "lnlt.core.armour.5.6")
@pytest.mark.parametrize("goes_on", [False, True])
def test_what_a_new_turn_takes_from_a_vehicle(goes_on: bool) -> None:
    field = duel(de=[])
    one = field.vehicle("S")
    one.spent = 3
    one.flags |= flags.MOVED | flags.FIRED | (CONTINUOUS if goes_on else 0)
    administrate(field.state)
    assert one.spent == 0
    assert one.flags == (flags.MOVED | CONTINUOUS if goes_on else 0)


@pytest.mark.rule("lnlt.core.10.2")
def test_different_floors_two_hexes_apart_see_each_other() -> None:
    field = duel(de=[], terrain={"tall-stone-building": ["G5", "G3", "G4"]})
    board, hexes = field.state.board, field.hex
    assert not board.is_cut_off(hexes("G5.1"), hexes("G3"))
    assert board.is_cut_off(hexes("G5.1"), hexes("G4"))
    assert board.is_cut_off(hexes("G5.1"), hexes("G5"))
    assert not board.is_cut_off(hexes("G5.1"), hexes("G4.1"))


# ---- who keeps a hex after a Melee that nobody can fight


@pytest.mark.rule("lnlt.core.8.1", "lnlt.core.1.8.1", "lnlt.core.9")
@pytest.mark.parametrize(("who", "flips"), [("us.wt.m1917", True), ("us.medic", False)])
def test_who_stays_holds_what_the_others_leave(who: str, flips: bool) -> None:
    objectives = {"objectives": [{"hex": "F5", "points": 3}]}
    field = duel(unit(who, "F5", "m"), de=[unit("ge.medic", "F5", "x")], victory=objectives)
    state, seat = field.state, field.unit("m").seat
    state.control[0] = 1 - seat
    melee = Melee(seat, field.hex("F5"), [])
    state.push(melee)
    melee.retreat(state, field.hex("G5"))
    assert field.place("x") == "G5"
    assert state.control[0] == (seat if flips else 1 - seat)


@pytest.mark.rule("lnlt.hid.skill.slayer.d", "lnlt.hid.skill.slayer.e", "lnlt.hid.skill.slayer.c")
@pytest.mark.parametrize("at", ["E5", "D5"])
def test_with_what_a_slayer_fires_at_who_comes_to_him(at: str) -> None:
    """In the hex of a vehicle that came upon him as anywhere else: his own arms, which count for nothing."""
    field = Field(
        side("de", unit("ge.hero.fj", "E5", "h", skill="slayer"), unit(RIFLES, "A9", "rest")),
        side("us", vehicle("us.veh.truck", at, "T", EAST), unit(PARA, "L9", "p")),
        terrain={},
    )
    check = SlayerCheck(field.names["h"], field.hex(at), [], field.vehicle("T").id, False)
    shot = check.shot(field.state, field.unit("h"))
    assert shot.firers == [acts.WITH_OWN.on(field.names["h"])]
    assert shot.opportunity
    found = sum_lines(shot.tally(field.state))
    assert found.pop("fire.slayer", 0) + found.pop("fire.lead", 0) == 0
    assert found == ({"fire.adjacent": 2} if at == "D5" else {})


@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.8.1")
@pytest.mark.parametrize("foe", [False, True])
def test_a_melee_of_those_who_cannot_fight_is_over(foe: bool) -> None:
    """With nobody left on the other side at once, else when that side has gone."""
    field = duel(unit("us.medic", "F5", "m"), de=[unit("ge.medic", "F5", "x")] if foe else [])
    state = field.state
    melee = Melee(field.unit("m").seat, field.hex("F5"), [])
    state.push(melee)
    melee.advance(state)
    assert (melee in state.stack) == foe


# ---- hits by a single point, and turrets


@pytest.mark.rule("lnlt.core.armour.8.1")
@pytest.mark.parametrize("hexes", [2, 3])
def test_more_than_two_degrading_hexes_hinder_a_mortar(hexes: int) -> None:
    brush = ["D7", "D6", "D5"][:hexes]
    terrain = {"brush": brush}
    own = side("us", unit("us.wt.mortar81", "D8", "m"))
    field = Field(own, side("de", unit(RIFLES, "D4", "r"), FAR), terrain=terrain)
    found = sum_lines(mortar_tally(field.state, field.unit("m"), field.hex("D4"), True))
    assert found.get("fire.degrading", 0) == (-3 if hexes == 3 else 0)
    assert "fire.degrading" not in sum_lines(mortar_tally(field.state, field.unit("m"), field.hex("D4"), False))


@pytest.mark.rule("lnlt.core.armour.9")
@pytest.mark.parametrize(("he", "fp"), [(NONE, 0), (0, 0), (1, 1), (4, 4)])
def test_how_hard_flak_fires_at_aircraft(he: int, fp: int) -> None:
    field = duel(de=[unit("ge.wt.flak20", "G5", "flak")])
    one = field.unit("flak")
    one.type = copy(one.type)
    assert one.type.team is not None
    one.type.team = copy(one.type.team)
    assert one.type.team.gun is not None
    one.type.team.gun = copy(one.type.team.gun)
    one.type.team.gun.he = he
    assert flak_fp(field.state, one, field.hex("F5")) == fp


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.hid.15.9.1g", "lnlt.core.armour.2.3")
@pytest.mark.parametrize("gun", [0, 1])
def test_a_gun_in_the_hull_turns_no_turret(gun: int) -> None:
    own = side("fr", vehicle("fr.veh.b1bis", "D5", "B", EAST))
    field = Field(own, side("de", vehicle("ge.veh.pz2", "H5", "P", WEST), FAR), module="hid")
    tank = field.vehicle("B")
    tank.turret = WEST
    shot = OrdnanceShot(tank.seat, field.names["B"], gun, field.names["P"], False)
    shot.lay(field.state)
    turns = tank.type.guns[gun].mount == TURRET
    assert shot.turned == turns
    assert (tank.turret != WEST) == turns
    assert bool(tank.flags & TURNED) == turns


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.armour.5.8")
@pytest.mark.parametrize("edge", [0, 1])
def test_riders_whom_small_arms_just_hit_have_to_hold_on(edge: int) -> None:
    field = duel(
        unit(PARA, "E5", "p"),
        de=[vehicle(STUG, "G5", "G", WEST, passengers=["r"], markers=["buttoned"]), unit(RIFLES, "G5", "r")],
    )
    field.do("activate", where="E5")
    die = 3
    attack = field.unit("p").type.fp
    defence = attack + die - edge - cover_tally(field.state, field.hex("E5"), field.hex("G5"), False).total
    assert 1 <= defence <= 6
    events = field.do("fire-at-riders", "G", dice=[die, defence, *([1] if edge else [])])
    assert event(events, "riders-hit" if edge else "riders-missed").args["difference"] == edge
    assert any(one.kind == "damage" for one in events) == bool(edge)


@pytest.mark.rule("lnlt.core.armour.5.5")
@pytest.mark.parametrize("edge", [0, 1])
def test_men_whom_machine_guns_just_hit_take_a_check(edge: int) -> None:
    field = duel(de=[unit(RIFLES, "G5", "r")])
    state, shooter = field.state, field.vehicle("S")
    fire = MachineGunFire(shooter.seat, shooter.id, field.hex("G5"), NONE, [field.names["r"]], False)
    state.push(fire)
    edge_of = fire.tally(state).total - fire.cover(state).total - edge
    die = next(die for die in range(1, 7) if 1 <= edge_of + die <= 6)
    state.dice.script, state.dice.cursor = [die, edge_of + die, *([1] if edge else [])], 0
    fire.advance(state)
    state.advance()
    assert event(state.events, "mg-hits" if edge else "mg-misses")
    assert any(one.kind == "damage" for one in state.events) == bool(edge)


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.core.4.1", "lnlt.hon.1.6.4k")
@pytest.mark.parametrize(
    ("change", "spots"),
    [("", True), ("dead", False), ("theirs", False), ("hidden", False), ("shaken", False), ("squad", False)],
)
def test_who_spots_for_a_mortar_team(change: str, spots: bool) -> None:
    """A Leader anywhere, or a friend beside it, who sees the hex; the dead see nothing."""
    who = PARA if change == "squad" else CLARKSON
    own = side("us", unit("us.wt.mortar81", "D8", "m"), unit(who, "A8" if change == "hidden" else "H4", "l"))
    walls = {"stone-building": ["D7", "C7", "E7", "C8", "E8", "D6", "B7", "B8"]}
    field = Field(own, side("de", unit(RIFLES, "D4", "r"), unit(WEISS, "G4", "w")), terrain=walls)
    leader = field.unit("l")
    leader.flags |= flags.SHAKEN if change == "shaken" else 0
    if change == "dead":
        field.state.eliminate(leader)
    if change == "theirs":
        field.state.eliminate(leader)
        assert field.unit("w").hex >= 0
    found = spotter_for(field.state, field.unit("m"), field.hex("D4"))
    assert found == (leader.id if spots else -1)


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.armour.4.5")
@pytest.mark.parametrize("edge", [0, 1])
def test_riders_whom_a_shell_just_hits_have_to_hold_on(edge: int) -> None:
    field = duel(de=[vehicle(STUG, "G5", "G", WEST, passengers=["r"]), unit(RIFLES, "G5", "r")])
    state, tank = field.state, field.vehicle("G")
    blast = Blast(tank.seat, field.vehicle("S").type.guns[0], field.hex("D5"), tank.hex, [], True)
    state.push(blast)
    tally = Tally(True)
    tally.add(2, "hit.he", "lnlt.core.armour.4.5")
    state.dice.script, state.dice.cursor = [4 - edge], 0
    blast.shake_off(state, tank, tally, 3, 1)
    assert any(isinstance(step, HoldOn) for step in state.stack) == bool(edge)
