"""Orders, tokens and armies on the edge of their conditions."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from bocage.kernel.dice import scripted
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content import army as armies
from bocage.systems.normandie.content.armoury import card_ware
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.draft import random_deck
from bocage.systems.normandie.content.muster import muster
from bocage.systems.normandie.content.records import Nation
from bocage.systems.normandie.content.recruits import enlist, enlist_command, equip, pool_tokens
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.forces import Pool
from bocage.systems.normandie.model.staff import NO_DIRECTIVE
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.barrage import NO_CALLER, NO_WEAPONS_NEAR, ban_call
from bocage.systems.normandie.rules.orders import OrdersPhase, clear_directives, entitlement, full_hand
from bocage.systems.normandie.rules.specialorders import SmokeBomb, Veiling, veil_pool, veilable
from bocage.systems.normandie.rules.victory import end_by_scenario, leave
from bocage.systems.normandie.state import BOX, EXITED, RESERVE, NormandieState
from systems.normandie.field import Field
from systems.normandie.test_army import ALLIES, army, wrong_alliance
from systems.normandie.test_card_targets import BOTH, OWN, SIDE
from systems.normandie.test_cards import UNITS, field, play

TWO = {"u": "us8.officer r0c0", "v": "us8.fire_team r3c0", "g": "ge902.officer r0c11", "h": "ge902.fire_group r3c11"}


# ---- laying orders


@pytest.mark.rule("hon.order.place.2", "hon.aid.phases.1", "hon.order.count.2", "hon.supply.step.8")
@pytest.mark.parametrize("way", ["together", "alternate"])
def test_how_the_orders_phase_begins(way: str) -> None:
    game = Field(TWO, phase="orders", options={"orders": way}, army={"de": {"special": 1}})
    state = game.state
    phase = state.stack[-1]
    assert isinstance(phase, OrdersPhase)
    assert state.phase == flags.ORDERS
    assert phase.hand == [full_hand(state.entitled[0], 1, 0), full_hand(state.entitled[1], 1, 1)]
    assert phase.left == [0, 0], "nobody has given anything up"
    assert (phase.turn if way == "together" else 1 - phase.turn) == state.initiative
    assert [decision.seat for decision in state.pending] == ([0, 1] if way == "together" else [0])


@pytest.mark.rule("hon.order.place.2", "hon.supply.step.1", "hon.aid.phases.1")
def test_one_phase_after_another() -> None:
    units = {"u": "us8.officer r0c0 order=1", "v": "us8.fire_team r3c0", "g": "ge902.officer r0c11 order=1"}
    game = Field(units, options={"cards": "off"})
    seen = [game.state.phase]
    while game.state.round == 1 or game.state.phase != flags.ACTIVATION:
        decision = game.state.pending[0]
        quiet = [acts.PASS, acts.DONE, acts.HOLD, acts.STOP]
        option = next((one for one in decision.options if acts.ACTS.of(one) in quiet), decision.options[0])
        game.state.play(decision, option)
        if game.state.phase != seen[-1]:
            seen.append(game.state.phase)
    assert seen == [flags.ACTIVATION, flags.SUPPLIES, flags.ORDERS, flags.ACTIVATION]


@pytest.mark.rule("hon.order.count.1", "hon.setup.deploy.1", "hon.setup.deploy.3")
@pytest.mark.parametrize("scenario", ["carnage", "wheels"])
def test_who_has_deployed_is_entitled_to_his_tokens(scenario: str) -> None:
    state = SYSTEM.new(scenario, 3, {"cards": "off"})
    assert state.entitled == [0, 0]
    while state.round == 0:
        decision = state.pending[0]
        state.play(decision, decision.options[0])
    assert state.entitled == [entitlement(state, seat) for seat in (0, 1)]
    assert min(state.entitled) >= min(state.stars(seat) for seat in (0, 1)) > 0


@pytest.mark.rule("hon.card.phase.1", "hon.card.limit.1", "hon.open.deck.empty.1")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_that_is_played_lies_open_among_the_discards(seat: int) -> None:
    units = {n: t + " suppressed=1" for n, t in UNITS.items()}
    hands = (["relay", "courage"], []) if seat == 0 else ([], ["relay", "courage"])
    game = field(*hands, units=units, initiative=SIDE[seat])
    staff = game.state.staff
    number = staff.hands[seat][1]
    game.state.revealed = False
    play(game, "courage")
    assert (staff.hands[seat].count(number), len(staff.hands[seat])) == (0, 1)
    assert (staff.discards[seat], staff.discards[1 - seat]) == ([number], [])
    assert game.state.revealed, "nobody can take it back"


@pytest.mark.rule("hon.ord.direct.4")
def test_directives_are_gone_with_their_heralds() -> None:
    state = Field(TWO).state
    state.staff.directive, state.staff.herald = [flags.CHARGE, flags.DOUBLE_TIME], [0, 2]
    clear_directives(state)
    assert (state.staff.directive, state.staff.herald) == ([NO_DIRECTIVE] * 2, [-1, -1])


@pytest.mark.rule("hon.mp.limits.1", "hon.mp.limits.2", "hon.special.cap.1", "hon.bluff.have.1")
@pytest.mark.parametrize(
    ("second", "bluffs", "special", "shared", "pooled"),
    [
        (False, [1, 1], [0, 0], (0, 0), (1, 0)), (False, [2, 2], [1, 1], (0, 0), (2, 2)),
        (False, [2, 2], [2, 2], (1, 1), (2, 2)), (False, [1, 1], [0, 1], (1, 0), (2, 1)),
        (True, [1, 1], [0, 1], (0, 0), (2, 1)), (True, [2, 2], [2, 2], (1, 1), (4, 4)),
    ],
)  # fmt: skip
def test_what_allies_pool(
    second: bool, bluffs: list[int], special: list[int], shared: tuple[int, int], pooled: tuple[int, int]
) -> None:
    """Against one player an alliance has his one bluff and his limits; against two each brings his own."""
    units = {"a": "us8.officer r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "g": "ge902.officer r0c11"}
    if second:
        units["h"] = "ge902.fire_group r3c11 player=2"
    scenario = Field(units).state.scenario
    for seat, camp in enumerate(scenario.camps):
        place = scenario.players[camp].index(seat)
        scenario.bluffs[seat], scenario.special[seat] = (bluffs[place], special[place]) if camp == 0 else (1, 1)
    scenario.pools = [Pool(), Pool()]
    scenario.pools[0].bluffs, scenario.pools[0].special = shared
    pool_tokens(scenario)
    assert (scenario.pools[0].bluffs, scenario.pools[0].special) == pooled
    allies = scenario.players[0]
    assert [scenario.bluffs[seat] for seat in allies] == [scenario.special[seat] for seat in allies] == [0, 0]
    single = [scenario.bluffs[seat] for seat in scenario.players[1]]
    assert single == ([0, 0] if second else [1]), "one alone keeps his"


# ---- Concealed tokens, smoke and the nest


@BOTH
@pytest.mark.rule("hon.ord.conceal.2", "hon.ord.conceal.1")
def test_each_side_is_asked_whom_it_hides(seat: int) -> None:
    wall = ["............", *["......#....."] * 3, "............", "............"]
    units = {
        "u": "us8.fire_team r2c1 acted", "v": "us8.officer r5c0 acted", "g": "ge902.fire_group r2c10 acted",
        "h": "ge902.officer r5c11 acted",
    }  # fmt: skip
    both = {side: {"tokens": {"concealed": 1}} for side in ("us", "de")}
    game = Field(units, map=wall, army=both, phase="supply", initiative=SIDE[seat])
    veiling = game.state.stack[-1]
    assert isinstance(veiling, Veiling)
    assert game.decision().seat == seat
    game.choose("hold")
    assert game.decision().seat == 1 - seat, "one is done, the other is not"
    game.choose("hold")
    assert game.state.stack[-1] is not veiling


@pytest.mark.rule("hon.ord.infil.1", "hon.mp.hc.3", "hon.opt.use.1")
def test_whose_concealed_token_a_unit_may_take() -> None:
    units = {"u": "us8.fire_team r2c1 acted", "w": "us8.officer r5c0 acted", "g": "ge902.fire_group r2c10 acted"}
    for traits, officer, seat, home, found in (
        (0, False, 0, False, True), (flags.INFILTRATOR, False, 0, False, False),
        (flags.INFILTRATOR, True, 0, False, True), (flags.INFILTRATOR, False, 0, True, True),
        (0, True, 0, False, True), (flags.INFILTRATOR, False, -1, False, True),
        (0, False, 1, False, False), (0, False, 1, True, False),
    ):  # fmt: skip
        game = Field(units, tiles={"Own": {"side": "us", "breaking": 5, "vp": 1}}, army={"us": {"tokens": {"ammo": 1}}})
        state, unit = game.state, game.unit("u")
        number = 0
        tile = state.scenario.tiles[number]
        unit.tile = number if home else len(state.scenario.tiles) - 1
        tile.traits, tile.officer, tile.seat = traits, officer, seat
        for spent in (True, False):
            state.tokens[number][flags.CONCEALED_TOKEN] = int(not spent)
            assert veil_pool(state, unit) == (number if found and not spent else -1), (traits, officer, seat, home)


@BOTH
@pytest.mark.rule("hon.ord.conceal.2", "hon.trait.tricky.2")
def test_only_men_on_the_board_who_are_not_hidden_yet_are_hidden(seat: int) -> None:
    wall = ["............", *["......#....."] * 5]
    units = {
        "u": f"{OWN[seat]} r2c{(1, 10)[seat]}", "r": f"{('us.ruse', 'ge.ruse')[seat]} r4c{(1, 10)[seat]}",
        "c": f"{('us.jeep', 'ge.zundapp')[seat]} r3c{(2, 9)[seat]}", "g": f"{OWN[1 - seat]} r3c{(10, 1)[seat]}",
        "k": f"{('us8.recon_team', 'ge902.recon_group')[seat]} r5c{(1, 10)[seat]} back",
    }  # fmt: skip
    game = Field(units, map=wall, army={SIDE[seat]: {"tokens": {"concealed": 2}}})
    tile = game.unit("u").tile
    assert veilable(game.state, seat) == [acts.HIDE.act(game.unit("u").id, tile)]
    assert veilable(game.state, 1 - seat) == []
    game.state.put(game.unit("g"), game.cell(f"r2c{(3, 8)[seat]}"))
    assert veilable(game.state, seat) == [], "he is seen"
    game.state.readings |= flags.HIDES_IN_VIEW
    assert veilable(game.state, seat) == [acts.HIDE.act(game.unit("u").id, tile)]


@pytest.mark.rule("hon.ord.smoke.3", "hon.ord.smoke.4")
@pytest.mark.parametrize("laid", [True, False])
def test_a_smoke_bomb_has_had_its_turn_laid_or_not(laid: bool) -> None:
    game = Field(TWO, army={"us": {"tokens": {"smoke_bomb": 1}}})
    state = game.state
    bomb = next(unit for unit in state.units if unit.counter.kind == "smoke")
    state.pending.clear()
    procedure = SmokeBomb(bomb.id)
    state.push(procedure)
    procedure.advance(state)
    decision = state.pending.pop()
    state.dice = scripted([5])
    procedure.choose(state, decision, acts.AIM_AT.on(20) if laid else acts.DONE.act())
    assert bomb.acted
    assert bomb.status == (EXITED if laid else BOX)
    assert len(state.smoke) == int(laid)


@pytest.mark.rule("hon.ord.nest.1", "hon.army.finish.1")
def test_counters_of_one_name_get_letters_and_only_a_nest_waits() -> None:
    game = Field({"u": "us8.officer r0c0", "g": "ge902.officer r0c5"})
    scenario = game.state.scenario
    officer = next(t for t in armies.tiles().values() if t.nation == "de" and t.kind == "officer")
    record = armies.ArmyRecord(
        nation="de", tiles=[armies.TileChoice(officer.id, [armies.Fitted(1, "mgnest")]), armies.TileChoice("ge902", [])]
    )
    enlisted = enlist(scenario, 1, record)
    names = Counter(name for name, _ in enlisted)
    twice = {name for name, number in names.items() if number == 2}
    assert twice
    state = NormandieState(scenario, game.state.dice)
    muster(state, [(1, counters()[name], tile, -1) for name, tile in enlisted])
    for unit in state.units:
        assert (unit.status == EXITED) is (unit.counter.id == "ge.mg_nest")
        assert unit.status in (RESERVE, EXITED)
        assert (unit.tag != "") is (names[unit.counter.id] > 1), unit.counter.id
    assert all({unit.tag for unit in state.units if unit.counter.id == name} == {"A", "B"} for name in twice)


# ---- calling a barrage, and passing


@BOTH
@pytest.mark.rule("hon.abil.barrage.1", "hon.abil.barrage.2")
@pytest.mark.parametrize("bits", range(8))
def test_who_may_call_a_barrage(monkeypatch: pytest.MonkeyPatch, seat: int, bits: int) -> None:
    """It has the ability, its order has come up, and a weapon is near."""
    able, shown, near = bool(bits & 1), bool(bits & 2), bool(bits & 4)
    gun = {0: "us8.30cal", 1: "ge902.mg42"}[seat]
    units = {
        "a": f"{OWN[seat]} r3c2", "m": f"{gun} r3c{4 if near else 6} back facing=2",
        "b": f"{OWN[1 - seat]} r3c9",
    }  # fmt: skip
    game = Field(units)
    caller = game.unit("a")
    monkeypatch.setattr(caller.face, "barrage", able)
    caller.shown = shown
    ban = ban_call(game.state, caller)
    assert (ban is None) is (bits == 7)
    if bits == 3:
        assert ban is NO_WEAPONS_NEAR
    elif bits < 7:
        assert ban is NO_CALLER


@BOTH
@pytest.mark.rule("hon.open.act.none.1", "hon.victory.win.1", "hon.act.choice.1")
@pytest.mark.parametrize("there", [False, True])
def test_who_passes_takes_the_documents_where_he_stands(seat: int, there: bool) -> None:
    units = {"a": f"{OWN[seat]} r3c2 order=1", "b": f"{OWN[1 - seat]} r3c9"}
    game = Field(units, initiative=SIDE[seat], documents="r3c2" if there else "r3c4", options={"cards": "off"})
    game.choose("pass")
    assert game.unit("a").acted
    assert game.state.documents_unit == (game.unit("a").id if there else -1)
    assert (game.state.documents_cell == -1) is there


@BOTH
@pytest.mark.rule("hon.victory.win.1", "hon.order.loss.1")
def test_who_leaves_the_board_takes_his_token_along(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r3c2 order=2", "b": f"{OWN[1 - seat]} r3c9", "c": f"{OWN[seat]} r6c0 order=1"}
    game = Field(units, initiative=SIDE[seat])
    unit = game.unit("a")
    leave(game.state, unit)
    assert (unit.token, unit.shown, unit.status) == (flags.NO_TOKEN, False, EXITED)
    assert len(game.state.lost[seat]) == 1, "the other side has not seen which"


@pytest.mark.rule("hon.victory.win.1", "hon.victory.rounds.1")
@pytest.mark.parametrize("finder", [0, 1])
@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("borne", [False, True])
def test_who_has_won_when_the_documents_are_still_there(finder: int, held: bool, borne: bool) -> None:
    """The other side, unless holding them is enough and somebody does."""
    game = Field(TWO, turn=6, turns=6)
    state, scenario = game.state, game.state.scenario
    scenario.finder, scenario.held, scenario.documents_round = finder, held, 1
    state.documents_unit = game.unit("ug"[finder]).id if borne else -1
    end_by_scenario(state)
    assert state.winner == (finder if held and borne else 1 - finder)


# ---- what officers and orders give to an army


@pytest.mark.rule("hon.break.alloc.1", "hon.comp.tile.3", "hon.opt.use.2", "hon.army.order.2")
def test_which_tile_is_an_officers() -> None:
    game = Field({"u": "us8.officer r0c0", "g": "ge902.officer r0c5"})
    scenario = game.state.scenario
    before = len(scenario.tiles)
    enlist(scenario, 0, army(("us.fc", {}), ("us8", {1: "us8.rifle"}), heroes=["rock"]))
    raised = scenario.tiles[before:]
    assert [(tile.id, tile.officer) for tile in raised] == [
        ("us.fc", True), ("us8", False), ("us8.rifle", False), ("rock", False),
    ]  # fmt: skip
    assert [tile.parent for tile in raised] == [-1, -1, before + 1, -1]


@pytest.mark.rule("hon.ord.air.1", "hon.ord.art.1", "hon.setup.deck.2", "hon.setup.deck.3")
@pytest.mark.parametrize("nation", ["us", "de"])
@pytest.mark.parametrize(("option", "category", "number"), [
    ("air1", "aviation", 1), ("air2", "aviation", 2), ("art1", "artillery", 1), ("art2", "artillery", 2),
])  # fmt: skip
def test_a_drafted_deck_has_as_many_command_cards_as_were_bought(
    nation: Nation, option: str, category: str, number: int
) -> None:
    tile = next(t for t in armies.tiles().values() if t.nation == nation and t.kind == "officer")
    record = armies.ArmyRecord(nation=nation, tiles=[armies.TileChoice(tile.id, [armies.Fitted(1, option)])])
    allowed = armies.command_cards(armies.chosen(record))
    assert allowed[category] == sum(allowed.values()) == number
    usual = armies.usual_deck(nation, [])
    printed = [card for card in armies.cards().values() if card.category == category and nation in card.nations]
    expected = min(number, sum(card.copies for card in printed))  # as far as there are any
    for seed in range(5):
        deck = random_deck(record, random.Random(seed))
        more = {name: copies - usual.get(name, 0) for name, copies in deck.items() if copies != usual.get(name, 0)}
        assert sum(more.values()) == expected
        assert all(copies > 0 and armies.cards()[name].category == category for name, copies in more.items())


@pytest.mark.rule("hon.ord.air.1", "hon.ord.art.1", "hon.setup.deck.1")
def test_cards_cost_no_points() -> None:
    for card in armies.cards().values():
        ware = card_ware(card)
        assert (ware.cost, ware.copies) == (0, card.copies)
        assert (ware.command != "") is (card.category in armies.ORDER_RULES)


@pytest.mark.rule("hon.mp.army.1", "hon.mp.army.2", "hon.mp.hc.2", "hon.army.points.1", "hon.army.finish.1")
@pytest.mark.parametrize(("first", "second", "less", "fits"), [
    (0, 35, 0, True), (0, 35, 1, False), (35, 0, 0, True), (35, 0, 1, False), (20, 15, 0, True), (20, 15, 1, False),
])  # fmt: skip
def test_each_ally_pays_his_share_of_the_high_command(first: int, second: int, less: int, fits: bool) -> None:
    """The points of each, less his share, must cover what he buys: us8 and us22."""
    prices = [armies.tiles()[name].cost for name in ("us8", "us22")]
    budget = max(prices[0] + first, prices[1] + second) - less
    command = {"tile": "us.hc", "options": [{"slot": 1, "option": "planning"}], "shares": [first, second]}
    assert (wrong_alliance(points=2 * budget, command=command) == set()) is fits
    assert (wrong_alliance(points=2 * (max(prices) - less)) == set()) is (less == 0), "none without a High Command"
    assert msgspec.convert(ALLIES, armies.AllianceRecord)


@pytest.mark.rule("hon.mp.hc.3", "hon.opt.use.1", "hon.opt.use.2", "hon.ord.infil.1")
def test_what_a_high_command_brings_serves_every_ally_and_nobody_else() -> None:
    units = {"a": "us8.officer r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "g": "ge902.officer r0c11"}
    game = Field(units)
    scenario = game.state.scenario
    command = msgspec.convert(
        {"tile": "us.hc", "options": [{"slot": 1, "option": "planning"}], "shares": [1, 1]}, armies.Command
    )
    enlist_command(scenario, 0, command)
    tile = scenario.tiles[-1]
    assert (tile.seat, tile.camp, tile.officer) == (-1, 0, False)
    tile.traits = flags.COURAGEOUS
    scenario.tiles[game.unit("a").tile].traits = flags.SHARPSHOOTER
    equip(game.state)
    assert [bool(game.unit(name).traits & flags.COURAGEOUS) for name in "abg"] == [True, True, False]
    assert [bool(game.unit(name).traits & flags.SHARPSHOOTER) for name in "abg"] == [True, False, False]
    scenario.tiles[game.unit("g").tile].officer = True
    scenario.tiles[game.unit("g").tile].traits = flags.INTREPID
    equip(game.state)
    assert [bool(game.unit(name).traits & flags.INTREPID) for name in "abg"] == [False, False, True]


# ---- nerve


@pytest.mark.rule("hon.trait.hardboiled.1", "hon.open.hardboiled.1")
@pytest.mark.parametrize(("markers", "tokens"), [(3, 2), (1, 3), (2, 2)])
def test_a_token_takes_one_marker_off(markers: int, tokens: int) -> None:
    """Before a shot and in the Supply Phase: one by one, as often as one likes."""
    units = {"u": f"us8.fire_team r3c2 order=1 suppressed={markers}", "g": "ge902.fire_group r3c5"}
    pool = {"us": {"tokens": {"hardboiled": tokens}}}
    supply = Field(units | {"u": f"us8.fire_team r3c2 suppressed={markers}"}, phase="supply", army=pool)
    for done in range(1, min(markers, tokens) + 1):
        supply.choose("steady-unit", "u")
        left = supply.state.tokens[supply.unit("u").tile][flags.HARDBOILED]
        if supply.state.phase == flags.SUPPLIES:
            assert (supply.unit("u").suppressed, left) == (markers - done, tokens - done)
    shot = Field(units, [1], army=pool)
    shot.choose("steady", n=0)
    shot.choose("fire", "g")
    for done in range(1, min(markers, tokens) + 1):
        shot.choose("spend")
        left = shot.state.tokens[shot.unit("u").tile][flags.HARDBOILED]
        assert (shot.unit("u").suppressed, left) == (markers - done, tokens - done)
