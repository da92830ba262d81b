"""Every condition of a rule by itself: one thing is changed in a situation that has all of them."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.kinds import AFTER_FIRE, ASSAULTING, CRAWLING, DOUBLING, WALK
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.medics import patients
from bocage.systems.lnlt.rules.paces import allowance
from bocage.systems.lnlt.rules.portage import capacity, load, takers
from bocage.systems.lnlt.rules.reorganise import may_split, partner
from bocage.systems.lnlt.rules.salvage import salvage_options
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.steps import forbid_cost, may_attack
from bocage.systems.lnlt.rules.withdrawal import may_withdraw
from systems.lnlt.armour import SHERMAN, Field, side, vehicle
from systems.lnlt.table import (
    CLARKSON,
    FJ,
    M1919,
    MEDROW,
    MG42,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    US_MEDIC,
    WEISS,
    Table,
    event,
    unit,
)

pytestmark = pytest.mark.both_seats

FOE = unit(FJ, "A9", "f")


def rally(*us: dict[str, Any], **more: Any) -> Table:
    return Table(list(us), more.pop("de", [FOE]), phase="rally", **more)


# ---- support weapons change hands


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.open.8", "lnlt.pac.fr.2.0c")
@pytest.mark.parametrize(
    ("change", "hands"),
    [
        ("", {"other", "boss"}),
        ("handed", set()),
        ("owner-shaken", set()),
        ("other-shaken", {"boss"}),
        ("melee", set()),
        ("gone", set()),
        ("other-full", {"boss"}),
        ("on-the-ground", {"owner", "other", "boss"}),
        ("ground-shaken", {"owner", "boss"}),
    ],
)
@pytest.mark.first_seat
def test_who_takes_a_weapon(change: str, hands: set[str]) -> None:
    full = [M1919, M1919] if change == "other-full" else []
    de = [unit(FJ, "E5" if change == "melee" else "A9", "f")]
    us = [
        unit(PARA, "E5", "owner", weapons=[M1919]),
        unit(PARA, "E5", "other", weapons=full, shaken=change in ("other-shaken", "ground-shaken")),
        unit(CLARKSON, "E5", "boss"),
        unit(US_MEDIC, "E5", "doc"),
        unit(PARA, "E6", "far"),
    ]
    table = rally(*us, de=de)
    weapon = table.state.weapons[0]
    weapon.handed = change == "handed"
    if change == "owner-shaken":
        table.unit("owner").flags |= flags.SHAKEN
    if "ground" in change:
        weapon.owner = -1
    if change == "gone":
        weapon.hex = weapon.owner = -1
    assert {name for name in table.names if table.names[name] in takers(table.state, weapon, 0)} == hands
    if not change:
        assert takers(table.state, weapon, 1) == [], "the enemy's weapon"


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.open.8")
def test_hands_for_weapons() -> None:
    crew = unit("us.crew", "E5", "crew")
    us = [unit(PARA, "E5", "s", weapons=[M1919]), unit(PARA_HALF, "E5", "h"), crew]
    us += [unit(CLARKSON, "E6", "l"), unit(US_HERO, "E6", "hero"), unit(US_MEDIC, "E7", "doc")]
    table = rally(*us)
    sizes = {name: capacity(table.unit(name)) for name in ("s", "h", "crew", "l", "hero", "doc")}
    assert sizes == {"s": 2, "h": 1, "crew": 1, "l": 1, "hero": 1, "doc": 0}
    assert [load(table.state, table.names[name]) for name in ("s", "h")] == [1, 0]


# ---- half-squads and squads


@pytest.mark.rule("lnlt.core.3", "lnlt.pac.fr.2.0j")
@pytest.mark.parametrize(
    "change", ["", "shaken", "other-shaken", "done", "other-done", "leader-shaken", "leader-away", "away", "melee"]
)
def test_two_half_squads_and_a_leader_make_a_squad(change: str) -> None:
    de = [unit(FJ, "E5" if change == "melee" else "A9", "f")]
    us = [
        unit(PARA_HALF, "E5", "a", shaken=change == "shaken"),
        unit(PARA_HALF, "E6" if change == "away" else "E5", "b", shaken=change == "other-shaken"),
        unit(CLARKSON, "E6" if change == "leader-away" else "E5", "l", shaken=change == "leader-shaken"),
    ]
    table = rally(*us, de=de)
    table.unit("a").flags |= flags.REORGANISED if change == "done" else 0
    table.unit("b").flags |= flags.REORGANISED if change == "other-done" else 0
    assert partner(table.state, table.unit("a")) == (table.names["b"] if not change else -1)
    assert partner(table.state, table.unit("b")) == -1, "the pair is counted once"
    assert partner(table.state, table.unit("l")) == -1


@pytest.mark.rule("lnlt.core.3", "lnlt.pac.fr.2.0j")
@pytest.mark.parametrize("change", ["", "shaken", "done", "leader-shaken", "leader-away", "hero", "melee"])
def test_a_squad_beside_a_leader_splits(change: str) -> None:
    de = [unit(FJ, "E5" if change == "melee" else "A9", "f")]
    leader = US_HERO if change == "hero" else CLARKSON
    us = [
        unit(PARA, "E5", "a", shaken=change == "shaken"),
        unit(leader, "E6" if change == "leader-away" else "E5", "l", shaken=change == "leader-shaken"),
    ]
    table = rally(*us, de=de)
    table.unit("a").flags |= flags.REORGANISED if change == "done" else 0
    assert may_split(table.state, table.unit("a")) == (change == "")
    assert not may_split(table.state, table.unit("l"))


@pytest.mark.rule("lnlt.core.3", "lnlt.core.1.6", "lnlt.core.open.8")
@pytest.mark.parametrize(("guns", "kept"), [(1, 1), (2, 1)])
def test_of_two_weapons_each_half_gets_one(guns: int, kept: int) -> None:
    table = rally(unit(PARA, "E5", "a", weapons=[M1919] * guns), unit(CLARKSON, "E5", "l"))
    table.do("split", "a")
    assert len(table.state.carried(table.unit("a"))) == kept
    assert sum(weapon.owner >= 0 for weapon in table.state.weapons) == guns


@pytest.mark.rule("lnlt.core.3")
def test_a_squad_takes_over_the_weapons_of_both_halves() -> None:
    us = [unit(PARA_HALF, "E5", n, weapons=[M1919]) for n in "ab"]
    table = rally(*us, unit(CLARKSON, "E5", "l"), unit(PARA_HALF, "E6", "c", weapons=[M1919]))
    table.do("combine", "a")
    assert table.place("b") == "gone"
    assert [weapon.owner for weapon in table.state.weapons] == [table.names[n] for n in "aac"]


# ---- medics


@pytest.mark.rule("lnlt.core.11.3")
@pytest.mark.parametrize("change", ["", "shaken", "tried", "melee", "steady", "elsewhere"])
def test_whom_a_medic_helps(change: str) -> None:
    de = [unit(FJ, "E5" if change == "melee" else "A9", "f")]
    us = [
        unit(US_MEDIC, "E5", "doc", shaken=change == "shaken"),
        unit(PARA, "E6" if change == "elsewhere" else "E5", "s", shaken=change != "steady"),
    ]
    table = rally(*us, de=de)
    table.unit("doc").flags |= flags.TRIED if change == "tried" else 0
    assert bool(patients(table.state, table.unit("doc"))) == (change == "")


# ---- stacking


@pytest.mark.rule("lnlt.core.1.3")
@pytest.mark.parametrize(
    ("there", "comes", "full"),
    [
        ([PARA, PARA], [PARA], False),
        ([PARA, PARA, PARA], [PARA_HALF], True),
        ([PARA, PARA_HALF], [PARA, PARA_HALF], False),
        ([CLARKSON], [US_HERO], False),
        ([CLARKSON, US_HERO], [US_MEDIC], True),
        ([PARA, PARA, PARA, CLARKSON], [US_HERO], False),
        ([], [PARA, PARA, PARA, CLARKSON, US_HERO], False),
        ([], [CLARKSON, US_HERO, US_MEDIC], True),
    ],
)
@pytest.mark.first_seat
def test_three_squads_and_two_men_fit(there: list[str], comes: list[str], full: bool) -> None:
    us = [unit(type_, "E5") for type_ in there] + [unit(type_, "D9", f"m{i}") for i, type_ in enumerate(comes)]
    if len(comes) > 2:  # more than fit in one hex can only come from several
        us = [unit(type_, f"D{i + 1}", f"m{i}") for i, type_ in enumerate(comes)]
    table = Table(us, [unit(FJ, "E5", "f"), unit(FJ, "E5"), unit(FJ, "E5")])
    movers = [table.names[f"m{i}"] for i in range(len(comes))]
    found = forbid_stacking(table.state, 0, table.hex("E5"), movers)
    assert found is (bans.FULL if full else None)


# ---- steps


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.3", "lnlt.core.6.2")
@pytest.mark.parametrize(
    ("cost", "left", "mode", "spent", "ban"),
    [
        (0, 4, WALK, 0, bans.PROHIBITED),
        (4, 4, WALK, 0, None),
        (5, 4, WALK, 0, None),  # the first hex may always be entered
        (5, 1, WALK, 0, None),
        (5, 0, WALK, 0, bans.TOO_FAR),
        (4, 3, WALK, 1, bans.TOO_FAR),
        (5, 4, DOUBLING, 0, bans.TOO_FAR),
        (4, 4, DOUBLING, 0, None),
        (2, 2, ASSAULTING, 0, None),
        (3, 2, ASSAULTING, 0, bans.TOO_FAR_BY_HALF),
        (3, 2, AFTER_FIRE, 0, bans.TOO_FAR_BY_HALF),
        (3, 4, CRAWLING, 0, None),
        (4, 4, CRAWLING, 0, bans.CRAWL_COST),
    ],
)
def test_what_a_step_may_cost(cost: int, left: int, mode: int, spent: int, ban: object) -> None:
    assert forbid_cost(cost, left, mode, spent) is ban


@pytest.mark.rule("lnlt.core.6.3", "lnlt.core.6.0")
@pytest.mark.parametrize(("wooded", "crawls"), [(False, True), (True, False)])
def test_a_crawl_leaves_a_point_over(wooded: bool, crawls: bool) -> None:
    """A leader with a gun has two points less: two of four, and Light Woods cost two."""
    around = ["E4", "D5", "D6", "E6", "F5", "F6"]
    us = [unit("us.ldr.clarkson", "E5", "l", weapons=[M1919])]
    table = Table(us, [FOE], terrain={"forest": around} if wooded else {})
    assert allowance(table.state, [table.names["l"]], WALK) == table.unit("l").type.move - 2
    table.do("activate", where="E5")
    assert table.offers("move")
    free = allowance(table.state, [table.names["l"]], WALK) > 2
    assert table.offers("low-crawl") == (crawls or free)


@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.6.0", "lnlt.core.6.1")
def test_who_may_walk_into_the_enemy() -> None:
    us = [unit(PARA, "E5", "s"), unit(CLARKSON, "E5", "l"), unit(PARA, "E6", "x", shaken=True)]
    table = Table(us, [FOE])
    s, leader, shaken = (table.names[n] for n in ("s", "l", "x"))
    for mode, movers, may in (
        (WALK, [s], True),
        (DOUBLING, [leader, s], True),
        (ASSAULTING, [s], False),
        (CRAWLING, [s], False),
        (AFTER_FIRE, [s], False),
        (WALK, [leader], False),
        (WALK, [shaken], False),
    ):
        assert may_attack(table.state, movers, mode) == may, (mode, movers)


@pytest.mark.rule("lnlt.core.6.0")
def test_a_stack_is_as_slow_as_its_slowest() -> None:
    us = [unit(CLARKSON, "E5", "l"), unit(PARA, "E5", "s"), unit(US_HERO, "E5", "h")]
    table = Table(us, [FOE])
    moves = {name: table.unit(name).type.move for name in "lsh"}
    assert moves["s"] < min(moves["l"], moves["h"])
    assert allowance(table.state, [table.names[n] for n in "lsh"], WALK) == moves["s"]
    assert allowance(table.state, [table.names["l"]], WALK) == moves["l"]


# ---- leaving a Melee


@pytest.mark.rule("lnlt.core.8.1")
@pytest.mark.parametrize("change", ["", "shaken", "fired", "surrounded"])
@pytest.mark.first_seat
def test_who_may_withdraw(change: str) -> None:
    ring = ["E4", "D5", "D6", "E6", "F5", "F6"] if change == "surrounded" else ["A9"]
    us = [unit(PARA, "E5", "s", shaken=change == "shaken", markers=["fired"] if change == "fired" else [])]
    us += [unit(PARA, "E5", "mate", markers=["fired"])]
    table = Table(us, [unit(FJ, "E5", "f"), *(unit(FJ, hex_) for hex_ in ring)])
    assert may_withdraw(table.state, 0, table.hex("E5")) == ([table.names["s"]] if not change else [])


@pytest.mark.rule("lnlt.core.8.1")
def test_those_who_withdraw_are_chosen_and_check_one_by_one() -> None:
    us = [unit(PARA, "E5", n) for n in "ab"] + [unit(CLARKSON, "E5", "l")]
    table = Table(us, [unit(FJ, "E5", "f")])
    table.do("withdraw", where="E5")
    assert table.kind == "withdraw"
    assert {"all", "add"} <= table.verbs()
    assert not table.offers("done"), "somebody has to go"
    table.do("add", "a")
    assert table.offers("done")
    assert not table.offers("add", "a")
    found = table.check_forecast("done")
    assert set(found.odds) == {f"unit:{table.names['a']}"}
    assert event(table.do("done", dice=[6, 6]), "withdraw-fails")
    assert table.has("a", flags.OPS)
    assert table.place("a") == "E5"
    assert not table.has("b", flags.OPS)


@pytest.mark.rule("lnlt.core.8.1")
def test_who_is_left_behind_and_cannot_fight_is_lost() -> None:
    us = [unit(PARA, "E5", "a"), unit(PARA, "E5", "b", shaken=True)]
    table = Table(us, [unit(FJ, "E5", "f")])
    table.do("withdraw", where="E5", dice=[1, 1])
    table.do("step", where="E6")
    while table.state.stack and table.kind in ("step", "opportunity"):
        table.do("stop" if table.kind == "step" else "decline")
    assert table.place("b") == "gone"
    assert table.place("a") == "E6"


# ---- abandoned vehicles


@pytest.mark.rule("lnlt.core.armour.5.10")
@pytest.mark.parametrize("change", ["", "manned", "shaken", "marked", "elsewhere", "melee"])
@pytest.mark.first_seat
def test_a_crew_beside_its_vehicle_gets_back_in(change: str) -> None:
    marks = ["fired"] if change == "marked" else []
    crew = unit("us.crew", "E6" if change == "elsewhere" else "E5", "crew", shaken=change == "shaken", markers=marks)
    tank = vehicle(SHERMAN, "E5", "S", markers=[] if change == "manned" else ["abandoned"])
    foe = [unit(RIFLES, "E5", "r")] if change == "melee" else []
    field = Field(side("us", crew, tank, unit(PARA, "E6", "s")), side("de", *foe, unit(WEISS, "L9")))
    found = salvage_options(field.state, 0, (1 << len(field.state.units)) - 1)
    assert bool(found) == (change == "")


@pytest.mark.rule("lnlt.core.armour.5.10")
@pytest.mark.parametrize("change", ["", "manned", "wreck", "shaken", "elsewhere", "leader"])
@pytest.mark.first_seat
def test_men_beside_an_abandoned_enemy_make_an_end_of_it(change: str) -> None:
    men = unit(WEISS if change == "leader" else RIFLES, "E6" if change == "elsewhere" else "E5", "r")
    men["shaken"] = change == "shaken"
    marks = {"manned": [], "wreck": ["abandoned", "wreck"]}.get(change, ["abandoned"])
    tank = vehicle(SHERMAN, "E5", "S", markers=marks)
    field = Field(side("de", men), side("us", tank, unit(MEDROW, "L9")))
    assert bool(salvage_options(field.state, 0, (1 << len(field.state.units)) - 1)) == (change == "")


@pytest.mark.rule("lnlt.core.1.6.8", "lnlt.core.1.6")
@pytest.mark.first_seat
def test_an_enemy_gun_on_the_ground_is_anybodys() -> None:
    table = rally(unit(PARA, "E5", "s"), de=[unit(FJ, "A9", "f", weapons=[MG42])])
    gun = table.state.weapons[0]
    gun.owner, gun.hex = -1, table.hex("E5")
    assert takers(table.state, gun, 0) == [table.names["s"]]
    assert takers(table.state, gun, 1) == []
