"""Figures and small tables of the rules: what is on a counter, who shares what, how many and in which order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.army import (
    ArmyRecord,
    Fitted,
    TileChoice,
    army_tokens,
    cost,
    doubles,
    heroes,
    options,
    tiles,
)
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.model import flags, tables
from bocage.systems.normandie.model.forces import interleaved
from bocage.systems.normandie.rules.aiming import colour_of
from bocage.systems.normandie.rules.battle import Battle
from bocage.systems.normandie.rules.card_orders import draw
from bocage.systems.normandie.rules.fireline import armour_against
from bocage.systems.normandie.rules.multiplayer import hand_size
from bocage.systems.normandie.rules.options import army_pool, pool_for, serves, spend, token_bonus
from bocage.systems.normandie.rules.orders import OrdersPhase, leaves
from bocage.systems.normandie.rules.setup import scout_of, settle_initiative
from bocage.systems.normandie.rules.sight import through_openings
from bocage.systems.normandie.rules.specialorders import veil
from bocage.systems.normandie.rules.structures import lay_wreck
from bocage.systems.normandie.rules.traits import directed
from bocage.systems.normandie.rules.victory import is_spent
from bocage.systems.normandie.state import LOST, WRECK
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, LEADER, OWN, SIDE

TWO = {"a": "us8.fire_team r3c3 order=1", "b": "ge902.fire_group r0c11"}


# ---- counters as they are printed


def printed() -> list[dict[str, Any]]:
    text = (Path(SYSTEM.package) / "data" / "units.yaml").read_text("utf-8")
    found: list[dict[str, Any]] = yaml.safe_load(text)["units"]
    return found


@pytest.mark.rule("hon.counter.name.1", "hon.counter.hit.1", "hon.comp.inf.1", "hon.counter.heavy.1", "hon.abil.opp.1")
def test_a_side_has_the_values_printed_on_it() -> None:
    watches = {None: tables.NO_WATCH, "inactive": tables.WATCH_OFF, "active": tables.WATCH_ON}
    for unit in printed():
        for number, side in enumerate((unit["front"], unit.get("back") or unit["front"])):
            face = counters()[unit["id"]].faces[number]
            assert (face.movement, face.white) == (side["movement"], side["name"] == "white")
            assert face.hit is (side.get("icon", "elim") == "hit")
            armour = side.get("armour")
            assert face.defense == (armour[0] if armour else side.get("defense", 0))
            assert face.armour == (armour or [face.defense] * 3)
            assert (face.assault, face.assault_value) == ("assault" in side, side.get("assault") or 0)
            assert face.watch == watches[side.get("opportunity_fire")]
            assert face.destruction == side.get("explosion", 0)
            assert len(face.weapons) == len(side.get("weapons", [side]))
            for weapon, record in zip(face.weapons, side.get("weapons", [side]), strict=True):
                bonus = record.get("bonus", [None] * 3)
                assert weapon.bonus == [tables.CROSS if value is None else value for value in bonus]
                assert weapon.range == record.get("limited_range", tables.UNLIMITED)
                assert weapon.indirect is ("indirect_fire" in record)


@pytest.mark.rule(
    "hon.comp.inf.4", "hon.counter.outline.1", "hon.comp.inf.1", "hon.counter.name.1", "hon.ord.conceal.1"
)
def test_a_counter_has_its_class_and_outline() -> None:
    ranks = {"infantry": tables.INFANTRY, "light": tables.LIGHT, "heavy": tables.HEAVY}
    outlines = {"plain": tables.PLAIN, "heavy_weapon": tables.HEAVY_WEAPON, "hero": tables.HERO}
    for unit in printed():
        counter = counters()[unit["id"]]
        assert counter.rank == ranks[unit.get("class", "infantry")]
        officer = unit.get("officer", False)
        assert counter.officer is officer
        assert counter.outline == (tables.OFFICER if officer else outlines[unit.get("outline", "plain")])
        assert (counter.size, counter.gun, counter.wreck) == (
            unit.get("size", 1), unit.get("gun", False), unit.get("wreck", 0),
        )  # fmt: skip
        for side in (0, 1):
            face = counter.faces[side]
            bonus = face.weapons[0].bonus if face.weapons else [tables.CROSS] * 3
            assert counter.bonuses[side] == bonus
            assert counter.veils[side].concealed
            assert counter.veils[side].movement == face.movement


# ---- armies


@pytest.mark.rule("hon.comp.option.1", "hon.open.copies.1", "hon.army.equip.4", "hon.army.equip.3", "hon.army.points.1")
def test_what_an_army_costs_and_holds_twice() -> None:
    tile = next(name for name, record in tiles().items() if record.nation == "us")
    option = next(name for name, record in options().items() if record.tokens)
    hero = next(name for name, record in heroes().items() if record.nation == "us")
    fitted = Fitted(slot=1, option=option)
    army = ArmyRecord(nation="us", tiles=[TileChoice(tile=tile, options=[fitted])], heroes=[hero])
    assert cost(army) == tiles()[tile].cost + options()[option].cost + heroes()[hero].cost
    assert doubles(army) == []
    twice = ArmyRecord(nation="us", tiles=[TileChoice(tile=tile, options=[fitted, fitted]), TileChoice(tile=tile)])
    assert [fault.field for fault in doubles(twice)] == ["tiles[0].options[1].option", "tiles[1].tile"]
    assert cost(twice) == 2 * tiles()[tile].cost + 2 * options()[option].cost
    counts = army_tokens(options()[option], [])
    assert {flags.TOKENS.names[n]: count for n, count in enumerate(counts) if count} == {
        name: count for name, count in options()[option].tokens.items() if count
    }
    more = army_tokens(options()[option], ["fuel", "fuel"])
    assert more[flags.FUEL] == counts[flags.FUEL] + 2
    assert sum(more) == sum(counts) + 2


@pytest.mark.rule("hon.mp.deploy.1", "hon.mp.init.1")
@pytest.mark.parametrize(
    ("ranks", "camp", "order"),
    [
        ([[0], [1]], 0, [0, 1]), ([[0], [1]], 1, [1, 0]), ([[0, 1], [2]], 0, [0, 2, 1]), ([[0, 1], [2]], 1, [2, 0, 1]),
        ([[1, 0], [3, 2]], 0, [1, 3, 0, 2]), ([[0], [1, 2, 3]], 0, [0, 1, 2, 3]), ([[0], [1, 2, 3]], 1, [1, 0, 2, 3]),
    ],
)  # fmt: skip
def test_both_sides_play_by_turns(ranks: list[list[int]], camp: int, order: list[int]) -> None:
    assert interleaved(ranks, camp) == order


# ---- cards, tokens and rounds


@BOTH
@pytest.mark.rule("hon.open.deck.empty.1", "hon.card.draw.1")
def test_an_empty_deck_gives_nothing(seat: int) -> None:
    state = Field(TWO).state
    state.staff.decks[seat], state.staff.hands[seat] = [7, 8], []
    assert draw(state, seat)
    assert (state.staff.hands[seat], state.staff.decks[seat]) == ([8], [7]), "the top card"
    assert draw(state, seat)
    assert not draw(state, seat)
    assert state.staff.hands[seat] == [8, 7]
    assert state.staff.hands[1 - seat] == []


@pytest.mark.rule("hon.mp.cards.3", "hon.open.mp.hand.1", "hon.setup.deck.5")
def test_allies_hold_fewer_cards() -> None:
    assert hand_size(Field(TWO).state, 0, 4) == 4
    three = Field(TWO | {"c": "us8.fire_team r5c3 player=2"}).state
    assert [hand_size(three, seat, 4) for seat in range(3)] == [3, 3, 6]
    four = Field(TWO | {"c": "us8.fire_team r5c3 player=2", "d": "us8.fire_team r6c3 player=3"}).state
    assert [hand_size(four, seat, 4) for seat in range(4)] == [2, 2, 2, 6]


@pytest.mark.rule("hon.eq.belt.3", "hon.eq.ammo.2", "hon.abil.mg.5")
def test_what_ammunition_adds() -> None:
    ranks = (tables.INFANTRY, tables.LIGHT, tables.HEAVY)
    assert [token_bonus(flags.AMMO_BELT, rank) for rank in ranks] == [2, 1, 1]
    assert [token_bonus(flags.AMMO, rank) for rank in ranks] == [1, 1, 1]


@BOTH
@pytest.mark.rule("hon.open.place.must.1", "hon.open.place.more.1", "hon.bluff.place.1")
def test_who_may_keep_tokens_back(seat: int) -> None:
    """Numbers must be laid while a unit waits for one; bluffs need not."""
    phase = OrdersPhase()
    for hand, left, free, may in (
        (1 << 3, 0, 0, True), (1 << 3, 0, 1, False), (1 << flags.BLUFF, 0, 1, True), (0, 1 << 2, 1, False),
        (1 << flags.BLUFF, 1 << 2, 2, False), (1 << flags.SPECIAL, 1 << flags.BLUFF, 2, True),
    ):  # fmt: skip
        phase.hand, phase.left = [0, 0], [0, 0]
        phase.hand[seat], phase.left[seat] = hand, left
        assert phase.may_leave(seat, free) is may, (hand, left, free)
    game = Field({"a": f"{LEADER[seat]} r3c3", "b": f"{LEADER[1 - seat]} r0c11"}, phase="orders", initiative=SIDE[seat])
    for option in game.decision(seat).options:
        name = SYSTEM.acts.of(option).name
        assert leaves(option) is (name in ("leave", "done"))


@pytest.mark.rule("hon.round.phases.1", "hon.turn.markers.1")
@pytest.mark.parametrize("appears", [0, 3, 4])
def test_a_round_begins(appears: int) -> None:
    game = Field(TWO)
    state = game.state
    state.round, state.scenario.documents_round = 2, appears
    state.scenario.locations = [state.board.grid.intersection(1, col) for col in range(1, 7)]
    game.roll(4)
    Battle().start_round(state)
    assert (state.round, state.phase) == (3, flags.ORDERS)
    assert state.documents_place == (state.scenario.locations[3] if appears == 3 else -1)


@pytest.mark.rule("hon.setup.deploy.1", "hon.mp.init.1")
@pytest.mark.parametrize(
    ("camp", "die", "first"), [(0, 0, 0), (1, 0, 1), (-1, 1, 0), (-1, 2, 1), (-1, 3, 0), (-1, 6, 1)]
)
def test_who_begins(camp: int, die: int, first: int) -> None:
    game = Field(TWO)
    game.state.scenario.initiative = camp
    game.roll(*([die] if die else []))
    settle_initiative(game.state)
    assert (game.state.initiative, game.state.sequence) == (first, [first, 1 - first])


@BOTH
@pytest.mark.rule(
    "hon.opt.use.1", "hon.army.equip.1", "hon.army.equip.2", "hon.mp.hc.3", "hon.opt.use.3", "hon.army.hero.1"
)
def test_whose_tokens_serve_whom(seat: int) -> None:
    """One's own tile, the officer's tile, any tile for heroes; what a High Command holds serves its side."""
    game = Field({"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r0c11"}, initiative=SIDE[seat], army={
        "us": {"tokens": {"fuel": 1}}, "de": {"tokens": {"fuel": 1}},
    })  # fmt: skip
    state, man, enemy = game.state, game.unit("a"), game.unit("b")
    home, other = man.tile, enemy.tile
    mine, theirs = state.scenario.tiles[home], state.scenario.tiles[other]
    assert pool_for(state, man, flags.FUEL) == home
    assert pool_for(state, man, flags.AMMO) == -1
    assert army_pool(state, seat, flags.FUEL) == home
    assert army_pool(state, seat, flags.AMMO) == -1
    state.tokens[home][flags.FUEL] = 0
    assert pool_for(state, man, flags.FUEL) == army_pool(state, seat, flags.FUEL) == -1, "not the enemy's"
    theirs.officer = True
    assert not serves(state, other, home, man)
    theirs.seat, theirs.officer = seat, False
    assert not serves(state, other, home, man), "another tile of his own"
    assert army_pool(state, seat, flags.FUEL) == other
    theirs.officer = True
    assert serves(state, other, home, man)
    theirs.officer, mine.kind = False, "hero"
    assert serves(state, other, home, man)
    mine.kind, theirs.seat = "platoon", -1
    assert not serves(state, other, home, man), "the High Command of the other side"
    assert army_pool(state, seat, flags.FUEL) == -1
    theirs.camp = seat
    assert serves(state, other, home, man)
    assert army_pool(state, seat, flags.FUEL) == other
    assert spend(state, man, flags.FUEL)
    assert state.tokens[other][flags.FUEL] == 0
    assert not spend(state, man, flags.FUEL)


# ---- weapons, sight and ground


@pytest.mark.rule("hon.eq.horn.2", "hon.eq.horn.1")
def test_a_horn_of_plenty_close_by_makes_blue_green(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Field({"a": "us8.fire_team r3c3 order=1", "h": "us.horn r3c5", "b": "ge902.fire_group r3c2"})
    state, man = game.state, game.unit("a")
    for printed_colour, near in ((tables.BLUE, tables.GREEN), (tables.RED, tables.RED), (tables.GREEN, tables.GREEN)):
        monkeypatch.setattr(man.face.weapons[0], "pattern", printed_colour)
        state.put(game.unit("h"), game.cell("r3c5"))
        assert colour_of(state, man, 0) == near
        state.put(game.unit("h"), game.cell("r3c6"))
        assert colour_of(state, man, 0) == printed_colour, "three spaces away"
    monkeypatch.setattr(man.face.weapons[0], "pattern", tables.BLUE)
    state.put(game.unit("h"), game.cell("r5c5"))
    assert colour_of(state, man, 0) == tables.GREEN
    game.unit("h").seat = 1
    assert colour_of(state, man, 0) == tables.BLUE
    game.unit("h").seat = 0
    state.remove(game.unit("h"), LOST)
    assert colour_of(state, man, 0) == tables.BLUE


@pytest.mark.rule("hon.open.facing.side.1", "hon.los.veh.3", "hon.counter.heavy.1")
@pytest.mark.parametrize("facing", range(8))
@pytest.mark.parametrize("values", [[9, 6, 3], [3, 6, 9]])
def test_the_armour_that_is_hit(monkeypatch: pytest.MonkeyPatch, facing: int, values: list[int]) -> None:
    """Front, side or rear; on the line between two of them the lower."""
    game = Field({"t": f"ge.panzer4 r3c5 facing={facing}", "u": "us8.fire_team r0c11 order=1"})
    tank = game.unit("t")
    monkeypatch.setattr(tank.face, "armour", values)
    ahead = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))[facing]
    front, side, rear = values
    for row in range(7):
        for col in range(12):
            dy, dx = row - 3, col - 5
            if (dy, dx) == (0, 0):
                continue
            along, across = dy * ahead[0] + dx * ahead[1], abs(dx * ahead[0] - dy * ahead[1])
            if abs(along) == across:
                expected = min(side, front if along > 0 else rear)
            else:
                expected = side if across > abs(along) else front if along > 0 else rear
            found = armour_against(game.state, tank, game.cell(f"r{row}c{col}"), game.cell("r3c5"))
            assert found == expected, (row, col)


@pytest.mark.rule(
    "hon.open.building.los.1", "hon.build.fire.1", "hon.build.fire.2", "hon.build.fire.3", "hon.open.building.def.1"
)
def test_lines_into_out_of_and_through_a_house() -> None:
    """Two rooms, one above the other: r2c4, r2c5 and r3c4, r3c5; a door between them on the left."""
    game = Field(TWO, overlays=[{"building": "house_2x2", "at": [2, 4]}, {"building": "house_1x1", "at": [2, 8]}])

    def clear(a: str, b: str) -> bool:
        there = through_openings(game.state, game.cell(a), game.cell(b))
        assert there is through_openings(game.state, game.cell(b), game.cell(a)), "the same both ways"
        return there

    assert clear("r2c4", "r2c5"), "within a room"
    assert clear("r2c4", "r3c4"), "through the door between the rooms"
    assert not clear("r2c5", "r3c5")
    assert not clear("r2c4", "r3c5")
    assert clear("r2c4", "r2c2"), "by the door W"
    assert clear("r2c4", "r0c4"), "by the window N"
    assert not clear("r3c4", "r3c2"), "a wall"
    assert clear("r3c4", "r5c4"), "the door S"
    assert not clear("r2c5", "r2c2"), "its own space has no opening there"
    assert clear("r2c5", "r2c8"), "from window to window"
    assert not clear("r2c4", "r2c8"), "not across another room's space to a window that is not its own"
    assert clear("r3c5", "r3c7")
    assert not clear("r2c5", "r4c5"), "through the other room"


@BOTH
@pytest.mark.rule("hon.ord.conceal.3", "hon.ord.conceal.4", "hon.abil.ambush.11", "hon.ord.conceal.1")
def test_a_veil_is_laid_on_and_goes_back(seat: int) -> None:
    army = {SIDE[seat]: {"tokens": {"concealed": 1}}}
    game = Field({"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r0c11"}, initiative=SIDE[seat], army=army)
    state, man = game.state, game.unit("a")
    bit = 1 << man.cell
    assert state.blockers & bit
    veil(state, man, man.tile)
    assert man.face.concealed
    assert (man.veil, state.tokens[man.tile][flags.CONCEALED_TOKEN]) == (man.tile, 0)
    assert not state.blockers & bit, "a hidden unit is in nobody's way"
    assert state.standing[seat] & bit
    state.turn(man)
    assert (man.face, man.side) == (man.counter.faces[0], 0), "the counter itself is not turned"
    assert (man.veil, state.tokens[man.tile][flags.CONCEALED_TOKEN]) == (-1, 1)
    assert state.blockers & bit


@BOTH
@pytest.mark.rule("hon.abil.ambush.11", "hon.move.inf.3", "hon.los.block.2")
def test_who_stands_where(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r0c0 order=1", "c": f"{OWN[seat]} r1c1", "t": f"{CAR[1 - seat]} r3c3 facing=2"}
    game = Field(units | {"b": f"{OWN[1 - seat]} r6c6"}, initiative=SIDE[seat])
    state = game.state
    own, car, enemy = 1 << game.cell("r0c0") | 1 << game.cell("r1c1"), game.unit("t").cells(), 1 << game.cell("r6c6")
    assert (state.standing[seat], state.standing[1 - seat]) == (own, car | enemy)
    assert (state.vehicles, state.blockers, state.crowded) == (car, own | car | enemy, [0, 0])
    state.put(game.unit("a"), game.cell("r1c1"))
    assert state.crowded[seat] == 1 << game.cell("r1c1")
    assert state.crowded[1 - seat] == 0
    state.remove(game.unit("t"), LOST)
    assert (state.vehicles, state.standing[1 - seat]) == (0, enemy)


@pytest.mark.rule("hon.comp.light.1", "hon.comp.heavy.1", "hon.open.overlay.1", "hon.comp.wreck.1")
@pytest.mark.parametrize("heavy", [False, True])
def test_a_wreck_covers_what_was_there(heavy: bool) -> None:
    game = Field(TWO, map=["P..........."] + ["." * 12] * 6)
    state = game.state
    before = state.ground
    lay_wreck(state, 1, heavy, 3)
    assert state.ground.wrecks == ([0, 1] if heavy else [1, 0])
    assert before.wrecks == [0, 0]
    assert state.ground.terrain[0].id == ("wreck_heavy" if heavy else "wreck_light")
    assert state.ground.terrain[1].id == "open"
    one = state.structures[-1]
    assert (one.cells, one.value, one.kind, one.building, state.markers) == (1, 3, WRECK, -1, [0])
    assert not state.ground.opportunity & 1, "the position is no position any more"


# ---- directives, infiltration, and a side that is spent


@BOTH
@pytest.mark.rule("hon.ord.direct.3", "hon.ord.infil.1", "hon.abil.scout.1")
def test_whom_a_directive_reaches_and_how_far_one_infiltrates(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    units = {"a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r3c6", "b": f"{OWN[1 - seat]} r3c8"}
    game = Field(units | {"t": f"{CAR[seat]} r0c0 facing=2"}, initiative=SIDE[seat])
    state, man, leader = game.state, game.unit("a"), game.unit("l")
    assert not directed(state, man, flags.CHARGE)
    state.staff.directive[seat], state.staff.herald[seat] = flags.CHARGE, leader.id
    assert directed(state, man, flags.CHARGE), "three spaces away"
    assert not directed(state, man, flags.DOUBLE_TIME)
    assert not directed(state, game.unit("b"), flags.CHARGE)
    state.put(man, game.cell("r3c2"))
    assert not directed(state, man, flags.CHARGE), "four"
    state.put(man, game.cell("r3c5"))
    state.remove(leader, LOST)
    assert not directed(state, man, flags.CHARGE)
    for printed_scout in (0, 2, 6, 8):
        for unit in (man, game.unit("t")):
            monkeypatch.setattr(unit.face, "scout", printed_scout)
            for infiltrates in (False, True):
                unit.traits = flags.INFILTRATOR if infiltrates else 0
                six = infiltrates and unit is man
                assert scout_of(unit) == (max(6, printed_scout) if six else printed_scout)


@BOTH
@pytest.mark.rule("hon.mp.victory.1", "hon.victory.lose.1", "hon.victory.end.2")
def test_when_a_side_is_spent(seat: int) -> None:
    game = Field({"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r0c11"}, initiative=SIDE[seat])
    state = game.state
    state.entitled = [2, 2]
    assert not is_spent(state, seat)
    state.entitled[seat] = 0
    assert is_spent(state, seat)
    assert not is_spent(state, 1 - seat)
    state.entitled[seat] = 1
    state.remove(game.unit("a"), LOST)
    assert is_spent(state, seat)


@pytest.mark.rule("hon.mp.victory.1", "hon.victory.lose.1")
def test_allies_fight_on_while_one_of_them_can() -> None:
    game = Field(TWO | {"c": "us8.fire_team r5c3 player=2"})
    state = game.state
    state.entitled = [1, 1, 1]
    assert not is_spent(state, 0)
    state.entitled = [0, 1, 1]
    assert not is_spent(state, 0), "the second has units and orders"
    state.remove(game.unit("c"), LOST)
    assert is_spent(state, 0), "the one with units has no orders"
    state.scenario.pools[0].orders = 1
    assert not is_spent(state, 0), "their High Command has one to give"
    state.remove(game.unit("a"), LOST)
    assert is_spent(state, 0)
    assert not is_spent(state, 1)
