"""Every condition of a rule by itself: a situation where the rule applies, and one change at a time that ends it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.forces import Goal
from bocage.systems.normandie.model.tables import HEAVY_WEAPON, HERO, NO_WATCH, OFFICER, PLAIN, UNLIMITED, WATCH_ON
from bocage.systems.normandie.rules import acts, fireline, traits
from bocage.systems.normandie.rules.abilities import can_conceal, can_turn_over, is_spotted, spot
from bocage.systems.normandie.rules.charges import layable
from bocage.systems.normandie.rules.damage import is_turned
from bocage.systems.normandie.rules.firing import shields, takes_ammo
from bocage.systems.normandie.rules.movement import alone, can_dig, has_business_here, may_detonate
from bocage.systems.normandie.rules.transport import ban_boarding, ban_passenger, weight
from bocage.systems.normandie.rules.vehicles import can_cut, may_refuel
from bocage.systems.normandie.rules.victory import holder_of, may_leave, may_take
from bocage.systems.normandie.state import ABOARD, CREW, EXITED, LOST, PRIMARY, RESERVE, TRACK
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, HALFTRACK, LEADER, OWN, SIDE

TANK = {0: "us.sherman", 1: "ge.panzer4"}
RUSE = {0: "us.ruse", 1: "ge.ruse"}
Change = Callable[[Field], None]


def battle(seat: int, tokens: dict[str, int] | None = None, **more: str) -> Field:
    """A player with a group and an officer, the other with a group; tokens are the player's."""
    units = {"a": f"{OWN[seat]} r3c3 order=1", "l": f"{LEADER[seat]} r6c0", "b": f"{OWN[1 - seat]} r0c11"} | more
    return Field(units, initiative=SIDE[seat], army={SIDE[seat]: {"tokens": tokens or {}}})


def send_away(name: str, status: int = LOST) -> Change:
    def change(game: Field) -> None:
        game.state.remove(game.unit(name), status)

    return change


def change_sides(name: str) -> Change:
    def change(game: Field) -> None:
        unit = game.unit(name)
        unit.camp, unit.seat = 1 - unit.camp, 1 - unit.seat
        game.state.refresh()

    return change


def put(name: str, place: str) -> Change:
    def change(game: Field) -> None:
        game.state.put(game.unit(name), game.cell(place))

    return change


def nothing(game: Field) -> None:
    """As it is."""


# ---- sides of a counter


