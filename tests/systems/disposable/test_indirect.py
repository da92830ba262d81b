"""Indirect fire, and guns with their crews and shields."""

from __future__ import annotations

import pytest

from bocage.systems.disposable.content import records
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.accuracy import AIMED, INDIRECT, NO_SECOND
from bocage.systems.disposable.rules.indirect import best_sighting
from bocage.systems.disposable.rules.snap import forbid_snap
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.rules.wounds import Hurt, strike_gun
from bocage.systems.disposable.state import HOUSE_BUNKER, HOUSE_GUNS
from systems.disposable.field import Field, ground, line, table, unit

pytestmark = pytest.mark.rule("dh.indirect.acc.1", "dh.core.act.phases")
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)


def mortar(**more: object) -> dict[str, object]:
    return unit("mortar", 0, 20, 10, template="us_mortar60", facing=[0, 1], **more)


@pytest.mark.rule("dh.move.mortar.1", "dh.move.mortar.2", "dh.open.hmg_pivot")
def test_a_mortar_does_not_move_and_fire_nor_fire_backwards() -> None:
    field = Field([mortar(), unit("de", 1, 20, 30), unit("back", 1, 30, 4)]).choose("hold")
    assert field.offers("indirect", "de")
    assert not field.offers("fire", "de"), "it has no direct fire"
    assert not field.offers("indirect", "back")
    assert field.refusal("indirect", "back") == "dh.move.mortar.2"
    field = Field([mortar(), unit("de", 1, 20, 30), FAR]).choose("sneak")
    assert not field.offers("indirect", "de")
    assert field.refusal("indirect", "de") == "dh.move.mortar.1"


@pytest.mark.rule("dh.core.weapon.mortar.light")
@pytest.mark.parametrize(("y", "offered"), [(15.9, False), (17.1, True), (47, True)])
def test_minimum_range(y: float, offered: bool) -> None:
    field = Field([mortar(), unit("de", 1, 20, y, figures=1), FAR]).choose("hold")
    assert field.offers("indirect", "de") is offered


WALL = ground("building", 5, 18, 35, 22)


@pytest.mark.rule("dh.indirect.acc.4", "dh.open.indirect_stack")
@pytest.mark.parametrize(
    ("seers", "row", "need"),
    [
        ([], "no_los", 1), (["us_mmg"], "friend_los", 1), (["us_mmg", "us_pc"], "friend_radio", 2),
        (["us_pc", "us_recon"], "recon_radio", 3), (["us_recon", "uk_foo", "us_pc"], "foo_radio", 4),
    ],
)  # fmt: skip
def test_the_best_row_counts_alone(seers: list[str], row: str, need: int) -> None:
    units = [mortar(), unit("de", 1, 20, 30, figures=2)]
    units += [unit(f"s{i}", 0, 50, 26 + 4 * i, template=name) for i, name in enumerate(seers)]
    state = table(units, [WALL])
    assert best_sighting(state, state.units[0], state.units[1]).name == row
    (shot,) = volley(state, state.units[0], state.units[1], 0, INDIRECT, 0, True)
    assert shot.need == need


@pytest.mark.rule("dh.indirect.acc.4", "dh.indirect.acc.6")
def test_a_radio_goes_with_the_man_who_carries_it() -> None:
    units = [mortar(), unit("de", 1, 20, 30, figures=2), unit("pc", 0, 50, 26, template="us_pc")]
    state = table(units, [WALL])
    state.units[2].figures.pop()
    assert best_sighting(state, state.units[0], state.units[1]).name == "friend_los"


@pytest.mark.rule("dh.indirect.acc.1", "dh.indirect.cover.1", "dh.open.indirect_miss", "dh.guts.when.3")
def test_a_miss_has_no_blast_but_the_target_checks() -> None:
    terrain = [ground("foxholes", 15, 26, 25, 34), line("fence", 10, 20, 30, 20)]
    field = Field([mortar(), unit("de", 1, 20, 30), FAR], terrain=terrain).choose("hold")
    field.roll(4, 1)
    field.choose("indirect", "de")
    assert field.total("indirect") == 3, "neither the foxholes nor the fence count"
    assert field.event("indirect").outcome("hits") == "0"
    assert field.happened("guts")


