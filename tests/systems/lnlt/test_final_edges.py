"""Plans that are told, maps side by side, groups and those who enter a Melee: one condition at a time."""

from __future__ import annotations

import pytest

from bocage.content import WrongContent
from bocage.kernel import Tally
from bocage.systems.lnlt.content.boards import load_boards
from bocage.systems.lnlt.content.counters import counters
from bocage.systems.lnlt.content.specs import PartSpec
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.hull import ABANDONED, GUN_FIRED, IMMOBILE, WRECK
from bocage.systems.lnlt.rules import acts, traits
from bocage.systems.lnlt.rules.activation import Activation
from bocage.systems.lnlt.rules.administration import conclude
from bocage.systems.lnlt.rules.aftermath import ErraticCard
from bocage.systems.lnlt.rules.artillery import shell_riders, strike_men
from bocage.systems.lnlt.rules.convoy import Convoy
from bocage.systems.lnlt.rules.coordination import GroupAttack
from bocage.systems.lnlt.rules.crews import spotting_vehicles
from bocage.systems.lnlt.rules.driving import Driving, allowance
from bocage.systems.lnlt.rules.gliders import TouchDown
from bocage.systems.lnlt.rules.laststand import LastStand
from bocage.systems.lnlt.rules.light_mortar import LobMortar
from bocage.systems.lnlt.rules.machine_guns import MachineGunFire
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.orders import departures
from bocage.systems.lnlt.rules.ordnance import cover_tally
from bocage.systems.lnlt.rules.rallywork import inspired_hexes
from bocage.systems.lnlt.rules.reactions import small_arms
from bocage.systems.lnlt.rules.snipers import shoot_back
from bocage.systems.lnlt.rules.transport import HoldOn
from bocage.systems.lnlt.rules.vehicle_fire import vehicle_targets
from bocage.systems.lnlt.rules.wrecks import vehicle_damage_check
from systems.lnlt.armour import SHERMAN, WEST, Field, side, vehicle
from systems.lnlt.table import PARA, RIFLES, Table, unit
from systems.lnlt.test_weapon_edges import battery

pytestmark = pytest.mark.both_seats

SS = "ge.ss44.squad.2-6-4"


@pytest.mark.rule("lnlt.scenario.secret", "lnlt.core.9")
def test_the_plans_of_both_sides_are_told_at_the_end() -> None:
    plans = [{"objectives": [{"hex": hex_, "points": 4}]} for hex_ in ("D5", "A1")]
    field = Field(side("us", unit(PARA, "D5"), plans=plans), side("de", unit(RIFLES, "H5"), plans=plans), phase="rally")
    state = field.state
    assert state.course is not None
    state.course.picked, state.course.known = [0, 1], [False, False]
    state.events = []
    conclude(state)
    assert [one.args["plan"] for one in state.events if one.kind == "plan-shown"] == ["D5 (4)", "A1 (4)"]
    assert state.course.known == [True, True]


@pytest.mark.rule("lnlt.core.10.5")
@pytest.mark.first_seat
def test_every_row_of_maps_has_one() -> None:
    part = PartSpec("steppe-balka")
    board = load_boards([[part, part]], None, 0, ())
    assert board.grid.columns == 24
    for rows in ([], [[]], [[part], []]):
        with pytest.raises(WrongContent, match="at least one map"):
            load_boards(rows, None, 0, ())


@pytest.mark.rule("lnlt.hid.skill.coordinated-fire.e", "lnlt.core.5.0", "lnlt.core.10.4")
@pytest.mark.parametrize(("wall", "best"), [("E2/E3", "H3"), ("E2/F3", "E5")])
@pytest.mark.parametrize("turned", [True, False])
def test_a_group_fires_from_where_cover_helps_least(wall: str, best: str, turned: bool) -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "H3", "b")], [unit(RIFLES, "E2", "r")], sides={"wall": [wall]})
    one, other = table.unit("a"), table.unit("b")
    group = GroupAttack(one.seat, one.hex, table.hex("E2"), 0, [table.names["r"]])
    group.firers = [acts.WITH_OWN.on(number) for number in (one.id, other.id)]
    if turned:
        group.firers.reverse()
    assert group.best_origin(table.state) == table.hex(best)


