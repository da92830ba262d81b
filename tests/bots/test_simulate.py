"""Simulation: the same table however it is played, to be taken up again, with tables and saves that can be read."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import bocage
from bocage import registry
from bocage.analysis import journal, ladder, match, simulate, tables
from bocage.analysis.journal import Journal
from bocage.analysis.match import Run, SimulationError
from bocage.analysis.tables import wilson
from bocage.bots import UnknownBot

LESSON = Run("disposable", "lesson_shooting", 6, ("doctrine", "random"), 1)


def table(results: list[match.Result]) -> list[match.Result]:
    return sorted(results, key=lambda result: result.number)


def test_sides_are_swapped_on_the_same_seed() -> None:
    assert match.sides_of(LESSON, 0) == ["doctrine", "random"]
    assert match.sides_of(LESSON, 1) == ["random", "doctrine"]
    first, second = simulate.play(LESSON, 0), simulate.play(LESSON, 1)
    assert first.seed == second.seed
    assert (first.bot_of(0), second.bot_of(0)) == (0, 1)


def test_a_bot_against_itself_plays_every_game_on_a_seed_of_its_own() -> None:
    run = Run("disposable", "lesson_shooting", 4, ("doctrine", "doctrine"), 7)
    assert [match.seed_of(run, number) for number in range(4)] == [7, 8, 9, 10]
    assert [match.seed_of(LESSON, number) for number in range(4)] == [1, 1, 2, 2]


def test_one_and_two_processes_give_the_same_table() -> None:
    alone = table(list(simulate.simulate(LESSON, 1)))
    assert table(list(simulate.simulate(LESSON, 2))) == alone
    assert len(alone) == 6


def test_nobody_loses_fewer_than_no_pieces() -> None:
    """Heroes and halves of squads come up in play: they make up for no loss."""
    run = Run("lnlt", "boh/first-contact", 2, ("random", "random"), 5)
    for number in range(2):
        game = registry.new("lnlt", run.scenario, match.seed_of(run, number))
        at_start = [len(match.pieces(game.view(-1), side)) for side in (0, 1)]
        lost = simulate.play(run, number).lost
        assert all(0 <= few <= most for few, most in zip(lost, at_start, strict=True))
        assert sum(lost) > 0


@pytest.mark.timed
def test_a_second_process_costs_no_work_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as fast on two cores: together they work no longer than one alone, and none reads the rules again.

    Told by the time that processes worked, which does not depend on who else uses the machine.
    """
    run = Run("disposable", "lesson_guts", 24, ("doctrine", "doctrine"), 1)
    simulate.play(run, 0)
    before = time.process_time()
    list(simulate.simulate(run, 1))
    alone = time.process_time() - before
    before = worked()
    truly, starts = match.sides_of, tmp_path / "starts"

    def noted(run: Run, number: int) -> list[str]:
        with starts.open("a") as file:
            file.write(f"{os.getpid()}\n")
        return truly(run, number)

    monkeypatch.setattr(match, "sides_of", noted)
    list(simulate.simulate(run, 2))
    assert worked() - before < 1.3 * alone + 0.3
    players = starts.read_text().split()
    turns = sum(one != next_ for one, next_ in pairwise(players))
    assert turns >= len(players) // 4, "they play at the same time, not one after the other"


def worked() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def test_a_process_that_dies_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = table(list(simulate.simulate(LESSON, 1)))
    mark, truly = tmp_path / "died", match.sides_of

    def dies_once(run: Run, number: int) -> list[str]:
        """The first process to try game 3 ends itself; processes are forked, so they know of this."""
        if number == 3 and not mark.exists():
            mark.write_text("")
            os._exit(1)
        return truly(run, number)

    monkeypatch.setattr(match, "sides_of", dies_once)
    assert table(list(simulate.simulate(LESSON, 2))) == alone
    assert mark.exists(), "no process died"


