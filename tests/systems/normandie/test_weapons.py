"""Abilities of weapons: arcs, Machine Gunner, Sniper, Tripod, patterns, barrages and the rest."""

from __future__ import annotations

import pytest

from bocage.kernel.act import first
from bocage.systems.normandie.model.flags import NO_TOKEN, TOKENS
from bocage.systems.normandie.rules.blasts import dispersal
from bocage.systems.normandie.rules.outcomes import snipe_of
from bocage.systems.normandie.rules.setup import fronts
from bocage.systems.normandie.rules.specialorders import veil
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field, check_forecast, crossings

GUNS = {"m": "ge902.mg42 r3c2 back order=1 facing=2"}


@pytest.mark.rule("hon.arc.limited.1", "hon.open.arc.shape.1", "hon.arc.default.1")
@pytest.mark.parametrize(("place", "inside"), [("r3c5", True), ("r1c4", True), ("r0c3", False), ("r3c0", False)])
def test_an_arc_is_a_quarter_circle(place: str, inside: bool) -> None:
    field = Field(GUNS | {"u": f"us8.fire_team {place}"}, initiative="de")
    assert ("fire" in field.verbs()) == inside
    if not inside:
        assert "hon.arc.limited.1" in field.why_not("fire", "u")


@pytest.mark.rule("hon.arc.align.1", "hon.open.arc.turn.1", "hon.abil.tripod.1")
def test_a_gun_is_turned_at_the_end_of_a_move() -> None:
    field = Field(GUNS | {"u": "us8.fire_team r0c11"}, initiative="de")
    field.choose("move")
    field.choose("stop")
    assert {choice.label.args["direction"] for choice in field.offered("face")} == {
        f"@direction.{n}" for n in (0, 2, 4, 6)
    }
    field.choose("face", direction="@direction.4")
    assert field.unit("m").facing == 4


@pytest.mark.rule("hon.arc.align.1")
def test_a_gun_is_deployed_facing_an_edge() -> None:
    field = Field(GUNS | {"u": "us8.fire_team r0c11"}, initiative="de")
    assert fronts(field.state, field.unit("m"), field.cell("r3c3")) == [0, 2, 4, 6]


@pytest.mark.rule("hon.abil.tripod.1", "hon.comp.inf.3")
def test_a_tripod_is_set_up_and_taken_down_by_moving() -> None:
    field = Field({"m": "us8.30cal r3c2 order=1", "g": "ge902.fire_group r0c11"})
    field.walk("r3c3")
    field.choose("turn-over")
    assert field.unit("m").side == 1
    field.choose("face", direction="@direction.2")
    assert field.at("m") == "r3c3"
    down = Field({"m": "us8.30cal r3c2 back order=1", "g": "ge902.fire_group r0c11"})
    down.choose("move")
    assert not down.places("step"), "no movement on the tripod"
    down.choose("turn-over")
    assert "r3c3" in down.places("step"), "the new side's values apply"
    assert "turn-over" not in down.verbs()


@pytest.mark.rule("hon.abil.tripod.2", "hon.abil.opp.5", "hon.setup.deploy.5")
def test_tripods_and_watchful_guns_deploy_on_either_side() -> None:
    from bocage.systems.normandie.rules.setup import places
    from bocage.systems.normandie.state import RESERVE

    field = Field({"m": "us8.30cal r3c2 order=1", "a": "us.57mm r5c5", "g": "ge902.fire_group r0c11"})
    for name in ("m", "a"):
        unit = field.unit(name)
        field.state.remove(unit, RESERVE)
        assert {first(option) for option in places(field.state, unit)} == {0, 1}


@pytest.mark.rule("hon.abil.mg.1", "hon.abil.mg.2", "hon.aid.shot.5")
def test_a_machine_gun_splits_its_bonus() -> None:
    units = GUNS | {"u": "us8.fire_team r3c6", "v": "us8.fire_team r2c7"}
    field = Field(units, [2, 3], initiative="de")
    field.choose("split")
    assert {c.label.args["n"] for c in field.offered("share")} == {1, 2, 3, 4}, "something is left for another"
    field.choose("share", "u", n=2)
    field.choose("share", "v", n=3)
    shots = [event for event in field.state.events if event.kind == "fire"]
    assert [event.args["result"] for event in shots] == [4, 6]
    assert shots[0].lines[-1].value == 2 - 5


