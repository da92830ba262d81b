"""Lines, vehicles, assaults and cards where one condition alone decides."""

from __future__ import annotations

import pytest

from bocage.kernel import Tally
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.tables import CROSS
from bocage.systems.normandie.rules import acts, fireline, outcomes
from bocage.systems.normandie.rules.activation import ActivationPhase, actions
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.card_answers import own_fighters
from bocage.systems.normandie.rules.card_attacks import close_vehicles
from bocage.systems.normandie.rules.card_orders import relays
from bocage.systems.normandie.rules.card_units import two_sided
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.charges import StuckBombs
from bocage.systems.normandie.rules.fireline import NO_LINE, ban_aim, best_line
from bocage.systems.normandie.rules.firing import Shot, attack_tally
from bocage.systems.normandie.rules.moments import AT_ASSAULT
from bocage.systems.normandie.rules.movement import CANNOT_HARM, HEMMED_IN, TOO_SUPPRESSED, Movement, ban_launch
from bocage.systems.normandie.rules.multiplayer import CardExchange
from bocage.systems.normandie.rules.sight import terrain_between
from bocage.systems.normandie.rules.traits import LONG_RANGE, hits_of
from bocage.systems.normandie.rules.vehicles import ban_manoeuvre, ban_setting_out
from bocage.systems.normandie.state import LOST
from systems.normandie.conftest import SetLine
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, LEADER, OWN, SIDE
from systems.normandie.test_cards import field

TANK = {0: "us.sherman", 1: "ge.panzer4"}

# ---- lines


@BOTH
@pytest.mark.rule("hon.los.veh.1", "hon.range.long.1", "hon.los.need.1", "hon.abil.lr.1", "hon.open.transport.fire.1")
@pytest.mark.parametrize("long_one", ["firer", "target"])
@pytest.mark.parametrize("clear", [False, True])
def test_one_pair_of_spaces_must_be_near_and_in_sight(
    monkeypatch: pytest.MonkeyPatch, set_line: SetLine, seat: int, long_one: str, clear: bool
) -> None:
    """From the front it is too far, from the rear something is in the way."""
    monkeypatch.setattr(fireline, "range_of", lambda firer, weapon: 10)
    tank, man = f"{TANK[seat]} r3c9 facing=6", f"{OWN[1 - seat]} r0c0"
    if long_one == "target":
        tank, man = f"{TANK[1 - seat]} r3c9 facing=6", f"{OWN[seat]} r0c0"
    game = Field({"t": tank, "g": man})
    vehicle, other = game.unit("t"), game.unit("g")
    firer, target = (vehicle, other) if long_one == "firer" else (other, vehicle)
    weapon = next(one for one in firer.face.weapons if not one.arc)
    if long_one == "target":
        weapon = type(weapon)([1, 1, 1])
    set_line(game, vehicle.cell, other.cell, 60, 0)
    set_line(game, vehicle.rear, other.cell, 3, 0 if clear else -1)
    assert ban_aim(game.state, firer, target, weapon) is (None if clear else NO_LINE)


@BOTH
@pytest.mark.rule("hon.los.veh.1", "hon.open.transport.fire.1")
def test_of_lines_that_are_equally_good_the_first_serves(set_line: SetLine, seat: int) -> None:
    game = Field({"t": f"{TANK[seat]} r3c9 facing=6", "g": f"{OWN[1 - seat]} r0c0"})
    tank, man = game.unit("t"), game.unit("g")
    size = game.state.board.grid.size
    weapon = next(one for one in tank.face.weapons if not one.arc)
    for need in (0, 1, 3):
        set_line(game, tank.cell, man.cell, 3, need)
        set_line(game, tank.rear, man.cell, 3, need)
        assert best_line(game.state, tank, man, weapon) == tank.cell * size + man.cell
        set_line(game, tank.cell, man.cell, 3, need + 1)
        assert best_line(game.state, tank, man, weapon) == tank.rear * size + man.cell


@pytest.mark.rule("hon.open.overlay.1")
@pytest.mark.parametrize("dug", [False, True])
def test_the_terrain_of_each_line_counts(dug: bool) -> None:
    rows = ["......", ".#..h.", "..t...", ".h..#.", "......"]
    state = Field({"u": "us8.fire_team r0c0", "g": "ge902.fire_group r4c5"}, map=rows).state
    board = state.board
    if dug:
        state.ground = state.ground.changed()
        state.ground.build()
    size = board.grid.size
    for a in range(size):
        for b in range(size):
            if a != b:
                assert terrain_between(state, a, b) == board.seen(a, b, state.ground.blocking)


