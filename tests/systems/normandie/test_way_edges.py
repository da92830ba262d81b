"""Ways, lines past others and tokens that are loaded, one condition at a time."""

from __future__ import annotations

import random

import pytest

from bocage.systems.normandie.content import army as armies
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.draft import random_army
from bocage.systems.normandie.content.records import Nation
from bocage.systems.normandie.model.flags import AMMO, AMMO_BELT
from bocage.systems.normandie.model.tables import HEAVY, INFANTRY, LIGHT
from bocage.systems.normandie.rules.movement import TOO_SUPPRESSED, Movement, ban_assault, can_dig, can_reach
from bocage.systems.normandie.rules.sight import in_the_way
from bocage.systems.normandie.rules.splitfire import SplitFire
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, LEADER, OWN, SIDE

GUN = {0: "us8.30cal", 1: "ge902.mg42"}
TANK = {0: "us.sherman", 1: "ge.panzer4"}
RUSE = {0: "us.ruse", 1: "ge.ruse"}


@BOTH
@pytest.mark.rule("hon.los.block.2", "hon.open.transport.fire.1")
@pytest.mark.parametrize("riding", [False, True])
def test_who_is_in_the_way_of_a_pattern(seat: int, riding: bool) -> None:
    """All others of infantry, vehicles alone of a vehicle; never the piece itself nor what it rides in."""
    units = {
        "a": f"{OWN[seat]} r3c2", "t": f"{HALFTRACK[seat]} r3c4 facing=2", "c": f"{OWN[seat]} r5c2",
        "v": f"{CAR[1 - seat]} r3c8 facing=2", "b": f"{OWN[1 - seat]} r3c9",
    }  # fmt: skip
    game = Field(units)
    state = game.state
    cells = {name: game.unit(name).cells() for name in "atcvb"}
    if riding:
        state.embark(game.unit("a"), game.unit("t"))
        assert in_the_way(state, game.unit("a")) == cells["c"] | cells["v"] | cells["b"]
    else:
        assert in_the_way(state, game.unit("a")) == cells["t"] | cells["c"] | cells["v"] | cells["b"]
    assert in_the_way(state, game.unit("t")) == cells["v"]


@BOTH
@pytest.mark.rule("hon.eq.ammo.2", "hon.eq.belt.3", "hon.abil.mg.1", "hon.army.equip.1", "hon.opt.use.1")
@pytest.mark.parametrize(
    ("rank", "token", "loaded"),
    [
        (INFANTRY, "ammo", AMMO), (INFANTRY, "ammo_belt", AMMO_BELT), (LIGHT, "ammo", -1),
        (LIGHT, "ammo_belt", AMMO_BELT), (HEAVY, "ammo", -1), (HEAVY, "ammo_belt", -1), (INFANTRY, "heroic", -1),
    ],
)  # fmt: skip
def test_what_is_loaded_for_split_fire(
    monkeypatch: pytest.MonkeyPatch, seat: int, rank: int, token: str, loaded: int
) -> None:
    enemy = {
        INFANTRY: f"{OWN[1 - seat]} {{}}",
        LIGHT: f"{CAR[1 - seat]} {{}} facing=2",
        HEAVY: f"{TANK[1 - seat]} {{}} facing=2",
    }[rank]
    units = {
        "u": f"{GUN[seat]} r3c2 back facing=2", "l": f"{LEADER[seat]} r6c0", "g": enemy.format("r3c6"),
        "h": enemy.format("r1c6"),
    }  # fmt: skip
    game = Field(units, army={SIDE[seat]: {"tokens": {token: 1}}})
    unit = game.unit("u")
    monkeypatch.setattr(unit.face.weapons[0], "bonus", [4, 4, 4])
    assert SplitFire(unit.id, 0, False).tokens(game.state, unit) == ([loaded] if loaded >= 0 else [])


@BOTH
@pytest.mark.rule("hon.eq.pos.1", "hon.eq.pos.2", "hon.army.equip.1", "hon.opt.use.1", "hon.trait.tricky.2")
@pytest.mark.parametrize(("who", "token", "may"), [
    ("man", "advanced_position", True), ("man", "ammo", False), ("man", "", False),
    ("ruse", "advanced_position", False),
])  # fmt: skip
def test_who_may_dig_in(seat: int, who: str, token: str, may: bool) -> None:
    piece = OWN[seat] if who == "man" else RUSE[seat]
    units = {"a": f"{piece} r3c2", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r6c11"}
    game = Field(units, army={SIDE[seat]: {"tokens": {token: 1}}} if token else {})
    assert can_dig(game.state, game.unit("a")) is may


@BOTH
@pytest.mark.rule("hon.assault.launch.1", "hon.assault.launch.3")
@pytest.mark.parametrize(("wall", "points", "may"), [
    (False, 2, False), (False, 3, True), (True, 3, False), (True, 4, True), (True, 5, True),
])  # fmt: skip
def test_the_way_round_costs_points(seat: int, wall: bool, points: int, may: bool) -> None:
    """Three spaces away as the crow flies, and around the rocks two more."""
    rows = ["............"] * 7
    if wall:
        rows = [
            "............",
            "...#........",
            "...#........",
            "...#........",
            "...#........",
            "............",
            "............",
        ]
    units = {"a": f"{OWN[seat]} r2c2", "b": f"{OWN[1 - seat]} r2c5 suppressed=1", "l": f"{LEADER[1 - seat]} r6c11"}
    game = Field(units, map=rows)
    found = can_reach(game.state, game.unit("a"), game.unit("b"), game.cell("r2c2"), points)
    assert found is may


@BOTH
@pytest.mark.rule("hon.open.assault.multi.1", "hon.move.inf.1", "hon.assault.announce.2")
def test_the_only_way_to_the_assault_is_taken_unasked(seat: int) -> None:
    """A lane between rocks, then open ground: of two ways the player picks one."""
    for rows, asked in ((["#####.......", "............", "#####......."], False), (["............"] * 3, True)):
        game = Field({"a": f"{OWN[seat]} r1c0", "b": f"{OWN[1 - seat]} r1c3"}, map=rows)
        state = game.state
        state.pending.clear()
        move = Movement(game.unit("a").id, 3, game.unit("b").id)
        state.push(move)
        move.ask(state, game.unit("a"))
        assert bool(state.pending) is asked
        assert game.at("a") == ("r1c0" if asked else "r1c1")


@pytest.mark.rule("hon.open.copies.1", "hon.ord.air.1", "hon.ord.art.1", "hon.setup.deck.1")
@pytest.mark.parametrize("nation", ["us", "de"])
def test_a_drafted_army_brings_its_deck(nation: Nation) -> None:
    for seed in range(4):
        drafted = random_army(nation, 200, random.Random(seed), set(counters()))
        assert drafted.deck
        assert not armies.violations(drafted)


@BOTH
@pytest.mark.rule("hon.assault.launch.3", "hon.supd.move.2", "hon.assault.zoc.1", "hon.abil.trans.5")
@pytest.mark.parametrize(("points", "ban"), [(0, TOO_SUPPRESSED), (1, None), (3, None)])
def test_one_point_takes_him_into_the_space_beside_him(seat: int, points: int, ban: object) -> None:
    game = Field({"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c3"})
    assert ban_assault(game.state, game.unit("a"), game.unit("b"), points) is ban
