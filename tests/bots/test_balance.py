"""How fair a scenario is: the report by sides, decisive moments, small changes, tuning on one lot of seeds and
confirming on another."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

import bocage
from bocage import registry
from bocage.analysis import balance, balance_page, match, simulate, tables, variants
from bocage.analysis.balance import Job
from bocage.analysis.match import Result, Run
from bocage.content import Measured, read_text
from bocage.content.edits import data_of, edited
from bocage.kernel.variation import Edit
from bocage.kernel.views import Text
from bocage.text import LANGUAGES, Catalogue, catalogue

LESSON = "lesson_shooting"


def job(games: int = 3, system: str = "disposable", scenario: str = LESSON, folder: Path | None = None) -> Job:
    return Job(system, scenario, "doctrine", games, 1, 1, lambda *_: None, folder)


def words_of(system: str, language: str = "en") -> Catalogue:
    return catalogue(registry.system(system).package, language)


@pytest.fixture(scope="module")
def made() -> tuple[balance.Report, Run, list[Result]]:
    return balance.report(job(), True)


# ---- the report


def test_the_report_of_a_balance(made: tuple[balance.Report, Run, list[Result]]) -> None:
    report, _, results = made
    assert report.games == len(results) == 3
    assert report.interval[0] <= report.share <= report.interval[1]
    assert {change.name for change in report.changes} >= {"turns -1", "turns +1"}
    assert [row[0] for row in report.points] == sorted(row[0] for row in report.points)
    assert report.sides == ["nation.us", "nation.de"]
    assert report.seats == [["nation.us"], ["nation.de"]]


def test_allied_seats_are_one_side() -> None:
    report, _, _ = balance.report(job(1, "normandie", "crossroads"), False)
    assert len(report.lost) == len(report.sides) == len(report.points[0]) - 1 == 2
    assert balance_page.side_names(report, words_of("normandie")) == [
        "First American and Second American",
        "First German and Second German",
    ]
    page = balance_page.page(report, words_of("normandie", "fr"))
    assert "Premier Allemand et Deuxième Allemand" in page


def test_three_seats_are_listed() -> None:
    words = words_of("normandie", "fr")
    assert balance_page.listed(["A", "B", "C"], words) == "A, B et C"


def test_a_decisive_moment_is_told_as_its_player_was_offered_it(made: tuple[balance.Report, Run, list[Result]]) -> None:
    report, run, results = made
    assert report.moments
    assert abs(report.moments[0].swing) == max(abs(m.swing) for r in results for m in r.moments)
    for moment in report.moments:
        result = results[moment.game]
        game = match.recorded(run, result, moment.choice - 1)
        seat, option = result.choices[moment.choice - 1]
        prompt = game.system.prompt(game.state, game.pending(seat))
        offered = {choice.id: choice.label for choice in prompt.choices}
        assert (moment.seed, moment.seat, moment.side) == (result.seed, seat, seat)
        assert moment.turn == game.view(-1).turn
        assert offered.get(option, moment.label) == moment.label
        assert moment.question == prompt.text


def test_a_moment_in_words_says_who_chose_what_and_whom_it_served(
    made: tuple[balance.Report, Run, list[Result]],
) -> None:
    moment = balance.Decisive(
        4, 77, 3, 12, 1, 1, Text("nation.de"), Text("phase.turn", {"n": 1}), Text("nation.us"), -2.5
    )
    for language, swing in (("en", "2.5"), ("fr", "2,5")):
        words = words_of("disposable", language)
        told = balance_page.moment_words(moment, made[0], words)
        named = [words.say("nation.de"), words.say("nation.us"), swing, "4", "77", "3", "12"]
        assert all(word in told for word in named), told
        assert told.rindex(words.say("nation.de")) > told.index(words.say("nation.us")), "it served the second side"


def test_games_that_were_turned_can_be_watched(made: tuple[balance.Report, Run, list[Result]], tmp_path: Path) -> None:
    report, run, results = made
    balance.keep_moments(run, results, report.moments, tmp_path)
    for moment in report.moments:
        game = bocage.load(balance.save_path(tmp_path, moment.game).read_bytes(), upto=moment.choice)
        assert game.seed == moment.seed
        assert len(game.history) == moment.choice


def test_advice_names_the_change_nearest_to_even(made: tuple[balance.Report, Run, list[Result]]) -> None:
    found = tables.summary(made[2])
    found.first_side = 0.8
    changes = [balance.Change(name, Text(name), share, (0, 1)) for name, share in (("a", 0.7), ("b", 0.52), ("c", 0.3))]
    assert balance.advice(found, changes) == "b"
    found.first_side = 0.51
    assert balance.advice(found, changes) == ""


# ---- the page


class Outline(HTMLParser):
    """Tags that are open, and the text between them."""

    EMPTY = ("meta", "line", "rect", "path")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_all_that_the_terminal_has(made: tuple[balance.Report, Run, list[Result]], language: str) -> None:
    report, words = made[0], words_of("disposable", language)
    page = balance_page.page(report, words)
    read = Outline(page)
    assert read.open == []
    assert page.startswith("<!doctype html>")
    assert ("lang", language) in read.attributes
    assert ("name", "viewport") in read.attributes
    assert "prefers-color-scheme:dark" in page
    for key in ("share", "points", "lost", "changes", "moments", "turn", "scale"):
        assert words.say(f"balance.{key}") in read.text
    for moment in report.moments:
        assert balance_page.moment_words(moment, report, words) in read.text
    assert balance_page.advice_words(report, words) in read.text
    for lost in report.lost:
        assert balance_page.number(lost, words) in read.text


def test_the_page_escapes_what_it_is_given(made: tuple[balance.Report, Run, list[Result]]) -> None:
    words = words_of("disposable")
    evil = Catalogue({**words.entries, "nation.us": "<b>&'\"us", "unit.us_rifle_squad": "<i>"}, "en")
    report = msgspec.structs.replace(made[0], scenario="<u>.yaml", bot="<s>", title=Text("nation.us"))
    read = Outline(balance_page.page(report, evil))
    assert not {"b", "i", "u", "s"} & set(read.seen)
    assert "<b>&'\"us" in read.text
    assert "<u>.yaml" in read.text


def test_marks_of_a_scale_hold_all_values() -> None:
    assert balance_page.scale(0, 0) == [0, 1]
    assert balance_page.scale(0, 7.5) == [0, 2, 4, 6, 8]
    assert balance_page.scale(-3, 8) == [-5, 0, 5, 10]


# ---- small changes


def changes_of(system: str, scenario: str) -> dict[str, variants.Variant]:
    path = variants.file_of(system, scenario)
    return {variant.name: variant for variant in variants.variants(system, read_text(path), path.parent)}


@pytest.mark.parametrize(
    ("system", "scenario", "names"),
    [
        ("lnlt", "boh/first-contact", {"us with one more us.glider.squad.1-6-4", "need +1"}),
        ("normandie", "godsend", {"de without ge902.fire_group", "de with one more ge902.fire_group"}),
        ("normandie", "crossroads", {"us without us8.baz", "de without ge901.pzg"}),
        ("disposable", "crossroads", {"us without us_rifle_squad", "de with one more de_squad"}),
    ],
)
def test_small_changes_are_legal_keep_the_layout_and_have_names_in_both_languages(
    system: str, scenario: str, names: set[str], tmp_path: Path
) -> None:
    source = read_text(variants.file_of(system, scenario))
    found = changes_of(system, scenario)
    assert names <= set(found)
    told: list[set[str]] = []
    for language in LANGUAGES:
        words = words_of(system, language)
        told.append({words.render(variant.label) for variant in found.values()})
        assert not any(re.search(r"[a-z0-9]\.[a-z]|_", label) for label in told[-1]), "an id is no name"
    assert not told[0] & told[1]
    for number, variant in enumerate(found.values()):
        path = variants.lay_out(variant.source, tmp_path, tmp_path / str(number))
        assert not registry.new(system, str(path), 1).over
        gone = set(source.splitlines()) - set(variant.source.splitlines())
        assert len(gone) <= 1, "one line is another, the rest stays"


def test_one_unit_more_is_on_the_table(tmp_path: Path) -> None:
    more = changes_of("lnlt", "boh/first-contact")["us with one more us.glider.squad.1-6-4"]
    path = variants.lay_out(more.source, tmp_path, tmp_path / "more")
    before, after = (registry.new("lnlt", name, 1).view(-1) for name in ("boh/first-contact", str(path)))
    squads = [[p.kind for p in view.pieces if p.seat == 0].count("squad") for view in (before, after)]
    assert squads[1] == squads[0] + 1


def test_a_shorter_game_is_shorter(tmp_path: Path) -> None:
    path = variants.lay_out(changes_of("disposable", LESSON)["turns -1"].source, tmp_path, tmp_path)
    before, after = registry.new("disposable", LESSON, 1), registry.new("disposable", str(path), 1)
    assert after.view(-1).turns == before.view(-1).turns - 1


@pytest.mark.parametrize("place", ["own.yaml", "below/own map", "../maps/own.yaml", "{}/maps/own.yaml"])
def test_a_map_goes_with_its_scenario_wherever_it_lies(place: str, tmp_path: Path) -> None:
    source = read_text(variants.file_of("lnlt", "boh/first-contact"))
    maps = Path(bocage.__file__).parent / "systems/lnlt/data/maps"
    home = tmp_path / "home"
    own = home / place.format(tmp_path)
    own.parent.mkdir(parents=True)
    home.mkdir(exist_ok=True)
    own.write_text((maps / "orchard-lane.yaml").read_text())
    assert variants.variants("lnlt", source.replace("map: orchard-lane", f"map: {place.format(tmp_path)}"), home)


def test_two_sides_of_one_nation_are_told_apart() -> None:
    source = read_text(variants.file_of("disposable", "crossroads"))
    record = data_of(source)
    record["sides"][1] = {**record["sides"][1], "nation": "us"}
    assert [registry.system("disposable").variations(record).side_name(side) for side in (0, 1)] == ["us 1", "us 2"]
    assert [registry.system("disposable").variations(data_of(source)).side_name(side) for side in (0, 1)] == [
        "us",
        "de",
    ]


# ---- changes of a file


FILE = """\
# a comment
turns: 8   # eight
sides:
  - units:
      - {unit: a, hex: A1}  # the first
      - {unit: b}
    flow: [{unit: c}, {unit: d}]
  - units:
      - unit: e
        hex: E5