@pytest.mark.rule("hon.abil.ambush.1", "hon.abil.ambush.2")
@pytest.mark.parametrize("bits", range(8))
def test_who_may_conceal_himself(monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
    game = battle(0)
    unit = game.unit("a")
    ambush, concealed, back = bool(bits & 1), bool(bits & 2), bool(bits & 4)
    monkeypatch.setattr(unit.face, "ambush", ambush)
    monkeypatch.setattr(unit.face, "concealed", concealed)
    monkeypatch.setattr(unit.counter.faces[1], "concealed", back)
    assert bool(can_conceal(unit)) is (ambush and back and not concealed)


@pytest.mark.rule("hon.abil.tripod.1", "hon.abil.opp.1", "hon.abil.opp.5", "hon.abil.tripod.2")
@pytest.mark.parametrize(("front", "back"), [(a, b) for a in (0, 1, 2) for b in (0, 1, 2)])
@pytest.mark.parametrize("tripods", range(4))
def test_who_may_be_turned_over(monkeypatch: pytest.MonkeyPatch, front: int, back: int, tripods: int) -> None:
    """Both sides must have the tripod; or both watch, one on and the other off."""
    unit = battle(0).unit("a")
    for face, watch, tripod in ((unit.face, front, tripods & 1), (unit.counter.faces[1], back, tripods >> 1)):
        monkeypatch.setattr(face, "watch", watch)
        monkeypatch.setattr(face, "tripod", bool(tripod))
    assert bool(can_turn_over(unit)) is (tripods == 3 or (0 not in (front, back) and front != back))


@pytest.mark.rule("hon.abil.trans.11", "hon.abil.trans.9", "hon.abil.trans.12")
@pytest.mark.parametrize(("front", "back"), [(a, b) for a in (0, 1, 2) for b in (0, 1, 2)])
@pytest.mark.parametrize("bits", range(4))
def test_which_side_an_ability_has_turned_up(monkeypatch: pytest.MonkeyPatch, front: int, back: int, bits: int) -> None:
    unit = battle(0).unit("a")
    monkeypatch.setattr(unit.face, "watch", front)
    monkeypatch.setattr(unit.counter.faces[1], "watch", back)
    monkeypatch.setattr(unit.face, "concealed", bool(bits & 1))
    monkeypatch.setattr(unit.face, "deployed", bool(bits & 2))
    watchful = front == WATCH_ON and back not in (NO_WATCH, WATCH_ON)
    both = front == WATCH_ON and back == WATCH_ON
    assert bool(is_turned(unit)) is (watchful or (not both and bits != 0))


# ---- spotting


SPOTS = [
    (nothing, True), (send_away("b"), False), (send_away("b", EXITED), False), (change_sides("b"), False),
    (put("b", "r3c5"), True), (put("b", "r3c6"), False), (put("b", "r0c3"), False),
]  # fmt: skip


@BOTH
@pytest.mark.rule(
    "hon.abil.ambush.4", "hon.abil.ambush.5", "hon.abil.ambush.9", "hon.open.ambush.element.1",
    "hon.open.ambush.clear.1", "hon.open.ambush.spotter.1", "hon.trait.tricky.2", "hon.abil.ambush.7",
)  # fmt: skip
@pytest.mark.parametrize(("change", "seen"), SPOTS)
def test_in_an_element_only_an_enemy_within_two_spaces_spots(seat: int, change: Change, seen: bool) -> None:
    game = Field(
        {"a": f"{OWN[seat]} r3c3", "c": f"{OWN[seat]} r3c1", "b": f"{OWN[1 - seat]} r3c4 order=1"},
        initiative=SIDE[1 - seat], map=["." * 12] * 3 + ["...t........"] + ["." * 12] * 3,
    )  # fmt: skip
    change(game)
    assert is_spotted(game.state, game.unit("a")) is seen
    if seen:
        game.unit("b").counter = game.unit("c").counter
        assert is_spotted(game.state, game.unit("a"))


@BOTH
@pytest.mark.rule("hon.abil.ambush.9", "hon.abil.ambush.4", "hon.abil.ambush.6", "hon.trait.tricky.2")
@pytest.mark.parametrize(("enemy", "sees"), [(OWN, True), (CAR, True), (TANK, False), (RUSE, False)])
def test_heavy_vehicles_and_ruses_spot_nobody(seat: int, enemy: dict[int, str], sees: bool) -> None:
    game = Field(
        {"a": f"{OWN[seat]} r3c3", "c": f"{OWN[1 - seat]} r0c11 order=1", "b": f"{enemy[1 - seat]} r3c6 facing=6"},
        initiative=SIDE[1 - seat], map=["...#........"] * 2 + ["." * 12] * 5,
    )  # fmt: skip
    send_away("c")(game)
    assert is_spotted(game.state, game.unit("a")) is sees


@BOTH
@pytest.mark.rule("hon.abil.ambush.7", "hon.abil.ambush.10", "hon.abil.ambush.6", "hon.abil.ambush.9")
@pytest.mark.parametrize(
    ("mover", "found"),
    [("enemy", {"a"}), ("tank", set()), ("a", {"a"}), ("friend", set()), ("turned", set()), ("gone", set())],
)
def test_whom_a_step_puts_to_the_test(monkeypatch: pytest.MonkeyPatch, seat: int, mover: str, found: set[str]) -> None:
    units = {
        "a": f"{LEADER[seat]} r3c3", "friend": f"{OWN[seat]} r6c3", "enemy": f"{OWN[1 - seat]} r3c6 order=1",
        "tank": f"{TANK[1 - seat]} r6c9 facing=2",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[1 - seat])
    hidden = game.unit("a")
    monkeypatch.setattr(hidden.face, "concealed", True)
    turned = 1 << hidden.id if mover == "turned" else 0
    if mover == "gone":
        send_away("a")(game)
    who = game.unit(mover if mover in units else "enemy")
    after = spot(game.state, who, turned)
    assert {name for name in units if after & ~turned & 1 << game.unit(name).id} == found
    assert after & turned == turned


# ---- weapons


@BOTH
@pytest.mark.rule(
    "hon.damage.1", "hon.damage.5", "hon.fire.multi.1", "hon.abil.trans.6", "hon.abil.trans.7", "hon.fire.who.2",
    "hon.trait.tricky.2",
)  # fmt: skip
def test_which_weapons_work(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = battle(seat, t=f"{TANK[seat]} r5c6 facing=2", h=f"{HALFTRACK[seat]} r1c5 facing=2")
    tank, man = game.unit("t"), game.unit("a")
    assert [fireline.ban_weapon(tank, n) for n in (0, 1, 2)] == [None, None, fireline.NO_WEAPON]
    tank.damage = PRIMARY
    assert [fireline.ban_weapon(tank, n) for n in (0, 1)] == [fireline.WEAPON_OUT, None]
    tank.damage = CREW
    assert fireline.ban_shooting(tank) is None
    tank.fired = 2
    assert fireline.ban_shooting(tank) is fireline.ONE_WEAPON
    tank.damage = TRACK
    assert fireline.ban_shooting(tank) is None, "only a wounded crew is too few for two"
    assert [fireline.ban_turn(tank, n) for n in (0, 1)] == [None, fireline.WEAPON_USED]
    game.state.embark(man, game.unit("h"))
    assert man.status == ABOARD
    assert fireline.ban_weapon(man, 0) is None
    monkeypatch.setattr(man.counter, "outline", HEAVY_WEAPON)
    for penalty, ban in ((-1, fireline.NOT_FROM_ABOARD), (0, None), (1, None)):
        monkeypatch.setattr(man.face.weapons[0], "on_the_move", penalty)
        assert fireline.ban_weapon(man, 0) is ban
    game.state.remove(man, RESERVE)
    assert fireline.ban_weapon(man, 0) is fireline.NO_ENEMY


@BOTH
@pytest.mark.rule("hon.trait.sharp.1", "hon.trait.sharp.2", "hon.range.long.2", "hon.trait.acedriver.1")
def test_what_marksmen_and_drivers_gain(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = battle(seat, t=f"{TANK[seat]} r5c6 facing=2")
    man, tank = game.unit("a"), game.unit("t")
    weapon = man.face.weapons[0]
    for limit in (4, UNLIMITED):
        monkeypatch.setattr(weapon, "range", limit)
        for sharp in (False, True):
            man.traits = flags.SHARPSHOOTER if sharp else flags.ACE_DRIVER
            assert traits.range_of(man, weapon) == limit + (2 if sharp and limit < UNLIMITED else 0)
            assert traits.long_range(man) == (9 if sharp else 7)
    for unit in (man, tank):
        gun = unit.face.weapons[0]
        for printed in (-1, 0, 1, 2):
            monkeypatch.setattr(gun, "on_the_move", printed)
            for ace in (False, True):
                unit.traits = flags.ACE_DRIVER if ace else 0
                less = 1 if ace and printed > 0 and unit is tank else 0
                assert traits.moving_penalty(game.state, unit, gun) == printed - less


@BOTH
@pytest.mark.rule("hon.eq.ammo.3", "hon.open.ammo.guns.1", "hon.eq.shield.2", "hon.eq.shield.4")
def test_what_ammunition_and_shields_are_for(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = battle(
        seat, {"additional_shielding": 2}, t=f"{TANK[seat]} r5c6 facing=2", e=f"{TANK[1 - seat]} r1c6 facing=2"
    )
    state, man, tank = game.state, game.unit("a"), game.unit("t")
    assert takes_ammo(state, man, 0)
    assert [takes_ammo(state, tank, n) for n in (0, 1)] == [True, True]
    state.readings = flags.GUNS_EXPLODE
    assert takes_ammo(state, man, 0)
    assert [takes_ammo(state, tank, n) for n in (0, 1)] == [False, True]
    monkeypatch.setattr(man.face.weapons[0], "pattern", 1)
    assert not takes_ammo(state, man, 0)
    assert [shields(state, game.unit(name)) for name in ("t", "a", "e")] == [2, 0, 0]
    assert shields(battle(seat, t=f"{TANK[seat]} r5c6 facing=2").state, tank) == 0


# ---- transport


@BOTH
@pytest.mark.rule("hon.abil.trans.1", "hon.abil.trans.2", "hon.abil.trans.3", "hon.abil.trans.4")
def test_who_may_get_into_which_vehicle(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = battle(seat, h=f"{HALFTRACK[seat]} r3c5 facing=2", j=f"{CAR[1 - seat]} r6c9 facing=2")
    state, man, car = game.state, game.unit("a"), game.unit("h")
    outline = man.counter.outline
    for face_hit, gun, kind, weighs in (
        (True, False, PLAIN, 2), (False, False, PLAIN, 1), (False, True, PLAIN, 2), (True, True, OFFICER, 1),
        (True, False, HERO, 1), (True, True, PLAIN, 2),
    ):  # fmt: skip
        monkeypatch.setattr(man.face, "hit", face_hit)
        monkeypatch.setattr(man.counter, "gun", gun)
        monkeypatch.setattr(man.counter, "outline", kind)
        assert weight(man) == weighs
    monkeypatch.undo()
    assert man.counter.outline == outline
    assert ban_passenger(state, car, man) is None
    near = game.cell("r3c3") if car.rear == game.cell("r3c4") else game.cell("r3c4")
    assert ban_boarding(state, man, car, near) is None
    assert ban_boarding(state, man, car, game.cell("r3c1")) is not None
    monkeypatch.setattr(car.face, "transport", weight(man) - 1)
    assert ban_passenger(state, car, man) is not None, "one too many"
    monkeypatch.setattr(car.face, "transport", weight(man))
    assert ban_passenger(state, car, man) is None
    for name, value in (("seat", 1 - seat), ("status", LOST)):
        old = getattr(car, name)
        setattr(car, name, value)
        assert ban_boarding(state, man, car, near) is not None, name
        setattr(car, name, old)
    assert ban_boarding(state, man, car, near) is None
    assert ban_boarding(state, game.unit("j"), car, near) is not None
    monkeypatch.setattr(car.face, "transport", 0)
    assert ban_boarding(state, man, car, near) is not None
    assert ban_passenger(state, car, man) is not None


@BOTH
@pytest.mark.rule("hon.abil.trans.3", "hon.abil.trans.1")
def test_one_gun_is_carried_and_no_more(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = battle(seat, h=f"{HALFTRACK[seat]} r3c5 facing=2")
    man, other, car = game.unit("a"), game.unit("l"), game.unit("h")
    monkeypatch.setattr(car.face, "transport", 9)
    game.state.embark(other, car)
    for one, two, free in ((False, False, True), (True, False, True), (False, True, True), (True, True, False)):
        monkeypatch.setattr(man.counter, "gun", one)
        monkeypatch.setattr(other.counter, "gun", two)
        assert (ban_passenger(game.state, car, man) is None) is free


# ---- charges, passages, fuel, positions


LAYS: list[tuple[Change, bool]] = [
    (nothing, True), (send_away("a", ABOARD), False), (send_away("v"), False), (change_sides("v"), False),
    (put("a", "r3c1"), False), (put("a", "r2c3"), True),
]  # fmt: skip


@BOTH
@pytest.mark.rule("hon.eq.mine.2", "hon.eq.mine.1", "hon.counter.move.1", "hon.trait.tricky.2")
@pytest.mark.parametrize("token", ["sticky_bomb", "magnetic_mine"])
@pytest.mark.parametrize(("change", "may"), LAYS)
def test_who_may_stick_a_bomb_on_what(seat: int, token: str, change: Change, may: bool) -> None:
    game = battle(seat, {token: 1}, v=f"{CAR[1 - seat]} r3c4 facing=0", w=f"{OWN[1 - seat]} r4c3")
    change(game)
    kind = flags.TOKENS.names.index(token)
    found = [option for option in layable(game.state, game.unit("a")) if acts.ACTS.of(option) is acts.STICK]
    assert found == ([acts.STICK.act(game.names["v"], kind)] if may else [])
    assert layable(game.state, game.unit("v")) == [], "a vehicle lays nothing"
    bare = battle(seat, v=f"{CAR[1 - seat]} r3c4 facing=0")
    assert layable(bare.state, bare.unit("a")) == []


@BOTH
@pytest.mark.rule("hon.eq.demo.1", "hon.eq.demo.2", "hon.eq.mine.2")
def test_a_charge_is_laid_at_a_structure_beside_or_under_the_unit(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r0c11"}
    rows = ["." * 12] * 3 + ["...x.x......"] + ["." * 12] * 3
    for place, number in (("r3c3", 1), ("r3c4", 2), ("r3c6", 1), ("r3c8", 0), ("r2c4", 2), ("r1c4", 0)):
        game = Field(units, map=rows, initiative=SIDE[seat], army={SIDE[seat]: {"tokens": {"demolition_charge": 1}}})
        put("a", place)(game)
        assert len(layable(game.state, game.unit("a"))) == number, place


@BOTH
@pytest.mark.rule("hon.eq.cutter.1", "hon.eq.cutter.2", "hon.build.adj.2", "hon.move.veh.8")
@pytest.mark.parametrize(
    ("unit", "tokens", "spaces", "cuts"),
    [
        (TANK, 1, ["r0c3"], True), (CAR, 1, ["r0c3"], False), (TANK, 0, ["r0c3"], False),
        (TANK, 1, ["r0c3", "r0c4"], False), (TANK, 1, ["r6c3"], False),
    ],
)  # fmt: skip
def test_who_cuts_through_which_hedgerow(
    seat: int, unit: dict[int, str], tokens: int, spaces: list[str], cuts: bool
) -> None:
    rows = ["...hh......."] + ["." * 12] * 5 + ["...#........"]
    units = {"t": f"{unit[seat]} r3c6 facing=2 order=1", "b": f"{OWN[1 - seat]} r0c11"}
    army = {SIDE[seat]: {"tokens": {"passage": tokens, "fuel": 1}}}
    game = Field(units, map=rows, initiative=SIDE[seat], army=army)
    barred = sum(1 << game.cell(place) for place in spaces)
    assert can_cut(game.state, game.unit("t"), barred) is cuts
    plain = Field(units, map=rows, initiative=SIDE[seat])
    assert not can_cut(plain.state, plain.unit("t"), barred), "nobody has options"


@BOTH
@pytest.mark.rule("hon.eq.fuel.2", "hon.damage.2", "hon.open.supp.veh.1", "hon.eq.fuel.1")
def test_who_may_refuel(seat: int) -> None:
    game = battle(seat, {"fuel": 1}, t=f"{CAR[seat]} r5c6 facing=2", e=f"{CAR[1 - seat]} r1c6 facing=2")
    car = game.unit("t")
    assert may_refuel(game.state, car)
    assert not may_refuel(game.state, game.unit("e")), "the token is ours"
    car.fuelled = True
    assert not may_refuel(game.state, car)
    car.fuelled, car.damage = False, TRACK
    assert not may_refuel(game.state, car)
    car.damage = CREW
    assert may_refuel(game.state, car)
    game.state.tokens[car.tile][flags.FUEL] = 0
    assert not may_refuel(game.state, car)
    bare = battle(seat, t=f"{CAR[seat]} r5c6 facing=2")
    assert not may_refuel(bare.state, bare.unit("t"))


@BOTH
@pytest.mark.rule("hon.eq.pos.1", "hon.eq.pos.2")
@pytest.mark.parametrize(
    ("sign", "may"), [(".", True), ("t", True), ("x", True), ("P", False), ("~", False), ("R", False)]
)
def test_where_a_position_may_be_dug(seat: int, sign: str, may: bool) -> None:
    name = flags.TOKENS.names[flags.ADVANCED_POSITION]
    rows = ["." * 12] * 3 + [f"...{sign}........"] + ["." * 12] * 3
    units = {"a": f"{OWN[seat]} r3c4 order=1", "b": f"{OWN[1 - seat]} r0c11"}
    for tokens in (1, 0):
        game = Field(units, map=rows, initiative=SIDE[seat], army={SIDE[seat]: {"tokens": {name: tokens, "fuel": 1}}})
        put("a", "r3c3")(game)
        assert can_dig(game.state, game.unit("a")) is (may and tokens == 1)
    bare = Field(units, map=rows, initiative=SIDE[seat])
    assert not can_dig(bare.state, bare.unit("a"))


# ---- a Goliath, two units in one space, and reasons to stay


@pytest.mark.rule("hon.eq.goliath.3", "hon.eq.goliath.4", "hon.move.inf.6", "hon.open.goliath.supply.1")
def test_where_a_goliath_may_stop_and_go_off() -> None:
    game = Field(
        {"o": "ge.goliath r3c3 order=1", "f": "ge902.fire_group r3c5", "u": "us8.fire_team r3c7"}, initiative="de"
    )
    state, machine, man = game.state, game.unit("o"), game.unit("f")
    assert may_detonate(state, machine)
    assert not may_detonate(state, man)
    assert alone(state, machine)
    state.phase = flags.SUPPLIES
    assert may_detonate(state, machine)
    state.readings = flags.NO_SUPPLY_BLAST
    assert not may_detonate(state, machine)
    state.phase = flags.ACTIVATION
    assert may_detonate(state, machine)
    put("o", "r3c7")(game)
    assert not alone(state, machine), "not on an enemy"
    put("o", "r3c5")(game)
    assert not alone(state, machine), "nor with a friend"
    assert not alone(state, man)
    put("o", "r3c3")(game)
    assert alone(state, machine)
    assert alone(state, man)
    put("f", "r3c7")(game)
    assert alone(state, man), "men who assault stand with their enemy for a moment"


@BOTH
@pytest.mark.rule("hon.supd.move.2", "hon.victory.win.1", "hon.eq.pos.1", "hon.counter.move.1")
def test_what_men_may_do_without_going_anywhere(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = battle(seat)
    state, man = game.state, game.unit("a")
    assert not has_business_here(state, man)
    state.documents_cell = man.cell
    assert has_business_here(state, man)
    assert may_take(state, man)
    state.scenario.finder = 1 - seat
    assert not may_take(state, man)
    state.scenario.finder = seat
    assert may_take(state, man)
    state.documents_cell = man.cell + 1
    assert not may_take(state, man)
    assert not may_leave(state, man)
    state.documents_unit = man.id
    edge = {0: "r3c0", 1: "r3c11"}[seat]
    put("a", edge)(game)
    assert may_leave(state, man)
    state.documents_unit = game.unit("l").id
    assert not may_leave(state, man)
    state.scenario.exits = [[1, 2], [1, 2]]
    assert may_leave(state, man)
    put("a", "r3c5")(game)
    assert not may_leave(state, man)


HOLDS: list[tuple[Change, int]] = [
    (nothing, 0), (send_away("a"), -1), (put("b", "r3c4"), -1), (change_sides("a"), 1), (put("a", "r5c5"), -1),
    (send_away("a", ABOARD), -1),
]  # fmt: skip


@BOTH
@pytest.mark.rule("hon.victory.vp.1", "hon.victory.win.1", "hon.trait.tricky.2")
@pytest.mark.parametrize(("change", "holder"), HOLDS)
def test_who_holds_a_place(seat: int, change: Change, holder: int) -> None:
    game = battle(seat, t=f"{TANK[1 - seat]} r3c4 facing=2")
    goal = Goal(1 << game.cell("r3c3") | 1 << game.cell("r3c4"), 1, -1)
    change(game)
    found = holder_of(game.state, goal)
    assert found == (-1 if holder < 0 else seat if holder == 0 else 1 - seat), "a tank holds nothing"