@BOTH
@pytest.mark.rule("hon.abil.hawk.1", "hon.range.long.2")
@pytest.mark.parametrize(("spaces", "helps"), [(LONG_RANGE, False), (LONG_RANGE + 1, True)])
def test_a_hawkeye_helps_at_long_range_only(
    monkeypatch: pytest.MonkeyPatch, seat: int, spaces: int, helps: bool
) -> None:
    game = Field({"u": f"{OWN[seat]} r3c0", "g": f"{OWN[1 - seat]} r3c{spaces}"})
    unit = game.unit("u")
    monkeypatch.setattr(unit.face.weapons[0], "hawkeye", True)
    tally = Tally(True)
    attack_tally(game.state, Shot(unit.id, 0, game.unit("g").id, outcomes.REGULAR, CROSS), tally)
    labels = {line.label for line in tally.lines}
    assert ("tally.hawkeye" in labels) is helps
    assert "tally.long-range" not in labels


@pytest.mark.rule("hon.los.veh.1", "hon.range.long.2", "hon.trait.sharp.1")
@pytest.mark.parametrize(("obscured", "front_wins"), [(1, True), (2, True), (3, False)])
def test_long_range_costs_two_when_the_better_space_is_sought(
    set_line: SetLine, obscured: int, front_wins: bool
) -> None:
    """The rear is too far away and has a clear view, the front looks through something worth 1 to 3."""
    game = Field({"t": "us.sherman r3c8 facing=6 order=1", "g": "ge902.fire_group r0c0"})
    tank, man = game.unit("t"), game.unit("g")
    set_line(game, tank.cell, man.cell, LONG_RANGE, obscured)
    set_line(game, tank.rear, man.cell, LONG_RANGE + 1, 0)
    found = best_line(game.state, tank, man, tank.face.weapons[1]) // game.state.board.grid.size
    assert found == (tank.cell if front_wins else tank.rear)


# ---- vehicles


@BOTH
@pytest.mark.rule("hon.terrain.nopass.1", "hon.move.veh.2", "hon.move.veh.4", "hon.open.veh.pivot.1")
def test_no_passage_bars_driving_and_not_a_turn(seat: int) -> None:
    """Between the rear and the space to its side, and ahead of the front."""
    units = {"t": f"{TANK[seat]} r3c5 facing=0", "b": f"{OWN[1 - seat]} r6c11"}
    sides = [[[4, 5], [4, 4]], [[4, 5], [4, 6]], [[3, 5], [2, 5]], [[3, 5], [3, 4]], [[3, 5], [3, 6]]]
    game = Field(units, no_passage=sides)
    state, tank = game.state, game.unit("t")
    bans = {one.name: ban_manoeuvre(state, tank, one, 3) for one in acts.MANOEUVRES}
    free = {name for name, ban in bans.items() if ban is None}
    assert acts.AHEAD.name not in free
    assert free >= {acts.BACK.name, acts.LEFT.name, acts.RIGHT.name}


@BOTH
@pytest.mark.rule("hon.supd.move.2", "hon.move.zoc.3", "hon.damage.2")
@pytest.mark.parametrize(("movement", "ban"), [(0, TOO_SUPPRESSED), (1, HEMMED_IN), (3, HEMMED_IN)])
def test_why_nobody_sets_out(monkeypatch: pytest.MonkeyPatch, seat: int, movement: int, ban: object) -> None:
    rows = [".#..........", "##..........", *["............"] * 5]
    game = Field({"a": f"{OWN[seat]} r0c0", "b": f"{OWN[1 - seat]} r6c11"}, map=rows)
    unit = game.unit("a")
    monkeypatch.setattr(unit.face, "movement", movement)
    assert ban_setting_out(game.state, unit) is ban


@BOTH
@pytest.mark.rule("hon.act.choice.1", "hon.assault.who.1", "hon.assault.announce.1")
@pytest.mark.parametrize("vehicle", [False, True])
def test_vehicles_announce_no_assault(monkeypatch: pytest.MonkeyPatch, seat: int, vehicle: bool) -> None:
    piece = f"{CAR[seat]} r3c3 facing=2" if vehicle else f"{OWN[seat]} r3c3"
    game = Field({"a": piece, "b": f"{OWN[1 - seat]} r3c4"})
    monkeypatch.setattr(game.unit("a").face, "assault", True)
    assert (acts.ASSAULT.on(game.unit("b").id) in actions(game.state, game.unit("a"))) is not vehicle


# ---- assaults


