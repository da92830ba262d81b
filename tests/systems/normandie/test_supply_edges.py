"""Losses, tokens that deploy, and what is offered, one condition at a time."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.content.muster import deployable
from bocage.systems.normandie.model.flags import SMOKE_BOMB, TOKENS
from bocage.systems.normandie.rules import activation, acts
from bocage.systems.normandie.rules.activation import Activation
from bocage.systems.normandie.rules.battle import GIVE_ORDERS, Battle
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.moments import AT_ORDERS
from bocage.systems.normandie.rules.setup import NO_TRANSPORT, SCOUTS_ONLY, ban_ride
from bocage.systems.normandie.rules.victory import count_loss
from bocage.systems.normandie.rules.volley import equipment_options
from bocage.systems.normandie.state import EXITED, FIELD, LOST, RESERVE
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, HALFTRACK, LEADER, OWN, SIDE
from systems.normandie.test_cards import field

TWO = {"u": "us8.officer r0c0", "v": "us8.fire_team r3c0", "g": "ge902.officer r0c11", "h": "ge902.fire_group r3c11"}


# ---- losses


@BOTH
@pytest.mark.rule("hon.open.break.option.1", "hon.break.reach.1", "hon.break.flip.1")
@pytest.mark.parametrize(
    ("breaking", "losses", "broken", "breaks"),
    [(0, 0, False, False), (0, 3, False, False), (2, 0, False, False), (2, 1, False, True), (2, 2, True, False)],
)
def test_a_tile_without_a_breaking_point_never_breaks(
    seat: int, breaking: int, losses: int, broken: bool, breaks: bool
) -> None:
    state = Field(TWO).state
    number = next(n for n, tile in enumerate(state.scenario.tiles) if tile.camp == seat)
    tile = state.scenario.tiles[number]
    tile.breaking_point, tile.vp = breaking, 4
    state.losses[number], state.broken[number] = losses, broken
    count_loss(state, number)
    assert state.losses[number] == losses + 1
    assert state.broken[number] is (broken or breaks)
    assert state.score[1 - seat] == (4 if breaks else 0)
    assert state.score[seat] == 0


# ---- tokens


@pytest.mark.rule("hon.ord.smoke.1", "hon.trait.tricky.1", "hon.eq.horn.1", "hon.mp.hc.3")
@pytest.mark.parametrize(("seat", "owners"), [(-1, [1, 0, 1]), (0, [0, 0, 0]), (1, [1, 1, 1])])
def test_who_lays_the_smoke_bombs(seat: int, owners: list[int]) -> None:
    """Those of a High Command are shared out."""
    units = {"a": "us8.officer r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "g": "ge902.officer r0c11"}
    state = Field(units, army={"us": {"tokens": {"ammo": 1}}}).state
    before = len(state.units)
    number = next(n for n, pool in enumerate(state.tokens) if pool)
    state.scenario.tiles[number].seat = seat
    state.tokens[number] = [0] * len(TOKENS.names)
    state.tokens[number][SMOKE_BOMB] = 3
    deployable(state)
    bombs = state.units[before:]
    assert [bomb.counter.kind for bomb in bombs] == ["smoke"] * 3
    assert sorted(bomb.seat for bomb in bombs) == sorted(owners if seat >= 0 else [0, 0, 1])
    assert state.tokens[number][SMOKE_BOMB] == 0


@BOTH
@pytest.mark.rule(
    "hon.opt.use.5", "hon.opt.use.6", "hon.opt.use.7", "hon.eq.faust.2", "hon.eq.gren.2", "hon.eq.he.2",
    "hon.eq.rgren.2",
)  # fmt: skip
@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize(
    ("token", "still", "under_way"),
    [
        ("grenade", acts.THROW, acts.MOVING_THROW), ("panzerfaust", acts.FAUST, acts.MOVING_FAUST),
        ("rifle_grenade", acts.LAUNCH_GRENADE, acts.MOVING_LAUNCH_GRENADE),
        ("he_shell", acts.SHELL, acts.MOVING_SHELL),
    ],
)  # fmt: skip
def test_equipment_serves_standing_and_on_the_move(
    seat: int, moving: bool, token: str, still: object, under_way: object
) -> None:
    who = f"{ {0: 'us.sherman', 1: 'ge.panzer4'}[seat] } r3c4 facing=2" if token == "he_shell" else f"{OWN[seat]} r3c4"
    units = {"a": who, "b": f"{OWN[1 - seat]} r3c7", "l": f"{LEADER[seat]} r6c0"}
    game = Field(units, army={SIDE[seat]: {"tokens": {token: 1}}})
    found = equipment_options(game.state, game.unit("a"), moving)
    assert [acts.ACTS.of(option) for option in found] == [under_way if moving else still]


# ---- rounds and actions


@pytest.mark.rule("hon.round.phases.1", "hon.card.simul.1", "hon.card.phase.1", "hon.mp.init.1")
def test_cards_may_be_played_before_the_orders_are_laid() -> None:
    game = field([], units=TWO)
    state = game.state
    state.pending.clear()
    battle = Battle()
    battle.step = GIVE_ORDERS
    state.push(battle)
    battle.advance(state)
    windows = [one.when for one in state.stack if isinstance(one, CardWindow)]
    assert windows == [AT_ORDERS]


@BOTH
@pytest.mark.rule("hon.act.choice.1", "hon.victory.win.1", "hon.open.act.none.1")
def test_who_can_do_nothing_takes_the_documents_where_he_stands(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    """Shaken to the spot, with no enemy in range: there is nothing to be asked."""
    rows = [".#..........", "##..........", *["............"] * 5]
    game = Field({"a": f"{OWN[seat]} r0c0", "b": f"{OWN[1 - seat]} r6c11"}, map=rows)
    state, unit = game.state, game.unit("a")
    state.pending.clear()
    state.documents_cell = unit.cell
    monkeypatch.setattr(activation, "actions", lambda state, unit: [acts.PASS.number])
    action = Activation(unit.id)
    state.push(action)
    action.advance(state)
    assert state.documents_unit == unit.id
    assert unit.acted


# ---- transports before the battle


@BOTH
@pytest.mark.rule("hon.abil.scout.4", "hon.abil.trans.1")
@pytest.mark.parametrize(
    ("whose", "status", "home", "ban"),
    [
        ("own", FIELD, True, None), ("own", FIELD, False, SCOUTS_ONLY), ("other", FIELD, True, NO_TRANSPORT),
        ("own", LOST, True, NO_TRANSPORT), ("own", RESERVE, True, NO_TRANSPORT), ("other", EXITED, True, NO_TRANSPORT),
    ],
)  # fmt: skip
def test_which_transports_take_men_before_the_battle(
    seat: int, whose: str, status: int, home: bool, ban: object
) -> None:
    owner = seat if whose == "own" else 1 - seat
    units = {"a": f"{OWN[seat]} r3c2", "t": f"{HALFTRACK[owner]} r3c5 facing=2", "b": f"{OWN[1 - seat]} r6c11"}
    game = Field(units)
    state, vehicle = game.state, game.unit("t")
    state.scenario.zones[owner] = vehicle.cells() if home else 1
    vehicle.status = status
    assert ban_ride(state, vehicle, game.unit("a")) is ban
