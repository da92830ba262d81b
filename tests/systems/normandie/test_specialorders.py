"""Order options in play: Concealed tokens, Infiltration, the MG nest and smoke bombs."""

from __future__ import annotations

import pytest

from bocage.kernel.act import second
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.muster import muster
from bocage.systems.normandie.model.flags import CONCEALED_TOKEN, INFILTRATOR, NO_TOKEN
from bocage.systems.normandie.rules.acts import GIVE_ORDER
from bocage.systems.normandie.rules.orders import leaves
from bocage.systems.normandie.rules.setup import deployment_area, scout_of
from bocage.systems.normandie.rules.specialorders import veil, veil_pool
from bocage.systems.normandie.state import BOX, EXITED, FIELD
from systems.normandie.field import Field

WALL = ["............", "......#.....", "......#.....", "......#.....", "............", "............"]
HIDERS = {
    "u": "us8.fire_team r2c1 acted",
    "v": "us8.officer r5c1 acted",
    "t": "us.jeep r3c2 acted",
    "g": "ge902.fire_group r2c10 acted",
    "h": "ge902.officer r5c11 acted",
}
TOKENS = {"us": {"tokens": {"concealed": 1}}}


@pytest.mark.rule("hon.ord.conceal.1", "hon.ord.conceal.2", "hon.ord.conceal.3")
def test_infantry_out_of_sight_may_be_hidden_in_the_supply_phase() -> None:
    game = Field(HIDERS, map=WALL, army=TOKENS, phase="supply")
    assert game.targets("veil") == {"u"}, "not who is seen, nor a vehicle"
    game.choose("veil", "u")
    unit = game.unit("u")
    assert unit.face.concealed
    assert game.state.tokens[0][CONCEALED_TOKEN] == 0
    seen = {piece.id: piece for piece in SYSTEM.position(game.state, 1).pieces}[unit.id]
    assert (seen.kind, seen.values) == ("concealed", [])
    own = {piece.id: piece for piece in SYSTEM.position(game.state, 0).pieces}[unit.id]
    assert own.kind == unit.counter.kind
    plain = Field(HIDERS, map=WALL, phase="supply")
    assert not plain.offered("veil")


@pytest.mark.rule("hon.ord.conceal.1", "hon.ord.conceal.4")
def test_a_hidden_unit_is_spotted_as_in_ambush_and_its_token_comes_back() -> None:
    units = {"u": "us8.fire_team r1c0", "g": "ge902.fire_group r1c4 order=1"}
    game = Field(units, map=[".....", "..#..", "....."], army=TOKENS, initiative="de")
    hidden = game.unit("u")
    veil(game.state, hidden, 0)
    assert (hidden.face.concealed, game.state.tokens[0][CONCEALED_TOKEN]) == (True, 0)
    game.walk("r0c3", "r0c2")
    assert hidden.face is hidden.counter.faces[0]
    assert hidden.side == 0, "it is not turned over"
    assert game.state.tokens[0][CONCEALED_TOKEN] == 1


@pytest.mark.rule("hon.ord.conceal.4")
def test_a_token_is_used_again_in_a_later_supply_phase() -> None:
    game = Field(HIDERS, map=WALL, army=TOKENS, phase="supply")
    game.choose("veil", "u")
    assert not game.offered("veil")
    game.state.unveil(game.unit("u"))
    again = Field(HIDERS, map=WALL, army=TOKENS, phase="supply")
    again.state.tokens = [pool[:] for pool in game.state.tokens]
    assert again.targets("veil") == {"u"}


@pytest.mark.rule("hon.ord.infil.1")
def test_infiltrators_scout_six_spaces_and_keep_their_tokens() -> None:
    game = Field(HIDERS, map=WALL, army={"us": {"tokens": {"concealed": 2}, "traits": ["infil"]}}, phase="supply")
    unit = game.unit("u")
    assert unit.traits & INFILTRATOR
    assert (scout_of(unit), scout_of(game.unit("t"))) == (6, 0)
    zone = game.cell("r0c0")
    game.state.scenario.zones[0] = 1 << zone
    area = deployment_area(game.state, unit)
    assert area >> game.cell("r0c6") & 1
    assert not area >> game.cell("r0c7") & 1
    assert veil_pool(game.state, unit) == 0
    unit.tile = 1
    assert veil_pool(game.state, unit) == -1, "only for the units of the tile"


