"""Cards that answer to what is under way: shots, moves, assaults and blasts."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.normandie.model.flags import DOUBLE_TIME, FIRE_AT_WILL, NO_TOKEN
from bocage.systems.normandie.rules.acts import ON_UNIT
from bocage.systems.normandie.rules.card_attacks import vehicle_ahead
from bocage.systems.normandie.rules.cards import EFFECTS
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.state import CREW, FIELD, LOST
from systems.normandie.field import Field
from systems.normandie.test_cards import OVERRIDE, field, hand, play


def rammed(game: Field) -> list[int]:
    card = next(card for card in game.state.scenario.cards if card.id == "ram")
    return vehicle_ahead(game.state, 0, card, game.unit("u").id)


def target_at(game: Field, x: float, y: float) -> None:
    found = next(c for c in game.offered() if (c.x, c.y) == (x, y))
    game.state.play(game.decision(), found.id)


@OVERRIDE
def test_bogged_down_stops_a_vehicle_where_it_is() -> None:
    units = {"u": "us.jeep r3c2 order=1 facing=2", "v": "us8.fire_team r5c0 order=2", "g": "ge902.officer r0c11"}
    game = field([], ["bogged_down"], units=units)
    game.choose("move")
    game.choose("ahead")
    play(game, "bogged_down")
    assert game.at("u") == "r3c3"
    assert game.unit("u").acted
    assert not game.unit("u").halted, "for this move only"
    infantry = field([], ["bogged_down"], units=units | {"u": "us8.officer r3c2 order=1"})
    infantry.walk("r3c3")
    assert hand(infantry) == set(), "men do not bog down"


@OVERRIDE
def test_a_mine_attacks_who_enters_open_ground_and_stops_who_is_hit() -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "v": "us8.officer r6c0", "g": "ge902.officer r0c11"}
    for die, stays in ((1, True), (6, True)):
        game = field([], ["mine"], units=units)
        game.walk("r3c3")
        game.roll(die)
        play(game, "mine")
        assert game.event("support").args["result"] == die + 4
        assert game.unit("u").acted is stays or game.unit("u").status == LOST
        assert game.at("u") in ("r3c3", "")
    wood = field([], ["mine"], units=units, map=["............"] * 3 + ["...tt......."] + ["............"] * 3)
    wood.walk("r3c3")
    assert hand(wood) == set(), "no mines under the trees"
    own = field([], ["mine"], units=units | {"g": "ge902.officer r0c11 order=1"}, initiative="de")
    own.walk("r0c10")
    assert hand(own) == set(), "nor under one's own feet"


@OVERRIDE
def test_a_mine_that_misses_lets_a_vehicle_drive_on_and_hits_its_side() -> None:
    units = {"u": "us.sherman r3c4 order=1 facing=2", "v": "us8.officer r6c0", "g": "ge902.officer r0c11"}
    game = field([], ["mine"], units=units)
    game.choose("move")
    game.choose("ahead")
    game.roll(1)
    play(game, "mine")
    side = game.unit("u").face.armour[1]
    assert game.event("support").args["defense"] == side
    assert "ahead" in game.verbs()


@OVERRIDE
def test_booby_traps_wait_in_ruins_and_buildings_and_ignore_their_cover() -> None:
    units = {"u": "us8.fire_team r1c1 order=1", "v": "us8.officer r2c0", "g": "ge902.officer r0c11"}
    game = field([], ["booby_trapped"], units=units, map=["............", "..R.........", "............"])
    game.walk("r1c2")
    game.roll(1)
    defense = game.unit("u").face.defense
    play(game, "booby_trapped")
    event = game.event("support")
    assert (event.args["result"], event.args["defense"]) == (4, defense)
    free = field([], ["booby_trapped"], units=units, map=["............"] * 3)
    free.walk("r1c2")
    assert hand(free) == set()


@OVERRIDE
def test_the_opportunity_fire_card_lets_an_idle_unit_shoot_at_a_mover() -> None:
    units = {
        "u": "us8.fire_team r3c2 order=1",
        "v": "us8.officer r6c0",
        "g": "ge902.fire_group r3c8 order=1",
        "h": "ge902.officer r0c11 acted",
        "i": "ge902.fire_group r5c8 activated",
    }
    game = field([], ["opportunity_fire"], units=units)
    game.walk("r3c3")
    game.roll(1)
    play(game, "opportunity_fire")
    assert game.event("fire").args["target"] == "@unit.us8.fire_team"
    shooter = game.unit("g")
    assert (shooter.activated, shooter.token) == (True, NO_TOKEN)
    assert "step" in game.verbs(), "the survivor walks on"


@OVERRIDE
def test_dont_stop_adds_two_spaces_to_a_finished_move() -> None:
    units = {"u": "us8.fire_team r3c0 order=1", "v": "us8.officer r6c0", "g": "ge902.officer r0c11"}
    plain = field([], units=units)
    plain.choose("move")
    steps = 0
    while plain.offered("step"):
        plain.choose("step", place=f"r3c{steps + 1}")
        steps += 1
    game = field(["dont_stop"], units=units)
    game.walk(*[f"r3c{n + 1}" for n in range(steps)])
    play(game, "dont_stop")
    game.walk(f"r3c{steps + 1}", f"r3c{steps + 2}")
    assert game.at("u") == f"r3c{steps + 2}"
    assert game.unit("u").acted
    jeep = field(["dont_stop"], units=units | {"u": "us.jeep r3c2 order=1 facing=2"})
    jeep.choose("move")
    jeep.choose("ahead")
    jeep.choose("stop")
    play(jeep, "dont_stop")
    jeep.choose("ahead")
    jeep.choose("ahead")
    assert jeep.at("u") == "r3c5"
    assert jeep.unit("u").acted


@OVERRIDE
def test_dynamic_gives_infantry_fire_on_the_move_at_one_less() -> None:
    units = {"u": "us8.officer r3c2 order=1", "v": "us8.fire_team r6c0", "g": "ge902.fire_group r3c6"}
    without = field([], units=units)
    without.choose("move")
    assert not without.offered("moving-fire")
    game = field(["dynamic"], units=units)
    play(game, "dynamic")
    game.choose("move")
    game.roll(1)
    game.choose("moving-fire", "g")
    assert game.lines("fire")["on-the-move"] == -1
    game.choose("step", place="r3c3")
    assert not game.offered("moving-fire"), "one shot"


@OVERRIDE
def test_hit_and_run_moves_a_unit_that_has_fired() -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "v": "us8.officer r6c0 order=2", "g": "ge902.fire_group r3c6"}
    game = field(["hit_and_run"], units=units)
    game.roll(1)
    game.choose("fire", "g")
    play(game, "hit_and_run")
    game.walk("r3c1", "r3c0")
    assert game.at("u") == "r3c0"
    assert game.unit("v").shown, "two spaces and no more: the next order is up"
    idle = field(["hit_and_run"], units=units)
    idle.choose("pass")
    assert hand(idle) == set(), "it has not fired"


@OVERRIDE
@pytest.mark.parametrize(("walled", "place", "markers"), [(False, "r3c7", 0), (True, "r3c6", 1)])
def test_driven_back_moves_infantry_that_was_hit(walled: bool, place: str, markers: int) -> None:
    rows = ["." * 12] * 2 + [".......#####", ".......#####", ".......#####"] + ["." * 12] * 2
    units = {"u": "us8.fire_team r3c2 order=1", "v": "us8.officer r6c0", "g": "ge902.fire_group r3c6"}
    game = field(["driven_back"], units=units, map=rows if walled else ["." * 12] * 7)
    game.roll(3)
    game.choose("fire", "g")
    assert game.unit("g").side == 1, "it was hit"
    play(game, "driven_back")
    if not walled:
        assert {c.place for c in game.offered("retreat")} == {"r2c7", "r3c7", "r4c7"}
        game.choose("retreat", place="r3c7")
    assert (game.at("g"), game.unit("g").suppressed) == (place, markers)
    missed = field(["driven_back"], units=units)
    missed.roll(1)
    missed.choose("fire", "g")
    assert hand(missed) == set()


@OVERRIDE
def test_fall_back_avoids_an_assault() -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "v": "us8.officer r6c0", "g": "ge902.fire_group r3c3"}
    game = field([], ["fall_back"], units=units)
    game.choose("assault", "g")
    play(game, "fall_back")
    game.choose("retreat", place="r3c4")
    assert (game.at("u"), game.at("g")) == ("r3c3", "r3c4")
    assert (game.unit("u").side, game.unit("g").side) == (0, 0)
    cornered = field([], ["fall_back"], units=units | {"g": "ge902.fire_group r3c3 suppressed=2"})
    cornered.roll(6, 6, 1, 1)
    cornered.choose("assault", "g")
    assert not cornered.offered("retreat"), "a unit that cannot move cannot fall back"


@OVERRIDE
@pytest.mark.parametrize("attacking", [True, False])
def test_battle_rage_helps_either_side_of_one_assault(attacking: bool) -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "v": "us8.officer r6c0", "g": "ge902.fire_group r3c3"}
    cards: tuple[list[str], list[str]] = (["battle_rage"], []) if attacking else ([], ["battle_rage"])
    game = field(*cards, units=units)
    game.roll(3, 3, 3, 3)
    game.choose("assault", "g")
    play(game, "battle_rage")
    lines = {"assault": game.lines("assault").get("card"), "defense": game.lines("defense").get("card")}
    assert lines == {"assault": 2 if attacking else None, "defense": None if attacking else 2}
    assert game.state.staff.rage == (0, 0)


@OVERRIDE
def test_a_second_chance_in_an_assault_rolls_the_chosen_dice_of_ones_own() -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "v": "us8.officer r6c0", "g": "ge902.fire_group r3c3"}
    game = field(["second_chance"], units=units)
    game.roll(1, 2, 1, 1, 6)
    game.choose("assault", "g")
    play(game, "second_chance")
    game.choose("reroll", dice="2")
    assert game.event("assault").dice == [1, 6, 1, 1]
    reply = field([], ["second_chance"], units=units)
    reply.roll(1, 1, 1, 2, 6, 5)
    reply.choose("assault", "g")
    play(reply, "second_chance")
    reply.choose("reroll", dice="1, 2")
    assert reply.event("assault").dice == [1, 1, 6, 5]


MORTAR = {"u": "us.mortar r3c1 back order=1", "v": "us8.officer r6c0", "g": "ge902.fire_group r3c7"}
HIDDEN = ["." * 12] * 2 + ["....hhh....."] * 3 + ["." * 12] * 2


@OVERRIDE
def test_precision_and_a_second_chance_on_a_dispersal() -> None:
    for cards, dice, drift in ((["precision"], [1], False), (["second_chance"], [1, 6, 1], True)):
        game = field(cards, units=MORTAR, map=HIDDEN)
        game.roll(*dice)
        game.choose("blast")
        target_at(game, 7.0, 3.0)
        play(game, cards[0])
        told = [e.kind for e in game.state.events]
        assert ("dispersal" in told) is drift
        assert game.event("pattern").args["col"] == 7
        assert game.event("pattern").args["row"] == 3


GRENADIER: dict[str, Any] = {
    "units": {"u": "us8.fire_team r3c2 order=1", "v": "us8.officer r6c0", "g": "ge902.fire_group r3c4"},
    "more": {"tokens": {"grenade": 1}},
}


@OVERRIDE
def test_return_to_sender_throws_a_grenade_back() -> None:
    game = field([], ["return_to_sender"], **GRENADIER)
    game.choose("throw")
    target_at(game, 4.0, 3.0)
    play(game, "return_to_sender")
    assert {(c.x, c.y) for c in game.offered("target")} == {(2.0, 3.0), (3.0, 3.0), (2.0, 4.0), (3.0, 4.0)}
    game.roll(6)
    target_at(game, 2.0, 4.0)
    assert game.unit("g").side == 0
    assert game.unit("u").status == LOST or game.unit("u").side == 1
    own = field(["return_to_sender"], **GRENADIER)
    own.choose("throw")
    own.roll(1)
    target_at(own, 4.0, 3.0)
    assert own.event("blast").args["target"] == "@unit.ge902.fire_group"


@pytest.mark.rule("hon.ord.direct.5", "hon.card.override.1")
@pytest.mark.parametrize(("thrown_back", "lines"), [(False, {"bonus": 2, "directive": 1}), (True, {"bonus": 2})])
def test_a_directive_helps_no_grenade_that_is_thrown_back(thrown_back: bool, lines: dict[str, int]) -> None:
    units = GRENADIER["units"] | {"v": "us8.officer r5c2"}
    game = field([], ["return_to_sender"], units=units, more={"tokens": {"grenade": 1, "veteran": 1}})
    issue_directive(game, FIRE_AT_WILL)
    game.choose("throw")
    target_at(game, 4.0, 3.0)
    game.roll(1)
    if not thrown_back:
        game.choose("hold")
        assert game.lines("blast") == lines
        assert "reroll" in game.verbs()
        return
    play(game, "return_to_sender")
    target_at(game, 2.0, 3.0)
    assert game.event("blast").args["target"] == "@unit.us8.fire_team"
    assert game.lines("blast") == lines


@OVERRIDE
@pytest.mark.parametrize(("enemy", "lost"), [("ge.zundapp r3c5", True), ("ge.tiger r3c6 facing=2", False)])
def test_ram_strikes_both_vehicles(enemy: str, lost: bool) -> None:
    units = {"u": "us.sherman r3c4 order=1 facing=2", "v": "us8.officer r6c0", "g": enemy}
    game = field(["ram"], units=units)
    game.roll(*([1] if lost else [1, 1]))
    play(game, "ram")
    assert (game.unit("g").status == LOST) is lost
    assert lost or game.unit("g").damage == CREW
    assert (game.unit("u").damage, game.unit("u").acted) == (CREW, True)
    beside = field(["ram"], units=units | {"g": "ge.zundapp r1c4"})
    assert hand(beside) == set(), "only what is right in front"


@pytest.mark.rule("hon.ord.direct.7", "hon.card.override.1")
def test_double_time_lets_a_suppressed_tank_ram_and_a_squad_go_again() -> None:
    units = {"u": "us.sherman r3c4 suppressed=3 facing=2", "v": "us8.officer r5c4", "g": "ge.zundapp r3c5"}
    game = field(["ram"], units=units)
    assert rammed(game) == []
    issue_directive(game, DOUBLE_TIME)
    assert rammed(game) == [ON_UNIT.on(game.names["g"])]
    squad = {"u": "us8.fire_team r3c4 acted", "v": "us8.officer r5c4 order=1", "g": "ge902.officer r0c11"}
    game = field(["go"], units=squad)
    issue_directive(game, DOUBLE_TIME)
    play(game, "go")
    move = game.state.stack[-1]
    assert isinstance(move, Movement)
    assert move.points == game.unit("u").points() + 2


def issue_directive(game: Field, kind: int) -> None:
    game.state.staff.directive[0] = kind
    game.state.staff.herald[0] = game.names["v"]


@OVERRIDE
def test_hitlerjugend_come_out_of_enemy_zones_of_control() -> None:
    units = {"u": "us8.fire_team r3c2 acted", "v": "us8.officer r6c0 acted", "g": "ge902.officer r0c11 acted"}
    game = field([], ["hitlerjugend"], units=units, phase="supply")
    before = len([u for u in game.state.units if u.status == FIELD])
    play(game, "hitlerjugend")
    places = {c.place for c in game.offered("target")}
    assert "r3c3" not in places, "in the zone of the Americans"
    assert {"r3c4", "r0c10"} <= places
    game.choose("target", place="r5c5")
    young = next(u for u in game.state.units if u.counter.id == "ge.hj")
    assert (young.status, young.seat, young.camp) == (FIELD, 1, 1)
    assert len([u for u in game.state.units if u.status == FIELD]) == before + 1
    game.state.remove(young, LOST)
    assert game.state.scenario.tiles[young.tile].breaking_point == 0, "its loss breaks no tile"


@OVERRIDE
def test_the_nebelwerfer_fires_three_blasts_close_together() -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "v": "us8.officer r6c0", "g": "ge902.officer r0c11 order=1"}
    game = field([], ["nebelwerfer"], units=units, initiative="de")
    game.roll(5, 5, 5)
    play(game, "nebelwerfer")
    target_at(game, 6.0, 3.0)
    for _ in range(2):
        corners = {(c.x, c.y) for c in game.offered("aim")}
        assert corners == {(float(x), float(y)) for x in range(4, 9) for y in range(1, 6)}
        target_at(game, 8.0, 5.0)
    assert not game.offered("aim")


def test_every_card_has_an_effect_and_a_moment() -> None:
    from bocage.systems.normandie.content.army import cards

    assert all(effect.moments or effect.answers for effect in EFFECTS.values())
    assert {card.effect for card in cards().values()} == set(EFFECTS)


@OVERRIDE
@pytest.mark.rule("hon.abil.sniper.t2", "hon.abil.sniper.t3", "hon.abil.sniper.t4")
@pytest.mark.parametrize(("die", "helps"), [(1, False), (3, False), (5, True), (6, True)])
def test_a_helmet_helps_against_the_hit_of_a_sniper_not_against_a_marker(die: int, helps: bool) -> None:
    units = {"s": "ge.ludwig r3c2 order=1", "u": "us8.fire_team r3c6", "v": "us8.officer r6c0"}
    game = field(["thank_the_helmet"], units=units, initiative="de")
    game.roll(die)
    game.choose("snipe", "u")
    assert (hand(game) == {"thank_the_helmet"}) is helps
    if helps:
        play(game, "thank_the_helmet")
        assert (game.unit("u").side, game.unit("u").suppressed) == (0, 1), "one marker instead of all"


@pytest.mark.rule("hon.abil.ambush.14")
def test_a_mine_does_not_tell_who_stepped_on_it() -> None:
    units = {"u": "us8.recon_team r3c2 back order=1", "v": "us8.officer r6c0", "g": "ge902.officer r0c11"}
    game = field([], ["mine"], units=units, map=["." * 12, "h" * 12] + ["." * 12] * 5)
    game.walk("r3c3")
    game.roll(1)
    play(game, "mine")
    assert game.unit("u").face.concealed
    assert game.event("support").args["target"] == "@unit.concealed"


@pytest.mark.rule("hon.trait.vet.1", "hon.eq.mine.4")
def test_a_second_chance_for_a_bomb_is_his_who_laid_it() -> None:
    units = {"t": "ge.panzer4 r3c3 facing=2 charges=1", "u": "us8.fire_team r0c11", "g": "ge902.officer r6c11"}
    for us, de, asked in ((["second_chance"], [], True), ([], ["second_chance"], False)):
        game = field(us, de, units=units, phase="supply")
        game.roll(1, 2, 1)
        while game.state.pending and "second_chance" not in hand(game) and game.unit("t").bombs:
            game.choose("done" if game.offered("done") else "hold")
        assert ("second_chance" in hand(game)) is asked