@pytest.mark.rule("dh.open.indirect_miss")
def test_one_hits_and_ten_misses_indirectly_and_a_bunker_wants_two_rolls() -> None:
    field = Field([mortar(), unit("de", 1, 20, 30, figures=4), FAR], terrain=[ground("bunker", 15, 26, 25, 34)])
    field.choose("hold")
    field.roll(2)
    field.choose("indirect", "de")
    assert field.event("indirect").outcome("hits") == "0"
    assert not field.happened("guts"), "no casualties in a bunker, no check"


# Guns


def gun(side: int = 1, y: float = 30, facing: tuple[int, int] = (0, -1), **more: object) -> dict[str, object]:
    return unit("gun", side, 20, y, template="de_leig18", facing=list(facing), **more)


@pytest.mark.rule("dh.fire.gunshield.1", "dh.open.gunshield_arc")
@pytest.mark.parametrize(("facing", "need"), [((0, -1), 4), ((0, 1), 5), ((1, 0), 4)])
def test_a_gunshield_protects_from_the_front(facing: tuple[int, int], need: int) -> None:
    state = table([unit("us", 0, 20, 12, figures=1), gun(facing=facing)])
    (shot,) = volley(state, state.units[0], state.units[1], 0, AIMED, 0, True)
    assert shot.need == need
    state.units[1].out = 1
    (shot,) = volley(state, state.units[0], state.units[1], 0, AIMED, 0, True)
    assert shot.need == 5, "no gun, no shield"


@pytest.mark.rule("dh.open.gunshield_arc")
def test_a_gunshield_does_not_stop_blasts() -> None:
    state = table([unit("us", 0, 20, 26, template="us_bazooka"), gun()])
    (shot,) = volley(state, state.units[0], state.units[1], 0, AIMED, 0, True)
    assert shot.need == 5


@pytest.mark.rule("dh.cas.blast.gun.1", "dh.cas.blast.gun.2", "dh.cas.blast.gun.3", "dh.open.dm_sign")
@pytest.mark.parametrize(("die", "out"), [(1, 1), (2, 0)])
def test_a_blast_may_destroy_the_gun_and_leave_the_crew(die: int, out: int) -> None:
    """AP 3 and DM -2: a 1 destroys it."""
    field = Field([mortar(), gun(), FAR]).choose("hold")
    field.roll(1, 9, 9, 9, 9, 9, die, 1)
    field.choose("indirect", "gun")
    assert field.unit("gun").out == out
    assert len(field.unit("gun").figures) == 4
    if out:
        shots = volley(field.state, field.unit("gun"), field.unit("mortar"), 0, AIMED, 0, True)
        assert {shot.weapon.id for shot in shots} == {"kar98k"}, "the crew goes on with its rifles"


@pytest.mark.rule("dh.cas.blast.gun.2")
@pytest.mark.parametrize(
    ("target", "dice"), [({"template": "de_leig18"}, 1), ({"template": "de_mortar81"}, 0), ({}, 0)]
)
def test_only_a_gun_gets_a_die_of_its_own(target: dict[str, str], dice: int) -> None:
    state = table([mortar(), unit("de", 1, 20, 30, **target)])
    weapon = state.weapon(state.units[0])
    assert weapon is not None
    hurt = Hurt()
    strike_gun(state, state.units[1], weapon, hurt)
    assert len(hurt.wounds) == dice


@pytest.mark.rule("dh.fire.scope.1", "dh.open.dm_sign")
def test_a_gun_fires_directly_and_indirectly() -> None:
    field = Field([gun(0, 10, (0, 1)), unit("de", 1, 20, 30), FAR]).choose("hold")
    assert field.offers("fire", "de")
    assert field.offers("indirect", "de")


@pytest.mark.rule("dh.core.crew")
def test_a_gun_is_moved_by_two_men_three_inches() -> None:
    field = Field([gun(0, 10, (0, 1)), unit("de", 1, 20, 30), FAR])
    assert field.verbs() == {"hold", "sneak"}
    field = Field([gun(0, 10, (0, 1), figures=1), unit("de", 1, 20, 30), FAR])
    assert not field.offers("to"), "one man cannot move it"
    assert field.offers("fire", "de")
    team = Field([unit("mg", 0, 20, 10, template="us_mmg"), unit("de", 1, 20, 30), FAR])
    assert team.verbs() == {"hold", "sneak", "manoeuvre", "run"}, "a machine gun is carried like anything else"


