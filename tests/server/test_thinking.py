"""Bots think in processes of their own: nobody waits for them, and nothing is lost when one dies."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import bocage
from bocage.kernel.game import Game
from bocage.server.thinking import Question, Thinkers, Workers, decide, position, question_of, think
from server.helpers import look, post

REAL_SYSTEMS = True
FIRST = "boh/first-contact"


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers()
    yield made
    made.close()


def played(decisions: int, players: list[str], seed: int = 5) -> Game:
    """A recorded game some random choices old, with something to choose from."""
    game = bocage.new("lnlt", FIRST, seed=seed)
    game.seats = players
    rng = random.Random(seed)
    for _ in range(decisions):
        game.play(rng.choice(game.decision.options), game.decision.seat)
    for _ in range(200):
        if len(game.decision.options) > 2:
            return game
        game.play(rng.choice(game.decision.options), game.decision.seat)
    raise AssertionError("nothing to decide")


def asked(game: Game) -> Question:
    return question_of("a", game, game.decision.seat)


def answer(thinkers: Thinkers, question: Question, game: Game) -> int:
    with ThreadPoolExecutor(1) as threads:
        return asyncio.run(asyncio.wait_for(thinkers.option(question, game.clone(), threads), 60))


def processes(workers: Workers) -> list[int]:
    return [] if workers.pool is None else list(workers.pool._processes)


def wait_for(what: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.02)


def runs(pid: int) -> bool:
    """Alive, and not only waiting to be asked how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


# ---- on the page


def start(client: TestClient, seats: list[str], scenario: str = FIRST, system: str = "lnlt") -> dict[str, Any]:
    body = {"system": system, "scenario": scenario, "seats": seats, "seed": 11}
    reply = client.post("/api/games", json=body)
    assert reply.status_code == 201, reply.text
    keys: dict[str, Any] = reply.json()
    return keys


@pytest.mark.timed
def test_other_games_are_answered_while_an_elite_bot_thinks(client: TestClient) -> None:
    """Within 200 ms; where the machine is so busy that it takes as long with nobody thinking, about as fast as then."""
    other = start(client, ["human", "human"])["table"]
    rng = random.Random(2)
    alone = median(answer_time(client, other, rng) for _ in range(7))
    watched = start(client, ["elite", "elite"])["table"]
    waits: list[float] = []
    own, began = time.process_time(), time.monotonic()
    while len(waits) < 7 or (time.monotonic() < began + 6 and len(waits) < 20):
        waits.append(answer_time(client, other, rng))
        assert look(client, watched)["thinking"]
        time.sleep(0.2)
    assert median(waits) < max(0.2, 3 * alone)
    # Two bots that search would take all there is of this process, if they thought in it.
    assert time.process_time() - own < 0.6 * (time.monotonic() - began)


def answer_time(client: TestClient, table: str, rng: random.Random) -> float:
    """Of a random choice."""
    view = look(client, table)
    option = rng.choice(view["prompt"]["choices"])["id"]
    before = time.monotonic()
    assert post(client, table, "play", {"seq": view["seq"], "option": option})[0] == 200
    return time.monotonic() - before


def test_a_bot_whose_process_is_killed_decides_all_the_same(client: TestClient) -> None:
    table = start(client, ["veteran", "veteran"])["table"]
    workers = client.app.state.rooms.thinkers.deep
    wait_for(lambda: workers.warm)
    before = look(client, table)["seq"]
    for pid in processes(workers):
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: look(client, table)["seq"] > before + 1)


@pytest.mark.timed
@pytest.mark.parametrize(
    ("system", "scenario"), [("lnlt", FIRST), ("normandie", "godsend"), ("disposable", "crossroads")]
)
def test_a_regular_bot_answers_within_a_second(client: TestClient, system: str, scenario: str) -> None:
    """By the clock, from a player's choice until the bot's has come; usually, as others use the machine too."""
    table = start(client, ["human", "regular"], scenario, system)["table"]
    rng = random.Random(4)
    waits: list[float] = []
    for _ in range(300):
        wait_for(lambda: not look(client, table)["thinking"])
        waits.extend(bots_times(client, table, rng))
        if len(waits) >= 15:
            break
    assert len(waits) >= 15
    assert median(waits) < 1.0


def bots_times(client: TestClient, table: str, rng: random.Random) -> list[float]:
    """Make a random choice: how long each decision of the bot takes until the player has to choose again."""
    view = look(client, table)
    option = rng.choice(view["prompt"]["choices"])["id"]
    began = time.monotonic()
    status, reply = post(client, table, "play", {"seq": view["seq"], "option": option})
    assert status == 200, reply
    wait_for(lambda: not look(client, table)["thinking"])
    taken = look(client, table)["seq"] - reply["seq"]
    return [(time.monotonic() - began) / taken] * taken if taken else []


