"""Fair dice: nobody can foresee them, copies never see them, and whoever changes one is found out."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import Any

import msgspec
import pytest

from bocage import registry
from bocage.analysis.review import review
from bocage.kernel import saves
from bocage.kernel.dice import Dice, result_of, seeded
from bocage.kernel.fair import FairDice, Pledge, key_for, key_of, swear
from bocage.kernel.game import Game
from kernel import lattice

SHORT = [("lnlt", "boh/lesson-infantry"), ("normandie", "free"), ("disposable", "lesson_close_combat")]
AHEAD = 100


def pledged(number: int) -> Pledge:
    """The same every time, for tests that count."""
    return Pledge(number.to_bytes(32, "big"), 0, [], [])


def finished(system: str, scenario: str, undo: bool = True) -> Game:
    game = registry.new_fair(system, scenario)
    rng = random.Random(1)
    for _ in range(3000):
        if game.over:
            return game
        decision = game.decision
        game.play(rng.choice(decision.options), decision.seat)
        if undo and not game.over and game.can_undo() and rng.random() < 0.2:
            game.undo()
    raise AssertionError("the game does not end")


# ---- foreseeing


@cache
def basis() -> lattice.Basis:
    return lattice.reduced()


def foreseen(dice: Dice, sides: int) -> int:
    """How many of the next hundred dice the attack knows."""
    faces = [dice.roll(sides, 0) for _ in range(lattice.SEEN + AHEAD)]
    told = lattice.foresee(basis(), faces, sides, AHEAD)
    return sum(one == other for one, other in zip(told, faces[lattice.SEEN :], strict=True))


@pytest.mark.parametrize("sides", [6, 10])
def test_the_seeded_stream_is_foreseen_and_the_fair_one_is_not(sides: int) -> None:
    assert [foreseen(seeded(seed), sides) for seed in range(6)] == [AHEAD] * 6
    by_chance = AHEAD / sides
    most = by_chance + 6 * sqrt(by_chance * (1 - 1 / sides))
    assert max(foreseen(FairDice(pledged(number)), sides) for number in range(20)) < most


@pytest.mark.parametrize("sides", [2, 6, 10, 30])
def test_faces_pairs_and_runs_are_fair(sides: int) -> None:
    """Bounds lie five deviations out; the streams are the same every time."""
    for number in range(3):
        dice = FairDice(pledged(number))
        rolls = [dice.roll(sides, 0) for _ in range(20_000)]
        assert chi_square(Counter(rolls), sides, len(rolls)) < sides + 5 * sqrt(2 * sides)
        assert chi_square(Counter(pairwise(rolls)), sides**2, len(rolls)) < sides**2 + 5 * sqrt(2 * sides**2)
        rises = sum(one < other for one, other in pairwise(rolls))
        expected = len(rolls) * (sides - 1) / (2 * sides)
        assert abs(rises - expected) < 5 * sqrt(len(rolls) / 4)


def chi_square(counted: Counter[Any], cells: int, total: int) -> float:
    expected = total / cells
    return sum((n - expected) ** 2 / expected for n in counted.values()) + expected * (cells - len(counted))


# ---- who can see what


def test_a_copy_has_other_dice_and_takes_none_of_the_true_ones() -> None:
    pledge = pledged(1)
    dice = FairDice(pledge)
    copies = [dice.copy() for _ in range(2)]
    peeked = [[copy.roll(6, 0) for _ in range(40)] for copy in copies]
    assert pledge.faces == []
    truly = [dice.roll(6, 0) for _ in range(40)]
    assert peeked[0] == peeked[1] != truly
    assert not any(isinstance(copy, FairDice) for copy in copies)


def test_a_position_tells_nothing_of_the_secret() -> None:
    one, other = FairDice(pledged(1)), FairDice(pledged(2))
    assert one.data() == other.data() == [0, 0]


def test_dice_taken_back_never_come_again() -> None:
    pledge = pledged(3)
    seen = [FairDice(pledge).roll(6, 0)] + [FairDice(pledge, n).roll(6, 0) for n in range(1, 60)]
    pledge.take_back(10)
    again = [FairDice(pledge, n).roll(6, 0) for n in range(10, 60)]
    assert again != seen[10:]
    assert pledge.faces[:10] == seen[:10]
    pledge.take_back(60)  # nothing was rolled since
    assert len(pledge.mixes) == 1


def test_a_salt_changes_what_follows_and_nothing_before() -> None:
    with_salt, without = pledged(4), pledged(4)
    for pledge in (with_salt, without):
        for n in range(20):
            FairDice(pledge, n).roll(10, 0)
    with_salt.mix(1, "a salt")
    for pledge in (with_salt, without):
        for n in range(20, 60):
            FairDice(pledge, n).roll(10, 0)
    assert with_salt.faces[:20] == without.faces[:20]
    assert with_salt.faces[20:] != without.faces[20:]
    assert key_for(with_salt.secret, with_salt.mixes, 19) == key_of(with_salt.secret, [])
    assert key_for(with_salt.secret, with_salt.mixes, 20) == with_salt.key


def test_the_set_up_comes_from_the_secret_too() -> None:
    """Whoever shuffles with fair dice deals hands that no seed tells."""
    pledges = [swear(seed=7) for _ in range(2)]
    games = [saves.open_with(pledge, registry.system("normandie"), "free", {}) for pledge in pledges]
    (_, one), (_, other) = games
    assert one.opening == other.opening > 50
    assert one.faces != other.faces


# ---- saves and verification


@pytest.mark.parametrize(("system", "scenario"), SHORT)
def test_a_finished_game_is_verified_and_comes_back(system: str, scenario: str) -> None:
    game = finished(system, scenario)
    data = registry.save(game)
    assert game.pledge is not None
    assert 0 < registry.verify(data) <= len(game.pledge.faces)
    again = registry.load(data)
    assert again.state.digest() == game.state.digest()
    assert again.pledge is not None
    assert again.pledge.secret != game.pledge.secret, "a told secret is never used again"


def test_the_secret_is_not_in_the_save_of_a_running_game() -> None:
    game = registry.new_fair("disposable", "lesson_close_combat")
    for _ in range(12):
        game.play(game.decision.options[0])
    data = registry.save(game)
    assert game.pledge is not None
    assert game.pledge.secret.hex().encode() not in data
    with pytest.raises(saves.SaveError, match="was not over"):
        registry.verify(data)
    again = registry.load(data)
    assert again.state.digest() == game.state.digest()
    assert again.pledge is not None
    assert again.pledge.faces == game.pledge.faces
    assert again.pledge.commitment() != game.pledge.commitment()


def test_undo_gives_the_same_dice_back_to_the_game() -> None:
    game = finished("lnlt", "boh/lesson-infantry")
    other = finished("lnlt", "boh/lesson-infantry", undo=False)
    for one in (game, other):
        assert isinstance(one.state.dice, FairDice)
        assert one.pledge is not None
        rolled = [result_of(roll) for played in one.history for roll in played.rolls]
        assert one.pledge.faces[one.pledge.opening :] == rolled


def test_a_seeded_game_cannot_be_verified() -> None:
    game = registry.new("disposable", "lesson_close_combat", seed=3)
    with pytest.raises(saves.SaveError, match="not for rivals"):
        registry.verify(registry.save(game))


def forged(game: Game, change: int) -> bytes:
    """A game in which one die was turned, played on by whoever did it, with every checksum in order."""
    pledge = game.pledge
    assert pledge is not None
    at = next(n for n, played in enumerate(game.history) if played.rolls and n >= change)
    draws = pledge.opening + sum(len(played.rolls) for played in game.history[:at])
    faces = pledge.faces[:draws] + [pledge.faces[draws] % 6 + 1]
    scenario = registry.scenario(game.system, game.scenario)
    twin = Pledge(pledge.secret, pledge.seed, faces, pledge.mixes[:], pledge.given)
    save = saves.to_save(game, scenario.hash)
    save.choices = save.choices[:at]
    save.checksum = saves.checksum(save)
    other = saves.replay(game.system, save, scenario.hash, "forged", pledge=twin)
    rng = random.Random(2)
    for _ in range(3000):
        if other.over:
            break
        decision = other.decision
        wanted = game.history[len(other.history)].option if len(other.history) == at else rng.choice(decision.options)
        other.play(wanted, decision.seat)
    assert other.over
    return registry.save(other)


def test_a_changed_die_is_found_although_every_checksum_is_right() -> None:
    game = finished("disposable", "lesson_close_combat")
    data = forged(game, 4)
    registry.load(data)
    with pytest.raises(saves.SaveError, match=r"die \d+ was \d+, but the save says \d+"):
        registry.verify(data)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [("secret", "00" * 32, "commitment"), ("commitment", "00" * 32, "commitment"), ("secret", "xyz", "hexadecimal")],
)
def test_another_secret_is_found(field: str, value: str, says: str) -> None:
    save = saves.decode(registry.save(finished("disposable", "lesson_close_combat")))
    assert save.fair is not None
    save.fair = msgspec.structs.replace(save.fair, **{field: value})
    save.checksum = saves.checksum(save)
    with pytest.raises(saves.SaveError, match=says):
        registry.verify(saves.encode(save))


def test_a_game_with_fair_dice_is_looked_over_like_any_other() -> None:
    found = review(finished("disposable", "lesson_close_combat"))
    assert any(swing.luck for swing in found.swings)
