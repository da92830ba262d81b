"""The kernel's promises, on the toy system: choosing, secrets, undo, copies, odds and saves."""

from __future__ import annotations

import random

import pytest

from bocage.kernel import saves
from bocage.kernel.dice import result_of, scripted, sides_of
from bocage.kernel.enumerate import TooManyRuns, outcomes
from bocage.kernel.event import Event
from bocage.kernel.game import CannotUndo, Game, IllegalChoice
from bocage.kernel.saves import SaveError
from kernel.toy import AGAIN, STAKE, TOY, ToyState


def toy(seed: int = 1) -> Game:
    return Game(TOY, "toy", seed, {}, TOY.new("toy", seed, {}), True)


def play_out(game: Game, seed: int) -> Game:
    rng = random.Random(seed)
    for _ in range(500):
        if game.over:
            return game
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.options), decision.seat)
    raise AssertionError("the toy game does not end")


def test_both_seats_are_asked_at_once_and_in_any_order() -> None:
    one, two = toy(), toy()
    assert [d.seat for d in one.decisions] == [0, 1]
    one.play(2, 0)
    one.play(3, 1)
    two.play(3, 1)
    two.play(2, 0)
    assert one.state.digest() == two.state.digest()


def test_an_option_that_is_not_offered_changes_nothing() -> None:
    game = toy()
    before = game.state.digest()
    with pytest.raises(IllegalChoice):
        game.play(4, 0)
    game.play(1, 0)
    with pytest.raises(IllegalChoice, match="not this seat's"):
        game.play(1, 0)
    assert len(game.history) == 1
    game.undo()
    assert game.state.digest() == before


def test_a_choice_that_fails_inside_a_procedure_changes_nothing() -> None:
    game = toy()
    game.play(1, 0)
    game.state.dice.script = [1]  # the roll for both seats wants four dice
    before = game.state.digest()
    with pytest.raises(Exception, match="dice script is used up"):
        game.play(1, 1)
    assert game.state.digest() == before
    assert len(game.history) == 1


def test_undo_stops_at_dice_revelations_and_other_seats() -> None:
    game = toy()
    with pytest.raises(CannotUndo):
        game.undo()
    opening = game.state.digest()
    game.play(1, 0)
    assert game.can_undo(0)
    assert not game.can_undo(1)
    game.undo(0)
    assert game.state.digest() == opening
    assert game.log == []
    game.play(1, 0)
    game.play(1, 1)  # reveals and rolls
    assert not game.can_undo()
    with pytest.raises(CannotUndo):
        game.undo()


def test_secret_stakes_stay_secret_until_both_are_in() -> None:
    game = toy()
    game.play(3, 0)
    hidden = [event.kind for event in game.events_for(1)]
    assert hidden == ["staked-hidden"]
    assert [event.kind for event in game.events_for(0)] == ["staked"]
    assert game.events_for(-1) == []
    rng = random.Random(3)
    for _ in range(20):
        other = TOY.redeterminise(game.state, 1, rng)
        assert TOY.position(other, 1) == game.view(1)


def test_a_copy_goes_on_by_itself() -> None:
    game = toy(5)
    game.play(2, 0)
    copy = game.clone()
    before = game.state.digest()
    assert copy.state.digest() == before
    rng = random.Random(0)
    for _ in range(300):
        if copy.over:
            break
        copy.play(rng.choice(copy.decision.options))
    assert copy.over
    assert game.state.digest() == before


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    assert play_out(toy(9), 4).state.digest() == play_out(toy(9), 4).state.digest()
    assert play_out(toy(9), 4).state.digest() != play_out(toy(10), 4).state.digest()


def test_a_forecast_equals_enumeration() -> None:
    checked = 0
    for seed in range(30):
        game = toy(seed)
        rng = random.Random(seed)
        for _ in range(200):
            if game.over:
                break
            decision = game.decision
            if decision.kind == AGAIN:
                subject = f"seat:{decision.seat}"
                forecast = game.forecast(1)
                assert forecast is not None
                exact = outcomes(
                    game.state, decision, 1, lambda _, events, subject=subject: str(events[0].outcome(subject))
                )
                assert exact == pytest.approx(forecast.odds[subject])
                assert [line.rule for line in forecast.lines] == ["toy.2", "toy.3"]
                checked += 1
            game.play(rng.choice(decision.options), decision.seat)
    assert checked > 10


