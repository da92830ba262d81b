"""Melee and Close Assault at the edges: columns, helpers, charges, who retreats where, and who holds the hex."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules.close_assault import assault_party, can_assault, foresee_nerve, may_go_in
from bocage.systems.lnlt.rules.melee_strength import (
    COLUMNS,
    attack_fp,
    can_ambush,
    charges_in,
    column,
    hand_fp,
    help_gain,
    melee_tally,
    shifted_column,
    strength,
)
from systems.lnlt.armour import FAR, HALFTRACK, SHERMAN, STUG, Field, side, vehicle
from systems.lnlt.table import (
    CLARKSON,
    DE_HERO,
    FJ,
    FJ_HALF,
    GLIDER,
    M1919,
    MEDROW,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    US_MEDIC,
    WEISS,
    Table,
    event,
    lines,
    unit,
)

pytestmark = pytest.mark.both_seats

SATCHEL = "us.sw.satchel"
RING = ["E4", "D5", "D6", "E6", "F5", "F6"]


@pytest.mark.rule("lnlt.core.8.0.2", "lnlt.core.8.0.1", "lnlt.pac.fr.8.0a", "lnlt.pac.fr.8.0b")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (1, 5, "1:4"), (1, 4, "1:4"), (1, 3, "1:3"), (1, 2, "1:2"), (2, 3, "2:3"), (3, 5, "1:2"), (4, 4, "1:1"),
        (5, 4, "1:1"), (3, 2, "3:2"), (7, 4, "3:2"), (4, 2, "2:1"), (5, 2, "2:1"), (6, 2, "3:1"), (8, 2, "4:1"),
        (9, 1, "4:1"),
    ],
)  # fmt: skip
def test_the_column_is_that_of_the_ratio_rounded_down(attack: int, defence: int, odds: str) -> None:
    assert COLUMNS[column(attack, defence)] == odds


def fight(us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> Table:
    return Table(us, de, **more)


def numbers(table: Table, names: str) -> list[int]:
    return [table.names[name] for name in names]


@pytest.mark.rule("lnlt.core.8.0.3", "lnlt.core.8.0.2", "lnlt.hon.13.1.1a", "lnlt.pac.fr.8.0d")
@pytest.mark.parametrize(
    ("attackers", "targets", "shift"),
    [
        ([PARA], [FJ, FJ], 0),
        ([PARA, US_HERO], [FJ, FJ], 1),
        ([GLIDER], [FJ, FJ], 1),
        ([GLIDER, US_HERO], [FJ, FJ], 1),  # gliders are no majority there
        ([GLIDER, GLIDER, US_HERO], [FJ, FJ, FJ], 2),
    ],
)
def test_heroes_and_gliders_shift_the_column(attackers: list[str], targets: list[str], shift: int) -> None:
    us = [unit(type_, "E5", f"a{i}") for i, type_ in enumerate(attackers)]
    de = [unit(type_, "E5", f"t{i}") for i, type_ in enumerate(targets)]
    table = fight(us, de)
    ours = [table.names[f"a{i}"] for i in range(len(us))]
    theirs = [table.names[f"t{i}"] for i in range(len(de))]
    bare = column(attack_fp(table.state, ours, False), attack_fp(table.state, theirs, False))
    assert shifted_column(table.state, ours, theirs) == bare + shift
    back = column(attack_fp(table.state, theirs, False), attack_fp(table.state, ours, False))
    against = int(GLIDER in attackers and attackers != [GLIDER, US_HERO])
    assert shifted_column(table.state, theirs, ours) == max(0, back - against), "gliders are hard to beat too"


@pytest.mark.rule("lnlt.core.8.0.3", "lnlt.core.8.0.2")
def test_no_shift_leads_off_the_table() -> None:
    table = fight([unit(PARA, "E5", n) for n in "abc"] + [unit(US_HERO, "E5", "h")], [unit(FJ_HALF, "E5", "f")])
    strong = fight([unit(GLIDER, "E5", n) for n in "abc"], [unit("ge.crew", "E5", "f")])
    assert shifted_column(table.state, numbers(table, "abch"), numbers(table, "f")) == len(COLUMNS) - 1
    assert shifted_column(strong.state, numbers(strong, "f"), numbers(strong, "abc")) == 0


@pytest.mark.rule("lnlt.core.8.0.3", "lnlt.core.8.3")
@pytest.mark.parametrize(("leader", "expected"), [("", {}), ("steady", {"melee.leadership": 1}), ("shaken", {})])
def test_a_leader_in_good_order_adds_to_the_dice(leader: str, expected: dict[str, int]) -> None:
    us = [unit(PARA, "E5", "a")] + ([unit(CLARKSON, "E5", "l", shaken=leader == "shaken")] if leader else [])
    table = fight(us, [unit(FJ, "E5", "f")])
    tally = melee_tally(table.state, table.hex("E5"), numbers(table, "a"))
    found = {line.label: line.value for line in tally.lines}
    assert found == {key: table.unit("l").leadership() for key in expected}


def single(name: str, **more: Any) -> dict[str, Any]:
    return unit(US_HERO, "E5", name, **more)


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.8.0.1")
@pytest.mark.parametrize(("helper", "gain"), [(None, 0), (CLARKSON, 1), (US_MEDIC, 0), (PARA, 0)])
def test_a_second_man_at_a_machine_gun(helper: str | None, gain: int) -> None:
    """A single man counts half of his gun, with help all of it; a leader without a weapon can help."""
    us = [single("h", weapons=["us.sw.m2hb"])] + ([unit(helper, "E5", "x")] if helper else [])
    table = fight(us, [unit(FJ, "E5", "f")])
    hero = table.unit("h")
    gun = table.state.weapons[0]
    gun.side = kinds.READY
    assert hand_fp(hero, gun, True) - hand_fp(hero, gun) == gun.type.fp - (gun.type.fp + 1) // 2
    full = strength(hero, [hand_fp(hero, gun, True)]) - strength(hero, [hand_fp(hero, gun)])
    assert full > 0
    assert help_gain(table.state, hero, [hero.id]) == (full if gain else 0)
    if helper == CLARKSON:
        table.unit("x").flags |= flags.SHAKEN
        assert help_gain(table.state, hero, [hero.id]) == 0


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.1.6.3", "lnlt.nosb.1.6.22d", "lnlt.sab.22.3o", "lnlt.core.8.0.1")
@pytest.mark.parametrize("change", ["", "away", "shaken", "landed", "enemy", "spent", "dropped", "gun"])
def test_whose_charges_count_in_a_melee(change: str) -> None:
    us = [
        unit(PARA, "E6" if change == "away" else "E5", "s", weapons=[M1919 if change == "gun" else SATCHEL]),
        unit(PARA, "E5", "mate"),
    ]
    table = fight(us, [unit(FJ, "E5", "f")])
    table.unit("s").flags |= {"shaken": flags.SHAKEN, "landed": flags.PARACHUTE}.get(change, 0)
    charge = table.state.weapons[0]
    if change == "spent":
        charge.side = kinds.IN_HAND
    if change == "dropped":
        charge.owner = -1
    assert bool(charges_in(table.state, 1 if change == "enemy" else 0, table.hex("E5"))) == (change == "")


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.nosb.1.6.22d", "lnlt.core.1.6.3")
def test_each_man_is_asked_for_one_charge_of_a_kind() -> None:
    us = [unit(PARA, "E5", "s", weapons=[SATCHEL, SATCHEL]), unit(PARA, "E5", "m", weapons=[SATCHEL])]
    table = fight(us, [unit(FJ, "E5", "f")])
    owners = [weapon.owner for weapon in charges_in(table.state, 0, table.hex("E5"))]
    assert owners == numbers(table, "sm")


@pytest.mark.rule("lnlt.core.8.4", "lnlt.hid.skill.ambusher.b", "lnlt.boh.25.2.the-ambush.a", "lnlt.nosb.13.53g")
def test_who_can_ambush() -> None:
    us = [unit(PARA, "E5", "s"), unit(CLARKSON, "E5", "boss", skill="ambusher"), unit(PARA, "E6", "t")]
    table = fight(us, [unit(FJ, "A9", "f")])
    able = {name: can_ambush(table.state, table.unit(name)) for name in ("s", "t", "f")}
    assert able == {"s": True, "t": False, "f": False}
    table.unit("t").flags |= flags.SPRUNG
    assert can_ambush(table.state, table.unit("t"))


def leaders_left(de: list[dict[str, Any]], **more: Any) -> Table:
    """Both sides lose their fighters in the first round; a Leader each is left, and the Germans have to go."""
    table = Table(
        [unit(PARA, "E6", "p", weapons=[M1919]), unit(MEDROW, "E6", "m")],
        [unit(FJ, "E5", "f"), unit(WEISS, "E5", "w"), *de],
        impulse="us",
        **more,
    )
    table.do("activate", where="E6")
    table.do("move", where="E6")
    table.do("all")
    table.do("step", where="E5", dice=[6, 6, 6, 6])
    return table


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.8.1")
def test_the_retreat_leads_neither_into_water_nor_to_the_enemy_nor_where_it_is_full() -> None:
    full = [unit(DE_HERO, "D5", "h"), unit("ge.medic", "D5", "doc")]
    table = leaders_left(full, terrain={"water": ["F5"]})
    assert (table.kind, table.decision.seat) == ("retreat", 1)
    assert {choice.place for choice in table.choices()} == {"E4", "D6", "F6", "E6"}
    assert event(table.do("retreat", where="E4"), "retreat").rule == "lnlt.core.8.1"
    assert (table.place("w"), table.place("m")) == ("E4", "E5")
    assert table.kind == "impulse"


@pytest.mark.rule("lnlt.core.8.1")
def test_with_one_way_out_it_is_taken() -> None:
    table = leaders_left([], terrain={"water": [hex_ for hex_ in RING if hex_ not in ("E6", "E4")]}, sides={})
    assert table.kind == "retreat"
    alone = leaders_left([], terrain={"water": [hex_ for hex_ in RING if hex_ != "E6"]})
    assert alone.place("w") == "E6"
    assert alone.place("m") == "E5"


@pytest.mark.rule("lnlt.core.8.1")
def test_with_no_way_out_they_are_lost() -> None:
    full = [unit(DE_HERO, "E4", "h"), unit("ge.medic", "E4", "doc")]
    table = Table(
        [unit(PARA, "E6", "p", weapons=[M1919]), unit(MEDROW, "E6", "m"), unit(PARA, "E6", "q")],
        [unit(FJ, "E5", "f"), unit(WEISS, "E5", "w"), *full],
        impulse="us",
        terrain={"water": [hex_ for hex_ in RING if hex_ not in ("E6", "E4")]},
    )
    table.do("activate", where="E6")
    table.do("move", where="E6")
    table.do("add", "p")
    table.do("add", "m")
    table.do("done")
    table.do("step", where="E5", dice=[6, 6, 6, 6])
    assert table.place("w") == "gone"


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.8.0.1", "lnlt.core.8.2")
def test_attackers_and_targets_are_named_until_none_is_left() -> None:
    table = Table([unit(PARA, "E6", n) for n in "ab"], [unit(FJ, "E5", n) for n in "xy"], impulse="us")
    table.do("activate", where="E6")
    table.do("move", where="E6")
    table.do("all")
    table.do("step", where="E5")
    assert table.kind == "melee"
    assert table.verbs() == {"target"}
    table.do("target", "x")
    assert table.verbs() == {"all", "add", "target"}
    table.do("add", "a")
    assert table.verbs() == {"done", "add"}
    events = table.do("done", dice=[1, 1])
    assert event(events, "melee-fails").args["count"] == 1
    assert table.verbs() == {"done", "target"}, "another attack, or none"
    assert not table.offers("target", "x")
    table.do("done")
    assert table.decision.seat == 1
    table.do("target", "a")
    table.do("target", "b")
    assert table.verbs() == {"all", "add"}
    table.do("all", dice=[6, 6])
    assert {table.place(n) for n in "ab"} == {"gone"}
    assert {table.place(n) for n in "xy"} == {"E5"}


# ---- Close Assault


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.6.6")
def test_who_goes_for_a_vehicle() -> None:
    us = [
        unit(PARA, "E5", "squad"),
        unit(PARA, "E5", "shaken", shaken=True),
        unit(PARA_HALF, "E6", "half"),
        unit(US_HERO, "E6", "hero"),
        unit(CLARKSON, "E6", "leader"),
        unit(US_MEDIC, "E7", "medic"),
        unit("us.wt.mortar81", "E7", "team"),
    ]
    table = Table(us, [unit(FJ, "A9", "f")])

    def may(name: str) -> bool:
        one: Unit = table.unit(name)
        return can_assault(table.state, one)

    able = {name for name in table.names if may(name)}
    assert able == {"squad", "half", "hero", "leader", "f"}
    assert may_go_in(table.state, [table.names[n] for n in ("half", "leader")])
    assert not may_go_in(table.state, [table.names["leader"]]), "a leader alone does not"
    assert not may_go_in(table.state, [table.names[n] for n in ("half", "medic")])
    table.unit("half").flags |= flags.FIRED
    mask = sum(1 << table.names[n] for n in ("half", "hero"))
    assert assault_party(table.state, 0, table.hex("E6"), mask) == [table.names["hero"]]


def assault(*targets: dict[str, Any], men: list[dict[str, Any]] | None = None, **more: Any) -> Field:
    ours = men or [unit(RIFLES, "E5", "men")]
    return Field(side("de", *ours, unit(WEISS, "L9")), side("us", *targets), **more)


@pytest.mark.rule("lnlt.core.armour.7.1")
def test_of_two_vehicles_one_is_chosen() -> None:
    tanks = [vehicle(SHERMAN, "F5", n, markers=["fired"]) for n in "ST"]
    field = assault(*tanks)
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("step", where="F5", dice=[1, 1])
    while field.kind == "reaction":
        field.do("decline")
    assert {choice.piece for choice in field.choices()} == {field.names[n] for n in "ST"}
    assert event(field.do("target", "T", dice=[6, 1]), "close-assault-wins").place == "F5"
    assert not field.vehicle("T").is_manned()
    assert field.vehicle("S").is_manned()


@pytest.mark.rule("lnlt.core.armour.7.1")
@pytest.mark.parametrize(("type_", "checks"), [(SHERMAN, True), ("us.veh.truck", False)])
def test_only_armour_takes_nerve(type_: str, checks: bool) -> None:
    field = assault(vehicle(type_, "F5", "S", markers=["fired"]))
    found = foresee_nerve(field.state, [field.names["men"]], field.hex("F5"))
    assert bool(found.odds) == checks


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.armour.11.6", "lnlt.core.1.6.3")
@pytest.mark.parametrize("spends", [False, True])
def test_a_charge_is_kept_or_spent_in_full(spends: bool) -> None:
    men = [unit(PARA, "E5", "men", weapons=[SATCHEL])]
    field = Field(side("us", *men), side("de", vehicle(STUG, "F5", "G", markers=["fired"]), FAR))
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("step", where="F5", dice=[1, 1])
    charge = field.state.weapons[0]
    if field.kind == "reaction":
        field.do("decline")
    if spends:
        shot = event(field.do("use-charge", dice=[1, 6]), "close-assault-wins")
        assert lines(shot)["assault.charge"] == charge.type.fp
    else:
        shot = event(field.do("go-in", dice=[1, 6]), "close-assault-fails")
        assert "assault.charge" not in lines(shot)
    assert (charge.owner < 0) == spends
    assert field.has("men", flags.MOVED)
    assert not field.has("men", flags.MOVING)


@pytest.mark.rule("lnlt.core.armour.7.2", "lnlt.core.armour.7.1")
def test_among_its_men_the_attackers_are_allotted() -> None:
    men = [unit(RIFLES, "E5", n) for n in "ab"] + [unit(WEISS, "E5", "boss")]
    targets = [vehicle(HALFTRACK, "F5", "H", markers=["fired"]), unit(PARA, "F5", "p", markers=["fired"])]
    field = assault(*targets, men=men)
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("all")
    field.do("step", where="F5", dice=[1, 1, 1, 1, 1, 1])
    assert field.kind == "allot"
    assert {field.names["a"], field.names["b"]} == {c.piece for c in field.choices() if c.verb == "allot"}
    field.do("allot", "b")
    assert not field.offers("allot", "b")


@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.armour.11.6", "lnlt.nosb.1.6.22e")
def test_each_man_may_spend_his_own_charge() -> None:
    men = [unit(PARA, "E5", "a", weapons=[SATCHEL, SATCHEL]), unit(PARA, "E5", "b", weapons=[SATCHEL])]
    field = Field(side("us", *men), side("de", vehicle(STUG, "F5", "G", markers=["fired"]), FAR))
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("all")
    field.do("step", where="F5", dice=[1, 1, 1, 1])
    if field.kind == "reaction":
        field.do("decline")
    charges = [choice for choice in field.choices() if choice.verb == "use-charge"]
    assert len(charges) == 2, "one of a kind for each"
    assert field.offers("go-in")
