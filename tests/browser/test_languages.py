"""Whole games in French and in English: nothing a player reads is a bare key or in the other language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener, Served
from browser.steps import SHORT, begin, play_on, wait_mine

# Keys that show through, and words that would not stand in a sentence of the other language.
KEY = re.compile(r"\b[a-z]+(?:[.-][a-z0-9-]+)*\.[a-z-]+\b")
ENGLISH = re.compile(r"\b(the|your|you|and|with|turn|unit|units|fire at|move|choose|of the|orders?)\b", re.IGNORECASE)
FRENCH = re.compile(r"\b(les|des|une|vous|votre|avec|dans|pour|tour|unité|tir|ordre)\b", re.IGNORECASE)
RULE_IDS = re.compile(r"\b(lnlt|hon|dh)\.[\w.-]+")

# Notes every text, label, title and placeholder of the page as it changes.
LISTEN = """
() => {
  window.seen = new Set();
  const note = (node) => {
    if (node.nodeType === 3) return window.seen.add(node.textContent.trim());
    if (node.nodeType !== 1) return;
    for (const name of ['aria-label', 'title', 'placeholder']) window.seen.add(node.getAttribute(name) || '');
    node.childNodes.forEach(note);
  };
  note(document.getElementById('app'));
  new MutationObserver((changes) => changes.forEach(({ addedNodes, target, type }) => {
    if (type === 'childList') addedNodes.forEach(note);
    else note(target);
  })).observe(document.getElementById('app'), { subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['aria-label', 'title'] });
}
"""


def holes(page: Page, language: str) -> set[str]:
    other = ENGLISH if language == "fr" else FRENCH
    bare = {text: RULE_IDS.sub("", text) for text in page.evaluate("[...window.seen]")}
    return {text for text, rest in bare.items() if KEY.search(rest.lower()) or other.search(rest)}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("system", SHORT)
def test_a_whole_game_has_no_untranslated_string(system: str, language: str, real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    if language == "fr":
        page.locator("#language").click()
        page.wait_for_selector("html[lang=fr]")
        page.reload()  # nothing English is left from before
    page.wait_for_selector(f"html[lang={language}]")
    page.evaluate(LISTEN)
    begin(page, system, scenario=SHORT[system])
    wait_mine(page)
    for key, opened in (("?", "dialog[open]"), ("l", ".tool-hint, .details"), ("a", ".advice, .details .hint")):
        page.keyboard.press(key)
        page.wait_for_selector(opened)
        page.keyboard.press("Escape")
    page.evaluate("document.querySelector('.seats-button').click()")
    page.wait_for_selector("dialog[open] .link-row")
    page.keyboard.press("Escape")
    assert play_on(page) > 0
    expect(page.locator(".end h2")).to_be_visible()
    page.locator(".end .end-replay").click()
    page.wait_for_selector('.replay[data-at="0"]')
    page.keyboard.press("End")
    page.keyboard.press("a")
    page.wait_for_selector(".why li")
    assert len(page.evaluate("[...window.seen]")) > 100
    assert holes(page, language) == set()