@pytest.mark.rule("lnlt.core.8.0")
@pytest.mark.parametrize(("who", "stands"), [("fit", True), ("shaken", False), ("dead", False)])
def test_only_those_who_can_fight_put_the_shaken_to_the_test(who: str, stands: bool) -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(PARA, "E4", "b"), unit(PARA, "J9")],
        [unit(SS, "E4", "s", shaken=True), unit(RIFLES, "A1")],
        module="hon",
        options={"ss_stand": "alone"},
    )
    state, one = table.state, table.unit("a")
    state.leave(one)
    state.enter(one, table.hex("E4"))
    if who == "dead":
        state.eliminate(one)
    elif who == "shaken":
        one.flags |= flags.SHAKEN
    melee = Melee(one.seat, table.hex("E4"), [one.id])
    state.push(melee)
    melee.begin(state)
    assert any(isinstance(step, LastStand) for step in state.stack) == stands


@pytest.mark.rule("lnlt.core.4.0")
@pytest.mark.parametrize("acted", [True, False])
def test_an_activation_in_which_nothing_was_done_is_a_pass(acted: bool) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "A1")])
    state = table.state
    activation = Activation(table.unit("a").seat, table.hex("J9"))
    activation.acted = acted
    state.passes = 1
    state.push(activation)
    activation.close(state)
    assert state.passes == (1 if acted else 2)
    assert activation not in state.stack


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.5.8")
def test_men_fire_at_those_vehicles_alone_that_are_seen_and_manned() -> None:
    tanks = [vehicle(SHERMAN, hex_, name, WEST) for hex_, name in (("G5", "S"), ("G9", "T"), ("G5", "W"))]
    field = Field(
        side("de", unit(RIFLES, "D5", "a")),
        side("us", *tanks, unit("us.medic", "L9")),
        terrain={"forest": ["E7", "E8", "F7", "F8", "F9", "G8", "E6", "F6"]},
    )
    state, men = field.state, field.unit("a")
    field.vehicle("W").flags |= ABANDONED
    assert not state.sight_from(men.hex) >> field.hex("G9") & 1
    assert state.board.grid.distances[men.hex][field.hex("G9")] <= men.type.range
    found = vehicle_targets(state, men.seat, 1 << men.hex, 1 << men.id)
    assert found == [acts.FIRE_AT_VEHICLE.act(men.hex, field.vehicle("S").id)]


@pytest.mark.rule("lnlt.hid.skill.friendly-fire.c", "lnlt.hid.skill.friendly-fire.e")
def test_the_only_friends_in_sight_take_the_shots_that_go_astray() -> None:
    table = Table(
        [unit("us.hero.para", "E5", "h", skill="friendly-fire"), unit(PARA, "E6", "a"), unit(PARA, "E9", "out")],
        [unit(RIFLES, "E3", "f")],
        terrain={"forest": ["E7", "E8", "D8", "D7", "F7", "F8"]},
        impulse="us",
    )
    table.do("activate", where="E5")
    events = table.do("fire", where="E3", dice=[1, 1, 1, 6])
    assert [one.args["target"] for one in events if one.kind in ("fire-hits", "fire-misses")] == ["E6"]


@pytest.mark.rule("lnlt.core.armour.6.3", "lnlt.core.armour.6.5")
@pytest.mark.parametrize(("defence", "held"), [(3, True), (4, False)])
def test_riders_hold_on_where_a_shell_just_hits(defence: int, held: bool) -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", WEST, passengers=["p"]), unit(PARA, "D5", "p")),
        side("de", unit(RIFLES, "L9")),
    )
    state, tank = field.state, field.vehicle("S")
    tally = Tally(True)
    tally.add(2, "fire.artillery", "lnlt.core.armour.8.2")
    state.dice.script, state.dice.cursor = [defence], 0
    shell_riders(state, tank, tally, 3)
    assert any(isinstance(step, HoldOn) for step in state.stack) == held


