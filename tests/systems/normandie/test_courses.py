"""The course of a move, on foot and on wheels: what is offered in each space, in which order, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel import first
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.rules import acts, movement
from bocage.systems.normandie.rules.decisions import OPPORTUNITY, STEP
from bocage.systems.normandie.rules.movement import ENDED, Movement
from bocage.systems.normandie.rules.vehicles import Drive, ban_setting_out, can_drive, refuges
from bocage.systems.normandie.state import ABOARD, CREW, FIELD, LOST, TRACK
from systems.normandie.field import Field, spaces_of
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, LEADER, OWN, SIDE, drive, windows

TANK = {0: "us.sherman", 1: "ge.panzer4"}
WATCHED = ["." * 12] * 3 + ["......P....."] + ["." * 12] * 3
SEQUENCE = pytest.mark.rule(
    "hon.aid.move.1", "hon.abil.ambush.8", "hon.terrain.opp.2", "hon.terrain.opp.3", "hon.open.fotm.order.1"
)


def field(seat: int, units: dict[str, str], tokens: dict[str, int] | None = None, **more: Any) -> Field:
    army = {SIDE[seat]: {"tokens": tokens or {}}}
    return Field(units, initiative=SIDE[seat], army=army, **more)


def verbs(options: list[int]) -> set[str]:
    return {acts.ACTS.of(option).name for option in options}


def is_asked(game: Field, seat: int) -> bool:
    return bool(game.state.pending) and game.decision().kind is OPPORTUNITY and game.decision().seat == seat


# ---- the sequence


@BOTH
@SEQUENCE
def test_fire_out_of_turn_is_asked_for_after_each_step_and_not_again_at_the_end(seat: int) -> None:
    game = field(seat, {"a": f"{OWN[seat]} r3c2 order=1", "w": f"{OWN[1 - seat]} r3c6"}, map=WATCHED)
    game.choose("move")
    for place in ("r3c3", "r3c2"):
        game.choose("step", place=place)
        assert is_asked(game, 1 - seat)
        game.choose("decline")
        assert game.decision().kind is STEP
    game.choose("stop")
    assert not is_asked(game, 1 - seat), "this space has had its turn"


@BOTH
@SEQUENCE
def test_a_move_of_no_space_is_fired_at_once(seat: int) -> None:
    game = field(seat, {"a": f"{OWN[seat]} r3c2 order=1", "w": f"{OWN[1 - seat]} r3c6"}, map=WATCHED)
    game.choose("move")
    game.choose("stop")
    assert is_asked(game, 1 - seat)
    game.choose("decline")
    assert not is_asked(game, 1 - seat)


@BOTH
@SEQUENCE
def test_nobody_fires_at_a_move_unseen_or_in_the_supply_phase(seat: int) -> None:
    wall = ["." * 12] * 3 + ["....#.P....."] + ["." * 12] * 3
    game = field(seat, {"a": f"{OWN[seat]} r3c2 order=1", "w": f"{OWN[1 - seat]} r3c6"}, map=wall)
    game.choose("move")
    game.choose("step", place="r3c3")
    assert game.decision().kind is STEP
    game.choose("stop")
    assert not is_asked(game, 1 - seat)
    supply = field(seat, {"a": f"{OWN[seat]} r3c2", "w": f"{OWN[1 - seat]} r3c6"}, map=WATCHED, phase="supply")
    supply.choose("supply-move", "a")
    supply.choose("step", place="r3c3")
    assert supply.decision().kind is STEP
    supply.choose("stop")
    assert not is_asked(supply, 1 - seat)


@SEQUENCE
@pytest.mark.rule("hon.abil.fotm.1", "hon.fire.multi.4")
def test_shots_in_the_last_space_are_answered() -> None:
    game = Field(
        {"p": "ge.puma r3c2 facing=2 order=1", "w": "us8.fire_team r3c6"}, [1] * 4, initiative="de", map=WATCHED
    )
    game.choose("move")
    game.choose("ahead")
    assert is_asked(game, 0)
    game.choose("decline")
    shot = game.offered("moving-fire")[0]
    game.state.play(game.decision(), shot.id)
    game.choose("stop")
    assert is_asked(game, 0), "after the shots, before the move is over"


@BOTH
@SEQUENCE
@pytest.mark.rule("hon.supd.move.3", "hon.abil.ambush.13", "hon.damage.1")
def test_cards_for_a_move_that_is_over(seat: int) -> None:
    """Don't Stop follows a move of one space or more; not a stay, and not what was stopped."""
    after = {("move-ends", "dont_stop")}
    for mover in (OWN[seat], CAR[seat]):
        game = drive(seat, [], mover, ["dont_stop"])
        assert windows(game) == set(), "it is still under way"
        game.choose("stop")
        assert windows(game) == after, mover
    assert windows(drive(seat, ["opportunity_fire", "dont_stop"], OWN[seat])) <= {("stepped", "opportunity_fire")}
    halted = drive(seat, [], CAR[seat], ["dont_stop"])
    halted.unit("a").halted = True
    halted.choose("stop")
    assert windows(halted) == set()


