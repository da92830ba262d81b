"""Alliances as files, on the page, and what their players know of each other."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bocage.content import ContentError
from bocage.kernel.act import second
from bocage.kernel.system import BadOption
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.scenarios import SCENARIOS, load
from bocage.systems.normandie.model.flags import ORDERS
from bocage.systems.normandie.rules.acts import ACTS, SET_UP_ABOARD
from bocage.systems.normandie.rules.decisions import ALLOT, FRONT, PLACE, RANK
from bocage.systems.normandie.rules.setup import next_to_place
from bocage.systems.normandie.state import NormandieState
from systems.normandie.field import Field


def settle(field: Field) -> None:
    """The first choice whenever allies settle something among themselves."""
    while field.state.pending and field.decision().kind in (RANK, ALLOT):
        field.state.play(field.decision(), field.decision().options[0])


def new(scenario: str, **options: Any) -> NormandieState:
    state: Any = SYSTEM.new(scenario, 1, options)
    state.recording = True
    return state


# ---- files, page and secrets


@pytest.mark.rule("hon.mp.ally.1")
def test_scenarios_list_a_seat_for_every_player() -> None:
    seats = {info.id: [text.key for text in info.seats] for info in SYSTEM.scenarios()}
    assert seats["pincer"] == ["player.us.1", "player.us.2", "nation.de"]
    assert seats["crossroads"] == ["player.us.1", "player.us.2", "player.de.1", "player.de.2"]
    assert len(seats["free31"]) == 4
    assert seats["godsend"] == ["nation.us", "nation.de"]


def changed(tmp_path: Path, old: str, new: str) -> Path:
    path = tmp_path / "pincer.yaml"
    text = (SCENARIOS / "pincer.yaml").read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


@pytest.mark.rule("hon.mp.hc.2", "hon.mp.army.2")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("shares: [28, 28]", "shares: [28, 20]", "hon.mp.hc.2"),
        ("points: 300", "points: 200", "hon.army.points.1"),
        ("tile: us.hc", "tile: us.fc", "hon.mp.hc.1"),
        ("option: battleplan", "option: mgnest", "hon.mp.hc.6"),
        ("options: [{slot: 1,", "options: [{slot: 9,", "hon.army.slot.1"),
    ],
)
def test_wrong_alliances_are_refused_with_the_clause(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(ContentError, match=words):
        load(changed(tmp_path, old, new))


def test_a_side_has_players_or_units_and_four_sit_at_the_table(tmp_path: Path) -> None:
    players = (SCENARIOS / "free4.yaml").read_text("utf-8").replace("[{}, {}]", "[{}, {}, {}]")
    path = tmp_path / "six.yaml"
    path.write_text(players, "utf-8")
    with pytest.raises(ContentError, match="at most 4"):
        load(path)
    path.write_text((SCENARIOS / "free4.yaml").read_text("utf-8").replace("[{}, {}]", "[{}]"), "utf-8")
    with pytest.raises(ContentError, match="two players or three"):
        load(path)


def test_points_must_be_enough_for_every_player() -> None:
    with pytest.raises(BadOption, match="from 240 to"):
        SYSTEM.new("free31", 1, {"points": 200})
    assert SYSTEM.new("free31", 1, {"points": 400}).pending


@pytest.mark.rule("hon.order.hidden.1", "hon.mp.cards.4", "hon.abil.ambush.14")
@pytest.mark.parametrize("scenario", ["pincer", "crossroads", "free3", "free4", "free31"])
@pytest.mark.parametrize("seed", range(2))
def test_no_seat_can_tell_redrawn_secrets_from_the_true_ones(scenario: str, seed: int) -> None:
    from systems.normandie.test_hidden import seen_by

    options = {"orders": ("together", "alternate")[seed], "cards": "on"}
    state: Any = SYSTEM.new(scenario, seed, options)
    rng = random.Random(seed)
    seats = range(len(state.scenario.camps))
    differing = 0
    for count in range(600):
        if state.over:
            break
        for seat in (-1, *seats) if count % 6 == 0 else ():
            other = SYSTEM.redeterminise(state, seat, rng)
            SYSTEM.check(other)
            assert seen_by(other, seat) == seen_by(state, seat)
            camp = state.scenario.camps[seat] if seat >= 0 else -1
            for ally in [ally for ally in seats if state.scenario.camps[ally] == camp]:
                own = [unit.token for unit in state.units if unit.seat == ally]
                assert [unit.token for unit in other.units if unit.seat == ally] == own, "allies' tokens are known"
                assert other.staff.hands[ally] == state.staff.hands[ally], "and their hands"
            differing += other.digest() != state.digest()
        decision = rng.choice(state.pending)
        state.play(decision, rng.choice(decision.options))
    assert differing > 50


@pytest.mark.rule("hon.order.hidden.1", "hon.abil.ambush.14")
def test_allies_are_told_of_tokens_but_not_what_a_concealed_unit_is() -> None:
    units = {
        "a": "us8.officer r0c0 player=1",
        "r": "us8.recon_team r4c0 back player=2",
        "b": "us8.fire_team r2c0 player=2",
        "g": "ge902.officer r6c11",
    }
    field = Field(units, phase="orders", options={"orders": "together"})
    settle(field)
    assert field.state.phase == ORDERS
    events = field.choose("order", "r", seat=1, n=1)
    told = {seat: [e.args["unit"] for e in events if e.kind == "order" and e.seen_by(seat)] for seat in (0, 1, 2, -1)}
    assert told == {0: ["@unit.concealed"], 1: ["@unit.us8.recon_team"], 2: [], -1: []}
    badges = {piece.id: [badge.kind for badge in piece.badges] for piece in SYSTEM.position(field.state, 0).pieces}
    assert "order" in badges[field.names["r"]], "an ally sees which token it is"
    names = {piece.id: piece.name.key for piece in SYSTEM.position(field.state, 0).pieces}
    assert names[field.names["r"]] == "unit.concealed"


def test_places_are_offered_to_the_player_whose_zone_it_is() -> None:
    state = new("crossroads")
    while state.pending[0].kind == RANK:
        state.play(state.pending[0], state.pending[0].options[0])
    seen: set[int] = set()
    while state.pending[0].kind == PLACE:
        decision = state.pending[0]
        seen.add(decision.seat)
        zone = state.scenario.zones[decision.seat]
        unit = next_to_place(state, decision.seat)
        assert unit is not None
        spaces = [second(option) for option in decision.options if ACTS.of(option) is not SET_UP_ABOARD]
        assert unit.face.scout or all(zone >> space & 1 for space in spaces)
        state.play(decision, decision.options[0])
        if state.pending[0].kind == FRONT:
            state.play(state.pending[0], state.pending[0].options[0])
    assert seen == {0, 1, 2, 3}


@pytest.mark.rule("hon.order.hidden.1", "hon.order.loss.1", "hon.mp.cards.4")
@pytest.mark.parametrize("scenario", ["pincer", "free4", "free31"])
def test_tokens_and_cards_are_told_to_no_one_beyond_the_alliance(scenario: str) -> None:
    options = {"orders": "alternate", "cards": "on"}
    state: Any = SYSTEM.new(scenario, 7, options)
    state.recording = True
    rng = random.Random(7)
    secret = 0
    for _ in range(500):
        if state.over:
            break
        state.events = []
        decision = rng.choice(state.pending)
        state.play(decision, rng.choice(decision.options))
        for event in state.events:
            if event.kind in ("order", "bluff", "special", "drawn", "ally-draws", "exchange"):
                secret += 1
                camps = {state.scenario.camps[seat] for seat in range(len(state.scenario.camps)) if event.seen_by(seat)}
                assert len(camps) == 1, event.kind
                assert not event.seen_by(-1)
    assert secret > 20