@pytest.mark.rule("hon.abil.supp.6", "hon.open.supp.order.1")
def test_suppressive_fire_is_doubled_and_then_split() -> None:
    units = GUNS | {"u": "us8.fire_team r3c6", "v": "us8.fire_team r2c7"}
    field = Field(units, [1, 1], initiative="de")
    field.choose("split-suppress")
    assert {c.label.args["n"] for c in field.offered("share")} == set(range(1, 10)), "of twice 5"
    field.choose("share", "u", n=7)
    field.choose("share", "v", n=3)
    assert (field.unit("u").suppressed, field.unit("v").suppressed) == (2, 1)


@pytest.mark.rule("hon.abil.mg.3", "hon.abil.mg.4", "hon.abil.mg.5")
@pytest.mark.parametrize("other", ["us8.fire_team r0c5", "us.jeep r3c7", "us8.fire_team r3c8"])
def test_targets_of_a_split_are_alike_near_and_in_sight(other: str) -> None:
    field = Field(GUNS | {"u": "us8.fire_team r3c6", "v": other}, initiative="de")
    assert "split" not in field.verbs(), "too far from it, of another class, or behind it"
    near = Field(GUNS | {"u": "us8.fire_team r3c6", "v": other, "w": "us8.fire_team r4c7"}, initiative="de")
    near.choose("split")
    assert {near.names["u"], near.names["w"]} >= {c.piece for c in near.offered("share")} > set()


@pytest.mark.rule("hon.abil.sniper.1", "hon.abil.sniper.2", "hon.open.sniper.bonus.1", "hon.open.supp.min.1")
@pytest.mark.parametrize(
    ("die", "side", "markers"),
    [
        pytest.param(1, 0, 0, marks=pytest.mark.rule("hon.abil.sniper.t1")),
        pytest.param(3, 0, 1, marks=pytest.mark.rule("hon.abil.sniper.t2")),
        pytest.param(5, 1, 0, marks=pytest.mark.rule("hon.abil.sniper.t3")),
        pytest.param(6, 1, 1, marks=pytest.mark.rule("hon.abil.sniper.t4")),
    ],
)
def test_the_sniper_table(die: int, side: int, markers: int) -> None:
    field = Field({"s": "ge.ludwig r3c2 order=1", "u": "us8.fire_team r3c6"}, [die], initiative="de")
    check_forecast(field, field.find("snipe", "u").id)
    field.choose("snipe", "u")
    assert (field.unit("u").side, field.unit("u").suppressed) == (side, markers)
    assert snipe_of(-1) == 0


@pytest.mark.rule("hon.abil.sniper.2")
def test_markers_and_obstacles_hamper_a_sniper() -> None:
    units = {"s": "ge.ludwig r3c2 order=1 suppressed=1", "u": "us8.fire_team r3c6"}
    field = Field(units, [6], initiative="de", map=["............"] * 3 + ["....t......."])
    field.choose("snipe", "u")
    assert field.event("snipe").args["result"] == 3


@pytest.mark.rule("hon.abil.sniper.3")
def test_snipers_shoot_at_infantry_alone() -> None:
    field = Field({"s": "ge.ludwig r3c2 order=1", "j": "us.jeep r3c6"}, initiative="de")
    assert "snipe" not in field.verbs()


@pytest.mark.rule("hon.abil.hawk.1")
def test_hawkeye_knows_no_long_range() -> None:
    field = Field({"c": "us.clint r3c0", "g": "ge902.fire_group r3c9"}, [1])
    field.choose("autonomous", "c")
    field.choose("fire", "g")
    assert field.lines("fire") == {"bonus": 2, "hawkeye": 0}


