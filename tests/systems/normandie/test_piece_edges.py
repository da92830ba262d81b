"""Pieces, their weapons and their tokens, one condition at a time."""

from __future__ import annotations

import random

import pytest

from bocage.kernel import Tally
from bocage.systems.normandie.content import army as armies
from bocage.systems.normandie.content.draft import left
from bocage.systems.normandie.model.flags import DEMOLITION, NO_TOKEN, STICKY_BOMB
from bocage.systems.normandie.model.tables import CROSS, LIGHT_WRECK, Weapon
from bocage.systems.normandie.rules import acts, firing, outcomes
from bocage.systems.normandie.rules.activation import Activation
from bocage.systems.normandie.rules.blasts import Detonation
from bocage.systems.normandie.rules.charges import layable
from bocage.systems.normandie.rules.decisions import FACE
from bocage.systems.normandie.rules.fireline import best_line
from bocage.systems.normandie.rules.firing import Shot, attack_tally, defense_tally
from bocage.systems.normandie.rules.hidden import redraw_while_laying
from bocage.systems.normandie.rules.movement import ENDED, Movement
from bocage.systems.normandie.rules.orders import OrdersPhase
from bocage.systems.normandie.rules.specialorders import LateArrivals
from bocage.systems.normandie.rules.structures import lay_wreck
from bocage.systems.normandie.state import ABOARD, CREW, EXITED, LOST, TRACK, NormandieState, Unit
from systems.normandie.field import Field
from systems.normandie.test_army import army
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, LEADER, OWN, SIDE

TANK = {0: "us.sherman", 1: "ge.panzer4"}
GUN = {0: "us8.30cal", 1: "ge902.mg42"}


# ---- dice and values of a shot


@BOTH
@pytest.mark.rule("hon.abil.dual.1")
@pytest.mark.parametrize(
    ("kind", "base", "dice"),
    [
        (outcomes.REGULAR, CROSS, 2), (outcomes.SUPPRESSIVE, CROSS, 2), (outcomes.SNIPER, CROSS, 1),
        (outcomes.REGULAR, 3, 1), (outcomes.PATTERN, 3, 1),
    ],
)  # fmt: skip
def test_only_shots_of_the_weapon_itself_roll_two_dice(
    monkeypatch: pytest.MonkeyPatch, seat: int, kind: int, base: int, dice: int
) -> None:
    game = Field({"u": f"{OWN[seat]} r3c2", "g": f"{OWN[1 - seat]} r3c6"})
    unit = game.unit("u")
    shot = Shot(unit.id, 0, game.unit("g").id, kind, base)
    assert shot.dice(unit) == 1
    monkeypatch.setattr(unit.face.weapons[0], "dual", True)
    assert shot.dice(unit) == dice


@BOTH
@pytest.mark.rule("hon.aid.shot.8", "hon.los.veh.1", "hon.eq.faust.2", "hon.abil.blast.3", "hon.open.blast.obs.1")
def test_what_makes_a_shot_with_equipment_harder(seat: int) -> None:
    """Markers, whatever obscures the line and the distance; under a pattern the markers alone."""
    rows = ["............"] * 3 + ["....h......."] + ["............"] * 3
    units = {
        "u": f"{OWN[seat]} r3c2 suppressed=1",
        "g": f"{CAR[1 - seat]} r3c11 facing=2",
        "h": f"{OWN[1 - seat]} r0c2",
    }
    game = Field(units, map=rows)
    found = {}
    for kind in (outcomes.REGULAR, outcomes.PATTERN):
        tally = Tally(True)
        attack_tally(game.state, Shot(game.unit("u").id, 0, game.unit("g").id, kind, 3), tally)
        found[kind] = {line.label.removeprefix("tally.") for line in tally.lines}
    assert found[outcomes.REGULAR] >= {"suppressed", "long-range"}
    assert found[outcomes.PATTERN] & {"suppressed", "long-range", "obscured"} == {"suppressed"}


