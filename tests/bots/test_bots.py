"""Bots play legally, by what they may know, within their budget, as their settings say, and can tell why."""

from __future__ import annotations

import random
from time import perf_counter

import pytest

import bocage
from bocage.bots import LEVELS, Ranked, SearchBot, UnknownBot, bot, explain, names, settings_of
from bocage.bots.base import information
from bocage.bots.lookahead import enumerated, expectation
from bocage.bots.search import Candidate, contenders, doubt_of, prospect
from bocage.kernel.appraisal import Manner, total
from bocage.kernel.game import Game
from bocage.text import LANGUAGES, catalogue
from walks import SYSTEMS, advanced, walk

QUICK = ("random", "greedy", "doctrine", "search:nodes=12", "recruit")
EVERY_SYSTEM = pytest.mark.parametrize("system", SYSTEMS)
SMALL = {"lnlt": "boh/first-contact", "normandie": "godsend", "disposable": "lesson_guts"}


def played(system: str, seed: int, players: tuple[str, str]) -> Game:
    game = bocage.new(system, SMALL[system], seed=seed, recording=False)
    bots = [bot(name, random.Random(f"{seed}{seat}")) for seat, name in enumerate(players)]
    for _ in range(5000):
        if game.over:
            return game
        seat = game.decision.seat
        game.play(bots[seat].choose(game, seat), seat)
    raise AssertionError("the game does not end")


def small(system: str, seed: int, age: int) -> Game | None:
    """A game with objectives, some random choices old."""
    game = bocage.new(system, SMALL[system], seed=seed)
    for _ in walk(game, random.Random(seed), age):
        pass
    return None if game.over else game


def at_own_decision(system: str, seed: int, age: int) -> Game | None:
    game = advanced(system, seed, age)
    return None if game.over else game


@EVERY_SYSTEM
@pytest.mark.parametrize("name", QUICK)
def test_every_bot_chooses_what_is_offered(system: str, name: str) -> None:
    for age in (0, 25, 70):
        game = at_own_decision(system, 5, age)
        if game is None:
            continue
        for decision in game.decisions:
            before = game.state.digest()
            assert bot(name, random.Random(1)).choose(game, decision.seat) in decision.options
            assert game.state.digest() == before, "thinking changed the game"


@EVERY_SYSTEM
def test_the_world_a_bot_thinks_in_holds_nothing_it_may_not_know(system: str) -> None:
    """From two positions that the seat cannot tell apart the same generator draws one and the same world."""
    rng = random.Random(3)
    differed = 0
    for seed in range(6):
        for age in (1, 9, 20, 34, 60):
            game = at_own_decision(system, seed, age)
            if game is None:
                continue
            seat = game.decision.seat
            other = game.system.redeterminise(game.state, seat, rng)
            differed += other.digest() != game.state.digest()
            worlds = [information(game.system, state, seat, random.Random(1))[0] for state in (game.state, other)]
            assert worlds[0].digest() == worlds[1].digest()
    assert differed > 10


@EVERY_SYSTEM
@pytest.mark.parametrize("name", ["greedy", "doctrine", "search:nodes=16"])
def test_what_cannot_be_seen_does_not_change_a_choice(system: str, name: str) -> None:
    """Two positions that the seat cannot tell apart, and the same generator: the same choice."""
    rng = random.Random(7)
    compared = 0
    for seed in range(3):
        for age in (1, 12, 30):
            game = at_own_decision(system, seed, age)
            if game is None:
                continue
            seat = game.decision.seat
            other = game.clone()
            other.state = game.system.redeterminise(game.state, seat, rng)
            first = bot(name, random.Random(seed)).choose(game, seat)
            assert bot(name, random.Random(seed)).choose(other, seat) == first
            compared += game.state.digest() != other.state.digest()
    assert compared > 4, "the positions hardly differed"


@EVERY_SYSTEM
def test_doctrine_beats_chance(system: str) -> None:
    won = sum(played(system, seed, ("doctrine", "random")).result == 0 for seed in (1, 2, 3))
    won += sum(played(system, seed, ("random", "doctrine")).result == 1 for seed in (1, 2, 3))
    assert won >= 5


@EVERY_SYSTEM
def test_the_same_generator_plays_the_same_game(system: str) -> None:
    games = [played(system, 3, ("doctrine", "greedy")) for _ in range(2)]
    assert games[0].state.digest() == games[1].state.digest()


