"""For everybody: axe-core finds nothing serious on any screen, and French has no hole."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browser.conftest import DESKTOP, PHONE, Opener, Served
from browser.steps import begin, choose, play_on, wait_mine


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical, with the first element it names."""
    page.wait_for_timeout(1700)  # trails and dice have faded
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:120]} {item['nodes'][0].get('failureSummary', '')[:200]}"
        for item in found
        if item["impact"] in ("serious", "critical")
    ]


def start(page: Page) -> None:
    page.wait_for_selector(".picture svg")


def playing(page: Page) -> None:
    begin(page, "lnlt")
    play_on(page, 12)
    wait_mine(page)


def army(page: Page) -> None:
    page.goto(page.url.split("#")[0] + "#/army/normandie")
    page.locator(".add-tile").first.click(timeout=45_000)
    page.wait_for_selector(".fine")


def help_open(page: Page) -> None:
    begin(page, "toy-hex")
    page.keyboard.press("?")


def seats_open(page: Page) -> None:
    begin(page, "toy-hex", ("human", "human"))
    page.evaluate("document.querySelector('.seats-button').click()")
    page.wait_for_selector("dialog[open] .link-row")


def curtain(page: Page) -> None:
    begin(page, "toy-hex", ("human", "human"))
    choose(page, "Pick 7001")
    page.wait_for_selector(".curtain:not([hidden])")


def over(page: Page) -> None:
    begin(page, "toy-square")
    play_on(page)
    page.wait_for_selector(".end:not([hidden])")


def replay(page: Page) -> None:
    over(page)
    page.locator(".end-buttons button").nth(1).click()
    page.wait_for_selector('.replay[data-at="0"]')


def sight(page: Page) -> None:
    begin(page, "normandie")
    wait_mine(page)
    page.keyboard.press("l")
    page.locator("svg.board .cell").nth(1).dispatch_event("click")
    page.locator("svg.board .cell").nth(40).dispatch_event("click")
    page.wait_for_selector(".sight-line")


def rules(page: Page) -> None:
    begin(page, "disposable")
    wait_mine(page)
    page.locator("#tab-rules").click()
    page.locator("#rule-words").fill("cover")
    page.wait_for_selector(".hit")
    page.locator(".hit").first.click()
    page.wait_for_selector("dialog.clause[open]")


REAL = [start, playing, army, sight, rules]
TOY = [help_open, seats_open, curtain, over, replay]
SCREENS: list[Callable[[Page], None]] = [*REAL, *TOY]


@pytest.mark.parametrize("look", ["light", "dark-phone"])
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_axe_finds_nothing_serious(
    screen: Callable[[Page], None], look: str, toys: Served, real: Served, open_page: Opener
) -> None:
    dark = look == "dark-phone"
    served = real if screen in REAL else toys
    page = open_page(served.address, PHONE if dark else DESKTOP, color_scheme="dark" if dark else "light")
    screen(page)
    assert serious(page) == []


# Keys that show through, and English words that would not stand in a French sentence.
KEY = re.compile(r"\b[a-z]+(?:[.-][a-z0-9-]+)*\.[a-z-]+\b")
ENGLISH = re.compile(r"\b(the|your|you|and|with|turn|unit|units|fire at|move|choose|of the|orders?)\b", re.IGNORECASE)
SEEN = """
() => [...document.querySelectorAll('#app *')].flatMap((node) => [
  ...[...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.textContent.trim()),
  node.getAttribute('aria-label'), node.getAttribute('title'), node.getAttribute('placeholder')])
  .filter(Boolean)
"""
RULE_IDS = re.compile(r"\b(lnlt|hon|dh)\.[\w.-]+")


@pytest.mark.parametrize("system", ["lnlt", "normandie", "disposable"])
def test_a_french_game_has_no_untranslated_string(system: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    page.locator("#language").click()
    page.wait_for_selector("html[lang=fr]")
    begin(page, system)
    holes: set[str] = set()
    for seed in range(6):
        holes |= {text for text in page.evaluate(SEEN) if untranslated(text)}
        if play_on(page, 5, seed + 1) >= 0:
            break
        wait_mine(page)
    assert holes == set()


def untranslated(text: str) -> bool:
    bare = RULE_IDS.sub("", text)
    return bool(KEY.search(bare.lower()) or ENGLISH.search(bare))