def test_enumeration_gives_up_in_good_time() -> None:
    game = toy()
    game.play(1, 0)
    with pytest.raises(TooManyRuns):
        outcomes(game.state, game.decision, 1, lambda state, events: "x", limit=50)


def test_a_game_without_recording_keeps_no_history() -> None:
    game = Game(TOY, "toy", 1, {}, TOY.new("toy", 1, {}), False)
    assert game.play(1, 0) == []
    assert game.history == []
    assert game.log == []


def saved(game: Game) -> bytes:
    return saves.encode(saves.to_save(game, "hash"))


def reload(data: bytes) -> Game:
    return saves.replay(TOY, saves.decode(data, "x.json"), "hash", "x.json")


def test_a_save_replays_to_the_same_game() -> None:
    game = play_out(toy(3), 3)
    twin = reload(saved(game))
    assert twin.state.digest() == game.state.digest()
    assert saved(twin) == saved(game)
    assert isinstance(twin.state, ToyState)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda s: s[: len(s) // 2], "x.json: not a complete save"),
        (lambda s: s.replace(b'"seed": 3', b'"seed": 4'), "x.json: opening"),
        (lambda s: s.replace(b'"seed": 3', b'"seed": "3"'), r"x.json: Expected `int`.*\$.seed"),
        (lambda s: s.replace(b'"version": "1"', b'"version": "0"'), "x.json: version"),
        (lambda s: s.replace(b'"hash"', b'"other"'), "x.json: scenario_hash"),
        (lambda s: s.replace(b'"format": 1', b'"format": 2'), "x.json: format"),
        (lambda s: s.replace(b'"seats": []', b'"seats": ["me"]'), "x.json: checksum"),
    ],
)
def test_a_spoilt_save_is_refused_with_its_field(spoil, message) -> None:  # type: ignore[no-untyped-def]
    data = saved(play_out(toy(3), 3))
    spoilt = spoil(data)
    assert spoilt != data
    with pytest.raises(SaveError, match=message):
        reload(spoilt)


def test_an_edited_choice_is_named() -> None:
    game = play_out(toy(3), 3)
    save = saves.to_save(game, "hash")
    save.choices[2].option = 1 if save.choices[2].option != 1 else 2
    save.checksum = saves.checksum(save)
    with pytest.raises(SaveError, match=r"choices\[[2-9]\]"):
        reload(saves.encode(save))
    save = saves.to_save(game, "hash")
    save.choices[1].dice[0] = save.choices[1].dice[0] % 6 + 1
    with pytest.raises(SaveError, match=r"choices\[1\]: the dice differ"):
        reload(saves.encode(save))
    save = saves.to_save(game, "hash")
    save.choices[0].option = 9
    with pytest.raises(SaveError, match=r"choices\[0\]: option 9 is not offered"):
        reload(saves.encode(save))


def test_kinds_of_the_toy_are_distinct() -> None:
    assert STAKE != AGAIN


def test_events_keep_the_rolls_they_are_made_of() -> None:
    game = play_out(toy(), 3)
    rolled = [event for event in game.log if event.kind == "rolled"]
    assert rolled
    assert [roll for event in rolled for roll in event.rolls] == [
        roll for played in game.history for roll in played.rolls
    ]
    for event in game.log:
        assert [result_of(roll) for roll in event.rolls] == event.dice
        assert all(sides_of(roll) == 6 for roll in event.rolls)


def test_an_event_told_later_is_made_with_its_rolls() -> None:
    state = ToyState(scripted([3, 5]))
    state.dice.roll(6, 0)
    kept = state.dice.log[:]
    state.dice.roll(6, 0)
    state.emit(Event("late", "toy.2", {}, rolls=kept))
    assert state.events[0].dice == [3]
    assert state.events[0].rolls == kept