def test_processes_may_die_as_often_as_games_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run("disposable", "lesson_shooting", simulate.RETRIES + 3, ("random", "random"), 1)
    tries: list[int] = []

    def one_at_a_time(run: Run, todo: list[int], workers: int) -> Iterator[match.Result]:
        yield simulate.play(run, todo[0])
        raise BrokenProcessPool

    def none_at_all(run: Run, todo: list[int], workers: int) -> Iterator[match.Result]:
        tries.append(len(todo))
        raise BrokenProcessPool
        yield simulate.play(run, 0)  # type: ignore[unreachable]

    monkeypatch.setattr(simulate, "in_processes", one_at_a_time)
    assert len(list(simulate.simulate(run, 2))) == run.games
    monkeypatch.setattr(simulate, "in_processes", none_at_all)
    with pytest.raises(SimulationError, match="keep dying"):
        list(simulate.simulate(run, 2))
    assert len(tries) == simulate.RETRIES + 1


def test_who_stops_asking_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has not begun is not played; a few may be under way or handed out already."""
    begun, truly = tmp_path / "begun", match.sides_of

    def noted(run: Run, number: int) -> list[str]:
        with begun.open("a") as file:
            file.write(f"{number}\n")
        return truly(run, number)

    monkeypatch.setattr(match, "sides_of", noted)
    run = Run("disposable", "lesson_shooting", 60, ("doctrine", "random"), 1)
    results = simulate.simulate(run, 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert len(begun.read_text().split()) < 30


INTERRUPTED = """
import signal
signal.signal(signal.SIGINT, signal.{})  # whatever started this test may have chosen for it
from bocage.analysis.match import Run
from bocage.analysis.simulate import simulate
for result in simulate(Run("disposable", "crossroads", 400, ("doctrine", "doctrine"), 1), 2):
    print(result.number, flush=True)
"""


def running(handler: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", INTERRUPTED.format(handler)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)


def ended(child: subprocess.Popen[bytes]) -> bool:
    """Whether all of its processes are gone, after a while at most; a run that goes on is killed first."""
    os.killpg(child.pid, signal.SIGKILL)
    child.wait(timeout=20)
    return any(is_gone(child.pid) for _ in range(100))


def test_ctrl_c_ends_all_processes() -> None:
    child = running("default_int_handler")
    assert child.stdout is not None
    with child.stdout as told:
        try:
            assert told.readline().strip().isdigit()
            os.killpg(child.pid, signal.SIGINT)  # what a terminal does
            assert child.wait(timeout=20) != 0
            assert any(is_gone(child.pid) for _ in range(100))
        finally:
            if not is_gone(child.pid):
                ended(child)


def test_a_run_that_is_shielded_from_ctrl_c_goes_on() -> None:
    """As one that a script has put into the background: its processes are not ended either."""
    child = running("SIG_IGN")
    assert child.stdout is not None
    with child.stdout as told:
        try:
            players = told.readline() and workers_of(child.pid)
            os.killpg(child.pid, signal.SIGINT)
            assert all(told.readline().strip().isdigit() for _ in range(3))
            assert players
            assert workers_of(child.pid) == players
        finally:
            assert ended(child)


def workers_of(parent: int) -> list[str]:
    return Path(f"/proc/{parent}/task/{parent}/children").read_text().split()


def is_gone(group: int) -> bool:
    """Whether no process of a group is left; waits a little if there is one."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    time.sleep(0.05)
    return False


def test_a_run_is_taken_up_where_it_was_cut_off(tmp_path: Path) -> None:
    whole = table(list(simulate.simulate(LESSON, 1)))
    for count, _ in enumerate(simulate.simulate(LESSON, 1, folder=tmp_path), 1):
        if count == 3:
            break
    journal = tmp_path / "games.jsonl"
    journal.write_bytes(journal.read_bytes() + b'{"number": 3, "se')  # died while writing
    before = journal.read_bytes().count(b"\n")
    assert table(list(simulate.simulate(LESSON, 1, folder=tmp_path))) == whole
    assert before < 6
    assert list(Journal(tmp_path, LESSON).read()) == [0, 1, 2, 3, 4, 5]