@pytest.mark.rule("hon.abil.fright.1")
@pytest.mark.parametrize(("die", "markers"), [(1, 1), (2, 0)])
def test_a_frightening_miss_suppresses(die: int, markers: int) -> None:
    units = {"c": "us.clint r3c0", "u": "us8.officer r6c0 order=1", "g": "ge902.fire_group r3c4"}
    field = Field(units, [die])
    field.choose("autonomous", "c")
    field.choose("fire", "g")
    assert field.unit("g").suppressed == markers


@pytest.mark.rule("hon.abil.dual.1", "hon.aid.shot.7")
def test_a_dual_weapon_keeps_the_better_die() -> None:
    field = Field({"m": "us.m16 r3c2 facing=2 order=1", "g": "ge902.fire_group r3c6"}, [1, 4])
    check_forecast(field, field.find("fire", "g").id)
    field.choose("fire", "g")
    assert field.event("fire").args["result"] == 8


@pytest.mark.rule(
    "hon.abil.how.1",
    "hon.abil.how.5",
    "hon.open.blast.roll.1",
    "hon.open.blast.colour.1",
    "hon.abil.blast.4",
    "hon.open.blast.partial.1",
)
def test_a_howitzer_attacks_everything_under_its_pattern() -> None:
    units = {
        "m": "us.m8scott r3c1 facing=2 order=1",
        "g": "ge902.fire_group r3c6",
        "t": "ge.panzer4 r2c5 facing=6",
        "u": "us8.fire_team r3c5",
    }
    field = Field(units, [1, 1, 6, 1])
    field.choose("blast")
    field.choose("aim", row=3, col=6)
    blasts = [event for event in field.state.events if event.kind == "blast"]
    got = {event.place: (event.args["result"], event.args["defense"]) for event in blasts}
    assert got == {"r3c5": (3, 4), "r3c6": (3, 4), "r2c5": (7, 7)}, "green +2/+2/+1, the tank with its side"
    bonuses = [attack.bonus for attack in field.state.scenario.attacks[1:5]]
    assert bonuses == [[1, 1, 0], [2, 2, 1], [3, 3, 2], [4, 4, 3]]
    pattern = next(event for event in field.state.events if event.kind == "pattern")
    assert (pattern.args["row"], pattern.args["col"]) == (3, 6), "where it was aimed"


@pytest.mark.rule("hon.abil.how.2", "hon.abil.blast.3", "hon.open.blast.def.1", "hon.open.blast.obs.1")
def test_no_range_but_cover_and_markers_count() -> None:
    units = {"m": "us.m8scott r3c1 facing=2 order=1 suppressed=1", "g": "ge902.fire_group r3c11"}
    field = Field(units, [6], map=["............"] * 3 + ["...........t"])
    field.choose("blast")
    field.choose("aim", row=3, col=11)
    assert field.lines("blast") == {"bonus": 2, "suppressed": -2}
    assert field.event("blast").args["defense"] == 5


@pytest.mark.rule("hon.abil.how.3")
def test_a_howitzer_needs_clear_sight() -> None:
    units = {"m": "us.m8scott r3c1 facing=2 order=1", "g": "ge902.fire_group r3c6"}
    rows = ["....h.......", "....h.......", "....h.......", "....h.......", "....h......."]
    field = Field(units, map=rows)
    field.choose("blast")
    assert max(x for x, _ in crossings(field)) == 4, "as far as the hedge"


MORTAR = {"m": "us.mortar r3c1 back order=1", "g": "ge902.fire_group r3c6"}
HEDGE = ["....h......."] * 6


@pytest.mark.rule("hon.abil.ind.1", "hon.abil.ind.2", "hon.abil.ind.3", "hon.abil.ind.8", "hon.abil.ind.11")
def test_indirect_fire_in_clear_sight_does_not_disperse() -> None:
    field = Field(MORTAR, [6])
    field.choose("blast")
    field.choose("aim", row=3, col=6)
    assert field.event("blast").args["result"] == 7
    assert not [event for event in field.state.events if event.kind == "dispersal"]


