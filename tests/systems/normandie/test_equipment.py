"""Equipment tokens: what each is good for, and that it is gone afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.act import first, second
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.rules.sight import BLOCKED, CLEAR, line_of_sight
from bocage.systems.normandie.rules.vehicles import can_drive
from bocage.systems.normandie.state import EXITED, LOST, RESERVE, TRACK
from systems.normandie.field import Field, check_forecast, crossings


def armed(
    units: dict[str, str], dice: list[int] | None = None, us: dict[str, int] | None = None, **position: Any
) -> Field:
    armies = {"us": {"tokens": us or {}}}
    if "de" in position:
        armies["de"] = {"tokens": position.pop("de")}
    return Field(units, dice, army=armies, **position)


def left(field: Field, token: int, seat: int = 0) -> int:
    return field.state.tokens[seat][token]


@pytest.mark.rule("hon.eq.ammo.2", "hon.opt.use.9", "hon.aid.shot.4", "hon.opt.use.8")
def test_ammo_adds_before_the_roll() -> None:
    field = armed({"u": "us8.fire_team r3c1 order=1", "g": "ge902.fire_group r3c5"}, [1], {"ammo": 3})
    field.choose("fire", "g")
    field.choose("spend", token="@token.ammo")
    field.choose("spend", token="@token.ammo")
    field.choose("done")
    assert field.lines("fire") == {"bonus": 2, "equipment": 2}
    assert field.event("fire").args["result"] == 5
    assert left(field, flags.AMMO) == 1


@pytest.mark.rule("hon.open.supp.cards.1", "hon.abil.supp.2")
def test_equipment_is_inside_the_doubling() -> None:
    field = armed({"u": "us8.support_team r3c1 order=1", "g": "ge902.fire_group r3c5"}, [1], {"ammo": 1})
    field.choose("suppress", "g")
    field.choose("spend", token="@token.ammo")
    assert field.lines("suppress") == {"bonus": 3, "equipment": 1, "doubled": 4}


@pytest.mark.rule("hon.eq.ammo.2", "hon.eq.ammo.3")
def test_ammo_is_for_shots_at_infantry_without_explosives() -> None:
    car = armed({"u": "us8.fire_team r3c1 order=1", "g": "ge.kubelwagen r3c5"}, [1], {"ammo": 3})
    car.choose("fire", "g")
    assert left(car, flags.AMMO) == 3
    mortar = armed({"u": "us.mortar r3c1 back order=1", "g": "ge902.fire_group r3c5"}, [1], {"ammo": 3})
    mortar.choose("blast")
    mortar.choose("aim", row=3, col=6)
    assert left(mortar, flags.AMMO) == 3


@pytest.mark.rule("hon.eq.belt.2", "hon.eq.belt.3", "hon.open.burst.1")
@pytest.mark.parametrize(("target", "bonus"), [("ge902.fire_group r3c5", 2), ("ge.kubelwagen r3c5", 1)])
def test_belts_are_for_machine_gunners(target: str, bonus: int) -> None:
    field = armed({"u": "us8.30cal r3c1 back facing=2 order=1", "g": target}, [1], {"ammo_belt": 1})
    field.choose("fire", "g")
    field.choose("spend", token="@token.ammo_belt")
    assert field.lines("fire")["equipment"] == bonus
    rifle = armed({"u": "us8.fire_team r3c1 order=1", "g": "ge902.fire_group r3c5"}, [1], {"ammo_belt": 1})
    rifle.choose("fire", "g")
    assert left(rifle, flags.AMMO_BELT) == 1


@pytest.mark.rule("hon.eq.apc.1", "hon.eq.apc.2")
def test_one_piercing_shell_per_attack_of_a_heavy_vehicle() -> None:
    field = armed({"t": "us.sherman r3c2 facing=2 order=1", "g": "ge.panzer4 r3c7 facing=6"}, [1], {"apc_shell": 2})
    field.choose("fire", "g")
    field.choose("spend", token="@token.apc_shell")
    assert field.lines("fire") == {"bonus": 4, "equipment": 1}
    assert left(field, flags.APC_SHELL) == 1
    bazooka = armed({"u": "us8.bazooka r3c2 order=1", "g": "ge.panzer4 r3c7 facing=6"}, [1], {"apc_shell": 2})
    bazooka.choose("fire", "g")
    assert left(bazooka, flags.APC_SHELL) == 2


@pytest.mark.rule("hon.eq.shield.2", "hon.eq.shield.3", "hon.eq.shield.4")
def test_shielding_is_declared_before_the_roll_and_spent() -> None:
    units = {"t": "us.sherman r3c6 facing=6", "g": "ge.panzer4 r3c2 facing=2 order=1"}
    field = armed(units, [5], {"additional_shielding": 3}, initiative="de")
    field.choose("fire", "t")
    assert field.decision().seat == 0
    field.choose("shield", n=2)
    assert field.event("fire").args["defense"] == 11
    assert left(field, flags.SHIELDING) == 1
    jeep = armed(
        {"t": "us.jeep r3c6", "g": "ge.panzer4 r3c2 facing=2 order=1"},
        [1],
        {"additional_shielding": 3},
        initiative="de",
    )
    jeep.choose("fire", "t")
    assert jeep.event("fire").args["defense"] < 11, "rolled without being asked"
    assert left(jeep, flags.SHIELDING) == 3
    bare = armed(units, [1], {"fuel": 1}, initiative="de")
    bare.choose("fire", "t")
    assert bare.event("fire").args["defense"] == 9, "nothing to declare"


@pytest.mark.rule("hon.eq.fuel.2")
def test_fuel_gives_one_point_once() -> None:
    field = armed({"t": "us.sherman r3c2 facing=2 order=1", "g": "ge902.fire_group r0c11"}, us={"fuel": 2})
    field.choose("move")
    field.choose("refuel")
    assert "refuel" not in field.verbs()
    for _ in range(6):
        field.choose("ahead")
    assert field.at("t") == "r3c8"
    assert left(field, flags.FUEL) == 1
    walk = armed({"u": "us8.fire_team r3c2 order=1", "g": "ge902.fire_group r0c11"}, us={"fuel": 2})
    walk.choose("move")
    assert "refuel" not in walk.verbs()


@pytest.mark.rule("hon.eq.fuel.2", "hon.supd.move.2", "hon.damage.2")
def test_fuel_moves_a_vehicle_that_has_no_points_left() -> None:
    units = {"t": "us.stuart r3c3 facing=2 order=1 suppressed=3", "g": "ge902.fire_group r6c11"}
    assert "move" not in armed(units).verbs()
    field = armed(units, us={"fuel": 1})
    assert field.unit("t").points() == 0
    field.choose("move")
    assert "ahead" not in field.verbs()
    field.choose("refuel")
    field.choose("ahead")
    assert field.at("t") == "r3c4"
    broken = armed(units | {"t": "us.stuart r3c3 facing=2 order=1"}, us={"fuel": 1})
    broken.unit("t").damage = TRACK
    assert not can_drive(broken.state, broken.unit("t"))


@pytest.mark.rule("hon.eq.cutter.2", "hon.eq.cutter.3", "hon.open.passage.1")
def test_a_cutter_opens_hedgerows() -> None:
    rows = ["....hhh....."] * 5
    field = armed({"t": "us.sherman r3c3 facing=2 order=1", "g": "ge902.fire_group r0c11"}, us={"passage": 2}, map=rows)
    field.choose("move")
    field.choose("ahead")
    assert left(field, flags.PASSAGE) == 1
    ground = field.state.ground
    assert not ground.closed[1] >> field.cell("r3c4") & 1, "light vehicles may follow"
    assert ground.terrain[field.cell("r3c4")].id == "hedgerow", "cover and sight stay"
    light = armed({"t": "us.jeep r3c3 facing=2 order=1", "g": "ge902.fire_group r0c11"}, us={"passage": 2}, map=rows)
    light.choose("move")
    assert "ahead" not in light.verbs()
    spent = armed({"t": "us.sherman r3c3 facing=2 order=1", "g": "ge902.fire_group r0c11"}, us={"passage": 0}, map=rows)
    spent.choose("move")
    assert "ahead" not in spent.verbs()


HOUSE = [{"building": "house_1x1", "at": [2, 4]}]


@pytest.mark.rule(
    "hon.eq.demo.2", "hon.eq.demo.3", "hon.open.demo.dice.1", "hon.supply.step.1", "hon.open.supply.start.1"
)
def test_a_charge_goes_off_as_the_supply_phase_begins() -> None:
    units = {"u": "us8.fire_team r2c2 order=1", "g": "ge902.fire_group r6c11 order=1"}
    field = armed(units, us={"demolition_charge": 1}, overlays=HOUSE)
    field.walk("r2c3")
    field.choose("stop")
    field.choose("charge", place="r2c4")
    assert left(field, flags.DEMOLITION) == 0
    assert field.state.ground.indoors, "not yet"
    field.roll(4, 4, 1)
    field.choose("pass")
    assert not field.state.ground.indoors
    assert field.state.charges == []


@pytest.mark.rule("hon.eq.mine.2", "hon.eq.mine.3", "hon.eq.mine.4", "hon.eq.mine.5")
def test_bombs_ride_along_and_go_off_at_the_end() -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "g": "ge.panzer4 r3c5 facing=2 order=1"}
    field = armed(units, us={"sticky_bomb": 2})
    field.walk("r3c3")
    field.choose("stop")
    field.choose("stick", "g")
    field.choose("done")
    assert field.unit("g").bombs == [field.names["u"]]
    field.choose("move")
    field.choose("ahead")
    field.roll(2, 1)
    field.choose("stop")
    while field.state.pending and field.offered("done"):
        field.choose("done")
    bombs = field.unit("g")
    assert bombs.bombs == []
    assert bombs.damage == 1, "5 + 2 against the side armour of 7, then the crew"
    assert left(field, flags.STICKY_BOMB) == 1


GRENADIER = {"u": "us8.fire_team r3c2 order=1", "g": "ge902.fire_group r3c4", "h": "ge902.fire_group r2c4"}


@pytest.mark.rule(
    "hon.eq.gren.2",
    "hon.eq.gren.3",
    "hon.eq.gren.4",
    "hon.open.grenade.roll.1",
    "hon.open.grenade.start.1",
    "hon.opt.use.5",
)
def test_a_grenade_covers_four_spaces_two_crossings_away() -> None:
    field = armed(GRENADIER, [1, 2], {"grenade": 3})
    field.choose("throw")
    crossings = {(c.label.args["row"], c.label.args["col"]) for c in field.offered("aim")}
    assert max(col for _, col in crossings) == 4, "its own corners are at 1, the next ring at 2"
    field.choose("aim", row=3, col=4)
    blasts = [event for event in field.state.events if event.kind == "blast"]
    assert [event.args["result"] for event in blasts] == [3, 4]
    assert not [event for event in field.state.events if event.kind == "dispersal"]
    assert left(field, flags.GRENADE) == 2


@pytest.mark.rule("hon.eq.rgren.2", "hon.eq.rgren.3", "hon.eq.rgren.4")
def test_a_rifle_grenade_reaches_seven_and_may_drift() -> None:
    rows = ["....h......."] * 6
    units = {"u": "us8.fire_team r3c1 order=1", "g": "ge902.fire_group r3c7"}
    field = armed(units, [5, 1], {"rifle_grenade": 1}, map=rows)
    field.choose("rifle-grenade")
    assert {x for x, _ in crossings(field)} == set(range(9))
    field.choose("aim", row=3, col=8)
    assert field.event("dispersal").dice == [5]
    assert field.event("blast").args["result"] == 3


@pytest.mark.rule("hon.terrain.pos.4", "hon.terrain.pos.5", "hon.terrain.pos.6")
def test_a_grenade_into_a_position() -> None:
    position = [{"terrain": "position", "spaces": [[3, 3], [3, 4]]}]
    units = {
        "u": "us8.fire_team r3c2 order=1",
        "g": "ge902.fire_group r3c3",
        "h": "ge902.fire_group r3c4",
        "k": "ge902.fire_group r2c4",
    }
    field = armed(units, [2, 2], {"grenade": 1}, overlays=position)
    field.choose("throw")
    field.choose("throw-in", place="r3c3")
    blasts = [(event.place, event.args["defense"]) for event in field.state.events if event.kind == "blast"]
    assert blasts == [("r3c3", 4), ("r3c4", 4)]


@pytest.mark.rule("hon.eq.he.1", "hon.eq.he.2")
def test_an_explosive_shell_lays_a_red_pattern() -> None:
    field = armed({"t": "us.sherman r3c2 facing=2 order=1", "g": "ge902.fire_group r3c9"}, [1], {"he_shell": 1})
    field.choose("shell")
    field.choose("aim", row=3, col=9)
    assert field.lines("blast") == {"bonus": 3}
    assert left(field, flags.HE_SHELL) == 0
    assert "fire-2" in field.verbs(), "the second weapon is free"
    blind = armed(
        {"t": "us.sherman r3c2 facing=2 order=1", "g": "ge902.fire_group r3c9"},
        us={"he_shell": 1},
        map=[".....h......"] * 6,
    )
    blind.choose("shell")
    assert max(x for x, _ in crossings(blind)) == 5, "as far as the hedge"


@pytest.mark.rule("hon.eq.faust.2")
@pytest.mark.parametrize(("place", "legal"), [("r3c6", True), ("r3c8", False)])
def test_a_panzerfaust_reaches_four_spaces(place: str, legal: bool) -> None:
    units = {"g": "ge902.fire_group r3c2 order=1", "t": f"us.sherman {place} facing=6"}
    field = armed(units, [1], de={"panzerfaust": 1}, initiative="de")
    assert ("panzerfaust" in field.verbs()) == legal
    if legal:
        field.choose("panzerfaust", "t")
        assert field.lines("fire") == {"bonus": 5}
        assert left(field, flags.PANZERFAUST, 1) == 0


@pytest.mark.rule("hon.terrain.opp.5", "hon.opt.use.5", "hon.opt.use.6", "hon.opt.use.7")
def test_a_panzerfaust_is_fired_as_opportunity_fire() -> None:
    units = {"g": "ge902.fire_group r0c5 order=1", "t": "us.sherman r2c3 facing=2 order=1"}
    field = armed(units, [1], de={"panzerfaust": 1}, map=[".....P..", "........", "........", "........"])
    field.choose("move")
    field.choose("ahead")
    assert field.verbs() == {"decline", "opportunity-panzerfaust"}, "rifles do nothing to a tank"
    check_forecast(field, field.find("opportunity-panzerfaust", "g").id)
    field.choose("opportunity-panzerfaust", "g")
    assert field.lines("fire") == {"bonus": 5}
    assert left(field, flags.PANZERFAUST, 1) == 0
    assert (field.unit("g").activated, field.unit("g").token) == (True, flags.NO_TOKEN)
    assert field.decision().seat == 0, "and once only"


@pytest.mark.rule("hon.eq.pos.1")
def test_a_position_is_dug_instead_of_a_supply_move() -> None:
    units = {"u": "us8.fire_team r3c2", "g": "ge902.fire_group r3c9"}
    field = armed(units, us={"advanced_position": 1}, phase="supply")
    field.choose("supply-move", "u")
    field.choose("dig")
    assert field.state.ground.terrain[field.cell("r3c2")].id == "position"
    assert left(field, flags.ADVANCED_POSITION) == 0


@pytest.mark.rule("hon.eq.pos.2", "hon.open.overlay.1")
def test_a_position_may_be_dug_in_a_hedgerow_and_takes_its_place() -> None:
    units = {"u": "us8.fire_team r1c2", "v": "us8.fire_team r1c0", "g": "ge902.fire_group r1c5"}
    field = armed(units, us={"advanced_position": 1}, phase="supply", map=["..h...", "..h...", "..h..."])
    ends = field.cell("r1c0"), field.cell("r1c5")
    assert line_of_sight(field.state, *ends) == BLOCKED
    field.choose("supply-move", "u")
    field.choose("dig")
    field.state.remove(field.unit("u"), LOST)
    assert line_of_sight(field.state, *ends) == CLEAR
    beside = field.cell("r0c0"), field.cell("r0c5")
    assert line_of_sight(field.state, *beside) == BLOCKED, "the hedge next to it still stands"
    hedge = 1 << field.cell("r1c2")
    ground = field.state.ground
    assert not ground.difficult & hedge
    assert not ground.closed[1] & hedge
    assert ground.opportunity & hedge


@pytest.mark.rule("hon.eq.pos.2")
def test_no_position_in_houses_and_ruins() -> None:
    inside = armed(
        {"u": "us8.fire_team r2c4", "g": "ge902.fire_group r3c9"},
        us={"advanced_position": 1},
        phase="supply",
        overlays=HOUSE,
    )
    inside.choose("supply-move", "u")
    assert "dig" not in inside.verbs()
    ruin = armed(
        {"u": "us8.fire_team r0c2", "g": "ge902.fire_group r0c5"},
        us={"advanced_position": 1},
        phase="supply",
        map=["..R..."],
    )
    ruin.choose("supply-move", "u")
    assert "dig" not in ruin.verbs()


@pytest.mark.rule(
    "hon.eq.goliath.1", "hon.eq.goliath.3", "hon.eq.goliath.4", "hon.eq.goliath.5", "hon.open.goliath.att.1"
)
def test_a_goliath_drives_under_a_tank_and_explodes() -> None:
    units = {"x": "ge.goliath r3c2 order=1", "t": "us.sherman r3c4 facing=2"}
    field = Field(units, initiative="de")
    field.walk("r3c3")
    assert "stop" not in field.verbs()
    field.roll(3, 1)
    field.choose("detonate")
    assert field.event("blast").args["defense"] == 7, "the side, wherever it stands"
    assert field.event("blast").args["result"] == 7
    assert field.unit("x").status == EXITED
    assert field.unit("t").damage == 1


@pytest.mark.rule("hon.eq.goliath.2")
def test_a_goliath_may_be_shot_at() -> None:
    field = Field({"u": "us8.fire_team r3c2 order=1", "x": "ge.goliath r3c6"}, [6])
    field.choose("fire", "x")
    assert field.unit("x").status == LOST


@pytest.mark.rule("hon.eq.goliath.6")
def test_a_goliath_in_a_house_brings_it_down() -> None:
    field = Field({"x": "ge.goliath r2c3 order=1", "u": "us8.fire_team r6c0"}, initiative="de", overlays=HOUSE)
    field.walk("r2c4")
    field.roll(4, 5, 1)
    field.choose("detonate")
    assert not field.state.ground.indoors


@pytest.mark.rule("hon.eq.horn.1", "hon.trait.tricky.1")
def test_ruses_and_the_horn_deploy_as_units() -> None:
    from bocage.systems.normandie.rules.setup import places

    units = {"u": "us8.fire_team r3c2 order=1", "g": "ge902.fire_group r0c11"}
    field = armed(units, us={"ruse": 2, "horn_of_plenty": 1})
    waiting = [unit for unit in field.state.units if unit.status == RESERVE]
    assert [unit.counter.id for unit in waiting] == ["us.ruse", "us.ruse", "us.horn"]
    assert left(field, flags.RUSE) == left(field, flags.HORN_OF_PLENTY) == 0
    field.state.scenario.zones[0] = 1 << field.cell("r3c0")
    assert {first(option) for option in places(field.state, waiting[0])} == {1}, "concealed"
    assert "r3c3" in {field.state.board.grid.name(second(option)) for option in places(field.state, waiting[2])}


@pytest.mark.rule("hon.open.ruse.1", "hon.terrain.opp.2")
def test_nobody_shoots_at_a_ruse_that_its_move_has_given_away() -> None:
    units = {"r": "us.ruse r3c1 back order=1", "u": "us8.fire_team r6c0", "g": "ge902.fire_group r3c6"}
    field = Field(
        units, army={"de": {"tokens": {"grenade": 1}}}, overlays=[{"terrain": "position", "spaces": [[3, 6]]}]
    )
    field.walk("r3c2")
    assert field.at("r") == ""
    assert field.decision().kind.name != "opportunity"


@pytest.mark.rule("hon.open.ruse.1", "hon.trait.tricky.2", "hon.open.ambush.zoc.1")
def test_an_identified_ruse_is_nothing() -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "r": "ge.ruse r3c8 back order=2", "g": "ge902.fire_group r0c0"}
    field = Field(units)
    field.walk("r3c3")
    assert field.unit("r").status == EXITED
    assert field.state.losses == [0, 0]
    own = Field(units | {"r": "ge.ruse r3c8 back order=1"}, map=[".....h......"] * 7, initiative="de")
    assert own.verbs() == {"pass", "move"}, "it does nothing but move"


DATA = (
    ("hon.eq.shield.1", "additional_shielding", 3),
    ("hon.eq.ammo.1", "ammo", 3),
    ("hon.eq.belt.1", "ammo_belt", 3),
    ("hon.eq.apc.1", "apc_shell", 3),
    ("hon.eq.cutter.1", "passage", 2),
    ("hon.eq.demo.1", "demolition_charge", 3),
    ("hon.eq.fuel.1", "fuel", 3),
    ("hon.eq.gren.1", "grenade", 3),
    ("hon.eq.he.1", "he_shell", 3),
    ("hon.eq.faust.1", "panzerfaust", 3),
    ("hon.eq.rgren.1", "rifle_grenade", 3),
    ("hon.eq.mine.1", "sticky_bomb", 3),
    ("hon.eq.mine.1", "magnetic_mine", 3),
)


@pytest.mark.parametrize(("token", "count"), [pytest.param(t, n, marks=pytest.mark.rule(rule)) for rule, t, n in DATA])
def test_options_give_so_many_tokens(token: str, count: int) -> None:
    from bocage.systems.normandie.content.army import options

    given = {option.id: option.tokens for option in options().values() if token in option.tokens}
    assert given, "some option gives it"
    assert all(tokens[token] == count for tokens in given.values()), given


GRENADES = {"us": {"tokens": {"grenade": 2}}}


@pytest.mark.rule("hon.opt.use.6", "hon.opt.use.7", "hon.opt.use.5")
def test_equipment_shots_go_with_fire_on_the_move_and_never_with_an_own_shot() -> None:
    units = {"t": "us.sherman r3c3 order=1 facing=2", "u": "us8.officer r6c0", "g": "ge902.fire_group r3c9"}
    field = Field(units, army={"us": {"tokens": {"he_shell": 2}}})
    field.choose("move")
    field.choose("ahead")
    field.choose("shell")
    corner = next(c for c in field.offered("aim") if (c.x, c.y) == (9.0, 3.0))
    field.roll(1, *[1] * 4)
    field.state.play(field.decision(), corner.id)
    lines = {line.label: line.value for e in field.state.events if e.kind == "blast" for line in e.lines}
    assert lines["tally.on-the-move"] == -2
    assert not field.offered("shell")
    assert not field.offered("moving-fire"), "the shell takes the place of its own shot"
    own = Field(units, army={"us": {"tokens": {"he_shell": 2}}})
    own.choose("move")
    own.roll(1)
    own.choose("moving-fire", "g")
    assert not own.offered("shell")
    assert own.offered("moving-fire-2"), "each weapon may fire"
    still = Field(units, [1], army={"us": {"tokens": {"he_shell": 2}}})
    assert still.offered("shell")
    still.choose("fire", "g")
    assert still.offered("fire-2")
    assert not still.offered("shell")
    gunner = Field({"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r3c5"}, army=GRENADES)
    assert not gunner.offered("rifle-grenade"), "no such token"
    gunner.choose("throw")
    gunner.roll(1)
    gunner.state.play(gunner.decision(), gunner.decision().options[0])
    assert gunner.unit("u").acted, "a grenade instead of every shot of its own"


@pytest.mark.rule("hon.opt.use.6")
def test_infantry_throws_grenades_on_the_move_only_with_the_ability() -> None:
    units = {"u": "us8.fire_team r3c3 order=1", "v": "us8.officer r6c0", "g": "ge902.fire_group r3c5"}
    tokens = {"us": {"tokens": {"grenade": 1}, "hand": ["dynamic"]}}
    field = Field(units, army=tokens, options={"cards": "on"})
    field.choose("hold")
    field.choose("move")
    assert not field.offered("throw")
    field = Field(units, army=tokens, options={"cards": "on"})
    field.choose("card")
    field.choose("move")
    assert field.offered("throw")


@pytest.mark.rule("hon.abil.ind.10", "hon.eq.rgren.2", "hon.build.gren.6")
def test_a_rifle_grenade_leaves_a_building_in_clear_sight_only() -> None:
    house = [{"building": "house_2x2", "at": [2, 6]}]
    field = armed(
        {"u": "us8.fire_team r3c6 order=1", "g": "ge902.fire_group r3c11"}, us={"rifle_grenade": 1}, overlays=house
    )
    field.choose("rifle-grenade")
    assert not {(11, 3), (11, 4), (12, 2)} & crossings(field), "not through the wall behind it"
    assert (6, 6) in crossings(field), "out of the door"
    outside = armed(
        {"u": "us8.fire_team r3c5 order=1", "g": "ge902.fire_group r3c11"}, us={"rifle_grenade": 1}, overlays=house
    )
    outside.choose("rifle-grenade")
    assert (11, 3) in crossings(outside), "from the open it goes over the house"