# ---- on foot


@BOTH
@pytest.mark.rule("hon.move.inf.1", "hon.terrain.diff.1", "hon.terrain.diff.2", "hon.card.override.1")
def test_what_a_step_costs(seat: int) -> None:
    rows = ["." * 12] * 3 + ["...x..x....."] + ["." * 12] * 3
    game = field(seat, {"a": f"{OWN[seat]} r3c1 order=1", "b": f"{OWN[1 - seat]} r0c11"}, map=rows)
    state, man = game.state, game.unit("a")
    for start, end, points, left in (
        ("r3c1", "r3c2", 3, 2), ("r3c2", "r3c3", 3, 0), ("r3c3", "r3c4", 3, 0), ("r3c4", "r3c5", 1, 0),
        ("r2c6", "r3c6", 2, 0), ("r3c6", "r2c6", 2, 0),
    ):  # fmt: skip
        state.put(man, game.cell(start))
        move = Movement(man.id, points)
        move.taken = 1
        move.take(state, man, game.cell(end))
        assert (game.at("a"), move.points, move.taken) == (end, left, 2), (start, end)


@BOTH
@pytest.mark.rule(
    "hon.move.inf.1", "hon.victory.win.1", "hon.abil.trans.4", "hon.eq.pos.1", "hon.abil.ambush.1",
    "hon.supply.immutable.1", "hon.abil.tripod.1", "hon.open.transport.orders.1",
    "hon.move.inf.6", "hon.eq.goliath.4", "hon.abil.fotm.1",
)  # fmt: skip
def test_what_a_walker_is_offered(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    edge = {0: 0, 1: 11}[seat]
    units = {
        "a": f"{OWN[seat]} r3c{edge} order=1", "h": f"{HALFTRACK[seat]} r5c{2 + 7 * seat} facing={6 - 4 * seat}",
        "b": f"{OWN[1 - seat]} r0c6",
    }  # fmt: skip
    game = field(seat, units, {"advanced_position": 1})
    state, man = game.state, game.unit("a")

    def offered(points: int, taken: int = 0, turned: int = 0) -> set[str]:
        move = Movement(man.id, points)
        move.taken, move.turned = taken, turned
        return verbs(move.options(state, man))

    assert offered(3) == {"step", "stop"}
    assert offered(0) == {"stop"}
    assert offered(0, 1) == {"stop"}
    state.documents_unit = man.id
    assert offered(1) == {"step", "stop", "exit"}
    assert offered(0) == {"stop"}, "leaving costs a point"
    state.documents_unit = -1
    monkeypatch.setattr(man.face, "ambush", True)
    monkeypatch.setattr(man.counter.faces[1], "concealed", True)
    assert offered(1) == {"step", "stop", "conceal"}
    assert offered(1, 1) == {"step", "stop", "stop-concealed"}
    assert offered(1, 0, 1 << man.id) == {"step", "stop"}, "turned already"
    assert offered(1, 0, 2 << man.id) == {"step", "stop", "conceal"}, "somebody else was"
    monkeypatch.undo()
    monkeypatch.setattr(man.face, "tripod", True)
    monkeypatch.setattr(man.counter.faces[1], "tripod", True)
    assert offered(0) == {"stop", "turn-over"}
    assert offered(0, 0, 1 << man.id) == {"stop"}
    monkeypatch.undo()
    state.phase = flags.SUPPLIES
    assert offered(0) == {"stop", "dig"}
    assert offered(0, 1) == {"stop"}, "instead of moving"
    state.phase = flags.ACTIVATION
    assert offered(0) == {"stop"}
    monkeypatch.setattr(man.face.weapons[0], "on_the_move", 0)
    assert "moving-fire" in offered(1)
    assert "moving-fire" in offered(0, 1)
    assert "moving-fire" not in offered(0), "it does not move at all"
    state.phase = flags.SUPPLIES
    assert "moving-fire" not in offered(1)
    state.phase = flags.ACTIVATION
    mate = game.unit("h")
    state.embark(man, mate)
    assert offered(1) == {"step", "stop"}
    assert offered(0) == {"stop"}
    assert man.status == ABOARD


@BOTH
@pytest.mark.rule(
    "hon.abil.ambush.1", "hon.abil.tripod.1", "hon.abil.ambush.13", "hon.abil.tripod.2", "hon.abil.immutable.1"
)
def test_turning_over_before_and_after_a_move(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = field(seat, {"a": f"{OWN[seat]} r3c1 order=1", "b": f"{OWN[1 - seat]} r0c11"})
    state, man = game.state, game.unit("a")
    monkeypatch.setattr(man.counter.faces[1], "movement", 9)
    before = Movement(man.id, 3)
    before.owes = False
    before.turn(state, man, acts.TURN_OVER)
    assert (man.side, before.points, before.step == ENDED) == (1, 9, False), "the new side's movement"
    assert before.turned == 1 << man.id
    assert before.owes
    after = Movement(man.id, 3)
    after.taken = 1
    after.turn(state, man, acts.TURN_OVER)
    assert (man.side, after.points, after.step == ENDED) == (0, 3, True)


@BOTH
@pytest.mark.rule(
    "hon.supd.move.2", "hon.open.transport.phase.1", "hon.abil.trans.4", "hon.move.zoc.3", "hon.victory.win.1"
)
def test_who_can_move(seat: int) -> None:
    walls = ["#" * 12] * 2 + ["#.##########", "#...########", "#" * 12] + ["#" * 12] * 2
    units = {"a": f"{OWN[seat]} r2c1 order=1", "c": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c3"}
    game = field(seat, units, map=walls)
    state, man = game.state, game.unit("a")
    assert not state.standing[seat] >> game.cell("r3c1") & 1
    assert movement.can_move(state, man)
    state.put(game.unit("c"), game.cell("r3c1"))
    state.put(game.unit("b"), game.cell("r3c2"))
    assert not movement.can_move(state, man), "a friend in the only way, and no farther"
    assert ban_setting_out(state, man) is movement.HEMMED_IN
    state.put(game.unit("b"), game.cell("r3c3"))
    game.unit("b").suppressed = 1
    assert movement.can_move(state, man), "past the friend"
    man.suppressed = 9
    assert not movement.can_move(state, man)
    assert ban_setting_out(state, man) is movement.TOO_SUPPRESSED
    state.documents_cell = man.cell
    assert movement.can_move(state, man), "to take what lies there"


# ---- on wheels


@BOTH
@pytest.mark.rule(
    "hon.open.wreck.cross.1", "hon.victory.win.1", "hon.eq.fuel.2", "hon.damage.1", "hon.move.inf.1", "hon.abil.fotm.1"
)
@pytest.mark.parametrize("weight", ["light", "heavy"])
def test_what_a_driver_is_offered(seat: int, weight: str) -> None:
    edge, facing = (("r3c0", 6), ("r3c11", 2))[seat]
    units = {"t": f"{TANK[seat]} r3c5 facing=2 order=1", "b": f"{OWN[1 - seat]} r0c6"}
    game = field(seat, units, {"fuel": 1}, wrecks={"r3c5": weight})
    state, tank = game.state, game.unit("t")

    def offered(points: int, taken: int = 0) -> set[str]:
        move = Drive(tank.id, points)
        move.taken = taken
        return verbs(move.options(state, tank))

    ways = {"ahead", "back", "left", "right", "swing-left", "swing-right"}
    assert offered(3) & ways == ways
    assert "stop" not in offered(3), "not on a wreck while it can drive on"
    assert "stop" in offered(0)
    assert offered(0) & ways == set()
    assert "refuel" in offered(0)
    assert "refuel" not in offered(0, 1), "before it moves"
    state.put(tank, game.cell("r3c8"))
    assert {"stop", "ahead"} <= offered(1)
    tank.facing = facing
    state.put(tank, game.cell(edge))
    assert "exit" not in offered(1)
    state.documents_unit = tank.id
    assert "exit" in offered(1)
    assert "exit" not in offered(0), "leaving costs a point"


@pytest.mark.rule("hon.damage.1", "hon.abil.fotm.1", "hon.fire.multi.4", "hon.supply.immutable.1")
def test_a_wounded_crew_fires_one_weapon_a_round_on_the_move_too() -> None:
    game = Field({"p": "ge.puma r3c2 facing=2 order=1", "b": "us8.fire_team r3c6"}, initiative="de")
    state, car = game.state, game.unit("p")

    def shots(fired: int = 0) -> int:
        move = Drive(car.id, 2)
        move.fired = fired
        return len([option for option in move.options(state, car) if acts.ACTS.of(option) is acts.MOVING_FIRE])

    every = shots()
    assert every > 0
    car.fired = 1
    assert shots() == every, "an earlier action does not count"
    assert shots(1) < every
    car.damage = CREW
    assert shots() == 0, "but for a wounded crew"
    car.fired = 0
    assert shots() == every
    state.phase = flags.SUPPLIES
    assert shots() == 0


@BOTH
@pytest.mark.rule("hon.eq.fuel.2", "hon.opt.use.3", "hon.army.equip.4", "hon.damage.2")
def test_fuel_is_spent_for_a_point(seat: int) -> None:
    game = field(seat, {"t": f"{CAR[seat]} r3c5 facing=2 order=1", "b": f"{OWN[1 - seat]} r0c11"}, {"fuel": 2})
    state, car = game.state, game.unit("t")
    game.choose("move")
    move = state.stack[-1]
    assert isinstance(move, Drive)
    points = move.points
    game.choose("refuel")
    move = state.stack[-1]
    assert isinstance(move, Drive)
    assert (move.points, car.fuelled, state.tokens[car.tile][flags.FUEL]) == (points + 1, True, 1)
    assert not game.offered("refuel"), "one a round"
    car.suppressed, car.fuelled = 9, False
    assert not can_drive(state, car)
    car.suppressed, car.damage = 0, TRACK
    assert not can_drive(state, car)
    state.documents_cell = car.cell
    assert can_drive(state, car), "to take what lies there"


@BOTH
@pytest.mark.rule("hon.terrain.diff.1", "hon.terrain.diff.2", "hon.move.veh.2", "hon.move.veh.3", "hon.move.veh.4")
def test_what_a_manoeuvre_costs(seat: int) -> None:
    rows = ["." * 12] * 3 + [".....x......"] + ["." * 12] * 3
    for start, manoeuvre, left in (
        ("r3c8", acts.AHEAD, 3), ("r3c4", acts.AHEAD, 0), ("r3c6", acts.AHEAD, 0), ("r3c7", acts.BACK, 0),
        ("r3c9", acts.LEFT, 3), ("r3c5", acts.LEFT, 0), ("r3c9", acts.BACK, 3),
    ):  # fmt: skip
        game = field(seat, {"t": f"{TANK[seat]} r3c9 facing=2 order=1", "b": f"{OWN[1 - seat]} r0c11"}, map=rows)
        tank = game.unit("t")
        game.state.put(tank, game.cell(start))
        move = Drive(tank.id, 4)
        move.taken = 1
        move.drive(game.state, tank, manoeuvre)
        assert (move.points, move.taken) == (left, 2), (start, manoeuvre.name)


@BOTH
@pytest.mark.rule("hon.eq.cutter.2", "hon.eq.cutter.3", "hon.terrain.struct.5", "hon.open.passage.1")
def test_a_tank_cuts_a_hedgerow_and_wears_a_wreck_down(seat: int) -> None:
    rows = ["." * 12] * 3 + ["......h....."] + ["." * 12] * 3
    units = {"t": f"{TANK[seat]} r3c5 facing=2 order=1", "b": f"{OWN[1 - seat]} r0c11"}
    game = field(seat, units, {"passage": 2}, map=rows, wrecks={"r3c7": "heavy"})
    state, tank = game.state, game.unit("t")
    game.choose("move")
    game.choose("ahead")
    assert spaces_of(game, "t") == ["r3c6", "r3c5"]
    assert state.tokens[tank.tile][flags.PASSAGE] == 1
    assert state.ground.passages == 1 << game.cell("r3c6")
    assert state.markers == [0]
    move = Drive(tank.id, 3)
    move.break_through(state, tank, game.cell("r3c7"))
    assert state.markers == [1]
    move.break_through(state, tank, game.cell("r3c2"))
    assert (state.markers, state.tokens[tank.tile][flags.PASSAGE]) == ([1], 1), "open ground costs nothing"


@BOTH
@pytest.mark.rule("hon.move.veh.11", "hon.move.veh.12", "hon.move.veh.10")
def test_where_those_run_over_can_go(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = field(seat, {"a": f"{OWN[seat]} r0c0 order=1", "c": f"{LEADER[seat]} r0c1", "b": f"{OWN[1 - seat]} r6c11"})
    man = game.unit("a")
    assert {game.state.board.grid.name(cell) for cell in refuges(game.state, man)} == {"r1c0", "r1c1"}
    monkeypatch.setattr(man.face, "movement", 0)
    assert refuges(game.state, man) == []
    monkeypatch.setattr(man.face, "movement", 1)
    assert len(refuges(game.state, man)) == 2


# ---- assaults


@BOTH
@pytest.mark.rule(
    "hon.assault.launch.1", "hon.assault.launch.2", "hon.assault.launch.3", "hon.assault.zoc.1", "hon.assault.who.1",
    "hon.abil.trans.5", "hon.terrain.diff.2", "hon.assault.announce.2", "hon.supd.move.2", "hon.assault.roll.3",
)  # fmt: skip
@pytest.mark.parametrize("away", range(1, 6))
@pytest.mark.parametrize("points", range(5))
def test_how_near_one_must_be_to_assault(monkeypatch: pytest.MonkeyPatch, seat: int, away: int, points: int) -> None:
    """At once from beside the target with a point left; after a step or more with a point left to enter."""
    game = field(seat, {"a": f"{LEADER[seat]} r3c1 order=1", "b": f"{OWN[1 - seat]} r3c{1 + away}"})
    state, man, enemy = game.state, game.unit("a"), game.unit("b")
    assert man.face.assault
    at_once = movement.ban_assault(state, man, enemy, points)
    walking = movement.ban_approach(state, man, enemy, points)
    assert (at_once is None) is (away == 1 and points >= 1)
    if away > 1:
        assert (walking is None) is (points >= away)
    if points < 1:
        assert at_once is walking is movement.TOO_SUPPRESSED
    state.remove(enemy, LOST)
    assert movement.ban_assault(state, man, enemy, points) is movement.NOBODY_THERE
    state.put(enemy, game.cell("r3c9"))
    monkeypatch.setattr(man.face, "assault", False)
    assert movement.ban_assault(state, man, enemy, points) is movement.NO_ASSAULT
    assert enemy.status == FIELD


@BOTH
@pytest.mark.rule("hon.assault.announce.2", "hon.assault.launch.1", "hon.assault.launch.3", "hon.terrain.diff.2")
def test_an_announced_assault_leads_to_its_target(seat: int) -> None:
    rows = ["." * 12] * 2 + ["...x........"] + ["." * 12] * 4
    game = field(seat, {"a": f"{LEADER[seat]} r3c1 order=1", "b": f"{OWN[1 - seat]} r3c4"}, map=rows)
    state, man, enemy = game.state, game.unit("a"), game.unit("b")

    def steps(points: int, taken: int = 0) -> set[str]:
        options = movement.approach_options(state, man, enemy, points, taken)
        moves = [option for option in options if acts.ACTS.of(option) is acts.STEP_TO]
        return {state.board.grid.name(first(option)) for option in moves}

    assert steps(3) == {"r2c2", "r3c2", "r4c2"}
    assert steps(2) == set(), "too far to get there and enter"
    assert verbs(movement.approach_options(state, man, enemy, 2, 0)) == {"stop"}
    state.put(man, game.cell("r3c2"))
    assert steps(2, 1) == {"r3c3", "r4c3"}, "not over the wire"
    state.put(man, game.cell("r3c3"))
    launch = acts.LAUNCH.on(enemy.id)
    assert launch in movement.approach_options(state, man, enemy, 1, 2)
    assert launch not in movement.approach_options(state, man, enemy, 1, 0), "it was announced as a walk"
    assert launch not in movement.approach_options(state, man, enemy, 0, 2)
