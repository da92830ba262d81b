"""Weapons and rosters: the numbers of the data files are those of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.content import WrongContent, load_yaml
from bocage.kernel.dice import scripted
from bocage.kernel.tally import Tally
from bocage.systems.disposable.content import records
from bocage.systems.disposable.model.tables import HOLD, SNEAK
from bocage.systems.disposable.rules.accuracy import ACC, AIMED, AT_EVADER, SNAP, How, snap_number
from bocage.systems.disposable.rules.chances import STRIKE
from bocage.systems.disposable.rules.closecombat import blows
from bocage.systems.disposable.rules.guts import guts_tally
from bocage.systems.disposable.rules.volley import shot_of
from bocage.systems.disposable.state import HOUSE_SCOPE
from systems.disposable.field import Field, number_to_hit, table, unit

# ROF, range in inches, AP, MM
WEAPONS = [
    ("dh.core.weapon.rifle.bolt", ("kar98k", "lee_enfield", "mosin", "springfield"), (2, 24, 5, 0)),
    ("dh.core.weapon.rifle.semi", ("garand", "g43", "svt40"), (3, 24, 5, 0)),
    ("dh.core.weapon.carbine", ("m1_carbine",), (3, 18, 4, 0)),
    ("dh.core.weapon.smg", ("thompson", "sten", "mp40", "ppsh"), (4, 12, 4, 0)),
    ("dh.core.weapon.assault", ("stg44",), (4, 18, 5, 0)),
    ("dh.core.weapon.pistol", ("m1911", "webley", "p38", "tt33"), (2, 6, 3, 0)),
    ("dh.core.weapon.lmg.mag", ("bren", "dp28"), (4, 30, 5, 1)),
    ("dh.core.weapon.lmg.mag", ("bar",), (4, 24, 5, 1)),
    ("dh.core.weapon.lmg.belt", ("mg42_lmg", "m1919a6"), (6, 30, 5, 1)),
    ("dh.core.weapon.hmg", ("vickers", "mg42_hmg", "maxim"), (8, 36, 6, 2)),
    ("dh.core.weapon.hmg", ("m1919a4",), (6, 36, 6, 2)),
    ("dh.core.weapon.grenade", ("hand_grenade",), (1, 6, 3, 1)),
    ("dh.core.weapon.sniper", ("sniper_springfield", "sniper_no4t", "sniper_kar98k", "sniper_mosin"), (1, 36, 6, 1)),
    ("dh.core.weapon.hmg.50", ("m2hb",), (6, 40, 7, 2)),
    ("dh.core.weapon.rifle_grenade", ("rifle_grenade",), (1, 18, 3, 1)),
    ("dh.core.weapon.mortar.light", ("mortar_50", "mortar_2in"), (1, 24, 3, 1)),
    ("dh.core.weapon.mortar.light", ("mortar_60",), (1, 36, 3, 1)),
    ("dh.core.weapon.mortar.medium", ("mortar_81", "mortar_82", "mortar_3in"), (1, 60, 4, 2)),
    ("dh.core.weapon.flame", ("roks", "fmw41", "lifebuoy", "m2_flamethrower"), (1, 6, 5, 3)),
    ("dh.core.weapon.ig", ("leig18", "reg76", "howitzer_75"), (1, 48, 5, 3)),
    ("dh.core.weapon.at.bazooka", ("bazooka",), (1, 12, 2, 1)),
    ("dh.core.weapon.at.panzerschreck", ("panzerschreck",), (1, 12, 3, 1)),
    ("dh.core.weapon.at.piat", ("piat",), (1, 9, 3, 1)),
    ("dh.core.weapon.at.panzerfaust", ("panzerfaust",), (1, 6, 3, 1)),
    ("dh.core.weapon.at.rifle", ("ptrd",), (1, 24, 6, 1)),
    ("dh.core.weapon.at.grenade", ("at_grenade",), (1, 3, 3, 1)),
    ("dh.core.weapon.at.gun", ("m42_45", "six_pdr", "m1_57"), (1, 48, 3, 2)),
    ("dh.core.weapon.at.gun", ("pak40",), (1, 60, 4, 2)),
    ("dh.core.weapon.tank", ("m3_75", "f34", "kwk40"), (1, 60, 5, 3)),
    ("dh.core.weapon.tank", ("coax_mg", "pintle_mg"), (6, 30, 5, 1)),
]
BLASTS = {
    "dh.core.weapon.grenade", "dh.core.weapon.rifle_grenade", "dh.core.weapon.mortar.light",
    "dh.core.weapon.mortar.medium", "dh.core.weapon.flame", "dh.core.weapon.ig", "dh.core.weapon.at.bazooka",
    "dh.core.weapon.at.panzerschreck", "dh.core.weapon.at.piat", "dh.core.weapon.at.panzerfaust",
    "dh.core.weapon.at.grenade", "dh.core.weapon.at.gun", "dh.core.weapon.tank",
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "names", "values"),
    [pytest.param(rule, names, values, marks=pytest.mark.rule(rule), id=names[0]) for rule, names, values in WEAPONS],
)
def test_weapon_values(rule: str, names: tuple[str, ...], values: tuple[int, int, int, int]) -> None:
    for name in names:
        weapon = records.armoury()[name]
        assert (weapon.rof, weapon.range // 10, weapon.ap, weapon.mm) == values
        assert weapon.blast == (rule in BLASTS and not name.endswith("_mg"))


@pytest.mark.rule("dh.core.weapon.mm.zero")
def test_only_support_weapons_carry_mm() -> None:
    for name, weapon in records.armoury().items():
        plain = records.weapon_data()[name].kind in ("rifle", "semi_auto", "smg", "assault_rifle", "pistol")
        assert (weapon.mm == 0) == plain, name


@pytest.mark.rule("dh.core.stats.standard", "dh.fire.acc.1", "dh.melee.attack.2")
def test_everybody_has_acc_5_and_cc_6() -> None:
    assert (ACC, STRIKE) == (5, 6)
    assert number_to_hit() == 5


QUALITY = {"green": (5, 6, 7), "regular": (6, 7, 8), "veteran": (7, 8, 9), "elite": (8, 9, 10)}


@pytest.mark.rule("dh.core.guts.quality")
def test_guts_follow_quality_and_rank() -> None:
    for name, template in records.unit_templates().items():
        soldier, leader, commander = QUALITY[template.quality]
        for man in template.figures:
            if man.role == "platoon-commander":
                assert man.guts == commander, name
            elif man.leader:
                assert man.guts == leader, name
            else:
                assert man.guts in (soldier, leader), name


def roster(name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for man in records.unit_templates()[name].figures:
        found[man.weapon] += man.count
    return found


@pytest.mark.rule("dh.core.toe.us")
def test_the_american_squad() -> None:
    assert roster("us_rifle_squad") == {"garand": 10, "bar": 1, "springfield": 1}


@pytest.mark.rule("dh.core.toe.uk")
def test_the_british_section() -> None:
    assert roster("uk_section") == {"lee_enfield": 8, "sten": 1, "bren": 1}


@pytest.mark.rule("dh.core.toe.de")
def test_the_german_squad() -> None:
    assert roster("de_squad") == {"mp40": 1, "mg42_lmg": 1, "p38": 1, "kar98k": 6}


@pytest.mark.rule("dh.core.toe.su")
def test_the_soviet_squads() -> None:
    assert roster("su_rifle_squad") == {"ppsh": 3, "dp28": 1, "mosin": 5}
    assert roster("su_smg_squad") == {"ppsh": 9}


@pytest.mark.rule("dh.open.long_weapons")
def test_what_may_fire_at_long_range() -> None:
    for name, weapon in records.armoury().items():
        kind = records.weapon_data()[name].kind
        launcher = kind == "at_one_shot" or (kind == "at_reloadable" and name not in ("ptrd", "solothurn"))
        assert weapon.no_long == (launcher or kind in ("grenade", "rifle_grenade", "flamethrower", "mortar")), name


@pytest.mark.rule("dh.open.scope_hold", "dh.fire.scoped.1")
@pytest.mark.parametrize(("house", "moved"), [(0, 7), (HOUSE_SCOPE, 5)])
def test_a_scope_helps_but_by_a_house_rule_only_who_did_not_move(house: int, moved: int) -> None:
    state = table([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30, figures=1)])
    state.house = house
    rifle = records.armoury()["sniper_springfield"]
    needs = []
    for mode in (HOLD, SNEAK):
        shot = shot_of(state, state.units[0], 0, rifle, 0, state.units[1], 0, mode, AIMED, False)
        assert shot is not None
        needs.append(shot.need)
    assert needs == [7, moved]


@pytest.mark.rule("dh.cc.evade.5", "dh.snap.5", "dh.snap.6")
@pytest.mark.parametrize(
    ("activated", "how", "need"), [(False, SNAP, 2), (True, SNAP, 1), (False, AT_EVADER, 1), (True, AT_EVADER, 1)]
)
def test_numbers_out_of_turn(activated: bool, how: How, need: int) -> None:
    tally = Tally(False)
    snap_number(tally, activated, how)
    assert tally.total == need


# AP against vehicles, and whether the weapon is special (can be reloaded)
AGAINST_VEHICLES = [
    ("dh.core.weapon.at.bazooka", ("bazooka",), 15, True),
    ("dh.core.weapon.at.panzerschreck", ("panzerschreck",), 17, True),
    ("dh.core.weapon.at.piat", ("piat",), 14, True),
    ("dh.core.weapon.at.panzerfaust", ("panzerfaust",), 17, False),
    ("dh.core.weapon.at.rifle", ("ptrd",), 9, True),
    ("dh.core.weapon.at.grenade", ("at_grenade",), 12, False),
    ("dh.core.weapon.at.gun", ("m42_45",), 12, False),
    ("dh.core.weapon.at.gun", ("six_pdr", "m1_57"), 15, False),
    ("dh.core.weapon.at.gun", ("pak40",), 17, False),
    ("dh.core.weapon.tank", ("m3_75", "f34"), 14, False),
    ("dh.core.weapon.tank", ("kwk40",), 17, False),
    ("dh.core.weapon.ig", ("leig18",), 10, False),
    ("dh.core.weapon.hmg.50", ("m2hb",), 7, True),
    ("dh.core.weapon.multirole", ("garand", "coax_mg"), 5, False),
]


@pytest.mark.parametrize(
    ("names", "at_ap", "special"),
    [pytest.param(n, ap, s, marks=pytest.mark.rule(rule), id=n[0]) for rule, n, ap, s in AGAINST_VEHICLES],
)
def test_values_against_vehicles(names: tuple[str, ...], at_ap: int, special: bool) -> None:
    for name in names:
        weapon = records.armoury()[name]
        assert (weapon.at_ap, weapon.special) == (at_ap, special)


@pytest.mark.rule("dh.core.weapon.mortar.light", "dh.core.weapon.mortar.medium", "dh.core.weapon.ig")
def test_what_fires_indirectly_and_from_where() -> None:
    for name, weapon in records.armoury().items():
        kind = records.weapon_data()[name].kind
        assert weapon.indirect == (kind == "mortar" or name in ("leig18", "reg76", "howitzer_75")), name
        medium = name in ("mortar_81", "mortar_82", "mortar_3in")
        assert weapon.min_range == (0 if kind != "mortar" else 120 if medium else 60), name


@pytest.mark.rule("dh.core.weapon.at.gun", "dh.core.weapon.ig", "dh.core.veh.dm")
def test_guns_have_shields_and_dm() -> None:
    for name, weapon in records.armoury().items():
        if records.weapon_data()[name].kind == "gun":
            assert (weapon.gunshield, weapon.dm) == ((False, -1) if name == "howitzer_75" else (True, -2)), name


@pytest.mark.rule("dh.core.weapon.ranges")
def test_ranges_are_inches_whatever_the_figures() -> None:
    """Ranges are read from the data as they are: nothing scales them."""
    for entry in load_yaml(records.DATA / "weapons.yaml", records.Armoury).weapons:
        assert records.armoury()[entry.id].range == entry.range * 10


@pytest.mark.rule("dh.core.stats.three", "dh.core.stats.span")
def test_three_ratings_within_their_span() -> None:
    """ACC and CC are the same for all and lie in 3 to 8; Guts is the figure's own and lies in 4 to 11."""
    assert 3 <= ACC <= 8
    assert 3 <= STRIKE <= 8
    guts = [man.guts for template in records.unit_templates().values() for man in template.figures]
    guts += [vehicle.guts for vehicle in records.vehicle_types().values()]
    assert min(guts) >= 4
    assert max(guts) <= 11
    assert len(set(guts)) > 2
    for rating, sound in ((3, False), (4, True), (11, True), (12, False)):
        if sound:
            records.check_guts("guts", rating)
        else:
            with pytest.raises(WrongContent, match="4 to 11"):
                records.check_guts("guts", rating)


