"""Secrets: what a seat may not know never shows, and is drawn again without a trace."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bocage.kernel.dice import seeded
from bocage.kernel.event import Event
from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.model.flags import ACTIVATION, BLUFF, CONCEALED_TOKEN, NO_TOKEN
from bocage.systems.normandie.rules.decisions import PLACE
from bocage.systems.normandie.rules.setup import next_to_place, places
from bocage.systems.normandie.rules.specialorders import veil
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, name_of
from systems.normandie.field import Field

GAMES = 16


def seen_by(state: State, seat: int) -> object:
    """Everything a seat is shown: position, prompt with its choices, and the odds of each."""
    prompts = [SYSTEM.prompt(state, d) for d in state.pending if d.seat == seat]
    odds = []
    for decision in state.pending:
        if decision.seat == seat:
            forecasts = [SYSTEM.forecast(state, decision, option) for option in decision.options]
            odds.append([f and (f.odds, f.need, [(x.label, x.value) for x in f.lines]) for f in forecasts])
    waiting = sorted(d.seat for d in state.pending)
    return SYSTEM.position(state, seat), prompts, odds, waiting


def fresh(seed: int) -> tuple[Game, random.Random]:
    scenario = ("godsend", "dug-in")[seed % 2]
    options = {"orders": ("together", "alternate")[seed // 2 % 2]}
    return Game(SYSTEM, scenario, seed, options, SYSTEM.new(scenario, seed, options), True), random.Random(seed)


@pytest.mark.rule("hon.order.hidden.1", "hon.order.loss.1", "hon.abil.ambush.14")
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_seat_cannot_tell_redrawn_secrets_from_the_true_ones(seed: int) -> None:
    game, rng = fresh(seed)
    differing = 0
    for _ in range(2_000):
        if game.over:
            break
        state = game.state
        for seat in (0, 1, -1):
            other = SYSTEM.redeterminise(state, seat, rng)
            SYSTEM.check(other)
            assert seen_by(other, seat) == seen_by(state, seat)
            if seat >= 0:
                own = [u.token for u in state.units if u.seat == seat]
                assert [u.token for u in other.units if u.seat == seat] == own, "its own tokens stay"
            differing += [u.token for u in other.units] != [u.token for u in state.units]
        decision = rng.choice(state.pending)
        game.play(rng.choice(decision.options), decision.seat)
    assert game.over
    assert differing > 10, "something was really drawn again"


@pytest.mark.parametrize("seed", range(4))
def test_redrawn_games_can_be_played_to_their_end(seed: int) -> None:
    game, rng = fresh(seed)
    for _ in range(2_000):
        if game.over:
            break
        if rng.random() < 0.05:
            finish(SYSTEM.redeterminise(game.state, rng.choice((0, 1)), rng), rng)
        decision = rng.choice(game.state.pending)
        game.play(rng.choice(decision.options), decision.seat)
    assert game.over


def finish(state: NormandieState, rng: random.Random) -> None:
    for _ in range(2_000):
        if state.over:
            return
        decision = rng.choice(state.pending)
        state.play(decision, rng.choice(decision.options))
    raise AssertionError("the game does not end")


@pytest.mark.rule("hon.order.hidden.1", "hon.order.loss.1")
@pytest.mark.parametrize("seed", range(8))
def test_events_of_the_other_seat_name_no_hidden_token(seed: int) -> None:
    """Numbers and bluffs are told to others only when revealed or discarded."""
    game, rng = fresh(seed)
    for _ in range(2_000):
        if game.over:
            break
        decision = rng.choice(game.state.pending)
        for event in game.play(rng.choice(decision.options), decision.seat):
            if event.kind in ("order", "bluff"):
                state = game.state
                cell = state.board.grid.named(event.place)
                owner = next(unit.seat for unit in state.units if unit.cell == cell)
                assert [event.seen_by(seat) for seat in (owner, 1 - owner, -1)] == [True, False, False]
    assert game.over


def hidden_units(state: NormandieState) -> list[Unit]:
    return [unit for unit in state.units if unit.status == FIELD and unit.face.concealed]


def assert_unnamed(before: list[Unit], state: NormandieState, events: list[Event]) -> None:
    """Whoever lay concealed and still does is named to his own player only."""
    for unit in before:
        now = state.units[unit.id]
        if now.status != FIELD or not now.face.concealed:
            continue
        for event in events:
            others = [seat for seat in (*range(len(state.scenario.camps)), -1) if seat != unit.seat]
            if any(event.seen_by(seat) for seat in others):
                assert name_of(now) not in event.args.values(), (event.kind, event.args)


@pytest.mark.rule("hon.abil.ambush.14")
@pytest.mark.parametrize("seed", range(8))
def test_events_of_the_other_seat_name_no_concealed_unit(seed: int) -> None:
    game, rng = fresh(seed)
    for _ in range(2_000):
        if game.over:
            break
        before = [unit.copy() for unit in hidden_units(game.state)]
        decision = rng.choice(game.state.pending)
        events = game.play(rng.choice(decision.options), decision.seat)
        assert_unnamed(before, game.state, events)
    assert game.over


# Whatever may happen to concealed units and by them: barrages, traps, bombs, cards, Concealed tokens, a Ruse
LURKERS = {
    "o": "us8.officer r1c1 order=1",
    "u": "us8.recon_team r3c4 back order=2",
    "v": "us8.fire_team r5c2 order=3",
    "b": "us8.bazooka r4c5 order=4",
    "l": "us.loader r5c5",
    "r": "us.ruse r6c4 back order=5",
    "w": "us.willys r0c4 facing=2 order=6",
    "c": "ge.gruber r3c10 order=1",
    "m": "ge902.mg42 r3c9 back facing=6 order=2",
    "n": "ge902.mg42 r4c10 back facing=6",
    "g": "ge902.recon_group r5c9 back order=3",
    "p": "ge.pak40 r1c9 facing=6 order=4",
    "k": "ge.kubelwagen r6c9 facing=6 order=5",
}
BUSHES = [
    "............",
    "..tt....tt..",
    "....h..h....",
    "...tt...tt..",
    "....h..h....",
    "..t...t..t..",
    "............",
]
TRAPS = ["mine", "booby_trapped", "opportunity_fire", "speed_setup", "smoke_grenades", "fall_back", "second_chance"]
HELP = ["speed_setup", "hit_the_dirt", "thank_the_helmet", "second_chance", "fall_back", "advance", "relay"]


@pytest.mark.rule("hon.abil.ambush.14", "hon.ord.conceal.3")
@pytest.mark.parametrize("seed", range(40))
def test_nothing_that_happens_to_concealed_units_names_them(seed: int) -> None:
    """Random play from a position full of them, with everything that could tell of them; half of the steps move on."""
    rng = random.Random(seed)
    tokens = {"concealed": 3, "grenade": 2, "sticky_bomb": 2, "veteran": 2, "triggerhappy": 2}
    armies = {"us": {"hand": HELP, "deck": [], "tokens": tokens}, "de": {"hand": TRAPS, "deck": [], "tokens": tokens}}
    field = Field(
        LURKERS, map=BUSHES, army=armies, options={"cards": "on"}, initiative=rng.choice(["us", "de"]), turns=2
    )
    state = field.state
    state.dice = seeded(seed)
    for name in ("c", "m", "p", "v", "b", "o"):
        unit = field.unit(name)
        if rng.random() < 0.5 and state.tokens[unit.tile][CONCEALED_TOKEN]:
            veil(state, unit, unit.tile)
    for _ in range(600):
        if state.over:
            break
        before = [unit.copy() for unit in hidden_units(state)]
        decision = rng.choice(state.pending)
        state.events = []
        state.play(decision, rng.choice(decision.options))
        assert_unnamed(before, state, state.events)
        SYSTEM.check(state)


@pytest.mark.rule("hon.act.alternate.1", "hon.order.hidden.1")
def test_redrawn_tokens_are_above_the_numbers_already_revealed() -> None:
    """The German order 1 is out; what lies face down is 2, 3 or the bluff."""
    units = {
        "u": "us8.fire_team r0c0 order=1",
        "g": "ge902.officer r0c11 order=1",
        "h": "ge902.fire_group r3c11 order=3",
        "i": "ge902.fire_group r6c11 order=bluff",
    }
    field = Field(units, initiative="de")
    field.choose("pass")
    assert field.state.phase == ACTIVATION
    rng = random.Random(1)
    drawn = set()
    for _ in range(60):
        twin = SYSTEM.redeterminise(field.state, 0, rng)
        drawn.add(tuple(u.token for u in twin.units if u.seat == 1))
    assert drawn == {(1, a, b) for a in (2, 3, BLUFF) for b in (2, 3, BLUFF) if a != b}


@pytest.mark.rule("hon.order.hidden.1", "hon.act.alternate.2")
def test_a_side_that_has_nothing_left_to_reveal_holds_only_bluffs() -> None:
    units = {
        "u": "us8.fire_team r0c0 order=1",
        "v": "us8.fire_team r2c0 order=2",
        "g": "ge902.fire_group r0c11 order=bluff",
    }
    field = Field(units, initiative="de")
    rng = random.Random(1)
    for _ in range(20):
        twin = SYSTEM.redeterminise(field.state, 0, rng)
        assert twin.units[field.names["g"]].token == BLUFF


@pytest.mark.rule("hon.order.hidden.1")
def test_nothing_laid_by_a_side_still_deciding_is_kept() -> None:
    units = {
        "u": "us8.officer r0c0",
        "v": "us8.fire_team r2c0",
        "g": "ge902.officer r0c11",
        "h": "ge902.fire_group r3c11",
    }
    field = Field(units, phase="orders", options={"orders": "together"})
    field.choose("order", "u", seat=0, n=1)
    twin = SYSTEM.redeterminise(field.state, 1, random.Random(1))
    assert twin.units[field.names["u"]].token == NO_TOKEN
    mine = SYSTEM.redeterminise(field.state, 0, random.Random(1))
    assert mine.units[field.names["u"]].token == 1


def test_the_dice_to_come_are_drawn_again() -> None:
    state = SYSTEM.new("godsend", 1, {})
    twin = SYSTEM.redeterminise(state, 0, random.Random(1))
    assert twin.dice.state != state.dice.state


BRAWL = """\
id: hunters
title: Hunters
rounds: 3
initiative: us
map: ['..........', '..........', '..........', '..........']
sides:
  - nation: us
    zone: [{rows: [0, 3], cols: [0, 2]}]
    tiles: [{tile: us8, units: [{unit: us8.officer}, {unit: us8.bazooka}, {unit: us8.recon_team}, {unit: us.ruse}]}]
  - nation: de
    zone: [{rows: [0, 3], cols: [8, 9]}]
    tiles: [{tile: ge902, units: [{unit: ge902.officer}, {unit: ge902.recon_group}, {unit: ge902.recon_group}]}]