@pytest.mark.rule("lnlt.hon.23.2a", "lnlt.sab.22.2.2g", "lnlt.core.1.3")
@pytest.mark.parametrize("full", [True, False])
def test_who_lands_where_there_is_no_room_is_lost(full: bool) -> None:
    men = [unit("uk.para.squad.1-6-4", "D5", f"m{n}") for n in range(3 if full else 2)]
    field = Field(
        side("uk", *men, unit("uk.para.squad.1-6-4", "A9", "p")),
        side("de", unit(RIFLES, "L9")),
        module="sab",
        victory={"casualty_points": 2},
    )
    state, one = field.state, field.unit("p")
    state.leave(one)
    one.hex = -1
    TouchDown(one.seat, field.hex("D5"), 0, "lands", [one.id], []).get_out(state)
    assert (field.place("p") == "D5") == (not full)
    assert state.losses[one.seat] == (2 if full else 0)


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.6.0")
def test_who_has_slipped_away_goes_no_farther_with_the_stack() -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "E6", "b")], [unit(RIFLES, "A1")])
    state, one, other = table.state, table.unit("a"), table.unit("b")
    move = Movement(one.seat, one.hex, kinds.WALK, 1 << one.id | 1 << other.id)
    move.movers = [one.id, other.id]
    state.push(move)
    move.opportunity(state)
    assert move.movers == [one.id]
    assert other.flags & flags.MOVED


@pytest.mark.rule("lnlt.hon.1.6.4j", "lnlt.core.5.1", "lnlt.hon.1.6.4n")
def test_a_mortar_bomb_hurts_those_in_its_hex() -> None:
    table = battery()
    state, crew = table.state, table.unit("crew")
    lob = LobMortar(crew.id)
    lob.target = table.hex("E2")
    state.push(lob)
    state.dice.script, state.dice.cursor = [6, 6, 1, 6, 1], 0
    lob.resolve(state, crew)
    state.pending = []
    state.advance()
    assert table.is_shaken("r") or table.unit("r").type.id != RIFLES or table.place("r") == "gone"
    assert (crew.flags & flags.FIRED, table.unit("friend").flags & flags.OPS) == (flags.FIRED, flags.OPS)


@pytest.mark.rule("lnlt.hid.skill.opportunist.f", "lnlt.hid.skill.opportunist.b")
@pytest.mark.parametrize(("mark", "slew"), [(flags.FIRED, True), (0, False)])
def test_a_sniper_who_shoots_again_as_an_opportunist_has_done_so(mark: int, slew: bool) -> None:
    table = Table([unit("us.sniper", "E5", "sn"), unit(PARA, "A9")], [unit(RIFLES, "E2")])
    sniper = table.unit("sn")
    sniper.flags |= mark
    shoot_back(table.state, sniper, 4)
    assert bool(sniper.flags & flags.SLEW) == slew


@pytest.mark.rule("lnlt.core.4.0", "lnlt.hid.skill.ace-gunner.d", "lnlt.hid.skill.aimed-fire.b")
def test_what_lasts_for_an_activation_ends_with_it() -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "E6", "b")], [unit(RIFLES, "A1")])
    one, other = table.unit("a"), table.unit("b")
    one.flags |= flags.ANOTHER | flags.AIMED
    other.flags |= flags.FIRED
    activation = Activation(one.seat, one.hex)
    activation.acted = True
    table.state.push(activation)
    activation.close(table.state)
    assert not one.flags & (flags.ANOTHER | flags.AIMED)
    assert other.flags & flags.FIRED


@pytest.mark.rule("lnlt.nosb.13.51a", "lnlt.nosb.13.51d")
def test_one_appeal_reaches_all_crews_of_a_hex() -> None:
    tanks = [vehicle("su.veh.t34", "D5", name, WEST) for name in ("S", "T")]
    field = Field(
        side("su", *tanks), side("de", unit(RIFLES, "L9")), module="nosb", options={"motherland": "every-hex"}
    )
    for name in ("S", "T"):
        field.vehicle(name).flags |= flags.SHAKEN
    found = inspired_hexes(field.state, field.vehicle("S").seat)
    assert found == [acts.RAISE.on(field.hex("D5"))]


