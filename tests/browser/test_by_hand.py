"""Games by keyboard alone and by touch alone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import begin, seq, wait_mine

TOYS = ["toy-hex", "toy-square", "toy-plane"]
SYSTEMS = ["lnlt", "normandie", "disposable"]
DECISIONS = 8  # of a real game; toys are played to their end


def focus_choices(page: Page) -> None:
    page.keyboard.press("c")
    assert page.evaluate("document.activeElement.matches('.choices .choice')")


def by_keyboard(page: Page, most: int, rng: random.Random) -> bool:
    """True when the game ended."""
    for _ in range(most):
        if not wait_mine(page):
            return True
        before = seq(page)
        focus_choices(page)
        for _ in range(rng.randrange(3)):
            page.keyboard.press("Tab")
        if not page.evaluate("document.activeElement.matches('.choices .choice')"):
            focus_choices(page)
        page.keyboard.press("Enter")
        page.wait_for_function("n => document.querySelector('.game').dataset.seq !== n", arg=str(before))
    return False


def by_touch(page: Page, most: int, rng: random.Random) -> bool:
    for _ in range(most):
        if not wait_mine(page):
            return True
        before = seq(page)
        marked = page.locator(".piece.legal, .cell.legal")
        if marked.count() and rng.random() < 0.4:
            box = marked.nth(rng.randrange(marked.count())).bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            if page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('svg.board'))", [x, y]):
                page.touchscreen.tap(x, y)
        confirm = page.locator(".confirm:not([hidden]) .primary")
        if seq(page) == before and confirm.count():
            confirm.tap()
        elif seq(page) == before:
            page.evaluate("document.querySelector('.menu').hidden = true")
            choice = page.locator(".choices .choice").first
            choice.tap()
            if choice.locator(".odds-mark").count() and confirm.count():
                confirm.tap()
        page.wait_for_function("n => document.querySelector('.game').dataset.seq !== n", arg=str(before))
    return False


@pytest.mark.parametrize("system", [*TOYS, *SYSTEMS])
def test_by_keyboard_alone(system: str, toys: Served, real: Served, open_page: Opener) -> None:
    page = open_page((toys if system in TOYS else real).address)
    begin(page, system)
    ended = by_keyboard(page, 30 if system in TOYS else DECISIONS, random.Random(2))
    if system in TOYS:
        assert ended
        expect(page.locator(".end h2")).to_be_visible()


@pytest.mark.parametrize("system", [*TOYS, *SYSTEMS])
def test_by_touch_alone(system: str, toys: Served, real: Served, open_page: Opener) -> None:
    page = open_page((toys if system in TOYS else real).address, PHONE, has_touch=True, is_mobile=True)
    begin(page, system)
    ended = by_touch(page, 30 if system in TOYS else DECISIONS, random.Random(2))
    if system in TOYS:
        assert ended
        expect(page.locator(".end h2")).to_be_visible()
