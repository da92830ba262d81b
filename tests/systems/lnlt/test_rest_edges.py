"""Slayers, riders, Heroes and those who withdraw: one condition at a time and from either seat."""

from __future__ import annotations

from copy import copy

import pytest

from bocage.content import ContentError
from bocage.kernel import Tally
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.vehicles import NONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.activation import Activation
from bocage.systems.lnlt.rules.aftermath import ErraticCard
from bocage.systems.lnlt.rules.damage import heroes_left, reduce
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import mark_slayers, ready_slayers
from bocage.systems.lnlt.rules.guns import may_shell
from bocage.systems.lnlt.rules.high_explosive import add_direct_modifiers
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.ordnance import target_hex, to_hit_tally
from bocage.systems.lnlt.rules.reactions import add_guns
from bocage.systems.lnlt.rules.shots import OrdnanceShot
from bocage.systems.lnlt.rules.withdrawal import Withdrawal
from systems.lnlt.armour import EAST, FAR, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import FJ, PARA, RIFLES, Table, unit

pytestmark = pytest.mark.both_seats


@pytest.mark.rule("lnlt.core.8.1", "lnlt.core.1.8.1", "lnlt.core.9")
def test_who_cannot_retreat_is_lost_and_leaves_the_hex() -> None:
    around = ["F4", "F6", "E4", "E5", "E6", "G4", "G5", "G6"]
    field = Field(
        side("us", unit("us.wt.m1917", "F5", "m"), unit(PARA, "A9")),
        side("de", unit("ge.medic", "F5", "x"), FAR),
        terrain={"water": around},
        victory={"objectives": [{"hex": "F5", "points": 3}]},
    )
    state, seat = field.state, field.unit("m").seat
    state.control[0] = 1 - seat
    melee = Melee(seat, field.hex("F5"), [])
    state.push(melee)
    melee.ask_retreat(state)
    assert field.place("x") == "gone"
    assert state.control[0] == seat
    assert melee not in state.stack


@pytest.mark.rule("lnlt.sab.13.94c", "lnlt.hon.13.1.4c", "lnlt.core.13")
@pytest.mark.parametrize(
    ("squad", "pool", "found"),
    [
        ("uk.para.squad.1-6-4", ["uk.hero.cdo"], []),
        ("uk.para.squad.1-6-4", ["uk.hero.cdo", "uk.hero.para"], [1]),
        ("uk.cdo.squad.2-4-4", ["uk.hero.cdo", "uk.hero.para"], [0]),
    ],
)
def test_whose_heroes_come_forward(squad: str, pool: list[str], found: list[int]) -> None:
    table = Table(
        [unit(squad, "E5", "s")], [unit(RIFLES, "A1", "r")], nations=("uk", "de"), module="sab", heroes={"uk": pool}
    )
    assert heroes_left(table.state, table.unit("s"), table.hex("E5")) == found


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.6.6")
@pytest.mark.parametrize(
    ("who", "mark", "label"),
    [
        ("foot", 0, ""),
        ("foot", flags.MOVED, "hit.moving"),
        ("horse", 0, "fire.mounted"),
        ("horse", flags.MOVED, "fire.riding"),
    ],
)
def test_guns_at_riders_and_at_men_on_foot(who: str, mark: int, label: str) -> None:
    men = [unit("fr.spahi.squad.1-12-4", "G5", "horse"), unit("fr.reg.squad.1-6-4", "H5", "foot")]
    field = Field(
        side("de", vehicle(STUG, "D5", "S", EAST, markers=["buttoned"]), unit(RIFLES, "A1")),
        side("fr", *men),
        module="hid",
    )
    one = field.unit(who)
    one.flags |= mark
    tally = to_hit_tally(field.state, field.names["S"], 0, target_hex(one.hex), [one.id], False, False)
    assert {line.label for line in tally.lines} == ({label} if label else set())


@pytest.mark.rule("lnlt.hid.skill.slayer.b", "lnlt.hid.skill.slayer.d", "lnlt.hid.skill.slayer.g")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ("", True),
        ("beside", True),
        ("far", False),
        ("not-ready", False),
        ("enemy", False),
        ("dead", False),
        ("shaken", False),
        ("slew", False),
        ("fired", True),
        ("unseen", False),
        ("melee", False),
    ],
)
def test_which_slayers_may_fire_again(change: str, may: bool) -> None:
    us = [unit("us.hero.para", "E5", "h", skill="slayer"), unit(PARA, "A9", "rest")]
    de = [unit(RIFLES, "E2", "r"), *([unit(FJ, "E5", "x")] if change == "melee" else [])]
    table = Table(us, de)
    state, one = table.state, table.unit("h")
    at = {"beside": "E3", "far": "E4"}.get(change, "E2")
    state.slayers = [(one.id, table.hex(at), change != "not-ready")]
    one.flags |= {"shaken": flags.SHAKEN, "slew": flags.SLEW, "fired": flags.FIRED}.get(change, 0)
    sight = 0 if change == "unseen" else -1
    if change == "dead":
        state.eliminate(one)
    seat = 1 - one.seat if change == "enemy" else one.seat
    assert ready_slayers(state, seat, table.hex("E2"), sight) == ([one] if may else [])


