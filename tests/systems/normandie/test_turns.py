"""Conditions of orders, of fire out of turn and of what is done together, one change at a time."""

from __future__ import annotations

import pytest

from bocage.kernel import first, second
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.tables import HEAVY_WEAPON, PLAIN
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.activation import interrupters, is_ready, lowest_order, may_interrupt
from bocage.systems.normandie.rules.barrage import callable_weapons
from bocage.systems.normandie.rules.damage import substitutes
from bocage.systems.normandie.rules.opportunity import ban_watch, opportunities
from bocage.systems.normandie.rules.orders import directives, has_number, obliged
from bocage.systems.normandie.rules.specialorders import veilable
from bocage.systems.normandie.rules.splitfire import split_targets
from bocage.systems.normandie.rules.supply import ban_supply_turn
from bocage.systems.normandie.state import ABOARD, EXITED, LOST
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, LEADER, OWN, SIDE
from systems.normandie.test_conditions import Change, battle, change_sides, nothing, put, send_away

# ---- orders


@BOTH
@pytest.mark.rule(
    "hon.supply.who.1", "hon.supply.who.3", "hon.act.marker.5", "hon.supply.step.3", "hon.open.hardboiled.1"
)
def test_who_has_a_turn_in_the_supply_phase(seat: int) -> None:
    game = battle(seat)
    man = game.unit("l")
    assert ban_supply_turn(man) is None
    for name, value in (("activated", True), ("acted", True), ("token", 1), ("token", flags.BLUFF), ("moved", True)):
        old = getattr(man, name)
        setattr(man, name, value)
        assert ban_supply_turn(man) is not None, name
        setattr(man, name, old)
    game.state.remove(man, LOST)
    assert ban_supply_turn(man) is not None


