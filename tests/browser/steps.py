"""Steps of the browser tests: start a game, choose by button, mouse or keyboard, play to the end."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, Route

# Chooses in the page itself, without a round trip per click; whoever shares the screen takes over at the curtain.
# Bounded by `most` choices and by sixty seconds each.
PLAY_ON = """
async ([most, seed]) => {
  const game = document.querySelector('.game');
  const curtain = document.querySelector('.curtain');
  const pause = () => new Promise((go) => setTimeout(go, 4));
  const until = async (done) => {
    for (const end = Date.now() + 60000; Date.now() < end; await pause()) if (done()) return true;
    throw new Error('the game does not go on at ' + game.dataset.seq);
  };
  let state = seed;
  const random = (n) => (state = (state * 48271) % 2147483647) % n;
  for (let played = 0; played < most; played++) {
    if (!curtain.hidden) curtain.querySelector('button').click();
    await until(() => game.dataset.over === 'true' || game.dataset.mine === 'true');
    if (game.dataset.over === 'true') return played;
    const { step } = game.dataset;
    const choices = document.querySelectorAll('.choices .choice');
    choices[random(choices.length)].click();
    await until(() => game.dataset.step !== step && game.dataset.sent === undefined);
  }
  return -1;
}
"""


SHORT = {"lnlt": "boh/lesson-infantry", "normandie": "dug-in", "disposable": "lesson_close_combat"}
"""A scenario of each system that is soon over."""


def seeded(route: Route) -> None:
    """Give a new game a seed, so that every run of a test sees the same dice."""
    asked = route.request
    if asked.method != "POST":
        route.continue_()
    else:
        route.continue_(post_data=json.dumps({**asked.post_data_json, "seed": 7}))


USUAL = {"lnlt": "boh/broken-wall", "normandie": "bestdef", "disposable": "crossroads"}


NEW_GAMES = re.compile(r"/api/games(\?|$)")


def unfold(page: Page, which: str) -> Locator:
    """The battle that a selector names, with all that can be set before it begins."""
    page.locator("form.scenario").first.wait_for(timeout=90_000)  # the first visitor waits until every scenario is read
    card = page.locator(f"form.scenario{which}").first
    if not card.is_visible():
        page.locator(".system", has=card).locator(".all-scenarios").click()
    if card.locator(".about").is_hidden():
        card.locator(".row").click()
    return card


def begin(page: Page, system: str, seats: tuple[str, ...] = ("human", "random"), scenario: str = "") -> None:
    """Pick a scenario of a system, the usual one if none is named, on the start screen and play it.

    The same choices then lead to the same game, every time.
    """
    page.route(NEW_GAMES, seeded)
    scenario = scenario or USUAL.get(system, "")
    named = f"[data-scenario='{scenario}']" if scenario else ""
    card = unfold(page, f"[data-system={system}]{named}")
    for seat, player in enumerate(seats):
        card.locator("select").nth(seat).select_option(player)
    card.locator("button[type=submit]").click()
    page.wait_for_selector(".game", timeout=90_000)


def wait_mine(page: Page) -> bool:
    """Wait for one's own decision, and for those that the page takes by itself; False if the game is over."""
    page.wait_for_selector(".game[data-mine=true]:not([data-sent]), .game[data-over=true]")
    return page.locator(".game").get_attribute("data-over") != "true"


def seq(page: Page) -> int:
    return int(page.locator(".game").get_attribute("data-seq") or -1)


def step(page: Page) -> int:
    """How far the game has come, with what is laid out and not confirmed yet."""
    return int(page.locator(".game").get_attribute("data-step") or -1)


def wait_change(page: Page, before: int) -> None:
    page.wait_for_function("step => document.querySelector('.game').dataset.step !== step", arg=str(before))


def wait_weighed(page: Page) -> None:
    """Wait until every choice shows its chances, or that it has none."""
    page.wait_for_function("() => (({ seq, weighed }) => seq === weighed)(document.querySelector('.game').dataset)")


def wait_still(page: Page) -> None:
    """Wait until nothing moves by itself: the odds are on the buttons, and the board has the room they leave."""
    wait_weighed(page)
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")


def choose(page: Page, label: str) -> None:
    before = step(page)
    page.locator(".choices").get_by_role("button", name=label).first.click()
    wait_change(page, before)
    page.wait_for_selector(".game:not([data-sent])")  # the change may have been another's


def play_on(page: Page, most: int = 3000, seed: int = 5) -> int:
    """Click random offered choices until the end; the number of clicks, or -1 if `most` were not enough."""
    played: int = page.evaluate(PLAY_ON, [most, seed])
    return played


def play_on_board(page: Page, decisions: int, rng: random.Random) -> tuple[int, int]:
    """Choose by clicking marked pieces, places and points: how often that was offered, and how often it chose."""
    offered = clicked = 0
    for _ in range(decisions):
        if not wait_mine(page):
            break
        before = step(page)
        marked = page.locator(".piece.legal, .cell.legal, .point.legal")
        if marked.count() == 0:
            listed = page.locator(".choices .choice:visible")
            listed.first.wait_for()  # the buttons of the newest view may be on their way
            listed.nth(rng.randrange(listed.count())).click()
        else:
            offered += 1
            press(page, marked.nth(rng.randrange(marked.count())), rng)
            if changed(page, before):
                clicked += 1
                continue
            # The mouse met a neighbour that spread over the target: it was told why not, and takes a button.
            page.evaluate("document.querySelector('.choices .choice').click()")
        wait_change(page, before)
    return offered, clicked


