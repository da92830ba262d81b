"""Character traits, directives and army-wide orders in shots, assaults and moves."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import CHARGE, DOUBLE_TIME, FIRE_AT_WILL, HOLD_YOUR_GROUND
from bocage.systems.normandie.model.flags import VETERAN as VETERAN_TOKEN
from bocage.systems.normandie.model.forces import Goal
from bocage.systems.normandie.model.tables import Weapon
from bocage.systems.normandie.rules.decisions import STEP
from bocage.systems.normandie.rules.traits import moving_penalty, range_of, reach
from bocage.systems.normandie.rules.vehicles import can_drive
from bocage.systems.normandie.rules.victory import eliminate, holder_of, may_take
from bocage.systems.normandie.state import ABOARD, EXITED, LOST, TRACK
from systems.normandie.field import Field, check_forecast

WIDE = ["." * 14] * 3


def duel(us: str, de: str, dice: list[int], army: dict[str, Any] | None = None, **position: Any) -> Field:
    position.setdefault("map", WIDE)
    return Field({"u": us + " order=1", "g": de}, dice, army=army or {}, **position)


def direct(field: Field, name: str, kind: int) -> None:
    """A directive lies on this officer."""
    unit = field.unit(name)
    field.state.staff.directive[unit.seat] = kind
    field.state.staff.herald[unit.seat] = unit.id


@pytest.mark.rule("hon.trait.sharp.1")
def test_sharpshooters_suffer_beyond_nine_spaces_only() -> None:
    sharp = {"us": {"traits": ["sharp"]}}
    for distance, traits, penalty in ((8, {}, -2), (9, sharp, None), (10, sharp, -2)):
        field = duel("us8.fire_team r1c0", f"ge902.fire_group r1c{distance}", [2], traits)
        check_forecast(field, field.find("fire", "g").id)
        field.choose("fire", "g")
        assert field.lines("fire").get("long-range") == penalty


@pytest.mark.rule("hon.trait.sharp.2")
def test_sharpshooters_have_two_spaces_more_of_limited_range() -> None:
    """The officer's range is 4."""
    sharp = {"us": {"traits": ["sharp"]}}
    for distance, army, allowed in ((4, {}, True), (5, {}, False), (6, sharp, True), (7, sharp, False)):
        field = duel("us8.officer r1c0", f"ge902.fire_group r1c{distance}", [], army)
        assert bool(field.offered("fire")) is allowed
    field = duel("us8.fire_team r1c0", "ge902.fire_group r1c5", [], sharp)
    unit = field.unit("u")
    assert range_of(unit, unit.face.weapons[0]) == unit.face.weapons[0].range, "unlimited stays unlimited"


@pytest.mark.rule("hon.trait.acedriver.1")
def test_ace_drivers_pay_one_less_in_vehicles_only() -> None:
    ace = {"us": {"traits": ["acedriver"]}}
    units = {"u": "us8.fire_team r0c0", "t": "us.jeep r1c2", "g": "ge902.fire_group r2c9"}
    field = Field(units, map=WIDE, army=ace)
    weapon = Weapon([0, 0, 0])
    for paid, ace_pays in ((2, 1), (0, 0)):
        weapon.on_the_move = paid
        assert moving_penalty(field.state, field.unit("t"), weapon) == ace_pays
        assert moving_penalty(field.state, field.unit("u"), weapon) == paid
        plain = Field(units, map=WIDE)
        assert moving_penalty(plain.state, plain.unit("t"), weapon) == paid


@pytest.mark.rule("hon.ord.guardian.1")
def test_guardian_adds_one_to_terrain_that_helps() -> None:
    ground = ["....", "..t.", "...."]
    for perks, cover in (([], 1), (["guardian"], 2)):
        field = duel("us8.fire_team r1c0", "ge902.fire_group r1c2", [1], {"de": {"perks": perks}}, map=ground)
        field.choose("fire", "g")
        assert field.event("fire").args["cover"] == cover
    field = duel("us8.fire_team r1c0", "ge902.fire_group r1c3", [1], {"de": {"perks": ["guardian"]}}, map=["...."] * 3)
    field.choose("fire", "g")
    assert field.event("fire").args["cover"] == 0, "no bonus where the terrain gives none"


