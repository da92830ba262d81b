"""The kernel's promises, on the smallest whole game there is: choosing, secrets, undo, copies, odds and saves."""

from __future__ import annotations

import random

import pytest
from outpost import SYSTEM
from outpost.acts import ACTION, ACTIVATE, ACTS, BRACE, FIRE, PRESS, STEP
from outpost.state import OutpostState

from bocage.kernel import saves
from bocage.kernel.enumerate import TooManyRuns, outcomes
from bocage.kernel.game import CannotUndo, Game, IllegalChoice
from bocage.kernel.saves import SaveError
from bocage.kernel.state import plain_data

ON, BACK = PRESS.act(), BRACE.act()


def begin(seed: int = 1, recording: bool = True) -> Game:
    return Game(SYSTEM, "ford", seed, {}, SYSTEM.new("ford", seed, {}), recording)


def begin_close(seed: int = 1) -> Game:
    """Both have chosen their stance, and the first unit to act has an enemy in range."""
    game = begin(seed)
    game.play(ON, 0)
    game.play(ON, 1)
    for unit, place in zip(game.state.units, ("D2", "D4", "F2", "F4"), strict=True):
        unit.space = game.state.field.space(place)
    game.play(ACTIVATE.act(0))
    return game


def play_out(game: Game, seed: int) -> Game:
    rng = random.Random(seed)
    for _ in range(500):
        if game.over:
            return game
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.options), decision.seat)
    raise AssertionError("the game does not end")


def test_both_seats_are_asked_at_once_and_in_any_order() -> None:
    one, two = begin(), begin()
    assert [d.seat for d in one.decisions] == [0, 1]
    one.play(ON, 0)
    one.play(BACK, 1)
    two.play(BACK, 1)
    two.play(ON, 0)
    assert one.state.digest() == two.state.digest()


def test_an_option_that_is_not_offered_changes_nothing() -> None:
    game = begin()
    before = game.state.digest()
    with pytest.raises(IllegalChoice):
        game.play(STEP.act(4), 0)
    game.play(ON, 0)
    with pytest.raises(IllegalChoice, match="not this seat's"):
        game.play(ON, 0)
    assert len(game.history) == 1
    game.undo()
    assert game.state.digest() == before


def test_a_choice_that_fails_inside_a_procedure_changes_nothing() -> None:
    game = begin_close()
    game.state.dice.script = [1]  # a shot wants two dice
    before = game.state.digest()
    played = len(game.history)
    with pytest.raises(Exception, match="dice script is used up"):
        game.play(FIRE.act(2))
    assert game.state.digest() == before
    assert len(game.history) == played


def test_undo_stops_at_dice_revelations_and_other_seats() -> None:
    game = begin()
    with pytest.raises(CannotUndo):
        game.undo()
    opening = game.state.digest()
    game.play(ON, 0)
    assert game.can_undo(0)
    assert not game.can_undo(1)
    game.undo(0)
    assert game.state.digest() == opening
    assert game.log == []
    game.play(ON, 0)
    game.play(ON, 1)  # reveals both
    assert not game.can_undo()
    with pytest.raises(CannotUndo):
        game.undo()
    game = begin_close()
    assert game.can_undo(0)
    game.play(FIRE.act(2))
    assert not game.can_undo()


def test_secret_stances_stay_secret_until_both_are_in() -> None:
    game = begin()
    game.play(BACK, 0)
    hidden = [event.kind for event in game.events_for(1)]
    assert hidden == ["stance-hidden"]
    assert [event.kind for event in game.events_for(0)] == ["stance-own"]
    assert game.events_for(-1) == []
    rng = random.Random(3)
    for _ in range(20):
        other = SYSTEM.redeterminise(game.state, 1, rng)
        assert SYSTEM.position(other, 1) == game.view(1)


def test_a_copy_goes_on_by_itself() -> None:
    game = begin(5)
    game.play(ON, 0)
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


def test_copies_share_procedures_until_one_of_them_goes_on() -> None:
    game = begin_close()
    copy = game.clone()
    assert all(mine is theirs for mine, theirs in zip(game.state.stack, copy.state.stack, strict=True))
    lent = copy.state.stack[:]
    before = [procedure.data() for procedure in lent]
    game.play(game.decision.options[0])
    assert copy.state.stack == lent
    assert [procedure.data() for procedure in lent] == before
    copy.state.unshare()
    assert not any(mine is theirs for mine, theirs in zip(copy.state.stack, lent, strict=True))
    assert [procedure.data() for procedure in copy.state.stack] == before


