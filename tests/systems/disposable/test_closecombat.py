"""Charges and melees."""

from __future__ import annotations

import pytest

from bocage.systems.disposable.model.tables import MANOEUVRE
from bocage.systems.disposable.rules import decisions
from bocage.systems.disposable.rules.accuracy import SNAP
from bocage.systems.disposable.rules.closecombat import Melee, charge_tally, grenades_used, in_contact, stay_put
from bocage.systems.disposable.rules.retreat import evade
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.rules.snap import forbid_snap
from bocage.systems.disposable.state import DESTROYED, PINNED, STEADY
from systems.disposable.field import Field, ground, line, table, unit

pytestmark = pytest.mark.rule(
    "dh.open.charge_order",
    "dh.cc.contact.1",
    "dh.cc.guts.1",
    "dh.melee.loop.1",
    "dh.open.melee_victims",
    "dh.core.act.phases",
)
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)
US = unit("us", 0, 20, 20)


def facing(mode: str, y: float = 28, **defender: object) -> Field:
    return Field([US, unit("de", 1, 20, y, **defender), FAR]).choose(mode)


@pytest.mark.rule("dh.open.charge_distance", "dh.cc.contact.1")
def test_a_charge_reaches_as_far_as_its_mode() -> None:
    for y, modes in ((26.4, {"sneak", "manoeuvre", "run"}), (28, {"manoeuvre", "run"}), (32, {"run"}), (36, set())):
        assert {m for m in ("sneak", "manoeuvre", "run") if facing(m, y).offers("charge", "de")} == modes, y
    assert not facing("hold", 26.4).offers("charge", "de")
    assert facing("run", 36).refusal("charge", "de") == "dh.open.charge_distance"


@pytest.mark.rule("dh.cc.contact.1", "dh.cc.pass.1")
def test_a_passed_check_brings_bases_into_contact() -> None:
    field = facing("run")
    field.roll(1)
    field.choose("charge", "de")
    assert field.decision.kind is decisions.RESPONSE
    assert in_contact(field.state, stay_put(field.state, field.unit("us")), field.unit("de"))


@pytest.mark.rule("dh.cc.guts.1", "dh.cc.fail.1", "dh.open.charge_fail_state", "dh.guts.natural.2")
def test_a_failed_check_ends_the_activation_where_it_began() -> None:
    field = facing("run")
    field.roll(10)
    field.choose("charge", "de")
    assert field.unit("us").activated
    assert field.unit("us").status == STEADY
    assert field.at("us") == (20, 20)


@pytest.mark.rule("dh.cc.guts.2")
def test_a_pinned_enemy_is_charged_without_a_check() -> None:
    field = facing("run", status="pinned")
    field.roll()
    field.choose("charge", "de")
    assert not field.happened("charge")
    assert field.decision.kind is decisions.RESPONSE


@pytest.mark.rule("dh.cc.guts.3", "dh.cc.guts.4", "dh.cc.guts.5", "dh.cc.guts.6", "dh.open.charge_figures",
                  "dh.open.charge_grenades")  # fmt: skip
def test_numbers_and_grenades_in_the_charge_check() -> None:
    for own, enemy, number in ((12, 9, 7 + 3 + 2), (5, 9, 7 - 4 + 2), (1, 1, 7 + 1)):
        state = table([unit("us", 0, 20, 20, figures=own), unit("de", 1, 20, 30, figures=enemy)])
        grenades = grenades_used(state, state.units[0])
        assert charge_tally(state, state.units[0], state.units[1], grenades, False).total == number
        assert charge_tally(state, state.units[0], state.units[1], 0, False).total == number - grenades
    state = table([unit("mg", 0, 20, 20, template="us_mmg"), unit("de", 1, 20, 30, figures=3)])
    assert grenades_used(state, state.units[0]) == 0, "no grenades"


@pytest.mark.rule("dh.cc.guts.7", "dh.cc.guts.8", "dh.cc.guts.9", "dh.open.charge_other_cover")
@pytest.mark.parametrize(
    ("kind", "cover"), [("road", 0), ("field", 0), ("bushes", -2), ("rubble", -3), ("foxholes", -4), ("sandbags", -5)]
)
def test_cover_of_the_charged_unit(kind: str, cover: int) -> None:
    state = table([unit("us", 0, 20, 20, figures=5), unit("de", 1, 20, 30, figures=5)], [ground(kind, 15, 26, 25, 34)])
    assert charge_tally(state, state.units[0], state.units[1], 2, False).total == 7 + 2 + cover