@pytest.mark.rule("lnlt.hon.1.6.4j", "lnlt.boh.25.2.erratic.a")
@pytest.mark.parametrize(("dice", "hit"), [([2, 2, 5], False), ([3, 2, 5], False), ([4, 2, 5], True)])
def test_a_mortar_bomb_must_beat_the_die_and_its_victims_may_play_a_card(dice: list[int], hit: bool) -> None:
    """Two for the mortar and the higher die against five."""
    table = battery(de=[unit(RIFLES, "E2", "r"), unit("ge.ldr.weiss", "E2", "boss", skill="erratic")])
    state, crew = table.state, table.unit("crew")
    lob = LobMortar(crew.id)
    lob.target = table.hex("E2")
    state.pending = []
    state.push(lob)
    state.dice.script, state.dice.cursor = dice, 0
    lob.resolve(state, crew)
    if hit:
        state.advance()
        assert (table.kind, table.decision.seat) == (acts.ERRATIC_CARD.name, 1 - crew.seat)
    else:
        assert not any(isinstance(step, ErraticCard) for step in state.stack)


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.5.3")
def test_after_a_step_the_enemys_vehicles_may_answer_anew() -> None:
    field = Field(
        side("us", unit(PARA, "E5", "a"), vehicle(SHERMAN, "A9", "S", WEST)),
        side("de", vehicle("ge.veh.stug3g", "H5", "G", WEST), unit(RIFLES, "L9")),
    )
    one, mine, theirs = field.unit("a"), field.vehicle("S"), field.vehicle("G")
    mine.flags |= GUN_FIRED
    theirs.flags |= GUN_FIRED
    Movement(one.seat, one.hex, kinds.WALK, 1 << one.id).close_window(field.state)
    assert (mine.flags & GUN_FIRED, theirs.flags & GUN_FIRED) == (GUN_FIRED, 0)


@pytest.mark.rule("lnlt.core.armour.13")
@pytest.mark.parametrize(
    ("difference", "die", "armoured", "fate"),
    [(1, 1, True, 0), (3, 6, True, flags.SHAKEN), (12, 6, True, ABANDONED), (12, 6, False, WRECK)],
)
def test_what_a_damage_check_makes_of_a_vehicle(difference: int, die: int, armoured: bool, fate: int) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", WEST)), side("de", unit(RIFLES, "L9")))
    tank = field.vehicle("S")
    field.state.dice.script, field.state.dice.cursor = [die, 1], 0  # and one for the crew
    assert vehicle_damage_check(field.state, tank, difference, armoured) == (fate == 0)
    assert tank.flags & (flags.SHAKEN | ABANDONED | WRECK) == fate


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.armour.6.3")
@pytest.mark.parametrize(("place", "may"), [("E5", True), ("D5", True), ("C5", False)])
def test_men_who_reach_the_next_hex_answer_vehicles_there(
    monkeypatch: pytest.MonkeyPatch, place: str, may: bool
) -> None:
    field = Field(side("us", unit(PARA, place, "p")), side("de", vehicle("ge.veh.sdkfz8", "E5", "T", WEST)))
    one, truck = field.unit("p"), field.vehicle("T")
    monkeypatch.setattr(one.type, "reach", 1)
    assert bool(small_arms(field.state, one.seat, truck.hex, truck.id)) == may


@pytest.mark.rule("lnlt.core.6.5")
@pytest.mark.parametrize(("change", "goes"), [("", True), ("nobody", False), ("shaken", False), ("stuck", False)])
def test_a_convoy_goes_on_while_both_can(change: str, goes: bool) -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "E8", "S", facing=5), unit(PARA, "E8", "p")), side("de", unit(RIFLES, "L1"))
    )
    state, tank, man = field.state, field.vehicle("S"), field.unit("p")
    convoy = Convoy(tank.seat, tank.id, False, 1 << man.id)
    convoy.movers, convoy.step = [] if change == "nobody" else [man.id], 1
    tank.flags |= {"shaken": flags.SHAKEN, "stuck": IMMOBILE}.get(change, 0)
    assert convoy.march(man.hex).peaceful, "no enemy is fought on the way"
    state.pending = []
    state.push(convoy)
    convoy.advance(state)
    assert (convoy in state.stack) == goes
    assert bool(state.pending) == goes