@pytest.mark.rule("lnlt.core.8.1")
@pytest.mark.parametrize(("men", "verbs"), [(1, set()), (2, {"all", "add"}), (3, {"all", "add"})])
def test_all_may_withdraw_at_a_word(men: int, verbs: set[str]) -> None:
    table = Table([unit(PARA, "E5", f"p{n}") for n in range(men)], [unit(RIFLES, "E5", "r")])
    state = table.state
    state.pending = []
    going = Withdrawal(table.unit("p0").seat, table.hex("E5"))
    going.choose_units(state)
    asked = {acts.ACTS.of(option).name for decision in state.pending for option in decision.options}
    assert asked == verbs
    assert (going.leaving == [table.names["p0"]]) == (men == 1)


# ---- damage


@pytest.mark.rule("lnlt.core.5.1")
@pytest.mark.parametrize("has_half", [True, False])
def test_casualties_of_who_has_no_half_squad_are_the_end(has_half: bool) -> None:
    table = Table([unit(PARA, "E5", "s")], [unit(RIFLES, "A1", "r")])
    one = table.unit("s")
    one.type = copy(one.type)
    before = one.type.size
    if not has_half:
        one.type.reduced_odd = one.type.reduced_even = None
    reduce(table.state, one)
    assert (table.place("s") == "gone") == (not has_half)
    if has_half:
        assert one.type.size == before // 2
        assert table.is_shaken("s")


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.boh.25.2.erratic.c", "lnlt.core.5.1")
@pytest.mark.parametrize("held", [True, False])
def test_a_card_that_is_gone_spares_nobody(held: bool) -> None:
    us = [unit("us.hero.para", "E5", "h", **({"skill": "erratic"} if held else {})), unit(PARA, "E5", "p")]
    table = Table(us, [unit(RIFLES, "A1", "r")])
    state, one = table.state, table.unit("h")
    state.pending = []
    state.push(ErraticCard(one.seat, one.hex, [table.names["p"]], 6, False, one.id))
    state.dice.script, state.dice.cursor = [6], 0
    state.advance()
    assert (table.kind == acts.ERRATIC_CARD.name) == held
    assert (table.unit("p").type.id == PARA and not table.is_shaken("p")) == held


@pytest.mark.rule("lnlt.core.option.he_uses_dft_mods", "lnlt.core.armour.4.5", "lnlt.core.6.6", "lnlt.core.5.0.2")
@pytest.mark.parametrize(
    ("who", "mark", "origin", "wanted"),
    [
        ("foot", 0, "D5", {}),
        ("foot", flags.MOVED, "D5", {"fire.moving": 1}),
        ("horse", 0, "D5", {"fire.mounted": 1}),
        ("horse", flags.MOVED, "D5", {"fire.riding": -1}),
        ("foot", 0, "G5", {"fire.adjacent": 2}),
    ],
)
def test_what_counts_for_shells_as_for_bullets(who: str, mark: int, origin: str, wanted: dict[str, int]) -> None:
    men = [unit("fr.spahi.squad.1-12-4", "H5", "horse"), unit("fr.reg.squad.1-6-4", "H6", "foot")]
    field = Field(side("de", vehicle(STUG, "D5", "S", EAST), unit(RIFLES, "A1")), side("fr", *men), module="hid")
    one = field.unit(who)
    one.flags |= mark
    tally = Tally(True)
    if origin == "G5":
        field.state.go(one, field.hex("H5"))
    add_direct_modifiers(tally, field.state, [one.id], field.hex(origin), one.hex)
    assert {line.label: line.value for line in tally.lines} == wanted


@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.core.armour.5.11", "lnlt.core.armour.5.5")
@pytest.mark.parametrize("assaults", [False, True])
@pytest.mark.parametrize("made_for_it", [False, True])
def test_a_gun_not_made_for_it_does_not_answer_after_an_assault_move(assaults: bool, made_for_it: bool) -> None:
    field = Field(side("us", unit(PARA, "D5", "p"), unit(PARA, "A9")), side("de", vehicle(STUG, "H5", "G", WEST)))
    one = field.vehicle("G")
    one.type = copy(one.type)
    one.type.guns = [copy(gun) for gun in one.type.guns]
    for gun in one.type.guns:
        gun.assault_fire = made_for_it
    one.flags |= flags.ASSAULT if assaults else 0
    found: list[int] = []
    add_guns(field.state, one, field.hex("D5"), NONE, found)
    assert bool(found) == (made_for_it or not assaults)