@pytest.mark.rule("dh.cc.pre.1", "dh.core.act.order")
def test_a_charging_unit_may_shoot_first() -> None:
    field = facing("manoeuvre", 26.4)
    field.roll(*[9] * 30, 1)
    field.choose("fire", "de")
    assert field.offers("charge", "de")


@pytest.mark.rule("dh.cc.pre.2", "dh.cc.pre.3", "dh.cc.guts.6", "dh.open.charge_grenades", "dh.melee.init.2")
@pytest.mark.parametrize("grenades", [0, 1, 2])
def test_grenades_of_a_charge_are_declared_hurt_nobody_and_help_twice(grenades: int) -> None:
    field = facing("run")
    field.roll(1)
    field.choose("charge", "de", str(grenades))
    assert sum(line.value for line in field.event("charge").lines if line.label == "label.grenades") == grenades
    assert len(field.unit("de").figures) == 9
    field.roll(5, 5, *[1] * 24)
    field.choose("stand")
    assert field.event("melee-initiative").args["attacker"] == 5 + 12 + grenades


@pytest.mark.rule("dh.cc.pre.3", "dh.open.charge_grenades")
def test_whoever_has_thrown_grenades_to_kill_does_not_charge() -> None:
    """Else they would cause casualties before a charge, and count again in its check."""
    field = facing("manoeuvre", 26.4)
    assert {choice.place for choice in field.choices() if choice.verb == "charge"} == {"0", "1", "2"}
    field.roll(*[9] * 30, 1)
    field.choose("grenade", "de", "2")
    assert not field.offers("charge", "de")
    assert field.refusal("charge", "de") == "dh.cc.pre.3"


def charged(**defender: object) -> Field:
    field = facing("run", **defender)
    field.roll(1)
    return field.choose("charge", "de")


@pytest.mark.rule("dh.cc.snap.1", "dh.cc.snap.2", "dh.melee.init.4")
def test_snap_fire_at_a_charge_asks_no_check_but_who_loses_men_strikes_last() -> None:
    field = charged()
    # 1 hit and a wound; then the melee: Germans strike first without a roll and miss, the Americans kill everybody
    dice = [1] + [9] * 7 + [5]
    field.roll(*dice)
    field.choose("snap-fire")
    assert not field.happened("guts")
    field.roll(*[10] * 9, *[1] * 22)
    field.fall(field.unit("us").figures[-1])
    assert field.event("strikes-first").args["unit"] == field.state.force(field.unit("de")).name
    assert field.unit("de").place == DESTROYED


@pytest.mark.rule("dh.cc.snap.1", "dh.snap.3")
def test_a_sneaking_charge_is_a_charge_too() -> None:
    """The sheet lets charging units be snap fired at without asking for their mode."""
    field = Field([US, unit("de", 1, 20, 26.4), unit("by", 1, 24, 30), FAR]).choose("sneak")
    field.roll(1)
    field.choose("charge", "de")
    assert field.decision.kind is decisions.SNAP
    assert field.offers("snap-fire", "by")
    field.choose("decline")
    assert field.decision.kind is decisions.RESPONSE
    assert field.offers("snap-fire")


@pytest.mark.rule("dh.cc.evade.1", "dh.cc.evade.2", "dh.cc.evade.3", "dh.cc.evade.4", "dh.cc.evade.5", "dh.cc.evade.6",
                  "dh.cc.evade.7", "dh.cc.evade.8", "dh.open.evade_try", "dh.open.charge_order")  # fmt: skip
@pytest.mark.parametrize("activated", [False, True])
def test_evading(activated: bool) -> None:
    field = charged(activated=activated)
    assert field.happened("charge"), "the check comes first"
    before = field.at("de")
    field.roll(*[2] * 40)
    field.choose("evade")
    assert field.event("snap-fire").args["hits"] == 0, "only a 1 hits"
    assert field.total("snap-fire") == 1
    assert field.at("de")[1] == pytest.approx(before[1] + 9, abs=0.1)
    assert field.unit("de").activated
    assert field.unit("de").status == PINNED


@pytest.mark.rule("dh.open.evade_try", "dh.core.pinned.acts")
def test_pinned_units_evade_but_do_not_snap_fire() -> None:
    field = charged(status="pinned")
    assert field.verbs() == {"stand", "evade"}