@pytest.mark.rule("hon.ord.direct.5")
def test_fire_at_will_helps_shots_at_infantry() -> None:
    field = Field({"u": "us8.officer r0c0", "v": "us8.fire_team r1c1 order=1", "g": "ge902.fire_group r1c5"}, [1])
    direct(field, "u", FIRE_AT_WILL)
    check_forecast(field, field.find("fire", "g").id)
    field.choose("fire", "g")
    assert field.lines("fire")["directive"] == 1
    assert field.event("fire").args["result"] == 1 + 2 + 1


@pytest.mark.rule("hon.ord.direct.6")
def test_charge_helps_melee_attacks() -> None:
    field = Field(
        {"u": "us8.officer r0c0", "v": "us8.fire_team r1c1 order=1", "g": "ge902.fire_group r1c2"}, [1, 1, 6, 6]
    )
    direct(field, "u", CHARGE)
    check_forecast(field, field.find("assault", "g").id)
    field.choose("assault", "g")
    assert field.lines("assault")["directive"] == 1


@pytest.mark.rule("hon.ord.direct.6", "hon.ord.direct.3")
def test_odds_are_told_beforehand_only_if_every_launch_space_is_as_near_to_the_officer() -> None:
    for officer, certain in (("r3c0", False), ("r3c4", True), ("r6c11", True)):
        units = {"o": f"us8.officer {officer}", "u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r3c6"}
        field = Field(units)
        direct(field, "o", CHARGE)
        option = field.find("approach", "g").id
        forecast = SYSTEM.forecast(field.state, field.decision(), option)
        assert (forecast is not None) is certain, officer


@pytest.mark.rule("hon.ord.direct.7")
def test_double_time_gives_two_more_spaces() -> None:
    field = Field({"u": "us8.officer r0c0", "v": "us8.fire_team r1c0 order=1", "g": "ge902.fire_group r6c11"})
    direct(field, "u", DOUBLE_TIME)
    field.walk("r1c1", "r1c2", "r1c3", "r1c4", "r1c5")
    assert field.at("v") == "r1c5"


@pytest.mark.rule("hon.ord.direct.7", "hon.supd.move.1", "hon.supd.move.2")
def test_double_time_outweighs_a_marker() -> None:
    units = {"o": "us8.officer r0c0", "u": "us8.fire_team r1c1 order=1 suppressed=2", "g": "ge902.fire_group r1c2"}
    plain = Field(units)
    assert not plain.verbs() & {"move", "assault"}
    assert plain.why_not("move") == ["hon.supd.move.2"]
    field = Field(units | {"v": "us8.fire_team r6c0 order=1", "u": units["u"].replace("order=1", "order=2")})
    direct(field, "o", DOUBLE_TIME)
    field.choose("pass")
    assert {"move", "assault"} <= field.verbs()
    field.walk("r1c0")
    assert field.decision().kind != STEP or not field.places("step"), "3 + 2 - 4"
    drive = {"t": "ge.luchs r3c8 facing=2 suppressed=3 order=1", "o": "ge902.officer r3c6", "u": "us8.fire_team r0c0"}
    luchs = Field(drive | {"g": "ge902.fire_group r6c11 order=2"}, initiative="de")
    assert not can_drive(luchs.state, luchs.unit("t"))
    direct(luchs, "o", DOUBLE_TIME)
    assert (reach(luchs.state, luchs.unit("t")), can_drive(luchs.state, luchs.unit("t"))) == (2, True)
    luchs.unit("t").damage = TRACK
    assert not can_drive(luchs.state, luchs.unit("t")), "hon.damage.2"


