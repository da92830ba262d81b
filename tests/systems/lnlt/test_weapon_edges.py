"""Light mortars, and weapons that change hands, one condition at a time and from either seat."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.pieces import Weapon
from bocage.systems.lnlt.rules.light_mortar import (
    director,
    lob_cover,
    lob_options,
    lob_tally,
    lob_targets,
    may_direct,
    mortar_of,
    second_man,
)
from bocage.systems.lnlt.rules.portage import capacity, flip, load, may_flip, takers
from systems.lnlt.table import CLARKSON, FJ, M1919, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, Table, unit

pytestmark = pytest.mark.both_seats

SCOUT = "us.scout"
ALL = -1


# ---- light mortars

MORTAR = "uk.sw.mortar51"
BRITON, LONE = "uk.para.squad.1-6-4", "uk.para.ldr"


def battery(*more: dict[str, Any], crew: str = "uk.para.hs.1-5-4", **rest: Any) -> Table:
    """A mortar in E6 behind trees, a friend beside it who sees the enemy in E2."""
    us = [unit(crew, "E6", "crew", weapons=[MORTAR]), unit(BRITON, "F6", "friend"), *more]
    de = rest.pop("de", [unit(RIFLES, "E2", "r")])
    terrain = {"forest": ["E5"], **rest.pop("terrain", {})}
    return Table(us, de, nations=("uk", "de"), module="sab", terrain=terrain, **rest)


def lobbed(table: Table) -> set[str]:
    return {table.state.board.grid.names[hex_] for hex_ in lob_targets(table.state, table.unit("crew"))}


@pytest.mark.rule("lnlt.hon.1.6.4j", "lnlt.sab.1.6.21k", "lnlt.hon.1.6.4p", "lnlt.core.8.1")
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", {"E2"}),
        ("hidden", set()),
        ("melee", set()),
        ("friend-held", set()),
        ("crew-sees", set()),
        ("under-trees", set()),
        ("near", set()),
        ("packed", set()),
    ],
)
def test_at_what_a_mortar_is_lobbed(change: str, found: set[str]) -> None:
    more = [unit(BRITON, "E2", "x")] if change == "melee" else []
    de = [unit(RIFLES, "E4" if change == "near" else "E2", "r")]
    de += [unit(RIFLES, "F6", "foe")] if change == "friend-held" else []
    terrain: dict[str, Any] = {}
    if change == "hidden":
        terrain = {"light-woods": ["E2"]}
    if change == "crew-sees":
        terrain = {"forest": []}
    if change == "under-trees":
        terrain = {"forest": ["E5", "E6"]}
    table = battery(*more, de=de, terrain=terrain)
    if change == "packed":
        table.state.weapons[0].side = kinds.PACKED
    if change == "near":
        table.state.weapons[0].type = type_ = copy(table.state.weapons[0].type)
        type_.min_range = 3
    assert lobbed(table) == found
    seat = table.unit("crew").seat
    assert bool(lob_options(table.state, seat, table.hex("E6"), ALL)) == bool(found)
    assert lob_options(table.state, seat, table.hex("F6"), ALL) == []
    table.state.weapons[0].owner = -1
    assert lob_options(table.state, seat, table.hex("E6"), ALL) == [], "nobody mans it"


@pytest.mark.rule("lnlt.hon.1.6.4k", "lnlt.hon.1.6.4p", "lnlt.core.8.1", "lnlt.hon.1.6.4j")
@pytest.mark.parametrize(
    ("who", "mark", "spot", "may"),
    [
        (BRITON, 0, "", True),
        (BRITON, flags.SHAKEN, "", False),
        (BRITON, flags.FIRED, "", False),
        (BRITON, flags.OPS | flags.SPOTTER, "", False),
        (BRITON, flags.OPS | flags.SPOTTER, "E2", True),
        (BRITON, flags.OPS, "E2", False),
        (BRITON, flags.SPOTTER | flags.MOVED, "E2", False),
        ("uk.medic", 0, "", False),
        ("uk.sniper", 0, "", False),
    ],
)
def test_who_directs_a_mortar(who: str, mark: int, spot: str, may: bool) -> None:
    table = battery(unit(who, "F7", "d"))
    table.unit("friend").flags |= flags.FIRED
    one, there = table.unit("d"), table.hex("E2")
    table.state.go(one, table.hex("F6"))
    one.flags |= mark
    table.state.spot_hex = table.hex(spot) if spot else -1
    assert may_direct(table.state, one, there) == may
    assert director(table.state, table.unit("crew"), there) == (one.id if may else -1)


@pytest.mark.rule("lnlt.hon.1.6.4k", "lnlt.hon.1.6.4j")
def test_the_spotter_directs_before_others() -> None:
    table = battery(unit(BRITON, "F6", "second"), unit(BRITON, "D6", "third"))
    crew, there = table.unit("crew"), table.hex("E2")
    numbers = {table.names[name] for name in ("friend", "second", "third")}
    plain = director(table.state, crew, there)
    assert plain in numbers
    for name in ("friend", "second", "third"):
        one = table.unit(name)
        before = one.flags
        one.flags |= flags.OPS | flags.SPOTTER
        table.state.spot_hex = there
        assert director(table.state, crew, there) == one.id
        one.flags = before
    assert director(table.state, crew, there) == plain


@pytest.mark.rule("lnlt.hon.1.6.4f", "lnlt.hon.1.6.4p")
@pytest.mark.parametrize(
    ("crew", "other", "mark", "may"),
    [
        ("uk.hero.cdo", "uk.hero.cdo", 0, True),
        ("uk.hero.cdo", "uk.hero.cdo", flags.SHAKEN, False),
        ("uk.hero.cdo", "uk.hero.cdo", flags.FIRED, False),
        ("uk.hero.cdo", "uk.medic", 0, False),
        ("uk.hero.cdo", BRITON, 0, False),
        ("uk.para.hs.1-5-4", "uk.hero.cdo", 0, False),
    ],
)
def test_who_lends_a_hand_at_the_mortar(crew: str, other: str, mark: int, may: bool) -> None:
    table = battery(unit(other, "E6", "o"), unit("uk.hero.cdo", "F6", "beside"), crew=crew)
    table.unit("o").flags |= mark
    assert second_man(table.state, table.unit("crew")) == (table.names["o"] if may else -1)
    options = lob_options(table.state, table.unit("crew").seat, table.hex("E6"), ALL)
    assert len(options) == 1 + may


@pytest.mark.rule("lnlt.hon.1.6.4d", "lnlt.hon.1.6.4f", "lnlt.hon.1.6.4l", "lnlt.hon.1.6.4w", "lnlt.boh.25.2.deadly.a")
def test_what_a_lobbed_shell_adds() -> None:
    table = battery(unit("uk.hero.cdo", "E6", "o"), crew="uk.hero.cdo")
    gun, there = table.state.weapons[0], table.hex("E2")
    crew = table.unit("crew")
    alone = lob_tally(table.state, crew, gun, there, False)
    both = lob_tally(table.state, crew, gun, there, True)
    assert both.total == gun.type.fp
    assert alone.total == (gun.type.fp + 1) // 2
    table.unit("r").flags |= flags.MOVED
    assert lob_tally(table.state, crew, gun, there, True).total == gun.type.fp + 1
    assert lob_cover(table.state, crew, there) == 0
    assert mortar_of(table.state, crew) is gun
    assert mortar_of(table.state, table.unit("o")) is None


@pytest.mark.rule("lnlt.hon.1.6.4j", "lnlt.hon.1.6.4f", "lnlt.hon.1.6.4n")
@pytest.mark.parametrize("together", [False, True])
def test_whom_a_lobbed_shell_marks(together: bool) -> None:
    table = battery(unit("uk.hero.cdo", "E6", "o"), crew="uk.hero.cdo", options={"fire_ignition": False})
    table.do("activate", where="E6")
    table.do("lob-together" if together else "lob", "crew", dice=[1, 1, 6])
    helper = {name for name in "o" if table.has(name, flags.FIRED)}
    assert len(helper) == together
    assert table.has("crew", flags.FIRED)
    assert table.unit("friend").flags & flags.MARKED == flags.OPS
    assert not table.offers("lob")


# ---- weapons that change hands


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.open.8")
@pytest.mark.parametrize(
    ("type_", "hands"),
    [(PARA, 2), (PARA_HALF, 1), (CLARKSON, 1), (US_HERO, 1), (SCOUT, 1), (US_MEDIC, 0), ("us.crew", 1)],
)
def test_how_much_one_carries(type_: str, hands: int) -> None:
    table = Table([unit(type_, "E5", "a")], [unit(RIFLES, "E3", "r")])
    assert capacity(table.unit("a")) == hands


def armoury(**more: Any) -> Table:
    us = [
        unit(PARA, "E5", "a", weapons=[M1919]),
        unit(PARA, "E5", "b"),
        unit(PARA_HALF, "E5", "h", weapons=[M1919]),
        unit(US_MEDIC, "E5", "m"),
    ]
    us += more.pop("us", [])
    return Table(us, [unit(FJ, "A9", "f"), *more.pop("de", [])], phase="rally", **more)


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.open.8", "lnlt.core.1.6.8", "lnlt.pac.fr.2.0c", "lnlt.core.8.1")
@pytest.mark.parametrize(
    ("change", "who"),
    [
        ("", {"b"}),
        ("nobody's", {"a", "b"}),
        ("handed", set()),
        ("gone", set()),
        ("owner-shaken", set()),
        ("taker-shaken", set()),
        ("melee", set()),
        ("enemy's", set()),
        ("grenade", set()),
        ("loaded", set()),
        ("half", {"b"}),
    ],
)
def test_who_takes_a_weapon(change: str, who: set[str]) -> None:
    table = armoury(de=[unit(RIFLES, "E5", "x")] if change == "melee" else [])
    state, gun = table.state, table.state.weapons[0]
    seat = table.unit("a").seat
    if change == "nobody's":
        gun.owner = -1
    if change == "handed":
        gun.handed = True
    if change == "gone":
        gun.hex = -1
    if change.endswith("-shaken"):
        table.unit("a" if change == "owner-shaken" else "b").flags |= flags.SHAKEN
    if change == "grenade":
        gun.type = copy(gun.type)
        gun.type.kind = kinds.RIFLE_GRENADE
    if change in ("loaded", "half"):
        for _ in range(2 if change == "loaded" else 1):
            more = Weapon(len(state.weapons), seat, gun.type, table.names["b"], gun.hex, False)
            state.weapons.append(more)
    found = takers(state, gun, 1 - seat if change == "enemy's" else seat)
    assert {name for name in "abhm" if table.names[name] in found} == who


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.open.8", "lnlt.hid.skill.tromblon.a")
def test_a_rifle_grenade_is_no_load() -> None:
    table = armoury()
    a, b = table.names["a"], table.names["b"]
    assert [load(table.state, number) for number in (a, b)] == [1, 0]
    one = table.state.weapons[0]
    table.state.weapons.append(Weapon(2, one.seat, one.type, a, one.hex, False))
    assert [load(table.state, number) for number in (a, b)] == [2, 0]
    one.type = copy(one.type)
    one.type.kind = kinds.RIFLE_GRENADE
    assert [load(table.state, number) for number in (a, b)] == [1, 0]


@pytest.mark.rule("lnlt.hon.1.6.4s", "lnlt.sab.1.6.21s", "lnlt.core.1.6.1", "lnlt.core.1.6")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ("", True),
        ("shaken", False),
        ("handed", False),
        ("nobody's", False),
        ("enemy's", False),
        ("one-sided", False),
        ("melee", False),
        ("hero", False),
    ],
)
def test_who_turns_a_mortar_over(change: str, may: bool) -> None:
    crew = "uk.hero.cdo" if change == "hero" else "uk.para.hs.1-5-4"
    de = [unit(RIFLES, "E2", "r"), *([unit(RIFLES, "E6", "x")] if change == "melee" else [])]
    table = battery(crew=crew, de=de, phase="rally")
    gun, one = table.state.weapons[0], table.unit("crew")
    gun.handed = change == "handed"
    if change == "shaken":
        one.flags |= flags.SHAKEN
    if change == "nobody's":
        gun.owner = -1
    if change == "one-sided":
        gun.type = copy(gun.type)
        gun.type.two_sided = False
    seat = 1 - one.seat if change == "enemy's" else one.seat
    assert may_flip(table.state, gun, seat) == (
        may or (change == "hero" and not table.state.edition.squads_flip_mortars)
    )
    for side in (kinds.PACKED, kinds.READY):
        gun.handed = False
        flip(table.state, gun)
        assert gun.side == side
        assert gun.handed
