"""Orders, actions and what follows them, one condition at a time."""

from __future__ import annotations

import random

import pytest

from bocage.systems.normandie.model import forces
from bocage.systems.normandie.model.flags import AMMO, BLUFF, NO_TOKEN
from bocage.systems.normandie.rules import acts, outcomes
from bocage.systems.normandie.rules.activation import ActivationPhase
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.decisions import LAND
from bocage.systems.normandie.rules.events import first_to_place, set_off
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.hidden import lay_again, redraw
from bocage.systems.normandie.rules.moments import ORDERS_LAID
from bocage.systems.normandie.rules.movement import can_reach
from bocage.systems.normandie.rules.orders import OrdersPhase
from bocage.systems.normandie.rules.specialorders import veil
from bocage.systems.normandie.rules.splitfire import SplitFire, pool_of
from bocage.systems.normandie.rules.structures import destroy
from bocage.systems.normandie.rules.support import drift
from bocage.systems.normandie.rules.victory import hit, leave
from bocage.systems.normandie.state import ABOARD, EXITED, FIELD, LOST, RESERVE
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, HALFTRACK, LEADER, OWN, SIDE

GUN = {0: "us8.30cal", 1: "ge902.mg42"}
TANK = {0: "us.sherman", 1: "ge.panzer4"}
TWO = {"u": "us8.officer r0c0", "v": "us8.fire_team r3c0", "g": "ge902.officer r0c11", "h": "ge902.fire_group r3c11"}


# ---- orders


@pytest.mark.rule("hon.order.hidden.1", "hon.card.simul.1", "hon.card.phase.1")
def test_cards_may_be_played_once_the_orders_lie() -> None:
    game = Field(TWO, phase="orders", options={"orders": "together", "cards": "on"})
    state = game.state
    phase = state.stack[-1]
    assert isinstance(phase, OrdersPhase)
    state.pending.clear()
    phase.end(state)
    window = state.stack[-1]
    assert isinstance(window, CardWindow)
    assert (window.when, state.tokens_down) == (ORDERS_LAID, True)


@pytest.mark.rule("hon.order.hidden.1")
@pytest.mark.parametrize("filled", [False, True])
def test_who_kept_a_number_back_has_laid_none_that_was_free(filled: bool) -> None:
    """A unit without a token: whatever was kept back is a bluff, unless every unit has one."""
    game = Field({"u": "us8.officer r0c0 order=1", "g": "ge902.officer r0c11 order=1"}, initiative="de")
    state = game.state
    state.entitled[0] = state.bluffs[0] = 1
    state.seen[0], state.filled[0] = 0, filled
    found = set()
    for seed in range(20):
        redraw(state, 0, random.Random(seed))
        found.add(game.unit("u").token)
    assert found == ({1, BLUFF} if filled else {1})


@pytest.mark.rule("hon.order.hidden.1")
def test_orders_that_are_laid_again_are_counted_again() -> None:
    game = Field(TWO, phase="orders", options={"orders": "together", "cards": "off"})
    state = game.state
    phase = state.stack[-1]
    assert isinstance(phase, OrdersPhase)
    while any(decision.seat == 0 for decision in state.pending):
        state.play(game.decision(0), game.decision(0).options[-1])
    for seed in range(10):
        lay_again(state, phase, 0, random.Random(seed))
        tokens = [unit.token for unit in state.units if unit.seat == 0 and unit.token != NO_TOKEN]
        assert state.placed[0] == len(tokens)
        assert phase.left[0] & 1 == 0, "there is no token 0"
    state.placed[1] = 7
    lay_again(state, phase, 1, random.Random(1))
    assert (state.placed[1], phase.left[1]) == (0, 0), "still deciding, it has laid nothing"


@pytest.mark.rule("hon.supply.step.9")
@pytest.mark.parametrize(("side", "passed"), [("us", 1), ("de", 0)])
def test_the_initiative_passes_to_the_other_side(side: str, passed: int) -> None:
    game = Field({"u": "us8.officer r0c0", "g": "ge902.fire_group r6c11"}, phase="supply", initiative=side)
    while game.state.round == 1:
        game.choose("done")
    assert game.state.initiative == passed
    assert game.state.sequence[0] == passed


@pytest.mark.rule("hon.act.alternate.1", "hon.trait.intrepid.1")
def test_the_numbers_go_on_when_whoever_was_to_follow_is_lost() -> None:
    game = Field(TWO | {"u": "us8.officer r0c0 order=2", "g": "ge902.officer r0c11 order=2"})
    phase = next(one for one in game.state.stack if isinstance(one, ActivationPhase))
    phase.early = game.unit("v").id
    assert phase.first_of_its_number(game.state, game.unit("u")) is game.unit("u")
    assert (phase.early, phase.turn) == (-1, 1)