@BOTH
@pytest.mark.rule("hon.trait.tank.1", "hon.open.tankbuster.1", "hon.assault.who.1", "hon.assault.roll.3")
@pytest.mark.parametrize("target", ["tank", "man"])
@pytest.mark.parametrize("buster", [False, True])
@pytest.mark.parametrize("crossed", [False, True])
def test_a_cross_keeps_all_but_tankbusters_from_an_assault(
    monkeypatch: pytest.MonkeyPatch, seat: int, target: str, buster: bool, crossed: bool
) -> None:
    foe = f"{TANK[1 - seat]} r3c4 facing=2" if target == "tank" else f"{OWN[1 - seat]} r3c4"
    game = Field({"a": f"{OWN[seat]} r3c2", "b": foe})
    unit = game.unit("a")
    unit.traits = flags.TANKBUSTER if buster else 0
    monkeypatch.setattr(unit.face.weapons[0], "bonus", [CROSS if crossed else 2] * 3)
    allowed = not crossed or (buster and target == "tank")
    assert ban_launch(unit, game.unit("b")) is (None if allowed else CANNOT_HARM)


@BOTH
@pytest.mark.rule("hon.trait.blood.1")
@pytest.mark.parametrize(("traits", "hits"), [(0, 1), (flags.BLOODTHIRSTY, 2), (flags.FEROCIOUS, 1)])
def test_the_bloodthirsty_hit_twice(seat: int, traits: int, hits: int) -> None:
    game = Field({"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c4"})
    game.unit("a").traits = traits
    assert hits_of(game.unit("a")) == hits


@BOTH
@pytest.mark.rule("hon.assault.roll.1", "hon.abil.terr.1", "hon.abil.terr.2")
@pytest.mark.parametrize("terrible", ["", "a", "b", "ab"])
def test_who_is_terrifying_when_the_dice_are_rolled(monkeypatch: pytest.MonkeyPatch, seat: int, terrible: str) -> None:
    game = Field({"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c3"}, [1, 1, 1, 1])
    for name in terrible:
        monkeypatch.setattr(game.unit(name).face, "terrifying", True)
    assault = Assault(game.unit("a").id, game.unit("b").id)
    assault.roll(game.state, game.unit("a"), game.unit("b"))
    assert assault.terror == ("a" in terrible) + 2 * ("b" in terrible)


@BOTH
@pytest.mark.rule("hon.open.assault.multi.1", "hon.move.inf.1")
def test_without_its_target_an_assault_becomes_a_move(seat: int) -> None:
    game = Field({"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c3", "c": f"{OWN[1 - seat]} r6c11"})
    state = game.state
    state.pending.clear()
    state.remove(game.unit("b"), LOST)
    move = Movement(game.unit("a").id, 3, game.unit("b").id, True)
    state.push(move)
    move.ask(state, game.unit("a"))
    assert (move.target, move.at_once) == (-1, False)
    assert {choice.verb for choice in game.offered()} >= {"step", "stop"}


# ---- cards, bombs and turns


@BOTH
@pytest.mark.rule("hon.card.override.1")
def test_a_card_for_the_fight_is_for_ones_own_fighter(seat: int) -> None:
    game = field([], units={"a": f"{OWN[seat]} r3c2", "b": f"{OWN[1 - seat]} r3c3"})
    state = game.state
    state.pending.clear()
    state.push(Assault(game.unit("a").id, game.unit("b").id))
    state.push(CardWindow(AT_ASSAULT, 0, -1, -1))
    card = state.scenario.cards[0]
    assert own_fighters(state, seat, card, -1) == [acts.ON_UNIT.on(game.unit("a").id)]
    assert own_fighters(state, 1 - seat, card, -1) == [acts.ON_UNIT.on(game.unit("b").id)]


