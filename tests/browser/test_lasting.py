"""Games of each system outlive a reload and a killed server, and their rules can be read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener, Served
from browser.steps import begin, play_on, wait_mine

SYSTEMS = ["lnlt", "normandie", "disposable"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_reload_goes_on_where_it_was(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, system)
    play_on(page, 8)
    if not wait_mine(page):
        pytest.fail("the game ended too soon")
    before = shown(page)
    page.reload()
    wait_mine(page)
    assert shown(page) == before


def shown(page: Page) -> tuple[list[str], list[str]]:
    """Choices and log, folded parts too; without chances and risks, which come a little later than the choices."""
    choices = [re.split("[⚄⚠]", text)[0].strip() for text in page.locator(".choice").all_text_contents()]
    return choices, page.locator(".log li").all_text_contents()


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_behind_the_numbers_open(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    begin(page, system)
    wait_mine(page)
    page.locator(".prompt .rule").click()
    expect(page.locator(".handbook article p").nth(1)).not_to_be_empty()


def test_a_killed_server_comes_back_with_every_game(real: Served, open_page: Opener) -> None:
    pages = []
    for system in SYSTEMS:
        page = open_page(real.address)
        begin(page, system)
        play_on(page, 6)
        wait_mine(page)
        pages.append((page, shown(page)))
    real.stop(kill=True)
    real.start()
    for page, before in pages:
        expect(page.locator(".offline")).to_be_hidden()
        wait_mine(page)
        assert shown(page) == before
        assert play_on(page, 2) == -1  # two more choices, and no end yet
