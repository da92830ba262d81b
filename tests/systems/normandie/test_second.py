"""Shots, assaults and steps in random positions against a second working-out of the document (`second.py`)."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from bocage.kernel.dice import scripted
from bocage.kernel.views import Choice
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.tables import CROSS
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.rules.sight import BLOCKED, distance, sight
from bocage.systems.normandie.state import FIELD, Unit
from systems.normandie.field import Field
from systems.normandie.second import (
    Space,
    actor,
    approaches,
    away,
    clearest,
    dice,
    draw,
    fight,
    ground,
    launches,
    may_drive,
    moved,
    neighbours,
    place,
    result,
    stands,
    walks,
)

SIGHT = pytest.mark.rule(
    "hon.los.need.1", "hon.los.trace.1", "hon.los.block.1", "hon.los.block.2", "hon.los.block.3", "hon.los.veh.1",
    "hon.los.veh.2", "hon.los.veh.3", "hon.los.clear.1", "hon.los.obscured.1", "hon.los.blocked.1",
    "hon.terrain.obs.1", "hon.terrain.obs.2", "hon.terrain.obs.3", "hon.terrain.obs.4", "hon.open.los.corner.1",
    "hon.open.los.target.1", "hon.open.los.infantryblock.1", "hon.range.count.1", "hon.range.long.1",
    "hon.abil.lr.1", "hon.arc.limited.1", "hon.arc.default.1", "hon.open.arc.shape.1",
)  # fmt: skip
SHOTS = pytest.mark.rule(
    "hon.shot.roll.1", "hon.shot.roll.2", "hon.shot.roll.3", "hon.shot.hit.1", "hon.shot.kill.1", "hon.shot.kill.2",
    "hon.shot.effect.1", "hon.shot.effect.2", "hon.shot.effect.3", "hon.shot.effect.4", "hon.counter.bonus.1",
    "hon.counter.bonus.2", "hon.counter.bonus.3", "hon.counter.bonus.4", "hon.counter.defense.1", "hon.fire.who.2",
    "hon.range.long.2", "hon.supd.dice.1", "hon.supd.dice.2", "hon.terrain.def.1", "hon.terrain.def.2",
    "hon.abil.supp.1", "hon.abil.supp.2", "hon.abil.supp.3", "hon.abil.supp.4", "hon.abil.supp.7", "hon.abil.hawk.1",
    "hon.abil.sniper.1", "hon.abil.sniper.2", "hon.abil.sniper.3", "hon.abil.sniper.t1", "hon.abil.sniper.t2",
    "hon.abil.sniper.t3", "hon.abil.sniper.t4", "hon.abil.dual.1", "hon.aid.shot.1", "hon.aid.shot.2",
    "hon.aid.shot.6", "hon.aid.shot.7", "hon.aid.shot.8", "hon.open.facing.side.1", "hon.open.range.veh.1",
    "hon.counter.heavy.1", "hon.counter.heavy.2", "hon.fire.multi.1", "hon.fire.multi.2",
)  # fmt: skip

Chances = dict[str, float]
Told = dict[tuple[str, int], Chances]
"""By verb and target."""


def offered(field: Field) -> Told:
    """What may be fired at whom, and its chances."""
    shots: list[Choice] = [c for c in field.offered() if c.verb.partition("-")[0] in ("fire", "suppress", "snipe")]
    found: Told = {}
    for choice in shots:
        forecast = SYSTEM.forecast(field.state, field.decision(), choice.id)
        assert forecast is not None
        found[choice.verb, choice.piece] = forecast.odds[f"unit:{choice.piece}"]
        if not choice.verb.startswith("snipe"):
            needed = int(forecast.need.removesuffix("+"))
            hit = sum(chance for label, chance in found[choice.verb, choice.piece].items() if label != "outcome.miss")
            one_die = min(6, max(0, 7 - needed)) / 6
            assert hit == pytest.approx(one_die) or hit == pytest.approx(1 - (1 - one_die) ** 2), "what is needed"
    return found


def hurt(target: Unit, kill: bool) -> str:
    if target.counter.rank == 2 and not kill:
        return "outcome.located"
    if target.counter.rank:
        return "outcome.wrecked"
    return "outcome.flip" if target.face.hit and not kill else "outcome.eliminated"


def worked_out(field: Field) -> Told:
    """The same by the document."""
    firer = actor(field)
    found: Told = {}
    for number, weapon in enumerate(firer.face.weapons):
        for target in field.state.units:
            if target.camp == firer.camp:
                continue
            tail = f"-{number + 1}" if number else ""
            for verb, factor in (("fire", 1), ("suppress", 2), ("snipe", 0)):
                score = result(field, firer, target, weapon, factor)
                if score is None or (verb == "suppress" and not weapon.suppressive):
                    continue
                if verb == "snipe" and not (weapon.sniper and target.counter.rank == 0):
                    continue
                odds: Chances = defaultdict(float)
                for die, chance in dice(2 if weapon.dual and verb != "snipe" else 1).items():
                    odds[told(target, verb, die + score[0], score[1])] += chance
                found[verb + tail, target.id] = dict(odds)
    return found


def told(target: Unit, verb: str, total: int, defense: int) -> str:
    if verb == "snipe":
        marks = ("miss", "suppressed", "flip" if target.face.hit else "eliminated")
        if total >= 6:
            return "outcome.flip-suppressed" if target.face.hit else "outcome.eliminated"
        return "outcome." + marks[0 if total < 2 else 1 if total < 4 else 2]
    if total < defense:
        return "outcome.miss"
    if verb == "suppress":
        return "outcome.suppressed-twice" if total >= 2 * defense else "outcome.suppressed"
    return hurt(target, total >= 2 * defense)


@SIGHT
@SHOTS
@pytest.mark.parametrize(("signs", "vehicles"), [("........ffh#", 0), (".........ffF#", 2), ("......", 3)])
def test_shots(signs: str, vehicles: int) -> None:
    seen: set[str] = set()
    for seed in range(40):
        field = draw(seed, signs, vehicles)
        mine, theirs = worked_out(field), offered(field)
        assert mine.keys() == theirs.keys(), seed
        for key, odds in mine.items():
            assert theirs[key] == pytest.approx(odds), (seed, key)
            seen |= {key[0], *odds}
    assert {"fire", "suppress", "outcome.miss"} <= seen


@SIGHT
@SHOTS
@pytest.mark.rule("hon.counter.hit.1", "hon.abil.supp.5", "hon.abil.fright.1", "hon.damage.6")
def test_what_shots_do() -> None:
    """Every die of one shot in each position."""
    seen: set[str] = set()
    for seed in range(100, 150):
        field = draw(seed, "........f", 2)
        shots = [c for c in field.offered() if c.verb.partition("-")[0] in ("fire", "suppress", "snipe")]
        if not shots:
            continue
        choice = shots[seed % len(shots)]
        number = int(choice.verb.partition("-")[2] or 1) - 1
        verb = choice.verb.partition("-")[0]
        firer, weapon = actor(field), actor(field).face.weapons[number]
        score = result(field, firer, field.state.units[choice.piece], weapon, {"fire": 1, "suppress": 2}.get(verb, 0))
        assert score is not None
        for die in range(1, 7):
            label = told(field.state.units[choice.piece], verb, die + score[0], score[1])
            check_shot(field, choice.id, choice.piece, die, label, number)
            seen.add(label)
    assert {"outcome.miss", "outcome.flip", "outcome.eliminated", "outcome.suppressed", "outcome.located"} <= seen


def check_shot(field: Field, option: int, piece: int, die: int, label: str, number: int) -> None:
    state, firer = field.state.clone(), actor(field).id
    twice = state.units[firer].face.weapons[number].dual
    state.dice = scripted([die, die, 6] if twice else [die, 6])
    before = state.units[piece].copy()
    state.play(next(d for d in state.pending), option)
    after = state.units[piece]
    gone = label in ("outcome.eliminated", "outcome.wrecked", "outcome.located")  # a six wrecks it
    assert (after.status != FIELD) is gone, (label, die)
    flipped = label in ("outcome.flip", "outcome.flip-suppressed")
    assert gone or (after.side != before.side) is flipped, (label, die)
    frightens = label == "outcome.miss" and state.units[firer].face.weapons[number].frightening
    more = {"outcome.suppressed": 1, "outcome.suppressed-twice": 2, "outcome.flip-suppressed": 1}.get(label, 0)
    assert gone or after.suppressed == before.suppressed + more + frightens, (label, die)


@pytest.mark.rule(
    "hon.assault.who.1", "hon.assault.roll.1", "hon.assault.roll.2", "hon.assault.roll.3", "hon.assault.roll.4",
    "hon.assault.roll.5", "hon.assault.roll.7", "hon.assault.roll.8", "hon.assault.tie.1", "hon.assault.arc.1",
    "hon.assault.win.1", "hon.assault.win.2", "hon.assault.win.8", "hon.assault.win.9", "hon.assault.lose.1",
    "hon.abil.assault.1", "hon.abil.assault.2", "hon.assault.launch.1", "hon.assault.launch.3", "hon.assault.zoc.1",
    "hon.open.assault.xdef.1", "hon.open.assault.noweapon.1", "hon.open.assault.supp.1", "hon.supd.dice.1",
    "hon.open.assault.defbonus.1", "hon.supd.assault.1", "hon.supd.move.1", "hon.supd.move.2", "hon.terrain.def.2",
)  # fmt: skip
@pytest.mark.parametrize("vehicles", [0, 2])
def test_assaults(vehicles: int) -> None:
    """Who may be assaulted from where one stands, and the chances of both."""
    seen: set[str] = set()
    for seed in range(200, 260):
        field = draw(seed, ".....fh", vehicles, near=True)
        unit = actor(field)
        enemies = [other for other in field.state.units if other.camp != unit.camp]
        theirs = {choice.piece: choice.id for choice in field.offered("assault")}
        assert theirs.keys() == {other.id for other in enemies if launches(field, unit, other)}, seed
        for piece, option in theirs.items():
            target = field.state.units[piece]
            forecast = SYSTEM.forecast(field.state, field.decision(), option)
            assert forecast is not None
            chances = fight(field, unit, target)
            for subject, loses, weak in ((unit, -1, False), (target, 1, True)):
                odds: Chances = defaultdict(float)
                for winner, chance in chances.items():
                    odds[hurt(subject, False) if winner == loses else "outcome.unharmed"] += chance
                found = {label: chance for label, chance in odds.items() if chance}
                assert forecast.odds[f"unit:{subject.id}"] == pytest.approx(found), (seed, piece, weak)
                seen |= found.keys()
    assert {"outcome.unharmed", "outcome.flip", "outcome.eliminated"} <= seen


@pytest.mark.rule(
    "hon.move.inf.1", "hon.move.inf.2", "hon.move.inf.3", "hon.move.inf.4", "hon.move.inf.5", "hon.move.inf.6",
    "hon.move.zoc.1", "hon.move.zoc.3", "hon.move.zoc.4", "hon.move.zoc.7", "hon.move.zoc.9", "hon.supd.zoc.1",
    "hon.supd.move.1", "hon.supd.move.2", "hon.terrain.imp.1", "hon.terrain.diff.1", "hon.terrain.diff.2",
    "hon.terrain.water.1", "hon.counter.move.1", "hon.open.zoc.same.1", "hon.act.choice.1", "hon.terrain.hedge.2",
)  # fmt: skip
@pytest.mark.parametrize("vehicles", [0, 2])
def test_steps(vehicles: int) -> None:
    """A random walk of infantry, and all that it is offered on the way."""
    walked = 0
    for seed in range(300, 345):
        field = draw(seed, "......h#~", vehicles, near=True, men=6)
        unit = actor(field)
        if unit.is_vehicle():
            continue
        points = max(0, unit.face.movement - 2 * unit.suppressed)
        here = place(field, unit.cell)
        first = walks(field, unit, here, points)
        if not first:
            continue
        field.choose("move")
        rng = random.Random(seed)
        slow = False
        while field.offered("step"):
            mine = set() if slow else walks(field, unit, here, points)
            theirs = {place(field, field.cell(choice.place)) for choice in field.offered("step")}
            assert mine == theirs, (seed, here, points)
            there = rng.choice(sorted(theirs))
            slow = ground(field, here).difficult or ground(field, there).difficult
            field.choose("step", place=f"r{there[0]}c{there[1]}")
            here, points, walked = there, points - 1, walked + 1
        if field.unit(next(n for n, k in field.names.items() if k == unit.id)).acted:
            assert slow or not walks(field, unit, here, points) or unit.status != FIELD
    assert walked > 40


@pytest.mark.rule(
    "hon.assault.launch.1", "hon.assault.launch.2", "hon.assault.launch.3", "hon.assault.announce.1",
    "hon.assault.announce.2", "hon.assault.who.1", "hon.assault.roll.3", "hon.supd.move.2", "hon.terrain.diff.2",
    "hon.terrain.diff.1", "hon.act.choice.1", "hon.move.inf.1", "hon.move.inf.6",
)  # fmt: skip
@pytest.mark.parametrize("vehicles", [0, 1])
def test_walks_to_an_assault(vehicles: int) -> None:
    """Who may be approached, and the steps after which the assault can still be made."""
    walked = 0
    for seed in range(400, 450):
        field = draw(seed, "........h#", vehicles, men=5)
        unit = actor(field)
        if unit.is_vehicle():
            assert not field.offered("approach")
            continue
        points = unit.face.movement - 2 * unit.suppressed
        able = unit.face.assault and points > 0
        foes = [other for other in field.state.units if other.camp != unit.camp and able]
        foes = [other for other in foes if unit.face.weapons[0].bonus[other.counter.rank] != CROSS]
        here = place(field, unit.cell)
        mine = {other.id for other in foes if approaches(field, unit, other, here, points)}
        assert mine == {choice.piece for choice in field.offered("approach")}, seed
        if not mine:
            continue
        target = field.state.units[sorted(mine)[seed % len(mine)]]
        option = next(choice.id for choice in field.offered("approach") if choice.piece == target.id)
        field.roll(*[3] * 12)
        field.state.play(field.decision(), option)
        while field.offered("step"):
            here = place(field, unit.cell)
            theirs = {place(field, field.cell(choice.place)) for choice in field.offered("step")}
            points = unit.face.movement - 2 * unit.suppressed - taken(field)
            assert theirs == onward(field, unit, target, here, points), seed
            beside = min(away(here, space) for space in stands(field, target)) == 1
            assert bool(field.offered("assault")) == (taken(field) > 0 and beside), seed
            walked += 1
            field.state.play(field.decision(), field.offered("step")[0].id)
    assert walked > 5


def taken(field: Field) -> int:
    top = field.state.stack[-1]
    assert isinstance(top, Movement)
    return top.taken


def onward(field: Field, unit: Unit, target: Unit, here: Space, points: int) -> set[Space]:
    """The steps that keep the promise."""
    friends = {space for other in field.state.units if other is not unit for space in stands(field, other)}
    found = set()
    for there in neighbours(field, unit, here) if points > 1 else []:
        if ground(field, there).difficult:
            continue
        beside = min(away(there, space) for space in stands(field, target)) == 1 and there not in friends
        if beside or approaches(field, unit, target, there, points - 1):
            found.add(there)
    return found


@pytest.mark.rule(
    "hon.move.veh.1", "hon.move.veh.2", "hon.move.veh.3", "hon.move.veh.4", "hon.move.veh.5", "hon.move.veh.6",
    "hon.move.veh.7", "hon.move.veh.8", "hon.move.veh.9", "hon.move.zoc.8", "hon.move.inf.1", "hon.terrain.imp.2",
    "hon.terrain.imp.3", "hon.terrain.water.1", "hon.terrain.hedge.1", "hon.open.veh.move.1", "hon.open.veh.pivot.1",
    "hon.open.veh.onespace.1", "hon.open.veh.stack.1", "hon.terrain.diff.1", "hon.terrain.diff.2", "hon.supd.move.1",
    "hon.counter.move.1", "hon.act.choice.1",
)  # fmt: skip
def test_drives() -> None:
    """A random drive, and all that it is offered on the way."""
    driven = 0
    for seed in range(500, 560):
        field = draw(seed, "........h~x", 2, drives=True)
        unit = actor(field)
        points = unit.face.movement - 2 * unit.suppressed
        if not unit.is_vehicle():
            continue
        able = points > 0 and any(may_drive(field, unit, how) for how in MANOEUVRES)
        assert bool(field.offered("move")) is able, seed
        if not able:
            continue
        field.choose("move")
        rng = random.Random(seed)
        while not unit.acted and (drives := MANOEUVRES & field.verbs()):
            assert drives == {how for how in MANOEUVRES if may_drive(field, unit, how)}, seed
            assert points > 0
            assert "stop" in field.verbs()
            how = rng.choice(sorted(drives))
            now = stands(field, unit)
            wanted = moved(unit, now[0], now[1] if len(now) > 1 else None, how)
            before = {*now}
            field.choose(how)
            entered = {space for space in wanted[:2] if space is not None}
            assert stands(field, unit) == [space for space in wanted[:2] if space is not None]
            assert unit.facing == wanted[2]
            slow = any(ground(field, space).difficult for space in before | entered)
            points = 0 if slow else points - 1
            driven += 1
        assert unit.acted or points == 0 or not any(may_drive(field, unit, how) for how in MANOEUVRES), seed
    assert driven > 60


MANOEUVRES = {"ahead", "back", "left", "right", "swing-left", "swing-right"}


@SIGHT
def test_sight() -> None:
    """The clearest line between any of their spaces."""
    for seed in range(700, 730):
        field = draw(seed, "......ffh#", 2)
        for one in field.state.units:
            for other in field.state.units:
                if one.camp != other.camp:
                    found = clearest(field, one, other)
                    assert sight(field.state, one, other) == (BLOCKED if found is None else found), (seed, one.id)
                    near = min(away(a, b) for a in stands(field, one) for b in stands(field, other))
                    assert distance(field.state, one, other) == near