@pytest.mark.rule("dh.core.rout.contact", "dh.cc.evade.6", "dh.open.evade_try")
def test_a_routing_unit_may_evade_but_by_a_house_rule_is_destroyed_on_contact() -> None:
    units = [US, unit("de", 1, 20, 28, status="routed"), FAR]
    field = Field(units).choose("run")
    field.roll()
    field.choose("charge", "de")
    assert field.verbs() == {"stand", "evade"}, "units can always evade"
    field.roll(*[1] * 34)
    field.choose("stand")
    assert field.happened("melee")
    house = Field(units, options={"house_rout": True}).choose("run")
    house.roll()
    house.choose("charge", "de")
    assert house.unit("de").place == DESTROYED
    assert not house.happened("melee")


def melee(attackers: int, defenders: int, dice: list[int], **defender: object) -> Field:
    field = Field([unit("us", 0, 20, 20, figures=attackers), unit("de", 1, 22, 20, figures=defenders, **defender), FAR])
    field.state.pending.clear()
    field.roll(*dice)
    field.state.push(Melee(0, 1, False))
    field.state.advance()
    field.events.extend(field.state.events)
    return field


@pytest.mark.rule("dh.melee.init.1", "dh.melee.init.2", "dh.open.melee_tie", "dh.open.charge_grenades")
def test_initiative_adds_figures_and_grenades_and_rolls_ties_again() -> None:
    # 2 figures and 2 grenades against 1 and 1: 3 and 5 tie, then 3 and 6 let the defender strike
    field = melee(2, 1, [3, 5, 3, 6, 9, 1, 9, 6])
    args = field.event("melee-initiative").args
    assert (args["attacker"], args["defender"]) == (7, 8)
    blows = [event for event in field.events if event.kind == "melee"]
    assert blows[0].args["unit"] == field.state.force(field.state.units[1]).name


@pytest.mark.rule("dh.melee.init.3")
def test_the_pinned_side_strikes_last() -> None:
    field = melee(1, 2, [6, 6, 1, 10, 1, 6], status="pinned")
    assert not field.happened("melee-initiative")
    assert field.happened("strikes-first")


@pytest.mark.rule("dh.melee.init.5")
def test_pinned_against_shot_up_is_rolled() -> None:
    field = Field([unit("us", 0, 20, 20, figures=1), unit("de", 1, 22, 20, figures=1, status="pinned"), FAR])
    field.state.pending.clear()
    field.roll(9, 1, 6, 6)
    field.state.push(Melee(0, 1, True))
    field.state.advance()
    assert field.state.events[0].kind == "melee-initiative"


@pytest.mark.rule("dh.melee.attack.1", "dh.melee.attack.2", "dh.melee.attack.3", "dh.melee.reply.1", "dh.melee.loop.1")
def test_blow_by_blow_with_survivors_only() -> None:
    # Two against two (pinned): one hit of 6 kills with 6, 7 misses; one survivor replies: 6, then 7 does not kill;
    # again: 6 and 10, kill.
    field = melee(2, 2, [6, 7, 6, 6, 7, 6, 10, 6], status="pinned")
    kills = [(event.args["hits"], event.args["kills"]) for event in field.events if event.kind == "melee"]
    assert kills == [(1, 1), (1, 0), (1, 1)]
    assert field.state.units[1].place == DESTROYED


@pytest.mark.rule("dh.open.melee_victims", "dh.melee.end.2")
def test_the_winner_picks_his_dead_and_both_have_acted() -> None:
    # Defender strikes first: kills one; two attackers kill the only defender.
    field = melee(3, 1, [1, 10, 1, 1, 1, 1, 1, 1])
    assert field.decision.kind is decisions.CASUALTY
    assert field.decision.seat == 0
    field.play(field.decision.options[-1])
    assert len(field.state.units[0].figures) == 2
    assert field.state.units[0].activated


@pytest.mark.rule("dh.melee.end.1", "dh.open.melee_cover_move")
def test_the_winner_may_go_into_cover() -> None:
    units = [unit("us", 0, 20, 20, figures=3), unit("de", 1, 22, 20, figures=1, status="pinned"), FAR]
    for near, asked in ((26, True), (32, False)):
        field = Field(units, terrain=[ground("rubble", near, 10, near + 8, 30)])
        field.state.pending.clear()
        field.roll(1, 10, 10, 1)
        field.state.push(Melee(0, 1, False))
        field.state.advance()
        assert (field.decision.kind is decisions.SHELTER) is asked, near
        if asked:
            field.choose("cover")
            assert field.at("us")[0] >= 24


