"""Shots on the edge of their conditions: which weapon, which pair of spaces, which dice and whose tokens."""

from __future__ import annotations

import pytest

from bocage.kernel import first, second
from bocage.kernel.decision import Decision
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.tables import FAUST, HEAVY, RED
from bocage.systems.normandie.rules import acts, fireline, outcomes
from bocage.systems.normandie.rules.aiming import GRENADES, RIFLE_GRENADES, SHELLS, Aiming, comes_down_on, throw_ins
from bocage.systems.normandie.rules.blasts import LANDED, Blast, batter_under
from bocage.systems.normandie.rules.decisions import AIM
from bocage.systems.normandie.rules.multiplayer import allied_spaces
from bocage.systems.normandie.rules.splitfire import SplitFire, split_targets
from bocage.systems.normandie.rules.structures import Destruction
from bocage.systems.normandie.rules.volley import (
    FAUST_TOO_FAR,
    HEAVY_ONLY,
    INFANTRY_ONLY,
    NO_TOKEN_LEFT,
    STRUCTURE_UNSEEN,
    aimed,
    ban_demolition,
    ban_faust,
    ban_fausts,
    ban_pattern,
    replaced,
    split_options,
)
from bocage.systems.normandie.state import LOST, PRIMARY
from systems.normandie.conftest import SetLine
from systems.normandie.field import Field
from systems.normandie.test_card_targets import BOTH, CAR, LEADER, OWN, SIDE

TANK = {0: "us.sherman", 1: "ge.panzer4"}


# ---- which weapon, and with what


@pytest.mark.rule("hon.abil.sniper.1", "hon.abil.sniper.3")
def test_only_a_snipers_weapon_snipes_and_only_at_infantry() -> None:
    game = Field({
        "s": "us.ranger_sniper r3c2 order=1", "u": "us8.fire_team r6c2", "g": "ge902.fire_group r3c5",
        "j": "ge.zundapp r0c5",
    })  # fmt: skip
    sniper, man, enemy, car = (game.unit(name) for name in "sugj")
    assert fireline.ban_snipe(game.state, sniper, enemy) is None
    assert fireline.ban_snipe(game.state, sniper, enemy, 1) is fireline.NO_SNIPER, "it has one weapon"
    assert fireline.ban_snipe(game.state, man, enemy) is fireline.NO_SNIPER
    assert fireline.ban_snipe(game.state, sniper, car) is fireline.SNIPES_INFANTRY


@pytest.mark.rule("hon.abil.supp.1")
def test_only_a_weapon_with_the_symbol_suppresses() -> None:
    game = Field({"u": "us8.support_team r3c2 order=1", "o": "us8.officer r6c0", "g": "ge902.fire_group r3c5"})
    man, officer = game.unit("u"), game.unit("o")
    assert fireline.ban_suppression(man) is None
    assert fireline.ban_suppression(man, 1) is fireline.NOT_SUPPRESSIVE, "it has one weapon"
    assert fireline.ban_suppression(officer) is fireline.NOT_SUPPRESSIVE


@pytest.mark.rule("hon.abil.mg.1", "hon.abil.mg.3", "hon.abil.supp.1")
@pytest.mark.parametrize(
    ("firer", "enemies", "split", "suppress"),
    [
        ("us8.30cal r3c2 back facing=2", ("r3c6", "r2c7"), [], []),
        ("us8.30cal r3c2 back facing=2", ("r3c6", "r0c7"), ["hon.abil.mg.3"], ["hon.abil.mg.3"]),
        ("us8.fire_team r3c2", ("r3c6", "r2c7"), ["hon.abil.mg.1"], ["hon.abil.mg.1"]),
    ],
)
def test_why_fire_is_not_split(firer: str, enemies: tuple[str, str], split: list[str], suppress: list[str]) -> None:
    units = {"u": f"{firer} order=1"} | {f"g{n}": f"ge902.fire_group {place}" for n, place in enumerate(enemies)}
    game = Field(units)
    for verb, bans in (("split", split), ("split-suppress", suppress)):
        assert (verb in game.verbs()) is not bool(bans)
        assert bool(bans) is (game.why_not(verb) == bans and bans != []), verb


