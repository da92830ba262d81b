"""Rally Phase: initiative, attempts, Medics, weapons."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.flags import SHAKEN, WOUNDED
from bocage.text import catalogue
from systems.lnlt.table import (
    CLARKSON,
    DE_MEDIC,
    FJ,
    M1919,
    MEDROW,
    PARA,
    PARA_HALF,
    US_HERO,
    US_MEDIC,
    WEISS,
    Table,
    event,
    lines,
    unit,
)

pytestmark = pytest.mark.both_seats


def rally_table(us: list[dict[str, Any]], **more: Any) -> Table:
    """Turn 1, where the scenario gives the initiative and no die is rolled."""
    return Table(us, [unit(FJ, "A1", "enemy")], phase="rally", **more)


def until_initiative(table: Table, dice: list[int]) -> str:
    """Three passes end the turn; returns who has the initiative of the next."""
    table.do("pass")
    table.do("pass")
    events = table.do("pass", dice=dice)
    return str(event(events, "initiative").args["side"])


@pytest.mark.rule("lnlt.core.3", "lnlt.boh.24.2a", "lnlt.pac.fr.2.0a", "lnlt.core.check.infantry.1")
@pytest.mark.parametrize(
    ("holder", "dice", "side"), [("de", [5, 5], "de"), ("us", [5, 5], "us"), ("de", [6, 5], "us"), ("us", [2, 3], "de")]
)
@pytest.mark.first_seat
def test_higher_die_takes_the_initiative_and_a_tie_keeps_it(holder: str, dice: list[int], side: str) -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], initiative=holder, impulse="us")
    assert until_initiative(table, dice) == f"@nation.{side}"


@pytest.mark.rule("lnlt.core.3")
@pytest.mark.first_seat
def test_first_turn_initiative_is_the_scenarios() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], initiative="de", phase="rally")
    assert table.decision.seat == 1
    assert table.state.dice.draws == 0


@pytest.mark.rule("lnlt.core.3", "lnlt.boh.24.2be")
@pytest.mark.first_seat
def test_the_side_with_initiative_rallies_first() -> None:
    table = Table(
        [unit(MEDROW, "E5", "m", shaken=True)], [unit(WEISS, "A1", "w", shaken=True)], phase="rally", initiative="de"
    )
    assert table.decision.seat == 1
    table.do("hold")
    assert table.decision.seat == 0


@pytest.mark.rule("lnlt.core.3", "lnlt.boh.24.2bf", "lnlt.core.check.infantry.9")
def test_a_leader_rallies_himself_without_his_own_leadership() -> None:
    table = Table(
        [unit(PARA, "E5", "p")],
        [unit(WEISS, "A1", "w", shaken=True)],
        phase="rally",
        initiative="de",
        terrain={"light-woods": ["A1"]},
    )
    happened = event(table.do("rally", "w", dice=[4, 4]), "rally")
    assert lines(happened) == {"rally.cover": -2}
    assert happened.args["need"] == 8
    assert not table.is_shaken("w")


@pytest.mark.rule("lnlt.core.1.5", "lnlt.core.1.5.1", "lnlt.core.3", "lnlt.boh.24.2t", "lnlt.boh.24.2w")
@pytest.mark.parametrize(("dice", "rallied"), [([5, 4], True), ([5, 5], False)])
def test_cover_and_leadership_help_and_equal_succeeds(dice: list[int], rallied: bool) -> None:
    table = rally_table(
        [unit(CLARKSON, "E5", "c"), unit(PARA, "E5", "p", shaken=True)], terrain={"light-woods": ["E5"]}
    )
    happened = table.do("rally", "p", dice=dice)[0]
    assert lines(happened) == {"rally.cover": -2, "rally.leadership": -1}
    assert happened.args["need"] == 9
    assert table.is_shaken("p") != rallied


@pytest.mark.rule("lnlt.core.1.5", "lnlt.core.3")
@pytest.mark.parametrize(
    ("dice", "said"),
    [([5, 4], "rallies (rolled 9 − 3 = 6, needed 6 or less)."),
     ([5, 5], "stays Shaken (rolled 10 − 3 = 7, needed 6 or less).")],
)  # fmt: skip
def test_the_log_compares_the_modified_total_with_morale(dice: list[int], said: str) -> None:
    table = rally_table(
        [unit(CLARKSON, "E5", "c"), unit(PARA, "E5", "p", shaken=True)], terrain={"light-woods": ["E5"]}
    )
    happened = table.do("rally", "p", dice=dice)[0]
    assert catalogue(SYSTEM.package, "en").say(f"event.{happened.kind}", happened.args).endswith(said)


@pytest.mark.rule("lnlt.core.3", "lnlt.boh.24.2bg")
def test_no_leader_no_hero_no_attempt() -> None:
    table = rally_table(
        [unit(PARA, "E5", "p", shaken=True), unit(MEDROW, "E6", "m"), unit(PARA, "E6", weapons=[M1919])]
    )
    assert not table.offers("rally")
    assert table.refusals("rally", "p") == ["lnlt.core.3"]


@pytest.mark.rule("lnlt.core.3", "lnlt.core.11.2", "lnlt.boh.24.2u")
def test_a_hero_lets_others_try_though_the_leader_failed() -> None:
    table = rally_table([unit(MEDROW, "E5", "m", shaken=True), unit(PARA, "E5", "p", shaken=True), unit(US_HERO, "E5")])
    assert not table.offers("rally", "p"), "leaders go first"
    table.do("rally", "m", dice=[6, 6])
    happened = event(table.do("rally", "p", dice=[3, 3]), "rally")
    assert lines(happened) == {}


@pytest.mark.rule("lnlt.core.3")
def test_a_leader_that_rallies_helps_at_once_and_each_tries_once() -> None:
    table = rally_table([unit(CLARKSON, "E5", "c", shaken=True), unit(PARA, "E5", "p", shaken=True)])
    table.do("rally", "c", dice=[1, 1])
    happened = event(table.do("rally", "p", dice=[6, 6]), "rally-fails")
    assert lines(happened) == {"rally.leadership": -1}
    assert not table.offers("rally")


@pytest.mark.rule("lnlt.core.3", "lnlt.boh.24.2s", "lnlt.core.check.infantry.8")
def test_a_wound_lowers_morale_and_stays() -> None:
    table = rally_table([unit(MEDROW, "E5", "m", shaken=True, wounded=True)], terrain={"light-woods": ["E5"]})
    happened = event(table.do("rally", "m", dice=[3, 4]), "rally")
    assert happened.args["morale"] == 5
    assert happened.args["need"] == 7
    assert table.has("m", WOUNDED)


@pytest.mark.rule("lnlt.core.3", "lnlt.core.11.0", "lnlt.core.option.self_rally_smc", "lnlt.boh.24.2bh")
@pytest.mark.parametrize(("option", "may"), [("all", True), ("leaders", False)])
def test_medics_rally_themselves_only_in_the_newer_edition(option: str, may: bool) -> None:
    table = rally_table(
        [unit(US_MEDIC, "E5", "doc", shaken=True), unit(MEDROW, "C3", "m"), unit(PARA, "C3", weapons=[M1919])],
        options={"self_rally_smc": option},
    )
    assert table.offers("rally", "doc") == may


@pytest.mark.rule("lnlt.core.11.3", "lnlt.boh.24.2v", "lnlt.boh.24.2bi")
@pytest.mark.parametrize(("dice", "helped"), [([3, 3], True), ([3, 4], False)])
def test_a_medic_flips_a_shaken_unit_on_his_own_morale(dice: list[int], helped: bool) -> None:
    table = rally_table([unit(US_MEDIC, "E5", "doc"), unit(PARA_HALF, "E5", "h", shaken=True)])
    events = table.do("medic", "doc", dice=dice)
    assert events[0].args["need"] == 6
    assert table.is_shaken("h") != helped


@pytest.mark.rule("lnlt.core.11.3", "lnlt.core.1.5")
def test_a_medic_in_cover_checks_at_minus_two_and_chooses_whom_to_help() -> None:
    table = rally_table(
        [unit(US_MEDIC, "E5", "doc"), unit(MEDROW, "E5", "m", wounded=True), unit(PARA_HALF, "E5", "h", shaken=True)],
        terrain={"forest": ["E5"]},
    )
    assert table.do("medic", "doc", dice=[4, 4])[0].args["need"] == 8
    assert table.kind == "medic"
    table.do("heal", "m")
    assert not table.has("m", WOUNDED)
    assert table.has("h", SHAKEN)
    assert not table.offers("medic"), "no second try"


@pytest.mark.rule("lnlt.core.11.3")
def test_a_patient_who_tried_to_rally_is_not_flipped() -> None:
    table = rally_table([unit(US_MEDIC, "E5", "doc"), unit(MEDROW, "E5", "m"), unit(PARA_HALF, "E5", "h", shaken=True)])
    table.do("rally", "h", dice=[6, 6])
    assert table.state.phase == 1, "nothing is left to do"
    assert table.is_shaken("h")


REUNITED = [
    ("hid", ["ge.fj40.squad.2-3-4"], "ge.fj.hs.2-2-4", "ge.fj40.squad.2-3-4"),
    ("hon", ["ge.fj44.squad.3-3-4", "ge.fj44.squad.2-3-4"], "ge.fj.hs.2-2-4", "ge.fj44.squad.3-3-4"),
    ("hon", ["ge.fj44.squad.3-3-4", "ge.fj44.squad.2-3-4"], "ge.fj.hs.1-2-4", "ge.fj44.squad.2-3-4"),
    ("boh", ["ge.wehr44.squad.2-6-4"], "ge.wehr44.hs.1-5-4", "ge.wehr44.squad.2-6-4"),
    ("boh", ["ge.wehr44.squad.2-6-4", "ge.wehr44.squad.1-6-4"], "ge.wehr44.hs.1-5-4", "ge.wehr44.squad.1-6-4"),
    ("boh", ["ge.wehr44.squad.1-6-4", "ge.wehr44.squad.2-6-4"], "ge.wehr44.hs.1-5-4", "ge.wehr44.squad.1-6-4"),
    ("boh", [], "ge.wehr44.hs.1-5-4", "ge.wehr44.squad.1-6-4"),
]


@pytest.mark.rule("lnlt.core.3", "lnlt.hon.13.3.3e", "lnlt.core.open.31")
@pytest.mark.parametrize(("module", "squads", "half", "made"), REUNITED)
def test_half_squads_make_the_squad_that_their_side_has(module: str, squads: list[str], half: str, made: str) -> None:
    """Several squads leave the same half; the weakest of those on the side, so that nothing is gained by splitting."""
    pair = [unit(half, "E5", "a"), unit(half, "E5", "b"), unit(WEISS if "fj" in half else "ge.ldr.koch", "E5", "l")]
    rest = [unit(name, f"G{number + 5}") for number, name in enumerate(squads)]
    table = Table([unit(PARA, "A1", "enemy")], pair + rest, phase="rally", initiative="de", module=module)
    table.do("combine", "a")
    assert table.unit("a").type.id == made


@pytest.mark.rule("lnlt.core.3", "lnlt.pac.fr.2.0j")
def test_two_half_squads_combine_under_a_good_order_leader() -> None:
    pair = [unit(PARA_HALF, "E5", "a"), unit(PARA_HALF, "E5", "b", weapons=[M1919])]
    table = rally_table([*pair, unit(MEDROW, "E5", "m")])
    table.do("combine", "a")
    assert table.unit("a").type.id == PARA
    assert table.place("b") == "gone"
    assert [w.owner for w in table.state.weapons] == [table.names["a"]]
    assert table.state.losses == [0, 0]
    for us in (pair, [*pair, unit(MEDROW, "E5", "m", shaken=True)], [pair[0], unit(PARA_HALF, "E5", shaken=True)]):
        other = rally_table([*us, unit(US_HERO, "E5", "h")])
        assert other.state.phase == 1 or not other.offers("combine")


@pytest.mark.rule("lnlt.core.1.6", "lnlt.pac.fr.2.0c")
def test_weapons_change_hands_once_between_good_order_units() -> None:
    table = rally_table(
        [unit(PARA, "E5", "a", weapons=[M1919]), unit(PARA, "E5", "b"), unit(PARA, "E5", "c", shaken=True)]
    )
    table.do("hand-over", f"a: {M1919}")
    weapon = table.state.weapons[0]
    assert weapon.owner == table.names["b"]
    assert table.state.phase == 1, "handed over once, then nothing is left to do"


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.11.3")
def test_medics_carry_nothing_and_leaders_one() -> None:
    table = rally_table(
        [unit(PARA, "E5", "a", weapons=["us.sw.m2hb", M1919]), unit(US_MEDIC, "E5", "doc"), unit(MEDROW, "E5", "m")]
    )
    table.do("hand-over", f"a: {M1919}")
    assert [w.owner for w in table.state.weapons].count(table.names["doc"]) == 0
    assert [w.owner for w in table.state.weapons].count(table.names["m"]) == 1
    assert not table.offers("hand-over"), "the leader has his hands full"


@pytest.mark.rule("lnlt.core.8.1", "lnlt.core.3")
def test_nobody_rallies_in_melee() -> None:
    table = Table(
        [unit(CLARKSON, "E5", "c", shaken=True), unit(PARA, "E5", "p")],
        [unit(FJ, "E5", "f"), unit(DE_MEDIC, "E5", "doc")],
        phase="rally",
    )
    assert table.state.phase == 1


@pytest.mark.rule("lnlt.core.3")
def test_who_has_just_rallied_combines_too_and_reorganises_once() -> None:
    pair = [unit(PARA_HALF, "E5", "a", shaken=True), unit(PARA_HALF, "E5", "b"), unit(PARA, "G5", "x", shaken=True)]
    table = rally_table([*pair, unit(MEDROW, "E5", "m"), unit(MEDROW, "G5", "n")])
    table.do("rally", "a", dice=[1, 2])
    table.do("combine", "a")
    assert table.unit("a").type.id == PARA
    assert not table.offers("split", "a"), "once in a phase"


@pytest.mark.rule("lnlt.core.3")
def test_a_shaken_piece_says_so() -> None:
    table = rally_table([unit(CLARKSON, "E5", "c"), unit(PARA, "E5", "p", shaken=True)])
    pieces = {piece.id: piece for piece in SYSTEM.position(table.state, 0).pieces}
    steady, shaken = pieces[table.unit("c").id], pieces[table.unit("p").id]
    assert steady.turned is None
    assert shaken.turned is not None
    assert catalogue(SYSTEM.package, "en").render(shaken.turned) == "Shaken"


@pytest.mark.rule("lnlt.core.3")
def test_a_shaken_leader_helps_nobody_to_rally() -> None:
    for shaken in (False, True):
        men = [unit(PARA, "E5", "p", shaken=True), unit(PARA, "A9", "q", shaken=True), unit(MEDROW, "A9", "m")]
        table = rally_table([unit(CLARKSON, "E5", "c", shaken=shaken), *men])
        if shaken:
            table.do("rally", "c", dice=[6, 6])
        assert table.offers("rally", "p") == (not shaken)
        assert table.offers("rally", "q")