"""


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (Edit("set", ("turns",), 9), "turns: 8 ", "turns: 9 "),
        (Edit("drop", ("sides", 0, "units", 1)), "      - {unit: b}\n", ""),
        (Edit("add", ("sides", 0, "units", 1), {"unit": "z"}), "{unit: b}\n", "{unit: b}\n      - {unit: z}\n"),
        (Edit("drop", ("sides", 0, "flow", 0)), "{unit: c}, ", ""),
        (Edit("drop", ("sides", 0, "flow", 1)), ", {unit: d}", ""),
        (Edit("add", ("sides", 0, "flow", 1), {"unit": "z"}), "{unit: d}", "{unit: d}, {unit: z}"),
        (Edit("set", ("measured",), {"first": 50}), "sides:\n", "measured: {first: 50}\nsides:\n"),
    ],
)
def test_a_change_leaves_the_rest_of_the_file_alone(edit: Edit, old: str, new: str) -> None:
    assert edited(FILE, edit) == FILE.replace(old, new)


def test_what_cannot_be_changed_as_text_is_written_anew() -> None:
    made = edited(FILE, Edit("drop", ("sides", 1, "units", 0)))
    wanted = data_of(FILE)
    wanted["sides"][1]["units"] = []
    assert data_of(made) == wanted


def test_a_comment_after_a_mapping_in_lines_stays() -> None:
    text = "turns: 4\nmeasured:\n  first: 50\n  games: 9\n# about the sides\nsides: []\n"
    wanted = "turns: 4\nmeasured:\n  {first: 51}\n# about the sides\nsides: []\n"
    assert edited(text, Edit("set", ("measured",), {"first": 51})) == wanted


# ---- tuning


Played = list[tuple[str, range]]


def scripted(monkeypatch: pytest.MonkeyPatch, share: Callable[[int, range], float]) -> Played:
    """No game is played: `share` says what the first side takes, by the turns of the scenario and the seeds."""
    played: Played = []

    def instead(of: Job, run: Run, what: Text, folder: Path | None) -> list[Result]:
        turns = data_of(read_text(run.scenario))["turns"]
        seeds = range(run.seed, run.seed + run.games)
        played.append((f"{what.key} {turns}", seeds))
        won = round(share(turns, seeds) * run.games)
        return [
            Result(n, seed, "doctrine", "doctrine", 0 if n < won else 1, 1, 1, [0, 0], [0, 0])
            for n, seed in enumerate(seeds)
        ]

    monkeypatch.setattr(balance, "measure", instead)
    return played


def test_what_was_chosen_on_some_seeds_is_confirmed_on_others(monkeypatch: pytest.MonkeyPatch) -> None:
    played = scripted(monkeypatch, lambda turns, seeds: {4: 0.9, 5: 0.5 if 1 in seeds else 0.52}.get(turns, 0.9))
    tuned = balance.tune(job(100))
    assert tuned.changes == ["turns +1"]
    assert (tuned.outcome, tuned.tried, tuned.share, tuned.games) == ("even", 0.5, 0.52, 100)
    fresh = [seeds for what, seeds in played if what == "balance.fresh 5"]
    assert fresh == [range(101, 201)]
    assert all(seeds == range(1, 101) for what, seeds in played if not what.startswith("balance.fresh"))


def test_where_no_change_helps_even_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, lambda turns, seeds: 0.7)
    tuned = balance.tune(job(100))
    assert (tuned.outcome, tuned.changes, tuned.share) == ("unreached", [], 0.7)


def test_what_looked_even_by_luck_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that failed it count from then on."""
    monkeypatch.setattr(balance, "STEPS", 2)
    played = scripted(monkeypatch, lambda turns, seeds: 0.5 if 1 in seeds else 0.54)
    tuned = balance.tune(job(100))
    assert (tuned.outcome, tuned.tried, tuned.share, tuned.games) == ("unconfirmed", 0.5, 0.54, 200)
    assert [seeds.start for _, seeds in played] == [1, 101, 201]