@BOTH
@pytest.mark.rule("hon.card.override.1", "hon.abil.blast.4", "hon.eq.faust.2", "hon.terrain.def.2")
@pytest.mark.parametrize("base", [CROSS, 4])
def test_which_side_of_a_tank_is_hit(monkeypatch: pytest.MonkeyPatch, seat: int, base: int) -> None:
    """The weapon's own arc and range tell which pair of spaces serves; equipment has neither."""
    units = {"t": f"{TANK[seat]} r3c5 facing=0", "g": f"{TANK[1 - seat]} r3c7 facing=0"}
    game = Field(units)
    firer, target = game.unit("t"), game.unit("g")
    served: list[Weapon] = []

    def noted(state: NormandieState, firer: Unit, target: Unit, weapon: Weapon) -> int:
        served.append(weapon)
        return best_line(state, firer, target, weapon)

    monkeypatch.setattr(firing, "best_line", noted)
    defense_tally(game.state, Shot(firer.id, 0, target.id, outcomes.REGULAR, base), Tally(True))
    assert [one is firer.face.weapons[0] for one in served] == [base == CROSS]
    assert [one is firing.EQUIPMENT for one in served] == [base != CROSS]


# ---- actions


@BOTH
@pytest.mark.rule("hon.damage.1", "hon.act.choice.1")
@pytest.mark.parametrize(("damage", "left_over"), [(0, 0), (TRACK, 0), (CREW, 1), (CREW | TRACK, 1)])
def test_weapons_are_ready_again_in_the_next_action(seat: int, damage: int, left_over: int) -> None:
    game = Field({"t": f"{TANK[seat]} r3c5 facing=0", "b": f"{OWN[1 - seat]} r6c11"})
    tank = game.unit("t")
    tank.fired, tank.damage = 1, damage
    game.state.pending.clear()
    action = Activation(tank.id)
    game.state.push(action)
    action.advance(game.state)
    assert tank.fired == left_over


@BOTH
@pytest.mark.rule("hon.move.inf.1", "hon.open.assault.multi.1")
@pytest.mark.parametrize(("halted", "origin", "gone"), [(0, -1, 0), (1, -1, 0), (0, 3, 0), (0, -1, 1)])
def test_who_has_been_halted_goes_no_further(seat: int, halted: int, origin: int, gone: int) -> None:
    game = Field({"a": f"{OWN[seat]} r3c5", "b": f"{OWN[1 - seat]} r6c11"})
    state, unit = game.state, game.unit("a")
    state.pending.clear()
    move = Movement(unit.id, 3)
    move.origin = origin
    unit.halted = bool(halted)
    if gone:
        state.remove(unit, LOST)
    state.push(move)
    move.ask(state, unit)
    over = bool(halted or gone or origin >= 0)
    assert (move.step == ENDED) is over
    assert (state.pending == []) is over


@BOTH
@pytest.mark.rule("hon.ord.nest.1", "hon.open.arc.turn.1")
@pytest.mark.parametrize(("gun", "there", "asked"), [(True, True, True), (True, False, False), (False, True, False)])
def test_only_a_gun_that_has_been_set_up_gets_a_front(seat: int, gun: bool, there: bool, asked: bool) -> None:
    weapon = f"{GUN[seat]} r3c5 back facing=2"
    game = Field({"a": weapon if gun else f"{OWN[seat]} r3c5", "b": f"{OWN[1 - seat]} r6c11"})
    unit = game.unit("a")
    assert unit.face.has_arc() is gun
    if not there:
        unit.status = EXITED
    game.state.pending.clear()
    late = LateArrivals(unit.id)
    late.step = 1
    game.state.push(late)
    late.advance(game.state)
    assert [one.kind for one in game.state.pending] == ([FACE] if asked else [])


# ---- charges


@BOTH
@pytest.mark.rule("hon.eq.demo.2", "hon.eq.mine.2", "hon.trait.tricky.2")
@pytest.mark.parametrize(
    ("layer", "there", "may"), [("man", True, True), ("man", False, False), ("car", True, False), ("ruse", True, False)]
)
def test_only_men_on_the_board_lay_charges(seat: int, layer: str, there: bool, may: bool) -> None:
    who = {"man": OWN[seat], "car": f"{CAR[seat]}", "ruse": {0: "us.ruse", 1: "ge.ruse"}[seat]}[layer]
    units = {
        "a": f"{who} r3c5" + (" facing=2" if layer == "car" else ""), "v": f"{CAR[1 - seat]} r3c6 facing=2",
        "w": f"{CAR[seat]} r2c5 facing=2", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r6c11",
    }  # fmt: skip
    tokens = {SIDE[seat]: {"tokens": {"demolition_charge": 1, "sticky_bomb": 1}}}
    house = [{"building": "house_1x1", "at": [4, 5]}]
    game = Field(units, army=tokens, overlays=house)
    unit = game.unit("a")
    if not there:
        unit.status = ABOARD
    options = layable(game.state, unit)
    expected = {acts.STICK.act(game.unit("v").id, STICKY_BOMB), acts.LAY_CHARGE.on(0)}
    assert set(options) == (expected if may else set())
    assert game.state.tokens[game.unit("l").tile][DEMOLITION] in (0, 1)