@EVERY_SYSTEM
@pytest.mark.timed
def test_a_search_keeps_to_its_time(system: str) -> None:
    """Within 110 % of it. How many of a hundred decisions keep to that is measured on a quiet machine."""
    game = advanced(system, 4, 30)
    seat = game.decision.seat
    searcher = bot("search:seconds=0.3", random.Random(1))
    searcher.choose(game, seat)  # warm tables
    spent = []
    for _ in range(3):  # others may use the machine: the best counts
        start = perf_counter()
        searcher.choose(game, seat)
        spent.append(perf_counter() - start)
    assert min(spent) < 0.33


@pytest.mark.parametrize("spec", ["search:seconds=0", "search:nodes=1"])
def test_a_search_without_time_goes_by_the_book(spec: str) -> None:
    game = advanced("lnlt", 3, 40)
    assert bot(spec, random.Random(1)).choose(game, game.decision.seat) in game.decision.options


def test_a_search_spends_no_more_than_its_nodes() -> None:
    game = advanced("normandie", 2, 40)
    searcher = bot("search:nodes=200", random.Random(1))
    assert isinstance(searcher, SearchBot)
    ranked = searcher.rank(game, game.decision.seat)
    assert -1 <= searcher.budget.left < 200
    assert sum(one.plays for one in ranked) > 0
    assert ranked[0].plays == max(one.plays for one in ranked)


def tried(book: float, trials: list[float]) -> Candidate:
    found = Candidate(Ranked(0, book), 0.0)
    for value in trials:
        found.note(value)
    return found


def test_a_search_believes_trials_by_their_number_and_their_agreement() -> None:
    """Two points behind by the book, two ahead in the trials: few or wild trials do not turn the book over."""
    even, wild = [1.0, 1.1, 0.9, 1.0], [9.0, -7.0, 8.0, -6.0]
    for trials, turned in ((even[:1], False), (even * 4, True), (wild, False)):
        field = [tried(0.0, [-value for value in trials]), tried(-2.0, trials)]
        doubt = doubt_of(field)
        assert (field[1].value(doubt) > field[0].value(doubt)) == turned


def test_a_search_stops_when_nothing_can_change_its_mind() -> None:
    ahead = [2.0, 2.1, 1.9, 2.0] * 4
    assert contenders([tried(0.0, ahead), tried(-0.5, [-value for value in ahead])]) == 1
    assert contenders([tried(0.0, ahead[:2]), tried(-0.5, [-2.0, -2.1])]) == 2, "so few trials are no proof"
    level = [0.5, -0.6, 0.4, -0.3] * 4
    assert contenders([tried(0.0, level), tried(-0.1, [-value for value in level])]) == 2


def test_a_search_stops_where_the_choice_makes_no_odds() -> None:
    same = [0.3] * 60
    assert contenders([tried(0.0, same), tried(0.0, same), tried(-0.1, same)]) == 1


def test_the_hope_of_overtaking_is_less_the_further_behind_and_the_surer() -> None:
    """At the leader's height it is the mean of half a bell curve: the deviation over the root of 2 pi."""
    assert prospect(0.0, 1.0) == pytest.approx(0.39894228)
    assert prospect(1.0, 1.0) == pytest.approx(0.08331547)
    assert prospect(1.0, 0.5) < prospect(0.5, 0.5) < prospect(0.5, 1.0)


@EVERY_SYSTEM
@pytest.mark.parametrize("setting", ["caution", "aggression", "objective"])
def test_settings_change_play(system: str, setting: str) -> None:
    """Somewhere in a few positions the careless and the careful do different things."""
    differ = 0
    for seed in range(8):
        for age in (8, 20, 45, 60):
            game = small(system, seed, age)
            if game is None:
                continue
            seat = game.decision.seat
            low = bot(f"doctrine:{setting}=0", random.Random(1)).choose(game, seat)
            high = bot(f"doctrine:{setting}=4", random.Random(1)).choose(game, seat)
            differ += low != high
    assert differ > 0


@EVERY_SYSTEM
def test_a_cautious_bot_minds_its_own_losses_more(system: str) -> None:
    """Of every appraisal: twice the caution counts own men twice, and nothing of the enemy's."""
    state = advanced(system, 2, 50).state
    rules = bocage.registry.system(system)
    parts = [dict(rules.appraise(state, 0, Manner(caution=caution))) for caution in (1.0, 2.0, 3.0)]
    assert parts[1]["material"] > parts[0]["material"]
    assert parts[2]["material"] - parts[1]["material"] == pytest.approx(parts[1]["material"] - parts[0]["material"])
    assert parts[0]["points"] == parts[2]["points"]