@pytest.mark.rule("hon.trait.heroic.1", "hon.card.override.1")
@pytest.mark.parametrize("fury", [0, 1, 2])
def test_fury_is_over_with_the_action(fury: int) -> None:
    game = Field(TWO | {"u": "us8.officer r0c0 order=1"}, options={"cards": "off"})
    phase = next(one for one in game.state.stack if isinstance(one, ActivationPhase))
    unit = game.unit("u")
    game.state.pending.clear()
    phase.unit = unit.id
    game.state.staff.fury = fury
    phase.acted(game.state)
    assert (unit.suppressed, game.state.staff.fury) == (fury, 0)


# ---- events


@pytest.mark.rule("hon.setup.deploy.1", "hon.scenario.reinforcements")
@pytest.mark.parametrize("side", ["us", "de"])
def test_the_side_with_initiative_places_its_reinforcements_first(side: str) -> None:
    game = Field(TWO, initiative=side)
    assert first_to_place(game.state) is None
    for name in "vh":
        unit = game.unit(name)
        game.state.remove(unit, RESERVE)
    first = first_to_place(game.state)
    assert first is game.unit("v" if side == "us" else "h")
    first.status = LOST
    assert first_to_place(game.state) is game.unit("h" if side == "us" else "v")


@pytest.mark.rule("hon.turn.markers.1", "hon.supply.step.1", "hon.scenario.reinforcements")
@pytest.mark.parametrize("when", [forces.ON_ROUND, forces.ON_SUPPLY])
def test_an_event_takes_place_only_where_the_scenario_has_one(when: int) -> None:
    game = Field(TWO)
    depth = len(game.state.stack)
    set_off(game.state, when)
    assert len(game.state.stack) == depth


# ---- what falls and who stands there


@BOTH
@pytest.mark.rule("hon.terrain.struct.3", "hon.terrain.struct.4", "hon.move.veh.10")
@pytest.mark.parametrize("taken", range(4))
def test_whoever_has_two_spaces_to_choose_from_is_asked(seat: int, taken: int) -> None:
    """His own, and those of the fallen house where nobody stands."""
    house = [{"building": "house_2x2", "at": [2, 5]}]
    units = {"a": f"{OWN[seat]} r2c5", "b": f"{OWN[1 - seat]} r6c11", "l": f"{LEADER[seat]} r6c0"}
    game = Field(units, initiative=SIDE[seat], overlays=house, options={"cards": "off"})
    state = game.state
    state.pending.clear()
    destroy(state, 0)
    for place in ("r2c6", "r3c5", "r3c6")[:taken]:
        state.standing[1 - seat] |= 1 << game.cell(place)
    state.advance()
    asked = [one for one in state.pending if one.kind is LAND]
    assert [(one.seat, len(one.options)) for one in asked] == ([(seat, 4 - taken)] if taken < 3 else [])
    assert game.unit("a").suppressed == 1


@BOTH
@pytest.mark.rule("hon.counter.hit.1", "hon.ord.conceal.2")
def test_a_hit_uncovers_whoever_lay_under_a_token(seat: int) -> None:
    game = Field(
        {"a": f"{OWN[seat]} r3c3", "b": f"{OWN[1 - seat]} r3c8"}, army={SIDE[seat]: {"tokens": {"concealed": 1}}}
    )
    unit = game.unit("a")
    veil(game.state, unit, unit.tile)
    assert unit.veil >= 0
    hit(game.state, unit, "hon.counter.hit.1")
    assert (unit.veil, unit.side, unit.status) == (-1, 1, FIELD)


@BOTH
@pytest.mark.rule("hon.victory.win.1")
def test_whoever_leaves_takes_his_passengers_along(seat: int) -> None:
    units = {
        "t": f"{HALFTRACK[seat]} r3c3 facing=2", "a": f"{OWN[seat]} r3c6", "c": f"{OWN[seat]} r5c6",
        "b": f"{OWN[1 - seat]} r3c8",
    }  # fmt: skip
    game = Field(units)
    state = game.state
    state.embark(game.unit("a"), game.unit("t"))
    assert game.unit("a").status == ABOARD
    state.scenario.exits[seat] = (3, 5)
    before = state.score[seat]
    leave(state, game.unit("t"))
    assert [game.unit(name).status for name in "tac"] == [EXITED, EXITED, FIELD]
    assert state.score[seat] == before + 8


# ---- shots