@pytest.mark.rule("lnlt.core.8.1", "lnlt.core.1.8.1")
@pytest.mark.parametrize(("change", "flips"), [("", True), ("stays", False), ("shaken", False)])
def test_who_holds_a_hex_that_others_withdraw_from(change: str, flips: bool) -> None:
    us = [unit(PARA, "E5", "s"), *([unit(PARA, "E5", "t")] if change == "stays" else [])]
    table = Table(us, [unit(RIFLES, "E5", "r")], victory={"objectives": [{"hex": "E5", "points": 3}]})
    state, seat = table.state, table.unit("s").seat
    state.control[0] = seat
    table.unit("r").flags |= flags.SHAKEN if change == "shaken" else 0
    going = Withdrawal(seat, table.hex("E5"))
    state.push(going)
    state.go(table.unit("s"), table.hex("E6"))
    going.abandon(state)
    assert state.control[0] == (1 - seat if flips else seat)


# ---- rockets and mortars, and where vehicles stand at the start


@pytest.mark.rule("lnlt.core.armour.1.1", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("who", "opportunity", "left"),
    [(PARA, False, flags.AIMED), (PARA, True, 0), ("us.para.hs.1-4-4", False, 0), ("us.hero.para", False, 0)],
)
def test_what_a_rocket_leaves_to_who_fired_it(who: str, opportunity: bool, left: int) -> None:
    own = side("us", unit(who, "E5", "s", weapons=["us.sw.bazooka"]), unit(PARA, "A9"))
    field = Field(own, side("de", vehicle(STUG, "G5", "G", WEST), FAR))
    one = field.unit("s")
    shot = OrdnanceShot(one.seat, one.id, 0, field.names["G"], opportunity)
    assert shot.rifles_left(field.state) == left
    shot.fired(field.state)
    assert one.flags == flags.FIRED | left


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.hon.1.6.4c")
@pytest.mark.parametrize(
    ("mark", "terrain", "may"),
    [
        (0, "", True),
        (flags.SHAKEN, "", False),
        (flags.OPS, "", False),
        (0, "stone-building", False),
        (0, "forest", False),
    ],
)
def test_when_a_mortar_team_shells(mark: int, terrain: str, may: bool) -> None:
    own = side("us", unit("us.wt.mortar81", "E5", "m"), unit(PARA, "A9"))
    field = Field(own, side("de", FAR), terrain={terrain: ["E5"]} if terrain else {})
    field.unit("m").flags |= mark
    assert may_shell(field.state, field.unit("m")) == may


@pytest.mark.rule("lnlt.core.armour.5.4", "lnlt.core.armour.14.1")
@pytest.mark.parametrize(
    ("terrain", "road", "others", "may"),
    [
        ("", False, 0, True),
        ("forest", False, 0, False),
        ("forest", True, 0, True),
        ("", False, 1, True),
        ("", False, 2, False),
    ],
)
def test_where_a_vehicle_may_begin(terrain: str, road: bool, others: int, may: bool) -> None:
    parked = [vehicle(STUG, "E5", f"o{n}") for n in range(others)]
    more = {"terrain": {terrain: ["E5"]} if terrain else {}, "roads": [["E5", "E4"]] if road else []}

    def begin() -> Field:
        return Field(
            side("de", vehicle(STUG, "E5", "G"), *parked, unit(RIFLES, "A9")), side("us", unit(PARA, "A1")), **more
        )

    if may:
        assert begin().where("G") == "E5"
    else:
        with pytest.raises(ContentError):
            begin()


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.armour.5.8", "lnlt.core.armour.6.3", "lnlt.core.5.3", "lnlt.core.5.0")
@pytest.mark.parametrize("verb", ["fire-at-vehicle", "fire-at-riders", "fire"])
def test_fire_in_an_impulse_is_no_opportunity(verb: str) -> None:
    tank = vehicle(STUG, "G5", "G", WEST, passengers=["r"])
    foes = [tank, unit(RIFLES, "G5", "r"), unit(RIFLES, "G6", "foot")]
    field = Field(side("us", unit(PARA, "E5", "s"), unit(PARA, "A9")), side("de", *foes, FAR))
    field.do("activate", where="E5")
    activation = field.state.stack[-1]
    assert isinstance(activation, Activation)
    at = field.hex("G6") if verb == "fire" else field.vehicle("G").id
    named = {one.name: one for one in (acts.FIRE, acts.FIRE_AT_VEHICLE, acts.FIRE_AT_RIDERS)}
    activation.fire(field.state, named[verb], field.hex("E5"), at)
    attack = field.state.stack[-1]
    assert isinstance(attack, FireAttack)
    assert not attack.opportunity
    assert not attack.assault


@pytest.mark.rule("lnlt.hid.skill.slayer.b", "lnlt.core.5.2")
def test_a_slayer_who_fires_elsewhere_takes_his_marker_along() -> None:
    us = [unit("us.hero.para", "E5", "h", skill="slayer"), unit(PARA, "A9", "rest")]
    table = Table(us, [unit(RIFLES, "E2", "r")])
    firer = [acts.WITH_OWN.on(table.names["h"])]
    for hex_ in ("E2", "C4"):
        mark_slayers(table.state, firer, table.hex(hex_))
        assert [marker[:2] for marker in table.state.slayers] == [(table.names["h"], table.hex(hex_))]