@pytest.mark.rule("hon.abil.supp.6", "hon.abil.supp.1")
def test_a_machine_gun_without_the_symbol_splits_its_fire_and_does_not_suppress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    units = {"u": "us8.30cal r3c2 back facing=2 order=1", "g": "ge902.fire_group r3c6", "h": "ge902.fire_group r2c7"}
    game = Field(units)
    monkeypatch.setattr(game.unit("u").face.weapons[0], "suppressive", False)
    game.state.pending.clear()
    game.state.stack.pop()
    game.state.stack[-1].step = 4  # the phase takes up the action again
    game.state.advance()
    assert "split" in game.verbs()
    assert not game.verbs() & {"suppress", "split-suppress"}
    assert game.why_not("split-suppress") == ["hon.abil.supp.1"]


@pytest.mark.rule("hon.abil.fright.1", "hon.eq.faust.2")
@pytest.mark.parametrize("frightening", [False, True])
def test_who_frightens_does_so_with_a_panzerfaust_too(monkeypatch: pytest.MonkeyPatch, frightening: bool) -> None:
    units = {"u": "us8.fire_team r3c2 order=1", "t": "ge.panzer4 r3c5 facing=6", "g": "ge902.officer r6c11"}
    game = Field(units, [1], army={"us": {"tokens": {"panzerfaust": 1}}})
    monkeypatch.setattr(game.unit("u").face.weapons[0], "frightening", frightening)
    option = next(one for one in game.decision().options if acts.ACTS.of(one) is acts.FAUST)
    shot = aimed(game.state, game.unit("u"), option)
    found = (shot.firer, shot.target, shot.kind, shot.base, shot.moving)
    bonus = game.state.scenario.attacks[FAUST].bonus[HEAVY]
    assert found == (game.unit("u").id, game.unit("t").id, outcomes.REGULAR, bonus, False)
    game.choose("panzerfaust", "t")
    assert game.unit("t").suppressed == int(frightening)


@BOTH
@pytest.mark.rule("hon.abil.ambush.15", "hon.eq.faust.2", "hon.opt.use.6")
@pytest.mark.parametrize(("verb", "token"), [("panzerfaust", "panzerfaust"), ("throw", "grenade")])
def test_whoever_throws_or_fires_equipment_gives_himself_away(seat: int, verb: str, token: str) -> None:
    recon = {0: "us8.recon_team", 1: "ge902.recon_group"}[seat]
    units = {"u": f"{recon} r3c2 back order=1", "g": f"{OWN[1 - seat]} r3c5", "l": f"{LEADER[1 - seat]} r6c11"}
    game = Field(units, [1, 1, 1], initiative=SIDE[seat], army={SIDE[seat]: {"tokens": {token: 1}}})
    assert game.unit("u").face.concealed
    game.choose(verb, "g" if verb == "panzerfaust" else "")
    assert not game.unit("u").face.concealed


# ---- which pair of spaces