@BOTH
@pytest.mark.rule("hon.fire.multi.1", "hon.fire.multi.2", "hon.abil.mg.1", "hon.abil.supp.6")
@pytest.mark.parametrize("verb", ["split", "split-suppress"])
def test_a_weapon_whose_fire_is_split_has_fired(seat: int, verb: str) -> None:
    units = {
        "u": f"{GUN[seat]} r3c2 back facing=2 order=1", "g": f"{OWN[1 - seat]} r3c6", "h": f"{OWN[1 - seat]} r2c7",
    }  # fmt: skip
    game = Field(units, [1, 1, 1, 1], initiative=SIDE[seat])
    assert game.unit("u").fired == 0
    game.choose(verb)
    assert game.unit("u").fired == 1


@BOTH
@pytest.mark.rule("hon.abil.mg.1", "hon.abil.mg.2", "hon.abil.mg.3")
@pytest.mark.parametrize(("chosen", "done"), [(0, False), (1, False), (2, True)])
def test_two_targets_are_enough(monkeypatch: pytest.MonkeyPatch, seat: int, chosen: int, done: bool) -> None:
    units = {"u": f"{GUN[seat]} r3c2 back facing=2"}
    units |= {f"g{n}": f"{OWN[1 - seat]} {place}" for n, place in enumerate(("r3c6", "r2c7", "r4c7"))}
    game = Field(units, initiative=SIDE[seat])
    unit = game.unit("u")
    monkeypatch.setattr(unit.face.weapons[0], "bonus", [5, 5, 5])
    split = SplitFire(unit.id, 0, False)
    split.targets = [game.unit(f"g{n}").id for n in range(chosen)]
    split.shares = [1] * chosen
    options = split.options(game.state, unit)
    assert (acts.DONE.act() in options) is done
    assert len(options) > int(done)


@BOTH
@pytest.mark.rule("hon.opt.use.9", "hon.abil.mg.1", "hon.eq.ammo.2", "hon.eq.belt.3")
def test_ammo_adds_nothing_against_armour(seat: int) -> None:
    units = {
        "u": f"{GUN[seat]} r3c2 back facing=2", "g": f"{OWN[1 - seat]} r3c6", "t": f"{TANK[1 - seat]} r3c9 facing=2",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat], army={SIDE[seat]: {"tokens": {"ammo": 2}}})
    unit = game.unit("u")
    plain, loaded = SplitFire(unit.id, 0, False), SplitFire(unit.id, 0, False)
    loaded.load(game.state, unit, AMMO)
    for name, more in (("g", 1), ("t", 0)):
        target = game.unit(name)
        bonus = pool_of(game.state, unit, 0, target, False, False)
        assert plain.pool(game.state, unit, target.id) == bonus
        assert loaded.pool(game.state, unit, target.id) == bonus + more


@BOTH
@pytest.mark.rule("hon.abil.sniper.t3", "hon.abil.fright.1", "hon.shot.effect.1")
@pytest.mark.parametrize(("outcome", "markers"), [(0, 0), (1, 1)])
def test_a_sniper_that_comes_close_shakes_his_target(seat: int, outcome: int, markers: int) -> None:
    game = Field({"u": f"{OWN[seat]} r3c2 order=1", "g": f"{OWN[1 - seat]} r3c6"})
    shot = Shot(game.unit("u").id, 0, game.unit("g").id, outcomes.SNIPER)
    shot.apply(game.state, game.unit("u"), game.unit("g"), outcome)
    assert game.unit("g").suppressed == markers


@pytest.mark.rule("hon.abil.ind.5", "hon.open.disp.off.1", "hon.abil.spotter.1")
@pytest.mark.parametrize(("die", "scatter", "moved"), [(1, 1, 1), (3, 2, 2), (5, 2, 0), (6, 1, 0)])
def test_nobody_spots_for_what_a_card_brings_down(die: int, scatter: int, moved: int) -> None:
    state = Field(TWO, [die]).state
    cols = state.board.grid.cols + 1
    place = state.board.grid.intersection(3, 5)
    step = {1: -cols, 3: cols}.get(die, 0)
    assert drift(state, place, scatter) == place + moved * step


# ---- the way to an assault


@BOTH
@pytest.mark.rule("hon.assault.launch.1", "hon.assault.launch.3")
@pytest.mark.parametrize(("start", "points", "may"), [("r3c2", 3, True), ("r3c1", 3, False), ("r3c1", 4, True)])
def test_the_nearer_space_of_a_long_vehicle_counts(seat: int, start: str, points: int, may: bool) -> None:
    """Its rear is on this side, its front beyond."""
    units = {"a": f"{OWN[seat]} {start}", "t": f"{TANK[1 - seat]} r3c6 facing=2", "b": f"{OWN[1 - seat]} r6c11"}
    game = Field(units, initiative=SIDE[seat])
    tank = game.unit("t")
    grid = game.state.board.grid
    assert [grid.name(cell) for cell in (tank.cell, tank.rear)] == ["r3c6", "r3c5"]
    assert can_reach(game.state, game.unit("a"), tank, game.cell(start), points) is may
