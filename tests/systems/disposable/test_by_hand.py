"""A squad moves as a whole, and single men are put elsewhere before it goes; no game option is needed for that."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from bocage import registry
from bocage.analysis.pathrisk import risk_of_path
from bocage.geometry.ways import FINE
from bocage.kernel.act import is_point, option_point, point_option, put_option
from bocage.kernel.game import Game
from bocage.kernel.views import Choice
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.model.tables import MEDIUM
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.arranging import Arrange
from bocage.systems.disposable.rules.command import coherent, spread_out
from bocage.systems.disposable.rules.cover import cover_of
from bocage.systems.disposable.rules.layout import Layout
from systems.disposable.field import Field, ground, line, unit

FAR = unit("far", 1, 66, 44)


def lay_out(field: Field, x: float, y: float, mode: str = "manoeuvre") -> Field:
    field.choose(mode)
    put(field, field.unit("us").figures[0], x, y)
    assert field.decision.kind is decisions.ARRANGE
    return field


def put(field: Field, man: int, x: float, y: float) -> None:
    option = put_option(man, round(x * 10), round(y * 10))
    assert field.decision.allows(option), field.refusal(piece=man, x=x, y=y)
    field.play(option)


def chosen(field: Field, verb: str, place: str = "") -> Choice:
    found = field.find(verb, place=place)
    assert found is not None
    return found


@pytest.mark.rule("dh.cmd.distance.2", "dh.move.manoeuvre.1")
def test_the_leader_leads_and_then_single_men_are_put_elsewhere() -> None:
    field = lay_out(Field([unit("us", 0, 20, 20, figures=3), FAR]), 20, 24)
    squad = field.unit("us")
    assert [field.at("us", k) for k in range(3)] == [(20, 20), (20, 18.7), (18.7, 20)], "nobody has moved yet"
    first, second, third = squad.figures
    assert field.refusal(piece=second, x=20.0, y=24.0) == "dh.core.measure", "the leader is to stand there"
    assert field.refusal(piece=second, x=20.0, y=15.9) == "dh.cmd.distance.2", "too far from the leader"
    assert field.refusal(piece=second, x=20.0, y=24.8) == "dh.move.manoeuvre.1", "he walks six inches like the others"
    put(field, second, 21.5, 24)
    put(field, third, 18.7, 20)
    put(field, first, 20, 24.5)
    field.choose("go")
    assert [(field.state.x[f], field.state.y[f]) for f in squad.figures] == [(200, 245), (215, 240), (187, 200)]
    assert coherent(field.state, squad)


@pytest.mark.rule("dh.cmd.distance.2")
def test_a_point_alone_goes_there_at_once() -> None:
    field = Field([unit("us", 0, 20, 20, figures=3), FAR]).choose("manoeuvre").go(20, 26)
    assert field.at("us") == (20, 26)


@pytest.mark.rule("dh.cmd.distance.2")
def test_only_the_leader_leads_and_only_men_of_the_unit_are_put() -> None:
    field = Field([unit("us", 0, 20, 20, figures=3), FAR]).choose("manoeuvre")
    squad = field.unit("us").figures
    assert not field.decision.allows(put_option(squad[1], 200, 260))
    assert field.refusal(piece=squad[1], x=20.0, y=26.0) == "dh.core.turn.seq"
    put(field, squad[0], 20, 26)
    stranger = field.unit("far").figures[0]
    assert not field.decision.allows(put_option(stranger, 200, 240))
    assert field.refusal(piece=stranger, x=20.0, y=24.0) == "dh.open.fire_half"
    assert not field.decision.allows(put_option(squad[1], 200, 240) | 1 << 55), "no other number means the same"


@pytest.mark.rule("dh.cmd.distance.2")
def test_a_lone_man_has_nobody_to_lay_out() -> None:
    field = Field([unit("us", 0, 20, 20, figures=1), FAR]).choose("manoeuvre")
    assert not field.decision.allows(put_option(field.unit("us").figures[0], 200, 260))
    assert SYSTEM.prompt(field.state, field.decision).hand == -1


@pytest.mark.rule("dh.open.way", "dh.core.move.terrain")
def test_a_man_walks_his_own_way_round_what_he_cannot_cross() -> None:
    pond = [ground("water", 20.8, 16, 23.8, 20.2)]
    field = lay_out(Field([unit("us", 0, 20, 20, figures=2), FAR], terrain=pond), 19, 20)
    second = field.unit("us").figures[1]
    assert field.refusal(piece=second, x=22.0, y=19.0) == "dh.core.move.terrain", "nobody stands in water"
    put(field, second, 23, 21.2)
    way = next(one.way for one in SYSTEM.prompt(field.state, field.decision).placed if one.piece == second)
    assert len(way) > 2, "round the pond"
    length = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(way))
    assert 4 < length <= 6


@pytest.mark.rule("dh.cmd.distance.2")
def test_the_whole_squad_may_still_go_elsewhere_in_the_formation_chosen() -> None:
    field = lay_out(Field([unit("us", 0, 20, 20), unit("de", 1, 20, 44), FAR]), 20, 21)
    field.choose("form", place="line")
    field.play(point_option(205, 210))
    field.choose("go")
    squad = field.unit("us")
    assert field.at("us") == (20.5, 21)
    wide = max(field.state.x[f] for f in squad.figures) - min(field.state.x[f] for f in squad.figures)
    deep = max(field.state.y[f] for f in squad.figures) - min(field.state.y[f] for f in squad.figures)
    assert wide > 4 * deep


@pytest.mark.rule("dh.open.best_cover", "dh.cmd.distance.2")
def test_labels_tell_the_cover_of_the_squad_as_it_will_stand() -> None:
    wall = [line("stone_wall", 10, 26, 30, 26)]
    field = Field([unit("us", 0, 20, 22, figures=6), unit("de", 1, 20, 44), FAR], terrain=wall)
    lay_out(field, 20, 24)
    along, going = chosen(field, "form", "cover"), chosen(field, "go")
    assert along.label.args["cover"] == "@cover.medium"
    assert len(along.figures) == 6
    assert all(y < 26 for _, y in along.figures)
    assert going.label.args["cover"] == "@cover.open", "one man alone is at the wall"
    men = field.unit("us").figures
    for man, x in ((men[2], 18.5), (men[3], 21.5)):
        option = put_option(man, round(x * 10), 252)
        told = SYSTEM.choice(field.state, field.decision, option).label.args
        put(field, man, x, 25.2)
        assert chosen(field, "go").label.args["cover"] == told["cover"], "before and after"
    assert chosen(field, "go").label.args["cover"] == "@cover.medium", "three of six are"
    field.choose("go")
    assert cover_of(field.state, field.unit("us"), field.unit("de")) == MEDIUM


@pytest.mark.rule("dh.open.snap_point")
def test_the_risk_of_a_move_as_it_is_laid_out() -> None:
    """A wall of men would be shot at on the way; behind the house nobody sees them."""
    house = [ground("building", 16, 24, 24, 25)]
    field = Field([unit("us", 0, 26, 20, figures=2), unit("de", 1, 20, 30), FAR], terrain=house)
    lay_out(field, 26, 23)
    found = risk_of_path(SYSTEM, field.state, 0, [""])
    (leg,) = found.legs
    assert leg.unharmed < 0.9
    assert leg.shots[0].x >= 0, "it is told where on the way they would be fired at"
    direct = Field([unit("us", 0, 26, 20, figures=2), unit("de", 1, 20, 30), FAR], terrain=house).choose("manoeuvre")
    straight = risk_of_path(SYSTEM, direct.state, 0, ["26,23"])
    assert leg.unharmed == pytest.approx(straight.legs[0].unharmed), "the same way, the same risk"


def test_a_move_by_hand_is_taken_back_saved_and_replayed() -> None:
    game = registry.new("disposable", "lesson_close_combat", 7)
    rng = random.Random(3)
    moved = 0
    for _ in range(400):
        if game.over or moved == 6:
            break
        decision = game.decisions[0]
        hand = SYSTEM.prompt(game.state, decision).hand
        point = next((option for option in decision.options if is_point(option)), -1)
        if decision.kind is decisions.ARRANGE:
            before = game.state.digest()
            assert decision.region is not None
            game.play(decision.region.sample(rng), decision.seat)
            game.undo()
            assert game.state.digest() == before
            game.play(game.decisions[0].region.sample(rng), decision.seat)
            game.play(acts.GO.act(), decision.seat)
            moved += 1
        elif hand >= 0 and point >= 0:
            game.play(put_option(hand, *option_point(point)), decision.seat)
        else:
            game.play(rng.choice(decision.options), decision.seat)
    assert moved == 6
    assert registry.load(registry.save(game)).state.digest() == game.state.digest()


@pytest.mark.parametrize("scenario", ["crossroads", "farm"])
def test_men_put_at_random_keep_every_rule(scenario: str) -> None:
    """Nobody goes beyond his allowance, through what he cannot cross or away from his unit, and all end as shown."""
    game = registry.new("disposable", scenario, 5, recording=False)
    rng = random.Random(11)
    put_by_hand = 0
    for _ in range(3000):
        if game.over or put_by_hand == 60:
            break
        decision = game.decisions[0]
        if decision.kind is not decisions.ARRANGE:
            hand = SYSTEM.prompt(game.state, decision).hand if decision.region is not None else -1
            points = [option for option in decision.options if is_point(option)]
            if hand >= 0 and points:
                game.play(put_option(hand, *option_point(rng.choice(points))), decision.seat)
            else:
                game.play(rng.choice(decision.options), decision.seat)
            continue
        for _ in range(3):
            layout = game.decisions[0].region
            assert isinstance(layout, Layout)
            option = layout.sample(rng)
            shown = layout.formation(option)
            game.play(option, decision.seat)
            put_by_hand += 1
            check_layout(game, shown)
        game.play(acts.GO.act(), decision.seat)
        SYSTEM.check(game.state)
    assert put_by_hand == 60


def check_layout(game: Game, shown: list[tuple[float, float]]) -> None:
    top = game.state.stack[-1]
    assert isinstance(top, Arrange)
    reach = top.reach(game.state)
    for (x, y), placed in zip(shown, SYSTEM.prompt(game.state, game.decisions[0]).placed, strict=True):
        assert (placed.x, placed.y) == (x, y)
        way = [round(10 * v) for point in placed.way for v in point]
        assert reach.walk.price(way) <= reach.allowance * FINE, "beyond his allowance"
        assert way[-2:] == [round(10 * x), round(10 * y)]
    assert not spread_out(top.spots[::2], top.spots[1::2], reach.command)
