"""The server is killed at random moments of games between two browsers: no acknowledged choice is lost or doubled."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time

from playwright.sync_api import Page, expect

from browser.conftest import Opener, Served
from browser.steps import keep_playing, new_game, played_to, seq

KILLS = int(os.environ.get("BOCAGE_KILLS", "3"))
SYSTEMS = ["lnlt", "normandie", "disposable"]

# Chooses as fast as it can and notes what the server has acknowledged; stops when the server is gone.
HURRY = """
([most, stride]) => {
  const secret = JSON.parse(localStorage['bocage.games'])[0];
  const headers = { authorization: 'Bearer ' + secret, 'content-type': 'application/json' };
  const done = [];
  window.hurried = (async () => {
    for (let n = 0; n < most; n++) {
      try {
        const { view } = await (await fetch('/api/game', { headers })).json();
        if (view.position.over) break;
        if (!view.mine) { await new Promise((go) => setTimeout(go, 2)); continue; }
        const { choices } = view.prompt;
        const option = choices[(n * stride) % choices.length].id;
        const body = JSON.stringify({ seq: view.seq, option });
        const reply = await fetch('/api/game/play', { method: 'POST', headers, body });
        if (reply.ok) done.push([view.moments, option]);
      } catch { break; }
    }
    return done;
  })();
}
"""


def stored(served: Served, game: str) -> list[tuple[int, int]]:
    with sqlite3.connect(served.database) as raw:
        rows = raw.execute("select number, option from choice where game = ? order by number", [game]).fetchall()
    return [(number, option) for number, option in rows]


def settled(served: Served, game: str, pages: list[Page]) -> list[tuple[int, int]]:
    """What is stored once the pages show as much: a last choice may be on its way."""
    for _ in range(200):
        found = stored(served, game)
        if max(map(seq, pages)) == len(found):
            return found
        time.sleep(0.05)
    raise AssertionError("the pages show something else than what is stored")


def kill_after(served: Served, game: str, choices: int, seconds: float) -> None:
    """Some moments after so many choices, so that a slow machine is killed as deep in a game as a fast one."""
    end = time.monotonic() + 30
    while len(stored(served, game)) < choices and time.monotonic() < end:
        time.sleep(0.005)
    time.sleep(seconds)
    served.process.kill()


def killed_in_play(served: Served, pages: list[Page], game: str, rng: random.Random) -> dict[int, int]:
    """Both play in a hurry until the server dies: what it had acknowledged to either, by number."""
    for page, stride in zip(pages, (7919, 104_729), strict=True):
        page.evaluate(HURRY, [4000, stride])
    killer = threading.Thread(target=kill_after, args=(served, game, rng.randrange(40), rng.uniform(0, 0.1)))
    killer.start()
    acknowledged = [tuple(choice) for page in pages for choice in page.evaluate("window.hurried")]
    killer.join()
    served.process.wait(20)
    assert len(dict(acknowledged)) == len(acknowledged)  # no number was given out twice
    return dict(acknowledged)


def test_no_acknowledged_choice_is_lost_or_doubled(own_real: Served, open_page: Opener) -> None:
    rng = random.Random(8)
    kept = 0
    for kill in range(KILLS):
        keys = new_game(own_real.address, SYSTEMS[kill % 3], ["human", "friend"], seed=kill)
        pages = [open_page(f"{own_real.address}#/game/{secret}") for secret in keys["seats"]]
        for page in pages:
            page.wait_for_selector(".game[data-seq]")
        acknowledged = killed_in_play(own_real, pages, keys["game"], rng)
        before = stored(own_real, keys["game"])
        kept += len(before)
        assert [number for number, _ in before] == list(range(len(before)))
        assert acknowledged.items() <= dict(before).items()
        assert len(before) <= len(acknowledged) + len(pages)  # one more of each may have been on its way
        own_real.start()
        for page in pages:
            expect(page.locator(".offline")).to_be_hidden()
            page.wait_for_function("n => document.querySelector('.game').dataset.seq >= n", arg=len(before))
            keep_playing(page, len(before) + 4)
        for page in pages:
            played_to(page, len(before) + 4)
        after = settled(own_real, keys["game"], pages)
        assert after[: len(before)] == before
        assert [number for number, _ in after] == list(range(len(after)))
        for page in pages:
            page.context.close()
    print(f"{KILLS} kills, {kept} choices stored before them, none lost or doubled")
    assert kept > KILLS
