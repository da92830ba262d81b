"""The server is killed at random moments of a game: every acknowledged choice is there afterwards, none twice."""

from __future__ import annotations

import os
import random
import sqlite3
import threading

from playwright.sync_api import expect

from browser.conftest import Opener, Served
from browser.steps import begin, wait_mine

KILLS = int(os.environ.get("BOCAGE_KILLS", "5"))

# Chooses as fast as it can and notes what the server has acknowledged; stops when the server is gone.
HURRY = """
async ([most]) => {
  const game = document.querySelector('.game');
  const secret = location.hash.split('/')[2];
  const headers = { authorization: 'Bearer ' + secret, 'content-type': 'application/json' };
  const done = [];
  for (let n = 0; n < most; n++) {
    let view;
    try {
      view = (await (await fetch('/api/game', { headers })).json()).view;
      if (view.position.over) return { done, over: true };
      if (!view.mine) { await new Promise((go) => setTimeout(go, 2)); continue; }
      const { choices } = view.prompt;
      const option = choices[(n * 7919) % choices.length].id;
      const body = JSON.stringify({ seq: view.seq, option });
      const reply = await fetch('/api/game/play', { method: 'POST', headers, body });
      if (reply.ok) done.push([view.moments, option]);
    } catch { return { done, over: false }; }
  }
  return { done, over: false };
}
"""


def stored(served: Served, game: int) -> list[tuple[int, int]]:
    with sqlite3.connect(served.database) as raw:
        newest = raw.execute("select id from game order by created").fetchall()[game][0]
        rows = raw.execute("select number, option from choice where game = ? order by number", [newest]).fetchall()
    return [(number, option) for number, option in rows]


def test_no_acknowledged_choice_is_lost_or_doubled(own_real: Served, open_page: Opener) -> None:
    rng = random.Random(8)
    systems = ["lnlt", "normandie", "disposable"]
    for kill in range(KILLS):
        page = open_page(own_real.address)
        begin(page, systems[kill % 3])
        wait_mine(page)
        timer = threading.Timer(rng.uniform(0.05, 1.2), own_real.process.kill)
        timer.start()
        result = page.evaluate(HURRY, [400])
        timer.join()
        own_real.process.wait(20)
        before = stored(own_real, kill)
        own_real.start()
        expect(page.locator(".offline")).to_be_hidden()
        numbers = [number for number, _ in before]
        assert numbers == list(range(len(numbers)))
        for number, option in result["done"]:
            assert before[number][1] == option
        page.wait_for_function("n => document.querySelector('.game').dataset.seq >= n", arg=len(before))
        wait_mine(page)
        assert stored(own_real, kill)[: len(before)] == before
        page.context.close()