@pytest.mark.rule("hon.abil.ind.4", "hon.abil.ind.5", "hon.abil.ind.6", "hon.open.disp.dir.1")
@pytest.mark.parametrize(("die", "hit"), [(5, True), (6, True), (1, False), (2, False), (3, False), (4, False)])
def test_indirect_fire_out_of_sight_disperses(die: int, hit: bool) -> None:
    field = Field(MORTAR, [die, 1], map=HEDGE)
    field.choose("blast")
    field.choose("aim", row=3, col=6)
    assert bool([event for event in field.state.events if event.kind == "blast"]) == hit
    if not hit:
        args = field.event("pattern").args
        assert (args["row"], args["col"]) == {1: (1, 6), 2: (3, 8), 3: (5, 6), 4: (3, 4)}[die]


@pytest.mark.rule("hon.open.disp.off.1")
def test_a_pattern_off_the_board_is_lost() -> None:
    units = {"m": "us.mortar r3c1 back order=1", "g": "ge902.fire_group r0c6"}
    field = Field(units, [1], map=HEDGE)
    field.choose("blast")
    field.choose("aim", row=0, col=6)
    assert not [event for event in field.state.events if event.kind in ("pattern", "blast")]


@pytest.mark.rule("hon.abil.spotter.1", "hon.open.spot.1", "hon.abil.ind.7")
def test_a_spotter_takes_one_off_the_drift() -> None:
    units = MORTAR | {"s": "us.marvin r3c5"}
    field = Field(units, [1], map=HEDGE)
    field.unit("m").suppressed = 2
    field.choose("blast")
    field.choose("aim", row=3, col=7)
    assert field.event("dispersal").args["n"] == 1
    assert dispersal(1, 1, True) == 0


@pytest.mark.rule("hon.abil.lr.3")
def test_limited_range_in_intersections() -> None:
    rows = ["." * 16] * 3
    near = Field({"m": "us.mortar r1c0 back order=1", "g": "ge902.fire_group r1c12"}, map=rows)
    near.choose("blast")
    assert max(x for x, _ in crossings(near)) == 12


@pytest.mark.rule("hon.abil.lr.2")
def test_limited_range_in_spaces_is_for_plain_shots() -> None:
    field = Field({"u": "us8.bazooka r3c0 order=1", "g": "ge.kubelwagen r3c6", "h": "ge.kubelwagen r4c7"})
    assert field.targets("fire") == {"g"}


@pytest.mark.rule("hon.abil.blast.2", "hon.abil.ambush.3")
def test_patterns_do_not_touch_concealed_units() -> None:
    field = Field(MORTAR | {"h": "ge902.recon_group r2c6 back"}, [1])
    field.choose("blast")
    field.choose("aim", row=3, col=6)
    assert len([event for event in field.state.events if event.kind == "blast"]) == 1


@pytest.mark.rule("hon.eq.horn.2")
@pytest.mark.parametrize(("place", "bonus"), [("r5c1", 2), ("r6c1", 1)])
def test_a_horn_makes_blue_patterns_green(place: str, bonus: int) -> None:
    field = Field(MORTAR | {"h": f"us.horn {place}"}, [1])
    field.choose("blast")
    field.choose("aim", row=3, col=6)
    assert field.lines("blast")["bonus"] == bonus


@pytest.mark.rule("hon.abil.barrage.1", "hon.abil.barrage.2", "hon.abil.barrage.3", "hon.abil.barrage.4")
def test_a_barrage_lets_weapons_of_one_name_fire() -> None:
    units = {
        "c": "ge.gruber r3c2 order=1",
        "a": "ge.pak40 r3c4 facing=2 order=3",
        "b": "ge.pak40 r2c2 facing=2",
        "x": "ge902.mg42 r4c2 back facing=2",
        "far": "ge.pak40 r6c8 facing=2",
        "u": "us8.fire_team r3c8",
    }
    field = Field(units, initiative="de")
    field.choose("call")
    assert field.targets("barrage") == {"a", "b", "x"}
    field.choose("barrage", "a")
    field.roll(1)
    field.choose("fire", "u")
    assert field.targets("barrage") == {"b"}, "of the same name, not fired yet"
    assert (field.unit("a").activated, field.unit("a").token) == (True, NO_TOKEN)
    field.choose("done")
    assert field.unit("c").token == 1


