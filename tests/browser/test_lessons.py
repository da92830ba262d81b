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
    page.locator(".coach-page").click()
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
    while page.locator(".coach-page").count():
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
SLOW_READER = 2.0  # words a second; a newcomer reads to understand
HAND = 3.0  # seconds to find a button and press it
MINUTES = 3


class Newcomer:
    """Presses what the page shows and reads what the coach says; both are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = self.words = 0

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1

    def read(self, selector: str) -> str:
        text = self.page.locator(selector).first.inner_text()
        self.words += len(text.split())
        return text

    def listen(self) -> None:
        """Every page of what the coach says now, up to the goal."""
        expect(self.page.locator(".coach")).to_be_visible()
        while self.page.locator(".coach-page").count():
            self.read(".coach")
            self.press(".coach-page")
        expect(self.page.locator(".coach-goal")).to_be_visible()
        self.read(".coach")

    def look_at_the_shot(self, phone: bool) -> None:
        """The chance is on the button; pointing at it, or a first tap, tells what it is made of."""
        shot = self.page.locator(".choices .choice[data-verb=fire]").first
        expect(shot).to_contain_text("%")
        if phone:
            shot.tap()
            self.clicks += 1
        else:
            shot.hover()
        expect(self.page.locator(".details")).to_contain_text("You need:")
        expect(self.page.locator(".details .odds").first).to_be_visible()
        self.read(".details")

    @property
    def seconds(self) -> float:
        return self.words / SLOW_READER + self.clicks * HAND


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("system", CLICKS)
def test_a_newcomer_soon_understands_the_odds_of_a_first_shot(
    open_page: Opener, real: Served, system: str, phone: bool
) -> None:
    """From the start page to a shot whose chances were explained before it, and what the dice did after it."""
    touch = {"has_touch": True, "is_mobile": True} if phone else {}
    page = open_page(real.address, PHONE if phone else DESKTOP, **touch)
    newcomer = Newcomer(page)
    newcomer.press("a[href='#/learn']")
    newcomer.press(f".course[data-system={system}] .lesson button")
    for number, verb in enumerate(CLICKS[system], 1):
        expect(page.locator(".coach h2")).to_contain_text(f"Step {number}")
        newcomer.listen()
        wait_still(page)
        if verb == "fire":
            newcomer.look_at_the_shot(phone)
        confirmed = phone and verb == "fire"
        newcomer.press(".confirm .primary" if confirmed else f".choices .choice[data-verb={verb}]")
    expect(page.locator(".coach-remark")).to_be_visible()
    newcomer.read(".coach")
    expect(page.locator(".coach-next")).to_be_in_viewport()  # nothing hides how it goes on
    assert newcomer.clicks <= MOST_CLICKS
    assert newcomer.seconds <= MINUTES * 60


def test_nothing_happens_after_the_end_of_a_lesson(open_page: Opener, real: Served) -> None:
    """No choice is made for the pupil: he reads what the coach says of his shot."""
    page = open_page("about:blank")
    page.add_init_script("localStorage['bocage.forced'] = 'on'")
    page.goto(f"{real.address}#/learn")
    page.locator(".course[data-system=normandie] .lesson button").first.click()
    Newcomer(page).listen()
    before = int(page.locator(".game").get_attribute("data-seq") or -1)
    page.locator(".choice[data-verb=fire]").first.click()
    expect(page.locator(".coach-remark")).to_be_visible()
    page.wait_for_timeout(1500)
    expect(page.locator(".game")).to_have_attribute("data-seq", str(before + 1))
