"""Cards and fire at the edges: who slips away where, who throws what, what an Assault Fire leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.aftermath import Maneuver
from bocage.systems.lnlt.rules.firepower import fires_directly
from bocage.systems.lnlt.rules.skills import NO_SKILL
from systems.lnlt.armour import FAR, PANZER, SHERMAN, WEST, Field, side, vehicle
from systems.lnlt.table import (
    CLARKSON,
    FJ,
    GLIDER,
    M1919,
    MEDROW,
    MG42,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    WEISS,
    Table,
    event,
    lines,
    unit,
)


def shot_at(men: list[dict[str, Any]], dice: list[int], **more: Any) -> Table:
    """Germans in E2 fire at men in E5, and hit."""
    table = Table(men, [unit(RIFLES, "E2", "r", weapons=[MG42])], impulse="de", **more)
    table.do("activate", where="E2")
    table.do("fire", where="E5", dice=dice)
    return table


@pytest.mark.rule("lnlt.hid.skill.maneuver.b", "lnlt.hid.skill.maneuver.d", "lnlt.hid.skill.maneuver.e")
def test_a_leader_slips_away_and_not_towards_the_enemy() -> None:
    table = shot_at([unit(CLARKSON, "E5", "l", skill="maneuver")], [6, 1, 3])
    assert (table.kind, table.decision.seat) == ("maneuver", 0)
    assert {choice.place for choice in table.choices() if choice.verb == "slip-away"} == {"D5", "D6", "E6", "F5", "F6"}
    events = table.do("slip-away", where="E6")
    assert event(events, "retreat").rule == "lnlt.hid.skill.maneuver.b"
    assert table.place("l") == "E6"
    assert not table.is_shaken("l")
    assert not table.unit("l").flags & flags.MARKED


@pytest.mark.rule("lnlt.hid.skill.maneuver.b")
def test_a_hero_slips_away_by_himself() -> None:
    table = Table([unit(US_HERO, "E5", "h", skill="maneuver"), unit(PARA, "E5", "s")], [unit(FJ, "A9", "f")])
    alone = Maneuver(0, table.hex("E5"), table.names["h"], [table.names["h"]], False)
    assert alone.group(table.state) == [table.names["h"]]


@pytest.mark.rule("lnlt.hid.skill.maneuver.b")
def test_he_may_stay_and_be_shaken() -> None:
    table = shot_at([unit(CLARKSON, "E5", "l", skill="maneuver")], [6, 1, 3])
    table.do("done")
    assert table.is_shaken("l")
    assert table.place("l") == "E5"
    assert table.kind == "impulse"


@pytest.mark.rule("lnlt.hid.skill.maneuver.b", "lnlt.hid.skill.maneuver.e")
def test_with_nowhere_to_go_nobody_is_asked() -> None:
    water = {"water": ["D5", "D6", "E6", "F5", "F6"]}
    table = shot_at([unit(CLARKSON, "E5", "l", skill="maneuver")], [6, 1, 3], terrain=water)
    assert table.is_shaken("l")
    assert table.kind == "impulse"


@pytest.mark.rule("lnlt.hid.skill.maneuver.b", "lnlt.core.1.6.3", "lnlt.core.5.1")
@pytest.mark.parametrize("slips", [False, True])
def test_flames_drive_out_those_who_do_not_slip_away(slips: bool) -> None:
    men = [unit(CLARKSON, "E5", "l", skill="maneuver"), unit(PARA, "E5", "s", markers=["fired"])]
    flames = unit(RIFLES, "E4", "r", weapons=["ge.sw.flamethrower"])
    table = Table(men, [flames], impulse="de")
    table.do("activate", where="E4")
    table.do("fire", where="E5")
    table.do("add-weapon", "r", dice=[6, 1, 1, 1, 4])
    assert table.kind == "maneuver"
    table.do("slip-away" if slips else "done", where="E6" if slips else "")
    assert (table.kind, table.decision.seat) == ("fall-back", 0)
    assert not table.offers("fall-back", where="E4"), "not into the enemy"
    if not slips:
        table.do("fall-back", where="E6")
        assert table.kind == "fall-back", "one after the other"
    events = table.do("fall-back", where="D6")
    assert event(events, "retreat").rule == "lnlt.core.1.6.3"
    assert (table.place("l"), table.place("s")) == ("E6", "D6")
    assert table.is_shaken("l") != slips


@pytest.mark.rule("lnlt.hid.skill.maneuver.b", "lnlt.hid.skill.maneuver.c")
@pytest.mark.parametrize("marked", [False, True])
def test_a_leader_takes_along_whoever_is_unmarked(marked: bool) -> None:
    men = [unit(CLARKSON, "E5", "l", skill="maneuver"), unit(PARA, "E5", "s", markers=["fired"] if marked else [])]
    table = shot_at(men, [6, 1, 1, 4])
    assert table.is_shaken("s")
    table.do("slip-away", where="E6")
    assert table.place("l") == "E6"
    assert table.place("s") == ("E5" if marked else "E6")
    assert table.is_shaken("s") == marked


@pytest.mark.rule("lnlt.hid.skill.maneuver.c")
def test_a_marked_man_does_not_slip_away() -> None:
    men = [unit(CLARKSON, "E5", "l", skill="maneuver", markers=["fired"]), unit(PARA, "A9")]
    table = shot_at(men, [6, 1, 3])
    assert table.kind != "maneuver"
    assert table.is_shaken("l")


@pytest.mark.rule("lnlt.hid.skill.maneuver.b")
def test_a_hero_who_is_not_shaken_does_not_slip_away() -> None:
    table = shot_at([unit(US_HERO, "E5", "h", skill="maneuver"), unit(PARA, "E5", "s")], [6, 1, 1, 4])
    assert table.is_shaken("s")
    assert table.kind != "maneuver"


# ---- what fires on the Direct Fire Table


@pytest.mark.rule("lnlt.core.1.6.1", "lnlt.core.5.0", "lnlt.core.6.6")
@pytest.mark.parametrize(
    ("weapon", "side_up", "fires"),
    [
        (M1919, kinds.READY, True),
        (M1919, kinds.PACKED, False),
        ("us.sw.satchel", kinds.READY, True),
        ("us.sw.bazooka", kinds.READY, False),
    ],
)
def test_what_fires_directly(weapon: str, side_up: int, fires: bool) -> None:
    table = Table([unit(PARA, "E5", "s", weapons=[weapon])], [unit(FJ, "A9", "f")])
    one = table.state.weapons[0]
    one.side = side_up
    assert fires_directly(one, table.unit("s")) == fires


@pytest.mark.rule("lnlt.core.5.0", "lnlt.dj.1.6.23d")
def test_an_antitank_grenade_is_no_direct_fire() -> None:
    men = unit("su.line.squad.1-4-4-5", "E5", "s", weapons=["su.sw.rpg43"])
    table = Table([men], [unit(FJ, "A9", "f")], nations=("su", "de"), module="dj")
    assert not fires_directly(table.state.weapons[0], table.unit("s"))


# ---- Assault Fire


@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.option.assault_fire")
def test_after_an_assault_fire_half_the_way() -> None:
    table = Table([unit(PARA, "E5", "s")], [unit(RIFLES, "E3", "r"), unit(WEISS, "A9")], options={"assault_fire": True})
    table.do("activate", where="E5")
    table.do("assault-fire", where="E3", dice=[1, 6])
    assert table.kind == "step"
    assert {"stop", "step"} == table.verbs(), "it may stay where it is"
    events = table.do("step", where="E6")
    moved = event(events, "move-after-fire")
    assert (moved.rule, moved.args["allowance"]) == ("lnlt.core.6.1.1", (table.unit("s").type.move + 1) // 2)
    assert table.state.spotted[0] >> table.hex("E5") & 1
    if table.kind == "opportunity":
        table.do("decline")
    assert table.offers("step", where="E7")
    table.do("stop")
    assert table.unit("s").flags & flags.MARKED == flags.ASSAULT | flags.FIRED


@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.option.assault_fire")
def test_no_assault_fire_for_who_has_moved_or_fired() -> None:
    table = Table(
        [unit(PARA, "E5", "s"), unit(PARA, "E5", "t")], [unit(RIFLES, "E3", "r")], options={"assault_fire": True}
    )
    table.do("activate", where="E5")
    assert table.offers("assault-fire", where="E3")
    table.do("fire", where="E3")
    table.do("add", "s")
    table.do("done", dice=[1, 6])
    assert not table.offers("assault-fire")
    assert not table.offers("fire")
    assert table.offers("move"), "the other squad may still go"


@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.option.assault_fire", "lnlt.core.6.1")
@pytest.mark.parametrize(("who", "may"), [(PARA, True), (GLIDER, False), (CLARKSON, False)])
def test_who_may_make_an_assault_fire(who: str, may: bool) -> None:
    table = Table([unit(who, "E5", "s")], [unit(RIFLES, "E3", "r")], options={"assault_fire": True})
    table.do("activate", where="E5")
    assert table.offers("assault-fire", where="E3") == may


# ---- movers


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.6.2", "lnlt.core.6.3", "lnlt.core.4.0")
def test_why_somebody_does_not_come_along() -> None:
    us = [unit(PARA, "E5", "a"), unit(PARA, "E5", "b"), unit(PARA, "E5", "c", markers=["fired"])]
    us += [unit(PARA, "E6", "d")]
    table = Table(us, [unit(FJ, "A9", "f")])
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("add", "a")
    assert table.refusals("add", "a") == [bans.NAMED_ALREADY.rule]
    assert table.refusals("add", "c") == [bans.MARKED_ALREADY.rule]
    assert table.refusals("add", "d") == [bans.ELSEWHERE.rule]
    assert table.offers("add", "b")


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.5.3")
def test_a_move_ends_where_its_points_do_or_where_it_is_stopped() -> None:
    table = Table([unit(PARA, "E9", "s")], [unit(RIFLES, "A1", "r")], impulse="us")
    table.do("activate", where="E9")
    table.do("move", where="E9")
    assert table.verbs() == {"step"}, "who sets out goes somewhere"
    for hex_ in ("E8", "E7", "E6", "E5"):
        table.do("step", where=hex_)
        if table.kind == "opportunity":
            table.do("decline")
    assert table.place("s") == "E5"
    assert table.kind != "step"
    assert table.has("s", flags.MOVED)
    assert not table.has("s", flags.MOVING)


# ---- vehicles fire back while men move


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.5.3")
@pytest.mark.parametrize("swapped", [False, True])
def test_gun_and_machine_guns_fire_at_one_and_the_same_step(swapped: bool) -> None:
    tank = vehicle(PANZER, "H5", "G", WEST)
    field = Field(side("us", unit(PARA, "D5", "s"), unit(MEDROW, "A1")), side("de", tank, FAR), swapped=swapped)
    field.do("activate", where="D5")
    field.do("move", where="D5")
    field.do("step", where="E5")
    assert field.offers("react-gun", "G")
    assert field.offers("react-machine-guns", "G")
    field.do("react-gun", "G", dice=[6, 6])
    assert not field.offers("react-gun", "G")
    field.do("react-machine-guns", "G", dice=[1, 6])
    assert not field.offers("react-machine-guns", "G")
    if field.kind in ("opportunity", "reaction"):
        field.do("decline")
    field.do("step", where="F5")
    assert field.kind == "step", "it has fired"
    assert field.vehicle("G").flags & flags.MARKED == flags.FIRED


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.7.1", "lnlt.core.armour.1.1", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("mark", "may"), [([], True), (["fired"], False), (["moved"], False), (["ops-complete"], True)]
)
def test_a_rocket_answers_a_tank(mark: list[str], may: bool) -> None:
    men = unit(RIFLES, "G5", "men", weapons=["ge.sw.panzerschreck"], markers=mark)
    gunner = unit(RIFLES, "G6", "gunner", weapons=[MG42])
    field = Field(side("us", vehicle(SHERMAN, "D5", "S"), unit(MEDROW, "A1")), side("de", men, gunner, FAR))
    field.order("S")
    field.do("set-out")
    field.do("forward", where="E5")
    assert field.offers("react-gun") == may
    if may:
        shot = event(field.do("react-gun", dice=[6, 6]), "shot-misses")
        assert lines(shot).get("hit.ops-complete", 0) == (2 if mark else 0)
        assert field.has("men", flags.FIRED)
        assert not field.has("gunner", flags.FIRED)


@pytest.mark.rule("lnlt.core.5.2", "lnlt.core.5.0.1", "lnlt.core.5.0")
def test_a_leader_directs_once_and_half_squads_add_half() -> None:
    us = [unit(PARA, "E5", "a"), unit(PARA_HALF, "E5", "b"), unit(CLARKSON, "E5", "l"), unit(MEDROW, "E5", "m")]
    table = Table(us, [unit(RIFLES, "E3", "r")])
    table.do("activate", where="E5")
    table.do("fire", where="E3")
    assert not table.offers("direct", "l"), "there is nobody yet"
    table.do("add", "a")
    assert table.offers("direct", "m")
    table.do("direct", "l")
    assert not table.offers("direct", "m"), "one leader directs"
    shot = event(table.do("add", "b", dice=[1, 6]), "fire-misses")
    assert lines(shot)["fire.lead"] == 2
    assert lines(shot)["fire.additional"] == 1
    assert lines(shot)["fire.leadership"] == table.unit("l").leadership()
    assert all(table.has(name, flags.FIRED) for name in "abl")
    assert not table.has("m", flags.FIRED)


# ---- cards played at the start of an impulse


@pytest.mark.rule("lnlt.boh.25.2.decisive.b", "lnlt.boh.25.2.decisive.c")
@pytest.mark.parametrize("change", ["", "unmarked", "enemy", "melee", "shaken"])
def test_when_a_decisive_leader_acts_again(change: str) -> None:
    marks = [] if change == "unmarked" else ["fired"]
    boss = unit(CLARKSON, "E5", "l", skill="decisive", markers=marks, shaken=change == "shaken")
    us = [boss, unit(PARA, "E5", "s", markers=["moved"]), unit(PARA, "E8", "far", markers=["moved"])]
    foes = [unit(FJ, "E5" if change == "melee" else "A9", "f"), unit(FJ, "A8")]
    table = Table([*us, unit(PARA, "J9")], foes, impulse="de" if change == "enemy" else "us")
    assert table.offers("act-again", "l") == (change == "")
    if not change:
        table.do("act-again", "l")
        assert table.kind == "activation"
        assert not table.unit("l").flags & flags.MARKED
        assert not table.unit("s").flags & flags.MARKED
        assert table.unit("far").flags & flags.MARKED
        assert table.unit("l").skill == NO_SKILL, "once in the game"


@pytest.mark.rule("lnlt.boh.25.2.the-ambush.a")
@pytest.mark.parametrize(("foe", "may"), [("E4", True), ("E3", False), ("E5", True)])
def test_an_ambush_is_sprung_beside_the_enemy(foe: str, may: bool) -> None:
    us = [unit(CLARKSON, "E5", "l", skill="the-ambush"), unit(PARA, "E5", "s"), unit(PARA, "E6", "t")]
    table = Table(us, [unit(FJ, foe, "f"), unit(FJ, "A9")])
    assert table.offers("spring-ambush", "l") == may
    if may:
        assert event(table.do("spring-ambush", "l", dice=[2]), "ambush-sprung")
        assert [table.has(name, flags.SPRUNG) for name in "lstf"] == [True, True, False, False]
        table.do("pass")
        assert not any(unit_.flags & flags.SPRUNG for unit_ in table.state.units), "for one impulse"


@pytest.mark.rule("lnlt.boh.25.2.the-ambush.a")
def test_a_hero_springs_an_ambush_alone_and_an_odd_die_is_in_vain() -> None:
    for die, sprung in ((4, True), (3, False)):
        us = [unit(US_HERO, "E5", "h", skill="the-ambush"), unit(PARA, "E5", "s")]
        table = Table(us, [unit(FJ, "E4", "f")])
        table.do("spring-ambush", "h", dice=[die])
        assert (table.has("h", flags.SPRUNG), table.has("s", flags.SPRUNG)) == (sprung, False)
        assert not table.offers("spring-ambush")