@pytest.mark.rule("hon.abil.sub.1")
def test_a_substitute_takes_the_hit() -> None:
    units = {"m": "us8.bazooka r3c4", "l": "us.loader r2c5", "g": "ge902.fire_group r3c8 order=1"}
    field = Field(units, [3], initiative="de")
    field.choose("fire", "m")
    assert field.targets("take-hit") == {"m", "l"}
    field.choose("take-hit", "l")
    assert (field.unit("l").status == LOST, field.unit("m").status == LOST) == (True, False)


@pytest.mark.rule("hon.abil.sub.2")
def test_no_substitute_in_an_assault() -> None:
    units = {"m": "us8.bazooka r3c4", "l": "us.loader r2c5", "g": "ge902.fire_group r3c5 order=1"}
    field = Field(units, [6, 6, 1], initiative="de")
    field.choose("assault", "m")
    assert field.unit("m").status == LOST


@pytest.mark.rule("hon.abil.terr.1", "hon.abil.terr.2", "hon.open.terr.order.1")
@pytest.mark.parametrize(("dice", "name", "markers"), [([6, 6, 1, 1], "g", 2), ([1, 1, 6, 6], "g", 1)])
def test_terrifying_fighters_leave_markers(dice: list[int], name: str, markers: int) -> None:
    units = {"o": "ge.otto r3c4 order=1", "g": "us8.fire_team r3c5", "w": "us8.officer r6c0 order=1"}
    field = Field(units, dice, initiative="de")
    field.choose("assault", "g")
    if field.state.pending and field.offered("retreat"):
        assert field.unit("g").suppressed == 0, "the retreat comes first"
        field.choose("retreat", place="r3c6")
    assert field.unit(name).suppressed == markers


@pytest.mark.rule("hon.assault.arc.1")
@pytest.mark.parametrize(("facing", "markers"), [(2, 0), (6, 1)])
def test_an_assault_from_outside_the_arc(facing: int, markers: int) -> None:
    units = {"u": "us8.fire_team r3c6 order=1", "m": f"ge.pak40 r3c5 facing={facing}"}
    field = Field(units, [3, 3, 3])
    check_forecast(field, field.find("assault", "m").id)
    field.choose("assault", "m")
    assert field.lines("defense").get("suppressed", 0) == -2 * markers


@pytest.mark.rule("hon.assault.arc.1")
def test_odds_against_a_gun_are_told_where_the_assault_is_launched() -> None:
    """From outside its arc or from within: before the approach nobody knows which."""
    field = Field({"u": "us8.fire_team r3c7 order=1", "m": "ge.pak40 r3c5 facing=2"}, [3, 3, 3])
    assert field.odds("approach", "m") is None
    field.choose("approach", "m")
    field.choose("step", place="r3c6")
    check_forecast(field, field.find("assault", "m").id)


@pytest.mark.rule("hon.abil.opp.1", "hon.abil.opp.2", "hon.abil.opp.3", "hon.abil.opp.4")
def test_a_watchful_gun_interrupts_and_stays_as_it_is() -> None:
    units = {"u": "us8.fire_team r3c6 order=1", "m": "ge.mg_nest r0c5 facing=4"}
    field = Field(units)
    field.walk("r3c5")
    field.roll(1)
    field.choose("opportunity-fire", "m")
    assert (field.unit("m").activated, field.unit("m").side) == (True, 0)
    assert field.decision().seat == 0, "the target goes on"
    turned = Field({"a": "us.57mm r3c5 order=1 facing=2", "g": "ge902.fire_group r0c0"})
    turned.choose("move")
    turned.choose("turn-over")
    assert turned.unit("a").side == 1


