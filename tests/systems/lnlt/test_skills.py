"""Skill cards (lnlt.core.12): who may hold them and what they do."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.table import CLARKSON, PARA, RIFLES, US_HERO, Table, event, lines, unit

from bocage.content import ContentError
from bocage.systems.lnlt.model.flags import FIRED
from bocage.systems.lnlt.model.kinds import ASSAULTING, WALK
from bocage.systems.lnlt.rules import skills
from bocage.systems.lnlt.rules.fire import leads_fire
from bocage.systems.lnlt.rules.paces import allowance
from bocage.systems.lnlt.rules.rally import rally_tally
from bocage.systems.lnlt.rules.rallywork import may_inspire
from bocage.systems.lnlt.rules.targets import can_assault

pytestmark = pytest.mark.both_seats

OLD = {"fire_ignition": False}
CPT = "ge.ldr.wehrcpt"


def stand(us: list[dict[str, Any]], foe: str = "E2", **more: Any) -> Table:
    """With somebody on each side who has nothing to do with it, so that the turn goes on."""
    return Table([*us, unit(PARA, "J9")], [unit(RIFLES, foe, "f"), unit(RIFLES, "A1", "g")], options=OLD, **more)


ELIGIBLE = [
    ("lnlt.hid.skill.ace-gunner.a", "ace-gunner", "leader"),
    ("lnlt.hid.skill.aimed-fire.a", "aimed-fire", "leader hero"),
    ("lnlt.hid.skill.ambusher.a", "ambusher", "leader"),
    ("lnlt.hid.skill.armor-piercer.a", "armor-piercer", "leader sniper"),
    ("lnlt.hid.skill.assaulter.b", "assaulter", "leader"),
    ("lnlt.hid.skill.charismatic.b", "charismatic", "leader"),
    ("lnlt.hid.skill.coordinated-fire.a", "coordinated-fire", "leader"),
    ("lnlt.hid.skill.leader-hero.a", "leader-hero", "hero"),
    ("lnlt.hid.skill.friendly-fire.a", "friendly-fire", "leader hero"),
    ("lnlt.hid.skill.maneuver.a", "maneuver", "leader hero"),
    ("lnlt.hid.skill.op-movement.a", "op-movement", "leader hero"),
    ("lnlt.hid.skill.opportunist.a", "opportunist", "leader hero"),
    ("lnlt.hid.skill.running-killer.a", "running-killer", "hero"),
    ("lnlt.hid.skill.slayer.a", "slayer", "hero squad"),
    ("lnlt.hid.skill.tank-killer.a", "tank-killer", "leader hero"),
    ("lnlt.boh.25.2.decisive.a", "decisive", "leader"),
    ("lnlt.boh.25.2.erratic.a", "erratic", "leader hero"),
    ("lnlt.boh.25.2.inspirational.a", "inspirational", "hero"),
    ("lnlt.boh.25.2.preempt.a", "preempt", "leader hero"),
    ("lnlt.boh.25.2.the-ambush.a", "the-ambush", "leader hero"),
]
HOLDERS = {"leader": CLARKSON, "hero": US_HERO, "sniper": "us.sniper", "squad": PARA, "medic": "us.medic"}


@pytest.mark.parametrize(
    ("card", "holders"), [pytest.param(*row[1:], marks=pytest.mark.rule(row[0]), id=row[1]) for row in ELIGIBLE]
)
def test_who_may_hold_a_card(card: str, holders: str) -> None:
    table = stand([unit(type_, f"E{i + 4}", kind) for i, (kind, type_) in enumerate(HOLDERS.items())])
    number = skills.NAMES.index(card)
    assert {kind for kind in HOLDERS if skills.may_hold(table.unit(kind), number)} == set(holders.split())


@pytest.mark.rule("lnlt.hid.skill.la-marseillaise.a", "lnlt.hid.skill.stiff-upper-lip.a", "lnlt.hid.skill.tromblon.a")
def test_cards_of_one_nation() -> None:
    for card, nation, who in (
        ("la-marseillaise", "fr", "fr.ldr.cne"),
        ("la-marseillaise", "fr", "fr.hero"),
        ("stiff-upper-lip", "uk", "uk.ldr.ablt"),
        ("stiff-upper-lip", "uk", "uk.hero.para"),
        ("tromblon", "fr", "fr.hero"),
        ("tromblon", "fr", "fr.reg.squad.1-6-4"),
    ):
        assert Table([unit(who, "E5", "x", skill=card)], [unit(RIFLES, "A1")], nations=(nation, "de")).state.skilled
    for card, who in (("la-marseillaise", CLARKSON), ("stiff-upper-lip", US_HERO), ("tromblon", US_HERO)):
        with pytest.raises(ContentError, match="cannot hold"):
            Table([unit(who, "E5", "x", skill=card)], [unit(RIFLES, "A1")])


@pytest.mark.rule("lnlt.core.12", "lnlt.pac.12.5.0k", "lnlt.boh.24.2bb")
@pytest.mark.first_seat
def test_a_created_hero_draws_a_card_that_he_may_hold() -> None:
    position = Table(
        [unit(PARA, "E5", "a"), unit(PARA, "J9")],
        [unit(RIFLES, "E2", "f"), unit(RIFLES, "E2", "f2")],
        heroes={"us": [US_HERO]},
        impulse="de",
        options=OLD,
    )
    position.state.cards[0] = [skills.CHARISMATIC, skills.DEADLY, skills.SPEEDY]
    position.do("activate", where="E2")
    position.do("fire", where="E5")
    position.do("add", "f")
    events = position.do("add", "f2", dice=[6, 1, 1, 2, 2])
    assert event(events, "draws-skill").args["skill"] == "@skill.speedy"
    assert position.state.units[-1].skill == skills.SPEEDY
    assert position.state.units[-1].hex == position.unit("a").hex


@pytest.mark.rule("lnlt.boh.25.2.deadly.a", "lnlt.boh.25.2.deadly.b")
def test_deadly_adds_one_to_the_attack() -> None:
    table = stand([unit(PARA, "E5", "a"), unit(PARA, "E5", "b"), unit(CLARKSON, "E5", "c", skill="deadly")])
    table.do("activate", where="E5")
    table.do("fire", where="E2")
    table.do("add", "a")
    table.do("add", "b")
    events = table.do("done", dice=[1, 6])
    assert lines(events[0])["fire.deadly"] == 1
    hero = stand([unit(US_HERO, "E4", "h", skill="deadly")])
    hero.do("activate", where="E4")
    assert lines(hero.do("fire", where="E2", dice=[1, 6])[0])["fire.deadly"] == 1


@pytest.mark.rule("lnlt.boh.25.2.dead-eye.a")
def test_dead_eye_doubles_the_range() -> None:
    for skill, lead in (("dead-eye", 2), ("", 1)):
        table = stand([unit(US_HERO, "E5", "h", skill=skill)])
        table.do("activate", where="E5")
        assert lines(table.do("fire", where="E2", dice=[1, 6])[0])["fire.lead"] == lead


@pytest.mark.rule("lnlt.boh.25.2.veteran.a")
def test_a_veteran_has_one_more_morale() -> None:
    table = stand([unit(US_HERO, "E5", "h", skill="veteran"), unit(US_HERO, "E6", "i")])
    assert table.unit("h").morale() == table.unit("i").morale() + 1


@pytest.mark.rule("lnlt.hid.skill.leader-hero.b", "lnlt.hid.skill.leader-hero.c", "lnlt.boh.25.2.leader-hero.a")
@pytest.mark.rule("lnlt.boh.25.2.leader-hero.b")
def test_a_leader_hero_leads_even_wounded() -> None:
    table = stand([unit(US_HERO, "E5", "h", skill="leader-hero", wounded=True), unit(PARA, "E5", "a")])
    assert table.unit("h").leadership() == 1
    others = stand([unit(US_HERO, "E5", "h", skill="deadly"), unit(CLARKSON, "E6", "c"), unit(PARA, "E6", "a")])
    assert leads_fire(table.unit("h"))
    assert [leads_fire(others.unit(name)) for name in ("h", "c", "a")] == [False, True, False]
    table.do("activate", where="E5")
    table.do("fire", where="E2")
    table.do("add", "a")
    assert lines(table.do("direct", "h", dice=[1, 6])[0])["fire.leadership"] == 1


@pytest.mark.rule("lnlt.boh.25.2.assaulter.a", "lnlt.hid.skill.assaulter.a")
def test_an_assaulter_lends_his_stack_the_assault_move() -> None:
    for skill in ("assaulter", ""):
        table = stand([unit("us.glider.squad.1-6-4", "E5", "a"), unit(CLARKSON, "E5", "c", skill=skill)])
        table.do("activate", where="E5")
        assert table.offers("assault-move") == bool(skill)
        assert can_assault(table.state, table.unit("a")) == bool(skill)
    other = stand([unit("us.glider.squad.1-6-4", "E5", "a"), unit(CLARKSON, "E5", "c", skill="deadly")])
    assert not can_assault(other.state, other.unit("a")), "another card does not do"


@pytest.mark.rule("lnlt.boh.25.2.speedy.a", "lnlt.boh.25.2.speedy.b", "lnlt.boh.25.2.speedy.c")
def test_speedy() -> None:
    def allowed(verb: str, kind: str) -> object:
        table = Table([unit(PARA, "E7", "a"), unit(CLARKSON, "E7", "c", skill="speedy")], [unit("ge.medic", "A1")])
        table.do("activate", where="E7")
        table.do(verb, where="E7")
        while table.kind == "movers":
            table.do("all") if table.offers("all") else table.do("add", "a")
        return event(table.do("step", where="E6"), kind).args["allowance"]

    assert allowed("move", "move") == 6
    assert allowed("double-time", "double-time") == 8
    assert allowed("assault-move", "assault-move") == 4
    slow = Table([unit(PARA, "E7", "a"), unit(US_HERO, "E7", "h", skill="deadly")], [unit("ge.medic", "A1")])
    movers = [slow.names["a"]]
    assert [allowance(slow.state, movers, mode) for mode in (WALK, ASSAULTING)] == [4, 2], "half without the card"


@pytest.mark.rule("lnlt.hid.skill.charismatic.a")
def test_a_charismatic_leader_rallies_next_door() -> None:
    for skill, may in (("charismatic", True), ("", False)):
        table = Table(
            [
                unit(PARA, "E5", "a", shaken=True),
                unit(CLARKSON, "E6", "c", skill=skill),
                unit(PARA, "E6", "b", shaken=True),
            ],
            [unit(RIFLES, "A1")],
            phase="rally",
        )
        assert table.offers("rally", "a") == may
        if may:
            assert lines(event(table.do("rally", "a", dice=[1, 1]), "rally"))["rally.charismatic"] == -1


@pytest.mark.rule("lnlt.hid.skill.la-marseillaise.b", "lnlt.hid.skill.la-marseillaise.c")
@pytest.mark.rule("lnlt.hid.skill.la-marseillaise.d", "lnlt.hid.skill.la-marseillaise.e")
def test_the_marseillaise() -> None:
    squad = "fr.reg.squad.1-6-4"
    table = Table(
        [
            unit(squad, "E5", "a", shaken=True),
            unit(squad, "E7", "b", shaken=True),
            unit("fr.ldr.cne", "E7", "c", skill="la-marseillaise"),
        ],
        [unit(RIFLES, "A1")],
        nations=("fr", "de"),
        phase="rally",
    )
    assert not table.offers("rally", "a")
    table.do("rally", "b", dice=[6, 6])
    assert not table.offers("rally", "b")
    table.do("sing", "c")
    assert not table.offers("sing", "c")
    table.do("rally", "b", dice=[6, 6])
    assert not table.offers("rally", "b"), "a second time, no third"
    table.do("rally", "a", dice=[1, 1])
    assert not table.is_shaken("a")


@pytest.mark.rule("lnlt.boh.25.2.inspirational.b", "lnlt.boh.25.2.inspirational.c")
def test_an_inspirational_hero_makes_another() -> None:
    table = Table(
        [unit(US_HERO, "E5", "h", skill="inspirational"), unit(PARA, "E5", "a")],
        [unit(RIFLES, "A1")],
        heroes={"us": [US_HERO]},
        phase="rally",
    )
    table.state.cards[0] = [skills.DEADLY]
    assert may_inspire(table.state, table.unit("h"))
    assert not may_inspire(table.state, table.unit("a"))
    alone = Table(
        [unit(US_HERO, "E5", "h", skill="inspirational"), unit(CLARKSON, "E5", "c")],
        [unit(RIFLES, "A1")],
        heroes={"us": [US_HERO]},
    )
    assert not may_inspire(alone.state, alone.unit("h")), "nobody of the rank and file"
    none = Table([unit(US_HERO, "E5", "h", skill="inspirational"), unit(PARA, "E5", "a")], [unit(RIFLES, "A1")])
    assert not may_inspire(none.state, none.unit("h")), "no Hero is left"
    table.do("inspire", "h")
    assert table.state.units[-1].type.id == US_HERO
    assert table.state.units[-1].skill == skills.NO_SKILL


def shot_at(us: list[dict[str, Any]], dice: list[int], nations: tuple[str, str] = ("us", "de")) -> Table:
    spare = {"us": PARA, "uk": "uk.para.squad.1-6-4"}[nations[0]]
    table = Table(
        [*us, unit(spare, "J9")],
        [unit(RIFLES, "E2", "f"), unit(RIFLES, "A1", "g")],
        impulse="de",
        options=OLD,
        nations=nations,
    )
    table.do("activate", where="E2")
    table.do("fire", where="E5", dice=dice)
    return table


@pytest.mark.rule("lnlt.hid.skill.stiff-upper-lip.b")
def test_a_stiff_upper_lip_takes_one_off_damage() -> None:
    table = shot_at(
        [unit("uk.para.squad.1-6-4", "E5", "a"), unit("uk.ldr.befsgt", "E5", "l", skill="stiff-upper-lip")],
        [6, 1, 1, 1],
        ("uk", "de"),
    )
    for found in [e for e in table.state.events if e.kind == "damage"]:
        assert lines(found)["damage.stiff-upper-lip"] == -1


@pytest.mark.rule("lnlt.boh.25.2.die-hard.a")
def test_a_die_hard_rolls_two_dice_and_keeps_the_better() -> None:
    table = shot_at([unit(CLARKSON, "E5", "c", skill="die-hard")], [6, 1, 6, 2])
    assert event(table.state.events, "damage").args["total"] == 8
    other = shot_at([unit(CLARKSON, "E5", "c", skill="deadly")], [6, 1, 2])
    assert event(other.state.events, "damage").dice == [2], "one die with any other card"
    assert "damage.die-hard" not in {line.label for line in event(other.state.events, "damage").lines}


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.boh.25.2.erratic.b", "lnlt.boh.25.2.erratic.c")
@pytest.mark.parametrize(("die", "hurt"), [(2, False), (3, True)])
def test_erratic_spares_or_doubles(die: int, hurt: bool) -> None:
    table = shot_at([unit(CLARKSON, "E5", "c", skill="erratic"), unit(PARA, "E5", "a")], [3, 3])
    assert table.kind == "erratic"
    events = table.do("play-card", dice=[die, 1, 2] if hurt else [die])
    checks = [e for e in events if e.kind == "damage"]
    assert [lines(e)["damage.difference"] for e in checks] == ([2, 2] if hurt else [])
    assert table.unit("c").skill == skills.NO_SKILL


@pytest.mark.rule("lnlt.boh.25.2.erratic.a")
def test_who_does_not_play_erratic_takes_the_hit_as_it_is() -> None:
    table = shot_at([unit(CLARKSON, "E5", "c", skill="erratic"), unit(PARA, "E5", "a")], [3, 3])
    events = table.do("done", dice=[1, 2])
    assert [lines(e)["damage.difference"] for e in events if e.kind == "damage"] == [1, 1]
    assert table.unit("c").skill == skills.ERRATIC


@pytest.mark.rule("lnlt.boh.25.2.erratic.d", "lnlt.boh.25.2.erratic.a")
def test_an_erratic_hero_spares_himself_alone() -> None:
    table = shot_at([unit(US_HERO, "E5", "h", skill="erratic"), unit(PARA, "E5", "a")], [3, 3])
    events = table.do("play-card", dice=[2, 2])
    assert [e.outcomes[0][0] for e in events if e.kind == "damage"] == [f"unit:{table.names['a']}"]


@pytest.mark.rule("lnlt.hid.skill.maneuver.b", "lnlt.hid.skill.maneuver.d", "lnlt.hid.skill.maneuver.e")
def test_a_maneuver_trades_the_shaken_result_for_a_retreat() -> None:
    table = shot_at([unit(CLARKSON, "E5", "c", skill="maneuver"), unit(PARA, "E5", "a")], [6, 1, 4, 1])
    assert table.kind == "maneuver"
    assert not table.offers("slip-away", where="E4")
    table.do("slip-away", where="E6")
    assert (table.place("c"), table.place("a")) == ("E6", "E6")
    assert not table.is_shaken("c")
    assert not table.unit("c").flags


@pytest.mark.rule("lnlt.hid.skill.maneuver.c")
def test_no_maneuver_when_marked() -> None:
    table = shot_at([unit(CLARKSON, "E5", "c", skill="maneuver", markers=["fired"])], [6, 1, 4])
    assert table.kind != "maneuver"
    assert table.has("c", FIRED)


@pytest.mark.rule("lnlt.boh.25.2.fanatic.a", "lnlt.boh.25.2.fanatic.b", "lnlt.boh.25.2.fanatic.d")
@pytest.mark.rule("lnlt.boh.25.2.fanatic.e", "lnlt.boh.25.2.fanatic.f", "lnlt.boh.25.2.fanatic.c")
@pytest.mark.parametrize(("dice", "left"), [([1, 1, 1, 1, 1, 1, 1, 1], True), ([6, 6], False)])
def test_a_fanatic_leader_makes_his_stack_stand(dice: list[int], left: bool) -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(PARA, "J9")],
        [unit(RIFLES, "E4", "f", shaken=True), unit(CPT, "E4", "c", shaken=True, skill="fanatic"), unit(RIFLES, "A1")],
        terrain={"light-woods": ["E4"]},
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    events = table.do("step", where="E4", dice=dice)
    assert (table.place("f") == "E4") == left
    if left:
        first = event(events, "rally")
        assert first.outcomes[0][0] == f"unit:{table.names['c']}"
        assert lines(first)["rally.cover"] == -2


@pytest.mark.rule("lnlt.hid.skill.ambusher.b", "lnlt.hid.skill.ambusher.c")
def test_an_ambusher_leads_an_ambush() -> None:
    table = Table(
        [unit(PARA, "E6", "a"), unit(CLARKSON, "E6", "c", skill="ambusher"), unit(PARA, "J9")],
        [unit(RIFLES, "E4", "f"), unit("ge.medic", "A1")],
        terrain={"forest": ["E5"]},
        roads=[["E6", "E5", "E4"]],
    )
    table.do("activate", where="E6")
    table.do("move", where="E6")
    table.do("all")
    table.do("step", where="E5")
    while table.kind == "opportunity":
        table.do("decline")
    events = table.do("step", where="E4", dice=[3, 3])
    assert event(events, "melee-kills").args["attack"] == 6
    assert table.place("f") == "gone"


@pytest.mark.rule("lnlt.hid.skill.charismatic.a", "lnlt.nosb.11.10b")
@pytest.mark.parametrize(("leader", "charisma"), [("", -2), ("uk.ldr.abcpt", -1), ("uk.ldr.abmaj", 0)])
def test_a_charismatic_neighbour_helps_where_he_does_better(leader: str, charisma: int) -> None:
    uk = [unit("uk.para.squad.1-6-4", "E5", "a", shaken=True), unit("uk.ldr.abmaj", "E6", "m", skill="charismatic")]
    uk += [unit(leader, "E5", "c")] if leader else []
    table = Table(uk, [unit(RIFLES, "A1")], phase="rally", nations=("uk", "de"))
    assert table.unit("m").leadership() == 2
    found = {line.label: line.value for line in rally_tally(table.state, table.unit("a")).lines}
    assert found.get("rally.charismatic", 0) == charisma
    assert ("rally.charismatic" in found) == (charisma != 0)


@pytest.mark.rule("lnlt.sab.13.94c", "lnlt.boh.25.2.inspirational.b")
@pytest.mark.parametrize(
    ("hero", "pool", "made"),
    [
        ("uk.hero.para", ["uk.hero.cdo"], ""),
        ("uk.hero.para", ["uk.hero.cdo", "uk.hero.para2"], "uk.hero.para2"),
        ("uk.hero.cdo", ["uk.hero.cdo"], "uk.hero.cdo"),
    ],
)
def test_a_commando_hero_is_inspired_by_commandos_alone(hero: str, pool: list[str], made: str) -> None:
    squad = "uk.cdo.squad.2-4-4" if hero == "uk.hero.cdo" else "uk.para.squad.1-6-4"
    table = Table(
        [unit(squad, "E5", "a"), unit(hero, "E5", "h", skill="inspirational")],
        [unit(RIFLES, "A1")],
        nations=("uk", "de"),
        heroes={"uk": pool},
        phase="rally",
        module="sab",
    )
    assert may_inspire(table.state, table.unit("h")) == bool(made)
    if made:
        table.do("inspire", "h")
        assert table.state.units[-1].type.id == made