def test_of_several_lots_of_fresh_seeds_all_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second lot alone would look even."""
    monkeypatch.setattr(balance, "STEPS", 2)
    scripted(monkeypatch, lambda turns, seeds: {1: 0.5, 101: 0.45, 201: 0.48}[seeds.start])
    tuned = balance.tune(job(100))
    assert (tuned.outcome, tuned.share, tuned.games) == ("unconfirmed", 0.465, 200)


def test_after_a_failure_variants_are_tried_on_more_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    played = scripted(monkeypatch, lambda turns, seeds: (0.5 if 1 in seeds else 0.8) if turns == 4 else 0.5)
    tuned = balance.tune(job(100))
    assert (tuned.outcome, len(tuned.changes)) == ("even", 1)
    tries = [seeds for what, seeds in played if what.startswith("balance.variant")]
    assert tries
    assert all(seeds == range(1, 201) for seeds in tries)
    assert played[-1][1] == range(201, 301)


def test_the_written_scenario_says_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, lambda turns, seeds: 0.9 if turns == 4 else 0.5)
    source = balance.tune(job(100)).source
    assert msgspec.convert(data_of(source)["measured"], Measured) == Measured(50, 100, "doctrine")
    original = read_text(variants.file_of("disposable", LESSON))
    assert source.splitlines()[0] == original.splitlines()[0], "comments stay"
    scripted(monkeypatch, lambda turns, seeds: 0.1)
    found = msgspec.convert(data_of(balance.tune(job(100)).source)["measured"], Measured)
    assert (found.first, found.lopsided) == (10, "for the side of German Army")
    scripted(monkeypatch, lambda turns, seeds: 0.8)
    found = msgspec.convert(data_of(balance.tune(job(100)).source)["measured"], Measured)
    assert (found.first, found.lopsided) == (80, "for the Americans, whom it teaches")


def test_progress_is_shown_on_fresh_seeds_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "STEPS", 0)
    told: list[tuple[str, int, int]] = []
    watched = msgspec.structs.replace(
        job(2), tell=lambda what, done, of: told.append((what.words.get("en", what.key), done, of))
    )
    balance.tune(watched)
    title = registry.scenario(registry.system("disposable"), LESSON).title.words["en"]
    assert told == [(title, 1, 2), (title, 2, 2), ("balance.fresh", 1, 2), ("balance.fresh", 2, 2)]


# ---- going on


def test_a_balance_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _, _ = balance.report(job(2, folder=tmp_path), True)
    played: list[str] = []
    play_one = simulate.play

    def noted(run: Run, number: int) -> Result:
        played.append(run.scenario)
        return play_one(run, number)

    monkeypatch.setattr(simulate, "play", noted)
    journal = tmp_path / "changes" / "turns-+1" / "games.jsonl"
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[:1]))
    again, _, _ = balance.report(job(2, folder=tmp_path), True)
    assert again == first
    assert played == [str(tmp_path / "changes" / "turns-+1" / "scenario.yaml")]