basis: estimate
"""


@pytest.mark.rule("hon.abil.ambush.14", "hon.abil.ambush.2", "hon.setup.deploy.3")
def test_whoever_is_to_be_placed_is_offered_his_own_places(tmp_path: Path) -> None:
    """Ludwig scouts and a Ruse does not; before they stand nobody else can tell them apart."""
    path = tmp_path / "hunters.yaml"
    lurkers = "{unit: ge902.recon_group}, {unit: ge902.recon_group}"
    path.write_text(BRAWL.replace(lurkers, "{unit: ge.ludwig}, {unit: ge.ruse}"), "utf-8")
    rng = random.Random(1)
    state = SYSTEM.new(str(path), 1, {"cards": "off"})
    kinds = set()
    while state.round == 0:
        decision = state.pending[0]
        for seat in (0, 1):
            for _ in range(8):
                twin = SYSTEM.redeterminise(state, seat, rng)
                waiting = next_to_place(twin, decision.seat)
                if decision.kind is PLACE and waiting is not None:
                    kinds.add((decision.seat, waiting.id, waiting.counter.id))
                    assert twin.pending[0].options == places(twin, waiting)
        state.play(decision, rng.choice(decision.options))
    assert len(kinds) > len({(seat, number) for seat, number, _ in kinds}), "some have been another counter"


@pytest.mark.rule("hon.abil.ambush.14", "hon.abil.ambush.2")
def test_numbers_of_pieces_do_not_tell_ambushers_apart(tmp_path: Path) -> None:
    path = tmp_path / "hunters.yaml"
    path.write_text(BRAWL, "utf-8")
    kinds_by_number: dict[int, set[str]] = {}
    for seed in range(40):
        state = SYSTEM.new(str(path), seed, {})
        for unit in state.units:
            kinds_by_number.setdefault(unit.id, set()).add(unit.counter.id)
        seen = {piece.id: piece.kind for piece in SYSTEM.position(state, 1).pieces if piece.seat == 0}
        assert sorted(seen.values()) == ["concealed", "concealed", "concealed", "officer"], "even before they deploy"
    assert kinds_by_number[0] == {"us8.officer"}
    assert all(len(kinds_by_number[n]) == 3 for n in (1, 2, 3))