@pytest.mark.rule("hon.ord.smoke.6", "hon.open.smoke.size.1", "hon.open.smoke.los.1")
@pytest.mark.parametrize("place", [(3, 3), (3, 6), (3, 1)])
def test_smoke_hampers_shots_that_cross_enter_or_leave_it(place: tuple[int, int]) -> None:
    units = {"u": "us8.support_team r3c1 order=1", "g": "ge902.fire_group r3c6"}
    field = Field(units, [6], smoke=[(place, 4)])
    field.choose("fire", "g")
    assert field.lines("fire") == {"bonus": 3, "obscured": -4}


@pytest.mark.rule("hon.counter.outline.1", "hon.comp.inf.4", "hon.counter.name.1")
def test_outlines_and_classes_of_the_counters() -> None:
    from bocage.systems.normandie.content.counters import counters
    from bocage.systems.normandie.model.tables import HEAVY, HEAVY_WEAPON, HERO, INFANTRY, LIGHT, OFFICER

    all_ = counters()
    assert [all_[name].outline for name in ("us8.officer", "us8.30cal", "us.clint")] == [OFFICER, HEAVY_WEAPON, HERO]
    assert [all_[name].rank for name in ("ge.pak40", "us.jeep", "ge.tiger")] == [INFANTRY, LIGHT, HEAVY]
    assert [face.white for face in all_["us8.fire_team"].faces] == [True, False]


@pytest.mark.rule("hon.open.supp.veh.1")
def test_vehicles_can_be_suppressed() -> None:
    field = Field({"u": "us8.support_team r3c1 order=1", "g": "ge.kubelwagen r3c4"}, [6])
    field.choose("suppress", "g")
    assert field.unit("g").suppressed == 1


@pytest.mark.rule("hon.opt.use.9", "hon.eq.ammo.2", "hon.eq.belt.3", "hon.eq.belt.2")
@pytest.mark.parametrize(("token", "worth"), [("ammo", 1), ("ammo_belt", 2)])
def test_ammunition_is_divided_with_the_bonus(token: str, worth: int) -> None:
    units = GUNS | {"u": "us8.fire_team r3c6", "v": "us8.fire_team r2c7"}
    field = Field(units, [1, 1], initiative="de", army={"de": {"tokens": {token: 2}}})
    field.choose("split")
    field.choose("spend")
    field.choose("done")
    most = 5 + worth - 1
    assert max(c.label.args["n"] for c in field.offered("share", 1) if c.piece == field.names["u"]) == most
    field.choose("share", "u", n=most)
    assert {c.label.args["n"] for c in field.offered("share")} == {1}
    field.choose("share", "v", n=1)
    assert field.state.tokens[1][TOKENS.names.index(token)] == 1
    doubled = Field(units, [1, 1], initiative="de", army={"de": {"tokens": {token: 2}}})
    doubled.choose("split-suppress")
    doubled.choose("spend")
    doubled.choose("done")
    assert max(c.label.args["n"] for c in doubled.offered("share")) == 2 * (5 + worth) - 1


@pytest.mark.rule("hon.aid.shot.3", "hon.aid.shot.4", "hon.aid.shot.5", "hon.abil.mg.1")
def test_a_machine_gunner_splits_on_the_move_what_the_move_leaves() -> None:
    units = {"w": "us.willys r3c2 order=1 facing=2", "g": "ge902.fire_group r3c6", "h": "ge902.fire_group r2c7"}
    field = Field(units, [1, 2], army={"us": {"tokens": {"ammo_belt": 1}}})
    weapon = field.unit("w").face.weapons[0]
    pool = weapon.bonus[0] - weapon.on_the_move
    assert (weapon.gunner, weapon.on_the_move > 0, pool >= 2) == (True, True, True)
    field.choose("move")
    assert field.find("split").rule == "hon.abil.fotm.1"
    field.choose("split")
    field.choose("spend", token="@token.ammo_belt")
    assert {c.label.args["n"] for c in field.offered("share")} == set(range(1, pool + 2)), "two more, one kept back"
    field.choose("share", "g", n=1)
    field.choose("share", "h", n=pool + 1)
    shots = [event for event in field.state.events if event.kind == "fire"]
    assert [event.args["result"] for event in shots] == [2, pool + 3]
    assert [line.value for line in shots[0].lines if line.label == "tally.on-the-move"] == [-weapon.on_the_move]
    assert "split" not in field.verbs(), "one shot of a weapon in a movement"


