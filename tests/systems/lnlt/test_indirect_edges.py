"""Mortars, rifle grenades and HE, one condition at a time: who sees for them, what they clear, what counts."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules.guns import (
    gun_choices,
    mortar_fp,
    mortar_tally,
    mortar_targets,
    spotter_for,
    turns,
    weapons_of,
)
from bocage.systems.lnlt.rules.high_explosive import he_tally
from bocage.systems.lnlt.rules.ordnance import OWN_GUN
from bocage.systems.lnlt.rules.tromblon import clears, grenade_options, grenade_targets, is_told
from systems.lnlt.armour import EAST, FAR, PAK, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, M1919, PARA, RIFLES, US_HERO, US_MEDIC, Table, unit

MORTAR = "us.wt.mortar81"
FRENCH = "fr.reg.squad.1-6-4"
SEATS = pytest.mark.parametrize("swapped", [False, True])
TROMBLON = ("lnlt.hid.skill.tromblon.c", "lnlt.hid.skill.tromblon.d")


# ---- who sees for a mortar team


def blind(*friends: dict[str, Any], **more: Any) -> Field:
    """A mortar in A5 behind a wood; the enemy in G5."""
    foes = more.pop("de", [unit(RIFLES, "G5", "f")])
    terrain = {"forest": ["C5", "C4", "C6"]}
    return Field(side("us", unit(MORTAR, "A5", "m"), *friends), side("de", *foes), terrain=terrain, **more)


@SEATS
@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.hon.10.5e")
@pytest.mark.parametrize(
    ("friend", "hex_", "mark", "sees"),
    [
        (CLARKSON, "G9", 0, True),
        (CLARKSON, "G9", flags.OPS, False),
        (CLARKSON, "G9", flags.OPS | flags.SPOTTER, True),
        (CLARKSON, "G9", flags.MOVED, False),
        (CLARKSON, "G9", flags.FIRED, False),
        (CLARKSON, "G9", flags.SHAKEN, False),
        (CLARKSON, "A4", 0, False),
        (PARA, "G9", 0, False),
        (US_HERO, "G9", 0, False),
        (US_MEDIC, "G9", 0, False),
    ],
)
def test_who_sees_for_a_mortar_from_afar(friend: str, hex_: str, mark: int, sees: bool, swapped: bool) -> None:
    field = blind(unit(friend, hex_, "a"), swapped=swapped)
    field.unit("a").flags |= mark
    field.state.spot_hex = field.hex("G5") if mark & flags.SPOTTER else GONE
    expected = field.names["a"] if sees else GONE
    assert spotter_for(field.state, field.unit("m"), field.hex("G5")) == expected
    assert mortar_targets(field.state, field.unit("m")) == ([field.hex("G5")] if sees else [])


@SEATS
@pytest.mark.rule("lnlt.core.armour.8.1")
@pytest.mark.parametrize(
    ("friend", "hex_", "sees"),
    [
        (PARA, "A4", True),
        (PARA, "A5", False),
        (PARA, "A3", False),
        (US_HERO, "A4", True),
        (US_MEDIC, "A4", False),
        ("us.wt.m1917", "A4", False),
    ],
)
def test_who_sees_for_a_mortar_beside_it(friend: str, hex_: str, sees: bool, swapped: bool) -> None:
    """A friend next to the mortar who sees the enemy, and no team or Medic."""
    field = Field(
        side("us", unit(MORTAR, "A5", "m"), unit(friend, hex_, "a")),
        side("de", unit(RIFLES, "G1", "f"), FAR),
        terrain={"forest": ["B5", "C4"]},
        swapped=swapped,
    )
    there = field.hex("G1")
    assert not field.state.sight_from(field.hex("A5")) >> there & 1
    assert field.state.sight_from(field.hex("A4")) >> there & 1
    assert spotter_for(field.state, field.unit("m"), there) == (field.names["a"] if sees else GONE)


@pytest.mark.rule("lnlt.core.armour.8.1")
def test_whom_a_mortar_shells() -> None:
    """From three hexes on, where no friend stands, and vehicles too."""
    men = [unit(RIFLES, hex_, hex_) for hex_ in ("D5", "C5", "E5", "G5")]
    field = Field(
        side("us", unit(MORTAR, "A5", "m"), unit(PARA, "G5", "p")), side("de", *men, vehicle(STUG, "F3", "S"))
    )
    found = {field.state.board.grid.names[hex_] for hex_ in mortar_targets(field.state, field.unit("m"))}
    assert found == {"D5", "E5", "F3"}
    assert len(mortar_targets(field.state, field.unit("m"), 1)) == 1
    assert mortar_fp(field.unit("m")) == 3


@SEATS
@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.core.5.0.2")
@pytest.mark.parametrize(
    ("tank", "men", "moving"), [([], [], 0), (["moved"], [], 1), ([], ["moved"], 1), (["moved"], ["moved"], 1)]
)
def test_a_mortar_is_told_once_of_those_who_moved(tank: list[str], men: list[str], moving: int, swapped: bool) -> None:
    foes = [unit(RIFLES, "G5", "f", markers=men), vehicle(STUG, "G5", "S", markers=tank)]
    field = Field(side("us", unit(MORTAR, "A5", "m")), side("de", *foes), swapped=swapped)
    tally = mortar_tally(field.state, field.unit("m"), field.hex("G5"), False)
    assert tally.total == 3 + moving


# ---- guns and those who carry rockets


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.2.1", "lnlt.core.armour.1.1", "lnlt.core.armour.8.1")
def test_what_ordnance_somebody_has() -> None:
    us = [
        unit(PARA, "A5", "a", weapons=["us.sw.bazooka", M1919]),
        unit(PARA, "A6", "b"),
        unit(MORTAR, "A7", "m"),
        unit("us.wt.m1917", "A8", "mg"),
    ]
    field = Field(side("us", *us), side("de", unit(PAK, "L5", "pak", facing=WEST)))
    assert [weapons_of(field.state, field.unit(name)) for name in ("a", "b", "m", "mg", "pak")] == [
        [0], [], [], [], [OWN_GUN],
    ]  # fmt: skip


@SEATS
@pytest.mark.rule("lnlt.core.armour.2.3", "lnlt.core.armour.2.1", "lnlt.hid.1.7b")
def test_how_far_a_gun_turns(swapped: bool) -> None:
    us = [unit("us.wt.atg57", "A5", "gun", facing=EAST), unit(MORTAR, "A6", "m"), unit(PARA, "A7", "p")]
    field = Field(side("us", *us), side("de", unit("ge.wt.flak88", "L5", "flak", facing=WEST)), swapped=swapped)
    gun = field.unit("gun")
    assert gun.type.team is not None
    assert turns(field.state, gun) == min(3, gun.type.team.pivots) > 0
    assert turns(field.state, field.unit("flak")) == 3
    assert turns(field.state, field.unit("m")) == turns(field.state, field.unit("p")) == 0
    for mark in (flags.FIRED, flags.SHAKEN):
        gun.flags = mark
        assert turns(field.state, gun) == 0


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.2.1", "lnlt.core.armour.8.1", "lnlt.core.armour.1.1")
@pytest.mark.parametrize(
    ("change", "offered"),
    [("", {"a", "m"}), ("idle", {"m"}), ("melee", {"m"}), ("far", set()), ("enemy-first", {"a", "m"})],
)
def test_who_has_something_to_fire_at(change: str, offered: set[str], swapped: bool) -> None:
    us = [unit(PARA, "D5", "a", weapons=["us.sw.bazooka"]), unit(MORTAR, "A5", "m"), unit(PARA, "A9", "p")]
    foes = [vehicle(STUG, "L1" if change == "far" else "F5", "S", EAST)]
    foes += [unit(RIFLES, "D5", "r")] if change == "melee" else []
    terrain = {"forest": ["B5", "B6", "A4", "C4", "C5", "C6"]} if change == "far" else {}
    field = Field(side("us", *us), side("de", *foes), terrain=terrain, swapped=swapped)
    mine = [field.unit(name) for name in "amp"]
    activated = sum(1 << one.id for one in mine if change != "idle" or one is not mine[0])
    found = gun_choices(field.state, mine[0].seat, activated)
    names = {one.id: name for one, name in zip(mine, "amp", strict=True)}
    assert {names[option >> 9 & 0x3FFF] for option in found} == offered
    assert gun_choices(field.state, 1 - mine[0].seat, activated) == []


# ---- rifle grenades


def grenadier(*friends: dict[str, Any], foe: str = "E2", **more: Any) -> Table:
    men = [unit(FRENCH, "E5", "g", skill="tromblon"), *friends]
    return Table(men, [unit(RIFLES, foe, "f"), unit(RIFLES, "A1")], nations=("fr", "de"), module="hid", **more)


@pytest.mark.rule(*TROMBLON)
@pytest.mark.parametrize(
    ("ground", "over"),
    [
        ({}, True),
        ({"terrain": {"forest": ["E4"]}}, True),
        ({"terrain": {"tall-stone-building": ["E4"]}}, True),
        ({"levels": {1: ["E4"]}}, False),
        ({"levels": {1: ["E4", "E5"]}}, True),
        ({"levels": {1: ["E4", "E2"]}}, True),
        ({"levels": {2: ["E4"], 1: ["E5", "E2"]}}, False),
        ({"levels": {2: ["F5"]}}, True),
    ],
)
def test_what_a_grenade_clears(ground: dict[str, Any], over: bool) -> None:
    table = grenadier(**ground)
    here, there = table.hex("E5"), table.hex("E2")
    assert clears(table.state, here, there) == clears(table.state, there, here) == over


@pytest.mark.rule(*TROMBLON)
@pytest.mark.parametrize(
    ("hex_", "mark", "told"),
    [("F5", 0, True), ("F5", flags.SHAKEN, False), ("F5", flags.FIRED, True), ("G4", 0, False), ("E6", 0, False)],
)
def test_who_tells_a_grenadier(hex_: str, mark: int, told: bool) -> None:
    """A friend in Good Order beside him who sees the target."""
    table = grenadier(unit(FRENCH, hex_, "eye"), levels={2: ["E4"]})
    table.unit("eye").flags |= mark
    assert not clears(table.state, table.hex("E5"), table.hex("E2"))
    assert is_told(table.state, table.unit("g"), table.hex("E2")) == told
    assert grenade_targets(table.state, table.unit("g")) == ([table.hex("E2")] if told else [])


@pytest.mark.rule("lnlt.hid.skill.tromblon.c", "lnlt.hid.skill.tromblon.g")
@pytest.mark.parametrize(
    ("mark", "foe", "offered"),
    [
        (0, "E2", True),
        (0, "E1", True),
        (0, "J9", False),
        (flags.LOBBED, "E2", False),
        (flags.LOBBED | flags.FIRED, "E2", False),
        (flags.FIRED, "E2", False),
        (flags.SHAKEN, "E2", False),
        (flags.ASSAULT, "E2", True),
    ],
)
def test_when_a_grenade_is_fired(mark: int, foe: str, offered: bool) -> None:
    """Four hexes far."""
    table = grenadier(unit(FRENCH, "E5", "other"), foe=foe)
    one = table.unit("g")
    one.flags |= mark
    for activated, may in ((0b11, offered), (0b10, False)):
        assert bool(grenade_options(table.state, 0, table.hex("E5"), activated)) == may


# ---- HE


@pytest.mark.rule("lnlt.core.option.he_uses_dft_mods", "lnlt.core.armour.4.5")
@pytest.mark.parametrize(
    ("brush", "moved", "total"), [([], False, 0), ([], True, 1), (["E5"], False, -1), (["E5"], True, 0)]
)
def test_what_counts_for_he_as_for_small_arms(brush: list[str], moved: bool, total: int) -> None:
    men = unit(RIFLES, "G5", "men", markers=["moved"] if moved else [])
    terrain = {"brush": brush} if brush else {}
    field = Field(
        side("us", vehicle(SHERMAN, "C5", "S")), side("de", men), options={"he_uses_dft_mods": True}, terrain=terrain
    )
    gun = field.vehicle("S").type.guns[0]
    tally = he_tally(field.state, gun, [field.names["men"]], field.hex("C5"), field.hex("G5"))
    assert tally.total - gun.he == total


@pytest.mark.rule("lnlt.sab.22.3z", "lnlt.core.armour.4.5")
@SEATS
@pytest.mark.parametrize(("mark", "more"), [(0, 0), (flags.PARACHUTE, 2)])
def test_men_under_parachutes_are_easy_to_hit(mark: int, more: int, swapped: bool) -> None:
    field = Field(side("us", vehicle(SHERMAN, "C5", "S")), side("de", unit(RIFLES, "G5", "men")), swapped=swapped)
    field.unit("men").flags |= mark
    gun = field.vehicle("S").type.guns[0]
    tally = he_tally(field.state, gun, [field.names["men"]], field.hex("C5"), field.hex("G5"))
    assert tally.total == gun.he + more
    assert he_tally(field.state, gun, [], field.hex("C5"), field.hex("H5")).total == gun.he