@pytest.mark.rule("hon.ord.nest.1")
def test_the_nest_comes_at_the_end_of_a_supply_phase_outside_the_enemy_zone() -> None:
    units = {"u": "us8.officer r2c1", "g": "ge902.officer r2c10 acted", "n": "ge.mg_nest r5c0 acted"}
    game = Field(units, phase="supply", map=["~...........", *["." * 12] * 5])
    nest = game.unit("n")
    game.state.remove(nest, EXITED)
    game.state.scenario.tiles[nest.tile].late = True
    game.state.scenario.zones[0] = sum(1 << game.cell(f"r{r}c{c}") for r in range(6) for c in range(3))
    if "done" in game.verbs():
        game.choose("done")
    places = game.places("nest") - {""}
    assert "r0c0" not in places, "neither in water"
    assert not places & {"r2c1", "r2c2", "r2c10"}, "nor in the enemy's zone, nor on somebody"
    game.choose("nest", place="r3c6")
    game.choose("face", direction="@direction.6")
    assert (nest.status, game.at("n"), nest.facing) == (FIELD, "r3c6", 6)


def test_a_bought_nest_is_not_deployed_with_its_army() -> None:
    from bocage.systems.normandie.content.army import ArmyRecord, Fitted, TileChoice, options, tiles
    from bocage.systems.normandie.content.counters import counters
    from bocage.systems.normandie.content.recruits import enlist
    from bocage.systems.normandie.state import NormandieState

    officer = next(t for t in tiles().values() if t.nation == "de" and t.kind == "officer")
    army = ArmyRecord(nation="de", tiles=[TileChoice(officer.id, [Fitted(1, "mgnest")])])
    assert options()["mgnest"].late
    field = Field({"u": "us8.officer r0c0", "g": "ge902.officer r0c5"})
    scenario = field.state.scenario
    enlisted = enlist(scenario, 1, army)
    state = NormandieState(scenario, field.state.dice)
    muster(state, [(1, counters()[name], tile, -1) for name, tile in enlisted])
    assert [u.status == EXITED for u in state.units] == [u.counter.id == "ge.mg_nest" for u in state.units]


SMOKE = {"us": {"tokens": {"smoke_bomb": 2}}}
FIGHTERS = {
    "u": "us8.officer r2c1",
    "v": "us8.fire_team r4c1",
    "g": "ge902.officer r2c10",
    "h": "ge902.fire_group r4c10",
}


@pytest.mark.rule("hon.ord.smoke.1", "hon.ord.smoke.2")
@pytest.mark.parametrize("way", ["together", "alternate"])
def test_order_tokens_may_be_laid_on_smoke_bombs(way: str) -> None:
    game = Field(FIGHTERS, phase="orders", army=SMOKE, options={"orders": way})
    bombs = [u for u in game.state.units if u.counter.kind == "smoke"]
    assert [u.status for u in bombs] == [BOX, BOX]
    offered = {choice.piece for choice in game.offered("order", 0)}
    assert {bomb.id for bomb in bombs} <= offered
    option = next(c.id for c in game.offered("order", 0) if c.piece == bombs[0].id)
    game.state.play(game.decision(0), option)
    assert bombs[0].token != NO_TOKEN
    for _ in range(40):
        if game.state.phase != 1:
            break
        decision = game.state.pending[0]
        kept = [o for o in decision.options if state_unit(game, o) not in bombs]
        game.state.play(decision, (kept or decision.options)[0])
    assert game.state.phase == 2, "a bomb need not have a token"
    assert bombs[1].token == NO_TOKEN


def state_unit(game: Field, option: int) -> object:
    return None if leaves(option) else game.state.units[second(option)]


@pytest.mark.rule("hon.ord.smoke.3", "hon.ord.smoke.4")
@pytest.mark.parametrize(("die", "row", "col"), [(1, 2, 5), (2, 3, 6), (6, 3, 5)])
def test_a_smoke_bomb_drifts_a_step_and_lies_thick(die: int, row: int, col: int) -> None:
    game = Field(FIGHTERS | {"g": "ge902.officer r2c10 order=2"}, army=SMOKE)
    bomb = next(u for u in game.state.units if u.counter.kind == "smoke")
    game = replayed(bomb.id)
    grid = game.state.board.grid
    assert len(game.offered("aim")) == (grid.rows + 1) * (grid.cols + 1)
    game.roll(die)
    point = next(c for c in game.offered("aim") if (c.x, c.y) == (5.0, 3.0))
    game.state.play(game.decision(), point.id)
    assert game.state.smoke == [(grid.intersection(row, col), 4)]
    assert game.state.units[bomb.id].status == EXITED
    lost = replayed(bomb.id)
    lost.roll(1)
    corner = next(c for c in lost.offered("aim") if (c.x, c.y) == (0.0, 0.0))
    lost.state.play(lost.decision(), corner.id)
    assert lost.state.smoke == [], "it drifted off the board"


def replayed(bomb: int) -> Field:
    """The activation phase with order 1 on a smoke bomb."""
    game = Field({n: t + " acted" if n != "g" else t for n, t in FIGHTERS.items()}, army=SMOKE, phase="orders")
    for _ in range(40):
        if game.state.phase == 2:
            break
        decision = game.state.pending[0]
        wanted = GIVE_ORDER.act(1, bomb)
        game.state.play(decision, wanted if wanted in decision.options else decision.options[-1])
    return game
