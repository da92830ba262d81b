"""Lessons on the page: the coach leads, a mistake can be taken back, progress is kept and the next lesson offered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from bocage.lessons import course
from browser.conftest import DESKTOP, PHONE, Opener, Served
from browser.steps import wait_still


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
    expect(page.locator(".deciding")).to_be_hidden()  # nobody is waited for
    page.locator(".coach-back").click()
    expect(page.locator(".coach-goal")).to_contain_text("D3")
    page.locator(".choice", has_text="Activate D3").click()
    expect(page.locator(".coach")).to_contain_text("Step 2 of 2")
    expect(page.locator(".coached")).to_have_count(1)
    page.locator(".choice[data-verb=fire]").click()
    expect(page.locator(".coach-remark")).to_be_visible()
    page.locator(".coach-next a", has_text="All lessons").click()
    expect(page.locator(".course[data-system=lnlt] .lesson.done")).to_have_count(1)


def test_choices_come_with_the_goal(open_page: Opener, real: Served) -> None:
    page = open_page(f"{real.address}#/learn", PHONE)
    page.locator(".course-jumps button").last.click()
    page.locator(".course[data-system=normandie] .lesson button").first.click()
    expect(page.locator(".coach-page")).to_be_visible()
    expect(page.locator(".deciding")).to_be_hidden()
    page.locator(".coach-page").click()
    expect(page.locator(".coach-goal")).to_be_visible()
    expect(page.locator(".choice").first).to_be_visible()


def test_a_lesson_speaks_french(open_page: Opener, real: Served) -> None:
    page = begin_first(open_page, real)
    page.locator("#language").click()
    expect(page.locator(".coach")).to_contain_text("Étape 1 sur 2")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_puzzle_is_tried_again_solved_and_kept(open_page: Opener, real: Served, size: dict[str, int]) -> None:
    """A wrong choice is judged and taken back; the solution is explained, ticked off, and the next puzzle offered."""
    puzzle = next(iter(course("normandie").puzzles.values()))
    page = open_page(f"{real.address}#/learn", size)
    page.locator(".course[data-system=normandie] .puzzle").first.click()
    expect(page.locator(".coach-goal")).to_be_visible()
    expect(page.locator(".coached")).to_have_count(0)  # nothing gives the answer away
    wait_still(page)
    page.locator(".choice[data-verb=pass]").click()
    expect(page.locator(".coach-mistake")).to_contain_text("Not the best choice.")
    page.locator(".coach-back").click()
    expect(page.locator(".coach-show")).to_be_visible()
    page.locator(".coach-show").click()
    expect(page.locator(".advice li").first).to_be_visible()
    page.locator(".choice.hinted").first.click()
    expect(page.locator(".coach-remark")).to_contain_text("Right!")
    expect(page.locator(".coach-next button")).to_contain_text("Next puzzle")
    assert len(puzzle.best) == 1
    page.locator(".coach-next a", has_text="All lessons").click()
    expect(page.locator(".course[data-system=normandie] .puzzle.done")).to_have_count(1)


CLICKS = {"lnlt": ["activate", "fire"], "normandie": ["fire"], "disposable": ["hold", "fire"]}
MOST_CLICKS = 10


@pytest.mark.parametrize("system", CLICKS)
def test_a_newcomer_soon_reads_the_odds_of_a_first_shot(open_page: Opener, real: Served, system: str) -> None:
    """From the start page to a shot whose chance is on its button, and which the coach has explained."""
    page = open_page(real.address)
    clicks = 0

    def press(selector: str) -> None:
        nonlocal clicks
        page.locator(selector).first.click()
        clicks += 1

    press("a[href='#/learn']")
    press(f".course[data-system={system}] .lesson button")
    for verb in CLICKS[system]:
        expect(page.locator(".coach")).to_be_visible()
        while page.locator(".coach-page").count():
            press(".coach-page")
        button = page.locator(f".choices .choice[data-verb={verb}]").first
        expect(button).to_be_visible()
        if verb == "fire":
            expect(button).to_contain_text("%")
        press(f".choices .choice[data-verb={verb}]")
    expect(page.locator(".coach-remark")).to_be_visible()  # what the dice did
    assert clicks <= MOST_CLICKS
