"""Lessons on the page: the coach leads, a mistake can be taken back, progress is kept and the next lesson offered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESKTOP, PHONE, Opener, Served


def begin_first(open_page: Opener, real: Served, size: dict[str, int] = DESKTOP, system: str = "lnlt") -> Page:
    page = open_page(f"{real.address}#/learn", size)
    page.locator(f".course[data-system={system}] .lesson button").first.click()
    expect(page.locator(".coach-goal")).to_be_visible()
    return page


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_pupil_errs_takes_it_back_and_finishes(open_page: Opener, real: Served, size: dict[str, int]) -> None:
    page = begin_first(open_page, real, size)
    page.locator(".choice", has_text="Pass").click()
    expect(page.locator(".coach-mistake")).to_be_visible()
    expect(page.locator(".choice")).to_have_count(0)
    page.locator(".coach-back").click()
    expect(page.locator(".coach-goal")).to_contain_text("D3")
    page.locator(".choice", has_text="Activate D3").click()
    expect(page.locator(".coach")).to_contain_text("Step 2 of 2")
    expect(page.locator(".coached")).to_have_count(1)
    page.locator(".choice[data-verb=fire]").click()
    expect(page.locator(".coach-remark")).to_be_visible()
    page.locator(".coach-next a", has_text="All lessons").click()
    expect(page.locator(".course[data-system=lnlt] .lesson.done")).to_have_count(1)


def test_a_lesson_speaks_french(open_page: Opener, real: Served) -> None:
    page = begin_first(open_page, real)
    page.locator("#language").click()
    expect(page.locator(".coach")).to_contain_text("Étape 1 sur 2")