@pytest.mark.rule("hon.ord.direct.7", "hon.abil.ambush.1")
def test_double_time_is_kept_by_a_unit_that_conceals_itself_first() -> None:
    field = Field({"o": "us8.officer r3c1", "u": "us8.recon_team r3c2 order=1", "g": "ge902.fire_group r6c11"})
    direct(field, "o", DOUBLE_TIME)
    field.choose("move")
    field.choose("conceal")
    field.walk("r3c3", "r3c4", "r3c5", "r3c6", "r3c7")
    assert field.at("u") == "r3c7", "3 of the concealed side and 2"


@pytest.mark.rule("hon.ord.direct.7", "hon.move.veh.12")
def test_double_time_does_not_move_what_cannot_move_at_all() -> None:
    field = Field({"o": "ge902.officer r3c1", "n": "ge.mg_nest r3c2 facing=2 order=1", "u": "us8.fire_team r6c11"})
    direct(field, "o", DOUBLE_TIME)
    assert reach(field.state, field.unit("n")) == 0


@pytest.mark.rule("hon.ord.direct.8")
def test_hold_your_ground_adds_to_the_defense_of_infantry() -> None:
    units = {"u": "us8.fire_team r1c1 order=1", "g": "ge902.fire_group r1c5", "h": "ge902.officer r1c7"}
    field = Field(units, [1])
    direct(field, "h", HOLD_YOUR_GROUND)
    field.choose("fire", "g")
    assert field.event("fire").args["defense"] == 4 + 1


@pytest.mark.rule("hon.trait.blood.1", "hon.open.bloodthirsty.1")
def test_bloodthirsty_attackers_hit_twice() -> None:
    blood = {"us": {"traits": ["blood"]}}
    field = duel("us8.fire_team r1c1", "ge902.fire_group r1c2", [6, 6, 1, 1], blood)
    check_forecast(field, field.find("assault", "g").id)
    field.choose("assault", "g")
    assert field.unit("g").status == LOST
    defending = {"de": {"traits": ["blood"]}}
    field = duel("us8.fire_team r1c1", "ge902.fire_group r1c2", [1, 1, 6, 6], defending)
    field.choose("assault", "g")
    assert field.unit("u").status != LOST, "only when it attacks"


@pytest.mark.rule("hon.trait.fero.1", "hon.open.assault.ferocious.1", "hon.open.assault.ferocious.2")
@pytest.mark.parametrize("dice", [[3, 3, 3, 3], [1, 1, 6, 6]])
def test_ferocious_attackers_drive_the_defender_back_whoever_wins(dice: list[int]) -> None:
    fierce = {"us": {"traits": ["ferocious"]}}
    field = duel("us8.fire_team r1c1", "ge902.fire_group r1c2", dice, fierce)
    field.choose("assault", "g")
    assert field.places("retreat") == {"r0c3", "r1c3", "r2c3"}
    field.choose("retreat", place="r1c3")
    assert (field.at("u"), field.at("g")) == ("r1c1", "r1c3")
    plain = duel("us8.fire_team r1c1", "ge902.fire_group r1c2", dice)
    plain.choose("assault", "g")
    assert plain.at("g") == "r1c2"
    narrow = duel("us8.fire_team r1c1", "ge902.fire_group r1c2", dice, fierce, map=["..."] * 3)
    narrow.choose("assault", "g")
    assert narrow.at("g") == "r1c2", "without room it stays"


@pytest.mark.rule("hon.trait.fero.1")
def test_a_ferocious_attacker_that_is_destroyed_drives_nobody() -> None:
    fierce = {"us": {"traits": ["ferocious"]}}
    field = duel("us8.fire_team r1c1 back", "ge902.fire_group r1c2", [1, 1, 6, 6], fierce)
    field.choose("assault", "g")
    assert field.unit("u").status == LOST
    assert field.at("g") == "r1c2"


@pytest.mark.rule("hon.trait.fero.1", "hon.open.assault.ferocious.1")
def test_a_ferocious_attacker_that_lost_stays_where_it_was_when_the_defender_gets_into_a_vehicle() -> None:
    units = {"u": "us8.fire_team r3c3 order=1", "h": "ge902.halftrack r3c6 facing=2", "g": "ge902.fire_group r3c4"}
    field = Field(units, [1, 1, 6, 6], army={"us": {"traits": ["ferocious"]}})
    field.choose("assault", "g")
    field.choose("embark", "h")
    assert field.unit("g").status == ABOARD
    assert field.at("u") == "r3c3"


