"""Pieces dragged: to set up, to move one step, and along a longer way whose risk is shown first; and placed for me."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import (
    IN_SIGHT,
    SHORT,
    about_to_step,
    begin,
    cell,
    changed,
    middle,
    step,
    wait_change,
    wait_mine,
    wait_still,
)

FIELDS = {"normandie": SHORT["normandie"], "disposable": "farm", "lnlt": "hon/landing-ground"}


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] + 4)
    for n in range(1, 7):
        page.mouse.move(start[0] + (end[0] - start[0]) * n / 6, start[1] + (end[1] - start[1]) * n / 6)
    page.mouse.up()


def answer_menu(page: Page) -> None:
    menu = page.locator(".menu:not([hidden]) .choice")
    if menu.count():
        menu.first.click()


def mover(page: Page) -> Locator:
    return page.locator("svg.board .piece.asked").first


@pytest.mark.parametrize("system", ["lnlt", "normandie"])
def test_the_mover_is_dragged_one_step(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, system, scenario=SHORT[system])
    about_to_step(page, system)
    before = step(page)
    empty = page.evaluate(
        """() => [...document.querySelectorAll('svg.board .cell.legal')].map((cell) => cell.dataset.place)
           .find((place) => !document.querySelector(`.stack[data-place='${place}']`))"""
    )
    drag(page, middle(mover(page)), middle(page.locator(f"svg.board .cell[data-place='{empty}']")))
    answer_menu(page)
    wait_change(page, before)
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_figure_is_dragged_into_the_marked_area(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario=SHORT["disposable"])
    about_to_step(page, "disposable")
    before = step(page)
    page.evaluate("document.querySelectorAll('.point.legal').forEach((dot) => (dot.style.pointerEvents = 'none'))")
    drag(page, middle(mover(page)), middle(page.locator(".point.legal").first))
    assert changed(page, before) or page.locator(".toast:visible").count()


def test_a_stack_dragged_before_its_turn_shows_the_way_and_its_risk(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    wait_mine(page)
    wait_still(page)
    before = step(page)
    own = page.locator(".stack .piece").first
    place = page.evaluate("(node) => node.closest('.stack').dataset.place", own.element_handle())
    x, y = middle(own)
    box = page.locator(f"svg.board .cell[data-place='{place}']").bounding_box()
    assert box
    drag(page, (x, y), (x, y + box["height"] * 1.1))
    shown = page.locator(".details h3, .way-mark")
    if page.locator(".tool-path").get_attribute("aria-pressed") == "true":
        expect(shown.first).to_be_attached()
    assert step(page) == before  # nothing is chosen yet


def test_a_drag_elsewhere_still_moves_the_board(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    wait_mine(page)
    page.locator(".board-tools .zoom").first.click()
    box = page.locator("svg.board").get_attribute("viewBox")
    x, y = middle(page.locator("svg.board"))
    drag(page, (x, y + 200), (x + 80, y + 120))
    assert page.locator("svg.board").get_attribute("viewBox") != box


@pytest.mark.parametrize("system", list(FIELDS))
def test_pieces_are_placed_for_me_and_by_hand(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, system, scenario=FIELDS[system])
    wait_mine(page)
    expect(page.locator(".extra-place")).to_be_visible()
    before = step(page)
    waiting = page.locator(".tray-piece.legal")
    expect(waiting.first).to_be_visible()
    wait_still(page)
    target = page.locator("svg.board .cell.legal, svg.board .point.legal")
    drag(page, middle(waiting.first), middle(target.nth(target.count() // 2)))
    answer_menu(page)
    wait_change(page, before)
    if page.locator(".extra-place").count():
        page.locator(".extra-place").click()
    expect(page.locator(".extra-place")).to_have_count(0)


def test_figures_show_where_they_would_stand(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario=FIELDS["disposable"])
    wait_mine(page)
    box = page.locator(".region").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.5)
    expect(page.locator("circle.standing").nth(1)).to_be_visible()
    page.locator(".prompt-text").hover()
    expect(page.locator("circle.standing")).to_have_count(0)


def test_another_piece_than_the_one_asked_for_is_told_why_not(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario=FIELDS["disposable"])
    wait_mine(page)
    other = page.locator(".tray-piece:not(.legal)").first
    before = step(page)
    drag(page, middle(other), middle(page.locator("svg.board")))
    expect(page.locator(".toast")).to_be_visible()
    assert step(page) == before


def test_a_piece_is_set_up_by_touch(real: Served, open_page: Opener) -> None:
    page = open_page(real.address, PHONE, has_touch=True, is_mobile=True)
    begin(page, "normandie", scenario=SHORT["normandie"])
    wait_mine(page)
    wait_still(page)
    before = step(page)
    page.touchscreen.tap(*middle(page.locator(cell(page.evaluate(IN_SIGHT)))))
    page.locator(".menu:not([hidden]) .choice, .confirm:not([hidden]) .primary").first.tap()
    wait_change(page, before)
