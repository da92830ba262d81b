"""A path drawn over the board: the risk of each step by click, drawing, keyboard and touch, and going that way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE, Opener, Served
from browser.steps import (
    IN_SIGHT,
    SHORT,
    about_to_step,
    begin,
    cell,
    first_legal,
    middle,
    play_on,
    press_place,
    step,
    wait_change,
    wait_mine,
    wait_still,
)


@pytest.mark.parametrize("system", ["lnlt", "normandie"])
def test_a_path_by_keyboard_shows_its_risk_and_is_walked(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, system, scenario=SHORT[system])
    about_to_step(page, system)
    place = first_legal(page)
    page.locator("body").press("p")
    expect(page.locator(".tool-path")).to_have_attribute("aria-pressed", "true")
    press_place(page, place)
    leg = page.locator(".details .legs > li")
    expect(leg).to_have_count(1)
    expect(leg.first).to_contain_text("chance to arrive unharmed")
    expect(leg.first.locator(".leg-chance")).to_contain_text("%")
    expect(page.locator(".way-mark text")).to_have_count(1)
    expect(page.locator(".details")).to_contain_text("fires whenever the rules allow it")
    page.keyboard.press("Backspace")
    expect(leg).to_have_count(0)
    press_place(page, place)
    before = step(page)
    page.locator(".path-go").click()
    wait_change(page, before)
    expect(page.locator(".tool-path")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".log li[data-kind]").last).to_be_attached()


def test_every_shot_has_its_odds_and_rules(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    about_to_step(page, "lnlt")
    page.locator("body").press("p")
    press_place(page, first_legal(page))
    shot = page.locator(".details .shot").first
    expect(shot.locator("summary")).to_contain_text("to be hurt")
    expect(shot.locator("summary small").first).to_contain_text("%")
    shot.locator("summary").click()
    expect(shot.locator(".tally tbody .rule").first).to_be_visible()
    shot.locator(".tally tbody .rule").first.click()
    expect(page.locator(".handbook article h2")).to_be_visible()


def test_a_path_is_drawn_with_the_mouse_from_a_stack_that_has_not_moved(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "lnlt", scenario=SHORT["lnlt"])
    wait_mine(page)
    for n in range(30):
        if page.locator(".choices .choice[data-verb=activate]").count():
            break
        play_on(page, 1, n + 3)
        wait_mine(page)
    wait_still(page)
    origin = page.locator("svg.board .cell.legal").first
    place = origin.get_attribute("data-place")
    page.locator("body").press("p")
    x, y = middle(origin)
    box = origin.bounding_box()
    assert box
    board = page.locator("svg.board").bounding_box()
    assert board
    away = -1 if y - box["height"] * 2.2 > board["y"] else 1
    page.mouse.move(x, y)
    page.mouse.down()
    for n in range(1, 9):
        page.mouse.move(x, y + away * box["height"] * n / 4)
    page.mouse.up()
    expect(page.locator(".way-mark").nth(2)).to_be_attached()
    expect(page.locator(".details h3")).to_have_text("Risk of the path")
    expect(page.locator(".details")).to_contain_text(re.compile(f"Activate {place}|No way to"))
    page.keyboard.press("Escape")
    expect(page.locator(".way-mark")).to_have_count(0)


def test_a_point_of_the_free_table_shows_who_snaps(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, "disposable", scenario=SHORT["disposable"])
    about_to_step(page, "disposable")
    page.locator("body").press("p")
    page.locator(".tool-path").blur()
    dot = page.locator(".point.legal").first
    x, y = middle(dot)
    page.evaluate("document.querySelectorAll('.point.legal').forEach((dot) => (dot.style.pointerEvents = 'none'))")
    page.mouse.click(x, y)
    expect(page.locator(".details .legs > li, .details .stopped")).to_have_count(1)
    expect(page.locator(".details h3")).to_have_text("Risk of the path")


def test_by_touch_in_french(real: Served, open_page: Opener) -> None:
    page = open_page(real.address, PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("button", name="English")).to_be_visible()  # the screen has been painted anew
    begin(page, "normandie", scenario=SHORT["normandie"])
    about_to_step(page, "normandie")
    place = page.evaluate(IN_SIGHT)
    page.locator(".tools-more").tap()
    page.locator(".tool-path").tap()
    expect(page.locator(".details")).to_contain_text("Cliquez")
    page.touchscreen.tap(*middle(page.locator(cell(place))))
    expect(page.locator(".details .legs > li").first).to_contain_text("chances d'arriver indemne")
    expect(page.locator(".path-go")).to_have_text("Suivre ce trajet")