def half_played(folder: Path) -> Path:
    """The journal of the lesson's run, all games in it."""
    list(simulate.simulate(LESSON, 1, folder=folder))
    return folder / "games.jsonl"


def test_a_bad_line_costs_no_other_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    journal = half_played(tmp_path)
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1][:40] + b"\n"
    lines[3] = lines[3].replace(b'"seed":', b'"seed":9', 1)  # a game of other dice
    journal.write_bytes(b"".join(lines))
    assert list(Journal(tmp_path, LESSON).read()) == [0, 2, 4, 5]
    assert "games.jsonl:2:" in caplog.text
    assert "games.jsonl:4:" in caplog.text
    assert journal.read_bytes() == b"".join(lines[n] for n in (0, 2, 4, 5))
    assert table(list(simulate.simulate(LESSON, 1, folder=tmp_path))) == table(list(simulate.simulate(LESSON, 1)))


def test_a_torn_last_line_is_dropped_without_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    journal = half_played(tmp_path)
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-30])
    assert list(Journal(tmp_path, LESSON).read()) == [0, 1, 2, 3, 4]
    assert caplog.text == ""
    journal.write_bytes(whole[:-1])  # only the end of the line is missing
    assert list(Journal(tmp_path, LESSON).read()) == [0, 1, 2, 3, 4, 5]
    assert journal.read_bytes() == whole


def test_who_dies_while_mending_the_journal_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = half_played(tmp_path)
    journal.write_bytes(b"nonsense\n" + journal.read_bytes())
    before = journal.read_bytes()

    def dies(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", dies)
        with pytest.raises(KeyboardInterrupt):
            Journal(tmp_path, LESSON).read()
    assert journal.read_bytes() == before
    assert len(Journal(tmp_path, LESSON).read()) == 6


def test_a_run_of_other_rules_or_a_changed_scenario_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = registry.system("disposable")
    mine = tmp_path / "mine.yaml"
    mine.write_bytes(registry.scenario(rules, "lesson_shooting").path.read_bytes())
    run = Run("disposable", str(mine), 1, ("random", "random"))
    folder = tmp_path / "run"
    list(simulate.simulate(run, 1, folder=folder))
    moved = tmp_path / "elsewhere" / "mine.yaml"
    moved.parent.mkdir()
    moved.write_bytes(mine.read_bytes())
    assert len(list(simulate.simulate(msgspec.structs.replace(run, scenario=str(moved)), 1, folder=folder))) == 1
    mine.write_text(mine.read_text("utf-8").replace("turns: 4", "turns: 5"), "utf-8")
    with pytest.raises(SimulationError, match="has changed since"):
        list(simulate.simulate(run, 1, folder=folder))
    list(simulate.simulate(LESSON, 1, folder=tmp_path / "other"))
    monkeypatch.setattr(rules, "version", "another")
    with pytest.raises(SimulationError, match="these are another"):
        list(simulate.simulate(LESSON, 1, folder=tmp_path / "other"))
    monkeypatch.undo()
    list(simulate.simulate(LESSON, 1, folder=tmp_path / "other"))
    monkeypatch.setattr(journal, "mind_of", lambda rules: "another mind")
    with pytest.raises(SimulationError, match="the bots have changed"):
        list(simulate.simulate(LESSON, 1, folder=tmp_path / "other"))
    (tmp_path / "other" / "run.json").write_text("{}")
    with pytest.raises(SimulationError, match=r"run\.json does not say"):
        list(simulate.simulate(LESSON, 1, folder=tmp_path / "other"))


def test_a_cluster_that_is_not_there_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(SimulationError, match=f"nobody answers at '{nobody}'"):
            list(simulate.simulate(LESSON, ray=nobody))
        free.listen()
        monkeypatch.setattr(simulate, "JOIN_SECONDS", 3)
        with pytest.raises(SimulationError, match="is no Ray cluster"):
            list(simulate.simulate(LESSON, ray=nobody))


@pytest.mark.timed
def test_a_cluster_gives_the_same_table_though_a_worker_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    run = Run("disposable", "lesson_shooting", 3, ("doctrine", "random"), 1)
    alone = table(list(simulate.simulate(run, 1)))
    mark, truly_play = tmp_path / "died", simulate.play

    def dies_once(run: Run, number: int) -> match.Result:
        """The first worker to try game 1 ends itself."""
        if number == 1 and not mark.exists():
            mark.write_text("")
            os._exit(1)
        return truly_play(run, number)

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False, _node_ip_address="127.0.0.1")
    try:
        monkeypatch.setattr(simulate, "play", dies_once)
        found = table(list(simulate.simulate(run, ray="local")))
    finally:
        ray.shutdown()
    assert mark.exists(), "no worker died"
    assert found == alone


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    list(simulate.simulate(Run("disposable", "lesson_shooting", 1, ("random", "random")), 1, folder=tmp_path))
    other = Run("disposable", "lesson_shooting", 1, ("random", "doctrine"))
    with pytest.raises(SimulationError, match="holds another run"):
        list(simulate.simulate(other, 1, folder=tmp_path))