def changed(page: Page, before: int) -> bool:
    """Whether something was chosen; what is on its way has all the time it needs."""
    for n in range(600):
        if step(page) != before:
            return True
        if n >= 60 and not page.locator(".game[data-sent]").count():
            break
        page.wait_for_timeout(50)
    return False


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Page, target: Locator, rng: random.Random) -> None:
    """By mouse or by Enter; a menu of several choices is answered. Under the mouse a stack spreads before the click."""
    if rng.random() < 0.5:
        page.mouse.move(*middle(target))
        page.wait_for_timeout(200)
        page.mouse.click(*middle(target))
    else:
        target.focus()
        page.keyboard.press("Enter")
    menu = page.locator(".menu:not([hidden]) .choice")
    if menu.count():
        menu.nth(rng.randrange(menu.count())).click()


# ---- moving

STEPS = {"lnlt": "step", "normandie": "step", "disposable": "to"}
LEADS = ("move", "manoeuvre", "activate")
IN_SIGHT = """() => [...document.querySelectorAll('svg.board .cell.legal')].find((cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === cell;
}).dataset.place"""
CLICK = "selector => { const all = document.querySelectorAll(selector); all[Math.floor(all.length / 2)].click(); }"


def about_to_step(page: Page, system: str) -> None:
    """Activate and move until somebody may take a step."""
    for n in range(80):
        assert wait_mine(page)
        if (
            page.locator(f".choices .choice[data-verb={STEPS[system]}]").count()
            and not page.locator(".extra-place").count()
        ):
            return wait_still(page)
        before = step(page)
        for verb in LEADS:
            if page.locator(f".choices .choice[data-verb={verb}]").count():
                page.evaluate(CLICK, f".choices .choice[data-verb={verb}]")
                wait_change(page, before)
                break
        else:
            play_on(page, 1, n + 3)
    raise AssertionError("nobody moves")


def first_legal(page: Page) -> str:
    place = page.locator("svg.board .cell.legal").first.get_attribute("data-place")
    assert place
    return place


def cell(place: str) -> str:
    return f"svg.board .cell[data-place='{place}']"


def press_place(page: Page, place: str) -> None:
    page.locator(cell(place)).focus()
    page.keyboard.press("Enter")


# ---- slow lines


class Held:
    """Requests that wait until they are let go."""

    def __init__(self, page: Page, requests: str) -> None:
        self.waiting: list[Route] = []
        page.route(requests, self.hold)

    def hold(self, route: Route) -> None:
        self.waiting.append(route)

    def let_go(self) -> None:
        for route in self.waiting:
            route.continue_()


# ---- beside others


def new_game(
    address: str, system: str, seats: list[str], scenario: str = "", seed: int = 7, **options: str
) -> dict[str, Any]:
    """A game set up without the page; the secrets of its seats. Friends have followed their invitations."""
    body = {
        "system": system, "scenario": scenario or SHORT[system], "seats": seats, "seed": seed, "options": options,
    }  # fmt: skip
    reply = httpx.post(f"{address}api/games", json=body, timeout=60)
    assert reply.status_code == 201, reply.text
    keys: dict[str, Any] = reply.json()
    for seat, invitation in enumerate(keys.get("invitations", [])):
        if invitation:
            headers = {"authorization": f"Bearer {invitation}"}
            joined = httpx.post(f"{address}api/game/join", headers=headers, json={}, timeout=60)
            keys["seats"][seat] = joined.json()["secret"]
    return keys


# Chooses whenever this page has to, until the game has come to a number; lost lines and late clicks are tried again.
KEEP_PLAYING = """
([last, seed]) => {
  const game = document.querySelector('.game');
  let state = seed;
  const random = (n) => (state = (state * 48271) % 2147483647) % n;
  const pause = () => new Promise((go) => setTimeout(go, 4));
  const done = () => game.dataset.over === 'true' || Number(game.dataset.seq) >= last;
  window.played = (async () => {
    for (let n = 0; n < 20000 && !done(); n++) {
      const choices = game.dataset.mine === 'true' ? document.querySelectorAll('.choices .choice') : [];
      const { step } = game.dataset;
      if (choices.length) choices[random(choices.length)].click();
      for (let tick = 0; tick < 25 && step === game.dataset.step && !done(); tick++) await pause();
    }
  })();
}
"""


def keep_playing(page: Page, last: int, seed: int = 5) -> None:
    """Let the page choose by itself, beside others, until the game ends or has come to `last`."""
    page.wait_for_selector(".game[data-seq]")
    page.evaluate(KEEP_PLAYING, [last, seed])


def played_to(page: Page, last: int, seconds: int = 300) -> None:
    """Wait for the end or for that number."""
    there = "last => (({ over, seq }) => over === 'true' || seq >= last)(document.querySelector('.game').dataset)"
    page.wait_for_function(there, arg=last, timeout=seconds * 1000)