@pytest.mark.rule("lnlt.core.armour.8.2", "lnlt.boh.25.2.erratic.a")
@pytest.mark.parametrize("mixed", [True, False])
def test_a_barrage_hurts_each_side_by_itself(mixed: bool) -> None:
    """Whose card it is, decides about it."""
    us = [unit("us.ldr.clarkson", "E5", "c", skill="erratic"), unit(PARA, "A9")]
    table = Table(us, [unit(RIFLES, "E5" if mixed else "A1", "r")])
    state, boss = table.state, table.unit("c")
    state.pending = []
    tally = Tally(True)
    tally.add(6, "fire.artillery", "lnlt.core.armour.8.2")
    state.dice.script, state.dice.cursor = [6, 1, 1, 1, 1], 0
    state.dice.roll(6, acts.FOR_ATTACK)
    strike_men(state, boss.hex, tally, state.dice.log[-1], [boss.id, *([table.names["r"]] if mixed else [])])
    card = next(step for step in state.stack if isinstance(step, ErraticCard))
    assert (card.seat, card.victims) == (boss.seat, [boss.id])


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.5.5", "lnlt.nosb.21.6d")
def test_a_trench_keeps_off_bullets_more_than_what_falls_into_it() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", 1)),
        side("de", unit(RIFLES, "G5", "r")),
        ground=[{"marker": "trench", "hexes": ["G5"]}],
    )
    tank, men = field.vehicle("S"), [field.names["r"]]
    here, there = tank.hex, field.hex("G5")
    fire = MachineGunFire(tank.seat, tank.id, there, -1, men, False)
    direct, falling = (cover_tally(field.state, here, there, plunging).total for plunging in (False, True))
    assert fire.cover(field.state).total == direct != falling


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.6")
def test_who_has_spent_half_his_points_makes_no_assault_move() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", WEST)), side("de", unit(RIFLES, "L9")))
    tank = field.vehicle("S")
    half = allowance(tank, True)
    both = {acts.SET_OUT.act(), acts.SET_OUT_ASSAULTING.act()}
    assert set(departures(field.state, tank, half - 1)) == both
    assert set(departures(field.state, tank, half)) == {acts.SET_OUT.act()}


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.6")
@pytest.mark.parametrize(("type_", "armed"), [("us.veh.truck", False), ("us.veh.m3", True), (SHERMAN, True)])
def test_what_has_any_weapon_may_make_an_assault_move(type_: str, armed: bool) -> None:
    field = Field(side("us", vehicle(type_, "D5", "S", WEST)), side("de", unit(RIFLES, "L9")))
    found = departures(field.state, field.vehicle("S"), 0)
    assert (acts.SET_OUT_ASSAULTING.act() in found) == armed
    assert acts.SET_OUT.act() in found


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.6")
def test_a_move_that_is_over_leaves_the_marker_alone() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", WEST)), side("de", unit(RIFLES, "L9")))
    state, tank = field.state, field.vehicle("S")
    tank.flags |= flags.MOVING
    drive = Driving(tank.seat, tank.id, False, 1)
    state.push(drive)
    drive.finish(state, tank)
    assert tank.flags & (flags.MOVING | flags.MOVED) == flags.MOVED


@pytest.mark.rule("lnlt.core.armour.5.12", "lnlt.core.8.1")
@pytest.mark.parametrize("friend", [True, False])
def test_no_crew_looks_for_enemies_among_friends(friend: bool) -> None:
    own = [vehicle(SHERMAN, "D5", "S", WEST), *([unit(PARA, "G5", "p", shaken=True)] if friend else [])]
    field = Field(side("us", *own), side("de", unit(RIFLES, "G5", "r")), terrain={"light-woods": ["G5"]})
    state, tank = field.state, field.vehicle("S")
    if friend:
        field.unit("r").flags |= flags.SHAKEN
    assert not state.seen_from(tank.hex, 1 - tank.seat) >> field.hex("G5") & 1
    found = spotting_vehicles(state, tank.seat)
    assert found == ([] if friend else [acts.SPOT_FROM_VEHICLE.act(tank.id, field.hex("G5"))])


@pytest.mark.rule("lnlt.nosb.23.0d")
@pytest.mark.parametrize(("module", "marked"), [("boh", True), ("hon", False), ("boh+sab", True)])
@pytest.mark.first_seat
def test_a_counter_has_the_traits_of_its_module(module: str, marked: bool) -> None:
    """Glider half-squads read otherwise in another module's document."""
    half = counters(module)[0]["us.glider.hs.1-5-4"]
    assert bool(half.traits & traits.marks(["glider-majority"])) == marked


@pytest.mark.rule("lnlt.nosb.23.0d")
@pytest.mark.first_seat
def test_halves_make_what_they_are_halves_of() -> None:
    sheet = counters("nosb")[0]
    for squad in ("ge.wehrnosb.squad.1-4-4", "su.line.squad.1-4-4-5"):
        half = sheet[squad].reduced_odd
        assert half is not None
        assert half.combined is not None
        assert half.combined.reduced_odd is half
