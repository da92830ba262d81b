"""Who may fire at whom, who rallies, who sees whom: one condition at a time."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.activation import leads
from bocage.systems.lnlt.rules.administration import has_lost
from bocage.systems.lnlt.rules.firepower import is_moving, weapon_fp, weapon_reach
from bocage.systems.lnlt.rules.operations import forbid_activation, forbid_hex, impulse_options
from bocage.systems.lnlt.rules.paces import double_time_core, has_leader, movement_factor
from bocage.systems.lnlt.rules.rally import commissar, forbid_rally, morale_tally
from bocage.systems.lnlt.rules.rallywork import inspired_hexes
from bocage.systems.lnlt.rules.sighting import forbid_spotter, spotting_tally
from bocage.systems.lnlt.rules.targets import forbid_fire, forbid_opportunity_fire, forbid_target
from systems.lnlt.table import (
    CLARKSON,
    FJ,
    M1919,
    MEDROW,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    US_MEDIC,
    WEISS,
    Table,
    unit,
)

pytestmark = pytest.mark.both_seats


def one(**more: Any) -> Table:
    return Table([unit(PARA, "E5", "s", **more)], [unit(RIFLES, "E3", "r")])


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.5.0", "lnlt.core.6.1", "lnlt.core.6.4")
@pytest.mark.parametrize(
    ("marks", "spotted", "ban"),
    [
        (0, False, None),
        (flags.SHAKEN, False, bans.IS_SHAKEN),
        (flags.MOVED, False, bans.MARKED_ALREADY),
        (flags.FIRED, False, bans.MARKED_ALREADY),
        (flags.ASSAULT, False, None),
        (flags.STEALTH, False, None),
        (flags.ASSAULT | flags.FIRED, False, bans.MARKED_ALREADY),
        (flags.OPS, True, bans.SPOTTER_ONLY),
        (flags.OPS | flags.SPOTTER, False, bans.SPOTTER_ONLY),
        (flags.OPS | flags.SPOTTER, True, None),
        (flags.OPS | flags.FIRED | flags.SPOTTER, True, bans.SPOTTER_ONLY),
    ],
)
def test_who_may_fire_in_an_impulse(marks: int, spotted: bool, ban: object) -> None:
    table = one()
    table.unit("s").flags |= marks
    assert forbid_fire(table.unit("s"), spotted) is ban


@pytest.mark.rule("lnlt.core.5.3", "lnlt.pac.12.5.3a", "lnlt.pac.12.5.3d")
@pytest.mark.parametrize(
    ("marks", "ban"),
    [
        (0, None),
        (flags.OPS, None),
        (flags.ASSAULT, None),
        (flags.SHAKEN, bans.IS_SHAKEN),
        (flags.FIRED, bans.NO_OPPORTUNITY_FIRE),
        (flags.MOVED, bans.NO_OPPORTUNITY_FIRE),
    ],
)
def test_who_may_fire_by_opportunity(marks: int, ban: object) -> None:
    table = one()
    table.unit("s").flags |= marks
    assert forbid_opportunity_fire(table.unit("s")) is ban


@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.5.4", "lnlt.core.10.1", "lnlt.core.8.0")
@pytest.mark.parametrize(
    ("change", "ban"),
    [
        ("", None),
        ("nobody", bans.NO_ENEMY),
        ("hidden", bans.UNSPOTTED),
        ("melee-there", bans.MELEE_THERE),
        ("melee-here", bans.MELEE_THERE),
        ("medic", bans.UNARMED),
    ],
)
def test_what_keeps_a_unit_from_firing_there(change: str, ban: object) -> None:
    us = [unit(US_MEDIC if change == "medic" else PARA, "E5", "s")]
    us += [unit(PARA, "E3", "m")] if change == "melee-there" else []
    de = [unit(RIFLES, "C3" if change == "nobody" else "E3", "r")]
    de += [unit(RIFLES, "E5", "x")] if change == "melee-here" else []
    terrain = {"light-woods": ["E3"]} if change == "hidden" else {}
    table = Table(us, de, terrain=terrain)
    found = forbid_target(table.state, table.unit("s"), table.hex("E3"), False)
    assert found is ban


@pytest.mark.rule("lnlt.core.5.4", "lnlt.core.1.6", "lnlt.core.1.6.3", "lnlt.core.1.6.8", "lnlt.core.5.3")
def test_how_strong_a_machine_gun_is() -> None:
    us = [
        unit(PARA, "E5", "s", weapons=[M1919]),
        unit(US_HERO, "E5", "h"),
        unit(PARA, "E6", "t", weapons=["us.sw.satchel"]),
    ]
    table = Table(us, [unit(FJ, "A9", "f")])
    gun, charge = table.state.weapons
    squad, hero, foe = (table.unit(name) for name in "shf")
    full, reach = gun.type.fp, gun.type.range
    half = (full + 1) // 2
    assert [weapon_fp(gun, squad, far, False) for far in (reach, reach + 1, 2 * reach, 2 * reach + 1)] == [
        full,
        half,
        half,
        0,
    ]
    assert weapon_fp(gun, squad, 1, True) == half, "Ops Complete"
    assert weapon_fp(gun, hero, 1, False) == half, "a single man"
    assert weapon_fp(gun, hero, 1, False, True) == full, "with help"
    assert weapon_fp(gun, foe, 1, False) == half, "an enemy's weapon"
    assert weapon_fp(charge, hero, 1, False) == charge.type.fp
    assert weapon_reach(gun) == 2 * reach
    assert weapon_reach(gun, 2) == 4 * reach
    assert weapon_reach(charge, 2) == charge.type.range


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.6.3", "lnlt.core.6.4")
def test_what_counts_as_moving() -> None:
    moving = {
        name: is_moving(getattr(flags, name)) for name in ("MOVED", "ASSAULT", "RUNNING", "FIRED", "OPS", "CRAWL")
    }
    assert moving == {"MOVED": True, "ASSAULT": True, "RUNNING": True, "FIRED": False, "OPS": False, "CRAWL": False}
    assert is_moving(flags.MOVING)
    assert not is_moving(flags.MOVING | flags.CRAWL)
    assert not is_moving(flags.MOVING | flags.STEALTH)


@pytest.mark.rule("lnlt.core.11.1.2", "lnlt.core.4.1", "lnlt.core.4.0")
@pytest.mark.parametrize(
    ("who", "marks", "may"),
    [
        (CLARKSON, 0, True),
        (CLARKSON, flags.SHAKEN, False),
        (CLARKSON, flags.WOUNDED, False),
        (CLARKSON, flags.FIRED, False),
        (CLARKSON, flags.OPS, False),
        (CLARKSON, flags.OPS | flags.SPOTTER, True),
        (US_HERO, 0, False),
        (PARA, 0, False),
    ],
)
def test_who_activates_his_neighbours(who: str, marks: int, may: bool) -> None:
    table = Table([unit(who, "E5", "l")], [unit(FJ, "A9", "f")])
    table.unit("l").flags |= marks
    assert leads(table.unit("l")) == may


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.11.1.2")
def test_a_leader_brings_in_the_hexes_around_him_and_is_done_with_that() -> None:
    us = [unit(CLARKSON, "E5", "l"), unit(PARA, "E6", "a"), unit(PARA, "E8", "far")]
    table = Table(us, [unit(WEISS, "A1", "r")])
    table.do("activate", where="E5")
    assert {c.place for c in table.choices() if c.verb == "move"} == {"E5", "E6"}
    table.do("move", where="E6")
    table.do("step", where="E7")
    table.do("stop")
    table.do("done")
    assert table.has("l", flags.OPS), "who has led others has had his activation"
    alone = Table([unit(CLARKSON, "E5", "l"), unit(PARA, "E5", "a")], [unit(WEISS, "A1", "r")])
    alone.do("activate", where="E5")
    alone.do("move", where="E5")
    alone.do("add", "a")
    alone.do("done")
    alone.do("step", where="E6")
    alone.do("stop")
    if alone.offers("done"):
        alone.do("done")
    assert not alone.has("l", flags.OPS), "he led nobody outside his hex"


@pytest.mark.rule("lnlt.core.4.0", "lnlt.core.8.1")
def test_which_hexes_may_be_activated() -> None:
    us = [unit(PARA, "E5", "a"), unit(PARA, "E6", "b", markers=["fired"]), unit(PARA, "E7", "m")]
    table = Table(us, [unit(FJ, "E7", "f"), unit(FJ, "A9", "g")])
    state = table.state
    assert forbid_hex(state, table.unit("a").seat, table.hex("E5")) is None
    assert forbid_activation(state, table.unit("b")) is not None
    assert forbid_activation(state, table.unit("a")) is None
    assert forbid_hex(state, table.unit("a").seat, table.hex("E7")) is not None, "they are in Melee"
    places = {c.place for c in table.choices() if c.verb == "activate"}
    assert places == {"E5"}
    assert table.offers("melee", where="E7")
    assert impulse_options(state, table.unit("f").seat, False)


# ---- rally


@pytest.mark.rule("lnlt.core.3", "lnlt.core.1.5")
@pytest.mark.parametrize("change", ["", "steady", "tried", "no-leader", "melee"])
def test_who_may_try_to_rally(change: str) -> None:
    us = [unit(PARA, "E5", "s", shaken=change != "steady")]
    us += [] if change == "no-leader" else [unit(CLARKSON, "E5", "l")]
    table = Table(us, [unit(FJ, "E5" if change == "melee" else "A9", "f")], phase="rally")
    table.unit("s").flags |= flags.TRIED if change == "tried" else 0
    assert (forbid_rally(table.state, table.unit("s")) is None) == (change == "")


@pytest.mark.rule("lnlt.core.1.5", "lnlt.core.3", "lnlt.core.11.1.1", "lnlt.core.5.0.1")
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("leader", ["", "steady", "shaken"])
def test_cover_and_a_leader_help_to_rally(cover: bool, leader: str) -> None:
    us = [unit(PARA, "E5", "s", shaken=True)]
    us += [unit(CLARKSON, "E5", "l", shaken=leader == "shaken")] if leader else []
    table = Table(us, [unit(FJ, "A9", "f")], phase="rally", terrain={"light-woods": ["E5"]} if cover else {})
    led = table.unit("l").type.lm if leader == "steady" else 0
    assert (led > 0) == (leader == "steady")
    assert morale_tally(table.state, table.unit("s")).total == (-2 if cover else 0) - led
    if leader == "steady":
        own = morale_tally(table.state, table.unit("l"))
        assert own.total == (-2 if cover else 0), "nobody leads himself"


@pytest.mark.rule("lnlt.nosb.13.51a", "lnlt.nosb.13.51d")
@pytest.mark.parametrize(
    ("who", "leader", "shaken", "raised"),
    [
        ("su.line.squad.1-4-4-5", "su.ldr.linelt", True, True),
        ("su.line.squad.1-4-4-5", "su.ldr.linelt", False, False),
        ("su.partisan.squad.0-4-4", "su.ldr.partisan", True, True),
    ],
)
def test_whom_the_motherland_raises(who: str, leader: str, shaken: bool, raised: bool) -> None:
    us = [unit(who, "E5", "s", shaken=shaken), unit(leader, "E5", "l")]
    de = [unit(RIFLES, "A9", "r", shaken=True)]
    table = Table(us, de, nations=("su", "de"), module="nosb", phase="rally")
    assert bool(inspired_hexes(table.state, table.unit("s").seat)) == raised
    assert inspired_hexes(table.state, 1 - table.unit("s").seat) == []


@pytest.mark.rule("lnlt.nosb.11.9a", "lnlt.nosb.11.9b")
@pytest.mark.parametrize(
    ("other", "shaken", "at_hand"),
    [("su.ldr.commissar", False, True), ("su.ldr.commissar", True, False), ("su.ldr.linelt", False, False)],
)
def test_a_commissar_at_hand(other: str, shaken: bool, at_hand: bool) -> None:
    us = [unit("su.line.squad.1-4-4-5", "E5", "s", shaken=True), unit(other, "E5", "c", shaken=shaken)]
    table = Table(us, [unit(RIFLES, "A9", "r")], nations=("su", "de"), module="nosb", phase="rally")
    assert commissar(table.state, table.unit("s")) == (table.names["c"] if at_hand else -1)
    assert commissar(table.state, table.unit("c")) == -1, "nobody is his own"


@pytest.mark.rule("lnlt.core.11.3", "lnlt.core.3")
def test_whom_a_medic_has_helped_has_had_his_try() -> None:
    us = [unit(US_MEDIC, "E5", "doc"), unit(PARA, "E5", "s", shaken=True), unit(PARA, "E5", "t", shaken=True)]
    table = Table(us, [unit(FJ, "A9", "f")], phase="rally")
    table.do("medic", "doc", dice=[1, 1])
    table.do("flip", "s")
    assert not table.is_shaken("s")
    assert table.is_shaken("t")
    assert table.has("s", flags.TRIED)
    assert not table.has("t", flags.TRIED)


# ---- spotting


@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.core.4.1")
@pytest.mark.parametrize(
    ("change", "ban"),
    [("", None), ("shaken", bans.SPOTTER_SHAKEN), ("marked", bans.SPOTTER_MARKED), ("melee", bans.IN_MELEE)],
)
def test_who_may_spot(change: str, ban: object) -> None:
    table = Table([unit(PARA, "E5", "s")], [unit(FJ, "E5" if change == "melee" else "A9", "f")])
    table.unit("s").flags |= {"shaken": flags.SHAKEN, "marked": flags.FIRED}.get(change, 0)
    assert forbid_spotter(table.state, table.unit("s")) is ban


@pytest.mark.rule("lnlt.core.10.1.1", "lnlt.core.11.6", "lnlt.pac.12.11.6b", "lnlt.pac.fr.10.1c", "lnlt.pac.fr.10.1d")
def test_what_helps_to_spot() -> None:
    us = [unit(PARA, "E5", "s"), unit(MEDROW, "E5", "l"), unit("us.scout", "E6", "x")]
    table = Table(us, [unit(RIFLES, "E2", "r")], terrain={"light-woods": ["E2"], "brush": ["E3"]})
    target = table.hex("E2")
    totals = {name: spotting_tally(table.state, table.unit(name), target).total for name in "slx"}
    assert totals == {"s": 1, "l": 1 - table.unit("l").leadership(), "x": 1 - 2}


# ---- paces


@pytest.mark.rule("lnlt.core.6.2")
@pytest.mark.parametrize(
    ("change", "core"), [("", 2), ("no-leader", 0), ("leader-shaken", 0), ("no-squad", 0), ("squad-shaken", 2)]
)
def test_who_makes_a_double_time(change: str, core: int) -> None:
    us = [] if change == "no-leader" else [unit(CLARKSON, "E5", "l", shaken=change == "leader-shaken")]
    us += [] if change == "no-squad" else [unit(PARA, "E5", "s", shaken=change == "squad-shaken")]
    table = Table([*us, unit(US_HERO, "E5", "h")], [unit(FJ, "A9", "f")])
    free = table.state.stacks[table.unit("h").seat][table.hex("E5")]
    assert len(double_time_core(table.state, free)) == core
    assert has_leader(table.state, free) == (change in ("", "no-squad", "squad-shaken"))


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.7", "lnlt.core.6.0")
def test_what_slows_a_man() -> None:
    us = [unit(CLARKSON, "E5", "l", weapons=[M1919]), unit(PARA, "E5", "s", weapons=[M1919]), unit(US_HERO, "E5", "h")]
    table = Table(us, [unit(FJ, "A9", "f")])
    state = table.state
    lost = {name: table.unit(name).type.move - movement_factor(state, table.unit(name)) for name in "lsh"}
    assert lost == {"l": 2, "s": 0, "h": 0}
    table.unit("s").flags |= flags.SMOKING
    assert movement_factor(state, table.unit("s")) == table.unit("s").type.move - 1


# ---- what is lost


@pytest.mark.rule("lnlt.core.9")
def test_a_side_without_anybody_has_lost() -> None:
    table = Table([unit(PARA_HALF, "E5", "a")], [unit(WEISS, "A9", "f")])
    seat = table.unit("a").seat
    assert not has_lost(table.state, seat)
    table.state.eliminate(table.unit("a"))
    assert has_lost(table.state, seat)
    assert not has_lost(table.state, 1 - seat)