@pytest.mark.rule("hon.abil.sniper.t4", "hon.abil.sub.1")
def test_a_weapon_whose_hit_another_takes_is_alive_and_suppressed() -> None:
    units = {"s": "ge.ludwig r3c2 order=1", "m": "us8.bazooka r3c6", "l": "us.loader r4c6"}
    for taker, markers in (("l", 1), ("m", 0)):
        field = Field(units, [6], initiative="de")
        field.choose("snipe", "m")
        field.choose("take-hit", taker)
        assert field.unit(taker).status == LOST
        assert field.unit("m").suppressed == markers


@pytest.mark.rule("hon.los.block.2", "hon.abil.ind.4", "hon.abil.ind.8")
@pytest.mark.parametrize(("between", "drifts"), [("us8.fire_team", True), ("us8.recon_team", True), ("", False)])
def test_infantry_in_the_way_makes_a_mortar_fire_indirectly(between: str, drifts: bool) -> None:
    wall = {f"w{row}": f"{between} r{row}c2" for row in (2, 3, 4) if between}
    field = Field(MORTAR | wall, [6, 1] if drifts else [1])
    field.choose("blast")
    field.choose("aim", row=3, col=7)
    assert ("dispersal" in [event.kind for event in field.state.events]) is drifts


@pytest.mark.rule("hon.los.block.2", "hon.abil.ambush.11", "hon.abil.how.3")
def test_vehicles_see_over_infantry_and_nobody_minds_concealed_units() -> None:
    wall = {f"w{row}": f"us8.recon_team r{row}c2 back" for row in (2, 3, 4)}
    field = Field(MORTAR | wall, [1])
    field.choose("blast")
    field.choose("aim", row=3, col=7)
    assert field.event("blast")
    tank = {"t": "us.sherman r3c2 facing=2 order=1", "g": "ge902.fire_group r3c8"}
    men = {f"w{row}": f"us8.fire_team r{row}c4" for row in (2, 3, 4)}
    shells = {"us": {"tokens": {"he_shell": 1}}}
    assert Field(tank | men, army=shells).offered("shell")


@pytest.mark.rule("hon.abil.ambush.15", "hon.abil.destr.1")
def test_who_fires_at_a_structure_gives_himself_away() -> None:
    units = {"p": "ge.pak40 r3c2 facing=2 order=1", "u": "us8.fire_team r0c11"}
    house = [{"building": "house_2x2", "at": [2, 6]}]
    hidden = {"de": {"tokens": {"concealed": 1}}}
    field = Field(units, [4], initiative="de", overlays=house, army=hidden)
    veil(field.state, field.unit("p"), field.unit("p").tile)
    field.choose("demolish")
    assert not field.unit("p").face.concealed
    assert field.event("uncover").rule == "hon.abil.ambush.15"


@pytest.mark.rule("hon.abil.barrage.2", "hon.abil.ambush.14")
@pytest.mark.parametrize("name", ["c", "m"])
def test_a_barrage_names_nobody_who_lies_concealed(name: str) -> None:
    units = {"c": "ge.gruber r3c2 order=1", "m": "ge902.mg42 r3c3 back facing=2", "u": "us8.fire_team r3c8"}
    field = Field(units, initiative="de", army={"de": {"tokens": {"concealed": 1}}})
    veil(field.state, field.unit(name), field.unit(name).tile)
    field.choose("call")
    field.choose("barrage", "m")
    told = field.event("barrage").args
    assert told["unit" if name == "c" else "target"] == "@unit.concealed"
    field.choose("done")
    assert field.unit(name).face.concealed, "it has held its fire"
