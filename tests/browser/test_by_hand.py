"""Whole games by keyboard alone, by touch alone and by mouse alone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import SHORT, begin, play_on_board, step, wait_change, wait_mine, wait_still

SYSTEMS = ["lnlt", "normandie", "disposable"]
MOST = 250  # decisions of a short scenario


def focus_choices(page: Page) -> None:
    """C goes to the first choice; where the board offers them all, to the button that lists them."""
    page.keyboard.press("c")
    if page.evaluate("document.activeElement.matches('.all-choices')"):
        page.keyboard.press("Enter")
        page.keyboard.press("c")
    assert page.evaluate("document.activeElement.matches('.choices .choice')")


def by_keyboard(page: Page, rng: random.Random) -> bool:
    """True when the game ended."""
    for _ in range(MOST):
        if not wait_mine(page):
            return True
        before = step(page)
        focus_choices(page)
        for _ in range(rng.randrange(3)):
            page.keyboard.press("Tab")
        if not page.evaluate("document.activeElement.matches('.choices .choice')"):
            focus_choices(page)
        page.keyboard.press("Enter")
        wait_change(page, before)
    return False


# What a tap leads to: a question to confirm, a menu, the rule against it, or the choice.
TAPPED = """before => document.querySelector('.game').dataset.step !== before
  || document.querySelector('.menu:not([hidden]), .confirm:not([hidden]), .toast:not([hidden])') !== null"""


def tapped(page: Page, before: int, seconds: int = 60) -> bool:
    """Whether a tap has led to something."""
    for _ in range(seconds * 20):
        if page.evaluate(TAPPED, str(before)):
            return True
        page.wait_for_timeout(50)
    return False


def tap_board(page: Page, rng: random.Random) -> None:
    """On something that may be chosen, if it is in sight."""
    marked = page.locator(".piece.legal, .cell.legal")
    if not marked.count():
        return
    box = marked.nth(rng.randrange(marked.count())).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('svg.board'))", [x, y]):
        before = step(page)
        page.touchscreen.tap(x, y)
        tapped(page, before, 1)  # a stack may only have been spread


def tap_list(page: Page, rng: random.Random) -> None:
    """A choice of the row, or of the sheet that lists them all."""
    wait_still(page)
    page.evaluate("document.querySelectorAll('.menu, .toast').forEach((one) => (one.hidden = true))")
    listed = page.locator(".choices .choice:visible")
    if not listed.count():
        page.locator(".all-choices").tap()
        listed = page.locator(".sheet-choices .choice")
    listed.nth(rng.randrange(min(3, listed.count()))).tap()


def by_touch(page: Page, rng: random.Random) -> bool:
    confirm = page.locator(".confirm:not([hidden]) .primary")
    for _ in range(MOST):
        if not wait_mine(page):
            return True
        before = step(page)
        if rng.random() < 0.3:
            tap_board(page, rng)
        if step(page) == before and not confirm.count():
            tap_list(page, rng)
            assert tapped(page, before)
        if step(page) == before and confirm.count():
            confirm.tap()
        wait_change(page, before)
    return False


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_game_by_keyboard_alone(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, system, scenario=SHORT[system])
    assert by_keyboard(page, random.Random(2))
    expect(page.locator(".end h2")).to_be_visible()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_game_by_touch_alone(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address, PHONE, has_touch=True, is_mobile=True)
    begin(page, system, scenario=SHORT[system])
    assert by_touch(page, random.Random(2))
    expect(page.locator(".end h2")).to_be_visible()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_game_by_mouse_alone(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, system, scenario=SHORT[system])
    offered, clicked = play_on_board(page, MOST, random.Random(4))
    assert offered >= 5
    assert clicked >= 0.7 * offered
    expect(page.locator(".end h2")).to_be_visible()
    expect(page.locator(".end p").first).not_to_be_empty()
    assert page.locator(".log .die").count() > 0
