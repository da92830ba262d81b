"""Weapons and rosters: the numbers of the data files are those of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.kernel.tally import Tally
from bocage.systems.disposable import content
from bocage.systems.disposable.cases import number, table
from bocage.systems.disposable.model import HOLD, SNEAK
from bocage.systems.disposable.rules.closecombat import STRIKE
from bocage.systems.disposable.rules.shooting import ACC, AIMED, shot_of, snap_number
from systems.disposable.field import unit

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
]


@pytest.mark.parametrize(
    ("names", "values"),
    [pytest.param(names, values, marks=pytest.mark.rule(rule), id=names[0]) for rule, names, values in WEAPONS],
)
def test_weapon_values(names: tuple[str, ...], values: tuple[int, int, int, int]) -> None:
    for name in names:
        weapon = content.armoury()[name]
        assert (weapon.rof, weapon.range // 10, weapon.ap, weapon.mm) == values
        assert weapon.blast == (name == "hand_grenade")


@pytest.mark.rule("dh.core.weapon.mm.zero")
def test_only_support_weapons_carry_mm() -> None:
    for name, weapon in content.armoury().items():
        plain = content.weapon_class(name) in ("rifle", "semi_auto", "smg", "assault_rifle", "pistol")
        assert (weapon.mm == 0) == plain, name


@pytest.mark.rule("dh.core.stats.standard", "dh.fire.acc.1", "dh.melee.attack.2")
def test_everybody_has_acc_5_and_cc_6() -> None:
    assert (ACC, STRIKE) == (5, 6)
    assert number({}) == 5


QUALITY = {"green": (5, 6, 7), "regular": (6, 7, 8), "veteran": (7, 8, 9), "elite": (8, 9, 10)}


@pytest.mark.rule("dh.core.guts.quality")
def test_guts_follow_quality_and_rank() -> None:
    for name, template in content.unit_templates().items():
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
    for man in content.unit_templates()[name].figures:
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
    for name, weapon in content.armoury().items():
        assert weapon.no_long == (content.weapon_class(name) in ("grenade", "rifle_grenade")), name


@pytest.mark.rule("dh.open.scope_hold", "dh.fire.scoped.1")
def test_a_scope_helps_only_who_did_not_move() -> None:
    state = table([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 30, figures=1)])
    rifle = content.armoury()["sniper_springfield"]
    needs = []
    for mode in (HOLD, SNEAK):
        shot = shot_of(state, state.units[0], 0, rifle, 0, state.units[1], 0, mode, AIMED, False)
        assert shot is not None
        needs.append(shot.need)
    assert needs == [7, 5]


@pytest.mark.rule("dh.cc.evade.5", "dh.snap.5", "dh.snap.6")
@pytest.mark.parametrize(("activated", "how", "need"), [(False, 1, 2), (True, 1, 1), (False, 2, 1), (True, 2, 1)])
def test_numbers_out_of_turn(activated: bool, how: int, need: int) -> None:
    tally = Tally(False)
    snap_number(tally, activated, how)
    assert tally.total == need