@pytest.mark.rule("hon.trait.nazi.2", "hon.open.nazi.1")
def test_the_enemy_of_such_units_gets_one_more_in_both_roles() -> None:
    hated = {"de": {"traits": ["nazi"]}}
    field = duel("us8.fire_team r1c1", "ge902.fire_group r1c2", [3, 3, 3, 3], hated)
    check_forecast(field, field.find("assault", "g").id)
    field.choose("assault", "g")
    assert field.lines("assault")["hated"] == 1
    other = duel("us8.fire_team r1c1", "ge902.fire_group r1c2", [3, 3, 3, 3], {"us": {"traits": ["nazi"]}})
    other.choose("assault", "g")
    assert "hated" not in other.lines("assault")
    assert other.lines("defense")["hated"] == 1


@pytest.mark.rule("hon.trait.tank.1", "hon.open.tankbuster.1", "hon.trait.fero.2")
def test_tankbusters_assault_heavy_vehicles_in_spite_of_a_cross() -> None:
    tank = "ge.panzer4 r1c3"
    plain = duel("us8.fire_team r1c1", tank, [])
    assert not plain.offered("assault")
    traits = {"us": {"traits": ["tankbuster", "ferocious"]}}
    field = duel("us8.fire_team r1c1", tank, [1, 1, 6, 6], traits)
    if not field.offered("assault"):
        field = duel("us8.fire_team r1c2", tank, [1, 1, 6, 6], traits)
    before = field.at("g")
    field.choose("assault", "g")
    assert field.lines("assault") == {"bonus": 0, "tankbuster": 2}
    assert field.at("g") == before, "a vehicle is not driven back"


@pytest.mark.rule("hon.card.override.1")
def test_cards_help_one_action() -> None:
    """Battle Rage +2, Surprise: one die and no terrain, Sneaky Shot: no terrain."""
    units = {"u": "us8.fire_team r1c1 order=1", "g": "ge902.fire_group r1c2"}
    ground = ["....", "..t.", "...."]
    options = {"cards": "on"}
    army = {"us": {"hand": ["battle_rage", "surprise"]}}
    field = Field(units, [2, 2, 1], map=ground, army=army, options=options)
    field.choose("card", card="@action.surprise.title")
    field.choose("assault", "g")
    field.choose("card", card="@action.battle_rage.title")
    assert field.lines("assault") == {"bonus": 2, "card": 2}
    assert "cover" not in field.lines("defense")
    units["g"] = "ge902.fire_group r1c2"
    sneaky = Field(units, [2], map=ground, army={"us": {"hand": ["sneaky_shot"]}}, options=options)
    sneaky.choose("card")
    sneaky.choose("fire", "g")
    assert sneaky.event("fire").args["cover"] == 0


@pytest.mark.rule("hon.trait.vet.1", "hon.trait.vet.2")
def test_veterans_roll_again_and_again() -> None:
    veterans = {"us": {"tokens": {"veteran": 3}}}
    field = duel("us8.fire_team r1c1", "ge902.fire_group r1c4", [1, 2, 6], veterans)
    field.choose("fire", "g")
    assert field.unit("g").side == 0, "nothing is settled yet"
    field.choose("reroll", dice="1")
    field.choose("reroll", dice="1")
    assert field.verbs() == {"hold", "reroll"}
    field.choose("hold")
    assert field.unit("g").status == LOST
    assert field.state.tokens[0][7] == 1
    plain = duel("us8.fire_team r1c1", "ge902.fire_group r1c4", [1])
    plain.choose("fire", "g")
    assert not plain.offered("reroll")