def test_tables_and_saves_can_be_read_again(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run = Run("disposable", "lesson_shooting", 4, ("doctrine", "random"), 3, watch=True)
    results = list(simulate.simulate(run, 1))
    tables.write_table(results, run, tmp_path / "games.parquet")
    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["game"] for row in rows] == [0, 1, 2, 3]
    assert [row["winner"] for row in rows] == [result.winner for result in table(results)]
    saves = tables.keep_saves(run, results, tmp_path / "saves")
    assert {path.stem for path in saves} >= {"closest", "longest", "turned"}
    for path in saves:
        game = bocage.load(path.read_bytes(), str(path))
        assert game.over


def test_what_bots_decide_by_is_told_apart(tmp_path: Path) -> None:
    minds = {journal.mind_of(registry.system(name)) for name in ("lnlt", "normandie", "disposable")}
    assert len(minds) == 3, "each has a book of its own"


def test_a_run_that_was_not_watched_keeps_the_game_that_was_turned_round() -> None:
    results = [simulate.play(LESSON, number) for number in range(3)]
    for result in results:
        result.winner, result.by_turn = 0, [[1, 4, 2], [2, 5, 3]]
    assert "turned" not in tables.worth_watching(results)
    results[1].by_turn = [[1, 0, 3], [2, 5, 3]]
    assert results[1].behind() == 3
    assert tables.worth_watching(results)["turned"] is results[1]


def test_an_upset_of_a_bot_against_itself_is_that_of_a_side() -> None:
    run = Run("disposable", "lesson_shooting", 3, ("random", "random"), 1)
    results = [simulate.play(run, number) for number in range(3)]
    for result, winner in zip(results, (0, 0, 1), strict=True):
        result.winner = winner
    assert tables.worth_watching(results)["upset"] is results[2]


@pytest.mark.parametrize("scenario", ["crossroads", "free3"])
def test_allied_seats_are_one_side(scenario: str) -> None:
    run = Run("normandie", scenario, 1, ("doctrine", "random"), 1, watch=True)
    result = simulate.play(run, 0)
    assert len(result.scores) == len(result.lost) == 2
    assert all(len(row) == 3 for row in result.by_turn)
    game = match.recorded(run, result)
    camps = match.camps_of(game.view(-1))
    assert len(camps) > 2
    assert game.seats == [("doctrine", "random")[camp] for camp in camps]
    assert game.over
    for moment in result.moments:
        before = match.recorded(run, result, moment.choice - 1)
        assert before.view(-1).turn == moment.turn


def test_a_side_that_was_not_played_has_no_share() -> None:
    found = tables.summary([simulate.play(LESSON, 0)])
    assert found.as_first is not None
    assert found.as_second is None


def test_a_bot_nobody_knows_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownBot, match="no bot 'nobody'"):
        next(iter(simulate.simulate(Run("disposable", "lesson_shooting", 2, ("nobody", "random")), 1)))