@pytest.mark.rule("dh.cc.fail.1")
def test_whoever_fails_to_charge_does_not_snap_fire_either() -> None:
    field = Field([US, unit("b", 0, 50, 4), unit("de", 1, 20, 28), FAR])
    field.choose("activate", "us").choose("run")
    field.roll(10)
    field.choose("charge", "de")
    assert forbid_snap(field.state, field.unit("us"), field.unit("de")) is not None
    field.state.units[0].snapped = False
    assert forbid_snap(field.state, field.unit("us"), field.unit("de")) is None, "else it could"


@pytest.mark.rule("dh.open.evade_try")
def test_evaders_keep_an_inch_from_every_enemy() -> None:
    units = [unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 21.5, figures=1), unit("b", 0, 20, 31.7, figures=1)]
    state = table(units)
    evade(state, state.units[1], state.units[0])
    runner, other = state.units[1].figures[0], state.units[2].figures[0]
    assert not state.close(runner, other, 10)
    assert state.gap2(runner, 0) > 90 * 90, "he bends round him"
    state = table([*units[:2], unit("b", 0, 20, 25, figures=1)])
    evade(state, state.units[1], state.units[0])
    assert state.x[runner] != 200, "nor past him so close"


@pytest.mark.rule("dh.core.move.terrain", "dh.open.charge_order", "dh.open.charge_distance")
@pytest.mark.parametrize(("kind", "end"), [("", 28.9), ("hedge", 26.9), ("bocage", 24.9)])
def test_a_pursuit_has_what_the_obstacle_has_left(kind: str, end: float) -> None:
    terrain = [line(kind, 0, 22, 72, 22)] if kind else []
    pair = unit("us", 0, 20, 20, figures=2, places=[[20, 20], [20, 18]])
    units = [pair, unit("de", 1, 20, 24, figures=1), FAR]
    field = Field(units, terrain=terrain, options={"house_pursuit": True}).choose("run")
    field.roll(1, *[9] * 30)
    field.choose("charge", "de").choose("evade")
    assert field.at("us") == (20, end)
    stays = Field(units, terrain=terrain).choose("run")
    stays.roll(1, *[9] * 30)
    stays.choose("charge", "de")
    contact = stays.at("us")
    stays.choose("evade")
    assert stays.at("us") == contact, "the sheet knows no pursuit"


@pytest.mark.rule("dh.move.hmg.1", "dh.cc.evade.4")
def test_a_heavy_machine_gun_that_charged_does_not_fire_at_the_evader() -> None:
    for template, fires in (("us_mmg", False), ("us_rifle_squad", True)):
        units = [unit("us", 0, 20, 20, template=template, facing=[0, 1]), unit("de", 1, 20, 28, figures=1), FAR]
        field = Field(units).choose("run")
        field.roll(1, *[9] * 40)
        field.choose("charge", "de").choose("evade")
        assert field.happened("snap-fire") == fires


@pytest.mark.rule("dh.fire.sniper.1", "dh.cc.evade.4")
def test_a_sniper_who_charged_names_his_man_among_the_evaders() -> None:
    units = [unit("sn", 0, 20, 20, template="us_sniper"), unit("de", 1, 20, 25, figures=3), FAR]
    field = Field(units, options={"house_lone": True}).choose("run")
    field.roll(1)
    field.choose("charge", "de")
    leader = field.unit("de").figures[0]
    field.roll(1, 2, 1)
    field.choose("evade")
    assert leader not in field.unit("de").figures


@pytest.mark.rule("dh.share.3", "dh.cc.snap.2")
@pytest.mark.parametrize(("check", "status"), [(1, STEADY), (10, PINNED)])
def test_who_takes_casualties_of_chargers_checks_though_they_do_not(check: int, status: int) -> None:
    units = [US, unit("b", 0, 20, 14, activated=True), unit("de", 1, 20, 28, figures=2), FAR]
    field = Field(units).choose("run")
    field.roll(1)
    field.choose("charge", "de")
    state = field.state
    shooting = Shooting(field.unit("de").index, field.unit("us").index, MANOEUVRE, SNAP, 0, True)
    shooting.step = 1
    state.shared = field.unit("b").index
    state.shared_losses = 1
    field.roll(check)
    shooting.check(state)
    assert field.unit("us").status == STEADY
    assert field.unit("b").status == status