@BOTH
@pytest.mark.rule("hon.special.play.1", "hon.abil.auto.1", "hon.special.play.2", "hon.open.autonomous.1")
def test_who_may_act_between_two_orders(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = battle(seat)
    state, man = game.state, game.unit("l")
    assert interrupters(state, seat) == []
    man.token = flags.SPECIAL
    assert interrupters(state, seat) == [acts.ACT_ON_SPECIAL.on(man.id)]
    assert interrupters(state, 1 - seat) == []
    for name in ("shown", "acted", "activated"):
        setattr(man, name, True)
        assert interrupters(state, seat) == [], name
        assert is_ready(man) is (name == "shown")
        setattr(man, name, False)
    man.token = flags.NO_TOKEN
    monkeypatch.setattr(man.face, "autonomous", True)
    assert interrupters(state, seat) == [acts.ACT_ALONE.on(man.id)]
    assert may_interrupt(state, seat)
    assert not may_interrupt(state, 1 - seat)
    man.acted = True
    assert not may_interrupt(state, seat)
    assert interrupters(state, seat) == []
    monkeypatch.setattr(man.face, "autonomous", False)
    man.acted = False
    assert not may_interrupt(state, seat)
    state.staff.special[seat] = 1
    assert not may_interrupt(state, seat), "no token lies face down"
    man.token = 2
    assert may_interrupt(state, seat), "it might be the special order"
    assert not may_interrupt(state, 1 - seat)
    state.seen[seat] = 1 << flags.SPECIAL
    assert not may_interrupt(state, seat), "it has been seen"
    state.seen[seat] = 0
    man.shown = True
    assert not may_interrupt(state, seat)


@BOTH
@pytest.mark.rule("hon.open.alt.1", "hon.bluff.effect.1", "hon.act.alternate.1", "hon.order.place.1")
def test_the_lowest_number_face_down_comes_next(seat: int) -> None:
    game = battle(seat, c=f"{OWN[seat]} r5c5", d=f"{OWN[seat]} r6c6")
    state = game.state
    tokens = {"a": 4, "l": 2, "c": flags.BLUFF, "d": flags.NO_TOKEN, "b": 1}
    for name, token in tokens.items():
        game.unit(name).token, game.unit(name).shown = token, False
    assert lowest_order(state, seat) is game.unit("l")
    assert lowest_order(state, 1 - seat) is game.unit("b")
    game.unit("l").shown = True
    assert lowest_order(state, seat) is game.unit("a")
    state.remove(game.unit("a"), LOST)
    assert lowest_order(state, seat) is None, "a bluff activates nobody"
    game.unit("d").token = 10
    assert lowest_order(state, seat) is game.unit("d")


@BOTH
@pytest.mark.rule("hon.trait.hardened.1", "hon.abil.personal.1", "hon.order.place.2")
def test_to_whom_the_last_numbers_are_owed(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    game = battle(seat, c=f"{CAR[seat]} r5c5 facing=2")
    state = game.state
    free = [game.unit(name) for name in ("a", "l", "c")]
    for unit in free:
        unit.token = flags.NO_TOKEN
    monkeypatch.setattr(game.unit("l").face, "personal", True)
    assert obliged(state, seat, free, 2) == free, "one of two is owed"
    assert obliged(state, seat, free, 1) == [game.unit("l")]
    monkeypatch.setattr(game.unit("l").face, "personal", False)
    assert obliged(state, seat, free, 1) == free
    home = state.scenario.tiles[game.unit("a").tile]
    home.hardened = 1
    assert obliged(state, seat, free, 1) == free, "all of them belong to the hardened tile"
    assert not has_number(state, seat, game.unit("a").tile)
    for token, counts in ((1, True), (10, True), (flags.BLUFF, False), (flags.SPECIAL, False), (flags.NO_TOKEN, False)):
        game.unit("a").token = token
        assert has_number(state, seat, game.unit("a").tile) is counts
        assert not has_number(state, 1 - seat, game.unit("a").tile)
    game.unit("a").token = 3
    state.remove(game.unit("a"), LOST)
    assert not has_number(state, seat, game.unit("a").tile)


@BOTH
@pytest.mark.rule("hon.ord.direct.2", "hon.open.directive.1", "hon.ord.direct.1")
def test_who_issues_a_directive(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    name = flags.TOKENS.names[flags.FIRE_AT_WILL]
    game = battle(seat, {name: 1})
    state, officer = game.state, game.unit("l")
    mine = [acts.ISSUE.act(officer.id, flags.FIRE_AT_WILL)]
    assert directives(state, seat) == mine
    assert directives(state, 1 - seat) == []
    monkeypatch.setattr(officer.face, "stars", 0)
    assert directives(state, seat) == []
    monkeypatch.setattr(officer.face, "stars", 1)
    monkeypatch.setattr(game.unit("a").face, "stars", 1)
    assert directives(state, seat) == mine, "the group has no officer"
    monkeypatch.setattr(officer.counter, "officer", False)
    assert directives(state, seat) == []
    monkeypatch.setattr(officer.counter, "officer", True)
    state.remove(officer, LOST)
    assert directives(state, seat) == []


# ---- Opportunity Fire, barrages, split fire, substitutes, veils


@BOTH
@pytest.mark.rule(
    "hon.terrain.opp.1", "hon.abil.opp.2", "hon.open.opp.count.1", "hon.open.opp.target.1", "hon.abil.supp.1"
)
def test_who_is_on_watch(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    rows = ["." * 12] * 3 + ["......P....."] + ["." * 12] * 3
    units = {"m": f"{OWN[seat]} r3c3 order=1", "w": f"{OWN[1 - seat]} r3c6", "c": f"{CAR[1 - seat]} r6c11 facing=6"}
    game = Field(units, map=rows, initiative=SIDE[seat])
    state, mover, watcher = game.state, game.unit("m"), game.unit("w")

    def shooters() -> set[int]:
        return {first(option) for option in opportunities(state, mover)}

    assert ban_watch(state, watcher) is None
    assert shooters() == {watcher.id}
    assert ban_watch(state, game.unit("c")) is not None
    for name in ("shown", "activated", "acted"):
        setattr(watcher, name, True)
        assert ban_watch(state, watcher) is not None
        assert shooters() == set()
        setattr(watcher, name, False)
    put("w", "r3c7")(game)
    assert ban_watch(state, watcher) is not None
    assert shooters() == set()
    monkeypatch.setattr(watcher.face, "watch", 2)
    on = ban_watch(state, watcher) is None
    monkeypatch.setattr(watcher.face, "watch", 1)
    assert (ban_watch(state, watcher) is None) is not on, "one of its two sides watches"
    monkeypatch.undo()
    put("w", "r3c6")(game)
    change_sides("w")(game)
    assert shooters() == set(), "friends hold their fire"
    change_sides("w")(game)
    assert shooters() == {watcher.id}
    state.remove(mover, EXITED)
    assert shooters() == set()
    state.put(mover, game.cell("r3c3"))
    state.remove(watcher, ABOARD)
    assert ban_watch(state, watcher) is not None


CALLS: list[tuple[Change, bool]] = [
    (nothing, True), (put("h", "r3c6"), True), (put("h", "r3c7"), False), (change_sides("h"), False),
    (send_away("h"), False),
]  # fmt: skip


@BOTH
@pytest.mark.rule("hon.abil.barrage.1", "hon.abil.barrage.2", "hon.abil.barrage.3", "hon.abil.barrage.4")
@pytest.mark.parametrize(("change", "called"), CALLS)
def test_which_weapons_answer_a_barrage(
    monkeypatch: pytest.MonkeyPatch, seat: int, change: Change, called: bool
) -> None:
    game = battle(seat, h=f"{OWN[seat]} r3c5", b=f"{OWN[1 - seat]} r0c5")
    weapon = game.unit("h")
    monkeypatch.setattr(weapon.counter, "outline", HEAVY_WEAPON)
    change(game)
    caller = game.unit("l")
    put("l", "r3c3")(game)
    send_away("a")(game)
    found = callable_weapons(game.state, caller, weapon.counter.id)
    assert found == ([weapon.id] if called else [])
    monkeypatch.setattr(weapon.counter, "outline", PLAIN)
    assert callable_weapons(game.state, caller, weapon.counter.id) == []


@BOTH
@pytest.mark.rule("hon.abil.mg.3", "hon.abil.mg.4", "hon.abil.mg.5", "hon.abil.mg.1")
def test_whom_a_machine_gun_may_divide_its_fire_among(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    units = {
        "a": f"{OWN[seat]} r3c1 order=1", "f": f"{OWN[seat]} r6c1", "x": f"{OWN[1 - seat]} r3c6",
        "y": f"{OWN[1 - seat]} r5c7", "z": f"{OWN[1 - seat]} r0c6", "c": f"{CAR[1 - seat]} r2c8 facing=2",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat])
    gunner = game.unit("a")
    monkeypatch.setattr(gunner.face.weapons[0], "bonus", [2, 2, 2])
    ids = {name: game.names[name] for name in units}

    def names(chosen: list[str]) -> set[str]:
        found = split_targets(game.state, gunner, 0, [ids[name] for name in chosen], False)
        return {name for name, number in ids.items() if number in found}

    low, high = sorted(("x", "y"), key=lambda name: ids[name])
    assert names([low]) == {high}, "two spaces apart, of one class"
    assert low in names([])
    assert "c" not in names([]), "nobody else of its class"
    assert "f" not in names([]), "no friends"
    send_away("y")(game)
    assert names([]) == set(), "the other is three away"
    put("z", "r1c6")(game)
    assert names([]) == {min(("x", "z"), key=lambda name: ids[name])}
    monkeypatch.setattr(gunner.face.weapons[0], "bonus", [1, 1, 1])
    assert names([]) == set(), "one cannot be divided"


TAKES: list[tuple[Change, bool]] = [
    (nothing, True), (put("s", "r3c5"), True), (put("s", "r3c6"), False), (send_away("s"), False),
    (change_sides("s"), False), (send_away("a", ABOARD), False),
]  # fmt: skip


@BOTH
@pytest.mark.rule("hon.abil.sub.1", "hon.abil.sub.2")
@pytest.mark.parametrize(("change", "may"), TAKES)
def test_who_may_take_a_hit_for_a_heavy_weapon(
    monkeypatch: pytest.MonkeyPatch, seat: int, change: Change, may: bool
) -> None:
    game = battle(seat, s=f"{LEADER[seat]} r4c4")
    weapon, helper = game.unit("a"), game.unit("s")
    send_away("l")(game)
    monkeypatch.setattr(weapon.counter, "outline", HEAVY_WEAPON)
    monkeypatch.setattr(helper.face, "substitute", True)
    change(game)
    assert substitutes(game.state, weapon) == ([helper.id] if may else [])
    monkeypatch.setattr(helper.face, "substitute", False)
    assert substitutes(game.state, weapon) == []
    monkeypatch.setattr(helper.face, "substitute", True)
    monkeypatch.setattr(weapon.counter, "outline", PLAIN)
    assert substitutes(game.state, weapon) == []


VEILS: list[tuple[Change, set[str]]] = [
    (nothing, {"a", "l"}), (send_away("a"), {"l"}), (send_away("l", ABOARD), {"a"}),
]  # fmt: skip


@BOTH
@pytest.mark.rule("hon.ord.conceal.2", "hon.open.conceal.view.1", "hon.ord.conceal.1", "hon.ord.infil.1")
@pytest.mark.parametrize(("change", "hidden"), VEILS)
def test_who_may_be_hidden_under_a_token(
    monkeypatch: pytest.MonkeyPatch, seat: int, change: Change, hidden: set[str]
) -> None:
    name = flags.TOKENS.names[flags.CONCEALED_TOKEN]
    game = battle(seat, {name: 1}, t=f"{CAR[seat]} r5c5 facing=2")
    state = game.state
    send_away("b")(game)
    change(game)

    def found() -> set[str]:
        units = {first(option) for option in veilable(state, seat)}
        return {name for name, number in game.names.items() if number in units}

    assert found() == hidden
    assert veilable(state, 1 - seat) == []
    assert {second(option) for option in veilable(state, seat)} == {game.unit("l").tile}
    for unit in ("a", "l"):
        monkeypatch.setattr(game.unit(unit).face, "concealed", True)
    assert found() == set()
    monkeypatch.undo()
    put("b", "r3c8")(game)
    assert found() == set(), "in view of an enemy"
    state.readings = flags.HIDES_IN_VIEW
    assert found() == hidden
    state.tokens[game.unit("l").tile][flags.CONCEALED_TOKEN] = 0
    assert found() == set()