@pytest.mark.rule("hon.trait.vet.1")
def test_veterans_of_both_sides_choose_dice_in_an_assault() -> None:
    both = {nation: {"tokens": {"veteran": 1}} for nation in ("us", "de")}
    field = duel("us8.fire_team r1c1", "ge902.fire_group r1c2", [1, 2, 4, 3, 6, 1], both)
    field.choose("assault", "g")
    assert field.decision().seat == 0
    assert len(field.offered("reroll")) == 3, "the first die, the second, or both"
    field.choose("reroll", dice="1")
    assert field.decision().seat == 1
    field.choose("reroll", dice="2")
    assert field.event("assault").dice == [6, 2, 4, 1]


@pytest.mark.rule("hon.trait.trigger.1")
def test_a_triggerhappy_shot_suppresses_its_target() -> None:
    happy = {"us": {"tokens": {"triggerhappy": 3}}}
    field = duel("us8.fire_team r1c1", "ge902.fire_group r1c4", [1], happy)
    field.choose("fire", "g")
    field.choose("spend", token="@token.triggerhappy")
    assert field.unit("g").suppressed == 1
    assert field.state.tokens[0][8] == 2
    assert field.event("fire").dice == [1], "one for each shot"


SPLIT = {
    "o": "ge902.officer r3c1",
    "m": "ge902.mg42 r3c2 back order=1 facing=2",
    "u": "us8.fire_team r3c6",
    "v": "us8.fire_team r2c7",
}


@pytest.mark.rule("hon.ord.direct.5", "hon.open.supp.cards.1", "hon.aid.shot.5")
@pytest.mark.parametrize(("verb", "pool"), [("split", 6), ("split-suppress", 12)])
def test_fire_at_will_is_divided_with_the_rest_of_the_bonus(verb: str, pool: int) -> None:
    field = Field(SPLIT, [2, 3], initiative="de")
    direct(field, "o", FIRE_AT_WILL)
    field.choose(verb)
    assert {c.label.args["n"] for c in field.offered("share")} == set(range(1, pool))
    field.choose("share", "u", n=2)
    field.choose("share", "v", n=pool - 2)
    shots = [event for event in field.state.events if event.kind in ("fire", "suppress")]
    assert [event.args["result"] for event in shots] == [2 + 2, 3 + pool - 2]


@pytest.mark.rule("hon.ord.direct.5")
def test_fire_at_will_helps_patterns_and_tokens_as_well() -> None:
    officer = {"o": "us8.officer r2c1"}
    mortar = Field(officer | {"m": "us.mortar r3c1 back order=1", "g": "ge902.fire_group r3c6"}, [1])
    direct(mortar, "o", FIRE_AT_WILL)
    mortar.choose("blast")
    mortar.choose("aim", row=3, col=6)
    assert mortar.lines("blast") == {"directive": 1, "bonus": 1}
    units = officer | {"u": "us8.fire_team r3c1 order=1", "g": "ge902.fire_group r3c3", "t": "ge.kubelwagen r2c3"}
    thrower = Field(units, [1, 1], army={"us": {"tokens": {"grenade": 1}}})
    direct(thrower, "o", FIRE_AT_WILL)
    thrower.choose("throw")
    thrower.choose("aim", row=3, col=3)
    told = {e.outcomes[0][0]: {x.label: x.value for x in e.lines} for e in thrower.state.events if e.kind == "blast"}
    assert told[f"unit:{thrower.names['g']}"]["tally.directive"] == 1
    assert "tally.directive" not in told[f"unit:{thrower.names['t']}"], "no infantry"


@pytest.mark.rule("hon.trait.trigger.1")
def test_snipers_split_shots_and_panzerfausts_are_triggerhappy_too() -> None:
    tokens = {"de": {"tokens": {"triggerhappy": 3, "panzerfaust": 1}}}
    sniper = Field({"s": "ge.ludwig r3c2 order=1", "u": "us8.fire_team r3c6"}, [1], initiative="de", army=tokens)
    sniper.choose("snipe", "u")
    sniper.choose("spend", token="@token.triggerhappy")
    assert sniper.unit("u").suppressed == 1
    gun = Field(SPLIT, [1, 1], initiative="de", army=tokens)
    gun.choose("split")
    gun.choose("share", "u", n=1)
    gun.choose("share", "v", n=1)
    gun.choose("spend", token="@token.triggerhappy")
    gun.choose("done")
    assert (gun.unit("u").suppressed, gun.unit("v").suppressed) == (1, 0)
    units = {"g": "ge902.fire_group r3c2 order=1", "t": "us.sherman r3c6 facing=6"}
    faust = Field(units, [1], initiative="de", army=tokens)
    faust.choose("panzerfaust", "t")
    faust.choose("spend", token="@token.triggerhappy")
    assert faust.unit("t").suppressed == 1