def test_the_interval_of_a_share() -> None:
    low, high = wilson(396, 400)
    assert low == pytest.approx(0.9746, abs=1e-3)
    assert high == pytest.approx(0.9961, abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_draw_counts_half() -> None:
    results = [simulate.play(LESSON, number) for number in range(2)]
    for result in results:
        result.winner = -1
    assert tables.summary(results).share == 0.5
    assert tables.summary(results).draws == 2


# ---- ladder


def test_elo_puts_winners_above_losers() -> None:
    scores = [("a", "b", 1.0)] * 30 + [("a", "b", 0.0)] * 10 + [("b", "c", 1.0)] * 30 + [("b", "c", 0.0)] * 10
    found = {rating.bot: rating for rating in ladder.ratings(["a", "b", "c"], scores, 1)}
    assert found["a"].elo > found["b"].elo > found["c"].elo
    assert found["b"].elo - found["a"].elo == pytest.approx(-191, abs=15)  # three to one
    assert found["c"].low < found["c"].elo < found["c"].high


def test_a_clean_sweep_leaves_room_for_doubt() -> None:
    found = {rating.bot: rating for rating in ladder.ratings(["a", "b"], [("a", "b", 0.0)] * 100, 1)}
    assert found["b"].high - found["b"].low > 100
    few = {rating.bot: rating for rating in ladder.ratings(["a", "b"], [("a", "b", 0.0)] * 10, 1)}
    assert few["b"].low < found["b"].low


def test_the_order_in_which_games_end_makes_no_odds() -> None:
    scores = [("a", "b", 1.0)] * 5 + [("a", "b", 0.0)] * 9 + [("b", "c", 0.5)] * 3
    assert ladder.ratings(["a", "b", "c"], scores, 1) == ladder.ratings(["a", "b", "c"], scores[::-1], 1)


@pytest.mark.parametrize(
    ("bots", "message"), [(["random", "serach"], "no bot 'serach'"), (["random"] * 2, "named twice")]
)
def test_a_ladder_is_refused_before_anything_is_played(bots: list[str], message: str) -> None:
    played: list[str] = []
    with pytest.raises((UnknownBot, SimulationError), match=message):
        ladder.play(bots, [("disposable", "lesson_guts")], 2, 1, 1, lambda *_: played.append("one"))
    assert not played


def test_the_scenarios_of_the_ladder_exist() -> None:
    systems = [system for system, _ in ladder.fixed_scenarios()]
    assert systems.count("lnlt") >= 5
    assert systems.count("normandie") >= 3
    assert systems.count("disposable") >= 3
    for system, scenario in ladder.fixed_scenarios():
        registry.scenario(registry.system(system), scenario)


def test_a_ladder_of_two(tmp_path: Path) -> None:
    made = ladder.play(["random", "doctrine"], [("disposable", "lesson_guts")], 4, 1, 1, lambda *_: None)
    assert made.ratings[0].bot == "doctrine"
    assert "| disposable lesson_guts | random – doctrine | 4 |" in ladder.table(made)
    assert "| **together** | random – doctrine | 4 |" in ladder.table(made)
    json.dumps([pairing.share for pairing in made.pairings])


def test_a_ladder_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bots, scenarios = ["random", "doctrine:caution=2"], [("disposable", "lesson_guts")]
    first = ladder.play(bots, scenarios, 4, 1, 1, lambda *_: None, tmp_path)
    (folder,) = tmp_path.iterdir()
    journal = folder / "games.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:3]))
    played: list[int] = []
    play_one = simulate.play

    def noted(run: match.Run, number: int) -> match.Result:
        played.append(number)
        return play_one(run, number)

    monkeypatch.setattr(simulate, "play", noted)
    again = ladder.play(bots, scenarios, 4, 1, 1, lambda *_: None, tmp_path)
    assert len(played) == 1, "three games are there already"
    assert ladder.table(again) == ladder.table(first)