@pytest.mark.rule("dh.open.snap_limits", "dh.snap.1", "dh.snap.2")
def test_guns_and_vehicles_snap_fire_and_mortars_cannot() -> None:
    bans_by = {}
    for template in ("de_leig18", "de_mortar81", "pz4h"):
        state = table([unit("us", 0, 20, 20), unit("de", 1, 20, 28, template=template, facing=[0, -1])])
        bans_by[template] = forbid_snap(state, state.units[1], state.units[0])
    assert bans_by == {"de_leig18": None, "de_mortar81": bans.INDIRECT_ONLY, "pz4h": None}
    state = table([unit("us", 0, 20, 20), unit("de", 1, 20, 28, template="de_leig18", facing=[0, -1])])
    state.house = HOUSE_GUNS
    assert forbid_snap(state, state.units[1], state.units[0]) is bans.SNAP_WEAPON
    state = table([unit("us", 0, 20, 20), unit("de", 1, 20, 28, template="de_leig18", facing=[0, 1])])
    assert forbid_snap(state, state.units[1], state.units[0]) is bans.OUT_OF_ARC


@pytest.mark.rule("dh.fire.bunker.1", "dh.open.bunker_mods", "dh.indirect.cover.1", "dh.grenade.3")
@pytest.mark.parametrize("house", [0, HOUSE_BUNKER])
def test_where_no_cover_counts_a_bunker_asks_for_no_second_roll(house: int) -> None:
    bunker = [ground("bunker", 16, 27, 24, 34)]
    state = table([unit("us", 0, 20, 10, template="us_mortar60"), unit("de", 1, 20, 30, figures=3)], bunker)
    state.house = house
    (shell,) = volley(state, state.units[0], state.units[1], 0, INDIRECT, 0, False)
    assert (shell.second == NO_SECOND) is (house == 0)
    state = table([unit("us", 0, 20, 26.4, figures=1), unit("de", 1, 20, 27.9, figures=1)], bunker)
    state.house = house
    (thrown,) = volley(state, state.units[0], state.units[1], 0, AIMED, 1, False)
    assert (thrown.second == NO_SECOND) is (house == 0)
    assert thrown.need == 5


# Launchers


@pytest.mark.rule("dh.core.oneshot", "dh.core.weapon.at.panzerfaust", "dh.special.2")
def test_a_panzerfaust_is_fired_once() -> None:
    squad = unit("de", 0, 20, 20, template="de_squad_regular")
    field = Field([squad, unit("us", 1, 20, 27, figures=4), FAR]).choose("hold")
    field.roll(*[9] * 30)
    field.choose("launch", "us", "0")
    assert len(field.state.spent) == 1
    assert not field.state.figure(field.state.spent[0]).special
    field.unit("de").activated = False
    shots = volley(field.state, field.unit("de"), field.unit("us"), 0, AIMED, 4, True)
    assert all(not shot.weapon.one_shot for shot in shots)


@pytest.mark.rule("dh.core.weapon.rifle_grenade", "dh.open.fire_half", "dh.move.exempt.rifle_grenade")
def test_a_rifle_grenade_takes_a_place_in_the_firing_half() -> None:
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 32), FAR]).choose("manoeuvre")
    assert field.offers("launch", "de")
    shots = volley(field.state, field.unit("us"), field.unit("de"), 2, AIMED, 0, True, None, True)
    assert len(shots) == 6
    assert [shot.weapon.id for shot in shots].count("rifle_grenade") == 1
    again = volley(field.state, field.unit("us"), field.unit("de"), 2, AIMED, 0, True)
    assert all(shot.weapon.id != "rifle_grenade" for shot in again)
    marksman = field.state.figure(field.unit("us").figures[-1])
    assert marksman.launcher is records.armoury()["rifle_grenade"]
    assert marksman.special
