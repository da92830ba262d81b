"""What an army brings into battle: its units, stars and tokens; markers and dice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage.kernel.act import first
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.army import options
from bocage.systems.normandie.model.flags import AMMO, GRENADE, GUARDIAN, INTREPID, SHARPSHOOTER, TOKENS
from bocage.systems.normandie.rules.acts import ACTS, PURPOSES, SET_UP
from bocage.systems.normandie.rules.decisions import PLACE
from bocage.systems.normandie.rules.options import pool_for, spend
from bocage.systems.normandie.rules.victory import eliminate
from systems.normandie.field import Field
from systems.normandie.test_army import LEGAL, army, battle_of, wrong


@pytest.mark.rule("hon.army.finish.1")
def test_the_units_of_tiles_options_and_heroes_are_gathered() -> None:
    state = battle_of(LEGAL)
    assert len(state.units) == 4 + 3 + 1 + 1 + 1 + 1
    owners = [state.scenario.tiles[unit.tile].id for unit in state.units]
    assert owners == ["us8"] * 4 + ["us8.rifle"] * 3 + ["us.willys", "us.stuart", "us.fc", "rock"]
    assert wrong(army(("us8", {}), heroes=["rock", "rock"])) == {"hon.army.finish.1"}


@pytest.mark.rule("hon.comp.tile.1", "hon.comp.tile.2", "hon.comp.tile.3", "hon.order.count.1", "hon.order.example.1")
def test_stars_of_tiles_and_of_filled_openings() -> None:
    """The tile has one star, each large opening gives another while it is filled; the lieutenant has two."""
    assert battle_of(army(("us8", {2: "ammo", 3: "grenade"}))).stars(0) == 1 + 2
    assert battle_of(army(("us8", {1: "us8.rifle"}))).stars(0) == 1 + 1 + 2
    both = battle_of(army(("us8", {1: "us8.rifle", 4: "us8.baz"})))
    assert both.stars(0) == 5
    both.broken[0] = True
    assert both.stars(0) == 2, "the stars of a broken tile are lost"


@pytest.mark.rule(
    "hon.break.alloc.1", "hon.break.place.1", "hon.break.flip.1", "hon.comp.tile.4", "hon.open.hero.loss.1"
)
def test_losses_count_for_the_option_or_hero_they_belong_to() -> None:
    state = battle_of(army(("us8", {1: "us8.rifle"}), heroes=["rock"]))
    names = [tile.id for tile in state.scenario.tiles]
    assert names == ["us8", "us8.rifle", "rock"]
    squad = [unit for unit in state.units if unit.tile == 1]
    eliminate(state, squad[0], "hon.shot.kill.1")
    assert (state.losses, state.score) == ([0, 1, 0], [0, 0])
    eliminate(state, squad[1], "hon.shot.kill.1")
    assert (state.losses, state.broken, state.score) == ([0, 2, 0], [False, True, False], [0, 1])
    eliminate(state, squad[2], "hon.shot.kill.1")
    assert state.score == [0, 1], "an option breaks once"
    eliminate(state, state.units[-1], "hon.shot.kill.1")
    assert (state.losses, state.score) == ([0, 3, 1], [0, 2])


@pytest.mark.rule("hon.army.equip.4", "hon.opt.use.1", "hon.army.equip.1", "hon.opt.use.3", "hon.break.keep.1")
def test_tokens_lie_on_their_tile_until_spent() -> None:
    state = battle_of(army(("us8", {1: "us8.rifle", 2: "ammo"}), ("us22", {})))
    ours = [unit for unit in state.units if unit.tile == 0]
    squad = [unit for unit in state.units if unit.tile == 1]
    others = [unit for unit in state.units if unit.tile == 2]
    assert state.tokens[0][AMMO] == 3
    assert [pool_for(state, unit, AMMO) for unit in (ours[0], ours[3], squad[0], others[0])] == [0, 0, 0, -1]
    state.broken[0] = True
    assert [spend(state, unit, AMMO) for unit in (squad[0], ours[0], ours[1], ours[2], others[0])] == [
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.rule(
    "hon.army.equip.2", "hon.opt.use.2", "hon.army.equip.3", "hon.opt.use.4", "hon.army.order.2", "hon.army.trait.1"
)
def test_the_officer_tile_serves_the_whole_army_and_heroes_use_everything() -> None:
    state = battle_of(
        army(("us8", {2: "grenade", 3: "intrepid"}), ("us.fc", {1: "guardian", 2: "sharp"}), heroes=["rock"])
    )
    platoon, officer, hero = state.units[0], state.units[-2], state.units[-1]
    assert [pool_for(state, unit, GRENADE) for unit in (platoon, officer, hero)] == [0, -1, 0]
    assert [unit.traits for unit in (platoon, officer)] == [INTREPID | SHARPSHOOTER, SHARPSHOOTER]
    assert state.scenario.perks == [GUARDIAN, 0]
    shared = battle_of(army(("us8", {}), ("us.fc", {2: "ammo"})))
    assert pool_for(shared, shared.units[0], AMMO) == 1


@pytest.mark.rule("hon.trait.tricky.1", "hon.ord.conceal.1")
@pytest.mark.parametrize(
    ("option", "count"), [("heroic", 3), ("hardboiled", 3), ("veteran", 3), ("trigger", 3), ("tricky", 2)]
)
def test_the_tokens_of_traits(option: str, count: int) -> None:
    state = battle_of(army(("us8", {2: option})))
    assert sum(state.tokens[0]) == count
    assert options()["concealed"].tokens == {"concealed": 2}


@pytest.mark.rule("hon.ord.direct.1", "hon.eq.gear.1")
def test_chosen_tokens() -> None:
    officer = ("us.fc", {1: ("directive3", ["charge", "charge", "double_time"])})
    assert wrong(army(officer)) == set()
    assert wrong(army(("us.fc", {1: ("directive3", ["charge"])}))) == {"hon.ord.direct.1"}
    assert wrong(army(("us.fc", {1: ("directive1", ["ammo"])}))) == {"hon.ord.direct.1"}
    assert wrong(army(("us8", {2: ("gear3", ["ammo", "grenade", "ammo"])}))) == set()
    assert wrong(army(("us8", {2: ("gear3", ["ammo", "grenade", "panzerfaust"])}))) == {"hon.eq.gear.1"}


@pytest.mark.rule(
    "hon.eq.shield.1",
    "hon.eq.ammo.1",
    "hon.eq.belt.1",
    "hon.eq.cutter.1",
    "hon.eq.demo.1",
    "hon.eq.fuel.1",
    "hon.eq.gren.1",
    "hon.eq.faust.1",
    "hon.eq.rgren.1",
    "hon.eq.mine.1",
    "hon.ord.smoke.1",
)
@pytest.mark.parametrize(
    ("option", "token", "count"),
    [
        ("shield", "additional_shielding", 3),
        ("ammo", "ammo", 3),
        ("belt", "ammo_belt", 3),
        ("cutter", "passage", 2),
        ("demo", "demolition_charge", 3),
        ("fuel", "fuel", 3),
        ("grenade", "grenade", 3),
        ("faust", "panzerfaust", 3),
        ("rgrenade", "rifle_grenade", 3),
        ("sticky", "sticky_bomb", 3),
        ("magnetic", "magnetic_mine", 3),
        ("smoke", "smoke_bomb", 3),
    ],
)
def test_an_option_brings_its_tokens_into_play(option: str, token: str, count: int) -> None:
    nation = "de" if options()[option].nation == "de" else "us"
    tile, slot = ("us.fc" if nation == "us" else "ge.fk", 1) if option == "smoke" else ("us8", 2)
    state = battle_of(army((tile if nation == "us" else "ge901", {slot: option}), nation=nation))
    assert state.tokens[0][TOKENS.names.index(token)] == count
    assert sum(state.tokens[0]) == count


@pytest.mark.rule("hon.setup.deploy.6")
def test_vehicles_deploy_intact() -> None:
    state: Any = SYSTEM.new("carnage", 1, {})
    rng = random.Random(1)
    while state.phase == 0:
        decision = state.pending[0]
        if decision.kind is PLACE:
            unit = next(u for u in state.units if u.seat == decision.seat and u.status == 0)
            if unit.is_vehicle():
                assert all(first(option) == 0 for option in decision.options if ACTS.of(option) is SET_UP)
        state.play(decision, rng.choice(decision.options))
    vehicles = [unit for unit in state.units if unit.is_vehicle()]
    assert vehicles
    assert all(unit.side == 0 and not unit.damage for unit in vehicles)


@pytest.mark.rule("hon.box.dice.1")
def test_all_dice_have_six_sides() -> None:
    state = SYSTEM.new("boom", 5, {"cards": "on"})
    rng = random.Random(5)
    rolled = 0
    for _ in range(4_000):
        if state.over:
            break
        decision = rng.choice(state.pending)
        state.play(decision, rng.choice(decision.options))
        for roll in state.dice.log:
            purpose, sides, result = roll >> 16, roll >> 8 & 255, roll & 255
            assert sides == 6, PURPOSES.keys[purpose]
            assert 1 <= result <= 6
            rolled += 1
    assert rolled > 20


@pytest.mark.rule("hon.box.tokens.1")
def test_markers_never_run_out() -> None:
    units = {f"u{n}": f"us8.fire_team r{n // 12}c{n % 12} suppressed=9" for n in range(24)}
    units |= {"v": "us8.officer r3c6 suppressed=9", "m": "ge902.mg42 r3c2 back order=1 facing=2"}
    units["h"] = "ge902.officer r6c10 order=2"
    field = Field(units, [6], initiative="de")
    field.choose("suppress", "v")
    assert sum(unit.suppressed for unit in field.state.units) == 227 > 92, "all that were on hand, and two more"
