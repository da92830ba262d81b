"""Opportunity Fire, one condition at a time: which guns, rockets, machine guns and men may fire at who moves."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bocage.kernel import first
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import BUTTONED, GUN_FIRED, HULL_FIRED, MG_FIRED, TURNED
from bocage.systems.lnlt.model.vehicles import NONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import spread_fire
from bocage.systems.lnlt.rules.reactions import (
    close_window,
    firing_hexes,
    has_firer,
    may_react,
    reactions,
    small_arms,
    suits,
)
from systems.lnlt.armour import EAST, PAK, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import FJ, MG34, PARA, RIFLES, US_MEDIC, Table, unit

WALL = ["E4", "E5", "F4", "F5", "F6"]
SEATS = pytest.mark.parametrize("swapped", [False, True])


def watch(*foes: dict[str, Any], swapped: bool = False, **more: Any) -> Field:
    """A Sherman and a squad in D5 that somebody looks at."""
    own = side("us", vehicle(SHERMAN, "D5", "S", EAST, **more.pop("spec", {})), unit(PARA, "D5", "p"))
    return Field(own, side("de", *foes, unit(RIFLES, "L1", "x", shaken=True)), swapped=swapped, **more)


def verbs(field: Field, at_vehicle: bool, hex_: str = "D5") -> set[str]:
    enemy = 1 - field.unit("p").seat
    found = reactions(field.state, enemy, field.hex(hex_), field.vehicle("S").id if at_vehicle else -1)
    return {acts.ACTS.of(option).name for option in found}


# ---- guns


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.5.2", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("mark", "facing", "hex_", "may"),
    [
        (0, WEST, "H5", True),
        (flags.OPS, WEST, "H5", True),
        (flags.FIRED, WEST, "H5", False),
        (flags.MOVED, WEST, "H5", False),
        (flags.SHAKEN, WEST, "H5", False),
        (0, EAST, "H5", False),
        (0, EAST, "D5", True),
    ],
)
def test_when_a_gun_fires_at_a_mover(mark: int, facing: int, hex_: str, may: bool, swapped: bool) -> None:
    """In the hex that a vehicle enters facing does not matter; men who enter it are not fired at but fought."""
    field = watch(unit(PAK, hex_, "gun", facing=facing), swapped=swapped, options={"gun_swing_fire": False})
    if hex_ == "D5":
        field.state.eliminate(field.unit("p"))
    field.unit("gun").flags |= mark
    assert bool(verbs(field, True)) == may
    assert bool(verbs(field, False)) == (may and hex_ != "D5")


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.5.2")
def test_machine_gun_and_mortar_teams_have_no_gun_to_fire(swapped: bool) -> None:
    field = watch(unit("ge.wt.mortar81", "H5", "m"), unit("ge.wt.mg42h", "H5", "g"), swapped=swapped)
    assert verbs(field, True) == verbs(field, False) == set()


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.5.3", "lnlt.core.option.gun_swing_fire")
def test_a_gun_may_swing_where_the_players_want_it(swapped: bool) -> None:
    field = watch(unit(PAK, "H5", "gun", facing=EAST), swapped=swapped, options={"gun_swing_fire": True})
    assert verbs(field, True)


@SEATS
@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.armour.1.1", "lnlt.core.armour.7.1")
@pytest.mark.parametrize("change", ["", "far", "fired", "shaken", "unseen", "dropped", "dead", "melee"])
def test_when_a_rocket_is_fired_at_a_mover(change: str, swapped: bool) -> None:
    hex_ = "J5" if change == "far" else "G5"
    terrain = {"stone-building": WALL} if change == "unseen" else {}
    men = [unit(RIFLES, hex_, "r", weapons=["ge.sw.panzerschreck"])]
    field = watch(*men, swapped=swapped, terrain=terrain)
    one = field.unit("r")
    one.flags |= {"fired": flags.FIRED, "shaken": flags.SHAKEN}.get(change, 0)
    if change == "dropped":
        field.state.weapons[0].owner = -1
    if change == "dead":
        field.state.eliminate(one)
    if change == "melee":
        field.state.add_unit(field.unit("p").seat, field.unit("p").type, field.hex("G5"), 0, "q")
    assert bool(verbs(field, True)) == bool(verbs(field, False)) == (not change)


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.4.1", "lnlt.core.armour.5.9", "lnlt.core.5.3")
def test_what_suits_a_gun() -> None:
    field = watch(vehicle(STUG, "H5", "G", WEST), levels={1: ["H5"]})
    here, there = field.hex("H5"), field.hex("D5")
    gun = copy(field.vehicle("G").type.guns[0])
    distance = field.state.board.grid.distances[here][there]

    def suit(at: int = 0, extra: int = 0) -> bool:
        return suits(field.state, gun, here, there, at, extra)

    assert suit()
    assert suit(-1)
    gun.limits = [distance - 1]
    assert not suit()
    assert suit(extra=1)
    gun.limits = [distance]
    assert suit()
    gun.no_fire_down = True
    assert not suit()
    gun.no_fire_down = False
    gun.he = NONE
    assert suit()
    assert not suit(-1), "a gun without HE has nothing for men"


# ---- vehicles


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.5.5", "lnlt.core.5.3")
def test_a_vehicle_fires_each_weapon_once_at_a_step() -> None:
    one = watch(vehicle(STUG, "H5", "G", WEST)).vehicle("G")
    for mark, gun, guns in (
        (0, True, True),
        (flags.FIRED, False, False),
        (flags.FIRED | GUN_FIRED, False, True),
        (flags.FIRED | MG_FIRED, True, False),
        (flags.OPS, True, True),
        (flags.MOVED, False, False),
        (flags.ASSAULT, True, True),
        (flags.SHAKEN, False, False),
    ):
        one.flags = mark
        assert (may_react(one, GUN_FIRED), may_react(one, MG_FIRED)) == (gun, guns), mark


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.5.3", "lnlt.core.armour.5.5", "lnlt.core.armour.5.6")
@pytest.mark.parametrize(
    ("change", "at_men", "at_tank"),
    [
        ("", {"react-gun", "react-mg"}, {"react-gun", "react-mg"}),
        ("buttoned-target", {"react-gun", "react-mg"}, {"react-gun"}),
        ("away", set(), set()),
        ("wreck", set(), set()),
        ("unseen", set(), set()),
        ("moved", set(), set()),
        ("fired-gun", {"react-mg"}, {"react-mg"}),
        ("fired-mg", {"react-gun"}, {"react-gun"}),
    ],
)
def test_what_a_vehicle_fires_at_a_mover(change: str, at_men: set[str], at_tank: set[str], swapped: bool) -> None:
    markers = ["wreck"] if change == "wreck" else ["moved"] if change == "moved" else []
    terrain = {"stone-building": WALL} if change == "unseen" else {}
    facing = EAST if change == "away" else WEST
    foe = vehicle(STUG, "H5", "G", facing, markers=markers)
    field = watch(foe, swapped=swapped, terrain=terrain)
    field.vehicle("S").flags |= BUTTONED if change == "buttoned-target" else 0
    field.vehicle("G").flags |= {"fired-gun": flags.FIRED | GUN_FIRED, "fired-mg": flags.FIRED | MG_FIRED}.get(
        change, 0
    )
    names = {"react-gun": acts.REACT_GUN.name, "react-mg": acts.REACT_MG.name}
    one = field.vehicle("G")
    hull_only = all(gun.mount != 0 for gun in one.type.mgs)
    expected_men, expected_tank = ({names[n] for n in group} for group in (at_men, at_tank))
    if change == "away" and not hull_only:
        expected_men = expected_tank = {acts.REACT_MG.name}
    assert verbs(field, False) == expected_men
    assert verbs(field, True) == expected_tank


@SEATS
@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.5.3", "lnlt.core.armour.6.2", "lnlt.core.armour.7.1")
def test_when_the_step_is_over_its_weapons_are_free_again(swapped: bool) -> None:
    field = watch(vehicle(STUG, "H5", "G", WEST), swapped=swapped)
    spent = GUN_FIRED | HULL_FIRED | MG_FIRED | TURNED
    field.vehicle("G").flags = flags.FIRED | spent
    field.vehicle("S").flags = spent
    close_window(field.state, field.vehicle("G").seat)
    assert field.vehicle("G").flags == flags.FIRED
    assert field.vehicle("S").flags == spent, "the other side's are its own affair"


# ---- men


@SEATS
@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.armour.5.9", "lnlt.core.armour.5.11")
@pytest.mark.parametrize(
    ("change", "men", "tank"),
    [
        ("", True, True),
        ("buttoned", True, False),
        ("shaken", False, False),
        ("fired", False, False),
        ("moved", False, False),
        ("ops", True, True),
        ("far", False, False),
        ("unseen", False, False),
        ("medic", False, False),
        ("melee", False, False),
    ],
)
def test_which_men_fire_at_a_mover(change: str, men: bool, tank: bool, swapped: bool) -> None:
    who = "ge.medic" if change == "medic" else FJ
    terrain = {"stone-building": WALL} if change == "unseen" else {}
    field = watch(unit(who, "L5" if change == "far" else "G5", "r"), swapped=swapped, terrain=terrain)
    marks = {"shaken": flags.SHAKEN, "fired": flags.FIRED, "moved": flags.MOVED, "ops": flags.OPS}
    field.unit("r").flags |= marks.get(change, 0)
    field.vehicle("S").flags |= BUTTONED if change == "buttoned" else 0
    if change == "melee":
        field.state.add_unit(field.unit("p").seat, field.unit("p").type, field.hex("G5"), 0, "q")
    enemy = 1 - field.unit("p").seat
    assert bool(firing_hexes(field.state, enemy, field.hex("D5"), False)) == men
    assert bool(small_arms(field.state, enemy, field.hex("D5"), field.vehicle("S").id)) == tank


@SEATS
@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.armour.5.9", "lnlt.core.armour.6.3")
def test_riders_are_fired_at_even_on_a_shut_tank(swapped: bool) -> None:
    field = watch(unit(FJ, "F5", "r"), swapped=swapped, spec={"passengers": ["p"]})
    enemy = field.unit("r").seat
    here = field.hex("D5")
    found = {acts.ACTS.of(option).name for option in small_arms(field.state, enemy, here, field.vehicle("S").id)}
    assert found == {acts.OPPORTUNITY_FIRE.name, acts.REACT_RIDERS.name}
    field.vehicle("S").flags |= BUTTONED
    found = {acts.ACTS.of(option).name for option in small_arms(field.state, enemy, here, field.vehicle("S").id)}
    assert found == {acts.REACT_RIDERS.name}


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.5.4")
def test_how_far_somebody_in_a_hex_can_fire() -> None:
    field = watch(unit(RIFLES, "H5", "a"), unit(RIFLES, "H5", "b", weapons=[MG34]))
    state, enemy, here = field.state, field.unit("a").seat, field.hex("H5")
    far = 2 * state.weapons[0].type.range
    assert has_firer(state, enemy, here, far, False)
    assert not has_firer(state, enemy, here, far + 1, False)
    field.unit("b").flags |= flags.FIRED
    short = 2 * field.unit("a").type.range
    assert short < far
    assert not has_firer(state, enemy, here, far, False)
    assert has_firer(state, enemy, here, short, False)
    field.unit("a").flags |= flags.SHAKEN
    assert not has_firer(state, enemy, here, 1, False)


# ---- fires


@pytest.mark.rule("lnlt.core.10.5", "lnlt.core.9", "lnlt.pac.12.9.0d", "lnlt.scenario.weather")
@pytest.mark.parametrize(("kind", "rolled"), [("", 2), ("rain", 0)])
def test_fires_spread_to_what_burns_but_not_in_the_rain(kind: str, rolled: int) -> None:
    more: dict[str, Any] = {"weather": [{"kind": kind}]} if kind else {}
    fire = [{"marker": "fire", "hexes": ["E5"]}]
    table = Table(
        [unit(PARA, "A1"), unit(US_MEDIC, "B1")],
        [unit(RIFLES, "J9")],
        terrain={"forest": ["E4", "E6", "H8"]},
        ground=fire,
        **more,
    )
    table.state.dice.script = [1, 1]
    table.state.dice.cursor = 0
    spread_fire(table.state)
    assert table.state.dice.cursor == rolled


@SEATS
@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.armour.5.11", "lnlt.core.armour.5.9")
def test_only_guns_of_the_enemy_that_see_the_mover_fire(swapped: bool) -> None:
    own = side("us", vehicle(SHERMAN, "D5", "S", EAST), unit(PARA, "D5", "p"), unit("us.wt.m1917", "E5", "team"))
    guns = [unit(PAK, "H5", "gun", facing=WEST), unit(PAK, "H8", "behind", facing=WEST)]
    field = Field(own, side("de", *guns), swapped=swapped, terrain={"stone-building": ["G7", "G8", "F7", "F6", "E6"]})
    field.unit("team").type = field.unit("gun").type
    field.unit("team").facing = WEST
    enemy = field.unit("gun").seat
    for at in (-1, field.vehicle("S").id):
        found = reactions(field.state, enemy, field.hex("D5"), at)
        assert [first(option) for option in found] == [field.names["gun"]]
    field.state.eliminate(field.unit("gun"))
    assert reactions(field.state, enemy, field.hex("D5"), -1) == []