@BOTH
@pytest.mark.rule("hon.los.veh.1", "hon.los.veh.2", "hon.range.long.2", "hon.trait.sharp.1", "hon.abil.hawk.1")
@pytest.mark.parametrize(
    ("cols", "hawk", "sharp", "from_front"),
    [
        ((8, 7), False, False, False),  # the rear is nearer, past the bush: 1 against 2
        # A bush at the front's own line costs 1; the rear sees past it, one space farther away.
        ((7, 8), False, False, True),  # 1 against 2 for long range
        ((6, 7), False, False, False),  # 1 against nothing: 7 spaces are not long
        ((7, 8), True, False, False),  # a Hawkeye knows no long range
        ((8, 9), False, True, False),  # nor does a sharpshooter at nine
        ((9, 10), False, True, True),
        ((8, 9), False, False, False),  # both are long: 3 against 2
    ],
)
def test_a_long_vehicle_fires_from_the_better_space(
    monkeypatch: pytest.MonkeyPatch, set_line: SetLine, seat: int, cols: tuple[int, int], hawk: bool, sharp: bool,
    from_front: bool,
) -> None:  # fmt: skip
    units = {"t": f"{TANK[seat]} r3c12 facing=6 order=1", "g": f"{OWN[1 - seat]} r0c0", "l": f"{LEADER[1 - seat]} r6c0"}
    game = Field(units, initiative=SIDE[seat], map=["." * 14] * 7)
    state, tank, man = game.state, game.unit("t"), game.unit("g")
    weapon = tank.face.weapons[1]
    monkeypatch.setattr(weapon, "hawkeye", hawk)
    monkeypatch.setattr(weapon, "arc", False)
    tank.traits = flags.SHARPSHOOTER if sharp else 0
    front, rear = tank.cell, tank.rear
    near, far = cols
    size = state.board.grid.size
    bush = front if near < far else rear
    for place, spaces, obscured in ((front, near, int(bush == front)), (rear, far, int(bush == rear))):
        set_line(game, place, man.cell, spaces, obscured)
    best = fireline.best_line(state, tank, man, weapon)
    assert best == (front if from_front else rear) * size + man.cell


# ---- patterns and structures


@BOTH
@pytest.mark.rule("hon.open.opp.target.1", "hon.abil.how.5", "hon.abil.ambush.3")
def test_which_patterns_come_down_on_a_unit(seat: int) -> None:
    units = {"a": f"{OWN[seat]} r2c3 order=1", "b": f"{OWN[1 - seat]} r3c5"}
    rows = ["." * 12] * 3 + [".....PP....."] + ["." * 12] * 3
    game = Field(units, initiative=SIDE[seat], map=rows)
    state, man = game.state, game.unit("b")
    grid = state.board.grid
    cols = grid.cols + 1
    over = {divmod(place, cols) for place in range(len(state.board.crossings))
            if comes_down_on(state, acts.AIM_AT.on(place), man)}  # fmt: skip
    assert over == {(3, 5), (3, 6), (4, 5), (4, 6)}
    assert not comes_down_on(state, acts.THROW_IN.on(game.cell("r3c3")), man)
    assert comes_down_on(state, acts.THROW_IN.on(man.cell), man)