# ---- one by one


def test_a_worker_decides_as_the_server_would(thinkers: Thinkers) -> None:
    for player, workers in (("doctrine", thinkers.quick), ("search:nodes=60", thinkers.deep)):
        game = played(40, [player, player])
        for _ in range(3):
            question = asked(game)
            expected = decide(question, game.clone())
            assert asyncio.run(workers.ask(think, question)) == expected
            assert answer(thinkers, question, game) == expected
            game.play(expected, question.seat)


def test_quick_workers_are_ready_once_they_have_read_the_rules(thinkers: Thinkers) -> None:
    game = played(40, ["doctrine"] * 2)
    question = asked(game)
    assert not thinkers.quick.ready(question), "nobody waits while a process starts"
    assert answer(thinkers, question, game) == decide(question, game.clone())
    wait_for(lambda: thinkers.quick.warm)
    assert thinkers.quick.ready(question)


def test_workers_that_die_while_they_are_made_ready_are_replaced(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    workers = thinkers.quick
    question = asked(played(40, ["doctrine"] * 2))
    assert not workers.ready(question)
    (first,) = processes(workers)
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: workers.broken is not None)
    assert not workers.warm
    assert "died while it was made ready" in caplog.text
    assert not workers.ready(question)
    (second,) = processes(workers)
    assert second != first
    wait_for(lambda: workers.warm)
    assert workers.ready(question)


def test_a_thought_whose_worker_dies_is_thought_again(thinkers: Thinkers) -> None:
    game = played(40, ["search:nodes=900"] * 2)
    question = asked(game)
    expected = decide(question, game.clone())
    answer(thinkers, msgspec.structs.replace(question, player="search:nodes=1"), game)

    async def kill_midway() -> int:
        with ThreadPoolExecutor(1) as threads:
            thought = asyncio.create_task(thinkers.option(question, game.clone(), threads))
            await asyncio.sleep(0.05)
            for pid in processes(thinkers.deep):
                os.kill(pid, signal.SIGKILL)
            return await asyncio.wait_for(thought, 60)

    old = processes(thinkers.deep)
    assert asyncio.run(kill_midway()) == expected
    assert processes(thinkers.deep)
    assert not set(processes(thinkers.deep)) & set(old)


def test_where_no_worker_can_tell_the_server_thinks_itself(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    game = played(40, ["search:nodes=60"] * 2)
    question = msgspec.structs.replace(asked(game), digest="another position")
    assert answer(thinkers, question, game) == decide(question, game.clone())
    assert "no thought of a worker" in caplog.text


def test_what_is_taken_back_is_not_remembered() -> None:
    game = played(30, ["doctrine"] * 2)
    later = asked(game)
    assert position(later).state.digest() == later.digest
    other = bocage.new("lnlt", FIRST, seed=5)
    other.seats = game.seats
    for seat, option in later.choices[:10]:
        other.play(option, seat)
    taken_back = asked(other)
    assert position(taken_back).state.digest() == taken_back.digest
    other.play(other.decision.options[-1], other.decision.seat)
    assert position(asked(other)).state.digest() == asked(other).digest
    assert position(later).state.digest() == later.digest


def test_a_bot_that_fails_is_stood_in_for(caplog: pytest.LogCaptureFixture) -> None:
    game = played(10, ["doctrine"] * 2)
    question = msgspec.structs.replace(asked(game), player="nobody")
    assert decide(question, game.clone()) in game.decision.options
    assert "failed" in caplog.text


def test_workers_end_when_they_are_let_go() -> None:
    workers = Workers(1)
    workers.ready(asked(played(5, ["regular"] * 2)))
    wait_for(lambda: workers.warm)
    (pid,) = processes(workers)
    workers.close()
    assert not runs(pid), "closing waits for their end, so that nothing they share is left behind"


SERVER = """
import time, bocage
from bocage.server.thinking import Workers, question_of
game = bocage.new("disposable", "lesson_shooting", seed=1)
game.seats = ["regular", "regular"]
if __name__ == "__main__":
    workers = Workers(1)
    workers.ready(question_of("a", game, game.decision.seat))
    print(*workers.pool._processes, flush=True)
    time.sleep(60)
"""


def test_workers_end_with_a_server_that_is_killed(tmp_path: Any) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        time.sleep(1)
        server.kill()
    wait_for(lambda: not runs(pid), 30)