@pytest.mark.rule("dh.core.stats.three", "dh.core.stats.standard")
def test_the_three_ratings_are_what_is_rolled_against() -> None:
    """ACC to hit in the open, CC to strike, and the figure's own Guts to check."""
    units = [unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30, figures=1)]
    for rating, roll, hits in ((5, 5, 1), (5, 6, 0)):
        field = Field(units).choose("hold")
        field.roll(roll, roll, roll, 9, 9, 9, 1)
        field.choose("fire", "de")
        assert field.total("fire") == rating
        assert bool(field.event("fire").args["hits"]) == bool(hits)
    for roll, hit in ((6, 1), (7, 0)):
        state = table(units)
        state.dice = scripted([roll, 10] if hit else [roll])
        assert blows(state, 1)[0] == hit
    state = table(units)
    assert (
        guts_tally(state, state.units[1], 0, 0, state.units[0], False).total
        == state.figure(state.units[1].figures[0]).guts
    )


@pytest.mark.rule("dh.core.cover.reinforced")
def test_the_best_class_gives_minus_five_under_either_name() -> None:
    assert number_to_hit("prepared") == ACC - 5


@pytest.mark.rule("dh.core.points")
def test_what_units_cost() -> None:
    """More men, better weapons and thicker armour cost more; the shipped platoons are worth about the same."""
    cost = records.cost
    assert cost("us_rifle_squad") > cost("uk_section") > cost("us_mmg") > cost("us_sniper")
    assert cost("sherman") > cost("m3_halftrack") > cost("truck") > cost("jeep")
    totals = [sum(cost(name) for name in platoon.units) for platoon in records.platoons().values()]
    assert max(totals) < 1.4 * min(totals)
