"""How battles end, who holds ground, retreats, damage, split fire and armies: every side of every condition."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from bocage.kernel import first
from bocage.kernel.dice import scripted
from bocage.systems.normandie.content import army
from bocage.systems.normandie.content.armoury import card_ware
from bocage.systems.normandie.content.recruits import card_numbers, deck_of, detach, enlist, enlist_command, grant
from bocage.systems.normandie.model.flags import PERKS, TOKENS, TRAITS
from bocage.systems.normandie.model.forces import Goal, Pool, Tile
from bocage.systems.normandie.rules import acts, victory
from bocage.systems.normandie.rules.damage import Hit, locate
from bocage.systems.normandie.rules.fireline import ALLY, NO_ENEMY, ban_foe
from bocage.systems.normandie.rules.retreat import retreats
from bocage.systems.normandie.rules.specialorders import veil
from bocage.systems.normandie.rules.splitfire import split_targets
from bocage.systems.normandie.rules.structures import demolish, lay_wreck
from bocage.systems.normandie.state import CREW, FIELD, HULL, LOST, PRIMARY, TRACK
from systems.normandie.field import Field
from systems.normandie.second import AHEAD, actor, away, draw, neighbours, place, stands
from systems.normandie.test_card_targets import BOTH, CAR, LEADER, OWN

UNITS = {"a": "us8.fire_team r1c1", "b": "us8.officer r6c0", "g": "ge902.fire_group r1c10", "h": "ge902.officer r6c11"}


def battle(**fields: Any) -> Field:
    """A battle whose scenario is its own to change."""
    game = Field(UNITS | fields.pop("units", {}))
    game.state.scenario = copy.deepcopy(game.state.scenario)
    for name, value in fields.items():
        setattr(game.state.scenario, name, value)
    return game


# ---- the end


@pytest.mark.rule(
    "hon.victory.end.1", "hon.victory.win.1", "hon.victory.win.2", "hon.victory.rounds.1", "hon.victory.vp.1"
)
@pytest.mark.parametrize(
    ("fields", "score", "round_", "winner"),
    [
        ({"rounds": 6}, (3, 2), 5, None), ({"rounds": 6}, (3, 2), 6, 0), ({"rounds": 6}, (2, 3), 6, 1),
        ({"rounds": 6}, (2, 2), 6, -1), ({"rounds": 6}, (3, 2), 7, 0),
        ({"rounds": 6, "wanted": 5}, (4, 3), 2, None), ({"rounds": 6, "wanted": 5}, (5, 3), 2, 0),
        ({"rounds": 6, "wanted": 5}, (1, 6), 2, 1), ({"rounds": 6, "wanted": 5}, (5, 5), 2, "initiative"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("initiative", [0, 1])
def test_points_and_rounds(
    fields: dict[str, int], score: tuple[int, int], round_: int, winner: Any, initiative: int
) -> None:
    game = battle(**fields)
    state = game.state
    state.score, state.round, state.initiative = list(score), round_, initiative
    victory.end_by_scenario(state)
    assert state.over is (winner is not None)
    if winner is not None:
        assert state.winner == (initiative if winner == "initiative" else winner)


@pytest.mark.rule("hon.victory.end.1", "hon.victory.win.1", "hon.victory.rounds.1")
def test_documents_decide() -> None:
    for bearer, goal, winner in (("a", -1, 0), ("g", -1, 1), ("", -1, -1), ("", 1, 1), ("a", 1, 1)):
        game = battle(rounds=4, documents_round=1)
        state = game.state
        state.round, state.goal = 4, goal
        state.documents_unit = game.names[bearer] if bearer else -1
        victory.end_by_scenario(state)
        assert state.winner == winner, (bearer, goal)
    for held, bearer, winner in ((False, "a", 1), (True, "a", 0), (True, "", 1)):
        game = battle(rounds=4, documents_round=1, finder=0, held=held)
        game.state.round = 4
        game.state.documents_unit = game.names[bearer] if bearer else -1
        victory.end_by_scenario(game.state)
        assert game.state.winner == winner, (held, bearer)


@pytest.mark.rule("hon.victory.win.1", "hon.victory.vp.1")
@pytest.mark.parametrize(
    ("here", "holder"), [("", -1), ("a", 0), ("g", 1), ("ag", -1), ("ab", 0), ("c", -1), ("cg", 1)]
)
def test_ground_is_held_by_infantry_alone_there(here: str, holder: int) -> None:
    game = battle(units={"c": "us.jeep r4c4 facing=2"})
    spots = iter(("r3c3", "r3c4"))
    for name in here:
        game.state.put(game.unit(name), game.cell(next(spots)))
    goal = Goal(1 << game.cell("r3c3") | 1 << game.cell("r3c4"), 2, -1)
    assert victory.holder_of(game.state, goal) == holder
    for attacker in (0, 1):
        state = battle(rounds=1, attacker=attacker, goals=[goal]).state
        for name in here:
            if name != "c":
                state.put(state.units[game.names[name]], game.unit(name).cell)
        state.round = 1
        victory.end_by_scenario(state)
        if "c" not in here:
            assert state.winner == (attacker if holder == attacker else 1 - attacker)


@pytest.mark.rule("hon.victory.vp.1")
@pytest.mark.parametrize(("camp", "scored"), [(-1, [3, 0]), (0, [3, 0]), (1, [0, 0])])
def test_an_objective_counts_for_whom_it_is(camp: int, scored: list[int]) -> None:
    game = battle()
    game.state.scenario.goals = [Goal(1 << game.unit("a").cell, 3, camp)]
    victory.score_goals(game.state)
    assert game.state.score == scored


@pytest.mark.rule("hon.victory.lose.1", "hon.victory.end.2", "hon.open.victory.simul.1")
@pytest.mark.parametrize(
    ("entitled", "gone", "score", "winner"),
    [
        ((2, 2), "", (0, 0), None), ((0, 2), "", (0, 0), 1), ((2, 0), "", (0, 0), 0), ((2, 2), "ab", (9, 0), 1),
        ((2, 2), "gh", (0, 9), 0), ((0, 0), "", (1, 0), 0), ((0, 0), "", (0, 1), 1), ((0, 0), "", (0, 0), "initiative"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("initiative", [0, 1])
def test_a_side_without_units_or_orders_has_lost(
    entitled: tuple[int, int], gone: str, score: tuple[int, int], winner: Any, initiative: int
) -> None:
    game = battle()
    state = game.state
    state.entitled, state.score, state.initiative = list(entitled), list(score), initiative
    for name in gone:
        state.remove(game.unit(name), LOST)
    victory.end_by_exhaustion(state)
    assert state.over is (winner is not None)
    if winner is not None:
        assert state.winner == (initiative if winner == "initiative" else winner)


@pytest.mark.rule("hon.scenario.end")
@pytest.mark.parametrize(("round_", "die", "over"), [(3, 6, False), (4, 4, False), (4, 5, True), (5, 6, True)])
def test_a_die_may_end_the_battle(round_: int, die: int, over: bool) -> None:
    game = battle(rounds=9, closing=4, closing_roll=5)
    game.state.round = round_
    game.state.dice = scripted([die])
    victory.end_by_scenario(game.state)
    assert game.state.over is over
    assert victory.is_called_off(battle(rounds=9, closing=0).state) is False


@pytest.mark.rule("hon.victory.win.1")
@BOTH
def test_leaving_the_board(seat: int) -> None:
    name = "ag"[seat]
    game = battle()
    state, unit = game.state, game.unit(name)
    assert not victory.may_leave(state, unit)
    state.scenario.edges = [1 << game.unit("a").cell, 1 << game.unit("g").cell]
    assert not victory.may_leave(state, unit), "it neither scores nor bears anything"
    state.documents_unit = unit.id
    assert victory.may_leave(state, unit)
    victory.leave(state, unit)
    assert (state.goal, unit.status != FIELD) == (seat, True)
    scoring = battle(exits=[[2, 5], [3, 7]])
    scoring.state.scenario.edges = [1 << game.state.board.grid.named("r1c1"), 1 << game.state.board.grid.named("r1c10")]
    assert victory.may_leave(scoring.state, scoring.unit(name))
    victory.leave(scoring.state, scoring.unit(name))
    assert scoring.state.score[seat] == (2, 3)[seat]
    assert scoring.state.goal == -1


# ---- retreats


@pytest.mark.rule(
    "hon.assault.win.3", "hon.assault.win.4", "hon.assault.win.5", "hon.assault.win.6", "hon.open.retreat.three.1"
)
def test_the_three_spaces_behind() -> None:
    seen = 0
    for seed in range(600, 660):
        field = draw(seed, "......h#~", 1, near=True, men=6)
        attacker = actor(field)
        for defender in field.state.units:
            here = place(field, defender.cell)
            if defender.is_vehicle() or attacker.is_vehicle() or defender.camp == attacker.camp:
                continue
            start = place(field, attacker.cell)
            if away(start, here) != 1:
                continue
            d = AHEAD.index((here[0] - start[0], here[1] - start[1]))
            behind = {(here[0] + AHEAD[turn % 8][0], here[1] + AHEAD[turn % 8][1]) for turn in (d - 1, d, d + 1)}
            taken = {space for unit in field.state.units for space in stands(field, unit)}
            mine = (set(neighbours(field, defender, here)) & behind) - taken
            if defender.face.movement - 2 * defender.suppressed <= 0:
                mine = set()
            options = retreats(field.state, attacker.cell, defender)
            theirs = {place(field, first(one)) for one in options if acts.ACTS.of(one) is acts.RETREAT_TO}
            assert mine == theirs, (seed, defender.id)
            seen += bool(mine)
    assert seen > 10


# ---- damage


@pytest.mark.rule(
    "hon.damage.1", "hon.damage.2", "hon.damage.3", "hon.damage.5", "hon.damage.6", "hon.damage.double.1",
    "hon.damage.when.1", "hon.abil.perf.1",
)  # fmt: skip
@pytest.mark.parametrize("perforating", [False, True])
@pytest.mark.parametrize("die", range(1, 7))
def test_every_location(die: int, perforating: bool) -> None:
    location = die + perforating
    marker = {1: CREW, 2: TRACK, 3: HULL, 4: HULL, 5: PRIMARY}.get(location, 0)
    game = battle(units={"t": "us.sherman r4c4 facing=2"})
    tank = game.unit("t")
    locate(game.state, tank, die, perforating)
    assert (tank.status == LOST) is (location >= 6)
    if location < 6:
        assert tank.damage == marker
        assert tank.suppressed == (2 if marker == HULL else 0)
        assert tank.halted is (marker in (HULL, TRACK))
        locate(game.state, tank, die, perforating)
        assert tank.status == LOST, "a second marker of a kind"


@pytest.mark.rule("hon.open.bloodthirsty.1", "hon.abil.waves.1", "hon.trait.vet.1", "hon.open.chance.location.1")
@pytest.mark.parametrize(("count", "damage"), [(1, CREW), (2, CREW | TRACK)])
def test_each_hit_on_a_tank_has_a_location(count: int, damage: int) -> None:
    game = battle(units={"t": "us.sherman r4c4 facing=2"})
    state = game.state
    state.dice = scripted([1, 2, 3])
    state.pending.clear()
    state.push(Hit(game.names["t"], count, "hon.shot.effect.4"))
    state.advance()
    assert game.unit("t").damage == damage


@pytest.mark.rule("hon.open.bloodthirsty.1", "hon.counter.hit.1", "hon.shot.kill.1")
@pytest.mark.parametrize(
    ("count", "kill", "side", "lost"),
    [(1, False, 1, False), (2, False, 1, True), (1, True, 0, True), (0, False, 0, False)],
)
@BOTH
def test_hits_on_infantry_follow_one_another(seat: int, count: int, kill: bool, side: int, lost: bool) -> None:
    game = battle()
    state, unit = game.state, game.unit("ag"[seat])
    state.pending.clear()
    state.push(Hit(unit.id, count, "hon.shot.effect.1", kill=kill))
    state.advance()
    assert (unit.status == LOST) is lost
    assert lost or unit.side == side


@pytest.mark.rule(
    "hon.terrain.struct.1",
    "hon.terrain.struct.2",
    "hon.abil.destr.3",
    "hon.comp.light.1",
    "hon.comp.heavy.1",
    "hon.comp.wreck.1",
)
@pytest.mark.parametrize("heavy", [False, True])
def test_points_add_up_until_a_structure_is_gone(heavy: bool) -> None:
    game = battle()
    state = game.state
    cell = game.cell("r3c3")
    lay_wreck(state, 1 << cell, heavy, 3)
    assert state.ground.wrecks == ([0, 1 << cell] if heavy else [1 << cell, 0])
    number = len(state.structures) - 1
    for points, total in ((0, 0), (-1, 0), (1, 1), (1, 2)):
        demolish(state, number, points, "hon.abil.destr.1")
        assert state.markers[number] == total
    demolish(state, number, 1, "hon.abil.destr.1")
    assert len(state.structures) == number
    assert len(state.markers) == number
    assert state.ground.wrecks == [0, 0]


# ---- split fire


@pytest.mark.rule(
    "hon.abil.mg.1",
    "hon.abil.mg.2",
    "hon.abil.mg.3",
    "hon.abil.mg.4",
    "hon.abil.mg.5",
    "hon.abil.supp.6",
    "hon.abil.fotm.1",
)
@pytest.mark.parametrize(
    ("others", "first_targets", "second_targets"),
    [
        ({"h": "ge902.officer r2c8"}, {"g"}, {"h"}), ({"h": "ge902.officer r2c9"}, set(), None),
        ({"h": "ge902.officer r5c8"}, {"g"}, {"h"}), ({"h": "ge.zundapp r3c7"}, set(), None),
        ({"h": "ge902.officer r4c8", "i": "ge902.fire_group r1c6"}, {"g", "h"}, {"h", "i"}),
    ],
)  # fmt: skip
def test_targets_of_split_fire(
    others: dict[str, str], first_targets: set[str], second_targets: set[str] | None
) -> None:
    """Of one class, two spaces apart at most; with ids in order."""
    game = Field(
        {"m": "us8.30cal r3c1 back facing=2 order=1", "u": "us8.officer r6c0", "g": "ge902.fire_group r3c6"} | others
    )
    gun = game.unit("m")
    if not gun.face.weapons[0].gunner:
        game.state.turn(gun)
    names = {number: name for name, number in game.names.items()}
    found = {names[one] for one in split_targets(game.state, gun, 0, [], False)}
    if "i" not in others:
        assert found == first_targets
        assert bool(game.offered("split")) is bool(first_targets)
    if second_targets:
        chosen = [game.names["g"]]
        assert {names[one] for one in split_targets(game.state, gun, 0, chosen, False)} == second_targets


# ---- armies


@pytest.mark.rule(
    "hon.army.order.2",
    "hon.army.trait.1",
    "hon.mp.hc.4",
    "hon.ord.bluff.1",
    "hon.ord.plan.1",
    "hon.ord.planning.1",
    "hon.special.cap.1",
    "hon.trait.hardened.1",
)
@pytest.mark.parametrize("name", sorted(army.options()))
def test_what_an_option_gives(name: str) -> None:
    """To its tile, to its player, or to the pool of all allies."""
    option = army.options()[name]
    scenario = battle().state.scenario
    scenario.pools = [Pool(), Pool()]
    home = Tile("x", 0, 0, 1, 3, 2)
    before = (scenario.orders[0], scenario.bluffs[0], scenario.special[0])
    grant(scenario, home, option, [])
    wanted = army.army_tokens(option, [])
    if option.tokens:
        assert home.tokens == wanted
    assert home.traits == (1 << TRAITS.names.index(name) if name in TRAITS.names else 0)
    assert scenario.perks[0] == (1 << PERKS.names.index(name) if name in PERKS.names else 0)
    assert scenario.perks[1] == 0
    trait = option.type == "trait"
    assert home.hardened == (option.orders if trait else 0)
    assert scenario.orders[0] == before[0] + (0 if trait else option.orders)
    assert scenario.bluffs[0] == before[1] + option.bluffs
    assert scenario.special[0] == min(2, before[2] + option.special_orders)
    assert len(TOKENS.names) == len(wanted)
    common = battle().state.scenario
    common.pools = [Pool(), Pool()]
    common.players = [[0, 1], [2]]
    common.perks = [0, 0, 0]
    grant(common, Tile("hc", -1, 0, 1, 3, 2), option, [])
    pool = common.pools[0]
    assert (pool.orders, pool.bluffs, pool.special) == (option.orders, option.bluffs, option.special_orders)
    assert common.perks == [scenario.perks[0], scenario.perks[0], 0], "all allies have it"


@pytest.mark.rule("hon.break.alloc.1", "hon.open.hero.loss.1", "hon.comp.tile.3", "hon.mp.hc.3")
def test_units_belong_to_tile_option_or_hero() -> None:
    scenario = battle().state.scenario
    start = len(scenario.tiles)
    slot = 2
    option = next(one for one in army.options().values() if one.units and one.id.startswith("us8"))
    raised = army.ArmyRecord(nation="us", points=300)
    raised.tiles.append(army.TileChoice("us8"))
    raised.tiles[0].options.append(army.Fitted(slot, option.id, []))
    hero = next(one for one in army.heroes().values() if one.nation == "us")
    raised.heroes.append(hero.id)
    units = enlist(scenario, 0, raised)
    record = army.tiles()["us8"]
    assert units[: len(record.units)] == [(name, start) for name in record.units]
    assert (hero.unit, len(scenario.tiles) - 1) in units
    assert [(name, start + 1) for name in option.units] == [one for one in units if one[1] == start + 1]
    assert scenario.tiles[start].stars == record.stars + record.slots[slot - 1].stars
    assert scenario.tiles[start + 1].parent == start
    assert scenario.tiles[-1].kind == "hero"


@pytest.mark.rule("hon.mp.hc.3", "hon.mp.hc.4")
def test_the_command_of_an_alliance() -> None:
    scenario = battle().state.scenario
    scenario.pools = [Pool(), Pool()]
    start = len(scenario.tiles)
    option = next(one for one in army.options().values() if one.units)
    tokens = next(one for one in army.options().values() if one.tokens and not one.units)
    command = army.Command("us.hc", [10, 10], [army.Fitted(1, option.id, []), army.Fitted(2, tokens.id, [])])
    units = enlist_command(scenario, 0, command)
    home = scenario.tiles[start]
    assert (home.seat, home.camp, home.id) == (-1, 0, "us.hc")
    assert home.tokens == army.army_tokens(tokens, [])
    assert units == [(name, start + 1) for name in option.units], "they serve the first ally"
    assert scenario.tiles[start + 1].parent == start
    assert detach(scenario, 1, option, start) == [(name, start + 2) for name in option.units]
    assert scenario.tiles[-1].seat == 1


@BOTH
@pytest.mark.rule("hon.supd.move.2", "hon.move.zoc.3", "hon.act.choice.1")
def test_why_a_unit_does_not_set_out(seat: int) -> None:
    """Too many markers; with a point left it moves."""
    initiative = ("us", "de")[seat]
    others = {"x": f"{LEADER[1 - seat]} r6c11", "y": f"{OWN[seat]} r0c0"}
    man = Field({"c": f"{OWN[seat]} r3c3 order=1 suppressed=9"} | others, initiative=initiative)
    assert man.why_not("move") == ["hon.supd.move.2"]
    for name in (OWN[seat], CAR[seat]):
        points = Field({"c": f"{name} r3c3 facing=2"} | others).unit("c").face.movement
        for markers, moves in (((points - 1) // 2, True), ((points + 1) // 2, False)):
            text = f"{name} r3c3 facing=2 order=1 suppressed={markers}"
            assert ("move" in Field({"c": text} | others, initiative=initiative).verbs()) is moves, (name, markers)


@pytest.mark.rule("hon.mp.ally.2")
def test_whose_deck_is_played() -> None:
    """The one given, else that of the only army, else the usual one of the nation."""
    own = {"courage": 2}
    armed = army.ArmyRecord(nation="us", points=100)
    armed.deck = dict(own)
    plain = army.ArmyRecord(nation="us", points=100)
    usual = sorted(deck_of("us", [plain], None, None))
    assert len(usual) == sum(army.usual_deck("us", []).values())
    assert deck_of("us", [armed], None, None) == card_numbers(["courage"] * 2)
    assert sorted(deck_of("us", [armed, armed], None, None)) == usual, "allies have one deck, and neither brings it"
    assert sorted(deck_of("us", [None], None, None)) == usual
    assert deck_of("us", [armed], {"no": 1}, None) == card_numbers(["no"])


@pytest.mark.rule("hon.ord.air.1", "hon.ord.art.1")
def test_cards_on_sale_tell_nation_and_command() -> None:
    for card in army.cards().values():
        ware = card_ware(card)
        assert ware.nation == ("" if len(card.nations) == 2 else card.nations[0])
        assert ware.command == (card.category if card.category in ("artillery", "aviation") else "")
        assert ware.copies == card.copies


@pytest.mark.rule("hon.mp.act.2", "hon.los.need.1")
def test_only_enemies_on_the_board_are_attacked() -> None:
    units = {"a": "us8.officer r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "c": "us8.fire_team r4c0 player=1"}
    game = Field(units | {"g": "ge902.fire_group r6c11", "h": "ge902.officer r4c11"})
    game.state.remove(game.unit("h"), LOST)
    own = game.unit("a")
    found = {name: ban_foe(own, game.unit(name)) for name in "bcgh"}
    assert found == {"b": ALLY, "c": NO_ENEMY, "g": None, "h": NO_ENEMY}
    assert ban_foe(own, None) is NO_ENEMY


@pytest.mark.rule("hon.abil.how.1", "hon.abil.ambush.15", "hon.fire.who.1")
def test_a_hidden_mortar_that_fires_is_seen() -> None:
    game = Field(
        {"m": "us.mortar r3c1 back order=1", "u": "us8.officer r6c0", "g": "ge902.fire_group r3c7"},
        army={"us": {"tokens": {"concealed": 1}}},
    )
    mortar = game.unit("m")
    veil(game.state, mortar, next(number for number, pool in enumerate(game.state.tokens) if pool))
    assert mortar.face.concealed
    game.choose("blast")
    assert not mortar.face.concealed