@pytest.mark.rule("hon.eq.goliath.4", "hon.eq.goliath.6", "hon.open.goliath.att.1", "hon.order.loss.1")
def test_a_goliath_that_has_gone_off_holds_no_order() -> None:
    game = Field({"x": "ge.goliath r3c2 order=2", "g": "ge902.officer r6c0 order=1", "u": "us8.fire_team r3c3"})
    state, goliath = game.state, game.unit("x")
    state.pending.clear()
    bang = Detonation(goliath.id)
    state.push(bang)
    for _ in range(3):
        bang.advance(state)
    assert (goliath.token, goliath.status) == (NO_TOKEN, EXITED)
    assert game.unit("u").side == 0, "it stands beside it"


# ---- hidden orders, wrecks, points and cards


@pytest.mark.rule("hon.order.hidden.1")
def test_every_token_given_may_lie_on_every_unit() -> None:
    """A side that has given up the rest: both of its numbers lie, on either unit."""
    units = {"u": "us8.officer r0c0", "v": "us8.fire_team r3c0", "g": "ge902.officer r0c11"}
    game = Field(units, phase="orders", options={"orders": "alternate", "cards": "off"})
    state = game.state
    phase = state.stack[-1]
    assert isinstance(phase, OrdersPhase)
    state.entitled[0] = 2
    found = set()
    for seed in range(40):
        game.unit("u").token, game.unit("v").token = 1, 2
        phase.hand[0], phase.left[0] = 0, 1 << 11
        redraw_while_laying(state, phase, 0, random.Random(seed))
        found.add((game.unit("u").token, game.unit("v").token))
    assert found == {(1, 2), (2, 1)}


@BOTH
@pytest.mark.rule("hon.comp.light.1", "hon.los.clear.1", "hon.terrain.imp.1")
@pytest.mark.parametrize("heavy", [False, True])
def test_the_ground_under_a_wreck_is_a_wreck(seat: int, heavy: bool) -> None:
    game = Field({"a": f"{OWN[seat]} r0c0", "b": f"{OWN[1 - seat]} r6c11"})
    state, cell = game.state, game.cell("r3c5")
    lay_wreck(state, 1 << cell, heavy, 2)
    found = state.ground.terrain[cell] is state.board.kinds[LIGHT_WRECK]
    assert found is not heavy
    assert state.ground.closed[0] >> cell & 1


@pytest.mark.rule("hon.trait.nazi.1", "hon.comp.option.1")
def test_points_that_an_option_grants_may_be_spent() -> None:
    granting = [one for one in armies.options().values() if one.points]
    assert granting
    for option in granting:
        for tile in armies.tiles().values():
            for number, slot in enumerate(tile.slots, 1):
                if option.size == slot.size and set(option.bands) & set(slot.colours):
                    plain = army((tile.id, {}))
                    fitted = army((tile.id, {number: option.id}))
                    plain.points = fitted.points = 200
                    assert left(fitted) == left(plain) + option.points - option.cost


@BOTH
@pytest.mark.rule("hon.abil.trans.4", "hon.mp.abil.1")
def test_passengers_ride_with_their_own(seat: int) -> None:
    units = {
        "a": f"{OWN[seat]} r3c3",
        "t": f"{HALFTRACK[seat]} r3c4 facing=2",
        "v": f"{HALFTRACK[1 - seat]} r2c3 facing=2",
    }
    game = Field(units)
    move = Movement(game.unit("a").id, 3)
    offered = [option for option in move.options(game.state, game.unit("a")) if acts.ACTS.of(option) is acts.EMBARK]
    assert offered == [acts.EMBARK.on(game.unit("t").id)]