@BOTH
@pytest.mark.rule("hon.eq.he.1", "hon.eq.he.2", "hon.abil.how.2")
def test_an_he_shell_is_a_red_pattern_of_the_main_gun(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    units = {"t": f"{TANK[seat]} r3c4 facing=2 order=1", "g": f"{OWN[1 - seat]} r3c8", "l": f"{LEADER[1 - seat]} r6c0"}
    game = Field(units, initiative=SIDE[seat], army={SIDE[seat]: {"tokens": {"he_shell": 1}}})
    guns = game.unit("t").face.weapons
    monkeypatch.setattr(guns[0], "destruction", 3)
    monkeypatch.setattr(guns[1], "destruction", 1)
    aiming = Aiming(game.unit("t").id, 0, SHELLS)
    game.state.push(aiming)
    place = game.state.board.grid.intersection(3, 8)
    aiming.choose(game.state, Decision(seat, AIM, []), acts.AIM_AT.on(place))
    blast = game.state.stack[-1]
    assert isinstance(blast, Blast)
    assert (blast.attack, blast.destruction, blast.scatter, blast.aim) == (RED, 3, 0, place)


@BOTH
@pytest.mark.rule("hon.abil.how.5", "hon.open.supp.roll.1", "hon.supd.dice.1", "hon.abil.destr.1")
def test_what_a_blast_does_to_every_structure_under_it(seat: int) -> None:
    rows = ["." * 12] * 3 + ["...xx.x....."] + ["." * 12] * 3
    units = {"a": f"{OWN[seat]} r0c0 order=1 suppressed=2", "b": f"{OWN[1 - seat]} r6c11"}
    game = Field(units, initiative=SIDE[seat], map=rows)
    state = game.state
    under = 1 << game.cell("r3c3") | 1 << game.cell("r3c4") | 1 << game.cell("r2c3")
    hit = [number for number, one in enumerate(state.structures) if one.cells & under]
    assert len(state.structures) == 3
    for firer, markers in ((game.unit("a").id, 2), (-1, 0)):
        for stood in (3, 1):
            before = len(state.stack)
            batter_under(state, firer, under, stood, 2, "hon.abil.how.5")
            pushed = [one for one in state.stack[before:] if isinstance(one, Destruction)]
            assert [one.number for one in pushed] == [number for number in hit if number < stood]
            assert all((one.unit, one.dice, one.markers) == (firer, 2, markers) for one in pushed)
            del state.stack[before:]


@BOTH
@pytest.mark.rule("hon.abil.destr.1", "hon.los.block.1", "hon.abil.lr.1", "hon.arc.limited.1", "hon.mp.act.2")
def test_a_structure_is_fired_at_past_nothing_else_that_blocks(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    units = {"a": f"{OWN[seat]} r3c2 order=1", "b": f"{OWN[1 - seat]} r6c11"}
    house = [{"building": "house_1x1", "at": [3, 6]}]
    free = Field(units, initiative=SIDE[seat], overlays=house)
    weapon = free.unit("a").face.weapons[0]
    monkeypatch.setattr(weapon, "destruction", 2)
    assert ban_demolition(free.state, free.unit("a"), 0, 0) is None
    for more in (
        {"map": ["." * 12] * 3 + ["....h......."] + ["." * 12] * 3},
        {"wrecks": {"r3c4": "heavy"}},
    ):  # fmt: skip
        game = Field(units, initiative=SIDE[seat], overlays=house, **more)
        assert ban_demolition(game.state, game.unit("a"), 0, 0) is STRUCTURE_UNSEEN, more
    jeep = Field(units | {"j": "us.jeep r3c4 facing=2"}, initiative=SIDE[seat], overlays=house)
    assert ban_demolition(jeep.state, jeep.unit("a"), 0, 0) is STRUCTURE_UNSEEN, "a vehicle in the way"
    men = Field(units | {"m": f"{LEADER[seat]} r3c4"}, initiative=SIDE[seat], overlays=house)
    assert ban_demolition(men.state, men.unit("a"), 0, 0) is None, "a house stands above the men"
    for reach, seen in ((4, True), (3, False)):
        monkeypatch.setattr(weapon, "range", reach)
        assert (ban_demolition(free.state, free.unit("a"), 0, 0) is None) is seen
    monkeypatch.setattr(weapon, "range", 4)
    monkeypatch.setattr(weapon, "arc", True)
    for facing, seen in ((2, True), (6, False), (0, False)):
        free.unit("a").facing = facing
        assert (ban_demolition(free.state, free.unit("a"), 0, 0) is None) is seen


# ---- tokens of split fire


@pytest.mark.rule("hon.opt.use.8", "hon.opt.use.9", "hon.abil.mg.2", "hon.eq.ammo.2", "hon.eq.belt.2", "hon.eq.belt.3")
def test_tokens_are_loaded_one_by_one_before_the_fire_is_split() -> None:
    units = {"u": "us8.30cal r3c2 back facing=2 order=1", "g": "ge902.fire_group r3c6", "h": "ge902.fire_group r2c7"}
    game = Field(units, army={"us": {"tokens": {"ammo": 2, "ammo_belt": 1}}})
    bonus = game.unit("u").face.weapons[0].bonus[0]
    game.choose("split")
    assert game.verbs() == {"done", "spend"}
    split = game.state.stack[-1]
    assert isinstance(split, SplitFire)
    expected = bonus
    for token, more in (("ammo", 1), ("ammo_belt", 2), ("ammo", 1)):
        game.choose("spend", token=flags.token_key(flags.TOKENS.names.index(token)))
        expected += more
        assert split.pool(game.state, game.unit("u"), game.unit("g").id) == expected
    assert (split.ammo, split.belts) == (2, 1)
    assert game.verbs() == {"share"}, "none is left"
    assert {choice.label.args["n"] for choice in game.offered("share")} == set(range(1, expected))


@pytest.mark.rule("hon.abil.dual.1", "hon.abil.hawk.1", "hon.supd.dice.2")
def test_what_a_shot_tells_of_its_weapon(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"u": "us8.fire_team r3c0 order=1", "g": "ge902.fire_group r3c9"}
    for dual in (False, True):
        for hawk in (False, True):
            game = Field(units, [2, 1][: 2 if dual else 1])
            weapon = game.unit("u").face.weapons[0]
            monkeypatch.setattr(weapon, "dual", dual)
            monkeypatch.setattr(weapon, "hawkeye", hawk)
            game.choose("fire", "g")
            lines = game.lines("fire")
            assert ("dual" in lines, "hawkeye" in lines, "long-range" in lines) == (dual, hawk, not hawk)
            assert len(game.event("fire").dice) == (2 if dual else 1)


# ---- what a shot brings about


@BOTH
@pytest.mark.rule("hon.abil.sub.1")
@pytest.mark.parametrize("stepping", [False, True])
def test_whoever_steps_in_for_a_heavy_weapon_is_named(
    monkeypatch: pytest.MonkeyPatch, seat: int, stepping: bool
) -> None:
    gun = {0: "us8.30cal", 1: "ge902.mg42"}[1 - seat]
    units = {
        "a": f"{OWN[seat]} r3c2 order=1", "l": f"{LEADER[seat]} r6c0", "m": f"{gun} r3c5", "s": f"{OWN[1 - seat]} r3c7",
    }  # fmt: skip
    game = Field(units, [4], initiative=SIDE[seat])
    monkeypatch.setattr(game.unit("s").face, "substitute", True)
    game.choose("fire", "m")
    game.choose("take-hit", "s" if stepping else "m")
    told = [event for event in game.state.events if event.kind == "substitute"]
    assert len(told) == int(stepping)
    assert [game.unit(name).side for name in "ms"] == [0, 1] if stepping else [1, 0]


# ---- weapons used up, and equipment that cannot be


@pytest.mark.rule("hon.opt.use.7", "hon.eq.he.2", "hon.fire.multi.1")
def test_what_equipment_takes_the_place_of() -> None:
    game = Field({"u": "us8.fire_team r3c2 order=1", "t": "us.sherman r5c5 facing=2", "g": "ge902.fire_group r3c8"})
    man, tank = game.unit("u"), game.unit("t")
    assert (len(man.face.weapons), len(tank.face.weapons)) == (1, 2)
    for verb in (acts.THROW, acts.LAUNCH_GRENADE, acts.FAUST):
        assert (replaced(man, verb), replaced(tank, verb)) == (0b1, 0b11)
    assert replaced(tank, acts.SHELL) == 0b1, "the second gun may still fire"


@BOTH
@pytest.mark.rule("hon.eq.he.1", "hon.eq.gren.1", "hon.opt.use.1", "hon.opt.use.5", "hon.damage.5")
def test_who_can_use_which_equipment(seat: int) -> None:
    units = {
        "u": f"{OWN[seat]} r3c2 order=1", "t": f"{TANK[seat]} r5c2 facing=2", "c": f"{CAR[seat]} r1c2 facing=2",
        "g": f"{OWN[1 - seat]} r3c4",
    }  # fmt: skip
    tokens = {"grenade": 1, "rifle_grenade": 1, "he_shell": 1, "panzerfaust": 1}
    game = Field(units, initiative=SIDE[seat], army={SIDE[seat]: {"tokens": tokens}})
    state = game.state
    bare = Field(units, initiative=SIDE[seat], army={SIDE[seat]: {"tokens": {"fuel": 1}}})
    man, tank, car = (game.unit(name) for name in "utc")
    for what in (GRENADES, RIFLE_GRENADES):
        assert [ban_pattern(state, one, what) for one in (man, tank, car)] == [None, INFANTRY_ONLY, INFANTRY_ONLY]
        assert ban_pattern(bare.state, bare.unit("u"), what) is NO_TOKEN_LEFT
    assert [ban_pattern(state, one, SHELLS) for one in (man, tank, car)] == [HEAVY_ONLY, None, HEAVY_ONLY]
    assert ban_pattern(bare.state, bare.unit("t"), SHELLS) is NO_TOKEN_LEFT
    assert [ban_fausts(state, one) for one in (man, tank, car)] == [None, INFANTRY_ONLY, INFANTRY_ONLY]
    assert ban_fausts(bare.state, bare.unit("u")) is NO_TOKEN_LEFT
    tank.damage = PRIMARY
    assert ban_pattern(state, tank, SHELLS) is fireline.WEAPON_OUT
    assert ban_pattern(state, game.unit("g"), GRENADES) is NO_TOKEN_LEFT, "they are the other side's"


@BOTH
@pytest.mark.rule("hon.eq.faust.2", "hon.abil.ambush.3", "hon.los.block.1")
def test_at_whom_a_panzerfaust_is_fired(seat: int) -> None:
    units = {"u": f"{OWN[seat]} r3c2 order=1", "g": f"{OWN[1 - seat]} r3c6", "l": f"{LEADER[1 - seat]} r6c11"}
    game = Field(units, initiative=SIDE[seat])
    man, enemy = game.unit("u"), game.unit("g")
    assert ban_faust(game.state, man, enemy) is None
    game.state.put(enemy, game.cell("r3c7"))
    assert ban_faust(game.state, man, enemy) is FAUST_TOO_FAR
    hedge = Field(units, initiative=SIDE[seat], map=["." * 12] * 3 + ["....h......."] + ["." * 12] * 3)
    assert ban_faust(hedge.state, hedge.unit("u"), hedge.unit("g")) is fireline.OUT_OF_SIGHT
    game.state.put(enemy, game.cell("r3c6"))
    veiled = enemy.counter.veils[0]
    enemy.face = veiled
    assert ban_faust(game.state, man, enemy) is fireline.CONCEALED
    game.state.remove(enemy, LOST)
    assert ban_faust(game.state, man, enemy) is fireline.NO_ENEMY


@BOTH
@pytest.mark.rule("hon.abil.mg.3", "hon.abil.mg.4", "hon.abil.mg.5", "hon.fire.who.2")
def test_among_whom_fire_is_split(seat: int) -> None:
    gun = {0: "us8.30cal r3c2 back facing=2", 1: "ge902.mg42 r3c2 back facing=2"}[seat]
    units = {
        "u": f"{gun} order=1", "f": f"{LEADER[seat]} r1c5", "g": f"{OWN[1 - seat]} r3c6", "h": f"{OWN[1 - seat]} r2c7",
        "i": f"{OWN[1 - seat]} r4c8", "j": f"{OWN[1 - seat]} r6c10", "c": f"{CAR[1 - seat]} r1c6 facing=2",
    }  # fmt: skip
    game = Field(units, initiative=SIDE[seat])
    state, unit = game.state, game.unit("u")
    ids = game.names

    def named(chosen: str) -> set[str]:
        found = split_targets(state, unit, 0, sorted(ids[name] for name in chosen), False)
        return {name for name, number in ids.items() if number in found}

    assert named("") == {"g", "h", "i"}, "whoever has another of his kind within two spaces, named after him"
    assert named("g") == {"h", "i"}
    assert named("h") == {"i"}
    assert named("gh") == {"i"}
    assert named("i") == {"j"}
    assert named("hi") == set(), "j is three spaces from h"
    state.remove(game.unit("h"), LOST)
    assert named("g") == {"i"}
    state.remove(game.unit("i"), LOST)
    assert named("g") == set()
    assert named("") == set()


@BOTH
@pytest.mark.rule("hon.abil.mg.1", "hon.abil.mg.3", "hon.abil.supp.6", "hon.abil.supp.1")
@pytest.mark.parametrize(("bonus", "verbs"), [(0, set()), (1, {"split-suppress"}), (2, {"split", "split-suppress"})])
def test_each_share_is_one_at_least(monkeypatch: pytest.MonkeyPatch, seat: int, bonus: int, verbs: set[str]) -> None:
    """Suppressive Fire doubles before it divides."""
    gun = {0: "us8.30cal r3c2 back facing=2", 1: "ge902.mg42 r3c2 back facing=2"}[seat]
    units = {"u": gun, "g": f"{OWN[1 - seat]} r3c6", "h": f"{OWN[1 - seat]} r2c7"}
    game = Field(units, initiative=SIDE[seat])
    unit = game.unit("u")
    monkeypatch.setattr(unit.face.weapons[0], "bonus", [bonus, bonus, bonus])
    found = {acts.ACTS.of(option) for option in split_options(game.state, unit, 0, False)}
    assert {verb.name for verb in found} == verbs
    for suppressive in (False, True):
        split = SplitFire(unit.id, 0, suppressive)
        most = bonus * (2 if suppressive else 1)
        shares = [second(option) for option in split.options(game.state, unit) if first(option) == game.names["g"]]
        assert shares == (list(range(1, most)) if most >= 2 else [])


@pytest.mark.rule("hon.opt.use.8", "hon.abil.mg.2")
def test_loading_ends_when_the_player_says_so() -> None:
    units = {"u": "us8.30cal r3c2 back facing=2 order=1", "g": "ge902.fire_group r3c6", "h": "ge902.fire_group r2c7"}
    game = Field(units, [1, 1], army={"us": {"tokens": {"ammo": 3}}})
    bonus = game.unit("u").face.weapons[0].bonus[0]
    game.choose("split")
    game.choose("spend")
    game.choose("done")
    assert game.verbs() == {"share"}
    assert max(int(choice.label.args["n"]) for choice in game.offered("share")) == bonus
    assert game.state.tokens[game.unit("u").tile][flags.AMMO] == 2


# ---- patterns that miss the board, and allies


@BOTH
@pytest.mark.rule("hon.abil.how.5", "hon.abil.ind.5", "hon.abil.ind.11", "hon.open.disp.off.1")
def test_a_pattern_off_the_board_hits_nothing(seat: int) -> None:
    """Nor the structure at the last crossing of the board."""
    units = {"a": f"{OWN[seat]} r3c3 order=1", "b": f"{OWN[1 - seat]} r6c11"}
    rows = ["." * 12] * 6 + ["...........x"]
    for die, lost in ((1, True), (2, False), (5, False)):
        game = Field(units, [die], initiative=SIDE[seat], map=rows, options={"cards": "off"})
        state = game.state
        state.pending.clear()
        blast = Blast(game.unit("a").id, state.board.grid.intersection(0, 5), RED, 1, 2)
        depth = len(state.stack)
        state.push(blast)
        while blast.step != LANDED:
            blast.advance(state)
        assert (blast.place < 0) is lost
        blast.advance(state)
        assert (len(state.stack) == depth) is lost
        if not lost:
            row, col = divmod(blast.place, state.board.grid.cols + 1)
            assert (row, col) == (0, 6 if die == 2 else 5)


@pytest.mark.rule("hon.mp.act.2", "hon.abil.destr.1", "hon.build.gren.1", "hon.terrain.pos.4")
@pytest.mark.parametrize("there", [False, True])
def test_no_structure_or_room_with_an_ally_in_it_is_attacked(monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    units = {
        "a": "us8.fire_team r3c3 player=1 order=1", "b": f"us8.officer r{3 if there else 6}c4 player=2",
        "g": "ge902.fire_group r0c11",
    }  # fmt: skip
    game = Field(units, overlays=[{"building": "house_1x1", "at": [3, 4]}])
    unit = game.unit("a")
    monkeypatch.setattr(unit.face.weapons[0], "destruction", 2)
    assert (ban_demolition(game.state, unit, 0, 0) is fireline.ALLY) is there
    assert (ban_demolition(game.state, unit, 0, 0) is None) is not there
    assert throw_ins(game.state, unit) == ([] if there else [game.cell("r3c4")])
    assert (game.state.scenario.allied, allied_spaces(game.state, unit) != 0) == (True, True)
