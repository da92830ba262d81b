"""The stage: the board keeps its place, and what happens is shown one event after another."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import SHORT, new_game, play_on, wait_mine

SIZES = {
    "desktop": (1280, 720, 0.65),
    "large": (1440, 900, 0.65),
    "phone": (390, 844, 0.60),
    "small": (1024, 600, 0.55),
}
PACED = "if (location.protocol === 'http:') localStorage['bocage.pace'] = '%s';"
HEAR = "window.shown = []; addEventListener('shown', (event) => window.shown.push(event.detail), true);"

# Reads the board's rectangle at every decision of a game that the page plays by itself.
WATCH = """
() => {
  const board = document.querySelector('svg.board');
  const game = document.querySelector('.game');
  window.places = new Set();
  window.read = 0;
  new MutationObserver(() => {
    const { x, y, width, height } = board.getBoundingClientRect();
    window.places.add([x, y, width, height].map(Math.round).join(' '));
    window.read++;
  }).observe(game, { attributeFilter: ['data-seq'] });
}
"""


def open_game(
    served: Served, open_page: Opener, system: str, seats: list[str], pace: str, size: dict[str, int] | None = None
) -> Page:
    """A game with the events shown at this pace."""
    keys = new_game(served.address, system, seats)
    page = open_page("about:blank", **({} if size is None else {"size": size}))
    page.context.add_init_script(PACED % pace)
    page.context.add_init_script(HEAR)
    page.goto(f"{served.address}#/game/{keys['table']}")
    page.wait_for_selector(".game")
    return page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("system", SHORT)
def test_the_board_is_the_page_and_never_shifts(real: Served, open_page: Opener, system: str, size: str) -> None:
    width, height, share = SIZES[size]
    page = open_game(real, open_page, system, ["human", "random"], "instant", {"width": width, "height": height})
    page.evaluate(WATCH)
    play_on(page, 60)
    places: list[str] = page.evaluate("[...window.places]")
    assert page.evaluate("window.read") > 10
    assert len(places) == 1, places
    _, _, wide, tall = (int(part) for part in places[0].split())
    assert wide * tall >= share * width * height


def told_lines(page: Page) -> list[str]:
    lines: list[str] = page.locator(".log li").all_inner_texts()
    return lines


def test_every_event_is_shown_in_order_and_none_at_the_same_time(real: Served, open_page: Opener) -> None:
    page = open_game(real, open_page, "lnlt", ["human", "random"], "calm")
    wait_mine(page)
    lines = len(told_lines(page))
    before = int(page.locator(".game").get_attribute("data-seq") or 0)
    for _ in range(30):
        if page.locator(".game[data-stage]").count():
            break
        play_on(page, 1, before + 3)
    page.wait_for_selector(".game:not([data-stage])")
    shown: list[dict[str, Any]] = page.evaluate("window.shown")
    assert shown, "nothing was performed"
    numbers = [event["line"] for event in shown]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < len(told_lines(page)) >= lines
    for one, following in itertools.pairwise(shown):
        assert following["began"] >= one["ended"] - 1


def test_a_key_skips_and_a_button_shows_it_once_more(real: Served, open_page: Opener) -> None:
    page = open_game(real, open_page, "lnlt", ["human", "random"], "step")
    wait_mine(page)
    for n in range(30):
        if page.locator(".game[data-stage]").count():
            break
        play_on(page, 1, n + 3)
    expect(page.locator(".stage-bar")).to_be_visible()
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("Escape")
    expect(page.locator(".stage-bar")).to_be_hidden()
    expect(page.locator(".stage-words")).to_have_count(0)
    lines = told_lines(page)
    page.locator(".again-button").click()
    expect(page.locator(".stage-bar")).to_be_visible()
    page.locator(".stage-skip").click()
    expect(page.locator(".game[data-stage]")).to_have_count(0)
    assert told_lines(page) == lines


def test_choosing_ends_the_performance(real: Served, open_page: Opener) -> None:
    page = open_game(real, open_page, "lnlt", ["human", "random"], "step")
    wait_mine(page)
    for n in range(60):
        if page.locator(".game[data-stage]").count() and page.locator(".game[data-mine=true]").count():
            break
        play_on(page, 1, n + 3)
    before = page.locator(".game").get_attribute("data-seq")
    page.evaluate("document.querySelector('.choices .choice').click()")
    page.wait_for_function("seq => document.querySelector('.game').dataset.seq !== seq", arg=before)


def test_at_once_nothing_waits(real: Served, open_page: Opener) -> None:
    page = open_game(real, open_page, "lnlt", ["human", "random"], "instant")
    page.evaluate(
        "() => { window.staged = 0; new MutationObserver(() => window.staged++)"
        ".observe(document.querySelector('.game'), { attributeFilter: ['data-stage'] }); }"
    )
    play_on(page, 25)
    assert page.evaluate("window.staged") == 0


def test_a_game_between_bots_can_be_watched(real: Served, open_page: Opener) -> None:
    page = open_game(real, open_page, "lnlt", ["random", "random"], "brisk")
    page.wait_for_selector(".replay:not([hidden])")
    page.wait_for_function("() => Number(document.querySelector('.replay').dataset.at) >= 3")
    page.wait_for_function("() => window.shown.length > 0")


def test_reduced_motion_is_respected(real: Served, open_page: Opener) -> None:
    keys = new_game(real.address, "lnlt", ["human", "random"])
    page = open_page("about:blank", reduced_motion="reduce")
    page.context.add_init_script(PACED % "calm")
    page.goto(f"{real.address}#/game/{keys['table']}")
    wait_mine(page)
    for n in range(20):
        if page.locator(".stage-words").count():
            break
        play_on(page, 1, n + 3)
    assert page.locator(".tumbling").count() == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_on_a_phone_the_words_stay_inside_the_board(real: Served, open_page: Opener) -> None:
    page = open_game(real, open_page, "lnlt", ["human", "random"], "step", PHONE)
    wait_mine(page)
    for n in range(30):
        if page.locator(".stage-words").count():
            break
        play_on(page, 1, n + 3)
    box, board = page.locator(".stage-words").first.bounding_box(), page.locator("svg.board").bounding_box()
    assert box is not None
    assert board is not None
    assert box["x"] >= board["x"] - 1
    assert box["x"] + box["width"] <= board["x"] + board["width"] + 1