@BOTH
@pytest.mark.rule("hon.card.override.1", "hon.abil.immutable.1", "hon.comp.light.1", "hon.trait.tricky.2")
def test_men_with_two_white_sides_may_be_turned_over(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    recon = {0: "us8.recon_team", 1: "ge902.recon_group"}[seat]
    units = {
        "a": f"{recon} r3c2", "c": f"{recon} r5c2 back", "d": f"{OWN[seat]} r0c0", "e": f"{OWN[seat]} r1c0 back",
        "f": f"{CAR[seat]} r0c5 facing=2", "b": f"{OWN[1 - seat]} r6c11",
    }  # fmt: skip
    game = field([], units=units)
    state = game.state
    found = two_sided(state, seat, state.scenario.cards[0], -1)
    assert found == [acts.ON_UNIT.on(game.unit(name).id) for name in "ac"]


@BOTH
@pytest.mark.rule("hon.card.override.1")
@pytest.mark.parametrize(("acted", "activated", "takes"), [(0, 0, True), (1, 0, False), (0, 1, False), (1, 1, False)])
def test_only_who_may_still_act_takes_over_an_order(seat: int, acted: int, activated: int, takes: bool) -> None:
    units = {"a": f"{OWN[seat]} r3c2 order=2", "c": f"{OWN[seat]} r3c3", "b": f"{OWN[1 - seat]} r6c11 order=1"}
    game = field([], units=units, initiative=SIDE[1 - seat])
    unit = game.unit("c")
    unit.acted, unit.activated = bool(acted), bool(activated)
    found = relays(game.state, seat, game.state.scenario.cards[0], -1)
    assert found == ([acts.ON_PAIR.act(game.unit("a").id, unit.id)] if takes else [])


@pytest.mark.rule("hon.mp.cards.4", "hon.mp.abil.1")
def test_what_one_ally_refused_another_may_offer() -> None:
    units = {"a": "us8.officer r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "g": "ge902.officer r0c11"}
    game = Field(units, options={"cards": "on"})
    state = game.state
    state.pending.clear()
    hands = state.staff.hands
    hands[0], hands[1] = [0, 1], [2]
    exchange = CardExchange([0, 1])
    exchange.refused = [acts.OFFER.act(0, 0, 1)]
    state.push(exchange)
    exchange.advance(state)
    assert (exchange.refused, exchange.left) == ([], 2)


@pytest.mark.rule("hon.mp.cards.4", "hon.mp.abil.1")
@pytest.mark.parametrize(("left", "cards", "asked"), [(1, 1, True), (0, 1, False), (1, 0, False)])
def test_nobody_changes_more_cards_than_he_held(left: int, cards: int, asked: bool) -> None:
    units = {"a": "us8.officer r0c0 player=1", "b": "us8.fire_team r2c0 player=2", "g": "ge902.officer r0c11"}
    state = Field(units, options={"cards": "on"}).state
    state.pending.clear()
    state.staff.hands[0], state.staff.hands[1] = [0], [2][:cards]
    exchange = CardExchange([0, 1])
    exchange.left = left
    state.push(exchange)
    exchange.advance(state)
    assert [one.seat for one in state.pending] == ([0] if asked else [])
    assert exchange.seats == ([0, 1] if asked else [1])


@BOTH
@pytest.mark.rule("hon.eq.mine.4", "hon.eq.mine.5")
def test_a_bomb_that_is_stuck_goes_off_on_its_vehicle_once(seat: int) -> None:
    game = Field({"a": f"{OWN[seat]} r3c2", "t": f"{TANK[1 - seat]} r3c4 facing=2", "l": f"{LEADER[seat]} r6c0"})
    state, tank = game.state, game.unit("t")
    tank.bombs = [game.unit("a").id]
    state.pending.clear()
    state.push(StuckBombs())
    state.stack[-1].advance(state)
    shot = state.stack[-1]
    assert isinstance(shot, Shot)
    assert (shot.firer, shot.number, shot.target, shot.kind) == (game.unit("a").id, 0, tank.id, outcomes.BOMB)
    assert tank.bombs == []


@BOTH
@pytest.mark.rule("hon.trait.heroic.1", "hon.special.play.2", "hon.special.play.3")
def test_everybody_has_his_say_again_after_an_interruption(seat: int) -> None:
    units = {
        "a": f"{OWN[seat]} r3c2 order=special",
        "c": f"{OWN[seat]} r5c2 order=2",
        "b": f"{OWN[1 - seat]} r6c11 order=1",
    }
    game = Field(units, initiative=SIDE[seat], army={SIDE[seat]: {"special": 1}}, options={"cards": "off"})
    phase = next(one for one in game.state.stack if isinstance(one, ActivationPhase))
    assert game.targets("special-order") == {"a"}
    assert phase.asked != 0
    game.choose("special-order", "a")
    assert (phase.asked, phase.offered) == (0, False)


@BOTH
@pytest.mark.rule("hon.card.override.1", "hon.los.veh.1", "hon.los.veh.2")
@pytest.mark.parametrize(("spaces", "need", "near"), [(1, -1, True), (2, -1, False), (2, 0, True), (5, 0, False)])
def test_a_vehicle_close_by_is_one_next_to_it_or_in_sight(
    set_line: SetLine, seat: int, spaces: int, need: int, near: bool
) -> None:
    units = {"a": f"{OWN[seat]} r3c2", "v": f"{CAR[1 - seat]} r3c5 facing=2", "l": f"{LEADER[seat]} r6c0"}
    game = field([], units=units)
    state = game.state
    set_line(game, game.unit("a").cell, game.unit("v").cell, spaces, need)
    card = next(one for one in state.scenario.cards if one.effect == "equipment-shot")
    found = close_vehicles(state, seat, card, game.unit("a").id)
    assert found == ([acts.ON_UNIT.on(game.unit("v").id)] if near else [])
