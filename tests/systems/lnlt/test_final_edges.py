"""Plans that are told, maps side by side, groups and those who enter a Melee: one condition at a time."""

from __future__ import annotations

import pytest

from bocage.content import WrongContent
from bocage.systems.lnlt.content.boards import load_boards
from bocage.systems.lnlt.content.specs import PartSpec
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import ABANDONED
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.activation import Activation
from bocage.systems.lnlt.rules.administration import conclude
from bocage.systems.lnlt.rules.coordination import GroupAttack
from bocage.systems.lnlt.rules.laststand import LastStand
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.vehicle_fire import vehicle_targets
from systems.lnlt.armour import SHERMAN, WEST, Field, side, vehicle
from systems.lnlt.table import PARA, RIFLES, Table, unit

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