@EVERY_SYSTEM
def test_reasons_are_told_in_both_languages(system: str) -> None:
    for age in (0, 15, 40, 60):
        game = at_own_decision(system, 6, age)
        if game is None:
            continue
        for name in ("doctrine", "greedy", "search:nodes=20"):
            found = explain.advice(game, game.decision.seat, bot(name, random.Random(2)))
            assert 1 <= len(found) <= 3
            for language in LANGUAGES:
                assert len(explain.in_words(found, catalogue(game.system.package, language))) == len(found)


@EVERY_SYSTEM
@pytest.mark.parametrize("name", ["doctrine", "search:nodes=200"])
def test_parts_add_up_to_the_value(system: str, name: str) -> None:
    tried = 0
    for age in (25, 40):
        game = advanced(system, 3, age, choices=2)
        for ranked in bot(name, random.Random(1)).rank(game, game.decision.seat):
            assert ranked.value == pytest.approx(total(ranked.parts))
            assert ("trials" in dict(ranked.parts)) == (ranked.plays > 0)
            tried += ranked.plays
    assert (tried > 0) == name.startswith("search")


def test_the_number_of_trials_is_told() -> None:
    game = advanced("normandie", 2, 40, choices=2)
    found = explain.advice(game, game.decision.seat, bot("search:nodes=200", random.Random(1)))
    assert found[0].plays > 0
    for language, words in (("en", "simulation"), ("fr", "simulation")):
        line = explain.in_words(found, catalogue(game.system.package, language))[0]
        assert f"{found[0].plays} {words}" in line


def test_what_was_taken_is_told_even_if_it_was_not_among_the_best() -> None:
    game = advanced("normandie", 2, 40, choices=5)
    seat = game.decision.seat
    order = bot("doctrine", random.Random(1)).rank(game, seat)
    assert len(order) > 4
    assert [one.rank for one in explain.hindsight(game, seat, order, order[1].option)] == [1, 2, 3]
    assert [one.rank for one in explain.hindsight(game, seat, order, order[4].option)] == [1, 2, 3, 5]
    late = explain.hindsight(game, seat, order[:4], order[4].option)
    assert [one.rank for one in late] == [1, 2, 3, explain.UNWEIGHED]
    assert late[-1].option == order[4].option


def test_expectation_is_exact_where_dice_are_few() -> None:
    """A single melee or rally roll: playing every run of dice gives what very many samples come near to."""
    rng = random.Random(5)
    manner = Manner()
    compared = 0
    for seed in range(12):
        game = at_own_decision("lnlt", seed, 10 + seed)
        if game is None:
            continue
        world, decision = information(game.system, game.state, game.decision.seat, rng)
        for option in decision.options[:4]:
            exact = enumerated(game.system, world, decision, option, manner, 60)
            if exact is None:
                continue
            sampled = expectation(game.system, world, decision, option, manner, 1, 300, rng)
            assert total(sampled) == pytest.approx(total(exact), abs=1.0)
            compared += 1
    assert compared > 10


def test_levels_are_bots() -> None:
    for level in LEVELS:
        name, settings = settings_of(level)
        assert name in ("doctrine", "search")
        assert all(value >= 0 for value in settings.values())
    assert settings_of("elite:seconds=2")[1]["seconds"] == 2
    assert set(LEVELS) < set(names())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nobody", "no bot 'nobody'"),
        ("doctrine:speed=1", "'speed=1' is no setting"),
        ("search:seconds=soon", "'soon' is no number"),
        ("greedy:caution=-1", "caution is a number, 0 or more, not -1"),
        ("greedy:caution=nan", "'nan' is no number"),
        ("doctrine:seconds=5", r"'seconds=5' is no setting of doctrine \(there are: caution, .*slips\)"),
        ("random:caution=3", r"no setting of random \(it has none\)"),
        ("veteran:slips=0.5", "no setting of search"),
        ("doctrine:slips=5", "slips is a number from 0 to 1, not 5"),
        ("search:nodes=0", "a whole number, 1 or more"),
        ("search:nodes=2.5", "a whole number, 1 or more"),
    ],
)
def test_bad_names_are_refused_with_a_reason(spec: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        bot(spec, random.Random(0))