def test_what_retires_from_under_others_wakes_a_procedure_that_belongs_to_no_copy() -> None:
    """A procedure that ends while cards lie above it; what goes on below must not be the original's."""
    game = begin_close()
    copy = game.clone()
    lent = game.state.stack[:]
    copy.state.unshare(len(lent) - 1)  # as a choice does
    copy.state.retire(copy.state.stack[-1])
    assert copy.state.stack[:-1] == lent[:-2]
    assert copy.state.stack[-1] is not lent[-2]
    assert game.state.stack == lent


def test_truth_stays_truth_in_a_checksum() -> None:
    """Compiled code must not make a number of it: a save of one build would not load in the other."""
    assert [plain_data(value) for value in (True, [False, 1])] == [True, [False, 1]]
    assert isinstance(plain_data(False), bool)


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    assert play_out(begin(9), 4).state.digest() == play_out(begin(9), 4).state.digest()
    assert play_out(begin(9), 4).state.digest() != play_out(begin(10), 4).state.digest()


def test_a_forecast_equals_enumeration() -> None:
    checked = 0
    for seed in range(30):
        game = begin(seed)
        rng = random.Random(seed)
        while not game.over:
            decision = game.decision
            shots = [option for option in decision.options if ACTS.of(option) is FIRE]
            for option in shots:
                forecast = game.forecast(option)
                assert forecast is not None
                ((subject, row),) = forecast.odds.items()
                exact = outcomes(
                    game.state, decision, option, lambda _, events, subject=subject: str(events[0].outcome(subject))
                )
                assert exact == pytest.approx(row)
                assert {line.rule for line in forecast.lines} <= {
                    f"outpost.{n}" for n in ("stance.2", "stance.3", "fire.5")
                }
                checked += 1
            game.play(rng.choice(decision.options), decision.seat)
    assert checked > 10


def test_enumeration_gives_up_in_good_time() -> None:
    game = begin_close()
    with pytest.raises(TooManyRuns):
        outcomes(game.state, game.decision, FIRE.act(2), lambda state, events: "x", limit=30)


def test_a_game_without_recording_keeps_no_history() -> None:
    game = begin(recording=False)
    assert game.play(ON, 0) == []
    assert game.history == []
    assert game.log == []


def test_games_decisions_and_acts_read_like_the_game() -> None:
    game = begin_close()
    options = "step 2, step 3, step 4, step 10, …"
    assert repr(game) == f"<Game outpost ford, seed 1: seat 0 decides action: {options}>"
    assert game.decision.kind is ACTION
    assert repr(game.decision) == "<Decision action of seat 0, 11 options>"
    assert SYSTEM.acts.describe(FIRE.act(2)) == "fire 2"
    assert repr(game.state.units[0]) == "<Able of seat 0 at 11>"
    assert repr(play_out(game, 1)).endswith("a draw>" if game.result == -1 else f"won by seat {game.result}>")


def saved(game: Game) -> bytes:
    return saves.encode(saves.to_save(game, "hash"))


def reload(data: bytes) -> Game:
    return saves.replay(SYSTEM, saves.decode(data, "x.json"), "hash", "x.json")


def test_a_save_replays_to_the_same_game() -> None:
    game = play_out(begin(3), 3)
    twin = reload(saved(game))
    assert twin.state.digest() == game.state.digest()
    assert saved(twin) == saved(game)
    assert isinstance(twin.state, OutpostState)


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
    data = saved(play_out(begin(3), 3))
    spoilt = spoil(data)
    assert spoilt != data
    with pytest.raises(SaveError, match=message):
        reload(spoilt)


def test_an_edited_choice_is_named() -> None:
    game = play_out(begin(3), 3)
    save = saves.to_save(game, "hash")
    save.choices[2].option ^= 1 << 9  # the other unit
    save.checksum = saves.checksum(save)
    with pytest.raises(SaveError, match=r"choices\[[2-9]\]"):
        reload(saves.encode(save))
    save = saves.to_save(game, "hash")
    rolled = next(number for number, choice in enumerate(save.choices) if choice.dice)
    save.choices[rolled].dice[0] = save.choices[rolled].dice[0] % 6 + 1
    with pytest.raises(SaveError, match=rf"choices\[{rolled}\]: the dice differ"):
        reload(saves.encode(save))
    save = saves.to_save(game, "hash")
    save.choices[0].option = STEP.act(9)
    with pytest.raises(SaveError, match=rf"choices\[0\]: option {STEP.act(9)} is not offered"):
        reload(saves.encode(save))