@pytest.mark.rule("hon.trait.trigger.1")
def test_patterns_have_no_unit_for_a_target() -> None:
    units = {"m": "us.mortar r3c1 back order=1", "g": "ge902.fire_group r3c6"}
    field = Field(units, [1], army={"us": {"tokens": {"triggerhappy": 3}}})
    field.choose("blast")
    field.choose("aim", row=3, col=6)
    assert field.event("blast").dice == [1], "nothing is asked"


@pytest.mark.rule("hon.trait.vet.1", "hon.eq.mine.4")
def test_the_dice_of_a_bomb_are_those_of_who_laid_it() -> None:
    units = {"t": "ge.panzer4 r3c3 facing=2 charges=1", "u": "us8.fire_team r0c11", "g": "ge902.officer r6c11"}
    tokens = {"tokens": {"veteran": 1}}
    field = Field(units, [1, 2, 1], phase="supply", army={"us": tokens, "de": tokens})
    while field.offered("done"):
        field.choose("done")
    assert field.decision().seat == 0
    field.choose("reroll")
    assert field.event("bomb-blast").dice == [2]
    assert field.unit("t").damage, "5 + 2 against the side armour of 7"
    victim = Field(units, [6, 1], phase="supply", army={"de": tokens})
    while not victim.unit("t").damage:
        victim.choose("done")
    assert victim.state.tokens[1][VETERAN_TOKEN] == 1, "he was not asked"


@pytest.mark.rule("hon.trait.tricky.2")
def test_a_ruse_takes_no_documents_and_holds_no_ground() -> None:
    for name, holds in (("ge.ruse r3c2 back", False), ("ge902.recon_group r3c2", True)):
        units = {"r": name + " order=1", "u": "us8.fire_team r0c11"}
        field = Field(units, initiative="de", documents="r3c3", map=["." * 12] * 2 + ["h" * 12] + ["." * 12] * 4)
        assert holder_of(field.state, Goal(1 << field.unit("r").cell, 1, -1)) == (1 if holds else -1)
        field.walk("r3c3")
        field.choose("stop")
        assert (field.state.documents_unit == field.names["r"]) is holds
    goliath = Field({"g": "ge.goliath r3c2 order=1", "u": "us8.fire_team r0c11"}, initiative="de", documents="r3c3")
    goliath.walk("r3c3")
    goliath.choose("stop")
    assert goliath.state.documents_unit == -1, "nor does a machine"
    assert not may_take(goliath.state, goliath.unit("g"))


@pytest.mark.rule("hon.trait.tricky.2", "hon.abil.ambush.4")
@pytest.mark.parametrize(("other", "spotted"), [("ge.ruse", False), ("ge902.recon_group", True)])
def test_a_ruse_sees_nothing(other: str, spotted: bool) -> None:
    field = Field({"u": "us8.recon_team r3c6 back", "r": f"{other} r3c2 back order=1"}, initiative="de")
    field.walk("r3c3")
    assert field.unit("u").face.concealed is not spotted
    assert not field.unit("r").face.concealed or field.unit("r").status == EXITED, "but it is seen"


@pytest.mark.rule("hon.open.ruse.1")
def test_a_ruse_that_is_run_over_is_no_loss() -> None:
    field = Field({"r": "ge.ruse r0c0 back", "u": "us8.fire_team r0c11"}, breaking=1)
    eliminate(field.state, field.unit("r"), "hon.move.veh.11")
    assert field.unit("r").status == EXITED
    assert (sum(field.state.losses), field.state.score) == (0, [0, 0])
    assert field.event("uncover").args["unit"] == "@unit.ge.ruse"
